"""Generated English: words, and what must never be read in a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.play.finding import list_games
from rulewright.rulebook import words
from rulewright.rulebook.model import Book, Exact, Item, Section
from rulewright.rulebook.parts.book import make
from rulewright.rulebook.text import joined

from .books import book

ODD = (
    r"\b(a|an|the|is|are|of|to|in|your|you|with|for|that|not) \1\b",  # the same word twice
    r"\b(you|they) (is|has)\b",
    r"\b(the|a|an) (your|their|his|a|an|the|you)\b",
    r"\ban [bcdfgjklmnpqrstvwxz]\w",
    r" [.,;:]",
    r"\bof you\b",
    r"\bNone\b",
    r"_",
    r"\(\)",
    r"“”",
    r"  ",
)


def lines(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        yield f"{item.lead} {joined(item.text)}".strip() if item.lead != "If not:" else ""  # those are the author's words
        yield from lines(item.items)
        yield from lines(item.others)


def exact(sections: tuple[Section, ...]) -> Iterator[str]:
    for section in sections:
        for block in section.blocks:
            if isinstance(block, Exact):
                yield from lines(block.items)
        yield from exact(section.sections)


def odd(found: Book) -> list[str]:
    return [line for line in exact(found.sections) for pattern in ODD if re.search(pattern, line)]


@pytest.mark.parametrize("game", list_games())
def test_nothing_odd_in_shipped_games(game: str) -> None:
    assert odd(book(game)) == []


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[1] / "lang").glob("*/*.rules")), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_nothing_odd_in_small_games(path: Path) -> None:
    assert odd(make(path, kit=False).book) == []


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("troop", "troops"),
        ("city", "cities"),
        ("wolf", "wolves"),
        ("pile of cards", "piles of cards"),
        ("woman", "women"),
        ("box", "boxes"),
        ("key", "keys"),
        ("hero", "heroes"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert words.plural(one) == many
    assert words.is_plural(many)


def test_articles_and_third_persons() -> None:
    assert [words.a(w) for w in ("tile", "inn", "hour", "unit", "8 of clubs", "one of them")] == [
        "a tile",
        "an inn",
        "an hour",
        "a unit",
        "an 8 of clubs",
        "a one of them",
    ]
    assert [words.third(v) for v in ("go", "carry out", "have", "pass", "play")] == ["goes", "carries out", "has", "passes", "plays"]
    assert [words.spoken(n) for n in ("hand_limit", "SiegeTower", "X1")] == ["hand limit", "siege tower", "x1"]
    assert words.listing(["a", "b", "c"]) == "a, b and c"
    assert [words.ordinal(n) for n in (1, 2, 3, 4, 11, 22)] == ["1st", "2nd", "3rd", "4th", "11th", "22nd"]
