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


def children(node: object) -> Iterator[object]:
    """The nodes right below a node, in the order of its fields. What no word stands for is left out."""
    if isinstance(node, tuple | list):
        for item in node:
            yield from [item] if isinstance(item, TREES + WHOLES) else children(item)
    elif isinstance(node, TREES + WHOLES):
        for field in fields(node):
            if field.metadata:
                continue
            value = getattr(node, field.name)
            yield from [value] if isinstance(value, TREES + WHOLES) else children(value)


def everything(node: object) -> Iterator[object]:
    """A node and all nodes below it, outer ones first."""
    if isinstance(node, TREES + WHOLES):
        yield node
    for child in children(node):
        yield from everything(child)


def nodes(tree: object, kind: type[T]) -> Iterator[T]:
    """Every node of a sort in a tree."""
    for node in everything(tree):
        if isinstance(node, kind):
            yield node
