"""A hint: the best options as the machine sees them."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rulewright.agents.budget import Budget
from rulewright.agents.contract import Line, renumbered
from rulewright.agents.mcts import Mcts
from rulewright.agents.packets import sealed_of
from rulewright.cli.table.choosing import numbers
from rulewright.core.goals import aims
from rulewright.play.match import Match

BUDGET = Budget(seconds=1.0)
SHOWN = 3


def hint(match: Match) -> RenderableType:
    """The best three with what to expect of them, from a second of thinking with nothing but what this seat may know."""
    now = match.decision
    assert now is not None
    if len(now.options) == 1:
        return Text(f"There is only one option: {now.options[0].title}.", style="faint")
    packet, own = sealed_of(match)
    verdict = renumbered(Mcts(match.seed, explain=True).decide(packet, BUDGET), own)
    reasons = verdict.reasons
    typed = {option.number: number for number, option in numbers(now).items()}
    goal = aims(match.game.program)
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="faint")
    table.add_column(style="word")
    table.add_column(justify="right")
    table.add_column(style="faint")
    for line in reasons.lines[:SHOWN]:
        option = now.options[line.option]
        then = ", then ".join(line.then[1:]) if len(line.then) > 1 else ""
        table.add_row(str(typed[line.option]), option.title, _worth(line, goal.together), f"expect {then}" if then else "")
    thought = f"{reasons.iterations:,} tries in {reasons.seconds:.1f} s"
    if reasons.worlds:
        thought += f", with what you cannot see laid out in {reasons.worlds} ways"
    return Group(table, Text(f"{thought}{'. ' + reasons.note if reasons.note else ''}", style="faint"))


def _worth(line: Line, together: bool) -> str:
    if line.proven:
        return "wins for certain" if line.value == 1 else "loses for certain" if line.value == 0 else "a draw for certain"
    return f"{100 * line.value:.0f} of 100" if together else f"you win {100 * line.value:.0f} %"
