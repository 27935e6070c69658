"""From options to touches and back: a decision as verbs with axes of refs, and the option that a verb with some refs means."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.core.program import Alt, Choice, Shown
from rulewright.dsl.words import spoken
from rulewright.play.engines import Option as RawOption
from rulewright.play.errors import PlayError
from rulewright.play.groups import Group
from rulewright.play.match import Match
from rulewright.server.sight import Data, Sight
from rulewright.server.stage import spoken_name

ROLES = {"label": "word", "done": "done", "decline": "decline", "go_on": "go_on"}
TITLES = {"done": "Done", "decline": "Pass on it", "go_on": "Go on"}
MOST_AXES = 60_000  # combinations that are packed as a product
MOST_PICKED = 64  # things that are picked for one group


@dataclass(slots=True)
class Picking:
    """A group that is picked in any order: what each ref stands for."""

    group: Group
    members: dict[str, RawOption]

    def numbers(self, refs: tuple[str, ...]) -> list[int] | None:
        """The options to choose one after the other; None if these are no group that can be chosen."""
        if len(set(refs)) < len(refs) or any(ref not in self.members for ref in refs):
            return None
        return self.group.numbers([self.members[ref] for ref in refs])


@dataclass(slots=True)
class Offer:
    """A decision as one seat is offered it."""

    data: Data
    options: dict[tuple[str, tuple[str, ...]], list[int]] = field(default_factory=dict)  # verb and refs -> options that look alike
    picking: Picking | None = None


def offer(match: Match, sight: Sight, seat: str, id: str, rules: dict[str, str]) -> Offer:
    """What a seat can choose now, in words and refs of its own. `sight` must have looked at this match."""
    choice = match.choice
    assert choice is not None and sight.now is not None
    names: dict[str, str] = {}
    areas: dict[str, list[str]] = {}
    rows: dict[tuple[str, str], dict[tuple[str, ...], list[int]]] = {}
    alts: dict[tuple[str, str], Alt] = {}
    state = sight.now.reader.state
    for number, (alternative, args) in enumerate(match.raw_options):
        alt = choice.alts[alternative]
        refs = tuple(_ref(match, sight, s, a, state, names, areas) for s, a in zip(alt.shown, args, strict=True))
        verb = alt.name if alt.role in {"act", "label"} else alt.role
        key = (verb, ROLES.get(alt.role, "act"))
        alts.setdefault(key, alt)
        rows.setdefault(key, {}).setdefault(refs, []).append(number)
    groups = [_group(match, alts[key], key, list(found), rules) for key, found in rows.items()]
    offered = {verb for verb, _ in rows}
    missing = [a.name for a in choice.alts if a.role == "act" and a.name not in offered and a.name in match.game.program.actions]
    data: Data = {"id": id, "seat": seat, "prompt": prompt(choice, groups), "groups": groups}
    if missing:
        data["unavailable"] = [{"verb": v, "title": _title(v), "rule": rules.get(v, "")} for v in dict.fromkeys(missing)]
    if choice.secret:
        data["secret"] = True

    def ref(shown: Shown, value: int) -> str:
        return _ref(match, sight, shown, value, state, names, areas)

    picking = _picking(match, ref)
    if picking is not None:
        data["several"] = {"least": picking.group.least, "most": picking.group.most, "refs": list(picking.members)}
    if areas:
        data["areas"] = areas
    if names:
        data["names"] = names
    return Offer(data, {(verb, refs): numbers for (verb, _), found in rows.items() for refs, numbers in found.items()}, picking)


def _picking(match: Match, ref: Callable[[Shown, int], str]) -> Picking | None:
    """The group that somebody begins to choose, if all that can be in it is told apart at the table."""
    choice = match.choice
    if choice is None or not Group.begins(match):
        return None
    try:
        group = Group(match)
    except PlayError:  # rules that cannot be carried out for what comes first: one by one, whoever decides may find a way
        return None
    shown = choice.alts[0].shown[0]
    members = {ref(shown, raw[1][0]): raw for raw in group.members()}
    if len(members) < len(group.members()) or not 1 < group.most <= MOST_PICKED:
        return None
    return Picking(group, members)


def prompt(choice: Choice, groups: list[Data]) -> str:
    """What is asked, as a question."""
    words = spoken_name(choice.prompt).strip()
    acts = [group for group in groups if group["role"] == "act"]
    axes: list[Data] = acts[0].get("axes", []) if len(acts) == 1 else []
    if (
        len(axes) == 1 and words.startswith("choose") and axes[0]["label"] not in {"number", "value", "piece"}
    ):  # what is chosen says more than what the rules call it afterwards
        return f"Which {axes[0]['label']}?"
    if axes and words == spoken(acts[0]["verb"]):
        return f"{acts[0]['title']}: which {axes[0]['label']}?"
    if words in {"choose", "turn", ""}:
        return "What will you do?"
    return f"{words[:1].upper()}{words[1:]}?"


def _title(verb: str) -> str:
    words = spoken(verb)
    return words[:1].upper() + words[1:]


def _group(match: Match, alt: Alt, key: tuple[str, str], rows: list[tuple[str, ...]], rules: dict[str, str]) -> Data:
    verb, role = key
    width = len(rows[0])
    axes: list[dict[str, int]] = [{} for _ in range(width)]
    for row in rows:
        for axis, ref in zip(axes, row, strict=False):
            axis.setdefault(ref, len(axis))
    info = match.game.program.actions.get(verb)
    labels = (
        [label for _, label, _ in info.params] if info is not None and len(info.params) == width else [s.name or s.sort for s in alt.shown]
    )
    words = list(alt.words or ("",) * width)
    plain = verb == "choose" and role == "act"
    said = [*([] if plain else [spoken(verb) if role == "act" else verb]), *(f"{w} {{{i}}}".strip() for i, w in enumerate(words[:width]))]
    found: Data = {
        "verb": verb,
        "title": TITLES.get(role) or (verb if role == "word" else _title(verb)),
        "say": " ".join(said) if role in {"act", "word"} else TITLES[role].lower(),
        "role": role,
    }
    if rules.get(verb):
        found["rule"] = rules[verb]
    if width:
        found["axes"] = [{"word": w, "label": spoken(label), "refs": list(a)} for w, label, a in zip(words, labels, axes, strict=False)]
        full = math.prod(map(len, axes))
        if full != len(rows) or full > MOST_AXES:
            found["rows"] = [[axes[i][ref] for i, ref in enumerate(row)] for row in rows]
    return found


def _ref(match: Match, sight: Sight, shown: Shown, value: int, state: list[int], names: dict[str, str], areas: dict[str, Any]) -> str:
    """What stands for a part of an option on the table of a seat, or else a word for it."""
    game = match.game
    match shown.sort:
        case "piece" if value >= 0:
            found = sight.ref_of_piece(value)
            if found:
                return found
            text = game.names.told(shown, value, state, match.hidden_from(sight.seat))
        case "cell":
            found = sight.ref_of_site(value)
            if found:
                return found
            text = game.names.site(value)
        case "token":
            kind = game.world.kinds[shown.name].core
            owners = max(1, kind.owners) if kind.heaped else 1
            site, owner = divmod(value, owners)
            found = sight.heap_of.get((site, f"{kind.name}.{owner}" if owners > 1 else kind.name), "") or sight.ref_of_site(site)
            if found:
                return found
            text = game.names.token(shown.name, value)
        case "player" if 0 <= value < len(game.seats):
            return f"s:{game.seats[value]}"
        case "line":
            text = game.names.value(shown, value, state)
            ref = f"l:{text}"
            cells = sight.stage.line(shown.name, value)
            if cells:
                areas[ref] = cells
            names[ref] = text
            return ref
        case _:
            text = game.names.value(shown, value, state)
    sort = {"number": "n", "way": "d"}.get(shown.sort, "v")
    ref = f"{sort}:{text or 'nothing'}"
    names[ref] = spoken_name(text) or "nothing"
    return ref
