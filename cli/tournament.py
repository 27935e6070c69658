"""What `arena` does: a bar on stderr while matches are played, then the table."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from rulewright.agents.arena import Alone, Pair, Tournament, for_all_alike, hold, seatings_of
from rulewright.agents.intervals import wilson
from rulewright.agents.learning import learn as try_out
from rulewright.agents.registry import spec
from rulewright.agents.tree import TO_THE_END
from rulewright.agents.tuning import depths
from rulewright.cli.facts import print_facts
from rulewright.cli.failure import usage
from rulewright.cli.loading import load
from rulewright.cli.parameters import percent
from rulewright.cli.progress import progress
from rulewright.cli.screen import out
from rulewright.cli.words import counted
from rulewright.core.goals import aims
from rulewright.dsl.cache import cache_folder
from rulewright.play.errors import PlayError


def arena(
    name: str,
    agents: str,
    number: int,
    seed: int,
    until: str | None,
    limit: int | None,
    workers: int | None,
    as_json: bool,
    fresh: bool,
    engine: str | None,
    players: int | None,
    options: dict[str, str],
    variants: list[str] | None,
    cluster: str = "",
) -> int:
    """Hold a tournament and write what came of it."""
    names = _names(agents)
    width = percent(until) if until is not None else None
    game = load(name, options, players, variants, engine)
    alone = for_all_alike(game)
    if len(names) < 2 and not alone:
        raise usage("One agent has nobody to play against.", "Name two or more, as in --agents greedy,mcts:100.")
    per = 1 if alone else len(seatings_of(game))
    matches = -(-number // per) * per * (len(names) if alone else len(names) * (len(names) - 1) // 2)
    folder = None if fresh else cache_folder() / "arena"
    with progress(game.title, matches, quiet=as_json) as advance:
        found = hold(game, names, number, seed, limit=limit, until=width, workers=workers, folder=folder, progress=advance, cluster=cluster)
    if as_json:
        print_facts(found.as_data(), game)
    else:
        _show(game.title, found)
    return 0


def _names(text: str) -> list[str]:
    names = [n.strip() for n in text.split(",") if n.strip()]
    try:
        for name in names:
            spec(name)
    except PlayError as error:
        raise usage(error.message, error.help) from None
    twice = [n for n in names if names.count(n) > 1]
    if twice:
        raise usage(f"{twice[0]} is named twice.", "An agent against itself tells nothing of the two; `simulate --seat` tells of the game.")
    if not names:
        raise usage("No agent is named.", "Write --agents greedy,mcts:100.")
    return names


def _show(title: str, found: Tournament) -> None:
    console = out()
    console.print(Text(title, style="title"))
    again = f", {found.reused} of them from before" if found.reused else ""
    console.print(Text(f"{counted(found.matches, 'match', 'matches')}{again}, seed {found.seed}", style="faint"))
    console.print()
    console.print(_pairs(found.pairs) if found.pairs else _alone(found.alone))
    if found.elo:
        console.print()
        console.print(_ratings(found.elo))
    if found.stopped:
        console.print(Text(f"\n{found.stopped[0].upper()}{found.stopped[1:]}.", style="faint"))


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right")
    return table


def _pairs(pairs: list[Pair]) -> Table:
    table = _table("pair", "matches", "won", "drawn", "lost", "share", "95 % interval")
    for p in pairs:
        low, high = wilson(p.share, p.matches)
        style = "good" if low > 0.5 else "error" if high < 0.5 else ""
        table.add_row(
            f"{p.one} against {p.two}",
            f"{p.matches:,}",
            f"{p.wins:,}",
            f"{p.draws:,}",
            f"{p.losses:,}",
            Text(f"{100 * p.share:.1f} %", style=style),
            Text(f"{100 * low:.1f} to {100 * high:.1f} %", style="faint"),
        )
    return table


def _alone(rows: list[Alone]) -> Table:
    table = _table("agent", "matches", "won", "score", "worth", "decisions", "endings")
    for a in rows:
        most = sorted(a.endings.items(), key=lambda item: -item[1])[:3]
        told = ", ".join(f"{name} {number}" for name, number in most)
        n = max(1, a.matches)
        means = f"{a.total / n:.1f}", f"{a.worth / n:.2f}", f"{a.decisions / n:,.0f}"
        table.add_row(a.agent, f"{a.matches:,}", f"{100 * a.won / n:.1f} %", *means, told)
    return table


def _ratings(ratings: dict[str, float]) -> Table:
    table = _table("agent", "Elo")
    for name, value in sorted(ratings.items(), key=lambda item: -item[1]):
        table.add_row(name, f"{value:+.0f}")
    return table


def learn(
    name: str,
    number: int,
    iterations: int,
    seed: int,
    as_json: bool,
    players: int | None,
    options: dict[str, str],
    variants: list[str] | None,
) -> int:
    """Try depths out and tell which is kept."""
    game = load(name, options, players, variants, None)
    if for_all_alike(game):
        raise usage(f"Nobody plays against another in {game.title}.", "There is nothing to try out: playouts go to the end.")
    if aims(game.program).dangers:
        raise usage(f"All can lose together in {game.title}.", "There is nothing to try out: a player plans its own turn, and stops there.")
    tried = depths(game)
    if len(tried) < 2:
        raise usage(f"The rules of {game.title} do not measure who leads.", "There is nothing to try out: playouts go to the end.")
    with progress(game.title, number * (len(tried) - 1), quiet=as_json) as advance:
        found = try_out(game, number, iterations, seed, progress=advance)
    if as_json:
        print_facts({"depth": found.depth, "matches": found.matches, "iterations": found.iterations, "trials": found.trials}, game)
        return 0
    table = _table("playouts of", "against", "share", "95 % interval")
    for depth, best, share in found.trials:
        low, high = wilson(share, found.matches)
        table.add_row(_far(depth), _far(best), f"{100 * share:.1f} %", Text(f"{100 * low:.1f} to {100 * high:.1f} %", style="faint"))
    console = out()
    console.print(Text(game.title, style="title"))
    console.print(table)
    console.print(f"Kept: {_far(found.depth)}.")
    return 0


def _far(depth: int) -> str:
    return "the whole match" if depth >= TO_THE_END else counted(depth, "decision")
