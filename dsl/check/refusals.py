"""Why not: every demand of an action as a test of its own, so that a refusal can say which one failed, and with what values.

What an action demands has been checked by `check.demands`; here it is put into functions of the player and the arguments.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core.program import ActionInfo, Demand, Func, Price
from rulewright.dsl import types as t
from rulewright.dsl.check.actions import can_be_met
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.demands import Demands, Line, any_number, demands, trial
from rulewright.dsl.check.understood import parameter
from rulewright.dsl.lower import refusals as lower
from rulewright.dsl.lower import routines
from rulewright.dsl.lower.asked import Part, Placing
from rulewright.dsl.lower.values import ONE, Clauses, Code, Routine, Value
from rulewright.dsl.lower.ways import afterwards
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import RoutineSym, World

Body = Callable[[Context, Placing], Code]


def explain_actions(world: World) -> None:
    for several in world.routines.values():
        for routine in several:
            if routine.sort in {"action", "interrupt"}:
                asked = demands(world, routine)
                if asked is not None:
                    world.program.actions[routine.name] = _info(world, routine, asked)


def _info(world: World, routine: RoutineSym, asked: Demands) -> ActionInfo:
    found: list[Demand] = []
    for number, param in enumerate(routine.params):
        told = isinstance(param.type, t.Scalar) and not isinstance(param.type, t.Poison | t.Line) and not any_number(param)
        if isinstance(param.sel, e.Sel) and told:
            found.append(_argument(world, routine, asked, number, param.sel))
    for line in asked.lines:
        match line.sort:
            case "requires" | "if possible":
                found.append(_requires(world, routine, asked, line))
            case "once":
                found.append(_limit(world, routine, asked, line))
            case "ensures":
                found.append(_ensures(world, routine, asked, line))
            case "price":
                found.append(_price(world, routine, asked, line))
            case _:
                continue
    return lower.info(world, routine, found)


def _function(world: World, routine: RoutineSym, asked: Demands, upto: int, body: Body) -> Func:
    """A function of the player and all arguments; the first `upto` parameters have their names."""
    core = Routine()
    who = core.new("player")
    cx = Context(world, core, {}, Value(t.PLAYER, who))
    place = asked.placing(cx, Value(t.PLAYER, who))
    params = [who]
    for i, (param, known) in enumerate(zip(routine.params, asked.params, strict=True)):
        local = routines.parameter(cx, param.name, param.type)
        params.append(local)
        place.knows(known, local)
        if i < upto:
            cx = cx.bind(param.name, Value(param.type, local, meaning=parameter(cx, param)))
    cx.player = Value(t.PLAYER, who)
    return routines.function(world, f"demand of {routine.name}", params, core, body(cx, place))


def _about(world: World, routine: RoutineSym, asked: Demands, line: Line, use: Body) -> Func:
    """A function of the player and all arguments, under the names that the lines above give."""

    def body(cx: Context, place: Placing) -> Code:
        clauses: Clauses = []
        for above in asked.above(line.stmt):
            assert isinstance(above.stmt, d.Let) and above.value is not None and above.local is not None
            local = lower.named(cx, clauses, above.stmt.name, Value(above.value.type, place.code(above.part)))
            place.knows(above.local, local)
            cx = cx.bind(above.stmt.name, Value(above.value.type, local, meaning=above.value.meaning))
        return lower.under(clauses, use(cx, place))

    return _function(world, routine, asked, len(routine.params), body)


def _code(part: Part) -> Body:
    return lambda _, place: place.code(part)


def _argument(world: World, routine: RoutineSym, asked: Demands, number: int, sel: e.Sel) -> Demand:
    def body(cx: Context, place: Placing) -> Code:
        found = asked.select(place, cx, number)
        return lower.argument(number, found) if found is not None else ONE

    return lower.demand(world, _function(world, routine, asked, number, body), "argument", sel.span, "", number)


def _requires(world: World, routine: RoutineSym, asked: Demands, line: Line) -> Demand:
    stmt = line.stmt
    assert isinstance(stmt, d.Demand)

    def test(cx: Context, place: Placing) -> Code:
        if not stmt.lenient:
            return place.code(line.part)
        lenient = asked.of_sort("if possible")
        assert cx.player is not None
        some = can_be_met(cx, routine, asked, cx.player, {}, lenient[: lenient.index(line) + 1])
        return lower.if_possible(place.code(line.part), some) if some is not None else ONE

    func = _about(world, routine, asked, line, test)
    demand = lower.demand(world, func, "requires", stmt.span, " ".join(p.text for p in stmt.prose))
    _told(world, routine, asked, line, demand)
    return demand


def _limit(world: World, routine: RoutineSym, asked: Demands, line: Line) -> Demand:
    stmt = line.stmt
    assert isinstance(stmt, d.Demand)
    func = _function(world, routine, asked, len(routine.params), _code(line.part))
    told = " ".join(p.text for p in stmt.prose) or f"That can be done once in each {world.sources.text(stmt.test.span)}."
    return lower.demand(world, func, "requires", stmt.span, told)


def _told(world: World, routine: RoutineSym, asked: Demands, line: Line, demand: Demand) -> None:
    """The values that a refusal tells: what the condition compares, and what its prose speaks of."""
    for side in line.sides:
        if isinstance(side.type, t.Number | t.Flag | t.Enum | t.Player | t.Piece | t.Cell | t.Maybe):
            func = _about(world, routine, asked, line, _code(side.part))
            demand.values.append(lower.shown(world, (side.label, func, side.type)))


def _price(world: World, routine: RoutineSym, asked: Demands, line: Line) -> Demand:
    demand = lower.demand(world, _about(world, routine, asked, line, _code(line.part)), "price", line.stmt.span, "")
    assert line.bill is not None
    amount, held, name, type = line.bill
    costs, has = (_about(world, routine, asked, line, _code(part)) for part in (amount, held))
    attr = world.player_attrs.get(name) or world.game_attrs.get(name)
    notes = attr.decl.notes if attr is not None and attr.decl is not None else None
    called = notes.called.one if notes is not None and notes.called is not None else name.replace("_", " ")
    demand.price = _bill(world, costs, has, type, called, attr is not None and attr.per is not None)
    return demand


def _bill(world: World, costs: Func, held: Func, type: t.Type, called: str, any: bool) -> Price:
    """What an action costs, and what there is to pay it with."""
    return lower.price(world, costs, held, type, called, any)


def _ensures(world: World, routine: RoutineSym, asked: Demands, line: Line) -> Demand:
    stmt = line.stmt
    assert isinstance(stmt, d.Demand)

    def test(cx: Context, place: Placing) -> Code:
        proc = trial(cx, routine)
        who = cx.player
        assert who is not None
        return afterwards(proc, who, arguments, place.code(line.part))

    def body(cx: Context, place: Placing) -> Code:
        arguments.extend(lower.own(cx, routine))
        return test(cx, place)

    arguments: list[Value] = []
    func = _about(world, routine, asked, line, body)
    demand = lower.demand(world, func, "ensures", stmt.span, " ".join(p.text for p in stmt.prose))
    _told(world, routine, asked, line, demand)
    return demand
