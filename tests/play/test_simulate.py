"""A batch does not depend on how it is shared among workers."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.agents.simulate import play_between
from rulewright.cli.statistics import numbers_of
from rulewright.play import load
from rulewright.play.simulate import MOMENT, Portions, simulate


@given(st.integers(0, 3000), st.integers(1, 64), st.lists(st.floats(0, 1e6), min_size=1))
def test_portions_cover_a_batch(count: int, workers: int, speeds: list[float]) -> None:
    portions = Portions(count, workers)
    covered = 0
    for speed in cycle(speeds):
        portion = portions.take(speed)
        if not portion:
            break
        assert portion.start == covered
        assert len(portion) == 1 or len(portion) <= (count - covered) // (2 * workers), "others find something to do, too"
        covered = portion.stop
    assert covered == count


def test_portions_stop() -> None:
    portions = Portions(1000, 2)
    assert len(portions.take(0)) == 1 and len(portions.take(100 / MOMENT)) == 100
    portions.stop()
    assert not portions.take(100)


@pytest.mark.parametrize("threads", [2, 3])
def test_workers_make_no_difference(threads: int) -> None:
    game = load("kuhn_poker", engine="native")
    alone = simulate(game, 1000, 5, widths=300, threads=1, counts=True)
    together = simulate(game, 1000, 5, widths=300, threads=threads, counts=True)
    for column in ("over", "winners", "ending", "decisions", "options", "error", "span", "scores", "fired"):
        assert getattr(alone, column).tolist() == getattr(together, column).tolist(), column
    assert (together.options[:300] > 0).all() and (together.options[300:] == -1).all()


def test_progress_is_told_of_every_match() -> None:
    told: list[int] = []
    simulate(load("tic_tac_toe", engine="native"), 10_000, threads=2, progress=told.append)
    assert sum(told) == 10_000 and len(told) > 8


def test_turns_are_counted_alike() -> None:
    """By either engine, and between agents; in Connect Four a turn is a decision."""
    for name in ("connect_four", "leduc_poker"):
        native, slow = (simulate(load(name, engine=engine), 20, 3) for engine in ("native", "interpreter"))
        assert native.turns.tolist() == slow.turns.tolist()
    played = simulate(load("connect_four"), 20, 3)
    assert played.turns.tolist() == played.decisions.tolist()
    between = play_between(load("connect_four"), ["first", "random"], 4, 3, 1000, workers=1)
    assert between.turns.tolist() == between.decisions.tolist() and between.turns.min() >= 7


TOGETHER = """game "Raft" for Ann, Bob
  > Cross together.
turn
  player must row
action row
  > Row.
  if turn_number > 2: everyone wins
winner: none
"""


def test_a_win_together_is_called_a_win(tmp_path: Path) -> None:
    (tmp_path / "raft.rules").write_text(TOGETHER, encoding="utf-8")
    game = load(tmp_path / "raft.rules", engine="interpreter")
    numbers = numbers_of(game, simulate(game, 3), 0)
    assert [(share.name, share.number) for share in numbers.outcomes if share.number] == [("everybody wins", 3)]
    assert numbers.turns is not None and numbers.turns.mean == 3


def test_a_story_names_no_winner() -> None:
    """Where nobody can win against another, no line says that nobody did."""
    game = load("two_princes")
    numbers = numbers_of(game, simulate(game, 5), 0)
    assert [share.name for share in numbers.outcomes] == ["story ends"] and numbers.turns is None
