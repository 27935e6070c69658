"""Parts of a book as PDF."""

from __future__ import annotations

from typing import Any

from rulewright.play.errors import PlayError
from rulewright.rulebook.model import Book
from rulewright.rulebook.render import layout, packing, pages
from rulewright.rulebook.render.templates import render
from rulewright.rulebook.render.typeset import PAPERS, compile_pdf, page_count

PAGED = ("rulebook", "reference")
AID_SIZES = (21.0, 18.0, 15.0, 13.0, 11.6, 10.4, 9.4, 8.8)  # of type, in points
FOOTS = (130.0, 100.0, 75.0, 50.0, 28.0, 8.0)  # millimetres below the columns
TWO_SIDES = (10.4, 9.4, 8.6)
SMALL_AID_SIZES = (8.0, 7.4, 6.8)


class AidTooLong(PlayError):
    """No length of the player aid fits on one page."""


def source(book: Book, part: str = "rulebook", paper: str = "a4", ids: bool = False, **values: Any) -> str:
    """The Typst source of a part of a book."""
    name, width, height = PAPERS[paper]
    extra: dict[str, Any] = {}
    if part == "components":
        extra = packing.values(book.kit, width, height)
    given = {"book": book, "paper": name, "page_width": width, "page_height": height, "ids": ids}
    return render(f"typst/{part}.typ.j2", **given, **layout.FUNCTIONS, **extra, **values)


def pdf(book: Book, part: str = "rulebook", paper: str = "a4", ids: bool = False, *, lines: bool = False, booklet: bool = False) -> bytes:
    """A part of a book as PDF. The aid is set in the largest size in which it stays on one page."""
    if part == "aid":
        return compile_pdf(aid_source(book, paper))
    return compile_pdf(pages.source(book, part, paper, ids, lines, booklet) if part in PAGED else source(book, part, paper, ids))


def aid_source(book: Book, paper: str) -> str:
    """The longest aid that stays on one page, in the largest type; of a long one the shorter lines, on two pages if they need it."""
    full, *shorter = book.aid.lengths
    ways = [(full, size, 1) for size in AID_SIZES]
    ways += [(columns, size, 1) for columns in shorter for size in AID_SIZES]
    ways += [(columns, size, 2) for columns in (full, *shorter) for size in TWO_SIDES]
    ways += [((full, *shorter)[-1], size, 2) for size in SMALL_AID_SIZES]
    for columns, size, pages_ in ways:
        text = source(book, "aid", paper, size=size, columns=columns, foot=FOOTS[-1])
        if page_count(text) <= pages_:
            texts = (source(book, "aid", paper, size=size, columns=columns, foot=foot) for foot in FOOTS[:-1]) if pages_ == 1 else ()
            return next((even for even in texts if page_count(even) == 1), text)  # a short one fills its columns evenly
    raise AidTooLong(f"The player aid of {book.title} does not fit on two pages.")
