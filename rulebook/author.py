"""What the author sets for the book: printed names, short lines, the places of chapters and examples."""

from __future__ import annotations

from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import World
from rulewright.rulebook.words import plural, spoken


def notes(decl: object) -> d.Notes | None:
    found = getattr(decl, "notes", None)
    return found if isinstance(found, d.Notes) else None


def short(decl: object) -> list[d.Prose]:
    """The short line of a rule: `>> A tile from the reserve comes into your hand.`"""
    found = notes(decl)
    return [line for line in found.short if not _is_phrase(line)] if found is not None else []


def phrase(decl: object) -> d.Prose | None:
    """What is said where a rule is used: a short line without a stop, `>> {princes} gain a {condition} card`."""
    found = notes(decl)
    return next((line for line in found.short if _is_phrase(line)), None) if found is not None else None


def _is_phrase(line: d.Prose) -> bool:
    return not line.text.rstrip().rstrip('”"’)').endswith((".", "!", "?", "…"))


def is_shared(world: World) -> bool:
    """Whether nobody wins against anybody: a game that only comes to an ending."""
    known = _SHARED.get(id(world))
    if known is None or known[0] is not world:
        _SHARED.clear()  # one book at a time
        rivals = (
            world.winner is not None or world.score is not None or any(w.name in {"win", "wins"} for w in nodes(world.chapters, e.Word))
        )
        known = _SHARED[id(world)] = (world, not rivals)
    return known[1]


_SHARED: dict[int, tuple[World, bool]] = {}


def manner(decl: object) -> str:
    """How a rule is printed: exact, prose, left out; empty as the book likes."""
    found = notes(decl)
    return found.manner if found is not None else ""


def printed(world: World, name: str) -> str:
    """The name under which something is printed, where the author gives one."""
    found = _names(world).get(name)
    return found.one if found is not None else ""


def printed_many(world: World, name: str) -> str:
    """The same for several of them."""
    found = _names(world).get(name)
    if found is None:
        return plural(spoken(name))
    return found.many or plural(found.one)


def valued(world: World, value: str) -> str:
    """The printed name of a value of a type."""
    for values in world.looks.values.values():
        if value in values:
            return values[value].one
    return ""


def _names(world: World) -> dict[str, d.Called]:
    known = _KNOWN.get(id(world))
    if known is None or known[0] is not world:
        _KNOWN.clear()  # one book at a time
        known = _KNOWN[id(world)] = (world, _gathered(world))
    return known[1]


_KNOWN: dict[int, tuple[World, dict[str, d.Called]]] = {}


def _gathered(world: World) -> dict[str, d.Called]:
    found: dict[str, d.Called] = {}
    for decl in nodes(world.chapters, object):
        own = notes(decl)
        if own is not None and own.called is not None:
            name = decl.signature.name if isinstance(decl, d.Action | d.Interrupt) else getattr(decl, "name", "")
            if name:
                found.setdefault(name, own.called)
    for kind, called in world.looks.kinds.items():
        found[kind] = called
    return found
