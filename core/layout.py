"""Layout: gives every field its place in the state, as bytes for native code and as list elements for the interpreter.

Fields come widest first, so that everything is aligned. A set takes as many bytes as its size needs; from 65 elements on it
takes whole 64-bit words.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from rulewright.core.program import Field, Program
from rulewright.core.types import INT, Set

STRETCH = 64  # elements of a state that are compared at once
LETTERS = {1: "b", 2: "h", 4: "i", 8: "q"}


def element_width(field: Field) -> int:
    """Bytes of one element."""
    if isinstance(field.type, Set):
        size = field.type.size
        for width in (1, 2, 4, 8):
            if size <= 8 * width:
                return width
        return 8 * field.type.words
    for width in (1, 2, 4):
        if -(1 << (8 * width - 1)) <= field.low and field.high < 1 << (8 * width - 1):
            return width
    return 8


def lay_out(program: Program) -> None:
    for field in program.fields:
        field.width = element_width(field)
    # The stack comes last: what a hypothetical has to save and restore is then one stretch. What makes up a position is together.
    order = sorted(program.fields, key=lambda f: (f.name in {"stack", "history"}, -min(f.width, 8), f.compared))
    form, wide = "<", []
    offset = at = 0
    beside = _kept(program)
    for field in order:
        if beside and field.name in {"stack", "history"}:
            # What native code keeps is copied with a trial, and nothing to anybody else.
            gap = -offset % 8
            for own in beside:
                own.offset = offset + gap + sum(f.width * f.count for f in beside[: beside.index(own)])
            size = gap + sum(f.width * f.count for f in beside)
            program.between = offset, offset + size
            offset, form, beside = offset + size, form + "x" * size, []
        step = min(field.width, 8)
        gap = -offset % step
        offset += gap
        field.offset, field.at = offset, at
        form += "x" * gap + _form(field)
        if field.width not in LETTERS:
            wide += [(place, field.width) for place in range(at, at + field.count)]
        offset += field.width * field.count
        at += field.count
    program.fields[:] = order
    gap = -offset % 8
    program.form, program.wide = form + "x" * gap, wide
    program.size = offset + gap
    program.length = at


def _kept(program: Program) -> list[Field]:
    """The fields of what is kept, widest first, and the one that says whether they are there."""
    if not program.kept:
        return []
    program.fresh = Field("fresh", INT, 1, 0, 1)
    found = [*(k.field for k in program.kept), program.fresh]
    for field in found:
        field.width = element_width(field)
    return sorted(found, key=lambda f: -min(f.width, 8))


def initial(program: Program) -> list[int]:
    """The state before anything has happened, as a list."""
    state = [0] * program.length
    for field in program.fields:
        values = field.initial or (0,) * field.count
        if field.initial and len(values) == 1:
            values = values * field.count
        state[field.at : field.at + field.count] = values
    return state


def pack(program: Program, state: list[int]) -> bytes:
    """The state as bytes: the same that native code sees."""
    if not program.wide:
        return struct.pack(program.form, *state)
    values: list[int | bytes] = [*state]
    for at, width in program.wide:
        values[at] = state[at].to_bytes(width, "little")
    return struct.pack(program.form, *values)


def unpack(program: Program, data: bytes | bytearray | memoryview) -> list[int]:
    """The state as a list: the same that the interpreter sees."""
    state = list(struct.unpack(program.form, data))
    for at, _ in program.wide:
        state[at] = int.from_bytes(state[at], "little")
    return state


def plain(program: Program, state: bytes | bytearray) -> bytes:
    """A state without what native code keeps beside it: the same bytes, whichever engine made it."""
    low, high = program.between
    return bytes(state[:low]) + bytes(high - low) + bytes(state[high:]) if low < high else bytes(state)


def _form(field: Field) -> str:
    """How a field is written in the words of `struct`, which takes a set of several words for bytes."""
    letter = LETTERS.get(field.width)
    if letter is None:
        return f"{field.width}s" * field.count
    return f"{field.count}{letter.upper() if isinstance(field.type, Set) else letter}"


def differing(before: list[int], after: list[int]) -> Iterator[int]:
    """Where two states differ: stretch by stretch, since most of a state stays as it is."""
    for low in range(0, len(before), STRETCH):
        old, new = before[low : low + STRETCH], after[low : low + STRETCH]
        if old != new:
            yield from (low + i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b)
