"""The printed rules of a game, as far as they are prose: what `rules` shows at the prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.walk import nodes
from rulewright.play.failures import RuleError

if TYPE_CHECKING:
    from rulewright.core.program import Choice
    from rulewright.play.game import Game

SLOT = re.compile(r"\{([^{}]*)\}")


def rules(game: Game, word: str = "") -> RenderableType | None:
    """The prose of all rules, or of those that a word occurs in; None if there is none."""
    wanted = word.lower()
    parts: list[RenderableType] = []
    for title, lines in sections(game):
        if wanted and wanted not in title.lower() and not any(wanted in line.lower() for line in lines):
            continue
        parts += [Text(title, style="title"), Padding(Text(" ".join(lines)), (0, 0, 1, 2))]
    return Group(*parts) if parts else None


def sections(game: Game) -> Iterator[tuple[str, list[str]]]:
    """A title and its lines for every declaration with prose, in the order of the text. Examples are left to the rulebook; what the cards
    of a story tell, to the match: nobody reads on before the game tells him to."""
    told = set(game.program.titles.values()) if game.program.endings else set[str]()
    for decl in game.world.chapters:
        if isinstance(decl, d.Example | d.Variant) or (isinstance(decl, d.Card) and told & {*decl.names}):
            continue
        lines = [filled(game, p.text) for p in nodes(decl, d.Prose)]
        if lines:
            yield _title(game, decl), lines


def explanation(game: Game, choice: Choice) -> list[str]:
    """What the rules say about a decision: of the one action that is asked for, or of the rule in which something is chosen."""
    acts = [alt.name for alt in choice.alts if alt.role == "act"]
    if len(acts) != 1 or choice.span < 0:
        return []
    for decl in game.world.chapters:
        if isinstance(decl, d.Action) and decl.signature.name == acts[0]:
            return _prose(game, decl.body)
    return around(game, choice.span)


def around(game: Game, span: int) -> list[str]:
    """What the author says about the rule in which a place is."""
    if span < 0:
        return []
    file, start, _ = game.program.spans[span]
    before = [decl for decl in game.world.chapters if decl.span.file == file and decl.span.start <= start]
    decl = max(before, key=lambda decl: decl.span.start, default=None)
    return _prose(game, decl.body) if isinstance(decl, d.Procedure | d.Action | d.Interrupt | d.Standing) else []


def _prose(game: Game, body: Sequence[object]) -> list[str]:
    """The first paragraph of a rule."""
    lines: list[str] = []
    for stmt in body:
        if not isinstance(stmt, d.Prose):
            break
        lines.append(stmt.text)
    return [filled(game, " ".join(lines))] if lines else []


def _title(game: Game, decl: d.Decl | d.Prose) -> str:
    match decl:
        case d.Game():
            return decl.title
        case d.Chapter():
            return decl.title
        case d.Prose():
            return game.title
        case d.Action() | d.Interrupt():
            return f"Action: {_spaced(decl.signature.name)}"
        case d.Procedure():
            return f"{decl.word.capitalize()}: {_spaced(decl.name)}" if decl.name and decl.name != decl.word else decl.word.capitalize()
        case d.Hook():
            return f"{decl.word.capitalize()} {_spaced(decl.signature.name)}"
        case d.Standing():
            return f"When {game.loaded.sources.text(decl.test.span)}"
        case d.Card():
            return f"{decl.kind}: {', '.join(decl.names)}"
        case d.Option() | d.TypeDecl() | d.Piece() | d.Place() | d.Define():
            return f"{type(decl).__name__.removesuffix('Decl')}: {_spaced(decl.name)}"
        case d.Score() | d.Winner():
            return type(decl).__name__
        case _:
            return "Rule"


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def filled(game: Game, text: str) -> str:
    """Prose with the values it speaks of, where they are known before a match; other slots become their words."""

    def value(slot: re.Match[str]) -> str:
        name = slot[1].strip()
        if name in game.options:
            return game.options[name]
        define = game.world.defines.get(name)
        if define is not None and not define.params and not define.needs_player:
            try:
                found = game.interpreter.ask(define.func, game.interpreter.machine.start(0))
            except (RuleError, AttributeError, TypeError):
                found = None
            if isinstance(found, int):
                return str(found)
        return _spaced(name.split(".")[-1])

    return SLOT.sub(value, text)
