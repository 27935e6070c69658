"""Walking over the syntax tree: all nodes of a type, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

T = TypeVar("T")


def nodes(tree: object, kind: type[T]) -> Iterator[T]:
    """Every node of a kind inside a tree (or list of trees), outer ones first."""
    if isinstance(tree, kind):
        yield tree
    if isinstance(tree, list):
        for item in tree:
            yield from nodes(item, kind)
    elif isinstance(tree, tuple):
        if not hasattr(tree, "_fields"):  # a span has fields; a pair of nodes has none
            for item in tree:
                yield from nodes(item, kind)
    elif hasattr(tree, "__dataclass_fields__"):
        for name in tree.__dataclass_fields__:
            yield from nodes(getattr(tree, name), kind)
