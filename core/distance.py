"""How far a match is from an end, read off the conditions under which the rules bring it about.

A condition that compares numbers tells more than yes or no: how much is missing. `margin` makes an expression of that: above 0 where
the condition does not hold, 0 or below where it does, in parts of `UNIT`. Where pieces in a place are counted, it also says how near
each of them is to leaving: every statement that takes a piece away stands behind conditions of its own, and how much is missing for
these is counted in the same way, and once more as if pieces were there that are on their way (`core.nearby`). All of it becomes pure
functions of the core, so that both engines compute the same number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.core import ir
from rulewright.core.nearby import Nearby
from rulewright.core.ops import PrimName
from rulewright.core.program import Func, Kind, Place, Proc, Program
from rulewright.core.ranges import Ranges
from rulewright.core.simplify import conjuncts
from rulewright.core.types import INT, Int, Seq, Set, Type
from rulewright.core.walk import expressions, rebuild, rebuild_clause

UNIT = 64  # a whole step
FAR = 1 << 20  # further than any number that is compared
NEAR = 1  # so many steps away, a piece counts as half gone: what is begun should be finished
STEPS = (8, 2, 2, 1)  # how much what is missing counts: as things are, and if pieces were there that are so many steps away
SHARED = 12  # what it is worth that one more thing that is asked for could be served, if pieces are shared out
ANYWHERE = 99  # steps that bring a piece to wherever it is asked for
MOST_SHARED = 256  # things that are asked for at once
HELP = 8  # what a piece is worth that can come
CHAIN = 4  # procedures that are looked at upwards from a statement


@dataclass(frozen=True, slots=True)
class Distance:
    """How far an end is: a function of the state alone, and how much of it makes half of all the difference: one whole step."""

    func: Func
    scale: int


@dataclass(frozen=True, slots=True)
class Site:
    """A statement with the conditions it stands behind, in the procedure it stands in. Loops are kept as what they bind."""

    proc: Proc
    stmt: ir.Stmt
    tests: tuple[tuple[ir.Expr, bool], ...]
    loops: tuple[ir.For, ...]


def sites(program: Program) -> Iterator[Site]:
    """Every statement of a program with what has to hold (or not) where it stands."""
    for proc in program.procs:
        yield from _sites(proc, proc.body, (), ())


def _sites(proc: Proc, body: tuple[ir.Stmt, ...], tests: tuple[tuple[ir.Expr, bool], ...], loops: tuple[ir.For, ...]) -> Iterator[Site]:
    for stmt in body:
        yield Site(proc, stmt, tests, loops)
        match stmt:
            case ir.If(test, then, other):
                yield from _sites(proc, then, (*tests, (test, True)), loops)
                yield from _sites(proc, other, (*tests, (test, False)), loops)
                if _leaves(then):
                    tests = (*tests, (test, False))
                elif _leaves(other):
                    tests = (*tests, (test, True))
            case ir.For(_, _, inner):
                yield from _sites(proc, inner, tests, (*loops, stmt))
            case ir.While(_, inner, _):
                yield from _sites(proc, inner, tests, loops)
            case ir.Ask(choice, otherwise):
                for alt in choice.alts:
                    asked = tuple((c.test, True) for c in alt.clauses if isinstance(c, ir.Test))
                    yield from _sites(proc, alt.body, (*tests, *asked), loops)
                yield from _sites(proc, otherwise, tests, loops)


def _leaves(body: tuple[ir.Stmt, ...]) -> bool:
    """Whether nothing after these statements is reached."""
    return bool(body) and isinstance(body[-1], ir.Return | ir.End)


class Distances:
    """Distances to ends of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._ranges: Ranges | None = None
        self._sites = list(sites(program))
        self._margins: dict[Func, Func] = {}
        self._leaving: dict[tuple[int, int], tuple[Func, ...]] = {}
        self.nearby = Nearby(program)
        self.widened: dict[tuple[Func, int], Func | None] = {}
        self._sharing: dict[tuple[int, int], list[tuple[Site, ir.Local]]] = {}
        self._goals: dict[tuple[int, int], set[tuple[int, int]]] = {}  # where pieces go that leave a place

    @property
    def ranges(self) -> Ranges:
        if self._ranges is None:
            self._ranges = Ranges(self.program)
        return self._ranges

    def to(self, end: ir.End) -> Distance | None:
        """How far the end is that a statement brings about; None if its conditions compare no numbers."""
        site = next(s for s in self._sites if s.stmt is end)
        func = Func(f"distance to {end.how}", type=INT)
        copied = Transplant(func)
        clauses: tuple[ir.Clause, ...] = ()
        for loop in site.loops:
            over = copied.expr(loop.over) if copied.knows(loop.over) else _any_of(loop.over)
            if over is not None:
                clauses = (*clauses, ir.In(copied.bound(loop.local), over))
        parts = [(t, wanted) for test, held in site.tests for t, wanted in _parts(test, held)]
        closed = [(t, wanted) for t, wanted in parts if copied.knows(t)]
        numbers = [test for test, _ in closed if self._compares(test)]
        if not numbers:
            return None
        body: ir.Expr = ir.Const(-FAR)
        for test, held in closed:  # it is enough that one of the conditions does not hold
            missing = self.margin(copied.expr(test), not held, copied)
            body = _prim("max", body, _prim("sub", ir.Const(0), missing))
        if clauses:
            body = ir.Fold("least", clauses, body, None, INT, start=FAR)
        func.body = body
        return Distance(func, UNIT)

    # ------------------------------------------------------------ how much is missing

    def margin(self, test: ir.Expr, wanted: bool, at: Transplant) -> ir.Expr:
        """How much is missing until a condition holds (or, not wanted, until it does not); 0 or less if that is so."""
        match test:
            case ir.Prim("not", (inner,)):
                return self.margin(inner, not wanted, at)
            case ir.Prim("and" | "or" as op, (a, b)):
                first, second = self.margin(a, wanted, at), self.margin(b, wanted, at)
                # What stands behind a condition may be asked only where that holds.
                if op == "and":
                    return ir.Cond(a, _prim("max" if wanted else "min", first, second), _one_more(first) if wanted else first)
                return ir.Cond(a, first, _prim("min" if wanted else "max", first, second))
            case ir.Prim("ge" | "gt" | "le" | "lt" as op, (a, b)):
                if op in {"le", "lt"}:
                    a, b = b, a
                # Now: a >= b, or a > b.
                strict = UNIT if op in {"gt", "lt"} else 0
                up = self.level(b, not wanted, at), self.level(a, wanted, at)
                if wanted:
                    return _prim("add", _prim("sub", *up), ir.Const(strict))
                return _prim("sub", _prim("sub", up[1], up[0]), ir.Const(strict - UNIT))
            case ir.Prim("eq", (a, b)) if self._number(a) and self._number(b):
                if not wanted:
                    return ir.Cond(_prim("eq", a, b), ir.Const(UNIT), ir.Const(0))
                gap = at.fresh(INT)
                size = _times(_prim("max", gap, _prim("sub", ir.Const(0), gap)))
                return ir.Fold("sum", (ir.Be(gap, _prim("sub", a, b)),), size, None, INT)
            case ir.Prim("is_empty", (a,)) if wanted:
                return _times(_prim("size", a))
            case ir.Cond(asked, then, other):
                return ir.Cond(asked, self.margin(then, wanted, at), self.margin(other, wanted, at))
            case ir.Call(func, args) if wanted and self._compares(test):
                return ir.Call(self._margin_of(func), args)
        holds, not_yet = ir.Const(0), ir.Const(UNIT)
        return ir.Cond(test, holds, not_yet) if wanted else ir.Cond(test, not_yet, holds)

    def _margin_of(self, func: Func) -> Func:
        """The margin of a condition that has a name."""
        if func not in self._margins:
            new = Func(f"margin of {func.name}", type=INT)
            self._margins[func] = new
            copied = Transplant(new)
            new.params = tuple(copied.bound(p) for p in func.params)
            assert func.body is not None
            new.body = self.margin(copied.expr(func.body), True, copied)
        return self._margins[func]

    def level(self, node: ir.Expr, wanted_up: bool, at: Transplant) -> ir.Expr:
        """A number in parts of UNIT. Of pieces in a place that should become fewer, what counts is how many have left it, and how near
        the others are to leaving: that others come is not in the hands of those who work them off."""
        whole = _times(node)
        counted = None if wanted_up else self._counted(node)
        if counted is None:
            return whole
        field, index = counted
        ways = self.leaving(index[0], index[1])
        if not ways:
            return whole
        piece = at.fresh(INT)
        missing: ir.Expr = ir.Const(FAR)
        for way in ways:
            missing = _prim("min", missing, ir.Call(way, (piece,)))
        near = _prim("div", ir.Const(NEAR * UNIT * UNIT), _prim("add", ir.Const(NEAR * UNIT), missing))
        left = _prim("add", ir.Fold("sum", (ir.In(piece, field),), near, None, INT), self._gone(*index, at))
        shared = self._shared(field, index[0], index[1], at)
        if shared is not None:
            left = _prim("add", left, _prim("mul", shared, ir.Const(SHARED)))
        else:
            for helpers in self.nearby.helping:  # whoever stands on the board can still come
                left = _prim("add", left, _prim("mul", _prim("size", ir.Load(helpers, ir.Const(0))), ir.Const(HELP)))
        return _prim("sub", ir.Const(0), left)

    def _shared(self, pieces: ir.Expr, kind: Kind, place: Place, at: Transplant) -> ir.Expr | None:
        """How much of what all pieces ask for could be served at once, each helper once, if all came that are on the board."""
        for site, piece in self._sharing.get((kind.number, place.number), ()):
            for _ in range(CHAIN):
                for test, wanted in [pair for asked, held in site.tests for pair in _parts(asked, held)]:
                    func = Func(f"shared before {site.proc.name}", type=INT)
                    copied = Transplant(func, self._reaching(ANYWHERE))
                    clauses: tuple[ir.Clause, ...] = (ir.In(copied.bound(piece), pieces),)
                    if wanted and piece in set(expressions(test)) and copied.knows(test):
                        found = self._matched(test, copied, clauses)
                        if found is not None and copied.reached():
                            func.body = found
                            return ir.Call(func, ())
                caller = self._caller(site.proc, piece)
                if caller is None:
                    break
                site, piece = caller
        return None

    def _matched(self, test: ir.Expr, at: Transplant, clauses: tuple[ir.Clause, ...]) -> ir.Expr | None:
        """The matching that a condition asks for, of all pieces at once."""
        match test:
            case ir.Call(func, args) if func.body is not None:
                inner = at.called()
                given = tuple(ir.Be(inner.bound(p), at.expr(a)) for p, a in zip(func.params, args, strict=True))
                return self._matched(func.body, inner, (*clauses, *given))
            case ir.Prim("eq" | "ge", (ir.Prim("matching", (ir.Fold("groups") as families,)) as node, _)):
                one = at.expr(families)
                assert isinstance(one, ir.Fold) and isinstance(one.type, Seq)
                all_of_them = ir.Fold("groups", (*clauses, *one.clauses), one.value, None, Seq(one.type.elem, MOST_SHARED))
                return ir.Prim("matching", (all_of_them,), node.type)
        return None

    def _gone(self, kind: Kind, place: Place, at: Transplant) -> ir.Expr:
        """The pieces that lie where those go that leave, in parts of UNIT."""
        loc = self.program.loc
        assert loc is not None
        piece, where = at.fresh(INT), at.fresh(INT)
        there: ir.Expr = ir.Const(0)
        for low, high in sorted(self._goals[kind.number, place.number]):
            there = _prim("or", there, _prim("and", _prim("ge", where, ir.Const(low)), _prim("le", where, ir.Const(high))))
        pieces = ir.SetConst((1 << kind.count) - 1, Set(kind.base, kind.count))
        clauses = (ir.In(piece, pieces), ir.Be(where, ir.Load(loc, piece)), ir.Test(there))
        return _times(ir.Fold("count", clauses, None, None, INT))

    def _counted(self, node: ir.Expr) -> tuple[ir.Expr, tuple[Kind, Place]] | None:
        """The set of pieces of a kind in a place whose size a number is."""
        match node:
            case ir.Prim("size", (ir.Load(field) as load,)):
                for index in self.program.indexes:
                    if index.field is field and index.sort in {"inside", "members"} and index.place is not None:
                        return load, (index.kind, index.place)
        return None

    # ------------------------------------------------------------ how near a piece is to leaving a place

    def leaving(self, kind: Kind, place: Place) -> tuple[Func, ...]:
        """Functions of a piece: how much is missing until some statement takes it out of a place, 0 or more."""
        key = kind.number, place.number
        if key not in self._leaving:
            self._leaving[key] = self._leaving_of(kind, place)
        return self._leaving[key]

    def _leaving_of(self, kind: Kind, place: Place) -> tuple[Func, ...]:
        found: dict[tuple[Proc, int], Func] = {}
        for site in self._sites:
            match site.stmt:
                case ir.Effect("move" | "move_under", (ir.Local() as piece, target), _, number) if number == kind.number:
                    low, high = self.ranges.of(target)
                    if high < place.base or low >= place.base + place.sites:
                        func = self._from_afar(site, piece)
                        if func is not None:
                            self._sharing.setdefault((kind.number, place.number), []).append((site, piece))
                            found.setdefault((site.proc, piece.index), func)
                            self._goals.setdefault((kind.number, place.number), set()).add((low, high))
        return tuple(found.values())

    def _from_afar(self, site: Site, piece: ir.Local) -> Func | None:
        """How much is missing until a statement about a piece is reached; what is on its way counts in part."""
        near = self._behind(site, piece)
        far = [self._behind(site, piece, steps) for steps in range(1, len(STEPS))]
        if near is None or None in far:
            return near
        func = Func(f"until {site.proc.name}", type=INT)
        func.params = (Transplant(func).bound(piece),)
        total: ir.Expr = ir.Const(0)
        for weight, part in zip(STEPS, (near, *far), strict=True):
            assert part is not None
            total = _prim("add", total, _prim("mul", ir.Call(part, func.params), ir.Const(weight)))
        func.body = _prim("div", total, ir.Const(sum(STEPS)))
        return func

    def _behind(self, site: Site, piece: ir.Local, steps: int = 0) -> Func | None:
        """How much is missing until a statement about a piece is reached, by all conditions that speak of that piece alone. With `steps`:
        if pieces were there that are so many steps away; None if there are no such pieces."""
        func = Func(f"until {site.proc.name}" + (f" within {steps}" if steps else ""), type=INT)
        copied = Transplant(func, self._reaching(steps))
        func.params = (copied.bound(piece),)
        total: ir.Expr = ir.Const(0)
        numbers = False
        low, high = self.ranges.of_local(site.proc, piece.index)
        for _ in range(CHAIN):
            for test, wanted in [pair for asked, held in site.tests for pair in _parts(asked, held)]:
                if piece in set(expressions(test)) and copied.knows(test):
                    numbers = numbers or self._compares(test)
                    missing = self.margin(copied.expr(test), wanted, copied)
                    total = _prim("add", total, _prim("max", ir.Const(0), missing))
            caller = self._caller(site.proc, piece)
            if caller is None:
                break
            site, piece = caller
            copied = copied.renamed(piece, func.params[0])
            bounds = self.ranges.of_local(site.proc, piece.index)
            low, high = max(low, bounds[0]), min(high, bounds[1])
        if not numbers or (steps and not copied.reached()):
            return None
        # What is called there is called with such pieces only.
        inside = _prim("and", _prim("ge", func.params[0], ir.Const(low)), _prim("le", func.params[0], ir.Const(high)))
        func.body = ir.Cond(inside, total, ir.Const(FAR))
        return func

    def _caller(self, proc: Proc, piece: ir.Local) -> tuple[Site, ir.Local] | None:
        """The only place at which a procedure is called, if it gets the piece from a name."""
        calls = [s for s in self._sites if isinstance(s.stmt, ir.Do) and s.stmt.proc is proc]
        if piece not in proc.params or len(calls) != 1 or not isinstance(calls[0].stmt, ir.Do):
            return None
        given = calls[0].stmt.args[proc.params.index(piece)]
        return (calls[0], given) if isinstance(given, ir.Local) else None

    def _reaching(self, steps: int) -> Reaching | None:
        return Reaching(self, steps) if steps else None

    # ------------------------------------------------------------ what can be counted

    def _number(self, node: ir.Expr) -> bool:
        """Whether a value is a number of something, not the name of something or a flag."""
        match node:
            case ir.Prim("matching" | "bag_size" | "size" | "length" | "bag_count"):
                return True
            case ir.Fold("count" | "sum"):
                return True
            case ir.Prim("add" | "sub" | "mul" | "div" | "min" | "max", (a, b)):
                return self._number(a) or self._number(b)
            case ir.Cond(_, then, other):
                return self._number(then) or self._number(other)
            case ir.Call(func, _):
                return isinstance(func.type, Int) and func.body is not None and self._number(func.body)
        return isinstance(node, ir.Const)

    def _compares(self, test: ir.Expr) -> bool:
        """Whether numbers are compared in a condition."""
        for node in expressions(test):
            match node:
                case ir.Prim("ge" | "gt" | "le" | "lt"):
                    return True
                case ir.Prim("eq", (a, b)) if self._number(a) and self._number(b):
                    return True
                case ir.Call(func, _) if func.body is not None and self._compares(func.body):
                    return True
        return False


class Reaching:
    """Reads places as if pieces that are so many steps away were there."""

    def __init__(self, of: Distances, steps: int) -> None:
        self.of, self.steps = of, steps
        self.found = False

    def load(self, load: ir.Load, at: Transplant) -> ir.Expr:
        wide = self.of.nearby.widened(load, self.steps, lambda: at.fresh(INT))
        self.found = self.found or wide is not None
        return load if wide is None else wide

    def func(self, func: Func) -> Func:
        """A function once more, that reads places so; the same one where that changes nothing."""
        key = func, self.steps
        if key not in self.of.widened:
            self.of.widened[key] = None
            inner = Reaching(self.of, self.steps)
            new = Func(f"{func.name} within {self.steps}", type=func.type)
            copied = Transplant(new, inner)
            new.params = tuple(copied.bound(p) for p in func.params)
            assert func.body is not None
            new.body = copied.expr(func.body)
            self.of.widened[key] = new if inner.found else None
        new_or_none = self.of.widened[key]
        self.found = self.found or new_or_none is not None
        return new_or_none or func


class Transplant:
    """Copies expressions of a routine into a function. Every node is new: what was known where it stood is not known here."""

    def __init__(self, func: Func, reaching: Reaching | None = None) -> None:
        self.func, self._reaching = func, reaching
        self._map: dict[int, ir.Local] = {}

    def renamed(self, local: ir.Local, to: ir.Local) -> Transplant:
        """For another routine, in which a local stands for one that is already there."""
        new = Transplant(self.func, self._reaching)
        new._map[local.index] = to
        return new

    def fresh(self, type: Type, name: str = "x") -> ir.Local:
        self.func.locals.append(type)
        self.func.names.append(name)
        return ir.Local(len(self.func.locals) - 1, type)

    def called(self) -> Transplant:
        """For the body of a function that is put in place of a call."""
        return Transplant(self.func, self._reaching)

    def reached(self) -> bool:
        """Whether anything was found that can be on its way."""
        return self._reaching is not None and self._reaching.found

    def bound(self, local: ir.Local) -> ir.Local:
        new = self.fresh(local.type)
        self._map[local.index] = new
        return new

    def knows(self, node: ir.Expr) -> bool:
        """Whether an expression speaks of nothing but the state and locals that are known."""
        own = {c.local.index for x in expressions(node) if isinstance(x, ir.Fold) for c in x.clauses if not isinstance(c, ir.Test)}
        return all(not isinstance(x, ir.Local) or x.index in self._map or x.index in own for x in expressions(node))

    def expr(self, node: ir.Expr) -> ir.Expr:
        match node:
            case ir.Local(index):
                return self._map[index]
            case ir.Fold():
                clauses = []
                for clause in node.clauses:
                    new = rebuild_clause(clause, self.expr)
                    match new:
                        case ir.In(local, over):
                            new = ir.In(self.bound(local), over)
                        case ir.Be(local, value):
                            new = ir.Be(self.bound(local), value)
                    clauses.append(new)
                parts = [self.expr(x) if x is not None else None for x in (node.value, node.key, node.enough)]
                return ir.Fold(node.op, tuple(clauses), parts[0], parts[1], node.type, node.start, node.span, parts[2])
            case ir.Prim(op, args, type, span):
                return ir.Prim(op, tuple(map(self.expr, args)), type, span)
            case ir.Load(field, index, span):
                load = ir.Load(field, self.expr(index), span)
                return load if self._reaching is None else self._reaching.load(load, self)
            case ir.Look(table, index, span):
                return ir.Look(table, self.expr(index), span)
            case ir.Cond(test, then, other):
                return ir.Cond(self.expr(test), self.expr(then), self.expr(other))
            case ir.Call(func, args):
                called = func if self._reaching is None else self._reaching.func(func)
                return ir.Call(called, tuple(map(self.expr, args)))
        return rebuild(node, self.expr)


def _any_of(over: ir.Expr) -> ir.Expr | None:
    """Everything that a loop over an entry of a table can come to, whichever entry it is."""
    if not isinstance(over, ir.Look) or not isinstance(over.table.type, Seq):
        return None
    found = {v for entry in over.table.values if isinstance(entry, tuple) for v in entry}
    return ir.SetConst(sum(1 << v - min(found) for v in found), Set(min(found), max(found) - min(found) + 1)) if found else None


def _prim(op: PrimName, *args: ir.Expr) -> ir.Expr:
    return ir.Prim(op, args, INT)


def _times(node: ir.Expr) -> ir.Expr:
    return ir.Const(node.value * UNIT) if isinstance(node, ir.Const) else _prim("mul", node, ir.Const(UNIT))


def _one_more(node: ir.Expr) -> ir.Expr:
    return _prim("add", node, ir.Const(UNIT))


def _parts(test: ir.Expr, held: bool) -> list[tuple[ir.Expr, bool]]:
    """A condition that holds (or does not) as all that has to hold or not."""
    match test:
        case ir.Prim("not", (inner,)):
            return _parts(inner, not held)
        case ir.Prim("or", (a, b)) if not held:
            return _parts(a, False) + _parts(b, False)
    return [(part, True) for part in conjuncts(test)] if held else [(test, False)]
