"""The machine: runs a match from stop to stop.

The state is a flat list of integers and holds everything, the frames of suspended procedures included; so a copy of the
list is a copy of the match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.core import ir
from rulewright.core.flow import HEADER, Branch, Code, Enter, Jump, Leave, Run, Stop
from rulewright.core.layout import initial
from rulewright.core.program import Choice, Proc, Program
from rulewright.core.random import MASK, below, seeded, step, stream
from rulewright.core.types import INT, Bag, Int, Row, Seq, Set, Type, words
from rulewright.interpreter.errors import LONGEST_LOOP, RuleError
from rulewright.interpreter.expressions import Eval, Expressions, Locals, State, Step
from rulewright.interpreter.pieces import Pieces, effect, repeated
from rulewright.interpreter.statements import Statements

Option = tuple[int, tuple[int, ...]]  # the number of the alternative, and the values of its arguments
SHIFT = 32


class Machine:
    """Runs matches of one program; holds no match itself."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.longest = LONGEST_LOOP  # rounds, before a loop counts as one that does not end
        self.pieces = Pieces(program)
        self.expressions = Expressions(self)
        self.statements = Statements(self)
        self.codes: list[Code | None] = [program.code.get(p) for p in program.procs]
        self._instrs: dict[int, list[Any]] = {}
        self._options: dict[Choice, list[tuple[Callable[[State, Locals, list[Any]], None], tuple[int, ...]]]] = {}
        self._first: dict[Choice, list[Step]] = {}
        self.fired = [0] * len(program.rules)
        assert program.stack is not None and program.top is not None and program.pending is not None and program.over is not None
        assert program.rng is not None
        self.stack, self.top, self.pending, self.over = program.stack.at, program.top.at, program.pending.at, program.over.at
        self.rng = program.rng.at

    # ------------------------------------------------------------ a match

    def seed(self, S: State, seed: int) -> None:
        """The first states of all generators."""
        for number, name in enumerate(self.program.streams):
            S[self.rng + number] = _signed(seeded(seed, stream(name)))

    def start(self, seed: int) -> State:
        """A match at its first stop."""
        S = initial(self.program)
        self.seed(S, seed)
        assert self.program.main is not None
        self.push(S, self.program.main, [])
        self.advance(S)
        return S

    def choice(self, S: State) -> Choice | None:
        """What is to be decided now; None if the match is over."""
        number = S[self.pending]
        return self.program.choices[number] if number >= 0 else None

    def decider(self, S: State) -> int:
        """Who decides now; -1 is chance."""
        choice = self.choice(S)
        assert choice is not None
        if choice.decider is None:
            return -1
        who: int = self.eval(choice.decider, S, self._frame(S)[1])
        return who

    def options(self, S: State) -> list[Option]:
        choice = self.choice(S)
        if choice is None:
            return []
        return self._enumerate(choice, S, self._frame(S)[1])

    def candidates(self, S: State) -> list[Option]:
        """What a random player draws from first; see `core.sampling`."""
        choice = self.choice(S)
        if choice is None or choice.loose is None:
            return []
        return self._enumerate(choice.loose, S, self._frame(S)[1])

    def choose(self, S: State, option: Option) -> None:
        """Go on with an option, to the next stop."""
        code, L, fp = self._frame(S)
        pc = S[self.stack + fp] & (1 << SHIFT) - 1
        stop = code.instrs[pc]
        assert isinstance(stop, Stop)
        number, args = option
        for local, value in zip(stop.choice.alts[number].args, args, strict=True):
            L[local.index] = value
        S[self.pending] = -1
        self._go(S, code, L, fp, stop.targets[number])

    def chance(self, S: State) -> int:
        """Draw the number of an option from the generator of what chance speaks with."""
        count = len(self.options(S))
        choice = self.choice(S)
        assert choice is not None and choice.stream is not None
        at = self.rng + self.eval(choice.stream, S, self._frame(S)[1])
        state, bits = step(S[at] & MASK)
        S[at] = _signed(state)
        return below(bits, count)

    # ------------------------------------------------------------ running

    def perform(self, proc: Proc, S: State, args: list[Any]) -> None:
        """Carry out a procedure that cannot stop."""
        self.statements.proc(proc)(S, args)

    def eval(self, node: ir.Expr, S: State, L: Locals) -> Any:
        return self._compiled(node)(S, L)

    def _compiled(self, node: ir.Expr) -> Eval:
        key = id(node)
        if key not in self._cache:
            self._cache[key] = (node, self.expressions.expr(node))
        return self._cache[key][1]

    @property
    def _cache(self) -> dict[int, tuple[ir.Expr, Eval]]:
        if not hasattr(self, "_cached"):
            self._cached: dict[int, tuple[ir.Expr, Eval]] = {}
        return self._cached

    def advance(self, S: State) -> None:
        code, L, fp = self._frame(S)
        self._go(S, code, L, fp, S[self.stack + fp] & (1 << SHIFT) - 1)

    def _go(self, S: State, code: Code, L: Locals, fp: int, pc: int) -> None:
        instrs = self.instructions(code.proc)
        rounds = 0
        while True:
            instr = instrs[pc]
            match instr:
                case ("run", run, ends):
                    run(S, L)
                    if ends and S[self.over]:
                        self._clear(S)
                        return
                    pc += 1
                case ("jump", to):
                    if to <= pc:
                        rounds += 1
                        if rounds > self.longest:
                            raise RuleError("stuck" if code.proc is self.program.main else "runaway", code.proc.span)
                    pc = to
                case ("branch", test, otherwise):
                    pc = pc + 1 if test(S, L) else otherwise
                case ("enter", proc, args, span):
                    given = [a(S, L) for a in args]
                    self._save(S, code, L, fp, pc + 1)
                    self.push(S, proc, given, span)
                    code, L, fp = self._frame(S)
                    instrs = self.instructions(code.proc)
                    pc = 0
                case ("leave",):
                    below_ = S[self.stack + fp + 1]
                    for i in range(fp, fp + code.size):
                        S[self.stack + i] = 0
                    S[self.top] = below_
                    if below_ < 0:
                        return
                    code, L, fp = self._frame(S)
                    instrs = self.instructions(code.proc)
                    pc = S[self.stack + fp] & (1 << SHIFT) - 1
                case ("stop", choice, otherwise):
                    if self._some(choice, S, L[:]):
                        self._save(S, code, L, fp, pc)
                        S[self.pending] = choice.number
                        return
                    pc = otherwise

    def instructions(self, proc: Proc) -> list[Any]:
        """The instructions of a procedure, compiled once."""
        if proc.number not in self._instrs:
            code = self.program.code[proc]
            self._instrs[proc.number] = [self._instruction(i) for i in code.instrs]
        return self._instrs[proc.number]

    def _instruction(self, instr: Any) -> Any:
        match instr:
            case Run(body, ends):
                return "run", self.statements.block(body), ends
            case Jump(to):
                return "jump", to
            case Branch(test, otherwise):
                return "branch", self.expressions.expr(test), otherwise
            case Enter(proc, args, span):
                return "enter", proc, [self.expressions.expr(a) for a in args], span
            case Leave():
                return ("leave",)
            case Stop(choice, _, otherwise):
                return "stop", choice, otherwise

    # ------------------------------------------------------------ options

    def _enumerate(self, choice: Choice, S: State, L: Locals) -> list[Option]:
        if choice not in self._options:
            self._options[choice] = [(self._generator(alt), alt.unless) for alt in choice.alts]
        found: list[Option] = []
        counts: list[int] = []
        for number, (generate, unless) in enumerate(self._options[choice]):
            before = len(found)
            if not any(counts[i] for i in unless):
                ways: list[tuple[int, ...]] = []
                generate(S, L, ways)
                found += [(number, way) for way in ways]
            counts.append(len(found) - before)
        return found

    def _some(self, choice: Choice, S: State, L: Locals) -> bool:
        """Whether there is an option: nothing is asked behind the first. What an alternative depends on comes before it."""
        if choice not in self._first:
            self._first[choice] = [self.expressions.clauses(alt.clauses, lambda S, L: True) for alt in choice.alts]
        return any(run(S, L) for run in self._first[choice])

    def _generator(self, alt: Any) -> Callable[[State, Locals, list[Any]], None]:
        indexes = [a.index for a in alt.args]
        sink: list[list[Any]] = []

        def note(S: State, L: Locals) -> bool:
            sink[-1].append(tuple(L[i] for i in indexes))
            return False

        run = self.expressions.clauses(alt.clauses, note)

        def generate(S: State, L: Locals, ways: list[Any]) -> None:
            sink.append(ways)
            try:
                run(S, L)
            finally:
                sink.pop()

        return generate

    # ------------------------------------------------------------ frames

    def push(self, S: State, proc: Proc, args: list[Any], span: int = -1) -> None:
        code = self.program.code[proc]
        below_ = S[self.top]
        if below_ < 0:
            fp = 0
        else:
            caller = self.codes[S[self.stack + below_] >> SHIFT]
            assert caller is not None
            fp = below_ + caller.size
        assert self.program.stack is not None
        if fp + code.size > self.program.stack.count:
            raise RuleError("stack", span)
        S[self.stack + fp] = proc.number << SHIFT
        S[self.stack + fp + 1] = below_
        for i in range(fp + HEADER, fp + code.size):
            S[self.stack + i] = 0
        for param, value in zip(proc.params, args, strict=True):
            if param.index in code.slots:
                _write(S, self.stack + fp + code.slots[param.index], param.type, value)
        S[self.top] = fp

    def _frame(self, S: State) -> tuple[Code, Locals, int]:
        """The running procedure, its locals, and where its frame is."""
        fp = S[self.top]
        code = self.codes[S[self.stack + fp] >> SHIFT]
        assert code is not None
        L: Locals = [_nothing(t) for t in code.proc.locals]
        for index, slot in code.slots.items():
            L[index] = _read(S, self.stack + fp + slot, code.proc.locals[index])
        return code, L, fp

    def _save(self, S: State, code: Code, L: Locals, fp: int, pc: int) -> None:
        S[self.stack + fp] = code.proc.number << SHIFT | pc
        for index, slot in code.slots.items():
            _write(S, self.stack + fp + slot, code.proc.locals[index], L[index])

    def _clear(self, S: State) -> None:
        """A match that is over needs no stack."""
        assert self.program.stack is not None
        for i in range(self.program.stack.count):
            S[self.stack + i] = 0
        S[self.top] = -1

    # ------------------------------------------------------------ primitives that ask the state

    def state_primitive(self, node: ir.Prim) -> Callable[..., Any]:
        pieces = self.pieces
        first = node.args[0].type if node.args else None
        base = first.base if isinstance(first, Set) else 0
        match node.op:
            case "on_site":
                return lambda S, candidates, site: pieces.on_site(S, base, candidates, site)
            case "top":
                return lambda S, members: pieces.end_of(S, members, base, True)
            case "bottom":
                return lambda S, members: pieces.end_of(S, members, base, False)
            case "mystery":
                return lambda S, members: pieces.mystery(S, members, base)
            case "foremost":
                return lambda S, piece, pool, kind: pieces.foremost(S, self.program.kinds[kind], piece, pool)
            case "veiled":
                return lambda S, pool, who, kind, down: pieces.veiled(S, self.program.kinds[kind], pool, who, down)
            case "repeated":
                return lambda S, times: repeated(pieces, S, times)
        raise ValueError(f"no operation {node.op}")


def _signed(value: int) -> int:
    value &= MASK
    return value - (1 << 64) if value >> 63 else value


def _nothing(type: Type) -> Any:
    match type:
        case Int() | Set():
            return 0
        case Bag():
            return (0,) * type.size
        case Row():
            return [0] * type.size  # of numbers or of sets: nothing is 0
        case Seq():
            return ()


def _write(S: State, at: int, type: Type, value: Any) -> None:
    """Put a local into its words of the frame."""
    match type:
        case Int():
            S[at] = value
        case Set():
            for i in range(type.words):
                S[at + i] = _signed(value >> 64 * i)
        case Bag():
            S[at : at + type.size] = list(value)
        case Row(size, elem):
            for i in range(size):
                _write(S, at + i * words(elem), elem, value[i])
        case Seq(elem, cap):
            S[at] = len(value)
            size = words(elem)
            for i in range(cap):
                item = value[i] if i < len(value) else 0
                _write(S, at + 1 + i * size, elem, item)


def _read(S: State, at: int, type: Type) -> Any:
    match type:
        case Int():
            return S[at]
        case Set():
            return sum((S[at + i] & MASK) << 64 * i for i in range(type.words))
        case Bag():
            return tuple(S[at : at + type.size])
        case Row():
            return [_read(S, at + i * words(type.elem), type.elem) for i in range(type.size)]
        case Seq(elem, _):
            size = words(elem)
            return tuple(_read(S, at + 1 + i * size, elem) for i in range(S[at]))


__all__ = ["INT", "LONGEST_LOOP", "Effect", "Machine", "Option", "RuleError", "effect"]
Effect = ir.Effect
