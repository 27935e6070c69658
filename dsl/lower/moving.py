"""Moving pieces: single ones and counted ones, from site to site, out of the box and back."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import BOX
from rulewright.core.record import entity
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import Frame, Selected, Step, Steps, Value, const, prim
from rulewright.dsl.source import Span
from rulewright.dsl.world import KindSym, PlaceSym, World


@entity
class Goods:
    """Pieces to be moved: one, or the elements of a selection."""

    kind: KindSym | None
    one: ir.Expr | None = None
    word: str | None = None  # the local that names the one piece, which follows it if it is counted
    many: Value | None = None
    weighted: Selected | None = None  # counted pieces, several to a site
    amount: ir.Expr | None = None
    fresh: bool = False  # a bare kind: any piece of it from the box
    owner: ir.Expr | None = None
    all: bool = False


@entity
class Goal:
    """Where pieces go: one site, or several (each gets some)."""

    site: ir.Expr | None
    sites: Value | None
    place: PlaceSym | None


def with_number(world: World, sym: KindSym, number: ir.Expr) -> ir.Expr:
    """The piece of a kind with a printed number; -1 if there is none."""
    if isinstance(number, ir.Const):
        return const(sym.core.base + sym.numbers[number.value])
    pieces = tuple(sym.core.base + sym.numbers[i] if i in sym.numbers else -1 for i in range(max(sym.numbers) + 1))
    return ir.Look(state.constant_table(world, f"{sym.name}.by_number", pieces), number)


def supply_left(sym: KindSym, owner: ir.Expr | None) -> ir.Expr:
    """How many counted pieces of somebody are still in the box."""
    assert sym.core.supply is not None
    return ir.Load(sym.core.supply, owner if owner is not None else const(0))


def in_box(sym: KindSym) -> ir.Expr:
    """Individual pieces of a kind that are not in play."""
    type = state.kind_set(sym)
    return prim("on_site", ir.SetConst(type.full, type), const(BOX), type=type)


def move_piece(frame: Frame, piece: ir.Expr, site: ir.Expr, span: Span, under: bool = False, kind: KindSym | None = None) -> Step:
    number = kind.core.number if kind is not None else -1
    return ir.Effect("move_under" if under else "move", (piece, site), frame.world.span_number(span), number)


def take_tokens(frame: Frame, sym: KindSym, ref: ir.Expr, amount: ir.Expr, span: Span) -> Step:
    """Counted pieces leave a site."""
    return ir.Effect(
        "take", (state.token_site(sym, ref), state.owner_of(frame.world, sym, ref), amount), frame.world.span_number(span), sym.core.number
    )


def put_tokens(frame: Frame, sym: KindSym, site: ir.Expr, owner: ir.Expr, amount: ir.Expr, span: Span) -> Step:
    return ir.Effect("put", (site, owner, amount), frame.world.span_number(span), sym.core.number)


def from_supply(frame: Frame, sym: KindSym, owner: ir.Expr, amount: ir.Expr, span: Span) -> Steps:
    if sym.core.supply is None:
        return []
    return [ir.Effect("from_box", (owner, amount), frame.world.span_number(span), sym.core.number)]


def to_supply(frame: Frame, sym: KindSym, owner: ir.Expr, amount: ir.Expr, span: Span) -> Steps:
    if sym.core.supply is None:
        return []
    return [ir.Effect("to_box", (owner, amount), frame.world.span_number(span), sym.core.number)]


def move_tokens(frame: Frame, sym: KindSym, ref: ir.Expr, site: ir.Expr, amount: ir.Expr, span: Span, out: Steps) -> ir.Expr:
    """Counted pieces go from where they are to a site; the number by which they are known there."""
    owner = frame.routine.new("owner")
    out.append(ir.Assign(owner, state.owner_of(frame.world, sym, ref)))
    if isinstance(site, ir.Const) and site.value == BOX:
        out.append(take_tokens(frame, sym, ref, amount, span))
        out.extend(to_supply(frame, sym, owner, amount, span))
        return const(-1)
    # One effect: no condition is checked while the pieces are in the air.
    out.append(ir.Effect("shift", (state.token_site(sym, ref), owner, amount, site), frame.world.span_number(span), sym.core.number))
    owners = max(1, sym.core.owners)
    if sym.core.heaped and owners > 1:
        return prim("add", prim("mul", site, const(owners)), owner)
    return site
