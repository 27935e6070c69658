"""What counts: a little picture for a card or tile that scores by what lies around it, read off the meaning of its formula.

The card is dark and has what it scores by itself, counted cells have their share, and one cell shows what does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.core.record import record
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning.walk import everything
from rulewright.dsl.world import CardSym
from rulewright.faces.svg import Drawing
from rulewright.rulebook.model import Figure
from rulewright.rulebook.parts.making import Making

CELL = 5.2  # millimetres
ITSELF = "itself"
MOST = 2  # of what counts that a picture shows to each side
# Cells by what is asked: column, row, and what lies there: itself, a counted one, one of another sort, or nothing.
BESIDE = ((1, 1, ITSELF), (1, 0, "counted"), (0, 1, "counted"), (2, 1, "other"), (1, 2, ""))
AROUND = (*BESIDE[:3], (0, 0, "counted"), (2, 1, "other"), (1, 2, ""), (2, 0, ""), (0, 2, ""), (2, 2, ""))
LINE = ((3, 0, ITSELF), (0, 0, "counted"), (1, 0, ""), (2, 0, "counted"), (4, 0, "other"), (5, 0, "counted"))
DIAGONAL = (
    (1, 1, ITSELF),
    (0, 0, "counted"),
    (2, 0, "other"),
    (0, 2, ""),
    (2, 2, "counted"),
    (1, 0, ""),
    (0, 1, ""),
    (2, 1, ""),
    (1, 2, ""),
)
AREA = ((1, 1, ITSELF), (0, 0, "counted"), (1, 0, "counted"), (2, 1, "counted"), (0, 1, "other"), (2, 0, ""), (3, 0, "apart"))
PATTERNS = {"beside": BESIDE, "around": AROUND, "line": LINE, "ray": LINE, "diagonal": DIAGONAL, "area": AREA}
NEAR, FAR, OWN = "#d9c9e3", "#ffffff", "#efe6d2"


@record
class Counting:
    """A formula `base + each * so many`: where they lie, and whether something can lie there that does not count."""

    where: str
    base: int
    each: int
    choosy: bool


def pictures(making: Making, card: CardSym) -> Figure | None:
    """The picture of the first number that a card has by what lies around it."""
    if making.world.score is None:
        return None
    definitions = rules_of(making.world).definitions
    bodies = {one.symbol.name: one.value for one in definitions}
    for definition in definitions:
        for own in definition.cards:
            if own.card is card and isinstance(own.value, m.Node):
                found = counting(own.value, bodies)
                if found is not None:
                    return _figure(making, found)
    return None


def counting(value: m.Expr, bodies: Mapping[str, m.Expr]) -> Counting | None:
    """What a formula counts, if it is a number, and so many for each thing around; None for any other."""
    match value:
        case m.Arith(_, _, "+", m.Const(_, _, base), right):
            found = counting(right, bodies)
            return Counting(found.where, base, found.each, found.choosy) if found is not None and not found.base else None
        case m.Arith(_, _, "*", m.Const(_, _, each), right):
            found = counting(right, bodies)
            return Counting(found.where, 0, each, found.choosy) if found is not None and not found.base and found.each == 1 else None
        case m.Count(_, _, among):
            where = _where(among.within)
            return Counting(where, 0, 1, among.owner is not None or among.where is not None or where == "area") if where else None
        case m.Fold(_, _, "sum", inner, m.Selection(_, "", _, m.Apply(_, _, "ways"))):  # each way of a line by itself
            found = counting(inner, bodies)
            return found if found is not None and found.where == "ray" else None
        case m.Defined(_, _, define, _, _) if define.name in bodies:
            return counting(bodies[define.name], {name: body for name, body in bodies.items() if name != define.name})
        case m.Cases(_, _, cases, otherwise):
            settled = next((branch for test, branch in cases if _holds(test)), otherwise)
            return counting(settled, bodies) if settled is not None and all(_is_settled(test) for test, _ in cases) else None
        case m.Apply(_, _, "min", (m.Const(_, _, most), inner)) if most >= MOST:
            return counting(inner, bodies)
        case _:
            return None


def _is_settled(test: m.Expr) -> bool:
    return isinstance(test, m.Same) and isinstance(test.left, m.OptionValue) and isinstance(test.right, m.Const)


def _holds(test: m.Expr) -> bool:
    """Whether a branch is the one that the options of this book choose."""
    return isinstance(test, m.Same) and _is_settled(test) and test.left.option.value == test.right.value  # type: ignore[union-attr]


def _where(within: m.Expr | None) -> str:
    """The word for the cells around a card that a formula looks at; none for anything that depends on more."""
    if not isinstance(within, m.Apply) or within.function not in PATTERNS:
        return ""
    if not (within.arguments and isinstance(within.arguments[0], m.Local)):
        return ""
    if any(isinstance(x, m.Apply) and x.function == "diagonal" for x in _below(within.arguments[1:])):
        return "diagonal"
    return within.function


def _below(arguments: tuple[m.Expr, ...]) -> Iterator[object]:
    for argument in arguments:
        yield from everything(argument)


def _figure(making: Making, found: Counting) -> Figure:
    cells = PATTERNS[found.where]
    accent = making.painter().accent
    wide, tall = max(c for c, _, _ in cells) + 1, max(r for _, r, _ in cells) + 1
    base = found.base + (found.each if found.where == "area" else 0)  # an area has the card in it
    shares = [found.each for _, _, sort in cells if sort == "counted" or (sort == "other" and not found.choosy)]
    total = base + sum(shares)
    sum_ = f"{base} + {sum(shares)} = {total}" if base and found.where != "area" else str(total)
    drawn = Drawing(wide * CELL + 0.6, tall * CELL + 4.6)
    for column, row, sort in cells:
        counted = sort == "counted" or (sort == "other" and not found.choosy)
        there = sort not in {"", "apart"} or (sort == "apart" and found.choosy)
        fill = accent if sort == ITSELF else NEAR if counted else OWN if there else FAR
        dashes: dict[str, object] = {} if there else {"stroke_dasharray": "0.8 0.6"}
        left, top = 0.3 + column * CELL, 0.3 + row * CELL
        drawn.rect(left, top, CELL - 0.5, CELL - 0.5, rx=0.5, fill=fill, stroke="#b9b0a0", stroke_width=0.25, **dashes)
        share = str(base) if sort == ITSELF else str(found.each) if counted else "–" if there else ""
        if share:
            middle = left + (CELL - 0.5) / 2, top + (CELL - 0.5) / 2
            drawn.middle(*middle, share, 2.9, fill="#ffffff" if sort == ITSELF else "#2b2230", bold=True)
    unit = "point" if total == 1 else "points"
    drawn.middle(drawn.width / 2, tall * CELL + 2.4, f"{sum_} {unit}", 2.5, fill="#2b2230")
    alt = f"What counts: {base} for itself, {found.each} for each of {len(shares)}: {sum_} {unit}"
    return Figure(id=making.picture_id("counts"), svg=drawn.render(alt), alt=alt, width=drawn.width, height=drawn.height, span="inline")
