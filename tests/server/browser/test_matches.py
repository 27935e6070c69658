"""Games in a browser, by touching alone: whole matches of four, the first decisions of every other."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from rulewright.play import list_games, load
from tests.server.running import new_match

from .touching import Player, play

LONG = bool(os.environ.get("RULEWRIGHT_LONG"))
FIRST = 20_000 if LONG else 30  # `make long` plays whole matches of all that end
SHORTER = {"grandlins_heirs": {"options": {"last_day": "6"}}}  # between players who choose by lot it goes on for ever otherwise
WHOLE = {
    "connect_four": ((1280, 800), (360, 740)),  # a board; one of the two on a phone
    "leduc_poker": ((1280, 800), (1280, 800)),  # a hidden hand
    "two_princes": ((1280, 800), (390, 844)),  # a story
    "kingdom_of_heroes": ((1280, 800),),  # several seats
}


def seated(chromium: Any, base: str, game: str, sizes: tuple[tuple[int, int], ...], **more: Any) -> list[Player]:
    """A browser for each of the first seats; machines take the others."""
    seats = load(game, players=more.get("players"), engine="interpreter").deciding
    people = seats[: len(sizes)]
    _, links, _ = new_match(base, game, {s: "link" if s in people else "random" for s in seats}, seed=4, **more)
    found = []
    for number, (seat, (wide, high)) in enumerate(zip(people, sizes, strict=True)):
        context = chromium.new_context(viewport={"width": wide, "height": high}, has_touch=wide < 720, reduced_motion="reduce")
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.goto(links[seat].replace("http://localhost", base.rsplit(":", 1)[0]))
        page.wait_for_url("**/m/**")
        address = page.url
        page.close()
        found.append(Player(context, address, Random(number)))
    return found


@pytest.mark.parametrize("game", sorted(WHOLE))
def test_a_whole_match(chromium: Any, base: str, game: str) -> None:
    more = {"players": 4} if game == "kingdom_of_heroes" else {}
    players = seated(chromium, base, game, WHOLE[game], **more)
    done = play(players, 4000)
    assert done > 0
    for player in players:
        player.page.wait_for_function("() => window.table.view.outcome")
        assert player.problems == []
        player.page.context.close()


@pytest.mark.parametrize("game", [g for g in list_games() if g not in WHOLE])
def test_the_first_decisions(chromium: Any, base: str, game: str) -> None:
    sizes = ((1280, 800), (1280, 800))
    players = seated(chromium, base, game, sizes, **(SHORTER.get(game, {}) if LONG else {}))
    done = play(players, FIRST)
    assert done >= FIRST or players[0].state()["over"]
    for player in players:
        assert player.problems == []
        player.page.context.close()
