"""Pictures of examples: what they are about, large, with marks on it; and pages that are full."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.faces.marks import MOVED, NO, YES
from rulewright.play.examples import run_examples
from rulewright.rulebook.model import Figure, ScoreSheet
from rulewright.rulebook.parts import positions
from rulewright.rulebook.parts.book import make
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.render.compose import Brick, compose

STEPS = """game "Steps" for White, Black

piece Man: 3
  | id  |
  | Ann |
  | Ben |
  | Cid |
place board: grid 9 by 9
place pen: pile

each Player has steps: 0 to 40 = 0

setup
  put Ann on b2

action go Man in board to cell in around(man)
  requires cell is empty
  move man to cell
  gain 1 steps

turn
  player must go

when White.steps is 30
  White wins

example "A step"
  given put Ann on c3
  given put Ben on c4
  given pen is {Cid}
  then White can go Ann to d3
  then White cannot go Ann to c4
  when White goes Ann to d3
  then White.steps is 1

example "Numbers alone"
  given put Ann on c3
  when gain 2 steps for White
  then White.steps is 2
"""


def _figures(folder: Path, text: str) -> list[tuple[Figure, ...]]:
    file = folder / "steps.rules"
    file.write_text(text, encoding="utf-8")
    found = []
    for result in run_examples(file):
        assert result.passed, result.message
        assert result.game is not None
        found.append(positions.pictures(Making(result.game), result))
    return found


def test_an_example_is_drawn_with_what_it_is_about(tmp_path: Path) -> None:
    (before, after), (only,) = _figures(tmp_path, STEPS)
    assert YES in before.svg and NO in before.svg and before.svg.count("<path") >= 2  # a tick, a cross, an arrow
    assert "Pen" in before.svg and "Pen" not in after.svg  # what stays as it was is drawn once
    assert MOVED in after.svg and NO not in after.svg
    assert "steps 0 → 1" in re.sub("<[^>]*>", "", after.svg) and "steps 0 → 2" in re.sub("<[^>]*>", "", only.svg)
    for figure in (before, after, only):  # a detail of the board, not all 81 cells
        assert ">c<" in figure.svg and ">i<" not in figure.svg


COUNTED = (
    STEPS.replace(
        "when White.steps is 30",
        """score
  men: sum 2 for Man in board
  walks: player.steps / 3

when White.steps is 30""",
    )
    + """
example "The count"
  > Two men are on the board, and White has gone seven steps.
  given put Ann on c3
  given put Ben on c4
  given White.steps is 7
  then White.score.men is 4
  then White.score.walks is 2
"""
)


def test_a_score_sheet_is_filled_in_from_an_example(tmp_path: Path) -> None:
    file = tmp_path / "steps.rules"
    file.write_text(COUNTED, encoding="utf-8")
    book = make(str(file)).book
    found = next(s for s in book.sections if s.title == "A worked count")
    sheet = found.blocks[0]
    assert isinstance(sheet, ScoreSheet)
    rows = [["".join(r.text for r in part) for part in (row.name, row.reason)] + [row.points] for row in sheet.counts[0].rows]
    assert rows == [["Man", "", "2"], ["Man", "", "2"], ["Men", "", "4"], ["Walks", "7 ÷ 3", "2"], ["Total", "", "6"]]
    assert len(sheet.picture) == 1 and "two men" in sheet.prose[0].text[0].text.lower()
    assert not any(
        block.sort == "example" and block.title == "The count" for s in book.sections for inner in s.sections for block in inner.blocks
    )


BURNING = """game "Fire" for Red, Blue

place house: grid 3 by 3
  fire: 0 to 3 = 0

piece Man: 1 per Player

action kindle cell in house
  set cell.fire to 2

turn
  player must kindle

when c3.fire is 3
  Red wins

example "It burns"
  given b1.fire is 3
  when Red kindles a1
  then a1.fire is 2
"""


def test_the_state_of_cells_is_drawn(tmp_path: Path) -> None:
    ((before, after),) = _figures(tmp_path, BURNING)
    assert "×3" in before.svg and "×2" not in before.svg
    assert "×3" in after.svg and "×2" in after.svg and MOVED in after.svg


def _bricks() -> list[Brick]:
    """Two chapters: a few lines and an example each."""
    found = []
    for number in range(2):
        found.append(Brick(f"head {number}", "page", keep=True, chapter=True, head=True, height=10.0))
        found += [Brick(f"text {number}.{n}", text=True, height=20.0) for n in range(8)]
        found.append(Brick("usual", "page", foot=True, height=70.0, sizes=("small", "usual", "large"), heights=(50.0, 70.0, 95.0)))
    return found


def test_pages_are_filled_and_pictures_grow_into_them() -> None:
    whole = 260.0
    found = compose(_bricks(), whole)
    assert [b.source for p in found for band in p.bands for c in band.columns for b in c if b.source.startswith("text")] == [
        f"text {number}.{n}" for number in range(2) for n in range(8)
    ]
    assert all(page.used <= whole for page in found)
    assert any(b.source == "large" for p in found for band in p.bands for c in band.columns for b in c) or len(found) == 2
    assert all(page.used >= 0.6 * whole for page in found[:-1])


def test_a_chapter_that_is_to_stand_on_one_page_does() -> None:
    first, second = _bricks()[:10], _bricks()[10:]
    second[0] = Brick("whole", "page", keep=True, chapter=True, whole=True, head=True, height=10.0)
    found = compose([*first, *second], 260.0)
    at = [
        n for n, p in enumerate(found) for band in p.bands for c in band.columns for b in c if b.source == "whole" or "text 1" in b.source
    ]
    assert len(set(at)) == 1


def test_no_page_has_a_few_lines() -> None:
    """What would be alone on a last page moves closer to the rest; what can be spared needs no page."""
    terms = [Brick(f"term {n}", "third", above=5.0, height=20.0) for n in range(32)]
    assert [len(page.bands) for page in compose(terms, 260.0)] == [1], "eleven in a column fit, set closer"
    spare = Brick("once more", "page", height=40.0, spare=True)
    assert [b.source for p in compose([*terms, spare], 260.0) for band in p.bands for c in band.columns for b in c].count("once more") == 0
    few = compose([*terms[:12], spare], 260.0)
    assert len(few) == 1 and few[0].bands[-1].columns[0][0].spare


def test_a_road_is_marked_and_not_its_town() -> None:
    from rulewright.dsl.syntax import declarations as d
    from rulewright.rulebook.parts.focus import _targets

    from .books import made

    book = made("salt_roads")
    example = next(x for x in book.body if isinstance(x, d.Example) and x.title == "Too few beasts")
    program = book.game.program
    roads = next(p for p in program.places if p.name == "roads")
    step = next(s for s in example.steps if isinstance(s, d.Then))
    assert [m.site for m in _targets(book.game, step)] == [roads.base + roads.cell_names.index("Aldern–Birk")]
