"""`rulewright faces`: how the components of a game look, and their files for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.failure import usage
from rulewright.cli.parameters import GameArgument, Json, Options, Players, Variants, pairs


def command(
    game: GameArgument,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FOLDER", help="Write files there.")] = None,
    format: Annotated[
        str, typer.Option("--format", "-f", metavar="F,…", help="html, svg, png, csv, json, nandeck, tts or ttp.  [default: html]")
    ] = "",
    dpi: Annotated[int, typer.Option("--dpi", min=36, max=1200, metavar="N", help="Of PNG pictures.")] = 300,
    ink: Annotated[str, typer.Option("--ink", metavar="I", help="full, or saving (lines on white).")] = "full",
    only: Annotated[str, typer.Option("--only", metavar="KIND,…", help="Only these kinds.")] = "",
    size: Annotated[
        list[str] | None,
        typer.Option("--size", metavar="KIND=SIZE", help="poker, bridge, mini, tarot, square, hex, or millimetres as 44x67."),
    ] = None,
    bleed: Annotated[float, typer.Option("--bleed", min=0, max=6, metavar="MM", help="Of single faces, beyond the cut.")] = 3.0,
    images_at: Annotated[str, typer.Option("--images-at", metavar="URL", help="Where the pictures of a saved table will be found.")] = "",
    explain: Annotated[str, typer.Option("--explain", metavar="KIND", help="Tell why each attribute stands where it does.")] = "",
    watch: Annotated[bool, typer.Option("--watch", help="Show the faces in the browser, anew whenever a file is saved.")] = False,
    open_: Annotated[bool, typer.Option("--open", help="Show the faces in the browser.")] = False,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
    json: Json = False,
) -> None:
    """Show the faces of a game's cards, tiles and tokens, check its face file, and write them for other tools.

    Faces follow from the rules. A file GAME.faces beside them changes what stands where; what is wrong with it is shown, and
    faces are drawn in any case.

    Example:  rulewright faces two_heirs --open

    Example:  rulewright faces my_game.rules --watch

    Example:  rulewright faces kingdom_of_heroes -o out --format png,csv --only Mission

    Example:  rulewright faces night_market.rules -o table --format tts --images-at https://example.org/pictures
    """
    from rulewright.cli.commands.rulebook import choice
    from rulewright.cli.facing import FORMATS, Wanted, explained, files, show, told, watched

    formats = tuple(dict.fromkeys(word.strip().lower() for word in format.split(",") if word.strip())) or ("html",)
    for word in formats:
        if word not in FORMATS:
            raise usage(f"There is no format called {word}.", f"Choose from: {', '.join(FORMATS)}.")
    if format and out is None:
        raise usage("Nothing says where the files should go.", "Name a folder with --out.")
    asked = choice("long", ink, only, size or [], bleed=bleed)
    wanted = Wanted(game, pairs(option, "--option"), players, tuple(variant or ()), asked, dpi, images_at)
    if explain:
        raise typer.Exit(explained(wanted, explain, json))
    if out is not None:
        raise typer.Exit(files(wanted, out, formats))
    if watch:
        raise typer.Exit(watched(wanted))
    raise typer.Exit(show(wanted) if open_ else told(wanted, json))
