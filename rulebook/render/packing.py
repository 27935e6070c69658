"""Several small groups of faces and boards on one page: what does not fill a page shares one.

A group keeps its own crop marks, so each can be cut out by itself. Groups lie in rows, the high ones first. What has no back may lie on
a page with backs: behind it the paper stays white.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import product

from rulewright.rulebook.model import Kit
from rulewright.rulebook.render.sheets import BLEED, EDGE, OVERLAP, Page, Placed, Tile, pages, several, tiles
from rulewright.rulebook.words import listing, spoken

MARK = 2.2  # length of the crop marks between groups
APART = (7.0, 5.4)  # between two groups: room for the marks of both; the smaller where that saves a page
MOST_NAMES = 5  # kinds that a page names; of more it says how many there are


@dataclass(frozen=True, slots=True)
class Laid:
    """A board that lies on a page with other things: its upper left corner, and whether it is turned by a quarter."""

    tile: Tile
    x: float
    y: float
    turned: bool


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of paper: groups of faces, and whole boards between them."""

    blocks: tuple[Page, ...]
    boards: tuple[Laid, ...] = ()

    @property
    def backs(self) -> bool:
        return any(block.backs for block in self.blocks)

    @property
    def mixed(self) -> bool:
        return len(self.blocks) + len(self.boards) > 1

    @property
    def label(self) -> str:
        """What is on it, in words."""
        kinds = dict.fromkeys(p.sheet.many or several(p.sheet.kind) for block in self.blocks for p in block.fronts)
        names = [*kinds, *dict.fromkeys(spoken(one.tile.poster.name) for one in self.boards)]
        shown = names if len(names) <= MOST_NAMES else [*names[: MOST_NAMES - 1], f"{len(names) - MOST_NAMES + 1} others"]
        single = self.blocks[0] if len(self.blocks) == 1 and not self.boards else None
        return listing(shown) + (f" {single.number} of {single.count}" if single is not None and single.count > 1 else "")


@dataclass(frozen=True, slots=True)
class _Item:
    """A group of faces or a whole board, as high and wide as it is drawn, and where it lies on its own page."""

    what: Page | Tile
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0
    turned: bool = False

    @property
    def double(self) -> bool:
        return isinstance(self.what, Page) and bool(self.what.backs)


@dataclass(slots=True)
class _Row:
    top: float
    height: float
    items: list[_Item]
    apart: float

    @property
    def width(self) -> float:
        return sum(i.width for i in self.items) + self.apart * (len(self.items) - 1)


def leaves(kit: Kit, page_width: float, page_height: float) -> tuple[list[Leaf], list[Tile]]:
    """All pages of faces, those with backs first, so that fronts come on odd pages; and the boards that need pages of their own."""
    whole: list[Leaf] = []
    items: list[_Item] = []
    room = (page_width - 2 * EDGE, page_height - 2 * EDGE)
    for page in pages(kit, page_width, page_height):
        item = _of_page(page)
        if item.height > room[1] * 0.86:  # nothing of use would fit below it
            whole.append(Leaf((page,)))
        else:
            items.append(item)
    large: list[Tile] = []
    for tile in tiles(kit, page_width, page_height):
        small = _of_tile(tile, *room)
        items += [small] if small is not None else []
        large += [tile] if small is None else []
    sheets = _fewest(items, *room)
    found = [_leaf(rows, kit.backs, page_width) for rows in sheets]
    large += [leaf.boards[0].tile for leaf in found if not leaf.blocks and len(leaf.boards) == 1]
    found = [leaf for leaf in found if leaf.blocks or len(leaf.boards) > 1]
    return sorted([*whole, *found], key=lambda leaf: not leaf.backs), _in_order(kit, large)


def _in_order(kit: Kit, found: Iterable[Tile]) -> list[Tile]:
    order = {poster.id: number for number, poster in enumerate(kit.posters)}
    return sorted(found, key=lambda t: (order[t.poster.id], t.copy, t.row, t.column))


def _of_page(page: Page) -> _Item:
    around = page.bleed + page.under
    x, y = page.columns[0] - around, page.rows[0] - around
    return _Item(page, page.columns[-1] + around - x, page.rows[-1] + around - y, x, y)


def _of_tile(tile: Tile, wide: float, high: float) -> _Item | None:
    """A whole board that leaves room for something else: upright if it fits, else turned."""
    if tile.columns * tile.rows > 1:
        return None
    width, height = tile.poster.width, tile.poster.height
    if width <= wide and height <= high * 0.86:
        return _Item(tile, width, height)
    if height <= wide and width <= high * 0.86:
        return _Item(tile, height, width, turned=True)
    return None


def _fewest(items: list[_Item], wide: float, high: float) -> list[list[_Row]]:
    """The pages of the order in which they are fewest: high things first, or boards last, or what is small where it still fits."""
    orders: tuple[Callable[[_Item], tuple[float, ...]], ...] = (
        lambda i: (not i.double, -i.height, -i.width),
        lambda i: (not i.double, isinstance(i.what, Tile), -i.height, -i.width),
        lambda i: (not i.double, -i.width * i.height),
        lambda i: (not i.double, -i.width, -i.height),
    )
    tried = []
    for apart, order in product(APART, orders):
        sheets: list[list[_Row]] = []
        for item in sorted(items, key=order):
            _lay(sheets, item, wide, high, apart)
        tried.append(sheets)
    return min(tried, key=lambda sheets: sum(2 if any(i.double for row in rows for i in row.items) else 1 for rows in sheets))


def _lay(sheets: list[list[_Row]], item: _Item, wide: float, high: float, apart: float) -> None:
    """On the first page that has room: beside something, or below everything; a board may be turned for it."""
    for rows, one in product(sheets, _ways(item)):
        last = rows[-1]
        for row in rows:
            lowest = high if row is last else row.top + row.height
            if row.top + one.height <= lowest and row.width + apart + one.width <= wide:
                row.items.append(one)
                row.height = max(row.height, one.height)
                return
        top = last.top + last.height + apart
        if top + one.height <= high and one.width <= wide:
            rows.append(_Row(top, one.height, [one], apart))
            return
    sheets.append([_Row(0.0, item.height, [item], apart)])


def _ways(item: _Item) -> list[_Item]:
    """How something may lie: as it is, or, if it is a board, turned by a quarter."""
    turned = replace(item, width=item.height, height=item.width, turned=not item.turned)
    return [item, turned] if isinstance(item.what, Tile) else [item]


def _leaf(rows: list[_Row], backs: str, page_width: float) -> Leaf:
    blocks: list[Page] = []
    boards: list[Laid] = []
    for row in rows:
        x = (page_width - row.width) / 2
        for item in row.items:
            y = EDGE + row.top
            if isinstance(item.what, Page):
                blocks.append(moved(item.what, x - item.x, y - item.y, backs))
            else:
                boards.append(Laid(item.what, x, y, item.turned))
            x += item.width + row.apart
    return Leaf(tuple(blocks), tuple(boards))


def moved(page: Page, dx: float, dy: float, backs: str) -> Page:
    """A group of faces at another place of the page; its backs stay behind it."""
    back_x, back_y = (dx, -dy) if backs == "short" else (-dx, dy)

    def shifted(found: tuple[Placed, ...], right: float, down: float) -> tuple[Placed, ...]:
        return tuple(replace(p, x=p.x + right, y=p.y + down) for p in found)

    return replace(
        page,
        fronts=shifted(page.fronts, dx, dy),
        backs=shifted(page.backs, back_x, back_y),
        columns=tuple(c + dx for c in page.columns),
        rows=tuple(r + dy for r in page.rows),
        folds=tuple(f + dx for f in page.folds),
    )


def values(kit: Kit, page_width: float, page_height: float) -> dict[str, object]:
    """What the template of the sheets is given."""
    printed = Counter[str]()
    for sheet in kit.sheets:
        printed[sheet.kind] += sheet.copies
    found, boards = leaves(kit, page_width, page_height)
    return {"leaves": found, "tiles": boards, "printed": printed, "drawn": BLEED, "overlap": OVERLAP, "short_mark": MARK}
