"""Values of the checker: a type together with the core expression that computes it.

What has many elements (a selection, a geometric set) is often cheaper to run through than to gather, so such a value carries
a recipe (`Many`) from which clauses are made; it is gathered into a set or list only where that is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Protocol

from rulewright.core import ir
from rulewright.core.ops import PrimName
from rulewright.core.program import Shown
from rulewright.core.record import entity
from rulewright.core.types import INT, Bag, Seq, Set
from rulewright.core.types import Type as CoreType
from rulewright.dsl.meaning.expressions import Binding
from rulewright.dsl.meaning.expressions import Expr as Meaning
from rulewright.dsl.types import POISON, Scalar, Type
from rulewright.dsl.world import PlaceSym, World


@entity
class Routine:
    """The function or procedure whose locals are being handed out."""

    locals: list[CoreType] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    sorts: dict[int, Shown] = field(default_factory=dict)
    rolled: set[int] = field(default_factory=set)  # locals that hold what everybody has seen chance decide

    kept: dict[int, Value | None] = field(default_factory=dict)  # expressions of the text whose values are asked for afterwards
    made: dict[int, tuple[Meaning, Value]] = field(default_factory=dict)  # what nodes have become, by their identity
    runs: dict[int, tuple[object, Selected]] = field(default_factory=dict)  # and selections
    bound: dict[Binding, Value] = field(default_factory=dict)  # what bound names stand for

    def new(self, name: str, type: CoreType = INT) -> ir.Local:
        self.locals.append(type)
        self.names.append(name)
        return ir.Local(len(self.locals) - 1, type)


class Frame(Protocol):
    """Where code goes: the program that is being made, and the routine whose locals are used."""

    world: World
    routine: Routine


Code = ir.Expr  # what whoever only hands code on calls it
Slot = ir.Local
Step = ir.Stmt
Steps = list[ir.Stmt]
Clauses = list[ir.Clause]


def placed(clauses: Clauses, span: int) -> Clauses:
    """The clauses; those that have no place in the rules yet have this one."""
    found: Clauses = []
    for clause in clauses:
        match clause:
            case ir.In(local, over, -1):
                clause = ir.In(local, over, span)
            case ir.Be(local, value, -1):
                clause = ir.Be(local, value, span)
            case ir.Test(test, -1):
                clause = ir.Test(test, span)
        found.append(clause)
    return found


@entity
class Many:
    """How to run through many elements. `build` makes fresh clauses and the expression of the element."""

    elem: Scalar
    build: Callable[[Routine], tuple[Clauses, ir.Expr]]
    bound: int  # at most so many elements
    ordered: bool = False  # the order of the clauses is meant
    canonical: bool = False  # the clauses run upwards, each element once
    unique: bool = True
    contains: Callable[[ir.Expr], ir.Expr] | None = None  # a cheap test of membership


@entity
class Value:
    type: Type
    expr: ir.Expr | None = None
    many: Many | None = None
    whole: PlaceSym | None = None  # stands for all sites of this place
    low: int | None = None  # for numbers: what is known of the range
    constant: bool = False
    parts: tuple[ir.Expr, ...] = ()  # for `a + b`: sets that are run through one after the other
    meaning: Meaning | None = None  # what it stands for in the tree of meaning


class Selected(Protocol):
    """What has been selected, ready to be run through."""

    clauses: Clauses
    value: Value
    elem: Scalar
    bound: int
    ordered: bool
    canonical: bool
    unique: bool
    weight: ir.Expr | None

    @property
    def element(self) -> ir.Expr: ...


def wrong() -> Value:
    """What stands for a mistake that was told. No program is made of it."""
    return Value(POISON, ZERO)


def known(value: Value) -> int | None:
    """The number behind a value that is the same in every match."""
    return known_number(value.expr) if value.expr is not None else None


def slot(value: Value) -> ir.Local:
    """The local that a name stands for."""
    assert isinstance(value.expr, ir.Local)
    return value.expr


def known_number(code: ir.Expr) -> int | None:
    """The number, if it is the same in every match."""
    return code.value if isinstance(code, ir.Const) else None


def const(value: int) -> ir.Const:
    return ir.Const(value)


ZERO = ir.Const(0)
ONE = ir.Const(1)
NONE = ir.Const(-1)


def prim(op: PrimName, *args: ir.Expr, type: CoreType = INT, span: int = -1) -> ir.Expr:
    return ir.Prim(op, args, type, span)


def both(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return prim("and", a, b)


def either(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return prim("or", a, b)


def negate(a: ir.Expr) -> ir.Expr:
    return prim("not", a)


def equals(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return prim("eq", a, b)


def has(set: ir.Expr, member: ir.Expr) -> ir.Expr:
    return prim("has", set, member)


def union(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return prim("union", a, b, type=a.type)


def intersect(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return prim("inter", a, b, type=a.type)


def minus(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return prim("diff", a, b, type=a.type)


def recast(a: ir.Expr, type: Set) -> ir.Expr:
    return a if a.type == type else prim("recast", a, type=type)


def size(a: ir.Expr) -> ir.Expr:
    match a.type:
        case Set():
            return prim("size", a)
        case Seq():
            return prim("length", a)
        case Bag():
            return prim("bag_size", a)
        case _:
            raise TypeError(f"no size of {a.type}")


def gather(many: Many, routine: Routine, type: Set) -> ir.Expr:
    """The elements as a set."""
    clauses, element = many.build(routine)
    if len(clauses) == 1 and isinstance(clauses[0], ir.In) and clauses[0].local == element and clauses[0].over.type == type:
        return clauses[0].over
    return ir.Fold("set", tuple(clauses), element, None, type)
