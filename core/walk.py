"""Walking over the core IR: rebuilding expressions and statements, and running through their parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
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
        case ir.Where(_, _, _, value, _):
            return (value,)
        case ir.Prim(_, args, _, _) | ir.Call(_, args):
            return args
        case ir.Cond(test, then, other):
            return test, then, other
        case ir.Fold():
            inner = [clause_expr(c) for c in node.clauses]
            return (*inner, *(x for x in (node.value, node.key) if x is not None))
        case ir.Would(_, args, value):
            return (*args, value)
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
        case ir.Const() | ir.SetConst() | ir.BagConst() | ir.SeqConst() | ir.Local():
            return node
        case ir.Load(field, index, span):
            new = change(index)
            return node if new is index else ir.Load(field, new, span)
        case ir.Look(table, index, span):
            new = change(index)
            return node if new is index else ir.Look(table, new, span)
        case ir.Where(op, field, shift, value, type):
            new = change(value)
            return node if new is value else ir.Where(op, field, shift, new, type)
        case ir.Prim(op, args, type, span):
            changed = tuple(change(a) for a in args)
            return node if all(a is b for a, b in zip(args, changed, strict=True)) else ir.Prim(op, changed, type, span)
        case ir.Call(func, args):
            changed = tuple(change(a) for a in args)
            return node if all(a is b for a, b in zip(args, changed, strict=True)) else ir.Call(func, changed)
        case ir.Cond(test, then, other):
            a, b, c = change(test), change(then), change(other)
            return node if a is test and b is then and c is other else ir.Cond(a, b, c)
        case ir.Fold():
            clauses = tuple(rebuild_clause(c, change) for c in node.clauses)
            result = change(node.value) if node.value is not None else None
            key = change(node.key) if node.key is not None else None
            same = result is node.value and key is node.key and all(a is b for a, b in zip(clauses, node.clauses, strict=True))
            return node if same else replace(node, clauses=clauses, value=result, key=key)
        case ir.Would(proc, args, value):
            changed = tuple(change(a) for a in args)
            new = change(value)
            return node if new is value and all(a is b for a, b in zip(args, changed, strict=True)) else ir.Would(proc, changed, new)
        case _:
            assert_never(node)


def rebuild_clause(clause: ir.Clause, change: Callable[[ir.Expr], ir.Expr]) -> ir.Clause:
    match clause:
        case ir.In(local, over):
            new = change(over)
            return clause if new is over else ir.In(local, new)
        case ir.Be(local, value):
            new = change(value)
            return clause if new is value else ir.Be(local, new)
        case ir.Test(test):
            new = change(test)
            return clause if new is test else ir.Test(new)
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
            return (*found, choice.decider) if choice.decider is not None else tuple(found)
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
    body: tuple[ir.Stmt, ...], expr: ChangeExpr, stmt: ChangeStmt | None = None, keep: Callable[[ir.Stmt], bool] | None = None
) -> tuple[ir.Stmt, ...]:
    """A block with its expressions changed, and then each statement replaced by what `stmt` gives for it; without those to `keep`."""
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
    return tuple(found)


def map_stmt(item: ir.Stmt, expr: ChangeExpr, stmt: ChangeStmt | None = None, keep: Callable[[ir.Stmt], bool] | None = None) -> ir.Stmt:
    match item:
        case ir.Assign(local, value):
            return ir.Assign(local, expr(value))
        case ir.AssignAt(local, index, value):
            return ir.AssignAt(local, expr(index), expr(value))
        case ir.Store(field, index, value, clamp, span):
            return ir.Store(field, expr(index), expr(value), clamp, span)
        case ir.StoreBit(field, index, member, value):
            return ir.StoreBit(field, expr(index), expr(member), expr(value))
        case ir.Effect(op, args, span, kind):
            return ir.Effect(op, tuple(map(expr, args)), span, kind)
        case ir.Do(proc, args, span):
            return ir.Do(proc, tuple(map(expr, args)), span)
        case ir.If(test, then, other):
            return ir.If(expr(test), map_block(then, expr, stmt, keep), map_block(other, expr, stmt, keep))
        case ir.While(test, body, span):
            return ir.While(expr(test), map_block(body, expr, stmt, keep), span)
        case ir.For(local, over, body):
            return ir.For(local, expr(over), map_block(body, expr, stmt, keep))
        case ir.Ask(choice, otherwise):
            alts = tuple(map_alt(a, expr, stmt, keep) for a in choice.alts)
            decider = expr(choice.decider) if choice.decider is not None else None
            new = Choice(decider, alts, choice.prompt, choice.span, choice.secret, choice.number)
            return ir.Ask(new, map_block(otherwise, expr, stmt, keep))
        case ir.End(how, who, ending, span):
            return ir.End(how, expr(who) if who is not None else None, ending, span)
        case ir.Return() | ir.Fired():
            return item
        case _:
            assert_never(item)


def map_alt(alt: Alt, expr: ChangeExpr, stmt: ChangeStmt | None, keep: Callable[[ir.Stmt], bool] | None) -> Alt:
    clauses = tuple(rebuild_clause(c, expr) for c in alt.clauses)
    return Alt(clauses, alt.args, alt.shown, map_block(alt.body, expr, stmt, keep), alt.role, alt.name, alt.words, alt.unless, alt.rule)
