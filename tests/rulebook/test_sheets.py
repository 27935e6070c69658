"""Print-and-play sheets: true size, room for the printer, backs behind their fronts, boards whole, and a list that agrees with the game."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from rulewright.rulebook.model import Kit, Poster, Sheet
from rulewright.rulebook.parts import kit as kits
from rulewright.rulebook.parts.kit import KitDisagrees
from rulewright.rulebook.parts.story import only_told
from rulewright.rulebook.render import packing, pdf, sheets
from rulewright.rulebook.render.sheets import BLEED, EDGE, LEAST_BLEED, OVERLAP, Page, Placed, SheetsDisagree
from tests.rulebook.books import GAMES, PAPERS, box, query, with_kit

MM = 72 / 25.4  # points


def face(id: str = "card-1", width: float = 63.0, height: float = 88.0, copies: int = 1, **more: object) -> Sheet:
    size = f'width="{width + 2 * BLEED}mm" height="{height + 2 * BLEED}mm" viewBox="0 0 {width + 2 * BLEED} {height + 2 * BLEED}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><rect width="10" height="10" fill="red"/></svg>'
    return Sheet(id=id, kind="Card", name=id, front=svg, back=svg, width=width, height=height, copies=copies, **more)  # type: ignore[arg-type]


def laid(kit: Kit, wide: float, high: float) -> list[Page]:
    """All groups of faces as they lie on the printed pages."""
    return [block for leaf in packing.leaves(kit, wide, high)[0] for block in leaf.blocks]


# ---------------------------------------------------------------- geometry


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_faces_are_of_true_size_within_the_margin_and_apart(game: str, paper: str) -> None:
    wide, high = PAPERS[paper]
    _, kit, _ = box(game)
    for page in laid(kit, wide, high):
        assert LEAST_BLEED - 1e-6 <= page.bleed <= BLEED
        for side in (page.fronts, page.backs):
            for placed in side:
                size = (placed.sheet.width, placed.sheet.height)
                assert (page.width, page.height) == (size if placed.turn % 180 == 0 else size[::-1])
                assert placed.x - page.bleed >= EDGE - 1e-6 and placed.y - page.bleed >= EDGE - 1e-6
                assert placed.x + page.width + page.bleed <= wide - EDGE + 1e-6
                assert placed.y + page.height + page.bleed <= high - EDGE + 1e-6
            corners = sorted({(p.x, p.y) for p in side})
            assert len(corners) == len(side), "two faces lie on each other"
            for axis, length in ((0, page.width), (1, page.height)):
                lines = sorted({round(c[axis], 6) for c in corners})
                assert all(b - a >= length + 2 * page.bleed - 1e-6 for a, b in pairwise(lines))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_each_back_lies_behind_its_front_when_the_paper_is_turned_over(game: str, paper: str) -> None:
    wide, high = PAPERS[paper]
    _, kit, _ = box(game)
    for page in laid(kit, wide, high):
        assert len(page.fronts) == len(page.backs) or not any(p.sheet.double for p in page.fronts)
        if not page.backs:
            continue
        for front, back in zip(page.fronts, page.backs, strict=True):
            assert front.sheet is back.sheet
            assert through(back, page, wide) == pytest.approx((front.x, front.y, front.x + page.width, front.y + page.height))
            # a face turned clockwise is turned the other way when it is seen through the paper
            assert (front.turn + back.turn) % 360 == 0
        assert page.mirrored(wide) == pytest.approx(sorted(wide - c for c in page.columns))


def through(placed: Placed, page: Page, wide: float) -> tuple[float, float, float, float]:
    """A rectangle on the back of the paper, as it is seen from the front: left and right change places."""
    return (wide - placed.x - page.width, placed.y, wide - placed.x, placed.y + page.height)


@pytest.mark.parametrize("paper", PAPERS)
def test_crop_marks_are_where_the_faces_end(paper: str) -> None:
    wide, high = PAPERS[paper]
    kit = Kit(sheets=(face(copies=20), face("token-1", 20, 20, 30, round=True), face("tile-1", 60, 60, 5)))
    for page in sheets.pages(kit, wide, high):
        lefts = {round(p.x, 6) for p in page.fronts}
        assert {round(c, 6) for c in page.columns} == lefts | {round(x + page.width, 6) for x in lefts}
        tops = {round(p.y, 6) for p in page.fronts}
        assert {round(r, 6) for r in page.rows} == tops | {round(y + page.height, 6) for y in tops}


def test_many_cards_on_a_page() -> None:
    assert sheets.layout(63, 88, *PAPERS["a4"]).count == 9
    assert sheets.layout(63, 88, *PAPERS["letter"]).count == 8  # turned, so that a bleed is left
    assert sheets.layout(63, 88, *PAPERS["letter"]).turned


def test_a_face_larger_than_the_paper_is_an_error() -> None:
    with pytest.raises(SheetsDisagree, match="300 by 400 mm does not fit"):
        sheets.pages(Kit(sheets=(face(width=300, height=400),)), *PAPERS["a4"])


@pytest.mark.parametrize("paper", PAPERS)
def test_faces_stand_on_the_printed_page_where_the_layout_says(paper: str) -> None:
    """Typst itself tells where each face came to lie; fronts are on odd pages, so that backs come behind them."""
    wide, high = PAPERS[paper]
    kit = Kit(sheets=(face(copies=10), face("wide-1", 88, 63, 3), face("token-1", 20, 20, 7, round=True)))
    found_leaves = packing.leaves(kit, wide, high)[0]
    source = pdf.source(with_kit(kit), "components", paper)
    found = [f["value"] for f in query(source, "<face>")]
    wanted = []
    for number, leaf in enumerate(found_leaves):
        for side in (0, 1):
            placed = [p for block in leaf.blocks for p in (block.backs if side else block.fronts)]
            wanted += [(3 + 2 * number + side, side, p.sheet.id, p.turn, p.x, p.y) for p in placed]
    assert len(found) == len(wanted) == 2 * 20
    for got, (at_page, side, id, turn, x, y) in zip(found, wanted, strict=True):
        assert (got["at"]["page"], got["side"], got["id"], got["turn"]) == (at_page, side, id, turn)
        assert float(got["at"]["x"].removesuffix("pt")) == pytest.approx(x * MM, abs=0.05)
        assert float(got["at"]["y"].removesuffix("pt")) == pytest.approx(y * MM, abs=0.05)


@pytest.mark.parametrize("game", GAMES)
def test_pictures_of_faces_have_the_size_of_the_face_and_its_bleed(game: str) -> None:
    _, kit, _ = box(game)
    for sheet in kit.sheets:
        for svg in (sheet.front, sheet.back):
            root = ET.fromstring(svg)
            assert root.get("viewBox") == f"0 0 {sheet.width + 2 * BLEED:g} {sheet.height + 2 * BLEED:g}"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_what_shares_a_page_does_not_touch_and_nothing_is_lost(game: str, paper: str) -> None:
    """Small groups and boards lie on one page, each with its own marks; all faces of the kit, and every board, are there once."""
    wide, high = PAPERS[paper]
    _, kit, _ = box(game)
    leaves, boards = packing.leaves(kit, wide, high)
    sheets.check(kit, [block for leaf in leaves for block in leaf.blocks])
    whole = [(b.tile.poster.id, b.tile.copy) for leaf in leaves for b in leaf.boards]
    tiled = [(t.poster.id, t.copy, t.row, t.column) for t in boards]
    assert len(set(whole)) == len(whole) and len(set(tiled)) == len(tiled)
    assert {*whole, *(t[:2] for t in tiled)} == {(p.id, copy + 1) for p in kit.posters for copy in range(p.copies)}
    assert [leaf.backs for leaf in leaves] == sorted((leaf.backs for leaf in leaves), reverse=True), "fronts come on odd pages"
    for leaf in leaves:
        taken = [around(block) for block in leaf.blocks]
        for b in leaf.boards:
            w, h = b.tile.poster.width, b.tile.poster.height
            taken.append((b.x, b.y, b.x + (h if b.turned else w), b.y + (w if b.turned else h)))
        for number, (x0, y0, x1, y1) in enumerate(taken):
            assert min(x0, y0) >= EDGE - 1e-6 and x1 <= wide - EDGE + 1e-6 and y1 <= high - EDGE + 1e-6
            for a0, b0, a1, b1 in taken[:number]:
                gap = max(x0 - a1, a0 - x1, y0 - b1, b0 - y1)
                assert gap >= 2 * (packing.MARK + 0.5) - 1e-6, "the marks of two groups would meet"


def around(page: Page) -> tuple[float, float, float, float]:
    more = page.bleed + page.under
    return page.columns[0] - more, page.rows[0] - more, page.columns[-1] + more, page.rows[-1] + more


def test_what_is_small_shares_a_page() -> None:
    small = [face(f"marker-{i}", 9 + i, 9 + i, 2, double=False) for i in range(3)]
    board = Poster(id="b", name="Track", svg="<svg/>", alt="", width=196, height=50, copies=2)
    leaves, boards = packing.leaves(Kit(sheets=(face(copies=3), *small), posters=(board,)), *PAPERS["a4"])
    assert len(leaves) == 1 and not boards and leaves[0].backs
    assert leaves[0].label == "cards and track"


def test_a_page_of_many_things_names_some_and_counts_the_rest() -> None:
    kinds = [face(f"m-{i}", 9 + i, 9, 1, double=False).model_copy(update={"kind": f"Marker{i}"}) for i in range(7)]
    (leaf,), _ = packing.leaves(Kit(sheets=tuple(kinds)), *PAPERS["a4"])
    assert leaf.label.endswith("and 3 others")


@pytest.mark.parametrize(
    ("kind", "together"),
    [
        ("Card", "cards"),
        ("Summary cards", "summary cards"),
        ("Fame marker", "fame markers"),
        ("Markers for tracks of players", "markers for tracks of players"),
        ("Faces of a die", "faces of a die"),
    ],
)
def test_a_page_says_in_english_what_is_on_it(kind: str, together: str) -> None:
    assert sheets.several(kind) == together


def test_a_board_is_turned_where_that_saves_a_page() -> None:
    posters = [Poster(id=i, name=i, svg="<svg/>", alt="", width=w, height=h, copies=1) for i, w, h in (("a", 117, 220), ("b", 120, 75))]
    (leaf,), rest = packing.leaves(Kit(sheets=(), posters=tuple(posters)), *PAPERS["a4"])
    assert not rest and {one.tile.poster.id: one.turned for one in leaf.boards} == {"a": False, "b": True}


SIZES = [("two_heirs", "Tile", (60, 60)), ("two_princes", "Item", (44, 68)), ("kuhn_poker", "Card", (63, 88))]


@pytest.mark.parametrize(("game", "kind", "size"), SIZES)
def test_sizes_come_from_the_rules_and_cards_have_63_by_88(game: str, kind: str, size: tuple[float, float]) -> None:
    _, kit, _ = box(game)
    assert {(s.width, s.height) for s in kit.sheets if s.kind == kind} == {size}


# ---------------------------------------------------------------- boards


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_tiles_of_a_board_cover_it_and_overlap(game: str, paper: str) -> None:
    _, kit, _ = box(game)
    check_tiles(kit, paper)


@pytest.mark.parametrize(("wide", "high"), [(100, 50), (198, 276), (199, 50), (400, 400), (50, 900), (777, 333)])
@pytest.mark.parametrize("paper", PAPERS)
def test_tiles_of_boards_of_any_size(wide: float, high: float, paper: str) -> None:
    check_tiles(Kit(posters=(Poster(id="b", name="Board", svg="<svg/>", alt="", width=wide, height=high, copies=2),)), paper)


def check_tiles(kit: Kit, paper: str) -> None:
    page_wide, page_high = PAPERS[paper]
    found = sheets.tiles(kit, page_wide, page_high)
    for poster in kit.posters:
        for copy in range(1, poster.copies + 1):
            mine = [t for t in found if t.poster is poster and t.copy == copy]
            for tile in mine:
                room = (page_high, page_wide) if tile.landscape else (page_wide, page_high)
                assert tile.width <= room[0] - 2 * EDGE + 1e-6 and tile.height <= room[1] - 2 * EDGE + 1e-6
                assert tile.left(page_wide, page_high) >= EDGE - 1e-6 and tile.top(page_wide, page_high) >= EDGE - 1e-6
            rows = {t.row: [u for u in mine if u.row == t.row] for t in mine}
            for row in rows.values():
                spans_axis([(t.x, t.width) for t in row], poster.width)
            spans_axis([(row[0].y, row[0].height) for row in rows.values()], poster.height)


def spans_axis(windows: list[tuple[float, float]], length: float) -> None:
    """Windows from one end to the other, each with the agreed overlap to the next."""
    assert windows[0][0] == pytest.approx(0)
    for (a, wide), (b, _) in pairwise(windows):
        assert a + wide - b == pytest.approx(OVERLAP)
    assert sum(windows[-1]) == pytest.approx(length)


def test_a_board_has_the_size_that_the_rules_set() -> None:
    _, kit, _ = box("grandlins_heirs")
    board = next(p for p in kit.posters if p.id == "board")
    assert (board.width, board.height) == (400, 400)


# ---------------------------------------------------------------- the list


@pytest.mark.parametrize("game", GAMES)
def test_the_list_and_the_sheets_agree_with_the_game(game: str) -> None:
    making, kit, _ = box(game)
    program = making.game.program
    for kind in program.kinds:
        entry = next(e for e in kit.listed if e.kind == kind.name)
        printed = [p for s in kit.sheets if s.kind == kind.name for p in s.pieces]
        if entry.where == "story":
            assert only_told(making.world, making.world.kinds[kind.name]) and not printed
        elif entry.where == "elsewhere":
            assert making.world.kinds[kind.name].dice == (1, 2, 3, 4, 5, 6) and not printed
            assert any(f"{entry.number} six-sided" in needed for needed in kit.needed)
        elif not kind.counted:
            assert len(printed) == len(set(printed)) == entry.number >= kind.count
            assert {kind.ids[i] if kind.ids and kind.ids[i] else str(i) for i in range(kind.count)} <= set(printed)
        elif making.world.kinds[kind.name].limited:
            assert sum(s.copies for s in kit.sheets if s.kind == kind.name) == entry.number == kind.count * max(1, kind.owners)
    boards = {p.name.replace("_", "-"): p.copies for p in program.places if p.board is not None and p.shape not in {"open_grid", "edges"}}
    made = {p.id: p.copies for p in kit.posters}
    assert {id: copies for id, copies in made.items() if id in boards} == boards
    assert all(id == "tracks" or id == "score-pad" or id.startswith("mat-") for id in made.keys() - boards.keys())


def test_a_kit_that_disagrees_with_the_game_stops_the_build() -> None:
    making, kit, _ = box("two_heirs")
    tile = next(s for s in kit.sheets if s.kind == "Tile")
    rest = [s for s in kit.sheets if s is not tile]

    def broken(**changed: object) -> Kit:
        return kit.model_copy(update=changed)

    def refuses(found: Kit, message: str) -> None:
        with pytest.raises(KitDisagrees, match=message):
            kits.check(making, found)

    kits.check(making, kit)
    refuses(broken(sheets=tuple(rest)), "The game has 54 tiles, but the sheets have 53")
    more = tile.model_copy(update={"copies": tile.copies + 1})
    refuses(broken(sheets=(*rest, more)), "The game has 54 tiles, but the sheets have 55")
    # one tile twice and another one not at all: the number is right, the pieces are not
    other = next(s for s in rest if s.kind == "Tile" and s.copies == tile.copies)
    twice = [other.model_copy(update={"id": "again"}) if s is tile else s for s in kit.sheets]
    refuses(broken(sheets=tuple(twice)), "stands on the sheets twice")
    entry = next(e for e in kit.listed if e.kind == "Tile")
    wrong = entry.model_copy(update={"number": 53, "count": "53"})
    refuses(broken(listed=tuple(wrong if e is entry else e for e in kit.listed)), "but the list of components says 53")
    refuses(broken(listed=tuple(e for e in kit.listed if e is not entry)), "has no tiles")
    refuses(broken(posters=()), "1 reserve, but 0 are printed")


def test_pages_that_lose_a_face_stop_the_build() -> None:
    kit = Kit(sheets=(face(copies=2), face("card-2")))
    found = sheets.pages(kit, *PAPERS["a4"])
    with pytest.raises(SheetsDisagree, match="The sheets have 0 fronts of card-2, but 1 are needed"):
        sheets.check(kit, [Page(**{**fields(found[0]), "fronts": found[0].fronts[:2]})])  # type: ignore[arg-type]


def fields(page: Page) -> dict[str, object]:
    return {name: getattr(page, name) for name in Page.__dataclass_fields__}


# ---------------------------------------------------------------- what is on them


def test_men_of_chess_are_printed_by_their_roles() -> None:
    _, kit, _ = box("chess")
    assert sorted((s.name, s.copies) for s in kit.sheets if s.kind == "Man") == sorted(
        [("king", 1), ("queen", 1), ("rook", 2), ("bishop", 2), ("knight", 2), ("pawn", 8)] * 2
    )


def test_a_promoted_piece_is_turned_over() -> None:
    _, kit, _ = box("checkers")
    assert all(s.front != s.back for s in kit.sheets if s.kind == "Man")
