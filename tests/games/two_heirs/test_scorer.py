"""The score of whole matches, counted once more by a scorer that knows nothing of the rules' text.

Some matches of some choices of sets at every run; 2,000 of each of the twenty choices with RULEWRIGHT_LONG=1.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from rulewright.play.engines import Interpreted, NativeCode, native_available
from rulewright.play.game import Game
from tests.games.two_heirs.position import SEATS, Position, eyes_of, game_with
from tests.games.two_heirs.scorer import Rulings, Scorer, solo_totals, totals, winners
from tests.games.two_heirs.tiles import SETS, TILES
from tests.games.two_heirs.walking import build_up, last, walk

proves = pytest.mark.proves
LONG = bool(os.environ.get("RULEWRIGHT_LONG"))
ENGINE = "native" if native_available() else "interpreter"
MATCHES = 2000 if LONG else 60 if native_available() else 2
ALL = [",".join(sets) for sets in combinations(SETS, 3)]
SOME = ["travel,industry,church", "travel,war,crafts", "industry,war,patrol", "church,crafts,patrol"]  # every set twice
CHOICES = ALL if LONG else SOME
WON = 348  # a match in which an eager builder beats poor Henry: about one in six hundred


def ends(game: Game, *more: int) -> Iterator[tuple[Any, Position]]:
    """The last states of random matches: as many of plain chance as are asked for, half as many of eager builders, and some more."""
    eyes = eyes_of(game)
    for number in (*range(MATCHES), *more):
        states = [walk(game, 5, number)] if number % 2 else [walk(game, 5, number), build_up(game, number)]
        for state in map(last, states):
            yield state, eyes.read(game.engine.pack(state))


def scores(game: Game, state: Any) -> dict[str, dict[str, int]]:
    """What the rules say, entry by entry."""
    names = [name for name, _ in game.program.scores]
    engine = game.engine
    if isinstance(engine, NativeCode):
        found = engine.native.scores(state)
    else:
        assert isinstance(engine, Interpreted)
        found = [[engine.ask(func, state, seat) for _, func in game.program.scores] for seat in range(2)]
    return {seat: dict(zip(names, entries, strict=True)) for seat, entries in zip(SEATS, found, strict=True)}


def won(game: Game, state: Any) -> set[str]:
    """Who has won, as the rules say."""
    assert game.program.winners is not None
    bits = game.engine.as_list(state)[game.program.winners.at]
    return {seat for number, seat in enumerate(SEATS) if bits >> number & 1}


@proves("TH-096", "TH-099", "TH-101", "TH-103", "TH-150", "TH-151", "TH-152", "TH-026")
@pytest.mark.parametrize("sets", CHOICES)
def test_final_scores(sets: str) -> None:
    game = game_with(False, ENGINE, sets=sets)
    scored: Counter[str] = Counter()
    for state, position in ends(game):
        mine = totals(position, Rulings())
        assert scores(game, state) == mine
        assert won(game, state) == winners(position, {seat: sum(entries.values()) for seat, entries in mine.items()})
        scorer = Scorer(position, Rulings())
        for seat in SEATS:
            for spot, worth in scorer.buildings(seat).items():
                scored[TILES[position.land[spot].id].name] += worth
    if native_available():  # so many matches have seen points for everything that can bring some
        chosen = {SETS[name] for name in sets.split(",")}
        worthless = {"Farm", "Sawmill", "Quarry", "Siege Tower", "Guildhall"}
        expected = {tile.name for tile in TILES.values() if tile.set in chosen} - worthless
        assert {name for name, points in scored.items() if points} == expected


@proves("TH-113", "TH-145", "TH-027")
@pytest.mark.parametrize(
    "options",
    [
        {"inn_counts": "near", "formation": "loose"},
        {"inn_counts": "run", "score_roads": "no"},
    ],
    ids=str,
)
def test_final_scores_by_other_rulings(options: dict[str, str]) -> None:
    game = game_with(False, ENGINE, sets="travel,industry,crafts", **options)
    rulings = Rulings(options.get("score_roads") != "no", options["inn_counts"], options.get("formation", "facing"))
    changed = 0
    for state, position in ends(game):
        mine = totals(position, rulings)
        assert scores(game, state) == mine
        changed += mine != totals(position, Rulings())
    assert changed or not native_available()


@proves("THS-040", "THS-041", "THS-042", "THS-043", "THS-044", "THS-045")
@pytest.mark.parametrize(
    ("level", "human", "sets"),
    [("poor", "White", "travel,industry,church"), ("brave", "Blue", "travel,war,crafts"), ("hammer", "White", "industry,war,patrol")],
)
def test_final_scores_against_henry(level: str, human: str, sets: str) -> None:
    game = game_with(True, ENGINE, level=level, human=human, sets=sets)
    henry = "Blue" if human == "White" else "White"
    beaten = 0
    for state, position in ends(game, WON):
        mine = solo_totals(position, Rulings(), human)
        assert scores(game, state) == mine
        points = {seat: sum(entries.values()) for seat, entries in mine.items()}
        assert won(game, state) == ({human} if points[human] > points[henry] else {henry})
        beaten += points[human] > points[henry]
    assert beaten or level != "poor" or not native_available()
