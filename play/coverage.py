"""How often each place of the rules was come to, and how often what it demands held: in random matches, or in matches that were played.

Native code made for it has the counters (`compiler.spans`); the same code serves the profiler.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.compiler.frame import FIRED
from rulewright.compiler.spans import first_counter
from rulewright.play.engines import NativeCode
from rulewright.play.refusals import refused

if TYPE_CHECKING:
    import numpy

    from rulewright.compiler.engine import Native
    from rulewright.compiler.module import Counted
    from rulewright.play.game import Game

PORTION = 500


@dataclass(frozen=True, slots=True)
class Coverage:
    """Counters of so many matches."""

    matches: int
    reached: numpy.ndarray[Any, Any]  # by place: how often it was come to
    held: numpy.ndarray[Any, Any]  # by place: how often its condition held
    fired: numpy.ndarray[Any, Any]  # by rule
    counted: Counted


def made_for_counting(game: Game) -> Native | None:
    engine = game.engine
    return engine.made_for(counting=True, profiling=True) if isinstance(engine, NativeCode) else None


def at_random(game: Game, count: int, seed: int, limit: int) -> Coverage | None:
    """Counters of random matches; None where there is no native code."""
    native = made_for_counting(game)
    if native is None:
        return None
    context = native.new_context()
    for first in range(0, count, PORTION):
        native.profile(native.new_rows(min(PORTION, count - first)), seed, first, limit, context)
    return _read(game, native, context, count)


def of(game: Game, matches: Iterable[tuple[int, Sequence[int]]]) -> Coverage | None:
    """Counters of matches that are played again: the seed of each, and the number of every option that was taken."""
    native = made_for_counting(game)
    if native is None:
        return None
    count = 0
    context = native.context
    for seed, moves in matches:
        again(native, seed, moves)
        count += 1
    found = _read(game, native, context, count)
    for word in range(FIRED, len(context)):
        context[word] = 0
    return found


def again(native: Native, seed: int, moves: Sequence[int]) -> bytearray:
    """Play a match again; the state it comes to."""
    state = native.start(seed)
    for number in moves:
        options = native.options(state)
        if native.decider(state) < 0:
            native.chance(state)  # moves its generator on
        native.choose(state, options[number])
    native.told()
    return state


def _read(game: Game, native: Native, context: Any, matches: int) -> Coverage:
    import numpy

    first, places = first_counter(game.program), len(game.program.spans)
    words = numpy.array(context[:], dtype=numpy.int64)
    fired = words[FIRED : FIRED + len(game.program.rules)]
    return Coverage(matches, words[first : first + places], words[first + places :], fired, native.counted)


@dataclass(slots=True)
class Tally:
    """A demand of an action: how often it was asked, and how often it was what refused."""

    reached: int = 0
    refused: int = 0


def refusals(game: Game, matches: Iterable[tuple[int, Sequence[int]]], every: int, most: int) -> dict[int, Tally]:
    """By place: the demands of actions, at every nth decision, for all arguments that are of the right sort."""
    native = game.engine
    assert isinstance(native, NativeCode)
    found: dict[int, Tally] = {}
    asked = decisions = 0
    for seed, moves in matches:
        if asked == most:
            break
        state = native.start(seed)
        for number in moves:
            options, who = native.options(state), native.decider(state)
            decisions += who >= 0
            if who < 0:
                native.chance(state)
            elif decisions % every == 0 and asked < most:
                asked += 1
                choice = native.choice(state)
                assert choice is not None
                names = dict.fromkeys(alt.name for alt in choice.alts if alt.role == "act")
                for name in names:
                    if (info := game.program.actions.get(name)) is not None:
                        for span, holds in refused(game, info, who, native.as_list(state)):
                            tally = found.setdefault(span, Tally())
                            tally.reached += 1
                            tally.refused += not holds
            native.choose(state, options[number])
    native.told()
    return found
