"""The shelf of shipped games, as a table."""

from __future__ import annotations

import re
from pathlib import Path

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rulewright.cli.loading import load
from rulewright.cli.screen import out
from rulewright.cli.table.prose import filled
from rulewright.cli.words import counted
from rulewright.dsl.driver import Loaded
from rulewright.dsl.driver import load as load_rules
from rulewright.dsl.syntax.declarations import Prose
from rulewright.play.finding import find_game, games_folder, list_games
from rulewright.play.game import Game

TOKEN = re.compile(r"[A-Za-z_0-9]+|[^\sA-Za-z_0-9]")
ASIDE = re.compile(r"\[[A-Z]+-[^\]]*\]\s*$|\s#.*")  # tags of the ledger, and comments behind a rule


def show_games() -> None:
    """Write the table of all games; a game whose rules have errors says so in its line."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for title in ("game", "title", "for", "options", "variants"):
        table.add_column(title, overflow="fold")
    table.add_column("size", justify="right", no_wrap=True)
    for name in list_games():
        table.add_row(*_row(name))
    console = out()
    console.print(table)
    console.print(Text(f"\nMore about one: rulewright games chess. They are in {games_folder()}", style="faint"), soft_wrap=True)


def _row(name: str) -> list[Text]:
    path = find_game(name)
    loaded = load_rules(path, lint=False)
    words = f"{_words(path):,} words"
    if loaded.program is None or loaded.world is None:
        sentence = counted(len(loaded.findings.errors), "error")
        return [Text(name, style="word"), Text(f"has {sentence}: rulewright check {name}", style="error"), *[Text("")] * 3, Text(words)]
    game = Game(path, loaded, (), "interpreter")
    return [
        Text(name, style="word"),
        Text(game.title, style="title"),
        Text(_players(loaded)),
        Text(", ".join(game.options)),
        Text(", ".join(_variants(loaded))),
        Text(words),
    ]


def show_game(name: str) -> None:
    """Write everything about one game that matters before a match."""
    game = load(name, engine="interpreter")
    console = out()
    console.print(Text(game.title, style="title"))
    _paragraph(game, game.world.game.prose)
    table = Table.grid(padding=(0, 2))
    table.add_column(style="faint")
    table.add_column(overflow="fold")
    table.add_row("players", f"{_players(game.loaded)}: {', '.join(game.world.game.names)}")
    table.add_row("pieces", ", ".join(game.world.kinds))
    table.add_row("places", ", ".join(game.world.places))
    table.add_row("actions", ", ".join(a.replace("_", " ") for a in game.program.actions))
    table.add_row("state", f"{game.program.size:,} bytes")
    table.add_row("file", str(game.path))
    console.print(table)
    for option, value in game.options.items():
        console.print(Text.assemble("\n", (f"--option {option}={value}", "word"), f"   {game.possible(option)}"))
        _paragraph(game, game.world.options[option].decl.prose)
    for variant in _variants(game.loaded):
        console.print(Text.assemble("\n", (f'--variant "{variant}"', "word")))


def _paragraph(game: Game, prose: list[Prose]) -> None:
    if prose:
        out().print(Padding(Text(" ".join(filled(game, line.text) for line in prose)), (0, 0, 0, 2)))


def _variants(loaded: Loaded) -> list[str]:
    return [v.title for v in loaded.gathered.variants] if loaded.gathered is not None else []


def _players(loaded: Loaded) -> str:
    assert loaded.world is not None
    game = loaded.world.game
    return str(game.fewest) if game.fewest == game.most else f"{game.fewest} to {game.most}"


def _words(path: Path) -> int:
    """The size of a game: the words and signs of its rules, without prose, comments, tags and pictures of boards."""
    count = 0
    for file in sorted(path.parent.glob("*.rules")):
        for line in file.read_text(encoding="utf-8").splitlines():
            bare = line.strip()
            if not bare.startswith((">", "#", "|")):
                count += len(TOKEN.findall(ASIDE.sub("", bare)))
    return count
