"""Where to point when rules cannot be carried out: everything that can fail gets the place of the sentence it comes from.

The passes that make core IR give a place where they know a precise one. What they leave open is filled in here, from the
inside out: the statement, the definition, the entry of the score it belongs to.
"""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.ops import PRIMS
from rulewright.core.program import Func
from rulewright.core.walk import LEAVES, map_block, rebuild
from rulewright.dsl.lower.values import Value, placed
from rulewright.dsl.source import Span
from rulewright.dsl.world import World


def said_at(value: Value, span: Span, world: World) -> None:
    """A fold, call or trial that a value is made of, and that has no place in the rules yet, has this one."""
    if isinstance(value.expr, ir.Prim | ir.Fold | ir.Call | ir.Would):
        value.expr = _said_at(value.expr, span, world)


def _said_at(node: ir.Expr, span: Span, world: World) -> ir.Expr:
    match node:
        case ir.Fold(op, clauses, value, key, type, start, -1):
            return ir.Fold(op, clauses, value, key, type, start, world.span_number(span))
        case ir.Call(func, args, -1):
            return ir.Call(func, args, world.span_number(span))
        case ir.Would(proc, args, value, -1):
            return ir.Would(proc, args, value, world.span_number(span))
        case ir.Prim("not" | "size" | "is_empty" as op, (inner,), type, place):
            new = _said_at(inner, span, world)
            return node if new is inner else ir.Prim(op, (new,), type, place)
        case _:
            return node


def pointed(node: ir.Expr, span: int) -> ir.Expr:
    """The expression; what can fail in it and has no place yet has this one."""

    def point(x: ir.Expr) -> ir.Expr:
        if x.__class__ in LEAVES:
            return x
        x = rebuild(x, point)
        match x:
            case ir.Load(field, index, -1) if not isinstance(index, ir.Const):
                return ir.Load(field, index, span)
            case ir.Look(table, index, -1) if not isinstance(index, ir.Const):
                return ir.Look(table, index, span)
            case ir.Prim(op, args, type, -1) if PRIMS[op].fails:
                return ir.Prim(op, args, type, span)
            case ir.Fold(op, clauses, value, key, type, start, -1):
                return ir.Fold(op, tuple(placed([*clauses], span)), value, key, type, start, span)
            case ir.Call(func, args, -1):
                return ir.Call(func, args, span)
            case ir.Would(proc, args, value, -1):
                return ir.Would(proc, args, value, span)
            case _:
                return x

    return point(node)


def pointed_block(body: tuple[ir.Stmt, ...], span: int, done: dict[int, ir.Stmt]) -> tuple[ir.Stmt, ...]:
    """The block; whatever can fail in it has a place now. `done` are statements that have been here before, by identity."""

    def point(stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        match stmt:
            case ir.Effect(op, args, -1, kind):
                stmt = ir.Effect(op, args, span, kind)
            case ir.Do(proc, args, -1):
                stmt = ir.Do(proc, args, span)
            case ir.Store(field, index, value, clamp, -1):
                stmt = ir.Store(field, index, value, clamp, span)
            case ir.While(test, body, -1):
                stmt = ir.While(test, body, span)
            case ir.Ask(choice):
                for alt in choice.alts:
                    alt.clauses = tuple(placed([*alt.clauses], choice.span if choice.span >= 0 else span))
        done[id(stmt)] = stmt
        return (stmt,)

    return map_block(body, lambda x: pointed(x, span), point, lambda stmt: id(stmt) in done)


def point_at_rules(world: World) -> None:
    """Whatever still has no place is given that of the declaration it belongs to."""
    program = world.program
    whole = world.span_number(world.game.span)
    known: dict[Func, int] = {}
    for define in world.defines.values():
        known[define.func] = world.span_number(define.formula or define.said.span)
    if world.score is not None:
        known |= {func: world.span_number(e.value.span) for (_, func), e in zip(program.scores, world.score.entries, strict=False)}
    if world.winner is not None:
        criteria = [c for c in world.winner.criteria if c.extreme is not None]
        known |= {func: world.span_number(c.value.span) for (_, func), c in zip(program.criteria, criteria, strict=False)}
    for func in program.funcs:
        if func.body is not None:
            func.body = pointed(func.body, known.get(func, whole))
    for proc in program.procs:
        proc.body = pointed_block(proc.body, proc.span if proc.span >= 0 else whole, world.pointed)
