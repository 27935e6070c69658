"""Print-and-play: every piece as a face at true size with its back, every board as a poster, and a list that must agree with the game."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from rulewright.core.program import Kind
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import KindSym
from rulewright.faces import mats
from rulewright.faces.dice import faces_of, rolled, sticker, usual
from rulewright.faces.front import back, face
from rulewright.faces.keepers import Keeper
from rulewright.faces.markers import markers
from rulewright.faces.painter import Painter
from rulewright.faces.posters import poster
from rulewright.faces.svg import Drawing
from rulewright.faces.tokens import token
from rulewright.play.errors import PlayError
from rulewright.play.reader import Reader
from rulewright.rulebook import text as x
from rulewright.rulebook.author import printed, printed_many
from rulewright.rulebook.model import Aid, Kit, Listed, Poster, Sheet
from rulewright.rulebook.parts import summary
from rulewright.rulebook.parts.bags import bags
from rulewright.rulebook.parts.components import how_many
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.setup import set_up
from rulewright.rulebook.parts.stock import Piece
from rulewright.rulebook.parts.story import only_told
from rulewright.rulebook.render.sheets import BLEED
from rulewright.rulebook.told.variants import adds_components, how_to_print
from rulewright.rulebook.words import as_many, counted, listing, plural, slug, spoken

MOST_SPARE = 64  # equal pieces of one owner that are printed where the rules set no number


class KitDisagrees(PlayError):
    """The sheets do not hold exactly the pieces of the game."""


def make(making: Making, painter: Painter, aid: Aid | None = None) -> Kit:
    sheets: list[Sheet] = []
    listed: list[Listed] = []
    kept = painter.kept
    turning = {one.owner for one in kept if one.attribute == "owner" and one.how == "side"}
    for sym in making.world.kinds.values():
        told = only_told(making.world, sym)
        where: Literal["sheets", "story", "elsewhere"] = "story" if told else "sheets"
        if sym.dice:
            sheets += _dice(painter, sym)
            where = "elsewhere" if usual(sym) else "sheets"
        elif not told:
            sheets += _equal(making, painter, sym, sym.name in turning) if sym.core.counted else _single(making, making.stock.of(sym.name))
        count, number = how_many(making, sym)
        one, many = printed(making.world, sym.name), printed_many(making.world, sym.name)
        if one:
            sheets = [s.model_copy(update={"one": one, "many": many}) if s.kind == sym.name and not sym.dice else s for s in sheets]
        name = many if number != 1 else one or spoken(sym.name)
        listed.append(Listed(kind=sym.name, name=_capital(name), count=count, number=number, where=where))
    extra = [*_markers(painter, kept), *_summaries(making, painter, aid or Aid())]
    sheets += extra
    listed += _counted(extra)
    posters = [p for place in making.world.boards() for p in _poster(making, painter, place.name)]
    posters += [_board_of_state(one) for one in mats.made(painter, kept)]
    listed += [Listed(kind=p.id, name=p.name, count=str(p.copies), number=p.copies, where="boards") for p in posters]
    found = Kit(
        sheets=tuple(sheets),
        posters=tuple(posters),
        listed=tuple(listed),
        bags=bags(sheets, making.game.seats),
        needed=tuple(_needed(making, kept)),
    )
    check(making, found)
    check_state(found, kept)
    return found


def check(making: Making, kit: Kit) -> None:
    """The sheets and the list hold exactly what the game has: a kind or a single piece that is short or over stops the build."""
    listed = {entry.kind: entry for entry in kit.listed if entry.where != "boards"}
    for sym in making.world.kinds.values():
        core = sym.core
        entry = listed.get(sym.name)
        if entry is None:
            raise KitDisagrees(f"The list of components has no {plural(spoken(sym.name))}.")
        if entry.where in {"story", "elsewhere"}:
            continue
        if sym.dice:
            _faces_of_dice(sym, kit)
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


def _board_of_state(one: mats.Sheetlet) -> Poster:
    drawn = one.drawn
    alt = f"{one.name} at true size."
    return Poster(id=one.id, name=one.name, svg=drawn.render(alt), alt=alt, width=drawn.width, height=drawn.height, copies=one.copies)


def check_state(kit: Kit, kept: list[Keeper]) -> None:
    """Every state has one keeper, and what keeps it is on the sheets: its marker, its token, or the board with its track."""
    seen = Counter((one.owner, one.attribute) for one in kept)
    twice = next((key for key, number in seen.items() if number > 1), None)
    if twice is not None:
        raise KitDisagrees(f"The {spoken(twice[1])} of {twice[0]} is kept twice.")
    sheets = {sheet.id for sheet in kit.sheets}
    posters = {poster.id for poster in kit.posters}
    for one in kept:
        key = f"marker-{slug(one.owner)}-{slug(one.attribute)}"
        if one.how in {"tokens", "markers", "rings", "holder", "pointer"} and not any(
            id == key or id.startswith(f"{key}-") for id in sheets
        ):
            raise KitDisagrees(f"Nothing on the sheets keeps {one.label}.")
        if one.how in {"track", "loop"} and one.where == "board" and "tracks" not in posters:
            raise KitDisagrees(f"There is no track for {one.label}.")
        if one.how == "track" and one.where == "mat" and "mat-1" not in posters:
            raise KitDisagrees(f"There is no mat for the track of {one.label}.")


def _faces_of_dice(sym: KindSym, kit: Kit) -> None:
    printed, wanted = sum(s.copies for s in kit.sheets if s.kind == sym.name), sym.core.count * max(1, sym.core.owners) * len(sym.dice)
    if printed != wanted:
        raise KitDisagrees(f"The dice have {counted(wanted, 'face')}, but the sheets have {printed}.")


def _dice(painter: Painter, sym: KindSym) -> list[Sheet]:
    """Dice that nobody has: their faces, to be stuck on blank ones. Of usual dice nothing is printed."""
    if usual(sym):
        return []
    found = []
    for (text, icon), number in Counter(faces_of(painter, sym)).items():
        drawn = sticker(painter, text, BLEED, icon)
        label = f"face of a {spoken(sym.name)}: {text}"
        found.append(
            Sheet(
                id=f"{slug(sym.name)}-{slug(text)}",
                kind=sym.name,
                name=label,
                front=_svg(drawn, label),
                back=_svg(drawn, label),
                width=drawn.width,
                height=drawn.height,
                copies=number * sym.core.count * max(1, sym.core.owners),
                double=False,
            )
        )
    return found


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
        if place.core.shape in {"open_grid", "edges"}:
            continue
        printed = sum(p.copies for p in kit.posters if p.id == slug(place.name))
        if printed != place.core.copies:
            raise KitDisagrees(f"The game has {counted(place.core.copies, spoken(place.name))}, but {printed} are printed.")


def _key(core: Kind, index: int) -> str:
    return core.ids[index] if core.ids and core.ids[index] else str(index)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _needed(making: Making, kept: list[Keeper]) -> list[str]:
    """What the sheets do not have: dice, and pencil and paper for what nothing else keeps."""
    found = []
    dice = [sym for sym in making.world.kinds.values() if sym.dice]
    for sym in dice:
        number = sym.core.count * max(1, sym.core.owners)
        sort = "six-sided" if len(sym.dice) == 6 else f"{len(sym.dice)}-sided"
        found.append(f"{number} {sort} {'die' if number == 1 else 'dice'}" + ("" if usual(sym) else ", blank: stick the printed faces on"))
    special = rolled(making.world)
    found += [f"a blank die: stick the printed faces on, {listing([str(n) for n in faces])}" for faces in special]
    if not dice and (making.uses("die") or (making.uses("roll") and not special)):
        found.append("six-sided dice")
    added = [v for v in making.offered if isinstance(v, d.Variant) and adds_components(v)]
    found += [f"what the variant {v.title} adds: print the sheets {how_to_print(v)}" for v in added]
    written = [one.label for one in kept if one.how == "pad"]
    if written:
        found.append(f"pencil and paper for {listing(written)}")
    return found


def _markers(painter: Painter, kept: list[Keeper]) -> list[Sheet]:
    """What keeps the state of the game, to be cut out."""
    found = []
    for one in markers(painter, kept, BLEED):
        width, height = one.front.width, one.front.height
        label = x.clean(one.name)
        front, back = _svg(one.front, label), _svg(one.back, label)
        found.append(
            Sheet(
                id=one.id,
                kind=_capital(label),
                name=label,
                front=front,
                back=back,
                width=width,
                height=height,
                copies=one.copies,
                round=one.round,
                double=_two_sided(one.front, one.back),
                owner=next((s for s in painter.game.seats if f"-{slug(s)}-" in f"{one.id}-"), ""),
            )
        )
    return found


def _summaries(making: Making, painter: Painter, aid: Aid) -> list[Sheet]:
    """A card for each player with the turn in short and what counts."""
    found = []
    for number, card in enumerate(summary.cards(painter, aid, BLEED)):
        label = f"Summary of {painter.game.title}"
        found.append(
            Sheet(
                id=f"summary-{number + 1}",
                kind="Summary cards",
                name=label,
                front=_svg(card.front, label),
                back=_svg(card.back, f"{label}, other side"),
                width=card.front.width,
                height=card.front.height,
                copies=len(making.game.seats),
                double=_two_sided(card.front, card.back),
            )
        )
    return found


def _counted(sheets: list[Sheet]) -> list[Listed]:
    totals = Counter[str]()
    for sheet in sheets:
        totals[sheet.kind] += sheet.copies
    return [
        Listed(kind=kind, name=as_many(number, kind), count=str(number), number=number, where="sheets") for kind, number in totals.items()
    ]


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
                hexagon=painter.hexagon(core.name),
                double=_two_sided(front, rear),
                pieces=tuple(_key(p.kind, p.index) for p in same),
                owner=making.game.names.owner(core, owner) if core.owners else "",
            )
        )
    return sheets


def _two_sided(front: Drawing, back: Drawing) -> bool:
    """Whether a piece has another side worth printing."""
    return front is not back and front.body() != back.body()


def _faces(painter: Painter, core: Kind, index: int, owner: int, role: str) -> tuple[Drawing, Drawing]:
    if role and painter.sort(core.name) == "token":
        man = token(painter, core, index, BLEED, role=role)
        return man, man
    _ = owner
    return face(painter, core, index, bleed=BLEED), back(painter, core, index, bleed=BLEED)


def _equal(making: Making, painter: Painter, sym: KindSym, turning: bool) -> list[Sheet]:
    """Equal pieces: one face for each owner, as often as the game has them; `turning`: the other side belongs to the rival."""
    core = sym.core
    width, height = painter.size(sym.name)
    found = []
    spaces = sum(p.cells * p.copies for p in making.game.program.places if core.number in p.limits and p.board is not None)
    for owner in range(max(1, core.owners)):
        copies = core.count if sym.limited else min(MOST_SPARE, max(spaces, 1))
        if turning and core.owners == 2 and not sym.limited:
            copies = -(-copies // 2)  # each shows both colours: all together fill the board
        name = making.game.names.owner(core, owner) if core.owners else ""
        d = token(painter, core, 0, BLEED, owner=owner if core.owners else -1)
        rear = token(painter, core, 0, BLEED, owner=1 - owner) if turning and core.owners == 2 else d
        label = f"{spoken(sym.name)} {name}".strip()
        found.append(
            Sheet(
                id=f"{slug(sym.name)}-{owner}",
                kind=sym.name,
                name=x.clean(label),
                front=_svg(d, label),
                back=_svg(rear, label),
                width=width,
                height=height,
                copies=copies,
                round=painter.round(sym.name),
                hexagon=painter.hexagon(sym.name),
                double=_two_sided(d, rear),
                owner=name,
            )
        )
    return found


def _poster(making: Making, painter: Painter, name: str) -> list[Poster]:
    """A board of the size the rules set, or one whose cells hold the pieces at their true size. Open land needs none."""
    sym = making.world.places[name]
    if sym.board is None or sym.core.shape in {"open_grid", "edges"}:
        return []
    drawn, _ = poster(painter, sym.core)
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
