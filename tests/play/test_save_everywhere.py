"""A match can be saved at every single decision, and comes to the same end when it is loaded again.

In CI one match of each game, saved and loaded at every decision on its way, and finished from some of them; `RULEWRIGHT_LONG=1`
plays ten matches of each and finishes all of them from every single decision.
"""

from __future__ import annotations

import pytest

from rulewright.play.match import Match

from .shipped import GAMES, IDS, LONG, finish, loaded, played

MATCHES = 10 if LONG else 1
LIMIT = 1 << 40 if LONG else 150  # decisions of a match
FINISHED = 1 << 40 if LONG else 4  # decisions from which a match is played to its end once more


@pytest.mark.parametrize(("name", "variant"), GAMES, ids=IDS)
def test_saved_and_loaded_at_every_decision(name: str, variant: str) -> None:
    game = loaded(name, variant)
    for seed in range(MATCHES):
        match = game.start(seed)
        saves, choices = [], []
        for number in played(match, seed, LIMIT):
            saves.append(match.save())
            choices.append(match.raw_options[number])
        end = match.state
        _go_on_with_what_was_loaded(match, saves, seed)
        step = max(1, len(saves) // FINISHED)
        for at in range(0, len(saves), step):
            again = Match.load(game, saves[at])
            assert again.save() == saves[at]
            assert finish(game, again.state, choices[at:]) == end, f"finished otherwise from decision {at}"


def _go_on_with_what_was_loaded(match: Match, saves: list[str], seed: int) -> None:
    """The same match, put away and taken up again at every decision."""
    game = match.game
    other = game.start(seed)
    steps = list(match.transcript().moves)
    mine = [m for m in steps if m.who != "chance"]
    for at, move in enumerate(mine):
        text = other.save()
        assert text == saves[at]
        if LONG or at % 20 == 7:  # a match is played again from its start when it is loaded
            other = Match.load(game, text)
        assert other.decision is not None
        other.choose(move.number, seat=move.who, decision=other.decision.number)
    assert other.state == match.state
    assert other.outcome == match.outcome
    assert other.score() == match.score()
    assert other.transcript() == match.transcript()
