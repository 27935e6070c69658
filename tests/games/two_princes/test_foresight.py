"""What a prince looks at who thinks one step ahead. The book leaves this variant out, so its example stands here."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulewright.play.examples import run_examples
from rulewright.play.game import load

EXAMPLE = """
example "What is missing"
  > Both face Courage 9. With Edward's 1 and Richard's 3 five are missing, which makes two for each of them, and one more. Edward's
  > cards say 2 in all: 4 for what he can do, 2 for his hand, less twice the goal.
  given testers is {Edward, Richard}
  given tested is courage
  given goal is 9
  given skill(Edward, courage) is 1
  given skill(Richard, courage) is 3
  given hand of Edward is {E1, E2, E3}
  then outlook(Edward) is 2
  then shortfall(Edward) is 3
  then Edward.score.prospects is (-12)
"""


def test_what_is_missing_is_shared_out(tmp_path: Path) -> None:
    here = load("two_princes", engine="interpreter").path.parent
    copy = tmp_path / "two_princes"
    shutil.copytree(here, copy)
    file = copy / "foresight.rules"
    file.write_text(file.read_text(encoding="utf-8") + EXAMPLE, encoding="utf-8")
    path = copy / "two_princes.rules"
    found = run_examples(path, ("Foresight",), wanted_only=lambda decl: decl.title == "What is missing")
    assert len(found) == 1 and found[0].passed, [r.message for r in found]
