"""Where pieces can come to lie: what the rules put somewhere, not what a place would have room for."""

from __future__ import annotations

from rulewright.core.lying import lying
from rulewright.faces import studio
from rulewright.play.game import load


def lies(game: str, kind: str) -> set[str]:
    program = load(game).program
    number = next(k.number for k in program.kinds if k.name == kind)
    return {p.name for p in program.places if p.number in lying(program)[number]}


def test_a_card_lies_only_where_a_rule_puts_it() -> None:
    assert lies("salt_roads", "Contract") == {"contracts", "hand"}
    assert lies("salt_roads", "Cart") == {"roads"}


def test_pieces_that_are_shifted_and_taken_lie_where_they_come_to() -> None:
    assert lies("kalah", "Seed") >= {"hand"} and lies("backgammon", "Checker") >= {"bar", "away"}
    assert lies("fenland", "Hut") >= {"fen", "home"}


def test_towns_without_cards_have_no_beds_for_them() -> None:
    painter = studio.painter(load("salt_roads"))
    country = next(p for p in painter.game.program.places if p.name == "country")
    assert not painter.holders(country)
