"""Who knows what: hands, hidden cards, and what everybody remembers."""

from __future__ import annotations

import pytest

from rulewright.agents.registry import AGENTS, player
from rulewright.play.models import PlaceView, View
from tests.games.grandlins_heirs.table import Sitting, begin

proves = pytest.mark.proves
FAR = "J5"


def place(view: View, name: str, owner: str | None = None) -> PlaceView:
    return next(p for p in view.places if p.name == name and p.owner == owner)


def laid(**more: object) -> Sitting:
    """Red has just hidden an Assassin on G7."""
    sitting = begin("C3", FAR, hand="VI06_1 TR1_1", players=3, **more)  # type: ignore[arg-type]
    return sitting.play("roll 1", "rest", "insert VI06_1", "lay VI06_1 G7")


@proves("GH-055")
def test_only_who_put_it_there_knows_it() -> None:
    sitting = laid()
    assert sitting.seen("Red", "G7") == ["Assassin"]
    for seat in ("Blue", "Yellow", None):
        assert sitting.seen(seat, "G7") == [None]
        (card,) = sitting.cell(seat, "G7").pieces
        assert (card.kind, card.id, card.attributes) == ("Card", None, {})


@proves("GH-055", "GH-143")
def test_the_log_does_not_tell_it_either() -> None:
    sitting = laid()
    for seat in ("Blue", "Yellow"):
        told = " ".join(sitting.match.log(seat))
        assert "Assassin" not in told and "G7" in told
    assert "Assassin" in " ".join(sitting.match.log("Red"))


@proves("GH-056")
def test_days_pass_and_it_stays_hidden() -> None:
    sitting = laid()
    for _ in range(2):
        sitting.tomorrow()
    assert sitting.seen("Red", "G7") == ["Assassin"] and sitting.seen("Blue", "G7") == sitting.seen("Yellow", "G7") == [None]


@proves("GH-056", "GH-094", "GH-146")
def test_a_visit_shows_it_to_everybody() -> None:
    sitting = begin("C3", "G6 S9", board="G7:VI06_1 G7:Orb_1!", first="Blue", players=3).play("roll 1", "walk G7")
    assert all(sitting.seen(seat, "G7")[0] == "Assassin" for seat in ("Red", "Blue", "Yellow"))
    sitting.play("Flee", "roll 1").tomorrow("Yellow")
    # It lies face down again: an onlooker sees a card, those who were there remember which. Nobody has seen the treasure.
    assert sitting.seen(None, "G7") == [None, None]
    assert all(sitting.seen(seat, "G7") == ["Assassin", None] for seat in ("Red", "Blue", "Yellow"))


@proves("GH-146")
def test_memory_ends_where_the_trace_is_lost() -> None:
    """A map that all have seen goes into Blue's hand, and from there to some square: only Blue knows which card that is."""
    sitting = begin("C3", "G6", board="G7:MA_F0", blues="TR1_1", first="Blue", players=3).play("roll 1", "walk G7", "pocket MA_F0")
    sitting.play("insert MA_F0", "lay MA_F0 H2")
    assert sitting.seen("Blue", "H2") == ["Map of F0"] and sitting.seen("Red", "H2") == sitting.seen("Yellow", "H2") == [None]


@proves("GH-146")
def test_there_is_no_notebook() -> None:
    """What a seat knows of hidden cards is in its own view of the board and nowhere else, and no decision offers notes."""
    sitting = laid()
    view = sitting.match.view("Blue")
    assert "Assassin" not in view.model_dump_json()
    assert not any("note" in move for move in sitting.moves)


def test_a_treasure_is_known_to_those_who_saw_it() -> None:
    sitting = begin("C3", "C5", board="C4:Orb_1", players=3).play("roll 1", "walk C4")
    assert sitting.seen("Red", "C4") == ["Orb"] and sitting.seen("Blue", "C4") == sitting.seen("Yellow", "C4") == [None]
    sitting.play("Leave it at that")
    hidden = begin("A0", FAR, hand="Orb_1").play("roll 1", "rest", "hide Orb_1")
    assert hidden.seen("Red", "A0") == ["Orb"] and hidden.seen("Blue", "A0") == [None]


@proves("GH-143")
def test_hands_are_private_but_can_be_counted() -> None:
    sitting = begin("C3", FAR, hand="TR1_1 SP6 Orb_1", blues="AR1_1 AR1_2")
    mine = place(sitting.match.view("Red"), "hand", "Red")
    assert {piece.name for cell in mine.cells for piece in cell.pieces} == {"Poison Thorns", "Mend", "Orb"}
    for seat in ("Blue", None):
        theirs = place(sitting.match.view(seat), "hand", "Red")
        assert not any(cell.pieces for cell in theirs.cells) and theirs.hidden == {"Card": 2, "Treasure": 1}


@proves("GH-144")
def test_what_everybody_sees() -> None:
    sitting = begin("C3 H7 G4 S3 A6 psn", FAR, hand="TR1_1", discard="AR1_1 AR1_2")
    for seat in ("Red", "Blue", None):
        (man,) = sitting.cell(seat, "C3").pieces
        assert man.owner == "Red"
        shown = {name: man.attributes[name] for name in ("health", "gold", "strength", "arming", "poisoned")}
        assert shown == {"health": "7", "gold": "4", "strength": "3", "arming": "6", "poisoned": "yes"}
        view = sitting.match.view(seat)
        assert place(view, "deck").hidden == {"Card": 119} and place(view, "hoard").hidden == {"Treasure": 12}
        assert sum(len(cell.pieces) for cell in place(view, "discard").cells) == 2


@proves("GH-147")
def test_promises_bind_nobody() -> None:
    """Talk is free: nothing of it is a move, and whatever was said, all moves stay possible."""
    sitting = begin("C3", "C4").play("roll 1", "walk C4")
    assert sitting.moves == {"attack Blue", "Leave it at that"}
    actions = set(sitting.match.game.program.actions)
    assert actions & {"promise", "trade", "bargain", "give", "agree", "offer"} == set()
    before = sitting.now.treasures, sitting.now.henchmen
    sitting.play("attack Blue", "Strike", "Strike back")  # whatever was promised
    assert sitting.who is None and (sitting.now.treasures, sitting.now.henchmen) == before


@proves("GH-143")
def test_no_window_gives_a_spell_away() -> None:
    """Whoever lets a chance to cast pass is not heard doing so."""
    sitting = begin("C3", FAR, hand="SP6").play("go_on", "roll 1", "rest", "Play no card")
    assert not any("go on" in line for line in sitting.match.log("Blue"))


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_agents_know_no_more(name: str) -> None:
    """Whatever lies hidden beside the henchman, in the hands of others or in the deck: an agent decides alike."""
    others = [("TR3_1 VI20", "AR1_1"), ("PO3 SI7_1", "SP1_1"), ("VI20 MA_F0", "MA_F1")]
    for seed in range(4):
        chosen = set()
        for hidden, blues in others:
            first, second = hidden.split()
            board = f"C4:{first} D3:{second} A0:Crown_1"
            sitting = begin("C3 H4", FAR, board=board, hand="TR1_1 Orb_1 AR6_1", blues=blues, deck=None).play("roll 3")
            decide, told = player(name, seed), []
            for _ in range(3):  # until something is uncovered
                decision = sitting.match.decision
                if decision is None or decision.seat != "Red" or sitting.now.stage != "marching":
                    break
                number = decide(sitting.match)
                told.append(decision.options[number].title)
                if told[-1].removeprefix("walk to ") in {"C4", "D3"}:
                    break
                sitting.match.choose(number)
            chosen.add(tuple(told))
        assert len(chosen) == 1
