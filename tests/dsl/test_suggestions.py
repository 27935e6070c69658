"""Did you mean: every kind of name that is misspelt is answered with the one that is nearly the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.dsl.diagnostics.suggest import nearest
from rulewright.dsl.driver import Loaded

Load = Callable[..., Loaded]

GAME = """\
game "Farm" for Ann, Bob
  weather: fair or foul = fair

type Good: wool or wheat

option harvests: 1 to 9 = 3
option season: spring or autumn = spring

piece Card: from "cards.csv"
  printed suit: red or black
  printed value: 1 to 9

piece Sheep of each Player
place board: grid 3 by 3
place regions: graph of Region from "regions.csv"
place deck: deck of Card, seen by none
place hand of each Player: hand of Card, seen by owner

each Player has
  courage: 0 to 9 = 3
  goods of each Good: 0 to 9 = 0

define wealth(player) = player.courage + harvests

setup
  put all Card on deck
  shuffle deck

turn
  player must graze
  feeding

phase feeding
  each Card in hand of player: resolve card

action graze Cell in board
  requires cell is empty
  put Sheep on cell
  player draws 1 Card from deck

Card "Shearing"
  gain 1 goods(wool)

when deck is empty or board is full
  finish

score
  animals: count Sheep of player in board
  courage: wealth(player)

winner: most score, then shared

variant "Long winter"
  replaces define wealth(player) = player.courage
  removes feeding
  replaces turn
    player must graze

example "One sheep"
  given put Sheep of Ann on a1
  then Ann.score.animals is 1
"""
CARDS = "name,suit,value,copies\nShearing,red,3,4\nThunder,black,5,4\n"
REGIONS = "name,neighbours\nMeadow,Valley\nValley,Meadow\n"

# What stands in the game, what is written instead, and the word that is offered.
SLIPS = [
    ("declaration", "define wealth", "defin wealth", "define"),
    ("verb", "shuffle deck", "shufle deck", "shuffle"),
    ("verb of somebody", "player draws 1", "player drws 1", "draws"),
    ("action", "player must graze\n  feeding", "player must graxe\n  feeding", "graze"),
    ("phase", "graze\n  feeding", "graze\n  feedin", "feeding"),
    ("phase that is taken", "graze\n  feeding", "graze\n  rival takes fedding", "feeding"),
    ("kind", "put Sheep on", "put Sheeps on", "Sheep"),
    ("kind in a selection", "count Sheep of", "count Shep of", "Sheep"),
    ("kind of a place", "hand of Card", "hand of Crad", "Card"),
    ("place", "shuffle deck", "shuffle dek", "deck"),
    ("place of an action", "Cell in board", "Cell in baord", "board"),
    ("attribute of a piece", "when deck is empty", "when some Card in hand where card.valu > 3", "value"),
    ("attribute of a player", "= player.courage + ", "= player.courag + ", "courage"),
    ("attribute of the game", "when deck is empty", "when wether is foul", "weather"),
    ("value of an attribute", "when deck is empty", "when weather is faul", "foul"),
    ("value of a type", "goods(wool)", "goods(wol)", "wool"),
    ("type", "of each Good", "of each Goods", "Good"),
    ("type of an attribute", "weather: fair or foul = fair", "weather: Godo or none = none", "Good"),
    ("owner", "of each Player: hand", "of each Playr: hand", "Player"),
    ("option", "+ harvests", "+ harvest", "harvests"),
    ("value of an option", "= spring", "= sprig", "spring"),
    ("definition", "courage: wealth(player)", "courage: welth(player)", "wealth"),
    ("library function", "requires cell is empty", "requires no Sheep in arround(cell)", "around"),
    ("definition as a word", "when deck is empty", "when b2 is emtpy", "empty"),
    ("player", "when deck is empty", "when no Sheep of Anne in board", "Ann"),
    ("cell with a name", "when deck is empty", "when Sheep in Medow is none", "Meadow"),
    ("trait of a place", "deck of Card, seen", "dekc of Card, seen", "deck"),
    ("trait of a board", "grid 3 by 3", "gird 3 by 3", "grid"),
    ("who sees", "seen by owner", "seen by owners", "owner"),
    ("hook", "\nscore\n", "\nafter grace Cell\n  pass\n\nscore\n", "graze"),
    ("card", 'Card "Shearing"', 'Card "Sharing"', "Shearing"),
    ("entry of the score", "Ann.score.animals", "Ann.score.animal", "animals"),
    ("the box", "player must graze\n  feeding", "player must graze\n  each Sheep in a1: move sheep to boxx", "box"),
    ("the score", "winner: most score", "winner: most scor", "score"),
    ("the last word of the winner", "then shared", "then shard", "shared"),
    ("what can change", "gain 1 goods(wool)", "gain 1 courag", "courage"),
    ("replaced", "replaces define wealth", "replaces define welth", "wealth"),
    ("removed", "removes feeding", "removes feedings", "feeding"),
    ("word of an example", "on a1\n  then Ann", "on a1\n  then Amn", "Ann"),
    ("table", 'from "cards.csv"', 'from "card.csv"', "cards.csv"),
    ("column", "printed value", "printed values", "values"),
]


@pytest.mark.parametrize(("right", "wrong", "offered"), [s[1:] for s in SLIPS], ids=[s[0] for s in SLIPS])
def test_misspelt(right: str, wrong: str, offered: str, loaded: Load, tmp_path) -> None:  # type: ignore[no-untyped-def]
    assert right in GAME
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")  # near names of files are looked for in the folder
    text = GAME.replace(right, wrong, 1)
    found = loaded(
        text,
        {"cards.csv": CARDS, "regions.csv": REGIONS},
        variants=("Long winter",) if "remov" in right or "replac" in right else (),
        examples=True,
    )
    told = [f"{f.message} {f.help}" for f in found.findings.all]
    assert any(f"Did you mean `{offered}`" in t for t in told), told


def test_the_game_itself_is_sound(loaded: Load) -> None:
    for variants in ((), ("Long winter",)):
        found = loaded(GAME, {"cards.csv": CARDS, "regions.csv": REGIONS}, variants=variants, examples=True)
        assert not found.findings.errors, found.findings.errors


def test_options_and_variants_asked_for(loaded: Load) -> None:
    files = {"cards.csv": CARDS, "regions.csv": REGIONS}
    assert "`harvests`" in loaded(GAME, files, options={"harvest": "3"}).findings.errors[0].help
    assert "Long winter" in loaded(GAME, files, variants=("Long wintr",)).findings.errors[0].help


def test_a_fix_that_an_editor_can_apply(loaded: Load) -> None:
    found = loaded(GAME.replace("shuffle deck", "shuffle dek"), {"cards.csv": CARDS, "regions.csv": REGIONS}).findings.errors[0]
    assert found.fix is not None
    assert found.fix.replacement == "deck"


@pytest.mark.parametrize(
    ("word", "known", "wanted"),
    [
        ("bord", ["board", "broad"], "board"),
        ("marks", ["mark", "market"], "mark"),
        ("Mark", ["mark"], "mark"),
        ("zzz", ["board", "mark"], None),
        ("board", ["board"], None),
        ("", ["board"], None),
    ],
)
def test_nearest(word: str, known: list[str], wanted: str | None) -> None:
    assert nearest(word, known) == wanted
