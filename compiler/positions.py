"""Positions in native code: one number for each, and the record of those there were."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.frame import Frame
from rulewright.compiler.piles import element, history_fields, table_entry, twin_table
from rulewright.compiler.shapes import I64, I128, PTR, constant, shape
from rulewright.compiler.storing import put_element
from rulewright.core.position import Part, piece_plan, plain_runs
from rulewright.core.program import Kind
from rulewright.core.types import Set

ARGS = [(PTR, "%state"), (PTR, "%context")]
GAMMA = 0x9E3779B97F4A7C15


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

        kept = next((k.field for k in program.kept if k.sort == "key"), None)
        if kept is not None:
            e.store(I64, e.load(I64, e.offset(f.state, kept.offset)), total)
        else:
            for kind in program.kinds:
                if not kind.counted and kind.count:
                    _piece_keys(build, f, kind, total)
        key = "0"
        for start, end in plain_runs(program):
            key = _mix_bytes(f, start, end - start, key, mixed)
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


def _piece_keys(build: Build, f: Frame, kind: Kind, total: str) -> None:
    e = f.e
    with e.counting(str(kind.count)) as i:
        e.store(I64, e.op("add", I64, e.load(I64, total), piece_key(build, f, kind, i)), total)


def piece_key(build: Build, f: Frame, kind: Kind, i: str) -> str:
    """The key of a piece of a kind: its class, where it is, whose it is, its attributes."""
    e = f.e
    plan = piece_plan(build.program, kind)
    words = ["0"] * (plan[-1].word + 1)
    for part in plan:
        value = _part(build, f, kind, i, part)
        if part.low:
            value = e.op("sub", I64, value, str(part.low))
        words[part.word] = e.op("or", I64, words[part.word], e.op("shl", I64, value, str(part.shift)) if part.shift else value)
    key = str(kind.number + 1)
    for word in words:
        key = e.call(mix(build), I64, [(I64, e.op("xor", I64, key, word))])
    return key


def _part(build: Build, f: Frame, kind: Kind, i: str, part: Part) -> str:
    e = f.e
    program = build.program
    assert program.loc is not None and program.owner is not None
    piece = e.op("add", I64, i, str(kind.base)) if kind.base else i
    match part.sort:
        case "twin":
            return table_entry(e, twin_table(build, kind), i)
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
        put_element(build, f, history, e.op("urem", I64, count, str(history.count)), key)
        put_element(build, f, remembered, "0", e.op("add", I64, count, "1"))
        e.ret()
        build.add(e)

    return build.helper("record", write)
