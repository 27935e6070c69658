"""Sheets as asked for: backs by either edge, folded or left out; some kinds; only what has changed; other sizes; less ink."""

from __future__ import annotations

import json
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest
import typst

from rulewright.faces import studio
from rulewright.faces.front import back, face
from rulewright.faces.sizes import size
from rulewright.play.finding import list_games
from rulewright.play.game import load
from rulewright.rulebook.model import Kit, Sheet
from rulewright.rulebook.parts.choosing import Choice, chosen
from rulewright.rulebook.render import sheets

A4 = (210.0, 297.0)


def sheet(id: str, copies: int = 1, front: str = "<a/>", back: str = "<b/>", kind: str = "Card", **more: object) -> Sheet:
    size = {"width": 63, "height": 88, **more}
    return Sheet(id=id, kind=kind, name=id, front=front, back=back, copies=copies, **size)  # type: ignore[arg-type]


def test_backs_by_the_short_edge_lie_behind_their_fronts_and_stand_on_their_heads() -> None:
    for page in sheets.pages(Kit(sheets=(sheet("a", 11),), backs="short"), *A4):
        for front, behind in zip(page.fronts, page.backs, strict=True):
            assert (behind.x, A4[1] - behind.y - page.height) == pytest.approx((front.x, front.y))
            assert (behind.turn - front.turn) % 360 == 180 and behind.side == 1


def test_folded_backs_stand_beside_their_fronts() -> None:
    for page in sheets.pages(Kit(sheets=(sheet("a", 5),), backs="fold"), *A4):
        assert not page.backs and page.folds
        fronts = [p for p in page.fronts if p.side == 0]
        for front, behind in zip(fronts, [p for p in page.fronts if p.side == 1], strict=True):
            assert (behind.x, behind.y) == pytest.approx((front.x + 63, front.y))


def test_backs_can_be_left_out_and_pieces_with_one_side_have_none() -> None:
    kit = Kit(sheets=(sheet("a", 3), sheet("b", 2, double=False)))
    pages = sheets.pages(kit, *A4)
    assert [bool(p.backs) for p in pages] == [True, False]
    assert not any(p.backs for p in sheets.pages(kit.model_copy(update={"backs": "none"}), *A4))


def test_only_what_has_changed_is_printed_again() -> None:
    old = Kit(sheets=(sheet("a", 3), sheet("b", 2, front="<old/>"), sheet("c", 1, front="<c/>")))
    new = Kit(sheets=(sheet("a", 5), sheet("b", 2, front="<new/>"), sheet("c", 1, front="<c/>")))
    found = chosen(new, Choice(), old)
    assert [(s.id, s.copies) for s in found.sheets] == [("a", 2), ("b", 2)] and found.part == "what has changed"


def test_only_some_kinds_are_printed() -> None:
    kit = Kit(sheets=(sheet("a"), sheet("b", kind="Tile")))
    assert [s.id for s in chosen(kit, Choice(only=("Tile",))).sheets] == ["b"]


def test_sizes_have_names() -> None:
    assert size("mini") == (44, 67) and size("50x70") == (50, 70) and size("70 by 120") == (70, 120)
    assert size("huge") is None and size("2x2") is None
    game = load("kingdom_of_heroes")
    painter = studio.painter(game, sizes={"Mission": (44.0, 67.0)})
    kind = next(k for k in game.program.kinds if k.name == "Mission")
    drawn = face(painter, kind, 0)
    assert (drawn.width, drawn.height) == (44, 67) and not drawn.outside(1.5)


def ink(svg: str, wide: float, high: float) -> float:
    """The share of black that a face needs, on paper: the mean darkness of its pixels."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "main.typ"
        shown = f'#image(bytes({json.dumps(svg)}), format: "svg", width: {wide}mm)'
        file.write_text(f"#set page(width: {wide}mm, height: {high}mm, margin: 0pt, fill: white)\n{shown}", encoding="utf-8")
        png = typst.compile(str(file), format="png", ppi=50.0)
    return darkness(png)


def darkness(png: bytes) -> float:
    """Mean darkness of a PNG with eight bits for each channel, read by its own rules."""
    import zlib

    at, data, wide, channels = 8, b"", 0, 4
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        name, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if name == b"IHDR":
            wide, channels = int.from_bytes(body[:4], "big"), {2: 3, 6: 4}[body[9]]
        elif name == b"IDAT":
            data += body
        at += 12 + length
    raw = zlib.decompress(data)
    stride = wide * channels
    before = bytearray(stride)
    total, count = 0.0, 0
    for row in range(0, len(raw), stride + 1):
        kind, line = raw[row], bytearray(raw[row + 1 : row + 1 + stride])
        for i in range(len(line)):
            left = line[i - channels] if i >= channels else 0
            up, corner = before[i], before[i - channels] if i >= channels else 0
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda v: abs(guess - v))
            line[i] = (line[i] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
        for i in range(0, len(line), channels):
            total += 1 - (0.299 * line[i] + 0.587 * line[i + 1] + 0.114 * line[i + 2]) / 255
            count += 1
        before = line
    return total / count


def a_tenth(game: str) -> None:
    """Three faces of each kind with their backs, spread over all of them."""
    loaded = load(game)
    saving, full = studio.painter(loaded, thin=True), studio.painter(loaded)
    for core in loaded.program.kinds:
        found = saving.distinct(core)
        for index in found[:: max(1, len(found) // 3)][:3]:
            for drawn, other in (
                (face(saving, core, index), face(full, core, index)),
                (back(saving, core, index), back(full, core, index)),
            ):
                used = ink(drawn.render(), drawn.width, drawn.height)
                assert used <= 0.10, (core.name, index, used)
                assert used <= ink(other.render(), other.width, other.height) + 0.001


@pytest.mark.parametrize("game", ["kingdom_of_heroes", "two_heirs"])
def test_saving_ink_prints_a_tenth_of_black_at_most(game: str) -> None:
    a_tenth(game)


@pytest.mark.long
@pytest.mark.parametrize("game", list_games())
def test_saving_ink_prints_a_tenth_of_black_at_most_in_every_game(game: str) -> None:
    a_tenth(game)


# ---------------------------------------------------------------- bleed, cuts, hexagons


@pytest.mark.parametrize("bleed", [0.0, 1.0, 3.0])
def test_the_bleed_is_as_asked(bleed: float) -> None:
    for page in sheets.pages(Kit(sheets=(sheet("a", 11),), bleed=bleed), *A4):
        assert page.bleed == pytest.approx(bleed)
        xs = sorted({p.x for p in page.fronts})
        assert all(b - a == pytest.approx(page.width + 2 * bleed) for a, b in pairwise(xs))


def test_neighbours_share_a_cut() -> None:
    for page in sheets.pages(Kit(sheets=(sheet("a", 9),), shared=True), *A4):
        xs = sorted({p.x for p in page.fronts})
        assert all(b - a == pytest.approx(63) for a, b in pairwise(xs))
        assert len(page.columns) == len(xs) + 1 and page.bleed == 0 and page.under == pytest.approx(1.5)


@pytest.mark.parametrize("edge", ["long", "short"])
def test_by_either_edge_the_middle_of_each_back_is_behind_the_middle_of_its_front(edge: Literal["long", "short"]) -> None:
    """Every shape and both ways to lie: what is printed on the other side of the paper is seen through it."""
    kit = Kit(sheets=(sheet("a", 11), sheet("b", 7, width=88, height=40), sheet("c", 30, width=20, height=20, round=True)), backs=edge)
    wide, high = A4
    for page in sheets.pages(kit, wide, high):
        columns, rows = page.behind(edge, wide, high)
        for front, behind in zip(page.fronts, page.backs, strict=True):
            assert front.sheet.id == behind.sheet.id
            x, y = behind.x + page.width / 2, behind.y + page.height / 2
            through = (wide - x, y) if edge == "long" else (x, high - y)
            assert through == pytest.approx((front.x + page.width / 2, front.y + page.height / 2))
            assert any(c == pytest.approx(behind.x) for c in columns) and any(r == pytest.approx(behind.y) for r in rows)


def test_hexagons_have_everything_inside() -> None:
    assert size("hex") == (76.2, 88) and size("hex 50") == (43.3, 50) and size("hex 900") is None
    game = load("kingdom_of_heroes")
    painter = studio.painter(game, sizes={"Mission": (76.2, 88.0)}, hexagons=frozenset({"Mission"}))
    kind = next(k for k in game.program.kinds if k.name == "Mission")
    for index in painter.distinct(kind):
        for drawn in (face(painter, kind, index), back(painter, kind, index)):
            assert drawn.hexagon and (drawn.width, drawn.height) == (76.2, 88)
            assert not drawn.outside(3.0), painter.name(kind, index)
            assert all(box.pt >= 6 and drawn.contrast(box) >= 4.5 for box in drawn.boxes if box.pt)


def test_a_face_file_may_say_hex(tmp_path: Path) -> None:
    rules = Path(str(load("kuhn_poker").path)).read_text(encoding="utf-8")
    (tmp_path / "cards.rules").write_text(rules, encoding="utf-8")
    (tmp_path / "cards.faces").write_text("face Card: hex, size 50 by 60\n", encoding="utf-8")
    painter = studio.painter(load(str(tmp_path / "cards.rules")))
    kind = painter.game.program.kinds[0]
    assert painter.size("Card") == (52.0, 60.0) and face(painter, kind, 0).hexagon
