"""Planning a turn in native code: lines of one's own decisions, the best of which is changed here and there (`agents.plan` tells how).

line, trial      STEPS steps each, as many words for each as the widest option has
first options    for each option of the first decision that was tried: how often, the best reward, its words
"""

from __future__ import annotations

from rulewright.compiler import arena as a
from rulewright.compiler.barring import sifted
from rulewright.compiler.build import Build
from rulewright.compiler.choices import MOST_OPTIONS, width
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.frame import ERROR, ROUNDS, SAID, SPAN, Frame
from rulewright.compiler.keeping import ensure
from rulewright.compiler.search import begin, drawn, field_of, fine, head, word_at
from rulewright.compiler.shapes import I64, PTR
from rulewright.core.program import Program

STEPS = 64  # decisions of a line at most


def words(program: Program) -> int:
    """The words of a step: those of the widest option."""
    return max((width(c) for c in program.choices), default=1)


def write_planning(build: Build) -> None:
    """`rulewright_plan(arena, worlds, count, state, context, listing, seat, iterations)`: so many lines more."""
    program = build.program
    size, seats = words(program), len(program.seats)
    line_at, trial_at = a.HEADER, a.HEADER + 8 * size * STEPS
    first_at = trial_at + 8 * size * STEPS
    params = [(PTR, "%arena"), (PTR, "%worlds"), (I64, "%count"), (PTR, "%state"), (PTR, "%context"), (PTR, "%listing")]
    e = Emitter("rulewright_plan", "void", [*params, (I64, "%seat"), (I64, "%iterations")], "nounwind")
    f = Frame(e, [])
    rewards = e.temp(I64, seats)
    length, prefix, follow, chosen, first = (e.temp(I64) for _ in range(5))
    common = [(PTR, "%state"), (PTR, "%context")]
    line, trial, firsts = e.offset("%arena", line_at), e.offset("%arena", trial_at), e.offset("%arena", first_at)

    def at(base: str, number: str, wide: int = size) -> str:
        return e.element(base, f"[{wide} x i64]", number)

    def equal(one: str, two: str, wide: str) -> str:
        """Whether so many words are the same."""
        same = e.temp(I64)
        e.store(I64, "1", same)
        with e.counting(wide) as w:
            differ = e.icmp("ne", e.load(I64, e.element(one, I64, w)), e.load(I64, e.element(two, I64, w)))
            with e.when(differ):
                e.store(I64, "0", same)
                e.br(e.breaks[-1])
        return e.truth(e.load(I64, same))

    begin(build, e, "%worlds")
    with e.counting("%iterations"):
        world = e.element("%worlds", f"[{program.size} x i8]", drawn(e, "%count"))
        ensure(build, e, world)
        e.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 %state, ptr align 8 {world}, i64 {program.size}, i1 false)")
        for word in (ERROR, SPAN, ROUNDS, SAID):
            e.store(I64, "0", e.offset("%context", 8 * word))
        for place, value in ((length, "0"), (prefix, "0"), (follow, "0"), (first, "-1")):
            e.store(I64, value, place)
        known = head(e, a.PLANNED)
        with e.when(e.icmp("sgt", known, "0")):

            def whole() -> None:
                e.store(I64, known, prefix)
                e.store(I64, "0", word_at(e, a.HANDED))

            def changed() -> None:
                how = drawn(e, "4")
                with e.when(e.icmp("sgt", how, "0")):
                    e.store(I64, drawn(e, known), prefix)
                e.store(I64, e.flag(e.icmp("eq", how, "3")), follow)

            e.either(e.truth(head(e, a.HANDED)), whole, changed)
        go, judged, done = e.label("go"), e.label("judged"), e.label("done")
        e.start(go)
        made = e.load(I64, length)
        stop = e.op("or", "i1", e.icmp("slt", field_of(f, program.pending), "0"), e.icmp("sge", made, str(STEPS)))
        with e.when(e.op("or", "i1", stop, e.op("xor", "i1", fine(e), "true")), False):
            e.br(judged)
        who = e.call("rulewright_decider", I64, common)
        with e.when(e.icmp("ne", who, "%seat")):
            e.br(judged)
        choice = field_of(f, program.pending)
        total = e.call("rulewright_options", I64, [*common, (I64, "-1"), (PTR, "%listing"), (I64, "1")])
        wide = e.load(I64, e.element("@widths", I64, choice))
        count = sifted(e, who, choice, e.call("llvm.smin.i64", I64, [(I64, total), (I64, str(MOST_OPTIONS))]), wide)
        with e.when(e.icmp("slt", count, "1"), False):
            e.br(judged)
        base = e.load(I64, e.element("@bar_bases", I64, choice))

        def said(option: str) -> str:
            """How many words an option has: its alternative, and what that is about."""
            alternative = e.op("add", I64, base, e.load(I64, option))
            return e.op("add", I64, e.load(I64, e.element("@bar_arguments", I64, alternative)), "1")

        e.store(I64, "-1", chosen)
        early = e.icmp("slt", made, e.load(I64, prefix))
        late = e.op("and", "i1", e.truth(e.load(I64, follow)), e.icmp("ne", made, e.load(I64, prefix)))
        bound = e.op("and", "i1", e.op("or", "i1", early, late), e.icmp("slt", made, head(e, a.PLANNED)))
        with e.when(bound):
            wanted = at(line, made)
            with e.counting(count) as i:
                listed = e.element("%listing", I64, e.op("mul", I64, i, wide))
                with e.when(equal(wanted, listed, said(listed))):
                    e.store(I64, i, chosen)
                    e.br(e.breaks[-1])
            with e.when(e.icmp("slt", e.load(I64, chosen), "0")):  # it cannot be done here: from now on all is drawn
                e.store(I64, "0", prefix)
                e.store(I64, "0", follow)
        with e.when(e.icmp("slt", e.load(I64, chosen), "0")):
            e.store(I64, drawn(e, count), chosen)
        option = e.element("%listing", I64, e.op("mul", I64, e.load(I64, chosen), wide))
        step = at(trial, made)
        e.zero(step, size)
        with e.counting(said(option)) as w:
            e.store(I64, e.load(I64, e.element(option, I64, w)), e.element(step, I64, w))
        e.store(I64, e.op("add", I64, made, "1"), length)
        e.call("rulewright_choose", "void", [*common, (PTR, step)])
        e.br(go)
        e.start(judged)
        with e.when(fine(e), True):
            e.call("reward", "void", [*common, (I64, head(e, a.SCALE)), (PTR, word_at(e, a.BASES)), (PTR, rewards)])
        reward = e.choose(fine(e), I64, lambda: e.load(I64, e.element(rewards, I64, "%seat")), lambda: "0")
        with e.when(e.op("xor", "i1", fine(e), "true"), False):
            e.store(I64, e.op("add", I64, head(e, a.BROKEN), "1"), word_at(e, a.BROKEN))
        made = e.load(I64, length)
        e.store(I64, e.op("add", I64, head(e, a.ITERATIONS), "1"), word_at(e, a.ITERATIONS))
        e.store(I64, e.call("llvm.smax.i64", I64, [(I64, head(e, a.DEEPEST)), (I64, made)]), word_at(e, a.DEEPEST))
        with e.when(e.icmp("eq", made, "0"), False):
            e.br(done)
        entry = size + 2
        with e.counting(head(e, a.FIRSTS)) as i:
            with e.when(equal(trial, e.offset(at(firsts, i, entry), 16), str(size))):
                e.store(I64, i, first)
                e.br(e.breaks[-1])
        with e.when(e.icmp("slt", e.load(I64, first), "0")):
            fresh = head(e, a.FIRSTS)
            e.store(I64, fresh, first)
            with e.when(e.icmp("sge", fresh, str(MOST_OPTIONS)), False):
                e.br(done)
            e.store(I64, e.op("add", I64, fresh, "1"), word_at(e, a.FIRSTS))
            new = at(firsts, fresh, entry)
            e.store(I64, "0", new)
            e.store(I64, "0", e.offset(new, 8))
            e.copy(e.offset(new, 16), trial, size)
        mine = at(firsts, e.load(I64, first), entry)
        e.store(I64, e.op("add", I64, e.load(I64, mine), "1"), mine)
        most = e.offset(mine, 8)
        e.store(I64, e.call("llvm.smax.i64", I64, [(I64, e.load(I64, most)), (I64, reward)]), most)
        better = e.op("or", "i1", e.icmp("slt", head(e, a.WORTH), "0"), e.icmp("sgt", reward, head(e, a.WORTH)))
        with e.when(better):
            e.store(I64, reward, word_at(e, a.WORTH))
            e.store(I64, made, word_at(e, a.PLANNED))
            e.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {line}, ptr align 8 {trial}, i64 {8 * size * STEPS}, i1 false)")
        e.br(done)
        e.start(done)
    e.ret()
    build.add(e)
