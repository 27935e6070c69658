"""Verbs that change values: set, gain, lose, pay, roll; and those that change who knows what."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.ops import PrimName
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context, player_expr
from rulewright.dsl.check.library.moving import goods
from rulewright.dsl.check.library.registry import verb
from rulewright.dsl.check.library.verbs_dice import dice_of, refused, roll_pieces
from rulewright.dsl.check.library.verbs_ending import lose_match
from rulewright.dsl.check.passes import expr
from rulewright.dsl.check.phrases import Argument, Parts
from rulewright.dsl.check.purses import is_purse, named_purse, purse_of
from rulewright.dsl.check.secrets import check_secret, follow
from rulewright.dsl.check.targets import target, target_of
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import verbs_values as lower
from rulewright.dsl.lower.purses import Purse, change, give_any
from rulewright.dsl.lower.targets import Target
from rulewright.dsl.lower.values import Code, Steps, Value, known
from rulewright.dsl.lower.verbs_values import Cost
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym


@verb("set")
def set_value(cx: Context, parts: Parts, out: Steps) -> Context:
    value_node = parts.tail("to")
    if len(parts.arguments) != 1 or not value_node or isinstance(parts.arguments[0], e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "Say what to set, and to what.", parts.span, "Write `set x to value`.")
        return cx
    goal = target(cx, parts.arguments[0])
    node = value_node[0]
    if goal is None:
        return cx
    value = expr(cx, node, goal.type)
    if goal.local is not None and isinstance(goal.type, t.Number):
        value = coerce.convert(cx, value, t.ANY_NUMBER, node.span)
    else:
        value = coerce.convert(cx, value, goal.type, node.span)
    if coerce.is_poison(value) or value.expr is None:
        return cx
    if goal.owner_of is not None:
        out += lower.set_owner(cx, goal.owner_of, value.expr, parts.span)
        return cx
    check_range(cx, goal, value, node.span)
    check_secret(cx, goal, value.expr, node.span)
    if goal.local is not None:
        follow(cx, goal.local, value.expr)
    out.append(lower.store(cx.world, goal, value.expr, parts.span))
    return cx


def check_range(cx: Context, goal: Target, value: Value, span: Span) -> None:
    number = known(value)
    if goal.attr is None or goal.attr.clamped or number is None:
        return
    if isinstance(goal.type, t.Number) and not goal.attr.low <= number <= goal.attr.high:
        cx.error(
            codes.OUT_OF_RANGE,
            f"`{goal.attr.name}` goes from {goal.attr.low} to {goal.attr.high}, so it cannot be {number}.",
            span,
        )


# ---------------------------------------------------------------- resources


def resource(cx: Context, parts: Parts) -> tuple[Code, Target] | None:
    """`3 crowns for player`, `henchman.health` with its amount."""
    if len(parts.arguments) != 2 or isinstance(parts.arguments[0], e.Sel) or isinstance(parts.arguments[1], e.Sel):
        help = f"Write `{parts.verb} 3 gold`."
        cx.error(codes.WRONG_ARGUMENTS, f"Say how much of what after `{parts.verb}`.", parts.span, help)
        return None
    amount = coerce.number(cx, expr(cx, parts.arguments[0]), parts.arguments[0].span)
    inner = cx
    tail: list[Argument] | None = parts.tail("for")
    if tail and not isinstance(tail[0], e.Sel):
        who = expr(cx, tail[0])
        node = parts.arguments[1]
        if not _has_such(cx, node):
            _refuse_for(cx, node, parts)
            return None
        if isinstance(t.bare(who.type), t.Player):
            inner = cx.acting(who)
        elif isinstance(node, e.Word):
            goal = target_of(cx, who, node.name, node.span)
            return None if goal is None else (amount, goal)
        else:
            coerce.player(cx, who, tail[0].span)
            return None
    goal = target(inner, parts.arguments[1])
    if goal is None:
        return None
    if not isinstance(goal.type, t.Number):
        cx.error(codes.TYPE_MISMATCH, "Only numbers can be gained, lost or paid.", parts.arguments[1].span)
        return None
    return amount, goal


def _has_such(cx: Context, node: e.Expr) -> bool:
    """Whether `for …` can say whose it is: it is a name alone (perhaps with a member), and no number of the game or of this place."""
    head = node.function if isinstance(node, e.Call) else node
    return isinstance(head, e.Word) and head.name not in cx.world.game_attrs and head.name not in cx.names


def _refuse_for(cx: Context, node: e.Expr, parts: Parts) -> None:
    text = cx.world.sources.text(node.span)
    span = parts.tail_spans[parts.tail_number("for")]
    cx.error(
        codes.WRONG_ARGUMENTS,
        f"`{cx.world.sources.text(span)}` says nothing here: `{text}` has an owner already, or has none.",
        span,
        f"Write `{parts.verb} 1 {text}`.",
    )


def _payer(cx: Context, parts: Parts) -> Context:
    """The place of a sentence with whoever `for` names acting."""
    tail = parts.tail("for")
    if not tail or isinstance(tail[0], e.Sel):
        return cx
    who = expr(cx, tail[0], t.PLAYER)
    coerce.player(cx, who, tail[0].span)
    return cx.acting(who)


def _bag(cx: Context, parts: Parts) -> tuple[Context, Value, Purse] | None:
    """`pay hut.price from stores`: a bag, and whose purse it comes from or goes to."""
    node = parts.arguments[0]
    if isinstance(node, e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, f"Say how much of what after `{parts.verb}`.", parts.span, f"Write `{parts.verb} 3 gold`.")
        return None
    payer = _payer(cx, parts)
    tail = parts.tail("into") if parts.verb == "gain" else parts.tail("from")
    wanted = _wanted(payer, tail)
    bag = expr(cx, node, wanted)
    if coerce.is_poison(bag):
        return None
    if not isinstance(bag.type, t.BagOf) and wanted is not None and isinstance(bag.type, t.SetOf):
        bag = coerce.convert(cx, bag, wanted, node.span)
    if not isinstance(bag.type, t.BagOf) or bag.expr is None:
        text = cx.world.sources.text(node.span)
        help = f"Write `{parts.verb} 3 gold`, or `{parts.verb} hut.price` for a bag of goods."
        if isinstance(bag.type, t.Number):
            help = f"Say of what: `{parts.verb} {text} gold`."
        cx.error(codes.WRONG_ARGUMENTS, f"`{parts.verb}` takes an amount of something, or a bag; this is {bag.type}.", node.span, help)
        return None
    purse = purse_of(payer, bag.type.elem, tail, parts.verb, parts.span)
    return (payer, bag, purse) if purse is not None else None


def _wanted(cx: Context, tail: list[Argument] | None) -> t.Type | None:
    """The sort of bag that is meant by braces: what the named purse holds, or the only one there is."""
    if tail and not isinstance(tail[0], e.Sel):
        named = named_purse(cx, tail[0])
        return t.BagOf(named.elem) if named is not None else None
    purses = {a.per for a in cx.world.player_attrs.values() if is_purse(a)}
    only = next(iter(purses)) if len(purses) == 1 else None
    return t.BagOf(only) if isinstance(only, t.Scalar) else None


def _any(cx: Context, parts: Parts) -> tuple[Context, Code, Purse] | None:
    """`any 2 goods`: how many, and out of which purse."""
    _, number, node = parts.arguments
    payer = _payer(cx, parts)
    if isinstance(number, e.Sel) or isinstance(node, e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "How many, and of what?", parts.span, f"Write `{parts.verb} any 2 goods`.")
        return None
    amount = coerce.number(cx, expr(cx, number), number.span)
    purse = named_purse(payer, node)
    if purse is None:
        text = cx.world.sources.text(node.span)
        help = f"Write `each Player has {text if text.isidentifier() else 'goods'} of each Good: 0 to 40`."
        cx.error(codes.WRONG_ARGUMENTS, f"There are not several sorts of `{text}` to choose from.", node.span, help)
        return None
    return payer, amount, purse


def _is_any(parts: Parts) -> bool:
    first = parts.arguments[0] if parts.arguments else None
    return len(parts.arguments) == 3 and isinstance(first, e.Word) and first.name == "any"


def _changed(cx: Context, parts: Parts, op: PrimName, out: Steps) -> Context:
    """A resource with an amount added or taken away; or a bag; or any so many."""
    if _is_any(parts):
        chosen = _any(cx, parts)
        if chosen is None:
            return cx
        payer, amount, purse = chosen
        who = coerce.player(payer, payer.the_player(parts.span), parts.span)
        name = parts.giving or ("paid" if parts.verb == "pay" else "lost")
        given = give_any(cx, purse, amount, who, name, parts.span, out)
        return cx.bind(parts.giving, given) if parts.giving else cx
    if len(parts.arguments) == 1:
        told = _bag(cx, parts)
        if told is not None and told[1].expr is not None:
            change(cx, told[2], told[1].expr, op, parts.span, out)
        return cx
    found = resource(cx, parts)
    if found is not None:
        amount, goal = found
        check_secret(cx, goal, amount, parts.arguments[0].span)
        out.append(lower.changed(cx.world, goal, op, amount, parts.span))
    return cx


@verb("gain")
def gain(cx: Context, parts: Parts, out: Steps) -> Context:
    return _changed(cx, parts, "add", out)


@verb("lose")
def lose(cx: Context, parts: Parts, out: Steps) -> Context:
    if not parts.arguments:
        return lose_match(cx, parts, out)
    return _changed(cx, parts, "sub", out)


@verb("pay")
def pay(cx: Context, parts: Parts, out: Steps) -> Context:
    if parts.span not in cx.world.prices:
        text = cx.world.sources.text(parts.span)
        who = "player"
        if parts.subject is not None:
            who = cx.world.sources.text(parts.subject.span)
        asked = text.removeprefix(f"{who} ").removeprefix("pays ")
        can = f"{who} can pay {asked.removeprefix('pay ')}"
        where = "Directly below an `action` line, and first in a line of a menu, `pay` is a condition."
        help = f"{where} Anywhere else ask first: `if {can}: {text}`."
        if who != "player":
            help = f"Ask first: `if {can}: {text}`, or demand it of the action: `requires {can}`."
        cx.error(codes.MISPLACED, "Nothing here makes sure that this can be paid.", parts.span, help)
        return cx
    return _changed(cx, parts, "sub", out)


def _cost(cx: Context, parts: Parts) -> tuple[Cost, str, t.Type] | None:
    """What is to be paid and from what, what it is called, and of what type it is."""
    if _is_any(parts):
        chosen = _any(cx, parts)
        return (Cost(chosen[1], chosen[2]), chosen[2].attr.name, t.ANY_NUMBER) if chosen is not None else None
    if len(parts.arguments) == 1:
        told = _bag(cx, parts)
        if told is None or told[1].expr is None:
            return None
        return Cost(told[1].expr, told[2], True), told[2].attr.name, told[1].type
    found = resource(cx, parts)
    if found is None or found[1].now.expr is None:
        return None
    name = found[1].attr.name if found[1].attr is not None else ""
    node = parts.arguments[1]
    if (
        isinstance(node, e.Call)
        and len(node.arguments) == 1
        and isinstance(node.arguments[0], e.Word)
        and node.arguments[0].name not in cx.names
    ):
        name = node.arguments[0].name  # 2 wood, not 2 goods
    elif isinstance(node, e.Call):
        name = ""
    return Cost(*found), name, t.ANY_NUMBER


@dataclass(slots=True)
class Priced:
    """A price: whether it can be paid, what is to be paid, what that is called, and of what type it is."""

    covered: Code
    cost: Cost
    called: str
    type: t.Type


def priced(cx: Context, parts: Parts) -> Priced | None:
    found = _cost(cx, parts)
    return Priced(lower.covered(cx, found[0]), *found) if found is not None else None


@verb("reset")
def reset(cx: Context, parts: Parts, out: Steps) -> Context:
    found = goods(cx, parts.arguments, parts.span, False)
    if found is None or found.one is None or found.kind is None:
        return cx
    out += lower.reset(cx.world, found.one, found.kind, parts.span)
    return cx


# ---------------------------------------------------------------- chance


@verb("roll")
def roll(cx: Context, parts: Parts, out: Steps) -> Context:
    if len(parts.arguments) != 1 or isinstance(parts.arguments[0], e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "`roll` takes a die.", parts.span, "Write `roll die giving pips`.")
        return cx
    node = parts.arguments[0]
    die = expr(cx, node)
    name = parts.giving or "rolled"
    sym = dice_of(cx, die)
    if sym is not None:
        if refused(cx, sym, node.span):
            return cx
        return roll_pieces(cx, sym, die, parts, player_expr(cx), out)
    faces = lower.faces(die)
    type = t.element(die.type)
    if faces is None or type is None:
        if not coerce.is_poison(die):
            coerce.mismatch(cx, die, "a die", node.span, "Write `die`, or the faces: `{1, 2, 2, 3, 3, 4}`.")
        return cx
    pips = cx.local(name)
    out.append(lower.roll(cx, pips, faces, type, player_expr(cx), parts.span))
    return cx.bind(name, Value(type, pips))


# ---------------------------------------------------------------- knowledge


@verb("show")
def show(cx: Context, parts: Parts, out: Steps) -> Context:
    tail = parts.tail("to")
    if tail is None or isinstance(tail[0], e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "Show it to whom?", parts.span, "Write `show card to player`.")
        return cx
    who = coerce.convert(cx, expr(cx, tail[0]), t.SetOf(t.PLAYER), tail[0].span)
    if who.expr is not None and not coerce.is_poison(who):
        _shown(cx, parts, who.expr, out)
    return cx


@verb("reveal")
def reveal(cx: Context, parts: Parts, out: Steps) -> Context:
    _shown(cx, parts, lower.everybody(cx.world), out)
    return cx


def _shown(cx: Context, parts: Parts, who: Code, out: Steps) -> None:
    """Pieces are shown to some players; of a place, all that lies there."""
    node = parts.arguments[0] if len(parts.arguments) == 1 else None  # `2 Card in hand of player`
    if _seen_anyway(cx, parts, node):
        return
    if node is not None and not isinstance(node, e.Sel):
        value = expr(cx, node)
        place = coerce.place_of_type(cx, value.type)
        if place is not None and place.board is None:
            out += lower.shown_in(cx, place, coerce.scalar(cx, value, node.span), who, parts.span)
            return
    found = goods(cx, parts.arguments, parts.span, False)
    if found is not None:
        out += lower.shown(cx, found, who, parts.span)


def _seen_anyway(cx: Context, parts: Parts, node: Argument | None) -> bool:
    """Refuses to show something where nothing is hidden."""
    open_place = _named_place(cx, node)
    if cx.world.program.known is not None:
        if open_place is None or open_place.core.seen != "all" or open_place.core.seen_kinds:
            return False
        text = cx.world.sources.text(parts.arguments[0].span)
        message = f"Everybody sees what lies in `{open_place.name}`, so `{parts.verb} {text}` would show nothing."
        help = f"Hide `{open_place.name}` (`seen by none`, `seen by owner`), or leave this out."
        cx.error(codes.WRONG_ARGUMENTS, message, parts.span, help)
        return True
    message = f"Everybody sees every place of this game, so `{parts.verb}` would show nothing."
    help = "Hide the place where it lies (`seen by owner`, `seen by none`); what lies face down is turned: `set card.face to up`."
    cx.error(codes.WRONG_ARGUMENTS, message, parts.span, help)
    return True


def _named_place(cx: Context, node: Argument | None) -> PlaceSym | None:
    """The place that is named where pieces are: `row`, `top(row)`, `all Card in row`, `first Card in hand of player`."""
    match node:
        case e.Call(_, e.Word(_, "top" | "bottom"), [inner]):
            return _named_place(cx, inner)
        case e.Many(selection=selection):
            return _named_place(cx, selection)
        case e.Sel(source=e.In(right=inner)) | e.In(right=inner) | e.Of(left=inner):
            return _named_place(cx, inner)
        case e.Word(_, name) if name not in cx.names:
            place = cx.world.places.get(name)
            return place if place is not None and place.board is None else None
    return None


@verb("conceal")
def conceal(cx: Context, parts: Parts, out: Steps) -> Context:
    goods(cx, parts.arguments, parts.span, False)
    return cx
