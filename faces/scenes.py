"""Whole positions: the boards, and beside them piles, decks and hands, with words for those who cannot see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.core.program import Kind, Place
from rulewright.dsl.words import clean, counted, listing, spoken
from rulewright.faces import boards, marks
from rulewright.faces.contents import cell_state, disc, front, riders, side_up
from rulewright.faces.front import back, counter
from rulewright.faces.marks import Mark
from rulewright.faces.metrics import width as text_width
from rulewright.faces.painter import Painter
from rulewright.faces.pieces import ring
from rulewright.faces.svg import Drawing, in_rows
from rulewright.play.reader import Reader

BOARDS = frozenset({"grid", "hex_grid", "open_grid", "ring", "track", "graph"})
Spot = tuple[str, int]  # a place, and which copy of it
MOST_SHOWN = 9
MANY = 6  # pieces in a stack of which only those are drawn that matter
MOST_ARROWS = 5
DETAIL = 112.0  # millimetres of a large board in a picture of a position
DISC = 4.6  # millimetres of a letter beside a name


@dataclass(slots=True)
class Scene:
    painter: Painter
    reader: Reader
    width: float = 86.0
    open: bool = False  # whether everything is seen, as in an example
    checkered: bool = False
    sides: bool = False
    cell: float = 0.0  # size of a cell, where several boards share the picture
    numbered: bool = True  # whether columns and rows of a land without an edge bear numbers
    since: Reader | None = None  # an earlier position: places that are still as they were there are left out
    letters: Mapping[str, str] = field(default_factory=dict)  # of the steps that fill a place
    called: Mapping[str, str] = field(default_factory=dict)  # printed names of places
    shown: Mapping[Spot, frozenset[int]] = field(default_factory=dict)  # the places that matter, with their cells; none: all
    chosen: frozenset[int] = frozenset()  # pieces that matter
    marks: Sequence[Mark] = ()
    moves: Mapping[int, int] = field(default_factory=dict)  # pieces that will move, and where to
    high: float = 11.5  # of cards and tiles beside the boards

    def draw(self) -> tuple[Drawing, str] | None:
        """The picture and its words; None if there is nothing to be seen."""
        big, small, words = self.parts()
        return (self._laid(big, small), " ".join(w for w in words if w)) if big or small else None

    def parts(self) -> tuple[list[Drawing], list[Drawing], list[str]]:
        """Boards, what lies beside them, and words for each."""
        big: list[Drawing] = []
        small: list[Drawing] = []
        words: list[str] = []
        for place in self.reader.program.places:
            alike = self._alike(place)
            for copy in range(place.copies):
                if place.of:  # edges are drawn on their board
                    if self._anything(place, copy):
                        words.append(self.describe(place, copy))
                    continue
                if self.since is not None and self._still(place, copy):
                    continue
                if self.shown:
                    if (place.name, copy) in self.shown and place.shape in BOARDS:
                        big.append(self._board(place, copy))
                    elif (place.name, copy) in self.shown and place.shape != "mat" and self._anything(place, copy):
                        small.append(self._stack(place, copy))
                    else:
                        continue
                    words.append(self.describe(place, copy))
                    continue
                if place.shape in BOARDS:
                    bare = self.open or place.copies > 1 or place.shape == "open_grid"
                    if bare and not self._anything(place, copy) and self._boards() > 1:
                        continue
                    big.append(self._board(place, copy))
                elif place.shape != "mat" and self._anything(place, copy):
                    if not alike or copy == 0:
                        small.append(self._stack(place, copy, alike))
                else:
                    continue
                words.append(self.describe(place, copy))
        return big, small, words

    def _alike(self, place: Place) -> bool:
        """Whether everybody has the same there, so that one of them is enough: as many hidden cards, or cards that look alike."""
        if not place.per or place.copies < 2 or self.shown or self.since is not None or place.shape in BOARDS:
            return False
        looks = set()
        for copy in range(place.copies):
            site = place.base + copy * place.cells
            held = []
            for piece in self.reader.pieces_on(site):
                kind = self.reader.program.kind_of_piece(piece)
                seen = self.open or (self.reader.sees(None, piece) and place.shape != "deck")
                owner = self.reader.owner_of(piece) if kind.owners else -1
                held.append((kind.number, (kind.twins[piece - kind.base] if kind.twins else piece) if seen else -1, owner))
            tokens = [sorted(self.reader.tokens(k, site).items()) for k in self.reader.program.kinds if k.counted]
            looks.add(repr((sorted(held), tokens)))
        return len(looks) == 1

    def _laid(self, big: list[Drawing], small: list[Drawing]) -> Drawing:
        parts = [in_rows(big, self.width, 4)] if big else []
        if small:
            parts.append(in_rows(small, self.width, 4))
        total = Drawing(self.width, sum(p.height for p in parts) + 3.5 * (len(parts) - 1))
        y = 0.0
        for part in parts:
            total.put(part, 0, y)
            y += part.height + 3.5
        if not small and len(big) == 1:
            total = big[0]
        return total

    def _anything(self, place: Place, copy: int) -> bool:
        program = self.reader.program
        if any(self._anything(edges, 0) for edges in program.places if edges.of == place.name):
            return True
        first = place.base + copy * place.cells
        if program.loc is not None:
            at = program.loc.at
            if any(first <= self.reader.state[at + p] < first + place.cells for p in range(program.pieces)):
                return True
        kinds = [k for k in program.kinds if k.counted]
        return any(self.reader.tokens(k, site) for k in kinds for site in range(first, first + place.cells))

    def _board(self, place: Place, copy: int) -> Drawing:
        board = boards.Board(self.painter, self.reader, place, copy, self.checkered, self.sides, numbered=self.numbered)
        several = self._boards() > 1
        board.window = self.shown.get((place.name, copy), frozenset())
        if several and self.cell and place.shape != "graph":
            board.cell = self.cell
        drawn = boards.draw(board, DETAIL if self.shown else self.width)
        self._pointed(drawn, board)
        if drawn.width > self.width:
            drawn = _scaled_to(drawn, self.width)
        if self.shown and len(self.shown) == 1:
            return drawn
        if not several and not self.shown and not self.letters.get(place.name):
            return drawn
        return _labelled(
            drawn, self._title(place, copy), self.letters.get(place.name, ""), self.painter.theme.accent or self.painter.accent
        )

    def _pointed(self, d: Drawing, board: boards.Board) -> None:
        """Frames, badges and arrows on a board."""
        at = {board.site(cell): cell for cell in board.spots if cell in board.sizes}
        ways = [(at[self.reader.site_of(p)], at[to]) for p, to in self.moves.items() if self.reader.site_of(p) in at and to in at]
        for one, other in dict.fromkeys(ways) if len(set(ways)) <= MOST_ARROWS else ():
            marks.arrow(d, board.spots[one], board.spots[other], board.sizes[one])
        done: set[tuple[int, str]] = set()
        for mark in self.marks:
            site = self._ground(mark.piece) if mark.piece >= 0 else mark.site
            if site not in at or (site, mark.sign) in done or not mark.sign:
                continue
            done.add((site, mark.sign))
            (x, y), size = board.spots[at[site]], board.sizes[at[site]]
            marks.frame(d, x, y, size, mark.sign)
            if mark.sign != "moved":
                marks.badge(d, x + size * 0.4, y - size * 0.4, min(2.6, size * 0.17), mark.sign)

    def _ground(self, piece: int) -> int:
        """Where a piece lies, or the piece that it lies on."""
        program = self.reader.program
        site = self.reader.site_of(piece)
        place = program.place_of_site(site) if site > 0 else None
        if place is not None and place.shape == "mat":
            kind = next(k for k in program.kinds if k.site_base == place.base)
            return self.reader.site_of(kind.base + site - place.base)
        return site

    def _still(self, place: Place, copy: int) -> bool:
        """Whether a place is as it was."""
        assert self.since is not None
        first = place.base + copy * place.cells
        if not all(self._still(edges, 0) for edges in self.reader.program.places if edges.of == place.name):
            return False
        return _contents(self.reader, first, place.cells) == _contents(self.since, first, place.cells)

    def _boards(self) -> int:
        return sum(p.copies for p in self.reader.program.places if p.shape in BOARDS)

    def _title(self, place: Place, copy: int, each: bool = False) -> str:
        owner = self.reader.names.family(place.per, copy).replace("_", " ") if place.per else ""
        owner = f"Each {spoken(place.per).lower()}" if each else owner
        name = self.called.get(place.name) or spoken(place.name)
        title = f"{owner}: {name}" if owner else name
        return clean(title[:1].upper() + title[1:])

    def _stack(self, place: Place, copy: int, each: bool = False) -> Drawing:
        """A pile, deck or hand: open pieces side by side, hidden ones as a stack with its number."""
        site = place.base + copy * place.cells
        pieces = self.reader.pieces_on(site)
        seen = [p for p in pieces if self.open or (self.reader.sees(None, p) and place.shape != "deck")]
        hidden = [p for p in pieces if p not in seen]
        shown: list[Drawing] = []
        alike: dict[tuple[int, int, int, bool, str], list[int]] = {}
        others = 0
        if self.chosen.intersection(seen) and len(seen) > MANY:  # of many only those that matter
            others = len([p for p in seen if p not in self.chosen]) if place.shape == "hand" else 0
            seen = [p for p in seen if p in self.chosen]
        for piece in seen:
            kind = self.reader.program.kind_of_piece(piece)
            twin = kind.twins[piece - kind.base] if kind.twins else piece
            owner = self.reader.owner_of(piece) if self.reader.program.owner is not None else -1
            alike.setdefault((kind.number, twin, owner, self.reader.face_down(piece), self._sign(piece)), []).append(piece)
        for same_pieces in list(alike.values())[:MOST_SHOWN]:
            shown.append(self._open(same_pieces))
        others += sum(map(len, list(alike.values())[MOST_SHOWN:]))
        if others:
            shown.append(_note(f"and {others} more"))
        if hidden:
            kind = self.reader.program.kind_of_piece(hidden[0])
            shown.append(_pile(_scaled(back(self.painter, kind, hidden[0] - kind.base), self.high), len(hidden)))
        for kind in self.reader.program.kinds:
            if kind.counted:
                for owner, count in self.reader.tokens(kind, site).items():
                    d = Drawing(11.5, 11.5)
                    ring(d, 5.75, 5.75, 5.2, self.painter.look(kind, owner))
                    d.middle(5.75, 5.75, str(count), 5, bold=True, fill=self.painter.look(kind, owner).ink)
                    shown.append(d)
        row = in_rows(shown, min(self.width, sum(s.width for s in shown) + 1.2 * (len(shown) - 1) + 0.02), 1.2)
        accent = self.painter.theme.accent or self.painter.accent
        return _labelled(row, self._title(place, copy, each), self.letters.get(place.name, ""), accent)

    def _open(self, alike: list[int]) -> Drawing:
        """Pieces that look the same: one of them, with their number."""
        piece = alike[0]
        kind = self.reader.program.kind_of_piece(piece)
        token = self.painter.sort(kind.name) == "token"
        drawn: Drawing
        if token and self.painter.round(kind.name):
            drawn = Drawing(10, 10)
            disc(drawn, self.painter, kind, piece - kind.base, 5, 5, 4.85, side_up(self.painter, self.reader, piece))
        elif token:
            drawn = counter(self.painter, kind, piece - kind.base, state=side_up(self.painter, self.reader, piece))
        elif self.reader.face_down(piece):
            drawn = back(self.painter, kind, piece - kind.base)
        else:
            drawn = front(self.painter, self.reader, piece)
        one = _scaled(drawn, self.high * (0.78 if token else 1.0))
        sign = self._sign(piece)
        if sign:
            marks.frame(one, one.width / 2, one.height / 2, min(one.width, one.height), sign)
            marks.badge(one, one.width - 2.0, 2.0, 2.0, sign)
        beside = riders(self.painter, self.reader, piece, self.high * 0.5) if self.shown else []
        if beside:
            crowd = in_rows(beside, self.high * 1.5, 0.6)
            found = Drawing(one.width + 1 + crowd.width, max(one.height, crowd.height))
            found.put(one, 0, 0)
            found.put(crowd, one.width + 1, (found.height - crowd.height) / 2)
            return found
        if len(alike) == 1:
            return one
        found = Drawing(one.width + 6.5, one.height)
        found.put(one, 0, 0)
        found.middle(found.width - 3, found.height / 2, f"× {len(alike)}", 3.2, bold=True)
        return found

    def _sign(self, piece: int) -> str:
        return next((m.sign for m in self.marks if m.piece == piece and m.sign not in {"", "moved"}), "")

    # ------------------------------------------------------------ words

    def describe(self, place: Place, copy: int) -> str:
        """What is where, as a sentence."""
        names, program = self.reader.names, self.reader.program
        title = self._title(place, copy)
        by_owner: dict[str, list[str]] = {}
        hidden = 0
        for cell in range(place.cells):
            site = place.base + copy * place.cells + cell
            where = place.cell_names[cell] if place.cell_names else ""
            for piece in self.reader.pieces_on(site):
                kind = program.kind_of_piece(piece)
                if not self.open and (not self.reader.sees(None, piece) or place.shape == "deck"):
                    hidden += 1
                    continue
                owner = self.reader.owner_of(piece)
                role = self.painter.role(self.reader, kind, piece)
                name = role or self.painter.name(kind, piece - kind.base) or spoken(kind.name)
                if self.reader.face_down(piece):
                    name = f"{spoken(kind.name)} lying face down"
                said = f"{name} on {where}" if where else name
                by_owner.setdefault(names.owner(kind, owner) if owner >= 0 else "", []).append(clean(said))
            for kind in program.kinds:
                if kind.counted:
                    for owner, count in self.reader.tokens(kind, site).items():
                        what = counted(count, spoken(kind.name)) if count > 1 or not where else spoken(kind.name)
                        by_owner.setdefault(names.owner(kind, owner) if owner >= 0 else "", []).append(
                            f"{what} on {where}" if where else what
                        )
        parts = []
        for owner_name, things in by_owner.items():
            short = _grouped(things)
            parts.append(f"{clean(owner_name)} has {short}" if owner_name else short)
        if hidden:
            parts.append(f"{counted(hidden, 'piece')} face down")
        return f"{title}: {'; '.join(parts) if parts else 'empty'}."


def differences(before: Reader, after: Reader) -> Iterator[tuple[int, int, int]]:
    """The pieces that moved, changed hands or were turned, with where they were and are."""
    program = before.program
    if program.loc is None:
        return
    for piece in range(program.pieces):
        kind = program.kind_of_piece(piece)
        if (
            before.site_of(piece) != after.site_of(piece)
            or (program.owner is not None and before.owner_of(piece) != after.owner_of(piece))
            or _state(before, kind, piece) != _state(after, kind, piece)
        ):
            yield piece, before.site_of(piece), after.site_of(piece)


def _state(reader: Reader, kind: Kind, piece: int) -> list[str]:
    return [reader.attribute(kind, piece - kind.base, a) for a in kind.attributes.values() if a.field is not None]


def _contents(reader: Reader, first: int, cells: int) -> list[object]:
    """What is on some sites, with whose it is and how it lies."""
    found: list[object] = []
    program = reader.program
    if program.loc is not None:
        at = program.loc.at
        for piece in range(program.pieces):
            site = reader.state[at + piece]
            if first <= site < first + cells:
                kind = program.kind_of_piece(piece)
                held = reader.pieces_on(kind.site_base + piece - kind.base) if kind.site_base > 0 else []
                found.append((site, piece, reader.owner_of(piece), _state(reader, kind, piece), held))
    for kind in program.kinds:
        if kind.counted:
            found.append([reader.tokens(kind, site) for site in range(first, first + cells)])
    place = program.place_of_site(first) if first > 0 else None
    if place is not None:
        found.append([cell_state(reader, place, site) for site in range(first, first + cells)])
    return found


def changed_cells(before: Reader, after: Reader) -> set[int]:
    """The cells of boards whose own state is not as it was, or on which tokens lie that did not, or more or fewer of them."""
    found = set()
    counted = [kind for kind in before.program.kinds if kind.counted]
    for place in before.program.places if counted else ():
        if place.board is not None:
            sites = range(place.base, place.base + place.sites)
            found |= {site for site in sites if any(before.tokens(kind, site) != after.tokens(kind, site) for kind in counted)}
    for place in before.program.places:
        if any(a.field is not None for a in place.attributes.values()):
            sites = range(place.base, place.base + place.sites)
            found |= {site for site in sites if cell_state(before, place, site) != cell_state(after, place, site)}
    return found


def _grouped(things: list[str]) -> str:
    """`pawn on a2, pawn on b2` is `pawns on a2 and b2`."""
    found: dict[str, list[str]] = {}
    for thing in things:
        name, _, where = thing.partition(" on ")
        found.setdefault(name, []).append(where)
    said = []
    for name, places in found.items():
        cells = [w for w in places if w]
        number = f"{len(places)} × " if len(places) > 1 else ""
        said.append(f"{number}{name}" + (f" on {listing(cells)}" if cells else ""))
    return ", ".join(said)


def _scaled(drawing: Drawing, high: float) -> Drawing:
    scale = high / max(drawing.height, drawing.width * 0.72)
    found = Drawing(drawing.width * scale, drawing.height * scale)
    found.put(drawing, 0, 0, scale)
    return found


def _scaled_to(drawing: Drawing, wide: float) -> Drawing:
    scale = wide / drawing.width
    found = Drawing(wide, drawing.height * scale)
    found.put(drawing, 0, 0, scale)
    return found


def _pile(top: Drawing, count: int) -> Drawing:
    """A stack seen from above, with its number beside it."""
    depth = min(3, count - 1)
    found = Drawing(top.width + depth * 0.7 + 8, top.height + depth * 0.7)
    for layer in range(depth, -1, -1):
        found.put(top, layer * 0.7, layer * 0.7)
    found.middle(found.width - 3.6, found.height / 2, f"× {count}", 3.6, bold=True)
    return found


def _note(text: str) -> Drawing:
    found = Drawing(text_width(text, 3) + 2, 6)
    found.middle(found.width / 2, 3, text, 3, fill="#5a5344")
    return found


def _labelled(drawing: Drawing, title: str, letters: str = "", accent: str = "#4a3560") -> Drawing:
    """A drawing under its name, with the letters of the steps that are about it."""
    long = text_width(title, 3.2, bold=True)
    wide = max(drawing.width, long + 2 + 2 * DISC * len(letters))
    found = Drawing(wide, drawing.height + 5.2)
    left = (wide - long - DISC * len(letters)) / 2
    for number, letter in enumerate(letters):
        found.circle(left + (number + 0.42) * DISC, 2.3, 0.43 * DISC, fill=accent)
        found.middle(left + (number + 0.42) * DISC, 2.3, letter, 3.0, bold=True, fill="#ffffff")
    found.text((wide + DISC * len(letters)) / 2, 3.4, title, 3.2, bold=True, fill="#5a5344")
    found.put(drawing, (wide - drawing.width) / 2, 5.2)
    return found
