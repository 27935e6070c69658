"""Nobody reads what he may not: the other hand, the backs of cards, the book of endings, another's secret choice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

from rulewright.core import ir
from rulewright.play.engines import native_available
from rulewright.play.match import Match
from tests.games.two_princes.table import PRINCES, game_with

proves = pytest.mark.proves
MATCHES = 40 if os.environ.get("RULEWRIGHT_LONG") else 2
ENGINE = "native" if native_available() else "interpreter"
CLOSED = {"Event", "Interlude", "Challenge"}  # what comes of a decision is not read before it is made


def walk(seed: int) -> Iterator[Match]:
    """A random match, looked at before every decision; trades are rare, so that it gets somewhere."""
    match = game_with(ENGINE).start(seed)
    dice = Random(seed)
    while match.decision is not None:
        yield match
        options = match.decision.options
        declining = [o for o in options if o.role == "decline"]
        match.choose(declining[0] if declining and dice.random() < 0.9 else dice.choice(options))


def fronts() -> dict[str, list[str]]:
    """What each card tells before anything is decided, by its title."""
    program = game_with(ENGINE).program
    found = {}
    for kind in program.kinds:
        for name in kind.names if kind.name in CLOSED else ():
            text = next(p for p in program.procs if p.name == f"{kind.name} {name}")
            told = []
            for stmt in text.body[1:]:
                if not (isinstance(stmt, ir.Effect) and stmt.op == "say" and isinstance(stmt.args[0], ir.Const)):
                    break
                told.append(program.texts[stmt.args[0].value])
            found[name] = told
    return found


@proves("TP-034", "TP-117", "TP-055", "TP-057", "TP-058", "TP-133")
@pytest.mark.parametrize("seed", range(MATCHES))
def test_nothing_untold_is_in_any_view_log_or_question(seed: int) -> None:
    texts = {text[:60]: text for text in game_with(ENGINE).program.texts}
    looked = 0
    for number, match in enumerate(walk(seed)):
        if number % 7:
            continue
        told = {event.text[:60] for event in match._events if event.story}
        assert match.decision is not None
        seen = match.decision.model_dump_json() + "".join(match.view(seat).model_dump_json() for seat in (*PRINCES, None))
        seen = seen.replace('\\"', '"')
        assert not [start for start in texts if start not in told and start in seen]
        looked += 1
    assert looked > 10


@proves("TP-034", "TP-117")
@pytest.mark.parametrize("seed", range(MATCHES))
def test_the_other_hand_is_five_backs(seed: int) -> None:
    """Neither the places nor the log name a card that only the other prince has seen."""
    for step, match in enumerate(walk(seed)):
        for number, viewer in enumerate(PRINCES if step % 4 == 0 else ()):
            other = PRINCES[1 - number]
            view = match.view(viewer)
            place = next(p for p in view.places if p.name == "hand" and p.owner == other)
            assert not [x for c in place.cells for x in c.pieces] and set(place.hidden) <= {"Card"}
            deck = [p for p in view.places if p.name == "deck"]
            assert not [x for p in deck for c in p.cells for x in c.pieces]


@proves("TP-034")
@pytest.mark.parametrize("seed", range(MATCHES))
def test_draws_are_named_to_their_owner_only(seed: int) -> None:
    """Of the cards that chance gives to a hand, the other prince reads “a Card”; those drawn for a test lie open for both."""
    names = {name for k in game_with(ENGINE).program.kinds if k.name == "Card" for name in k.names}
    secret = open_ = 0
    match = list(walk(seed))[-1]
    for event in match._events:
        card, _, purpose = event.text.removeprefix("chance: ").partition(" (")
        if event.chance and card in names:
            edward, richard, onlooker = event.veiled
            if edward == richard:
                assert onlooker == edward == event.text
                open_ += 1
            else:
                hidden = f"chance: a Card ({purpose}" if purpose else "chance: a Card"
                assert {edward, richard} == {event.text, hidden} and onlooker == hidden
                secret += 1
    assert secret > 20 and open_ > 20


@proves("TP-055", "TP-057")
@pytest.mark.parametrize("seed", range(MATCHES))
def test_backs_come_after_decisions_and_tests(seed: int) -> None:
    """While a card asks for its decision, or its test goes on, only its front has been told."""
    front = fronts()
    labels = {alt.name for choice in game_with(ENGINE).program.choices for alt in choice.alts if alt.role == "label"}
    asked = 0
    for match in walk(seed):
        decision = match.decision
        assert decision is not None
        titled = [i for i, event in enumerate(match._events) if event.title]
        title = match._events[titled[-1]].title
        if title not in front:
            continue
        kinds = {o.role for o in decision.options}
        choosing = kinds == {"label"} and all(o.title in labels for o in decision.options)
        testing = [o.title for o in decision.options] == ["1", "2", "3", "4", "5"] or any(o.action == "use" for o in decision.options)
        if choosing or testing:
            table = next(p for p in match.view(None).places if p.name == "table")
            if title not in {x.name for c in table.cells for x in c.pieces}:
                continue  # it is over, and something else is being chosen
            told = [event.text for event in match._events[titled[-1] :] if event.story]
            assert told == front[title], title
            asked += 1
    assert asked > 10


@proves("TP-051")
@pytest.mark.parametrize("seed", range(MATCHES))
def test_secret_choices_stay_secret_until_both_are_made(seed: int) -> None:
    secrets = 0
    for match in walk(seed):
        choice = match._engine.choice(match._state)
        if choice is None or not choice.secret or match.decision is None or match.decision.seat != "Richard":
            continue
        edward = match.clone()._moves[-1]
        assert edward.who == "Edward"
        assert match.log("Richard")[-1] == match.log(None)[-1] == "Edward: has chosen"
        assert match.log("Edward")[-1] == f"Edward: {edward.choice}"
        twin = match.clone()
        twin.undo(force=True)
        now = twin.decision
        assert now is not None and now.seat == "Edward"
        twin.choose(1 - edward.number)
        for seat in ("Richard", None):
            assert twin.view(seat) == match.view(seat)
        assert twin.decision is not None and [o.title for o in twin.decision.options] == [o.title for o in match.decision.options]
        secrets += 1
    assert secrets > 0
