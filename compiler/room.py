"""How much is where, in native code: what lies on a site, and whether more fits."""

from __future__ import annotations

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.frame import REASONS, Frame
from rulewright.compiler.piles import element
from rulewright.compiler.shapes import I64, PTR
from rulewright.core.program import Index, Kind, Place
from rulewright.core.types import Set


def holders(build: Build, kind: Kind) -> list[Place]:
    return [p for p in build.program.places if kind.number in p.limits]


def inside(e: Emitter, site: str, place: Place) -> str:
    at = e.op("sub", I64, site, str(place.base))
    return e.icmp("ult", at, str(place.sites))


def indexes(build: Build, kind: Kind, place: Place) -> list[Index]:
    return [i for i in build.program.indexes if i.kind is kind and i.place is place]


def failing(e: Emitter, reason: str) -> None:
    e.call("fail", "void", [(PTR, "%context"), (I64, str(REASONS.index(reason))), (I64, "%span")])


def token_slot(build: Build, f: Frame, kind: Kind, site: str, owner: str) -> str:
    """The index of a heap in the field of heaps."""
    e = f.e
    low = min(p.base for p in holders(build, kind))
    at = e.op("sub", I64, site, str(low))
    owners = max(1, kind.owners)
    return e.op("add", I64, e.op("mul", I64, at, str(owners)), owner) if owners > 1 else at


def token_count(build: Build, f: Frame, kind: Kind, site: str) -> str:
    e = f.e
    field = kind.tokens
    assert field is not None
    total = "0"
    for owner in range(max(1, kind.owners)):
        if kind.heaped:
            part = element(f, field, token_slot(build, f, kind, site, str(owner)))
        else:
            assert isinstance(field.type, Set)
            part = e.flag(sets.has(e, element(f, field, str(owner)), site, field.type))
        total = e.op("add", I64, total, part)
    return total


def count(build: Build, f: Frame, kind: Kind, place: Place, site: str, but: str = "") -> str:
    """How many pieces of a kind are on a site, without the one that has already left whatever says so but its own place."""
    e = f.e
    for index in indexes(build, kind, place):
        at = e.op("sub", I64, site, str(place.base))
        if index.sort == "at":
            return e.flag(e.icmp("ne", element(f, index.field, at), "0"))
        if index.sort == "members":
            assert isinstance(index.field.type, Set)
            return sets.size(e, element(f, index.field, at), index.field.type)
    assert build.program.loc is not None
    total = e.temp(I64)
    e.store(I64, "0", total)
    with e.counting(str(kind.base + kind.count), str(kind.base)) as other:
        there = e.icmp("eq", element(f, build.program.loc, other), site)
        here = e.flag(e.op("and", "i1", there, e.icmp("ne", other, but)) if but else there)
        e.store(I64, e.op("add", I64, e.load(I64, total), here), total)
    return e.load(I64, total)


def crowd(build: Build, f: Frame, place: Place, site: str, but: str = "") -> str:
    total = "0"
    for number in place.limits:
        kind = build.program.kinds[number]
        if kind.counted:
            total = f.e.op("add", I64, total, token_count(build, f, kind, site))
        elif kind.count:
            total = f.e.op("add", I64, total, count(build, f, kind, place, site, but))
    return total


def check_room(build: Build, f: Frame, kind: Kind, place: Place, site: str, piece: str = "") -> None:
    """Whether one more fits on a site; a piece that is there already takes no more room."""
    e = f.e
    limit = place.limits[kind.number]
    if limit >= 0:
        with e.when(e.icmp("sge", count(build, f, kind, place, site, piece), str(limit)), False):
            failing(e, "capacity")
    if place.limit >= 0 and len(place.limits) > 1:
        with e.when(e.icmp("sge", crowd(build, f, place, site, piece), str(place.limit)), False):
            failing(e, "capacity")
