"""What the checker found an expression of the rules to mean. Nothing is guessed here: what was never checked has no type."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.syntax import expressions as e
from rulewright.rulebook.english.speech import Speech


def meaning_of(sp: Speech, node: e.Expr | e.Sel | None) -> m.Expr | None:
    """What an expression means, if it stands in a body; a kind that a verb reads for itself has no meaning of its own."""
    found = sp.world.understood.get(id(node))
    return found[1] if found is not None else None


def type_of(sp: Speech, node: e.Expr | e.Sel | None) -> t.Type | None:
    return sp.world.type_of(node)


def is_proper(sp: Speech, node: e.Kind) -> bool:
    """Whether a capital word is the name of one thing: a player, a piece, a cell."""
    return isinstance(meaning_of(sp, node), m.Const)


def element(type: t.Type | None) -> t.Type | None:
    match type:
        case t.SetOf(elem) | t.ListOf(elem, _) | t.BagOf(elem):
            return elem
        case t.GroupsOf(elem, _):
            return t.SetOf(elem)
        case _:
            return None


def selected(sp: Speech, node: e.Sel | e.Expr) -> m.Binding | None:
    """What a selection binds: one element, under its name."""
    found = sp.world.selections.get(id(node)) or (sp.world.selections.get(id(node.source)) if isinstance(node, e.Sel) else None)
    return found[1].binds if found is not None else None


def held(sp: Speech, type: t.Type | None) -> t.Type | None:
    """What a pile holds."""
    inner = element(type) or (t.bare(type) if type is not None else None)
    if isinstance(inner, t.Cell):
        for name in inner.places:
            kinds = [sp.world.program.kinds[n].name for n in sp.world.places[name].core.limits]
            if len(kinds) == 1:
                return t.Piece(frozenset(kinds))
    return t.Piece(frozenset())
