"""What can be set: a local, an attribute of the game, of a player, of a piece, of a cell, one value of a family."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import attribute, known_for
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr
from rulewright.dsl.check.roles import ties
from rulewright.dsl.check.understood import meant, named, note, understood
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import targets as lower
from rulewright.dsl.lower.targets import Target
from rulewright.dsl.lower.values import Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import AttrSym, snake


def target(cx: Context, node: e.Expr) -> Target | None:
    """The target that an expression names, or a finding."""
    found = _target(cx, node)
    if found is not None:
        note(cx, node, found.now)
    return found


def _target(cx: Context, node: e.Expr) -> Target | None:
    match node:
        case e.Word(_, name) if name in cx.names:
            return lower.of_name(cx.names[name]) or _refuse(cx, node.span, f"`{name}` cannot be changed.")
        case e.Word(_, name) if name in cx.world.game_attrs:
            read = _attr(cx, cx.world.game_attrs[name], None, node.span)
            return lower.of_game(read) if read is not None else None
        case e.Word(_, name) if cx.this is not None and _has(cx, cx.this, name):
            return target_of(cx, named(cx.this, "this"), name, node.span)
        case e.Word(_, name) if name in cx.world.player_attrs:
            return target_of(cx, cx.the_player(node.span), name, node.span)
        case e.Dot(_, base, name, _) | e.Of(_, e.Word(_, name), base) if ties(base):
            assert isinstance(base, e.Many)
            each = cx.world.sources.text(base.selection.span)
            help = f"Go through them with `each {each}`, and change `{base.selection.alias or snake(each.split()[0])}.{name}` below it."
            cx.error(codes.AMBIGUOUS, "Several can tie for this, and then nothing is meant.", base.span, help)
            return None
        case e.Dot(_, base, name, name_span):
            return target_of(cx, expr(cx, base), name, name_span)
        case e.Of(_, e.Word(_, name), right):
            return target_of(cx, expr(cx, right), name, node.span)
        case e.Call(_, e.Dot(_, base, name, _), [member]):
            return _family(cx, expr(cx, base), name, member, node.span)
        case e.Call(_, e.Word(_, name), [member]) if name in cx.world.player_attrs:
            return _family(cx, cx.the_player(node.span), name, member, node.span)
        case e.Call(_, e.Word(_, name), [member]) if name in cx.world.game_attrs:
            return _family(cx, None, name, member, node.span)
        case e.Call(_, e.Word(_, name), [who, member]) if name in cx.world.player_attrs:
            return _family(cx, expr(cx, who), name, member, node.span)
        case e.Word(_, name) if name in cx.world.options:
            return _refuse(cx, node.span, f"`{name}` is an option: it is chosen before the match and never changes.")
        case e.Word(_, name) if (having := _having(cx, name)) is not None:
            cx.error(codes.UNKNOWN_NAME, f"Whose `{name}` changes?", node.span, f"Say which: `{having}.{name}`.")
            return None
        case e.Word(_, name):
            known = [*cx.names, *cx.world.game_attrs, *cx.world.player_attrs]
            cx.world.unknown(
                codes.UNKNOWN_NAME,
                f"There is nothing called `{name}` that could change.",
                name,
                node.span,
                known,
                help=f"Declare it: `each Player has {name}: 0 to 20 = 0`, or `game has {name}: …`.",
            )
            return None
    return _refuse(cx, node.span, "This cannot be changed.")


def _changes(attr: AttrSym | None) -> bool:
    return attr is not None and attr.nature != "printed"


def _having(cx: Context, name: str) -> str | None:
    """The word for a thing that has this attribute: the `hill` of `hill.extra`."""
    kinds = [kind.word for kind in cx.world.kinds.values() if _changes(kind.attrs.get(name))]
    cells = [place.core.cell_kind.lower() for place in cx.world.boards() if _changes(place.attrs.get(name))]
    words = [word for word in (*kinds, *cells) if word in cx.names]
    return words[0] if words else None


def _refuse(cx: Context, span: Span, message: str) -> Target | None:
    cx.error(codes.CANNOT_CHANGE, message, span, "What changes is an attribute (`tile.face`, `player.gold`) or a name given by `let`.")
    return None


def _has(cx: Context, base: Value, name: str) -> bool:
    inner = t.bare(base.type)
    return isinstance(inner, t.Piece) and any(name in cx.world.kinds[k].attrs for k in inner.kinds)


def _attr(cx: Context, attr: AttrSym, of: Value | None, span: Span) -> m.Read | None:
    """An attribute that can change, of something or of the game."""
    if attr.nature == "printed" or attr.core is None or attr.core.field is None:
        _refuse(cx, span, f"`{attr.name}` is printed, so it never changes.")
        return None
    if attr.per is not None:
        _refuse(
            cx,
            span,
            f"`{attr.name}` has a value for each {attr.decl.per if attr.decl is not None else attr.per}; say which: `{attr.name}(…)`.",
        )
        return None
    return m.Read(span, attr.type, (attr,), meant(of, span) if of is not None else None)


def target_of(cx: Context, base: Value, name: str, span: Span) -> Target | None:
    """What something has, to be changed."""
    world = cx.world
    inner = t.bare(base.type)
    match inner:
        case t.Poison():
            return None
        case t.Player() if name in world.player_attrs and base.expr is not None:
            read = _attr(cx, world.player_attrs[name], base, span)
            return lower.of_one(read, base) if read is not None else None
        case t.Enum() if name in world.enum_attrs.get(inner.name, {}) and base.expr is not None:
            read = _attr(cx, world.enum_attrs[inner.name][name], base, span)
            return lower.of_one(read, base) if read is not None else None
        case t.Cell():
            place = coerce.place_of_type(cx, base.type)
            if place is not None and name in place.attrs and base.expr is not None:
                read = _attr(cx, place.attrs[name], base, span)
                return lower.of_cell(read, place, base) if read is not None else None
        case t.Piece() if base.expr is not None:
            if name == "owner":
                now = attribute(cx, base, "owner", span)
                return Target(now.type, now, owner_of=base)
            return _piece(cx, base, inner, name, span)
    cx.world.unknown(codes.UNKNOWN_ATTRIBUTE, f"{t.said(base.type)} has no `{name}` that could change.", name, span, known_for(cx, base))
    return None


def _piece(cx: Context, base: Value, inner: t.Piece, name: str, span: Span) -> Target | None:
    world = cx.world
    having = [world.kinds[k] for k in sorted(inner.kinds) if name in world.kinds[k].attrs]
    if not inner.kinds:
        having = [k for k in world.kinds.values() if name in k.attrs]
    if not having:
        world.unknown(codes.UNKNOWN_ATTRIBUTE, f"{t.said(base.type)} has no `{name}`.", name, span, known_for(cx, base))
        return None
    if len(having) > 1:
        cx.error(
            codes.AMBIGUOUS,
            f"`{name}` of {base.type} cannot be set, because several kinds have one.",
            span,
            "Ask first which kind it is: `if foe is Henchman`.",
        )
        return None
    sym = having[0]
    attr = sym.attrs[name]
    if attr.nature == "printed" or attr.core is None or attr.core.field is None:
        _refuse(cx, span, f"`{name}` is printed on a {sym.name}, so it never changes.")
        return None
    read = m.Read(span, attr.type, (attr,), meant(base, span)) if attr.core.bits else _attr(cx, attr, base, span)
    return lower.of_piece(read, sym, base) if read is not None else None


def _family(cx: Context, base: Value | None, name: str, member: e.Expr, span: Span) -> Target | None:
    world = cx.world
    attr: AttrSym | None = None
    first = -1  # of the pieces of a kind
    if base is None:
        attr = world.game_attrs.get(name)
    else:
        inner = t.bare(base.type)
        if isinstance(inner, t.Player):
            attr = world.player_attrs.get(name)
        elif isinstance(inner, t.Enum):
            attr = world.enum_attrs.get(inner.name, {}).get(name)
        elif isinstance(inner, t.Piece) and len(inner.kinds) == 1:
            sym = world.kinds[next(iter(inner.kinds))]
            attr = sym.attrs.get(name)
            first = sym.core.base
    if attr is None or attr.per is None or attr.core is None or attr.core.field is None:
        _refuse(cx, span, f"`{name}` has no values to choose from.")
        return None
    which = coerce.convert(cx, expr(cx, member, attr.per), attr.per, member.span)
    at = coerce.scalar(cx, which, member.span)
    owner = coerce.scalar(cx, base, span) if base is not None else None
    node = m.Read(span, attr.type, (attr,), meant(base, span) if base is not None else None, understood(cx, member))
    return lower.of_member(world, node, first, owner, at)
