"""Every game has its transcripts, and both engines play them again, move by move, to the same end."""

from __future__ import annotations

import pytest

from rulewright.cli.records import game_of, play_again, read
from rulewright.play.engines import native_available
from tests.transcripts.making import FOLDER, make, wanted, written

FILES = sorted(FOLDER.glob("*.json"))
ENGINES = ["interpreter", "native"] if native_available() else ["interpreter"]


def test_no_game_lacks_a_transcript() -> None:
    """Neither a game, nor one of its variants, nor its fewest and most players; and no transcript is left over."""
    assert {file.stem for file in FILES} == {match.name for match in wanted()}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_match_is_played_again(file, engine: str) -> None:  # type: ignore[no-untyped-def]
    told, _ = read(file)
    match = play_again(game_of(told, None, engine), told)
    assert match.over and match.outcome == told.outcome
    assert match.transcript().moves == told.moves


def test_transcripts_are_as_they_are_made() -> None:
    """The same seed still gives the same match, and the same text."""
    match = next(m for m in wanted(["kuhn_poker"]))
    assert written(make(match)) == match.file.read_text(encoding="utf-8")
