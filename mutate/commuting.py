"""A program in one fixed order: neighbours that have nothing to do with each other stand in the order of their texts.

Two statements may change places if neither writes what the other reads or writes, neither asks, ends or leaves anything, and not both
shuffle or speak; and if both add to values of one field. Cases that ask whether the same value is this or that may change places,
too. Locals are numbered as they come, and a set-up that leaves nothing to chance stands for the position it comes to. So rules that
differ in such an order alone come to the same text, and are known to mean the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.core import ir
from rulewright.core.effects import Effects, reachable
from rulewright.core.layout import initial
from rulewright.core.printer import Printer
from rulewright.core.program import Field, Func, Proc, Program
from rulewright.core.walk import expressions, parts, rebuild, rebuild_stmt, statements, unplaced
from rulewright.interpreter.errors import RuleError
from rulewright.play.engines import Interpreted

FINAL = (ir.Ask, ir.Return, ir.End, ir.Fired)
SOUNDS = {"shuffle", "say", "none_left"}  # where the order shows although no field does


@dataclass(frozen=True, slots=True)
class _Touch:
    """What a statement has to do with the rest."""

    still: bool  # nothing stops or ends in it, and no position is kept
    sounds: bool
    written: frozenset[Field]
    touched: frozenset[Field]
    assigned: frozenset[int]
    used: frozenset[int]
    raised: frozenset[Field]  # a field to a value of which it adds something, and does nothing else


def in_order(program: Program) -> str:
    """The text of the whole program, as `print_program` has it, in that order."""
    order = _Order(program)
    lines = [f"program {program.title!r} for {len(program.seats)}: {program.size} bytes"]
    for f in program.fields:
        lines.append(f"field {f.name}: {f.type} x {f.count} from {f.low} to {f.high} at {f.offset} ({f.width})")
    lines += [order.func(f) for f in program.funcs]
    first, position = _position(program)
    lines += [line for p in program.procs for line in ([position] if p is first else order.proc(p))]
    return "\n".join(lines) + "\n"


def _position(program: Program) -> tuple[Proc | None, str]:
    """The procedure that sets up a match, and the position it comes to if nothing is left to chance or to anybody."""
    begins = program.main.body[0] if program.main is not None and program.main.body else None
    if not isinstance(begins, ir.Do) or any(s.proc is begins.proc for p in program.procs if p is not program.main for s in _calls(p)):
        return None, ""
    deep = [s for p in reachable(begins.proc) for s in statements(p.body)]
    if any(isinstance(s, ir.Ask | ir.End) or (isinstance(s, ir.Effect) and s.op in {*SOUNDS, "record"}) for s in deep):
        return None, ""
    machine, state = Interpreted(program).machine, initial(program)
    try:
        machine.perform(begins.proc, state, [machine.eval(a, state, []) for a in begins.args])
    except (RuleError, ArithmeticError, LookupError):
        return None, ""
    return begins.proc, f"proc {begins.proc.name} comes to {state}"


def _calls(proc: Proc) -> Iterator[ir.Do]:
    return (s for s in statements(proc.body) if isinstance(s, ir.Do))


def _params(routine: Func | Proc) -> str:
    printer = Printer(routine.names)
    return ", ".join(f"{printer.local(p)}: {p.type}" for p in routine.params)


def _cases(node: ir.Expr) -> ir.Expr:
    """Cases of which only one can hold, in the order of what they ask for."""
    node = rebuild(node, _cases)
    match node:
        case ir.Cond(test, then, ir.Cond(second, more, rest)) if _apart_cases(test, second) and _value(second) < _value(test):
            return ir.Cond(second, more, _cases(ir.Cond(test, then, rest)))
        case _:
            return node


def _apart_cases(one: ir.Expr, two: ir.Expr) -> bool:
    """Both compare the same with a constant, each with another one."""
    match one, two:
        case ir.Prim("eq", (a, ir.Const(x))), ir.Prim("eq", (b, ir.Const(y))):
            return x != y and unplaced(a) == unplaced(b)
        case _:
            return False


def _value(test: ir.Expr) -> int:
    assert isinstance(test, ir.Prim) and isinstance(test.args[1], ir.Const)
    return test.args[1].value


class _Order:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = Effects(program)
        self._still: dict[Proc, bool] = {}

    def func(self, func: Func) -> str:
        body = Printer(func.names).expr(_cases(func.body)) if func.body is not None else "?"
        return self._numbered(f"func {func.name}({_params(func)}): {func.type} = {body}", func.names)

    def proc(self, proc: Proc) -> list[str]:
        printer = Printer(proc.names)
        head = f"proc {proc.name}({_params(proc)}){' can stop' if proc.can_stop else ''}"
        return [self._numbered("\n".join([head, *printer.block(self._block(proc.body, printer), 1)]), proc.names)]

    def _numbered(self, text: str, names: list[str]) -> str:
        """Locals by the order in which they come."""
        called = {f"{name.replace(' ', '_')}.{number}" for number, name in enumerate(names)}
        if not called or called & {f.name for f in self.program.fields}:
            return text
        numbers: dict[str, int] = {}
        either = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
        return re.sub(rf"(?<![\w.])(?:{either})(?!\d)", lambda found: f"%{numbers.setdefault(found[0], len(numbers))}", text)

    def _block(self, body: tuple[ir.Stmt, ...], printer: Printer) -> tuple[ir.Stmt, ...]:
        found = [self._inside(stmt, printer) for stmt in body]
        if len(found) < 2:
            return tuple(found)
        rows = [(stmt, self._touch(stmt), "\n".join(printer.stmt(stmt, 0))) for stmt in found]
        moved = True
        while moved:
            moved = False
            for i in range(len(rows) - 1):
                if rows[i + 1][2] < rows[i][2] and _apart(rows[i][1], rows[i + 1][1]):
                    rows[i], rows[i + 1] = rows[i + 1], rows[i]
                    moved = True
        return tuple(stmt for stmt, _, _ in rows)

    def _inside(self, stmt: ir.Stmt, printer: Printer) -> ir.Stmt:
        stmt = rebuild_stmt(stmt, _cases)
        match stmt:
            case ir.If(test, then, (ir.If(second, _, rest) as inner,)) if _apart_cases(test, second) and _value(second) < _value(test):
                return self._inside(replace(inner, other=(replace(stmt, other=rest),)), printer)
            case ir.If(_, then, other):
                return replace(stmt, then=self._block(then, printer), other=self._block(other, printer))
            case ir.While(_, body, _) | ir.For(_, _, body):
                return replace(stmt, body=self._block(body, printer))
            case ir.Ask(choice, otherwise):
                alts = tuple(replace(alt, body=self._block(alt.body, printer)) for alt in choice.alts)
                return replace(stmt, choice=replace(choice, alts=alts), otherwise=self._block(otherwise, printer))
            case _:
                return stmt

    # ------------------------------------------------------------ what belongs together

    def _touch(self, stmt: ir.Stmt) -> _Touch:
        inner = list(statements((stmt,)))
        called = {p for s in inner if isinstance(s, ir.Do) for p in reachable(s.proc)}
        deep = [*inner, *(s for p in called for s in statements(p.body))]
        ops = {s.op for s in deep if isinstance(s, ir.Effect)}
        written = self.effects.writes((stmt,))
        read: set[Field] = set()
        for s in deep:
            for part in parts(s):
                read |= self.effects.reads(part)
            if isinstance(s, ir.StoreBit):
                read.add(s.field)
        if ops:
            program = self.program
            read |= {f for f in (program.loc, program.pos, program.owner, program.known) if f is not None}
        still = not any(isinstance(s, FINAL) for s in inner) and all(self._quiet(p) for p in called) and "record" not in ops
        assigned, used = frozenset(_assigned(inner)), frozenset(_used(inner))
        return _Touch(still, bool(ops & SOUNDS), written, written | read, assigned, assigned | used, self._raised(stmt))

    def _raised(self, stmt: ir.Stmt) -> frozenset[Field]:
        """A sum comes to the same in either order, if nothing in it is read from the position but what is added to."""
        match stmt:
            case ir.Store(field, index, ir.Prim("add" | "sub", (ir.Load(same, at, _), more)), False) if same is field and at == index:
                return frozenset() if self.effects.reads(index) | self.effects.reads(more) else frozenset({field})
            case _:
                return frozenset()

    def _quiet(self, proc: Proc) -> bool:
        if proc not in self._still:
            ends = any(isinstance(s, ir.Ask | ir.End | ir.Fired) for s in statements(proc.body))
            self._still[proc] = not proc.can_stop and not ends
        return self._still[proc]


def _assigned(inner: list[ir.Stmt]) -> Iterator[int]:
    for s in inner:
        if isinstance(s, ir.Assign | ir.AssignAt | ir.For):
            yield s.local.index


def _used(inner: list[ir.Stmt]) -> Iterator[int]:
    for s in inner:
        for part in parts(s):
            for node in expressions(part):
                if isinstance(node, ir.Local):
                    yield node.index


def _apart(one: _Touch, two: _Touch) -> bool:
    sums = one.raised & two.raised
    return (
        one.still
        and two.still
        and not (one.sounds and two.sounds)
        and not ((one.written & two.touched or two.written & one.touched) and not sums)
        and not (one.assigned & two.used or two.assigned & one.used)
    )
