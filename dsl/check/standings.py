"""Standing conditions: `when …` (checked when nothing is half done) and `as soon as …` (after every change).

A condition that has just become true runs its body. Whether it was true before is remembered for each thing it speaks of,
unless the body ends the match anyway.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import is_card
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import block, test
from rulewright.dsl.check.quantify import whole
from rulewright.dsl.check.selections import select
from rulewright.dsl.lower import standings as lower
from rulewright.dsl.lower.abilities import works
from rulewright.dsl.lower.routines import begin
from rulewright.dsl.lower.standings import About, Watch, Watched
from rulewright.dsl.lower.values import ONE, ZERO, Code, Routine, Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.text import Said
from rulewright.dsl.world import CardSym, RoutineSym, World, snake


def check_standing(world: World, number: int, decl: d.Standing, card: CardSym | None) -> Watch:
    core = Routine()
    first, who = core.new("first"), core.new("player")
    asking = RoutineSym(
        "when",
        "when",
        d.Procedure(decl.span, "to", "when", decl.span, [], None, [], ()),
        Said(decl.span, decl.span, [], decl.tags),
        [],
        begin("when"),
    )
    cx = Context(world, core, {}, Value(t.PLAYER, who), True, asking)
    about: list[About] = []
    test_node = _plain(decl.test)
    tests: list[Code] = []
    if card is not None:
        piece = core.new("this")
        value = Value(t.Piece(frozenset({card.kind.name})), piece)
        cx = replace(cx, this=value, card=card)
        about.append(lower.pieces(world, card.kind, piece))
        tests.append(is_card(cx, value, card, decl.span))
        if not about_itself(decl, card):
            asking.needs_player = True  # whose card it is
            tests.append(works(world, card.kind, who, piece))
    for name in _free_kinds(cx, test_node):
        sym = next(k for k in world.kinds.values() if k.word == name)
        piece = core.new(name)
        cx = cx.bind(name, Value(t.Piece(frozenset({sym.name})), piece))
        about.append(lower.pieces(world, sym, piece))
    if isinstance(test_node, e.Many) and test_node.quantifier == "some":
        found = _selected(cx, test_node)
        if found is not None:
            cx, one = found
            about.append(one)
            tests.append(ONE)
            among = world.selections[id(test_node.selection)][1]
            world.understood[id(decl.test)] = (decl.test, m.Exists(decl.test.span, t.FLAG, among))
        else:
            tests.append(ZERO)
    else:
        tests.append(test(cx, test_node))
    if decl.test is not test_node and id(test_node) in world.understood:
        world.understood[id(decl.test)] = (decl.test, world.understood[id(test_node)][1])
    condition = lower.together(tests)
    body = block(cx, decl.body)
    node = Watched(world.sources.text(decl.test.span), decl.span, decl.at_once, asking.needs_player)
    return lower.standing(cx, number, node, (first, who), about, condition, body)


def about_itself(decl: d.Standing, card: CardSym) -> bool:
    """Whether the condition on a card speaks of the card: of `this`, or of what it has."""
    own = {"this", "place", "owner", *card.kind.attrs}
    return any(word.name in own for word in nodes(decl.test, e.Word))


def _plain(node: e.Expr) -> e.Expr:
    """`x becomes v` is `x is v` here: it fires when that has just come true."""
    if isinstance(node, e.Compare) and node.relation == "becomes":
        return e.Compare(node.span, "is", node.relation_span, node.left, node.right)
    if isinstance(node, e.Logic):
        return e.Logic(node.span, node.operator, _plain(node.left), _plain(node.right))
    return node


def _free_kinds(cx: Context, node: object) -> list[str]:
    """Small words of kinds that nothing has bound: the condition is about every piece of that kind."""
    words = {k.word for k in cx.world.kinds.values() if not k.core.counted and k.core.count > max(1, k.core.owners)}
    found: list[str] = []
    bound: set[str] = set()

    def walk(x: object) -> None:
        if isinstance(x, e.Sel):
            head = x.source
            while isinstance(head, e.In | e.Of):
                head = head.left
            if isinstance(head, e.Kind):
                bound.add(x.alias or snake(head.name))
            elif isinstance(head, e.Word):
                bound.add(x.alias or head.name)
        if isinstance(x, e.Word) and x.name in words and x.name not in bound and x.name not in cx.names and x.name not in found:
            found.append(x.name)
        if isinstance(x, list | tuple) and not hasattr(x, "_fields"):
            for item in x:
                walk(item)
        elif hasattr(x, "__dataclass_fields__"):
            for name in x.__dataclass_fields__:
                if "span" not in name:
                    walk(getattr(x, name))

    walk(node)
    return [f for f in found if f not in bound]


def _selected(cx: Context, node: e.Many) -> tuple[Context, About] | None:
    """`when some Treasure in land where …`: the body is about each one found."""
    found = select(cx, node.selection)
    if found is None:
        return None
    gathered = coerce.as_set(cx, whole(cx, found), node.span)
    if coerce.is_poison(gathered) or gathered.expr is None:
        return None
    local = cx.local(found.name or "x")
    inner = cx.bind(found.name, Value(found.elem, local, meaning=found.value.meaning)) if found.name else cx
    return inner, lower.selected(cx.world, found.elem, local, gathered)
