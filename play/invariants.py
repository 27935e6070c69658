"""What must hold of every state: each piece in one place, no place too full, every value in its range, indexes true."""

from __future__ import annotations

from collections import Counter

from rulewright.core.program import Kind, Program
from rulewright.core.types import Set


def problems(program: Program, state: list[int]) -> list[str]:
    """What is wrong with a state, in words; nothing if it is as it should be. `compiler.soundness` asks the same in native code."""
    return _ranges(program, state) or _stack(program, state) or [*_places(program, state), *_indexes(program, state)]


def _ranges(program: Program, state: list[int]) -> list[str]:
    found = []
    for field in program.fields:
        values = state[field.at : field.at + field.count]
        if isinstance(field.type, Set):
            bad = [v for v in values if v < 0 or v > field.type.full]
        else:
            bad = [v for v in values if not field.low <= v <= field.high]
        if bad:
            found.append(f"{field.name} is {bad[0]}.")
    return found


def _stack(program: Program, state: list[int]) -> list[str]:
    """Frames must name procedures that exist and lie within each other's bounds."""
    assert program.top is not None and program.stack is not None
    fp = state[program.top.at]
    sizes = {p.number: c for p, c in program.code.items()}
    seen = 0
    while fp >= 0:
        if fp >= program.stack.count:
            return ["The stack is broken."]
        number, pc = state[program.stack.at + fp] >> 32, state[program.stack.at + fp] & 0xFFFFFFFF
        code = sizes.get(number)
        if code is None or pc >= len(code.instrs) or fp + code.size > program.stack.count:
            return ["The stack is broken."]
        below = state[program.stack.at + fp + 1]
        if below >= fp or seen > program.stack.count:
            return ["The stack is broken."]
        fp, seen = below, seen + 1
    return []


def _places(program: Program, state: list[int]) -> list[str]:
    """Pieces stand where their kind may be, and nowhere are there more of them than fit."""
    if program.loc is not None:
        for piece in range(program.pieces):
            if not 0 <= state[program.loc.at + piece] < program.sites:
                return [f"Piece {piece} is nowhere."]
    found = []
    crowd: Counter[int] = Counter()
    for kind in program.kinds:
        here = _counted(program, state, kind) if kind.counted else _individual(program, state, kind)
        crowd += here
        for site, number in here.items():
            place = program.place_of_site(site)
            limit = place.limits.get(kind.number) if place is not None else -1
            if place is not None and limit is None:
                found.append(f"A {kind.name} is in {place.name}, which never holds one.")
            elif place is not None and limit is not None and 0 <= limit < number:
                found.append(f"{place.name} holds {number} {kind.name} pieces, but at most {limit} fit.")
        found += _supply(state, kind)
    for site, number in crowd.items():
        place = program.place_of_site(site)
        if place is not None and 0 <= place.limit < number:
            found.append(f"{place.name} holds {number} pieces, but at most {place.limit} fit.")
    return found


def _individual(program: Program, state: list[int], kind: Kind) -> Counter[int]:
    """How many pieces of a kind are on each site."""
    if program.loc is None:
        return Counter()
    return Counter(state[program.loc.at + kind.base : program.loc.at + kind.base + kind.count])


def _counted(program: Program, state: list[int], kind: Kind) -> Counter[int]:
    """The same for a kind of which only the number on each site is known: bits by owner, or heaps by site and owner."""
    found: Counter[int] = Counter()
    if kind.tokens is None:
        return found
    type, values = kind.tokens.type, state[kind.tokens.at : kind.tokens.at + kind.tokens.count]
    if isinstance(type, Set):
        for bits in values:
            found.update(type.base + i for i in range(type.size) if bits >> i & 1)
        return found
    owners = max(1, kind.owners)
    first = min(p.base for p in program.places if kind.number in p.limits)
    for i, number in enumerate(values):
        if number:
            found[first + i // owners] += number
    return found


def _supply(state: list[int], kind: Kind) -> list[str]:
    """Of counted pieces there are always as many as there were: on the sites and in the box."""
    if kind.tokens is None or kind.supply is None:
        return []
    values = state[kind.tokens.at : kind.tokens.at + kind.tokens.count]
    owners = max(1, kind.owners)
    for owner in range(owners):
        if isinstance(kind.tokens.type, Set):
            number = values[owner].bit_count()
        else:
            number = sum(values[owner::owners])
        number += state[kind.supply.at + owner]
        if number != kind.count:
            return [f"There are {number} {kind.name} pieces, but there have to be {kind.count}."]
    return []


def _indexes(program: Program, state: list[int]) -> list[str]:
    """Fields that follow from where the pieces are say the same as those."""
    if program.loc is None or program.owner is None:
        return []
    for index in program.indexes:
        kind, place, field = index.kind, index.place, index.field
        expected = [0] * field.count
        for piece in range(kind.base, kind.base + kind.count):
            site, owner = state[program.loc.at + piece], state[program.owner.at + piece]
            bit = 1 << (piece - kind.base)
            if index.sort == "owned":
                if 0 <= owner < field.count:
                    expected[owner] |= bit
                continue
            assert place is not None
            if not place.base <= site < place.base + place.sites:
                continue
            at = site - place.base
            match index.sort:
                case "at":
                    expected[at] = piece + 1
                case "members":
                    expected[at] |= bit
                case "inside":
                    expected[0] |= bit
                case "cells":
                    expected[-1] |= 1 << at
                    if 0 <= owner < field.count - 1:
                        expected[owner] |= 1 << at
        if state[field.at : field.at + field.count] != expected:
            return [f"{field.name} does not agree with where the pieces are."]
    return []
