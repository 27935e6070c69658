"""The player aid: turn, actions, terms that matter, scoring and end, short enough for one page."""

from __future__ import annotations

from rulewright.rulebook import text as x
from rulewright.rulebook.model import Aid, Block, Book, Exact, Item, Section
from rulewright.rulebook.parts.making import Making

SKIPPED_LEADS = ("If not:",)
PLAY = frozenset({"turn", "play", "phase"})
DEEDS = frozenset({"action", "interrupt"})


def make(making: Making, book: Book) -> Aid:
    found = list(_flat(book.sections))
    columns: list[Section] = []
    turn = [s for s in found if s.kind in {"turn", "play"}]
    if turn:
        columns.append(_group("aid-turn", "Course of play", turn))
    deeds = [s for s in found if s.kind in DEEDS]
    if deeds:
        columns.append(_group("aid-actions", "Actions", deeds))
    phases = [s for s in found if s.kind == "phase"]
    if phases and len(deeds) + len(phases) <= 14:
        columns.append(_group("aid-phases", "Phases", phases))
    score = [s for s in found if s.kind == "score"]
    columns += [Section(id="aid-score", title="Scoring", blocks=_tables(s)) for s in score[:1]]
    end = [s for s in book.sections if s.title == "End of the game"]
    if end:
        columns.append(_group("aid-end", "End of the game", [end[0], *end[0].sections], headings=False))
    _ = making
    return Aid(columns=tuple(columns))


def _flat(sections: tuple[Section, ...]) -> list[Section]:
    """All sections of the base game; variants have their own book."""
    found = []
    for section in sections:
        if section.kind == "variant":
            continue
        found.append(section)
        found += _flat(section.sections)
    return found


def _group(id: str, title: str, sections: list[Section], headings: bool = True) -> Section:
    inside = []
    for section in sections:
        blocks = tuple(_short(b) for b in section.blocks if b.sort == "exact")
        if not blocks:
            continue
        inside.append(Section(id=f"{id}-{section.id}", title=section.title if headings else "", blocks=blocks, kind=section.kind))
    return Section(id=id, title=title, sections=tuple(inside))


def _short(block: Block) -> Block:
    if not isinstance(block, Exact):
        return block
    return Exact(items=tuple(_item(i) for i in block.items if i.lead not in SKIPPED_LEADS))


def _item(item: Item) -> Item:
    return item.model_copy(update={"items": _kept(item.items), "others": _kept(item.others), "tags": ()})


def _kept(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(_item(i) for i in items if i.lead not in SKIPPED_LEADS)


def _tables(section: Section) -> tuple[Block, ...]:
    return tuple(b for b in section.blocks if b.sort == "table")


_ = x
