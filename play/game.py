"""Games: found by name or path, loaded with options, ready to start matches."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from rulewright.core.deciders import deciders
from rulewright.core.garbage import not_collected
from rulewright.core.program import Program
from rulewright.dsl.cache import cache_folder
from rulewright.dsl.declare.options import possible, written
from rulewright.dsl.diagnostics.render import as_text
from rulewright.dsl.driver import Loaded
from rulewright.dsl.driver import load as load_rules
from rulewright.dsl.world import World
from rulewright.interpreter.errors import REASONS
from rulewright.play.engines import Engine, Interpreted, NativeCode, native_available
from rulewright.play.errors import BadGame, PlayError, RulesBroken
from rulewright.play.finding import find_game as find_game
from rulewright.play.finding import games_folder as games_folder
from rulewright.play.finding import list_games as list_games
from rulewright.play.fingerprint import fingerprint, form
from rulewright.play.knowledge.packet import Knower
from rulewright.play.match import Match
from rulewright.play.names import Names
from rulewright.play.narration import Narrator
from rulewright.play.saving import pack_rules

_told = False


class Game:
    """A game as loaded: its rules, options and engine. Matches are started from it."""

    def __init__(self, path: Path, loaded: Loaded, variants: tuple[str, ...], engine: str | None) -> None:
        assert loaded.program is not None and loaded.world is not None
        self.path = path
        self.loaded = loaded
        self.program: Program = loaded.program
        self.world: World = loaded.world
        self.variants = variants
        self.names = Names(self.program, self.world)
        self._wanted = engine
        self.most_decisions: int | None = None  # of a match, if whoever runs the program limits them

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def shipped(self) -> bool:
        """Whether it came with Rulewright: then nobody at the table is its author."""
        return games_folder().resolve() in self.path.resolve().parents

    @property
    def title(self) -> str:
        return self.program.title

    @property
    def seats(self) -> tuple[str, ...]:
        return self.program.seats

    @cached_property
    def options(self) -> dict[str, str]:
        """The options as they are set."""
        return {name: written(self.world, option) for name, option in self.world.options.items()}

    @cached_property
    def deciding(self) -> tuple[str, ...]:
        """The seats that somebody has to play; the rules move the others, if there are any."""
        found = deciders(self.program)
        return tuple(seat for number, seat in enumerate(self.seats) if number in found) or tuple(self.seats)

    def possible(self, option: str) -> str:
        return possible(self.world.options[option], self.world)

    @cached_property
    def fingerprint(self) -> str:
        """A name for exactly these rules with these options: other rules have another one."""
        return fingerprint(self)

    @cached_property
    def form(self) -> str:
        """A name for how a state is laid out: one that was made in another form cannot be used."""
        return form(self)

    def place(self, span: int) -> tuple[str, str]:
        """File, line and column of a place in the rules, and its words."""
        if span < 0:
            return "", ""
        file, start, end = self.program.spans[span]
        source = self.loaded.sources[file]
        position = source.position(start)
        return f"({source.path.name}, line {position.line}, column {position.column})", source.text[start:end]

    def broken(self, error: Exception) -> RulesBroken | None:
        """Rules that cannot be carried out, as an error that names their place; None if it is something else."""
        reason, span = getattr(error, "reason", None), getattr(error, "span", None)
        if reason not in REASONS or span is None:
            return None
        where, text = self.place(span)
        return RulesBroken(f"{REASONS[reason]} {where}".strip(), f"The rule: {text}" if text else "", where)

    @cached_property
    def packed(self) -> str:
        """The files of the rules, packed: a saved match carries them."""

        home = self.path.resolve().parent
        inside = [s for s in self.loaded.sources if s.path.resolve().is_relative_to(home)]
        return pack_rules({s.path.resolve().relative_to(home).as_posix(): s.text for s in inside})

    @cached_property
    def knower(self) -> Knower:
        """Makes what a seat knows out of a state."""
        return Knower(self, self.names.sight)

    @cached_property
    def narrator(self) -> Narrator:
        """Tells in sentences what came of a step."""
        return Narrator(self)

    @cached_property
    def interpreter(self) -> Interpreted:
        """The reference engine, which also answers questions (why not, what if)."""
        return Interpreted(self.program)

    @cached_property
    def engine(self) -> Engine:
        if self._wanted not in {None, "interpreter", "native"}:
            raise PlayError(f"There is no engine called {self._wanted}.", "Choose one of: interpreter, native.")
        if self._wanted == "interpreter":
            return self.interpreter
        if native_available():
            return NativeCode(self.program, cache_folder() / "native")
        if self._wanted == "native":
            raise PlayError("Native code needs llvmlite, which cannot be loaded here.", "Use the interpreter.")
        _say_once("llvmlite cannot be loaded here: games run in the interpreter, which is slower.")
        return self.interpreter

    def start(self, seed: int | None = None, *, chance: str = "auto") -> Match:
        """A new match. With `chance="ask"`, chance outcomes are decisions to be made by the caller."""

        return Match(self, secrets.randbits(63) if seed is None else seed, chance)


def _say_once(text: str) -> None:
    global _told
    if not _told:
        _told = True
        warnings.warn(text, RuntimeWarning, stacklevel=3)


def load(
    game: str | Path,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    variants: tuple[str, ...] = (),
    engine: str | None = None,
    *,
    examples: bool = False,
    parsed: dict[Any, Any] | None = None,
) -> Game:
    """Load a game by name or path. Rules with errors raise `BadGame`, whose report shows them.

    Loads of the same game with other options, players or variants can share the trees of its files in `parsed`.
    """
    path = find_game(str(game))
    with not_collected():
        loaded = load_rules(path, options, players, variants, lint=False, examples=examples, parsed=parsed)
    if loaded.program is None:
        report = as_text(loaded.findings.errors, loaded.sources)
        first = loaded.findings.errors[0] if loaded.findings.errors else None
        message = first.message if first is not None else "It cannot be understood."
        raise BadGame(f"{path.stem} cannot be loaded: {message}", report, loaded, first.help if first is not None else "")
    return Game(path, loaded, variants, engine)
