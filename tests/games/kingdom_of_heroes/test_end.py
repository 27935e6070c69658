"""The end: collapse, trades, score, winner."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.kingdom_of_heroes.table import Sitting, begin, laid, looked_at, started

proves = pytest.mark.proves
HEART, OTHER_HEART = "Tower_of_Despair", "Bewitched_Princess"


def through(seed: int = 1, players: int = 3, **options: str) -> list[Sitting]:
    """A match of players who always take the first option; a picture of the first and the last decision of each round, and the end."""
    sitting = started(players, seed, **options)
    found = []
    seen = 0
    while not sitting.over:
        if sitting.now.round > seen:
            seen = sitting.now.round
            found.append(Sitting(sitting.match.clone()))
        sitting.match.choose(0)
    return [*found, sitting]


@proves("KH-164")
def test_four_rounds() -> None:
    *rounds, end = through(endurance="13")
    assert [sitting.now.round for sitting in rounds] == [1, 2, 3, 4] and end.now.round == 4
    assert end.match.outcome is not None


@proves("KH-165")
def test_six_missions_left_are_too_many() -> None:
    *_, end = through()
    assert end.now.round == 1 and len(end.now.missions) >= 6
    outcome = end.match.outcome
    assert outcome is not None and (outcome.kind, outcome.winners) == ("loss", ())


def without_heroes(stack: str, round: int = 0) -> Sitting:
    """Nobody has a hero or a crown: rounds go by, missions come and stay, and only the white heroes choose."""
    sitting = begin("play", stacks={"A": stack}, round=round)
    while not sitting.over and sitting.asked == "dispatch":
        sitting.match.choose(0)
    return sitting


@proves("KH-165")
def test_six_and_five() -> None:
    """Two missions come in each round: six are there in the third one. Five may stay for ever."""
    six = "Orcs Troll Medusa Giant_Spider Desert_Assassin Warriors_from_the_East"
    lost = without_heroes(six)
    assert lost.now.round == 3 and lost.match.outcome is not None and lost.match.outcome.kind == "loss"
    last = without_heroes(six, round=1)
    assert last.now.round == 4 and last.match.outcome is not None and last.match.outcome.kind == "loss"  # the last round is no exception
    kept = without_heroes(six.rpartition(" ")[0])
    assert kept.now.round == 4 and len(kept.now.missions) == 5 and not finished(kept)


def finished(sitting: Sitting) -> bool:
    over = sitting.match.game.program.over
    assert over is not None
    return bool(sitting.match.reader().state[over.at])


@proves("KH-159", "KH-157", "KH-090")
@pytest.mark.parametrize(("variant", "rounds"), [("", 4), ("Three rounds", 3)])
def test_no_wages_in_the_last_round(variant: str, rounds: int) -> None:
    """A knight wanders about, three adventurers stay in the capital: they are paid in every round but the last."""
    sitting = begin("play", at={"Steppe": "red 1K", "Capital": "red 3A"}, crowns=(30, 0, 0), round=0, variant=variant)
    while not sitting.over:
        sitting.stroll()
    assert sitting.now.round == rounds and sitting.now.at("Capital").startswith("red 3A")
    assert sitting.now.crowns["Red"] == 30 - 3 * (rounds - 1)


# ---------------------------------------------------------------- trades


def favour(**position: Any) -> Sitting:
    return begin("royal_favour", round=4, **position)


WIZARD, PRINCESS = "Trade your crystals for the wizard's card", "Trade your hearts for the princess's card"


@proves("KH-167")
def test_the_wizards_card() -> None:
    sitting = favour(crystals=(2, 1, 0))
    assert (sitting.who, sitting.options) == ("Red", [WIZARD, "decline"])
    sitting.play(WIZARD)
    assert sitting.now.trophies("Red") == ["Royal_Wizard_Zatorius"] and sitting.now.crystals == {"Red": 0, "Blue": 1, "Green": 0}
    assert favour(crystals=(2, 1, 0)).play("decline").now.where["Royal_Wizard_Zatorius"] == "court"
    assert favour(crystals=(1, 1, 0)).over and favour().over


@proves("KH-168")
def test_the_princesss_card_for_most_hearts() -> None:
    trophies = {"Red": HEART, "Blue": OTHER_HEART, "Green": "Temple_of_the_Serpent"}
    sitting = favour(hearts=(2, 1, 1), trophies=trophies)
    assert (sitting.who, sitting.options) == ("Red", [PRINCESS, "decline"])
    sitting.play(PRINCESS)
    assert "Princess_Sapphire" in sitting.now.trophies("Red") and sitting.now.hearts["Red"] == 0


@proves("KH-169")
def test_a_claim_goes_before() -> None:
    sitting = favour(hearts=(3, 1, 0), trophies={"Red": HEART})
    assert sitting.over and sitting.now.trophies("Blue") == ["Princess_Sapphire"]  # without being asked
    assert sitting.now.hearts == {"Red": 3, "Blue": 0, "Green": 0}
    most = favour(hearts=(0, 1, 2), trophies={"Red": HEART})
    assert most.now.trophies("Green") == ["Princess_Sapphire"]
    nothing = favour(hearts=(1, 0, 0), trophies={"Red": HEART})
    assert nothing.who == "Red"  # the others have no heart to claim with
    alone = favour(hearts=(2, 1, 0), trophies={"Red": HEART, "Blue": OTHER_HEART})
    assert alone.who == "Red" and alone.now.trophies("Green") == []  # the only one without a heart card has no heart either


@proves("KH-170")
def test_when_nobody_takes_her() -> None:
    trophies = {"Red": HEART, "Blue": OTHER_HEART, "Green": "Temple_of_the_Serpent"}
    tied = favour(hearts=(2, 2, 0), trophies=trophies)
    assert tied.over and tied.now.where["Princess_Sapphire"] == "court"
    declined = favour(hearts=(2, 1, 0), trophies=trophies).play("decline")
    assert declined.over and declined.now.where["Princess_Sapphire"] == "court"
    claimed = favour(hearts=(1, 1, 1), trophies={"Red": HEART, "Blue": OTHER_HEART})
    assert claimed.now.trophies("Green") == ["Princess_Sapphire"]  # in spite of the tie


def test_equal_claims_by_option() -> None:
    position = {"hearts": (2, 1, 1), "trophies": {"Red": HEART}}
    assert favour(**position).who == "Red"
    assert favour(**position, tied_claim="void").over


def test_claims_and_trades_by_option() -> None:
    optional = favour(hearts=(2, 1, 0), trophies={"Red": HEART}, claim="optional")
    assert (optional.who, optional.options) == ("Blue", [PRINCESS, "decline"])
    optional.play(PRINCESS)
    assert optional.now.trophies("Blue") == ["Princess_Sapphire"] and optional.now.hearts == {"Red": 2, "Blue": 0, "Green": 0}
    one = favour(crystals=(3, 0, 0), trade="one").play(WIZARD)
    assert one.now.crystals["Red"] == 2


# ---------------------------------------------------------------- score


def score(entry: str, seat: str = "Red", **position: Any) -> int:
    return looked_at(**position).score[seat][entry]


@proves("KH-166")
def test_fame_counts() -> None:
    position = looked_at(fame=(12, 3, 0), trophies={"Red": "Troll Orcs Medusa"}, crowns=(29, 0, 0))
    assert position.score["Red"] == {"fame": 12, "sets": 4, "treasure": 2, "tokens": 0}
    assert position.score["Blue"]["fame"] == 3
    assert sum(position.score["Red"].values()) == 12 + 4 + 2  # added to what is on the track, and not instead of it
    ahead = looked_at(fame=(12, 19, 0), trophies={"Red": "Troll Orcs Medusa", "Blue": "Vampires"}, crowns=(29, 0, 0))
    assert sum(ahead.score["Blue"].values()) > sum(ahead.score["Red"].values())


@proves("KH-171")
def test_sets_of_one_to_seven() -> None:
    seven = ["Troll", "Orcs", "Vampires", "The_Blue_Rose", "Green_Dragon", "Tower_of_Despair", "Cursed_Forest"]
    values = [score("sets", trophies={"Red": " ".join(seven[:n])}) for n in range(1, 8)]
    assert values == [1, 3, 6, 10, 15, 21, 28]


@proves("KH-172")
def test_as_many_sets_as_you_like() -> None:
    assert score("sets", trophies={"Red": "Troll Medusa Minotaur"}) == 3
    assert score("sets", trophies={"Red": "Troll Medusa Minotaur Orcs Lizard_Men Vampires"}) == 6 + 3 + 1


@proves("KH-173")
def test_the_royal_cards_are_cards() -> None:
    six = "Troll Orcs Vampires The_Blue_Rose Green_Dragon Tower_of_Despair"
    assert score("sets", trophies={"Red": f"{six} Royal_Wizard_Zatorius"}) == 28
    assert score("sets", trophies={"Red": "Troll Princess_Sapphire"}) == 3
    assert score("sets", trophies={"Red": "Tower_of_Despair Princess_Sapphire"}) == 2  # two of the same type


@proves("KH-174")
@pytest.mark.parametrize(("crowns", "points"), [(9, 0), (10, 1), (29, 2), (30, 3)])
def test_ten_crowns_buy_a_point(crowns: int, points: int) -> None:
    assert score("treasure", crowns=(crowns, 0, 0)) == points


@proves("KH-175")
def test_rings_hearts_and_crystals() -> None:
    position = looked_at(at={"Steppe": "red 1K* 1A*"}, hearts=(2, 0, 0), crystals=(1, 0, 1))
    assert [position.score[seat]["tokens"] for seat in ("Red", "Blue", "Green")] == [5, 0, 1]
    assert score("tokens", hearts=(2, 0, 0)) == 2


# ---------------------------------------------------------------- winner


def winners(**position: Any) -> tuple[str, ...]:
    """Who wins if the game ends in a position."""
    game, state = laid(round=4, **position)
    assert game.program.finish is not None
    game.interpreter.machine.perform(game.program.finish, state, [])
    assert game.program.winners is not None
    return tuple(seat for i, seat in enumerate(game.seats) if state[game.program.winners.at] >> i & 1)


HEIRS = {"Red": HEART, "Blue": OTHER_HEART}


@proves("KH-176", "KH-177")
def test_only_who_has_a_heart_can_win() -> None:
    assert winners(fame=(52, 40, 60), trophies=HEIRS) == ("Red",)
    assert winners(fame=(40, 0, 60), trophies={"Red": HEART}) == ("Red",)
    assert winners(fame=(40, 0, 60), trophies={"Red": "Princess_Sapphire", "Green": "Troll"}) == ("Red",)
    assert winners(fame=(40, 0, 60), hearts=(0, 0, 3)) == ()  # a token is not a card, and so nobody wins


def test_heirs_by_option() -> None:
    assert winners(fame=(40, 0, 60), hearts=(0, 0, 3), token_hearts="yes") == ("Green",)
    assert winners(fame=(40, 0, 60), heartless="most_fame") == ("Green",)
    assert winners(fame=(40, 0, 60), trophies={"Red": HEART}, heartless="most_fame") == ("Red",)


@proves("KH-177")
def test_the_whole_score_decides() -> None:
    """Red has more fame on the track, Blue more in all."""
    assert winners(fame=(20, 15, 0), trophies={"Red": HEART, "Blue": f"{OTHER_HEART} Troll Orcs"}, crowns=(0, 25, 0)) == ("Blue",)


@proves("KH-178")
def test_most_cards() -> None:
    """One point more on the track, one card less."""
    cards = {"Red": f"{HEART} Troll", "Blue": f"{OTHER_HEART} Temple_of_the_Serpent Fortress_of_the_Beast"}
    assert looked_at(trophies=cards).score["Red"]["sets"] == looked_at(trophies=cards).score["Blue"]["sets"] == 3
    assert winners(trophies=cards) == ("Blue",)
    assert winners(trophies=cards, at={"Steppe": "red 5A"}, crowns=(9, 0, 0)) == ("Blue",)


@proves("KH-179")
def test_then_most_heroes_on_the_board() -> None:
    at = {"Steppe": "red 3A 1K, blue 5A", "Orcs": "red 2A"}
    cards = {"Orcs": "Ironpeaks"}
    assert winners(trophies=HEIRS, at=at, cards=cards) == ("Red",)  # six and five; those on cards count
    assert winners(trophies=HEIRS, at={"Steppe": "red 1K 1M, blue 3A"}) == ("Blue",)


@proves("KH-180")
def test_then_most_mages_and_knights_together() -> None:
    assert winners(trophies=HEIRS, at={"Steppe": "red 2K 1M 2A, blue 2M 2K 1A"}) == ("Blue",)
    assert winners(trophies=HEIRS, at={"Steppe": "red 2K 1M 2A, blue 2M 3A"}) == ("Red",)


@proves("KH-181")
def test_then_most_money_left() -> None:
    at = {"Steppe": "red 1K 1M, blue 2K"}
    assert winners(trophies=HEIRS, at=at, crowns=(4, 5, 9)) == ("Blue",)
    assert winners(trophies=HEIRS, at=at, crowns=(14, 5, 9), fame=(0, 1, 0)) == ("Blue",)  # ten of Red's have bought a point
    assert winners(trophies=HEIRS, at=at, crowns=(14, 5, 9), fame=(0, 1, 0), tie_money="before") == ("Red",)
    assert winners(trophies=HEIRS, at=at, crowns=(5, 5, 9)) == ("Red", "Blue")  # then they share the throne
