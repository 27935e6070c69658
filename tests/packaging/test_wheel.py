"""The wheel holds everything that the working tree runs with, under one import name."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]["sources"]
SHIPPED = tuple(SOURCES)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-q", "-w", str(out), str(ROOT)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return zipfile.ZipFile(next(out.glob("*.whl")))


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", *SHIPPED], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode or not listed.stdout:
        pytest.skip("not a git working tree")
    return [line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]


def test_every_tracked_file_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    inside = set(wheel.namelist())
    assert [f for f in tracked() if f"rulewright/{f}" not in inside] == []


def test_everything_is_under_one_name(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {t for t in tops if not t.endswith(".dist-info")} == {"rulewright"}


def test_fonts_come_with_their_licences(wheel: zipfile.ZipFile) -> None:
    names = [n for n in wheel.namelist() if n.startswith("rulewright/faces/fonts/")]
    assert any(n.endswith(".ttf") for n in names) and any("OFL" in n for n in names)


def test_every_package_of_the_tree_is_shipped() -> None:
    links = {p.name for p in (ROOT / "rulewright").iterdir() if p.is_symlink()}
    assert links == {name for name in SHIPPED if "/" not in name}
