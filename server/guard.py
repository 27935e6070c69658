"""What keeps strangers out: headers, cookies, origins, and how much one may ask at a time."""

from __future__ import annotations

import re
import time
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

BIGGEST = 16 * 1024  # bytes of a message from a page
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
BOOK = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'self'; base-uri 'none'"
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
YEAR = 60 * 60 * 24 * 365
_SEAT = re.compile(r"^rw-s-([a-z0-9-]{4,40})-(\d{1,2})$")


def seat_cookie(match: str, number: int) -> str:
    return f"rw-s-{match}-{number}"


def maker_cookie(match: str) -> str:
    return f"rw-m-{match}"


def give_cookie(response: Response, name: str, value: str, secure: bool) -> None:
    response.set_cookie(name, value, max_age=YEAR, path="/", httponly=True, samesite="strict", secure=secure)


def seat_cookies(connection: HTTPConnection) -> list[tuple[str, int, str]]:
    """Match, number of the seat, and secret of every seat that this browser has."""
    found = []
    for name, value in connection.cookies.items():
        parts = _SEAT.match(name)
        if parts:
            found.append((parts[1], int(parts[2]), value))
    return found


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from a page of this server: another site's page may not speak for whoever looks at it."""
    origin = connection.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == connection.headers.get("host")


class Bucket:
    """So many a second, and some more at once; who goes far beyond that is shown the door."""

    def __init__(self, rate: float = 20.0, burst: float = 40.0) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at, self.refused = burst, time.monotonic(), 0

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left == self.burst:  # it has been quiet for a while
            self.refused = 0
        if self.left < 1:
            self.refused += 1
            return False
        self.left -= 1
        return True

    @property
    def flooding(self) -> bool:
        return self.refused > 200


async def body(request: Any, most: int = BIGGEST) -> bytes:
    """What was posted, unless it is too much."""
    found = b""
    async for chunk in request.stream():
        found += chunk
        if len(found) > most:
            raise ValueError("too much")
    return found
