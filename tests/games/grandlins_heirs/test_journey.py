"""The journey of the henchman: how far, which way, and where he has to stop."""

from __future__ import annotations

import pytest

from tests.games.grandlins_heirs import ledger
from tests.games.grandlins_heirs.position import SQUARES
from tests.games.grandlins_heirs.table import Sitting, begin

proves = pytest.mark.proves
FAR = "J5"  # where Blue is out of the way


def reachable(start: str, pips: int, **more: str) -> set[str]:
    """Every square on which a journey of that roll can end."""
    found: set[str] = set()
    seen: set[tuple[str, int, str]] = set()
    waiting: list[list[str]] = [[]]
    while waiting:
        path = waiting.pop()
        sitting = begin(start, FAR, **more)  # type: ignore[arg-type]
        sitting.play(f"roll {pips}", *(f"walk {square}" for square in path))
        now = sitting.now
        found.add(now.henchmen["Red"].square)
        for square in sitting.of("walk") if now.stage == "marching" and now.active == "Red" else ():
            key = (square, len(path), "".join(path[:1]))
            if key not in seen:
                seen.add(key)
                waiting.append([*path, square])
    return found


# ---------------------------------------------------------------- the frame of a day


@proves("GH-028")
def test_journey_then_magic_then_night() -> None:
    sitting = begin("C3 psn", FAR, hand="TR1_1")
    assert sitting.moves == {f"roll {n}" for n in range(1, 7)}
    sitting.play("roll 2")
    assert sitting.now.stage == "marching" and sitting.actions == {"walk", "rest"}
    assert sitting.why("insert", card="Poison Thorns").allowed is False
    sitting.play("walk C4", "rest")
    assert sitting.now.stage == "conjuring" and "insert" in sitting.actions and sitting.man().health == 15
    sitting.play("Play no card")
    assert sitting.man().health == 14 and len(sitting.now.hand("Red")) == 4 and sitting.now.active == "Blue"


@proves("GH-029")
def test_no_ritual_before_everything_is_settled() -> None:
    """In a fight, before a site, over a treasure: only spells."""
    fight = begin("C3", FAR, board="C4:VI02_1", hand="TR1_1 SP6").play("roll 1", "walk C4")
    assert fight.moves == {"Strike", "Flee", "cast SP6"}
    site = begin("C3", FAR, board="C4:SI2_1", hand="TR1_1 SP6").play("roll 1", "walk C4")
    assert site.moves == {"use SI2_1", "Pass by", "cast SP6"}
    find = begin("C3", FAR, board="C4:Orb_1", hand="TR1_1 SP6").play("roll 1", "walk C4")
    assert find.moves == {"collect Orb_1", "Leave it at that", "cast SP6"}


# ---------------------------------------------------------------- steps


@proves("GH-037")
def test_as_many_squares_as_the_die_shows() -> None:
    for pips in (1, 3, 4):
        ends = reachable("B7", pips)
        assert ends == {square for square in SQUARES if ledger.apart("B7", square) <= pips and square not in ("A9", *ledger.CITY)}


@proves("GH-038")
def test_never_diagonally() -> None:
    assert begin("C3", FAR).play("roll 1").of("walk") == {"C2", "C4", "B3", "D3"}


@proves("GH-039")
def test_there_and_back() -> None:
    sitting = begin("C3", FAR).play("roll 2", "walk C4", "walk C3")
    assert sitting.man().square == "C3" and sitting.now.stage == "conjuring"
    winding = begin("C3", FAR).play("roll 6", "walk C4", "walk B4", "walk B3", "walk C3", "walk D3", "walk D2")
    assert winding.man().square == "D2"


@proves("GH-040")
@pytest.mark.parametrize("steps", [0, 1, 3])
def test_less_far_or_not_at_all(steps: int) -> None:
    sitting = begin("C3", FAR).play("roll 6", *["walk C2", "walk C1", "walk C0"][:steps], "rest")
    assert sitting.now.stage == "conjuring" and sitting.man().square == f"C{3 - steps}"


@proves("GH-041")
def test_not_into_the_castle_of_another() -> None:
    sitting = begin("B9", FAR).play("roll 1")
    assert sitting.of("walk") == {"B8", "C9"}
    refusal = sitting.why("walk", to="A9")
    assert not refusal.allowed and "castle" in refusal.prose


@proves("GH-048")
def test_in_and_out_of_the_own_castle() -> None:
    assert "A0" in begin("A1", FAR).play("roll 1").of("walk")
    assert begin("A0", FAR).play("roll 1").moves == {"walk A1", "walk B0", "rest"}


# ---------------------------------------------------------------- forced stops


@proves("GH-042", "GH-043", "GH-044")
@pytest.mark.parametrize("obstacle", ["a card", "a henchman", "a treasure"])
def test_whatever_lies_in_the_way_ends_the_journey(obstacle: str) -> None:
    board = {"a card": "D3:TR2_1", "a treasure": "D3:Orb_1"}.get(obstacle, "")
    sitting = begin("C3", "D3" if obstacle == "a henchman" else FAR, board=board).play("roll 6", "walk D3")
    assert sitting.now.stage in {"meeting", "conjuring"} and "walk" not in sitting.actions
    assert sitting.man().square == "D3"


@proves("GH-042")
def test_no_way_through() -> None:
    """A row of cards from edge to edge: nobody gets to the other side."""
    wall = " ".join(f"B{digit}:{card}" for digit, card in enumerate(ledger.ALL[:10]))
    ends = reachable("A3", 6, board=wall)
    assert {square[0] for square in ends} == {"A", "B"}


@proves("GH-045")
def test_who_stays_deals_with_his_square() -> None:
    site = begin("C3", FAR, board="C3:SI2_1").play("roll 6", "rest")
    assert site.moves == {"use SI2_1", "Pass by"}
    site.play("Pass by", "Play no card").tomorrow().play("roll 6", "rest")
    assert "use SI2_1" in site.moves
    company = begin("C3", "C3").play("roll 6", "rest")
    assert company.moves == {"attack Blue", "Leave it at that"}


@proves("GH-046")
def test_who_woke_up_on_an_obstacle_may_go_away() -> None:
    sitting = begin("B3", FAR, board="B3:VI06_1 B3:Orb_1!").play("roll 2", "walk B4")
    assert sitting.now.stage == "marching" and sitting.man().health == 15
    sitting.play("walk B5")
    assert sitting.now.stage == "conjuring" and sitting.now.where["VI06_1"] == "B3"


@proves("GH-046")
def test_but_coming_back_he_meets_it() -> None:
    sitting = begin("B3", FAR, board="B3:VI06_1").play("roll 4", "walk B4", "walk B3")
    assert sitting.now.stage == "fighting"


@proves("GH-047")
def test_two_on_a_square() -> None:
    sitting = begin("C3", "D3").play("roll 6", "walk D3", "Leave it at that", "Play no card")
    assert {man.square for man in sitting.now.henchmen.values()} == {"D3"}


# ---------------------------------------------------------------- the way into the city


@proves("GH-080")
def test_a_night_before_the_walls() -> None:
    assert reachable("C4", 3) & set(ledger.CITY) == set()
    sitting = begin("C4", FAR).play("roll 6", "walk D4", "rest", "Play no card").tomorrow().play("roll 1")
    assert "E4" in sitting.of("walk")


@proves("GH-080")
def test_only_from_where_he_slept() -> None:
    """Another square before the walls will not do; but he may stroll a little and come back to where he slept."""
    sitting = begin("D4", FAR).play("roll 6", "walk D5")
    assert "E5" not in sitting.of("walk")
    refusal = sitting.why("walk", to="E5")
    assert "night before the walls" in refusal.prose
    assert "E4" in sitting.play("walk D4").of("walk")


@proves("GH-081", "GH-082")
def test_out_at_once_but_not_in_again() -> None:
    sitting = begin("E4", FAR).play("roll 3", "walk D4")
    assert "E4" not in sitting.of("walk")
    sitting.play("walk C4", "walk B4")
    assert sitting.man().square == "B4"
    in_and_out = begin("D4", FAR).play("roll 4", "walk E4", "walk D4")
    assert "E4" not in in_and_out.of("walk")


@proves("GH-083")
def test_free_passage_inside() -> None:
    sitting = begin("E4", "F4").play("roll 2", "walk F4", "walk F5")
    assert sitting.man().square == "F5"
    short = begin("E4", "F4").play("roll 1", "walk F4")
    assert "walk" not in short.actions and short.man().square == "F4"


@proves("GH-083")
def test_a_treasure_in_the_city_stops_nobody() -> None:
    sitting = begin("E4", FAR, board="F4:Orb_1").play("roll 2", "walk F4")
    assert sitting.of("walk") == {"E4", "F5", "F3", "G4"}
    assert journey_of(sitting, "F5").man().square == "F5"


def test_a_treasure_in_the_city_can_be_taken_where_one_stops() -> None:
    sitting = begin("E4 G0", FAR, board="F4:Orb_1").play("roll 1", "walk F4", "collect Orb_1")
    assert sitting.now.where["Orb_1"] == "hand Red"


def journey_of(sitting: Sitting, *squares: str) -> Sitting:
    return sitting.play(*(f"walk {square}" for square in squares))


@proves("GH-084")
def test_passing_by_a_facility_is_no_visit() -> None:
    sitting = journey_of(begin("F4", FAR).play("roll 2"), "E4", "D4")
    assert sitting.now.stage == "conjuring" and sitting.man().gold == 5
