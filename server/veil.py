"""The veil over a moment in which somebody may hold an interrupt that others do not know of.

Before a roll the rules may ask somebody whether he interrupts; if nobody can, nobody is asked, and the roll comes at once. Neither may be
noticed. So after every decision that leads to a roll, or to such a question, nothing is told to anybody for a time that is drawn without
looking at the table. Only whoever can interrupt is asked at once; if he has not answered when the veil is lifted, the match goes on.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field

from rulewright.core import ir
from rulewright.server.live import Course

SECONDS = 4.0  # that people have to interrupt, more or less, unless the match says otherwise
MACHINE = 2.5


def seconds(course: Course, dice: random.Random) -> float:
    """How long the next such moment takes: drawn from what everybody knows. 0: nothing is hidden here."""
    box = course.box
    if not box.interrupts or course.over:
        return 0.0
    wanted = float(course.head.settings.get("window", SECONDS))
    able = _able(course)
    if not wanted or not able:
        return 0.0
    usual = wanted if able - set(course.machines) else MACHINE
    return usual * dice.uniform(0.6, 1.4) * len(able)


def _able(course: Course) -> set[str]:
    """The seats that may hold something: those with anything in a place that only they see."""
    program, game = course.game.program, course.game
    reader = course.glance(None).reader
    if program.loc is None:
        return set()
    found = set()
    for place in program.places:
        if place.per == "Player" and (place.seen == "owner" or "owner" in place.seen_kinds.values()):
            for site in reader.state[program.loc.at : program.loc.at + program.pieces]:
                if place.base <= site < place.base + place.sites:
                    found.add(game.seats[(site - place.base) // place.cells])
    if not any(_everybody(course, number) for number in range(len(program.choices))) and program.actor is not None:
        found &= {game.seats[n] for n in [reader.element(program.actor, 0)] if 0 <= n < len(game.seats)}
    return found


def _everybody(course: Course, number: int) -> bool:
    """Whether a question before a roll is put to one after the other, not only to whose turn it is."""
    choice = course.game.program.choices[number]
    return any(a.role == "go_on" for a in choice.alts) and not isinstance(choice.decider, ir.Load)


@dataclass(slots=True)
class Veil:
    """While it lies over a table, nobody is told anything but whoever is asked."""

    seconds: float
    lifted: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


def asked_in_secret(course: Course) -> str | None:
    """The seat that is asked now whether it interrupts, if that must not be noticed."""
    if course.over or course.match.deciding(None) is not None:
        return None
    return next((seat for seat, _ in course.asked()), None)
