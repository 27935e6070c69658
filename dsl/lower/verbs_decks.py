"""Decks and hands: shuffling, drawing, refilling; and what lies on top of a deck whose order nobody knows."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Alt, Choice, Shown, Source
from rulewright.core.types import Set
from rulewright.dsl.lower import state
from rulewright.dsl.lower.moving import move_piece
from rulewright.dsl.lower.values import ONE, ZERO, Frame, Slot, Step, Steps, both, const, prim
from rulewright.dsl.source import Span
from rulewright.dsl.world import KindSym, PlaceSym, RoutineSym, World


def single_kinds(world: World, place: PlaceSym) -> list[KindSym]:
    """The kinds of single pieces that a place holds."""
    kinds = [world.kinds[world.program.kinds[n].name] for n in place.core.limits]
    return [k for k in kinds if not k.core.counted and k.core.count]


def shuffle_all(frame: Frame, place: PlaceSym, span: Span) -> Step:
    """Each of a family of piles is shuffled."""
    site = frame.routine.new("site")
    return ir.For(site, state.all_sites(place.core), (ir.Effect("shuffle", (site,), frame.world.span_number(span)),))


def shuffle(frame: Frame, place: PlaceSym, site: ir.Expr, span: Span) -> Steps:
    out: Steps = [ir.Effect("shuffle", (site,), frame.world.span_number(span))]
    if place.core.showing:
        settle_top(frame, place, site, span, out)
    return out


def settle_top(frame: Frame, place: PlaceSym, site: ir.Expr, span: Span, out: Steps) -> None:
    """Chance decides which of the shuffled pieces lies on top, if nobody knows yet."""
    world = frame.world
    kinds = single_kinds(world, place)
    if len(kinds) != 1:
        return
    members = state.members(world, kinds[0], place, site)
    piece = frame.routine.new("top")
    unknown = prim("mystery", members, type=state.kind_set(kinds[0]))
    shown, surface = Shown("piece", kinds[0].name), ir.Effect("surface", (piece,), world.span_number(span))
    alt = Alt((ir.In(piece, unknown),), (piece,), (shown,), (surface,), "chance", place.name)
    source, stream = _deck(place, site, world.program.seats)
    out.append(ir.Ask(Choice(None, (alt,), f"top of {place.name}", world.span_number(span), source=source, stream=stream), ()))


def _deck(place: PlaceSym, site: ir.Expr, seats: tuple[str, ...]) -> tuple[Source, ir.Expr]:
    """The random numbers of a deck, so that its order does not depend on what happens elsewhere; each deck of a family has its own."""
    name, copies = f"deck {place.name}", place.core.sites
    if copies == 1:
        return Source((name,)), ZERO
    members = seats if place.core.per == "Player" else tuple(map(str, range(copies)))
    return Source(tuple(f"{name} of {member}" for member in members)), prim("sub", site, const(place.core.base))


# ---------------------------------------------------------------- drawing


def hand_of_drawn(frame: Frame, name: str, sym: KindSym | None) -> Slot:
    """Where the drawn pieces are kept by name."""
    return frame.routine.new(name, state.kind_set(sym) if sym is not None else Set(0, 1))


def so_many(left: Slot, amount: ir.Expr, drawn: Slot | None) -> tuple[ir.Expr, Steps, Steps]:
    """How long to draw, what to do before, and what after each piece."""
    out: Steps = [ir.Assign(left, amount)]
    if drawn is not None:
        assert isinstance(drawn.type, Set)
        out.append(ir.Assign(drawn, ir.SetConst(0, drawn.type)))
    return prim("gt", left, ZERO), out, [ir.Assign(left, prim("sub", left, ONE))]


def fewer_than(world: World, place: PlaceSym, site: ir.Expr, amount: ir.Expr) -> ir.Expr:
    """Whether fewer single pieces than an amount lie in a place."""
    total: ir.Expr = ZERO
    for sym in single_kinds(world, place):
        part = prim("size", state.members(world, sym, place, site))
        total = part if total is ZERO else prim("add", total, part)
    return prim("lt", total, amount)


def reshuffle(frame: Frame, place: PlaceSym, kind: KindSym, pile: PlaceSym | RoutineSym, who: ir.Expr, site: ir.Expr, span: Span) -> Step:
    """If a deck is used up, the pile it names is shuffled and becomes the deck; or what the rules say instead is done."""
    world = frame.world
    members = state.members(world, kind, place, site)
    if isinstance(pile, RoutineSym):
        return ir.If(prim("is_empty", members), (ir.Do(pile.proc, (who,), world.span_number(span)),), ())
    source: ir.Expr = const(pile.core.base)
    if pile.family is not None:
        source = prim("add", prim("sub", site, const(place.core.base)), const(pile.core.base))
    piece = frame.routine.new("card")
    refill = ir.For(piece, state.members(world, kind, pile, source), (move_piece(frame, piece, site, span, False, kind),))
    return ir.If(prim("is_empty", members), (refill, ir.Effect("shuffle", (site,), world.span_number(span))), ())


def draw_while(
    frame: Frame, test: ir.Expr, place: PlaceSym, site: ir.Expr, hand: ir.Expr, span: Span, body: Steps, after: Steps, drawn: Slot | None
) -> Steps:
    """Draw from the top as long as a test holds and there is something to draw. The body says what is done when the deck is used up."""
    kind = single_kinds(frame.world, place)[0]
    members = state.members(frame.world, kind, place, site)
    settle_top(frame, place, site, span, body)
    top = frame.routine.new("drawn")
    body.append(ir.Assign(top, prim("top", members)))
    more = frame.routine.new("more")
    if drawn is not None:
        after = [*after, ir.Assign(drawn, prim("union", drawn, prim("one", top, type=drawn.type), type=drawn.type))]
    moved = move_piece(frame, top, hand, span, False, kind)
    body.append(ir.If(prim("lt", top, ZERO), (ir.Assign(more, ZERO),), (moved, *after)))
    out: Steps = [ir.Assign(more, ONE), ir.While(both(more, test), tuple(body), frame.world.span_number(span))]
    if place.core.showing:
        settle_top(frame, place, site, span, out)
    return out
