"""Statements to closures, for everything between two stops."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, assert_never

from rulewright.core import ir
from rulewright.core.flow import DEEPEST_CALLS
from rulewright.core.program import Proc
from rulewright.core.types import Set
from rulewright.interpreter import sets
from rulewright.interpreter.errors import LONGEST_LOOP, RuleError
from rulewright.interpreter.expressions import Eval, Locals, State
from rulewright.interpreter.pieces import effect

if TYPE_CHECKING:
    from rulewright.interpreter.machine import Machine

ENDINGS = {"win": 1, "lose": 2, "draw": 3, "won": 4, "ending": 5}
Exec = Callable[[State, Locals], bool]  # True: leave the procedure
PYTHON_FRAMES = 100 * DEEPEST_CALLS  # enough for every procedure that is inside another one


class Statements:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._procs: dict[Proc, Callable[[State, list[Any]], None]] = {}
        self.depth = 0  # how deep procedures that call themselves are inside each other
        if any(p.recursive for p in machine.program.procs):
            sys.setrecursionlimit(max(sys.getrecursionlimit(), PYTHON_FRAMES))

    def proc(self, proc: Proc) -> Callable[[State, list[Any]], None]:
        """A procedure that cannot stop, as a function of the state and its arguments."""
        if proc not in self._procs:
            body = self.block(proc.body)
            rest = len(proc.locals) - len(proc.params)
            run = self._deeper if proc.recursive else _run
            self._procs[proc] = lambda S, args: run(body, S, args, rest, proc)
        return self._procs[proc]

    def _deeper(self, body: Exec, S: State, args: list[Any], rest: int, proc: Proc) -> None:
        """A procedure that may come to call itself; not without end."""
        if self.depth >= DEEPEST_CALLS:
            raise RuleError("stack", proc.span)
        self.depth += 1
        try:
            body(S, args + [0] * rest)
        finally:
            self.depth -= 1

    def block(self, body: tuple[ir.Stmt, ...]) -> Exec:
        steps = [self.stmt(s) for s in body]
        over = self.machine.program.over
        assert over is not None
        at = over.at
        if len(steps) == 1:
            return steps[0]

        def run(S: State, L: Locals) -> bool:
            for step in steps:
                if step(S, L) or S[at]:
                    return True
            return False

        return run

    def stmt(self, stmt: ir.Stmt) -> Exec:
        expr = self.machine.expressions.expr
        match stmt:
            case ir.Assign(local, value):
                return _assign(local.index, expr(value))
            case ir.AssignAt(local, index, value):
                return _assign_at(local.index, expr(index), expr(value))
            case ir.Store():
                return self._store(stmt)
            case ir.StoreBit(field, index, member, value):
                assert isinstance(field.type, Set)
                return _store_bit(field.at, field.type.base, expr(index), expr(member), expr(value))
            case ir.Effect(_, args, _, _):
                return _effect(effect(self.machine.pieces, stmt), [expr(a) for a in args])
            case ir.If(test, then, other):
                return _if(expr(test), self.block(then), self.block(other))
            case ir.While(test, body, span):
                return _while(expr(test), self.block(body), span)
            case ir.For(local, over, body):
                return _for(local.index, expr(over), over.type, self.block(body))
            case ir.Do(proc, args, _):
                return self._do(proc, [expr(a) for a in args])
            case ir.Return():
                return lambda S, L: True
            case ir.End():
                return self._end(stmt)
            case ir.Fired(rule):
                return self._fired(rule)
            case ir.Ask():
                raise TypeError("a decision stands where nothing may stop")
            case _:
                assert_never(stmt)

    def _store(self, stmt: ir.Store) -> Exec:
        expr = self.machine.expressions.expr
        field, span = stmt.field, stmt.span
        index, value = expr(stmt.index), expr(stmt.value)
        at, count = field.at, field.count
        if isinstance(field.type, Set):

            def store_set(S: State, L: Locals) -> bool:
                S[at + _within(index(S, L), count, span)] = value(S, L)
                return False

            return store_set
        low, high, clamp = field.low, field.high, stmt.clamp

        def store(S: State, L: Locals) -> bool:
            new = value(S, L)
            if not low <= new <= high:
                if not clamp:
                    raise RuleError("range", span)
                new = max(low, min(high, new))
            S[at + _within(index(S, L), count, span)] = new
            return False

        return store

    def _do(self, proc: Proc, args: list[Eval]) -> Exec:
        def do(S: State, L: Locals) -> bool:
            self.proc(proc)(S, [a(S, L) for a in args])
            return False

        return do

    def _end(self, stmt: ir.End) -> Exec:
        program = self.machine.program
        assert program.over is not None and program.winners is not None and program.ending is not None and program.cause is not None
        over, winners, ending, cause = program.over.at, program.winners.at, program.ending.at, program.cause.at
        who = self.machine.expressions.expr(stmt.who) if stmt.who is not None else None

        def end(S: State, L: Locals) -> bool:
            S[winners] = who(S, L) if who is not None else 0
            S[over] = ENDINGS[stmt.how]
            S[ending] = stmt.ending
            S[cause] = stmt.span
            return True

        return end

    def _fired(self, rule: int) -> Exec:
        machine = self.machine

        def fired(S: State, L: Locals) -> bool:
            if not machine.pieces.trying:
                machine.fired[rule] += 1
            return False

        return fired


def _within(index: int, count: int, span: int) -> int:
    if 0 <= index < count:
        return index
    raise RuleError("missing", span)


def _run(body: Exec, S: State, args: list[Any], rest: int, proc: Proc) -> None:
    body(S, args + [0] * rest)


def _assign(index: int, value: Eval) -> Exec:
    def assign(S: State, L: Locals) -> bool:
        L[index] = value(S, L)
        return False

    return assign


def _assign_at(index: int, at: Eval, value: Eval) -> Exec:
    def assign_at(S: State, L: Locals) -> bool:
        row = list(L[index])
        row[at(S, L)] = value(S, L)
        L[index] = row
        return False

    return assign_at


def _store_bit(at: int, base: int, index: Eval, member: Eval, value: Eval) -> Exec:
    def store_bit(S: State, L: Locals) -> bool:
        slot, bit = at + index(S, L), member(S, L) - base
        if bit < 0:
            raise RuleError("missing", -1)
        S[slot] = S[slot] | 1 << bit if value(S, L) else S[slot] & ~(1 << bit)
        return False

    return store_bit


def _effect(run: Callable[..., None], args: list[Eval]) -> Exec:
    def do(S: State, L: Locals) -> bool:
        run(S, *[a(S, L) for a in args])
        return False

    return do


def _if(test: Eval, then: Exec, other: Exec) -> Exec:
    return lambda S, L: then(S, L) if test(S, L) else other(S, L)


def _while(test: Eval, body: Exec, span: int) -> Exec:
    def loop(S: State, L: Locals) -> bool:
        rounds = 0
        while test(S, L):
            if body(S, L):
                return True
            rounds += 1
            if rounds > LONGEST_LOOP:
                raise RuleError("runaway", span)
        return False

    return loop


def _for(index: int, over: Eval, type: Any, body: Exec) -> Exec:
    if isinstance(type, Set):
        base = type.base

        def through_set(S: State, L: Locals) -> bool:
            for x in sets.members(over(S, L), base):
                L[index] = x
                if body(S, L):
                    return True
            return False

        return through_set

    def through_seq(S: State, L: Locals) -> bool:
        for x in over(S, L):
            L[index] = x
            if body(S, L):
                return True
        return False

    return through_seq
