"""The opening of a book: what the game is about, for how many, and how it is won."""

from __future__ import annotations

from rulewright.dsl.syntax import declarations as d
from rulewright.rulebook import text as x
from rulewright.rulebook.model import Item
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import counted, listing


def players(making: Making, game: d.Game) -> str:
    """For how many the game is. Seats that the rules move do not count."""
    if game.fewest != game.most:
        return f"{game.fewest} to {game.most} players"
    return counted(game.most - len(_moved(making, game)), "player")


def _moved(making: Making, game: d.Game) -> list[str]:
    """The seats of this game that the rules themselves move; those of another game are not known here."""
    return [s for s in making.game.seats if s not in making.game.deciding] if game is making.world.game else []


def who(making: Making, game: d.Game) -> Item:
    """For how many the game is, and what they are called."""
    moved = _moved(making, game)
    seats = [x.clean(s) for s in game.names[: game.most] if s not in moved]
    text = f"{x.strong('Players:')} {players(making, game)}, called {listing(seats)}."
    if moved:
        text += f" The rules move {listing([x.clean(s) for s in moved])}."
    if game.teams:
        text += f" {' against '.join(listing([x.clean(s) for s in team]) for team in game.teams)}."
    return Item(
        text=x.runs(text),
        sources=making.sources(game.span, *game.names_spans),
        tags=game.tags,
    )
