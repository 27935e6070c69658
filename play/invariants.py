"""What must hold of every state: each piece in one place, no place too full, every value in its range, indexes true."""

from __future__ import annotations

from rulewright.core.program import Program
from rulewright.core.types import Set


def problems(program: Program, state: list[int]) -> list[str]:
    """What is wrong with a state, in words; nothing if it is as it should be."""
    return [*_ranges(program, state), *_places(program, state)]


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
    top, stack, pending = program.top, program.stack, program.pending
    assert top is not None and stack is not None and pending is not None
    if not found:
        found += _stack(program, state)
    return found


def _stack(program: Program, state: list[int]) -> list[str]:
    """Frames must name procedures that exist and lie within each other's bounds."""
    assert program.top is not None and program.stack is not None and program.pending is not None
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
    if program.loc is None:
        return []
    found = []
    on_site: dict[int, list[int]] = {}
    for piece in range(program.pieces):
        site = state[program.loc.at + piece]
        if not 0 <= site < program.sites:
            return [f"Piece {piece} is nowhere."]
        on_site.setdefault(site, []).append(piece)
    for site, pieces in on_site.items():
        place = program.place_of_site(site)
        if place is None:
            continue
        for kind in program.kinds:
            if kind.counted:
                continue
            here = [p for p in pieces if kind.base <= p < kind.base + kind.count]
            limit = place.limits.get(kind.number)
            if here and limit is None:
                found.append(f"A {kind.name} is in {place.name}, which never holds one.")
            elif limit is not None and 0 <= limit < len(here):
                found.append(f"{place.name} holds {len(here)} {kind.name} pieces, but at most {limit} fit.")
    found += _indexes(program, state, on_site)
    return found


def _indexes(program: Program, state: list[int], on_site: dict[int, list[int]]) -> list[str]:
    assert program.loc is not None and program.owner is not None
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
