"""From a game to its study: which matches are played, which figures are made of them, and the verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright import __version__
from rulewright.agents.arena import for_all_alike, hold
from rulewright.agents.registry import spec
from rulewright.play.errors import PlayError
from rulewright.play.simulate import simulate
from rulewright.study.figures import fairness, length, skill, tension, things
from rulewright.study.model import RANK, Figure, Finding, Study
from rulewright.study.rows import LIMIT, Rows, collect
from rulewright.study.stats import holm

if TYPE_CHECKING:
    from rulewright.play.game import Game

MOST = 10  # findings of a verdict
ALARM = 0.05
LEFT_OUT = (
    "What a piece is worth is not measured: that takes an experiment in which pieces are forbidden by lot.",
    "Luck is not told apart from skill beyond the ladder.",
    "Players of the machine are not people: what they find hard or dull is not known.",
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played, by whom, from which seed."""

    matches: int = 300
    level: str = "mcts:100"
    seed: int = 0
    random_matches: int = 10_000
    ladder: int = 60  # matches of each pair
    workers: int | None = None


def level_for(game: Game, wanted: str) -> tuple[str, str]:
    """The agent that can play this game, and why it is another one than was wished for, if it is."""
    spec(wanted)
    try:
        collect(game, wanted.partition(":")[0] + ":1" if ":" in wanted else wanted, 1, 0, workers=1)
    except PlayError as refused:
        return "greedy", refused.message
    return wanted, ""


def make(game: Game, plan: Plan, command: str, progress: Callable[[int], None] | None = None) -> Study:
    """Play, work out, judge. Ctrl-C leaves out what has not been played, and the study says so."""
    level, why = level_for(game, plan.level)
    rows = collect(game, level, plan.matches, plan.seed, plan.workers, progress)
    figures = _figures(game, rows, plan)
    return judged(game, rows, plan, figures, command, LEFT_OUT + ((f"Played by {level}: {why}",) if why else ()))


def _figures(game: Game, rows: Rows, plan: Plan) -> list[Figure]:
    found: list[Figure | None] = [length.cut(rows)]
    if not rows.whole:
        return [f for f in found if f is not None]
    if not for_all_alike(game):
        found += [fairness.by_seat(rows), fairness.by_start(rows)]
    found += [length.lengths(rows), length.choices(rows), length.waiting(rows), *tension.figures(rows)]
    if rows.complete and plan.ladder and not for_all_alike(game):
        steps = ["random", "mcts:10", "mcts:100"] if level_for(game, "mcts:1")[0] == "mcts:1" else ["random", "greedy"]
        found.append(skill.ladder(rows, hold(game, steps, plan.ladder, plan.seed + 1, limit=LIMIT, workers=plan.workers)))
    found += [things.taken(rows), things.points(rows), things.endings(rows)]
    if rows.complete and plan.random_matches:
        found.append(things.rules(rows, simulate(game, plan.random_matches, plan.seed + 2, limit=LIMIT, counts=True)))
    return [f for f in found if f is not None]


def judged(game: Game, rows: Rows, plan: Plan, figures: list[Figure], command: str, left_out: tuple[str, ...]) -> Study:
    """The verdict: alarms that hold when all are taken together, worst first; and what was looked at and is fine."""
    every = [f for figure in figures for f in figure.findings]
    tested = [f for f in every if f.p is not None]
    adjusted = dict(zip(map(id, tested), holm([f.p or 0.0 for f in tested]), strict=True))
    kept = [f for f in every if f.severity == "serious" or adjusted.get(id(f), 0.0) < ALARM]
    kept.sort(key=lambda f: RANK[f.severity])
    troubled = {f.figure for f in kept}
    calm = [f for f in figures if f.id not in troubled and f.id in FINE and not f.unable]
    return Study(
        title=game.title,
        game=game.name,
        version=__version__,
        fingerprint=game.fingerprint,
        options=game.options,
        seats=game.seats,
        command=command,
        seed=plan.seed,
        level=rows.level,
        matches=len(rows.matches),
        random_matches=plan.random_matches if rows.complete else 0,
        complete=rows.complete,
        findings=tuple(_shown(f) for f in kept[:MOST]),
        fine=tuple(f.shows for f in calm if f.certain),
        unsure=tuple(f"{f.shows} {f.sure}" for f in calm if not f.certain),
        figures=tuple(figures),
        left_out=left_out,
    )


FINE = ("seats", "start", "cut", "length", "leader", "ladder", "rules")


def _shown(finding: Finding) -> Finding:
    assert finding.lines, "a finding without a line"
    return finding


def swept(load: Callable[[str], Game], name: str, values: list[str], plan: Plan, progress: Callable[[int], None] | None = None) -> Figure:
    """The same seeds with each value of an option, or each number of players."""
    points = []
    for value in values:
        game = load(value)
        level, _ = level_for(game, plan.level)
        points.append((value, collect(game, level, plan.matches, plan.seed, plan.workers, progress)))
    return fairness.sweep(name, points)
