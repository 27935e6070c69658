"""Effects in native code: moving pieces and keeping every index true."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import expr, store_at
from rulewright.compiler.frame import MOST_SAID, REASONS, SAID, TRYING, Frame
from rulewright.compiler.piles import element, history_fields
from rulewright.compiler.shapes import I64, I128, PTR, constant, shape
from rulewright.core import ir
from rulewright.core.position import Part, piece_plan, plain_runs
from rulewright.core.program import BOX, Field, Index, Kind, Place
from rulewright.core.ranges import Range
from rulewright.core.types import Set

ARGS = [(PTR, "%state"), (PTR, "%context")]
GAMMA = 0x9E3779B97F4A7C15


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
            _supply(build, f, build.program.kinds[stmt.kind], stmt.op, given, stmt.span)
        case "shuffle":
            _shuffle(build, f, given[0])
        case "surface":
            assert build.program.pos is not None
            put_element(f, build.program.pos, given[0], "1")
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
            raise ValueError(f"no effect {stmt.op}")


def put_element(f: Frame, field: Field, index: str, value: str) -> None:
    e = f.e
    base = e.offset(f.state, field.offset)
    pointer = e.offset(base, e.op("mul", I64, index, str(field.width)) if field.width > 1 else index)
    store_at(f, field, pointer, value)


def set_bit(f: Frame, field: Field, index: str, member: str, value: bool | str) -> None:
    """Put an element into a set of the state, or take it out."""
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


def holders(build: Build, kind: Kind) -> list[Place]:
    return [p for p in build.program.places if kind.number in p.limits]


def inside(e: Emitter, site: str, place: Place) -> str:
    at = e.op("sub", I64, site, str(place.base))
    return e.icmp("ult", at, str(place.sites))


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
            _fail(e, "missing")
            e.ret()
        old = element(f, program.loc, "%piece")
        watchers = _seers(build, f, kind, old) if program.known is not None else "0"
        for place in holders(build, kind):
            with e.when(inside(e, old, place)):
                leave(build, f, kind, place, "%piece", old)
        for place in holders(build, kind):
            with e.when(inside(e, "%site", place)):
                _check_room(build, f, kind, place, "%site")
        put_element(f, program.loc, "%piece", "%site")
        for place in holders(build, kind):
            with e.when(inside(e, "%site", place)):
                enter(build, f, kind, place, "%piece", "%site")
                if place.ordered and program.pos is not None:
                    _place_in_pile(build, f, kind, place, "%piece", "%site")
        if program.known is not None:
            put_element(f, program.known, "%piece", "0")
            for place in holders(build, kind):
                if place.seen_kinds.get(kind.number, place.seen) == "witnesses":
                    with e.when(inside(e, "%site", place)):
                        put_element(f, program.known, "%piece", watchers)
        e.ret()
        build.add(e)

    return build.helper(name, write)


def _fail(e: Emitter, reason: str) -> None:
    e.call("fail", "void", [(PTR, "%context"), (I64, str(REASONS.index(reason))), (I64, "%span")])


def indexes(build: Build, kind: Kind, place: Place) -> list[Index]:
    return [i for i in build.program.indexes if i.kind is kind and i.place is place]


def leave(build: Build, f: Frame, kind: Kind, place: Place, piece: str, site: str) -> None:
    for index in indexes(build, kind, place):
        update(build, f, index, piece, site, False)
    if place.ordered and build.program.pos is not None:
        _close_gap(build, f, kind, place, piece, site)


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
            put_element(f, index.field, at, e.op("add", I64, piece, "1") if arrives else "0")
        case "members":
            set_bit(f, index.field, at, piece, arrives)
        case "inside":
            set_bit(f, index.field, "0", piece, arrives)
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
        set_bit(f, index.field, str(last), site, arrives)
        with e.when(owned):
            set_bit(f, index.field, owner, site, arrives)
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
    set_bit(f, index.field, str(last), site, e.truth(e.load(I64, others)))
    with e.when(owned):
        set_bit(f, index.field, owner, site, e.truth(e.load(I64, same)))


def _count(build: Build, f: Frame, kind: Kind, place: Place, site: str) -> str:
    """How many pieces of a kind are on a site."""
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
        here = e.flag(e.icmp("eq", element(f, build.program.loc, other), site))
        e.store(I64, e.op("add", I64, e.load(I64, total), here), total)
    return e.load(I64, total)


def _check_room(build: Build, f: Frame, kind: Kind, place: Place, site: str) -> None:
    e = f.e
    limit = place.limits[kind.number]
    if limit >= 0:
        with e.when(e.icmp("sge", _count(build, f, kind, place, site), str(limit)), False):
            _fail(e, "capacity")
    if place.limit >= 0 and len(place.limits) > 1:
        with e.when(e.icmp("sge", crowd(build, f, place, site), str(place.limit)), False):
            _fail(e, "capacity")


def crowd(build: Build, f: Frame, place: Place, site: str) -> str:
    total = "0"
    for number in place.limits:
        kind = build.program.kinds[number]
        if kind.counted:
            total = f.e.op("add", I64, total, token_count(build, f, kind, site))
        elif kind.count:
            total = f.e.op("add", I64, total, _count(build, f, kind, place, site))
    return total


def swap(build: Build) -> str:
    def write() -> None:
        program = build.program
        assert program.loc is not None
        e = Emitter("swap_pieces", "void", [*ARGS, (I64, "%a"), (I64, "%b"), (I64, "%span")], "nounwind")
        f = Frame(e, [])
        bad = e.op("or", "i1", e.icmp("uge", "%a", str(program.pieces)), e.icmp("uge", "%b", str(program.pieces)))
        with e.when(bad, False):
            _fail(e, "missing")
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
                        put_element(f, program.known, "%a", watchers)
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
            _fail(e, "missing")
            e.ret()
        site, old = element(f, program.loc, "%piece"), element(f, program.owner, "%piece")
        cells = [i for i in program.indexes if i.sort == "cells" and i.place is not None]

        def all_cells(arrives: bool) -> None:
            for index in cells:
                assert index.place is not None
                mine = e.icmp("ult", e.op("sub", I64, "%piece", str(index.kind.base)), str(index.kind.count))
                with e.when(e.op("and", "i1", mine, inside(e, site, index.place))):
                    update(build, f, index, "%piece", site, arrives)

        all_cells(False)
        put_element(f, program.owner, "%piece", "%owner")
        all_cells(True)
        for index in program.indexes:
            if index.sort != "owned":
                continue
            mine = e.icmp("ult", e.op("sub", I64, "%piece", str(index.kind.base)), str(index.kind.count))
            with e.when(mine):
                for who, value in ((old, False), ("%owner", True)):
                    with e.when(e.icmp("ult", who, str(index.field.count))):
                        set_bit(f, index.field, who, "%piece", value)
        e.ret()
        build.add(e)

    return build.helper("set_owner", write)


# ---------------------------------------------------------------- piles


def _pile_kinds(build: Build, place: Place) -> list[Kind]:
    """The kinds whose pieces may lie in a pile."""
    return [build.program.kinds[n] for n in place.limits if not build.program.kinds[n].counted and build.program.kinds[n].count]


def _close_gap(build: Build, f: Frame, kind: Kind, place: Place, piece: str, site: str) -> None:
    e = f.e
    program = build.program
    assert program.pos is not None and program.loc is not None
    gone = element(f, program.pos, piece)
    put_element(f, program.pos, piece, "0")
    with e.when(e.icmp("ne", gone, "0")):
        for other_kind in _pile_kinds(build, place):
            with e.counting(str(other_kind.base + other_kind.count), str(other_kind.base)) as other:
                here = e.op("and", "i1", e.icmp("ne", other, piece), e.icmp("eq", element(f, program.loc, other), site))
                with e.when(here):
                    there = element(f, program.pos, other)
                    above = e.op("and", "i1", e.icmp("sgt", gone, "0"), e.icmp("sgt", there, gone))
                    below = e.op("and", "i1", e.icmp("slt", gone, "0"), e.icmp("slt", there, gone))
                    moved = e.select(above, I64, e.op("sub", I64, there, "1"), there)
                    moved = e.select(below, I64, e.op("add", I64, there, "1"), moved)
                    put_element(f, program.pos, other, moved)


def _place_in_pile(build: Build, f: Frame, kind: Kind, place: Place, piece: str, site: str) -> None:
    e = f.e
    program = build.program
    assert program.pos is not None and program.loc is not None
    highest, lowest = e.temp(I64), e.temp(I64)
    e.store(I64, "0", highest)
    e.store(I64, "0", lowest)
    for other_kind in _pile_kinds(build, place):
        with e.counting(str(other_kind.base + other_kind.count), str(other_kind.base)) as other:
            here = e.op("and", "i1", e.icmp("ne", other, piece), e.icmp("eq", element(f, program.loc, other), site))
            with e.when(here):
                at = element(f, program.pos, other)
                e.store(I64, e.call("llvm.smax.i64", I64, [(I64, e.load(I64, highest)), (I64, at)]), highest)
                e.store(I64, e.call("llvm.smin.i64", I64, [(I64, e.load(I64, lowest)), (I64, at)]), lowest)
    on_top = e.op("add", I64, e.load(I64, highest), "1")
    under = e.op("sub", I64, e.load(I64, lowest), "1")
    put_element(f, program.pos, piece, e.select(e.truth("%under"), I64, under, on_top))


def _shuffle(build: Build, f: Frame, site: str) -> None:
    e = f.e
    program = build.program
    assert program.pos is not None and program.loc is not None
    with e.counting(str(program.pieces)) as piece:
        with e.when(e.icmp("eq", element(f, program.loc, piece), site)):
            put_element(f, program.pos, piece, "0")


# ---------------------------------------------------------------- counted pieces


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
            set_bit(f, field, safe, site, False)
        return
    with e.when(inside_, True):
        set_bit(f, field, row, site, True)


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
    put_element(f, field, slot, e.op("sub" if op == "take" else "add", I64, now, amount))


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


def _supply(build: Build, f: Frame, kind: Kind, op: str, given: list[str], span: int) -> None:
    e = f.e
    field = kind.supply
    assert field is not None
    row = given[0] if kind.owners else "0"
    amount = given[1]
    now = element(f, field, row)
    if op == "from_box":
        short = e.icmp("slt", now, amount)
        f.fail_if(short, "supply", span)
        put_element(f, field, row, e.op("sub", I64, now, e.select(short, I64, "0", amount)))
    else:
        put_element(f, field, row, e.op("add", I64, now, amount))


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
            case "owner" if place.per == "Player":
                at = e.op("sub", I64, site, str(place.base))
                copy = e.op("udiv", I64, e.select(here, I64, at, "0"), str(place.cells))
                seers = e.op("shl", I64, "1", copy)
            case "witnesses":
                seers = element(f, program.known, piece)
            case _:
                seers = "0"
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
        put_element(f, program.known, given[0], e.op("or", I64, now, given[1]))


# ---------------------------------------------------------------- positions


def mix(build: Build) -> str:
    """The finishing step of SplitMix64."""

    def write() -> None:
        e = Emitter("mix64", I64, [(I64, "%z")], "nounwind alwaysinline")
        z = e.op("mul", I64, e.op("xor", I64, "%z", e.op("lshr", I64, "%z", "30")), constant(0xBF58476D1CE4E5B9))
        z = e.op("mul", I64, e.op("xor", I64, z, e.op("lshr", I64, z, "27")), constant(0x94D049BB133111EB))
        e.ret(e.op("xor", I64, z, e.op("lshr", I64, z, "31")))
        build.add(e)

    return build.helper("mix64", write)


def position(build: Build) -> str:
    """A number for the position, never 0; which of equal pieces is where makes no difference."""

    def write() -> None:
        program = build.program
        e = Emitter("position", I64, [(PTR, "%state")], "nounwind")
        f = Frame(e, [])
        total = e.temp(I64)
        e.store(I64, "0", total)
        name = mix(build)

        def mixed(value: str) -> str:
            return e.call(name, I64, [(I64, value)])

        for kind in program.kinds:
            if not kind.counted and kind.count:
                _piece_keys(build, f, kind, total, mixed)
        key = "0"
        for run in plain_runs(program):
            key = _mix_bytes(f, run[0].offset, sum(x.width * x.count for x in run), key, mixed)
        result = e.op("add", I64, e.load(I64, total), key)
        e.ret(e.select(e.icmp("eq", result, "0"), I64, "1", result))
        build.add(e)

    return build.helper("position", write)


def _mix_bytes(f: Frame, offset: int, size: int, key: str, mixed: Callable[[str], str]) -> str:
    """Mix bytes of the state into a key, eight at a time."""
    e = f.e
    if size > 128:
        kept = e.temp(I64)
        e.store(I64, key, kept)
        start = e.offset(f.state, offset)
        with e.counting(str(size // 8)) as i:
            word = e.load(I64, e.element(start, I64, i), 1)
            e.store(I64, mixed(e.op("add", I64, e.op("xor", I64, e.load(I64, kept), word), constant(GAMMA))), kept)
        key = e.load(I64, kept)
        at = size // 8 * 8
    else:
        at = 0
        while at + 8 <= size:
            word = e.load(I64, e.offset(f.state, offset + at), 1)
            key = mixed(e.op("add", I64, e.op("xor", I64, key, word), constant(GAMMA)))
            at += 8
    if at < size:
        rest = "0"
        shift = 0
        for width in (4, 2, 1):
            if size - at >= width:
                form = f"i{8 * width}"
                part = e.cast("zext", e.load(form, e.offset(f.state, offset + at), 1), form, I64)
                rest = e.op("or", I64, rest, e.op("shl", I64, part, str(shift)))
                at, shift = at + width, shift + 8 * width
        key = mixed(e.op("add", I64, e.op("xor", I64, key, rest), constant(GAMMA)))
    return key


def _piece_keys(build: Build, f: Frame, kind: Kind, total: str, mixed: Callable[[str], str]) -> None:
    e = f.e
    plan = piece_plan(build.program, kind)
    with e.counting(str(kind.count)) as i:
        words = ["0"] * (plan[-1].word + 1)
        for part in plan:
            value = _part(build, f, kind, i, part)
            if part.low:
                value = e.op("sub", I64, value, str(part.low))
            words[part.word] = e.op("or", I64, words[part.word], e.op("shl", I64, value, str(part.shift)) if part.shift else value)
        key = str(kind.number + 1)
        for word in words:
            key = mixed(e.op("xor", I64, key, word))
        e.store(I64, e.op("add", I64, e.load(I64, total), key), total)


def _part(build: Build, f: Frame, kind: Kind, i: str, part: Part) -> str:
    e = f.e
    program = build.program
    assert program.loc is not None and program.owner is not None
    from rulewright.compiler.piles import _entry, twin_table

    piece = e.op("add", I64, i, str(kind.base)) if kind.base else i
    match part.sort:
        case "twin":
            return _entry(e, twin_table(build, kind), i)
        case "site":
            return element(f, program.loc, piece)
        case "owner":
            return element(f, program.owner, piece)
    assert part.attribute is not None and part.attribute.field is not None
    field = part.attribute.field
    if part.sort == "bit":
        assert isinstance(field.type, Set)
        return e.flag(sets.has(e, element(f, field, "0"), piece, field.type))
    per = max(1, len(part.attribute.family))
    at = e.op("add", I64, e.op("mul", I64, i, str(per)), str(part.member)) if per > 1 else i
    value = element(f, field, at)
    if isinstance(field.type, Set) and shape(field.type) == I128:
        return sets.halves(e, value)[0]
    return e.load(I64, value) if isinstance(field.type, Set) and shape(field.type) == PTR else value


def record(build: Build) -> str:
    def write() -> None:
        history, remembered = history_fields(build)
        e = Emitter("record", "void", [(PTR, "%state")], "nounwind")
        f = Frame(e, [])
        key = e.call(position(build), I64, [(PTR, "%state")])
        count = element(f, remembered, "0")
        put_element(f, history, e.op("urem", I64, count, str(history.count)), key)
        put_element(f, remembered, "0", e.op("add", I64, count, "1"))
        e.ret()
        build.add(e)

    return build.helper("record", write)
