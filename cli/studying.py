"""What `study` does: plays, shows how far it is, writes the report, and tells the verdict."""

from __future__ import annotations

import re
import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from rulewright.cli.failure import Failure, usage
from rulewright.cli.loading import load
from rulewright.cli.progress import progress
from rulewright.cli.screen import out
from rulewright.study.making import Plan, make, swept
from rulewright.study.model import Figure, Study
from rulewright.study.report import FORMATS, WORDS, render, verdict

if TYPE_CHECKING:
    from rulewright.play.game import Game

NUMBERS = re.compile(r"(\w+)=(-?\d+)\.\.(-?\d+)")
WORDS_LISTED = re.compile(r"(\w+)=(\w+(?:,\w+)+)")
MOST_VALUES = 40


def study(
    name: str,
    target: Path | None,
    number: int,
    level: str,
    seed: int,
    sweeps: list[str],
    ladder: int,
    format: str,
    workers: int | None,
    engine: str | None,
    players: int | None,
    options: dict[str, str],
    variants: list[str] | None,
) -> int:
    """Write the report; the exit code is 0 whatever it says, since a finding is no failure."""
    form = _format(target, format)
    wished = [_values(text) for text in sweeps]

    def loaded(what: str = "", value: str = "") -> Game:
        if what == "players":
            return load(name, options, int(value), variants, engine)
        return load(name, {**options, what: value} if what else options, players, variants, engine)

    game = loaded()
    plan = Plan(number, level, seed, ladder=ladder, workers=workers)
    path = target or Path(f"{game.name}.study.{form}")
    command = _command(name, plan, sweeps, players, options, variants)
    with progress(f"{game.title}: {plan.level}", number, quiet=False) as advance:
        found = make(game, plan, command, advance)
    figures: list[Figure] = []
    for what, values in wished:
        with progress(f"sweep of {what}", number * len(values), quiet=False) as advance:
            figures.append(swept(partial(loaded, what), what, values, plan, advance))
    found = found.model_copy(update={"figures": (*found.figures, *figures)})
    try:
        path.write_text(render(found, form), encoding="utf-8")
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror or error}.") from None
    _tell(found, path)
    return 0


def _format(target: Path | None, format: str) -> str:
    ending = target.suffix[1:].lower() if target is not None else ""
    form = format.lower() or ending or "html"
    if form not in FORMATS:
        raise usage(f"A study cannot be had as {form}.", f"Choose from: {', '.join(FORMATS)}.")
    if format and ending in FORMATS and ending != form:
        raise usage(f"{target} is the name of a {ending} file, but the format is {form}.", "Leave out --format, or change the name.")
    return form


def _values(text: str) -> tuple[str, list[str]]:
    """`hand_limit=2..6` or `level=easy,brave`."""
    numbers, words = NUMBERS.fullmatch(text.strip()), WORDS_LISTED.fullmatch(text.strip())
    if numbers is not None:
        low, high = int(numbers[2]), int(numbers[3])
        if low < high <= low + MOST_VALUES:
            return numbers[1], [str(v) for v in range(low, high + 1)]
        raise usage(f"--sweep {text}: that is no range, or more than {MOST_VALUES} values.", "Write --sweep NAME=LOW..HIGH.")
    if words is not None:
        return words[1], words[2].split(",")
    raise usage(f"--sweep {text} is not understood.", "Write --sweep NAME=LOW..HIGH, or NAME=ONE,TWO.")


def _command(name: str, plan: Plan, sweeps: list[str], players: int | None, options: dict[str, str], variants: list[str] | None) -> str:
    """The line that makes the same report."""
    words = ["rulewright", "study", Path(name).name, "-n", str(plan.matches), "--level", plan.level, "--seed", str(plan.seed)]
    words += ["--ladder", str(plan.ladder)] if plan.ladder != Plan().ladder else []
    words += [w for s in sweeps for w in ("--sweep", s)] + (["--players", str(players)] if players else [])
    words += [w for k, v in options.items() for w in ("--option", f"{k}={v}")] + [w for v in variants or [] for w in ("--variant", v)]
    return shlex.join(words)


def _tell(found: Study, path: Path) -> None:
    console = out()
    console.print(Text(f"{found.title}: {verdict(found)}", style="title"))
    for finding in found.findings:
        style = "error" if finding.severity == "serious" else "warning"
        console.print(Text.assemble((f"  {WORDS[finding.severity]}  ", style), finding.says, (f"  {', '.join(finding.lines)}", "faint")))
    for sentence in found.fine:
        console.print(Text.assemble(("  ✓ ", "good"), sentence))
    for sentence in found.unsure:
        console.print(Text.assemble(("  ? ", "warning"), sentence))
    console.print(Text(f"The report is in {path}", style="faint"), soft_wrap=True)
