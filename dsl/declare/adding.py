"""Expansions: what `adds to …` in a variant puts at the end of a type, of a table or of the score.

Everything that variants replace or remove is done before, so what is added goes to what is played, in whatever order the variants
were chosen. The trees of a file are shared between loads; what grows is therefore a copy.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.dsl import types as t
from rulewright.dsl.declare.domains import domain_type
from rulewright.dsl.declare.tables import CellText, Sheet, read_file, read_rows
from rulewright.dsl.diagnostics import Findings, Label
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import AttrSym, KindSym, World

Body = list[d.Decl | d.Prose]
GROWS = (d.TypeDecl, d.Piece, d.Place, d.Score)
WRITE = {
    d.TypeDecl: "Write the new values after a colon: `adds to Good: fish or cloth`.",
    d.Piece: "Write the rows of a table below it, with the names of the columns first, or `from` a file.",
    d.Place: "Write the rows of a table below it, with the names of the columns first, or `from` a file.",
    d.Score: "Write the new entries below it: `fish: player.goods(fish)`.",
}


def misplaced(body: Body, findings: Findings) -> None:
    """What is added without a variant could as well stand where it belongs."""
    for decl in body:
        if isinstance(decl, d.Add):
            help = "Write a variant around it, or put this where the rest is declared."
            findings.add(codes.MISPLACED, "`adds to` stands in a variant.", decl.span, help=help)


def add_all(body: Body, removed: dict[str, Span], findings: Findings) -> None:
    """Let everything grow to which the chosen variants add."""
    for add in [x for x in body if isinstance(x, d.Add)]:
        at = next((i for i, x in enumerate(body) if isinstance(_inner(x), GROWS) and _name(_inner(x)) == add.name), None)
        if at is None:
            _nothing(body, add, removed, findings)
            continue
        old = body[at]
        target = _inner(old)
        if not _fits(add, target):
            findings.add(codes.MISPLACED, f"This cannot be added to `{add.name}`.", add.span, help=WRITE[type(target)])
            continue
        grown = _grown(add, target, findings)
        body[at] = replace(old, declaration=grown) if isinstance(old, d.Replace) else grown


def _inner(decl: d.Decl | d.Prose) -> d.Decl | d.Prose:
    return decl.declaration if isinstance(decl, d.Replace) else decl


def _name(decl: Any) -> str:
    return "score" if isinstance(decl, d.Score) else str(decl.name)


def _nothing(body: Body, add: d.Add, removed: dict[str, Span], findings: Findings) -> None:
    if add.name in removed:
        others = (Label(removed[add.name], "removed here"),)
        message = f"This adds to `{add.name}`, which one of the chosen variants removes."
        findings.add(codes.VARIANT_CLASH, message, add.span, others=others, help="These variants exclude each other.")
        return
    other = next((x for x in body if not isinstance(x, d.Add) and getattr(_inner(x), "name", "") == add.name), None)
    if other is not None or add.name in {"winner", "setup", "play", "turn"}:
        help = f"To change it, write `replaces` and the whole of `{add.name}`."
        findings.add(codes.NOTHING_REPLACED, f"Nothing can be added to `{add.name}`.", add.span, help=help)
        return
    known = [_name(_inner(x)) for x in body if isinstance(_inner(x), GROWS)]
    help = did_you_mean(add.name, known) or f"Choose one of: {', '.join(known)}."
    findings.add(codes.NOTHING_REPLACED, f"The variant adds to `{add.name}`, but the game has no `{add.name}`.", add.span, help=help)


def _fits(add: d.Add, target: d.Decl | d.Prose) -> bool:
    table = bool(add.rows) != (add.file is not None)
    match target:
        case d.TypeDecl():
            return add.domain is not None
        case d.Score():
            return bool(add.entries) and not (add.rows or add.drawing or add.domain or add.file)
        case d.Place():
            return table and not (add.entries or add.domain)
        case _:
            return table and not (add.entries or add.domain or add.drawing)


def _grown(add: d.Add, target: Any, findings: Findings) -> Any:
    match target:
        case d.Score():
            for entry in add.entries:
                same = next((x for x in target.entries if x.name == entry.name), None)
                if same is not None:
                    others = (Label(same.span, "the other one"),)
                    help = "Give this one another name, or do not play with both variants."
                    message = f"The score has an entry `{entry.name}` already."
                    findings.add(codes.DUPLICATE_NAME, message, entry.span, others=others, help=help)
            return replace(target, entries=[*target.entries, *add.entries])
        case d.Place() if add.drawing:
            return replace(target, added=[*target.added, add], drawing=add.drawing)
        case _:
            return replace(target, added=[*target.added, add])


# ---------------------------------------------------------------- types


def added_values(world: World, decl: d.TypeDecl, type: t.Type) -> t.Type:
    """The type with the values that variants add, after its own."""
    for add in decl.added:
        assert add.domain is not None
        more = domain_type(world, add.domain, decl.name)
        match type, more:
            case (t.Poison(), _) | (_, t.Poison()):
                return t.POISON
            case t.Enum(_, members), t.Enum(_, others):
                twice = next((m for m in others if m in members), None)
                if twice is not None:
                    help = "Leave it out here. Two variants that bring the same value cannot be played together."
                    labels = (Label(decl.name_span, f"what {decl.name} is"),)
                    world.error(codes.DUPLICATE_NAME, f"`{twice}` is a {decl.name} already.", add.domain.span, others=labels, help=help)
                    return type
                type = t.Enum(decl.name, (*members, *others))
            case t.Number(low, high), t.Number(first, last) if first == high + 1:
                type = t.Number(low, last)
            case t.Number(low, high), _:
                message = f"{decl.name} goes from {low} to {high}; what is added follows on it."
                world.error(codes.TYPE_MISMATCH, message, add.domain.span, help=f"Begin with {high + 1}: `{high + 1} to {high + 2}`.")
            case _:
                world.error(codes.TYPE_MISMATCH, f"This cannot be {type} and also {more}.", add.domain.span, help=WRITE[d.TypeDecl])
    return type


# ---------------------------------------------------------------- tables


def added_sheets(world: World, decl: d.Piece | d.Place, known: Sheet | None) -> list[Sheet]:
    """The tables that variants add to a piece or a board."""
    found = []
    for add in decl.added:
        if known is None:
            what = f"`{decl.name}` has no table to which rows could be added."
            world.error(codes.BAD_TABLE, what, add.span, help=f"Write `replaces` and the whole of `{decl.name}`.")
            continue
        sheet = read_rows(world, add.rows) if add.rows else read_file(world, add.file)
        if sheet is None:
            continue
        if not sheet.rows:
            world.error(codes.BAD_TABLE, "Nothing is added: there are no rows below the names of the columns.", add.span)
        world.sheets[add.span] = sheet
        found.append(sheet)
    return found


def joined(world: World, decl: d.Place, sheet: Sheet | None) -> Sheet | None:
    """The table of a board with the rows that variants add; what they leave out is empty."""
    for more in added_sheets(world, decl, sheet):
        assert sheet is not None
        strange = next((c for c in more.columns if c not in sheet.columns), None)
        if strange is not None:
            _strange(world, decl.name, strange, more, list(sheet.columns))
            continue
        rows = [{c: row.get(c) or CellText("", next(iter(row.values())).span) for c in sheet.columns} for row in more.rows]
        there = {row["name"].text.lower(): row["name"] for row in sheet.rows if "name" in row}
        for row in rows:
            same = there.get(row["name"].text.lower()) if "name" in row else None
            if same is not None:
                others = (Label(same.span, "here already"),)
                world.error(codes.DUPLICATE_NAME, f"`{row['name'].text}` is there already.", row["name"].span, others=others)
        sheet = Sheet(sheet.columns, [*sheet.rows, *rows], sheet.span)
    return sheet


def _strange(world: World, name: str, column: str, sheet: Sheet, known: list[str]) -> None:
    message = f"{name} has no column `{column}`. It has {', '.join(known)}."
    world.error(codes.UNKNOWN_COLUMN, message, sheet.columns[column], help=did_you_mean(column, known))


def join_rows(world: World, sym: KindSym, rows: list[dict[str, Any]], more: list[dict[str, Any]], sheet: Sheet) -> None:
    """Put rows behind those of the game; one with the name of a row that is there adds copies of it."""
    named = {row["name"]: row for row in rows if row.get("name")}
    for row, cells in zip(more, sheet.rows, strict=False):
        span = next(iter(cells.values())).span
        same = named.get(row.get("name"))
        if same is None:
            _all_filled(world, sym, row, sheet, span)
            rows.append({**dict.fromkeys(rows[0] if rows else ()), **row})
            continue
        other = next((c for c in sheet.columns if c not in {"id", "copies"} and row.get(c) is not None and row.get(c) != same.get(c)), None)
        if other is not None:
            help = f"Leave the column `{other}` out to add copies, or give the new one another name."
            world.error(codes.DUPLICATE_NAME, f"There is a {row['name']} already, with another `{other}`.", cells[other].span, help=help)
            continue
        rows[rows.index(same)] = named[row["name"]] = {**same, "copies": (same.get("copies") or 1) + (row.get("copies") or 1)}


def _all_filled(world: World, sym: KindSym, row: dict[str, Any], sheet: Sheet, span: Span) -> None:
    """What is new has everything that is printed on such a piece, or there is a value for those that say nothing."""
    for attr in sym.attrs.values():
        if attr.nature == "printed" and attr.name not in sheet.columns and not _has_own(attr):
            what = f"the {row['name']}" if row.get("name") else f"this {sym.name}"
            help = f"Add a column `{attr.name}`."
            world.error(codes.MISSING_VALUE, f"Nothing says which `{attr.name}` {what} has.", span, help=help)


def _has_own(attr: AttrSym) -> bool:
    collection = isinstance(attr.type, t.SetOf | t.BagOf | t.ListOf | t.Maybe | t.Flag | t.Poison)
    return collection or attr.per is not None or (attr.decl is not None and attr.decl.initial is not None)
