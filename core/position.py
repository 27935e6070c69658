"""Positions as numbers: how the parts of a state are put together for comparing positions.

Which of several equal pieces stands where makes no difference, so pieces are hashed one by one and added up. Each piece becomes
a few bit fields (its printed class, its site, its owner, its attributes) packed into 64-bit words; every other field of the
position is taken as the bytes it has in the state. Both engines follow the plan made here.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.program import Attribute, Kind, Program
from rulewright.core.types import Set


@dataclass(frozen=True, slots=True)
class Part:
    """A bit field of a packed piece: what it holds, how far it is shifted, and what is subtracted to make it start at 0."""

    sort: str  # twin, site, owner, attribute, bit
    word: int
    shift: int
    low: int
    attribute: Attribute | None = None
    member: int = 0


def bits_for(values: int) -> int:
    return max(1, (values - 1).bit_length())


def piece_plan(program: Program, kind: Kind) -> list[Part]:
    """The bit fields of a piece of this kind, and into which words they go."""
    found: list[Part] = []
    word = used = 0

    def add(sort: str, width: int, low: int, attribute: Attribute | None = None, member: int = 0) -> None:
        nonlocal word, used
        if used + width > 64:
            word, used = word + 1, 0
        found.append(Part(sort, word, used, low, attribute, member))
        used += width

    assert program.owner is not None
    add("twin", bits_for(len(set(kind.twins)) + 1), 0)
    add("site", bits_for(program.sites), 0)
    add("owner", bits_for(program.owner.high - program.owner.low + 1), program.owner.low)
    for attribute in kind.attributes.values():
        field = attribute.field
        if field is None or not field.compared:
            continue
        if attribute.bits:
            add("bit", 1, 0, attribute)
            continue
        for member in range(max(1, len(attribute.family))):
            if isinstance(field.type, Set):
                add("attribute", min(64, field.type.size), 0, attribute, member)
            else:
                add("attribute", min(64, bits_for(field.high - field.low + 1)), field.low, attribute, member)
    return found


def plain_runs(program: Program) -> list[tuple[int, int]]:
    """The bytes that count as they are, as stretches from an offset to another: fields that are compared and not of pieces."""
    own = {id(a.field) for k in program.kinds if not k.counted for a in k.attributes.values() if a.field is not None}
    own |= {id(f) for f in (program.loc, program.pos, program.owner, program.known) if f is not None}
    runs: list[tuple[int, int]] = []
    for field in sorted(program.fields, key=lambda f: f.offset):
        if not field.compared or id(field) in own:
            continue
        start, end = field.offset, field.offset + field.width * field.count
        if runs and runs[-1][1] == start:
            start, _ = runs.pop()
        runs.append((start, end))
    return runs
