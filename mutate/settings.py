"""In which settings a game is tried: options, numbers of players and variants; and what the rules come to in each, to be compared."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from rulewright.core.program import Program
from rulewright.dsl.check.examples import option_givens, players_given
from rulewright.dsl.declare.saying import parts
from rulewright.dsl.text import all_parts
from rulewright.mutate.commuting import in_order
from rulewright.play.game import Game, load


@dataclass(frozen=True, slots=True)
class Setting:
    """How a game is loaded."""

    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    players: int | None = None

    def load(self, path: Path, parsed: dict[Any, Any], engine: str | None = "interpreter") -> Game:
        return load(path, dict(self.options), self.players, self.variants, engine, examples=True, parsed=parsed)

    def words(self) -> str:
        told = [*self.variants, *(f"{k} {v}" for k, v in self.options), *([f"{self.players} players"] if self.players else [])]
        return ", ".join(told)

    def flags(self) -> list[str]:
        """As it is written on a command line."""
        found = [w for v in self.variants for w in ("--variant", v)] + [w for k, v in self.options for w in ("--option", f"{k}={v}")]
        return found + (["--players", str(self.players)] if self.players else [])


@dataclass(slots=True)
class Tried:
    """A setting with the numbers of the examples that are played in it."""

    setting: Setting
    examples: list[int]
    core: str = ""


def settings(path: Path, parsed: dict[Any, Any]) -> list[Tried]:
    """Every setting worth a look, those with examples first. What the rules come to in each is kept with it."""
    found: dict[Setting, Tried] = {}

    def at(setting: Setting) -> Tried:
        return found.setdefault(setting, Tried(setting, []))

    first = Setting().load(path, parsed)
    gathered = first.loaded.gathered
    assert gathered is not None
    at(Setting())
    for setting, number in _examples((), first):
        at(setting).examples.append(number)
    for variant in gathered.variants:
        whole = Setting((variant.title,))
        own = {part.name for part in all_parts(parts(variant.body, first.loaded.sources)) if part.sort == "example"}
        game = whole.load(path, parsed)
        at(whole)
        for setting, number in _examples(whole.variants, game):
            if game.world.examples[number].title in own:
                at(setting).examples.append(number)
    for players in range(first.world.game.fewest, first.world.game.most + 1):
        if players != len(first.seats):
            at(Setting(players=players))
    for tried in found.values():
        tried.core = core(tried.setting.load(path, parsed).program)
    return sorted(found.values(), key=lambda t: not t.examples)


def _examples(variants: tuple[str, ...], game: Game) -> Iterator[tuple[Setting, int]]:
    for number, decl in enumerate(game.world.examples):
        options, players = option_givens(decl, set(game.world.options)), players_given(decl)
        yield Setting(variants, tuple(sorted(options.items())), players if players != game.world.seats else None), number


# ---------------------------------------------------------------- what rules come to


def core(program: Program) -> str:
    """A name for everything an engine carries out. Rules with the same one play the same matches."""
    parts = [
        in_order(program),
        *(f"{f.name} {f.initial}" for f in program.fields),
        *(f"{t.name} {t.values}" for t in program.tables),
        _plain(program.kinds),
        _plain([(p, p.board) for p in program.places]),
        repr((program.seats, program.endings, program.worths, program.streams)),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _plain(node: Any) -> str:
    """Records by their values; what has a name of its own, by its name."""
    if is_dataclass(node) and not isinstance(node, type):
        if type(node).__name__ in {"Field", "Table", "Func", "Proc"}:
            return str(getattr(node, "name", ""))
        return f"{type(node).__name__}({', '.join(_plain(getattr(node, f.name)) for f in fields(node))})"
    if isinstance(node, dict):
        return f"{{{', '.join(f'{_plain(k)}: {_plain(v)}' for k, v in node.items())}}}"
    if isinstance(node, list | tuple):
        return f"[{', '.join(map(_plain, node))}]"
    return repr(node)
