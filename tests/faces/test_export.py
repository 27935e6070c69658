"""Faces for other tools: tables, single pictures to the pixel, nanDECK, a saved table; and the command that writes them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulewright.faces import export, simulator, studio
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


def test_nandeck_gets_a_table_with_a_row_for_each_card_and_a_script() -> None:
    files = export.for_nandeck(faces("kingdom_of_heroes", "Mission"), "png", "../")
    rows = list(csv.DictReader(io.StringIO(files["mission.csv"]), delimiter=";"))
    assert len(rows) == 42 and all(row["front"].startswith("../mission-") for row in rows)
    assert "CARDSIZE=6.3,8.8" in files["mission.txt"] and 'LINK="mission.csv"' in files["mission.txt"]


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


OBJECT = {"GUID", "Name", "Transform", "Nickname"}
TRANSFORM = {"posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"}
DECK = {"FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"}


def test_a_saved_table_has_the_fields_of_the_format_and_all_pieces() -> None:
    loaded = load("leduc_poker")
    painter = studio.painter(loaded)
    made = simulator.saved(painter, export.printed(painter), set_up(loaded), lambda name: f"https://example.org/{name}")
    save = json.loads(made.text)
    assert save["SaveName"] == loaded.title and save["ObjectStates"]
    cards, wanted = 0, set()
    for one in save["ObjectStates"]:
        assert set(one) >= OBJECT and set(one["Transform"]) == TRANSFORM
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
