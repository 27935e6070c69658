"""Typst: source in, pages out."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rulewright.faces import typefaces
from rulewright.play.errors import PlayError

PAPERS = {"a4": ("a4", 210.0, 297.0), "letter": ("us-letter", 215.9, 279.4)}


class CannotBeSet(PlayError):
    """Typst does not set a page, or fails over it."""


@contextmanager
def _written(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A file with Typst source, and the fonts: the bundled ones; others are asked only for characters that these lack."""
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        file = Path(folder) / "main.typ"
        file.write_text(text, encoding="utf-8")
        try:
            yield str(file), {"font_paths": typefaces.folders(), "ignore_system_fonts": not typefaces.missing(text)}
        except BaseException as error:  # where Typst gives up altogether, it raises no ordinary exception
            if type(error).__name__ not in {"TypstError", "PanicException"}:
                raise
            raise CannotBeSet(f"The pages cannot be set: {str(error).splitlines()[0] if str(error) else 'Typst gives up.'}") from None


def compile_pdf(text: str, strict: bool = False) -> bytes:
    """PDF from Typst source: one that can be kept (PDF/A-2a) and read aloud (PDF/UA-1), by the checks of Typst. Pages that fail a check
    are set without it, or, where that is `strict`, not at all."""
    import typst

    try:
        with _written(text) as (file, options):
            made: bytes = typst.compile(file, format="pdf", pdf_standards=["a-2a", "ua-1"], **options)
        return made
    except CannotBeSet as error:
        if strict or "PDF/" not in str(error):
            raise
    with _written(text) as (file, options):
        made = typst.compile(file, format="pdf", **options)
    return made


def compile_pages(text: str, ppi: float = 80.0) -> list[bytes]:
    """The pages as PNG pictures, for looking at them."""
    import typst

    with _written(text) as (file, options):
        made = typst.compile(file, format="png", ppi=ppi, **options)
    return [made] if isinstance(made, bytes) else list(made)


def query(text: str, selector: str) -> str:
    """The value of the one element that a selector finds, as JSON."""
    import typst

    with _written(text) as (file, options):
        found: str = typst.query(file, selector, field="value", one=True, **options)
    return found


def page_count(text: str) -> int:
    return int(query(text, "<page-count>"))
