"""Bounds of every integer of a program, so that native code checks only what could go wrong.

The whole program is looked at: what is passed to a function or procedure, what is assigned to a local, what a field or a table
can hold. A condition narrows what is known of a local where it holds, and, as long as nothing can have changed, of what stands in
fields and tables. Bounds that keep growing are given up.
"""

from __future__ import annotations

from typing import Literal, assert_never

from rulewright.core import ir
from rulewright.core.ops import PRIMS, Arithmetic
from rulewright.core.program import Choice, Func, Proc, Program, Table
from rulewright.core.types import INT_MAX, INT_MIN, Int, Seq, Set
from rulewright.core.walk import children, mentions, statements, unplaced

Range = tuple[int, int]
Relation = Literal["eq", "ne", "lt", "le", "gt", "ge"]
Routine = Func | Proc
ANYTHING: Range = (INT_MIN, INT_MAX)
FLAG: Range = (0, 1)
MANY = 1_000_000  # more than any list has elements
PATIENCE = 8  # how often bounds may grow before they are given up

TURNED: dict[str, Relation] = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne"}
MIRRORED: dict[str, Relation] = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


def join(a: Range | None, b: Range | None) -> Range | None:
    if a is None or b is None:
        return a or b
    return min(a[0], b[0]), max(a[1], b[1])


def fits(range: Range) -> bool:
    return range[0] >= INT_MIN and range[1] <= INT_MAX


class Ranges:
    """What is known; ask with `of`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.nodes: dict[int, Range] = {}  # by the identity of an expression
        self.kept: list[ir.Expr] = []
        self.locals: dict[Routine, dict[int, Range]] = {}
        self.items: dict[Routine, dict[int, Range]] = {}  # of the elements of lists
        self.results: dict[Func, Range] = {}
        self.item_results: dict[Func, Range] = {}
        self._tables: dict[Table, Range] = {}
        self._narrow: dict[int | ir.Expr, Range] = {}  # of locals by their index; of loads and looks only within an expression
        self._homes = {i.field: i.place for i in program.indexes if i.sort in {"inside", "members"} and i.place is not None}
        self._grown: dict[tuple[int, object, int], int] = {}
        self._waiting: dict[Routine, None] = {}
        self._callers: dict[Func, set[Routine]] = {}
        self._here: Routine = program.main or program.procs[0]
        self._recording = False
        self._solve()

    def of(self, node: ir.Expr) -> Range:
        """Bounds of an integer expression of the program; beyond 64 bits if computing it may overflow."""
        match node:
            case ir.Const(value):
                return value, value
            case ir.Load(field, _, _) if isinstance(field.type, Int):
                return self.nodes.get(id(node), (field.low, field.high))
        return self.nodes.get(id(node), ANYTHING)

    def of_local(self, routine: Routine, index: int) -> Range:
        return self.locals.get(routine, {}).get(index, ANYTHING)

    def of_result(self, func: Func) -> Range:
        return self.results.get(func, ANYTHING)

    # ------------------------------------------------------------ the whole program

    def _solve(self) -> None:
        program = self.program
        routines: list[Routine] = [*program.procs, *program.funcs]
        for _, func in (*program.scores, *program.criteria):
            for param in func.params:  # asked from outside
                self._hold(func, self.locals, param.index, (0, len(program.seats) - 1))
        for kept in program.kept:
            if kept.member is not None and isinstance(kept.field.type, Set):
                base, type = kept.member.params[0].index, kept.field.type
                self._hold(kept.member, self.locals, base, (type.base, type.base + type.size - 1))
        self._waiting.update(dict.fromkeys(routines))
        while self._waiting:
            routine = next(iter(self._waiting))
            del self._waiting[routine]
            self._look_at(routine)
        self._recording = True
        for routine in routines:
            self._look_at(routine)

    def _look_at(self, routine: Routine) -> None:
        known = self.locals.get(routine, {})
        if any(isinstance(p.type, Int) and p.index not in known for p in routine.params):
            return  # nothing has called it yet
        self._here = routine
        self._narrow = {}
        if isinstance(routine, Proc):
            self._block(routine.body)
        elif routine.body is not None:
            self._result(self.results, routine, self._expr(routine.body))
            self._result(self.item_results, routine, self._elements(routine.body))

    def _result(self, where: dict[Func, Range], func: Func, value: Range | None) -> None:
        new = self._joined((id(where), func, -1), where.get(func), value)
        if new is not None:
            where[func] = new
            self._waiting.update(dict.fromkeys(self._callers.get(func, ())))

    def _hold(self, routine: Routine, where: dict[Routine, dict[int, Range]], index: int, value: Range | None) -> None:
        """A local may have this value, too."""
        known = where.setdefault(routine, {})
        new = self._joined((id(where), routine, index), known.get(index), value)
        if new is not None:
            known[index] = new
            self._waiting[routine] = None

    def _joined(self, key: tuple[int, object, int], old: Range | None, value: Range | None) -> Range | None:
        """The wider bounds, if they are wider than before."""
        new = join(old, value)
        if new is None or new == old:
            return None
        self._grown[key] = self._grown.get(key, 0) + 1
        if old is None or self._grown[key] <= PATIENCE:
            return new
        return (new[0] if new[0] == old[0] else INT_MIN), (new[1] if new[1] == old[1] else INT_MAX)

    def _assign(self, local: ir.Local, value: Range | None, items: Range | None) -> None:
        if isinstance(local.type, Int):
            self._hold(self._here, self.locals, local.index, value)
        elif isinstance(local.type, Seq):
            self._hold(self._here, self.items, local.index, items)

    # ------------------------------------------------------------ statements

    def _block(self, body: tuple[ir.Stmt, ...]) -> None:
        for stmt in body:
            self._statement(stmt)

    def _statement(self, stmt: ir.Stmt) -> None:
        match stmt:
            case ir.Assign(local, value):
                self._assign(local, self._expr(value), self._elements(value))
                self._narrow.pop(local.index, None)
            case ir.AssignAt(_, index, value):
                self._expr(index)
                self._expr(value)
            case ir.Store(_, index, value, _, _):
                self._expr(index)
                self._expr(value)
            case ir.StoreBit(_, index, member, value):
                for part in (index, member, value):
                    self._expr(part)
            case ir.Effect(_, args, _, _):
                for arg in args:
                    self._expr(arg)
            case ir.If(test, then, other):
                self._expr(test)
                before = dict(self._narrow)
                self._suppose(test, True, lasting=True)
                self._block(then)
                after = self._narrow
                self._narrow = dict(before)
                self._suppose(test, False, lasting=True)
                self._block(other)
                if _leaves(other):
                    self._narrow = after
                elif not _leaves(then):
                    # What both ways still hold of what was known before goes on.
                    self._narrow = {i: r for i, r in before.items() if after.get(i) == r and self._narrow.get(i) == r}
            case ir.While(test, body, _):
                before = self._without(body)
                self._narrow = dict(before)
                self._expr(test)
                self._suppose(test, True, lasting=True)
                self._block(body)
                self._narrow = before
            case ir.For(local, over, body):
                self._expr(over)
                self._assign(local, self._through(over), None)
                before = self._without(body)
                self._narrow = dict(before)
                self._narrow.pop(local.index, None)
                self._block(body)
                self._narrow = before
            case ir.Do(proc, args, _):
                self._pass_on(proc, args)
            case ir.Ask(choice, otherwise):
                self._choice(choice)
                for alt in choice.alts:
                    self._narrow = {}
                    self._block(alt.body)
                self._narrow = {}
                self._block(otherwise)
                self._narrow = {}
            case ir.End(_, who, _, _) if who is not None:
                self._expr(who)

    def _without(self, body: tuple[ir.Stmt, ...]) -> dict[int | ir.Expr, Range]:
        """What stays known when a block may have run any number of times."""
        changed = {s.local.index for s in statements(body) if isinstance(s, ir.Assign | ir.For)}
        stops = any(isinstance(s, ir.Ask) for s in statements(body))
        return {} if stops else {i: r for i, r in self._narrow.items() if i not in changed}

    def _choice(self, choice: Choice) -> None:
        for asked in (choice.decider, choice.stream):
            if asked is not None:
                self._expr(asked)
        for alt in choice.alts:
            before = dict(self._narrow)
            self._clauses(alt.clauses)
            self._narrow = before

    def _pass_on(self, routine: Routine, args: tuple[ir.Expr, ...]) -> None:
        for param, arg in zip(routine.params, args, strict=True):
            value = self._expr(arg)
            if isinstance(param.type, Int):
                self._hold(routine, self.locals, param.index, value)
            elif isinstance(param.type, Seq):
                self._hold(routine, self.items, param.index, self._elements(arg))

    def _clauses(self, clauses: tuple[ir.Clause, ...]) -> None:
        for clause in clauses:
            match clause:
                case ir.In(local, over):
                    self._expr(over)
                    self._assign(local, self._through(over), None)
                    self._rebound(local)
                    self._at_home(local, over)
                case ir.Be(local, value):
                    self._assign(local, self._expr(value), self._elements(value))
                    self._rebound(local)
                case ir.Test(test):
                    self._expr(test)
                    self._suppose(test, True)

    def _rebound(self, local: ir.Local) -> None:
        """What was known of a local, and of what depends on it, belongs to its former value."""
        for key in [k for k in self._narrow if k == local.index or (not isinstance(k, int) and mentions(k, local))]:
            del self._narrow[key]

    def _at_home(self, piece: ir.Local, over: ir.Expr) -> None:
        """Who runs through the pieces in a place runs through pieces whose site is there."""
        match over:
            case ir.Prim("inter", (a, b), _, _):
                self._at_home(piece, a)
                self._at_home(piece, b)
            case ir.Load(field, _, _) if field in self._homes and self.program.loc is not None:
                place = self._homes[field]
                self._narrow[ir.Load(self.program.loc, piece)] = place.base, place.base + place.sites - 1

    def _through(self, over: ir.Expr) -> Range | None:
        """What runs through a set or list."""
        if isinstance(over, ir.SetConst):
            if not over.bits:
                return None
            low = (over.bits & -over.bits).bit_length() - 1
            return over.type.base + low, over.type.base + over.bits.bit_length() - 1
        if isinstance(over.type, Set):
            return over.type.base, over.type.base + over.type.size - 1
        return self._elements(over)

    # ------------------------------------------------------------ conditions

    def _suppose(self, test: ir.Expr, holds: bool, *, lasting: bool = False) -> None:
        """Narrow what is known by a condition that holds, or does not. `lasting`: also while the state changes, so of locals only."""
        if not isinstance(test, ir.Prim):
            return
        op, args = test.op, test.args
        if op == "not":
            self._suppose(args[0], not holds, lasting=lasting)
        elif (op == "and" and holds) or (op == "or" and not holds):
            for arg in args:
                self._suppose(arg, holds, lasting=lasting)
        elif op in TURNED:
            seen = MIRRORED[MIRRORED[op]] if holds else TURNED[op]
            self._compare(seen, args[0], args[1], lasting)
            self._compare(MIRRORED[seen], args[1], args[0], lasting)

    def _compare(self, op: str, node: ir.Expr, other: ir.Expr, lasting: bool) -> None:
        if not isinstance(node.type, Int):
            return
        key: int | ir.Expr
        match node:
            case ir.Local(index, _):
                key = index
            case ir.Load() | ir.Look() if not lasting:
                key = unplaced(node)
            case _:
                return
        now, bound = self._expr(node), self._expr(other)
        if now is None or bound is None:
            return
        low, high = now
        match op:
            case "lt":
                high = min(high, bound[1] - 1)
            case "le":
                high = min(high, bound[1])
            case "gt":
                low = max(low, bound[0] + 1)
            case "ge":
                low = max(low, bound[0])
            case "eq":
                low, high = max(low, bound[0]), min(high, bound[1])
            case "ne" if bound[0] == bound[1]:
                low, high = low + (low == bound[0]), high - (high == bound[0])
        if isinstance(node, ir.Look):
            left = [v for v in node.table.values if isinstance(v, int) and low <= v <= high]
            low, high = (min(left), max(left)) if left else (low, high)
        if low <= high:  # else nothing gets here, and nothing needs to be known
            self._narrow[key] = (low, high)

    # ------------------------------------------------------------ expressions

    def _expr(self, node: ir.Expr) -> Range | None:
        """Bounds of an expression; None if nothing has come here yet, or if it is no integer."""
        value = self._value(node)
        if self._recording and isinstance(node.type, Int) and not isinstance(node, ir.Const):
            found = value or ANYTHING
            old = self.nodes.get(id(node))
            self.nodes[id(node)] = found if old is None else (min(old[0], found[0]), max(old[1], found[1]))
            self.kept.append(node)
        return value if value is None or fits(value) else ANYTHING

    def _value(self, node: ir.Expr) -> Range | None:
        match node:
            case ir.Const(value):
                return value, value
            case ir.Local(index, Int()):
                known = self.locals.get(self._here, {}).get(index)
                narrow = self._narrow.get(index)
                return known if narrow is None else narrow
            case ir.Load(field, index, _):
                self._expr(index)
                return self._noted(node, (field.low, field.high)) if isinstance(field.type, Int) else None
            case ir.Look(table, index, _):
                self._expr(index)
                return self._noted(node, self.of_table(table))
            case ir.Where():
                for part in children(node):
                    self._expr(part)
                return None
            case ir.Prim():
                return self._prim(node)
            case ir.Cond(test, then, other):
                self._expr(test)
                before = self._narrow
                self._narrow = dict(before)
                self._suppose(test, True)
                a = self._expr(then)
                self._narrow = dict(before)
                self._suppose(test, False)
                b = self._expr(other)
                self._narrow = before
                return join(a, b)
            case ir.Call(func, args):
                self._pass_on(func, args)
                self._callers.setdefault(func, set()).add(self._here)
                return self.results.get(func)
            case ir.Fold():
                return self._fold(node)
            case ir.Would(proc, args, value):
                self._pass_on(proc, args)
                before = self._narrow
                self._narrow = {k: r for k, r in before.items() if isinstance(k, int)}  # the rest may have changed
                found = self._expr(value)
                self._narrow = before
                return found
            case ir.Keep(_, row, value):
                self._expr(row)
                return self._expr(value)
            case _:
                return None

    def _noted(self, node: ir.Load | ir.Look, otherwise: Range | None) -> Range | None:
        """What a condition around it has said of what stands in a field or table."""
        return self._narrow.get(unplaced(node), otherwise) if self._narrow else otherwise

    def of_table(self, table: Table) -> Range:
        if table not in self._tables:
            rows = table.values
            numbers = [x for row in rows for x in (row if isinstance(row, tuple) else (row,)) if isinstance(x, int)]
            self._tables[table] = (min(numbers), max(numbers)) if numbers else (0, 0)
        return self._tables[table]

    def _fold(self, node: ir.Fold) -> Range | None:
        before = dict(self._narrow)
        if node.enough is not None:
            self._expr(node.enough)
        self._clauses(node.clauses)
        value = self._expr(node.value) if node.value is not None else None
        if node.key is not None:
            self._expr(node.key)
        self._narrow = before
        match node.op:
            case "any":
                return FLAG
            case "count":
                return 0, MANY
            case "sum" if value is not None:
                low, high = min(0, value[0] * MANY), max(0, value[1] * MANY)
                return (low, high) if fits((low, high)) else ANYTHING
            case "sum":
                return 0, 0
            case "first" | "last":
                return join((-1, -1), value)
            case "most" | "least":
                return join((node.start, node.start), value)
        return None

    def _prim(self, node: ir.Prim) -> Range | None:
        op, args = node.op, node.args
        if op in {"and", "or"}:
            # The second side is looked at only if the first leaves it open.
            self._expr(args[0])
            before = self._narrow
            self._narrow = dict(before)
            self._suppose(args[0], op == "and")
            self._expr(args[1])
            self._narrow = before
            return FLAG
        found = [self._expr(a) for a in args]
        if not isinstance(node.type, Int):
            return None
        rule, first = PRIMS[op].range, args[0].type if args else None
        match rule:
            case "flag":
                return FLAG
            case "count":
                return 0, MANY
            case "size":
                return 0, first.size if isinstance(first, Set) else MANY
            case "member":
                return (-1, first.base + first.size - 1) if isinstance(first, Set) else ANYTHING
            case "element":
                return self._elements(args[0])
            case "":
                return ANYTHING
            case _:
                return arithmetic(rule, found[0], found[1])

    def _elements(self, node: ir.Expr) -> Range | None:
        """Bounds of the elements of a list."""
        if not isinstance(node.type, Seq) or not isinstance(node.type.elem, Int):
            return None
        match node:
            case ir.SeqConst(values, _):
                return (min(values), max(values)) if values else None
            case ir.Local(index, _):
                return self.items.get(self._here, {}).get(index)
            case ir.Look(table, _, _):
                return self.of_table(table)
            case ir.Cond(_, then, other):
                return join(self._elements(then), self._elements(other))
            case ir.Call(func, _):
                self._callers.setdefault(func, set()).add(self._here)
                return self.item_results.get(func)
            case ir.Fold("seq" | "list" | "ranked", _, value, _, _, _) if value is not None:
                before = dict(self._narrow)
                self._clauses(node.clauses)
                found = self._expr(value)
                self._narrow = before
                return found
            case ir.Prim("take", args, _, _) | ir.Prim("run", args, _, _):
                return self._elements(args[0])
            case ir.Prim("concat", args, _, _):
                found = None
                for arg in args:
                    found = join(found, self._elements(arg))
                return found
            case ir.Prim("pair", args, _, _):
                found = None
                for arg in args:
                    found = join(found, self._expr(arg))
                return found
            case _:
                return ANYTHING


def arithmetic(op: Arithmetic, a: Range | None, b: Range | None) -> Range | None:
    """Bounds of a result; wider than 64 bits where it might overflow, so that it is seen that it might."""
    if a is None or b is None:
        return None
    (al, ah), (bl, bh) = a, b
    match op:
        case "add":
            return al + bl, ah + bh
        case "sub":
            return al - bh, ah - bl
        case "mul":
            corners = [al * bl, al * bh, ah * bl, ah * bh]
            return min(corners), max(corners)
        case "div" if bl > 0:
            corners = [al // bl, al // bh, ah // bl, ah // bh]
            return min(corners), max(corners)
        case "mod" if bl > 0:
            return (al, ah) if al >= 0 and ah < bl else (0, bh - 1)
        case "min":
            return min(al, bl), min(ah, bh)
        case "max":
            return max(al, bl), max(ah, bh)
        case "div" | "mod":
            return ANYTHING
        case _:
            assert_never(op)


def _leaves(body: tuple[ir.Stmt, ...]) -> bool:
    """Whether nothing after a block runs once the block has."""
    return bool(body) and isinstance(body[-1], ir.Return | ir.End)
