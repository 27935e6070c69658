"""Tree search (UCT) in native code: the loop beside the game, so that an iteration never comes back to Python.

`agents.uct` has the same search over the interpreter, number for number; a test compares the trees.
"""

from __future__ import annotations

from rulewright.compiler import arena as a
from rulewright.compiler.barring import DRAWS, barred_in, sifted, write_barring
from rulewright.compiler.build import Build
from rulewright.compiler.choices import MOST_OPTIONS, width
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import load_at
from rulewright.compiler.flow import GAMMA
from rulewright.compiler.frame import (
    AGENT,
    CONTEST,
    CUT,
    DECISIONS,
    ERROR,
    FAILED,
    LIMIT,
    MOVER,
    OPTIONS,
    ROUNDS,
    SAID,
    SPAN,
    TURNS,
    WIDTHS,
    Frame,
)
from rulewright.compiler.habits import table as habits
from rulewright.compiler.habits import write_habits
from rulewright.compiler.keeping import ensure
from rulewright.compiler.positions import mix
from rulewright.compiler.shapes import I32, I64, PTR, constant
from rulewright.core.goals import FALLEN, HALF, LEADING, SURVIVED, WHOLE, Aims, aims
from rulewright.core.program import Field, Program
from rulewright.core.sight import hides

DOUBLE = "double"
FLOATS = """
declare double @llvm.sqrt.f64(double)
"""
LOSE, ENDING = 2, 5
NO_LIMIT = 1 << 39  # turns: more than any search looks at


def write_search(build: Build) -> None:
    """Everything a search needs besides the game itself."""
    build.globals.append(FLOATS)
    write_barring(build)
    write_habits(build)
    _reward(build)
    _playout(build)
    _expand(build)
    _select(build)
    _prove(build)
    _backup(build)
    _search(build)
    from rulewright.compiler.alphabeta import write_alpha_beta

    write_alpha_beta(build)
    from rulewright.compiler.valuing import write_value

    write_value(build)
    if aims(build.program).dangers:
        from rulewright.compiler.planning import write_planning

        write_planning(build)
    if hides(build.program):
        from rulewright.compiler.hidden import write_hidden

        write_hidden(build)


# ---------------------------------------------------------------- small parts


def field_of(f: Frame, field: Field | None) -> str:
    assert field is not None
    return load_at(f, field, f.e.offset(f.state, field.offset))


def word_at(e: Emitter, number: int) -> str:
    """A pointer to a word of the header."""
    return e.offset("%arena", 8 * number)


def head(e: Emitter, number: int) -> str:
    return e.load(I64, word_at(e, number))


def read_int(e: Emitter, pointer: str, at: int) -> str:
    """A 32-bit part of a block or an edge."""
    return e.cast("sext", e.load(I32, e.offset(pointer, at), 4), I32, I64)


def put_int(e: Emitter, value: str, pointer: str, at: int) -> None:
    e.store(I32, e.cast("trunc", value, I64, I32), e.offset(pointer, at), 4)


def _block(e: Emitter, unit: str) -> str:
    return e.element("%arena", f"[{a.UNIT} x i8]", unit)


def _edge(e: Emitter, block: str, number: str) -> str:
    return e.element(e.offset(block, a.UNIT), f"[{a.UNIT} x i8]", number)


def _width(e: Emitter, block: str) -> str:
    """Words of an option; the number of its choice lies above."""
    return e.op("and", I64, read_int(e, block, a.WIDTH), str(a.WIDEST))


def _option(e: Emitter, block: str, number: str) -> str:
    at = e.op("mul", I64, e.op("mul", I64, number, _width(e, block)), "8")
    return e.offset(e.offset("%arena", e.load(I64, e.offset(block, a.OPTIONS))), at)


def next_bits(build: Build, e: Emitter) -> str:
    """The next 64 random bits of the search."""
    at = word_at(e, a.RNG)
    state = e.op("add", I64, e.load(I64, at), constant(GAMMA))
    e.store(I64, state, at)
    return e.call(mix(build), I64, [(I64, state)])


def drawn(e: Emitter, n: str) -> str:
    return e.call("draw", I64, [(PTR, word_at(e, a.RNG)), (I64, n)])


def fcmp(e: Emitter, predicate: str, x: str, y: str) -> str:
    name = e.fresh()
    e.line(f"{name} = fcmp {predicate} double {x}, {y}")
    return name


def fine(e: Emitter) -> str:
    return e.icmp("eq", e.load(I64, e.offset("%context", 8 * ERROR)), "0")


# ---------------------------------------------------------------- what an end, or a cut, is worth


def _reward(build: Build) -> None:
    """`reward(state, context, scale, out)`: for each seat, from 0 to WHOLE. A match that goes on is judged by who leads."""
    program = build.program
    assert program.over is not None and program.winners is not None
    goal = aims(program)
    seats = len(program.seats)
    e = Emitter("reward", "void", [(PTR, "%state"), (PTR, "%context"), (I64, "%scale"), (PTR, "%bases"), (PTR, "%out")], "nounwind")
    f = Frame(e, [])
    over = field_of(f, program.over)
    if goal.together and goal.worths:
        values = ", ".join(f"i64 {w}" for w in goal.worths)
        build.globals.append(f"@worths = internal unnamed_addr constant [{len(goal.worths)} x i64] [{values}]")
        with e.when(e.icmp("eq", over, str(ENDING))):
            worth = e.load(I64, e.element("@worths", I64, field_of(f, program.ending)))
            for seat in range(seats):
                e.store(I64, worth, e.offset("%out", 8 * seat))
            e.ret()
    unfinished = e.op("or", "i1", e.icmp("eq", over, "0"), e.icmp("eq", over, str(CUT)))
    judged, ended = e.label("judged"), e.label("ended")
    e.cond_br(e.op("or", "i1", unfinished, "true" if goal.together else "false"), judged, ended)
    e.start(judged)
    totals = []
    for seat in range(seats):
        total = "0"
        for sign, func in goal.measures:
            part = e.call(build.func(func), I64, [(PTR, "%state"), (PTR, "%context"), (I64, str(seat))])
            total = e.op("add" if sign > 0 else "sub", I64, total, part)
        totals.append(total)
    safe = _safety(build, e, goal) if goal.dangers else ""
    for seat in range(seats):
        led = _judged(e, totals, seat, goal.together, program.mates(seat))
        if goal.dangers:
            lead = e.op("sdiv", I64, e.op("mul", I64, led, str(LEADING)), str(WHOLE))
            led = e.op("sdiv", I64, e.op("mul", I64, safe, e.op("add", I64, lead, str(SURVIVED))), str(WHOLE))
        e.store(I64, led, e.offset("%out", 8 * seat))
    e.ret()
    e.start(ended)
    if goal.stake:
        _, func = goal.measures[0]
        for seat in range(seats):
            won = e.call(build.func(func), I64, [(PTR, "%state"), (PTR, "%context"), (I64, str(seat))])
            shifted = e.op("mul", I64, e.op("add", I64, won, str(goal.stake)), str(HALF))
            e.store(I64, e.op("sdiv", I64, shifted, str(goal.stake)), e.offset("%out", 8 * seat))
        e.ret()
    winners = field_of(f, program.winners)
    count = e.call("llvm.ctpop.i64", I64, [(I64, winners)])
    if program.teams:  # a team is one winner
        count = "0"
        for _, bits in program.teams:
            won = e.icmp("ne", e.op("and", I64, winners, str(bits)), "0")
            count = e.op("add", I64, count, e.flag(won))
    floor = SURVIVED if goal.all_lose else 0
    nobody = e.icmp("eq", count, "0")
    lost = e.op("and", "i1", nobody, e.icmp("eq", over, str(LOSE))) if goal.all_lose else "false"
    if goal.dangers:
        with e.when(lost):
            safe = e.op("sdiv", I64, e.op("mul", I64, _safety(build, e, goal), str(SURVIVED)), str(WHOLE))
            fallen = e.op("sdiv", I64, e.op("mul", I64, safe, str(FALLEN)), str(WHOLE))
            for seat in range(seats):
                e.store(I64, fallen, e.offset("%out", 8 * seat))
            e.ret()
    share = e.op("sdiv", I64, str(WHOLE - floor), e.select(nobody, I64, str(seats), count))
    for seat in range(seats):
        bit = e.op("and", I64, e.op("lshr", I64, winners, str(seat)), "1")
        wins = e.op("or", "i1", e.truth(bit), nobody)
        value = e.select(wins, I64, e.op("add", I64, str(floor), share), str(floor))
        e.store(I64, e.select(lost, I64, "0", value), e.offset("%out", 8 * seat))
    e.ret()
    build.add(e)


def _judged(e: Emitter, totals: list[str], seat: int, together: bool, mates: int) -> str:
    """A seat's lead, or what all have together, as a reward."""
    if together or len(totals) == 1:
        lead = "0"
        for total in totals:
            lead = e.op("add", I64, lead, total)
    else:
        others = [t for n, t in enumerate(totals) if not mates >> n & 1]
        best = others[0]
        for other in others[1:]:
            best = e.call("llvm.smax.i64", I64, [(I64, best), (I64, other)])
        lead = e.op("sub", I64, totals[seat], best)
    return _squeezed(e, lead, "%scale")


def begin(build: Build, e: Emitter, root: str) -> None:
    """Note how far ends are where a search begins."""
    ensure(build, e, root)
    dangers = aims(build.program).dangers
    if dangers:
        e.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 %state, ptr align 8 {root}, i64 {build.program.size}, i1 false)")
    for number, danger in enumerate(dangers):
        far = e.call(build.func(danger.func), I64, [(PTR, "%state"), (PTR, "%context")])
        e.store(I64, far, word_at(e, a.BASES + number))


def _squeezed(e: Emitter, lead: str, scale: str) -> str:
    """Any number as one from 0 to WHOLE."""
    size = e.call("llvm.smax.i64", I64, [(I64, lead), (I64, e.op("sub", I64, "0", lead))])
    return e.op("add", I64, str(HALF), e.op("sdiv", I64, e.op("mul", I64, lead, str(HALF)), e.op("add", I64, size, scale)))


def _safety(build: Build, e: Emitter, goal: Aims) -> str:
    """How much further all are from losing together than they were, by the end that has come nearest."""
    least = str(WHOLE)
    for number, danger in enumerate(goal.dangers):
        far = e.call(build.func(danger.func), I64, [(PTR, "%state"), (PTR, "%context")])
        far = e.op("sub", I64, far, e.load(I64, e.offset("%bases", 8 * number)))
        least = e.call("llvm.smin.i64", I64, [(I64, least), (I64, _squeezed(e, far, str(danger.scale)))])
    return least


# ---------------------------------------------------------------- playing on at random


def _playout(build: Build) -> None:
    """`playout(state, context)`: from a stop to the end of the match, or until LIMIT decisions were made, all drawn at random."""
    program = build.program
    assert program.rng is not None and program.over is not None and program.pending is not None
    e = Emitter("playout", "void", [(PTR, "%state"), (PTR, "%context")], "nounwind")
    f = Frame(e, [])
    words = max(width(c) for c in program.choices) + 1
    option, other = e.temp(I64, words), e.temp(I64, words)
    common = [(PTR, "%state"), (PTR, "%context")]
    limited = e.icmp("slt", e.load(I64, e.offset("%context", 8 * TURNS)), str(NO_LIMIT))
    e.start("again")
    e.cond_br(fine(e), "fine", "failed", True)
    e.start("fine")
    e.cond_br(e.icmp("slt", field_of(f, program.pending), "0"), "end", "decide")
    e.start("decide")
    who = e.call("rulewright_decider", I64, common)
    chance = e.icmp("slt", who, "0")
    with e.when(e.op("xor", "i1", chance, "true")):
        at = e.offset("%context", 8 * DECISIONS)
        made = e.load(I64, at)
        with e.when(e.icmp("sge", made, e.load(I64, e.offset("%context", 8 * LIMIT))), False):
            e.store("i8", str(CUT), e.offset("%state", program.over.offset), 1)
            e.ret()
        with e.when(limited, False):
            with e.when(turn_over(e, who), False):
                e.store("i8", str(CUT), e.offset("%state", program.over.offset), 1)
                e.ret()
        e.store(I64, e.op("add", I64, made, "1"), at)
    source = e.element(e.offset("%state", program.rng.offset), I64, e.op("sub", I64, "-1", who))
    generator = e.select(chance, PTR, source, e.offset("%context", 8 * AGENT))
    draws = e.temp(I64)
    e.store(I64, "0", draws)
    e.start("draw")
    e.call("rulewright_sample", I64, [*common, (PTR, generator), (PTR, option)])
    e.cond_br(fine(e), "drawn", "failed", True)
    e.start("drawn")
    times = e.op("add", I64, e.load(I64, draws), "1")
    e.store(I64, times, draws)
    barred = barred_in(e, who, field_of(f, program.pending), option)
    e.cond_br(e.op("and", "i1", barred, e.icmp("slt", times, str(DRAWS))), "draw", "taken", False)
    e.start("taken")
    with e.when(e.op("and", "i1", e.icmp("sge", who, "0"), e.icmp("ne", habits(e), "0")), False):
        _contest(e, f, program, who, generator, option, other)
    e.call("rulewright_choose", "void", [*common, (PTR, option)])
    e.br("again")
    e.start("failed")
    e.store("i8", str(FAILED), e.offset("%state", program.over.offset), 1)
    e.ret()
    e.start("end")
    e.ret()
    build.add(e)


def begin_turns(e: Emitter) -> None:
    """Nobody has decided anything yet."""
    e.store(I64, "-1", e.offset("%context", 8 * MOVER))
    e.store(I64, head(e, a.TURNS), e.offset("%context", 8 * TURNS))


def turn_over(e: Emitter, who: str) -> str:
    """Whether somebody decides who comes after all whose decisions are looked at. If not, it is noted who decides."""
    mover, turns = e.offset("%context", 8 * MOVER), e.offset("%context", 8 * TURNS)
    left = e.load(I64, turns)
    other = e.icmp("ne", who, e.load(I64, mover))
    e.store(I64, e.op("sub", I64, left, e.flag(other)), turns)
    e.store(I64, who, mover)
    return e.op("and", "i1", other, e.icmp("slt", left, "1"))


def note_spread(e: Emitter, rewards: str, seat: str) -> None:
    """How far apart the rewards are that a seat has seen, where exploring keeps in step with that."""
    with e.when(e.truth(head(e, a.RELATIVE)), False):
        mine = e.load(I64, e.element(rewards, I64, seat))
        least = e.call("llvm.smin.i64", I64, [(I64, mine), (I64, head(e, a.LEAST))])
        most = e.call("llvm.smax.i64", I64, [(I64, mine), (I64, head(e, a.MOST))])
        e.store(I64, least, word_at(e, a.LEAST))
        e.store(I64, most, word_at(e, a.MOST))
        spread = e.op("fdiv", DOUBLE, e.cast("sitofp", e.op("sub", I64, most, least), I64, DOUBLE), f"{WHOLE}.0")
        e.store(DOUBLE, e.op("fmul", DOUBLE, e.load(DOUBLE, word_at(e, a.EXPLORE)), spread), word_at(e, a.FACTOR))


def _contest(e: Emitter, f: Frame, program: Program, who: str, generator: str, option: str, other: str) -> None:
    """Draw more options, and keep the one that promises most by what such actions have led to."""
    common = [(PTR, "%state"), (PTR, "%context")]
    best = e.temp(I64)
    choice = field_of(f, program.pending)
    e.store(I64, e.call("habit", I64, [(I64, who), (I64, choice), (PTR, option)]), best)
    with e.counting(e.op("sub", I64, e.load(I64, e.offset("%context", 8 * CONTEST)), "1")):
        e.call("rulewright_sample", I64, [*common, (PTR, generator), (PTR, other)])
        with e.when(e.op("xor", "i1", barred_in(e, who, choice, other), "true"), True):
            slot = e.call("habit", I64, [(I64, who), (I64, choice), (PTR, other)])
            with e.when(e.call("habit_better", "i1", [(PTR, "%context"), (I64, e.load(I64, best)), (I64, slot)])):
                e.store(I64, slot, best)
                e.copy(option, other, max(width(c) for c in program.choices) + 1)
    e.call("habit_note", "void", [(PTR, "%context"), (I64, e.load(I64, best)), (I64, who)])


# ---------------------------------------------------------------- the tree


def _expand(build: Build) -> None:
    """`expand(arena, state, context, listing)`: a block for the decision that is due; 0 if there is no room for it, or chance has too
    many outcomes."""
    program = build.program
    e = Emitter("expand", I64, [(PTR, "%arena"), (PTR, "%state"), (PTR, "%context"), (PTR, "%listing")], "nounwind")
    f = Frame(e, [])
    common = [(PTR, "%state"), (PTR, "%context")]
    who = e.call("llvm.smax.i64", I64, [(I64, e.call("rulewright_decider", I64, common)), (I64, "-1")])
    total = e.call("rulewright_options", I64, [*common, (I64, "-1"), (PTR, "%listing"), (I64, "1")])
    choice = field_of(f, program.pending)
    words = _width_of(build, e, choice)
    count = sifted(e, who, choice, e.call("llvm.smin.i64", I64, [(I64, total), (I64, str(MOST_OPTIONS))]), words)
    crowded = e.op("and", "i1", e.icmp("slt", who, "0"), e.icmp("sgt", count, str(a.MOST_OUTCOMES)))
    with e.when(e.op("or", "i1", crowded, e.icmp("slt", count, "1")), False):
        e.ret("0")
    both = e.op("or", I64, words, e.op("shl", I64, choice, str(a.CHOICE)))
    low, high = head(e, a.LOW), head(e, a.HIGH)
    size = e.op("mul", I64, e.op("mul", I64, count, words), "8")
    after = e.op("add", I64, low, e.op("mul", I64, e.op("add", I64, count, "1"), str(a.UNIT)))
    place = e.op("sub", I64, high, size)
    with e.when(e.icmp("sgt", after, place), False):
        e.store(I64, "1", word_at(e, a.FULL))
        e.ret("0")
    e.store(I64, after, word_at(e, a.LOW))
    e.store(I64, place, word_at(e, a.HIGH))
    e.store(I64, e.op("add", I64, head(e, a.BLOCKS), "1"), word_at(e, a.BLOCKS))
    block = e.offset("%arena", low)
    for value, at in ((who, a.DECIDER), (both, a.WIDTH), (count, a.COUNT), ("0", a.VISITS), ("-1", a.PROOF), ("0", a.TRIED)):
        put_int(e, value, block, at)
    e.store(I64, place, e.offset(block, a.OPTIONS))
    length = e.op("mul", I64, count, str(a.UNIT))
    e.line(f"call void @llvm.memset.p0.i64(ptr align 8 {e.offset(block, a.UNIT)}, i8 0, i64 {length}, i1 false)")
    e.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {e.offset('%arena', place)}, ptr align 8 %listing, i64 {size}, i1 false)")
    e.ret(e.op("lshr", I64, low, "5"))
    build.add(e)
    assert program.choices


def _width_of(build: Build, e: Emitter, choice: str) -> str:
    """Words of an option of a choice."""
    program = build.program
    widths = ", ".join(f"i64 {width(c)}" for c in program.choices)
    build.globals.append(f"@widths = internal unnamed_addr constant [{len(program.choices)} x i64] [{widths}]")
    return e.load(I64, e.element("@widths", I64, choice))


def _select(build: Build) -> None:
    """`select(arena, block, table)`: the number of the edge to follow."""
    e = Emitter("select", I64, [(PTR, "%arena"), (PTR, "%block"), (PTR, "%table")], "nounwind")
    who, count, tried = (read_int(e, "%block", at) for at in (a.DECIDER, a.COUNT, a.TRIED))
    with e.when(e.icmp("slt", who, "0"), False):
        e.ret(drawn(e, count))
    with e.when(e.icmp("slt", tried, count)):
        _take_untried(e, count, tried)
    visits = e.cast("uitofp", read_int(e, "%block", a.VISITS), I64, DOUBLE)
    place = e.op("sub", I64, e.op("lshr", I64, e.cast("bitcast", visits, DOUBLE, I64), "46"), str(a.FIRST_EXPONENT))
    factor = e.op("fmul", DOUBLE, e.load(DOUBLE, e.element("%table", DOUBLE, place)), e.load(DOUBLE, word_at(e, a.FACTOR)))
    best, most = e.temp(I64), e.temp(DOUBLE)
    e.store(I64, "0", best)
    e.store(DOUBLE, "-1.0", most)
    with e.counting(count) as i:
        edge = _edge(e, "%block", i)
        child = read_int(e, edge, a.CHILD)

        def certain() -> str:
            return e.op("fdiv", DOUBLE, e.cast("sitofp", _for(e, child, who), I64, DOUBLE), f"{WHOLE}.0")

        def open_() -> str:
            bonus = e.op("fmul", DOUBLE, factor, e.load(DOUBLE, e.offset(edge, a.INVERSE)))
            return e.op("fadd", DOUBLE, e.load(DOUBLE, e.offset(edge, a.MEAN)), bonus)

        value = e.choose(e.icmp("slt", child, "0"), DOUBLE, certain, open_)
        with e.when(fcmp(e, "ogt", value, e.load(DOUBLE, most))):
            e.store(DOUBLE, value, most)
            e.store(I64, i, best)
    e.ret(e.load(I64, best))
    build.add(e)


def _for(e: Emitter, child: str, who: str) -> str:
    """What is proven of an edge, as the reward of a seat; it is kept for the first."""
    first = e.op("and", I64, child, str((1 << 17) - 1))
    return e.select(e.icmp("eq", who, "0"), I64, first, e.op("sub", I64, str(WHOLE), first))


def _take_untried(e: Emitter, count: str, tried: str) -> None:
    """Any of the options that were never tried; it changes places with the first of them."""
    other = e.op("add", I64, tried, drawn(e, e.op("sub", I64, count, tried)))
    one, two = _option(e, "%block", tried), _option(e, "%block", other)
    with e.counting(_width(e, "%block")) as w:
        p, q = e.element(one, I64, w), e.element(two, I64, w)
        kept = e.load(I64, p)
        e.store(I64, e.load(I64, q), p)
        e.store(I64, kept, q)
    put_int(e, e.op("add", I64, tried, "1"), "%block", a.TRIED)
    e.ret(tried)


def _prove(build: Build) -> None:
    """`prove(block, edge, value)`: note what is proven of an edge; what follows for its block, or -1."""
    e = Emitter("prove", I64, [(PTR, "%block"), (PTR, "%edge"), (I64, "%value")], "nounwind")
    put_int(e, e.op("or", I64, "%value", str(a.CERTAIN)), "%edge", a.CHILD)
    known = read_int(e, "%block", a.PROOF)
    with e.when(e.icmp("sge", known, "0"), False):
        e.ret(known)
    who, count, tried = (read_int(e, "%block", at) for at in (a.DECIDER, a.COUNT, a.TRIED))
    chance = e.icmp("slt", who, "0")
    own = _for(e, "%value", who)
    won = e.op("and", "i1", e.op("xor", "i1", chance, "true"), e.icmp("eq", own, str(WHOLE)))
    with e.when(won):
        put_int(e, "%value", "%block", a.PROOF)
        e.ret("%value")
    with e.when(e.op("and", "i1", e.op("xor", "i1", chance, "true"), e.icmp("slt", tried, count))):
        e.ret("-1")
    best, value = e.temp(I64), e.temp(I64)
    e.store(I64, "-1", best)
    e.store(I64, "%value", value)
    with e.counting(count) as i:
        child = read_int(e, _edge(e, "%block", i), a.CHILD)
        with e.when(e.icmp("sge", child, "0")):
            e.ret("-1")
        first = e.op("and", I64, child, str((1 << 17) - 1))
        with e.when(e.op("and", "i1", chance, e.icmp("ne", first, "%value"))):
            e.ret("-1")
        mine = _for(e, child, who)
        with e.when(e.icmp("sgt", mine, e.load(I64, best))):
            e.store(I64, mine, best)
            e.store(I64, first, value)
    found = e.load(I64, value)
    put_int(e, found, "%block", a.PROOF)
    e.ret(found)
    build.add(e)


def _backup(build: Build) -> None:
    """`backup(arena, path, length, rewards, proof)`: write what came of an iteration into every edge of its path, from the end."""
    params = [(PTR, "%arena"), (PTR, "%path"), (I64, "%length"), (PTR, "%rewards"), (I64, "%proof")]
    e = Emitter("backup", "void", params, "nounwind")
    proof = e.temp(I64)
    e.store(I64, "%proof", proof)
    with e.counting("%length") as back:
        step = e.element("%path", "[2 x i64]", e.op("sub", I64, e.op("sub", I64, "%length", back), "1"))
        block = _block(e, e.load(I64, step))
        edge = _edge(e, block, e.load(I64, e.offset(step, 8)))
        who = read_int(e, block, a.DECIDER)
        put_int(e, e.op("add", I64, read_int(e, block, a.VISITS), "1"), block, a.VISITS)
        visits = e.op("add", I64, read_int(e, edge, a.EDGE_VISITS), "1")
        put_int(e, visits, edge, a.EDGE_VISITS)
        with e.when(e.icmp("sge", who, "0"), True):
            total = e.op("add", I64, e.load(I64, e.offset(edge, a.SUM)), e.load(I64, e.element("%rewards", I64, who)))
            e.store(I64, total, e.offset(edge, a.SUM))
            number = e.cast("sitofp", visits, I64, DOUBLE)
            mean = e.op("fdiv", DOUBLE, e.cast("sitofp", total, I64, DOUBLE), e.op("fmul", DOUBLE, number, f"{WHOLE}.0"))
            e.store(DOUBLE, mean, e.offset(edge, a.MEAN))
            root = e.call("llvm.sqrt.f64", DOUBLE, [(DOUBLE, number)])
            e.store(DOUBLE, e.op("fdiv", DOUBLE, "1.0", root), e.offset(edge, a.INVERSE))
        value = e.load(I64, proof)
        with e.when(e.icmp("sge", value, "0")):
            e.store(I64, e.call("prove", I64, [(PTR, block), (PTR, edge), (I64, value)]), proof)
    with e.when(e.icmp("sge", e.load(I64, proof), "0")):
        e.store(I64, "1", word_at(e, a.PROVEN))
    e.ret()
    build.add(e)


def _search(build: Build) -> None:
    """`rulewright_search(arena, root, state, context, listing, table, iterations)`: so many iterations more."""
    program = build.program
    assert program.rng is not None and program.pending is not None
    params = [(PTR, "%arena"), (PTR, "%root"), (PTR, "%state"), (PTR, "%context"), (PTR, "%listing"), (PTR, "%table"), (I64, "%iterations")]
    e = Emitter("rulewright_search", "void", params, "nounwind")
    f = Frame(e, [])
    seats = len(program.seats)
    path, rewards = e.temp("[2 x i64]", a.LONGEST_PATH), e.temp(I64, seats)
    at, length, last, proof, ended = (e.temp(I64) for _ in range(5))
    common = [(PTR, "%state"), (PTR, "%context")]
    tree = [(PTR, "%arena"), *common, (PTR, "%listing")]

    def start_over() -> None:
        """The root once more, and nothing of what chance would really bring."""
        e.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 %state, ptr align 8 %root, i64 {program.size}, i1 false)")
        for word in (ERROR, SPAN, ROUNDS, SAID):
            e.store(I64, "0", e.offset("%context", 8 * word))

    begin(build, e, "%root")
    limited = e.icmp("slt", head(e, a.TURNS), str(NO_LIMIT))
    with e.when(e.icmp("eq", head(e, a.ROOT), "0"), False):
        start_over()
        made = e.call("expand", I64, tree)
        e.store(I64, made, word_at(e, a.ROOT))
        with e.when(e.icmp("eq", made, "0"), False):
            e.ret()
    with e.counting("%iterations"):
        with e.when(e.truth(head(e, a.PROVEN)), False):
            e.ret()
        start_over()
        next_bits(build, e)  # a word that is never used: chance is drawn by the tree and by playouts
        begin_turns(e)
        e.store(I64, head(e, a.ROOT), at)
        for place, value in ((length, "0"), (last, "-1"), (proof, "-1"), (ended, "0")):
            e.store(I64, value, place)
        descend, played, done = e.label("descend"), e.label("played"), e.label("done")
        e.start(descend)
        unit = e.load(I64, at)
        block = _block(e, unit)
        who = read_int(e, block, a.DECIDER)
        with e.when(e.op("and", "i1", limited, e.icmp("sge", who, "0")), False):
            with e.when(turn_over(e, who), False):
                e.br(played)
        number = e.call("select", I64, [(PTR, "%arena"), (PTR, block), (PTR, "%table")])
        edge = _edge(e, block, number)
        count = read_int(e, block, a.COUNT)
        long = e.load(I64, length)
        step = e.element(path, "[2 x i64]", long)
        e.store(I64, unit, step)
        e.store(I64, number, e.offset(step, 8))
        e.store(I64, e.op("add", I64, long, "1"), length)
        with e.when(e.icmp("sge", who, "0"), True):
            e.store(I64, who, last)
        child = read_int(e, edge, a.CHILD)
        with e.when(e.icmp("slt", child, "0"), False):  # proven: nothing is left to find out
            first = e.op("and", I64, child, str((1 << 17) - 1))
            e.store(I64, first, proof)
            e.store(I64, first, rewards)
            if seats > 1:
                e.store(I64, e.op("sub", I64, str(WHOLE), first), e.offset(rewards, 8))
            e.br(done)
        e.call("rulewright_choose", "void", [*common, (PTR, _option(e, block, number))])
        over = e.icmp("slt", field_of(f, program.pending), "0")
        stop = e.op("or", "i1", over, e.op("xor", "i1", fine(e), "true"))
        with e.when(stop, False):
            e.store(I64, "1", ended)
            e.br(played)
        with e.when(e.icmp("ne", child, "0")):
            e.store(I64, child, at)
            e.br(descend)
        fresh = e.op("and", "i1", e.icmp("eq", read_int(e, edge, a.EDGE_VISITS), "0"), e.icmp("sgt", count, "1"))
        deep = e.icmp("sge", e.load(I64, length), str(a.LONGEST_PATH))
        leaf, grow = e.label("leaf"), e.label("grow")
        e.cond_br(e.op("or", "i1", fresh, deep), leaf, grow)
        e.start(grow)
        made = e.call("expand", I64, tree)
        with e.when(e.op("and", "i1", e.icmp("ne", made, "0"), fine(e)), True):
            put_int(e, made, edge, a.CHILD)
            e.store(I64, made, at)
            e.br(descend)
        e.br(leaf)
        e.start(leaf)
        play_on(build, e)
        e.br(played)
        e.start(played)
        with e.when(fine(e), True):
            e.call("reward", "void", [*common, (I64, head(e, a.SCALE)), (PTR, word_at(e, a.BASES)), (PTR, rewards)])
        broken = e.op("xor", "i1", fine(e), "true")
        with e.when(broken, False):
            loss(e, seats, rewards, last)
        e.call("habit_learn", "void", [(PTR, "%context"), (PTR, rewards)])
        with e.when(
            e.op("and", "i1", e.op("and", "i1", e.truth(e.load(I64, ended)), e.truth(head(e, a.PROOFS))), e.op("xor", "i1", broken, "true"))
        ):
            e.store(I64, e.load(I64, rewards), proof)
        e.br(done)
        e.start(done)
        note_spread(e, rewards, read_int(e, _block(e, head(e, a.ROOT)), a.DECIDER))
        total = e.load(I64, length)
        given = [(PTR, "%arena"), (PTR, path), (I64, total), (PTR, rewards), (I64, e.load(I64, proof))]
        e.call("backup", "void", given)
        e.store(I64, e.op("add", I64, head(e, a.ITERATIONS), "1"), word_at(e, a.ITERATIONS))
        e.store(I64, e.call("llvm.smax.i64", I64, [(I64, head(e, a.DEEPEST)), (I64, total)]), word_at(e, a.DEEPEST))
    e.ret()
    build.add(e)


def stream(build: Build, e: Emitter, word: str, stream: int) -> str:
    """The first state of a stream of random numbers, as `simulate` has it."""
    return e.call(mix(build), I64, [(I64, e.op("add", I64, word, constant(GAMMA * (2 * stream + 1))))])


def play_on(build: Build, e: Emitter) -> None:
    """A playout from here, with chance and players of its own."""
    rng = build.program.rng
    assert rng is not None
    word = next_bits(build, e)
    for i in range(rng.count):
        e.store(I64, stream(build, e, word, 2 + i), e.offset("%state", rng.offset + 8 * i))
    e.store(I64, stream(build, e, word, 1), e.offset("%context", 8 * AGENT))
    for number, value in ((ROUNDS, "0"), (DECISIONS, "0"), (OPTIONS, "0"), (WIDTHS, "0"), (LIMIT, head(e, a.DEPTH))):
        e.store(I64, value, e.offset("%context", 8 * number))
    e.call("playout", "void", [(PTR, "%state"), (PTR, "%context")])


def loss(e: Emitter, seats: int, rewards: str, last: str) -> None:
    """Rules that break are a loss for whoever chose last."""
    e.store(I64, e.op("add", I64, head(e, a.BROKEN), "1"), word_at(e, a.BROKEN))
    for seat in range(seats):
        blamed = e.icmp("eq", e.load(I64, last), str(seat))
        e.store(I64, e.select(blamed, I64, "0", str(HALF)), e.offset(rewards, 8 * seat))
