"""Games by name: where the shipped ones are, and which rules file a name or path means. Imports nothing heavy."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.play.errors import PlayError


def games_folder() -> Path:
    return Path(str(resources.files("rulewright.games")))


def list_games() -> list[str]:
    """The names of the shipped games."""
    return sorted(p.name for p in games_folder().iterdir() if (p / f"{p.name}.rules").is_file())


def find_game(name: str) -> Path:
    """The rules file that a name or path means."""
    path = Path(name)
    shipped = games_folder() / name / f"{name}.rules"
    if "/" not in name and "\\" not in name and not path.suffix and shipped.is_file():
        return shipped  # whatever lies in this folder under that name; `./chess` means the file
    if path.is_file():
        return path
    if path.is_dir() and (path / f"{path.resolve().name}.rules").is_file():
        return path / f"{path.resolve().name}.rules"
    if path.is_dir():
        files = [p.name for p in sorted(path.glob("*.rules"))]
        raise PlayError(f"{name} is a folder.", f"Name a file in it: {', '.join(files)}." if files else "There are no rules in it.")
    if path.suffix == ".rules" or len(path.parts) > 1:
        raise PlayError(f"There is no file {name}.")
    known = list_games()
    raise PlayError(f"There is no game called {name}.", did_you_mean(name, known) or f"Choose one of: {', '.join(known)}.")


def foreign(path: Path) -> bool:
    """Whether rules are none of those that ship."""
    return not path.resolve().is_relative_to(games_folder().resolve())
