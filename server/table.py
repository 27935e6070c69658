"""A table: one match with its viewers. Whatever is sent is made here, by one function for each viewer, from what that viewer may know."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from pydantic_core import to_json

from rulewright.core.layout import pack
from rulewright.core.program import Shown
from rulewright.dsl.words import seats_apart
from rulewright.play.errors import PlayError, RulesBroken
from rulewright.play.match import Match
from rulewright.play.outcomes import breaking
from rulewright.rulebook.english.scoring import tie_broken
from rulewright.rulebook.english.telling import headline
from rulewright.server.choices import Offer, offer
from rulewright.server.live import Course, learned
from rulewright.server.sight import Data, Glance, Sight
from rulewright.server.store import Entry, Store, Taken, now
from rulewright.server.thinking import choice
from rulewright.server.veil import Veil, asked_in_secret, seconds

KEPT_CHANGES = 64
PAUSE = 0.6  # seconds in which people can follow what machines do
HINTS = "fair"  # how well the machine plays that gives hints
WORLDS = 3  # other ways the hidden things could lie, in which it is tried whether something can be taken back
PAD = 512  # messages of games with secrets are as long as the next multiple of this
Out = Callable[[bytes], None]
log = logging.getLogger("rulewright.server")


class Refused(Exception):
    """What was asked cannot be done; the sentence is for whoever asked, and nothing has changed."""


class Viewer:
    """What one seat (or all onlookers) has been sent."""

    def __init__(self, course: Course, seat: str | None) -> None:
        self.seat = seat
        number = course.game.seats.index(seat) if seat is not None else None
        self.number = number
        self.sight = Sight(course.box.stage(number), course.head.key, course.entries)
        self.version = 0
        self.parts: dict[str, Any] = {}
        self.told = 0
        self.seen = 0
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=KEPT_CHANGES)
        self.offer: Offer | None = None
        self.outs: set[Out] = set()
        self.answers: dict[int, bytes] = {}
        self.moved: dict[int, list[list[str]]] = {}  # line of the log -> what moved with it


class Table:
    def __init__(self, course: Course, store: Store, *, pause: float = PAUSE) -> None:
        self.course, self.store, self.pause = course, store, pause
        self.viewers: dict[str | None, Viewer] = {}
        self.lock = asyncio.Lock()
        self.touched = now()
        self._driver: asyncio.Task[None] | None = None
        self.dice = random.Random(secrets.randbits(64))
        self.deciders: dict[str, Any] = {}
        self.told = course.entries  # entries of the record that viewers know of
        self.paths: list[str] = []  # where the shelf finds its games, for the process that thinks
        self.veil: Veil | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def name(self) -> str:
        return self.course.head.name

    @property
    def busy(self) -> bool:
        """Whether something is under way here even if nobody looks."""
        return self.lock.locked() or self._alarm is not None

    # ------------------------------------------------------------ what a viewer is told

    def viewer(self, seat: str | None) -> Viewer:
        if seat not in self.viewers:
            self.viewers[seat] = Viewer(self.course, seat)
            self._renew(self.viewers[seat])
        return self.viewers[seat]

    def _parts(self, viewer: Viewer) -> dict[str, Any]:
        """Everything a viewer may know now, by key. All frames, changes and pages are made of this."""
        course, seat = self.course, viewer.seat
        now = course.glance(viewer.number)
        parts: dict[str, Any] = dict(viewer.sight.look(now))
        asked = course.asked()
        mine = next((m for s, m in asked if s == seat), None)
        viewer.offer = None
        if mine is not None and seat is not None:
            viewer.offer = offer(mine, viewer.sight, seat, course.name_of_question(seat), course.box.rules)
            if self.veil is not None:
                viewer.offer.data["seconds"] = round(self.veil.seconds, 1)
        parts["decision"] = viewer.offer.data if viewer.offer is not None else None
        for data in self._seats(viewer, now, {s for s, _ in asked}):
            parts[f"seat:{data['name']}"] = data
        parts["facts"] = course.box.values.of_game(now.reader)
        parts["undo"] = self._undo_state(seat)
        parts["whole"] = seat is not None and not course.over and course.whole_turn(seat)
        parts["asked"] = self._request()
        parts["next"] = course.next
        parts["outcome"] = self._outcome()
        return parts

    def _seats(self, viewer: Viewer, now: Glance, asked: set[str]) -> list[Data]:
        course = self.course
        if viewer.seat not in asked and asked and course.match.deciding(viewer.seat) is None:
            asked = set()  # who could interrupt would tell what he holds
        outcome = course.outcome() if course.over else None
        found = []
        for i, look in enumerate(course.box.seats):
            name = look["name"]
            who = "rules" if name not in course.game.deciding else "machine" if name in course.machines else "person"
            state = "waiting"
            if outcome is not None:
                state = "won" if name in outcome.winners else "lost" if outcome.winners else "waiting"
            elif name in course.held:
                state = "has chosen"
            elif name in asked:
                state = "deciding"
            data: Data = {**look, "who": "you" if name == viewer.seat else who, "state": state}
            if name in course.machines:
                data["level"] = course.machines[name]
            if course.clock is not None and name in course.clock.left:
                data["clock"] = round(course.clock.left[name], 1)
                if name in course.clock.since and not course.over:
                    data["since"] = round(course.clock.since[name], 2)
            if course.called.get(name):
                data["called"] = course.called[name]
            if who == "person" and not (name in self.viewers and self.viewers[name].outs):
                data["here"] = False
            facts = course.box.values.of_player(now.reader, i, viewer.number)
            if facts:
                data["facts"] = facts
            found.append(data)
        return found

    def _undo_state(self, seat: str | None) -> str:
        if seat is None or self.course.over or self.course.last_own(seat) is None:
            return "no"
        return "yes" if self.course.free_to_undo(seat) else "ask"

    def _request(self) -> Data | None:
        request = self.course.request
        if request is None:
            return None
        return {"what": request.what, "by": request.by, "sentence": request.sentence, "answered": sorted(request.yes)}

    def _outcome(self) -> Data | None:
        course = self.course
        outcome = course.outcome() if course.over else None
        if outcome is None:
            return None
        found: Data = {"kind": outcome.kind, "winners": list(outcome.winners), "sentence": headline(outcome)}
        if course.resigned:
            why = "has no time left." if course.flagged else "resigned."
            return found | {"resigned": course.resigned, "reason": f"{seats_apart(course.resigned)} {why}"}
        number = breaking(course.match) if outcome.deciding else None
        said = tie_broken(course.game.world, number) if number is not None else ""
        found |= {"deciding": said, "scores": {s: [x.model_dump() for x in lines] for s, lines in outcome.scores.items()}}
        return found

    def _renew(self, viewer: Viewer) -> None:
        viewer.parts = self._parts(viewer)
        viewer.told = len(self.course.lines(viewer.seat))

    def view(self, viewer: Viewer, *, maker: bool = False, hot: tuple[str, ...] = ()) -> Data:
        """A whole frame."""
        course, parts = self.course, viewer.parts
        found: Data = {
            "match": self.name,
            "game": course.box.name,
            "title": course.game.title,
            "accent": course.box.looks.accent,
            "looks": f"/looks/{course.box.key}.json",
            "book": f"/book/{course.box.key}",
            "viewer": viewer.seat,
            "version": viewer.version,
            "seats": [parts[f"seat:{s['name']}"] for s in course.box.seats],
            "places": placed(parts),
            "facts": parts["facts"],
            "decision": parts["decision"],
            "events": self.events(viewer, 0),
            "seen": viewer.seen,
            "undo": parts["undo"],
            "whole": parts["whole"],
            "asked": parts["asked"],
            "next": parts["next"],
            "outcome": parts["outcome"],
        }
        if maker:
            found["maker"] = True
        if hot:
            found["hot"] = list(hot)
        if course.box.tale:
            found["tale"] = True
        if course.clock is not None:
            found["now"] = round(now(), 2)
        return found

    def events(self, viewer: Viewer, since: int) -> list[Data]:
        found = []
        for number, (told, text) in enumerate(self.course.lines(viewer.seat)[since : viewer.told], since + 1):
            data: Data = {"number": number, "kind": told.kind, "text": text}
            if told.who is not None:
                data["who"] = told.who
            if told.title:
                data["title"] = told.title
            if number in viewer.moved:
                data["moved"] = viewer.moved[number]
            found.append(data)
        return found

    def publish(self) -> None:
        """Tell every viewer who is looking what is different for it, and nothing if nothing is."""
        self.told = self.course.entries
        for viewer in self.viewers.values():
            if viewer.outs and not self.veiled(viewer.seat):
                self._publish(viewer)

    def freshen(self, viewer: Viewer) -> None:
        """Bring a viewer up to date that was not told while nobody looked."""
        if not self.veiled(viewer.seat):
            self._publish(viewer)

    # ------------------------------------------------------------ moments in which somebody may interrupt

    def veiled(self, seat: str | None) -> bool:
        """Whether nothing new may be told to a viewer now."""
        return self.veil is not None and (seat is None or seat != asked_in_secret(self.course))

    async def unveiled(self, seat: str | None) -> None:
        """Wait until a viewer may be told how the table stands."""
        while self.veil is not None and self.veiled(seat):
            await self.veil.lifted.wait()

    def tell(self, seconds: float, decided: int) -> None:
        """All may see what has happened; after a decision before which somebody may have interrupted only when the veil is lifted."""
        course = self.course
        moment = any(t.chance for t in course.taken[decided:]) or asked_in_secret(course) is not None
        if seconds * self.pause and moment and not course.over:
            self._cover(seconds * min(1.0, self.pause / PAUSE))
        self.publish()
        self.drive()
        self._wind()

    # ------------------------------------------------------------ the clock

    def _wind(self) -> None:
        """Look again when somebody's time is up."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        left = self.course.clock.next(now()) if self.course.clock is not None and not self.course.over else None
        if left is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.01, left), lambda: loop.create_task(self._ring()))

    async def _ring(self) -> None:
        async with self.lock:
            clock = self.course.clock
            seat = clock.up(now()) if clock is not None and not self.course.over else None
            if seat is not None:
                await self.commit([self.course.entry("flag", now(), seat=seat)])
            else:
                self._wind()

    # ------------------------------------------------------------ the veil

    def _cover(self, seconds: float) -> None:
        before, self.veil = self.veil, Veil(seconds)
        if before is not None:
            if before.task is not None:
                before.task.cancel()
            before.lifted.set()
        self.veil.task = asyncio.get_running_loop().create_task(self._lift(self.veil))

    async def _lift(self, veil: Veil) -> None:
        await asyncio.sleep(veil.seconds)
        async with self.lock:
            if self.veil is not veil:
                return
            try:
                while (seat := asked_in_secret(self.course)) is not None:  # whoever has not answered goes on
                    await self.commit([self.course.entry("decide", now(), seat=seat, number=_going_on(self.course.match), late=True)])
            except (PlayError, Refused):
                log.exception("match %s: nobody can go on", self.name)
            self.veil = None
            veil.lifted.set()
            self.publish()
            self.drive()

    def _publish(self, viewer: Viewer) -> None:
        before, told = viewer.parts, viewer.told
        self._renew(viewer)
        changed = {k: v for k, v in viewer.parts.items() if k not in before or (before[k] is not v and before[k] != v)}
        changed |= {k: None for k in before if k not in viewer.parts}
        if viewer.told > told:
            where = _where(before, changed)
            moved = [[p, where[p], to] for p, to in _where(viewer.parts, changed).items() if p in where and where[p] != to]
            if moved:
                viewer.moved[told + 1] = moved
        events = self.events(viewer, told)
        if not changed and not events:
            return
        viewer.version += 1
        message = self.encoded({"kind": "change", "version": viewer.version, "changed": changed, "events": events})
        viewer.recent.append((viewer.version, message))
        for out in list(viewer.outs):
            out(message)

    def encoded(self, message: Data) -> bytes:
        data = to_json(message)
        return data + b" " * (-len(data) % PAD) if self.course.box.hides else data

    def greet(self, viewer: Viewer, version: int | None) -> list[bytes]:
        """What brings a page up to date: the changes it missed, or a whole frame."""
        self.freshen(viewer)
        if version is not None and version <= viewer.version and (version == viewer.version or _covers(viewer, version)):
            return [m for v, m in viewer.recent if v > version]
        return [self.encoded({"kind": "view", "view": self.view(viewer), "version": viewer.version})]

    # ------------------------------------------------------------ what happens

    async def commit(self, entries: list[Entry]) -> None:
        """Let something happen: first in memory, then on disk, then for all to see. Must hold the lock."""
        course = self.course
        done: list[Entry] = []
        deciding = any(e.kind == "decide" for e in entries) and asked_in_secret(course) is None
        covered, decided = seconds(course, self.dice) if deciding and self.pause else 0.0, len(course.taken)
        marks = (len(course.taken), course.entries, dict(course.held))
        try:
            for entry in entries:
                fresh = Entry(course.entries, entry.at, entry.kind, entry.data)
                course.apply(fresh)
                done.append(fresh)
            await self.store.append(self.name, done)
        except Taken:
            await self.reread()
            raise Refused("The table has changed. Look again.") from None
        except PlayError:
            if done or course.entries != marks[1]:
                await self.reread()
            raise
        self.touched = now()
        self.tell(covered, decided)

    async def reread(self) -> None:
        """The match anew from its record: somebody else has written, or something went wrong half-way."""
        found = await self.store.read(self.name)
        if found is None:
            raise Refused("This match has been deleted.")
        course = Course(self.course.box, found[0])
        for entry in found[1]:
            course.apply(entry)
        self.course = course
        self.publish()

    async def choose(
        self, seat: str, decision: str | None, verb: str | None, parts: tuple[str, ...], sure: bool, re: int, several: bool = False
    ) -> str:
        """Decide. Answers with nothing, or with a sentence if it should be confirmed first because it cannot be taken back."""
        viewer, course = self.viewer(seat), self.course
        asked = viewer.offer
        if course.over:
            raise Refused("The match is over.")
        if asked is None:
            raise Refused("You have decided this already." if seat in course.held else "You have nothing to decide now.")
        if decision != asked.data["id"] or decision != course.name_of_question(seat):
            raise Refused("You have decided this already.")
        if several:
            return await self._pick(seat, asked, parts, sure, re)
        options = asked.options.get((verb or "", tuple(parts)))
        if not options:
            raise Refused("That is not possible now.")
        number = options[0] if len(options) == 1 else secrets.choice(options)  # alike to whoever decides: one of them by lot
        secret = bool(asked.data.get("secret"))
        if not sure and not secret and self._final(seat, [number]):
            return "This cannot be taken back."
        await self._decided(seat, number, secret, re)
        return ""

    async def _pick(self, seat: str, asked: Offer, parts: tuple[str, ...], sure: bool, re: int) -> str:
        """Decide on a whole group, whatever was picked first: the rules are told it in their own order."""
        numbers = asked.picking.numbers(parts) if asked.picking is not None else None
        if not numbers:
            raise Refused("That is not possible now.")
        if not sure and self._final(seat, numbers):
            return "This cannot be taken back."
        course, at = self.course, now()
        first = course.entry("decide", at, seat=seat, number=numbers[0], re=re)
        await self.commit([first, *(course.entry("decide", at, seat=seat, number=n, joined=True) for n in numbers[1:])])
        return ""

    async def _decided(self, seat: str, number: int, secret: bool, re: int | None, forced: bool = False) -> None:
        course, at = self.course, now()
        extra: Data = {"re": re} if re is not None else {}
        if secret and len(course.asked()) + len(course.held) > 1:
            await self.commit([course.entry("hold", at, seat=seat, number=number, **extra)])
            ready = course.round_ready()
            if ready:
                await self.commit([course.entry("decide", at, seat=s, number=n) for s, n in ready])
            return
        if forced:
            extra["forced"] = True
        await self.commit([course.entry("decide", at, seat=seat, number=number, **extra)])

    def _final(self, seat: str, numbers: list[int]) -> bool:
        """Whether something would be learned, or somebody else would decide, after some options, as far as the seat can know."""
        match: Match = self.course.match
        if not self.course.box.hides:
            before = match.clone() if len(numbers) > 1 else match
            for number in numbers[:-1]:
                before.choose(number)
            return _ends_in(before, numbers[-1], seat)
        steps = _steps(match, numbers)
        for world in match.worlds(self.course.index(seat), WORLDS):
            other = Match.at(match.game, pack(match.game.program, world.state))
            for left, (alternative, args, sorts) in zip(range(len(steps) - 1, -1, -1), steps, strict=True):
                wanted = alternative, tuple(world.names.get(a, a) if s.sort == "piece" else a for s, a in zip(sorts, args, strict=True))
                if wanted not in other.raw_options:
                    return True
                number = other.raw_options.index(wanted)
                if left:
                    other.choose(number)
                elif _ends_in(other, number, seat):
                    return True
        return False

    # ------------------------------------------------------------ machines and forced choices

    def drive(self) -> None:
        """Whoever needs no person goes on: machines, and choices of which there is only one."""
        if self._driver is None or self._driver.done():
            self._driver = asyncio.get_running_loop().create_task(self._drive())

    async def _drive(self) -> None:
        while True:
            async with self.lock:
                todo = None if self.course.request is not None else self._next()
                step = self.course.step, len(self.course.held)
            if todo is None:
                return
            seat, forced, match = todo
            secret = match.choice is not None and match.choice.secret
            if self.veil is not None and asked_in_secret(self.course) is None:
                await self.veil.lifted.wait()
                continue
            await asyncio.sleep(0 if self.veil is not None else self.pause)
            number = 0 if forced else await self.machine_choice(seat, match)  # others may talk and look meanwhile
            async with self.lock:
                if (self.course.step, len(self.course.held)) != step:
                    continue
                try:
                    await self._decided(seat, number, secret, None, forced)
                except (PlayError, Refused):
                    log.exception("match %s: a machine cannot go on", self.name)
                    return

    def _next(self) -> tuple[str, bool, Match] | None:
        for seat, match in self.course.asked():
            if self.course.forced(match) is not None:
                return seat, True, match
            if seat in self.course.machines:
                return seat, False, match
        return None

    async def machine_choice(self, seat: str, match: Match) -> int:
        """What the machine at a seat would do, from what that seat knows."""
        course = self.course
        level = course.machines.get(seat, HINTS)
        choices = [t.number for t in course.taken]
        choices += [0] * course.asked_before(seat)  # in a secret round: the others chose anything in this copy
        return await choice(course.head, self.paths, level, course.index(seat), choices, match, self.deciders)

    def broken(self, error: PlayError) -> str:
        return "The rules cannot be carried out here." if isinstance(error, RulesBroken) else error.message


def _steps(match: Match, numbers: list[int]) -> list[tuple[int, tuple[int, ...], tuple[Shown, ...]]]:
    """Options one after the other: the alternative, its values, and of which sort these are."""
    found = []
    now = match.clone() if len(numbers) > 1 else match
    for left, number in zip(range(len(numbers) - 1, -1, -1), numbers, strict=True):
        alternative, args = now.raw_options[number]
        assert now.choice is not None
        found.append((alternative, tuple(args), tuple(now.choice.alts[alternative].shown)))
        if left:
            now.choose(number)
    return found


def _ends_in(match: Match, number: int, seat: str) -> bool:
    """Whether chance speaks, something is seen, or somebody else decides after an option: tried out and taken back."""
    before, moves = match.clone(), len(match.moves)
    match.choose(number)
    try:
        other = match.decision
        return other is None or other.seat != seat or len(match.moves) > moves + 1 or learned(before, match)
    finally:
        match.undo(force=True)


def _going_on(match: Match) -> int:
    choice = match.choice
    assert choice is not None
    return next(n for n, (alternative, _) in enumerate(match.raw_options) if choice.alts[alternative].role == "go_on")


def placed(parts: dict[str, Any]) -> list[Data]:
    """The places with their cells inside them."""
    cells: dict[str, list[Data]] = {}
    for key, data in parts.items():
        if key.startswith("c:"):
            cells.setdefault(key.split(":")[1], []).append(data)
    return [{**d, "cells": cells[k[2:]]} if k[2:] in cells else d for k, d in parts.items() if k.startswith("x:")]


def _where(parts: dict[str, Any], keys: Iterable[str]) -> dict[str, str]:
    """Where a viewer sees which piece, of those in some places."""
    found = {}
    for key in keys:
        if key[:2] in {"c:", "x:"} and (data := parts.get(key)):
            for piece in data.get("pieces", ()):
                found[piece["id"]] = key
                for other in piece.get("on", ()):
                    found[other["id"]] = piece["id"]
    return found


def _covers(viewer: Viewer, version: int) -> bool:
    return bool(viewer.recent) and viewer.recent[0][0] <= version + 1
