"""Pages as Typst lays them out: all of them are there, on either paper, and no text of an author is code."""

from __future__ import annotations

import re

import pytest

from rulewright.faces import typefaces
from rulewright.faces.svg import Drawing
from rulewright.rulebook.render import pages, pdf, typeset
from rulewright.rulebook.render.typst_text import literal

from .books import GAMES, book, query, words


@pytest.mark.parametrize("game", ["tic_tac_toe", "chess", "goofspiel", "backgammon"])
def test_both_papers(game: str) -> None:
    for paper in ("a4", "letter"):
        found = pdf.pdf(book(game), "rulebook", paper)
        assert found.startswith(b"%PDF-")
        count = re.search(rb"/Type/Pages/Count (\d+)", found)
        assert count is not None
        assert int(count.group(1)) == pdf.page_count(pages.source(book(game), "rulebook", paper))
        assert 2 <= int(count.group(1)) <= 8


def test_rule_ids_do_not_change_how_many_pages_there_are_much() -> None:
    without = pdf.page_count(pages.source(book("chess"), "rulebook"))
    assert without <= pdf.page_count(pages.source(book("chess"), "rulebook", ids=True)) <= without + 1


SPARSE = {"kuhn_poker": 0.35, "pig": 0.4, "quoridor": 0.3}  # so little is told there that the last page is not half full
FEW = ("backgammon", "chess", "havannah", "hex", "two_princes")


@pytest.mark.parametrize("game", [*FEW, *(pytest.param(game, marks=pytest.mark.second) for game in GAMES if game not in FEW)])
def test_pages_are_full(game: str) -> None:
    """No page but the last has more than a seventh of its paper left, and that one is half full."""
    *pages_, last = pages.fill(book(game), "rulebook")
    assert all(full >= 0.85 for full in pages_), pages_
    assert last >= SPARSE.get(game, 0.5)


def test_headings_in_their_order_on_pages() -> None:
    for part, sections in (("rulebook", book("chess").sections), ("reference", book("chess").reference)):
        found = query(pages.source(book("chess"), part), "heading.where(level: 1)")
        names = [words(h["body"]).strip() for h in found]
        title = [book("chess").title] if part == "rulebook" else []  # on the cover
        assert names == [*title, *(f"{s.number}  {s.title}".strip() for s in sections)]


@pytest.mark.parametrize("game", ["tic_tac_toe", "oware"])
def test_pages_that_can_be_kept_and_read_aloud(game: str) -> None:
    """PDF/A-2a and PDF/UA-1, by the checks of Typst."""
    for text in (*(pages.source(book(game), part) for part in pdf.PAGED), pdf.aid_source(book(game), "a4")):
        found = typeset.compile_pdf(text, strict=True)
        assert b"<pdfuaid:part>1<" in found and b"<pdfaid:part>2<" in found


def test_what_fails_a_check_is_set_all_the_same() -> None:
    skipped = "#set document(title: [x])\n= One\n=== Three"
    with pytest.raises(typeset.CannotBeSet, match="skipped"):
        typeset.compile_pdf(skipped, strict=True)
    assert typeset.compile_pdf(skipped).startswith(b"%PDF-")


def test_any_text_is_text() -> None:
    """What an author writes is set as it is written: nothing of it is code for Typst."""
    found = book("hex").model_copy(update={"title": '#panic("no") $x$ *b* _i_ `c` <l> @r // \\ "q"', "credits": ("#include", "$")})
    assert pdf.page_count(pages.source(found, "rulebook")) >= 2


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
    return typeset.compile_pages(f"{page}\n#image(bytes({literal(picture.render())}), format: {literal('svg')}, width: 160mm)", 60.0)[0]


@pytest.mark.parametrize("label", ["[❤️", "a ❤️ שלום", "\uaa88\U0001f3cf\U0001d177", "\u06bb\u26ac\u202c", "👩‍🚀 b", "é e\u0301 ß"])
def test_labels_that_part_signs_from_their_marks_are_set(label: str) -> None:
    """What belongs to a sign but is not seen by itself does not bring down the setting of a page."""
    drawing = Drawing(60, 20)
    drawing.text(30, 10, label, 4.0)
    assert typeset.compile_pdf(f'#image(bytes({literal(drawing.render("a label"))}), format: "svg")').startswith(b"%PDF")


@pytest.mark.parametrize("game", ["tic_tac_toe", "goofspiel"])
def test_a_booklet_has_a_multiple_of_four_pages(game: str) -> None:
    text = pages.source(book(game), "rulebook", booklet=True)
    assert pdf.page_count(text) % 4 == 0
    assert text.count("#ruled") - text.count("#let ruled") <= 3  # for notes, where nothing else is left to print


def test_rules_of_the_reference_name_their_line() -> None:
    at = '#at-line("chess.rules:'
    assert at not in pages.source(book("chess"), "reference") and at not in pages.source(book("chess"), "rulebook", lines=True)
    assert pages.source(book("chess"), "reference", lines=True).count(at) > 40
