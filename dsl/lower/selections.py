"""Selections: clauses that run through what is selected. Quantifiers, loops, decisions and parameters take it from there."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core import ir
from rulewright.core.ops import GatherName
from rulewright.core.types import INT, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.lower import conversions, state
from rulewright.dsl.lower.values import ZERO, Clauses, Frame, Many, Value, both, const, has, intersect, prim, recast
from rulewright.dsl.world import KindSym, PlaceSym, World


@dataclass(slots=True)
class Run:
    """How to run through something."""

    clauses: Clauses
    element: ir.Expr
    elem: t.Scalar
    bound: int  # at most so many
    ordered: bool = False
    canonical: bool = False
    weight: ir.Expr | None = None  # how many equal pieces the element stands for


@dataclass(slots=True)
class Running:
    """A selection, ready to be run through."""

    clauses: Clauses
    value: Value
    elem: t.Scalar
    bound: int
    ordered: bool
    canonical: bool
    weight: ir.Expr | None
    unique: bool = True

    @property
    def element(self) -> ir.Expr:
        assert self.value.expr is not None
        return self.value.expr


def only_if(clauses: Clauses, test: ir.Expr, place: int = -1) -> Clauses:
    return [*clauses, ir.Test(test, place)]


def best(frame: Frame, word: str, elem: t.Scalar, clauses: Clauses, element: ir.Expr, key: ir.Expr) -> tuple[ir.Local, Clauses]:
    """Only those with the greatest or least measure, gathered first."""
    type = state.set_type(frame.world, elem)
    op: GatherName = "best" if word == "most" else "worst"
    gathered = frame.routine.new("best", type)
    return gathered, [ir.Be(gathered, ir.Fold(op, tuple(clauses), element, key, type))]


def again(gathered: ir.Local, first: Clauses, clauses: Clauses, element: ir.Expr) -> Clauses:
    """Run through them once more, and take those that were gathered."""
    return [*first, *clauses, ir.Test(has(gathered, element))]


# ---------------------------------------------------------------- values of a type, members of something


def values(frame: Frame, elem: t.Scalar, name: str) -> Run:
    """All values of a type."""
    type = Set(0, elem.count) if isinstance(elem, t.Line) else state.set_type(frame.world, elem)
    local = frame.routine.new(name)
    return Run([ir.In(local, ir.SetConst(type.full, type))], local, elem, type.size, canonical=True)


def groups(frame: Frame, value: Value, name: str) -> Run:
    """Each of several sets."""
    assert isinstance(value.type, t.GroupsOf) and value.expr is not None
    local = frame.routine.new(name or "group", state.set_type(frame.world, value.type.elem))
    return Run([ir.In(local, value.expr)], local, value.type.elem, value.type.cap, ordered=True)


def in_bag(frame: Frame, value: Value, name: str) -> Run:
    """What is in a bag, each with how often."""
    assert isinstance(value.type, t.BagOf) and value.expr is not None
    type = state.set_type(frame.world, value.type.elem)
    local = frame.routine.new(name or "x")
    amount = prim("bag_count", value.expr, local)
    clauses: Clauses = [ir.In(local, ir.SetConst(type.full, type)), ir.Test(prim("gt", amount, ZERO))]
    return Run(clauses, local, value.type.elem, type.size, canonical=True, weight=amount)


def many(frame: Frame, found: Many, name: str) -> Run:
    """The elements of something, each once."""
    clauses, element = found.build(frame.routine)
    if not found.unique:
        type = state.set_type(frame.world, found.elem)
        seq = Seq(INT, max(1, min(found.bound, 4096)))
        gathered = ir.Fold("seq" if found.ordered else "set", tuple(clauses), element, None, seq if found.ordered else type)
        local = frame.routine.new(name or "x")
        clauses, element = [ir.In(local, gathered)], local
    canonical = found.canonical or (not found.unique and not found.ordered)
    return Run(clauses, element, found.elem, found.bound, found.ordered, canonical)


def all_cells(place: PlaceSym, kind: str) -> Value:
    """Every cell of a board, under the name that its cells have."""
    return Value(t.SetOf(t.Cell(frozenset({place.name}), kind)), state.all_sites(place.core), whole=place)


# ---------------------------------------------------------------- pieces


def pieces(frame: Frame, sym: KindSym, owner: ir.Expr | None, inside: Value | None, name: str) -> Run:
    """Pieces of a kind, of an owner, in a place, on cells, among others."""
    if sym.core.counted and sym.core.heaped:
        return _heaps(frame, sym, owner, inside, name)
    if sym.core.counted:
        return _tokens(frame, sym, owner, inside, name)
    return _individuals(frame, sym, owner, inside, name)


def of_owner(world: World, sym: KindSym, pieces: ir.Expr, owner: ir.Expr | None) -> ir.Expr:
    """A set of individual pieces, cut down to those of an owner."""
    if owner is None:
        return pieces
    if isinstance(owner, ir.Const) and owner.value < 0:
        mine = ir.SetConst(0, state.kind_set(sym))
        for i in range(state.owner_count(world, sym.core)):
            mine = prim("union", mine, state.owned(world, sym, const(i)), type=mine.type)  # type: ignore[assignment]
        return prim("diff", pieces, mine, type=pieces.type)
    return intersect(pieces, state.owned(world, sym, owner))


def in_kind(sym: KindSym, piece: ir.Expr) -> ir.Expr:
    first, last = sym.core.base, sym.core.base + sym.core.count - 1
    return both(prim("ge", piece, const(first)), prim("le", piece, const(last)))


def _elem(sym: KindSym) -> t.Piece:
    return t.Piece(frozenset({sym.name}))


def from_set(frame: Frame, sym: KindSym, owner: ir.Expr | None, pieces: ir.Expr, name: str) -> Run:
    local = frame.routine.new(name)
    within = of_owner(frame.world, sym, pieces, owner)
    return Run([ir.In(local, within)], local, _elem(sym), sym.core.count, canonical=True)


def _individuals(frame: Frame, sym: KindSym, owner: ir.Expr | None, inside: Value | None, name: str) -> Run:
    world, kind = frame.world, sym.core
    if inside is None:
        return from_set(frame, sym, owner, state.anywhere(world, sym), name)
    if inside.whole is not None:
        holds = kind.number in inside.whole.core.limits
        there = state.pieces_inside(world, sym, inside.whole) if holds else ir.SetConst(0, state.kind_set(sym))
        return from_set(frame, sym, owner, there, name)
    if isinstance(t.bare(inside.type), t.Cell):
        assert inside.expr is not None
        site = inside.expr
        before: Clauses = []
        if isinstance(inside.type, t.Maybe):  # off the board there is nothing, and nothing stands there
            at = frame.routine.new("site")
            before, site = [ir.Be(at, site), ir.Test(prim("ge", at, ZERO))], at
        found = _on_site(frame, sym, owner, inside, site, name)
        found.clauses[:0] = before
        return found
    these = conversions.many(world, inside)
    assert these is not None
    if isinstance(these.elem, t.Piece) and (not these.elem.kinds or sym.name in these.elem.kinds):
        return _of_these(frame, sym, owner, these, name)
    return _on_these(frame, sym, owner, these, name)


def _on_site(frame: Frame, sym: KindSym, owner: ir.Expr | None, inside: Value, site: ir.Expr, name: str) -> Run:
    """The pieces on one cell or in one place."""
    world, kind, type = frame.world, sym.core, state.kind_set(sym)
    place = state.place_of(world, inside.type)
    if place is None:
        return from_set(frame, sym, owner, prim("on_site", ir.SetConst(type.full, type), site, type=type), name)
    if state.single(place.core, kind) and place.board is not None:
        local = frame.routine.new(name)
        clauses: Clauses = [ir.Be(local, state.piece_at(world, sym, place, site)), ir.Test(prim("ge", local, ZERO))]
        if owner is not None:
            clauses.append(ir.Test(state.owned_by(world, sym, local, owner)))
        return Run(clauses, local, _elem(sym), 1, canonical=True)
    return from_set(frame, sym, owner, state.members(world, sym, place, site), name)


def _of_these(frame: Frame, sym: KindSym, owner: ir.Expr | None, these: Many, name: str) -> Run:
    """Those of a set of pieces that are of the kind."""
    clauses, element = these.build(frame.routine)
    assert isinstance(these.elem, t.Piece)
    if len(clauses) == 1 and isinstance(clauses[0], ir.In) and isinstance(clauses[0].over.type, Set) and clauses[0].local == element:
        within = of_owner(frame.world, sym, recast(clauses[0].over, state.kind_set(sym)), owner)
        return Run([ir.In(clauses[0].local, within)], element, _elem(sym), sym.core.count, canonical=True)
    if these.elem.kinds != frozenset({sym.name}):
        clauses.append(ir.Test(in_kind(sym, element)))
    if owner is not None:
        clauses.append(ir.Test(state.owned_by(frame.world, sym, element, owner)))
    return Run(clauses, element, _elem(sym), these.bound, these.ordered, these.canonical)


def piece_by_piece(sym: KindSym, these: Many) -> bool:
    """Whether pieces on cells are looked for among all pieces, because there are fewer of those than cells."""
    return these.contains is not None and these.bound > sym.core.count


def _on_these(frame: Frame, sym: KindSym, owner: ir.Expr | None, these: Many, name: str) -> Run:
    """The pieces on a set of cells: cell by cell, or piece by piece."""
    world, kind = frame.world, sym.core
    local = frame.routine.new(name)
    if piece_by_piece(sym, these):
        assert world.program.loc is not None and these.contains is not None
        place = state.place_of(world, these.elem)
        within = state.pieces_inside(world, sym, place) if place is not None else state.anywhere(world, sym)
        there = ir.Test(these.contains(ir.Load(world.program.loc, local)))
        return Run([ir.In(local, of_owner(world, sym, within, owner)), there], local, _elem(sym), kind.count, canonical=True)
    clauses, at = these.build(frame.routine)
    elem: t.Type = these.elem
    if isinstance(elem, t.Piece):
        surface = conversions.target(world, Value(elem, at))
        assert surface.expr is not None
        elem, at = surface.type, surface.expr
    place = state.place_of(world, elem)
    if not these.unique:
        type = state.set_type(world, these.elem)
        cell = frame.routine.new("cell")
        clauses, at = [ir.In(cell, ir.Fold("set", tuple(clauses), at, None, type))], cell
    bound = kind.count if these.bound < 0 else min(kind.count, max(these.bound, 1) * 64)
    if place is None:
        everything = state.kind_set(sym)
        clauses.append(ir.In(local, prim("on_site", ir.SetConst(everything.full, everything), at, type=everything)))
    elif state.single(place.core, kind) and place.board is not None:
        clauses += [ir.Be(local, state.piece_at(world, sym, place, at)), ir.Test(prim("ge", local, ZERO))]
        bound = min(kind.count, these.bound)
    else:
        clauses.append(ir.In(local, state.members(world, sym, place, at)))
    if owner is not None:
        clauses.append(ir.Test(state.owned_by(world, sym, local, owner)))
    return Run(clauses, local, _elem(sym), bound, these.ordered)


# ---------------------------------------------------------------- counted pieces


def _tokens(frame: Frame, sym: KindSym, owner: ir.Expr | None, inside: Value | None, name: str) -> Run:
    """Counted pieces, one to a cell: known by their cell."""
    cells = state.tokens_on(sym, owner)
    type = cells.type
    assert isinstance(type, Set)
    local = frame.routine.new(name)
    if inside is None or inside.whole is not None:
        if inside is not None and inside.whole is not None and state.site_set(inside.whole.core) != type:
            cells = intersect(cells, recast(state.all_sites(inside.whole.core), type))
        return Run([ir.In(local, cells)], local, _elem(sym), type.size, canonical=True)
    if isinstance(t.bare(inside.type), t.Cell):
        assert inside.expr is not None
        return Run([ir.Be(local, inside.expr), ir.Test(has(cells, inside.expr))], local, _elem(sym), 1, canonical=True)
    these = conversions.many(frame.world, inside)
    assert these is not None
    if these.ordered:
        clauses, at = these.build(frame.routine)
        return Run([*clauses, ir.Test(has(cells, at))], at, _elem(sym), these.bound, ordered=True)
    gathered = conversions.as_set(frame, inside)
    assert gathered is not None and gathered.expr is not None
    return Run([ir.In(local, intersect(cells, recast(gathered.expr, type)))], local, _elem(sym), these.bound, canonical=True)


def _heaps(frame: Frame, sym: KindSym, owner: ir.Expr | None, inside: Value | None, name: str) -> Run:
    """Counted pieces, several to a site: known by their site (and owner), with how many there are."""
    routine, owners = frame.routine, max(1, sym.core.owners)
    low, size = state.span_of(frame.world, _elem(sym))
    sites = Set(low // owners, size // owners)
    clauses: Clauses
    if inside is None or inside.whole is not None:
        at: ir.Expr = routine.new("site")
        assert isinstance(at, ir.Local)
        within = ir.SetConst(sites.full, sites)
        clauses = [ir.In(at, within if inside is None else recast(state.all_sites(inside.whole.core), sites))]  # type: ignore[union-attr]
        bound, ordered = sites.size, False
    else:
        these = conversions.many(frame.world, inside)
        assert these is not None
        clauses, at = these.build(routine)
        bound, ordered = these.bound, these.ordered
    ref: ir.Expr = at
    if owners > 1 and owner is not None:
        ref = prim("add", prim("mul", at, const(owners)), owner)
    elif owners > 1:
        who = routine.new("owner")
        clauses = [*clauses, ir.In(who, ir.SetConst((1 << owners) - 1, Set(0, owners)))]
        ref = prim("add", prim("mul", at, const(owners)), who)
        bound *= owners
    local = routine.new(name)
    assert sym.core.tokens is not None
    amount = ir.Load(sym.core.tokens, state.minus_base(local, low))
    clauses = [*clauses, ir.Be(local, ref), ir.Test(prim("gt", amount, ZERO))]
    return Run(clauses, local, _elem(sym), bound, ordered, not ordered, amount)
