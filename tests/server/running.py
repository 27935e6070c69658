"""A server that runs beside the tests, on a port of its own."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from rulewright.server import guard
from rulewright.server.app import made
from rulewright.server.hub import Hub
from rulewright.server.shelf import Shelf
from rulewright.server.store import opened


@contextmanager
def running(folder: Path, games: tuple[str, ...] = ()) -> Iterator[str]:
    """The address of a server whose machines do not wait."""
    with serving(Hub(Shelf(games), opened(str(folder)), pause=0.0)) as address:
        yield address


@contextmanager
def serving(hub: Hub) -> Iterator[str]:
    """The address at which some matches can be played."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(made(hub, warm=False), log_level="error", ws_max_size=guard.BIGGEST, ws_per_message_deflate=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)


def new_match(base: str, game: str, seats: dict[str, str], **more: Any) -> tuple[str, dict[str, str], dict[str, str]]:
    """A match: its name, the links of its seats, and the cookies of whoever made it."""
    with httpx.Client(base_url=base, headers={"origin": base}, timeout=120) as client:
        answer = client.post("/new", content=json.dumps({"game": game, "seats": seats, **more}))
        assert answer.status_code == 200, answer.text
        found = answer.json()
        return found["match"], {one["seat"]: one["link"] for one in found["links"]}, dict(client.cookies)
