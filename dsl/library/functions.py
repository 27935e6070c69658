"""The functions of the library, each a row: how it is written, what it gives, how many things it takes. What they do stands elsewhere."""

from __future__ import annotations

from rulewright.core.record import record

NUMBERS = "numbers and sets"
PLACES = "places"
MATCH = "the match"
GEOMETRY = "geometry"
GROUPS = (NUMBERS, PLACES, MATCH, GEOMETRY)  # in the order of the reference


@record
class FunctionRow:
    name: str
    form: str
    help: str
    fewest: int
    most: int
    group: str


ROWS = (
    FunctionRow("opposite", "opposite(way)", "The other direction; the rival of a player.", 1, 1, GEOMETRY),
    FunctionRow(
        "ahead",
        "ahead(piece)",
        "The three cells in front of a piece, as its owner sees it. As a word by itself: the direction.",
        1,
        1,
        GEOMETRY,
    ),
    FunctionRow("diagonals_ahead", "diagonals_ahead(piece)", "The two cells diagonally in front of a piece.", 1, 1, GEOMETRY),
    FunctionRow("behind", "behind(piece)", "The cell behind a piece; as a word by itself: the direction.", 1, 1, GEOMETRY),
    FunctionRow("before", "before(piece)", "The cell straight in front of a piece.", 1, 1, GEOMETRY),
    FunctionRow("diagonals_behind", "diagonals_behind(piece)", "The two cells diagonally behind a piece.", 1, 1, GEOMETRY),
    FunctionRow("step", "step(x, way)", "The cell one step away in a direction; none off the board.", 2, 2, GEOMETRY),
    FunctionRow(
        "clockwise",
        "clockwise(x)",
        "On a ring, all other cells in their order from x on; of players, all of them beginning with x.",
        1,
        1,
        GEOMETRY,
    ),
    FunctionRow("ray", "ray(x, way)", "All cells in one direction, nearest first.", 2, 2, GEOMETRY),
    FunctionRow("line", "line(x, axis)", "All other cells in line with x: of its row, its column or its diagonals.", 2, 2, GEOMETRY),
    FunctionRow(
        "slides",
        "slides(x, straight)",
        "The cells a sliding piece reaches: through empty cells, to the first that is not, which is included.",
        2,
        2,
        GEOMETRY,
    ),
    FunctionRow(
        "run", "run(x, way, 2)", "The cells in one direction, nearest first, as long as they are empty; at most so many.", 3, 3, GEOMETRY
    ),
    FunctionRow("between", "between(x, y)", "The cells strictly between two cells in line; none if they are not in line.", 2, 2, GEOMETRY),
    FunctionRow(
        "spot", "spot(board, 7)", "The cell with that number on a ring or track, counted from 1; none beyond its ends.", 2, 2, GEOMETRY
    ),
    FunctionRow("distance", "distance(x, y)", "The number of steps across edges between two cells.", 2, 2, GEOMETRY),
    FunctionRow("toward", "toward(x, y)", "The direction from one cell to another in line with it; none otherwise.", 2, 2, GEOMETRY),
    FunctionRow(
        "ends", "ends(x, way)", "The two cells on opposite sides of x. `ends(edge)`: the cells that an edge joins.", 1, 2, GEOMETRY
    ),
    FunctionRow("ways", "ways(axis)", "The directions of an axis: `row` has two, `diagonal` has four.", 1, 1, GEOMETRY),
    FunctionRow("half_ways", "half_ways(axis)", "One direction of each pair of opposite ones.", 1, 1, GEOMETRY),
    FunctionRow(
        "edge",
        "edge(x, y)",
        "The edge between two neighbours, or of a cell in a direction; none if there is none. The edges have to be a place.",
        2,
        2,
        GEOMETRY,
    ),
    FunctionRow("edges_at", "edges_at(x)", "The edges of a cell. The edges have to be a place.", 1, 1, GEOMETRY),
    FunctionRow(
        "beside",
        "beside(x)",
        "The cells across an edge: four on a square grid, six on a hex grid; the neighbours of a region.",
        1,
        1,
        GEOMETRY,
    ),
    FunctionRow("diagonals", "diagonals(x)", "The four cells across a corner.", 1, 1, GEOMETRY),
    FunctionRow("around", "around(x)", "All cells that touch: eight on a square grid.", 1, 1, GEOMETRY),
    FunctionRow("neighbours", "neighbours(x)", "The neighbours of a region.", 1, 1, GEOMETRY),
    FunctionRow("leaps", "leaps(x, 1, 2)", "The cells so many steps one way and so many across: a knight's leaps.", 3, 3, GEOMETRY),
    FunctionRow(
        "aligned",
        "aligned(Mark of player, 3)",
        "Whether so many of these stand in a row, a column or a diagonal without a gap.",
        2,
        2,
        GEOMETRY,
    ),
    FunctionRow(
        "connects",
        "connects(Stone of player, sides(player))",
        "Whether these form an unbroken chain from one set of cells to the other.",
        2,
        2,
        GEOMETRY,
    ),
    FunctionRow(
        "enclosed",
        "enclosed(cell, Disc of rival, Disc of player)",
        "The unbroken rows of the one between the cell and the nearest of the other.",
        3,
        3,
        GEOMETRY,
    ),
    FunctionRow(
        "area", "area(tile, terrain)", "The pieces that hang together with this one across edges and have the same value.", 2, 2, GEOMETRY
    ),
    FunctionRow(
        "networks",
        "networks(Tile in land, edges)",
        "The roads (rivers, walls) that run from tile to tile; `edges(tile)` gives the sections on each.",
        2,
        2,
        GEOMETRY,
    ),
    FunctionRow(
        "turned",
        "turned(tile.sections, player)",
        "Sections as they lie on the table: the second player's tiles are turned by half a circle.",
        2,
        2,
        GEOMETRY,
    ),
    FunctionRow(
        "turns",
        "turns(tile)",
        "The directions in which the top of a turning tile can point; of those that look the same, only one.",
        1,
        1,
        GEOMETRY,
    ),
    FunctionRow("edges_of", "edges_of(sections)", "The directions in which any of the sections leaves the tile.", 1, 1, GEOMETRY),
    FunctionRow(
        "connected",
        "connected(start, cells [, open])",
        "All of the cells that can be reached from the start across edges, without leaving them; with the name of a definition of "
        "an edge, or of a cell and a direction, only by the steps that it allows.",
        2,
        3,
        GEOMETRY,
    ),
    FunctionRow(
        "areas",
        "areas(cells [, open])",
        "All the parts into which the cells fall: each is a set of cells that hang together across edges. With a definition of an "
        "edge, or of a cell and a direction, two cells are joined if it allows the step both ways.",
        1,
        2,
        GEOMETRY,
    ),
    FunctionRow("row", "row(player, 8)", "A row as a player sees it: 1 is the nearest.", 2, 3, GEOMETRY),
    FunctionRow("rows", "rows(player, 1, 2)", "Several rows as a player sees them.", 2, 3, GEOMETRY),
    FunctionRow(
        "sides",
        "sides(player)",
        "The two opposite sides of the board that belong to a player: south and north for the first, west and east for the second. "
        "Of a board, `sides(board)`: all its sides without the corners, clockwise from the north.",
        1,
        1,
        GEOMETRY,
    ),
    FunctionRow("corners", "corners(board)", "The corners of a rectangle, a rhombus or a hexagon.", 1, 1, GEOMETRY),
    FunctionRow("mirrored", "mirrored(x)", "The cell whose column and row are exchanged.", 1, 1, GEOMETRY),
    FunctionRow("min", "min(a, b)", "The smaller of two numbers or more.", 2, 8, NUMBERS),
    FunctionRow("max", "max(a, b)", "The larger of two numbers or more.", 2, 8, NUMBERS),
    FunctionRow("size", "size(x)", "How many elements a set, list or bag has.", 1, 1, NUMBERS),
    FunctionRow("triangle", "triangle(n)", "1 + 2 + … + n.", 1, 1, NUMBERS),
    FunctionRow("abs", "abs(n)", "A number without its sign.", 1, 1, NUMBERS),
    FunctionRow("top", "top(deck)", "The uppermost piece of a pile or deck; none if there is none.", 1, 1, PLACES),
    FunctionRow("bottom", "bottom(pile)", "The lowest piece of a pile.", 1, 1, PLACES),
    FunctionRow(
        "layers",
        "layers(Card in hand of player, suit)",
        "Sets of different values: the k-th has every value that occurs at least k times.",
        2,
        2,
        NUMBERS,
    ),
    FunctionRow(
        "matched",
        "matched(symbols, Hero in mission, fits)",
        "The most pairs that can be formed, each thing once; `fits(a, b)` says which go together.",
        3,
        3,
        NUMBERS,
    ),
    FunctionRow("repeated", "repeated(3)", "Whether the position at the start of this turn has now occurred that many times.", 1, 1, MATCH),
    FunctionRow("next", "next(x)", "The next cell of a ring or track; the next player around the table.", 1, 1, GEOMETRY),
    FunctionRow("previous", "previous(x)", "The cell or player before.", 1, 1, GEOMETRY),
)
FUNCTIONS = {row.name: row for row in ROWS}
