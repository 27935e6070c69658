"""Print-and-play sheets as pages: faces in a grid with crop marks, backs mirrored for the long edge, boards cut into tiles."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

from rulewright.rulebook.model import Kit, Poster, Sheet

EDGE = 9.0  # margin that printers leave, and room for crop marks
BLEED = 3.0
OVERLAP = 6.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A face at its place on a page: upper left corner of the trimmed face, in millimetres."""

    sheet: Sheet
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page of faces of one size, with the page of their backs behind it."""

    fronts: tuple[Placed, ...]
    backs: tuple[Placed, ...]
    width: float
    height: float
    columns: tuple[float, ...]  # where to cut
    rows: tuple[float, ...]
    round: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """A window of a poster that fits on one page."""

    poster: Poster
    x: float
    y: float
    width: float
    height: float
    column: int
    row: int
    columns: int
    rows: int


def pages(kit: Kit, page_width: float, page_height: float) -> list[Page]:
    sizes: dict[tuple[float, float, bool], list[Sheet]] = {}
    for sheet in kit.sheets:
        faces = sizes.setdefault((sheet.width, sheet.height, sheet.round), [])
        faces += [sheet] * sheet.copies
    found = []
    for (width, height, round_), faces in sizes.items():
        found += _grid(faces, width, height, round_, page_width, page_height)
    return found


def _grid(faces: list[Sheet], width: float, height: float, round_: bool, page_width: float, page_height: float) -> list[Page]:
    """Faces with bleed on all sides: neighbours do not touch."""
    step_x, step_y = width + 2 * BLEED, height + 2 * BLEED
    across = max(1, floor((page_width - 2 * EDGE) / step_x))
    down = max(1, floor((page_height - 2 * EDGE) / step_y))
    left = (page_width - across * step_x) / 2 + BLEED
    top = (page_height - down * step_y) / 2 + BLEED
    found = []
    for start in range(0, len(faces), across * down):
        chunk = faces[start : start + across * down]
        fronts, backs = [], []
        for number, sheet in enumerate(chunk):
            row, column = divmod(number, across)
            x, y = left + column * step_x, top + row * step_y
            fronts.append(Placed(sheet, x, y))
            backs.append(Placed(sheet, page_width - x - width, y))
        used_rows = ceil(len(chunk) / across)
        columns = tuple(c for i in range(min(across, len(chunk))) for c in (left + i * step_x, left + i * step_x + width))
        rows = tuple(r for i in range(used_rows) for r in (top + i * step_y, top + i * step_y + height))
        found.append(Page(tuple(fronts), tuple(backs), width, height, columns, rows, round_))
    return found


def tiles(kit: Kit, page_width: float, page_height: float) -> list[Tile]:
    """Boards in windows that overlap a little, to be glued together."""
    found = []
    wide, high = page_width - 2 * EDGE, page_height - 2 * EDGE - 8
    for poster in kit.posters:
        columns = max(1, ceil((poster.width - OVERLAP) / (wide - OVERLAP)))
        rows = max(1, ceil((poster.height - OVERLAP) / (high - OVERLAP)))
        for row in range(rows):
            for column in range(columns):
                x, y = column * (wide - OVERLAP), row * (high - OVERLAP)
                found.append(Tile(poster, x, y, min(wide, poster.width - x), min(high, poster.height - y), column + 1, row + 1, columns, rows))
    return found
