"""What can be said about a piece or a place after its colon. The reference is generated from this table."""

from __future__ import annotations

from typing import Literal

from rulewright.core.record import record

Gives = Literal[
    "number",  # one that is known before the match
    "length",  # a plain number of millimetres
    "zero",  # 0 alone
    "kind",  # a word with a capital
    "number of Kind",  # 8, or `8 of Square`
    "cells",  # 14, `14 of Pit`, or Space
    "board",  # a small word, or `country of Road`
    "name",  # a small word
    "names",  # small words, with `and` between them
    "showing",  # `showing`, and small words
    "amount",  # `1 Tile`, `any Hero`, `2`
    "seer",  # who sees something
    "text",  # in quotes
    "faces",  # a number, a type, or a list in braces
    "table",  # in quotes, perhaps with `where`
]


@record
class Slot:
    """One part of a trait: what follows its word (`before` is empty), an `of` or a preposition."""

    before: str
    gives: Gives
    needed: bool = True


@record
class TraitRow:
    of: tuple[str, ...]  # piece, place
    form: str
    help: str


NUMBER = Slot("", "number")
FILE = Slot("from", "table", False)
OF_KIND = Slot("of", "kind", False)
# All the words of each trait. What no slot takes is refused.
WORDS: dict[str, tuple[Slot, ...]] = {
    "grid": (NUMBER, Slot("by", "number of Kind"), FILE),
    "hex_grid": (NUMBER, Slot("by", "number of Kind"), FILE),
    "open_grid": (),
    "ring": (Slot("of", "cells"), Slot("", "kind", False), FILE),
    "track": (Slot("of", "cells"), Slot("", "kind", False), FILE),
    "graph": (OF_KIND, FILE),
    "edges": (Slot("of", "board"), FILE),
    "pile": (OF_KIND,),
    "deck": (OF_KIND,),
    "hand": (OF_KIND,),
    "holding": (Slot("", "amount"), Slot("by", "seer", False)),
    "seen": (Slot("by", "seer"),),
    "showing": (Slot("", "names"),),
    "per": (NUMBER, Slot("per", "kind")),
    "from": (Slot("from", "table"),),
    "face_down": (Slot("", "showing", False),),
    "reshuffling": (Slot("", "name"),),
    "active": (),
    "turning": (),
    "numbered": (Slot("from", "zero"),),
    "drawn": (Slot("by", "name"), Slot("from", "text")),
    "named": (Slot("", "text"),),
    "faces": (Slot("", "faces"), Slot("to", "number", False)),
    "called": (Slot("", "text"),),
    "plural": (Slot("", "text"),),
    "size": (Slot("", "length"), Slot("by", "length")),
}


TRAITS: dict[str, TraitRow] = {
    "grid": TraitRow(
        ("place",),
        "grid 8 by 8 [of Square]",
        "A board of square cells, named a1, b1, … from the south-west corner. Without measures it has the shape of the picture below it.",
    ),
    "hex_grid": TraitRow(
        ("place",),
        "hex_grid 11 by 11 [of Space] | hex_grid of side 8 [of Space]",
        "Hexagonal cells: a rhombus, or a hexagon with so many cells on each side. With a picture below it instead, whatever is drawn.",
    ),
    "open_grid": TraitRow(("place",), "open_grid", "Square cells without a rim: the land grows as tiles are laid. Its middle is (0, 0)."),
    "ring": TraitRow(
        ("place",),
        "ring of 12 | ring of 14 of Pit | ring of Space",
        "Cells in a circle, numbered clockwise; with a table, one cell for each row.",
    ),
    "track": TraitRow(
        ("place",),
        "track of 50 | track of 50 of Space | track of Space",
        "Cells in a row, from a first to a last; with a table, one cell for each row.",
    ),
    "graph": TraitRow(("place",), 'graph of Region from "regions.csv"', "Regions and their neighbours, from a table."),
    "edges": TraitRow(
        ("place",),
        "edges of board | edges of country of Road",
        "The edges of a board, as cells: one for each pair of neighbours, on grids also one for each stretch of the rim. A table with the "
        "columns `from` and `to` says what is printed on them, and on a graph who is whose neighbour.",
    ),
    "pile": TraitRow(("place",), "pile [of Card]", "Things on a heap, in no order unless a rule asks for the top."),
    "deck": TraitRow(("place",), "deck of Card", "A face-down stack: shuffled, and drawn from the top."),
    "hand": TraitRow(("place",), "hand of Card", "Things somebody holds."),
    "holding": TraitRow(
        ("place", "piece"),
        "holding 1 Tile | holding any Hero | holding 2 | holding 1 Card seen by owner",
        "How many pieces (of a kind) a cell holds at most. Unless you say otherwise, a cell of a board holds one piece.",
    ),
    "seen": TraitRow(
        ("place",),
        "seen by owner | seen by others | seen by none | seen by everyone | seen by witnesses",
        "Who sees the faces of what lies here. `witnesses` are those who have seen the piece on its way here.",
    ),
    "showing": TraitRow(("place",), "showing terrain", "What everybody sees all the same."),
    "per": TraitRow(
        ("place", "piece"),
        "6 per Player | 1 per Rank | 1 per Suit per Rank",
        "Shares cells out among the players; makes that many pieces for each value, or each pair of values.",
    ),
    "from": TraitRow(("piece", "place"), 'from "tiles.csv" [where tile.set in sets]', "One piece (or cell) for each row of a table."),
    "turning": TraitRow(
        ("piece",), "turning", "A tile that can be turned: it has a `top`, north at first; what is printed `of each Way` turns along."
    ),
    "face_down": TraitRow(
        ("piece",), "face_down showing terrain", "What a piece lying face down still shows. It has nothing else, for rules as for eyes."
    ),
    "reshuffling": TraitRow(("place",), "reshuffling discard", "When the deck runs out, that pile is shuffled and becomes the deck."),
    "active": TraitRow(("place",), "active", "Abilities of the cards that lie here work, for the player whose place it is."),
    "numbered": TraitRow(("place",), "numbered from 0", "The rows of a grid are counted from 0."),
    "drawn": TraitRow(("piece", "place"), 'drawn by role from "kqrbnp"', "The letters by which pieces appear in pictures of a board."),
    "called": TraitRow(("piece",), 'called "grey wolf"', "The printed name of one."),
    "plural": TraitRow(("piece",), 'plural "wolves"', "The printed name of several, where adding an s is wrong."),
    "named": TraitRow(("piece",), 'named "{rank} of {suit}"', "Makes the name of each piece of what is printed on it."),
    "faces": TraitRow(
        ("piece",),
        "faces 1 to 6 | faces {1, 2, 2, 3, 3, 4} | faces Symbol",
        "A die: `roll all Die in tray` gives each of them a `face`.",
    ),
    "size": TraitRow(("piece", "place"), "size 63 by 88", "The printed size in millimetres."),
}
