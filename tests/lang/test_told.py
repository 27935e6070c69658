"""Cards that are resolved tell their text: paragraph by paragraph, also when a standing condition or another card resolves them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.driver import load as check
from rulewright.play import load
from rulewright.play.examples import run_examples

RULES = """
game "Story" for Ann, Bob
  grief: 0 to 9 = 0

piece Ending: 1
  | name |
  | Rain |
piece Scene: 1
  | name |
  | Road |
place table: pile of Scene

setup
  put all Scene on table

play
  Ann resolves "Road"

as soon as grief is 3
  resolve "Rain"

Scene "Road"
  > The road is long,
  > and it is getting dark.
  >
  > Somebody follows you.
  repeat until grief > 5
    Ann must
      > It is
      > closer now.
      "Run"
        > You run
        > and run.
        gain 1 grief

Ending "Rain"
  > It rains.
  conclude with "Rain"
"""


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_paragraphs(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "story.rules"
    path.write_text(RULES, encoding="utf-8")
    match = load(path, engine=engine).start(1)
    while not match.over:
        match.choose("Run")
    told = ["The road is long, and it is getting dark.", "Somebody follows you."]
    told += ["It is closer now.", "Ann: Run", "You run and run."] * 3 + ["It rains."]
    assert list(match.full_log) == told
    assert match.outcome is not None and match.outcome.ending == "Rain"


def test_titles(tmp_path: Path) -> None:
    """The first paragraph of a card is known by its title, also if two cards begin alike."""
    path = tmp_path / "story.rules"
    twin = RULES.replace("piece Scene: 1", "piece Scene: 2").replace("  | Road |", "  | Road |\n  | Path |")
    twin = twin.replace('  Ann resolves "Road"', '  Ann resolves "Path"\n  Ann resolves "Road"')
    path.write_text(twin + '\nScene "Path"\n  > The road is long,\n  > and it is getting dark.\n', encoding="utf-8")
    match = load(path).start(1)
    while not match.over:
        match.choose("Run")
    assert [event.title for event in match._events if event.title] == ["Path", "Road", "Rain"]


def test_cards_that_are_only_told_need_no_place(tmp_path: Path) -> None:
    path = tmp_path / "story.rules"
    path.write_text(RULES, encoding="utf-8")
    assert not check(path).findings.all
    path.write_text(
        RULES.replace("put all Scene on table", "pass").replace('resolves "Road"', "resolves first Scene in table"), encoding="utf-8"
    )
    assert [f.code.word for f in check(path).findings.all] == ["nowhere-at-setup"]


def test_examples_may_have_a_card_resolved_by_somebody(tmp_path: Path) -> None:
    path = tmp_path / "story.rules"
    example = '\nexample "A long road"\n  when Ann resolves "Road"\n  when Ann chooses "Run"\n  then grief is 1\n'
    path.write_text(RULES + example, encoding="utf-8")
    results = run_examples(path)
    assert [r.passed for r in results] == [True], results[0].message
