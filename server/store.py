"""The record of matches: what was decided, in order, never changed. SQLite in one file; PostgreSQL behind the same few methods.

Everything is on disk before anybody is told: one thread writes, and whatever came in while it was writing goes into its next commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Head:
    """What a match was begun with."""

    name: str
    made: float
    game: str
    title: str
    fingerprint: str
    settings: dict[str, Any]  # options, players, variants, seats, pace
    seed: int
    key: bytes  # for ids of pieces: never sent
    rules: bytes = b""  # the files of the rules it was begun with, packed


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened to a match."""

    number: int
    at: float
    kind: str  # decide, hold, undo, say, resign, name, key, note, ask, next
    data: dict[str, Any] = field(default_factory=dict)


class Taken(Exception):
    """Another process has written an entry of that number: the match must be read again."""


class Store(Protocol):
    shared: bool  # whether other processes may write to it

    async def add(self, head: Head, entries: Sequence[Entry]) -> None: ...
    async def append(self, match: str, entries: Sequence[Entry]) -> None: ...
    async def read(self, match: str) -> tuple[Head, list[Entry]] | None: ...
    async def since(self, match: str, number: int) -> list[Entry]: ...
    async def heads(self) -> list[tuple[Head, float, int]]: ...
    async def delete(self, match: str) -> bool: ...
    def close(self) -> None: ...


SCHEMA = """
create table if not exists matches (name text primary key, made real not null, game text not null, title text not null,
  fingerprint text not null, settings text not null, seed text not null, key blob not null, rules blob not null);
create table if not exists entries (match text not null, number integer not null, at real not null, kind text not null, data text not null,
  primary key (match, number)) without rowid;
"""
HEAD = "name, made, game, title, fingerprint, settings, seed, key, rules"


def packed(files: dict[str, str]) -> bytes:
    """The files of some rules, to be kept with a match."""
    return zlib.compress(json.dumps(files).encode(), 9)


def unpacked(data: bytes) -> dict[str, str]:
    return dict(json.loads(zlib.decompress(data))) if data else {}


def head_of(row: Sequence[Any]) -> Head:
    name, made, game, title, fingerprint, settings, seed, key, rules = row
    return Head(name, made, game, title, fingerprint, json.loads(settings), int(seed), bytes(key), bytes(rules))


def row_of(head: Head) -> tuple[Any, ...]:
    settings = json.dumps(head.settings)
    return (head.name, head.made, head.game, head.title, head.fingerprint, settings, str(head.seed), head.key, head.rules)


Row = tuple[str, int, float, str, str]  # an entry
TOGETHER = 150  # entries that are written by one statement


@dataclass(slots=True)
class Job:
    """Something to be done with the base, and who waits for it."""

    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    run: Callable[[sqlite3.Connection], Any]
    rows: Sequence[Row] = ()  # if it is to write these entries, and nothing else


Done = tuple[Job, Any, bool]  # what came of it, and whether it went well


class Sqlite:
    """One file. A thread of its own writes and reads; commits are durable (`synchronous = full`) and shared by all that wait."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._failed: BaseException | None = None
        ready = threading.Event()
        self._thread = threading.Thread(target=self._work, args=(ready,), name="record", daemon=True)
        self._thread.start()
        ready.wait()
        if self._failed is not None:
            raise self._failed

    def _work(self, ready: threading.Event) -> None:
        try:
            base = sqlite3.connect(self.path, isolation_level=None, timeout=20)
            base.execute("pragma journal_mode = wal")
            base.execute("pragma synchronous = full")
            base.executescript(SCHEMA)
        except sqlite3.Error as error:
            self._failed = error
            ready.set()
            return
        ready.set()
        while True:
            jobs = [self._jobs.get()]
            while not self._jobs.empty() and len(jobs) < 500:
                jobs.append(self._jobs.get())
            self._batch(base, [j for j in jobs if j is not None])
            if None in jobs:
                base.close()
                return

    def _batch(self, base: sqlite3.Connection, jobs: list[Job]) -> None:
        """All that has come in, in one transaction; if it is nothing but entries, in one statement, which is one as well."""
        rows = [row for job in jobs for row in job.rows]
        done: list[Done] = []
        if jobs and len(rows) <= TOGETHER and all(job.rows for job in jobs):
            with contextlib.suppress(sqlite3.Error):  # then each alone, to see which of them it was
                base.execute(f"insert into entries values {', '.join(['(?,?,?,?,?)'] * len(rows))}", [x for row in rows for x in row])
                done = [(job, None, True) for job in jobs]
        waiting: dict[Any, list[Done]] = {}
        for result in done or _one_by_one(base, jobs):
            waiting.setdefault(result[0].loop, []).append(result)
        for loop, results in waiting.items():
            loop.call_soon_threadsafe(_settle, results)

    async def _do(self, run: Any, rows: Sequence[Row] = ()) -> Any:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._jobs.put(Job(loop, future, run, rows))
        return await future

    async def add(self, head: Head, entries: Sequence[Entry]) -> None:
        def run(base: sqlite3.Connection) -> None:
            base.execute(f"insert into matches ({HEAD}) values (?,?,?,?,?,?,?,?,?)", row_of(head))
            _insert(base, _rows(head.name, entries))

        await self._do(run)

    async def append(self, match: str, entries: Sequence[Entry]) -> None:
        rows = _rows(match, entries)
        await self._do(lambda base: _insert(base, rows), rows)

    async def read(self, match: str) -> tuple[Head, list[Entry]] | None:
        def run(base: sqlite3.Connection) -> tuple[Head, list[Entry]] | None:
            row = base.execute(f"select {HEAD} from matches where name = ?", (match,)).fetchone()
            return None if row is None else (head_of(row), _entries(base, match, 0))

        found: tuple[Head, list[Entry]] | None = await self._do(run)
        return found

    async def since(self, match: str, number: int) -> list[Entry]:
        found: list[Entry] = await self._do(lambda base: _entries(base, match, number))
        return found

    async def heads(self) -> list[tuple[Head, float, int]]:
        """Every match with the time of its last entry and how many there are, the latest first."""
        asked = "select m.name, made, game, title, fingerprint, settings, seed, key, x'', coalesce(max(e.at), made), count(e.number)"
        asked += " from matches m left join entries e on e.match = m.name group by m.name order by 10 desc"
        found: list[tuple[Head, float, int]] = await self._do(
            lambda base: [(head_of(row[:9]), row[9], row[10]) for row in base.execute(asked).fetchall()]
        )
        return found

    async def delete(self, match: str) -> bool:
        def run(base: sqlite3.Connection) -> bool:
            base.execute("delete from entries where match = ?", (match,))
            return base.execute("delete from matches where name = ?", (match,)).rowcount > 0

        return bool(await self._do(run))

    async def backup(self, path: Path) -> None:
        """A copy of everything, while matches go on."""

        def run() -> None:
            with sqlite3.connect(self.path) as source, sqlite3.connect(path) as target:
                source.backup(target)
            target.close()
            source.close()

        await asyncio.to_thread(run)

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join(10)


def _settle(results: Iterable[Done]) -> None:
    for job, value, fine in results:
        if job.future.cancelled():
            continue
        if fine:
            job.future.set_result(value)
        else:
            job.future.set_exception(value)


def _one_by_one(base: sqlite3.Connection, jobs: Sequence[Job]) -> list[Done]:
    """Several jobs in one transaction; each that cannot be done is refused alone."""
    done: list[Done] = []
    base.execute("begin immediate")
    for job in jobs:
        base.execute("savepoint job")
        try:
            done.append((job, job.run(base), True))
        except sqlite3.IntegrityError as error:
            base.execute("rollback to job")
            done.append((job, Taken(str(error)), False))
        except Exception as error:
            base.execute("rollback to job")
            done.append((job, error, False))
        base.execute("release job")
    try:
        base.execute("commit")
    except sqlite3.Error as error:
        base.execute("rollback")
        return [(job, error, False) for job in jobs]
    return done


def _rows(match: str, entries: Sequence[Entry]) -> list[Row]:
    return [(match, e.number, e.at, e.kind, json.dumps(e.data)) for e in entries]


def _insert(base: sqlite3.Connection, rows: Sequence[Row]) -> None:
    base.executemany("insert into entries values (?,?,?,?,?)", rows)


def _entries(base: sqlite3.Connection, match: str, number: int) -> list[Entry]:
    rows = base.execute("select number, at, kind, data from entries where match = ? and number >= ? order by number", (match, number))
    return [Entry(n, at, kind, json.loads(data)) for n, at, kind, data in rows.fetchall()]


def opened(where: str) -> Store:
    """The store that a folder or an address means."""
    if where.startswith(("postgresql://", "postgres://")):
        from rulewright.server.postgres import Postgres

        return Postgres(where)
    path = Path(where)
    return Sqlite(path if path.suffix == ".db" else path / "matches.db")


def now() -> float:
    return time.time()
