"""`once per turn`, `once per turn per Card`: a limit of an action or of an ability, one bit for each player or each card.

A bit is set when the deed is done, and all of them are cleared whenever that turn or phase begins.
"""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Attribute, Field, Shown, int_field
from rulewright.core.types import Set
from rulewright.dsl import types as t
from rulewright.dsl.check.context import Context
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import ONE, ZERO, Routine, prim
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import CardSym, KindSym, RoutineSym, World


def limits_in(body: list[d.Stmt]) -> list[d.Demand]:
    return [s for s in body if isinstance(s, d.Demand) and s.word == "once"]


def _field(world: World, stmt: d.Demand, count: int, kind: KindSym | None = None) -> Field | None:
    """The bits of a limit; None if there is no such turn or phase, which is told once."""
    known = world.limits.get(id(stmt))
    if known is not None:
        return known[1]
    name = stmt.test.name if isinstance(stmt.test, e.Word) else ""
    phase = next((r for r in world.routines.get(name, ()) if r.sort in {"turn", "phase"}), None)
    if phase is None:
        if id(stmt) not in world.told_limits:
            phases = [n for n, rs in world.routines.items() if any(r.sort in {"turn", "phase"} for r in rs)]
            message = f"No turn or phase is called `{name}`."
            world.unknown(codes.UNKNOWN_NAME, message, name, stmt.test.span, phases, help="Write `once per turn`.")
            world.told_limits.add(id(stmt))
        return None
    field = world.program.add_field(int_field(f"once.{len(world.limits) + 1}", 0, 1, count))
    world.limits[id(stmt)] = phase, field
    if kind is not None:  # a card that has been used is not like one that has not
        before = [n for n in kind.core.attributes if n.startswith("used")]
        name = f"used_{len(before) + 1}" if before else "used"
        kind.core.attributes[name] = Attribute(name, Shown("flag"), field=field)
    return field


def of_action(cx: Context, routine: RoutineSym, stmt: d.Demand) -> tuple[Field, ir.Expr] | None:
    """The bits of a limit of an action, and which of them it is now."""
    if stmt.per is None:
        field = _field(cx.world, stmt, cx.world.seats)
        assert cx.player is not None and cx.player.expr is not None
        return (field, cx.player.expr) if field is not None else None
    for param in routine.params:
        elem = t.bare(param.type)
        if isinstance(elem, t.Piece) and elem.kinds == frozenset({stmt.per}):
            sym = cx.world.kinds[stmt.per]
            value = cx.names[param.name].expr
            if sym.core.counted or value is None:
                break
            field = _field(cx.world, stmt, sym.core.count, sym)
            return (field, state.minus_base(value, sym.core.base)) if field is not None else None
    if id(stmt) not in cx.world.told_limits:
        cx.world.told_limits.add(id(stmt))
        help = f"Write `once per {cx.world.sources.text(stmt.test.span)}`, or name a kind of single pieces that the action is about."
        cx.error(codes.WRONG_ARGUMENTS, f"`{routine.name}` is not about a {stmt.per} that could be told from others.", stmt.span, help)
    return None


def of_card(cx: Context, card: CardSym, piece: ir.Expr, stmt: d.Demand) -> tuple[Field, ir.Expr] | None:
    """The bits of a limit of an ability: one for each card."""
    kind: KindSym = card.kind
    if stmt.per is not None and stmt.per != kind.name:
        cx.error(codes.WRONG_ARGUMENTS, "An ability is limited for each card that has it.", stmt.span, "Leave out the second `per`.")
        return None
    field = _field(cx.world, stmt, kind.core.count, kind)
    return (field, state.minus_base(piece, kind.core.base)) if field is not None else None


def unused(found: tuple[Field, ir.Expr]) -> ir.Expr:
    return prim("eq", ir.Load(found[0], found[1]), ZERO)


def mark(found: tuple[Field, ir.Expr]) -> ir.Stmt:
    return ir.Store(found[0], found[1], ONE, False, -1)


def weave_limits(world: World) -> None:
    """Whenever the turn or phase begins, everything can be done once again."""
    for phase, field in world.limits.values():
        proc = phase.proc
        number = Routine(proc.locals, proc.names, proc.sorts).new("i")
        everything = Set(0, field.count)
        clear = ir.For(number, ir.SetConst(everything.full, everything), (ir.Store(field, number, ZERO, False, -1),))
        proc.body = (clear, *proc.body)
