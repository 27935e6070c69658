"""Grids that are no rectangles: a hexagon by its side, and whatever a picture shows."""

from __future__ import annotations

from rulewright.core.boards import Spots, hexagon
from rulewright.dsl.declare.domains import constant
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.traits import TRAITS
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import World

CELL, GAP = ".", "-"
SIGNS = "A dot is a cell, and a hyphen is none, with blanks between them: `| . . - |`."
LARGEST = 20  # cells on the side of a hexagon


def by_side(trait: d.Trait) -> e.Expr | None:
    """The length in `hex_grid of side 8`, with `of Space` after it if that is said."""
    first = trait.arguments[0] if trait.arguments else None
    said = isinstance(first, e.Of) and isinstance(first.right, e.Word) and first.right.name == "side"
    node = trait.arguments[1] if said and len(trait.arguments) > 1 else None
    return node if node is not None and not isinstance(node, e.Sel) else None


def side_of(world: World, node: e.Expr) -> int:
    """How many cells each side of a hexagon has."""
    side = constant(world, node)
    if side is not None and not 2 <= side <= LARGEST:
        world.error(codes.NOT_FINITE, f"A hexagon has 2 to {LARGEST} cells on each side.", node.span)
        return 2
    return side or 2


def hexagonal(side: int) -> tuple[int, Spots]:
    """How wide the rhombus around a hexagon is, and where in it its cells are."""
    return 2 * side - 1, hexagon(side)


def from_picture(world: World, decl: d.Place, shape: str) -> tuple[int, int, Spots]:
    """The shape of a board as it is drawn below it, its first line at the top."""
    if not decl.rows:
        forms = TRAITS[shape].form.split(" | ")[0].partition(" [")[0]
        help = f"Write `{forms}`, or draw it below, line by line. {SIGNS}"
        world.error(codes.UNKNOWN_TRAIT, f"How large is `{decl.name}`?", decl.span, help=help)
        return 1, 1, ()
    rows = [signs(row) for row in decl.rows]
    for row, found in zip(decl.rows, rows, strict=True):
        for word, span in found:
            if word not in {CELL, GAP}:
                world.error(codes.BAD_TABLE, f"`{word}` is neither a dot (a cell) nor a hyphen (no cell).", span, help=SIGNS)
                return 1, 1, ()
        if len(found) != len(rows[0]):
            text = f"This line of the picture has {len(found)} signs, but the first line has {len(rows[0])}."
            world.error(codes.BAD_TABLE, text, row.span, help=SIGNS)
            return 1, 1, ()
    high, wide = len(rows), len(rows[0])
    spots = tuple((x, y) for y in range(high) for x in range(wide) if rows[high - 1 - y][x][0] == CELL)
    if not spots:
        world.error(codes.BAD_TABLE, f"The picture of `{decl.name}` shows no cell.", decl.rows[0].span, help=SIGNS)
        return 1, 1, ()
    return wide, high, () if len(spots) == wide * high else spots


def signs(row: d.Row) -> list[tuple[str, Span]]:
    """The signs of a line of a picture, and where each of them stands."""
    found, at = [], 0
    for word in row.text.replace("|", " ").split():
        at = row.text.index(word, at)
        found.append((word, Span(row.span.file, row.span.start + at, row.span.start + at + len(word))))
        at += len(word)
    return found


def is_picture(rows: list[d.Row]) -> bool:
    """Whether rows are meant as a picture: nothing but signs for cells and gaps."""
    return bool(rows) and all(word in {CELL, GAP} for row in rows for word, _ in signs(row))


__all__ = ["by_side", "from_picture", "hexagonal", "is_picture", "side_of", "signs"]
