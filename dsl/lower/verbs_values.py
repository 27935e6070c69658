"""Verbs that change values: set, gain, lose, pay, reset; prices; rolling; and those that change who knows what."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.constant import NotConstant, evaluate
from rulewright.core.ops import PrimName
from rulewright.core.program import Alt, Choice, Shown, Source
from rulewright.core.record import entity
from rulewright.core.types import INT, Bag, Seq, Set
from rulewright.core.walk import mentions
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.conversions import elements
from rulewright.dsl.lower.moving import Goods, put_tokens, take_tokens
from rulewright.dsl.lower.purses import Purse, holds
from rulewright.dsl.lower.targets import Target
from rulewright.dsl.lower.values import ONE, Frame, Slot, Step, Steps, Value, const, prim
from rulewright.dsl.source import Span
from rulewright.dsl.world import KindSym, PlaceSym, World


def store(world: World, target: Target, value: ir.Expr, span: Span) -> Step:
    return target.store(value, world.span_number(span))


def tells_a_roll(frame: Frame, value: ir.Expr) -> bool:
    """Whether a value comes from what everybody has seen chance decide."""
    return any(mentions(value, ir.Local(n, INT)) for n in frame.routine.rolled)


def comes_from(value: ir.Expr, local: ir.Expr) -> bool:
    """Whether a value is worked out from what a local holds."""
    return isinstance(local, ir.Local) and mentions(value, local)


def seen(frame: Frame, local: Slot) -> None:
    """What this local holds everybody has seen chance decide."""
    frame.routine.rolled.add(local.index)


def set_owner(frame: Frame, piece: Value, owner: ir.Expr, span: Span) -> Steps:
    """Somebody else's from now on; a counted piece is exchanged for one of theirs."""
    inner = t.bare(piece.type)
    assert isinstance(inner, t.Piece) and piece.expr is not None
    sym = frame.world.kinds[next(iter(inner.kinds))] if len(inner.kinds) == 1 else None
    if sym is None or not sym.core.counted:
        return [ir.Effect("set_owner", (piece.expr, owner), frame.world.span_number(span))]
    site = frame.routine.new("site")
    return [
        ir.Assign(site, state.token_site(sym, piece.expr)),
        take_tokens(frame, sym, piece.expr, ONE, span),
        put_tokens(frame, sym, site, owner, ONE, span),
    ]


def changed(world: World, target: Target, op: PrimName, amount: ir.Expr, span: Span) -> Step:
    """An amount is added or taken away."""
    assert target.now.expr is not None
    number = world.span_number(span)
    return target.store(prim(op, target.now.expr, amount, span=number), number)


def reset(world: World, piece: ir.Expr, kind: KindSym, span: Span) -> Steps:
    """Everything that can change about a piece is as it was at the start."""
    out: Steps = []
    for attr in kind.attrs.values():
        core = attr.core
        if attr.nature == "printed" or core is None or core.field is None:
            continue
        first = core.field.initial[0] if core.field.initial else 0
        if core.bits:
            out.append(ir.StoreBit(core.field, const(0), piece, const(first & 1)))
        elif attr.per is None:
            index = state.minus_base(piece, kind.core.base)
            out.append(ir.Store(core.field, index, const(first), False, world.span_number(span)))
    return out


# ---------------------------------------------------------------- prices


@entity
class Cost:
    """What is to be paid: so much of a number, a bag, or any so many; and what it is paid from."""

    amount: ir.Expr
    purse: Target | Purse
    bag: bool = False


def held(frame: Frame, cost: Cost) -> ir.Expr:
    """What there is to pay it with."""
    if isinstance(cost.purse, Target):
        assert cost.purse.now.expr is not None
        return cost.purse.now.expr
    return holds(frame, cost.purse) if cost.bag else prim("bag_size", holds(frame, cost.purse))


def covered(frame: Frame, cost: Cost) -> ir.Expr:
    """Whether it can be paid."""
    return prim("bag_covers" if cost.bag else "ge", held(frame, cost), cost.amount)


# ---------------------------------------------------------------- chance


def faces_of(sym: KindSym) -> ir.Expr:
    return ir.SeqConst(sym.dice, Seq(INT, len(sym.dice)))


def faces(die: Value) -> ir.Expr | None:
    """The faces of a die, one by one, so that chance takes each with the same probability; None if it has none."""
    if die.expr is None:
        return None
    if isinstance(die.type, t.BagOf):
        try:
            counts = evaluate(die.expr)
        except NotConstant:
            return None
        assert isinstance(die.expr.type, Bag) and isinstance(counts, tuple)
        numbers = tuple(die.expr.type.base + i for i, n in enumerate(counts) for _ in range(n))
        return ir.SeqConst(numbers, Seq(INT, max(1, len(numbers))))
    return die.expr if isinstance(die.type, t.SetOf) else None


def _die(world: World, faces: ir.Expr, type: t.Type, who: ir.Expr) -> tuple[Source, ir.Expr]:
    """The random numbers of a die: each player rolls with others, and so does nobody."""
    try:
        pips = evaluate(faces)
    except NotConstant:
        pips = None
    if isinstance(faces.type, Set) and isinstance(pips, int):
        pips = tuple(faces.type.base + i for i in range(faces.type.size) if pips >> i & 1)
    name = f"die {' '.join(map(str, pips))}" if isinstance(pips, tuple) else f"die of {t.said(type)}"
    return Source((name, *(f"{name} of {seat}" for seat in world.program.seats))), prim("add", who, ONE)


def roll(frame: Frame, pips: Slot, faces: ir.Expr, type: t.Type, who: ir.Expr, span: Span, die: tuple[Slot, str] | None = None) -> Step:
    """Chance takes one of the faces. Everybody sees it, or, of a die that is named with its kind, whoever sees where it lies."""
    frame.routine.rolled.add(pips.index)
    alt = Alt((ir.In(pips, faces),), (pips,), (t.shown(type),), (), "chance", "roll")
    if die is not None:
        which = frame.routine.new("die")
        shown = (t.shown(type), Shown("piece", die[1]))
        alt = Alt((ir.In(pips, faces), ir.Be(which, die[0])), (pips, which), shown, (), "chance", "roll")
    source, stream = _die(frame.world, faces, type, who)
    return ir.Ask(Choice(None, (alt,), "roll", frame.world.span_number(span), source=source, stream=stream), ())


def roll_piece(frame: Frame, die: Slot, one: ir.Expr, ask: Step, face: Target, pips: Slot, span: Span) -> Steps:
    """A die that is a piece is rolled, and shows what came up."""
    return [ir.Assign(die, one), *_shaken(frame.world, die), ask, face.store(pips, frame.world.span_number(span))]


def _shaken(world: World, die: Slot) -> Steps:
    """Whoever was shown a die does not know what it shows next."""
    known = world.program.known
    return [ir.Store(known, die, ir.SetConst(0, Set(0, world.seats)), False, -1)] if known is not None else []


def forgotten(pips: Slot, rolled: Steps, shown: int) -> Steps:
    """A roll that somebody does not see is kept by the die alone."""
    return [*rolled, ir.Assign(pips, const(shown))]


def roll_pieces(frame: Frame, die: Slot, dice: Value, ask: Step, face: Target, pips: Slot, span: Span) -> Step:
    """One die after the other."""
    stored = face.store(pips, frame.world.span_number(span))
    over = elements(frame, dice).expr
    assert over is not None
    return ir.For(die, over, (*_shaken(frame.world, die), ask, stored))


# ---------------------------------------------------------------- knowledge


def everybody(world: World) -> ir.Expr:
    type = Set(0, world.seats)
    return ir.SetConst(type.full, type)


def shown_in(frame: Frame, place: PlaceSym, site: ir.Expr, who: ir.Expr, span: Span) -> Steps:
    """All single pieces of a place are shown."""
    out: Steps = []
    for number in place.core.limits:
        sym = frame.world.kinds[frame.world.program.kinds[number].name]
        if not sym.core.counted and sym.core.count:
            piece = frame.routine.new("piece")
            members = state.members(frame.world, sym, place, site)
            out.append(ir.For(piece, members, (ir.Effect("know", (piece, who), frame.world.span_number(span)),)))
    return out


def shown(frame: Frame, found: Goods, who: ir.Expr, span: Span) -> Steps:
    """Pieces are shown to some."""
    if found.one is not None:
        return [ir.Effect("know", (found.one, who), frame.world.span_number(span))]
    if found.many is None:
        return []
    over = elements(frame, found.many).expr
    assert over is not None
    piece = frame.routine.new("piece")
    return [ir.For(piece, over, (ir.Effect("know", (piece, who), frame.world.span_number(span)),))]
