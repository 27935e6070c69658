"""Sweeps and searches: an option, a definition, a factor of the score, the number of players."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play.errors import PlayError
from rulewright.play.game import Game, load
from rulewright.study import changing, making, seeking
from rulewright.study.plan import Plan
from rulewright.study.rows import Arm, Means, Rows, collect
from tests.cli.conftest import Run
from tests.cli.conftest import room as room
from tests.cli.conftest import run as run

QUICK = ("--ladder", "0", "--experiment", "0", "--luck", "0", "--deep", "0", "--random", "0", "--workers", "1", "--level", "random")
RULES = """\
game "Head Start" for Ann, Bob
  > Who rolls more wins; Ann has a head start.

option start: 0 to 12 = 6
  > How much Ann has at first.

define rounds = 2

each Player has
  pips: 0 to 99 = 0
  gifts: 0 to 99 = 0

setup
  set Ann.gifts to start

play
  repeat rounds times
    each player in clockwise(Ann) takes turn

turn
  player must throw

action throw
  > Throw the die.
  roll die giving shown
  gain shown pips

score
  pips: player.pips
  gifts: player.gifts

winner: most score, then shared
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("rules") / "head_start.rules"
    path.write_text(RULES, encoding="utf-8")
    return load(path)


def test_what_can_be_changed(game: Game) -> None:
    assert changing.read("start=2..5", game) == changing.Change("start", ("2", "3", "4", "5"), "option")
    assert changing.read("rounds=1,3", game) == changing.Change("rounds", ("1", "3"), "definition")
    assert changing.read("score.gifts=0.5x..2x", game) == changing.Change("score.gifts", ("1/2", "3/4", "1", "3/2", "2"), "factor")
    assert changing.read("players=2..4", game).sort == "players"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("start", "not understood"),
        ("start=5..2", "no range"),
        ("magic=1..3", "no option, no definition and no score entry called magic"),
        ("score.magic=1x..2x", "no score entry called magic"),
    ],
)
def test_what_cannot_be_changed_is_said(game: Game, text: str, said: str) -> None:
    with pytest.raises(PlayError, match=said):
        changing.read(text, game)


def test_a_definition_and_a_factor_are_changed_in_a_copy(game: Game, tmp_path: Path) -> None:
    rounds = changing.read("rounds=1..5", game)
    longer = load(changing.written(game, rounds, "5", tmp_path))
    assert "define rounds = 5\n" in (tmp_path / "head_start.rules").read_text() and game.path.read_text() == RULES
    (match,) = collect(longer, Arm("main", "random", 1), 0, Means(workers=1)).matches
    assert match.decisions == 10
    half = changing.read("score.gifts=0.5x..1x", game)
    (match,) = collect(load(changing.written(game, half, "1/2", tmp_path)), Arm("main", "random", 1), 0, Means(workers=1)).matches
    assert match.scores[0][1] == 3


def test_a_sweep_knows_what_is_fair_between_how_many() -> None:
    """Three players have a fair share of a third; who begins is told where that is drawn."""
    plan = Plan(60, "random", 0, random_matches=0, ladder=0)
    found = making.swept(lambda value: load("hedge_and_hive", players=int(value)), "players", ["2", "3"], plan, Means(workers=1))
    bands = {e.name.partition(":")[0]: e.fair for e in found.estimates}
    assert bands == {"players = 2": pytest.approx((0.45, 0.55)), "players = 3": pytest.approx((0.3, 0.3667), abs=1e-3)}
    drawn = making.swept(lambda _: load(Path(__file__).parent / "cases" / "fair_race.rules"), "x", ["1"], plan, Means(workers=1))
    assert [e.name for e in drawn.estimates] == ["x = 1: Ann", "x = 1: who begins"]


def test_the_value_is_found_that_gives_a_share(game: Game) -> None:
    asked: list[str] = []

    def played(value: str) -> Rows:
        asked.append(value)
        return collect(load(game.path, {"start": value}), Arm("main", "random", 120), 0, Means(workers=1))

    found = seeking.seek(seeking.read("win rate of Ann = 50 %", game.seats), "start", tuple(map(str, range(13))), played)
    assert found.shows.startswith("Nearest is start = 0:") and len(asked) <= 7 and "halved" in found.sure
    few = seeking.seek(seeking.read("win rate of Ann = 80%", game.seats), "start", ("0", "4", "12"), played)
    assert few.shows.startswith("Nearest is start = 4:")


@pytest.mark.parametrize("text", ["make it fair", "win rate of Zoe = 50 %", "win rate of Ann = 400 %"])
def test_what_cannot_be_looked_for_is_said(game: Game, text: str) -> None:
    with pytest.raises(PlayError):
        seeking.read(text, game.seats)


def test_the_command(run: Run, room: Path) -> None:
    (room / "head.rules").write_text(RULES, encoding="utf-8")
    find = ("--find", "win rate of Ann = 60 %", "--by", "start=0..3")
    told = run("study", "head.rules", "-n", "40", "--sweep", "rounds=1..2", *find, "-o", "r.md", *QUICK)
    assert told.code == 0, told.err
    text = (room / "r.md").read_text(encoding="utf-8")
    assert "rounds = 2" in text and "Where the win rate of Ann is 60 %" in text and "start = 3" in text
    assert run("study", "head.rules", "--find", "win rate of Ann = 60 %", *QUICK).code != 0
