"""Every small game of the language tests: checked without findings, its examples and random matches alike in both engines.

`README.md` beside this file says what each of them is for: one file for each thing that is hard to say about the big games.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.diagnostics.render import as_text
from rulewright.dsl.driver import load as load_rules
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.format import format_text
from rulewright.dsl.syntax.walk import nodes
from rulewright.play import load
from rulewright.play.differential import compare, twins_of
from rulewright.play.examples import run_example, run_examples
from rulewright.play.game import Game

HERE = Path(__file__).parent
FILES = sorted(p for p in HERE.glob("*/*.rules"))
MATCHES = 20

# How many entries each ledger has about what is hard to say.
ENTRIES = {"grandlins_heirs": 17, "kingdom_of_heroes": 24, "two_heirs": 23, "two_princes": 17}
ROW = re.compile(r"^\| (\w+) (\d+) \| (.+) \| \[([\w/]+\.rules)\]\(([\w/]+\.rules)\) \|$", re.MULTILINE)


def table() -> list[tuple[str, int, str, str, str]]:
    rows = ROW.findall((HERE / "README.md").read_text(encoding="utf-8"))
    return [(game, int(number), what, shown, link) for game, number, what, shown, link in rows]


def test_every_entry_has_a_file() -> None:
    wanted = [(game, n) for game, count in ENTRIES.items() for n in range(1, count + 1)]
    assert [(game, number) for game, number, *_ in table()] == wanted
    assert len(wanted) == 81


def test_the_table_names_files_that_exist() -> None:
    for game, number, what, shown, link in table():
        assert shown == link, (game, number)
        assert (HERE / link).is_file(), (game, number, link)
        assert what.strip()


def test_no_file_is_forgotten() -> None:
    told = (HERE / "README.md").read_text(encoding="utf-8")
    assert [p for p in FILES if f"({p.relative_to(HERE).as_posix()})" not in told] == []


@pytest.mark.parametrize("path", FILES, ids=[str(p.relative_to(HERE).with_suffix("")) for p in FILES])
def test_micro_game(path: Path) -> None:
    """Clean, laid out as the formatter would, with examples that hold in both engines and matches that go the same way in both."""
    loaded = load_rules(path, examples=True)
    assert not loaded.findings.all, as_text(loaded.findings.all, loaded.sources)
    assert loaded.gathered is not None
    text = path.read_text(encoding="utf-8")
    assert format_text(text) == text
    _play(path)
    for variant in loaded.gathered.variants:
        of_variant = load_rules(path, variants=(variant.title,), examples=True)
        assert not of_variant.findings.all, as_text(of_variant.findings.all, of_variant.sources)
        own = {x.title for x in nodes(variant.body, d.Example)}
        assert own, f"“{variant.title}” has no example."
        _play(path, variant.title, own)


def _play(path: Path, variant: str = "", only: set[str] | None = None) -> None:
    """The examples and random matches; without a variant the examples of the game, with one those of the variant."""
    games: list[Game] = []

    def both_engines(game: Game) -> None:
        twins_of(game)
        games.append(game)

    results = run_examples(path, (variant,) if variant else (), both_engines)
    results = [r for r in results if only is None or r.title in only]
    assert results, "There is no example."
    assert [(r.title, r.line, r.message) for r in results if not r.passed] == []
    twins = twins_of(games[0])
    found = [compare(twins, seed) for seed in range(MATCHES)]
    assert [twins.describe(f.failure) for f in found if f.failure is not None] == []
    assert all(f.ended for f in found)


@pytest.mark.parametrize(("players", "purse", "rounds", "cards"), [(2, 12, 4, 10), (3, 9, 3, 14), (4, 9, 3, 14)])
def test_setup_by_player_count(players: int, purse: int, rounds: int, cards: int) -> None:
    game = load(HERE / "setup" / "by_player_count.rules", players=players)
    match = game.start(1)
    view = match.view(None)
    assert {seat: values["coins"] for seat, values in view.players.items()} == dict.fromkeys(game.seats, str(purse))
    deck = next(p for p in view.places if p.name == "deck")
    assert sum(deck.hidden.values()) == cards
    taken = 0
    while match.decision is not None:
        match.choose("buy top")
        taken += 1
    assert taken == rounds * players


def test_examples_can_fail(tmp_path: Path) -> None:
    """An example that does not hold is told with its line; otherwise the test above would prove nothing."""
    text = (HERE / "dice" / "weighted.rules").read_text(encoding="utf-8")
    path = tmp_path / "wrong.rules"
    path.write_text(text.replace("then Ann.coins is 9", "then Ann.coins is 8", 1), encoding="utf-8")
    game = load(path, examples=True, engine="interpreter")
    twins_of(game)
    result = run_example(game, game.world.example_code[0])
    assert not result.passed
    assert "it is 9" in result.message
