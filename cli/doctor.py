"""What `doctor` does: looks at everything the program can use here, and says what to type where something is missing."""

from __future__ import annotations

import platform
import shutil
import sys
from dataclasses import asdict, dataclass
from importlib import resources
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from rich.text import Text

from rulewright import __version__
from rulewright.cli.facts import print_facts
from rulewright.cli.screen import out
from rulewright.dsl.cache import cache_folder
from rulewright.play.engines import native_available
from rulewright.play.finding import list_games

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox", "open", "xdg-open")
# What each extra is for, and the modules that it brings.
EXTRAS = {
    "server": ("the table in the browser", ("starlette", "uvicorn", "websockets", "segno")),
    "postgres": ("matches in PostgreSQL", ("psycopg",)),
    "xlsx": ("tables from spreadsheets", ("openpyxl",)),
    "study": ("studies, and their rows as Parquet", ("scipy", "pyarrow")),
    "cluster": ("matches on many machines", ("dask",)),
}


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is there or not: what was found, and what to type if it is missing."""

    name: str
    there: bool
    found: str
    type: str = ""
    needed: bool = False


def examine() -> list[Part]:
    """Everything, in the order in which somebody would ask."""
    return [_python(), _engine(), _books(), *(_extra(name, *extra) for name, extra in EXTRAS.items()), _browser(), _games(), _cache()]


def doctor(as_json: bool) -> int:
    """Tell what is here; the exit code is 1 if something that is needed is missing."""
    parts = examine()
    if as_json:
        print_facts({"version": __version__, "parts": [asdict(p) for p in parts]})
    else:
        _show(parts)
    return 0 if all(p.there for p in parts if p.needed) else 1


def _show(parts: list[Part]) -> None:
    console = out()
    console.print(Text(f"Rulewright {__version__}", style="title"))
    width = max(len(p.name) for p in parts)
    for part in parts:
        sign = ("✓ ", "good") if part.there else ("✗ ", "error") if part.needed else ("– ", "faint")
        console.print(Text.assemble(sign, f"{part.name:<{width}}  {part.found}"), soft_wrap=True)
        if not part.there and part.type:
            console.print(Text(f"  {'':<{width}}  {part.type}", style="word"), soft_wrap=True)


def _python() -> Part:
    fine = sys.version_info >= (3, 11)
    return Part(
        "Python", fine, f"{platform.python_version()} on {platform.system()}, {platform.machine()}", "Install Python 3.11 or newer.", True
    )


def _engine() -> Part:
    if native_available():
        return Part("native code", True, f"llvmlite {version('llvmlite')}")
    return Part("native code", False, "missing: games run in the interpreter, several hundred times slower", "pip install llvmlite")


def _books() -> Part:
    if find_spec("typst") is None:
        return Part("printed books", False, "missing: books as HTML and Markdown only", "pip install typst")
    typefaces = len(list(Path(str(resources.files("rulewright.faces"))).glob("fonts/*.ttf")))
    return Part("printed books", typefaces > 0, f"typst {version('typst')}, {typefaces} typefaces of our own")


def _extra(name: str, use: str, modules: tuple[str, ...]) -> Part:
    missing = [m for m in modules if find_spec(m) is None]
    wanted = f"for {use}"
    return Part(f"extra {name}", not missing, wanted if not missing else f"missing, {wanted}", f"pip install 'rulewright[{name}]'")


def _browser() -> Part:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    fine = found is not None or sys.platform == "win32"
    return Part("browser", fine, found or ("the usual one" if fine else "none found: --open cannot show pages"), "Install any browser.")


def _games() -> Part:
    return Part("games", True, f"{len(list_games())} on the shelf: rulewright games", needed=True)


def _cache() -> Part:
    folder = cache_folder()
    files = [p for p in folder.rglob("*") if p.is_file()] if folder.is_dir() else []
    size = sum(p.stat().st_size for p in files) / 1e6
    return Part("cache", True, f"{len(files)} files, {size:.1f} MB in {folder}; it may be deleted at any time")
