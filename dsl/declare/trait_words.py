"""Every word of a trait has its place, or is refused where it stands: `grid 8 by 8 quickly`, `size banana`."""

from __future__ import annotations

from typing import assert_never

from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.rows import spelled
from rulewright.dsl.library.traits import TRAITS, WORDS, Slot
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import World

Words = list[e.Expr | e.Sel]
SHAPES = frozenset({"grid", "hex_grid", "open_grid", "ring", "track", "graph", "edges", "pile", "deck", "hand"})
SEERS = ("everyone", "owner", "others", "none", "witnesses")
ELSEWHERE = frozenset({"called", "plural", "named"})  # read with the other names, in `looks` and `decks`


def name_of(trait: d.Trait) -> str:
    """The word that a trait is known by; `per` and `from` are known by their prepositions."""
    first = trait.arguments[0] if trait.arguments else None
    if isinstance(first, e.Of) and isinstance(first.left, e.Word):
        return first.left.name
    if isinstance(first, e.Word) and first.name in WORDS:
        return first.name
    preps = [p for p, _ in trait.tails]
    return "per" if "per" in preps and first is not None else "from" if preps[:1] == ["from"] and first is None else ""


def once_each(world: World, traits: list[d.Trait], what: str) -> None:
    """Refuse what is said twice of a piece or a place, in the same words or in others: the second would silently win."""
    before: dict[tuple[str, str], d.Trait] = {}
    for trait in traits:
        name = name_of(trait)
        first = trait.arguments[0] if trait.arguments else None
        kind = ""
        if name == "holding":
            kind = next((a.name for a in trait.arguments if isinstance(a, e.Kind)), "")
        elif what == "place" and name in SHAPES:
            name = "shape"
        elif what == "piece" and (name == "per" or (not name and isinstance(first, e.Num | e.Arith))):
            name = "number"
        if not name:
            continue
        other = before.setdefault((name, kind), trait)
        if other is not trait:
            said, again = world.sources.text(other.span), world.sources.text(trait.span)
            message = f"`{said}` is said twice." if said == again else f"`{said}` and `{again}`: which of the two?"
            world.error(codes.UNKNOWN_TRAIT, message, trait.span, help="Leave one of them out.")


def shape_of(trait: d.Trait) -> str:
    """What a place is, though something is wrong with how it is said: so that one mistake is told once."""
    name = name_of(trait)
    return "pile" if name in SHAPES else ""


def words_taken(world: World, trait: d.Trait, what: str) -> bool:
    """Whether all words of a trait are read. What is no trait at all is told by whoever reads traits."""
    name = name_of(trait)
    if name not in WORDS or name in ELSEWHERE or what not in TRAITS[name].of or (name, what) == ("per", "piece"):
        return True
    groups = _groups(trait, name)
    if name in {"grid", "hex_grid"} and not any(before == "by" for before, _, _ in groups):
        return _unmeasured(world, trait, name, groups)
    if name == "holding" and not _seen_by(world, trait, groups):
        return False
    for slot in WORDS[name]:
        at = next((n for n, (before, _, _) in enumerate(groups) if before == slot.before), None)
        if at is None:
            if slot.needed:
                _refuse(world, trait, name, trait.span, "")
                return False
            continue
        _, words, span = groups.pop(at)
        wrong = _wrong(slot, words)
        if wrong is not None:
            _refuse(world, trait, name, wrong if wrong else span, world.sources.text(wrong if wrong else span))
            return False
    if groups:
        _refuse(world, trait, name, groups[0][2], world.sources.text(groups[0][2]))
    return not groups


def _refuse(world: World, trait: d.Trait, name: str, span: Span, left: str) -> None:
    said = world.sources.text(trait.span)
    message = f"`{left}` says nothing here." if left and left != said else f"`{said}` does not say enough."
    if name == "size":
        message = "`size` takes two lengths in millimetres."
    forms = ", or ".join(spelled(form) for form in TRAITS[name].form.split(" | "))
    world.error(codes.UNKNOWN_TRAIT, message, span, help=f"Write {forms}.")


def _unmeasured(world: World, trait: d.Trait, name: str, groups: list[tuple[str, Words, Span]]) -> bool:
    """`hex_grid of side 8`, and `grid` alone or `grid of Square`, whose shape is drawn below it."""
    of = next((words[0] for before, words, _ in groups if before == "of"), None)
    said = next((words for before, words, _ in groups if not before), [])
    side = isinstance(of, e.Word) and of.name == "side"
    if side and name == "grid":
        world.error(codes.UNKNOWN_TRAIT, "Only a board of hexagons has a length of its side.", trait.span, help="Write `grid 8 by 8`.")
        return False
    if side and len(said) == 1 and len(groups) == 2 and _wrong(Slot("", "number of Kind"), said) is None:
        return True
    if not groups or (isinstance(of, e.Kind) and len(groups) == 1):
        return True
    left = said[0].span.to(said[-1].span) if said and not side else trait.span
    _refuse(world, trait, name, left, "" if side or len(said) == 1 else world.sources.text(left))
    return False


def _groups(trait: d.Trait, name: str) -> list[tuple[str, Words, Span]]:
    """The words of a trait by what stands before them: nothing, `of`, or a preposition."""
    arguments = list(trait.arguments)
    found: list[tuple[str, Words, Span]] = []
    first = arguments[0] if arguments else None
    if name not in {"per", "from"}:
        arguments = arguments[1:]
        if isinstance(first, e.Of):
            found.append(("of", [first.right], first.right.span))
    if arguments:
        found.append(("", arguments, arguments[0].span.to(arguments[-1].span)))
    return found + [(p, list(words), words[0].span.to(words[-1].span)) for p, words in trait.tails if words]


def _seen_by(world: World, trait: d.Trait, groups: list[tuple[str, Words, Span]]) -> bool:
    """`holding 1 Card seen by witnesses`: `seen` belongs to `by`, and is taken off the words before it."""
    seer = next((words[0] for before, words, _ in groups if before == "by"), None)
    for before, words, _ in groups:
        last = words[-1]
        if not before and isinstance(last, e.Word) and last.name == "seen" and len(words) > 1 and seer is not None:
            words.pop()
            if isinstance(seer, e.Word) and seer.name in SEERS:
                return True
            world.error(codes.UNKNOWN_TRAIT, "Who sees it?", seer.span, help=f"Choose one of: {', '.join(SEERS)}.")
            return False
    if seer is not None:
        _refuse(world, trait, "holding", seer.span, world.sources.text(seer.span))
    return seer is None


def _wrong(slot: Slot, words: Words) -> Span | None:
    """The words that a slot does not take."""
    first, rest = words[0], words[1:]
    more = rest[0].span.to(rest[-1].span) if rest else None
    match slot.gives:
        case "number":
            return more if not isinstance(first, e.Sel | e.Text | e.Kind | e.Of) else first.span
        case "faces":
            return more if not isinstance(first, e.Sel | e.Text | e.Of) else first.span
        case "length":
            return more if isinstance(first, e.Num) else first.span
        case "zero":
            return more if isinstance(first, e.Num) and first.value == 0 else first.span
        case "kind":
            return more if isinstance(first, e.Kind) else first.span
        case "board":
            fits = isinstance(first, e.Word) or (
                isinstance(first, e.Of) and isinstance(first.left, e.Word) and isinstance(first.right, e.Kind)
            )
            return more if fits else first.span
        case "cells":
            fits = not isinstance(first, e.Sel | e.Text) and (not isinstance(first, e.Of) or isinstance(first.right, e.Kind))
            return more if fits else first.span
        case "number of Kind":
            fits = not isinstance(first, e.Sel | e.Text | e.Kind) and (not isinstance(first, e.Of) or isinstance(first.right, e.Kind))
            return more if fits else first.span
        case "name" | "seer":
            return more if isinstance(first, e.Word) else first.span
        case "names":
            return _listed(words)
        case "showing":
            return _listed(rest) if isinstance(first, e.Word) and first.name == "showing" and rest else first.span
        case "amount":
            if isinstance(first, e.Kind):
                return more
            if isinstance(first, e.Sel | e.Text):
                return first.span
            return next((w.span for w in rest if not isinstance(w, e.Kind)), None) or (rest[1].span if len(rest) > 1 else None)
        case "text":
            return more if isinstance(first, e.Text) else first.span
        case "table":
            return more if isinstance(first.source if isinstance(first, e.Sel) else first, e.Text | e.In) else first.span
        case _:
            assert_never(slot.gives)


def _listed(words: Words) -> Span | None:
    """Names with `and` between them: name, and, name."""
    for number, word in enumerate(words):
        if not isinstance(word, e.Word) or (word.name == "and") != (number % 2 == 1):
            return word.span
    return words[-1].span if len(words) % 2 == 0 else None
