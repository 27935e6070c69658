"""Options that an experiment takes from a seat, or makes it take, in native code: where a table of them is given, a search keeps to it.

The table is that of `agents.bars`: for each seat a byte for every alternative of every choice, then one for every piece. An option has
the rank 0 where a seat has to do without it, 2 where it has to take it, else 1; what is listed are those of the highest rank.
"""

from __future__ import annotations

from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.frame import BARS
from rulewright.compiler.shapes import I64, PTR
from rulewright.core.sight import shapes

DRAWS = 16  # so often a playout draws again where it drew what is barred; then it takes it all the same


def write_barring(build: Build) -> None:
    _rank(build)
    _sift(build)


def barred_in(e: Emitter, who: str, choice: str, option: str) -> str:
    return e.icmp("eq", _rank_in(e, who, choice, option), "0")


def _rank_in(e: Emitter, who: str, choice: str, option: str) -> str:
    return e.call("option_rank", I64, [(PTR, "%context"), (I64, who), (I64, choice), (PTR, option)])


def sifted(e: Emitter, who: str, choice: str, count: str, words: str) -> str:
    """How many options of the listing are left: those of the highest rank."""
    return e.call("sift", I64, [(PTR, "%context"), (I64, who), (I64, choice), (PTR, "%listing"), (I64, count), (I64, words)])


def _rank(build: Build) -> None:
    """`option_rank(context, who, choice, option)`: whether a seat has to do without an option (0), may take it (1), or has to (2)."""
    shape = shapes(build.program)
    for name, values in (("bar_bases", shape.bases), ("bar_arguments", shape.arguments), ("bar_pieces", shape.pieces)):
        row = ", ".join(f"i64 {int(v)}" for v in values) or "i64 0"
        build.globals.append(f"@{name} = internal unnamed_addr constant [{max(1, len(values))} x i64] [{row}]")
    alternatives = len(shape.arguments)
    e = Emitter("option_rank", I64, [(PTR, "%context"), (I64, "%who"), (I64, "%choice"), (PTR, "%option")], "nounwind")
    at = e.load(I64, e.offset("%context", 8 * BARS))
    with e.when(e.op("or", "i1", e.icmp("eq", at, "0"), e.icmp("slt", "%who", "0"))):
        e.ret("1")
    row = e.offset(pointer(e, at), e.op("mul", I64, "%who", str(alternatives + build.program.pieces)))
    alternative = e.op("add", I64, e.load(I64, e.element("@bar_bases", I64, "%choice")), e.load(I64, "%option"))
    found = e.temp(I64)
    e.store(I64, "1", found)
    _mark(e, e.offset(row, alternative), found)
    pieces = e.load(I64, e.element("@bar_pieces", I64, alternative))
    with e.counting(e.load(I64, e.element("@bar_arguments", I64, alternative))) as i:
        with e.when(e.truth(e.op("and", I64, e.op("lshr", I64, pieces, i), "1"))):
            value = e.load(I64, e.element(e.offset("%option", 8), I64, i))
            with e.when(e.icmp("sge", value, "0")):
                _mark(e, e.offset(row, e.op("add", I64, value, str(alternatives))), found)
    e.ret(e.load(I64, found))
    build.add(e)


def _mark(e: Emitter, at: str, found: str) -> None:
    """What a byte of the table says: 1 is barred and decides it, 2 is forced."""
    mark = e.load("i8", at, 1)
    with e.when(e.icmp("eq", mark, "1", "i8")):
        e.ret("0")
    with e.when(e.icmp("eq", mark, "2", "i8")):
        e.store(I64, "2", found)


def pointer(e: Emitter, address: str) -> str:
    name = e.fresh()
    e.line(f"{name} = inttoptr i64 {address} to ptr")
    return name


def _sift(build: Build) -> None:
    """`sift(context, who, choice, listing, count, words)`: options of the highest rank move to the front; how many there are."""
    params = [(PTR, "%context"), (I64, "%who"), (I64, "%choice"), (PTR, "%listing"), (I64, "%count"), (I64, "%words")]
    e = Emitter("sift", I64, params, "nounwind")
    nothing = e.op("or", "i1", e.icmp("eq", e.load(I64, e.offset("%context", 8 * BARS)), "0"), e.icmp("slt", "%who", "0"))
    with e.when(nothing, True):
        e.ret("%count")
    kept, best = e.temp(I64), e.temp(I64)
    e.store(I64, "0", best)
    with e.counting("%count") as i:
        option = e.element("%listing", I64, e.op("mul", I64, i, "%words"))
        mine = _rank_in(e, "%who", "%choice", option)
        e.store(I64, e.call("llvm.smax.i64", I64, [(I64, e.load(I64, best)), (I64, mine)]), best)
    e.store(I64, "0", kept)
    with e.counting("%count") as i:
        option = e.element("%listing", I64, e.op("mul", I64, i, "%words"))
        with e.when(e.icmp("eq", _rank_in(e, "%who", "%choice", option), e.load(I64, best))):
            to = e.load(I64, kept)
            target = e.element("%listing", I64, e.op("mul", I64, to, "%words"))
            with e.counting("%words") as w:
                e.store(I64, e.load(I64, e.element(option, I64, w)), e.element(target, I64, w))
            e.store(I64, e.op("add", I64, to, "1"), kept)
    e.ret(e.load(I64, kept))
    build.add(e)
