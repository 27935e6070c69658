"""Where in the rules something stands: every finding has a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.dsl.source import Span
    from rulewright.play.game import Game


def line(game: Game, span: Span) -> str:
    """`file:line` of a span."""
    source = game.loaded.sources[span.file]
    return f"{source.path.name}:{source.position(span.start).line}"


def routine(game: Game, *names: str) -> tuple[str, ...]:
    """The lines of the first of these phases or actions that the game has; of the game itself if it has none."""
    for name in names:
        found = game.world.routines.get(name)
        if found:
            return tuple(line(game, r.decl.span) for r in found)
    return (line(game, game.world.game.span),)


def score(game: Game) -> tuple[str, ...]:
    return (line(game, game.world.score.span),) if game.world.score is not None else routine(game, "play", "turn")


def rule(game: Game, title: str) -> str | None:
    """The line of a counted rule by the title that counters give it."""
    sort, _, name = title.partition(" ")
    for decl, _ in game.world.standings:
        text = game.world.sources.text(decl.test.span)
        if title in (f"when {text}", f"as soon as {text}"):
            return line(game, decl.span)
    for found in game.world.routines.get(name, ()):
        if found.sort == sort:
            return line(game, found.decl.span)
    for card in game.world.cards:
        if title == f"{card.kind.name} {card.decl.names[0]}":
            return line(game, card.decl.span)
    return None
