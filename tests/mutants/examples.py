"""The examples of all small games and of the shipped ones that are quick, in the interpreter: what `make mutants` asks first."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play.examples import run_examples

ROOT = Path(__file__).resolve().parents[2]
SMALL = sorted(p for p in (ROOT / "tests" / "lang").glob("*/*.rules") if "example " in p.read_text(encoding="utf-8"))
SHIPPED = [
    ROOT / "games" / name / f"{name}.rules" for name in ("chess", "checkers", "reversi", "oware", "hearts", "salt_roads", "quoridor")
]


@pytest.mark.parametrize("path", [*SMALL, *SHIPPED], ids=lambda p: p.stem)
def test_its_examples_hold(path: Path) -> None:
    results = run_examples(path)
    assert results
    assert all(r.passed for r in results), [r.message for r in results if not r.passed]
