"""Tables as designers have them: separated by commas, semicolons or tabs, with a byte-order mark, and sheets of a workbook."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from rulewright.dsl.diagnostics.render import as_text
from rulewright.dsl.driver import Loaded, load

GAME = """game "Cards" for A, B
type Good: wood or stone
piece Card: from {source}
  printed price: bag of Good
  printed value: 0 to 9
place table: pile
turn
  put all Card on table
when turn_number > 2: finish
"""
ROWS = [["name", "price", "value"], ["Hut", "2 wood, 1 stone", "1"], ["Mill", "1 wood", "2"]]


def loaded(tmp_path: Path, name: str, raw: bytes, source: str = "") -> Loaded:
    (tmp_path / name).write_bytes(raw)
    (tmp_path / "cards.rules").write_text(GAME.format(source=source or f'"{name}"'), encoding="utf-8")
    return load(tmp_path / "cards.rules", lint=False)


def cards(found: Loaded) -> list[tuple[str, tuple[int, ...], int]]:
    assert found.program is not None, as_text(found.findings.errors, found.sources)
    kind = found.program.kinds[0]
    price, value = kind.attributes["price"].table, kind.attributes["value"].table
    assert price is not None and value is not None
    return list(zip(kind.names, price.values, value.values, strict=True))


def written(separator: str) -> str:
    return "".join(separator.join(f'"{c}"' if separator in c else c for c in row) + "\n" for row in ROWS)


EXPECTED = [("Hut", (2, 1), 1), ("Mill", (1, 0), 2)]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_separators(tmp_path: Path, separator: str, ending: str) -> None:
    text = written(separator).replace("\n", ending)
    assert cards(loaded(tmp_path, "cards.csv", text.encode())) == EXPECTED
    assert cards(loaded(tmp_path, "cards.csv", b"\xef\xbb\xbf" + text.encode())) == EXPECTED
    assert cards(loaded(tmp_path, "cards.csv", text.encode("utf-16"))) == EXPECTED


def test_a_line_that_names_the_separator(tmp_path: Path) -> None:
    assert cards(loaded(tmp_path, "cards.csv", ("sep=;\n" + written(";")).encode())) == EXPECTED


def test_decimal_commas(tmp_path: Path) -> None:
    assert cards(loaded(tmp_path, "cards.csv", b"name;price;value\nHut;2 wood;3,0\n")) == [("Hut", (2, 0), 3)]
    found = loaded(tmp_path, "cards.csv", b"name;price;value\nHut;2 wood;2,5\n")
    assert "has `2,5`, which is not a whole number" in as_text(found.findings.errors, found.sources)


def test_a_row_too_long_says_what_separates_cells(tmp_path: Path) -> None:
    found = loaded(tmp_path, "cards.csv", b"name;price;value\nHut;2 wood;1;7\n")
    assert "separated by semicolons" in as_text(found.findings.errors, found.sources)


def test_another_encoding_is_refused(tmp_path: Path) -> None:
    found = loaded(tmp_path, "cards.csv", "name,price,value\nHütte,1 wood,1\n".encode("latin-1"))
    assert "CSV UTF-8" in as_text(found.findings.errors, found.sources)


# ---------------------------------------------------------------- workbooks


def workbook(**sheets: list[list[object]]) -> bytes:
    openpyxl = pytest.importorskip("openpyxl", reason="workbooks need rulewright[xlsx]")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    raw = BytesIO()
    book.save(raw)
    return raw.getvalue()


DECK: list[list[object]] = [["name", "price", "value"], ["Hut", "2 wood, 1 stone", 1], ["Mill", "1 wood", 2.0]]


def test_a_sheet(tmp_path: Path) -> None:
    assert cards(loaded(tmp_path, "cards.xlsx", workbook(Deck=DECK))) == EXPECTED


def test_one_of_several_sheets(tmp_path: Path) -> None:
    raw = workbook(Notes=[["what", "we", "thought"]], Deck=DECK)
    assert cards(loaded(tmp_path, "cards.xlsx", raw, '"Deck" in "cards.xlsx"')) == EXPECTED
    found = loaded(tmp_path, "cards.xlsx", raw)
    assert 'Say which: `from "Notes" in "cards.xlsx"`' in as_text(found.findings.errors, found.sources)
    found = loaded(tmp_path, "cards.xlsx", raw, '"Dekc" in "cards.xlsx"')
    assert "has no sheet “Dekc”" in as_text(found.findings.errors, found.sources)
    assert "Did you mean `Deck`?" in as_text(found.findings.errors, found.sources)


def test_a_bad_value_is_shown_at_its_row(tmp_path: Path) -> None:
    found = loaded(tmp_path, "cards.xlsx", workbook(Deck=[*DECK, ["Barn", "1 wood", 12]]))
    report = as_text(found.findings.errors, found.sources)
    assert "cards.xlsx:4" in report and "has 12, but goes from 0 to 9" in report


def test_what_is_no_workbook(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl", reason="workbooks need rulewright[xlsx]")
    found = loaded(tmp_path, "cards.xlsx", b"PK\x03\x04 nothing of the sort")
    assert "The workbook `cards.xlsx` cannot be read." in as_text(found.findings.errors, found.sources)
    found = loaded(tmp_path, "cards.csv", b"name,price,value\nHut,1 wood,1\n", '"Deck" in "cards.csv"')
    assert "is not a workbook, so it has no sheets" in as_text(found.findings.errors, found.sources)
