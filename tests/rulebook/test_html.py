"""The HTML: one file that needs nothing else, with landmarks, headings in order, words for every picture, and links that lead somewhere."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import pairwise

import pytest

from rulewright.rulebook.render.documents import html

from .books import book

GAMES = ("chess", "backgammon", "goofspiel", "two_heirs")
VOID = {"meta", "link", "br", "img", "hr", "input"}


class Page(HTMLParser):
    """The elements of a page, and whether each is closed by its own end."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def all(self, *tags: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.elements if tag in tags]


@pytest.fixture(scope="module", params=GAMES)
def page(request: pytest.FixtureRequest) -> Page:
    return Page(html(book(request.param)))


def test_every_element_is_closed(page: Page) -> None:
    assert (page.wrong, page.open) == ([], [])


def test_landmarks(page: Page) -> None:
    for tag in ("header", "nav", "main", "footer"):
        assert len(page.all(tag)) == 1, tag
    assert page.all("nav")[0]["aria-label"]
    assert page.all("html")[0]["lang"] == "en"
    assert page.all("a")[0]["href"] == f"#{page.all('main')[0]['id']}"  # what the keyboard reaches first


def test_headings_are_in_order(page: Page) -> None:
    levels = [int(tag[1]) for tag, _ in page.elements if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit()]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_every_section_is_named_by_its_heading(page: Page) -> None:
    ids = {a["id"] for _, a in page.elements if "id" in a}
    for attributes in page.all("section"):
        assert attributes["aria-labelledby"] in ids


def test_names_are_unique_and_links_lead_somewhere(page: Page) -> None:
    ids = [a["id"] for _, a in page.elements if "id" in a]
    assert len(ids) == len(set(ids))
    targets = [a["href"] for a in page.all("a")]
    assert targets
    assert [t for t in targets if not (t.startswith("#") and t[1:] in ids)] == []


def test_every_picture_has_words(page: Page) -> None:
    pictures = [p for p in page.all("svg") if p.get("class") != "symbols"]
    assert pictures
    assert all(p["role"] == "img" and len(p["aria-label"]) > (0 if p.get("class") in {"sign", "price"} else 5) for p in pictures)
    assert page.all("img") == []


def test_tables_have_heads(page: Page) -> None:
    assert all(h.get("scope") in {"row", "col"} for h in page.all("th"))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_comes_from_elsewhere(game: str) -> None:
    text = html(book(game))
    found = Page(text)
    assert found.all("link", "iframe") == []
    assert all("src" not in script for script in found.all("script"))
    assert "@import" not in text
    addresses = text.replace("http://www.w3.org/2000/svg", "")
    assert "http://" not in addresses
    assert "https://" not in addresses
    assert text.count("@font-face") >= 6
    assert "url(data:font/ttf;base64," in text
    assert "@media print" in text


def test_paper() -> None:
    assert "size:A4" in html(book("hex"))
    assert "size:letter" in html(book("hex"), paper="letter")
