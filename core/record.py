"""The classes of nodes: data classes that are quick to define and quick to make.

Python makes an object of a frozen data class four times as slowly as of another, and tens of thousands of nodes are made while a
game is loaded; so that a record is not changed is seen to by mypy, not while running. And a hundred and fifty classes are defined
before the first game can be loaded: what every one of them can share is not written for each.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from reprlib import recursive_repr
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A class with the fields it names, compared and hashed by their values; nobody changes one."""
    return _showing(dataclass(slots=True, unsafe_hash=True, repr=False)(cls))


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def entity(cls: type[T]) -> type[T]:
    """A class with the fields it names, each of whose objects is only itself."""
    return _showing(dataclass(slots=True, eq=False, repr=False)(cls))


def _showing(cls: type[T]) -> type[T]:
    cls.__repr__ = _shown  # type: ignore[method-assign]
    return cls


@recursive_repr()
def _shown(self: Any) -> str:
    parts = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
    return f"{type(self).__name__}({parts})"
