"""Wheel and sdist in an empty environment: played, printed, simulated and served as by somebody who has nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.second


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both files, each built by what pyproject names."""
    out = tmp_path_factory.mktemp("dist")
    build = "import sys; from hatchling import build; build.build_sdist(sys.argv[1]); build.build_wheel(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", build, str(out)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="module", params=["*.whl", "*.tar.gz"])
def program(request: pytest.FixtureRequest, made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, installed into an environment that has nothing else."""
    (file,) = made.glob(request.param)
    home = tmp_path_factory.mktemp("empty")
    subprocess.run([sys.executable, "-m", "venv", str(home / "env")], check=True)
    pip = [str(home / "env" / "bin" / "pip"), "install", "-q", f"{file}[server]"]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return home / "env" / "bin" / "rulewright"


def run(program: Path, folder: Path, *arguments: str) -> str:
    world = {**os.environ, "RULEWRIGHT_CACHE": str(folder / "cache"), "COLUMNS": "100"}
    done = subprocess.run([str(program), *arguments], cwd=folder, env=world, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_used(program: Path, tmp_path: Path) -> None:
    assert "0.2.0" in run(program, tmp_path, "--version")
    assert "wins" in run(program, tmp_path, "play", "connect_four", "--seat", "all=random", "--seed", "1")
    assert "100 matches" in run(program, tmp_path, "simulate", "tic_tac_toe", "-n", "100")
    run(program, tmp_path, "rulebook", "tic_tac_toe", "-o", "book")
    assert (tmp_path / "book" / "tic_tac_toe-rulebook.pdf").read_bytes().startswith(b"%PDF")


def test_it_serves(program: Path, tmp_path: Path) -> None:
    world = {**os.environ, "RULEWRIGHT_CACHE": str(tmp_path / "cache"), "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
    command = [str(program), "serve", "tic_tac_toe", "--port", "0", "--store", str(tmp_path / "store")]
    told = tmp_path / "told.txt"
    with told.open("w", encoding="utf-8") as out:
        child = subprocess.Popen(command, cwd=tmp_path, env=world, stdout=out, stderr=subprocess.STDOUT)
    try:
        until, address = time.monotonic() + 300, None
        while address is None and time.monotonic() < until and child.poll() is None:
            address = re.search(r"http://(localhost|127\.0\.0\.1):\d+", told.read_text(encoding="utf-8"))
            time.sleep(0.1)
        assert address is not None, told.read_text(encoding="utf-8")
        with urllib.request.urlopen(address[0], timeout=60) as page:
            assert b"Tic-Tac-Toe" in page.read()
    finally:
        child.terminate()
        child.wait(30)
