"""What `study` does: plays, shows how far it is, writes the report, and tells the verdict."""

from __future__ import annotations

import hashlib
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rich.text import Text

from rulewright.cli.failure import Failure, usage
from rulewright.cli.loading import load
from rulewright.cli.progress import progress
from rulewright.cli.revisions import version
from rulewright.cli.screen import out
from rulewright.dsl import types
from rulewright.dsl.cache import cache_folder
from rulewright.play.errors import PlayError
from rulewright.study import changing, seeking
from rulewright.study.against import against
from rulewright.study.changing import Change
from rulewright.study.making import Played, made, sought, swept
from rulewright.study.model import Figure, Study
from rulewright.study.parquet import write
from rulewright.study.plan import Plan, usual
from rulewright.study.report import FORMATS, WORDS, render, verdict
from rulewright.study.rows import Means
from rulewright.study.seeking import Aim

if TYPE_CHECKING:
    from rulewright.play.game import Game


@dataclass(frozen=True, slots=True)
class Wish:
    """A study as somebody asked for it."""

    name: str
    plan: Plan
    target: Path | None = None
    format: str = ""
    sweeps: tuple[str, ...] = ()
    workers: int | None = None
    cluster: str = ""
    against: str = ""
    rows: Path | None = None
    find: str = ""
    by: str = ""
    engine: str | None = None
    players: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    json: bool = False  # facts to stdout instead of a verdict, and a file only if one is named

    def load(self, name: str = "", players: int | None = None, changed: Mapping[str, str] | None = None) -> Game:
        wanted = players or self.players
        return load(name or self.name, {**self.options, **(changed or {})}, wanted, list(self.variants), self.engine)

    def changed(self, game: Game, change: Change, folder: Path, value: str) -> Game:
        """The game with one thing changed."""
        if change.in_text:
            own = folder / value.replace("/", "_")
            own.mkdir(parents=True, exist_ok=True)
            return self.load(str(changing.written(game, change, value, own)))
        if change.sort == "players":
            if not value.isdigit():
                raise usage(f"{value} is not a number of players.")
            return self.load(players=int(value))
        return self.load(changed={change.what: value})

    def command(self) -> str:
        """The line that makes the same report."""
        plan = self.plan
        usual = Plan.sized(plan.matches, plan.level, plan.seed, 10_000, 60, None, None, None, 0.0)
        words = ["rulewright", "study", Path(self.name).name, "-n", str(plan.matches), "--level", plan.level, "--seed", str(plan.seed)]
        for name in ("ladder", "experiment", "luck", "deep", "random", "until"):
            value = getattr(plan, FIELDS.get(name, name))
            if value != getattr(usual, FIELDS.get(name, name)):
                words += [f"--{name}", f"{100 * value:g}%" if name == "until" else str(value)]
        words += ["--against", Path(self.against).name] if self.against else []
        words += ["--find", self.find, "--by", self.by] if self.find else []
        words += [w for s in self.sweeps for w in ("--sweep", s)] + (["--players", str(self.players)] if self.players else [])
        words += [w for k, v in self.options.items() for w in ("--option", f"{k}={v}")]
        return shlex.join(words + [w for v in self.variants for w in ("--variant", v)])


FIELDS = {"luck": "fortune", "random": "random_matches"}


def study(wish: Wish) -> int:
    """Write the report; the exit code is 0 whatever it says, since a finding is no failure."""
    form = _format(wish.target, wish.format)
    game = wish.load()
    wish = replace(wish, plan=replace(wish.plan, level=wish.plan.level or usual(game)))
    plan, command = wish.plan, wish.command()
    wished = [_read_change(text, "--sweep", game) for text in wish.sweeps]
    aim = _aim(wish, game)
    path = wish.target or Path(f"{game.name}.study.{form}")
    folder = cache_folder() / "study" / hashlib.sha256(f"{game.fingerprint} {command}".encode()).hexdigest()[:20]
    means = Means(wish.workers, wish.cluster, folder)
    with progress(f"{game.title}: {plan.level}", plan.total(), quiet=False) as advance:
        found, played = made(game, plan, command, replace(means, progress=advance))
    figures: list[Figure] = []
    if wish.against and found.complete:
        figures.append(_against(wish, found, played, means))
    with TemporaryDirectory() as room:
        for change in wished if found.complete else ():
            each = partial(wish.changed, game, change, Path(room) / change.what)
            with progress(f"sweep of {change.what}", plan.matches * len(change.values), quiet=False) as advance:
                figures.append(swept(each, change.what, list(change.values), plan, replace(means, progress=advance)))
        if aim is not None and found.complete:
            each = partial(wish.changed, game, aim[1], Path(room) / f"find {aim[1].what}")
            with progress(f"looking for {wish.find}", plan.matches * len(aim[1].values), quiet=False) as advance:
                figures.append(sought(each, *aim, plan, replace(means, progress=advance)))
    found = found.model_copy(update={"figures": (*found.figures, *figures), "complete": not means.stopped})
    if not wish.json or wish.target is not None:
        try:
            path.write_text(render(found, form), encoding="utf-8")
        except OSError as error:
            raise Failure(f"{path} cannot be written: {error.strerror or error}.") from None
    if wish.rows is not None:
        _write_rows(wish.rows, found, played, wish.json)
    if found.complete:
        shutil.rmtree(folder, ignore_errors=True)
    if wish.json:
        print(render(found, "json"))
    else:
        _tell(found, path)
    return 0


def _against(wish: Wish, found: Study, played: Played, means: Means) -> Figure:
    """The other version with the same seeds."""
    old = wish.load(name=str(version(wish.against)))
    with progress(f"{old.title}, the other version", wish.plan.total(), quiet=False) as advance:
        study, matches = made(old, wish.plan, "", replace(means, progress=advance))
    return against(found, study, played.main, matches.main)


def _write_rows(folder: Path, found: Study, played: Played, quiet: bool) -> None:
    try:
        written = write(folder, found, played)
    except OSError as error:
        raise Failure(f"{folder} cannot be written: {error.strerror or error}.") from None
    if not quiet:
        out().print(Text(f"Rows: {', '.join(str(p) for p in written)}", style="faint"), soft_wrap=True)


def _format(target: Path | None, format: str) -> str:
    ending = target.suffix[1:].lower() if target is not None else ""
    form = format.lower() or ending or "html"
    if form not in FORMATS:
        raise usage(f"A study cannot be written as {form}.", f"Choose from: {', '.join(FORMATS)}.")
    if format and ending in FORMATS and ending != form:
        raise usage(f"{target} is the name of a {ending} file, but the format is {form}.", "Leave out --format, or change the name.")
    return form


def _read_change(text: str, flag: str, game: Game) -> Change:
    """What a sweep or a search changes."""
    try:
        if "=" not in text and text in game.world.options:
            text = f"{text}={_range(game, text)}"
        return changing.read(text, game)
    except PlayError as error:
        raise usage(f"{flag} {error.message}", error.help) from None


def _range(game: Game, option: str) -> str:
    """All values of an option, as a sweep would say them."""
    match game.world.options[option].type:
        case types.Number(low, high):
            return f"{low}..{high}"
        case types.Enum(_, members):
            return ",".join(members)
        case types.Flag():
            return "no,yes"
        case _:
            raise PlayError(f"{option} has no row of values.", f"Write --by {option}=ONE,TWO.")


def _aim(wish: Wish, game: Game) -> tuple[Aim, Change] | None:
    """What is looked for, and by what."""
    if not wish.find and not wish.by:
        return None
    if not wish.find or not wish.by:
        raise usage("--find and --by belong together.", 'Write --find "win rate of Ann = 40 %" --by hand_limit.')
    try:
        aim = seeking.read(wish.find, game.seats)
    except PlayError as error:
        raise usage(error.message, error.help) from None
    return aim, _read_change(wish.by, "--by", game)


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
    if not found.complete:
        console.print(Text("It was stopped; the same command goes on from here.", style="warning"))
    console.print(Text(f"The report is in {path}", style="faint"), soft_wrap=True)
