"""The table of what actions led to (`core.habits`), in native code."""

from __future__ import annotations

from rulewright.compiler.barring import pointer
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.frame import HABITS
from rulewright.compiler.positions import mix
from rulewright.compiler.shapes import I64, PTR
from rulewright.core.habits import HEAD, NOTED, SLOTS, alike


def write_habits(build: Build) -> None:
    twins = ", ".join(f"i64 {n}" for n in alike(build.program)) or "i64 0"
    build.globals.append(f"@habit_twins = internal unnamed_addr constant [{max(1, build.program.pieces)} x i64] [{twins}]")
    _slot(build)
    _better(build)
    _note(build)
    _learn(build)


def table(e: Emitter) -> str:
    """Where the table is; 0 if there is none."""
    return e.load(I64, e.offset("%context", 8 * HABITS))


def _slot(build: Build) -> None:
    """`habit(who, choice, option)`: the number of the slot of an action."""
    e = Emitter("habit", I64, [(I64, "%who"), (I64, "%choice"), (PTR, "%option")], "nounwind")
    name, key = mix(build), e.temp(I64)
    alternative = e.op("add", I64, e.load(I64, e.element("@bar_bases", I64, "%choice")), e.load(I64, "%option"))
    first = e.op("add", I64, e.op("add", I64, e.op("mul", I64, alternative, "16"), "%who"), "1")
    e.store(I64, e.call(name, I64, [(I64, first)]), key)
    pieces = e.load(I64, e.element("@bar_pieces", I64, alternative))
    with e.counting(e.load(I64, e.element("@bar_arguments", I64, alternative))) as i:
        value = e.load(I64, e.element(e.offset("%option", 8), I64, i))
        piece = e.truth(e.op("and", I64, e.op("lshr", I64, pieces, i), "1"))
        twin = e.op("and", "i1", piece, e.icmp("sge", value, "0"))
        shown = e.load(I64, e.element("@habit_twins", I64, e.select(twin, I64, value, "0")))
        shown = e.select(twin, I64, shown, value)
        e.store(I64, e.call(name, I64, [(I64, e.op("add", I64, e.op("mul", I64, e.load(I64, key), "31"), shown))]), key)
    e.ret(e.op("and", I64, e.load(I64, key), str(SLOTS - 1)))
    build.add(e)


def _at(e: Emitter, slot: str) -> str:
    return e.element(e.offset(pointer(e, table(e)), 8 * HEAD), "[2 x i64]", slot)


def _better(build: Build) -> None:
    """`habit_better(context, one, two)`: whether the second slot promises more; what was never tried promises most."""
    e = Emitter("habit_better", "i1", [(PTR, "%context"), (I64, "%one"), (I64, "%two")], "nounwind")
    one, two = _at(e, "%one"), _at(e, "%two")
    tried, other = e.load(I64, e.offset(one, 8)), e.load(I64, e.offset(two, 8))
    with e.when(e.op("or", "i1", e.icmp("eq", tried, "0"), e.icmp("eq", other, "0"))):
        e.ret(e.icmp("sgt", tried, "0"))
    mine, yours = e.op("mul", I64, e.load(I64, two), tried), e.op("mul", I64, e.load(I64, one), other)
    e.ret(e.icmp("sgt", mine, yours))
    build.add(e)


def _note(build: Build) -> None:
    """`habit_note(context, slot, who)`: somebody has taken this action."""
    e = Emitter("habit_note", "void", [(PTR, "%context"), (I64, "%slot"), (I64, "%who")], "nounwind")
    base = pointer(e, table(e))
    number = e.load(I64, base)
    with e.when(e.icmp("slt", number, str(NOTED)), True):
        e.store(I64, e.op("add", I64, number, "1"), base)
        both = e.op("or", I64, e.op("shl", I64, "%slot", "8"), "%who")
        e.store(I64, both, e.element(e.offset(base, 8), I64, number))
    e.ret()
    build.add(e)


def _learn(build: Build) -> None:
    """`habit_learn(context, rewards)`: what came of the actions that were noted."""
    e = Emitter("habit_learn", "void", [(PTR, "%context"), (PTR, "%rewards")], "nounwind")
    with e.when(e.icmp("eq", table(e), "0"), True):
        e.ret()
    base = pointer(e, table(e))
    with e.counting(e.load(I64, base)) as i:
        both = e.load(I64, e.element(e.offset(base, 8), I64, i))
        at = _at(e, e.op("lshr", I64, both, "8"))
        gained = e.load(I64, e.element("%rewards", I64, e.op("and", I64, both, "255")))
        e.store(I64, e.op("add", I64, e.load(I64, at), gained), at)
        count = e.offset(at, 8)
        e.store(I64, e.op("add", I64, e.load(I64, count), "1"), count)
    e.store(I64, "0", base)
    e.ret()
    build.add(e)
