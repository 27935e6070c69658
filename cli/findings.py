"""Findings in colour, each with its line of the rules underlined."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.diagnostics.render import lines_of
from rulewright.dsl.source import Sources


def show_findings(findings: Iterable[Diagnostic], sources: Sources, console: Console) -> None:
    """Write findings to a console, an empty line after each. Long lines are left to the terminal."""
    for finding in findings:
        for number, (text, style) in enumerate(lines_of(finding, sources)):
            console.print(_headed(text, style) if number == 0 else _framed(text, style), soft_wrap=True)
        console.print()


def _headed(text: str, style: str) -> Text:
    """The first line: the severity and code in their colour, the sentence itself in bold."""
    head, sign, sentence = text.partition(": ")
    return Text.assemble((head + sign, style), (sentence, "title"))


def _framed(text: str, style: str) -> Text:
    """A further line: the number and the bar at its left stand back behind what is right of them."""
    number, bar, rest = text.partition(" |")
    if style in {"place", "help"} or not bar or number.strip(" 0123456789"):
        return Text(text, style=style)
    return Text.assemble((number + bar, "frame"), (rest, style))
