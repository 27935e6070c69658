"""What a word of the rules means by itself: a thing the rules declare, or an entry of the library."""

from __future__ import annotations

from rulewright.dsl.check.phrases import singulars
from rulewright.dsl.driver import Loaded
from rulewright.dsl.library.forms import VERB_ROWS
from rulewright.dsl.library.functions import FUNCTIONS
from rulewright.dsl.library.traits import TRAITS
from rulewright.dsl.source import Span
from rulewright.dsl.world import World, snake

SORTS = {
    "setup": "the setup",
    "turn": "the turn",
    "play": "the course of play",
    "phase": "phase",
    "to": "own verb",
    "action": "action",
    "interrupt": "interrupt",
}


def meaning(loaded: Loaded, word: str, rest: str) -> str:
    """A description of a word, or nothing. `rest` is what follows it on the line: a call looks like one."""
    world = loaded.world
    if world is None:
        return ""
    return _capital(world, word) if word[:1].isupper() else _small(loaded, world, word, rest)


def _capital(world: World, word: str) -> str:
    if word in world.kinds:
        sym = world.kinds[word]
        number = f"{sym.core.count} in the game" if sym.limited else "as many as needed"
        return f"kind of pieces, {number}{', each with an owner' if sym.core.owners else ''}{_at(world, sym.said.span)}"
    if word in world.program.seats:
        return "a player"
    if word == "Player":
        return f"the players: {', '.join(world.program.seats)}"
    if word in world.enums:
        members = getattr(world.enums[word], "members", ())
        return f"type: {', '.join(members)}" if members else f"type: {world.enums[word]}"
    boards = [p.name for p in world.boards() if p.core.cell_kind == word]
    if boards:
        return f"a cell of {' or '.join(boards)}"
    if word in world.piece_ids:
        return f"the {world.piece_ids[word][0].name} of that name"
    return ""


def _small(loaded: Loaded, world: World, word: str, rest: str) -> str:
    for name in (word, *singulars(word)):
        if name in world.routines:
            first = world.routines[name][0]
            return f"{SORTS.get(first.sort, first.sort)}{_at(world, first.said.span)}"
        if name in VERB_ROWS:
            return f"verb: {VERB_ROWS[name].help} Form: {' | '.join(VERB_ROWS[name].examples)}"
    if word in world.defines:
        return f"definition{_at(world, world.defines[word].said.span)}: {_line(world, world.defines[word].said.span)}"
    if word in world.options:
        return f"option{_at(world, world.options[word].said.span)}"
    if word in world.places:
        place = world.places[word]
        family = f", one for each {place.core.per}" if place.core.per else ""
        return f"place: {place.core.shape.replace('_', ' ')}{family}{_at(world, place.said.span) if place.said is not None else ''}"
    if word in FUNCTIONS and rest.lstrip().startswith(("(", "of ")):
        return f"function: {FUNCTIONS[word].help} Form: {FUNCTIONS[word].form}"
    if word in world.player_attrs:
        return "attribute of players"
    if word in world.game_attrs:
        return "attribute of the game"
    kinds = [k.name for k in world.kinds.values() if word in k.attrs]
    if kinds:
        return f"attribute of {' and '.join(kinds)}"
    if word in TRAITS:
        return f"trait: {TRAITS[word].help} Form: {TRAITS[word].form}"
    if word in world.cell_names:
        return f"cell of {world.cell_names[word][0].name}"
    return next((f"a {k}" for k in world.kinds if snake(k) == word), "")


def _at(world: World, span: Span) -> str:
    return f", line {world.sources.position(span).line}" if span.file >= 0 else ""


def _line(world: World, span: Span) -> str:
    source = world.sources[span.file]
    return source.line_text(source.position(span.start).line).strip()
