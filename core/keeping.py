"""What is kept up to date instead of being computed at each use: counts, occupied sets, open columns, what is connected, keys.

It is recognised here, by its form; where it is used, a `Keep` takes its place, which still has the definition. Only native code keeps
anything: it brings what is kept up to date at every write of what it depends on (`compiler.keeping`). The interpreter asks the definition,
so that comparing the engines is the proof; paranoid code compares after every decision.

Something is kept only if, by the loops around reads and writes, reading it anew would cost more than keeping it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulewright.core import ir
from rulewright.core.constant import NotConstant, evaluate
from rulewright.core.effects import Effects
from rulewright.core.known import Known
from rulewright.core.local import depended
from rulewright.core.often import LOOP, Often
from rulewright.core.program import Field, Func, Kept, Program, int_field
from rulewright.core.simplify import affine, conjuncts, depends_only_on, simplified, stateless
from rulewright.core.types import INT, INT_MAX, INT_MIN, Int, Set
from rulewright.core.walk import (
    bodies,
    children,
    clause_expr,
    expressions,
    map_block,
    mentions,
    parts,
    rebuild,
    statements,
    substitute,
    unplaced,
)

MOST = 16
MOST_BYTES = 512
LARGEST = 64  # nodes of a condition
TWICE = 2  # options are run through to count them, and to take one
WORTH = 1.5  # how much dearer reading must be
X = ir.Local(0, INT)
Simple = Callable[[ir.Expr], ir.Expr]


@dataclass(slots=True)
class Candidate:
    """Something that could be kept: how it would be, what one writing costs, and how much reading it would save."""

    kept: Kept
    writing: dict[Field, float]
    saved: float = 0
    chosen: bool = False


@dataclass(slots=True)
class Keeper:
    """Finds what to keep in one program, and puts it to use."""

    program: Program
    known: Known
    simple: Simple
    found: dict[object, Candidate | None] = field(default_factory=dict)
    choosing: bool = True

    def run(self) -> None:
        effects, often = Effects(self.program), Often(self.program)
        for proc in self.program.procs:
            self.known.routine = proc
            self._block(proc.body, often.of(proc))
        for func in self.program.funcs:
            if func.body is not None:
                self.known.routine = func
                self._weigh(func.body, often.of(func))
        self._choose(effects, often)
        _keep_keys(self.program)
        if not any(c is not None and c.chosen for c in self.found.values()):
            return
        self.choosing = False
        for func in self.program.funcs:
            if func.body is not None:
                self.known.routine = func
                func.body = self._put(func.body)
        for proc in self.program.procs:
            self.known.routine = proc
            proc.body = map_block(proc.body, self._put, self._options)
        for kept in self.program.kept:
            if kept.member is not None:
                self.program.funcs.append(kept.member)

    # ------------------------------------------------------------ what it would be worth

    def _block(self, body: tuple[ir.Stmt, ...], weight: float) -> None:
        for stmt in body:
            if isinstance(stmt, ir.Ask):
                for alt in stmt.choice.alts:
                    self._clauses(alt.clauses, TWICE * weight)
            else:
                for part in parts(stmt):
                    self._weigh(part, weight)
            for inner in bodies(stmt):
                self._block(inner, weight * LOOP if isinstance(stmt, ir.While | ir.For) else weight)

    def _weigh(self, node: ir.Expr, weight: float) -> None:
        if isinstance(node, ir.Fold):
            inside = self._clauses(node.clauses, weight)
            for part in (node.value, node.key, node.enough):
                if part is not None:
                    self._weigh(part, inside)
            self._noted(self._sum(node), weight)
            return
        self._noted(self._by_form(node), weight)
        for child in children(node):
            self._weigh(child, weight)

    def _clauses(self, clauses: tuple[ir.Clause, ...], weight: float) -> float:
        for at, clause in enumerate(clauses):
            if isinstance(clause, ir.In):
                self._noted(self._members(clauses, at), weight)
            self._weigh(clause_expr(clause), weight)
            if isinstance(clause, ir.In):
                weight *= LOOP
        return weight

    @staticmethod
    def _noted(found: tuple[Candidate, float] | None, weight: float) -> None:
        if found is not None:
            found[0].saved += found[1] * weight

    def _choose(self, effects: Effects, often: Often) -> None:
        """The best of those that are worth it, as far as there is room."""
        written: dict[Field, float] = {}
        for proc in self.program.procs:
            for field_, times in _writes(effects, proc.body, often.of(proc)):
                written[field_] = written.get(field_, 0) + times
        candidates = [c for c in self.found.values() if c is not None]
        room = MOST_BYTES
        for one in sorted(candidates, key=lambda c: -c.saved):
            cost = sum(price * written.get(source, 0) for source, price in one.writing.items())
            of, size = one.kept.field, 8
            if isinstance(of.type, Set):
                size = 8 * of.type.words * of.count
            if one.saved > WORTH * cost and size <= room and len(self.program.kept) < MOST:
                one.chosen = True
                room -= size
                number = len(self.program.kept) + 1
                of.name = f"kept.{number}"
                if one.kept.member is not None:
                    one.kept.member.name = f"in kept.{number}"
                self.program.kept.append(one.kept)

    # ------------------------------------------------------------ putting it to use

    def _put(self, node: ir.Expr) -> ir.Expr:
        if isinstance(node, ir.Fold):
            total = self._sum(node)
            if total is not None and total[0].chosen:
                return ir.Keep(total[0].kept, ir.Const(0), node, node.span)
            clauses = self._shorter(node.clauses)
            if clauses is not node.clauses:
                return self.simple(rebuild(replace(node, clauses=clauses), self._put))
            return rebuild(node, self._put)
        found = self._by_form(node)
        if found is not None and found[0].chosen:
            return self._kept_for(node, found[0].kept)
        return rebuild(node, self._put)

    def _options(self, stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        if isinstance(stmt, ir.Ask):
            for alt in stmt.choice.alts:
                alt.clauses = self._shorter(alt.clauses)
        return (stmt,)

    def _shorter(self, clauses: tuple[ir.Clause, ...]) -> tuple[ir.Clause, ...]:
        """Clauses in which loops run through what is kept, without the conditions that it stands for."""
        for at, clause in enumerate(clauses):
            found = self._members(clauses, at) if isinstance(clause, ir.In) else None
            if found is None or not found[0].chosen or not isinstance(clause, ir.In):
                continue
            tests, rest = self._asked(clauses, at)
            routine = self.known.routine
            inner = ir.Local(len(routine.locals), INT)
            routine.locals.append(INT)
            routine.names.append(routine.names[clause.local.index])
            whole = ir.Test(substitute(_all(tests), {clause.local: inner}), clause.span)
            value = ir.Fold("set", (ir.In(inner, clause.over), whole), inner, None, clause.over.type, 0, clause.span)
            over = ir.Keep(found[0].kept, ir.Const(0), value, clause.span)
            return self._shorter((*clauses[:at], ir.In(clause.local, over, clause.span), *rest))
        return clauses

    def _kept_for(self, node: ir.Expr, kept: Kept) -> ir.Expr:
        match node:
            case ir.Prim("connects", (cells, ir.Prim("pair", (start, goal)), place), _, span) if isinstance(cells, ir.Load):
                reached = ir.Prim("fill", (start, cells, place), cells.type, span)
                meeting = ir.Prim("inter", (ir.Keep(kept, cells.index, reached, span), goal), cells.type, span)
                return simplified(ir.Prim("not", (ir.Prim("is_empty", (meeting,), INT, span),), INT, span))
            case ir.Prim("fill", (_, ir.Load(_, row), _)):
                return ir.Keep(kept, row, node, node.span)
        return ir.Keep(kept, ir.Const(0), node)

    # ------------------------------------------------------------ forms

    def _candidate(self, key: object, make: Callable[[], Candidate | None]) -> Candidate | None:
        if key not in self.found:
            self.found[key] = make() if self.choosing else None
        return self.found[key]

    def _by_form(self, node: ir.Expr) -> tuple[Candidate, float] | None:
        match node:
            case ir.Where(op, source, shift, ir.Const() as value, type, stride, None):
                index: ir.Expr = ir.Prim("mul", (X, ir.Const(stride)), INT, 0) if stride > 1 else X
                test = ir.Prim(op, (ir.Load(source, ir.Prim("sub", (index, ir.Const(shift)), INT, 0)), value), INT)
                found = self._set(test, type, type.full)
                return None if found is None else (found, 3 + type.size * stride / 16)
            case ir.Prim("union"):
                return self._occupied(node)
            case ir.Prim("connects", (ir.Load() as cells, ir.Prim("pair", (start, _)), ir.Const(place)), _, _):
                return self._reach(start, cells, place)
            case ir.Prim("fill", (start, ir.Load() as cells, ir.Const(place)), _, _):
                return self._reach(start, cells, place)
        return None

    def _asked(self, clauses: tuple[ir.Clause, ...], at: int) -> tuple[list[ir.Expr], tuple[ir.Clause, ...]]:
        """The conditions right behind a loop that ask about nothing but its element, and the clauses without them."""
        loop = clauses[at]
        assert isinstance(loop, ir.In)
        tests: list[ir.Expr] = []
        rest: list[ir.Clause] = []
        behind = at + 1
        while behind < len(clauses) and isinstance(test := clauses[behind], ir.Test):
            other: list[ir.Expr] = []
            for part in conjuncts(test.test):
                locals = {x for x in expressions(part) if isinstance(x, ir.Local)}
                own = locals == {loop.local} and not stateless(part) and self.known.total(part)
                (tests if own else other).append(part)
            if other:
                rest.append(ir.Test(_all(other), test.span))
            behind += 1
        return tests, (*rest, *clauses[behind:])

    def _members(self, clauses: tuple[ir.Clause, ...], at: int) -> tuple[Candidate, float] | None:
        """`x in S; if P(x)`, where P(x) depends on few elements: the set of those x."""
        loop = clauses[at]
        if not isinstance(loop, ir.In) or not isinstance(loop.over, ir.SetConst):
            return None
        tests, _ = self._asked(clauses, at)
        if not tests:
            return None
        test = substitute(_all(tests), {loop.local: X})
        found = self._set(test, loop.over.type, loop.over.bits)
        return None if found is None else (found, 2 * loop.over.bits.bit_count())

    def _occupied(self, node: ir.Expr) -> tuple[Candidate, float] | None:
        """The union of all rows of a field, if there are three or more: those that anybody has."""
        rows: list[ir.Expr] = []
        waiting = [node]
        while waiting:
            match waiting.pop():
                case ir.Prim("union", (a, b), _, _):
                    waiting += [b, a]
                case ir.Load(source, ir.Const()) as row if not rows or (isinstance(rows[0], ir.Load) and rows[0].field is source):
                    rows.append(row)
                case _:
                    return None
        first = rows[0]
        assert isinstance(first, ir.Load)
        indices = {x.index for x in rows if isinstance(x, ir.Load)}
        if len(rows) < 3 or len(indices) < first.field.count or not isinstance(node.type, Set):
            return None
        found = self._set(ir.Prim("has", (node, X), INT), node.type, node.type.full)
        return None if found is None else (found, (len(rows) - 1) * node.type.words)

    def _set(self, test: ir.Expr, type: Set, bits: int) -> Candidate | None:
        def make() -> Candidate | None:
            if sum(1 for _ in expressions(test)) > LARGEST:
                return None
            touched = depended(test, X, type, bits)
            if not touched or not all(map(self._followed, touched)):
                return None
            member = Func("", (X,), [INT], ["x"], test, INT)
            return Candidate(Kept("set", Field("", type), member, bits, touched), {of: _price(rows) for of, rows in touched.items()})

        return self._candidate((type, bits, unplaced(test)), make)

    def _sum(self, node: ir.Fold) -> tuple[Candidate, float] | None:
        """The sum of some elements of a field."""
        match node:
            case ir.Fold("sum", (ir.In(local, over),), value) if value is not None and isinstance(over.type, Set):
                match value:
                    case ir.Cond(ir.Prim("gt", (a, ir.Const(0))), b, ir.Const(0)) if unplaced(a) == unplaced(b):
                        value = b
                if not isinstance(value, ir.Load) or not isinstance(value.field.type, Int) or value.field.low < 0:
                    return None
                of, form, type = value.field, affine(value.index, local), over.type
                bits = _all_of(over, of, form)
                if bits is None:
                    return None
                if form is None or form[2] is not None or not form[0] or not self._followed(of):
                    return None
                places = frozenset(form[0] * (type.base + i) - form[1] for i in range(type.size) if bits >> i & 1)
                if min(places) < 0 or max(places) >= of.count:
                    return None

                def make() -> Candidate:
                    kept = Kept("sum", int_field("", 0, len(places) * of.high), of=of, counted=places)
                    return Candidate(kept, {of: 3})

                found = self._candidate(("sum", of, places), make)
                return None if found is None else (found, len(places))
        return None

    def _reach(self, start: ir.Expr, cells: ir.Load, place: int) -> tuple[Candidate, float] | None:
        """What can be reached from a side within a set that is a row of a field."""
        of, row = cells.field, cells.index
        low, high = self.known.range(row)
        if (
            not isinstance(of.type, Set)
            or not self._followed(of)
            or low < 0
            or high >= of.count
            or not isinstance(row, ir.Local | ir.Const)
        ):
            return None
        if isinstance(row, ir.Local) and mentions(start, row) and not depends_only_on(start, row):
            return None

        starts: list[int] = []
        try:
            for number in range(of.count):
                value = evaluate(start, {row: number} if isinstance(row, ir.Local) else {})
                assert isinstance(value, int)
                starts.append(value)
        except NotConstant:
            return None

        def make() -> Candidate:
            return Candidate(Kept("reach", Field("", of.type, of.count), of=of, starts=tuple(starts), place=place), {of: 4})

        found = self._candidate(("reach", of, tuple(starts), place), make)
        return None if found is None else (found, 24.0)

    def _followed(self, source: Field) -> bool:
        """Whether every write of a field is seen: not of what the engine writes by itself."""
        program = self.program
        own = (program.pos, program.known, program.rng, program.over, program.winners, program.ending, program.cause)
        return source not in own and source.name not in {"history", "remembered"}


def _all_of(over: ir.Expr, of: Field, form: tuple[int, int, ir.Expr | None] | None) -> int | None:
    """The constant set that is run through; those whose element is 0 may be left out, since they add nothing."""
    match over:
        case ir.SetConst(bits):
            return bits
        case ir.Where("gt", field_, shift, ir.Const(0), Set() as type, stride, None) if field_ is of and form == (stride, shift, None):
            return type.full
        case ir.Prim("inter", (ir.SetConst(bits), ir.Where() as where)):
            rest = _all_of(where, of, form)
            return None if rest is None else bits & rest
    return None


def _price(rows: tuple[int, ...]) -> float:
    """What it costs to bring a set up to date: for one number it is one question, and one bit."""
    most = max(map(int.bit_count, rows))
    return 3.0 if most == 1 else 2 + 3 * sum(map(int.bit_count, rows)) / sum(map(bool, rows))


def _keep_keys(program: Program) -> None:
    """The key of a position, if positions are recorded: of the pieces, one by one."""
    records = any(isinstance(s, ir.Effect) and s.op == "record" for p in program.procs for s in statements(p.body))
    if records and any(not k.counted and k.count for k in program.kinds) and len(program.kept) < MOST:
        program.kept.append(Kept("key", int_field(f"kept.{len(program.kept) + 1}", INT_MIN, INT_MAX)))


def _writes(effects: Effects, body: tuple[ir.Stmt, ...], weight: float) -> list[tuple[Field, float]]:
    """The fields that a block itself writes, each time, and how often."""
    found: list[tuple[Field, float]] = []
    for stmt in body:
        twice = 2 if isinstance(stmt, ir.Effect) and stmt.op in {"shift", "move", "move_under", "swap"} else 1
        found += [(of, twice * weight) for of in effects.direct(stmt)]
        for inner in bodies(stmt):
            found += _writes(effects, inner, weight * LOOP if isinstance(stmt, ir.While | ir.For) else weight)
    return found


def _all(tests: list[ir.Expr]) -> ir.Expr:
    test = tests[0]
    for part in tests[1:]:
        test = ir.Prim("and", (test, part), INT)
    return test
