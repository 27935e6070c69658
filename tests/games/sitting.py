"""What the tables of several games have in common: play from a state that was laid out, and options in short words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Self

from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.play.models import Option, Refusal


def match_from(game: Game, state: list[int], chance: str = "ask") -> Match:
    """A match that goes on from a state of the interpreter."""
    return Match.at(game, game.interpreter.pack(state), chance)


class WordedMatch(ABC):
    """A match that is going on, with its options in short words: `take TR4`, `walk C4`, `done`."""

    def __init__(self, match: Match, names: dict[int, str]) -> None:
        self.match = match
        self.names = names  # of pieces

    @property
    def who(self) -> str | None:
        """Whose decision it is; None if it is chance's, or nobody's any more."""
        return self.match.decision.seat if self.match.decision is not None else None

    def head(self, option: Option) -> str:
        """The word that an option begins with."""
        return option.action if option.role == "act" else option.role

    @abstractmethod
    def words(self, option: Option) -> Iterable[list[str]]:
        """For each argument of an option the words by which it may be called."""

    @property
    def _numbered(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for option in self.match.decision.options if self.match.decision is not None else ():
            texts = [self.head(option)]
            for words in self.words(option):
                texts = [f"{text} {word}" for text in texts for word in words]
            found.update(dict.fromkeys(texts, option.number))
        return found

    @property
    def moves(self) -> set[str]:
        """Everything that may be done now."""
        return set(self._numbered)

    def of(self, action: str) -> set[str]:
        """What an action may be done with now."""
        return {move.removeprefix(action).strip() for move in self.moves if move.split()[0] == action}

    @property
    def actions(self) -> set[str]:
        return {move.split()[0] for move in self.moves}

    def play(self, *moves: str) -> Self:
        """Make moves. Whoever could break in and is not said to lets it go on."""
        for move in moves:
            while move not in (numbers := self._numbered) and "go_on" in numbers:
                self.match.choose(numbers["go_on"])
            assert move in numbers, f"{self.who or 'chance'} cannot {move}; there is {sorted(numbers)}"
            self.match.choose(numbers[move])
        return self

    def why(self, action: str, **arguments: str) -> Refusal:
        return self.match.why_not(action, arguments)

    def alike(self, piece: int) -> list[str]:
        """A piece, and those that are the same in everything and lie in the same place."""
        kind = self.match.game.program.kind_of_piece(piece)
        reader = self.match.reader()

        def nature(p: int) -> tuple[int, int, int]:
            return kind.twins[p - kind.base] if kind.twins else p, reader.site_of(p), reader.owner_of(p)

        return [self.names[p] for p in range(kind.base, kind.base + kind.count) if nature(p) == nature(piece)]
