"""Taking back, clocks, looking back, notes, hints: what people do at a table beside deciding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from rulewright.server.clock import Clock

from .running import new_match, running
from .talking import Page

RULES = """
game "Steps" for Ada, Bob

place field: grid 4 by 4

piece Stone: 2 per Player

each Player has steps: 0 to 40 = 0

score
  steps: player.steps

turn
  player must go
  player must go

action go
  > Take a step.
  set player.steps to player.steps + 1

when player.steps > 7
  finish
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("steps")
    (folder / "steps.rules").write_text(RULES.lstrip(), encoding="utf-8")
    with running(folder / "store", (str(folder / "steps.rules"), "tic_tac_toe")) as address:
        yield address


def seated(base: str, game: str = "steps", **more: Any) -> tuple[Page, Page, str]:
    seats = ("Ada", "Bob") if game == "steps" else ("X", "O")
    match, links, _ = new_match(base, game, dict.fromkeys(seats, "link"), seed=2, **more)
    pages = [Page(base, match, links[seat], seat) for seat in seats]
    for page in pages:
        page.hello()
    return pages[0], pages[1], match


def go(page: Page, times: int = 1) -> None:
    for _ in range(times):
        while not page.view["decision"]:
            page.receive()
        asked = page.view["decision"]["id"]
        assert page.choose("go", [])["kind"] == "ok"
        while (page.view["decision"] or {}).get("id") == asked:
            page.receive()


def test_my_step_and_my_whole_turn(base: str) -> None:
    ada, bob, _ = seated(base)
    go(ada)
    ada.ask(do="ping")
    assert ada.view["undo"] == "yes" and not ada.view["whole"]
    go(ada)
    ada.ask(do="ping")
    assert ada.view["whole"] and ada.view["decision"] is None
    assert ada.ask(do="undo")["sentence"] == ""
    ada.ask(do="ping")
    assert ada.view["decision"] is not None and ada.view["seat:Ada"]["facts"][0]["text"] == "1"
    go(ada)
    assert ada.ask(do="undo", whole=True)["kind"] == "ok"
    ada.ask(do="ping")
    assert ada.view["seat:Ada"]["facts"][0]["text"] == "0"
    ada.close(), bob.close()


def test_back_to_a_line_is_asked_granted_refused_and_dropped(base: str) -> None:
    ada, bob, match = seated(base)
    go(ada, 2)
    go(bob, 1)
    assert ada.ask(do="undo", version=1)["sentence"] == "The others have been asked."
    bob.ask(do="ping")
    assert bob.view["asked"]["sentence"] == "Ada would like to take back 2 decisions."
    assert bob.ask(do="answer", yes=False)["kind"] == "ok"
    ada.ask(do="ping")
    assert ada.view["asked"] is None and ada.view["events"][-1]["text"] == "Bob would rather not."
    ada.ask(do="undo", version=1)
    assert ada.ask(do="answer", yes=True)["kind"] == "refused"  # nobody agrees with himself
    assert ada.ask(do="answer", yes=False)["kind"] == "ok"
    bob.ask(do="ping")
    assert bob.view["asked"] is None and bob.view["events"][-1]["text"] == "Ada drops the request."
    ada.ask(do="undo", version=1)
    ada.close()  # whoever asked leaves meanwhile
    assert bob.ask(do="answer", yes=True)["kind"] == "ok"
    again = Page(base, match, None, "Ada", ada.cookies)
    again.hello()
    assert again.view["decision"] is not None and next(s for s in again.view["seats"] if s["name"] == "Ada")["facts"][0]["text"] == "1"
    again.close(), bob.close()


def test_a_clock_counts_what_somebody_thinks() -> None:
    clock = Clock(5.0, {"Ada": 60.0, "Bob": 60.0})
    clock.run(["Ada"], 100.0)
    clock.decided("Ada", 110.0)
    clock.run(["Bob"], 110.0)
    assert clock.left["Ada"] == 55.0 and clock.up(169.0) is None and clock.up(170.0) == "Bob"
    clock.wake(500.0)  # the server was away
    assert clock.up(559.0) is None and clock.next(559.0) == 1.0


def test_whoever_has_no_time_left_has_lost(base: str) -> None:
    ada, bob, _ = seated(base, clock={"seconds": 10, "more": 0})
    go(ada, 2)
    bob.ask(do="ping")
    assert bob.view["seat:Bob"]["clock"] == 10.0 and bob.view["seat:Bob"]["since"]
    assert ada.ask(do="time", seat="Bob")["kind"] == "ok" and ada.ask(do="time", seat="Ada")["kind"] == "refused"
    bob.ask(do="ping")
    assert bob.view["seat:Bob"]["clock"] == 70.0
    ada.close(), bob.close()


def test_a_clock_that_is_up_ends_the_match(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.server.hub.wanted", lambda asked: {"seconds": 0.3, "more": 0.0} if asked else None)
    ada, bob, _ = seated(base, clock={"seconds": 1})
    go(ada, 2)
    while not bob.view["outcome"]:
        bob.receive()
    assert bob.view["outcome"]["reason"] == "Bob has no time left." and bob.view["outcome"]["winners"] == ["Ada"]
    ada.close(), bob.close()


def test_notes_are_a_list_with_pictures_and_the_score_has_a_curve(base: str) -> None:
    ada, bob, match = seated(base)
    go(ada, 2)
    assert ada.ask(do="note", text="I did not <b>understand</b> this", rule="r-go", version=1)["kind"] == "ok"
    assert ada.ask(do="curve")["kind"] == "refused"  # it would tell everything
    for _ in range(3):
        go(bob, 2), go(ada, 2)
    while not bob.view["outcome"]:
        bob.receive()
    curve = bob.ask(do="curve")["curve"]
    assert curve[0]["scores"] == {"Ada": 2, "Bob": 0} and curve[-1]["scores"] == {"Ada": 8, "Bob": 6}
    with httpx.Client(base_url=base, cookies=ada.cookies, timeout=60) as client:
        page = client.get(f"/m/{match}/notes.html").text
    assert "I did not &lt;b&gt;understand" in page and "<svg" in page and f"/m/{match}/at/1" in page and "<i>go</i>" in page
    with httpx.Client(base_url=base, timeout=60) as client:
        assert client.get(f"/m/{match}/notes.html").status_code == 404  # strangers do not read them
        assert client.get(f"/m/{match}/at/1").status_code == 200  # but a moment can be linked to
    ada.close(), bob.close()


def test_a_hint_is_something_that_can_be_done(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.server.table.HINTS", "greedy")  # the usual level thinks in a process of its own
    x, o, _ = seated(base, "tic_tac_toe")
    hint = x.ask(do="hint")
    assert hint["kind"] == "hint" and (hint["verb"], hint["parts"]) in x.options()
    assert o.ask(do="hint")["kind"] == "refused"
    x.close(), o.close()


def test_a_seat_that_does_not_take_part_is_refused(base: str) -> None:
    with httpx.Client(base_url=base, headers={"origin": base}, timeout=60) as client:
        answer = client.post("/new", content='{"game": "tic_tac_toe", "seats": {"X": "here", "Zed": "link"}}')
    assert answer.status_code == 400 and answer.json()["sentence"] == "Nobody is called Zed here. Choose one of: X, O."


def test_what_was_chosen_in_secret_is_told_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("store"), ("goofspiel",)) as address:
        match, links, _ = new_match(address, "goofspiel", {"Player1": "link", "Player2": "link"}, seed=2)
        pages = [Page(address, match, links[s], s) for s in ("Player1", "Player2")]
        for page in pages:
            page.hello()
        for page, number in zip(pages, (4, 7), strict=True):
            page.choose(*page.options()[number])
        for page in pages:
            page.ask(do="ping")
            said = [e["text"] for e in page.view["events"] if e["kind"] in {"move", "word"}]
            assert said[:3] == ["Player 1 has chosen.", "Player 2 has chosen.", "Player 1 bids 5."]
            assert len(said) == 4 and said[3].startswith("Player 2 bids 8. 5 and 8 go to ")  # and what came of it
            page.close()
