"""A set-up drawn as a picture, in words: which pieces stand where."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check.positions import read_sign
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, World
from rulewright.rulebook.words import listing, plural, possessive, spoken


def arranged(world: World, phrase: e.Phrase, rows: list[d.Row]) -> str:
    """`g k g` above `. . .`: "Black’s king on b2, Black’s guards on a2 and c2"."""
    node = phrase.arguments[-1]
    place = world.places[node.name] if isinstance(node, e.Word) and node.name in world.places else None
    signs = [row.text.strip().strip("|").split() for row in rows]
    found: dict[str, list[str]] = {}
    for line, row in enumerate(signs):
        for column, sign in enumerate(row):
            if sign not in {".", "-", "·"}:
                found.setdefault(sign, []).append(f"{chr(ord('a') + column)}{len(signs) - line}")
    kinds = [world.kinds[world.program.kinds[n].name] for n in place.core.limits] if place is not None else []
    return ", ".join(f"{_named(world, kinds, sign, len(cells))} on {listing(sorted(cells))}" for sign, cells in sorted(found.items()))


def _named(world: World, kinds: list[KindSym], sign: str, count: int) -> str:
    for sym in kinds:
        meant = read_sign(world, sym, sign)
        if meant is None:
            continue
        owner, attribute, value = meant
        kind = sym.attrs[attribute].type if attribute is not None else None
        name = spoken(kind.members[value]) if isinstance(kind, t.Enum) else spoken(sym.name)
        name = plural(name) if count > 1 else name
        if sym.core.owners and isinstance(sym.owner_type, t.Player):
            return f"{possessive(world.program.seats[owner])} {name}"
        return name if count > 1 else f"a {name}"
    return sign
