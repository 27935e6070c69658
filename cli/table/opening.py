"""Sitting down: the game, the seats and the match that a command line asks for."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from rulewright.cli.failure import Failure, usage
from rulewright.cli.loading import load
from rulewright.cli.parameters import Rules
from rulewright.cli.records import read, resume
from rulewright.cli.screen import out
from rulewright.cli.table.keeping import cut_off, running
from rulewright.cli.table.seats import seated
from rulewright.cli.table.sitting import Sitting
from rulewright.play.match import Match

ENGINE = "interpreter"  # ready at once; a person is slower than either


def sit_down(
    name: str | None,
    seats: dict[str, str],
    seed: int | None,
    players: int | None,
    options: dict[str, str],
    variants: list[str] | None,
    saved: Path | None,
    record: Path | None,
    engine: str | None,
    paranoid: bool,
    memory: int | None = None,
    guard: bool = False,
    rules: Rules | None = None,
) -> int:
    """Open a match and play it; the exit code."""
    if saved is not None:
        if options or players or variants or seed is not None:
            raise usage("A saved match has its own options, players and seed.", "Leave out everything but --load and --seat.")
        match = _resumed(saved, name, engine or ENGINE, rules)
    elif name is None:
        raise usage("Which game?", "Name one, as in `rulewright play tic_tac_toe`; `rulewright games` lists them.")
    else:
        game = load(name, options, players, variants, engine or ENGINE, guard)
        match = game.start(seed)
        for left in cut_off(game.name)[:1]:
            out().print(f"A match of {game.title} was cut off. Go on with it: rulewright play {name} --load {left}", soft_wrap=True)
    who = seated(match.game.seats, seats, match.game.deciding)
    if record is not None and record.exists():
        raise usage(f"{record} exists already and is left as it is.", "Choose another name for --record.")
    _line_editing()
    sitting = Sitting(match, who, out(), paranoid=paranoid, load=name or "", memory=memory)
    if saved is not None and rules is None and saved.resolve().parent == running().resolve():
        if sitting.journal is not None:
            sitting.journal.keep(match)
        saved.unlink(missing_ok=True)  # it is kept anew from now on
    code = sitting.run()
    if record is not None and sitting.match.over:
        record.write_text(sitting.match.transcript().model_dump_json(indent=1) + "\n", encoding="utf-8")
        out().print(f"The transcript is in {record}", soft_wrap=True)
    return code


def _resumed(path: Path, name: str | None, engine: str, rules: Rules | None) -> Match:
    told, text = read(path)
    if text is None:
        raise Failure(f"{path} is a transcript, which can be replayed but not gone on with.", f"Try `rulewright replay {path}`.")
    return resume(path, text, told, name, engine, rules)


def _line_editing() -> None:
    """Arrow keys and a history at the prompt, where the system has them."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401
