"""What cards do as long as they lie in an active place: they answer to deeds, and they raise or lower what a definition gives.

Nothing is stored that can be asked: a modifier is a sum over the cards that lie there now. You, `player`, are the owner of the place.
An ability is a procedure of its own, so that `stop` leaves it alone; one that could cause what it answers to does not answer itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.core import ir
from rulewright.core.program import Proc, int_field
from rulewright.core.types import INT, Bag, Set
from rulewright.core.walk import statements
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.limits import limits_in, mark, of_card, unused
from rulewright.dsl.check.statements import block
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import ONE, ZERO, Clauses, Routine, Value, const, equals, prim
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import CardSym, DefineSym, KindSym, PlaceSym, RoutineSym, World, snake

Out = list[ir.Stmt]
Matches = Callable[[Context], tuple[ir.Expr | None, Context]]


def is_ability(hook: d.Hook, card: CardSym | None) -> bool:
    """Whether a rule of a card is about what happens elsewhere, not about the card itself."""
    if card is None:
        return False
    parts = [hook.signature.first, *(sel for _, sel in hook.signature.tails)]
    return not any(sel is not None and isinstance(sel.source, e.Word) and sel.source.name == "this" for sel in parts)


def active_places(world: World, kind: KindSym) -> list[PlaceSym]:
    return [p for p in world.places.values() if p.active and kind.core.number in p.core.limits]


def check_active(world: World) -> None:
    """Places that are active, and abilities that never work."""
    for place in world.places.values():
        if not place.active or place.decl is None:
            continue
        if not isinstance(place.family, t.Player) or place.board is not None:
            help = "Write `place farm of each Player: pile of Card, active`."
            world.error(
                codes.MISPLACED, f"Only a pile of each player can be `active`; `{place.name}` is not one.", place.decl.span, help=help
            )
        elif place.core.seen != "all":
            message = "An ability in a place that others do not see would give the card away."
            world.error(codes.MISPLACED, message, place.decl.span, help="Make the place open, or let the player choose to use the card.")
    for card in world.cards:
        places = active_places(world, card.kind)
        for hook in card.decl.hooks:
            if is_ability(hook, card) and not places:
                _never(world, card, hook.span, f"`{hook.word} {hook.signature.name} this`")
        for modifier in card.decl.modifiers:
            if not places:
                _never(world, card, modifier.span, "`f = …`")


def _never(world: World, card: CardSym, span: Span, instead: str) -> None:
    kind, name = card.kind.name, card.decl.names[0]
    message = f"No place that holds a {kind} is `active`, so this ability of the {name} never works."
    help = f"Write `place … of each Player: pile of {kind}, active`, or make it about the card itself: {instead}."
    world.error(codes.MISPLACED, message, span, help=help)


def lying_active(cx: Context, kind: KindSym, owner: ir.Expr) -> ir.Expr:
    """The cards of a kind that work for a player."""
    type = state.kind_set(kind)
    found: ir.Expr | None = None
    for place in active_places(cx.world, kind):
        site = prim("add", owner, const(place.core.base))
        members = state.members(cx.world, kind, place, site)
        found = members if found is None else prim("union", found, members, type=type)
    return found if found is not None else ir.SetConst(0, type)


# ---------------------------------------------------------------- answering to deeds


def answers(cx: Context, routine: RoutineSym, hook: d.Hook, card: CardSym, matches: Matches, body: Out) -> Out:
    """What a hook of a card in an active place adds to a routine; for `instead of` the whole body."""
    from rulewright.dsl.check.standings import players_from

    actor = ir.Local(0, INT)
    nobody = routine.sort in {"setup", "play"}
    anybody = hook.actor is not None
    if anybody and (nobody or routine.sort in {"turn", "phase"}):
        help = f"Write `{hook.word} {routine.name}`: it is about your own; or hook an action."
        cx.error(codes.WRONG_ARGUMENTS, f"Nobody does `{routine.name}`; it is a phase.", hook.actor_span or hook.span, help)
        return body
    owner, piece = cx.local("owner"), cx.local(card.kind.word)
    proc, test = _ability(cx, routine, hook, card, matches, owner, piece)
    clauses: tuple[ir.Clause, ...] = (ir.In(piece, lying_active(cx, card.kind, owner)), ir.Test(test))
    params = tuple(ir.Local(i, cx.routine.locals[i]) for i in range(len(routine.params) + 1))
    type = state.kind_set(card.kind)
    gathered = ir.Fold("set", clauses, piece, None, type)
    if hook.word == "instead of":
        chosen = cx.local(card.kind.word)
        mine = ir.Assign(owner, actor)
        pick = ir.Assign(chosen, ir.Cond(prim("ge", owner, ZERO), prim("first", gathered), const(-1)))
        done = ir.Do(proc, (owner, chosen, *params), cx.span(hook.span))
        return [mine, pick, ir.If(prim("ge", chosen, ZERO), (done,), tuple(body))]
    seats = Set(0, cx.world.seats)
    whose: ir.Expr = ir.SetConst(seats.full, seats)
    if anybody:
        whose = players_from(cx.world, actor)
    elif not nobody:
        whose = ir.Cond(prim("ge", actor, ZERO), prim("one", actor, type=seats), whose)
    again = cx.local(card.kind.word)
    woven = ir.For(owner, whose, (ir.For(again, gathered, (ir.Do(proc, (owner, again, *params), cx.span(hook.span)),)),))
    return [woven, *body] if hook.word == "before" else [*body, woven]


def _ability(
    cx: Context, routine: RoutineSym, hook: d.Hook, card: CardSym, matches: Matches, owner: ir.Local, piece: ir.Local
) -> tuple[Proc, ir.Expr]:
    """The procedure of an ability (owner, card, who acts, arguments of the deed), and the test whether it answers."""
    from rulewright.dsl.check.routines import is_card

    world = cx.world
    asked = _yours(cx, hook, card, owner, piece, ir.Local(0, INT))
    assert asked.this is not None
    test = is_card(asked, asked.this, card, hook.span)
    for stmt in limits_in(hook.body):
        limit = of_card(asked, card, piece, stmt)
        if limit is not None:
            test = prim("and", test, unused(limit))
    more, _ = matches(asked)
    if more is not None:
        test = prim("and", test, more)
    core = Routine()
    mine, own = core.new("owner"), core.new(card.kind.word)
    actor = core.new("player")
    inner = Context(world, core, {}, None, False, routine)
    arguments = []
    for param, local in zip(routine.params, cx.routine.locals[1 : len(routine.params) + 1], strict=True):
        argument = core.new(param.name, local)
        arguments.append(argument)
        inner = inner.bind(param.name, Value(param.type, argument))
    inner = _yours(inner, hook, card, mine, own, actor)
    _, named = matches(inner)
    name = f"{card.kind.name} {card.decl.names[0]} {hook.word} {routine.name}"
    number = len(world.program.rules)
    world.program.rules.append(name)
    proc = Proc(name, (mine, own, actor, *arguments), span=world.span_number(hook.span))
    statements_: Out = [ir.Fired(number)]
    statements_ += [mark(limit) for stmt in limits_in(hook.body) if (limit := of_card(named, card, own, stmt)) is not None]
    statements_ += block(named, [s for s in hook.body if not (isinstance(s, d.Demand) and s.word == "once")])
    if any(isinstance(s, ir.Do | ir.Ask) for s in statements(tuple(statements_))):
        # It may cause what it answers to; meanwhile it is deaf.
        busy = world.program.add_field(int_field(f"answering.{number}", 0, 1, compared=False))
        test = prim("and", prim("eq", ir.Load(busy, ZERO), ZERO), test)
        itself = Proc(f"{name} itself", proc.params, core.locals, core.names, tuple(statements_), span=proc.span, sorts=core.sorts)
        world.program.add_proc(itself)
        statements_ = [
            ir.Store(busy, ZERO, ONE, False, -1),
            ir.Do(itself, proc.params, proc.span),
            ir.Store(busy, ZERO, ZERO, False, -1),
        ]
    proc.body = tuple(statements_)
    proc.locals, proc.names, proc.sorts = core.locals, core.names, core.sorts
    world.program.add_proc(proc)
    return proc, test


def _yours(cx: Context, hook: d.Hook, card: CardSym, owner: ir.Local, piece: ir.Local, actor: ir.Local) -> Context:
    """The place of an ability: `player` is whose card it is, `this` the card, and `other` whoever acts."""
    you, subject = Value(t.PLAYER, owner), Value(t.Piece(frozenset({card.kind.name})), piece)
    found = replace(cx.acting(you), this=subject, card=card, hidden=False, player=you)
    return found.bind(hook.actor, Value(t.PLAYER, actor)) if hook.actor else found


# ---------------------------------------------------------------- raising and lowering


def attach_modifiers(world: World) -> None:
    """Find the definition that each modifier is about."""
    for card in world.cards:
        for modifier in card.decl.modifiers:
            define = world.defines.get(modifier.name)
            if define is not None:
                define.modifiers.append((card, modifier))
                continue
            attr = card.kind.attrs.get(modifier.name)
            if attr is not None:
                said = "printed and never changes" if attr.nature == "printed" else "an attribute"
                word = "Raise" if modifier.word == "raises" else "Lower"
                help = f"{word} a definition: `define {modifier.name}_now({card.kind.word}) = {card.kind.word}.{modifier.name}`."
                world.error(codes.CANNOT_CHANGE, f"`{modifier.name}` is {said}.", modifier.name_span, help=help)
                continue
            help = did_you_mean(modifier.name, world.defines) or f"Declare it: `define {modifier.name or 'cost'} = …`."
            world.error(codes.UNKNOWN_NAME, f"No definition is called `{modifier.name}`.", modifier.name_span, help=help)


def modified(cx: Context, sym: DefineSym, value: Value) -> Value:
    """What a definition gives, with all that raises it and then all that lowers it; what is lowered stops at 0."""
    if not sym.modifiers or coerce.is_poison(value):
        return value
    if not isinstance(value.type, t.Number | t.BagOf) or value.expr is None:
        for _, modifier in sym.modifiers:
            message = f"Only numbers and bags can be raised or lowered; `{sym.name}` is {value.type}."
            cx.error(codes.TYPE_MISMATCH, message, modifier.span)
        return value
    result = value.expr
    for word in ("raises", "lowers"):
        for card, modifier in sym.modifiers:
            change = _change(cx, sym, card, modifier, value.type) if modifier.word == word else None
            if change is None:
                continue
            if isinstance(value.type, t.BagOf):
                result = prim("bag_add" if word == "raises" else "bag_sub", result, change, type=result.type)
            else:
                result = prim("add" if word == "raises" else "sub", result, change)
        if word == "lowers" and isinstance(value.type, t.Number) and value.type.low >= 0 and result is not value.expr:
            result = prim("max", ZERO, result)
    type: t.Type = value.type
    if isinstance(value.type, t.Number):
        type = t.Number(min(0, value.type.low), value.type.high + 1000)
    return Value(type, result)


def _change(cx: Context, sym: DefineSym, card: CardSym, modifier: d.Modifier, type: t.Number | t.BagOf) -> ir.Expr | None:
    """How much the cards of one name change a definition for whoever asks."""
    from rulewright.dsl.check.expressions import expr, test
    from rulewright.dsl.check.routines import is_card

    asks = coerce.player(cx, cx.the_player(modifier.span), modifier.span)
    owner, piece = cx.local("owner"), cx.local(card.kind.word)
    you, subject = Value(t.PLAYER, owner), Value(t.Piece(frozenset({card.kind.name})), piece)
    seats = Set(0, cx.world.seats)
    if modifier.whom is None:
        whose: Clauses = [ir.Test(prim("ge", asks, ZERO)), ir.Be(owner, asks)]
    elif isinstance(modifier.whom, e.Word) and modifier.whom.name == "everyone":
        whose = [ir.In(owner, ir.SetConst(seats.full, seats))]
    else:
        help = "Leave it out: it is changed for the owner of the card; or write `for everyone`."
        cx.error(codes.WRONG_ARGUMENTS, "Whose is changed?", modifier.whom.span, help)
        return None
    inner = replace(cx, this=subject, card=card, player=you, hidden=False)
    clauses: Clauses = [*whose, ir.In(piece, lying_active(cx, card.kind, owner)), ir.Test(is_card(inner, subject, card, modifier.span))]
    first = sym.params[0] if sym.params else None
    if modifier.about is not None:
        if first is None:
            help = f"Write `{modifier.word} {sym.name} by …`."
            cx.error(codes.WRONG_ARGUMENTS, f"`{sym.name}` is about nothing.", modifier.about.span, help)
            return None
        mine = cx.names[first.name]
        if isinstance(modifier.about, e.Kind) and modifier.about.name not in cx.world.program.seats:
            inner = inner.bind(snake(modifier.about.name), mine)
            wanted = t.bare(mine.type)
            known = wanted.kinds if isinstance(wanted, t.Piece) else {str(getattr(wanted, "name", "Player"))}
            if modifier.about.name not in known:
                message = f"`{sym.name}` is about {mine.type}, not about {modifier.about.name}."
                cx.error(codes.TYPE_MISMATCH, message, modifier.about.span)
                return None
        else:
            found = coerce.convert(cx, expr(inner, modifier.about, mine.type), mine.type, modifier.about.span)
            if coerce.is_poison(found) or found.expr is None or mine.expr is None:
                return None
            clauses.append(ir.Test(equals(mine.expr, found.expr)))
    if modifier.where is not None:
        clauses.append(ir.Test(test(inner, modifier.where)))
    wanted_type: t.Type = type if isinstance(type, t.BagOf) else t.ANY_NUMBER
    amount = coerce.convert(cx, expr(inner, modifier.amount, wanted_type), wanted_type, modifier.amount.span)
    if coerce.is_poison(amount) or amount.expr is None:
        return None
    if isinstance(type, t.BagOf):
        span = state.set_type(cx.world, type.elem)
        return ir.Fold("bags", tuple(clauses), amount.expr, None, Bag(span.base, span.size))
    return ir.Fold("sum", tuple(clauses), amount.expr, None, INT)
