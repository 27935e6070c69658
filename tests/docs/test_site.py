"""The documents as a site: built without a warning, every link leads somewhere, search has its words, and nothing is fetched."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []  # where a reader can go
        self.fetched: list[str] = []  # what a browser fetches by itself
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Links, what is fetched, and what can be linked to."""
        found = {name: value or "" for name, value in attrs}
        self.ids |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag in {"script", "img", "source", "iframe"} and found.get("src"):
            self.fetched.append(found["src"])
        elif tag == "link" and found.get("rel") in {"stylesheet", "preload", "icon"}:
            self.fetched.append(found["href"])


@pytest.mark.second
def test_the_site_is_built_and_needs_no_network(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(tmp_path)]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=False)
    assert made.returncode == 0, made.stderr
    pages = {}
    for file in tmp_path.rglob("*.html"):
        pages[file] = Page()
        pages[file].feed(file.read_text(encoding="utf-8"))
    assert len(pages) > 20
    for file, page in pages.items():
        away = [link for link in page.fetched if re.match(r"(https?:)?//", link)]
        assert not away, (file.name, away)
        if file.name == "404.html":
            continue  # its links begin at the root of a server
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = unquote(link).partition("#")
            target = (file.parent / path).resolve() if path else file
            assert target.exists(), (file.name, link)
            if anchor and target in pages:
                assert anchor in pages[target].ids, (file.name, link)
    index = (tmp_path / "search" / "search_index.json").read_text(encoding="utf-8")
    found = {page["location"].split("#")[0] for page in json.loads(index)["docs"] if "keeper" in page["text"]}
    assert "faces.html" in found
    assert asked(tmp_path, "faces.html", "xyzzyplugh") == []
    assert any("faces.html" in link for link in asked(tmp_path, "decisions/index.html", "keeper"))


def asked(site: Path, page: str, words: str) -> list[str]:
    """Where a search on a page leads that was opened from the folder, with no network."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(offline=True)
        found = context.new_page()
        found.goto((site / page).as_uri())
        found.locator("input.md-search__input").click()
        found.keyboard.type(words)
        found.wait_for_function("document.querySelector('.md-search-result__meta')?.textContent.match(/\\d|No matching/)")
        links = [str(a.get_attribute("href")) for a in found.locator("a.md-search-result__link").all()]
        browser.close()
    return links
