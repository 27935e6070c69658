"""Selections: `Troop of player in court as other where not troop.moved`.

A selection becomes clauses that run through its elements with the element bound to a name; quantifiers, loops, decisions and
parameters of actions all take it from there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import find
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr, test
from rulewright.dsl.check.understood import bound, converted, made, part, understood
from rulewright.dsl.declare.routines import name_type
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import selections as code
from rulewright.dsl.lower import state
from rulewright.dsl.lower.expressions import source as code_of
from rulewright.dsl.lower.values import ZERO, Clauses, Code, Value, placed
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, snake


@dataclass(slots=True)
class Selection:
    cx: Context  # with the element bound
    clauses: Clauses
    value: Value  # the element
    elem: t.Scalar
    bound: int
    ordered: bool = False
    canonical: bool = False
    unique: bool = True
    weight: Code | None = None  # how many equal pieces the element stands for
    name: str = ""
    meaning: m.Selection | None = None
    source: m.Selection | None = None  # the same, before its condition

    def narrowed(self, test: m.Expr) -> m.Selection:
        """What it means with one condition more."""
        assert self.meaning is not None
        old = self.meaning
        where = test if old.where is None else m.Logic(test.span, t.FLAG, "and", (old.where, test))
        return replace(old, where=where)

    @property
    def element(self) -> Code:
        assert self.value.expr is not None
        return self.value.expr

    def where(self, test: Code, span: int = -1) -> Selection:
        return replace(self, clauses=code.only_if(self.clauses, test, span))


def running(
    cx: Context,
    name: str,
    elem: t.Scalar,
    span: Span,
    within: Value | None,
    kind: str = "",
    owner: Value | None = None,
    type: t.Type | None = None,
    free: bool = False,
) -> Selection:
    """A selection of what is run through, in a place where the element is bound. A `free` name may be one that is taken."""
    node = m.Selection(
        span,
        kind,
        part(cx, owner) if owner is not None else None,
        part(cx, within) if within is not None else None,
        m.Binding(name, type or elem),
        elem,
        None,
        None,
    )
    run = code_of(cx, node)
    value = Value(type or run.elem, run.element)
    if name:
        cx = cx.bind(name, value) if free else bind(cx, name, value, span)
    return Selection(cx, run.clauses, value, run.elem, run.bound, run.ordered, run.canonical, True, run.weight, name, source=node)


def select(cx: Context, sel: e.Sel, used: bool = True) -> Selection | None:
    """The whole selection, with its condition or measure. `used`: whether the name of the element is used outside of it."""
    if not used and sel.where is None and sel.best is None:
        cx = cx.noticing(True)
    found = source(cx, sel.source, sel.alias, sel)
    if found is None:
        return None
    found.clauses = placed(found.clauses, cx.span(sel.span))
    if found.meaning is None:  # else it is bound already, by the selection inside of it
        found.value.meaning = bound(cx, sel, found.name, found.value.type)
    if sel.where is not None:
        found = found.where(test(found.cx, sel.where), cx.span(sel.where.span))
    elif sel.best is not None:
        found = _best(cx, sel, found)
    if found is not None:
        found.meaning = selection_meant(cx, sel, found)
        cx.world.selections[id(sel)] = (sel, found.meaning)
        run(cx, found)
        if sel.where is None and sel.best is None and sel.alias is None:
            cx.world.selections[id(sel.source)] = (sel.source, found.meaning)
    return found


def run(cx: Context, found: Selection) -> None:
    """Remember how a selection is run through, for whatever is made of it."""
    assert found.meaning is not None
    cx.routine.runs[id(found.meaning)] = (found.meaning, found)


def selection_meant(cx: Context, sel: e.Sel, found: Selection) -> m.Selection:
    """What a selection means: the kind, its owner, where, and which of those."""
    assert isinstance(found.value.meaning, m.Local)
    binds = found.value.meaning.binding
    where = understood(cx, sel.where) if sel.where is not None else None
    best = (sel.best[0], understood(cx, sel.best[1])) if sel.best is not None else None
    source = sel.source
    if isinstance(source, e.Many) and found.meaning is not None:  # `all …`, selected from once more
        inner = replace(found.meaning, binds=binds, best=best)
        return inner if where is None else replace(found, meaning=inner).narrowed(where)
    assert found.source is not None
    kind = found.source.kind
    if isinstance(source, e.In) and isinstance(source.left, e.Kind):
        kind = source.left.name
    return replace(found.source, span=sel.span, kind=kind, binds=binds, where=where, best=best)


def _best(cx: Context, sel: e.Sel, found: Selection) -> Selection | None:
    """Only those with the greatest or least measure: gathered first, then run through again."""

    assert sel.best is not None
    word, measure = sel.best
    key = coerce.measure(found.cx, expr(found.cx, measure), measure.span)
    gathered, first = code.best(cx, word, found.elem, found.clauses, found.element, key)
    again = source(cx, sel.source, sel.alias, sel)
    if again is None:
        return None
    again.value.meaning = found.value.meaning
    return replace(again, clauses=code.again(gathered, first, again.clauses, again.element))


def source(cx: Context, node: e.Expr, alias: str | None, sel: e.Sel) -> Selection | None:
    """What a selection runs through, before its condition."""
    match node:
        case e.Kind(_, name) if is_kind(cx, name):
            return _kind(cx, node, None, None, alias, sel)
        case e.Of(_, e.Kind(_, name) as kind, owner) if is_kind(cx, name):
            return _kind(cx, kind, owner, None, alias, sel)
        case e.In(_, e.Kind(_, name) as kind, within) if is_kind(cx, name):
            return _kind(cx, kind, None, within, alias, sel)
        case e.In(_, e.Of(_, e.Kind(_, name) as kind, owner), within) if is_kind(cx, name):
            return _kind(cx, kind, owner, within, alias, sel)
        case e.In(_, e.Word(_, name) as said, within):
            found = _elements(cx, within, alias or name, name)
            return found if found is None or alias in {None, name} or _is_such(cx, said, found.elem, alias or "") else None
        case e.Many(_, "all", None, inner) if inner.best is None:
            found = select(cx, replace(inner, alias=alias) if alias is not None else inner)
            if found is not None and found.meaning is not None:
                type = t.ListOf(found.elem, found.bound) if found.ordered else t.SetOf(found.elem)
                cx.world.understood[id(node)] = (node, m.Gather(node.span, type, found.meaning))
            return found
        case e.In(_, e.Kind(_, "Number"), within):
            return _elements(cx, within, alias or "number", "")
        case e.In(_, e.Kind(span, name), _):
            known = [*cx.world.kinds, *cx.world.enums, *sorted(cx.world.cell_kinds()), "Player"]
            cx.world.unknown(
                codes.UNKNOWN_NAME, f"There is no kind `{name}`.", name, span, known, help=f"Choose one of: {', '.join(known)}."
            )
            return None
    return None if _only_one(cx, node) else _elements(cx, node, alias or "", "")


def _only_one(cx: Context, node: e.Expr) -> bool:
    """`each player`, `each deck`: a name of one thing is nothing to run through."""
    if not isinstance(node, e.Word | e.Of):
        return False
    value = expr(cx.noticing(False), node)
    if not isinstance(value.type, t.Player | t.Cell | t.Piece) or value.expr is None:
        return False
    place = coerce.place_of_type(cx, value.type)
    kinds = [k.name for k in cx.world.kinds.values() if place is not None and place.board is None and k.core.number in place.core.limits]
    text = cx.world.sources.text(node.span)
    help = "Name what there is several of: `each Card in …`."
    if kinds:
        help = f"For what lies there write `{kinds[0]} in {text}`."
    if isinstance(value.type, t.Player):
        help = "Write `each Player` for all of them, or leave `each` out."
    one = "player" if isinstance(value.type, t.Player) else "place" if kinds else "thing"
    cx.error(codes.TYPE_MISMATCH, f"`{text}` is one {one}.", node.span, help)
    return True


def _is_such(cx: Context, said: e.Word, elem: t.Scalar, alias: str) -> bool:
    """Whether the elements, which get another name, are what the word before `in` calls them; told if not."""
    sort = name_type(cx.world, said.name)
    if sort is not None and t.join(sort, elem) is not None:
        return True
    message = f"`{said.name}` says nothing here: each of these is {elem}."
    cx.error(codes.UNKNOWN_NAME, message, said.span, f"Call each of them by one name: `{alias} in …`.")
    return False


def is_kind(cx: Context, name: str) -> bool:
    world = cx.world
    return (
        name in world.kinds
        or name in world.enums
        or name == "Player"
        or name in world.cell_kinds()
        or name in {"Row", "Column", "Cell", "Way"}
    )


def _elements(cx: Context, node: e.Expr, name: str, word: str) -> Selection | None:
    """`road in roads`, `hero in group`, or just the elements of something."""

    value = expr(cx.noticing(False), node)
    if isinstance(value.type, t.BagOf) and isinstance(value.type.elem, t.Enum) and word in value.type.elem.members:
        text = cx.world.sources.text(node.span)
        how = f"{text}({word})" if isinstance(node, e.Word | e.Dot) else f"let goods = {text}` and then `goods({word})"
        message = f"`{word}` is a {value.type.elem.name}, not a name for each of them."
        cx.error(codes.WRONG_ARGUMENTS, message, node.span, f"How many there are is `{how}`.")
        return None
    if isinstance(value.type, t.GroupsOf) and value.expr is not None:
        return running(cx, name, value.type.elem, node.span, value, type=t.SetOf(value.type.elem), free=True)
    if isinstance(value.type, t.BagOf) and value.expr is not None:
        return bag_elements(cx, value, name, node.span)
    return among(cx, value, name, word, node.span)


def bag_elements(cx: Context, value: Value, name: str, span: Span) -> Selection:
    assert isinstance(value.type, t.BagOf) and value.expr is not None
    elem = value.type.elem
    if name in cx.names or (isinstance(elem, t.Enum) and name in elem.members):
        text = cx.world.sources.text(span)
        message = (
            f"`{name}` is one {elem.name}, so this would not count it." if isinstance(elem, t.Enum) else f"`{name}` is a name already."
        )
        cx.error(codes.SHADOWED_NAME, message, span, f"How many of it there are is `{text}({name})`.")
    return running(cx, name, elem, span, value, free=True)


def among(cx: Context, value: Value, name: str, word: str, span: Span) -> Selection | None:
    """The elements of something; a `word` that is the name of a kind picks those of that kind."""
    many = coerce.many(cx, value, span)
    if many is None:
        return None
    elem = many.elem
    expected = name_type(cx.world, word) if word and word not in cx.names else None
    if expected is not None and isinstance(elem, t.Piece) and isinstance(expected, t.Piece) and expected.kinds < elem.kinds:
        elem = expected
    return running(cx, name, elem, span, value)


def bind(cx: Context, name: str, value: Value, span: Span) -> Context:
    """Bind the element. A name in use is not taken away from what it means, except for the player, who may change."""
    if name in cx.names and name != "player" and not cx.quiet:
        cx.world.error(
            codes.SHADOWED_NAME,
            f"`{name}` means something else here already.",
            span,
            help=f"Give this one another name: `… as other_{name}`.",
        )
    return cx.bind(name, value)


# ---------------------------------------------------------------- kinds


def _kind(cx: Context, kind: e.Kind, owner: e.Expr | None, within: e.Expr | None, alias: str | None, sel: e.Sel) -> Selection | None:

    world = cx.world
    name = alias or snake(kind.name)
    inside = expr(cx.noticing(False), within) if within is not None else None
    if inside is not None and coerce.is_poison(inside):
        return None
    if kind.name in world.kinds:
        sym = world.kinds[kind.name]
        holder: Value | None = None
        if owner is not None:
            wanted = t.Maybe(state.owner_type(world, sym))
            holder = coerce.convert(cx, expr(cx, owner, wanted), wanted, owner.span)
            coerce.scalar(cx, holder, owner.span)
        if not _holds(cx, sym, inside, within.span if within is not None else kind.span):
            return None
        if inside is not None and (sym.core.heaped or not sym.core.counted) and isinstance(t.bare(inside.type), t.Piece):
            inside = coerce.target(cx, inside, kind.span)
        return running(cx, name, t.Piece(frozenset({sym.name})), kind.span, inside, kind.name, holder)
    if owner is not None:
        return _owned_by_attribute(cx, kind, owner, inside, name, sel)
    if kind.name == "Player":
        return _simple(cx, t.PLAYER, inside, name, kind)
    if kind.name in world.enums:
        elem = world.enums[kind.name]
        assert isinstance(elem, t.Scalar)
        return _simple(cx, elem, inside, name, kind)
    if kind.name in {"Row", "Column"}:
        return _lines(cx, kind, inside, name)
    if kind.name == "Way":
        elem_ = name_type(world, "way")
        assert isinstance(elem_, t.Scalar)
        return _simple(cx, elem_, inside, name, kind)
    return _cells(cx, kind, inside, name)


def _owned_by_attribute(cx: Context, kind: e.Kind, owner: e.Expr, inside: Value | None, name: str, sel: e.Sel) -> Selection | None:
    """`Colour of player`: members of a type that has an owner attribute."""

    found = _cells(cx, kind, inside, name) if kind.name in world_cells(cx) else _kind_in(cx, kind, inside, name, sel)
    if found is None or found.source is None:
        return None
    found.value.meaning = bound(cx, sel, name, found.value.type)
    shared = isinstance(found.elem, t.Cell) and any(cx.world.places[p].sides for p in found.elem.places if p in cx.world.places)
    for attr in ("side",) if shared else ("owner", "player", "side"):
        value = find(found.cx, found.value, attr, kind.span)
        if value is not None and value.expr is not None:
            wanted = coerce.convert(cx, expr(cx, owner), value.type, owner.span)
            whose = made(cx, m.Same(owner.span, t.FLAG, part(cx, value), part(cx, wanted)))
            assert whose.expr is not None
            return replace(found.where(whose.expr), source=replace(found.source, owner=part(cx, wanted), whose=part(cx, whose)))
    cx.error(codes.UNKNOWN_ATTRIBUTE, f"A {kind.name} has no owner.", kind.span, f"Write `each {kind.name} has owner: Player`.")
    return None


def world_cells(cx: Context) -> set[str]:
    return cx.world.cell_kinds() | {"Cell"}


def _kind_in(cx: Context, kind: e.Kind, inside: Value | None, name: str, sel: e.Sel) -> Selection | None:
    """Values of a type, or those of them in a set."""
    elem = cx.world.enums.get(kind.name)
    if inside is None or not isinstance(elem, t.Scalar):
        return _kind(cx, kind, None, None, name, sel)
    return _simple(cx, elem, inside, name, kind)


def _simple(cx: Context, elem: t.Scalar, inside: Value | None, name: str, kind: e.Kind) -> Selection | None:
    """All values of a type, or those in a set of them."""
    if inside is None:
        return running(cx, name, elem, kind.span, None, kind.name)
    if isinstance(inside.type, t.BagOf):
        return _called(bag_elements(cx, inside, name, kind.span), kind)
    many = coerce.many(cx, inside, kind.span)
    if many is None:
        return None
    if t.join(many.elem, elem) is None:
        coerce.mismatch(cx, inside, f"a set of {t.plural(elem)}", kind.span)
        return None
    return _called(among(cx, inside, name, "", kind.span), kind)


def _called(found: Selection | None, kind: e.Kind) -> Selection | None:
    """Elements of something, under the name of their kind."""
    if found is not None and found.source is not None:
        found.source = replace(found.source, kind=kind.name)
    return found


def _lines(cx: Context, kind: e.Kind, inside: Value | None, name: str) -> Selection | None:
    place = inside.whole if inside is not None else (cx.world.boards()[0] if len(cx.world.boards()) == 1 else None)
    if place is None or place.board is None or not (place.board.square or place.board.shape == "hex_grid"):
        cx.error(codes.AMBIGUOUS, f"A {kind.name.lower()} of which board?", kind.span, f"Write `{kind.name} in board`.")
        return None
    count = place.board.height if kind.name == "Row" else place.board.width
    return running(cx, name, t.Line(place.name, kind.name, count), kind.span, inside, kind.name)


def _cells(cx: Context, kind: e.Kind, inside: Value | None, name: str) -> Selection | None:
    if inside is None:
        boards = [p for p in cx.world.boards() if p.core.cell_kind == kind.name or (kind.name == "Cell" and p.edges_of is None)]
        if len(boards) != 1:
            cx.error(codes.AMBIGUOUS, f"Where is this {kind.name}?", kind.span, f"Write `{kind.name} in board`.")
            return None
        return running(cx, name, t.Cell(frozenset({boards[0].name}), kind.name), kind.span, None, kind.name)
    if isinstance(t.element(inside.type), t.Piece) or isinstance(t.bare(inside.type), t.Piece):
        inside = places_of(cx, inside, kind.span)
    many = coerce.many(cx, inside, kind.span)
    if many is None:
        return None
    if not isinstance(many.elem, t.Cell):
        coerce.mismatch(cx, inside, "a board, a place or a set of cells", kind.span)
        return None
    return _called(among(cx, inside, name, "", kind.span), kind)


def places_of(cx: Context, pieces: Value, span: Span) -> Value:
    """The cells on which pieces stand."""
    inner = coerce.many(cx, pieces, span)
    if inner is None or not isinstance(inner.elem, t.Piece):
        return pieces
    elem = state.location_type(cx.world, inner.elem, state.SURFACES)
    assert isinstance(elem, t.Cell)
    return converted(cx, pieces, "places", t.SetOf(elem))


# ---------------------------------------------------------------- pieces


def _holds(cx: Context, sym: KindSym, inside: Value | None, where: Span) -> bool:
    """Whether pieces of a kind can be there at all; told if not."""
    if inside is None or inside.whole is not None:
        return True
    single = sym.core.counted and not sym.core.heaped
    inner = t.bare(inside.type)
    if isinstance(inner, t.Piece) and not single:
        inside = coerce.target(cx, inside, where)
        inner = t.bare(inside.type)
    if isinstance(inner, t.Cell):
        return sym.core.counted or _can_hold(cx, sym, inside.type, where)
    many = coerce.many(cx, inside, where)
    if many is None:
        return False
    if not isinstance(many.elem, t.Cell if sym.core.heaped else t.Cell | t.Piece):
        help = "Pieces that are all alike are told by where they lie: write the places in braces, `{left, right}`."
        coerce.mismatch(cx, inside, "a place, a cell or a set of them", where, help if isinstance(many.elem, t.Piece) else "")
        return False
    if sym.core.counted or code.piece_by_piece(sym, many):
        return True
    if isinstance(many.elem, t.Piece):
        if not many.elem.kinds or sym.name in many.elem.kinds:
            return True
        return _can_hold(cx, sym, coerce.target(cx, Value(many.elem, ZERO), where).type, where)
    return _can_hold(cx, sym, many.elem, where)


def _can_hold(cx: Context, sym: KindSym, type: t.Type, where: Span) -> bool:
    place = coerce.place_of_type(cx, type)
    if place is None or sym.core.number in place.core.limits:
        return True
    cx.error(codes.CANNOT_HOLD, f"`{place.name}` never holds a {sym.name}.", where)
    return False
