"""Books and kits of the shipped games, each made once, and what Typst says about a page."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import typst

from rulewright.faces import typefaces
from rulewright.faces.painter import Painter
from rulewright.faces.palette import accent
from rulewright.play.game import load
from rulewright.rulebook.model import Book, Kit, Story
from rulewright.rulebook.parts import kit, story
from rulewright.rulebook.parts.book import Made, card_texts, make
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.stock import stock

FOLDER = Path(__file__).parents[2] / "games"
GAMES = sorted(p.name for p in FOLDER.iterdir() if (p / f"{p.name}.rules").exists())
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


BIG = ("grandlins_heirs", "kingdom_of_heroes", "two_heirs", "two_princes")


@cache
def made(game: str) -> Made:
    return make(game)


def book(game: str) -> Book:
    return made(game).book


@cache
def rules(game: str) -> Book:
    """The book without the sheets."""
    return book(game)


@cache
def box(game: str) -> tuple[Making, Kit, Story | None]:
    """What is in the box of a game, without its rulebook: loading is all that takes time."""
    making, painter = _begun(game)
    told = story.make(making)
    painter.paragraphs = story.paragraphs(told, making.world)
    return making, kit.make(making, painter), told


@cache
def _begun(game: str) -> tuple[Making, Painter]:
    loaded = load(game, engine="interpreter")
    if len(loaded.seats) != loaded.world.game.most:
        loaded = load(game, None, loaded.world.game.most, engine="interpreter")
    making = Making(loaded)
    painter = Painter(loaded, card_texts(loaded), accent(loaded.title))
    making.stock = stock(making.game, painter, making.loads)
    return making, painter


def with_kit(found: Kit, title: str = "Sample") -> Book:
    return Book(title=title, players="2 players", accent="#37475a", kit=found)


def query(source: str, selector: str) -> list[dict[str, Any]]:
    """The elements of a document that Typst has laid out."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "main.typ"
        file.write_text(source, encoding="utf-8")
        found = typst.query(str(file), selector, font_paths=[str(typefaces.folder())], ignore_system_fonts=True)
    result: list[dict[str, Any]] = json.loads(found)
    return result


def words(content: object) -> str:
    """The text of an element, as it is set."""
    if isinstance(content, list):
        return "".join(words(c) for c in content)
    if not isinstance(content, dict):
        return ""
    match content.get("func"):
        case "text":
            return str(content["text"])
        case "space" | "linebreak" | "parbreak":
            return " "
        case "smartquote":
            return '"' if content.get("double", True) else "'"
        case _:
            return "".join(words(content[key]) for key in ("body", "children", "child", "text") if key in content)
