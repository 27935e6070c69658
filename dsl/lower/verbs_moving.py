"""Verbs that move pieces: put and move, with all they are said with; taking off, exchanging, turning over."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import BOX
from rulewright.core.types import INT, Seq
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.conversions import elements, first_of
from rulewright.dsl.lower.moving import Goods, from_supply, in_box, move_piece, move_tokens, put_tokens, to_supply
from rulewright.dsl.lower.targets import Target
from rulewright.dsl.lower.values import ONE, ZERO, Frame, Slot, Step, Steps, Value, const, has, prim
from rulewright.dsl.source import Span
from rulewright.dsl.world import KindSym, PlaceSym, World

# ---------------------------------------------------------------- put


def the_piece(frame: Frame, found: Goods, out: Steps) -> Slot:
    """The one piece that is put, kept under a name of its own."""
    assert found.one is not None
    piece = frame.routine.new("piece")
    out.append(ir.Assign(piece, found.one))
    return piece


def first_free(world: World, place: PlaceSym) -> ir.Expr:
    free = prim("diff", state.all_sites(place.core), state.occupied(world, place), type=state.site_set(place.core))
    return prim("first", free)


def each_piece(frame: Frame, found: Goods) -> tuple[Slot, ir.Expr]:
    """Each of the pieces that are put, one after the other."""
    assert found.many is not None
    pieces = first_of(frame, found.many, found.amount)
    return frame.routine.new("piece"), pieces


def for_each(local: Slot, over: ir.Expr, body: Steps) -> Step:
    return ir.For(local, over, tuple(body))


def put_counted(frame: Frame, sym: KindSym, found: Goods, site: ir.Expr, owner: ir.Expr | None, span: Span, out: Steps) -> None:
    """Counted pieces go to one site: out of the box, or the one that is named."""
    amount = found.amount if found.amount is not None else ONE
    if found.one is not None:
        move_tokens(frame, sym, found.one, site, amount, span, out)
        return
    who = owner if owner is not None else ZERO
    if found.all:
        left = frame.routine.new("left")
        out.append(ir.Assign(left, amount))
        amount = left
    out += from_supply(frame, sym, who, amount, span)
    out.append(put_tokens(frame, sym, site, who, amount, span))


def put_on_each(frame: Frame, sym: KindSym, found: Goods, cells: Value, owner: ir.Expr | None, span: Span) -> Step:
    """So many counted pieces on each of several cells."""
    amount, who = found.amount if found.amount is not None else ONE, owner if owner is not None else ZERO
    over = elements(frame, cells).expr
    assert over is not None
    cell = frame.routine.new("cell")
    return ir.For(cell, over, (*from_supply(frame, sym, who, amount, span), put_tokens(frame, sym, cell, who, amount, span)))


def fresh(frame: Frame, sym: KindSym, found: Goods) -> tuple[Slot, Step]:
    """The next piece of a kind out of the box, of somebody if they have their own."""
    pool = in_box(sym)
    if found.owner is not None:
        pool = prim("inter", pool, state.owned(frame.world, sym, found.owner), type=pool.type)
    piece = frame.routine.new("piece")
    return piece, ir.Assign(piece, prim("first", pool))


def so_often(frame: Frame, found: Goods, body: Steps) -> Steps:
    """Once, or as often as is said."""
    if found.amount is None:
        return body
    left = frame.routine.new("left")
    again = ir.While(prim("gt", left, ZERO), (*body, ir.Assign(left, prim("sub", left, ONE))), -1)
    return [ir.Assign(left, found.amount), again]


def only_piece_on_board(world: World, sym: KindSym, place: PlaceSym, span: Span) -> Step:
    """The only piece of its kind goes to the first free cell."""
    return ir.Effect("move", (const(sym.core.base), first_free(world, place)), world.span_number(span))


def over_cells(frame: Frame, cells: Value) -> tuple[ir.Expr, Slot, Slot]:
    """Cell by cell: the cells, the one at hand, and its number."""
    over = elements(frame, cells).expr
    assert over is not None
    return over, frame.routine.new("cell"), frame.routine.new("number")


def one_to_each(over: ir.Expr, cell: Slot, number: Slot, body: Steps) -> Steps:
    return [ir.Assign(number, ZERO), ir.For(cell, over, (*body, ir.Assign(number, prim("add", number, ONE))))]


def belongs_to(world: World, piece: ir.Expr, owner: ir.Expr, span: Span) -> Step:
    return ir.Effect("set_owner", (piece, owner), world.span_number(span))


def with_value(world: World, target: Target, value: Value, span: Span) -> Step:
    assert value.expr is not None
    return target.store(value.expr, world.span_number(span))


def with_values(world: World, target: Target, values: list[int], number: Slot, span: Span) -> Step:
    """A value for each cell, in the order of the cells."""
    table = state.constant_table(world, f"row.{'.'.join(map(str, values))}", tuple(values))
    return target.store(ir.Look(table, number), world.span_number(span))


# ---------------------------------------------------------------- move


def send(frame: Frame, found: Goods, site: ir.Expr, span: Span, under: bool, named: Value | None, out: Steps) -> ir.Expr | None:
    """The goods go to a site. A counted piece has no number of its own: what it is known by there, if a name cannot follow it."""
    sym = found.kind
    if not isinstance(site, ir.Const | ir.Local):
        local = frame.routine.new("target")
        out.append(ir.Assign(local, site))
        site = local
    if sym is not None and sym.core.counted:
        return _send_counted(frame, sym, found, site, span, named, out)
    if found.one is not None:
        out.append(move_piece(frame, found.one, site, span, under, sym))
        return None
    assert found.many is not None
    pieces = first_of(frame, found.many, found.amount)
    piece = frame.routine.new("piece")
    out.append(ir.For(piece, pieces, (move_piece(frame, piece, site, span, under, sym),)))
    return None


def _send_counted(frame: Frame, sym: KindSym, found: Goods, site: ir.Expr, span: Span, named: Value | None, out: Steps) -> ir.Expr | None:
    if found.one is not None:
        ref = move_tokens(frame, sym, found.one, site, found.amount or ONE, span, out)
        if named is None:
            return None
        if isinstance(named.expr, ir.Local):
            out.append(ir.Assign(named.expr, ref))
            return None
        return ref
    if found.weighted is not None:
        if found.weighted.bound == 1:
            _from_one_heap(frame, sym, found, site, span, out)
        else:
            _from_heaps(frame, sym, found, site, span, out)
    elif found.many is not None:
        gathered = elements(frame, found.many)
        one = frame.routine.new("ref")
        body: Steps = []
        move_tokens(frame, sym, one, site, ONE, span, body)
        out.append(ir.For(one, first_of(frame, gathered, found.amount), tuple(body)))
    return None


def _there(frame: Frame, sym: KindSym, ref: ir.Expr) -> ir.Expr:
    """How many lie where one of them lies."""
    assert sym.core.tokens is not None
    return ir.Load(sym.core.tokens, state.minus_base(ref, state.span_of(frame.world, t.Piece(frozenset({sym.name})))[0]))


def _from_heaps(frame: Frame, sym: KindSym, found: Goods, site: ir.Expr, span: Span, out: Steps) -> None:
    """Equal pieces that lie on several sites: all of them, or as many as said, from one site after the other."""
    chosen = found.weighted
    assert chosen is not None
    refs = ir.Fold("seq", tuple(chosen.clauses), chosen.element, None, Seq(INT, max(1, min(chosen.bound, 1024))))
    ref = frame.routine.new("ref")
    there = _there(frame, sym, ref)
    body: Steps = []
    if found.amount is None:
        amount = frame.routine.new("amount")
        body.append(ir.Assign(amount, there))
        move_tokens(frame, sym, ref, site, amount, span, body)
        out.append(ir.For(ref, refs, tuple(body)))
        return
    left, now = frame.routine.new("left"), frame.routine.new("now")
    out.append(ir.Assign(left, found.amount))
    body = [ir.Assign(now, prim("min", left, there)), ir.Assign(left, prim("sub", left, now))]
    move_tokens(frame, sym, ref, site, now, span, body)
    out.append(ir.For(ref, refs, tuple(body)))
    out.append(ir.Effect("none_left", (left,), frame.world.span_number(span)))


def _from_one_heap(frame: Frame, sym: KindSym, found: Goods, site: ir.Expr, span: Span, out: Steps) -> None:
    """Equal pieces that lie on one site: all of them, or as many as said."""
    chosen = found.weighted
    assert chosen is not None
    ref = frame.routine.new("ref")
    out.append(ir.Assign(ref, ir.Fold("first", tuple(chosen.clauses), chosen.element, None, INT)))
    body: Steps = []
    missing: Steps = []
    if found.amount is None:
        all = frame.routine.new("amount")
        body.append(ir.Assign(all, _there(frame, sym, ref)))
        amount: ir.Expr = all
    else:
        amount = found.amount
        missing = [ir.Effect("none_left", (found.amount,), frame.world.span_number(span))]
    move_tokens(frame, sym, ref, site, amount, span, body)
    out.append(ir.If(prim("ge", ref, ZERO), tuple(body), tuple(missing)))


def discard_pile(pile: PlaceSym | None) -> ir.Expr:
    """The pile of all players; the box, if there is none."""
    return const(pile.core.base if pile is not None else BOX)


# ---------------------------------------------------------------- taking off, exchanging, turning over


def capture_piece(frame: Frame, piece: ir.Expr, span: Span) -> Step:
    """A piece goes into the box, if there is one."""
    return ir.If(prim("ge", piece, ZERO), (move_piece(frame, piece, const(BOX), span),), ())


def capture_cell(frame: Frame, place: PlaceSym, site: ir.Expr, maybe: bool, span: Span) -> Steps:
    """Whatever stands on a cell goes into the box."""
    at = frame.routine.new("at")
    body: Steps = []
    for number in place.core.limits:
        _capture_kind(frame, frame.world.kinds[frame.world.program.kinds[number].name], place, at, span, body)
    return [ir.Assign(at, site), ir.If(prim("ge", at, ZERO) if maybe else ONE, tuple(body), ())]


def _capture_kind(frame: Frame, sym: KindSym, place: PlaceSym, at: Slot, span: Span, out: Steps) -> None:
    world = frame.world
    if sym.core.counted and not sym.core.heaped:
        for owner in range(max(1, sym.core.owners)):
            here = has(state.cells_with(world, sym, place, const(owner) if sym.core.owners else None), at)
            taken = ir.Effect("take", (at, const(owner), ONE), world.span_number(span), sym.core.number)
            out.append(ir.If(here, (taken, *to_supply(frame, sym, const(owner), ONE, span)), ()))
        return
    if sym.core.counted:
        low = state.span_of(world, t.Piece(frozenset({sym.name})))[0]
        for owner in range(max(1, sym.core.owners)):
            amount = frame.routine.new("amount")
            out.append(ir.Assign(amount, state.heap(sym, at, const(owner) if sym.core.owners else None, low)))
            taken = ir.Effect("take", (at, const(owner), amount), world.span_number(span), sym.core.number)
            out.append(ir.If(prim("gt", amount, ZERO), (taken, *to_supply(frame, sym, const(owner), amount, span)), ()))
        return
    if not sym.core.count:
        return
    piece = frame.routine.new("taken")
    if state.single(place.core, sym.core) and place.board is not None:
        out.append(ir.Assign(piece, state.piece_at(world, sym, place, at)))
        out.append(ir.If(prim("ge", piece, ZERO), (move_piece(frame, piece, const(BOX), span, False, sym),), ()))
    else:
        out.append(ir.For(piece, state.members(world, sym, place, at), (move_piece(frame, piece, const(BOX), span, False, sym),)))


def swap(world: World, one: ir.Expr, other: ir.Expr, span: Span) -> Step:
    return ir.Effect("swap", (one, other), world.span_number(span))


def flip(world: World, face: Target, span: Span) -> Step:
    """The other of two faces."""
    assert face.now.expr is not None
    return face.store(prim("sub", ONE, face.now.expr), world.span_number(span))
