"""The shelf of shipped games, as a table."""

from __future__ import annotations

import re
from pathlib import Path

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rulewright.cli.facts import print_facts
from rulewright.cli.loading import load
from rulewright.cli.screen import out
from rulewright.cli.table.prose import filled
from rulewright.cli.words import counted
from rulewright.dsl.driver import Loaded
from rulewright.dsl.driver import load as load_rules
from rulewright.dsl.text import Prose
from rulewright.play.finding import find_game, list_games
from rulewright.play.game import Game
from rulewright.play.shelf import kind, lengths

TOKEN = re.compile(r"[A-Za-z_0-9]+|[^\sA-Za-z_0-9]")
ASIDE = re.compile(r"\[[A-Z]+-[^\]]*\]\s*$|\s#.*")  # tags of the ledger, and comments behind a rule


def show_games(as_json: bool = False) -> None:
    """Write the table of all games; a game whose rules have errors says so in its line."""
    rows = [_about(name) for name in list_games()]
    if as_json:
        print_facts(rows)
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for title in ("game", "title", "players", "kind"):
        table.add_column(title, overflow="fold")
    table.add_column("length", justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*_row(row))
    console = out()
    console.print(table)
    console.print(Text("\nLength: decisions in a match between random players.", style="faint"))
    console.print(Text("More about one, its options and variants: rulewright games chess", style="faint"))


def _about(name: str) -> dict[str, object]:
    """What matters of a game at a glance."""
    path = find_game(name)
    loaded = load_rules(path, lint=False)
    if loaded.program is None or loaded.world is None:
        return {"game": name, "errors": len(loaded.findings.errors)}
    game = Game(path, loaded, (), "interpreter")
    return {
        "game": name,
        "title": game.title,
        "players": [loaded.world.game.fewest, loaded.world.game.most],
        "kind": kind(game),
        "decisions": lengths().get(name),
        "options": list(game.options),
        "variants": _variants(loaded),
        "words": _words(path),
        "fingerprint": game.fingerprint,
    }


def _row(about: dict[str, object]) -> list[Text]:
    name = Text(str(about["game"]), style="word")
    if "errors" in about:
        sentence = counted(int(str(about["errors"])), "error")
        return [name, Text(f"has {sentence}: rulewright check {name}", style="error"), *[Text("")] * 3]
    players, decisions = about["players"], about["decisions"]
    assert isinstance(players, list)
    seats = str(players[0]) if players[0] == players[1] else f"{players[0]} to {players[1]}"
    length = f"{decisions:,}" if isinstance(decisions, int) else ""
    return [name, Text(str(about["title"]), style="title"), Text(seats), Text(str(about["kind"])), Text(length)]


def show_game(name: str, as_json: bool = False) -> None:
    """Write everything about one game that matters before a match."""
    game = load(name, engine="interpreter")
    if as_json:
        print_facts(_all_about(game))
        return
    console = out()
    console.print(Text(game.title, style="title"))
    _paragraph(game, game.world.game.prose)
    table = Table.grid(padding=(0, 2))
    table.add_column(style="faint")
    table.add_column(overflow="fold")
    table.add_row("players", f"{_players(game.loaded)}: {', '.join(game.world.game.names)}")
    table.add_row("kind", kind(game))
    table.add_row("pieces", ", ".join(game.world.kinds))
    table.add_row("places", ", ".join(game.world.places))
    table.add_row("actions", ", ".join(a.replace("_", " ") for a in game.program.actions))
    table.add_row("state", f"{game.program.size:,} bytes")
    table.add_row("file", str(game.path))
    console.print(table)
    for option, value in game.options.items():
        console.print(Text.assemble("\n", (f"--option {option}={value}", "word"), f"   {game.possible(option)}"))
        _paragraph(game, game.world.options[option].said.prose)
    for variant in _variants(game.loaded):
        console.print(Text.assemble("\n", (f'--variant "{variant}"', "word")))


def _all_about(game: Game) -> dict[str, object]:
    """Everything about one game that matters before a match, for programs."""
    return {
        "title": game.title,
        "players": [game.world.game.fewest, game.world.game.most],
        "seats": list(game.world.game.names),
        "kind": kind(game),
        "pieces": list(game.world.kinds),
        "places": list(game.world.places),
        "actions": list(game.program.actions),
        "options": {name: {"value": value, "possible": game.possible(name)} for name, value in game.options.items()},
        "variants": _variants(game.loaded),
        "state_bytes": game.program.size,
        "fingerprint": game.fingerprint,
        "file": str(game.path),
    }


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
