"""One step of foresight: which option looks best at once. Chance does not speak in a trial, so that nobody looks into the deck.

Players against each other look at their lead. Where the rules name no winner, all are in the same boat: they look at what they
have together, and expect that whoever decides the same thing next decides alike.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.errors import REASONS
from rulewright.play.engines import Engine, NativeCode, Option
from rulewright.play.outcomes import LOSE

if TYPE_CHECKING:
    from rulewright.play.game import Game

WON, LOST = 10**9, -(10**9)
LOOKED_AT = 400  # of more options than this, a sample is tried


def best(game: Game, engine: Engine, state: Any, options: list[Option], dice: Random) -> int:
    """The number of the option after which things look best for whoever decides. Among equals, any."""
    numbers = list(range(len(options)))
    if len(numbers) == 1:
        return 0
    if len(numbers) > LOOKED_AT:
        numbers = dice.sample(numbers, LOOKED_AT)
    seat = engine.decider(state)
    found = {n: worth(game, engine, state, options[n], seat) for n in numbers}
    engine.told()  # what cards have said in a trial, nobody has heard
    most = max(found.values())
    return dice.choice([n for n in numbers if found[n] == most])


def together(game: Game) -> bool:
    """Whether nobody can win against another: the rules name no winner, but the story ends."""
    return bool(game.program.endings) and game.world.winner is None


def worth(game: Game, engine: Engine, state: Any, option: Option, seat: int) -> int:
    """What an option is worth to a seat."""
    trial = engine.copy(state)
    asked = engine.choice(state)
    try:
        engine.choose(trial, option)
        while together(game) and engine.choice(trial) is asked and engine.decider(trial) not in {seat, -1}:
            alike = option if option in engine.options(trial) else engine.options(trial)[0]
            engine.choose(trial, alike)
    except Exception as error:
        if getattr(error, "reason", None) not in REASONS:
            raise
        return LOST  # rules that break are best avoided
    return _worth_of_state(game, engine, trial, seat)


def _worth_of_state(game: Game, engine: Engine, state: Any, seat: int) -> int:
    if engine.choice(state) is None and not together(game):
        return _worth_of_end(game, engine.as_list(state), seat)
    totals = _totals(game, engine, state)
    if together(game):
        return sum(totals)
    others = [points for number, points in enumerate(totals) if not game.program.mates(seat) >> number & 1]
    return totals[seat] - max(others, default=0)


def _worth_of_end(game: Game, values: list[int], seat: int) -> int:
    program = game.program
    assert program.over is not None and program.winners is not None
    code, winners = values[program.over.at], values[program.winners.at]
    if not winners:
        return LOST if code == LOSE else 0
    if winners == (1 << len(game.seats)) - 1:
        return 0
    return WON if winners >> seat & 1 else LOST


def _totals(game: Game, engine: Engine, state: Any) -> list[int]:
    """How each seat stands, by the score, or else by what the winner is chosen by; 0 if the rules measure nothing."""
    program = game.program
    if program.scores and isinstance(engine, NativeCode):
        return [sum(entries) for entries in engine.native.scores(state)]
    values = engine.as_list(state)
    if program.scores:
        return [sum(int(game.interpreter.ask(func, values, seat)) for _, func in program.scores) for seat in range(len(game.seats))]
    if program.criteria:
        extreme, func = program.criteria[0]
        sign = 1 if extreme == "most" else -1
        return [sign * int(game.interpreter.ask(func, values, seat)) for seat in range(len(game.seats))]
    return [0] * len(game.seats)
