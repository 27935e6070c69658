"""Agents in words, for the report."""

from __future__ import annotations

from rulewright.agents.registry import spec


def player(level: str) -> str:
    """`mcts@16:100` as a search of 100 looks; what does not count looks keeps its name."""
    found = spec(level)
    if found.name != "mcts" or not found.budget.iterations:
        return level
    return f"a search of {found.budget.iterations:,} looks"


def short(level: str) -> str:
    """The same as a label."""
    return player(level).removeprefix("a search of ")


def cut(level: str) -> str:
    """What is to be said of playouts that are not played to the end."""
    depth = spec(level).depth
    return f"Each look plays on for {depth} decisions, and counts who leads then." if depth is not None else ""
