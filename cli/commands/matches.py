"""`rulewright matches`: what a server has kept."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.failure import USAGE, Failure
from rulewright.cli.parameters import Json


class Deed(StrEnum):
    list = "list"
    export = "export"
    delete = "delete"
    backup = "backup"


def command(
    deed: Annotated[Deed, typer.Argument(metavar="list|export|delete|backup", help="What to do.", show_default=False)] = Deed.list,
    name: Annotated[str, typer.Argument(metavar="NAME|FILE", help="A match; for a backup, the file.", show_default=False)] = "",
    store: Annotated[
        str | None, typer.Option("--store", metavar="FOLDER|URL", help="Where the server keeps its matches.", show_default=False)
    ] = None,
    target: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where an export goes.", show_default=False)] = None,
    json: Json = False,
) -> None:
    """List, export, delete or back up the matches that `rulewright serve` has kept.

    An export is one JSON file with the whole record, the log that everybody may read after the end, and the notes of
    playtesters. A backup can be made while the server runs.

    Example:  rulewright matches

    Example:  rulewright matches export kq2m-7rtd-x9wp -o match.json

    Example:  rulewright matches backup friday.db
    """
    try:
        from rulewright.server.command import usual_store
        from rulewright.server.keeping import keep
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("rulewright"):
            raise
        raise Failure("The table in the browser needs a few more packages.", "Type: pip install 'rulewright[server]'", USAGE) from None
    keep(deed.value, name, store or usual_store(), target, json)
