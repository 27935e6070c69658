"""A match in the terminal survives whatever ends the program: every decision is kept as it is made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright.play import Match, load


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a question of signals")
def test_killed_in_the_middle(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    world = {**os.environ, "RULEWRIGHT_CACHE": str(cache)}
    command = [sys.executable, "-m", "rulewright", "play", "tic_tac_toe", "--seat", "all=human", "--seed", "1"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=world, cwd=tmp_path, text=True)
    assert child.stdin is not None
    child.stdin.write("1\n2\n")
    child.stdin.flush()
    kept: list[Path] = []
    until = time.monotonic() + 120
    while time.monotonic() < until:
        kept = list((cache / "running").glob("*.match.json"))
        if kept and len(Match.load(load("tic_tac_toe"), kept[0].read_text(encoding="utf-8")).moves) == 2:
            break
        time.sleep(0.1)
    child.kill()
    child.wait()
    assert len(Match.load(load("tic_tac_toe"), kept[0].read_text(encoding="utf-8")).moves) == 2
    again = subprocess.run(command, input="quit\n", capture_output=True, env=world, cwd=tmp_path, text=True)
    assert f"--load {kept[0]}" in again.stdout.replace("\n", "")
    on = subprocess.run([*command[:4], "--load", str(kept[0])], input="quit\n", capture_output=True, env=world, cwd=tmp_path, text=True)
    assert on.returncode == 0, on.stderr
    assert not list((cache / "running").glob("*.match.json"))  # left in order
