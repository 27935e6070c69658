"""Pieces that are only counted: their heaps and their supply in native code."""

from __future__ import annotations

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.frame import Frame
from rulewright.compiler.piles import element
from rulewright.compiler.room import crowd, holders, inside, token_count, token_slot
from rulewright.compiler.shapes import I64, PTR
from rulewright.compiler.storing import put_element, set_bit
from rulewright.core.program import Kind
from rulewright.core.ranges import Range
from rulewright.core.types import Set

ARGS = [(PTR, "%state"), (PTR, "%context")]
GAMMA = 0x9E3779B97F4A7C15


def tokens(build: Build, f: Frame, kind: Kind, op: str, given: list[str], bounds: list[Range], span: int) -> None:
    """Counted pieces leave or enter a site."""
    e = f.e
    site, owner, amount = given
    field = kind.tokens
    assert field is not None
    row = owner if kind.owners else "0"
    if op == "put":
        _token_room(build, f, kind, site, amount, bounds, span)
    if kind.heaped:
        low = min(p.base for p in holders(build, kind))
        high = max(p.base + p.sites for p in holders(build, kind))
        if low <= bounds[0][0] and bounds[0][1] < high:
            _heap(build, f, kind, op, site, row, amount, bounds[2], span)
            return
        right = e.icmp("ult", e.op("sub", I64, site, str(low)), str(high - low))
        if op == "take":
            f.fail_if(e.op("xor", "i1", right, "true"), "missing", span)
        with e.when(right, True):
            _heap(build, f, kind, op, site, row, amount, bounds[2], span)
        return
    assert isinstance(field.type, Set)
    inside_ = e.icmp("ult", sets.relative(e, site, field.type), str(field.type.size))
    if op == "take":
        rows = max(1, kind.owners)
        known = e.icmp("ult", row, str(rows))
        safe = e.select(known, I64, row, "0")
        there = sets.has(e, element(f, field, safe), site, field.type)
        fine = e.op("and", "i1", e.op("and", "i1", there, known), e.icmp("eq", amount, "1"))
        f.fail_if(e.op("xor", "i1", fine, "true"), "missing", span)
        with e.when(fine, True):
            set_bit(build, f, field, safe, site, False)
        return
    with e.when(inside_, True):
        set_bit(build, f, field, row, site, True)


def _heap(build: Build, f: Frame, kind: Kind, op: str, site: str, row: str, amount: str, of_amount: Range, span: int) -> None:
    """A heap grows or shrinks; if it cannot, it stays as it is."""
    e = f.e
    field = kind.tokens
    assert field is not None
    slot = token_slot(build, f, kind, site, row)
    now = element(f, field, slot)
    if op == "take":
        bad = e.icmp("slt", now, amount)
        reason = "missing"
    elif kind.supply is None:
        bad = e.icmp("sgt", e.op("add", I64, now, amount), str(field.high))
        reason = "capacity"
    else:
        bad, reason = "false", "missing"
    if of_amount[0] < 0:
        bad = e.op("or", "i1", bad, e.icmp("slt", amount, "0"))
    if bad != "false":
        if op == "take" or reason == "capacity":
            f.fail_if(bad, reason, span)
        amount = e.select(bad, I64, "0", amount)
    put_element(build, f, field, slot, e.op("sub" if op == "take" else "add", I64, now, amount))


def _token_room(build: Build, f: Frame, kind: Kind, site: str, amount: str, bounds: list[Range], span: int) -> None:
    e = f.e
    known = "false"
    first, last = bounds[0]
    for place in holders(build, kind):
        end = place.base + place.sites - 1
        if last < place.base or end < first:
            continue
        here = "true" if place.base <= first and last <= end else inside(e, site, place)
        known = here if "true" in {known, here} else e.op("or", "i1", known, here)
        limit = place.limits[kind.number]
        if limit >= 0 or place.limit >= 0:
            with e.when(here):
                if limit >= 0:
                    full = e.op("add", I64, token_count(build, f, kind, site), amount)
                    f.fail_if(e.icmp("sgt", full, str(limit)), "capacity", span)
                if place.limit >= 0 and len(place.limits) > 1:
                    full = e.op("add", I64, crowd(build, f, place, site), amount)
                    f.fail_if(e.icmp("sgt", full, str(place.limit)), "capacity", span)
    if known != "true":
        f.fail_if(e.op("xor", "i1", known, "true"), "missing", span)
    if bounds[2][0] < 0:
        f.fail_if(e.icmp("slt", amount, "0"), "missing", span)


def supply(build: Build, f: Frame, kind: Kind, op: str, given: list[str], span: int) -> None:
    e = f.e
    field = kind.supply
    assert field is not None
    row = given[0] if kind.owners else "0"
    amount = given[1]
    now = element(f, field, row)
    if op == "from_box":
        short = e.icmp("slt", now, amount)
        f.fail_if(short, "supply", span)
        put_element(build, f, field, row, e.op("sub", I64, now, e.select(short, I64, "0", amount)))
    else:
        put_element(build, f, field, row, e.op("add", I64, now, amount))
