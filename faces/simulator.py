"""A saved game for Tabletop Simulator: decks, tokens and boards where the setup puts them, hands for the seats.

The fields are those of the published save format: `ObjectStates` with `DeckCustom`, `Card`, `Custom_Tile` and `HandTrigger`. Pictures lie
in files that the save names by an address.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.core.layout import initial
from rulewright.faces import boards
from rulewright.faces.export import Printed, as_pngs, with_bleed
from rulewright.faces.painter import Painter
from rulewright.faces.svg import Drawing
from rulewright.faces.words import slug, spoken
from rulewright.play.reader import Reader

ACROSS, DOWN = 10, 7  # cards on one picture; the last place is left free for what hides a hand
DPI = 150.0
UNIT = 25.0  # millimetres of one unit of the table, about an inch
COLOURS = ("White", "Red", "Blue", "Green", "Yellow", "Purple", "Orange", "Pink")
ROUND, BOX = 2, 3  # forms of tiles


@dataclass(slots=True)
class Saved:
    """The save, and the pictures it needs, by name."""

    save: dict[str, Any]
    pictures: dict[str, bytes] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return json.dumps(self.save, indent=2, ensure_ascii=False) + "\n"


def saved(painter: Painter, faces: list[Printed], state: list[int] | None, address: Callable[[str], str]) -> Saved:
    """The table as it stands after setup; `address`: where a picture can be found."""
    return _Table(painter, faces, state, address).made()


class _Table:
    def __init__(self, painter: Painter, faces: list[Printed], state: list[int] | None, address: Callable[[str], str]) -> None:
        self.painter, self.faces, self.address = painter, faces, address
        self.game = painter.game
        program = self.game.program
        self.reader = Reader(program, self.game.names, state if state is not None else initial(program))
        self.result = Saved({})
        self.decks: dict[str, tuple[int, dict[str, Any], int]] = {}  # id of a face -> deck, its entry, place on its picture
        self.number = 0

    def made(self) -> Saved:
        for kind in dict.fromkeys(one.kind for one in self.faces):
            self.sheet(kind)
        objects = [*self.boards(), *self.piles(), *self.hands()]
        names = ("GameMode", "GameType", "GameComplexity", "Date", "Table", "Sky", "Note", "LuaScript", "LuaScriptState", "XmlUI")
        self.result.save = {"SaveName": self.game.title, **dict.fromkeys(names, ""), "VersionNumber": "", "Tags": [], "Gravity": 0.5}
        self.result.save |= {"PlayArea": 0.5, "TabStates": {}, "ObjectStates": objects}
        self.result.save["GameMode"] = self.game.title
        return self.result

    # ------------------------------------------------------------ pictures

    def sheet(self, kind: str) -> None:
        """All faces of a kind on pictures of ten by seven, and a picture of each back."""
        mine = [one for one in self.faces if one.kind == kind]
        if self.painter.sort(kind) == "token":
            for one in mine:
                self.picture(f"{one.id}.png", with_bleed(one.front))
                if one.double:
                    self.picture(f"{one.back_id}.png", with_bleed(one.back))
            return
        for back_id in dict.fromkeys(one.back_id for one in mine):
            group = [one for one in mine if one.back_id == back_id]
            for begin in range(0, len(group), ACROSS * DOWN - 1):
                self.deck(kind, back_id, group[begin : begin + ACROSS * DOWN - 1], begin)

    def deck(self, kind: str, back_id: str, group: list[Printed], begin: int) -> None:
        self.number += 1
        across, down = min(ACROSS, len(group)), -(-len(group) // ACROSS)
        if len(group) < ACROSS * DOWN - 1:
            across, down = max(2, across), max(2, down)
        wide, high = group[0].front.width, group[0].front.height
        whole = Drawing(across * wide, down * high)
        for i, one in enumerate(group):
            whole.put(one.front, (i % across) * wide, (i // across) * high)
        name = f"{slug(kind)}-{slug(back_id)}-{begin // (ACROSS * DOWN - 1) + 1}.png"
        self.picture(name, whole)
        self.picture(f"{back_id}.png", group[0].back)
        entry = {
            "FaceURL": self.address(name),
            "BackURL": self.address(f"{back_id}.png"),
            "NumWidth": across,
            "NumHeight": down,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0 if abs(wide - high) > 1 else 1,
        }
        for i, one in enumerate(group):
            self.decks[one.id] = (self.number, entry, i)

    def picture(self, name: str, drawn: Drawing) -> None:
        if name not in self.result.pictures:
            self.result.pictures[name] = as_pngs([drawn], DPI)[0]

    # ------------------------------------------------------------ objects

    def object(self, name: str, title: str, x: float, z: float, scale: tuple[float, float], **more: Any) -> dict[str, Any]:
        guid = hashlib.sha256(f"{name}{title}{x:.3f}{z:.3f}{len(more)}".encode()).hexdigest()[:6]
        down = more.pop("down", False)
        place = {"posX": round(x, 3), "posY": 1.2, "posZ": round(z, 3), "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0 if down else 0.0}
        place |= {"scaleX": round(scale[0], 3), "scaleY": 1.0, "scaleZ": round(scale[1], 3)}
        colour = {"r": 1.0, "g": 1.0, "b": 1.0}
        common = {"Locked": False, "Grid": True, "Snap": True, "Autoraise": True, "Sticky": True, "Tooltip": True, "Hands": False}
        return {
            "GUID": guid,
            "Name": name,
            "Transform": place,
            "Nickname": title,
            "Description": "",
            "ColorDiffuse": colour,
            **common,
            **more,
        }

    def card(self, one: Printed, x: float, z: float, down: bool) -> dict[str, Any]:
        number, entry, place = self.decks[one.id]
        scale = (one.front.width / 63, one.front.height / 88)
        found = self.object("Card", one.name, x, z, scale, down=down, CardID=number * 100 + place, SidewaysCard=False)
        found |= {"CustomDeck": {str(number): entry}, "Description": one.text, "Hands": True}
        return found

    def pile(self, title: str, cards: list[Printed], x: float, z: float, down: bool) -> dict[str, Any]:
        """Several cards as a deck, one as itself."""
        made = [self.card(one, x, z, down) for one in cards]
        if len(made) == 1:
            return made[0]
        decks = {key: entry for card in made for key, entry in card["CustomDeck"].items()}
        scale = (cards[0].front.width / 63, cards[0].front.height / 88)
        found = self.object("DeckCustom", title, x, z, scale, down=down, DeckIDs=[c["CardID"] for c in made], SidewaysCard=False)
        found |= {"CustomDeck": decks, "ContainedObjects": made}
        for number, card in enumerate(made):
            card["GUID"] = hashlib.sha256(f"{found['GUID']}{number}".encode()).hexdigest()[:6]
        return found

    def tile(self, one: Printed, x: float, z: float) -> dict[str, Any]:
        form = ROUND if one.front.round else BOX
        size = max(one.front.width, one.front.height) / UNIT / 2
        image = {"ImageURL": self.address(f"{one.id}.png"), "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0}
        image["ImageSecondaryURL"] = self.address(f"{one.back_id}.png") if one.double else image["ImageURL"]
        image["CustomTile"] = {"Type": form, "Thickness": 0.1, "Stackable": True, "Stretch": True}
        return self.object("Custom_Tile", one.name, x, z, (size, size), CustomImage=image)

    def boards(self) -> list[dict[str, Any]]:
        found = []
        x = 0.0
        for place in self.game.program.places:
            if place.board is None or place.shape == "open_grid":
                continue
            reader = Reader(self.game.program, self.game.names, initial(self.game.program))
            drawn = boards.draw(boards.Board(self.painter, reader, place), 300.0)
            name = f"board-{slug(place.name)}.png"
            self.picture(name, drawn)
            size = drawn.width / UNIT / 2
            image = {"ImageURL": self.address(name), "ImageSecondaryURL": self.address(name), "ImageScalar": 1.0, "WidthScale": 0.0}
            image["CustomTile"] = {"Type": BOX, "Thickness": 0.1, "Stackable": False, "Stretch": True}
            board = self.object("Custom_Tile", spoken(place.name), x + size, 0.0, (size, size), CustomImage=image)
            board["Locked"] = True
            found.append(board)
            x += 2 * size + 2
        return found

    def piles(self) -> list[dict[str, Any]]:
        """What lies in each place, in rows below the boards; what is in the box at the far edge."""
        by_piece = {(one.kind, index): one for one in self.faces for index in one.pieces}
        found = []
        x, z = -14.0, -8.0
        sites: list[tuple[str, int, bool]] = [("box", 0, True)]
        for place in self.game.program.places:
            for number in range(place.sites):
                hidden = place.shape == "deck"
                sites.append((spoken(place.name), place.base + number, hidden))
        for title, site, hidden in sites:
            groups: dict[str, list[Printed]] = {}
            for piece in self.reader.pieces_on(site):
                kind = self.game.program.kind_of_piece(piece)
                one = by_piece.get((kind.name, piece - kind.base))
                if one is not None:
                    groups.setdefault(kind.name, []).append(one)
            for kind_name, here in groups.items():
                if self.painter.sort(kind_name) == "token":
                    for number, one in enumerate(here):
                        found.append(self.tile(one, x + (number % 6) * 1.1, z - (number // 6) * 1.1))
                    x += 7.5
                else:
                    found.append(self.pile(f"{title}: {spoken(kind_name)}", here, x, z, hidden))
                    x += 3.5
                if x > 14:
                    x, z = -14.0, z - 5.0
        for one in self.faces:  # equal pieces: one of each, to be copied
            if not one.pieces:
                found.append(self.tile(one, x, z))
                x += 1.5
        return found

    def hands(self) -> list[dict[str, Any]]:
        """A hand for each seat, if somebody holds one."""
        if not any(place.shape == "hand" for place in self.game.program.places):
            return []
        found = []
        for number, seat in enumerate(self.game.seats):
            colour = seat if seat in COLOURS else COLOURS[number % len(COLOURS)]
            x = (number - (len(self.game.seats) - 1) / 2) * 14.0
            hand = self.object("HandTrigger", seat, x, -22.0, (12.0, 5.0), FogColor=colour)
            hand |= {"Locked": True, "Transform": {**hand["Transform"], "posY": 4.0, "scaleY": 9.0, "rotY": 0.0}}
            found.append(hand)
        return found
