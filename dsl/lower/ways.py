"""The ways to do something, as clauses to run through: what is chosen, what is demanded, and whether there is a way at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from rulewright.core import ir
from rulewright.core.program import Field, Proc, Shown
from rulewright.core.record import entity
from rulewright.core.types import INT
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.quantify import renamed
from rulewright.dsl.lower.routines import arguments_of
from rulewright.dsl.lower.values import Clauses, Frame, Selected, Slot, Value, const, either, has, negate, prim
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.world import KindSym, World


@entity
class Made:
    """Clauses to run through, the locals that tell the ways apart, and what they are."""

    clauses: Clauses = field(default_factory=list)
    args: list[Slot] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    words: list[str] = field(default_factory=list)


def shown_as(world: World, type: t.Type) -> Shown:
    """How a value of a type is shown; equal pieces are told by where they are."""
    inner = t.bare(type)
    if isinstance(inner, t.Piece) and len(inner.kinds) == 1:
        kind = next(iter(inner.kinds))
        if world.kinds[kind].core.counted:
            return Shown("token", kind)
    return t.shown(type)


# ---------------------------------------------------------------- what is given, and what is chosen


def named(frame: Frame, made: Made, name: str, value: Value) -> Slot:
    """A value that is worked out once for each way."""
    assert value.expr is not None
    local = frame.routine.new(name, value.expr.type)
    made.clauses.append(ir.Be(local, value.expr))
    return local


def one_of(found: Selected, wanted: ir.Expr) -> ir.Expr:
    """Whether something is one of those that are selected."""
    return ir.Fold("any", (*found.clauses, ir.Test(prim("eq", found.element, wanted))), None, None, INT)


def settled(world: World, made: Made, value: Value) -> None:
    """An argument that is given."""
    made.values.append(value)
    if isinstance(value.expr, ir.Local):
        made.args.append(value.expr)
        made.shown.append(shown_as(world, value.type))


def chosen(frame: Frame, made: Made, found: Selected, name: str, who: Value | None, dedupe: bool, meaning: m.Expr | None) -> Value:
    """The decider picks an element of a selection."""
    clauses, element = list(found.clauses), found.element
    if not (found.ordered or found.canonical):
        type = state.set_type(frame.world, found.elem)
        local = frame.routine.new(name)
        clauses, element = [ir.In(local, ir.Fold("set", tuple(clauses), element, None, type))], local
    if dedupe:
        clauses, element = _one_of_equals(frame, found, clauses, element, name, who)
    if not isinstance(element, ir.Local):
        local = frame.routine.new(name)
        clauses.append(ir.Be(local, element))
        element = local
    value = Value(found.elem, element, meaning=meaning)
    made.clauses += clauses
    made.args.append(element)
    made.shown.append(shown_as(frame.world, found.elem))
    made.values.append(value)
    return value


def _one_of_equals(
    frame: Frame, found: Selected, clauses: Clauses, element: ir.Expr, name: str, who: Value | None
) -> tuple[Clauses, ir.Expr]:
    """Pieces that are alike in everything are one option: the first of them stands for all."""
    elem = found.elem
    if not isinstance(elem, t.Piece) or len(elem.kinds) != 1:
        return clauses, element
    sym = frame.world.kinds[next(iter(elem.kinds))]
    if sym.core.counted or len(set(sym.core.twins)) == sym.core.count or _apart(frame.world, sym, clauses):
        return clauses, element
    type = state.kind_set(sym)
    pool, local = frame.routine.new("pool", type), frame.routine.new(name)
    gathered = ir.Fold("set", tuple(clauses), element, None, type)
    foremost = prim("foremost", local, pool, const(sym.core.number))
    veiled = state.veiled(frame.world, sym, pool, who.expr if who is not None else None)
    before: Clauses = [ir.Be(pool, gathered)]
    if veiled is not None:  # whoever decides cannot tell whether they are equal, so each of them is an option
        unseen = frame.routine.new("unseen", type)
        before.append(ir.Be(unseen, veiled))
        foremost = either(has(unseen, local), foremost)
    if found.ordered:  # in the order that is meant, the first of each sort alone
        again, item = renamed(frame.routine, clauses, element)
        return [*before, *again, ir.Be(local, item), ir.Test(foremost)], local
    return [*before, ir.In(local, pool), ir.Test(foremost)], local


def _apart(world: World, sym: KindSym, clauses: Clauses) -> bool:
    """Whether no two of them can stand on the same site, so that none is like another."""
    lonely = {
        index.field
        for index in world.program.indexes
        if index.sort == "inside" and index.kind is sym.core and index.place is not None and state.single(index.place, sym.core)
    }
    return bool(clauses) and isinstance(clauses[0], ir.In) and _within(clauses[0].over, lonely)


def _within(pieces: ir.Expr, fields: set[Field]) -> bool:
    """Whether a set is a part of what one of the fields holds."""
    match pieces:
        case ir.Load(field, _, _):
            return field in fields
        case ir.Prim("inter", (a, b), _, _):
            return _within(a, fields) or _within(b, fields)
        case ir.Prim("diff", (a, _), _, _):
            return _within(a, fields)
        case ir.Fold("set", clauses, value, _, _) if isinstance(clauses[0], ir.In) and value == clauses[0].local:
            return _within(clauses[0].over, fields)
    return False


# ---------------------------------------------------------------- what is demanded


def demand(made: Made, test: ir.Expr, span: int = -1) -> None:
    made.clauses.append(ir.Test(test, span))


def prefer(made: Made, number: int, flag: Slot, some: ir.Expr, test: ir.Expr) -> None:
    """Of the ways that meet everything else, only those that meet this, if there are some. That is asked once, before all ways."""
    made.clauses.insert(number, ir.Be(flag, some))
    made.clauses.append(ir.Test(either(negate(flag), test)))


def preferred(flags: Clauses, made: Made, flag: Slot, some: ir.Expr, test: ir.Expr) -> None:
    """The same, where only whether there is a way is asked."""
    flags.append(ir.Be(flag, some))
    made.clauses.append(ir.Test(either(negate(flag), test)))


def afterwards(proc: Proc, who: Value, values: Sequence[Value], condition: ir.Expr) -> ir.Expr:
    """Whether something would hold after an action was tried out."""
    assert who.expr is not None
    return ir.Would(proc, (who.expr, *arguments_of(values)), condition)


def exists(made: Made, flags: Sequence[ir.Clause] = ()) -> ir.Expr:
    """Whether there is a way."""
    return ir.Fold("any", (*flags, *made.clauses), None, None, INT)
