"""Faces for other tools: a list of all of them, single SVG and PNG files, tables for nanDECK, and the cards laid out in sheets."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.core.program import Kind
from rulewright.dsl.words import slug, spoken
from rulewright.faces import typefaces
from rulewright.faces.backs import shown
from rulewright.faces.canvas import Canvas
from rulewright.faces.front import back, face
from rulewright.faces.painter import Painter
from rulewright.faces.reading import content
from rulewright.faces.svg import Drawing
from rulewright.faces.tokens import token
from rulewright.play.reader import Reader

INCH = 25.4


@dataclass(frozen=True, slots=True)
class Printed:
    """One face of the game with its back: everything that tools ask about it."""

    id: str
    kind: str
    name: str
    copies: int
    front: Canvas
    back: Canvas
    back_id: str
    values: dict[str, str]
    text: str
    words: str
    pieces: tuple[int, ...]  # numbers of the pieces that look so, among their kind

    @property
    def double(self) -> bool:
        return self.front.body() != self.back.body()


def printed(painter: Painter, bleed: float = 3.0, only: Sequence[str] = (), state: list[int] | None = None) -> list[Printed]:
    """Every face once, with how many pieces bear it. Counted pieces have one for each owner. `state`: as the setup leaves it; men that
    are drawn by what they are there (of chess) have a face for each."""
    reader = Reader(painter.game.program, painter.game.names, state) if state is not None else None
    found: list[Printed] = []
    for kind in painter.game.program.kinds:
        if not only or kind.name in only:
            found += _counted(painter, kind, bleed) if kind.counted else _individual(painter, kind, bleed, reader)
    return found


def _counted(painter: Painter, kind: Kind, bleed: float) -> list[Printed]:
    found = []
    for owner in range(max(1, kind.owners)):
        drawn = token(painter, kind, 0, bleed, owner=owner if kind.owners else -1)
        name = f"{spoken(kind.name)} {painter.game.names.owner(kind, owner) if kind.owners else ''}".strip()
        id = f"{slug(kind.name)}-{owner}"
        found.append(Printed(id, kind.name, name, max(1, kind.count), drawn, drawn, id, {}, "", name, ()))
    return found


def _individual(painter: Painter, kind: Kind, bleed: float, reader: Reader | None) -> list[Printed]:
    groups: dict[tuple[int, int, str], list[int]] = {}
    for index in range(kind.count):
        twin = kind.twins[index] if kind.twins else index
        role = painter.role(reader, kind, kind.base + index) if reader is not None and painter.sort(kind.name) == "token" else ""
        groups.setdefault((painter.owner(kind, index), twin, role), []).append(index)
    found = []
    for (owner, _, role), same in groups.items():
        index = same[0]
        told = shown(painter, kind, index)
        read = content(painter, kind, index)
        key = kind.ids[index] if kind.ids and kind.ids[index] else str(index)
        back_id = "-".join([slug(kind.name), "back", *([slug(told[1])] if told else []), *([str(owner)] if owner >= 0 else [])])
        if not painter.hides(kind.name):
            back_id = f"{slug(kind.name)}-{slug(key)}-back"
        values = {fact.name: fact.text for fact in painter.facts(kind, index)}
        if owner >= 0:
            values["owner"] = painter.game.names.owner(kind, owner)
        front, rear = face(painter, kind, index, bleed=bleed), back(painter, kind, index, bleed=bleed)
        name = read.name
        if role:
            front = rear = token(painter, kind, index, bleed, role=role)
            name, key = role, f"{role}-{owner}"
            values["role"] = role
        text = painter.text(kind, index)
        id = f"{slug(kind.name)}-{slug(key)}"
        found.append(Printed(id, kind.name, name, len(same), front, rear, back_id, values, text, read.words, tuple(same)))
    return found


# ---------------------------------------------------------------- tables


def rows(faces: list[Printed], ending: str) -> list[dict[str, Any]]:
    """One row for each face: what it is, how many, its files, and all that is printed on it."""
    found = []
    for one in faces:
        about = {
            "id": one.id,
            "kind": one.kind,
            "name": one.name,
            "copies": one.copies,
            "width": one.front.width,
            "height": one.front.height,
        }
        files = {"front": f"{one.id}.{ending}", "back": f"{one.back_id}.{ending}" if one.double else ""}
        found.append({**about, **files, **one.values, "text": one.text})
    return found


def as_csv(found: list[dict[str, Any]], separator: str = ",") -> str:
    """A table with a head; columns in the order in which they first occur."""
    columns = list(dict.fromkeys(name for row in found for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, delimiter=separator, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return out.getvalue()


def as_json(faces: list[Printed], ending: str) -> str:
    """The same as data, with values and words for those who cannot see."""
    found = []
    for one, row in zip(faces, rows(faces, ending), strict=True):
        plain = {k: v for k, v in row.items() if k not in one.values}
        found.append({**plain, "values": one.values, "words": one.words})
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def for_nandeck(faces: list[Printed], ending: str, folder: str = "") -> dict[str, str]:
    """A table and a script for each kind: a row for each card; its front is a card, and its back one behind all fronts.

    Nothing is used but what was read in published scripts and in the tips of the makers: a table with commas is linked, columns
    stand in brackets, and `DUPLEX` pairs a range of fronts with one of backs.
    """
    files: dict[str, str] = {}
    for kind in dict.fromkeys(one.kind for one in faces):
        mine = [one for one in faces if one.kind == kind]
        found = [{k: f"{folder}{v}" if k in {"front", "back"} and v else v for k, v in row.items()} for row in rows(mine, ending)]
        repeated = [row for one, row in zip(mine, found, strict=True) for _ in range(one.copies)]
        stem, last = slug(kind), len(repeated)
        files[f"{stem}.csv"] = as_csv(repeated)
        edge = 2 * mine[0].front.bleed  # the pictures have their bleed
        wide, high = (mine[0].front.width + edge) / 10, (mine[0].front.height + edge) / 10
        script = ["UNIT=CM", f"CARDSIZE={wide:g},{high:g}", "DPI=300", f"LINK={stem}.csv", f"IMAGE=1-{last},[front],0,0,100%,100%"]
        if all(row["back"] for row in repeated):
            script += [
                f"IMAGE={last + 1}-{2 * last},[back],0,0,100%,100%",
                f"DUPLEX=1-{last},{last + 1}-{2 * last}",
                "PRINT=DUPLEX",
            ]
        files[f"{stem}.txt"] = "\n".join(script) + "\n"
    return files


# ---------------------------------------------------------------- pictures


def as_svg(drawn: Canvas, label: str, id: str) -> str:
    """A face with its bleed around it, by itself."""
    whole = Drawing(drawn.width + 2 * drawn.bleed, drawn.height + 2 * drawn.bleed)
    whole.put(drawn, drawn.bleed, drawn.bleed)
    return whole.render(label).replace("<svg ", f'<svg id="{id}" ', 1)


def as_pngs(pictures: Sequence[Drawing], dpi: float) -> list[bytes]:
    """Drawings of one size as PNG files."""
    import tempfile
    from pathlib import Path

    import typst

    if not pictures:
        return []
    wide, high = pictures[0].width, pictures[0].height
    pages = []
    for picture in pictures:
        svg = json.dumps(picture.render(), ensure_ascii=False)
        pages.append(f'#page(width: {wide}mm, height: {high}mm, margin: 0pt, image(bytes({svg}), format: "svg", width: {wide}mm))')
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        file = Path(folder) / "main.typ"
        file.write_text("\n".join(pages), encoding="utf-8")
        made = typst.compile(str(file), format="png", ppi=dpi, font_paths=typefaces.folders())
    return [made] if isinstance(made, bytes) else list(made)


def with_bleed(drawn: Canvas) -> Drawing:
    whole = Drawing(drawn.width + 2 * drawn.bleed, drawn.height + 2 * drawn.bleed)
    whole.put(drawn, drawn.bleed, drawn.bleed)
    return whole


def pixels_of(millimetres: float, dpi: float) -> int:
    return round(millimetres / INCH * dpi)
