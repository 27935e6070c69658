"""Loops that nothing can end, matches that nothing can end, sentences behind an end."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core import ir
from rulewright.core.program import Proc
from rulewright.core.walk import expressions, statements
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lint.subject import Subject
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e

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
    own = set(subject.world.routines)
    for block in _blocks(subject):
        _block(subject, block, own)


def _blocks(subject: Subject) -> Iterator[list[d.Stmt]]:
    kinds = (d.Procedure, d.Action, d.Interrupt, d.Hook, d.Standing, d.Loop, d.While, d.Repeat, d.Choice, d.Card)
    yield from (node.body for node in subject.everywhere(*kinds))
    yield from (body for node in subject.everywhere(d.If) for _, body in node.branches)
    yield from (node.otherwise for node in subject.everywhere(d.If, d.Decision, d.Menu) if node.otherwise is not None)


def _block(subject: Subject, block: list[d.Stmt], own: set[str]) -> None:
    ended: d.Stmt | None = None
    for stmt in block:
        if isinstance(stmt, d.Prose):
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
        if _ends(stmt, own):
            ended = stmt


def _ends(stmt: d.Stmt, own: set[str]) -> bool:
    """Whether nothing can come after a statement."""
    match stmt:
        case d.Sentence():
            return _ending_sentence(stmt.phrase, own)
        case d.If() if stmt.otherwise is not None:
            return all(_last_ends(body, own) for _, body in stmt.branches) and _last_ends(stmt.otherwise, own)
        case _:
            return False


def _last_ends(block: list[d.Stmt], own: set[str]) -> bool:
    return any(_ends(s, own) for s in block if not isinstance(s, d.Prose))


def _ending_sentence(phrase: e.Phrase, own: set[str]) -> bool:
    if phrase.each is not None:
        return False
    names = [a.name if isinstance(a, e.Word) else "" for a in phrase.arguments]
    if names and names[0] in own:
        return False
    if names in (["stop"], ["finish"], ["draw"]):
        return not phrase.tails
    if names[:1] == ["conclude"]:
        return True
    return len(names) == 2 and names[1] in {"wins", "loses", "win", "lose"} and names[1].rstrip("s") not in own
