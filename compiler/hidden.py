"""Information-set search in native code: one tree for each seat, descended together (`agents.ismcts` tells how).

node  64 bytes   what a seat has seen (key), visits, how often it could have been chosen, sum, mean, 1 / sqrt(visits), first child, next
"""

from __future__ import annotations

from rulewright.compiler import arena as a
from rulewright.compiler.barring import sifted
from rulewright.compiler.build import Build
from rulewright.compiler.choices import MOST_OPTIONS
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.frame import ERROR, ROUNDS, SAID, SPAN, Frame
from rulewright.compiler.keeping import ensure
from rulewright.compiler.positions import mix
from rulewright.compiler.search import (
    DOUBLE,
    begin,
    begin_turns,
    drawn,
    fcmp,
    field_of,
    fine,
    head,
    loss,
    next_bits,
    note_spread,
    play_on,
    put_int,
    read_int,
    turn_over,
    word_at,
)
from rulewright.compiler.shapes import I32, I64, PTR
from rulewright.compiler.sighted import entry, write_sight
from rulewright.core.goals import WHOLE


def write_hidden(build: Build) -> None:
    write_sight(build)
    _find(build)
    _observe(build)
    _search(build)


def _node(e: Emitter, unit: str) -> str:
    return e.element("%arena", f"[{a.NODE} x i8]", unit)


def _find(build: Build) -> None:
    """`find(arena, node, key, make)`: the child of a node with a key; 0 if there is none. With `make` it is made, if there is room."""
    e = Emitter("find", I64, [(PTR, "%arena"), (I64, "%parent"), (I64, "%key"), ("i1", "%make")], "nounwind")
    node = _node(e, "%parent")
    at = e.temp(I64)
    e.store(I64, read_int(e, node, a.FIRST), at)
    e.start("again")
    unit = e.load(I64, at)
    e.cond_br(e.icmp("eq", unit, "0"), "missing", "look")
    e.start("look")
    child = _node(e, unit)
    with e.when(e.icmp("eq", e.load(I64, e.offset(child, a.KEY)), "%key")):
        e.ret(unit)
    e.store(I64, read_int(e, child, a.NEXT), at)
    e.br("again")
    e.start("missing")
    with e.when(e.op("xor", "i1", "%make", "true")):
        e.ret("0")
    low = head(e, a.LOW)
    after = e.op("add", I64, low, str(a.NODE))
    with e.when(e.icmp("sgt", after, head(e, a.HIGH)), False):
        e.store(I64, "1", word_at(e, a.FULL))
        e.ret("0")
    e.store(I64, after, word_at(e, a.LOW))
    e.store(I64, e.op("add", I64, head(e, a.BLOCKS), "1"), word_at(e, a.BLOCKS))
    fresh = e.offset("%arena", low)
    e.zero(fresh, a.NODE // 8)
    e.store(I64, "%key", e.offset(fresh, a.KEY))
    put_int(e, read_int(e, node, a.FIRST), fresh, a.NEXT)
    number = e.op("lshr", I64, low, "6")
    put_int(e, number, node, a.FIRST)
    e.ret(number)
    build.add(e)


def _observe(build: Build) -> None:
    """`observe(arena, nodes, alternative, option, masks, maker, secret)`: everybody else goes on in his tree by what he has seen."""
    seats = len(build.program.seats)
    params = [
        (PTR, "%arena"),
        (PTR, "%nodes"),
        (I64, "%alternative"),
        (PTR, "%option"),
        (PTR, "%masks"),
        (I64, "%maker"),
        ("i1", "%secret"),
    ]
    e = Emitter("observe", "void", params, "nounwind")
    with e.when(e.truth(entry(e, "@alt_quiet", "%alternative"))):
        e.ret()
    with e.counting(str(seats)) as seat:
        with e.when(e.icmp("ne", seat, "%maker")):
            mask = e.load(I64, e.element("%masks", I64, seat))
            open_ = e.call("option_key", I64, [(I64, "%alternative"), (PTR, "%option"), (I64, mask)])
            key = e.select("%secret", I64, str(a.HAS_CHOSEN), open_)
            at = e.element("%nodes", I64, seat)
            child = e.call("find", I64, [(PTR, "%arena"), (I64, e.load(I64, at)), (I64, key), ("i1", "true")])
            with e.when(e.icmp("ne", child, "0"), True):
                e.store(I64, child, at)
    e.ret()
    build.add(e)


def _masks(e: Emitter, seats: int, alternative: str, option: str, masks: str, both: bool) -> None:
    """What each seat does not see of an option's pieces, before it is carried out or (then) neither before nor after."""
    with e.counting(str(seats)) as seat:
        found = e.call("blind", I64, [(PTR, "%state"), (I64, alternative), (PTR, option), (I64, seat)])
        at = e.element(masks, I64, seat)
        e.store(I64, e.op("and", I64, e.load(I64, at), found) if both else found, at)


def _search(build: Build) -> None:
    """`rulewright_search_hidden(arena, worlds, count, state, context, listing, table, iterations)`: so many iterations more."""
    program = build.program
    assert program.rng is not None and program.pending is not None
    params = [(PTR, "%arena"), (PTR, "%worlds"), (I64, "%count"), (PTR, "%state"), (PTR, "%context"), (PTR, "%listing"), (PTR, "%table")]
    e = Emitter("rulewright_search_hidden", "void", [*params, (I64, "%iterations")], "nounwind")
    f = Frame(e, [])
    seats = len(program.seats)
    path = e.temp("[2 x i64]", a.LONGEST_PATH)
    rewards, nodes, masks, kids = e.temp(I64, seats), e.temp(I64, seats), e.temp(I64, seats), e.temp(I32, MOST_OPTIONS)
    length, last, grown, best, most, untried = (e.temp(I64) for _ in range(6))
    most = e.temp(DOUBLE)
    common = [(PTR, "%state"), (PTR, "%context")]
    begin(build, e, "%worlds")
    with e.counting("%iterations"):
        world = e.element("%worlds", f"[{program.size} x i8]", drawn(e, "%count"))
        ensure(build, e, world)
        e.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 %state, ptr align 8 {world}, i64 {program.size}, i1 false)")
        for word in (ERROR, SPAN, ROUNDS, SAID):
            e.store(I64, "0", e.offset("%context", 8 * word))
        begin_turns(e)
        next_bits(build, e)  # a word that is never used: chance is drawn by the trees and by playouts
        for seat in range(seats):
            e.store(I64, str(a.HEADER // a.NODE + seat), e.offset(nodes, 8 * seat))
        for place, value in ((length, "0"), (last, "-1"), (grown, "0")):
            e.store(I64, value, place)
        descend, leaf, played = e.label("descend"), e.label("leaf"), e.label("played")
        e.start(descend)
        over = e.icmp("slt", field_of(f, program.pending), "0")
        with e.when(e.op("or", "i1", over, e.op("xor", "i1", fine(e), "true")), False):
            e.br(played)
        with e.when(e.truth(e.load(I64, grown))):
            e.br(leaf)
        choice = field_of(f, program.pending)
        who = e.call("rulewright_decider", I64, common)
        total = e.call("rulewright_options", I64, [*common, (I64, "-1"), (PTR, "%listing"), (I64, "1")])
        wide = e.load(I64, e.element("@widths", I64, choice))
        count = sifted(e, who, choice, e.call("llvm.smin.i64", I64, [(I64, total), (I64, str(MOST_OPTIONS))]), wide)
        base = entry(e, "@alt_bases", choice)

        def option(number: str) -> tuple[str, str]:
            """An option, and the number of its alternative among all."""
            pointer = e.element("%listing", I64, e.op("mul", I64, number, wide))
            return pointer, e.op("add", I64, base, e.load(I64, pointer))

        def carry_out(pointer: str, alternative: str, secret: str) -> None:
            _masks(e, seats, alternative, pointer, masks, both=False)
            e.call("rulewright_choose", "void", [*common, (PTR, pointer)])
            with e.when(e.op("xor", "i1", fine(e), "true"), False):
                e.br(played)
            _masks(e, seats, alternative, pointer, masks, both=True)
            given = [(PTR, "%arena"), (PTR, nodes), (I64, alternative), (PTR, pointer), (PTR, masks), (I64, who), ("i1", secret)]
            e.call("observe", "void", given)
            e.br(descend)

        decides, chance = e.label("decides"), e.label("chance")
        e.cond_br(e.icmp("slt", who, "0"), chance, decides)
        e.start(chance)
        pointer, alternative = option(drawn(e, count))
        with e.when(e.icmp("sgt", count, str(a.MOST_OUTCOMES))):
            e.call("rulewright_choose", "void", [*common, (PTR, pointer)])
            e.br(descend)
        carry_out(pointer, alternative, "false")
        e.start(decides)
        long = e.load(I64, length)
        with e.when(e.icmp("sge", long, str(a.LONGEST_PATH)), False):
            e.br(leaf)
        with e.when(turn_over(e, who), False):
            e.br(played)
        own = e.element(nodes, I64, who)
        node = e.load(I64, own)
        e.store(I64, "0", untried)
        with e.counting(count) as i:
            pointer, alternative = option(i)
            mask = e.call("blind", I64, [(PTR, "%state"), (I64, alternative), (PTR, pointer), (I64, who)])
            key = e.call("option_key", I64, [(I64, alternative), (PTR, pointer), (I64, mask)])
            child = e.call("find", I64, [(PTR, "%arena"), (I64, node), (I64, key), ("i1", "false")])
            e.store(I32, e.cast("trunc", child, I64, I32), e.element(kids, I32, i), 4)
            with e.when(e.icmp("eq", child, "0")):
                e.store(I64, e.op("add", I64, e.load(I64, untried), "1"), untried)
            with e.when(e.icmp("ne", child, "0")):
                there = _node(e, child)
                put_int(e, e.op("add", I64, read_int(e, there, a.AVAILABLE), "1"), there, a.AVAILABLE)
        fresh, known, take = e.label("fresh"), e.label("known"), e.label("take")
        e.cond_br(e.icmp("sgt", e.load(I64, untried), "0"), fresh, known)
        e.start(fresh)
        e.store(I64, drawn(e, e.load(I64, untried)), untried)  # the so-manieth that was never tried
        with e.counting(count) as i:
            with e.when(e.icmp("eq", e.load(I32, e.element(kids, I32, i), 4), "0", I32)):
                left = e.load(I64, untried)
                e.store(I64, e.op("sub", I64, left, "1"), untried)
                with e.when(e.icmp("eq", left, "0")):
                    e.store(I64, i, best)
        e.store(I64, e.flag(e.icmp("sgt", count, "1")), grown)
        e.br(take)
        e.start(known)
        e.store(I64, "0", best)
        e.store(DOUBLE, "-1.0", most)
        with e.counting(count) as i:
            there = _node(e, e.cast("zext", e.load(I32, e.element(kids, I32, i), 4), I32, I64))
            times = e.cast("uitofp", read_int(e, there, a.AVAILABLE), I64, DOUBLE)
            place = e.op("sub", I64, e.op("lshr", I64, e.cast("bitcast", times, DOUBLE, I64), "46"), str(a.FIRST_EXPONENT))
            factor = e.op("fmul", DOUBLE, e.load(DOUBLE, e.element("%table", DOUBLE, place)), e.load(DOUBLE, word_at(e, a.FACTOR)))
            bonus = e.op("fmul", DOUBLE, factor, e.load(DOUBLE, e.offset(there, a.NODE_INVERSE)))
            value = e.op("fadd", DOUBLE, e.load(DOUBLE, e.offset(there, a.NODE_MEAN)), bonus)
            with e.when(fcmp(e, "ogt", value, e.load(DOUBLE, most))):
                e.store(DOUBLE, value, most)
                e.store(I64, i, best)
        e.br(take)
        e.start(take)
        chosen = e.load(I64, best)
        pointer, alternative = option(chosen)
        mask = e.call("blind", I64, [(PTR, "%state"), (I64, alternative), (PTR, pointer), (I64, who)])
        key = e.call("option_key", I64, [(I64, alternative), (PTR, pointer), (I64, mask)])
        child = e.call("find", I64, [(PTR, "%arena"), (I64, node), (I64, key), ("i1", "true")])
        with e.when(e.icmp("eq", child, "0"), False):  # no room
            e.br(leaf)
        with e.when(e.icmp("eq", read_int(e, _node(e, child), a.AVAILABLE), "0")):
            put_int(e, "1", _node(e, child), a.AVAILABLE)
        step = e.element(path, "[2 x i64]", long)
        e.store(I64, child, step)
        e.store(I64, who, e.offset(step, 8))
        e.store(I64, e.op("add", I64, long, "1"), length)
        e.store(I64, who, last)
        e.store(I64, child, own)
        carry_out(pointer, alternative, e.truth(entry(e, "@secret_choices", choice)))
        e.start(leaf)
        play_on(build, e)
        e.br(played)
        e.start(played)
        with e.when(fine(e), True):
            e.call("reward", "void", [*common, (I64, head(e, a.SCALE)), (PTR, word_at(e, a.BASES)), (PTR, rewards)])
        with e.when(e.op("xor", "i1", fine(e), "true"), False):
            loss(e, seats, rewards, last)
        e.call("habit_learn", "void", [(PTR, "%context"), (PTR, rewards)])
        steps = e.load(I64, length)
        with e.when(e.icmp("sgt", steps, "0"), True):
            note_spread(e, rewards, e.load(I64, e.offset(path, 8)))
        with e.counting(steps) as n:
            step = e.element(path, "[2 x i64]", n)
            there = _node(e, e.load(I64, step))
            visits = e.op("add", I64, read_int(e, there, a.NODE_VISITS), "1")
            put_int(e, visits, there, a.NODE_VISITS)
            gained = e.load(I64, e.element(rewards, I64, e.load(I64, e.offset(step, 8))))
            total = e.op("add", I64, e.load(I64, e.offset(there, a.NODE_SUM)), gained)
            e.store(I64, total, e.offset(there, a.NODE_SUM))
            number = e.cast("sitofp", visits, I64, DOUBLE)
            mean = e.op("fdiv", DOUBLE, e.cast("sitofp", total, I64, DOUBLE), e.op("fmul", DOUBLE, number, f"{WHOLE}.0"))
            e.store(DOUBLE, mean, e.offset(there, a.NODE_MEAN))
            root = e.call("llvm.sqrt.f64", DOUBLE, [(DOUBLE, number)])
            e.store(DOUBLE, e.op("fdiv", DOUBLE, "1.0", root), e.offset(there, a.NODE_INVERSE))
        e.store(I64, e.op("add", I64, head(e, a.ITERATIONS), "1"), word_at(e, a.ITERATIONS))
        e.store(I64, e.call("llvm.smax.i64", I64, [(I64, head(e, a.DEEPEST)), (I64, steps)]), word_at(e, a.DEEPEST))
    e.ret()
    build.add(e)
    mix(build)
