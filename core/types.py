"""Types of the core IR.

There is one scalar, a 64-bit signed integer; a player, a piece, a cell, a value of an enumeration are numbers, `none` is -1
and a flag is 0 or 1. A set is a row of bits over a stretch of numbers, so that the compiler can keep it in a machine word.
"""

from __future__ import annotations

from dataclasses import field

from rulewright.core.record import record

NONE = -1
INT_MIN = -(2**63)
INT_MAX = 2**63 - 1


@record
class Int:
    """One 64-bit signed integer."""

    def __str__(self) -> str:
        return "int"


@record
class Set:
    """A subset of the numbers `base` to `base + size - 1`."""

    base: int
    size: int

    @property
    def words(self) -> int:
        return (self.size + 63) // 64

    @property
    def full(self) -> int:
        return (1 << self.size) - 1

    def __str__(self) -> str:
        return f"set[{self.base}+{self.size}]"


@record
class Bag:
    """How often each of the numbers `base` to `base + size - 1` occurs."""

    base: int
    size: int

    def __str__(self) -> str:
        return f"bag[{self.base}+{self.size}]"


@record
class Seq:
    """An ordered list of at most `cap` elements: integers, or sets of one type (then the list is a family of groups)."""

    elem: Int | Set
    cap: int

    def __str__(self) -> str:
        return f"seq[{self.elem}, {self.cap}]"


@record
class Row:
    """A fixed number of integers, or of sets of one type, that can be set one by one: an answer for each player, say."""

    size: int
    elem: Int | Set = field(default_factory=Int)

    def __str__(self) -> str:
        return f"row[{self.size}]" if isinstance(self.elem, Int) else f"row[{self.elem}, {self.size}]"


Type = Int | Set | Bag | Seq | Row

INT = Int()


def words(type: Type) -> int:
    """How many 64-bit words a value takes in a frame."""
    match type:
        case Int():
            return 1
        case Set():
            return type.words
        case Bag():
            return type.size
        case Row():
            return type.size * words(type.elem)
        case Seq():
            return 1 + type.cap * words(type.elem)
