"""Agents and sources of chance in words, for the report."""

from __future__ import annotations

import re

from rulewright.agents.registry import spec

BESIDE = "By itself the whole range lies beside what is fair"


def said(name: str) -> str:
    """The name of an action or a piece, as one says it."""
    return name.replace("_", " ")


def player(level: str) -> str:
    """`mcts@16:100` as a search of 100 looks; what does not count looks keeps its name."""
    found = spec(level)
    if found.name != "mcts" or not found.budget.iterations:
        return level
    return f"a search of {found.budget.iterations:,} looks"


def players(level: str) -> str:
    """All who sit at the table: searches of 10 looks, random players."""
    found = player(level)
    return f"searches{found.removeprefix('a search')}" if found.startswith("a search") else f"{level} players"


def short(level: str) -> str:
    """The same as a label."""
    return player(level).removeprefix("a search of ")


def source(stream: str) -> str:
    """A stream of chance as one says it at the table: `deck deck of Ann` is the deck of Ann, `die 1 2 3 4 5 6` the die."""
    bare = re.sub(r" of A number from \d+ to \d+| of \d+$", "", stream)
    sort, _, name = bare.partition(" ")
    name, owner = (part.strip() for part in f" {name}".partition(" of ")[::2])
    if sort == "chance":
        return f"the draw of a {name}"
    if sort == "die":
        usual = not name or name.split() == [str(n) for n in range(1, 7)]
        return f"the die{'' if usual else f' ({name})'}{f' of {owner}' if owner else ''}"
    return f"the {name.replace('_', ' ')}{f' of {owner}' if owner else ''}"


def cut(level: str) -> str:
    """What is to be said of playouts that are not played to the end."""
    depth = spec(level).depth
    return f"Each look plays on for {depth} decisions, and counts who leads then." if depth is not None else ""
