"""Agents have nothing but their packets: another process that never saw the match chooses the same. And rewards are in order."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest

from rulewright.agents.packets import sealed_of
from rulewright.agents.registry import player
from rulewright.agents.reward import rewards
from rulewright.agents.worlds import veil
from rulewright.core.goals import WHOLE, aims
from rulewright.core.layout import initial, pack
from rulewright.play.game import load
from rulewright.play.outcomes import LOSE, WON

CHILD = """
import json, sys
from rulewright.agents.contract import Packet
from rulewright.agents.registry import player
from rulewright.play.game import load
told = json.load(sys.stdin)
options = tuple((o[0], tuple(o[1])) for o in told["options"])
packet = Packet(load(told["game"]), told["seat"], bytes.fromhex(told["state"]), options, told["decision"], told["secret"])
one = player(told["agent"], 3)
verdict = one.agent.decide(packet, one.spec.budget)
print(json.dumps([verdict.option, [[line.option, line.visits, line.value] for line in verdict.reasons.lines]]))
"""


@pytest.mark.parametrize("name", ["goofspiel", "connect_four"])
def test_a_search_needs_nothing_but_its_packet(name: str) -> None:
    game = load(name)
    match = game.start(4)
    for _ in range(5):
        match.choose(0)
    packet, _ = sealed_of(match)
    one = player("mcts:60", 3)
    here = one.agent.decide(packet, one.spec.budget)
    told = {
        "game": name,
        "seat": packet.seat,
        "state": packet.state.hex(),
        "options": packet.options,
        "decision": packet.decision,
        "secret": packet.secret,
        "agent": "mcts:60",
    }
    done = subprocess.run([sys.executable, "-c", CHILD], input=json.dumps(told), capture_output=True, text=True, check=True)
    there = json.loads(done.stdout)
    assert there == [here.option, [[line.option, line.visits, line.value] for line in here.reasons.lines]]


def test_rewards_are_in_order() -> None:
    """All lose < others win < I win."""
    program = load("kingdom_of_heroes", engine="interpreter").program
    assert aims(program).all_lose and program.winners is not None
    state = initial(program)

    def of(over: int, winners: int) -> list[int]:
        assert program.winners is not None
        state[program.winners.at] = winners
        return rewards(program, lambda *_: 0, state, over, 10)

    lost, won = of(LOSE, 0), of(WON, 1)
    assert won[0] == WHOLE and max(lost) < won[1] < won[0]
    shared = of(WON, 3)
    assert won[1] < shared[0] == shared[1] < won[0]


def test_worlds_of_kuhn_poker_are_drawn_as_chance_has_it() -> None:
    """Every situation by all histories: nothing else is drawn, nothing is left out, and all as often as they should be."""
    game = load("kuhn_poker", engine="interpreter")
    machine, program, hides = game.interpreter.machine, game.program, veil(game)
    worlds: dict[tuple[bytes, int], dict[bytes, float]] = {}

    def walk(state: list[int], chance: float) -> None:
        if machine.choice(state) is None:
            return
        who, options = machine.decider(state), machine.options(state)
        if who >= 0:
            packet = pack(program, hides.packed(state, who)[0])
            bare = state[:]
            assert program.rng is not None
            bare[program.rng.at : program.rng.at + program.rng.count] = [0] * program.rng.count
            row = worlds.setdefault((packet, who), {})
            row[pack(program, bare)] = row.get(pack(program, bare), 0.0) + chance
        for option in options:
            after = state[:]
            machine.choose(after, option)
            walk(after, chance / len(options))

    walk(machine.start(0), 1.0)
    assert len(worlds) == 12
    dice, tries = Random(7), 400
    for (packet, who), row in worlds.items():
        whole = sum(row.values())
        counts = dict.fromkeys(row, 0)
        for _ in range(tries):
            world = pack(program, hides.world(game.interpreter.unpack(packet), who, dice))
            assert world in counts
            counts[world] += 1
        chi = sum((counts[w] - tries * p / whole) ** 2 / (tries * p / whole) for w, p in row.items())
        assert all(counts.values()) and chi < 12
