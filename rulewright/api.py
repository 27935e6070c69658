"""What `import rulewright as rw` offers. Everything named here stays as it is between minor versions; everything else is private."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.agents.registry import player
from rulewright.dsl.diagnostics.render import as_data
from rulewright.dsl.driver import load as load_rules
from rulewright.play.errors import BadGame, PlayError
from rulewright.play.finding import find_game, list_games
from rulewright.play.game import Game, load
from rulewright.play.match import Match
from rulewright.play.outcomes import CUT, DRAW, ENDING, LOSE
from rulewright.play.simulate import FAILED, NO_LIMIT
from rulewright.play.simulate import simulate as play_many
from rulewright.play.trying import tried

if TYPE_CHECKING:
    import numpy

    from rulewright.agents.solve import Solution
    from rulewright.study.model import Study

__all__ = [
    "BadGame",
    "Finding",
    "Game",
    "Match",
    "PlayError",
    "Results",
    "check",
    "games",
    "load",
    "play_match",
    "rulebook",
    "simulate",
    "solve",
    "study",
]

HOW = {DRAW: "draw", LOSE: "everybody loses", ENDING: "ending", CUT: "cut", FAILED: "rules broken"}


def games() -> list[str]:
    """The names of the games that come with it."""
    return list_games()


# ---------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with rules, or looks wrong: what, where (lines and columns from 1), and what to write instead."""

    severity: str
    code: str
    message: str
    help: str
    file: str
    line: int
    column: int

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}: " if self.line else ""
        return f"{where}{self.severity}[{self.code}]: {self.message}" + (f" {self.help}" if self.help else "")

    def _repr_html_(self) -> str:
        return f"<p><b>{escape(self.severity)}</b>, line {self.line}: {escape(self.message)} <i>{escape(self.help)}</i></p>"


def check(
    rules: str | Path, options: Mapping[str, str] | None = None, players: int | None = None, variants: tuple[str, ...] = ()
) -> list[Finding]:
    """What `rulewright check` finds in a shipped game, a file, or a text of rules (anything with more than one line)."""
    if isinstance(rules, str) and "\n" in rules:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "text.rules"
            path.write_text(rules, encoding="utf-8")
            return _found(path, options, players, variants)
    return _found(find_game(str(rules)), options, players, variants)


def _found(path: Path, options: Mapping[str, str] | None, players: int | None, variants: tuple[str, ...]) -> list[Finding]:
    loaded = load_rules(path, options, players, variants, examples=True, playable=False)
    findings = [(f, loaded.sources) for f in sorted(loaded.findings.all, key=lambda f: (f.primary.span.file, f.primary.span.start))]
    if not findings:
        findings += tried(path, options, players, variants)
    found = []
    for finding, sources in findings:
        data = as_data(finding, sources)
        place = data.get("place") or data.get("primary") or {}
        file = Path(str(place.get("file", ""))).name
        line, column = int(place.get("line", 0)), int(place.get("column", 0))
        found.append(Finding(data["severity"], data["code"], data["message"], data.get("help", ""), file, line, column))
    return found


# ---------------------------------------------------------------- matches


def play_match(game: str | Path | Game, seats: Mapping[str, str] | str = "fair", seed: int = 0) -> Match:
    """A whole match between players of the machine: one agent for all seats, or one for each by name.

    An agent is written as for `--seat`: `random`, `greedy`, `fair`, `mcts:500`, `mcts:0.2s`.
    """
    ready = game if isinstance(game, Game) else load(game)
    by_seat = dict.fromkeys(ready.seats, seats) if isinstance(seats, str) else dict(seats)
    for name in by_seat:
        if name not in ready.seats:
            raise PlayError(f"{ready.title} has no seat called {name}.", f"The seats are: {', '.join(ready.seats)}.")
    missing = [seat for seat in ready.deciding if seat not in by_seat]
    if missing:
        raise PlayError(f"Nobody sits at {', '.join(missing)}.", "Name an agent for each seat, or one for all.")
    agents = {seat: player(text, seed * 31 + number) for number, (seat, text) in enumerate(by_seat.items())}
    match = ready.start(seed)
    while (now := match.decision) is not None:
        assert now.seat is not None
        match.choose(agents[now.seat](match))
    return match


# ---------------------------------------------------------------- many matches


@dataclass(frozen=True, slots=True)
class Results:
    """What became of many matches: a column for each fact, an entry for each match."""

    title: str
    seats: tuple[str, ...]
    seconds: float
    engine: str
    columns: dict[str, numpy.ndarray[Any, Any]] = field(repr=False)

    def __len__(self) -> int:
        return len(self.columns["decisions"])

    def to_numpy(self) -> numpy.ndarray[Any, Any]:
        """One record for each match. `columns` is what `polars.DataFrame` and `pandas.DataFrame` take."""
        import numpy

        found = numpy.empty(len(self), dtype=[(name, column.dtype) for name, column in self.columns.items()])
        for name, column in self.columns.items():
            found[name] = column
        return found

    def wins(self) -> dict[str, float]:
        """The share of matches that each seat won; a shared win counts for each who has it."""
        return {seat: float(self.columns[f"{seat} wins"].mean()) for seat in self.seats}

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{escape(seat)}</td><td>{100 * share:.1f} %</td></tr>" for seat, share in self.wins().items())
        median = int(sorted(self.columns["decisions"])[len(self) // 2])
        return (
            f"<p><b>{escape(self.title)}</b>, {len(self):,} matches, {median:,} decisions at the median</p>"
            f"<table><tr><th>seat</th><th>wins</th></tr>{rows}</table>"
        )


def simulate(
    game: str | Path | Game, matches: int = 1000, seed: int = 0, *, limit: int | None = None, threads: int | None = None
) -> Results:
    """Many matches between random players, natively on all cores. The same seed gives the same matches."""
    import numpy

    ready = game if isinstance(game, Game) else load(game)
    found = play_many(ready, matches, seed, limit=limit or NO_LIMIT, threads=threads)
    columns: dict[str, numpy.ndarray[Any, Any]] = {
        "match": numpy.arange(matches),
        "end": numpy.array([HOW.get(int(o), "win") for o in found.over]),
        "decisions": found.decisions,
    }
    for number, seat in enumerate(ready.seats):
        columns[f"{seat} wins"] = (found.winners >> number) & 1 == 1
    if ready.program.scores:
        for number, seat in enumerate(ready.seats):
            columns[f"{seat} score"] = found.totals[:, number]
    if ready.program.endings:
        titles = ready.program.endings
        columns["ending"] = numpy.array([titles[int(e)] if 0 <= int(e) < len(titles) else "" for e in found.ending])
    return Results(ready.title, ready.seats, found.seconds, found.engine, columns)


# ---------------------------------------------------------------- solved, studied, printed


def solve(game: str | Path | Game, *, positions: int = 200_000_000, iterations: int = 2_000) -> Solution:
    """What `rulewright solve` proves of a small game. `proven` says whether that settles it, `said` what was found."""
    from rulewright.agents.solve import solve as find

    return find(game if isinstance(game, Game) else load(game), positions, iterations)


def study(game: str | Path | Game, matches: int = 400, *, level: str = "", seed: int = 0) -> Study:
    """What `rulewright study` measures: `findings`, worst first, and `figures` with their ranges. The same seed gives the same study."""
    from rulewright.study.making import made
    from rulewright.study.plan import Plan, usual

    ready = game if isinstance(game, Game) else load(game)
    players, least = level or usual(ready), Plan()
    plan = Plan.sized(matches, players, seed, least.random_matches, min(least.ladder, matches), None, None, None, 0.0)
    return made(ready, plan, f"rw.study({ready.name!r}, {matches}, level={players!r}, seed={seed})")[0]


def rulebook(
    game: str | Path,
    folder: str | Path,
    *,
    parts: Sequence[str] = (),
    format: str = "pdf",
    paper: str = "a4",
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    variants: tuple[str, ...] = (),
) -> list[Path]:
    """Print the rulebook of a game, its reference, its aid and its sheets into a folder; the files. `parts` names some of them only."""
    from rulewright.rulebook.parts.book import make
    from rulewright.rulebook.render.documents import FORMATS, PAPERS, PARTS, document, present, printable
    from rulewright.rulebook.writing import write

    for word, known in ((format, FORMATS[:-1]), (paper, PAPERS), *((part, PARTS) for part in parts)):
        if word not in known:
            raise PlayError(f"There is no {word} here.", f"Choose from: {', '.join(known)}.")
    book = make(game, dict(options or {}), players, variants).book
    name = find_game(str(game)).stem
    wanted = [part for part in parts or PARTS if present(book, part) and printable(part, format)]
    return write(Path(folder), [file for part in wanted for file in document(book, part, format, paper, False, f"{name}-{part}")])


def _in_a_notebook() -> None:
    """Where a notebook is open, matches show themselves in it."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None:
        import_module("rulewright.notebook").register(shell)


_in_a_notebook()
