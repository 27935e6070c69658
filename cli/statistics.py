"""The numbers of a simulation: shares with their standard errors, lengths, branching, scores, endings, rules that broke."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any

from rulewright.play.failures import REASONS
from rulewright.play.foresight import together
from rulewright.play.outcomes import CUT, DRAW, ENDING, LOSE, WIN
from rulewright.play.simulate import FAILED, Simulation

if TYPE_CHECKING:
    from rulewright.play.game import Game

OTHERWISE = ("everybody wins", "draw", "nobody wins", "everybody loses", "story ends", "cut", "rules broken")


@dataclass(slots=True)
class Share:
    """How often something happened: the number, the share of all, and the standard error of that share."""

    name: str
    number: int
    share: float
    error: float


@dataclass(slots=True)
class Spread:
    """How some values lie."""

    name: str
    mean: float
    deviation: float
    least: float
    median: float
    most: float


@dataclass(slots=True)
class Numbers:
    game: str
    title: str
    engine: str
    seed: int
    matches: int
    seconds: float
    decisions: int
    outcomes: list[Share] = field(default_factory=list)
    endings: list[Share] = field(default_factory=list)
    lengths: Spread | None = None
    turns: Spread | None = None  # if the rules know turns
    branching: Spread | None = None
    scores: list[tuple[str, list[Spread]]] = field(default_factory=list)  # for each seat: its total and every entry
    rules: list[tuple[str, int]] | None = None  # how often each was applied, if that was counted
    players: list[str] = field(default_factory=list)  # who sat where; nobody: random players
    seats: list[str] = field(default_factory=list)  # the seats, by name
    options: dict[str, str] = field(default_factory=dict)  # those that are set otherwise than the rules propose
    variants: list[str] = field(default_factory=list)
    shares: list[Share] = field(default_factory=list)  # wins of each seat, shared ones included, if any are shared
    errors: list[tuple[str, int]] = field(default_factory=list)  # a sentence with its place, and how often

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        data = asdict(self)
        data["scores"] = {seat: [asdict(s) for s in spreads] for seat, spreads in self.scores}
        data["rules"] = None if self.rules is None else [{"rule": name, "applied": number} for name, number in self.rules]
        data["errors"] = [{"message": text, "number": number} for text, number in self.errors]
        return data


def numbers_of(game: Game, result: Simulation, seed: int) -> Numbers:
    """Sum up a simulation. Matches that were cut or broke count among the outcomes, but not in lengths and scores."""
    whole = (result.over != CUT) & (result.over != FAILED)
    numbers = Numbers(
        game=game.name,
        title=game.title,
        engine=result.engine,
        seed=seed,
        matches=result.count,
        seconds=result.seconds,
        decisions=int(result.decisions.sum()),
        seats=list(game.seats),
        options={name: game.options[name] for name, option in game.world.options.items() if option.value != option.default},
        variants=list(game.variants),
    )
    numbers.shares = _with_others(game, result)
    numbers.outcomes = _outcomes(game, result)
    numbers.endings = _endings(game, result)
    if whole.any():
        decisions = result.decisions[whole]
        numbers.lengths = _spread("decisions", decisions)
        if result.turns[whole].any():
            numbers.turns = _spread("turns", result.turns[whole])
        decided = (decisions > 0) & (result.options[whole] >= 0)
        if decided.any():
            numbers.branching = _spread("options per decision", result.options[whole][decided] / decisions[decided])
        numbers.scores = _scores(game, result, whole)
    if result.fired is not None:
        numbers.rules = [(name, int(number)) for name, number in zip(result.rules, result.fired, strict=True)]
    numbers.errors = _errors(game, result)
    return numbers


def _share(name: str, number: int, total: int) -> Share:
    share = number / total if total else 0.0
    return Share(name, number, share, sqrt(share * (1 - share) / total) if total else 0.0)


def _outcomes(game: Game, result: Simulation) -> list[Share]:
    """Each seat's wins alone, shared wins, draws, and what did not end."""
    counts: Counter[str] = Counter()
    ends = zip(result.over.tolist(), result.winners.tolist(), result.ending.tolist(), strict=True)
    for (over, winners, ending), number in Counter(ends).items():
        counts[_outcome(game, over, winners, ending)] += number
    teams = game.program.teams
    order = [f"{title} {'win' if bits.bit_count() > 1 else 'wins'}" for title, bits in teams] or [f"{s} wins" for s in game.seats]
    if not any(counts[name] for name in order) and (together(game) or any(name in game.program.endings for name in counts)):
        order = []  # sides that the rules name by what comes about: nobody wins alone
    rest = [n for n in OTHERWISE if counts[n]]
    shared = sorted(n for n in counts if n not in order and n not in rest)
    return [_share(name, counts[name], result.count) for name in (*order, *shared, *rest)]


def _with_others(game: Game, result: Simulation) -> list[Share]:
    """How often each seat won, alone or with others; nothing if nobody ever shared a victory with only some."""
    wins: Counter[int] = Counter()
    for (over, winners), number in Counter(zip(result.over.tolist(), result.winners.tolist(), strict=True)).items():
        if over not in {CUT, FAILED}:
            wins[winners] += number
    everybody = (1 << len(game.seats)) - 1
    if game.program.teams or not any(bits.bit_count() > 1 and bits != everybody for bits in wins):
        return []
    return [
        _share(
            f"{seat} wins, alone or with others",
            sum(n for bits, n in wins.items() if bits >> number & 1 and bits != everybody),
            result.count,
        )
        for number, seat in enumerate(game.seats)
    ]


def _outcome(game: Game, over: int, winners: int, ending: int = -1) -> str:
    """What one way to end is called."""
    team = next((title for title, bits in game.program.teams if bits == winners), "")
    if over == WIN and ending >= 0 and not team:
        return game.program.endings[ending]  # `honest win with "Three ships are home"`
    names = [s for i, s in enumerate(game.seats) if winners >> i & 1]
    if over in {CUT, FAILED}:
        return "cut" if over == CUT else "rules broken"
    if over == LOSE and not names:
        return "everybody loses"
    if over == WIN and len(names) == len(game.seats) > 1:
        return "everybody wins"
    if over == DRAW or (len(names) == len(game.seats) > 1):
        return "draw"
    if not names:
        return "story ends" if over == ENDING else "nobody wins"
    if team:
        return f"{team} {'win' if len(names) > 1 else 'wins'}"
    return f"{names[0]} wins" if len(names) == 1 else f"{' and '.join(names)} share"


def _endings(game: Game, result: Simulation) -> list[Share]:
    counts = Counter(e for e in result.ending.tolist() if e >= 0)
    return [_share(game.program.endings[e], n, result.count) for e, n in counts.most_common()]


def _spread(name: str, values: Any) -> Spread:
    import numpy

    return Spread(
        name,
        float(values.mean()),
        float(values.std(ddof=1)) if len(values) > 1 else 0.0,
        float(values.min()),
        float(numpy.median(values)),
        float(values.max()),
    )


def scored(game: Game) -> list[tuple[str, int]]:
    """Whose scores are told, and a seat that has them: a team is told once."""
    teams = [(title, (bits & -bits).bit_length() - 1) for title, bits in game.program.teams]
    return teams or [(seat, number) for number, seat in enumerate(game.seats)]


def _scores(game: Game, result: Simulation, whole: Any) -> list[tuple[str, list[Spread]]]:
    entries = [name for name, _ in game.program.scores]
    if not entries:
        return []
    scores = result.scores[whole]
    found = []
    for seat, number in scored(game):
        spreads = [_spread("total", scores[:, number, :].sum(axis=1))]
        if len(entries) > 1:
            spreads += [_spread(entry, scores[:, number, i]) for i, entry in enumerate(entries)]
        found.append((seat, spreads))
    return found


def _errors(game: Game, result: Simulation) -> list[tuple[str, int]]:
    """Rules that could not be carried out: why, and where they stand."""
    broken = Counter((e, s) for e, s in zip(result.error.tolist(), result.span.tolist(), strict=True) if e)
    reasons = list(REASONS)
    found = []
    for (error, span), number in broken.most_common():
        file, start, end = game.program.spans[span] if 0 <= span < len(game.program.spans) else (-1, 0, 0)
        place = ""
        if file >= 0:
            source = game.loaded.sources[file]
            position = source.position(start)
            place = (
                f" ({source.path.name}, line {position.line}, column {position.column}: {' '.join(source.text[start:end].split())[:80]})"
            )
        found.append((f"{REASONS[reasons[error - 1]]}{place}", number))
    return found
