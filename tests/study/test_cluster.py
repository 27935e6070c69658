"""A real cluster on this machine: the same results as one process has, also when a worker is killed on the way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from rulewright.agents.arena import hold
from rulewright.agents.batch import NO_LIMIT, Task, play, play_all
from rulewright.agents.cluster import at_random
from rulewright.agents.simulate import play_between
from rulewright.core.random import seeded
from rulewright.play.game import load
from rulewright.play.simulate import simulate
from rulewright.study.making import make
from rulewright.study.plan import Plan
from rulewright.study.report import render
from rulewright.study.rows import Means
from tests.cli.conftest import Run
from tests.cli.conftest import room as room
from tests.cli.conftest import run as run

pytestmark = pytest.mark.second


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1") as found:
        yield found


def test_a_study_is_the_same_on_a_cluster(cluster: Any) -> None:
    plan = Plan(20, "mcts:10", 3, random_matches=100, ladder=4, experiment=20, fortune=20, deep=5)
    game = load("tic_tac_toe")
    here, there = (render(make(game, plan, "study", m), "json") for m in (Means(1), Means(cluster=cluster.scheduler_address)))
    assert here == there


def test_a_tournament_and_simulations_are_the_same_on_a_cluster(cluster: Any) -> None:
    game, address = load("kuhn_poker"), cluster.scheduler_address
    one, two = (hold(game, ["random", "mcts:10"], 8, cluster=where, workers=1).as_data() for where in ("", address))
    assert one == two
    seats = ("mcts:5", "random")
    few = [play_between(game, seats, 12, 4, NO_LIMIT, workers=1, cluster=where).winners.tolist() for where in ("", address)]
    assert few[0] == few[1]
    many, same = simulate(game, 5000, 7, limit=50), at_random(game, 5000, 7, 50, address)
    for column in ("over", "winners", "decisions", "options", "scores"):
        assert getattr(many, column).tolist() == getattr(same, column).tolist()


def test_a_worker_that_is_killed_loses_nothing(cluster: Any) -> None:
    game = load("breakthrough")
    tasks = [Task(n, seeded(5, n) >> 1, ("mcts:20", "random")) for n in range(48)]
    found = []
    for result in play_all(game, tasks, cluster=cluster.scheduler_address):
        found.append(result)
        if len(found) == 8:
            os.kill(next(iter(cluster.workers.values())).process.process.pid, signal.SIGKILL)
    assert sorted(r.number for r in found) == list(range(48))
    some = {r.number: r for r in found}
    assert all(some[n] == play(game, tasks[n]) for n in range(0, 48, 6))


def test_no_cluster_is_said(run: Run) -> None:
    told = run("study", "tic_tac_toe", "-n", "10", "--level", "random", "--cluster", "tcp://127.0.0.1:1", "-o", "x.html")
    assert told.code != 0 and "No cluster answers at tcp://127.0.0.1:1" in told.err
