"""Dice on the page: what a die shows is a fact of it, for those who see where it lies."""

from __future__ import annotations

from pathlib import Path

from rulewright.play import load
from rulewright.server.shelf import Box
from rulewright.server.sight import Glance, Sight

LANG = Path(__file__).parent.parent / "lang" / "dice"


def _dice(rules: str, seat: int, seed: int = 1) -> list[tuple[str, list[dict[str, str]]]]:
    """The dice that a seat is shown before the first decision: how each is said, and its facts."""
    found = Box(load(LANG / rules, engine="interpreter"), "dice")
    match = found.game.start(seed)
    parts = Sight(found.stage(seat), b"key", 0).look(Glance(match.seen_by(seat), {}, {}))
    pieces = [piece for part in parts.values() for piece in part.get("pieces", ())]
    return [(piece["say"], piece.get("facts", [])) for piece in pieces]


def test_public_dice_show_numbers_and_symbols() -> None:
    facts = [fact for _, facts in _dice("pieces.rules", 0) for fact in facts]
    assert len(facts) == 6  # five dice and the die of symbols
    assert {fact["name"] for fact in facts} == {"face"}


def test_dice_under_a_cup_show_nothing_to_others() -> None:
    own, others = _dice("under_cups.rules", 0), _dice("under_cups.rules", 1)
    assert [len(facts) for _, facts in own] == [1, 1, 1]
    assert all("Ann" in say for say, _ in own)
    assert len(others) == 3 and not any("Ann" in say for say, _ in others)  # Bob's own
