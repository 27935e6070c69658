"""Every kind of game that `new` writes: clean, proved, played alike by both engines, and printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.starter import KINDS, write
from rulewright.dsl.diagnostics.render import as_text
from rulewright.dsl.driver import load as load_rules
from rulewright.dsl.syntax.format import format_text
from rulewright.play import load
from rulewright.play.differential import compare, twins_of
from rulewright.play.examples import run_examples
from rulewright.rulebook.coverage import check as printed
from rulewright.rulebook.parts.book import make

from .conftest import Run

MATCHES = 50


@pytest.mark.parametrize("kind", KINDS)
def test_kind(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = write("harbour_lights", kind)
    text = path.read_text(encoding="utf-8")
    assert 'game "Harbour Lights"' in text and "my_game" not in text and "My Game" not in text
    assert format_text(text) == text
    loaded = load_rules(path, examples=True)
    assert not loaded.findings.all, as_text(loaded.findings.all, loaded.sources)
    results = run_examples(path)
    assert results and all(r.passed for r in results), [r.message for r in results]
    game = load(path, engine="interpreter")
    twins = twins_of(game)
    found = [compare(twins, seed) for seed in range(MATCHES)]
    assert [twins.describe(f.failure) for f in found if f.failure is not None] == []
    assert all(f.ended for f in found)
    assert printed(make(path, kit=False)).complete


def test_unknown_kind(run: Run, room: Path) -> None:
    result = run("new", "x", "--kind", "card")
    assert result.code == 2 and "Did you mean" in result.err
    assert not (room / "x.rules").exists()
