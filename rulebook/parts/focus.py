"""What an example is about: the pieces and places that it names or changes, and what it says of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.core.program import Place
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.faces.marks import Mark
from rulewright.faces.scenes import Spot, changed_cells, differences
from rulewright.play.game import Game
from rulewright.play.reader import Reader

MANY = 8  # pieces in a pile that are too many to be what an example is about


@dataclass(slots=True)
class Focus:
    """What is drawn of both positions."""

    pieces: set[int] = field(default_factory=set)
    sites: set[int] = field(default_factory=set)
    first: list[Mark] = field(default_factory=list)  # on the position before
    last: list[Mark] = field(default_factory=list)  # on the position afterwards
    numbers: set[str] = field(default_factory=set)  # attributes that it looks at


def focus(game: Game, decl: d.Example, before: Reader, after: Reader | None) -> Focus:
    found = Focus()
    played = [n for n, step in enumerate(decl.steps) if isinstance(step, d.Played)]
    for number, step in enumerate(decl.steps):
        match step:
            case d.Given():
                _named(game, step, found)
            case d.Played():
                _named(game, step, found)
            case d.Then():
                found.numbers |= {n.name for n in nodes(step, e.Dot)} | {n.name for n in nodes(step, e.Word)}
                marks = list(_marks(game, step.test))
                for mark in marks:
                    _include(found, mark)
                if not played or number < played[0]:
                    found.first += marks
                elif number > played[-1]:
                    found.last += marks
            case _:
                continue
    if after is not None:
        found.pieces |= {piece for piece, _, _ in differences(before, after)}
        changed = changed_cells(before, after)
        found.sites |= changed
        found.last += [Mark(site=site, sign="moved") for site in sorted(changed)]
    return found


def spots(focus_: Focus, reader: Reader, other: Reader | None, first: bool) -> dict[Spot, frozenset[int]]:
    """The places to be drawn, each with the cells that matter; those that the other position shows are drawn here, too, if they are
    boards."""
    program = reader.program
    sites = {site for site in focus_.sites if _matters(focus_, reader, site, first)}
    sites |= {at for piece in focus_.pieces for at in [_ground(reader, piece)] if at > 0}
    if other is not None:
        for piece in focus_.pieces:
            at = _ground(other, piece)
            place = program.place_of_site(at) if at > 0 else None
            if place is not None and place.board is not None:
                sites.add(at)
    found: dict[Spot, set[int]] = {}
    for site in sites:
        place = program.place_of_site(site)
        if place is not None and place.shape != "mat":
            if place.shape == "edges":  # drawn on the board they belong to
                ends = place.board.ends[site - place.base] if place.board is not None else ()
                found.setdefault((place.of, 0), set()).update(end for end in ends if end >= 0)
                continue
            copy, cell = divmod(site - place.base, place.cells)
            found.setdefault((place.name, copy), set()).add(cell)
    return {spot: frozenset(cells) for spot, cells in found.items()}


def _matters(focus_: Focus, reader: Reader, site: int, first: bool) -> bool:
    """Whether a place that is named is drawn: boards always; piles in the first position, unless they are mere stock."""
    place = reader.program.place_of_site(site)
    if place is None or place.shape == "mat":
        return False
    return place.board is not None or (first and len(reader.pieces_on(site)) <= MANY)


def _ground(reader: Reader, piece: int) -> int:
    """Where a piece lies; on another piece: where that lies."""
    if reader.program.loc is None:
        return 0
    site = reader.site_of(piece)
    for _ in range(4):
        place = reader.program.place_of_site(site) if site > 0 else None
        if place is None or place.shape != "mat":
            return site
        kind = next(k for k in reader.program.kinds if k.site_base == place.base)
        site = reader.site_of(kind.base + site - place.base)
    return site


# ---------------------------------------------------------------- names


def _include(found: Focus, mark: Mark) -> None:
    if mark.piece >= 0:
        found.pieces.add(mark.piece)
    else:
        found.sites.add(mark.site)


def _named(game: Game, step: object, found: Focus) -> None:
    for one in _targets(game, step):
        _include(found, one)
    for node in nodes(step, e.Word):  # a place that is filled
        sym = game.world.places.get(node.name)
        if sym is not None and isinstance(step, d.Given) and sym.core.board is None:
            copies = list(_copies(game, step, sym.core))
            found.sites |= {sym.core.base + copy * sym.core.cells for copy in copies}
        elif sym is not None and isinstance(step, d.Given) and (step.rows or isinstance(step.left, e.Word)):
            found.sites |= set(range(sym.core.base, sym.core.base + sym.core.sites))


def _copies(game: Game, step: object, place: Place) -> Iterator[int]:
    owners = [n.right.name for n in nodes(step, e.Of) if isinstance(n.right, e.Kind | e.Word)]
    names = [game.names.family(place.per, copy) for copy in range(place.copies)] if place.per else [""]
    for copy, name in enumerate(names):
        if not place.per or name in owners or name.replace(" ", "_") in owners:
            yield copy


def _targets(game: Game, node: object) -> Iterator[Mark]:
    """The pieces and cells that are named in a line."""
    world = game.world
    edges = list(_edges(game, node))
    if edges:
        yield from edges
        return
    for name in (*(n.name for n in nodes(node, e.Kind)), *(n.name for n in nodes(node, e.Word))):
        if name in world.piece_ids:
            sym, index = world.piece_ids[name]
            yield Mark(piece=sym.core.base + index)
        elif name in world.cell_names:
            yield Mark(site=world.cell_names[name][1])
    for at in nodes(node, e.Coords):
        site = _coordinates(game, at)
        if site > 0:
            yield Mark(site=site)


def _edges(game: Game, node: object) -> Iterator[Mark]:
    """`edge(Aldern, Birk)`: the road between two cells that are named, and not one of them."""
    for call in nodes(node, e.Call):
        if not (isinstance(call.function, e.Word) and call.function.name == "edge"):
            continue
        ends = [
            game.world.cell_names[n.name][1] for n in call.arguments if isinstance(n, e.Word | e.Kind) and n.name in game.world.cell_names
        ]
        for place in game.program.places:
            ground = next((p for p in game.program.places if p.name == place.of), None)
            if place.shape == "edges" and place.board is not None and ground is not None and len(ends) == 2:
                wanted = {site - ground.base for site in ends}
                yield from (Mark(site=place.base + n) for n, pair in enumerate(place.board.ends) if set(pair) == wanted)


def _coordinates(game: Game, node: e.Coords) -> int:
    numbers = [n for n in map(_number, node.items) if n is not None]
    if len(numbers) != 2:
        return 0
    said = f"({numbers[0]}, {numbers[1]})"
    for place in game.program.places:
        if said in place.cell_names:
            return place.base + place.cell_names.index(said)
    return 0


def _number(node: e.Expr) -> int | None:
    if isinstance(node, e.Num):
        return node.value
    if isinstance(node, e.Minus) and isinstance(node.operand, e.Num):
        return -node.operand.value
    return None


# ---------------------------------------------------------------- what is said of them


def _marks(game: Game, test: e.Expr) -> Iterator[Mark]:
    """`White can take TR4`: a tick on it; `cannot`: a cross; `points(TR4) is 3`: the number."""
    negated = False
    while isinstance(test, e.Not):
        test, negated = test.operand, not negated
    match test:
        case e.Can():
            targets = [mark for tail in test.phrase.tails for mark in _targets(game, tail)] or list(_targets(game, test.phrase.arguments))
            for mark in targets[:1]:
                yield Mark(mark.site, mark.piece, "no" if test.negated != negated else "yes")
        case e.Compare(relation="is", left=e.Call(arguments=[one]), right=e.Num(value=number)) if not negated:
            for mark in list(_targets(game, one))[:1]:
                yield Mark(mark.site, mark.piece, str(number))
        case e.Compare(relation="is", left=e.Call(), right=e.Braces()) if not negated:
            for mark in _targets(game, test.right):
                yield Mark(mark.site, mark.piece, "yes")
        case e.Compare(relation="is", left=e.Call(), right=e.Kind() | e.Word()) if not negated:
            for mark in _targets(game, test.right):
                yield Mark(mark.site, mark.piece, "yes")
        case _:
            return
