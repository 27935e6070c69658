"""The operations of the core IR: what each takes and gives, and all that passes need to know of it.

A row says what an operation reads and writes, how it can fail, and in which bounds its result lies. Effects, bounds, places for
errors, the folding of constants and the verifier read these rows and know no operation by name. Names are `Literal`s: an operation that one
engine does not know is an error of types, a row that is missing is found by a test.

`i` is a number, `s` a set, `b` a bag, `q` a sequence, `r` a row.
"""

from __future__ import annotations

from typing import Literal

from rulewright.core.record import record

Comparison = Literal["eq", "lt", "le", "gt", "ge"]
PrimName = Literal[
    "above",
    "add",
    "aligned",
    "and",
    "bag_add",
    "bag_count",
    "bag_covers",
    "bag_eq",
    "bag_of_set",
    "bag_one",
    "bag_size",
    "bag_sub",
    "bottom",
    "cell_at",
    "concat",
    "connects",
    "diff",
    "div",
    "enclosed",
    "enclosers",
    "eq",
    "fill",
    "first",
    "foremost",
    "ge",
    "gt",
    "has",
    "in_line",
    "in_lines",
    "inter",
    "is_empty",
    "item",
    "layers",
    "le",
    "length",
    "lt",
    "matching",
    "max",
    "min",
    "mod",
    "mul",
    "mystery",
    "networks",
    "not",
    "on_site",
    "one",
    "only",
    "or",
    "pair",
    "recast",
    "repeated",
    "row_at",
    "row_set",
    "run",
    "same",
    "size",
    "slide",
    "spread",
    "sub",
    "take",
    "to_set",
    "top",
    "union",
    "veiled",
]
ChangeName = Literal[
    "from_box",
    "know",
    "move",
    "move_under",
    "none_left",
    "put",
    "record",
    "say",
    "set_owner",
    "shift",
    "shuffle",
    "surface",
    "swap",
    "take",
    "to_box",
]
GatherName = Literal[
    "any",
    "count",
    "sum",
    "most",
    "least",
    "first",
    "last",
    "set",
    "sets",
    "seq",
    "list",
    "groups",
    "families",
    "bag",
    "bags",
    "best",
    "worst",
    "ranked",
    "tiers",
]

# Parts of the state that operations work on without naming a field; `core.effects` says which fields a slot has in a program.
Slot = Literal["where", "order", "owner", "knowledge", "tokens", "supply", "history", "attributes"]
Failure = Literal["", "overflow", "division", "missing"]
# Bounds of a result: 0 or 1; 0 or more; at most the size of the set; a member or -1; an element of the list; of arithmetic; unknown.
Arithmetic = Literal["add", "sub", "mul", "div", "mod", "min", "max"]
Bounds = Literal["flag", "count", "size", "member", "element", "", Arithmetic]


@record
class Prim:
    """An operation without effects."""

    name: PrimName
    takes: str
    gives: str
    range: Bounds = ""
    fails: Failure = ""
    reads: tuple[Slot, ...] = ()
    folds: bool = False  # computed while the game is loaded if its arguments are constants
    site: int = -1  # which argument has to be on the board, or in the row; nobody checks it


@record
class Change:
    """An operation that changes the state."""

    name: ChangeName
    takes: str
    writes: tuple[Slot, ...]


@record
class Gather:
    """What a comprehension makes of what it runs through: of the value, of the key, and the result."""

    name: GatherName
    value: str
    key: str
    gives: str


_PRIMS = (
    Prim("above", "si", "s"),
    Prim("add", "ii", "i", range="add", fails="overflow", folds=True),
    Prim("aligned", "sii", "i", range="flag"),
    Prim("and", "ii", "i", range="flag", folds=True),
    Prim("bag_add", "bb", "b"),
    Prim("bag_count", "bi", "i", range="count"),
    Prim("bag_covers", "bb", "i", range="flag"),
    Prim("bag_eq", "bb", "i", range="flag"),
    Prim("bag_of_set", "s", "b"),
    Prim("bag_one", "ii", "b"),
    Prim("bag_size", "b", "i", range="count"),
    Prim("bag_sub", "bb", "b"),
    Prim("bottom", "s", "i", range="member", reads=("where", "order")),
    Prim("cell_at", "iii", "i"),
    Prim("concat", "qq", "q"),
    Prim("connects", "sqi", "i", range="flag"),
    Prim("diff", "ss", "s", folds=True),
    Prim("div", "ii", "i", range="div", fails="division", folds=True),
    Prim("enclosed", "issi", "s", site=0),
    Prim("enclosers", "ssi", "s"),
    Prim("eq", "ii", "i", range="flag", folds=True),
    Prim("fill", "ssi", "s"),
    Prim("first", "s", "i", range="member", folds=True),
    Prim("foremost", "isi", "i", range="flag", reads=("where", "owner", "knowledge", "attributes")),
    Prim("ge", "ii", "i", range="flag", folds=True),
    Prim("gt", "ii", "i", range="flag", folds=True),
    Prim("has", "si", "i", range="flag", folds=True),
    Prim("in_line", "iiii", "i"),
    Prim("in_lines", "iis", "i"),
    Prim("inter", "ss", "s", folds=True),
    Prim("is_empty", "s", "i", range="flag", folds=True),
    Prim("item", "qi", "i", range="element", fails="missing"),
    Prim("layers", "b", "q"),
    Prim("le", "ii", "i", range="flag", folds=True),
    Prim("length", "q", "i", range="count"),
    Prim("lt", "ii", "i", range="flag", folds=True),
    Prim("matching", "q", "i", range="count"),
    Prim("max", "ii", "i", range="max", folds=True),
    Prim("min", "ii", "i", range="min", folds=True),
    Prim("mod", "ii", "i", range="mod", fails="division", folds=True),
    Prim("mul", "ii", "i", range="mul", fails="overflow", folds=True),
    Prim("mystery", "s", "s", reads=("where", "order")),
    Prim("networks", "sqq", "q"),
    Prim("not", "i", "i", range="flag", folds=True),
    Prim("on_site", "si", "s", reads=("where",)),
    Prim("one", "i", "s", folds=True),
    Prim("only", "s", "i", range="member"),
    Prim("or", "ii", "i", range="flag", folds=True),
    Prim("pair", "ss", "q"),
    Prim("recast", "s", "s", folds=True),
    Prim("repeated", "i", "i", range="flag", reads=("history",)),
    Prim("row_at", "ri", "i", site=1),
    Prim("row_set", "ri", "s"),
    Prim("run", "qsi", "q"),
    Prim("same", "ss", "i", range="flag", folds=True),
    Prim("size", "s", "i", range="size", folds=True),
    Prim("slide", "sisi", "s", site=1),
    Prim("spread", "ssqi", "s"),
    Prim("sub", "ii", "i", range="sub", fails="overflow", folds=True),
    Prim("take", "qi", "q"),
    Prim("to_set", "q", "s"),
    Prim("top", "s", "i", range="member", reads=("where", "order")),
    Prim("union", "ss", "s", folds=True),
    Prim("veiled", "siii", "s", reads=("where", "knowledge", "attributes")),
)

_CHANGES = (
    Change("from_box", "ii", writes=("supply",)),
    Change("know", "is", writes=("knowledge",)),
    Change("move", "ii", writes=("where", "order", "knowledge")),
    Change("move_under", "ii", writes=("where", "order", "knowledge")),
    Change("none_left", "i", writes=()),
    Change("put", "iii", writes=("tokens",)),
    Change("record", "", writes=("history",)),
    Change("say", "i", writes=()),
    Change("set_owner", "ii", writes=("owner",)),
    Change("shift", "iiii", writes=("tokens",)),
    Change("shuffle", "i", writes=("order", "knowledge")),
    Change("surface", "i", writes=("order",)),
    Change("swap", "ii", writes=("where", "order", "knowledge")),
    Change("take", "iii", writes=("tokens",)),
    Change("to_box", "ii", writes=("supply",)),
)

_GATHERS = (
    Gather("any", "", "", "i"),
    Gather("count", "", "", "i"),
    Gather("sum", "i", "", "i"),
    Gather("most", "i", "", "i"),
    Gather("least", "i", "", "i"),
    Gather("first", "isbq", "", "isbq"),
    Gather("last", "i", "", "i"),
    Gather("set", "i", "", "s"),
    Gather("sets", "s", "", "s"),
    Gather("seq", "i", "", "q"),
    Gather("list", "isb", "", "q"),
    Gather("groups", "s", "", "q"),
    Gather("families", "q", "", "q"),
    Gather("bag", "i", "", "b"),
    Gather("bags", "b", "", "b"),
    Gather("best", "i", "i", "s"),
    Gather("worst", "i", "i", "s"),
    Gather("ranked", "i", "i", "q"),
    Gather("tiers", "i", "i", "q"),
)

PRIMS = {row.name: row for row in _PRIMS}
CHANGES = {row.name: row for row in _CHANGES}
GATHERS = {row.name: row for row in _GATHERS}
