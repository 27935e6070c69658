"""Verbs that move pieces: put, move, capture, draw, shuffle, and so on."""

from __future__ import annotations

import re

from rulewright.core import ir
from rulewright.core.types import INT, Seq
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.expressions import expr
from rulewright.dsl.check.phrases import Parts
from rulewright.dsl.check.targets import target_of
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.moving import Goods, check_fits, goal, goods
from rulewright.dsl.library.registry import Out, verb
from rulewright.dsl.lower import state
from rulewright.dsl.lower.moving import from_supply, in_box, move_piece, move_tokens, put_tokens
from rulewright.dsl.lower.values import ONE, ZERO, Value, const, prim
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, PlaceSym

# ---------------------------------------------------------------- put


def _one_each(cx: Context, parts: Parts) -> str:
    """How to put several pieces that differ on several cells."""
    found = re.fullmatch(r"put (?:all|\d+) (.+) on (\{.+\}|\w+)", cx.world.sources.text(parts.span))
    return f"Write `each Cell in {found[2]}: put 1 {found[1]} on cell`." if found is not None else "Put them one by one."


@verb("put")
def put(cx: Context, parts: Parts, out: Out) -> Context:
    under = parts.tail("under") is not None
    where = parts.tail("on") or parts.tail("under") or parts.tail("into") or parts.tail("to")
    if where is None:
        cx.error(codes.WRONG_ARGUMENTS, "Put where?", parts.span, "Write `put … on …`.")
        return cx
    found = goods(cx, parts.arguments, parts.span, True)
    target = goal(cx, where, parts.span)
    if found is None or target is None or not check_fits(cx, found.kind, target.place, parts.span):
        return cx
    owner = _for(cx, parts, found.kind)
    if found.kind is not None and found.kind.core.counted:
        if not _in_no_order(cx, found.kind, parts) or not _without(cx, found.kind, parts):
            return cx
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
        piece = cx.local("piece")
        out.append(ir.Assign(piece, found.one))
        out.append(move_piece(cx, piece, _first_free(cx, target.place), parts.span, under, found.kind))
        _finishing(cx, parts, found.kind, piece, None, owner, out)
        return cx
    if found.many is not None and target.site is not None:
        gathered = coerce.as_elements(cx, found.many, parts.span)
        if coerce.is_poison(gathered) or gathered.expr is None:
            return cx
        pieces = gathered.expr
        if found.amount is not None:
            listed = coerce.as_list(cx, gathered, parts.span)
            assert listed.expr is not None
            pieces = prim("take", listed.expr, found.amount, type=listed.expr.type)
        piece = cx.local("piece")
        body: Out = [move_piece(cx, piece, target.site, parts.span, under, found.kind)]
        _finishing(cx, parts, found.kind, piece, None, owner, body)
        out.append(ir.For(piece, pieces, tuple(body)))
        return cx
    if found.fresh and found.kind is not None:
        _put_fresh(cx, found, target, owner, parts, out, under)
        return cx
    cx.error(codes.WRONG_ARGUMENTS, "Which of these pieces goes on which cell?", parts.span, _one_each(cx, parts))
    return cx


def _for(cx: Context, parts: Parts, sym: KindSym | None) -> ir.Expr | None:
    """`for White`: whose the pieces are from now on."""
    tail = parts.tail("for")
    if not tail or isinstance(tail[0], e.Sel):
        return None
    type = state.owner_type(cx.world, sym) if sym is not None else t.PLAYER
    if sym is not None and sym.core.counted and not sym.core.owners:
        help = f"Leave `for …` out, or declare `piece {sym.name} of each Player`."
        cx.error(codes.WRONG_ARGUMENTS, f"A {sym.name} belongs to nobody.", tail[0].span, help)
        return None
    return coerce.scalar(cx, coerce.convert(cx, expr(cx, tail[0], type), type, tail[0].span), tail[0].span)


def _in_no_order(cx: Context, sym: KindSym, parts: Parts) -> bool:
    """Whether a sentence does not say `under` of equal pieces, of which none lies under another."""
    tail = parts.tail("under")
    if tail is None:
        return True
    help = f"{sym.name} pieces are all alike, so it makes no difference which of them lies below."
    cx.error(codes.WRONG_ARGUMENTS, "`under` says nothing here.", parts.tail_spans[parts.tail_number("under")], f"Write `on`. {help}")
    return False


def _without(cx: Context, sym: KindSym, parts: Parts) -> bool:
    """Whether a sentence does not give equal pieces a value: they have none."""
    if parts.tail("with") is None:
        return True
    span = parts.tail_spans[parts.tail_number("with")]
    cx.error(codes.WRONG_ARGUMENTS, f"A {sym.name} has nothing that could be set.", span, f"Leave out `{cx.world.sources.text(span)}`.")
    return False


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
    if owner is not None:
        out.append(ir.Effect("set_owner", (piece, owner), cx.span(parts.span)))
    for prep, arguments in parts.tails:
        if prep != "with":
            continue
        if sym is None or len(arguments) != 2 or not isinstance(arguments[0], e.Word) or isinstance(arguments[1], e.Sel):
            cx.error(codes.WRONG_ARGUMENTS, "`with` needs an attribute and a value.", parts.span, "Write `with face down`.")
            continue
        target = target_of(cx, Value(t.Piece(frozenset({sym.name})), piece), arguments[0].name, arguments[0].span)
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


@verb("move")
def move(cx: Context, parts: Parts, out: Out) -> Context:
    under = parts.tail("under") is not None
    where = parts.tail("to") or parts.tail("on") or parts.tail("into") or parts.tail("under")
    if where is None:
        cx.error(codes.WRONG_ARGUMENTS, "Move where?", parts.span, "Write `move … to …`.")
        return cx
    found = goods(cx, parts.arguments, parts.span, False)
    target = goal(cx, where, parts.span)
    if found is None or target is None or not check_fits(cx, found.kind, target.place, parts.span):
        return cx
    if target.site is None:
        cx.error(codes.WRONG_ARGUMENTS, "Move to one place, not to several.", parts.span)
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
        return _send_counted(cx, sym, found, site, parts, out) if _in_no_order(cx, sym, parts) else cx
    if found.one is not None:
        out.append(move_piece(cx, found.one, site, parts.span, under, sym))
        return cx
    if found.many is None:
        cx.error(codes.WRONG_ARGUMENTS, "Which piece?", parts.span, "Write `all …`, `first …` or `the …`.")
        return cx
    if not found.all and found.amount is None:
        cx.error(codes.AMBIGUOUS, "Which of these?", parts.span, "Write `all …`, `first …` or `the …`.")
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
