"""Two games as newcomers wrote them: by default their cards have what a designer would put on them, a face file makes them theirs.

Of Night Market and of Fire at Larkspur House there are pictures of how they should look; what those show is asked for here, slot by slot.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.dsl.diagnostics.render import as_text
from rulewright.faces import studio
from rulewright.faces.author import read_beside
from rulewright.faces.canvas import LEAST_PT, Canvas
from rulewright.faces.front import back, face
from rulewright.faces.painter import Painter
from rulewright.faces.posters import poster
from rulewright.faces.reading import Content, content
from rulewright.play.game import load
from rulewright.rulebook.parts.book import card_texts

HERE = Path(__file__).parent / "games"
RULES = {"night_market": HERE / "night_market.rules", "larkspur": HERE / "larkspur" / "larkspur.rules"}


@cache
def painter(game: str, designed: bool = False) -> Painter:
    loaded = load(str(RULES[game]))
    path = HERE / f"designed_{game}.faces" if designed else None
    return studio.painter(loaded, card_texts(loaded), path=path)


def card(game: str, kind: str, name: str, designed: bool = False) -> tuple[Content, Canvas, Canvas]:
    artist = painter(game, designed)
    core = next(k for k in artist.game.program.kinds if k.name == kind)
    index = core.names.index(name)
    return content(artist, core, index), face(artist, core, index), back(artist, core, index)


def signs(drawn: Canvas) -> set[str]:
    return {box.what for box in drawn.boxes}


# ---------------------------------------------------------------- without a word about faces


def test_a_coin_costs_and_gives() -> None:
    purse, drawn, _ = card("night_market", "Card", "Purse")
    cost = purse.items("corner top left")[0]
    assert (cost.attr, cost.text, cost.badge) == ("cost", "3", "cost") and cost.sign is not None and cost.sign.icon == "coin"
    gives = purse.items("strip")[0]
    assert gives.attr == "coins" and [(s.icon, n) for s, n, _ in gives.goods] == [("coin", 2)]
    assert purse.art is not None and purse.art.icon == "purse" and {"purse", "cost"} <= signs(drawn)
    assert not purse.items("corner top right") and not purse.text  # no points, no zeros, no words


def test_a_house_counts_and_a_cost_of_nothing_is_said() -> None:
    house, _, _ = card("night_market", "Card", "Lighthouse")
    points = house.items("corner top right")[0]
    assert (points.attr, points.text, points.badge) == ("value", "6", "points")
    penny, _, _ = card("night_market", "Card", "Penny")
    assert penny.items("corner top left")[0].text == "0"


def test_types_differ_in_colour_and_shape_and_text_has_signs() -> None:
    looks = {}
    for name in ("Purse", "Shack", "Fence"):
        found, _, _ = card("night_market", "Card", name)
        style = found.items("type")[0].style
        assert style is not None and found.frame is not None
        looks[name] = (found.frame.colour, style.shape)
    assert len({colour for colour, _ in looks.values()}) == len({shape for _, shape in looks.values()}) == 3
    engineer, _, _ = card("larkspur", "Role", "Engineer")
    assert any(getattr(run, "sign", "") == "fire" for run in engineer.text)


def test_backs_name_the_deck_and_tell_nothing() -> None:
    backs = {card("larkspur", kind, name)[2].body() for kind, name in (("Event", "Rain"), ("Event", "Gust"), ("Role", "Medic"))}
    assert len(backs) == 2


def test_rooms_have_their_sign_and_places_for_fire() -> None:
    artist = painter("larkspur")
    house = next(p for p in artist.game.program.places if p.name == "house")
    drawn, board = poster(artist, house)
    assert isinstance(drawn, Canvas) and {"Kitchen", "food", "fire"} <= signs(drawn) | {"fire"}
    assert "".join(drawn.parts).count("<circle") >= 3 * house.cells
    assert [one.how for one in artist.kept if one.attribute == "fire"] == ["rings"]
    assert board.spots[house.cell_names.index("Kitchen")][0] < board.spots[house.cell_names.index("Hall")][0]  # as its author lays them


@pytest.mark.parametrize("designed", [False, True], ids=["default", "designed"])
@pytest.mark.parametrize("game", RULES)
def test_everything_can_be_read(game: str, designed: bool) -> None:
    artist = painter(game, designed)
    for kind in artist.game.program.kinds:
        for index in artist.distinct(kind):
            for drawn in (face(artist, kind, index), back(artist, kind, index)):
                assert not drawn.outside(1.5 if min(drawn.width, drawn.height) < 50 else 2.9), (kind.name, index)
                assert all(b.pt >= LEAST_PT and drawn.contrast(b) >= 4.5 for b in drawn.boxes if b.pt), (kind.name, index)
                assert "…" not in drawn.body()


# ---------------------------------------------------------------- with a face file


@pytest.mark.parametrize("game", RULES)
def test_face_files_have_no_findings(game: str) -> None:
    written = read_beside(painter(game).game, HERE / f"designed_{game}.faces")
    assert written.findings.all == [], as_text(written.findings.all, written.sources)


def test_a_face_file_makes_it_the_authors_own() -> None:
    _, purse, rear = card("night_market", "Card", "Purse", designed=True)
    assert "#273354" in purse.body() and "lantern" in signs(rear) and any(b.what == "Night Market" for b in rear.boxes)
    found, event, rear = card("larkspur", "Event", "Kitchen burns", designed=True)
    assert "#b4521b" in event.body() and "fire" in signs(rear)
    assert found.items("strip")[0].text == "Kitchen" and not found.items("panel")
