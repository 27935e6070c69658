"""A page without a browser: it keeps every byte it was sent."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect


class Page:
    """One seat (or an onlooker) over a real socket."""

    def __init__(self, base: str, match: str, link: str | None, seat: str | None, cookies: dict[str, str] | None = None) -> None:
        self.base, self.match, self.seat = base, match, seat
        self.bytes: list[str] = []
        self.number = 1
        self.cookies: dict[str, str] = cookies or {}
        self.view: dict[str, Any] = {}
        if link is not None:
            with httpx.Client(timeout=60) as client:
                answer = client.get(base + "/s/" + link.rsplit("/", 1)[1])
                assert answer.status_code == 200
                self.bytes.append(answer.text)
                self.cookies = dict(client.cookies)
        self.opened = ExitStack()
        self.socket = self.connected()

    def connected(self) -> ClientConnection:
        address = f"{self.base.replace('http', 'ws')}/m/{self.match}/socket" + (f"?as={self.seat}" if self.seat else "")
        cookie = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        headers = {"Cookie": cookie} if cookie else {}
        made = connect(address, origin=self.base, additional_headers=headers, open_timeout=60, max_size=2**24)  # type: ignore[arg-type]
        return self.opened.enter_context(made)

    def page(self) -> str:
        """The table's own page."""
        with httpx.Client(cookies=self.cookies, timeout=60) as client:
            found = client.get(f"{self.base}/m/{self.match}" + (f"?as={self.seat}" if self.seat else "")).text
        self.bytes.append(found)
        return found

    def send(self, **what: Any) -> int:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, **what}))
        return self.number

    def receive(self, timeout: float = 60) -> dict[str, Any]:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.bytes.append(text)
        found: dict[str, Any] = json.loads(text)
        self._take(found)
        return found

    def _take(self, message: dict[str, Any]) -> None:
        if message["kind"] == "view":
            self.view = message["view"]
        elif message["kind"] == "change":
            assert message["version"] == self.view["version"] + 1, "a version is missing"
            self.view["version"] = message["version"]
            for key, value in message["changed"].items():
                self.view[key] = value
            self.view["events"] = [*self.view["events"], *message["events"]]

    def ask(self, **what: Any) -> dict[str, Any]:
        """Send, and read until it is answered."""
        number = self.send(**what)
        while True:
            found = self.receive()
            if found.get("re") == number:
                return found

    def hello(self) -> dict[str, Any]:
        self.send(do="hello")
        while True:
            found = self.receive()
            if found["kind"] == "view":
                return found

    def drain(self) -> None:
        """Read what has come."""
        while True:
            try:
                self.receive(0.05)
            except TimeoutError:
                return

    def options(self) -> list[tuple[str, list[str]]]:
        """What this page could choose, from what it was sent."""
        decision = self.view.get("decision")
        found: list[tuple[str, list[str]]] = []
        for group in decision["groups"] if decision else ():
            axes = [a["refs"] for a in group.get("axes", ())]
            if group.get("rows") is not None:
                found += [(group["verb"], [axes[i][n] for i, n in enumerate(row)]) for row in group["rows"]]
            else:
                rows: list[list[str]] = [[]]
                for axis in axes:
                    rows = [[*row, ref] for row in rows for ref in axis]
                found += [(group["verb"], row) for row in rows]
        return found

    def choose(self, verb: str, parts: list[str], **more: Any) -> dict[str, Any]:
        return self.ask(do="choose", decision=self.view["decision"]["id"], verb=verb, parts=parts, **{"sure": True, **more})

    def until_closed(self) -> bool:
        """Read until the server ends the talk."""
        try:
            while True:
                self.receive(20)
        except ConnectionClosed:
            return True

    def close(self) -> None:
        self.opened.close()
