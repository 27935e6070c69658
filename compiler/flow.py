"""What can stop, in native code: step by step.

Every procedure that can stop is a function that resumes at the instruction noted in its frame and returns when it stops,
calls or ends; a small driver goes on from there.
"""

from __future__ import annotations

from rulewright.compiler.build import Build
from rulewright.compiler.choices import free_locals, options_name, sample_name, width
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import expr, truth
from rulewright.compiler.frame import ERROR, LONGEST_LOOP, ROUNDS, Frame
from rulewright.compiler.keeping import ensure, refresh
from rulewright.compiler.once import lent
from rulewright.compiler.positions import mix
from rulewright.compiler.shapes import I64, I128, PTR, constant, in_memory, shape, size_in_words
from rulewright.compiler.spans import here
from rulewright.compiler.statements import block
from rulewright.core import ir
from rulewright.core.flow import Branch, Code, Enter, Jump, Leave, Run, Stop
from rulewright.core.program import Choice, Proc
from rulewright.core.types import Seq, Type, words
from rulewright.core.walk import expressions

GAMMA = 0x9E3779B97F4A7C15
STOPPED, CALLED, LEFT = "0", "1", "2"


def count_round(f: Frame, away: str, span: int, reason: str = "runaway") -> None:
    """Going back to an earlier instruction too often without a decision is running away. After a failure it has no purpose."""
    e = f.e
    at = e.offset(f.context, 8 * ROUNDS)
    rounds = e.op("add", I64, e.load(I64, at), "1")
    e.store(I64, rounds, at)
    far = e.op("or", "i1", e.icmp("sgt", rounds, str(LONGEST_LOOP)), e.icmp("ne", e.load(I64, e.offset(f.context, 8 * ERROR)), "0"))
    bad, on = e.label("bad"), e.label("on")
    e.cond_br(far, bad, on, False)
    e.start(bad)
    f.fail(reason, span)
    e.br(away)
    e.start(on)


def given_locals(f: Frame, choice: Choice) -> list[tuple[str, str]]:
    return [(shape(f.locals[i]), f.read(i)) for i in free_locals(choice)]


# ---------------------------------------------------------------- stepping


def step_name(proc: Proc) -> str:
    return f"step_{proc.number}"


def write_step(build: Build, code: Code) -> None:
    """`step_n(state, context, frame)`: the frame is a pointer to its words on the stack.

    Steps stay functions of their own: all of them inside the one place that calls them would take the optimiser half its time.
    """
    e = Emitter(step_name(code.proc), I64, [(PTR, "%state"), (PTR, "%context"), (PTR, "%frame")], "nounwind noinline")
    f = Frame(e, code.proc.locals, leave="over")
    for index, slot in code.slots.items():
        _load_slot(f, code, index, slot)
    labels = [f"i{n}" for n in range(len(code.instrs))]
    pc = e.op("and", I64, e.load(I64, "%frame"), str((1 << 32) - 1))
    targets = {0}
    for number, instr in enumerate(code.instrs):
        if isinstance(instr, Enter):
            targets.add(number + 1)
        elif isinstance(instr, Stop):
            targets.add(number)
            targets |= set(instr.targets)
    cases = " ".join(f"i64 {t}, label %{labels[t]}" for t in sorted(targets) if t < len(labels))
    e.line(f"switch i64 {pc}, label %lost [ {cases} ]")
    e.done = True
    for number, instr in enumerate(code.instrs):
        e.start(labels[number])
        _step_instr(build, f, code, number, instr, labels)
    e.start("over")
    e.ret(STOPPED)
    e.start("lost")
    e.line("unreachable")
    e.done = True
    build.add(e)


def _load_slot(f: Frame, code: Code, index: int, slot: int) -> None:
    e = f.e
    type = code.proc.locals[index]
    pointer = e.offset("%frame", 8 * slot)
    if in_memory(type):
        e.copy(f.place(index), pointer, size_in_words(type))
    else:
        e.store(shape(type), e.load(shape(type), pointer, 8), f.place(index))


def _save(f: Frame, code: Code, pc: int) -> None:
    e = f.e
    e.store(I64, str(code.proc.number << 32 | pc), "%frame")
    for index, slot in code.slots.items():
        type = code.proc.locals[index]
        pointer = e.offset("%frame", 8 * slot)
        if in_memory(type):
            _keep(e, pointer, f.read(index), type)
        else:
            e.store(shape(type), f.read(index), pointer, 8)


def _keep(e: Emitter, target: str, source: str, type: Type) -> None:
    """Copy a value into a frame. What lies behind the end of a list is nothing, in every state of the match."""
    e.copy(target, source, size_in_words(type))
    if isinstance(type, Seq):
        used = e.op("add", I64, e.op("mul", I64, e.load(I64, target), str(words(type.elem))), "1")
        with e.counting(str(size_in_words(type)), used) as i:
            e.store(I64, "0", e.element(target, I64, i))


def _step_instr(build: Build, f: Frame, code: Code, number: int, instr: object, labels: list[str]) -> None:
    e = f.e
    program = build.program
    assert program.top is not None and program.stack is not None and program.pending is not None and program.over is not None
    match instr:
        case Run(body, ends):
            block(build, f, body)
            if ends and not e.done:
                over = e.load("i8", e.offset(f.state, program.over.offset), 1)
                on = e.label("on")
                e.cond_br(e.icmp("ne", over, "0", "i8"), "over", on, False)
                e.start(on)
            if not e.done and number + 1 < len(labels):
                e.br(labels[number + 1])
        case Jump(to):
            if to <= number:
                count_round(f, "over", code.proc.span, "stuck" if code.proc is program.main else "runaway")
            e.br(labels[to])
        case Branch(test, otherwise):
            e.cond_br(truth(build, f, test), labels[number + 1], labels[otherwise])
        case Enter(proc, args, span):
            here(build, f, span, deed=True)
            values = [(p, expr(build, f, a)) for p, a in zip(proc.params, args, strict=True)]
            _save(f, code, number + 1)
            _push(build, f, proc, values, span, f"{code.size}")
            e.ret(CALLED)
        case Leave():
            below = e.load(I64, e.offset("%frame", 8))
            e.zero("%frame", code.size)
            _set_top(build, f, below)
            e.ret(LEFT)
        case Stop(choice, _, otherwise):
            here(build, f, choice.span, deed=True)
            # Whether there is an option, not how many: the first is asked for, and whether it was noted.
            first = e.temp(I64, width(choice))
            e.store(I64, "-1", first)
            arguments = [(PTR, f.state), (PTR, f.context), (I64, "0"), (PTR, first), ("i1", "false")]
            arguments += [*lent(build, f, choice), *given_locals(f, choice)]
            e.call(options_name(choice), I64, arguments)
            some = e.label("some")
            e.cond_br(e.icmp("sge", e.load(I64, first), "0"), some, labels[otherwise])
            e.start(some)
            _save(f, code, number)
            pending = f"i{8 * program.pending.width}"
            e.store(pending, str(choice.number), e.offset(f.state, program.pending.offset), program.pending.width)
            e.store(I64, "0", e.offset(f.context, 8 * ROUNDS))
            e.ret(STOPPED)


def _set_top(build: Build, f: Frame, value: str) -> None:
    top = build.program.top
    assert top is not None
    form = f"i{8 * top.width}"
    f.e.store(form, f.e.cast("trunc", value, I64, form), f.e.offset(f.state, top.offset), top.width)


def _push(build: Build, f: Frame, proc: Proc, values: list[tuple[ir.Local, str]], span: int, size: str) -> None:
    """A frame for a procedure above the present one."""
    e = f.e
    program = build.program
    assert program.stack is not None and program.top is not None
    code = program.code[proc]
    form = f"i{8 * program.top.width}"
    below = e.cast("sext", e.load(form, e.offset(f.state, program.top.offset), program.top.width), form, I64)
    fp = e.op("add", I64, below, size)
    room = e.icmp("sle", e.op("add", I64, fp, str(code.size)), str(program.stack.count))
    ok, bad = e.label("ok"), e.label("bad")
    e.cond_br(room, ok, bad, True)
    e.start(bad)
    f.fail("stack", span)
    e.ret(STOPPED)
    e.start(ok)
    frame = e.element(e.offset(f.state, program.stack.offset), I64, fp)
    e.store(I64, str(proc.number << 32), frame)
    e.store(I64, below, e.offset(frame, 8))
    for param, value in values:
        if param.index in code.slots:
            pointer = e.offset(frame, 8 * code.slots[param.index])
            if in_memory(param.type):
                _keep(e, pointer, value, param.type)
            else:
                e.store(shape(param.type), value, pointer, 8)
    _set_top(build, f, fp)


def write_advance(build: Build) -> None:
    """`advance(state, context)`: go on until something is to be decided, the match is over, or something is wrong."""
    program = build.program
    assert program.top is not None and program.stack is not None and program.over is not None
    e = Emitter("advance", "void", [(PTR, "%state"), (PTR, "%context")], "nounwind")
    f = Frame(e, [])
    e.start("again")
    form = f"i{8 * program.top.width}"
    fp = e.cast("sext", e.load(form, e.offset(f.state, program.top.offset), program.top.width), form, I64)
    e.cond_br(e.icmp("slt", fp, "0"), "end", "go")
    e.start("go")
    frame = e.element(e.offset(f.state, program.stack.offset), I64, fp)
    number = e.op("lshr", I64, e.load(I64, frame), "32")
    codes = list(program.code.values())
    cases = " ".join(f"i64 {c.proc.number}, label %proc{c.proc.number}" for c in codes)
    e.line(f"switch i64 {number}, label %end [ {cases} ]")
    e.done = True
    for code in codes:
        e.start(f"proc{code.proc.number}")
        result = e.call(step_name(code.proc), I64, [(PTR, "%state"), (PTR, "%context"), (PTR, frame)])
        error = e.load(I64, "%context")
        going = e.op("and", "i1", e.icmp("ne", result, STOPPED), e.icmp("eq", error, "0"))
        e.cond_br(going, "again", "end")
    e.start("end")
    over = e.load("i8", e.offset(f.state, program.over.offset), 1)
    with e.when(e.icmp("ne", over, "0", "i8")):
        e.zero(e.offset(f.state, program.stack.offset), program.stack.count)
        _set_top(build, f, "-1")
    e.ret()
    build.add(e)


def write_entry_points(build: Build) -> None:
    """What Python calls: start, resume, options, decider, choose, renew."""
    _start(build)
    _renew(build)
    _resume(build)
    _options(build)
    _sample(build)
    _decider(build)
    _choose(build)


def _start(build: Build) -> None:
    program = build.program
    assert program.main is not None and program.stack is not None
    e = Emitter("rulewright_start", "void", [(PTR, "%state"), (PTR, "%context")], "nounwind")
    ensure(build, e)
    f = Frame(e, [])
    frame = e.offset(f.state, program.stack.offset)
    e.store(I64, str(program.main.number << 32), frame)
    e.store(I64, "-1", e.offset(frame, 8))
    _set_top(build, f, "0")
    e.call("advance", "void", [(PTR, "%state"), (PTR, "%context")])
    e.ret()
    build.add(e)


def _renew(build: Build) -> None:
    """`rulewright_renew(state, context)`: what is kept, made anew from its definitions."""
    e = Emitter("rulewright_renew", "void", [(PTR, "%state"), (PTR, "%context")], "nounwind")
    if build.program.fresh is not None:
        e.call(refresh(build), "void", [(PTR, "%state"), (PTR, "%context")])
    e.ret()
    build.add(e)


def _resume(build: Build) -> None:
    """Go on with whatever procedure lies on top of the stack."""
    e = Emitter("rulewright_resume", "void", [(PTR, "%state"), (PTR, "%context")], "nounwind")
    ensure(build, e)
    e.call("advance", "void", [(PTR, "%state"), (PTR, "%context")])
    e.ret()
    build.add(e)


def _pending(build: Build, f: Frame) -> tuple[str, str]:
    """The pending choice, and the frame of the procedure that asks."""
    e = f.e
    program = build.program
    assert program.pending is not None and program.top is not None and program.stack is not None
    form = f"i{8 * program.pending.width}"
    number = e.cast("sext", e.load(form, e.offset(f.state, program.pending.offset), program.pending.width), form, I64)
    form = f"i{8 * program.top.width}"
    fp = e.cast("sext", e.load(form, e.offset(f.state, program.top.offset), program.top.width), form, I64)
    return number, e.element(e.offset(f.state, program.stack.offset), I64, fp)


def stops(build: Build) -> list[tuple[Code, int, Stop]]:
    return [(code, n, i) for code in build.program.code.values() for n, i in enumerate(code.instrs) if isinstance(i, Stop)]


def _frame_locals(build: Build, code: Code, e: Emitter, frame: str, wanted: list[int]) -> Frame:
    """Locals of a suspended procedure, read from its frame."""
    f = Frame(e, code.proc.locals)
    for index in wanted:
        if index in code.slots:
            pointer = e.offset(frame, 8 * code.slots[index])
            if in_memory(code.proc.locals[index]):
                f.alias[index] = pointer
            else:
                e.store(shape(code.proc.locals[index]), e.load(shape(code.proc.locals[index]), pointer, 8), f.place(index))
        else:
            place = f.place(index)
            if in_memory(code.proc.locals[index]):
                e.zero(place, size_in_words(code.proc.locals[index]))
            else:
                e.store(shape(code.proc.locals[index]), "0", place)
    return f


def _switch(e: Emitter, number: str, choices: list[Choice]) -> None:
    cases = " ".join(f"i64 {c.number}, label %choice{c.number}" for c in choices)
    e.line(f"switch i64 {number}, label %none [ {cases} ]")
    e.done = True


def _options(build: Build) -> None:
    """`rulewright_options(state, context, want, out, list)`: as for one choice, but for whichever is pending."""
    e = Emitter(
        "rulewright_options", I64, [(PTR, "%state"), (PTR, "%context"), (I64, "%want"), (PTR, "%out"), (I64, "%listing")], "nounwind"
    )
    ensure(build, e)
    f = Frame(e, [])
    number, frame = _pending(build, f)
    listing = e.truth("%listing")
    found = stops(build)
    _switch(e, number, [s.choice for _, _, s in found])
    for code, _, stop in found:
        e.start(f"choice{stop.choice.number}")
        inner = _frame_locals(build, code, e, frame, free_locals(stop.choice))
        arguments = [(PTR, "%state"), (PTR, "%context"), (I64, "%want"), (PTR, "%out"), ("i1", listing)]
        arguments += [*lent(build, inner, stop.choice), *given_locals(inner, stop.choice)]
        e.ret(e.call(options_name(stop.choice), I64, arguments))
    e.start("none")
    e.ret("0")
    build.add(e)


def _sample(build: Build) -> None:
    """`rulewright_sample(state, context, generator, out)`: as for one choice, but for whichever is pending."""
    params = [(PTR, "%state"), (PTR, "%context"), (PTR, "%generator"), (PTR, "%out")]
    e = Emitter("rulewright_sample", I64, params, "nounwind")
    ensure(build, e)
    f = Frame(e, [])
    number, frame = _pending(build, f)
    found = stops(build)
    _switch(e, number, [s.choice for _, _, s in found])
    for code, _, stop in found:
        e.start(f"choice{stop.choice.number}")
        inner = _frame_locals(build, code, e, frame, free_locals(stop.choice))
        e.ret(e.call(sample_name(stop.choice), I64, [*params, *given_locals(inner, stop.choice)]))
    e.start("none")
    e.ret("0")
    build.add(e)


def _decider(build: Build) -> None:
    """`rulewright_decider(state, context)`: the number of a seat, or -1 - the number of the generator that chance takes."""
    e = Emitter("rulewright_decider", I64, [(PTR, "%state"), (PTR, "%context")], "nounwind")
    ensure(build, e)
    f = Frame(e, [])
    number, frame = _pending(build, f)
    found = stops(build)
    _switch(e, number, [s.choice for _, _, s in found])
    for code, _, stop in found:
        e.start(f"choice{stop.choice.number}")
        asked = stop.choice.decider or stop.choice.stream
        assert asked is not None
        inner = _frame_locals(build, code, e, frame, sorted({x.index for x in _locals(asked)}))
        found_ = expr(build, inner, asked)
        e.ret(found_ if stop.choice.decider is not None else e.op("sub", I64, "-1", found_))
    e.start("none")
    e.ret("-1")
    build.add(e)


def _locals(node: ir.Expr) -> list[ir.Local]:
    return [x for x in expressions(node) if isinstance(x, ir.Local)]


def _choose(build: Build) -> None:
    """`rulewright_choose(state, context, option)`: the option is its alternative and arguments, as listed."""
    program = build.program
    assert program.pending is not None
    e = Emitter("rulewright_choose", "void", [(PTR, "%state"), (PTR, "%context"), (PTR, "%option")], "nounwind")
    ensure(build, e)
    f = Frame(e, [])
    number, frame = _pending(build, f)
    form = f"i{8 * program.pending.width}"
    e.store(form, "-1", e.offset(f.state, program.pending.offset), program.pending.width)
    found = stops(build)
    _switch(e, number, [s.choice for _, _, s in found])
    for code, _, stop in found:
        e.start(f"choice{stop.choice.number}")
        which = e.load(I64, "%option")
        base = code.proc.number << 32
        target = str(base | stop.targets[0])
        for i, to in enumerate(stop.targets[1:], 1):
            target = e.select(e.icmp("eq", which, str(i)), I64, str(base | to), target)
        e.store(I64, target, frame)
        for i, alt in enumerate(stop.choice.alts):
            kept = [(n, a) for n, a in enumerate(alt.args) if a.index in code.slots]
            if not kept:
                continue
            with e.when(e.icmp("eq", which, str(i))):
                for n, a in kept:
                    e.store(I64, e.load(I64, e.offset("%option", 8 * (n + 1))), e.offset(frame, 8 * code.slots[a.index]))
        e.br("go")
    e.start("go")
    e.call("advance", "void", [(PTR, "%state"), (PTR, "%context")])
    e.ret()
    e.start("none")
    e.ret()
    build.add(e)


# ---------------------------------------------------------------- chance


def write_random(build: Build) -> None:
    """`draw(pointer to a generator, n)`: a number from 0 to n - 1."""
    name = mix(build)
    e = Emitter("draw", I64, [(PTR, "%generator"), (I64, "%n")], "nounwind alwaysinline")
    state = e.op("add", I64, e.load(I64, "%generator"), constant(GAMMA))
    e.store(I64, state, "%generator")
    bits = e.call(name, I64, [(I64, state)])
    product = e.op("mul", I128, e.cast("zext", bits, I64, I128), e.cast("zext", "%n", I64, I128))
    e.ret(e.cast("trunc", e.op("lshr", I128, product, "64"), I128, I64))
    build.add(e)
