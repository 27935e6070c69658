"""`make same`: whether this version of the code gives all programs the meaning that another version gave them.

    python -m tests.same [--base REVISION] [core] [books] [calls]

What REVISION (by default the commit on which your work stands, `origin/main`) makes of the programs is kept in `out/same`. The rules
are those of the working tree both times, so that only the code differs. The lines that differ are listed, and the command fails.
"""

from __future__ import annotations

import argparse
import difflib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.same.dump import PARTS, ROOT

SHOWN = 6  # differing lines of a file
OF_RULES = ("games", "tests/lang", "tests/same")  # taken from the working tree for both


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def dumped(tree: Path, folder: Path, parts: list[str]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(
        [sys.executable, "-m", "tests.same.dump", str(folder), *parts], cwd=tree, check=True, env={**os.environ, "PYTHONHASHSEED": "0"}
    )


def before(base: str, folder: Path, parts: list[str]) -> None:
    """What the code of another revision makes of the rules of this one."""
    tree = ROOT / "out" / "same" / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    git("worktree", "prune")
    git("worktree", "add", "--detach", str(tree), base)
    try:
        for name in OF_RULES:
            shutil.rmtree(tree / name, ignore_errors=True)
            shutil.copytree(ROOT / name, tree / name)
        dumped(tree, folder, parts)
    finally:
        git("worktree", "remove", "--force", str(tree))


def compare(old: Path, new: Path) -> int:
    """How many files differ, each with its first lines that do."""
    names = sorted({p.name for p in old.iterdir()} | {p.name for p in new.iterdir()})
    differing = 0
    for name in names:
        texts = [(f / name).read_text(encoding="utf-8").splitlines() if (f / name).is_file() else [] for f in (old, new)]
        if texts[0] == texts[1]:
            continue
        if name == "calls.txt":
            print(f"{name}: {texts[0][-1] if texts[0] else '-'} before, {texts[1][-1] if texts[1] else '-'} now")
            continue
        differing += 1
        changed = [x for x in difflib.unified_diff(*texts, lineterm="", n=0) if x[:1] in "+-" and x[:3] not in {"+++", "---"}]
        print(f"{name}: {len(changed)} lines differ")
        for line in changed[:SHOWN]:
            print(f"  {line[:240]}")
    print(f"{len(names)} files compared, {differing} differ.")
    return differing


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default="origin/main")
    parser.add_argument("parts", nargs="*", default=[], help=f"of {', '.join(PARTS)}")
    order = parser.parse_args()
    kept = ROOT / "out" / "same"
    before(git("merge-base", order.base, "HEAD") if order.base == "origin/main" else order.base, kept / "before", order.parts)
    dumped(ROOT, kept / "now", order.parts)
    return 1 if compare(kept / "before", kept / "now") else 0


if __name__ == "__main__":
    sys.exit(main())
