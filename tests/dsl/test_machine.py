"""The fast inner loop of the parser and Lark's own parser give the same trees and refuse the same texts."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token
from lark.exceptions import LarkError

from rulewright.dsl.source import Span
from rulewright.dsl.syntax.builder import Builder
from rulewright.dsl.syntax.layout import LayoutError
from rulewright.dsl.syntax.machine import Tok
from rulewright.dsl.syntax.parser import grammar
from rulewright.dsl.syntax.postlex import Layout

for _name in ("start_pos", "end_pos", "line", "column", "end_line", "end_column"):
    setattr(Tok, _name, 0)  # Lark wants its tokens to have them


class Marked(Layout):
    """Lark's tokens as the builder wants them."""

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        for token in super().process(stream):
            marked = str.__new__(Tok, str(token))
            marked.type = token.type
            marked.span = Span(0, token.start_pos or 0, token.end_pos or 0)
            yield marked


@cache
def reference() -> Lark:
    text = resources.files("rulewright.grammars").joinpath("rules.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="contextual", postlex=Marked(), maybe_placeholders=True, transformer=Builder())


def shape(node: Any) -> Any:
    """A tree as plain data, spans included."""
    if isinstance(node, list | tuple) and not isinstance(node, Span):
        return [shape(x) for x in node]
    if hasattr(node, "__dataclass_fields__"):
        return {"node": type(node).__name__, **{name: shape(getattr(node, name)) for name in node.__dataclass_fields__}}
    return node


def both(text: str) -> tuple[Any, Any]:
    tools = grammar()
    tools.builder.file, tools.builder.base = 0, 0
    fast = tools.machine.parse(text + "\n", 0, 0)
    try:
        slow: Any = reference().parse(text + "\n")
    except (LarkError, LayoutError):
        slow = None
    return shape(fast), shape(slow)


def test_the_same_tree(readable: Path) -> None:
    fast, slow = both(readable.read_text(encoding="utf-8"))
    assert fast is not None
    assert fast == slow


@pytest.mark.parametrize("seed", range(8))
def test_the_same_verdict_on_broken_texts(seed: int, shipped: Path) -> None:
    chance = random.Random(f"{seed} {shipped.name}")
    lines = shipped.read_text(encoding="utf-8").split("\n")
    at = chance.randrange(max(1, len(lines) - 3))
    part = "\n".join(lines[at : at + 40])
    words = re.findall(r"\s+|\w+|.", part) or [""]
    for _ in range(chance.randrange(1, 4)):
        i, j = chance.randrange(len(words)), chance.randrange(len(words))
        match chance.randrange(4):
            case 0:
                words[i] = words[j]
            case 1:
                words[i], words[j] = words[j], words[i]
            case 2:
                words[i] = ""
            case _:
                words[i] += chance.choice(["(", ")", '"', "\t", "#", "  ", "\n", "\n ", "is", "=", "é", "no ", "the first "])
    fast, slow = both("".join(words))
    assert fast == slow


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "# nothing\n",
        "   ",
        "\n\n  # deep\n",
        "> prose",
        'chapter "A"',
        'chapter "A"  # end',
        "define a = b(",
        "define a = (",
        "define a = 1\n\t",
    ],
)
def test_small_texts(text: str) -> None:
    fast, slow = both(text)
    assert fast == slow


def test_a_word_keeps_its_meaning_beside_others() -> None:
    """Words that begin a longer keyword are never remembered for themselves."""
    text = (
        "define a = at least 2 Card\ndefine b = at\ndefine c = no\ndefine d = no Card in deck\ndefine e = x is not y\ndefine f = x is y\n"
    )
    fast, slow = both(text + text.replace("at", "the first"))
    assert fast == slow
