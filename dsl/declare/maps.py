"""Where the cells of a graph lie: a picture below `drawn`, or a column `at` of its table. Look only, no rule depends on it.

Positions have y downwards; a line of the picture is 1 high, and a letter half as wide, so that a picture looks on paper as it
does in the text.
"""

from __future__ import annotations

import re

from rulewright.dsl.declare.tables import Sheet
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import PlaceSym, World

NAME = re.compile(r"[^\s.·]+")
NUMBER = r"[-−]?\d+(?:[.,]\d+)?"
POINT = re.compile(rf"\(?\s*({NUMBER})\s*(?:;|,\s|\s)\s*({NUMBER})\s*\)?|\(?\s*([-−]?\d+),([-−]?\d+)\s*\)?")


def lay_out(world: World, sym: PlaceSym, sheet: Sheet | None) -> None:
    """Read where the cells of a place lie, if it is said."""
    decl = sym.decl
    assert decl is not None
    column = sheet is not None and "at" in sheet.columns and "at" not in {a.name for a in decl.attributes}
    if not decl.drawing and not column:
        return
    if sym.core.shape != "graph" or sym.board is None:
        span = decl.drawing[0].span if decl.drawing else sheet.columns["at"] if sheet is not None else decl.span
        world.error(
            codes.MISPLACED,
            f"Only the cells of a graph can be laid out; `{decl.name}` is a {sym.core.shape}.",
            span,
            help="Leave this out: it is clear where its cells lie." if sym.board is not None else "Leave this out.",
        )
        return
    if decl.drawing and column and sheet is not None:
        others = (Label(sheet.columns["at"], "the other time"),)
        world.error(codes.DUPLICATE_NAME, "Where the cells lie is given twice.", decl.drawing[0].span, others=others, help="Keep one.")
        return
    found = _drawn(world, sym) if decl.drawing else _column(world, sym, sheet)
    if found is not None and found.keys() >= {*sym.board.names}:  # otherwise there is no board, which has been said
        sym.core.at = tuple(found[name] for name in sym.board.names)
        sym.picture = tuple(_inner(row.text) for row in decl.drawing)


def _inner(text: str) -> str:
    return text[1:].removesuffix("|")


def picture_names(decl: d.Place) -> list[str]:
    """The names that stand in the picture of a map, line by line."""
    return [name for row in decl.drawing for name in NAME.findall(_inner(row.text))]


def _drawn(world: World, sym: PlaceSym) -> dict[str, tuple[float, float]] | None:
    assert sym.decl is not None and sym.board is not None
    names = {name.lower(): name for name in sym.board.names}
    found: dict[str, tuple[float, float]] = {}
    seen: dict[str, Span] = {}
    good = True
    for y, row in enumerate(sym.decl.drawing):
        for match in NAME.finditer(_inner(row.text)):
            word, start = match.group(), row.span.start + 1 + match.start()
            span = Span(row.span.file, start, start + len(word))
            name = names.get(word.lower())
            if name is None:
                cell = sym.core.cell_kind.lower()
                world.unknown(codes.UNKNOWN_NAME, f"No {cell} is called {word}.", word, span, names.values())
                good = False
            elif name in seen:
                others = (Label(seen[name], "here already"),)
                world.error(codes.DUPLICATE_NAME, f"{name} is in the picture twice.", span, others=others)
                good = False
            else:
                seen[name] = span
                found[name] = (match.start() + len(word) / 2) / 2, float(y)
    missing = [name for name in sym.board.names if name not in found]
    if missing and good:
        span = sym.decl.drawing[0].span.to(sym.decl.drawing[-1].span)
        is_, more = ("is", "") if len(missing) == 1 else ("are", f" ({len(missing)} in all)")
        world.error(codes.MISSING_VALUE, f"{', '.join(missing[:4])} {is_} not in the picture{more}.", span, help="Write each name once.")
    return found if good and not missing else None


def _column(world: World, sym: PlaceSym, sheet: Sheet | None) -> dict[str, tuple[float, float]] | None:
    assert sheet is not None
    if "name" not in sheet.columns:
        return None  # nobody knows which cell a row is about, and that has been said
    found: dict[str, tuple[float, float]] = {}
    good = True
    for row in sheet.rows:
        cell = row["at"]
        match = POINT.fullmatch(cell.text.strip())
        if match is None:
            good = False
            span = cell.span if cell.text else row["name"].span
            message = f"The map has no place `{cell.text}`." if cell.text else f"Where does {row['name'].text} lie?"
            world.error(codes.BAD_VALUE, message, span, help="Write how far to the right and how far down: `3 1.5`.")
            continue
        x, y = (g.replace("−", "-").replace(",", ".") for g in match.groups() if g is not None)
        found[row["name"].text] = float(x), float(y)
    return found if good else None
