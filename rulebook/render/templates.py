"""Templates and what they are given: escapes that make any text come out as text."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from rulewright.rulebook.render import html_text, markdown_text, typst_text


def read(name: str) -> str | None:
    file = resources.files("rulewright.rulebook").joinpath("templates", *name.split("/"))
    return file.read_text(encoding="utf-8") if file.is_file() else None


@cache
def environment() -> Environment:
    """One environment for Typst and Markdown, whose filters escape; HTML has its own with escaping everywhere."""

    made = _base(autoescape=False)
    made.filters |= typst_text.FILTERS | markdown_text.FILTERS
    return made


@cache
def html_environment() -> Environment:

    made = _base(autoescape=True)
    made.filters |= html_text.FILTERS
    return made


def _base(autoescape: bool) -> Environment:
    return Environment(
        loader=FunctionLoader(read),
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(name: str, **values: Any) -> str:
    return environment().get_template(name).render(**values)


def render_html(name: str, **values: Any) -> str:
    return html_environment().get_template(name).render(**values)
