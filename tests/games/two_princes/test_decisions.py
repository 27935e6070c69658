"""Decisions: together, individually and in secret, forced, by one prince; and what may be read when."""

from __future__ import annotations

import pytest

from rulewright.play.match import Match
from tests.games.two_princes.table import EDWARD, PRINCES, RICHARD, Scene, scene

proves = pytest.mark.proves


def everything_seen(here: Scene) -> str:
    """All that anybody could read now: views, logs, the question and its options."""
    match = here.match
    assert isinstance(match, Match)
    parts = [match.view(seat).model_dump_json() for seat in (*PRINCES, None)]
    parts += ["\n".join(match.log(seat)) for seat in (*PRINCES, None)]
    parts += ["\n".join(match.full_log)]
    parts += [match.decision.model_dump_json()] if match.decision is not None else []
    return "\n".join(parts)


@proves("TP-050")
def test_together_means_both_agree() -> None:
    here = scene().resolve("The_First_Day")
    assert here.who == EDWARD
    here.choose("Sit")
    assert here.who == RICHARD and here.skill(EDWARD, "knowledge") == 0  # nothing happens before both have spoken
    here.choose("Sit")
    assert here.idle and here.skill(EDWARD, "knowledge") == here.skill(RICHARD, "knowledge") == 1


@proves("TP-060", "TP-008")
def test_disagreement_is_settled_by_chance() -> None:
    for wish, attribute in ((0, "knowledge"), (1, "physique")):
        here = scene().resolve("The_First_Day").choose("Sit", "Run")
        assert here.who is None and len(here.titles) == 2
        outcomes = here.now.outcomes
        assert {o.probability for o in outcomes} == {outcomes[0].probability} and len(outcomes) == 2
        here.choose(here.titles[wish])
        assert here.skill(EDWARD, attribute) == here.skill(RICHARD, attribute) == 1


@proves("TP-051")
def test_secret_choices_are_shown_at_once() -> None:
    here = scene().resolve("Wooden_Swords")
    assert here.match is not None
    quiet = here.match.view(RICHARD)
    seen = set()
    for first in ("Strike", "Guard"):
        here = scene().resolve("Wooden_Swords").choose(first)
        assert here.match is not None and here.who == RICHARD
        view = here.match.view(RICHARD)
        assert view.players == quiet.players and view.game == quiet.game
        seen.add((view.log[-1], here.now.model_dump_json()))
        assert "Edward: Strike first" not in view.log and "Edward: Guard, and wait" not in view.log
    assert len(seen) == 1  # Richard cannot tell one from the other
    assert next(iter(seen))[0] == "Edward: has chosen"
    here.choose("Guard")
    assert here.match is not None
    for seat in (EDWARD, RICHARD, None):
        shown = [line for line in here.match.log(seat) if " has chosen " in line]
        assert shown == ["Edward has chosen Guard, and wait", "Richard has chosen Guard, and wait"]
    assert here.skill(EDWARD, "courage") == here.skill(RICHARD, "courage") == 1
    assert any(line.startswith("You circle.") for line in here.log)


@proves("TP-052")
@pytest.mark.parametrize("fact", ["you_wrote_to_mother", "the_physician_is_your_friend", None])
def test_forced_decisions_are_not_asked(fact: str | None) -> None:
    here = scene(facts=[fact] if fact else []).resolve("A_Friend_at_the_Door")
    assert here.idle
    assert ("a_boatman_waits_at_the_water_gate" in here.facts) == (fact is not None)
    assert here.where("The_Physicians_Boat" if fact else "No_Friend_Tonight") == "added"
    assert here.sizes(EDWARD)[2] == (0 if fact else 1)


@proves("TP-053")
@pytest.mark.parametrize(("card", "attribute", "value"), [("The_Password", "knowledge", 6), ("The_Missing_Leaf", "knowledge", 6)])
def test_one_way_only(card: str, attribute: str, value: int) -> None:
    here = scene(part="part_a").resolve(card)
    assert here.titles == ["1", "2", "3", "4", "5"]  # the test has begun
    assert (here.value("tested"), here.value("goal")) == (attribute, value)


@proves("TP-054")
@pytest.mark.parametrize(("card", "prince"), [("The_Uncles_Visit", EDWARD), ("The_Coronation_Robe", EDWARD), ("The_Raven_Master", RICHARD)])
@pytest.mark.parametrize("option", [0, 1])
def test_one_prince_alone(card: str, prince: str, option: int) -> None:
    here = scene().resolve(card, player=RICHARD if prince == EDWARD else EDWARD)
    assert here.who == prince
    here.choose(here.titles[option])
    assert here.idle


@proves("TP-055")
@pytest.mark.parametrize("option", ["Refuse to sign", "Sign with a flourish"])
def test_consequences_of_an_event_come_after_the_decision(option: str) -> None:
    backs = {"Refuse to sign": "Edward lays the pen across the pot", "Sign with a flourish": "It comes out beautifully"}
    here = scene().resolve("The_Uncles_Visit")
    before = everything_seen(here)
    assert not any(back in before for back in backs.values()) and "Your uncle comes without trumpets" in before
    here.choose(option)
    after = everything_seen(here)
    assert [back in after for back in backs.values()] == [name == option for name in backs]


@proves("TP-056")
def test_consequences_of_an_encounter_may_be_read_before() -> None:
    here = scene().resolve("SO5")
    assert here.titles == ["Sit down and trade rumours: gain 1 Charm, add Challenge 17", "Stand behind the curtain: gain 1 Knowledge"]
    here = scene().resolve("TG2")
    for seat in PRINCES:
        assert here.match is not None
        told = here.match.log(seat)
        assert "Test Courage 4. Success: gain 1 Courage. Failure: Afraid, add Challenge 67." in told


@proves("TP-057", "TP-058", "TP-059")
def test_the_back_of_a_challenge_comes_after_the_test() -> None:
    backs = ("It comes away into your arms", "It comes, and swings", "Your brother's hand is round", "Halfway you stick")
    here = scene(part="part_a", bags={RICHARD: "Slingshot"}).resolve("The_Loose_Shutter")
    assert here.titles == ["Lift the shutter off its hinge (Physique 6)", "Wriggle through the gap (Courage 6)"]
    for choices in (("Lift", "Lift"), ("1", "1"), ("A Good Night's Sleep",), ("Bread and Honey",), ("use",)):
        assert not any(back in everything_seen(here) for back in backs)
        here.choose(*choices)
    assert not any(back in everything_seen(here) for back in backs)
    here.choose("decline")
    after = everything_seen(here)
    assert [back in after for back in backs] == [False, True, False, False]


@proves("TP-058")
def test_nobody_reads_the_other_box() -> None:
    here = scene(part="part_a", skills={EDWARD: {"charm": 5}}).resolve("The_Washhouse").both("Ask them").dare(1, 1).draw("E1", "R1")
    assert here.idle and here.own(EDWARD, "passed") and here.own(RICHARD, "passed")
    texts = [text for text in here.game.program.texts if text in here.log]
    assert len(texts) == 2  # the front, and what became of asking
