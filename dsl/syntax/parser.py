"""Text to syntax tree, and what to say when the text has no tree.

The whole text is parsed at once. If that fails, its unindented declarations are parsed one by one, so that every one of
them can report what is wrong with it; inside a declaration the offending line is left out and the rest tried again.
"""

from __future__ import annotations

import itertools
import os
import sys
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.source import Source, Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.builder import Builder
from rulewright.dsl.syntax.layout import Layout, LayoutError
from rulewright.dsl.syntax.machine import Machine
from rulewright.dsl.syntax.mistakes import explain

LONGEST_LINE = 20_000
TRIES = 12


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
    body, failed = _attempt(text, source.number, 0)
    if failed is None:
        return d.File(source.number, body)
    found: list[Any] = []
    for start, chunk in _chunks(text):
        found += _chunk(chunk, source.number, start, findings)
    return d.File(source.number, found)


def _attempt(text: str, file: int, base: int) -> tuple[list[Any], Exception | None]:
    lark, _, builder, machine = grammar()
    builder.file, builder.base = file, base
    try:
        body = machine.parse(text + "\n", file, base)
        if body is not None:
            return body, None
        lark.parse(text + "\n")  # fails as well, and says why
        return [], LayoutError("unread")
    except (UnexpectedToken, UnexpectedCharacters, UnexpectedEOF, LayoutError, RecursionError) as error:
        return [], error


def _chunks(text: str) -> list[tuple[int, str]]:
    """The text cut before every unindented line that is not blank and not a comment."""
    cuts = [0]
    at = 0
    for line in text.split("\n"):
        if line[:1] not in ("", " ", "\t", "#", "\r") and at:
            cuts.append(at)
        at += len(line) + 1
    cuts.append(len(text))
    return [(a, text[a:b]) for a, b in itertools.pairwise(cuts)]


def _chunk(text: str, file: int, base: int, findings: Findings) -> list[Any]:
    """Parse one declaration, leaving out a line at a time where it cannot be understood."""
    body: list[Any] = []
    for _ in range(TRIES):
        body, failed = _attempt(text, file, base)
        if failed is None:
            return body
        at = _report(failed, text, file, base, findings)
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[start:end]
        if start == 0 or not line.strip():
            return []
        indent = len(line) - len(line.lstrip())
        filler = "> ".ljust(len(line) - indent, "~") if len(line) - indent >= 2 else ">"
        text = text[:start] + " " * indent + filler[: max(1, len(line) - indent)] + text[end:]
    return body


def _report(error: Exception, text: str, file: int, base: int, findings: Findings) -> int:
    """Add the finding for a failed attempt; the offset in `text` where it failed."""
    if isinstance(error, LayoutError):
        at = error.at
        code = codes.TAB if error.reason == "tab" else codes.INDENTATION
        message = (
            "This line is indented with a tab; the rules are indented with spaces."
            if error.reason == "tab"
            else "This line is indented less than the line before it, but like no line above."
        )
        help = (
            "Use two spaces for each level."
            if error.reason == "tab"
            else "Line it up with the sentence it follows, or with the one it belongs to."
        )
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        findings.add(code, message, Span(file, base + start, base + (len(text) if end < 0 else end)), help=help)
        return at
    if isinstance(error, RecursionError):
        findings.add(codes.NESTING, "This is nested too deeply to be read.", Span(file, base, base + 1))
        return 0
    if isinstance(error, UnexpectedEOF):
        at = len(text.rstrip())
        findings.add(codes.SYNTAX, "The text ends in the middle of a rule.", Span(file, base + max(0, at - 1), base + at))
        return at
    if isinstance(error, UnexpectedCharacters):
        at = error.pos_in_stream or 0
        character = text[at : at + 1]
        message, help = explain(text, at, None, set(error.allowed or ()))
        if not message:
            message = f"The character {character!r} does not belong here."
        findings.add(codes.SYNTAX, message, Span(file, base + at, base + at + 1), help=help)
        return at
    assert isinstance(error, UnexpectedToken)
    token: Token = error.token
    at = token.start_pos if token.start_pos is not None else len(text)
    end = token.end_pos if token.end_pos is not None else at
    message, help = explain(text, at, token, set(error.accepts or error.expected or ()))
    if token.type in {"_NL", "_INDENT", "_DEDENT", "$END"}:
        # Something is missing: show the end of what is there.
        end = len(text[:at].rstrip()) if token.type != "_INDENT" else at
        start = max(text.rfind(" ", 0, end), text.rfind("\n", 0, end)) + 1
        if token.type == "_INDENT":
            start = at = token.end_pos or at
            start = text.rfind("\n", 0, at) + 1
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
    else:
        start = at
    findings.add(codes.SYNTAX, message, Span(file, base + start, base + max(end, start + 1)), help=help)
    return start
