"""What `cache` does: look at the folder of what is kept, or empty it."""

from __future__ import annotations

import shutil
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from rulewright.cli.facts import print_facts
from rulewright.cli.screen import out
from rulewright.dsl.cache import cache_folder

NAMES = {
    "native": "compiled games",
    "arena": "matches of tournaments",
    "learnt": "what searches have learnt",
    "solved": "solved games",
    "study": "studies that were stopped",
}


def cache(clear: bool, as_json: bool) -> None:
    """Show what is kept, by sort; or remove it."""
    folder = cache_folder()
    found = _sorts(folder)
    if clear:
        shutil.rmtree(folder, ignore_errors=True)
    if as_json:
        print_facts({"folder": str(folder), "cleared": clear, "sorts": [{"name": n, "files": f, "bytes": b} for n, f, b in found]})
        return
    console = out()
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("what")
    table.add_column("files", justify="right")
    table.add_column("MB", justify="right")
    for name, files, size in found:
        table.add_row(name, f"{files:,}", f"{size / 1e6:,.1f}")
    console.print(Text(f"{'Cleared' if clear else 'Kept in'} {folder}", style="title"), soft_wrap=True)
    console.print(table if found else Text("nothing", style="faint"))


def _sorts(folder: Path) -> list[tuple[str, int, int]]:
    totals: dict[str, tuple[int, int]] = {}
    for path in sorted(folder.rglob("*")) if folder.exists() else ():
        if path.is_file():
            top = path.relative_to(folder).parts[0]
            name = NAMES.get(top, "parsed rules")
            files, size = totals.get(name, (0, 0))
            totals[name] = files + 1, size + path.stat().st_size
    return [(name, files, size) for name, (files, size) in totals.items()]
