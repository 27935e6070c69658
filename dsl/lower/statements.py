"""Statements: blocks, conditions, loops, names for values, what a card tells."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.types import INT, Seq
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.pointing import pointed_block
from rulewright.dsl.lower.values import ONE, ZERO, Frame, Selected, Slot, Step, Steps, Value, negate, prim
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.source import Span
from rulewright.dsl.world import World


def finished(world: World, span: Span, out: Steps, start: int, told: bool) -> None:
    """What has become of one statement: whatever can fail in it points to its place. What is told cannot fail."""
    if told:
        world.pointed.update((id(x), x) for x in out[start:])
    elif len(out) > start:
        out[start:] = pointed_block(tuple(out[start:]), world.span_number(span), world.pointed)


def tell(world: World, node: s.Tell) -> Step:
    """The text of a card is told as the card is resolved, paragraph by paragraph."""
    texts, told = world.program.texts, world.told
    number = told.setdefault(node.text, len(texts))
    if number == len(texts):
        texts.append(node.text)
    return ir.Effect("say", (ir.Const(number),), world.span_number(node.span))


def named(frame: Frame, name: str, value: Value, out: Steps) -> Slot:
    """A value is worked out and kept under a name."""
    assert value.expr is not None
    local = frame.routine.new(name, value.expr.type)
    out.append(ir.Assign(local, value.expr))
    return local


def branches(node: s.If, parts: list[tuple[ir.Expr, Steps]], otherwise: Steps) -> Steps:
    """One branch or another; the parts are those of the branches, in their order."""
    assert len(parts) == len(node.branches)
    other = otherwise
    for test, body in reversed(parts):
        other = [ir.If(test, tuple(body), tuple(other))]
    return other


def each(local: Slot, over: Value, body: Steps) -> Step:
    """For each of them."""
    assert over.expr is not None
    return ir.For(local, over.expr, tuple(body))


def each_of_equals(frame: Frame, node: s.Each, found: Selected, slots: tuple[Slot, Slot, Slot], body: Steps) -> Step:
    """Each of several equal pieces on a site: as often as there are now."""
    elem = node.among.elem
    assert isinstance(elem, t.Piece)
    local, left, ref = slots
    refs = ir.Fold("seq", tuple(found.clauses), found.element, None, Seq(INT, max(1, min(found.bound, 1024))))
    sym = frame.world.kinds[next(iter(elem.kinds))]
    low = state.span_of(frame.world, elem)[0]
    assert sym.core.tokens is not None
    there = ir.Load(sym.core.tokens, state.minus_base(local, low))
    whole = (ir.Assign(local, ref), *body, ir.Assign(left, prim("sub", left, ONE)))
    once = ir.While(prim("gt", left, ZERO), whole, frame.world.span_number(node.span))
    return ir.For(ref, refs, (ir.Assign(local, ref), ir.Assign(left, there), once))


def loop(world: World, node: s.Loop, test: ir.Expr | None, body: Steps, slot: Slot | None = None) -> Steps:
    """As long as, until, so many times, for ever. The slot counts down, or says whether to go on."""
    span = world.span_number(node.span)
    match node.how:
        case "while":
            assert test is not None
            return [ir.While(test, tuple(body), span)]
        case "forever":
            return [ir.While(ONE, tuple(body), span)]
        case "times":
            assert test is not None and slot is not None
            again = ir.While(prim("gt", slot, ZERO), (*body, ir.Assign(slot, prim("sub", slot, ONE))), span)
            return [ir.Assign(slot, test), again]
        case "until":
            assert test is not None and slot is not None
            return [ir.Assign(slot, ONE), ir.While(slot, (*body, ir.Assign(slot, negate(test))), span)]
