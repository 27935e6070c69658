"""Comprehensions in native code: clauses become loops, gathering becomes accumulators in registers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.expressions import expr, truth
from rulewright.compiler.frame import Frame
from rulewright.compiler.shapes import I64, PTR, in_memory, shape, size_in_words
from rulewright.compiler.spans import here
from rulewright.core import ir
from rulewright.core.ranges import ANYTHING, Range, fits
from rulewright.core.types import Bag, Int, Seq, Set, words

Inner = Callable[[], None]


def run_clauses(build: Build, f: Frame, clauses: tuple[ir.Clause, ...], inner: Inner, leave: str) -> None:
    """Run through the clauses; `inner` is written in the innermost place. Jump to `leave` to stop early."""
    if not clauses:
        inner()
        return
    clause, rest = clauses[0], clauses[1:]
    e = f.e
    here(build, f, clause.span)
    match clause:
        case ir.Be(local, value):
            f.bind(local.index, expr(build, f, value))
            run_clauses(build, f, rest, inner, leave)
        case ir.Test(test):
            with e.when(truth(build, f, test)):
                run_clauses(build, f, rest, inner, leave)
        case ir.In(local, over):
            with each(build, f, local, over):
                run_clauses(build, f, rest, inner, leave)


class each(ExitStack):  # noqa: N801 - reads as a word in `with each(...)`
    """A loop over a set or sequence, with the element bound to a local."""

    def __init__(self, build: Build, f: Frame, local: ir.Local, over: ir.Expr) -> None:
        super().__init__()
        self.build, self.f, self.local, self.over = build, f, local, over

    def __enter__(self) -> each:
        super().__enter__()
        build, f, local, over = self.build, self.f, self.local, self.over
        e = f.e
        if isinstance(over.type, Set):
            if isinstance(over, ir.SetConst) and over.bits == over.type.full and over.type.size > 4:
                x = self.enter_context(e.counting(str(over.type.base + over.type.size), str(over.type.base)))
            else:
                x = self.enter_context(sets.each(e, expr(build, f, over), over.type))
            f.write(local.index, x)
            return self
        assert isinstance(over.type, Seq)
        sequence = expr(build, f, over)
        index = self.enter_context(e.counting(e.load(I64, sequence)))
        f.bind(local.index, item(f, sequence, index, over.type))
        return self


def item(f: Frame, sequence: str, index: str, type: Seq) -> str:
    """An element of a sequence in memory."""
    return entry(f, f.e.offset(sequence, 8), index, type.elem)


def place_of(f: Frame, start: str, index: str, elem: Int | Set) -> str:
    """Where the entry of a table in memory lies."""
    size = words(elem)
    return f.e.element(start, f"[{size} x i64]", index) if size > 1 else f.e.element(start, I64, index)


def entry(f: Frame, start: str, index: str, elem: Int | Set) -> str:
    """An entry of a table in memory."""
    pointer, form = place_of(f, start, index, elem), shape(elem)
    return pointer if form == PTR else f.e.load(form, pointer, 8)


def append(f: Frame, sequence: str, value: str, type: Seq) -> None:
    """Add an element to a sequence that is being built; noting an error if it is full."""
    e = f.e
    count = e.load(I64, sequence)
    room = e.icmp("slt", count, str(type.cap))
    f.fail_if(e.op("xor", "i1", room, "true"), "list", -1)
    with e.when(room):
        size = words(type.elem)
        at = e.offset(sequence, 8)
        pointer = e.element(at, f"[{size} x i64]", count) if size > 1 else e.element(at, I64, count)
        form = shape(type.elem)
        if form == PTR:
            e.copy(pointer, value, size)
        else:
            e.store(form, value, pointer, 8)
        e.store(I64, e.op("add", I64, count, "1"), sequence)


# ---------------------------------------------------------------- folds


def fold(build: Build, f: Frame, node: ir.Fold) -> str:
    e = f.e
    done = e.label("gathered")
    match node.op:
        case "any":
            return _any(build, f, node, done)
        case "count" | "sum":
            return _sum(build, f, node, done)
        case "most" | "least":
            return _extreme(build, f, node, done)
        case "first" | "last":
            return _pick(build, f, node, done)
        case "set" | "sets":
            return _set(build, f, node, done)
        case "seq" | "list" | "groups":
            return _sequence(build, f, node, done)
        case "families":
            return _families(build, f, node, done)
        case "bag" | "bags":
            return _bag(build, f, node, done)
        case "best" | "worst":
            return _best(build, f, node, done)
        case _:
            return _ranked(build, f, node, done)


def _any(build: Build, f: Frame, node: ir.Fold, done: str) -> str:
    e = f.e
    found = e.temp(I64)
    e.store(I64, "0", found)

    def inner() -> None:
        e.store(I64, "1", found)
        e.br(done)

    run_clauses(build, f, node.clauses, inner, done)
    e.start(done)
    return e.load(I64, found)


def _sum(build: Build, f: Frame, node: ir.Fold, done: str) -> str:
    e = f.e
    total = e.temp(I64)
    e.store(I64, "0", total)

    def inner() -> None:
        if node.op == "count":
            value, safe = "1", True
        else:
            assert node.value is not None
            value = expr(build, f, node.value)
            low, high = build.ranges.of(node.value)
            safe = fits((low * 1_000_000, high * 1_000_000))
        now = e.load(I64, total)
        if safe:
            e.store(I64, e.op("add", I64, now, value), total)
            return
        from rulewright.compiler.primitives import overflowing

        e.store(I64, overflowing(f, "sadd", now, value, -1), total)

    run_clauses(build, f, node.clauses, inner, done)
    e.start(done)
    return e.load(I64, total)


def _extreme(build: Build, f: Frame, node: ir.Fold, done: str) -> str:
    e = f.e
    best, some = e.temp(I64), e.temp(I64)
    e.store(I64, str(node.start), best)
    e.store(I64, "0", some)
    function = "llvm.smax.i64" if node.op == "most" else "llvm.smin.i64"

    def inner() -> None:
        assert node.value is not None
        value = expr(build, f, node.value)
        better = e.call(function, I64, [(I64, e.load(I64, best)), (I64, value)])
        first = e.icmp("eq", e.load(I64, some), "0")
        e.store(I64, e.select(first, I64, value, better), best)
        e.store(I64, "1", some)

    run_clauses(build, f, node.clauses, inner, done)
    e.start(done)
    return e.load(I64, best)


def _pick(build: Build, f: Frame, node: ir.Fold, done: str) -> str:
    e = f.e
    found = e.temp(I64)
    e.store(I64, "-1", found)

    def inner() -> None:
        assert node.value is not None
        e.store(I64, expr(build, f, node.value), found)
        if node.op == "first":
            e.br(done)

    run_clauses(build, f, node.clauses, inner, done)
    e.start(done)
    return e.load(I64, found)


def _set(build: Build, f: Frame, node: ir.Fold, done: str) -> str:
    e = f.e
    type = node.type
    assert isinstance(type, Set)
    buffer = sets.empty_buffer(e, type)
    clauses, tests = node.clauses, list[ir.Expr]()
    if node.op == "set" and in_memory(type) and node.enough is None:
        clauses, tests = _asked_of_each(build, clauses)
    enough = expr(build, f, node.enough) if node.enough is not None else ""
    if enough:
        some = e.label("some")
        e.cond_br(sets.is_empty(e, enough, type), done, some)
        e.start(some)

    def inner() -> None:
        assert node.value is not None
        value = expr(build, f, node.value)
        if node.op == "set":
            sets.add_to(e, buffer, value, type, _all_hold(build, f, tests))
        elif in_memory(type):
            e.copy(buffer, sets.binary(e, "union", buffer, value, type), type.words)
        else:
            form = shape(type)
            e.store(form, e.op("or", form, e.load(form, buffer), value), buffer)
        if enough:
            missing = sets.binary(e, "diff", enough, sets.taken(e, buffer, type), type)
            on = e.label("on")
            e.cond_br(sets.is_empty(e, missing, type), done, on)
            e.start(on)

    run_clauses(build, f, clauses, inner, done)
    e.start(done)
    return sets.taken(e, buffer, type)


def _asked_of_each(build: Build, clauses: tuple[ir.Clause, ...]) -> tuple[tuple[ir.Clause, ...], list[ir.Expr]]:
    """The tests at the end of clauses that are worked out without branches: nobody can guess which elements of a large set pass, and a bit
    that may be 0 is cheaper than a wrong guess. The first of them may cost more: it is worked out anyway."""
    known = {c.local.index: _bounds(build, c) for c in clauses if not isinstance(c, ir.Test)}
    tests: list[ir.Expr] = []
    while len(clauses) > 1 and isinstance(last := clauses[-1], ir.Test) and all(_quick(t, known) for t in tests):
        clauses, tests = clauses[:-1], [last.test, *tests]
    return clauses, tests


def _bounds(build: Build, clause: ir.In | ir.Be) -> Range:
    """What is known of a name where it is bound, whatever the tests behind it say."""
    if isinstance(clause, ir.Be):
        return build.ranges.of(clause.value) if isinstance(clause.local.type, Int) else ANYTHING
    type = clause.over.type
    return (type.base, type.base + type.size - 1) if isinstance(type, Set) else ANYTHING


def _quick(node: ir.Expr, known: dict[int, Range]) -> bool:
    """Whether an expression is worked out in a few steps and cannot fail, whatever it is asked of."""
    match node:
        case ir.Const() | ir.SetConst() | ir.Local():
            return not in_memory(node.type)
        case ir.Load(field, index, _) if not in_memory(field.type):
            shift = 0
            if isinstance(index, ir.Prim) and index.op in {"add", "sub"} and isinstance(index.args[1], ir.Const):
                shift = index.args[1].value if index.op == "add" else -index.args[1].value
                index = index.args[0]
            low, high = known.get(index.index, ANYTHING) if isinstance(index, ir.Local) else ANYTHING
            return low + shift >= 0 and high + shift < field.count
        case ir.Where(_, _, _, value, type, _, None):
            return type.size <= 64 and _quick(value, known)
        case ir.Prim(op, args, type, _):
            return op in {"not", "eq", "lt", "le", "gt", "ge", "is_empty", "has"} and all(_quick(a, known) for a in args)
        case _:
            return False


def _all_hold(build: Build, f: Frame, tests: list[ir.Expr]) -> str:
    """All tests at once, as an i1; nothing if there are none."""
    holds = ""
    for test in tests:
        one = truth(build, f, test)
        holds = f.e.op("and", "i1", holds, one) if holds else one
    return holds


def _sequence(build: Build, f: Frame, node: ir.Fold, done: str) -> str:
    e = f.e
    type = node.type
    assert isinstance(type, Seq)
    buffer = e.temp(I64, size_in_words(type))
    e.store(I64, "0", buffer)

    def inner() -> None:
        assert node.value is not None
        value = expr(build, f, node.value)
        if node.op != "seq":
            append(f, buffer, value, type)
            return
        known = contains(f, buffer, value, type)
        with e.when(e.op("xor", "i1", known, "true")):
            append(f, buffer, value, type)

    run_clauses(build, f, node.clauses, inner, done)
    e.start(done)
    return buffer


def contains(f: Frame, sequence: str, value: str, type: Seq) -> str:
    """Whether a list of integers has an element, as an i1."""
    e = f.e
    found = e.temp("i1")
    e.store("i1", "false", found, 1)
    with e.counting(e.load(I64, sequence)) as i:
        with e.when(e.icmp("eq", item(f, sequence, i, type), value)):
            e.store("i1", "true", found, 1)
            e.br(e.breaks[-1])
    return e.load("i1", found, 1)


def _families(build: Build, f: Frame, node: ir.Fold, done: str) -> str:
    """A family computed under some names: the clauses only bind."""
    e = f.e
    type = node.type
    assert isinstance(type, Seq) and node.value is not None
    buffer = e.temp(I64, size_in_words(type))
    e.store(I64, "0", buffer)

    def inner() -> None:
        assert node.value is not None
        e.copy(buffer, expr(build, f, node.value), size_in_words(type))

    run_clauses(build, f, node.clauses, inner, done)
    e.start(done)
    return buffer


def _bag(build: Build, f: Frame, node: ir.Fold, done: str) -> str:
    e = f.e
    type = node.type
    assert isinstance(type, Bag)
    buffer = e.temp(I64, type.size)
    e.zero(buffer, type.size)

    def inner() -> None:
        assert node.value is not None
        value = expr(build, f, node.value)
        if node.op == "bags":
            for i in range(type.size):
                at = e.offset(buffer, 8 * i)
                e.store(I64, e.op("add", I64, e.load(I64, at), e.load(I64, e.offset(value, 8 * i))), at)
            return
        index = e.op("sub", I64, value, str(type.base))
        with e.when(e.icmp("ult", index, str(type.size))):
            at = e.element(buffer, I64, index)
            e.store(I64, e.op("add", I64, e.load(I64, at), "1"), at)

    run_clauses(build, f, node.clauses, inner, done)
    e.start(done)
    return buffer


def _best(build: Build, f: Frame, node: ir.Fold, done: str) -> str:
    """The set of those with the greatest (or least) key, found in one go."""
    e = f.e
    type = node.type
    assert isinstance(type, Set)
    goal, some = e.temp(I64), e.temp(I64)
    e.store(I64, "0", goal)
    e.store(I64, "0", some)
    buffer = sets.empty_buffer(e, type)
    better = "sgt" if node.op == "best" else "slt"

    def inner() -> None:
        assert node.key is not None and node.value is not None
        key, value = expr(build, f, node.key), expr(build, f, node.value)
        now = e.load(I64, goal)
        first = e.icmp("eq", e.load(I64, some), "0")
        beats = e.op("or", "i1", first, e.icmp(better, key, now))
        with e.when(beats):
            e.store(I64, key, goal)
            e.store(I64, "1", some)
            if in_memory(type):
                e.zero(buffer, type.words)
            else:
                e.store(shape(type), "0", buffer)
        with e.when(e.icmp("eq", key, e.load(I64, goal))):
            sets.add_to(e, buffer, value, type)

    run_clauses(build, f, node.clauses, inner, done)
    e.start(done)
    return sets.taken(e, buffer, type)


def _ranked(build: Build, f: Frame, node: ir.Fold, done: str) -> str:
    """Ranked by falling key, or grouped into tiers: the pairs are gathered, then sorted by insertion."""
    e = f.e
    type = node.type
    assert isinstance(type, Seq)
    cap = type.cap if node.op == "ranked" else 256
    plain = Seq(Int(), cap)
    keys, values = e.temp(I64, cap + 1), e.temp(I64, cap + 1)
    e.store(I64, "0", keys)
    e.store(I64, "0", values)

    def inner() -> None:
        assert node.key is not None and node.value is not None
        key, value = expr(build, f, node.key), expr(build, f, node.value)
        count = e.load(I64, keys)
        append(f, keys, key, plain)
        append(f, values, value, plain)
        # Move up past every smaller key; equal keys keep their order.
        at = e.temp(I64)
        e.store(I64, count, at)
        head, body, end = e.label("sift"), e.label("body"), e.label("end")
        e.start(head)
        i = e.load(I64, at)
        e.cond_br(e.icmp("sgt", i, "0"), body, end)
        e.start(body)
        before = e.op("sub", I64, i, "1")
        smaller = e.icmp("slt", item(f, keys, before, plain), item(f, keys, i, plain))
        swap = e.label("swap")
        e.cond_br(smaller, swap, end)
        e.start(swap)
        for sequence in (keys, values):
            a, b = e.element(e.offset(sequence, 8), I64, before), e.element(e.offset(sequence, 8), I64, i)
            x, y = e.load(I64, a), e.load(I64, b)
            e.store(I64, y, a)
            e.store(I64, x, b)
        e.store(I64, before, at)
        e.br(head)
        e.start(end)

    run_clauses(build, f, node.clauses, inner, done)
    e.start(done)
    if node.op == "ranked":
        return values
    return _tiers(f, keys, values, plain, type)


def _tiers(f: Frame, keys: str, values: str, plain: Seq, type: Seq) -> str:
    e = f.e
    assert isinstance(type.elem, Set)
    buffer = e.temp(I64, size_in_words(type))
    e.zero(buffer, size_in_words(type))
    last = e.temp(I64)
    e.store(I64, "0", last)
    with e.counting(e.load(I64, keys)) as i:
        key = item(f, keys, i, plain)
        fresh = e.op("or", "i1", e.icmp("eq", i, "0"), e.icmp("ne", key, e.load(I64, last)))
        with e.when(fresh):
            e.store(I64, e.op("add", I64, e.load(I64, buffer), "1"), buffer)
        e.store(I64, key, last)
        group = e.op("sub", I64, e.load(I64, buffer), "1")
        size = words(type.elem)
        pointer = e.element(e.offset(buffer, 8), f"[{size} x i64]", group)
        sets.add_to(e, pointer, item(f, values, i, plain), type.elem)
    return buffer
