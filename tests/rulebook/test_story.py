"""The book of numbered paragraphs: nothing is lost, every way leads on, and no paragraph gives away another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from rulewright.play.game import load
from rulewright.rulebook.model import Item, Paragraph, Run, Section, Story
from rulewright.rulebook.parts import story as stories
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.story import APART, FAR, is_story, told_kinds
from rulewright.rulebook.parts.telling import Draft
from rulewright.rulebook.render import documents, pdf
from rulewright.rulebook.text import joined
from tests.rulebook.books import book, box, query, words

TALE = """\
game "A Walk" for 2 players: Ann, Ben
  joy: 0 to 9 = 0

piece Meeting: 2
  | name     |
  | The Fox  |
  | The Well |

piece Close: 2
  | number | name  |
  | 1      | Home  |
  | 2      | Away  |
  printed number: 1 to 9

piece Token: 3
  | name  |
  | Stone |
  | Leaf  |
  | Twig  |

place way: deck of Meeting, seen by none
place purse: pile of Token

setup
  put all Meeting on way
  put all Token on purse

play
  Ann resolves "The Fox"
  Ben resolves "The Well"
  resolve Close 1

to cheer
  roll die giving pips
  if pips > 3: set joy to 5

Meeting "The Fox"
  > A fox stands in the way.
  player must
    "Stroke it"
      > It bites.
      set joy to 1
    "Run" if joy is 0
      > It yawns.
    "Sing"
      cheer
      if joy is 5
        > It sings with you.
      else
        > It howls.
  set joy to 3
  if joy is 3
    > A bird calls.

Meeting "The Well"
  > Water far below.
  each Player must secretly
    "Drink": set joy to 2
    "Pass by": set joy to 4
  if joy is 2
    > It is sweet.
  else
    set joy to 7

Close 1 "Home"
  > The door is open.
  draw

Close 2 "Away"
  > The road goes on.
  draw
"""


@pytest.fixture(scope="module")
def tale(tmp_path_factory: pytest.TempPathFactory) -> Story:
    file = tmp_path_factory.mktemp("tale") / "walk.rules"
    file.write_text(TALE, encoding="utf-8")
    return of_file(file)


def of_file(file: Path) -> Story:
    found = stories.make(Making(load(file, engine="interpreter")))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def princes() -> Story:
    _, _, found = box("two_princes")
    assert found is not None
    return found


def runs(items: tuple[Item, ...]) -> Iterator[Run]:
    for item in items:
        yield from item.text
        yield from runs(item.items)
        yield from runs(item.others)


def leads(paragraph: Paragraph) -> list[int]:
    """All numbers a paragraph sends its reader to."""
    told = [*runs(paragraph.exact), *(run for text, _ in paragraph.choices for run in text)]
    found = [int(run.text) for run in told if run.ref.startswith("p-")]
    return [*found, *(to for _, to in paragraph.choices if to), *([paragraph.then] if paragraph.then else [])]


def all_text(paragraph: Paragraph) -> str:
    return " ".join(joined(p.text) for p in paragraph.prose)


def by_card(story: Story) -> dict[str, list[Paragraph]]:
    found: dict[str, list[Paragraph]] = defaultdict(list)
    for paragraph in story.paragraphs:
        found[paragraph.card].append(paragraph)
    return found


# ---------------------------------------------------------------- a small story


def test_what_is_told_follows_from_the_rules_and_not_from_names(tale: Story) -> None:
    cards = by_card(tale)
    assert set(cards) == {"Meeting/The Fox", "Meeting/The Well", "Close/Home", "Close/Away"}
    fox = next(p for p in cards["Meeting/The Fox"] if p.first)
    assert all_text(fox) == "A fox stands in the way."
    assert joined(fox.asks) == "You choose:"
    labels = [joined(text) for text, _ in fox.choices]
    assert labels[0] == "Stroke it" and labels[1] == "Run (only if the joy is 0)"
    assert labels[2].startswith("Sing: Cheer. If the joy is 5, read ")  # a test of which everybody may know, and where its outcomes are
    assert fox.then


def test_every_outcome_is_a_paragraph_of_its_own(tale: Story) -> None:
    numbered = {p.number: p for p in tale.paragraphs}
    fox = next(p for p in tale.paragraphs if p.card == "Meeting/The Fox" and p.first)
    outcomes = [all_text(numbered[n]) for n in leads(fox)]
    assert outcomes == ["It sings with you.", "It howls.", "It bites.", "It yawns.", ""]
    after = numbered[fox.then]
    assert [all_text(numbered[n]) for n in leads(after)] == ["A bird calls."]
    bitten = next(p for p in tale.paragraphs if all_text(p) == "It bites.")
    assert bitten.then == fox.then  # whatever was chosen, the card goes on there


def test_a_secret_choice_stays_where_it_is_and_its_outcome_does_not(tale: Story) -> None:
    numbered = {p.number: p for p in tale.paragraphs}
    well = next(p for p in tale.paragraphs if p.card == "Meeting/The Well" and p.first)
    assert joined(well.asks) == "Each player chooses secretly:"
    assert [(joined(text), to) for text, to in well.choices] == [("Drink: set the joy to 2.", 0), ("Pass by: set the joy to 4.", 0)]
    rest = numbered[well.then]
    # one of the branches is told, so both are read elsewhere
    assert len(leads(rest)) == 2
    assert all_text(numbered[leads(rest)[0]]) == "It is sweet."


def test_kinds_that_no_place_holds_stand_in_the_book_alone(tmp_path: Path) -> None:
    file = tmp_path / "walk.rules"
    file.write_text(TALE, encoding="utf-8")
    world = load(file, engine="interpreter").world
    assert told_kinds(world) == {"Meeting", "Close"}
    assert {k for k, sym in world.kinds.items() if stories.only_told(world, sym)} == {"Close"}


def test_a_game_without_told_cards_has_no_story() -> None:
    for game in ("two_heirs", "grandlins_heirs", "chess"):
        making, _, told = box(game)
        assert told is None and not any(is_story(c) for c in making.world.cards)


# ---------------------------------------------------------------- spoilers


def test_numbers_are_complete_and_every_reference_leads_somewhere(princes: Story) -> None:
    numbers = [p.number for p in princes.paragraphs]
    assert numbers == list(range(1, len(numbers) + 1))
    begins = [to for o in princes.opening for _, to in o.entries]
    assert sorted(begins) == [p.number for p in princes.paragraphs if p.first]
    referred = {n for p in princes.paragraphs for n in leads(p)}
    assert referred <= set(numbers)
    assert referred | set(begins) == set(numbers), "a paragraph nobody is sent to"


def test_references_stay_within_a_card_or_lead_to_an_ending(princes: Story) -> None:
    numbered = {p.number: p for p in princes.paragraphs}
    for paragraph in princes.paragraphs:
        for n in leads(paragraph):
            to = numbered[n]
            assert (to.card == paragraph.card and not to.first) or (to.first and to.card.split("/")[0] in {"Ending", "to"})


def test_how_an_ending_is_found_is_told_in_the_book_alone(princes: Story) -> None:
    """The rules send their reader there; the conditions of the endings are read when the story ends, and not before."""
    numbered = {p.number: p for p in princes.paragraphs}
    rules = next(o for o in princes.opening if o.title == "From the rules")
    assert [name for name, _ in rules.entries] == ["Open book"]
    head = numbered[rules.entries[0][1]]
    passages = [numbered[n] for n in leads(head)]
    assert len(passages) == 5
    endings = [numbered[n] for passage in passages for n in leads(passage)]
    assert sorted(p.number for p in endings) == sorted(p.number for p in princes.paragraphs if p.card.startswith("Ending/"))
    section = next(s for s in flat(book("two_princes").reference) if s.title == "Open book")
    said = " ".join(joined(item.text) for block in section.blocks if block.sort == "exact" for item in block.items)
    assert said == f"Read paragraph {head.number} of the book of the story, when the rules or a card say so."


def flat(sections: tuple[Section, ...]) -> Iterator[Section]:
    for section in sections:
        yield section
        yield from flat(section.sections)


def test_decision_and_consequence_are_apart(princes: Story) -> None:
    """No two paragraphs of a card lie near each other, so that neither is read by accident."""
    for found in by_card(princes).values():
        assert all(b.number - a.number > FAR for a, b in pairwise(found))


def test_endings_are_apart_and_nameless(princes: Story) -> None:
    endings = [p for p in princes.paragraphs if p.card.startswith("Ending/")]
    assert len(endings) == 32 and not any(p.title for p in endings)
    assert all(b.number - a.number > APART for a, b in pairwise(endings))
    listed = next(o for o in princes.opening if o.kind == "Ending")
    assert not listed.card and [name for name, _ in listed.entries] == [str(n) for n in range(1, 33)]


def test_consequences_have_no_titles_and_the_order_tells_nothing(princes: Story) -> None:
    assert not any(p.title for p in princes.paragraphs if not p.first)
    places = [(p.sources[0].file, p.sources[0].start) for p in princes.paragraphs if p.first]
    rising = sum(a < b for a, b in pairwise(places)) / (len(places) - 1)
    assert 0.35 < rising < 0.65  # as often up as down: numbers do not follow the rules text


def test_what_follows_a_choice_is_told_nowhere_else() -> None:
    """Neither the rulebook nor the aid nor a card shows the text of a consequence or of an ending."""
    found = book("two_princes")
    assert found.story is not None
    secret = [joined(p.text) for one in found.story.paragraphs if not one.first or one.card.startswith("Ending/") for p in one.prose]
    assert len(secret) > 300
    elsewhere = found.model_copy(update={"story": None, "kit": found.kit.model_copy(update={"sheets": ()})}).model_dump_json()
    faces = " ".join(words_of_svg(s.front) for s in found.kit.sheets)
    for text in secret:
        assert text[:60] not in elsewhere.replace('\\"', '"'), text
        assert text[:60] not in faces, text


def words_of_svg(svg: str) -> str:
    import xml.etree.ElementTree as ET

    return " ".join(element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("text"))


def test_cards_say_where_to_read(princes: Story) -> None:
    _, kit, _ = box("two_princes")
    first = {p.card: p.number for p in princes.paragraphs if p.first}
    for sheet in kit.sheets:
        number = first.get(f"{sheet.kind}/{sheet.name}")
        assert (f">Read {number}<" in sheet.front) == (number is not None), sheet.name


def test_the_order_is_the_same_every_time(tale: Story, tmp_path: Path) -> None:
    file = tmp_path / "walk.rules"
    file.write_text(TALE, encoding="utf-8")
    assert of_file(file) == tale


@pytest.mark.parametrize("sizes", [[1], [2], [5], [3, 3, 3], [9] * 4 + [1] * 40, [2] * 100])
def test_any_number_of_paragraphs_finds_an_order(sizes: list[int]) -> None:
    drafts = [Draft(f"c{c}/{i}", f"c{c}", "Card") for c, size in enumerate(sizes) for i in range(size)]
    found = stories.shuffled(drafts, "seed", set())
    assert sorted(d.key for d in found) == sorted(d.key for d in drafts)
    if len(sizes) > 2:
        assert all(a.card != b.card for a, b in pairwise(found))


# ---------------------------------------------------------------- formats


def test_all_paragraphs_are_in_every_format(princes: Story) -> None:
    found = book("two_princes")
    source = pdf.source(found, "story")
    numbers = [f["value"] for f in query(source, "<told>")]
    assert numbers == [p.number for p in princes.paragraphs]
    set_text = " ".join(words(p["body"]) for p in query(source, "par")).replace("\u00a0", " ")
    html = documents.html(found, "story")
    markdown = documents.markdown(found, "story", False, "x")[0].data.decode()
    for paragraph in princes.paragraphs:
        assert f'id="p-{paragraph.number}"' in html and f'<a id="p-{paragraph.number}"></a>' in markdown
        for prose in paragraph.prose:
            assert joined(prose.text) in set_text


def test_a_short_line_without_a_stop_is_said_where_its_rule_is_used(tmp_path: Path) -> None:
    """Somebody at its start agrees with the verb, holes are filled, and a rival of a game that nobody wins is the other player."""
    verb = "to soothe Mood for set of Player as walkers\n  >> {walkers} take a {mood} token\n"
    verb += "  each player in walkers: set player.mood to mood\n\n"
    flag = "define calm(player) = player.mood is easy\n  >> {player} is at ease\n\n"
    state = "type Mood: easy or sad\n\neach Player has mood: Mood = sad\n\n"
    lines = "  soothe easy for everyone\n  soothe sad for player\n  soothe easy for rival\n"
    lines += "  soothe sad for Ben\n  if not calm(Ben): set joy to 1\n"
    text = TALE.replace("to cheer\n", f"{state}{verb}{flag}to cheer\n").replace(
        "  > The door is open.\n", f"  > The door is open.\n{lines}"
    )
    text = text.replace("  resolve Close 1\n", "  Ann resolves Close 1\n")
    file = tmp_path / "walk.rules"
    file.write_text(text, encoding="utf-8")
    said = "".join(run.text for p in of_file(file).paragraphs for run in runs(p.exact))
    for sentence in (
        "You both take an easy token.",
        "Take a sad token.",
        "The other player takes an easy token.",
        "Ben takes a sad token.",
        "If Ben is not at ease",
    ):
        assert sentence in said
