"""Pages from bricks: what stands where, decided before anything is set.

A brick is something that is never torn: a paragraph, a head, a row of a table, an example. Typst measures each of them once; then
they are laid into pages in their order. Bricks as wide as a column go into bands of two or three columns of about the same height;
bricks as wide as the page stand between the bands. Nothing floats, and a head is never parted from what follows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product

COLUMNS = {"column": 2, "third": 3}
GUTTER = 8.0  # millimetres between columns
EAGER = 0.12  # share of a page that has to be left for a chapter to begin on it, unless all of it fits
STARTS = (0.34, 0.22, EAGER, 0.5, 0.7)  # such shares that are tried
FULL = (0.5, 0.66, 0.8)  # how full a page is that may be left for a chapter that then stands on one
APART = (0.62, 0.9)  # the same for booklets, which may need more pages
SLACK = 9.0  # most that a gap before a head grows to fill a page
LEAST_FULL = 0.88  # of a page that is not the last
LAST_FULL = 0.55
A_FEW_LINES = 0.15  # of the last page: less is no page
TIGHT = 0.72  # of the usual gaps, where that spares a page with a few lines
LOOSE = 2.6  # most of the usual gaps between paragraphs, where a page would not be full
TORN = 0.25  # as bad as so much of a page that is empty: a chapter on two pages that should stand on one
DANGLING = 0.22  # of a page: less is no place for the beginning of a chapter that goes on behind it
LINES = 8.0  # millimetres that a head and a line take
CLOSE = 2.6  # millimetres between the head of a chapter and what follows
SHARES = (0.94, 0.88, 0.82, 0.76)  # of a page, where the last one would be nearly empty
MOST_TRIED = 3  # pictures that are tried over the whole page
TOLERANCE = 0.6  # left free, because lengths are rounded


@dataclass(frozen=True, slots=True)
class Brick:
    source: str
    span: str = "column"  # column, third, page
    keep: bool = False  # stays with the next one
    above: float = 2.6
    chapter: bool = False  # begins a chapter
    whole: bool = False  # and this chapter stands on one page, if it is not longer
    head: bool = False  # a head: space may grow above it
    text: bool = False  # nothing but words: it may be set wider than it was measured
    foot: bool = False  # an example: stands at the foot of its page if it is the last thing there
    spare: bool = False  # left out where it would need a page
    again: str = ""  # repeated where a page begins with this one: the head of a table
    sizes: tuple[str, ...] = ()  # the same with its pictures smaller and larger, the smallest first
    wider: tuple[str, ...] = ()  # a picture of a column over the whole page, the smallest first
    height: float = 0.0
    height_again: float = 0.0
    heights: tuple[float, ...] = ()  # of the sizes
    heights_wider: tuple[float, ...] = ()


@dataclass(slots=True)
class Band:
    """Columns side by side, or one thing over the whole width."""

    columns: list[list[Brick]]
    above: float
    height: float
    foot: bool = False
    head: bool = False
    chapter: bool = False  # the head of a chapter: what follows stays close to it


@dataclass(slots=True)
class Page:
    bands: list[Band] = field(default_factory=list)
    used: float = 0.0

    def free(self, whole: float) -> float:
        return whole - self.used


def compose(bricks: Sequence[Brick], height: float, fours: int = -1) -> list[Page]:
    """All pages, for a height of the text in millimetres: of several ways to lay them out the one that leaves least paper empty.
    `fours`: pages of a booklet that come before them; it has a multiple of four pages."""
    starts = (*STARTS, *APART) if fours >= 0 else STARTS
    shown = [*_ways(bricks), *_torn(bricks)]
    plans = [_Plan(start, full, worse, found) for start in starts for full in FULL for worse, found in shown]
    best = min((_tried(plan, height, fours) for plan in plans), key=lambda tried: tried.cost)
    for plan in _short_of(best, height):
        best = min(best, _tried(plan, height, fours), key=lambda tried: tried.cost)
    chapters = [n for n, brick in enumerate(best.plan.bricks) if brick.chapter]
    for at, new in product(chapters, (True, False)):  # each chapter by itself: on a new page, or where it is
        plan = replace(best.plan, breaks={**best.plan.breaks, at: new})
        best = min(best, _tried(plan, height, fours), key=lambda tried: tried.cost)
    return best.pages


@dataclass(frozen=True, slots=True)
class _Plan:
    """A way to lay out a book."""

    start: float
    full: float
    worse: float
    bricks: list[Brick]
    breaks: dict[int, bool] = field(default_factory=dict)  # chapters, by their brick, that begin a page, or do not
    share: float = 1.0  # of each page that is filled at first; pictures and gaps grow into the rest


@dataclass(frozen=True, slots=True)
class _Tried:
    plan: _Plan
    pages: list[Page]
    cost: float


def _tried(plan: _Plan, height: float, fours: int) -> _Tried:
    pages = _composed(plan.bricks, height * plan.share, plan.start, plan.full, plan.breaks)
    for page in pages:
        _grow(page, height)
        _loosen(page, height, LEAST_FULL if page is not pages[-1] else LAST_FULL)
    return _Tried(plan, pages, _cost(pages, height, fours) + plan.worse)


def _short_of(best: _Tried, height: float) -> list[_Plan]:
    """Other plans where the last page is less than half full: a little goes over to it from each of the others."""
    if len(best.pages) < 2 or fullness(best.pages[-1], height) >= 0.5:
        return []
    return [replace(best.plan, share=share, worse=best.plan.worse + 0.02) for share in SHARES]


def _torn(bricks: Sequence[Brick]) -> list[tuple[float, list[Brick]]]:
    """The bricks as they are, if chapters that should stand on one page need not."""
    if not any(b.whole for b in bricks):
        return []
    return [(TORN, [replace(b, whole=False) for b in bricks])]


def _ways(bricks: Sequence[Brick]) -> list[tuple[float, list[Brick]]]:
    """The bricks as they are, with small pictures, set closer, and without what can be spared; and how much worse each is."""
    small = [_small(b) for b in bricks]
    close = [replace(b, above=b.above * TIGHT) for b in small]
    plain = [(0.0, list(bricks)), (0.0, small), (0.04, close)]
    found = list(plain)
    wide = [n for n, b in enumerate(bricks) if b.wider]
    chosen = [{n} for n in wide[:MOST_TRIED]] + ([set(wide)] if len(wide) > 1 else [])
    for some in chosen:
        found += [
            (worse + 0.02, [_wide(o) if n in some else b for n, (o, b) in enumerate(zip(bricks, shown, strict=True))])
            for worse, shown in plain
        ]
    if any(b.spare for b in bricks):
        found += [(worse + 0.03, [b for b in shown if not b.spare]) for worse, shown in found]
    return found


def _wide(brick: Brick) -> Brick:
    """A picture of a column over the whole page."""
    return replace(brick, source=brick.wider[0], height=brick.heights_wider[0], span="page", sizes=brick.wider, heights=brick.heights_wider)


def _cost(pages: list[Page], height: float, fours: int) -> float:
    """What is wrong with a layout: pages that are not full, and pages."""
    empty = [1.0 - fullness(page, height) for page in pages]
    wrong = sum(2 * max(0.0, free - (1 - LEAST_FULL)) for free in empty[:-1])
    wrong += max(0.0, empty[-1] - (1 - LAST_FULL)) if empty else 0.0
    wrong += 1.0 if len(pages) > 1 and empty[-1] > 1 - A_FEW_LINES else 0.0
    torn = sum(0.35 for one, other in pairwise(pages) if _dangles(one, height) and not other.bands[0].chapter)
    missing = -(len(pages) + fours) % 4 if fours >= 0 else 0
    return wrong + 0.12 * len(pages) + torn + 10.0 * missing


def fullness(page: Page, height: float) -> float:
    """How much of a page is full, once its gaps have grown; what stands at the foot fills it."""
    gaps, foot = filled(page, height)
    return 1.0 if foot else min(1.0, (sum(gaps) + sum(band.height for band in page.bands)) / height)


def _dangles(page: Page, height: float) -> bool:
    """Whether a chapter begins at the very foot of a page."""
    at = max((n for n, band in enumerate(page.bands) if band.chapter), default=-1)
    return at > 0 and sum(band.above + band.height for band in page.bands[at:]) < DANGLING * height


def _grow(page: Page, height: float) -> None:
    """Pictures over the width of the page grow into what is left of it, the smallest first."""
    left = height - page.used - TOLERANCE
    growing = True
    while growing and left > 0:
        growing = False
        for band in sorted(page.bands, key=lambda band: band.height):
            brick = band.columns[0][0] if len(band.columns) == 1 and len(band.columns[0]) == 1 else None
            more = next((n for n, tall in enumerate(brick.heights) if tall > brick.height + 0.5), None) if brick is not None else None
            if brick is None or more is None or brick.heights[more] - brick.height > left:
                continue
            band.columns = [[replace(brick, source=brick.sizes[more], height=brick.heights[more])]]
            band.height += brick.heights[more] - brick.height
            page.used += brick.heights[more] - brick.height
            left -= brick.heights[more] - brick.height
            growing = True


def _loosen(page: Page, height: float, full: float) -> None:
    """Paragraphs stand a little farther apart on a page that would not be full."""
    missing = full * height - page.used
    loose = [max(sum(b.above for b in column[1:]) for column in band.columns) if band.columns else 0.0 for band in page.bands]
    if missing <= 0 or not sum(loose):
        return
    factor = min(LOOSE, 1 + missing / sum(loose))
    for band in page.bands:
        tall = band.height
        band.columns = [[replace(b, above=b.above * factor) if n else b for n, b in enumerate(column)] for column in band.columns]
        band.height = max([tall, *(_height(column) for column in band.columns)])
        page.used += band.height - tall


def _composed(bricks: Sequence[Brick], height: float, start: float, full: float, breaks: dict[int, bool]) -> list[Page]:
    """Pages, filled one after the other."""
    pages = [Page()]
    rest = list(bricks)
    held: tuple[Page, list[Band], float, list[Brick]] | None = None  # the page as it was before a chapter that is not to be torn
    while rest:
        first = rest[0]
        page = pages[-1]
        if held is not None and page is not held[0] and not first.chapter:  # it does not fit after all
            before, bands, used, rest = held
            before.bands, before.used, held = bands, used, None
            pages[pages.index(before) + 1 :] = [Page()]
            continue
        if first.chapter:
            held = None
        if first.chapter and page.bands:
            whole = _estimate(_chapter(rest))
            if first.whole and whole <= height:
                held = page, list(page.bands), page.used, list(rest)
            fits = page.free(height) >= whole
            late = (not (fits and start == EAGER) and page.free(height) < start * height) or _parts(rest, page.free(height), height)
            new = late or (not fits and whole <= height and (first.whole or page.used > full * height))
            if breaks.get(len(bricks) - len(rest), new):
                pages.append(Page())
                continue
        if first.span == "page":
            count = _chain(rest)
            chunk = rest[:count]
            need = 0.0
            if chunk[-1].keep and count < len(rest):  # a head over the width, then columns: the first of them must fit
                first_group = _groups(_run(rest[count:]))[0]
                need = min(max(22.0, _height(first_group)), 0.75 * height)
            if not _put_wide(page, chunk, height, need):
                if page.bands:
                    pages.append(Page())
                    continue
                _force(page, chunk)
            del rest[:count]
            continue
        run = _run(rest)
        taken = _put_columns(page, run, height)
        if not taken:
            if page.bands:
                pages.append(Page())
                continue
            _force(page, run[:1])
            taken = 1
        del rest[:taken]
        if taken < len(run):
            pages.append(Page())
    return [p for p in pages if p.bands]


def _parts(rest: list[Brick], room: float, height: float) -> bool:
    """Whether a chapter would have only a few lines here, because the table or picture that follows them goes to the next page."""
    chapter = _chapter(rest)
    wide = next((n for n, brick in enumerate(chapter) if n and brick.span == "page"), 0)
    return wide > 0 and _estimate(chapter[:wide]) < DANGLING * height and _estimate(chapter[: wide + 1]) > room


def _chapter(rest: list[Brick]) -> list[Brick]:
    """The bricks of the chapter that begins here."""
    found = [rest[0]]
    for brick in rest[1:]:
        if brick.chapter:
            break
        found.append(brick)
    return found


def _estimate(bricks: list[Brick]) -> float:
    """About how high they are together."""
    return sum((b.height + b.above) / COLUMNS.get(b.span, 1) for b in bricks)


def _chain(rest: list[Brick]) -> int:
    """How many bricks from the first on stay together, as far as they are as wide as the page."""
    count = 1
    while count < len(rest) and rest[count - 1].keep and rest[count].span == "page":
        count += 1
    return count


def _put_wide(page: Page, chunk: list[Brick], height: float, need: float = 0.0) -> bool:
    """Things over the whole width; pictures shrink if that makes them fit."""
    for small in (False, True):
        shown = [_small(b) if small else b for b in chunk]
        bands: list[Band] = []
        used = page.used
        for number, brick in enumerate(shown):
            at_top = not page.bands and not bands
            again = brick.again if at_top and number == 0 else ""
            tall = brick.height + (brick.height_again if again else 0.0)
            above = 0.0 if at_top else brick.above
            source = replace(brick, source=f"#standing([{again}], [{brick.source}])") if again else brick
            bands.append(Band([[source]], above, tall, brick.foot, brick.head or brick.chapter, brick.chapter))
            used += above + tall
        if used + need <= height - TOLERANCE:
            page.bands += bands
            page.used = used
            return True
        if not any(b.sizes for b in chunk):
            return False
    return False


def _small(brick: Brick) -> Brick:
    return replace(brick, source=brick.sizes[0], height=brick.heights[0]) if brick.sizes and brick.heights[0] < brick.height else brick


def _force(page: Page, chunk: list[Brick]) -> None:
    for brick in chunk:
        page.bands.append(Band([[brick]] if brick.span == "page" else [[brick], []], 0.0, brick.height))
        page.used += brick.height


def _run(rest: list[Brick]) -> list[Brick]:
    """Bricks of one width that follow each other within a chapter."""
    found = [rest[0]]
    for brick in rest[1:]:
        if brick.span != rest[0].span or brick.chapter:
            break
        found.append(brick)
    return found


def _put_columns(page: Page, run: list[Brick], height: float) -> int:
    """As many bricks as fit into the rest of the page, in columns; how many they are."""
    columns = COLUMNS[run[0].span]
    above = run[0].above if page.bands else 0.0
    if page.bands and page.bands[-1].chapter:
        above = min(above, CLOSE)  # close below the head of a chapter
    room = height - page.used - above - TOLERANCE
    count = len(run)
    while count > 0:
        if not (count < len(run) and run[count - 1].keep):
            split = _split(run[:count], columns, room)
            if split is not None:
                tall = max(_height(column) for column in split)
                if run[0].span == "column" and not any(split[1:]) and all(b.text for b in split[0]):
                    tall = min(tall, tall / 2 + LINES)  # a paragraph alone goes over the whole width
                    split = split[:1]
                page.bands.append(Band(split, above, tall, head=run[0].head))
                page.used += above + tall
                return count
        count -= 1
    return 0


def _height(column: Sequence[Brick]) -> float:
    return sum(b.height + (b.above if n else 0.0) for n, b in enumerate(column))


def _split(bricks: list[Brick], columns: int, room: float) -> list[list[Brick]] | None:
    """Columns in their order, as equal as can be; None if they are higher than the room."""
    low, high = _height(bricks) / columns, room
    if low > room:
        return None
    best = _filled(bricks, columns, high)
    if best is None:
        return None
    for _ in range(24):  # the least height that holds them all
        middle = (low + high) / 2
        found = _filled(bricks, columns, middle)
        if found is None:
            low = middle
        else:
            best, high = found, middle
    return best


def _filled(bricks: list[Brick], columns: int, most: float) -> list[list[Brick]] | None:
    found: list[list[Brick]] = [[]]
    for group in _groups(bricks):
        tall = _height([*found[-1], *group])
        if tall > most and found[-1]:
            found.append([])
            tall = _height(group)
        if tall > most or len(found) > columns:
            return None
        found[-1] += group
    return found + [[] for _ in range(columns - len(found))]


def _groups(bricks: list[Brick]) -> list[list[Brick]]:
    """Heads with what follows them."""
    found: list[list[Brick]] = []
    for brick in bricks:
        if found and found[-1][-1].keep:
            found[-1].append(brick)
        else:
            found.append([brick])
    return found


def filled(page: Page, height: float) -> tuple[list[float], bool]:
    """The gaps above the bands of a page, and whether its last band goes to the foot: space that is left goes above heads and examples."""
    left = height - page.used - TOLERANCE
    gaps = [band.above for band in page.bands]
    places = [n for n, band in enumerate(page.bands) if n and (band.head or band.foot) and not page.bands[n - 1].chapter]
    if left > 0 and places:
        share = min(SLACK, left / len(places))
        for n in places:
            gaps[n] += share
    foot = bool(page.bands) and page.bands[-1].foot and len(page.bands) > 1 and left < 0.2 * height
    return gaps, foot
