"""Statements in native code, for everything between two stops."""

from __future__ import annotations

from typing import assert_never

from rulewright.compiler import keeping, sets
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import checked_index, copy_state, done, expr, field_pointer, store_at, truth
from rulewright.compiler.folds import each, item, place_of
from rulewright.compiler.frame import DECISIONS, DEPTH, ERROR, FIRED, LONGEST_LOOP, TRYING, Frame
from rulewright.compiler.pieces import effect
from rulewright.compiler.playout import draw, playout_name, unrolls
from rulewright.compiler.shapes import I64, PTR, in_memory, shape, size_in_words
from rulewright.compiler.spans import here
from rulewright.compiler.storing import put_element, set_bit
from rulewright.core import ir
from rulewright.core.flow import DEEPEST_CALLS
from rulewright.core.program import Proc
from rulewright.core.trials import then_done
from rulewright.core.types import Row, Seq, Set, words
from rulewright.core.walk import statements

ENDINGS = {"win": 1, "lose": 2, "draw": 3, "won": 4, "ending": 5}


def assigned(body: tuple[ir.Stmt, ...]) -> frozenset[int]:
    """Locals that statements assign."""
    return frozenset(s.local.index for s in statements(body) if isinstance(s, ir.Assign | ir.AssignAt))


def write_proc(build: Build, proc: Proc, name: str) -> None:
    """A procedure that cannot stop: state, context, then its parameters."""
    params = [(f"{PTR} noalias", "%state"), (f"{PTR} noalias", "%context")]
    params += [(build.param(proc, p), f"%a{p.index}") for p in proc.params]
    e = Emitter(name, "void", params, f"nounwind {build.inlining}")
    changed = assigned(proc.body)
    f = Frame(e, proc.locals, leave="leave")
    for p in proc.params:
        if in_memory(p.type) and p.index not in changed:
            f.alias[p.index] = f"%a{p.index}"
        else:
            f.write(p.index, f"%a{p.index}")
    outer = _go_deeper(f, proc) if proc.recursive else ""
    block(build, f, proc.body)
    e.start("leave")
    if outer:
        e.store(I64, outer, e.offset(f.context, 8 * DEPTH))
    e.ret()
    build.add(e)


def _go_deeper(f: Frame, proc: Proc) -> str:
    """The beginning of a procedure that may come to call itself: not without end, and not after a failure."""
    e = f.e
    at = e.offset(f.context, 8 * DEPTH)
    depth = e.load(I64, at)
    f.fail_if(e.icmp("sge", depth, str(DEEPEST_CALLS)), "stack", proc.span)
    back, on = e.label("back"), e.label("on")
    e.cond_br(e.icmp("ne", e.load(I64, e.offset(f.context, 8 * ERROR)), "0"), back, on, False)
    e.start(back)
    e.ret()
    e.start(on)
    e.store(I64, e.op("add", I64, depth, "1"), at)
    return depth


def block(build: Build, f: Frame, body: tuple[ir.Stmt, ...]) -> None:
    for stmt in body:
        statement(build, f, stmt)
        if f.e.done:
            return


def leave_if_over(build: Build, f: Frame) -> None:
    """What ends the match leaves every procedure."""
    e = f.e
    assert build.program.over is not None
    over = e.load("i8", e.offset(f.state, build.program.over.offset), 1)
    on = e.label("on")
    e.cond_br(e.icmp("ne", over, "0", "i8"), f.leave, on, False)
    e.start(on)


def statement(build: Build, f: Frame, stmt: ir.Stmt) -> None:
    e = f.e
    here(build, f, getattr(stmt, "span", -1), deed=True)
    match stmt:
        case ir.Assign(local, value):
            f.write(local.index, expr(build, f, value))
        case ir.AssignAt(local, index, value):
            row = f.place(local.index)
            at, new = expr(build, f, index), expr(build, f, value)
            assert isinstance(local.type, Row)
            to, form = place_of(f, row, at, local.type.elem), shape(local.type.elem)
            if form == PTR:
                e.copy(to, new, words(local.type.elem))
            else:
                e.store(form, new, to, 8)
        case ir.Store():
            _store(build, f, stmt)
        case ir.StoreBit(field, index, member, value):
            at = checked_index(build, f, index, field.count, -1)
            who = expr(build, f, member)
            assert isinstance(field.type, Set)
            inside = e.icmp("ult", sets.relative(e, who, field.type), str(field.type.size))
            f.fail_if(e.op("xor", "i1", inside, "true"), "missing", -1)
            new = truth(build, f, value)
            with e.when(inside, True):
                kinds = keeping.owners_of(build, field)
                for kind, _ in kinds:
                    keeping.key_without(build, f, kind, who)
                set_bit(build, f, field, at, who, new)
                for kind, _ in kinds:
                    keeping.key_with(build, f, kind, who)
        case ir.Effect():
            effect(build, f, stmt)
        case ir.If(test, then, other):
            if isinstance(test, ir.Const):
                block(build, f, then if test.value else other)
                return
            trial = then_done(stmt) if not build.counting else None
            if trial is not None:
                _done_if(build, f, trial, then[1:], other)
                return
            e.either(truth(build, f, test), lambda: block(build, f, then), lambda: block(build, f, other))
        case ir.While(test, body, span):
            _while(build, f, test, body, span)
        case ir.For(local, over, body):
            elements = unrolls(stmt) if f.playout else None
            if elements is None:
                _for(build, f, local, over, body)
                return
            for element in elements:
                f.write(local.index, str(element))
                block(build, f, body)
                if e.done:
                    return
        case ir.Do(proc, args, _):
            given = [(PTR, f.state), (PTR, f.context)]
            given += [(shape(p.type), expr(build, f, a)) for p, a in zip(proc.params, args, strict=True)]
            stops = f.playout and proc.can_stop
            e.call(playout_name(proc) if stops else build.proc(proc), "void", given)
            if stops or build.ends(proc):
                leave_if_over(build, f)
        case ir.Return():
            e.br(f.leave)
        case ir.End():
            _end(build, f, stmt)
        case ir.Fired(rule):
            if not build.counting:
                return
            at = e.offset(f.context, 8 * (FIRED + rule))
            real = e.flag(e.icmp("eq", e.load(I64, e.offset(f.context, 8 * TRYING)), "0"))
            e.store(I64, e.op("add", I64, e.load(I64, at), real), at)
        case ir.Ask(choice, otherwise):
            if not f.playout:
                raise TypeError("a decision stands where nothing may stop")
            here(build, f, choice.span)
            draw(build, f, choice, otherwise)
        case _:
            assert_never(stmt)


def _done_if(build: Build, f: Frame, trial: ir.Would, then: tuple[ir.Stmt, ...], other: tuple[ir.Stmt, ...]) -> None:
    """`if (… after deed): deed`: done at once, and taken back if the answer is no."""
    before, fine = done(build, f, trial)

    def take_back() -> None:
        copy_state(build, f, f.state, before)
        block(build, f, other)

    f.e.either(fine, lambda: block(build, f, then), take_back)


def _store(build: Build, f: Frame, stmt: ir.Store) -> None:
    e = f.e
    field = stmt.field
    value = expr(build, f, stmt.value)
    if not isinstance(field.type, Set):
        low, high = build.ranges.of(stmt.value)
        if low < field.low or high > field.high:
            if stmt.clamp:
                value = e.call("llvm.smax.i64", I64, [(I64, value), (I64, str(field.low))])
                value = e.call("llvm.smin.i64", I64, [(I64, value), (I64, str(field.high))])
            else:
                outside = e.op("or", "i1", e.icmp("slt", value, str(field.low)), e.icmp("sgt", value, str(field.high)))
                f.fail_if(outside, "range", stmt.span)
                value = e.select(outside, I64, str(field.low), value)
    kinds = keeping.owners_of(build, field)
    if not kinds and not keeping.depending(build, field):
        store_at(f, field, field_pointer(build, f, field, stmt.index, stmt.span), value)
        return
    at = checked_index(build, f, stmt.index, field.count, stmt.span)
    pieces = [(kind, e.op("add", I64, e.op("sdiv", I64, at, str(per)), str(kind.base))) for kind, per in kinds]
    for kind, piece in pieces:
        keeping.key_without(build, f, kind, piece)
    if isinstance(field.type, Set):
        pointer = e.offset(f.state, field.offset)
        store_at(f, field, e.offset(pointer, e.op("mul", I64, at, str(field.width))), value)
        keeping.whole_written(build, f, field, at)
    else:
        put_element(build, f, field, at, value)
    for kind, piece in pieces:
        keeping.key_with(build, f, kind, piece)


def _while(build: Build, f: Frame, test: ir.Expr, body: tuple[ir.Stmt, ...], span: int) -> None:
    e = f.e
    rounds, seen = e.temp(I64), e.temp(I64)
    e.store(I64, "0", rounds)
    e.store(I64, "0", seen)
    head, inner, end = e.label("while"), e.label("body"), e.label("end")
    e.start(head)
    e.cond_br(truth(build, f, test), inner, end)
    e.start(inner)
    block(build, f, body)
    if not e.done:
        stopping = any(isinstance(s, ir.Ask) or (isinstance(s, ir.Do) and s.proc.can_stop) for s in statements(body))
        if stopping:  # of a whole match at once: only rounds without a decision count
            decisions = e.load(I64, e.offset(f.context, 8 * DECISIONS))
            quiet = e.icmp("eq", decisions, e.load(I64, seen))
            e.store(I64, decisions, seen)
            e.store(I64, e.select(quiet, I64, e.load(I64, rounds), "0"), rounds)
        count = e.op("add", I64, e.load(I64, rounds), "1")
        e.store(I64, count, rounds)
        away = e.icmp("sgt", count, str(LONGEST_LOOP))
        main = build.program.main
        f.fail_if(away, "stuck" if stopping and main is not None and span == main.span else "runaway", span)
        if build.loops(body):  # after a failure inside, another round has no purpose, and might take for ever
            away = e.op("or", "i1", away, e.icmp("ne", e.load(I64, e.offset(f.context, 8 * ERROR)), "0"))
        e.cond_br(away, f.leave or end, head, False)
    e.start(end)


def _for(build: Build, f: Frame, local: ir.Local, over: ir.Expr, body: tuple[ir.Stmt, ...]) -> None:
    """The set or list is fixed before the first round."""
    e = f.e
    if isinstance(over.type, Set):
        if in_memory(over.type):
            fixed = e.temp(I64, over.type.words)
            e.copy(fixed, expr(build, f, over), over.type.words)
            with sets.each(e, fixed, over.type) as x:
                f.write(local.index, x)
                _round(build, f, body)
            return
        with each(build, f, local, over):
            _round(build, f, body)
        return
    assert isinstance(over.type, Seq)
    source = expr(build, f, over)
    if not isinstance(over, ir.Look | ir.SeqConst):
        fixed = e.temp(I64, size_in_words(over.type))
        e.copy(fixed, source, size_in_words(over.type))
        source = fixed
    with e.counting(e.load(I64, source)) as i:
        value = item(f, source, i, over.type)
        f.write(local.index, value)
        _round(build, f, body)


def _round(build: Build, f: Frame, body: tuple[ir.Stmt, ...]) -> None:
    """One round of a loop. After a failure in something that takes long, the next round has no purpose."""
    e = f.e
    block(build, f, body)
    if f.leave and not e.done and build.loops(body):
        on = e.label("on")
        e.cond_br(e.icmp("ne", e.load(I64, e.offset(f.context, 8 * ERROR)), "0"), f.leave, on, False)
        e.start(on)


def _end(build: Build, f: Frame, stmt: ir.End) -> None:
    e = f.e
    program = build.program
    assert program.over is not None and program.winners is not None and program.ending is not None and program.cause is not None
    who = expr(build, f, stmt.who) if stmt.who is not None else "0"
    for field, value in (
        (program.winners, who),
        (program.over, str(ENDINGS[stmt.how])),
        (program.ending, str(stmt.ending)),
        (program.cause, str(stmt.span)),
    ):
        store_at(f, field, e.offset(f.state, field.offset), value)
    if f.leave:
        e.br(f.leave)
