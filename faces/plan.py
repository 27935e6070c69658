"""What stands where: the slots of a kind, by default from the roles of its attributes, then line by line as the author says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulewright.dsl import types as t
from rulewright.dsl.world import KindSym
from rulewright.faces.roles import Role

CORNERS = ("corner top left", "corner top right")
STRIPS = ("strip", "strip below name", "strip left", "strip right")
PLAIN = ("name", "type", "art", "text", "ground", "frame", "panel", "back")
SPOTS = (*CORNERS, *STRIPS, *PLAIN)
FORMS = ("icons", "number", "rings", "map", "word", "sign")


@dataclass(frozen=True, slots=True)
class Value:
    sort: str  # attribute, text, sign, picture
    name: str


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing in a slot: the first of its values that a piece has, perhaps inside a shape, perhaps with another beside it."""

    values: tuple[Value, ...]
    within: Value | None = None
    form: str = ""
    beside: Thing | None = None
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class Test:
    """A condition of the face language: an attribute, and what it is compared with (empty: it is there, or yes)."""

    attribute: str
    value: str = ""
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    spot: str
    things: tuple[Thing, ...] = ()
    label: str | None = None
    when: Test | None = None
    on: str = ""  # a colour
    tall: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    kind: str
    slots: tuple[Slot, ...] = ()
    gone: frozenset[str] = frozenset()  # slots and attributes that the author takes out
    size: tuple[float, float] | None = None
    round: bool | None = None
    roles: dict[str, Role] = field(default_factory=dict, hash=False)

    def named(self, spot: str) -> list[Slot]:
        return [s for s in self.slots if s.spot == spot]


def _number(sym: KindSym, attribute: str) -> bool:
    return isinstance(t.bare(sym.attrs[attribute].type), t.Number)


def thing(attribute: str, role: Role | None = None, form: str = "") -> Thing:
    return Thing((Value("attribute", attribute),), form=form, role=role)


def default(sym: KindSym, roles: dict[str, Role], sort: str, signed: Callable[[str], bool]) -> Plan:
    """The plan of a kind without a word of the author. `signed`: whether a good has a sign; without one, a number keeps its label."""
    roles = {
        a: Role("number", why=r.why) if r.name == "gives" and _number(sym, a) and not signed(r.good or a) else r for a, r in roles.items()
    }
    named = {role: [a for a, r in roles.items() if r.name == role] for role in {r.name for r in roles.values()}}

    def things(*wanted: str) -> tuple[Thing, ...]:
        return tuple(thing(a, roles[a]) for role in wanted for a in named.get(role, ()))

    slots = []
    costs = things("cost")
    single = len(costs) == 1 and isinstance(t.bare(sym.attrs[named["cost"][0]].type), t.Number)
    if costs:
        spot = "corner top left" if single else "strip below name" if sort == "tile" else "strip left"
        slots.append(Slot(spot, costs))
    corner = named.get("points", [])[:1]
    if corner:
        slots.append(Slot("corner top right", (thing(corner[0], roles[corner[0]]),)))
    slots.append(Slot("ground", things("ground")))
    slots.append(Slot("frame", things("colour") or things("type")))
    slots.append(Slot("type", things("type")))
    if sort == "tile":
        if not (costs and single):
            slots.append(Slot("corner top left", things("type")))
        slots.append(Slot("strip right", things("gives", "map", "goods", "reference", "sign", "room", "number")))
    else:
        slots.append(Slot("strip", things("gives")))
        inside = _inside(sym, named, roles) if not (costs and single) else None
        if inside is not None:
            slots.append(Slot("corner top left", (inside,)))
        rest = [*things("map"), *things("room"), *things("reference"), *things("goods"), *things("number"), *things("sign")]
        rest += [thing(a, roles[a]) for a in named.get("points", [])[1:]]
        rest = [one for one in rest if inside is None or one.values != inside.values]
        slots.append(Slot("panel", tuple(rest)))
    slots.append(Slot("back", things("ground", "back")))
    return Plan(sym.name, tuple(s for s in slots if s.things), roles=roles)


def _inside(sym: KindSym, named: dict[str, list[str]], roles: dict[str, Role]) -> Thing | None:
    """A corner that shows the colour by its shape, too: with the first sign inside that most pieces have."""
    colours = named.get("colour", [])
    if not colours:
        return None
    signs = [a for a in named.get("sign", ()) if isinstance(t.bare(sym.attrs[a].type), t.Enum) and _most_have(sym, a)]
    within = Value("attribute", colours[0])
    return Thing((Value("attribute", signs[0]),) if signs else (within,), within, role=roles[signs[0]] if signs else None)


def _most_have(sym: KindSym, attribute: str) -> bool:
    table = sym.core.attributes[attribute].table if attribute in sym.core.attributes else None
    return table is not None and 2 * sum(1 for v in table.values if isinstance(v, int) and v >= 0) > len(table.values)


def changed(plan: Plan, lines: tuple[Slot, ...], gone: frozenset[str]) -> Plan:
    """A plan with the author's lines: each replaces a slot, and what it shows stands nowhere else."""
    moved = {v.name for line in lines for one in line.things for v in _values(one)} | gone
    spots = {line.spot for line in lines if line.when is None}
    kept = []
    for slot in plan.slots:
        if slot.spot in spots or slot.spot in gone:
            continue
        left = tuple(one for one in slot.things if slot.spot in {"frame", "ground", "back"} or not any(v.name in moved for v in one.values))
        if left:
            kept.append(replace(slot, things=left))
    return replace(plan, slots=(*kept, *lines), gone=plan.gone | gone)


def _values(one: Thing) -> list[Value]:
    found = [*one.values]
    if one.within is not None and one.within.sort == "attribute":
        found.append(one.within)
    return found + (_values(one.beside) if one.beside is not None else [])
