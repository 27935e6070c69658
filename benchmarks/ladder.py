"""The ladder of each shipped game: how strong the players of the machine are beside each other, with intervals.

    python -m benchmarks.ladder [GAME …]

Matches are kept, so that whoever stops it goes on later. MINUTES, MATCHES and TEN (minutes for 10,000 iterations; 0 leaves that step
out) in the environment change how long each pair may play.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from time import monotonic

from rulewright.agents.arena import Tournament, for_all_alike, hold, seatings_of
from rulewright.agents.intervals import wilson
from rulewright.api import games
from rulewright.dsl.cache import cache_folder
from rulewright.play.game import Game, load

MINUTES = float(os.environ.get("MINUTES", "3"))
MATCHES = int(os.environ.get("MATCHES", "100"))
TEN = float(os.environ.get("TEN", "0"))
STEPS = (
    ("greedy", "random"),
    ("mcts:10", "random"),
    ("mcts:100", "mcts:10"),
    ("mcts:1000", "mcts:100"),
    ("mcts:1000", "greedy"),
    ("mcts:1000", "random"),
    ("mcts:10000", "mcts:1000"),
)
LIMIT = 5_000  # decisions of a match


def climbed(game: Game, agents: list[str], minutes: float) -> Iterator[Tournament]:
    """What came of a step, after each round of seatings, until there are enough matches or the time is over."""
    per = 1 if for_all_alike(game) else len(seatings_of(game))
    until = monotonic() + 60 * minutes
    done = 0
    while done < MATCHES and (not done or monotonic() < until):
        done = min(MATCHES, max(per, done + per))
        yield hold(game, agents, done, limit=LIMIT, workers=1, folder=cache_folder() / "arena")


def rows(game: Game) -> Iterator[str]:
    if for_all_alike(game):
        yield from _alone(game)
        return
    for one, two in STEPS:
        minutes = TEN if one == "mcts:10000" else MINUTES
        if not minutes:
            continue
        *_, found = climbed(game, [one, two], minutes)
        pair = found.pairs[0]
        low, high = wilson(pair.share, pair.matches)
        yield f"{one} against {two} | {pair.matches} | {100 * pair.share:.1f} % | {100 * low:.1f} to {100 * high:.1f} %"


def _alone(game: Game) -> Iterator[str]:
    """Where nobody plays against another, each plays all seats alone."""
    for name in ("random", "greedy", "mcts:10", "mcts:100", "mcts:1000", *(["mcts:10000"] if TEN else [])):
        *_, found = climbed(game, [name], TEN if name == "mcts:10000" else MINUTES)
        mine = found.alone[0]
        low, high = wilson(mine.won / mine.matches, mine.matches)
        worth = f", worth {mine.worth / mine.matches:.2f}" if game.program.worths else ""
        points = f", {mine.total / mine.matches:.1f} points" if game.program.scores else ""
        won = f"{100 * mine.won / mine.matches:.1f} %"
        yield f"{name} alone{worth}{points} | {mine.matches} | {won} | {100 * low:.1f} to {100 * high:.1f} %"


def main(names: tuple[str, ...] = ()) -> None:
    print("| game | pair | matches | share | 95 % interval |\n|---|---|---:|---:|---:|")
    for name in names or tuple(games()):
        game = load(name)
        for number, row in enumerate(rows(game)):
            print(f"| {name if not number else ''} | {row} |", flush=True)


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
