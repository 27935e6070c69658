"""Verbs that move pieces: put, move, capture, draw, shuffle, and so on."""

from __future__ import annotations

import re

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.moving import check_fits, goal, goods
from rulewright.dsl.check.library.registry import verb
from rulewright.dsl.check.passes import expr
from rulewright.dsl.check.phrases import Parts
from rulewright.dsl.check.targets import target_of
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower import verbs_moving as lower
from rulewright.dsl.lower.moving import Goal, Goods, move_piece
from rulewright.dsl.lower.values import Code, Slot, Steps, Value, known
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym

# ---------------------------------------------------------------- put


def _one_each(cx: Context, parts: Parts) -> str:
    """How to put several pieces that differ on several cells."""
    found = re.fullmatch(r"put (?:all|\d+) (.+) on (\{.+\}|\w+)", cx.world.sources.text(parts.span))
    return f"Write `each Cell in {found[2]}: put 1 {found[1]} on cell`." if found is not None else "Put them one by one."


@verb("arrange")
def arrange(cx: Context, parts: Parts, out: Steps) -> Context:
    """With its picture it is read where statements are; here the picture is missing."""
    help = "Draw the board in the lines below, a letter for each piece and a dot for each empty cell: `| . k . |`."
    cx.error(codes.WRONG_ARGUMENTS, "How is the board arranged?", parts.span, help)
    return cx


@verb("put")
def put(cx: Context, parts: Parts, out: Steps) -> Context:
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
    site = target.site
    if found.one is not None and (site is not None or target.place is not None):
        piece = lower.the_piece(cx, found, out)
        if site is None and target.place is not None:  # a single piece on a board: the first free cell
            site = lower.first_free(cx.world, target.place)
        assert site is not None
        out.append(move_piece(cx, piece, site, parts.span, under, found.kind))
        _finishing(cx, parts, found.kind, piece, None, owner, out)
        return cx
    if found.many is not None and target.site is not None:
        piece, pieces = lower.each_piece(cx, found)
        body: Steps = [move_piece(cx, piece, target.site, parts.span, under, found.kind)]
        _finishing(cx, parts, found.kind, piece, None, owner, body)
        out.append(lower.for_each(piece, pieces, body))
        return cx
    if found.fresh and found.kind is not None:
        _put_fresh(cx, found, target, owner, parts, out, under)
        return cx
    cx.error(codes.WRONG_ARGUMENTS, "Which of these pieces goes on which cell?", parts.span, _one_each(cx, parts))
    return cx


def _for(cx: Context, parts: Parts, sym: KindSym | None) -> Code | None:
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


def _put_counted(cx: Context, found: Goods, target: Goal, owner: Code | None, parts: Parts, out: Steps) -> None:
    sym = found.kind
    assert sym is not None
    if found.weighted is not None:
        cx.error(codes.WRONG_ARGUMENTS, "These pieces are in play already.", parts.span, "Write `move … to …`.")
        return
    who = owner if owner is not None else found.owner
    named = found.one is not None and target.site is not None
    if sym.core.owners and who is None and not named:
        cx.error(codes.AMBIGUOUS, f"Whose {sym.name}?", parts.span, f"Write `{sym.name} of player`.")
    elif target.site is not None:
        lower.put_counted(cx, sym, found, target.site, who, parts.span, out)
    elif found.all:
        cx.error(codes.WRONG_ARGUMENTS, "These pieces cannot be shared out over several cells.", parts.span, "Say how many go on each.")
    else:
        assert target.sites is not None
        out.append(lower.put_on_each(cx, sym, found, target.sites, who, parts.span))


def _put_fresh(cx: Context, found: Goods, target: Goal, owner: Code | None, parts: Parts, out: Steps, under: bool) -> None:
    """Alike pieces from the box, one to each cell."""
    sym = found.kind
    assert sym is not None
    piece, take = lower.fresh(cx, sym, found)
    if target.site is not None:
        body: Steps = [take, move_piece(cx, piece, target.site, parts.span, under, found.kind)]
        _finishing(cx, parts, sym, piece, None, owner, body)
        out += lower.so_often(cx, found, body)
        return
    assert target.sites is not None
    if target.place is not None and target.sites.whole is not None and sym.core.count == 1:
        out.append(lower.only_piece_on_board(cx.world, sym, target.place, parts.span))
        return
    cells, cell, number = lower.over_cells(cx, target.sites)
    body = [take, move_piece(cx, piece, cell, parts.span, under, sym)]
    _finishing(cx, parts, sym, piece, number, owner, body)
    out += lower.one_to_each(cells, cell, number, lower.so_often(cx, found, body))


def _finishing(cx: Context, parts: Parts, sym: KindSym | None, piece: Code, number: Slot | None, owner: Code | None, out: Steps) -> None:
    """`with role pawn`, `with face down`, `for White`."""
    if owner is not None:
        out.append(lower.belongs_to(cx.world, piece, owner, parts.span))
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
            numbers = [n for row in rows if (n := known(row)) is not None]
            if not coerce.is_poison(*rows) and len(numbers) == len(rows):
                out.append(lower.with_values(cx.world, target, numbers, number, parts.span))
            continue
        value = coerce.convert(cx, expr(cx, values, target.type), target.type, values.span)
        if value.expr is not None and not coerce.is_poison(value):
            out.append(lower.with_value(cx.world, target, value, parts.span))


# ---------------------------------------------------------------- move


@verb("move")
def move(cx: Context, parts: Parts, out: Steps) -> Context:
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


def send(cx: Context, found: Goods, site: Code, parts: Parts, out: Steps, under: bool = False) -> Context:
    """The goods go to a site."""
    sym = found.kind
    counted = sym is not None and sym.core.counted
    if counted:
        assert sym is not None
        if not _in_no_order(cx, sym, parts):
            return cx
    elif found.one is None and found.many is None:
        cx.error(codes.WRONG_ARGUMENTS, "Which piece?", parts.span, "Write `all …`, `first …` or `the …`.")
        return cx
    elif found.one is None and not found.all and found.amount is None:
        cx.error(codes.AMBIGUOUS, "Which of these?", parts.span, "Write `all …`, `first …` or `the …`.")
        return cx
    word = found.word if counted and found.one is not None else None
    moved = lower.send(cx, found, site, parts.span, under, cx.names[word] if word is not None else None, out)
    return cx.bind(word, Value(cx.names[word].type, moved)) if word is not None and moved is not None else cx
