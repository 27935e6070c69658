"""Typst source and PDF."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rulewright.play.errors import PlayError
from rulewright.rulebook.model import Book
from rulewright.rulebook.render import fonts, layout, sheets
from rulewright.rulebook.render.templates import render

PAPERS = {"a4": ("a4", 210.0, 297.0), "letter": ("us-letter", 215.9, 279.4)}
AID_SIZES = (17.0, 15.0, 13.0, 11.6, 10.4, 9.4, 8.6, 8.0)  # of type, in points
LEAST_GROUPED = 9.0
MANY = 12  # pages, among which one more does not matter
SIZE, SMALLER = 10.0, (9.8, 9.6, 9.4)  # of type in a rulebook, in points
SMALL_AID_SIZES = (7.4, 6.8, 6.2, 5.6)


class AidTooLong(PlayError):
    """No length of the player aid fits on one page."""


def source(book: Book, part: str = "rulebook", paper: str = "a4", ids: bool = False, **values: Any) -> str:
    """The Typst source of a part of a book."""
    name, width, height = PAPERS[paper]
    extra: dict[str, Any] = {}
    if part == "rulebook":
        extra = layout.values(book)
    elif part == "components":
        extra = sheets.values(book.kit, width, height)
    given = {"book": book, "paper": name, "page_width": width, "page_height": height, "ids": ids}
    return render(f"typst/{part}.typ.j2", **given, **layout.FUNCTIONS, **extra, **values)


class CannotBeSet(PlayError):
    """Typst does not set a page, or fails over it."""


@contextmanager
def _written(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A file with Typst source, and the fonts: the bundled ones; others are asked only for characters that these lack."""
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        file = Path(folder) / "main.typ"
        file.write_text(text, encoding="utf-8")
        try:
            yield str(file), {"font_paths": [str(fonts.folder())], "ignore_system_fonts": not fonts.missing(text)}
        except BaseException as error:  # where Typst gives up altogether, it raises no ordinary exception
            if type(error).__name__ not in {"TypstError", "PanicException"}:
                raise
            raise CannotBeSet(f"The pages cannot be set: {str(error).splitlines()[0] if str(error) else 'Typst gives up.'}") from None


def compile_pdf(text: str) -> bytes:
    """PDF from Typst source."""
    import typst

    with _written(text) as (file, options):
        made: bytes = typst.compile(file, format="pdf", **options)
    return made


def compile_pages(text: str, ppi: float = 80.0) -> list[bytes]:
    """The pages as PNG pictures, for looking at them."""
    import typst

    with _written(text) as (file, options):
        made = typst.compile(file, format="png", ppi=ppi, **options)
    return [made] if isinstance(made, bytes) else list(made)


def page_count(text: str) -> int:
    import json

    import typst

    with _written(text) as (file, options):
        found = typst.query(file, "<page-count>", field="value", one=True, **options)
    return int(json.loads(found))


def rulebook_source(book: Book, paper: str = "a4", ids: bool = False) -> str:
    """The rulebook, as its end looks best: with a little smaller type, if a last page with a few lines only is saved by that; with
    something in the right column, if the text would end in the left one; and with no gap above what spans both."""
    way, found = _set(book, paper, ids, SIZE)
    if found["pages"] < MANY and layout.lonely(found["end"], found["heads"], found["pages"], found["middle"]):
        for size in SMALLER:
            other = _set(book, paper, ids, size)
            if other[1]["pages"] < found["pages"]:
                way, found = other
                break
    parted = layout.parted(
        layout.text_end(found["end"], found["entries"]), found["heads"], found["entries"], found["middle"], layout.floating(book)
    )
    if parted:
        balanced = {**way, "parted": parted, "index_at": "bottom"}
        ends = _ends(source(book, "rulebook", paper, ids, **balanced))
        if (ends["pages"], layout.page_of("index", ends["heads"])) <= (found["pages"], layout.page_of("index", found["heads"])):
            way = balanced
    return source(book, "rulebook", paper, ids, **way)


def _set(book: Book, paper: str, ids: bool, size: float) -> tuple[dict[str, Any], dict[str, Any]]:
    """How a rulebook is set in a size, and where its parts come to stand: what ends it is below the text, or on pages of its own."""
    way: dict[str, Any] = {"size": size}
    found = _ends(source(book, "rulebook", paper, ids, **way))
    if layout.alone(found["end"], found["pages"]):
        way |= {"back": "auto", "index_at": "auto"}
        found = _ends(source(book, "rulebook", paper, ids, **way))
        if layout.index_over_glossary(found["entries"], found["heads"]):
            way["index_at"] = "bottom"
            found = _ends(source(book, "rulebook", paper, ids, **way))
    if found["pages"] >= MANY and layout.lonely(found["end"], found["heads"], found["pages"], found["middle"]):
        narrow = {**way, "index_columns": 5}
        other = _ends(source(book, "rulebook", paper, ids, **narrow))
        if other["pages"] < found["pages"]:
            return narrow, other
    return way, found


def _ends(text: str) -> dict[str, Any]:
    """Where a rulebook ends, and where its sections begin."""
    import json

    import typst

    with _written(text) as (file, options):
        found: dict[str, Any] = json.loads(typst.query(file, "<ends>", field="value", one=True, **options))
    return found


def pdf(book: Book, part: str = "rulebook", paper: str = "a4", ids: bool = False) -> bytes:
    """A part of a book as PDF. The aid is set in the largest size in which it stays on one page."""
    if part == "aid":
        return compile_pdf(aid_source(book, paper))
    return compile_pdf(rulebook_source(book, paper, ids) if part == "rulebook" else source(book, part, paper, ids))


def aid_source(book: Book, paper: str) -> str:
    """The longest aid that stays on one page, in the largest type. Short ones have a column for each group; if nothing fits in a good
    size at any length, the type shrinks."""
    full, *shorter = book.aid.lengths
    ways = [(full, size, True) for size in AID_SIZES if size > LEAST_GROUPED]
    ways += [(columns, size, False) for columns in (full, *shorter) for size in AID_SIZES]
    ways += [((full, *shorter)[-1], size, False) for size in SMALL_AID_SIZES]
    for columns, size, grouped in ways:
        text = source(book, "aid", paper, size=size, columns=columns, grouped=grouped)
        if page_count(text) == 1:
            return text
    raise AidTooLong(f"The player aid of {book.title} does not fit on one page.")
