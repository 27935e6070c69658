"""Sets as Python integers: bit i stands for the number `base + i`."""

from __future__ import annotations

from collections.abc import Iterator


def members(bits: int, base: int) -> Iterator[int]:
    """The elements, upwards."""
    while bits:
        low = bits & -bits
        yield base + low.bit_length() - 1
        bits ^= low


def first(bits: int, base: int) -> int:
    return base + (bits & -bits).bit_length() - 1 if bits else -1


def last(bits: int, base: int) -> int:
    return base + bits.bit_length() - 1 if bits else -1


def one(member: int, base: int, size: int) -> int:
    return 1 << (member - base) if base <= member < base + size else 0


def has(bits: int, member: int, base: int) -> int:
    return bits >> (member - base) & 1 if member >= base else 0
