"""Typst source and PDF."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from rulewright.rulebook.model import Book
from rulewright.rulebook.render import fonts, layout, sheets
from rulewright.rulebook.render.templates import render

PAPERS = {"a4": ("a4", 210.0, 297.0), "letter": ("us-letter", 215.9, 279.4)}
AID_SIZES = (9.6, 9.0, 8.4, 7.9, 7.4, 6.9, 6.4, 6.0, 5.6, 5.2)


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
        made = typst.compile(
            str(file), font_paths=[str(fonts.folder())], ignore_system_fonts=not fonts.missing(text), format="png", ppi=ppi
        )
    return [made] if isinstance(made, bytes) else list(made)


def page_count(text: str) -> int:
    import json

    import typst

    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        file = Path(folder) / "main.typ"
        file.write_text(text, encoding="utf-8")
        found = typst.query(
            str(file),
            "<page-count>",
            field="value",
            one=True,
            font_paths=[str(fonts.folder())],
            ignore_system_fonts=not fonts.missing(text),
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
