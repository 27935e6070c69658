"""Expressions to closures: each node is matched once, when the game is loaded, and becomes a function of state and locals.

The state `S` is the flat list, the locals `L` a list with one entry for each local of the routine at hand.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, assert_never

from rulewright.core import ir
from rulewright.core.program import Func
from rulewright.core.types import Bag, Seq, Set
from rulewright.interpreter import primitives, sets
from rulewright.interpreter.errors import RuleError

if TYPE_CHECKING:
    from rulewright.interpreter.machine import Machine

State = list[int]
Locals = list[Any]
Eval = Callable[[State, Locals], Any]
Step = Callable[[State, Locals], bool]  # True: that was enough


COMPARE: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


class Expressions:
    """Compiles expressions of one program."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.program = machine.program
        self._funcs: dict[Func, Callable[..., Any]] = {}

    def expr(self, node: ir.Expr) -> Eval:
        match node:
            case ir.Const(value):
                return lambda S, L: value
            case ir.SetConst(bits, _):
                return lambda S, L: bits
            case ir.BagConst(counts, _):
                return lambda S, L: counts
            case ir.SeqConst(values, _):
                return lambda S, L: values
            case ir.Local(number, _):
                return lambda S, L: L[number]
            case ir.Load(field, index, span):
                return self._load(field.at, field.count, index, span)
            case ir.Look(table, index, span):
                return self._look(table.values, index, span)
            case ir.Where():
                return self._where(node)
            case ir.Prim():
                return self.prim(node)
            case ir.Cond(test, then, other):
                a, b, c = self.expr(test), self.expr(then), self.expr(other)
                return lambda S, L: b(S, L) if a(S, L) else c(S, L)
            case ir.Call(func, args):
                return self._call(func, args)
            case ir.Fold():
                return self.fold(node)
            case ir.Would(_, args, value):
                return self._would(node, [self.expr(a) for a in args], self.expr(value))
            case ir.Keep(_, _, value):
                return self.expr(value)
            case _:
                assert_never(node)

    def _where(self, node: ir.Where) -> Eval:
        value = self.expr(node.value)
        plus = self.expr(node.plus) if node.plus is not None else None
        start = node.field.at + node.type.base * node.stride - node.shift
        length, stride = node.type.size * node.stride, node.stride
        compare = COMPARE[node.op]

        def where(S: State, L: Locals) -> int:
            wanted = value(S, L)
            first = start if plus is None else start + plus(S, L)
            bits = 0
            for i, x in enumerate(S[first : first + length : stride]):
                if compare(x, wanted):
                    bits |= 1 << i
            return bits

        return where

    def _load(self, at: int, count: int, index: ir.Expr, span: int) -> Eval:
        if isinstance(index, ir.Const) and 0 <= index.value < count:
            fixed = at + index.value
            return lambda S, L: S[fixed]
        which = self.expr(index)

        def load(S: State, L: Locals) -> int:
            i: int = which(S, L)
            if 0 <= i < count:
                return S[at + i]
            raise RuleError("missing", span)

        return load

    def _look(self, values: tuple[Any, ...], index: ir.Expr, span: int) -> Eval:
        which = self.expr(index)
        count = len(values)

        def look(S: State, L: Locals) -> Any:
            i = which(S, L)
            if 0 <= i < count:
                return values[i]
            raise RuleError("missing", span)

        return look

    def _call(self, func: Func, args: tuple[ir.Expr, ...]) -> Eval:
        given = [self.expr(a) for a in args]

        def call(S: State, L: Locals) -> Any:
            return self.func(func)(S, [g(S, L) for g in given])

        return call

    def func(self, func: Func) -> Callable[..., Any]:
        """A pure function: takes the state and its arguments."""
        if func not in self._funcs:
            assert func.body is not None
            body = self.expr(func.body)
            rest = len(func.locals) - len(func.params)
            self._funcs[func] = lambda S, args: body(S, args + [0] * rest)
        return self._funcs[func]

    def _would(self, node: ir.Would, args: list[Eval], value: Eval) -> Eval:
        proc = node.proc

        def would(S: State, L: Locals) -> Any:
            given = [a(S, L) for a in args]
            trial = S[:]
            self.machine.pieces.trying += 1
            try:
                self.machine.perform(proc, trial, given)
                return value(trial, L)
            finally:
                self.machine.pieces.trying -= 1

        return would

    # ------------------------------------------------------------ primitives

    def prim(self, node: ir.Prim) -> Eval:
        args = [self.expr(a) for a in node.args]
        if node.op == "and":
            a, b = args
            return lambda S, L: int(bool(a(S, L)) and bool(b(S, L)))
        if node.op == "or":
            a, b = args
            return lambda S, L: int(bool(a(S, L)) or bool(b(S, L)))
        function = primitives.simple(self.program, node)
        if function is not None:
            return _apply(function, args)
        of_state = self.machine.state_primitive(node)
        return lambda S, L: of_state(S, *[a(S, L) for a in args])

    # ------------------------------------------------------------ comprehensions

    def clauses(self, clauses: tuple[ir.Clause, ...], inner: Step) -> Step:
        """Run through the clauses and do `inner` for each way; stop when it says so."""
        step = inner
        for clause in reversed(clauses):
            step = self._clause(clause, step)
        return step

    def _clause(self, clause: ir.Clause, after: Step) -> Step:
        match clause:
            case ir.In(local, over):
                return self._in(local.index, over, after)
            case ir.Be(local, value):
                index, what = local.index, self.expr(value)

                def be(S: State, L: Locals) -> bool:
                    L[index] = what(S, L)
                    return after(S, L)

                return be
            case ir.Test(test):
                check = self.expr(test)
                return lambda S, L: bool(check(S, L)) and after(S, L)
            case _:
                assert_never(clause)

    def _in(self, index: int, over: ir.Expr, after: Step) -> Step:
        source = self.expr(over)
        if isinstance(over.type, Set):
            base = over.type.base

            def through_set(S: State, L: Locals) -> bool:
                for x in sets.members(source(S, L), base):
                    L[index] = x
                    if after(S, L):
                        return True
                return False

            return through_set

        def through_seq(S: State, L: Locals) -> bool:
            for x in source(S, L):
                L[index] = x
                if after(S, L):
                    return True
            return False

        return through_seq

    def fold(self, node: ir.Fold) -> Eval:
        value = self.expr(node.value) if node.value is not None else None
        key = self.expr(node.key) if node.key is not None else None
        type = node.type
        gather: list[Any] = []

        def collect(S: State, L: Locals) -> bool:
            assert value is not None
            gather[-1].append(value(S, L))
            return False

        def collect_pairs(S: State, L: Locals) -> bool:
            assert value is not None and key is not None
            gather[-1].append((key(S, L), value(S, L)))
            return False

        match node.op:
            case "any":
                run = self.clauses(node.clauses, lambda S, L: True)
                return lambda S, L: int(run(S, L))
            case "first":
                return self._first(node, value)
            case "sets" if node.enough is not None:
                return self._until(node, self.expr(node.enough), value)
            case "best" | "worst" | "ranked" | "tiers":
                through = self.clauses(node.clauses, collect_pairs)
            case "count":
                value = lambda S, L: 1  # noqa: E731
                through = self.clauses(node.clauses, collect)
            case _:
                through = self.clauses(node.clauses, collect)
        finish = _finish(node, type)

        def fold(S: State, L: Locals) -> Any:
            gather.append([])
            try:
                through(S, L)
            finally:
                found = gather.pop()
            return finish(found)

        return fold

    def _until(self, node: ir.Fold, enough: Eval, value: Eval | None) -> Eval:
        """The union of sets, as long as something of a set is missing."""
        assert value is not None
        result: list[list[int]] = []

        def add(S: State, L: Locals) -> bool:
            result[-1][0] |= value(S, L)
            return not result[-1][1] & ~result[-1][0]

        run = self.clauses(node.clauses, add)

        def until(S: State, L: Locals) -> int:
            wanted = enough(S, L)
            if not wanted:
                return 0
            result.append([0, wanted])
            run(S, L)
            return result.pop()[0]

        return until

    def _first(self, node: ir.Fold, value: Eval | None) -> Eval:
        assert value is not None
        result: list[Any] = []

        def found(S: State, L: Locals) -> bool:
            result[-1] = value(S, L)
            return True

        run = self.clauses(node.clauses, found)

        def first(S: State, L: Locals) -> Any:
            result.append(-1)
            run(S, L)
            return result.pop()

        return first


def _apply(function: Callable[..., Any], args: list[Eval]) -> Eval:
    match args:
        case [a]:
            return lambda S, L: function(a(S, L))
        case [a, b]:
            return lambda S, L: function(a(S, L), b(S, L))
        case _:
            return lambda S, L: function(*[a(S, L) for a in args])


def _finish(node: ir.Fold, type: Any) -> Callable[[list[Any]], Any]:
    """What becomes of the gathered values."""
    match node.op:
        case "count":
            return len
        case "sum":
            return lambda found: primitives.checked(sum(found), -1)
        case "most":
            return lambda found: max(found, default=node.start)
        case "least":
            return lambda found: min(found, default=node.start)
        case "last":
            return lambda found: found[-1] if found else -1
        case "set":
            assert isinstance(type, Set)
            base, size = type.base, type.size
            return lambda found: _union(sets.one(x, base, size) for x in found)
        case "sets":
            return _union
        case "seq":
            assert isinstance(type, Seq)
            return lambda found: _capped(tuple(dict.fromkeys(found)), type.cap)
        case "list" | "groups":
            assert isinstance(type, Seq)
            return lambda found: _capped(tuple(found), type.cap)
        case "families":
            return lambda found: found[0] if found else ()
        case "bag":
            assert isinstance(type, Bag)
            low, count = type.base, type.size
            return lambda found: tuple(found.count(low + i) for i in range(count))
        case "bags":
            assert isinstance(type, Bag)
            nothing = (0,) * type.size
            return lambda found: tuple(map(sum, zip(*found, strict=True))) if found else nothing
        case "best" | "worst":
            assert isinstance(type, Set)
            extreme = max if node.op == "best" else min
            base, size = type.base, type.size
            return lambda found: _best(found, extreme, base, size)
        case "ranked":
            return lambda found: tuple(x for _, x in sorted(found, key=lambda pair: -pair[0]))
        case "tiers":
            assert isinstance(type, Seq) and isinstance(type.elem, Set)
            base, size = type.elem.base, type.elem.size
            return lambda found: _tiers(found, base, size)
    raise ValueError(f"no fold {node.op}")


def _union(parts: Any) -> int:
    bits = 0
    for part in parts:
        bits |= part
    return bits


def _capped(found: tuple[Any, ...], cap: int) -> tuple[Any, ...]:
    if len(found) > cap:
        raise RuleError("list", -1)
    return found


def _best(found: list[tuple[int, int]], extreme: Any, base: int, size: int) -> int:
    if not found:
        return 0
    goal = extreme(k for k, _ in found)
    return _union(sets.one(x, base, size) for k, x in found if k == goal)


def _tiers(found: list[tuple[int, int]], base: int, size: int) -> tuple[int, ...]:
    keys = sorted({k for k, _ in found}, reverse=True)
    return tuple(_union(sets.one(x, base, size) for k, x in found if k == key) for key in keys)
