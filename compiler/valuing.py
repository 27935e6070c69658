"""What a position is worth to each seat, by playing on from it at random: for whoever measures a game, not for whoever plays it."""

from __future__ import annotations

from rulewright.compiler import arena as a
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.frame import ERROR, ROUNDS, SAID, SPAN
from rulewright.compiler.search import begin, begin_turns, fine, head, play_on, word_at
from rulewright.compiler.shapes import I64, PTR
from rulewright.core.goals import HALF


def write_value(build: Build) -> None:
    """`rulewright_value(arena, root, state, context, count, out)`: the sum of rewards of so many playouts, for each seat."""
    program = build.program
    seats = len(program.seats)
    params = [(PTR, "%arena"), (PTR, "%root"), (PTR, "%state"), (PTR, "%context"), (I64, "%count"), (PTR, "%out")]
    e = Emitter("rulewright_value", "void", params, "nounwind")
    rewards = e.temp(I64, seats)
    begin(build, e, "%root")
    with e.counting("%count"):
        e.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 %state, ptr align 8 %root, i64 {program.size}, i1 false)")
        for word in (ERROR, SPAN, ROUNDS, SAID):
            e.store(I64, "0", e.offset("%context", 8 * word))
        begin_turns(e)
        play_on(build, e)
        with e.when(fine(e), True):
            e.call(
                "reward", "void", [(PTR, "%state"), (PTR, "%context"), (I64, head(e, a.SCALE)), (PTR, word_at(e, a.BASES)), (PTR, rewards)]
            )
        broken = e.op("xor", "i1", fine(e), "true")
        for seat in range(seats):
            at = e.offset("%out", 8 * seat)
            gained = e.select(broken, I64, str(HALF), e.load(I64, e.offset(rewards, 8 * seat)))
            e.store(I64, e.op("add", I64, e.load(I64, at), gained), at)
    e.ret()
    build.add(e)
