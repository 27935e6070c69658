"""How often a story ends in which way: matches between random players and between greedy ones, as a page of Markdown.

    python -m rulewright.play.endings GAME [--random 100000] [--greedy 2000] [--measure VARIANT] [--seed 0] > page.md

Random players take any option. Greedy players take the option after which things look best at once (`play.foresight`); what looks
good is the score, which a variant of the game may add for that purpose (`--measure`).
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from rulewright.core.random import MASK, seeded
from rulewright.play.foresight import best
from rulewright.play.game import Game, load
from rulewright.play.outcomes import ENDING
from rulewright.play.simulate import simulate

LONGEST = 20_000  # decisions after which greedy players are taken to go round in circles
ROWS = ("matches", "endings reached", "decisions, mean", "fewest", "most")


@dataclass(slots=True)
class Tally:
    """What came of some matches."""

    endings: Counter[str]
    decisions: list[int]
    seconds: float

    @property
    def matches(self) -> int:
        return len(self.decisions)

    def share(self, ending: str) -> str:
        """A share with its standard error, in percent."""
        p = self.endings[ending] / self.matches
        digits = 2 if p >= 0.0005 else 4
        return f"{100 * p:.{digits}f} ± {100 * math.sqrt(p * (1 - p) / self.matches):.{digits}f}" if p else "never"


def random_players(game: Game, matches: int, seed: int) -> Tally:
    result = simulate(game, matches, seed, widths=0)
    names = [game.program.endings[int(e)] if o == ENDING else "(no ending)" for e, o in zip(result.ending, result.over, strict=True)]
    return Tally(Counter(names), [int(n) for n in result.decisions], result.seconds)


def greedy_players(game: Game, matches: int, seed: int) -> Tally:
    start = time.perf_counter()
    played = [_greedy_match(game, seeded(seed & MASK, number)) for number in range(matches)]
    return Tally(Counter(e for e, _ in played), [n for _, n in played], time.perf_counter() - start)


def _greedy_match(game: Game, seed: int) -> tuple[str, int]:
    engine, program, dice = game.engine, game.program, Random(seed)
    state = engine.start(seed)
    decisions = 0
    while engine.choice(state) is not None and decisions < LONGEST:
        options = engine.options(state)
        if engine.decider(state) < 0:
            chosen = engine.chance(state)
        else:
            chosen = best(game, engine, state, options, dice)
            decisions += 1
        engine.choose(state, options[chosen])
    engine.told()
    assert program.over is not None and program.ending is not None
    values = engine.as_list(state)
    return program.endings[values[program.ending.at]] if values[program.over.at] == ENDING else "(no ending)", decisions


def page(game: Game, random: Tally, greedy: Tally, command: str, measure: str) -> Iterator[str]:
    """The page, line by line."""
    yield f"# {game.title}: how it ends"
    yield ""
    yield f"Made by `{command}`. Do not edit it: run that again."
    yield ""
    looks = "What looks good is the score."
    if measure:
        looks = f"What looks good is the sum of both scores of the variant “{measure}”, a rough guess at what helps."
    yield (
        f"*Random* players take any option, all equally likely ({random.matches:,} matches). *Greedy* players take the option after "
        "which things look best at once; chance does not speak in their trials, and they expect that whoever decides the same thing "
        f"next decides alike ({greedy.matches:,} matches). {looks} Neither plans ahead. Shares are in percent of the matches, with "
        "their standard error."
    )
    yield ""
    yield "| ending | random | greedy |"
    yield "|---|---:|---:|"
    for ending in _in_order(game, random, greedy):
        yield f"| {ending} | {random.share(ending)} | {greedy.share(ending)} |"
    yield ""
    yield "| | random | greedy |"
    yield "|---|---:|---:|"
    for name, first, second in zip(ROWS, _course(game, random), _course(game, greedy), strict=True):
        yield f"| {name} | {first} | {second} |"
    yield ""
    pace = random.matches / random.seconds
    yield f"Engine: {game.engine.name}; random matches were played at {pace:,.0f} a second where this page was made."


def _course(game: Game, tally: Tally) -> tuple[str, ...]:
    lengths = tally.decisions
    mean = f"{sum(lengths) / len(lengths):.0f}"
    return f"{tally.matches:,}", f"{len(tally.endings)} of {len(game.program.endings)}", mean, f"{min(lengths):,}", f"{max(lengths):,}"


def _in_order(game: Game, *tallies: Tally) -> list[str]:
    """Endings as the cards that tell them are listed, then any others."""
    names = [name for kind in game.program.kinds for name in kind.names if name in game.program.endings]
    others = [e for e in (*game.program.endings, *(e for t in tallies for e in t.endings)) if e not in names]
    return list(dict.fromkeys([*names, *others]))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m rulewright.play.endings", description="How often a story ends in which way.")
    parser.add_argument("game", help="the name of a game, or a file")
    parser.add_argument("--random", type=int, default=100_000, metavar="N", help="matches between random players")
    parser.add_argument("--greedy", type=int, default=2_000, metavar="N", help="matches between greedy players")
    parser.add_argument("--measure", default="", metavar="VARIANT", help="a variant whose score greedy players look at")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same matches")
    given = parser.parse_args(arguments)
    game = load(given.game)
    if not game.program.endings:
        parser.exit(1, f"{game.title} has no endings: nothing in its rules says `conclude with`.\n")
    measured = load(given.game, variants=(given.measure,)) if given.measure else game
    command = f"python -m rulewright.play.endings {' '.join(_quoted(a) for a in arguments or sys.argv[1:])}"
    random = random_players(game, given.random, given.seed)
    greedy = greedy_players(measured, given.greedy, given.seed)
    print("\n".join(page(game, random, greedy, command, given.measure)))
    return 0


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text


if __name__ == "__main__":
    sys.exit(main())
