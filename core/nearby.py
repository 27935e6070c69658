"""What would hold if pieces that are near were there already.

A condition that counts the pieces in a place says nothing about those that are on their way. So it is asked once more, with all pieces
counted that are so many steps away on the board: each answer that is better is a step nearer. Steps are those of the board (from a cell
to its neighbours) and the step onto a piece that lies on a cell. It is an estimate, not a rule: it does not ask who may move where, and
a piece on its way counts for every place it is near to.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core import ir
from rulewright.core.program import Field, Index, Place, Program, Table
from rulewright.core.types import INT, Set

OWN_TABLES = 1 << 20  # the numbers of tables that are no part of the program


class Nearby:
    """Sets of pieces with those around them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._balls: dict[tuple[int, int], Table] = {}
        self.helping: dict[Field, None] = {}  # sets of pieces that stand where they count, or on the board from where they can come

    def widened(self, load: ir.Load, reach: int, fresh: Callable[[], ir.Local]) -> ir.Expr | None:
        """The pieces of a load with those that are at most so many steps off; None if it is no set of pieces on a board."""
        index = self._index(load)
        if index is None or index.place is None:
            return None
        board, cell = self._stands(index.place, load.index)
        inside = self._inside(index, board)
        if board is None or board.copies > 1 or inside is None or self.program.loc is None:
            return None
        for field in (inside.field, *(i.field for i in self.program.indexes if _holds(i, index))):
            self.helping.setdefault(field)
        steps = reach - (board is not index.place)  # the step onto a piece is one, too
        piece, where, here = fresh(), fresh(), fresh()
        assert isinstance(index.field.type, Set)
        ball = ir.Look(self._ball(board, steps), ir.Prim("sub", (here, ir.Const(board.base)), INT))
        on_board = _between(here, board)
        clauses = (
            ir.Be(here, cell),
            ir.Test(on_board),
            ir.In(piece, ir.Load(inside.field, ir.Const(0))),
            ir.Be(where, ir.Load(self.program.loc, piece)),
            ir.Test(ir.Prim("has", (ball, where), INT)),
        )
        around = ir.Fold("set", clauses, piece, None, index.field.type)
        return ir.Prim("union", (load, around), index.field.type)

    def _index(self, load: ir.Load) -> Index | None:
        for index in self.program.indexes:
            if index.field is load.field and index.sort == "members" and not index.kind.counted:
                return index
        return None

    def _inside(self, index: Index, board: Place | None) -> Index | None:
        """The pieces of the same kind that stand on the board."""
        found = [i for i in self.program.indexes if i.sort == "inside" and i.place is board and i.kind is index.kind]
        return found[0] if found else None

    def _stands(self, place: Place, number: ir.Expr) -> tuple[Place | None, ir.Expr]:
        """The board that a place is, or on which the pieces lie that it belongs to, and the site there."""
        if _walked(place):
            return place, ir.Prim("add", (number, ir.Const(place.base)), INT)
        for kind in self.program.kinds:
            if kind.site_base == place.base and kind.base >= 0 and self.program.loc is not None:
                boards = [p for p in self.program.places if _walked(p) and kind.number in p.limits]
                if len(boards) == 1:
                    return boards[0], ir.Load(self.program.loc, ir.Prim("add", (number, ir.Const(kind.base)), INT))
        return None, number

    def _ball(self, place: Place, steps: int) -> Table:
        """For each cell of a board the cells that are at most so many steps away."""
        key = place.number, steps
        if key not in self._balls:
            board = place.board
            assert board is not None
            rows = []
            for cell in range(place.cells):
                near = {cell}
                for _ in range(steps):
                    near |= {n for c in near for n in board.beside(c)}
                rows.append(sum(1 << n for n in near))
            type = Set(place.base, place.cells)
            self._balls[key] = Table(f"{place.name} within {steps}", type, tuple(rows), OWN_TABLES + len(self._balls))
        return self._balls[key]


def _holds(one: Index, other: Index) -> bool:
    return one.sort == "inside" and one.kind is other.kind and one.place is other.place


def _walked(place: Place) -> bool:
    return place.board is not None and place.shape in {"graph", "grid", "hex_grid", "ring", "track"}


def _between(local: ir.Local, place: Place) -> ir.Expr:
    low = ir.Prim("ge", (local, ir.Const(place.base)), INT)
    return ir.Prim("and", (low, ir.Prim("lt", (local, ir.Const(place.base + place.sites)), INT)), INT)
