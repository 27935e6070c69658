"""Effects in native code: moving pieces and keeping every index true."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from rulewright.compiler import keeping
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import expr
from rulewright.compiler.frame import MOST_SAID, REASONS, SAID, TRYING, Frame
from rulewright.compiler.piles import element
from rulewright.compiler.positions import record
from rulewright.compiler.room import check_room, failing, holders, indexes, inside
from rulewright.compiler.shapes import I64, PTR
from rulewright.compiler.storing import put_element, set_bit
from rulewright.compiler.tokens import supply, tokens
from rulewright.core import ir
from rulewright.core.program import BOX, Field, Index, Kind, Place

ARGS = [(PTR, "%state"), (PTR, "%context")]
GAMMA = 0x9E3779B97F4A7C15

LANES = 64  # pieces whose places in a pile are looked at at once


def effect(build: Build, f: Frame, stmt: ir.Effect) -> None:
    e = f.e
    given = [expr(build, f, a) for a in stmt.args]
    span = str(stmt.span)
    common = [(PTR, f.state), (PTR, f.context)]
    match stmt.op:
        case "move" | "move_under":
            under = "1" if stmt.op == "move_under" else "0"
            name = move_kind(build, build.program.kinds[stmt.kind]) if stmt.kind >= 0 else move_any(build)
            e.call(name, "void", [*common, (I64, given[0]), (I64, given[1]), (I64, under), (I64, span)])
        case "swap":
            e.call(swap(build), "void", [*common, (I64, given[0]), (I64, given[1]), (I64, span)])
        case "set_owner":
            e.call(set_owner(build), "void", [*common, (I64, given[0]), (I64, given[1]), (I64, span)])
        case "take" | "put":
            bounds = [build.ranges.of(a) for a in stmt.args]
            tokens(build, f, build.program.kinds[stmt.kind], stmt.op, given, bounds, stmt.span)
        case "shift":
            kind = build.program.kinds[stmt.kind]
            site, owner, amount, to = given
            of_site, of_owner, of_amount, of_to = (build.ranges.of(a) for a in stmt.args)
            tokens(build, f, kind, "take", [site, owner, amount], [of_site, of_owner, of_amount], stmt.span)
            tokens(build, f, kind, "put", [to, owner, amount], [of_to, of_owner, of_amount], stmt.span)
        case "from_box" | "to_box":
            supply(build, f, build.program.kinds[stmt.kind], stmt.op, given, stmt.span)
        case "shuffle":
            _shuffle(build, f, given[0])
        case "surface":
            assert build.program.pos is not None
            put_element(build, f, build.program.pos, given[0], "1")
        case "know":
            _know(build, f, given, stmt.span)
        case "none_left":
            f.fail_if(e.icmp("ne", given[0], "0"), "supply", stmt.span)
        case "say":
            at = e.offset(f.context, 8 * SAID)
            count = e.load(I64, at)
            real = e.icmp("eq", e.load(I64, e.offset(f.context, 8 * TRYING)), "0")
            with e.when(e.op("and", "i1", real, e.icmp("slt", count, str(MOST_SAID)))):
                e.store(I64, given[0], e.element(e.offset(at, 8), I64, count))
                e.store(I64, e.op("add", I64, count, "1"), at)
        case "record":
            e.call(record(build), "void", [(PTR, f.state)])
        case _:
            assert_never(stmt.op)


# ---------------------------------------------------------------- moving


def move_any(build: Build) -> str:
    """Moves a piece of whatever kind."""
    kinds = [k for k in build.program.kinds if not k.counted and k.count]
    if len(kinds) == 1:
        return move_kind(build, kinds[0])

    def write() -> None:
        e = Emitter("move_any", "void", [*ARGS, (I64, "%piece"), (I64, "%site"), (I64, "%under"), (I64, "%span")], "nounwind")
        f = Frame(e, [])
        given = [(PTR, "%state"), (PTR, "%context"), (I64, "%piece"), (I64, "%site"), (I64, "%under"), (I64, "%span")]
        for kind in kinds:
            at = e.op("sub", I64, "%piece", str(kind.base))
            with e.when(e.icmp("ult", at, str(kind.count))):
                e.call(move_kind(build, kind), "void", given)
                e.ret()
        e.call("fail", "void", [(PTR, "%context"), (I64, str(REASONS.index("missing"))), (I64, "%span")])
        e.ret()
        _ = f
        build.add(e)

    return build.helper("move_any", write)


def move_kind(build: Build, kind: Kind) -> str:
    name = f"move_{kind.number}"

    def write() -> None:
        program = build.program
        assert program.loc is not None
        e = Emitter(name, "void", [*ARGS, (I64, "%piece"), (I64, "%site"), (I64, "%under"), (I64, "%span")], "nounwind")
        f = Frame(e, [])
        bad = e.op(
            "or",
            "i1",
            e.icmp("uge", e.op("sub", I64, "%piece", str(kind.base)), str(kind.count)),
            e.icmp("uge", "%site", str(program.sites)),
        )
        with e.when(bad, False):
            failing(e, "missing")
            e.ret()
        keeping.key_without(build, f, kind, "%piece")
        old = element(f, program.loc, "%piece")
        watchers = _seers(build, f, kind, old) if program.known is not None else "0"
        for place in holders(build, kind):
            with e.when(inside(e, old, place)):
                leave(build, f, kind, place, "%piece", old)
        for place in holders(build, kind):
            with e.when(inside(e, "%site", place)):
                check_room(build, f, kind, place, "%site", "%piece")
        put_element(build, f, program.loc, "%piece", "%site")
        for place in holders(build, kind):
            with e.when(inside(e, "%site", place)):
                enter(build, f, kind, place, "%piece", "%site")
                if place.ordered and program.pos is not None:
                    _place_in_pile(build, f, place, "%piece", "%site")
        if program.known is not None:
            put_element(build, f, program.known, "%piece", "0")
            for place in holders(build, kind):
                if place.seen_kinds.get(kind.number, place.seen) == "witnesses":
                    with e.when(inside(e, "%site", place)):
                        put_element(build, f, program.known, "%piece", watchers)
        keeping.key_with(build, f, kind, "%piece")
        e.ret()
        build.add(e)

    return build.helper(name, write)


def leave(build: Build, f: Frame, kind: Kind, place: Place, piece: str, site: str) -> None:
    for index in indexes(build, kind, place):
        update(build, f, index, piece, site, False)
    if place.ordered and build.program.pos is not None:
        _close_gap(build, f, place, piece, site)


def enter(build: Build, f: Frame, kind: Kind, place: Place, piece: str, site: str) -> None:
    for index in indexes(build, kind, place):
        update(build, f, index, piece, site, True)


def update(build: Build, f: Frame, index: Index, piece: str, site: str, arrives: bool) -> None:
    e = f.e
    place = index.place
    assert place is not None
    at = e.op("sub", I64, site, str(place.base))
    match index.sort:
        case "at":
            put_element(build, f, index.field, at, e.op("add", I64, piece, "1") if arrives else "0")
        case "members":
            set_bit(build, f, index.field, at, piece, arrives)
        case "inside":
            set_bit(build, f, index.field, "0", piece, arrives)
        case "cells":
            _update_cells(build, f, index, place, piece, site, arrives)


def _update_cells(build: Build, f: Frame, index: Index, place: Place, piece: str, site: str, arrives: bool) -> None:
    """A site with room for several keeps its bit while another piece stays."""
    e = f.e
    program = build.program
    assert program.owner is not None
    last = index.field.count - 1
    owner = element(f, program.owner, piece)
    owned = e.icmp("ult", owner, str(last))
    single = place.limits.get(index.kind.number, 0) == 1 or place.limit == 1
    if arrives or single:
        set_bit(build, f, index.field, str(last), site, arrives)
        with e.when(owned):
            set_bit(build, f, index.field, owner, site, arrives)
        return
    others, same = e.temp(I64), e.temp(I64)
    e.store(I64, "0", others)
    e.store(I64, "0", same)
    with e.counting(str(index.kind.base + index.kind.count), str(index.kind.base)) as other:
        assert program.loc is not None
        there = e.op("and", "i1", e.icmp("ne", other, piece), e.icmp("eq", element(f, program.loc, other), site))
        with e.when(there):
            e.store(I64, "1", others)
            with e.when(e.icmp("eq", element(f, program.owner, other), owner)):
                e.store(I64, "1", same)
    set_bit(build, f, index.field, str(last), site, e.truth(e.load(I64, others)))
    with e.when(owned):
        set_bit(build, f, index.field, owner, site, e.truth(e.load(I64, same)))


def swap(build: Build) -> str:
    def write() -> None:
        program = build.program
        assert program.loc is not None
        e = Emitter("swap_pieces", "void", [*ARGS, (I64, "%a"), (I64, "%b"), (I64, "%span")], "nounwind")
        f = Frame(e, [])
        bad = e.op("or", "i1", e.icmp("uge", "%a", str(program.pieces)), e.icmp("uge", "%b", str(program.pieces)))
        with e.when(bad, False):
            failing(e, "missing")
            e.ret()
        there, here = element(f, program.loc, "%a"), element(f, program.loc, "%b")
        kinds = [k for k in program.kinds if not k.counted and k.count] if program.known is not None else []
        saved = [_seers(build, f, kind, there, "%a") for kind in kinds]
        for piece, site in (("%a", str(BOX)), ("%b", there), ("%a", here)):
            e.call(move_any(build), "void", [(PTR, "%state"), (PTR, "%context"), (I64, piece), (I64, site), (I64, "0"), (I64, "%span")])
        for kind, watchers in zip(kinds, saved, strict=True):
            # On its way through the box nobody has seen the first piece who had not seen it before.
            of_kind = e.icmp("ult", e.op("sub", I64, "%a", str(kind.base)), str(kind.count))
            for place in holders(build, kind):
                if program.known is not None and place.seen_kinds.get(kind.number, place.seen) == "witnesses":
                    with e.when(e.op("and", "i1", of_kind, inside(e, here, place))):
                        put_element(build, f, program.known, "%a", watchers)
        e.ret()
        build.add(e)

    return build.helper("swap_pieces", write)


def set_owner(build: Build) -> str:
    def write() -> None:
        program = build.program
        assert program.owner is not None and program.loc is not None
        e = Emitter("set_owner", "void", [*ARGS, (I64, "%piece"), (I64, "%owner"), (I64, "%span")], "nounwind")
        f = Frame(e, [])
        with e.when(e.icmp("uge", "%piece", str(program.pieces)), False):
            failing(e, "missing")
            e.ret()
        site, old = element(f, program.loc, "%piece"), element(f, program.owner, "%piece")
        cells = [i for i in program.indexes if i.sort == "cells" and i.place is not None]

        def all_cells(arrives: bool) -> None:
            for index in cells:
                assert index.place is not None
                mine = e.icmp("ult", e.op("sub", I64, "%piece", str(index.kind.base)), str(index.kind.count))
                with e.when(e.op("and", "i1", mine, inside(e, site, index.place))):
                    update(build, f, index, "%piece", site, arrives)

        def keys(change: Callable[[Build, Frame, Kind, str], None]) -> None:
            for kind in program.kinds:
                if not kind.counted and kind.count:
                    mine = e.icmp("ult", e.op("sub", I64, "%piece", str(kind.base)), str(kind.count))
                    with e.when(mine):
                        change(build, f, kind, "%piece")

        if any(k.sort == "key" for k in program.kept):
            keys(keeping.key_without)
        all_cells(False)
        put_element(build, f, program.owner, "%piece", "%owner")
        all_cells(True)
        if any(k.sort == "key" for k in program.kept):
            keys(keeping.key_with)
        for index in program.indexes:
            if index.sort != "owned":
                continue
            mine = e.icmp("ult", e.op("sub", I64, "%piece", str(index.kind.base)), str(index.kind.count))
            with e.when(mine):
                for who, value in ((old, False), ("%owner", True)):
                    with e.when(e.icmp("ult", who, str(index.field.count))):
                        set_bit(build, f, index.field, who, "%piece", value)
        e.ret()
        build.add(e)

    return build.helper("set_owner", write)


# ---------------------------------------------------------------- piles


def _pile_kinds(build: Build, place: Place) -> list[Kind]:
    """The kinds whose pieces may lie in a pile."""
    return [build.program.kinds[n] for n in place.limits if not build.program.kinds[n].counted and build.program.kinds[n].count]


def _close_gap(build: Build, f: Frame, place: Place, piece: str, site: str) -> None:
    """Positions stay without gaps: those beyond the one that is gone move up, all at once."""
    e = f.e
    program = build.program
    assert program.pos is not None and program.loc is not None
    gone = element(f, program.pos, piece)
    put_element(build, f, program.pos, piece, "0")
    with e.when(e.icmp("ne", gone, "0")):
        for kind in _pile_kinds(build, place):
            for first in range(0, kind.count, LANES):
                lanes = Lanes(build, f, kind, first)
                here = lanes.equal(program.loc, site)
                there = lanes.load(program.pos)
                limit = lanes.splat(program.pos, gone)
                by = e.select(e.icmp("sgt", gone, "0"), I64, "-1", "1")
                above = lanes.compare("sgt", there, limit, program.pos)
                below = lanes.compare("slt", there, limit, program.pos)
                up = e.icmp("sgt", gone, "0")
                beyond = e.fresh()
                e.line(f"{beyond} = select i1 {up}, <{lanes.count} x i1> {above}, <{lanes.count} x i1> {below}")
                moving = e.op("and", f"<{lanes.count} x i1>", here, beyond)
                lanes.add(program.pos, there, moving, by)


def _place_in_pile(build: Build, f: Frame, place: Place, piece: str, site: str) -> None:
    """On top of what lies there, or under it."""
    e = f.e
    program = build.program
    assert program.pos is not None and program.loc is not None
    put_element(build, f, program.pos, piece, "0")
    highest, lowest = "0", "0"
    for kind in _pile_kinds(build, place):
        for first in range(0, kind.count, LANES):
            lanes = Lanes(build, f, kind, first)
            here = lanes.equal(program.loc, site)
            there = lanes.kept(program.pos, lanes.load(program.pos), here)
            highest = e.call("llvm.smax.i64", I64, [(I64, highest), (I64, lanes.reduce("smax", program.pos, there))])
            lowest = e.call("llvm.smin.i64", I64, [(I64, lowest), (I64, lanes.reduce("smin", program.pos, there))])
    on_top, under = e.op("add", I64, highest, "1"), e.op("sub", I64, lowest, "1")
    put_element(build, f, program.pos, piece, e.select(e.truth("%under"), I64, under, on_top))


class Lanes:
    """The elements of fields that belong to pieces of a kind, as a vector."""

    def __init__(self, build: Build, f: Frame, kind: Kind, first: int) -> None:
        self.build, self.f, self.e = build, f, f.e
        self.first, self.count = kind.base + first, min(LANES, kind.count - first)

    def _type(self, field: Field) -> str:
        return f"<{self.count} x i{8 * field.width}>"

    def _at(self, field: Field) -> str:
        return self.e.offset(self.f.state, field.offset + self.first * field.width)

    def load(self, field: Field) -> str:
        return self.e.load(self._type(field), self._at(field), field.width)

    def splat(self, field: Field, value: str) -> str:
        e, item, type = self.e, f"i{8 * field.width}", self._type(field)
        narrow = value if field.width == 8 else e.cast("trunc", value, I64, item)
        one, all_ = e.fresh(), e.fresh()
        e.line(f"{one} = insertelement {type} poison, {item} {narrow}, i64 0")
        e.line(f"{all_} = shufflevector {type} {one}, {type} poison, <{self.count} x i32> zeroinitializer")
        return all_

    def compare(self, test: str, a: str, b: str, field: Field) -> str:
        name = self.e.fresh()
        self.e.line(f"{name} = icmp {test} {self._type(field)} {a}, {b}")
        return name

    def equal(self, field: Field, value: str) -> str:
        return self.compare("eq", self.load(field), self.splat(field, value), field)

    def kept(self, field: Field, values: str, where: str) -> str:
        """The values there, and 0 elsewhere."""
        name = self.e.fresh()
        self.e.line(f"{name} = select <{self.count} x i1> {where}, {self._type(field)} {values}, {self._type(field)} zeroinitializer")
        return name

    def add(self, field: Field, values: str, where: str, amount: str) -> None:
        e, type = self.e, self._type(field)
        e.store(type, e.op("add", type, values, self.kept(field, self.splat(field, amount), where)), self._at(field), field.width)

    def reduce(self, how: str, field: Field, values: str) -> str:
        e, item = self.e, f"i{8 * field.width}"
        name = f"llvm.vector.reduce.{how}.v{self.count}{item}"
        self.build.declare(f"declare {item} @{name}({self._type(field)})")
        found = e.call(name, item, [(self._type(field), values)])
        return found if field.width == 8 else e.cast("sext", found, item, I64)


def _shuffle(build: Build, f: Frame, site: str) -> None:
    e = f.e
    program = build.program
    assert program.pos is not None and program.loc is not None
    with e.counting(str(program.pieces)) as piece:
        with e.when(e.icmp("eq", element(f, program.loc, piece), site)):
            put_element(build, f, program.pos, piece, "0")
            if program.known is not None:
                put_element(build, f, program.known, piece, "0")  # nobody can tell any more which is which


# ---------------------------------------------------------------- knowledge


def _seers(build: Build, f: Frame, kind: Kind, site: str, piece: str = "%piece") -> str:
    e = f.e
    program = build.program
    assert program.known is not None
    everybody = str((1 << len(program.seats)) - 1)
    result = everybody
    for place in holders(build, kind):
        here = inside(e, site, place)
        match place.seen_kinds.get(kind.number, place.seen):
            case "all":
                continue
            case "owner" | "others" as sight if place.per == "Player":
                at = e.op("sub", I64, site, str(place.base))
                copy = e.op("udiv", I64, e.select(here, I64, at, "0"), str(place.cells))
                by_rule = e.op("shl", I64, "1", copy)
                if sight == "others":
                    by_rule = e.op("and", I64, e.op("xor", I64, by_rule, "-1"), everybody)
                seers = e.op("or", I64, element(f, program.known, piece), by_rule)
            case _:
                seers = element(f, program.known, piece)
        result = e.select(here, I64, seers, result)
    return result


def _know(build: Build, f: Frame, given: list[str], span: int) -> None:
    e = f.e
    program = build.program
    right = e.icmp("ult", given[0], str(program.pieces))
    f.fail_if(e.op("xor", "i1", right, "true"), "missing", span)
    if program.known is None:
        return
    with e.when(right, True):
        now = element(f, program.known, given[0])
        site = element(f, program.loc, given[0]) if program.loc is not None else str(BOX)
        for kind in program.kinds:
            if kind.counted or not kind.count:
                continue
            with e.when(e.icmp("ult", e.op("sub", I64, given[0], str(kind.base)), str(kind.count))):
                shown = e.op("and", I64, _seers(build, f, kind, site, given[0]), e.op("xor", I64, now, "-1"))
                more = e.op("and", I64, given[1], e.op("xor", I64, shown, "-1"))
                put_element(build, f, program.known, given[0], e.op("or", I64, now, more))
