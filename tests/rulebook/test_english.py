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
    r"\b(rolls|moves|takes)\b[^.;]* and (call|move|take) ",  # somebody does one thing and do another
    r"\bmy \w",  # a book speaks to you
    r"\bthe (for|of|to|in|from) \w+",
    r"\ba \w+s \(\d+ to",  # a pips (1 to 6)
    r"\b(is|are) (guilds|works|purpose|badge|city)\b",
    r"\bthe mark success\b",
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
    return [line for line in exact(found.reference) for pattern in ODD if re.search(pattern, line)]


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


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("my_impact", "your impact"),
        ("mine", "your number"),
        ("yours", "their number"),
        ("their_impact", "their impact"),
        ("for_health", "number for health"),
        ("damage", "damage"),
    ],
)
def test_what_rules_call_things_for_a_moment(name: str, said: str) -> None:
    assert words.named(name) == said


def test_qualities_and_other_names() -> None:
    assert all(words.is_quality(name) for name in ("guarded", "free", "victorious", "in_reach_of_magic", "able", "timely", "found"))
    assert not any(words.is_quality(name) for name in ("guilds", "city", "purpose", "early_heart", "success", "badge"))


def test_goods_are_counted_or_not() -> None:
    assert [words.some(2, w) for w in ("knight", "wood", "gold", "hero")] == ["2 knights", "2 wood", "2 gold", "2 heroes"]
    assert words.some(1, "knight") == "1 knight"
    assert words.seats_apart("Player1 and Player12, Players") == "Player 1 and Player 12, Players"


GAINS = """
game "Purse" for White, Black
  success: flag = no

each Player has
  crowns: 0 to 20 = 5

place board: grid 2 by 2, holding 2 Fighter

piece Fighter: 1 per Player
  health: 0 to 9 clamped = 5
  gold: 0 to 9 clamped = 0

define bold(fighter) = fighter.gold > 2
define city(cell) = cell is a1

setup
  put all Fighter on a1

turn
  player must drill

action drill Fighter of player
  requires bold(fighter) or not city(fighter.place)
  pay 2 crowns
  gain 3 fighter.health
  gain fighter.health fighter.gold
  set fighter.health to fighter.health / 2
  roll die giving mine
  set success to (mine > 3)
  if success: player wins
"""


def said_of(rules: str, folder: Path) -> list[str]:
    """The exact rules of a small game."""
    file = folder / "small.rules"
    file.write_text(rules.lstrip(), encoding="utf-8")
    return list(exact(make(file, kit=False).book.reference))


def test_what_is_gained_paid_halved_and_rolled(tmp_path: Path) -> None:
    said = said_of(GAINS, tmp_path)
    for line in (
        "Cost: 2 crowns.",
        "The fighter gains 3 health (never above 9).",
        "The fighter gains gold equal to the fighter’s health (never above 9).",
        "Halve the fighter’s health, rounded down.",
        "Roll a die; the result is your number.",
        "There is success if your number is more than 3, otherwise there is none.",
        "If there is success, you win the game.",
        "A fighter is bold if the fighter’s gold is more than 2.",
    ):
        assert line in said, said
    assert any("counts as city" in line or "count as city" in line for line in said)


COINS = """
game "Coins" for 2 players

piece Coin: 4
  side: heads or tails = heads

place table: pile of Coin

setup
  put all Coin on table

turn
  player must turn_over

action turn_over Coin in table
  requires coin.side is heads
  set coin.side to tails

when every Coin in table: coin.side is tails
  player wins
"""


def test_an_attribute_called_side_is_no_owner(tmp_path: Path) -> None:
    """The printer asks the checker what `coin.side` is, and does not go by its name."""
    said = said_of(COINS, tmp_path)
    assert "Allowed only if the coin’s side is heads." in said, said
    assert not any("belong" in line for line in said)


NIM = """
game "Nim" for A, B
  > Whoever takes the last stick loses.

type Handful: 1 to 3

piece Stick: 21
place heap: pile of Stick
place store of each Player: pile of Stick

setup
  put 21 Stick on heap

turn
  player must take

action take Handful
  requires count Stick in heap >= handful
  requires count Stick in store of player < 9
  move handful Stick in heap to store of player

when heap is empty
  player loses
"""


def test_numbers_that_are_chosen(tmp_path: Path) -> None:
    said = said_of(NIM, tmp_path)
    for line in (
        "Choose a handful (1 to 3).",
        "Allowed only if there are at least as many sticks in the heap as the handful.",
        "Allowed only if there are fewer than 9 sticks in your store.",
        "Then move as many sticks from the heap as the handful to your store.",
    ):
        assert line in said, said


PEOPLE = """
game "People" for A, B, C

each Player has
  out: yes or no = no
  hearts: 0 to 9 = 0
  choice: 1 to 3 = 1

define left = all Player where not player.out
define lovers = all Player where player.hearts > 2 and not player.out
define first_choosers = all Player where player.choice is 1 and not player.out

turn
  gain 1 hearts
  if count left is 1: finish
  if some lovers or some first_choosers: set out to yes

winner among Player where not player.out: most player.hearts, then shared
"""


def test_people_are_whoever_they_are(tmp_path: Path) -> None:
    said = said_of(PEOPLE, tmp_path)
    for line in (
        "The left consists of all players who are not marked “out”.",
        "The lovers are all players who have more than 2 hearts and are not marked “out”.",
        "The first choosers are all players whose choice is 1 and who are not marked “out”.",
        "Only players who are not marked “out” can win.",
    ):
        assert line in said, said


def test_my_room_is_your_room() -> None:
    from rulewright.rulebook.english.nouns import YOU, of

    assert of(YOU, "my room").text == "your room"
    assert of(YOU, "army").text == "your army"
