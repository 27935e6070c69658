"""What chance did to a match: each time it spoke, how good what came was beside what else could have come.

Every die, deck and seat has a stream of random numbers of its own. Where one of them was drawn from between two decisions, the step is
taken again with other numbers in just these streams; everything before, and what the players chose, stays as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulewright.agents.tree import Settings
from rulewright.agents.tuning import settings_for
from rulewright.agents.valuing import valued
from rulewright.core.random import MASK, seeded, stream
from rulewright.interpreter.errors import REASONS

if TYPE_CHECKING:
    from rulewright.play.engines import Option
    from rulewright.play.game import Game

PLAYOUTS = 12  # for the value of a position


@dataclass(frozen=True, slots=True)
class Event:
    """Chance has spoken: which streams, after how many decisions, what every seat has now, and what each would have with other numbers."""

    streams: tuple[str, ...]
    decision: int
    now: tuple[float, ...]
    else_: tuple[tuple[float, ...], ...]


class Fortune:
    """Notes the events of one match."""

    def __init__(self, game: Game, seed: int, others: int) -> None:
        self.game, self.seed, self.others = game, seed, others
        self.events: list[Event] = []
        self._settings = settings_for(game)

    def begun(self, state: Any) -> None:
        """The setup: all that happened before anybody was asked."""
        engine = self.game.engine
        fresh = [seeded(self.seed, stream(name)).to_bytes(8, "little") for name in self.game.program.streams]
        used = self._used(fresh, self._words(engine.pack(state)))
        if used:
            self._enter(state, used, 0, [engine.start(seeded(self.seed, 100 + n) >> 1) for n in range(self.others)])

    def step(self, before: bytes, state: Any, option: Option | None, decision: int) -> None:
        """A choice was carried out; without an option it was one of chance."""
        engine = self.game.engine
        used = self._used(self._words(before), self._words(engine.pack(state)))
        if not used:
            return
        found = []
        for number in range(self.others):
            other = engine.unpack(self._reseeded(before, used, seeded(self.seed, 1000 * (len(self.events) + 1) + number)))
            try:
                engine.choose(other, engine.options(other)[engine.chance(other)] if option is None else option)
            except Exception as failure:
                if getattr(failure, "reason", None) not in REASONS:
                    raise
                continue  # rules that break there are no outcome
            found.append(other)
        if found:
            self._enter(state, used, decision, found)

    def _enter(self, state: Any, used: list[int], decision: int, others: list[Any]) -> None:
        engine = self.game.engine
        settings = replace(self._settings, seed=seeded(self.seed, 10 + len(self.events)))
        values = [self._worth(engine.pack(s), settings) for s in (state, *others)]
        names = tuple(self.game.program.streams[n] for n in used)
        self.events.append(Event(names, decision, values[0], tuple(values[1:])))

    def _worth(self, state: bytes, settings: Settings) -> tuple[float, ...]:
        return valued(self.game, state, settings, PLAYOUTS)

    def _at(self) -> int:
        rng = self.game.program.rng
        assert rng is not None
        return rng.offset

    def _words(self, state: bytes) -> list[bytes]:
        at = self._at()
        return [state[at + 8 * n : at + 8 * n + 8] for n in range(len(self.game.program.streams))]

    def _used(self, before: list[bytes], after: list[bytes]) -> list[int]:
        return [n for n, (one, two) in enumerate(zip(before, after, strict=True)) if one != two]

    def _reseeded(self, state: bytes, used: list[int], word: int) -> bytes:
        new, at = bytearray(state), self._at()
        for n in used:
            new[at + 8 * n : at + 8 * n + 8] = (seeded(word, n) & MASK).to_bytes(8, "little")
        return bytes(new)
