"""The picture on the cover: a position of the game, laid out slantwise across the page; a hand of cards where there is no board."""

from __future__ import annotations

from itertools import zip_longest
from math import cos, radians, sin

from rulewright.core.program import Place
from rulewright.faces.fan import fan
from rulewright.faces.front import face
from rulewright.faces.painter import Painter
from rulewright.faces.scenes import BOARDS, Scene, Spot
from rulewright.faces.svg import Drawing
from rulewright.play.examples import ExampleResult
from rulewright.play.reader import Reader
from rulewright.rulebook import text as x
from rulewright.rulebook.model import Figure
from rulewright.rulebook.parts import setup
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import listing, spoken

CARDS = 5
WIDE, TALL = 216.0, 150.0  # millimetres: as wide as the page
SLANT, FLAT = -24.0, 0.62  # degrees, and how much lower than wide it is seen
FILL = 0.9  # of the page that the board covers at least, so that its corners may be cut


def cover(making: Making, painter: Painter, results: list[ExampleResult]) -> Figure | None:
    game = making.game
    boards = [place for place in game.program.places if place.shape in BOARDS and not place.of]
    if not boards:
        return _hand(making)
    readers = [(making, painter, Reader(game.program, game.names, setup.set_up(game)))]
    for result in results:
        state = result.after or result.before
        if result.game is not None and state is not None:
            own = Making(result.game, loads=making.loads, painters=making.painters)
            readers.append((own, own.painter(), Reader(result.game.program, result.game.names, state)))
    own, artist, reader = max(readers, key=lambda one: _crowd(one[2]))
    parts = Scene(
        artist, reader, 110.0, open=True, checkered=own.checkered, sides=own.uses("sides"), cell=20.0, shown=_detail(reader)
    ).parts()
    if not parts[0]:
        return None
    board = max(parts[0], key=lambda drawn: drawn.width * drawn.height)
    alt = x.clean(f"{game.title}: a position of the game")
    return Figure(id="cover", svg=_slanted(board).render(alt), alt=alt, width=WIDE, height=TALL, span="page")


def _detail(reader: Reader) -> dict[Spot, frozenset[int]]:
    """Of a board without edges, where something lies; of others, the whole."""
    program = reader.program
    for place in program.places:
        if place.shape == "open_grid" and program.loc is not None:
            taken = {reader.state[program.loc.at + piece] for piece in range(program.pieces)} & set(_sites(place))
            return {(place.name, 0): frozenset(site - place.base for site in taken)} if taken else {}
    return {}


def _crowd(reader: Reader) -> int:
    """How many pieces lie on the boards."""
    program = reader.program
    boards = [place for place in program.places if place.shape in BOARDS]
    counted = [kind for kind in program.kinds if kind.counted]
    found = 0
    for place in boards:
        sites = _sites(place)
        if program.loc is not None:
            found += sum(reader.state[program.loc.at + piece] in sites for piece in range(program.pieces))
        found += sum(sum(reader.tokens(kind, site).values()) for kind in counted for site in sites)
    return found


def _sites(place: Place) -> range:
    return range(place.base, place.base + place.copies * place.cells)


def _slanted(board: Drawing) -> Drawing:
    """A board as one sees it lying on a table: turned, flattened, and so large that it goes over the edges."""
    turn = radians(abs(SLANT))
    across = board.width * cos(turn) + board.height * sin(turn)
    down = (board.width * sin(turn) + board.height * cos(turn)) * FLAT
    scale = max(WIDE / across, FILL * TALL / down) * 1.16
    drawn = Drawing(WIDE, TALL)
    drawn.defs |= board.defs
    place = f"translate({WIDE / 2:.2f} {TALL / 2:.2f}) scale({scale:.4f} {scale * FLAT:.4f}) rotate({SLANT}) "
    place += f"translate({-board.width / 2:.2f} {-board.height / 2:.2f})"
    edge = Drawing(board.width, board.height)
    edge.rect(-1.5, -1.5, board.width + 3, board.height + 3, rx=2, fill="#f6efdf")
    drawn.parts.append(f'<g transform="{place}">{"".join(edge.parts)}{"".join(board.parts)}</g>')
    return drawn


def _hand(making: Making) -> Figure | None:
    """A few different cards: first one of each kind, then more of each."""
    kinds = [making.stock.of(sym.name) for sym in making.world.kinds.values()]
    kinds = [found[:: max(1, len(found) // CARDS)] for found in kinds if found]
    shown = [piece for turn in zip_longest(*kinds) for piece in turn if piece is not None][:CARDS]
    if not shown:
        return None
    drawn = fan([face(p.painter, p.kind, p.index) for p in shown])
    names = [p.painter.name(p.kind, p.index) or spoken(p.kind.name) for p in shown]
    alt = x.clean(f"{making.game.title}: {listing(names)}")
    return Figure(id="cover", svg=drawn.render(alt), alt=alt, width=drawn.width, height=drawn.height, span="column")
