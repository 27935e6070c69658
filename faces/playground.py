"""A package for Tabletop Playground: a template for every pile, pictures, and a script that lays them out as the setup says.

The fields of templates are those of the published schema; saved states of that program have no published format, so that the table is
laid by a script, which is the published way to put objects on it. Lengths are centimetres, x away from the players, y to the right.

Published: github.com/plasticity-studios/tabletop-playground-schemas, `src/object-template.ts`, `src/templates.ts` and `src/basic.ts`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from rulewright.faces.arrangement import Lying, arranged
from rulewright.faces.atlas import Atlas, atlases
from rulewright.faces.canvas import Canvas
from rulewright.faces.export import Printed, as_pngs
from rulewright.faces.painter import Painter
from rulewright.faces.svg import Drawing

DPI = 150.0
CM = 10.0  # millimetres
THICK = {"card": 0.05, "token": 0.2, "board": 0.3}
SCRIPT = """// Lays the table of a game as its setup says. Drag "{title}: set up" from the object library onto the table.
const {{ refObject, world, Vector }} = require("@tabletop-playground/api");

// template, away from the players, to the right, face up, locked
const LIES = {lies};

refObject.onCreated.add((object) => {{
  let height = world.getTableHeight();
  for (const [template, x, y, up, locked] of LIES) {{
    height += 0.02;
    const made = world.createObjectFromTemplate(template, new Vector(x, y, height + 0.5));
    if (!made) continue;
    if (made.isFaceUp && made.isFaceUp() !== up) made.flipOrUpright();
    made.snapToGround();
    if (locked) made.freeze();
  }}
  object.destroy();
}});
"""


@dataclass(slots=True)
class Package:
    """The files of a package, by their paths in it."""

    files: dict[str, bytes] = field(default_factory=dict)


def package(painter: Painter, faces: list[Printed], state: list[int] | None) -> Package:
    return _Maker(painter, faces, state).made()


class _Maker:
    def __init__(self, painter: Painter, faces: list[Printed], state: list[int] | None) -> None:
        self.painter, self.title = painter, painter.game.title
        self.lies = arranged(painter, faces, state)
        self.atlas: dict[str, tuple[Atlas, int]] = {}
        for one in atlases(faces):
            for index, face in enumerate(one.faces):
                self.atlas[face.id] = (one, index)
        self.templates: dict[str, dict[str, Any]] = {}
        self.result = Package()

    def guid(self, text: str) -> str:
        """32 hexadecimal letters, the same whenever the package is made anew."""
        return hashlib.sha256(f"{self.title}/{text}".encode()).hexdigest()[:32].upper()

    def made(self) -> Package:
        lies: list[list[object]] = []
        for board in self.lies.boards:
            self.texture(f"{board.name}.png", board.drawn)
            size = (board.drawn.width, board.drawn.height)
            file = f"{board.name}.png"
            guid = self.template(board.title, file, file, size, (1, 1), {0: board.title}, [0], "board", "Square")
            lies.append([guid, round(-board.y / CM, 2), round(board.x / CM, 2), True, True])
        for pile in self.lies.piles:
            lies += [[guid, round(-pile.y / CM, 2), round(pile.x / CM, 2), not pile.hidden, False] for guid in self.pile(pile)]
        card = self.setup_card()
        script = SCRIPT.format(title=self.title, lies=json.dumps(lies))
        manifest = {"Name": self.title, "Version": "1", "GUID": self.guid("package"), "CopyProtection": False}
        files = self.result.files
        files["Manifest.json"] = _json(manifest)
        files["Scripts/setup.js"] = script.encode()
        for guid, made in {**self.templates, card["GUID"]: card}.items():
            files[f"Templates/{guid}.json"] = _json(made)
        return self.result

    def pile(self, pile: Lying) -> list[str]:
        """The templates of what lies at one point: one for each picture from which its faces come."""
        groups: dict[str, list[int]] = {}
        for one in pile.faces:
            atlas, index = self.atlas[one.id]
            groups.setdefault(atlas.name, []).append(index)
        found = []
        for name, indices in groups.items():
            atlas = next(a for a, _ in self.atlas.values() if a.name == name)
            first = atlas.faces[0]
            self.texture(f"{name}.png", atlas.drawn())
            back = f"{name}.png"
            if first.double:
                back = f"{atlas.back_id}.png"
                self.texture(back, first.back)
            names = {i: atlas.faces[i].name for i in sorted(set(indices))}
            sort = "token" if self.painter.sort(first.kind) == "token" else "card"
            grid = (atlas.across, atlas.down)
            title = pile.title if len(indices) > 1 else atlas.faces[indices[0]].name
            found.append(self.template(title, f"{name}.png", back, atlas.size, grid, names, indices, sort, _model(first.front)))
        return found

    def template(
        self,
        title: str,
        front: str,
        back: str,
        size: tuple[float, float],
        grid: tuple[int, int],
        names: dict[int, str],
        indices: list[int],
        sort: str,
        model: str,
    ) -> str:
        guid = self.guid(f"{front} {indices}")
        made = _object(guid, title) | {
            "FrontTexture": front,
            "BackTexture": back,
            "HiddenTexture": "",
            "BackIndex": -2 if back != front else -1,  # a file of its own, or the same as the front
            "HiddenIndex": -3 if back != front else -1,  # what others see in a hand: the back
            "NumHorizontal": grid[0],
            "NumVertical": grid[1],
            "Width": round(size[0] / CM, 2),
            "Height": round(size[1] / CM, 2),
            "Indices": indices,
            "CardNames": {str(i): name for i, name in names.items()},
            "CardMetadata": {},
            "CardTags": {},
            "HiddenInHand": True,
            "Thickness": THICK[sort],
            "Model": model,
            "UsedWithCardHolders": sort == "card",
            "CanStack": sort != "board",
        }
        self.templates.setdefault(guid, made)
        return guid

    def setup_card(self) -> dict[str, Any]:
        """What is dragged onto the table to lay it."""
        d = Canvas(63, 88, bleed=0.0, theme=self.painter.theme, corners=3)
        d.whole(self.painter.accent)
        d.box(4, 4, 55, 80, d.theme.paper, d.theme.ink, 0.3, 2)
        d.title(31.5, 36, self.title, 15, 48)
        d.say(31.5, 52, "set up", 12)
        self.texture("setup.png", d)
        guid = self.guid("setup")
        self.template(f"{self.title}: set up", "setup.png", "setup.png", (63, 88), (1, 1), {0: "set up"}, [0], "card", "Rounded")
        made = self.templates.pop(self.guid("setup.png [0]"))
        return made | {"GUID": guid, "ScriptName": "setup.js"}

    def texture(self, name: str, drawn: Drawing) -> None:
        path = f"Textures/{name}"
        if path not in self.result.files:
            self.result.files[path] = as_pngs([drawn], DPI)[0]


def _model(front: Canvas) -> str:
    return "Round" if front.round else "Hexagonal" if front.hexagon else "Rounded"


def _object(guid: str, title: str) -> dict[str, Any]:
    return {
        "Type": "Card",
        "GUID": guid,
        "Name": title,
        "Metadata": "",
        "CollisionType": "Regular",
        "Friction": 0.7,
        "Restitution": 0.0,
        "Density": 0.5,
        "SurfaceType": "Cardboard",
        "Roughness": 1,
        "Metallic": 0,
        "PrimaryColor": {"R": 1, "G": 1, "B": 1},
        "SecondaryColor": {"R": 0, "G": 0, "B": 0},
        "Flippable": True,
        "ScriptName": "",
        "Models": [],
        "Collision": [],
        "SnapPoints": [],
        "Tags": [],
    }


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
