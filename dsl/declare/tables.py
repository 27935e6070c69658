"""Tables: CSV files and rows inside the rules. Every cell keeps its place, so that a bad value can be shown.

A row is validated by a pydantic schema made from the attributes of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulewright.dsl import types as t
from rulewright.dsl.declare.files import HINT, file_and_sheet, read_table
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.dsl.source import Source, Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import World

MISSING = "missing"
SHOWN = 6  # line numbers that one finding names
SEPARATED = {
    "|": "A bar `|` stands between two cells.",
    ",": "A value with a comma in it stands in quotes.",
    ";": "The cells are separated by semicolons; a value with a semicolon in it stands in quotes.",
    "\t": "Fill in the names of all columns in the first row.",
}


@dataclass(slots=True)
class CellText:
    text: str
    span: Span


@dataclass(slots=True)
class Sheet:
    """A table as read: its columns, and for each row the cells by column."""

    columns: dict[str, Span]
    rows: list[dict[str, CellText]]
    span: Span


def read_file(world: World, source: Any) -> Sheet | None:
    """The table that `from "cards.csv"` or `from "Deck" in "cards.xlsx"` names."""
    named = file_and_sheet(source)
    if named is None:
        help = 'Write `from "cards.csv"`, or `from "Deck" in "cards.xlsx"`.'
        world.error(codes.BAD_TABLE, "Write the name of the table's file in quotes.", source.span, help=help)
        return None
    name, sheet, span = named
    found = read_table(world, name, sheet, span)
    if found is None:
        return None
    text, separator = found
    lines = list(_scan(world.sources.add(world.folder / name, text), separator))
    if not lines:
        world.error(codes.BAD_TABLE, f"The table `{name}` is empty.", span, help="Write the names of the columns in its first line.")
        return None
    return _sheet(world, lines, span, f"`{name}`", separator)


def read_rows(world: World, rows: list[d.Row]) -> Sheet | None:
    lines = []
    for row in rows:
        cells = []
        at = row.span.start + 1  # after the first bar
        for part in row.text[1:].removesuffix("|").split("|"):
            stripped = part.strip()
            start = at + (len(part) - len(part.lstrip()) if stripped else min(1, len(part)))
            cells.append(CellText(stripped, Span(row.span.file, start, start + len(stripped))))
            at += len(part) + 1
        lines.append(cells)
    return _sheet(world, lines, rows[0].span, "this table") if lines else None


def _scan(source: Source, separator: str) -> list[list[CellText]]:
    """The cells of a text, line by line; quotes may hold separators and line breaks."""
    text, at, lines = source.text, 0, []
    cells: list[CellText] = []
    blank, sign = (r" *" if separator == "\t" else r"[ \t]*"), re.escape(separator)
    pattern = re.compile(rf'{blank}(?:"((?:[^"]|"")*)"|([^{sign}\n]*)){blank}({sign}|\n|\Z)')
    hint = HINT.match(text)
    at = hint.end() if hint is not None else 0
    while at < len(text):
        found = pattern.match(text, at)
        if found is None:
            break
        group = 1 if found.group(1) is not None else 2
        value = found.group(group)
        start, end = found.span(group)
        cells.append(CellText(value.replace('""', '"') if group == 1 else value.strip(), Span(source.number, start, end)))
        at = found.end()
        if found.group(3) != separator:
            if any(c.text for c in cells) and not cells[0].text.startswith("#"):
                lines.append(cells)
            cells = []
        elif at == len(text):
            cells.append(CellText("", Span(source.number, at, at)))
    if cells:
        lines.append(cells)
    return lines


def _sheet(world: World, lines: list[list[CellText]], span: Span, name: str, separator: str = "|") -> Sheet | None:
    header, *rest = lines
    columns: dict[str, Span] = {}
    for cell in header:
        column = cell.text.strip().lower().replace(" ", "_")
        if column in columns:
            earlier = (Label(columns[column], "the first one"),)
            world.error(codes.DUPLICATE_NAME, f"The column `{column}` is in {name} twice.", cell.span, others=earlier)
            return None
        columns[column] = cell.span
    names = list(columns)
    rows = []
    for line in rest:
        if len(line) != len(names):
            world.error(
                codes.BAD_TABLE,
                f"This row has {len(line)} cells, but {name} has {len(names)} columns.",
                line[0].span.to(line[-1].span),
                help=SEPARATED[separator],
            )
            continue
        rows.append(dict(zip(names, line, strict=True)))
    return Sheet(columns, rows, span)


def told_apart(world: World, sheet: Sheet, column: str, what: str) -> None:
    """Whatever is known by a name of its own has one that no other row has."""
    seen: dict[str, Span] = {}
    for row in sheet.rows:
        cell = row.get(column)
        if cell is None or not cell.text:
            continue
        if cell.text in seen:
            first = (Label(seen[cell.text], "the first one"),)
            world.error(codes.DUPLICATE_NAME, f"Two {what} are called `{cell.text}`.", cell.span, others=first)
        seen.setdefault(cell.text, cell.span)


Parser = Callable[[str], Any]


def validate(world: World, parsers: dict[str, tuple[Parser, bool]], sheet: Sheet) -> list[dict[str, Any]]:
    """Each row read by the parsers of its columns; a column whose flag is set must have a value."""
    from pydantic_core import SchemaValidator, ValidationError, core_schema  # pydantic itself takes a tenth of a second to import

    fields = {}
    for column, (parser, needed) in parsers.items():
        reading = core_schema.no_info_before_validator_function(_guarded(parser, needed), core_schema.any_schema())
        fields[column] = core_schema.typed_dict_field(reading)
    model = SchemaValidator(core_schema.typed_dict_schema(fields))
    found = []
    missing: dict[str, list[Span]] = {}
    for row in sheet.rows:
        try:
            found.append(model.validate_python({k: row[k].text if k in row else "" for k in parsers}))
        except ValidationError as errors:
            for error in errors.errors(include_url=False):
                column = str(error["loc"][0])
                cell = row.get(column)
                message = error["msg"].removeprefix("Value error, ")
                at = cell.span if cell is not None else next(iter(row.values())).span
                if at.start == at.end:
                    at = Span(at.file, at.start, at.start + 1)
                if message == MISSING:
                    missing.setdefault(column, []).append(at)
                else:
                    world.error(codes.BAD_VALUE, f"The column `{column}` {message}", at)
    for column, places in missing.items():
        _missing(world, column, places)
    return found


def _missing(world: World, column: str, places: list[Span]) -> None:
    """One finding for all empty cells of a column, at the first of them."""
    where = ""
    if len(places) > 1:
        lines = [str(world.sources.position(span).line) for span in places]
        more = f" and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
        where = f" It is empty in {len(places)} rows: lines {', '.join(lines[:SHOWN])}{more}."
    world.error(
        codes.MISSING_VALUE,
        f"The column `{column}` needs a value in every row.{where}",
        places[0],
        label="empty",
        help=f"Fill in the cells, or say what holds where nothing is written: `printed {column}: … = …`.",
    )


def _guarded(parser: Parser, needed: bool) -> Parser:
    def run(text: Any) -> Any:
        if not isinstance(text, str):
            return text
        if text in {"", "-", "—", "–"} and not needed:
            return None
        if text == "" and needed:
            raise ValueError(MISSING)
        return parser(text)

    return run


def parser_for(world: World, type: t.Type, names: Callable[[str], int]) -> Parser:
    """How a cell of this type is read. `names` numbers the printed names that a `Name` column may hold."""
    match type:
        case t.Maybe(t.Player()):
            # Somebody who does not take part with so few players is nobody.
            return _optional(lambda text: -1 if text in _absent(world) else _member(text, world.program.seats))
        case t.Maybe(inner):
            return _optional(parser_for(world, inner, names))
        case t.Number(low, high):
            return lambda text: _number(text, low, high)
        case t.Flag():
            return _flag
        case t.Enum(_, members):
            return lambda text: _member(text, members)
        case t.Way(members):
            return lambda text: _member(text, members)
        case t.Player():
            return lambda text: _member(text, world.program.seats)
        case t.Name():
            return names
        case t.Section():
            return _section
        case t.Cell(places):
            return lambda text: _cell(world, text, places)
        case t.SetOf(elem):
            inner_parser = parser_for(world, elem, names)
            return lambda text: sorted({inner_parser(x) for x in _items(text)})
        case t.ListOf(elem, _):
            inner_parser = parser_for(world, elem, names)
            return lambda text: [inner_parser(x) for x in _items(text)]
        case t.BagOf(elem):
            inner_parser = parser_for(world, elem, names)
            return lambda text: _bag(text, inner_parser)
        case t.Piece(kinds):
            return lambda text: _piece(world, text, kinds)
        case _:
            return lambda text: 0


def _optional(parser: Parser) -> Parser:
    return lambda text: -1 if text in {"none", "-", "—", "–", ""} else parser(text)


def _absent(world: World) -> set[str]:
    return set(world.game.names) - set(world.program.seats)


def _items(text: str) -> list[str]:
    return [x for x in re.split(r"\s*[,;|]\s*", text.strip()) if x and x != "-"]


def _number(text: str, low: int, high: int) -> int:
    cleaned = re.sub(r"[.,]0+$", "", text.replace("−", "-").replace("+", ""))  # 3,0 is 3
    if re.fullmatch(r"-?\d+[.,]\d+", cleaned):
        raise ValueError(f"has `{text}`, which is not a whole number.")
    if not re.fullmatch(r"-?\d+", cleaned):
        raise ValueError(f"has `{text}`, which is not a number.")
    value = int(cleaned)
    if not low <= value <= high:
        raise ValueError(f"has {value}, but goes from {low} to {high}.")
    return value


def _flag(text: str) -> int:
    if text.lower() not in {"yes", "no"}:
        raise ValueError(f"has `{text}`, but only knows yes and no.")
    return int(text.lower() == "yes")


def _member(text: str, members: tuple[str, ...]) -> int:
    wanted = text.strip().lower().replace(" ", "_")
    for i, member in enumerate(members):
        if member.lower() == wanted:
            return i
    help = did_you_mean(wanted, members)
    raise ValueError(f"has `{text}`, but only knows {', '.join(members)}.{' ' + help if help else ''}")


def _section(text: str) -> int:
    """`N-E` joins the north and east edges; a lone letter is a dead end."""
    bits = 0
    for letter in re.split(r"[-–]", text.strip().upper()):
        if letter not in {"N", "E", "S", "W"}:
            raise ValueError(f"has `{text}`; a section names edges, like N-E or W.")
        bits |= 1 << "NESW".index(letter)
    return bits


def _cell(world: World, text: str, places: frozenset[str]) -> int:
    wanted = text.strip().lower()
    for place in world.places.values():
        if place.board is not None and (not places or place.name in places):
            for i, name in enumerate(place.board.names):
                if name.lower() == wanted:
                    return place.core.base + i
    raise ValueError(f"has `{text}`, which names no cell.")


def _piece(world: World, text: str, kinds: frozenset[str]) -> int:
    found = world.piece_ids.get(text.strip())
    if found is None or (kinds and found[0].name not in kinds):
        raise ValueError(f"has `{text}`, which names no piece.")
    return found[0].core.base + found[1]


def _bag(text: str, parser: Parser) -> dict[int, int]:
    """`2 stone, wheat` or `stone 2`: how many of each."""
    counts: dict[int, int] = {}
    for item in _items(text):
        words = item.split()
        amount = [w for w in words if re.fullmatch(r"\d+", w)]
        rest = " ".join(w for w in words if not re.fullmatch(r"\d+", w))
        if len(amount) > 1 or not rest:
            raise ValueError(f"has `{item}`; write a number and a word, like `2 stone`.")
        member = parser(rest)
        counts[member] = counts.get(member, 0) + (int(amount[0]) if amount else 1)
    return counts
