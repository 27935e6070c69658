"""Options that an experiment takes from a seat, in native code: where a table of them is given, a search does without them.

The table is that of `agents.bars`: for each seat a byte for every alternative of every choice, then one for every piece.
"""

from __future__ import annotations

from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.frame import BARS
from rulewright.compiler.shapes import I64, PTR
from rulewright.core.sight import shapes

DRAWS = 16  # so often a playout draws again where it drew what is barred; then it takes it all the same


def write_barring(build: Build) -> None:
    _barred(build)
    _sift(build)


def barred_in(e: Emitter, who: str, choice: str, option: str) -> str:
    return e.call("barred", "i1", [(PTR, "%context"), (I64, who), (I64, choice), (PTR, option)])


def sifted(e: Emitter, who: str, choice: str, count: str, words: str) -> str:
    """How many options of the listing are left; all of them if none would be."""
    return e.call("sift", I64, [(PTR, "%context"), (I64, who), (I64, choice), (PTR, "%listing"), (I64, count), (I64, words)])


def _barred(build: Build) -> None:
    """`barred(context, who, choice, option)`: whether a seat has to do without an option."""
    shape = shapes(build.program)
    for name, values in (("bar_bases", shape.bases), ("bar_arguments", shape.arguments), ("bar_pieces", shape.pieces)):
        row = ", ".join(f"i64 {int(v)}" for v in values) or "i64 0"
        build.globals.append(f"@{name} = internal unnamed_addr constant [{max(1, len(values))} x i64] [{row}]")
    alternatives = len(shape.arguments)
    e = Emitter("barred", "i1", [(PTR, "%context"), (I64, "%who"), (I64, "%choice"), (PTR, "%option")], "nounwind")
    at = e.load(I64, e.offset("%context", 8 * BARS))
    with e.when(e.op("or", "i1", e.icmp("eq", at, "0"), e.icmp("slt", "%who", "0"))):
        e.ret("false")
    row = e.offset(pointer(e, at), e.op("mul", I64, "%who", str(alternatives + build.program.pieces)))
    alternative = e.op("add", I64, e.load(I64, e.element("@bar_bases", I64, "%choice")), e.load(I64, "%option"))
    with e.when(e.icmp("ne", e.load("i8", e.offset(row, alternative), 1), "0", "i8")):
        e.ret("true")
    pieces = e.load(I64, e.element("@bar_pieces", I64, alternative))
    with e.counting(e.load(I64, e.element("@bar_arguments", I64, alternative))) as i:
        with e.when(e.truth(e.op("and", I64, e.op("lshr", I64, pieces, i), "1"))):
            value = e.load(I64, e.element(e.offset("%option", 8), I64, i))
            with e.when(e.icmp("sge", value, "0")):
                with e.when(e.icmp("ne", e.load("i8", e.offset(row, e.op("add", I64, value, str(alternatives))), 1), "0", "i8")):
                    e.ret("true")
    e.ret("false")
    build.add(e)


def pointer(e: Emitter, address: str) -> str:
    name = e.fresh()
    e.line(f"{name} = inttoptr i64 {address} to ptr")
    return name


def _sift(build: Build) -> None:
    """`sift(context, who, choice, listing, count, words)`: options that are not barred move to the front; how many there are."""
    params = [(PTR, "%context"), (I64, "%who"), (I64, "%choice"), (PTR, "%listing"), (I64, "%count"), (I64, "%words")]
    e = Emitter("sift", I64, params, "nounwind")
    nothing = e.op("or", "i1", e.icmp("eq", e.load(I64, e.offset("%context", 8 * BARS)), "0"), e.icmp("slt", "%who", "0"))
    with e.when(nothing, True):
        e.ret("%count")
    kept = e.temp(I64)
    e.store(I64, "0", kept)
    with e.counting("%count") as i:
        option = e.element("%listing", I64, e.op("mul", I64, i, "%words"))
        free = e.op("xor", "i1", barred_in(e, "%who", "%choice", option), "true")
        e.store(I64, e.op("add", I64, e.load(I64, kept), e.flag(free)), kept)
    left = e.load(I64, kept)
    with e.when(e.op("or", "i1", e.icmp("eq", left, "0"), e.icmp("eq", left, "%count"))):
        e.ret("%count")
    e.store(I64, "0", kept)
    with e.counting("%count") as i:
        option = e.element("%listing", I64, e.op("mul", I64, i, "%words"))
        with e.when(e.op("xor", "i1", barred_in(e, "%who", "%choice", option), "true")):
            to = e.load(I64, kept)
            target = e.element("%listing", I64, e.op("mul", I64, to, "%words"))
            with e.counting("%words") as w:
                e.store(I64, e.load(I64, e.element(option, I64, w)), e.element(target, I64, w))
            e.store(I64, e.op("add", I64, to, "1"), kept)
    e.ret(left)
    build.add(e)
