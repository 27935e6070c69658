"""Over real sockets: what is decided is kept, what is wrong is refused, and the match is unharmed by either."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from .running import new_match, running
from .talking import Page


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("store"), ("tic_tac_toe", "leduc_poker", "connect_four", "goofspiel")) as address:
        yield address


def two(base: str, game: str = "tic_tac_toe", **more: Any) -> tuple[Page, Page, str]:
    seats = {"tic_tac_toe": ("X", "O"), "connect_four": ("Yellow", "Red")}.get(game, ("Player1", "Player2"))
    match, links, _ = new_match(base, game, dict.fromkeys(seats, "link"), seed=2, **more)
    pages = [Page(base, match, links[s], s) for s in seats]
    for page in pages:
        page.hello()
    return pages[0], pages[1], match


def test_a_move_is_seen_by_the_other(base: str) -> None:
    x, o, _ = two(base)
    assert o.view["decision"] is None
    assert x.choose("mark", ["c:board:b2"])["kind"] == "ok"
    while o.view["decision"] is None:
        o.receive()
    assert o.view["events"][-1]["text"] == "X marks b2."
    x.close(), o.close()


def test_stale_repeated_and_foreign_decisions_are_refused(base: str) -> None:
    x, o, _ = two(base)
    asked = x.view["decision"]["id"]
    assert o.ask(do="choose", decision=asked, verb="mark", parts=["c:board:a1"], sure=True)["kind"] == "refused"
    assert x.ask(do="choose", decision="another", verb="mark", parts=["c:board:a1"])["kind"] == "refused"
    assert x.ask(do="choose", decision=asked, verb="mark", parts=["c:board:z9"], sure=True)["kind"] == "refused"
    assert x.ask(do="choose", decision=asked, verb="fly", parts=[], sure=True)["kind"] == "refused"
    first = x.choose("mark", ["c:board:a1"])
    x.socket.send(json.dumps({"id": first["re"], "do": "choose", "decision": asked, "verb": "mark", "parts": ["c:board:a1"], "sure": True}))
    while (again := x.receive()).get("re") != first["re"]:
        pass
    assert again == first  # the same message again gets the same answer, and is not done twice
    assert x.ask(do="choose", decision=asked, verb="mark", parts=["c:board:a2"], sure=True)["kind"] == "refused"
    x.close(), o.close()


def test_two_tabs_of_one_seat(base: str) -> None:
    x, o, match = two(base)
    other = Page(base, match, None, "X", x.cookies)
    other.number = 900
    other.hello()
    asked = other.view["decision"]["id"]
    x.drain()
    assert x.choose("mark", ["c:board:a1"])["kind"] == "ok"
    refused = other.ask(do="choose", decision=asked, verb="mark", parts=["c:board:b1"], sure=True)
    assert refused["sentence"] in {"You have decided this already.", "You have nothing to decide now."}
    other.close(), x.close(), o.close()


def test_undo_until_somebody_else_has_decided(base: str) -> None:
    x, o, _ = two(base)
    x.choose("mark", ["c:board:a1"])
    x.drain()
    assert x.view["undo"] == "yes"
    assert x.ask(do="undo")["kind"] == "ok"
    x.drain()
    assert x.view["decision"] is not None and x.view["events"][-1]["kind"] == "undo"
    x.choose("mark", ["c:board:b2"])
    o.drain()
    o.choose("mark", ["c:board:c3"])
    x.drain()
    assert x.ask(do="undo")["sentence"] == "The others have been asked."
    o.drain()
    assert o.view["asked"]["by"] == "X"
    assert o.ask(do="answer", yes=True)["kind"] == "ok"
    x.drain()
    assert x.view["decision"] is not None and x.view["asked"] is None
    x.close(), o.close()


def test_what_cannot_be_read_is_refused_and_floods_are_shown_the_door(base: str) -> None:
    x, o, _ = two(base)
    x.drain()
    for bad in ("", "{", "[]", '{"do": "fly", "id": 1}', '{"do": "choose", "id": -1}', '{"do":"say","id":1,"text":"' + "a" * 600 + '"}'):
        x.socket.send(bad)
        assert x.receive()["kind"] == "refused"
    with suppress(ConnectionClosed):
        for number in range(3000):
            x.socket.send(json.dumps({"do": "ping", "id": 10_000 + number}))
    assert x.until_closed()
    assert o.ask(do="ping")["kind"] == "pong"  # the others notice nothing
    o.socket.send(json.dumps({"do": "say", "id": 1, "text": "a" * 40_000}))
    assert o.until_closed()


def test_whoever_asks_too_soon_hears_which_question_to_ask_again(base: str) -> None:
    """A question without any answer would leave its page waiting for ever."""
    x, o, _ = two(base)
    x.drain()
    numbers = range(10_000, 10_080)
    for number in numbers:
        x.socket.send(json.dumps({"id": number, "do": "ping"}))
    heard = [x.receive() for _ in numbers]
    assert [message["re"] for message in heard] == list(numbers)
    assert {message["kind"] for message in heard} == {"pong", "slower"}
    x.close(), o.close()


def test_foreign_origins_and_seats_of_others_are_refused(base: str) -> None:
    match, links, _ = new_match(base, "tic_tac_toe", {"X": "link", "O": "link"}, watch=False)
    address = f"{base.replace('http', 'ws')}/m/{match}/socket"
    page = Page(base, match, links["X"], "X")
    cookie = "; ".join(f"{k}={v}" for k, v in page.cookies.items())
    for origin, path, headers in (
        ("http://elsewhere.example", "?as=X", {"Cookie": cookie}),
        (base, "?as=O", {"Cookie": cookie}),
        (base, "?as=Nobody", {"Cookie": cookie}),
        (base, "", {}),
        (base, "?as=X", {"Cookie": cookie.replace("=", "=a")}),
    ):
        with pytest.raises(InvalidStatus), connect(address + path, origin=origin, additional_headers=headers, open_timeout=20):  # type: ignore[arg-type]
            pass
    with httpx.Client(base_url=base, timeout=60) as client:
        assert client.post("/new", content='{"game": "tic_tac_toe"}', headers={"origin": "http://elsewhere.example"}).status_code == 403
        assert client.get("/s/" + "a" * 22).status_code == 404
        assert client.get(f"/m/{match}").status_code == 403
        assert client.get("/m/../../etc/passwd").status_code == 404
        assert client.post(f"/m/{match}/give", content='{"seat": "X"}', headers={"origin": base}).status_code == 403
    page.close()


def test_every_answer_carries_a_strict_policy(base: str) -> None:
    with httpx.Client(base_url=base, timeout=60) as client:
        for path in ("/", "/g/tic_tac_toe", "/static/js/table.js", "/covers/tic_tac_toe.svg", "/nothing"):
            policy = client.get(path).headers["content-security-policy"]
            assert "default-src 'none'" in policy and "unsafe" not in policy


def test_markup_in_names_and_talk_stays_text(base: str) -> None:
    x, o, _ = two(base)
    wild = "<b>bold</b> <script>alert(1)</script> \u202eright to left \N{GRINNING FACE}"
    assert x.ask(do="say", text=wild)["kind"] == "ok"
    assert x.ask(do="name", text=wild + "a" * 200)["kind"] == "ok"
    o.drain()
    assert any(e["text"] == wild for e in o.view["events"])
    page = o.page()
    assert "<script>alert" not in page and "<b>bold" not in page
    x.close(), o.close()


def test_a_seat_that_is_given_away_says_goodbye(base: str) -> None:
    match, links, cookies = new_match(base, "tic_tac_toe", {"X": "link", "O": "link"})
    page = Page(base, match, links["X"], "X")
    page.hello()
    with httpx.Client(base_url=base, cookies=cookies, headers={"origin": base}, timeout=60) as client:
        answer = client.post(f"/m/{match}/give", content='{"seat": "X"}')
        assert answer.status_code == 200
    page.send(do="ping")
    while page.receive()["kind"] != "bye":
        pass
    fresh = Page(base, match, answer.json()["link"], "X")
    assert fresh.hello()["view"]["viewer"] == "X"
    with httpx.Client(base_url=base, timeout=60) as client:
        assert client.get("/s/" + links["X"].rsplit("/", 1)[1]).status_code == 404
    fresh.close()


def test_rematch_replay_notes_and_transcript(base: str) -> None:
    x, o, match = two(base)
    for page, cell in ((x, "a1"), (o, "b1"), (x, "a2"), (o, "b2"), (x, "a3")):
        page.drain()
        assert page.choose("mark", [f"c:board:{cell}"])["kind"] == "ok"
    o.drain()
    assert o.view["outcome"]["sentence"] == "X wins."
    then = o.ask(do="at", version=2)["view"]
    assert [e["text"] for e in then["events"]] == ["X marks a1.", "O marks b1."] and then["outcome"] is None
    assert o.ask(do="note", text="I did not see it coming", rule="r-mark")["kind"] == "ok"
    with httpx.Client(base_url=base, cookies=o.cookies, headers={"origin": base}, timeout=60) as client:
        assert "I did not see it coming" in client.get(f"/m/{match}/notes.md").text
        assert len(client.get(f"/m/{match}/transcript.json").json()["moves"]) == 5
        again = client.post(f"/m/{match}/rematch", content="{}").json()["match"]
    with httpx.Client(base_url=base, cookies=x.cookies, headers={"origin": base}, timeout=60) as client:
        assert client.post(f"/m/{match}/rematch", content="{}").json()["match"] == again
        page = client.get(f"/m/{again}").text
    assert '"viewer": "X"' in page
    x.close(), o.close()


def test_a_secret_round_waits_for_all_and_for_nobody(base: str) -> None:
    one, two_, _ = two(base, "goofspiel")
    dice = Random(1)
    for _ in range(5):
        one.drain(), two_.drain()
        assert one.view["decision"] and two_.view["decision"]
        first, second = (two_, one) if dice.random() < 0.5 else (one, two_)
        verb, parts = dice.choice(first.options())
        assert first.choose(verb, parts)["kind"] == "ok"
        second.drain()
        assert second.view["decision"] is not None
        seat = second.view.get(f"seat:{first.seat}", {})
        assert seat.get("state") == "has chosen"
        assert second.choose(*dice.choice(second.options()))["kind"] == "ok"
    one.close(), two_.close()


def test_a_rules_file_that_changes_is_used_for_the_next_match(tmp_path: Path) -> None:
    rules = tmp_path / "games" / "race.rules"
    rules.parent.mkdir()
    text = 'game "Race" for Ada, Bob\n\neach Player has steps: 0 to {n} = 0\n\nturn\n  player must go\n\n'
    text += "action go\n  set player.steps to player.steps + 1\n\nwhen player.steps is {n}\n  player wins\n"
    rules.write_text(text.replace("{n}", "3"), encoding="utf-8")
    with running(tmp_path / "store", (str(rules),)) as base:
        old, links, _ = new_match(base, "race", {"Ada": "link", "Bob": "link"})
        ada = Page(base, old, links["Ada"], "Ada")
        ada.hello()
        rules.write_text(text.replace("{n}", "9"), encoding="utf-8")
        new, links2, _ = new_match(base, "race", {"Ada": "link", "Bob": "link"})
        ada.close()
    with running(tmp_path / "store", (str(rules),)) as base:  # the old match goes on with the rules it was begun with
        pages = {s: Page(base, old, links[s], s) for s in ("Ada", "Bob")}
        for page in pages.values():
            page.hello()
        for seat in ("Ada", "Bob", "Ada", "Bob", "Ada"):
            pages[seat].drain()
            pages[seat].choose("go", [])
        pages["Bob"].drain()
        assert pages["Bob"].view["outcome"]["sentence"] == "Ada wins."
        later = Page(base, new, links2["Ada"], "Ada")
        assert later.hello()["view"]["outcome"] is None
        for page in (*pages.values(), later):
            page.close()
