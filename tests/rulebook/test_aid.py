"""The player aid: one page for every game on every paper, with its turn, actions, costs, scoring and end."""

from __future__ import annotations

import pytest

from rulewright.rulebook.model import Aid, Book, Exact, Item, Run, Section
from rulewright.rulebook.render import pdf
from rulewright.rulebook.text import joined
from tests.rulebook.books import GAMES, PAPERS, query, rules, words


@pytest.mark.parametrize("game", GAMES)
def test_the_aid_is_one_page_and_has_all_actions(game: str) -> None:
    found = rules(game)
    for paper in PAPERS:
        source = pdf.aid_source(found, paper)
        assert pdf.page_count(source) == 1
    said = " ".join(words(p["body"]) for p in query(source, "par"))
    named = [s.title for group in found.aid.lengths[0] for s in group.sections if group.id == "aid-actions"]
    deeds = [s.title for s in flat(found.sections) if s.kind in {"action", "interrupt"}]
    assert named == deeds
    for title in [*named, *(group.title for group in found.aid.lengths[0])]:
        assert title in said or title in source


@pytest.mark.parametrize("game", ["two_heirs", "kingdom_of_heroes", "goofspiel"])
def test_costs_and_scores_are_on_it_at_every_length(game: str) -> None:
    found = rules(game)
    scores = [s for s in flat(found.sections) if s.kind == "score"]
    for columns in found.aid.lengths:
        groups = {group.id: group for group in columns}
        rows = [row for block in groups["aid-score"].blocks if block.sort == "table" for row in block.rows]
        assert len(rows) == sum(len(b.rows) for s in scores for b in s.blocks if b.sort == "table") > 0
        assert costs(list(groups["aid-actions"].sections)) == costs([s for s in flat(found.sections) if s.kind in {"action", "interrupt"}])


def costs(sections: list[Section]) -> list[str]:
    items = [item for s in sections for block in s.blocks if block.sort == "exact" for item in block.items]
    return [joined(item.text) for item in items if item.lead.startswith("Cost")]


def flat(sections: tuple[Section, ...]) -> list[Section]:
    found = []
    for section in sections:
        if section.kind != "variant" and section.id != "r-setup":
            found += [section, *flat(section.sections)]
    return found


def long_aid(lines: int, short: int) -> Book:
    def columns(count: int) -> tuple[Section, ...]:
        items = tuple(Item(text=(Run(text=f"Line {n} of a rule that goes on and on, as rules will."),), lead="Then") for n in range(count))
        return (Section(id="aid-turn", title="Course of play", blocks=(Exact(items=items),)),)

    return Book(title="Long", players="2 players", accent="#37475a", aid=Aid(lengths=(columns(lines), columns(short), columns(short))))


def test_a_long_aid_is_printed_shorter_before_it_is_printed_small() -> None:
    source = pdf.aid_source(long_aid(500, 60), "a4")
    assert pdf.page_count(source) == 1 and "Line 59 of" in source and "Line 60 of" not in source


def test_an_aid_that_fits_at_no_length_is_an_error() -> None:
    with pytest.raises(pdf.AidTooLong, match="The player aid of Long does not fit on one page"):
        pdf.aid_source(long_aid(500, 500), "letter")
