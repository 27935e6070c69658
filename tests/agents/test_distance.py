"""How far an end is, read off the rules: right by hand-made positions, and the same in both engines."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulewright.agents.forest import HandForest, NativeForest
from rulewright.agents.natively import searcher
from rulewright.agents.packets import packet_of
from rulewright.agents.reward import began, rewards
from rulewright.agents.tree import TO_THE_END, Settings
from rulewright.agents.worlds import as_bytes, worlds
from rulewright.core import ir
from rulewright.core.distance import UNIT
from rulewright.core.goals import SURVIVED, aims
from rulewright.core.program import Func
from rulewright.core.walk import expressions
from rulewright.play.game import Game, load
from rulewright.play.match import Match
from rulewright.play.outcomes import CUT, LOSE

FIRES = """game "Fires" for Ann, Bob
  water: 0 to 9 = 0

piece Fire: 6
  heat: 0 to 5 = 2

place forest: pile of Fire
place ashes: pile of Fire

setup
  put all Fire on forest

play
  repeat 3 times
    each Player takes turn
    each Fire in forest: judge fire
    {end}
  finish

turn
  player must
    fetch
    cool Fire in forest

action fetch
  gain 1 water

action cool Fire in forest
  requires fire.heat > 0
  lose 1 fire.heat

to judge Fire
  if fire.heat is above 0: stop
  move fire to ashes

winner: none
"""


def game_of(tmp_path: Path, end: str) -> Game:
    path = tmp_path / "fires.rules"
    path.write_text(FIRES.replace("{end}", end).replace("is above 0", "> 0"))
    return load(path)


def far(game: Game, match: Match | None = None) -> int:
    (danger,) = aims(game.program).dangers
    state = game.start(1).state if match is None else match.state
    return int(game.interpreter.ask(danger.func, game.interpreter.unpack(state)))


def test_pieces_that_are_about_to_leave_count_less(tmp_path: Path) -> None:
    game = game_of(tmp_path, "if at least 4 Fire in forest: everyone loses")
    match = game.start(1)
    # Three fires are allowed; each of the six is two steps from leaving, as if it were gone by a third.
    two_steps, one_step = UNIT // 3, UNIT // 2
    assert far(game, match) == 3 * UNIT + 6 * two_steps
    match.choose("cool Fire 1")
    assert far(game, match) == 3 * UNIT + 5 * two_steps + one_step
    match.choose("cool Fire 1")  # it is judged after this turn, and leaves
    assert far(game, match) == 3 * UNIT + 5 * two_steps + UNIT


def test_a_number_alone(tmp_path: Path) -> None:
    game = game_of(tmp_path, "if water < 2: everyone loses")
    match = game.start(1)
    assert far(game, match) == -2 * UNIT
    match.choose("fetch")
    match.choose("fetch")
    assert far(game, match) == 0


def test_it_is_enough_that_one_condition_fails(tmp_path: Path) -> None:
    game = game_of(tmp_path, "if water < 2 and at least 9 Fire in forest: everyone loses")
    assert far(game) >= 2 * UNIT  # there are no nine fires


def test_conditions_without_numbers_say_nothing(tmp_path: Path) -> None:
    game = game_of(tmp_path, "if no Fire in forest: everyone loses")
    assert aims(game.program).all_lose and not aims(game.program).dangers


def test_rewards_are_in_order(tmp_path: Path) -> None:
    """All lose < others win < I win, and the more is missing the worse it is to lose."""
    game = game_of(tmp_path, "if at least 4 Fire in forest: everyone loses")
    ask, match = game.interpreter.ask, game.start(1)
    state = game.interpreter.unpack(match.state)
    bases = began(game.program, ask, state)
    lost = rewards(game.program, ask, state, LOSE, 10, bases)
    match.choose("cool Fire 1")
    better = game.interpreter.unpack(match.state)
    nearly = rewards(game.program, ask, better, LOSE, 10, bases)
    assert lost[0] == lost[1] < nearly[0] < SURVIVED
    assert nearly < rewards(game.program, ask, better, CUT, 10, bases)
    assert rewards(game.program, ask, state, CUT, 10, bases) < rewards(game.program, ask, better, CUT, 10, bases)


RIVER = """game "River" for Ann, Bob
  > Bring helpers down the river to where it floods.

piece Helper of each Player: 1
piece Flood: 2, holding any Helper

place river: graph of Spot, holding any Helper, holding 1 Flood
  | name  | neighbours |
  | Hill  | Ford       |
  | Ford  | Hill, Mill |
  | Mill  | Ford, Weir |
  | Weir  | Mill       |

setup
  put 1 Flood on Mill
  put 1 Flood on Weir
  put all Helper on Hill

play
  repeat 6 times
    each Player takes turn
    each Flood in river: judge flood
  if at least 2 Flood in river: everyone loses
  finish

turn
  player must
    walk Helper of player in river to Spot in neighbours(place of helper)
    stem Flood in river by Helper of player in river

action walk Helper to Spot
  move helper to spot

action stem Flood by Helper
  requires place of helper is place of flood
  move helper to flood

to judge Flood
  if count Helper in flood < 2: stop
  move flood to box

winner: none
"""


def test_pieces_on_their_way_count_in_part(tmp_path: Path) -> None:
    """Each step nearer to where a condition counts pieces is a step away from losing; the step onto the card is the greatest."""
    path = tmp_path / "river.rules"
    path.write_text(RIVER)
    game = load(path)
    match = game.start(1)
    found = [far(game, match)]
    for words in ("walk Helper Hill to Ford", "walk Helper Hill to Ford", "walk Helper Ford to Mill", "walk Helper Ford to Mill"):
        match.choose(words)
        found.append(far(game, match))
    assert found == sorted(set(found))
    before = far(game, match)
    assert match.decision is not None
    match.choose(next(o for o in match.decision.options if o.title.startswith("stem Flood Mill")))
    assert far(game, match) - before > found[-1] - found[-2]


CREWS = """game "Crews" for Ann, Bob

type Trade: mason or carter

piece Helper: 4
  | id | name  | trade  |
  | Anna | Anna  | mason  |
  | Berta | Berta | mason  |
  | Carla | Carla | carter |
  | Dora | Dora  | carter |
  printed trade: Trade
piece Flood: 2, holding any Helper
  | id | name | wants            |
  | Weir | Weir | 1 mason          |
  | Mill | Mill | 1 mason, 1 carter |
  printed wants: bag of Trade

place river: graph of Spot, holding any Helper, holding 1 Flood
  | name | neighbours |
  | Hill | Ford       |
  | Ford | Hill, Dale |
  | Dale | Ford       |

place inn: pile of Helper

setup
  put Weir on Ford
  put Mill on Dale
  put all Helper on inn

define suits(trade, helper: Helper) = helper.trade is trade
define manned(flood) = matched(flood.wants, Helper in flood, suits) is size(flood.wants)

play
  repeat 6 times
    each Player takes turn
    each Flood in river: judge flood
  if at least 2 Flood in river: everyone loses
  finish

turn
  player must
    call Helper in inn to Hill
    send Helper in river to Flood in river

action call Helper to Spot
  move helper to spot

action send Helper to Flood
  move helper to flood

to judge Flood
  if not manned(flood): stop
  move flood to box

winner: none
"""


def test_helpers_are_shared_out(tmp_path: Path) -> None:
    """Each helper serves one thing that is asked for: a second carter, whom nobody asks for, is worth nothing."""
    path = tmp_path / "crews.rules"
    path.write_text(CREWS)
    game = load(path)
    (shared,) = [f for f in _calls(aims(game.program).dangers[0].func) if f.name.startswith("shared")]
    match = game.start(1)

    def served() -> int:
        return int(game.interpreter.ask(shared, game.interpreter.unpack(match.state)))

    found = [served()]
    for words in ("Carla", "Dora", "Anna", "Berta"):
        match.choose(f"call {words} to Hill")
        found.append(served())
    assert found == [0, 1, 1, 2, 3]
    before = served()
    match.choose("send Dora to Weir")  # nobody asks for a carter there, and none was missing
    assert served() == before
    match.choose("send Carla to Weir")  # now nobody is left for the mill
    assert served() == before - 1


def _calls(func: Func) -> list[Func]:
    assert func.body is not None
    return [x.func for x in expressions(func.body) if isinstance(x, ir.Call)]


@pytest.mark.parametrize(("depth", "contest", "turns"), [(3, 1, TO_THE_END), (40, 3, TO_THE_END), (40, 3, 1), (40, 1, 2)])
def test_both_engines_see_the_same_distance(depth: int, contest: int, turns: int) -> None:
    """The same trees in a large game in which all can lose."""
    game = load("kingdom_of_heroes")
    match = game.start(2)
    for n in range(30):
        assert match.decision is not None
        match.choose(n * 7 % len(match.decision.options))
    packet, native = packet_of(match), searcher(game)
    assert native is not None and aims(game.program).dangers
    settings = Settings(seed=5, depth=depth, contest=contest, turns=turns, relative=turns < TO_THE_END)
    trees: list[NativeForest | HandForest] = [
        NativeForest(native, as_bytes(packet, 4, Random(3)), packet.seat, packet.options, settings),
        HandForest(game.interpreter, worlds(packet, 4, Random(3)), packet.seat, packet.options, settings),
    ]
    for tree in trees:
        tree.run(12)
    assert trees[0].trees() == trees[1].trees()
