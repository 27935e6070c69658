"""Hidden information is enforced: two states that look the same to a seat give the same options, prompts, log and view for it.

Random matches of every game with hidden things; at every decision hidden pieces that the seat cannot tell apart are exchanged.
`RULEWRIGHT_LONG=1` plays more of them, and tries more exchanges.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.invariants import problems
from rulewright.play.match import Match
from rulewright.play.models import Decision

from .guises import exchangeable, exchanged, renamed
from .shipped import GAMES, LONG, loaded

OPEN = {"backgammon", "breakthrough", "checkers", "chess", "clobber", "connect_four", "dots_and_boxes", "hex", "kalah", "oware"}
OPEN |= {"amazons", "havannah", "nine_mens_morris", "pig", "quoridor", "reversi", "tic_tac_toe"}
HIDING = [(name, variant) for name, variant in GAMES if name not in OPEN]
MATCHES = 20 if LONG else 2
DECISIONS = 400 if LONG else 20
EXCHANGES = 4 if LONG else 2  # at each decision, for one of the seats


def test_the_others_hide_nothing() -> None:
    """Games that are left out have no hidden place, no secret value and no secret choice."""
    for name in {name for name, _ in GAMES} - {name for name, _ in HIDING}:
        program = loaded(name).program
        assert all(place.seen == "all" and not place.seen_kinds for place in program.places), name
        assert not any(choice.secret for choice in program.choices), name
        assert not any(a.secret for kind in program.kinds for a in kind.attributes.values()), name


# Variants wait for the second step of CI.
SECOND = [pytest.param(n, v, marks=[pytest.mark.second] if v else [], id=f"{n}-{v}" if v else n) for n, v in HIDING]


@pytest.mark.parametrize(("name", "variant"), SECOND)
def test_what_looks_the_same_is_the_same(name: str, variant: str) -> None:
    game = loaded(name, variant)
    tried = 0
    for seed in range(MATCHES):
        tried += _walk(game.start(seed, chance="ask"), random.Random(seed), DECISIONS, EXCHANGES)
    assert tried > 0 or name == "goofspiel"  # there every card is known by counting; what is hidden are the bids, see below


LANG = Path(__file__).parents[1] / "lang"
SECRETIVE = [p for p in sorted(LANG.glob("*/*.rules")) if re.search(r"seen by|deck of|face_down|secret", p.read_text(encoding="utf-8"))]
HANDS = """\
game "Hands" for Ann, Bob
type Value: 1 to 8
piece Card: 2 per Value
  printed value: Value
place stock: deck of Card, seen by none
place spare: hand of Card, seen by none
place hand of each Player: hand of Card, seen by owner
setup
  put all Card on stock
  shuffle stock
  each Player draws 4 Card from stock
  move all Card in stock to spare
play
  repeat 3 times
    each Player takes turn
turn
  DO
action trade Card in hand of player.rival for Card in spare as other
  move card to hand of player
  move other to hand of player.rival
score
  values: sum card.value for Card in hand of player
winner: most score, then shared
"""
# Equal cards out of sight, named by options: one by one, several at once, mixed with cards in sight.
SENTENCES = {
    "one of each": ("player must trade",),
    "several": ("player chooses 2 Card in hand of player.rival as taken", "move all taken to hand of player"),
    "some": ("player chooses 1 to 3 Card in hand of player.rival as taken", "move all taken to hand of player"),
    "own and hidden": (
        "player chooses 2 Card where card in hand of player or card in hand of player.rival giving given",
        "move all given to spare",
        "player chooses 2 Card in spare as taken",
        "move all taken to hand of player.rival",
    ),
}


@pytest.mark.parametrize("engine", ["interpreter", "native"])
@pytest.mark.parametrize("sentences", list(SENTENCES))
def test_options_do_not_tell_which_hidden_cards_are_equal(sentences: str, engine: str, tmp_path: Path) -> None:
    """Options are put together by what the decider sees: their number, their order and their titles are the same in all worlds."""
    path = tmp_path / "hands.rules"
    path.write_text(HANDS.replace("DO", "\n  ".join(SENTENCES[sentences])), encoding="utf-8")
    tried, seeds = 0, range(12 if LONG else 3)
    game = load(path, engine=engine)
    for seed in seeds:
        tried += _walk(game.start(seed, chance="ask"), random.Random(seed), DECISIONS, 3)
    assert tried > 20 * len(seeds)


def test_equal_cards_that_are_seen_are_one_option(tmp_path: Path) -> None:
    """Of two equal cards in one's own hand one is offered; of two in another's hand both are."""
    path = tmp_path / "hands.rules"
    path.write_text(HANDS.replace("DO", "player chooses Card in WHOSE"), encoding="utf-8")
    own, other = (path.read_text(encoding="utf-8").replace("WHOSE", whose) for whose in ("hand of player", "hand of player.rival"))
    for text, fewest in ((own, 3), (other, 4)):
        path.write_text(text, encoding="utf-8")
        numbers = {len(now.options) for seed in range(20) if (now := load(path, engine="interpreter").start(seed).decision) is not None}
        assert numbers == set(range(fewest, 5))


@pytest.mark.parametrize("path", SECRETIVE, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_small_games_with_secrets(path: Path) -> None:
    game = load(path, engine="interpreter")
    for seed in range(MATCHES // 2):
        _walk(game.start(seed, chance="ask"), random.Random(seed), 12, EXCHANGES)


def _walk(match: Match, chance: random.Random, decisions: int, exchanges: int) -> int:
    """A random match; at every decision a seat's hidden pieces are exchanged. How often that was done."""
    tried, seats = 0, match.game.seats
    for _ in range(decisions):
        now = match.decision
        if now is None:
            break
        number = chance.randrange(len(seats))
        pairs = exchangeable(match, number)
        for a, b in chance.sample(pairs, min(exchanges, len(pairs))):
            tried += 1
            _compare(match, seats[number], a, b, chance)
        match.choose(chance.randrange(len(now.options)))
    return tried


def _compare(match: Match, seat: str, a: int, b: int, chance: random.Random) -> None:
    """The seat sees, reads and can do the same in both guises; and so it is after the next choice, if that reveals nothing."""
    other = exchanged(match, a, b)
    assert problems(match.game.program, other.reader().state) == []
    names = [match.game.names.piece(p, match.reader().state) for p in (a, b)]
    assert other.view(seat) == match.view(seat), f"{seat} sees which of {names} is which"
    assert other.knowledge(seat) == match.knowledge(seat), f"an agent for {seat} could tell which of {names} is which"
    mine, theirs = match.decision, other.decision
    assert mine is not None and theirs is not None
    if mine.seat == seat:
        assert _offered(theirs) == _offered(mine), f"{seat} is offered something else if {names} are exchanged"
        if LONG or chance.random() < 0.1:  # answers are dear: all ways to do something are tried in several worlds
            actions = sorted(match.game.program.actions)
            for action in chance.sample(actions, min(1, len(actions))):
                assert other.why_not(action, {}, seat) == match.why_not(action, {}, seat), f"{seat} is answered otherwise"
    assert theirs.seat == mine.seat
    _one_step_further(match, other, seat, a, b, chance)


def _offered(now: Decision) -> list[object]:
    """Options as they are shown, in their order: titles and arguments by name."""
    return [(o.title, o.role, o.action, [(a.preposition, a.sort, a.name) for a in o.arguments]) for o in now.options]


def _one_step_further(match: Match, other: Match, seat: str, a: int, b: int, chance: random.Random) -> None:
    """Somebody chooses the same in both guises: what the seat reads of it is the same, unless it comes to see one of the two."""
    choice = match._engine.choice(match._state)
    assert choice is not None
    options = match.raw_options
    number = chance.randrange(len(options))
    wanted = renamed(options[number], tuple(s.sort for s in choice.alts[options[number][0]].shown), a, b)
    if wanted not in other.raw_options:
        return  # somebody who knows more has other options
    here, there = match.clone(), other.clone()
    here.choose(number)
    there.choose(other.raw_options.index(wanted))
    if exchanged(here, a, b).state != there.state:
        return  # the two have made a difference
    place = match.game.seats.index(seat)
    if any(here.reader().knows(place, p) for p in (a, b)):
        return
    assert there.view(seat) == here.view(seat), f"{seat} reads in the log which of the two it was"
    assert _told(there, seat) == _told(here, seat), f"{seat} is told which of the two it was"


def _told(match: Match, seat: str) -> list[object]:
    """What a seat is told of everything that has happened."""
    return [(event.text, event.sentences) for event in match.events(seat)]


@pytest.mark.parametrize("name", ["goofspiel", "two_princes"])
def test_secret_choices(name: str) -> None:
    """Whatever somebody has chosen in secret, those who still have to choose see and are offered the same."""
    game = loaded(name)
    seen = 0
    for seed in range(12 if LONG else 4):
        match = game.start(seed, chance="ask")
        chance = random.Random(seed)
        for _ in range(400):
            now = match.decision
            choice = match._engine.choice(match._state)
            if now is None or choice is None:
                break
            if choice.secret and len(now.options) > 1:
                looks = [_after(match, number, now.seat) for number in (0, len(now.options) - 1)]
                if None not in looks:
                    seen += 1
                    assert looks[0] == looks[1]
            match.choose(chance.randrange(len(now.options)))
    assert seen > 0


def _after(match: Match, number: int, chooser: str | None) -> object:
    """What the others see after a secret choice, as long as somebody else still has to choose in secret."""
    other = match.clone()
    other.choose(number)
    choice = other._engine.choice(other._state)
    now = other.decision
    if choice is None or now is None or not choice.secret or now.seat == chooser:
        return None
    return now, [other.view(seat) for seat in (*match.game.seats, None) if seat != chooser]


LEAKS = """\
game "Leak" for Ann, Bob

piece Card: 6
  | name |
  | Ace  |
  | Jack |
  | King |
  | Nine |
  | Ten  |
  | Two  |
place deck: deck of Card, seen by none
place hand of each Player: hand of Card, seen by owner
place table: pile of Card

setup
  put all Card on deck
  shuffle deck
  each Player draws 2 Card from deck

turn
  player must lay or guess
  if turn_number > 3: finish

action lay Card in hand of player
  move card to table

action guess
  requires some Card in hand of player.rival where card is "Ten"
  pass

winner: most count Card in hand of player, then shared
"""


def test_a_rule_that_tells_is_found(tmp_path: Path) -> None:
    """The comparison can fail: here what a player may do tells what the other one holds."""
    path = tmp_path / "leak.rules"
    path.write_text(LEAKS, encoding="utf-8")
    game = load(path)
    told = 0
    for seed in range(8):
        match = game.start(seed, chance="ask")
        while match.decision is not None and match.decision.seat is None:
            match.choose(random.Random(seed).randrange(len(match.decision.options)))
        for a, b in exchangeable(match, 0):
            try:
                _compare(match, "Ann", a, b, random.Random(seed))
            except AssertionError as found:
                told += "is offered something else" in str(found)
    assert told > 0
