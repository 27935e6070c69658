"""A tree of meaning as branches to look at: one label a node, its type, and where the thing it refers to is declared."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.record import record
from rulewright.dsl import types as t
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import rules as r
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.meaning.show import constant
from rulewright.dsl.meaning.walk import children
from rulewright.dsl.source import Span
from rulewright.dsl.world import World

CONVERSIONS = {
    "place": "where it stands",
    "surface": "what can be put on it",
    "occupant": "what stands on it",
    "site": "its only site",
    "cells": "its cells",
    "places": "where they stand",
    "players": "its players",
    "contents": "what lies in it",
}
QUANTIFIERS = {m.Exists: "is there any", m.Count: "how many", m.Gather: "all of them"}


@record
class Branch:
    text: str
    type: str  # "" where it says nothing
    declared: Span | None
    inner: tuple[Branch, ...]


def branch(world: World, node: object, within: Span) -> Branch:
    """A node with everything below it that begins in a stretch of the text."""
    node = m.said(node) if isinstance(node, m.Convert) else node
    text, declared = _label(world, node)
    type = ""
    if isinstance(node, m.Node) and not isinstance(node.type, t.Poison | t.Flag | t.Nothing):
        type = str(node.type) if str(node.type) != text else ""
    if isinstance(node, m.Const) and isinstance(node.type, t.Number):
        type = ""
    return Branch(text, type, declared, tuple(_below(world, node, within)))


def _below(world: World, node: object, within: Span) -> Iterator[Branch]:
    """What stands below a node, as far as it is written in the same stretch of the text."""
    if isinstance(node, m.Selection):
        roles = [("of", node.owner), ("in", node.within), ("for which", node.where)]
        roles += [(f"with {node.best[0]}", node.best[1])] if node.best is not None else []
        for word, part in roles:
            if part is not None:
                found = branch(world, part, within)
                yield Branch(f"{word}: {found.text}", found.type, found.declared, found.inner)
        return
    for child in _inner(node):
        if isinstance(child, s.Argument) and len(child.words) == 1 and not isinstance(child.words[0], m.Mention):
            found = branch(world, child.words[0], within)
            yield Branch(f"{_label(world, child)[0]} {found.text}", found.type, found.declared, found.inner)
        elif not isinstance(child, s.Step) or child.span.start < within.end:
            yield branch(world, child, within)


def _inner(node: object) -> Iterator[object]:
    for child in children(node):
        if isinstance(child, m.Mention) and isinstance(node, s.Argument):
            continue  # the label of the argument says it
        if isinstance(child, s.Who) and child.whom is None:
            continue
        if isinstance(child, s.Tell):
            continue
        yield child


def _label(world: World, x: object) -> tuple[str, Span | None]:
    match x:
        case m.Const():
            return constant(world, x.type, x.value), None
        case m.Local():
            return ("the acting player" if x.binding.actor else f"{x.binding.name or 'it'}, bound by name"), None
        case m.OptionValue():
            return f"option {x.option.name}", x.option.said.span
        case m.PlaceValue():
            if x.place is None:
                return "the box", None
            return f"place {x.place.name}" + (" of" if x.of is not None else ""), x.place.said.span if x.place.said is not None else None
        case m.Read():
            first = x.attrs[0]
            owner = " and ".join(dict.fromkeys({"game": "the game", "player": "players"}.get(a.owner, a.of) for a in x.attrs))
            return f"attribute {first.name} of {owner}", first.said.span if first.said is not None else None
        case m.Aspect():
            return "whose place it lies in" if x.which == "keeper" else f"{x.which} of", None
        case m.ScoreValue():
            return f"score{f', entry {x.entry}' if x.entry else ''} of", None
        case m.Defined():
            return f"definition {x.define.name}", x.define.said.span
        case m.Apply():
            return f"{x.function} (library)", None
        case m.Mention():
            return f"`{x.name}`, by name", None
        case m.OwnPiece():
            return f"the {x.kind.name} that belongs to", x.kind.said.span
        case m.Numbered():
            return f"the {x.kind.name} with the number", x.kind.said.span
        case m.Answer():
            return "what was chosen, and by whom", None
        case m.InBag():
            return "how often in a bag", None
        case m.Listed():
            return "these", None
        case m.CellAt():
            return f"cell of {x.place.name} at", None
        case m.Convert():
            return CONVERSIONS.get(x.how, "the same, kept otherwise"), None
        case m.Arith():
            return {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "%": "the rest of a division"}[x.operator], None
        case m.Cases():
            return "the first whose condition holds", None
        case m.Logic():
            return {"and": "all of", "or": "any of"}[x.operator], None
        case m.Not():
            return "not", None
        case m.Same():
            return "are the same", None
        case m.Order():
            return f"compared: {x.relation}", None
        case m.Contains():
            return "contains", None
        case m.Stands():
            return "stands in", None
        case m.IsKind():
            return f"is a {x.kind}", None
        case m.IsEmpty():
            return "is full" if x.full else "is empty", None
        case m.Able():
            return "can do", None
        case m.Would():
            return "as it would be after", None
        case m.Every():
            return "holds for every one of", None
        case m.Pick():
            return {"the": "the only one of", "first": "the first of", "last": "the last of"}.get(x.which, "the first so many of"), None
        case m.Fold():
            return {"sum": "sum", "most": "the greatest", "least": "the least"}.get(x.operator, x.operator), None
        case m.Selection():
            return _selection(x), world.kinds[x.kind].said.span if x.kind in world.kinds else None
        case m.Exists() | m.Count() | m.Gather():
            return QUANTIFIERS[type(x)], None
        case s.Act():
            return f"verb {x.verb}: {x.form.shown}", None
        case s.Argument():
            said = " ".join(f"`{w.name}`" for w in x.words if isinstance(w, m.Mention))
            return f"{x.role}{f' ({x.how})' if x.how else ''}:{f' {said}' if said else ''}", None
        case s.Perform():
            return f"{_sort(x.routine.sort)} {x.routine.name}", x.routine.said.span
        case s.Do():
            return f"offered: {_sort(x.routine.sort)} {x.routine.name}", x.routine.said.span
        case s.Chosen():
            return "offered: a sentence, and what is chosen in it", None
        case s.Label():
            return f"offered: “{x.label}”", None
        case s.Let():
            return f"{x.binding.name} is from now on", None
        case s.If():
            return "if", None
        case s.Each():
            return "for each of", None
        case s.Loop():
            return {"while": "as long as", "until": "until", "times": "so many times", "forever": "again and again"}[x.how], None
        case s.Who():
            return {"one": "decides:", "each": "each decides:", "together": "decide together:", "chance": "chance decides"}[x.how], None
        case s.Decide():
            return f"a decision: {x.word}{' secretly' if x.secretly else ''}{' once' if x.once else ''}", None
        case s.Choose():
            named = f", called {x.gives.name} afterwards" if x.gives is not None else ""
            return f"a choice{' in secret' if x.secretly else ''}{' of several' if x.several else ''}{named}", None
        case s.AnyOrder():
            return "in any order", None
        case s.Demand():
            return x.word + (" if possible" if x.lenient else "") + (f" per {x.per}" if x.per else ""), None
        case r.Param():
            return f"{x.prep} {x.binding.name}".strip(), None
        case _:
            return type(x).__name__.lower(), None


def _sort(sort: str) -> str:
    return {"to": "own verb"}.get(sort, sort)


def _selection(x: m.Selection) -> str:
    what = f"every {x.kind}" if x.kind else "every element"
    return f"{what}, called {x.binds.name}" if x.binds.name else what


def at_line(rules: r.Rules, span: Span) -> list[object]:
    """The outermost nodes of the tree that begin within a stretch of the text."""
    found: list[object] = []

    def look(node: object) -> None:
        place = getattr(node, "span", None)
        within = isinstance(place, Span) and place.file == span.file and span.start <= place.start < span.end
        if within and isinstance(node, m.Node | m.Selection | s.Step):
            found.append(node)
            return
        for child in children(node):
            look(child)

    for part in (rules.definitions, rules.routines, rules.standings, rules.texts, rules.scoring):
        look(part)
    return found
