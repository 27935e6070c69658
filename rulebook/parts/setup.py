"""Setup: what is done before the first turn, with a picture of the table for each number of players."""

from __future__ import annotations

from rulewright.faces.painter import Painter
from rulewright.faces.scenes import Scene
from rulewright.play.beginning import SEED
from rulewright.play.beginning import set_up as set_up
from rulewright.play.errors import PlayError
from rulewright.play.reader import Reader
from rulewright.rulebook import text as x
from rulewright.rulebook.author import printed
from rulewright.rulebook.model import Block, Figure, Figures
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import counted

NARROW, WIDE = 82.0, 150.0  # millimetres of a picture in a column, and over the page
HIGH = 150.0  # of one in a column


def pictures(making: Making, painter: Painter, letters: dict[str, str]) -> list[Block]:
    """The table after setup, for each number of players for which it looks different."""
    game = making.game.world.game
    found: list[Figure] = []
    seen: set[str] = set()
    for players in range(game.fewest, game.most + 1):
        figure = _picture(making, painter, players, letters)
        if figure is None or figure.svg in seen:  # nothing on the table, or nothing else than with fewer
            continue
        seen.add(figure.svg)
        found.append(figure)
    found = [found[0], found[-1]] if len(found) > 2 else found  # those between look like them
    return [Figures(items=tuple(found))] if len(found) > 1 else [*found]


def _picture(making: Making, painter: Painter, players: int, letters: dict[str, str]) -> Figure | None:
    game = making.game
    if players != len(game.seats):
        try:
            game = making.loads.seating(game, players)
        except PlayError:
            return None
    state = set_up(game)
    reader = Reader(game.program, game.names, state)
    artist = painter if game is making.game else Painter(game, painter.texts, painter.accent)
    several = sum(p.copies for p in game.program.places if p.board is not None) > 1
    width = WIDE if several else NARROW
    names = {name: printed(making.world, name) for name in making.world.places}
    shown = Scene(artist, reader, width, checkered=making.checkered, sides=making.uses("sides"), cell=17.0, letters=letters, called=names)
    shown.numbered = False
    scene = shown.draw()
    if scene is not None and not several and scene[0].height > HIGH:  # many piles: side by side over the whole page
        shown.width, several = WIDE, True
        scene = shown.draw()
    if scene is None:
        return None
    drawn, alt = scene
    many = f" for {counted(players, 'player')}" if game.world.game.fewest != game.world.game.most else ""
    caption = x.runs(f"The table after setup{many}. What is random was drawn with seed {SEED}.")
    if not game.world.shuffled and not making.uses("chance", "roll"):
        caption = x.runs(f"The table after setup{many}.")
    return Figure(
        id=making.picture_id("setup"),
        svg=drawn.render(alt),
        alt=f"The table after setup{many}. {alt}",
        caption=caption,
        width=drawn.width,
        height=drawn.height,
        span="page" if several else "column",
    )
