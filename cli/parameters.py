"""Arguments and options that several commands share, written once."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from rulewright.cli import completing
from rulewright.cli.failure import usage


class Engine(StrEnum):
    """Who carries the rules out."""

    interpreter = "interpreter"
    native = "native"


GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A shipped game (see `rulewright games`) or the path of a .rules file.",
        autocompletion=completing.games,
    ),
]
Players = Annotated[int | None, typer.Option("--players", "-p", min=1, metavar="N", help="How many take part.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="Set an option of the game; repeatable.",
        autocompletion=completing.options,
    ),
]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="TITLE", help="Play a variant; repeatable.", autocompletion=completing.variants),
]
Seed = Annotated[int | None, typer.Option("--seed", "-s", metavar="N", help="The same seed gives the same chance.")]
EngineOption = Annotated[
    Engine | None, typer.Option("--engine", help="`native` is compiled and fast, `interpreter` is the reference.", show_default=False)
]
Json = Annotated[bool, typer.Option("--json", help="Print facts for programs, as JSON.")]
Paranoid = Annotated[bool, typer.Option("--paranoid", help="Check after every decision that every piece and value is where it can be.")]


def pairs(texts: list[str] | None, flag: str) -> dict[str, str]:
    """`["sets=a,b"]` as a dictionary; anything without a name and a value is refused."""
    found: dict[str, str] = {}
    for text in texts or []:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise usage(f"{flag} {text} has no {'value' if name.strip() and not value.strip() else 'name'}.", f"Write {flag} NAME=VALUE.")
        if name.strip() in found:
            raise usage(f"{flag} {name.strip()} is given twice.")
        found[name.strip()] = value.strip()
    return found
