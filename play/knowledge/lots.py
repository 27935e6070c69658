"""Which piece out of sight lies where: drawn by lot, as far as a seat's memory allows."""

from __future__ import annotations

from random import Random

from rulewright.play.knowledge.memory import Spot


class Lot:
    """Pieces of one kind and back that lie out of sight, and where each of them could be instead."""

    def __init__(self, pieces: tuple[int, ...], spots: tuple[tuple[Spot, ...], ...], here: list[Spot]) -> None:
        """`here` is where each lies; without `spots` each can be anywhere."""
        self.pieces = pieces
        rows: dict[tuple[Spot, ...], bytes] = {}  # most pieces can be wherever others of their sort can
        for allowed in spots:
            if allowed not in rows:
                could = set(allowed)
                rows[allowed] = bytes(spot in could for spot in here)
        self._could = [rows[allowed] for allowed in spots]  # of each piece: whether it could be where each of them lies

    def draw(self, dice: Random) -> list[int]:
        """For each of the pieces, in their order: who lies there now."""
        named = list(self.pieces)
        if not self._could:
            dice.shuffle(named)
            return named
        size, random, could = len(named), dice.random, self._could
        who = list(range(size))  # the body of a piece, and who it is now
        for _ in range(4 * size):
            a, b = int(random() * size), int(random() * size)
            here, there = who[a], who[b]
            if could[there][a] and could[here][b]:
                who[a], who[b] = there, here
        return [named[n] for n in who]
