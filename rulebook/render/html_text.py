"""Text for HTML: escaped by the environment; runs become elements."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup, escape

from rulewright.rulebook.model import Figure, Run

_BOX = re.compile(r'viewBox="([^"]*)"')
_IDS = re.compile(r"""((?:\bid|\bhref|xlink:href)=["']#?|url\(#)([A-Za-z])""")
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


def svg(figure: Figure) -> Markup:
    """The picture itself, with its words as the label; no other picture of the page can be hurt by its names."""
    head, _, body = figure.svg.partition(">")
    size = _BOX.search(head)
    box = size.group(1) if size else f"0 0 {figure.width} {figure.height}"
    unique = _IDS.sub(rf"\g<1>{figure.id}-\g<2>", body)
    opening = Markup('<svg viewBox="{}" style="width:{}mm" role="img" aria-label="{}" xmlns="http://www.w3.org/2000/svg">')
    return opening.format(box, f"{figure.width:.1f}", figure.alt) + Markup(unique)


FILTERS: dict[str, Callable[..., Any]] = {"runs": html_runs, "svg": svg}
