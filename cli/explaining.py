"""What `explain` does: the page of a finding, or a line of rules word by word."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from rulewright.cli.facts import print_facts
from rulewright.cli.failure import usage
from rulewright.cli.screen import out

PLACE = re.compile(r"(?P<file>.+):(?P<line>\d+)(?::\d+)?")


def explain(what: str, options: dict[str, str], players: int | None, variants: tuple[str, ...], as_json: bool = False) -> None:
    """Explain a code (`unknown-name`) or a place (`chess.rules:12`)."""
    place = PLACE.fullmatch(what)
    if place is not None:
        from rulewright.cli.wording import explain_line

        explain_line(place["file"], int(place["line"]), options, players, variants, as_json)
        return
    if what.endswith(".rules"):
        raise usage(f"{what} is a whole file.", f"Name one of its lines: rulewright explain {what}:1")
    _explain_code(what, as_json)


def _explain_code(word: str, as_json: bool) -> None:
    from rulewright.dsl.diagnostics.catalogue import ALL
    from rulewright.dsl.diagnostics.suggest import did_you_mean

    bare = word.strip().removeprefix("error[").removeprefix("warning[").removesuffix("]").lower()
    code = ALL.get(bare)
    if code is None:
        raise usage(f"There is no finding called {word}.", did_you_mean(bare, ALL) or f"Choose one of: {', '.join(ALL)}.")
    page = _page(bare)
    if as_json:
        print_facts({"code": code.word, "severity": code.severity.value, "title": code.title, "page": page or ""})
        return
    console = out()
    if page is not None:
        from rich.markdown import Markdown

        console.print(Markdown(page))
        return
    from rich.text import Text

    console.print(Text.assemble((f"{code.severity.value}[{code.word}]", code.severity.value), ": ", (code.title, "title")))


def _page(word: str) -> str | None:
    """The page about a finding, from the installed package or from the tree it is written in."""
    installed = Path(str(resources.files("rulewright")))
    for folder in (installed / "docs" / "diagnostics", installed.parent / "docs" / "diagnostics"):
        page = folder / f"{word}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return None
