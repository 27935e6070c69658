"""Exact search in native code: alpha-beta with a table, for two players, without chance. Values are the first seat's: -1, 0 or 1.

header  64 bytes   positions looked at, how many there may be, why it gave up (0: it did not), entries - 1
entry   16 bytes   the whole number of the position; value + 1, bound (exact, at least, at most), best option + 1
"""

from __future__ import annotations

from rulewright.compiler.build import Build
from rulewright.compiler.choices import width
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.frame import ERROR, ROUNDS, Frame
from rulewright.compiler.keeping import ensure
from rulewright.compiler.positions import mix, position
from rulewright.compiler.search import field_of, fine
from rulewright.compiler.shapes import I64, PTR

LOOKED, MOST, GAVE_UP, ENTRIES = range(4)
TABLE_HEADER, ENTRY = 64, 16
TOO_MANY, CHANCE, WIDE, DEEP, BROKEN = range(1, 6)  # why it gave up
EXACT, AT_LEAST, AT_MOST = range(3)
OPTIONS_MOST, DEPTH_MOST = 256, 300


def write_alpha_beta(build: Build) -> None:
    _number(build)
    _value(build)
    e = Emitter("rulewright_solve", I64, [(PTR, "%table"), (PTR, "%state"), (PTR, "%context")], "nounwind")
    ensure(build, e)
    e.ret(e.call("alpha_beta", I64, [(PTR, "%table"), (PTR, "%state"), (PTR, "%context"), (I64, "-1"), (I64, "1"), (I64, "0")]))
    build.add(e)


def _number(build: Build) -> None:
    """`stop_number(state)`: the position, with who is in the middle of what."""
    program = build.program
    assert program.stack is not None and program.pending is not None
    e = Emitter("stop_number", I64, [(PTR, "%state")], "nounwind")
    f = Frame(e, [])
    name = mix(build)
    key = e.temp(I64)
    start = e.call(position(build), I64, [(PTR, "%state")])
    e.store(I64, e.op("add", I64, start, field_of(f, program.pending)), key)
    stack = e.offset("%state", program.stack.offset)
    with e.counting(str(program.stack.count)) as i:
        word = e.load(I64, e.element(stack, I64, i))
        e.store(I64, e.call(name, I64, [(I64, e.op("add", I64, e.op("mul", I64, e.load(I64, key), "31"), word))]), key)
    e.ret(e.load(I64, key))
    build.add(e)


def _give_up(e: Emitter, why: int) -> None:
    e.store(I64, str(why), e.offset("%table", 8 * GAVE_UP))
    e.ret("0")


def _value(build: Build) -> None:
    """`alpha_beta(table, state, context, alpha, beta, depth)`."""
    program = build.program
    assert program.pending is not None and program.winners is not None
    params = [(PTR, "%table"), (PTR, "%state"), (PTR, "%context"), (I64, "%alpha"), (I64, "%beta"), (I64, "%depth")]
    e = Emitter("alpha_beta", I64, params, "nounwind noinline")
    f = Frame(e, [])
    common = [(PTR, "%state"), (PTR, "%context")]
    wide = max(width(c) for c in program.choices)
    child, listing = e.temp("i8", program.size), e.temp(I64, wide * OPTIONS_MOST)
    low, high, best, chosen = (e.temp(I64) for _ in range(4))
    with e.when(e.truth(e.load(I64, e.offset("%table", 8 * GAVE_UP))), False):
        e.ret("0")
    with e.when(e.icmp("slt", field_of(f, program.pending), "0")):
        winners = field_of(f, program.winners)
        e.ret(e.select(e.icmp("eq", winners, "1"), I64, "1", e.select(e.icmp("eq", winners, "2"), I64, "-1", "0")))
    looked = e.op("add", I64, e.load(I64, e.offset("%table", 8 * LOOKED)), "1")
    e.store(I64, looked, e.offset("%table", 8 * LOOKED))
    with e.when(e.icmp("sgt", looked, e.load(I64, e.offset("%table", 8 * MOST))), False):
        _give_up(e, TOO_MANY)
    with e.when(e.icmp("sgt", "%depth", str(DEPTH_MOST)), False):
        _give_up(e, DEEP)
    who = e.call("rulewright_decider", I64, common)
    with e.when(e.icmp("slt", who, "0"), False):
        _give_up(e, CHANCE)
    key = e.call("stop_number", I64, [(PTR, "%state")])
    slot = e.op("and", I64, key, e.load(I64, e.offset("%table", 8 * ENTRIES)))
    entry = e.offset(e.element("%table", f"[{ENTRY} x i8]", slot), TABLE_HEADER)
    e.store(I64, "%alpha", low)
    e.store(I64, "%beta", high)
    e.store(I64, "-1", chosen)
    with e.when(e.icmp("eq", e.load(I64, entry), key)):
        kept = e.load(I64, e.offset(entry, 8))
        value = e.op("sub", I64, e.op("and", I64, kept, "3"), "1")
        bound = e.op("and", I64, e.op("lshr", I64, kept, "2"), "3")
        e.store(I64, e.op("sub", I64, e.op("lshr", I64, kept, "4"), "1"), chosen)
        exact = e.icmp("eq", bound, str(EXACT))
        enough = e.op("and", "i1", e.icmp("eq", bound, str(AT_LEAST)), e.icmp("sge", value, "%beta"))
        little = e.op("and", "i1", e.icmp("eq", bound, str(AT_MOST)), e.icmp("sle", value, "%alpha"))
        with e.when(e.op("or", "i1", exact, e.op("or", "i1", enough, little))):
            e.ret(value)
    first = e.load(I64, chosen)
    total = e.call("rulewright_options", I64, [*common, (I64, "-1"), (PTR, "null"), (I64, "0")])
    with e.when(e.icmp("sgt", total, str(OPTIONS_MOST)), False):
        _give_up(e, WIDE)
    e.call("rulewright_options", I64, [*common, (I64, "-1"), (PTR, listing), (I64, "1")])
    widths = e.load(I64, e.element("@widths", I64, field_of(f, program.pending)))
    maximal = e.icmp("eq", who, "0")
    e.store(I64, e.select(maximal, I64, "-2", "2"), best)
    middle = e.op("sdiv", I64, e.op("sub", I64, total, "1"), "2")
    done = e.label("done")
    with e.counting(total, "-1") as k:
        half = e.op("sdiv", I64, e.op("add", I64, k, "1"), "2")
        odd = e.truth(e.op("and", I64, k, "1"))
        outwards = e.select(odd, I64, e.op("add", I64, middle, half), e.op("sub", I64, middle, half))
        number = e.select(e.icmp("slt", k, "0"), I64, first, outwards)
        again = e.op("and", "i1", e.icmp("sge", k, "0"), e.icmp("eq", outwards, first))
        skip = e.op("or", "i1", again, e.op("or", "i1", e.icmp("slt", number, "0"), e.icmp("sge", number, total)))
        with e.when(e.op("xor", "i1", skip, "true"), True):
            e.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {child}, ptr align 8 %state, i64 {program.size}, i1 false)")
            option = e.element(listing, I64, e.op("mul", I64, number, widths))
            e.store(I64, "0", e.offset("%context", 8 * ROUNDS))
            e.call("rulewright_choose", "void", [(PTR, child), (PTR, "%context"), (PTR, option)])
            with e.when(e.op("xor", "i1", fine(e), "true"), False):
                e.store(I64, "0", e.offset("%context", 8 * ERROR))
                _give_up(e, BROKEN)
            deeper = [(PTR, "%table"), (PTR, child), (PTR, "%context"), (I64, e.load(I64, low)), (I64, e.load(I64, high))]
            value = e.call("alpha_beta", I64, [*deeper, (I64, e.op("add", I64, "%depth", "1"))])
            with e.when(e.truth(e.load(I64, e.offset("%table", 8 * GAVE_UP))), False):
                e.ret("0")
            now = e.load(I64, best)
            better = e.select(maximal, "i1", e.icmp("sgt", value, now), e.icmp("slt", value, now))
            with e.when(better):
                e.store(I64, value, best)
                e.store(I64, number, chosen)
                with e.when(maximal):
                    e.store(I64, e.call("llvm.smax.i64", I64, [(I64, e.load(I64, low)), (I64, value)]), low)
                with e.when(e.op("xor", "i1", maximal, "true")):
                    e.store(I64, e.call("llvm.smin.i64", I64, [(I64, e.load(I64, high)), (I64, value)]), high)
            with e.when(e.icmp("sge", e.load(I64, low), e.load(I64, high))):
                e.br(done)
    e.start(done)
    value = e.load(I64, best)
    bound = e.select(e.icmp("sge", value, "%beta"), I64, str(AT_LEAST), str(EXACT))
    bound = e.select(e.icmp("sle", value, "%alpha"), I64, str(AT_MOST), bound)
    whole = e.op("or", I64, e.op("add", I64, value, "1"), e.op("shl", I64, bound, "2"))
    whole = e.op("or", I64, whole, e.op("shl", I64, e.op("add", I64, e.load(I64, chosen), "1"), "4"))
    e.store(I64, key, entry)
    e.store(I64, whole, e.offset(entry, 8))
    e.ret(value)
    build.add(e)
