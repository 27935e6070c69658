"""What lies in the box besides pieces: summary cards, bags to put everything away, and the gate that reads the table of keepers."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from rulewright.faces.canvas import LEAST_PT
from rulewright.faces.painter import Painter
from rulewright.play.game import load
from rulewright.rulebook.model import Plain
from rulewright.rulebook.needs import needs
from rulewright.rulebook.parts import aid, bags, summary
from rulewright.rulebook.parts.book import Made, make
from rulewright.rulebook.text import joined
from rulewright.rulebook.words import as_many

GAMES = ["oware", "two_heirs", "kingdom_of_heroes"]


@cache
def made(game: str) -> Made:
    return make(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_summary_card_can_be_read_and_says_what_one_may_do(game: str) -> None:
    found = made(game)
    cards = summary.cards(Painter(found.game), aid.make(found.book), 3.0)
    assert cards
    for card in cards:
        for side in (card.front, card.back):
            assert not side.outside(3.0)
            assert all(box.pt >= LEAST_PT and side.contrast(box) >= 4.5 for box in side.boxes if box.pt)
    said = " ".join(part for card in cards for part in (*card.front.parts, *card.back.parts))
    for section in aid.make(found.book).lengths[-1][0].sections:
        assert section.title.split(" (")[0] in said or not section.blocks, section.title
    sheets = [s for s in found.book.kit.sheets if s.kind == "Summary cards"]
    assert len(sheets) == len(cards) and all(s.copies == len(found.game.seats) for s in sheets)
    winner = next((c for c in aid.make(found.book).lengths[-1] if c.id == "aid-winner"), None)
    if winner is not None:
        first = joined(winner.blocks[0].text).split()[0]  # type: ignore[union-attr]
        assert first in said


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_is_cut_out_has_its_bag(game: str) -> None:
    kit = made(game).book.kit
    put = sum(count for bag in kit.bags for _, count in bag.items)
    assert put == sum(s.copies for s in kit.sheets) and len({b.name for b in kit.bags}) == len(kit.bags)


def test_what_a_player_owns_lies_in_the_bag_of_that_player() -> None:
    found = {b.name: dict(b.items) for b in bags.bags(list(made("kingdom_of_heroes").book.kit.sheets), ("Red", "Blue", "Green", "Yellow"))}
    assert found["Red"]["heroes"] == found["Yellow"]["heroes"] == 17 and found["Missions"] == {"missions": 42}


def test_sheets_call_components_as_the_book_does() -> None:
    kit = made("kingdom_of_heroes").book.kit
    listed = {entry.kind: entry.name for entry in kit.listed}
    assert (listed["Chart"], listed["Companion"]) == ("Map cards", "White heroes")
    assert {b.name: dict(b.items) for b in kit.bags}["Map cards"] == {"map cards": 5}
    back = next(s.back for s in kit.sheets if s.kind == "Chart")
    assert "Map card" in back and ">Chart<" not in back


def test_the_gate_reads_the_table_of_keepers() -> None:
    found = made("kingdom_of_heroes")
    assert not [n for n in needs(found) if "keep" in n.what or "kept" in n.what]
    whole = found.kept
    try:
        found.kept = [replace(one, label="moonlight") if one.attribute == "fame" else one for one in whole]
        assert "what keeps moonlight is not in the box" in [n.what for n in needs(found)]
        found.kept = [one for one in whole if one.attribute != "fame"]
        assert any(n.what.startswith("nothing keeps the fame") for n in needs(found))
        found.kept = [*whole, whole[0]]
        assert any(n.what.endswith("is kept twice") for n in needs(found))
    finally:
        found.kept = whole


def test_names_on_the_sheets_are_plural_once() -> None:
    for noun in ("summary cards", "uses tokens", "faces of a die", "markers for tracks of the game"):
        assert as_many(1, noun) == as_many(6, noun) == noun
    assert as_many(8, "Fame marker") == "Fame markers" and as_many(1, "Starter marker") == "Starter marker"
    assert as_many(2, "pile of cards") == "piles of cards" and as_many(3, "compass") == "compasses"


def test_the_book_and_the_sheets_name_the_same_coins_and_the_same_die() -> None:
    found = made("kingdom_of_heroes")
    coins = {s.id.rsplit("-", 1)[1]: s.copies for s in found.book.kit.sheets if s.kind == "Crowns tokens"}
    crowns = next(one for one in found.kept if one.attribute == "crowns")
    assert coins == {"1": 36, "3": 24} and crowns.words == "tokens, 36 of 1 and 24 of 3"
    assert found.book.kit.needed == ("a blank die: stick the printed faces on, 1, 2, 2, 3, 3 and 4",)
    box = next(s for s in found.book.sections if s.title == "What is in the box")
    assert "A die with the faces 1, 2, 2, 3, 3 and 4." in str(box.model_dump())


def test_what_begins_otherwise_with_other_numbers_of_players_is_said_for_each() -> None:
    found = made("kingdom_of_heroes")
    crowns = next(one for one in found.kept if one.attribute == "crowns")
    assert crowns.begins == "12 with 3 players, 9 with 4 players"
    mat = next(p for p in found.book.kit.posters if p.id == "mat-1").svg
    assert "begin: 12 (3 players), 9 (4 players)" in mat and "begin with 9" not in mat


def test_book_and_sheets_say_how_to_print_what_a_variant_adds() -> None:
    book = made("two_heirs").book
    assert any("--parts components --variant Henry" in line for line in book.kit.needed)
    henry = next(s for s in book.sections if s.title == "Henry")
    told = [joined(b.text) for b in henry.blocks if isinstance(b, Plain)]
    assert any("hold nothing that this variant adds" in text for text in told)
    assert not any("--variant" in text for text in told)  # a command is for the sheets, not for the book


def test_what_only_the_setup_gives_needs_no_marker() -> None:
    found = made("kingdom_of_heroes")
    assert next(one.how for one in found.kept if (one.owner, one.attribute) == ("Colour", "owner")) == "lying"


def test_a_summary_says_the_short_line_of_its_author() -> None:
    short = aid.make(made("kingdom_of_heroes").book).lengths[-1]
    said = {s.title: joined(s.blocks[0].text) for s in short[0].sections}  # type: ignore[union-attr]
    assert said["Promote an adventurer"] == "3 crowns: an adventurer in the capital becomes a knight."
    assert "Whose hero falls" not in said and "Three steps" in said


PLAYED = {
    "two_heirs": ("The Two Heirs, with Henry", ("Henry",)),
    "kingdom_of_heroes": ("Kingdom of Heroes", ()),
    "grandlins_heirs": ("Grandlin's Heirs", ()),
}


@pytest.mark.parametrize("game", PLAYED)
def test_three_games_can_be_played_from_their_sheets_alone(game: str) -> None:
    """The page that goes through their rules: each rule it names exists, each component it names is printed, none is left out."""
    title, variants = PLAYED[game]
    page = (Path(__file__).parents[2] / "docs" / "printed_play.md").read_text(encoding="utf-8")
    part = next(p for p in page.split("\n## ") if p.startswith(title))
    rules = "".join(f.read_text(encoding="utf-8") for f in (Path(str(load(game).path)).parent).glob("*.rules"))
    kit = make(game, variants=variants).book.kit if variants else made(game).book.kit
    printed = {s.kind for s in kit.sheets} | {p.name for p in kit.posters}
    named = set()
    rows = [line.split("|")[1:4] for line in part.splitlines() if re.match(r"\| [A-Z]+-\d", line)]
    assert len(rows) >= 9
    for ids, _, kept in rows:
        for id in ids.split(","):
            assert re.search(rf"\b{id.strip()}\b", rules), id
        named |= set(re.findall("`([^`]+)`", kept))
    assert named <= printed, named - printed
    left_out = {p for p in printed - named if not p.startswith("Mat of ")}
    assert left_out <= {"Score pad", "Summary cards", "Bereft markers"}, left_out


@pytest.mark.parametrize("game", GAMES)
def test_a_summary_fills_its_sides_alike(game: str) -> None:
    found = made(game)
    cards = summary.cards(Painter(found.game), aid.make(found.book), 0.0)
    assert len(cards) == 1
    high = [max(b.y1 for b in side.boxes) - min(b.y0 for b in side.boxes) for side in (cards[0].front, cards[0].back)]
    assert min(high) > 0.6 * max(high), high


def test_one_of_a_thing_is_told_in_the_singular() -> None:
    assert not any(what.endswith("s") and number == 1 for bag in made("two_heirs").book.kit.bags for what, number in bag.items)


def test_discs_that_show_both_colours_fill_the_board_together() -> None:
    discs = [s for s in made("reversi").book.kit.sheets if s.kind == "Disc"]
    assert all(s.double for s in discs) and [s.copies for s in discs] == [32, 32]
    assert {s.copies for s in made("clobber").book.kit.sheets if s.kind == "Stone"} == {30}  # one colour each: no such sum


def test_a_summary_with_room_says_more_than_first_sentences() -> None:
    def said(game: str) -> str:
        sides = [s for c in summary.cards(Painter(made(game).game), aid.make(made(game).book), 0.0) for s in (c.front, c.back)]
        return " ".join(part for side in sides for part in side.parts)

    assert "captures" in said("breakthrough") and "yours" in said("reversi") and "counterclockwise" in said("kalah")
    assert "can also end" not in said("oware")  # that stands on the same card


def test_each_fame_marker_lies_in_the_bag_of_its_colour() -> None:
    bag = {b.name: dict(b.items) for b in made("kingdom_of_heroes").book.kit.bags}
    assert all(bag[seat]["fame markers"] == 2 for seat in ("Red", "Blue", "Green", "Yellow")) and "fame markers" not in bag["Shared"]


def test_only_what_one_can_hold_is_a_sign_in_a_text() -> None:
    raises, wood = Painter(load("leduc_poker")).lexicon, Painter(load("two_heirs")).lexicon
    found = wood.counted("wood")
    assert raises.counted("raise") is None and found is not None and found[0] == "wood"
