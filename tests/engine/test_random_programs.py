"""Random rules programs run alike in both engines, also where they fail; never a crash.

In CI a dozen of them; `RULEWRIGHT_LONG=1` makes it a thousand, or as many as `RULEWRIGHT_PROGRAMS` says. A program that fails is
shown as it is; with `RULEWRIGHT_SHRINK=1` a smaller one is looked for, which takes minutes.
"""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import HealthCheck, Phase, assume, event, given, settings

from rulewright.core.optimise import PASSES
from rulewright.core.verify import problems
from rulewright.dsl.driver import Loaded
from rulewright.dsl.driver import load as load_rules
from rulewright.interpreter.errors import REASONS, RuleError
from rulewright.interpreter.machine import Machine
from rulewright.play.differential import Twins, compare
from rulewright.play.game import Game
from rulewright.play.simulate import simulate

from .programs import programs

LONG = bool(os.environ.get("RULEWRIGHT_LONG"))
EXAMPLES = int(os.environ.get("RULEWRIGHT_PROGRAMS", "1000" if LONG else "12"))
MATCHES = 4
LIMIT = 60  # decisions of a match; most end long before


def loaded(text: str) -> Loaded:
    path = Path("random.rules")
    return load_rules(path, provider=lambda _: text.encode())


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=not LONG,
    phases=[Phase.generate, *([Phase.shrink] if os.environ.get("RULEWRIGHT_SHRINK") else [])],
    suppress_health_check=list(HealthCheck),
)
@given(programs())
def test_both_engines_do_the_same(text: str) -> None:
    rules = loaded(text)
    assume(rules.program is not None)  # a division that is always by zero is refused before it runs
    assert rules.program is not None
    twins = Twins(rules.program)
    for seed in range(MATCHES):
        found = compare(twins, seed, LIMIT)
        event("ended" if found.ended else f"failed: {found.failure[0]}" if found.failure is not None else "left")
        if found.failure is not None:
            reason, span = found.failure
            assert reason in REASONS
            assert 0 <= span < len(rules.program.spans)
    compare_batches(rules, twins)


def compare_batches(rules: Loaded, twins: Twins) -> None:
    """Whole matches inside native code end like those of the interpreter: outcome, failure and its place, score."""
    game = Game(Path("random.rules"), rules, (), "native")
    game.__dict__["engine"] = twins.other
    natively = simulate(game, 6, 3, limit=LIMIT, threads=1)
    game.__dict__["engine"] = twins
    one_by_one = simulate(game, 6, 3, limit=LIMIT)
    for column in ("over", "winners", "ending", "decisions", "options", "error", "span", "scores"):
        theirs, ours = getattr(natively, column), getattr(one_by_one, column)
        assert theirs.tolist() == ours.tolist(), column


# ---------------------------------------------------------------- passes


def matches(text: str, passes: frozenset[str]) -> list[list[object]]:
    """What can be seen of some matches: the options at every decision, the end, or what went wrong and where in the rules; nothing if the
    program is refused."""
    before = os.environ.get("RULEWRIGHT_PASSES")
    os.environ["RULEWRIGHT_PASSES"] = ",".join(sorted(passes))
    try:
        rules = loaded(text)
    finally:
        if before is None:
            del os.environ["RULEWRIGHT_PASSES"]
        else:
            os.environ["RULEWRIGHT_PASSES"] = before
    if rules.program is None:
        return []
    wrong = list(problems(rules.program))
    assert not wrong, wrong
    machine = Machine(rules.program)
    found: list[list[object]] = []
    for seed in range(MATCHES):
        seen: list[object] = []
        try:
            state = machine.start(seed)
            for number in range(LIMIT):
                if machine.choice(state) is None:
                    break
                options = machine.options(state)
                seen.append(options)
                machine.choose(state, options[(seed + 7 * number) % len(options)])
            seen.append(state[machine.over])
        except RuleError as error:
            seen.append((error.reason, rules.program.spans[error.span] if error.span >= 0 else -1))
        found.append(seen)
    return found


@settings(
    max_examples=2 * EXAMPLES,
    deadline=None,
    database=None,
    derandomize=not LONG,
    phases=[Phase.generate, *([Phase.shrink] if os.environ.get("RULEWRIGHT_SHRINK") else [])],
    suppress_health_check=list(HealthCheck),
)
@given(programs())
def test_passes_change_nothing(text: str) -> None:
    """The same options, the same end, and the same failure at the same place, with all passes and with none."""
    plain = matches(text, frozenset())
    assume(plain)  # a division that is always by zero is refused before it runs
    assert matches(text, PASSES) == plain, text
