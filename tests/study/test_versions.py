"""Two versions side by side, rows as Parquet files, and what is found by changing something."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from rulewright.play.game import load
from rulewright.study.against import against
from rulewright.study.making import Played, made
from rulewright.study.model import Figure, Study
from rulewright.study.parquet import write
from rulewright.study.plan import Plan
from rulewright.study.rows import Means
from tests.cli.conftest import Run
from tests.cli.conftest import room as room
from tests.cli.conftest import run as run

CASES = Path(__file__).parent / "cases"
QUICK = ("--ladder", "0", "--experiment", "0", "--luck", "0", "--deep", "0", "--random", "0", "--workers", "1")


@cache
def studied(path: Path, level: str = "random", matches: int = 200, experiment: int = 0, random: int = 0) -> tuple[Study, Played]:
    plan = Plan(matches, level, 0, random_matches=random, ladder=0, experiment=experiment, fortune=0, deep=0)
    return made(load(path), plan, "rulewright study", Means(workers=1))


def between(old: Path, new: Path) -> Figure:
    (now, played), (then, before) = studied(new), studied(old)
    return against(now, then, played.main, before.main)


def test_a_version_against_itself_has_not_changed() -> None:
    found = between(CASES / "fair_race.rules", CASES / "fair_race.rules")
    assert found.shows.startswith("None of ") and not any(row[-1] for row in found.table[1:])


def test_a_head_start_is_seen_beside_the_race_without_it() -> None:
    found = between(CASES / "fair_race.rules", CASES / "rigged_start.rules")
    rows = {row[1]: row for row in found.table[1:]}
    assert rows["Ann"][-1] == "changed" and "Ann" in found.shows
    assert "by seeds" not in rows["decisions"][4]


@pytest.mark.second  # needs readers of rows
def test_rows_are_read_in_three_lines(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="rows need rulewright[browser]")
    polars = pytest.importorskip("polars", reason="rows need rulewright[browser]")
    study, played = studied(CASES / "dominated_card.rules", "greedy", 60, 150, 50)
    written = write(tmp_path, study, played)
    assert [p.name for p in written] == ["matches.parquet", "decisions.parquet", "rules.parquet", "study.json"]
    matches = polars.read_parquet(tmp_path / "matches.parquet")
    assert len(matches.filter(arm="main")) == 60 and len(matches.filter(arm="experiment")) == 150
    assert matches.filter(arm="main")["points"].list.sum().to_list() == pytest.approx([1.0] * 60)
    assert matches.filter(arm="experiment")["barred"].list.len().sum() > 10
    assert matches.filter(arm="forced")["forced"].list.len().sum() > 10 and len(matches.filter(arm="forced")) == 50
    assert matches.filter(arm="main")["barred"].list.len().sum() == matches.filter(arm="main")["forced"].list.len().sum() == 0
    decisions = polars.read_parquet(tmp_path / "decisions.parquet")
    taken = decisions.filter(arm="main").explode("taken").filter(taken="Anvil")
    assert len(taken) == sum("Anvil" in n.taken for m in played.main.matches for n in m.notes) > 0
    rules = polars.read_parquet(tmp_path / "rules.parquet")
    assert rules.filter(arm="main", text="pay ware.cost coins")["reached"].max() > 100
    assert json.loads((tmp_path / "study.json").read_text())["fingerprint"] == study.fingerprint


@pytest.mark.second  # needs readers of rows
def test_rows_are_read_with_duckdb_and_pandas_as_well(tmp_path: Path) -> None:
    duckdb, pandas = (
        pytest.importorskip("duckdb", reason="rows need rulewright[browser]"),
        pytest.importorskip("pandas", reason="rows need rulewright[browser]"),
    )
    study, played = studied(CASES / "dominated_card.rules", "greedy", 60, 150, 50)
    write(tmp_path, study, played)
    asked = duckdb.sql(f"select seat, count(*) from '{tmp_path}/decisions.parquet' where arm = 'main' group by seat").fetchall()
    frame = pandas.read_parquet(tmp_path / "decisions.parquet")
    assert dict(asked) == frame[frame.arm == "main"].groupby("seat", observed=True).size().to_dict()


@pytest.mark.second  # needs readers of rows
def test_the_command(run: Run, room: Path) -> None:
    pytest.importorskip("pyarrow", reason="rows need rulewright[browser]")
    old, new = str(CASES / "fair_race.rules"), str(CASES / "rigged_start.rules")
    told = run("study", new, "-n", "60", "--level", "random", "--against", old, "--rows", "data", "-o", "r.md", *QUICK)
    assert told.code == 0, told.err
    text = (room / "r.md").read_text(encoding="utf-8")
    assert "## Two versions" in text and "| figure | number | before | now |" in text and "--against fair_race.rules" in text
    assert (room / "data" / "matches.parquet").exists()
