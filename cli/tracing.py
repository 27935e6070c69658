"""What `trace` does: the rules of a game's ledger, against the tags in its rules and in the tests.

A ledger is a table `seeds/GAME.csv` with the columns `id` and `text`, one atomic rule in each row.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from rulewright.cli.facts import print_facts
from rulewright.cli.failure import FOUND, Failure
from rulewright.cli.loading import find
from rulewright.cli.screen import out
from rulewright.cli.words import counted
from rulewright.dsl.source import Sources
from rulewright.dsl.text import Part, all_parts

PROVES = re.compile(r"""proves[:(\s"'#]+(?P<tags>(?:[A-Z][A-Z0-9]*-\w+[\s,"'#]*)+)""")
TAG = re.compile(r"[A-Z][A-Z0-9]*-\w+")


@dataclass(slots=True)
class Coverage:
    """Which tags the rules bear, which are proved, and the ledger itself."""

    ledger: dict[str, str]
    implemented: set[str] = field(default_factory=set)
    proved: set[str] = field(default_factory=set)

    @property
    def lacking(self) -> dict[str, str]:
        """Rules that are not both, with what they lack."""
        found = {}
        for tag in self.ledger:
            lacks = [word for word, has in (("implemented", self.implemented), ("proved", self.proved)) if tag not in has]
            if lacks:
                found[tag] = " or ".join(lacks)
        return found


def trace(name: str, missing: bool, as_json: bool = False) -> int:
    """Write how a game and its ledger agree; the exit code."""
    path = find(name)
    ledger = ledger_of(path)
    if ledger is None:
        out().print(f"{path.stem} has no ledger: there is no seeds/{path.stem}.csv to compare it with.")
        return 0
    coverage = cover(path, ledger)
    if as_json:
        print_facts(
            [
                {"id": tag, "implemented": tag in coverage.implemented, "proved": tag in coverage.proved, "text": text}
                for tag, text in ledger.items()
            ]
        )
    else:
        _show(path.stem, coverage, missing)
    return FOUND if coverage.lacking else 0


# ---------------------------------------------------------------- what there is


def ledger_of(path: Path) -> dict[str, str] | None:
    """The rules of a game's ledger by tag; None if there is no ledger."""
    beside = path.parent / f"{path.stem}.ledger.csv"
    file = beside if beside.is_file() else Path(str(resources.files("rulewright.seeds"))) / f"{path.stem}.csv"
    if not file.is_file():
        return None
    with file.open(encoding="utf-8-sig", newline="") as text:
        rows = csv.DictReader(text)
        if rows.fieldnames is None or not {"id", "text"} <= set(rows.fieldnames):
            raise Failure(f"{file.name} is no ledger.", "Its first line must name the columns id and text.")
        found: dict[str, str] = {}
        for number, row in enumerate(rows, 2):
            tag, words = (row["id"] or "").strip(), (row["text"] or "").strip()
            if not tag:
                raise Failure(f"{file.name}, line {number}: a rule has no id.")
            if tag in found:
                raise Failure(f"{file.name}, line {number}: {tag} is there twice.")
            found[tag] = words
    return found


def cover(path: Path, ledger: dict[str, str]) -> Coverage:
    """Compare a ledger with the tags of a game and of the tests."""
    coverage = Coverage(ledger)
    declared = list(_parts(path))
    flat = [part for part in _flat(declared) if part.sort != "variant"]
    coverage.proved = {tag for part in all_parts(declared) if part.sort == "example" for tag in part.bears} | _named_in_tests()
    coverage.implemented = {tag for part in flat if part.sort != "example" for tag in part.bears}
    coverage.implemented |= {tag for part in all_parts(declared) if part.sort == "variant" for tag in part.tags}
    return coverage


def _parts(path: Path) -> tuple[Part, ...]:
    from rulewright.dsl.declare.gather import gather
    from rulewright.dsl.declare.saying import parts
    from rulewright.dsl.diagnostics import Findings, Stopped

    findings = Findings()
    try:
        sources = Sources()
        gathered = gather(path, sources, findings)
    except Stopped:
        raise Failure(findings.errors[0].message, f"Read `rulewright check {path.stem}`.") from None
    if findings.errors:
        raise Failure(f"{path.stem} has {counted(len(findings.errors), 'error')} of form.", f"Read `rulewright check {path.stem}`.")
    return parts([*gathered.body, *gathered.variants], sources)


def _flat(declared: Iterable[Part]) -> Iterator[Part]:
    """Declarations one by one, those of variants too, so that examples can be told apart from rules."""
    for part in declared:
        yield part
        if part.sort == "variant":
            yield from _flat(part.inner)


def tests_folder() -> Path | None:
    """The tests of the working tree; an installed package has none."""
    tree = Path(str(resources.files("rulewright"))).parent
    return tree / "tests" if (tree / "pyproject.toml").is_file() and (tree / "tests").is_dir() else None


def _named_in_tests() -> set[str]:
    """Tags that tests say they prove: `# proves: TH-041, TH-042` or `@pytest.mark.proves("TH-041")`."""
    folder = tests_folder()
    found: set[str] = set()
    if folder is None:
        return found
    for file in folder.rglob("*.py"):
        for claim in PROVES.finditer(file.read_text(encoding="utf-8", errors="replace")):
            found.update(TAG.findall(claim["tags"]))
    return found


# ---------------------------------------------------------------- what is shown


def _show(name: str, coverage: Coverage, missing: bool) -> None:
    console = out()
    total = len(coverage.ledger)
    implemented = [t for t in coverage.ledger if t in coverage.implemented]
    proved = [t for t in coverage.ledger if t in coverage.proved]
    neither = [t for t in coverage.ledger if t not in coverage.implemented and t not in coverage.proved]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for title in (f"{name}: rules", "number", "share"):
        table.add_column(title, justify="left" if title.startswith(name) else "right")
    for word, tags in (("in the ledger", list(coverage.ledger)), ("implemented", implemented), ("proved", proved), ("neither", neither)):
        table.add_row(word, f"{len(tags):,}", f"{100 * len(tags) / total:.1f} %" if total else "")
    console.print(table)
    strangers = sorted(t for t in coverage.implemented if t not in coverage.ledger)
    if strangers:
        console.print(Text(f"\nTags in the rules that the ledger does not have: {', '.join(strangers)}", style="faint"))
    lacking = coverage.lacking
    if not lacking:
        console.print(Text("\n✓ Every rule is implemented and proved.", style="good"))
    elif not missing:
        console.print(Text(f"\n✗ {counted(len(lacking), 'rule')} not implemented or not proved; --missing lists them.", style="warning"))
    else:
        _list(coverage, lacking)


def _list(coverage: Coverage, lacking: dict[str, str]) -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True, style="word")
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for tag, lacks in lacking.items():
        table.add_row(tag, Text(f"not {lacks}", style="error" if "or" in lacks.split() else "warning"), coverage.ledger[tag])
    out().print(Text(""))
    out().print(table)
