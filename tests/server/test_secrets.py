"""Nothing leaks: two positions that a viewer cannot tell apart give it the same bytes, and no byte sent names what it has not seen."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from pydantic_core import to_json

from rulewright.play.match import Match
from rulewright.server.choices import offer
from rulewright.server.live import Course
from rulewright.server.table import Table, Viewer
from tests.play.guises import exchangeable, exchanged

from .test_frames import course, decide

HIDING = ("grandlins_heirs", "kingdom_of_heroes", "kuhn_poker", "leduc_poker", "two_heirs", "two_princes")
DECISIONS = 14


def frame(viewer: Viewer, match: Match, found: Course, pair: tuple[int, int] = (-1, -1)) -> bytes:
    """What a viewer would be sent of a position. What it follows counts: in the other world the other of a pair was followed."""
    sight = copy.copy(viewer.sight)
    other = {pair[0]: pair[1], pair[1]: pair[0]}
    sight.ids = {other.get(p, p): id for p, id in viewer.sight.ids.items()}
    sight.at = {other.get(p, p): site for p, site in viewer.sight.at.items()}
    parts: dict[str, Any] = dict(sight.look(match))
    number = sight.seat
    reader = match.reader()
    parts["players"] = [found.box.values.of_player(reader, i, number) for i in range(len(found.game.seats))]
    parts["game"] = found.box.values.of_game(reader)
    now = match.decision
    if now is not None and viewer.seat is not None and now.seat == viewer.seat:
        parts["decision"] = offer(match, sight, viewer.seat, "x", {}).data
    return to_json(parts)


@pytest.mark.parametrize("name", HIDING)
def test_what_cannot_be_told_apart_gives_the_same_bytes(name: str) -> None:
    found, chance = course(name), Random(2)
    table = Table(found, None)  # type: ignore[arg-type]
    tried = 0
    for _ in range(DECISIONS):
        if found.over:
            break
        for number, seat in enumerate(found.game.seats):
            viewer = table.viewer(seat)
            table.freshen(viewer)
            pairs = exchangeable(found.match, number)
            for a, b in chance.sample(pairs, min(2, len(pairs))):
                tried += 1
                other = exchanged(found.match, a, b)
                names = [found.game.names.piece(p, found.match.reader().state) for p in (a, b)]
                assert frame(viewer, found.match, found) == frame(viewer, other, found, (a, b)), f"{seat} is sent which of {names} is which"
        decide(found, chance)
    assert tried > 0


@pytest.mark.parametrize("name", [*HIDING, "goofspiel"])
def test_no_byte_names_what_was_never_seen(name: str) -> None:
    """Names of pieces that a seat has never seen are in none of the messages it was sent."""
    found, chance = course(name, 5), Random(3)
    table = Table(found, None)  # type: ignore[arg-type]
    sent: dict[str | None, list[bytes]] = {seat: [] for seat in (*found.game.seats, None)}
    for seat, messages in sent.items():
        messages.append(to_json(table.view(table.viewer(seat))))
        table.viewer(seat).outs.add(messages.append)
    step = found.game.start(5, chance="ask")  # the same match, chance by chance: what was seen for a moment was seen
    known: dict[str | None, set[str]] = {seat: set() for seat in sent}
    _follow(step, found.match, known)
    for _ in range(40):
        if found.over:
            break
        decide(found, chance)
        _follow(step, found.match, known)
        table.publish()
    for seat, messages in sent.items():
        said = b"\n".join(messages).decode()
        said += to_json([text for _, text in found.lines(seat)]).decode()
        for piece in range(found.game.program.pieces):
            name_ = _name(found.match, piece)
            if len(name_) > 3 and name_ not in known[seat]:
                assert f'"{name_}"' not in said and f" {name_}." not in said, f"{seat} was told of {name_}"


def _follow(step: Match, match: Match, known: dict[str | None, set[str]]) -> None:
    """Go on to where a match is, and note what every viewer could read on the way."""
    for move in match.moves[len(step.moves) :]:
        step.choose(move.number)
        for seat, names in known.items():
            names |= _seen(step, seat)


def _name(match: Match, piece: int) -> str:
    kind = match.game.program.kind_of_piece(piece)
    return kind.names[piece - kind.base] if kind.names else ""


def _seen(match: Match, seat: str | None) -> set[str]:
    """Names that a viewer can read: on pieces it sees, in the box, and in what was told."""
    reader = match.reader()
    number = match.game.seats.index(seat) if seat is not None else None
    pieces = range(match.game.program.pieces)
    seen = {_name(match, p) for p in pieces if reader.site_of(p) <= 0 or (reader.sees(number, p) and not reader.face_down(p))}
    texts = [e.text + e.title for e in match.all_events() if e.story]
    return seen | {_name(match, p) for p in pieces if any(_name(match, p) in text for text in texts)}
