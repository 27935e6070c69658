"""What a seat may know: the same packet for all states it cannot tell apart, and worlds that it could be in."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rulewright.agents.packets import sealed, secret
from rulewright.agents.registry import player
from rulewright.agents.worlds import as_bytes, worlds
from rulewright.core.layout import pack
from rulewright.play.finding import list_games
from rulewright.play.game import Game, load
from rulewright.play.knowledge.memory import Memory

CASES = [(name, None) for name in list_games()] + [("two_heirs", "Henry"), ("two_princes", "Foresight")]


Stop = tuple[list[int], int, list[tuple[int, tuple[int, ...]]], Memory]  # state, seat, options, what was seen


def stops(game: Game, seeds: int, decisions: int, every: int, dice: Random) -> Iterator[Stop]:
    """States of random matches at which somebody decides between several options."""
    engine = game.engine
    count = 0
    for seed in range(seeds):
        state = engine.start(seed)
        memory = Memory(game.names.sight)
        made = 0
        while engine.choice(state) is not None and made < decisions:
            memory.follow(engine.as_list(state))
            options, who = engine.options(state), engine.decider(state)
            if who < 0:
                number = engine.chance(state)
            else:
                made += 1
                count += 1
                if count % every == 0 and len(options) > 1:
                    yield engine.as_list(state)[:], who, options, memory.copy()
                number = dice.randrange(len(options))
            engine.choose(state, options[number])


@pytest.mark.parametrize(("name", "variant"), CASES, ids=lambda x: str(x))
def test_a_world_looks_like_what_is_known(name: str, variant: str | None) -> None:
    """In every drawn world the seat has exactly its options, and sees exactly what it sees."""
    game = load(name, variants=(variant,) if variant else (), engine="interpreter")
    if not secret(game):
        return
    dice = Random(1)
    different = 0
    for state, seat, options, memory in stops(game, 8, 20, 3, dice):
        packet, numbers = sealed(game, pack(game.program, state), options, seat, 0, memory)
        assert sorted(numbers) == list(range(len(options)))
        known = game.interpreter.unpack(packet.state)
        for world in worlds(packet, 3, dice):
            different += world != known
            assert tuple(game.interpreter.machine.options(world)) == packet.options
            assert game.names.sight.seen(world, seat) == game.names.sight.seen(known, seat)
    assert different  # something was hidden, and was imagined otherwise


@pytest.mark.parametrize(("name", "variant"), CASES, ids=lambda x: str(x))
def test_worlds_drawn_at_once_are_those_drawn_one_by_one(name: str, variant: str | None) -> None:
    """Byte by byte, with the same lots."""
    game = load(name, variants=(variant,) if variant else (), engine="interpreter")
    if not secret(game):
        return
    dice = Random(3)
    for state, seat, options, memory in stops(game, 4, 60, 5, dice):
        packet, _ = sealed(game, pack(game.program, state), options, seat, 0, memory)
        one_by_one = b"".join(pack(game.program, world) for world in worlds(packet, 4, Random(seat)))
        assert as_bytes(packet, 4, Random(seat)) == one_by_one


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel", "two_heirs"])
@pytest.mark.parametrize("agent", ["greedy", "mcts:30"])
def test_a_choice_does_not_depend_on_what_is_hidden(name: str, agent: str) -> None:
    """The true state is exchanged for another that looks the same; the agent gets the same packet and chooses the same."""
    game = load(name)
    dice = Random(2)
    looked = 0
    for state, seat, options, memory in stops(game, 6, 12, 4, dice):
        memory.loosen()  # so that what is remembered holds in every world
        packet, _ = sealed(game, pack(game.program, state), options, seat, 0, memory)
        other = worlds(packet, 1, dice)[0]
        offered = game.engine.options(game.engine.unpack(pack(game.program, other)))
        memory.settle(other)
        swapped, _ = sealed(game, pack(game.program, other), offered, seat, 0, memory)
        assert swapped == packet
        chosen = [player(agent, 5).agent.decide(p, player(agent, 5).spec.budget).option for p in (packet, swapped)]
        assert chosen[0] == chosen[1]
        looked += 1
    assert looked
