"""Text for HTML: escaped by the environment; runs become elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup, escape

from rulewright.rulebook.model import Run

TAGS = {"strong": "strong", "quiet": "span", "value": "code", "name": "i", "term": "i"}


def html_runs(runs: Sequence[Run]) -> Markup:
    return Markup("").join(_run(run) for run in runs)


def _run(run: Run) -> Markup:
    if not run.style:
        return escape(run.text)
    if run.style == "term" and run.ref:
        return Markup('<a class="term" href="#{}">{}</a>').format(run.ref, run.text)
    tag = TAGS[run.style]
    kind = Markup(' class="{}"').format(run.style)
    return Markup("<{0}{1}>{2}</{0}>").format(Markup(tag), kind, run.text)


FILTERS: dict[str, Callable[..., Any]] = {"runs": html_runs}
