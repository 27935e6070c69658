"""Where native code is in the rules: a word that says it, and a counter for each place. Only in code that is made for it."""

from __future__ import annotations

from rulewright.compiler.build import Build
from rulewright.compiler.frame import FIRED, WHERE, Frame
from rulewright.compiler.shapes import I64
from rulewright.core.program import Program


def first_counter(program: Program) -> int:
    """The word of the context that counts the first place; those of the others follow."""
    return FIRED + max(1, len(program.rules))


def here(build: Build, f: Frame, span: int, *, count: bool = True) -> None:
    """Say that this place of the rules is worked on from here on, and count it."""
    if not build.profiling or span < 0:
        return
    e = f.e
    e.store(I64, str(span), e.offset(f.context, 8 * WHERE))
    if count:
        at = e.offset(f.context, 8 * (first_counter(build.program) + span))
        e.store(I64, e.op("add", I64, e.load(I64, at), "1"), at)
