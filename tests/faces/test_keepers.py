"""What keeps each state on the table: one keeper for each, worked out from the rules."""

from __future__ import annotations

import pytest

from rulewright.faces import studio
from rulewright.faces.canvas import LEAST_PT
from rulewright.faces.keepers import keepers
from rulewright.faces.markers import markers
from rulewright.faces.mats import made
from rulewright.faces.painter import Painter
from rulewright.play.finding import list_games
from rulewright.play.game import load

WANTED = {
    "two_heirs": {"discounts": "mind", "moved": "side"},
    "kingdom_of_heroes": {"crowns": "tokens", "fame": "loop", "turn_space": "track", "starter": "holder", "leader": "mind", "ring": "side"},
    "grandlins_heirs": {"health": "track", "gold": "track", "purse": "tokens", "stage": "mind", "fury": "mind", "unsettled": "mind"},
    "checkers": {"crowned": "side", "runner": "mind", "quiet": "memory"},
}


@pytest.mark.parametrize("game", WANTED)
def test_each_state_has_the_keeper_that_a_designer_would_give_it(game: str) -> None:
    found = {one.attribute: one.how for one in keepers(Painter(load(game)))}
    assert {name: found[name] for name in WANTED[game]} == WANTED[game]


@pytest.mark.parametrize("game", list_games())
def test_every_state_has_exactly_one_keeper(game: str) -> None:
    painter = Painter(load(game))
    world = painter.game.world
    groups = {"game": world.game_attrs, "player": world.player_attrs, **world.enum_attrs}
    groups |= {k.name: k.attrs for k in world.kinds.values()} | {p.name: p.attrs for p in world.places.values()}
    state = [(n, a.name) for n, attrs in groups.items() for a in attrs.values() if a.nature != "printed" and a.core and a.core.field]
    state += [("game", "turn_number")] if game in {"grandlins_heirs", "nine_mens_morris", "quoridor"} else []  # a rule asks for it
    found = [(one.owner, one.attribute) for one in keepers(painter) if one.attribute != "owner" or (one.owner, "owner") in state]
    assert sorted(found) == sorted(state)


@pytest.mark.parametrize("game", list_games())
def test_markers_and_mats_can_be_read_and_cut(game: str) -> None:
    painter = Painter(load(game))
    kept = keepers(painter)
    for one in markers(painter, kept, 3.0):
        assert one.copies > 0
        for side in (one.front, one.back):
            assert not side.outside(1.0 if side.width < 12 else 1.4), (one.id, side.outside(1.4))
            assert all(box.pt >= LEAST_PT and side.contrast(box) >= 4.5 for box in side.boxes if box.pt), one.id
    for board in made(painter, kept):
        outside = board.drawn.outside(3.0)
        assert not outside, (board.id, outside)
        for box in board.drawn.boxes:
            assert not box.pt or (box.pt >= LEAST_PT and board.drawn.contrast(box) >= 4.5), (board.id, box)


RULES = """game "Lamps" for Ada, Ben

each Player has
  oil: 0 to 9 = 3
  steps: 0 to 9 = 0
  left: 0 to 9 = 0

turn
  set player.steps to 2
  set player.steps to player.steps - 1
  set player.oil to player.oil - 1
  set player.left to player.left + 1
  if player.left > 3: finish
  set player.left to 0

play
  repeat until Ada.oil is 0
    each Player takes turn
  finish

winner: most player.oil
"""


def test_what_a_turn_writes_before_it_reads_or_sets_back_needs_nothing(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "lamps.rules"
    file.write_text(RULES, encoding="utf-8")
    found = {one.attribute: one.how for one in keepers(Painter(load(str(file))))}
    assert found == {"oil": "track", "steps": "mind", "left": "mind"}


def test_tracks_and_stores_begin_as_the_setup_leaves_them() -> None:
    kept = {one.attribute: one.start for one in keepers(Painter(load("kingdom_of_heroes", players=3)))}
    assert (kept["hearts_left"], kept["crowns"], kept["rings"], kept["turn_space"]) == (4, 12, 4, 3)
    assert {one.attribute: one.start for one in keepers(Painter(load("grandlins_heirs")))}["health"] == 15


def test_there_are_as_many_tokens_as_lie_on_all_pieces_at_the_start() -> None:
    uses = next(one for one in keepers(Painter(load("two_princes"))) if one.attribute == "uses")
    assert uses.supply == ((1, 39),)


def test_an_author_may_want_a_marker_for_what_is_of_one_turn() -> None:
    kept = {one.attribute: one for one in keepers(studio.painter(load("grandlins_heirs")))}
    assert (kept["villain_health"].how, kept["villain_health"].where) == ("track", "board") and kept["steps"].how == "mind"


def test_a_rule_that_counts_turns_needs_pencil_and_paper() -> None:
    kept = {
        game: [one.how for one in keepers(Painter(load(game))) if one.attribute == "turn_number"]
        for game in ("grandlins_heirs", "hex", "chess")
    }
    assert kept == {"grandlins_heirs": ["pad"], "hex": [], "chess": []}  # of hex it is the second turn, which everybody sees
