"""What declarations say beside their rules, as data of the symbols that are made of them."""

from __future__ import annotations

from itertools import takewhile

from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import everything, nodes
from rulewright.dsl.text import Prose, Said

Declared = d.Attribute | d.Option | d.Piece | d.Place | d.Define | d.Procedure | d.Action | d.Interrupt | d.Card


def said(decl: Declared) -> Said:
    """Prose, tags and names of a declaration."""
    match decl:
        case d.Procedure():
            return Said(decl.span, decl.name_span, opening(decl.body), decl.tags, decl.notes)
        case d.Action() | d.Interrupt():
            return Said(decl.span, decl.signature.name_span, opening(decl.body), decl.tags, decl.notes)
        case d.Card():
            return Said(decl.span, decl.kind_span, opening(decl.body), decl.tags, decl.notes)
        case _:
            return Said(decl.span, decl.name_span, decl.prose, decl.tags, decl.notes)


def opening(body: list[d.Stmt]) -> list[Prose]:
    """The prose at the top of a body."""
    return [line for line in takewhile(lambda x: isinstance(x, Prose), body) if isinstance(line, Prose)]


def size(traits: list[d.Trait]) -> tuple[float, float] | None:
    """`size 63 by 88`: millimetres, as the rules say."""
    for trait in traits:
        match trait.arguments:
            case [e.Word(name="size"), e.Num(value=wide), *_] if trait.tails and isinstance(trait.tails[0][1][0], e.Num):
                return float(wide), float(trait.tails[0][1][0].value)
    return None


def sifted_by(traits: list[d.Trait]) -> frozenset[str]:
    """The words of the conditions in a line of pieces."""
    asked = [sel.where for sel in nodes(traits, e.Sel) if sel.where is not None]
    return frozenset(x.name for x in everything(asked) if isinstance(x, e.Word | e.Dot))
