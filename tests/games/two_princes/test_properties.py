"""What holds in every match at every moment; that matches end; that both engines play alike."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from rulewright.play.differential import compare, twins_of
from rulewright.play.engines import native_available
from rulewright.play.invariants import problems
from rulewright.play.outcomes import ENDING
from rulewright.play.simulate import simulate
from tests.games.two_princes.table import ATTRIBUTES, PRINCES, Eyes, Scene, eyes_of, game_with

proves = pytest.mark.proves
LONG = bool(os.environ.get("RULEWRIGHT_LONG"))
ENGINE = "native" if native_available() else "interpreter"
MATCHES = (60 if LONG else 6) if native_available() else 1
PARTS = ("tower", "interlude", "part_a", "part_b")


def walk(seed: int, eager: float = 0.15) -> Iterator[tuple[Scene, bool]]:
    """A random match, state by state, and whether this is a moment between two cards. Trades are taken as often as `eager` says."""
    game = game_with(ENGINE)
    engine = game.engine
    dice = Random(seed)
    state = engine.start(seed)
    while (choice := engine.choice(state)) is not None:
        options = engine.options(state)
        between = any(alt.name == "hand_over" for alt in choice.alts)
        yield Scene(game, engine.as_list(state)), between
        if engine.decider(state) < 0:
            chosen = engine.chance(state)
        else:
            declining = [i for i, (alt, _) in enumerate(options) if choice.alts[alt].role == "decline"]
            chosen = declining[0] if declining and dice.random() > eager else dice.randrange(len(options))
        engine.choose(state, options[chosen])
    yield Scene(game, engine.as_list(state)), False


def spots(here: Scene, eyes: Eyes) -> dict[str, str]:
    program = eyes.program
    assert program.loc is not None
    state = here.state
    return {id: eyes.spots[state[program.loc.at + number]] for id, number in eyes.pieces.items()}


@proves("TP-026", "TP-035", "TP-010", "TP-007", "TP-125")
@pytest.mark.parametrize("seed", range(MATCHES))
def test_what_always_holds(seed: int) -> None:
    eyes = eyes_of(game_with(ENGINE))
    cards = [id for k in eyes.program.kinds if k.name == "Card" for id in k.ids]
    items = [id for k in eyes.program.kinds if k.name == "Item" for id in k.ids]
    misery, part, facts = 0, 0, set[str]()
    skills = {(p, a): 0 for p in PRINCES for a in ATTRIBUTES}
    uses: dict[str, int] = {}
    for step, (here, between) in enumerate(walk(seed)):
        if step % 11 == 0:
            assert problems(eyes.program, here.state) == []
        where = spots(here, eyes)
        assert len(where) == eyes.program.pieces
        places = Counter(where[id].partition(" ")[0] for id in cards)
        if step > 12:  # after the setup every card is in stock or with a prince
            assert set(places) <= {"stock", "hand", "deck", "looked_through", "discard", "played"} and sum(places.values()) == 76
            for prince in PRINCES:
                own = [id for id in cards if where[id].endswith(f" {prince}")]
                assert not [
                    id for id in own if id[0] != prince[0] and id[:2] in {"E1", "E2", "E3", "E4", "E5", "E6", "R1", "R2", "R3", "R4"}
                ]
                if between:
                    assert sum(where[id] == f"hand {prince}" for id in cards) == 5
                    assert not [id for id in cards if where[id] == f"played {prince}"]
            assert {where[id] for id in items} <= {"store", "box", "bag Edward", "bag Richard"}
        assert misery <= here.misery <= 6
        assert (here.misery == 6) <= (here.ending is not None)
        assert PARTS.index(here.value("part")) - part in {0, 1}
        assert facts <= here.facts
        now = {(p, a): here.skill(p, a) for p in PRINCES for a in ATTRIBUTES}
        assert all(0 <= now[key] - skills[key] <= 1 for key in now)
        for item in items:
            left = here.uses(item)
            assert uses.get(item, 9) - left in {0, 1} or not uses.get(item) or step < 12
            uses[item] = left
        misery, part, facts, skills = here.misery, PARTS.index(here.value("part")), here.facts, now
    assert here.ending is not None


@proves("TP-004")
def test_random_matches_end_with_an_ending() -> None:
    game = game_with(ENGINE)
    count = (100_000 if LONG else 1500) if native_available() else 2
    result = simulate(game, count, 5, limit=20_000)
    assert not result.error.any() and (result.over == ENDING).all()
    assert (result.decisions < 3000).all() and 300 < result.decisions.mean() < 600


@pytest.mark.skipif(not native_available(), reason="needs native code")
def test_both_engines_play_alike() -> None:
    game = game_with("native")
    twins = twins_of(game)
    try:
        for seed in range(200 if LONG else 2):
            found = compare(twins, seed, 4000)
            assert found.ended and found.failure is None
    finally:
        game.__dict__.pop("interpreter", None)
