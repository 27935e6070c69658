"""Which part of a table a change of the state concerns: so that a move costs what it moves, not what lies on the table."""

from __future__ import annotations

from rulewright.core.layout import differing
from rulewright.core.program import Field, Program
from rulewright.core.types import Set
from rulewright.play.game import Game


class Watch:
    """For each element of the state: the piece or the site it is about, or that no place shows it."""

    def __init__(self, game: Game) -> None:
        program = game.program
        self.program = program
        self.pieces: dict[int, int] = {}
        self.sites: dict[int, int] = {}
        self.bits: dict[int, tuple[str, int]] = {}  # many flags in one element: of pieces or of sites, from this one on
        for field in (program.loc, program.pos, program.owner, program.known):
            if field is not None:
                self.pieces |= {field.at + p: p for p in range(min(field.count, program.pieces))}
        for kind in program.kinds:
            for attribute in kind.attributes.values():
                if attribute.field is None:
                    continue
                if attribute.bits:
                    self.bits[attribute.field.at] = ("piece", kind.base)
                    continue
                per = max(1, len(attribute.family))
                self.pieces |= {attribute.field.at + i: kind.base + i // per for i in range(kind.count * per)}
            if kind.tokens is not None:
                self._tokens(program, kind.tokens, max(1, kind.owners), kind.heaped, kind.number)
        for place in program.places:
            for attribute in place.attributes.values():
                if attribute.field is not None:
                    self.sites |= {attribute.field.at + i: place.base + i for i in range(place.sites)}
        self.unseen = self._unseen(game)

    def _tokens(self, program: Program, field: Field, owners: int, heaped: bool, kind: int) -> None:
        if heaped:
            low = min(p.base for p in program.places if kind in p.limits)
            self.sites |= {field.at + i: low + i // owners for i in range(field.count)}
        else:
            assert isinstance(field.type, Set)
            self.bits |= {field.at + owner: ("site", field.type.base) for owner in range(field.count)}

    @staticmethod
    def _unseen(game: Game) -> set[int]:
        """Elements that say nothing about a place: generators, counters, the stack, attributes of players and of the game."""
        program, world = game.program, game.world
        fields = [program.rng, program.over, program.winners, program.ending, program.cause, program.turns, program.actor]
        fields += [program.stack, program.top, program.pending, *(i.field for i in program.indexes), *(k.supply for k in program.kinds)]
        symbols = [*world.player_attrs.values(), *world.game_attrs.values(), *(s for g in world.enum_attrs.values() for s in g.values())]
        fields += [s.core.field for s in symbols if s.core is not None]
        return {f.at + i for f in fields if f is not None for i in range(f.count)}

    def touched(self, before: list[int], after: list[int]) -> set[int] | None:
        """The sites that look different, perhaps; None: look at everything."""
        program = self.program
        pieces: set[int] = set()
        sites: set[int] = set()
        for at in differing(before, after):
            if at in self.unseen:
                continue
            old, new = before[at], after[at]
            if at in self.pieces:
                pieces.add(self.pieces[at])
            elif at in self.sites:
                sites.add(self.sites[at])
            elif at in self.bits:
                sort, base = self.bits[at]
                changed = old ^ new
                found = {base + i for i in range(changed.bit_length()) if changed >> i & 1}
                (pieces if sort == "piece" else sites).update(found)
            else:
                return None
        if program.loc is not None:
            sites |= {state[program.loc.at + p] for state in (before, after) for p in pieces}
        return sites
