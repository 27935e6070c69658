"""What is kept beside the state, in native code: read, brought up to date at every write, made anew where it is missing.

`core.keeping` says what is kept. A state that others than native code have laid out has nothing of it; whoever is handed one from
outside makes it first (`ensure`).
"""

from __future__ import annotations

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import checked_index, load_at, store_at
from rulewright.compiler.frame import FIRED, Frame
from rulewright.compiler.geometry import flood
from rulewright.compiler.shapes import I64, I128, PTR, constant
from rulewright.core import ir
from rulewright.core.program import Field, Kept, Kind
from rulewright.core.types import INT, Set

ARGS = [(PTR, "%state"), (PTR, "%context")]


def kept_value(build: Build, f: Frame, node: ir.Keep) -> str:
    """A row of what is kept."""
    field = node.kept.field
    at = checked_index(build, f, node.row, field.count, node.span)
    return load_at(f, field, _pointer(f, field, at))


def depending(build: Build, field: Field) -> list[Kept]:
    """What has to be brought up to date when a field is written."""
    return [k for k in build.program.kept if field in k.sources]


def _pointer(f: Frame, field: Field, at: str) -> str:
    base = f.e.offset(f.state, field.offset)
    return base if at == "0" else f.e.offset(base, f.e.op("mul", I64, at, str(field.width)))


def _common(f: Frame) -> list[tuple[str, str]]:
    return [(PTR, f.state), (PTR, f.context)]


# ---------------------------------------------------------------- writes


def member_written(build: Build, f: Frame, field: Field, index: str, member: str, value: bool | str) -> None:
    """A set of a field has got a member, or lost one."""
    assert isinstance(field.type, Set)
    for kept in depending(build, field):
        match kept.sort:
            case "set":
                at = sets.relative(f.e, member, field.type)
                f.e.call(_update(build, kept, field), "void", [*_common(f), (I64, at)])
            case "reach" if value is True:
                f.e.call(_grow(build, kept), "void", [*_common(f), (I64, index), (I64, member)])
            case "reach":
                f.e.call(_reach_again(build, kept), "void", [*_common(f), (I64, index)])


def number_before(build: Build, f: Frame, field: Field, index: str, value: str) -> None:
    """An element of a field is about to be written: sums change by the difference."""
    e = f.e
    for kept in depending(build, field):
        if kept.sort == "sum":
            total = _pointer(f, kept.field, "0")

            def add(kept: Kept = kept, total: str = total) -> None:
                old = load_at(f, field, e.offset(f.state, field.offset) if field.count == 1 else _pointer(f, field, index))
                now = load_at(f, kept.field, total)
                store_at(f, kept.field, total, e.op("add", I64, now, e.op("sub", I64, value, old)))

            low, high = min(kept.counted), max(kept.counted)
            if len(kept.counted) == field.count:
                add()
            elif len(kept.counted) == high - low + 1:
                with e.when(e.icmp("ult", e.op("sub", I64, index, str(low)), str(len(kept.counted)))):
                    add()
            else:
                of = Set(0, field.count)
                literal = sets.literal(e, sum(1 << i for i in kept.counted), of)
                with e.when(sets.has(e, literal, index, of)):
                    add()


def number_written(build: Build, f: Frame, field: Field, index: str) -> None:
    """An element of a field has been written."""
    for kept in depending(build, field):
        if kept.sort == "set":
            f.e.call(_update(build, kept, field), "void", [*_common(f), (I64, index)])


def whole_written(build: Build, f: Frame, field: Field, index: str) -> None:
    """A set of a field has been written as a whole."""
    for kept in depending(build, field):
        if kept.sort == "reach":
            f.e.call(_reach_again(build, kept), "void", [*_common(f), (I64, index)])
        else:
            f.e.call(_make(build, kept), "void", _common(f))


# ---------------------------------------------------------------- sets


def _update(build: Build, kept: Kept, field: Field) -> str:
    """`kept_n_m(state, context, number)`: what can have changed with this element is asked again."""
    rows = kept.touched[field]
    name = f"{_name(build, kept)}_{build.program.fields.index(field)}"

    def write() -> None:
        e = Emitter(name, "void", [*ARGS, (I64, "%number")], "nounwind")
        f = Frame(e, [])
        type = kept.field.type
        assert isinstance(type, Set)
        if all(row.bit_count() <= 1 for row in rows):
            numbers = [type.base + row.bit_length() - 1 if row else -1 for row in rows]
            steps = {x - i for i, x in enumerate(numbers) if x >= 0}
            if len(steps) == 1:
                step = steps.pop()
                at = e.op("add", I64, "%number", constant(step)) if step else "%number"
                used = [i for i, x in enumerate(numbers) if x >= 0]
                if len(used) == len(rows):
                    _ask_again(build, f, kept, at)
                elif used == list(range(used[0], used[-1] + 1)):
                    with e.when(e.icmp("ult", e.op("sub", I64, "%number", str(used[0])), str(len(used)))):
                        _ask_again(build, f, kept, at)
                else:
                    _from_table(build, f, kept, numbers)
            else:
                _from_table(build, f, kept, numbers)
        else:
            pointer, entry = _own(build, f, f"{kept.field.name} by {field.name}", type, rows)
            value = pointer if entry.startswith("[") else e.load(entry, pointer, 16 if entry == I128 else int(entry[1:]) // 8)
            with sets.each(e, value, type) as x:
                _ask_again(build, f, kept, x)
        e.ret()
        build.add(e)

    return build.helper(name, write)


def _own(build: Build, f: Frame, name: str, type: Set | None, rows: tuple[int, ...] | list[int]) -> tuple[str, str]:
    """An entry of a table that only native code has: its place, and what it is."""
    from rulewright.core.program import Table

    table, entry = build.own_table(Table(name, INT if type is None else type, tuple(rows)))
    return f.e.element(table, entry, "%number"), entry


def _from_table(build: Build, f: Frame, kept: Kept, numbers: list[int]) -> None:
    e = f.e
    pointer, entry = _own(build, f, f"{kept.field.name} numbers of {len(numbers)} {hash(tuple(numbers))}", None, numbers)
    at = e.cast("sext", e.load(entry, pointer, int(entry[1:]) // 8), entry, I64)
    if min(numbers) >= 0:
        _ask_again(build, f, kept, at)
        return
    with e.when(e.icmp("sge", at, "0")):
        _ask_again(build, f, kept, at)


def _ask_again(build: Build, f: Frame, kept: Kept, x: str) -> None:
    e = f.e
    type = kept.field.type
    assert kept.member is not None and isinstance(type, Set)
    if kept.bits != type.full:
        holds = sets.has(e, sets.literal(e, kept.bits, type), x, type)
        with e.when(holds):
            _put(f, kept.field, x, e.truth(e.call(build.func(kept.member), I64, [*_common(f), (I64, x)])))
        return
    _put(f, kept.field, x, e.truth(e.call(build.func(kept.member), I64, [*_common(f), (I64, x)])))


def _put(f: Frame, field: Field, member: str, value: str) -> None:
    from rulewright.compiler.storing import write_bit

    write_bit(f, field, "0", member, value)


# ---------------------------------------------------------------- what is connected


def _place(kept: Kept) -> ir.Prim:
    """How geometry is asked of the board."""
    type = kept.field.type
    assert isinstance(type, Set)
    nothing = ir.SetConst(0, type)
    return ir.Prim("fill", (nothing, nothing, ir.Const(kept.place)), type)


def _flooded(build: Build, f: Frame, kept: Kept, start: str, row: str) -> None:
    assert kept.of is not None
    within = load_at(f, kept.of, _pointer(f, kept.of, row))
    store_at(f, kept.field, _pointer(f, kept.field, row), flood(build, f, _place(kept), start, within))


def _start(build: Build, f: Frame, kept: Kept, row: str) -> str:
    from rulewright.core.program import Table

    type = kept.field.type
    assert isinstance(type, Set)
    table, entry = build.own_table(Table(f"{kept.field.name} starts", type, kept.starts))
    pointer = f.e.element(table, entry, row)
    return pointer if entry.startswith("[") else f.e.load(entry, pointer, 16 if entry == I128 else int(entry[1:]) // 8)


def _reach_again(build: Build, kept: Kept) -> str:
    """`kept_n_again(state, context, row)`: the whole row is made anew."""
    name = f"{_name(build, kept)}_again"

    def write() -> None:
        e = Emitter(name, "void", [*ARGS, (I64, "%row")], "nounwind noinline")
        f = Frame(e, [])
        _flooded(build, f, kept, _start(build, f, kept, "%row"), "%row")
        e.ret()
        build.add(e)

    return build.helper(name, write)


def _grow(build: Build, kept: Kept) -> str:
    """`kept_n_grow(state, context, row, member)`: the set has got a member; if it touches what is reached, that goes on from there."""
    from rulewright.core.program import Table

    name = f"{_name(build, kept)}_grow"

    def write() -> None:
        e = Emitter(name, "void", [*ARGS, (I64, "%row"), (I64, "%member")], "nounwind")
        f = Frame(e, [])
        type = kept.field.type
        assert isinstance(type, Set)
        place = build.program.places[kept.place]
        assert place.board is not None
        near = tuple(sum(1 << s // place.cells * place.cells + c for c in place.board.beside(s % place.cells)) for s in range(place.sites))
        at = e.op("sub", I64, "%member", str(place.base))
        with e.when(e.icmp("ult", at, str(place.sites))):
            table, entry = build.own_table(Table(f"{kept.field.name} beside", type, near))
            pointer = e.element(table, entry, at)
            beside = pointer if entry.startswith("[") else e.load(entry, pointer, 16 if entry == I128 else int(entry[1:]) // 8)
            now = load_at(f, kept.field, _pointer(f, kept.field, "%row"))
            touches = e.op("xor", "i1", sets.is_empty(e, sets.binary(e, "inter", beside, now, type), type), "true")
            begins = sets.has(e, _start(build, f, kept, "%row"), "%member", type)
            with e.when(e.op("or", "i1", touches, begins)):
                more = sets.binary(e, "union", now, sets.one(e, "%member", type), type)
                _flooded(build, f, kept, more, "%row")
        e.ret()
        build.add(e)

    return build.helper(name, write)


# ---------------------------------------------------------------- keys of positions


def _key(build: Build) -> Kept | None:
    return next((k for k in build.program.kept if k.sort == "key"), None)


def key_without(build: Build, f: Frame, kind: Kind, piece: str) -> None:
    """A piece is about to change: its key is no longer part of the position's."""
    _key_changes(build, f, kind, piece, "sub")


def key_with(build: Build, f: Frame, kind: Kind, piece: str) -> None:
    """A piece has changed."""
    _key_changes(build, f, kind, piece, "add")


def _key_changes(build: Build, f: Frame, kind: Kind, piece: str, op: str) -> None:
    kept = _key(build)
    if kept is None or kind.counted:
        return
    e = f.e
    name = _one_key(build, kind)
    one = e.call(name, I64, [(PTR, f.state), (I64, e.op("sub", I64, piece, str(kind.base)) if kind.base else piece)])
    at = _pointer(f, kept.field, "0")
    e.store(I64, e.op(op, I64, e.load(I64, at), one), at)


def _one_key(build: Build, kind: Kind) -> str:
    """`key_n(state, i)`: the key of a piece."""
    name = f"key_{kind.number}"

    def write() -> None:
        from rulewright.compiler.positions import piece_key

        e = Emitter(name, I64, [(PTR, "%state"), (I64, "%i")], "nounwind")
        e.ret(piece_key(build, Frame(e, []), kind, "%i"))
        build.add(e)

    return build.helper(name, write)


def owners_of(build: Build, field: Field) -> list[tuple[Kind, int]]:
    """The kinds whose keys depend on an attribute, and how many elements each piece has of it."""
    if _key(build) is None:
        return []
    found = []
    for kind in build.program.kinds:
        for attribute in kind.attributes.values():
            if attribute.field is field and field.compared and not kind.counted and kind.count:
                found.append((kind, 0 if attribute.bits else max(1, len(attribute.family))))
    return found


# ---------------------------------------------------------------- made anew


def _name(build: Build, kept: Kept) -> str:
    return f"kept_{build.program.kept.index(kept)}"


def _make(build: Build, kept: Kept) -> str:
    """`kept_n_make(state, context)`: made anew from its definition."""
    name = f"{_name(build, kept)}_make"

    def write() -> None:
        e = Emitter(name, "void", ARGS, "nounwind noinline")
        f = Frame(e, [])
        field = kept.field
        match kept.sort:
            case "set":
                type = field.type
                assert isinstance(type, Set)
                store_at(f, field, _pointer(f, field, "0"), sets.literal(e, 0, type))
                with sets.each(e, sets.literal(e, kept.bits, type), type) as x:
                    _ask_again(build, f, kept, x)
            case "sum":
                assert kept.of is not None
                of = Set(0, kept.of.count)
                total = e.temp(I64)
                e.store(I64, "0", total)
                with sets.each(e, sets.literal(e, sum(1 << i for i in kept.counted), of), of) as i:
                    one = load_at(f, kept.of, _pointer(f, kept.of, i))
                    e.store(I64, e.op("add", I64, e.load(I64, total), one), total)
                store_at(f, field, _pointer(f, field, "0"), e.load(I64, total))
            case "reach":
                with e.counting(str(field.count)) as row:
                    e.call(_reach_again(build, kept), "void", [*_common(f), (I64, row)])
            case "key":
                at = _pointer(f, field, "0")
                e.store(I64, "0", at)
                for kind in build.program.kinds:
                    if not kind.counted and kind.count:
                        with e.counting(str(kind.base + kind.count), str(kind.base)) as piece:
                            key_with(build, f, kind, piece)
        e.ret()
        build.add(e)

    return build.helper(name, write)


def refresh(build: Build) -> str:
    """`refresh(state, context)`: all that is kept, made anew."""

    def write() -> None:
        fresh = build.program.fresh
        assert fresh is not None
        e = Emitter("refresh", "void", ARGS, "nounwind noinline cold")
        for kept in build.program.kept:
            e.call(_make(build, kept), "void", [(PTR, "%state"), (PTR, "%context")])
        e.store("i8", "1", e.offset("%state", fresh.offset), 1)
        e.ret()
        build.add(e)

    return build.helper("refresh", write)


def ensure(build: Build, e: Emitter, state: str = "%state", context: str = "%context") -> None:
    """What is kept is there from here on, wherever a state comes from."""
    fresh = build.program.fresh
    if fresh is None:
        return
    missing = e.icmp("eq", e.load("i8", e.offset(state, fresh.offset), 1), "0", "i8")
    with e.when(missing, False):
        e.call(refresh(build), "void", [(PTR, state), (PTR, context or e.temp(I64, FIRED))])


def look_over(build: Build, f: Frame) -> None:
    """For paranoid code: what is kept is what its definition says, or the state is not sound."""
    e, program = f.e, build.program
    if program.fresh is None:
        return
    low, high = program.between
    before = e.temp(I64, (high - low + 7) // 8)

    def copy(to: str, what: str) -> None:
        e.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {what}, i64 {high - low}, i1 false)")

    here = e.offset(f.state, low)
    copy(before, here)
    e.call(refresh(build), "void", [(PTR, f.state), (PTR, e.temp(I64, FIRED))])
    with e.when(e.icmp("ne", e.load("i8", e.offset(before, program.fresh.offset - low), 1), "0", "i8")):
        for kept in program.kept:
            form, step = f"i{8 * min(kept.field.width, 8)}", min(kept.field.width, 8)
            with e.counting(str(kept.field.count * kept.field.width // step)) as i:
                was = e.load(form, e.element(e.offset(before, kept.field.offset - low), form, i), step)
                now = e.load(form, e.element(e.offset(f.state, kept.field.offset), form, i), step)
                with e.when(e.icmp("ne", was, now, form), False):
                    copy(here, before)
                    e.ret("0")
