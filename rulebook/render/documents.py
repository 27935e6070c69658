"""From a book to files: which part can be had in which format, and the bytes of each.

A part is printed by the templates that bear its name: `typst/PART.typ.j2` for PDF, `html/PART.html.j2`, `markdown/PART.md.j2`.
Nothing is written here; the caller gets everything or an error.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.rulebook.model import Aid, Book, Figure, Kit, Model
from rulewright.rulebook.render import pdf, templates, typeset

FORMATS = ("pdf", "html", "md", "json")
PARTS = ("rulebook", "reference", "aid", "components", "story")
PAPERS = tuple(typeset.PAPERS)
TEMPLATES = {"pdf": "typst/{}.typ.j2", "html": "html/{}.html.j2", "md": "markdown/{}.md.j2"}


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be written: its name, perhaps with a folder before it, and what is in it."""

    name: str
    data: bytes


def printable(part: str, format: str) -> bool:
    """Whether a part can be had in a format at all."""
    if format == "pdf" and part in pdf.PAGED:
        return True
    return format == "json" or templates.read(TEMPLATES[format].format(part)) is not None


def present(book: Book, part: str) -> bool:
    """Whether a game has such a part: only story games have a book of paragraphs."""
    match part:
        case "story":
            return book.story is not None
        case "components":
            return bool(book.kit.sheets or book.kit.posters)
        case _:
            return True


def document(
    book: Book, part: str, format: str, paper: str, ids: bool, name: str, lines: bool = False, booklet: bool = False
) -> list[Document]:
    """One part in one format, under a name without its ending; Markdown brings its pictures along. On paper, `lines` names the line of
    each rule of the reference, and a `booklet` has a multiple of four pages."""
    match format:
        case "pdf":
            return [Document(f"{name}.pdf", pdf.pdf(book, part, paper, ids, lines=lines, booklet=booklet))]
        case "html":
            return [Document(f"{name}.html", html(book, part, paper, ids).encode())]
        case "md":
            return markdown(book, part, ids, name)
        case _:
            raise ValueError(format)


def html(book: Book, part: str = "rulebook", paper: str = "a4", ids: bool = False) -> str:
    """A part of a book as one HTML file that needs nothing else."""
    size = "A4" if paper == "a4" else "letter"
    made = templates.render_html(TEMPLATES["html"].format(part), book=book, paper=size, ids=ids, titles=titles(book, part), part=part)
    from rulewright.faces.typefaces import style_sheet

    return made.replace("/*FONTS*/", style_sheet(made), 1)


def markdown(book: Book, part: str, ids: bool, name: str) -> list[Document]:
    """A part of a book as Markdown, with its pictures as files in a folder beside it; equal pictures are one file."""
    folder = f"{name}-pictures"
    pictures: dict[str, str] = {}
    shown = book if part == "rulebook" else book.model_copy(update={"sections": (), "cover": None})
    shown = shown if part == "reference" else shown.model_copy(update={"reference": ()})
    for figure in figures(shown):
        digest = hashlib.sha256(figure.svg.encode()).hexdigest()[:12]
        pictures[figure.svg] = f"{folder}/{digest}.svg"
    text = templates.render(TEMPLATES["md"].format(part), book=book, ids=ids, titles=titles(book, part), pictures=pictures, part=part)
    text = re.sub(r"[ \t]+\n", "\n", re.sub(r"\n{3,}", "\n\n", text)).strip() + "\n"
    found = [Document(f"{name}.md", text.encode())]
    used = dict.fromkeys(file for file in pictures.values() if file in text)
    return found + [Document(file, next(s for s, f in pictures.items() if f == file).encode()) for file in used]


def export(book: Book, parts: tuple[str, ...] = PARTS) -> bytes:
    """The document model as JSON; parts that are not asked for are left empty."""
    without: dict[str, object] = {}
    if "rulebook" not in parts:
        without |= {"sections": (), "about": (), "goal": (), "cover": None}
    if "reference" not in parts:
        without |= {"reference": (), "index": ()}
    if "aid" not in parts:
        without["aid"] = Aid()
    if "components" not in parts:
        without["kit"] = Kit()
    if "story" not in parts:
        without["story"] = None
    return (book.model_copy(update=without).model_dump_json(indent=1) + "\n").encode()


def figures(node: object) -> Iterator[Figure]:
    """All pictures of a book, in their order."""
    if isinstance(node, Figure):
        yield node
    elif isinstance(node, Model):
        for name in type(node).model_fields:
            yield from figures(getattr(node, name))
    elif isinstance(node, tuple):
        for inside in node:
            yield from figures(inside)


def titles(book: Book, part: str = "rulebook") -> dict[str, str]:
    """What stands at each anchor: the title of the section, or the name of the card or term."""
    found: dict[str, str] = {}

    def walk(node: object) -> None:
        if isinstance(node, Model):
            name = getattr(node, "title", "") or getattr(node, "name", "") or getattr(node, "term", "")
            anchor = getattr(node, "id", "")
            if anchor and name:
                found.setdefault(anchor, name)
            for field in type(node).model_fields:
                walk(getattr(node, field))
        elif isinstance(node, tuple):
            for inside in node:
                walk(inside)

    walk(book.reference if part == "reference" else book.sections)
    return found
