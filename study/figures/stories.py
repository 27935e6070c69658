"""Stories: which cards nobody ever read, and the graph of the story with how often each card and each ending was met."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rulewright.play.coverage import Coverage
from rulewright.play.story import Node, Story, story_of
from rulewright.study.model import Figure
from rulewright.study.rows import Rows
from rulewright.study.storyboard import storyboard
from rulewright.study.words import player

if TYPE_CHECKING:
    from rulewright.play.game import Game

LEAST_CARDS = 5  # that lead to others or to endings, before it is a story
NAMED = 30


def story(rows: Rows, played: Coverage | None, random: Coverage) -> Figure | None:
    """Only where cards lead somewhere: to others, to what is remembered, to an ending."""
    found = story_of(rows.game)
    if len({link.source for link in found.links if link.source.sort == "card"}) < LEAST_CARDS or not found.of("ending"):
        return None
    counted = played if played is not None else random
    shares = met(rows, found, counted)
    cards = found.of("card")
    never = [n.name for n in cards if not _times(rows.game, n, counted) and not _times(rows.game, n, random)]
    told = ", ".join(never[:NAMED]) + (f" and {len(never) - NAMED} more" if len(never) > NAMED else "")
    between = f"{counted.matches:,} matches by {player(rows.level)}"
    return Figure(
        id="story",
        chapter="Endings",
        title="The story, and how often each card was read",
        shows=f"{len(cards) - len(never)} of {len(cards)} cards were read." + (f" Never: {told}." if never else ""),
        sure=f"The numbers and bars in the graph are of {between}; never read: by nobody in {random.matches:,} random "
        f"matches either. What was not read in so many matches comes in at most {300 / max(1, random.matches):.2g} % of random ones.",
        drawing=storyboard(found, shares),
    )


def met(rows: Rows, story: Story, counted: Coverage) -> dict[Node, float]:
    """How often each card was read in a match, at most once, and the share of each ending."""
    ended = Counter(m.ending for m in rows.whole)
    found = {}
    for node in (*story.of("card"), *story.of("ending")):
        if node.sort == "ending":
            found[node] = ended[rows.game.program.endings.index(node.name)] / max(1, len(rows.whole))
        else:
            found[node] = min(1.0, _times(rows.game, node, counted) / max(1, counted.matches))
    return found


def _times(game: Game, node: Node, counted: Coverage) -> int:
    title = f"{node.kind} {node.name}"
    return int(counted.fired[game.program.rules.index(title)]) if title in game.program.rules else 0
