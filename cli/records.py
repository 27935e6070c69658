"""Recorded matches: transcripts and saved matches read from files, and played again move by move."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from rulewright.cli.failure import Failure, note, usage
from rulewright.cli.loading import load
from rulewright.cli.parameters import Rules
from rulewright.dsl.cache import cache_folder
from rulewright.play.errors import PlayError
from rulewright.play.match import Match
from rulewright.play.models import Move, SavedMatch, Transcript
from rulewright.play.resuming import with_its_own_rules
from rulewright.play.saving import as_far_as_possible, changes
from rulewright.play.saving import read as read_save

if TYPE_CHECKING:
    from rulewright.play.game import Game

MOST_LINES = 12  # of what has changed
LARGEST = 256 * 1024 * 1024


def read(path: Path) -> tuple[Transcript, str | None]:
    """What a file tells: the transcript, and the whole text if it is a saved match that can be gone on with."""
    if not path.is_file():
        raise usage(f"There is no file {path}.")
    if path.stat().st_size > LARGEST:
        raise Failure(f"{path} is too large for a match.")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Failure(f"{path} is neither a transcript nor a saved match: it is not text.") from None
    try:
        return SavedMatch.model_validate_json(text).transcript, text
    except ValidationError:
        pass
    try:
        return Transcript.model_validate_json(text), None
    except ValidationError:
        raise Failure(
            f"{path} is neither a transcript nor a saved match, or it is damaged.", "The file must be as it was written."
        ) from None


def game_of(told: Transcript, name: str | None, engine: str | None) -> Game:
    """The game of a recorded match, with its options; rules that have changed since are refused, if the record says what they were."""
    try:
        game = load(name or told.game, dict(told.options), told.players, list(told.variants), engine)
    except Failure as failure:
        if name is None and "There is no game" in failure.message:
            raise usage(
                f"{told.game} is not a shipped game.",
                "Say where its rules are: `play FILE.rules --load …`, or `replay … --game FILE.rules`.",
            ) from None
        raise
    if game.name != told.game and game.fingerprint != told.fingerprint:
        raise Failure(f"This is a match of {told.title}, not of {game.title}.")
    if told.fingerprint and game.fingerprint != told.fingerprint:
        raise Changed(game, told)
    return game


class Changed(Failure):
    """The rules of a recorded match have changed since."""

    def __init__(self, game: Game, told: Transcript) -> None:
        super().__init__(
            f"The match was played by other rules of {told.title} than those there are now.",
            "See how far it is still possible: `rulewright replay FILE --rules-of now`.",
        )
        self.game = game


def play_again(game: Game, told: Transcript, each: Callable[[Match, Move], None] | None = None) -> Match:
    """Take every recorded move once more, chance included. Each must be offered to the same player under the same title."""
    match = game.start(told.seed or 0, chance="ask")
    for number, move in enumerate(told.moves, 1):
        now = match.decision
        if now is None:
            raise Failure(f"Move {number} ({move.who}: {move.choice}) comes after the end of the match.")
        who = now.seat or "chance"
        if who != move.who:
            raise Failure(f"Move {number} is recorded for {move.who}, but {who} decides there.")
        if not 0 <= move.number < len(now.options) or now.options[move.number].title != move.choice:
            raise Failure(f"Move {number} ({move.who}: {move.choice}) is not possible there.", _offered(now.options))
        try:
            match.choose(move.number)
        except PlayError as error:
            raise Failure(f"Move {number} ({move.who}: {move.choice}) fails: {error.message}", error.help) from None
        if each is not None:
            each(match, move)
    return match


def _offered(options: tuple[object, ...]) -> str:
    titles = [getattr(o, "title", "") for o in options[:6]]
    more = len(options) - len(titles)
    return f"Choose one of: {', '.join(titles)}{f' and {more} more' if more > 0 else ''}."


def resume(path: Path, text: str, told: Transcript, name: str | None, engine: str | None, rules: Rules | None) -> Match:
    """Go on with a saved match; the log and the way back come with it. If the rules have changed, whoever asks says by which."""
    saved = read_save(text)
    if rules is Rules.then:
        return as_begun(text, engine)
    try:
        return Match.load(game_of(told, name, engine), text)
    except Changed as changed:
        if rules is Rules.now:
            return _as_far(changed.game, text, told)
        lines = changes(changed.game, saved)
        for line in lines[:MOST_LINES]:
            note(line)
        if len(lines) > MOST_LINES:
            note(f"and {len(lines) - MOST_LINES} more lines.")
        then = f"Go on with the rules it was begun with: rulewright play --load {path} --rules-of then. " if saved.rules else ""
        raise Failure(
            changed.message, f"{then}Or keep the moves that are still legal and go on from there: --rules-of now. The file stays as it is."
        ) from None


def as_begun(text: str, engine: str | None) -> Match:
    """A saved match with the rules it carries, which are laid down where the program keeps such things."""
    return with_its_own_rules(text, engine, cache_folder() / "begun" / hashlib.sha256(text.encode()).hexdigest()[:16])


def _as_far(game: Game, text: str, told: Transcript) -> Match:
    match, taken, problem = as_far_as_possible(game, text)
    if problem:
        note(f"{taken} of {len(told.moves)} moves are still possible. {problem}")
    else:
        note(f"All {taken} moves are still possible by the rules of now.")
    return match
