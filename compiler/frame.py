"""The place in native code at which expressions and statements are written: state, context, locals, what is known of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.compiler.emitter import Emitter
from rulewright.compiler.shapes import I64, PTR, shape, size_in_words
from rulewright.core.types import Type

# Words of the context. WIDTHS: whether options are counted where that is not needed to draw one. TRYING: trials we are inside of.
# DEPTH: how deep procedures that call themselves are inside each other. AGENT: the generators of random players, seat by seat.
# WHERE: the place in the rules that is worked on, in code that is made for the profiler. BARS: the address of a table of options that
# a search does without (`compiler.barring`), or 0. HABITS: the address of a table of what actions led to (`compiler.habits`), or 0.
# CONTEST: how many options are drawn, of which the one that promises most is taken. MOVER, TURNS: who has decided last, and how often
# somebody else may before a search judges the position.
ERROR, SPAN, ROUNDS, DECISIONS, OPTIONS, WIDEST, LIMIT, WIDTHS, TRYING, DEPTH = range(10)
WHERE, BARS, HABITS, CONTEST, MOVER, TURNS, AGENT, SAID, FIRED = 10, 11, 12, 13, 14, 15, 16, 32, 100
REASONS = ("", "range", "capacity", "missing", "division", "overflow", "runaway", "stack", "supply", "list", "stuck", "unsound")
LONGEST_LOOP = 1_000_000
MOST_SAID = FIRED - SAID - 1  # texts told between two looks; more are not kept
CUT, FAILED = 8, 9  # how a match ended that did not: too long, or with an error


@dataclass(slots=True)
class Frame:
    e: Emitter
    locals: list[Type]
    state: str = "%state"
    context: str = "%context"
    storage: dict[int, str] = field(default_factory=dict)
    alias: dict[int, str] = field(default_factory=dict)  # memory values bound without a copy
    once: dict[int, tuple[int, int]] = field(default_factory=dict)  # what is remembered, by node: its bit and its place
    playout: bool = False  # decisions are drawn at random where they stand
    leave: str = ""  # the block that leaves the procedure

    def place(self, index: int) -> str:
        """Where a local lives on the native stack."""
        if index not in self.storage:
            type = self.locals[index]
            form = shape(type)
            self.storage[index] = self.e.temp(I64, size_in_words(type)) if form == PTR else self.e.temp(form)
        return self.storage[index]

    def read(self, index: int) -> str:
        if index in self.alias:
            return self.alias[index]
        form = shape(self.locals[index])
        return self.place(index) if form == PTR else self.e.load(form, self.place(index))

    def write(self, index: int, value: str) -> None:
        type = self.locals[index]
        form = shape(type)
        self.alias.pop(index, None)
        if form == PTR:
            self.e.copy(self.place(index), value, size_in_words(type))
        else:
            self.e.store(form, value, self.place(index))

    def bind(self, index: int, value: str) -> None:
        """Like `write`, but memory is not copied: nothing changes it while the name is in use."""
        if shape(self.locals[index]) == PTR:
            self.alias[index] = value
        else:
            self.write(index, value)

    def fail(self, reason: str, span: int) -> None:
        """Note the first thing that goes wrong; what follows is of no consequence."""
        self.e.call("fail", "void", [(PTR, self.context), (I64, str(REASONS.index(reason))), (I64, str(span))])

    def fail_if(self, test: str, reason: str, span: int) -> None:
        with self.e.when(test, False):
            self.fail(reason, span)
