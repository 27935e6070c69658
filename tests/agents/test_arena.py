"""Tournaments: seats rotated on the same seeds, honest intervals, going on after a stop."""

from __future__ import annotations

import json
import math
from pathlib import Path
from random import Random

from rulewright.agents.arena import hold, seatings, seatings_of, tasks
from rulewright.agents.batch import Task, play
from rulewright.agents.intervals import anytime, elo, wilson
from rulewright.play.game import load
from tests.cli.conftest import Run


def test_partners_are_one_player() -> None:
    """Else each side would have one of both, and every ladder would be flat."""
    game = load("lantern_whist", engine="interpreter")
    assert seatings_of(game) == ["abab", "baba"] and seatings_of(load("two_heirs", engine="interpreter")) == ["ab", "ba"]


def test_seats_are_changed() -> None:
    assert seatings(2) == ["ab", "ba"]
    for seats in (2, 3, 4, 5):
        found = seatings(seats)
        assert sum(s.count("a") for s in found) == sum(s.count("b") for s in found)
        for seat in range(seats):
            assert sum(s[seat] == "a" for s in found) == sum(s[seat] == "b" for s in found)


def test_every_pair_plays_the_same_seeds() -> None:
    game = load("tic_tac_toe")
    wanted = list(tasks(game, ["random", "first", "greedy"], 3, 7, 100))
    seeds: dict[frozenset[str], list[int]] = {}
    for task in wanted:
        seeds.setdefault(frozenset(task.seats), []).append(task.seed)
    assert len(seeds) == 3 and len({tuple(s) for s in seeds.values()}) == 1


def test_the_same_task_is_the_same_match() -> None:
    game = load("connect_four")
    task = Task(0, 5, ("mcts:40", "greedy"))
    assert play(game, task) == play(game, task)


def test_a_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    game = load("tic_tac_toe")
    agents = ["random", "greedy"]
    whole = hold(game, agents, 12, workers=1)
    part = hold(game, agents, 6, workers=1, folder=tmp_path)
    rest = hold(game, agents, 12, workers=1, folder=tmp_path)
    assert part.reused == 0 and rest.reused == 6 and rest.matches == 12
    assert rest.pairs == whole.pairs
    assert whole.pairs[0].share < 0.5 and whole.elo["greedy"] > 0 > whole.elo["random"]


def test_a_damaged_record_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    game = load("tic_tac_toe")
    hold(game, ["random", "first"], 4, workers=1, folder=tmp_path)
    (record,) = tmp_path.iterdir()
    text = record.read_text(encoding="utf-8")
    record.write_text(text[: len(text) - 20], encoding="utf-8")
    assert hold(game, ["random", "first"], 4, workers=1, folder=tmp_path).reused == 3


def test_intervals() -> None:
    low, high = wilson(0.5, 100)
    assert math.isclose(low, 0.4038, abs_tol=1e-3) and math.isclose(high, 0.5962, abs_tol=1e-3)
    assert math.isclose(wilson(1.0, 10)[1], 1.0) and wilson(0.0, 0) == (0.0, 1.0)


def test_looking_again_and_again_is_paid_for() -> None:
    """A fair coin, looked at after every throw: the interval must leave the truth out in few of many series, Wilson's in many."""
    dice = Random(1)
    missed = naive = 0
    for _ in range(200):
        heads, out, out_naive = 0, False, False
        for n in range(1, 600):
            heads += dice.random() < 0.5
            low, high = anytime(heads / n, n)
            out = out or not low <= 0.5 <= high
            low, high = wilson(heads / n, n)
            out_naive = out_naive or not low <= 0.5 <= high
        missed += out
        naive += out_naive
    assert missed <= 10 < naive


def test_elo_of_a_known_share() -> None:
    found = elo({("a", "b"): (750.0, 1000.0)}, ["a", "b"])
    assert math.isclose(found["a"] - found["b"], 400 * math.log10(3), abs_tol=2)


def test_the_command(run: Run) -> None:
    result = run("arena", "tic_tac_toe", "--agents", "random,greedy", "-n", 4, "--json", "--workers", 1, "--fresh")
    data = json.loads(result.out)
    assert data["matches"] == 4 and data["pairs"][0]["matches"] == 4


def test_what_is_refused(run: Run) -> None:
    for arguments, said in (
        (("--agents", "random"), "nobody to play against"),
        (("--agents", "random,random"), "twice"),
        (("--agents", "random,mctss:5"), "no agent called mctss"),
        (("--agents", "random,mcts:none"), "no budget"),
        (("--agents", "random,mcts:0s"), "time of zero"),
        (("--until", "soon"), "no percentage"),
    ):
        result = run("arena", "tic_tac_toe", *arguments)
        assert result.code == 2 and said in result.err


def test_simulations_between_agents(run: Run) -> None:
    result = run("simulate", "tic_tac_toe", "-n", 6, "--seat", "X=greedy", "--json")
    data = json.loads(result.out)
    assert data["players"] == ["greedy", "random"] and data["matches"] == 6
    assert run("simulate", "tic_tac_toe", "--seat", "X=human").code == 2
    assert run("simulate", "two_heirs", "--variant", "Henry", "--seat", "Blue=greedy").code == 2  # the rules move it
