"""Lines of the rules and the sentences that are made of them, side by side: from the small games of the language tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulewright.rulebook.model import Exact, Item, Section
from rulewright.rulebook.parts.book import Made, make
from rulewright.rulebook.text import joined

LANG = Path(__file__).parents[1] / "lang"
FILE = Path(__file__).parent / "pairs.txt"
# Named one by one: a new folder elsewhere in the alphabet must not change which lines are read. Add yours, and read what is said of it.
FOLDERS = [
    "any_order",
    "boards",
    "budgets",
    "causes",
    "communication",
    "consensus",
    "counters",
    "decks",
    "dice",
    "elimination",
    "faces",
    "fights",
    "formations",
    "last_round",
    "leaders",
    "lookup",
    "matching",
    "movement",
    "networks",
    "nothing",
    "once_each",
    "options",
    "orientation",
    "owners",
    "preference",
    "procedures",
    "recipients",
    "scoring",
    "search",
    "setup",
    "snapshots",
    "standing_conditions",
    "tables",
    "variants",
]
LEAST = 4  # words of a line that says something
MOST = 21  # lines of one folder


@cache
def pairs(folder: str) -> dict[str, str]:
    """Every line of a folder's games that became one sentence, the first time it is said."""
    found: dict[str, str] = {}
    for path in sorted((LANG / folder).glob("*.rules")):
        made = make(path, kit=False)
        for item in _items(made.book.reference):
            line = _line(made, item)
            if len(line.split()) >= LEAST and line not in found and not line.startswith((">", '"')):
                found[line] = f"{item.lead} {joined(item.text)}".strip()
    return dict(list(found.items())[:MOST])


def _items(sections: tuple[Section, ...]) -> Iterator[Item]:
    for section in sections:
        for block in section.blocks:
            if isinstance(block, Exact):
                yield from _inner(block.items)
        yield from _items(section.sections)


def _inner(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        yield from _inner((*item.items, *item.others))


def _line(made: Made, item: Item) -> str:
    """The line of the rules that an item comes from, if it is from one line alone and says something."""
    if not item.sources or not item.text or item.lead == "If not:" or item.sources[0].file < 0:
        return ""
    source = item.sources[0]
    text = made.game.loaded.sources[source.file].text[source.start : source.end]
    return "" if "\n" in text.strip() else " ".join(text.split())


def expected() -> dict[str, str]:
    """The lines and sentences that somebody has read."""
    lines = FILE.read_text(encoding="utf-8").split("\n")
    return {lines[n]: lines[n + 1].strip() for n in range(0, len(lines) - 1, 3)}


def written() -> str:
    found: dict[str, str] = {}
    for folder in FOLDERS:
        for line, said in pairs(folder).items():
            found.setdefault(line, said)
    return "".join(f"{line}\n    {said}\n\n" for line, said in found.items())
