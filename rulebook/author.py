"""What the author sets for the book: printed names, short lines, the places of chapters and examples."""

from __future__ import annotations

from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.declare.saying import called_names
from rulewright.dsl.meaning.uses import used
from rulewright.dsl.text import Called, Notes, Prose
from rulewright.dsl.world import World
from rulewright.rulebook.words import plural, spoken


def notes(decl: object) -> Notes | None:
    found = getattr(decl, "notes", None)
    return found if isinstance(found, Notes) else None


def short(decl: object) -> list[Prose]:
    """The short line of a rule: `>> A tile from the reserve comes into your hand.`"""
    found = notes(decl)
    return [line for line in found.short if not _is_phrase(line)] if found is not None else []


def phrase(decl: object) -> Prose | None:
    """What is said where a rule is used: a short line without a stop, `>> {princes} gain a {condition} card`."""
    found = notes(decl)
    return next((line for line in found.short if _is_phrase(line)), None) if found is not None else None


def _is_phrase(line: Prose) -> bool:
    return not line.text.rstrip().rstrip('”"’)').endswith((".", "!", "?", "…"))


def is_shared(world: World) -> bool:
    """Whether nobody wins against anybody: a game that only comes to an ending."""
    known = _SHARED.get(id(world))
    if known is None or known[0] is not world:
        _SHARED.clear()  # one book at a time
        rivals = world.winner is not None or world.score is not None or "win" in used(rules_of(world))
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


def _names(world: World) -> dict[str, Called]:
    known = _KNOWN.get(id(world))
    if known is None or known[0] is not world:
        _KNOWN.clear()  # one book at a time
        known = _KNOWN[id(world)] = (world, _gathered(world))
    return known[1]


_KNOWN: dict[int, tuple[World, dict[str, Called]]] = {}


def _gathered(world: World) -> dict[str, Called]:
    found = called_names(world)
    for kind, called in world.looks.kinds.items():
        found[kind] = called
    return found
