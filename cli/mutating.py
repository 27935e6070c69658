"""What `mutate` does: a bar while rules are broken, then what nobody noticed, line by line."""

from __future__ import annotations

import re
from pathlib import Path

from rich.text import Text

from rulewright.cli.facts import print_facts
from rulewright.cli.failure import FOUND, note, usage
from rulewright.cli.loading import find, refused
from rulewright.cli.progress import progress
from rulewright.cli.screen import out
from rulewright.cli.words import counted
from rulewright.dsl.cache import cache_folder
from rulewright.mutate.equal import ENOUGH, reasons
from rulewright.mutate.keeping import named
from rulewright.mutate.making import Mutant, Plan, Report
from rulewright.mutate.making import mutate as break_rules
from rulewright.mutate.trying import CAUGHT, REFUSED, SAME, SURVIVED
from rulewright.play.errors import BadGame

TIME = re.compile(r"(\d+)\s*(s|m|h)?")
SECONDS = {"s": 1, "m": 60, "h": 3600}
SIGNS = {CAUGHT: ("✓", "good"), SURVIVED: ("✗", "error"), SAME: ("=", "faint"), REFUSED: ("·", "faint")}


def mutate(
    name: str,
    by: str,
    tests: list[str],
    equal: Path | None,
    sample: int | None,
    seed: int,
    lines: tuple[str, ...],
    time: str,
    matches: int,
    workers: int,
    fresh: bool,
    every: bool,
    as_json: bool,
) -> int:
    """Break and tell; the exit code is 1 if something is not noticed."""
    path = find(name)
    folders = _tests(path, tests) if by == "tests" else ()
    given = reasons(equal) if equal is not None else {}
    plan = Plan(sample, seed, lines, _seconds(time), matches=matches, workers=workers, tests=folders, equal=given)
    store = cache_folder() / "mutants" / f"{path.stem}-{named(f'{path.resolve()} {by}')}.json"
    if fresh:
        store.unlink(missing_ok=True)
    try:
        with progress(path.stem, sample or _number(path), quiet=as_json) as advance:
            report = break_rules(path, plan, store, advance)
    except BadGame as error:
        raise refused(error, name) from None
    if as_json:
        print_facts(report.as_data())
    else:
        _show(report, every, by, seed)
    return FOUND if report.unnoticed else 0


def _number(path: Path) -> int:
    from rulewright.mutate.making import number_of

    return number_of(path)


def _seconds(text: str) -> float | None:
    if not text:
        return None
    found = TIME.fullmatch(text.strip())
    if found is None:
        raise usage(f"--time {text} is no time.", "Write --time 90s, 10m or 1h.")
    return float(found[1]) * SECONDS[found[2] or "s"]


def _tests(path: Path, tests: list[str]) -> tuple[str, ...]:
    """What pytest runs: what was named, or the folder of this game's tests."""
    folders = tests or [f"tests/games/{path.stem}"]
    missing = [f for f in folders if not Path(f.partition("::")[0]).exists()]
    if missing:
        raise usage(f"There are no tests in {missing[0]}.", "Name files or folders: --tests PATH.")
    return tuple(folders)


def _show(report: Report, every: bool, by: str, seed: int) -> None:
    console = out()
    console.print(Text(report.title, style="title"))
    shown = [m for m in report.mutants if m.verdict is not None and (every or m in report.unnoticed)]
    file, line = "", 0
    for mutant in shown:
        if mutant.path.name != file:
            file, line = mutant.path.name, 0
            console.print(Text(f"\n{file}", style="place"))
        if mutant.line != line:
            line = mutant.line
            console.print(Text.assemble((f"{line:>5}  ", "number"), mutant.text), soft_wrap=True)
        _mutant(mutant)
    _sum_up(report, by, seed)


def _mutant(mutant: Mutant) -> None:
    verdict = mutant.verdict
    assert verdict is not None
    sign, style = SIGNS[verdict.what]
    console = out()
    by = f"  ({verdict.by})" if verdict.by and verdict.what != SURVIVED else ""
    console.print(
        Text.assemble("       ", (f"{sign} ", style), f"{mutant.says[0].upper()}{mutant.says[1:]}.", (by, "faint")), soft_wrap=True
    )
    if verdict.difference is not None:
        told = verdict.difference
        after = f"after {counted(told.decision, 'decision')}" if told.decision else "at once"
        flags = f", {' '.join(told.flags)}" if told.flags else ""
        console.print(Text(f"         Seed {told.seed}{flags}, {after}: {told.says}", style="faint"), soft_wrap=True)
    elif verdict.what == SURVIVED and verdict.matches:
        if mutant.reason:
            console.print(Text(f"         {mutant.reason}", style="faint"), soft_wrap=True)
        console.print(Text(f"         No difference in {counted(verdict.matches, 'match', 'matches')}.", style="faint"), soft_wrap=True)


def _sum_up(report: Report, by: str, seed: int) -> None:
    caught, survived = len(report.those(CAUGHT)), len(report.unnoticed)
    shown = sum(m.verdict is not None and m.verdict.difference is not None for m in report.unnoticed)
    who = "examples and tests" if by == "tests" else "examples"
    share = f" ({100 * caught / report.counted:.0f} of 100)" if report.counted else ""
    lines = [f"{counted(report.counted, 'broken rule')}: the {who} notice {caught}{share}, and {survived} go unnoticed."]
    if survived:
        lines.append(f"{shown} of these change a match that was played; an example that shows it would keep the rule.")
    if report.equal:
        lines.append(f"{len(report.equal)} more cannot be told from the true rules: a reason is given, and {ENOUGH:,} matches agree.")
    lines.append(f"{len(report.those(SAME))} more mean the same, {len(report.those(REFUSED))} the language refuses.")
    console = out()
    console.print()
    for sentence in lines:
        console.print(Text(sentence), soft_wrap=True)
    if len(report.mutants) < report.of:
        drawn = f"{len(report.mutants)} of {report.of} ways to break it were drawn by lot (seed {seed})."
        console.print(Text(drawn, style="faint"), soft_wrap=True)
    if report.left:
        note(f"{report.left} are left. Run it again to go on.")
