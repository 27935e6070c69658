"""Writing LLVM as text: one function at a time, with fresh names, blocks, loops and temporaries.

Values are strings: the name of a register or a literal. What is known about a value beside its LLVM type is the caller's
business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rulewright.compiler.shapes import I1, I64, PTR


class Emitter:
    """Builds the body of one function."""

    def __init__(self, name: str, result: str, params: list[tuple[str, str]], attributes: str = "", known: str = "") -> None:
        self.name = name
        self.result = result
        self.params = params
        self.attributes = attributes
        self.known = known  # what is known of the result
        self.allocas: list[str] = []
        self.lines: list[str] = []
        self.count = 0
        self.block = "entry"
        self.done = False  # the current block has its end

    # ------------------------------------------------------------ names and blocks

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def label(self, hint: str) -> str:
        self.count += 1
        return f"{hint}{self.count}"

    def start(self, label: str) -> None:
        """Begin a block; the one before goes on into it if it has no end yet."""
        if not self.done:
            self.lines.append(f"  br label %{label}")
        self.lines.append(f"{label}:")
        self.block = label
        self.done = False

    def line(self, text: str) -> None:
        if not self.done:
            self.lines.append("  " + text)

    def br(self, label: str) -> None:
        self.line(f"br label %{label}")
        self.done = True

    def cond_br(self, test: str, then: str, other: str, likely: bool | None = None) -> None:
        self.line(f"br i1 {test}, label %{then}, label %{other}" + (", !prof !0" if likely else ", !prof !1" if likely is False else ""))
        self.done = True

    def ret(self, value: str = "") -> None:
        self.line(f"ret {self.result} {value}".rstrip() if self.result != "void" else "ret void")
        self.done = True

    def text(self) -> str:
        params = ", ".join(f"{type} {name}" for type, name in self.params)
        head = f"define internal{self.known} {self.result} @{self.name}({params}) {self.attributes} {{"
        if self.name.startswith("rulewright_"):
            head = head.replace(" internal", "")
        return "\n".join([head, "entry:", *self.allocas, *self.lines, "}"])

    # ------------------------------------------------------------ instructions

    def op(self, code: str, type: str, a: str, b: str) -> str:
        name = self.fresh()
        self.line(f"{name} = {code} {type} {a}, {b}")
        return name

    def icmp(self, predicate: str, a: str, b: str, type: str = I64) -> str:
        name = self.fresh()
        self.line(f"{name} = icmp {predicate} {type} {a}, {b}")
        return name

    def cast(self, code: str, value: str, source: str, target: str) -> str:
        if source == target:
            return value
        name = self.fresh()
        self.line(f"{name} = {code} {source} {value} to {target}")
        return name

    def flag(self, test: str) -> str:
        """An i1 as 0 or 1."""
        return self.cast("zext", test, I1, I64)

    def truth(self, value: str) -> str:
        """0 or not 0 as an i1."""
        return self.icmp("ne", value, "0")

    def select(self, test: str, type: str, a: str, b: str) -> str:
        name = self.fresh()
        self.line(f"{name} = select i1 {test}, {type} {a}, {type} {b}")
        return name

    def load(self, type: str, pointer: str, align: int = 8) -> str:
        name = self.fresh()
        self.line(f"{name} = load {type}, ptr {pointer}, align {align}")
        return name

    def store(self, type: str, value: str, pointer: str, align: int = 8) -> None:
        self.line(f"store {type} {value}, ptr {pointer}, align {align}")

    def offset(self, pointer: str, offset: str | int) -> str:
        """A pointer some bytes further on."""
        if offset in (0, "0"):
            return pointer
        name = self.fresh()
        self.line(f"{name} = getelementptr i8, ptr {pointer}, i64 {offset}")
        return name

    def element(self, pointer: str, type: str, index: str) -> str:
        name = self.fresh()
        self.line(f"{name} = getelementptr {type}, ptr {pointer}, i64 {index}")
        return name

    def call(self, function: str, result: str, args: list[tuple[str, str]]) -> str:
        given = ", ".join(f"{type} {value}" for type, value in args)
        if result == "void":
            self.line(f"call void @{function}({given})")
            return ""
        name = self.fresh()
        self.line(f"{name} = call {result} @{function}({given})")
        return name

    def temp(self, type: str, count: int = 1) -> str:
        """A place on the native stack, for the whole function."""
        name = self.fresh()
        size = f", i64 {count}" if count != 1 else ""
        self.allocas.append(f"  {name} = alloca {type}{size}, align 8")
        return name

    def copy(self, target: str, source: str, words: int) -> None:
        self.line(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {target}, ptr align 8 {source}, i64 {8 * words}, i1 false)")

    def zero(self, target: str, words: int) -> None:
        self.line(f"call void @llvm.memset.p0.i64(ptr align 8 {target}, i8 0, i64 {8 * words}, i1 false)")

    # ------------------------------------------------------------ control

    @contextmanager
    def when(self, test: str, likely: bool | None = None) -> Iterator[None]:
        then, end = self.label("then"), self.label("end")
        self.cond_br(test, then, end, likely)
        self.start(then)
        yield
        if not self.done:
            self.br(end)
        self.start(end)

    def either(self, test: str, then: Callable[[], None], other: Callable[[], None]) -> None:
        yes, no, end = self.label("yes"), self.label("no"), self.label("end")
        self.cond_br(test, yes, no)
        self.start(yes)
        then()
        if not self.done:
            self.br(end)
        self.start(no)
        other()
        if not self.done:
            self.br(end)
        self.start(end)

    def choose(self, test: str, type: str, then: Callable[[], str], other: Callable[[], str]) -> str:
        """A value computed one way or the other."""
        yes, no, end = self.label("yes"), self.label("no"), self.label("end")
        self.cond_br(test, yes, no)
        self.start(yes)
        a = then()
        from_yes = self.block
        self.br(end)
        self.start(no)
        b = other()
        from_no = self.block
        self.br(end)
        self.start(end)
        name = self.fresh()
        self.line(f"{name} = phi {type} [ {a}, %{from_yes} ], [ {b}, %{from_no} ]")
        return name

    @contextmanager
    def counting(self, limit: str, first: str = "0") -> Iterator[str]:
        """A loop from `first` up to, not including, `limit`."""
        at = self.temp(I64)
        self.store(I64, first, at)
        head, body, end = self.label("loop"), self.label("body"), self.label("end")
        self.start(head)
        index = self.load(I64, at)
        self.cond_br(self.icmp("slt", index, limit), body, end)
        self.start(body)
        self.breaks.append(end)
        yield index
        self.breaks.pop()
        if not self.done:
            self.store(I64, self.op("add", I64, index, "1"), at)
            self.br(head)
        self.start(end)

    @property
    def breaks(self) -> list[str]:
        if not hasattr(self, "_breaks"):
            self._breaks: list[str] = []
        return self._breaks


__all__ = ["PTR", "Emitter"]
