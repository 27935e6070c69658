"""Views: what one seat may know of a match, and nothing else."""

from __future__ import annotations

from rulewright.core.program import Attribute, Place
from rulewright.core.types import Set
from rulewright.play.models import CellView, PieceView, PlaceView, View
from rulewright.play.reader import Reader


def view(reader: Reader, seat: int | None, deciding: str | None, log: tuple[str, ...]) -> View:
    program = reader.program
    places = [v for place in program.places if place.shape != "mat" for v in _place(reader, place, seat)]
    places += [v for place in program.places if place.shape == "mat" for v in _mats(reader, place, seat)]
    over = program.over
    assert over is not None
    return View(
        seat=reader.names.seat(seat) if seat is not None else None,
        deciding=deciding,
        places=tuple(places),
        players={name: _player(reader, i, seat) for i, name in enumerate(program.seats)},
        game=_game(reader),
        log=log,
        over=bool(reader.element(over, 0)),
    )


def _place(reader: Reader, place: Place, seat: int | None) -> list[PlaceView]:
    found = []
    for copy in range(place.copies):
        cells = []
        hidden: dict[str, int] = {}
        for cell in range(place.cells):
            site = place.base + copy * place.cells + cell
            content = _cell(reader, place, site, cell, seat, hidden)
            if content is not None:
                cells.append(content)
        found.append(
            PlaceView(
                name=place.name,
                shape=place.shape,
                owner=reader.names.family(place.per, copy) if place.per else None,
                width=place.width,
                height=place.height,
                cells=tuple(cells),
                hidden=hidden,
            )
        )
    return found


def _mats(reader: Reader, place: Place, seat: int | None) -> list[PlaceView]:
    """What lies on pieces that hold others; only on those a seat sees, and only if something lies there."""
    kind = next(k for k in reader.program.kinds if k.site_base == place.base)
    found = []
    for copy in range(place.copies):
        holder = kind.base + copy
        hidden: dict[str, int] = {}
        content = _cell(reader, place, place.base + copy, 0, seat, hidden)
        if reader.sees(seat, holder) and content is not None and (content.pieces or content.counts or hidden):
            name = reader.names.piece(holder, reader.state)
            found.append(PlaceView(name=name, shape="mat", cells=(content,), hidden=hidden))
    return found


def _cell(reader: Reader, place: Place, site: int, cell: int, seat: int | None, hidden: dict[str, int]) -> CellView | None:
    """A cell with what a seat sees on it; an empty cell of a large board is left out."""
    name = place.cell_names[cell] if place.cell_names else place.name
    pieces = []
    for number, piece in enumerate(reader.pieces_on(site)):
        if reader.sees(seat, piece):
            pieces.append(piece_view(reader, piece, seat))
            continue
        kind = reader.program.kind_of_piece(piece)
        shown = {a: _attribute(reader, piece, a) for a in place.showing if number == 0 or place.shape != "deck"}
        if shown or place.shape not in {"deck", "hand", "pile"}:
            pieces.append(PieceView(kind=kind.name, attributes=shown))
        else:
            hidden[kind.name] = hidden.get(kind.name, 0) + 1
    counts = {}
    for kind in reader.program.kinds:
        if kind.counted:
            for owner, count in reader.tokens(kind, site).items():
                counts[kind.name if owner < 0 else f"{kind.name} of {reader.names.owner(kind, owner)}"] = count
    attributes = {n: _cell_attribute(reader, place, a, site) for n, a in place.attributes.items() if a.field is not None}
    if not pieces and not counts and place.shape == "open_grid":
        return None
    return CellView(name=name, pieces=tuple(pieces), counts=counts, attributes=attributes)


def piece_view(reader: Reader, piece: int, seat: int | None) -> PieceView:
    """A piece whose face is seen; lying face down it shows only what its kind allows."""
    kind = reader.program.kind_of_piece(piece)
    index = piece - kind.base
    sym = reader.names.world.kinds[kind.name]
    down = reader.face_down(piece)
    attributes = {}
    for name, attribute in kind.attributes.items():
        if name == "name" or (attribute.secret and reader.owner_of(piece) != seat):
            continue
        if down and attribute.table is not None and name not in (sym.face_down or ()):
            continue
        attributes[name] = reader.attribute(kind, index, attribute)
    owner = reader.owner_of(piece)
    named = kind.names[index] if kind.names and kind.names[index] and not down else None
    return PieceView(
        kind=kind.name,
        name=named,
        id=kind.ids[index] if kind.ids and not down else None,
        owner=reader.names.owner(kind, owner) if owner >= 0 else None,
        attributes=attributes,
    )


def _attribute(reader: Reader, piece: int, name: str) -> str:
    kind = reader.program.kind_of_piece(piece)
    attribute = kind.attributes.get(name)
    return reader.attribute(kind, piece - kind.base, attribute) if attribute is not None else ""


def _cell_attribute(reader: Reader, place: Place, attribute: Attribute, site: int) -> str:
    assert attribute.field is not None
    base = attribute.field.type.base if isinstance(attribute.field.type, Set) else 0
    return reader.text(attribute.shown, reader.element(attribute.field, site - place.base), base)


def _values(reader: Reader, attribute: Attribute, index: int) -> str:
    field = attribute.field
    assert field is not None
    base = field.type.base if isinstance(field.type, Set) else 0
    per = max(1, len(attribute.family))
    parts = [reader.text(attribute.shown, reader.element(field, index * per + i), base) for i in range(per)]
    return parts[0] if per == 1 else ", ".join(f"{m} {v}" for m, v in zip(attribute.family, parts, strict=True))


def _player(reader: Reader, number: int, seat: int | None) -> dict[str, str]:
    found = {}
    for name, attr in reader.names.world.player_attrs.items():
        core = attr.core
        if core is None or core.field is None or (core.secret and number != seat):
            continue
        found[name] = _values(reader, core, number)
    return found


def _game(reader: Reader) -> dict[str, str]:
    found = {
        n: _values(reader, a.core, 0)
        for n, a in reader.names.world.game_attrs.items()
        if a.core is not None and a.core.field is not None and not a.core.secret
    }
    for type_name, attrs in reader.names.world.enum_attrs.items():
        for name, attr in attrs.items():
            if attr.core is None or attr.core.field is None:
                continue
            type = reader.names.world.enums[type_name]
            members = getattr(type, "members", ())
            for i, member in enumerate(members):
                found[f"{name} of {member}"] = _values(reader, attr.core, i)
    return found
