"""Print-and-play sheets as pages: faces in a grid with crop marks, backs mirrored for an edge or beside them, boards cut into tiles.

All lengths are millimetres from the upper left corner of the paper. A face on a page of backs lies where the same face of the page of
fronts lies when the paper is turned over its long edge, so that duplex printing brings the two together.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import ceil, floor

from rulewright.play.errors import PlayError
from rulewright.rulebook.model import Kit, Poster, Sheet
from rulewright.rulebook.words import listing, plural, spoken

EDGE = 6.0  # what printers leave white, and where the crop marks stand
BLEED = 3.0  # as far as faces are drawn beyond their edge
LEAST_BLEED = 1.5  # what may be left of it where that brings more faces on a page
OVERLAP = 8.0  # what two pages of a board have in common
HEAD = 9.0  # room for a line that says what a page is


class SheetsDisagree(PlayError):
    """The pages do not hold exactly the faces of the kit."""


def several(kind: str) -> str:
    """What pieces of a kind are called together; what keeps state is listed in words of its own, often in the plural already."""
    head = kind.partition(" of ")[0].partition(" for ")[0]
    return spoken(kind) if " " in kind and head.endswith("s") else plural(spoken(kind))


@dataclass(frozen=True, slots=True)
class Placed:
    """A face at its place on a page: upper left corner of the cut face as it lies there, and how far it is turned clockwise."""

    sheet: Sheet
    x: float
    y: float
    turn: int = 0
    side: int = 0  # 0 its front, 1 its back


@dataclass(frozen=True, slots=True)
class Page:
    """A page of faces of one size, with the page of their backs behind it."""

    fronts: tuple[Placed, ...]
    backs: tuple[Placed, ...]
    width: float  # of a face as it lies
    height: float
    bleed: float
    columns: tuple[float, ...]  # where to cut
    rows: tuple[float, ...]
    round: bool
    number: int
    count: int
    folds: tuple[float, ...] = ()  # where to fold
    under: float = 0.0  # neighbours share a cut: as far as the outermost faces are drawn beyond it
    hexagon: bool = False

    @property
    def label(self) -> str:
        """What is on it, in words."""
        return listing(list(dict.fromkeys(p.sheet.many or several(p.sheet.kind) for p in self.fronts)))

    def mirrored(self, page_width: float) -> tuple[float, ...]:
        """Where to cut on the page behind it, if the paper is turned over its long edge."""
        return tuple(sorted(page_width - column for column in self.columns))

    def behind(self, backs: str, page_width: float, page_height: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Columns and rows of the cuts on the page behind it."""
        if backs == "short":
            return self.columns, tuple(sorted(page_height - row for row in self.rows))
        return self.mirrored(page_width), self.rows


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
    landscape: bool
    copy: int = 1

    def left(self, page_width: float, page_height: float) -> float:
        return ((page_height if self.landscape else page_width) - self.width) / 2

    def top(self, page_width: float, page_height: float) -> float:
        return ((page_width if self.landscape else page_height) - HEAD - self.height) / 2

    def label(self, title: str) -> str:
        """What a page says about itself: which board, which part of it."""
        copy = f" {self.copy} of {self.poster.copies}" if self.poster.copies > 1 else ""
        part = f", column {self.column} of {self.columns}, row {self.row} of {self.rows}" if self.columns * self.rows > 1 else ""
        return f"{title}, {self.poster.name}{copy}{part}"


def pages(kit: Kit, page_width: float, page_height: float) -> list[Page]:
    """All pages of faces: those with backs first, so that fronts come on odd pages; then those with one side."""
    sizes: dict[tuple[bool, float, float, str], list[Sheet]] = {}
    for sheet in kit.sheets:
        double = sheet.double and kit.backs != "none"
        form = "round" if sheet.round else "hexagon" if sheet.hexagon else ""
        faces = sizes.setdefault((not double, sheet.width, sheet.height, form), [])
        faces += [sheet] * sheet.copies
    found: list[Page] = []
    gap = Gap(kit.bleed, kit.shared)
    for (single, width, height, form), faces in sorted(sizes.items(), key=lambda item: item[0][0]):
        if kit.backs == "fold" and not single:
            found += _folded(faces, width, height, page_width, page_height, gap)
        else:
            found += _grid(faces, width, height, form, page_width, page_height, "none" if single else kit.backs, gap)
    check(kit, found)
    return found


def check(kit: Kit, found: list[Page]) -> None:
    """Every face of the kit is on the pages as often as it is needed, in front and behind."""
    for side, name in ((0, "fronts"), (1, "backs")):
        wanted = Counter({s.id: s.copies for s in kit.sheets if side == 0 or (s.double and kit.backs != "none")})
        placed = Counter(p.sheet.id for page in found for p in (*page.fronts, *page.backs) if p.side == side)
        if placed != wanted:
            wrong = next(s for s in kit.sheets if placed[s.id] != wanted[s.id])
            raise SheetsDisagree(f"The sheets have {placed[wrong.id]} {name} of {wrong.name}, but {wanted[wrong.id]} are needed.")


@dataclass(frozen=True, slots=True)
class Gap:
    """What is left between faces: as much bleed as fits, so much, or nothing where neighbours share a cut."""

    bleed: float | None = None
    shared: bool = False

    @property
    def least(self) -> float:
        return 0.0 if self.shared else self.bleed if self.bleed is not None else LEAST_BLEED

    @property
    def most(self) -> float:
        return 0.0 if self.shared else self.bleed if self.bleed is not None else BLEED

    @property
    def under(self) -> float:
        """How far the outermost faces are drawn beyond a cut that neighbours share."""
        return (self.bleed if self.bleed is not None else LEAST_BLEED) if self.shared else 0.0


@dataclass(frozen=True, slots=True)
class Layout:
    """How faces of one size lie on a page."""

    across: int
    down: int
    bleed: float
    turned: bool

    @property
    def count(self) -> int:
        return self.across * self.down


def layout(width: float, height: float, page_width: float, page_height: float, upright: bool = False, gap: Gap | None = None) -> Layout:
    """As many faces as possible; of two ways with the same number the one with more bleed, upright if that is no worse."""
    gap = gap or Gap()
    found = []
    for turned in (False,) if upright else (False, True):
        w, h = (height, width) if turned else (width, height)
        room_x, room_y = page_width - 2 * EDGE - 2 * gap.under, page_height - 2 * EDGE - 2 * gap.under
        across, down = floor(room_x / (w + 2 * gap.least) + 1e-9), floor(room_y / (h + 2 * gap.least) + 1e-9)
        if across and down:
            bleed = min(gap.most, (room_x / across - w) / 2, (room_y / down - h) / 2)
            found.append(Layout(across, down, bleed, turned))
    if not found:
        raise SheetsDisagree(f"A face of {width:g} by {height:g} mm does not fit on the paper.")
    return max(found, key=lambda one: (one.count, one.bleed, not one.turned))


def _grid(
    faces: list[Sheet], width: float, height: float, form: str, page_width: float, page_height: float, backs_by: str, gap: Gap
) -> list[Page]:
    lay = layout(width, height, page_width, page_height, gap=gap)
    w, h = (height, width) if lay.turned else (width, height)
    step_x, step_y = w + 2 * lay.bleed, h + 2 * lay.bleed
    left = (page_width - lay.across * step_x) / 2 + lay.bleed
    top = (page_height - lay.down * step_y) / 2 + lay.bleed
    found = []
    count = ceil(len(faces) / lay.count)
    for number in range(count):
        chunk = faces[number * lay.count : (number + 1) * lay.count]
        fronts, backs = [], []
        for at, sheet in enumerate(chunk):
            row, column = divmod(at, lay.across)
            x, y = left + column * step_x, top + row * step_y
            fronts.append(Placed(sheet, x, y, 90 if lay.turned else 0))
            if backs_by == "short":  # the paper is turned top to bottom: a back stands on its head, so that it is upright behind its front
                backs.append(Placed(sheet, x, page_height - y - h, 90 if lay.turned else 180, 1))
            elif backs_by == "long":
                backs.append(Placed(sheet, page_width - x - w, y, 270 if lay.turned else 0, 1))
        used_rows = ceil(len(chunk) / lay.across)
        columns = tuple(c for i in range(min(lay.across, len(chunk))) for c in (left + i * step_x, left + i * step_x + w))
        rows = tuple(r for i in range(used_rows) for r in (top + i * step_y, top + i * step_y + h))
        columns, rows = tuple(dict.fromkeys(columns)), tuple(dict.fromkeys(rows))
        page = Page(tuple(fronts), tuple(backs), w, h, lay.bleed, columns, rows, form == "round", number + 1, count)
        found.append(replace(page, under=gap.under, hexagon=form == "hexagon"))
    return found


def _folded(faces: list[Sheet], width: float, height: float, page_width: float, page_height: float, gap: Gap) -> list[Page]:
    """Front and back side by side, to be folded and glued."""
    lay = layout(2 * width, height, page_width, page_height, upright=True, gap=Gap(gap.bleed))
    step_x, step_y = 2 * width + 2 * lay.bleed, height + 2 * lay.bleed
    left = (page_width - lay.across * step_x) / 2 + lay.bleed
    top = (page_height - lay.down * step_y) / 2 + lay.bleed
    count = ceil(len(faces) / lay.count)
    found = []
    for number in range(count):
        chunk = faces[number * lay.count : (number + 1) * lay.count]
        placed: list[Placed] = []
        for at, sheet in enumerate(chunk):
            row, column = divmod(at, lay.across)
            x, y = left + column * step_x, top + row * step_y
            placed += [Placed(sheet, x, y), Placed(sheet, x + width, y, 0, 1)]
        used = min(lay.across, len(chunk))
        columns = tuple(c for i in range(used) for c in (left + i * step_x, left + i * step_x + 2 * width))
        rows = tuple(r for i in range(ceil(len(chunk) / lay.across)) for r in (top + i * step_y, top + i * step_y + height))
        folds = tuple(left + i * step_x + width for i in range(used))
        found.append(Page(tuple(placed), (), width, height, lay.bleed, columns, rows, False, number + 1, count, folds))
    return found


def tiles(kit: Kit, page_width: float, page_height: float) -> list[Tile]:
    """Boards in windows that overlap a little, to be glued together; the paper lies as needs fewer pages."""
    found = []
    for poster in kit.posters:
        ways = []
        for landscape in (False, True):
            wide, high = (page_height, page_width) if landscape else (page_width, page_height)
            wide, high = wide - 2 * EDGE, high - 2 * EDGE - HEAD
            columns = max(1, ceil((poster.width - OVERLAP) / (wide - OVERLAP) - 1e-9))
            rows = max(1, ceil((poster.height - OVERLAP) / (high - OVERLAP) - 1e-9))
            ways.append((columns * rows, landscape, columns, rows, wide, high))
        _, landscape, columns, rows, wide, high = min(ways)
        # windows of equal size, so that no page holds a mere strip
        wide = (poster.width + (columns - 1) * OVERLAP) / columns
        high = (poster.height + (rows - 1) * OVERLAP) / rows
        for copy in range(1, poster.copies + 1):
            for row in range(rows):
                for column in range(columns):
                    x, y = column * (wide - OVERLAP), row * (high - OVERLAP)
                    found.append(Tile(poster, x, y, wide, high, column + 1, row + 1, columns, rows, landscape, copy))
    return found
