"""How the things of a game look in a browser: one sheet with every face and back, so that fetching it tells nobody what was dealt.

The drawings are those of the rulebook. This is the only module of the server that draws.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise, zip_longest
from random import Random
from typing import Any

from rulewright.core.program import Kind, Place
from rulewright.dsl.check.positions import signs
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.meaning.uses import on_diagonals
from rulewright.dsl.words import spoken
from rulewright.faces import pieces
from rulewright.faces.boards import Board, draw
from rulewright.faces.fan import fan
from rulewright.faces.front import back, face
from rulewright.faces.painter import Painter
from rulewright.faces.palette import Look, accent, ground, tint
from rulewright.faces.scenes import BOARDS
from rulewright.faces.svg import Drawing
from rulewright.play.game import Game
from rulewright.play.reader import Reader

TOKEN = 20.0
LIGHTER = 0.3  # so much lighter must a colour be that it is told from another without colours
PLAYED, MOST_PLAYED = 22, 120  # decisions before the picture on the shelf is taken


class Looks:
    """The looks of one game: keys for what lies on the table, and the sheet of drawings they name."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.painter = Painter(game, {}, accent(game.title))
        self._keys: dict[int, str] = {}
        self._roles = {k.number: signs(game.world.kinds[k.name])[1] for k in game.program.kinds}
        self._sorts = {k.number: self.painter.sort(k.name) for k in game.program.kinds}

    @property
    def accent(self) -> str:
        return self.painter.accent

    # ------------------------------------------------------------ keys

    def face(self, reader: Reader, kind: Kind, piece: int) -> str:
        """The key of an open piece."""
        if self._sorts[kind.number] == "token" and self._roles[kind.number]:
            return f"{kind.name}.{reader.owner_of(piece) if kind.owners else -1}.{self.painter.role(reader, kind, piece)}"
        if piece not in self._keys:
            self._keys[piece] = f"{kind.name}.{self._twin(kind, piece - kind.base)}"
        return self._keys[piece]

    def back(self, kind: Kind, piece: int) -> str:
        """The key of a back: it says what the back shows, never which piece it is."""
        index = piece - kind.base
        shown = self.painter.ground(kind, index) if self.game.world.kinds[kind.name].face_down else None
        return f"{kind.name}.back.{shown[0] if shown is not None else self.painter.owner(kind, index)}"

    def unknown(self, kind: Kind, piece: int) -> str:
        """The key of a piece of which a viewer knows only the kind: where backs tell something, a back that tells nothing."""
        return f"{kind.name}.back" if self.game.world.kinds[kind.name].face_down else self.back(kind, piece)

    def heap(self, kind: Kind, owner: int) -> str:
        return f"{kind.name}.{owner}"

    def name(self, reader: Reader, kind: Kind, piece: int) -> str:
        """What an open piece is called."""
        index = piece - kind.base
        role = self.painter.role(reader, kind, piece)
        named = self.painter.name(kind, index)
        if named or role:
            return named or role
        return kind.ids[index].replace("_", " ") if kind.ids and kind.ids[index] and kind.count > 1 and kind.owners else spoken(kind.name)

    def ground(self, place: Place, cell: int) -> str:
        """The colour printed on a cell, or nothing."""
        first = next((n for n, a in place.attributes.items() if a.table is not None and a.shown.sort in {"enum", "number", "set:enum"}), "")
        for fact in self.painter.printed_on(place, cell):
            if fact.name == first and fact.members:
                return tint(ground(fact.members[0][0], fact.members[0][1])[0], 0.35)
        return ""

    def printed(self, place: Place, cell: int) -> list[tuple[str, str]]:
        return [(spoken(f.name), f.text) for f in self.painter.printed_on(place, cell) if f.text not in {"no", "none", "0"}]

    @cached_property
    def checkered(self) -> bool:
        """Boards on which diagonals matter are drawn in two shades."""
        return on_diagonals(rules_of(self.game.world))

    def _twin(self, kind: Kind, index: int) -> str:
        """Pieces that look alike have one drawing; tokens of different owners do not look alike."""
        if not kind.twins:
            return str(index)
        first = kind.twins.index(kind.twins[index])
        return f"{self.painter.owner(kind, index)}.{first}" if self._sorts[kind.number] == "token" and kind.owners else str(first)

    # ------------------------------------------------------------ the sheet

    @cached_property
    def sheet(self) -> dict[str, dict[str, Any]]:
        """Every drawing by its key, with what is printed on it."""
        found: dict[str, dict[str, Any]] = {}
        for kind in self.game.program.kinds:
            if kind.counted:
                for owner in range(kind.owners) if kind.owners else (-1,):
                    name = self.game.names.owner(kind, owner) if owner >= 0 else ""
                    found[self.heap(kind, owner)] = self._entry(self._counter(kind, owner, name), kind, spoken(kind.name)) | {
                        "formed": True
                    }
                continue
            if self._sorts[kind.number] == "token" and self._roles[kind.number]:
                found |= self._men(kind)
            if self.game.world.kinds[kind.name].face_down:
                found[f"{kind.name}.back"] = self._entry(self._blank(kind), kind, f"{spoken(kind.name)}, face down")
            for index in range(kind.count):
                piece = kind.base + index
                key = f"{kind.name}.{self._twin(kind, index)}"
                if key not in found and not (self._sorts[kind.number] == "token" and self._roles[kind.number]):
                    drawn = face(self.painter, kind, index, small=self._sorts[kind.number] == "tile")
                    found[key] = self._entry(drawn, kind, self.painter.name(kind, index) or spoken(kind.name), index)
                    found[key] |= self._form(kind, index)
                    if self._sorts[kind.number] == "token" and self.painter.round(kind.name):
                        found[key]["round"] = True
                if self.back(kind, piece) not in found:
                    found[self.back(kind, piece)] = self._entry(back(self.painter, kind, index), kind, f"{spoken(kind.name)}, face down")
        return found

    def _entry(self, drawn: Drawing, kind: Kind, name: str, index: int = -1) -> dict[str, Any]:
        facts = [[spoken(f.name), f.text] for f in self.painter.facts(kind, index) if f.text != "no"] if index >= 0 else []
        text = self.painter.text(kind, index) if index >= 0 else ""
        size = {"w": round(drawn.width, 2), "h": round(drawn.height, 2)}
        return {"svg": drawn.body(), **size, "sort": self._sorts[kind.number], "name": name, "facts": facts, "text": text}

    def _form(self, kind: Kind, index: int) -> dict[str, Any]:
        """Whose it is, by form: where colours of owners are about as dark as each other, who sees few colours could not tell."""
        if not kind.owners:
            return {}
        own = [self.painter.look(kind, n) for n in range(kind.owners)]
        light = sorted(map(_lightness, own))
        if all(b - a > LIGHTER for a, b in pairwise(light)):
            return {}
        look = own[self.painter.owner(kind, index)]
        return {"form": {"mark": look.shape, "fill": look.fill, "rim": look.rim}}

    def _blank(self, kind: Kind) -> Drawing:
        w, h = self.painter.size(kind.name)
        d = Drawing(w, h)
        d.rect(0.3, 0.3, w - 0.6, h - 0.6, rx=3, fill="#5b4a38", stroke="#1c1712", stroke_width=0.6)
        d.rect(w * 0.08, h * 0.08, w * 0.84, h * 0.84, rx=2, fill="none", stroke="#ffffff", stroke_opacity=0.4, stroke_width=0.5)
        r = min(w, h) * 0.24
        points = [(w / 2, h / 2 - r), (w / 2 + r * 0.8, h / 2), (w / 2, h / 2 + r), (w / 2 - r * 0.8, h / 2)]
        d.polygon(points, fill="none", stroke="#ffffff", stroke_opacity=0.5, stroke_width=0.9)
        return d

    def _counter(self, kind: Kind, owner: int, name: str) -> Drawing:
        d = Drawing(TOKEN, TOKEN)
        look = self.painter.look(kind, owner)
        single = all(p.limits.get(kind.number, 1) == 1 for p in self.game.program.places)
        if not (single and pieces.mark(d, TOKEN / 2, TOKEN / 2, TOKEN * 0.46, look, name)):
            pieces.ring(d, TOKEN / 2, TOKEN / 2, TOKEN * 0.46, look)
        return d

    def _men(self, kind: Kind) -> dict[str, dict[str, Any]]:
        """Pieces drawn by a value that can change: a pawn that becomes a queen."""
        attribute = kind.attributes[str(self._roles[kind.number])]
        members = self.game.program.enums.get(attribute.shown.name) or tuple(
            self.game.names.value(attribute.shown, i) for i in range(32) if self.game.names.value(attribute.shown, i) != "none"
        )
        letters = signs(self.game.world.kinds[kind.name])[0]
        found = {}
        for owner in range(kind.owners) if kind.owners else (-1,):
            for number, role in enumerate(members):
                d = Drawing(TOKEN, TOKEN)
                look = self.painter.look(kind, owner)
                figure = pieces.man(d, TOKEN / 2, TOKEN / 2, TOKEN * 0.96, look, role)
                if not figure:
                    pieces.token(d, TOKEN / 2, TOKEN / 2, TOKEN * 0.46, look, letters[number : number + 1].upper())
                found[f"{kind.name}.{owner}.{role}"] = self._entry(d, kind, role) | {"figure": figure}
        return found

    # ------------------------------------------------------------ the cover

    def picture(self, reader: Reader) -> str:
        """The main board of a position, drawn as in the book; nothing if there is no board."""
        boards = [p for p in self.game.program.places if p.shape in BOARDS]
        if not boards:
            return ""
        first = self.game.world.looks.table.first
        main = next((p for p in boards if p.name == first), None) or max(boards, key=lambda p: (p.cells, -p.number))
        return draw(Board(self.painter, reader, main, checkered=self.checkered), 110.0).render()

    @cached_property
    def cover(self) -> str:
        """The picture on the shelf: the table as it stands after the setup, a hand of cards where there is no board."""
        program = self.game.program
        boards = [p for p in program.places if p.shape in BOARDS]
        if boards:
            match, dice = self.game.start(5), Random(5)
            for _ in range(PLAYED):
                if match.decision is None or len(match.moves) > MOST_PLAYED:
                    break
                before = match.clone()
                match.choose(dice.randrange(len(match.raw_options)))
                if match.over:
                    match = before
                    break
            main = max(boards, key=lambda p: (p.cells, -p.number))
            return draw(Board(self.painter, match.reader(), main, checkered=self.checkered), 110.0).render()
        kinds = [[(k, i) for i in range(k.count)] for k in program.kinds if not k.counted and k.count]
        thinned = [found[:: max(1, len(found) // 5)] for found in kinds]
        shown = [one for row in zip_longest(*thinned) for one in row if one is not None][:5]
        return fan([face(self.painter, kind, index) for kind, index in shown]).render() if shown else Drawing(60, 60).render()


def _lightness(look: Look) -> float:
    """How light a colour looks, from 0 to 1."""
    red, green, blue = (int(look.fill[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue
