"""Nothing leaks: every shipped game is played over real sockets in two worlds that a viewer cannot tell apart, and every byte that it is
sent must be the same: pages, frames, changes, options, why not, what is known, confirmations, taking back, hints, replay, coming back."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

import pytest

from rulewright.core.layout import pack
from rulewright.play import list_games
from rulewright.play.match import Match
from rulewright.server import guard, thinking
from rulewright.server.guard import seat_cookie
from rulewright.server.hub import Hub, digest
from rulewright.server.live import Course
from rulewright.server.shelf import Box, Shelf
from rulewright.server.store import Head, opened
from rulewright.server.table import Table
from tests.play.guises import exchangeable, exchanged, renamed

from .running import serving
from .talking import Page

LONG = bool(os.environ.get("RULEWRIGHT_LONG"))
HINTS = "easy"  # a search, as for the hints of the table, but a short one
LABELS = count()
SECRET = "a-secret-of-22-letters"


@dataclass
class World:
    """One of the two: its server, its table, and a page for every viewer."""

    base: str
    table: Table
    pages: dict[str | None, Page]

    def settle(self) -> None:
        """Machines and forced choices are done, and every page has read what it was sent."""
        driver = self.table._driver
        end = time.monotonic() + 60
        while driver is not None and not driver.done() and time.monotonic() < end:
            time.sleep(0.001)
        for page in self.pages.values():
            page.ask(do="ping")


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[str, Hub]]]:
    shelf = Shelf(())
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinking, "QUICK", {*thinking.QUICK, HINTS})  # hints come from the world that is asked, not from its seed
        patch.setattr("rulewright.server.table.HINTS", HINTS)
        patch.setattr(guard.Bucket, "take", lambda bucket: True)  # these pages ask faster than people do; floods have a test of their own
        hubs = [Hub(shelf, opened(str(tmp_path_factory.mktemp("store"))), pause=0.0) for _ in range(2)]
        yield [(stack.enter_context(serving(hub)), hub) for hub in hubs]


def put(base: str, hub: Hub, box: Box, name: str, seed: int, begin: Callable[[Match], Match], **more: Any) -> World:
    """A match that begins in another guise; everything else of it is the same in both worlds."""

    class Guise(Course):
        def begin(self) -> Match:
            return begin(super().begin())

    seats = box.game.deciding
    settings = {"who": dict.fromkeys(seats, "link"), "keys": {s: digest(SECRET + s) for s in seats}, **more}
    head = Head(name, 0.0, box.name, box.game.title, box.game.fingerprint, settings, seed, b"key", b"")
    with ThreadPoolExecutor(1) as apart:  # a browser of another test may have left a running loop in this thread
        apart.submit(asyncio.run, hub.store.add(head, [])).result()
    table = hub._put(Guise(box, head))
    pages: dict[str | None, Page] = {}
    for seat in (*seats, None):
        cookies = {seat_cookie(name, box.game.seats.index(seat)): SECRET + seat} if seat is not None else {}
        pages[seat] = Page(base, name, None, seat, cookies)
        pages[seat].hello()
    return World(base, table, pages)


def same_bytes(one: World, other: World, viewer: str | None) -> None:
    a, b = (w.pages[viewer].bytes for w in (one, other))
    assert len(a) == len(b), f"{viewer} is sent more in one of the worlds"
    for x, y in zip(a, b, strict=True):
        assert x == y, f"{viewer} can tell two worlds apart"
    a.clear(), b.clear()


def alike(one: World, other: World, viewer: str | None) -> bool:
    """Whether a viewer still cannot tell the worlds apart."""
    a, b = one.table.course.match, other.table.course.match
    return a.over == b.over is False and a.knowledge(viewer) == b.knowledge(viewer) and a.log(viewer) == b.log(viewer)


def questions(world: World, viewer: str | None, dice: Random) -> None:
    """Whatever a page can ask while the match runs."""
    page = world.pages[viewer]
    page.ask(do="facts")
    page.ask(do="at", version=dice.randrange(1 + len(page.view["events"])))
    decision = page.view.get("decision")
    if viewer is not None and decision:
        there = sorted({ref for group in decision["groups"] for axis in group.get("axes", ()) for ref in axis["refs"]})
        refs = there + sorted(set(re.findall(r'"((?:p|c|h|x):[^"]+)"', page.bytes[-1])))
        for verb in [None, *(v["verb"] for v in decision.get("unavailable", ())), *(g["verb"] for g in decision["groups"])][
            : dice.randrange(1, 3)
        ]:
            page.ask(do="why", verb=verb, parts=[r for r in dice.sample(refs, min(1, len(refs))) if len(r) < 200])
    if dice.random() < 0.3:
        page.page()
        page.hello()


def taken_back(world: World, viewer: str, dice: Random) -> None:
    """A viewer takes back its step or its turn, or asks for it; the others agree, or not."""
    page, agree = world.pages[viewer], dice.random() < 0.5
    page.ask(do="undo", whole=dice.random() < 0.5)
    for seat, other in world.pages.items():
        if world.table.course.request is not None and seat not in {viewer, None}:
            other.ask(do="answer", yes=agree)
    world.settle()


def hinted(world: World, viewer: str) -> None:
    """What a machine would do that knows what the viewer knows: it looks at this world, in this process."""
    if world.pages[viewer].view.get("decision"):
        world.pages[viewer].ask(do="hint")


def touches(table: Table, seat: str, number: int) -> tuple[str, list[str], int]:
    """How a seat chooses an option: verb, refs, and how many options look like it."""
    offered = table.viewer(seat).offer
    assert offered is not None
    verb, parts = next(key for key, numbers in offered.options.items() if number in numbers)
    return verb, list(parts), len(offered.options[verb, parts])


def decide(one: World, other: World, viewer: str | None, dice: Random, pair: tuple[int, int], last: bool) -> bool:
    """Somebody decides, the same in both worlds as far as the viewer can notice; False if that cannot be."""
    seat, match = dice.choice(one.table.course.asked())
    there = next((m for s, m in other.table.course.asked() if s == seat), None)
    if there is None:
        return False
    number = dice.randrange(len(match.raw_options))
    choice = match.choice
    assert choice is not None
    raw = match.raw_options[number]
    wanted = renamed(raw, tuple(s.sort for s in choice.alts[raw[0]].shown), *pair)
    if last and choice.secret and seat != viewer:  # in the other world he chooses something else
        wanted = there.raw_options[-1 if there.raw_options[-1] != wanted else 0]
    if wanted not in there.raw_options:
        return False
    answers = []
    for world, which in ((one, number), (other, there.raw_options.index(wanted))):
        verb, parts, _ = touches(world.table, seat, which)
        page = world.pages[seat]
        answer = page.choose(verb, parts, sure=False)
        if answer["kind"] == "confirm":
            answer = page.choose(verb, parts)
        answers.append(answer["kind"])
        world.settle()
    return answers == ["ok", "ok"]


def trial(servers: list[tuple[str, Hub]], name: str, viewer: str | None, number: int, decisions: int) -> int:
    """Play on in two worlds until the viewer can tell them apart; how many decisions were taken until then."""
    dice = Random(f"{name} {viewer} {number}")
    box = servers[0][1].shelf.box(name)
    start = box.game.start(number)
    seat = box.game.seats.index(viewer) if viewer is not None else None
    pairs = exchangeable(start, seat)
    program = box.game.program
    apart = [(a, b) for a, b in pairs if program.loc and start.as_list()[program.loc.at + a] != start.as_list()[program.loc.at + b]]
    pair = dice.choice(apart or pairs) if pairs else (-1, -1)

    def swapped(match: Match) -> Match:
        return exchanged(match, *pair) if pairs else _other_chance(match)

    label = f"{number:04}-{next(LABELS):08}"
    one, other = (put(base, hub, box, label, number, begin) for (base, hub), begin in zip(servers, (lambda m: m, swapped), strict=True))
    done = 0
    try:
        while alike(one, other, viewer) and done < decisions:
            asked = dice.random()
            for world in (one, other):
                questions(world, viewer, Random(asked))
            same_bytes(one, other, viewer)
            if viewer is not None and done % 3 == 2:
                asked = dice.random()
                for world in (one, other):
                    hinted(world, viewer)
                    taken_back(world, viewer, Random(asked))
                same_bytes(one, other, viewer)
            done += 1
            if not decide(one, other, viewer, dice, pair, done == decisions):
                break
        if alike(one, other, viewer):
            same_bytes(one, other, viewer)
    finally:
        for world in (one, other):
            for page in world.pages.values():
                page.close()
    return done


def _other_chance(match: Match) -> Match:
    """Nothing is hidden but what chance will bring."""
    program, state = match.game.program, match.as_list()[:]
    assert program.rng is not None
    state[program.rng.at : program.rng.at + program.rng.count] = [
        v ^ 0x5DEECE66D for v in state[program.rng.at : program.rng.at + program.rng.count]
    ]
    other = match.clone()
    other._state = match.game.engine.unpack(pack(program, state))
    return other


def told_apart(servers: list[tuple[str, Hub]], name: str, decisions: int, worlds: int, seats: int) -> None:
    box = servers[0][1].shelf.box(name)
    viewers: list[str | None] = [*box.game.deciding[:seats], None]
    done = [trial(servers, name, viewer, number, decisions) for viewer in viewers for number in range(worlds)]
    assert sum(done) > len(done), "the worlds are told apart at once"


@pytest.mark.parametrize(
    "name", ["goofspiel", "grandlins_heirs", "kingdom_of_heroes", "kuhn_poker", "leduc_poker", "two_heirs", "two_princes"]
)
def test_what_cannot_be_told_apart_gives_the_same_bytes(servers: list[tuple[str, Hub]], name: str) -> None:
    told_apart(servers, name, decisions=3, worlds=1, seats=1)


@pytest.mark.second
@pytest.mark.parametrize("name", list_games())
def test_nobody_can_tell_worlds_apart_by_what_is_sent(servers: list[tuple[str, Hub]], name: str) -> None:
    told_apart(servers, name, decisions=2000 if LONG else 8, worlds=4 if LONG else 1, seats=9 if LONG else 2)
