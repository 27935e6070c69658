"""Single elements of fields, and single bits of sets, written in native code."""

from __future__ import annotations

from rulewright.compiler import keeping, sets
from rulewright.compiler.build import Build
from rulewright.compiler.expressions import store_at
from rulewright.compiler.frame import Frame
from rulewright.compiler.shapes import I64, I128, PTR, shape
from rulewright.core.program import Field
from rulewright.core.types import Set

ARGS = [(PTR, "%state"), (PTR, "%context")]
GAMMA = 0x9E3779B97F4A7C15


def put_element(build: Build, f: Frame, field: Field, index: str, value: str) -> None:
    e = f.e
    keeping.number_before(build, f, field, index, value)
    base = e.offset(f.state, field.offset)
    pointer = e.offset(base, e.op("mul", I64, index, str(field.width)) if field.width > 1 else index)
    store_at(f, field, pointer, value)
    keeping.number_written(build, f, field, index)


def set_bit(build: Build, f: Frame, field: Field, index: str, member: str, value: bool | str) -> None:
    """Put an element into a set of the state, or take it out."""
    write_bit(f, field, index, member, value)
    keeping.member_written(build, f, field, index, member, value)


def write_bit(f: Frame, field: Field, index: str, member: str, value: bool | str) -> None:
    """The same, without what is kept beside it."""
    e = f.e
    type = field.type
    assert isinstance(type, Set)
    base = e.offset(f.state, field.offset)
    pointer = e.offset(base, e.op("mul", I64, index, str(field.width)) if field.width > 1 else index)
    at = sets.relative(e, member, type)
    if shape(type) == PTR:
        pointer = e.element(pointer, I64, e.op("lshr", I64, at, "6"))
        at = e.op("and", I64, at, "63")
        form, width, align = I64, 64, 8
    else:
        width = 8 * field.width
        form, align = f"i{width}", min(8, field.width)
    narrow = at if form == I64 else e.cast("trunc", at, I64, form) if width < 64 else e.cast("zext", at, I64, I128)
    bit = e.op("shl", form, "1", narrow)
    old = e.load(form, pointer, align)
    on = e.op("or", form, old, bit)
    off = e.op("and", form, old, e.op("xor", form, bit, "-1"))
    new = on if value is True else off if value is False else e.select(value, form, on, off)
    e.store(form, new, pointer, align)
