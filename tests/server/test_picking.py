"""Groups over real sockets: picked in any order, sent at once, taken back as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from .running import new_match, running
from .talking import Page

RULES = """\
game "Gifts" for Ann, Bob

piece Card: 6
  | name | copies |
  | Ace  | 1      |
  | Jack | 1      |
  | King | 1      |
  | Nine | 3      |
place hand of each Player: hand of Card
place heap: pile of Card

setup
  put all Card on hand of Ann

turn
  player chooses {quota} Card in hand of player as gifts
  move gifts to heap
  player must
    "Stop"
      finish
    "Go on"
      move gifts to hand of Bob

winner: most count Card in hand of player, then shared
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("rules")
    for name, quota in (("three", "3"), ("some", "up to 4")):
        (folder / f"{name}.rules").write_text(RULES.replace("{quota}", quota).replace("Gifts", f"Gifts {name}"), encoding="utf-8")
    with running(tmp_path_factory.mktemp("store"), (str(folder / "three.rules"), str(folder / "some.rules"))) as address:
        yield address


def begun(base: str, game: str) -> tuple[Page, dict[str, list[str]]]:
    match, links, _ = new_match(base, game, {"Ann": "link", "Bob": "random"}, seed=2)
    ann = Page(base, match, links["Ann"], "Ann")
    ann.hello()
    refs: dict[str, list[str]] = {}
    for piece in pieces(ann, "hand of Ann"):
        refs.setdefault(piece["name"], []).append(piece["id"])
    return ann, refs


def pieces(page: Page, title: str) -> list[Any]:
    page.hello()  # a whole frame
    return [p for place in page.view["places"] if place["title"].lower() == title.lower() for p in place.get("pieces", ())]


def pick(page: Page, *refs: str) -> dict[str, Any]:
    return page.ask(do="choose", decision=page.view["decision"]["id"], verb="choose", parts=list(refs), several=True, sure=True)


def test_in_any_order_and_back_as_a_whole(base: str) -> None:
    ann, refs = begun(base, "three")
    several = ann.view["decision"]["several"]
    assert (several["least"], several["most"]) == (3, 3) and {refs["Ace"][0], refs["Jack"][0], refs["King"][0]} < set(several["refs"])
    for wrong in ([refs["Ace"][0]], [refs["Ace"][0]] * 3, [refs["Ace"][0], refs["Jack"][0], "p:nobody"], []):
        assert pick(ann, *wrong)["kind"] == "refused"
    assert pick(ann, refs["King"][0], refs["Ace"][0], refs["Jack"][0])["kind"] == "ok"
    assert sorted(p["name"] for p in pieces(ann, "heap")) == ["Ace", "Jack", "King"]
    assert ann.ask(do="undo")["kind"] == "ok"
    assert pieces(ann, "heap") == []
    assert ann.view["decision"]["several"]["least"] == 3  # not somewhere in the middle of the group
    ann.close()


@pytest.mark.parametrize("many", [0, 1, 3])
def test_between_none_and_most_and_any_of_equal_ones(base: str, many: int) -> None:
    ann, refs = begun(base, "some")
    several = ann.view["decision"]["several"]
    assert (several["least"], several["most"]) == (0, 4)
    nines = [ref for ref in reversed(refs["Nine"]) if ref in several["refs"]][:1]  # any of them stands for the first
    wanted = [*nines, refs["Jack"][0], refs["Ace"][0]][:many]
    assert pick(ann, *wanted)["kind"] == "ok"
    assert sorted(p["name"] for p in pieces(ann, "heap")) == sorted(["Nine", "Jack", "Ace"][:many])
    ann.close()
