"""Several elements chosen one after the other: which can come next, and where that leaves whoever chooses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.core import ir
from rulewright.core.types import INT, Set, Type
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import ONE, Clauses, const, either, has, prim
from rulewright.dsl.world import KindSym, World


@dataclass(frozen=True, slots=True)
class Picking:
    """What is chosen from, what has been, the next one, and the last one of which the decider saw the face."""

    pool: ir.Local
    picked: ir.Local
    item: ir.Local
    last: ir.Local

    @property
    def type(self) -> Set:
        assert isinstance(self.pool.type, Set)
        return self.pool.type


def next_ones(
    world: World, new: Callable[[str, Type], ir.Local], sym: KindSym | None, decider: ir.Expr, now: Picking
) -> tuple[Clauses, ir.Expr, ir.Expr]:
    """The next one is always further up, so that no two orders lead to the same choice. What the decider does not see comes in any
    order, and is like nothing else: its number, and what it equals, would tell. Clauses for the next one, how many can follow it, and
    what the last one is then."""
    type, item, pool = now.type, now.item, now.pool
    pieces = sym is not None and not sym.core.counted
    veiled = state.veiled(world, sym, pool, decider) if sym is not None and pieces else None
    unseen = new("unseen", type) if veiled is not None else None
    clauses: Clauses = [] if unseen is None or veiled is None else [ir.Be(unseen, veiled)]
    later, beyond = _above(now, now.last), _above(now, item)
    if unseen is not None:
        free = prim("diff", unseen, now.picked, type=type)
        later = prim("union", prim("diff", later, unseen, type=type), free, type=type)
        mark = ir.Cond(has(unseen, item), now.last, item)
        rest = prim("diff", free, prim("one", item, type=type), type=type)
        beyond = prim("union", prim("diff", _above(now, mark), unseen, type=type), rest, type=type)
    clauses.append(ir.In(item, later))
    after: ir.Expr = prim("size", beyond)
    if sym is not None and pieces and len(set(sym.core.twins)) < sym.core.count:
        # Of equal pieces the first comes first; whoever passes one over does not come back to its like.
        left, number, other = prim("diff", pool, now.picked, type=type), const(sym.core.number), new("other", INT)
        passed = prim("diff", left, _above(now, prim("sub", item, ONE)), type=type)
        foremost = prim("foremost", item, left, number)
        unlike = prim("foremost", other, prim("union", passed, prim("one", other, type=type), type=type), number)
        if unseen is not None:
            foremost, unlike = either(has(unseen, item), foremost), either(has(unseen, other), unlike)
        clauses.append(ir.Test(foremost))
        after = ir.Fold("count", (ir.In(other, beyond), ir.Test(unlike)), None, None, INT)
    return clauses, after, item if veiled is None else ir.Cond(has(veiled, item), now.last, item)


def _above(now: Picking, mark: ir.Expr) -> ir.Expr:
    return prim("above", now.pool, mark, type=now.type)
