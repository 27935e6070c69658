"""Whatever random players do, every piece is in exactly one place, no place is too full, every value is in its range.

In CI small games natively and the first decisions of the large ones in the interpreter, as `rulewright simulate --paranoid` plays
them; `RULEWRIGHT_LONG=1` plays a thousand whole matches of each natively (or as many as `RULEWRIGHT_MATCHES` says).
"""

from __future__ import annotations

import ctypes
import os
import random
from collections.abc import Callable, Iterator

import pytest

from rulewright.compiler.build import Build
from rulewright.compiler.engine import address, compile_object, linked
from rulewright.compiler.soundness import write_soundness
from rulewright.core.layout import pack, unpack
from rulewright.core.program import Program
from rulewright.play import load
from rulewright.play.engines import NativeCode
from rulewright.play.errors import PlayError
from rulewright.play.game import Game
from rulewright.play.invariants import problems
from rulewright.play.simulate import FAILED, UNSOUND, simulate

from .shipped import GAMES, IDS, LONG, loaded

MATCHES = int(os.environ.get("RULEWRIGHT_MATCHES", "1000"))
LARGE = {"grandlins_heirs": 100, "kingdom_of_heroes": 150, "two_heirs": 300, "two_princes": 150}  # decisions in the interpreter


@pytest.mark.parametrize(("name", "variant"), GAMES, ids=IDS)
def test_random_matches_are_sound(name: str, variant: str) -> None:
    if LONG:
        game = load(name, variants=(variant,) if variant else (), engine="native")
        found = simulate(game, MATCHES, paranoid=True)
    elif name in LARGE:
        game = loaded(name, variant, "interpreter")
        found = simulate(game, 2, 11, limit=LARGE[name], paranoid=True)
    else:
        found = simulate(loaded(name, variant), 100, 11, paranoid=True)
    assert not found.error.any()


def test_either_engine_plays_the_same_matches() -> None:
    """To look over the states changes nothing in the matches."""
    results = [
        simulate(loaded("goofspiel", engine=engine), 20, 3, paranoid=paranoid)
        for engine, paranoid in (("native", False), ("native", True), ("interpreter", True))
    ]
    assert [r.engine for r in results] == ["native", "native", "interpreter"]
    for other in results[1:]:
        assert (other.scores == results[0].scores).all() and (other.decisions == results[0].decisions).all()
        assert (other.options == results[0].options).all() and (other.winners == results[0].winners).all()


# ---------------------------------------------------------------- the look can fail, and natively it is the same


def looking(program: Program) -> Callable[[list[int]], bool]:
    """The native look over a state, compiled by itself."""
    build = Build(program)
    write_soundness(build)
    engine = linked(compile_object(build.module()))
    sound = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(engine.get_function_address("rulewright_sound"))

    def look(state: list[int], _: object = engine) -> bool:
        data = bytearray(pack(program, state))
        return bool(sound(address(data)))

    return look


def states(game: Game, seed: int, count: int) -> list[list[int]]:
    """States of a random match, from its start on."""
    engine, rng = game.engine, random.Random(seed)
    state = engine.start(seed)
    found = [engine.as_list(engine.copy(state))]
    while engine.choice(state) is not None and len(found) < count:
        options = engine.options(state)
        engine.choose(state, options[rng.randrange(len(options))])
        found.append(list(engine.as_list(state)))
    return found


def spoilt(program: Program, state: list[int], rng: random.Random) -> Iterator[list[int]]:
    """The state with something changed in each of its fields: a bit, or by one, or to anything."""
    for field in [field for field in program.fields if field.count]:
        data = bytearray(pack(program, state))
        at = field.offset + rng.randrange(field.count) * field.width + rng.randrange(field.width)
        data[at] = rng.choice([data[at] ^ 1 << rng.randrange(8), (data[at] + 1) % 256, rng.randrange(256)])
        yield unpack(program, data)


@pytest.mark.parametrize(("name", "variant"), [g for g in GAMES if LONG or not g[1]])
def test_both_find_the_same_states_wrong(name: str, variant: str) -> None:
    game = loaded(name, variant, "interpreter")
    program, rng = game.program, random.Random(4)
    look = looking(program)
    found = {True: 0, False: 0}
    for state in states(game, 5, 400 if LONG else 12):
        assert look(state) and problems(program, state) == []
        for broken in spoilt(program, state, rng):
            wrong = problems(program, broken)
            assert look(broken) == (not wrong), wrong
            found[not wrong] += 1
    assert found[True] and found[False]


def test_every_value_out_of_its_range_is_found() -> None:
    game = loaded("checkers")
    state = states(game, 1, 1)[0]
    program, look = game.program, looking(game.program)
    for field in program.fields:
        if field.name in {"stack", "history", "rng"}:  # every value is possible there
            continue
        for value in (field.high + 1, field.low - 1) if not hasattr(field.type, "full") else (field.type.full + 1,):
            if -(1 << 8 * field.width - 1) <= value < 1 << 8 * field.width - 1:
                broken = state[:]
                broken[field.at + field.count - 1] = value
                assert problems(program, broken) == [f"{field.name} is {value}."]
                assert not look(broken)


PLACES = """\
game "Places" for Ann, Bob

piece Pawn of each Player: 3 per Player
  power: 0 to 5 = 2
piece Tower: 2
  height: 0 to 5 = 2
piece Stone of each Player: 5 per Player
piece Seed: 9
place camp: pile of Pawn
place yard: grid 2 by 2, holding 1 Pawn
place plain: grid 2 by 2, holding 1
place bowl: pile of Seed

setup
  put all Pawn on camp
  put 4 Seed on bowl
  put 1 Tower on first Cell in plain

turn
  player must enter or lay
  if turn_number > 9: draw

action enter Pawn of player to Cell in yard where cell is empty
  move pawn to cell

action lay Cell in plain where cell is empty
  put Stone of player on cell
"""

# What is done to a state (which field, which element, what is added), and what is said of it.
BREAKAGES = {
    "a piece outside of every site": ([("loc", 0, 90)], "loc is 91."),
    "a piece of a kind that is never there": ([("loc", 0, 9)], "A Pawn is in bowl, which never holds one."),
    "two pieces where one fits": ([("loc", 0, 1), ("loc", 1, 1)], "yard holds 2 Pawn pieces, but at most 1 fit."),
    "pieces of two kinds where one fits": ([("loc", 0, 5)], "plain holds 2 pieces, but at most 1 fit."),
    "an index that does not follow": ([("loc", 0, 1)], "Pawn.members.camp does not agree with where the pieces are."),
    "a piece of nobody": ([("owner", 0, -1)], "Pawn.owned does not agree with where the pieces are."),
    "counted pieces too many": ([("Seed.heap", 4, 1)], "There are 10 Seed pieces, but there have to be 9."),
    "counted pieces too few": ([("Stone.box", 1, -1)], "There are 4 Stone pieces, but there have to be 5."),
    "counted pieces of two owners in one cell": (
        [("Stone.on", 0, 8), ("Stone.on", 1, 8), ("Stone.box", 0, -1), ("Stone.box", 1, -1)],
        "plain holds 2 Stone pieces, but at most 1 fit.",
    ),
    "a value that cannot be": ([("Tower.height", 1, 4)], "Tower.height is 6."),
    "a bit that stands for nothing": ([("Stone.on", 0, 16)], "Stone.on is 16."),
    "a frame of no procedure": ([("stack", 0, 99 << 32)], "The stack is broken."),
    "a frame that goes on nowhere": ([("stack", 0, 1 << 20)], "The stack is broken."),
    "a frame below itself": ([("stack", 1, 50)], "The stack is broken."),
    "a frame at the very end": ([("top", 0, 5)], "The stack is broken."),
}


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> tuple[Program, list[int], Callable[[list[int]], bool]]:
    path = tmp_path_factory.mktemp("places") / "places.rules"
    path.write_text(PLACES, encoding="utf-8")
    game = load(path, engine="interpreter")
    return game.program, states(game, 1, 1)[0], looking(game.program)


@pytest.mark.parametrize("breakage", BREAKAGES)
def test_what_is_wrong_is_found(places: tuple[Program, list[int], Callable[[list[int]], bool]], breakage: str) -> None:
    """Each sort of breakage is found by both, and named."""
    program, state, look = places
    assert problems(program, state) == [] and look(state)
    changes, told = BREAKAGES[breakage]
    broken = state[:]
    fields = {f.name: f for f in program.fields}
    for name, element, more in changes:
        broken[fields[name].at + element] += more
    assert told in problems(program, broken)
    assert not look(broken)


# ---------------------------------------------------------------- a match that comes to such a state


def endless(engine: str) -> Game:
    """A game that is said never to be over, once its rules are known: its last state cannot be."""
    game = load("tic_tac_toe", engine=engine)
    assert game.program.over is not None
    game.program.over.high = 0
    return game


def test_a_match_that_goes_wrong_is_stopped() -> None:
    """Both engines name the decision, the match and its seed; in native code every match has its own row that says so."""
    plain = simulate(endless("native"), 40, 7)
    assert not plain.error.any()
    told = rf"After decision {plain.decisions[0]} of match 0 \(seed 7\): over is {plain.over[0]}\."
    for engine in ("native", "interpreter"):
        with pytest.raises(PlayError, match=told):
            simulate(endless(engine), 40, 7, paranoid=True)
    game = endless("native")
    assert isinstance(game.engine, NativeCode)
    native = game.engine.made_for(counting=False, paranoid=True)
    rows, _ = native.batch(40, 7)
    assert rows[:, 0].tolist() == [FAILED] * 40 and rows[:, 6].tolist() == [UNSOUND] * 40
    assert rows[:, 4].tolist() == plain.decisions.tolist()
    for number in (0, 39):
        state = native.unsound(7, number)
        assert problems(game.program, native.as_list(state)) == [f"over is {plain.over[number]}."]
        assert not native.sound(state)
