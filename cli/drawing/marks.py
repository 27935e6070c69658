"""How a piece is written where there is little room: a letter, a short name, a number of equal things."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulewright.cli.drawing.palette import HIDDEN, NOBODY, Palette
from rulewright.dsl import types as t
from rulewright.dsl.check.positions import signs
from rulewright.dsl.world import KindSym
from rulewright.play.knowing import Known
from rulewright.play.models import PieceView

if TYPE_CHECKING:
    from rulewright.play.game import Game

NOTHING = {"no", "none", "0", "nothing", "nobody", "nowhere", ""}  # values that need not be shown


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece in words: as long as one would like, as short as it gets, and its style."""

    long: str
    short: str
    style: str
    under: str = ""  # what is also worth a line, where there is one
    brief: str = ""  # the same in less room
    tail: str = ""  # the end of the long form that must not be cut off: whose it is
    forms: tuple[str, ...] = ()  # ever shorter forms; one of them is better than a part of the long one

    def fit(self, width: int) -> str:
        """As much of it as fits into a width."""
        if len(self.long) <= width:
            return self.long
        fitting = next((form for form in self.forms if len(form) <= width), None)
        if fitting is not None:
            return fitting
        if width <= 3:
            return cut(self.short, width)
        whole = self.forms[-1] if self.forms else self.long
        return cut(whole.removesuffix(self.tail), width - len(self.tail)) + self.tail

    def below(self, width: int) -> str:
        """As much of what stands under it as fits into a width."""
        return self.under if len(self.under) <= width or not self.brief else cut(self.brief, width)


def cut(text: str, width: int) -> str:
    """A text that is at most so wide."""
    if len(text) <= width:
        return text
    return text[: width - 1] + "…" if width > 3 else text[: max(1, width)]


def _amount(number: str, name: str) -> str:
    """`2 points`, but `1 point`."""
    return f"{number} {name.removesuffix('s') if number == '1' else name}".replace("_", " ")


def _sides(sym: KindSym, index: int, top: str) -> str:
    """The sides of a tile, as it lies, that show anything but the last value of their type."""
    found = set()
    for attr in sym.attrs.values():
        type, core = t.bare(attr.type), attr.core
        if not isinstance(attr.per, t.Way) or len(attr.per.names) != 8 or core is None or core.table is None or top not in attr.per.names:
            continue
        values = core.table.values[index * 8 : index * 8 + 8]
        plain = len(type.members) - 1 if isinstance(type, t.Enum) else 0
        found |= {(way + attr.per.names.index(top)) % 8 for way in (0, 2, 4, 6) if values[way] != plain}
    return "".join(letter for way, letter in ((0, "N"), (2, "E"), (4, "S"), (6, "W")) if way in found)


def short_names(names: Sequence[str]) -> dict[str, str]:
    """The fewest letters that tell names apart: White and Black are W and B, Player1 and Player2 are 1 and 2."""
    digits = ["".join(c for c in n if c.isdigit()) for n in names]
    if len(names) > 1 and all(digits) and len(set(digits)) == len(names):
        return dict(zip(names, digits, strict=True))
    for length in range(1, max(map(len, names), default=1) + 1):
        cut = [n[:length] for n in names]
        if len({c.lower() for c in cut}) == len(names):
            return dict(zip(names, cut, strict=True))
    return {n: n for n in names}


class Marks:
    """The marks of one game. Without colour, marks say whose a piece is in letters."""

    def __init__(self, game: Game, colour: bool) -> None:
        self.game = game
        self.known = Known()  # what the seat that looks can work out
        self.palette = Palette(game.seats)
        self.colour = colour
        self.seats = short_names(game.seats)
        self._kinds = {k.name: k for k in game.program.kinds}
        self._signs = {name: signs(sym) for name, sym in game.world.kinds.items()}
        self._alone = sum(1 for k in game.program.kinds if k.owners) == 1

    def owner(self, name: str | None) -> str:
        """The short name of an owner."""
        return "" if name is None else self.seats.get(name, name[:2])

    # ------------------------------------------------------------ single pieces

    def piece(self, piece: PieceView, holder: str | None = None) -> Mark:
        """The mark of a piece as a seat sees it. In a place of its owner's (`holder`) it need not say whose it is."""
        style = self.palette.chip(piece.owner)
        sign = self._sign(piece)
        if sign:
            return Mark(sign, sign, style)
        owner = None if piece.owner == holder else piece.owner
        if piece.name:
            mark = self._owned(piece.name, piece.name, owner, style)
            back, worth = self._back(piece), self._worth(piece)
            under = ", ".join(x for x in (back, *(_amount(value, name) for name, value in worth.items())) if x)
            return replace(mark, under=under, brief=" ".join(x for x in (back, *worth.values()) if x))
        if self._hidden(piece):
            attributes = self._kinds[piece.kind].attributes
            told = {a: v for a, v in piece.attributes.items() if a in attributes}
            known = ", ".join(v for a, v in told.items() if attributes[a].table is not None or v not in NOTHING)
            if known:
                return Mark(f"({known})", f"({known[:1]})", HIDDEN)
            kind = piece.kind
            return Mark(f"({kind}?)", "?", HIDDEN, forms=(f"{kind}?", f"{kind[:4]}?", f"{kind[:2]}?", f"{kind[:1]}?"))
        if piece.id:
            name = piece.id.removeprefix(f"{piece.owner}_").replace("_", " ")
            if self.game.world.kinds[piece.kind].dice and "face" in piece.attributes:
                name = f"{name}: {piece.attributes['face']}"
            return self._owned(name, name, owner, style)
        mark = self.equal(piece.kind, piece.owner)
        flags = self._flags(piece)
        return replace(mark, long=mark.long + flags, short=mark.short + flags, under=self.details(piece, values=True), tail="")

    def remembered(self, mark: Mark) -> Mark:
        """A piece that lies hidden, and that this seat has seen before: others may not know what it is."""
        return replace(mark, long=f"({mark.long})", style=HIDDEN, forms=(mark.long,), under="", brief="", tail="")

    def details(self, piece: PieceView, *, values: bool = False) -> str:
        """What is printed on a piece besides its name; with or without the names of the attributes."""
        attributes = self._kinds[piece.kind].attributes
        printed = {n: v for n, v in piece.attributes.items() if n in attributes and attributes[n].table is not None}
        told = {n: v for n, v in printed.items() if v not in NOTHING and v != piece.name}
        return ", ".join(told.values()) if values else " · ".join(f"{n.replace('_', ' ')} {v}" for n, v in told.items())

    def plain(self, piece: PieceView) -> str:
        """A piece by name without its owner, with what is true of it and not of its like: `adventurer (ring)`."""
        attributes = self._kinds[piece.kind].attributes
        true = [n.replace("_", " ") for n, v in piece.attributes.items() if v == "yes" and n in attributes and attributes[n].table is None]
        name = piece.name or (self.piece(piece).long if self._hidden(piece) else self.equal(piece.kind, None).long)
        return f"{name} ({', '.join(true)})" if true else name

    def abstract(self, piece: PieceView, known: Container[str] = ()) -> str:
        """What is printed on a piece in a few words, without what is known anyway. A value of the type `Hue` needs no word if it is
        called `hue`; other values are told with their names."""
        attributes = self._kinds[piece.kind].attributes
        found = []
        for name, value in piece.attributes.items():
            if name not in attributes or attributes[name].table is None or value in NOTHING or value == piece.name or value in known:
                continue
            word, shown = name.replace("_", " "), attributes[name].shown
            if value == "yes":
                found.append(word)
            elif shown.sort == "number":
                found.append(_amount(value, name))
            else:
                found.append(value if shown.sort == "enum" and shown.name.lower() == name else f"{word} {value}")
        return " · ".join(found)

    def _flags(self, piece: PieceView) -> str:
        """The first letters of what is true of a piece and not of its like: a crowned man of White is Wc."""
        attributes = self._kinds[piece.kind].attributes
        return "".join(n[:1] for n, v in piece.attributes.items() if v == "yes" and n in attributes and attributes[n].table is None)

    def _sign(self, piece: PieceView) -> str:
        """The letter that pictures of a board use: `drawn by role from "kqrbnp"`, large for the first seat."""
        letters, attribute = self._signs.get(piece.kind, ("", None))
        value = piece.attributes.get(attribute) if attribute is not None else None
        if attribute is None or value is None:
            return ""
        members = self.game.names._enums.get(self._kinds[piece.kind].attributes[attribute].shown.name, ())
        if value not in members or members.index(value) >= len(letters):
            return ""
        letter = letters[members.index(value)]
        return letter.lower() if piece.owner is not None and piece.owner in self.game.seats[1:2] else letter.upper()

    def _back(self, piece: PieceView) -> str:
        """What a piece shows even when it lies face down matters at a glance when it lies face up, too."""
        shown = self.game.world.kinds[piece.kind].face_down or ()
        return ", ".join(piece.attributes[a] for a in shown if piece.attributes.get(a, piece.name) != piece.name)

    def _worth(self, piece: PieceView) -> dict[str, str]:
        """What a piece scores for its owner as things stand."""
        values = self.known.pieces.get(piece.id or "", {})
        return {name: values[name] for name in self.known.worth if name in values}

    def bags(self, piece: PieceView) -> str:
        """What is printed on a piece as a number of things: what it costs, what it brings."""
        attributes = self._kinds[piece.kind].attributes
        tables = {n: a.table for n, a in attributes.items() if a.table is not None and n in piece.attributes}
        told = [piece.attributes[n] for n, table in tables.items() if table.values and isinstance(table.values[0], tuple)]
        return ", ".join(x for x in told if x not in NOTHING)

    def edges(self, piece: PieceView) -> str:
        """The edges of a tile that roads lead across, such as NES."""
        sym = self.game.world.kinds.get(piece.kind)
        if sym is not None and sym.turning and piece.id in sym.core.ids:
            return _sides(sym, sym.core.ids.index(piece.id), piece.attributes.get("top", "north"))
        return "".join(self.known.sections.get(piece.id or "", ()))

    def _hidden(self, piece: PieceView) -> bool:
        """A piece whose face is not seen: it has no name though its like have names, or lacks what is printed on it."""
        kind = self._kinds[piece.kind]
        printed = [n for n, a in kind.attributes.items() if a.table is not None and n != "name"]
        return any(kind.names) or not all(n in piece.attributes for n in printed)

    def _owned(self, long: str, short: str, owner: str | None, style: str) -> Mark:
        if owner is None or self.colour:
            return Mark(long, short, style)
        sign = self.owner(owner)
        return Mark(f"{long}·{sign}", f"{short[:1]}{sign}", style, tail=f"·{sign}")

    def equal(self, kind: str, owner: str | None) -> Mark:
        """A piece that is like all others of its kind and owner: the owner's letter says enough if no other kind has owners."""
        style = self.palette.chip(owner)
        if owner is not None and self._alone:
            return Mark(self.owner(owner), self.owner(owner), style)
        return self._owned(kind, kind[:1], owner, style)

    # ------------------------------------------------------------ counted pieces

    def counted(self, name: str, number: int, heaped: bool) -> Mark:
        """So many equal pieces: `name` is a kind, or a kind with its owner, as a view has it."""
        kind, _, owner = name.partition(" of ")
        mark = self.equal(kind, owner or None)
        if not heaped:
            return mark
        only = sum(1 for k in self.game.program.kinds if k.counted) == 1 and len(self.game.program.kinds) == 1
        if only and not owner:
            return Mark(str(number), str(number), NOBODY)
        return replace(mark, long=f"{number} {mark.long}", short=f"{number}{mark.short}")

    def heaped(self, name: str) -> bool:
        """Whether several of these can lie on one cell, so that their number matters."""
        return self._kinds[name.partition(" of ")[0]].heaped
