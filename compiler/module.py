"""A program as one LLVM module, in text."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.compiler.batch import write_batch
from rulewright.compiler.build import Build
from rulewright.compiler.choices import write_options, write_sample
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.flow import stops, write_advance, write_entry_points, write_random, write_step
from rulewright.compiler.frame import ERROR, SPAN
from rulewright.compiler.keeping import ensure
from rulewright.compiler.playout import write_playout
from rulewright.compiler.positions import position
from rulewright.compiler.search import write_search
from rulewright.compiler.shapes import I64, PTR
from rulewright.compiler.soundness import write_soundness
from rulewright.core.program import Program
from rulewright.core.walk import statements

LARGE = 400  # statements; beyond that, functions stay apart: compiling would take a third longer
DIRECT_LIMIT = 600  # beyond that, one form of the code is enough: playouts run half as fast again, but code takes a third longer to make
INLINE_LIMIT = 150
TINY = 40


@dataclass(frozen=True, slots=True)
class Counted:
    """Places of the rules that native code counts."""

    places: frozenset[int]
    asked: frozenset[int]  # conditions, of which it is also counted how often they held
    deeds: frozenset[int]  # at which something is done


def write_module(
    program: Program,
    features: frozenset[str],
    counting: bool = False,
    paranoid: bool = False,
    searching: bool = False,
    profiling: bool = False,
) -> tuple[str, Counted]:
    """The text, and what it counts."""
    build = Build(program, features, counting, paranoid)
    build.profiling = profiling
    size = sum(1 for p in program.procs for _ in statements(p.body))
    if size > LARGE:
        build.inlining = "noinline"
    else:
        build.inlining = "alwaysinline" if size <= TINY else "inlinehint" if size <= INLINE_LIMIT else ""
    build.apart = "noinline" if size > INLINE_LIMIT else build.inlining
    _fail(build)
    _select_bit(build)
    write_random(build)
    seen: set[int] = set()
    for code, _, stop in stops(build):
        if stop.choice.number not in seen:
            seen.add(stop.choice.number)
            write_options(build, stop.choice, code.proc)
            write_sample(build, stop.choice, code.proc)
    for code in program.code.values():
        write_step(build, code)
    write_advance(build)
    write_entry_points(build)
    direct = size <= DIRECT_LIMIT and not any(proc.recursive for proc in program.code)  # what calls itself needs the stack of the state
    if searching:
        direct = False  # playouts of a search begin anywhere
        write_search(build)
    if paranoid:
        direct = False  # there is a whole state to look over only where a match stops
        write_soundness(build)
    if direct:
        for proc in program.code:
            write_playout(build, proc)
    write_batch(build, direct)
    _position(build)
    _scores(build)
    text = build.module()
    return text, Counted(frozenset(build.counted), frozenset(build.asked), frozenset(build.deeds))


def _fail(build: Build) -> None:
    e = Emitter("fail", "void", [(PTR, "%context"), (I64, "%reason"), (I64, "%span")], "nounwind cold noinline")
    at = e.offset("%context", 8 * ERROR)
    with e.when(e.icmp("eq", e.load(I64, at), "0")):
        e.store(I64, "%reason", at)
        e.store(I64, "%span", e.offset("%context", 8 * SPAN))
    e.ret()
    build.add(e)


def _select_bit(build: Build) -> None:
    """`select_bit(word, n)`: the number of the n-th bit that is set, from 0; there must be one."""
    e = Emitter("select_bit", I64, [(I64, "%word"), (I64, "%n")], "nounwind alwaysinline")
    if "bmi2" in build.features:
        build.globals.append("declare i64 @llvm.x86.bmi.pdep.64(i64, i64)")
        bit = e.op("shl", I64, "1", "%n")
        spread = e.call("llvm.x86.bmi.pdep.64", I64, [(I64, bit), (I64, "%word")])
        name = e.fresh()
        e.line(f"{name} = call i64 @llvm.cttz.i64(i64 {spread}, i1 true)")
        e.ret(name)
    else:
        rest = e.temp(I64)
        e.store(I64, "%word", rest)
        with e.counting("%n") as _:
            now = e.load(I64, rest)
            e.store(I64, e.op("and", I64, now, e.op("sub", I64, now, "1")), rest)
        name = e.fresh()
        e.line(f"{name} = call i64 @llvm.cttz.i64(i64 {e.load(I64, rest)}, i1 true)")
        e.ret(name)
    build.add(e)


def _position(build: Build) -> None:
    name = position(build)
    e = Emitter("rulewright_position", I64, [(PTR, "%state")], "nounwind")
    ensure(build, e, context="")
    e.ret(e.call(name, I64, [(PTR, "%state")]))
    build.add(e)


def _scores(build: Build) -> None:
    """`rulewright_scores(state, context, out)`: every entry for every seat."""
    e = Emitter("rulewright_scores", "void", [(PTR, "%state"), (PTR, "%context"), (PTR, "%out")], "nounwind")
    ensure(build, e)
    column = 0
    for seat in range(len(build.program.seats)):
        for _, func in build.program.scores:
            value = e.call(build.func(func), I64, [(PTR, "%state"), (PTR, "%context"), (I64, str(seat))])
            e.store(I64, value, e.offset("%out", 8 * column))
            column += 1
    e.ret()
    build.add(e)
