"""Verbs that move pieces: put, move, capture, draw, shuffle, and so on."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import BOX, Alt, Choice, Shown
from rulewright.core.types import INT, Seq
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce, state
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.phrases import Parts
from rulewright.dsl.check.values import ONE, ZERO, Value, both, const, has, prim
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.moving import (
    Goods,
    check_fits,
    from_supply,
    goal,
    goods,
    in_box,
    move_piece,
    move_tokens,
    put_tokens,
    take_tokens,
    to_supply,
)
from rulewright.dsl.library.verbs import Out, verb
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, PlaceSym

MOVING = "moving pieces"


# ---------------------------------------------------------------- put


@verb(
    "put",
    "put Mark on cell",
    "put 4 Seed on board",
    "put all Card on deck",
    "put Man on row(player, 1) with role pawn",
    "put card under deck",
    help="Brings pieces into play from the box (or moves one that is named). On several cells: one to each, or as many as said.",
    group=MOVING,
)
def put(cx: Context, parts: Parts, out: Out) -> Context:
    under = parts.tail("under") is not None
    where = parts.tail("on") or parts.tail("under") or parts.tail("into") or parts.tail("to")
    if where is None:
        cx.error(codes.WRONG_ARGUMENTS, "It is not said where to put it.", parts.span, "Write `put … on …`.")
        return cx
    found = goods(cx, parts.arguments, parts.span, True)
    target = goal(cx, where, parts.span)
    if found is None or target is None or not check_fits(cx, found.kind, target.place, parts.span):
        return cx
    owner = _for(cx, parts)
    if found.kind is not None and found.kind.core.counted:
        _put_counted(cx, found, target, owner, parts, out)
        return cx
    if found.one is not None and target.site is not None:
        piece = cx.local("piece")
        out.append(ir.Assign(piece, found.one))
        out.append(move_piece(cx, piece, target.site, parts.span, under, found.kind))
        _finishing(cx, parts, found.kind, piece, None, owner, out)
        return cx
    if found.one is not None and target.place is not None:
        # A single piece on a board: the first free cell.
        free = _first_free(cx, target.place)
        out.append(move_piece(cx, found.one, free, parts.span, under, found.kind))
        return cx
    if found.many is not None and target.site is not None:
        gathered = coerce.as_elements(cx, found.many, parts.span)
        if coerce.is_poison(gathered) or gathered.expr is None:
            return cx
        piece = cx.local("piece")
        body: Out = [move_piece(cx, piece, target.site, parts.span, under, found.kind)]
        _finishing(cx, parts, found.kind, piece, None, owner, body)
        out.append(ir.For(piece, gathered.expr, tuple(body)))
        return cx
    if found.fresh and found.kind is not None:
        _put_fresh(cx, found, target, owner, parts, out, under)
        return cx
    cx.error(codes.WRONG_ARGUMENTS, "These pieces cannot be shared out over several cells.", parts.span, "Say which piece goes where.")
    return cx


def _for(cx: Context, parts: Parts) -> ir.Expr | None:
    from rulewright.dsl.check.expressions import expr

    tail = parts.tail("for")
    if not tail or isinstance(tail[0], e.Sel):
        return None
    return coerce.scalar(cx, expr(cx, tail[0]), tail[0].span)


def _first_free(cx: Context, place: PlaceSym) -> ir.Expr:
    free = prim("diff", state.all_sites(place.core), state.occupied(cx.world, place), type=state.site_set(place.core))
    return prim("first", free)


def _put_counted(cx: Context, found: Goods, target, owner: ir.Expr | None, parts: Parts, out: Out) -> None:  # type: ignore[no-untyped-def]
    sym = found.kind
    assert sym is not None
    if found.weighted is not None:
        cx.error(codes.WRONG_ARGUMENTS, "These pieces are in play already.", parts.span, "Write `move … to …`.")
        return
    who = owner if owner is not None else found.owner
    amount = found.amount if found.amount is not None else ONE
    if found.one is not None and target.site is not None:
        move_tokens(cx, sym, found.one, target.site, amount, parts.span, out)
        return
    if sym.core.owners and who is None:
        cx.error(codes.AMBIGUOUS, f"Whose {sym.name}?", parts.span, f"Write `{sym.name} of player`.")
        return
    who = who if who is not None else ZERO
    if target.site is not None:
        if found.all:
            left = cx.local("left")
            out.append(ir.Assign(left, amount))
            amount = left
        out += from_supply(cx, sym, who, amount, parts.span)
        out.append(put_tokens(cx, sym, target.site, who, amount, parts.span))
        return
    if found.all:
        cx.error(codes.WRONG_ARGUMENTS, "These pieces cannot be shared out over several cells.", parts.span, "Say how many go on each.")
        return
    cells = coerce.as_elements(cx, target.sites, parts.span)
    if coerce.is_poison(cells) or cells.expr is None:
        return
    cell = cx.local("cell")
    body = [*from_supply(cx, sym, who, amount, parts.span), put_tokens(cx, sym, cell, who, amount, parts.span)]
    out.append(ir.For(cell, cells.expr, tuple(body)))


def _put_fresh(cx: Context, found: Goods, target, owner: ir.Expr | None, parts: Parts, out: Out, under: bool) -> None:  # type: ignore[no-untyped-def]
    """Alike pieces from the box, one to each cell."""
    sym = found.kind
    assert sym is not None
    pool = in_box(sym)
    if found.owner is not None:
        pool = prim("inter", pool, state.owned(cx.world, sym, found.owner), type=pool.type)
    piece = cx.local("piece")
    take = ir.Assign(piece, prim("first", pool))
    amount = found.amount if found.amount is not None else ONE
    if target.site is not None:
        body: Out = [take, move_piece(cx, piece, target.site, parts.span, under, found.kind)]
        _finishing(cx, parts, sym, piece, None, owner, body)
        if found.amount is None:
            out += body
        else:
            _times(cx, amount, body, out)
        return
    if target.place is not None and target.sites.whole is not None and sym.core.count == 1:
        out.append(ir.Effect("move", (const(sym.core.base), _first_free(cx, target.place)), cx.span(parts.span)))
        return
    cells = coerce.as_elements(cx, target.sites, parts.span)
    if coerce.is_poison(cells) or cells.expr is None:
        return
    cell, number = cx.local("cell"), cx.local("number")
    body = [take, move_piece(cx, piece, cell, parts.span, under, sym)]
    _finishing(cx, parts, sym, piece, number, owner, body)
    out.append(ir.Assign(number, ZERO))
    inner: Out = []
    if found.amount is None:
        inner = body
    else:
        _times(cx, amount, body, inner)
    out.append(ir.For(cell, cells.expr, (*inner, ir.Assign(number, prim("add", number, ONE)))))


def _times(cx: Context, amount: ir.Expr, body: Out, out: Out) -> None:
    left = cx.local("left")
    out.append(ir.Assign(left, amount))
    out.append(ir.While(prim("gt", left, ZERO), (*body, ir.Assign(left, prim("sub", left, ONE))), -1))


def _finishing(
    cx: Context, parts: Parts, sym: KindSym | None, piece: ir.Expr, number: ir.Local | None, owner: ir.Expr | None, out: Out
) -> None:
    """`with role pawn`, `with face down`, `for White`."""
    from rulewright.dsl.check.expressions import expr
    from rulewright.dsl.check.targets import _of

    if owner is not None:
        out.append(ir.Effect("set_owner", (piece, owner), cx.span(parts.span)))
    for prep, arguments in parts.tails:
        if prep != "with":
            continue
        if sym is None or len(arguments) != 2 or not isinstance(arguments[0], e.Word) or isinstance(arguments[1], e.Sel):
            cx.error(codes.WRONG_ARGUMENTS, "After `with` stand an attribute and its value.", parts.span, "Write `with face down`.")
            continue
        target = _of(cx, Value(t.Piece(frozenset({sym.name})), piece), arguments[0].name, arguments[0].span)
        if target is None:
            continue
        values = arguments[1]
        if isinstance(values, e.Braces) and number is not None:
            rows = [coerce.convert(cx, expr(cx, v, target.type), target.type, v.span) for v, _ in values.items]
            if coerce.is_poison(*rows) or not all(isinstance(r.expr, ir.Const) for r in rows):
                continue
            numbers = tuple(r.expr.value for r in rows if isinstance(r.expr, ir.Const))
            table = state.constant_table(cx.world, f"row.{'.'.join(map(str, numbers))}", numbers)
            out.append(target.store(ir.Look(table, number), cx.span(parts.span)))
            continue
        value = coerce.convert(cx, expr(cx, values, target.type), target.type, values.span)
        if value.expr is not None and not coerce.is_poison(value):
            out.append(target.store(value.expr, cx.span(parts.span)))


# ---------------------------------------------------------------- move


@verb(
    "move",
    "move tile to hand of player",
    "move 2 Seed in house to store of player",
    "move all Card in hand of player to discard",
    help="Moves pieces from where they are to another place. A thing is always in exactly one place.",
    group=MOVING,
)
def move(cx: Context, parts: Parts, out: Out) -> Context:
    under = parts.tail("under") is not None
    where = parts.tail("to") or parts.tail("on") or parts.tail("into") or parts.tail("under")
    if where is None:
        cx.error(codes.WRONG_ARGUMENTS, "It is not said where to move it.", parts.span, "Write `move … to …`.")
        return cx
    found = goods(cx, parts.arguments, parts.span, False)
    target = goal(cx, where, parts.span)
    if found is None or target is None or not check_fits(cx, found.kind, target.place, parts.span):
        return cx
    if target.site is None:
        cx.error(codes.WRONG_ARGUMENTS, "One place is needed to move to, not several.", parts.span)
        return cx
    return send(cx, found, target.site, parts, out, under)


def send(cx: Context, found: Goods, site: ir.Expr, parts: Parts, out: Out, under: bool = False) -> Context:
    """The goods go to a site."""
    sym = found.kind
    if not isinstance(site, ir.Const | ir.Local):
        local = cx.local("target")
        out.append(ir.Assign(local, site))
        site = local
    if sym is not None and sym.core.counted:
        return _send_counted(cx, sym, found, site, parts, out)
    if found.one is not None:
        out.append(move_piece(cx, found.one, site, parts.span, under, sym))
        return cx
    if found.many is None:
        cx.error(codes.WRONG_ARGUMENTS, "It is not clear which piece is meant.", parts.span, "Write `all …`, `first …` or `the …`.")
        return cx
    if not found.all and found.amount is None:
        cx.error(codes.AMBIGUOUS, "It is not said which of these.", parts.span, "Write `all …`, `first …` or `the …`.")
        return cx
    gathered = coerce.as_elements(cx, found.many, parts.span)
    if coerce.is_poison(gathered) or gathered.expr is None:
        return cx
    pieces = gathered.expr
    if found.amount is not None:
        listed = coerce.as_list(cx, gathered, parts.span)
        assert listed.expr is not None
        pieces = prim("take", listed.expr, found.amount, type=listed.expr.type)
    piece = cx.local("piece")
    out.append(ir.For(piece, pieces, (move_piece(cx, piece, site, parts.span, under, sym),)))
    return cx


def _send_counted(cx: Context, sym: KindSym, found: Goods, site: ir.Expr, parts: Parts, out: Out) -> Context:
    if found.one is not None:
        ref = move_tokens(cx, sym, found.one, site, found.amount or ONE, parts.span, out)
        if found.word is not None:
            named = cx.names[found.word].expr
            if isinstance(named, ir.Local):
                out.append(ir.Assign(named, ref))
            else:
                return cx.bind(found.word, Value(cx.names[found.word].type, ref))
        return cx
    if found.weighted is not None:
        selection = found.weighted
        assert selection.weight is not None
        if selection.bound == 1:
            return _from_one_heap(cx, sym, found, site, parts, out)
        refs = ir.Fold("seq", tuple(selection.clauses), selection.element, None, Seq(INT, max(1, min(selection.bound, 1024))))
        ref = cx.local("ref")
        assert sym.core.tokens is not None
        low = state.span_of(cx.world, t.Piece(frozenset({sym.name})))[0]
        there = ir.Load(sym.core.tokens, state.minus_base(ref, low))
        body: Out = []
        if found.amount is None:
            amount = cx.local("amount")
            body.append(ir.Assign(amount, there))
            move_tokens(cx, sym, ref, site, amount, parts.span, body)
            out.append(ir.For(ref, refs, tuple(body)))
            return cx
        left, now = cx.local("left"), cx.local("now")
        out.append(ir.Assign(left, found.amount))
        body = [ir.Assign(now, prim("min", left, there)), ir.Assign(left, prim("sub", left, now))]
        move_tokens(cx, sym, ref, site, now, parts.span, body)
        out.append(ir.For(ref, refs, tuple(body)))
        out.append(ir.Effect("none_left", (left,), cx.span(parts.span)))
        return cx
    if found.many is not None:
        refs_ = coerce.as_elements(cx, found.many, parts.span)
        if refs_.expr is None:
            return cx
        ref = cx.local("ref")
        body = []
        move_tokens(cx, sym, ref, site, ONE, parts.span, body)
        pieces = refs_.expr
        if found.amount is not None:
            listed = coerce.as_list(cx, refs_, parts.span)
            assert listed.expr is not None
            pieces = prim("take", listed.expr, found.amount, type=listed.expr.type)
        out.append(ir.For(ref, pieces, tuple(body)))
    return cx


def _from_one_heap(cx: Context, sym: KindSym, found: Goods, site: ir.Expr, parts: Parts, out: Out) -> Context:
    """Equal pieces that lie on one site: all of them, or as many as said."""
    selection = found.weighted
    assert selection is not None and sym.core.tokens is not None
    ref = cx.local("ref")
    out.append(ir.Assign(ref, ir.Fold("first", tuple(selection.clauses), selection.element, None, INT)))
    body: Out = []
    if found.amount is None:
        low = state.span_of(cx.world, t.Piece(frozenset({sym.name})))[0]
        amount: ir.Expr = cx.local("amount")
        assert isinstance(amount, ir.Local)
        body.append(ir.Assign(amount, ir.Load(sym.core.tokens, state.minus_base(ref, low))))
        missing: Out = []
    else:
        amount = found.amount
        missing = [ir.Effect("none_left", (found.amount,), cx.span(parts.span))]
    move_tokens(cx, sym, ref, site, amount, parts.span, body)
    out.append(ir.If(prim("ge", ref, ZERO), tuple(body), tuple(missing)))
    return cx


# ---------------------------------------------------------------- taking off the board


@verb(
    "capture",
    "capture cell",
    "capture pawn",
    help="Takes what stands on a cell off the board, into the box; nothing if it is empty.",
    group=MOVING,
)
def capture(cx: Context, parts: Parts, out: Out) -> Context:
    from rulewright.dsl.check.expressions import expr

    if len(parts.arguments) != 1 or isinstance(parts.arguments[0], e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "`capture` takes a cell or a piece.", parts.span)
        return cx
    node = parts.arguments[0]
    value = expr(cx, node)
    inner = t.bare(value.type)
    if isinstance(inner, t.Piece) and value.expr is not None and not _counted(cx, inner):
        out.append(ir.If(prim("ge", value.expr, ZERO), (move_piece(cx, value.expr, const(BOX), parts.span),), ()))
        return cx
    found = coerce.cell(cx, value, node.span)
    if found is None:
        return cx
    site, place = found
    at = cx.local("at")
    out.append(ir.Assign(at, site))
    body: Out = []
    for number in place.core.limits:
        sym = cx.world.kinds[cx.world.program.kinds[number].name]
        _capture_kind(cx, sym, place, at, parts.span, body)
    out.append(ir.If(prim("ge", at, ZERO), tuple(body), ()) if isinstance(value.type, t.Maybe) else ir.If(ONE, tuple(body), ()))
    return cx


def _counted(cx: Context, type: t.Piece) -> bool:
    return any(cx.world.kinds[k].core.counted for k in type.kinds)


def _capture_kind(cx: Context, sym: KindSym, place: PlaceSym, at: ir.Local, span: Span, out: Out) -> None:
    if sym.core.counted and not sym.core.heaped:
        for owner in range(max(1, sym.core.owners)):
            here = has(state.cells_with(cx.world, sym, place, const(owner) if sym.core.owners else None), at)
            ref: ir.Expr = at
            taken = ir.Effect("take", (at, const(owner), ONE), cx.span(span), sym.core.number)
            out.append(ir.If(here, (taken, *to_supply(cx, sym, const(owner), ONE, span)), ()))
            _ = (ref, take_tokens)
        return
    if sym.core.counted:
        low = state.span_of(cx.world, t.Piece(frozenset({sym.name})))[0]
        for owner in range(max(1, sym.core.owners)):
            amount = cx.local("amount")
            out.append(ir.Assign(amount, state.heap(sym, at, const(owner) if sym.core.owners else None, low)))
            taken = ir.Effect("take", (at, const(owner), amount), cx.span(span), sym.core.number)
            out.append(ir.If(prim("gt", amount, ZERO), (taken, *to_supply(cx, sym, const(owner), amount, span)), ()))
        return
    if not sym.core.count:
        return
    piece = cx.local("taken")
    if state.single(place.core, sym.core) and place.board is not None:
        out.append(ir.Assign(piece, state.piece_at(cx.world, sym, place, at)))
        out.append(ir.If(prim("ge", piece, ZERO), (move_piece(cx, piece, const(BOX), span, False, sym),), ()))
    else:
        out.append(ir.For(piece, state.members(cx.world, sym, place, at), (move_piece(cx, piece, const(BOX), span, False, sym),)))


@verb(
    "discard",
    "discard card",
    "discard 2 Card in hand of player",
    help="Moves pieces to the place called `discard`, or out of the game if there is none.",
    group=MOVING,
)
def discard(cx: Context, parts: Parts, out: Out) -> Context:
    found = goods(cx, parts.arguments, parts.span, False)
    if found is None:
        return cx
    pile = cx.world.places.get("discard")
    site: ir.Expr = const(BOX)
    if pile is not None and (found.kind is None or found.kind.core.number in pile.core.limits):
        if isinstance(pile.family, t.Player):
            from rulewright.dsl.check.attributes import family_member

            site = coerce.scalar(cx, family_member(cx, pile, cx.the_player(parts.span), parts.span), parts.span)
        elif pile.family is None:
            site = const(pile.core.base)
    return send(cx, found, site, parts, out)


@verb("swap", "swap hero with other", help="Two pieces exchange their places.", group=MOVING)
def swap(cx: Context, parts: Parts, out: Out) -> Context:
    other = parts.tail("with")
    first = goods(cx, parts.arguments, parts.span, False)
    second = goods(cx, other, parts.span, False) if other else None
    if first is None or second is None or first.one is None or second.one is None:
        if first is not None:
            cx.error(codes.WRONG_ARGUMENTS, "`swap` takes two pieces.", parts.span, "Write `swap hero with other`.")
        return cx
    out.append(ir.Effect("swap", (first.one, second.one), cx.span(parts.span)))
    return cx


@verb("flip", "flip tile", help="Turns a piece over: its `face` becomes the other one.", group=MOVING)
def flip(cx: Context, parts: Parts, out: Out) -> Context:
    from rulewright.dsl.check.targets import _of

    found = goods(cx, parts.arguments, parts.span, False)
    if found is None:
        return cx
    if found.one is None or found.kind is None:
        cx.error(codes.WRONG_ARGUMENTS, "`flip` takes one piece.", parts.span)
        return cx
    target = _of(cx, Value(t.Piece(frozenset({found.kind.name})), found.one), "face", parts.span)
    if target is None:
        return cx
    if isinstance(target.type, t.Enum) and len(target.type.members) == 2:
        assert target.now.expr is not None
        out.append(target.store(prim("sub", ONE, target.now.expr), cx.span(parts.span)))
    else:
        cx.error(codes.TYPE_MISMATCH, f"The face of a {found.kind.name} has no other side.", parts.span, "Write `face: up or down`.")
    return cx


# ---------------------------------------------------------------- decks


@verb("shuffle", "shuffle deck", help="Brings a pile or deck into an order that nobody knows.", group=MOVING)
def shuffle(cx: Context, parts: Parts, out: Out) -> Context:
    from rulewright.dsl.check.expressions import expr

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
    out.append(ir.Ask(Choice(None, (alt,), f"top of {place.name}", cx.span(span)), ()))


@verb(
    "draw",
    "draw 2 Card from deck",
    "draw Card from deck for rival",
    "draw",
    help="Takes pieces from the top of a deck into the player's hand. Alone: the match is a draw.",
    group=MOVING,
)
def draw(cx: Context, parts: Parts, out: Out) -> Context:
    from rulewright.dsl.check.expressions import expr

    if not parts.arguments and not parts.tails:
        out.append(ir.End("draw", None, -1, cx.span(parts.span)))
        return cx
    deck = parts.tail("from")
    if deck is None or isinstance(deck[0], e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "It is not said from where to draw.", parts.span, "Write `draw 2 Card from deck`.")
        return cx
    amount: ir.Expr = ONE
    if parts.arguments and not isinstance(parts.arguments[0], e.Kind | e.Sel):
        amount = coerce.number(cx, expr(cx, parts.arguments[0]), parts.arguments[0].span)
    who = cx.the_player(parts.span)
    if parts.tail("for"):
        node = parts.tail("for")[0]  # type: ignore[index]
        who = expr(cx, node)
    hand = hand_of(cx, who, parts.span)
    if hand is None:
        return cx
    left = cx.local("left")
    out.append(ir.Assign(left, amount))
    draw_while(cx, prim("gt", left, ZERO), expr(cx, deck[0]), hand, parts.span, [ir.Assign(left, prim("sub", left, ONE))], out)
    return cx


def hand_of(cx: Context, who: Value, span: Span) -> ir.Expr | None:
    from rulewright.dsl.check.attributes import family_member

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


def draw_while(cx: Context, test: ir.Expr, deck: Value, hand: ir.Expr, span: Span, after: Out, out: Out) -> None:
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
        from rulewright.dsl.check.context import player_expr

        routine.used = True
        return [ir.If(prim("is_empty", members), (ir.Do(routine.proc, (player_expr(cx),), cx.span(span)),), ())]
    source: ir.Expr = const(pile.core.base)
    if pile.family is not None:
        source = prim("add", prim("sub", site, const(place.core.base)), const(pile.core.base))
    piece = cx.local("card")
    refill = ir.For(piece, state.members(cx.world, kind, pile, source), (move_piece(cx, piece, site, span, False, kind),))
    return [ir.If(prim("is_empty", members), (refill, ir.Effect("shuffle", (site,), cx.span(span))), ())]


@verb("refill", "refill hand of player to 4 from deck", help="Draws until a place holds so many pieces.", group=MOVING)
def refill(cx: Context, parts: Parts, out: Out) -> Context:
    from rulewright.dsl.check.expressions import expr

    to, deck = parts.tail("to"), parts.tail("from")
    if len(parts.arguments) != 1 or to is None or deck is None or isinstance(parts.arguments[0], e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "It is not clear what to refill.", parts.span, "Write `refill hand of player to 4 from deck`.")
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
