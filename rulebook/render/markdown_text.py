"""Text for Markdown: whatever could be markup is escaped."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from rulewright.rulebook.model import Run
from rulewright.rulebook.text import merged

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#+\-!|~$&])")


def escape(text: object) -> str:
    """Text that comes out as it is, wherever it stands in a line."""
    said = _SPECIAL.sub(r"\\\1", str(text)).replace("\n", " ")
    return re.sub(r"^(\s*\d+)([.)])", r"\1\\\2", said)


def markup(runs: Sequence[Run]) -> str:
    return "".join(_run(run) for run in merged(runs))


def _run(run: Run) -> str:
    text = escape(run.text)
    inner = text.strip()
    if not inner or run.style in {"", "quiet"}:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    if run.style == "strong":
        return f"{before}**{inner}**{after}"
    if run.style == "term" and run.ref:
        return f"{before}[{inner}](#{run.ref}){after}"
    return f"{before}*{inner}*{after}"


def bare(runs: Sequence[Run]) -> str:
    """Runs without their styles, for places that have a style of their own."""
    return escape("".join(run.text for run in runs))


FILTERS: dict[str, Callable[..., Any]] = {"md": escape, "md_runs": markup, "md_plain": bare}
