"""Agents by name, budgets, and what is refused."""

from __future__ import annotations

import pytest

from rulewright.agents.budget import Budget, budget
from rulewright.agents.packets import secret
from rulewright.agents.registry import AGENTS, LEVELS, names, player, spec
from rulewright.play.errors import PlayError
from rulewright.play.game import load


@pytest.mark.parametrize(
    ("text", "found"),
    [("5000", Budget(5000)), ("5,000", Budget(5000)), ("2s", Budget(None, 2.0)), ("0.5s", Budget(None, 0.5)), ("1min", Budget(None, 60.0))],
)
def test_budgets(text: str, found: Budget) -> None:
    assert budget(text) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no budget"),
        ("much", "no budget"),
        ("-5", "no budget"),
        ("0", "at least 1"),
        ("2.5", "whole"),
        ("0s", "time of zero"),
        ("2000min", "longer than a day"),
        ("9999999999", "at most"),
    ],
)
def test_budgets_that_cannot_be(text: str, said: str) -> None:
    with pytest.raises(PlayError, match=said):
        budget(text)


def test_every_agent_is_found_by_name() -> None:
    for name in names():
        assert spec(name).name in AGENTS
    assert all(spec(level).budget == spec(LEVELS[level]).budget for level in LEVELS)


@pytest.mark.parametrize(
    ("text", "said", "help"),
    [
        ("gredy", "no agent called gredy", "greedy"),
        ("random:5", "takes no budget", "random"),
        ("", "no agent called", "Choose one of"),
    ],
)
def test_agents_that_cannot_be(text: str, said: str, help: str) -> None:
    with pytest.raises(PlayError, match=said) as error:
        player(text, 0)
    assert help in error.value.help


def test_where_something_can_be_hidden() -> None:
    found = {name: secret(load(name, engine="interpreter")) for name in ("chess", "backgammon", "kuhn_poker", "leduc_poker", "goofspiel")}
    assert found == {"chess": False, "backgammon": False, "kuhn_poker": True, "leduc_poker": True, "goofspiel": True}
