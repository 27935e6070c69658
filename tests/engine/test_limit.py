"""The programs that say what the limit is play the same games: who begins wins as often as in ours."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.limit import GAMES, OPTIONS, compiled
from rulewright.play.game import load
from rulewright.play.simulate import simulate

MATCHES = 20_000


@pytest.mark.second
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_limit_programs_play_the_same_games(tmp_path: Path) -> None:
    library = compiled(tmp_path)
    for name in GAMES:
        theirs = getattr(library, name)(MATCHES, 5) / MATCHES
        found = simulate(load(name, OPTIONS.get(name)), MATCHES // 4, 5, threads=1)
        ours = float((found.winners == 1).mean())
        assert abs(theirs - ours) < 0.04, name  # five standard errors
