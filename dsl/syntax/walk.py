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


_FIELDS: dict[type, tuple[str, ...] | None] = {list: None, tuple: None, str: None, int: None, bool: None, type(None): None}


def inner_fields(kind: type) -> tuple[str, ...] | None:
    """The fields of a record in which other nodes may stand, in reverse; None if it is no node."""
    fields: dict[str, Any] | None = getattr(kind, "__dataclass_fields__", None)
    found = None if fields is None else tuple(reversed([name for name, field in fields.items() if field.type not in PLAIN]))
    _FIELDS[kind] = found
    return found


def everything(tree: object) -> Iterator[object]:
    """Every node of a tree (or of a list of trees), outer ones first, in the order of the text."""
    waiting: list[Any] = [tree]
    known = _FIELDS
    while waiting:
        node = waiting.pop()
        kind = node.__class__
        if kind is list or kind is tuple:
            waiting.extend(reversed(node))
            continue
        names = known[kind] if kind in known else inner_fields(kind)
        if names is None:
            continue
        yield node
        for name in names:
            child = getattr(node, name)
            if child is not None:
                waiting.append(child)


def nodes(tree: object, kind: type[T]) -> Iterator[T]:
    """Every node of a kind inside a tree (or list of trees), outer ones first."""
    for node in everything(tree):
        if isinstance(node, kind):
            yield node
