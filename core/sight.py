"""Who sees which piece, as tables that both engines read; and what is seen of a choice by whoever did not make it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rulewright.core.program import Alt, Field, Kind, Program

NOBODY, ALL, WITNESSES, OWNER, OTHERS = 0, 1, 2, 8, 1 << 20  # OWNER + n: seat n only; OTHERS + n: all but seat n
UNSEEN = -2  # what stands for a piece that somebody does not see


@dataclass(frozen=True, slots=True)
class Sight:
    sites: tuple[tuple[int, ...], ...]  # by kind and site: one of the numbers above
    kinds: tuple[int, ...]  # the kind of each individual piece
    turned: dict[int, tuple[Field, int]]  # by kind: the field of its faces, and the number of the face that lies down


@dataclass(frozen=True, slots=True)
class Shapes:
    """Alternatives of all choices, one after the other."""

    bases: tuple[int, ...]  # by choice: the number of its first alternative
    arguments: tuple[int, ...]
    pieces: tuple[int, ...]  # bits of the arguments that are pieces
    veils: tuple[int, ...]  # bits of the arguments that go unseen with a piece: what a die shows that somebody does not see
    quiet: tuple[bool, ...]  # nobody else notices it
    secret: tuple[bool, ...]  # by choice


@cache
def sight(program: Program) -> Sight:
    rows = []
    for kind in program.kinds:
        row = [NOBODY] * program.sites
        for place in program.places:
            seen = place.seen_kinds.get(kind.number, place.seen)
            for n in range(place.sites):
                owner, others = (OWNER + n // place.cells, OTHERS + n // place.cells) if place.per == "Player" else (NOBODY, NOBODY)
                row[place.base + n] = {"all": ALL, "witnesses": WITNESSES, "owner": owner, "others": others}.get(seen, NOBODY)
        rows.append(tuple(row))
    kinds = [0] * program.pieces
    for kind in program.kinds:
        if not kind.counted:
            kinds[kind.base : kind.base + kind.count] = [kind.number] * kind.count
    turned = {k.number: found for k in program.kinds if not k.counted and (found := _down(program, k)) is not None}
    return Sight(tuple(rows), tuple(kinds), turned)


def _down(program: Program, kind: Kind) -> tuple[Field, int] | None:
    face = kind.attributes.get("face")
    if face is None or face.field is None or face.bits:
        return None
    values = program.enums.get(face.shown.name, ())
    return (face.field, values.index("down")) if "down" in values else None


@cache
def shapes(program: Program) -> Shapes:
    bases: list[int] = []
    arguments: list[int] = []
    pieces: list[int] = []
    veils: list[int] = []
    quiet: list[bool] = []
    for choice in program.choices:
        bases.append(len(arguments))
        for alt in choice.alts:
            arguments.append(len(alt.args))
            pieces.append(sum(1 << i for i, s in enumerate(alt.shown[: len(alt.args)]) if s.sort == "piece"))
            veils.append((1 << len(alt.args)) - 1 if rolled(alt) else 0)
            quiet.append(alt.role == "go_on")
    return Shapes(tuple(bases), tuple(arguments), tuple(pieces), tuple(veils), tuple(quiet), tuple(c.secret for c in program.choices))


def rolled(alt: Alt) -> bool:
    """Whether chance says what a die shows that is named with it, since it may lie where somebody does not see it."""
    return alt.role == "chance" and alt.name == "roll" and len(alt.shown) == 2


def sees(program: Program, state: list[int], seat: int, piece: int) -> bool:
    """Whether a seat sees the face of a piece where it lies."""
    table = sight(program)
    kind = table.kinds[piece]
    assert program.loc is not None
    code = table.sites[kind][state[program.loc.at + piece]]
    told = program.known is not None and bool(state[program.known.at + piece] >> seat & 1)
    seen = told or code == ALL or code == OWNER + seat or (code >= OTHERS and code != OTHERS + seat)
    if seen and kind in table.turned:
        field, down = table.turned[kind]
        return state[field.at + piece - program.kinds[kind].base] != down
    return seen


def hides(program: Program) -> bool:
    """Whether anything can ever be hidden from anybody."""
    places = any(p.seen != "all" or p.seen_kinds for p in program.places)
    return places or any(c.secret for c in program.choices) or bool(sight(program).turned)


def blind(program: Program, state: list[int], alternative: int, arguments: tuple[int, ...], seat: int) -> int:
    """Bits of the arguments that are pieces which a seat does not see; alternatives are counted over all choices."""
    pieces = shapes(program).pieces[alternative]
    if not pieces:
        return 0
    unseen = (i for i, v in enumerate(arguments) if pieces >> i & 1 and v >= 0 and not sees(program, state, seat, v))
    found = sum(1 << i for i in unseen)
    return found | shapes(program).veils[alternative] if found else 0
