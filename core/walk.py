"""Walking over the core IR: rebuilding expressions and statements, and running through their parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import is_
from typing import assert_never

from rulewright.core import ir
from rulewright.core.program import Alt, Choice

LEAVES = frozenset({ir.Const, ir.SetConst, ir.BagConst, ir.SeqConst, ir.Local})  # expressions without parts
PLAIN = frozenset({ir.Assign, ir.AssignAt, ir.Store, ir.StoreBit, ir.Effect, ir.Do, ir.Return, ir.End, ir.Fired})  # without blocks


def children(node: ir.Expr) -> tuple[ir.Expr, ...]:
    """The expressions directly inside an expression, clauses included."""
    if node.__class__ in LEAVES:
        return ()
    match node:
        case ir.Const() | ir.SetConst() | ir.BagConst() | ir.SeqConst() | ir.Local():
            return ()
        case ir.Load(_, index, _) | ir.Look(_, index, _):
            return (index,)
        case ir.Where(_, _, _, value, _, _, plus):
            return (value,) if plus is None else (value, plus)
        case ir.Prim(_, args, _, _) | ir.Call(_, args):
            return args
        case ir.Cond(test, then, other):
            return test, then, other
        case ir.Fold():
            inner = [clause_expr(c) for c in node.clauses]
            return (*inner, *(x for x in (node.value, node.key, node.enough) if x is not None))
        case ir.Would(_, args, value):
            return (*args, value)
        case ir.Keep(_, row, value):
            return row, value
        case _:
            assert_never(node)


def clause_expr(clause: ir.Clause) -> ir.Expr:
    match clause:
        case ir.In(_, over):
            return over
        case ir.Be(_, value):
            return value
        case ir.Test(test):
            return test
        case _:
            assert_never(clause)


def rebuild(node: ir.Expr, change: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
    """The same node with its parts changed; the node itself if nothing changed."""
    if node.__class__ in LEAVES:
        return node
    match node:
        case ir.Prim(op, args, type, span):
            changed = tuple(map(change, args))
            return node if all(map(is_, args, changed)) else ir.Prim(op, changed, type, span)
        case ir.Load(field, index, span):
            new = change(index)
            return node if new is index else ir.Load(field, new, span)
        case ir.Look(table, index, span):
            new = change(index)
            return node if new is index else ir.Look(table, new, span)
        case ir.Fold(op, clauses, value, key, type, start, span, enough):
            steps = tuple([rebuild_clause(c, change) for c in clauses])
            result = change(value) if value is not None else None
            first = change(key) if key is not None else None
            limit = change(enough) if enough is not None else None
            same = result is value and first is key and limit is enough and all(map(is_, clauses, steps))
            return node if same else ir.Fold(op, steps, result, first, type, start, span, limit)
        case ir.Cond(test, then, other, span):
            a, b, c = change(test), change(then), change(other)
            return node if a is test and b is then and c is other else ir.Cond(a, b, c, span)
        case ir.Call(func, args, span):
            changed = tuple(map(change, args))
            return node if all(map(is_, args, changed)) else ir.Call(func, changed, span)
        case ir.Where(op, field, shift, value, type, stride, plus):
            new, more = change(value), change(plus) if plus is not None else None
            return node if new is value and more is plus else ir.Where(op, field, shift, new, type, stride, more)
        case ir.Would(proc, args, value, span):
            changed = tuple(map(change, args))
            new = change(value)
            return node if new is value and all(map(is_, args, changed)) else ir.Would(proc, changed, new, span)
        case ir.Keep(kept, row, value, span):
            a, new = change(row), change(value)
            return node if a is row and new is value else ir.Keep(kept, a, new, span)
        case ir.Const() | ir.SetConst() | ir.BagConst() | ir.SeqConst() | ir.Local():
            return node
        case _:
            assert_never(node)


def rebuild_clause(clause: ir.Clause, change: Callable[[ir.Expr], ir.Expr]) -> ir.Clause:
    match clause:
        case ir.In(local, over):
            new = change(over)
            return clause if new is over else ir.In(local, new, clause.span)
        case ir.Be(local, value):
            new = change(value)
            return clause if new is value else ir.Be(local, new, clause.span)
        case ir.Test(test):
            new = change(test)
            return clause if new is test else ir.Test(new, clause.span)
        case _:
            assert_never(clause)


def substitute(node: ir.Expr, what: dict[ir.Local, ir.Expr]) -> ir.Expr:
    """The expression with locals replaced; locals bound inside of it are renamed only if they are in the map."""
    if not what:
        return node

    def change(x: ir.Expr) -> ir.Expr:
        if isinstance(x, ir.Local):
            return what.get(x, x)
        return rebuild(x, change)

    return change(node)


def unplaced(node: ir.Expr) -> ir.Expr:
    """The expression without its places in the text: the same for the same value."""
    node = rebuild(node, unplaced)
    match node:
        case ir.Load(field, index, span) if span >= 0:
            return ir.Load(field, index)
        case ir.Look(table, index, span) if span >= 0:
            return ir.Look(table, index)
        case ir.Prim(op, args, type, span) if span >= 0:
            return ir.Prim(op, args, type)
        case _:
            return node


def mentions(node: ir.Expr, local: ir.Local) -> bool:
    if node == local:
        return True
    return any(mentions(c, local) for c in children(node))


def expressions(node: ir.Expr) -> Iterator[ir.Expr]:
    """The expression and all inside of it, outer ones first."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        if node.__class__ not in LEAVES:
            waiting.extend(reversed(children(node)))


def bodies(stmt: ir.Stmt) -> tuple[tuple[ir.Stmt, ...], ...]:
    """The blocks inside a statement."""
    if stmt.__class__ in PLAIN:
        return ()
    match stmt:
        case ir.If(_, then, other):
            return then, other
        case ir.While(_, body, _) | ir.For(_, _, body):
            return (body,)
        case ir.Ask(choice, otherwise):
            return (*(a.body for a in choice.alts), otherwise)
        case ir.Assign() | ir.AssignAt() | ir.Store() | ir.StoreBit() | ir.Effect() | ir.Do() | ir.Return() | ir.End() | ir.Fired():
            return ()
        case _:
            assert_never(stmt)


def parts(stmt: ir.Stmt) -> tuple[ir.Expr, ...]:
    """The expressions directly inside a statement, not those of its blocks."""
    match stmt:
        case ir.Assign(_, value):
            return (value,)
        case ir.AssignAt(_, index, value):
            return index, value
        case ir.Store(_, index, value, _, _):
            return index, value
        case ir.StoreBit(_, index, member, value):
            return index, member, value
        case ir.Effect(_, args, _, _) | ir.Do(_, args, _):
            return args
        case ir.If(test, _, _) | ir.While(test, _, _):
            return (test,)
        case ir.For(_, over, _):
            return (over,)
        case ir.Ask(choice, _):
            found = [clause_expr(c) for a in choice.alts for c in a.clauses]
            return (*found, *(x for x in (choice.decider, choice.stream) if x is not None))
        case ir.End(_, who, _, _):
            return (who,) if who is not None else ()
        case ir.Return() | ir.Fired():
            return ()
        case _:
            assert_never(stmt)


def statements(body: tuple[ir.Stmt, ...]) -> Iterator[ir.Stmt]:
    """All statements of a block, at any depth."""
    for stmt in body:
        yield stmt
        for inner in bodies(stmt):
            yield from statements(inner)


ChangeExpr = Callable[[ir.Expr], ir.Expr]
ChangeStmt = Callable[[ir.Stmt], tuple[ir.Stmt, ...]]


def map_block(
    body: tuple[ir.Stmt, ...], expr: ChangeExpr | None, stmt: ChangeStmt | None = None, keep: Callable[[ir.Stmt], bool] | None = None
) -> tuple[ir.Stmt, ...]:
    """A block with its expressions changed, and then each statement replaced by what `stmt` gives for it; without those to `keep`.

    What does not change is not copied: the block itself, if nothing in it has changed.
    """
    if not body:
        return body
    found: list[ir.Stmt] = []
    for item in body:
        if keep is not None and keep(item):
            found.append(item)
            continue
        new = map_stmt(item, expr, stmt, keep)
        if stmt is None:
            found.append(new)
        else:
            found.extend(stmt(new))
    return body if len(found) == len(body) and all(map(is_, body, found)) else tuple(found)


def map_stmt(item: ir.Stmt, expr: ChangeExpr | None, stmt: ChangeStmt | None, keep: Callable[[ir.Stmt], bool] | None) -> ir.Stmt:
    """A statement with what is inside of it changed; the statement itself if nothing changed."""
    if item.__class__ in PLAIN:
        return rebuild_stmt(item, expr) if expr is not None else item
    match item:
        case ir.If(test, then, other):
            new = expr(test) if expr is not None else test
            a, b = map_block(then, expr, stmt, keep), map_block(other, expr, stmt, keep)
            return item if new is test and a is then and b is other else ir.If(new, a, b)
        case ir.While(test, body, span):
            new, a = expr(test) if expr is not None else test, map_block(body, expr, stmt, keep)
            return item if new is test and a is body else ir.While(new, a, span)
        case ir.For(local, over, body):
            new, a = expr(over) if expr is not None else over, map_block(body, expr, stmt, keep)
            return item if new is over and a is body else ir.For(local, new, a)
        case ir.Ask(choice, otherwise):
            alts = tuple([map_alt(alt, expr, stmt, keep) for alt in choice.alts])
            decider = expr(choice.decider) if expr is not None and choice.decider is not None else choice.decider
            stream = expr(choice.stream) if expr is not None and choice.stream is not None else choice.stream
            a = map_block(otherwise, expr, stmt, keep)
            if decider is not choice.decider or stream is not choice.stream or not all(map(is_, alts, choice.alts)):
                choice = Choice(
                    decider, alts, choice.prompt, choice.span, choice.secret, choice.number, source=choice.source, stream=stream
                )
            return item if choice is item.choice and a is otherwise else ir.Ask(choice, a)
        case _:
            return item


def rebuild_stmt(item: ir.Stmt, expr: ChangeExpr) -> ir.Stmt:
    """A statement without blocks, its expressions changed."""
    match item:
        case ir.Assign(local, value):
            new = expr(value)
            return item if new is value else ir.Assign(local, new)
        case ir.AssignAt(local, index, value):
            a, new = expr(index), expr(value)
            return item if a is index and new is value else ir.AssignAt(local, a, new)
        case ir.Store(field, index, value, clamp, span):
            a, new = expr(index), expr(value)
            return item if a is index and new is value else ir.Store(field, a, new, clamp, span)
        case ir.StoreBit(field, index, member, value):
            a, b, new = expr(index), expr(member), expr(value)
            return item if a is index and b is member and new is value else ir.StoreBit(field, a, b, new)
        case ir.Effect(op, args, span, kind):
            changed = tuple(map(expr, args))
            return item if all(map(is_, args, changed)) else ir.Effect(op, changed, span, kind)
        case ir.Do(proc, args, span):
            changed = tuple(map(expr, args))
            return item if all(map(is_, args, changed)) else ir.Do(proc, changed, span)
        case ir.End(how, who, ending, span) if who is not None:
            new = expr(who)
            return item if new is who else ir.End(how, new, ending, span)
        case _:
            return item


def map_alt(alt: Alt, expr: ChangeExpr | None, stmt: ChangeStmt | None, keep: Callable[[ir.Stmt], bool] | None) -> Alt:
    clauses = tuple([rebuild_clause(c, expr) for c in alt.clauses]) if expr is not None else alt.clauses
    body = map_block(alt.body, expr, stmt, keep)
    if body is alt.body and all(map(is_, clauses, alt.clauses)):
        return alt
    return Alt(clauses, alt.args, alt.shown, body, alt.role, alt.name, alt.words, alt.unless, alt.rule)
