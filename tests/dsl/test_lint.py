"""Warnings come where they should (tests/lang/*/warned shows how they read), and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.dsl.diagnostics.render import as_text
from rulewright.dsl.driver import Loaded, load
from rulewright.dsl.lint.conditions import verdict
from rulewright.dsl.syntax.parser import grammar

Load = Callable[..., Loaded]
ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted({p.parent / f"{p.parent.name}.rules" for p in (ROOT / "games").glob("*/*.rules")})

HEAD = 'game "Test" for X, O\n'
THINGS = "\npiece Mark of each Player\nplace board: grid 3 by 3\n"
TURN = "\nturn\n  player must mark\n"
ACTION = "\naction mark Cell in board\n  requires cell is empty\n  put Mark on cell\n"
END = "\nwhen board is full\n  draw\n"


def codes(loaded: Loaded) -> list[str]:
    assert loaded.program is not None, as_text(loaded.findings.all, loaded.sources)
    return [f.code.word for f in loaded.findings.all]


@pytest.mark.parametrize("path", [p for p in GAMES if p.is_file()], ids=lambda p: p.stem)
def test_shipped_games_have_no_warnings(path: Path) -> None:
    loaded = load(path)
    assert as_text(loaded.findings.all, loaded.sources) == ""


def test_a_plain_game_has_none(loaded: Load) -> None:
    assert codes(loaded(HEAD + THINGS + TURN + ACTION + END)) == []


def test_lint_can_be_left_out(loaded: Load) -> None:
    odd = HEAD + THINGS + TURN + ACTION
    assert codes(loaded(odd)) == ["never-ends"]
    assert codes(loaded(odd, lint=False)) == []


@pytest.mark.parametrize(
    "extra",
    [
        "\nphase clean_up\n  each Mark in board: move mark to box\n\nbefore turn\n  clean_up\n",
        "\nphase clean_up\n  each Mark in board: move mark to box\n\nafter mark\n  if board is full: clean_up\n",
        "\nto clear Cell\n  each Mark in cell: move mark to box\n\nwhen (board is full after clear b2)\n  draw\n",
        "\naction lift Mark of player in board\n  move mark to box\n\nbefore turn\n  player may lift\n",
        "\ninterrupt lift Mark of player in board during turn of player\n  move mark to box\n",
        "\noption quick: flag = yes\n\nwhen quick and count Mark in board > 5\n  draw\n",
        "\ndefine limit = 5\n\nwhen count Mark in board > limit\n  draw\n",
        "\ndefine limit = 5\n\nphase told\n  > At most {limit} marks.\n  pass\n\nbefore turn\n  told\n",
        "\ndefine many = 12\n\npiece Coin: many\nplace purse: pile of Coin\n\nbefore turn\n  if purse is empty: put all Coin on purse\n",
    ],
)
def test_what_is_used_in_some_way(loaded: Load, extra: str) -> None:
    found = loaded(HEAD + THINGS + TURN + ACTION + extra + END)
    assert codes(found) == []


@pytest.mark.parametrize(
    "extra",
    [
        "\noption rounds: 1 to 9 = 3\n\nwhen rounds > 5\n  draw\n",
        "\nwhen player_count is 3\n  draw\n",
        "\noption quick: flag = no\ndefine hurry = quick\n\nwhen hurry\n  draw\n",
    ],
)
def test_what_is_chosen_before_the_match_is_not_always_so(loaded: Load, extra: str) -> None:
    assert "always-true" not in codes(loaded(HEAD + THINGS + TURN + ACTION + extra + END))


def test_what_a_variant_replaces_is_not_always_so(loaded: Load) -> None:
    rule = "\ndefine barred(cell) = cell is b2\n\nbefore mark\n  if barred(b2): pass\n"
    lifted = '\nvariant "Open"\n  replaces define barred(cell) = no\n'
    assert "always-true" not in codes(loaded(HEAD + THINGS + TURN + ACTION + END + rule + lifted, variants=("Open",)))
    plain = rule.replace("cell is b2", "no")
    assert "always-true" in codes(loaded(HEAD + THINGS + TURN + ACTION + END + plain))


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("round > 12", True),
        ("round >= 10", True),
        ("round < 10", True),
        ("round is 12", True),
        ("round is not 12", True),
        ("round + 3 > 12", True),
        ("round > 8", False),
        ("round >= 9", False),
        ("round is 9", False),
        ("round + 4 > 12", False),
        ("round > 12 or board is full", False),
        ("round > 12 and board is full", True),
        ("not round > 12", True),
    ],
)
def test_ranges_that_cannot_meet(loaded: Load, test: str, told: bool) -> None:
    head = HEAD + "  counter round: 0 to 9 clamped = 0\n"
    turn = "\nturn\n  player must mark\n  gain 1 round\n"
    found = codes(loaded(head + THINGS + turn + ACTION + f"\nwhen {test}\n  draw\n" + END))
    assert ("always-true" in found) is told


def test_verdicts_are_about_what_is_known() -> None:
    from rulewright.core import ir

    assert verdict(ir.Const(1)) is True
    assert verdict(ir.Const(0)) is False
    assert verdict(ir.Local(0, ir.Const(0).type)) is None


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("  repeat\n    player must mark\n    if board is full: stop\n", False),
        ("  repeat 2 times\n    player must mark\n", False),
        ("  repeat until count Mark in board > 3\n    player must mark\n", False),
        ("  while count Mark in board < 3\n    player must mark\n", False),
        ("  let left = 3\n  while left > 0\n    set left to left - 1\n", False),
        ("  while count Mark in board < 3: pass\n", True),
        ("  repeat until count Mark in board > 8: pass\n", True),
        ("  let left = 3\n  while left > 0\n    let right = 2\n", True),
    ],
)
def test_loops(loaded: Load, body: str, told: bool) -> None:
    found = codes(loaded(HEAD + THINGS + "\nturn\n" + body + "  player must mark\n" + ACTION + END))
    assert ("endless-loop" in found) is told


@pytest.mark.parametrize(
    ("prose", "told"),
    [
        ("Draw three cards.", True),
        ("Draw 3 cards.", True),
        ("Draw three new cards.", True),
        ("Draw four cards.", False),
        ("Draw 4 cards.", False),
        ("Draw your cards.", False),
        ("Draw {amount} cards.", False),
        ("Everyone draws four cards; whoever had three cards has seven now.", False),
        ("One of the players draws.", False),
        ("Two players take part.", False),
    ],
)
def test_numbers_in_prose(loaded: Load, prose: str, told: bool) -> None:
    text = f"""{HEAD}
piece Card: 24
  face: up or down = down
place deck: deck of Card, seen by none
place hand of each Player: hand of Card, seen by owner
define amount = 4

setup
  put all Card on deck
  shuffle deck
  deal_out

phase deal_out
  > {prose}
  each Player draws amount Card from deck

turn
  player must drop

action drop Card in hand of player
  move card to box

when no Card in hand
  finish

winner: most count Card in hand of player, then shared
"""
    assert ("prose-number" in codes(loaded(text))) is told


@pytest.mark.parametrize(
    ("prose", "told"),
    [
        ("At most {limit} marks.", False),
        ("At most {limit + 1} marks for {player}.", False),
        ("Mark {cell}.", False),
        ("{count Mark of player in board} so far.", False),
        ("At most {limits} marks.", True),
        ("At most {limit marks.", True),
        ("At most limit} marks.", True),
        ("At most {} marks.", True),
        ("At most {limit +} marks.", True),
    ],
)
def test_values_in_prose(loaded: Load, prose: str, told: bool) -> None:
    needs = "cell is empty and count Mark in board < limit"
    action = f"\ndefine limit = 9\n\naction mark Cell in board\n  > {prose}\n  requires {needs}\n  put Mark on cell\n"
    assert ("prose-value" in codes(loaded(HEAD + THINGS + TURN + action + END))) is told


@pytest.mark.parametrize(
    ("cases", "told"),
    [
        ("  size is small: 1\n  size is large: 2\n", False),
        ("  size is small: 1\n  else: 2\n", False),
        ("  size is small: 1\n", True),
        ("  size is small: 1\n  not size is small: 2\n", True),
    ],
)
def test_tables_of_cases(loaded: Load, cases: str, told: bool) -> None:
    extra = f"\ntype Size: small or large\n\ndefine worth(size)\n{cases}\nwhen count Mark in board > 5 + worth(small)\n  draw\n"
    assert ("not-exhaustive" in codes(loaded(HEAD + THINGS + TURN + ACTION + extra + END))) is told


def test_warnings_are_in_the_order_of_the_text(loaded: Load) -> None:
    found = loaded(HEAD + THINGS + TURN + ACTION + "\ndefine b = 1\n\nphase a\n  pass\n\ndefine c = 2\n" + END)
    spans = [f.primary.span.start for f in found.findings.all]
    assert len(spans) == 3
    assert spans == sorted(spans)
    assert grammar() is grammar()


def test_a_hand_that_only_draw_fills_is_used(loaded: Load) -> None:
    text = """game "Hands" for Ann, Bob

piece Card
  | name | copies |
  | Oak  | 6      |
  | Elm  | 6      |

place deck: deck of Card, seen by none
place hand of each Player: hand of Card, seen by owner
place shelf: pile of Card

setup
  put all Card on deck

turn
  player must take

action take
  draw 1 Card from deck

when no Card in deck
  draw
"""
    told = [f.message for f in loaded(text).findings.all if f.code.word == "unused-place"]
    assert told == ["No rule mentions the place `shelf`."]
