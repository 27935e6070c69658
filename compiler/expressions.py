"""Expressions in native code."""

from __future__ import annotations

from typing import assert_never

from rulewright.compiler import sets
from rulewright.compiler.build import Build, bounds, words_of
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.frame import TRYING, Frame
from rulewright.compiler.once import remembered
from rulewright.compiler.shapes import I64, I128, PTR, constant, in_memory, shape, size_in_words
from rulewright.compiler.spans import here, passed
from rulewright.core import ir
from rulewright.core.program import Field, Func
from rulewright.core.types import Int, Set

COMPARE = {"eq": "eq", "lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}


def write_func(build: Build, func: Func, name: str) -> None:
    """A pure function: state, context, then its parameters; a result in memory goes to a last pointer."""
    assert func.body is not None and func.type is not None
    result = shape(func.type)
    params = [(PTR, "%state"), (PTR, "%context")]
    params += [(build.param(func, p), f"%a{p.index}") for p in func.params]
    if result == PTR:
        params.append((PTR, "%out"))
    known = bounds(build.ranges.of_result(func)) if isinstance(func.type, Int) else ""
    e = Emitter(name, "void" if result == PTR else result, params, f"nounwind {build.inlining}", known)
    frame = Frame(e, func.locals)
    for p in func.params:
        if in_memory(p.type):
            frame.alias[p.index] = f"%a{p.index}"
        else:
            frame.write(p.index, f"%a{p.index}")
    value = expr(build, frame, func.body)
    if result == PTR:
        e.copy("%out", value, size_in_words(func.type))
        e.ret()
    else:
        e.ret(value)
    build.add(e)


def expr(build: Build, f: Frame, node: ir.Expr) -> str:
    e = f.e
    if f.once and (known := remembered(build, f, node)) is not None:
        return known
    match node:
        case ir.Const(value):
            return constant(value)
        case ir.SetConst(bits, type):
            return sets.literal(e, bits, type)
        case ir.BagConst(counts, _):
            return _constant_memory(build, f, list(counts))
        case ir.SeqConst(values, type):
            return _constant_memory(build, f, words_of(values, type))
        case ir.Local(index, _):
            return f.read(index)
        case ir.Load(field, index, span):
            return load_field(build, f, field, index, span)
        case ir.Look(_, _, span):
            return _look(build, f, node, span)
        case ir.Where():
            return _where(build, f, node)
        case ir.Prim():
            from rulewright.compiler.primitives import prim

            return prim(build, f, node)
        case ir.Cond():
            return _cond(build, f, node)
        case ir.Call():
            return call_into(build, f, node, "")
        case ir.Fold():
            from rulewright.compiler.folds import fold

            return fold(build, f, node)
        case ir.Would():
            return _would(build, f, node)
        case ir.Keep():
            from rulewright.compiler.keeping import kept_value

            return kept_value(build, f, node)
        case _:
            assert_never(node)


def truth(build: Build, f: Frame, node: ir.Expr) -> str:
    """A condition as an i1."""
    return f.e.truth(expr(build, f, node))


def _constant_memory(build: Build, f: Frame, words: list[int]) -> str:
    name = f"@c{len(build.globals)}"
    body = ", ".join("i64 " + constant(w) for w in words)
    build.globals.append(f"{name} = internal unnamed_addr constant [{len(words)} x i64] [{body}], align 8")
    return name


def checked_index(build: Build, f: Frame, index: ir.Expr, count: int, span: int) -> str:
    """An index that is certainly within bounds; noting an error if it was not."""
    value = expr(build, f, index)
    low, high = build.ranges.of(index)
    if low >= 0 and high < count:
        return value
    e = f.e
    inside = e.icmp("ult", value, str(count))
    f.fail_if(e.op("xor", "i1", inside, "true"), "missing", span)
    return e.select(inside, I64, value, "0")


# ---------------------------------------------------------------- state and tables


def field_pointer(build: Build, f: Frame, field: Field, index: ir.Expr, span: int) -> str:
    e = f.e
    if isinstance(index, ir.Const) and 0 <= index.value < field.count:
        return e.offset(f.state, field.offset + index.value * field.width)
    at = checked_index(build, f, index, field.count, span)
    base = e.offset(f.state, field.offset)
    return e.offset(base, e.op("mul", I64, at, str(field.width)) if field.width > 1 else at)


def load_at(f: Frame, field: Field, pointer: str) -> str:
    """The element of a field at a pointer."""
    e = f.e
    if isinstance(field.type, Set):
        form = shape(field.type)
        if form == PTR:
            return pointer
        if form == I128:
            return e.load(I128, pointer, 8)
        bits = f"i{8 * field.width}"
        return e.cast("zext", e.load(bits, pointer, field.width), bits, I64)
    bits = f"i{8 * field.width}"
    return e.cast("sext", e.load(bits, pointer, field.width), bits, I64)


def store_at(f: Frame, field: Field, pointer: str, value: str) -> None:
    e = f.e
    if isinstance(field.type, Set):
        form = shape(field.type)
        if form == PTR:
            e.copy(pointer, value, field.type.words)
            return
        if form == I128:
            e.store(I128, value, pointer, 8)
            return
    bits = f"i{8 * field.width}"
    e.store(bits, e.cast("trunc", value, I64, bits), pointer, field.width)


def load_field(build: Build, f: Frame, field: Field, index: ir.Expr, span: int) -> str:
    return load_at(f, field, field_pointer(build, f, field, index, span))


def _look(build: Build, f: Frame, node: ir.Look, span: int) -> str:
    e = f.e
    name, entry = build.table(node.table)
    at = checked_index(build, f, node.index, len(node.table.values), span)
    pointer = e.element(name, entry, at)
    if entry.startswith("["):
        return pointer
    align = 16 if entry == I128 else int(entry[1:]) // 8
    value = e.load(entry, pointer, align)
    if isinstance(node.table.type, Int):
        return e.cast("sext", value, entry, I64)
    return value


def _where(build: Build, f: Frame, node: ir.Where) -> str:
    """A whole field is compared at once; the results are the bits of the set."""
    e = f.e
    field, type = node.field, node.type
    value = expr(build, f, node.value)
    low, high = build.ranges.of(node.value)
    if low < field.low - 1 or high > field.high + 1:
        value = e.call("llvm.smax.i64", I64, [(I64, value), (I64, str(field.low - 1))])
        value = e.call("llvm.smin.i64", I64, [(I64, value), (I64, str(field.high + 1))])
    item = f"i{8 * field.width}"
    wanted = e.cast("trunc", value, I64, item)
    words = []
    base, most = f.state, 0
    if node.plus is not None:
        plus = expr(build, f, node.plus)
        most = build.ranges.of(node.plus)[1]
        base = e.element(f.state, item, plus)
    for first in range(0, type.size, 64):
        at = field.offset + ((type.base + first) * node.stride - node.shift) * field.width
        count = min(64, type.size - first)
        words.append(_compare_all(build, f, node.op, (base, at, most, node.stride), item, count, wanted))
    return sets.of_words(e, words, type)


def _compare_all(build: Build, f: Frame, op: str, source: tuple[str, int, int, int], item: str, count: int, wanted: str) -> str:
    """A bit for each of so many items of the state: from where, how much further at most, and every how many-th."""
    e = f.e
    base, at, most, stride = source
    width = int(item[1:]) // 8
    lanes = 1 << (count - 1).bit_length()
    if at + (lanes * stride + most) * width > build.program.size:  # reading on into what follows would leave the state
        lanes = count
    vector = f"<{lanes} x {item}>"
    if stride == 1:
        values = e.load(vector, e.offset(base, at), width)
    else:
        span = (lanes - 1) * stride + 1
        all_items = e.load(f"<{span} x {item}>", e.offset(base, at), width)
        values = e.fresh()
        which = ", ".join(f"i32 {i * stride}" for i in range(lanes))
        e.line(f"{values} = shufflevector <{span} x {item}> {all_items}, <{span} x {item}> poison, <{lanes} x i32> <{which}>")
    one, all_ = e.fresh(), e.fresh()
    e.line(f"{one} = insertelement {vector} poison, {item} {wanted}, i64 0")
    e.line(f"{all_} = shufflevector {vector} {one}, {vector} poison, <{lanes} x i32> zeroinitializer")
    test = e.fresh()
    e.line(f"{test} = icmp {COMPARE[op]} {vector} {values}, {all_}")
    bits = e.fresh()
    e.line(f"{bits} = bitcast <{lanes} x i1> {test} to i{lanes}")
    word = e.cast("zext", bits, f"i{lanes}", I64)
    return word if lanes == count else e.op("and", I64, word, constant((1 << count) - 1))


# ---------------------------------------------------------------- choices between values, calls, trials


def cheap(node: ir.Expr) -> bool:
    """Whether an expression can be computed in vain: it is short, and nothing can go wrong in it."""
    match node:
        case ir.Const() | ir.SetConst() | ir.Local():
            return True
        case ir.Load(field, ir.Const(), _):
            return not in_memory(field.type)
        case ir.Prim(op, args, type, _):
            quick = {"and", "or", "not", "eq", "lt", "le", "gt", "ge", "union", "inter", "diff", "is_empty", "has", "one", "size", "first"}
            return op in quick and all(cheap(a) for a in args) and not in_memory(type) and not any(in_memory(a.type) for a in args)
        case _:
            return False


def _cond(build: Build, f: Frame, node: ir.Cond) -> str:
    e = f.e
    form = shape(node.type)
    here(build, f, node.span)
    test = truth(build, f, node.test)
    passed(build, f, node.span, test)
    if form != PTR and cheap(node.then) and cheap(node.other):
        return e.select(test, form, expr(build, f, node.then), expr(build, f, node.other))
    return e.choose(test, form, lambda: expr(build, f, node.then), lambda: expr(build, f, node.other))


def call_into(build: Build, f: Frame, node: ir.Call, out: str) -> str:
    """A call; a result in memory is written to `out`, or to a place of its own."""
    e = f.e
    func = node.func
    here(build, f, node.span)
    name = build.func(func)
    given = [(PTR, f.state), (PTR, f.context)]
    given += [(shape(p.type), expr(build, f, a)) for p, a in zip(func.params, node.args, strict=True)]
    assert func.type is not None
    result = shape(func.type)
    if result == PTR:
        out = out or e.temp(I64, size_in_words(func.type))
        e.call(name, "void", [*given, (PTR, out)])
        value = out
    else:
        value = e.call(name, result, given)
    here(build, f, node.span, count=False)
    return value


def _would(build: Build, f: Frame, node: ir.Would) -> str:
    """Try a procedure out on a copy of the state (without the stack and the history, which it cannot touch)."""
    e = f.e
    given = [(shape(p.type), expr(build, f, a)) for p, a in zip(node.proc.params, node.args, strict=True)]
    copy = e.temp("i8", _trial_size(build))
    copy_state(build, f, copy, f.state)
    tries = e.offset(f.context, 8 * TRYING)
    if build.talks:
        e.store(I64, e.op("add", I64, e.load(I64, tries), "1"), tries)
    e.call(build.proc(node.proc), "void", [(PTR, copy), (PTR, f.context), *given])
    before = f.state
    f.state = copy
    value = expr(build, f, node.value)
    f.state = before
    if build.talks:
        e.store(I64, e.op("sub", I64, e.load(I64, tries), "1"), tries)
    return value


def done(build: Build, f: Frame, node: ir.Would) -> tuple[str, str]:
    """Do what a trial tries; the state as it was before, to take it back, and whether the trial has turned out well."""
    e = f.e
    given = [(shape(p.type), expr(build, f, a)) for p, a in zip(node.proc.params, node.args, strict=True)]
    before = e.temp("i8", _trial_size(build))
    copy_state(build, f, before, f.state)
    e.call(build.proc(node.proc), "void", [(PTR, f.state), (PTR, f.context), *given])
    return before, truth(build, f, node.value)


def copy_state(build: Build, f: Frame, to: str, what: str) -> None:
    f.e.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {to}, ptr align 8 {what}, i64 {_trial_size(build)}, i1 false)")


def _trial_size(build: Build) -> int:
    """How much of the state a trial needs: everything before the stack."""
    tail = [x.offset for x in build.program.fields if x.name in {"stack", "history"}]
    return min(tail, default=build.program.size)
