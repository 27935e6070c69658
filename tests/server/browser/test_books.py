"""Rulebooks as pages of the browser: read by axe in light and dark, found by searching, as wide as a telephone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.rulebook.render import documents
from tests.rulebook.books import book


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("game", "part"), [("hedge_and_hive", "rulebook"), ("chess", "reference")])
def test_axe_finds_nothing_serious_in_a_book(chromium: Any, tmp_path: Path, game: str, part: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    file = tmp_path / "book.html"
    file.write_text(documents.html(book(game), part), encoding="utf-8")
    context = chromium.new_context(color_scheme=scheme, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(file.as_uri())
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
    assert dark == (scheme == "dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    found = [one for one in axe.Axe().run(page).response["violations"] if one["impact"] in {"serious", "critical"}]
    assert [(one["id"], [n["html"][:160] for n in one["nodes"][:3]]) for one in found] == []
    context.close()


def test_a_rule_is_found_by_searching(chromium: Any, tmp_path: Path) -> None:
    file = tmp_path / "book.html"
    file.write_text(documents.html(book("chess"), "reference"), encoding="utf-8")
    page = chromium.new_page()
    page.goto(file.as_uri())
    page.fill("#find", "castle")
    hits = page.evaluate("[...document.querySelectorAll('.hit')].map(e => e.textContent.toLowerCase())")
    assert hits and all("castle" in text for text in hits)
    assert page.text_content("#found").startswith(str(len(hits)))
    page.press("#find", "Enter")
    assert page.evaluate("window.scrollY") > 0
    numbers = page.evaluate("[...document.querySelectorAll('a.number')].map(a => a.getAttribute('href') === '#' + a.id)")
    assert len(numbers) > 20 and all(numbers)  # every rule has an anchor that can be passed on
    page.close()
