"""The escape: how both decks are built, and how challenges follow each other."""

from __future__ import annotations

import pytest

from tests.games.two_princes.table import EDWARD, PRINCES, RICHARD, Scene, game_with, scene

proves = pytest.mark.proves
GUARDS = {"The_Guard_at_the_Stair", "The_Guard_with_the_Lantern", "Two_Guards_Dicing", "The_Young_Guard"}
FILLERS = {"The_Dark_Corridor", "The_Steep_Roof", "The_Washhouse", "The_Rat_Cellar", "The_Weeping_Maid"}
OPENING = ["The_Loose_Shutter", "Cold_Stones", "The_Kennel_Yard"]
PLAIN = ["Uncles_Man", "The_Courtiers_Bow", "Bitter_Medicine", "The_Prisoners_Cell", "The_Robe_Chest", "The_Proclamation"]
PLAIN += ["New_Locks", "The_Barred_Window"]
SECOND = ["Mothers_Messenger", "The_Freed_Man", "The_Ravens_Warning", "The_Physicians_Boat", "Heavy_Bundles"]


def fled(*added: str) -> Scene:
    """The first deck, built from what was added."""
    return scene(part="interlude", added=" ".join(added)).do("begin_escape").settle()


def beyond(*added: str, facts: tuple[str, ...] = ()) -> Scene:
    return scene(part="part_a", added=" ".join(added), facts=facts).do("begin_part_b").settle()


@proves("TP-090", "TP-091")
def test_the_added_challenges_are_split_by_their_letter() -> None:
    here = fled("The_Tyrants_Portrait", "Mothers_Messenger")
    assert "The_Tyrants_Portrait" in here.pile("trail") and here.pile("added") == ["Mothers_Messenger"]
    here.do("add", here.piece("The_Freed_Man"))
    assert set(here.pile("added")) == {"Mothers_Messenger", "The_Freed_Man"} and "The_Freed_Man" not in here.pile("trail")
    here.do("add", here.piece("The_Missing_Leaf"))  # an "a" that comes too late never enters the deck
    assert "The_Missing_Leaf" not in here.pile("trail")


@proves("TP-092")
def test_one_guard_at_least() -> None:
    here = fled("Uncles_Man", "Bitter_Medicine")
    assert len(GUARDS & set(here.pile("trail"))) == 1
    for guard in ("The_Drowsy_Guard", "The_Doubled_Guard"):
        assert not GUARDS & set(fled(guard, "Uncles_Man").pile("trail"))


@proves("TP-092", "TP-093")
def test_guard_and_fillers_come_at_random() -> None:
    here = scene(part="interlude", added="Uncles_Man").do("begin_escape")
    assert here.who is None and set(here.titles) == {id.replace("_", " ") for id in GUARDS}
    assert {float(o.probability) for o in here.now.outcomes} == {0.25}
    here.draw("Two_Guards_Dicing")
    assert set(here.titles) == {id.replace("_", " ") for id in FILLERS}


@proves("TP-093")
@pytest.mark.parametrize(("added", "fillers"), [(3, 5), (4, 5), (7, 3), (9, 1), (10, 0), (11, 0)])
def test_filled_up_to_ten(added: int, fillers: int) -> None:
    cards = ["The_Drowsy_Guard", *PLAIN, "The_Archery_Butts", "The_Wrong_Turn"][:added]
    here = fled(*cards)
    trail = here.pile("trail")
    assert len(FILLERS & set(trail)) == fillers and len(trail) == added + fillers + 4
    without = fled(*cards[1:7])  # the guard that joins is counted as well
    assert len(FILLERS & set(without.pile("trail"))) == min(5, 10 - len(cards[1:7]) - 1)


@proves("TP-094", "TP-096")
def test_top_and_bottom_of_the_first_deck() -> None:
    here = fled("Uncles_Man", "Bitter_Medicine", "The_Drowsy_Guard")
    trail = here.pile("trail")
    assert trail[:3] == OPENING and trail[-1] == "The_Postern_Door"
    first = set()
    for wanted in ("Uncles_Man", "Bitter_Medicine"):
        here = fled("Uncles_Man", "Bitter_Medicine", "The_Drowsy_Guard")
        for _ in OPENING:
            here.do("next_challenge")
            while not here.idle:
                here.choose("decline" if "decline" in here.titles else here.titles[0])
        here.do("next_challenge").choose(wanted.replace("_", " ").replace("Uncles", "Uncle's"))
        first.add(here.pile("table")[0])
    assert first == {"Uncles_Man", "Bitter_Medicine"}  # what lies between them was shuffled


@proves("TP-095")
def test_the_deck_is_covered() -> None:
    here = fled("Uncles_Man", "The_Drowsy_Guard")
    assert here.match is not None
    for viewer in (*PRINCES, None):
        trail = next(p for p in here.match.view(viewer).places if p.name == "trail")
        assert trail.hidden == {"Challenge": len(here.pile("trail"))} and not any(c.pieces for c in trail.cells)


@proves("TP-097", "TP-098")
def test_the_princes_take_turns_to_draw() -> None:
    here = scene(part="part_a", places={"trail": "The_Password The_Missing_Leaf The_Chapel_Vow"})
    drawers = []
    for left in (2, 1, 0):
        drawers.append(PRINCES[here.value("reader")])
        here.do("next_challenge")
        met = here.pile("table")
        while not here.idle:
            here.choose("decline" if "decline" in here.titles else here.titles[0])
        assert here.pile("table") == [] and len(here.pile("trail")) == left
        assert all(here.where(id) == "box" for id in met)
    assert drawers == [EDWARD, RICHARD, EDWARD]
    assert PRINCES[fled("Uncles_Man").value("reader")] == RICHARD  # the card that begins the escape ends with turning the page


@proves("TP-096", "TP-112")
def test_edward_draws_the_first_challenge() -> None:
    here = scene(part="interlude", places={"interludes": "The_Night_of_the_Flight"}).do("next_interlude").settle().both("Hold").settle()
    assert PRINCES[here.value("reader")] == EDWARD
    here.do("next_challenge").settle()
    assert here.pile("table") == ["The_Loose_Shutter"]
    second = beyond("Mothers_Messenger").do("next_challenge").settle()
    assert second.pile("table") == ["The_Outer_Ward"]


@proves("TP-106")
def test_failing_does_not_stop_anybody() -> None:
    weak = {EDWARD: "TI_1 TI_2 TI_3 TI_4 TI_5", RICHARD: "TI_6 TI_7 TI_8 TI_9 TI_10"}
    here = scene(
        part="part_a", hands=weak, decks={EDWARD: "E6 HH_1", RICHARD: "R6 HH_2"}, places={"trail": "The_Guard_at_the_Stair The_Password"}
    )
    here.do("next_challenge").both("Rush").dare(1, 1).settle()
    assert here.idle and here.value("success") == 0 and here.where("The_Guard_at_the_Stair") == "box"
    assert here.discard(EDWARD) >= {"WO_1"} and here.pile("trail") == ["The_Password"]


@proves("TP-104", "TP-107")
@pytest.mark.parametrize(("way", "caught"), [("Down the stair", "WO"), ("Through the wicket", "AF")])
def test_whoever_fails_at_the_last_gate_takes_something_along(way: str, caught: str) -> None:
    """It is caught before the book of endings is opened, which looks at it."""
    weak = {EDWARD: "TI_1 TI_2 TI_3 TI_4 TI_5", RICHARD: "TI_6 TI_7 TI_8 TI_9 TI_10"}
    here = scene(part="part_b", hands=weak, decks={EDWARD: "E6", RICHARD: "R6"}).resolve("The_Last_Gate").both(way).dare(1, 1).settle()
    for prince in (EDWARD, RICHARD):
        told = here.hand(prince) | here.discard(prince) | {*here.pile(f"deck {prince}")}
        assert sum(card.startswith(caught) for card in told) == 1


@proves("TP-107", "TP-108")
@pytest.mark.parametrize("key", [True, False])
def test_the_postern_door_leads_on(key: bool) -> None:
    added = "Mothers_Messenger The_Freed_Man"
    here = scene(part="part_a", added=added, places={"trail": "The_Postern_Door"}, bags={EDWARD: "Golden_key"} if key else {})
    here.do("next_challenge")
    while not here.idle:
        here.choose("1" if here.titles[0] == "1" else here.titles[0])
    assert here.value("part") == "part_b" and {"Mothers_Messenger", "The_Freed_Man"} <= set(here.pile("trail"))
    assert here.misery == (0 if key else 1)
    leading = [p.name for p in game_with().program.procs if p.name.startswith("Challenge ") and "begin_part_b" in called(p)]
    assert leading == ["Challenge The Postern Door"]


def called(proc: object) -> set[str]:
    from rulewright.core.effects import callees

    return {p.name for p in callees(proc.body)}  # type: ignore[attr-defined]


@proves("TP-108", "TP-091")
def test_part_b_takes_everything_that_was_added() -> None:
    here = beyond(*SECOND)
    assert set(here.pile("trail")) == {*SECOND, "The_Outer_Ward", "The_Last_Gate"}


@proves("TP-109", "TP-127")
def test_alerted_guards_raise_the_hue_and_cry() -> None:
    assert "The_Hue_and_Cry" in beyond(*SECOND, facts=("the_guards_are_alerted",)).pile("trail")
    assert "The_Hue_and_Cry" not in beyond(*SECOND).pile("trail")


@proves("TP-110")
@pytest.mark.parametrize(
    ("added", "alerted", "wall"), [(0, False, True), (4, False, True), (5, False, False), (3, True, True), (4, True, False)]
)
def test_the_long_wall_fills_up(added: int, alerted: bool, wall: bool) -> None:
    here = beyond(*SECOND[:added], facts=("the_guards_are_alerted",) if alerted else ())
    trail = here.pile("trail")
    assert ("The_Long_Wall" in trail) == wall and len(trail) == added + alerted + wall + 2


@proves("TP-111")
def test_top_and_bottom_of_the_second_deck() -> None:
    trail = beyond(*SECOND).pile("trail")
    assert trail[0] == "The_Outer_Ward" and trail[-1] == "The_Last_Gate"


def test_guard_is_a_part_of_a_word_too() -> None:
    """“Two Guards Dicing” is about guards."""
    assert len(GUARDS & set(fled("Two_Guards_Dicing").pile("trail"))) == 1
