"""Agents have nothing but their packets: another process that never saw the match chooses the same. And rewards are in order."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest

from rulewright.agents.contract import Packet
from rulewright.agents.packets import sealed, sealed_of
from rulewright.agents.registry import player
from rulewright.agents.reward import rewards
from rulewright.agents.worlds import worlds
from rulewright.core.goals import WHOLE, aims
from rulewright.core.layout import initial, pack
from rulewright.play.game import load
from rulewright.play.knowledge.memory import Memory
from rulewright.play.outcomes import LOSE, WON

CHILD = """
import json, sys
from rulewright.agents.contract import Packet
from rulewright.agents.registry import player
from rulewright.play.game import load
from rulewright.play.knowledge.packet import Group
told = json.load(sys.stdin)
options = tuple((o[0], tuple(o[1])) for o in told["options"])
groups = tuple(Group(k, tuple(p), tuple(tuple(tuple(x) for x in s) for s in spots)) for k, p, spots in told["groups"])
known = groups, tuple(tuple(s) for s in told["secrets"]), tuple(told["answers"])
packet = Packet(load(told["game"]), told["seat"], bytes.fromhex(told["state"]), options, told["decision"], told["secret"], *known)
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
        "groups": [[g.kind, g.pieces, g.spots] for g in packet.groups],
        "secrets": packet.secrets,
        "answers": packet.answers,
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
        return rewards(program, lambda *_: 0, state, over, 10, (0,) * len(aims(program).dangers))

    lost, won = of(LOSE, 0), of(WON, 1)
    assert won[0] == WHOLE and max(lost) < won[1] < won[0]
    shared = of(WON, 3)
    assert won[1] < shared[0] == shared[1] < won[0]


def test_worlds_of_kuhn_poker_are_drawn_as_chance_has_it() -> None:
    """Every situation by all histories: nothing else is drawn, nothing is left out, and all as often as they should be."""
    game = load("kuhn_poker", engine="interpreter")
    machine, program = game.interpreter.machine, game.program
    found: dict[tuple[Packet, int], dict[bytes, float]] = {}

    def walk(state: list[int], chance: float, memory: Memory) -> None:
        if machine.choice(state) is None:
            return
        who, options = machine.decider(state), machine.options(state)
        if who >= 0:
            packet, _ = sealed(game, pack(program, state), options, who, 0, memory)
            bare = state[:]
            assert program.rng is not None
            bare[program.rng.at : program.rng.at + program.rng.count] = [0] * program.rng.count
            row = found.setdefault((packet, who), {})
            row[pack(program, bare)] = row.get(pack(program, bare), 0.0) + chance
        for option in options:
            after = state[:]
            machine.choose(after, option)
            remembered = memory.copy()
            if machine.choice(after) is not None:
                remembered.follow(after)
            walk(after, chance / len(options), remembered)

    start, memory = machine.start(0), Memory(game.names.sight)
    memory.follow(start)
    walk(start, 1.0, memory)
    assert len(found) == 12
    dice, tries = Random(7), 400
    for (packet, _), row in found.items():
        whole = sum(row.values())
        counts = dict.fromkeys(row, 0)
        for state in worlds(packet, tries, dice):
            world = pack(program, state)
            assert world in counts
            counts[world] += 1
        chi = sum((counts[w] - tries * p / whole) ** 2 / (tries * p / whole) for w, p in row.items())
        assert all(counts.values()) and chi < 12
