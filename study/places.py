"""Where in the rules something stands: every finding has a line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.dsl.check.rules import rules_of

if TYPE_CHECKING:
    from rulewright.dsl.source import Span
    from rulewright.play.game import Game
    from rulewright.study.model import Figure

ODD, FEW = 0.05, 6  # a test that says something by itself; lines that are named at once
WORDS = re.compile(r"\w+")


def line(game: Game, span: Span) -> str:
    """`file:line` of a span."""
    source = game.loaded.sources[span.file]
    return f"{source.path.name}:{source.position(span.start).line}"


def routine(game: Game, *names: str) -> tuple[str, ...]:
    """The lines of the first of these phases or actions that the game has; of the game itself if it has none."""
    for name in names:
        found = game.world.routines.get(name)
        if found:
            return tuple(line(game, r.said.span) for r in found)
    return (line(game, game.world.game.span),)


PLACES = {
    "seats": ("setup", "play", "turn"),
    "start": ("play", "turn", "setup"),
    "length": ("play", "turn"),
    "cut": ("play", "turn"),
    "won": ("play", "turn"),
    "closeness": (),
    "points": (),
}


def about(game: Game, figure: Figure) -> tuple[str, ...]:
    """The lines of the rules that a figure is about: those it names, those of its findings, those of what it shows first, or where the
    rules say what it measures. Its findings come first: they point at what is odd."""
    if figure.lines:
        return figure.lines
    found = tuple(dict.fromkeys(line for f in figure.findings if f.p is None or f.p < ODD for line in f.lines))[:FEW]
    if found:
        return found
    names = [e.name for e in figure.estimates[:1] if figure.chapter == "Pieces and actions" and known(game, e.name)]
    if names:
        return thing(game, names[0])
    sections = PLACES.get(figure.id, ("turn", "play"))
    return routine(game, *sections) if sections else score(game)


def known(game: Game, name: str) -> bool:
    """Whether something has a line of its own: an action, a piece or a card."""
    if name in game.world.routines or any(name in card.printed for card in game.world.cards):
        return True
    return any(name == kind.name or name in kind.core.names for kind in game.world.kinds.values())


def score(game: Game) -> tuple[str, ...]:
    return (line(game, game.world.score.span),) if game.world.score is not None else routine(game, "play", "turn")


def rule(game: Game, title: str) -> str | None:
    """The line of a counted rule by the title that counters give it."""
    sort, _, name = title.partition(" ")
    rules = rules_of(game.world)
    for standing in rules.standings:
        text = game.world.sources.text(standing.test.span)
        if title in (f"when {text}", f"as soon as {text}"):
            return line(game, standing.span)
    for found in game.world.routines.get(name, ()):
        if found.sort == sort:
            return line(game, found.said.span)
    for card in game.world.cards:
        told = f"{card.kind.name} {card.title}"
        if title == told and not card.acts:
            return None  # there is nothing to be done with it: its rules are its abilities, which are counted by themselves
        if title == told or title.startswith(f"{told} "):
            return line(game, card.said.span)
    return None


def thing(game: Game, name: str) -> tuple[str, ...]:
    """Where an action or a piece stands: its own rule, its card, its row, its kind."""
    if name in game.world.routines:
        return routine(game, name)
    for card in game.world.cards:
        if name in card.printed:
            return (line(game, card.said.span),)
    for kind in game.world.kinds.values():
        if name == kind.name or name in kind.core.names:
            return (_row(game, kind.said.span, name) or line(game, kind.said.span),)
    return routine(game, "turn", "play")


def _row(game: Game, span: Span, name: str) -> str | None:
    """The row of a table within a declaration that begins with a name."""
    source = game.loaded.sources[span.file]
    first = source.position(span.start).line
    for number in range(first, last(game, span.file, first) + 1):
        cells = [cell.strip().strip('"') for cell in source.line_text(number).strip().strip("|").split("|")]
        if source.line_text(number).strip().startswith("|") and name in cells:
            return f"{source.path.name}:{number}"
    return None


def last(game: Game, file: int, first: int) -> int:
    """The last line of what is indented below a line."""
    source = game.loaded.sources[file]
    depth, found = indent(source.line_text(first)), first
    for number in range(first + 1, len(source.starts()) + 1):
        text = source.line_text(number)
        if text.strip():
            if indent(text) <= depth:
                break
            found = number
    return found


def indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def growing(game: Game) -> tuple[str, ...]:
    """The lines on which somebody gains more of what they have of something that the score counts: the rich get richer there."""
    names = {
        n
        for entry in (game.world.score.entries if game.world.score is not None else ())
        for n in WORDS.findall(_text(game, entry.value.span))
    }
    found = []
    for source in {id(s): s for s in game.loaded.sources}.values():
        for number in range(1, len(source.starts()) + 1):
            words = WORDS.findall(source.line_text(number).partition("#")[0])
            if words[:1] == ["gain"] and any(words.count(name) > 1 for name in names):
                found.append(f"{source.path.name}:{number}")
    return tuple(found)


def _text(game: Game, span: Span) -> str:
    return game.loaded.sources[span.file].text[span.start : span.end]
