"""Misery, what is remembered, and how the story ends."""

from __future__ import annotations

from itertools import product

import pytest

from rulewright.cli.table.prose import sections
from rulewright.core import ir
from rulewright.core.effects import Effects
from rulewright.core.walk import statements
from tests.games.two_princes.table import EDWARD, PRINCES, RICHARD, Scene, game_with, scene, whole

proves = pytest.mark.proves
PASSAGES = ("ruin", "boat", "streets", "parted", "surrender")
WELL = {EDWARD: "E1 E2 E3 E4 E5", RICHARD: "R1 R2 R3 R4 R5"}
ILL = {"wounded": ("WO_1 WO_2", "WO_3 WO_4"), "afraid": ("AF_1 AF_2", "AF_3 AF_4"), "sick": ("SI_1 SI_2", "SI_3 SI_4")}


def hands(edward: str = "", richard: str = "") -> dict[str, str]:
    """Hands in which a prince has two cards of one type."""
    first = f"{ILL[edward][0]} E1 E2 E3" if edward else WELL[EDWARD]
    second = f"{ILL[richard][1]} R1 R2 R3" if richard else WELL[RICHARD]
    return {EDWARD: first, RICHARD: second}


def ending(passage: str, **given: object) -> str:
    here = scene(**given)  # type: ignore[arg-type]
    here.do("open_book", PASSAGES.index(passage))
    assert here.ending is not None
    return here.ending


# One row for each line of the book: the section, what is so, the ending.
BOOK: list[tuple[str, dict[str, object], str]] = [
    ("ruin", {"part": "tower"}, "Broken before the Flight"),
    ("ruin", {"part": "interlude"}, "Broken before the Flight"),
    ("ruin", {"part": "part_a", "facts": ["the_guards_are_alerted"]}, "Taken on the Stair"),
    ("ruin", {"part": "part_a"}, "The Silent Chamber"),
    ("ruin", {"part": "part_b", "facts": ["the_brothers_quarrelled", "the_black_knight_saw_you"]}, "One Brother Falls"),
    ("ruin", {"part": "part_b", "facts": ["the_black_knight_saw_you"]}, "The Black Knight's Errand"),
    ("ruin", {"part": "part_b", "facts": ["the_guards_are_alerted"]}, "Within Sight of the River"),
    ("boat", {"hands": hands("sick")}, "Fever on the Water"),
    ("boat", {"hands": hands("", "sick")}, "Fever on the Water"),
    ("boat", {"hands": hands("wounded"), "misery": 4}, "Blood in the Boat"),
    ("boat", {"hands": hands("", "wounded"), "misery": 5}, "Blood in the Boat"),
    ("boat", {"hands": hands("afraid", "afraid"), "misery": 5}, "They Turned the Boat"),
    ("boat", {"hands": hands("wounded", "afraid"), "misery": 3}, "The Boat Drifts"),
    ("boat", {"hands": hands("wounded"), "misery": 3}, "Richard Rows Alone"),
    ("boat", {"hands": hands("", "afraid")}, "The Little Brother Sleeps"),
    ("boat", {"facts": ["edward_swore_to_be_king", "you_wrote_to_mother"]}, "A King across the Sea"),
    ("boat", {"facts": ["you_wrote_to_mother", "a_boatman_waits_at_the_water_gate", "you_freed_the_prisoner"]}, "Mother's Harbour"),
    ("boat", {"facts": ["a_boatman_waits_at_the_water_gate", "you_freed_the_prisoner"]}, "Smugglers' Sons"),
    ("boat", {"misery": 1, "facts": ["edward_swore_to_be_king"]}, "Two Lads of Bruges"),
    ("boat", {"misery": 2, "facts": ["you_freed_the_prisoner"]}, "Fog and Freedom"),
    ("streets", {"hands": hands("wounded", "wounded"), "facts": ["you_wear_servants_clothes"]}, "Found at Dawn"),
    ("streets", {"hands": hands("sick"), "facts": ["the_physician_is_your_friend"]}, "The Physician's House"),
    ("streets", {"hands": hands("", "sick")}, "Plague Lane"),
    ("streets", {"hands": hands("afraid", "wounded")}, "Back to the Gate"),
    ("streets", {"hands": hands("wounded"), "facts": ["you_defied_your_uncle", "the_black_knight_saw_you"]}, "The Uncle's Long Arm"),
    ("streets", {"misery": 2, "facts": ["edward_swore_to_be_king", "you_wear_servants_clothes"]}, "Banners of York"),
    ("streets", {"misery": 3, "facts": ["edward_swore_to_be_king", "you_wear_servants_clothes"]}, "Bakers' Apprentices"),
    ("streets", {"misery": 3, "facts": ["edward_swore_to_be_king"]}, "Sanctuary Bells"),
    ("parted", {"hands": hands("sick", "wounded")}, "Neither Seen Again"),
    ("parted", {"hands": hands("afraid"), "facts": ["the_raven_follows_you"]}, "The Heir Is Lost"),
    ("parted", {"hands": hands("", "wounded")}, "A Crown without a Brother"),
    ("parted", {"facts": ["the_raven_follows_you"]}, "The Raven Brings Them Together"),
    ("parted", {}, "Two Names, Two Lives"),
    ("surrender", {"facts": ["you_defied_your_uncle"]}, "The Uncle Does Not Forgive"),
    ("surrender", {"hands": hands("sick", "sick")}, "Guests of the Tower"),
]


@proves("TP-131", "TP-128", "TP-132")
@pytest.mark.parametrize(("passage", "given", "expected"), BOOK, ids=[f"{p}-{e}" for p, _, e in BOOK])
def test_the_first_line_that_is_true(passage: str, given: dict[str, object], expected: str) -> None:
    assert ending(passage, **given) == expected


@proves("TP-132")
def test_every_ending_is_in_the_book() -> None:
    assert {expected for _, _, expected in BOOK} == set(game_with().program.endings) and len(game_with().program.endings) == 32


@proves("TP-131")
def test_every_state_has_exactly_one_ending() -> None:
    """A section never gives none: `conclude` has happened whatever is true."""
    for passage, part, misery, edward, richard in product(PASSAGES, ("tower", "part_b"), (0, 5), ("", "sick", "wounded"), ("", "afraid")):
        assert ending(passage, part=part, misery=misery, hands=hands(edward, richard))


@proves("TP-128", "TP-013")
def test_what_the_book_reads() -> None:
    """Misery, hands and what is remembered, besides the section and the part; and nothing else in the game reads misery."""
    program = game_with().program
    effects = Effects(program)
    book = next(p for p in program.procs if p.name == "open_book")
    names = {field.name for stmt in statements(book.body) if isinstance(stmt, ir.If) for field in effects.reads(stmt.test)}
    assert names == {"game.part", "game.misery", "game.facts", "Card.members.hand"}
    misery = next(f for f in program.fields if f.name == "game.misery")
    reading = set()
    for proc in program.procs:
        for stmt in statements(proc.body):
            if isinstance(stmt, ir.If | ir.While) and misery in effects.reads(stmt.test):
                reading.add(proc.name)
    assert {name for name in reading if not name.startswith("as soon as")} == {"open_book"}
    assert sum(name.startswith("as soon as") for name in reading) == 1


@proves("TP-129")
def test_one_of_a_type_does_no_harm() -> None:
    one_each = {EDWARD: "SI_1 WO_1 AF_1 E1 E2", RICHARD: "SI_2 WO_2 AF_2 R1 R2"}
    assert ending("boat", hands=one_each) == "Two Lads of Bruges"
    assert ending("boat", hands={**one_each, EDWARD: "SI_1 SI_3 E1 E2 E3"}) == "Fever on the Water"


@proves("TP-130")
def test_only_the_hand_counts() -> None:
    given = {"hands": {**WELL, EDWARD: "SI_1 E1 E2 E3 E4"}, "discards": {EDWARD: "SI_2"}, "decks": {EDWARD: "SI_3 E6", RICHARD: "R6"}}
    assert ending("boat", **given) == "Two Lads of Bruges"
    assert ending("boat", **given, final_cards="everything") == "Fever on the Water"


@proves("TP-011", "TP-004")
@pytest.mark.parametrize(
    ("part", "expected"), [("tower", "Broken before the Flight"), ("part_a", "The Silent Chamber"), ("part_b", "Within Sight of the River")]
)
def test_six_misery_end_everything_at_once(part: str, expected: str) -> None:
    here = scene(part=part, misery=5, hands={EDWARD: "TI_1 TI_2 TI_3 TI_4 E6", RICHARD: "R1 R2 R3 R4 R5"})
    here.resolve("The_Hue_and_Cry").both("Lie still").dare(1, 1).settle()
    assert here.ending == expected and here.misery == 6
    assert here.discard(EDWARD) == here.discard(RICHARD) == set()  # the wounds on the same card come too late
    assert here.match is not None and here.match.outcome is not None and here.match.outcome.ending == expected


@proves("TP-011")
def test_five_misery_do_not() -> None:
    here = scene(part="part_b", misery=4).resolve("The_Hue_and_Cry").both("Lie still").dare(1, 1).settle()
    assert here.ending is None and here.misery == 5 and here.discard(EDWARD) == {"WO_1"}
    assert scene(part="part_b", misery=4).resolve("The_Hue_and_Cry").both("Run").dare(1, 1).settle().misery == 6  # two at once


@proves("TP-002")
def test_one_ending_for_both() -> None:
    here = scene(part="part_b", misery=5).resolve("The_Hue_and_Cry").both("Run").dare(1, 1).settle()
    assert here.match is not None
    outcome = here.match.outcome
    assert outcome is not None and outcome.kind == "ending" and outcome.winners == () and outcome.scores == {EDWARD: (), RICHARD: ()}


@proves("TP-004", "TP-003")
def test_nothing_else_ends_the_story() -> None:
    """Every end in the rules is that of an ending; whatever else could end play is never reached."""
    program = game_with().program
    ends = {
        (p.name.split()[0], s.how) for p in program.procs for s in statements(p.body) if isinstance(s, ir.End) and p is not program.finish
    }
    assert ends == {("Ending", "ending")}
    openers = {p.name for p in program.procs for s in statements(p.body) if isinstance(s, ir.Do) and s.proc.name == "open_book"}
    assert {name for name in openers if not name.startswith("as soon as")} == {
        "Challenge The Chance to Turn Back",
        "Challenge The Last Gate",
    }


@proves("TP-107", "TP-104")
@pytest.mark.parametrize(
    ("edward", "richard", "expected"),
    [("Down", "Down", "Two Lads of Bruges"), ("Through", "Through", "Sanctuary Bells"), ("Down", "Through", "Two Names, Two Lives")],
)
def test_the_last_gate_opens_the_book(edward: str, richard: str, expected: str) -> None:
    able = {"courage": 9, "charm": 9}
    here = scene(part="part_b", skills={EDWARD: able, RICHARD: able}).resolve("The_Last_Gate").choose(edward, richard).dare(1, 1).settle()
    assert here.ending == expected
    assert ("the_brothers_quarrelled" in here.facts) == (edward != richard)


@proves("TP-104")
def test_turning_back_together() -> None:
    assert scene(part="part_b").resolve("The_Chance_to_Turn_Back").both("Knock").ending == "Guests of the Tower"
    apart = scene(part="part_b").resolve("The_Chance_to_Turn_Back").choose("Knock", "Go on")
    assert apart.ending is None and apart.misery == 1 and apart.facts == {"the_brothers_quarrelled"}
    assert apart.discard(EDWARD) == {"AF_1"} and apart.discard(RICHARD) == {"HH_1"}


def test_the_hand_is_full_when_the_book_is_opened() -> None:
    """What is drawn after the last test counts: two Sick cards come up, and the boat is one of fever."""
    decks = {EDWARD: "SI_1 SI_2", RICHARD: "R6 HH_1"}
    able = {"courage": 9}
    here = scene(part="part_b", decks=decks, skills={EDWARD: able}).resolve("The_Last_Gate").both("Down").dare(2, 2).settle()
    assert here.sizes(EDWARD)[0] == 5 and here.ending == "Fever on the Water"


@proves("TP-125", "TP-126")
def test_what_is_remembered_stays() -> None:
    program = game_with().program
    facts = next(f for f in program.fields if f.name == "game.facts")
    writers = {p.name for p in program.procs for s in statements(p.body) if isinstance(s, ir.Store) and s.field is facts}
    assert writers == {"remember"}
    here = scene(part="interlude", facts=["the_raven_follows_you"], added="Mothers_Messenger").do("begin_escape").settle()
    here.do("remember", here.word("Fact", "you_know_the_walled_up_stair"))
    here.do("begin_part_b").settle()
    assert here.facts == {"the_raven_follows_you", "you_know_the_walled_up_stair"}
    for _ in range(2):  # again changes nothing, and a fact that nobody ever asks for does no harm
        here.do("remember", here.word("Fact", "the_raven_follows_you"))
    assert here.facts == {"the_raven_follows_you", "you_know_the_walled_up_stair"}
    assert here.do("open_book", PASSAGES.index("streets")).ending == "Sanctuary Bells"


@proves("TP-127")
@pytest.mark.parametrize("known", [True, False])
def test_facts_decide_what_is_forced(known: bool) -> None:
    here = scene(part="part_a", facts=["you_know_the_walled_up_stair"] if known else []).resolve("New_Locks")
    assert here.idle == known


@proves("TP-133")
def test_the_book_stays_closed() -> None:
    here: Scene = whole(3)
    assert here.match is not None
    endings = set(here.game.program.endings)
    pages = [
        t for n, t in enumerate(here.game.program.texts) if any(here.game.program.titles.get(m) in endings for m in range(n - 2, n + 1))
    ]
    assert len(pages) >= 60
    printed = " ".join(line for _, section in sections(here.game) for line in section)
    assert not any(page[:60] in printed for page in pages)  # nor does `rules` at the prompt tell it
    for _ in range(40):
        for viewer in (*PRINCES, None):
            view = here.match.view(viewer)
            assert not [x for p in view.places for c in p.cells for x in c.pieces if x.kind == "Ending"]
            assert not any("Ending" in p.hidden for p in view.places)
            assert not any(page in line for page in pages for line in view.log)
            told = " ".join(sentence for event in here.match.events(viewer) for sentence in event.sentences)
            assert not any(ending in told for ending in endings)
        here.choose(next((t for t in here.titles if t == "decline"), here.titles[0]))


WORTHS = {
    5: "The Raven Brings Them Together; Banners of York; Two Lads of Bruges; Mother's Harbour; A King across the Sea",
    4: "Sanctuary Bells; Bakers' Apprentices; The Physician's House; Fog and Freedom; Smugglers' Sons",
    3: "Two Names, Two Lives",
    2: "A Crown without a Brother; The Heir Is Lost; The Little Brother Sleeps; Richard Rows Alone",
    1: "Guests of the Tower; Neither Seen Again; The Boat Drifts; Blood in the Boat; Within Sight of the River; One Brother Falls",
    0: "The Uncle Does Not Forgive; The Uncle's Long Arm; Back to the Gate; Plague Lane; Found at Dawn; They Turned the Boat; "
    "Fever on the Water; The Black Knight's Errand; The Silent Chamber; Taken on the Stair; Broken before the Flight",
}


def test_how_good_each_ending_is() -> None:
    """Free and together is worth most, alone less; whoever is caught or dies has nothing."""
    program = game_with().program
    told = {program.endings[number]: worth for number, worth in program.worths.items()}
    assert told == {name: worth for worth, names in WORTHS.items() for name in names.split("; ")}
