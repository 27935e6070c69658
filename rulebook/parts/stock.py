"""Everything that is in the box, also what the chosen options leave there: pieces from loads with other options, each once."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.program import Kind
from rulewright.dsl import types as t
from rulewright.dsl.world import KindSym, OptionSym
from rulewright.faces import studio
from rulewright.faces.painter import Painter
from rulewright.play.errors import PlayError
from rulewright.play.game import Game
from rulewright.rulebook.loads import Loads


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as one of the loads has it."""

    painter: Painter
    kind: Kind
    index: int


@dataclass(slots=True)
class Stock:
    pieces: dict[str, list[Piece]]

    def of(self, kind: str) -> list[Piece]:
        return self.pieces.get(kind, [])

    def named(self, kind: str, names: list[str]) -> list[Piece]:
        return [p for p in self.of(kind) if p.kind.names and p.kind.names[p.index] in names]

    def extra(self, kind: KindSym) -> int:
        """How many pieces the chosen options leave in the box."""
        return 0 if kind.core.counted else len(self.of(kind.name)) - kind.core.count


def stock(game: Game, painter: Painter, loads: Loads) -> Stock:
    found: dict[str, list[Piece]] = {}
    seen: dict[str, set[str]] = {}
    for one in [game, *_others(game, loads)]:
        artist = (
            painter
            if one is game
            else studio.painter(one, painter.texts, thin=painter.thin, sizes=painter.sizes, hexagons=painter.hexagons)
        )
        for core in one.program.kinds:
            if core.counted:
                continue
            for index in range(core.count):
                key = core.ids[index] if core.ids and core.ids[index] else str(index)
                if key in seen.setdefault(core.name, set()):
                    continue
                seen[core.name].add(key)
                found.setdefault(core.name, []).append(Piece(artist, core, index))
    return Stock(found)


def _others(game: Game, loads: Loads) -> list[Game]:
    """The same game with other options, where an option decides which pieces belong to it."""
    names = frozenset[str]().union(*(kind.sifted_by for kind in game.world.kinds.values()))
    deciding = [o for n, o in game.world.options.items() if n in names]
    found = []
    for option in deciding:
        for value in _values(option):
            try:
                found.append(loads(game.path, {**game.options, option.name: value}, len(game.seats), game.variants))
            except PlayError:
                continue
    return found


def _values(option: OptionSym) -> list[str]:
    """Values that together bring every member of the option into play."""
    match option.type:
        case t.SetOf(t.Enum(_, members)):
            left = [m for i, m in enumerate(members) if not option.value >> i & 1]
            size = option.exactly or len(members)
            chunks = [left[i : i + size] for i in range(0, len(left), size)]
            return [",".join([*c, *(m for m in members if m not in c)][:size]) for c in chunks]
        case t.Enum(_, members):
            return [m for i, m in enumerate(members) if i != option.value]
        case t.Flag():
            return ["no" if option.value else "yes"]
        case _:
            return []
