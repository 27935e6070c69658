"""All commands by name. Each command's module knows its arguments and imports what does the work when it is called."""

from __future__ import annotations

import typer

from rulewright.cli.commands import (
    check,
    demo,
    explain,
    fmt,
    games,
    new,
    perft,
    play,
    replay,
    rulebook,
    simulate,
    test,
    trace,
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
def _top(version: bool = typer.Option(False, "--version", "-V", help="Tell the version and leave.", is_eager=True)) -> None:
    if version:
        from rulewright import __version__

        print(f"rulewright {__version__}")
        raise typer.Exit


WRITING, PLAYING, STUDYING = "Write rules", "Play", "Study and prove"

app.command("new", rich_help_panel=WRITING)(new.command)
app.command("check", rich_help_panel=WRITING)(check.command)
app.command("explain", rich_help_panel=WRITING)(explain.command)
app.command("fmt", rich_help_panel=WRITING)(fmt.command)
app.command("rulebook", rich_help_panel=WRITING, context_settings=rulebook.SETTINGS, add_help_option=False)(rulebook.command)
app.command("games", rich_help_panel=PLAYING)(games.command)
app.command("play", rich_help_panel=PLAYING)(play.command)
app.command("demo", rich_help_panel=PLAYING)(demo.command)
app.command("replay", rich_help_panel=PLAYING)(replay.command)
app.command("simulate", rich_help_panel=STUDYING)(simulate.command)
app.command("test", rich_help_panel=STUDYING)(test.command)
app.command("perft", rich_help_panel=STUDYING)(perft.command)
app.command("trace", rich_help_panel=STUDYING)(trace.command)
