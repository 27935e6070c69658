"""Rulebook and reference as Typst source: bricks are measured, laid into pages, and set."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from rulewright.rulebook.model import Book, Section
from rulewright.rulebook.render.bricks import Maker
from rulewright.rulebook.render.compose import GUTTER, Brick, compose, filled, fullness
from rulewright.rulebook.render.templates import render
from rulewright.rulebook.render.typeset import PAPERS, query

MARGIN, TOP, BOTTOM = 17.0, 16.0, 18.0  # millimetres
POINT = 25.4 / 72
ON_COVER = 900  # letters about the game that fit on the cover


def source(book: Book, part: str, paper: str = "a4", ids: bool = False, lines: bool = False, booklet: bool = False) -> str:
    """The Typst source of a rulebook or a reference; as a `booklet` it has a multiple of four pages, the last ones for notes if need be."""
    name, width, height = PAPERS[paper]
    title = book.title if part == "rulebook" else f"{book.title}: Rules Reference"
    given: dict[str, Any] = {
        "book": book,
        "paper": name,
        "page_width": width,
        "page_height": height,
        "ids": ids,
        "document_title": title,
    }
    front, bricks = _bricks(book, part, ids, lines, given, width)
    room = height - TOP - BOTTOM
    pages = []
    before = 1 if front else 0
    for page in compose(bricks, room, before if booklet else -1):
        gaps, foot = filled(page, room)
        last = len(page.bands) - 1
        pages.append([(band, gap, foot and n == last) for n, (band, gap) in enumerate(zip(page.bands, gaps, strict=True))])
    notes = -(len(pages) + before) % 4 if booklet else 0
    return render("typst/pages.typ.j2", **given, pages=pages, front=front, footer=title, notes=notes)


def fill(book: Book, part: str, paper: str = "a4") -> list[float]:
    """How full each page behind the cover is."""
    name, width, height = PAPERS[paper]
    given = {"book": book, "paper": name, "page_width": width, "page_height": height, "ids": False, "document_title": book.title}
    _, bricks = _bricks(book, part, False, False, given, width)
    room = height - TOP - BOTTOM
    return [fullness(page, room) for page in compose(bricks, room)]


def _bricks(book: Book, part: str, ids: bool, lines: bool, given: dict[str, Any], width: float) -> tuple[str, list[Brick]]:
    """The cover, and all that comes behind it, measured."""
    maker = Maker(book, ids=ids, lines=lines and part == "reference")
    front, opening = _front(book, maker, part, given)
    sections = book.sections if part == "rulebook" else book.reference
    return front, _measured([*opening, *maker.sections(sections)], width, given)


def _front(book: Book, maker: Maker, part: str, given: dict[str, Any]) -> tuple[str, list[Brick]]:
    """The cover, with what the game is about if there is room for it; what there is none for opens the book."""
    if part != "rulebook":
        return "", []
    section = Section(id="about", title="")
    about = [b.source for block in book.about for b in maker.block(block, section)]
    goal = [b.source for block in book.goal for b in maker.block(block, section)]
    letters = sum(len(run.text) for block in book.about for run in getattr(block, "text", ()))
    head = str(maker.macros.title(Section(id="about", title="What it is about"), 2))
    aim = [str(maker.macros.title(Section(id="goal", title="Goal"), 2)), *goal] if goal else []
    if letters <= ON_COVER:
        return render("typst/cover.typ.j2", **given, left=[*([head, *about] if about else []), *aim]), []
    opening = Section(id="about", title="What it is about", blocks=book.about)
    whole = book.model_copy(update={"sections": (opening, *book.sections)})
    return render("typst/cover.typ.j2", **(given | {"book": whole}), left=aim), list(maker.section(opening, 1))


def _measured(bricks: list[Brick], width: float, given: dict[str, Any]) -> list[Brick]:
    """Bricks with their heights. All are measured at once."""
    full = width - 2 * MARGIN
    widths = {"page": full, "column": (full - GUTTER) / 2, "third": (full - 2 * GUTTER) / 3}
    wanted: list[tuple[float, str]] = []
    for brick in bricks:
        wanted += [(widths[brick.span], source) for source in (brick.source, brick.again, *brick.sizes)]
        wanted += [(full, source) for source in brick.wider]
    text = render("typst/measure.typ.j2", **given, linked=False, wanted=[(w, s) for w, s in wanted if s])
    heights = iter(h * POINT for h in json.loads(query(text, "<heights>")))
    found = []
    for brick in bricks:
        one, again, *sizes = (next(heights) if s else 0.0 for s in (brick.source, brick.again, *brick.sizes))
        wider = tuple(next(heights) for _ in brick.wider)
        found.append(replace(brick, height=one, height_again=again, heights=tuple(sizes), heights_wider=wider))
    return found
