"""`kill -9` at any moment loses nothing that a browser was told; several processes share a record in PostgreSQL."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from .running import new_match
from .talking import Page


@contextmanager
def process(store: str, port: int) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A server in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "rulewright",
        "serve",
        "tic_tac_toe",
        "connect_four",
        "--port",
        str(port),
        "--store",
        store,
        "--pause",
        "0",
    ]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                httpx.get(base + "/static/icon.svg", timeout=5)
                break
            except httpx.TransportError:
                assert running.poll() is None, "the server does not start"
                time.sleep(0.1)
        yield base, running
    finally:
        if running.poll() is None:
            running.send_signal(signal.SIGKILL)
        running.wait(20)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def test_nothing_that_was_told_is_lost(tmp_path: Path) -> None:
    port, dice = free_port(), Random(3)
    told: list[str] = []
    with process(str(tmp_path), port) as (base, running):
        match, links, _ = new_match(base, "connect_four", {"Yellow": "link", "Red": "link"})
        pages = {s: Page(base, match, links[s], s) for s in ("Yellow", "Red")}
        for page in pages.values():
            page.hello()
        for number in range(6):
            page = pages["Yellow" if number % 2 == 0 else "Red"]
            page.drain()
            verb, parts = dice.choice(page.options())
            assert page.choose(verb, parts)["kind"] == "ok"
            told.append(parts[0])
        mover = pages["Yellow"]
        mover.drain()
        verb, parts = dice.choice(mover.options())
        sent = mover.send(do="choose", decision=mover.view["decision"]["id"], verb=verb, parts=parts, sure=True)
        time.sleep(dice.random() * 0.02)
        os.kill(running.pid, signal.SIGKILL)  # in the middle of something
        try:
            while True:
                answer = mover.receive(2)
                if answer.get("re") == sent and answer["kind"] == "ok":
                    told.append(parts[0])
        except (ConnectionClosed, TimeoutError, OSError):
            pass
    with process(str(tmp_path), port) as (base, _):
        again = Page(base, match, links["Red"], "Red")
        view = again.hello()["view"]
        said = [e["text"] for e in view["events"] if e["kind"] == "move"]
        assert len(told) <= len(said) <= len(told) + 1  # what was not answered may be there or not
        for told_part, text in zip(told, said, strict=False):
            assert told_part.removeprefix("l:") in text
        page = Page(base, match, links["Yellow"], "Yellow")
        page.hello()
        mine = page if page.view["decision"] else again
        assert mine.choose(*dice.choice(mine.options()))["kind"] == "ok"  # and it goes on
        page.close()
        again.close()


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[str]:
    """A real PostgreSQL from Debian's package, in a folder of its own."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin")) if Path("/usr/lib/postgresql").is_dir() else []
    if not found:
        pytest.skip("there is no PostgreSQL here")
    pytest.importorskip("psycopg")
    folder = Path("/tmp") / f"rulewright-pg-{os.getpid()}"
    folder.mkdir()
    root = os.geteuid() == 0
    as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if root else []
    if root:
        shutil.chown(folder, "postgres", "postgres")
    port = free_port()
    subprocess.run(
        [*as_user, str(found[-1] / "initdb"), "-D", str(folder / "base"), "-A", "trust", "-U", "table"], check=True, capture_output=True
    )
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    control = [*as_user, str(found[-1] / "pg_ctl"), "-D", str(folder / "base"), "-w"]
    subprocess.run([*control, "-o", options, "-l", str(folder / "log"), "start"], check=True, capture_output=True)
    try:
        yield f"postgresql://table@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=False, capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.second
def test_two_processes_share_a_record(postgres: str) -> None:
    with process(postgres, free_port()) as (one, _), process(postgres, free_port()) as (other, _):
        match, links, _ = new_match(one, "tic_tac_toe", {"X": "link", "O": "link"})
        x = Page(one, match, links["X"], "X")
        x.hello()
        assert x.choose("mark", ["c:board:b2"])["kind"] == "ok"
        o = Page(other, match, links["O"].replace(one, other), "O")
        assert o.hello()["view"]["events"][-1]["text"] == "X marks b2."
        assert o.choose("mark", ["c:board:a1"])["kind"] == "ok"
        deadline = time.monotonic() + 30
        while not x.view.get("decision") and time.monotonic() < deadline:
            x.drain()
        assert x.view["decision"] is not None  # the first process has noticed
        assert x.choose("mark", ["c:board:c3"])["kind"] == "ok"
        x.close()
        o.close()
