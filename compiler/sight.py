"""Who sees what, in native code."""

from __future__ import annotations

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.expressions import expr
from rulewright.compiler.frame import Frame
from rulewright.compiler.piles import element
from rulewright.compiler.room import holders, inside
from rulewright.compiler.shapes import I64
from rulewright.core import ir
from rulewright.core.program import BOX
from rulewright.core.types import Set


def veiled(build: Build, f: Frame, node: ir.Prim) -> str:
    """Of some pieces, those whose faces somebody does not see where they lie."""
    e, program = f.e, build.program
    number, down, type = node.args[2], node.args[3], node.args[0].type
    assert isinstance(number, ir.Const) and isinstance(down, ir.Const) and isinstance(type, Set) and program.loc is not None
    kind = program.kinds[number.value]
    pool, who = expr(build, f, node.args[0]), expr(build, f, node.args[1])
    buffer = sets.empty_buffer(e, type)
    with sets.each(e, pool, type) as piece:
        site = element(f, program.loc, piece)
        told = "false"
        if program.known is not None:
            told = sets.has(e, element(f, program.known, piece), who, Set(0, len(program.seats)))
        unseen = "false"
        for place in holders(build, kind):
            sight = place.seen_kinds.get(kind.number, place.seen)
            if sight == "all":
                continue
            seen = told
            if sight in {"owner", "others"} and place.per == "Player":
                first = e.op("add", I64, e.op("mul", I64, who, str(place.cells)), str(place.base))
                by_rule = "ult" if sight == "owner" else "uge"
                seen = e.op("or", "i1", told, e.icmp(by_rule, e.op("sub", I64, site, first), str(place.cells)))
            here = inside(e, site, place)
            unseen = e.op("or", "i1", unseen, e.op("and", "i1", here, e.op("xor", "i1", seen, "true")))
        if down.value >= 0:
            field = kind.attributes["face"].field
            assert field is not None
            covered = e.icmp("eq", element(f, field, e.op("sub", I64, piece, str(kind.base))), str(down.value))
            laid = e.icmp("ne", site, str(BOX))
            unseen = e.op("or", "i1", unseen, e.op("and", "i1", covered, laid))
        with e.when(unseen):
            sets.add_to(e, buffer, piece, type)
    return sets.taken(e, buffer, type)
