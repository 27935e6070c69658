"""Lines between boxes on a board: straight where nothing is in the way, else with one or two corners, never behind a box."""

from __future__ import annotations

from itertools import pairwise

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


GAP = 2.5  # between a line and a box that it runs along


def routed(
    a: Point, b: Point, boxes: list[Box], taken: list[list[Point]] | None = None, room: Point = (0.0, 0.0), gap: float = GAP
) -> list[Point]:
    """The points of a line from the middle of one box to the middle of another; `boxes` are all others, `taken` the lines that are
    there already: two lines that run on each other would look like one. `room`: how large the two boxes are; a line may leave them
    beside the middle of a side, if another one leaves there."""
    ways = [[a, b], [a, (a[0], b[1]), b], [a, (b[0], a[1]), b]]
    asides = [0.0] if not any(room) else [0.0, -0.28, 0.28]
    for one in asides:
        for other in asides:
            (left, top), (right, low) = (a[0] + one * room[0], a[1] + one * room[1]), (b[0] + other * room[0], b[1] + other * room[1])
            ways += [[(a[0], top), (x, top), (x, low), (b[0], low)] for x in _lanes(0, boxes, gap)]
            ways += [[(left, a[1]), (left, y), (right, y), (right, b[1])] for y in _lanes(1, boxes, gap)]
    free = [way for way in ways if not _crosses(way, boxes)]
    others = taken or []
    ends = [_around(a, room), _around(b, room)]
    cost = {id(way): (round(_shared(way, others) / 8), _crossings(way, others, ends), len(way), _length(way)) for way in free}
    return min(free, key=lambda way: cost[id(way)]) if free else ways[0]


def _around(at: Point, room: Point) -> Box:
    return at[0] - room[0] / 2, at[1] - room[1] / 2, at[0] + room[0] / 2, at[1] + room[1] / 2


def _crossings(way: list[Point], taken: list[list[Point]], ends: list[Box]) -> int:
    """How often a line crosses others outside of the boxes that it joins."""
    found = 0
    for p, q in pairwise(way):
        for other in taken:
            for r, s in pairwise(other):
                at = _meeting(p, q, r, s)
                found += at is not None and not any(left <= at[0] <= right and top <= at[1] <= low for left, top, right, low in ends)
    return found


def _meeting(p: Point, q: Point, r: Point, s: Point) -> Point | None:
    """Where two stretches cross."""
    across = (q[0] - p[0]) * (s[1] - r[1]) - (q[1] - p[1]) * (s[0] - r[0])
    if abs(across) < 1e-9:
        return None
    t = ((r[0] - p[0]) * (s[1] - r[1]) - (r[1] - p[1]) * (s[0] - r[0])) / across
    u = ((r[0] - p[0]) * (q[1] - p[1]) - (r[1] - p[1]) * (q[0] - p[0])) / across
    return (p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])) if 0 < t < 1 and 0 < u < 1 else None


def _lanes(axis: int, boxes: list[Box], gap: float) -> list[float]:
    """Where a line can run along boxes: a little beside each of their sides."""
    return sorted({value for box in boxes for value in (box[axis] - gap, box[axis + 2] + gap)})


def _crosses(way: list[Point], boxes: list[Box]) -> bool:
    return any(_through(p, q, box) for p, q in pairwise(way) for box in boxes)


def _through(p: Point, q: Point, box: Box) -> bool:
    """Whether a stretch runs through a box: what is left of it after cutting it at the four sides."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        step = q[axis] - p[axis]
        near, far = box[axis] - p[axis], box[axis + 2] - p[axis]
        if abs(step) < 1e-9:
            if near > 0 or far < 0:
                return False
            continue
        first, last = sorted((near / step, far / step))
        low, high = max(low, first), min(high, last)
        if low > high:
            return False
    return True


def _shared(way: list[Point], taken: list[list[Point]]) -> float:
    """How far a line runs along others."""
    return sum(_along(p, q, r, s) for p, q in pairwise(way) for other in taken for r, s in pairwise(other))


def _along(p: Point, q: Point, r: Point, s: Point) -> float:
    """How much two stretches have in common that run in the same direction, level or upright, less than a road apart."""
    for axis in (0, 1):
        flat = abs(p[1 - axis] - q[1 - axis]) < 0.01 and abs(r[1 - axis] - s[1 - axis]) < 0.01
        if flat and abs(p[1 - axis] - r[1 - axis]) < 4.0:
            return max(0.0, min(max(p[axis], q[axis]), max(r[axis], s[axis])) - max(min(p[axis], q[axis]), min(r[axis], s[axis])))
    return 0.0


def _length(way: list[Point]) -> float:
    return sum(abs(p[0] - q[0]) + abs(p[1] - q[1]) for p, q in pairwise(way))
