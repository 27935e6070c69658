"""Text to syntax tree, and what to say when the text has no tree.

The whole text is parsed at once. If that fails, it is read part by part, so that every part can report what is wrong with
it (dsl.syntax.recovery), in sentences for a designer (dsl.syntax.mistakes).
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from rulewright.dsl.cache import cache_folder
from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.source import Source, Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.builder import Builder
from rulewright.dsl.syntax.layout import LayoutError
from rulewright.dsl.syntax.machine import Machine
from rulewright.dsl.syntax.tables import grammar_text, read_tables

if TYPE_CHECKING:
    from lark import Lark

    from rulewright.dsl.syntax.postlex import Layout

__all__ = ["Grammar", "attempt", "grammar", "parse"]

LONGEST_LINE = 20_000


class Grammar:
    """What reads texts: the machine; and Lark itself for texts that have no tree, and for the formatter."""

    def __init__(self) -> None:
        self.builder = Builder()
        self.machine = Machine(read_tables(), self.builder)

    @cached_property
    def layout(self) -> Layout:
        from rulewright.dsl.syntax.postlex import Layout

        return Layout()

    @cached_property
    def lark(self) -> Lark:
        from lark import Lark

        settings: dict[str, Any] = {"parser": "lalr", "lexer": "contextual", "postlex": self.layout, "maybe_placeholders": True}
        try:
            folder = cache_folder()
            folder.mkdir(parents=True, exist_ok=True)
            return Lark(grammar_text(), cache=str(folder / "grammar.lark-cache"), **settings)
        except OSError:
            return Lark(grammar_text(), **settings)


@cache
def grammar() -> Grammar:
    """The grammar, read once; its tables are kept on disk between runs."""
    return Grammar()


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
        from rulewright.dsl.syntax.recovery import read_on

        body = read_on(text, source.number, findings, attempt)
    return d.File(source.number, body)


def _read(text: str, file: int, base: int) -> list[Any] | None:
    tools = grammar()
    tools.builder.file, tools.builder.base = file, base
    try:
        return tools.machine.parse(text + "\n", file, base)
    except LayoutError:
        return None


def attempt(text: str, file: int, base: int) -> tuple[list[Any], Exception | None]:
    """The tree of a part of a text that begins at offset `base`, or what Lark says about it."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

    tools = grammar()
    tools.builder.file, tools.builder.base = file, base
    try:
        body = tools.machine.parse(text + "\n", file, base)
        if body is not None:
            return body, None
        tools.lark.parse(text + "\n")  # fails as well, and says why
        return [], LayoutError("end")
    except (UnexpectedToken, UnexpectedCharacters, UnexpectedEOF, LayoutError, RecursionError) as error:
        return [], error
