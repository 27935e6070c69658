"""The starting files that `new` writes: whole small games with comments, one for each kind of game. They stand beside this in `kinds`."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from rulewright.cli.failure import usage
from rulewright.dsl.diagnostics.suggest import did_you_mean

FOLDER = Path(__file__).parent / "kinds"
USUAL = "board"
KINDS = ("board", "cards", "workers", "coop", "roles", "tricks", "tiles", "routes", "story", "solo")


def template(kind: str) -> str:
    """The text of a small game of this kind, as it stands in the folder of them."""
    if kind not in KINDS:
        raise usage(f"There is no kind of game called {kind!r}.", did_you_mean(kind, KINDS) or f"Choose one of: {', '.join(KINDS)}.")
    return (FOLDER / f"{kind}.rules").read_text(encoding="utf-8")


def write(name: str, kind: str = USUAL) -> Path:
    """Write the file for a new game of that name and kind; where it is. Nothing is ever overwritten."""
    text = template(kind)
    path = Path(name)
    if path.suffix != ".rules":
        path = path.with_name(f"{path.name}.rules")
    if not path.stem.strip(" .") or any(c in path.stem for c in '"\n\r\t{}'):
        raise usage(f"A game cannot be called {name!r}.", "Use letters, digits and _, as in my_game.")
    if path.is_dir() or not path.parent.is_dir():
        raise usage(f"There is no folder {path.parent} to write {path.name} in." if not path.is_dir() else f"{path} is a folder.")
    title = " ".join(word[:1].upper() + word[1:] for word in path.stem.replace("-", " ").replace("_", " ").split())
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text.replace("my_game.rules", quote(path.name)).replace("My Game", title))
    except FileExistsError:
        raise usage(f"{path} exists already and is left as it is.", "Choose another name.") from None
    return path
