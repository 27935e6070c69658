"""One card of a deck by its values: `queen of spades`, `9 of moon`."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.understood import made
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.values import Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym


def card_of(cx: Context, node: e.Of, expect: t.Type | None) -> Value | None:
    """The piece that has both values; None if the words are no values of a deck, and mean something else."""
    if not isinstance(node.left, e.Word | e.Num) or not isinstance(node.right, e.Word | e.Num):
        return None
    if any(isinstance(side, e.Word) and side.name in cx.names for side in (node.left, node.right)):
        return None
    found = [(sym, pieces) for sym in cx.world.kinds.values() if (pieces := _pieces(cx, sym, node.left, node.right)) is not None]
    wanted = t.bare(t.element(expect) or expect) if expect is not None else None
    if len(found) > 1 and isinstance(wanted, t.Piece):
        found = [(sym, pieces) for sym, pieces in found if sym.name in wanted.kinds]
    if not found:
        return _none_like_that(cx, node)
    text = cx.world.sources.text(node.span)
    if len(found) > 1:
        kinds = " or ".join(f"a {sym.name}" for sym, _ in found)
        return cx.error(codes.AMBIGUOUS, f"`{text}` may be {kinds}.", node.span, f"Write `the {found[0][0].name} where …`.")
    sym, pieces = found[0]
    if len(pieces) > 1:
        number = {2: "two", 3: "three", 4: "four"}.get(len(pieces), str(len(pieces)))
        help = f"Write `first {sym.name} where {sym.word}.{sym.deck[0]} is … and {sym.word}.{sym.deck[1]} is …`."
        return cx.error(codes.AMBIGUOUS, f"There are {number} of these.", node.span, help)
    if not pieces:
        return coerce.poison()
    type, which = t.Piece(frozenset({sym.name})), sym.core.base + pieces[0]
    return made(cx, m.Const(node.span, type, which))


def _none_like_that(cx: Context, node: e.Of) -> Value | None:
    """`11 of moon`, where ranks go from 1 to 9."""
    for sym in cx.world.kinds.values() if isinstance(node.left, e.Num) else ():
        for first, second in (sym.deck, sym.deck[::-1]) if len(sym.deck) == 2 else ():
            type = sym.attrs[first].type
            if isinstance(type, t.Number) and _value(sym.attrs[second].type, node.right) is not None:
                text = cx.world.sources.text(node.span)
                return cx.error(
                    codes.BAD_VALUE, f"No {sym.name} is `{text}`.", node.span, f"Its {first} goes from {type.low} to {type.high}."
                )
    return None


def _pieces(cx: Context, sym: KindSym, left: e.Expr, right: e.Expr) -> list[int] | None:
    """Which pieces of a kind have the two values; None if these are not the two values of its deck."""
    if len(sym.deck) != 2:
        return None
    for first, second in (sym.deck, sym.deck[::-1]):
        a, b = _value(sym.attrs[first].type, left), _value(sym.attrs[second].type, right)
        one, other = sym.attrs[first].core, sym.attrs[second].core
        if a is None or b is None or one is None or other is None or one.table is None or other.table is None:
            continue
        return [i for i, pair in enumerate(zip(one.table.values, other.table.values, strict=True)) if pair == (a, b)]
    return None


def _value(type: t.Type, node: e.Expr) -> int | None:
    match type, node:
        case t.Enum(_, members), e.Word(_, name) if name in members:
            return members.index(name)
        case t.Number(low, high), e.Num(_, value) if low <= value <= high:
            return value
    return None
