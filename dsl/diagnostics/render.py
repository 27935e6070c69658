"""Findings rendered: as text for a terminal (with or without colour), as JSON, and as ranges for an editor."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulewright.dsl.diagnostics.model import Diagnostic, Label, Severity
from rulewright.dsl.source import Sources

WIDEST = 160


def as_text(findings: Iterable[Diagnostic], sources: Sources) -> str:
    """All findings as plain text."""
    return "\n".join(one_as_text(d, sources) for d in findings)


def one_as_text(finding: Diagnostic, sources: Sources) -> str:
    return "\n".join(text for text, _ in lines_of(finding, sources)) + "\n"


def lines_of(finding: Diagnostic, sources: Sources) -> list[tuple[str, str]]:
    """The lines of a finding, each with a style: severity, place, source, mark, help."""
    style = "error" if finding.severity is Severity.ERROR else "warning"
    found = [(f"{finding.severity.value}[{finding.code.word}]: {finding.message}", style)]
    for label in (finding.primary, *finding.others):
        found += _label(label, sources, label is finding.primary, style)
    if finding.help:
        found.append((f"  help: {finding.help}", "help"))
    return found


def _label(label: Label, sources: Sources, primary: bool, style: str) -> list[tuple[str, str]]:
    span = label.span
    if span.file < 0:
        return []
    source = sources[span.file]
    start, end = source.position(span.start), source.position(max(span.start, span.end - 1))
    place = f"  --> {short(source.path)}:{start.line}:{start.column}"
    text = source.line_text(start.line)
    if not text:
        return [(place, "place")]
    number = str(start.line)
    pad = " " * len(number)
    width = end.column - start.column + 1 if end.line == start.line else len(text) - start.column + 1
    first = start.column - 1
    # A very long line is shown around the place only.
    if len(text) > WIDEST:
        cut = max(0, first - 40)
        text = ("…" if cut else "") + text[cut : cut + WIDEST - 2] + "…"
        first = first - cut + (1 if cut else 0)
        width = min(width, len(text) - first)
    sign = "^" if primary else "-"
    note = f" {label.text}" if label.text else ""
    shown = text.replace("\t", " ")
    return [
        (place, "place"),
        (f" {pad} |", "frame"),
        (f" {number} | {shown}", "source"),
        (f" {pad} | {' ' * first}{sign * max(1, width)}{note}", style if primary else "note"),
    ]


def short(path: Path) -> str:
    """A path as seen from here, if it lies below."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def as_data(finding: Diagnostic, sources: Sources) -> dict[str, Any]:
    """A finding as plain data, with lines and columns from 1."""

    def place(label: Label) -> dict[str, Any]:
        span = label.span
        if span.file < 0:
            return {"file": None, "text": label.text}
        source = sources[span.file]
        start, end = source.position(span.start), source.position(span.end)
        return {
            "file": str(source.path),
            "line": start.line,
            "column": start.column,
            "end_line": end.line,
            "end_column": end.column,
            "text": label.text,
        }

    data: dict[str, Any] = {
        "code": finding.code.word,
        "severity": finding.severity.value,
        "message": finding.message,
        "primary": place(finding.primary),
        "others": [place(o) for o in finding.others],
        "help": finding.help,
    }
    if finding.fix is not None:
        data["fix"] = {"title": finding.fix.title, "replacement": finding.fix.replacement, "place": place(Label(finding.fix.span))}
    return data


def as_json(findings: Iterable[Diagnostic], sources: Sources) -> str:
    return json.dumps([as_data(d, sources) for d in findings], indent=2, ensure_ascii=False)
