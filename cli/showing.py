"""What `demo` does: one match between random players on the screen, its transcript and its rulebook in a folder."""

from __future__ import annotations

from pathlib import Path

from rich.rule import Rule
from rich.text import Text

from rulewright.agents.registry import player
from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.scene import scene
from rulewright.cli.failure import Failure, usage
from rulewright.cli.loading import load
from rulewright.cli.printing import Order, print_games
from rulewright.cli.screen import out
from rulewright.cli.table.asking import told
from rulewright.cli.table.ending import ending
from rulewright.cli.words import counted
from rulewright.play.finding import list_games
from rulewright.play.knowing import known
from rulewright.play.match import Match

WISHED = ("two_heirs", "reversi")
LINES = 6  # turns that are told at the beginning and at the end


def demonstrate(folder: Path, seed: int) -> None:
    """Play, draw, and write what there is to keep."""
    if folder.exists() and not folder.is_dir():
        raise usage(f"{folder} is a file.", "Choose another folder with --out.")
    shipped = list_games()
    name = next((g for g in WISHED if g in shipped), shipped[0] if shipped else None)
    if name is None:
        raise Failure("No games are shipped with this build.")
    game = load(name, engine="interpreter")
    match = game.start(seed)
    _play(match, seed)
    folder.mkdir(parents=True, exist_ok=True)
    record = folder / f"{name}.transcript.json"
    record.write_text(match.transcript().model_dump_json(indent=1) + "\n", encoding="utf-8")
    console = out()
    console.print()
    console.print(Text(f"The transcript is in {record} (rulewright replay {record})"), soft_wrap=True)
    print_games([name], Order.of(folder, (), "a4", (), False, None, {}, None))
    console.print(Text(f"Play yourself: rulewright play {name}", style="faint"))


def _play(match: Match, seed: int) -> None:
    """A whole match in few lines: how it begins and how it ends, and the table halfway and at last."""
    game, console = match.game, out()
    marks = Marks(game, console.color_system is not None)
    agents = {seat: player("random", seed * 31 + number) for number, seat in enumerate(game.seats)}
    console.print(Rule(Text(f"{game.title}: a match between random players", style="title"), style="frame"))
    pictures = [match.clone()]
    while (now := match.decision) is not None:
        assert now.seat is not None
        match.choose(agents[now.seat](match))
        pictures.append(match.clone())
    turns = _turns(match.log(None))
    halfway = pictures[len(pictures) // 2]
    _tell(turns[:LINES], marks)
    if len(turns) > 2 * LINES:
        console.print(Text(f"\n… and after {counted(len(pictures) // 2, 'decision')} of {len(pictures) - 1}:", style="faint"))
        console.print(scene(game, halfway.view(None), marks, console, known(halfway, None)))
        console.print(Text("\n… and so on, until", style="faint"))
    _tell(turns[LINES:][-LINES:], marks)
    console.print()
    console.print(scene(game, match.view(None), marks, console, known(match, None)))
    console.print()
    outcome = match.outcome
    assert outcome is not None
    console.print(ending(match, outcome))


def _turns(lines: tuple[str, ...]) -> list[str]:
    """The log with everything that one player does in a row on one line; what chance does is left out."""
    found: list[str] = []
    for line in lines:
        who, _, what = line.partition(": ")
        if who == "chance" or what == "done":
            continue
        if found and found[-1].startswith(f"{who}: "):
            found[-1] += f", {what}"
        else:
            found.append(line)
    return found


def _tell(lines: list[str], marks: Marks) -> None:
    for line in lines:
        out().print(told(line, marks))
