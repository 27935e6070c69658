"""Walking over the syntax tree: all nodes of a type, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

T = TypeVar("T")

# Fields of these types hold no nodes.
PLAIN = frozenset(
    {
        "Span",
        "Span | None",
        "str",
        "str | None",
        "int",
        "int | None",
        "bool",
        "list[str]",
        "list[Span]",
        "tuple[str, ...]",
        "list[tuple[str, Span]]",
    }
)


_FIELDS: dict[type, tuple[str, ...]] = {}


def inner_fields(kind: type) -> tuple[str, ...]:
    """The fields of a record in which other nodes may stand."""
    found = _FIELDS.get(kind)
    if found is None:
        fields: dict[str, Any] = getattr(kind, "__dataclass_fields__", {})
        found = _FIELDS[kind] = tuple(name for name, field in fields.items() if field.type not in PLAIN)
    return found


def everything(tree: object) -> Iterator[object]:
    """Every node of a tree (or of a list of trees), outer ones first, in the order of the text."""
    waiting: list[Any] = [tree]
    while waiting:
        node = waiting.pop()
        if node.__class__ is list or node.__class__ is tuple:
            waiting.extend(reversed(node))
            continue
        names = inner_fields(type(node))
        if not names and not hasattr(node, "__dataclass_fields__"):
            continue
        yield node
        for name in reversed(names):
            child = getattr(node, name)
            if child is not None:
                waiting.append(child)


def nodes(tree: object, kind: type[T]) -> Iterator[T]:
    """Every node of a kind inside a tree (or list of trees), outer ones first."""
    for node in everything(tree):
        if isinstance(node, kind):
            yield node
