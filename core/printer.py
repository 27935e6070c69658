"""The core IR as text: to be read by people, compared by tests, and looked at when something is wrong."""

from __future__ import annotations

from typing import assert_never

from rulewright.core import ir
from rulewright.core.flow import Branch, Code, Enter, Jump, Leave, Run, Stop
from rulewright.core.program import Choice, Func, Kept, Proc, Program

SIGNS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "mod": "%",
    "eq": "=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "and": "and",
    "or": "or",
    "union": "|",
    "inter": "&",
    "diff": "\\",
}


class Printer:
    def __init__(self, names: list[str]) -> None:
        self.names = names

    def local(self, local: ir.Local) -> str:
        return f"{self.names[local.index].replace(' ', '_')}.{local.index}"

    def expr(self, node: ir.Expr) -> str:
        match node:
            case ir.Const(value):
                return str(value)
            case ir.SetConst(bits, type):
                return "all" if bits == type.full and type.size > 1 else f"{{{bits:#x}+{type.base}}}"
            case ir.BagConst(counts, _):
                return f"bag{counts}"
            case ir.SeqConst(values, _):
                return f"list{values}"
            case ir.Local():
                return self.local(node)
            case ir.Load(field, index, _):
                return field.name if field.count == 1 else f"{field.name}[{self.expr(index)}]"
            case ir.Look(table, index, _):
                return f"`{table.name}`[{self.expr(index)}]"
            case ir.Where(op, field, shift, value, _, stride, plus):
                at = f"{f'{stride} * ' if stride > 1 else ''}n - {shift}{f' + {self.expr(plus)}' if plus is not None else ''}"
                return f"where({field.name}[{at}] {SIGNS[op]} {self.expr(value)})"
            case ir.Prim(op, (a, b), _, _) if op in SIGNS:
                return f"({self.expr(a)} {SIGNS[op]} {self.expr(b)})"
            case ir.Prim("has", (a, b), _, _):
                return f"({self.expr(b)} in {self.expr(a)})"
            case ir.Prim(op, args, _, _):
                return f"{op}({', '.join(map(self.expr, args))})"
            case ir.Cond(test, then, other):
                return f"({self.expr(then)} if {self.expr(test)} else {self.expr(other)})"
            case ir.Call(func, args):
                return f"{func.name}({', '.join(map(self.expr, args))})"
            case ir.Fold():
                return self.fold(node)
            case ir.Would(proc, args, value):
                return f"({self.expr(value)} after {proc.name}({', '.join(map(self.expr, args))}))"
            case ir.Keep(kept, row, _):
                return kept.field.name if kept.field.count == 1 else f"{kept.field.name}[{self.expr(row)}]"
            case _:
                assert_never(node)

    def fold(self, node: ir.Fold) -> str:
        value = f" {self.expr(node.value)}" if node.value is not None else ""
        key = f" by {self.expr(node.key)}" if node.key is not None else ""
        key += f" until all of {self.expr(node.enough)}" if node.enough is not None else ""
        return f"{node.op}[{self.clauses(node.clauses)}:{value}{key}]"

    def clauses(self, clauses: tuple[ir.Clause, ...]) -> str:
        found = []
        for clause in clauses:
            match clause:
                case ir.In(local, over):
                    found.append(f"{self.local(local)} in {self.expr(over)}")
                case ir.Be(local, value):
                    found.append(f"{self.local(local)} := {self.expr(value)}")
                case ir.Test(test):
                    found.append(f"if {self.expr(test)}")
        return "; ".join(found)

    def block(self, body: tuple[ir.Stmt, ...], indent: int) -> list[str]:
        return [line for stmt in body for line in self.stmt(stmt, indent)]

    def stmt(self, stmt: ir.Stmt, indent: int) -> list[str]:
        pad = "  " * indent
        match stmt:
            case ir.Assign(local, value):
                return [f"{pad}{self.local(local)} := {self.expr(value)}"]
            case ir.AssignAt(local, index, value):
                return [f"{pad}{self.local(local)}[{self.expr(index)}] := {self.expr(value)}"]
            case ir.Store(field, index, value, clamp, _):
                return [f"{pad}{field.name}[{self.expr(index)}] <- {self.expr(value)}{' clamped' if clamp else ''}"]
            case ir.StoreBit(field, index, member, value):
                return [f"{pad}{field.name}[{self.expr(index)}].{self.expr(member)} <- {self.expr(value)}"]
            case ir.Effect(op, args, _, kind):
                of = f" kind {kind}" if kind >= 0 else ""
                return [f"{pad}{op}{of} ({', '.join(map(self.expr, args))})"]
            case ir.If(test, then, other):
                lines = [f"{pad}if {self.expr(test)}", *self.block(then, indent + 1)]
                return [*lines, f"{pad}else", *self.block(other, indent + 1)] if other else lines
            case ir.While(test, body, _):
                return [f"{pad}while {self.expr(test)}", *self.block(body, indent + 1)]
            case ir.For(local, over, body):
                return [f"{pad}for {self.local(local)} in {self.expr(over)}", *self.block(body, indent + 1)]
            case ir.Do(proc, args, _):
                return [f"{pad}do {proc.name}({', '.join(map(self.expr, args))})"]
            case ir.Return():
                return [f"{pad}return"]
            case ir.Ask(choice, otherwise):
                lines = self.choice(choice, indent)
                return [*lines, f"{pad}otherwise", *self.block(otherwise, indent + 1)] if otherwise else lines
            case ir.End(how, who, ending, _):
                return [f"{pad}end {how}{' ' + self.expr(who) if who is not None else ''}{f' ending {ending}' if ending >= 0 else ''}"]
            case ir.Fired(rule):
                return [f"{pad}fired {rule}"]
            case _:
                assert_never(stmt)

    def choice(self, choice: Choice, indent: int, bodies: bool = True) -> list[str]:
        pad = "  " * indent
        who = f"chance {self.expr(choice.stream)}" if choice.stream is not None else "chance"
        who = who if choice.decider is None else self.expr(choice.decider)
        lines = [f"{pad}ask {who}{' secretly' if choice.secret else ''}: {choice.prompt}"]
        for alt in choice.alts:
            unless = f" unless {alt.unless}" if alt.unless else ""
            args = ", ".join(self.local(a) for a in alt.args)
            lines.append(f"{pad}  {alt.role} {alt.name}({args}){unless} for {self.clauses(alt.clauses) or 'always'}")
            if bodies:
                lines += self.block(alt.body, indent + 2)
        return lines


def print_func(func: Func) -> str:
    printer = Printer(func.names)
    params = ", ".join(f"{printer.local(p)}: {p.type}" for p in func.params)
    body = printer.expr(func.body) if func.body is not None else "?"
    return f"func {func.name}({params}): {func.type} = {body}"


def print_proc(proc: Proc) -> str:
    printer = Printer(proc.names)
    params = ", ".join(f"{printer.local(p)}: {p.type}" for p in proc.params)
    return "\n".join([f"proc {proc.name}({params}){' can stop' if proc.can_stop else ''}", *printer.block(proc.body, 1)])


def print_kept(kept: Kept) -> str:
    """What is kept up to date, and what it follows from."""
    field = kept.field
    of = ", ".join(sorted(f.name for f in kept.sources)) or "the pieces"
    return f"{field.name}: {kept.sort} {field.type} x {field.count} from {of} at {field.offset} ({field.width})"


def print_code(code: Code) -> str:
    printer = Printer(code.proc.names)
    slots = ", ".join(f"{printer.names[i]}@{s}" for i, s in code.slots.items())
    lines = [f"code {code.proc.name} [{code.size} words: {slots}]"]
    for number, instr in enumerate(code.instrs):
        match instr:
            case Run(body, ends):
                lines.append(f"  {number}: run{' (may end)' if ends else ''}")
                lines += printer.block(body, 3)
            case Jump(to):
                lines.append(f"  {number}: jump {to}")
            case Branch(test, otherwise):
                lines.append(f"  {number}: unless {printer.expr(test)} jump {otherwise}")
            case Enter(proc, args, _):
                lines.append(f"  {number}: enter {proc.name}({', '.join(map(printer.expr, args))})")
            case Leave():
                lines.append(f"  {number}: leave")
            case Stop(choice, targets, otherwise):
                lines.append(f"  {number}: stop, to {targets} or {otherwise}")
                lines += printer.choice(choice, 3, bodies=False)
    return "\n".join(lines)


def print_program(program: Program) -> str:
    """The whole program: fields with their places, functions, procedures, linear code."""
    lines = [f"program {program.title!r} for {len(program.seats)}: {program.size} bytes"]
    for field in program.fields:
        lines.append(f"field {field.name}: {field.type} x {field.count} from {field.low} to {field.high} at {field.offset} ({field.width})")
    lines += [print_kept(k) for k in program.kept]
    lines += [print_func(f) for f in program.funcs]
    lines += [print_code(program.code[p]) if p in program.code else print_proc(p) for p in program.procs]
    return "\n".join(lines) + "\n"


def program_facts(program: Program) -> dict[str, object]:
    """The same for programs: sizes as numbers, and the text of each function and procedure by its name."""
    fields = [
        {"name": f.name, "type": str(f.type), "count": f.count, "low": f.low, "high": f.high, "offset": f.offset, "width": f.width}
        for f in program.fields
    ]
    procs = [{"name": p.name, "text": print_code(program.code[p]) if p in program.code else print_proc(p)} for p in program.procs]
    return {
        "title": program.title,
        "seats": len(program.seats),
        "bytes": program.size,
        "fields": fields,
        "kept": [{"name": k.field.name, "sort": k.sort, "text": print_kept(k)} for k in program.kept],
        "functions": [{"name": f.name, "text": print_func(f)} for f in program.funcs],
        "procedures": procs,
    }
