"""Playouts: what can stop, in native code, as ordinary functions in which every decision is drawn at random where it stands.

Nothing is ever saved, so locals live in registers; loops over the players are written out for each of them, so that what is
known of a player is known to the optimiser.
"""

from __future__ import annotations

from rulewright.compiler.build import Build
from rulewright.compiler.choices import free_locals, sample_name, takes_name, tried, width, write_sample
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import expr
from rulewright.compiler.frame import AGENT, CUT, DECISIONS, ERROR, FAILED, LIMIT, OPTIONS, WIDEST, WIDTHS, Frame
from rulewright.compiler.shapes import I64, PTR, in_memory, shape, size_in_words
from rulewright.core import ir
from rulewright.core.flow import Stop
from rulewright.core.program import Choice, Proc
from rulewright.core.walk import bodies, statements

UNROLLED = 4


def playout_name(proc: Proc) -> str:
    return f"play_{proc.number}"


def write_playout(build: Build, proc: Proc) -> None:
    from rulewright.compiler.statements import block

    params = [(f"{PTR} noalias", "%state"), (f"{PTR} noalias", "%context"), *((build.param(proc, p), f"%a{p.index}") for p in proc.params)]
    e = Emitter(playout_name(proc), "void", params, f"nounwind {build.inlining}")
    changed = {s.local.index for s in statements(proc.body) if isinstance(s, ir.Assign | ir.AssignAt | ir.For)}
    changed |= {a.index for s in statements(proc.body) if isinstance(s, ir.Ask) for alt in s.choice.alts for a in alt.args}
    f = Frame(e, proc.locals, leave="leave", playout=True)
    for index, type in enumerate(proc.locals):
        if index in changed:
            if in_memory(type):
                e.zero(f.place(index), size_in_words(type))
            else:
                e.store(shape(type), "0", f.place(index))
    for p in proc.params:
        f.write(p.index, f"%a{p.index}")
    block(build, f, proc.body)
    e.start("leave")
    e.ret()
    build.add(e)


def unrolls(stmt: ir.For) -> list[int] | None:
    """The elements of a loop that is short and constant and contains decisions."""
    if not isinstance(stmt.over, ir.SetConst) or stmt.over.bits.bit_count() > UNROLLED or not _stops(stmt):
        return None
    type = stmt.over.type
    return [type.base + i for i in range(type.size) if stmt.over.bits >> i & 1]


def _stops(stmt: ir.Stmt) -> bool:
    if isinstance(stmt, ir.Ask) or (isinstance(stmt, ir.Do) and stmt.proc.can_stop):
        return True
    return any(_stops(s) for b in bodies(stmt) for s in b)


def draw(build: Build, f: Frame, choice: Choice, otherwise: tuple[ir.Stmt, ...]) -> None:
    """A decision taken at random: count, draw, take."""
    from rulewright.compiler.statements import block

    e = f.e
    program = build.program
    assert program.over is not None and program.rng is not None
    option = e.temp(I64, width(choice) + 1)
    if choice.decider is None:
        assert choice.stream is not None
        generator = e.element(e.offset(f.state, program.rng.offset), I64, expr(build, f, choice.stream))
    else:
        generator = e.element(e.offset(f.context, 8 * AGENT), I64, expr(build, f, choice.decider))
    rest = [(shape(f.locals[i]), f.read(i)) for i in free_locals(choice)]
    given = [(PTR, f.state), (PTR, f.context), (PTR, generator), (PTR, option), *rest]
    already = tried(choice) if not build.counting else {}
    count = _drawn(build, f, choice, given, option) if already else e.call(sample_name(choice), I64, given)
    some, none, end = e.label("some"), e.label("none"), e.label("end")
    wrong = e.icmp("ne", e.load(I64, e.offset(f.context, 8 * ERROR)), "0")
    fine, failed = e.label("fine"), e.label("failed")
    e.cond_br(wrong, failed, fine, False)
    e.start(failed)
    # A match in which something went wrong is over, too; the reason is in the context.
    e.store("i8", str(FAILED), e.offset(f.state, program.over.offset), 1)
    e.br(f.leave)
    e.start(fine)
    e.cond_br(e.icmp("sgt", count, "0"), some, none, True)
    e.start(none)
    block(build, f, otherwise)
    if not e.done:
        e.br(end)
    e.start(some)
    if choice.decider is not None:
        _book(build, f, count)
    which = e.load(I64, option)
    ways = [e.label("way") for _ in choice.alts]
    if len(ways) > 1:
        cases = " ".join(f"i64 {i}, label %{w}" for i, w in enumerate(ways[1:], 1))
        e.line(f"switch i64 {which}, label %{ways[0]} [ {cases} ]")
    else:
        e.line(f"br label %{ways[0]}")
    e.done = True
    for number, (way, alt) in enumerate(zip(ways, choice.alts, strict=True)):
        e.start(way)
        for i, local in enumerate(alt.args):
            f.write(local.index, e.load(I64, e.offset(option, 8 * (i + 1))))
        if number in already:
            done = e.truth(e.load(I64, e.offset(option, 8 * width(choice))))
            with e.when(e.op("xor", "i1", done, "true"), False):
                block(build, f, alt.body[:1])
            block(build, f, alt.body[1:])
        else:
            block(build, f, alt.body)
        if not e.done:
            e.br(end)
    e.start(end)


def _drawn(build: Build, f: Frame, choice: Choice, given: list[tuple[str, str]], option: str) -> str:
    """Draw an option, and do what its trial does on the way; not if options are counted, nor at the last decision that is allowed."""
    e = f.e
    owner = next(c.proc for c in build.program.code.values() for i in c.instrs if isinstance(i, Stop) and i.choice is choice)
    build.helper(takes_name(choice), lambda: write_sample(build, choice, owner, takes=True))
    last = e.icmp("sge", e.load(I64, e.offset(f.context, 8 * DECISIONS)), e.load(I64, e.offset(f.context, 8 * LIMIT)))
    counted = e.truth(e.load(I64, e.offset(f.context, 8 * WIDTHS)))
    result = e.temp(I64)

    def plainly() -> None:
        e.store(I64, "0", e.offset(option, 8 * width(choice)))
        e.store(I64, e.call(sample_name(choice), I64, given), result)

    e.either(e.op("or", "i1", last, counted), plainly, lambda: e.store(I64, e.call(takes_name(choice), I64, given), result))
    return e.load(I64, result)


def _book(build: Build, f: Frame, count: str) -> None:
    """Keep count of decisions and of how much there was to choose from; too many decisions end the match."""
    e = f.e
    assert build.program.over is not None
    at = e.offset(f.context, 8 * DECISIONS)
    number = e.op("add", I64, e.load(I64, at), "1")
    e.store(I64, number, at)
    at = e.offset(f.context, 8 * OPTIONS)
    e.store(I64, e.op("add", I64, e.load(I64, at), count), at)
    at = e.offset(f.context, 8 * WIDEST)
    e.store(I64, e.call("llvm.smax.i64", I64, [(I64, e.load(I64, at)), (I64, count)]), at)
    long = e.icmp("sgt", number, e.load(I64, e.offset(f.context, 8 * LIMIT)))
    cut, on = e.label("cut"), e.label("on")
    e.cond_br(long, cut, on, False)
    e.start(cut)
    e.store("i8", str(CUT), e.offset(f.state, build.program.over.offset), 1)
    e.br(f.leave)
    e.start(on)
