"""Pages as Typst lays them out: all of them are there, on either paper, and no text of an author is code."""

from __future__ import annotations

import re

import pytest

from rulewright.faces import typefaces
from rulewright.faces.svg import Drawing
from rulewright.play.finding import list_games
from rulewright.rulebook.render import layout, pdf
from rulewright.rulebook.render.typst_text import literal

from .books import book, query


@pytest.mark.parametrize("game", ["tic_tac_toe", "chess", "goofspiel", "backgammon"])
def test_both_papers(game: str) -> None:
    for paper in ("a4", "letter"):
        found = pdf.pdf(book(game), "rulebook", paper)
        assert found.startswith(b"%PDF-")
        count = re.search(rb"/Type/Pages/Count (\d+)", found)
        assert count is not None
        assert int(count.group(1)) == pdf.page_count(pdf.rulebook_source(book(game), paper))
        assert 3 <= int(count.group(1)) <= 8


def test_rule_ids_do_not_change_how_many_pages_there_are_much() -> None:
    without = pdf.page_count(pdf.source(book("chess")))
    assert without <= pdf.page_count(pdf.source(book("chess"), ids=True)) <= without + 1


def test_headings_in_their_order_on_pages() -> None:
    found = query(pdf.source(book("chess")), "heading.where(level: 1)")
    names = ["".join(str(c.get("text", "")) for c in [h["body"]]) for h in found]
    assert names == [*(s.title for s in book("chess").sections[:-1]), "Index", "Version and credits"]


def test_any_text_is_text() -> None:
    """What an author writes is set as it is written: nothing of it is code for Typst."""
    found = book("hex").model_copy(update={"title": '#panic("no") $x$ *b* _i_ `c` <l> @r // \\ "q"', "credits": ("#include", "$")})
    pages = pdf.page_count(pdf.source(found))
    assert pages >= 3


SCRIPTS = ("מגדל", "قلعة", "☀", "😀", "♞", "→")


@pytest.mark.parametrize("last", SCRIPTS)
def test_a_label_in_mixed_scripts_keeps_all_its_letters(last: str) -> None:
    """Whatever stands at the end of a label is drawn, after all other scripts, in a shape that is not the box for what is missing."""
    before = " ".join(["Tower", *(s for s in SCRIPTS if s != last), ""])
    nothing = drawn(before)
    assert drawn(before + last) != nothing
    assert drawn(before + last) != drawn(before + "\u4e2d" * len(last)), "no font has this one, and a box is shown"
    assert typefaces.missing(before + last) == "" and typefaces.missing("\u4e2d") == "\u4e2d"


def drawn(label: str) -> bytes:
    picture = Drawing(160, 10)
    picture.text(2, 7, label, 5, anchor="start")
    page = "#set page(width: 160mm, height: 10mm, margin: 0pt)"
    return pdf.compile_pages(f"{page}\n#image(bytes({literal(picture.render())}), format: {literal('svg')}, width: 160mm)", 60.0)[0]


SMALL = [game for game in list_games() if game not in {"two_heirs", "two_princes", "kingdom_of_heroes", "grandlins_heirs"}]


@pytest.mark.parametrize("game", SMALL)
def test_the_last_page_is_worth_its_paper(game: str) -> None:
    """It has more than a few lines, and something in both of its columns."""
    found = pdf._ends(pdf.rulebook_source(book(game)))
    end, middle = found["end"], found["middle"]
    spanning = layout.floating(book(game))
    floats = [id for id, page, _, _ in found["heads"] if page == end[0] and id in spanning]
    assert not layout.lonely(end, found["heads"], found["pages"], middle) or floats
    assert layout.parted(layout.text_end(end, found["entries"]), found["heads"], found["entries"], middle, spanning) == ""


def test_the_right_column_begins_with_the_section_next_to_the_middle() -> None:
    heads = [("a", 3, 51.0, 70.0), ("b", 3, 51.0, 300.0), ("c", 3, 51.0, 420.0)]
    assert layout.parted((3, 51.0, 500.0), heads, [], 297.0, []) == "b"
    assert layout.parted((3, 51.0, 500.0), heads, [], 297.0, ["b"]) == "c"
    assert layout.parted((3, 51.0, 500.0), heads, [("entry", 3, 51.0, 280.0)], 297.0, []) == "entry"
    assert layout.parted((3, 310.0, 420.0), heads, [], 297.0, []) == ""  # enough stands there already
    assert layout.parted((3, 310.0, 90.0), heads, [], 297.0, []) == "b"  # a line or two does not
    assert layout.parted((4, 51.0, 100.0), heads, [], 297.0, []) == ""  # nothing begins on the last page


def test_a_last_page_with_a_few_lines_is_noticed() -> None:
    assert layout.lonely((4, 51.0, 100.0), [], 4, 297.0)
    assert not layout.lonely((4, 310.0, 100.0), [], 4, 297.0)  # a column and a part of another
    assert layout.lonely((3, 51.0, 700.0), [("colophon", 4, 51.0, 70.0)], 4, 297.0)
    assert not layout.lonely((3, 51.0, 700.0), [("rulings", 4, 51.0, 70.0), ("colophon", 4, 51.0, 300.0)], 4, 297.0)


@pytest.mark.parametrize("label", ["[❤️", "a ❤️ שלום", "\uaa88\U0001f3cf\U0001d177", "\u06bb\u26ac\u202c", "👩‍🚀 b", "é e\u0301 ß"])
def test_labels_that_part_signs_from_their_marks_are_set(label: str) -> None:
    """What belongs to a sign but is not seen by itself does not bring down the setting of a page."""
    drawing = Drawing(60, 20)
    drawing.text(30, 10, label, 4.0)
    assert pdf.compile_pdf(f'#image(bytes({literal(drawing.render("a label"))}), format: "svg")').startswith(b"%PDF")
