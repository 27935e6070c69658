"""Players that are no people: each looks at a match whose decision is due and names the number of an option.

They are known by name, so that a seat can be given to one of them (`--seat Black=greedy`). A new one is a function in `AGENTS`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.play.errors import PlayError
from rulewright.play.match import Match
from rulewright.play.models import Outcome

Agent = Callable[[Match], int]

WON, LOST = 10**9, -(10**9)
LOOKED_AT = 400  # of more options than this, a sample is tried


def first(seed: int) -> Agent:
    """Always the first option: dull, and the same on every machine."""
    return lambda match: 0


def chance(seed: int) -> Agent:
    """Any option, all equally likely; the same seed gives the same choices."""
    dice = Random(seed)

    def decide(match: Match) -> int:
        return dice.randrange(_count(match))

    return decide


def greedy(seed: int) -> Agent:
    """The option after which things look best at once: a won match, or else the best lead. Among equals, any."""
    dice = Random(seed)

    def decide(match: Match) -> int:
        now = match.decision
        assert now is not None and now.seat is not None
        numbers = list(range(len(now.options)))
        if len(numbers) == 1:
            return 0
        if len(numbers) > LOOKED_AT:
            numbers = dice.sample(numbers, LOOKED_AT)
        worth = {n: _worth_of(match, n, now.seat) for n in numbers}
        best = max(worth.values())
        return dice.choice([n for n in numbers if worth[n] == best])

    return decide


AGENTS: dict[str, Callable[[int], Agent]] = {"random": chance, "greedy": greedy, "first": first}


def agent(name: str, seed: int) -> Agent:
    """The agent of that name, with its own random numbers."""
    made = AGENTS.get(name)
    if made is None:
        raise PlayError(f"There is no agent called {name}.", did_you_mean(name, AGENTS) or f"There is: {', '.join(AGENTS)}.")
    return made(seed)


def _count(match: Match) -> int:
    now = match.decision
    assert now is not None
    return len(now.options)


def _worth_of(match: Match, number: int, seat: str) -> int:
    """What an option is worth to a seat. Chance does not speak in the trial, so that nobody looks into the deck."""
    trial = match.clone()
    trial._chance = "ask"
    try:
        trial.choose(number)
    except PlayError:
        return LOST  # rules that break are best avoided
    outcome = trial.outcome
    if outcome is not None:
        return _worth_of_end(outcome, seat)
    return _lead(trial, seat)


def _worth_of_end(outcome: Outcome, seat: str) -> int:
    if outcome.kind in {"draw", "none", "cut"} or not outcome.winners:
        return LOST if outcome.kind == "loss" else 0
    return WON if seat in outcome.winners else LOST


def _lead(match: Match, seat: str) -> int:
    """How far ahead a seat is, by the score, or else by what the winner is chosen by; 0 if the rules measure nothing."""
    game = match.game
    if game.program.scores:
        totals = {s: sum(entries.values()) for s, entries in match.score().items()}
    elif game.program.criteria:
        extreme, func = game.program.criteria[0]
        state = match.reader().state
        sign = 1 if extreme == "most" else -1
        totals = {s: sign * int(game.interpreter.ask(func, state, i)) for i, s in enumerate(game.seats)}
    else:
        return 0
    others = [points for s, points in totals.items() if s != seat]
    return totals[seat] - max(others, default=0)
