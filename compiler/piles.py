"""Questions about pieces and piles in native code."""

from __future__ import annotations

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import expr, load_at
from rulewright.compiler.frame import Frame
from rulewright.compiler.shapes import I64, PTR, shape
from rulewright.core import ir
from rulewright.core.program import Field, Kind, Table
from rulewright.core.types import INT, Set


def element(f: Frame, field: Field, index: str) -> str:
    """An element of a field; the index is certainly right."""
    e = f.e
    base = e.offset(f.state, field.offset)
    pointer = e.offset(base, e.op("mul", I64, index, str(field.width)) if field.width > 1 else index)
    return load_at(f, field, pointer)


def piles(build: Build, f: Frame, node: ir.Prim) -> str:
    match node.op:
        case "on_site":
            return _on_site(build, f, node)
        case "top" | "bottom":
            return _end(build, f, node)
        case "mystery":
            return _mystery(build, f, node)
        case "foremost":
            return _foremost(build, f, node)
        case "repeated":
            return _repeated(build, f, node)
    raise ValueError(f"no operation {node.op}")


def _on_site(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    type = node.args[0].type
    assert isinstance(type, Set) and build.program.loc is not None
    candidates, site = expr(build, f, node.args[0]), expr(build, f, node.args[1])
    buffer = sets.empty_buffer(e, type)
    with sets.each(e, candidates, type) as piece:
        here = e.icmp("eq", element(f, build.program.loc, piece), site)
        with e.when(here):
            sets.add_to(e, buffer, piece, type)
    return sets.taken(e, buffer, type)


def _end(build: Build, f: Frame, node: ir.Prim) -> str:
    """The piece with the greatest (least) position; of equals the last (first)."""
    e = f.e
    type = node.args[0].type
    assert isinstance(type, Set)
    members = expr(build, f, node.args[0])
    best, found = e.temp(I64), e.temp(I64)
    e.store(I64, "-1", found)
    e.store(I64, "0", best)
    top = node.op == "top"
    with sets.each(e, members, type) as piece:
        at = element(f, build.program.pos, piece) if build.program.pos is not None else "0"
        none = e.icmp("slt", e.load(I64, found), "0")
        beats = e.op("or", "i1", none, e.icmp("sge" if top else "slt", at, e.load(I64, best)))
        with e.when(beats):
            e.store(I64, at, best)
            e.store(I64, piece, found)
    return e.load(I64, found)


def _mystery(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    type = node.args[0].type
    assert isinstance(type, Set) and build.program.pos is not None
    members = expr(build, f, node.args[0])
    buffer = sets.empty_buffer(e, type)
    known = e.temp(I64)
    e.store(I64, "0", known)
    with sets.each(e, members, type) as piece:
        at = element(f, build.program.pos, piece)
        with e.when(e.icmp("sgt", at, "0")):
            e.store(I64, "1", known)
        with e.when(e.icmp("eq", at, "0")):
            sets.add_to(e, buffer, piece, type)
    value = sets.taken(e, buffer, type)
    certain = e.truth(e.load(I64, known))
    form = shape(type)
    if form == PTR:
        return e.choose(certain, PTR, lambda: sets.literal(e, 0, type), lambda: value)
    return e.select(certain, form, "0", value)


# ---------------------------------------------------------------- equal pieces


def alike(build: Build, kind: Kind) -> str:
    """A function that tells whether two pieces of a kind differ in nothing but their number."""
    name = f"alike_{kind.number}"

    def write() -> None:
        e = Emitter(name, "i1", [(PTR, "%state"), (I64, "%a"), (I64, "%b")], "nounwind")
        f = Frame(e, [])
        program = build.program
        table = twin_table(build, kind)
        i, j = e.op("sub", I64, "%a", str(kind.base)), e.op("sub", I64, "%b", str(kind.base))
        result = e.icmp("eq", table_entry(e, table, i), table_entry(e, table, j))
        for field in (program.loc, program.owner, program.known):
            if field is not None:
                result = e.op("and", "i1", result, e.icmp("eq", element(f, field, "%a"), element(f, field, "%b")))
        for attribute in kind.attributes.values():
            field = attribute.field
            if field is None:
                continue
            if attribute.bits:
                assert isinstance(field.type, Set)
                bits = element(f, field, "0")
                same = e.icmp("eq", e.flag(sets.has(e, bits, "%a", field.type)), e.flag(sets.has(e, bits, "%b", field.type)))
                result = e.op("and", "i1", result, same)
                continue
            per = max(1, len(attribute.family))
            for member in range(per):
                x = e.op("add", I64, e.op("mul", I64, i, str(per)), str(member))
                y = e.op("add", I64, e.op("mul", I64, j, str(per)), str(member))
                if isinstance(field.type, Set):
                    same = sets.same(e, element(f, field, x), element(f, field, y), field.type)
                else:
                    same = e.icmp("eq", element(f, field, x), element(f, field, y))
                result = e.op("and", "i1", result, same)
        e.ret(result)
        build.add(e)

    return build.helper(name, write)


def twin_table(build: Build, kind: Kind) -> tuple[str, str]:
    return build.own_table(Table(f"{kind.name}.twins", INT, kind.twins))


def table_entry(e: Emitter, table: tuple[str, str], index: str) -> str:
    name, entry = table
    value = e.load(entry, e.element(name, entry, index), int(entry[1:]) // 8)
    return e.cast("sext", value, entry, I64)


def _foremost(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    number = node.args[2]
    assert isinstance(number, ir.Const)
    kind = build.program.kinds[number.value]
    type = node.args[1].type
    assert isinstance(type, Set)
    piece, pool = expr(build, f, node.args[0]), expr(build, f, node.args[1])
    result = e.temp(I64)
    e.store(I64, "1", result)
    name = alike(build, kind)
    with sets.each(e, pool, type) as other:
        with e.when(e.icmp("sge", other, piece)):
            e.br(e.breaks[-1])
        twin = e.call(name, "i1", [(PTR, f.state), (I64, other), (I64, piece)])
        with e.when(twin):
            e.store(I64, "0", result)
            e.br(e.breaks[-1])
    return e.load(I64, result)


# ---------------------------------------------------------------- positions


def history_fields(build: Build) -> tuple[Field, Field]:
    fields = {x.name: x for x in build.program.fields}
    return fields["history"], fields["remembered"]


LANES = 4


def _repeated(build: Build, f: Frame, node: ir.Prim) -> str:
    """Positions are never 0, so that what is not yet written of the history equals none; four are compared at a time."""
    e = f.e
    history, remembered = history_fields(build)
    times = expr(build, f, node.args[0])
    count = element(f, remembered, "0")
    none = e.icmp("eq", count, "0")
    last = e.op("urem", I64, e.select(none, I64, "0", e.op("sub", I64, count, "1")), str(history.count))
    now = element(f, history, last)
    vector = f"<{LANES} x i64>"
    lane = e.fresh()
    e.line(f"{lane} = insertelement {vector} zeroinitializer, i64 {now}, i64 0")
    wanted = e.fresh()
    e.line(f"{wanted} = shufflevector {vector} {lane}, {vector} zeroinitializer, <{LANES} x i32> zeroinitializer")
    start = e.offset(f.state, history.offset)
    known = e.call("llvm.smin.i64", I64, [(I64, count), (I64, str(history.count))])
    rows = e.op("udiv", I64, e.op("add", I64, known, str(LANES - 1)), str(LANES))
    sums = e.temp(vector)
    e.line(f"store {vector} zeroinitializer, ptr {sums}, align 8")
    with e.counting(rows) as i:
        values = e.load(vector, e.element(start, vector, i), 8)
        same = e.fresh()
        e.line(f"{same} = icmp eq {vector} {values}, {wanted}")
        # A lane that is equal is all ones, that is -1: subtracting it counts.
        ones = e.fresh()
        e.line(f"{ones} = sext <{LANES} x i1> {same} to {vector}")
        e.store(vector, e.op("sub", vector, e.load(vector, sums), ones), sums)
    total = e.call(f"llvm.vector.reduce.add.v{LANES}i64", I64, [(vector, e.load(vector, sums))])
    found = e.icmp("sge", total, times)
    return e.flag(e.select(none, "i1", e.icmp("sle", times, "0"), found))
