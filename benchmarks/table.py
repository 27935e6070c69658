"""The table under load: many matches over real sockets, half Connect Four, half The Two Heirs.

    python -m benchmarks.table [--matches 500] [--seconds 120] [--rate 500] [--store FOLDER]

A server runs in a process of its own; scripted clients in two others take every seat over a socket of its own, choose by lot and wait
for the answer. Whoever has ended a match asks for a rematch and plays on. At the end every record is read and counted: a move that was
answered and is not there is lost. Reported: errors, moves a second, the time from choosing to `ok` and to the other seat's change, and
the processor time of server and clients apart, from when all sockets are open until the last move.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

GAMES = {"connect_four": ("Yellow", "Red"), "two_heirs": ("White", "Blue")}


class Seat:
    """One page: it keeps what it needs to choose, and nothing else."""

    def __init__(self, base: str, seat: str, number: int, secret: str, dice: random.Random) -> None:
        self.base, self.seat, self.place, self.secret, self.dice = base, seat, number, secret, dice
        self.changed = asyncio.Event()
        self.number = 0
        self.heard = 0.0
        self.socket: Any = None

    @property
    def cookie(self) -> str:
        return f"rw-s-{self.match}-{self.place}={self.secret}"

    async def open(self, match: str) -> None:
        """Sit down at a match, perhaps after another."""
        if self.socket is not None:
            await self.close()
        self.match = match
        self.decision: Any = None
        self.over = False
        self.answers: dict[int, asyncio.Future[Any]] = {}
        address = f"{self.base.replace('http', 'ws')}/m/{self.match}/socket?as={self.seat}"
        headers = {"Cookie": self.cookie}
        self.socket = await connect(
            address, origin=self.base, additional_headers=headers, max_size=2**22, compression=None, open_timeout=120
        )  # type: ignore[arg-type]
        await self.socket.send('{"do":"hello","id":0}')
        self.reader = asyncio.create_task(self._read())

    async def close(self) -> None:
        self.reader.cancel()
        await self.socket.close()

    async def _read(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if "re" in message:
                waiting = self.answers.pop(message["re"], None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
                continue
            found = message["view"] if message["kind"] == "view" else message.get("changed", {})
            self.decision = found.get("decision", self.decision)
            self.over = bool(found.get("outcome", self.over))
            self.heard = time.monotonic()
            self.changed.set()

    async def choose(self) -> Any:
        group = self.dice.choice(self.decision["groups"])
        axes = group.get("axes", ())
        if group.get("rows"):
            parts = [axes[i]["refs"][n] for i, n in enumerate(self.dice.choice(group["rows"]))]
        else:
            parts = [self.dice.choice(axis["refs"]) for axis in axes]
        self.number += 1
        waiting: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.answers[self.number] = waiting
        asked = {"do": "choose", "id": self.number, "decision": self.decision["id"], "verb": group["verb"], "parts": parts, "sure": True}
        self.decision = None
        await self.socket.send(json.dumps(asked))
        return await asyncio.wait_for(waiting, 60)


class Pair:
    """Two seats that play match after match against each other."""

    def __init__(self, base: str, made: dict[str, Any], dice: random.Random) -> None:
        self.base, self.match, self.dice = base, made["match"], dice
        self.seats = [Seat(base, seat, n, secret, dice) for n, (seat, secret) in enumerate(made["secrets"].items())]
        self.answered: Counter[str] = Counter()  # match -> moves the server said yes to

    async def open(self) -> None:
        """Both sit down, and see the table before they move."""
        for seat in self.seats:
            seat.changed.clear()
        await asyncio.gather(*(seat.open(self.match) for seat in self.seats))
        await asyncio.gather(*(asyncio.wait_for(seat.changed.wait(), 60) for seat in self.seats))

    async def again(self, web: httpx.AsyncClient) -> None:
        """A rematch at the same seats."""
        cookies = "; ".join(seat.cookie for seat in self.seats)
        answer = await web.post(f"/m/{self.match}/rematch", headers={"origin": self.base, "cookie": cookies})
        self.match = answer.raise_for_status().json()["match"]
        web.cookies.clear()
        await self.open()

    async def move(self, found: dict[str, Any]) -> None:
        """Whoever is asked chooses; it is answered, and the other seat is told."""
        mover = next((s for s in self.seats if s.decision), None)
        if mover is None:
            found["idle"] += 1
            return
        other = self.seats[mover is self.seats[0]]
        other.changed.clear()
        start = time.monotonic()
        answer = await mover.choose()
        found["ok"].append(time.monotonic() - start)
        if answer["kind"] != "ok":
            raise RuntimeError(str(answer))
        self.answered[self.match] += 1
        await asyncio.wait_for(other.changed.wait(), 60)
        found["seen"].append(other.heard - start)


async def play(base: str, made: list[dict[str, Any]], seconds: float, rate: float, seed: int, ready: Any) -> dict[str, Any]:
    dice = random.Random(seed)
    pairs = [Pair(base, one, dice) for one in made]
    for pair in pairs:
        await pair.open()
    found: dict[str, Any] = {"ok": [], "seen": [], "errors": [], "late": 0, "over": 0, "idle": 0}
    async with httpx.AsyncClient(base_url=base, timeout=60, limits=httpx.Limits(max_keepalive_connections=0)) as web:
        await asyncio.to_thread(ready.wait)  # all sockets are open
        await asyncio.to_thread(ready.wait)  # and the processor time of opening them has been noted
        opened = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        end = time.monotonic() + seconds
        gap = len(pairs) / rate

        async def course(pair: Pair) -> None:
            at = time.monotonic() + dice.random() * gap
            while at < end:
                await asyncio.sleep(max(0.0, at - time.monotonic()))
                found["late"] += time.monotonic() - at > gap
                at += gap
                try:
                    if pair.seats[0].over:
                        found["over"] += 1
                        await pair.again(web)
                    await pair.move(found)
                except Exception as error:
                    found["errors"].append(f"{pair.match}: {error!r}")
                    return

        await asyncio.gather(*(course(pair) for pair in pairs))
        used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    await asyncio.to_thread(ready.wait)  # nobody moves any more
    await asyncio.to_thread(ready.wait)
    for pair in pairs:
        for seat in pair.seats:
            await seat.close()
    found["cpu"] = used - opened
    found["answered"] = sum((pair.answered for pair in pairs), Counter())
    return found


def client(base: str, made: list[dict[str, Any]], seconds: float, rate: float, seed: int, ready: Any, out: Any) -> None:
    out.put(asyncio.run(play(base, made, seconds, rate, seed, ready)))


def make(base: str, count: int) -> list[dict[str, Any]]:
    """So many matches, with the secrets of their seats."""
    made = []
    with httpx.Client(base_url=base, headers={"origin": base}, timeout=300) as web:
        for number in range(count):
            game = "connect_four" if number % 2 else "two_heirs"
            asked = {"game": game, "seats": dict.fromkeys(GAMES[game], "here"), "seed": number}
            answer = web.post("/new", content=json.dumps(asked))
            match = answer.json()["match"]
            made.append({"match": match, "secrets": {s: answer.cookies[f"rw-s-{match}-{i}"] for i, s in enumerate(GAMES[game])}})
            web.cookies.clear()
    return made


def lost(store: Path, answered: Counter[str]) -> int:
    """How many moves the server said yes to that are not in the record."""
    with sqlite3.connect(store / "matches.db") as base:
        there = dict(base.execute("select match, count(*) from entries where kind = 'decide' and data like '%\"re\"%' group by match"))
    base.close()
    return sum(max(0, count - there.get(match, 0)) for match, count in answered.items())


def share(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000 if times else 0.0


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--matches", type=int, default=500)
    options.add_argument("--seconds", type=float, default=120)
    options.add_argument("--rate", type=float, default=500, help="moves a second in all")
    options.add_argument(
        "--store", help="a folder for the record; without it where temporary files are: the disk's speed is part of every answer"
    )
    told = options.parse_args()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(dir=told.store) as store:
        command = [sys.executable, "-m", "rulewright", "serve", *GAMES, "--port", str(port), "--store", store, "--pause", "0"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            while True:
                try:
                    httpx.get(f"{base}/static/icon.svg", timeout=5)
                    break
                except httpx.TransportError:
                    time.sleep(0.2)
            made = make(base, told.matches)
            context = multiprocessing.get_context("spawn")
            out = context.Queue()
            halves = [made[0::4] + made[1::4], made[2::4] + made[3::4]]
            ready = context.Barrier(sum(bool(half) for half in halves) + 1)
            workers = [
                context.Process(target=client, args=(base, half, told.seconds, told.rate * len(half) / len(made), n, ready, out))
                for n, half in enumerate(halves)
                if half
            ]
            for worker in workers:
                worker.start()
            ready.wait()
            before = _cpu(server.pid)
            ready.wait()
            ready.wait()
            used = _cpu(server.pid) - before
            ready.wait()
            found = [out.get() for _ in workers]
        finally:
            server.send_signal(signal.SIGINT)
            ended = server.wait(20)
        answered: Counter[str] = sum((f["answered"] for f in found), Counter())
        gone = lost(Path(store), answered)
    ok, seen = [t for f in found for t in f["ok"]], [t for f in found for t in f["seen"]]
    errors = [e for f in found for e in f["errors"]]
    print(f"matches {told.matches}, sockets {2 * told.matches}, {told.seconds:.0f} s, asked for {told.rate:.0f} moves a second")
    print(f"moves {len(ok)}: {len(ok) / told.seconds:.0f} a second; errors {len(errors)}; lost moves {gone}; the server left with {ended}")
    again, idle, late = (sum(f[what] for f in found) for what in ("over", "idle", "late"))
    print(f"matches that ended and were begun again {again}; {idle} times nobody was asked; {late} times the clients were late")
    for name, times in (("answered", ok), ("seen by the other", seen)):
        half, most, all_ = (share(times, part) for part in (0.5, 0.99, 1))
        print(f"{name}: half within {half:.0f} ms, 99 of 100 within {most:.0f} ms, longest {all_:.0f} ms")
    print(f"processor time of the server {used:.1f} s: {1000 * used / max(1, len(ok)):.2f} ms a move")
    print(f"processor time of the clients {sum(f['cpu'] for f in found):.1f} s")
    for error in errors[:5]:
        print("error:", error)


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
