"""Typst source and PDF."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rulewright.faces import typefaces
from rulewright.play.errors import PlayError
from rulewright.rulebook.model import Book
from rulewright.rulebook.render import layout, sheets
from rulewright.rulebook.render.templates import render
from rulewright.rulebook.render.typst_text import literal

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
            yield str(file), {"font_paths": [str(typefaces.folder())], "ignore_system_fonts": not typefaces.missing(text)}
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
    enough in the right column where the text ends; and with no gap above what spans both."""
    text, found = _set(book, paper, ids, SIZE)
    if layout.lonely(found["end"], found["heads"], found["pages"], found["middle"]):
        other = _saved(book, paper, ids, found)
        text, found = other or (text, found)
    end = layout.text_end(found["end"], found["entries"])
    parted = layout.parted(end, found["heads"], found["entries"], found["middle"], layout.floating(book))
    if parted:
        balanced = _with(text, "parted", literal(parted))
        ends = _ends(balanced)
        if (ends["pages"], layout.page_of("index", ends["heads"])) <= (found["pages"], layout.page_of("index", found["heads"])):
            return balanced
    return text


def _saved(book: Book, paper: str, ids: bool, found: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """The same with a page less: a short book in smaller type, a long one with an index of five columns."""
    if found["pages"] < MANY:
        ways: list[dict[str, Any]] = [{"size": size} for size in SMALLER]
    else:
        ways = [{"size": SIZE, "index_columns": 5}] if layout.alone(found["end"], found["pages"]) else []
    for way in ways:
        other = _set(book, paper, ids, **way)
        if other[1]["pages"] < found["pages"]:
            return other
    return None


def _set(book: Book, paper: str, ids: bool, size: float, index_columns: int = 4) -> tuple[str, dict[str, Any]]:
    """A rulebook in a size, and where its parts come to stand: what ends it is below the text, or at the top of pages of its own."""
    text = source(book, "rulebook", paper, ids, size=size, index_columns=index_columns)
    found = _ends(text)
    if layout.alone(found["end"], found["pages"]):
        text = _with(text, "back-at", "auto")
        if not layout.with_index(found["entries"], found["heads"]):
            text = _with(text, "index-at", "auto")
    return text, found


def _with(text: str, name: str, value: str) -> str:
    """The source with another value for one of its settings."""
    return re.sub(rf"^#let {name} = (\S*)", lambda _: f"#let {name} = {value}", text, count=1, flags=re.MULTILINE)


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
