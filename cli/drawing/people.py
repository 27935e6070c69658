"""The players: their attributes and scores side by side, and who is to decide."""

from __future__ import annotations

from collections.abc import Container

from rich import box
from rich.table import Table
from rich.text import Text

from rulewright.cli.drawing.marks import Marks
from rulewright.play.models import View

IDLE = {"no", "none", "nobody", "nothing", "nowhere"}  # a row in which everybody has this tells nothing


def people(view: View, marks: Marks) -> Table | None:
    """A column for each seat, a row for each attribute and each definition that can be worked out; None if there is nothing to tell."""
    score = marks.known.scores
    told = {seat: {**values, **marks.known.players.get(seat, {})} for seat, values in view.players.items()}
    for seat, values in _figures(view, marks).items():
        told[seat] = {**values, **told[seat]}
    everything = dict.fromkeys(a for values in told.values() for a in values)
    names = [a for a in everything if any(values.get(a, "?") not in IDLE for values in told.values())]
    entries = list(next(iter(score.values()))) if score else []
    if not names and not entries:
        return None
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
    table.add_column("")
    for seat in view.players:
        here = "▶ " if view.deciding == seat and not view.over else ""
        table.add_column(
            Text.assemble(here, (f"\N{NO-BREAK SPACE}{seat}\N{NO-BREAK SPACE}", marks.palette.chip(seat))), justify="right", overflow="fold"
        )
    for name in names:
        table.add_row(Text(name.replace("_", " "), style="faint"), *(Text(told[s].get(name, "?")) for s in view.players))
    if score and len(entries) > 1:
        for entry in entries:
            table.add_row(Text(entry.replace("_", " "), style="faint"), *(Text(str(score[s][entry])) for s in view.players))
    if score and entries:
        table.add_row(Text("score", style="title"), *(Text(str(sum(score[s].values())), style="title") for s in view.players))
    return table


def _figures(view: View, marks: Marks) -> dict[str, dict[str, str]]:
    """What changes about a piece of which everybody has exactly one: it tells how its owner fares."""
    found: dict[str, dict[str, str]] = {}
    for kind in marks.game.program.kinds:
        changing = [n for n, a in kind.attributes.items() if a.table is None]
        if kind.counted or kind.count != len(view.players) or not changing:
            continue
        seen = [p for place in view.places for cell in place.cells for p in cell.pieces if p.kind == kind.name]
        if {p.owner for p in seen} == set(view.players):
            for piece in seen:
                assert piece.owner is not None
                found.setdefault(piece.owner, {}).update({n: piece.attributes[n] for n in changing if n in piece.attributes})
    return found


def facts(view: View, elsewhere: Container[str] = ()) -> Text | None:
    """What the game itself has, in one line; without what is told elsewhere."""
    told = [(name.replace("_", " "), _brief(value)) for name, value in view.game.items() if name not in elsewhere]
    parts = [Text.assemble((f"{name} ", "faint"), value) for name, value in told if value]
    return Text(" · ", style="faint").join(parts) if parts else None


def _brief(value: str) -> str:
    """A value without what is not there: `1 0, 2 3` for a family is `2 3`, and nothing at all is left out."""
    if value in IDLE:
        return ""
    parts = value.split(", ")
    if len(parts) > 1 and all(len(p.split()) == 2 for p in parts):
        return ", ".join(p for p in parts if p.split()[1] not in {"0", "no", "none"})
    return value
