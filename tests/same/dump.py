"""Writes down what all programs mean: core IR before it is optimised, books as Markdown, and what checking costs.

`python -m tests.same.dump FOLDER [core] [books] [calls]`. The files of two versions of the code are compared by `python -m tests.same`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from rulewright.core.ir import Local
from rulewright.core.printer import print_program
from rulewright.core.program import Field, Func, Proc, Program, Table
from rulewright.dsl.declare.gather import gather
from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.driver import Loaded, load
from rulewright.dsl.source import Sources
from rulewright.dsl.syntax import declarations as d

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("core", "books", "calls")
NAMED = (Field, Func, Proc, Table)  # mentioned by name; what they are is said once


def programs() -> list[Path]:
    """Every game that ships, and every small game of the language tests."""
    from rulewright.play.finding import find_game, list_games

    return [find_game(name) for name in list_games()] + sorted((ROOT / "tests" / "lang").glob("*/*.rules"))


def loads(path: Path) -> Iterator[tuple[str, Loaded]]:
    """A game with each number of players, and with each of its variants."""
    gathered = gather(path, Sources(), Findings(), ())
    game = next((x for x in gathered.body if isinstance(x, d.Game)), None)
    if game is None:
        return
    for players in range(game.fewest, game.most + 1) if game.fewest != game.most else [None]:
        yield f"{players or ''}", load(path, players=players, lint=False, examples=True, playable=False)
    for variant in gathered.variants:
        yield variant.title, load(path, variants=(variant.title,), lint=False, examples=True, playable=False)


# ---------------------------------------------------------------- core IR


class Writer:
    """Everything in a program, to the last span, as lines of text; spans are told by their offsets."""

    def __init__(self, program: Program, names: dict[int, str]) -> None:
        self.spans = [f"{names.get(file, file)}:{start}-{end}" for file, start, end in program.spans]

    def show(self, x: Any, field: str = "") -> str:
        if isinstance(x, NAMED):
            return f"<{x.name}>"
        if isinstance(x, Local):
            return f"${x.index}"
        if is_dataclass(x):
            inner = (f"{f.name}={self.show(getattr(x, f.name), f.name)}" for f in fields(x) if f.name not in {"number", "loose"})
            return f"{type(x).__name__}({', '.join(inner)})"
        if isinstance(x, tuple | list):
            return f"[{', '.join(map(self.show, x))}]"
        if isinstance(x, dict):
            return "{" + ", ".join(f"{self.show(k)}: {self.show(v)}" for k, v in x.items()) + "}"
        if field == "span" and isinstance(x, int) and 0 <= x < len(self.spans):
            return self.spans[x]
        return repr(x)

    def whole(self, x: Any) -> str:
        return ", ".join(f"{f.name}={self.show(getattr(x, f.name), f.name)}" for f in fields(x) if f.name not in {"number", "rule"})


def core_text(loaded: Loaded) -> str:
    if loaded.world is None or loaded.findings.errors:
        return "\n".join(f"{f.code.word}: {f.message}" for f in loaded.findings.all) + "\n"
    program = loaded.world.program
    writer = Writer(program, {s.number: s.path.name for s in loaded.sources})
    lines = [print_program(program)]
    for group in (program.fields, program.tables, program.funcs, program.procs, program.actions.values()):
        lines += [f"{type(x).__name__} {writer.whole(x)}" for x in group]
    lines += [f"{name}: {writer.show(getattr(program, name))}" for name in ("endings", "texts", "titles", "rules", "scores", "criteria")]
    lines += [f"example {n}: {writer.show(code)}" for n, code in loaded.world.example_code.items()]
    return "\n".join(lines) + "\n"


def dump_core(folder: Path) -> None:
    for path in programs():
        for number, (_, loaded) in enumerate(loads(path)):
            (folder / f"{path.parent.name}-{path.stem}-{number}.core").write_text(core_text(loaded), encoding="utf-8")


# ---------------------------------------------------------------- books


def dump_books(folder: Path) -> None:
    from rulewright.play.finding import find_game, list_games
    from rulewright.rulebook.parts.book import make
    from rulewright.rulebook.render.documents import document

    for name in list_games():
        book = make(find_game(name), {}, None, (), False).book
        for part in ("rulebook", "aid"):
            for made in document(book, part, "md", "a4", False, f"{name}-{part}"):
                if made.name.endswith(".md"):
                    (folder / made.name).write_bytes(made.data)


# ---------------------------------------------------------------- cost


def dump_calls(folder: Path) -> None:
    """How many functions are called while the shipped games are checked: the same on every machine, however busy."""
    calls = 0

    def count(frame: Any, event: str, arg: Any) -> None:
        nonlocal calls
        calls += event == "call"

    from rulewright.play.finding import find_game, list_games

    lines, total = [], 0
    for path in map(find_game, list_games()):
        load(path, playable=False)  # imports, and what is remembered
        calls = 0
        sys.setprofile(count)
        load(path, playable=False)
        sys.setprofile(None)
        total += calls
        lines.append(f"{path.stem} {calls}")
    (folder / "calls.txt").write_text("\n".join([*lines, f"all {total}"]) + "\n", encoding="utf-8")


def main(folder: Path, parts: tuple[str, ...]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts or PARTS:
        {"core": dump_core, "books": dump_books, "calls": dump_calls}[part](folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]))
