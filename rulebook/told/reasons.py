"""How a number comes about, with its parts filled in: `1 + 4 tiles`, `3 × 2`.

Names and cases are followed down to the formula that counts here, with what holds in this position.
"""

from __future__ import annotations

from typing import Any

from rulewright.core import ir
from rulewright.core.program import Kind
from rulewright.core.types import Set
from rulewright.play.game import Game
from rulewright.rulebook.author import printed, printed_many
from rulewright.rulebook.words import spoken

SIGNS = {"add": "+", "sub": "−", "mul": "×", "div": "÷"}
TIED = ("×", "÷")
DEEPEST = 12  # names within names


def worked(game: Game, node: ir.Expr | None, state: list[int], room: list[Any]) -> str:
    """A number with its parts; nothing if it has none."""
    text = _said(game, node, state, room, DEEPEST)
    return "" if text.lstrip("−-").isdigit() else text


def _said(game: Game, node: ir.Expr | None, state: list[int], room: list[Any], deep: int) -> str:
    if node is None:  # a rule of the machine without a formula
        return ""
    machine = game.interpreter.machine
    number = int(machine.eval(node, state, list(room)))
    match node if deep else None:
        case ir.Call(func, args):
            inside = [machine.eval(arg, state, list(room)) for arg in args]
            return _said(game, func.body, state, [*inside, *([0] * (len(func.locals) - len(inside)))], deep - 1)
        case ir.Cond(test, then, other):
            return _said(game, then if machine.eval(test, state, list(room)) else other, state, room, deep)
        case ir.Prim("min" | "max", args):
            taken = next(arg for arg in reversed(args) if machine.eval(arg, state, list(room)) == number)
            return _said(game, taken, state, room, deep - 1)
        case ir.Prim(op, (left, right)) if op in SIGNS:
            return _joined(SIGNS[op], _said(game, left, state, room, deep - 1), _said(game, right, state, room, deep - 1))
        case ir.Prim("size", (within,)):
            return _many(game, within, number)
        case ir.Fold("count", (ir.In(_, over), *_)):
            return _many(game, over, number)
        case ir.Fold("most" | "least", _, ir.Fold("count", (ir.In(_, over), *_)) | ir.Prim("size", (over,))) if number:
            return _many(game, over, number)
        case _:
            return str(number)


def _joined(sign: str, left: str, right: str) -> str:
    """`(1 + 4) × 2`; a factor of one and nothing added are not said."""
    if sign in TIED:
        if "0" in {left, right} and sign == "×":
            return "0"
        if right == "1":
            return left
        if left == "1" and sign == "×":
            return right
        left, right = (f"({part})" if " + " in part or " − " in part else part for part in (left, right))
    elif _is_none(right):
        return left
    elif _is_none(left) and sign == "+":
        return right
    return f"{left} {sign} {right}"


def _is_none(part: str) -> bool:
    return part == "0" or part.startswith("0 ")


def _many(game: Game, over: ir.Expr, number: int) -> str:
    """A number of pieces with their name."""
    kind = _kind(game, over)
    if kind is None:
        return str(number)
    name = printed(game.world, kind.name) or spoken(kind.name)
    return f"{number} {name if number == 1 else printed_many(game.world, kind.name)}"


def _kind(game: Game, over: ir.Expr) -> Kind | None:
    """The kind of which a set is made."""
    type = over.type
    found = (k for k in game.program.kinds if isinstance(type, Set) and (k.base, k.count) == (type.base, type.size) and not k.counted)
    return next(found, None)
