"""Broken rules that cannot be told from the true ones, with the reason why: a table that somebody writes by hand.

Its columns are `file`, `rule` (the line, without comment and tags), `change` (as `mutate` words it) and `reason`. A reason alone counts for
nothing: 10,000 matches must have been played beside the true rules without a difference.
"""

from __future__ import annotations

import csv
from pathlib import Path

from rulewright.play.errors import PlayError

COLUMNS = ["file", "rule", "change", "reason"]
ENOUGH = 10_000  # matches

Reasons = dict[tuple[str, str, str], str]


def reasons(path: Path) -> Reasons:
    """What is given as equal: the reason by file, rule and change."""
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            table = csv.DictReader(lines)
            if table.fieldnames != COLUMNS:
                raise PlayError(f"The first line of {path} is not what it should be.", f"It names the columns: {','.join(COLUMNS)}")
            found: Reasons = {}
            for number, row in enumerate(table, start=2):
                if None in row or None in row.values() or not row["reason"].strip():
                    raise PlayError(f"Row {number} of {path} does not have one value for each column.", "Every row needs a reason.")
                found[row["file"], row["rule"], row["change"]] = row["reason"]
            return found
    except (OSError, UnicodeDecodeError, csv.Error):
        raise PlayError(f"{path} cannot be read as a table.", f"Its columns are {', '.join(COLUMNS)}.") from None
