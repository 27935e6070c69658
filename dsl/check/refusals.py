"""Why not: every demand of an action as a test of its own, so that a refusal can say which one failed, and with what values."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core.program import ActionInfo, Demand, Func, Price
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.actions import any_number, can_be_met, price_of, trial
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.expressions import expr, test
from rulewright.dsl.check.library.verbs_values import bill
from rulewright.dsl.check.limits import of_action
from rulewright.dsl.check.phrases import take_apart
from rulewright.dsl.check.selections import select
from rulewright.dsl.check.understood import bound, parameter
from rulewright.dsl.lower import refusals as lower
from rulewright.dsl.lower import routines
from rulewright.dsl.lower.limits import unused
from rulewright.dsl.lower.values import ONE, ZERO, Clauses, Code, Routine, Value
from rulewright.dsl.lower.ways import afterwards
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.values import VALUES, parsed_value
from rulewright.dsl.world import RoutineSym, World


def explain_actions(world: World) -> None:
    for several in world.routines.values():
        for routine in several:
            if routine.sort in {"action", "interrupt"}:
                world.program.actions[routine.name] = _info(world, routine)


def _info(world: World, routine: RoutineSym) -> ActionInfo:
    demands: list[Demand] = []
    for number, param in enumerate(routine.params):
        sel = param.sel
        told = isinstance(param.type, t.Scalar) and not isinstance(param.type, t.Poison | t.Line) and not any_number(param)
        if isinstance(sel, e.Sel) and told:
            demands.append(_argument(world, routine, number, sel))
    acting = False
    for stmt in routine.decl.body:
        match stmt:
            case d.Prose() | d.Let():
                continue
            case d.Demand(word="once"):
                demands.append(_limit(world, routine, stmt))
            case d.Demand(word="requires") if not acting:
                demands.append(_requires(world, routine, stmt))
            case d.Demand(word="ensures"):
                demands.append(_ensures(world, routine, stmt))
            case _:
                acting = True
                price = _price(world, routine, stmt)
                if price is not None:
                    demands.append(price)
    return lower.info(world, routine, demands)


def _function(world: World, routine: RoutineSym, upto: int, body: Callable[[Context], Code]) -> Func:
    """A function of the player and all arguments; the first `upto` parameters have their names."""
    core = Routine()
    who = core.new("player")
    cx = Context(world, core, {}, Value(t.PLAYER, who))
    params = [who]
    for i, param in enumerate(routine.params):
        local = routines.parameter(cx, param.name, param.type)
        params.append(local)
        if i < upto:
            cx = cx.bind(param.name, Value(param.type, local, meaning=parameter(cx, param)))
    cx.player = Value(t.PLAYER, who)
    return routines.function(world, f"demand of {routine.name}", params, core, body(cx))


def _argument(world: World, routine: RoutineSym, number: int, sel: e.Sel) -> Demand:
    def body(cx: Context) -> Code:
        found = select(cx, sel)
        if found is None:
            return ONE
        return lower.argument(number, found)

    return lower.demand(world, _function(world, routine, number, body), "argument", sel.span, "", number)


def _with_lets(cx: Context, routine: RoutineSym, until: d.Stmt, use: Callable[[Context], Code]) -> Code:
    """An expression under the names that the lines above it give."""
    clauses: Clauses = []
    for stmt in routine.decl.body:
        if stmt is until:
            break
        if isinstance(stmt, d.Let):
            value = coerce.as_elements(cx, expr(cx, stmt.value), stmt.value.span)
            if value.expr is None or coerce.is_poison(value):
                return ONE
            local = lower.named(cx, clauses, stmt.name, value)
            cx = cx.bind(stmt.name, Value(value.type, local, meaning=bound(cx, stmt, stmt.name, value.type)))
        elif not isinstance(stmt, d.Prose | d.Demand):
            break
    return lower.under(clauses, use(cx))


def _requires(world: World, routine: RoutineSym, stmt: d.Demand) -> Demand:
    def asked(cx: Context) -> Code:
        if not stmt.lenient:
            return test(cx, stmt.test)
        lenient = [s for s in routine.decl.body if isinstance(s, d.Demand) and s.lenient]
        assert cx.player is not None
        some = can_be_met(cx, routine, cx.player, {}, lenient[: lenient.index(stmt) + 1])
        return lower.if_possible(test(cx, stmt.test), some) if some is not None else ONE

    func = _function(world, routine, len(routine.params), lambda cx: _with_lets(cx, routine, stmt, asked))
    demand = lower.demand(world, func, "requires", stmt.span, " ".join(p.text for p in stmt.prose))
    for node in _compared(stmt.test):
        _value(world, routine, stmt, node, demand, world.sources.text(node.span))
    _told(world, routine, stmt, demand)
    return demand


def _limit(world: World, routine: RoutineSym, stmt: d.Demand) -> Demand:
    def body(cx: Context) -> Code:
        limit = of_action(cx, routine, stmt)
        return unused(limit) if limit is not None else ONE

    func = _function(world, routine, len(routine.params), body)
    told = " ".join(p.text for p in stmt.prose) or f"That can be done once in each {world.sources.text(stmt.test.span)}."
    return lower.demand(world, func, "requires", stmt.span, told)


def _told(world: World, routine: RoutineSym, stmt: d.Demand, demand: Demand) -> None:
    """The values that the prose of a demand speaks of."""
    for text in VALUES.findall(demand.prose):
        node = parsed_value(text) if all(text != label for label, _, _ in demand.values) else None
        if node is not None:
            _value(world, routine, stmt, node, demand, text)


def _compared(node: e.Expr) -> list[e.Expr]:
    """The sides of the comparisons in a condition that are worth showing."""
    match node:
        case e.Logic(_, _, left, right):
            return _compared(left) + _compared(right)
        case e.Not(_, operand):
            return _compared(operand)
        case e.Compare(_, _, _, left, right):
            return [x for x in (left, right) if not isinstance(x, e.Num | e.Text)]
        case e.Many(_, "at least" | "at most" | "exactly", _, _):
            return []
        case _:
            return []


def _value(world: World, routine: RoutineSym, stmt: d.Demand, node: e.Expr, demand: Demand, label: str) -> None:
    quiet = len(world.findings.all)
    holder: list[t.Type] = []

    def use(cx: Context) -> Code:
        found = expr(cx, node)
        holder.append(found.type)
        return found.expr if found.expr is not None and isinstance(found.type, t.Scalar | t.Maybe) else ZERO

    func = _function(world, routine, len(routine.params), lambda cx: _with_lets(cx, routine, stmt, use))
    failed = len(world.findings.all) > quiet
    del world.findings.all[quiet:]
    if holder and isinstance(holder[0], t.Number | t.Flag | t.Enum | t.Player | t.Piece | t.Cell | t.Maybe) and not failed:
        demand.values.append(lower.shown(world, (label, func, holder[0])))
    else:
        world.program.funcs.remove(func)


def _price(world: World, routine: RoutineSym, stmt: d.Stmt) -> Demand | None:
    found: list[Code] = []

    def body(cx: Context) -> Code:
        price = price_of(cx, stmt)
        if price is not None:
            found.append(price)
        return price if price is not None else ONE

    func = _function(world, routine, len(routine.params), body)
    if not found:
        world.program.funcs.remove(func)
        return None
    demand = lower.demand(world, func, "price", stmt.span, "")
    demand.price = _bill(world, routine, stmt)
    return demand


def _bill(world: World, routine: RoutineSym, stmt: d.Stmt) -> Price | None:
    """What an action costs, and what there is to pay it with."""
    assert isinstance(stmt, d.Sentence)
    found: list[tuple[Code, Code, str, t.Type]] = []

    def part(number: int) -> Func:
        def body(cx: Context) -> Code:
            parts = take_apart(cx, stmt.phrase)
            told = bill(cx, parts) if parts is not None else None
            if told is None:
                return ONE
            found.append(told)
            return told[0] if number == 0 else told[1]

        return _function(world, routine, len(routine.params), lambda cx: _with_lets(cx, routine, stmt, lambda inner: body(inner)))

    quiet = len(world.findings.all)
    costs, held = part(0), part(1)
    failed = len(world.findings.all) > quiet
    del world.findings.all[quiet:]
    if failed or len(found) < 2:
        world.program.funcs.remove(costs)
        world.program.funcs.remove(held)
        return None
    _, _, name, type = found[0]
    attr = world.player_attrs.get(name) or world.game_attrs.get(name)
    notes = attr.decl.notes if attr is not None and attr.decl is not None else None
    called = notes.called.one if notes is not None and notes.called is not None else name.replace("_", " ")
    return lower.price(world, costs, held, type, called, attr is not None and attr.per is not None)


def _ensures(world: World, routine: RoutineSym, stmt: d.Demand) -> Demand:
    def body(cx: Context) -> Code:
        proc = trial(cx, routine)
        who = cx.player
        assert who is not None
        arguments = lower.own(cx, routine)
        return _with_lets(cx, routine, stmt, lambda inner: afterwards(proc, who, arguments, test(inner, stmt.test)))

    func = _function(world, routine, len(routine.params), body)
    demand = lower.demand(world, func, "ensures", stmt.span, " ".join(p.text for p in stmt.prose))
    _told(world, routine, stmt, demand)
    return demand
