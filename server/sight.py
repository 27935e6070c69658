"""What one viewer sees of a match, as parts of the view model. The only module of the server that looks at a position.

It looks at the position as the viewer knows it (`play.knowledge`), and at nothing else: two positions that the viewer cannot tell apart
give the same bytes. Pieces have ids that are a function of what the viewer saw and of a key it never gets: never the engine's numbers.
A viewer *follows* a piece as long as it sees it as a thing of its own (a face, or a back that lies alone); in a hidden hand or a deck
it is part of a heap, and coming out it gets a new id. A back that moves is followed only if no other back like it moved at the same time.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rulewright.core.program import Kind, Place
from rulewright.dsl.words import counted, spoken
from rulewright.play.match import Match
from rulewright.play.reader import Reader
from rulewright.server.stage import Spot, Stage, spoken_name

DULL = {"none", "nothing", "no", "0", "nobody", "nowhere", ""}
Data = dict[str, Any]


@dataclass(slots=True)
class Glance:
    """A position as one viewer knows it."""

    reader: Reader
    called: dict[int, int]  # the pieces out of sight -> what they are called here
    hidden: dict[int, frozenset[int]]  # what is called so is out of sight -> the sites where it can be
    sure: set[int] = field(default_factory=set)  # out of sight, but the viewer knows where it lies

    def truly(self, piece: int) -> int:
        """The piece that is called so here."""
        return next((true for true, name in self.called.items() if name == piece), piece)


def glance(match: Match, seat: int | None) -> Glance:
    """What a seat, or an onlooker, knows of a position now."""
    world = match.worlds(seat, 0)[0]
    reader = Reader(match.game.program, match.game.names, world.state)
    spots = match.memory.of(seat) if match.hidden_from(seat) else {}
    if not spots:
        return Glance(reader, world.names, {})
    here = match.game.knower.spots(world.state)
    crowd = Counter(here[p] for p in spots)
    sure = {p for p, could in spots.items() if len(could) == 1 and crowd[here[p]] == 1}
    sites = {could: frozenset(site for site, _ in could) for could in set(spots.values())}  # most can be wherever others can
    return Glance(reader, world.names, {p: sites[could] for p, could in spots.items()}, sure)


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece that a viewer follows: its id, where it lies, its back, and whether the viewer knows which piece it is."""

    id: str
    site: int
    back: str
    known: bool


class Sight:
    """The eyes of one viewer on one match. `begun` names when it began to look: ids of before mean nothing any more."""

    def __init__(self, stage: Stage, key: bytes, begun: int = 0) -> None:
        self.stage, self.key, self.begun, self.seat = stage, key, begun, stage.seat
        self.game, self.looks = stage.game, stage.looks
        self.things: dict[int, Thing] = {}  # the pieces that are followed now, by what they are called
        self.heap_of: dict[tuple[int, str], str] = {}  # site and look, or kind -> the ref of the hidden or counted pieces there
        self.given = 0  # how many ids
        self.parts: dict[str, Data] = {}
        self.last: list[int] = []  # the state that was looked at last
        self.now: Glance | None = None
        self._kinds = [self.game.program.kind_of_piece(n) for n in range(self.game.program.pieces)]
        self._counted = [k for k in self.game.program.kinds if k.counted]
        self._sites: dict[str, list[Kind]] = {}

    # ------------------------------------------------------------ a look at the table

    def look(self, now: Glance) -> dict[str, Data]:
        """Places and cells by their refs; what can move has been given its id. Only what has changed is looked at again."""
        self.now, reader = now, now.reader
        program = self.game.program
        by_site: dict[int, list[int]] = {}
        if program.loc is not None:
            for piece, site in enumerate(reader.state[program.loc.at : program.loc.at + program.pieces]):
                if site > 0:
                    by_site.setdefault(site, []).append(piece)
        touched = self.stage.watch.touched(self.last, reader.state) if self.last else None
        if touched is not None:
            touched |= self._below(reader, touched)
        self.last = reader.state
        for site, here in by_site.items():
            spot = self.stage.spot_of.get(site)
            if (
                len(here) > 1
                and (touched is None or site in touched)
                and spot is not None
                and spot.place.ordered
                and program.pos is not None
            ):
                at = program.pos.at
                here.sort(key=lambda p: -reader.state[at + p])
        self._follow(now, by_site, touched)
        if touched is None:
            self.heap_of, self.parts = {}, {}
            for spot in self.stage.spots:
                self._spot(reader, spot, by_site)
        elif touched:
            self.heap_of = {k: v for k, v in self.heap_of.items() if k[0] not in touched}
            self.parts = dict(self.parts)
            for site in sorted(touched):
                spot = self.stage.spot_of.get(site)
                if spot is not None and spot.board:
                    self._cell(reader, spot, site - spot.base, by_site)
                elif spot is not None:
                    self._spot(reader, spot, by_site)
        return self.parts

    def _below(self, reader: Reader, touched: set[int]) -> set[int]:
        """What lies on a piece is seen where that piece lies."""
        found: set[int] = set()
        more = {reader.site_of(self.stage.mats[s]) for s in touched if s in self.stage.mats}
        while more - found:
            found |= more
            more = {reader.site_of(self.stage.mats[s]) for s in more if s in self.stage.mats}
        return found

    def _follow(self, now: Glance, by_site: dict[int, list[int]], touched: set[int] | None) -> None:
        """Which pieces are things of their own to this viewer now, and which of them it has followed until now."""
        here = self._own(now, by_site, touched)
        old = {p: t for p, t in self.things.items() if touched is None or t.site in touched}
        kept = {p: t for p, t in self.things.items() if p not in old and p not in here}
        ids = {p: old[p].id for p, (_, _, known) in here.items() if known and p in old and old[p].known}
        gone = {p: t for p, t in old.items() if t.id not in set(ids.values())}
        for same in (True, False):  # first those that lie where something like them lay, then those that may have come from elsewhere
            was: dict[tuple[int, str], list[tuple[int, Thing]]] = {}
            come: dict[tuple[int, str], list[int]] = {}
            for p, t in gone.items():
                was.setdefault((t.site if same else 0, t.back), []).append((p, t))
            for p, (site, back, _) in here.items():
                if p not in ids:
                    come.setdefault((site if same else 0, back), []).append(p)
            for key, pieces in come.items():
                before = was.get(key, [])
                if len(before) == len(pieces) and (same or len(pieces) == 1):
                    for p, (other, thing) in zip(pieces, before, strict=True):
                        if not thing.known or (same and not here[p][2] and key[0] in now.hidden.get(other, ())):
                            ids[p] = thing.id
                            gone.pop(other)
        for p in here:
            if p not in ids:
                ids[p] = self._id()
        self.things = kept | {p: Thing(ids[p], *found) for p, found in here.items()}

    def _own(self, now: Glance, by_site: dict[int, list[int]], touched: set[int] | None) -> dict[int, tuple[int, str, bool]]:
        """The pieces that are things of their own: where, with which back, and whether the viewer knows which they are."""
        found = {}
        for site in sorted(by_site if touched is None else touched):
            spot = self.stage.spot_of.get(site)
            alone = spot is None or spot.shape not in {"deck", "hand", "pile"}  # on a cell, or on another piece
            for depth, piece in enumerate(by_site.get(site, ())):
                showing = spot is not None and bool(spot.place.showing) and depth == 0
                if alone or showing or now.reader.sees(self.seat, piece):
                    found[piece] = (site, self._back(piece), piece not in now.hidden or piece in now.sure)
        return found

    def _back(self, piece: int) -> str:
        return self.looks.back(self._kinds[piece], piece)

    def _id(self) -> str:
        """An id says how many this viewer was given before, to nobody but the server."""
        self.given += 1
        said = f"{self.seat}|{self.begun}|{self.given}".encode()
        return "p:" + base64.b32encode(hmac.new(self.key, said, hashlib.sha256).digest())[:10].decode().lower()

    # ------------------------------------------------------------ places and cells

    def _spot(self, reader: Reader, spot: Spot, by_site: dict[int, list[int]]) -> None:
        """A place; of a board also all its cells."""
        header: Data = {"ref": spot.ref, "title": spot.title, "shape": spot.shape, "role": spot.role}
        if spot.owner is not None:
            header["owner"] = spot.owner
        if spot.secret:
            header["secret"] = True
        header |= spot.wished
        self.parts[spot.ref] = header
        if not spot.board:
            pieces, heaps = self._content(reader, spot, spot.base, by_site)
            header |= {"pieces": pieces, "heaps": heaps, "say": f"{spot.title}: {_listed(pieces, heaps)}"}
            return
        if spot.tall != 1.0:
            header["tall"] = spot.tall
        if spot.edges:
            header["edges"] = spot.edges
        if spot.place.of:
            header["of"] = f"x:{spot.place.of}"
        if self.looks.checkered and spot.shape == "grid":
            header["checkered"] = True
        header["say"] = spot.title
        sites: Any = range(spot.place.cells)
        if spot.shape == "open_grid":
            last = spot.base + spot.place.cells
            sites = sorted({s - spot.base for s in by_site if spot.base <= s < last} | self._occupied(reader, spot))
        for cell in sites:
            self._cell(reader, spot, cell, by_site)

    def _cell(self, reader: Reader, spot: Spot, cell: int, by_site: dict[int, list[int]]) -> None:
        fixed, place = spot.cells[cell], spot.place
        pieces, heaps = self._content(reader, spot, spot.base + cell, by_site)
        if spot.shape == "open_grid" and not pieces and not heaps:
            self.parts.pop(fixed["ref"], None)
            return
        found = {**fixed, "say": f"{fixed['name']}: {_listed(pieces, heaps)}"}
        if pieces:
            found["pieces"] = pieces
        if heaps:
            found["heaps"] = heaps
        for name, attribute in place.attributes.items():
            if attribute.field is None:
                continue
            value = reader.element(attribute.field, spot.base + cell - place.base)
            text = reader.text(attribute.shown, value, getattr(attribute.field.type, "base", 0))
            if text not in DULL:
                found["facts"] = [*found.get("facts", ()), {"name": spoken(name), "text": spoken_name(text)}]
        self.parts[fixed["ref"]] = found

    def _occupied(self, reader: Reader, spot: Spot) -> set[int]:
        """Cells of a large board with equal pieces on them."""
        kinds = [k for k in self._counted if k.number in spot.place.limits]
        return {c for c in range(spot.place.cells) for k in kinds if reader.tokens(k, spot.base + c)} if kinds else set()

    def _content(self, reader: Reader, spot: Spot, site: int, by_site: dict[int, list[int]]) -> tuple[list[Data], list[Data]]:
        pieces, hidden = [], Counter[str]()
        backs: dict[str, tuple[Kind, int]] = {}
        for piece in by_site.get(site, ()):
            if piece in self.things:
                pieces.append(self._piece(reader, piece, spot.place, by_site))
            else:
                look = self.looks.unknown(self._kinds[piece], piece)
                hidden[look] += 1
                backs.setdefault(look, (self._kinds[piece], piece))
        if not spot.place.ordered or spot.shape == "hand":  # an order that says nothing: by what the viewer sees
            pieces.sort(key=lambda p: (p["kind"], p.get("face", "up"), _natural(p.get("name") or ""), p["id"]))
        ref = self.stage.refs[site]
        heaps = []
        for look in sorted(hidden):
            kind = backs[look][0]
            own = f"h:{ref[2:]}|{look}"
            self.heap_of[site, look] = own
            say = f"{counted(hidden[look], spoken(kind.name))} face down"
            heaps.append({"ref": own, "kind": kind.name, "look": look, "count": hidden[look], "hidden": True, "say": say})
        for kind in self._here(spot.place):
            for owner, count in reader.tokens(kind, site).items():
                name = self.game.names.owner(kind, owner) if owner >= 0 else None
                own = f"h:{ref[2:]}|{kind.name}{f'.{name}' if name else ''}"
                self.heap_of[site, f"{kind.name}.{owner}"] = self.heap_of[site, kind.name] = own
                say = f"{counted(count, spoken(kind.name))}{f' of {spoken_name(name)}' if name else ''}"
                heap = {"ref": own, "kind": kind.name, "look": self.looks.heap(kind, owner), "count": count, "say": say}
                heaps.append({**heap, "owner": name} if name else heap)
        return pieces, heaps

    def _here(self, place: Place) -> list[Kind]:
        found = self._sites.get(place.name)
        if found is None:
            found = self._sites[place.name] = [k for k in self._counted if k.number in place.limits]
        return found

    # ------------------------------------------------------------ pieces

    def _piece(self, reader: Reader, piece: int, place: Place | None, by_site: dict[int, list[int]]) -> Data:
        kind = self._kinds[piece]
        found: Data = {"id": self.things[piece].id, "kind": kind.name}
        down = reader.face_down(piece)
        seen = reader.sees(self.seat, piece)
        owner = reader.owner_of(piece) if kind.owners or reader.program.owner is not None else -1
        if owner >= 0:
            found["owner"] = self.game.names.owner(kind, owner)
        if down or not seen:
            told = seen or (place is not None and bool(place.showing))
            look = self._back(piece) if told else self.looks.unknown(kind, piece)
            found |= {"look": look, "face": "down", "say": f"{spoken(kind.name)} face down"}
            shown = [reader.attribute(kind, piece - kind.base, kind.attributes[a]) for a in (place.showing if place else ())]
            if shown:
                found["say"] += f", {spoken_name(', '.join(shown))}"
            if not seen:
                return found
        else:
            name = self.looks.name(reader, kind, piece)
            found |= {"look": self.looks.face(reader, kind, piece), "name": name, "say": spoken_name(name)}
            top = self.game.world.kinds[kind.name].attrs.get("top") if self.game.world.kinds[kind.name].turning else None
            if top is not None and top.core is not None and top.core.field is not None:
                turn = 360.0 / (top.high + 1) * reader.element(top.core.field, piece - kind.base)
                found["turn"] = (turn - 90.0 * self.stage.tiles_turned_by(place)) % 360
        facts, marks = self._facts(reader, kind, piece, owner)
        if marks:
            found["marks"] = marks
        if facts:
            found["facts"] = facts
        if owner >= 0 and str(found["owner"]) not in found["say"]:
            found["say"] += f" of {spoken_name(found['owner'])}"
        if marks:
            found["say"] += f", {', '.join(marks)}"
        if kind.site_base >= 0:
            self._mat(reader, kind, piece, found, by_site)
        return found

    def _facts(self, reader: Reader, kind: Kind, piece: int, owner: int) -> tuple[list[Data], list[str]]:
        """What changes about a piece: numbers and values as facts, flags as marks."""
        facts, marks = [], []
        for name, attribute in kind.attributes.items():
            if (
                attribute.field is None
                or (name == "face" and attribute.shown.sort != "number" and not self.game.world.kinds[kind.name].dice)
                or (attribute.secret and owner != self.seat)
            ):
                continue
            text = reader.attribute(kind, piece - kind.base, attribute)
            if text == "yes":
                marks.append(spoken(name))
            elif text not in DULL:
                facts.append({"name": spoken(name), "text": spoken_name(text)})
        return facts, marks

    def _mat(self, reader: Reader, kind: Kind, piece: int, found: Data, by_site: dict[int, list[int]]) -> None:
        """What lies on a piece that holds others."""
        site = kind.site_base + piece - kind.base
        on = [self._piece(reader, p, None, by_site) for p in by_site.get(site, ()) if p in self.things]
        heaps = []
        for token in self._counted:
            for owner, count in reader.tokens(token, site).items():
                name = self.game.names.owner(token, owner) if owner >= 0 else None
                own = f"h:{found['id'][2:]}|{token.name}{f'.{name}' if name else ''}"
                self.heap_of[site, f"{token.name}.{owner}"] = self.heap_of[site, token.name] = own
                say = counted(count, spoken(token.name))
                heaps.append({"ref": own, "kind": token.name, "look": self.looks.heap(token, owner), "count": count, "say": say})
        if on:
            found["on"] = on
            found["say"] += f", on it {', '.join(p['say'] for p in on)}"
        if heaps:
            found["heaps"] = heaps

    # ------------------------------------------------------------ refs

    def ref_of_piece(self, piece: int) -> str:
        """How this viewer touches a piece of the match: itself, or the heap it is hidden in; nothing if it lies nowhere."""
        assert self.now is not None
        piece = self.now.called.get(piece, piece)
        if piece in self.things:
            return self.things[piece].id
        site = self.now.reader.site_of(piece)
        look = self.looks.unknown(self._kinds[piece], piece)
        return self.heap_of.get((site, look), "") or (self.stage.refs.get(site, "") if site > 0 else "")

    def ref_of_site(self, site: int) -> str:
        holder = self.stage.mats.get(site)
        if holder is None or self.now is None:
            return self.stage.refs.get(site, "")
        holder = self.now.called.get(holder, holder)
        return self.things[holder].id if holder in self.things else ""

    def piece_of_ref(self, ref: str) -> int | None:
        """The piece of the match that an id stands for, if the viewer sees its face."""
        assert self.now is not None
        found = next((p for p, thing in self.things.items() if thing.id == ref), None)
        return None if found is None or found in self.now.hidden else found


def _listed(pieces: list[Data], heaps: list[Data]) -> str:
    return "; ".join([*(p["say"] for p in pieces), *(h["say"] for h in heaps)]) or "empty"


def _natural(text: str) -> tuple[int, str]:
    """Numbers by their size, then words."""
    return (int(text), "") if text.isdigit() else (1 << 30, text)
