"""The search: both engines grow the same tree; nobody peeks; what is proven is true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.agents.bars import names_of, table
from rulewright.agents.budget import Budget
from rulewright.agents.by_hand import HandTree
from rulewright.agents.contract import Packet
from rulewright.agents.forest import HandForest, NativeForest
from rulewright.agents.natively import NativeTree, searcher
from rulewright.agents.packets import packet_of, without_chance
from rulewright.agents.tree import Settings, best
from rulewright.agents.uct import Uct
from rulewright.agents.worlds import as_bytes, worlds
from rulewright.core.goals import aims
from rulewright.play.engines import Option
from rulewright.play.game import Game, load
from rulewright.play.match import Match

CASES = Path(__file__).parent.parent / "study" / "cases"


def native_tree(game: Game, match: Match, settings: Settings) -> NativeTree:
    native = searcher(game)
    assert native is not None
    return NativeTree(native, without_chance(game.program, match.state), settings)


def played(name: str, decisions: int, seed: int = 3) -> tuple[Game, Match]:
    game = load(name)
    match = game.start(seed)
    for n in range(decisions):
        now = match.decision
        assert now is not None
        match.choose(n * 7 % len(now.options))
    return game, match


@pytest.mark.parametrize(("name", "decisions", "turns"), [("oware", 4, 1), ("checkers", 9, 2), ("connect_four", 6, 3)])
def test_both_engines_judge_after_so_many_turns(name: str, decisions: int, turns: int) -> None:
    """The same trees where a position is judged as soon as somebody else decides, and exploring keeps in step with the rewards."""
    game, match = played(name, decisions)
    settings = Settings(seed=4, turns=turns, relative=True, explore=1.0)
    one = native_tree(game, match, settings)
    two = HandTree(game.interpreter, without_chance(game.program, match.state), settings)
    for tree in (one, two):
        tree.run(60)
    assert one.blocks() == two.blocks()
    assert one.facts().deepest <= turns if name == "connect_four" else one.facts().deepest > 0


@pytest.mark.parametrize(
    ("name", "decisions", "iterations", "depth"),
    [
        ("tic_tac_toe", 0, 400, 1 << 40),
        ("tic_tac_toe", 3, 300, 1 << 40),
        ("connect_four", 6, 60, 1 << 40),
        ("breakthrough", 4, 12, 1 << 40),
        ("checkers", 9, 12, 6),
        ("oware", 5, 40, 5),
        ("backgammon", 2, 8, 3),
        ("kuhn_poker", 0, 100, 1 << 40),
        ("leduc_poker", 1, 100, 1 << 40),
        ("goofspiel", 2, 30, 1 << 40),
    ],
)
def test_both_engines_grow_the_same_tree(name: str, decisions: int, iterations: int, depth: int) -> None:
    game, match = played(name, decisions)
    settings = Settings(seed=11, depth=depth)
    trees: list[NativeTree | HandTree] = [
        native_tree(game, match, settings),
        HandTree(game.interpreter, without_chance(game.program, match.state), settings),
    ]
    for portion in (1, 9, iterations):
        for tree in trees:
            tree.run(portion)
        assert trees[0].facts() == trees[1].facts()
        assert trees[0].blocks() == trees[1].blocks()


def test_nobody_peeks() -> None:
    """Two matches that differ in nothing but the generator's word give the same tree, and the same choice."""
    game, match = played("backgammon", 1)
    rng = game.program.rng
    assert rng is not None
    other = match.clone()
    changed = bytearray(match.state)
    changed[rng.offset : rng.offset + 8] = b"\x05" * 8
    other._state = game.engine.unpack(bytes(changed))
    assert other.state != match.state
    packets = [packet_of(m) for m in (match, other)]
    assert packets[0].state == packets[1].state
    trees = [native_tree(game, m, Settings(depth=4)) for m in (match, other)]
    for tree in trees:
        tree.run(200)
    assert trees[0].blocks() == trees[1].blocks()


def test_a_won_game_is_proven() -> None:
    _, match = played("tic_tac_toe", 0)
    for title in ("mark a1", "mark c3", "mark a3"):
        match.choose(title)
    packet = packet_of(match)  # O must stop a2
    verdict = Uct(1).decide(packet, Budget(2000))
    assert match.decision is not None
    assert match.decision.options[verdict.option].title == "mark a2"
    assert verdict.reasons.proven
    for title in ("mark b1", "mark c1"):
        match.choose(title)
    lost = Uct(1).decide(packet_of(match), Budget(2000)).reasons.lines[0]
    assert lost.proven and lost.value == 0.0  # two ways to win at once
    match.choose("mark b2")
    verdict = Uct(1).decide(packet_of(match), Budget(2000))
    assert verdict.reasons.lines[0].proven and verdict.reasons.lines[0].value == 1.0


def test_what_is_proven_is_true() -> None:
    """Against a full search of the same position."""
    game, match = played("tic_tac_toe", 3)

    def solved(state: list[int]) -> int:
        machine = game.interpreter.machine
        if machine.choice(state) is None:
            assert game.program.winners is not None
            winners = state[game.program.winners.at]
            return 65_536 if winners == 1 else 0 if winners == 2 else 32_768
        values = []
        for option in machine.options(state):
            after = state[:]
            machine.choose(after, option)
            values.append(solved(after))
        return max(values) if machine.decider(state) == 0 else min(values)

    tree = native_tree(game, match, Settings())
    tree.run(50_000)
    assert tree.facts().proven
    assert tree.blocks()[0][2] == solved(game.interpreter.unpack(match.state))
    sure = best(tree.branches())[0]
    after = game.interpreter.unpack(match.state)
    game.interpreter.machine.choose(after, sure.option)
    assert sure.certain is not None and solved(after) in {sure.certain, 65_536 - sure.certain}


def test_a_full_memory_does_not_end_the_search() -> None:
    game, match = played("connect_four", 0)
    tree = native_tree(game, match, Settings(memory=1 << 16))
    tree.run(20_000)
    facts = tree.facts()
    assert facts.full and facts.iterations == 20_000 and facts.bytes <= 1 << 16


def test_what_was_found_is_kept() -> None:
    _, match = played("connect_four", 0)
    agent = Uct(5)
    first = agent.decide(packet_of(match), Budget(4000))
    match.choose(first.option)
    match.choose(0)
    before = agent._trees[0]
    agent.decide(packet_of(match), Budget(100))
    assert agent._trees[0] is before
    assert sum(b.visits for b in before.branches()) > 100
    assert {b.option for b in before.branches()} <= set(match.raw_options)


def test_the_same_numbers_give_the_same_choice() -> None:
    _, match = played("connect_four", 2)
    found = [Uct(9, workers=w).decide(packet_of(match), Budget(600)) for w in (1, 1, 2, 2)]
    lines = [v.reasons.lines for v in found]
    assert lines[0] == lines[1] and lines[2] == lines[3]
    assert sum(line.visits for line in lines[2]) == 600


def test_who_can_prove() -> None:
    exact = {name: aims(load(name, engine="interpreter").program).exact for name in ("chess", "backgammon", "kingdom_of_heroes")}
    assert exact == {"chess": True, "backgammon": True, "kingdom_of_heroes": False}


def test_it_wins() -> None:
    """1,000 iterations against a random player; the same matches every time."""
    game = load("connect_four")
    won = 0
    for seed in range(6):
        match = game.start(seed)
        agent = Uct(seed)
        dice = seed
        while (now := match.decision) is not None:
            if now.seat == game.seats[seed % 2]:
                match.choose(agent.decide(packet_of(match), Budget(300)).option)
            else:
                dice = dice * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
                match.choose((dice >> 33) % len(now.options))
        outcome = match.outcome
        assert outcome is not None
        won += outcome.winners == (game.seats[seed % 2],)
    assert won == 6


def both_forests(game: Game, packet: Packet, count: int, settings: Settings) -> list[NativeForest | HandForest]:
    """In the same worlds."""
    native = searcher(game)
    assert native is not None
    return [
        NativeForest(native, as_bytes(packet, count, Random(1)), packet.seat, packet.options, settings),
        HandForest(game.interpreter, worlds(packet, count, Random(1)), packet.seat, packet.options, settings),
    ]


@pytest.mark.parametrize(
    ("name", "decisions", "iterations", "depth"),
    [("kuhn_poker", 0, 150, 1 << 40), ("leduc_poker", 1, 150, 1 << 40), ("goofspiel", 3, 25, 1 << 40), ("two_heirs", 6, 12, 3)],
)
def test_both_engines_grow_the_same_forest(name: str, decisions: int, iterations: int, depth: int) -> None:
    """Where something is hidden, with one tree for each seat."""
    game, match = played(name, decisions)
    packet = packet_of(match)
    forests = both_forests(game, packet, 6, Settings(seed=4, depth=depth))
    for portion in (1, iterations):
        for forest in forests:
            forest.run(portion)
        assert forests[0].facts() == forests[1].facts()
        assert forests[0].trees() == forests[1].trees()


@pytest.mark.parametrize(("name", "decisions", "depth"), [(str(CASES / "dominated_card.rules"), 4, 1 << 40), ("two_heirs", 6, 3)])
@pytest.mark.parametrize("force", [False, True])
def test_what_is_barred_or_forced_is_so_as_deep_as_a_search_looks(name: str, decisions: int, depth: int, force: bool) -> None:
    """Both engines do without it, in the tree and in playouts, for every seat; where nothing would be left, it is taken all the same."""
    game, match = played(name, decisions)
    names = sorted(set[str]().union(*(names_of(game.program, a, o[1]) for o in match.raw_options for a in [alt_of(match, o)])))
    bars = table(game.program, [names[:1] + names[2:3], names[1:3]], [names[3:4], names[:1]] if force else ())
    settings = Settings(seed=4, depth=depth, bars=bars)
    packet = packet_of(match)
    native = searcher(game)
    assert native is not None and any(bars)
    if packet.secret:
        forests = both_forests(game, packet, 4, settings)
        for forest in forests:
            forest.run(12)
        assert forests[0].trees() == forests[1].trees()
        return
    trees = [native_tree(game, match, settings), HandTree(game.interpreter, without_chance(game.program, match.state), settings)]
    for tree in trees:
        tree.run(15)
    assert trees[0].blocks() == trees[1].blocks()
    assert trees[0].blocks() != _grown(native_tree(game, match, replace(settings, bars=b"")), 15)


def _grown(tree: NativeTree, iterations: int) -> list[Any]:
    tree.run(iterations)
    return tree.blocks()


def alt_of(match: Match, option: Option) -> Any:
    choice = match.game.interpreter.machine.choice(match.game.interpreter.unpack(match.state))
    assert choice is not None
    return choice.alts[option[0]]
