"""Thousands of random rules programs, one after the other: `python -m tests.engine.many_programs 10000`.

What the tests in `test_random_programs.py` do with a dozen programs that Hypothesis draws is done here with as many as are asked for, each
drawn from its number, so that a failing one can be made again: both engines match by match, whole batches, and all passes against none.
The number of each that fails is printed with what was wrong; so is, at the end, how many were run.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import traceback

from .programs import Maker


class Drawn(Maker):
    """The parts of the program with a number."""

    def __init__(self, number: int) -> None:
        super().__init__(lambda _: None)
        self.random = random.Random(number)

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)


def compared(number: int) -> bool:
    """Whether the program runs at all (one that always divides by zero is refused); raises where anything differs."""
    from rulewright.core.optimise import PASSES
    from rulewright.interpreter.errors import REASONS
    from rulewright.play.differential import Twins, compare

    from .test_random_programs import LIMIT, MATCHES, compare_batches, loaded, matches

    text = Drawn(number).program()
    rules = loaded(text)
    if rules.program is None:
        return False
    twins = Twins(rules.program)
    for seed in range(MATCHES):
        found = compare(twins, seed, LIMIT)
        assert found.failure is None or found.failure[0] in REASONS, found.failure
    compare_batches(rules, twins)
    assert matches(text, PASSES) == matches(text, frozenset()), "all passes, and none"
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    asked = parser.parse_args()
    os.environ.setdefault("RULEWRIGHT_LLVM", "0")
    ran = refused = 0
    wrong: list[int] = []
    for number in range(asked.first, asked.first + asked.count):
        try:
            if compared(number):
                ran += 1
            else:
                refused += 1
        except Exception:
            wrong.append(number)
            print(f"program {number}:\n{traceback.format_exc(limit=-3)}", flush=True)
        if (number + 1 - asked.first) % 500 == 0:
            print(f"{number + 1 - asked.first} programs, {process(ran, refused, wrong)}", flush=True)
    print(process(ran, refused, wrong))
    return 1 if wrong else 0


def process(ran: int, refused: int, wrong: list[int]) -> str:
    return f"{ran} ran, {refused} refused, {len(wrong)} wrong {wrong}; {time.process_time():.0f} s of processor time"


if __name__ == "__main__":
    sys.exit(main())
