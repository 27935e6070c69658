"""Saved matches. A save is input from a stranger: nothing in it is believed. The moves are played again from the seed, so that log, events,
memory and the way back come with it, and what they lead to is compared with the state that was written."""

from __future__ import annotations

import base64
import binascii
import difflib
import json
import zlib
from typing import TYPE_CHECKING

from pydantic import ValidationError

from rulewright import __version__
from rulewright.play.errors import PlayError, RulesBroken
from rulewright.play.models import Move, SavedMatch

if TYPE_CHECKING:
    from rulewright.play.game import Game
    from rulewright.play.match import Match

LARGEST_RULES = 32 * 1024 * 1024  # characters of packed rules, unpacked
DAMAGED = "The saved match is damaged."


class RulesChanged(PlayError):
    """A match was begun with other rules than those loaded now. The save has those it was begun with."""

    def __init__(self, message: str, help: str, changes: tuple[str, ...]) -> None:
        super().__init__(message, help)
        self.changes = changes  # what is different, line by line


def save(match: Match) -> str:
    """The match as text, to be loaded again, here or elsewhere; with its rules, so that it can always be gone on with."""
    return SavedMatch(
        transcript=match.transcript(),
        state=base64.b64encode(match.state).decode("ascii"),
        decision=match.number,
        form=match.game.form,
        rules=match.game.packed,
        version=__version__,
    ).sealed().model_dump_json(indent=1)  # fmt: skip


def read(text: str) -> SavedMatch:
    """A save as it was written; anything else is refused."""
    try:
        saved = SavedMatch.model_validate_json(text)
    except ValidationError:
        raise PlayError("This is not a saved match, or it is damaged.", "The file must be as it was written.") from None
    if not saved.whole:
        raise PlayError(DAMAGED, "Something in the file has changed since it was written.")
    return saved


def load(game: Game, text: str, chance: str = "auto") -> Match:
    """Go on with a saved match. It must be one of these rules with these options."""
    saved = read(text)
    told = saved.transcript
    if told.fingerprint != game.fingerprint:
        if told.game != game.name:
            raise PlayError(f"This is a match of {told.title}, not of {game.title}.")
        raise RulesChanged(
            f"The match was played by other rules of {game.title} than those loaded now.",
            "The rules or the options have changed since it was saved.",
            tuple(changes(game, saved)),
        )
    match, problem = _replayed(game, told.seed or 0, told.moves)
    if problem:
        raise PlayError(DAMAGED, problem)
    if saved.decision != match.number:
        raise PlayError(DAMAGED, "It does not say rightly which decision is due.")
    if saved.form == game.form:
        match.compare(_bytes(saved.state))
    for at, number in told.iterations.items():
        match.searched(number, at)
    match.let_chance(chance)
    return match


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise PlayError(DAMAGED, "Its state cannot be read.") from None


def _replayed(game: Game, seed: int, moves: tuple[Move, ...]) -> tuple[Match, str]:
    """A match with as many of some moves as are possible, and why the next one is not."""
    match = game.start(seed, chance="ask")
    for number, move in enumerate(moves, 1):
        try:
            match.replay(move)
        except (PlayError, RulesBroken) as error:
            return match, f"Move {number} ({move.who}: {move.choice}) is not possible: {error.message}"
    return match, ""


# ---------------------------------------------------------------- when the rules have changed


def pack_rules(files: dict[str, str]) -> str:
    return base64.b64encode(zlib.compress(json.dumps(files, ensure_ascii=False).encode(), 9)).decode("ascii")


def unpack_rules(packed: str) -> dict[str, str]:
    """The files of the rules that a match was begun with, by name."""
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(base64.b64decode(packed, validate=True), LARGEST_RULES)
        files = json.loads(data)
    except (binascii.Error, ValueError, zlib.error):
        raise PlayError(DAMAGED, "Its rules cannot be read.") from None
    if not isinstance(files, dict) or unpacker.unconsumed_tail:
        raise PlayError(DAMAGED, "Its rules cannot be read.")
    return {str(name): str(text) for name, text in files.items()}


def changes(game: Game, saved: SavedMatch) -> list[str]:
    """What is different now: options, number of players, lines of the rules."""
    told, found = saved.transcript, []
    for name in sorted(told.options.keys() | game.options.keys()):
        then, now = told.options.get(name, "not there"), game.options.get(name, "not there")
        if then != now:
            found.append(f"option {name}: {then} then, {now} now")
    if told.players != len(game.seats):
        found.append(f"players: {told.players} then, {len(game.seats)} now")
    if not saved.rules:
        return found
    then_files, now_files = unpack_rules(saved.rules), unpack_rules(game.packed)
    for name in sorted(then_files.keys() | now_files.keys()):
        before, after = then_files.get(name, "").splitlines(), now_files.get(name, "").splitlines()
        lines = [line for line in difflib.unified_diff(before, after, n=0, lineterm="") if not line.startswith(("---", "+++", "@@"))]
        found += [f"{name}: {line}" for line in lines if line[1:].strip() and not line[1:].strip().startswith(("#", ">"))]
    return found


def as_far_as_possible(game: Game, text: str) -> tuple[Match, int, str]:
    """Play the moves that are still legal by the rules of now; the match, how many moves it took, and why the next one is not possible."""
    told = read(text).transcript
    match, problem = game.start(told.seed or 0, chance="ask"), ""
    for number, move in enumerate(told.moves, 1):
        again = _same_move(match, move)
        if isinstance(again, int):
            try:
                match.choose(again)
                continue
            except (PlayError, RulesBroken) as error:
                again = error.message
        problem = f"Move {number} ({move.who}: {move.choice}) is not possible: {again}"
        break
    taken = len(match.moves)
    match.let_chance("auto")
    return match, taken, problem


def _same_move(match: Match, move: Move) -> int | str:
    """The number that a move has now, by its words; or why there is none."""
    now = match.decision
    if now is None:
        return "The match is over there."
    who = now.seat or "chance"
    if who != move.who:
        return f"{who} decides there."
    if move.number < len(now.options) and now.options[move.number].title == move.choice:
        return move.number
    return next((o.number for o in now.options if o.title == move.choice), "Nothing of that name is offered.")
