"""The page on Python: its code runs as it stands, what it calls is public, and what is public is listed here."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright.notebook import picture, register

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
FENCE = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
# Under semantic versioning: whatever leaves this list, or changes its meaning, is a new major version.
PUBLIC = [
    "BadGame",
    "Finding",
    "Game",
    "Match",
    "PlayError",
    "Results",
    "__version__",
    "check",
    "games",
    "load",
    "play_match",
    "rulebook",
    "simulate",
    "solve",
    "study",
]


def test_what_is_public() -> None:
    assert sorted(rw.__all__) == sorted(PUBLIC)
    assert all(getattr(rw, name) is not None for name in PUBLIC)


def test_the_code_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pieces = FENCE.findall(PAGE.read_text(encoding="utf-8")) + FENCE.findall((PAGE.parents[1] / "README.md").read_text(encoding="utf-8"))
    assert len(pieces) >= 6
    exec(compile("\n".join(pieces), str(PAGE), "exec"), {})
    assert "Yellow:" in capsys.readouterr().out


def test_a_package_of_the_same_name_does_not_take_its_place() -> None:
    __import__("rulewright.games")
    assert "chess" in rw.games()


def test_the_version_costs_nothing() -> None:
    code = "import sys, rulewright; rulewright.__version__; sys.exit('rulewright.api' in sys.modules or 'lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_packages_that_are_called_like_what_is_public() -> None:
    """`rulewright.study` and `rulewright.rulebook` are folders, too; whoever imports them first still finds the functions."""
    code = "import rulewright.study.plan, rulewright.rulebook.model, rulewright as rw; assert callable(rw.study) and callable(rw.rulebook)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_printing_refuses_what_it_does_not_know(tmp_path: Path) -> None:
    for wrong in ({"format": "docx"}, {"paper": "a9"}, {"parts": ("cover",)}):
        with pytest.raises(rw.PlayError, match="There is no"):
            rw.rulebook("tic_tac_toe", tmp_path, **wrong)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_results_have_columns() -> None:
    results = rw.simulate("kuhn_poker", 50, seed=2)
    table = results.to_numpy()
    assert len(results) == len(table) == 50
    assert {"match", "end", "decisions"} < set(results.columns)
    assert sum(results.wins().values()) == pytest.approx(1.0)
    assert "<table>" in results._repr_html_()


def test_seats_are_named() -> None:
    with pytest.raises(rw.PlayError, match="no seat called Green"):
        rw.play_match("tic_tac_toe", {"Green": "random"})
    with pytest.raises(rw.PlayError, match="Nobody sits at O"):
        rw.play_match("tic_tac_toe", {"X": "random"})


def test_a_match_shows_what_everybody_sees() -> None:
    """A hidden hand is drawn as backs: two matches that differ in it look the same."""
    drawn = {picture(rw.load("kuhn_poker", engine="interpreter").start(seed)) for seed in range(12)}
    assert len(drawn) == 1
    (svg,) = drawn
    assert svg is not None and svg.startswith("<svg")


def test_a_notebook_is_told() -> None:
    known: dict[Any, Any] = {}

    class Formatter:
        def for_type(self, sort: Any, how: Any) -> None:
            known[sort] = how

    class Display:
        formatters = {"image/svg+xml": Formatter()}  # noqa: RUF012

    class Shell:
        display_formatter = Display()

    register(Shell())
    assert known == {rw.Match: picture}
