"""What `rulewright serve` does: games are looked at, the record is opened, and the server runs until it is stopped."""

from __future__ import annotations

import contextlib
import gc
import io
import logging
import socket
import sqlite3
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import segno
import uvicorn

from rulewright.play.errors import PlayError
from rulewright.server import guard
from rulewright.server.app import made
from rulewright.server.hub import Hub
from rulewright.server.shelf import Shelf
from rulewright.server.store import Store, opened
from rulewright.server.uploads import Uploads

DAY = 24 * 60 * 60


def serve(
    wanted: Sequence[str],
    host: str,
    port: int,
    store: str,
    *,
    open_page: bool = False,
    keep: float = 0.0,
    pause: float = 0.6,
    link: str = "",
    guard_rules: bool = True,
    uploads: bool = False,
) -> None:
    """Run a server. `host` 0.0.0.0 is seen by other machines of the network; `link` is how others reach it, behind a proxy."""
    shelf = Shelf(wanted, guard=guard_rules)
    for name in shelf.games if wanted else ():
        shelf.box(name)  # errors in somebody's own rules are told now
    base = open_store(store)
    listening = _listen(host, port)
    number = listening.getsockname()[1]
    local = f"http://{'localhost' if host in {'0.0.0.0', '127.0.0.1', '::'} else host}:{number}"
    public = link.rstrip("/") or (f"http://{_own_address()}:{number}" if host in {"0.0.0.0", "::"} else "")
    _tell(shelf, local, public)
    hub = Hub(shelf, base, pause=pause, keep=keep * DAY)
    if uploads:
        hub.uploads = Uploads((Path(usual_store()) if "://" in store else Path(store)) / "uploads", shelf)
    app = made(hub, public)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=guard.BIGGEST,
        ws_ping_interval=25,
        ws_per_message_deflate=False,
        server_header=False,
        proxy_headers=bool(link),
        timeout_graceful_shutdown=2,
    )
    if open_page:
        threading.Timer(0.7, webbrowser.open, [local]).start()
    _seldom()
    sys.setswitchinterval(0.001)  # what has been written is told soon, also while other tables are looked at
    with contextlib.suppress(KeyboardInterrupt):  # that is how it is stopped
        uvicorn.Server(config).run(sockets=[listening])


def _seldom() -> None:
    """Look for circles of garbage among a little that is new, often: among a million things it would hold up hundreds of matches.

    Among everything the hub looks when matches have left memory.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 2_000)


def open_store(where: str) -> Store:
    """The record, or a sentence why it cannot be opened."""
    try:
        return opened(where)
    except ModuleNotFoundError:
        raise PlayError("A record in PostgreSQL needs psycopg.", "Type: pip install 'rulewright[postgres]'") from None
    except (OSError, sqlite3.Error) as error:
        raise PlayError(f"The record of matches cannot be opened: {error}.", "Name another folder with --store.") from None
    except Exception as error:
        if type(error).__module__.startswith("psycopg"):
            raise PlayError(f"PostgreSQL cannot be reached: {error}", "Look at the address behind --store.") from None
        raise


WAITING = 1024  # connections that nobody has answered yet


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(WAITING)  # whoever opens the address as soon as it is told waits until the tables are laid
    except OSError as error:
        found.close()
        raise PlayError(f"Port {port} of {host} cannot be used: {error.strerror}.", "Choose another with --port; 0 takes any.") from None
    return found


def _own_address() -> str:
    """The address of this machine in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's, set apart for documents
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _tell(shelf: Shelf, local: str, public: str) -> None:
    games = len(shelf.games)
    print(f"{games} game{'s' if games != 1 else ''} on the shelf. Open {local}", flush=True)
    if public:
        print(f"Others in your network: {public}")
        drawn = io.StringIO()
        segno.make(public, error="l").terminal(drawn, border=2, compact=True)
        print(drawn.getvalue(), flush=True)
    else:
        print("Only this machine can reach it. With --host 0.0.0.0 phones in your network can, too.", flush=True)
    print("Ctrl-C stops it; matches are kept.", flush=True)


def usual_store() -> str:
    """Where matches are kept unless somebody says otherwise."""
    return str(Path.home() / ".local" / "share" / "rulewright")
