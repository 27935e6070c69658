"""What is in the box: every kind with its number and picture, one piece with labels, and what shows whatever is kept count of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.core.program import Place
from rulewright.dsl.syntax import declarations as d
from rulewright.faces.canvas import Box as Box_
from rulewright.faces.canvas import Canvas
from rulewright.faces.dice import rolled
from rulewright.faces.front import face
from rulewright.faces.marks import leaders
from rulewright.faces.painter import Painter
from rulewright.rulebook import text as x
from rulewright.rulebook.author import printed, printed_many, valued
from rulewright.rulebook.english.speech import anchor
from rulewright.rulebook.model import Block, Box, Figure, Label, Labelled, Part, Prose, Row, Section, Table
from rulewright.rulebook.parts.components import board_picture, how_many, kind_pictures
from rulewright.rulebook.parts.declared import split_prose
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, inner
from rulewright.rulebook.parts.story import told_kinds
from rulewright.rulebook.told import cards, where
from rulewright.rulebook.told.deeds import is_only_board
from rulewright.rulebook.told.voice import paragraphs
from rulewright.rulebook.words import listing, spoken

STORY = (
    "The story is told in a book of its own, in numbered paragraphs. “Read 12” on a card sends you to paragraph 12 of the story book: "
    "read it aloud, and no other, and do what it says."
)
CROWDED, SHORT_NAME = 12, 3  # cells of a map whose lines are hard to follow; letters of a cell that is but a coordinate
LEAST = 3  # printed attributes of a piece that is worth labels


def section(making: Making, painter: Painter, decls: list[d.Decl], chapters: list[Chapter]) -> Section:
    things = [inner(x_) for x_ in decls]
    head = making.head(chapters)
    blocks: list[Block] = [b for c in chapters for b in paragraphs(making, c.prose)]
    if told_kinds(making.world):
        blocks.append(Prose(text=x.runs(STORY)))
    parts: list[Part] = []
    labelled: list[Block] = []
    for decl in things:
        if isinstance(decl, d.Piece):
            parts.append(part(making, painter, decl))
            labelled += _labelled(making, painter, decl)
            labelled += _numbers(making, decl)
        elif isinstance(decl, d.Place):
            parts += _board(making, painter, decl)
            labelled += _neighbours(making, painter, decl)
    game = making.world.game
    kept: list[tuple[str, Prose]] = _said_of(making, game.attributes, split_prose(game.prose, game.attributes)[1])
    for decl in things:
        if isinstance(decl, d.TypeDecl) and decl.prose:
            blocks += paragraphs(making, decl.prose)
        elif isinstance(decl, d.Has):
            kept += _kept(making, decl)
    blocks += [Box(items=tuple(p for p in parts if p.title)), *labelled]
    blocks += _markers(making, painter, kept)
    blocks += where.panel(making)
    return Section(
        id=making.unique("components"),
        title="What is in the box",
        blocks=tuple(blocks),
        sources=making.sources(*head.spans),
        tags=head.tags,
    )


def part(making: Making, painter: Painter, decl: d.Piece) -> Part:
    sym = making.world.kinds[decl.name]
    text, number = how_many(making, sym)
    name = printed(making.world, decl.name) or spoken(decl.name)
    own, of = split_prose(decl.prose, decl.attributes)
    state = [line for a in decl.attributes if a.nature != "printed" for line in (*a.prose, *of.get(a.name, []))]
    many, _, rest = text.partition(" ") if " in each" in text else text.partition(":" if ":" in text else ",")
    names = name if number == 1 else printed_many(making.world, decl.name)
    title = f"{many} {names}" if number >= 0 else f"{names.capitalize()}, {text}"
    words = [x.sentence(rest.strip())] if rest.strip() and number >= 0 else []
    if cards.listed(making, sym) and cards.is_small(making, sym) and not _numbers(making, decl):
        words.append(x.capital(x.clean(cards.in_a_line(making, sym))) or x.sentence(x.clean(cards.names(making, sym))))
    return Part(
        id=making.unique(anchor(decl.name)),
        title=title,
        pictures=tuple(kind_pictures(making, painter, sym)),
        text=x.runs(" ".join(words)),
        prose=making.prose([*own, *state]),
        sources=making.sources(decl.span),
        tags=decl.tags,
    )


def _numbers(making: Making, decl: d.Piece) -> list[Block]:
    """What is printed on each of a handful of pieces, where a picture does not say it."""
    sym = making.world.kinds[decl.name]
    printed_ = [a for a in decl.attributes if a.nature == "printed"]
    if not printed_ or not cards.listed(making, sym) or not cards.is_small(making, sym):
        return []
    found = cards.kind_blocks(making, sym)
    if all(isinstance(block, Prose) for block in found):
        return []  # its names stand with its picture
    tables = [block for block in found if isinstance(block, Table)]
    if len(tables) > 1 and len(tables) == len(found) and all(len(t.rows) == 1 and t.head == tables[0].head for t in tables):
        return [tables[0].model_copy(update={"rows": tuple(row for t in tables for row in t.rows), "caption": ()})]
    return found


def _headed(making: Making, name: str, said: Prose) -> Prose:
    """What is said of something without a marker, after its name."""
    own = x.capital(x.clean(printed(making.world, name) or spoken(name)))
    return said.model_copy(update={"text": (*x.runs(f"{x.strong(own)}: "), *said.text)})


def _markers(making: Making, painter: Painter, kept: list[tuple[str, Prose]]) -> list[Block]:
    """What shows the things that are kept count of from turn to turn, what their author says of them, and what is needed besides."""
    shown = [one for one in painter.kept if one.printed and one.label]
    if making.uses("turned"):  # how a piece lies says whose it is
        shown = [one for one in shown if one.attribute != "owner"]
    found: list[Prose] = []
    told: set[str] = set()
    for one in shown:
        said = [p for name, p in kept if name == one.attribute and name not in told]
        told.add(one.attribute)
        name = printed(making.world, one.attribute) or one.label
        counted = one.how in {"track", "loop"} and one.owner in {"game", "player"} and not one.values
        begins = f"; begins at {one.begins}" if counted else ""
        text = x.runs(f"{x.strong(x.capital(x.clean(name)))}: {x.clean(one.words)}{begins}.")
        more = tuple(run for p in said for run in (*x.runs(" "), *p.text))
        found.append(
            Prose(text=(*text, *more), sources=tuple(s for p in said for s in p.sources), tags=tuple(t for p in said for t in p.tags))
        )
    found += [_headed(making, name, p) if name else p for name, p in kept if name not in told]
    dice = _dice(making)
    if not found and not dice:
        return []
    return [Box(items=(Part(id=making.unique("needed"), title="Markers and counters", text=x.runs(dice), prose=tuple(found)),))]


def _dice(making: Making) -> str:
    """Which dice are rolled: those with faces of their own are told."""
    found = [f"A die with the faces {listing([str(n) for n in faces])}." for faces in rolled(making.world)]
    own = any(sym.dice for sym in making.world.kinds.values())
    if not own and (making.uses("die") or (making.uses("roll") and not found)):
        found.append("Six-sided dice.")
    return " ".join(found)


def _board(making: Making, painter: Painter, decl: d.Place) -> list[Part]:
    """A place that is a board; what places mean is told with the setup."""
    sym = making.world.places[decl.name]
    pictures = board_picture(making, painter, sym)
    if not pictures or (sym.core.shape == "ring" and not is_only_board(making.world, decl.name)):
        return []
    name = printed(making.world, decl.name) or spoken(decl.name)
    many = "1" if name == "board" else "The"
    title = f"{many} {name}" if decl.per is None else f"1 {name} for each player"
    return [
        Part(
            id=making.unique(anchor(decl.name)),
            title=title,
            pictures=tuple(pictures) if sym.core.shape != "ring" else (),  # the picture of the setup shows no more of it
            prose=making.prose(decl.prose),
            sources=making.sources(decl.span),
            tags=decl.tags,
        )
    ]


def _neighbours(making: Making, painter: Painter, decl: d.Place) -> list[Block]:
    """What each cell is and who borders on whom, where a map is too large to see that at a glance."""
    core = making.world.places[decl.name].core
    names = [x.clean(name.replace("_", " ")) for name in core.cell_names or ()]
    if core.shape != "graph" or core.board is None or len(names) < CROWDED or max(map(len, names)) <= SHORT_NAME:
        return []
    sources = making.sources(decl.span)
    printed_ = [_on_cell(making, painter, core, cell) for cell in range(len(names))]
    rows = [
        Row(cells=tuple(map(x.runs, (name, what, listing([names[other] for other in core.board.beside(cell)])))), sources=sources)
        for cell, (name, what) in enumerate(zip(names, printed_, strict=True))
    ]
    if not any(printed_):
        rows = [row.model_copy(update={"cells": (row.cells[0], row.cells[2])}) for row in rows]
        return [Table(head=(x.runs("Place"), x.runs("Neighbours")), rows=tuple(rows), align="ll")]
    return [Table(head=(x.runs("Place"), x.runs("What it is"), x.runs("Neighbours")), rows=tuple(rows), align="lll")]


def _on_cell(making: Making, painter: Painter, core: Place, cell: int) -> str:
    """What is printed on a cell, in words; of a yes its name, of a number its name and the number."""
    found = []
    for fact in painter.printed_on(core, cell):
        name = printed(making.world, fact.name) or spoken(fact.name)
        if fact.text in {"no", "none", "0"}:
            continue
        members = [valued(making.world, m) or spoken(m) for m, _, _ in fact.members] if fact.sort in {"enum", "set"} else []
        found.append(name if fact.text == "yes" else ", ".join(members) or f"{name} {fact.text}")
    return ", ".join(found)


def _kept(making: Making, decl: d.Has) -> list[tuple[str, Prose]]:
    """What is said of counters, each with the name of its own."""
    own, of = split_prose(decl.prose, decl.attributes)
    return [*(("", p) for p in making.prose(own)), *_said_of(making, decl.attributes, of)]


def _said_of(making: Making, attributes: Sequence[d.Attribute], of: Mapping[str, list[d.Prose]]) -> list[tuple[str, Prose]]:
    return [(a.name, p) for a in attributes for p in making.prose([*a.prose, *of.get(a.name, [])])]


# ---------------------------------------------------------------- a piece with labels


def _labelled(making: Making, painter: Painter, decl: d.Piece) -> list[Block]:
    """The face that has most on it, with a number at everything printed there."""
    sym = making.world.kinds[decl.name]
    told = [a for a in decl.attributes if a.nature == "printed"]
    if len(told) < LEAST or sym.core.counted or painter.sort(sym.name) == "token":
        return []
    found = making.stock.of(sym.name)
    if not found:
        return []
    best = max(found, key=lambda p: (len(_spots(face(p.painter, p.kind, p.index))), len(p.painter.facts(p.kind, p.index))))
    drawn = face(best.painter, best.kind, best.index)
    at = _spots(drawn)
    _, of = split_prose(decl.prose, decl.attributes)
    labels: list[tuple[str, Label]] = []
    if best.painter.name(best.kind, best.index):
        labels.append(("name", Label(mark="", text=x.runs(f"{x.strong('Name')} of the {spoken(decl.name)}"))))
    for attribute in told:
        name = printed(making.world, attribute.name) or spoken(attribute.name)
        prose = making.prose([*attribute.prose, *of.get(attribute.name, [])])
        text = x.runs(x.strong(x.capital(x.clean(name))))
        if prose:
            text = (*text, *x.runs(": "), *(run for p in prose for run in p.text))
        labels.append((attribute.name, Label(mark="", text=text, sources=making.sources(attribute.span))))
    if "text" in at:
        labels.append(("text", Label(mark="", text=x.runs(f"{x.strong('Text')}: what it does or is worth"))))
    labels.sort(key=lambda pair: (pair[0] not in at, at[pair[0]].y0 if pair[0] in at else 0.0))
    marks = {name: str(n + 1) for n, name in enumerate(name for name, _ in labels if name in at)}
    if len(marks) < LEAST:
        return []  # a table says it better
    labels = [(name, label.model_copy(update={"mark": marks.get(name, "")})) for name, label in labels]
    picture = leaders(drawn, [(marks[name], at[name]) for name, _ in labels if name in marks], best.painter.accent)
    alt = f"{best.painter.name(best.kind, best.index) or spoken(decl.name)}, with what is printed on it"
    figure = Figure(
        id=making.picture_id("labelled"),
        svg=picture.render(alt),
        alt=alt,
        width=picture.width,
        height=picture.height,
        span="inline",
    )
    return [Labelled(figure=figure, labels=tuple(label for _, label in labels))]


def _spots(drawn: Canvas) -> dict[str, Box_]:
    """Where each attribute, the name and the text stand on a face."""
    found: dict[str, Box_] = {}
    for slot, attribute, box in drawn.slots:
        if attribute or slot in {"name", "text"}:
            found.setdefault(attribute or slot, box)
    return found
