"""Text to syntax tree, and what to say when the text has no tree.

The whole text is parsed at once. If that fails, it is read part by part, so that every part can report what is wrong with
it (dsl.syntax.recovery), in sentences for a designer (dsl.syntax.mistakes).
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.source import Source, Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.builder import Builder
from rulewright.dsl.syntax.layout import Layout, LayoutError
from rulewright.dsl.syntax.machine import Machine
from rulewright.dsl.syntax.recovery import read_on

LONGEST_LINE = 20_000


def cache_folder() -> Path:
    """Where grammar tables and compiled games are kept between runs."""
    chosen = os.environ.get("RULEWRIGHT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or (os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None)
    return Path(base) / "rulewright" if base else Path.home() / ".cache" / "rulewright"


class Grammar(NamedTuple):
    """What Lark made of the grammar, and what uses it."""

    lark: Lark
    layout: Layout
    builder: Builder
    machine: Machine


@cache
def grammar() -> Grammar:
    """The grammar, read once; its tables are kept on disk between runs."""
    text = resources.files("rulewright.grammars").joinpath("rules.lark").read_text(encoding="utf-8")
    builder, layout = Builder(), Layout()
    settings: dict[str, Any] = {
        "parser": "lalr",
        "lexer": "contextual",
        "postlex": layout,
        "maybe_placeholders": True,
    }
    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        lark = Lark(text, cache=str(folder / "grammar.lark-cache"), **settings)
    except OSError:
        lark = Lark(text, **settings)
    return Grammar(lark, layout, builder, Machine(lark, builder))


def parse(source: Source, findings: Findings) -> d.File:
    """The tree of a text; what cannot be understood is reported and left out."""
    text = source.text.replace("\r\n", "\n") if "\r" in source.text else source.text
    if text != source.text:
        source.text = text
    too_long = next((n for n, line in enumerate(text.split("\n"), 1) if len(line) > LONGEST_LINE), 0)
    if too_long:
        start = source.starts()[too_long - 1]
        findings.add(
            codes.SYNTAX,
            f"Line {too_long} has more than {LONGEST_LINE:,} characters.",
            Span(source.number, start, start + 40),
            help="Break the line into several sentences.",
        )
        return d.File(source.number, [])
    if "\x00" in text:
        at = text.index("\x00")
        findings.add(codes.BAD_TEXT, "The text contains a NUL character.", Span(source.number, at, at + 1))
        return d.File(source.number, [])
    body = _read(text, source.number, 0)
    if body is None:
        body = read_on(text, source.number, findings, attempt)
    return d.File(source.number, body)


def _read(text: str, file: int, base: int) -> list[Any] | None:
    _, _, builder, machine = grammar()
    builder.file, builder.base = file, base
    try:
        return machine.parse(text + "\n", file, base)
    except LayoutError:
        return None


def attempt(text: str, file: int, base: int) -> tuple[list[Any], Exception | None]:
    """The tree of a part of a text that begins at offset `base`, or what Lark says about it."""
    lark, _, builder, machine = grammar()
    builder.file, builder.base = file, base
    try:
        body = machine.parse(text + "\n", file, base)
        if body is not None:
            return body, None
        lark.parse(text + "\n")  # fails as well, and says why
        return [], LayoutError("end")
    except (UnexpectedToken, UnexpectedCharacters, UnexpectedEOF, LayoutError, RecursionError) as error:
        return [], error
