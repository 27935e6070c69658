"""Questions about the state, in core: where pieces are, what is on a cell, whose it is.

What is asked for often is kept in index fields (`core.program.Index`), made here on demand and maintained by every move.
"""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Index, Kind, Place, Table, int_field, set_field
from rulewright.core.types import INT, Set
from rulewright.dsl import types as t
from rulewright.dsl.declare.kinds import span_of as span_of
from rulewright.dsl.lower.values import NONE, ONE, ZERO, const, equals, has, minus, prim, recast, union
from rulewright.dsl.world import AttrSym, KindSym, PlaceSym, World

SMALL_BOARD = 512  # up to this many cells a set of cells is kept, rather than looked for
MOST_MEMBERS = 50_000  # of a set


def set_type(world: World, elem: t.Type) -> Set:
    low, size = span_of(world, elem)
    if size > MOST_MEMBERS:
        world.endless.append((elem, low, size))  # which `check` refuses
        size = 1
    return Set(low, max(1, size))


def kind_set(sym: KindSym) -> Set:
    return Set(sym.core.base, max(1, sym.core.count))


def site_set(place: Place) -> Set:
    return Set(place.base, place.sites)


def all_sites(place: Place) -> ir.Expr:
    type = site_set(place)
    return ir.SetConst(type.full, type)


def shifts(place: PlaceSym) -> tuple[int, int]:
    """What is added to the numbers of a cell to get its column and row: cells count from 1, on an open grid from the middle."""
    board = place.board
    assert board is not None
    return (board.width // 2, board.height // 2) if board.shape == "open_grid" else (-1, -1)


def minus_base(index: ir.Expr, base: int) -> ir.Expr:
    if base == 0:
        return index
    if isinstance(index, ir.Const):
        return ir.Const(index.value - base)
    return prim("sub", index, const(base))


def kind_of(world: World, name: str) -> KindSym:
    return world.kinds[name]


def need_index(world: World, sort: str, kind: Kind, place: Place | None) -> Index:
    for index in world.program.indexes:
        if index.sort == sort and index.kind is kind and index.place is place:
            return index
    name = f"{kind.name}.{sort}" + (f".{place.name}" if place is not None else "")
    pieces = Set(kind.base, max(1, kind.count))
    match sort:
        case "at":
            assert place is not None
            field = int_field(name, 0, kind.base + kind.count, place.sites)
        case "members":
            assert place is not None
            field = set_field(name, pieces, place.sites)
        case "inside":
            field = set_field(name, pieces)
        case "cells":
            assert place is not None
            field = set_field(name, site_set(place), owner_count(world, kind) + 1)
        case _:
            assert sort == "owned"
            owners = owner_count(world, kind)
            assert world.program.owner is not None
            start = world.program.owner.initial[kind.base : kind.base + kind.count] if world.program.owner.initial else ()
            rows = tuple(sum(1 << i for i, o in enumerate(start) if o == owner) for owner in range(owners))
            field = set_field(name, pieces, owners, rows)
    field.compared = False
    world.program.add_field(field)
    index = Index(sort, kind, place, field)
    world.program.indexes.append(index)
    return index


def owner_count(world: World, kind: Kind) -> int:
    return kind.owners or world.seats


def owner_type(world: World, sym: KindSym) -> t.Scalar:
    return sym.owner_type if isinstance(sym.owner_type, t.Scalar) else t.PLAYER


# ---------------------------------------------------------------- what is meant


def kinds_meant(world: World, type: t.Piece) -> list[KindSym]:
    """The kinds that pieces of a type can be of."""
    return [world.kinds[k] for k in sorted(type.kinds)] or [k for k in world.kinds.values() if not k.core.counted]


def place_meant(world: World, type: t.Cell, name: str) -> PlaceSym | None:
    """The place whose sites a type speaks of; where it does not say, the one board that has an attribute, or the only board."""
    if len(type.places) == 1:
        return world.places.get(next(iter(type.places)))
    having = [p for p in world.boards() if name in p.attrs and (not type.places or p.name in type.places)]
    return having[0] if len(having) == 1 else (world.boards()[0] if len(world.boards()) == 1 else None)


def place_of(world: World, type: t.Type) -> PlaceSym | None:
    """The one place whose sites a type speaks of."""
    inner = t.bare(type)
    return world.places.get(next(iter(inner.places))) if isinstance(inner, t.Cell) and len(inner.places) == 1 else None


def face(sym: KindSym, attr: AttrSym) -> AttrSym | None:
    """The attribute that says which way up a piece lies, if another one can be seen on one side only."""
    if sym.face_down is None or attr.nature != "printed" or attr.name in sym.face_down:
        return None
    found = sym.attrs.get("face")
    if found is None or found.core is None or found.core.field is None or not isinstance(found.type, t.Enum):
        return None
    return found


def veiled(world: World, sym: KindSym, pieces: ir.Expr, who: ir.Expr | None) -> ir.Expr | None:
    """Of some pieces, those whose faces somebody does not see; nothing if all of that kind are always seen."""
    places = [p.core for p in holders(world, sym)]
    turned = sym.attrs.get("face") if sym.face_down is not None else None
    faces = (
        tuple(getattr(turned.type, "members", ()))
        if turned is not None and turned.core is not None and turned.core.field is not None
        else ()
    )
    down = faces.index("down") if "down" in faces else -1
    if who is None or (down < 0 and all(p.seen_kinds.get(sym.core.number, p.seen) == "all" for p in places)):
        return None
    return prim("veiled", pieces, who, const(sym.core.number), const(down), type=kind_set(sym))


def site_numbers(world: World, place: PlaceSym, which: str) -> tuple[int, ...]:
    """The row, column, number or side of each site of a board."""
    board = place.board
    assert board is not None or which == "side"
    if which == "side":
        return tuple(min(i // place.sides, world.seats - 1) for i in range(place.core.sites))
    assert board is not None
    if which == "number":
        return tuple(i % board.cells + 1 for i in range(place.core.sites))
    return tuple(board.xy(i % board.cells)[1 if which == "row" else 0] + 1 for i in range(place.core.sites))


# ---------------------------------------------------------------- places of pieces


def location(world: World, piece: ir.Expr, kinds: frozenset[str]) -> ir.Expr:
    """The site of a piece."""
    syms = [world.kinds[k] for k in kinds] if kinds else [k for k in world.kinds.values() if not k.core.counted]
    if syms and syms[0].core.counted:
        return token_site(syms[0], piece)
    assert world.program.loc is not None
    return ir.Load(world.program.loc, piece)


def place_owner(world: World, site: ir.Expr) -> ir.Expr:
    """Whose a site is: the player whose hand, farm or front it belongs to; nobody if it is nobody's."""
    owners = [-1] * world.program.sites
    for place in world.places.values():
        if isinstance(place.family, t.Player) and place.board is None:
            for number in range(place.core.sites):
                owners[place.core.base + number] = number // place.core.cells
    return ir.Look(constant_table(world, "owner of the place", tuple(owners)), site)


def token_site(sym: KindSym, ref: ir.Expr) -> ir.Expr:
    """The site of a counted piece: its number, unless the owner is part of that."""
    owners = max(1, sym.core.owners)
    return prim("div", ref, const(owners)) if sym.core.heaped and owners > 1 else ref


def holders(world: World, sym: KindSym) -> list[PlaceSym]:
    return [p for p in world.places.values() if sym.core.number in p.core.limits]


SURFACES = frozenset({"grid", "hex_grid", "open_grid", "graph"})
LINES = frozenset({"ring", "track"})


def board_of(world: World, sym: KindSym, shapes: frozenset[str] = SURFACES) -> PlaceSym | None:
    """The one board on which pieces of a kind stand; if there are several, the one of a shape that is wanted."""
    found = [p for p in holders(world, sym) if p.board is not None]
    if len(found) > 1:
        found = [p for p in found if p.board is not None and p.board.shape in shapes]
    return found[0] if len(found) == 1 else None


def location_type(world: World, type: t.Piece, shapes: frozenset[str] | None = None) -> t.Type:
    """Where pieces of a type are: on the one board they can be on, or somewhere."""
    syms = [world.kinds[k] for k in type.kinds]
    if shapes is None and any(len([p for p in holders(world, s) if p.board is not None]) > 1 for s in syms):
        return t.Cell(frozenset(), "Place")
    boards = {b.name for s in syms if (b := board_of(world, s, shapes or SURFACES)) is not None}
    if len(boards) == 1:
        name = next(iter(boards))
        return t.Cell(frozenset(boards), world.places[name].core.cell_kind)
    return t.Cell(frozenset(), "Place")


# ---------------------------------------------------------------- pieces on sites


def tokens_on(sym: KindSym, owner: ir.Expr | None) -> ir.Expr:
    """Counted pieces of which a cell holds one: the set of cells, of one owner or of all."""
    field = sym.core.tokens
    assert field is not None
    if owner is not None and sym.core.owners:
        return ir.Load(field, owner)
    result: ir.Expr = ir.Load(field, ZERO)
    for i in range(1, max(1, sym.core.owners)):
        result = union(result, ir.Load(field, const(i)))
    return result


def heap(sym: KindSym, site: ir.Expr, owner: ir.Expr | None, base: int) -> ir.Expr:
    """How many counted pieces are on a site, of one owner or of all."""
    field = sym.core.tokens
    assert field is not None
    owners = max(1, sym.core.owners)
    offset = minus_base(site, base // owners)
    if owners == 1:
        return ir.Load(field, offset)
    row = prim("mul", offset, const(owners))
    if owner is not None:
        return ir.Load(field, prim("add", row, owner))
    total: ir.Expr = ir.Load(field, row)
    for i in range(1, owners):
        total = prim("add", total, ir.Load(field, prim("add", row, const(i))))
    return total


def pieces_inside(world: World, sym: KindSym, place: PlaceSym) -> ir.Expr:
    """Individual pieces of a kind anywhere in a place."""
    if place.core.sites == 1:
        return ir.Load(need_index(world, "members", sym.core, place.core).field, ZERO)
    return ir.Load(need_index(world, "inside", sym.core, place.core).field, ZERO)


def owned(world: World, sym: KindSym, owner: ir.Expr) -> ir.Expr:
    """Individual pieces of a kind that belong to somebody."""
    return ir.Load(need_index(world, "owned", sym.core, None).field, owner)


def single(place: Place, kind: Kind) -> bool:
    """Whether a site of this place holds at most one piece of the kind."""
    return place.limits.get(kind.number, 0) == 1 or place.limit == 1


def scanned(place: Place, kind: Kind) -> bool:
    """Whether pieces on a site are looked for one by one: a set for every site of a large board would take too much room."""
    return place.sites * ((kind.count + 63) // 64) > 2048


def piece_at(world: World, sym: KindSym, place: PlaceSym, site: ir.Expr) -> ir.Expr:
    """The piece of a kind on a site that holds one at most, or -1."""
    index = need_index(world, "at", sym.core, place.core)
    return prim("sub", ir.Load(index.field, minus_base(site, place.core.base)), ONE)


def cells_with(world: World, sym: KindSym, place: PlaceSym, owner: ir.Expr | None) -> ir.Expr:
    """The sites of a place that hold a piece of a kind (of an owner)."""
    kind = sym.core
    if kind.counted and not kind.heaped:
        return recast(tokens_on(sym, owner), site_set(place.core))
    if kind.counted:
        raise ValueError("heaped pieces have no set of cells")
    index = need_index(world, "cells", kind, place.core)
    row = owner if owner is not None else const(owner_count(world, kind))
    return ir.Load(index.field, row)


def occupied(world: World, place: PlaceSym) -> ir.Expr:
    """The sites of a place that hold anything, as a set; for boards of moderate size."""
    type = site_set(place.core)
    result: ir.Expr | None = None
    for number in place.core.limits:
        sym = world.kinds[world.program.kinds[number].name]
        if not sym.core.counted and not sym.core.count:
            continue
        if sym.core.heaped:
            continue
        part = cells_with(world, sym, place, None)
        result = part if result is None else union(result, part)
    return result if result is not None else ir.SetConst(0, type)


def heaped_kinds(world: World, place: PlaceSym) -> list[KindSym]:
    return [s for n in place.core.limits if (s := world.kinds[world.program.kinds[n].name]).core.heaped]


def is_empty(world: World, place: PlaceSym, site: ir.Expr) -> ir.Expr:
    """Whether a site of a place holds nothing at all."""
    small = place.board is not None and place.core.sites <= SMALL_BOARD
    tests: list[ir.Expr] = []
    if small and any(not world.program.kinds[n].heaped for n in place.core.limits):
        free = minus(all_sites(place.core), occupied(world, place))
        tests.append(has(free, site))
    for number in place.core.limits:
        sym = world.kinds[world.program.kinds[number].name]
        kind = sym.core
        if kind.counted and kind.heaped:
            low = span_of(world, t.Piece(frozenset({sym.name})))[0]
            tests.append(equals(heap(sym, site, None, low), ZERO))
        elif small or not kind.count:
            continue
        elif single(place.core, kind) and place.board is not None:
            tests.append(prim("lt", piece_at(world, sym, place, site), ZERO))
        else:
            tests.append(prim("is_empty", members(world, sym, place, site)))
    result = tests[0] if tests else ONE
    for test in tests[1:]:
        result = prim("and", result, test)
    return result


def members(world: World, sym: KindSym, place: PlaceSym, site: ir.Expr) -> ir.Expr:
    """Individual pieces of a kind on one site, as a set."""
    if scanned(place.core, sym.core):
        inside = pieces_inside(world, sym, place)
        assert world.program.loc is not None
        return prim("on_site", inside, site, type=kind_set(sym))
    index = need_index(world, "members", sym.core, place.core)
    return ir.Load(index.field, minus_base(site, place.core.base))


def owner_of(world: World, sym: KindSym, piece: ir.Expr) -> ir.Expr:
    """Whose a piece is, or -1."""
    kind = sym.core
    if not kind.counted:
        assert world.program.owner is not None
        return ir.Load(world.program.owner, piece)
    if kind.heaped:
        return prim("mod", piece, const(kind.owners)) if kind.owners > 1 else (ZERO if kind.owners else NONE)
    if not kind.owners:
        return NONE
    assert kind.tokens is not None
    result: ir.Expr = NONE
    for owner in reversed(range(kind.owners)):
        result = ir.Cond(has(ir.Load(kind.tokens, const(owner)), piece), const(owner), result)
    return result


def owned_by(world: World, sym: KindSym, piece: ir.Expr, owner: ir.Expr) -> ir.Expr:
    """Whether a piece belongs to somebody, as a test that can be made for many pieces at once."""
    kind = sym.core
    if isinstance(owner, ir.Const) and owner.value < 0:
        return equals(owner_of(world, sym, piece), owner)
    if not kind.counted:
        return has(owned(world, sym, owner), piece)
    if not kind.heaped and kind.owners:
        assert kind.tokens is not None
        return has(ir.Load(kind.tokens, owner), piece)
    return equals(owner_of(world, sym, piece), owner)


def constant_table(world: World, name: str, values: tuple[int, ...]) -> Table:
    for table in world.program.tables:
        if table.name == name and table.values == values:
            return table
    return world.program.add_table(Table(name, INT, values))


def set_table(world: World, name: str, type: Set, values: tuple[int, ...]) -> Table:
    for table in world.program.tables:
        if table.name == name and table.type == type:
            return table
    return world.program.add_table(Table(name, type, values))


def anywhere(world: World, sym: KindSym) -> ir.Expr:
    """Individual pieces of a kind that are in play, wherever they are."""
    result: ir.Expr | None = None
    for place in holders(world, sym):
        part = pieces_inside(world, sym, place)
        result = part if result is None else union(result, part)
    return result if result is not None else ir.SetConst(0, kind_set(sym))
