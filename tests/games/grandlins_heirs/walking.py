"""Matches step by step, so that every state on the way can be looked at: with players of plain chance, and with eager ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from rulewright.play.game import Game
from tests.games.grandlins_heirs import ledger
from tests.games.grandlins_heirs.position import Eyes, Position, eyes_of, is_treasure

Option = tuple[int, tuple[int, ...]]
GOOD = ("hide", "raise", "search", "collect", "pocket")  # whatever brings treasures home
OFTEN = ("cast", "use", "attack", "Strike", "Strike back", "train", "buy", "heal", "detoxify", "work", "insert")


@dataclass(frozen=True, slots=True)
class Step:
    """A decision of a player or of chance, with what was before and what came of it."""

    before: Position
    seat: str | None
    word: str  # the action, the label, or roll or draw
    spot: str | None  # the square that was named, if one was
    after: Position
    state: bytes


def steps(game: Game, seed: int, limit: int, eager: bool = True) -> Iterator[Step]:
    """A match, or as much of it as the limit allows."""
    engine, eyes, dice = game.engine, eyes_of(game), Random(seed)
    state: Any = engine.start(seed)
    before = eyes.read(engine.as_list(state))
    for _ in range(limit):
        choice = engine.choice(state)
        if choice is None:
            return
        options = engine.options(state)
        who = engine.decider(state)
        if who < 0:
            number = engine.chance(state)
        elif eager:
            number = preferred(choice.alts, options, eyes, before, game.seats[who], dice)
        else:
            number = dice.randrange(len(options))
        alternative, arguments = options[number]
        alt = choice.alts[alternative]
        spot = next((eyes.spots[a] for s, a in zip(alt.shown, arguments, strict=False) if s.sort == "cell"), None)
        engine.choose(state, options[number])
        after = eyes.read(engine.as_list(state))
        word = alt.name if alt.role in {"act", "label"} else alt.role
        yield Step(before, game.seats[who] if who >= 0 else None, word, spot, after, engine.pack(state))
        before = after


def preferred(alts: Any, options: list[Option], eyes: Eyes, now: Position, seat: str, dice: Random) -> int:
    """What somebody would do who wants treasures: walk to where a map leads, or home with what he has; fight if he is strong."""
    names = [alts[alternative].name for alternative, _ in options]
    for good in GOOD:
        found = [i for i, name in enumerate(names) if name == good]
        if found and dice.random() < 0.9:
            return dice.choice(found)
    man = now.henchmen[seat]
    goals = goals_of(now, seat)
    walks = [(i, eyes.spots[options[i][1][0]]) for i, name in enumerate(names) if name == "walk"]
    if walks and goals and dice.random() < 0.8:
        near = {square: min(ledger.apart(square, goal) for goal in goals) for square in [*(s for _, s in walks), man.square]}
        best = min(near.values())
        if near[man.square] == best and "rest" in names:
            return names.index("rest")
        return dice.choice([i for i, square in walks if near[square] == best] or [i for i, _ in walks])
    liked = [i for i, name in enumerate(names) if name in OFTEN and (name != "attack" or man.power > 4)]
    return dice.choice(liked) if liked and dice.random() < 0.7 else dice.randrange(len(options))


def goals_of(now: Position, seat: str) -> list[str]:
    held = now.hand(seat)
    if any(is_treasure(name) for name in held):
        return [castle for castle, lord in ledger.CASTLES.items() if lord == seat]
    return [name.removeprefix("MA_") for name in held if name.startswith("MA_")]
