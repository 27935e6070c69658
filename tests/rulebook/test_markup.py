"""Whatever an author writes comes out as text in every format: no character of it is ever code."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from rulewright.faces.svg import Drawing
from rulewright.play.game import load
from rulewright.rulebook.model import (
    Aid,
    Book,
    CardEntry,
    Cards,
    Component,
    Components,
    Definition,
    Exact,
    Figure,
    Glossary,
    Icon,
    Item,
    Kit,
    Listed,
    Note,
    Paragraph,
    Prose,
    Row,
    Run,
    Section,
    Sheet,
    Story,
    Table,
)
from rulewright.rulebook.parts.book import make
from rulewright.rulebook.render import documents, pages, pdf
from rulewright.rulebook.text import clean, joined
from tests.rulebook.books import query, words

PIECES = (
    *("#", "#let x = 1", '#panic("no")', "$", "$x^2$", "<", "<b>", "</style><script>alert(1)</script>", "&", "&amp;", "&lt;", "&#65;"),
    *("*", "*a*", "**b**", "_", "_c_", "`", "`d`", "```", '"', "'", "“", "”", "\\", "\\n", "\\u{41}", "@", "@ref", "[", "]", "[x](y)"),
    *("![x](y)", "{", "}", "{{ 7*7 }}", "{% raw %}", "{# c #}", "//", "/*", "*/", "~", "~~e~~", "=", "== f", "-", "- g", "+", "1. h"),
    *("|", "---", "<!--", "-->", "%", ";", ";]", "🐉", "👩‍🚀", "❤️", "שלום", "مرحبا", "\u202eabc", "ß", "é", "…", "→"),
    *("http://example.com", "a", "b c", "Zug"),
)

LONG = bool(os.environ.get("RULEWRIGHT_LONG"))  # then other texts every time
nasty = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map(" ".join)
free = st.text(st.characters(exclude_categories=("Cs", "Cc", "Co", "Cn")), min_size=1, max_size=24)
texts = st.one_of(nasty, free).map(lambda text: clean(" ".join(text.split()))).filter(lambda text: text.strip() != "")


def sample(title: str, name: str, prose: str) -> Book:
    """A small book with the same texts in every kind of block."""
    run = (Run(text=prose),)
    space = Run(text=" ")
    runs = (Run(text=prose, style="strong"), space, Run(text=prose, style="term", ref="s-1"), space, Run(text=prose, style="quiet"))
    signed = (Run(text="3 "), *(run.model_copy(update={"icon": "icon-x"}) for run in runs if run is not space))
    drawn = Drawing(30, 10)
    drawn.text(15, 5, name, 3)
    figure = Figure(id="fig-1", svg=drawn.render(name), alt=name, caption=run, width=30, height=10)
    item = Item(text=run, lead="Then", items=(Item(text=run),), others=(Item(text=run),))
    component = Component(id="c-1", name=name, count=name, number=1, text=run, prose=(Prose(text=run),), pictures=(figure,))
    section = Section(
        id="s-1",
        title=name,
        kind="action",
        blocks=(
            Prose(text=run),
            Prose(text=runs),
            Prose(text=signed),
            Exact(items=(item,)),
            Table(head=((Run(text=name),), run), rows=(Row(cells=((Run(text=name),), run)),), align="ll"),
            Components(items=(component,)),
            Cards(items=(CardEntry(id="k-1", name=name, facts=((name, run),), prose=(Prose(text=run),), exact=(item,)),)),
            Note(title=name, items=(run,)),
            Glossary(items=(Definition(id="g-1", term=name, sort_key=name, text=run),)),
            figure,
        ),
    )
    told = Paragraph(number=1, card="a", first=True, title=name, prose=(Prose(text=run),), asks=run, choices=((run, 1), (run, 0)), then=1)
    sheet = Sheet(id="a-1", kind="Card", name=name, front=drawn.render(name), back=drawn.render(name), width=24, height=4, copies=1)
    return Book(
        title=title,
        credits=(name,),
        players="2 players",
        accent="#37475a",
        icons=(Icon(id="icon-x", name=name, svg=drawn.render(name)),),
        cover=figure,
        sections=(section,),
        aid=Aid(lengths=((Section(id="aid-turn", title=name, blocks=(Prose(text=run), Exact(items=(item,)))),),) * 2),
        kit=Kit(sheets=(sheet,), listed=(Listed(kind="Card", name=name, count=name, number=1, where="sheets"),), needed=(prose,)),
        story=Story(title=title, paragraphs=(told,)),
        fingerprint="0123",
    )


FEW = settings(max_examples=25, deadline=None, derandomize=not LONG, suppress_health_check=[HealthCheck.too_slow])


def spaced(text: str) -> str:
    return re.sub(r"\s+", " ", text)


# ---------------------------------------------------------------- PDF


@FEW
@given(texts, texts, texts)
def test_typst_sets_every_text_as_it_is(title: str, name: str, prose: str) -> None:
    book = sample(title, name, prose)
    source = pages.source(book, "rulebook")
    headings = [spaced(words(h["body"])) for h in query(source, "heading")]
    assert spaced(name) in headings
    paragraphs = [spaced(words(p["body"])).strip() for p in query(source, "par")]
    assert spaced(prose).strip() in paragraphs


@settings(FEW, max_examples=10)
@given(texts, texts, texts)
def test_typst_sets_aid_story_and_sheets_as_they_are(title: str, name: str, prose: str) -> None:
    book = sample(title, name, prose)
    for part in ("story", "aid", "components"):
        source = pdf.aid_source(book, "a4") if part == "aid" else pages.source(book, part) if part in pdf.PAGED else pdf.source(book, part)
        said = " ".join(spaced(words(p["body"])) for p in query(source, "par"))
        if part != "components":
            assert spaced(prose).strip() in said
        assert pdf.compile_pdf(source).startswith(b"%PDF")


# ---------------------------------------------------------------- HTML


class Reader(HTMLParser):
    """The text of a page, its elements, and its attributes, as a browser reads them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.tags: list[str] = []
        self.labels: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.labels += [value or "" for key, value in attrs if key in {"aria-label", "content"}]
        self.silent += tag in {"style", "script"}

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in {"style", "script"}

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.words.append(data)


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


PLAIN = {part: read(documents.html(sample("title", "name", "prose"), part)).tags for part in ("rulebook", "aid", "story")}


@FEW
@given(texts, texts, texts)
def test_html_shows_every_text_and_gains_no_element(title: str, name: str, prose: str) -> None:
    book = sample(title, name, prose)
    for part, tags in PLAIN.items():
        found = read(documents.html(book, part))
        own = [tag for tag in found.tags if tag != "tspan"]  # a label in several scripts is drawn stretch by stretch
        assert own == tags, "a text became an element"
        said = spaced("\x00".join(found.words))
        pieces = [spaced(one).strip() for one in "\x00".join(found.words).split("\x00")]
        assert spaced(title).strip() in said and spaced(name).strip() in said
        assert spaced(prose).strip() in pieces
        if part == "rulebook":
            assert name in found.labels


# ---------------------------------------------------------------- Markdown


def markdown_text(source: str) -> tuple[list[str], set[str]]:
    """The text of each inline run of a Markdown file, and the kinds of its tokens."""
    found, kinds = [], set()
    for token in MarkdownIt("commonmark").enable("table").enable("strikethrough").parse(source):
        kinds.add(token.type)
        if token.type == "inline":
            text = ""
            for child in token.children or []:
                kinds.add(child.type)
                text += " " if child.type == "softbreak" else child.content
            found.append(spaced(text).strip())
    return found, kinds


KINDS = {part: markdown_text(documents.markdown(sample("title", "name", "prose"), part, False, "x")[0].data.decode())[1] for part in PLAIN}


@FEW
@given(texts, texts, texts)
def test_markdown_shows_every_text_and_gains_no_markup(title: str, name: str, prose: str) -> None:
    book = sample(title, name, prose)
    for part, kinds in KINDS.items():
        found, seen = markdown_text(documents.markdown(book, part, False, "x")[0].data.decode())
        assert seen <= kinds | {"text_special"}, f"a text became {seen - kinds}"
        assert any(spaced(title).strip() in line for line in found)
        assert any(spaced(name).strip() in line for line in found)
        assert spaced(prose).strip() in found


# ---------------------------------------------------------------- JSON and pictures


@FEW
@given(texts, texts, texts)
def test_json_gives_back_the_same_book(title: str, name: str, prose: str) -> None:
    book = sample(title, name, prose)
    assert Book.model_validate_json(documents.export(book)) == book


@FEW
@given(texts)
def test_pictures_hold_text_as_text(text: str) -> None:
    drawn = Drawing(20, 20)
    drawn.text(10, 10, text, 3)
    root = ET.fromstring(drawn.render(text))
    assert root.get("aria-label") == text
    # Signs that only say how others are to be set are not drawn.
    seen = "".join(x for x in text if x in "\u200c\u200d" or (category(x) != "Cf" and x not in map(chr, range(0xFE00, 0xFE10))))
    assert ["".join(e.itertext()) for e in root.iter() if e.tag.endswith("text")] == [seen]


# ---------------------------------------------------------------- from the rules on


NAMES = ["Jack #1", "A & B <i>", "*Star* _x_ `y`", "50 $ or 60 €", "C:\\new @home", "[box] #let x = 1", "🐉 Drache", "שלום", "l'été “x”"]
GAME = """\
game "{title}" for A, B
  > {prose}

piece Card: {count}
  | name |
{rows}

place hand of each Player: hand of Card
place deck: deck of Card, seen by none

chapter "{chapter}"

setup
  > {prose}
  put all Card on deck

turn
  > {prose}
  player must take

action take
  > {prose}
  requires deck is not empty
    > {prose}
  player draws 1 Card from deck

when deck is empty: draw
"""


@pytest.mark.parametrize("name", NAMES)
def test_from_the_rules_to_every_format(name: str, tmp_path: Path) -> None:
    prose = f"Take {name}, and {name} again"
    file = tmp_path / "odd.rules"
    rows = "\n".join(f"  | {one} |" for one in NAMES)
    file.write_text(GAME.format(title=name, prose=prose, chapter=name, rows=rows, count=len(NAMES)), encoding="utf-8")
    assert load(file, engine="interpreter").world.kinds["Card"].core.names
    book = make(file).book
    assert book.title == name
    said = [joined(b.text) for b in (*book.about, *(b for s in book.sections for b in s.blocks)) if b.sort == "prose"]
    assert prose in said
    set_text = [spaced(words(p["body"])).strip() for p in query(pages.source(book, "rulebook"), "par")]
    assert prose in set_text
    assert prose in [spaced(one).strip() for one in read(documents.html(book)).words]
    assert prose in markdown_text(documents.markdown(book, "rulebook", False, "x")[0].data.decode())[0]
    assert {s.name for s in book.kit.sheets} == {*NAMES, f"Summary of {name}"}
    for part in ("aid", "components"):
        assert pdf.pdf(book, part).startswith(b"%PDF")
