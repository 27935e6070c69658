"""`rulewright diff`: what two versions mean is compared, not how they are written."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run

GAME = """
game "Troops" for Red, Blue

option limit: 1 to 9 = 4

piece Troop of each Player: 2
  strength: 0 to 9 = 1
piece Tile
  | name     | cost | edges         |
  | Bakery   | 3    | north, east   |
  | Mill     | 2    | south         |
  printed cost: 0 to 9
  printed edges: set of Way

place land: grid 4 by 4
place stock: deck of Tile

setup
  > The tiles are shuffled.
  put all Tile on stock
  shuffle stock

turn
  player must march or rest

action march Troop of player to Cell in land
  requires cell is empty
    > Somebody stands there.
  let more = troop.strength + 1
  move troop to cell
  set troop.strength to min(more, 9)

action rest
  player wins

when some Troop of player in land where troop.strength is 9
  player wins
"""


def compared(run: Run, new: str, *words: str) -> tuple[int, str]:
    Path("old.rules").write_text(GAME, encoding="utf-8")
    Path("new.rules").write_text(new, encoding="utf-8")
    done = run("diff", "old.rules", "new.rules", *words)
    return done.code, " ".join(done.out.split()) if not words else done.out


def test_another_way_to_say_the_same_is_no_difference(run: Run) -> None:
    said = GAME.replace("more", "sum_of_it").replace("troop.strength + 1", "strength of troop + 1").replace("are shuffled", "lie ready")
    assert compared(run, said.replace("\naction", "\n# a remark\n\naction")) == (0, "Both mean the same.")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("cell is empty", "cell is full", "− Allowed only if the cell is empty. + Allowed only if the cell is full."),
        (
            "troop.strength + 1",
            "troop.strength + 2",
            "− Let the more be the troop’s strength plus 1. + Let the more be the troop’s strength plus 2.",
        ),
        ("| Bakery   | 3 ", "| Bakery   | 4 ", "− Bakery: cost 3, edges {north, east} + Bakery: cost 4, edges {north, east}"),
        ("south", "west", "+ Mill: cost 2, edges {west}"),
        ("grid 4 by 4", "grid 5 by 4", "place land − grid with 16 sites + grid with 20 sites"),
        ("strength: 0 to 9 = 1", "strength: 0 to 9 = 2", "+ strength: a number from 0 to 9, 2 at the start"),
        ("9 = 4", "9 = 5", "option limit"),
        ("march or rest", "march", "the turn − You must march or rest. + You must march."),
        ("  shuffle stock\n", "", "− Shuffle the stock."),
        ("troop.strength is 9", "troop.strength is 8", "(before: when some Troop of player in land where troop.strength is 9)"),
        ("action rest", "action sleep", "action sleep (before: action rest)"),
        ("march or rest\n", "march or rest\n  stop\n", "+"),
    ],
)
def test_a_difference_is_told_in_the_words_of_the_book(old: str, new: str, told: str, run: Run) -> None:
    assert old in GAME
    text = GAME.replace(old, new)
    if old == "action rest":
        text = text.replace("march or rest", "march or sleep")
    code, output = compared(run, text)
    assert code == 1 and told in output


def test_what_was_added_and_removed_is_told(run: Run) -> None:
    text = (
        GAME.replace("action rest\n  player wins\n", "").replace("march or rest", "march")
        + "\nscore\n  land: count Troop of player in land\n"
    )
    code, output = compared(run, text)
    assert code == 1
    assert "score land (added) + 1 for each troop of yours in the land." in output
    assert "action rest (removed) − Then you win the game." in output
    assert "the turn − You must march or rest. + You must march." in output


def test_facts_for_programs(run: Run) -> None:
    _, output = compared(run, GAME.replace("cell is empty", "cell is full"), "--json")
    fact = {"rule": "action march", "how": "changed"}
    assert json.loads(output) == [{**fact, "old": ["Allowed only if the cell is empty."], "new": ["Allowed only if the cell is full."]}]


def test_a_game_is_compared_with_its_variant(run: Run) -> None:
    done = run("diff", "kingdom_of_heroes", "--variant", "Three rounds", "--players", "3")
    assert done.code == 1 and "− There are 4 rounds." in done.out and "+ There are 3 rounds." in done.out


def test_nothing_to_compare_with_is_a_mistake(run: Run) -> None:
    done = run("diff", "checkers")
    assert done.code == 2 and "Name a second rules file" in done.err


def test_rules_with_errors_are_not_compared(run: Run) -> None:
    code, _ = compared(run, GAME.replace("cell is empty", "cell is banana"))
    assert code == 2


def test_a_page_for_players_and_one_with_lines(run: Run) -> None:
    changed = GAME.replace("cell is empty", "cell is full").replace("| Bakery   | 3 ", "| Bakery   | 4 ").replace("9 = 4", "9 = 5")
    code, told = compared(run, changed, "--format", "errata", "-o", "errata.html")
    sheet = Path("errata.html").read_text(encoding="utf-8")
    assert code == 1 and "3 rules told: errata.html" in told
    assert "<h3>March</h3>" in sheet and "<h3>Tile</h3>" in sheet and ".rules" not in sheet and "<script" not in sheet
    assert sheet.index("What you do") < sheet.index("What there is") < sheet.index("Numbers and options")
    assert "<dt>Before</dt>" in sheet and "Allowed only if the cell is full." in sheet
    compared(run, changed, "-o", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "old.rules:" in page and "→ new.rules:" in page and "<del>Allowed only if the cell is empty.</del>" in page


def git(*words: str) -> None:
    subprocess.run(["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", *words], check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="needs Git")
def test_a_version_that_git_knows(run: Run) -> None:
    folder = Path("shelf/troops")
    folder.mkdir(parents=True)
    (folder / "troops.rules").write_text(GAME, encoding="utf-8")
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    (folder / "troops.rules").write_text(GAME.replace("cell is empty", "cell is full"), encoding="utf-8")
    alone, both = run("diff", "HEAD:shelf/troops/troops.rules"), run("diff", "HEAD:shelf/troops", "shelf/troops")
    assert alone.code == both.code == 1 and alone.out == both.out and "+ Allowed only if the cell is full." in alone.out
    assert run("diff", "HEAD:shelf/troops", "HEAD:shelf/troops").code == 0
    for wrong, said in (("later:shelf/troops", "Git knows no revision later."), ("HEAD:shelf/ships", "There is no shelf/ships in HEAD.")):
        done = run("diff", wrong, "shelf/troops")
        assert done.code == 2 and said in done.err


def test_what_cannot_be_had_is_said(run: Run) -> None:
    assert "cannot be written as pdf" in run("diff", "fenland", "--variant", "Long waters", "--format", "pdf").err
    assert "There is no variant" in run("diff", "fenland", "--variant", "Flying kings").err
