"""Why an action is not allowed: its demands are asked one by one, and the first that fails is the answer.

Where it was not told what the action is to be done with, everything is tried, and what gets furthest answers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.core.program import ActionInfo, Choice, Demand, Price, Shown
from rulewright.dsl import types as t
from rulewright.dsl.declare.domains import countable_type
from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.dsl.words import plural, spoken
from rulewright.interpreter.errors import RuleError
from rulewright.play.engines import Option as RawOption
from rulewright.play.errors import PlayError
from rulewright.play.knowledge.packet import World
from rulewright.play.models import Refusal

if TYPE_CHECKING:
    from rulewright.play.game import Game
    from rulewright.play.match import Match

WORLDS = 8  # other ways the hidden things could lie, in which an answer must be the same
MOST = 20_000  # ways to fill in what was not told that are tried


def why_not(match: Match, action: str, arguments: Mapping[str, str | int], seat: str | None) -> Refusal:
    """The answer, as far as the seat can know it: if it is not the same in all worlds that look alike to the seat, it is not told."""
    program = match.game.program
    info = program.actions.get(action.replace(" ", "_"))
    if info is None:
        raise PlayError(
            f"There is no action called {action}.", did_you_mean(action, program.actions) or f"Choose one of: {', '.join(program.actions)}."
        )
    now = match.decision
    who = seat or (now.seat if now is not None else None)
    if who is None:
        return Refusal(allowed=False, action=action, reason="The match is over." if now is None else "Chance decides now.")
    worlds = match.worlds(match.seat_number(who), WORLDS)
    answers = [_answer(match, info, arguments, who, world) for world in worlds]
    if any(answer != answers[0] for answer in answers[1:]):
        return Refusal(allowed=False, action=action, reason="You cannot know that yet.")
    return answers[0]


def _answer(match: Match, info: ActionInfo, arguments: Mapping[str, str | int], who: str, world: World) -> Refusal:
    """The answer in one world."""
    state, player, now = world.state, match.seat_number(who), match.decision
    given = [_given(match, param, arguments, world) for param in info.params]
    offered = match.options_in(world) if now is not None and now.seat == who else []
    choice = match.choice
    if choice is not None and any(_fits(choice, option, info, given) for option in offered):
        return Refusal(allowed=True, action=info.name)
    ways, refusal = _ways(match, info, given, player, state)
    if refusal is not None:
        return refusal
    rest = [demand for demand in info.demands if demand.sort != "argument"]
    found: tuple[int, Refusal] | None = None
    for values in ways:
        failing = next((i for i, demand in enumerate(rest) if not _holds(match.game, demand, player, values, state)), None)
        if failing is None:
            return _allowed(match, info, who)
        if found is None or failing > found[0]:  # whoever gets furthest tells most
            found = failing, _refusal(match, info, rest[failing], player, values, state)
    assert found is not None
    return found[1]


def _allowed(match: Match, info: ActionInfo, who: str) -> Refusal:
    """The rules of the action do not stand against it; but it is not offered at this moment."""
    now = match.decision
    if now is None or now.seat != who:
        return Refusal(allowed=False, action=info.name, reason=f"It is not {who} who decides now.")
    return Refusal(allowed=False, action=info.name, reason="It is not among what can be done at this moment.")


def _given(match: Match, param: tuple[str, str, Shown], arguments: Mapping[str, str | int], world: World) -> list[int] | None:
    """What an argument that was told can mean; None if it was not told. It is told by a name, or by the engine's own number."""
    prep, name, shown = param
    text = arguments.get(prep, arguments.get(name))
    if isinstance(text, int):
        return [world.names.get(text, text) if shown.sort == "piece" else text]
    return _read(match, shown, text, world.state) if text is not None else None


def _fits(choice: Choice, option: RawOption, info: ActionInfo, given: list[list[int] | None]) -> bool:
    """Whether an option is what was asked about."""
    number, values = option
    return choice.alts[number].name == info.name and all(g is None or v in g for g, v in zip(given, values, strict=False))


def _ways(
    match: Match, info: ActionInfo, given: list[list[int] | None], player: int, state: list[int]
) -> tuple[list[tuple[int, ...]], Refusal | None]:
    """All arguments that are what they have to be, as far as they were not told; or the demand that none of them meets."""
    demands = {demand.about: demand for demand in info.demands if demand.sort == "argument"}
    ways: list[tuple[int, ...]] = [()]
    for number, (_, _, shown) in enumerate(info.params):
        told = given[number]
        values = told if told is not None else _everything(match.game, shown, state)
        tried = [(*way, value) for way in ways for value in values][:MOST]
        demand = demands.get(number)
        rest = (0,) * (len(info.params) - number - 1)
        ways = [way for way in tried if demand is None or _holds(match.game, demand, player, (*way, *rest), state)]
        if not ways:
            if demand is None or not tried:
                return [], Refusal(allowed=False, action=info.name, reason="There is nothing to do it with.")
            return [], _refusal(match, info, demand, player, (*tried[0], *rest), state)
    return ways, None


def refused(game: Game, info: ActionInfo, player: int, state: list[int], most: int = 150) -> list[tuple[int, bool]]:
    """For everything of the right sort that an action could be tried with: the places of its demands up to the first that fails, each
    with whether it holds. Where there is very much to try, a part of it is tried, evenly."""
    arguments = {demand.about: demand for demand in info.demands if demand.sort == "argument"}
    ways: list[tuple[int, ...]] = [()]
    for number, (_, _, shown) in enumerate(info.params):
        rest = (0,) * (len(info.params) - number - 1)
        tried = [(*way, value) for way in ways for value in _everything(game, shown, state)]
        demand = arguments.get(number)
        ways = [way for way in _some(tried, most) if demand is None or _holds(game, demand, player, (*way, *rest), state)]
    found: list[tuple[int, bool]] = []
    for values in ways:
        for demand in info.demands:
            if demand.sort != "argument":
                holds = _holds(game, demand, player, values, state)
                found.append((demand.span, holds))
                if not holds:
                    break
    return found


def _some(ways: list[tuple[int, ...]], most: int) -> list[tuple[int, ...]]:
    return ways if len(ways) <= most else [ways[i * len(ways) // most] for i in range(most)]


def _everything(game: Game, shown: Shown, state: list[int]) -> list[int]:
    program = game.program
    match shown.sort:
        case "player":
            return list(range(len(program.seats)))
        case "piece":
            kind = next((k for k in program.kinds if k.name == shown.name), None)
            return list(range(kind.base, kind.base + kind.count)) if kind is not None else list(range(program.pieces))
        case "token":
            kind = game.world.kinds[shown.name].core
            owners = max(1, kind.owners) if kind.heaped else 1
            return list(range(owners, program.sites * owners))
        case "cell":
            return list(range(1, program.sites))
        case "number":
            return list(range(20))
        case _:
            return list(range(32))


def _read(match: Match, shown: Shown, text: str, state: list[int]) -> list[int]:
    """The values that a name means: several, if equal pieces bear it."""
    names = match.game.names
    wanted = " ".join(text.lower().replace(",", ", ").split())
    everything = {value: names.value(shown, value, state).lower() for value in _everything(match.game, shown, state)}
    found = [value for value, name in everything.items() if name == wanted]
    if not found and shown.sort == "piece":  # named with what tells it apart from its like, as options are
        found = [v for v, name in everything.items() if wanted in _told_apart(name, names.marks(v, state), names.where(v, state))]
    if not found and shown.sort == "piece":  # one that is not seen, by where it lies: "a Card in hand of Ann"
        found = [value for value in everything if names.unseen(value, state).lower() == wanted]
    words = wanted.split()
    if not found and words:  # `e2` is clear enough for the pawn there
        found = [value for value, name in everything.items() if all(w in name.split() for w in words)][:1]
    if not found and shown.sort == "piece":
        found = [sym.core.base + index for id, (sym, index) in match.game.world.piece_ids.items() if id.lower() == wanted]
    if not found and wanted.lstrip("-").isdigit():
        found = [int(wanted)]
    if not found:
        raise PlayError(f"It is not clear what “{text}” is.")
    return found


def _told_apart(name: str, marks: str, where: str) -> set[str]:
    """How a piece may be called beside its name: `worker (tired)`, `worker in Westwood`."""
    return {f"{name}{more}".lower() for more in (marks, where, marks + where)}


def _holds(game: Game, demand: Demand, player: int, values: tuple[int, ...], state: list[int]) -> bool:
    try:
        return bool(game.interpreter.ask(demand.func, state, player, *values))
    except RuleError:
        return False


def _refusal(match: Match, info: ActionInfo, demand: Demand, player: int, values: tuple[int, ...], state: list[int]) -> Refusal:
    place, text = match.place(demand.span)
    shown = {}
    for label, func, how in demand.values:
        try:
            shown[label] = match.game.names.value(how, match.game.interpreter.ask(func, state, player, *values), state)
        except RuleError:
            continue
    words = _in_words(match, text)
    wanted = words or re.sub(r"\bplayer\b", match.game.seats[player], text)
    reasons = {
        "argument": f"It has to be {wanted}{_values_of(match, text)}.",
        "requires": demand.prose or f"The rule demands: {text.removeprefix('requires ')}.",
        "price": _price(match, demand, player, values, state) or f"That cannot be paid: {text}.",
        "ensures": demand.prose or f"Afterwards this would not hold: {text.removeprefix('ensures ')}.",
    }
    reason = _filled(reasons[demand.sort], shown)
    prose = _filled(demand.prose, shown) or (_definitions(match, text) if demand.sort == "argument" else "")
    coded = demand.sort == "argument" or (not demand.prose and demand.sort != "price")
    coded = coded and not _values_of(match, text)
    return Refusal(
        allowed=False,
        action=info.name,
        reason=reason,
        rule=text,
        prose=prose,
        place=place,
        values=shown,
        coded=coded,
        span=demand.span,
    )


def _price(match: Match, demand: Demand, player: int, values: tuple[int, ...], state: list[int]) -> str:
    """“It costs 2 wood and 1 wool. You lack 1 wool.” Nothing if it cannot be told."""
    price = demand.price
    if price is None:
        return ""
    try:
        costs, held = (match.game.interpreter.ask(f, state, player, *values) for f in (price.costs, price.held))
    except RuleError:
        return ""
    if isinstance(costs, int):
        what = f" {price.what}" if price.what else ""
        if price.any:
            return f"It costs any {costs}{f' of your{what}' if what else ''}. You have {held}."
        return f"It costs {costs}{what}. You lack {costs - held}."
    lacking = [max(0, c - h) for c, h in zip(costs, held, strict=True)]
    return f"It costs {_goods(match, price, costs, state)}. You lack {_goods(match, price, lacking, state)}."


def _goods(match: Match, price: Price, amounts: Sequence[int], state: list[int]) -> str:
    """`2 wood and 1 wool`"""
    found = [f"{n} {match.game.names.value(price.shown, price.base + i, state)}" for i, n in enumerate(amounts) if n]
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found) or "nothing"


def _in_words(match: Match, text: str) -> str:
    """`Troop of player in land` as “one of your troops in the land”. Nothing if a rule demands more than that."""
    found = re.fullmatch(r"(\w+)( of player)?(?: in (\w+)( of player)?)?", text)
    world = match.game.world
    if found is None or found[1] not in world.kinds or (found[3] and found[3] not in world.places):
        return ""
    look = world.looks.kinds.get(found[1])
    kind = spoken(found[1])
    many = look.many if look is not None and look.many else plural(kind)
    article = "an " if kind[0] in "aeiou" else "a "
    laid = next((p.shape for p in match.game.program.places if p.name == found[3]), "")
    place = f" {'on' if laid == 'grid' else 'in'} {'your' if found[4] else 'the'} {spoken(found[3])}" if found[3] else ""
    return f"{f'one of your {many}' if found[2] else article + kind}{place}"


def _values_of(match: Match, text: str) -> str:
    """What a type allows, if a rule demands just that type."""
    match countable_type(match.game.world, text):
        case t.Number(low, high):
            return f", from {low} to {high}"
        case t.Enum(_, members):
            return f": {', '.join(members)}"
    return ""


def _definitions(match: Match, text: str) -> str:
    """The prose of the definitions that a rule names: what it means to be within reach."""
    defines = match.game.world.defines
    found = [p.text for word in re.findall(r"\w+", text) if word in defines for p in defines[word].said.prose]
    return " ".join(dict.fromkeys(found))


def _filled(text: str, values: dict[str, str]) -> str:
    """Prose with the values it speaks of."""
    for label, value in values.items():
        text = text.replace("{" + label + "}", value)
    return text
