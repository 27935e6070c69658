"""Faces for other tools: tables, single pictures to the pixel, nanDECK, a saved table; and the command that writes them."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulewright.faces import export, playground, simulator, studio
from rulewright.faces.arrangement import arranged
from rulewright.faces.art import pixels
from rulewright.faces.export import Printed
from rulewright.play.game import load
from rulewright.rulebook.parts.book import card_texts
from rulewright.rulebook.parts.setup import set_up


def faces(game: str, *only: str) -> list[Printed]:
    loaded = load(game)
    return export.printed(studio.painter(loaded, card_texts(loaded)), only=only)


def test_the_table_has_every_piece_and_every_value() -> None:
    game = load("two_heirs")
    found = faces("two_heirs")
    rows = list(csv.DictReader(io.StringIO(export.as_csv(export.rows(found, "svg")))))
    for kind in game.program.kinds:
        assert sum(int(row["copies"]) for row in rows if row["kind"] == kind.name) == kind.count
    inn = next(row for row in rows if row["name"] == "Inn")
    assert (
        inn["cost"] == "2 stone, 1 wheat"
        and inn["terrain"] == "wood"
        and inn["front"] == f"{inn['id']}.svg"
        and "at most three tiles each way" in inn["text"]
    )
    data = json.loads(export.as_json(found, "svg"))
    assert len(data) == len(rows) and next(d for d in data if d["name"] == "Inn")["values"]["axis"] == "row"
    assert len({row["id"] for row in rows}) == len(rows)


def test_backs_in_the_table_tell_no_more_than_backs_do() -> None:
    rows = export.rows(faces("kingdom_of_heroes", "Mission"), "svg")
    assert len({row["back"] for row in rows}) == 6  # a letter each, and those of the household


# Directives that were read in published scripts, and the form of a range.
NANDECK = {"UNIT", "CARDSIZE", "DPI", "LINK", "IMAGE", "DUPLEX", "PRINT"}


def test_nandeck_gets_a_table_with_a_row_for_each_card_and_a_script_for_both_sides() -> None:
    files = export.for_nandeck(faces("kingdom_of_heroes", "Mission"), "png", "../")
    rows = list(csv.DictReader(io.StringIO(files["mission.csv"])))
    assert len(rows) == 42 and all(row["front"].startswith("../mission-") and row["back"] for row in rows)
    script = [line.split("=", 1) for line in files["mission.txt"].splitlines()]
    assert {name for name, _ in script} <= NANDECK
    said = dict(script)
    assert said["CARDSIZE"] == "6.9,9.4" and said["LINK"] == "mission.csv"  # with 3 mm of bleed, as the pictures
    assert [value for name, value in script if name == "IMAGE"] == ["1-42,[front],0,0,100%,100%", "43-84,[back],0,0,100%,100%"]
    assert said["DUPLEX"] == "1-42,43-84" and said["PRINT"] == "DUPLEX"


def test_svg_files_have_stable_ids_and_words() -> None:
    one = faces("two_heirs", "Tile")[0]
    root = ElementTree.fromstring(export.as_svg(one.front, one.words, one.id))
    assert root.get("id") == one.id == "tile-tr1" and root.get("aria-label", "").startswith("Inn")
    slots = {node.get("data-slot") for node in root.iter() if node.get("data-slot")}
    assert {"name", "art", "text", "corner top left", "strip below name"} <= slots


@pytest.mark.parametrize(
    ("size", "expected"), [((63, 88), (815, 1110)), ((57, 88), (744, 1110)), ((44, 67), (591, 862)), ((70, 70), (898, 898))]
)
def test_png_files_are_right_to_the_pixel(tmp_path: Path, size: tuple[float, float], expected: tuple[int, int]) -> None:
    loaded = load("kuhn_poker")
    painter = studio.painter(loaded, sizes={"Card": (float(size[0]), float(size[1]))})
    one = export.printed(painter)[0]
    (tmp_path / "a.png").write_bytes(export.as_pngs([export.with_bleed(one.front)], 300)[0])
    assert pixels(str(tmp_path / "a.png")) == expected
    assert expected == (export.pixels_of(size[0] + 6, 300), export.pixels_of(size[1] + 6, 300))


# What a save and its objects may have, by the published types (`TTSSave`, `ObjectData` and those that extend it).
SAVE = {"SaveName", "EpochTime", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity", "PlayingTime", "PlayerCounts", "Tags"}
SAVE |= {"Gravity", "PlayArea", "Table", "Sky", "SkyURL", "Note", "TabStates", "LuaScript", "LuaScriptState", "XmlUI", "ObjectStates"}
OBJECT = {"GUID", "Name", "Transform", "Nickname"}
ALLOWED = OBJECT | {
    "Description",
    "GMNotes",
    "Memo",
    "ColorDiffuse",
    "Tags",
    "Value",
    "Locked",
    "Grid",
    "Snap",
    "Autoraise",
    "Sticky",
    "Tooltip",
}
ALLOWED |= {"GridProjection", "HideWhenFaceDown", "Hands", "CardID", "SidewaysCard", "CustomDeck", "DeckIDs", "ContainedObjects"}
ALLOWED |= {"CustomImage", "FogColor"}
TILE = {"ImageURL", "ImageSecondaryURL", "ImageScalar", "WidthScale", "CustomTile"}
TRANSFORM = {"posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"}
DECK = {"FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"}


def test_a_saved_table_has_the_fields_of_the_format_and_all_pieces() -> None:
    loaded = load("leduc_poker")
    painter = studio.painter(loaded)
    made = simulator.saved(painter, export.printed(painter), set_up(loaded), lambda name: f"https://example.org/{name}")
    save = json.loads(made.text)
    assert save["SaveName"] == loaded.title and save["ObjectStates"] and set(save) <= SAVE
    cards, wanted = 0, set()
    for one in save["ObjectStates"]:
        assert set(one) >= OBJECT and set(one) <= ALLOWED and set(one["Transform"]) == TRANSFORM
        if "CustomImage" in one:
            assert set(one["CustomImage"]) == TILE and set(one["CustomImage"]["CustomTile"]) == {
                "Type",
                "Thickness",
                "Stackable",
                "Stretch",
            }
        inner = one.get("ContainedObjects", [one] if one["Name"] == "Card" else [])
        cards += len(inner)
        if one["Name"] == "DeckCustom":
            assert one["DeckIDs"] == [c["CardID"] for c in inner]
        for card in inner:
            (number,) = card["CustomDeck"]
            entry = card["CustomDeck"][number]
            assert set(entry) == DECK and card["CardID"] // 100 == int(number)
            assert card["CardID"] % 100 < entry["NumWidth"] * entry["NumHeight"]
            wanted |= {entry["FaceURL"], entry["BackURL"]}
    assert cards == sum(k.count for k in loaded.program.kinds if not k.counted)
    assert {url.removeprefix("https://example.org/") for url in wanted} <= made.pictures.keys()
    assert sum(1 for one in save["ObjectStates"] if one["Name"] == "HandTrigger") == 2
    assert len({one["GUID"] for one in save["ObjectStates"]}) == len(save["ObjectStates"])


def test_while_one_types_the_page_is_made_anew(tmp_path: Path) -> None:
    from rulewright.cli import facing
    from rulewright.rulebook.parts.choosing import Choice

    file = tmp_path / "cards.rules"
    file.write_text((Path(str(load("kuhn_poker").path))).read_text(encoding="utf-8"), encoding="utf-8")
    shop = facing._Shop(facing.Wanted(str(file), {}, None, (), Choice(), 300, ""), file)
    before = shop.html
    assert "<svg" in before and not shop.look()
    (tmp_path / "cards.faces").write_text("face Card\n  frame: plum\n", encoding="utf-8")
    assert shop.look() and shop.html != before and shop.version == 1
    (tmp_path / "cards.faces").write_text("face Crad\n", encoding="utf-8")
    assert shop.look() and "Did you mean `Card`?" in shop.html.replace("&#x27;", "'")


# ---------------------------------------------------------------- Tabletop Playground

# The fields of a card's template with their types, as its published schema names them; the second group may be left out.
NEEDED = {
    "Type": str,
    "GUID": str,
    "Name": str,
    "Metadata": str,
    "CollisionType": str,
    "SurfaceType": str,
    "Models": list,
    "Tags": list,
    "FrontTexture": str,
    "BackIndex": int,
    "HiddenIndex": int,
    "Indices": list,
    "CardNames": dict,
    "CardMetadata": dict,
    "CardTags": dict,
}
MAY = {"Friction", "Restitution", "Density", "Roughness", "Metallic", "PrimaryColor", "SecondaryColor", "Flippable", "ScriptName"}
MAY |= {"Collision", "SnapPoints", "BackTexture", "HiddenTexture", "NumHorizontal", "NumVertical", "Width", "Height", "HiddenInHand"}
MAY |= {"Thickness", "Model", "UsedWithCardHolders", "CanStack"}


@pytest.mark.parametrize("game", ["leduc_poker", "chess"])
def test_a_package_for_the_playground_has_the_fields_of_the_schema_and_all_pieces(game: str) -> None:
    loaded = load(game)
    painter = studio.painter(loaded)
    state = set_up(loaded)
    files = playground.package(painter, export.printed(painter, state=state), state).files
    manifest = json.loads(files["Manifest.json"])
    assert manifest["Name"] == loaded.title and re.fullmatch("[0-9A-F]{32}", manifest["GUID"])
    templates = {}
    for name, data in files.items():
        if not name.startswith("Templates/"):
            continue
        made = json.loads(data)
        templates[made["GUID"]] = made
        assert name == f"Templates/{made['GUID']}.json" and re.fullmatch("[0-9A-F]{32}", made["GUID"])
        assert NEEDED.keys() <= made.keys() <= NEEDED.keys() | MAY
        assert all(isinstance(made[field], type) for field, type in NEEDED.items())
        assert made["Type"] == "Card" and made["CollisionType"] == "Regular" and made["SurfaceType"] == "Cardboard"
        assert made["Model"] in {"Rounded", "Square", "Round", "Hexagonal"} and made["BackIndex"] >= -3 <= made["HiddenIndex"]
        assert 1 <= made["NumHorizontal"] <= 128 and 1 <= made["NumVertical"] <= 128 and made["Width"] >= 0.1 <= made["Height"]
        assert made["Indices"] and all(0 <= i < made["NumHorizontal"] * made["NumVertical"] for i in made["Indices"])
        assert set(made["CardNames"]) == {str(i) for i in made["Indices"]}
        assert f"Textures/{made['FrontTexture']}" in files and f"Textures/{made['BackTexture']}" in files
    script = files["Scripts/setup.js"].decode()
    lies = json.loads(re.search(r"const LIES = (.*);", script)[1])  # type: ignore[index]
    assert all(guid in templates for guid, *_ in lies)
    boards = [guid for guid, *_, locked in lies if locked]
    pieces = sum(len(templates[guid]["Indices"]) for guid, *_, locked in lies if not locked)
    assert pieces == sum(k.count for k in loaded.program.kinds if not k.counted)
    assert len(boards) == (1 if game == "chess" else 0)
    assert [t["Name"] for t in templates.values() if t["ScriptName"]] == [f"{loaded.title}: set up"]


def test_men_stand_on_their_squares() -> None:
    loaded = load("chess")
    painter = studio.painter(loaded)
    state = set_up(loaded)
    faces = export.printed(painter, state=state)
    assert sorted((f.name, f.copies) for f in faces if f.values.get("owner") == "White") == [
        ("bishop", 2),
        ("king", 1),
        ("knight", 2),
        ("pawn", 8),
        ("queen", 1),
        ("rook", 2),
    ]
    lies = {pile.title: pile for pile in arranged(painter, faces, state).piles}
    assert lies["e1"].faces[0].name == "king" and lies["a2"].faces[0].name == "pawn" and len(lies) == 32
    assert lies["a1"].x < lies["h1"].x and lies["a1"].y > lies["a8"].y  # the first player sits below


def test_hands_lie_before_their_seats() -> None:
    loaded = load("leduc_poker")
    painter = studio.painter(loaded)
    found = arranged(painter, export.printed(painter), set_up(loaded))
    assert [seat for seat, *_ in found.hands] == list(loaded.seats)
    held = [p for p in found.piles if p.seat >= 0]
    assert len(held) == 2 and all(p.hidden and abs(p.x - found.hands[p.seat][1]) < 100 for p in held)
