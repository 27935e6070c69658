"""One module of native code for one program: tables, functions, and what all of them share."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compiler.emitter import Emitter
from rulewright.compiler.once import Once
from rulewright.compiler.shapes import I64, I128, PTR, constant, in_memory, item_type, shape, size_in_words
from rulewright.core.effects import Effects
from rulewright.core.flow import may_end
from rulewright.core.ir import Do, Effect, Local, Stmt, While
from rulewright.core.program import Func, Proc, Program, Table
from rulewright.core.ranges import Range, Ranges
from rulewright.core.types import INT_MAX, INT_MIN, Bag, Int, Seq, Set, Type, words
from rulewright.core.walk import statements

DECLARATIONS = """
declare i64 @llvm.ctpop.i64(i64)
declare i128 @llvm.ctpop.i128(i128)
declare i64 @llvm.cttz.i64(i64, i1)
declare i128 @llvm.cttz.i128(i128, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i128 @llvm.ctlz.i128(i128, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare {i64, i1} @llvm.sadd.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.ssub.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)
declare i64 @llvm.vector.reduce.add.v4i64(<4 x i64>)
declare i64 @llvm.vector.reduce.add.v8i64(<8 x i64>)
declare i64 @llvm.vector.reduce.or.v8i64(<8 x i64>)
declare <8 x i64> @llvm.ctpop.v8i64(<8 x i64>)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{!"branch_weights", i32 2000, i32 1}
!1 = !{!"branch_weights", i32 1, i32 2000}
"""


class Build:
    def __init__(self, program: Program, features: frozenset[str] = frozenset(), counting: bool = False, paranoid: bool = False) -> None:
        self.program = program
        self.features = features
        self.counting = counting  # whether code counts how often each rule is applied
        self.profiling = False  # whether code says where in the rules it is, and counts how often
        self.counted: set[int] = set()  # places that are counted, and those of them that are conditions
        self.asked: set[int] = set()
        self.deeds: set[int] = set()  # those at which something is done
        self.paranoid = paranoid  # whether every state of a batch is looked over
        # Whether something is noted outside the state, so that trials have to say that they are none but trials.
        self.talks = counting or any(isinstance(s, Effect) and s.op == "say" for p in program.procs for s in statements(p.body))
        self.inlining = ""  # an attribute for functions of a small game
        self.apart = ""  # the same for functions that are called from one place, as one of many
        self.onces: dict[int, Once] = {}  # what is remembered of each choice
        self.effects = Effects(program)
        self.ranges = Ranges(program)
        self.globals: list[str] = []
        self.texts: list[str] = []
        self._tables: dict[int, tuple[str, str]] = {}
        self._own: dict[str, tuple[str, str]] = {}
        self._funcs: dict[Func, str] = {}
        self._procs: dict[Proc, str] = {}
        self._helpers: set[str] = set()
        self._waiting: list[Callable[[], None]] = []
        self._ends: dict[Proc, bool] = {}
        self._loops: dict[Proc, bool] = {}

    def add(self, emitter: Emitter) -> None:
        self.texts.append(emitter.text())

    def module(self) -> str:
        self.finish()
        return "\n".join([DECLARATIONS, *self.globals, *self.texts])

    def finish(self) -> None:
        """Write the bodies of everything that has been asked for."""
        while self._waiting:
            self._waiting.pop(0)()

    def later(self, write: Callable[[], None]) -> None:
        self._waiting.append(write)

    def declare(self, text: str) -> None:
        """A function of LLVM, declared once."""
        if text not in self.globals:
            self.globals.append(text)

    # ------------------------------------------------------------ tables

    def table(self, table: Table) -> tuple[str, str]:
        """The name of a table in native code, and the type of its entries."""
        if table.number not in self._tables:
            self._tables[table.number] = self._write_table(table)
        return self._tables[table.number]

    def own_table(self, table: Table) -> tuple[str, str]:
        """The same for a table that only native code needs; it is no part of the program."""
        if table.name not in self._own:
            self._own[table.name] = self._write_table(table, f"@table_{len(self._own)}_own")
        return self._own[table.name]

    def _write_table(self, table: Table, name: str = "") -> tuple[str, str]:
        name = name or f"@table{table.number}"
        values = table.values or (0,)
        if isinstance(table.type, Int):
            numbers = [v for v in values if isinstance(v, int)]
            entry, _ = item_type(min(numbers), max(numbers))
            body = ", ".join(f"{entry} {constant(v, int(entry[1:]))}" for v in numbers)
        elif isinstance(table.type, Set) and not in_memory(table.type):
            entry = shape(table.type)
            body = ", ".join(f"{entry} {constant(v, int(entry[1:]))}" for v in values if isinstance(v, int))
        else:
            entry = f"[{size_in_words(table.type)} x i64]"
            body = ", ".join(f"{entry} [{', '.join('i64 ' + constant(w) for w in words_of(v, table.type))}]" for v in values)
        self.globals.append(f"{name} = internal unnamed_addr constant [{len(values)} x {entry}] [{body}], align 16")
        return name, entry

    # ------------------------------------------------------------ functions

    def param(self, routine: Func | Proc, local: Local) -> str:
        """The native type of a parameter, with the bounds that are known of it."""
        form = shape(local.type)
        if not isinstance(local.type, Int):
            return form
        return form + bounds(self.ranges.of_local(routine, local.index))

    def func(self, func: Func) -> str:
        """The native function of a pure function; written when everything else has been asked for."""
        if func not in self._funcs:
            name = f"f{len(self._funcs)}_{clean(func.name)}"
            self._funcs[func] = name
            from rulewright.compiler.expressions import write_func

            self.later(lambda: write_func(self, func, name))
        return self._funcs[func]

    def proc(self, proc: Proc) -> str:
        """The native function of a procedure that cannot stop."""
        if proc not in self._procs:
            name = f"p{len(self._procs)}_{clean(proc.name)}"
            self._procs[proc] = name
            from rulewright.compiler.statements import write_proc

            self.later(lambda: write_proc(self, proc, name))
        return self._procs[proc]

    def ends(self, proc: Proc) -> bool:
        if proc not in self._ends:
            self._ends[proc] = may_end(proc.body)
        return self._ends[proc]

    def loops(self, body: tuple[Stmt, ...]) -> bool:
        """Whether statements contain a loop without a limit, or call something that does, or that calls itself."""
        for stmt in statements(body):
            if isinstance(stmt, While):
                return True
            if isinstance(stmt, Do):
                if stmt.proc not in self._loops:
                    self._loops[stmt.proc] = stmt.proc.recursive
                    self._loops[stmt.proc] = stmt.proc.recursive or self.loops(stmt.proc.body)
                if self._loops[stmt.proc]:
                    return True
        return False

    def helper(self, name: str, write: Callable[[], None]) -> str:
        """A function of our own, written once."""
        if name not in self._helpers:
            self._helpers.add(name)
            self.later(write)
        return name


def bounds(range: Range) -> str:
    """An attribute that tells the optimiser the bounds of a number, if there are any."""
    low, high = range
    return "" if low <= INT_MIN or high >= INT_MAX - 1 else f" range(i64 {low}, {high + 1})"


def clean(name: str) -> str:
    return "".join(c if c.isalnum() and c.isascii() else "_" for c in name)[:40]


def words_of(value: object, type: Type) -> list[int]:
    """A constant as the words it takes in memory."""
    mask = (1 << 64) - 1
    match type:
        case Int():
            assert isinstance(value, int)
            return [value]
        case Set():
            assert isinstance(value, int)
            return [value >> 64 * i & mask for i in range(type.words)]
        case Bag():
            assert isinstance(value, tuple)
            return list(value)
        case Seq(elem, cap):
            assert isinstance(value, tuple)
            found = [len(value)]
            for item in value:
                found += words_of(item, elem)
            return found + [0] * (1 + cap * words(elem) - len(found))
        case _:
            raise TypeError(f"no constant of {type}")


__all__ = ["I64", "I128", "PTR", "Build", "clean", "words_of"]
