"""Why something is not allowed, in the words of the book: what an action demands, where the author has said nothing about it himself."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.play.models import Refusal
from rulewright.rulebook import text as x
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.nouns import Noun
from rulewright.rulebook.english.picks import pick
from rulewright.rulebook.english.speech import Record, Speech, addressed
from rulewright.rulebook.words import spoken

if TYPE_CHECKING:
    from rulewright.dsl.world import World
    from rulewright.play.game import Game


def in_words(game: Game, refusal: Refusal) -> Refusal:
    """The same answer without a word of code."""
    if not refusal.coded or refusal.span < 0:
        return refusal
    said = _demands(game).get(game.program.spans[refusal.span])
    return refusal if said is None else refusal.model_copy(update={"reason": said, "rule": "", "values": {}})


@cache
def _demands(game: Game) -> dict[tuple[int, int, int], str]:
    """What each demand of an action says, by its place."""
    found: dict[tuple[int, int, int], str] = {}
    for group in game.world.routines.values():
        for routine in group:
            if isinstance(routine.decl, d.Action | d.Interrupt):
                found |= _of(game.world, routine.decl)
    return found


def _of(world: World, decl: d.Action | d.Interrupt) -> dict[tuple[int, int, int], str]:
    sp = addressed(world, Record(), "this action")
    found: dict[tuple[int, int, int], str] = {}
    signature = decl.signature
    for sel in ([signature.first] if signature.first is not None else []) + [sel for _, sel in signature.tails]:
        chosen = pick(sp, sel)
        found[_key(sel.span)] = x.plain(x.sentence(f"it has to be {chosen.one()}"))
        noun = spoken(sel.alias) if sel.alias else chosen.noun
        sp = sp.bind(chosen.name or "chosen", Noun(f"the {noun}"), chosen.type)
    for stmt in decl.body:
        if isinstance(stmt, d.Demand) and stmt.word in {"requires", "ensures"}:
            found[_key(stmt.span)] = _demanded(sp, stmt)
    return found


def _demanded(sp: Speech, stmt: d.Demand) -> str:
    said = clause(sp, stmt.test).text()
    return x.plain(x.sentence(f"you may do that only if {said}" if stmt.word == "requires" else f"afterwards it must be so that {said}"))


def _key(span: Span) -> tuple[int, int, int]:
    return span.file, span.start, span.end
