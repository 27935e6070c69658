"""Linear code for what can stop.

A procedure that contains a decision, or calls one that does, becomes a list of instructions; a match that stops inside of
it is resumed at an instruction. Its locals live in a frame on the stack, which is part of the state. Everything between two
stops stays a tree and is run in one go.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core import ir
from rulewright.core.effects import callees
from rulewright.core.program import Choice, Field, Func, Proc, Program, int_field
from rulewright.core.sampling import loosened
from rulewright.core.types import INT, INT_MAX, INT_MIN, Seq, Set, words
from rulewright.core.walk import bodies, children, clause_expr, expressions, map_block, parts, statements

DEEPEST = 6  # how often a procedure that calls itself and can stop may be on the stack
DEEPEST_CALLS = 200  # how deep procedures that call themselves, and cannot stop, may be inside each other
HEADER = 2  # words of a frame before its slots: where to go on, and the frame below


@dataclass(slots=True)
class Run:
    """Statements that do not stop. `ends` if they may end the match."""

    body: tuple[ir.Stmt, ...]
    ends: bool


@dataclass(slots=True)
class Jump:
    to: int


@dataclass(slots=True)
class Branch:
    """Goes on if the test holds, else jumps."""

    test: ir.Expr
    otherwise: int


@dataclass(slots=True)
class Enter:
    """Calls a procedure that can stop."""

    proc: Proc
    args: tuple[ir.Expr, ...]
    span: int


@dataclass(slots=True)
class Leave:
    pass


@dataclass(slots=True)
class Stop:
    """A decision: goes on at the target of the alternative chosen, or at `otherwise` if there is no option."""

    choice: Choice
    targets: tuple[int, ...]
    otherwise: int


Instr = Run | Jump | Branch | Enter | Leave | Stop


@dataclass(slots=True)
class Code:
    """A procedure that can stop, in linear form. `slots` maps locals that outlive an instruction to words of the frame."""

    proc: Proc
    instrs: list[Instr]
    slots: dict[int, int]
    size: int  # words of a frame, header included


def linearise(program: Program) -> None:
    assert program.main is not None and program.finish is not None
    finish = program.finish

    def ending(stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        return (ir.Do(finish, (), stmt.span),) if isinstance(stmt, ir.End) and stmt.how == "score" else (stmt,)

    for proc in program.procs:
        proc.body = map_block(proc.body, None, ending)
    program.procs[:] = _used(program)
    for number, proc in enumerate(program.procs):
        proc.number = number
    _mark_stopping(program)
    _mark_recursive(program)
    _collect_choices(program)
    program.code = {proc: _Linear(program, proc).code() for proc in program.procs if proc.can_stop}
    for proc in (program.main, *program.extra):
        if proc not in program.code:
            proc.can_stop = True
            program.code[proc] = _Linear(program, proc).code()
    deepest = _depth(program)
    program.stack = program.add_field(int_field("stack", INT_MIN, INT_MAX, max(1, deepest), compared=False))
    program.top = program.add_field(int_field("top", -1, deepest, 1, (-1,), compared=False))
    program.pending = program.add_field(int_field("pending", -1, len(program.choices), 1, (-1,), compared=False))


def _used(program: Program) -> list[Proc]:
    """Procedures that can be reached, in their order; those only tried out included."""
    assert program.main is not None
    found: set[Proc] = set()
    waiting = [program.main, *program.extra]
    seen_funcs: set[object] = set()

    def look(node: ir.Expr) -> None:
        for x in expressions(node):
            if isinstance(x, ir.Would):
                waiting.append(x.proc)
            elif isinstance(x, ir.Call) and x.func not in seen_funcs:
                seen_funcs.add(x.func)
                if x.func.body is not None:
                    look(x.func.body)

    for func in program.funcs:  # also those that only answer questions
        if func.body is not None:
            look(func.body)
    while waiting:
        proc = waiting.pop()
        if proc in found:
            continue
        found.add(proc)
        waiting += callees(proc.body)
        for stmt in statements(proc.body):
            for part in parts(stmt):
                look(part)
    return [p for p in program.procs if p in found]


def _mark_stopping(program: Program) -> None:
    def asks(body: tuple[ir.Stmt, ...]) -> bool:
        return any(isinstance(s, ir.Ask) or any(asks(b) for b in bodies(s)) for s in body)

    for proc in program.procs:
        proc.can_stop = asks(proc.body)
    calls = {proc: callees(proc.body) for proc in program.procs}
    changed = True
    while changed:
        changed = False
        for proc in program.procs:
            if not proc.can_stop and any(c.can_stop for c in calls[proc]):
                proc.can_stop = changed = True


def _mark_recursive(program: Program) -> None:
    """Procedures that may come to call themselves, also by way of what they ask and try out."""
    uses = {proc: _used_by(proc) for proc in program.procs}
    for proc in program.procs:
        seen: set[Proc] = set()
        waiting = list(uses[proc])
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting += uses.get(other, ())
        proc.recursive = proc in seen


def _used_by(proc: Proc) -> set[Proc]:
    """The procedures that a procedure calls or tries out, itself or in a function it asks."""
    found = set(callees(proc.body))
    seen: set[Func] = set()
    waiting = [part for stmt in statements(proc.body) for part in parts(stmt)]
    while waiting:
        for x in expressions(waiting.pop()):
            if isinstance(x, ir.Would):
                found.add(x.proc)
            elif isinstance(x, ir.Call) and x.func not in seen:
                seen.add(x.func)
                if x.func.body is not None:
                    waiting.append(x.func.body)
    return found


def _collect_choices(program: Program) -> None:
    program.choices = []
    for proc in program.procs:
        for stmt in statements(proc.body):
            if isinstance(stmt, ir.Ask):
                stmt.choice.number = len(program.choices)
                stmt.choice.loose = loosened(stmt.choice)
                program.choices.append(stmt.choice)


def may_end(body: tuple[ir.Stmt, ...], seen: set[Proc] | None = None) -> bool:
    """Whether a block can end the match."""
    seen = set() if seen is None else seen
    for stmt in body:
        if isinstance(stmt, ir.End):
            return True
        if isinstance(stmt, ir.Do) and stmt.proc not in seen:
            seen.add(stmt.proc)
            if may_end(stmt.proc.body, seen):
                return True
        if any(may_end(b, seen) for b in bodies(stmt)):
            return True
    return False


class _Linear:
    """Turns one procedure into instructions."""

    def __init__(self, program: Program, proc: Proc) -> None:
        self.program = program
        self.proc = proc
        self.out: list[Instr] = []
        self.waiting: list[ir.Stmt] = []

    def code(self) -> Code:
        self.block(self.proc.body)
        self.emit(Leave())
        slots, size = self._slots()
        return Code(self.proc, self.out, slots, size)

    def emit(self, instr: Instr) -> int:
        self.flush()
        self.out.append(instr)
        return len(self.out) - 1

    def flush(self) -> None:
        if self.waiting:
            body = tuple(self.waiting)
            self.waiting = []
            self.out.append(Run(body, may_end(body)))

    def here(self) -> int:
        self.flush()
        return len(self.out)

    def stops(self, stmt: ir.Stmt) -> bool:
        if isinstance(stmt, ir.Ask | ir.Return):
            return True
        if isinstance(stmt, ir.Do):
            return stmt.proc.can_stop
        return any(self.stops(s) for b in bodies(stmt) for s in b)

    def block(self, body: tuple[ir.Stmt, ...]) -> None:
        for stmt in body:
            if not self.stops(stmt):
                self.waiting.append(stmt)
                if isinstance(stmt, ir.End):
                    self.flush()
                continue
            self.statement(stmt)

    def statement(self, stmt: ir.Stmt) -> None:
        match stmt:
            case ir.Return():
                self.emit(Leave())
            case ir.Do(proc, args, span):
                self.emit(Enter(proc, args, span))
            case ir.If(test, then, other):
                branch = Branch(test, -1)
                self.emit(branch)
                self.block(then)
                if other:
                    jump = Jump(-1)
                    self.emit(jump)
                    branch.otherwise = self.here()
                    self.block(other)
                    jump.to = self.here()
                else:
                    branch.otherwise = self.here()
            case ir.While(test, body, _):
                start = self.here()
                branch = Branch(test, -1)
                self.emit(branch)
                self.block(body)
                self.emit(Jump(start))
                branch.otherwise = self.here()
            case ir.For(local, over, body):
                self.loop(local, over, body)
            case ir.Ask(choice, otherwise):
                self.ask(choice, otherwise)
            case _:
                raise TypeError(f"{type(stmt).__name__} cannot stop")

    def loop(self, local: ir.Local, over: ir.Expr, body: tuple[ir.Stmt, ...]) -> None:
        proc = self.proc
        rest = ir.Local(len(proc.locals), over.type)
        proc.locals.append(over.type)
        proc.names.append(f"rest of {proc.names[local.index]}")
        self.waiting.append(ir.Assign(rest, over))
        if isinstance(over.type, Set):
            start = self.here()
            branch = Branch(ir.Prim("not", (ir.Prim("is_empty", (rest,), INT),), INT), -1)
            self.emit(branch)
            self.waiting.append(ir.Assign(local, ir.Prim("first", (rest,), INT)))
            self.waiting.append(ir.Assign(rest, ir.Prim("diff", (rest, ir.Prim("one", (local,), over.type)), over.type)))
        else:
            assert isinstance(over.type, Seq)
            at = ir.Local(len(proc.locals), INT)
            proc.locals.append(INT)
            proc.names.append(f"number of {proc.names[local.index]}")
            self.waiting.append(ir.Assign(at, ir.Const(0)))
            start = self.here()
            branch = Branch(ir.Prim("lt", (at, ir.Prim("length", (rest,), INT)), INT), -1)
            self.emit(branch)
            place = max(0, proc.span)  # neither can fail
            self.waiting.append(ir.Assign(local, ir.Prim("item", (rest, at), over.type.elem, place)))
            self.waiting.append(ir.Assign(at, ir.Prim("add", (at, ir.Const(1)), INT, place)))
        self.block(body)
        self.emit(Jump(start))
        branch.otherwise = self.here()

    def ask(self, choice: Choice, otherwise: tuple[ir.Stmt, ...]) -> None:
        stop = Stop(choice, (), -1)
        self.emit(stop)
        targets, ends = [], []
        for alt in choice.alts:
            targets.append(self.here())
            self.block(alt.body)
            jump = Jump(-1)
            self.emit(jump)
            ends.append(jump)
        stop.otherwise = self.here()
        self.block(otherwise)
        end = self.here()
        for jump in ends:
            jump.to = end
        stop.targets = tuple(targets)

    # ------------------------------------------------------------ frames

    def _slots(self) -> tuple[dict[int, int], int]:
        """Locals that are used in more than one instruction get a place in the frame."""
        used: dict[int, set[int]] = {}
        for param in self.proc.params:
            used.setdefault(param.index, set()).add(-1)
        for number, instr in enumerate(self.out):
            for index in _locals_of(instr):
                used.setdefault(index, set()).add(number)
        slots: dict[int, int] = {}
        at = HEADER
        for index in sorted(used):
            if len(used[index]) > 1:
                slots[index] = at
                at += words(self.proc.locals[index])
        return slots, at


def _locals_of(instr: Instr) -> set[int]:
    """Locals that an instruction reads or writes and that might be needed elsewhere."""
    found: set[int] = set()
    match instr:
        case Run(body, _):
            _block_locals(body, found)
        case Branch(test, _):
            _expr_locals(test, found)
        case Enter(_, args, _):
            for arg in args:
                _expr_locals(arg, found)
        case Stop(choice, _, _):
            for asked in (choice.decider, choice.stream):
                if asked is not None:
                    _expr_locals(asked, found)
            for alt in choice.alts:
                for clause in alt.clauses:
                    _expr_locals(clause_expr(clause), found)
                found |= {a.index for a in alt.args}
    return found


def _expr_locals(node: ir.Expr, found: set[int]) -> None:
    if isinstance(node, ir.Local):
        found.add(node.index)
    for child in children(node):
        _expr_locals(child, found)


def _block_locals(body: tuple[ir.Stmt, ...], found: set[int]) -> None:
    for stmt in body:
        if isinstance(stmt, ir.Assign | ir.AssignAt | ir.For):
            found.add(stmt.local.index)
        for part in parts(stmt):
            _expr_locals(part, found)
        for inner in bodies(stmt):
            _block_locals(inner, found)


def _depth(program: Program) -> int:
    """Words of stack that are enough: the deepest chain of calls; those that call each other may all be there a few times."""
    code = program.code
    calls = {p: {c for c in callees(p.body) if c in code} for p in code}
    within = {p: _reached(calls, p) for p in code}
    memo: dict[Proc, int] = {}

    def deepest(proc: Proc) -> int:
        if proc not in memo:
            circle = {p for p in within[proc] if proc in within[p]}
            own = DEEPEST * sum(code[p].size for p in circle) if circle else code[proc].size
            further = {c for p in circle or {proc} for c in calls[p]} - circle
            memo[proc] = own + max(map(deepest, further), default=0)
        return memo[proc]

    assert program.main is not None
    return max(map(deepest, (program.main, *program.extra)))


def _reached(calls: dict[Proc, set[Proc]], proc: Proc) -> set[Proc]:
    """What a procedure comes to call; itself, if it can come to that."""
    seen: set[Proc] = set()
    waiting = list(calls[proc])
    while waiting:
        other = waiting.pop()
        if other not in seen:
            seen.add(other)
            waiting += calls[other]
    return seen


__all__ = ["Branch", "Code", "Enter", "Field", "Instr", "Jump", "Leave", "Run", "Stop", "linearise", "may_end"]
