"""All matches of a server: made, found, read again when somebody comes back, and put to sleep when nobody looks."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import secrets
from typing import Any

from rulewright.play.errors import PlayError
from rulewright.server.clock import wanted
from rulewright.server.live import Course
from rulewright.server.shelf import Box, Shelf
from rulewright.server.store import Head, Store, now
from rulewright.server.table import Refused, Table
from rulewright.server.uploads import Uploads
from rulewright.server.veil import SECONDS, seconds

SLEEP = 600.0  # seconds after which a match that nobody looks at leaves memory
QUIET = 5.0  # seconds without a move in which memory can be tidied
MANY = 1_000  # matches that have left, after which it is tidied in any case
log = logging.getLogger("rulewright.server")


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def fresh() -> str:
    """A secret of 128 random bits."""
    return secrets.token_urlsafe(16)


class Hub:
    def __init__(self, shelf: Shelf, store: Store, *, pause: float = 0.6, keep: float = 0.0) -> None:
        self.shelf, self.store, self.pause, self.keep = shelf, store, pause, keep
        self.uploads: Uploads | None = None  # whether visitors may bring rules along
        self.tables: dict[str, Table] = {}
        self.boxes: dict[str, Box] = {}  # by the key in addresses of looks and books
        self.secrets: dict[str, tuple[str, str]] = {}  # digest -> match and seat, as far as they are known here
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._left = 0  # matches that have left memory since it was tidied

    # ------------------------------------------------------------ making a match

    async def make(self, game: str, asked: dict[str, Any]) -> tuple[Table, dict[str, str], str]:
        """A new match: the table, the secrets of its seats, and the maker's."""
        options = {str(k): str(v) for k, v in dict(asked.get("options") or {}).items()}
        variants = tuple(str(v) for v in asked.get("variants") or ())
        players = int(asked["players"]) if asked.get("players") else None
        box = await asyncio.to_thread(self.shelf.with_options, game, options, players, variants)
        await asyncio.to_thread(lambda: box.game.engine)
        who = _seated(box, dict(asked.get("seats") or {}))
        keys = {seat: fresh() for seat in box.game.deciding}
        maker = fresh()
        settings = {
            "options": options,
            "players": players,
            "variants": variants,
            "who": who,
            "keys": {s: digest(k) for s, k in keys.items()},
            "maker": digest(maker),
            "watch": bool(asked.get("watch", True)),
            "window": min(60.0, max(0.0, float(asked.get("window", SECONDS)))),
            "clock": wanted(asked.get("clock")),
            "previous": str(asked.get("previous") or ""),
        }
        seed = int(asked["seed"]) if asked.get("seed") is not None else secrets.randbits(62)
        title = box.game.title
        head = Head(_name(), now(), game, title, box.game.fingerprint, settings, seed, secrets.token_bytes(32), box.packed)
        course = Course(box, head)
        await self.store.add(head, [])
        table = self._put(course)
        table.drive()
        return table, keys, maker

    def _put(self, course: Course) -> Table:
        table = Table(course, self.store, pause=self.pause)
        table.paths = [str(offered.path) for offered in self.shelf.games.values()]
        self.tables[table.name] = table
        self.boxes[course.box.key] = course.box
        for seat, key in course.keys.items():
            self.secrets[key] = (table.name, seat)
        return table

    # ------------------------------------------------------------ finding one

    async def table(self, name: str) -> Table | None:
        """The match of that name, read from its record if it is not awake."""
        if name in self.tables:
            return self.tables[name]
        if name not in self._loading:
            self._loading[name] = asyncio.get_running_loop().create_task(self._load(name))
        try:
            return await asyncio.shield(self._loading[name])
        finally:
            self._loading.pop(name, None)

    async def _load(self, name: str) -> Table | None:
        found = await self.store.read(name)
        if found is None:
            return None
        head, entries = found
        box = await asyncio.to_thread(self.shelf.kept, head.game, head.fingerprint, head.settings, head.rules)
        await asyncio.to_thread(lambda: box.game.engine)
        course = Course(box, head)
        for entry in entries:
            course.apply(entry)
        ready = course.asked() and course.round_ready()
        table = self._put(course)
        if course.clock is not None and course.clock.since and not self.store.shared:
            async with table.lock:
                await table.commit([course.entry("wake", now())])
        if ready:  # the server ended between the last secret answer and its telling
            async with table.lock:
                await table.commit([course.entry("decide", now(), seat=s, number=n) for s, n in ready])
        table.drive()
        return table

    async def seat_of(self, secret: str) -> tuple[Table, str] | None:
        """The match and seat that a secret opens."""
        key = digest(secret)
        if key not in self.secrets:
            for head, _, _ in await self.store.heads():
                for seat, known in head.settings.get("keys", {}).items():
                    self.secrets.setdefault(known, (head.name, seat))
            if key not in self.secrets:
                return None
        name, seat = self.secrets[key]
        table = await self.table(name)
        return (table, seat) if table is not None and table.course.keys.get(seat) == key else None

    async def give(self, table: Table, seat: str) -> str:
        """A new secret for a seat; whoever had the old one sits there no longer."""
        if seat not in table.course.keys:
            raise Refused("There is no such seat.")
        secret = fresh()
        async with table.lock:
            await table.commit([table.course.entry("key", now(), seat=seat, digest=digest(secret))])
        self.secrets[digest(secret)] = (table.name, seat)
        return secret

    async def waiting(self, mine: dict[str, str]) -> list[dict[str, Any]]:
        """The matches in which somebody with these secrets (match and seat) has a seat, those that wait for it first."""
        found = []
        for name, seat in mine.items():
            try:
                table = await self.table(name)
            except (PlayError, KeyError, OSError):
                log.exception("match %s cannot be read", name)
                continue
            if table is None:
                continue
            course = table.course
            lines = course.lines(seat) if not table.veiled(seat) else []
            others = [s for s in course.game.deciding if s != seat]
            found.append(
                {
                    "match": name,
                    "game": course.box.name,
                    "title": course.game.title,
                    "accent": course.box.looks.accent,
                    "seat": seat,
                    "with": others,
                    "turn": any(s == seat for s, _ in course.asked()) and not table.veiled(seat),
                    "over": course.over,
                    "news": lines[-1][1] if lines else "",
                }
            )
        return sorted(found, key=lambda m: (bool(m["over"]), not m["turn"]))

    # ------------------------------------------------------------ other processes

    async def catch_up(self) -> None:
        """Read what other processes have written to matches that somebody looks at here."""
        for table in list(self.tables.values()):
            if not any(v.outs for v in table.viewers.values()):
                continue
            async with table.lock:
                course = table.course
                covered, decided = seconds(course, table.dice), len(course.taken)
                for entry in await self.store.since(table.name, course.entries):
                    course.apply(entry)
                    table.touched = now()
                if course.entries != table.told:
                    table.tell(covered, decided)

    # ------------------------------------------------------------ keeping house

    async def sweep(self) -> None:
        """Matches that nobody looks at leave memory; those that are older than they are kept leave the record."""
        for name, table in list(self.tables.items()):
            if not any(v.outs for v in table.viewers.values()) and now() - table.touched > SLEEP and not table.busy:
                del self.tables[name]
                self._left += 1
        moved = any(now() - table.touched < QUIET for table in self.tables.values())
        if self._left and (not moved or self._left > MANY):  # it takes a moment in which nobody is answered
            self._left = 0
            gc.collect()
        if self.keep:
            for head, last, _ in await self.store.heads():
                if now() - last > self.keep:
                    self.tables.pop(head.name, None)
                    await self.store.delete(head.name)
                    log.info("match %s was older than matches are kept, and is deleted", head.name)


def _seated(box: Box, wanted: dict[str, Any]) -> dict[str, str]:
    """Who sits where: `here`, `link`, or the name of a machine."""
    from rulewright.agents.registry import spec

    strangers = sorted(set(map(str, wanted)) - set(box.game.deciding))
    if strangers:
        raise PlayError(f"Nobody is called {strangers[0]} here.", f"Choose one of: {', '.join(box.game.deciding)}.")
    found = {}
    for number, seat in enumerate(box.game.deciding):
        who = str(wanted.get(seat, "here" if number == 0 else "greedy"))
        if who not in {"here", "link"}:
            spec(who)
        found[seat] = who
    return found


def _name() -> str:
    """A name for a match that can be read aloud and that nobody guesses."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(3))
