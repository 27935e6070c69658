"""What is shown in a hidden place is known to whom it is shown, until it leaves that place or the place is shuffled."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.match import Match

ROLES = Path(__file__).parent / "memory" / "roles.rules"


def faces(match: Match, seat: str | None, place: str) -> dict[str | None, list[str]]:
    """The names that a seat sees in a place, by whose it is."""
    view = match.view(seat)
    return {p.owner: [piece.name for cell in p.cells for piece in cell.pieces if piece.name] for p in view.places if p.name == place}


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_roles(engine: str) -> None:
    game = load(ROLES, engine=engine)
    match = game.start(3)
    own = {seat: faces(match, seat, "face")[seat] for seat in game.seats}
    assert sorted(name for names in own.values() for name in names) == ["Loyal", "Loyal", "Spy", "Spy"]
    for seat in game.seats:
        seen = {owner for owner, names in faces(match, seat, "face").items() if names}
        spies = {s for s in game.seats if own[s] == ["Spy"]}
        assert seen == (spies if seat in spies else {seat})
    assert not any(faces(match, None, "face").values())


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_an_urn(engine: str) -> None:
    """A number of pieces with a condition is that number; what is revealed everybody sees, spectators too."""
    game = load(ROLES, engine=engine)
    match = game.start(3)
    assert faces(match, "Ada", "hand")["Ada"] == ["True", "False"]
    while match.decision is not None and "ask" not in match.decision.options[0].title:
        assert not faces(match, None, "urn")[None]
        match.choose(match.decision.options[0])
    assert match.decision is not None
    assert faces(match, "Ben", "urn")[None] == faces(match, None, "urn")[None] == ["True"] * 4
