"""Layout: gives every field its place in the state, as bytes for native code and as list elements for the interpreter.

Fields come widest first, so that everything is aligned. A set takes as many bytes as its size needs; from 65 elements on it
takes whole 64-bit words.
"""

from __future__ import annotations

import struct

from rulewright.core.program import Field, Program
from rulewright.core.types import Set

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
    offset = at = 0
    for field in order:
        step = min(field.width, 8)
        offset = (offset + step - 1) // step * step
        field.offset, field.at = offset, at
        offset += field.width * field.count
        at += field.count
    program.fields[:] = order
    program.size = (offset + 7) // 8 * 8
    program.length = at


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
    data = bytearray(program.size)
    for field in program.fields:
        values = state[field.at : field.at + field.count]
        form = _form(field)
        if form is not None:
            struct.pack_into(form, data, field.offset, *values)
        else:
            whole = b"".join(value.to_bytes(field.width, "little") for value in values)
            data[field.offset : field.offset + len(whole)] = whole
    return bytes(data)


def unpack(program: Program, data: bytes | bytearray | memoryview) -> list[int]:
    """The state as a list: the same that the interpreter sees."""
    state = [0] * program.length
    for field in program.fields:
        form = _form(field)
        if form is not None:
            state[field.at : field.at + field.count] = struct.unpack_from(form, data, field.offset)
        else:
            places = range(field.offset, field.offset + field.width * field.count, field.width)
            state[field.at : field.at + field.count] = [int.from_bytes(data[at : at + field.width], "little") for at in places]
    return state


def _form(field: Field) -> str | None:
    """How a field is written in the words of `struct`; None for sets of several words, which it does not know."""
    letter = LETTERS.get(field.width)
    if letter is None:
        return None
    return f"<{field.count}{letter.upper() if isinstance(field.type, Set) else letter}"
