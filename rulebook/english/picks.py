"""Selections in words: `Troop of player in court where not troop.moved` is `your troops in the court that are not marked moved`."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl import types as t
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym
from rulewright.rulebook.author import printed
from rulewright.rulebook.english.meant import element, selected, type_of
from rulewright.rulebook.english.nouns import THAT_PLAYER, Noun, Odd, Test
from rulewright.rulebook.english.passes import clause, items_of, location, value
from rulewright.rulebook.english.speech import Local, Speech
from rulewright.rulebook.text import mark, plain
from rulewright.rulebook.words import a, is_plural, plural, spoken

ON = frozenset({"board", "map", "table", "track", "mat", "display"})


@dataclass(frozen=True, slots=True)
class Pick:
    """A selection, taken apart."""

    name: str  # under which its element is bound
    noun: str
    inner: Speech  # with the element bound
    owner: Noun | None = None
    place: str = ""
    where: Test | None = None
    measure: str = ""
    whole: Noun | None = None  # for the elements of something: that something
    type: t.Type | None = None
    alias: str = ""  # another name than the noun, under which the element is spoken of

    def tail(self, many: bool) -> str:
        found = f" {self.place}" if self.place else ""
        if self.where is not None:
            that, which = ("who", "whom") if isinstance(self.type, t.Player) else ("that", "which")
            relative = self.where.relative(self.name, many, that) if self.name else None
            found += f" {relative}" if relative else f" for {which} {self.where.text()}"
        return found + self.measure

    @property
    def plain(self) -> bool:
        return not self.place and self.where is None and not self.measure

    def one(self, open: bool = True) -> str:
        """Any one of them: `a tile in the land`, `one of your troops`."""
        if self.whole is not None:
            return f"one of {self.whole.text}{self.tail(False)}"
        if self.owner is not None:
            if not open:
                return f"{a(self.noun)} {'of yours' if self.owner.second else f'of {self.owner.text}'}{self.tail(False)}"
            return f"one of {self.owner.poss} {plural(self.noun)}{self.tail(False)}"
        if isinstance(self.type, t.Number) and self.type.bounded:
            what = f"a number of {self.noun}" if is_plural(self.noun) else a(self.noun)
            return f"{what} ({self.type.low} to {self.type.high}){self.tail(False)}"
        return f"{a(self.noun)}{self.tail(False)}"

    def bare(self, many: bool = False, named: bool = False) -> str:
        """Without an article, for `each` and numbers: `troop of yours in the court`. `named` tells its other name as well."""
        if self.whole is not None:
            return f"of {self.whole.text}{self.tail(many)}"
        noun = plural(self.noun) if many else self.noun
        if self.alias and (named or (self.where is not None and self.where.relative(self.name, many) is None)):
            noun += f" (the {mark('name', self.alias)})"
        if self.owner is None:
            return f"{noun}{self.tail(many)}"
        return f"{noun} {'of yours' if self.owner.second else f'of {self.owner.text}'}{self.tail(many)}"

    def many(self) -> str:
        """All of them: `your troops in the court`."""
        if self.whole is not None:
            return f"{self.whole.text}{self.tail(True)}"
        if self.owner is not None and self.owner.short:
            return f"{self.owner.poss} {plural(self.noun)}{self.tail(True)}"
        return self.bare(True)

    def the(self) -> str:
        if self.whole is not None:
            return f"the only one of {self.whole.text}{self.tail(False)}"
        if self.owner is not None and self.owner.short:
            return f"{self.owner.poss} {self.noun}{self.tail(False)}"
        return f"the {self.bare()}"


def pick(sp: Speech, node: e.Sel | e.Expr) -> Pick:
    """Take a selection apart. Its source is read outside of its own binding, its condition inside."""
    sel = node if isinstance(node, e.Sel) else e.Sel(node.span, node, None, None, None, None)
    sp.record.seen.add(sel.span)
    binds = selected(sp, node)
    type, name = (binds.type, binds.name) if binds is not None else (None, sel.alias or "")
    if isinstance(sel.source, e.In) and isinstance(sel.source.left, e.Kind) and sel.source.left.name == "Number":
        type = None  # the numbers are listed
    noun, owner, place, whole = _source(sp, sel)
    if sel.alias and sel.alias != noun and not _same(sel.alias, noun):
        called = Noun(f"the {mark('name', spoken(sel.alias))}")
    else:
        called = THAT_PLAYER if isinstance(type, t.Player) else Noun(f"the {noun}")
    if isinstance(type, t.SetOf):
        called = Noun(f"the {noun}")
    inner = sp.bind(name, called, type) if name else sp
    if isinstance(type, t.Player) and name != "player":
        inner = sp.bind(name, Noun(f"the {spoken(name)}"), type)
    where = None
    if sel.where is not None:
        where = clause(inner, sel.where)
    measure = ""
    if sel.best is not None:
        word, what = sel.best
        key = value(inner, what)
        extreme = ("most" if word == "most" else "fewest") if key.many and not key.joined else "greatest" if word == "most" else "least"
        measure = f" with the {extreme} {_bare_measure(key, called)}"
        if type_of(inner, what) == t.FLAG:
            measure = f", preferably one for which {clause(inner, what).text()}"
    alias = spoken(sel.alias) if sel.alias and spoken(sel.alias) != noun else ""
    return Pick(name, noun, inner, owner, place, where, measure, whole, type, alias)


def _same(alias: str, noun: str) -> bool:
    return spoken(alias) == noun


def _bare_measure(key: Noun, called: Noun) -> str:
    """`the tile’s value` of the tile itself is just its value."""
    text = key.text
    for start in (f"{called.poss} ", f"{called.text}’s ", "their ", "the "):
        if text.startswith(start):
            return text.removeprefix(start)
    return text


def _source(sp: Speech, sel: e.Sel) -> tuple[str, Noun | None, str, Noun | None]:
    """Noun, owner, place and, for the elements of something, the something."""

    match sel.source:
        case e.Kind():
            sp.see(sel.source)
            return kind_noun(sp, sel.source.name), None, "", None
        case e.Of(_, e.Kind() as kind, owner):
            sp.see(kind)
            return kind_noun(sp, kind.name), _owner(sp, owner), "", None
        case e.In(_, e.Kind() as kind, within):
            sp.see(kind)
            noun = kind_noun(sp, kind.name)
            if kind.name == "Number" and isinstance(within, e.Braces):
                return noun, None, f"out of {items_of(sp, within, 'and')}", None
            return noun, None, _where(sp, within, kind.name, noun), None
        case e.In(_, e.Of(_, e.Kind() as kind, owner), within):
            sp.see(kind)
            noun = kind_noun(sp, kind.name)
            return noun, _owner(sp, owner), _where(sp, within, kind.name, noun), None
        case e.In(_, e.Word(_, name) as word, within):
            sp.see(word)
            noun = "direction" if isinstance(element(type_of(sp, within)), t.Way) else spoken(name)
            if isinstance(within, e.Braces):
                return noun, None, f"out of {items_of(sp, within, 'and')}", None

            spot = location(sp, within)
            if spot is not None and isinstance(element(type_of(sp, within)), t.Cell):
                return noun, None, spot, None
            among = value(sp, within)
            if _names_all(among, noun):
                return noun, None, "", None
            start = f"the {plural(noun)} "
            if plain(among.text).startswith(start) and among.text.startswith(start):
                return noun, None, among.text.removeprefix(start), None
            return noun, None, among_phrase(sp, within, among), None
        case other:
            among = value(sp, other)
            return element_noun(sp, element(type_of(sp, other))), None, "", among


def _names_all(among: Noun, noun: str) -> bool:
    """`road in roads`: the name of the whole says it already."""
    return plain(among.text) in {f"the {plural(noun)}", plural(noun)} or among.text == "all directions"


def _owner(sp: Speech, node: e.Expr) -> Noun:

    return value(sp, node)


def kind_noun(sp: Speech, name: str) -> str:
    if name in sp.world.kinds or name in sp.world.enums:
        sp.record.terms.add(name)
    if name == "Way":
        return "direction"
    return printed(sp.world, name) or spoken(name)


def element_noun(sp: Speech, type: t.Type | None) -> str:
    match t.bare(type) if type is not None else None:
        case t.Piece(kinds) if len(kinds) == 1:
            return kind_noun(sp, next(iter(kinds)))
        case t.Player():
            return "player"
        case t.Cell(_, word):
            return spoken(word)
        case t.Way():
            return "direction"
        case t.Number():
            return "number"
        case t.Name():
            return "name"
        case t.Enum(name, _) if name[:1].isupper():
            return spoken(name)
        case t.Line(_, word, _):
            return word.lower()
        case _:
            return "one"


# ---------------------------------------------------------------- where things are


def preposition(place: PlaceSym) -> str:
    return "on" if place.name in ON or (place.core.shape in {"grid", "hex_grid"} and place.name not in {"city", "land"}) else "in"


def cell_preposition(sp: Speech, type: t.Cell) -> str:
    """Pieces stand on a cell of a grid, and lie in any other place."""
    shapes = {sp.world.places[p].core.shape for p in type.places if p in sp.world.places}
    return "on" if shapes & {"grid", "hex_grid", "open_grid"} else "in"


def _where(sp: Speech, within: e.Expr, kind: str, noun: str) -> str:
    """Where the pieces (or cells) of a selection are."""

    world = sp.world
    if isinstance(within, e.Word) and within.name in world.places and within.name not in sp.names:
        sp.see(within)
        place = world.places[within.name]
        text = value(sp, within).text
        if place.board is not None and kind not in world.kinds:
            return f"of {text}"
        return f"{preposition(place)} {text}"
    spot = location(sp, within)
    if spot is not None:
        return spot
    here = _where_it_is(sp, within)
    if here and kind in world.kinds:
        return here
    found = value(sp, within)
    type = type_of(sp, within)
    if kind in world.kinds:
        if isinstance(within, e.Word) and within.name in sp.names and isinstance(element(type), t.Piece):
            return f"of {found.text}"
        return _pieces_in(sp, found, type)
    if isinstance(type, t.SetOf | t.ListOf):
        return f"of {found.text}"
    _ = noun
    return f"in {found.text}" if not isinstance(t.bare(type) if type else None, t.Piece) else f"under {found.text}"


def _where_it_is(sp: Speech, within: e.Expr) -> str:
    """`tile.place` is where the tile is."""

    match within:
        case e.Dot(_, base, "place", _) | e.Of(_, e.Word(_, "place"), base):
            sp.see(within)
            who = value(sp, base)
            return f"where {who.text} {'are' if who.many or who.second else 'is'}"
        case _:
            return ""


def _pieces_in(sp: Speech, found: Noun, type: t.Type | None) -> str:
    if found.text.startswith("("):  # a cell by its coordinates
        return f"on {found.text}"
    inner = element(type)
    if isinstance(inner, t.Cell):
        return f"in {found.text}"
    if isinstance(inner, t.Piece):
        return f"among {found.text}"
    bare = t.bare(type) if type is not None else None
    if isinstance(bare, t.Cell):
        return f"{cell_preposition(sp, bare)} {found.text}"
    if isinstance(bare, t.Piece):
        return f"on {found.text}"
    return f"in {found.text}"


def among_phrase(sp: Speech, within: e.Expr, found: Noun) -> str:
    type = type_of(sp, within)
    if isinstance(within, e.Word) and within.name in sp.names:
        return f"of {found.text}"
    _ = type
    return f"among {found.text}"


def inside(sp: Speech, within: e.Expr) -> str:
    """`in your hand`, `on the board`, `beside the tile`: where something is asked to be."""

    if isinstance(within, e.Word) and within.name in sp.world.places and within.name not in sp.names:
        place = sp.world.places[within.name]
        return f"{preposition(place)} {value(sp, within).text}"
    spot = location(sp, within)
    if spot is not None:
        return spot
    if isinstance(within, e.Braces):
        return f"one of {items_of(sp, within, 'and')}"
    found = value(sp, within)
    type = type_of(sp, within)
    if isinstance(within, e.Word) and within.name in sp.names and isinstance(element(type), t.Piece):
        return f"part of {found.text}"
    if isinstance(type, t.SetOf | t.ListOf | t.BagOf):
        return f"{'in' if isinstance(within, e.Of) else 'among'} {found.text}"
    return _pieces_in(sp, found, type)


# ---------------------------------------------------------------- how many there are


def there_are(sp: Speech, found: Pick, quantity: str, many: bool, none: bool = False) -> tuple[Noun, str, str]:
    """Subject, verb and rest: `you have at least 2 troops …`, or `there is a tile …`."""
    noun = plural(found.noun) if many else found.noun
    _ = none
    if found.whole is not None:
        return Noun("there", many), "be", f"{quantity} {noun} among {found.whole.text}{found.tail(many)}"
    if found.owner is not None and not isinstance(found.where, Odd):
        return found.owner, "have", f"{quantity} {noun}{found.tail(many)}"
    return Noun("there", many), "be", f"{quantity} {found.bare(many)}"


def looks_plural(name: str) -> bool:
    return is_plural(spoken(name))


def some_of(name: str, number: Noun) -> str:
    """`1 crown`, `3 crowns`, `2 fame`"""
    return name[:-1] if number.text == "1" and name.endswith("s") and looks_plural(name) else name


def local(noun: str, type: t.Type | None) -> Local:
    return Local(Noun(f"the {noun}"), type)
