"""Where native code is in the rules: a word that says it, and two counters for each place. Only in code that is made for it.

The first counts how often a place was come to; the second how often its condition held, where it is one. Together with the counting of
rules, trials do not count: only what really happened.
"""

from __future__ import annotations

from rulewright.compiler.build import Build
from rulewright.compiler.frame import FIRED, TRYING, WHERE, Frame
from rulewright.compiler.shapes import I64
from rulewright.core.program import Program


def first_counter(program: Program) -> int:
    """The word of the context that counts the first place; those of the others follow, then those of conditions that held."""
    return FIRED + max(1, len(program.rules))


def here(build: Build, f: Frame, span: int, *, count: bool = True, deed: bool = False) -> None:
    """Say that this place of the rules is worked on from here on, and count it. A deed is something done, not something asked."""
    if not build.profiling or span < 0:
        return
    f.e.store(I64, str(span), f.e.offset(f.context, 8 * WHERE))
    if count:
        if not f.playout:  # of a whole match at once there is another form, from stop to stop
            build.counted.add(span)
            if deed:
                build.deeds.add(span)
        _add(build, f, first_counter(build.program) + span, "1")


def passed(build: Build, f: Frame, span: int, holds: str) -> None:
    """Count that the condition at this place held."""
    if build.profiling and span >= 0:
        if not f.playout:
            build.asked.add(span)
        _add(build, f, first_counter(build.program) + len(build.program.spans) + span, f.e.flag(holds))


def _add(build: Build, f: Frame, word: int, number: str) -> None:
    e = f.e
    if build.counting:
        real = e.flag(e.icmp("eq", e.load(I64, e.offset(f.context, 8 * TRYING)), "0"))
        number = e.op("and", I64, real, number)
    at = e.offset(f.context, 8 * word)
    e.store(I64, e.op("add", I64, e.load(I64, at), number), at)
