"""Whole batches of matches between random players, inside native code."""

from __future__ import annotations

from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import load_at
from rulewright.compiler.flow import GAMMA
from rulewright.compiler.frame import AGENT, CUT, DECISIONS, ERROR, FAILED, LIMIT, OPTIONS, ROUNDS, SPAN, WIDEST, Frame
from rulewright.compiler.keeping import ensure
from rulewright.compiler.playout import playout_name
from rulewright.compiler.positions import mix
from rulewright.compiler.shapes import I64, PTR, constant
from rulewright.core.program import Field
from rulewright.core.random import player, stream

COLUMNS = ("over", "winners", "ending", "cause", "decisions", "options", "error", "span", "turns")  # then a score for each seat


def write_batch(build: Build, direct: bool) -> None:
    """`rulewright_batch(template, state, context, first, count, seed, out)`.

    Plays matches number `first` to `first + count - 1` of a seed; each gets a row of `out`. `direct` uses playout functions,
    otherwise matches go from stop to stop.
    """
    program = build.program
    assert program.rng is not None and program.main is not None and program.over is not None
    name = mix(build)
    params = [(PTR, "%template"), (PTR, "%state"), (PTR, "%context"), (I64, "%first"), (I64, "%count"), (I64, "%seed"), (PTR, "%out")]
    e = Emitter("rulewright_batch", "void", params, "nounwind")
    f = Frame(e, [])
    ensure(build, e, "%template")
    if direct:
        # A state of our own: nobody else can see it, so the optimiser may keep parts of it in registers.
        f.state = e.temp("i8", program.size)
    row = len(COLUMNS) + len(program.seats) * len(program.scores)
    size = program.size

    def seeded(seed: str, stream: str) -> str:
        odd = e.op("add", I64, e.op("shl", I64, stream, "1"), "1")
        return e.call(name, I64, [(I64, e.op("add", I64, seed, e.op("mul", I64, odd, constant(GAMMA))))])

    with e.counting("%count") as i:
        e.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {f.state}, ptr align 8 %template, i64 {size}, i1 false)")
        match = seeded("%seed", e.op("add", I64, "%first", i))
        for number, source in enumerate(program.streams):
            e.store(I64, seeded(match, constant(stream(source))), e.offset(f.state, program.rng.offset + 8 * number))
        for number, called in enumerate(program.seats):
            e.store(I64, seeded(match, constant(player(called))), e.offset("%context", 8 * (AGENT + number)))
        for word in (ERROR, SPAN, ROUNDS, DECISIONS, OPTIONS):
            e.store(I64, "0", e.offset("%context", 8 * word))
        if direct:
            e.call(playout_name(program.main), "void", [(PTR, f.state), (PTR, "%context")])
        else:
            e.call("play_by_steps", "void", [(PTR, "%state"), (PTR, "%context")])
        target = e.element("%out", f"[{row} x i64]", i)
        column = len(COLUMNS)
        with e.when(_fine(f), True):
            for seat in range(len(program.seats)):
                for _, func in program.scores:
                    score = e.call(build.func(func), I64, [(PTR, f.state), (PTR, "%context"), (I64, str(seat))])
                    e.store(I64, score, e.offset(target, 8 * column))
                    column += 1
        # A match in which something went wrong, be it in the score, has no result.
        fine = _fine(f)
        with e.when(e.op("xor", "i1", fine, "true"), False):
            e.store("i8", str(FAILED), e.offset(f.state, program.over.offset), 1)
            e.zero(e.offset(target, 8 * len(COLUMNS)), row - len(COLUMNS))
        values = [_field(f, x) for x in (program.over, program.winners, program.ending, program.cause)]
        values += [e.load(I64, e.offset("%context", 8 * w)) for w in (DECISIONS, OPTIONS, ERROR, SPAN)]
        values.append(_field(f, program.turns))
        for column, value in enumerate(values):
            nothing = {1: "0", 2: "-1", 3: "-1"}.get(column)  # winners, ending and cause
            e.store(I64, value if nothing is None else e.select(fine, I64, value, nothing), e.offset(target, 8 * column))
    e.ret()
    build.add(e)
    if not direct:
        _by_steps(build)


def _fine(f: Frame) -> str:
    """Whether nothing has gone wrong so far."""
    return f.e.icmp("eq", f.e.load(I64, f.e.offset(f.context, 8 * ERROR)), "0")


def _field(f: Frame, field: Field | None) -> str:
    assert field is not None
    return load_at(f, field, f.e.offset(f.state, field.offset))


def _by_steps(build: Build) -> None:
    """One match from stop to stop, with every decision drawn at random."""
    program = build.program
    assert program.rng is not None and program.over is not None and program.pending is not None
    e = Emitter("play_by_steps", "void", [(PTR, "%state"), (PTR, "%context")], "nounwind")
    f = Frame(e, [])
    option = e.temp(I64, 64)
    e.call("rulewright_start", "void", [(PTR, "%state"), (PTR, "%context")])
    e.start("again")
    e.cond_br(_fine(f), "fine", "failed", True)
    e.start("fine")
    if build.paranoid:
        _look_over(f, program.size)
    pending = _field(f, program.pending)
    e.cond_br(e.icmp("slt", pending, "0"), "end", "decide")
    e.start("decide")
    common = [(PTR, "%state"), (PTR, "%context")]
    who = e.call("rulewright_decider", I64, common)
    chance = e.icmp("slt", who, "0")
    drawn = e.element(e.offset("%state", program.rng.offset), I64, e.op("sub", I64, "-1", who))
    generator = e.select(chance, PTR, drawn, e.element(e.offset("%context", 8 * AGENT), I64, who))
    count = e.call("rulewright_sample", I64, [*common, (PTR, generator), (PTR, option)])
    e.cond_br(_fine(f), "drawn", "failed", True)
    e.start("drawn")
    with e.when(e.op("xor", "i1", chance, "true")):
        for word, value in ((DECISIONS, "1"), (OPTIONS, count)):
            at = e.offset("%context", 8 * word)
            e.store(I64, e.op("add", I64, e.load(I64, at), value), at)
        at = e.offset("%context", 8 * WIDEST)
        e.store(I64, e.call("llvm.smax.i64", I64, [(I64, e.load(I64, at)), (I64, count)]), at)
        long = e.icmp("sgt", e.load(I64, e.offset("%context", 8 * DECISIONS)), e.load(I64, e.offset("%context", 8 * LIMIT)))
        with e.when(long, False):
            e.store("i8", str(CUT), e.offset("%state", program.over.offset), 1)
            e.ret()
    e.call("rulewright_choose", "void", [*common, (PTR, option)])
    e.br("again")
    e.start("failed")
    e.store("i8", str(FAILED), e.offset("%state", program.over.offset), 1)
    e.ret()
    e.start("end")
    e.ret()
    build.add(e)


def _look_over(f: Frame, size: int) -> None:
    """A state that cannot be ends the match; it is kept behind the state of the match."""
    e = f.e
    e.cond_br(e.truth(e.call("rulewright_sound", I64, [(PTR, f.state)])), "sound", "unsound", True)
    e.start("unsound")
    e.copy(e.offset(f.state, size), f.state, size // 8)
    f.fail("unsound", -1)
    e.br("failed")
    e.start("sound")
