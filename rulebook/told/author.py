"""What the author sets for the book: printed names, short lines, the places of chapters and examples."""

from __future__ import annotations

from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import World


def short(decl: object) -> list[d.Prose]:
    """The short line of a rule: `>> A tile from the reserve comes into your hand.`"""
    return list(getattr(decl, "short", ()) or ())


def printed(world: World, name: str) -> str:
    """The name under which something is printed, where the author gives one."""
    found = getattr(world, "printed", None)
    return str(found.get(name, "")) if isinstance(found, dict) else ""
