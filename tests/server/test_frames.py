"""Frames: what a viewer is told is the view model, says nothing of the engine's numbers, and every option can be named by touching."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic_core import to_json

from rulewright.play import list_games, load
from rulewright.server.live import Course
from rulewright.server.model import ToPage, View
from rulewright.server.schema import schema
from rulewright.server.shelf import Box
from rulewright.server.store import Entry, Head
from rulewright.server.table import Table, Viewer

ROOT = Path(__file__).parents[2]
DECISIONS = 25


@cache
def box(name: str) -> Box:
    return Box(load(name, engine="interpreter"), name)


def course(name: str, seed: int = 3) -> Course:
    game = box(name).game
    return Course(box(name), Head("test", 0.0, name, game.title, game.fingerprint, {"who": {}}, seed, b"key"))


def decide(found: Course, chance: Random) -> None:
    """All that are asked decide by lot, secret questions together."""
    asked = found.asked()
    numbers = [(seat, chance.randrange(len(match.raw_options))) for seat, match in asked]
    for seat, number in numbers:
        found.apply(found.entry("decide", 0.0, seat=seat, number=number))


def test_the_schema_in_the_documents_is_the_present_one() -> None:
    assert (ROOT / "docs" / "view.schema.json").read_text(encoding="utf-8") == schema()


@pytest.mark.parametrize("name", list_games())
def test_frames_are_what_the_model_says(name: str) -> None:
    found, chance = course(name), Random(7)
    table = Table(found, None)  # type: ignore[arg-type]
    sent: list[Any] = []
    for seat in (*found.game.seats, None):
        table.viewer(seat).outs.add(sent.append)
    for _ in range(DECISIONS):
        if found.over:
            break
        for seat in (*found.game.seats, None):
            View.model_validate(table.view(table.viewer(seat)))
        for seat, match in found.asked():
            offered = table.viewer(seat).offer
            assert offered is not None
            assert sorted(n for numbers in offered.options.values() for n in numbers) == list(range(len(match.raw_options)))
        decide(found, chance)
        table.publish()
    assert sent
    for message in sent:
        ToPage.model_validate_json(message)


def _refs(data: Any) -> set[str]:
    """Everything on a table that can be touched."""
    if isinstance(data, dict):
        own = {data[k] for k in ("ref", "id") if isinstance(data.get(k), str)}
        return own.union(*(_refs(v) for v in data.values()))
    return set().union(*(_refs(v) for v in data)) if isinstance(data, list) else set()


@pytest.mark.parametrize("name", list_games())
def test_every_part_of_an_option_lies_on_the_table_or_has_a_name(name: str) -> None:
    """A part is a ref of the frame, the cell of an open board that is still empty, or a word that the decision names."""
    found, chance = course(name), Random(11)
    table = Table(found, None)  # type: ignore[arg-type]
    for _ in range(DECISIONS):
        if found.over:
            break
        for seat, _ in found.asked():
            viewer = table.viewer(seat)
            table.freshen(viewer)
            there = _refs(table.view(viewer)["places"])
            decision = viewer.parts["decision"]
            for group in decision["groups"]:
                for axis in group.get("axes", ()):
                    for ref in axis["refs"]:
                        known = ref in there or ref in decision.get("names", {}) or ref.startswith("s:")
                        assert known or ref in {c["ref"] for s in viewer.sight.stage.spots if s.shape == "open_grid" for c in s.cells}
        decide(found, chance)


@pytest.mark.parametrize("name", list_games())
def test_looking_at_what_changed_is_enough(name: str) -> None:
    """A viewer who follows the match is told what somebody is told who looks at the whole table."""
    found, chance = course(name, 9), Random(4)
    viewers = {seat: Viewer(found, seat) for seat in (*found.game.seats, None)}
    for _ in range(DECISIONS):
        for seat, viewer in viewers.items():
            seen = viewer.sight.look(found.glance(viewer.number))
            whole = Viewer(found, seat).sight
            whole.things = dict(viewer.sight.things)
            assert seen == whole.look(found.glance(viewer.number))
            assert viewer.sight.heap_of == whole.heap_of and viewer.sight.things == whole.things
        if found.over:
            break
        decide(found, chance)


def test_a_record_gives_the_same_match_again() -> None:
    found, chance = course("two_heirs"), Random(5)
    entries: list[Entry] = []
    for _ in range(30):
        for seat, match in found.asked():
            entry = found.entry("decide", 1.0, seat=seat, number=chance.randrange(len(match.raw_options)))
            found.apply(entry)
            entries.append(entry)
    entry = found.entry("undo", 1.0, by="White", to=20)
    found.apply(entry)
    entries.append(entry)
    again = Course(found.box, found.head)
    for entry in entries:
        again.apply(Entry(entry.number, entry.at, entry.kind, json.loads(json.dumps(entry.data))))
    assert again.match.state == found.match.state and len(again.taken) == 20
    assert again.lines("Blue") == found.lines("Blue") or [t for _, t in again.lines("Blue")] == [t for _, t in found.lines("Blue")]


def test_a_secret_question_is_put_to_all_at_once() -> None:
    found = course("goofspiel")
    assert [seat for seat, _ in found.asked()] == ["Player1", "Player2"]
    found.apply(found.entry("hold", 0.0, seat="Player2", number=4))
    assert [seat for seat, _ in found.asked()] == ["Player1"]
    assert "Player 2 has chosen." in [text for _, text in found.lines("Player1")]
    found.apply(found.entry("hold", 0.0, seat="Player1", number=2))
    assert found.round_ready() == [("Player1", 2), ("Player2", 4)]


def test_a_frame_is_small() -> None:
    """At most 8 KB compressed, the log left out."""
    import zlib

    for name in list_games():
        table = Table(course(name), None)  # type: ignore[arg-type]
        data = table.view(table.viewer(table.course.game.seats[0]))
        assert len(zlib.compress(to_json({**data, "events": []}))) < 8192, name
