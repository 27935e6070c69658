"""Questions that change nothing: why not, what is known, what a machine would do, how the table stood at a moment."""

from __future__ import annotations

from copy import copy
from typing import Any

from rulewright.core.program import ActionInfo, Shown
from rulewright.dsl.words import spoken
from rulewright.play.errors import PlayError
from rulewright.play.knowing import known
from rulewright.play.models import Refusal
from rulewright.rulebook.english.refusing import in_words
from rulewright.server.live import Course
from rulewright.server.sight import DULL, Data, Sight
from rulewright.server.stage import spoken_name
from rulewright.server.table import Refused, Table, Viewer

UNKNOWN = "You cannot know that yet."


def why(table: Table, viewer: Viewer, verb: str | None, parts: tuple[str, ...]) -> Data:
    """Why something that was touched cannot be done: the rule's own words, with its values."""
    course, seat = table.course, viewer.seat
    if seat is None:
        raise Refused("You are looking on.")
    if course.over:
        return {"sentence": "The match is over."}
    match = next((m for s, m in course.asked() if s == seat), course.match)
    if match.decision is None or match.decision.seat != seat:
        return {"sentence": "It is not your turn."}
    actions = course.game.program.actions
    choice = match.choice
    offered = [a.name for a in choice.alts if a.role == "act"] if choice is not None else []
    verbs = [verb] if verb in actions else [v for v in dict.fromkeys(offered) if v in actions] or list(actions)
    values = [_value(course, viewer.sight, ref) for ref in parts]
    if any(v is None for v in values):
        return {"sentence": UNKNOWN}
    given = [v for v in values if v is not None]
    best: Data | None = None
    for name in verbs:
        arguments = _fitted(course, actions[name], given)
        if arguments is None:
            continue
        try:
            refusal = match.why_not(name, arguments, seat)
        except PlayError:
            continue
        if not refusal.allowed:
            data = _said(course, refusal)
            if best is None or (data.get("prose") and not best.get("prose")):
                best = data
    if best is None:
        return {"sentence": "There is nothing to be done with this now."}
    return best


def _said(course: Course, refusal: Refusal) -> Data:
    """A refusal in words of the rules; a demand without prose is said plainly, never as code."""
    refusal = in_words(course.game, refusal)
    title = spoken(refusal.action)
    found: Data = {"title": title[:1].upper() + title[1:], "rule": f"r-{refusal.action}"}
    if refusal.prose:
        found |= {"sentence": spoken_name(refusal.prose), "prose": spoken_name(refusal.prose)}
    elif refusal.coded and refusal.rule and refusal.rule in refusal.reason:
        found["sentence"] = f"That is not something you can {title} now."
    else:
        found["sentence"] = spoken_name(refusal.reason)
    shown = [{"name": spoken(n.split(".")[-1]), "text": spoken_name(v)} for n, v in refusal.values.items() if n not in found["sentence"]]
    if shown:
        found["values"] = shown[:4]
    return found


def _value(course: Course, sight: Sight, ref: str) -> tuple[str, str, int] | None:
    """What a ref of this viewer stands for: sort, kind and number; None if the viewer cannot know."""
    program = course.game.program
    if ref.startswith("p:"):
        piece = sight.piece_of_ref(ref)
        return None if piece is None else ("piece", program.kind_of_piece(piece).name, piece)
    if ref[:2] in {"c:", "x:"}:
        site = next((s for s, r in sight.stage.refs.items() if r == ref), None)
        return None if site is None else ("cell", "", site)
    if ref.startswith("h:"):
        for (site, name), own in sight.heap_of.items():
            kind = next((k for k in program.kinds if k.name == name.split(".")[0]), None)
            if own == ref and kind is not None and kind.counted:
                owner = name.rpartition(".")[2]
                owners = max(1, kind.owners) if kind.heaped else 1
                return "token", kind.name, site * owners + (int(owner) if owners > 1 and owner.isdigit() else 0)
        return None
    if ref.startswith("s:") and ref[2:] in course.game.seats:
        return "player", "", course.game.seats.index(ref[2:])
    return None


def _fitted(course: Course, info: ActionInfo, given: list[tuple[str, str, int]]) -> dict[str, int] | None:
    """The touched things as arguments of an action, each in the first place that takes its sort; None if one fits nowhere."""
    found: dict[str, int] = {}
    for sort, kind, value in given:
        place = next((p for p in info.params if (p[0] or p[1]) not in found and _takes(p[2], sort, kind)), None)
        if place is None:
            return None
        found[place[0] or place[1]] = value
    return found


def _takes(shown: Shown, sort: str, kind: str) -> bool:
    if shown.sort == sort:
        return sort in {"cell", "player"} or shown.name in {kind, ""}
    return False


def facts(table: Table, viewer: Viewer) -> Data:
    """Scores and worked-out values, as far as this viewer can work them out."""
    course = table.course
    found = known(course.match, viewer.seat)
    scores: Any = None
    if course.game.program.scores and found.scores:
        scores = {s: [{"name": spoken(n), "points": p} for n, p in entries.items()] for s, entries in found.scores.items()}
    players = {s: [_fact(n, v) for n, v in values.items() if v not in DULL - {"0"}] for s, values in found.players.items()}
    ids = course.game.world.piece_ids
    pieces = {}
    for id, values in found.pieces.items():
        sym, index = ids[id]
        thing = viewer.sight.things.get(sym.core.base + index)
        told = [_fact(n, v) for n, v in values.items() if v not in DULL]
        if thing is not None and told:
            pieces[thing.id] = told
    return {"scores": scores, "players": players, "pieces": pieces, "worth": [spoken(name) for name in found.worth]}


def _fact(name: str, value: str) -> Data:
    return {"name": spoken(name), "text": spoken_name(value), "kept": "worked out"}


async def hint(table: Table, viewer: Viewer) -> Data:
    """What a machine would do that knows what this seat knows."""
    seat = viewer.seat
    match = next((m for s, m in table.course.asked() if s == seat), None)
    if seat is None or match is None or viewer.offer is None:
        raise Refused("You have nothing to decide now.")
    number = await table.machine_choice(seat, match)
    for (verb, parts), numbers in viewer.offer.options.items():
        if number in numbers:
            return {"verb": verb, "parts": list(parts), "sentence": "A machine would do this."}
    raise Refused("There is no hint here.")


def moment(table: Table, seat: str | None, line: int) -> Data:
    """The table as a viewer saw it when a line of its log was written."""
    course = table.course
    lines = course.lines(seat)
    if not 0 <= line <= len(lines):
        raise Refused("There is no such moment in this match.")
    at = lines[line - 1][0].at if line else None
    then = copy(course)
    then.silent(course.at(at))
    past = Table(then, table.store)
    viewer = Viewer(then, seat)
    past.freshen(viewer)
    data = past.view(viewer)
    now = table.viewer(seat)
    data["events"] = table.events(now, 0)[:line]
    data |= {"undo": "no", "decision": None, "next": "", "asked": None, "seen": line}
    data["outcome"] = now.parts["outcome"] if line == len(lines) else None
    return data


def curve(table: Table) -> list[Data]:
    """How the score stood at the end of each turn: only when the match is over, since it tells everything."""
    course = table.course
    if not course.over:
        raise Refused("The match is not over.")
    if not course.game.program.scores:
        return []
    lines = {id(told.at): number for number, (told, _) in enumerate(course.lines(None), 1)}
    match, found = course.begin(), []
    for number, taken in enumerate(course.taken):
        match.choose(taken.number)
        ends = number + 1 == len(course.taken) or course.taken[number + 1].seat != taken.seat
        if ends and id(taken.moment) in lines:
            scores = {seat: sum(entries.values()) for seat, entries in match.score().items() if seat in course.game.deciding}
            found.append({"line": lines[id(taken.moment)], "scores": scores})
    return found


def noted(table: Table) -> list[Data]:
    """The notes of playtesters, each with the table as its writer saw it: a picture of the board, and what lies where in words."""
    course, found = table.course, []
    for note in course.notes:
        seat = note["seat"]
        data = moment(table, seat, min(note["line"], len(course.lines(seat))))
        lines = course.lines(seat)
        at = lines[note["line"] - 1][0].at if 0 < note["line"] <= len(lines) else None
        picture = course.box.looks.picture(course.at(at).seen_by(course.index(seat)))
        words = [place["say"] for place in data["places"] if place.get("say") and not place.get("cells")]
        rule = str(note.get("rule") or "").removeprefix("r-")
        found.append({**note, "rule": spoken(rule), "picture": picture, "words": words})
    return found
