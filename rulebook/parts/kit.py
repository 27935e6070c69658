"""Print-and-play: every piece as a face at true size with its back, every board as a poster, and a list that must agree with the game."""

from __future__ import annotations

from rulewright.core.layout import initial
from rulewright.core.program import Kind
from rulewright.dsl.world import KindSym
from rulewright.play.errors import PlayError
from rulewright.play.reader import Reader
from rulewright.rulebook import text as x
from rulewright.rulebook.model import Kit, Poster, Sheet
from rulewright.rulebook.parts.components import checkered, how_many, uses
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.stock import Piece
from rulewright.rulebook.pictures import boards, pieces
from rulewright.rulebook.pictures.faces import back, face
from rulewright.rulebook.pictures.painter import Painter
from rulewright.rulebook.pictures.svg import Drawing
from rulewright.rulebook.words import counted, plural, slug, spoken

BLEED = 3.0
MOST_SPARE = 64  # equal pieces of one owner that are printed where the rules set no number


class KitDisagrees(PlayError):
    """The sheets do not hold exactly the pieces of the game."""


def make(making: Making, painter: Painter) -> Kit:
    sheets: list[Sheet] = []
    listed: list[tuple[str, str]] = []
    for sym in making.world.kinds.values():
        made = _equal(making, painter, sym) if sym.core.counted else _single(making.stock.of(sym.name))
        sheets += made
        listed.append((plural(spoken(sym.name)).capitalize(), how_many(making, sym)[0]))
    posters = [p for place in making.world.boards() for p in _poster(making, painter, place.name)]
    listed += [(p.name, "1" if p.copies == 1 else str(p.copies)) for p in posters]
    found = Kit(sheets=tuple(sheets), posters=tuple(posters), listed=tuple(listed))
    check(making, found)
    return found


def check(making: Making, kit: Kit) -> None:
    """The sheets hold exactly what the game has: a kind that is short or over stops the build."""
    for sym in making.world.kinds.values():
        printed = sum(s.copies for s in kit.sheets if s.kind == sym.name)
        wanted = how_many(making, sym)[1]
        if wanted >= 0 and printed != wanted:
            raise KitDisagrees(f"The game has {counted(wanted, spoken(sym.name))}, but the sheets have {printed}.")
        if wanted < 0 and printed == 0:
            raise KitDisagrees(f"The sheets have no {spoken(sym.name)}.")


def _svg(drawing: Drawing, label: str) -> str:
    """A face with its bleed around it."""
    d = Drawing(drawing.width + 2 * BLEED, drawing.height + 2 * BLEED)
    d.put(drawing, BLEED, BLEED)
    return d.render(label)


def _single(found: list[Piece]) -> list[Sheet]:
    """Individual pieces; those that look alike share a face."""
    groups: dict[tuple[int, int, int], list[Piece]] = {}
    for piece in found:
        core = piece.kind
        each = core.count // max(1, core.owners)
        owner = piece.index // each if core.owners and each else 0
        groups.setdefault((id(core), owner, core.twins[piece.index]), []).append(piece)
    sheets = []
    for number, same in enumerate(groups.values()):
        first = same[0]
        core, painter = first.kind, first.painter
        front, rear = _faces(painter, core, first.index)
        name = painter.name(core, first.index) or (core.ids[first.index].replace("_", " ") if core.ids else "") or spoken(core.name)
        width, height = painter.size(core.name)
        sheets.append(
            Sheet(
                id=f"{slug(core.name)}-{number + 1}",
                kind=core.name,
                name=x.clean(name),
                front=_svg(front, name),
                back=_svg(rear, f"Back of {name}"),
                width=width,
                height=height,
                copies=len(same),
                round=painter.sort(core.name) == "token",
            )
        )
    return sheets


def _faces(painter: Painter, core: Kind, index: int) -> tuple[Drawing, Drawing]:
    if painter.sort(core.name) == "token":
        front = face(painter, core, index, bleed=BLEED)
        return front, face(painter, core, index, bleed=BLEED)
    return face(painter, core, index, bleed=BLEED), back(painter, core, index, bleed=BLEED)


def _equal(making: Making, painter: Painter, sym: KindSym) -> list[Sheet]:
    """Equal pieces: one face for each owner, as often as the game has them."""
    core = sym.core
    width, height = painter.size(sym.name)
    found = []
    spaces = sum(p.cells * p.copies for p in making.game.program.places if core.number in p.limits and p.board is not None)
    for owner in range(max(1, core.owners)):
        copies = core.count if sym.limited else min(MOST_SPARE, max(spaces, 1))
        look = painter.look(core, owner if core.owners else -1)
        name = making.game.names.owner(core, owner) if core.owners else ""
        d = Drawing(width, height)
        d.rect(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED, fill=look.fill)
        if not pieces.mark(d, width / 2, height / 2, min(width, height) * 0.42, look, name):
            pieces.ring(d, width / 2, height / 2, min(width, height) / 2, look)
        label = f"{spoken(sym.name)} {name}".strip()
        found.append(
            Sheet(
                id=f"{slug(sym.name)}-{owner}",
                kind=sym.name,
                name=x.clean(label),
                front=_svg(d, label),
                back=_svg(d, label),
                width=width,
                height=height,
                copies=copies,
                round=True,
            )
        )
    return found


def _poster(making: Making, painter: Painter, name: str) -> list[Poster]:
    """A board whose cells hold the pieces at their true size. An open land needs no board."""
    sym = making.world.places[name]
    if sym.board is None or sym.core.shape == "open_grid":
        return []
    sizes = [max(painter.size(k.name)) for k in painter.holders(sym.core)]
    cell = max([*sizes, 18.0]) * 1.08
    reader = Reader(making.game.program, making.game.names, initial(making.game.program))
    board = boards.Board(painter, reader, sym.core, 0, checkered(making), uses(making, "sides"), cell=cell)
    drawn = boards.draw(board, 10_000)
    alt = f"The {spoken(name)} at true size."
    return [
        Poster(
            id=slug(name),
            name=spoken(name).capitalize(),
            svg=drawn.render(alt),
            alt=alt,
            width=drawn.width,
            height=drawn.height,
            copies=sym.core.copies,
        )
    ]
