"""Conditions as sets: the numbers for which a condition holds, so that a loop with a condition becomes a loop over a smaller set.

Membership, comparison of fields, what is printed, alternatives, and what holds for some element of something else. What is not of such
a form stays a condition.
"""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.known import Known, simple
from rulewright.core.ops import Comparison
from rulewright.core.program import Func, Program, Table
from rulewright.core.simplify import affine, comparable, comparing, conjuncts, depends_only_on, once, simplified, values_of
from rulewright.core.types import INT, Int, Set
from rulewright.core.walk import clause_expr, expressions, mentions, rebuild, substitute, unplaced

MOST_TABULATED = 256
DEEPEST = 6  # calls inside of calls that are looked into
LARGEST = 150  # nodes of a body that is put in the place of a call
MIRRORED: dict[str, Comparison] = {"eq": "eq", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


class Conditions:
    """Turns conditions of one program into sets."""

    def __init__(self, program: Program, known: Known, passes: frozenset[str]) -> None:
        self.program = program
        self.known = known
        self.passes = passes
        self.source: ir.Expr = ir.Const(0)  # what the loop runs through into which a condition is put
        self.whole: ir.Expr = ir.Const(0)  # that condition, which is asked for each element of the source
        self.shared: dict[tuple[Set, tuple[int, ...]], Table] = {}

    def table_of(self, type: Set, rows: tuple[int, ...], name: str) -> Table:
        """A table of sets; equal ones are made once."""
        if (type, rows) not in self.shared:
            self.shared[type, rows] = self.program.add_table(Table(name, type, rows))
        return self.shared[type, rows]

    def as_set(self, test: ir.Expr, local: ir.Local, type: Set, depth: int = 0) -> ir.Expr | None:
        """A condition on `local` as the set of those for which it holds; None if it is not of that form."""
        if not mentions(test, local):
            return None
        if type.size <= MOST_TABULATED and isinstance(test, ir.Prim | ir.Look | ir.Call) and depends_only_on(test, local):
            known = values_of(test, local, type)
            if known is not None:
                return ir.SetConst(sum(1 << i for i, holds in enumerate(known) if holds), type)
        match test:
            case ir.Prim():
                return self._prim(test, local, type, depth)
            case _ if "sets" not in self.passes:
                return None
            case ir.Load(field, _, _) if isinstance(field.type, Int) and field.low >= 0:
                return self._compared("ge", test, ir.Const(1), local, type)
            case ir.Cond():
                return self._alternatives(test, local, type, depth)
            case ir.Fold("any"):
                return self._some(test, local, type, depth)
            case ir.Call() if depth < DEEPEST:
                body = self.inlined(test)
                return None if body is None else self.as_set(body, local, type, depth + 1)
        return None

    def _prim(self, test: ir.Prim, local: ir.Local, type: Set, depth: int) -> ir.Expr | None:
        match test.op:
            case "has" if test.args[1] == local and not mentions(test.args[0], local):
                inner = test.args[0]
                return inner if inner.type == type else simplified(ir.Prim("recast", (inner,), type))
            case "has" if isinstance(test.args[1], ir.Look) and not mentions(test.args[0], local):
                return self._by_entry(test.args[0], test.args[1], local, type)
            case "and" | "or":
                return self._both(test, local, type, depth)
            case "not" if (rows := self._enclosing(test.args[0], local)) is not None:
                return rows if rows.type == type else simplified(ir.Prim("recast", (rows,), type))
            case "not":
                a = self.as_set(test.args[0], local, type, depth)
                return None if a is None else simplified(ir.Prim("diff", (ir.SetConst(type.full, type), a), type))
            case "eq" if local in test.args and (wanted := self._other(test, local)) is not None:
                return simplified(ir.Prim("one", (wanted,), type))
            case "eq" if (parts := self._all_nothing(test)) is not None:
                return self.as_set(parts, local, type, depth)
            case "eq" | "lt" | "le" | "gt" | "ge":
                a, b = test.args
                if test.op == "eq" and type.size <= MOST_TABULATED:
                    found = self._with_value(a, b, local, type) or self._with_value(b, a, local, type)
                    if found is not None:
                        return found
                return self._compared(test.op, a, b, local, type) or self._compared(MIRRORED[test.op], b, a, local, type)
        return None

    def _other(self, test: ir.Prim, local: ir.Local) -> ir.Expr | None:
        """With what a local is compared, if that can be asked before the loop."""
        a, b = test.args
        other = b if a == local else a
        if isinstance(other, ir.Const | ir.Local):
            return other if other != local else None
        return other if "sets" in self.passes and not mentions(other, local) and self.known.total(other) else None

    def _all_nothing(self, test: ir.Prim) -> ir.Expr | None:
        """That a sum of amounts is 0 means that each of them is."""
        match test.args:
            case (ir.Prim("add", (a, b), _, _), ir.Const(0)) if "sets" in self.passes:
                if self.known.range(a)[0] >= 0 and self.known.range(b)[0] >= 0:
                    each = [ir.Prim("eq", (x, ir.Const(0)), INT) for x in (a, b)]
                    return ir.Prim("and", (each[0], each[1]), INT)
        return None

    def _both(self, test: ir.Prim, local: ir.Local, type: Set, depth: int) -> ir.Expr | None:
        """A side that does not ask about the local is asked once: all, or none, or what the other side says."""
        a, b = (self.as_set(x, local, type, depth) for x in test.args)
        if a is not None and b is not None:
            return simplified(ir.Prim("inter" if test.op == "and" else "union", (a, b), type))
        found = a if a is not None else b
        side = test.args[1] if a is not None else test.args[0]
        if found is None or mentions(side, local) or "sets" not in self.passes or not (self.known.total(side) and self.known.total(found)):
            return None
        all_, nothing = ir.SetConst(type.full, type), ir.SetConst(0, type)
        return ir.Cond(side, found, nothing) if test.op == "and" else ir.Cond(side, all_, found)

    def _alternatives(self, test: ir.Cond, local: ir.Local, type: Set, depth: int) -> ir.Expr | None:
        """One condition or another, depending on a third."""
        sides: list[ir.Expr] = []
        for part in (test.then, test.other):
            if isinstance(part, ir.Const):
                sides.append(ir.SetConst(type.full if part.value else 0, type))
                continue
            found = self.as_set(part, local, type, depth) if mentions(part, local) else None
            if found is None or not self.known.total(found):
                return None
            sides.append(found)
        if not mentions(test.test, local):
            return ir.Cond(test.test, sides[0], sides[1]) if self.known.total(test.test) else None
        where = self.as_set(test.test, local, type, depth)
        if where is None or not self.known.total(where) or not simple(where):
            return None
        yes, no = simplified(ir.Prim("inter", (where, sides[0]), type)), simplified(ir.Prim("diff", (sides[1], where), type))
        return simplified(ir.Prim("union", (yes, no), type))

    def _some(self, fold: ir.Fold, local: ir.Local, type: Set, depth: int) -> ir.Expr | None:
        """`any[y in Y; x in S(y)]` is the union of all `S(y)`, if it can be made without asking what was not asked."""
        clauses: list[ir.Clause] = []
        named: dict[ir.Local, ir.Expr] = {}
        value: ir.Expr | None = None
        asked = len(fold.clauses)  # how many clauses come before the first condition on the local
        outermost = fold is self.whole
        for clause in fold.clauses:
            inside = substitute(clause_expr(clause), named) if named else clause_expr(clause)
            match clause:
                case ir.Test():
                    for part in conjuncts(inside):
                        if not mentions(part, local):
                            clauses.append(ir.Test(part, clause.span))
                            continue
                        found = self.as_set(part, local, type, depth)
                        if found is None:
                            return None
                        if value is not None and not self.known.total(found):
                            return None
                        asked = len(clauses) if value is None else asked
                        value = found if value is None else simplified(ir.Prim("inter", (value, found), type))
                case ir.Be(name) if mentions(inside, local):
                    if not simple(inside):
                        return None
                    named[name] = inside
                case ir.Be(name):
                    clauses.append(ir.Be(name, inside, clause.span))
                case ir.In(name):
                    if mentions(inside, local):
                        return None
                    clauses.append(ir.In(name, inside, clause.span))
        if value is None or not all(self.known.total(clause_expr(c)) for c in clauses[asked:]):
            return None
        if self.known.total(value) and all(self.known.total(clause_expr(c)) for c in clauses):
            union = ir.Fold("sets", tuple(clauses), value, None, type, 0, fold.span)
            return once(union) if all(isinstance(c, ir.Test) for c in clauses) else union
        # What can fail is asked as long as it would be asked for some element of the loop: until all of them are found.
        if not outermost or not simple(self.source):
            return None
        return ir.Fold("sets", tuple(clauses), value, None, type, 0, fold.span, self.source)

    def _compared(self, op: Comparison, of: ir.Expr, value: ir.Expr, local: ir.Local, type: Set) -> ir.Expr | None:
        """Those whose element of a field compares so with a value; also every second or third element."""
        found = comparing(op, of, value, local, type)
        if found is not None or "sets" not in self.passes or not isinstance(of, ir.Load) or mentions(value, local):
            return found
        form = affine(of.index, local)
        field = of.field
        if form is None or not 1 <= form[0] <= 4 or not comparable(field, type.size * form[0]):
            return None
        stride, shift, plus = form
        low, high = self.known.range(plus) if plus is not None else (0, 0)
        first, last = type.base * stride - shift + low, (type.base + type.size - 1) * stride - shift + high
        if first < 0 or last >= field.count or (plus is not None and not self.known.total(plus)):
            return None
        return ir.Where(op, field, shift, value, type, stride, plus)

    def inlined(self, call: ir.Call) -> ir.Expr | None:
        """The body of a function with the arguments in their places, and locals of the routine at hand for its own."""
        func = call.func
        if func.body is None or sum(1 for _ in expressions(func.body)) > LARGEST:
            return None
        what: dict[ir.Local, ir.Expr] = {}
        for param, arg in zip(func.params, call.args, strict=True):
            if not simple(arg) and sum(1 for x in expressions(func.body) if x == param) > 1:
                return None
            what[param] = arg
        return self._renamed(func.body, func, what)

    def _renamed(self, node: ir.Expr, func: Func, what: dict[ir.Local, ir.Expr]) -> ir.Expr:
        routine = self.known.routine

        def own(local: ir.Local) -> ir.Local:
            new = ir.Local(len(routine.locals), local.type)
            routine.locals.append(local.type)
            routine.names.append(func.names[local.index])
            self.known.learn(new, self.known.ranges.of_local(func, local.index))
            what[local] = new
            return new

        def change(x: ir.Expr) -> ir.Expr:
            match x:
                case ir.Local():
                    return what.get(x, x)
                case ir.Fold(op, clauses, value, key, type, start, span):
                    steps: list[ir.Clause] = []
                    for clause in clauses:
                        inside = change(clause_expr(clause))
                        match clause:
                            case ir.In(local):
                                steps.append(ir.In(own(local), inside, clause.span))
                            case ir.Be(local):
                                steps.append(ir.Be(own(local), inside, clause.span))
                            case ir.Test():
                                steps.append(ir.Test(inside, clause.span))
                    result = change(value) if value is not None else None
                    first = change(key) if key is not None else None
                    return ir.Fold(op, tuple(steps), result, first, type, start, span)
                case _:
                    return rebuild(x, change)

        return change(node)

    def _by_entry(self, wanted: ir.Expr, of: ir.Look, local: ir.Local, type: Set) -> ir.Expr | None:
        """Those whose entry of a two-dimensional table is in a set: `toward(man, cell) in {north, south}`.

        The other index must be one by which the loop's own source is looked up, so that nothing is asked for which was not asked.
        """
        match wanted:
            case ir.Cond(test, then, other):
                a, b = self._by_entry(then, of, local, type), self._by_entry(other, of, local, type)
                return ir.Cond(test, a, b) if a is not None and b is not None else None
            case ir.Call(func, args) if func.body is not None and all(isinstance(a, ir.Local | ir.Const) for a in args):
                if not isinstance(func.body, ir.Cond) or any(isinstance(x, ir.Fold | ir.Would) for x in expressions(func.body)):
                    return None
                return self._by_entry(substitute(func.body, dict(zip(func.params, args, strict=True))), of, local, type)
            case ir.SetConst(bits, ways):
                pass
            case _:
                return None
        match of.index:
            case ir.Prim("add", (ir.Prim("mul", (row, ir.Const(width)), _, _), place), _, _) if not mentions(row, local):
                places = values_of(place, local, type) if depends_only_on(place, local) else None
                asked = {unplaced(x.index) for x in expressions(self.source) if isinstance(x, ir.Look)}
                if places is None or not 0 <= min(places) <= max(places) < width or unplaced(row) not in asked:
                    return None
            case _:
                return None
        values = [v - ways.base if isinstance(v, int) else -1 for v in of.table.values]
        rows = [
            sum(1 << i for i, at in enumerate(places) if values[start + at] >= 0 and bits >> values[start + at] & 1)
            for start in range(0, len(values) - width + 1, width)
        ]
        return ir.Look(self.table_of(type, tuple(rows), f"{of.table.name} in {bits:#x}"), row, of.span)

    def _enclosing(self, test: ir.Expr, local: ir.Local) -> ir.Expr | None:
        """The cells around which something is enclosed, if the condition is that nothing is."""
        match test:
            case ir.Prim("is_empty", (ir.Prim("enclosed", (at, theirs, mine, ir.Const(number)), type, _),), _, _) if at == local:
                place = self.program.places[number]
                small = place.copies == 1 and place.sites <= 128 and place.shape in {"grid", "hex_grid"}
                if small and not mentions(theirs, local) and not mentions(mine, local):
                    return ir.Prim("enclosers", (theirs, mine, ir.Const(number)), type)
        return None

    def _with_value(self, of: ir.Expr, wanted: ir.Expr, local: ir.Local, type: Set) -> ir.Expr | None:
        """Those for which something printed has a value that is known only in play: an entry of a table of sets."""
        if mentions(wanted, local) or not isinstance(of, ir.Look) or not depends_only_on(of, local):
            return None
        values = values_of(of, local, type)
        if values is None or max(values) - min(values) >= MOST_TABULATED:
            return None
        low, high = min(values), max(values)
        rows = [sum(1 << i for i, v in enumerate(values) if v == value) for value in range(low - 1, high + 2)]
        # The first and the last entry are empty: what is less or more is the value of none.
        held = ir.Prim("max", (ir.Const(low - 1), ir.Prim("min", (ir.Const(high + 1), wanted), INT)), INT)
        return ir.Look(
            self.table_of(type, tuple(rows), f"{of.table.name} by value"), ir.Prim("sub", (held, ir.Const(low - 1)), INT, of.span)
        )
