"""Verbs of decks and hands: shuffling, drawing, refilling; and what lies on top of a deck whose order nobody knows."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import family_member
from rulewright.dsl.check.context import Context, player_expr
from rulewright.dsl.check.library.moving import check_fits
from rulewright.dsl.check.library.registry import verb
from rulewright.dsl.check.passes import expr
from rulewright.dsl.check.phrases import Argument, Parts
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import verbs_decks as lower
from rulewright.dsl.lower.values import ONE, Code, Slot, Steps, Value
from rulewright.dsl.lower.verbs_ending import over
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, PlaceSym


@verb("shuffle")
def shuffle(cx: Context, parts: Parts, out: Steps) -> Context:
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
        out.append(lower.shuffle_all(cx, place, parts.span))
    else:
        out += lower.shuffle(cx, place, coerce.scalar(cx, coerce.site(cx, value, node.span), node.span), parts.span)
    return cx


@verb("draw")
def draw(cx: Context, parts: Parts, out: Steps) -> Context:
    if not parts.arguments and not parts.tails:
        out.append(over(cx.world, "draw", parts.span))
        return cx
    deck = parts.tail("from")
    if deck is None or isinstance(deck[0], e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "Draw from where?", parts.span, "Write `draw 2 Card from deck`.")
        return cx
    amount: Code = ONE
    if not isinstance(parts.arguments[0], e.Kind | e.Sel):
        amount = coerce.number(cx, expr(cx, parts.arguments[0]), parts.arguments[0].span)
    drawn = lower.hand_of_drawn(cx, parts.giving, _kind_drawn(cx, parts)) if parts.giving else None
    into = parts.tail("into")
    if into is not None:
        return _draw_into(cx, parts, deck[0], into[0], amount, drawn, out)
    whose = parts.tail("for")
    who = cx.the_player(parts.span) if not whose or isinstance(whose[0], e.Sel) else expr(cx, whose[0], t.PLAYER)
    if whose and not isinstance(t.bare(who.type), t.Player):
        coerce.player(cx, who, whose[0].span)
        return cx
    if not _holds(cx, parts.arguments[-1], deck[0]):
        return cx
    hand = hand_of(cx, _kind_drawn(cx, parts), who, parts.span)
    if hand is None or coerce.is_poison(who):
        return cx
    return _draw_to(cx, parts, deck[0], hand, amount, drawn, out)


def _kind_drawn(cx: Context, parts: Parts) -> KindSym | None:
    kind = parts.arguments[-1]
    return cx.world.kinds.get(kind.name) if isinstance(kind, e.Kind) else None


def _draw_to(cx: Context, parts: Parts, deck: e.Expr, site: Code, amount: Code, drawn: Slot | None, out: Steps) -> Context:
    test, before, after = lower.so_many(cx.local("left"), amount, drawn)
    out += before
    draw_while(cx, test, expr(cx, deck), site, parts.span, after, out, drawn)
    if drawn is None or parts.giving is None:
        return cx
    kind = parts.arguments[-1]
    assert isinstance(kind, e.Kind)
    return cx.bind(parts.giving, Value(t.SetOf(t.Piece(frozenset({kind.name}))), drawn))


def _draw_into(cx: Context, parts: Parts, deck: e.Expr, goal: Argument, amount: Code, drawn: Slot | None, out: Steps) -> Context:
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


def hand_of(cx: Context, sym: KindSym | None, who: Value, span: Span) -> Code | None:
    """The hand of somebody that such pieces are drawn into."""
    hands = [p for p in cx.world.places.values() if p.core.shape == "hand" and isinstance(p.family, t.Player)]
    hands = [p for p in hands if sym is None or sym.core.number in p.core.limits]
    if len(hands) != 1:
        name = sym.name if sym is not None else "Card"
        help = (
            f"Say which: `… into {hands[0].name} of player`."
            if hands
            else f"Declare `place hand of each Player: hand of {name}, seen by owner`, or say where: `… into` and a place."
        )
        cx.error(codes.AMBIGUOUS, "It is not clear into which hand to draw.", span, help)
        return None
    return coerce.scalar(cx, family_member(cx, hands[0], who, span), span)


def draw_while(cx: Context, test: Code, deck: Value, hand: Code, span: Span, after: Steps, out: Steps, drawn: Slot | None = None) -> None:
    """Draw from the top as long as a test holds and there is something to draw; reshuffle if the deck says so."""
    place = deck.whole or coerce.place_of_type(cx, deck.type)
    if place is None or place.board is not None:
        if not coerce.is_poison(deck):
            coerce.mismatch(cx, deck, "a pile or deck", span)
        return
    place.core.ordered = True
    site = coerce.scalar(cx, coerce.site(cx, deck, span), span)
    kinds = lower.single_kinds(cx.world, place)
    alike = next((cx.world.program.kinds[n].name for n in place.core.limits if cx.world.program.kinds[n].counted), "")
    if not kinds and alike:
        text = f"All {alike} pieces are alike, so nobody can draw one in particular."
        cx.error(codes.WRONG_ARGUMENTS, text, span, f"Write `move 1 {alike} in {place.name} to …`, or make them differ with a table.")
        return
    if len(kinds) != 1:
        cx.error(codes.AMBIGUOUS, f"`{place.name}` holds pieces of different kinds.", span)
        return
    body = _reshuffled(cx, place, kinds[0], site, span)
    out += lower.draw_while(cx, test, place, site, hand, span, body, after, drawn)


def _reshuffled(cx: Context, place: PlaceSym, kind: KindSym, site: Code, span: Span) -> Steps:
    """What is done with a deck that is used up, if it says so."""
    if not place.reshuffling:
        return []
    pile = cx.world.places.get(place.reshuffling)
    if pile is None:
        cx.world.unknown(codes.UNKNOWN_NAME, f"There is no place `{place.reshuffling}`.", place.reshuffling, span, cx.world.places)
        return []
    routine = cx.world.routine("reshuffle")
    if routine is not None:
        routine.used = True
    return [lower.reshuffle(cx, place, kind, routine or pile, player_expr(cx), site, span)]


def reshuffle_first(cx: Context, place: PlaceSym, site: Code, span: Span, out: Steps) -> None:
    """Before the top of a deck is asked for: if it is used up, the pile it names is shuffled and becomes the deck."""
    kinds = lower.single_kinds(cx.world, place)
    if len(kinds) == 1:
        out.extend(_reshuffled(cx, place, kinds[0], site, span))


@verb("refill")
def refill(cx: Context, parts: Parts, out: Steps) -> Context:
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
    draw_while(cx, lower.fewer_than(cx.world, place, site, amount), source, site, parts.span, [], out)
    return cx
