"""The reference is complete: its examples use every rule and every word of the grammar, and the library page lists everything."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

import pytest
from lark import Lark, Tree
from lark.lexer import PatternStr

from rulewright.dsl.check.library.verbs import VERBS
from rulewright.dsl.library.functions import FUNCTIONS
from rulewright.dsl.library.traits import TRAITS
from rulewright.dsl.syntax.postlex import Layout
from tests.docs.fences import fences, whole

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "language.md"


@cache
def lark() -> Lark:
    text = resources.files("rulewright.grammars").joinpath("rules.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="contextual", postlex=Layout(), maybe_placeholders=True, keep_all_tokens=True)


@cache
def used() -> tuple[frozenset[str], frozenset[str]]:
    """The rules and the terminals that the examples of the reference are made of."""
    shown = fences(PAGE)
    rules, terminals = set(), set()
    for fence in shown:
        if fence.option("bad"):
            continue
        for node in lark().parse(whole(fence, shown) + "\n").iter_subtrees():
            rules.add(str(node.data))
            terminals |= {c.type for c in node.children if c is not None and not isinstance(c, Tree)}
    return frozenset(rules), frozenset(terminals)


def test_every_rule_of_the_grammar_is_shown() -> None:
    named = {str(r.alias or r.origin.name) for r in lark().rules if not r.origin.name.startswith("_") and not r.options.expand1}
    assert not named - used()[0]


def test_every_word_of_the_grammar_is_shown() -> None:
    words = {t.name for t in lark().terminals if isinstance(t.pattern, PatternStr) or t.name.isupper()}
    words -= {t for t in words if t.startswith("__")} | {"_NL", "WS", "COMMENT"} | set(lark().ignore_tokens)
    assert not words - used()[1]


@pytest.mark.parametrize(
    "heading", ["game", "include", "type", "option", "piece", "place", "define", "action", "interrupt", "Variants", "Examples"]
)
def test_sections(heading: str) -> None:
    headings = [line for line in PAGE.read_text(encoding="utf-8").split("\n") if line.startswith("#")]
    assert any(heading in line for line in headings)


def test_the_library_page_lists_everything() -> None:
    page = (DOCS / "library.md").read_text(encoding="utf-8")
    missing = [name for table in (VERBS, TRAITS) for name in table if f"**{name}**" not in page]
    missing += [name for name, row in FUNCTIONS.items() if f"`{row.form}`" not in page]
    assert not missing
