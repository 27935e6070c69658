"""Faults of telling: books with one fault each that a count of constructs passes, and the gate names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rulewright.dsl.syntax import declarations as d
from rulewright.rulebook.coverage import check
from rulewright.rulebook.model import Block, Example, Item, Prose, Section, Source, Told
from rulewright.rulebook.needs import needs
from rulewright.rulebook.parts.book import Made, make
from rulewright.rulebook.text import runs

RULES = """game "Quay" for Ann, Bob
  > Bring crates into the boat.

piece Crate: 6
place quay: grid 3 by 1 of Berth
place boat: pile of Crate

setup
  put Crate on {a1, b1}
  > Put a crate on each of the first two berths.

play
  repeat 2 times
    each Player takes turn
  > After two rounds the game is over.

turn
  > Shift a crate, or load one.
  player may shift or load

define vacant = all Berth in quay where berth is empty

action shift Crate in quay to Berth in vacant
  > Move a crate to an empty berth.
  move crate to berth

action load Crate in quay
  > Bring a crate from the quay into the boat.
  move crate to boat

example "To the end" beside shift
  > The crate goes to the last berth.
  given put Crate on b1
  when Ann shifts the Crate in b1 to c1
  then some Crate in c1

score
  boat: count Crate in boat
    > 1 point for each crate in the boat.
"""


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("quay")
    (folder / "quay.rules").write_text(RULES, encoding="utf-8")
    return make(folder / "quay.rules", kit=False)


def source(made: Made, name: str) -> Source:
    """The place of a declaration, or of the first sentence of one: `load.move`."""
    name, _, inside = name.partition(".")
    for decl in made.body:
        own = getattr(getattr(decl, "signature", decl), "name", "")
        if own == name and isinstance(decl, d.Define | d.Action):
            span = next(s.span for s in decl.body if isinstance(s, d.Sentence)) if inside and isinstance(decl, d.Action) else decl.span
            return Source(file=span.file, line=1, start=span.start, end=span.end)
    raise AssertionError(name)


def with_sections(made: Made, change: Callable[[Section], Section]) -> Made:
    def walk(sections: tuple[Section, ...]) -> tuple[Section, ...]:
        return tuple(change(s.model_copy(update={"sections": walk(s.sections)})) for s in sections)

    return replace(made, book=made.book.model_copy(update={"sections": walk(made.book.sections)}))


def a_head_over_nothing(made: Made) -> Made:
    head = Section(
        id="r-vacant", title="Vacant", blocks=(Prose(text=runs("Vacant are all berths."), made=True),), sources=(source(made, "vacant"),)
    )
    return replace(made, book=made.book.model_copy(update={"sections": (*made.book.sections, head)}))


def a_twin(made: Made) -> Made:
    twin = Told(items=(Item(text=runs("Put the crate in the boat."), sources=(source(made, "load.move"),)),))
    return with_sections(made, lambda s: s.model_copy(update={"blocks": (*s.blocks, twin)}) if s.title == "Load" else s)


def an_example_among_the_rules(made: Made) -> Made:
    found: list[Block] = [b for s in flat(made.book.sections) for b in s.blocks if isinstance(b, Example)]

    def change(section: Section) -> Section:
        own = tuple(b for b in section.blocks if not isinstance(b, Example))
        return section.model_copy(update={"blocks": (*own, *found) if section.title == "Shift" else own})

    return with_sections(made, change)


def a_picture_without_marks(made: Made) -> Made:
    def bare(block: Block) -> Block:
        if not isinstance(block, Example):
            return block
        both = {side: tuple(f.model_copy(update={"marks": 0}) for f in getattr(block, side)) for side in ("before", "after")}
        return block.model_copy(update=both)

    return with_sections(made, lambda s: s.model_copy(update={"blocks": tuple(map(bare, s.blocks))}))


def flat(sections: tuple[Section, ...]) -> list[Section]:
    return [found for s in sections for found in (s, *flat(s.sections))]


FAULTS: dict[str, tuple[Callable[[Made], Made], str]] = {
    "a definition without words has a head": (a_head_over_nothing, "quay.rules:21: vacant has a head and no words"),
    "prose and its twin": (a_twin, "quay.rules:29: a rule is told twice, in prose and in words made from it"),
    "an example among the rules": (an_example_among_the_rules, "the example “To the end” stands before rules of its chapter"),
    "a picture without what it is about": (
        a_picture_without_marks,
        "quay.rules:31: the pictures of “To the end” do not show what happened",
    ),
}


def test_a_sound_book_has_none_of_them(quay: Made) -> None:
    assert [str(n) for n in needs(quay)] == []


@pytest.mark.parametrize("fault", FAULTS)
def test_the_gate_names_what_the_older_one_passes(quay: Made, fault: str) -> None:
    change, named = FAULTS[fault]
    broken = change(quay)
    assert check(broken).complete, "the older gate counts constructs, and all are there"
    assert named in [str(n) for n in needs(broken)]
