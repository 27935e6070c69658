"""A tutorial as somebody follows it: the file grows from fence to fence, commands are typed, answers are compared.

`rules new` is the whole file; `rules add` stands at its end, `rules below=game` below a declaration; `rules instead` takes the
place of what has the same name;
`rules slip` is a last line of the action, written wrongly for a moment; `rules swap` has an old line and a new one;
`rules whole` is what the file has become. In `console`, lines after `$` are typed; `…` stands for lines that are left out.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.docs.fences import below, within

FENCE = re.compile(r"^```(rules|console)([^\n]*)\n(.*?)^```", re.M | re.S)


@dataclass(frozen=True)
class Step:
    line: int
    sort: str  # new, add, instead, slip, swap, whole, console
    text: str


def steps(page: str) -> list[Step]:
    return [Step(page[: m.start()].count("\n") + 1, m[2].strip() or m[1], m[3]) for m in FENCE.finditer(page)]


def written(step: Step, before: str) -> str:
    """The file after a step."""
    match step.sort:
        case "new":
            return step.text
        case "add":
            return before + "\n" + step.text
        case sort if sort.startswith("below="):
            return below(before, sort.removeprefix("below=").replace("_", " "), step.text)
        case "instead":
            return within(before, step.text)
        case "slip":
            return before.replace(step.text.replace("outshin ", "outshine "), step.text, 1)
        case "swap":
            old, new = step.text.splitlines(keepends=True)
            assert before.count(old) == 1
            return before.replace(old, new)
        case _:
            return before


def commands(step: Step) -> Iterator[tuple[list[str], list[str]]]:
    """The commands of a console, each with the lines of its answer."""
    for part in re.split(r"^\$ ", step.text, flags=re.M)[1:]:
        first, *answer = part.rstrip("\n").split("\n")
        yield shlex.split(first), answer


def typed(answer: list[str]) -> tuple[str, ...]:
    """What is typed at a prompt in the middle of an answer."""
    return tuple(m[1] for line in answer if (m := re.match(r"Ada> (.+)", line)))


def agrees(said: str, answer: list[str]) -> bool:
    """Whether an answer is as the page shows it: line by line, with `…` for any number of lines."""
    have = [line.rstrip() for line in said.strip("\n").split("\n")]
    parts: list[list[str]] = [[]]
    for line in answer:
        if line.strip() == "…":
            parts.append([])
        else:
            parts[-1].append(line.rstrip())
    at = 0
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        places = [len(have) - len(part)] if last else [0] if number == 0 else range(at, len(have) - len(part) + 1)
        found = next((i for i in places if i >= at and have[i : i + len(part)] == part), None)
        if found is None:
            return False
        at = found + len(part)
    return len(parts) > 1 or at == len(have)


def followed(path: Path) -> list[Step]:
    return steps(path.read_text(encoding="utf-8"))
