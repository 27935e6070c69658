"""The charts of a study, each drawn by one function: histograms, curves, fans, stacks, ladders, panels, boards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rulewright.study.chart import DASHES, DEEP, FORMS, GREY, HATCHES, INK, LETTER, PALE, PERCENT, Axis, Chart, axis


def histogram(id: str, says: str, values: Sequence[float], title: str, middle: str = "", most: int = 24) -> str:
    """How many of all matches had how much, in classes of round width; whole numbers that are few stand for themselves."""
    data = np.asarray(values, dtype=float)
    low, high = math.floor(float(data.min())), math.ceil(float(data.max()))
    rough = max(1.0, (high - low + 1) / most)
    power = 10.0 ** math.floor(math.log10(rough))
    width = next(f * power for f in (1, 2, 5, 10) if f * power >= rough)
    first = math.floor(low / width) * width
    count = int((high - first) // width) + 1
    shares = [100 * float(((data >= first + n * width) & (data < first + (n + 1) * width)).mean()) for n in range(count)]
    single = width == 1 and count <= 12
    x = (
        Axis(first - 0.5, first + count - 0.5, tuple(float(first + n) for n in range(count)), title)
        if single
        else _spaced(first, count, width, title)
    )
    chart = Chart(id, says, x, axis([0, *shares], "of the matches", " %", 4), 420, 220)
    chart.frame()
    for n, part in enumerate(shares):
        start = chart.across(first + n - 0.42) if single else chart.across(first + n * width)
        end = chart.across(first + n + 0.42) if single else chart.across(first + (n + 1) * width)
        if part:
            chart.box(start, chart.up(part), end - start, chart.bottom - chart.up(part), "plain")
    if middle:
        at = chart.across(float(np.median(data)) + (0 if single or width > 1 else 0.5))
        chart.line(at, chart.top, at, chart.bottom, INK, 2)
        right = at < (chart.left + chart.right) / 2
        chart.text(at + (6 if right else -6), chart.top + 8, middle, "start" if right else "end", 11)
    return chart.done()


def _spaced(first: float, count: int, width: float, title: str) -> Axis:
    last = first + count * width
    marks = tuple(m for m in axis([first, last], count=6).marks if first <= m <= last)
    return Axis(first, last, marks, title)


@dataclass(frozen=True, slots=True)
class Curve:
    """A line with the range of each of its points."""

    name: str
    ys: Sequence[float]
    lows: Sequence[float] = ()
    highs: Sequence[float] = ()


def curves(
    id: str, says: str, xs: Sequence[float], lines: Sequence[Curve], x: Axis, y: Axis, level: float | None = None, half: float | None = None
) -> str:
    """Lines with their names at their ends, each of other dashes and marks. `level`: a bound across; `half`: one upright."""
    side = int(max(len(c.name) for c in lines) * LETTER) + 22
    chart = Chart(id, says, x, y, 520, 230, side)
    chart.frame()
    for number, c in enumerate(lines):
        if len(c.lows):
            chart.area(xs, c.lows, c.highs, "plain" if not number else "band")
    if level is not None:
        chart.line(chart.left, chart.up(level), chart.right, chart.up(level), GREY, 1.5, "5 4")
    if half is not None:
        chart.line(chart.across(half), chart.top, chart.across(half), chart.bottom, GREY, 1)
        chart.text(chart.across(half) + 4, chart.bottom - 5, "half time", "start", 11, GREY)
    for number, c in enumerate(lines):
        chart.way(xs, c.ys, DASHES[number % len(DASHES)])
        for at, value in zip(xs, c.ys, strict=True):
            chart.dot(chart.across(at), chart.up(value), False, FORMS[number % len(FORMS)], 3)
    for place, c in zip(_apart([chart.up(c.ys[-1]) for c in lines], 15), lines, strict=True):
        chart.text(chart.right + 10, place + 4, c.name, "start", 12)
    return chart.done()


def _apart(heights: Sequence[float], least: float) -> list[float]:
    """The same heights, but none nearer to another than that."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    found = list(heights)
    for before, n in pairwise(order):
        found[n] = max(found[n], found[before] + least)
    return found


def fan(id: str, says: str, xs: Sequence[float], parts: np.ndarray, x: Axis, level: float) -> str:
    """The middle of all matches, half of them, and nine of ten. `parts`: five rows, from low to high, in hundredths."""
    chart = Chart(id, says, x, Axis(0, 100, PERCENT, "chance of who wins", " %"), 520, 260, 124)
    chart.frame()
    chart.area(xs, parts[0], parts[4], "band")
    chart.area(xs, parts[1], parts[3], "slant")
    chart.line(chart.left, chart.up(level), chart.right, chart.up(level), INK, 1, "4 4")
    chart.way(xs, parts[2], "", 3)
    names = ("nine of ten", "half of all", "the middle one")
    places = _apart([chart.up(float(parts[2][-1])), chart.up(float(parts[1][-1])), chart.up(float(parts[0][-1]))], 16)
    for name, place in zip(names[::-1], places, strict=True):
        chart.text(chart.right + 8, place + 4, name, "start", 12, INK, name == "the middle one")
    return chart.done()


def dots(id: str, says: str, points: Sequence[tuple[float, float, float, float]], x: Axis, y: Axis) -> str:
    """Points with their ranges beside the line on which what was expected is what came."""
    chart = Chart(id, says, x, y, 340, 300)
    chart.frame()
    low, high = max(x.low, y.low), min(x.high, y.high)
    chart.line(chart.across(low), chart.up(low), chart.across(high), chart.up(high), GREY, 1.5, "5 4")
    for at, value, under, over in points:
        chart.line(chart.across(at), chart.up(under), chart.across(at), chart.up(over), INK, 2.5)
        chart.dot(chart.across(at), chart.up(value))
    return chart.done()


def stack(id: str, says: str, parts: Sequence[tuple[str, float]], wide: int = 640) -> str:
    """Shares of one whole, side by side, each hatched in its own way; names of narrow ones stand in rows below."""
    told = [(name, part) for name, part in parts if part >= 0.0005]
    chart = Chart(id, says, Axis(0, 1, ()), Axis(0, 1, ()), wide, 74 + 20 * math.ceil(len(told) / 3), 8, 8)
    at, top, high = 0.0, 22.0, 28.0
    total = sum(part for _, part in told) or 1.0
    for number, (name, part) in enumerate(told):
        x, width = chart.across(at / total), chart.across(part / total) - chart.left
        hatch = HATCHES[number % len(HATCHES)]
        chart.box(x, top, width, high, hatch)
        if width > 34:
            chart.text(x + width / 2, top - 6, f"{100 * part:.0f} %", "middle", 12, INK, True)
        column, row = number % 3, number // 3
        left, y = 8 + column * (wide - 16) / 3, 76 + 20 * row
        chart.box(left, y - 11, 16, 12, hatch)
        chart.text(left + 22, y, f"{name}, {100 * part:.0f} %", "start", 12)
        at += part
    return chart.done()


def few(id: str, says: str, matches: Sequence[tuple[str, str, np.ndarray]], level: float) -> str:
    """Single matches beside each other: the winner's chance from the first decision to the last, hatched where it was below even."""
    wide, high, gap = 200, 170, 14
    chart = Chart(id, says, Axis(0, 1, ()), Axis(0, 100, ()), 56 + len(matches) * (wide + gap), high)
    for number, (title, told, way) in enumerate(matches):
        chart.left, chart.right, chart.top, chart.bottom = 46 + number * (wide + gap), 46 + number * (wide + gap) + wide, 46, high - 24
        xs, ys = np.linspace(0, 1, len(way)).tolist(), (100 * way).tolist()
        chart.text(chart.left, 16, title, "start", 12, INK, True)
        chart.text(chart.left, 33, told, "start", 11, GREY)
        chart.area(xs, [level] * len(ys), [max(y, level) for y in ys], "plain")
        chart.area(xs, [min(y, level) for y in ys], [level] * len(ys), "back")
        for mark in (0.0, level, 100.0):
            chart.line(chart.left, chart.up(mark), chart.right, chart.up(mark), PALE, 1)
            if not number:
                chart.text(chart.left - 6, chart.up(mark) + 4, f"{mark:.0f} %", "end", 11, GREY)
        chart.way(xs, ys, "", 1.8)
        chart.text(chart.left, high - 8, "first decision", "start", 11, GREY)
        chart.text(chart.right, high - 8, "last", "end", 11, GREY)
    return chart.done()


def rungs(id: str, says: str, names: Sequence[str], heights: Sequence[tuple[float, float, float]], steps: Sequence[str]) -> str:
    """Players in the order of their strength on one scale, with ranges; between each two what the right one won."""
    y = axis([v for row in heights for v in row], "strength (Elo)", count=4)
    chart = Chart(id, says, Axis(-0.4, len(names) - 0.6, ()), y, 520, 260)
    chart.frame()
    places = [(chart.across(n), chart.up(value)) for n, (value, _, _) in enumerate(heights)]
    for (x1, y1), (x2, y2), told in zip(places, places[1:], steps, strict=False):
        chart.line(x1, y1, x2, y2, GREY, 1)
        chart.text((x1 + x2) / 2 - 4, (y1 + y2) / 2 - 8, told, "end", 12, DEEP)
    for n, (name, (value, low, high)) in enumerate(zip(names, heights, strict=True)):
        chart.line(chart.across(n), chart.up(low), chart.across(n), chart.up(high), INK, 2.5)
        chart.dot(*places[n], full=n > 0)
        chart.text(chart.across(n) + 9, places[n][1] + (14 if n else -6), f"{value:.0f}", "start", 12)
        chart.text(chart.across(n), chart.bottom + 18, name, "middle", 12)
    return chart.done()


def uprights(
    id: str, says: str, series: Sequence[tuple[str, Sequence[tuple[str, float, float, float]], tuple[float, float] | None]]
) -> str:
    """Small charts side by side, one for each series: a range for each value of what was changed, and the band of what is fair."""
    each, high = 250, 220
    chart = Chart(id, says, Axis(0, 1, ()), Axis(0, 1, ()), each * len(series) + 10, high)
    for number, (title, points, band) in enumerate(series):
        ends = [v for _, _, low, over in points for v in (low, over)] + list(band or ())
        chart.y = axis([min(ends) - 2, max(ends) + 2], sign=" %", count=4, bounds=(0.0, 100.0))
        chart.x = Axis(-0.6, len(points) - 0.4, ())
        chart.left, chart.right, chart.top, chart.bottom = number * each + 46, (number + 1) * each - 8, 28, high - 30
        chart.text(chart.left, 14, title, "start", 12, INK, True)
        if band is not None:
            chart.box(chart.left, chart.up(band[1]), chart.right - chart.left, chart.up(band[0]) - chart.up(band[1]), "band", PALE)
        for mark in chart.y.marks:
            chart.line(chart.left, chart.up(mark), chart.right, chart.up(mark), PALE, 1)
            chart.text(chart.left - 6, chart.up(mark) + 4, chart.y.label(mark), "end", 11, GREY)
        for n, (label, value, low, over) in enumerate(points):
            x = chart.across(n)
            chart.line(x, chart.up(low), x, chart.up(over), INK, 2.5)
            chart.dot(x, chart.up(value), band is not None and (low > band[1] or over < band[0]))
            chart.text(x, chart.bottom + 16, label, "middle", 11, GREY)
    return chart.done()


def beside(id: str, says: str, names: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """Sums of the same parts, one below the other, each part hatched in its own way."""
    most = max(sum(parts) for _, parts in rows) or 1.0
    chart = Chart(id, says, Axis(0, most, ()), Axis(0, 1, ()), 560, 24 + 40 * len(rows) + 20 * math.ceil(len(names) / 3), 60, 76)
    for number, (label, parts) in enumerate(rows):
        at, y = 0.0, 8.0 + 40 * number
        chart.text(chart.left - 8, y + 19, label, "end", 13)
        for n, part in enumerate(parts):
            x, width = chart.across(at), chart.across(part) - chart.left
            chart.box(x, y, width, 28, HATCHES[(n + 1) % len(HATCHES)])
            at += part
        chart.text(chart.across(at) + 6, y + 19, f"{sum(parts):.1f}", "start", 12)
    for n, name in enumerate(names):
        x, y = 8 + n % 3 * 184, 24 + 40 * len(rows) + 20 * (n // 3)
        means = " and ".join(f"{parts[n]:.1f}" for _, parts in rows)
        chart.box(x, y - 11, 16, 12, HATCHES[(n + 1) % len(HATCHES)])
        chart.text(x + 22, y, f"{name}, {means}", "start", 12)
    return chart.done()


@dataclass(frozen=True, slots=True)
class Panel:
    """A column of a picture with one row for each name: bars from nought, or ranges with a band."""

    title: str
    rows: Sequence[tuple[float, float, float] | None]  # value, low, high
    sign: str = ""
    bars: bool = False
    band: float = 0.0  # to either side of nought: what nobody would notice
    form: str = "circle"
    full: Sequence[bool] = ()  # which dots are filled; nothing: those whose range lies outside the band


def panels(id: str, says: str, names: Sequence[str], columns: Sequence[Panel], wide: int = 960) -> str:
    """The same names down the side of several columns."""
    row, head = 22, 56
    label = int(max((len(n) for n in names), default=4) * LETTER) + 20
    room = (wide - label - 10) / max(1, len(columns))
    high = head + row * len(names) + 34
    chart = Chart(id, says, Axis(0, 1, ()), Axis(0, 1, ()), wide, high)
    for n, name in enumerate(names):
        y = head + row * (n + 0.5)
        chart.line(label, y, wide - 8, y, "#eee", 1)
        chart.text(label - 8, y + 4, name, "end", 12)
    for number, panel in enumerate(columns):
        values = [v for r in panel.rows if r is not None for v in r]
        narrow = room < 300
        percent = (0.0, 50.0, 100.0) if narrow else PERCENT
        scale = Axis(0, 100, percent, "", " %") if panel.bars else axis([0.0, *values], sign=panel.sign, count=2 if narrow else 4)
        chart.x, chart.left, chart.right, chart.bottom = (
            scale,
            int(label + number * room + 8),
            int(label + (number + 1) * room - 14),
            high - 30,
        )
        for at, part in enumerate(_lines(panel.title, int(room / (1.12 * LETTER)))):
            chart.text(chart.left, 13 + 14 * at, part, "start", 11, INK, True)
        if panel.band:
            a, b = (chart.across(min(max(v, scale.low), scale.high)) for v in (-panel.band, panel.band))
            chart.box(a, head - 4, b - a, row * len(names) + 8, "band", "#ddd")
        if not panel.bars:
            chart.line(chart.across(0), head - 4, chart.across(0), chart.bottom, GREY, 1, "4 3")
        for n, found in enumerate(panel.rows):
            if found is None:
                continue
            value, low, over = found
            y = head + row * (n + 0.5)
            if panel.bars:
                chart.box(chart.left, y - 7, chart.across(value) - chart.left, 14, "plain")
            chart.line(chart.across(low), y, chart.across(over), y, INK, 2.2)
            if not panel.bars:
                full = panel.full[n] if panel.full else low > panel.band or over < -panel.band
                chart.dot(chart.across(value), y, full, panel.form, 4)
        chart.foot()
    return chart.done()


def _lines(words: str, room: int) -> list[str]:
    found = [""]
    for word in words.split():
        if found[-1] and len(found[-1]) + len(word) + 1 > room:
            found.append(word)
        else:
            found[-1] = f"{found[-1]} {word}".strip()
    return found[:3]


def grid(id: str, says: str, cells: Sequence[tuple[float, float, float]], size: float = 1.0) -> str:
    """How often something lies on each cell of a board: the darker, the more often, with the number of a hundred matches. `cells`: where
    the middle of each lies, in widths of a cell, and its share."""
    left, right = min(x for x, _, _ in cells) - 0.5, max(x for x, _, _ in cells) + 0.5
    top, bottom = min(y for _, y, _ in cells) - 0.5, max(y for _, y, _ in cells) + 0.5
    step = min(34.0, 420 / max(1.0, right - left), 420 / max(1.0, bottom - top))
    wide, high = step * (right - left) + 12, step * (bottom - top) + 12
    chart = Chart(id, says, Axis(0, 1, ()), Axis(0, 1, ()), math.ceil(wide), math.ceil(high))
    for x, y, part in cells:
        dark = round(255 - 215 * min(1.0, part))
        a, b = 6 + step * (x - left - size / 2), 6 + step * (y - top - size / 2)
        wide_, ink = f"{step * size:.1f}", f"rgb({dark},{dark},{dark})"
        chart.out.append(f'<rect x="{a:.1f}" y="{b:.1f}" width="{wide_}" height="{wide_}" fill="{ink}" stroke="#ddd"/>')
        if part >= 0.005 and step >= 18:
            chart.text(a + step * size / 2, b + step * size / 2 + 4, f"{100 * part:.0f}", "middle", 10, "#fff" if dark < 140 else INK)
    return chart.done()
