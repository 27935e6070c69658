"""Writes the reference of the library from its tables: `python -m rulewright.dsl.library.reference > docs/library.md`."""

from __future__ import annotations

from rulewright.dsl.library.forms import ROWS
from rulewright.dsl.library.functions import FUNCTIONS, GROUPS
from rulewright.dsl.library.relations import RELATIONS
from rulewright.dsl.library.traits import TRAITS

HEAD = """# The library

This page is generated from the tables in `dsl/library`. Do not edit it: change the tables and run `make docs`.
"""


def reference() -> str:
    lines = [HEAD, "## Verbs", ""]
    for group in dict.fromkeys(row.group for row in ROWS):
        lines += [f"### {group.capitalize()}", "", "| verb | forms | what it does |", "|---|---|---|"]
        for row in sorted((r for r in ROWS if r.group == group), key=lambda r: r.name):
            lines.append(f"| **{row.name}** | {'<br>'.join(f'`{_cell(x)}`' for x in row.examples)} | {_cell(row.help)} |")
        lines.append("")
    lines += ["## Functions", ""]
    for group in GROUPS:
        lines += [f"### {group.capitalize()}", "", "| function | what it gives |", "|---|---|"]
        for function in sorted((f for f in FUNCTIONS.values() if f.group == group), key=lambda f: f.name):
            lines.append(f"| `{_cell(function.form)}` | {_cell(function.help)} |")
        lines.append("")
    lines += ["## Relations", "", "| relation | meaning |", "|---|---|"]
    for name, text in RELATIONS.items():
        lines.append(f"| **{name}** | {_cell(text)} |")
    lines += ["", "## Traits", "", "| trait | of | form | meaning |", "|---|---|---|---|"]
    for name, trait in TRAITS.items():
        lines.append(f"| **{name}** | {', '.join(trait.of)} | `{_cell(trait.form)}` | {_cell(trait.help)} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(reference(), end="")
