"""Every rule of the ledger is implemented and proved; the worked examples hold."""

from __future__ import annotations

from rulewright.cli.tracing import cover, ledger_of
from rulewright.play.examples import run_examples
from rulewright.play.finding import find_game

WORKED = {  # the worked examples of the ledger, and where they are told
    "EX-1": "The second meadow",
    "EX-2": "What the wizard likes",
    "EX-3": "Seven and two",
    "EX-4a": "Five of ten fall",
    "EX-4b": "Three instead of two fall",
    "EX-5": "Thirteen crowns for three colours",
    "EX-6": "Two cards of each letter",
    "EX-7": "How many turns",
    "EX-8": "Sets of different missions",
}


def test_196_of_196() -> None:
    path = find_game("kingdom_of_heroes")
    ledger = ledger_of(path)
    assert ledger is not None and len(ledger) == 196
    coverage = cover(path, ledger)
    assert coverage.lacking == {}
    assert coverage.implemented == set(ledger)  # and no tag that the ledger does not have


def test_examples_hold() -> None:
    results = run_examples("kingdom_of_heroes")
    assert [(result.title, result.message) for result in results if not result.passed] == []
    assert set(WORKED.values()) - {result.title for result in results} == {WORKED["EX-5"]}
    (thirteen,) = [r for r in run_examples("kingdom_of_heroes", ("Two colours each",)) if r.title == WORKED["EX-5"]]
    assert thirteen.passed, thirteen.message
