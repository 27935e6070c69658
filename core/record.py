"""Records that nobody changes: what a checker of types takes for a frozen data class.

Python makes an object of a truly frozen data class four times as slowly, and tens of thousands of nodes are made while a game is
loaded. So that they are not changed is seen to by mypy, not while running.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """A class with the fields it names, compared and hashed by their values."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
