"""Nodes of the core IR: pure expressions, comprehensions, statements.

Expressions never change the state and never stop. A comprehension (`Fold`) runs through clauses from left to right, like
nested loops, and gathers a value. Statements change the state; those that contain an `Ask` can stop, and `core.flow` turns
the procedures they stand in into linear code with explicit resume points.

`span` numbers a place in the rules (`Program.spans`): for errors, for counters and for the profiler. Where two nodes differ in nothing
else, they are equal; a node that a pass makes of others has the place of the outer one.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from rulewright.core.ops import ChangeName, Comparison, GatherName, PrimName
from rulewright.core.record import record
from rulewright.core.types import INT, Bag, Seq, Set, Type

if TYPE_CHECKING:
    from rulewright.core.program import Choice, Field, Func, Kept, Proc, Table

# ---------------------------------------------------------------- expressions


@record
class Const:
    value: int

    @property
    def type(self) -> Type:
        return INT


@record
class SetConst:
    """`bits` has bit i for the number `type.base + i`."""

    bits: int
    type: Set


@record
class BagConst:
    counts: tuple[int, ...]
    type: Bag


@record
class SeqConst:
    values: tuple[int, ...]
    type: Seq


@record
class Local:
    """A local variable of the function or procedure at hand."""

    index: int
    type: Type


@record
class Load:
    """An element of a state field; `index` counts from 0."""

    field: Field
    index: Expr
    span: int = -1  # where to point if there is nothing at the index

    @property
    def type(self) -> Type:
        return self.field.type


@record
class Look:
    """An entry of a constant table; `index` counts from 0."""

    table: Table
    index: Expr
    span: int = -1

    @property
    def type(self) -> Type:
        return self.table.type


@record
class Where:
    """The numbers n of a set type whose element `n * stride - shift + plus` of a field compares so with a value."""

    op: Comparison
    field: Field
    shift: int
    value: Expr
    type: Set
    stride: int = 1
    plus: Expr | None = None


@record
class Prim:
    """A primitive operation: a row of the table in `core.ops`. `span` numbers the place in the rules for its errors."""

    op: PrimName
    args: tuple[Expr, ...]
    type: Type
    span: int = -1


@record
class Cond:
    """One value or another. `span` is that of a case whose condition is the test."""

    test: Expr
    then: Expr
    other: Expr
    span: int = field(default=-1, compare=False)

    @property
    def type(self) -> Type:
        return self.then.type


@record
class Call:
    """A call of a pure function."""

    func: Func
    args: tuple[Expr, ...]
    span: int = field(default=-1, compare=False)

    @property
    def type(self) -> Type:
        assert self.func.type is not None
        return self.func.type


@record
class In:
    """A clause: `local` runs through a set (upwards) or a sequence (in its order)."""

    local: Local
    over: Expr
    span: int = field(default=-1, compare=False)


@record
class Be:
    """A clause: `local` has this value from here on."""

    local: Local
    value: Expr
    span: int = field(default=-1, compare=False)


@record
class Test:
    """A clause: go on only where this holds."""

    test: Expr
    span: int = field(default=-1, compare=False)


Clause = In | Be | Test


@record
class Fold:
    """Runs through the clauses and gathers `value`.

    any, count: `value` is not used · sum · most, least (of `value`; `start` if there is none) · first, last (-1 if there is
    none) · set, seq (each value once), bag (of values), bags (sum of bags), sets (union of sets), groups (a family) · best,
    worst: the set of values whose `key` is greatest or least · ranked: the values by falling `key` · tiers: the values
    grouped by equal `key`, greatest first. With `enough`, sets runs on only as long as something of that set is missing.
    """

    op: GatherName
    clauses: tuple[Clause, ...]
    value: Expr | None
    key: Expr | None
    type: Type
    start: int = 0
    span: int = field(default=-1, compare=False)
    enough: Expr | None = None


@record
class Would:
    """The value there would be after a procedure that cannot stop; the state stays as it is."""

    proc: Proc
    args: tuple[Expr, ...]
    value: Expr
    span: int = field(default=-1, compare=False)

    @property
    def type(self) -> Type:
        return self.value.type


@record
class Keep:
    """What follows from the state and is kept beside it, by native code: a row of it. `value` is what it is worth: that is what the
    interpreter asks, which keeps nothing."""

    kept: Kept
    row: Expr
    value: Expr
    span: int = field(default=-1, compare=False)

    @property
    def type(self) -> Type:
        return self.value.type


Expr = Const | SetConst | BagConst | SeqConst | Local | Load | Look | Where | Prim | Cond | Call | Fold | Would | Keep

# ---------------------------------------------------------------- statements


@record
class Assign:
    local: Local
    value: Expr


@record
class AssignAt:
    """One element of a `Row` local: a number, or a set."""

    local: Local
    index: Expr
    value: Expr


@record
class Store:
    """Writes an element of a state field. Leaving `low` to `high` is an error, or is cut off if `clamp`."""

    field: Field
    index: Expr
    value: Expr
    clamp: bool
    span: int


@record
class StoreBit:
    """Puts `member` into the set stored in a field, or takes it out."""

    field: Field
    index: Expr
    member: Expr
    value: Expr


@record
class Effect:
    """A primitive change of the state: a row of the table in `core.ops`."""

    op: ChangeName
    args: tuple[Expr, ...]
    span: int
    kind: int = -1


@record
class If:
    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...]


@record
class While:
    test: Expr
    body: tuple[Stmt, ...]
    span: int


@record
class For:
    """Runs through a set or sequence as it was before the first round."""

    local: Local
    over: Expr
    body: tuple[Stmt, ...]


@record
class Do:
    """A call of a procedure."""

    proc: Proc
    args: tuple[Expr, ...]
    span: int


@record
class Return:
    """Leaves the procedure."""


@record
class Ask:
    """A decision of a player or of chance; the chosen alternative's body runs, or `otherwise` if there is no option."""

    choice: Choice
    otherwise: tuple[Stmt, ...]


@record
class End:
    """Ends the match: `how` is one of win, lose, draw, score, ending; `who` a set of players where it needs one."""

    how: str
    who: Expr | None
    ending: int
    span: int


@record
class Fired:
    """Counts that a rule of the text has been applied."""

    rule: int


Stmt = Assign | AssignAt | Store | StoreBit | Effect | If | While | For | Do | Return | Ask | End | Fired
