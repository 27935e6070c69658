"""Calls: `f(x)`, `x.f`, `f of x` — definitions, attributes, places of a family and functions of the library alike.

Also what asks about actions: `player can march`, `(not check(player) after go man to cell)`.
"""

from __future__ import annotations

from rulewright.core.types import INT
from rulewright.dsl import types as t
from rulewright.dsl.check import attributes, coerce
from rulewright.dsl.check.abilities import modified
from rulewright.dsl.check.cases import alike
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.decks import card_of
from rulewright.dsl.check.library.functions import GIVES
from rulewright.dsl.check.passes import expr, test
from rulewright.dsl.check.quantify import selected
from rulewright.dsl.check.scoring import entry, total
from rulewright.dsl.check.selections import is_kind
from rulewright.dsl.check.understood import made, meant, named, parameter, part, told, understood
from rulewright.dsl.check.words import own_piece
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.functions import FUNCTIONS
from rulewright.dsl.lower import calls as code
from rulewright.dsl.lower.calls import core_type
from rulewright.dsl.lower.numbers import chosen
from rulewright.dsl.lower.values import Routine, Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import DefineSym, KindSym

Argument = tuple[Value, Span]


# ---------------------------------------------------------------- definitions


def call_define(cx: Context, sym: DefineSym, arguments: list[Argument], span: Span) -> Value:
    check_define(cx, sym, span)
    sym.used = True
    if sym.busy or sym.type is None or isinstance(sym.type, t.Poison):
        return coerce.poison()
    if len(arguments) != len(sym.params):
        wanted = ", ".join(p.name for p in sym.params)
        return cx.error(
            codes.WRONG_ARGUMENTS,
            f"`{sym.name}` takes {amount(len(sym.params))}, but gets {amount(len(arguments))} here.",
            span,
            f"Write `{sym.name}({wanted})`." if wanted else f"Write `{sym.name}` alone.",
        )
    if sym.needs_player:
        cx.the_player(span)
    handed: list[Value] = []
    for param, (value, at) in zip(sym.params, arguments, strict=True):
        converted = coerce.convert(cx, value, param.type, at)
        if coerce.is_poison(converted) or converted.expr is None:
            return coerce.poison()
        handed.append(converted)
    by = part(cx, named(cx.player, "player")) if sym.needs_player and cx.player is not None else None
    arguments_ = tuple(part(cx, value, at) for value, (_, at) in zip(handed, arguments, strict=True))
    return made(cx, m.Defined(span, sym.type, sym, arguments_, by))


def amount(number: int) -> str:
    return {0: "nothing", 1: "one thing", 2: "two things", 3: "three things"}.get(number, f"{number} things")


def check_define(cx: Context, sym: DefineSym, span: Span) -> None:
    """Check a definition when it is first used, so that its type is known."""
    if sym.done:
        return
    if sym.busy:
        cx.error(
            codes.CIRCULAR,
            f"`{sym.name}` is defined in terms of itself.",
            span,
            "A definition cannot use itself, not even by way of another.",
        )
        return
    sym.busy = True
    routine = Routine()
    func = sym.func
    hidden = routine.new("player")
    inner = Context(cx.world, routine, {}, Value(t.PLAYER, hidden), True, sym)
    params = [hidden]
    for param in sym.params:
        core = core_type(cx.world, param.type)
        local = routine.new(param.name, core)
        params.append(local)
        inner = inner.bind(param.name, Value(param.type, local, meaning=parameter(cx, param)))
    value = _general(inner, sym)
    value = _by_cards(inner, sym, value)
    value = _modified(inner, sym, value)
    value = coerce.as_elements(inner, value, sym.decl.span) if not coerce.is_poison(value) else value
    func.params, func.locals, func.names, func.sorts = tuple(params), routine.locals, routine.names, routine.sorts
    func.body, sym.type = value.expr, value.type
    func.type = value.expr.type if value.expr is not None else INT
    cx.world.program.funcs.append(func)
    sym.busy, sym.done = False, True


def _modified(cx: Context, sym: DefineSym, value: Value) -> Value:

    return modified(cx, sym, value)


def _general(cx: Context, sym: DefineSym) -> Value:
    """The formula, or the table of cases: the first condition that holds decides."""

    decl = sym.decl
    if decl.value is not None:
        return expr(cx, decl.value)
    cases: list[tuple[e.Expr, Value, e.Expr]] = []
    for condition, node in decl.cases:
        test(cx, condition)
        cases.append((condition, expr(cx, node), node))
        cx.span(condition.span)
    last: e.Expr | None = None
    if decl.otherwise is not None:
        result, last_node = expr(cx, decl.otherwise), decl.otherwise
    elif cases:
        missing = left_out(cx, [condition for condition, _ in decl.cases])
        if missing is not None:
            cx.world.findings.add(
                codes.NOT_EXHAUSTIVE,
                f"`{sym.name}` says nothing {missing}.",
                decl.name_span,
                help="End the table with `else: …`.",
            )
        last, result, last_node = cases.pop()
    else:
        return cx.error(codes.SYNTAX, f"`{sym.name}` has no cases.", decl.span)
    below: tuple[tuple[m.Expr, m.Expr], ...] = ()
    otherwise: m.Expr | None = None
    whole: Value | None = None
    for condition, value, node in reversed(cases):
        if isinstance(value.type, t.Enum) and isinstance(result.type, t.Enum) and value.type != result.type:
            value = expr(cx, node, result.type)
        found = alike(cx, value, node, result, last_node)
        if found is None:
            return coerce.poison()
        type, a, b = found
        if b is not whole:  # the value of the last line, or what all lines below give, as something else
            below, otherwise = (((understood(cx, last), part(cx, b)),), None) if whole is None and last is not None else ((), part(cx, b))
        below = ((understood(cx, condition), part(cx, a)), *below)
        meaning = m.Cases(decl.span, type, below, otherwise, True)
        result = whole = made(cx, meaning)
        cx.world.understood[id(decl)] = (decl, meaning)
        last_node = node
    return result


def left_out(cx: Context, conditions: list[e.Expr]) -> str | None:
    """What a table of cases without `else` leaves out; None if its cases are all values of one thing."""
    asked: set[str] = set()
    given: set[str] = set()
    for node in conditions:
        if not isinstance(node, e.Compare) or node.relation != "is" or not isinstance(node.right, e.Word):
            return "for what none of its cases describes"
        asked.add(cx.world.sources.text(node.left.span))
        given.add(node.right.name)
    subject = conditions[0]
    assert isinstance(subject, e.Compare)
    if len(asked) != 1:
        return "for what none of its cases describes"

    type = expr(cx, subject.left).type
    members = set(type.members) if isinstance(type, t.Enum) else {"yes", "no"} if isinstance(type, t.Flag) else set()
    missing = sorted(members - given)
    if not members:
        return "for what none of its cases describes"
    return f"for {', '.join(missing)}" if missing else None


def _by_cards(cx: Context, sym: DefineSym, general: Value) -> Value:
    """What single cards say instead of the general definition."""
    if not sym.cards:
        return general

    first = sym.params[0]
    subject = cx.names[first.name]
    result = general
    name = attributes.attribute(cx, subject, "name", sym.decl.span)
    node = sym.decl.value or sym.decl.otherwise or e.Num(sym.decl.span, 0)
    for card, member in sym.cards:
        inner = card_context(cx, card.kind.name, subject)
        inner.card = card
        inner.names = {n: v for n, v in cx.names.items() if n != first.name}  # the card calls itself `this`
        value = expr(inner, member.value, general.type if general.type != t.SetOf(t.NOTHING) else None)
        found = alike(cx, value, member.value, result, node)
        if found is None:
            return coerce.poison()
        type, own, other = found
        result = chosen(type, code.is_card(coerce.scalar(cx, name, member.span), card), own, other, -1)
    return result


def card_context(cx: Context, kind: str, subject: Value) -> Context:
    """The place of a card's own rules: `this` is the card, and the player is its owner."""
    from dataclasses import replace

    owner = attributes.find(cx, subject, "owner", cx.world.game.span)
    acting = Value(t.PLAYER, owner.expr) if owner is not None and isinstance(t.bare(owner.type), t.Player) else cx.player
    sym = cx.world.kinds[kind]
    if acting is not None and acting.expr is not None and not sym.core.owners and _lies_with_somebody(cx, sym):
        # What belongs to nobody is of the player in whose hand or front it lies.
        acting = code.owner_or_holder(cx.world, acting, kind, subject)
    return replace(cx, this=subject, player=acting, hidden=False)


def _lies_with_somebody(cx: Context, sym: KindSym) -> bool:
    """Whether there is a place of a player's own that can hold such a piece."""
    return any(isinstance(p.family, t.Player) and p.board is None and sym.core.number in p.core.limits for p in cx.world.places.values())


# ---------------------------------------------------------------- f(x), x.f, f of x


def call(cx: Context, node: e.Call, expect: t.Type | None) -> Value:

    target = node.function
    if isinstance(target, e.Dot) and len(node.arguments) == 1:
        base = expr(cx, target.base)
        inside = _in_bag(
            cx, attributes.find(cx, base, target.name, target.name_span) if family_type(cx, base, target.name) is None else None, node
        )
        if inside is not None:
            return inside
        member = expr(cx, node.arguments[0], family_type(cx, base, target.name))
        found = attributes.member_of_family(cx, base, target.name, member, node.span)
        if found is not None:
            return found
        held = attributes.find(cx, base, target.name, target.name_span)
        if held is not None and isinstance(held.type, t.BagOf) and held.expr is not None:
            which = coerce.convert(cx, expr(cx, node.arguments[0], held.type.elem), held.type.elem, node.arguments[0].span)
            coerce.scalar(cx, which, node.span)
            return made(cx, m.InBag(node.span, t.Number(0, 10_000), part(cx, held), part(cx, which)))
        message = f"{t.said(base.type)} has no `{target.name}` with a value for each of several things."
        return cx.error(codes.UNKNOWN_ATTRIBUTE, message, target.name_span)
    if not isinstance(target, e.Word):
        return cx.error(codes.WRONG_ARGUMENTS, "Only a definition, an attribute or a function can be asked with brackets.", node.span)
    name = target.name
    if name in cx.names and isinstance(cx.names[name].type, t.PerPlayer):
        return per_player(cx, cx.names[name], expr(cx, node.arguments[0]), node.span)
    inside = _in_bag(cx, cx.names.get(name), node)
    if inside is not None:
        return inside
    if name in cx.world.defines:
        sym = cx.world.defines[name]
        wanted = [p.type for p in sym.params] + [None] * len(node.arguments)
        return call_define(cx, sym, [(expr(cx, a, w), a.span) for a, w in zip(node.arguments, wanted, strict=False)], node.span)
    family = cx.world.player_attrs.get(name)
    if family is not None and family.per is not None:
        return _family_of_player(cx, name, node)
    shared = cx.world.game_attrs.get(name)
    if shared is not None and shared.per is not None and len(node.arguments) == 1:
        which = coerce.convert(cx, expr(cx, node.arguments[0], shared.per), shared.per, node.arguments[0].span)
        coerce.scalar(cx, which, node.span)
        return attributes.reading(cx, (shared,), None, node.span, which) if not coerce.is_poison(which) else which
    if len(node.arguments) == 2 and any(name in k.attrs and k.attrs[name].per is not None for k in cx.world.kinds.values()):
        of_piece = _family_of_piece(cx, name, node)
        if of_piece is not None:
            return of_piece
    place = cx.world.places.get(name)
    if place is not None and place.family is not None and len(node.arguments) == 1:  # what the game has declared comes first
        found = apply(cx, name, expr(cx, node.arguments[0], place.family), node.span)
        if found is not None:
            return found
    if name in FUNCTIONS:
        found = GIVES[name].run(cx, node.arguments, node.span)
        return told(found, m.Apply(node.span, found.type, name, tuple(_handed(cx, x) for x in node.arguments)))
    if len(node.arguments) == 1:
        found = apply(cx, name, expr(cx, node.arguments[0]), node.span)
        if found is not None:
            return found
    known = [*cx.world.defines, *FUNCTIONS]
    cx.world.unknown(
        codes.UNKNOWN_NAME,
        f"No definition is called `{name}`.",
        name,
        target.span,
        known,
        help=f"Declare it: `define {name}(…) = …`. The library has functions of its own, like `min(a, b)`.",
    )
    return coerce.poison()


def _handed(cx: Context, node: e.Expr) -> m.Expr:
    """An argument of a function: what it means, or the name of a definition or attribute that is handed over."""
    if id(node) in cx.world.understood:
        return understood(cx, node)
    match node:
        case e.Word(span, name):
            return m.Mention(span, t.POISON, name)
        case e.Num(span, value):
            return m.Const(span, t.Number(value, value), value)
        case _:
            return m.Wrong(node.span, t.POISON)


def _in_bag(cx: Context, bag: Value | None, node: e.Call) -> Value | None:
    """`hut.price(wood)`: how often something is in a bag."""

    if bag is None or not isinstance(bag.type, t.BagOf) or bag.expr is None or len(node.arguments) != 1:
        return None
    which = coerce.convert(cx, expr(cx, node.arguments[0], bag.type.elem), bag.type.elem, node.arguments[0].span)
    coerce.scalar(cx, which, node.span)
    return made(cx, m.InBag(node.span, t.Number(0, 255), part(cx, bag), part(cx, which)))


def family_type(cx: Context, base: Value, name: str) -> t.Type | None:
    inner = t.bare(base.type)
    attr = None
    if isinstance(inner, t.Player):
        attr = cx.world.player_attrs.get(name)
    elif isinstance(inner, t.Piece) and len(inner.kinds) == 1:
        attr = cx.world.kinds[next(iter(inner.kinds))].attrs.get(name)
    elif isinstance(inner, t.Enum):
        attr = cx.world.enum_attrs.get(inner.name, {}).get(name)
    return attr.per if attr is not None else None


def _family_of_piece(cx: Context, name: str, node: e.Call) -> Value | None:
    """`edge(tile, west)`: what a piece has of each; None if the first of the two is no such piece."""

    base = expr(cx, node.arguments[0])
    per = family_type(cx, base, name)
    if per is None:
        return None
    return attributes.member_of_family(cx, base, name, expr(cx, node.arguments[1], per), node.span)


def _family_of_player(cx: Context, name: str, node: e.Call) -> Value:
    """`skill(physique)` of the acting player, or `skill(Richard, physique)`."""

    attr = cx.world.player_attrs[name]
    if len(node.arguments) == 2:
        who, member = expr(cx, node.arguments[0], t.PLAYER), expr(cx, node.arguments[1], attr.per)
    else:
        who, member = cx.the_player(node.span), expr(cx, node.arguments[0], attr.per)
    found = attributes.member_of_family(cx, who, name, member, node.span)
    return found if found is not None else coerce.poison()


def per_player(cx: Context, row: Value, who: Value, span: Span) -> Value:
    assert isinstance(row.type, t.PerPlayer)
    coerce.player(cx, who, span)
    return made(cx, m.Answer(span, row.type.elem, part(cx, row, span), part(cx, who, span)))


def apply(cx: Context, name: str, value: Value, span: Span) -> Value | None:
    """`name` of one value: an attribute, a definition, a place of a family, a function of the library."""
    if name in cx.names and isinstance(cx.names[name].type, t.PerPlayer):
        return per_player(cx, cx.names[name], value, span)
    found = attributes.find(cx, value, name, span)
    if found is not None:
        return found
    sym = cx.world.defines.get(name)
    if sym is not None and len(sym.params) == 1:
        return call_define(cx, sym, [(value, span)], span)
    if sym is not None and not sym.params and isinstance(t.bare(value.type), t.Player):
        check_define(cx, sym, span)
        if sym.needs_player:
            return call_define(cx.acting(value), sym, [], span)
    place = cx.world.places.get(name)
    if place is not None and place.family is not None:
        return attributes.family_member(cx, place, value, span)
    if name in GIVES and GIVES[name].value is not None:
        result = GIVES[name].value(cx, value, span)  # type: ignore[misc]
        return told(result, m.Apply(span, result.type, name, (meant(value, span),)))
    for kind in cx.world.kinds.values():
        if kind.word == name and kind.core.owners and kind.core.count == kind.core.owners and isinstance(t.bare(value.type), t.Player):
            return own_piece(cx, kind, value, span)
    return None


def dot(cx: Context, node: e.Dot) -> Value:

    if isinstance(node.base, e.Dot) and node.base.name == "score":
        who = expr(cx, node.base.base)
        score = m.ScoreValue(node.base.span, t.ANY_NUMBER, meant(who), "")
        cx.world.understood[id(node.base)] = (node.base, score)
        return entry(cx, who, node.name, node.name_span, node.span)
    base = expr(cx, node.base)
    if node.name == "score" and isinstance(t.bare(base.type), t.Player):
        return total(cx.acting(base), node.span)
    found = apply(cx, node.name, base, node.span)
    if found is not None:
        return found
    return attributes.attribute(cx, base, node.name, node.name_span)


def of(cx: Context, node: e.Of, expect: t.Type | None) -> Value:

    if isinstance(node.left, e.Kind) and is_kind(cx, node.left.name):
        return selected(cx, e.Sel(node.span, node, None, None, None, None))
    if isinstance(node.left, e.Kind) and coerce.is_poison(expr(cx, node.left)):
        return coerce.poison()  # a name that nothing has
    card = card_of(cx, node, expect)
    if card is not None:
        return card
    if not isinstance(node.left, e.Word):
        return cx.error(codes.WRONG_ARGUMENTS, "`of` follows a word: `hand of player`, `owner of tile`.", node.span)
    value = expr(cx, node.right)
    name = node.left.name
    if name == "score" and isinstance(t.bare(value.type), t.Player):
        return total(cx.acting(value), node.span)
    if name == "place":
        site = coerce.site(cx, value, node.span)
        if coerce.is_poison(site):
            return site
        whose = value if isinstance(t.bare(value.type), t.Piece) else site
        return made(cx, m.Aspect(node.span, site.type, "place", part(cx, whose)))
    if name == "owner" and isinstance(node.right, e.Of) and isinstance(node.right.left, e.Word) and node.right.left.name == "place":
        return place_owner(cx, value, expr(cx, node.right.right), node.span)
    found = apply(cx, name, value, node.span)
    if found is not None:
        return found
    if coerce.is_poison(value):
        return value
    places = [p.name for p in cx.world.places.values() if p.family is not None]
    known = [*attributes.known_for(cx, value), *places, *(d for d, s in cx.world.defines.items() if len(s.params) == 1)]
    cx.world.unknown(codes.UNKNOWN_ATTRIBUTE, f"There is no `{name}` of {value.type}.", name, node.left.span, known)
    return coerce.poison()


def place_owner(cx: Context, site: Value, piece: Value, span: Span) -> Value:
    """`owner of place of card`: whose hand, farm or front it lies in; none in a place of nobody."""
    if coerce.is_poison(site) or site.expr is None:
        return coerce.poison()
    if not code.keepers(cx.world, piece.type):
        help = "Only a place `of each Player` has an owner."
        return cx.error(codes.UNKNOWN_ATTRIBUTE, "Nobody owns a place where this lies.", span, help)
    return made(cx, m.Aspect(span, t.Maybe(t.PLAYER), "keeper", part(cx, site, span)))
