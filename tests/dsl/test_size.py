"""The language is small and says much: the length of its grammar, and of well-known games besides their prose."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOKEN = re.compile(r"[A-Za-z_0-9]+|[^\sA-Za-z_0-9]")
EXAMPLE = re.compile(r"^example .*\n((?:[ \t]+.*)?\n)*", re.M)
# The fewest tokens in which another language for games says the whole game.
UNCOUNTED = (">", "#", "book: ", 'called "')
FEWEST = {"tic_tac_toe": 65, "connect_four": 85, "breakthrough": 151, "hex": 101, "reversi": 117, "chess": 1014, "oware": 343}


def tokens(text: str) -> int:
    """How many words, numbers and signs a text has besides prose, comments and what is said to the printer alone.

    Examples are tests of the rules, which the other languages do not have: they do not count, either.
    """
    rules = EXAMPLE.sub("", text)
    return sum(len(TOKEN.findall(line)) for line in rules.split("\n") if not line.lstrip().startswith(UNCOUNTED))


@pytest.mark.parametrize("game", FEWEST)
def test_well_known_games_are_short(game: str) -> None:
    text = (ROOT / "games" / game / f"{game}.rules").read_text(encoding="utf-8")
    assert "include" not in text  # this is all of it
    assert tokens(text) <= FEWEST[game]


def test_tokens_are_counted() -> None:
    assert (
        tokens('game "A" for X, O\n  > Prose does not count.\n# nor do comments\n  book: prose\n  called "a"\nplace b: grid 3 by 3\n')
        == 8 + 7
    )


def test_examples_end_where_the_next_rule_begins() -> None:
    assert tokens('place a: pile\nexample "x"\n  given a\n\n    | X |\n  then X wins\n\nplace b: pile\n') == 4 + 4


def test_the_grammar_is_small() -> None:
    assert (ROOT / "grammars" / "rules.lark").read_text(encoding="utf-8").count("\n") < 280
