"""What an author says about faces: icons, colours, blocks of slots for kinds, backs, boards, markers, and a theme."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.faces.plan import Slot, Test
from rulewright.faces.themes import Theme


@dataclass(frozen=True, slots=True)
class Block:
    """`face Card where …`: the lines for some pieces of a kind."""

    kind: str
    where: Test | None = None
    slots: tuple[Slot, ...] = ()
    gone: frozenset[str] = frozenset()
    size: tuple[float, float] | None = None
    round: bool | None = None
    hexagon: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """`board NAME: size W by H`."""

    name: str
    size: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Marker:
    """`marker starter: "flag"`: the sign of a marker, how many, and of which values; `no marker owner`: none."""

    name: str
    sign: str = ""
    count: int = 0
    of: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()  # of each value: `36 of 1, 24 of 3`
    none: bool = False


@dataclass(slots=True)
class FaceBook:
    icons: dict[str, str] = field(default_factory=dict)
    colours: dict[str, tuple[str, str]] = field(default_factory=dict)
    faces: list[Block] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    markers: dict[str, Marker] = field(default_factory=dict)
    theme: Theme | None = None

    def blocks(self, kind: str, holds: Callable[[Test], bool]) -> list[tuple[int, Block]]:
        """The blocks for a piece, in their order: the later line wins."""
        return [(i, b) for i, b in enumerate(self.faces) if b.kind == kind and (b.where is None or holds(b.where))]
