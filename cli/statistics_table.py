"""The numbers of a simulation, laid out for reading."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from rulewright.cli.screen import out
from rulewright.cli.statistics import Numbers, Share, Spread
from rulewright.cli.words import counted


def show(numbers: Numbers) -> None:
    """Write the tables, and what went wrong at the end, where it is seen."""
    console = out()
    rate = numbers.matches / numbers.seconds if numbers.seconds > 0 else 0
    console.print(Text(numbers.title, style="title"))
    console.print(Text(_setting(numbers), style="faint"))
    console.print(
        Text(
            f"{counted(numbers.matches, 'match', 'matches')} between {_between(numbers)}, seed {numbers.seed}, {numbers.engine}: "
            f"{numbers.seconds:.2f} s, {rate:,.0f} matches and {_per_second(numbers):,.0f} decisions per second",
            style="faint",
        )
    )
    console.print()
    console.print(_shares("outcome", numbers.outcomes))
    if numbers.shares:
        console.print()
        console.print(_shares("shared wins counted", numbers.shares))
    told = {(share.name, share.number) for share in numbers.outcomes}
    if any((share.name, share.number) not in told for share in numbers.endings):
        console.print()
        console.print(_shares("ending", numbers.endings))
    lengths = [s for s in (numbers.turns, numbers.lengths, numbers.branching) if s is not None]
    if lengths:
        console.print()
        console.print(_spreads("per match", [("", lengths)]))
    if numbers.scores:
        console.print()
        console.print(_spreads("score", numbers.scores))
    if numbers.rules is not None:
        console.print()
        console.print(_applied(numbers.rules, numbers.matches))
    for text, number in numbers.errors:
        console.print(Text.assemble(("\n✗ ", "error"), text, (f"  in {counted(number, 'match', 'matches')}", "error")))


def _setting(numbers: Numbers) -> str:
    """Who sat there, and what was agreed on."""
    parts = [f"{counted(len(numbers.seats), 'player', 'players')}: {', '.join(numbers.seats)}"]
    parts += [f"variant {title}" for title in numbers.variants]
    parts += [f"{name.replace('_', ' ')} {value}" for name, value in numbers.options.items()]
    return " · ".join(parts)


def _between(numbers: Numbers) -> str:
    """Who played."""
    if not numbers.players:
        return "random players"
    return numbers.players[0] if len(set(numbers.players)) == 1 else ", ".join(numbers.players)


def _applied(rules: list[tuple[str, int]], matches: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("rule")
    for column in ("applied", "per match"):
        table.add_column(column, justify="right")
    for name, number in rules:
        sort, _, rest = name.partition(" ")
        title = sort if rest == sort else name
        table.add_row(Text(title, style="" if number else "error"), f"{number:,}" if number else "never", f"{number / matches:,.2f}")
    return table


def _per_second(numbers: Numbers) -> float:
    return numbers.decisions / numbers.seconds if numbers.seconds > 0 else 0


def _shares(title: str, shares: list[Share]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(title)
    for column in ("matches", "share", "± error"):
        table.add_column(column, justify="right")
    table.add_column("")
    for share in shares:
        style = "error" if share.name in {"cut", "rules broken"} else ""
        bar = Text("█" * round(share.share * 20), style=style or "word")
        table.add_row(
            Text(share.name, style=style),
            f"{share.number:,}",
            f"{100 * share.share:.2f} %",
            Text(f"{100 * share.error:.2f}", style="faint"),
            bar,
        )
    return table


def _spreads(title: str, groups: list[tuple[str, list[Spread]]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(title)
    for column in ("mean", "sd", "min", "median", "max"):
        table.add_column(column, justify="right")
    for seat, spreads in groups:
        for number, spread in enumerate(spreads):
            name = seat if seat and number == 0 else f"  {spread.name}" if seat else spread.name
            values = (spread.mean, spread.deviation, spread.least, spread.median, spread.most)
            table.add_row(Text(name, style="title" if seat and number == 0 else ""), *(_short(v) for v in values))
    return table


def _short(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) and abs(value) < 1e9 else f"{value:,.2f}"
