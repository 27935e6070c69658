"""All commands by name. Each command's module knows its arguments and imports what does the work when it is called."""

from __future__ import annotations

from collections.abc import Callable

import typer

from rulewright.cli.commands import (
    arena,
    cache,
    check,
    core,
    demo,
    diff,
    differential,
    doctor,
    explain,
    faces,
    fmt,
    games,
    learn,
    matches,
    mutate,
    new,
    perft,
    play,
    profile,
    replay,
    rulebook,
    serve,
    simulate,
    solve,
    story,
    study,
    test,
    trace,
    upgrade,
)

app = typer.Typer(
    name="rulewright",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
    help="Write the rules of a tabletop game once, as text: check them, play them, simulate them, print their rulebook.",
    epilog="Start here:  rulewright play tic_tac_toe  ·  rulewright new my_game  ·  rulewright check my_game.rules",
)


@app.callback()
def _top(version: bool = typer.Option(False, "--version", "-V", help="Print the version and exit.", is_eager=True)) -> None:
    if version:
        from rulewright import __version__

        print(f"rulewright {__version__}")
        raise typer.Exit


WRITE, PLAY, MEASURE, PRINT, SHARE, INSPECT = "Write", "Play", "Measure", "Print", "Share", "Inspect"
COMMANDS: tuple[tuple[str, str, Callable[..., None]], ...] = (
    ("new", WRITE, new.command),
    ("check", WRITE, check.command),
    ("test", WRITE, test.command),
    ("explain", WRITE, explain.command),
    ("diff", WRITE, diff.command),
    ("fmt", WRITE, fmt.command),
    ("upgrade", WRITE, upgrade.command),
    ("story", WRITE, story.command),
    ("games", PLAY, games.command),
    ("play", PLAY, play.command),
    ("demo", PLAY, demo.command),
    ("replay", PLAY, replay.command),
    ("simulate", MEASURE, simulate.command),
    ("study", MEASURE, study.command),
    ("mutate", MEASURE, mutate.command),
    ("arena", MEASURE, arena.command),
    ("learn", MEASURE, learn.command),
    ("solve", MEASURE, solve.command),
    ("rulebook", PRINT, rulebook.command),
    ("faces", PRINT, faces.command),
    ("serve", SHARE, serve.command),
    ("matches", SHARE, matches.command),
    ("doctor", INSPECT, doctor.command),
    ("cache", INSPECT, cache.command),
    ("core", INSPECT, core.command),
    ("profile", INSPECT, profile.command),
    ("perft", INSPECT, perft.command),
    ("differential", INSPECT, differential.command),
    ("trace", INSPECT, trace.command),
)


def _flowing(text: str) -> str:
    """A docstring whose paragraphs are lines, so that they fill the width of any terminal."""
    return "\n\n".join(" ".join(p.split()) for p in text.split("\n\n"))


for _name, _panel, _command in COMMANDS:
    app.command(_name, rich_help_panel=_panel, help=_flowing(_command.__doc__ or ""))(_command)
