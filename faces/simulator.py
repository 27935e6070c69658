"""A saved game for Tabletop Simulator: decks, tokens and boards where the setup puts them, hands for the seats.

The fields are those of the published save format: `ObjectStates` with `DeckCustom`, `Card`, `Custom_Tile` and `HandTrigger`. Pictures lie
in files that the save names by an address.

Published: kb.tabletopsimulator.com/custom-content/save-file-format, and as types in `saveFile.d.ts` and `objectData.d.ts` of the package
@typed-tabletop-simulator/declaration 2.2.1; tiles (`CustomTile`: 0 box, 1 hexagon, 2 circle, 3 rounded) in its library.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.faces.arrangement import arranged
from rulewright.faces.atlas import Atlas, atlases
from rulewright.faces.export import Printed, as_pngs, with_bleed
from rulewright.faces.painter import Painter
from rulewright.faces.svg import Drawing

DPI = 150.0
UNIT = 25.0  # millimetres of one unit of the table, about an inch
COLOURS = ("White", "Red", "Blue", "Green", "Yellow", "Purple", "Orange", "Pink")
FORMS = {"square": 0, "hexagon": 1, "round": 2, "card": 3}  # of tiles


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
        self.lies = arranged(painter, faces, state)
        self.result = Saved({})
        self.decks: dict[str, tuple[int, dict[str, Any], int]] = {}  # id of a face -> deck, its entry, place on its picture
        self.number = self.made_so_far = 0

    def made(self) -> Saved:
        self.sheets()
        objects = [*self.boards(), *self.piles(), *self.hands()]
        names = ("GameMode", "GameType", "GameComplexity", "Date", "Table", "Sky", "Note", "LuaScript", "LuaScriptState", "XmlUI")
        self.result.save = {"SaveName": self.game.title, **dict.fromkeys(names, ""), "VersionNumber": "", "Tags": [], "Gravity": 0.5}
        self.result.save |= {"PlayArea": 0.5, "TabStates": {}, "ObjectStates": objects}
        self.result.save["GameMode"] = self.game.title
        return self.result

    # ------------------------------------------------------------ pictures

    def sheets(self) -> None:
        """Cards on large pictures, with a picture of each back; tokens singly."""
        for one in self.faces:
            if self.painter.sort(one.kind) == "token":
                self.picture(f"{one.id}.png", with_bleed(one.front))
                if one.double:
                    self.picture(f"{one.back_id}.png", with_bleed(one.back))
        for atlas in atlases([one for one in self.faces if self.painter.sort(one.kind) != "token"], least=2):
            self.deck(atlas)

    def deck(self, atlas: Atlas) -> None:
        self.number += 1
        name = f"{atlas.name}.png"
        self.picture(name, atlas.drawn())
        self.picture(f"{atlas.back_id}.png", atlas.faces[0].back)
        wide, high = atlas.size
        entry = {
            "FaceURL": self.address(name),
            "BackURL": self.address(f"{atlas.back_id}.png"),
            "NumWidth": atlas.across,
            "NumHeight": atlas.down,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0 if abs(wide - high) > 1 else 1,
        }
        for i, one in enumerate(atlas.faces):
            self.decks[one.id] = (self.number, entry, i)

    def picture(self, name: str, drawn: Drawing) -> None:
        if name not in self.result.pictures:
            self.result.pictures[name] = as_pngs([drawn], DPI)[0]

    # ------------------------------------------------------------ objects

    def object(self, name: str, title: str, x: float, z: float, scale: tuple[float, float], **more: Any) -> dict[str, Any]:
        self.made_so_far += 1
        guid = hashlib.sha256(f"{name}{title}{self.made_so_far}".encode()).hexdigest()[:6]
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
        form = FORMS["round" if one.front.round else "hexagon" if one.front.hexagon else "card"]
        size = max(one.front.width, one.front.height) / UNIT / 2
        image = {"ImageURL": self.address(f"{one.id}.png"), "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0}
        image["ImageSecondaryURL"] = self.address(f"{one.back_id}.png") if one.double else image["ImageURL"]
        image["CustomTile"] = {"Type": form, "Thickness": 0.1, "Stackable": True, "Stretch": True}
        return self.object("Custom_Tile", one.name, x, z, (size, size), CustomImage=image)

    def boards(self) -> list[dict[str, Any]]:
        found = []
        for one in self.lies.boards:
            name = f"{one.name}.png"
            self.picture(name, one.drawn)
            wide = one.drawn.width / UNIT / 2
            image = {"ImageURL": self.address(name), "ImageSecondaryURL": self.address(name), "ImageScalar": 1.0, "WidthScale": 0.0}
            image["CustomTile"] = {"Type": FORMS["square"], "Thickness": 0.1, "Stackable": False, "Stretch": True}
            at = (one.x / UNIT, -one.y / UNIT)
            board = self.object("Custom_Tile", one.title, *at, (wide, one.drawn.height / UNIT / 2), CustomImage=image)
            board["Locked"] = True
            found.append(board)
        return found

    def piles(self) -> list[dict[str, Any]]:
        """What lies in each place."""
        found = []
        for lying in self.lies.piles:
            x, z = lying.x / UNIT, -lying.y / UNIT
            if lying.faces[0].id in self.decks:
                found.append(self.pile(lying.title, list(lying.faces), x, z, lying.hidden and lying.seat < 0))
            else:
                found += [self.tile(one, x, z + number * 0.01) for number, one in enumerate(lying.faces)]
        return found

    def hands(self) -> list[dict[str, Any]]:
        """A hand for each seat, if somebody holds one."""
        found = []
        for number, (seat, x, y) in enumerate(self.lies.hands):
            colour = seat if seat in COLOURS else COLOURS[number % len(COLOURS)]
            hand = self.object("HandTrigger", seat, x / UNIT, -y / UNIT, (14.0, 5.0), FogColor=colour)
            hand |= {"Locked": True, "Transform": {**hand["Transform"], "posY": 4.0, "scaleY": 9.0, "rotY": 0.0}}
            found.append(hand)
        return found
