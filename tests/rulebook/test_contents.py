"""What a rulebook has: all its parts, in an order in which they can be read, with numbers and results from the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.faces import typefaces
from rulewright.play.finding import list_games
from rulewright.rulebook.model import Block, Book, Exact, Example, Figure, Figures, Item, Section, Table
from rulewright.rulebook.parts.book import make
from rulewright.rulebook.parts.examples import ExampleFails
from rulewright.rulebook.render import pages
from rulewright.rulebook.text import joined

from .books import BIG, book

GAME = """game "Numbers" by "A. Author" for 2 players: A, B
  > You begin with {purse} coins and win with {goal}.

option goal: 1 to 20 = {GOAL}
  > How much wins.

define purse = {PURSE}

piece Chip of each Player
place box_of_chips: pile

each Player has
  coins: 0 to 99 = 0

setup
  > Each player takes {purse} coins.
  each Player: player gains purse coins

turn
  player must earn

action earn
  > Roll for it.
  roll die giving pips
  if pips >= 5: player gains 2 coins
  else: player gains 1 coins

when some Player where player.coins >= goal
  player wins

example "Rich enough"
  > With {goal - 1} coins there is little left to do.
  given A.coins is 3
  when A earns
  when chance rolls 5
  then A.coins is 5
"""


def sections(found: tuple[Section, ...]) -> Iterator[Section]:
    for section in found:
        yield section
        yield from sections(section.sections)


def section(found: Book, title: str) -> Section:
    """A section of the reference."""
    return next(s for s in sections(found.reference) if s.title == title)


def told(found: Book, title: str) -> Section:
    """A section of the rulebook."""
    return next(s for s in sections(found.sections) if s.title == title)


def blocks(found: Book) -> Iterator[Block]:
    for one in sections(found.sections):
        yield from one.blocks


def lines(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        yield f"{item.lead} {joined(item.text)}".strip()
        yield from lines(item.items)
        yield from lines(item.others)


def exact(found: Section) -> list[str]:
    return [line for b in found.blocks if isinstance(b, Exact) for line in lines(b.items)]


def write(folder: Path, purse: int = 3, goal: int = 12) -> Path:
    file = folder / "numbers.rules"
    file.write_text(GAME.replace("{PURSE}", str(purse)).replace("{GOAL}", str(goal)), encoding="utf-8")
    return file


def said(found: Book) -> str:
    marked = " ".join(joined(i.text) for b in blocks(found) if b.sort == "steps" for i in b.items)
    return (
        marked
        + " ".join(joined(b.text) for b in (*found.about, *blocks(found)) if b.sort == "prose")
        + " ".join(joined(p.text) for b in blocks(found) if isinstance(b, Example) for p in b.prose)
    )


def test_numbers_in_prose_come_from_the_rules(tmp_path: Path) -> None:
    text = said(make(write(tmp_path)).book)
    assert "You begin with 3 coins and win with 12." in text
    assert "Each player takes 3 coins." in text
    assert "With 11 coins" in text
    text = said(make(write(tmp_path, 7, 15)).book)
    assert "You begin with 7 coins and win with 15." in text
    assert "With 14 coins" in text


def test_credits_fingerprint_and_options(tmp_path: Path) -> None:
    found = make(write(tmp_path)).book
    assert found.credits == ("A. Author",)
    colophon = " ".join(exact(section(found, "Version and credits")))
    assert found.fingerprint in colophon
    assert "goal: 12" in colophon
    assert "A. Author" in colophon
    assert make(write(tmp_path, 4)).book.fingerprint != found.fingerprint


def test_odds_are_exact(tmp_path: Path) -> None:
    found = make(write(tmp_path)).book
    odds = next(s for s in found.reference if s.title == "Odds")
    tables = [b for s in odds.sections for b in s.blocks if b.sort == "table"]
    rows = [[joined(c) for c in row.cells] for table in tables for row in table.rows]
    assert ["the pips are at least 5", "1/3 (33 %)"] in rows


def test_results_of_examples_are_filled_in_by_running_them(tmp_path: Path) -> None:
    found = make(write(tmp_path)).book
    example = next(b for b in blocks(found) if isinstance(b, Example))
    assert [s.kind for s in example.steps] == ["given", "when", "when", "then"]
    assert joined(example.steps[-1].text) == "A has exactly 5 coins."
    wrong = write(tmp_path)
    wrong.write_text(wrong.read_text(encoding="utf-8").replace("then A.coins is 5", "then A.coins is 6"), encoding="utf-8")
    with pytest.raises(ExampleFails, match="Rich enough"):
        make(wrong)


def test_examples_are_drawn_from_the_position_that_was_reached() -> None:
    example = next(b for b in blocks(book("chess")) if isinstance(b, Example) and b.title == "Stalemate")
    (before,), (after,) = example.before, example.after
    assert "queen on g5" in before.alt
    assert "queen on g6" in after.alt
    assert before.svg != after.svg


def test_every_condition_is_printed_even_where_prose_is_silent() -> None:
    castle = " ".join(exact(section(book("chess"), "Castle")))
    for words in ("you are not in check", "is not marked “moved”", "there is no man between", "not attacked"):
        assert words in castle, words
    assert "Cost: 3 crowns." in exact(section(book("kingdom_of_heroes"), "Promote"))


@pytest.mark.parametrize("game", list_games())
def test_parts_and_their_order(game: str) -> None:
    found = book(game)
    titles = [s.title for s in found.sections]
    assert titles[:2] == ["What is in the box", "Setting up"]
    assert found.goal and found.index
    assert found.cover is not None and found.cover.alt.startswith(found.title)
    after = [t for t in titles if t.startswith("End of the game")]
    assert after and titles.index(after[0]) > 2
    if "Terms and index" in titles:
        assert titles[-1] == "Terms and index"
    assert all(s.kind != "definition" or s.blocks for s in sections(found.sections))
    pictures = [b for b in told(found, "Setting up").blocks if isinstance(b, Figure | Figures)]
    assert pictures
    assert [s.number for s in found.reference] == [str(n + 1) for n in range(len(found.reference))]


@pytest.mark.parametrize("game", list_games())
def test_every_name_and_sentence_can_be_printed(game: str) -> None:
    """No character is missing in the fonts, no mark of ours is left over, no name of the rules stands as it is written there."""
    found = book(game)
    source = pages.source(found, "rulebook") + pages.source(found, "reference") if game not in BIG else ""
    assert typefaces.missing(source) == ""
    for block in (b for s in sections(found.reference) for b in s.blocks):
        if isinstance(block, Exact):
            for line in lines(block.items):
                assert not any("\ue000" <= c <= "\ue002" for c in line)
                assert "_" not in line, line
                assert "  " not in line, line


@pytest.mark.parametrize("game", list_games())
def test_references_lead_somewhere(game: str) -> None:
    found = book(game)
    ids: set[str] = set()
    wanted: set[str] = set()

    def walk(node: object) -> None:
        if isinstance(node, dict):
            if isinstance(node.get("id"), str):
                ids.add(node["id"])
            if node.get("ref"):
                wanted.add(node["ref"])
            for inside in node.values():
                walk(inside)
        elif isinstance(node, list | tuple):
            for inside in node:
                walk(inside)

    for part in ("sections", "reference"):
        ids.clear()
        wanted.clear()
        walk(found.model_dump(include={part}))
        assert wanted - ids == set()
    assert {i for e in found.index for i in (*e.main, *e.others)} - ids == set()


def test_a_game_for_one() -> None:
    """Henry sits at the table and decides nothing: the book is for one player."""
    found = make("two_heirs", variants=("Henry",), kit=False).book
    assert found.players == "1 player"
    assert "Players: 1 player, called White. The rules move Blue." in exact(section(found, "The game"))


def test_variants_and_options() -> None:
    found = book("two_heirs")
    assert {"Sets", "Stacking", "Variant: Henry"} <= {s.title for s in sections(found.reference)}
    assert any(line.endswith("in this book: travel, industry, church.") for line in exact(section(found, "Sets")))
    asked = [q for b in told(found, "Questions that come up").blocks if b.sort == "questions" for q in b.items]
    assert asked and all(q.answer for q in asked)
    assert "A variant: it counts only if you choose it before the game." in {
        joined(b.text) for b in told(found, "Henry").blocks if b.sort == "plain"
    }


def test_the_authors_questions_have_their_answers(tmp_path: Path) -> None:
    file = write(tmp_path)
    text = file.read_text(encoding="utf-8")
    chapter = 'chapter "Questions"\n  > Does a coin on its edge count? No, roll again. Who begins? The oldest.\n\n'
    file.write_text(text.replace('example "Rich', chapter + 'example "Rich'), encoding="utf-8")
    (found,) = told(make(file).book, "Questions that come up").blocks
    assert found.sort == "questions"
    pairs = [(joined(q.ask), joined(q.answer)) for q in found.items]
    assert pairs[:2] == [("Does a coin on its edge count?", "No, roll again."), ("Who begins?", "The oldest.")]


def test_the_tables_have_every_tile_with_its_picture() -> None:
    tables = [b for s in sections(told(book("two_heirs"), "The buildings, set by set").sections) for b in s.blocks if b.sort == "cardtable"]
    rows = [row for table in tables for row in table.rows]
    assert sum(named.copies for row in rows for named in row.names) == 54
    assert {"Inn", "Cathedral", "Siege Tower", "Garrison", "Guildhall", "Cooperage"} <= {n.name for row in rows for n in row.names}
    assert all(row.faces and row.faces[0].alt and row.prose for row in rows)


@pytest.mark.parametrize("game", list_games())
def test_rulings_say_how_every_option_is_settled_and_what_it_changes(game: str) -> None:
    found = book(game)
    rulings = next((s for s in found.reference if s.title == "Rulings"), None)
    if not found.options:
        assert rulings is None or not any(isinstance(b, Table) for b in rulings.blocks)
        return
    assert rulings is not None
    table = next(b for b in rulings.blocks if isinstance(b, Table))
    for (name, value), row in zip(found.options, table.rows, strict=True):
        question, settled, other, changed = (joined(cell) for cell in row.cells)
        assert question.lower().startswith(name.replace("_", " ")) and len(question) > len(name) + 20
        assert settled == value.replace("_", " ").replace(",", ", ")
        assert other and other != settled
        assert (
            (changed and any(run.ref for run in row.cells[3]))
            or changed in {"scoring", "who wins", "who takes part"}
            or changed[0].isupper()
        )


COURT = """
game "Court" for A, B
  > Be the last at court.

piece Card: from "court.csv"
  printed rank: 1 to 8

place deck: deck of Card
place hand of each Player: hand of Card, seen by owner

each Player has
  safe: yes or no = no

setup
  put all Card on deck
  shuffle deck

turn
  set safe to no
  draw 1 Card from deck
  player must reveal_one

action reveal_one Card in hand of player
  move card to box
  resolve card

Card "Handmaid"
  > You are safe until your next turn.
  set safe to yes

Card "Princess"
  > Whoever plays her loses.
  player loses

when deck is empty
  draw
"""


def test_cards_without_chapters(tmp_path: Path) -> None:
    """Cards are listed by themselves; the rules between them stand where rules stand, and only there."""
    (tmp_path / "court.csv").write_text("id,name,rank,copies\nhandmaid,Handmaid,4,5\nprincess,Princess,8,1\n", encoding="utf-8")
    (tmp_path / "court.rules").write_text(COURT.lstrip(), encoding="utf-8")
    found = make(tmp_path / "court.rules", kit=False).book
    titles = [s.title for s in sections(found.sections)]
    assert titles.count("Reveal one") == 1
    lines_ = [line for s in sections(found.reference) for line in exact(s)]
    assert "Take the mark “safe” off yourself." in lines_ and lines_.count("Draw 1 card from the deck.") == 1
