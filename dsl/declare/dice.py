"""Dice are pieces: `piece Die: 5, faces 1 to 6`, `faces {1, 2, 2, 3, 3, 4}`, `faces Symbol`. Each has a `face`, which a roll changes."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.declare.domains import bounds, constant
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import AttrSym, KindSym, World

MOST_FACES = 100
FORMS = "Write `faces 1 to 6`, `faces {1, 2, 2, 3, 3, 4}` or `faces Symbol`."


def bring_face(world: World, sym: KindSym, trait: d.Trait) -> None:
    """What `faces …` says: the faces of the dice, and the attribute that tells which lies on top."""
    if "face" in sym.attrs:
        attr = sym.attrs["face"]
        span = attr.decl.name_span if attr.decl is not None else trait.span
        world.error(codes.DUPLICATE_NAME, f"A {sym.name} has a `face` because it has `faces`.", span, help="Leave this one out.")
        return
    found = _faces(world, trait)
    if found is None:
        return
    type, faces = found
    if not 2 <= len(faces) <= MOST_FACES:
        world.error(codes.OUT_OF_RANGE, f"A die has at least 2 and at most {MOST_FACES} faces.", trait.span, help=FORMS)
        return
    low, high = bounds(type)
    sym.attrs["face"] = AttrSym("face", type, "", "kind", sym.name, None, low=low, high=high)
    sym.dice = faces


def _faces(world: World, trait: d.Trait) -> tuple[t.Type, tuple[int, ...]] | None:
    node = trait.arguments[1]
    last = dict(trait.tails).get("to")
    match node:
        case e.Kind(span, name) if last is None:
            type = world.enums.get(name)
            if type is None:
                world.unknown(codes.UNKNOWN_NAME, f"There is no type `{name}`.", name, span, world.enums)
                return None
            low, high = bounds(type)
            return type, tuple(range(low, high + 1))
        case e.Braces(_, items) if last is None:
            return _listed(world, [item for item, _ in items], trait)
        case _ if last is not None and not isinstance(node, e.Sel) and not isinstance(last[0], e.Sel):
            low_, high_ = constant(world, node), constant(world, last[0])
            if low_ is None or high_ is None:
                return None
            return t.Number(low_, max(low_, high_)), tuple(range(low_, high_ + 1))
    world.error(codes.UNKNOWN_TRAIT, "Which faces does it have?", trait.span, help=FORMS)
    return None


def _listed(world: World, items: list[e.Expr], trait: d.Trait) -> tuple[t.Type, tuple[int, ...]] | None:
    """Faces one by one: numbers, or values of one type."""
    if all(isinstance(item, e.Word) for item in items):
        words = [item.name for item in items if isinstance(item, e.Word)]
        type = next((x for x in world.enums.values() if isinstance(x, t.Enum) and set(words) <= set(x.members)), None)
        if type is None:
            help = f"Declare them: `type Symbol: {' or '.join(dict.fromkeys(words))}`."
            world.error(codes.UNKNOWN_NAME, "These faces are values of no type.", trait.span, help=help)
            return None
        return type, tuple(type.members.index(word) for word in words)
    numbers = [constant(world, item) for item in items]
    if not numbers or any(n is None for n in numbers):
        return None
    known = [n for n in numbers if n is not None]
    return t.Number(min(known), max(known)), tuple(known)
