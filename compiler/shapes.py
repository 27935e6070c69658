"""How values of the core look in native code.

An integer is an i64. A set of up to 64 elements is an i64, up to 128 an i128; a larger one, a list, a bag and a row are
memory: a pointer to 64-bit words, laid out as in a frame of the state.
"""

from __future__ import annotations

from rulewright.core.types import Bag, Int, Row, Seq, Set, Type, words

I1, I32, I64, I128, PTR = "i1", "i32", "i64", "i128", "ptr"


def shape(type: Type) -> str:
    """The LLVM type of a value."""
    match type:
        case Int():
            return I64
        case Set():
            return I64 if type.size <= 64 else I128 if type.size <= 128 else PTR
        case Bag() | Seq() | Row():
            return PTR


def in_memory(type: Type) -> bool:
    return shape(type) == PTR


def size_in_words(type: Type) -> int:
    return words(type)


def constant(value: int, bits: int = 64) -> str:
    """An integer literal, reduced to its width: LLVM would silently cut a wider one."""
    value &= (1 << bits) - 1
    if value >> (bits - 1):
        value -= 1 << bits
    return str(value)


def item_type(low: int, high: int) -> tuple[str, int]:
    """The smallest signed integer that holds a range, and its bytes."""
    for bits in (8, 16, 32):
        if -(1 << (bits - 1)) <= low and high < 1 << (bits - 1):
            return f"i{bits}", bits // 8
    return I64, 8
