"""What a seat may know: the same packet for all states it cannot tell apart, and worlds that it could be in."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rulewright.agents.packets import sealed, secret
from rulewright.agents.registry import player
from rulewright.agents.worlds import veil
from rulewright.core.layout import pack
from rulewright.play.finding import list_games
from rulewright.play.game import Game, load

CASES = [(name, None) for name in list_games()] + [("two_heirs", "Henry"), ("two_princes", "Foresight")]


def stops(
    game: Game, seeds: int, decisions: int, every: int, dice: Random
) -> Iterator[tuple[list[int], int, list[tuple[int, tuple[int, ...]]]]]:
    """States of random matches at which somebody decides between several options."""
    engine = game.engine
    count = 0
    for seed in range(seeds):
        state = engine.start(seed)
        made = 0
        while engine.choice(state) is not None and made < decisions:
            options, who = engine.options(state), engine.decider(state)
            if who < 0:
                number = engine.chance(state)
            else:
                made += 1
                count += 1
                if count % every == 0 and len(options) > 1:
                    yield engine.as_list(state)[:], who, options
                number = dice.randrange(len(options))
            engine.choose(state, options[number])


@pytest.mark.parametrize(("name", "variant"), CASES, ids=lambda x: str(x))
def test_a_world_looks_like_what_is_known(name: str, variant: str | None) -> None:
    """In every drawn world the seat has exactly the packet it has, and exactly its options."""
    game = load(name, variants=(variant,) if variant else (), engine="interpreter")
    if not secret(game):
        return
    dice = Random(1)
    hides = veil(game)
    different = 0
    for state, seat, options in stops(game, 8, 20, 3, dice):
        packet, numbers = sealed(game, pack(game.program, state), options, seat, 0)
        assert sorted(numbers) == list(range(len(options)))
        known = game.interpreter.unpack(packet.state)
        for _ in range(3):
            world = hides.world(known, seat, dice)
            different += world != known
            assert pack(game.program, hides.packed(world, seat)[0]) == packet.state
            assert tuple(game.interpreter.machine.options(world)) == packet.options
    assert different  # something was hidden, and was imagined otherwise


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel", "two_heirs"])
@pytest.mark.parametrize("agent", ["greedy", "mcts:30"])
def test_a_choice_does_not_depend_on_what_is_hidden(name: str, agent: str) -> None:
    """The true state is exchanged for another that looks the same; the agent chooses the same."""
    game = load(name)
    dice = Random(2)
    hides = veil(game)
    looked = 0
    for state, seat, options in stops(game, 6, 12, 4, dice):
        packet, numbers = sealed(game, pack(game.program, state), options, seat, 0)
        other = hides.world(game.interpreter.unpack(packet.state), seat, dice)
        offered = game.engine.options(game.engine.unpack(pack(game.program, other)))
        swapped, swapped_numbers = sealed(game, pack(game.program, other), offered, seat, 0)
        assert swapped.state == packet.state and swapped.options == packet.options
        chosen = [player(agent, 5).agent.decide(p, player(agent, 5).spec.budget).option for p in (packet, swapped)]
        assert chosen[0] == chosen[1]
        assert len(numbers) == len(swapped_numbers)
        looked += 1
    assert looked
