"""Standing conditions: `when …` (checked when nothing is half done) and `as soon as …` (after every change).

A condition that has just become true runs its body. Whether it was true before is remembered for each thing it speaks of,
unless the body ends the match anyway.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.core import ir
from rulewright.core.program import Field, Proc, Table, set_field
from rulewright.core.types import INT, Seq, Set
from rulewright.core.walk import mentions, parts
from rulewright.core.walk import statements as every
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.quantify import whole
from rulewright.dsl.check.routines import is_card
from rulewright.dsl.check.selections import select
from rulewright.dsl.check.statements import block
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Routine, Value, both, has, negate, prim
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import CardSym, RoutineSym, World, snake

Out = list[ir.Stmt]


@dataclass(slots=True)
class Watch:
    """A standing condition as a procedure, with what its condition reads."""

    proc: Proc
    condition: ir.Expr
    at_once: bool
    per_player: bool
    reads: frozenset[Field] = frozenset()


def check_standing(world: World, number: int, decl: d.Standing, card: CardSym | None) -> Watch:
    core = Routine()
    first, who = core.new("first"), core.new("player")
    asking = RoutineSym("when", "when", d.Procedure(decl.span, "to", "when", decl.span, [], None, [], ()), [], Proc("when"))
    cx = Context(world, core, {}, Value(t.PLAYER, who), True, asking)
    wraps: list[tuple[ir.Local, ir.Expr]] = []
    element: tuple[ir.Local, Set] | None = None
    test_node = _plain(decl.test)
    tests: list[ir.Expr] = []
    if card is not None:
        piece = core.new("this")
        value = Value(t.Piece(frozenset({card.kind.name})), piece)
        cx = replace(cx, this=value, card=card)
        wraps.append((piece, state.anywhere(world, card.kind)))
        element = (piece, state.kind_set(card.kind))
        tests.append(is_card(cx, value, card, decl.span))
    for name in _free_kinds(cx, test_node):
        sym = next(k for k in world.kinds.values() if k.word == name)
        piece = core.new(name)
        cx = cx.bind(name, Value(t.Piece(frozenset({sym.name})), piece))
        wraps.append((piece, state.anywhere(world, sym)))
        element = (piece, state.kind_set(sym))
    if isinstance(test_node, e.Many) and test_node.quantifier == "some":
        found = _selected(cx, test_node)
        if found is not None:
            local, over, cx, element = found
            wraps.append((local, over))
            tests.append(ONE)
            among = world.selections[id(test_node.selection)][1]
            world.understood[id(decl.test)] = (decl.test, m.Exists(decl.test.span, t.FLAG, among))
        else:
            tests.append(ZERO)
    else:
        from rulewright.dsl.check.expressions import test

        tests.append(test(cx, test_node))
    if decl.test is not test_node and id(test_node) in world.understood:
        world.understood[id(decl.test)] = (decl.test, world.understood[id(test_node)][1])
    condition = tests[0]
    for one in tests[1:]:
        condition = one if condition == ONE else condition if one == ONE else both(condition, one)
    body = block(cx, decl.body)
    per_player = asking.needs_player
    rule = len(world.program.rules)
    world.program.rules.append(f"{'as soon as' if decl.at_once else 'when'} {world.sources.text(decl.test.span)}")
    ends = any(isinstance(s, ir.End) for s in body)
    statements: Out = [ir.If(condition, (ir.Fired(rule), *body), ())]
    if not ends:
        statements = _on_the_edge(world, number, condition, (ir.Fired(rule), *body), who if per_player else None, element)
    for local, over in reversed(wraps):
        statements = [ir.For(local, over, tuple(statements))]
    reads = ir.Const(0)
    watched: ir.Expr = condition
    for _, over in wraps:
        watched = both(watched, negate(prim("is_empty", over)))
    if per_player:
        statements = [ir.For(who, players_from(world, first), tuple(statements))]
    elif any(mentions(part, who) for stmt in every(tuple(statements)) for part in parts(stmt)):
        statements = [ir.Assign(who, NONE), *statements]  # nobody acts, and what is called asks for nobody
    proc = Proc(
        f"{'as soon as' if decl.at_once else 'when'} {number + 1}",
        (first,),
        core.locals,
        core.names,
        tuple(statements),
        sorts=core.sorts,
        span=world.span_number(decl.span),
    )
    world.program.add_proc(proc)
    _ = reads
    return Watch(proc, watched, decl.at_once, per_player)


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


def _selected(cx: Context, node: e.Many) -> tuple[ir.Local, ir.Expr, Context, tuple[ir.Local, Set] | None] | None:
    """`when some Treasure in land where …`: the body is about each one found."""
    found = select(cx, node.selection)
    if found is None:
        return None
    gathered = coerce.as_set(cx, whole(cx, found), node.span)
    if coerce.is_poison(gathered) or gathered.expr is None:
        return None
    local = cx.local(found.name or "x")
    inner = cx.bind(found.name, Value(found.elem, local, meaning=found.value.meaning)) if found.name else cx
    # Every binding is watched, also those for which the condition does not hold now.
    everything = state.set_type(cx.world, found.elem)
    return local, gathered.expr, inner, (local, everything)


def players_from(world: World, first: ir.Expr) -> ir.Expr:
    """All players, the acting one first."""
    seats = world.seats
    rows = tuple(tuple((max(p, 0) + i) % seats for i in range(seats)) for p in range(-1, seats))
    table = next((x for x in world.program.tables if x.name == "from.players"), None)
    if table is None:
        table = world.program.add_table(Table("from.players", Seq(INT, seats), rows))
    return ir.Look(table, prim("add", first, ONE))


def _on_the_edge(
    world: World, number: int, condition: ir.Expr, body: tuple[ir.Stmt, ...], who: ir.Local | None, element: tuple[ir.Local, Set] | None
) -> Out:
    """Fire only when the condition has just become true for this binding."""
    type = element[1] if element is not None else Set(0, 1)
    member: ir.Expr = element[0] if element is not None else ZERO
    rows = world.seats if who is not None else 1
    field = world.program.add_field(set_field(f"held.{number + 1}", type, rows))
    row: ir.Expr = who if who is not None else ZERO
    before = has(ir.Load(field, row), member)
    fire = ir.If(negate(before), (ir.StoreBit(field, row, member, ONE), *body), ())
    if element is not None and condition == ONE:
        # The loop runs through those for which it holds; the others are forgotten by whoever changes them back.
        return [ir.If(ONE, body, ())]
    return [ir.If(condition, (fire,), (ir.StoreBit(field, row, member, ZERO),))]
