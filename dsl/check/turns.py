"""Whether some sentence speaks of further turns, or of turns that are skipped."""

from __future__ import annotations

from rulewright.dsl.lower.turns import counter
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import World


def said(world: World) -> None:
    """Counters of further and skipped turns, if some sentence speaks of them."""
    for phrase in nodes(world.chapters, e.Phrase):
        words = [a.name for a in phrase.arguments if isinstance(a, e.Word)]
        if "another" in words and "turn" in words and world.again is None:
            world.again = counter(world, "again")
        if ("skips" in words or "skip" in words) and "turn" in words and world.skipped is None:
            world.skipped = counter(world, "skipped")
