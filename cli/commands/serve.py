"""`rulewright serve`: matches in a browser, for friends on their own devices."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.failure import USAGE, Failure


def command(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME|FILE|FOLDER]...", help="What lies on the shelf; without any, every shipped game.", show_default=False
        ),
    ] = None,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, metavar="N", help="0 takes any that is free.")] = 8000,
    store: Annotated[
        str | None,
        typer.Option("--store", metavar="FOLDER|URL", help="Where matches are kept: a folder, or postgresql://…", show_default=False),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
    keep: Annotated[float, typer.Option("--keep", min=0, metavar="DAYS", help="Delete matches this many days after their last move.")] = 0,
    link: Annotated[str, typer.Option("--link", metavar="URL", help="How others reach it, if it runs behind a proxy.")] = "",
    pause: Annotated[float, typer.Option("--pause", min=0, metavar="SECONDS", help="Time to follow what machines do.")] = 0.6,
    guard: Annotated[
        bool, typer.Option("--guard/--no-guard", help="Rules that do not ship are tried with limits for size, time and memory first.")
    ] = True,
    uploads: Annotated[bool, typer.Option("--uploads", help="Visitors may bring rules of their own along, within limits.")] = False,
) -> None:
    """Put games on a page that you and your friends open, each on a device of their own.

    Choose a game, say who sits where, and hand on the links of the seats. Every seat sees what it may see and nothing else.
    Every decision is kept before it is confirmed: the server can be stopped and started at any time. A rules file that you
    change is used for the next match; running matches keep the rules they were begun with.

    Example:  rulewright serve --open

    Example:  rulewright serve my_game.rules --host 0.0.0.0
    """
    try:
        from rulewright.server.command import serve, usual_store
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("rulewright"):
            raise
        raise Failure("The table in the browser needs a few more packages.", "Type: pip install 'rulewright[server]'", USAGE) from None
    usual = store or usual_store()
    serve(games or [], host, port, usual, open_page=open_page, keep=keep, pause=pause, link=link, guard_rules=guard, uploads=uploads)
