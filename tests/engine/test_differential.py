"""All games and variants that come with Rulewright: the interpreter and native code play the same matches, step by step.

In CI a few matches, the longest ones left after some decisions; `RULEWRIGHT_LONG=1` plays hundreds of them to the end, and so does
`rulewright differential all -n N`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.differential import Disagreement, Twins, compare, twins_of
from rulewright.play.finding import list_games
from rulewright.play.game import Game
from rulewright.play.simulate import simulate
from tests.play.shipped import GAMES, IDS, LONG

MATCHES = 200 if LONG else 2
# Decisions after which a match is left in CI. What is tried out at every option makes some games slow in the interpreter.
DECISIONS = {"backgammon": 12, "chess": 60, "grandlins_heirs": 150, "kingdom_of_heroes": 200, "two_princes": 200, "two_heirs": 80}


def loaded(name: str, variant: str) -> Game:
    return load(name, variants=(variant,) if variant else (), engine="interpreter")


def test_every_game_is_there() -> None:
    assert {name for name, _ in GAMES} == set(list_games())
    assert sum(1 for _, variant in GAMES if variant) >= 6


@pytest.mark.parametrize(("name", "variant"), GAMES, ids=IDS)
def test_both_engines_play_the_same_matches(name: str, variant: str) -> None:
    game = loaded(name, variant)
    twins = twins_of(game)
    limit = 5000 if LONG else DECISIONS.get(name, 400)
    for seed in range(MATCHES):
        found = compare(twins, seed, limit)
        assert found.failure is None, twins.describe(found.failure)
    _batches(game, twins, limit)


def _batches(game: Game, twins: Twins, limit: int) -> None:
    """Matches played wholly inside native code come out like those of the interpreter."""
    game.__dict__["engine"] = twins.other
    natively = simulate(game, 3, 7, limit=limit, threads=1)
    game.__dict__["engine"] = twins
    one_by_one = simulate(game, 3 if LONG else 1, 7, limit=limit)
    count = one_by_one.count
    for column in ("over", "winners", "ending", "decisions", "options", "error", "span", "scores"):
        assert getattr(natively, column)[:count].tolist() == getattr(one_by_one, column).tolist(), column


def test_a_difference_is_told() -> None:
    """The comparison can fail: a state that native code does not share is named with its field."""
    twins = twins_of(load("tic_tac_toe", engine="interpreter"))
    state = twins.start(1)
    theirs = twins.other.unpack(twins.pack(state))
    twins.choose(state, twins.options(state)[0])
    with pytest.raises(Disagreement, match="natively"):
        twins._same(state, theirs, "in this test")


def test_options_that_differ_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    twins = twins_of(load("tic_tac_toe", engine="interpreter"))
    real = twins.other.options
    monkeypatch.setattr(twins.other, "options", lambda state: list(reversed(real(state))))
    with pytest.raises(Disagreement, match="Options of"):
        compare(twins, 1)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`rulewright differential` plays games, files and folders, and counts what it has compared."""
    from rulewright.cli.run import run
    from rulewright.cli.screen import err, out

    out.cache_clear()
    err.cache_clear()
    assert run(["differential", "tic_tac_toe", "kuhn_poker", "-n", "5", "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert "tic_tac_toe: 5 matches" in told and "kuhn_poker: 5 matches" in told
    assert run(["differential", "kuhn_poker", "-n", "60", "--seed", "3"]) == 0, "enough for several processes"
    assert "kuhn_poker: 60 matches" in capsys.readouterr().out
    assert run(["differential", "grandlins_heirs", "-n", "1", "--players", "3", "--option", "last_day=1"]) == 0
    assert "grandlins_heirs (Looting): 1 match" in capsys.readouterr().out
    assert run(["differential", "kingdom_of_heroes", "-n", "1", "--players", "4", "--limit", "5"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert (
        "kingdom_of_heroes: 1 match" in told
        and "kingdom_of_heroes (Three rounds): “Kingdom of Heroes” is for 3 players, not for 4." in told
    )
    assert run(["differential", "goofspiel", "--players", "7"]) == 2
    assert "not for 7" in capsys.readouterr().err
    assert run(["differential", "no_such_game"]) == 2
    assert "no game called no_such_game" in capsys.readouterr().err
