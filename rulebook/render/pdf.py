"""Typst source and PDF."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from rulewright.rulebook.model import Book, Table
from rulewright.rulebook.render import fonts
from rulewright.rulebook.render.templates import render

PAPERS = {"a4": ("a4", 210.0, 297.0), "letter": ("us-letter", 215.9, 279.4)}
MOST_CONTENTS, ALONE_CONTENTS = 110, 24  # lines of the table of contents in two columns
AID_SIZES = (9.6, 9.0, 8.4, 7.9, 7.4, 6.9, 6.4, 6.0, 5.6, 5.2)


def source(book: Book, part: str = "rulebook", paper: str = "a4", ids: bool = False, **values: Any) -> str:
    """The Typst source of a part of a book."""
    name, width, height = PAPERS[paper]
    from rulewright.rulebook.render.sheets import pages, tiles

    extra: dict[str, Any] = {}
    if part == "rulebook":
        extra = contents(book)
    elif part == "components":
        extra = {"pages": pages(book.kit, width, height), "tiles": tiles(book.kit, width, height)}
    return render(f"typst/{part}.typ.j2", book=book, paper=name, page_width=width, page_height=height, ids=ids, weights=weights, **extra, **values)


def contents(book: Book) -> dict[str, Any]:
    """How deep the table of contents goes, so that it stays on one page, and whether it has that page to itself."""
    lines = [len(book.sections), sum(len(s.sections) for s in book.sections)]
    both = sum(lines) + 2
    return {"contents_depth": 2 if both <= MOST_CONTENTS else 1, "contents_break": both > ALONE_CONTENTS}


def weights(table: Table) -> list[float]:
    """Shares of the width for each column, by what stands in it."""
    if table.weights:
        return list(table.weights)
    found = []
    for column in range(len(table.head)):
        cells = [row.cells[column] for row in table.rows if column < len(row.cells)]
        longest = max((sum(len(r.text) for r in c) for c in cells), default=1)
        words = [w for c in (*cells, table.head[column]) for r in c for w in r.text.split()]
        widest = max((len(w) for w in words), default=1)
        found.append(max(1.6, widest * 0.62, min(longest, 40) ** 0.75))
    return found


def compile_pdf(text: str) -> bytes:
    """PDF from Typst source, with the bundled fonts; others are asked only for characters that these lack."""
    import typst

    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        file = Path(folder) / "main.typ"
        file.write_text(text, encoding="utf-8")
        made: bytes = typst.compile(
            str(file),
            font_paths=[str(fonts.folder())],
            ignore_system_fonts=not fonts.missing(text),
            format="pdf",
        )
    return made


def compile_pages(text: str, ppi: float = 80.0) -> list[bytes]:
    """The pages as PNG pictures, for looking at them."""
    import typst

    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        file = Path(folder) / "main.typ"
        file.write_text(text, encoding="utf-8")
        made = typst.compile(str(file), font_paths=[str(fonts.folder())], ignore_system_fonts=not fonts.missing(text), format="png", ppi=ppi)
    return [made] if isinstance(made, bytes) else list(made)


def page_count(text: str) -> int:
    import json

    import typst

    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        file = Path(folder) / "main.typ"
        file.write_text(text, encoding="utf-8")
        found = typst.query(
            str(file), "<page-count>", field="value", one=True, font_paths=[str(fonts.folder())], ignore_system_fonts=not fonts.missing(text)
        )
    return int(json.loads(found))


def pdf(book: Book, part: str = "rulebook", paper: str = "a4", ids: bool = False) -> bytes:
    """A part of a book as PDF. The aid is set in the largest size in which it stays on one page."""
    if part != "aid":
        return compile_pdf(source(book, part, paper, ids))
    return compile_pdf(aid_source(book, paper))


def aid_source(book: Book, paper: str) -> str:
    text = ""
    for size in AID_SIZES:
        text = source(book, "aid", paper, size=size)
        if page_count(text) == 1:
            return text
    return text
