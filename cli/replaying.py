"""What `replay` does: a recorded match, move by move, and whether it ended as it says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from rulewright.cli.facts import print_facts
from rulewright.cli.failure import Failure
from rulewright.cli.parameters import Rules
from rulewright.cli.records import Changed, as_begun, game_of, play_again, read
from rulewright.cli.screen import out
from rulewright.cli.words import counted
from rulewright.play.match import Match
from rulewright.play.models import Move, Transcript

if TYPE_CHECKING:
    from rulewright.play.game import Game


def replay(path: Path, name: str | None, board: bool, rules: Rules | None = None, as_json: bool = False) -> None:
    """Play the match again, and tell its moves as they are verified, then the outcome."""
    told, text = read(path)
    game = _game(told, text, name, rules)
    if as_json:
        match = play_again(game, told, lambda match, move: None)
        _verify(match, told)
        print_facts(_facts(match, told), game)
        return
    console = out()
    chips = _chips(game.seats)
    console.print(Text(f"{game.title}, {counted(len(told.moves), 'move')}, seed {told.seed}", style="title"))
    taken = 0

    def each(match: Match, move: Move) -> None:
        nonlocal taken
        taken += 1
        chance = move.who == "chance"
        who = Text(move.who, style="faint" if chance else chips[move.who])
        console.print(Text.assemble((f"{taken:>5}  ", "faint"), who, "  ", (move.choice, "faint" if chance else "")))

    match = play_again(game, told, each)
    _verify(match, told)
    if board:
        from rulewright.cli.drawing.marks import Marks
        from rulewright.cli.drawing.scene import scene
        from rulewright.play.knowing import known

        console.print()
        console.print(scene(game, match.view(None), Marks(game, console.color_system is not None), console, known(match, None)))
    console.print()
    if match.outcome is not None:
        from rulewright.cli.table.ending import ending

        console.print(ending(match, match.outcome))
    else:
        console.print(Text(f"The match goes on: {_decides(match)} decides.", style="faint"))
    verified = f"✓ {counted(len(told.moves), 'move')}{' and the outcome' if told.outcome is not None else ''} verified."
    console.print(Text(verified, style="good"))


def _verify(match: Match, told: Transcript) -> None:
    """The match must end as its record says."""
    if told.outcome is None:
        return
    if match.outcome is None:
        raise Failure("The record says that the match is over, but its moves do not end it.")
    if match.outcome.model_dump(exclude={"reason"}) != told.outcome.model_dump(exclude={"reason"}):
        raise Failure("The match does not end as it is recorded.", f"Recorded: {_told(told.outcome)}; now: {_told(match.outcome)}.")


def _decides(match: Match) -> str:
    now = match.decision
    return (now.seat if now is not None else None) or "chance"


def _facts(match: Match, told: Transcript) -> dict[str, object]:
    return {
        "game": match.game.name,
        "seed": told.seed,
        "moves": [{"who": move.who, "choice": move.choice} for move in told.moves],
        "outcome": match.outcome.model_dump() if match.outcome is not None else None,
        "decides": _decides(match) if match.outcome is None else None,
        "verified": {"moves": len(told.moves), "outcome": told.outcome is not None},
    }


def _game(told: Transcript, text: str | None, name: str | None, rules: Rules | None) -> Game:
    """By whose rules it is played again: those of now, unless somebody wants the others."""
    if rules is Rules.then:
        if text is None:
            raise Failure("A transcript does not carry its rules; a saved match does.", "Leave out --rules-of then.")
        return as_begun(text, "interpreter").game
    try:
        return game_of(told, name, "interpreter")
    except Changed as changed:
        if rules is Rules.now:
            return changed.game
        raise


def _chips(seats: tuple[str, ...]) -> dict[str, str]:
    from rulewright.cli.drawing.palette import Palette

    palette = Palette(seats)
    return {seat: palette.chip(seat) for seat in seats}


def _told(outcome: object) -> str:
    winners = ", ".join(getattr(outcome, "winners", ())) or "nobody"
    return f"{getattr(outcome, 'kind', '')}, {winners}"
