"""Decks whose order nobody knows: chance decides what lies on top when that is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.verbs_decks import reshuffle_first
from rulewright.dsl.check.passes import expr
from rulewright.dsl.lower.values import Code, Steps
from rulewright.dsl.lower.verbs_decks import settle_top
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import everything, nodes
from rulewright.dsl.world import PlaceSym

Tree = e.Expr | e.Sel | e.Phrase


def tops(cx: Context, tree: Tree) -> list[e.Expr]:
    """The shuffled decks whose top an expression or sentence mentions."""
    if "top" not in cx.world.sources.text(tree.span):
        return []
    found: list[e.Expr] = []
    others: list[e.Expr] = []
    for node in everything(tree):
        match node:
            case e.Call(function=e.Word(name="top"), arguments=[deck]):
                found.append(deck)
            case e.Of(left=e.Word(name="top")):
                others.append(node.right)
    found += others
    return [x for x in found if any(w.name in cx.world.shuffled for w in nodes(x, e.Word))]


def _known_here(cx: Context, deck: e.Expr) -> bool:
    """Whether all words of a deck mean something before the sentence: one that a selection binds does not."""
    known = {*cx.names, *cx.world.places, *cx.world.defines, *cx.world.game_attrs, "player", "rival", "this", "turn_number"}
    return all(w.name in known for w in nodes(deck, e.Word))


def _decks(cx: Context, trees: Sequence[Tree]) -> list[tuple[PlaceSym, Code]]:
    found = []
    for deck in (x for tree in trees for x in tops(cx, tree)):
        cx.world.settled.add(deck.span)
        if not _known_here(cx, deck):
            continue
        value = expr(cx, deck)
        place = value.whole or coerce.place_of_type(cx, value.type)
        if place is None or place.board is not None or place.name not in cx.world.shuffled:
            continue
        site = coerce.site(cx, value, deck.span)
        if site.expr is not None:
            found.append((place, site.expr))
    return found


def draw_tops(cx: Context, trees: Sequence[Tree], out: Steps) -> None:
    """Before the top of a shuffled deck is used, chance decides what it is."""
    for place, site in _decks(cx, trees):
        reshuffle_first(cx, place, site, cx.world.game.span, out)
        settle_top(cx, place, site, cx.world.game.span, out)


def show_tops(cx: Context, trees: Sequence[Tree], out: Steps) -> None:
    """After something left a deck that shows its top, chance decides what lies on top now."""
    for place, site in _decks(cx, trees):
        if place.core.showing:
            settle_top(cx, place, site, cx.world.game.span, out)
