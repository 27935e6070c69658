"""The whole book, part by part, in the order in which it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile, zip_longest
from pathlib import Path

from rulewright.core.garbage import not_collected
from rulewright.dsl.declare.gather import settled
from rulewright.dsl.syntax import declarations as d
from rulewright.faces.fan import fan
from rulewright.faces.front import face
from rulewright.faces.painter import Painter
from rulewright.faces.palette import accent
from rulewright.faces.scenes import BOARDS, Scene
from rulewright.play.finding import find_game
from rulewright.play.game import Game
from rulewright.play.reader import Reader
from rulewright.rulebook import text as x
from rulewright.rulebook.english.rules import for_card, prose_in
from rulewright.rulebook.english.speech import Record
from rulewright.rulebook.loads import Loads
from rulewright.rulebook.model import Aid, Book, Figure, Kit, Section, Story
from rulewright.rulebook.parts import (
    aid,
    choices,
    closing,
    components,
    course,
    ending,
    examples,
    glossary,
    kit,
    odds,
    overview,
    reference,
    setup,
    signs,
    story,
)
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, chapters, inner, of_setup
from rulewright.rulebook.parts.stock import stock
from rulewright.rulebook.parts.story import told_kinds
from rulewright.rulebook.words import listing, spoken

ON_COVER = 5


@dataclass(slots=True)
class Made:
    """A book, with what is needed to check it against the rules."""

    book: Book
    game: Game
    record: Record
    body: list[d.Decl | d.Prose] = field(default_factory=list)


def make(
    game: str | Path,
    options: dict[str, str] | None = None,
    players: int | None = None,
    variants: tuple[str, ...] = (),
    kit: bool = True,
) -> Made:
    """Load a game and make its book, with or without the sheets to cut out. Rules with errors raise `BadGame`, examples that do not
    hold `ExampleFails`."""
    with not_collected():
        loads = Loads()
        path = find_game(str(game))
        most = loads(path, options, players, variants, examples=True).world.game.most
        return of_game(loads(path, options, players or most, variants), loads, kit)


def of_game(game: Game, loads: Loads, kit: bool = True) -> Made:
    making = Making(game, loads=loads)
    painter = Painter(game, card_texts(game), accent(game.title))
    making.stock = stock(game, painter, loads)
    making.offered = choices.offered(making)
    gathered = game.loaded.gathered
    body = settled(gathered) if gathered is not None else list(game.world.chapters)
    parts = chapters(body)
    told = story.make(making)
    painter.paragraphs = story.paragraphs(told, making.world)
    sections = _sections(making, painter, parts)
    index = glossary.index(making, sections)
    book = Book(
        title=x.clean(game.title),
        subtitle=(),
        credits=tuple(x.clean(c) for c in game.world.game.credits),
        players=overview.players(making, game.world.game),
        accent=painter.accent,
        cover=_cover(making, painter),
        sections=tuple(sections),
        index=index,
        aid=Aid(),
        fingerprint=game.fingerprint,
        options=tuple((n, v) for n, v in game.options.items()),
        files=tuple(game.loaded.sources[i].path.name for i in range(len(game.loaded.sources))),
    )
    printed = [*(decl for decl in body if decl.span not in making.left_out), *making.offered]
    return Made(_beside(making, painter, glossary.linked(book), told, kit), game, making.record, printed)


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
            for name in card.decl.names:
                found[f"{card.kind.name}/{name}"] = x.joined(paragraphs[0].text)
    return found


def _sections(making: Making, painter: Painter, parts: list[Chapter]) -> list[Section]:
    """The order of a rulebook."""
    body = [decl for part in parts for decl in part.decls]
    things = (d.Piece, d.Place, d.Has, d.TypeDecl)
    rulings = [p for p in parts if p.is_rulings]
    heads: dict[str, list[Chapter]] = {"components": [], "setup": [], "examples": [], "end": []}
    for part in parts[1:]:
        if part in rulings or part.has_cards or part.is_scoring:
            continue
        decls = [inner(x_) for x_ in part.decls]
        if part.is_material:
            heads["components"].append(part)
            continue
        if decls and all(isinstance(x_, d.Example) for x_ in decls):
            heads["examples"].append(part)
            continue
        if part.sets_up:
            heads["setup"].append(part)
            continue
        if any(isinstance(x_, course.RULES) and course.belongs(making, x_, []) and not _setup_only(making, x_) for x_ in decls):
            continue
        if any(isinstance(x_, d.Procedure) for x_ in decls):
            heads["setup"].append(part)
        elif any(isinstance(x_, things) for x_ in decls):
            heads["components"].append(part)
        else:
            heads["end"].append(part)
    found: list[Section | None] = [
        overview.section(making, parts),
        components.section(making, painter, body, heads["components"]),
        setup.section(making, painter, heads["setup"]),
        *course.sections(making, parts),
        reference.section(making, painter, parts),
        *_loose(making, ending.sections(making, parts), heads["end"]),
        choices.section(making, body),
        examples.section(making, heads["examples"]),
        odds.section(making),
        glossary.section(making),
        closing.rulings(making, parts),
        closing.colophon(making),
    ]
    return [s for s in found if s is not None]


def _setup_only(making: Making, decl: d.Decl) -> bool:
    return isinstance(decl, d.Procedure) and (decl.word == "setup" or decl.name in of_setup(making.world))


def _loose(making: Making, sections: list[Section], heads: list[Chapter]) -> list[Section]:
    """Chapters whose contents are printed elsewhere (scores, examples) leave their prose with the end of the game."""
    if not heads:
        return sections
    if not sections:
        sections = [Section(id=making.unique("end"), title=x.clean(heads[0].title))]
    first = sections[0]
    head = making.head(heads)
    sources = (*first.sources, *making.sources(*head.spans))
    update = {"blocks": (*head.blocks, *first.blocks), "sources": sources, "tags": (*first.tags, *head.tags)}
    return [first.model_copy(update=update), *sections[1:]]


def _cover(making: Making, painter: Painter) -> Figure | None:
    """The picture on the cover: the table as it stands after setup; a hand of cards where there is no board."""
    game = making.game
    if not any(place.shape in BOARDS for place in game.program.places):
        return _hand(making)
    reader = Reader(game.program, game.names, setup.set_up(game))
    scene = Scene(painter, reader, 110.0, checkered=making.checkered, sides=making.uses("sides"), cell=20.0).draw()
    if scene is None:
        return None
    drawn, alt = scene
    return Figure(
        id="cover", svg=drawn.render(alt), alt=f"{x.clean(game.title)}: {alt}", width=drawn.width, height=drawn.height, span="page"
    )


def _hand(making: Making) -> Figure | None:
    """A few different cards: first one of each kind, then more of each."""
    kinds = [making.stock.of(sym.name) for sym in making.world.kinds.values()]
    kinds = [found[:: max(1, len(found) // ON_COVER)] for found in kinds if found]
    shown = [piece for turn in zip_longest(*kinds) for piece in turn if piece is not None][:ON_COVER]
    if not shown:
        return None
    drawn = fan([face(p.painter, p.kind, p.index) for p in shown])
    names = [p.painter.name(p.kind, p.index) or spoken(p.kind.name) for p in shown]
    alt = x.clean(f"{making.game.title}: {listing(names)}")
    return Figure(id="cover", svg=drawn.render(alt), alt=alt, width=drawn.width, height=drawn.height, span="page")


def _beside(making: Making, painter: Painter, book: Book, told: Story | None, cut: bool) -> Book:
    """What is printed beside the book: aid, story, and sheets to be cut out if they are wanted."""
    whole = book.model_copy(update={"aid": aid.make(book), "kit": kit.make(making, painter) if cut else Kit(), "story": told})
    return signs.signed(whole, signs.resources(making.world))
