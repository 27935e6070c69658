"""Text for HTML: escaped by the environment; runs become elements."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup, escape

from rulewright.rulebook.model import Figure, Icon, Run
from rulewright.rulebook.text import glued

_BOX = re.compile(r'viewBox="([^"]*)"')
_IDS = re.compile(r"""((?:\bid|\bhref|xlink:href)=["']#?|url\(#)([A-Za-z])""")
_BODY = re.compile(r"^<svg[^>]*>|</svg>$")
TAGS = {"strong": "strong", "quiet": "span", "value": "code", "name": "i", "term": "i"}


def html_runs(runs: Sequence[Run]) -> Markup:
    return Markup("").join(_signed(run) if run.icon else Markup("") if run.times else _run(run) for run in glued(runs))


def _signed(run: Run) -> Markup:
    """A word with its sign: to those who hear the page the sign says the word, so that it is heard once."""
    if run.times:
        each = Markup("").join(Markup('<use href="#{}" x="{}" width="10" height="10"/>').format(run.icon, 11 * n) for n in range(run.times))
        wide = 11 * run.times
        opening = Markup('<svg class="price" viewBox="0 0 {} 10" style="width:{}em" role="img" aria-label="{}">')
        return opening.format(wide, f"{0.115 * wide:.2f}", run.text) + each + Markup("</svg>")
    sign = Markup('<svg class="sign" viewBox="0 0 10 10" role="img" aria-label="{}"><use href="#{}"/></svg>').format(run.text, run.icon)
    word = Markup('<span aria-hidden="true">{}</span>').format(run.text)
    if run.style == "term" and run.ref:
        return Markup('<a class="term signed" href="#{}">{}{}</a>').format(run.ref, sign, word)
    kind = f" {run.style}" if run.style else ""
    return Markup('<span class="signed{}">{}{}</span>').format(kind, sign, word)


def symbols(icons: Sequence[Icon]) -> Markup:
    """The signs, each once, to be used wherever they stand."""
    one = Markup('<symbol id="{}" viewBox="0 0 10 10">{}</symbol>')
    inside = Markup("").join(one.format(icon.id, Markup(_BODY.sub("", icon.svg))) for icon in icons)
    return Markup('<svg class="symbols" aria-hidden="true">{}</svg>').format(inside) if icons else Markup("")


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


FILTERS: dict[str, Callable[..., Any]] = {"runs": html_runs, "svg": svg, "symbols": symbols}
