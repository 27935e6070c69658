"""What holds in every match at every moment. More matches with RULEWRIGHT_LONG=1."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from rulewright.play.engines import native_available
from rulewright.play.game import Game
from tests.games.two_heirs.position import SEATS, Laid, Position, Spot, eyes_of, game_with
from tests.games.two_heirs.scorer import condition_met
from tests.games.two_heirs.tiles import SETS, TILES
from tests.games.two_heirs.walking import build_up, walk

proves = pytest.mark.proves
ENGINE = "native" if native_available() else "interpreter"
MATCHES = 500 if os.environ.get("RULEWRIGHT_LONG") else 16 if native_available() else 3
ACTIONS = {"take", "construct", "expand", "march", "deploy", "withdraw", "break_camp", "destroy", "discard", "done", "decline"}
CAMPS = {"LI7", "LI8", "LI9"}


def matches(game: Game, settled: bool = False) -> Iterator[Iterator[Position]]:
    """Matches of plain chance and of eager builders, position by position; or only those in which chance has nothing to do."""
    eyes, engine = eyes_of(game), game.engine
    for number in range(MATCHES):
        states = walk(game, 11, number) if number % 2 else build_up(game, number)
        if settled:
            states = (state for state in states if engine.choice(state) is None or engine.decider(state) >= 0)
        yield (eyes.read(engine.pack(state)) for state in states)


@proves("TH-035")
def test_nothing_is_offered_but_what_the_rules_know() -> None:
    game = game_with(False, ENGINE)
    seen = set()
    for number in range(MATCHES):
        for state in build_up(game, number):
            choice = game.engine.choice(state)
            if choice is not None and game.engine.decider(state) >= 0:
                alts = [choice.alts[alt] for alt, _ in game.engine.options(state)]
                seen |= {alt.name if alt.role == "act" else alt.role for alt in alts}
    assert seen <= ACTIONS
    assert seen >= ACTIONS - {"destroy", "decline"}  # there are no Siege Towers in these sets


@proves("TH-044", "TH-040")
def test_reach_and_troops_in_the_land_make_four() -> None:
    game = game_with(False, ENGINE)
    eyes = eyes_of(game)
    reach = game.world.defines["reach"].func
    seen = set()
    for number in range(MATCHES // 5):
        for state in walk(game, 12, number):
            position = eyes.read(game.engine.pack(state))
            numbers = game.engine.as_list(state)
            if len(position.troops) != sum(where != "box" for where in position.troops.values()):
                continue  # the table is still being set
            for seat, name in enumerate(SEATS):
                reached = game.interpreter.ask(reach, numbers, -1, seat)
                assert reached + position.in_land(name) == 4
                seen.add(reached)
    assert seen == {1, 2, 3}


@proves("TH-001", "TH-026")
@pytest.mark.parametrize("sets", ["travel,industry,church", "war,crafts,patrol"])
def test_54_tiles_are_accounted_for(sets: str) -> None:
    game = game_with(False, ENGINE, sets=sets)
    aside = [id for id, tile in TILES.items() if tile.set not in {SETS[name] for name in sets.split(",")}]
    for match in matches(game):
        for position in match:
            assert sorted(position.tiles + aside) == sorted(TILES)


@proves("TH-050")
def test_six_tiles_in_the_reserve_while_the_supply_lasts() -> None:
    for match in matches(game_with(False, ENGINE)):
        for position in match:
            if position.supply and "Shield" in position.reserve and len(position.supply) < 20:
                assert None not in position.reserve and len(position.ring) == 6


@proves("TH-156", "TH-022")
def test_tiles_stay_where_they_lie() -> None:
    """The land only grows; a tile keeps its place and never turns up again; no two troops meet after the opening."""
    for match in matches(game_with(False, ENGINE, sets="travel,industry,war")):
        before: dict[Spot, Laid] = {}
        parted = False
        for position in match:
            for spot, laid in before.items():
                now = position.land[spot]
                assert now.id == laid.id and (laid.up or not now.up)
                assert now.owner == (laid.owner if now.up else None)
            before = position.land
            places = [where for where in position.troops.values() if isinstance(where, tuple)]
            crowded = len(places) != len(set(places))
            parted = parted or (len(places) > 0 and not crowded)
            assert not (parted and crowded)


# ---------------------------------------------------------------- how long a match lasts


@dataclass
class Course:
    """What can be counted in a match from the outside."""

    takes: int = 0
    camps: int = 0
    refilled: int = 0  # takes owed to an Encampment while there was still something to fill the slot with
    takers: list[str] = field(default_factory=list)

    @property
    def turns(self) -> int:
        return self.takes - self.camps


def course(match: Iterator[Position]) -> Course:
    found = Course()
    before: Position | None = None
    owed = 0
    for position in match:
        if "Shield" not in position.reserve:
            continue
        if before is not None:
            broken = sum(before.land[s].up and before.land[s].id in CAMPS and not position.land[s].up for s in before.land)
            found.camps += broken
            owed += broken
            if position.gap != before.gap:
                found.takes += 1
                found.takers.append(before.crown)
                if owed:
                    owed -= 1
                    found.refilled += bool(before.supply)
        before = position
    return found


@proves("TH-095")
@pytest.mark.parametrize("sets", ["travel,church,war", "war,crafts,patrol"])
def test_22_turns_without_encampments(sets: str) -> None:
    for match in matches(game_with(False, ENGINE, sets=sets)):
        found = course(match)
        assert (found.takes, found.turns) == (22, 22)
        assert found.takers[::2] == [found.takers[0]] * 11 and len(set(found.takers)) == 2


@proves("TH-095", "TH-129")
def test_every_encampment_that_is_refilled_shortens_the_match() -> None:
    seen = set()
    for match in matches(game_with(False, ENGINE, sets="travel,industry,church")):
        found = course(match)
        assert found.turns == 22 - found.refilled
        seen.add(found.refilled)
    assert len(seen) > 1


# ---------------------------------------------------------------- against Henry


@proves("THS-037", "THS-032", "THS-031")
@pytest.mark.parametrize(("level", "human"), [("hammer", "White"), ("hammer", "Blue"), ("poor", "White")])
def test_met_conditions_stay_met(level: str, human: str) -> None:
    """A treasure on the land is not found yet; one that was found would be found ever after, and stays out of the game."""
    game = game_with(True, ENGINE, level=level, human=human)
    removed = 0
    for match in matches(game, settled=True):
        spots: dict[str, Spot] = {}
        met: set[str] = set()
        for position in match:
            for treasure, where in position.treasures.items():
                if isinstance(where, tuple):
                    spots[treasure] = where
                    assert treasure not in met
                if treasure in spots:
                    position.treasures[treasure] = spots[treasure]
                    holds = condition_met(position, treasure)
                    assert holds == (where == "box")
                    assert holds or treasure not in met
                    if holds:
                        met.add(treasure)
        removed += len(met)
    assert removed > 0


@proves("THS-030", "THS-028", "THS-018")
def test_henry_has_no_hand_and_lays_no_open_terrain() -> None:
    game = game_with(True, ENGINE, level="brave")
    for match in matches(game, settled=True):
        before: Position | None = None
        for position in match:
            assert not position.hands["Blue"]
            assert not position.at_court("Blue")
            if before is not None and position.crown == "White" and position.gap != before.gap:
                new = [laid for spot, laid in position.land.items() if spot not in before.land]
                assert all(laid.up and laid.owner == "Blue" for laid in new)
            before = position


@proves("THS-010")
def test_henry_never_decides() -> None:
    game = game_with(True, ENGINE, level="brave")
    for number in range(MATCHES):
        states = build_up(game, number)
        assert {game.engine.decider(state) for state in states if game.engine.choice(state) is not None} <= {-1, 0}


@proves("THS-016")
def test_22_turns_against_henry_without_encampments() -> None:
    """Eleven for each;"""
    game = game_with(True, ENGINE, sets="travel,church,war")
    for match in matches(game):
        positions = [p for p in match if "Shield" in p.reserve]
        yours = sum(a.crown == "White" and b.crown == "Blue" for a, b in pairwise(positions))
        assert yours == 11
        final = positions[-1]
        assert (len(final.ring), len(final.supply)) == (27 - 1 - 11 - 11, 0)  # the first piece of land, your tiles, his tiles
