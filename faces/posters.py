"""Boards at true size: as large as the rules or the author of the faces say, or so that cells hold the pieces that lie there."""

from __future__ import annotations

from rulewright.core.layout import initial
from rulewright.core.program import Place
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.meaning.uses import on_diagonals, used
from rulewright.faces.boards import Board, draw, sized
from rulewright.faces.fitting import cell
from rulewright.faces.painter import Painter
from rulewright.faces.svg import Drawing
from rulewright.play.reader import Reader


def poster(painter: Painter, place: Place) -> tuple[Drawing, Board]:
    """The empty board, and where its cells lie on it."""
    program = painter.game.program
    rules = rules_of(painter.game.world)
    reader = Reader(program, painter.game.names, initial(program))
    board = Board(painter, reader, place, 0, on_diagonals(rules), "sides" in used(rules), cell=cell(painter, place), cut=True)
    declared = painter.board_size(place.name) or painter.game.world.places[place.name].size
    drawn = sized(board, *declared) if declared is not None else draw(board, 10_000)
    return drawn, board
