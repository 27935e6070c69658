"""The record in PostgreSQL: several processes share the matches. The first to write an entry has written it; the others read again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import psycopg
from psycopg.errors import UniqueViolation

from rulewright.server.store import HEAD, Entry, Head, Taken, head_of, row_of

T = TypeVar("T")
SCHEMA = """
create table if not exists matches (name text primary key, made double precision not null, game text not null, title text not null,
  fingerprint text not null, settings text not null, seed text not null, key bytea not null, rules bytea not null);
create table if not exists entries (match text not null references matches (name) on delete cascade, number integer not null,
  at double precision not null, kind text not null, data text not null, primary key (match, number));
"""


class Postgres:
    """One connection, used by one thread at a time; lost connections are made again."""

    shared = True

    def __init__(self, address: str) -> None:
        self.address = address
        self._base: psycopg.Connection[Any] | None = None
        self._lock = asyncio.Lock()
        with psycopg.connect(address) as base:
            base.execute("select pg_advisory_xact_lock(7291)")  # two servers that start at once make the tables once
            base.execute(SCHEMA)

    async def _do(self, run: Callable[[psycopg.Connection[Any]], T]) -> T:
        async with self._lock:
            return await asyncio.to_thread(self._run, run)

    def _run(self, run: Callable[[psycopg.Connection[Any]], T]) -> T:
        for attempt in (1, 2):
            if self._base is None or self._base.closed:
                self._base = psycopg.connect(self.address)
            try:
                with self._base.transaction():
                    return run(self._base)
            except UniqueViolation as error:
                raise Taken(str(error)) from None
            except psycopg.OperationalError:
                self._base.close()
                if attempt == 2:
                    raise
        raise AssertionError

    async def add(self, head: Head, entries: Sequence[Entry]) -> None:
        def run(base: psycopg.Connection[Any]) -> None:
            base.execute(f"insert into matches ({HEAD}) values (%s,%s,%s,%s,%s,%s,%s,%s,%s)", row_of(head))
            _insert(base, head.name, entries)

        await self._do(run)

    async def append(self, match: str, entries: Sequence[Entry]) -> None:
        await self._do(lambda base: _insert(base, match, entries))

    async def read(self, match: str) -> tuple[Head, list[Entry]] | None:
        def run(base: psycopg.Connection[Any]) -> tuple[Head, list[Entry]] | None:
            row = base.execute(f"select {HEAD} from matches where name = %s", (match,)).fetchone()
            return None if row is None else (head_of(row), _entries(base, match, 0))

        return await self._do(run)

    async def since(self, match: str, number: int) -> list[Entry]:
        return await self._do(lambda base: _entries(base, match, number))

    async def heads(self) -> list[tuple[Head, float, int]]:
        asked = "select m.name, made, game, title, fingerprint, settings, seed, key, ''::bytea, coalesce(max(e.at), made), count(e.number)"
        asked += " from matches m left join entries e on e.match = m.name group by m.name order by 10 desc"
        return await self._do(lambda base: [(head_of(row[:9]), row[9], row[10]) for row in base.execute(asked).fetchall()])

    async def delete(self, match: str) -> bool:
        return await self._do(lambda base: base.execute("delete from matches where name = %s", (match,)).rowcount > 0)

    def close(self) -> None:
        if self._base is not None:
            self._base.close()


def _insert(base: psycopg.Connection[Any], match: str, entries: Sequence[Entry]) -> None:
    with base.cursor() as cursor:
        rows = [(match, e.number, e.at, e.kind, json.dumps(e.data)) for e in entries]
        cursor.executemany("insert into entries values (%s,%s,%s,%s,%s)", rows)


def _entries(base: psycopg.Connection[Any], match: str, number: int) -> list[Entry]:
    asked = "select number, at, kind, data from entries where match = %s and number >= %s order by number"
    return [Entry(n, at, kind, json.loads(data)) for n, at, kind, data in base.execute(asked, (match, number)).fetchall()]
