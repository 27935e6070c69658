"""Themes: three that come along, and a file beside the rules with colours, typeface, cover, logo and paper, which the book reads, too."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from rulewright.dsl.diagnostics.render import as_text
from rulewright.faces import studio, typefaces
from rulewright.faces.author import read_beside
from rulewright.faces.canvas import LEAST_PT
from rulewright.faces.front import back, face
from rulewright.faces.metrics import width
from rulewright.faces.themes import THEMES
from rulewright.play.game import load
from rulewright.rulebook.parts.book import make
from rulewright.rulebook.render.documents import html
from rulewright.rulebook.render.pdf import source

HARBOUR = """theme "Harbour" like "parchment"
  paper cream, ink "#2b2620", accent navy, frame full, corners 3
  headings "Alegreya Sans", scene night
  cover "art/cover.png", logo "art/logo.png", page letter
"""


def png(wide: int, high: int) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")

    rows = b"".join(b"\0" + b"\x80" * wide for _ in range(high))
    head = wide.to_bytes(4, "big") + high.to_bytes(4, "big") + b"\x08\0\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def game(folder: Path, faces: str) -> Path:
    file = folder / "cards.rules"
    file.write_text(Path(str(load("kuhn_poker").path)).read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "cards.faces").write_text(faces, encoding="utf-8")
    return file


@pytest.mark.parametrize("name", [*THEMES, "Alegreya Sans"])
def test_cards_can_be_read_in_every_theme(tmp_path: Path, name: str) -> None:
    said = f'theme "{name}"\n' if name in THEMES else f'theme "Mine" like "plain"\n  headings "{name}"\n'
    painter = studio.painter(load(str(game(tmp_path, said))))
    kind = painter.game.program.kinds[0]
    for index in range(kind.count):
        for drawn in (face(painter, kind, index), back(painter, kind, index)):
            assert not drawn.outside(2.9)
            assert all(b.pt >= LEAST_PT and drawn.contrast(b) >= 4.5 for b in drawn.boxes if b.pt)


def test_a_theme_file_is_read_by_faces_and_by_the_book(tmp_path: Path) -> None:
    file = game(tmp_path, 'theme "harbour"\n')
    (tmp_path / "harbour.theme").write_text(HARBOUR, encoding="utf-8")
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "cover.png").write_bytes(png(600, 450))
    (tmp_path / "art" / "logo.png").write_bytes(png(420, 420))
    written = read_beside(load(str(file)))
    assert written.findings.all == [], as_text(written.findings.all, written.sources)
    book = make(file, kit=False).book
    assert book.cover is not None and "data:image/png" in book.cover.svg and book.cover.height == pytest.approx(book.cover.width * 0.75)
    assert book.logo is not None and (book.headings, book.paper) == ("Alegreya Sans", "letter")
    assert book.accent == "#2a3150"
    page = html(book)
    assert 'class="logo"' in page and '"Alegreya Sans",var(--serif)' in page
    assert '#let heads = ("Alegreya Sans", ..serif)' in source(book, "aid", columns=book.aid.lengths[0], size=9, foot=8)


WRONG = {
    'headings "Alegrya"': "`Alegrya` is nothing for `headings`. Did you mean `Alegreya`?",
    "page lettre": "`lettre` is nothing for `page`. Did you mean `letter`?",
    'cover "art/none.png"': 'There is no picture "art/none.png" beside the rules.',
    "scene nihgt": "`nihgt` is nothing for `scene`. Did you mean `night`?",
    "corners cream": "`corners` is a number of millimetres.",
    "accent nayv": "There is no colour `nayv`. Did you mean `navy`?",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_a_theme_cannot_have_is_said_at_its_place(tmp_path: Path, line: str) -> None:
    loaded = load(str(game(tmp_path, f'theme "Mine" like "plain"\n  {line}\n')))
    written = read_beside(loaded)
    found = written.findings.all[0]
    assert f"{found.message} {found.help}".startswith(WRONG[line])
    assert written.sources.position(found.primary.span).line == 2
    assert face(studio.painter(loaded), loaded.program.kinds[0], 0).body()


def test_names_are_set_in_the_typeface_of_the_author(tmp_path: Path) -> None:
    file = game(tmp_path, 'theme "Mine" like "plain"\n  headings "fonts/Mine.ttf"\n')
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Mine.ttf").write_bytes((typefaces.folder() / "NotoSansMath-Regular.ttf").read_bytes())
    written = read_beside(load(str(file)))
    assert written.findings.all == [], as_text(written.findings.all, written.sources)
    painter = studio.painter(load(str(file)))
    drawn = face(painter, painter.game.program.kinds[0], 0)
    assert painter.theme.headings == "Noto Sans Math" and "Noto Sans Math, serif" in drawn.body() and not drawn.outside(2.9)
    assert str((tmp_path / "fonts").resolve()) in typefaces.folders()
    assert width("jack", 10, serif="Noto Sans Math") != width("jack", 10, serif=True)
    assert '@font-face{font-family:"Noto Sans Math";src' in typefaces.style_sheet(drawn.body())


def test_widths_of_a_typeface_are_read_from_its_file(tmp_path: Path) -> None:
    """Those of Alegreya, read in the same way, are those that come along."""
    (tmp_path / "a.ttf").write_bytes((typefaces.folder() / "Alegreya-Bold.ttf").read_bytes())
    family = typefaces.adopted(tmp_path / "a.ttf")
    try:
        assert family.startswith("Alegreya")
        for text in ("Lighthouse", "The Two Heirs", "42"):
            assert width(text, 100, serif=family) == pytest.approx(width(text, 100, bold=True, serif=True), abs=2)
    finally:
        del typefaces.OWN[family]


@pytest.mark.parametrize(("name", "said"), [("none.ttf", 'There is no typeface "none.ttf"'), ("bad.ttf", '"bad.ttf" cannot be read')])
def test_a_typeface_that_is_missing_or_broken_is_said_at_its_place(tmp_path: Path, name: str, said: str) -> None:
    loaded = load(str(game(tmp_path, f'theme "Mine" like "plain"\n  headings "{name}"\n')))
    (tmp_path / "bad.ttf").write_bytes(b"no typeface at all, only some words that are long enough")
    written = read_beside(loaded)
    assert written.findings.all[0].message.startswith(said)
    assert studio.painter(loaded).theme.headings == "Alegreya"
