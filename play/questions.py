"""What a player is asked, as a question: made of what there is to choose, never of how the rules spell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.core.program import Alt, Choice, Shown
from rulewright.dsl.words import plural, spoken

if TYPE_CHECKING:
    from rulewright.play.game import Game

WHAT = "What do you do?"
THINGS = {"cell": "space", "player": "player", "number": "number", "name": "name", "site": "space"}


def question(game: Game, choice: Choice) -> str:
    """`Which card do you lay?`, `Drop: which column?`, `Which player do you choose as keeper?`, `What do you do?`"""
    if any(alt.role == "go_on" for alt in choice.alts):
        return "Do you want to do something before it goes on?"
    acts = {alt.name: alt for alt in choice.alts if alt.role in {"act", "chance"} and not _interrupt(game, alt)}
    if len(acts) != 1 or any(alt.role == "label" for alt in choice.alts):
        return WHAT
    alt = next(iter(acts.values()))
    optional = ", if any" if any(a.role == "decline" for a in choice.alts) else ""
    if alt.name == "choose":
        return _choosing(game, choice, alt, optional)
    info = game.program.actions.get(alt.name)
    verb = spoken(alt.name)
    if not alt.args:
        return f"Do you {verb}?" if optional else WHAT
    label = spoken(info.params[0][1]) if info is not None and len(info.params) == len(alt.args) else _thing(game, alt.shown[0])
    said = f"{verb} {alt.words[0] if alt.words else ''}".strip()
    if len(alt.args) > 1 or alt.shown[0].sort not in {"piece", "token", "player"}:  # what is done need not be done to that thing
        return f"{said[0].upper()}{said[1:]}: which {label}{optional}?"
    return f"Which {label} do you {said}{optional}?"


def _choosing(game: Game, choice: Choice, alt: Alt, optional: str) -> str:
    """`choose` with the name that the rules give to what is chosen."""
    thing, name = _thing(game, alt.shown[0]) if alt.shown else "one", chosen_as(game, choice, alt)
    several = any(a.role == "done" for a in choice.alts)
    what = plural(thing) if several else thing
    if not name:
        return f"Which {what} do you choose{optional}?"
    return f"Which {what} do you choose {name if name.startswith('for ') else f'as {name}'}{optional}?"


def chosen_as(game: Game, choice: Choice, alt: Alt) -> str:
    """What the rules call what is chosen; nothing if it is just what it is."""
    if alt.name != "choose" or not alt.shown:
        return ""
    thing, name = _thing(game, alt.shown[0]), spoken(choice.prompt.removeprefix("choose").strip())
    return "" if name in {thing, plural(thing)} else name


def _cell(game: Game) -> str:
    """What the boards call their cells, if they agree."""
    found = {spoken(kind).lower() for kind in game.world.cell_kinds()}
    return found.pop() if len(found) == 1 else THINGS["cell"]


def _thing(game: Game, shown: Shown) -> str:
    if shown.sort in {"piece", "token"} and shown.name:
        looks = game.world.looks.kinds.get(shown.name)
        return (looks.one if looks is not None and looks.one else spoken(shown.name)).lower()
    if shown.sort in {"enum", "value"} and shown.name:
        return spoken(shown.name).lower()
    if shown.sort == "cell":
        return _cell(game)
    return THINGS.get(shown.sort, spoken(shown.name or shown.sort).lower())


def _interrupt(game: Game, alt: Alt) -> bool:
    """Whether somebody could always do that: then the question is about the rest."""
    return any(r.sort == "interrupt" for r in game.world.routines.get(alt.name, ()))
