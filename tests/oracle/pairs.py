"""Ours and OpenSpiel's, side by side: how a move is called on either side, so that the two can be compared.

A pair plays one match on both engines. At every decision it compares who is to move and the set of legal moves (by names both
sides understand), then takes the same move on both; at the end it compares the returns. Chance outcomes are forced to agree.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from rulewright.play import load
from rulewright.play.engines import Interpreted
from rulewright.play.game import Game
from rulewright.play.names import Names

Raw = tuple[int, tuple[int, ...]]


@dataclass
class Pair:
    """One game on both sides."""

    ours: str
    theirs: str
    name_ours: Callable[[Game, Any, Raw, list[int]], str]
    name_theirs: Callable[[Any, int], str]
    options: dict[str, str] = field(default_factory=dict)
    forced: Callable[[Any], bool] = lambda state: False  # their moves that are none of ours: passes
    returns: Callable[[Game, list[int]], list[float]] | None = None
    seats: tuple[int, ...] = (0, 1)  # their player for each of our seats
    chance: Callable[[Any, Game, list[int], Any, list[Raw]], int] | None = None
    last_forced: bool = False  # theirs ends as soon as nothing is left to choose; ours plays it out
    moves_theirs: Callable[[Any], dict[str, list[int]]] | None = None  # where a move of ours is several of theirs

    def theirs_by_name(self, other: Any) -> dict[str, list[int]]:
        if self.moves_theirs is not None:
            return self.moves_theirs(other)
        return {self.name_theirs(other, action): [action] for action in other.legal_actions()}


def cell(game: Game, site: int) -> str:
    return game.names.site(site)


def outcome(game: Game, state: list[int]) -> list[float]:
    """+1 for the winner, -1 for the others, 0 for all if nobody or everybody has won."""
    assert game.program.winners is not None
    winners = state[game.program.winners.at]
    seats = len(game.seats)
    if winners in {0, (1 << seats) - 1}:
        return [0.0] * seats
    return [1.0 if winners >> i & 1 else -1.0 for i in range(seats)]


def play(pair: Pair, game: Game, spiel: Any, seed: int) -> int:
    """One random match on both sides; the number of decisions compared."""
    engine = game.engine
    rng = random.Random(seed)
    state = engine.start(seed)
    other = spiel.new_initial_state()
    compared = 0
    while engine.choice(state) is not None:
        if other.is_terminal() and pair.last_forced:
            _finish(engine, state)
            break
        assert not other.is_terminal(), f"theirs is over, ours is not (seed {seed})"
        while not other.is_chance_node() and pair.forced(other):
            other.apply_action(other.legal_actions()[0])
        choice = engine.choice(state)
        assert choice is not None
        raw = engine.options(state)
        who = engine.decider(state)
        if who < 0:
            assert pair.chance is not None, "chance without a way to agree on it"
            number = pair.chance(rng, game, engine.as_list(state), other, raw)
            engine.choose(state, raw[number])
            continue
        numbers = engine.as_list(state)
        mine = {pair.name_ours(game, choice, option, numbers): option for option in raw}
        player = other.current_player()
        if player == pyspiel.PlayerId.SIMULTANEOUS:
            _simultaneous(pair, game, engine, state, other, rng)
            compared += 1
            continue
        assert player == pair.seats[who], f"their player {player} moves, ours is {who} (seed {seed}, decision {compared})"
        yours = pair.theirs_by_name(other)
        assert mine.keys() == yours.keys(), f"seed {seed}, decision {compared}: {sorted(mine.keys() ^ yours.keys())}\n{other}"
        name = rng.choice(sorted(mine))
        engine.choose(state, mine[name])
        for action in yours[name]:
            other.apply_action(action)
        compared += 1
    while not other.is_terminal() and not other.is_chance_node() and pair.forced(other):
        other.apply_action(other.legal_actions()[0])
    assert other.is_terminal(), f"ours is over, theirs is not (seed {seed})\n{other}"
    returns = (pair.returns or outcome)(game, engine.as_list(state))
    expected = other.returns()
    got = [returns[pair.seats.index(i)] for i in range(len(expected))]
    assert got == expected, f"returns {got}, theirs {expected} (seed {seed})"
    return compared


def _finish(engine: Any, state: Any) -> None:
    """Play out decisions that are none."""
    while engine.choice(state) is not None:
        raw = engine.options(state)
        assert len(raw) == 1, "theirs is over, but ours has something to choose"
        engine.choose(state, raw[0])


def _simultaneous(pair: Pair, game: Game, engine: Any, state: Any, other: Any, rng: random.Random) -> None:
    """Each of our players chooses in turn, secretly; theirs all at once."""
    joint = []
    for seat in range(len(game.seats)):
        raw = engine.options(state)
        choice = engine.choice(state)
        assert engine.decider(state) == seat
        numbers = engine.as_list(state)
        mine = {pair.name_ours(game, choice, option, numbers): option for option in raw}
        yours = {other.action_to_string(seat, action): action for action in other.legal_actions(seat)}
        yours = {name.rsplit(" ", 1)[-1]: action for name, action in yours.items()}
        assert mine.keys() == yours.keys()
        name = rng.choice(sorted(mine))
        engine.choose(state, mine[name])
        joint.append(yours[name])
    other.apply_actions(joint)


# ---------------------------------------------------------------- how moves are called


def only_cell(game: Game, choice: Any, option: Raw, state: list[int]) -> str:
    return cell(game, option[1][0])


def flipped(name: str, rows: int) -> str:
    """A cell seen from the other side of the table."""
    return f"{name[0]}{rows + 1 - int(name[1:])}"


def tic_tac_toe(state: Any, action: int) -> str:
    row, column = divmod(action, 3)
    return f"{'abc'[column]}{3 - row}"


def column_name(game: Game, choice: Any, option: Raw, state: list[int]) -> str:
    return str(option[1][0])


def from_to(game: Game, choice: Any, option: Raw, state: list[int]) -> str:
    return cell(game, option[1][0]) + cell(game, option[1][1])


def breakthrough(state: Any, action: int) -> str:
    text = state.action_to_string(action).rstrip("*")
    return flipped(text[:2], 8) + flipped(text[2:4], 8)


def checkers_ours(game: Game, choice: Any, option: Raw, state: list[int]) -> str:
    assert game.program.loc is not None
    alt = choice.alts[option[0]]
    start = state[game.program.loc.at + option[1][0]]
    if alt.name == "advance":
        return cell(game, start) + cell(game, option[1][1])
    board = game.world.places["board"]
    assert board.board is not None
    at = start - board.core.base
    for _ in range(2):
        at = board.board.step(at, option[1][1])
    return cell(game, start) + board.board.names[at]


def chess_theirs(state: Any, action: int) -> str:
    text = str(pyspiel.chess.action_to_move(action, state.board()).to_lan())
    return text


def clobber_ours(game: Game, choice: Any, option: Raw, state: list[int]) -> str:
    return cell(game, option[1][1]) + cell(game, option[1][0])


def dots_theirs(state: Any, action: int) -> str:
    """Lines as edges of boxes: theirs are numbered from the top left corner."""
    sort, row, column = re.findall(r"[hv]|\d+", state.action_to_string(action).split("(")[1])
    y, x, high = int(row), int(column), 2
    if sort == "h":
        name = "abcdef"[x]
        return f"{name}{high} north" if y == 0 else f"{name}1 south" if y == high else f"{name}{high - y}–{name}{high - y + 1}"
    at = high - y
    return f"a{at} west" if x == 0 else f"{'abcdef'[x - 1]}{at} east" if x == 2 else f"{'abcdef'[x - 1]}{at}–{'abcdef'[x]}{at}"


def amazons_ours(game: Game, choice: Any, option: Raw, state: list[int]) -> str:
    """A move by where the amazon stands and goes, an arrow by where it lands."""
    return "".join(cell(game, site) for site in option[1])


def amazons_theirs(state: Any) -> dict[str, list[int]]:
    """Theirs says first which amazon moves and then where to. Rows are numbered from the top."""
    if "From" not in state.action_to_string(state.legal_actions()[0]):
        return {_from_top(action, 10): [action] for action in state.legal_actions()}
    moves = [[start, end] for start in state.legal_actions() for end in state.child(start).legal_actions()]
    return {_from_top(start, 10) + _from_top(end, 10): [start, end] for start, end in moves}


def _from_top(action: int, rows: int) -> str:
    return f"{'abcdefghij'[action % rows]}{rows - action // rows}"


POINTS = re.findall(r"..", "a7d7g7b6d6f6c5d5e5a4b4c4e4f4g4c3d3e3b2d2f2a1d1g1")


def morris_theirs(state: Any, action: int) -> str:
    """Points are numbered row by row from the top; a move is two of them."""
    return "".join(POINTS[int(number)] for number in re.findall(r"\d+", state.action_to_string(action)))


def as_told(game: Game, choice: Any, option: Raw, state: list[int]) -> str:
    """What is chosen, as the game calls it: points one after the other, a man by the point it stands on."""
    return "".join(game.names.value(what, number) for what, number in zip(choice.alts[option[0]].shown, option[1], strict=True))


def quoridor_theirs(rows: int) -> Callable[[Any, int], str]:
    """Rows are numbered from the top, and a wall begins at the square to the north-west of its middle."""

    def name(state: Any, action: int) -> str:
        text = state.action_to_string(action)
        row = rows + 1 - int(text[1:].rstrip("hv"))
        if text[-1] in "hv":
            return f"{text[0]}{row - 1}{'north' if text[-1] == 'v' else 'east'}"
        return f"{text[0]}{row}"

    return name


def card_name(game: Game, choice: Any, option: Raw, state: list[int]) -> str:
    """A card by rank and suit, as theirs calls it: `2C`; their order is by rank first."""
    sym = game.world.kinds["Card"]
    number = option[1][0] - sym.core.base
    return "23456789TJQKA"[number // 4] + "CDHS"[number % 4]


def hearts_deal(rng: random.Random, game: Game, state: list[int], other: Any, raw: list[Raw]) -> int:
    """The direction of passing, then the cards one by one: theirs first, then the same of ours."""
    outcomes = other.chance_outcomes()
    assert len(outcomes) == len(raw), "as many outcomes on both sides"
    action = rng.choice([a for a, _ in outcomes])
    other.apply_action(action)
    if len(raw) == 4 and all(args[0] < 4 for _, args in raw):
        return int(action)
    base = game.world.kinds["Card"].core.base
    return next(i for i, (_, args) in enumerate(raw) if args[0] - base == action)


def hearts_theirs(state: Any) -> dict[str, list[int]]:
    """Ours passes cards in the order of the deck, so that no two orders are the same choice: of theirs, those moves."""
    legal = state.legal_actions()
    passed = len(state.history()) - 53
    if state.history()[0] and passed < 12:
        chosen = state.history()[53 + passed // 3 * 3 :]
        held = sorted([*legal, *chosen])
        legal = [action for action in legal if action > max(chosen, default=-1) and len(held) - held.index(action) >= 3 - len(chosen)]
    return {state.action_to_string(action): [action] for action in legal}


def hearts_returns(game: Game, state: list[int]) -> list[float]:
    """Theirs wants many points: what is left of twenty-six."""
    [(_, points)] = game.program.scores
    return [26.0 - Interpreted(game.program).ask(points, state, seat) for seat in range(4)]


def label(game: Game, choice: Any, option: Raw, state: list[int]) -> str:
    return str(choice.alts[option[0]].name)


def kuhn_theirs(state: Any, action: int) -> str:
    history = "".join("pb"[a] for a in state.history()[2:])
    if history in {"", "p"}:
        return "Check" if action == 0 else "Bet"
    return "Fold" if action == 0 else "Call"


def leduc_theirs(state: Any, action: int) -> str:
    return ("Fold", "Call", "Raise")[action]


def card_value(game: Game, choice: Any, option: Raw, state: list[int]) -> str:
    sym = game.world.kinds["Card"]
    return str(sym.core.names[option[1][0] - sym.core.base])


# ---------------------------------------------------------------- chance in agreement


def deal(rng: random.Random, game: Game, state: list[int], other: Any, raw: list[Raw]) -> int:
    """Draw a card on their side; take the same one on ours. Cards are numbered by rank and suit alike."""
    assert other.is_chance_node()
    outcomes = other.chance_outcomes()
    assert len(outcomes) == len(raw), "as many outcomes on both sides"
    assert all(abs(p - 1 / len(raw)) < 1e-12 for _, p in outcomes), "the same probabilities on both sides"
    action = rng.choice([a for a, _ in outcomes])
    other.apply_action(action)
    sym = next(k for k in game.world.kinds.values() if not k.core.counted)
    kind = game.world.kinds.get("Prize", sym)
    return next(i for i, (_, args) in enumerate(raw) if args[0] - kind.core.base == action)


def throw(rng: random.Random, game: Game, state: list[int], other: Any, raw: list[Raw]) -> int:
    """Roll a die on their side; take the same face on ours."""
    outcomes = other.chance_outcomes()
    assert len(outcomes) == len(raw), "as many faces on both sides"
    action = rng.choice([a for a, _ in outcomes])
    face = int(re.findall(r"\d+", other.action_to_string(other.current_player(), action))[-1])
    other.apply_action(action)
    return next(i for i, (_, args) in enumerate(raw) if args[0] == face)


def hide(rng: random.Random, game: Game, state: list[int], other: Any, raw: list[Raw]) -> int:
    """Roll a hidden die on their side; draw the same side of it on ours."""
    outcomes = other.chance_outcomes()
    assert len(outcomes) == len(raw), "as many sides on both sides"
    action = rng.choice([a for a, _ in outcomes])
    other.apply_action(action)
    base = game.world.kinds["Side"].core.base
    return next(i for i, (_, args) in enumerate(raw) if (args[0] - base) % len(raw) == action)


def bids_ours(game: Game, choice: Any, option: Raw, state: list[int]) -> str:
    return "-".join(str(number) for number in option[1]) or "Liar"


def pig_theirs(state: Any, action: int) -> str:
    return {"roll": "throw", "stop": "hold"}[state.action_to_string(action)]


def purse(game: Game, state: list[int]) -> list[float]:
    attr = game.world.player_attrs["purse"].core
    assert attr is not None and attr.field is not None
    return [float(v) for v in state[attr.field.at : attr.field.at + 2]]


PAIRS = {
    "amazons": Pair("amazons", "amazons", amazons_ours, lambda s, a: s.action_to_string(a), moves_theirs=amazons_theirs),
    "clobber": Pair("clobber", "clobber", clobber_ours, lambda s, a: s.action_to_string(a)),
    "dots_and_boxes": Pair("dots_and_boxes", "dots_and_boxes", only_cell, dots_theirs),
    "kalah": Pair(
        "kalah", "mancala", lambda g, c, o, s: str(o[1][0] - g.world.places["board"].core.base + 1), lambda s, a: s.action_to_string(a)
    ),
    "liars_dice": Pair("liars_dice", "liars_dice", bids_ours, lambda s, a: s.action_to_string(a), chance=hide),
    "havannah": Pair("havannah", "havannah(board_size=8)", only_cell, lambda s, a: flipped(s.action_to_string(a), 15)),
    "hearts": Pair(
        "hearts",
        "hearts",
        card_name,
        lambda s, a: "",
        returns=hearts_returns,
        seats=(0, 1, 2, 3),
        chance=hearts_deal,
        moves_theirs=hearts_theirs,
    ),
    "nine_mens_morris": Pair("nine_mens_morris", "nine_mens_morris", as_told, morris_theirs),
    "quoridor": Pair("quoridor", "quoridor(board_size=5)", as_told, quoridor_theirs(5), {"size": "5"}),
    "pig": Pair("pig", "pig", label, pig_theirs, chance=throw),
    "tic_tac_toe": Pair("tic_tac_toe", "tic_tac_toe", only_cell, tic_tac_toe),
    "connect_four": Pair("connect_four", "connect_four", column_name, lambda s, a: str(a)),
    "breakthrough": Pair("breakthrough", "breakthrough", from_to, breakthrough),
    "reversi": Pair("reversi", "othello", only_cell, lambda s, a: s.action_to_string(a), forced=lambda s: s.legal_actions() == [64]),
    "hex": Pair("hex", "hex(board_size=11)", only_cell, lambda s, a: f"{'abcdefghijk'[a % 11]}{a // 11 + 1}", {"swap": "no"}),
    "checkers": Pair("checkers", "checkers", checkers_ours, lambda s, a: s.action_to_string(a)),
    "oware": Pair("oware", "oware", lambda g, c, o, s: str((o[1][0] - g.world.places["board"].core.base) % 6), lambda s, a: str(a)),
    "kuhn_poker": Pair("kuhn_poker", "kuhn_poker", label, kuhn_theirs, returns=purse, chance=deal),
    "leduc_poker": Pair("leduc_poker", "leduc_poker", label, leduc_theirs, returns=purse, chance=deal),
    "goofspiel": Pair("goofspiel", "goofspiel", card_value, lambda s, a: str(a), {"carry": "no"}, chance=deal, last_forced=True),
}


def ready(name: str) -> tuple[Pair, Game, Any]:
    pair = PAIRS[name]
    return pair, load(pair.ours, pair.options), pyspiel.load_game(pair.theirs)


__all__ = ["PAIRS", "Names", "Pair", "play", "ready"]
