"""Chess against published perft counts: the starting position to depth 4, five other positions to depth 3."""

from __future__ import annotations

import pytest

from rulewright.core.layout import initial
from rulewright.play import load
from rulewright.play.game import Game
from rulewright.play.perft import perft

ROLES = "kqrbnp"
POSITIONS = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R KQkq": (48, 2039, 97862),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 -": (14, 191, 2812),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 kq": (6, 264, 9467),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R KQ": (44, 1486, 62379),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 -": (46, 2079, 89890),
}
CORNERS = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}


@pytest.fixture(scope="module")
def chess() -> Game:
    return load("chess", examples=True)


def test_from_the_start(chess: Game) -> None:
    assert [perft(chess, depth) for depth in (1, 2, 3, 4)] == [20, 400, 8902, 197281]


@pytest.mark.parametrize("text", POSITIONS)
def test_other_positions(chess: Game, text: str) -> None:
    state = chess.engine.unpack(chess.interpreter.pack(_position(chess, text)))
    assert tuple(perft(chess, depth, state) for depth in (1, 2, 3)) == POSITIONS[text]


def _position(game: Game, text: str) -> list[int]:
    """A position in the usual notation, White to move."""
    board, castling = text.split()
    machine = game.interpreter.machine
    kind = game.world.kinds["Man"]
    role, moved = kind.attrs["role"].core, kind.attrs["moved"].core
    assert role is not None and role.field is not None and moved is not None and moved.field is not None
    place = game.world.places["board"]
    assert place.board is not None
    state = initial(game.program)
    ready = {cell for right in castling if right != "-" for cell in CORNERS[right]}
    free = [list(range(16)), list(range(16, 32))]
    for line, row in enumerate(board.split("/")):
        column = 0
        for sign in row:
            if sign.isdigit():
                column += int(sign)
                continue
            owner = 0 if sign.isupper() else 1
            piece = free[owner].pop(0)
            cell = (7 - line) * 8 + column
            machine.pieces.move(state, piece, place.core.base + cell, -1)
            state[role.field.at + piece] = ROLES.index(sign.lower())
            at_home = (sign == "P" and line == 6) or (sign == "p" and line == 1)
            if not at_home and place.board.names[cell] not in ready:
                state[moved.field.at] |= 1 << piece
            column += 1
    assert game.world.resume is not None
    game.interpreter.perform(game.world.resume, state, [0])
    return state
