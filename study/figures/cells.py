"""Where pieces lie on boards when a match is over."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rulewright.agents.holding import BOARDS
from rulewright.dsl.words import spoken
from rulewright.faces.boards import Board, draw
from rulewright.faces.painter import Painter
from rulewright.study import places
from rulewright.study.alarms import LEAST
from rulewright.study.drawing import grid
from rulewright.study.model import Figure
from rulewright.study.rows import Rows
from rulewright.study.stats import share

if TYPE_CHECKING:
    from rulewright.core.program import Kind, Place

MAPS = 4  # boards that are shown with what lies on them


def where(rows: Rows) -> list[Figure]:
    """On which cells of a board pieces lie when it is over, kind by kind."""
    found = []
    game = rows.game
    boards = [p for p in game.program.places if p.shape in BOARDS and p.copies == 1 and p.cells > 1]
    wide = [p for p in boards if p.shape not in {"ring", "track"}]
    for place in wide or boards:
        for kind in (k for k in game.program.kinds if k.number in place.limits):
            figure = _lies(rows, place, kind)
            if figure is not None:
                found.append(figure)
    return found[:MAPS]


def _lies(rows: Rows, place: Place, kind: Kind) -> Figure | None:
    counts: Counter[int] = Counter()
    matches = [m for m in rows.whole if m.held or m.lain]
    for match in matches:
        counts.update(s - place.base for s in dict(match.lain).get(kind.name, ()) if place.base <= s < place.base + place.cells)
    told = [c for c in counts if 0 < counts[c] < len(matches)]
    if len(matches) < LEAST or len(told) < 2:
        return None  # nothing lies there, or always the same
    most = max(told, key=lambda c: (counts[c], -c))
    share_ = share(rows.game.names.site(place.base + most), [1.0] * counts[most] + [0.0] * (len(matches) - counts[most]))
    name, board = spoken(kind.name), spoken(place.name)
    always = f", {len(counts) - len(told)} of them always" if len(told) < len(counts) else ""
    often = f"{'of the others ' if always else ''}most often {share_.name}, in {100 * share_.value:.0f} % of the matches"
    used = f"{len(counts)} cells of the {board} were used{always}; {often}."
    return Figure(
        id=f"where-{place.name}-{kind.name}",
        chapter="Pieces and actions",
        title=f"Where a {name} lies in the end" if name[0] not in "aeiou" else f"Where an {name} lies in the end",
        shows=used,
        sure=f"Of each 100 of {len(matches)} matches, in how many at least one lies on the cell when it is over. Numbers "
        f"may be {100 * (share_.high - share_.low) / 2:.0f} off.",
        estimates=(share_,),
        lines=places.thing(rows.game, kind.name),
        drawing=_spots(rows, place, {c: n / len(matches) for c, n in counts.items()}, f"where-{place.name}-{kind.name}"),
    )


def _spots(rows: Rows, place: Place, shares: dict[int, float], id: str) -> str:
    """The board with its shares: a grid by columns and rows, whatever has another form as it is drawn in the book."""
    says = f"How often something lies on a cell of the {spoken(place.name)} in the end"
    if place.shape in {"grid", "open_grid"}:
        return grid(id, says, [(float(x), -float(y), shares.get(c, 0.0)) for c in _there(place, shares) for x, y in [place.spot(c)]])
    board = Board(Painter(rows.game), None, place)
    draw(board, 120.0)
    size = min(board.sizes.values(), default=1.0) or 1.0
    cells = [(x / size, y / size, shares.get(c, 0.0)) for c, (x, y) in sorted(board.spots.items())]
    return grid(id, says, cells, 0.9) if cells else ""


def _there(place: Place, shares: dict[int, float]) -> list[int]:
    """Its cells; of a board that grows, only as far as anything lies."""
    if place.shape != "open_grid":
        return list(range(place.cells))
    columns, rows = zip(*(place.spot(c) for c in shares), strict=True)
    inside = [(c, place.spot(c)) for c in range(place.cells)]
    return [c for c, (x, y) in inside if min(columns) <= x <= max(columns) and min(rows) <= y <= max(rows)]
