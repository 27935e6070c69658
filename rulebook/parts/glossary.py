"""The index of the reference, and references that lead somewhere."""

from __future__ import annotations

import re
from typing import TypeVar

from rulewright.rulebook import text as x
from rulewright.rulebook.english.speech import anchor
from rulewright.rulebook.model import IndexEntry, Model, Run, Section
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import spoken

T = TypeVar("T")


def index(making: Making, sections: list[Section]) -> tuple[IndexEntry, ...]:
    """Every term with the sections that define it and those that speak of it."""
    world = making.world
    names = {**{n: spoken(n) for n in world.kinds}, **{n: spoken(n) for n in world.places}, **{n: spoken(n) for n in world.enums}}
    names |= {n: spoken(n).removeprefix("the ") for n in world.defines} | {n: spoken(n) for n in world.routines}
    names |= {n: spoken(n) for n in (*world.player_attrs, *world.game_attrs, *world.options)}
    names |= {"winner": "winner", "score": "score"}
    main: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    ids: set[str] = set()

    def walk(section: Section) -> None:
        ids.add(section.id)
        for block in section.blocks:
            if block.sort == "components":
                ids.update(c.id for c in block.items)
            elif block.sort == "cards":
                for card in block.items:
                    ids.add(card.id)
                    for one in card.name.split(", "):
                        main.setdefault(one, []).append(card.id)
            elif block.sort == "example":
                main.setdefault(f"example: {block.title}", []).append(block.id)
        for term in section.index:
            if term in names or term == section.title:
                others.setdefault(names.get(term, term), []).append(section.id)
        for inside in section.sections:
            walk(inside)

    for section_ in sections:
        walk(section_)
    for name, title in names.items():
        if anchor(name) in ids:
            main.setdefault(title, []).append(anchor(name))
    found = []
    for title in sorted({*main, *others}, key=lambda w: (w.lower(), w)):
        first = tuple(dict.fromkeys(main.get(title, [])))
        rest = tuple(i for i in dict.fromkeys(others.get(title, [])) if i not in first)
        if first or rest:
            found.append(IndexEntry(term=x.clean(title), main=first, others=rest))
    return tuple(found)


def linked(parts: T) -> T:
    """References that lead nowhere in this part of the book become plain text; those to terms are set right."""
    ids: set[str] = set()
    _gather(parts, ids)
    found = _linked(parts, ids)
    return found  # type: ignore[return-value]


def _gather(node: object, ids: set[str]) -> None:
    if isinstance(node, tuple | list):
        for inside in node:
            _gather(inside, ids)
    elif isinstance(node, Model):
        own = getattr(node, "id", "")
        if own and not hasattr(node, "limit") and not hasattr(node, "svg"):
            ids.add(own)
        for name in type(node).model_fields:
            if name not in SKIPPED:
                _gather(getattr(node, name), ids)


def settled_numbers(parts: T) -> T:
    """A rulebook tells numbers, not of which option they are: `100 (option goal)` is 100. The reference says which."""
    return _settled(parts)  # type: ignore[return-value]


_OPTION = re.compile(r" \(option [^()]*\)")


def _settled(node: object) -> object:
    if isinstance(node, tuple):
        if node and all(isinstance(run, Run) for run in node):
            return _without_option(node)
        made = tuple(_settled(inside) for inside in node)
        return made if any(a is not b for a, b in zip(made, node, strict=True)) else node
    if isinstance(node, Model) and not isinstance(node, Run):
        update = {name: _settled(getattr(node, name)) for name in type(node).model_fields if name not in SKIPPED}
        update = {name: value for name, value in update.items() if value is not getattr(node, name)}
        return node.model_copy(update=update) if update else node
    return node


def _without_option(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    found: list[Run] = []
    rest = list(runs)
    while rest:
        run = rest.pop(0)
        if run.text.endswith(" (option ") and len(rest) > 1 and rest[1].text.startswith(")"):
            rest[1] = rest[1].model_copy(update={"text": rest[1].text[1:]})
            rest.pop(0)
            run = run.model_copy(update={"text": run.text.removesuffix(" (option ")})
        found.append(run.model_copy(update={"text": _OPTION.sub("", run.text)}) if "(option " in run.text else run)
    return runs if tuple(found) == runs else tuple(found)


SKIPPED = frozenset({"sources", "svg", "tags", "alt"})


def _linked(node: object, ids: set[str]) -> object:
    if isinstance(node, tuple | list):
        made = [_linked(inside, ids) for inside in node]
        return type(node)(made) if any(a is not b for a, b in zip(made, node, strict=True)) else node
    if isinstance(node, Model):
        update: dict[str, object] = {}
        ref = getattr(node, "ref", "")
        if ref and ref not in ids:
            other = "g-" + ref.removeprefix("r-")
            update["ref"] = other if other in ids else ""
        if hasattr(node, "refs"):
            update["refs"] = tuple(r for r in node.refs if r in ids)
        if hasattr(node, "limit") and getattr(node, "id", "") not in ids:
            update["id"] = ""
        for name in type(node).model_fields:
            if name in SKIPPED or name in update:
                continue
            value = getattr(node, name)
            if isinstance(value, tuple | Model):
                made_ = _linked(value, ids)
                if made_ is not value:
                    update[name] = made_
        return node.model_copy(update=update) if update else node
    return node
