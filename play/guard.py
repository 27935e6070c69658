"""Rules from a stranger: loaded and tried in a process of their own first, with limits for what they may ask for.

Whatever goes beyond a limit is told in one sentence; a process that takes too long or too much memory is ended, and nothing else with it.
What has been found good is remembered until its files change.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rulewright.dsl.cache import cache_folder
from rulewright.play.errors import BadGame, PlayError, RulesBroken
from rulewright.play.finding import find_game, foreign
from rulewright.play.game import Game, load
from rulewright.play.trying import walk

READ = {".rules", ".csv", ".tsv", ".xlsx", ".faces"}
KILOBYTE, MEGABYTE = 1024, 1024 * 1024
ROUNDS = 100_000  # of a loop


@dataclass(frozen=True, slots=True)
class Limits:
    """What rules from a stranger may ask for."""

    text: int = 1 * MEGABYTE  # of all files together
    files: int = 100
    cells: int = 2_500  # of one board
    pieces: int = 2_000
    values: int = 200_000  # in tables, printed values included
    state: int = 256 * KILOBYTE  # of one position
    options: int = 20_000  # at one decision
    decisions: int = 20_000  # of one match
    seconds: float = 60.0  # until the game is ready, native code and a trial included
    memory: int = 2_048 * MEGABYTE
    trial: int = 200  # decisions of the trial


class TooMuch(PlayError):
    """Rules ask for more than whoever runs the program allows."""


def guarded(
    game: str | Path,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    variants: tuple[str, ...] = (),
    engine: str | None = None,
    *,
    limits: Limits | None = None,
) -> Game:
    """As `load`; rules that do not ship are tried within limits first, and their matches are limited."""
    path = find_game(str(game))
    if not foreign(path):
        return load(path, options, players, variants, engine)
    limits = limits or Limits()
    examine(path, options, players, variants, engine, limits=limits)
    found = load(path, options, players, variants, engine)
    found.most_decisions = limits.decisions
    found.interpreter.machine.longest = min(found.interpreter.machine.longest, ROUNDS)
    return found


def examine(
    path: Path,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    variants: tuple[str, ...] = (),
    engine: str | None = None,
    *,
    limits: Limits | None = None,
) -> None:
    """Raise `TooMuch` if rules ask for more than is allowed. Mistakes in them are for whoever loads them to tell."""
    limits = limits or Limits()
    _read(path, limits)
    known = cache_folder() / "guard" / _key(path, options, players, variants, engine, limits)
    if not known.exists():
        _try(path, options, players, variants, engine, limits)
        with contextlib.suppress(OSError):
            known.parent.mkdir(parents=True, exist_ok=True)
            known.touch()


def _files(path: Path) -> list[Path]:
    return sorted(p for p in path.parent.rglob("*") if p.suffix in READ and p.is_file()) if path.stem == path.parent.name else [path]


def _read(path: Path, limits: Limits) -> None:
    files = _files(path)
    if len(files) > limits.files:
        raise TooMuch(f"The game is made of {len(files):,} files; {limits.files:,} are allowed here.", HELP)
    size = sum(p.stat().st_size for p in files)
    if size > limits.text:
        raise TooMuch(f"The rules are {size // KILOBYTE:,} kB of text; {limits.text // KILOBYTE:,} kB are allowed here.", HELP)


def _key(path: Path, *rest: Any) -> str:
    beside = [p for p in path.parent.iterdir() if p.suffix in READ and p.is_file()]
    said = [(p.name, hashlib.sha256(p.read_bytes()).hexdigest()) for p in sorted({*beside, *_files(path)})]
    return hashlib.sha256(repr([str(path.resolve()), said, rest]).encode()).hexdigest()[:24]


HELP = "If you trust these rules, leave out --guard, or serve them with --no-guard."


# ---------------------------------------------------------------- in a process of its own


def _try(
    path: Path, options: Mapping[str, str] | None, players: int | None, variants: tuple[str, ...], engine: str | None, limits: Limits
) -> None:
    """Load and play in another process; what is wrong there is raised here."""
    asked = {
        "path": str(path),
        "options": dict(options or {}),
        "players": players,
        "variants": variants,
        "engine": engine,
        "limits": asdict(limits),
    }
    command = [sys.executable, "-m", "rulewright.play.guard"]
    try:
        done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, timeout=limits.seconds, check=False)
    except subprocess.TimeoutExpired:
        raise TooMuch(f"It takes longer than {limits.seconds:.0f} seconds to make the game ready.", HELP) from None
    try:
        told = json.loads(done.stdout.splitlines()[-1])
    except (ValueError, IndexError):
        raise TooMuch(f"The game needs more than {limits.memory // MEGABYTE:,} MB to be made ready.", HELP) from None
    if told.get("refused"):
        raise TooMuch(told["refused"], HELP)


def _child(asked: dict[str, Any]) -> str:
    """What is to be refused, or nothing. Mistakes in the rules are told by whoever loads them next."""
    limits = Limits(**asked["limits"])
    _confine(limits)
    try:
        game = load(Path(asked["path"]), asked["options"], asked["players"], tuple(asked["variants"]), asked["engine"])
        return _sizes(game, limits) or _trial(game, limits)
    except BadGame:
        return ""
    except RulesBroken:
        return ""
    except MemoryError:
        return f"The game needs more than {limits.memory // MEGABYTE:,} MB to be made ready."
    except RecursionError:
        return "The rules are nested too deeply."


def _confine(limits: Limits) -> None:
    """This process gets no more memory and processor time than it is allowed."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
        seconds = int(limits.seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _sizes(game: Game, limits: Limits) -> str:
    program = game.program
    for place in program.places:
        if place.cells > limits.cells:
            return f"`{place.name}` has {place.cells:,} cells; {limits.cells:,} are allowed here."
    if program.pieces > limits.pieces:
        return f"There are {program.pieces:,} pieces; {limits.pieces:,} are allowed here."
    values = sum(len(t.values) for t in program.tables)
    if values > limits.values:
        return f"The tables hold {values:,} values; {limits.values:,} are allowed here."
    if program.size > limits.state:
        return f"A position takes {program.size // KILOBYTE:,} kB; {limits.state // KILOBYTE:,} kB are allowed here."
    return ""


def _trial(game: Game, limits: Limits) -> str:
    """A random match, as far as it is tried."""
    try:
        for tried, count in enumerate(walk(game.engine, 1), 1):
            if count > limits.options:
                return f"There are {count:,} options at one decision; {limits.options:,} are allowed here."
            if tried == limits.trial:
                break
    except Exception as error:
        if game.broken(error) is None:  # rules that cannot be carried out are told when they are played
            raise
    return ""


if __name__ == "__main__":
    answer = _child(json.loads(sys.stdin.read()))
    print(json.dumps({"refused": answer}))
    sys.stdout.flush()
    os._exit(0)
