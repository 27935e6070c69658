"""Code fences of the documents, and how each kind is tested.

`rules` is a whole game; `rules base=NAME` too, and other fences can add to it; `rules add=NAME` is added to a base; `rules body=NAME`
is the body of a turn of it; `rules in=NAME` has declarations that stand in a base instead of those of the same name; `rules bad=CODE`
must produce that finding. `rules of=PATH` are paragraphs of a file of the project, which is run in their place.
`file=NAME` names the file in which a text stands, `csv file=NAME` is a table beside the next game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```((?:rules|csv)\b[^\n]*)\n(.*?)^```", re.M | re.S)


@dataclass(frozen=True)
class Fence:
    path: Path
    line: int
    info: str
    text: str

    @property
    def key(self) -> str:
        return f"{self.path.name}:{self.line}"

    def option(self, name: str) -> str | None:
        found = re.search(rf"\b{name}=(\S+)", self.info)
        return found[1] if found else None


def fences(path: Path) -> list[Fence]:
    text = path.read_text(encoding="utf-8")
    return [Fence(path, text[: m.start()].count("\n") + 1, m[1].strip(), m[2]) for m in FENCE.finditer(text)]


def whole(fence: Fence, everything: list[Fence]) -> str:
    """The complete text of the game that a fence shows or adds to."""
    name = fence.option("add") or fence.option("body")
    if (shown := fence.option("of")) is not None:
        text = (ROOT / shown).read_text(encoding="utf-8")
        missing = [part for part in re.split(r"\n{2,}", fence.text.strip("\n")) if part not in text]
        assert not missing, f"{shown} has no {missing[0]!r}"
        return text
    if name is None:
        return fence.text
    base = next(f.text for f in everything if f.option("base") == name)
    if fence.option("add"):
        return base + "\n" + fence.text
    indented = "".join(f"  {line}\n" if line.strip() else "\n" for line in fence.text.splitlines())
    return _without_turn(base) + "\nturn\n" + indented + BODY_HELP.get(name, "")


SINGLE = frozenset({"game", "setup", "turn", "play", "when", "score", "winner"})


def within(base: str, text: str) -> str:
    """The base with the declarations of a text instead of its own of the same name, and the others at its end."""
    new = _declarations(text)
    keys = {_key(x) for x in new}
    found = ""
    for decl in _declarations(base):
        key = _key(decl)
        if key not in keys:
            found += decl
        elif fresh := [x for x in new if _key(x) == key]:
            found += "\n\n".join(x.rstrip("\n") for x in fresh) + decl[len(decl.rstrip("\n")) :]
            new = [x for x in new if x not in fresh]
    return found + "".join("\n" + x.rstrip("\n") + "\n" for x in new)


def below(base: str, key: str, text: str) -> str:
    """The base with a text after the declaration of that name."""
    return "".join(x.rstrip("\n") + f"\n\n{text}\n" if _key(x) == key else x for x in _declarations(base))


def _declarations(text: str) -> list[str]:
    return [x for x in re.split(r"^(?=[^\s#|>])", text, flags=re.M) if x.strip()]


def _key(decl: str) -> str:
    words = re.findall(r"\w+", decl.split("\n", 1)[0])[:2]
    return words[0] if words and words[0] in SINGLE else " ".join(words)


def _without_turn(text: str) -> str:
    return re.sub(r"^turn\n(  .*\n|\n(?=  ))+", "", text, flags=re.M)


BODY_HELP = {
    "village": """
action rest Worker of player in plots
  set worker.tired to yes

action sell House of player in plots for Good
  move house to box
  gain 2 goods(good)
"""
}
