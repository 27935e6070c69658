"""What `simulate` does: a progress bar on stderr, then the numbers."""

from __future__ import annotations

from rulewright.agents.cluster import at_random
from rulewright.agents.simulate import play_between
from rulewright.cli.facts import print_facts
from rulewright.cli.failure import FOUND, usage
from rulewright.cli.loading import load
from rulewright.cli.progress import progress
from rulewright.cli.statistics import Numbers, numbers_of
from rulewright.cli.table.seats import agents_at
from rulewright.play.simulate import NO_LIMIT
from rulewright.play.simulate import simulate as play_many


def simulate(
    name: str,
    count: int,
    seed: int,
    engine: str | None,
    limit: int | None,
    as_json: bool,
    rules: bool,
    paranoid: bool,
    players: int | None,
    options: dict[str, str],
    variants: list[str] | None,
    seats: dict[str, str] | None = None,
    guard: bool = False,
    cluster: str = "",
) -> int:
    """Play the matches and write what came of them; the exit code is 1 if rules could not be carried out."""
    game = load(name, options, players, variants, engine, guard)
    limit = min(limit or NO_LIMIT, game.most_decisions or NO_LIMIT)
    who = agents_at(game, seats) if seats else ()
    if who and (rules or paranoid):
        raise usage("--rules and --paranoid look at random players only.", "Leave --seat out.")
    if cluster and (rules or paranoid):
        raise usage("--rules and --paranoid look at matches on this machine only.", "Leave --cluster out.")
    with progress(game.title, count, quiet=as_json) as advance:
        if who:
            result = play_between(game, who, count, seed, limit or NO_LIMIT, advance, cluster=cluster)
        elif cluster:
            result = at_random(game, count, seed, limit or NO_LIMIT, cluster, advance)
        else:
            result = play_many(game, count, seed, limit=limit or NO_LIMIT, counts=rules, progress=advance, paranoid=paranoid)
    numbers = numbers_of(game, result, seed)
    numbers.players = list(who)
    if as_json:
        print_facts(numbers.as_data(), game)
    else:
        _show(numbers)
    return FOUND if numbers.errors else 0


def _show(numbers: Numbers) -> None:
    from rulewright.cli.statistics_table import show

    show(numbers)
