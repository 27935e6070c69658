"""What a well-formed program is. Whatever passes make of a program, this holds before and after each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.core import ir
from rulewright.core.effects import reachable
from rulewright.core.ops import CHANGES, GATHERS, PRIMS
from rulewright.core.program import Alt, Choice, Func, Proc, Program
from rulewright.core.types import Bag, Int, Row, Seq, Set, Type
from rulewright.core.walk import bodies, children, clause_expr, parts, statements


class Malformed(Exception):
    """A program that no engine can be expected to run: all that is wrong with it, a line each."""


def verify(program: Program) -> None:
    """Raise `Malformed` unless the program is well formed."""
    found = list(problems(program))
    if found:
        raise Malformed("\n".join(found))


def problems(program: Program) -> Iterator[str]:
    """Everything that is wrong with a program."""
    checker = _Checker(program)
    for func in program.funcs:
        yield from checker.func(func)
    for proc in program.procs:
        yield from checker.proc(proc)
    if program.main is None:
        yield "There is no procedure to begin with."
    for stop in program.choices:
        if not stop.alts:
            yield f"Choice {stop.number} has no alternative."


def letter(type: Type) -> str:
    match type:
        case Int():
            return "i"
        case Set():
            return "s"
        case Bag():
            return "b"
        case Seq():
            return "q"
        case Row():
            return "r"


@dataclass(slots=True)
class _Checker:
    program: Program
    fields: set[object] = field(init=False)
    tables: set[object] = field(init=False)
    procs: set[Proc] = field(init=False)
    funcs: set[Func] = field(init=False)

    def __post_init__(self) -> None:
        self.fields, self.tables = set(self.program.fields), set(self.program.tables)
        self.procs, self.funcs = set(self.program.procs), set(self.program.funcs)

    def func(self, func: Func) -> Iterator[str]:
        if func.body is None:
            yield f"{func.name} has no body."
            return
        where = f"function {func.name}"
        yield from _unbound(func.body, {p.index for p in func.params}, where)
        yield from self.expr(func.body, where, func.locals)
        if func.type is None or letter(func.body.type) != letter(func.type):
            yield f"{where} gives {func.body.type}, not {func.type}."

    def proc(self, proc: Proc) -> Iterator[str]:
        where = f"procedure {proc.name}"
        yield from _unbound_in(proc.body, _assigned(proc), where)
        for stmt in statements(proc.body):
            yield from self.stmt(stmt, where, proc.locals)

    def stmt(self, stmt: ir.Stmt, where: str, locals: list[Type]) -> Iterator[str]:
        match stmt:
            case ir.Assign(local, value):
                yield from self.expr(value, where, locals)
                yield from self.local(local, where, locals)
                if letter(local.type) != letter(value.type):
                    yield f"{where}: {local.type} is given {value.type}."
            case ir.AssignAt(local, index, value):
                yield from self.local(local, where, locals)
                yield from self.number(index, where, locals)
                yield from self.expr(value, where, locals)
                if not isinstance(local.type, Row) or letter(local.type.elem) != letter(value.type):
                    yield f"{where}: an element of {local.type} is given {value.type}."
            case ir.Store(to, index, value):
                yield from self.held(to, where)
                yield from self.number(index, where, locals)
                yield from self.expr(value, where, locals)
                if letter(to.type) != letter(value.type):
                    yield f"{where}: {to.name} is given {value.type}."
            case ir.StoreBit(to, index, member, value):
                yield from self.held(to, where)
                if not isinstance(to.type, Set):
                    yield f"{where}: {to.name} holds no sets."
                for part in (index, member, value):
                    yield from self.number(part, where, locals)
            case ir.Effect(op, args):
                row = CHANGES.get(op)
                yield from self.signature(f"{where}: {op}", row.takes if row else None, args)
                for arg in args:
                    yield from self.expr(arg, where, locals)
            case ir.If(test) | ir.While(test):
                yield from self.number(test, where, locals)
            case ir.For(local, over):
                yield from self.local(local, where, locals)
                yield from self.expr(over, where, locals)
                if not isinstance(over.type, Set | Seq):
                    yield f"{where}: a loop over {over.type}."
            case ir.Do(proc, args):
                yield from self.call(proc.name, proc in self.procs, proc.params, args, where, locals)
            case ir.Ask(choice):
                yield from self.choice(choice, where, locals)
            case ir.End(_, who) if who is not None:
                yield from self.expr(who, where, locals)
                if not isinstance(who.type, Set):
                    yield f"{where}: the match ends for {who.type}, not for a set of players."

    def choice(self, choice: Choice, where: str, locals: list[Type]) -> Iterator[str]:
        for asked in (choice.decider, choice.stream):
            if asked is not None:
                yield from self.number(asked, where, locals)
        for number, alt in enumerate(choice.alts):
            yield from self.alternative(alt, number, where, locals)

    def alternative(self, alt: Alt, number: int, where: str, locals: list[Type]) -> Iterator[str]:
        yield from self.clauses(alt.clauses, where, locals)
        bound = {c.local for c in alt.clauses if not isinstance(c, ir.Test)}
        never = alt.clauses == (ir.Test(ir.Const(0)),)  # there is no option of it, whatever happens
        for arg in alt.args:
            if arg not in bound and not never:
                yield f"{where}: an option of {alt.name} has an argument that nothing gives a value."
        for other in alt.unless:
            if not 0 <= other < number:
                yield f"{where}: {alt.name} depends on an alternative that does not come before it."

    def clauses(self, clauses: tuple[ir.Clause, ...], where: str, locals: list[Type]) -> Iterator[str]:
        for clause in clauses:
            match clause:
                case ir.In(local, over):
                    yield from self.local(local, where, locals)
                    yield from self.expr(over, where, locals)
                    if not isinstance(over.type, Set | Seq):
                        yield f"{where}: a comprehension over {over.type}."
                case ir.Be(local, value):
                    yield from self.local(local, where, locals)
                    yield from self.expr(value, where, locals)
                    if letter(local.type) != letter(value.type):
                        yield f"{where}: a name of {local.type} for {value.type}."
                case ir.Test(test):
                    yield from self.number(test, where, locals)

    def expr(self, node: ir.Expr, where: str, locals: list[Type]) -> Iterator[str]:
        match node:
            case ir.Local():
                yield from self.local(node, where, locals)
            case ir.Load(of, index):
                yield from self.held(of, where)
                yield from self.number(index, where, locals)
            case ir.Where(_, of):
                yield from self.held(of, where)
                for part in children(node):
                    yield from self.number(part, where, locals)
            case ir.Look(table, index):
                if table not in self.tables:
                    yield f"{where}: {table.name} is no table of the program."
                yield from self.number(index, where, locals)
            case ir.Prim(op, args, type):
                row = PRIMS.get(op)
                yield from self.signature(f"{where}: {op}", row.takes if row else None, args, row.gives if row else "", type)
                if row is not None and row.fails and node.span < 0:
                    yield f"{where}: {op} can fail, but has no place in the rules."
                for arg in args:
                    yield from self.expr(arg, where, locals)
            case ir.Cond(test, then, other):
                yield from self.number(test, where, locals)
                for part in (then, other):
                    yield from self.expr(part, where, locals)
                if letter(then.type) != letter(other.type):
                    yield f"{where}: either {then.type} or {other.type}."
            case ir.Call(func, args):
                yield from self.call(func.name, func in self.funcs, func.params, args, where, locals)
            case ir.Fold():
                yield from self.fold(node, where, locals)
            case ir.Would(proc, args, value):
                yield from self.call(proc.name, proc in self.procs, proc.params, args, where, locals)
                yield from self.expr(value, where, locals)
                if any(isinstance(s, ir.Ask) for p in reachable(proc) for s in statements(p.body)):
                    yield f"{where}: {proc.name} is tried out, but has to wait for a decision."
            case ir.Keep(kept, row, value):
                if kept not in self.program.kept:
                    yield f"{where}: {kept.field.name} is not kept."
                if letter(kept.field.type) != letter(value.type):
                    yield f"{where}: {kept.field.name} is {kept.field.type}, and worth {value.type}."
                yield from self.number(row, where, locals)
                yield from self.expr(value, where, locals)
            case _:
                for part in children(node):
                    yield from self.expr(part, where, locals)

    def fold(self, node: ir.Fold, where: str, locals: list[Type]) -> Iterator[str]:
        if node.op not in GATHERS:
            yield f"{where}: no comprehension is called {node.op}."
            return
        yield from self.clauses(node.clauses, where, locals)
        row = GATHERS[node.op]
        for part, allowed, name in ((node.value, row.value, "value"), (node.key, row.key, "key")):
            if part is None:
                if allowed:
                    yield f"{where}: {node.op} without a {name}."
                continue
            yield from self.expr(part, where, locals)
            if letter(part.type) not in allowed:
                yield f"{where}: {node.op} of {part.type}."
        if letter(node.type) not in row.gives:
            yield f"{where}: {node.op} cannot give {node.type}."

    def number(self, node: ir.Expr, where: str, locals: list[Type]) -> Iterator[str]:
        yield from self.expr(node, where, locals)
        if not isinstance(node.type, Int):
            yield f"{where}: {node.type} where a number is needed."

    def local(self, local: ir.Local, where: str, locals: list[Type]) -> Iterator[str]:
        if not 0 <= local.index < len(locals):
            yield f"{where}: local {local.index} does not exist."
        elif locals[local.index] != local.type:
            yield f"{where}: local {local.index} is {locals[local.index]}, not {local.type}."

    def held(self, of: object, where: str) -> Iterator[str]:
        if of not in self.fields:
            yield f"{where}: {getattr(of, 'name', of)} is no field of the program."

    def call(
        self, name: str, known: bool, params: tuple[ir.Local, ...], args: tuple[ir.Expr, ...], where: str, locals: list[Type]
    ) -> Iterator[str]:
        if not known:
            yield f"{where}: {name} does not belong to the program."
        if [letter(p.type) for p in params] != [letter(a.type) for a in args]:
            yield f"{where}: {name} takes {len(params)} arguments of other types."
        for arg in args:
            yield from self.expr(arg, where, locals)

    def signature(
        self, what: str, wanted: str | None, args: tuple[ir.Expr, ...], gives: str = "", type: Type | None = None
    ) -> Iterator[str]:
        if wanted is None:
            yield f"{what} is no operation."
            return
        given = "".join(letter(a.type) for a in args)
        if given != wanted:
            yield f"{what} takes {wanted or 'nothing'}, not {given or 'nothing'}."
        if type is not None and letter(type) != gives:
            yield f"{what} gives {gives}, not {letter(type)}."


# ---------------------------------------------------------------- scopes


def _assigned(proc: Proc) -> set[int]:
    """Locals that statements of a procedure give a value, whatever comes first."""
    found = {p.index for p in proc.params}
    for stmt in statements(proc.body):
        if isinstance(stmt, ir.Assign | ir.AssignAt | ir.For):
            found.add(stmt.local.index)
        elif isinstance(stmt, ir.Ask):
            found |= {a.index for alt in stmt.choice.alts for a in alt.args}
    return found


def _unbound_in(body: tuple[ir.Stmt, ...], bound: set[int], where: str) -> Iterator[str]:
    """Locals that are read in a block where nothing gives them a value."""
    for stmt in body:
        if isinstance(stmt, ir.Ask):
            for asked in (stmt.choice.decider, stmt.choice.stream):
                if asked is not None:
                    yield from _unbound(asked, bound, where)
            for alt in stmt.choice.alts:
                inside = set(bound)
                yield from _unbound_clauses(alt.clauses, inside, where)
                yield from _unbound_in(alt.body, bound, where)
            yield from _unbound_in(stmt.otherwise, bound, where)
            continue
        for part in parts(stmt):
            yield from _unbound(part, bound, where)
        for inner in bodies(stmt):
            yield from _unbound_in(inner, bound, where)


def _unbound_clauses(clauses: tuple[ir.Clause, ...], bound: set[int], where: str) -> Iterator[str]:
    """The same in clauses; what they bind is added to what is bound."""
    for clause in clauses:
        yield from _unbound(clause_expr(clause), bound, where)
        if not isinstance(clause, ir.Test):
            bound.add(clause.local.index)


def _unbound(node: ir.Expr, bound: set[int], where: str) -> Iterator[str]:
    match node:
        case ir.Local(index, _):
            if index not in bound:
                yield f"{where}: local {index} is read where nothing gives it a value."
        case ir.Fold():
            if node.enough is not None:
                yield from _unbound(node.enough, bound, where)
            inside = set(bound)
            yield from _unbound_clauses(node.clauses, inside, where)
            for part in (node.value, node.key):
                if part is not None:
                    yield from _unbound(part, inside, where)
        case _:
            for part in children(node):
                yield from _unbound(part, bound, where)
