"""What the pages of shipped games show: groups in the turn, worked numbers, sides that lie up, endings in their own words."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.play.reader import Reader
from rulewright.rulebook import text as x
from rulewright.rulebook.model import Block, Figure, Glance, Prose, ScoreSheet, Section, Steps, Table

from .books import book


def sections(game: str) -> Iterator[Section]:
    waiting = list(book(game).sections)
    while waiting:
        one = waiting.pop(0)
        yield one
        waiting += one.sections


def blocks(game: str) -> Iterator[Block]:
    return (block for section in sections(game) for block in section.blocks)


def test_what_is_told_in_one_chapter_has_one_letter_and_says_once_what_all_of_it_needs() -> None:
    glance = next(b for b in blocks("two_heirs") if isinstance(b, Glance))
    assert "".join(row.mark for row in glance.rows) == "ABBCCCDE"
    assert [row.span for row in glance.rows] == [1, 2, 0, 3, 0, 0, 1, 1]
    shared = [x.joined(row.shared) for row in glance.rows if row.shared]
    assert shared == ["Each troop moves once in a turn. Withdraw: The retinue never returns to court."]


def test_a_definition_is_worked_out_as_a_picture() -> None:
    drawn = next(b for b in blocks("two_heirs") if isinstance(b, Figure) and b.id.startswith("fig-worked"))
    assert drawn.alt.endswith("2: 3, 1: 2 and 0: 1")


def test_a_score_sheet_says_of_what_each_number_is_made() -> None:
    sheet = next(b for b in blocks("two_heirs") if isinstance(b, ScoreSheet))
    reasons = [x.joined(row.reason) for count in sheet.counts for row in count.rows]
    assert {"1 + 4", "4 tiles", "3 × 1 tile × 2", "3 tiles − 1 tile"} <= set(reasons)
    assert not any(" 0" in reason or ("× 1 " in f"{reason} " and "tile" not in reason) for reason in reasons)


def test_an_ending_inside_of_a_rule_is_told_in_its_words() -> None:
    end = next(s for s in sections("havannah") if s.kind == "end")
    said = [x.joined(b.text) for b in end.blocks if isinstance(b, Prose)]
    assert any("a ring, a bridge or a fork, you have won" in line for line in said)
    assert not any("as told under" in line for line in said)


def test_a_large_map_has_a_list_of_what_its_places_are_and_of_their_neighbours() -> None:
    table = next(b for b in blocks("kingdom_of_heroes") if isinstance(b, Table) and x.joined(b.head[-1]) == "Neighbours")
    rows = {x.joined(row.cells[0]): [x.joined(cell) for cell in row.cells[1:]] for row in table.rows}
    assert len(rows) == 17 and rows["Fernham"] == ["village", "Westwood and Gullmeadow"]
    assert rows["Saltcoast"][0] == "desert, littoral, portal" and rows["Capital"][0] == ""


def test_cards_without_names_bear_the_titles_of_their_faces() -> None:
    table = next(b for b in blocks("kingdom_of_heroes") if isinstance(b, Table) and x.joined(b.head[-1]) == "Circled")
    assert [x.joined(row.cells[0]) for row in table.rows] == [f"Map {n}" for n in range(1, 6)]


def test_a_sentence_inside_a_condition_of_the_setup_is_a_step() -> None:
    steps = next(b for b in blocks("kingdom_of_heroes") if isinstance(b, Steps))
    assert any(x.joined(s.text).startswith("With four players, two adventurers") for s in steps.items)


def test_the_picture_of_the_setup_has_no_numbers_of_cells() -> None:
    drawn = next(b for b in blocks("two_heirs") if isinstance(b, Figure) and b.id.startswith("fig-setup"))
    assert ">Land<" in drawn.svg and "−1" not in drawn.svg


def test_what_is_alike_for_everybody_is_drawn_once() -> None:
    drawn = next(b for b in blocks("two_princes") if isinstance(b, Figure) and b.id.startswith("fig-setup"))
    assert ">Each player: hand<" in drawn.svg and ">Edward: hand<" not in drawn.svg and ">Edward: bag<" in drawn.svg
    assert drawn.span == "page"


def test_a_piece_lies_with_the_side_up_that_its_state_says() -> None:
    from rulewright.faces.contents import front, side_up
    from rulewright.faces.painter import Painter
    from rulewright.play.examples import run_examples

    ran = next(r for r in run_examples("two_heirs", ()) if r.title == "A step around the corner")
    assert ran.game is not None and ran.before is not None and ran.after is not None
    before, after = (Reader(ran.game.program, ran.game.names, state) for state in (ran.before, ran.after))
    painter = Painter(ran.game)
    sym, index = ran.game.world.piece_ids["White_retinue"]
    piece = sym.core.base + index
    assert side_up(painter, before, piece) is None and side_up(painter, after, piece) == {"moved": "yes"}
    assert front(painter, before, piece).render("") != front(painter, after, piece).render("")
