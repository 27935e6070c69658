"""Rules tried out: random matches, as far as they are worth it, to find what can be read and cannot be carried out."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.core.random import below, seeded, step
from rulewright.dsl.diagnostics import Diagnostic, Label
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.source import Sources, Span
from rulewright.play.failures import REASONS
from rulewright.play.finding import foreign
from rulewright.play.game import Game, load

if TYPE_CHECKING:
    from rulewright.play.engines import Engine

Tried = tuple[Diagnostic, Sources]
MATCHES = 6
DECISIONS = 400  # of all matches together
OPTIONS = 20_000  # looked at in all: where there are very many, a few decisions are enough
SECONDS = 2.0  # of processor time, if a game is so slow
ROUNDS = 20_000  # of a loop
HELPS = {
    "range": "Ask first whether there is room, widen the range, or write `clamped` after it.",
    "capacity": "Ask first whether the place is free, or let it hold more: `holding any Card`.",
    "missing": "Ask first: `if some Card …`. `first Card …` looks at what is in play; `put 1 Card …` takes one from the box.",
    "division": "Ask first whether the number is 0.",
    "runaway": "Say when the loop ends, or leave it with `stop`.",
    "stack": "For what goes on and on, write `repeat`, and leave it with `stop`.",
    "supply": "Say what happens when there are no more, or add pieces.",
    "stuck": "Write `else` below the decision, or `when` with the end of the match.",
}


def tried(path: Path, options: Mapping[str, str] | None, players: int | None, variants: tuple[str, ...], parsed: Any = None) -> list[Tried]:
    """What breaks in a few random matches of rules without errors. Shipped games are played by the tests."""
    if not foreign(path):
        return []
    game = load(path, options, players, variants, "interpreter", parsed=parsed)
    finding = breaks(game)
    return [(finding, game.loaded.sources)] if finding is not None else []


def walk(engine: Engine, seed: int) -> Iterator[int]:
    """A random match; before each decision of a player, the number of options."""
    state, chance = engine.start(seed), seeded(seed, 0)
    while engine.choice(state) is not None:
        if engine.decider(state) < 0:
            number, found = engine.chance(state), engine.options(state)
        else:
            found = engine.options(state)
            yield len(found)
            chance, bits = step(chance)
            number = below(bits, len(found))
        engine.choose(state, found[number])


def breaks(game: Game) -> Diagnostic | None:
    """What cannot be carried out in a few random matches in the interpreter, at its place."""
    engine = game.interpreter
    longest, engine.machine.longest = engine.machine.longest, ROUNDS
    decisions = options = 0
    end = time.process_time() + SECONDS
    try:
        for seed in range(1, MATCHES + 1):
            made = 0
            try:
                for count in walk(engine, seed):
                    made, decisions, options = made + 1, decisions + 1, options + count
                    if decisions >= DECISIONS or options >= OPTIONS or time.process_time() > end:
                        return None
            except Exception as error:
                found = _told(game, error, made)
                if found is None:
                    raise
                return found
    finally:
        engine.machine.longest = longest
    return None


def _told(game: Game, error: Exception, decisions: int) -> Diagnostic | None:
    reason, span = getattr(error, "reason", None), getattr(error, "span", None)
    if reason not in REASONS or span is None:
        return None
    when = f"after {decisions} decision{'s' * (decisions > 1)}" if decisions else "before the first decision"
    place = Span(*game.program.spans[span]) if span >= 0 else game.world.game.span
    message = f"In a random match the rules break here, {when}: {REASONS[reason]}"
    return Diagnostic(codes.BREAKS, message, Label(place), help=HELPS.get(reason, ""))
