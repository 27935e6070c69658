"""Random matches, decision by decision, compared with the second judge as they go on.

The game is watched with two pauses added: before missions are judged and before a round begins, so that positions can be seen there.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import Any

from rulewright.core.program import Choice
from rulewright.play import load
from rulewright.play.engines import Option
from rulewright.play.finding import find_game
from rulewright.play.game import Game
from tests.games.kingdom_of_heroes.ledger import CARDS, POSTS
from tests.games.kingdom_of_heroes.position import VARIANTS, Eyes, eyes_of
from tests.games.kingdom_of_heroes.resolver import (
    AGAIN,
    Ask,
    Dialogue,
    Key,
    Resolver,
    Roll,
    Rulings,
    Several,
    score,
    summary,
    told,
    winners,
)

PAUSES = """
before resolution
  starter must
    "Look at the missions": pass

before new_round
  starter must
    "Look at the board": pass
"""
LOOK, NEXT = ("Look at the missions",), ("Look at the board",)
KEEN = {  # how often an eager player takes something rather than nothing
    "choose volunteers": 0.85,
    "choose group": 0.7,
    "choose second group": 0.4,
    "promote": 0.2,
    "recruit": 0.7,
    "station": 0.6,
    "choose dismissed": 0.15,
    "train": 0.7,
    "posts": 0.1,  # how often one goes where a post is rather than a mission
}
SAVING = KEEN | {"recruit": 0.1, "promote": 0.02, "choose volunteers": 0.5, "choose second group": 0.9, "station": 0.95, "posts": 0.6}


@lru_cache(maxsize=16)
def watched(players: int, engine: str = "interpreter", variant: str = "", **options: str) -> Game:
    """The game with its pauses."""
    folder = Path(tempfile.mkdtemp(prefix="kingdom")) / "kingdom_of_heroes"
    shutil.copytree(find_game("kingdom_of_heroes").parent, folder)
    path = folder / "kingdom_of_heroes.rules"
    path.write_text(path.read_text(encoding="utf-8") + PAUSES, encoding="utf-8")
    variants = VARIANTS[players] + ((variant,) if variant else ())
    game = load(path, options, players=players, variants=variants, engine=engine)
    shutil.rmtree(folder.parent)
    return game


class Step:
    """A decision of a match, before it is taken: to be looked at until the next one is asked for. The last one has no prompt."""

    def __init__(self, game: Game, state: Any, options: list[Option], number: int) -> None:
        self.eyes = eyes_of(game)
        self.choice = game.engine.choice(state)
        self.prompt = self.choice.prompt if self.choice is not None else ""
        self.number = number
        self._game, self._state, self._options = game, state, options

    @cached_property
    def state(self) -> list[int]:
        return self._game.engine.as_list(self._state)

    @cached_property
    def seat(self) -> str | None:
        """Who decides; None is chance."""
        who = self._game.engine.decider(self._state) if self.choice is not None else -1
        return self._game.seats[who] if who >= 0 else None

    @cached_property
    def options(self) -> list[Key]:
        return [key(self.eyes, self.choice, option, self.state) for option in self._options] if self.choice is not None else []

    @cached_property
    def chosen(self) -> Key:
        return key(self.eyes, self.choice, self._options[self.number], self.state) if self.choice is not None else ()

    def looks(self, pause: Key) -> bool:
        """Whether this is one of the pauses."""
        return self.choice is not None and self.choice.alts[0].name == pause[0]


def walk(game: Game, seed: int, eager: float = 0.0) -> Iterator[Step]:
    """A random match; the more eager, the more heroes go on missions. Of two matches one is played by thrifty players."""
    engine = game.engine
    dice = Random(seed)
    state = engine.start(seed)
    while (choice := engine.choice(state)) is not None:
        options = engine.options(state)
        if engine.decider(state) < 0:
            step = Step(game, state, options, engine.chance(state))
        else:
            step = Step(game, state, options, dice.randrange(len(options)))
            if step.looks(LOOK) or step.looks(NEXT):
                step.number = 0  # a pause is no time to interrupt
            elif dice.random() < eager:
                step.number = _prefer(step, choice, options, dice, SAVING if seed % 2 else KEEN)
        yield step
        engine.choose(state, options[step.number])
    yield Step(game, state, [], -1)


def key(eyes: Eyes, choice: Choice, option: Option, state: list[int]) -> Key:
    """An option in words that do not tell alike heroes apart."""
    alternative, arguments = option
    alt = choice.alts[alternative]
    if alt.role in {"done", "decline", "go_on"}:
        return (alt.role,)
    words = []
    for shown, value in zip(alt.shown, arguments, strict=True):
        if shown.sort == "piece" and value >= 0:
            words.append(eyes.short(value, state))
        elif shown.sort == "cell":
            words.append(eyes.spots[value])
        else:
            words.append(eyes.game.names.value(shown, value, state))
    return tuple(words) if alt.role == "chance" else (alt.name, *words)


def _prefer(step: Step, choice: Choice, options: list[Option], dice: Random, liking: Mapping[str, float]) -> int:
    no = [i for i, (alt, _) in enumerate(options) if choice.alts[alt].role in {"done", "decline", "go_on"}]
    yes = [i for i in range(len(options)) if i not in no]
    if no and yes:
        return dice.choice(yes if dice.random() < liking.get(choice.prompt, 0.5) else no)
    if choice.prompt == "choose goal":
        loc, eyes = step.eyes.program.loc, step.eyes
        assert loc is not None
        sites = {step.state[loc.at + eyes.pieces[card]] for card in CARDS}
        if dice.random() < liking["posts"]:
            sites = {eyes.sites[region] for region in POSTS}
        return dice.choice([i for i in yes if options[i][1][0] in sites] or yes)
    return step.number


# ---------------------------------------------------------------- agreement


def compare(game: Game, seed: int, rulings: Rulings, eager: float = 0.0) -> Counter[str]:
    """Play a match and work out every end of a round beside it; what has happened. Whatever differs is an error."""
    eyes = eyes_of(game)
    seen = Counter[str]()
    steps = walk(game, seed, eager)
    step = next(steps)
    while step.prompt:
        if not step.looks(LOOK):
            step = next(steps)
            continue
        resolver = Resolver(eyes.read(step.state), rulings)
        step = _follow(resolver, resolver.rest_of_round(), steps, next(steps))
        if resolver.collapsed or not resolver.last:
            _agree(eyes, step, resolver)
        if resolver.collapsed:
            assert not step.prompt and _outcome(game, step.state) == (2, set()), "everybody should have lost"
            seen["collapse"] += 1
        elif resolver.last:
            step = _follow(resolver, resolver.royal_favour(), steps, step)
            _agree(eyes, step, resolver)
            assert not step.prompt
            _agree_on_score(game, step.state, resolver, seen)
        else:
            assert step.looks(NEXT)
        seen += resolver.seen
        seen["rounds"] += 1
    return seen


def _agree(eyes: Eyes, step: Step, resolver: Resolver) -> None:
    real, worked_out = summary(eyes.read(step.state)), summary(resolver.now)
    names = real.keys() | worked_out.keys()
    assert real == worked_out, {name: (real.get(name), worked_out.get(name)) for name in names if real.get(name) != worked_out.get(name)}


def _agree_on_score(game: Game, state: list[int], resolver: Resolver, seen: Counter[str]) -> None:
    for number, seat in enumerate(game.seats):
        real = {name: game.interpreter.ask(func, state, number) for name, func in game.program.scores}
        assert real == score(resolver.now, seat), (seat, real, score(resolver.now, seat))
        seen["points"] += sum(real.values())
    found = winners(resolver.now)
    assert _outcome(game, state)[1] == found, (_outcome(game, state), found)
    seen["scored"] += 1
    seen["won"] += bool(found)
    seen["shared"] += len(found) > 1


def _outcome(game: Game, state: list[int]) -> tuple[int, set[str]]:
    over, won = game.program.over, game.program.winners
    assert over is not None and won is not None
    return state[over.at], {seat for i, seat in enumerate(game.seats) if state[won.at] >> i & 1}


def _follow(resolver: Resolver, dialogue: Dialogue, steps: Iterator[Step], step: Step) -> Step:
    """Go through a dialogue and the match side by side; the step after it."""
    answer: Any = None
    while True:
        try:
            wanted = dialogue.send(answer)
        except StopIteration:
            return step
        match wanted:
            case Roll():
                step = _windows(resolver, steps, step)
                assert step.seat is None and Counter(step.options) == Counter([("1",), ("2",), ("2",), ("3",), ("3",), ("4",)]), step
                answer, step = step.chosen, next(steps)
            case Ask():
                plain, trains = _split(step.options, wanted)
                assert step.seat == wanted.seat and plain == wanted.options, (step.prompt, step.seat, step.options, wanted)
                if trains and step.chosen in trains:
                    step, answer = _train(resolver, step, steps), AGAIN
                else:
                    answer, step = step.chosen, next(steps)
            case Several():
                answer, step = _several(resolver, wanted, steps, step)


def _split(options: list[Key], wanted: Ask) -> tuple[set[Key], set[Key]]:
    """What was asked for, and interruptions that are offered besides."""
    trains = {option for option in options if option[0] == "train" and option not in wanted.options}
    return set(options) - trains, trains


def _windows(resolver: Resolver, steps: Iterator[Step], step: Step) -> Step:
    """Before a roll everybody who could train somebody is asked, in the order of turns, until all let it go on."""
    asked = []
    while step.seat is not None:
        able = {("train", told(resolver.now, h)) for h in resolver.trainees(step.seat)}
        assert able and set(step.options) == able | {("go_on",)}, (step.seat, step.prompt, step.options, able)
        if step.chosen == ("go_on",):
            asked.append(step.seat)
            step = next(steps)
        else:
            step = _train(resolver, step, steps)
    assert asked == [seat for seat in asked if seat in resolver.now.order()]
    assert {seat for seat in resolver.now.seats if resolver.trainees(seat)} <= set(asked)
    return step


def _train(resolver: Resolver, step: Step, steps: Iterator[Step]) -> Step:
    assert step.seat is not None
    able = {told(resolver.now, h): h for h in resolver.trainees(step.seat)}
    assert step.chosen[1] in able, (step.chosen, able)
    resolver.seen["interrupted"] += 1
    return _follow(resolver, resolver.train(able[step.chosen[1]]), steps, next(steps))


def _several(resolver: Resolver, wanted: Several, steps: Iterator[Step], step: Step) -> tuple[Key, Step]:
    """Some of a pool, one after the other. Whoever must pay nothing, and has nobody, is not asked."""
    left = Counter(told(resolver.now, h) for h in wanted.pool)
    found: list[str] = []
    while step.seat == wanted.seat and step.prompt == "choose dismissed" and left:
        offered = {option[1] for option in step.options if option[0] == "choose"}
        assert offered <= {words for words, n in left.items() if n > 0}, (step.options, left)
        if not found and not wanted.low:
            assert offered == set(left)
        assert (("done",) in step.options) == (len(found) >= wanted.low), (step.options, wanted)
        chosen, step = step.chosen, next(steps)
        if chosen == ("done",):
            return tuple(found), step
        found.append(chosen[1])
        left[chosen[1]] -= 1
        left += Counter()  # without those of which nobody is left
    assert len(found) >= wanted.low
    return tuple(found), step
