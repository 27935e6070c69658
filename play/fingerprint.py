"""A name for exactly these rules with these options.

It is made of the declarations as they were read, with all includes and the chosen variants: of words and numbers, not of their places
in the text, and not of what a checker, an optimiser or a compiler makes of them. So it does not change when those do. Prose, tags and
examples do not count; nor does a part of a declaration that says nothing (`none`, an empty list), so that the language can grow.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from rulewright.core.printer import print_program
from rulewright.dsl.declare.gather import settled
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d

if TYPE_CHECKING:
    from rulewright.play.game import Game

# What does not change how a game is played, but how it is printed and shown.
SILENT = (d.Prose, d.Example, d.Chapter, d.Notes, d.Fact, d.Picture, d.Show, Span)
UNREAD = {"tags", "prose", "notes", "facts", "drawing", "credits"}
UNSAID: tuple[object, ...] = (None, False, "", ())


def fingerprint(game: Game) -> str:
    """The first 16 hexadecimal digits of a SHA-256 of the rules, their tables, the options, and the number of players."""
    gathered = game.loaded.gathered
    assert gathered is not None
    rules = [canonical(decl) for decl in settled(gathered) if not isinstance(decl, SILENT)]
    tables = sorted(source.text for source in game.loaded.sources if source.path.suffix != ".rules")
    told = {"rules": rules, "tables": tables, "options": game.options, "players": len(game.seats)}
    return hashlib.sha256(json.dumps(told, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def form(game: Game) -> str:
    """A name for how a state of these rules is laid out, with the code its frames point into: other versions have others."""
    return hashlib.sha256(print_program(game.program).encode()).hexdigest()[:16]


def canonical(node: Any) -> Any:
    """A part of the syntax tree as lists and words."""
    if isinstance(node, SILENT):
        return None
    if is_dataclass(node):
        parts = {f.name: canonical(getattr(node, f.name)) for f in fields(node) if f.name not in UNREAD}
        return [type(node).__name__, {name: part for name, part in parts.items() if part not in UNSAID and part != []}]
    if isinstance(node, dict):
        return [[canonical(key), canonical(value)] for key, value in node.items()]
    if isinstance(node, Iterable) and not isinstance(node, str):
        return [canonical(part) for part in node if not isinstance(part, SILENT)]
    return node
