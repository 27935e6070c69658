"""Going on with a match by the rules it was begun with."""

from __future__ import annotations

import tempfile
from pathlib import Path

from rulewright.play.errors import PlayError
from rulewright.play.game import load as load_game
from rulewright.play.match import Match
from rulewright.play.saving import DAMAGED, load, read, unpack_rules


def with_its_own_rules(text: str, engine: str | None = None, shelf: Path | None = None) -> Match:
    """Go on with the rules that a match was begun with, whatever they are now. They are laid down on a `shelf`, if there is one, for
    whoever wants to read in them while it is played."""
    saved = read(text)
    files = unpack_rules(saved.rules) if saved.rules else {}
    if not files:
        raise PlayError("The saved match does not have its rules with it.", "It was written by an older version.")
    told = saved.transcript
    if Path(told.game).name != told.game or not told.game:
        raise PlayError(DAMAGED, "Its game has no name.")
    with tempfile.TemporaryDirectory() as folder:
        home = (shelf if shelf is not None else Path(folder)) / told.game
        for name, content in files.items():
            path = (home / name).resolve()
            if not path.is_relative_to(home.resolve()):
                raise PlayError(DAMAGED, "Its rules lie outside of their folder.")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        game = load_game(home / f"{told.game}.rules", dict(told.options), told.players, tuple(told.variants), engine)
        return load(game, text)
