"""Every kind of finding has a page: what it means, a text that gives it, and how that text is mended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.diagnostics.catalogue import ALL, BREAKS
from rulewright.dsl.diagnostics.render import as_text
from rulewright.dsl.driver import Loaded, load
from rulewright.play.trying import tried
from tests.docs.fences import Fence, fences, within

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "diagnostics"
BASES = {f.option("base"): f.text for f in fences(FOLDER / "README.md")}
PAGES = sorted(p for p in FOLDER.glob("*.md") if p.name != "README.md")
SHOWN = [f for page in PAGES for f in fences(page) if f.info.startswith("rules") and not f.option("beside")]


def read(fence: Fence, folder: Path) -> Loaded:
    """Write what a page shows up to a fence into a folder, and load it."""
    for other in fences(fence.path):
        name = other.option("file") or other.option("beside")
        if name and other.line < fence.line:
            (folder / name).write_text(other.text, encoding="utf-8")
    base = fence.option("in")
    text = within(BASES[base], fence.text) if base else fence.text
    if brackets := fence.option("brackets"):
        text = text.replace("(((", "(" * int(brackets)).replace(")))", ")" * int(brackets))
    path = folder / (fence.option("file") or "example.rules")
    path.write_text(text, encoding=fence.option("saved") or "utf-8")
    settings: dict[str, Any] = {}
    if players := fence.option("players"):
        settings["players"] = int(players)
    if option := fence.option("option"):
        settings["options"] = dict([option.split(":")])
    if variants := fence.option("variants"):
        settings["variants"] = tuple(variants.split("+"))
    return load(path, examples=True, **settings)


@pytest.mark.parametrize("base", sorted(filter(None, BASES)))
def test_the_games_of_the_pages_are_sound(base: str, tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text(BASES[base], encoding="utf-8")
    loaded = load(tmp_path / "base.rules")
    assert not loaded.findings.all, as_text(loaded.findings.all, loaded.sources)


@pytest.mark.parametrize("fence", SHOWN, ids=lambda f: f.key)
def test_fence(fence: Fence, tmp_path: Path) -> None:
    loaded = read(fence, tmp_path)
    found = list(loaded.findings.all)
    if fence.path.stem == BREAKS.word:
        found += [f for f, _ in tried(tmp_path / "example.rules", None, None, ())]
    told = as_text(found, loaded.sources)
    wanted = fence.option("bad")
    if wanted:
        assert {f.code.word for f in found} == {wanted}, told
    else:
        assert not found, told


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert {p.stem for p in PAGES} == set(ALL)


@pytest.mark.parametrize("word", sorted(ALL))
def test_page(word: str) -> None:
    """A page names its code, says how grave it is and what it means, and shows it wrong first and right afterwards."""
    page = FOLDER / f"{word}.md"
    lines = page.read_text(encoding="utf-8").split("\n")
    assert lines[0] == f"# {word}"
    assert lines[2] == f"*{ALL[word].severity.value.capitalize()}.* {ALL[word].title}"
    shown = [f for f in SHOWN if f.path == page]
    assert shown[0].option("bad") == word
    assert not shown[-1].option("bad")
    assert "## How to mend it" in lines


def test_the_list_of_pages_is_complete() -> None:
    listed = (FOLDER / "README.md").read_text(encoding="utf-8")
    for code in ALL.values():
        assert f"- [{code.word}]({code.word}.md): {code.title}" in listed


def test_every_code_has_a_wrong_file() -> None:
    shown = ROOT / "tests" / "lang" / "__snapshots__" / "test_findings"
    rendered = "\n".join(p.read_text(encoding="utf-8") for p in shown.glob("*.txt"))
    missing = [word for word, code in ALL.items() if f"{code.severity.value}[{word}]: " not in rendered]
    assert missing == [BREAKS.word]  # found by playing, not by reading: `tests/play/test_trying.py`


@pytest.mark.parametrize("word", sorted(ALL))
def test_explain_prints_the_page(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    from rulewright.cli.explaining import explain

    explain(word, {}, None, ())
    said = capsys.readouterr().out
    assert word in said
    assert "How to mend it" in said
