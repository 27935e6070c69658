"""From a game to its study: which matches are played, which figures are made of them, and the verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulewright import __version__
from rulewright.agents.arena import for_all_alike, hold
from rulewright.agents.registry import spec
from rulewright.core.goals import aims
from rulewright.play import coverage
from rulewright.play.errors import PlayError
from rulewright.play.game import Game
from rulewright.study import design, places
from rulewright.study.alarms import settled
from rulewright.study.changing import Change
from rulewright.study.figures import cells, choosing, fairness, length, luck, rules, skill, stories, strategies, tension, things, worth
from rulewright.study.figures.fairness import BESIDE_FAIR
from rulewright.study.figures.worth import NOTHING
from rulewright.study.levels import LESS, Agreement, agreement
from rulewright.study.model import RANK, Figure, Finding, Study
from rulewright.study.plan import Plan, certainty, usual, with_looks
from rulewright.study.rows import BARRING, FORCING, LIMIT, Arm, Means, Rows, collect
from rulewright.study.seeking import Aim, seek
from rulewright.study.words import BESIDE, cut

MOST = 10  # findings of a verdict
TIMES = 10  # the looks of the main level, to tell real choices
FORCED = 3  # of the matches of the experiment: one of so many, and so many more, in which names are forced
RUNGS = (10, 100)  # looks of the players of the ladder
OUTCOMES = 8  # of each event of chance, beside the one that came
EVERY, DECISIONS = 7, 60  # decisions at which demands are asked: every so-manieth, and so many at most
STOPPED = "It was stopped before all was played: what takes further matches is missing. The same command goes on from there."
LEFT_OUT = ("Players of the machine are not people: what they find hard or dull is not known.",)


@dataclass(slots=True)
class Played:
    """The matches of a study, by what they are for."""

    main: Rows
    arms: list[Rows] = field(default_factory=list)
    random: coverage.Coverage | None = None
    counted: coverage.Coverage | None = None


def level_for(game: Game, wanted: str) -> tuple[str, str]:
    """The agent that can play this game, and why it is another one than was wished for, if it is."""
    spec(wanted)
    try:
        collect(game, Arm("trial", wanted.partition(":")[0] + ":1" if ":" in wanted else wanted, 1), 0, Means(workers=1))
    except PlayError as refused:
        return "greedy", refused.message
    return wanted, ""


def make(game: Game, plan: Plan, command: str, means: Means | None = None) -> Study:
    """Play, work out, judge. Ctrl-C leaves out what has not been played, and the study says so."""
    return made(game, plan, command, means)[0]


def made(game: Game, plan: Plan, command: str, means: Means | None = None) -> tuple[Study, Played]:
    """The study, and the matches it was made of."""
    means = means or Means()
    level, why = level_for(game, plan.level)
    main, look = main_arm(game, level, plan, means)
    played = Played(main)
    figures = Figures(game, plan, means, played, certainty(look) if plan.until else 0.0)
    told, levels = figures.all(), figures.levels()
    left_out = tuple(s for s in (*LEFT_OUT, cut(level), f"Played by {level}: {why}" if why else "") if s)
    if means.stopped:
        left_out = (STOPPED, *left_out)
    return judged(game, played.main, plan, told, command, left_out, not means.stopped, levels), played


def main_arm(game: Game, level: str, plan: Plan, means: Means) -> tuple[Rows, int]:
    """The matches between equal players, and at which look they were enough."""
    looks = plan.looks()
    for number, count in enumerate(looks, 1):
        rows = collect(game, Arm("main", level, count), plan.seed, means)
        if not rows.complete or not plan.until or fairness.known(rows, plan.until, certainty(number)):
            return rows, number
    return rows, len(looks)


class Figures:
    """Makes one figure after the other. What takes matches of its own is played when it is its turn, as long as nobody stops it."""

    def __init__(self, game: Game, plan: Plan, means: Means, played: Played, sure: float) -> None:
        self.game, self.plan, self.means, self.played, self.sure = game, plan, means, played, sure
        self.alike = for_all_alike(game)

    @property
    def going(self) -> bool:
        return self.played.main.complete and not self.means.stopped

    def all(self) -> list[Figure]:
        rows = self.played.main
        found: list[Figure | None] = [length.cut(rows)]
        if rows.whole:
            if self.alike or aims(self.game.program).all_lose:
                found.append(length.lost(rows))
            if not self.alike and not (aims(self.game.program).all_lose and not any(m.winners for m in rows.whole)):
                found += [fairness.by_seat(rows, self.sure), fairness.by_start(rows, self.sure)]
            found += [
                length.lengths(rows),
                length.growth(rows),
                length.choices(rows),
                self._real(),
                length.waiting(rows),
                *tension.figures(rows, self.alike),
            ]
            found += [self._ladder(), self._luck(), things.taken(rows), *self._worth(), things.held(rows), strategies.strategies(rows)]
            found += [things.points(rows), *cells.where(rows), things.endings(rows), *self._rules()]
        elif rows.matches:  # what does not ask how a match ended
            self.played.main = open_ = replace(rows, open=True)
            found += [length.choices(open_), length.waiting(open_), things.taken(open_), *self._rules()]
        return [f.model_copy(update={"lines": places.about(self.game, f)}) for f in found if f is not None]

    def levels(self) -> Agreement:
        """Whether players who look less agree on who wins. Where all win together, there is nothing to agree on."""
        level = self.played.main.level
        if self.alike:
            return Agreement("")
        fewer = with_looks(level, max(1, int(level.rpartition(":")[2]) // LESS)) if with_looks(level, 1) else None
        return agreement(self.played.main, self._more(Arm("second", fewer, self.plan.second)) if fewer else None)

    def _more(self, arm: Arm) -> Rows | None:
        """Matches beside the main ones; nothing if they were not wished for, or somebody has stopped it."""
        if not self.going or not arm.count:
            return None
        rows = collect(self.game, arm, self.plan.seed, self.means)
        if rows.matches:
            self.played.arms.append(rows)
        return rows if rows.whole else None

    def _real(self) -> Figure | None:
        level = self.played.main.level
        deep = with_looks(level, TIMES * int(level.rpartition(":")[2])) if with_looks(level, 1) else None
        rows = self._more(Arm("deep", deep, self.plan.deep)) if deep else None
        return choosing.real(rows) if rows is not None else None

    def _ladder(self) -> Figure | None:
        if not self.going or not self.plan.ladder or self.alike:
            return None
        searches = [with_looks(usual(self.game), looks) or "" for looks in RUNGS]
        steps = ["random", *searches] if level_for(self.game, searches[0])[0] == searches[0] else ["random", "greedy"]
        held = hold(
            self.game,
            steps,
            self.plan.ladder,
            self.plan.seed + 1,
            limit=LIMIT,
            workers=self.means.workers,
            folder=self.means.folder,
            cluster=self.means.cluster,
            progress=self.means.progress,
        )
        if held.stopped:
            self.means.stopped.append("ladder")
        return skill.ladder(self.played.main, held)

    def _luck(self) -> Figure | None:
        if not self.game.program.streams:
            return luck.nothing(self.played.main)
        rows = self._more(Arm("fortune", self.played.main.level, self.plan.fortune, fortune=OUTCOMES))
        return luck.luck(rows) if rows is not None else None

    def _worth(self) -> list[Figure | None]:
        rows = self.played.main
        names = tuple(design.names(rows))[: worth.enough(self.plan.experiment)]
        tried = self._more(Arm(BARRING, rows.level, self.plan.experiment, names)) if len(names) > 1 else None
        found = worth.measured(tried, self.alike) if tried is not None else None
        told = worth.worth(tried, found, rows) if tried is not None and found is not None else None
        return [told, self._forced(names), worth.dominated(rows, found)]

    def _forced(self, names: tuple[str, ...]) -> Figure | None:
        """The most taken names, as many as the matches can tell apart."""
        level, count = self.played.main.level, self.plan.experiment // FORCED
        names = names[: worth.enough(count)]
        tried = self._more(Arm(FORCING, level, count, names, forced=True)) if len(names) > 1 else None
        found = worth.measured(tried, self.alike) if tried is not None else None
        return worth.forced(tried, found) if tried is not None and found is not None else None

    def _rules(self) -> list[Figure | None]:
        if not self.going or not self.plan.random_matches:
            return []
        rows, game = self.played.main, self.game
        try:
            random = coverage.at_random(game, self.plan.random_matches, self.plan.seed + 2, LIMIT)
            counted = coverage.of(game, rows.moves()) if rows.level != "random" else None
            refusals = coverage.refusals(game, rows.moves(), EVERY, DECISIONS)
        except KeyboardInterrupt:
            self.means.stopped.append("random")
            return []
        self.played.random, self.played.counted = random, counted
        return [stories.story(rows, counted, random), rules.rules(rows, counted, random, refusals)] if random is not None else []


def judged(
    game: Game, rows: Rows, plan: Plan, figures: list[Figure], command: str, left_out: tuple[str, ...], complete: bool, levels: Agreement
) -> Study:
    """The verdict: alarms that hold when all are taken together, worst first; and what was looked at and is fine."""
    every = [f for figure in figures for f in figure.findings]
    kept = [levels.tempered(f) for f in _joined(settled(every))]
    kept.sort(key=lambda f: (RANK[f.severity], f.kind not in FIRST))
    troubled = {f.figure for f in kept}
    asked = sum(f.p is not None and f.family == "verdict" for f in every)
    figures = [_tempered(f, asked) if f.id not in troubled else f for f in figures]
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
        random_matches=plan.random_matches if complete else 0,
        complete=complete,
        findings=tuple(_shown(f) for f in kept[:MOST]),
        fine=tuple(f.shows for f in calm if f.certain),
        unsure=tuple(f"{f.shows} {f.sure}" for f in calm if not f.certain),
        figures=tuple(figures),
        left_out=left_out,
        checks=tuple(s for s in (fairness.quarters(rows), levels.says, *(f.shows for f in figures if f.id == "calibration")) if s),
    )


FIRST = ("cut", "lost")  # whatever else is said depends on these
FINE = ("seats", "start", "cut", "length", "leader", "ladder", "rules")


def _tempered(figure: Figure, asked: int) -> Figure:
    """A figure that looks odd by itself, and does not hold beside all else that was asked, says so."""
    if figure.sure != BESIDE_FAIR:
        return figure
    sure = f"{BESIDE}; but {asked} questions were asked at once, and one of so many gets this far by chance. More matches would tell."
    return figure.model_copy(update={"sure": sure, "certain": False})


def _joined(findings: list[Finding]) -> list[Finding]:
    """Notes that say the same of several things are one."""
    same = [f for f in findings if f.kind == "worthless"]
    if len(same) < 2:
        return findings
    parts = [f.says.partition(": ") for f in same]
    says = "Worth nothing to whoever may have them: "
    says += "; ".join(f"{name.removesuffix(NOTHING)} {told.partition(';')[0]}" for name, _, told in parts)
    says += f"{parts[0][2][parts[0][2].index(';') :]}"
    lines = tuple(dict.fromkeys(line for f in same for line in f.lines))
    one = same[0].model_copy(update={"says": says, "lines": lines, "held": max(f.held or 0.0 for f in same)})
    return [one if f is same[0] else f for f in findings if f is same[0] or f.kind != "worthless"]


def _shown(finding: Finding) -> Finding:
    assert finding.lines, "a finding without a line"
    return finding


def swept(load: Callable[[str], Game], name: str, values: list[str], plan: Plan, means: Means | None = None) -> Figure:
    """The same seeds with each value of something that is changed."""
    points, together = [], False
    for value in values:
        game = load(value)
        together = for_all_alike(game)
        level, _ = level_for(game, plan.level)
        rows = collect(game, Arm("main", level, plan.matches), plan.seed, means)
        points += [(value, rows)] if rows.whole else []
        if means is not None and means.stopped:
            break
    return fairness.sweep(name, points, together)


def sought(load: Callable[[str], Game], aim: Aim, change: Change, plan: Plan, means: Means | None = None) -> Figure:
    """The value of something at which a share of wins is what somebody wants it to be."""

    def played(value: str) -> Rows:
        game = load(value)
        level, _ = level_for(game, plan.level)
        return collect(game, Arm("main", level, plan.matches), plan.seed, means)

    return seek(aim, change.what, change.values, played)
