"""A batch does not depend on how it is shared among workers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.play import load
from rulewright.play.simulate import LARGEST, portions, simulate


@given(st.integers(0, 100_000), st.integers(1, 64))
def test_portions_cover_a_batch(count: int, workers: int) -> None:
    shares = portions(count, workers)
    assert [number for share in shares for number in share] == list(range(count))
    sizes = [len(share) for share in shares]
    assert sizes == sorted(sizes, reverse=True), "what is left at the end is small"
    assert all(1 <= size <= LARGEST for size in sizes)


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
