"""Every rule of every ledger is implemented by a tagged construct and proved by an example or a test."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from rulewright.cli.tracing import PROVES, TAG, cover, ledger_of
from rulewright.play.finding import find_game

LEDGERS = sorted(file.stem for file in Path(str(resources.files("rulewright.seeds"))).glob("*.csv"))
RULES = {"grandlins_heirs": 165, "kingdom_of_heroes": 196, "two_heirs": 201, "two_princes": 133}


def test_the_ledgers_are_whole() -> None:
    """A rule that is struck from a ledger would not be missed below."""
    found = {name: len(ledger_of(find_game(name)) or ()) for name in LEDGERS}
    assert found == RULES


@pytest.mark.parametrize("name", sorted(RULES))
def test_every_rule_is_implemented_and_proved(name: str) -> None:
    path = find_game(name)
    ledger = ledger_of(path)
    assert ledger is not None
    coverage = cover(path, ledger)
    assert coverage.lacking == {}
    assert coverage.implemented <= set(ledger), "tags that the ledger does not know"


def test_tests_prove_only_rules_there_are() -> None:
    """A slip in a tag would prove nothing, and nobody would see it. Other tags, such as those of worked examples, are free."""
    known = {tag for name in RULES for tag in ledger_of(find_game(name)) or ()}
    families = {tag.split("-")[0] for tag in known}
    for file in Path(__file__).parent.rglob("*.py"):
        claims = PROVES.finditer(file.read_text(encoding="utf-8"))
        named = {tag for claim in claims for tag in TAG.findall(claim["tags"]) if tag.split("-")[0] in families}
        assert named <= known, f"{file.name} proves {', '.join(sorted(named - known))}"
