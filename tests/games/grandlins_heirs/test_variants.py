"""Dropping treasures, looting, catharsis: each by itself, and all of them together."""

from __future__ import annotations

from itertools import combinations

import pytest

from rulewright.play.examples import run_examples
from rulewright.play.simulate import CUT, FAILED, simulate
from tests.games.grandlins_heirs import ledger
from tests.games.grandlins_heirs.position import VARIANTS, game_with
from tests.games.grandlins_heirs.table import Sitting, begin

proves = pytest.mark.proves
FAR = "J5"
DROPPING, LOOTING, CATHARSIS = ((title,) for title in VARIANTS)
SHORT = ("last_day=8",)
TOGETHER = [chosen for size in range(4) for chosen in combinations(VARIANTS, size)]


# ---------------------------------------------------------------- any combination


def named(chosen: tuple[str, ...]) -> str:
    return " and ".join(chosen) or "none"


def test_the_examples_hold_with_all_variants_at_once() -> None:
    results = run_examples("grandlins_heirs", VARIANTS)
    assert len(results) >= 17 and all(result.passed for result in results), [(r.title, r.message) for r in results if not r.passed]


@pytest.mark.parametrize("chosen", TOGETHER, ids=named)
def test_each_variant_does_its_part_whatever_is_combined(chosen: tuple[str, ...]) -> None:
    drop = begin("C3", FAR, hand="Orb_1", variants=chosen, options=SHORT).play("roll 1", "rest")
    assert ("hide Orb_1" in drop.moves) == ("Dropping treasures" in chosen)
    loot = begin("A8", FAR, board="A9:Orb_1", variants=chosen, options=SHORT).play("roll 1")
    assert ("walk A9" in loot.moves) == ("Looting" in chosen)
    if "Looting" in chosen:
        assert loot.play("walk A9").moves == {"search", "Do not search"}
    sweep = begin("C3", FAR, board="G7:AR1_1", deck="", discard="AR1_2 AR1_3 AR1_4 AR2_1", hand="", variants=chosen, options=SHORT)
    sweep.play("roll 1", "rest", "Play no card")
    assert ("sweep G7" in sweep.moves) == ("Catharsis" in chosen)


@pytest.mark.parametrize("chosen", TOGETHER, ids=named)
def test_matches_run_whatever_is_combined(chosen: tuple[str, ...]) -> None:
    """Every state on the way has everything in its place; the interpreter looks after each decision."""
    game = game_with(2, chosen, options=SHORT)
    done = simulate(game, 2, seed=4, paranoid=True)
    assert not done.error.any() and not set(done.over.tolist()) & {0, CUT, FAILED}


# ---------------------------------------------------------------- dropping


@proves("GHV-001")
@pytest.mark.parametrize("square", ["C3", "J9", "E6", "D4"])
def test_a_treasure_left_behind(square: str) -> None:
    sitting = begin(square, FAR, hand="Orb_1", variants=DROPPING).play("roll 1", "rest", "hide Orb_1")
    assert sitting.now.where["Orb_1"] == square and not sitting.now.guarded
    assert sitting.seen("Red", square) == ["Orb"] and sitting.seen("Blue", square) == [None]


@proves("GHV-001")
def test_it_can_be_taken_again() -> None:
    sitting = begin("C3", FAR, hand="Orb_1", variants=DROPPING).play("roll 1", "rest", "hide Orb_1").tomorrow()
    assert "collect Orb_1" in sitting.play("roll 1", "rest").moves


@proves("GHV-002")
def test_dropping_is_the_card_of_the_day() -> None:
    sitting = begin("C3", FAR, hand="Orb_1 SP6 TR1_1", variants=DROPPING).play("cast SP6", "roll 1", "rest")
    assert sitting.now.active == "Blue" and sitting.now.where["Orb_1"] == "hand Red"
    assert begin("C3", FAR, hand="Orb_1 TR1_1", variants=DROPPING).play("roll 1", "rest", "hide Orb_1").now.active == "Blue"


# ---------------------------------------------------------------- looting


def burglar(*days: str, board: str = "A9:Orb_1 A9:Crown_1", **more: object) -> Sitting:
    """Red has got into Blue's castle, and searches with these rolls, one a day."""
    sitting = begin("A8", FAR, board=board, variants=LOOTING, **more).play("roll 1", "walk A9")  # type: ignore[arg-type]
    for number, day in enumerate(days):
        if number:
            if sitting.now.active == "Red":
                sitting.tomorrow()
            while sitting.now.active == "Blue":
                sitting.quiet()
            sitting.play("roll 1", "rest")
        sitting.play("search", f"roll {day}")
    return sitting


@proves("GHV-003")
def test_into_the_castle_of_another() -> None:
    sitting = begin("B9", FAR, variants=LOOTING).play("roll 1")
    assert "A9" in sitting.of("walk")
    assert (
        begin("H6", FAR, board="H7:SI1_1", variants=LOOTING)
        .play("roll 1", "walk H7", "use SI1_1", "roll 4")
        .of("choose")
        .isdisjoint({"A9"})
    )


@proves("GHV-004")
@pytest.mark.parametrize("pips", range(1, 7))
def test_on_the_first_day_a_one_is_needed(pips: int) -> None:
    sitting = burglar(str(pips))
    assert ("choose Orb_1" in sitting.moves) == (pips == 1)


@proves("GHV-004")
@pytest.mark.parametrize("day", [2, 3, 5, 6])
def test_every_day_one_more(day: int) -> None:
    for pips in {day, min(6, day + 1)}:
        sitting = burglar(*(["6"] * (day - 1)), str(pips))
        assert ("choose Orb_1" in sitting.moves) == (pips <= day)


@proves("GHV-005")
def test_one_treasure_of_choice() -> None:
    sitting = burglar("1")
    assert sitting.moves == {"choose Orb_1", "choose Crown_1"}
    sitting.play("choose Crown_1")
    assert sitting.now.where["Crown_1"] == "hand Red" and sitting.now.at("A9") == {"Orb_1"}


def test_nobody_is_spirited_away_while_he_searches() -> None:
    """Other spells can be cast meanwhile."""
    sitting = begin("A8", FAR, board="A9:Orb_1", hand="SP2_1 SP6", variants=LOOTING).play("roll 1", "walk A9")
    assert sitting.of("cast") == {"SP2_1", "SP6"}
    assert sitting.play("search").moves == {"go_on", "cast SP6"}
    assert sitting.play("roll 1").moves == {"choose Orb_1", "cast SP6"}
    assert sitting.play("choose Orb_1").of("cast") == {"SP2_1", "SP6"}


@proves("GHV-006")
def test_then_the_search_begins_anew() -> None:
    sitting = burglar("6", "6", "3").play("choose Orb_1")
    while sitting.now.active == "Red":
        sitting.quiet()
    while sitting.now.active == "Blue":
        sitting.quiet()
    sitting.play("roll 1", "rest", "search", "roll 2")
    assert not sitting.of("choose") and sitting.now.where["Crown_1"] == "A9"


@proves("GHV-007")
def test_leaving_breaks_it_off() -> None:
    sitting = burglar("6", "6")
    while sitting.now.active == "Red":
        sitting.quiet()
    while sitting.now.active == "Blue":
        sitting.quiet()
    sitting.play("roll 2", "walk A8", "walk A9", "search", "roll 2")
    assert not sitting.of("choose")


@proves("GHV-007")
def test_a_day_without_searching_breaks_it_off() -> None:
    sitting = burglar("6", "6")
    for action in ("Do not search", "search"):
        while sitting.now.active == "Red":
            sitting.quiet()
        while sitting.now.active == "Blue":
            sitting.quiet()
        sitting.play("roll 1", "rest", action)
    assert not sitting.play("roll 2").of("choose")


@proves("GHV-007")
def test_dying_breaks_it_off() -> None:
    """His successor starts at nought."""
    sitting = begin("A8 H1 psn", FAR, board="A9:Orb_1", variants=LOOTING)
    sitting.play("roll 1", "walk A9", "search", "roll 6")
    assert sitting.cell("Blue", "A9").pieces[-1].attributes["searched"] == "1"
    sitting.play("Play no card", "Like the first")
    (man,) = sitting.cell("Red", "A0").pieces
    assert man.attributes["searched"] == "0"


def test_nothing_to_search_where_nothing_lies() -> None:
    empty = begin("A8", FAR, variants=LOOTING).play("roll 1", "walk A9")
    assert "search" not in empty.actions
    own = begin("A0", FAR, board="A0:Orb_1", variants=LOOTING).play("roll 1", "rest")
    assert "search" not in own.actions
    free = begin("J8", FAR, board="J9:Orb_1", variants=LOOTING).play("roll 1", "walk J9")
    assert free.moves == {"collect Orb_1", "Leave it at that"}


def test_fights_in_a_castle() -> None:
    sitting = begin("A8", "A9", board="A9:Orb_1", variants=LOOTING).play("roll 1", "walk A9", "Do not search")
    assert sitting.moves == {"attack Blue", "Leave it at that"}


# ---------------------------------------------------------------- catharsis


def swept(players: int, board: str, deck: str = "", discard: str = "AR2_1 AR2_2 AR2_3 AR2_4") -> Sitting:
    """Red has to draw, and the pile has run out."""
    sitting = begin("C3", FAR, board=board, deck=deck, discard=discard, players=players, variants=CATHARSIS)
    return sitting.play("roll 1", "rest", "Play no card")


TRAPS = ["TR1_1", "TR1_2", "TR1_3", "TR1_4", "TR2_1", "TR2_2", "TR2_3", "TR3_1", "TR3_2", "TR4_1", "TR4_2", "TR5"]
ROW = " ".join(f"{letter}8:{trap}" for letter, trap in zip("BCDEFGHI", TRAPS, strict=False))
ROWS = ROW + " " + " ".join(f"{letter}7:{trap}" for letter, trap in zip("BCDE", TRAPS[8:], strict=True))


@proves("GHV-008")
@pytest.mark.parametrize("players", [2, 3])
def test_three_times_around(players: int) -> None:
    sitting = swept(players, ROWS)
    seats = []
    while sitting.of("sweep"):
        seats.append(sitting.who)
        sitting.play(f"sweep {min(sitting.of('sweep'))}")
    assert seats == ["Red", "Blue", "Yellow"][:players] * 3
    assert (
        sum(spot not in {"deck", "discard", "box"} and name.startswith("TR") for name, spot in sitting.now.cards.items())
        >= 12 - 3 * players
    )


@proves("GHV-008")
def test_fewer_cards_fewer_sweeps() -> None:
    sitting = swept(2, "G7:TR1_1 G8:TR1_2")
    sitting.play("sweep G7")
    assert sitting.who == "Blue"
    sitting.play("sweep G8")
    assert not sitting.of("sweep")


@proves("GHV-009")
def test_treasures_and_the_city_stay() -> None:
    sitting = swept(2, "G7:VI06_1 G7:Orb_1! H8:Crown_1 A0:Crown_2")
    assert sitting.of("sweep") == {"G7"}
    sitting.play("sweep G7")
    now = sitting.now
    assert (now.where["Orb_1"], now.where["Crown_1"], now.where["Crown_2"]) == ("G7", "H8", "A0") and not now.guarded
    assert {square for square in ledger.CITY if now.at(square)} == set()


@proves("GHV-010")
def test_all_of_it_becomes_the_new_pile() -> None:
    sitting = swept(2, "G7:TR1_1 G8:TR1_2", deck="AR1_1").play("sweep G7", "sweep G8")
    pool = {"TR1_1", "TR1_2", "AR2_1", "AR2_2", "AR2_3", "AR2_4"}
    assert {move.removeprefix("draw ") for move in sitting.moves} == pool and sitting.now.at("deck") == pool
    assert sitting.now.hand("Red") == {"AR1_1"} and not sitting.now.at("discard")


@proves("GHV-008")
def test_nobody_looks_before_he_sweeps() -> None:
    sitting = swept(2, "G7:TR1_1 G8:TR1_2")
    assert sitting.seen("Red", "G7") == [None] and sitting.seen("Blue", "G8") == [None]
