"""What expressions read and what statements write, field by field. Used for weaving standing conditions and by the compiler."""

from __future__ import annotations

from typing import assert_never

from rulewright.core import ir
from rulewright.core.ops import CHANGES, PRIMS, ChangeName, Slot
from rulewright.core.program import Field, Func, Proc, Program
from rulewright.core.walk import bodies, children, parts


class Effects:
    """Read and write sets of one program, computed on demand; calls are followed."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._funcs: dict[Func, frozenset[Field]] = {}
        self._procs: dict[Proc, frozenset[Field]] = {}
        self._proc_reads: dict[Proc, frozenset[Field]] = {}
        self._changes: dict[tuple[ChangeName, int], frozenset[Field]] = {}

    # ------------------------------------------------------------ slots

    def read_by(self, slot: Slot) -> frozenset[Field]:
        """The fields that an operation reads with a slot. Who loads what is kept beside them names its field."""
        program = self.program
        match slot:
            case "where":
                found = [program.loc]
            case "order":
                found = [program.pos]
            case "owner":
                found = [program.owner]
            case "knowledge":
                found = [program.known]
            case "attributes":
                found = [a.field for k in program.kinds for a in k.attributes.values()]
            case "history":
                found = [f for f in program.fields if f.name in {"history", "remembered"}]
            case "tokens":
                found = [k.tokens for k in program.kinds]
            case "supply":
                found = [k.supply for k in program.kinds]
            case _:
                assert_never(slot)
        return frozenset(f for f in found if f is not None)

    def written_by(self, slot: Slot, kind: int) -> frozenset[Field]:
        """The fields that an operation on a kind of pieces writes with a slot, with all that is kept beside them."""
        match slot:
            case "where":
                return self.read_by(slot) | {i.field for i in self.program.indexes if i.sort != "owned"}
            case "owner":
                return self.read_by(slot) | {i.field for i in self.program.indexes if i.sort in {"owned", "cells"}}
            case "tokens" | "supply":
                of = self.program.kinds[kind]
                field = of.tokens if slot == "tokens" else of.supply
                return frozenset() if field is None else frozenset({field})
            case "order" | "knowledge" | "attributes" | "history":
                return self.read_by(slot)
            case _:
                assert_never(slot)

    # ------------------------------------------------------------ reads

    def reads(self, node: ir.Expr) -> frozenset[Field]:
        found: set[Field] = set()
        self._read(node, found)
        return frozenset(found)

    def _read(self, node: ir.Expr, found: set[Field]) -> None:
        match node:
            case ir.Load(field, _, _) | ir.Where(_, field):
                found.add(field)
            case ir.Call(func, _):
                found |= self.of_func(func)
            case ir.Would(proc, _, _):
                found |= self.reads_of(proc)
            case ir.Prim(op, _, _, _) if PRIMS[op].reads:
                for slot in PRIMS[op].reads:
                    found |= self.read_by(slot)
            case _:
                pass
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
                return self._changed(op, kind)
            case ir.End():
                return frozenset(f for f in (program.over, program.winners, program.ending, program.cause) if f is not None)
            case ir.Assign() | ir.AssignAt() | ir.If() | ir.While() | ir.For() | ir.Do() | ir.Return() | ir.Ask() | ir.Fired():
                return frozenset()
            case _:
                assert_never(stmt)

    def _changed(self, op: ChangeName, kind: int) -> frozenset[Field]:
        if (op, kind) not in self._changes:
            self._changes[op, kind] = frozenset(f for slot in CHANGES[op].writes for f in self.written_by(slot, kind))
        return self._changes[op, kind]

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
