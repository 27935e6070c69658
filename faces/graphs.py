"""A place on the page for each node of a graph: springs on the edges, repulsion everywhere, the same result every time."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin

ROUNDS = 400


def positions(edges: tuple[tuple[int, ...], ...]) -> list[tuple[float, float]]:
    """Points in the unit square, nodes of an edge near each other."""
    count = len(edges)
    if count <= 1:
        return [(0.5, 0.5)] * count
    at = [[0.5 + 0.4 * cos(2 * pi * i / count), 0.5 + 0.4 * sin(2 * pi * i / count)] for i in range(count)]
    ideal = 0.9 / count**0.5
    for step in range(ROUNDS):
        heat = 0.08 * (1 - step / ROUNDS) + 0.001
        push = _push(at, ideal)
        _pull(at, edges, ideal, push)
        for node in range(count):
            dx, dy = push[node]
            far = hypot(dx, dy) or 1e-9
            move = min(far, heat)
            at[node][0] += dx / far * move
            at[node][1] += dy / far * move
    return _read_from_left(_framed(at))


def _read_from_left(at: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Turned so that what is listed first lies more to the left."""
    middle = (len(at) - 1) / 2
    rising = sum((i - middle) * x for i, (x, _) in enumerate(at)) >= 0
    return at if rising else [(1 - x, y) for x, y in at]


def _push(at: list[list[float]], ideal: float) -> list[list[float]]:
    found = [[0.0, 0.0] for _ in at]
    for i in range(len(at)):
        for j in range(i):
            dx, dy = at[i][0] - at[j][0], at[i][1] - at[j][1]
            far = max(hypot(dx, dy), 1e-4)
            force = ideal * ideal / far / far
            found[i][0] += dx * force
            found[i][1] += dy * force
            found[j][0] -= dx * force
            found[j][1] -= dy * force
    return found


def _pull(at: list[list[float]], edges: tuple[tuple[int, ...], ...], ideal: float, push: list[list[float]]) -> None:
    for i, others in enumerate(edges):
        for j in others:
            if j < i:
                dx, dy = at[i][0] - at[j][0], at[i][1] - at[j][1]
                force = max(hypot(dx, dy), 1e-4) / ideal
                push[i][0] -= dx * force
                push[i][1] -= dy * force
                push[j][0] += dx * force
                push[j][1] += dy * force


def _framed(at: list[list[float]]) -> list[tuple[float, float]]:
    xs, ys = [p[0] for p in at], [p[1] for p in at]
    wide, high = (max(xs) - min(xs)) or 1.0, (max(ys) - min(ys)) or 1.0
    return [((x - min(xs)) / wide, (y - min(ys)) / high) for x, y in at]


def on_lines(at: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Points of a drawing whose lines, across and upright, are at least one cell apart; nothing if that takes too much room."""
    axes = []
    for axis in (0, 1):
        lines = sorted({round(point[axis], 3) for point in at})
        gap = min((b - a for a, b in pairwise(lines)), default=1.0)
        if (lines[-1] - lines[0]) / gap > 2 * len(at) ** 0.5:
            return []
        axes.append([point[axis] / gap for point in at])
    return list(zip(*axes, strict=True))


AIR = 1.4  # boxes from the middle of one to the middle of the next, where there is room between them


def laid(at: tuple[tuple[float, float], ...], wide: float, high: float) -> list[tuple[float, float]]:
    """Points where the author lays them: columns and rows so far apart, or a picture stretched until no two boxes overlap.

    Where nobody has a neighbour in the next column or row, as in a drawing by letters, the empty ones between are narrow.
    """
    steps = [max(abs(a - c), abs(b - d)) for i, (a, b) in enumerate(at) for c, d in at[:i]]
    if all(step > 0.99 for step in steps):
        closer = min(1.0, AIR / min(steps, default=1.0))
        return [(x * wide * closer, y * high * closer) for x, y in at]
    xs = [x for x, _ in at]
    scale = wide * 1.1 * len(at) ** 0.5 / ((max(xs) - min(xs)) or 1.0)
    return apart([(x * scale, y * scale) for x, y in at], wide, high)


def spread(at: tuple[tuple[float, float], ...], wide: float, high: float) -> list[tuple[float, float]]:
    """Points where the author lays them, as near as their boxes let them: columns and rows each by the nearest two that share a line."""
    pairs = [(abs(a - c), abs(b - d)) for i, (a, b) in enumerate(at) for c, d in at[:i]]
    beside = min((dx for dx, dy in pairs if dy < 0.01 < dx), default=0.0)
    below = min((dy for dx, dy in pairs if dx < 0.01 < dy), default=0.0)
    scale_x = wide / beside if beside else high / below if below else wide
    scale_y = high / below if below else scale_x
    return apart([(x * scale_x, y * scale_y) for x, y in at], wide, high)


def apart(at: list[tuple[float, float]], wide: float, high: float) -> list[tuple[float, float]]:
    """The same points, moved as little as needed for boxes of a size around them not to overlap."""
    spots = [list(p) for p in at]
    for _ in range(ROUNDS):
        moved = False
        for i in range(len(spots)):
            for j in range(i):
                dx, dy = spots[i][0] - spots[j][0], spots[i][1] - spots[j][1]
                over_x, over_y = wide - abs(dx), high - abs(dy)
                if over_x <= 0.01 or over_y <= 0.01:
                    continue
                moved = True
                axis = 0 if over_x / wide < over_y / high else 1
                push = (over_x if axis == 0 else over_y) / 2 + 0.01
                side = 1 if (dx if axis == 0 else dy) >= 0 else -1
                spots[i][axis] += side * push
                spots[j][axis] -= side * push
        if not moved:
            break
    return [(x, y) for x, y in spots]
