"""Expansions go together, in whatever order they are chosen; a file of rows counts as rows do."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.driver import load

HERE = Path(__file__).parent / "variants" / "expansion.rules"


def contents(*variants: str) -> tuple[object, ...]:
    loaded = load(HERE, variants=variants)
    assert loaded.world is not None and not loaded.findings.all
    world = loaded.world
    cards = world.kinds["Card"].core.names
    return world.program.enums["Good"], sorted(cards), world.places["quays"].core.cell_names, [e.name for e in world.score.entries]  # type: ignore[union-attr]


def test_together_in_any_order() -> None:
    goods, cards, quays, entries = contents("Deep Sea", "Market Day")
    assert goods == ("salt", "wool", "fish")
    assert cards == ["Crane"] * 2 + ["Smokehouse"] * 2 + ["Stall"] * 5
    assert quays == ("North", "South", "Outer")
    assert entries == ["cards", "goods"]
    assert contents("Market Day", "Deep Sea") == (goods, cards, quays, entries)
    assert contents() == (("salt", "wool"), ["Crane"] * 2 + ["Stall"] * 3, ("North", "South"), ["cards"])


def test_rows_from_a_file(tmp_path: Path) -> None:
    text = HERE.read_text(encoding="utf-8")
    (tmp_path / "more.csv").write_text("name;price;value\nTower;2 salt;4\n", encoding="utf-8")
    rules = tmp_path / "harbour.rules"
    rules.write_text(text + '\nvariant "Towers"\n  adds to Card from "more.csv"\n', encoding="utf-8")
    loaded = load(rules, variants=("Towers",))
    assert loaded.world is not None
    assert "Tower" in loaded.world.kinds["Card"].core.names
