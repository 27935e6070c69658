"""Options in an order that tells whoever decides nothing: pieces out of sight come by where they lie, and by lot among those that
lie together, never by their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.core.program import Choice
from rulewright.core.random import MASK, seeded, stream
from rulewright.play.engines import Option

if TYPE_CHECKING:
    from rulewright.play.match import Match


def lot_of(seed: int, decision: int) -> int:
    """The lot among pieces that lie alike, at a decision of a match: the same for the options and for what agents are given."""
    return seeded(seeded(seed & MASK, stream("alike")), decision)


def in_order(match: Match, choice: Choice, options: list[Option]) -> list[Option]:
    hidden = match.hidden_from(match.decider)
    sorts = [[shown.sort == "piece" for shown in alt.shown] for alt in choice.alts]
    if not any(piece and arg in hidden for number, args in options for piece, arg in zip(sorts[number], args, strict=False)):
        return options
    knower, state = match.game.knower, match.as_list()
    spots = knower.spots(state)
    names = knower.guise(state, match.decider, match.memory, lot_of(match.seed, match.number)).names  # the same in all worlds
    ranks: dict[tuple[int, int, int], int] = {}

    def key(option: Option) -> tuple[object, ...]:
        number, args = option
        parts: list[object] = [number]
        for i, arg in enumerate(args):
            if sorts[number][i] and arg in hidden:
                parts.append((1, spots[arg], names.get(arg, arg)))
            else:
                parts.append((0, (ranks.setdefault((number, i, arg), len(ranks)), 0), 0))
        return tuple(parts)

    return sorted(options, key=key)
