"""Before the first day, what was agreed, and who has won."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from rulewright.play import load
from rulewright.play.errors import BadGame, PlayError
from rulewright.play.match import Match
from tests.games.grandlins_heirs import ledger
from tests.games.grandlins_heirs.position import SEATS, eyes_of, game_with, is_treasure
from tests.games.grandlins_heirs.table import Sitting, begin, opening

proves = pytest.mark.proves


def begun(*rolls: int, players: int = 2, seed: int = 3) -> Sitting:
    """A match whose dice for the start show these numbers, one after the other; what is dealt does not matter."""
    match = game_with(players).start(seed, chance="ask")
    wanted = list(rolls)
    sitting = Sitting(match)
    while wanted:
        moves = sitting.moves
        sitting.play(f"roll {wanted.pop(0)}" if "roll 1" in moves else min(moves))
    return sitting


# ---------------------------------------------------------------- setting the table


@proves("GH-014", "GH-015")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_piles_that_nobody_knows(players: int) -> None:
    match = game_with(players).start(5)
    now = Sitting(match).now
    assert len(now.at("deck")) == 122 - 4 * players and not now.at("discard") and len(now.at("hoard")) == 12
    for seat in (*SEATS[:players], None):
        for place in match.view(seat).places:
            if place.name in {"deck", "hoard"}:
                assert not any(cell.pieces for cell in place.cells)
                assert place.hidden == ({"Card": 122 - 4 * players} if place.name == "deck" else {"Treasure": 12})


@proves("GH-014", "GH-015")
def test_every_order_is_possible() -> None:
    """The first card dealt, and the first treasure raised, can be any of them."""
    assert len({move for move in opening().moves if move.startswith("draw ")}) == 122
    assert len({frozenset(Sitting(game_with().start(seed)).now.hand("Red")) for seed in range(3)}) == 3
    reader = game_with().start(1).reader()
    assert reader.program.pos is not None
    heights = {reader.state[reader.program.pos.at + piece] for name, piece in eyes_of(game_with()).things.items() if is_treasure(name)}
    assert heights == {0}  # the order of the treasures is not even known to the state


@proves("GH-021", "GH-023")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_henchmen_start_at_home(players: int) -> None:
    now = Sitting(game_with(players).start(1)).now
    homes = {lord: castle for castle, lord in ledger.CASTLES.items()}
    for seat in SEATS[:players]:
        man = now.henchmen[seat]
        assert man.square == homes[seat]
        assert (man.health, man.gold, man.strength, man.arming, man.poisoned) == (15, 5, 2, 0, False)
        assert len(now.hand(seat)) == 4


@proves("GH-021", "GH-022")
@pytest.mark.parametrize("colours", [c for n in (2, 3, 4) for c in combinations(SEATS, n)], ids="-".join)
def test_colours_are_chosen(colours: tuple[str, ...]) -> None:
    """Whoever plays, each begins in the castle of that colour; the other castles are nobody's. A save keeps the choice."""
    match = load("grandlins_heirs", {"colours": ", ".join(reversed(colours))}).start(1)
    assert match.game.seats == colours
    view = match.view(None)
    board = next(place for place in view.places if place.name == "board")
    begun = {p.owner: cell.name for cell in board.cells for p in cell.pieces if p.kind == "Henchman"}
    assert begun == {lord: castle for castle, lord in ledger.CASTLES.items() if lord in colours}
    again = Match.load(load("grandlins_heirs", {"colours": ",".join(colours)}), match.save())
    assert again.game.seats == colours
    if colours != SEATS[: len(colours)]:
        with pytest.raises(PlayError):
            Match.load(load("grandlins_heirs", players=len(colours)), match.save())


@proves("GH-021")
def test_opposite_corners() -> None:
    """Red and Yellow play their match to its end, and nobody else is ever asked."""
    match = load("grandlins_heirs", {"colours": "Red,Yellow", "last_day": "3"}).start(4)
    seen = []
    while match.decision is not None:
        seen.append(match.decision.seat)
        match.choose(match.decision.options[-1])
    assert set(seen) == {"Red", "Yellow"}


@proves("GH-142")
def test_the_first_henchman_is_not_made_to_measure() -> None:
    """Nobody decides anything before the first journey."""
    for seed in range(5):
        match = game_with(3).start(seed)
        assert match.decision is not None
        assert {option.action for option in match.decision.options if option.role == "act"} <= {"walk", "rest", "cast"}


@proves("GH-022", "GH-041")
def test_castles_without_a_ruler() -> None:
    two, four = begin("J8", players=2), begin("J8", players=4)
    assert "J9" in two.play("roll 1").of("walk")
    assert "J9" not in four.play("roll 1").of("walk")
    owners = {seat: begin(players=2).match.score().get(seat) for seat in ("Yellow", "Green")}
    assert owners == {"Yellow": None, "Green": None}


@proves("GH-024")
def test_the_highest_roll_begins() -> None:
    assert begun(3, 6, 1, players=3).now.active == "Blue"
    assert begun(3, 1, 5, players=3).now.active == "Yellow"


@proves("GH-024")
def test_those_who_are_level_roll_again() -> None:
    sitting = begun(6, 2, 6, players=3)
    sitting.play("roll 4", "roll 4")  # Red and Yellow only, and level once more
    sitting.play("roll 2", "roll 3")
    assert sitting.now.active == "Yellow"


@proves("GH-025")
@pytest.mark.parametrize(("players", "order"), [(2, "Red Blue"), (3, "Red Blue Yellow"), (4, "Red Blue Yellow Green")])
def test_around_the_board(players: int, order: str) -> None:
    sitting = begin(players=players)
    seen = []
    for _ in range(2 * players):
        seen.append(sitting.now.active)
        while sitting.now.active == seen[-1]:
            sitting.quiet()
    assert seen == order.split() * 2
    corners = [square for seat in order.split() for square, lord in ledger.CASTLES.items() if lord == seat]
    if players == 4:
        assert all(ledger.apart(a, b) == 9 for a, b in zip(corners, corners[1:] + corners[:1], strict=True))


# ---------------------------------------------------------------- what was agreed


@proves("GH-016", "GH-018")
@pytest.mark.parametrize(("players", "number"), [(2, 6), (3, 4), (4, 3)])
def test_twelve_divided_by_the_players(players: int, number: int) -> None:
    game = game_with(players)
    assert (game.options["goal"], game.options["treasures_to_win"]) == ("any_kind", str(number))
    treasures = ["Crown_1", "Crown_2", "Crown_3", "Crown_4", "Orb_1", "Orb_2"][:number]
    assert not won(treasures[:-1], players=players) and won(treasures, players=players)


@proves("GH-016")
@pytest.mark.parametrize("wrong", ["goal=any", "treasures_to_win=0", "treasures_to_win=13", "alike_to_win=5", "goal=3"])
def test_only_what_is_possible_can_be_agreed(wrong: str) -> None:
    name, value = wrong.split("=")
    with pytest.raises(BadGame):
        load("grandlins_heirs", {name: value})


def won(castle: list[str], options: tuple[str, ...] = (), players: int = 2) -> bool:
    """Whether Red has won once the last of these treasures lies in his castle."""
    board = " ".join(f"A0:{name}" for name in castle[:-1])
    sitting = begin("A0", board=board, hand=castle[-1], options=options, players=players)
    sitting.play("roll 1", "rest", f"hide {castle[-1]}")
    outcome = sitting.match.outcome
    if outcome is not None:
        assert (outcome.kind, outcome.winners) == ("win", ("Red",))
    return outcome is not None


@proves("GH-017")
def test_two_of_any_kind_for_beginners() -> None:
    for first, second in product(("Crown_1", "Orb_1"), ("Crown_2", "Goblet_1")):
        assert won([first, second], ("treasures_to_win=2",))
    assert not won(["Crown_1"], ("treasures_to_win=2",))


@proves("GH-019")
def test_one_of_each_kind() -> None:
    assert not won(["Crown_1", "Crown_2", "Orb_1"], ("goal=one_of_each",))
    assert won(["Crown_1", "Crown_2", "Orb_1", "Goblet_1"], ("goal=one_of_each",))
    assert won(["Orb_2", "Goblet_3", "Crown_4"], ("goal=one_of_each",))


@proves("GH-020")
def test_three_of_a_kind() -> None:
    assert not won(["Crown_1", "Crown_2", "Orb_1", "Goblet_1"], ("goal=alike",))
    assert won(["Crown_1", "Crown_2", "Orb_1", "Goblet_1", "Crown_3"], ("goal=alike",))


@proves("GH-020")
@pytest.mark.parametrize("number", [1, 2, 4])
def test_so_many_of_a_kind_as_agreed(number: int) -> None:
    options = ("goal=alike", f"alike_to_win={number}")
    crowns = [f"Crown_{n}" for n in range(1, number + 1)]
    assert won(crowns, options)
    if number > 1:
        assert not won([*crowns[:-1], "Orb_1"], options)


# ---------------------------------------------------------------- winning


@proves("GH-026")
def test_what_is_carried_does_not_count() -> None:
    sitting = begin("A1", board="A0:Crown_1", hand="Orb_1 Orb_2 Orb_3", options=("treasures_to_win=2",))
    sitting.play("roll 1", "rest")
    assert not sitting.match.over and sitting.match.score()["Red"] == {"treasures": 1}


@proves("GH-026")
def test_what_lies_in_another_castle_does_not_count() -> None:
    sitting = begin("A0", board="A9:Crown_1 J9:Crown_2", hand="Orb_1", options=("treasures_to_win=2",))
    sitting.play("roll 1", "rest", "hide Orb_1")
    assert not sitting.match.over


@proves("GH-027")
def test_the_match_ends_at_once() -> None:
    """No poison any more, and no card drawn."""
    sitting = begin("A0 H9 psn", board="A0:Crown_1", hand="Orb_1", options=("treasures_to_win=2",))
    sitting.play("roll 1", "rest", "hide Orb_1")
    assert sitting.match.over and sitting.man().health == 9 and not sitting.now.hand("Red")


@proves("GH-027")
def test_the_first_to_have_enough_wins() -> None:
    sitting = begin("A0", "A9", board="A0:Crown_1 A9:Crown_2", hand="Orb_1", blues="Orb_2", options=("treasures_to_win=2",))
    sitting.play("roll 1", "rest", "hide Orb_1")
    outcome = sitting.match.outcome
    assert outcome is not None and outcome.winners == ("Red",)


# ---------------------------------------------------------------- a last day


def test_without_a_last_day_play_goes_on() -> None:
    sitting = begin()
    for _ in range(6):
        sitting.tomorrow()
    assert not sitting.match.over


@pytest.mark.parametrize(("board", "winners"), [("A0:Orb_1", ("Red",)), ("A9:Orb_1 A9:Orb_2 A0:Orb_3", ("Blue",)), ("", ("Red", "Blue"))])
def test_most_treasures_win_on_the_last_day(board: str, winners: tuple[str, ...]) -> None:
    sitting = begin(board=board, options=("last_day=3",))
    days = []
    while not sitting.match.over:
        if sitting.moves == {f"roll {n}" for n in range(1, 7)}:
            days.append(sitting.now.active)
        sitting.quiet()
    assert days == ["Red", "Blue"] * 3
    outcome = sitting.match.outcome
    assert outcome is not None and outcome.winners == winners
