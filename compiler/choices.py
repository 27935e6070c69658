"""Options in native code: one function for each choice counts them, finds the n-th, or lists them all.

Counting and finding go through the same loops; where the innermost loop runs over a plain set, its elements are counted by
their bits, and only the one that is wanted is looked for.
"""

from __future__ import annotations

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import expr, known_range, truth
from rulewright.compiler.folds import each
from rulewright.compiler.frame import Frame
from rulewright.compiler.shapes import I64, PTR, in_memory, shape
from rulewright.core import ir
from rulewright.core.program import Alt, Choice
from rulewright.core.types import Int, Set, Type
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


def write_options(build: Build, choice: Choice, locals: list[Type]) -> None:
    """`options_n(state, context, want, out, list, free locals...)`.

    Gives the number of options. With `list`, all of them are noted at `out` (at most MOST_OPTIONS); otherwise option number
    `want` is noted there, and then the count is of no meaning.
    """
    e = Emitter(
        options_name(choice),
        I64,
        [
            (PTR, "%state"),
            (PTR, "%context"),
            (I64, "%want"),
            (PTR, "%out"),
            ("i1", "%list"),
            *((shape(locals[i]), f"%l{i}") for i in free_locals(choice)),
        ],
        f"nounwind {build.inlining if not costly(choice) else ''}",
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
    for number, alt in enumerate(choice.alts):
        before = e.load(I64, count)
        starts.append(before)
        skip = e.label("next")
        if alt.unless:
            some = "false"
            ends = [*starts[1:], before]
            for other in alt.unless:
                some = e.op("or", "i1", some, e.icmp("ne", starts[other], ends[other]))
            offered = e.label("offered")
            e.cond_br(some, skip, offered)
            e.start(offered)
        _alternative(build, f, choice, number, alt, count)
        e.start(skip)
    e.ret(e.load(I64, count))
    build.add(e)


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
    match clause:
        case ir.Be(local, value):
            f.bind(local.index, expr(build, f, value))
            if isinstance(local.type, Int):
                f.ranges[local.index] = known_range(f, value)
            _clauses(build, f, choice, number, alt, rest, count)
        case ir.Test(test):
            with e.when(truth(build, f, test)):
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
    f.ranges[local.index] = (type.base, type.base + type.size - 1)
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
