"""The shelf of shipped games, as a table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from rulewright.cli.screen import counted, out
from rulewright.dsl.driver import load as load_rules
from rulewright.play.game import Game, find_game, games_folder, list_games

if TYPE_CHECKING:
    from rulewright.dsl.driver import Loaded

TOKEN = re.compile(r"[A-Za-z_0-9]+|[^\sA-Za-z_0-9]")


def show_games() -> None:
    """Write the table of all games; a game whose rules have errors says so in its line."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for title in ("game", "title", "players", "options", "variants"):
        table.add_column(title, overflow="fold")
    table.add_column("rules", justify="right", no_wrap=True)
    for name in list_games():
        table.add_row(*_row(name))
    console = out()
    console.print(table)
    console.print(Text(f"\nIn {games_folder()}. Play one: rulewright play tic_tac_toe", style="faint"), soft_wrap=True)


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
        Text("\n".join(f"{option} = {value}" for option, value in game.options.items())),
        Text("\n".join(v.title for v in loaded.gathered.variants) if loaded.gathered is not None else ""),
        Text(words),
    ]


def _players(loaded: Loaded) -> str:
    assert loaded.world is not None
    game = loaded.world.game
    return str(game.fewest) if game.fewest == game.most else f"{game.fewest} to {game.most}"


def _words(path: Path) -> int:
    """The size of a game: the words and signs of its rules, without prose, comments and pictures of boards."""
    count = 0
    for file in sorted(path.parent.glob("*.rules")):
        for line in file.read_text(encoding="utf-8").splitlines():
            bare = line.strip()
            if not bare.startswith((">", "#", "|")):
                count += len(TOKEN.findall(bare))
    return count
