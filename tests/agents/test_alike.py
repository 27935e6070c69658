"""Every agent chooses the same option, by its number, in all worlds that its seat cannot tell apart; and which of several hidden pieces
that lie alike it gets is a lot, never the first or the last by number."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from rulewright.agents import packets
from rulewright.agents.registry import AGENTS, player
from rulewright.play import load
from rulewright.play.game import Game
from rulewright.play.match import Match
from tests.play import test_hidden_information, test_leaks
from tests.play.guises import exchangeable, exchanged

AGENT = {name: f"{name}:12" if sort.budget is not None else name for name, sort in AGENTS.items()}
# Two hidden cards are named by one option.
PAIRS = """game "Pairs" for 2 players
type Value: 1 to 9
piece Card: 1 per Value
  printed value: Value
place stock: deck of Card, seen by none
place spare: hand of Card, seen by none
place hand of each Player: hand of Card, seen by owner
setup
  put all Card on stock
  shuffle stock
  each Player draws 3 Card from stock
  move all Card in stock to spare
play
  repeat 2 times
    each Player takes turn
turn
  player must trade
action trade Card in hand of player.rival for Card in spare as other
  move card to hand of player
  move other to hand of player.rival
score
  values: sum card.value for Card in hand of player
winner: most score, then shared
"""


@pytest.fixture(scope="module")
def leak(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return _made(tmp_path_factory, test_leaks.LEAK)


def _made(factory: pytest.TempPathFactory, text: str) -> Game:
    path: Path = factory.mktemp("alike") / "alike.rules"
    path.write_text(text, encoding="utf-8")
    return load(path, engine="interpreter")


def _differ(game: Game, seeds: int, decisions: int, agents: list[str]) -> tuple[int, list[str]]:
    """How many pairs of worlds were looked at, and where an agent chose otherwise."""
    tried, found = 0, []
    for seed in range(seeds):
        match, chance = game.start(seed), random.Random(seed)
        for _ in range(decisions):
            now = match.decision
            if now is None or now.seat is None:
                break
            pairs = exchangeable(match, game.seats.index(now.seat)) if len(now.options) > 1 else []
            for a, b in chance.sample(pairs, min(2, len(pairs))):
                other = exchanged(match, a, b)
                tried += 1
                found += [f"{agent} at {now.number} of {seed}" for agent in agents if _chosen(agent, match) != _chosen(agent, other)]
            match.choose(chance.randrange(len(now.options)))
    return tried, found


def _chosen(agent: str, match: Match) -> object:
    """Everything an agent answers, but for the time it took."""
    verdict = player(AGENT[agent], 7).decide(match)
    return verdict.option, [(line.option, line.visits, line.value) for line in verdict.reasons.lines]


def test_nobody_chooses_by_what_is_hidden(leak: Game) -> None:
    tried, found = _differ(leak, 8, 20, list(AGENTS))
    assert tried > 100 and not found


def test_nor_where_an_option_names_two_hidden_cards(tmp_path_factory: pytest.TempPathFactory) -> None:
    tried, found = _differ(_made(tmp_path_factory, PAIRS), 8, 20, list(AGENTS))
    assert tried > 40 and not found


@pytest.mark.parametrize("name", ["leduc_poker", "two_heirs"])
def test_nor_in_a_shipped_game(name: str) -> None:
    tried, found = _differ(load(name), 2, 8, ["greedy", "first", "random", "mcts"])
    assert tried > 5 and not found


def test_which_of_those_that_lie_alike_is_a_lot(leak: Game) -> None:
    """Who always takes the first, and who searches, gets the lowest card of the rival as often as any other."""
    for agent in ("first", "mcts"):
        ranks: Counter[int] = Counter()
        for seed in range(90):
            match = leak.start(seed)
            match.choose(0)
            cards = [args[0] for _, args in match.raw_options]
            ranks[sorted(cards).index(cards[player(AGENT[agent], 1).decide(match).option])] += 1
        assert set(ranks) == {0, 1, 2} and max(ranks.values()) < 50, (agent, ranks)


def test_options_that_follow_the_numbers_of_pieces_are_noticed(leak: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault put back: names of hidden pieces go by their true numbers, not by the lot."""
    true = packets.sealed
    monkeypatch.setattr(packets, "sealed", lambda *args: true(*args[:6]))
    _, found = _differ(leak, 3, 20, ["first"])
    assert found


@pytest.mark.parametrize("agent", ["greedy", "mcts", "first"])
def test_equal_cards_out_of_sight_stop_nobody(tmp_path_factory: pytest.TempPathFactory, agent: str) -> None:
    """Each of two equal cards is an option to a seat that does not see them."""
    game = _made(tmp_path_factory, PAIRS.replace("1 per Value", "2 per Value").replace("1 to 9", "1 to 8"))
    for seed in range(6):
        match = game.start(seed)
        while (now := match.decision) is not None and now.seat is not None:
            match.choose(player(AGENT[agent], seed).decide(match).option)
        assert match.outcome is not None


@pytest.mark.parametrize("agent", list(AGENTS))
def test_nor_do_rules_that_offer_by_what_is_hidden(tmp_path_factory: pytest.TempPathFactory, agent: str) -> None:
    """Whoever is offered something only because of what the other holds, or is not, has exactly the options of the match."""
    game = _made(tmp_path_factory, test_hidden_information.LEAKS)
    offered = set()
    for seed in range(6):
        match = game.start(seed)
        while (now := match.decision) is not None:
            packet, numbers = packets.sealed_of(match)
            assert sorted(numbers) == list(range(len(now.options))) and len(packet.options) == len(numbers)
            offered.add(any(o.action == "guess" for o in now.options))
            match.choose(player(AGENT[agent], seed).decide(match).option)
    assert offered == {True, False}
