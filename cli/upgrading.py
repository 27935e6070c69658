"""What `upgrade` does: makes every change that is sure, shows them, and lists what is left."""

from __future__ import annotations

import difflib
from pathlib import Path

from rulewright.cli.facts import print_facts
from rulewright.cli.failure import FOUND
from rulewright.cli.loading import find
from rulewright.cli.words import counted
from rulewright.dsl.diagnostics.render import as_data, one_as_text
from rulewright.dsl.driver import Loaded, load

MOST = 500  # changes in one game


def upgrade(name: str, check: bool, as_json: bool = False) -> int:
    """Rewrite the file and what it includes (or only show how); the exit code."""
    path = find(name)
    changed, loaded = rewritten(path)
    left = loaded.findings.errors
    changes = {file: _difference(file, text) for file, text in changed.items()}
    if not check:
        for file, text in changed.items():
            _write(file, text)
    if as_json:
        files = [{"file": str(file), "diff": difference} for file, difference in changes.items()]
        print_facts({"changed": files, "written": not check, "left": [as_data(f, loaded.sources) for f in left]})
        return FOUND if left else 0
    for difference in changes.values():
        print(difference)
    if changed:
        print(f"\n{counted(len(changed), 'file')} {'would change' if check else 'changed'}.")
    for finding in left:
        print(one_as_text(finding, loaded.sources) + "\n")
    if left:
        print(f"{counted(len(left), 'place')} left for you to decide.")
    elif not changed:
        print(f"{path}: nothing to upgrade.")
    return FOUND if left else 0


def _difference(file: Path, text: str) -> str:
    old = file.read_text(encoding="utf-8-sig")
    return "\n".join(difflib.unified_diff(old.splitlines(), text.splitlines(), str(file), f"{file} (upgraded)", lineterm="", n=1))


def rewritten(path: Path) -> tuple[dict[Path, str], Loaded]:
    """The files as they should be, and what is found in them then."""
    texts: dict[Path, str] = {}

    def provide(file: Path) -> bytes:
        return texts[file].encode() if file in texts else file.read_bytes()

    loaded = load(path, provider=provide, playable=False, lint=False)
    for _ in range(MOST):
        fix = next((f.fix for f in loaded.findings.errors if f.fix is not None and f.fix.sure), None)
        if fix is None:
            break
        source = loaded.sources[fix.span.file]
        texts[source.path] = source.text[: fix.span.start] + fix.replacement + source.text[fix.span.end :]
        loaded = load(path, provider=provide, playable=False, lint=False)
    return texts, loaded


def _write(file: Path, text: str) -> None:
    """Never leave half a file: write beside it, then put it in its place."""
    fresh = file.with_name(file.name + ".fresh")
    fresh.write_text(text, encoding="utf-8", newline="\n")
    fresh.replace(file)
