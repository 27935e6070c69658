"""A program in one fixed order: neighbours that have nothing to do with each other stand in the order of their texts.

Two statements may change places if neither writes what the other reads or writes, neither asks, ends or leaves anything, and not both
shuffle or speak. So rules that differ in such an order alone come to the same text, and are known to mean the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.core import ir
from rulewright.core.effects import Effects, reachable
from rulewright.core.printer import Printer, print_func
from rulewright.core.program import Field, Proc, Program
from rulewright.core.walk import expressions, parts, statements

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


def in_order(program: Program) -> str:
    """The text of the whole program, as `print_program` has it, in that order."""
    order = _Order(program)
    lines = [f"program {program.title!r} for {len(program.seats)}: {program.size} bytes"]
    for f in program.fields:
        lines.append(f"field {f.name}: {f.type} x {f.count} from {f.low} to {f.high} at {f.offset} ({f.width})")
    lines += [print_func(f) for f in program.funcs]
    lines += [line for p in program.procs for line in order.proc(p)]
    return "\n".join(lines) + "\n"


class _Order:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = Effects(program)
        self._still: dict[Proc, bool] = {}

    def proc(self, proc: Proc) -> list[str]:
        printer = Printer(proc.names)
        params = ", ".join(f"{printer.local(p)}: {p.type}" for p in proc.params)
        head = f"proc {proc.name}({params}){' can stop' if proc.can_stop else ''}"
        return [head, *printer.block(self._block(proc.body, printer), 1)]

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
        match stmt:
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
        return _Touch(still, bool(ops & SOUNDS), written, written | read, assigned, assigned | used)

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
    return (
        one.still
        and two.still
        and not (one.sounds and two.sounds)
        and not (one.written & two.touched or two.written & one.touched)
        and not (one.assigned & two.used or two.assigned & one.used)
    )
