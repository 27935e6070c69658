"""“Why not?” has an answer for every action of every game, at any moment; and what is offered is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play.differential import game_files
from rulewright.play.game import Game, load
from rulewright.play.match import Match
from tests.lang.test_micro_games import HERE
from tests.play.shipped import GAMES, IDS, loaded, played

ASKED = 4  # options of a decision that are asked about
MICRO = [p for p in game_files(HERE) if p.parent.parent == HERE]


def ask(match: Match) -> int:
    """Ask about everything, and about some of what is offered; the number of questions about the latter."""
    actions = match.game.program.actions
    for action in actions:
        refusal = match.why_not(action)
        assert refusal.allowed or refusal.reason
    now = match.decision
    offered = [o for o in now.options if o.role == "act" and o.action in actions] if now is not None else []
    for option in offered[:ASKED]:
        params = actions[option.action].params
        told = {name: argument.name for (_, name, _), argument in zip(params, option.arguments, strict=False)}
        refusal = match.why_not(option.action, told)
        assert refusal.allowed, (option.title, refusal.reason)
    return len(offered)


def asked(game: Game, decisions: int) -> int:
    match = game.start(1)
    found = ask(match)
    for _ in played(match, 1, decisions):
        found += ask(match)
    return found


@pytest.mark.parametrize(("name", "variant"), GAMES, ids=IDS)
def test_shipped_games(name: str, variant: str) -> None:
    game = loaded(name, variant, engine="interpreter")
    assert asked(game, 6) or asked(game, 40) or not game.program.actions  # some games begin with votes


@pytest.mark.parametrize("path", MICRO, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_small_games(path: Path) -> None:
    asked(load(path, engine="interpreter"), 4)


def test_what_it_has_to_be_is_said_in_english() -> None:
    chess = load("chess", engine="interpreter").start(1)
    assert chess.why_not("go", {"man": "e7"}).reason == "It has to be one of your men on the board."
