"""What `demo` does: one match between random players on the screen, its transcript and its rulebook in a folder."""

from __future__ import annotations

from pathlib import Path

from rich.rule import Rule
from rich.text import Text

from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.scene import scene
from rulewright.cli.failure import Failure, usage
from rulewright.cli.loading import load
from rulewright.cli.printing import available, rulebook
from rulewright.cli.screen import counted, out
from rulewright.cli.table.asking import told
from rulewright.cli.table.ending import ending
from rulewright.play.agents import agent
from rulewright.play.game import list_games
from rulewright.play.match import Match

WISHED = ("two_heirs", "reversi")
SCENES = 3  # pictures of the table before the last one
LINES = 4  # lines of the log before each picture


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
    if available():
        rulebook([name, "--out", str(folder)])
    console.print(Text(f"Play yourself: rulewright play {name}", style="faint"))


def _play(match: Match, seed: int) -> None:
    """A whole match in few lines: some moves and a picture now and then, and the end in full."""
    game, console = match.game, out()
    agents = {seat: agent("random", seed * 31 + number) for number, seat in enumerate(game.seats)}
    marks = Marks(game, console.color_system is not None)
    trial = match.clone()
    again = {seat: agent("random", seed * 31 + number) for number, seat in enumerate(game.seats)}
    while (now := trial.decision) is not None:  # the same match once in advance, to know how long it is
        assert now.seat is not None
        trial.choose(again[now.seat](trial))
    total = sum(m.who != "chance" for m in trial.transcript().moves)
    stops = {max(1, total * (i + 1) // (SCENES + 1)) for i in range(SCENES)}
    console.print(Rule(Text(f"{game.title}: a match between random players", style="title"), style="frame"))
    decided = 0
    while (now := match.decision) is not None:
        assert now.seat is not None
        match.choose(agents[now.seat](match))
        decided += 1
        if decided in stops:
            lines = match.log(None)
            console.print(Text(f"\nafter {counted(decided, 'decision')} of {total}", style="faint"))
            for line in lines[-LINES:]:
                console.print(told(line, marks))
            console.print()
            console.print(scene(game, match.view(None), marks, console))
    console.print(Text(f"\nafter {counted(decided, 'decision')}", style="faint"))
    console.print(scene(game, match.view(None), marks, console))
    console.print()
    outcome = match.outcome
    assert outcome is not None
    console.print(ending(game, outcome))
