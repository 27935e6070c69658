"""Selections: `Troop of player in court as other where not troop.moved`.

A selection becomes clauses that run through its elements with the element bound to a name; quantifiers, loops, decisions and
parameters of actions all take it from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rulewright.core import ir
from rulewright.core.ops import GatherName
from rulewright.core.types import INT, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import find
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.understood import bound, understood
from rulewright.dsl.declare.routines import name_type
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import ONE, ZERO, Clauses, Many, Routine, Value, both, const, has, intersect, placed, prim, recast
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
    weight: ir.Expr | None = None  # how many equal pieces the element stands for
    name: str = ""
    meaning: m.Selection | None = None

    def narrowed(self, test: m.Expr) -> m.Selection:
        """What it means with one condition more."""
        assert self.meaning is not None
        old = self.meaning
        where = test if old.where is None else m.Logic(test.span, t.FLAG, "and", (old.where, test))
        return replace(old, where=where)

    @property
    def element(self) -> ir.Expr:
        assert self.value.expr is not None
        return self.value.expr

    def where(self, test: ir.Expr, span: int = -1) -> Selection:
        return replace(self, clauses=[*self.clauses, ir.Test(test, span)])


def select(cx: Context, sel: e.Sel, used: bool = True) -> Selection | None:
    """The whole selection, with its condition or measure. `used`: whether the name of the element is used outside of it."""
    if not used and sel.where is None and sel.best is None:
        cx = cx.noticing(True)
    found = source(cx, sel.source, sel.alias)
    if found is None:
        return None
    found.clauses = placed(found.clauses, cx.span(sel.span))
    if found.meaning is None:  # else it is bound already, by the selection inside of it
        found.value.meaning = bound(cx, sel, found.name, found.value.type)
    if sel.where is not None:
        from rulewright.dsl.check.expressions import test

        found = found.where(test(found.cx, sel.where), cx.span(sel.where.span))
    elif sel.best is not None:
        found = _best(cx, sel, found)
    if found is not None:
        found.meaning = selection_meant(cx, sel, found)
        cx.world.selections[id(sel)] = (sel, found.meaning)
        if sel.where is None and sel.best is None and sel.alias is None:
            cx.world.selections[id(sel.source)] = (sel.source, found.meaning)
    return found


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
    kind, owner, within = "", None, None
    match source:
        case e.Kind(_, name) if is_kind(cx, name):
            kind = name
        case e.Of(_, e.Kind(_, name), of) if is_kind(cx, name):
            kind, owner = name, understood(cx, of)
        case e.In(_, e.Of(_, e.Kind(_, name), of), place) if is_kind(cx, name):
            kind, owner, within = name, understood(cx, of), understood(cx, place)
        case e.In(_, e.Kind(_, name), place):
            kind, within = name, understood(cx, place)
        case e.In(_, e.Word(), place):
            within = understood(cx, place)
        case _:
            within = understood(cx, source)
    return m.Selection(sel.span, kind, owner, within, binds, found.elem, where, best)


def _best(cx: Context, sel: e.Sel, found: Selection) -> Selection | None:
    """Only those with the greatest or least measure: gathered first, then run through again."""
    from rulewright.dsl.check.expressions import expr

    assert sel.best is not None
    word, measure = sel.best
    key = coerce.measure(found.cx, expr(found.cx, measure), measure.span)
    type = state.set_type(cx.world, found.elem)
    op: GatherName = "best" if word == "most" else "worst"
    gathered = cx.local("best", type)
    fold = ir.Fold(op, tuple(found.clauses), found.element, key, type)
    again = source(cx, sel.source, sel.alias)
    if again is None:
        return None
    again.value.meaning = found.value.meaning
    return replace(again, clauses=[ir.Be(gathered, fold), *again.clauses, ir.Test(has(gathered, again.element))])


def source(cx: Context, node: e.Expr, alias: str | None) -> Selection | None:
    """What a selection runs through, before its condition."""
    match node:
        case e.Kind(_, name) if is_kind(cx, name):
            return _kind(cx, node, None, None, alias)
        case e.Of(_, e.Kind(_, name) as kind, owner) if is_kind(cx, name):
            return _kind(cx, kind, owner, None, alias)
        case e.In(_, e.Kind(_, name) as kind, within) if is_kind(cx, name):
            return _kind(cx, kind, None, within, alias)
        case e.In(_, e.Of(_, e.Kind(_, name) as kind, owner), within) if is_kind(cx, name):
            return _kind(cx, kind, owner, within, alias)
        case e.In(_, e.Word(_, name), within):
            return _elements(cx, within, alias or name, name)
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
            cx.world.unknown(codes.UNKNOWN_NAME, f"There is no kind `{name}`.", name, span, known, help=f"There is: {', '.join(known)}.")
            return None
    return _elements(cx, node, alias or "", "")


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
    from rulewright.dsl.check.expressions import expr

    value = expr(cx.noticing(False), node)
    if isinstance(value.type, t.BagOf) and isinstance(value.type.elem, t.Enum) and word in value.type.elem.members:
        text = cx.world.sources.text(node.span)
        how = f"{text}({word})" if isinstance(node, e.Word | e.Dot) else f"let goods = {text}` and then `goods({word})"
        message = f"`{word}` is a {value.type.elem.name}, not a name for each of them."
        cx.error(codes.WRONG_ARGUMENTS, message, node.span, f"How many there are is `{how}`.")
        return None
    if isinstance(value.type, t.GroupsOf) and value.expr is not None:
        type = state.set_type(cx.world, value.type.elem)
        local = cx.local(name or "group", type)
        group = Value(t.SetOf(value.type.elem), local)
        inner = cx.bind(name, group) if name else cx
        return Selection(inner, [ir.In(local, value.expr)], group, value.type.elem, value.type.cap, ordered=True, name=name)
    if isinstance(value.type, t.BagOf) and value.expr is not None:
        return bag_elements(cx, value, name, node.span)
    many = coerce.many(cx, value, node.span)
    if many is None:
        return None
    return from_many(cx, many, name, word, node.span)


def bag_elements(cx: Context, value: Value, name: str, span: Span) -> Selection:
    assert isinstance(value.type, t.BagOf) and value.expr is not None
    elem = value.type.elem
    if name in cx.names or (isinstance(elem, t.Enum) and name in elem.members):
        text = cx.world.sources.text(span)
        message = (
            f"`{name}` is one {elem.name}, so this would not count it." if isinstance(elem, t.Enum) else f"`{name}` is a name already."
        )
        cx.error(codes.SHADOWED_NAME, message, span, f"How many of it there are is `{text}({name})`.")
    type = state.set_type(cx.world, value.type.elem)
    local = cx.local(name or "x")
    item = Value(value.type.elem, local)
    amount = prim("bag_count", value.expr, local)
    clauses: Clauses = [ir.In(local, ir.SetConst(type.full, type)), ir.Test(prim("gt", amount, ZERO))]
    return Selection(
        cx.bind(name, item) if name else cx, clauses, item, value.type.elem, type.size, canonical=True, weight=amount, name=name
    )


def from_many(cx: Context, many: Many, name: str, word: str, span: Span) -> Selection:
    clauses, element = many.build(cx.routine)
    if not many.unique:
        type = state.set_type(cx.world, many.elem)
        gathered = ir.Fold("seq" if many.ordered else "set", tuple(clauses), element, None, _seq(many.bound) if many.ordered else type)
        local = cx.local(name or "x")
        clauses, element = [ir.In(local, gathered)], local
    elem = many.elem
    expected = name_type(cx.world, word) if word and word not in cx.names else None
    if expected is not None and isinstance(elem, t.Piece) and isinstance(expected, t.Piece) and expected.kinds < elem.kinds:
        elem = expected
    value = Value(elem, element)
    inner = bind(cx, name, value, span) if name else cx
    canonical = many.canonical or (not many.unique and not many.ordered)
    return Selection(inner, clauses, value, elem, many.bound, many.ordered, canonical, name=name)


def _seq(bound: int) -> Seq:
    return Seq(INT, max(1, min(bound, 4096)))


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


def _kind(cx: Context, kind: e.Kind, owner: e.Expr | None, within: e.Expr | None, alias: str | None) -> Selection | None:
    from rulewright.dsl.check.expressions import expr

    world = cx.world
    name = alias or snake(kind.name)
    inside = expr(cx.noticing(False), within) if within is not None else None
    if inside is not None and coerce.is_poison(inside):
        return None
    if kind.name in world.kinds:
        sym = world.kinds[kind.name]
        who: ir.Expr | None = None
        if owner is not None:
            holder = coerce.convert(
                cx, expr(cx, owner, t.Maybe(state.owner_type(world, sym))), t.Maybe(state.owner_type(world, sym)), owner.span
            )
            who = coerce.scalar(cx, holder, owner.span)
        return _pieces(cx, sym, who, inside, name, kind.span, within.span if within is not None else kind.span)
    if owner is not None:
        return _owned_by_attribute(cx, kind, owner, inside, name)
    if kind.name == "Player":
        return _simple(cx, t.PLAYER, inside, name, kind.span)
    if kind.name in world.enums:
        elem = world.enums[kind.name]
        assert isinstance(elem, t.Scalar)
        return _simple(cx, elem, inside, name, kind.span)
    if kind.name in {"Row", "Column"}:
        return _lines(cx, kind, inside, name)
    if kind.name == "Way":
        elem_ = name_type(world, "way")
        assert isinstance(elem_, t.Scalar)
        return _simple(cx, elem_, inside, name, kind.span)
    return _cells(cx, kind, inside, name)


def _owned_by_attribute(cx: Context, kind: e.Kind, owner: e.Expr, inside: Value | None, name: str) -> Selection | None:
    """`Colour of player`: members of a type that has an owner attribute."""
    from rulewright.dsl.check.expressions import expr

    found = _cells(cx, kind, inside, name) if kind.name in world_cells(cx) else _kind_in(cx, kind, inside, name)
    if found is None:
        return None
    shared = isinstance(found.elem, t.Cell) and any(cx.world.places[p].sides for p in found.elem.places if p in cx.world.places)
    for attr in ("side",) if shared else ("owner", "player", "side"):
        value = find(found.cx, found.value, attr, kind.span)
        if value is not None and value.expr is not None:
            wanted = coerce.convert(cx, expr(cx, owner), value.type, owner.span)
            assert wanted.expr is not None
            return found.where(prim("eq", value.expr, wanted.expr))
    cx.error(codes.UNKNOWN_ATTRIBUTE, f"A {kind.name} has no owner.", kind.span, f"Write `each {kind.name} has owner: Player`.")
    return None


def world_cells(cx: Context) -> set[str]:
    return cx.world.cell_kinds() | {"Cell"}


def _kind_in(cx: Context, kind: e.Kind, inside: Value | None, name: str) -> Selection | None:
    """Values of a type, or those of them in a set."""
    elem = cx.world.enums.get(kind.name)
    if inside is None or not isinstance(elem, t.Scalar):
        return _kind(cx, kind, None, None, name)
    return _simple(cx, elem, inside, name, kind.span)


def _simple(cx: Context, elem: t.Scalar, inside: Value | None, name: str, span: Span) -> Selection | None:
    """All values of a type, or those in a set of them."""
    type = state.set_type(cx.world, elem)
    if inside is None:
        local = cx.local(name)
        value = Value(elem, local)
        return Selection(
            bind(cx, name, value, span), [ir.In(local, ir.SetConst(type.full, type))], value, elem, type.size, canonical=True, name=name
        )
    if isinstance(inside.type, t.BagOf):
        return bag_elements(cx, inside, name, span)
    many = coerce.many(cx, inside, span)
    if many is None:
        return None
    if t.join(many.elem, elem) is None:
        coerce.mismatch(cx, inside, f"a set of {t.plural(elem)}", span)
        return None
    return from_many(cx, many, name, "", span)


def _lines(cx: Context, kind: e.Kind, inside: Value | None, name: str) -> Selection | None:
    place = inside.whole if inside is not None else (cx.world.boards()[0] if len(cx.world.boards()) == 1 else None)
    if place is None or place.board is None or not (place.board.square or place.board.shape == "hex_grid"):
        cx.error(
            codes.AMBIGUOUS, f"It is not clear of which board this is a {kind.name.lower()}.", kind.span, f"Write `{kind.name} in board`."
        )
        return None
    count = place.board.height if kind.name == "Row" else place.board.width
    elem = t.Line(place.name, kind.name, count)
    local = cx.local(name)
    value = Value(elem, local)
    type = Set(0, count)
    return Selection(
        bind(cx, name, value, kind.span), [ir.In(local, ir.SetConst(type.full, type))], value, elem, count, canonical=True, name=name
    )


def _cells(cx: Context, kind: e.Kind, inside: Value | None, name: str) -> Selection | None:
    if inside is None:
        boards = [p for p in cx.world.boards() if p.core.cell_kind == kind.name or (kind.name == "Cell" and p.edges_of is None)]
        if len(boards) != 1:
            cx.error(codes.AMBIGUOUS, f"It is not clear where this {kind.name} is.", kind.span, f"Write `{kind.name} in board`.")
            return None
        inside = Value(t.SetOf(t.Cell(frozenset({boards[0].name}), kind.name)), state.all_sites(boards[0].core), whole=boards[0])
    if isinstance(t.element(inside.type), t.Piece) or isinstance(t.bare(inside.type), t.Piece):
        inside = places_of(cx, inside, kind.span)
    many = coerce.many(cx, inside, kind.span)
    if many is None:
        return None
    if not isinstance(many.elem, t.Cell):
        coerce.mismatch(cx, inside, "a board, a place or a set of cells", kind.span)
        return None
    return from_many(cx, many, name, "", kind.span)


def places_of(cx: Context, pieces: Value, span: Span) -> Value:
    """The cells on which pieces stand."""
    inner = coerce.many(cx, pieces, span)
    if inner is None or not isinstance(inner.elem, t.Piece):
        return pieces
    elem = state.location_type(cx.world, inner.elem, state.SURFACES)
    kinds = inner.elem.kinds
    world = cx.world
    assert isinstance(elem, t.Cell)

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        clauses, piece = inner.build(routine)
        local = routine.new("cell")
        return [*clauses, ir.Be(local, state.location(world, piece, kinds))], local

    return Value(t.SetOf(elem), None, Many(elem, build, inner.bound, inner.ordered, False, False))


# ---------------------------------------------------------------- pieces


def _pieces(cx: Context, sym: KindSym, owner: ir.Expr | None, inside: Value | None, name: str, span: Span, where: Span) -> Selection | None:
    if sym.core.counted and sym.core.heaped:
        return _heaps(cx, sym, owner, inside, name, span, where)
    if sym.core.counted:
        return _tokens(cx, sym, owner, inside, name, span, where)
    return _individuals(cx, sym, owner, inside, name, span, where)


def selected_pieces(
    cx: Context,
    sym: KindSym,
    clauses: Clauses,
    element: ir.Expr,
    name: str,
    span: Span,
    bound: int,
    *,
    ordered: bool = False,
    canonical: bool = False,
    weight: ir.Expr | None = None,
) -> Selection:
    elem = t.Piece(frozenset({sym.name}))
    value = Value(elem, element)
    return Selection(bind(cx, name, value, span), clauses, value, elem, bound, ordered, canonical, True, weight, name)


def within_owner(cx: Context, sym: KindSym, pieces: ir.Expr, owner: ir.Expr | None) -> ir.Expr:
    """A set of individual pieces, cut down to those of an owner."""
    if owner is None:
        return pieces
    if isinstance(owner, ir.Const) and owner.value < 0:
        mine = ir.SetConst(0, state.kind_set(sym))
        for i in range(state.owner_count(cx.world, sym.core)):
            mine = prim("union", mine, state.owned(cx.world, sym, const(i)), type=mine.type)  # type: ignore[assignment]
        return prim("diff", pieces, mine, type=pieces.type)
    return intersect(pieces, state.owned(cx.world, sym, owner))


def _individuals(
    cx: Context, sym: KindSym, owner: ir.Expr | None, inside: Value | None, name: str, span: Span, where: Span
) -> Selection | None:
    world, kind = cx.world, sym.core
    type = state.kind_set(sym)

    def from_set(pieces: ir.Expr) -> Selection:
        local = cx.local(name)
        return selected_pieces(cx, sym, [ir.In(local, within_owner(cx, sym, pieces, owner))], local, name, span, kind.count, canonical=True)

    if inside is None:
        return from_set(state.anywhere(world, sym))
    if inside.whole is not None:
        return (
            from_set(state.pieces_inside(world, sym, inside.whole))
            if kind.number in inside.whole.core.limits
            else from_set(ir.SetConst(0, type))
        )
    inner = t.bare(inside.type)
    if isinstance(inner, t.Piece):
        inside = coerce.target(cx, inside, where)
        inner = t.bare(inside.type)
    if isinstance(inner, t.Cell):
        site = coerce.scalar(cx, inside, where)
        there: Clauses = []
        if isinstance(inside.type, t.Maybe):  # off the board there is nothing, and nothing stands there
            at = cx.local("site")
            there, site = [ir.Be(at, site), ir.Test(prim("ge", at, ZERO))], at
        found = _on_site(cx, sym, owner, inside, site, name, span, where, from_set)
        if found is not None:
            found.clauses[:0] = there
        return found
    many = coerce.many(cx, inside, where)
    if many is None:
        return None
    if isinstance(many.elem, t.Piece) and (not many.elem.kinds or sym.name in many.elem.kinds):
        return _of_these(cx, sym, owner, inside, many, name, span)
    if isinstance(many.elem, (t.Cell, t.Piece)):
        return _on_these(cx, sym, owner, many, name, span, where)
    coerce.mismatch(cx, inside, "a place, a cell or a set of them", where)
    return None


def _on_site(
    cx: Context,
    sym: KindSym,
    owner: ir.Expr | None,
    inside: Value,
    site: ir.Expr,
    name: str,
    span: Span,
    where: Span,
    from_set: Callable[[ir.Expr], Selection],
) -> Selection | None:
    """The pieces on one cell or in one place."""
    world, kind, type = cx.world, sym.core, state.kind_set(sym)
    place = coerce.place_of_type(cx, inside.type)
    if place is None:
        return from_set(prim("on_site", ir.SetConst(type.full, type), site, type=type))
    if kind.number not in place.core.limits:
        cx.error(codes.CANNOT_HOLD, f"`{place.name}` never holds a {sym.name}.", where)
        return None
    if state.single(place.core, kind) and place.board is not None:
        local = cx.local(name)
        clauses: Clauses = [ir.Be(local, state.piece_at(world, sym, place, site)), ir.Test(prim("ge", local, ZERO))]
        if owner is not None:
            clauses.append(ir.Test(state.owned_by(world, sym, local, owner)))
        return selected_pieces(cx, sym, clauses, local, name, span, 1, canonical=True)
    return from_set(state.members(world, sym, place, site))


def _of_these(cx: Context, sym: KindSym, owner: ir.Expr | None, inside: Value, many: Many, name: str, span: Span) -> Selection:
    """Those of a set of pieces that are of the kind."""
    clauses, element = many.build(cx.routine)
    assert isinstance(many.elem, t.Piece)
    if len(clauses) == 1 and isinstance(clauses[0], ir.In) and isinstance(clauses[0].over.type, Set) and clauses[0].local == element:
        pieces = within_owner(cx, sym, recast(clauses[0].over, state.kind_set(sym)), owner)
        return selected_pieces(cx, sym, [ir.In(clauses[0].local, pieces)], element, name, span, sym.core.count, canonical=True)
    if many.elem.kinds != frozenset({sym.name}):
        clauses.append(ir.Test(in_kind(sym, element)))
    if owner is not None:
        clauses.append(ir.Test(state.owned_by(cx.world, sym, element, owner)))
    return selected_pieces(cx, sym, clauses, element, name, span, many.bound, ordered=many.ordered, canonical=many.canonical)


def in_kind(sym: KindSym, piece: ir.Expr) -> ir.Expr:
    first, last = sym.core.base, sym.core.base + sym.core.count - 1
    return both(prim("ge", piece, const(first)), prim("le", piece, const(last)))


def _on_these(cx: Context, sym: KindSym, owner: ir.Expr | None, many: Many, name: str, span: Span, where: Span) -> Selection | None:
    """The pieces on a set of cells: cell by cell, or piece by piece if there are fewer of those."""
    world, kind = cx.world, sym.core
    local = cx.local(name)
    if many.contains is not None and many.bound > kind.count:
        assert world.program.loc is not None
        place = coerce.place_of_type(cx, many.elem)
        pieces = state.pieces_inside(world, sym, place) if place is not None else state.anywhere(world, sym)
        clauses: Clauses = [
            ir.In(local, within_owner(cx, sym, pieces, owner)),
            ir.Test(many.contains(ir.Load(world.program.loc, local))),
        ]
        return selected_pieces(cx, sym, clauses, local, name, span, kind.count, canonical=True)
    clauses, at = many.build(cx.routine)
    elem: t.Type = many.elem
    if isinstance(elem, t.Piece):
        surface = coerce.target(cx, Value(elem, at), where)
        elem, at = surface.type, coerce.scalar(cx, surface, where)
    place = coerce.place_of_type(cx, elem)
    if not many.unique:
        type = state.set_type(world, many.elem)
        cell = cx.local("cell")
        clauses, at = [ir.In(cell, ir.Fold("set", tuple(clauses), at, None, type))], cell
    bound = kind.count if many.bound < 0 else min(kind.count, max(many.bound, 1) * 64)
    if place is None:
        everything = state.kind_set(sym)
        clauses.append(ir.In(local, prim("on_site", ir.SetConst(everything.full, everything), at, type=everything)))
    elif kind.number not in place.core.limits:
        cx.error(codes.CANNOT_HOLD, f"`{place.name}` never holds a {sym.name}.", where)
        return None
    elif state.single(place.core, kind) and place.board is not None:
        clauses += [ir.Be(local, state.piece_at(world, sym, place, at)), ir.Test(prim("ge", local, ZERO))]
        bound = min(kind.count, many.bound)
    else:
        clauses.append(ir.In(local, state.members(world, sym, place, at)))
    if owner is not None:
        clauses.append(ir.Test(state.owned_by(world, sym, local, owner)))
    return selected_pieces(cx, sym, clauses, local, name, span, bound, ordered=many.ordered)


# ---------------------------------------------------------------- counted pieces


def _tokens(cx: Context, sym: KindSym, owner: ir.Expr | None, inside: Value | None, name: str, span: Span, where: Span) -> Selection | None:
    """Counted pieces, one to a cell: known by their cell."""
    pieces = state.tokens_on(sym, owner)
    type = pieces.type
    assert isinstance(type, Set)
    local = cx.local(name)
    if inside is None or inside.whole is not None:
        if inside is not None and inside.whole is not None and state.site_set(inside.whole.core) != type:
            pieces = intersect(pieces, recast(state.all_sites(inside.whole.core), type))
        return selected_pieces(cx, sym, [ir.In(local, pieces)], local, name, span, type.size, canonical=True)
    if isinstance(t.bare(inside.type), t.Cell):
        site = coerce.scalar(cx, inside, where)
        return selected_pieces(cx, sym, [ir.Be(local, site), ir.Test(has(pieces, site))], local, name, span, 1, canonical=True)
    many = coerce.many(cx, inside, where)
    if many is None:
        return None
    if not isinstance(many.elem, t.Cell | t.Piece):
        coerce.mismatch(cx, inside, "a place, a cell or a set of them", where)
        return None
    if many.ordered:
        clauses, at = many.build(cx.routine)
        return selected_pieces(cx, sym, [*clauses, ir.Test(has(pieces, at))], at, name, span, many.bound, ordered=True)
    cells = coerce.as_set(cx, inside, where)
    assert cells.expr is not None
    return selected_pieces(
        cx, sym, [ir.In(local, intersect(pieces, recast(cells.expr, type)))], local, name, span, many.bound, canonical=True
    )


def _heaps(cx: Context, sym: KindSym, owner: ir.Expr | None, inside: Value | None, name: str, span: Span, where: Span) -> Selection | None:
    """Counted pieces, several to a site: known by their site (and owner), with how many there are."""
    owners = max(1, sym.core.owners)
    low, size = state.span_of(cx.world, t.Piece(frozenset({sym.name})))
    sites = Set(low // owners, size // owners)
    clauses: Clauses
    if inside is None or inside.whole is not None:
        at: ir.Expr = cx.local("site")
        assert isinstance(at, ir.Local)
        within = ir.SetConst(sites.full, sites)
        clauses = [ir.In(at, within if inside is None else recast(state.all_sites(inside.whole.core), sites))]  # type: ignore[union-attr]
        bound, ordered = sites.size, False
    else:
        if isinstance(t.bare(inside.type), t.Piece):
            inside = coerce.target(cx, inside, where)
        many = coerce.many(cx, inside, where)
        if many is None:
            return None
        if not isinstance(many.elem, t.Cell):
            coerce.mismatch(cx, inside, "a place, a cell or a set of them", where)
            return None
        clauses, at = many.build(cx.routine)
        bound, ordered = many.bound, many.ordered
    ref: ir.Expr = at
    if owners > 1 and owner is not None:
        ref = prim("add", prim("mul", at, const(owners)), owner)
    elif owners > 1:
        who = cx.local("owner")
        clauses = [*clauses, ir.In(who, ir.SetConst((1 << owners) - 1, Set(0, owners)))]
        ref = prim("add", prim("mul", at, const(owners)), who)
        bound *= owners
    local = cx.local(name)
    assert sym.core.tokens is not None
    amount = ir.Load(sym.core.tokens, state.minus_base(local, low))
    clauses = [*clauses, ir.Be(local, ref), ir.Test(prim("gt", amount, ZERO))]
    return selected_pieces(cx, sym, clauses, local, name, span, bound, ordered=ordered, canonical=not ordered, weight=amount)


__all__ = ["ONE", "Selection", "bind", "from_many", "in_kind", "is_kind", "select", "source"]
