"""What sheets of all games taught: dice, streams, markers for the values of a type, loops of more than one round, pictures that fit."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.faces import mats, studio
from rulewright.faces.front import back, face
from rulewright.faces.icons import icons
from rulewright.faces.keepers import Keeper
from rulewright.faces.markers import SMALL, markers
from rulewright.faces.painter import Painter
from rulewright.faces.palette import looks
from rulewright.faces.reading import content
from rulewright.play.finding import list_games
from rulewright.play.game import load
from rulewright.rulebook.model import Kit
from rulewright.rulebook.parts import kit as kits
from rulewright.rulebook.parts.book import card_texts
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.stock import stock

QUAY = """game "The Quay" for Ann, Bob

type Fish: cod or herring or trout
type Mark: gull or wave

each Fish has rate: 0 to 9 = 3

game has
  haul: 0 to 120 = 0
  asleep: set of Player = {}

piece Die: 2, faces 1 to 6
piece Odd: 3, faces {1, 2, 2, 3, 3, 4}
piece Bone: 1, faces Mark

place tray: pile

each Player has luck: 0 to 3 = 0

setup
  put all Die on tray
  put all Odd on tray
  put all Bone on tray

turn
  if player in asleep: gain 1 luck
  set asleep to {player}
  gain 1 haul
  player chooses Fish
  if fish.rate < 9: gain 1 rate for fish
  roll all Die in tray
  roll all Odd in tray
  roll all Bone in tray

when haul > 100: finish

winner: most player.luck, then shared
"""


@cache
def painter(game: str) -> Painter:
    loaded = load(game)
    return studio.painter(loaded, card_texts(loaded))


@pytest.fixture(name="quay", scope="module")
def _quay(tmp_path_factory: pytest.TempPathFactory) -> Painter:
    file = tmp_path_factory.mktemp("quay") / "quay.rules"
    file.write_text(QUAY, encoding="utf-8")
    return studio.painter(load(file))


def kit_of(artist: Painter) -> Kit:
    making = Making(artist.game)
    making.stock = stock(artist.game, artist, making.loads)
    return kits.make(making, artist)


def kept(artist: Painter, name: str) -> Keeper:
    return next(k for k in artist.kept if k.attribute == name)


# ---------------------------------------------------------------- dice


def test_dice_that_everybody_has_are_not_printed_and_others_are_faces_to_stick_on(quay: Painter) -> None:
    kit = kit_of(quay)
    printed = {kind: sum(s.copies for s in kit.sheets if s.kind == kind) for kind in ("Die", "Odd", "Bone")}
    assert printed == {"Die": 0, "Odd": 18, "Bone": 2}
    assert sorted((s.name[-1], s.copies) for s in kit.sheets if s.kind == "Odd") == [("1", 3), ("2", 6), ("3", 6), ("4", 3)]
    assert {e.kind: e.where for e in kit.listed if e.kind in printed} == {"Die": "elsewhere", "Odd": "sheets", "Bone": "sheets"}
    assert "2 six-sided dice" in kit.needed and any(n.startswith("3 six-sided dice, blank") for n in kit.needed)
    assert kept(quay, "face").how == "lying"


def test_a_die_in_a_picture_is_square() -> None:
    artist = painter("pig")
    die = face(artist, artist.game.world.kinds["Die"].core, 0)
    assert not die.round and (die.width, die.height) == (16, 16)


def test_pips_are_drawn_as_on_a_die() -> None:
    artist = painter("liars_dice")
    core = artist.game.world.kinds["Side"].core
    drawn = [face(artist, core, i).body() for i in range(6)]
    assert [d.count("<circle") - drawn[0].count("<circle") for d in drawn] == [0, 1, 2, 3, 4, 5]


# ---------------------------------------------------------------- what keeps state


def test_each_value_of_a_type_has_one_small_marker_for_its_track(quay: Painter) -> None:
    rate = kept(quay, "rate")
    found = [m for m in markers(quay, quay.kept, 3.0) if m.id.startswith("marker-fish-rate")]
    assert rate.how == "track" and len(found) == 3 and all(m.copies == 1 and m.front.width == SMALL for m in found)
    assert len({m.front.body() for m in found}) == 3


def test_a_loop_of_fifty_has_a_marker_for_every_round(quay: Painter) -> None:
    assert kept(quay, "haul").how == "loop"
    found = {m.id: m for m in markers(quay, quay.kept, 3.0)}
    assert "+50" in found["runner-haul"].back.body() and found["runner-haul"].front.body() != found["runner-haul"].back.body()
    assert "+100" in found["runner-haul-more"].front.body() and "+150" in found["runner-haul-more"].back.body()


def test_a_set_of_players_is_kept_by_a_marker_for_each_of_them(quay: Painter) -> None:
    asleep = kept(quay, "asleep")
    assert (asleep.how, asleep.count) == ("holder", 2)


def test_how_a_tile_is_turned_needs_no_paper() -> None:
    assert kept(painter("fenland"), "top").how == "lying"
    assert kept(painter("backgammon"), "pips").how == "lying"


# ---------------------------------------------------------------- pictures


def test_streams_are_blue_and_a_tile_without_a_sign_has_no_initials() -> None:
    artist = painter("fenland")
    core = artist.game.world.kinds["Tile"].core
    bend = face(artist, core, next(i for i in artist.distinct(core) if artist.name(core, i) == "Bend"))
    assert "#a9d3ea" in bend.body() and ">Ti<" not in bend.body()
    found = content(artist, core, 0)
    assert found.way == "stream" and found.ground is not None and found.ground[0] == "reed"


def test_a_card_without_a_sign_shows_what_its_text_is_about() -> None:
    artist = painter("hedge_and_hive")
    core = artist.game.world.kinds["Card"].core
    arts = {artist.name(core, i): content(artist, core, i).art for i in artist.distinct(core)}
    assert all(sign is not None and sign.icon not in {"", "card"} for sign in arts.values()), arts


@pytest.mark.parametrize(("game", "kind", "icon"), [("hedge_and_hive", "Card", "bee"), ("lantern_whist", "Card", "lantern")])
def test_backs_have_a_sign_of_the_title_where_the_kind_says_nothing(game: str, kind: str, icon: str) -> None:
    artist = painter(game)
    drawn = back(artist, artist.game.world.kinds[kind].core, 0).body()
    assert icons()[icon].body in drawn


def test_court_cards_have_three_signs() -> None:
    artist = painter("kuhn_poker")
    core = artist.game.world.kinds["Card"].core
    signs = [content(artist, core, i).art for i in artist.distinct(core)]
    assert {s.icon for s in signs if s is not None} == {"cap", "queen", "crown"}


def test_towns_that_are_drawn_elsewhere_leave_the_fingerprint_as_it_is(tmp_path: Path) -> None:
    rules = Path(str(load("salt_roads").path)).read_text(encoding="utf-8")
    moved = rules.replace("    | Aldern                 Birk           |", "    |   Aldern                  Birk        |")
    found = []
    for number, text in enumerate((rules, moved)):
        (tmp_path / f"{number}.rules").write_text(text, encoding="utf-8")
        found.append(load(tmp_path / f"{number}.rules"))
    assert found[0].fingerprint == found[1].fingerprint
    assert found[0].program.places[0].at != found[1].program.places[0].at


def test_each_suit_of_usual_cards_has_its_sign() -> None:
    lexicon = studio.painter(load("hearts")).lexicon
    suits = ["clubs", "diamonds", "hearts", "spades"]
    assert [lexicon.sign(suit).icon for suit in suits] == ["club", "lozenge", "heart", "spade"]
    assert lexicon.sign("diamond").icon == "gem"  # one of them is a stone


# ---------------------------------------------------------------- what was mended after all sheets were looked at


@pytest.mark.parametrize(
    ("game", "kind", "name", "icon"),
    [
        ("kingdom_of_heroes", "Mission", "Medusa", "monster"),  # not the hero that it costs
        ("kingdom_of_heroes", "Mission", "The Shield in the Tomb", "shield"),  # what comes first is meant
        ("two_princes", "Encounter", "The Scaffold", "wood"),  # its text speaks of planks
        ("two_princes", "Encounter", "A Stray Dog", "wolf"),
    ],
)
def test_a_picture_shows_what_a_card_is_not_what_it_costs(game: str, kind: str, name: str, icon: str) -> None:
    artist = painter(game)
    core = artist.game.world.kinds[kind].core
    art = content(artist, core, core.names.index(name)).art
    assert art is not None and art.icon == icon


@pytest.mark.parametrize("game", list_games())
def test_no_large_piece_has_letters_for_a_picture(game: str) -> None:
    artist = painter(game)
    for kind in artist.game.program.kinds:
        if kind.counted or artist.sort(kind.name) == "token":
            continue
        for index in artist.distinct(kind):
            read = content(artist, kind, index)
            assert read.art is None or read.art.icon or read.roads or read.picture, (kind.name, read.name)


def test_colours_of_seats_have_shapes_of_their_own() -> None:
    for names in (("North", "East", "South", "West"), ("White", "Blue"), ("Red", "Blue", "Green", "Yellow"), tuple("ABCDEFGH")):
        found = looks(names)
        coloured = [look.shape for look in found if not look.plain]
        assert len(set(coloured)) == len(coloured) and not set(coloured) & {look.shape for look in found if look.plain}
        assert len({(look.fill, look.shape) for look in found}) == len(found)


def test_a_rank_stands_in_the_corner_of_a_card_that_is_held_like_a_fan() -> None:
    artist = painter("hearts")
    core = artist.game.world.kinds["Card"].core
    shown = {content(artist, core, i).items("corner top left")[0].text for i in range(core.count)}
    assert shown == {*(str(n) for n in range(2, 11)), "J", "Q", "K", "A"}


def test_the_mat_has_room_for_who_waits_there() -> None:
    artist = painter("kingdom_of_heroes")
    mat = next(one for one in mats.made(artist, artist.kept) if one.id == "mat-1").drawn
    said = {box.what for box in mat.boxes}
    assert {"Reserve", "Trophies", "×10", "×4", "×3"} <= said
