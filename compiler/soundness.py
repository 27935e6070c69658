"""A look over a whole state in native code: the same questions as `play.invariants` asks, after every decision of a batch.

Native code only says whether something is wrong; `play.invariants` says what, in words.
"""

from __future__ import annotations

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import load_at
from rulewright.compiler.frame import Frame
from rulewright.compiler.keeping import look_over
from rulewright.compiler.piles import element
from rulewright.compiler.shapes import I32, I64, PTR, constant
from rulewright.core.program import Field, Index, Kind, Place, Program
from rulewright.core.types import Set

ANY = (1 << 31) - 1  # as a limit: no limit


def write_soundness(build: Build) -> None:
    """`rulewright_sound(state)`: whether everything is as it must be."""
    e = Emitter("rulewright_sound", I64, [(PTR, "%state")], "nounwind")
    f = Frame(e, [])
    for field in build.program.fields:
        _range(build, f, field)
    _stack(build, f)
    if build.program.loc is not None:
        _within(build, f, build.program.loc, 0, build.program.sites - 1)
    _rooms(build, f)
    expected = e.temp(I64, max((i.field.width * i.field.count + 7) // 8 for i in build.program.indexes) if build.program.indexes else 1)
    for index in build.program.indexes:
        _index(build, f, index, expected)
    look_over(build, f)
    e.ret("1")
    build.add(e)


def _wrong_if(e: Emitter, test: str) -> None:
    with e.when(test, False):
        e.ret("0")


# ---------------------------------------------------------------- values in their ranges


def _range(build: Build, f: Frame, field: Field) -> None:
    if isinstance(field.type, Set):  # only its last word can have bits that stand for nothing
        _within(build, f, field, 0, field.type.full >> 64 * (field.type.words - 1))
    else:
        _within(build, f, field, field.low, field.high)


def _within(build: Build, f: Frame, field: Field, low: int, high: int) -> None:
    """Every element of a field is one of these; of a set of several words, every last word is."""
    bits = 8 * min(field.width, 8)
    if high - low >= (1 << bits) - 1:
        return
    form = "zext" if isinstance(field.type, Set) else "sext"
    name = build.helper(f"within_{form}_{bits}", lambda: _write_within(build, form, bits))
    first = f.e.offset(f.state, field.offset + field.width - bits // 8)
    given = [(PTR, first), (I64, str(field.width)), (I64, str(field.count)), (I64, constant(low)), (I64, constant(high - low))]
    _wrong_if(f.e, f.e.op("xor", "i1", f.e.call(name, "i1", given), "true"))


def _write_within(build: Build, form: str, bits: int) -> None:
    """`within(first, step, count, low, length)`: whether so many numbers are all from `low` to `low + length`."""
    params = [(PTR, "%first"), (I64, "%step"), (I64, "%count"), (I64, "%low"), (I64, "%length")]
    e = Emitter(f"within_{form}_{bits}", "i1", params, "nounwind noinline")
    with e.counting("%count") as i:
        value = e.load(f"i{bits}", e.offset("%first", e.op("mul", I64, i, "%step")), bits // 8)
        above = e.op("sub", I64, e.cast(form, value, f"i{bits}", I64), "%low")
        with e.when(e.icmp("ugt", above, "%length"), False):
            e.ret("false")
    e.ret("true")
    build.add(e)


# ---------------------------------------------------------------- frames


def _stack(build: Build, f: Frame) -> None:
    """Frames name procedures that exist and lie within each other's bounds."""
    e, program = f.e, build.program
    assert program.top is not None and program.stack is not None
    codes = {p.number: c for p, c in program.code.items()}
    numbers = range(max(codes) + 1)
    lengths = _numbers(build, "@code_lengths", I64, [len(codes[n].instrs) if n in codes else 0 for n in numbers])
    sizes = _numbers(build, "@frame_sizes", I64, [codes[n].size if n in codes else 0 for n in numbers])
    at = e.temp(I64)
    e.store(I64, load_at(f, program.top, e.offset(f.state, program.top.offset)), at)
    e.start("frames")
    fp = e.load(I64, at)
    e.cond_br(e.icmp("slt", fp, "0"), "bottom", "frame")
    e.start("frame")
    _wrong_if(e, e.icmp("sge", fp, str(program.stack.count)))
    frame = e.element(e.offset(f.state, program.stack.offset), I64, fp)
    word = e.load(I64, frame)
    number = e.op("ashr", I64, word, "32")
    _wrong_if(e, e.icmp("uge", number, str(len(numbers))))
    pc = e.op("and", I64, word, str((1 << 32) - 1))
    _wrong_if(e, e.icmp("uge", pc, e.load(I64, e.element(lengths, I64, number))))
    above = e.op("add", I64, fp, e.load(I64, e.element(sizes, I64, number)))
    _wrong_if(e, e.icmp("sgt", above, str(program.stack.count)))
    below = e.load(I64, e.offset(frame, 8))
    _wrong_if(e, e.icmp("sge", below, fp))
    e.store(I64, below, at)
    e.br("frames")
    e.start("bottom")


def _numbers(build: Build, name: str, form: str, values: list[int]) -> str:
    """A row of constants."""
    body = ", ".join(f"{form} {v}" for v in values)
    build.globals.append(f"{name} = internal unnamed_addr constant [{len(values)} x {form}] [{body}], align 8")
    return name


# ---------------------------------------------------------------- pieces where they may be, and no place too full


def _rooms(build: Build, f: Frame) -> None:
    """How many pieces of each kind are on each site, and of all kinds together, against what fits there."""
    e, program = f.e, build.program
    sites = [program.place_of_site(s) for s in range(program.sites)]
    here, crowd = e.temp(I32, program.sites), e.temp(I32, program.sites)
    _clear(e, crowd, program.sites)
    for kind in program.kinds:
        _clear(e, here, program.sites)
        _count_counted(f, program, kind, here) if kind.counted else _count_individual(f, program, kind, here)
        rooms = _numbers(build, f"@room_{kind.number}", I32, [_room(kind, place) for place in sites])
        with e.counting(str(program.sites)) as site:
            number = e.load(I32, e.element(here, I32, site), 4)
            _wrong_if(e, e.icmp("sgt", number, e.load(I32, e.element(rooms, I32, site), 4), I32))
            _add(e, crowd, site, number)
    rooms = _numbers(build, "@room_of_all", I32, [ANY if p is None or p.limit < 0 else p.limit for p in sites])
    with e.counting(str(program.sites)) as site:
        number = e.load(I32, e.element(crowd, I32, site), 4)
        _wrong_if(e, e.icmp("sgt", number, e.load(I32, e.element(rooms, I32, site), 4), I32))


def _room(kind: Kind, place: Place | None) -> int:
    if place is None:
        return ANY
    limit = place.limits.get(kind.number, 0)
    return limit if limit >= 0 else ANY


def _clear(e: Emitter, numbers: str, count: int) -> None:
    e.line(f"call void @llvm.memset.p0.i64(ptr align 8 {numbers}, i8 0, i64 {4 * count}, i1 false)")


def _add(e: Emitter, numbers: str, at: str, amount: str) -> None:
    place = e.element(numbers, I32, at)
    e.store(I32, e.op("add", I32, e.load(I32, place, 4), amount), place, 4)


def _count_individual(f: Frame, program: Program, kind: Kind, here: str) -> None:
    if not kind.count:
        return
    assert program.loc is not None
    with f.e.counting(str(kind.base + kind.count), str(kind.base)) as piece:
        _add(f.e, here, element(f, program.loc, piece), "1")


def _count_counted(f: Frame, program: Program, kind: Kind, here: str) -> None:
    """Counted pieces are bits or heaps by site and owner; with those in the box there are as many as there were."""
    e, field = f.e, kind.tokens
    if field is None:
        return
    owners = max(1, kind.owners)
    total = e.temp(I64, owners)
    e.zero(total, owners)
    with e.counting(str(field.count)) as i:
        value = element(f, field, i)
        if isinstance(field.type, Set):
            owner, amount = i, sets.size(e, value, field.type)
            with sets.each(e, value, field.type) as site:
                _add(e, here, site, "1")
        else:
            owner, amount = e.op("srem", I64, i, str(owners)), value
            first = min(p.base for p in program.places if kind.number in p.limits)
            _add(e, here, e.op("add", I64, e.op("sdiv", I64, i, str(owners)), str(first)), e.cast("trunc", value, I64, I32))
        at = e.element(total, I64, owner)
        e.store(I64, e.op("add", I64, e.load(I64, at), amount), at)
    if kind.supply is not None:
        with e.counting(str(owners)) as owner:
            whole = e.op("add", I64, e.load(I64, e.element(total, I64, owner)), element(f, kind.supply, owner))
            _wrong_if(e, e.icmp("ne", whole, str(kind.count)))


# ---------------------------------------------------------------- indexes


def _index(build: Build, f: Frame, index: Index, expected: str) -> None:
    """A field that follows from where the pieces are, made anew and compared."""
    e, program = f.e, build.program
    kind, place, field = index.kind, index.place, index.field
    assert program.loc is not None and program.owner is not None
    e.zero(expected, (field.width * field.count + 7) // 8)
    with e.counting(str(kind.base + kind.count), str(kind.base)) as piece:
        owner = element(f, program.owner, piece)
        bit = e.op("sub", I64, piece, str(kind.base))
        if index.sort == "owned":
            with e.when(e.icmp("ult", owner, str(field.count))):
                _mark(e, expected, field, owner, bit)
        else:
            assert place is not None
            at = e.op("sub", I64, element(f, program.loc, piece), str(place.base))
            with e.when(e.icmp("ult", at, str(place.sites))):
                match index.sort:
                    case "at":
                        form = f"i{8 * field.width}"
                        number = e.cast("trunc", e.op("add", I64, piece, "1"), I64, form)
                        e.store(form, number, e.element(expected, form, at), field.width)
                    case "members":
                        _mark(e, expected, field, at, bit)
                    case "inside":
                        _mark(e, expected, field, "0", bit)
                    case "cells":
                        _mark(e, expected, field, str(field.count - 1), at)
                        with e.when(e.icmp("ult", owner, str(field.count - 1))):
                            _mark(e, expected, field, owner, at)
    form, step = f"i{8 * min(field.width, 8)}", min(field.width, 8)
    with e.counting(str(field.count * field.width // step)) as i:
        there = e.load(form, e.element(e.offset(f.state, field.offset), form, i), step)
        _wrong_if(e, e.icmp("ne", there, e.load(form, e.element(expected, form, i), step), form))


def _mark(e: Emitter, memory: str, field: Field, row: str, bit: str) -> None:
    """Put a bit into a row of sets; the lowest bits come first."""
    at = e.op("add", I64, e.op("mul", I64, row, str(8 * field.width)), bit)
    byte = e.element(memory, "i8", e.op("lshr", I64, at, "3"))
    one = e.op("shl", "i8", "1", e.cast("trunc", e.op("and", I64, at, "7"), I64, "i8"))
    e.store("i8", e.op("or", "i8", e.load("i8", byte, 1), one), byte, 1)
