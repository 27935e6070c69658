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

example "Nothing is tested yet"
  > Edward looks at what he has in mind: Courage 6. His skill is 1, so five are missing, and one more; two of his cards help.
  given tested is none
  given aim of Edward is courage
  given aim of Richard is charm
  given value of Edward is 6
  given skill(Edward, courage) is 1
  given hand of Edward is {E1, E2, E3}
  then outlook(Edward) is 2
  then shortfall(Edward) is 6

example "Cheerful cards"
  > Two of Edward's three cards are happy: ten points, less three for each card that he has. Each point of a skill counts six.
  given hand of Edward is {E1, E2, E6}
  given skill(Edward, courage) is 2
  given skill(Edward, charm) is 1
  then Edward.score.health is 1
  then Edward.score.strength is 18
"""


def test_what_is_missing_is_shared_out(tmp_path: Path) -> None:
    here = load("two_princes", engine="interpreter").path.parent
    copy = tmp_path / "two_princes"
    shutil.copytree(here, copy)
    file = copy / "foresight.rules"
    file.write_text(file.read_text(encoding="utf-8") + EXAMPLE, encoding="utf-8")
    path = copy / "two_princes.rules"
    ours = {"What is missing", "Nothing is tested yet", "Cheerful cards"}
    found = run_examples(path, ("Foresight",), wanted_only=lambda decl: decl.title in ours)
    assert len(found) == len(ours) and all(r.passed for r in found), [r.message for r in found]
