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


class Rules(StrEnum):
    """By which rules a recorded match goes on, if they have changed since it was begun."""

    then = "then"
    now = "now"


RulesOption = Annotated[
    Rules | None,
    typer.Option(
        "--rules-of",
        help="If the rules of a recorded match have changed: take those of then, or see what is legal now.",
        show_default=False,
    ),
]
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
Cluster = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Dask cluster, as in `tcp://10.0.0.1:8786`; workers find the rules at the same path.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print facts for programs, as JSON.")]
Guard = Annotated[
    bool,
    typer.Option(
        "--guard", help="Rules of somebody else: try them in a process of their own first, with limits for size, time and memory."
    ),
]
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


def percent(text: str) -> float:
    """What `--until` says: how well shares are to be known."""
    try:
        found = float(text.strip().rstrip("%")) / 100
    except ValueError:
        raise usage(f"--until {text} is no percentage.", "Write --until 2%.") from None
    if not 0.001 <= found <= 0.5:
        raise usage("A share can be known to between 0.1 % and 50 %.", "Write --until 2%.")
    return found
