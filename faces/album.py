"""All faces of one game, by kind and row: what rulebook, browser and command line ask for. Pure: no state of a match enters.

A face is keyed by what is printed, never by what a match hides: the back of a piece has the same id and the same drawing for every
piece that can lie in the same deck. Whoever shows a match asks for `back` wherever a viewer may not see the front.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from rulewright.core.layout import initial
from rulewright.core.program import Kind, Place
from rulewright.dsl.words import counted, slug, spoken
from rulewright.faces import boards, studio
from rulewright.faces.backs import shown
from rulewright.faces.front import back, face
from rulewright.faces.painter import Painter
from rulewright.faces.reading import content
from rulewright.faces.svg import Drawing
from rulewright.play.game import Game
from rulewright.play.reader import Reader


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a component: SVG in millimetres, a name that stays, and the same in words."""

    id: str
    svg: str
    alt: str
    width: float
    height: float


@dataclass(eq=False)
class Album:
    """`texts`: what cards do, by kind and name (`card_texts` of the rulebook makes them); without them faces have no text."""

    game: Game
    texts: dict[str, str] = field(default_factory=dict)
    thin: bool = False

    @cached_property
    def painter(self) -> Painter:
        return studio.painter(self.game, self.texts, thin=self.thin)

    def kind(self, name: str) -> Kind:
        return next(k for k in self.game.program.kinds if k.name == name)

    def place(self, name: str) -> Place:
        return next(p for p in self.game.program.places if p.name == name)

    def front(self, kind: str, index: int, *, small: bool = False) -> Face:
        """The front of the piece with that number among its kind; `small` is drawn for the size of a thumb."""
        core = self.kind(kind)
        key = core.ids[index] if core.ids and core.ids[index] else str(index)
        drawn = face(self.painter, core, index, small=small)
        return self._made(f"{slug(kind)}-{slug(key)}{'-small' if small else ''}", drawn, in_words(self.painter, core, index))

    def turned(self, kind: str, index: int) -> Face | None:
        """The other side of a piece whose state has two values (moved, crowned); None if it has one side."""
        core = self.kind(kind)
        state = self.painter.second_state(kind)
        if not state:
            return None
        key = core.ids[index] if core.ids and core.ids[index] else str(index)
        drawn = back(self.painter, core, index)
        return self._made(f"{slug(kind)}-{slug(key)}-turned", drawn, f"{in_words(self.painter, core, index)}, turned: {spoken(state)}")

    def back(self, kind: str, index: int) -> Face:
        """What is seen of a piece that lies face down."""
        core = self.kind(kind)
        told = shown(self.painter, core, index)
        owner = self.painter.owner(core, index)
        parts = [slug(kind), "back", *([slug(told[1])] if told else []), *([str(owner)] if owner >= 0 else [])]
        words = f"{spoken(kind)}, face down" + (f", {spoken(told[0])} {spoken(told[1])}" if told else "")
        return self._made("-".join(parts), back(self.painter, core, index), words)

    def board(self, place: str, *, width: float = 160.0) -> Face:
        """An empty board, no wider than that many millimetres."""
        core = self.place(place)
        reader = Reader(self.game.program, self.game.names, initial(self.game.program))
        drawn = boards.draw(boards.Board(self.painter, reader, core), width)
        return self._made(f"board-{slug(place)}", drawn, f"{spoken(place)}: {counted(core.cells, spoken(core.cell_kind))}")

    def _made(self, id: str, drawn: Drawing, alt: str) -> Face:
        return Face(id, drawn.render(alt), alt, drawn.width, drawn.height)


def in_words(painter: Painter, kind: Kind, index: int) -> str:
    """A face for those who cannot see it."""
    return spoken(kind.name) if kind.counted else content(painter, kind, index).words
