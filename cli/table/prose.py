"""The printed rules of a game, as far as they are prose: what `rules` shows at the prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from rulewright.dsl.declare.saying import parts_of
from rulewright.dsl.text import Part
from rulewright.play.failures import RuleError

if TYPE_CHECKING:
    from rulewright.core.program import Choice
    from rulewright.play.game import Game

ROUTINES = frozenset({"setup", "turn", "play", "phase", "to", "action", "interrupt"})
HOOKS = frozenset({"before", "after", "instead of"})
WATCHED = frozenset({"when", "as soon as"})
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
    for part in parts_of(game.world):
        if part.sort in {"example", "variant"} or told & {*part.names}:
            continue
        lines = [filled(game, p.text) for p in part.prose]
        if lines:
            yield _title(game, part), lines


def explanation(game: Game, choice: Choice) -> list[str]:
    """What the rules say about a decision: of the one action that is asked for, or of the rule in which something is chosen."""
    acts = [alt.name for alt in choice.alts if alt.role == "act"]
    if len(acts) != 1 or choice.span < 0:
        return []
    for part in parts_of(game.world):
        if part.sort == "action" and part.name == acts[0]:
            return _prose(game, part)
    return around(game, choice.span)


def around(game: Game, span: int) -> list[str]:
    """What the author says about the rule in which a place is."""
    if span < 0:
        return []
    file, start, _ = game.program.spans[span]
    before = [part for part in parts_of(game.world) if part.span.file == file and part.span.start <= start]
    part = max(before, key=lambda part: part.span.start, default=None)
    return _prose(game, part) if part is not None and part.sort in ROUTINES | WATCHED else []


def _prose(game: Game, part: Part) -> list[str]:
    """The first paragraph of a rule."""
    return [filled(game, " ".join(line.text for line in part.opening))] if part.opening else []


def _title(game: Game, part: Part) -> str:
    match part.sort:
        case "game" | "chapter":
            return part.name
        case "prose":
            return game.title
        case "action" | "interrupt":
            return f"Action: {_spaced(part.name)}"
        case word if word in ROUTINES:
            return f"{word.capitalize()}: {_spaced(part.name)}" if part.name and part.name != word else word.capitalize()
        case word if word in HOOKS:
            return f"{word.capitalize()} {_spaced(part.name)}"
        case "when" | "as soon as":
            return f"When {part.name}"
        case "card":
            return f"{part.name}: {', '.join(part.names)}"
        case "option" | "type" | "piece" | "place" | "define":
            return f"{part.sort.capitalize()}: {_spaced(part.name)}"
        case "score" | "winner":
            return part.sort.capitalize()
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
