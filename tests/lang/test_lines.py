"""Rows and columns that an example names: by their numbers, from 1, or by a cell in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.driver import load as load_rules
from rulewright.play.differential import twins_of
from rulewright.play.examples import run_examples

GAME = Path(__file__).parents[2] / "games" / "connect_four" / "connect_four.rules"


def with_example(folder: Path, column: str, then: str) -> Path:
    path = folder / "connect_four.rules"
    text = GAME.read_text(encoding="utf-8").partition("\nexample")[0]
    path.write_text(f'{text}\nexample "Drop"\n  when Yellow drops {column}\n  then {then}\n', encoding="utf-8")
    return path


@pytest.mark.parametrize(("column", "cell"), [("column(a1)", "a1"), ("column(c4)", "c1"), ("3", "c1"), ("7", "g1")])
def test_the_column_that_is_named(column: str, cell: str, tmp_path: Path) -> None:
    """In both engines: `twins_of` plays an example in each and compares."""
    right = run_examples(with_example(tmp_path, column, f"some Disc in {cell}"), (), twins_of)
    assert right and all(result.passed for result in right)
    wrong = run_examples(with_example(tmp_path, column, f"no Disc in {cell}"), (), twins_of)
    assert wrong and not any(result.passed for result in wrong)


@pytest.mark.parametrize(("column", "code"), [("8", "out-of-range"), ("0", "out-of-range"), ("a1", "type-mismatch")])
def test_what_is_no_column(column: str, code: str, tmp_path: Path) -> None:
    found = load_rules(with_example(tmp_path, column, "some Disc in a1"), examples=True).findings.all
    assert [f.code.word for f in found] == [code]
