"""What each value of a type has (each colour its fame): side by side in a table, and long rows of numbers as a track with markers."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from rulewright.cli.drawing.marks import NOTHING, Marks, short_names
from rulewright.dsl.world import AttrSym
from rulewright.play.models import View

LONG = 20  # a range of numbers that is worth a track
STEP = 5  # spaces between two numbers of a track


@dataclass(slots=True)
class Families:
    """Tables and tracks, and the facts of a view that need not be told again."""

    drawn: list[RenderableType] = field(default_factory=list)
    names: set[str] = field(default_factory=set)


def families(view: View, marks: Marks) -> Families:
    """Types whose values have attributes; of their values only those that have anything."""
    found = Families()
    for name, attributes in marks.game.world.enum_attrs.items():
        members: tuple[str, ...] = getattr(marks.game.world.enums[name], "members", ())
        values = {m: {a: view.game[f"{a} of {m}"] for a in attributes if f"{a} of {m}" in view.game} for m in members}
        taking_part = [m for m in members if any(v not in NOTHING for v in values[m].values())]
        found.names |= {f"{a} of {m}" for m in members for a in attributes}
        if not taking_part:
            continue
        tracks = [a for a, symbol in attributes.items() if _long(symbol)]
        found.drawn.append(_table(name, taking_part, values, list(attributes), marks))
        found.drawn += [track(a, {m: int(values[m][a]) for m in taking_part if values[m].get(a, "").isdigit()}, marks) for a in tracks]
    return found


def _long(symbol: AttrSym) -> bool:
    core = symbol.core
    return core is not None and core.field is not None and core.shown.sort == "number" and core.field.high - core.field.low >= LONG


def _table(name: str, members: list[str], values: dict[str, dict[str, str]], attributes: list[str], marks: Marks) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
    table.add_column(Text(name.replace("_", " ").lower(), style="faint"))
    for member in members:
        table.add_column(Text(f"\N{NO-BREAK SPACE}{member}\N{NO-BREAK SPACE}", style=marks.palette.chip(member)), justify="right")
    for attribute in attributes:
        told = [values[m].get(attribute, "") for m in members]
        if any(v not in NOTHING or v == "0" for v in told):
            table.add_row(Text(attribute.replace("_", " "), style="faint"), *(Text(v) for v in told))
    return table


def track(name: str, at: dict[str, int], marks: Marks) -> Text:
    """A row of spaces with a marker for each; who is on the same space stands below."""
    short = short_names(list(at))
    first = min(at.values()) // STEP * STEP
    last = max((max(at.values()) // STEP + 1) * STEP, first + 4 * STEP)
    scale = "".join(str(n).ljust(STEP, "·") for n in range(first, last, STEP)) + str(last)
    head = f"{name.replace('_', ' ')} "
    text = Text.assemble((head, "faint"), (scale, "frame"), no_wrap=True)
    rows: list[dict[int, str]] = []
    for member, space in sorted(at.items(), key=lambda item: item[1]):
        row = next((r for r in rows if space not in r), None)
        if row is None:
            row = {}
            rows.append(row)
        row[space] = member
    for row in rows:
        text.append("\n" + " " * len(head))
        column = first
        for space, member in row.items():
            text.append(" " * (space - column))
            text.append(short[member][:1], style=marks.palette.chip(member))
            column = space + 1
    return text
