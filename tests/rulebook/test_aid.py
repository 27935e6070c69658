"""The player aid: one side or two for every game on every paper, with its turn, actions, what they need, scoring and end."""

from __future__ import annotations

import pytest

from rulewright.rulebook.model import Aid, Book, Deed, Glance, Prose, Run, Section
from rulewright.rulebook.render import pdf
from rulewright.rulebook.text import joined
from tests.rulebook.books import GAMES, book, query, words


@pytest.mark.parametrize("game", GAMES)
def test_the_aid_has_all_actions_and_is_not_long(game: str) -> None:
    found = book(game)
    source = pdf.aid_source(found, "letter")
    assert pdf.page_count(source) <= 2
    said = " ".join(words(p["body"]) for p in query(source, "par"))
    deeds = [s.title for s in flat(found.sections) if s.kind in {"action", "interrupt"}]
    named = [s.title for group in found.aid.lengths[0] for s in group.sections]
    for title in deeds:
        assert any(name.startswith(title) for name in named), title
    for title in (group.title for group in found.aid.lengths[-1]):  # a table of cards only where there is room
        assert title in said or title in source
    assert "…" not in said.replace("You …", ""), "nothing is cut off"


def flat(sections: tuple[Section, ...]) -> list[Section]:
    found = []
    for section in sections:
        if section.kind not in {"variant", "setup"}:
            found += [section, *flat(section.sections)]
    return found


def test_every_row_of_the_overview_and_every_way_to_score_is_on_it() -> None:
    found = book("two_heirs")
    rows: list[Deed] = [row for s in flat(found.sections) for b in s.blocks if isinstance(b, Glance) for row in b.rows]
    for columns in found.aid.lengths:
        groups = {group.id: group for group in columns}
        titles = [s.title for s in groups["aid-turn"].sections]
        assert [t for t in titles if any(t.startswith(row.name) for row in rows)] == titles[: len(rows)]
        said = " ".join(joined(b.text) for b in groups["aid-score"].blocks if isinstance(b, Prose))
        assert "Buildings." in said and "Roads." in said
    names = {
        joined(row.cells[0]) for b in {g.id: g for g in found.aid.lengths[0]}["aid-cards"].blocks if b.sort == "table" for row in b.rows
    }
    assert any(name.startswith("Cathedral") for name in names) and any(name.startswith("Cowshed") for name in names)


def long_aid(lines: int, short: int) -> Book:
    def columns(count: int) -> tuple[Section, ...]:
        blocks = tuple(Prose(text=(Run(text=f"Line {n} of a rule that goes on and on, as rules will."),)) for n in range(count))
        return (Section(id="aid-turn", title="Course of play", blocks=blocks),)

    return Book(title="Long", players="2 players", accent="#37475a", aid=Aid(lengths=(columns(lines), columns(short), columns(short))))


def test_a_long_aid_is_printed_shorter_before_it_is_printed_small() -> None:
    source = pdf.aid_source(long_aid(900, 60), "a4")
    assert pdf.page_count(source) == 1 and "Line 59 of" in source and "Line 60 of" not in source


def test_an_aid_that_fits_at_no_length_is_an_error() -> None:
    with pytest.raises(pdf.AidTooLong, match="The player aid of Long does not fit on two pages"):
        pdf.aid_source(long_aid(900, 900), "letter")
