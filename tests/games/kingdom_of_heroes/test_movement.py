"""Moving: groups, single heroes, missions, posts, villages, portals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.kingdom_of_heroes.table import Sitting, begin

proves = pytest.mark.proves
GROUP, TWO = "Move a group", "Move two heroes one after the other"


def turn(at: dict[str, str], cards: dict[str, str] | None = None, **position: Any) -> Sitting:
    return begin("turn", seat="Red", at=at, cards=cards, **position)


def group(start: str, *heroes: str) -> list[str]:
    """The choices that make a group; a group of four, or of all who are there, needs no `done`."""
    return [GROUP, start, *(f"red {hero}" for hero in heroes)]


# ---------------------------------------------------------------- what moves


@proves("KH-057", "KH-056")
def test_one_group_once_or_twice_or_two_heroes() -> None:
    at = {"Capital": "red 3A 1K"}
    once = turn(at).play(*group("Capital", "adventurer", "knight"), "done", "Northwood", "done")
    assert once.over and once.now.at("Northwood") == "red 1A 1K"
    twice = turn(at).play(*group("Capital", "adventurer", "knight"), "done", "Northwood", "red adventurer", "red knight", "Owlwood")
    assert twice.over and twice.now.at("Owlwood") == "red 1A 1K"  # and there is no third move
    single = turn(at).play(TWO, "Capital", "red adventurer", "Northwood", "Capital", "red knight", "Owlwood")
    assert single.over and (single.now.at("Northwood"), single.now.at("Owlwood")) == ("red 1A", "red 1K")
    alone = turn(at).play(*group("Capital", "adventurer"), "done", "Northwood", "done")
    assert alone.over and alone.now.at("Northwood") == "red 1A"  # just one hero, just once
    assert turn({"Steppe": "red 1K"}).options == [GROUP]  # there are no two


@proves("KH-058")
def test_up_to_four_from_the_same_place() -> None:
    sitting = turn({"Capital": "red 4A 2K 1M", "Steppe": "red 2A", "Fernham": "red 1M", "Orcs": "red 1A"}, {"Orcs": "Ironpeaks"})
    sitting.play(GROUP)
    assert sitting.options == ["Steppe", "Fernham", "Capital"]
    sitting.play("Capital / red adventurer / red knight / red knight / red mage")
    assert sitting.asked == "choose goal"  # with four the group is complete
    sitting.play("Kingsmeadow")
    assert sitting.now.at("Kingsmeadow") == "red 1A 2K 1M"


@proves("KH-058")
def test_every_group_once() -> None:
    """Equal heroes are one choice, and the order in which a group is named makes no second one of it."""
    sitting = turn({"Capital": "red 7A 1K 1M"}).play(GROUP, "Capital")
    found = groups(sitting, ())
    assert len(found) == len(set(found))
    expected = {"A" * a + "K" * k + "M" * m for a in range(5) for k in range(2) for m in range(2) if 1 <= a + k + m <= 4}
    assert set(found) == expected


def groups(sitting: Sitting, chosen: tuple[str, ...]) -> list[str]:
    if sitting.asked != "choose group":
        return ["".join(sorted(chosen))]
    found = []
    for option in sitting.options:
        sitting.match.choose(option)
        found += groups(sitting, (*chosen, option.split()[-1][0].upper()) if option != "done" else chosen)
        sitting.match.undo()
    return found


@proves("KH-059")
def test_one_goal_for_the_whole_group() -> None:
    sitting = turn({"Kingsmeadow": "red 1A 1K"}).play(*group("Kingsmeadow", "adventurer", "knight"))
    assert set(sitting.options) == {"Gullmeadow", "Ironpeaks", "Northwood", "Greyridge", "Millbrook"}
    assert sitting.play("Millbrook").now.at("Millbrook") == "red 1A 1K"


@proves("KH-065", "KH-066")
def test_nobody_joins_the_second_move() -> None:
    sitting = turn({"Kingsmeadow": "red 1A 1K", "Gullmeadow": "red 1M"})
    sitting.play(*group("Kingsmeadow", "adventurer", "knight"), "Gullmeadow")
    assert sitting.options == ["red adventurer", "red knight", "done"]  # not the mage who was there already
    sitting.play("red knight / done / Westwood")
    assert sitting.over and sitting.now.at("Gullmeadow") == "red 1A 1M" and sitting.now.at("Westwood") == "red 1K"


@proves("KH-066", "KH-062")
def test_who_takes_up_something_stays() -> None:
    sitting = turn({"Capital": "red 3A"}, {"Excalibur": "Kingsmeadow"})
    sitting.play(*group("Capital", "adventurer", "adventurer", "adventurer"), "Kingsmeadow", "red adventurer", "done")
    assert sitting.now.at("Excalibur") == "red 1A"
    sitting.play("red adventurer", "red adventurer")
    assert sitting.asked == "choose goal"  # two of the three, no more
    sitting.play("Ironpeaks", "station red adventurer at Ironmine")
    assert sitting.over and sitting.now.at("Ironmine") == "red 1A" and sitting.now.at("Ironpeaks") == "red 1A"


@proves("KH-067")
def test_two_heroes_move_once_each() -> None:
    sitting = turn({"Capital": "red 1A", "Steppe": "red 1K"})
    sitting.play(TWO, "Steppe", "red knight", "Eastwick")
    assert (sitting.asked, sitting.options) == ("choose next start", ["Capital"])  # not the knight again
    sitting.play("Capital", "red adventurer", "Owlwood")
    assert sitting.over
    same = turn({"Capital": "red 2A"}).play(TWO, "Capital", "red adventurer", "Owlwood", "Capital", "red adventurer", "Owlwood")
    assert same.over and same.now.at("Owlwood") == "red 2A"  # from the same place to the same place
    apart = turn({"Capital": "red 1A", "Owlwood": "red 1M", "Steppe": "red 1K"}).play(TWO, "Steppe", "red knight", "Eastwick", "Capital")
    assert apart.options == ["red adventurer"]  # nobody who stands elsewhere
    follow = turn({"Capital": "red 1A", "Owlwood": "red 1A"}).play(TWO, "Capital", "red adventurer", "Owlwood")
    assert follow.options == ["Owlwood"]
    follow.play("Owlwood")
    assert follow.options == ["red adventurer"]  # the one who stood there, though they look alike
    assert follow.play("red adventurer", "Steppe").now.at("Owlwood") == "red 1A"


@proves("KH-068")
def test_no_second_group_and_no_hero_besides_a_group() -> None:
    sitting = turn({"Capital": "red 4A", "Steppe": "red 2K"}, crowns=0)
    sitting.play(*group("Capital", "adventurer", "adventurer"), "done", "Northwood", "done")
    assert sitting.over


# ---------------------------------------------------------------- missions


@proves("KH-060", "KH-062")
def test_some_take_up_the_mission_the_others_stay_beside_it() -> None:
    sitting = turn({"Capital": "red 2A 1K"}, {"Excalibur": "Kingsmeadow"})
    sitting.play(*group("Capital", "adventurer", "adventurer", "knight"), "Kingsmeadow")
    assert sitting.options == ["red adventurer", "red knight"]  # one of them must
    sitting.play("red knight", "done")
    assert sitting.now.at("Excalibur") == "red 1K" and sitting.now.at("Kingsmeadow") == "red 2A"


@proves("KH-060", "KH-062")
def test_a_single_hero_may_stay_out() -> None:
    sitting = turn({"Capital": "red 1K"}, {"Excalibur": "Kingsmeadow"}).play(*group("Capital", "knight"), "Kingsmeadow")
    assert sitting.options == ["red knight", "done"]
    assert sitting.play("done", "done").now.at("Kingsmeadow") == "red 1K"
    two = turn({"Capital": "red 2K"}, {"Excalibur": "Kingsmeadow"})
    two.play(TWO, "Capital", "red knight", "Kingsmeadow", "done", "Capital", "red knight", "Kingsmeadow", "done")
    assert two.over and two.now.at("Kingsmeadow") == "red 2K"  # each of them came alone


@proves("KH-061")
def test_heroes_on_cards_do_not_move() -> None:
    sitting = turn({"Excalibur": "red 2K", "Kingsmeadow": "red 1A", "Steppe": "red 1A"}, {"Excalibur": "Kingsmeadow"}).play(GROUP)
    assert sitting.options == ["Kingsmeadow", "Steppe"]
    assert sitting.play("Kingsmeadow").options == ["red adventurer"]


@proves("KH-062")
def test_crossing_a_region_costs_a_hero() -> None:
    sitting = turn({"Capital": "red 2K"}, {"Excalibur": "Kingsmeadow", "Orcs": "Ironpeaks"})
    sitting.play(*group("Capital", "knight", "knight"), "Kingsmeadow", "red knight")
    assert sitting.options == ["red knight", "done"]  # the other may follow
    sitting.play("done", "red knight", "Ironpeaks")
    assert sitting.options == ["red knight", "done"]  # and is alone now


@proves("KH-063")
@pytest.mark.parametrize(("there", "free"), [("red 2A", False), ("red 3A", True), ("red 2A, blue 4A", False)])
def test_with_three_on_the_card_nobody_needs_to(there: str, free: bool) -> None:
    sitting = turn({"Capital": "red 2K", "Excalibur": there}, {"Excalibur": "Kingsmeadow"})
    sitting.play(*group("Capital", "knight", "knight"), "Kingsmeadow")
    assert ("done" in sitting.options) == free


@proves("KH-064", "KH-060")
def test_moving_inside_a_region() -> None:
    sitting = turn({"Kingsmeadow": "red 1A 1K"}, {"Excalibur": "Kingsmeadow"})
    sitting.play(*group("Kingsmeadow", "adventurer", "knight"), "Kingsmeadow")
    assert sitting.options == ["red adventurer", "red knight"]
    sitting.play("red knight", "done", "red adventurer", "Millbrook")
    assert sitting.now.at("Excalibur") == "red 1K" and sitting.now.at("Millbrook") == "red 1A"
    post = turn({"Westwood": "red 1A"}).play(*group("Westwood", "adventurer"))
    assert "Westwood" in post.options
    assert post.play("Westwood", "station red adventurer at Tower").now.at("Tower") == "red 1A"


@proves("KH-064")
def test_a_move_must_change_something() -> None:
    """Inside a region without a card or a free post there is nothing to do; with the option, you may do nothing."""
    for at in ("Greyridge", "Fernham", "Northwood"):
        assert at not in turn({at: "red 1A"}).play(*group(at, "adventurer")).options
        assert (at in turn({at: "red 1A"}, idle_moves="yes").play(*group(at, "adventurer")).options) is True
    assert "Westwood" not in turn({"Westwood": "red 1K"}).play(*group("Westwood", "knight")).options  # not an adventurer
    assert "Westwood" not in turn({"Westwood": "red 1A", "Tower": "red 1A"}).play(*group("Westwood", "adventurer")).options
    idle = turn({"Kingsmeadow": "red 2A"}, {"Excalibur": "Kingsmeadow"}, idle_moves="yes")
    idle.play(*group("Kingsmeadow", "adventurer"), "done", "Kingsmeadow")
    assert "done" in idle.options


def test_a_post_instead_of_the_mission_is_an_option() -> None:
    cards, at = {"Orcs": "Ironpeaks"}, {"Millbrook": "red 2A"}
    strict = turn(at, cards).play(*group("Millbrook", "adventurer", "adventurer"), "Ironpeaks")
    assert strict.options == ["red adventurer"]
    lenient = turn(at, cards, post_excuses="yes").play(*group("Millbrook", "adventurer", "adventurer"), "Ironpeaks", "done")
    assert lenient.options == ["station red adventurer at Ironmine"]


# ---------------------------------------------------------------- posts, portals, villages


@proves("KH-069")
def test_an_adventurer_takes_up_a_post() -> None:
    for start, region, post in (
        ("Millbrook", "Ironpeaks", "Ironmine"),
        ("Sandford", "Lowdunes", "Sandmine"),
        ("Fernham", "Westwood", "Tower"),
    ):
        sitting = turn({start: "red 2A"}).play(*group(start, "adventurer", "adventurer"), region)
        assert sitting.options == [f"station red adventurer at {post}", "decline"]
        sitting.play(f"station red adventurer at {post}")
        assert sitting.now.at(post) == "red 1A" and sitting.now.at(region) == "red 1A"  # one of them, not both
        knight = turn({start: "red 1K 1M"}).play(*group(start, "knight", "mage"), region)
        assert knight.asked == "choose second group"
    assert turn({"Fernham": "red 1A"}).play(*group("Fernham", "adventurer"), "Westwood", "decline").asked == "choose second group"


@proves("KH-070")
def test_nobody_moves_out_of_a_post() -> None:
    sitting = turn({"Ironmine": "red 1A", "Tower": "red 1A", "Steppe": "red 1K"}).play(GROUP)
    assert sitting.options == ["Steppe"]


@proves("KH-071")
def test_one_of_each_colour_at_a_post() -> None:
    taken = turn({"Fernham": "red 1A", "Tower": "red 1A"}).play(*group("Fernham", "adventurer"), "Westwood")
    assert taken.asked == "choose second group"
    shared = turn({"Fernham": "red 1A", "Tower": "blue 1A, green 1A"}).play(*group("Fernham", "adventurer"), "Westwood")
    shared.play("station red adventurer at Tower")
    assert shared.now.at("Tower") == "red 1A, blue 1A, green 1A"


@proves("KH-072")
def test_portals() -> None:
    for here, there in (("Saltcoast", "Steppe"), ("Steppe", "Saltcoast")):
        sitting = turn({here: "red 2A"}).play(*group(here, "adventurer", "adventurer"))
        assert there in sitting.options
        assert sitting.play(there).now.at(there) == "red 2A"


@proves("KH-073")
def test_through_a_village() -> None:
    sitting = turn({"Westwood": "red 2A"}).play(*group("Westwood", "adventurer", "adventurer"), "Fernham")
    assert sitting.now.at("Fernham") == "red 2A"
    sitting.play("red adventurer", "red adventurer", "Gullmeadow")
    assert sitting.now.at("Gullmeadow") == "red 2A"


@proves("KH-074")
@pytest.mark.parametrize(
    ("there", "number", "room"), [("red 3A", 2, False), ("red 3A", 1, True), ("red 1A 1K", 3, False), ("blue 4A", 4, True)]
)
def test_four_of_a_colour_in_a_village(there: str, number: int, room: bool) -> None:
    sitting = turn({"Westwood": "red 4A", "Fernham": there}).play(GROUP, "Westwood", *["red adventurer"] * number)
    if number < 4:
        sitting.play("done")
    assert ("Fernham" in sitting.options) == room


@proves("KH-075")
def test_nobody_moves_into_the_capital() -> None:
    for region in ("Kingsmeadow", "Northwood", "Owlwood", "Greyridge"):
        assert "Capital" not in turn({region: "red 1A"}).play(*group(region, "adventurer")).options


@proves("KH-076")
def test_out_of_the_capital() -> None:
    sitting = turn({"Capital": "red 1A"}).play(*group("Capital", "adventurer"))
    assert sitting.options == ["Kingsmeadow", "Northwood", "Greyridge", "Owlwood"]


@proves("KH-077")
def test_no_limit_on_cards_and_regions() -> None:
    sitting = turn({"Capital": "red 2A", "Excalibur": "red 8A 4K, blue 9A", "Kingsmeadow": "red 3M"}, {"Excalibur": "Kingsmeadow"})
    sitting.play(*group("Capital", "adventurer", "adventurer"), "Kingsmeadow", "red adventurer", "done", "done")
    assert sitting.now.at("Excalibur") == "red 9A 4K, blue 9A" and sitting.now.at("Kingsmeadow") == "red 1A 3M"
