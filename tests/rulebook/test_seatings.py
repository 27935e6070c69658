"""Values in prose, in a game for several numbers of players: the book tells each, the table tells the one that is played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.cli.table.prose import filled
from rulewright.play.game import load
from tests.rulebook.conftest import Result

RULES = """
game "Seats" for 2 to 4 players: Ada, Ben, Cleo, Dan

piece Bean: 40
place sack: pile of Bean
place bowl of each Player: pile of Bean

define dealt
  player_count is 2: 5
  else: 3

setup
  > You begin with {dealt} beans.
  put all Bean on sack
  each Player
    move dealt Bean in sack to bowl of player

turn
  player must drop
  if bowl of player is empty: player wins

action drop Bean in bowl of player
  > Of your {dealt} beans you drop one; {10 - player_count} are too many, {7 - 2} never are.
  move bean to sack
"""


def test_the_book_tells_a_value_for_each_number_of_players(run: Callable[..., Result], room: Path) -> None:
    """Also where the rule names things of its own, as an action does: there the largest number alone was told."""
    (room / "seats.rules").write_text(RULES, encoding="utf-8")
    assert run("seats.rules", "-o", "seats.md").code == 0
    text = (room / "seats.md").read_text(encoding="utf-8")
    dealt = "5 (with 2 players), 3 (with 3 or 4 players)"
    less = "8 (with 2 players), 7 (with 3 players), 6 (with 4 players)"
    assert f"You begin with {dealt} beans." in text
    assert f"Of your {dealt} beans you drop one; {less} are too many, 5 never are." in text


@pytest.mark.parametrize(("players", "dealt"), [(2, 5), (3, 3), (4, 3)])
@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_the_table_tells_the_value_that_is_played(players: int, dealt: int, engine: str, tmp_path: Path) -> None:
    path = tmp_path / "seats.rules"
    path.write_text(RULES, encoding="utf-8")
    game = load(path, players=players, engine=engine)
    assert filled(game, "You begin with {dealt} beans.") == f"You begin with {dealt} beans."
    match, dropped = game.start(1), 0
    while not match.over:
        match.choose(0)
        dropped += 1
    assert dropped == players * (dealt - 1) + 1  # the first player's last bean ends the match
