"""Lines on boards never run behind a box that they do not join."""

from __future__ import annotations

from itertools import pairwise

from rulewright.faces.ways import routed


def test_a_line_is_straight_where_nothing_is_in_the_way() -> None:
    assert routed((0, 0), (30, 40), []) == [(0, 0), (30, 40)]


def test_a_line_goes_around_what_is_in_the_way() -> None:
    box = (10.0, -5.0, 20.0, 5.0)
    way = routed((0, 0), (30, 0), [box])
    assert way[0] == (0, 0) and way[-1] == (30, 0) and len(way) > 2
    for (x0, y0), (x1, y1) in pairwise(way):
        for step in range(101):
            x, y = x0 + (x1 - x0) * step / 100, y0 + (y1 - y0) * step / 100
            assert not (box[0] <= x <= box[2] and box[1] <= y <= box[3])
