"""`rulewright rulebook`: one command for everything that is printed of a game."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulewright.cli.failure import Failure, usage
from rulewright.cli.parameters import Json, Options, Players, Variants, pairs

if TYPE_CHECKING:
    from rulewright.rulebook.parts.choosing import Choice

EVERY = "all"


def command(
    game: Annotated[
        str, typer.Argument(metavar="GAME|FILE", help="A shipped game, the path of a .rules file, or `all` for every shipped game.")
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="OUT", help="A folder, or the name of a file; its ending tells the format.")
    ] = Path(),
    format: Annotated[
        str, typer.Option("--format", "-f", metavar="F", help="html, pdf, md or json; several with commas.  [default: pdf]")
    ] = "",
    paper: Annotated[str, typer.Option("--paper", metavar="P", help="a4 or letter.  [default: as the theme says, else a4]")] = "",
    parts: Annotated[
        str, typer.Option("--parts", metavar="P,…", help="Of rulebook, reference, aid, components, story.  [default: all there are]")
    ] = "",
    open_: Annotated[bool, typer.Option("--open", help="Show the first file when it is written.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing: list what of the rules is not printed, and what is printed without a rule.")
    ] = False,
    report: Annotated[
        bool, typer.Option("--report", help="Write nothing: list what was made from the rules, line by line, and what a player would miss.")
    ] = False,
    json: Json = False,
    ids: Annotated[bool, typer.Option("--ids", help="Print the IDs of the rules in the margin.")] = False,
    lines: Annotated[
        bool, typer.Option("--lines", help="Of the reference (PDF): print the line of the rules text with each rule.")
    ] = False,
    booklet: Annotated[bool, typer.Option("--booklet", help="Of rulebook and reference (PDF): a multiple of four pages.")] = False,
    backs: Annotated[
        str, typer.Option("--backs", metavar="B", help="Of sheets: long or short (edge of the paper), fold (beside the fronts), none.")
    ] = "long",
    ink: Annotated[str, typer.Option("--ink", metavar="I", help="Of sheets: full, or saving (lines on white).")] = "full",
    only: Annotated[str, typer.Option("--only", metavar="KIND,…", help="Of sheets: only these components.")] = "",
    size: Annotated[
        list[str] | None,
        typer.Option("--size", metavar="KIND=SIZE", help="Of sheets: poker, bridge, mini, tarot, square, hex, or millimetres as 44x67."),
    ] = None,
    bleed: Annotated[
        float | None,
        typer.Option("--bleed", min=0, max=3, metavar="MM", help="Of sheets: how far faces are drawn beyond the cut.  [default: 1.5 to 3]"),
    ] = None,
    cut: Annotated[str, typer.Option("--cut", metavar="C", help="Of sheets: apart, or shared (neighbours share a cut).")] = "apart",
    since: Annotated[
        str, typer.Option("--since", metavar="OLD", help="Of sheets: only what differs from an earlier version of the rules.")
    ] = "",
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
) -> None:
    """Print the rulebook of a game, its player aid, the sheets to cut out and the book of its story.

    Everything is made from the rules themselves. A game with errors gives its errors and no file.

    Example:  rulewright rulebook chess -o chess.pdf

    Example:  rulewright rulebook two_heirs -o print --parts rulebook,components --paper letter

    Example:  rulewright rulebook two_heirs -o print --parts components --backs none --ink saving

    Example:  rulewright rulebook --check all
    """
    from rulewright.cli.printing import Order, check_games, print_games, report_games
    from rulewright.rulebook.render.documents import FORMATS, PAPERS, PARTS

    if paper and paper.lower() not in PAPERS:
        raise usage(f"There is no paper called {paper}.", f"Choose one of: {', '.join(PAPERS)}.")
    formats, wanted = _listed(format, FORMATS, "format"), _listed(parts, PARTS, "part")
    sheets = choice(backs, ink, only, size or [], since, bleed, cut)
    order = Order.of(out, formats, paper.lower(), wanted, ids, players, pairs(option, "--option"), variant, sheets, lines, booklet)
    names = _games(game)
    if check:
        raise typer.Exit(check_games(names, order, json))
    if report:
        raise typer.Exit(report_games(names, order, json))
    if json:
        raise usage("--json is for --check and --report.", "To have the book itself as JSON, write --format json.")
    if game == EVERY and order.file is not None:
        raise usage(f"{out} is one file, but there are {len(names)} games.", "Name a folder with --out.")
    written = print_games(names, order)
    if open_ and written and not webbrowser.open(written[0].resolve().as_uri()):
        raise Failure(f"{written[0]} is written, but nothing here can show it.")


def choice(backs: str, ink: str, only: str, size: list[str], since: str = "", bleed: float | None = None, cut: str = "apart") -> Choice:
    """What was asked for about sheets, each word one that is known."""
    from rulewright.faces.sizes import SIZES, hexagonal
    from rulewright.faces.sizes import size as measured
    from rulewright.rulebook.parts.choosing import BACKS, CUTS, INKS, Choice

    side = next((b for b in BACKS if b == backs.lower()), None)
    if side is None:
        raise usage(f"There are no backs called {backs}.", f"Choose one of: {', '.join(BACKS)}.")
    if ink.lower() not in INKS:
        raise usage(f"There is no ink called {ink}.", f"Choose one of: {', '.join(INKS)}.")
    if cut.lower() not in CUTS:
        raise usage(f"There is no cut called {cut}.", f"Choose one of: {', '.join(CUTS)}.")
    sizes, hexagons = {}, set()
    for text in size:
        kind, _, value = text.partition("=")
        found = measured(value)
        if found is None:
            raise usage(f"{text} is no size.", f"Write KIND=SIZE, with one of {', '.join(SIZES)}, or millimetres as 44x67.")
        sizes[kind.strip()] = found
        if hexagonal(value):
            hexagons.add(kind.strip())
    kinds = tuple(word.strip() for word in only.split(",") if word.strip())
    return Choice(side, ink.lower() == "saving", kinds, since, sizes, frozenset(hexagons), bleed, cut.lower() == "shared")


def _games(game: str) -> list[str]:
    """The games that a command line means. `all` is every shipped one, unless there is a file of that name."""
    if game == EVERY and not Path(game).exists():
        from rulewright.play.finding import list_games

        return list_games()
    from rulewright.cli.loading import find

    find(game)
    return [game]


def _listed(text: str, known: tuple[str, ...], what: str) -> tuple[str, ...]:
    """Words with commas between them, each one of those that are known."""
    found = tuple(dict.fromkeys(word.strip().lower() for word in text.split(",") if word.strip()))
    for word in found:
        if word not in known:
            raise usage(f"There is no {what} called {word}.", f"Choose from: {', '.join(known)}.")
    if text and not found:
        raise usage(f"No {what} is named.", f"Choose from: {', '.join(known)}.")
    return found
