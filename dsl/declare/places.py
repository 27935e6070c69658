"""Places: boards, piles, hands; how many sites they have, what these hold and who sees it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.core.boards import Board, Spots
from rulewright.core.program import Attribute, Place, Table
from rulewright.dsl import types as t
from rulewright.dsl.declare.adding import joined
from rulewright.dsl.declare.domains import constant, countable_type
from rulewright.dsl.declare.edges import board_of_edges, cells_of_graph, rows_by_edge
from rulewright.dsl.declare.kinds import Plan, attribute, column, holding_of, span_of, state_attribute, unfilled, unknown_trait
from rulewright.dsl.declare.maps import lay_out
from rulewright.dsl.declare.saying import said, size
from rulewright.dsl.declare.shapes import by_side, from_picture, hexagonal, is_picture, side_of
from rulewright.dsl.declare.tables import Sheet, parser_for, read_file, read_rows, told_apart, validate
from rulewright.dsl.declare.trait_words import SEERS, once_each, shape_of, words_taken
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, PlaceSym, World

SHAPES = ("grid", "hex_grid", "open_grid", "ring", "track", "graph", "edges", "pile", "deck", "hand")
BOARDS = frozenset({"grid", "hex_grid", "open_grid", "ring", "track", "graph", "edges"})
MOST_CELLS = 22_500
MOST_SITES = 200_000


@dataclass(slots=True)
class PlacePlan:
    """What the traits of a place say, before its sites are numbered."""

    shape: str = ""
    cell_kind: str = "Cell"
    width: int = 0
    height: int = 1
    kind: str | None = None
    sheet: Sheet | None = None
    holding: list[tuple[int, str | None, str]] = field(default_factory=list)
    seen: str = "all"
    showing: list[str] = field(default_factory=list)
    from_zero: bool = False
    of: str = ""  # of edges: the board
    joined: PlacePlan | None = None  # of a board: what is said about its edges
    pictured: bool = False  # of a grid: its shape is drawn below it
    spots: Spots = ()
    side: int = 0
    broken: bool = False  # its table cannot be read, and that has been told


def shell(world: World, decl: d.Place) -> tuple[PlaceSym, PlacePlan]:
    core = Place(decl.name, len(world.program.places), "", 0, 0)
    world.program.places.append(core)
    sym = PlaceSym(decl.name, decl, said(decl), core, size=size(decl.traits))
    world.places[decl.name] = sym
    plan = PlacePlan()
    once_each(world, decl.traits, "place")
    for trait in decl.traits:
        if words_taken(world, trait, "place"):
            _trait(world, sym, plan, trait)
        elif not plan.shape:
            plan.shape = shape_of(trait)
    if plan.pictured:
        plan.width, plan.height, plan.spots = from_picture(world, decl, plan.shape)
    elif plan.shape in {"grid", "hex_grid"} and is_picture(decl.rows):
        help = f"Leave the measures out: `{plan.shape}`, and the picture says where there are cells."
        world.error(codes.BAD_TABLE, f"`{decl.name}` has its measures already.", decl.rows[0].span, help=help)
        plan.broken = True
    elif decl.rows and plan.sheet is None:
        plan.sheet = read_rows(world, decl.rows)
    if not plan.broken:
        plan.sheet = joined(world, decl, plan.sheet)
    if plan.shape in {"ring", "track"}:
        _by_rows(world, decl, plan)
    if not plan.shape:
        world.error(
            codes.UNKNOWN_TRAIT,
            f"What kind of place is `{decl.name}`?",
            decl.span,
            help="Write `grid 8 by 8`, `pile of Card`, `hand of Card`, `deck of Card`, `ring of 12`, …",
        )
        plan.shape = "pile"
    core.shape = plan.shape
    core.cell_kind = plan.cell_kind
    core.seen, core.showing = plan.seen, tuple(plan.showing)
    core.ordered = plan.shape == "deck"
    if "others" in {plan.seen, *(seen for _, _, seen in plan.holding)} and (decl.per != "Player"):
        help = f"Write `place {decl.name} of each Player: …, seen by others`: all see it but the player whose it is."
        world.error(codes.UNKNOWN_TRAIT, f"`{decl.name}` is nobody's, so there are no others.", decl.span, help=help)
    return sym, plan


def _trait(world: World, sym: PlaceSym, plan: PlacePlan, trait: d.Trait) -> None:
    first = trait.arguments[0] if trait.arguments else None
    tails: dict[str, list[Any]] = dict(trait.tails)
    amount: e.Expr | None = None
    if isinstance(first, e.Of) and isinstance(first.left, e.Word):
        word, amount = first.left.name, first.right
    else:
        word = first.name if isinstance(first, e.Word) else ""
    match word:
        case "grid" | "hex_grid":
            plan.shape = word
            height = tails.get("by", [None])[0]
            if height is None:
                _other_shape(world, plan, trait, amount)
                return
            if isinstance(height, e.Of) and isinstance(height.right, e.Kind):
                plan.cell_kind, height = height.right.name, height.left
            plan.width = constant(world, trait.arguments[1]) or 1  # type: ignore[arg-type]
            plan.height = constant(world, height) or 1
            if "from" in tails:
                _file(world, plan, tails["from"][0])
        case "open_grid":
            plan.shape = "open_grid"
        case "ring" | "track":
            plan.shape = word
            if isinstance(amount, e.Of) and isinstance(amount.right, e.Kind):
                plan.cell_kind, amount = amount.right.name, amount.left
            if "from" in tails:
                _file(world, plan, tails["from"][0])
            if isinstance(amount, e.Kind):  # one cell for each row of its table
                plan.cell_kind, plan.width = amount.name, -1
            else:
                plan.width = constant(world, amount) or 1 if amount is not None else 0
            if not plan.width:
                world.error(codes.UNKNOWN_TRAIT, f"A {word} needs its length.", trait.span, help=f"Write `{word} of 12`.")
                plan.width = 1
            if len(trait.arguments) > 1 and isinstance(trait.arguments[1], e.Kind):
                plan.cell_kind = trait.arguments[1].name
        case "graph":
            plan.shape = "graph"
            if isinstance(amount, e.Kind):
                plan.cell_kind = amount.name
            if "from" in tails:
                _file(world, plan, tails["from"][0])
        case "edges":
            plan.shape, plan.cell_kind = word, "Edge"
            if isinstance(amount, e.Of) and isinstance(amount.right, e.Kind):
                plan.cell_kind, amount = amount.right.name, amount.left
            plan.of = amount.name if isinstance(amount, e.Word) else ""
            if "from" in tails:
                _file(world, plan, tails["from"][0])
        case "pile" | "deck" | "hand":
            plan.shape = word
            if isinstance(amount, e.Kind):
                plan.kind = amount.name
                if amount.name not in world.kinds:
                    world.unknown(codes.UNKNOWN_NAME, f"There is no kind of piece `{amount.name}`.", amount.name, amount.span, world.kinds)
        case "holding":
            number, kind = holding_of(world, trait)
            seen = tails.get("by", [None])[0]
            plan.holding.append((number, kind, _seen(seen)))
            if kind is not None and kind not in world.kinds:
                world.unknown(codes.UNKNOWN_NAME, f"There is no kind of piece `{kind}`.", kind, trait.span, world.kinds)
        case "seen":
            seer = tails.get("by", [None])[0]
            name = seer.name if isinstance(seer, e.Word) else ""
            if name not in SEERS:
                world.unknown(
                    codes.UNKNOWN_TRAIT,
                    f"`{name or world.sources.text(trait.span)}` does not say who sees a place.",
                    name,
                    trait.span,
                    SEERS,
                    help=f"Choose one of: {', '.join(SEERS)}.",
                )
            else:
                plan.seen = _seen(seer)
        case "showing":
            plan.showing += [a.name for a in trait.arguments[1:] if isinstance(a, e.Word) and a.name != "and"]
        case "reshuffling":
            sym.reshuffling = next((a.name for a in trait.arguments[1:] if isinstance(a, e.Word)), "")
        case "active":
            sym.active = True
        case "numbered":
            plan.from_zero = True
        case "drawn" | "size":
            pass
        case _ if first is None and "from" in tails:
            _file(world, plan, tails["from"][0])
        case _ if "per" in tails and first is not None and not isinstance(first, e.Sel):
            sym.sides = constant(world, first) or 0
        case _:
            unknown_trait(world, trait, "place")
            plan.shape = plan.shape or "pile"  # said once is enough


def _other_shape(world: World, plan: PlacePlan, trait: d.Trait, amount: e.Expr | None) -> None:
    """A hexagon by its side, or a grid that is drawn below."""
    length = by_side(trait)
    if length is None:
        plan.pictured = True
        plan.cell_kind = amount.name if isinstance(amount, e.Kind) else plan.cell_kind
        return
    if isinstance(length, e.Of) and isinstance(length.right, e.Kind):
        plan.cell_kind, length = length.right.name, length.left
    plan.side = side_of(world, length)
    plan.width, plan.spots = hexagonal(plan.side)
    plan.height = plan.width


def _by_rows(world: World, decl: d.Place, plan: PlacePlan) -> None:
    """The cells of a ring or track are the rows of its table, if it has one: as many, in that order, called by their names."""
    if plan.sheet is None or plan.broken:
        if plan.width < 0:
            if not plan.broken:
                help = f"Give it a table with a column `name`, or a length: `{plan.shape} of 12 of {plan.cell_kind}`."
                world.error(codes.UNKNOWN_TRAIT, f"How many cells does the {plan.shape} have?", decl.span, help=help)
            plan.width = 1
        return
    rows = len(plan.sheet.rows)
    if "name" in plan.sheet.columns:
        told_apart(world, plan.sheet, "name", "cells")
    if plan.width < 0:
        plan.width = max(1, rows)
    elif rows != plan.width:
        help = f"Write a row for each cell, or `{plan.shape} of {plan.cell_kind}`: then the table says how many there are."
        world.error(codes.BAD_TABLE, f"The {plan.shape} has {plan.width} cells, but its table {rows} rows.", plan.sheet.span, help=help)
        plan.sheet, plan.broken = None, True


def _seen(seer: Any) -> str:
    """Who sees a place, in the words of the core: everyone is all."""
    name = seer.name if isinstance(seer, e.Word) else ""
    return "all" if name == "everyone" else name


def _file(world: World, plan: PlacePlan, source: Any) -> None:
    plan.sheet = read_file(world, source)
    plan.broken = plan.sheet is None


def number_sites(world: World, sym: PlaceSym, plan: PlacePlan, kinds: dict[str, Plan]) -> None:
    """Give a place its sites, after those of the places before it."""
    core, decl = sym.core, sym.decl
    assert decl is not None
    names: tuple[str, ...] = ()
    edges: tuple[tuple[int, ...], ...] = ()
    width, height = plan.width, plan.height
    if plan.shape == "graph":
        names, edges = _graph(world, plan, decl)
        width = len(names)
    elif plan.shape == "edges":
        assert sym.edges_of is not None and sym.edges_of.board is not None
        ends = board_of_edges(sym.edges_of.board)
        names, edges, width, core.of = ends.names, ends.edges, ends.cells, sym.edges_of.name
    elif plan.shape == "open_grid":
        radius = max(1, sum(k.core.count for k in world.kinds.values() if _fills(world, k, plan)))
        width = height = 2 * radius + 1
    if plan.shape in BOARDS:
        if width < 1 or height < 1 or width * height > MOST_CELLS:
            world.error(
                codes.NOT_FINITE,
                f"A board of {width} by {height} cells is not possible.",
                decl.span,
                help=f"A board has at most {MOST_CELLS:,} cells.",
            )
            width = height = 1
        board = Board(
            plan.shape, width, height, edges, names, ends=ends.ends if plan.shape == "edges" else (), spots=plan.spots, side=plan.side
        )
        if plan.sheet is not None and plan.shape not in {"graph", "edges"} and "name" in plan.sheet.columns:
            given = [row["name"].text for row in plan.sheet.rows]
            if len(given) == board.cells:
                board.names = tuple(given)
        elif plan.from_zero and plan.shape == "grid":
            board.names = tuple(f"{n.rstrip('0123456789')}{board.xy(i)[1]}" for i, n in enumerate(board.names))
        sym.board = board
        core.width, core.height, core.cells = width, height, board.cells
        core.cell_names = board.names
        core.edges, core.board = edges, board
        core.spots, core.side = plan.spots, plan.side
    else:
        core.cells = 1
    if decl.per is not None:
        sym.family = _family(world, decl.per, decl.span)
        core.per = decl.per
        core.copies = span_of(world, sym.family)[1] if sym.family is not None else 1
    if world.program.sites + core.sites > MOST_SITES:
        world.error(codes.NOT_FINITE, f"That makes {core.sites:,} places; at most {MOST_SITES:,} are possible.", decl.span)
        core.copies = core.cells = 1
    core.base = world.program.sites
    world.program.sites += core.sites
    if sym.board is not None and core.copies == 1:
        for i, name in enumerate(sym.board.names):
            world.cell_names.setdefault(name, (sym, core.base + i))


def _fills(world: World, kind: KindSym, plan: PlacePlan) -> bool:
    """Whether pieces of this kind make an open grid grow: those of which a cell holds one."""
    limits = {k: n for n, k, _ in plan.holding if k is not None}
    return limits.get(kind.name, 1 if not limits else 0) == 1 and not kind.core.counted


def _family(world: World, name: str, span: Span) -> t.Type | None:
    found = countable_type(world, name)
    if found is None:
        known = ["Player", *world.enums, *world.kinds, *world.cell_kinds()]
        world.unknown(codes.UNKNOWN_NAME, f"There is no type or kind `{name}`.", name, span, known)
    return found


def _graph(world: World, plan: PlacePlan, decl: d.Place) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    if not plan.broken and not (plan.joined is not None and plan.joined.broken):
        found = cells_of_graph(world, decl, plan.sheet, plan.joined.sheet if plan.joined is not None else None)
        if found is not None:
            return found
        world.error(
            codes.BAD_TABLE,
            "A graph needs a table with the columns `name` and `neighbours`.",
            decl.span,
            help='Write `graph of Region from "regions.csv"`, or give it edges whose table has the columns `from` and `to`.',
        )
    return ("only",), ((),)


def limits(world: World, sym: PlaceSym, plan: PlacePlan) -> None:
    """Which kinds a site holds, and how many of each."""
    core = sym.core
    everything = range(len(world.program.kinds))
    named = [h for h in plan.holding if h[1] is not None]
    unnamed = [h for h in plan.holding if h[1] is None]
    if plan.kind is not None and plan.kind in world.kinds:
        core.limits[world.kinds[plan.kind].core.number] = -1
    for number, kind, seen in named:
        if kind in world.kinds:
            kind_number = world.kinds[kind].core.number
            core.limits[kind_number] = number
            if seen:
                core.seen_kinds[kind_number] = seen
    if not core.limits:
        default = 1 if plan.shape in BOARDS else -1
        number = unnamed[0][0] if unnamed else default
        core.limit = number
        for kind_number in everything:
            core.limits[kind_number] = number
    elif unnamed:
        core.limit = unnamed[0][0]
    for kind_number, number in core.limits.items():
        kind_core = world.program.kinds[kind_number]
        if kind_core.counted and number != 1:
            kind_core.heaped = True


def cell_attributes(world: World, sym: PlaceSym, plan: PlacePlan, extra: list[d.Attribute]) -> None:
    """What the cells of a board have: printed in its table, or changing."""
    decl = sym.decl
    assert decl is not None
    if sym.edges_of is None:
        lay_out(world, sym, plan.sheet)
    for attr_decl in (*decl.attributes, *extra):
        sym.attrs[attr_decl.name] = attribute(world, attr_decl, "cell", sym.name)
    printed, before = [a for a in sym.attrs.values() if a.nature == "printed"], len(world.findings.all)
    values: list[dict[str, Any]] = []
    if plan.sheet is not None:
        known = {a.name for a in printed} | ({"from", "to", "text"} if sym.edges_of is not None else {"name", "neighbours", "text", "at"})
        for name, span in plan.sheet.columns.items():
            if name not in known:
                world.unknown(
                    codes.UNKNOWN_COLUMN,
                    f"The table of `{sym.name}` has a column `{name}`, but its cells have no such attribute.",
                    name,
                    span,
                    known,
                    help=f"Add `printed {name}: …` to `place {sym.name}`.",
                )
        parsers: dict[str, Any] = {
            a.name: (parser_for(world, a.type, lambda text: 0), not isinstance(a.type, t.SetOf | t.BagOf | t.Maybe | t.Flag))
            for a in printed
            if a.name in plan.sheet.columns
        }
        by_cell = rows_by_edge if sym.edges_of is not None else _by_cell
        values = by_cell(world, sym, plan.sheet, validate(world, parsers, plan.sheet))
    values += [{}] * (sym.core.cells - len(values))
    for attr in sym.attrs.values():
        if attr.nature == "printed":
            if len(world.findings.all) == before and not plan.broken:
                unfilled(world, attr, f"a cell of `{sym.name}`", values)
            table = Table(f"{sym.name}.{attr.name}", *column(world, attr, [row.get(attr.name) for row in values]))
            attr.core = Attribute(attr.name, t.shown(attr.type), world.program.add_table(table))
        else:
            attr.core = state_attribute(world, attr, f"{sym.name}.{attr.name}", sym.core.sites, 0)
        sym.core.attributes[attr.name] = attr.core


def _by_cell(world: World, sym: PlaceSym, sheet: Sheet, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows in the order of the cells they name; a table may leave cells out."""
    if sym.board is None or "name" not in sheet.columns or len(rows) != len(sheet.rows):
        return rows
    found: list[dict[str, Any]] = [{} for _ in range(sym.core.cells)]
    where = {name.lower(): i for i, name in enumerate(sym.board.names)}
    for row, values in zip(sheet.rows, rows, strict=True):
        at = where.get(row["name"].text.lower())
        if at is None:
            world.unknown(
                codes.BAD_VALUE, f"`{row['name'].text}` names no cell of `{sym.name}`.", row["name"].text, row["name"].span, where
            )
        else:
            found[at] = values
    return found


def mats(world: World, kinds: dict[str, Plan]) -> None:
    """Own sites for pieces that hold others."""
    for sym in world.kinds.values():
        plan = kinds.get(sym.name)
        if plan is None or not plan.holding or sym.core.counted:
            continue
        core = Place(sym.word, len(world.program.places), "mat", world.program.sites, 1, max(1, sym.core.count), per=sym.name)
        world.program.places.append(core)
        world.program.sites += core.sites
        sym.core.site_base = core.base
        for number, kind in plan.holding:
            if kind is None:
                core.limit = number
                core.limits = {k.number: number for k in world.program.kinds}
            elif kind in world.kinds:
                core.limits[world.kinds[kind].core.number] = number
        for kind_number, number in core.limits.items():
            if world.program.kinds[kind_number].counted and number != 1:
                world.program.kinds[kind_number].heaped = True
        world.places.setdefault(f"on {sym.name}", PlaceSym(f"on {sym.name}", None, None, core, family=t.Piece(frozenset({sym.name}))))
