"""Rules that visitors bring along: only where that is allowed, and within limits."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from rulewright.play.guard import Limits
from rulewright.server import uploads
from rulewright.server.hub import Hub
from rulewright.server.shelf import Shelf
from rulewright.server.store import opened

from .running import new_match, running, serving
from .talking import Page

RULES = """game "Race" for Ada, Bob

each Player has steps: 0 to 9 = 0

turn
  player must go

action go
  set player.steps to player.steps + 1

when player.steps is 3
  player wins
"""


def test_nobody_can_bring_rules_unless_it_is_allowed(tmp_path: Path) -> None:
    with running(tmp_path, ("tic_tac_toe",)) as base, httpx.Client(base_url=base, headers={"origin": base}, timeout=60) as client:
        assert client.post("/rules", content=RULES).status_code == 403
        assert "Your own rules" not in client.get("/").text


def test_rules_that_are_brought_are_tried_and_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(["tic_tac_toe"])
    hub = Hub(shelf, opened(str(tmp_path / "store")), pause=0.0)
    hub.uploads = uploads.Uploads(tmp_path / "uploads", shelf)
    with serving(hub) as base, httpx.Client(base_url=base, headers={"origin": base}, timeout=120) as client:
        assert "Your own rules" in client.get("/").text
        found = client.post("/rules", content=RULES).json()["game"]
        assert client.post("/rules", content=RULES).json()["game"] == found  # once is enough
        match, links, _ = new_match(base, found, {"Ada": "link", "Bob": "link"})
        ada = Page(base, match, links["Ada"], "Ada")
        ada.hello()
        assert ada.choose("go", [])["kind"] == "ok"
        ada.close()
        for text, said in (
            ("", "There is nothing in it."),
            (RULES.replace("must go", "must fly"), "cannot be loaded"),
            ("a" * 70_000, "too long"),
        ):
            answer = client.post("/rules", content=text)
            assert answer.status_code == 400 and said in answer.json()["sentence"], answer.text
        assert client.post("/rules", content=RULES, headers={"origin": "http://elsewhere.example"}).status_code == 403
        monkeypatch.setattr(uploads, "LIMITS", Limits(cells=100))
        wide = RULES + "\nplace field: grid 40 by 40\n"
        assert client.post("/rules", content=wide).status_code == 400  # asks for more than is allowed
        monkeypatch.setattr(uploads, "MOST", 1)
        assert "no more rules" in client.post("/rules", content=RULES + "\n# another").json()["sentence"]
    assert len(list((tmp_path / "uploads").iterdir())) == 1  # nothing of what was refused stays
    again = Shelf(["tic_tac_toe"])
    uploads.Uploads(tmp_path / "uploads", again)
    assert found in again.games  # also after the server was started again
