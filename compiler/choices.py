"""Options in native code: one function for each choice counts them, finds the n-th, or lists them all.

Counting and finding go through the same loops; where the innermost loop runs over a plain set, its elements are counted by
their bits, and only the one that is wanted is looked for.
"""

from __future__ import annotations

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import copy_state, done, expr, truth
from rulewright.compiler.folds import each, run_clauses
from rulewright.compiler.frame import WIDTHS, Frame
from rulewright.compiler.once import COUNTED, Once, lent, once_of
from rulewright.compiler.shapes import I64, PTR, in_memory, shape
from rulewright.compiler.spans import here, passed
from rulewright.core import ir
from rulewright.core.program import Alt, Choice, Proc
from rulewright.core.sampling import TRIES, trials
from rulewright.core.trials import tried_out
from rulewright.core.types import Set
from rulewright.core.walk import children, clause_expr, expressions

MOST_OPTIONS = 4096


def free_locals(choice: Choice) -> list[int]:
    """Locals of the procedure that the options of a choice depend on."""
    found: set[int] = set()
    for alt in choice.alts:
        bound: set[int] = set()
        for clause in alt.clauses:
            used: set[int] = set()
            _used(clause_expr(clause), used)
            found |= used - bound
            if not isinstance(clause, ir.Test):
                bound.add(clause.local.index)
    return sorted(found)


def _used(node: ir.Expr, found: set[int]) -> None:
    """Locals that an expression needs from outside; those its own clauses bind are not among them."""
    if isinstance(node, ir.Local):
        found.add(node.index)
        return
    if isinstance(node, ir.Fold):
        bound: set[int] = set()
        inner: set[int] = set()
        for clause in node.clauses:
            part: set[int] = set()
            _used(clause_expr(clause), part)
            inner |= part - bound
            if not isinstance(clause, ir.Test):
                bound.add(clause.local.index)
        if node.enough is not None:
            _used(node.enough, found)
        for value in (node.value, node.key):
            if value is not None:
                part = set()
                _used(value, part)
                inner |= part - bound
        found |= inner
        return
    for child in children(node):
        _used(child, found)


def width(choice: Choice) -> int:
    """Words of an option: the number of its alternative, and its arguments."""
    return 1 + max((len(a.args) for a in choice.alts), default=0)


def costly(choice: Choice) -> bool:
    """Whether it is better to note options while counting than to run through them twice."""
    for alt in choice.alts:
        for clause in alt.clauses:
            if any(isinstance(x, ir.Would) for x in expressions(clause_expr(clause))):
                return True
    return False


def options_name(choice: Choice) -> str:
    return f"options_{choice.number}"


def sample_name(choice: Choice) -> str:
    return f"sample_{choice.number}"


def write_options(build: Build, choice: Choice, proc: Proc, name: str = "") -> None:
    """`options_n(state, context, want, out, list, free locals...)`.

    Gives the number of options. With `list`, all of them are noted at `out` (at most MOST_OPTIONS); otherwise option number
    `want` is noted there, and then the count is of no meaning.
    """
    locals = proc.locals
    once = once_of(build, choice)
    e = Emitter(
        name or options_name(choice),
        I64,
        [
            (PTR, "%state"),
            (PTR, "%context"),
            (I64, "%want"),
            (PTR, "%out"),
            ("i1", "%list"),
            *([(PTR, "%kept")] if once is not None else []),
            *((build.param(proc, ir.Local(i, locals[i])), f"%l{i}") for i in free_locals(choice)),
        ],
        f"nounwind {build.apart if not costly(choice) else ''}",
    )
    f = Frame(e, locals)
    for index in free_locals(choice):
        if in_memory(locals[index]):
            f.alias[index] = f"%l{index}"
        else:
            f.write(index, f"%l{index}")
    count = e.temp(I64)
    e.store(I64, "0", count)
    starts: list[str] = []
    again = ""  # whether options have been counted: then one is looked for only where it is
    if once is not None:
        f.once = dict(once.values)
        again = e.truth(e.op("and", I64, e.load(I64, "%kept"), str(COUNTED)))
    for number, alt in enumerate(choice.alts):
        skip = e.label("next")
        if once is not None:
            _where_it_is(e, once, number, again, count, skip)
        before = e.load(I64, count)
        starts.append(before)
        if alt.unless:
            some = "false"
            ends = [*starts[1:], before]
            for other in alt.unless:
                first, end = starts[other], ends[other]
                if once is not None:
                    first, end = (e.load(I64, e.offset("%kept", once.start(at))) for at in (other, other + 1))
                some = e.op("or", "i1", some, e.icmp("ne", first, end))
            offered = e.label("offered")
            e.cond_br(some, skip, offered)
            e.start(offered)
        _alternative(build, f, choice, number, alt, count)
        e.start(skip)
    if once is not None:
        e.store(I64, e.load(I64, count), e.offset("%kept", once.start(len(choice.alts))))
        e.store(I64, e.op("or", I64, e.load(I64, "%kept"), str(COUNTED)), "%kept")
    e.ret(e.load(I64, count))
    build.add(e)


def _where_it_is(e: Emitter, once: Once, number: int, again: str, count: str, skip: str) -> None:
    """Go on to the next alternative if the option that is wanted is known not to be among those of this one."""
    start = e.offset("%kept", once.start(number))
    known, new, on = e.label("known"), e.label("new"), e.label("on")
    e.cond_br(again, known, new)
    e.start(known)
    first, end = e.load(I64, start), e.load(I64, e.offset("%kept", once.start(number + 1)))
    e.store(I64, first, count)
    inside = e.op("and", "i1", e.icmp("sge", "%want", first), e.icmp("slt", "%want", end))
    e.cond_br(inside, on, skip)
    e.start(new)
    e.store(I64, e.load(I64, count), start)
    e.br(on)
    e.start(on)


def _alternative(build: Build, f: Frame, choice: Choice, number: int, alt: Alt, count: str) -> None:
    bound = dict(f.alias)
    _clauses(build, f, choice, number, alt, alt.clauses, count)
    f.alias = bound


def _clauses(build: Build, f: Frame, choice: Choice, number: int, alt: Alt, clauses: tuple[ir.Clause, ...], count: str) -> None:
    e = f.e
    if not clauses:
        _note_one(f, choice, number, alt, count)
        return
    clause, rest = clauses[0], clauses[1:]
    here(build, f, clause.span)
    match clause:
        case ir.Be(local, value):
            f.bind(local.index, expr(build, f, value))
            _clauses(build, f, choice, number, alt, rest, count)
        case ir.Test(test):
            holds = truth(build, f, test)
            passed(build, f, clause.span, holds)
            with e.when(holds):
                _clauses(build, f, choice, number, alt, rest, count)
        case ir.In(local, over) if not rest and isinstance(over.type, Set) and local in alt.args:
            _note_set(build, f, choice, number, alt, local, over, count)
        case ir.In(local, over):
            with each(build, f, local, over):
                _clauses(build, f, choice, number, alt, rest, count)


def _write_option(f: Frame, pointer: str, number: int, alt: Alt) -> None:
    e = f.e
    e.store(I64, str(number), pointer)
    for i, local in enumerate(alt.args):
        e.store(I64, f.read(local.index), e.offset(pointer, 8 * (i + 1)))


def _slot(f: Frame, choice: Choice, index: str) -> str:
    return f.e.element("%out", f"[{width(choice)} x i64]", index)


def _note_one(f: Frame, choice: Choice, number: int, alt: Alt, count: str) -> None:
    e = f.e
    now = e.load(I64, count)
    listing, single, on = e.label("listing"), e.label("single"), e.label("on")
    e.cond_br("%list", listing, single)
    e.start(listing)
    with e.when(e.icmp("slt", now, str(MOST_OPTIONS)), True):
        _write_option(f, _slot(f, choice, now), number, alt)
    e.br(on)
    e.start(single)
    with e.when(e.icmp("eq", now, "%want")):
        _write_option(f, "%out", number, alt)
        e.ret("0")
    e.br(on)
    e.start(on)
    e.store(I64, e.op("add", I64, now, "1"), count)


def _note_set(build: Build, f: Frame, choice: Choice, number: int, alt: Alt, local: ir.Local, over: ir.Expr, count: str) -> None:
    """A whole set of options at once."""
    e = f.e
    type = over.type
    assert isinstance(type, Set)
    members = expr(build, f, over)
    now = e.load(I64, count)
    more = sets.size(e, members, type)
    total = e.op("add", I64, now, more)
    listing, single, on = e.label("listing"), e.label("single"), e.label("on")
    e.cond_br("%list", listing, single)
    e.start(listing)
    at = e.temp(I64)
    e.store(I64, now, at)
    with sets.each(e, members, type) as x:
        f.write(local.index, x)
        i = e.load(I64, at)
        with e.when(e.icmp("slt", i, str(MOST_OPTIONS)), True):
            _write_option(f, _slot(f, choice, i), number, alt)
        e.store(I64, e.op("add", I64, i, "1"), at)
    e.br(on)
    e.start(single)
    wanted = e.op("and", "i1", e.icmp("sge", "%want", now), e.icmp("slt", "%want", total))
    with e.when(wanted):
        f.write(local.index, sets.nth(e, members, e.op("sub", I64, "%want", now), type))
        _write_option(f, "%out", number, alt)
        e.ret("0")
    e.br(on)
    e.start(on)
    e.store(I64, total, count)


# ---------------------------------------------------------------- drawing at random


def takes_name(choice: Choice) -> str:
    return f"takes_{choice.number}"


def tried(choice: Choice) -> dict[int, ir.Would]:
    """The alternatives of a choice that do first what their trial tries."""
    found = {number: tried_out(alt) for number, alt in enumerate(choice.alts)} if choice.loose is not None else {}
    return {number: trial for number, trial in found.items() if trial is not None}


def write_sample(build: Build, choice: Choice, proc: Proc, takes: bool = False) -> None:
    """`sample_n(state, context, generator, out, free locals...)`: draws an option; gives how many there were, 0 if none.

    Where it was not necessary to count them, 1 stands for some; but see WIDTHS. `takes_n` also does what the trial of the option
    tries, where that is what the option does first; the word after the option says whether it has.
    """
    locals = proc.locals
    free = free_locals(choice)
    params = [(PTR, "%state"), (PTR, "%context"), (PTR, "%generator"), (PTR, "%out")]
    params += [(build.param(proc, ir.Local(i, locals[i])), f"%l{i}") for i in free]
    e = Emitter(takes_name(choice) if takes else sample_name(choice), I64, params, f"nounwind {build.apart}")
    f = Frame(e, locals)
    if takes:
        e.store(I64, "0", e.offset("%out", 8 * width(choice)))
    for index in free:
        if in_memory(locals[index]):
            f.alias[index] = f"%l{index}"
        else:
            f.write(index, f"%l{index}")
    if choice.loose is not None:
        _draw_loosely(build, f, choice, proc, takes)
    else:
        e.ret(_draw_exactly(build, f, choice))
    build.add(e)


def _given(f: Frame, choice: Choice, want: str, out: str, listing: str, kept: list[tuple[str, str]]) -> list[tuple[str, str]]:
    rest = [(shape(f.locals[i]), f.read(i)) for i in free_locals(choice)]
    return [(PTR, f.state), (PTR, f.context), (I64, want), (PTR, out), ("i1", listing), *kept, *rest]


def _draw_exactly(build: Build, f: Frame, choice: Choice) -> str:
    """Count, draw, take. Options that are dear are noted while they are counted."""
    e = f.e
    name = options_name(choice)
    noted = costly(choice)
    size = width(choice)
    buffer = e.temp(I64, size * MOST_OPTIONS) if noted else "%out"
    kept = lent(build, f, choice)
    count = e.call(name, I64, _given(f, choice, "-1", buffer, "true" if noted else "false", kept))
    with e.when(e.icmp("sgt", count, "0"), True):
        chosen = e.call("draw", I64, [(PTR, "%generator"), (I64, count)])
        if noted:
            chosen = e.call("llvm.smin.i64", I64, [(I64, chosen), (I64, str(MOST_OPTIONS - 1))])
            e.copy("%out", e.element(buffer, f"[{size} x i64]", chosen), size)
        else:
            e.call(name, I64, _given(f, choice, chosen, "%out", "false", kept))
    return count


def _draw_loosely(build: Build, f: Frame, choice: Choice, proc: Proc, takes: bool) -> None:
    e = f.e
    loose = choice.loose
    assert loose is not None
    name = f"candidates_{choice.number}"
    build.helper(name, lambda: write_options(build, loose, proc, name))
    allows = _allows(build, choice, proc, takes)
    rest = [(shape(f.locals[i]), f.read(i)) for i in free_locals(choice)]
    common = [(PTR, f.state), (PTR, f.context)]
    before = e.load(I64, "%generator")
    kept = lent(build, f, loose)
    count = e.call(name, I64, _given(f, loose, "-1", "%out", "false", kept))
    with e.when(e.icmp("eq", count, "0"), False):
        e.ret("0")
    with e.counting(str(TRIES)):
        chosen = e.call("draw", I64, [(PTR, "%generator"), (I64, count)])
        e.call(name, I64, _given(f, loose, chosen, "%out", "false", kept))
        fine = e.call(allows, "i1", [*common, (PTR, "%out"), *rest])
        with e.when(fine, True):
            if not takes:
                counted = e.truth(e.load(I64, e.offset(f.context, 8 * WIDTHS)))
                with e.when(counted, False):
                    e.ret(e.call(options_name(choice), I64, _given(f, choice, "-1", "%out", "false", lent(build, f, choice))))
            e.ret("1")
    count = _draw_exactly(build, f, choice)
    with e.when(e.icmp("eq", count, "0")):
        e.store(I64, before, "%generator")
    e.ret(count)


def _allows(build: Build, choice: Choice, proc: Proc, takes: bool) -> str:
    """`allows_n(state, context, option, free locals...)`: whether an option that was drawn passes its trials.

    `does_n` leaves the state as it is after the trial, if the option does that first and the trial turns out well.
    """
    name = f"does_{choice.number}" if takes else f"allows_{choice.number}"
    same = tried(choice) if takes else {}

    def write() -> None:
        locals = proc.locals
        free = free_locals(choice)
        params = [(PTR, "%state"), (PTR, "%context"), (PTR, "%option")]
        params += [(build.param(proc, ir.Local(i, locals[i])), f"%l{i}") for i in free]
        e = Emitter(name, "i1", params, "nounwind")
        which = e.load(I64, "%option")
        for number, alt in enumerate(choice.alts):
            f = Frame(e, locals)
            for index in free:
                f.bind(index, f"%l{index}")
            with e.when(e.icmp("eq", which, str(number))):
                for i, local in enumerate(alt.args):
                    f.write(local.index, e.load(I64, e.offset("%option", 8 * (i + 1))))

                def passed() -> None:
                    e.ret("true")

                if number in same:
                    before, fine = done(build, f, same[number])
                    with e.when(fine, True):
                        e.store(I64, "1", e.offset("%option", 8 * width(choice)))
                        e.ret("true")
                    copy_state(build, f, f.state, before)
                else:
                    run_clauses(build, f, trials(alt), passed, "")
                if not e.done:
                    e.ret("false")
        e.ret("false")
        build.add(e)

    return build.helper(name, write)
