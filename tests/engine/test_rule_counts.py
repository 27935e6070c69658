"""How often each rule is applied: both engines count the same, and nothing that was only tried."""

from __future__ import annotations

import pytest

from rulewright.play import load
from rulewright.play.simulate import simulate


@pytest.mark.parametrize(("name", "matches"), [("tic_tac_toe", 8), ("oware", 8), ("backgammon", 2), ("two_heirs", 4)])
def test_both_engines_count_the_same(name: str, matches: int) -> None:
    native = simulate(load(name, engine="native"), matches, 3, counts=True)
    slow = simulate(load(name, engine="interpreter"), matches, 3, counts=True)
    assert native.fired is not None and slow.fired is not None
    assert native.fired.tolist() == slow.fired.tolist()
    assert (native.winners == slow.winners).all() and (native.decisions == slow.decisions).all()


def test_trials_are_not_counted() -> None:
    """Every sowing of Oware is tried out before it is offered, and its harvest inside that trial."""
    result = simulate(load("oware"), 50, 1, counts=True)
    assert result.fired is not None
    applied = dict(zip(result.rules, result.fired.tolist(), strict=True))
    assert applied["action sow"] == int(result.decisions.sum())
    assert applied["to harvest"] <= applied["action sow"]


def test_without_being_asked_nothing_is_counted() -> None:
    assert simulate(load("tic_tac_toe"), 4).fired is None
