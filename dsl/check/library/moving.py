"""What a sentence moves, and where to: the arguments of `move`, `put` and their relatives, in core."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr, test
from rulewright.dsl.check.phrases import Argument
from rulewright.dsl.check.quantify import whole
from rulewright.dsl.check.selections import Selection, running, select, selection_meant
from rulewright.dsl.check.understood import bound, made, understood
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower.moving import Goal, Goods, supply_left, with_number
from rulewright.dsl.lower.values import Code, Value, known_number
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, PlaceSym


def kind_of_type(cx: Context, type: t.Type) -> KindSym | None:
    inner = t.element(type) or t.bare(type)
    if isinstance(inner, t.Piece) and len(inner.kinds) == 1:
        return cx.world.kinds[next(iter(inner.kinds))]
    return None


def goods(cx: Context, arguments: list[Argument], span: Span, from_box: bool) -> Goods | None:
    """Read `tile`, `all Card in hand of player`, `2 Seed in cell`, `Mark`, `3 Coin of player`."""
    if not arguments:
        cx.error(codes.WRONG_ARGUMENTS, "Which pieces?", span)
        return None
    amount: Code | None = None
    node = arguments[-1]
    if len(arguments) == 2 and isinstance(arguments[0], e.Kind) and not isinstance(node, e.Sel):
        return _numbered(cx, arguments[0], node)
    if len(arguments) == 2 and not isinstance(arguments[0], e.Sel):
        amount = coerce.number(cx, expr(cx, arguments[0]), arguments[0].span)
    elif len(arguments) != 1:
        cx.error(codes.WRONG_ARGUMENTS, "This sentence has more words than its verb takes.", span)
        return None
    if isinstance(node, e.Many) and node.quantifier == "all":
        if from_box and _is_supply(cx, node.selection):
            return _whole_supply(cx, node.selection)
        return _selected(cx, node.selection, amount, from_box, True)
    if isinstance(node, e.Sel):
        return _selected(cx, node, amount, from_box, amount is None)
    bare = _bare_kind(cx, node)
    if bare is not None and from_box:
        sym, owner = bare
        if not sym.core.counted and any(sym.core.names) and sym.core.count > 1:
            cx.error(codes.AMBIGUOUS, f"Which {sym.name}? They are different.", node.span, f"Write `all {sym.name}`, or name one.")
            return None
        return Goods(sym, amount=amount, fresh=True, owner=owner)
    if amount is not None or isinstance(node, e.In):
        return _selected(cx, e.Sel(node.span, node, None, None, None, None), amount, from_box, amount is None)
    value = expr(cx, node)
    if coerce.is_poison(value):
        return None
    return _value(cx, value, node)


def _numbered(cx: Context, kind: e.Kind, number: e.Expr) -> Goods | None:
    """`Challenge 27`: the piece with that printed number."""
    value = numbered_piece(cx, kind, number)
    return None if value is None else Goods(cx.world.kinds[kind.name], one=value)


def numbered_piece(cx: Context, kind: e.Kind, number: e.Expr) -> Code | None:
    sym = cx.world.kinds.get(kind.name)
    if sym is None or not sym.numbers:
        cx.error(codes.WRONG_ARGUMENTS, f"A {kind.name} has no printed number.", kind.span)
        return None
    value = expr(cx, number)
    which = coerce.number(cx, value, number.span)
    fixed = known_number(which)
    if fixed is not None and fixed not in sym.numbers:
        cx.error(codes.UNKNOWN_NAME, f"There is no {sym.name} {fixed}.", number.span)
        return None
    return with_number(cx.world, sym, which)


def numbered(cx: Context, kind: e.Kind, number: e.Expr, piece: Code) -> Value:
    """`Challenge 27` as a value."""
    type = t.Piece(frozenset({kind.name}))
    return Value(type, piece, meaning=m.Numbered(kind.span, type, cx.world.kinds[kind.name], understood(cx, number)))


def _bare_kind(cx: Context, node: Argument) -> tuple[KindSym, Code | None] | None:
    owner: Code | None = None
    if isinstance(node, e.Of) and isinstance(node.left, e.Kind):
        sym = cx.world.kinds.get(node.left.name)
        if sym is None:
            return None
        holder = coerce.convert(cx, expr(cx, node.right, state.owner_type(cx.world, sym)), state.owner_type(cx.world, sym), node.right.span)
        return sym, coerce.scalar(cx, holder, node.right.span)
    if isinstance(node, e.Kind) and node.name in cx.world.kinds:
        sym = cx.world.kinds[node.name]
        if sym.core.owners and isinstance(sym.owner_type, t.Player):
            owner = coerce.player(cx, cx.the_player(node.span), node.span)
        return sym, owner
    return None


def _is_supply(cx: Context, sel: e.Sel) -> bool:
    """Whether `all Seed` or `all Seed of player` means what is left of a supply of equal pieces."""
    kind = sel.source.left if isinstance(sel.source, e.Of) else sel.source
    sym = cx.world.kinds.get(kind.name) if isinstance(kind, e.Kind) else None
    return sym is not None and sym.core.counted and sel.where is None and sel.best is None


def _whole_supply(cx: Context, sel: e.Sel) -> Goods | None:
    bare = _bare_kind(cx, sel.source)
    if bare is None:
        return None
    sym, owner = bare
    if sym.core.supply is None:
        cx.error(codes.WRONG_ARGUMENTS, f"The supply of {sym.name} is unlimited.", sel.span, f"Say how many: `put 4 {sym.name} on …`.")
        return None
    return Goods(sym, amount=supply_left(sym, owner), fresh=True, owner=owner, all=True)


def _selected(cx: Context, sel: e.Sel, amount: Code | None, from_box: bool, everything: bool) -> Goods | None:
    if from_box:
        found = select_in_box(cx, sel)
        if found is not None:
            found.value.meaning = found.value.meaning or bound(cx, sel, found.name, found.value.type)
            found.meaning = selection_meant(cx, sel, found)
            cx.world.selections[id(sel)] = (sel, found.meaning)
            return Goods(kind_of_type(cx, found.elem), many=whole(cx, found), amount=amount, all=everything)
    found = select(cx, sel, used=False)
    if found is None:
        return None
    if not isinstance(found.elem, t.Piece):
        cx.error(codes.TYPE_MISMATCH, f"Name pieces here, not {t.plural(found.elem)}.", sel.span)
        return None
    sym = kind_of_type(cx, found.elem)
    if amount is not None and sym is not None and _which_matters(cx, sym, sel):
        text = cx.world.sources.text(sel.span)
        help = f"Choose first, and move what was chosen: `player chooses 1 {text} as chosen`, or `chance chooses 1 {text} as chosen`."
        cx.error(codes.AMBIGUOUS, f"Which {sym.name}? They are different.", sel.span, help)
        return None
    if found.weight is not None:
        return Goods(sym, weighted=found, amount=amount, all=everything)
    return Goods(sym, many=whole(cx, found), amount=amount, all=everything)


def _which_matters(cx: Context, sym: KindSym, sel: e.Sel) -> bool:
    """Whether `2 Card in hand of player` leaves open which: the cards differ, and nothing but a place is said about them."""
    if sym.core.counted or len(set(sym.core.names)) < 2 or sel.where is not None or sel.best is not None:
        return False
    if not isinstance(sel.source, e.In):
        return True
    place = sel.source.right.left if isinstance(sel.source.right, e.Of) else sel.source.right
    return isinstance(place, e.Word) and place.name in cx.world.places and place.name not in cx.names


def select_in_box(cx: Context, sel: e.Sel) -> Selection | None:
    """A selection of individual pieces that are not in play yet."""
    node: e.Expr = sel.source
    owner: e.Expr | None = None
    if isinstance(node, e.Of):
        owner = node.right
        node = node.left
    if not isinstance(node, e.Kind) or node.name not in cx.world.kinds:
        return None
    sym = cx.world.kinds[node.name]
    if sym.core.counted:
        return None
    who: Value | None = None
    if owner is not None:
        type = state.owner_type(cx.world, sym)
        who = coerce.convert(cx, expr(cx, owner, type), type, owner.span)
        coerce.scalar(cx, who, owner.span)
    box = made(cx, m.PlaceValue(sel.span, t.Cell(frozenset()), None, None))
    found = running(cx, sel.alias or sym.word, t.Piece(frozenset({sym.name})), sel.span, box, sym.name, who)
    return found.where(test(found.cx, sel.where)) if sel.where is not None else found


def _value(cx: Context, value: Value, node: e.Expr) -> Goods | None:
    inner = t.bare(value.type)
    if isinstance(inner, t.Name | t.Cell):
        value = coerce.piece(cx, value, node.span)
        inner = t.bare(value.type)
    if isinstance(inner, t.Piece) and value.expr is not None:
        word = node.name if isinstance(node, e.Word) and node.name in cx.names else None
        return Goods(kind_of_type(cx, value.type), one=value.expr, word=word)
    elem = t.element(value.type)
    if isinstance(elem, t.Piece):
        return Goods(kind_of_type(cx, value.type), many=value, all=True)
    if not isinstance(inner, t.Poison):
        coerce.mismatch(cx, value, "a piece or pieces", node.span)
    return None


# ---------------------------------------------------------------- destinations


def goal(cx: Context, arguments: list[Argument], span: Span) -> Goal | None:
    if len(arguments) == 2 and isinstance(arguments[0], e.Kind) and not isinstance(arguments[1], e.Sel):
        piece = numbered_piece(cx, arguments[0], arguments[1])
        if piece is None:
            return None
        found = coerce.target(cx, numbered(cx, arguments[0], arguments[1], piece), span)
        return Goal(found.expr, None, coerce.place_of_type(cx, found.type))
    if len(arguments) != 1:
        cx.error(codes.WRONG_ARGUMENTS, "Name one place here.", span)
        return None
    node = arguments[0]
    value = expr(cx, node, t.Cell(frozenset(), "Place"))
    if coerce.is_poison(value):
        return None
    if (value.whole is not None and value.whole.core.sites > 1) or (t.element(value.type) is not None and value.whole is None):
        elem = t.element(value.type)
        if not isinstance(elem, t.Cell):
            coerce.mismatch(cx, value, "a place", node.span)
            return None
        return Goal(None, value, value.whole or coerce.place_of_type(cx, elem))
    found = coerce.target(cx, value, node.span)
    if coerce.is_poison(found):
        return None
    return Goal(found.expr, None, coerce.place_of_type(cx, found.type))


def check_fits(cx: Context, sym: KindSym | None, place: PlaceSym | None, span: Span) -> bool:
    if sym is not None and place is not None and sym.core.number not in place.core.limits:
        cx.error(codes.CANNOT_HOLD, f"`{place.name}` never holds a {sym.name}.", span)
        return False
    return True
