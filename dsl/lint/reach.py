"""Phases that nothing begins, actions that no decision offers, cards whose text nothing performs."""

from __future__ import annotations

from rulewright.core.program import Proc
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lint.subject import Subject
from rulewright.dsl.world import RoutineSym


def unreachable(subject: Subject) -> None:
    called = _called(subject)
    for routines in subject.world.routines.values():
        for routine in routines:
            proc = routine.proc
            if proc in subject.reachable or called.get(proc, set()) - {proc}:
                continue  # what only unreachable phases begin is explained by them
            _report(subject, routine)
    _unresolved(subject)


def _called(subject: Subject) -> dict[Proc, set[Proc]]:
    """For each procedure those that call it or try it out."""
    found: dict[Proc, set[Proc]] = {}
    for proc, called in subject.called.items():
        for callee in called:
            found.setdefault(callee, set()).add(proc)
    return found


def _report(subject: Subject, routine: RoutineSym) -> None:
    name = routine.name
    span = routine.said.name_span
    match routine.sort:
        case "action":
            subject.warn(
                codes.UNOFFERED_ACTION,
                f"No decision offers the action `{name}`.",
                span,
                help=f"Write `player must {name}` or `player may {name}` where it can be chosen.",
            )
        case "interrupt":
            subject.warn(codes.UNOFFERED_ACTION, f"The phase during which `{name}` may be played never begins.", span)
        case "turn":
            subject.warn(
                codes.UNREACHABLE_PHASE,
                "Nobody ever takes this turn.",
                span,
                help="`play` describes the whole course of the match: write `player takes turn` there, or leave `play` out.",
            )
        case "to":
            subject.warn(codes.UNREACHABLE_PHASE, f"No sentence uses the verb `{name}`.", span, help="Use it, or leave it out.")
        case _:
            subject.warn(
                codes.UNREACHABLE_PHASE,
                f"Nothing ever begins `{name}`.",
                span,
                help=f"Write `{name}` where it happens, or leave it out.",
            )


def _unresolved(subject: Subject) -> None:
    """Cards with sentences of their own, of a kind that no sentence resolves."""
    resolved = {p.name for p in subject.program.procs}
    for card in subject.world.cards:
        if card.acts and f"resolve {card.kind.name}" not in resolved:
            word = card.kind.word
            subject.warn(
                codes.UNRESOLVED_CARD,
                f"Nothing ever does what “{card.title}” says.",
                card.said.span,
                help=f"Write `resolve {word}` where the text of a {card.kind.name} is performed.",
            )
