"""What a stranger can hand over: saves edited by hand, files named like games, names that would speak to the terminal."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.core.layout import pack
from rulewright.play import load
from rulewright.play.errors import PlayError
from rulewright.play.finding import find_game, games_folder
from rulewright.play.match import Match
from rulewright.play.models import SavedMatch
from tests.cli.conftest import Run, room, run  # noqa: F401
from tests.play.shipped import loaded


def _saved(name: str = "kuhn_poker") -> tuple[Match, dict[str, Any]]:
    match = loaded(name).start(3)
    match.choose(0)
    return match, json.loads(match.save())


def _other_state(match: Match) -> str:
    """A state that cannot be: somebody who is not there has the turn."""
    state = match.as_list()[:]
    assert match.game.program.actor is not None
    state[match.game.program.actor.at] = 0 if state[match.game.program.actor.at] else 1
    return base64.b64encode(pack(match.game.program, state)).decode("ascii")


FORGED: dict[str, Callable[[Match, dict[str, Any]], None]] = {
    "no digest": lambda match, saved: saved.pop("digest"),
    "an empty digest": lambda match, saved: saved.update(digest=""),
    "a state that the moves do not lead to": lambda match, saved: saved.update(state=_other_state(match)),
    "a state of the wrong length": lambda match, saved: saved.update(state=base64.b64encode(b"x" * 7).decode("ascii")),
    "a move that is not there": lambda match, saved: saved["transcript"]["moves"][-1].update(number=10**12),
}


@pytest.mark.parametrize(("fault", "sealed"), [(f, sealed) for f in FORGED for sealed in (False, True) if not (sealed and "digest" in f)])
def test_a_forged_save_is_refused(fault: str, sealed: bool) -> None:
    """Sealed anew with a right digest, too: nothing in a save is believed but its moves."""
    match, saved = _saved()
    FORGED[fault](match, saved)
    text = SavedMatch.model_validate(saved).sealed().model_dump_json() if sealed else json.dumps(saved)
    with pytest.raises(PlayError):
        Match.load(match.game, text)


def test_what_lies_here_does_not_hide_a_shipped_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chess").mkdir()
    (tmp_path / "tic_tac_toe").write_bytes(b"\x7fELF\xff\xfe")
    for name in ("chess", "tic_tac_toe"):
        assert find_game(name) == games_folder() / name / f"{name}.rules"
    assert find_game("./tic_tac_toe") == Path("tic_tac_toe")


def test_names_do_not_speak_to_the_terminal(run: Run, tmp_path: Path) -> None:  # noqa: F811
    """Control characters in a title or a name reach no terminal; they are refused, or shown as something harmless."""
    path = tmp_path / "loud.rules"
    text = 'game "Lo\x1b[31mud" for Ann, Bob\npiece Stone\nplace heap: pile of Stone\nsetup\n  put all Stone on heap\n'
    path.write_text(
        text + "turn\n  player must nod\naction nod\n  > Nod \x1b]0;x\x07now.\n  finish\nwinner: most turn_number, then shared\n"
    )
    for command in (("check", path), ("play", path, "--seat", "all=first", "--seed", 1), ("rulebook", path, "--format", "md")):
        result = run(*command)
        assert "\x1b[31m" not in result.out + result.err and "\x1b]" not in result.out + result.err
        assert "inside rulewright" not in result.err


def test_events_go_on_after_an_interrupt_was_passed() -> None:
    """`Match.events` once failed there, since nobody else is told that somebody let it go."""
    game = load("grandlins_heirs", engine="interpreter")
    for seed in range(12):
        match = game.start(seed)
        for _ in range(6):
            now = match.decision
            assert now is not None
            passing = next((o for o in now.options if o.role == "go_on"), None)
            match.choose(passing or now.options[0])
            if passing is not None:
                other = next(s for s in game.seats if s != now.seat)
                mine, theirs = match.events(now.seat), match.events(other)
                assert len(mine) > len(theirs) and all(e.text for e in theirs)
                again = Match.load(game, match.save())
                assert [e.text for e in again.events(other)] == [e.text for e in theirs]
                return
    raise AssertionError("nobody could interrupt")
