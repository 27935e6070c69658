"""What kind of thing an expression stands for, as far as wording depends on it. It never fails: what is not clear is None."""

from __future__ import annotations

from typing import assert_never

from rulewright.core.boards import HEX_WAYS, SQUARE_WAYS
from rulewright.dsl import types as t
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym, World, snake
from rulewright.rulebook.english.speech import Speech

CELLS = frozenset(
    {
        "beside",
        "diagonals",
        "around",
        "neighbours",
        "leaps",
        "ahead",
        "diagonals_ahead",
        "diagonals_behind",
        "ray",
        "line",
        "slides",
        "run",
        "between",
        "row",
        "rows",
        "sides",
        "clockwise",
        "connected",
        "ends",
    }
)
CELL = frozenset({"behind", "before", "step", "mirrored"})
NUMBER = frozenset({"min", "max", "size", "triangle", "abs", "distance", "matched", "count"})
FLAG = frozenset({"repeated", "aligned", "connects"})


def ways(world: World) -> tuple[str, ...]:
    hexagonal = any(p.board is not None and p.board.shape == "hex_grid" for p in world.places.values())
    return HEX_WAYS if hexagonal else SQUARE_WAYS


def cell_type(world: World, place: PlaceSym | None = None) -> t.Cell:
    if place is None:
        boards = world.boards()
        place = boards[0] if len(boards) == 1 else None
    return t.Cell(frozenset({place.name}), place.core.cell_kind) if place is not None else t.Cell(frozenset())


def place_type(place: PlaceSym) -> t.Type:
    cell = t.Cell(frozenset({place.name}), place.core.cell_kind)
    return t.SetOf(cell) if place.board is not None else cell


def kind_type(world: World, name: str) -> t.Type | None:
    """What a capital word selects, or stands for."""
    if name in world.program.seats:
        return t.PLAYER
    if name in world.kinds:
        return t.Piece(frozenset({name}))
    if name in world.cell_names:
        return cell_type(world, world.cell_names[name][0])
    if name == "Player":
        return t.PLAYER
    if name in world.enums:
        return world.enums[name]
    boards = [p for p in world.boards() if p.core.cell_kind == name]
    if boards:
        return t.Cell(frozenset(p.name for p in boards), name)
    if name in {"Row", "Column"}:
        return t.Line("", name, 0)
    if name == "Cell":
        return cell_type(world)
    if name == "Way":
        return t.Way(ways(world))
    if name in world.piece_ids:
        return t.Piece(frozenset({world.piece_ids[name][0].name}))
    return None


def is_proper(world: World, name: str) -> bool:
    """Whether a capital word is the name of one thing: a player, a piece, a cell."""
    return name in world.program.seats or name in world.piece_ids or (name in world.cell_names and name not in world.kinds)


def element(type: t.Type | None) -> t.Type | None:
    match type:
        case t.SetOf(elem) | t.ListOf(elem, _) | t.BagOf(elem):
            return elem
        case t.GroupsOf(elem, _):
            return t.SetOf(elem)
        case _:
            return None


def selected(sp: Speech, sel: e.Sel) -> t.Type | None:
    """The type of one element of a selection."""
    head = sel.source
    if isinstance(head, e.In):
        left = head.left
        if isinstance(left, e.Word):
            return element(type_of(sp, head.right))
        head = left
    if isinstance(head, e.Of) and isinstance(head.left, e.Kind):
        head = head.left
    if isinstance(head, e.Kind):
        return kind_type(sp.world, head.name)
    return element(type_of(sp, head))


def bound_name(sel: e.Sel) -> str:
    """The name under which a selection binds its element."""
    if sel.alias:
        return sel.alias
    head = sel.source
    while isinstance(head, e.In | e.Of):
        head = head.left
    match head:
        case e.Kind(_, name):
            return snake(name)
        case e.Word(_, name) if isinstance(sel.source, e.In):
            return name
        case _:
            return ""


def attribute(sp: Speech, base: t.Type | None, name: str) -> t.Type | None:
    """The type of what something has."""
    world = sp.world
    inner = t.bare(base) if base is not None else None
    if name == "rival":
        return t.PLAYER
    if name == "score":
        return t.ANY_NUMBER
    match inner:
        case t.Player():
            if name in world.player_attrs:
                return world.player_attrs[name].type
        case t.Piece(kinds):
            for kind in kinds or world.kinds:
                if kind in world.kinds and name in world.kinds[kind].attrs:
                    return world.kinds[kind].attrs[name].type
        case t.Cell(places):
            for place in places or world.places:
                if place in world.places and name in world.places[place].attrs:
                    return world.places[place].attrs[name].type
        case t.Enum(enum, _):
            found = world.enum_attrs.get(enum, {}).get(name)
            if found is not None:
                return found.type
    if name in {"owner", "side"}:
        return t.Maybe(t.PLAYER)
    if name == "place":
        return cell_type(world)
    if name in {"row", "column"}:
        return t.ANY_NUMBER
    place_sym = world.places.get(name)
    if place_sym is not None:
        return place_type(place_sym)
    define = world.defines.get(name)
    if define is not None:
        return define.type
    if isinstance(inner, t.Cell):  # what stands on it
        for kind_sym in world.kinds.values():
            if name in kind_sym.attrs:
                return kind_sym.attrs[name].type
    if name in CELLS:
        return t.SetOf(cell_type(world))
    for kind_sym in world.kinds.values():
        if kind_sym.word == name:
            return t.Piece(frozenset({kind_sym.name}))
    return None


def _word(sp: Speech, name: str) -> t.Type | None:
    world = sp.world
    if name in sp.names:
        return sp.names[name].type
    if name in {"player", "rival"}:
        return t.PLAYER
    if name in {"yes", "no"}:
        return t.FLAG
    if name in {"none", "nobody", "nothing"}:
        return t.NOTHING
    if name == "everyone":
        return t.SetOf(t.PLAYER)
    if name == "this" and sp.this is not None:
        return sp.this.type
    if sp.this is not None and isinstance(sp.this.type, t.Piece):
        for kind in sp.this.type.kinds:
            if name in world.kinds[kind].attrs:
                return world.kinds[kind].attrs[name].type
    if name in world.game_attrs:
        return world.game_attrs[name].type
    if name in world.options:
        return world.options[name].type
    if name in world.defines:
        return world.defines[name].type
    if name in world.places:
        return place_type(world.places[name])
    for kind_sym in world.kinds.values():
        if kind_sym.word == name:
            return t.Piece(frozenset({kind_sym.name}))
    if name in world.cell_names:
        return cell_type(world, world.cell_names[name][0])
    if name in {"compass", "everywhere", "straight", "diagonal"}:
        return t.SetOf(t.Way(ways(world)))
    if name in ways(world) or name in {"ahead", "behind"}:
        return t.Way(ways(world))
    if name in {"turn_number", "player_count", "score"}:
        return t.ANY_NUMBER
    if name == "die":
        return t.SetOf(t.Number(1, 6))
    for enum in world.enums.values():
        if isinstance(enum, t.Enum) and name in enum.members:
            return enum
    return None


def _call(sp: Speech, node: e.Call) -> t.Type | None:
    match node.function:
        case e.Word(_, name):
            if name in sp.world.defines:
                return sp.world.defines[name].type
            if name in CELLS:
                first = type_of(sp, node.arguments[0]) if node.arguments else None
                if name == "clockwise" and isinstance(first, t.Player):
                    return t.SetOf(t.PLAYER)
                return t.SetOf(cell_type(sp.world))
            if name in CELL:
                return t.Maybe(cell_type(sp.world))
            if name in NUMBER:
                return t.ANY_NUMBER
            if name in FLAG:
                return t.FLAG
            if name in {"next", "previous"} and node.arguments:
                return type_of(sp, node.arguments[0])
            if name in {"toward", "opposite"}:
                return t.Way(ways(sp.world))
            if name in {"ways", "half_ways", "edges_of"}:
                return t.SetOf(t.Way(ways(sp.world)))
            if name == "spot":
                return t.Maybe(cell_type(sp.world))
            if name in {"top", "bottom"} and node.arguments:
                return held(sp, type_of(sp, node.arguments[0]))
            if name == "networks":
                first = element(type_of(sp, node.arguments[0]))
                return t.GroupsOf(first, 1) if isinstance(first, t.Scalar) else None
            if name in {"enclosed", "area"} and node.arguments:
                first = type_of(sp, node.arguments[-1] if name == "enclosed" else node.arguments[0])
                inner = element(first) or first
                return t.SetOf(inner) if isinstance(inner, t.Scalar) else None
            if len(node.arguments) == 1:
                return attribute(sp, type_of(sp, node.arguments[0]), name)
            family = sp.world.player_attrs.get(name)
            return family.type if family is not None else None
        case e.Dot(_, base, name, _):
            return attribute(sp, type_of(sp, base), name)
        case _:
            return None


def held(sp: Speech, type: t.Type | None) -> t.Type | None:
    """What a pile holds."""
    inner = element(type) or (t.bare(type) if type is not None else None)
    if isinstance(inner, t.Cell):
        for name in inner.places:
            kinds = [sp.world.program.kinds[n].name for n in sp.world.places[name].core.limits]
            if len(kinds) == 1:
                return t.Piece(frozenset(kinds))
    return t.Piece(frozenset())


def type_of(sp: Speech, node: e.Expr | e.Sel | None) -> t.Type | None:
    """What the checker found an expression to be; for what was never checked (a part of prose, a word that stands for itself), a guess."""
    found = sp.world.type_of(node)
    return found if found is not None else _guess(sp, node)


def _guess(sp: Speech, node: e.Expr | e.Sel | None) -> t.Type | None:
    match node:
        case None:
            return None
        case e.Sel():
            inner = selected(sp, node)
            return t.SetOf(inner) if isinstance(inner, t.Scalar) else None
        case e.Num():
            return t.ANY_NUMBER
        case e.Word(_, name):
            return _word(sp, name)
        case e.Kind(_, name):
            found = kind_type(sp.world, name)
            if is_proper(sp.world, name):
                return found
            return t.SetOf(found) if isinstance(found, t.Scalar) else None
        case e.Text():
            return t.Name("")
        case e.Braces(_, items):
            first = type_of(sp, items[0][0]) if items else None
            inner = element(first) or first
            return t.SetOf(inner) if isinstance(inner, t.Scalar) else None
        case e.Coords():
            return cell_type(sp.world)
        case e.Call():
            return _call(sp, node)
        case e.Dot(_, base, name, _):
            return attribute(sp, type_of(sp, base), name)
        case e.Of(_, left, right):
            match left:
                case e.Kind(_, name):
                    inner = kind_type(sp.world, name)
                    return t.SetOf(inner) if isinstance(inner, t.Scalar) else None
                case _ if (kind := card_kind(sp.world, left, right)) is not None:
                    return t.Piece(frozenset({kind}))
                case e.Word(_, name):
                    return attribute(sp, type_of(sp, right), name)
                case _:
                    return None
        case e.In(_, left, _):
            head = left.left if isinstance(left, e.Of) else left
            if isinstance(head, e.Kind):
                inner = kind_type(sp.world, head.name)
                return t.SetOf(inner) if isinstance(inner, t.Scalar) else None
            return t.FLAG
        case e.Compare() | e.Logic() | e.Not() | e.Every() | e.Can():
            return t.FLAG
        case e.Arith(_, operator, left, _):
            found = type_of(sp, left)
            return found if operator in "+-" and isinstance(found, t.SetOf | t.BagOf | t.ListOf) else t.ANY_NUMBER
        case e.Minus():
            return t.ANY_NUMBER
        case e.Ternary(_, then, _, other):
            first = type_of(sp, then)
            return first if first is not None and not isinstance(first, t.Nothing) else type_of(sp, other)
        case e.Many(_, quantifier, _, selection):
            inner = selected(sp, selection)
            match quantifier:
                case "count":
                    return t.ANY_NUMBER
                case "some" | "no" | "at least" | "at most" | "exactly":
                    return t.FLAG
                case "all" | "the first":
                    return t.SetOf(inner) if isinstance(inner, t.Scalar) else None
                case _:
                    return inner
        case e.Fold(_, operator, value, selection):
            match operator:
                case "sum":
                    found = type_of(sp, value)
                    inner = element(found)
                    return t.BagOf(inner) if isinstance(inner, t.Scalar) else t.ANY_NUMBER
                case "ranked":
                    inner = selected(sp, selection)
                    return t.ListOf(inner, 1) if isinstance(inner, t.Scalar) else None
                case "tiers":
                    inner = selected(sp, selection)
                    return t.GroupsOf(inner, 1) if isinstance(inner, t.Scalar) else None
                case _:
                    return t.ANY_NUMBER
        case e.After(_, value, _):
            return type_of(sp, value)
        case _:
            assert_never(node)


def card_kind(world: World, left: e.Expr, right: e.Expr) -> str | None:
    """The kind of which `queen of spades` names a card by its values."""
    for sym in world.kinds.values():
        for first, second in (sym.deck, sym.deck[::-1]) if len(sym.deck) == 2 else ():
            if is_value(sym.attrs[first].type, left) and is_value(sym.attrs[second].type, right):
                return sym.name
    return None


def is_value(type: t.Type, node: e.Expr) -> bool:
    match type, node:
        case t.Enum(_, members), e.Word(_, name):
            return name in members
        case t.Number(), e.Num():
            return True
    return False
