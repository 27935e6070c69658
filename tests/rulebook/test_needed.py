"""What a player needs: small games with a fault that the older gate, which counts constructs, passes and the present one names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.rulebook.coverage import check
from rulewright.rulebook.model import Book, CardTable, Glance, Section, Steps, Told
from rulewright.rulebook.needs import needs
from rulewright.rulebook.parts.book import Made, make

from .books import BIG, GAMES, made

CARDS = """game "Stall" for 2 players: A, B
  > Sell what you have.

piece Card: from "cards.csv"
  printed cost: 0 to 9
  printed value: 0 to 9

place deck: deck of Card
place hand of each Player: hand of Card, seen by owner

each Player has
  coins: 0 to 99 = 3

setup
  put all Card on deck
  shuffle deck
  > Shuffle all cards into the deck.
  each Player draws 2 Card from deck
  > Draw two cards each.

play
  repeat 5 times
    each Player takes turn

turn
  > Sell, or wait.
  player may sell
  player may haggle

action sell Card in hand of player
  > Sell a card for what it is worth.
  requires card.cost < 5
  move card to box
  gain card.value coins

action haggle
  > Ask for more.
  pay 1 coins
  gain 2 coins

Card "Trick"
  > You may take two coins, or leave them.
  player may
    "Take them"
      gain 2 coins
    "Leave them"
      pass

score
  coins: player.coins
  cards: count Card in hand of player
    > 1 point for each card in your hand.
"""
ROWS = "id,name,cost,value,copies\nplain,Plain,3,2,4\nfancy,Fancy,6,4,2\ntrick,Trick,1,0,2\n"


@pytest.fixture(scope="module")
def stall(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("stall")
    (folder / "cards.csv").write_text(ROWS, encoding="utf-8")
    (folder / "stall.rules").write_text(CARDS, encoding="utf-8")
    return make(folder / "stall.rules", kit=False)


def without(book: Book, drop: Callable[[Section], Section | None]) -> Book:
    def walk(sections: tuple[Section, ...]) -> tuple[Section, ...]:
        kept = (drop(s) for s in sections)
        return tuple(s.model_copy(update={"sections": walk(s.sections)}) for s in kept if s is not None)

    return book.model_copy(update={"sections": walk(book.sections)})


def blocks_without(kind: type) -> Callable[[Section], Section | None]:
    return lambda s: s.model_copy(update={"blocks": tuple(b for b in s.blocks if not isinstance(b, kind))})


def test_nothing_is_missing(stall: Made) -> None:
    assert [str(n) for n in needs(stall)] == []


def test_one_menu_makes_no_story(stall: Made) -> None:
    assert stall.book.story is None
    names = {n.name for s in flat(stall.book.sections) for b in s.blocks if isinstance(b, CardTable) for r in b.rows for n in r.names}
    assert "Trick" in names


FAULTS: dict[str, tuple[Callable[[Section], Section | None], str]] = {
    "cards without text are nowhere": (
        lambda s: s.model_copy(
            update={
                "blocks": tuple(
                    b.model_copy(update={"rows": tuple(r for r in b.rows if r.prose)}) if isinstance(b, CardTable) else b
                    for b in s.blocks
                    if b.sort != "table"
                )
            }
        ),
        "card “Plain” is not listed",
    ),
    "no table of cards at all": (lambda s: None if s.kind == "cards" else s, "is not listed"),
    "the end is not told": (lambda s: None if s.kind == "end" else s, "an ending is not told"),
    "no way to score": (lambda s: None if s.kind == "score" else s, "a way to score is not told"),
    "who wins is not told": (lambda s: None if s.kind == "winner" else s, "who wins is not told"),
    "no setup": (blocks_without(Steps), "a line of the setup is in no step"),
    "no overview": (blocks_without(Glance), "is not in the overview of the turn"),
    "an action is missing": (lambda s: None if s.kind == "action" and s.title == "Haggle" else s, "the action haggle is not told"),
    "a condition is missing": (
        lambda s: s.model_copy(update={"blocks": tuple(b for b in s.blocks if b.sort != "told")}) if s.title == "Sell" else s,
        "a condition of sell is neither in its words nor told",
    ),
    "the box is empty": (lambda s: None if s.id == "components" else s, "are not in the box"),
    "out of order": (lambda s: s, "stands before"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_gate_names_what_the_older_one_passes(stall: Made, fault: str) -> None:
    drop, named = FAULTS[fault]
    book = without(stall.book, drop)
    if fault == "out of order":
        book = book.model_copy(update={"sections": tuple(reversed(book.sections))})
    broken = replace(stall, book=book)
    found = check(broken)
    assert not found.unsaid and {g.what for g in found.unprinted} <= {"prose"}, "the reference still has every construct"
    assert any(named in str(n) for n in needs(broken)), [str(n) for n in needs(broken)]


def flat(sections: tuple[Section, ...]) -> list[Section]:
    return [found for s in sections for found in (s, *flat(s.sections))]


@pytest.mark.parametrize("game", [g for g in GAMES if g not in BIG])
def test_classics(game: str) -> None:
    assert [str(n) for n in needs(made(game))] == []


@pytest.mark.parametrize("game", BIG)
def test_big_games(game: str) -> None:
    assert [str(n) for n in needs(made(game))] == []


def test_the_command_says_what_is_missing(tmp_path: Path) -> None:
    from rulewright.rulebook.needs import Need

    assert str(Need("the action haggle is not told", "stall.rules:40")) == "stall.rules:40: the action haggle is not told"


def test_the_report_tells_what_was_made_and_where(stall: Made) -> None:
    from rulewright.rulebook.report import report

    found = report(stall)
    assert 0 < found.share < 100 and not found.missing
    said = {line.text: line for line in found.made}
    assert "You may do this only if the card’s cost is less than 5." in said
    assert said["You may do this only if the card’s cost is less than 5."].place == "stall.rules:32"
    assert any("rounds" in text for text in said)


LOTS = """game "Lots" for 2 to 4 players: Ash, Birch, Cedar, Dill
  > Buy the best lots.

piece Lot: from "lots.csv"
  printed worth: 1 to 9

place deck: deck of Lot
place hall: pile of Lot
place shelf of each Player: pile of Lot

setup
  put all Lot on deck
  shuffle deck
  > Shuffle all lots into the deck.

play
  repeat 3 times
    day
  > After three days the game is over.
  finish

phase day
  > Lay out as many lots as there are players. Whoever bids most takes first.
  refill hall to count Player from deck
  each Player takes selling
  move all Lot in hall to box

phase selling
  > Take a lot from the hall.
  player may take

action take Lot in hall
  > Take a lot from the hall to your shelf.
  move lot to shelf of player

score
  lots: sum lot.worth for Lot in shelf of player
    > The numbers on your lots.
"""


def lots(folder: Path, **changes: str) -> Made:
    (folder / "lots.csv").write_text("id,name,worth,copies\nfield,Field,2,6\nbarn,Barn,4,6\n", encoding="utf-8")
    text = LOTS.replace("Whoever bids most takes first.", changes.get("prose", "Whoever bids most takes first."))
    (folder / "lots.rules").write_text(text, encoding="utf-8")
    return make(folder / "lots.rules", kit=False)


def test_a_sentence_about_something_else_tells_no_rule(tmp_path: Path) -> None:
    """The prose speaks of lots, so that the removal of lots passed for told: no book said it, and no gate missed it."""
    from rulewright.rulebook.report import report

    found = lots(tmp_path)
    assert ("lots.rules:26", "Remove all lots from the hall from the game.") in {(line.place, line.text) for line in report(found).made}
    assert [str(n) for n in needs(found)] == []
    silent = replace(found, book=without(found.book, lambda s: blocks_without(Told)(s) if s.title == "Day" else s))
    assert check(silent).complete, "the older gate counts constructs, and the reference has them all"
    assert "lots.rules:26: something done in day is neither in its words nor told" in [str(n) for n in needs(silent)]


@pytest.mark.parametrize(
    ("prose", "told"),
    [
        ("Whoever bids most takes first. Lots that nobody took leave the game.", True),
        ("Whoever bids most takes first. In the evening discard the lots that are left.", True),
        ("Remove your hat before you bid. Whoever bids most takes first. Take only one. Lots are worth a good deal.", False),
        ("Whoever bids most takes the first lot to the hall. The box has a lid.", False),
    ],
)
def test_verb_thing_and_goal_stand_together(tmp_path: Path, prose: str, told: bool) -> None:
    from rulewright.rulebook.report import report

    made_ = [line.text for line in report(lots(tmp_path, prose=prose)).made]
    assert any(text.startswith("Remove all lots") for text in made_) is not told
