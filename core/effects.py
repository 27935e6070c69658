"""What expressions read and what statements write, field by field. Used for weaving standing conditions and by the compiler."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Field, Func, Proc, Program
from rulewright.core.walk import bodies, children, parts


class Effects:
    """Read and write sets of one program, computed on demand; calls are followed."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._funcs: dict[Func, frozenset[Field]] = {}
        self._procs: dict[Proc, frozenset[Field]] = {}
        self._proc_reads: dict[Proc, frozenset[Field]] = {}
        moving = [f for f in (program.loc, program.pos, program.known) if f is not None]
        moving += [i.field for i in program.indexes if i.sort != "owned"]
        self.moving = frozenset(moving)
        owning = [program.owner] if program.owner is not None else []
        owning += [i.field for i in program.indexes if i.sort in {"owned", "cells"}]
        self.owning = frozenset(owning)
        self.history = frozenset(f for f in program.fields if f.name in {"history", "remembered"})

    # ------------------------------------------------------------ reads

    def reads(self, node: ir.Expr) -> frozenset[Field]:
        found: set[Field] = set()
        self._read(node, found)
        return frozenset(found)

    def _read(self, node: ir.Expr, found: set[Field]) -> None:
        program = self.program
        match node:
            case ir.Load(field, _, _) | ir.Where(_, field, _, _, _):
                found.add(field)
            case ir.Call(func, _):
                found |= self.of_func(func)
            case ir.Would(proc, _, _):
                found |= self.reads_of(proc)
            case ir.Prim("on_site", _, _, _) if program.loc is not None:
                found.add(program.loc)
            case ir.Prim("top" | "bottom" | "mystery", _, _, _):
                found |= {f for f in (program.loc, program.pos) if f is not None}
            case ir.Prim("foremost", _, _, _):
                found |= {f for f in (program.loc, program.owner, program.known) if f is not None}
                found |= {a.field for k in program.kinds for a in k.attributes.values() if a.field is not None}
            case ir.Prim("repeated", _, _, _):
                found |= self.history
        for child in children(node):
            self._read(child, found)

    def of_func(self, func: Func) -> frozenset[Field]:
        if func not in self._funcs:
            self._funcs[func] = frozenset()
            self._funcs[func] = self.reads(func.body) if func.body is not None else frozenset()
        return self._funcs[func]

    def reads_of(self, proc: Proc) -> frozenset[Field]:
        """All that a procedure and those it calls read."""
        if proc not in self._proc_reads:
            self._proc_reads[proc] = frozenset()
            found: set[Field] = set()
            self._block_reads(proc.body, found)
            self._proc_reads[proc] = frozenset(found)
        return self._proc_reads[proc]

    def _block_reads(self, body: tuple[ir.Stmt, ...], found: set[Field]) -> None:
        for stmt in body:
            for part in parts(stmt):
                self._read(part, found)
            if isinstance(stmt, ir.Do):
                found |= self.reads_of(stmt.proc)
            if isinstance(stmt, ir.StoreBit):
                found.add(stmt.field)
            for inner in bodies(stmt):
                self._block_reads(inner, found)

    # ------------------------------------------------------------ writes

    def direct(self, stmt: ir.Stmt) -> frozenset[Field]:
        """What a statement itself writes, without its blocks and without what it calls."""
        program = self.program
        match stmt:
            case ir.Store(field, _, _, _, _) | ir.StoreBit(field, _, _, _):
                return frozenset({field})
            case ir.Effect(op, _, _, kind):
                match op:
                    case "move" | "move_under" | "swap":
                        return self.moving
                    case "set_owner":
                        return self.owning
                    case "take" | "put" | "shift":
                        tokens = program.kinds[kind].tokens
                        return frozenset({tokens}) if tokens is not None else frozenset()
                    case "from_box" | "to_box":
                        supply = program.kinds[kind].supply
                        return frozenset({supply}) if supply is not None else frozenset()
                    case "shuffle" | "surface":
                        return frozenset({program.pos}) if program.pos is not None else frozenset()
                    case "know":
                        return frozenset({program.known}) if program.known is not None else frozenset()
                    case "record":
                        return self.history
                    case _:
                        return frozenset()
            case ir.End():
                return frozenset(f for f in (program.over, program.winners, program.ending, program.cause) if f is not None)
            case _:
                return frozenset()

    def writes(self, body: tuple[ir.Stmt, ...]) -> frozenset[Field]:
        """All that a block writes, calls included."""
        found: set[Field] = set()
        for stmt in body:
            found |= self.direct(stmt)
            if isinstance(stmt, ir.Do):
                found |= self.writes_of(stmt.proc)
            for inner in bodies(stmt):
                found |= self.writes(inner)
        return frozenset(found)

    def writes_of(self, proc: Proc) -> frozenset[Field]:
        if proc not in self._procs:
            self._procs[proc] = frozenset()
            # Twice, so that what a recursive procedure writes is complete.
            self._procs[proc] = self.writes(proc.body)
            self._procs[proc] = self.writes(proc.body)
        return self._procs[proc]


def callees(body: tuple[ir.Stmt, ...]) -> set[Proc]:
    """The procedures that a block calls directly."""
    found: set[Proc] = set()
    for stmt in body:
        if isinstance(stmt, ir.Do):
            found.add(stmt.proc)
        for inner in bodies(stmt):
            found |= callees(inner)
    return found


def reachable(start: Proc) -> set[Proc]:
    """A procedure and all it calls, directly or not."""
    found: set[Proc] = set()
    waiting = [start]
    while waiting:
        proc = waiting.pop()
        if proc not in found:
            found.add(proc)
            waiting += callees(proc.body)
    return found
