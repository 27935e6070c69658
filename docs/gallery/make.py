"""The gallery: pages of rulebooks, aids, sheets and story books of the shipped games, as pictures beside their list in README.md.

Run it with `make gallery`; it writes into out/gallery, and nothing of it is kept in the history. Pages are found by their headings, so
that the gallery follows the books. `python docs/gallery/make.py chess hex` makes the pages of these games alone.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import typst
from png import smaller

from rulewright.faces import typefaces
from rulewright.rulebook.model import Book
from rulewright.rulebook.parts.book import make
from rulewright.rulebook.render import pages, pdf, sheets, typeset

FOLDER = Path(__file__).parents[2] / "out" / "gallery"
LARGE, SMALL = 80.0, 56.0  # pixels to the inch
BIG = (
    *("two_heirs", "kingdom_of_heroes", "grandlins_heirs", "two_princes", "hedge_and_hive", "keepers_of_the_light", "lantern_whist"),
    *("fenland", "salt_roads"),
)
CLASSICS = (
    *("chess", "checkers", "backgammon", "hex", "reversi", "connect_four", "oware", "breakthrough"),
    *("amazons", "clobber", "dots_and_boxes", "havannah", "hearts", "kalah", "liars_dice", "nine_mens_morris", "pig", "quoridor"),
    *("tic_tac_toe", "goofspiel", "kuhn_poker", "leduc_poker"),
)
WHERE = "#context [#metadata(query(heading).map(h => h.location().page())) <where>]"
# Headings whose pages are shown, the first of each line that a book has, and what is said of them.
SHOWN = (
    (("What is in the box",), "what is in the box"),
    (("Setting up",), "setting up"),
    (("Course of the game", "The Tower"), "the course of the game"),
    (("The buildings, set by set", "The cards", "The missions"), "everything there is, one by one"),
    (("End of the game and scoring",), "the end and the scoring"),
    (("Questions that come up",), "questions that come up"),
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A page of the gallery: its file, and what it is."""

    file: str
    words: str


def words(content: object) -> str:
    if isinstance(content, list):
        return "".join(words(c) for c in content)
    if not isinstance(content, dict):
        return ""
    if content.get("func") == "space":
        return " "
    if content.get("func") == "text":
        return str(content.get("text", ""))
    return words(next((content[key] for key in ("children", "child", "body") if key in content), []))


def headings(source: str) -> list[tuple[str, int]]:
    """The headings of a document, each with its page."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "main.typ"
        file.write_text(f"{source}\n{WHERE}", encoding="utf-8")
        options = {"font_paths": [str(typefaces.folder())], "ignore_system_fonts": True}
        titles = [words(h["body"]) for h in json.loads(typst.query(str(file), "heading", **options))]
        found = json.loads(typst.query(str(file), "<where>", field="value", one=True, **options))
    return list(zip(titles, found, strict=True))


def keep(drawn: list[bytes], number: int, name: str, said: str) -> Shown:
    (FOLDER / f"{name}.png").write_bytes(smaller(drawn[number - 1]))
    return Shown(f"{name}.png", said)


def big(game: str) -> tuple[Book, list[Shown]]:
    """A cover, some inner pages, the aid, a sheet of faces, a board if there is one, and the story if there is one."""
    book = make(game).book
    title = book.title
    source = pages.source(book, "rulebook")
    drawn = typeset.compile_pages(source, LARGE)
    at = headings(source)
    found = [keep(drawn, 1, f"{game}-cover", f"{title}: the cover")]
    seen = {1}
    if not any(heading for heading, _ in at):
        raise SystemExit(f"No heading of {game} could be read.")
    for names, said in SHOWN:
        number = next((page for name in names for heading, page in at if heading == name), 0)
        if number and number not in seen:
            seen.add(number)
            found.append(keep(drawn, number, f"{game}-{number:02d}", f"{title}, page {number}: {said}"))
    found.append(keep(typeset.compile_pages(pdf.aid_source(book, "a4"), LARGE), 1, f"{game}-aid", f"{title}: the player aid"))
    cut = typeset.compile_pages(pdf.source(book, "components"), LARGE)
    faces = len(sheets.pages(book.kit, 210, 297))
    last = (3 + 2 * faces, "a part of a board") if book.kit.posters else (3 + faces // 2 * 2, "another sheet")
    for number, said in ((1, "the list"), (3, "a sheet of faces"), (4, "the backs behind them"), last):
        found.append(keep(cut, number, f"{game}-sheet-{number:02d}", f"{title}, sheets, page {number}: {said}"))
    if book.story is not None:
        told = typeset.compile_pages(pdf.source(book, "story"), LARGE)
        found.append(keep(told, 2, f"{game}-story", f"{title}: a page of the story book"))
    return book, found


def classic(game: str) -> tuple[Book, list[Shown]]:
    book = make(game).book
    drawn = typeset.compile_pages(pages.source(book, "rulebook"), SMALL)
    return book, [keep(drawn, number, f"{game}-{number}", f"{book.title}, page {number}") for number in range(1, min(3, len(drawn)) + 1)]


def table(shown: list[Shown], across: int) -> list[str]:
    lines = ["| " + " | ".join(" " for _ in range(across)) + " |", "|" + "---|" * across]
    for start in range(0, len(shown), across):
        row = shown[start : start + across]
        cells = [f"![{one.words}]({one.file})<br>{one.words}" for one in row] + [" "] * (across - len(row))
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def main(wanted: list[str]) -> int:
    unknown = [game for game in wanted if game not in (*BIG, *CLASSICS)]
    if unknown:
        print(f"No game is called {unknown[0]}. There are: {', '.join((*BIG, *CLASSICS))}.", file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    lines = [
        "# Gallery",
        "",
        "Pages of the books that `rulewright rulebook` prints, all made from the rules alone. `make gallery` makes this page anew;",
        "`make rulebooks` prints the books themselves.",
    ]
    for game in BIG:
        if not wanted or game in wanted:
            book, shown = big(game)
            lines += ["", f"## {book.title}", "", *table(shown, 3)]
            print(f"{book.title}: {len(shown)} pages", flush=True)
    every: list[Shown] = []
    for game in CLASSICS:
        if not wanted or game in wanted:
            book, shown = classic(game)
            every += shown
            print(f"{book.title}: {len(shown)} pages", flush=True)
    if every:
        lines += ["", "## Classics", "", *table(every, 3)]
    (FOLDER / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    pictures = list(FOLDER.glob("*.png"))
    print(f"{FOLDER / 'README.md'}: {sum(f.stat().st_size for f in pictures) / 1e6:.1f} MB in {len(pictures)} pictures")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
