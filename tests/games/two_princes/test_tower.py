"""Three days in the Tower: events, visits, nights; and the interlude."""

from __future__ import annotations

import re

import pytest

from rulewright.core import ir
from rulewright.core.walk import statements
from tests.games.two_princes.table import EDWARD, PRINCES, RICHARD, Scene, game_with, scene, whole

proves = pytest.mark.proves
PLACES = {"The library": "library", "Tower Green": "tower_green", "The solar": "solar", "Exploration": "exploration"}


class Diary:
    """Plays the Tower and writes down which card was on the table, and who went where."""

    def __init__(self, seed: int, *, boon: str = "Ask for money", place: str = "", night: str = "Get up") -> None:
        self.here = whole(seed)
        self.cards: list[tuple[int, str]] = []
        self.visits: list[tuple[int, str, str]] = []
        here = self.here
        titles = {name: id for k in here.game.program.kinds for name, id in zip(k.names, k.ids, strict=False)}
        told = 0
        while here.match is not None and not here.match.over and here.value("part") != "part_a":
            self._decide(boon, place, night)
            for event in here.match._events[told:]:
                if event.title and kind_of(titles[event.title]) != "Page":
                    self.cards.append((here.value("day"), titles[event.title]))
            told = len(here.match._events)

    def _decide(self, boon: str, place: str, night: str) -> None:
        here = self.here
        titles = here.titles
        if "The solar" in titles or "The library" in titles:
            going = place if place in titles else titles[0]
            self.visits.append((here.value("day"), here.who or "", PLACES[going]))
            here.choose(going)
        elif "Stay in bed" in titles:
            self.visits.append((here.value("day"), here.who or "", "night" if night in titles and night == "Get up" else "bed"))
            here.choose(night if night in titles else "Stay in bed")
        else:
            wanted = [t for t in (boon, "decline") if t in titles]
            here.choose(wanted[0] if wanted else titles[0])


@pytest.fixture(scope="module")
def diary() -> Diary:
    return Diary(4)


def kind_of(id: str) -> str:
    return next(k.name for k in game_with().program.kinds if id in k.ids)


@proves("TP-003", "TP-070", "TP-071", "TP-086")
def test_two_events_four_encounters_and_the_night(diary: Diary) -> None:
    kinds = [kind_of(id) for _, id in diary.cards]
    shrine = [id for _, id in diary.cards].count("SA1")
    day = ["Event"] * 2 + ["Encounter"] * 6
    assert [k for k, (_, id) in zip(kinds, diary.cards, strict=True) if id != "SA1"] == day * 3 + ["Interlude"] * (len(kinds) - 24 - shrine)
    assert diary.cards[24 + shrine] == (3, "News_of_the_Crown")
    assert diary.here.pile("events") == []


@proves("TP-074", "TP-082")
def test_edward_and_richard_in_turn(diary: Diary) -> None:
    for day in (1, 2, 3):
        gone = [(who, where == "night") for d, who, where in diary.visits if d == day]
        assert gone == [(EDWARD, False), (RICHARD, False), (EDWARD, False), (RICHARD, False), (EDWARD, True), (RICHARD, True)]


@proves("TP-072")
def test_the_princes_take_turns_to_read() -> None:
    here = scene(places={"events": "The_First_Day A_Royal_Boon A_Letter_Home"})
    readers = []
    for _ in range(3):
        readers.append(PRINCES[here.value("reader")])
        here.do("next_event").settle()
        here.both(here.titles[0])
        here.settle() if here.who is None or "decline" in here.titles else here.both(EDWARD)
    assert readers == [EDWARD, RICHARD, EDWARD]
    both = scene().resolve("A_Letter_Home", RICHARD).both("Send")
    assert both.skill(EDWARD, "knowledge") == both.skill(RICHARD, "knowledge") == 1


@proves("TP-073", "TP-078")
def test_finished_cards_are_gone(diary: Diary) -> None:
    seen = [id for _, id in diary.cards]
    assert len(seen) == len(set(seen))
    assert all(diary.here.where(id) == "box" for id in seen if kind_of(id) != "Interlude")


@proves("TP-076", "TP-077", "TP-079")
def test_a_place_may_be_visited_until_it_is_empty() -> None:
    here = whole(7)
    visits = left = 0
    while here.match is not None and not here.match.over and here.value("part") == "tower":
        titles = here.titles
        if "Tower Green" in titles:
            assert ("The library" in titles) == (visits < 8) == (here.pile("encounters library") != [])
            if "The library" not in titles:
                left += 1
                here.choose("The solar")
                continue
            before = len(here.pile("encounters library"))
            here.choose("The library")
            assert here.idle or len(here.pile("encounters library")) == before - 1
            visits += 1
        else:
            wanted = [t for t in ("decline", "Stay in bed", "Ask for money") if t in titles]
            here.choose(wanted[0] if wanted else titles[0])
    assert visits == 8 and left == 4  # twelve visits in three days, eight cards in the library


@proves("TP-084")
def test_the_night_is_no_place_to_visit() -> None:
    here = scene(places={"encounters night": "NI1", "encounters solar": "SO1"}).do("visit")
    assert here.titles == ["The solar"]


@proves("TP-079")
def test_no_place_left_no_visit() -> None:
    assert scene(places={"encounters night": "NI1"}).do("visit").idle


@proves("TP-075")
def test_a_third_encounter_on_the_first_day_only() -> None:
    diary = Diary(4, boon="Ask for an hour without servants")
    by_day = {day: [who for d, who, where in diary.visits if d == day and where != "night"] for day in (1, 2, 3)}
    assert by_day == {1: [EDWARD, RICHARD] * 3, 2: [EDWARD, RICHARD] * 2, 3: [EDWARD, RICHARD] * 2}
    field = diary.here.eyes.player_field("third_visit")
    granting = [
        p.name for p in game_with().program.procs for s in statements(p.body) if isinstance(s, ir.Store | ir.StoreBit) and s.field is field
    ]
    assert granting == ["tower_day", "Event A Royal Boon"]  # always the second event of the first day; the day itself takes it back


@proves("TP-081")
def test_an_encounter_is_the_visitors_own() -> None:
    here = scene(bags={EDWARD: "Rope_1"}).resolve("TG4", RICHARD)
    assert here.who == RICHARD
    here.dare(1).draw("R2")
    assert here.idle and here.value("tally") == 2  # Edward's rope was not offered
    assert here.discard(RICHARD) == {"WO_1"} and here.discard(EDWARD) == set()
    assert scene().resolve("SO5", RICHARD).choose("Stand").skill(RICHARD, "knowledge") == 1


@proves("TP-064")
def test_the_encounter_set_aside() -> None:
    """Only the crypt leads to the shrine; without it, it is never met."""
    places = {"encounters exploration": "EX8", "aside": "SA1"}
    strong = {EDWARD: {"courage": 9}}
    here = scene(places=places, skills=strong)
    here.do("meet", here.word("Location", "exploration")).dare(1).settle()
    assert here.titles[0].startswith("Take what lies there") and here.pile("table") == ["SA1"]
    here.choose("Take").settle()
    assert here.pile("bag Edward") == ["Golden_key"] and here.where("SA1") == "box" == here.where("EX8")
    weak = scene(places=places, hands={EDWARD: "TI_1 TI_2 TI_3 TI_4 E6", RICHARD: "R1 R2 R3 R4 R5"})
    weak.do("meet", weak.word("Location", "exploration")).dare(1).settle()
    assert weak.idle and weak.where("SA1") == "aside"


@proves("TP-083")
def test_staying_in_bed() -> None:
    places = {"encounters night": "NI1 NI2"}
    discards = {EDWARD: "TI_1 HH_1 SI_1"}
    here = scene(places=places, discards=discards).do("bedtime").choose("Stay in bed")
    assert set(here.titles) == {"move Tired", "move Happy and Healthy", "move Sick", "decline"}
    here.choose("move Happy")
    assert here.sizes(EDWARD) == (5, 2, 2) and "HH_1" in here.pile("deck Edward") and "TI_2" in here.pile("stock")
    other = scene(places=places, discards=discards).do("bedtime").choose("Stay in bed", "decline")
    assert other.sizes(EDWARD) == (5, 1, 3)
    empty = scene(places=places).do("bedtime").choose("Stay in bed")
    assert empty.idle and empty.sizes(EDWARD) == (5, 1, 0)


@proves("TP-082")
def test_richard_decides_after_edwards_night() -> None:
    diary = Diary(9, night="Stay in bed")
    assert [(who, where) for _, who, where in diary.visits if where in {"bed", "night"}] == [(EDWARD, "bed"), (RICHARD, "bed")] * 3
    here = scene(places={"encounters night": "NI4 NI7"})
    here.do("bedtime").choose("Get up").settle()
    assert here.skill(EDWARD, "knowledge") == 1 or "Take it" in here.titles[0]


@proves("TP-085")
def test_added_challenges_wait() -> None:
    here = scene()
    here.do("add", here.piece("The_Tyrants_Portrait"))
    assert here.pile("added") == ["The_Tyrants_Portrait"] and here.idle and here.log == ()
    here.do("add", here.piece("The_Tyrants_Portrait"))  # there is only one
    assert here.pile("added") == ["The_Tyrants_Portrait"]
    used = scene(places={"box": "The_Tyrants_Portrait"})
    used.do("add", used.piece("The_Tyrants_Portrait"))
    assert used.pile("added") == []


@proves("TP-087")
def test_the_interlude_is_read_like_events() -> None:
    here = scene(part="interlude").resolve("News_of_the_Crown")
    assert here.titles == ["Hide beneath the window and listen", "Go down and look them in the face"]
    assert not any("You hear all of it" in line or "Side by side" in line for line in here.log)
    here.both("Hide")
    assert here.where("The_Proclamation") == "added" and here.discard(EDWARD) == {"AF_1"}


@proves("TP-087", "TP-088")
@pytest.mark.parametrize("last", ["Hold each other", "Pack"])
def test_the_interlude_ends_with_the_order_to_flee(last: str) -> None:
    order = "News_of_the_Crown The_New_Locks A_Friend_at_the_Door The_Night_of_the_Flight"
    here = scene(part="interlude", places={"interludes": order})
    met = []
    for _ in range(4):
        here.do("next_interlude")
        while not here.idle:
            if here.pile("table"):
                met.append(here.pile("table")[0])
            here.choose(next((t for t in here.titles if t.startswith(last)), here.titles[0]))
        if here.value("part") == "part_a":
            break
    assert list(dict.fromkeys(met)) == [name for name in order.split() if name != "A_Friend_at_the_Door"]  # that one asks nothing
    assert here.value("part") == "part_a"
    early = scene(part="interlude", places={"interludes": "The_Night_of_the_Flight A_Friend_at_the_Door"})
    early.do("next_interlude").settle().both("Hold").settle()
    assert early.value("part") == "part_a" and early.pile("interludes") == ["A_Friend_at_the_Door"]


@proves("TP-089")
def test_events_and_encounters_leave(diary: Diary) -> None:
    here: Scene = diary.here
    if here.value("part") != "part_a":
        pytest.fail("the diary does not get as far as the escape")
    left = [id for id in here.eyes.pieces if kind_of(id) in {"Event", "Encounter"} and here.where(id) != "box"]
    assert left == []
    facts = scene(part="interlude", facts=["the_raven_follows_you"]).do("begin_escape").settle().facts
    assert facts == {"the_raven_follows_you"}


def test_titles_of_days_are_told(diary: Diary) -> None:
    told = [line for line in diary.here.log if re.match("It has rained in the night|The shoemaker who was", line)]
    assert len(told) == 2
