"""Walking over a tree of meaning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TypeVar

from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import rules as r
from rulewright.dsl.meaning import sentences as s

T = TypeVar("T")
TREES = (m.Node, m.Selection, s.Step, s.Argument, s.Who, s.Do, s.Chosen, s.Label)
WHOLES = (
    r.ByCard,
    r.Modifier,
    r.Definition,
    r.Param,
    r.Hook,
    r.Routine,
    r.Standing,
    r.Criterion,
    r.Scoring,
    r.Rules,
)


_parts: dict[type, tuple[str, ...] | None] = {}  # the fields of each class of nodes; None: no node


def _parts_of(sort: type) -> tuple[str, ...] | None:
    found = tuple(f.name for f in fields(sort) if not f.metadata) if issubclass(sort, TREES + WHOLES) else None
    _parts[sort] = found
    return found


def children(node: object) -> Iterator[object]:
    """The nodes right below a node, in the order of its fields. What no word stands for is left out."""
    names = _parts[node.__class__] if node.__class__ in _parts else _parts_of(node.__class__)
    values = node if names is None and isinstance(node, tuple | list) else [getattr(node, name) for name in names or ()]
    for value in values:
        sort = value.__class__
        if (_parts[sort] if sort in _parts else _parts_of(sort)) is not None:
            yield value
        elif sort is tuple or sort is list:
            yield from children(value)


def everything(node: object) -> Iterator[object]:
    """A node and all nodes below it, outer ones first."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        sort = here.__class__
        names = _parts[sort] if sort in _parts else _parts_of(sort)
        if names is not None:
            yield here
            waiting += [getattr(here, name) for name in reversed(names)]
        elif sort is tuple or sort is list:
            waiting += reversed(here)  # type: ignore[call-overload]


def nodes(tree: object, kind: type[T]) -> Iterator[T]:
    """Every node of a sort in a tree."""
    for node in everything(tree):
        if isinstance(node, kind):
            yield node
