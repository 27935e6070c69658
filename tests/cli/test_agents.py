"""Agents, and the corners of a match that a sitting relies on."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.agents.registry import player
from rulewright.cli.failure import Failure
from rulewright.cli.table.seats import seated, secretive
from rulewright.play.errors import PlayError
from rulewright.play.game import load
from rulewright.play.match import Match
from tests.cli.conftest import Run


def finished(name: str, *agents: str, seed: int = 0) -> Match:
    match = load(name, engine="interpreter").start(seed)
    players = {seat: player(a, seed + i) for i, (seat, a) in enumerate(zip(match.game.seats, agents, strict=True))}
    while (now := match.decision) is not None:
        assert now.seat is not None
        match.choose(players[now.seat](match))
    return match


def test_random_is_seeded() -> None:
    logs = [finished("connect_four", "random", "random", seed=s).full_log for s in (1, 1, 2)]
    assert logs[0] == logs[1] != logs[2]


def test_greedy_takes_a_win() -> None:
    match = load("tic_tac_toe", engine="interpreter").start(0)
    for title in ("mark a1", "mark a2", "mark b1", "mark b2"):
        match.choose(title)
    before = match.state
    assert match.decision is not None
    assert match.decision.options[player("greedy", 0)(match)].title == "mark c1"
    assert match.state == before  # trying does not touch the match


def test_greedy_beats_random() -> None:
    won = {}
    for second in ("random", "greedy"):
        ends = [finished("tic_tac_toe", "random", second, seed=seed).outcome for seed in range(30)]
        won[second] = sum(o is not None and o.winners == ("O",) for o in ends)
    assert won["greedy"] > won["random"]


def test_greedy_does_not_look_into_the_deck() -> None:
    """Two matches that look the same and differ only in what chance will bring get the same choice."""
    game = load("goofspiel", engine="interpreter")
    matches: dict[str, list[Match]] = {}
    for seed in range(60):
        match = game.start(seed)
        matches.setdefault(match.log(None)[-1], []).append(match)
    alike = max(matches.values(), key=len)
    assert len(alike) > 1
    assert len({player("greedy", 3)(m) for m in alike}) == 1


def test_unknown_agents() -> None:
    with pytest.raises(PlayError, match="no agent called gredy"):
        player("gredy", 0)


def test_seats() -> None:
    names = ("White", "Black")
    assert seated(names, {}, names) == {"White": "human", "Black": "fair"}
    assert seated(names, {"white": "random"}, names) == {"White": "random", "Black": "human"}
    assert seated(names, {"2": "human"}, names) == {"White": "fair", "Black": "human"}
    assert seated(names, {"all": "random"}, names) == {"White": "random", "Black": "random"}
    assert seated(names, {"Black": "human", "all": "first"}, names) == {"White": "first", "Black": "human"}


def test_seats_that_the_rules_move() -> None:
    names = ("White", "Black")
    assert seated(names, {}, ("Black",)) == {"White": "the rules", "Black": "human"}
    assert seated(names, {"all": "random"}, ("Black",)) == {"White": "the rules", "Black": "random"}
    with pytest.raises(Failure, match="The rules themselves move White"):
        seated(names, {"White": "human"}, ("Black",))


@pytest.mark.parametrize(("human", "rival"), [("White", "Blue"), ("Blue", "White")])
def test_a_game_for_one_is_played_by_one(run: Run, room: Path, human: str, rival: str) -> None:
    """Against Henry the person gets the seat that decides, whichever that is."""
    assert load("two_heirs", {"human": human}, variants=("Henry",)).deciding == (human,)
    told = run("play", "two_heirs", "--variant", "Henry", "--option", f"human={human}", "--seed", 3, typed=("1",)).out
    assert f"{human}  you" in told and f"{rival}  the rules" in told and f"{human}>" in told


def test_elsewhere_every_seat_decides() -> None:
    for name in ("tic_tac_toe", "backgammon", "kuhn_poker", "kingdom_of_heroes", "two_princes", "grandlins_heirs", "two_heirs"):
        game = load(name, engine="interpreter")
        assert game.deciding == tuple(game.seats), name


def test_secretive() -> None:
    assert not secretive(load("chess", engine="interpreter"))
    assert secretive(load("kuhn_poker", engine="interpreter"))
    assert secretive(load("goofspiel", engine="interpreter"))


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_a_copy_can_be_undone_without_touching_the_original(engine: str) -> None:
    match = load("tic_tac_toe", engine=engine).start(0)
    match.choose("mark a1")
    start = match.state
    match.choose("mark b1")
    copy = match.clone()
    copy.undo()
    copy.choose("mark c3")
    match.undo()
    assert match.state == start


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_an_interrupted_choice_changes_nothing(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = load("tic_tac_toe", engine=engine).start(0)
    before = match.state

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(match, "_settle", interrupted)
    with pytest.raises(KeyboardInterrupt):
        match.choose("mark a1")
    assert match.state == before
    assert match.log(None) == ()


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_the_log_names_what_was_seen_before_it_was_hidden(engine: str) -> None:
    match = load("two_heirs", engine=engine).start(1)
    taken = next(o for o in match.decision.options if o.action == "take") if match.decision is not None else None
    assert taken is not None
    match.choose(taken)
    assert any(line.endswith(f": {taken.title}") for line in match.log(None))
