"""`once per turn`, `once per turn per Card`: a limit of an action or of an ability, one bit for each player or each card."""

from __future__ import annotations

from rulewright.core.program import Field
from rulewright.dsl import types as t
from rulewright.dsl.check.context import Context
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import limits as lower
from rulewright.dsl.lower.limits import Limit
from rulewright.dsl.lower.values import Value
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
    field = lower.bits(world, count, kind)
    world.limits[id(stmt)] = phase, field
    return field


def of_action(cx: Context, routine: RoutineSym, stmt: d.Demand) -> Limit | None:
    """The bits of a limit of an action, and which of them it is now."""
    if stmt.per is None:
        field = _field(cx.world, stmt, cx.world.seats)
        assert cx.player is not None
        return lower.of_player(field, cx.player) if field is not None else None
    for param in routine.params:
        elem = t.bare(param.type)
        if isinstance(elem, t.Piece) and elem.kinds == frozenset({stmt.per}):
            sym = cx.world.kinds[stmt.per]
            value = cx.names[param.name]
            if sym.core.counted or value.expr is None:
                break
            field = _field(cx.world, stmt, sym.core.count, sym)
            return lower.of_piece(field, sym, value) if field is not None else None
    if id(stmt) not in cx.world.told_limits:
        cx.world.told_limits.add(id(stmt))
        help = f"Write `once per {cx.world.sources.text(stmt.test.span)}`, or name a kind of single pieces that the action is about."
        cx.error(codes.WRONG_ARGUMENTS, f"`{routine.name}` is not about a {stmt.per} that could be told from others.", stmt.span, help)
    return None


def of_card(cx: Context, card: CardSym, piece: Value, stmt: d.Demand) -> Limit | None:
    """The bits of a limit of an ability: one for each card."""
    kind: KindSym = card.kind
    if stmt.per is not None and stmt.per != kind.name:
        cx.error(codes.WRONG_ARGUMENTS, "An ability is limited for each card that has it.", stmt.span, "Leave out the second `per`.")
        return None
    field = _field(cx.world, stmt, kind.core.count, kind)
    return lower.of_piece(field, kind, piece) if field is not None else None
