"""Games that a book needs, each loaded once: with other options, other numbers of players, variants, with its examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulewright.play.game import Game, load

Key = tuple[str, tuple[tuple[str, str], ...], int | None, tuple[str, ...], bool]


@dataclass(slots=True)
class Loads:
    """The games loaded for one book. Another book loads anew: its rules may have been changed."""

    found: dict[Key, Game] = field(default_factory=dict)
    parsed: dict[Any, Any] = field(default_factory=dict)  # the trees of their files

    def __call__(
        self,
        game: str | Path,
        options: Mapping[str, str] | None = None,
        players: int | None = None,
        variants: tuple[str, ...] = (),
        engine: str | None = "interpreter",
        *,
        examples: bool = False,
    ) -> Game:
        key = (str(game), tuple(sorted((options or {}).items())), players, variants, examples)
        if key not in self.found:
            self.found[key] = load(game, options, players, variants, engine, examples=examples, parsed=self.parsed)
        return self.found[key]

    def seating(self, game: Game, players: int) -> Game:
        """The same game for another number of players, with the same options; one with its examples will do."""
        for other in self.found.values():
            if (other.path, other.options, other.variants, len(other.seats)) == (game.path, game.options, game.variants, players):
                return other
        return self(game.path, game.options, players, game.variants)
