"""Taking back: my step, my whole turn, or everything after a line of the log; freely, by agreement, or not at all."""

from __future__ import annotations

from rulewright.dsl.words import seats_apart
from rulewright.server.live import Course
from rulewright.server.store import now
from rulewright.server.table import Refused, Table


def goal(course: Course, seat: str, line: int | None, whole: bool) -> int | None:
    """How many decisions are left if a seat takes back what it asks for; None if that is nothing."""
    if line is not None:
        lines = course.lines(seat)
        at = lines[line - 1][0].at if 0 < line <= len(lines) else None
        found = next((n + 1 for n, t in enumerate(course.taken) if t.moment is at), 0 if at is None else None)
    else:
        found = course.turn_begun(seat) if whole else course.last_own(seat)
    return found if found is not None and found < len(course.taken) else None


async def undo(table: Table, seat: str, line: int | None, whole: bool, re: int) -> str:
    """Take back, ask the others for it, or be told why not. Must hold the table's lock."""
    course = table.course
    to = goal(course, seat, line, whole)
    if to is None or course.over:
        raise Refused("There is nothing to take back.")
    if course.held:
        raise Refused("Somebody has chosen in secret. Wait until all have.")
    if any(t.chance for t in course.taken[to:]):
        raise Refused("Chance has spoken since, so it stays.")
    if course.learned_since(to):
        raise Refused("Something has been seen since that cannot be unseen, so it stays.")
    if not course.others_since(seat, to) - set(course.machines):
        await table.commit([course.entry("undo", now(), seat=seat, by=seat, to=to, re=re)])
        return ""
    await table.commit([course.entry("ask", now(), seat=seat, what="undo", to=to, re=re)])
    return "The others have been asked."


async def answer(table: Table, seat: str, yes: bool) -> None:
    """One of those who were asked agrees, or not. Whoever asked can drop it by answering no."""
    course = table.course
    request = course.request
    if request is None or (seat == request.by and yes):
        raise Refused("Nobody has asked for anything.")
    await table.commit([course.entry("answer", now(), seat=seat, yes=yes)])
    if not yes:
        said = "drops the request." if seat == request.by else "would rather not."
        await table.commit([course.entry("say", now(), text=f"{seats_apart(seat)} {said}")])
        return
    others = {s for s in course.game.deciding if s not in course.machines and s != request.by}
    if others <= request.yes:
        await table.commit([course.entry("undo", now(), by=request.by, to=request.to)])
