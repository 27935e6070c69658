"""What `fmt` does: every file through the formatter, written back only if it changes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from rulewright.cli.facts import print_facts
from rulewright.cli.failure import FOUND, Failure, show, usage
from rulewright.cli.words import counted

Formatter = Callable[[str], str]


def format_files(names: list[str], check: bool, as_json: bool = False) -> int:
    """Format files (or say which would change); the exit code."""
    formatter, mistake = _formatter()
    if "-" in names:
        return _pipe(formatter, mistake, check)
    changed: list[Path] = []
    failed: list[Path] = []
    files = _files(names)
    for file in files:
        try:
            text = file.read_bytes().decode("utf-8-sig")
            done = formatter(text)
        except UnicodeDecodeError:
            show(f"{file} is not text in UTF-8.")
            failed.append(file)
            continue
        except mistake as error:
            show(f"{file} cannot be laid out: {error}", f"Read `rulewright check {file}`.")
            failed.append(file)
            continue
        if done == text:
            continue
        changed.append(file)
        if not as_json:
            print(f"{file} {'would change' if check else 'changed'}.")
        if not check:
            _write(file, done)
    if as_json:
        print_facts({"files": len(files), "changed": [str(f) for f in changed], "failed": [str(f) for f in failed], "written": not check})
    else:
        same = len(files) - len(changed) - len(failed)
        print(f"{counted(len(changed), 'file')} {'would change' if check else 'changed'}, {same} as they should be.")
    return FOUND if failed or (check and changed) else 0


def _formatter() -> tuple[Formatter, type[Exception]]:
    try:
        module = import_module("rulewright.dsl.syntax.format")
    except ModuleNotFoundError:
        raise Failure("This build of rulewright has no formatter.") from None
    return module.format_text, module.FormatError


def _files(names: list[str]) -> list[Path]:
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*.rules") if not any(part.startswith(".") for part in p.parts[len(path.parts) :]))
            if not inside:
                raise usage(f"There is no .rules file in {name}.")
            found += inside
        elif path.is_file():
            found.append(path)
        else:
            from rulewright.cli.loading import find

            found += sorted(find(name).parent.glob("*.rules"))
    return list(dict.fromkeys(found))


def _pipe(formatter: Formatter, mistake: type[Exception], check: bool) -> int:
    """From stdin to stdout, for editors."""
    text = sys.stdin.read()
    try:
        done = formatter(text)
    except mistake as error:
        raise Failure(f"The text cannot be laid out: {error}") from None
    if not check:
        sys.stdout.write(done)
    return FOUND if check and done != text else 0


def _write(file: Path, text: str) -> None:
    """Never leave half a file: write beside it, then put it in its place."""
    fresh = file.with_name(file.name + ".fresh")
    fresh.write_text(text, encoding="utf-8", newline="\n")
    fresh.replace(file)
