"""Numbers that a search is given, the same on every machine: the table of sqrt(ln n), and how far a lead counts."""

from __future__ import annotations

import struct
from decimal import Decimal, localcontext
from functools import cache

from rulewright.compiler.arena import FIRST_EXPONENT, ROOT_TABLE


@cache
def roots() -> tuple[float, ...]:
    """sqrt(ln n) for n with each exponent and each six bits of the mantissa; rounded rightly, whatever the C library thinks."""
    with localcontext() as context:
        context.prec = 30
        two = Decimal(2).ln()
        parts = [(1 + Decimal(m) / 64).ln() for m in range(64)]
        return tuple(float((two * exponent + part).sqrt()) for exponent in range(ROOT_TABLE // 64) for part in parts)


def root_of(n: int) -> float:
    """sqrt(ln n), as the table has it."""
    bits: int = struct.unpack("<q", struct.pack("<d", float(n)))[0]
    return roots()[(bits >> 46) - FIRST_EXPONENT]
