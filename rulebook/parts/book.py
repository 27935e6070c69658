"""The whole book, part by part, in the order in which it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from rulewright import __version__
from rulewright.core.garbage import not_collected
from rulewright.dsl.declare.gather import settled
from rulewright.dsl.syntax import declarations as d
from rulewright.faces import studio
from rulewright.faces.art import embedded, pixels
from rulewright.faces.keepers import Keeper
from rulewright.faces.painter import Painter
from rulewright.faces.svg import Drawing
from rulewright.play.errors import PlayError
from rulewright.play.finding import find_game
from rulewright.play.game import Game
from rulewright.rulebook import text as x
from rulewright.rulebook.english.prose import seat
from rulewright.rulebook.english.rules import for_card, prose_in
from rulewright.rulebook.english.speech import Record
from rulewright.rulebook.loads import Loads
from rulewright.rulebook.model import Aid, Book, Figure, Kit, Model, Section, Source, Story
from rulewright.rulebook.parts import aid, choices, kit, numbered, overview, signs, story
from rulewright.rulebook.parts.choosing import Choice
from rulewright.rulebook.parts.cover import cover
from rulewright.rulebook.parts.glossary import index, linked, settled_numbers
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, chapters
from rulewright.rulebook.parts.stock import stock
from rulewright.rulebook.parts.story import told_kinds
from rulewright.rulebook.told import order


@dataclass(slots=True)
class Made:
    """A book, with what is needed to check it against the rules."""

    book: Book
    game: Game
    record: Record
    body: list[d.Decl | d.Prose] = field(default_factory=list)
    kept: list[Keeper] = field(default_factory=list)  # what keeps each state


def make(
    game: str | Path,
    options: dict[str, str] | None = None,
    players: int | None = None,
    variants: tuple[str, ...] = (),
    kit: bool = True,
    sheets: Choice | None = None,
) -> Made:
    """Load a game and make its book, with or without the sheets to cut out. Rules with errors raise `BadGame`, examples that do not
    hold `ExampleFails`."""
    with not_collected():
        loads = Loads()
        path = find_game(str(game))
        most = loads(path, options, players, variants, examples=True).world.game.most
        return of_game(loads(path, options, players or most, variants), loads, kit, sheets)


def of_game(game: Game, loads: Loads, kit: bool = True, sheets: Choice | None = None) -> Made:
    making = Making(game, loads=loads)
    asked = sheets or Choice()
    painter = studio.painter(game, card_texts(game), thin=asked.thin, sizes=asked.sizes, hexagons=asked.hexagons)
    making.stock = stock(game, painter, loads)
    making.offered = choices.offered(making)
    painter.seatings = tuple(_seatings(game, loads))
    seat(game.world, len(game.seats), [(len(other.seats), other.world) for other in painter.seatings])
    gathered = game.loaded.gathered
    body = settled(gathered) if gathered is not None else list(game.world.chapters)
    parts = chapters(body)
    told = story.make(making)
    painter.paragraphs = story.paragraphs(told, making.world)
    sections = list(settled_numbers(tuple(order.sections(making, painter, parts))))
    about, aim = order.about(making, parts), settled_numbers(order.aim(making, parts))
    reference = _reference(making, parts, (*sections, *about))
    book = Book(
        title=x.clean(game.title),
        subtitle=x.runs(x.clean(game.world.looks.tagline)) if game.world.looks.tagline else (),
        facts=_on_cover(game),
        credits=tuple(x.clean(c) for c in game.world.game.credits),
        players=overview.players(making, game.world.game),
        accent=painter.accent,
        cover=_pictured(painter, painter.theme.cover, "cover", 150.0) or cover(making, painter, making.played),
        logo=_pictured(painter, painter.theme.logo, "logo", 30.0),
        headings=painter.theme.headings,
        paper=painter.theme.page,
        about=linked(about),
        goal=linked(aim),
        sections=linked(tuple(sections)),
        reference=linked(tuple(reference)),
        index=index(making, reference),
        aid=Aid(),
        fingerprint=game.fingerprint,
        version=__version__,
        options=tuple((n, v) for n, v in game.options.items()),
        files=tuple(game.loaded.sources[i].path.name for i in range(len(game.loaded.sources))),
    )
    printed = [*(decl for decl in body if decl.span not in making.left_out), *making.offered]
    return Made(_beside(making, painter, book, told, kit), game, making.record, printed, painter.kept)


def _seatings(game: Game, loads: Loads) -> list[Game]:
    """The same game with the other numbers of players it is for."""
    found = []
    for players in range(game.world.game.fewest, game.world.game.most + 1):
        if players != len(game.seats):
            try:
                found.append(loads.seating(game, players))
            except PlayError:
                continue
    return found


def _on_cover(game: Game) -> tuple[tuple[str, str], ...]:
    """How long a game takes and for whom it is, where the author says so."""
    looks = game.world.looks
    found = []
    if looks.time is not None:
        low, high = looks.time
        found.append(("time", f"{low} minutes" if low == high else f"{low} to {high} minutes"))
    if looks.age is not None:
        found.append(("age", f"from {looks.age} years on"))
    return tuple(found)


def _reference(making: Making, parts: list[Chapter], told: tuple[object, ...]) -> list[Section]:
    """The exact rules, with anchors of their own: it is another document."""
    spans: set[Source] = set()
    _sources(told, spans)
    other = Making(making.game, making.record, loads=making.loads, painters=making.painters)
    other.stock, other.offered, other.told, other.left_out = making.stock, making.offered, making.told, making.left_out
    return numbered.reference(other, parts, spans)


def _sources(node: object, found: set[Source]) -> None:
    if isinstance(node, Source):
        found.add(node)
    elif isinstance(node, tuple):
        for inside in node:
            _sources(inside, found)
    elif isinstance(node, Model):
        for name in type(node).model_fields:
            if name not in {"svg", "alt"}:
                _sources(getattr(node, name), found)


def card_texts(game: Game) -> dict[str, str]:
    """What stands on cards and tiles: the first paragraph of their prose."""
    found = {}
    told = told_kinds(game.world)
    making = Making(game)
    for card in game.world.cards:
        sp = for_card(making.speech(), card)
        if card.kind.name in told:  # what comes of it is for the story book alone
            lines = [stmt for stmt in takewhile(lambda stmt: isinstance(stmt, d.Prose), card.decl.body) if isinstance(stmt, d.Prose)]
        else:
            lines = sorted(prose_in([card.decl.body, card.decl.hooks, card.decl.deeds]), key=lambda p: p.span)
        paragraphs = making.prose(lines, sp)
        if paragraphs:
            for name in card.printed:
                found[f"{card.kind.name}/{name}"] = x.joined(paragraphs[0].text)
    return found


def _pictured(painter: Painter, name: str, what: str, wide: float) -> Figure | None:
    """A picture that the theme names, whole, so many millimetres wide."""
    file = painter.beside(name) if name else ""
    if not file:
        return None
    across, down = pixels(file) or (1, 1)
    drawn = Drawing(wide, wide * down / across)
    drawn.parts.append(embedded(file, 0, 0, drawn.width, drawn.height))
    alt = f"{x.clean(painter.game.title)}: {what}"
    return Figure(id=what, svg=drawn.render(alt), alt=alt, width=drawn.width, height=drawn.height, span="page")


def _beside(making: Making, painter: Painter, book: Book, told: Story | None, cut: bool) -> Book:
    """What is printed beside the book: aid, story, and sheets to be cut out if they are wanted."""
    short = aid.make(book)
    whole = book.model_copy(update={"aid": linked(short), "kit": kit.make(making, painter, short) if cut else Kit(), "story": told})
    return signs.signed(whole, signs.resources(making.world))
