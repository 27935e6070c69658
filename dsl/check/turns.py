"""Whether some sentence speaks of further turns, or of turns that are skipped."""

from __future__ import annotations

from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.turns import counter
from rulewright.dsl.syntax import declarations as d
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
    for decl in nodes(world.chapters, d.Procedure):
        first = next((stmt for stmt in decl.body if not isinstance(stmt, d.Prose)), None)
        if isinstance(first, d.Sentence) and _takes(first.phrase, decl.name):
            help = "For one more turn after this one, write `player takes another turn`." if decl.name == "turn" else "Leave it out."
            world.error(codes.MISPLACED, f"`{decl.name}` begins with itself, so it would never end.", first.span, help=help)


def _takes(phrase: e.Phrase, name: str) -> bool:
    """`take turn`, or somebody `takes turn`: the phase itself."""
    words = [a.name if isinstance(a, e.Word) else "" for a in phrase.arguments]
    return not phrase.tails and (words == ["take", name] or (words[1:] == ["takes", name]))
