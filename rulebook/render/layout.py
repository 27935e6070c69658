"""What a printed table needs to know beforehand: how wide its columns are, and whether it needs the width of the page."""

from __future__ import annotations

from typing import Any

from rulewright.rulebook.model import Paragraph, Table

NARROW = 62  # letters in a line of a table in a column
SHORT = 15  # letters of a cell that is never broken
SHORT_TOLD = 620  # letters of a paragraph of the story that is not broken


def columns(table: Table) -> list[str]:
    """The widths of the columns: short ones as needed, the others share what is left by what stands in them."""
    if table.weights:
        return [f"{w:.2f}fr" for w in table.weights]
    lengths = [_longest(table, column) for column in range(len(table.head))]
    if max(sum(len(run.text) for run in head) for head in table.head) > 2 * SHORT:  # heads that are broken into lines
        return [f"{max(length, 8)}fr" for length in lengths]
    if max(lengths) <= SHORT:
        return ["1fr"] + ["auto"] * (len(lengths) - 1)
    power = 1.0 if len(lengths) > 5 else 0.8
    return ["auto" if length <= SHORT else f"{min(length, 60) ** power:.2f}fr" for length in lengths]


def _longest(table: Table, column: int) -> int:
    """Letters of the longest cell; a head can be broken into lines."""
    cells = [row.cells[column] for row in table.rows if column < len(row.cells)]
    head = min(SHORT, sum(len(run.text) for run in table.head[column]))
    return max([head, *(sum(len(run.text) for run in cell) for cell in cells)])


def is_wide(table: Table) -> bool:
    """Whether a table needs the width of the page."""
    if table.span == "page" or len(table.head) > 5:
        return True
    return len(table.head) > 3 and sum(_longest(table, c) + 2 for c in range(len(table.head))) > 1.4 * NARROW


def kept_paragraph(paragraph: Paragraph) -> bool:
    """Whether a paragraph of the story is so short that it is not broken."""
    letters = sum(len(run.text) for prose in paragraph.prose for run in prose.text)
    return letters + sum(len(run.text) for text, _ in paragraph.choices for run in text) < SHORT_TOLD


FUNCTIONS: dict[str, Any] = {"kept_paragraph": kept_paragraph, "is_wide": is_wide, "table_columns": columns}
