"""What a well-formed program is. Whatever passes make of a program, this holds before and after each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.core import ir
from rulewright.core.effects import reachable
from rulewright.core.ops import EFFECTS, FOLDS, PRIMS
from rulewright.core.program import Alt, Choice, Func, Proc, Program
from rulewright.core.types import Bag, Int, Row, Seq, Set, Type
from rulewright.core.walk import children, statements


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
        yield from self.expr(func.body, where, func.locals)
        if func.type is None or letter(func.body.type) != letter(func.type):
            yield f"{where} gives {func.body.type}, not {func.type}."

    def proc(self, proc: Proc) -> Iterator[str]:
        where = f"procedure {proc.name}"
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
                yield from self.number(value, where, locals)
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
                yield from self.signature(f"{where}: {op}", EFFECTS.get(op), args)
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
        if choice.decider is not None:
            yield from self.number(choice.decider, where, locals)
        for number, alt in enumerate(choice.alts):
            yield from self.alternative(alt, number, where, locals)

    def alternative(self, alt: Alt, number: int, where: str, locals: list[Type]) -> Iterator[str]:
        yield from self.clauses(alt.clauses, where, locals)
        bound = {c.local for c in alt.clauses if not isinstance(c, ir.Test)}
        for arg in alt.args:
            if arg not in bound:
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
            case ir.Where(_, of, _, value, _):
                yield from self.held(of, where)
                yield from self.number(value, where, locals)
            case ir.Look(table, index):
                if table not in self.tables:
                    yield f"{where}: {table.name} is no table of the program."
                yield from self.number(index, where, locals)
            case ir.Prim(op, args, type):
                yield from self.signature(f"{where}: {op}", PRIMS.get(op), args, type)
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
            case _:
                for part in children(node):
                    yield from self.expr(part, where, locals)

    def fold(self, node: ir.Fold, where: str, locals: list[Type]) -> Iterator[str]:
        if node.op not in FOLDS:
            yield f"{where}: no comprehension is called {node.op}."
            return
        yield from self.clauses(node.clauses, where, locals)
        value, key, result = FOLDS[node.op]
        for part, allowed, name in ((node.value, value, "value"), (node.key, key, "key")):
            if part is None:
                if allowed:
                    yield f"{where}: {node.op} without a {name}."
                continue
            yield from self.expr(part, where, locals)
            if letter(part.type) not in allowed:
                yield f"{where}: {node.op} of {part.type}."
        if letter(node.type) not in result:
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

    def signature(self, what: str, form: str | None, args: tuple[ir.Expr, ...], type: Type | None = None) -> Iterator[str]:
        if form is None:
            yield f"{what} is no operation."
            return
        wanted, _, result = form.partition(">")
        given = "".join(letter(a.type) for a in args)
        if given != wanted:
            yield f"{what} takes {wanted or 'nothing'}, not {given or 'nothing'}."
        if type is not None and letter(type) != result:
            yield f"{what} gives {result}, not {letter(type)}."
