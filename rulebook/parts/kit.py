"""Print-and-play: every piece as a face at true size with its back, every board as a poster, and a list that must agree with the game."""

from __future__ import annotations

from collections import Counter

from rulewright.core.layout import initial
from rulewright.core.program import Kind
from rulewright.dsl import types as t
from rulewright.dsl.world import AttrSym, KindSym
from rulewright.faces import boards
from rulewright.faces.front import back, face
from rulewright.faces.painter import Painter
from rulewright.faces.svg import Drawing
from rulewright.faces.tokens import token
from rulewright.play.errors import PlayError
from rulewright.play.reader import Reader
from rulewright.rulebook import text as x
from rulewright.rulebook.model import Kit, Listed, Poster, Sheet
from rulewright.rulebook.parts.components import how_many
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.setup import set_up
from rulewright.rulebook.parts.stock import Piece
from rulewright.rulebook.parts.story import only_told
from rulewright.rulebook.render.sheets import BLEED
from rulewright.rulebook.words import counted, listing, plural, slug, spoken

MOST_SPARE = 64  # equal pieces of one owner that are printed where the rules set no number
ROOM = 1.08  # a cell, compared with the largest piece it holds
LEAST_CELL = 18.0


class KitDisagrees(PlayError):
    """The sheets do not hold exactly the pieces of the game."""


def make(making: Making, painter: Painter) -> Kit:
    sheets: list[Sheet] = []
    listed: list[Listed] = []
    for sym in making.world.kinds.values():
        told = only_told(making.world, sym)
        if not told:
            sheets += _equal(making, painter, sym) if sym.core.counted else _single(making, making.stock.of(sym.name))
        count, number = how_many(making, sym)
        name = plural(spoken(sym.name)) if number != 1 else spoken(sym.name)
        listed.append(Listed(kind=sym.name, name=_capital(name), count=count, number=number, where="story" if told else "sheets"))
    posters = [p for place in making.world.boards() for p in _poster(making, painter, place.name)]
    listed += [Listed(kind=p.id, name=p.name, count=str(p.copies), number=p.copies, where="boards") for p in posters]
    found = Kit(sheets=tuple(sheets), posters=tuple(posters), listed=tuple(listed), needed=tuple(_needed(making)))
    check(making, found)
    return found


def check(making: Making, kit: Kit) -> None:
    """The sheets and the list hold exactly what the game has: a kind or a single piece that is short or over stops the build."""
    listed = {entry.kind: entry for entry in kit.listed if entry.where != "boards"}
    for sym in making.world.kinds.values():
        core = sym.core
        entry = listed.get(sym.name)
        if entry is None:
            raise KitDisagrees(f"The list of components has no {plural(spoken(sym.name))}.")
        if entry.where == "story":
            continue
        printed = sum(s.copies for s in kit.sheets if s.kind == sym.name)
        equal = core.count * max(1, core.owners) if sym.limited else -1
        wanted = equal if core.counted else len(making.stock.of(sym.name))
        if wanted != entry.number:
            raise KitDisagrees(f"The game has {counted(wanted, spoken(sym.name))}, but the list of components says {entry.count}.")
        if wanted >= 0 and printed != wanted:
            raise KitDisagrees(f"The game has {counted(wanted, spoken(sym.name))}, but the sheets have {printed}.")
        if wanted < 0 and printed == 0:
            raise KitDisagrees(f"The sheets have no {spoken(sym.name)}.")
        if not core.counted:
            _each(core, [s for s in kit.sheets if s.kind == sym.name])
    _boards(making, kit)


def _each(core: Kind, sheets: list[Sheet]) -> None:
    """Every piece that takes part has its own face, and no other piece stands on the sheets twice."""
    for sheet in sheets:
        if sheet.copies != len(sheet.pieces):
            raise KitDisagrees(f"{sheet.name} stands for {counted(len(sheet.pieces), 'piece')}, but is printed {sheet.copies} times.")
    faces = Counter(p for s in sheets for p in s.pieces)
    twice = next((p for p, number in faces.items() if number > 1), None)
    if twice is not None:
        raise KitDisagrees(f"The {spoken(core.name)} {twice} stands on the sheets twice.")
    for index in range(core.count):
        if _key(core, index) not in faces:
            raise KitDisagrees(f"The {spoken(core.name)} {_key(core, index)} is not on the sheets.")


def _boards(making: Making, kit: Kit) -> None:
    for place in making.world.boards():
        if place.core.shape == "open_grid":
            continue
        printed = sum(p.copies for p in kit.posters if p.id == slug(place.name))
        if printed != place.core.copies:
            raise KitDisagrees(f"The game has {counted(place.core.copies, spoken(place.name))}, but {printed} are printed.")


def _key(core: Kind, index: int) -> str:
    return core.ids[index] if core.ids and core.ids[index] else str(index)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _needed(making: Making) -> list[str]:
    """What the sheets do not have: dice, and something to keep count with."""
    found = []
    if making.uses("roll", "die"):
        found.append("six-sided dice")
    players = _counts(making.world.player_attrs)
    if players:
        found.append(f"for each player, something to keep count of {listing(players)}")
    game = _counts(making.world.game_attrs)
    if game:
        found.append(f"for the whole game, something to keep count of {listing(game)}")
    for sym in making.world.kinds.values():
        own = _counts(sym.attrs)
        if own:
            found.append(f"for each {spoken(sym.name)}, something to keep count of {listing(own)}")
    return found


def _counts(attrs: dict[str, AttrSym]) -> list[str]:
    return [spoken(a.name) for a in attrs.values() if a.nature in {"", "secret"} and isinstance(t.bare(a.type), t.Number | t.BagOf)]


def _svg(drawing: Drawing, label: str) -> str:
    """A face with its bleed around it."""
    d = Drawing(drawing.width + 2 * BLEED, drawing.height + 2 * BLEED)
    d.put(drawing, BLEED, BLEED)
    return d.render(label)


def _single(making: Making, found: list[Piece]) -> list[Sheet]:
    """Individual pieces; those that look alike share a face."""
    reader = Reader(making.game.program, making.game.names, set_up(making.game))
    groups: dict[tuple[int, int, int, str], list[Piece]] = {}
    for piece in found:
        core = piece.kind
        each = core.count // max(1, core.owners)
        owner = piece.index // each if core.owners and each else 0
        role = piece.painter.role(reader, core, core.base + piece.index) if piece.painter.game is making.game else ""
        groups.setdefault((id(core), owner, core.twins[piece.index], role), []).append(piece)
    sheets = []
    for number, ((_, owner, _, role), same) in enumerate(groups.items()):
        first = same[0]
        core, painter = first.kind, first.painter
        front, rear = _faces(painter, core, first.index, owner, role)
        name = painter.name(core, first.index) or role or (core.ids[first.index].replace("_", " ") if core.ids else "") or spoken(core.name)
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
                round=painter.round(core.name),
                pieces=tuple(_key(p.kind, p.index) for p in same),
            )
        )
    return sheets


def _faces(painter: Painter, core: Kind, index: int, owner: int, role: str) -> tuple[Drawing, Drawing]:
    if role and painter.sort(core.name) == "token":
        man = token(painter, core, index, BLEED, role=role)
        return man, man
    _ = owner
    return face(painter, core, index, bleed=BLEED), back(painter, core, index, bleed=BLEED)


def _equal(making: Making, painter: Painter, sym: KindSym) -> list[Sheet]:
    """Equal pieces: one face for each owner, as often as the game has them."""
    core = sym.core
    width, height = painter.size(sym.name)
    found = []
    spaces = sum(p.cells * p.copies for p in making.game.program.places if core.number in p.limits and p.board is not None)
    for owner in range(max(1, core.owners)):
        copies = core.count if sym.limited else min(MOST_SPARE, max(spaces, 1))
        name = making.game.names.owner(core, owner) if core.owners else ""
        d = token(painter, core, 0, BLEED, owner=owner if core.owners else -1)
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
                round=painter.round(sym.name),
            )
        )
    return found


def _poster(making: Making, painter: Painter, name: str) -> list[Poster]:
    """A board of the size the rules set, or one whose cells hold the pieces at their true size. An open land needs no board."""
    sym = making.world.places[name]
    if sym.board is None or sym.core.shape == "open_grid":
        return []
    sizes = [max(painter.size(k.name)) for k in painter.holders(sym.core)]
    cell = max([*sizes, LEAST_CELL]) * ROOM
    reader = Reader(making.game.program, making.game.names, initial(making.game.program))
    board = boards.Board(painter, reader, sym.core, 0, making.checkered, making.uses("sides"), cell=cell)
    declared = painter.declared_size(sym.decl.traits) if sym.decl is not None else None
    drawn = boards.draw(board, 10_000)
    if declared is not None:
        drawn = boards.sized(board, *declared)
    alt = f"The {spoken(name)} at true size."
    return [
        Poster(
            id=slug(name),
            name=_capital(spoken(name)),
            svg=drawn.render(alt),
            alt=alt,
            width=drawn.width,
            height=drawn.height,
            copies=sym.core.copies,
        )
    ]
