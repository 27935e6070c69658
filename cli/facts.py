"""Facts for programs: one way to write JSON, for every command that tells any."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rulewright import __version__

if TYPE_CHECKING:
    from rulewright.play.game import Game


def stamp(game: Game) -> dict[str, str]:
    """Which program and which rules something was made by and from: it stands in every report and export."""
    return {"rulewright": __version__, "fingerprint": game.fingerprint}


def print_facts(facts: Any, game: Game | None = None) -> None:
    """Write facts to stdout: readable, in the order they are given, with the letters they have, and stamped where they are of a game."""
    print(json.dumps({**stamp(game), **facts} if game is not None else facts, indent=2, ensure_ascii=False))
