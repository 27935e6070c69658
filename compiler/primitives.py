"""Primitive operations in native code: numbers, sets, lists, bags. Boards and piles have modules of their own."""

from __future__ import annotations

from typing import assert_never

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.expressions import COMPARE, cheap, expr, truth
from rulewright.compiler.folds import append, contains, entry, item
from rulewright.compiler.frame import Frame
from rulewright.compiler.geometry import geometry
from rulewright.compiler.graphs import graph
from rulewright.compiler.piles import piles
from rulewright.compiler.shapes import I64, PTR, constant, shape, size_in_words
from rulewright.compiler.sight import veiled
from rulewright.core import ir
from rulewright.core.ranges import fits
from rulewright.core.types import Bag, Row, Seq, Set, words


def prim(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    op, args = node.op, node.args
    match op:
        case "and" | "or":
            return _logic(build, f, node)
        case "add" | "sub" | "mul":
            a, b = expr(build, f, args[0]), expr(build, f, args[1])
            if fits(build.ranges.of(node)):
                return e.op(op, I64, a, b)
            return overflowing(f, f"s{op}", a, b, node.span)
        case "eq" | "lt" | "le" | "gt" | "ge":
            return e.flag(e.icmp(COMPARE[op], expr(build, f, args[0]), expr(build, f, args[1])))
        case "not":
            return e.flag(e.icmp("eq", expr(build, f, args[0]), "0"))
        case "min" | "max":
            a, b = expr(build, f, args[0]), expr(build, f, args[1])
            return e.call(f"llvm.s{op}.i64", I64, [(I64, a), (I64, b)])
        case "div" | "mod":
            return _divide(build, f, node)
        case "union" | "inter" | "diff" | "has" | "is_empty" | "size" | "first" | "only" | "one" | "above" | "recast" | "same" | "to_set":
            return _sets(build, f, node)
        case "length" | "item" | "take" | "concat" | "pair" | "row_at" | "row_set" | "run":
            return _lists(build, f, node)
        case "bag_add" | "bag_sub" | "bag_covers" | "bag_eq" | "bag_size" | "bag_count" | "bag_one" | "bag_of_set" | "layers":
            return _bags(build, f, node)
        case "matching" | "networks" | "spread":
            return graph(build, f, node)
        case "cell_at" | "in_line" | "in_lines" | "slide" | "aligned" | "connects" | "fill" | "enclosed" | "enclosers":
            return geometry(build, f, node)
        case "on_site" | "top" | "bottom" | "mystery" | "foremost" | "repeated":
            return piles(build, f, node)
        case "veiled":
            return veiled(build, f, node)
        case _:
            assert_never(op)


def _logic(build: Build, f: Frame, node: ir.Prim) -> str:
    """Both sides at once if the second does no harm; else only as much as is needed."""
    e = f.e
    a = truth(build, f, node.args[0])
    if cheap(node.args[1]):
        b = truth(build, f, node.args[1])
        return e.flag(e.op(node.op, "i1", a, b))
    if node.op == "and":
        return e.choose(a, I64, lambda: e.flag(truth(build, f, node.args[1])), lambda: "0")
    return e.choose(a, I64, lambda: "1", lambda: e.flag(truth(build, f, node.args[1])))


def overflowing(f: Frame, op: str, a: str, b: str, span: int) -> str:
    e = f.e
    pair = e.call(f"llvm.{op}.with.overflow.i64", "{i64, i1}", [(I64, a), (I64, b)])
    value, over = e.fresh(), e.fresh()
    e.line(f"{value} = extractvalue {{i64, i1}} {pair}, 0")
    e.line(f"{over} = extractvalue {{i64, i1}} {pair}, 1")
    f.fail_if(over, "overflow", span)
    return value


def _divide(build: Build, f: Frame, node: ir.Prim) -> str:
    """Division rounds down, and the rest has the sign of the divisor."""
    e = f.e
    a, b = expr(build, f, node.args[0]), expr(build, f, node.args[1])
    low, high = build.ranges.of(node.args[1])
    al, _ = build.ranges.of(node.args[0])
    if low <= 0 <= high:
        f.fail_if(e.icmp("eq", b, "0"), "division", node.span)
        b = e.select(e.icmp("eq", b, "0"), I64, "1", b)
    if al >= 0 and low >= 0:
        return e.op("udiv" if node.op == "div" else "urem", I64, a, b)
    quotient = e.op("sdiv", I64, a, b)
    rest = e.op("srem", I64, a, b)
    crooked = e.op("and", "i1", e.icmp("ne", rest, "0"), e.icmp("slt", e.op("xor", I64, rest, b), "0"))
    if node.op == "div":
        return e.select(crooked, I64, e.op("sub", I64, quotient, "1"), quotient)
    return e.select(crooked, I64, e.op("add", I64, rest, b), rest)


# ---------------------------------------------------------------- sets


def _sets(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    args = node.args
    first = args[0].type if args else None
    match node.op:
        case "union" | "inter" | "diff":
            assert isinstance(node.type, Set)
            return sets.binary(e, node.op, expr(build, f, args[0]), expr(build, f, args[1]), node.type)
        case "has":
            return _has(build, f, args[0], args[1])
        case "is_empty":
            assert isinstance(first, Set)
            return e.flag(sets.is_empty(e, expr(build, f, args[0]), first))
        case "size":
            assert isinstance(first, Set)
            return sets.size(e, expr(build, f, args[0]), first)
        case "first":
            assert isinstance(first, Set)
            return sets.first(e, expr(build, f, args[0]), first)
        case "only":
            assert isinstance(first, Set)
            value = expr(build, f, args[0])
            single = e.icmp("eq", sets.size(e, value, first), "1")
            return e.select(single, I64, sets.first(e, value, first), "-1")
        case "one":
            assert isinstance(node.type, Set)
            return sets.one(e, expr(build, f, args[0]), node.type)
        case "above":
            assert isinstance(first, Set)
            return sets.above(e, expr(build, f, args[0]), expr(build, f, args[1]), first)
        case "recast":
            assert isinstance(first, Set) and isinstance(node.type, Set)
            return sets.recast(e, expr(build, f, args[0]), first, node.type)
        case "same":
            assert isinstance(first, Set)
            return e.flag(sets.same(e, expr(build, f, args[0]), expr(build, f, args[1]), first))
        case "to_set":
            assert isinstance(first, Seq) and isinstance(node.type, Set)
            sequence = expr(build, f, args[0])
            buffer = sets.empty_buffer(e, node.type)
            with e.counting(e.load(I64, sequence)) as i:
                sets.add_to(e, buffer, item(f, sequence, i, first), node.type)
            return sets.taken(e, buffer, node.type)
    raise ValueError(f"no operation of sets: {node.op}")


def _has(build: Build, f: Frame, source: ir.Expr, member: ir.Expr) -> str:
    e = f.e
    type = source.type
    assert isinstance(type, Set)
    value, x = expr(build, f, source), expr(build, f, member)
    low, high = build.ranges.of(member)
    form = shape(type)
    if form != PTR and type.base <= low and high < type.base + type.size:
        at = sets.relative(e, x, type)
        if form == I64:
            return e.op("and", I64, e.op("lshr", I64, value, at), "1")
        bit = e.op("and", form, value, sets.shifted(e, at, form))
        return e.flag(e.icmp("ne", bit, "0", form))
    return e.flag(sets.has(e, value, x, type))


# ---------------------------------------------------------------- lists and bags


def _lists(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    args = node.args
    first = args[0].type if args else None
    match node.op:
        case "length":
            return e.load(I64, expr(build, f, args[0]))
        case "item":
            assert isinstance(first, Seq)
            sequence, index = expr(build, f, args[0]), expr(build, f, args[1])
            inside = e.icmp("ult", index, e.load(I64, sequence))
            f.fail_if(e.op("xor", "i1", inside, "true"), "missing", node.span)
            found = item(f, sequence, e.select(inside, I64, index, "0"), first)
            low, _ = build.ranges.of(node)
            return found if isinstance(first.elem, Set) else e.select(inside, I64, found, constant(low))
        case "take":
            return _take(build, f, node)
        case "concat":
            return _concat(build, f, node)
        case "pair":
            return _pair(build, f, node)
        case "row_at":
            row, index = expr(build, f, args[0]), expr(build, f, args[1])
            return e.load(I64, e.element(row, I64, index))
        case "row_set":
            assert isinstance(first, Row)
            row, index = expr(build, f, args[0]), expr(build, f, args[1])
            return entry(f, row, index, first.elem)
        case "run":
            return _run(build, f, node)
    raise ValueError(f"no operation of lists: {node.op}")


def _bags(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    args = node.args
    first = args[0].type if args else None
    match node.op:
        case "bag_add" | "bag_sub":
            assert isinstance(node.type, Bag)
            a, b = expr(build, f, args[0]), expr(build, f, args[1])
            buffer = e.temp(I64, node.type.size)
            for i in range(node.type.size):
                x, y = e.load(I64, e.offset(a, 8 * i)), e.load(I64, e.offset(b, 8 * i))
                value = e.op("add", I64, x, y)
                if node.op == "bag_sub":
                    value = e.call("llvm.smax.i64", I64, [(I64, "0"), (I64, e.op("sub", I64, x, y))])
                e.store(I64, value, e.offset(buffer, 8 * i))
            return buffer
        case "bag_covers" | "bag_eq":
            assert isinstance(first, Bag)
            a, b = expr(build, f, args[0]), expr(build, f, args[1])
            result = "true"
            for i in range(first.size):
                x, y = e.load(I64, e.offset(a, 8 * i)), e.load(I64, e.offset(b, 8 * i))
                result = e.op("and", "i1", result, e.icmp("sge" if node.op == "bag_covers" else "eq", x, y))
            return e.flag(result)
        case "bag_size":
            assert isinstance(first, Bag)
            bag = expr(build, f, args[0])
            total = "0"
            for i in range(first.size):
                total = e.op("add", I64, total, e.load(I64, e.offset(bag, 8 * i)))
            return total
        case "bag_count":
            assert isinstance(first, Bag)
            bag, member = expr(build, f, args[0]), expr(build, f, args[1])
            at = e.op("sub", I64, member, str(first.base))
            inside = e.icmp("ult", at, str(first.size))
            value = e.load(I64, e.element(bag, I64, e.select(inside, I64, at, "0")))
            return e.select(inside, I64, value, "0")
        case "bag_one" | "bag_of_set":
            return _new_bag(build, f, node)
        case "layers":
            return _layers(build, f, node)
    raise ValueError(f"no operation of bags: {node.op}")


def _take(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    assert isinstance(node.type, Seq)
    sequence, most = expr(build, f, node.args[0]), expr(build, f, node.args[1])
    buffer = e.temp(I64, size_in_words(node.type))
    e.copy(buffer, sequence, size_in_words(node.type))
    limit = e.call("llvm.smax.i64", I64, [(I64, "0"), (I64, most)])
    e.store(I64, e.call("llvm.smin.i64", I64, [(I64, e.load(I64, sequence)), (I64, limit)]), buffer)
    return buffer


def _concat(build: Build, f: Frame, node: ir.Prim) -> str:
    """Those, then the ones not yet there."""
    e = f.e
    assert isinstance(node.type, Seq)
    buffer = e.temp(I64, size_in_words(node.type))
    e.store(I64, "0", buffer)
    for arg in node.args:
        assert isinstance(arg.type, Seq)
        sequence = expr(build, f, arg)
        with e.counting(e.load(I64, sequence)) as i:
            value = item(f, sequence, i, arg.type)
            known = contains(f, buffer, value, node.type)
            with e.when(e.op("xor", "i1", known, "true")):
                append(f, buffer, value, node.type)
    return buffer


def _pair(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    assert isinstance(node.type, Seq)
    buffer = e.temp(I64, size_in_words(node.type))
    e.store(I64, "0", buffer)
    for arg in node.args:
        append(f, buffer, expr(build, f, arg), node.type)
    return buffer


def _run(build: Build, f: Frame, node: ir.Prim) -> str:
    """Elements of a list up to the first that is in a set, at most so many."""
    e = f.e
    assert isinstance(node.type, Seq)
    taken_type = node.args[1].type
    assert isinstance(taken_type, Set)
    ray, taken, most = (expr(build, f, a) for a in node.args)
    buffer = e.temp(I64, size_in_words(node.type))
    e.store(I64, "0", buffer)
    limit = e.call("llvm.smin.i64", I64, [(I64, e.load(I64, ray)), (I64, most)])
    with e.counting(limit) as i:
        cell = item(f, ray, i, node.type)
        with e.when(sets.has(e, taken, cell, taken_type)):
            e.br(e.breaks[-1])
        e.store(I64, cell, e.element(e.offset(buffer, 8), I64, i))
        e.store(I64, e.op("add", I64, i, "1"), buffer)
    return buffer


def _new_bag(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    type = node.type
    assert isinstance(type, Bag)
    buffer = e.temp(I64, type.size)
    if node.op == "bag_one":
        member, amount = expr(build, f, node.args[0]), expr(build, f, node.args[1])
        for i in range(type.size):
            e.store(I64, e.select(e.icmp("eq", member, str(type.base + i)), I64, amount, "0"), e.offset(buffer, 8 * i))
        return buffer
    source = node.args[0].type
    assert isinstance(source, Set)
    bits = expr(build, f, node.args[0])
    for i in range(type.size):
        e.store(I64, e.flag(sets.has(e, bits, str(source.base + i), source)), e.offset(buffer, 8 * i))
    return buffer


def _layers(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    type, bag_type = node.type, node.args[0].type
    assert isinstance(type, Seq) and isinstance(type.elem, Set) and isinstance(bag_type, Bag)
    bag = expr(build, f, node.args[0])
    buffer = e.temp(I64, size_in_words(type))
    e.zero(buffer, size_in_words(type))
    most = "0"
    for i in range(bag_type.size):
        most = e.call("llvm.smax.i64", I64, [(I64, most), (I64, e.load(I64, e.offset(bag, 8 * i)))])
    e.store(I64, e.call("llvm.smin.i64", I64, [(I64, most), (I64, str(type.cap))]), buffer)
    size = words(type.elem)
    with e.counting(e.load(I64, buffer)) as layer:
        pointer = e.element(e.offset(buffer, 8), f"[{size} x i64]", layer)
        for i in range(bag_type.size):
            with e.when(e.icmp("sgt", e.load(I64, e.offset(bag, 8 * i)), layer)):
                sets.add_to(e, pointer, str(type.elem.base + i), type.elem)
    return buffer
