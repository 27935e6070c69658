"""What seats see, in native code: pieces where they lie, and choices that others make. The tables are those of `core.sight`."""

from __future__ import annotations

from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.frame import Frame
from rulewright.compiler.piles import element
from rulewright.compiler.positions import mix
from rulewright.compiler.shapes import I64, PTR, constant
from rulewright.core.sight import ALL, OTHERS, OWNER, UNSEEN, shapes, sight


def table(build: Build, name: str, values: tuple[int, ...] | tuple[bool, ...] | list[int]) -> str:
    """A constant table of words."""
    row = [int(v) for v in values] or [0]
    body = ", ".join(f"i64 {constant(v)}" for v in row)
    build.globals.append(f"@{name} = internal unnamed_addr constant [{len(row)} x i64] [{body}]")
    return f"@{name}"


def entry(e: Emitter, name: str, index: str) -> str:
    return e.load(I64, e.element(name, I64, index))


def write_sight(build: Build) -> None:
    shape = shapes(build.program)
    table(build, "alt_bases", shape.bases)
    table(build, "alt_arguments", shape.arguments)
    table(build, "alt_pieces", shape.pieces)
    table(build, "alt_veils", shape.veils)
    table(build, "alt_quiet", shape.quiet)
    table(build, "secret_choices", shape.secret)
    _sees(build)
    _blind(build)
    _key(build)


def _sees(build: Build) -> None:
    """`sees(state, seat, piece)`: whether a seat sees the face of a piece."""
    program = build.program
    e = Emitter("sees", "i1", [(PTR, "%state"), (I64, "%seat"), (I64, "%piece")], "nounwind")
    if program.loc is None or not program.pieces:
        e.ret("true")
        build.add(e)
        return
    found = sight(program)
    f = Frame(e, [])
    kinds = table(build, "piece_kinds", found.kinds)
    codes = table(build, "seen_codes", [code for row in found.sites for code in row])
    kind = entry(e, kinds, "%piece")
    site = element(f, program.loc, "%piece")
    code = entry(e, codes, e.op("add", I64, e.op("mul", I64, kind, str(program.sites)), site))
    seen = e.op("or", "i1", e.icmp("eq", code, str(ALL)), e.icmp("eq", code, e.op("add", I64, "%seat", str(OWNER))))
    but = e.op("and", "i1", e.icmp("sge", code, str(OTHERS)), e.icmp("ne", code, e.op("add", I64, "%seat", str(OTHERS))))
    seen = e.op("or", "i1", seen, but)
    if program.known is not None:
        bits = element(f, program.known, "%piece")
        knows = e.truth(e.op("and", I64, e.op("lshr", I64, bits, "%seat"), "1"))
        seen = e.op("or", "i1", seen, knows)
    for number, (field, down) in found.turned.items():
        with e.when(e.icmp("eq", kind, str(number))):
            face = element(f, field, e.op("sub", I64, "%piece", str(program.kinds[number].base)))
            e.ret(e.op("and", "i1", seen, e.icmp("ne", face, str(down))))
    e.ret(seen)
    build.add(e)


def _blind(build: Build) -> None:
    """`blind(state, alternative, option, seat)`: bits of the arguments that are pieces which a seat does not see."""
    e = Emitter("blind", I64, [(PTR, "%state"), (I64, "%alternative"), (PTR, "%option"), (I64, "%seat")], "nounwind")
    pieces = entry(e, "@alt_pieces", "%alternative")
    with e.when(e.icmp("eq", pieces, "0")):
        e.ret("0")
    found = e.temp(I64)
    e.store(I64, "0", found)
    with e.counting(entry(e, "@alt_arguments", "%alternative")) as i:
        bit = e.op("shl", I64, "1", i)
        with e.when(e.truth(e.op("and", I64, pieces, bit))):
            value = e.load(I64, e.element(e.offset("%option", 8), I64, i))
            with e.when(e.icmp("sge", value, "0")):
                seen = e.call("sees", "i1", [(PTR, "%state"), (I64, "%seat"), (I64, value)])
                with e.when(e.op("xor", "i1", seen, "true")):
                    more = e.op("or", I64, bit, entry(e, "@alt_veils", "%alternative"))
                    e.store(I64, e.op("or", I64, e.load(I64, found), more), found)
    e.ret(e.load(I64, found))
    build.add(e)


def _key(build: Build) -> None:
    """`option_key(alternative, option, blind)`: a number for what is seen of an option; the same for what looks the same."""
    e = Emitter("option_key", I64, [(I64, "%alternative"), (PTR, "%option"), (I64, "%blind")], "nounwind")
    name = mix(build)
    key = e.temp(I64)
    e.store(I64, e.call(name, I64, [(I64, e.op("add", I64, "%alternative", "1"))]), key)
    with e.counting(entry(e, "@alt_arguments", "%alternative")) as i:
        hidden = e.truth(e.op("and", I64, e.op("lshr", I64, "%blind", i), "1"))
        value = e.select(hidden, I64, str(UNSEEN), e.load(I64, e.element(e.offset("%option", 8), I64, i)))
        e.store(I64, e.call(name, I64, [(I64, e.op("add", I64, e.op("mul", I64, e.load(I64, key), "31"), value))]), key)
    e.ret(e.load(I64, key))
    build.add(e)
