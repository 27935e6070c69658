"""Why an action is not allowed: its demands are asked one by one, and the first that fails is the answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.core.program import ActionInfo, Demand, Shown
from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.interpreter.errors import RuleError
from rulewright.play.errors import PlayError
from rulewright.play.models import Refusal

if TYPE_CHECKING:
    from rulewright.play.match import Match


def why_not(match: Match, action: str, arguments: dict[str, str], seat: str | None) -> Refusal:
    program = match.game.program
    info = program.actions.get(action.replace(" ", "_"))
    if info is None:
        raise PlayError(
            f"There is no action called {action}.", did_you_mean(action, program.actions) or f"There is: {', '.join(program.actions)}."
        )
    now = match.decision
    who = seat or (now.seat if now is not None else None)
    if who is None:
        return Refusal(allowed=False, action=action, reason="The match is over." if now is None else "Chance decides now.")
    player = match._seat(who)
    state = match._engine.as_list(match._state)
    found: Refusal | None = None
    for values in _argument_values(match, info, arguments, state, player):
        refusal = _first_failing(match, info, player, values, state)
        if refusal is None:
            return _allowed(match, info, who)
        found = found or refusal
    return found or Refusal(allowed=False, action=action, reason="There is nothing to do it with.")


def _allowed(match: Match, info: ActionInfo, who: str) -> Refusal:
    """The rules of the action do not stand against it; but it may not be offered at this moment."""
    now = match.decision
    if now is None or now.seat != who:
        return Refusal(allowed=False, action=info.name, reason=f"It is not {who} who decides now.")
    if not any(o.action == info.name for o in now.options):
        return Refusal(allowed=False, action=info.name, reason="It is not among what can be done at this moment.")
    return Refusal(allowed=True, action=info.name)


def _argument_values(match: Match, info: ActionInfo, given: dict[str, str], state: list[int], player: int) -> list[tuple[int, ...]]:
    """The values of the arguments; for those not given, everything they could be is tried, as far as that is little."""
    rows: list[list[int]] = []
    for prep, name, shown in info.params:
        text = given.get(prep) or given.get(name)
        if text is not None:
            rows.append([_read(match, shown, text, state)])
        else:
            rows.append(_everything(match, shown, state)[:64])
    result: list[tuple[int, ...]] = [()]
    for row in rows:
        result = [(*r, v) for r in result for v in row][:4096]
    return result


def _everything(match: Match, shown: Shown, state: list[int]) -> list[int]:
    program = match.game.program
    match shown.sort:
        case "player":
            return list(range(len(program.seats)))
        case "piece":
            kind = next((k for k in program.kinds if k.name == shown.name), None)
            return list(range(kind.base, kind.base + kind.count)) if kind is not None and not kind.counted else list(range(program.sites))
        case "cell" | "token":
            return list(range(1, program.sites))
        case "number":
            return list(range(20))
        case _:
            return list(range(32))


def _read(match: Match, shown: Shown, text: str, state: list[int]) -> int:
    """The value that a name means."""
    names = match.game.names
    wanted = " ".join(text.lower().replace(",", ", ").split())
    for value in _everything(match, shown, state):
        if names.value(shown, value, state).lower() == wanted:
            return value
    words = wanted.split()
    for value in _everything(match, shown, state):  # `e2` is clear enough for the pawn there
        if words and all(w in names.value(shown, value, state).lower().split() for w in words):
            return value
    for id, (sym, index) in match.game.world.piece_ids.items():
        if id.lower() == wanted and shown.sort == "piece":
            return sym.core.base + index
    if wanted.lstrip("-").isdigit():
        return int(wanted)
    raise PlayError(f"It is not clear what “{text}” is.")


def _first_failing(match: Match, info: ActionInfo, player: int, values: tuple[int, ...], state: list[int]) -> Refusal | None:
    for demand in info.demands:
        try:
            holds = match.game.interpreter.ask(demand.func, state, player, *values)
        except RuleError:
            holds = 0
        if not holds:
            return _refusal(match, info, demand, player, values, state)
    return None


def _refusal(match: Match, info: ActionInfo, demand: Demand, player: int, values: tuple[int, ...], state: list[int]) -> Refusal:
    place, text = match.place(demand.span)
    shown = {}
    for label, func, how in demand.values:
        try:
            shown[label] = match.game.names.value(how, match.game.interpreter.ask(func, state, player, *values), state)
        except RuleError:
            continue
    wanted = re.sub(r"\bplayer\b", match.game.seats[player], text)
    reasons = {
        "argument": f"It has to be {wanted}.",
        "requires": demand.prose or f"The rule demands: {text.removeprefix('requires ')}.",
        "price": f"That cannot be paid: {text}.",
        "ensures": demand.prose or f"Afterwards this would not hold: {text.removeprefix('ensures ')}.",
    }
    reason = _filled(reasons[demand.sort], shown)
    prose = demand.prose or (_definitions(match, text) if demand.sort == "argument" else "")
    return Refusal(allowed=False, action=info.name, reason=reason, rule=text, prose=prose, place=place, values=shown)


def _definitions(match: Match, text: str) -> str:
    """The prose of the definitions that a rule names: what it means to be within reach."""
    defines = match.game.world.defines
    found = [p.text for word in re.findall(r"\w+", text) if word in defines for p in defines[word].decl.prose]
    return " ".join(dict.fromkeys(found))


def _filled(text: str, values: dict[str, str]) -> str:
    """Prose with the values it speaks of."""
    for label, value in values.items():
        text = text.replace("{" + label + "}", value)
    return text
