"""Loops that nothing can end, matches that nothing can end, sentences behind an end."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core import ir
from rulewright.core.program import Proc
from rulewright.core.walk import expressions, statements
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lint.subject import Subject
from rulewright.dsl.meaning import rules as r
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.meaning.walk import everything

# ---------------------------------------------------------------- loops


def endless(subject: Subject) -> None:
    ending = _Ending(subject)
    before = len(subject.world.findings.all)
    main = subject.program.main
    for proc in subject.program.procs:
        if proc not in subject.reachable or proc is main or proc is subject.world.resume:
            continue
        for stmt in statements(proc.body):
            if isinstance(stmt, ir.While) and stmt.span >= 0 and not ending.can_end(stmt):
                _report(subject, stmt)
    if len(subject.world.findings.all) > before:
        return  # that explains why the match does not end either
    for stmt in main.body if main is not None else ():
        if isinstance(stmt, ir.While) and not ending.leaves(stmt.body):
            turn = subject.world.routine("turn", "turn")
            board = next((p.name for p in subject.world.boards()), "board")
            subject.warn(
                codes.NEVER_ENDS,
                "The players take turns, and nothing ever ends the match.",
                turn.said.span if turn is not None else subject.world.game.span,
                help=f"Say when it ends: `when {board} is full`, and below it `player wins`, `draw` or `finish`.",
            )


def _report(subject: Subject, stmt: ir.While) -> None:
    span = subject.span(stmt.span)
    if span is None:
        return
    if stmt.test == ir.Const(1):
        subject.warn(
            codes.ENDLESS_LOOP,
            "Nothing ends this repetition.",
            span,
            help="Write `repeat 3 times` or `repeat until …`, or leave it with `stop`.",
        )
    else:
        subject.warn(
            codes.ENDLESS_LOOP,
            "Once this begins it never ends: nothing below changes what the condition asks.",
            span,
            help="Change something the condition reads, or leave the loop with `stop`.",
        )


class _Ending:
    """Whether a block can be left or can end the match, calls included."""

    def __init__(self, subject: Subject) -> None:
        self.effects = subject.effects
        self._ends: dict[Proc, bool] = {}

    def can_end(self, loop: ir.While) -> bool:
        if self.leaves(loop.body):
            return True
        if loop.test == ir.Const(1):
            return False
        match loop.body:
            case (*rest, ir.Assign(local, again)) if local == loop.test:  # `repeat until` asks at the end of each round
                loop = ir.While(again, tuple(rest), loop.span)
        reads = self.effects.reads(loop.test)
        if reads & self.effects.writes(loop.body):
            return True
        asked = {x.index for x in expressions(loop.test) if isinstance(x, ir.Local)}
        return any(isinstance(s, ir.Assign | ir.AssignAt) and s.local.index in asked for s in statements(loop.body)) or any(
            isinstance(s, ir.Ask) and any(a.index in asked for alt in s.choice.alts for a in alt.args) for s in statements(loop.body)
        )

    def leaves(self, body: tuple[ir.Stmt, ...]) -> bool:
        return any(isinstance(s, ir.Return | ir.End) or (isinstance(s, ir.Do) and self.ends(s.proc)) for s in statements(body))

    def ends(self, proc: Proc) -> bool:
        """Whether a procedure can end the match."""
        if proc not in self._ends:
            self._ends[proc] = False
            self._ends[proc] = any(isinstance(s, ir.End) or (isinstance(s, ir.Do) and self.ends(s.proc)) for s in statements(proc.body))
        return self._ends[proc]


# ---------------------------------------------------------------- sentences behind an end


def unreachable_sentences(subject: Subject) -> None:
    for block in _blocks(rules_of(subject.world)):
        _block(subject, block)


def _blocks(rules: r.Rules) -> Iterator[s.Block]:
    for node in everything(rules):
        match node:
            case r.Routine() | r.Hook() | r.Standing() | s.Each() | s.Loop() | s.Label():
                yield node.body
            case r.ByCard() if isinstance(node.value, tuple):
                yield node.value
            case s.If():
                yield from (body for _, body in node.branches)
                yield node.otherwise or ()
            case s.Decide() | s.Choose():
                yield node.otherwise or ()


def _block(subject: Subject, block: s.Block) -> None:
    ended: s.Statement | None = None
    for stmt in block:
        if isinstance(stmt, s.Tell):
            continue
        if ended is not None:
            subject.warn(
                codes.UNREACHABLE_RULE,
                "This is never done: the sentence above it ends everything here.",
                stmt.span,
                others=(Label(ended.span, "this ends it"),),
                help="Move it up, or leave it out.",
            )
            return
        if _ends(stmt):
            ended = stmt


def _ends(stmt: s.Statement) -> bool:
    """Whether nothing can come after a statement."""
    match stmt:
        case s.Act():
            return not stmt.form.does.isdisjoint({"ends", "leaves"})
        case s.If() if stmt.otherwise is not None:
            return all(any(map(_ends, body)) for _, body in stmt.branches) and any(map(_ends, stmt.otherwise))
        case _:
            return False
