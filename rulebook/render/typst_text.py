"""Text for Typst: everything is a string literal, so that no character of it can ever be code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.rulebook.model import Run
from rulewright.rulebook.text import glued

STYLES = {"strong": "strong", "quiet": "quiet", "value": "value", "name": "emph"}


ESCAPES = dict.fromkeys((*range(32), 8232, 8233), " ") | str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"})


def literal(text: object) -> str:
    """A string literal of Typst."""
    return f'"{str(text).translate(ESCAPES)}"'


def markup(runs: Sequence[Run]) -> str:
    """Runs as content, to stand between square brackets."""
    return "".join(_signed(run) if run.icon else "" if run.times else _run(run) for run in glued(runs))


def _signed(run: Run) -> str:
    """A word that is not parted from its sign; a price is signs alone."""
    if run.times:
        return f"#signs({literal(run.icon)}, {run.times}, {literal(run.text)});"
    return f"#box[#sign({literal(run.icon)});{_run(run)}];"


def _run(run: Run) -> str:
    text = literal(run.text)
    if run.style == "term":
        return f"#term({text}, {literal(run.ref)});" if run.ref else f"#emph({text});"
    if run.style in STYLES:
        return f"#{STYLES[run.style]}({text});"
    return f"#{text};"


def array(items: Sequence[object]) -> str:
    """An array of strings; a single one needs its comma."""
    inside = ", ".join(literal(i) for i in items)
    return f"({inside},)" if items else "()"


def numbers(items: Sequence[float]) -> str:
    """An array of lengths in millimetres."""
    inside = ", ".join(f"{i:.3f}" for i in items)
    return f"({inside},)" if items else "()"


FILTERS: dict[str, Callable[..., Any]] = {"typst": literal, "markup": markup, "typst_array": array, "numbers": numbers}
