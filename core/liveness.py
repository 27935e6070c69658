"""Which fields of the state outlive a turn.

A field is *of the turn* if every path from the beginning of the turn writes it before it reads it, and nothing else reads it; or if the
end of every turn sets it back to where it began. The same holds for a phase in which no turns are taken. Such a field is kept in mind;
every other needs something on the table: a side, a track, a token, a marker. The walk is abstract: of an index it knows only whose it is
(an argument of the turn, a constant, or unknown), and what it does not know it takes for read. So it may keep a field too many, never
one too few.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core import ir
from rulewright.core.effects import Effects
from rulewright.core.ops import PRIMS
from rulewright.core.program import Field, Func, Proc, Program
from rulewright.core.walk import bodies, children, parts

Value = tuple[str, int] | None  # an argument of the turn, a constant, or unknown
Key = tuple[Field, Value]
Env = dict[int, Value]
DEEP = 6  # calls that are followed to find what the end of a turn sets back


@dataclass(slots=True)
class Lives:
    """What a walk through turns and phases has found: the fields that are of one of them."""

    passing: set[Field] = field(default_factory=set)

    def outlives(self, one: Field) -> bool:
        """Whether a value is needed after the turn or phase in which it was set."""
        return one not in self.passing


def lives(program: Program, turns: list[Proc], phases: list[Proc]) -> Lives:
    """The fields that matter beyond each turn, and beyond each phase that holds no turns (or no other phase, where there are none)."""
    found = Lives()
    readers = _readers(program)
    for unit in (*turns, *phases):
        walk = _Walk(program)
        walk.proc(unit, tuple(("arg", i) for i in range(len(unit.params))), frozenset())
        if unit in phases and walk.seen & (set(turns) or set(phases) - {unit}):
            continue
        reset = _reset(program, unit)
        for one in program.fields:
            if readers.get(one, set()) <= walk.seen and (one not in walk.exposed or one in reset):
                found.passing.add(one)
    return found


def _readers(program: Program) -> dict[Field, set[Proc | None]]:
    """Which procedures read a field themselves; None stands for scores and the order of winners."""
    effects = Effects(program)
    found: dict[Field, set[Proc | None]] = {}
    for proc in program.procs:
        if proc in program.extra:
            continue
        read: set[Field] = set()
        _read_outside(effects, proc.body, read)
        for one in read:
            found.setdefault(one, set()).add(proc)
    for _, func in (*program.scores, *program.criteria):
        for one in effects.of_func(func):
            found.setdefault(one, set()).add(None)
    return found


def _read_outside(effects: Effects, body: tuple[ir.Stmt, ...], found: set[Field]) -> None:
    """What a block reads by itself; what it calls is looked at there."""
    for stmt in body:
        for part in parts(stmt):
            found |= effects.reads(part)
        for inner in bodies(stmt):
            _read_outside(effects, inner, found)


class _Walk:
    """One walk through a turn: what is read while it is not yet surely written."""

    def __init__(self, program: Program) -> None:
        self.exposed: set[Field] = set()
        self.seen: set[Proc | None] = set()
        self.running: list[Proc] = []
        self.known: dict[tuple[Proc, tuple[Value, ...], frozenset[Key]], frozenset[Key]] = {}
        self.funcs: set[tuple[Func, tuple[Value, ...], frozenset[Key]]] = set()
        self.effects = Effects(program)

    def proc(self, proc: Proc, args: tuple[Value, ...], sure: frozenset[Key]) -> frozenset[Key]:
        """Runs through a procedure; what is surely written after it."""
        self.seen.add(proc)
        key = (proc, args, sure)
        if key in self.known:
            return self.known[key]
        if proc in self.running:
            return sure
        self.running.append(proc)
        env: Env = {param.index: value for param, value in zip(proc.params, args, strict=False)}
        exits: list[frozenset[Key]] = []
        end = self.block(proc.body, env, sure, exits)
        self.running.pop()
        if end is not None:
            exits.append(end)
        self.known[key] = frozenset.intersection(*exits) if exits else sure
        return self.known[key]

    def block(self, stmts: tuple[ir.Stmt, ...], env: Env, sure: frozenset[Key], exits: list[frozenset[Key]]) -> frozenset[Key] | None:
        now: frozenset[Key] | None = sure
        for stmt in stmts:
            assert now is not None
            now = self.stmt(stmt, env, now, exits)
            if now is None:
                return None
        return now

    def stmt(self, stmt: ir.Stmt, env: Env, sure: frozenset[Key], exits: list[frozenset[Key]]) -> frozenset[Key] | None:
        for expr in parts(stmt):
            self.read(expr, env, sure)
        match stmt:
            case ir.Assign(local, value):
                env[local.index] = self.value(value, env)
            case ir.Store(target, index, _, _, _):
                return sure | {(target, self.value(index, env))} if target.count == 1 or self.value(index, env) is not None else sure
            case ir.If(_, then, other):
                return _joined(self.block(then, dict(env), sure, exits), self.block(other, dict(env), sure, exits))
            case ir.While(_, body, _):
                self.block(body, dict(env), sure, exits)
            case ir.For(local, _, body):
                self.block(body, {**env, local.index: None}, sure, exits)
            case ir.Do(proc, args, _):
                return self.proc(proc, tuple(self.value(a, env) for a in args), sure)
            case ir.Ask(choice, otherwise):
                ends = [self.block(alt.body, self._chosen(env, alt.args), sure, exits) for alt in choice.alts]
                ends.append(self.block(otherwise, dict(env), sure, exits))
                now = ends[0]
                for end in ends[1:]:
                    now = _joined(now, end)
                return now
            case ir.Return():
                exits.append(sure)
                return None
            case ir.End():
                return None
            case _:
                pass
        return sure

    def _chosen(self, env: Env, args: tuple[ir.Local, ...]) -> Env:
        return {**env, **{local.index: None for local in args}}

    def value(self, expr: ir.Expr, env: Env) -> Value:
        match expr:
            case ir.Local(index, _):
                return env.get(index)
            case ir.Const(value):
                return ("const", value)
            case _:
                return None

    def read(self, expr: ir.Expr, env: Env, sure: frozenset[Key]) -> None:
        match expr:
            case ir.Load(source, index, _):
                if (source, self.value(index, env)) not in sure:
                    self.exposed.add(source)
            case ir.Where(_, source, _, _, _):
                self.exposed.add(source)
            case ir.Call(func, args):
                self.func(func, tuple(self.value(a, env) for a in args), sure)
            case ir.Prim(op, _, _, _) if PRIMS[op].reads:
                self.exposed |= {f for slot in PRIMS[op].reads for f in self.effects.read_by(slot)}
            case ir.Would(proc, _, _):
                self.exposed |= self.effects.reads_of(proc)
            case _:
                pass
        for part in children(expr):
            self.read(part, env, sure)

    def func(self, func: Func, args: tuple[Value, ...], sure: frozenset[Key]) -> None:
        if (func, args, sure) in self.funcs or func.body is None:
            return
        self.funcs.add((func, args, sure))
        self.read(func.body, {param.index: value for param, value in zip(func.params, args, strict=False)}, sure)


def _joined(a: frozenset[Key] | None, b: frozenset[Key] | None) -> frozenset[Key] | None:
    return b if a is None else a if b is None else a & b


def _reset(program: Program, turn: Proc) -> set[Field]:
    """The fields that the last lines of a turn set to the value they had at the beginning of the match."""
    found: set[Field] = set()
    written: set[Field] = set()
    effects = Effects(program)

    def back(block: tuple[ir.Stmt, ...], depth: int) -> None:
        for stmt in reversed(block):
            match stmt:
                case ir.Store(target, _, ir.Const(value), _, _) if target not in written:
                    if value == (target.initial[0] if target.initial else 0):
                        found.add(target)
                    written.add(target)
                case ir.Do(proc, _, _) if depth < DEEP and not proc.recursive:
                    back(proc.body, depth + 1)
                case _:
                    written.update(effects.writes((stmt,)))

    back(turn.body, 0)
    return found
