"""Files with tables as designers have them: separated by commas, semicolons or tabs, with or without a byte-order mark; and sheets
of a workbook (`.xlsx`), which are read as if they were separated by tabs, so that every cell has a line and a column to point at.
"""

from __future__ import annotations

import re
from collections import Counter
from io import BytesIO
from typing import Any

from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.diagnostics.suggest import did_you_mean, near_file
from rulewright.dsl.source import Outside, Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import World

BIGGEST = 2 * 1024 * 1024
MOST_CELLS = 200_000
BOOKS = (".xlsx", ".xlsm")
HINT = re.compile(r"sep=([,;\t])\r?\n")


def file_and_sheet(source: Any) -> tuple[str, str, Span] | None:
    """`"cards.csv"`, or `"Deck" in "cards.xlsx"`: the file, the sheet of it, and where that is said."""
    match source:
        case e.Text(span, name):
            return name, "", span
        case e.In(span, e.Text(_, sheet), e.Text(_, name)):
            return name, sheet, span
    return None


def read_table(world: World, name: str, sheet: str, span: Span) -> tuple[str, str] | None:
    """The text of a table and the sign that separates its cells; None if it cannot be read, which has been told."""
    path = world.folder / name
    try:
        raw = world.sources.read(path)
    except Outside:
        world.error(codes.MISSING_FILE, f"The table `{name}` lies outside the folder of the game.", span, help="Put it beside the rules.")
        return None
    except OSError:
        world.error(codes.MISSING_FILE, f"The table `{name}` cannot be read.", span, help=near_file(path))
        return None
    if len(raw) > BIGGEST:
        world.error(codes.BAD_TEXT, f"The table `{name}` is larger than {BIGGEST // 1024 // 1024} MB.", span)
        return None
    if name.lower().endswith(BOOKS) or raw[:4] == b"PK\x03\x04":
        text = _workbook(world, name, sheet, raw, span)
        return None if text is None else (text, "\t")
    if sheet:
        world.error(codes.BAD_TABLE, f"`{name}` is not a workbook, so it has no sheets.", span, help=f'Write `from "{name}"`.')
        return None
    encoding = "utf-16" if raw[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    try:
        decoded = raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        help = "Save it as UTF-8; in a spreadsheet program choose “CSV UTF-8” or “Unicode (UTF-8)”."
        world.error(codes.BAD_TEXT, f"The table `{name}` is not UTF-8 text.", span, help=help)
        return None
    return decoded, separator(decoded)


def separator(text: str) -> str:
    """What stands between the cells: told by a first line `sep=;`, or by what is most frequent in the line with the names."""
    told = HINT.match(text)
    if told is not None:
        return told[1]
    line = next((x for x in text.split("\n") if x.strip() and not x.startswith("#")), "")
    signs = Counter(re.sub(r'"(?:[^"]|"")*"', "", line))
    return max(",;\t", key=lambda sign: signs[sign])


# ---------------------------------------------------------------- workbooks


def _workbook(world: World, name: str, sheet: str, raw: bytes, span: Span) -> str | None:
    try:
        import openpyxl
    except ImportError:
        help = "Install it with `pip install rulewright[xlsx]`, or save the sheet as CSV."
        world.error(codes.MISSING_FILE, f"`{name}` is a workbook; reading it needs openpyxl.", span, help=help)
        return None
    try:
        book = openpyxl.load_workbook(BytesIO(raw), read_only=True, data_only=True)
    except Exception:  # whatever is wrong with the file: openpyxl lets errors of zip, XML and its own through
        help = "Open it in a spreadsheet program and save it anew, or save the sheet as CSV."
        world.error(codes.BAD_TABLE, f"The workbook `{name}` cannot be read.", span, help=help)
        return None
    names = [str(n) for n in book.sheetnames]
    if sheet and sheet not in names:
        help = did_you_mean(sheet, names) or f"Choose one of: {', '.join(names)}."
        world.error(codes.MISSING_FILE, f"`{name}` has no sheet “{sheet}”.", span, help=help)
        return None
    if not sheet and len(names) > 1:
        help = f'Say which: `from "{names[0]}" in "{name}"`.'
        world.error(codes.AMBIGUOUS, f"`{name}` has several sheets: {', '.join(names)}.", span, help=help)
        return None
    rows: list[str] = []
    cells = 0
    for row in book[sheet or names[0]].iter_rows(values_only=True):
        cells += len(row)
        if cells > MOST_CELLS:
            world.error(codes.BAD_TABLE, f"The sheet of `{name}` has more than {MOST_CELLS:,} cells.", span)
            return None
        rows.append("\t".join(_cell(value) for value in row).rstrip("\t"))
    width = max((row.count("\t") for row in rows), default=0)
    return "".join(row + "\t" * (width - row.count("\t") if row else 0) + "\n" for row in rows)


def _cell(value: Any) -> str:
    """A cell of a workbook as it would be written in a text."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
    text = str(value).strip()
    return '"' + text.replace('"', '""') + '"' if re.search(r'[\t\n"]', text) else text
