"""Words of the grammar as names: each is refused where it is declared, or can be used like any other name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.declare.reserved import GRAMMAR_WORDS, MEANT
from rulewright.dsl.driver import load

ROOT = Path(__file__).resolve().parents[2]
GAME = """
game "Words" for Ann, Bob

piece Troop of each Player: 3
place land: grid 3 by 3
place camp of each Player: pile of Troop
{declared}
setup
  each Player
    put all Troop of player on camp of player

turn
  {turn}
  player must go

action go Troop of player in camp of player{alias} to Cell in land
  requires cell is empty
  {body}
  move {troop} to cell

when turn_number > 3
  finish

winner: most player.wealth, then shared

each Player has wealth: 0 to 9 = 0
"""
PLACES = {
    "an attribute": {"declared": "each Player has NAME: 0 to 9 = 0\n", "turn": "gain 1 NAME", "body": "set player.NAME to player.NAME"},
    "a definition": {"declared": "define NAME = 2\n", "turn": "gain NAME wealth", "body": "if wealth of player < NAME: gain 1 wealth"},
    "a let": {"turn": "let NAME = 2\n  gain NAME wealth"},
    "an alias": {"alias": " as NAME", "troop": "NAME"},
    "an option": {"declared": "option NAME: 1 to 4 = 2\n", "turn": "if NAME > 1: gain 1 wealth"},
}
EMPTY = {"declared": "", "turn": "pass", "alias": "", "body": "pass", "troop": "troop"}


def words() -> list[str]:
    """Every small word that stands in quotes in the grammar."""
    text = (ROOT / "grammars" / "rules.lark").read_text(encoding="utf-8")
    return sorted(set(re.findall(r'"([a-z]+)"', text)) | GRAMMAR_WORDS)


def errors(path: Path, name: str, parts: dict[str, str]) -> list[str]:
    text = GAME.format(**{**EMPTY, **{key: value.replace("NAME", name) for key, value in parts.items()}})
    path.write_text(text, encoding="utf-8")
    return [f.code.word for f in load(path, lint=False, playable=False).findings.errors]


@pytest.mark.parametrize("where", PLACES)
def test_any_other_word_is_a_name(where: str, tmp_path: Path) -> None:
    assert errors(tmp_path / "w.rules", "pepper", PLACES[where]) == []


@pytest.mark.parametrize("where", PLACES)
def test_a_word_of_the_grammar_is_refused_or_works(where: str, tmp_path: Path) -> None:
    """No such word is accepted as a name and then read as something else where it is used."""
    wrong = []
    for word in words():
        if word == "player" and where in {"a let", "an alias"}:
            continue  # from here on somebody else acts
        found = errors(tmp_path / "w.rules", word, PLACES[where])
        if found and not {"reserved-name", "syntax", "duplicate-name"} & set(found):
            wrong.append((word, found))
    assert wrong == []


def test_the_listed_words_are_refused(tmp_path: Path) -> None:
    for word in sorted(GRAMMAR_WORDS):
        assert errors(tmp_path / "w.rules", word, PLACES["a let"]), word
    for word in sorted(MEANT):
        assert "reserved-name" in errors(tmp_path / "w.rules", word, PLACES["an option"]), word
