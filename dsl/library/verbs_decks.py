"""Verbs of decks and hands: shuffling, drawing, refilling; and what lies on top of a deck whose order nobody knows."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Alt, Choice, Shown, Source
from rulewright.core.types import Set
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import family_member
from rulewright.dsl.check.context import Context, player_expr
from rulewright.dsl.check.expressions import expr
from rulewright.dsl.check.phrases import Argument, Parts
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.moving import check_fits
from rulewright.dsl.library.registry import Out, verb
from rulewright.dsl.lower import state
from rulewright.dsl.lower.moving import move_piece
from rulewright.dsl.lower.values import ONE, ZERO, Value, both, const, prim
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, PlaceSym


@verb("shuffle")
def shuffle(cx: Context, parts: Parts, out: Out) -> Context:
    if len(parts.arguments) != 1 or isinstance(parts.arguments[0], e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "`shuffle` takes a pile or deck.", parts.span)
        return cx
    node = parts.arguments[0]
    value = expr(cx, node)
    place = value.whole or coerce.place_of_type(cx, value.type)
    if place is None or place.board is not None:
        if not coerce.is_poison(value):
            coerce.mismatch(cx, value, "a pile or deck", node.span)
        return cx
    place.core.ordered = True
    if value.whole is not None and value.whole.core.sites > 1:
        site = cx.local("site")
        out.append(ir.For(site, state.all_sites(place.core), (ir.Effect("shuffle", (site,), cx.span(parts.span)),)))
    else:
        site_expr = coerce.scalar(cx, coerce.site(cx, value, node.span), node.span)
        out.append(ir.Effect("shuffle", (site_expr,), cx.span(parts.span)))
        if place.core.showing:
            settle_top(cx, place, site_expr, parts.span, out)
    return cx


def settle_top(cx: Context, place: PlaceSym, site: ir.Expr, span: Span, out: Out) -> None:
    """Chance decides which of the shuffled pieces lies on top, if nobody knows yet."""
    kinds = [cx.world.kinds[cx.world.program.kinds[n].name] for n in place.core.limits]
    kinds = [k for k in kinds if not k.core.counted and k.core.count]
    if len(kinds) != 1:
        return
    members = state.members(cx.world, kinds[0], place, site)
    piece = cx.local("top")
    unknown = prim("mystery", members, type=state.kind_set(kinds[0]))
    alt = Alt(
        (ir.In(piece, unknown),),
        (piece,),
        (Shown("piece", kinds[0].name),),
        (ir.Effect("surface", (piece,), cx.span(span)),),
        "chance",
        place.name,
    )
    source, stream = _deck(place, site, cx.world.program.seats)
    out.append(ir.Ask(Choice(None, (alt,), f"top of {place.name}", cx.span(span), source=source, stream=stream), ()))


def _deck(place: PlaceSym, site: ir.Expr, seats: tuple[str, ...]) -> tuple[Source, ir.Expr]:
    """The random numbers of a deck, so that its order does not depend on what happens elsewhere; each deck of a family has its own."""
    name, copies = f"deck {place.name}", place.core.sites
    if copies == 1:
        return Source((name,)), ZERO
    members = seats if place.core.per == "Player" else tuple(map(str, range(copies)))
    return Source(tuple(f"{name} of {member}" for member in members)), prim("sub", site, const(place.core.base))


@verb("draw")
def draw(cx: Context, parts: Parts, out: Out) -> Context:
    if not parts.arguments and not parts.tails:
        out.append(ir.End("draw", None, -1, cx.span(parts.span)))
        return cx
    deck = parts.tail("from")
    if deck is None or isinstance(deck[0], e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "Draw from where?", parts.span, "Write `draw 2 Card from deck`.")
        return cx
    amount: ir.Expr = ONE
    if not isinstance(parts.arguments[0], e.Kind | e.Sel):
        amount = coerce.number(cx, expr(cx, parts.arguments[0]), parts.arguments[0].span)
    drawn = cx.local(parts.giving or "drawn", _drawn_type(cx, parts)) if parts.giving else None
    into = parts.tail("into")
    if into is not None:
        return _draw_into(cx, parts, deck[0], into[0], amount, drawn, out)
    whose = parts.tail("for")
    who = cx.the_player(parts.span) if not whose or isinstance(whose[0], e.Sel) else expr(cx, whose[0], t.PLAYER)
    if whose and not isinstance(t.bare(who.type), t.Player):
        coerce.player(cx, who, whose[0].span)
        return cx
    hand = hand_of(cx, who, parts.span)
    if hand is None or coerce.is_poison(who) or not _holds(cx, parts.arguments[-1], deck[0]):
        return cx
    return _draw_to(cx, parts, deck[0], hand, amount, drawn, out)


def _drawn_type(cx: Context, parts: Parts) -> Set:
    kind = parts.arguments[-1]
    sym = cx.world.kinds.get(kind.name) if isinstance(kind, e.Kind) else None
    return state.kind_set(sym) if sym is not None else Set(0, 1)


def _draw_to(cx: Context, parts: Parts, deck: e.Expr, site: ir.Expr, amount: ir.Expr, drawn: ir.Local | None, out: Out) -> Context:
    left = cx.local("left")
    out.append(ir.Assign(left, amount))
    after: Out = [ir.Assign(left, prim("sub", left, ONE))]
    if drawn is not None and parts.giving is not None:
        assert isinstance(drawn.type, Set)
        out.append(ir.Assign(drawn, ir.SetConst(0, drawn.type)))
    draw_while(cx, prim("gt", left, ZERO), expr(cx, deck), site, parts.span, after, out, drawn)
    if drawn is None or parts.giving is None:
        return cx
    kind = parts.arguments[-1]
    assert isinstance(kind, e.Kind)
    return cx.bind(parts.giving, Value(t.SetOf(t.Piece(frozenset({kind.name}))), drawn))


def _draw_into(cx: Context, parts: Parts, deck: e.Expr, goal: Argument, amount: ir.Expr, drawn: ir.Local | None, out: Out) -> Context:
    """`draw 2 Card from deck into market`: not into anybody's hand."""
    if parts.tail("for") is not None:
        span = parts.tail_spans[parts.tail_number("for")]
        message = "The pieces go to a place, so nobody draws them."
        cx.error(codes.WRONG_ARGUMENTS, message, span, "Leave out `for …`, or `into …`.")
        return cx
    if isinstance(goal, e.Sel) or not _holds(cx, parts.arguments[-1], deck):
        return cx
    value = expr(cx, goal)
    if isinstance(goal, e.Word) and goal.name == "box":
        return _draw_to(cx, parts, deck, coerce.scalar(cx, value, goal.span), amount, drawn, out)
    place = value.whole or coerce.place_of_type(cx, value.type)
    if place is None or coerce.is_poison(value):
        if not coerce.is_poison(value):
            coerce.mismatch(cx, value, "a place", goal.span)
        return cx
    if place.board is not None and value.whole is not None:
        help = f"Say into which cell, as in `each Cell in {place.name} where cell is empty: draw 1 Card from deck into cell`."
        cx.error(codes.WRONG_ARGUMENTS, f"`{place.name}` has several cells.", goal.span, help)
        return cx
    kind = parts.arguments[-1]
    if isinstance(kind, e.Kind) and kind.name in cx.world.kinds and cx.world.kinds[kind.name].core.number not in place.core.limits:
        cx.error(codes.CANNOT_HOLD, f"`{place.name}` holds no {kind.name}.", goal.span)
        return cx
    site = coerce.scalar(cx, coerce.site(cx, value, goal.span), goal.span)
    return _draw_to(cx, parts, deck, site, amount, drawn, out)


def _holds(cx: Context, kind: Argument, deck: e.Expr) -> bool:
    """Whether the deck is one of the pieces that are to be drawn."""
    value = expr(cx, deck)
    place = value.whole or coerce.place_of_type(cx, value.type)
    if not isinstance(kind, e.Kind) or place is None:
        return not coerce.is_poison(value)
    sym = cx.world.kinds.get(kind.name)
    if sym is None:
        cx.world.unknown(codes.UNKNOWN_NAME, f"There is no kind of piece `{kind.name}`.", kind.name, kind.span, cx.world.kinds)
        return False
    return check_fits(cx, sym, place, kind.span)


def hand_of(cx: Context, who: Value, span: Span) -> ir.Expr | None:
    hands = [p for p in cx.world.places.values() if p.core.shape == "hand" and isinstance(p.family, t.Player)]
    if len(hands) != 1:
        cx.error(
            codes.AMBIGUOUS,
            "It is not clear into which hand to draw.",
            span,
            "Declare `place hand of each Player: hand of Card, seen by owner`.",
        )
        return None
    return coerce.scalar(cx, family_member(cx, hands[0], who, span), span)


def draw_while(
    cx: Context, test: ir.Expr, deck: Value, hand: ir.Expr, span: Span, after: Out, out: Out, drawn: ir.Local | None = None
) -> None:
    """Draw from the top as long as a test holds and there is something to draw; reshuffle if the deck says so."""
    place = deck.whole or coerce.place_of_type(cx, deck.type)
    if place is None or place.board is not None:
        if not coerce.is_poison(deck):
            coerce.mismatch(cx, deck, "a pile or deck", span)
        return
    place.core.ordered = True
    site = coerce.scalar(cx, coerce.site(cx, deck, span), span)
    kinds = [cx.world.kinds[cx.world.program.kinds[n].name] for n in place.core.limits]
    kinds = [k for k in kinds if not k.core.counted and k.core.count]
    if len(kinds) != 1:
        cx.error(codes.AMBIGUOUS, f"`{place.name}` holds pieces of different kinds.", span)
        return
    members = state.members(cx.world, kinds[0], place, site)
    body: Out = []
    if place.reshuffling:
        body += _reshuffle(cx, place, kinds[0], site, members, span)
    settle_top(cx, place, site, span, body)
    top = cx.local("drawn")
    body.append(ir.Assign(top, prim("top", members)))
    empty = prim("lt", top, ZERO)
    more = cx.local("more")
    if drawn is not None:
        after = [*after, ir.Assign(drawn, prim("union", drawn, prim("one", top, type=drawn.type), type=drawn.type))]
    body.append(ir.If(empty, (ir.Assign(more, ZERO),), (move_piece(cx, top, hand, span, False, kinds[0]), *after)))
    out.append(ir.Assign(more, ONE))
    out.append(ir.While(both(more, test), tuple(body), cx.span(span)))
    if place.core.showing:
        settle_top(cx, place, site, span, out)


def _reshuffle(cx: Context, place: PlaceSym, kind: KindSym, site: ir.Expr, members: ir.Expr, span: Span) -> list[ir.Stmt]:
    pile = cx.world.places.get(place.reshuffling)
    if pile is None:
        cx.world.unknown(codes.UNKNOWN_NAME, f"There is no place `{place.reshuffling}`.", place.reshuffling, span, cx.world.places)
        return []
    routine = cx.world.routine("reshuffle")
    if routine is not None:
        routine.used = True
        return [ir.If(prim("is_empty", members), (ir.Do(routine.proc, (player_expr(cx),), cx.span(span)),), ())]
    source: ir.Expr = const(pile.core.base)
    if pile.family is not None:
        source = prim("add", prim("sub", site, const(place.core.base)), const(pile.core.base))
    piece = cx.local("card")
    refill = ir.For(piece, state.members(cx.world, kind, pile, source), (move_piece(cx, piece, site, span, False, kind),))
    return [ir.If(prim("is_empty", members), (refill, ir.Effect("shuffle", (site,), cx.span(span))), ())]


def reshuffle_first(cx: Context, place: PlaceSym, site: ir.Expr, span: Span, out: Out) -> None:
    """Before the top of a deck is asked for: if it is used up, the pile it names is shuffled and becomes the deck."""
    kinds = [cx.world.kinds[cx.world.program.kinds[n].name] for n in place.core.limits]
    kinds = [k for k in kinds if not k.core.counted and k.core.count]
    if place.reshuffling and len(kinds) == 1:
        out.extend(_reshuffle(cx, place, kinds[0], site, state.members(cx.world, kinds[0], place, site), span))


@verb("refill")
def refill(cx: Context, parts: Parts, out: Out) -> Context:
    to, deck = parts.tail("to"), parts.tail("from")
    if len(parts.arguments) != 1 or to is None or deck is None or isinstance(parts.arguments[0], e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "Refill which place?", parts.span, "Write `refill hand of player to 4 from deck`.")
        return cx
    place_value = expr(cx, parts.arguments[0])
    place = coerce.place_of_type(cx, place_value.type)
    source = expr(cx, deck[0])
    if place is None or coerce.is_poison(source, place_value):
        return cx
    amount = coerce.number(cx, expr(cx, to[0]), to[0].span)
    site = coerce.scalar(cx, place_value, parts.span)
    total: ir.Expr = ZERO
    for number in place.core.limits:
        sym = cx.world.kinds[cx.world.program.kinds[number].name]
        if not sym.core.counted and sym.core.count:
            part = prim("size", state.members(cx.world, sym, place, site))
            total = part if total is ZERO else prim("add", total, part)
    draw_while(cx, prim("lt", total, amount), source, site, parts.span, [], out)
    return cx
