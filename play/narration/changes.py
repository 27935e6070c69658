"""What is otherwise after a step than before it, as one reader could see it: pieces that went somewhere, values that changed.

What the rules explain in prose is told, the rest is bookkeeping. If they explain nothing of what players, pieces of a kind or the members
of a type have, their numbers are told all the same. Where a cell or a piece is noted for the whole game, the board shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.core.layout import differing
from rulewright.core.program import BOX, Attribute, Kind, Place
from rulewright.core.types import Set
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.meaning.rules import Rules
from rulewright.dsl.meaning.uses import words
from rulewright.dsl.meaning.walk import nodes
from rulewright.dsl.words import plural
from rulewright.dsl.world import AttrSym, explained
from rulewright.play.names import one
from rulewright.play.narration.words import capital, counted, listed, spaced, whose

if TYPE_CHECKING:
    from rulewright.play.game import Game

MANY = 4  # pieces that are named one by one; of more only the number is told


@dataclass(frozen=True, slots=True)
class Moved:
    piece: int
    origin: int
    goal: int


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose a value is; nobody's in particular: the game's."""

    piece: int | None = None
    player: int | None = None
    member: str = ""  # of a type


@dataclass(frozen=True, slots=True)
class Valued:
    """A value that can be told: where it is kept, whose it is, and what it is called."""

    attribute: Attribute
    name: str
    owner: Owner
    part: str = ""  # which of a family of values


class Changes:
    def __init__(self, game: Game) -> None:
        self.game, self.program, self.names = game, game.program, game.names
        self.sight = game.names.sight
        self._at: dict[int, Valued] = {}
        self._bits: dict[int, tuple[Kind, Attribute, str]] = {}
        self._collect()
        self._kept = {value: at for at, value in self._at.items()}
        self._places: dict[str, str] = {}
        for place in game.world.places.values():
            called = place.said.notes.called if place.said is not None and place.said.notes is not None else None
            self._places[place.name] = called.one if called is not None else spaced(place.name)

        self._heaps = list(self._heaped())

    # ------------------------------------------------------------ what can be told

    def _heaped(self) -> Iterator[tuple[int, Kind, int]]:
        """Piles of pieces that are only counted, where everybody sees them: where the number is kept, of which kind, on which site."""
        for kind in self.program.kinds:
            holders = [p for p in self.program.places if kind.number in p.limits]
            if kind.tokens is None or not kind.heaped or not holders:
                continue
            low, owners = min(p.base for p in holders), max(1, kind.owners)
            for place in holders:
                if place.cells == 1 and place.seen_kinds.get(kind.number, place.seen) == "all":
                    sites = range(place.base, place.base + place.sites)
                    yield from ((kind.tokens.at + (site - low) * owners + i, kind, site) for site in sites for i in range(owners))

    def _collect(self) -> None:
        world = self.game.world
        known = explained(world.game_attrs)
        self._note(world.game_attrs, known, [Owner()], whole=True)
        self._note(world.player_attrs, explained(world.player_attrs), [Owner(player=i) for i in range(len(self.game.seats))])
        for type, attrs in world.enum_attrs.items():
            members = getattr(world.enums[type], "members", ())
            self._note(attrs, explained(attrs), [Owner(member=spaced(m)) for m in members])
        done = done_marks(rules_of(world))
        for kind in self.program.kinds:
            if not kind.counted:
                symbol = world.kinds[kind.name]
                own = explained(symbol.attrs)
                self._note(symbol.attrs, own, [Owner(piece=kind.base + i) for i in range(kind.count)])
                for name, attr in symbol.attrs.items():
                    if (
                        attr.core is not None
                        and attr.core.bits
                        and attr.core.field is not None
                        and name in own - done
                        and not attr.core.secret
                    ):
                        self._bits[attr.core.field.at] = kind, attr.core, called(attr)

    def _note(self, attrs: dict[str, AttrSym], known: set[str], owners: list[Owner], whole: bool = False) -> None:
        for name, attr in attrs.items():
            core = attr.core
            if core is None or core.field is None or core.bits or core.secret:
                continue
            if name not in known and (whole or known or core.shown.sort != "number"):
                continue
            if whole and core.shown.sort in {"cell", "piece"}:
                continue
            single = sum(a.core is not None and bool(a.core.family) for a in attrs.values()) == 1
            label = "" if core.family and single else called(attr)
            parts = [spaced(member) for member in core.family] or [""]
            for index, owner in enumerate(owners):
                for number, part in enumerate(parts):
                    self._at[core.field.at + index * len(parts) + number] = Valued(core, label, owner, part)

    # ------------------------------------------------------------ what has changed

    def between(self, before: list[int], after: list[int]) -> tuple[list[Moved], list[Valued]]:
        """Pieces that are somewhere else, and values that are others."""
        if before == after:
            return [], []
        program = self.program
        moved, valued = [], []
        low = program.loc.at if program.loc is not None else 0
        high = low + program.pieces if program.loc is not None else 0
        for at in differing(before, after):
            old, new = before[at], after[at]
            if low <= at < high:
                moved.append(Moved(at - low, old, new))
            elif (value := self._at.get(at)) is not None:
                valued.append(value)
            elif (flags := self._bits.get(at)) is not None:
                kind, attribute, name = flags
                valued += [Valued(attribute, name, Owner(piece=kind.base + i)) for i in range(kind.count) if (old ^ new) >> i & 1]
        return moved, valued

    # ------------------------------------------------------------ in words

    def moves(self, moved: list[Moved], before: list[int], after: list[int], seat: int | None, named: Sequence[int] = ()) -> Iterator[str]:
        """Where pieces went: those with the same goal in one sentence, those that are not seen by their number. First those that whoever
        decided has named, in that order; then by where they went, never by their numbers, which could tell what is hidden."""
        groups: dict[tuple[int, bool, int], list[Moved]] = {}
        for move in moved:
            seen = self.sight.sees(before, seat, move.piece) or self.sight.sees(after, seat, move.piece)
            groups.setdefault((move.goal, seen, self.program.kind_of_piece(move.piece).number), []).append(move)

        def turn(key: tuple[int, bool, int]) -> tuple[int, int, int, bool]:
            goal, seen, number = key
            called = [named.index(m.piece) for m in groups[key] if m.piece in named]
            return min(called, default=len(named)), number, goal, not seen

        for goal, seen, number in sorted(groups, key=turn):
            group = groups[goal, seen, number]
            kind = self.program.kinds[number]
            names = counted([self.piece(m.piece, before) for m in group])
            if not seen or len(names) > MANY:
                subject = one(kind.name) if len(group) == 1 else f"{len(group)} {self.many(kind)}"
            else:
                subject = listed(names)
            origins = {m.origin for m in group} - {BOX}
            origin = self.site(next(iter(origins))) if len(origins) == 1 and len({m.origin for m in group}) == 1 else ""
            start = f" from {origin}" if origin and not subject.endswith(f" {origin}") else ""
            verb = ("go" if len(group) > 1 else "goes") if origins else ("come" if len(group) > 1 else "comes")
            yield capital(f"{subject} {verb}{start} to {self.site(goal) if goal != BOX else 'the box'}.")

    def heaps(self, before: list[int], after: list[int]) -> list[str]:
        """Counted pieces that came to a pile: what was captured, borne off or gathered. On a board with many cells they show themselves."""
        found = []
        for at, kind, site in self._heaps:
            more = after[at] - before[at]
            if more > 0:
                what = one(spaced(kind.name).lower()) if more == 1 else f"{more} {self.many(kind).lower()}"
                found.append(capital(f"{what} {'comes' if more == 1 else 'come'} to {self.site(site)}."))
        return found

    def values(self, valued: list[Valued], before: list[int], after: list[int], seat: int | None) -> Iterator[str]:
        """Values that rose, fell, or are others: all numbers of one owner in one sentence, and all owners of the same news in one."""
        seen = [v for v in valued if v.owner.piece is None or self.sight.sees(after, seat, v.owner.piece)]  # else nothing is told of it
        numbers: dict[str, list[str]] = {}
        others: dict[str, list[str]] = {}
        faces: dict[str, list[str]] = {}
        for value in seen:
            old, new = self._value(value, before), self._value(value, after)
            owner = self._owner(value, after)
            if value.owner.piece is not None and self._thrown(value):
                faces.setdefault(spaced(self.names.value(value.attribute.shown, new, after)), []).append(owner)
            elif value.attribute.shown.sort != "number":
                others.setdefault(self._news(value, old, new, after), []).append(owner)
            elif owner:
                numbers.setdefault(owner, []).append(_rise(owner, f"{value.part} {value.name}".strip(), old, new))
            elif not self._counterpart(new - old, seen, before, after):
                yield capital(f"{value.part} {value.name}".strip() + f" {'rises' if new > old else 'falls'} from {old} to {new}.")
        yield from (capital(f"{listed(counted(dice))} {'show' if len(dice) > 1 else 'shows'} {face}.") for face, dice in faces.items())
        yield from (capital(f"{owner} {listed(parts)}.") for owner, parts in numbers.items())
        yield from (capital(f"{listed(counted(owners))}: {news}." if owners != [""] else f"{news}.") for news, owners in others.items())

    def _thrown(self, value: Valued) -> bool:
        """Whether it is the side of a die that lies on top."""
        assert value.owner.piece is not None
        kind = self.program.kind_of_piece(value.owner.piece)
        return bool(self.game.world.kinds[kind.name].dice) and kind.attributes.get("face") is value.attribute

    def _owner(self, value: Valued, state: list[int]) -> str:
        owner = value.owner
        if owner.piece is not None:
            return self.piece(owner.piece, state)
        return self.names.seat(owner.player) if owner.player is not None else owner.member

    def _counterpart(self, change: int, valued: list[Valued], before: list[int], after: list[int]) -> bool:
        """Whether players gained together what the game lost, or the other way round: that is told once."""
        sums: dict[str, int] = {}
        for value in valued:
            if value.owner.player is not None and value.attribute.shown.sort == "number":
                sums[value.name] = sums.get(value.name, 0) + self._value(value, after) - self._value(value, before)
        return -change in sums.values()

    def _news(self, value: Valued, old: int, new: int, after: list[int]) -> str:
        """What is otherwise with a value that is no number."""
        name = f"{value.part} {value.name}".strip()
        shown = value.attribute.shown
        if shown.sort == "flag":
            if value.owner == Owner():
                return f"{name}: {'yes' if new else 'no'}"
            return name if new else f"no longer {name}"
        field = value.attribute.field
        assert field is not None
        base = field.type.base if isinstance(field.type, Set) else 0
        if not shown.sort.startswith("set:"):
            return f"{name}: {spaced(self.names.value(shown, new, after))}"
        came = [spaced(x) for x in self.names.many(shown, new & ~old, base, after)]
        went = [spaced(x) for x in self.names.many(shown, old & ~new, base, after)]
        return f"{name}: " + "; ".join(([f"now also {listed(came)}"] if came else []) + ([f"no longer {listed(went)}"] if went else []))

    def _value(self, value: Valued, state: list[int]) -> int:
        field = value.attribute.field
        assert field is not None
        if value.attribute.bits:
            assert value.owner.piece is not None
            return state[field.at] >> value.owner.piece - self.program.kind_of_piece(value.owner.piece).base & 1
        return state[self._kept[value]]

    # ------------------------------------------------------------ names

    def piece(self, number: int, state: list[int]) -> str:
        """A piece by its name; what belongs to somebody and has no other name as his: `Red's Henchman`."""
        kind = self.program.kind_of_piece(number)
        index = number - kind.base
        if (not kind.names or not kind.names[index]) and kind.owners and self.program.owner is not None:
            owner = state[self.program.owner.at + number]
            if owner >= 0 and kind.count == kind.owners:
                return whose(self.names.owner(kind, owner), kind.name)
        name = self.names.piece(number, state)
        if name == kind.name:
            return f"the {spaced(name).lower()}" if kind.count == 1 else spaced(name).lower()
        known_by_id = bool(kind.ids) and kind.ids[index].replace("_", " ") == name and not (kind.names and kind.names[index])
        return f"{kind.name} {name}" if known_by_id and kind.name not in name.split() else name

    def many(self, kind: Kind) -> str:
        found = self.game.world.looks.kinds.get(kind.name)
        return found.many if found is not None and found.many else plural(kind.name)

    def site(self, number: int) -> str:
        """A cell or place, as it is printed: `Red's hand`, `the discard pile`."""
        place = self.program.place_of_site(number) if number > 0 else None
        if place is None or place.cell_names or place.shape == "mat":
            name = spaced(self.names.site(number))
            return f"{self._places.get(place.name, place.name)} {name}" if place is not None and name.isdigit() else name
        copy = (number - place.base) // place.cells
        return self._of(place, copy)

    def _of(self, place: Place, copy: int) -> str:
        name = self._places.get(place.name, spaced(place.name))
        if place.copies == 1:
            return f"the {name}"
        owner = spaced(self.names.family(place.per, copy))
        return whose(owner, name) if place.per == "Player" else f"the {name} of {owner}"


def _rise(owner: str, name: str, old: int, new: int) -> str:
    """`loses 3 crowns (4 left)`."""
    several = " and " in owner
    verb = ("gain" if several else "gains") if new > old else ("lose" if several else "loses")
    amount = abs(new - old)
    if amount == 1 and name.endswith("s") and not name.endswith("ss"):
        name = name[:-1]
    return f"{verb} {amount} {name} ({f'{new} left' if 0 <= new < old else f'now {new}'})"


def called(attr: AttrSym) -> str:
    notes = attr.said.notes if attr.said is not None else None
    return notes.called.one if notes is not None and notes.called is not None else spaced(attr.name)


def done_marks(rules: Rules) -> set[str]:
    """Flags that say no more than that something was done: an action demands that a piece has none, and gives it one."""
    found = set()
    for routine in rules.routines:
        if routine.symbol.sort == "action":
            denied = [demand.test.of for demand in nodes(routine.body, s.Demand) if isinstance(demand.test, m.Not)]
            given = [word for act in nodes(routine.body, s.Act) if act.verb == "set" for word in words(act, "what")]
            found |= _flags(denied) & _flags(given)
    return {flag for _, flag in found}


def _flags(read: Sequence[object]) -> set[tuple[m.Binding, str]]:
    return {(x.of.binding, x.attrs[0].name) for x in read if isinstance(x, m.Read) and isinstance(x.of, m.Local)}
