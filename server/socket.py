"""The talk between a page and its table: each message is answered once, in order, and the same message again gets the same answer."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from rulewright.play.errors import PlayError
from rulewright.server import answers, guard, taking_back
from rulewright.server.hub import digest
from rulewright.server.model import FromPage
from rulewright.server.sight import Data
from rulewright.server.store import now
from rulewright.server.table import Refused, Table, Viewer

MOST_WAITING = 400  # messages that a page may leave unread
log = logging.getLogger("rulewright.server")


async def talk(socket: WebSocket) -> None:
    site: Any = socket.app.state.site
    table: Table | None = await site.hub.table(socket.path_params["match"])
    if table is None or not guard.same_origin(socket):
        log.warning("a socket was refused: %s", "no such match" if table is None else "another origin")
        await socket.close(1008)
        return
    seat = socket.query_params.get("as") or None
    if not _may(socket, table, seat):
        log.warning("a socket was refused: no right to that seat")
        await socket.close(1008)
        return
    await table.unveiled(seat)
    await socket.accept()
    await Line(socket, table, seat).run()


def _may(socket: WebSocket, table: Table, seat: str | None) -> bool:
    course = table.course
    if seat is None:
        return bool(course.head.settings.get("watch", True))
    if seat not in course.game.seats:
        return False
    secret = socket.cookies.get(guard.seat_cookie(table.name, course.game.seats.index(seat)), "")
    return bool(secret) and course.keys.get(seat) == digest(secret)


NUMBER = re.compile(r'\{"id": ?(\d{1,16})[,}]')


def _number(text: str) -> int | None:
    """The number of a message that is not read any further: whoever asked too soon hears so, and asks again."""
    found = NUMBER.match(text)
    return int(found[1]) if found else None


class Line:
    """One open socket."""

    def __init__(self, socket: WebSocket, table: Table, seat: str | None) -> None:
        self.socket, self.table, self.seat = socket, table, seat
        self.viewer: Viewer = table.viewer(seat)
        self.key = table.course.keys.get(seat) if seat is not None else None
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.bucket = guard.Bucket()
        self.greeted = False

    def out(self, message: bytes) -> None:
        """Send, soon; a page that reads nothing is left to come back."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.viewer.outs.discard(self.out)

    async def run(self) -> None:
        writer = asyncio.create_task(self._write())
        try:
            while True:
                text = await self.socket.receive_text()
                if not await self._heard(text):
                    break
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass
        finally:
            self.viewer.outs.discard(self.out)
            writer.cancel()
            self.table.touched = now()
            self.table.publish()

    async def _write(self) -> None:
        try:
            while True:
                message = await self.waiting.get()
                if message is None:
                    await self.socket.close(1008)
                    return
                await self.socket.send_text(message.decode())
        except (WebSocketDisconnect, RuntimeError):
            self.viewer.outs.discard(self.out)

    # ------------------------------------------------------------ one message

    async def _heard(self, text: str) -> bool:
        """Answer a message; False if the talk is over."""
        if not self.bucket.take():
            if self.bucket.flooding:
                log.warning("a page of %s sends too much and is shown the door", self.table.name)
                return self._bye("You ask too much at once.")
            self._answer(_number(text), {"kind": "slower", "sentence": "Slower, please."})
            return True
        try:
            if len(text) > guard.BIGGEST:
                raise ValueError
            asked = FromPage.model_validate_json(text)
        except (ValidationError, ValueError):
            log.warning("a page of %s sent something that cannot be read", self.table.name)
            self._answer(None, {"kind": "refused", "sentence": "This cannot be read."})
            return True
        if self.seat is not None and self.table.course.keys.get(self.seat) != self.key:
            return self._bye("This seat has been given to somebody else.")
        if asked.id in self.viewer.answers:
            self.out(self.viewer.answers[asked.id])
            return True
        if self.seat is not None and asked.id in self.table.course.answered.get(self.seat, ()):
            self._answer(asked.id, {"kind": "ok"})
            return True
        try:
            found = await self._do(asked)
        except Refused as error:
            found = {"kind": "refused", "sentence": str(error)}
        except PlayError as error:
            log.warning("match %s: %s", self.table.name, error.message)
            found = {"kind": "refused", "sentence": self.table.broken(error)}
        if found is not None:
            self._answer(asked.id, found, keep=asked.do in {"choose", "undo", "say", "resign", "note", "answer"})
        return True

    def _answer(self, re: int | None, message: Data, keep: bool = False) -> None:
        data = self.table.encoded({"re": re, **message} if re is not None else message)
        if keep and re is not None:
            self.viewer.answers[re] = data
            while len(self.viewer.answers) > 32:
                self.viewer.answers.pop(next(iter(self.viewer.answers)))
        self.out(data)

    def _bye(self, sentence: str) -> bool:
        self._answer(None, {"kind": "bye", "sentence": sentence})
        self.waiting.put_nowait(None)
        return True

    async def _do(self, asked: FromPage) -> Data | None:
        table, viewer, seat = self.table, self.viewer, self.seat
        if asked.do not in {"choose", "ping", "look"}:
            await table.unveiled(seat)
        match asked.do:
            case "hello":
                viewer.outs.discard(self.out)
                for message in table.greet(viewer, asked.version):
                    self.out(message)
                viewer.outs.add(self.out)
                table.publish()
                return None
            case "ping":
                return {"kind": "pong"}
            case "look":
                viewer.seen = max(viewer.seen, min(asked.version or 0, viewer.told))
                return None
            case "why":
                return {"kind": "why", "why": answers.why(table, viewer, asked.verb, asked.parts)}
            case "facts":
                return {"kind": "facts", "version": viewer.version, "known": answers.facts(table, viewer)}
            case "curve":
                return {"kind": "curve", "curve": await asyncio.to_thread(answers.curve, table)}
            case "at":
                return {"kind": "at", "view": answers.moment(table, seat, asked.version or 0)}
            case "say":
                return await self._say(asked)
        if seat is None:
            raise Refused("You are looking on.")
        async with table.lock:
            return await self._seated(asked, seat)

    async def _say(self, asked: FromPage) -> Data:
        text = " ".join((asked.text or "").split())
        if not text:
            raise Refused("There is nothing to say.")
        extra = {"seat": self.seat, "re": asked.id} if self.seat is not None else {}
        async with self.table.lock:
            await self.table.commit([self.table.course.entry("say", now(), text=text, **extra)])
        return {"kind": "ok"}

    async def _seated(self, asked: FromPage, seat: str) -> Data:
        """What only somebody who sits at the table can do."""
        table = self.table
        course = table.course
        match asked.do:
            case "choose":
                sentence = await table.choose(seat, asked.decision, asked.verb, asked.parts, asked.sure, asked.id, asked.several)
                return {"kind": "confirm", "sentence": sentence} if sentence else {"kind": "ok", "version": self.viewer.version}
            case "hint":
                return {"kind": "hint", **await answers.hint(table, self.viewer)}
            case "undo":
                return {"kind": "ok", "sentence": await taking_back.undo(table, seat, asked.version, asked.whole, asked.id)}
            case "answer":
                await taking_back.answer(table, seat, bool(asked.yes))
            case "time":
                if course.clock is None or asked.seat == seat or asked.seat not in course.clock.left:
                    raise Refused("There is no clock to give time to.")
                await table.commit([course.entry("time", now(), seat=seat, to=asked.seat)])
            case "resign":
                if course.over:
                    raise Refused("The match is over.")
                await table.commit([course.entry("resign", now(), seat=seat, re=asked.id)])
            case "name":
                text = " ".join((asked.text or "").split())[:40]
                await table.commit([course.entry("name", now(), seat=seat, text=text)])
            case "note":
                await self._note(asked, seat)
            case _:
                raise Refused("This cannot be done here.")
        return {"kind": "ok"}

    async def _note(self, asked: FromPage, seat: str) -> None:
        course = self.table.course
        lines = course.lines(seat)
        line = min(asked.version or len(lines), len(lines))
        text = (asked.text or "").strip()
        if not text:
            raise Refused("There is nothing to note.")
        after = lines[line - 1][1] if line else ""
        link = f"/m/{self.table.name}/at/{line}"
        data = {"seat": seat, "text": text, "rule": asked.rule or "", "line": line, "after": after, "link": link, "re": asked.id}
        await self.table.commit([course.entry("note", now(), **data)])
