"""Pages, addresses and sockets of a server. Everything is decided here and below; a page only asks and draws."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import segno
from jinja2 import Environment, FileSystemLoader
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from rulewright.play.errors import PlayError
from rulewright.server import answers, guard
from rulewright.server import uploads as uploading
from rulewright.server.hub import Hub, digest
from rulewright.server.shelf import Box
from rulewright.server.socket import talk
from rulewright.server.store import now
from rulewright.server.table import Refused, Table

WEB = Path(__file__).parent / "web"
FONTS = re.compile(r"@font-face\s*\{[^}]*\}")
log = logging.getLogger("rulewright.server")


@dataclass(slots=True)
class Site:
    """A running server: its matches, and how it is reached."""

    hub: Hub
    address: str = ""  # how others reach it, for links that are handed on
    covers: dict[str, bytes] = field(default_factory=dict)
    books: dict[str, str] = field(default_factory=dict)
    pages: Environment = field(
        default_factory=lambda: Environment(loader=FileSystemLoader(WEB), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    )

    def page(self, name: str, status: int = 200, **values: Any) -> HTMLResponse:
        data = values.pop("data", None)
        if data is not None:  # inside a script element that is not run; nothing in it may end the element
            values["data"] = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
        return HTMLResponse(self.pages.get_template(name).render(**values), status)


def site_of(connection: HTTPConnection) -> Site:
    found: Site = connection.app.state.site
    return found


def made(hub: Hub, address: str = "", *, warm: bool = True) -> Starlette:
    """The application."""
    routes = [
        Route("/", shelf),
        Route("/g/{game}", new_match),
        Route("/new", make, methods=["POST"]),
        Route("/rules", bring, methods=["POST"]),
        Route("/s/{secret}", sit),
        Route("/m/{match}", table_page),
        Route("/m/{match}/at/{line:int}", table_page),
        Route("/m/{match}/transcript.json", transcript),
        Route("/m/{match}/notes.md", notes),
        Route("/m/{match}/notes.html", notes_page),
        Route("/m/{match}/give", give, methods=["POST"]),
        Route("/m/{match}/rematch", rematch, methods=["POST"]),
        WebSocketRoute("/m/{match}/socket", talk),
        Route("/looks/{key}.json", looks),
        Route("/covers/{game}.svg", cover),
        Route("/book/{key}", book),
        Mount("/static", StaticFiles(directory=WEB / "static"), name="static"),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async def housekeeping() -> None:
            while True:
                await asyncio.sleep(60)
                await hub.sweep()

        async def warming() -> None:
            """Games and their pictures are read before somebody asks for them."""
            for name in list(hub.shelf.games):
                with contextlib.suppress(PlayError):
                    await asyncio.to_thread(hub.shelf.about, name)
                    await asyncio.to_thread(hub.shelf.cover, name)

        async def listening() -> None:
            while hub.store.shared:
                await asyncio.sleep(0.25)
                await hub.catch_up()

        tasks = [asyncio.create_task(listening()), asyncio.create_task(housekeeping()), *([asyncio.create_task(warming())] if warm else [])]
        yield
        for task in tasks:
            task.cancel()
        hub.store.close()

    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: _nothing, PlayError: _refused, Refused: _refused})
    app.add_middleware(GZipMiddleware, minimum_size=500)
    app.add_middleware(Headers)
    app.state.site = Site(hub, address)
    return app


class Headers:
    """Every answer carries what keeps a page from running anything that is not ours."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                extra = [(n.encode(), v.encode()) for n, v in guard.HEADERS.items() if n.encode() not in given]
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


async def _nothing(request: Request, error: Exception) -> Response:
    return site_of(request).page("message.html", 404, title="Nothing is here", text="Perhaps the address is not quite right.")


async def _refused(request: Request, error: Exception) -> Response:
    sentence = error.message if isinstance(error, PlayError) else str(error)
    help = error.help if isinstance(error, PlayError) else ""
    if request.method == "POST":
        return JSONResponse({"sentence": f"{sentence} {help}".strip()}, 400)
    return site_of(request).page("message.html", 400, title=sentence, text=help)


# ---------------------------------------------------------------- the shelf


async def shelf(request: Request) -> Response:
    site = site_of(request)
    mine = {match: number for match, number, _ in guard.seat_cookies(request)}
    held = {}
    for match in mine:
        table = await _table(site, match)
        seats = _own_seats(request, table) if table is not None else []
        if table is not None and seats:
            turn = [s for s, _ in table.course.asked() if s in seats and not table.veiled(s)]
            held[match] = turn[0] if turn else seats[0]
    games = []
    for name in site.hub.shelf.games:
        try:
            games.append(await asyncio.to_thread(site.hub.shelf.about, name))
        except PlayError as error:
            games.append({"name": name, "title": name, "error": error.message})
    return site.page("shelf.html", games=games, waiting=await site.hub.waiting(held), uploads=site.hub.uploads is not None)


async def new_match(request: Request) -> Response:
    site = site_of(request)
    name = request.path_params["game"]
    if name not in site.hub.shelf.games:
        return await _nothing(request, Exception())
    from rulewright.agents.registry import AGENTS, LEVELS

    about = await asyncio.to_thread(site.hub.shelf.about, name)
    box = await asyncio.to_thread(site.hub.shelf.box, name)
    site.hub.boxes[box.key] = box
    machines = list(LEVELS) or [n for n in AGENTS if n != "first"]
    return site.page("new.html", game=about, data={"game": about, "machines": machines})


async def make(request: Request) -> Response:
    site = site_of(request)
    if not guard.same_origin(request):
        return JSONResponse({"sentence": "This was asked from another site."}, 403)
    try:
        asked = json.loads(await guard.body(request))
        game = str(asked["game"])
    except (ValueError, KeyError, TypeError):
        return JSONResponse({"sentence": "This cannot be read."}, 400)
    try:
        table, keys, maker = await site.hub.make(game, asked)
    except (ValueError, TypeError, AttributeError):
        return JSONResponse({"sentence": "This cannot be read."}, 400)
    return _begun(request, table, keys, maker)


async def bring(request: Request) -> Response:
    """Somebody brings rules along, where that is allowed."""
    uploads = site_of(request).hub.uploads
    if uploads is None or not guard.same_origin(request):
        log.warning("rules that somebody sent were refused")
        return JSONResponse({"sentence": "Nobody can bring rules along here."}, 403)
    try:
        text = (await guard.body(request, uploading.BIGGEST)).decode()
    except ValueError:
        return JSONResponse({"sentence": "This is too long, or no text."}, 400)
    return JSONResponse({"game": await uploads.add(text)})


def _begun(request: Request, table: Table, keys: dict[str, str], maker: str) -> Response:
    """The answer to whoever made a match: cookies for the own seats, links for the others."""
    who = table.course.head.settings["who"]
    links = []
    for seat, key in keys.items():
        if who[seat] == "link":
            link = f"{_base(request)}/s/{key}"
            links.append({"seat": seat, "link": link, "qr": qr(link)})
    response = JSONResponse({"match": table.name, "links": links})
    secure = request.url.scheme == "https"
    for seat, key in keys.items():
        if who[seat] == "here":
            guard.give_cookie(response, guard.seat_cookie(table.name, table.course.index(seat)), key, secure)
    guard.give_cookie(response, guard.maker_cookie(table.name), maker, secure)
    return response


def _base(request: Request) -> str:
    """The address that links begin with: the one others reach, if whoever looks is on the same machine."""
    site = site_of(request)
    local = request.url.hostname in {"localhost", "127.0.0.1", "::1"}
    return site.address if local and site.address else f"{request.url.scheme}://{request.headers.get('host', '')}"


def qr(text: str) -> str:
    """A square code that a phone reads, as a picture that stands by itself."""
    code = io.BytesIO()
    segno.make(text, error="m").save(
        code, kind="svg", xmldecl=False, nl=False, scale=4, border=2, dark="#22201c", light="#ffffff", omitsize=True
    )
    return code.getvalue().decode()


async def sit(request: Request) -> Response:
    """A seat's link: the secret becomes a cookie, and leaves the address."""
    site = site_of(request)
    secret = request.path_params["secret"]
    found = await site.hub.seat_of(secret) if 10 < len(secret) < 60 else None
    if found is None:
        log.warning("a link that opens no seat was tried")
        return site.page("message.html", 404, title="This link opens no seat", text="It may have been given to somebody else since.")
    table, seat = found
    # Not a redirect: a strict cookie is not sent on a way that began at another site, but it is from a page of our own.
    response = site.page("sit.html", seat=seat, title=table.course.game.title, match=table.name, accent=table.course.box.looks.accent)
    secure = request.url.scheme == "https"
    guard.give_cookie(response, guard.seat_cookie(table.name, table.course.index(seat)), secret, secure)
    response.headers["cache-control"] = "no-store"
    return response


# ---------------------------------------------------------------- the table


async def _table(site: Site, name: str) -> Table | None:
    if not re.fullmatch(r"[a-z0-9-]{4,40}", name):
        return None
    try:
        return await site.hub.table(name)
    except (PlayError, OSError):
        log.exception("match %s cannot be read", name)
        return None


def _own_seats(connection: HTTPConnection, table: Table) -> list[str]:
    """The seats that this browser has the secrets of."""
    seats = table.course.game.seats
    held = {n: s for m, n, s in guard.seat_cookies(connection) if m == table.name and n < len(seats)}
    return [seats[n] for n, secret in sorted(held.items()) if table.course.keys.get(seats[n]) == digest(secret)]


def _is_maker(connection: HTTPConnection, table: Table) -> bool:
    secret = connection.cookies.get(guard.maker_cookie(table.name), "")
    return bool(secret) and digest(secret) == table.course.head.settings.get("maker")


def may_watch(table: Table) -> bool:
    return bool(table.course.head.settings.get("watch", True))


async def table_page(request: Request) -> Response:
    site = site_of(request)
    table = await _table(site, request.path_params["match"])
    if table is None:
        return await _nothing(request, Exception())
    own = _own_seats(request, table)
    people = [s for s in own if s not in table.course.machines]
    wanted = request.query_params.get("as", "")
    turn = [s for s, _ in table.course.asked() if s in people and not table.veiled(s)]
    seat = wanted if wanted in own else turn[0] if turn else own[0] if own else None
    if seat is None and not may_watch(table) and not _is_maker(request, table):
        return site.page("message.html", 403, title="This table is closed", text="Ask whoever made the match for a link to a seat.")
    hot = tuple(people) if len(people) > 1 else ()
    curtain = bool(hot) and table.course.box.hides
    line = request.path_params.get("line")
    if curtain and not wanted:  # nothing of any seat is on the page before somebody says who is there
        data: dict[str, Any] = {"curtain": seat, "hot": hot}
        data |= {"match": table.name, "accent": table.course.box.looks.accent, "title": table.course.game.title}
        data["seats"] = table.course.box.seats
        data["news"] = [text for _, text in table.course.lines(None)[-3:]]
    else:
        await table.unveiled(seat)
        viewer = table.viewer(seat)
        table.freshen(viewer)
        data = {"view": table.view(viewer, maker=_is_maker(request, table), hot=hot), "curtained": curtain, "moment": line or 0}
    response = site.page("table.html", title=table.course.game.title, accent=table.course.box.looks.accent, data=data)
    response.headers["cache-control"] = "no-store"
    return response


async def give(request: Request) -> Response:
    """Whoever made the match gives a seat away, perhaps again."""
    site = site_of(request)
    table = await _table(site, request.path_params["match"])
    if table is None or not guard.same_origin(request) or not _is_maker(request, table):
        return JSONResponse({"sentence": "Only whoever made the match can do this."}, 403)
    try:
        seat = str(json.loads(await guard.body(request))["seat"])
    except (ValueError, KeyError, TypeError):
        return JSONResponse({"sentence": "This cannot be read."}, 400)
    secret = await site.hub.give(table, seat)
    link = f"{_base(request)}/s/{secret}"
    return JSONResponse({"seat": seat, "link": link, "qr": qr(link)})


async def rematch(request: Request) -> Response:
    """The same game again for the same people; whoever asks second comes to the match that was made for the first."""
    site = site_of(request)
    table = await _table(site, request.path_params["match"])
    own = _own_seats(request, table) if table is not None else []
    if table is None or not guard.same_origin(request) or not own or not table.course.over:
        return JSONResponse({"sentence": "A rematch can be asked for by whoever sat at the table, after the end."}, 403)
    async with table.lock:
        other = await _table(site, table.course.next) if table.course.next else None
        maker = ""
        if other is None:
            head = table.course.head
            asked = {**head.settings, "seats": head.settings["who"], "previous": head.name}
            other, _, maker = await site.hub.make(head.game, asked)
            # Those who sat here keep their seats: their secrets open the new ones as well.
            course = other.course
            async with other.lock:
                await other.commit([course.entry("key", now(), seat=s, digest=k) for s, k in table.course.keys.items()])
            await table.commit([table.course.entry("next", now(), match=other.name)])
    response = JSONResponse({"match": other.name, "links": []})
    secure = request.url.scheme == "https"
    for match, number, secret in guard.seat_cookies(request):
        if match == table.name and table.course.game.seats[number] in own:
            guard.give_cookie(response, guard.seat_cookie(other.name, number), secret, secure)
    if maker:
        guard.give_cookie(response, guard.maker_cookie(other.name), maker, secure)
    return response


async def transcript(request: Request) -> Response:
    """The match as the terminal replays it; while it runs only if nothing in it is hidden."""
    site = site_of(request)
    table = await _table(site, request.path_params["match"])
    if table is None or not (_own_seats(request, table) or may_watch(table)):
        return await _nothing(request, Exception())
    if table.course.box.hides and not table.course.over:
        raise Refused("The transcript tells what is hidden. It can be had when the match is over.")
    return Response(table.course.match.transcript().model_dump_json(indent=1), media_type="application/json")


async def _noted(request: Request) -> Table | None:
    """The match whose notes somebody may read: who made it, and who sits at it."""
    table = await _table(site_of(request), request.path_params["match"])
    return table if table is not None and (_is_maker(request, table) or _own_seats(request, table)) else None


async def notes(request: Request) -> Response:
    """What playtesters wrote, as a list for the designer."""
    table = await _noted(request)
    if table is None:
        return await _nothing(request, Exception())
    lines = [f"# Notes on {table.course.game.title}", "", f"Match {table.name}.", ""]
    for number, note in enumerate(table.course.notes, 1):
        rule = f" (rule: {note['rule']})" if note.get("rule") else ""
        lines += [f"{number}. **{note['seat']}**{rule}: {note['text']}"]
        lines += [f"   After: {note['after']}" if note.get("after") else "   At the beginning.", f"   {_base(request)}{note['link']}", ""]
    return PlainTextResponse("\n".join(lines), media_type="text/markdown; charset=utf-8")


async def notes_page(request: Request) -> Response:
    """The same with a picture of the table at each moment, in one file that can be handed on."""
    table = await _noted(request)
    if table is None:
        return await _nothing(request, Exception())
    course = table.course
    listed = await asyncio.to_thread(answers.noted, table)
    shown = site_of(request).page
    response = shown("notes.html", title=course.game.title, match=table.name, notes=listed, base=_base(request), begun=when(course.begun))
    response.headers["content-security-policy"] = guard.BOOK
    return response


def when(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M UTC")


# ---------------------------------------------------------------- pictures and books


def _box(site: Site, key: str) -> Box | None:
    return site.hub.boxes.get(key)


async def looks(request: Request) -> Response:
    site = site_of(request)
    box = _box(site, request.path_params["key"])
    if box is None:
        return await _nothing(request, Exception())
    sheet = await asyncio.to_thread(lambda: box.looks.sheet)
    return JSONResponse(sheet, headers={"cache-control": "public, max-age=31536000, immutable"})


async def cover(request: Request) -> Response:
    site = site_of(request)
    name = request.path_params["game"]
    if name not in site.hub.shelf.games:
        return await _nothing(request, Exception())
    svg = await asyncio.to_thread(site.hub.shelf.cover, name)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "public, max-age=300"})


async def book(request: Request) -> Response:
    site = site_of(request)
    key = request.path_params["key"]
    box = _box(site, key)
    if box is None:
        return await _nothing(request, Exception())
    if key not in site.books:
        site.books[key] = await asyncio.to_thread(_printed, box)
    headers = {"content-security-policy": guard.BOOK, "cache-control": "public, max-age=86400"}
    return HTMLResponse(site.books[key], headers=headers)


def _printed(box: Box) -> str:
    """The rulebook as a page; its fonts are ours, so they need not be inside it."""
    from rulewright.rulebook.parts.book import make as make_book
    from rulewright.rulebook.render.documents import html

    game = box.game
    options = {n: v for n, v in game.options.items() if n in game.loaded.options}
    return FONTS.sub("", html(make_book(game.path, options, len(game.seats), game.variants, False).book))
