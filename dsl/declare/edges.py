"""Edges of a board as a place of their own: one cell for each pair of neighbours, and on grids one for each stretch of the rim.

On a graph the table of its edges may say which cells are neighbours; then the graph needs no table of neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.core.boards import STRAIGHT, Board
from rulewright.dsl.declare.maps import picture_names
from rulewright.dsl.declare.tables import Sheet, told_apart
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import PlaceSym, World

if TYPE_CHECKING:
    from rulewright.dsl.declare.places import PlacePlan

JOINED = ("grid", "hex_grid", "graph")
FORM = "place roads: edges of country of Road"


def join(world: World, plans: dict[str, tuple[PlaceSym, PlacePlan]]) -> None:
    """Tell every place of edges its board, and every board its edges. Edges of nothing become a pile: told once is enough."""
    taken: dict[str, PlaceSym] = {}
    for sym, plan in plans.values():
        if plan.shape != "edges":
            continue
        assert sym.decl is not None
        board = plans.get(plan.of)
        if board is None or board[1].shape not in JOINED:
            what = f"`{plan.of}` is a {board[1].shape}" if board is not None else f"There is no board `{plan.of}`"
            boards = [name for name, (_, p) in plans.items() if p.shape in JOINED]
            help = "Edges are those of a `grid`, a `hex_grid` or a `graph`."
            world.unknown(codes.UNKNOWN_NAME, f"{what}, so there are no edges of it.", plan.of, sym.decl.span, boards, help=help)
        elif board[0].decl is not None and board[0].decl.per is not None:
            world.error(codes.MISPLACED, f"There are several boards `{plan.of}`.", sym.decl.span, help="Only a single board has edges.")
        elif sym.decl.per is not None:
            world.error(codes.MISPLACED, "A board has its edges once.", sym.decl.span, help=f"Write `{FORM}`, without `of each`.")
        elif plan.of in taken:
            first = taken[plan.of].decl
            others = (Label(first.span, "here"),) if first is not None else ()
            text = f"The edges of `{plan.of}` are `{taken[plan.of].name}` already."
            world.error(codes.DUPLICATE_NAME, text, sym.decl.span, others=others, help="Let that place hold both kinds of pieces.")
        else:
            taken[plan.of] = sym
            sym.edges_of = board[0]
            board[0].edges = sym
            board[1].joined = plan
            continue
        plan.shape, plan.broken, sym.core.shape, sym.core.cell_kind = "pile", True, "pile", "Cell"


def cells_of_graph(
    world: World, decl: d.Place, sheet: Sheet | None, roads: Sheet | None
) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]] | None:
    """The names of the cells of a graph and the neighbours of each: of its own table, its picture, and the table of its edges."""
    if sheet is not None and "name" in sheet.columns:
        told_apart(world, sheet, "name", "cells")
        names = [row["name"].text for row in sheet.rows]
    elif decl.drawing and roads is not None:
        names = list(dict.fromkeys(picture_names(decl)))
    elif roads is not None and {"from", "to"} <= roads.columns.keys():
        names = list(dict.fromkeys(row[end].text for row in roads.rows for end in ("from", "to") if row[end].text))
    else:
        return None
    if not names or (roads is None and (sheet is None or "neighbours" not in sheet.columns)):
        return None
    where = {name.lower(): number for number, name in enumerate(names)}
    joined: list[set[int]] = [set() for _ in names]

    def link(a: int, b: int) -> None:
        joined[a].add(b)
        joined[b].add(a)

    for i, row in enumerate(sheet.rows if sheet is not None and "neighbours" in sheet.columns else ()):
        cell = row["neighbours"]
        for other in cell.text.replace(";", ",").replace(",", " ").split():
            if other not in names:
                world.unknown(
                    codes.BAD_VALUE, f"The column `neighbours` names `{other}`, but no row has that name.", other, cell.span, names
                )
                continue
            link(i, names.index(other))
    for row in roads.rows if roads is not None else ():
        ends = [where.get(row[end].text.lower(), -1) for end in ("from", "to") if end in row]
        if len(ends) == 2 and min(ends) >= 0 and ends[0] != ends[1]:
            link(*ends)
    return tuple(names), tuple(tuple(sorted(s)) for s in joined)


def board_of_edges(board: Board) -> Board:
    """The edges of a board: by their first end, then by direction or by the second end."""
    ends: list[tuple[int, int]] = []
    names: list[str] = []
    ways = () if board.shape == "graph" else STRAIGHT if board.square else tuple(range(len(board.ways)))
    for cell in range(board.cells):
        for other in board.edges[cell] if board.shape == "graph" else ():
            if other > cell:
                ends.append((cell, other))
                names.append(f"{board.names[cell]}–{board.names[other]}")
        for way in ways:
            other = board.step(cell, way)
            if other < 0:
                ends.append((cell, -1 - way))
                names.append(f"{board.names[cell]} {board.ways[way]}")
            elif other > cell:
                ends.append((cell, other))
                names.append(f"{board.names[cell]}–{board.names[other]}")
    at: dict[int, list[int]] = {}
    for number, pair in enumerate(ends):
        for end in pair:
            if end >= 0:
                at.setdefault(end, []).append(number)
    beside = tuple(tuple(sorted({n for end in pair if end >= 0 for n in at[end]} - {i})) for i, pair in enumerate(ends))
    return Board("edges", max(1, len(ends)), 1, beside or ((),), tuple(names) or ("none",), ends=tuple(ends))


def rows_by_edge(world: World, sym: PlaceSym, sheet: Sheet, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows in the order of the edges they name by their two ends."""
    assert sym.board is not None and sym.edges_of is not None and sym.edges_of.board is not None
    found: list[dict[str, Any]] = [{} for _ in range(sym.core.cells)]
    if not {"from", "to"} <= sheet.columns.keys():
        help = "Name the two cells that an edge joins, in columns `from` and `to`."
        world.error(codes.BAD_TABLE, f"The table of `{sym.name}` does not say which edges it means.", sheet.span, help=help)
        return found
    names = {name.lower(): number for number, name in enumerate(sym.edges_of.board.names)}
    numbers = {frozenset(pair): number for number, pair in enumerate(sym.board.ends)}
    seen: dict[int, Span] = {}
    for number, row in enumerate(sheet.rows):
        cells = [row["from"], row["to"]]
        unknown = [cell for cell in cells if cell.text.lower() not in names]
        for cell in unknown:
            kind = sym.edges_of.core.cell_kind.lower()
            text = f"No {kind} is called {cell.text}." if cell.text else "An end of this edge is missing."
            world.unknown(codes.BAD_VALUE, text, cell.text, cell.span, sym.edges_of.board.names)
        if unknown:
            continue
        edge = numbers.get(frozenset(names[cell.text.lower()] for cell in cells))
        span = cells[0].span.to(cells[1].span)
        if edge is None:
            same = cells[0].text.lower() == cells[1].text.lower()
            text = "An edge joins two different cells." if same else f"{cells[0].text} and {cells[1].text} are not neighbours."
            world.error(codes.BAD_VALUE, text, span)
        elif edge in seen:
            others = (Label(seen[edge], "the first time"),)
            world.error(codes.DUPLICATE_NAME, f"The table has the edge {sym.board.names[edge]} twice.", span, others=others)
        elif number < len(rows):
            seen[edge] = span
            found[edge] = rows[number]
    return found
