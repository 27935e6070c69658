"""What is true of the players and of the game as a whole, as far as a viewer may know it."""

from __future__ import annotations

from rulewright.core.program import Attribute
from rulewright.core.types import Set
from rulewright.dsl.words import spoken
from rulewright.dsl.world import explained
from rulewright.play.game import Game
from rulewright.play.reader import Reader
from rulewright.server.sight import DULL, Data
from rulewright.server.stage import spoken_name


class Values:
    """The facts of one game that are shown: those that its rules explain, or all if they explain none."""

    def __init__(self, game: Game) -> None:
        self.game = game
        world = game.world
        own, all_ = _explained(game, "Player") | world.looks.table.tracks, _explained(game, None)
        self.players = [(n, a.core) for n, a in world.player_attrs.items() if a.core is not None and a.core.field is not None and n in own]
        self.whole = [(n, a.core) for n, a in world.game_attrs.items() if a.core is not None and a.core.field is not None and n in all_]
        self.families: list[tuple[str, Attribute]] = []
        for type_name, attrs in world.enum_attrs.items():
            members = getattr(world.enums[type_name], "members", ())
            self.families += [(f"{n} of {m}\0{i}", a.core) for n, a in attrs.items() if a.core is not None for i, m in enumerate(members)]

    def of_player(self, reader: Reader, number: int, viewer: int | None) -> list[Data]:
        return [
            fact
            for name, attribute in self.players
            if not attribute.secret or number == viewer
            for fact in self._drawn(name, attribute, _facts(reader, name, attribute, number))
        ]

    def _drawn(self, name: str, attribute: Attribute, facts: list[Data]) -> list[Data]:
        return _track(facts, attribute) if name in self.game.world.looks.table.tracks else facts

    def of_game(self, reader: Reader) -> list[Data]:
        found = [f for name, attribute in self.whole if not attribute.secret for f in _facts(reader, name, attribute, 0)]
        for name, attribute in self.families:
            if attribute.field is not None:
                said, _, index = name.partition("\0")
                found += _facts(reader, said, attribute, int(index))
        return found


def _facts(reader: Reader, name: str, attribute: Attribute, index: int) -> list[Data]:
    field = attribute.field
    assert field is not None
    base = field.type.base if isinstance(field.type, Set) else 0
    per = max(1, len(attribute.family))
    parts = [reader.text(attribute.shown, reader.element(field, index * per + i), base) for i in range(per)]
    if per == 1:
        told = parts[0]
    elif all(m.isdigit() for m in attribute.family):  # so many of each number: dice as they lie
        told = ", ".join(m for m, v in zip(attribute.family, parts, strict=True) for _ in range(int(v) if v.isdigit() else 0)) or "none"
    else:
        told = ", ".join(f"{spoken(m)} {v}" for m, v in zip(attribute.family, parts, strict=True) if v not in DULL)
    return [] if told in DULL - {"0"} else [{"name": spoken(name), "text": spoken_name(told)}]


def _track(facts: list[Data], attribute: Attribute) -> list[Data]:
    """A number that the author wants drawn as a track: with its first and last field."""
    assert attribute.field is not None
    return [{**fact, "low": attribute.field.low, "high": attribute.field.high} for fact in facts]


def _explained(game: Game, owner: str | None) -> set[str]:
    attrs = game.world.game_attrs if owner is None else game.world.player_attrs
    return explained(attrs) or {name for name, attr in attrs.items() if attr.said is not None}
