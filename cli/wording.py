"""A line of rules explained: the rule it stands in, and what each of its words was taken for.

Enters a file and a line; the whole game is loaded, and the checker tells what it took each word for.
What the checker does not tell is looked up among the declarations and in the library.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rulewright.cli.failure import usage
from rulewright.cli.loading import find
from rulewright.cli.lookup import meaning
from rulewright.cli.screen import out
from rulewright.dsl.diagnostics.render import short
from rulewright.dsl.driver import Loaded
from rulewright.dsl.driver import load as load_rules
from rulewright.dsl.source import Source, Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.walk import nodes

WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
Heard = dict[Span, list[str]]


def explain_line(name: str, line: int, options: dict[str, str], players: int | None, variants: tuple[str, ...]) -> None:
    """Write the line, where it stands, and the meaning of its words."""
    path = find(name)
    loaded = load_rules(path, options, players, variants, lint=False, examples=True)
    source = _source(loaded, path)
    if not 1 <= line <= len(source.starts()) or (line == len(source.starts()) and not source.line_text(line)):
        raise usage(f"{short(source.path)} has no line {line}; it ends with line {len(source.text.splitlines())}.")
    text = source.line_text(line)
    console = out()
    console.print(Text(f"{short(source.path)}:{line}", style="place"))
    console.print(Padding(Text(text.strip() or "(an empty line)", style="title"), (0, 0, 0, 2)))
    _show_place(loaded, source, line)
    if text.strip().startswith((">", "#", "|")):
        return
    rows = list(_words(loaded, source, line, _heard(loaded)))
    if rows:
        table = Table.grid(padding=(0, 2))
        for word, meant in rows:
            table.add_row(Text(word, style="word"), Text(meant))
        console.print(Padding(table, (1, 0, 0, 2)))
    if loaded.program is None:
        from rulewright.cli.words import counted

        errors = counted(len(loaded.findings.errors), "error")
        console.print(Text(f"\nThe file has {errors}, so that words may be missing here: rulewright check {name}", style="warning"))


def _heard(loaded: Loaded) -> Heard:
    """What the checker took each word for."""
    heard: Heard = {}
    for span, type in loaded.world.meanings if loaded.world is not None else ():
        meanings = heard.setdefault(span, [])
        if str(type) not in meanings:
            meanings.append(str(type))
    return heard


def _source(loaded: Loaded, path: Path) -> Source:
    for source in loaded.sources:
        if source.path.resolve() == path.resolve() and isinstance(source, Source):
            return source
    raise usage(f"{path} cannot be read.")


# ---------------------------------------------------------------- where the line stands

NAMED: tuple[tuple[type, str], ...] = (
    (d.Game, "game"),
    (d.Option, "option"),
    (d.TypeDecl, "type"),
    (d.Piece, "piece"),
    (d.Place, "place"),
    (d.Has, "attributes"),
    (d.Define, "definition"),
    (d.Procedure, "procedure"),
    (d.Action, "action"),
    (d.Interrupt, "interrupt"),
    (d.Hook, "hook"),
    (d.Standing, "condition that is always watched"),
    (d.Score, "score"),
    (d.Winner, "winner"),
    (d.Card, "cards"),
    (d.Example, "example"),
    (d.Variant, "variant"),
)


def _declarations(loaded: Loaded) -> list[object]:
    if loaded.gathered is None:
        return []
    return [*loaded.gathered.body, *loaded.gathered.variants]


def _show_place(loaded: Loaded, source: Source, line: int) -> None:
    """The declaration a line belongs to: the last one that begins at or before it."""
    begun: list[tuple[int, str, Any]] = []
    for kind, word in NAMED:
        found: Iterator[Any] = nodes(_declarations(loaded), kind)
        for node in found:
            if node.span.file == source.number and source.position(node.span.start).line <= line:
                begun.append((source.position(node.span.start).line, word, node))
    if not begun:
        return
    at, word, node = max(begun, key=lambda x: x[0])
    head = Text.assemble((f"in the {word} of line {at}: ", "faint"), source.line_text(at).strip())
    told = [head if at != line else Text(f"here begins: {word}", style="faint")]
    tags = getattr(node, "tags", ())
    if tags:
        told.append(Text(f"rules of the ledger: {', '.join(tags)}", style="faint"))
    for text in told:
        out().print(Padding(text, (0, 0, 0, 2)))


# ---------------------------------------------------------------- its words


def _words(loaded: Loaded, source: Source, line: int, heard: Heard) -> Iterator[tuple[str, str]]:
    text = re.sub(r'"[^"]*"|#.*|\[[A-Z][^\]]*\]\s*$', lambda m: " " * len(m[0]), source.line_text(line))
    start = source.starts()[line - 1]
    seen = set()
    for found in WORD.finditer(text):
        span = Span(source.number, start + found.start(), start + found.end())
        meant = "; ".join(heard[span]) if span in heard else ""
        known = meaning(loaded, found[0], text[found.end() :])
        if meant and known:
            meant = f"{known} ({meant})" if meant not in known else known
        meant = meant or known
        if meant and (found[0], meant) not in seen:
            seen.add((found[0], meant))
            yield found[0], meant
