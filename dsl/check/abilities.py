"""What cards do as long as they lie in an active place: they answer to deeds, and they raise or lower what a definition gives.

Nothing is stored that can be asked: a modifier is a sum over the cards that lie there now. You, `player`, are the owner of the place.
An ability is a procedure of its own, so that `stop` leaves it alone; one that could cause what it answers to does not answer itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import is_card
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.limits import limits_in, of_card
from rulewright.dsl.check.passes import block, expr, test
from rulewright.dsl.check.standings import about_itself
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.dsl.lower import abilities as lower
from rulewright.dsl.lower.abilities import Ability, active_places
from rulewright.dsl.lower.limits import mark, unused
from rulewright.dsl.lower.values import Code, Routine, Slot, Steps, Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import CardSym, DefineSym, RoutineSym, World, snake

Matches = Callable[[Context], tuple[Code | None, Context]]


def is_ability(hook: d.Hook, card: CardSym | None) -> bool:
    """Whether a rule of a card is about what happens elsewhere, not about the card itself."""
    if card is None:
        return False
    parts = [hook.signature.first, *(sel for _, sel in hook.signature.tails)]
    return not any(sel is not None and isinstance(sel.source, e.Word) and sel.source.name == "this" for sel in parts)


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
        for standing in card.decl.standings:
            if not about_itself(standing, card) and not places:
                said = f"`{'as soon as' if standing.at_once else 'when'} this in … and {world.sources.text(standing.test.span)}`"
                _never(world, card, standing.test.span, said)
        for modifier in card.decl.modifiers:
            if not places:
                _never(world, card, modifier.span, "`f = …`")


def _never(world: World, card: CardSym, span: Span, instead: str) -> None:
    kind, name = card.kind.name, card.decl.names[0]
    message = f"No place that holds a {kind} is `active`, so this ability of the {name} never works."
    help = f"Write `place … of each Player: pile of {kind}, active`, or make it about the card itself: {instead}."
    world.error(codes.MISPLACED, message, span, help=help)


# ---------------------------------------------------------------- answering to deeds


def answers(cx: Context, routine: RoutineSym, hook: d.Hook, card: CardSym, matches: Matches, body: Steps) -> Steps:
    """What a hook of a card in an active place adds to a routine; for `instead of` the whole body."""
    nobody = routine.sort in {"setup", "play"}
    anybody = hook.actor is not None
    if anybody and (nobody or routine.sort in {"turn", "phase"}):
        help = f"Write `{hook.word} {routine.name}`: it is about your own; or hook an action."
        cx.error(codes.WRONG_ARGUMENTS, f"Nobody does `{routine.name}`; it is a phase.", hook.actor_span or hook.span, help)
        return body
    owner, piece = cx.local("owner"), cx.local(card.kind.word)
    ability = _ability(cx, routine, hook, card, matches, owner, piece)
    how = lower.Answering(hook.word, anybody, nobody, hook.span)
    return lower.answers(cx, routine, how, card.kind, (owner, piece), ability, body)


def _ability(cx: Context, routine: RoutineSym, hook: d.Hook, card: CardSym, matches: Matches, owner: Slot, piece: Slot) -> Ability:
    """The procedure of an ability (owner, card, who acts, arguments of the deed), and the test whether it answers."""

    world = cx.world
    asked = _yours(cx, hook, card, owner, piece, lower.actor())
    assert asked.this is not None
    test = is_card(asked, asked.this, card, hook.span)
    for stmt in limits_in(hook.body):
        limit = of_card(asked, card, asked.this, stmt)
        if limit is not None:
            test = lower.tested(test, unused(limit))
    more, _ = matches(asked)
    test = lower.tested(test, more)
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
    assert inner.this is not None
    name = f"{card.kind.name} {card.decl.names[0]} {hook.word} {routine.name}"
    ability = lower.begin(world, name, (mine, own, actor, *arguments), core, test, hook.span)
    body = [mark(limit) for stmt in limits_in(hook.body) if (limit := of_card(named, card, inner.this, stmt)) is not None]
    body += block(named, [s for s in hook.body if not (isinstance(s, d.Demand) and s.word == "once")])
    lower.finish(world, ability, body)
    return ability


def _yours(cx: Context, hook: d.Hook, card: CardSym, owner: Slot, piece: Slot, actor: Slot) -> Context:
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
    result = value
    for word in ("raises", "lowers"):
        made = [(card, modifier) for card, modifier in sym.modifiers if modifier.word == word]
        changes = [x for card, modifier in made if (x := _change(cx, sym, card, modifier, value.type)) is not None]
        if changes:
            result = lower.changed(result, word, changes)
        if word == "lowers" and isinstance(value.type, t.Number) and value.type.low >= 0 and result is not value:
            result = lower.floored(result)
    type: t.Type = value.type
    if isinstance(value.type, t.Number):
        type = t.Number(min(0, value.type.low), value.type.high + 1000)
    return Value(type, result.expr)


def _change(cx: Context, sym: DefineSym, card: CardSym, modifier: d.Modifier, type: t.Number | t.BagOf) -> Code | None:
    """How much the cards of one name change a definition for whoever asks."""

    asks = coerce.player(cx, cx.the_player(modifier.span), modifier.span)
    owner, piece = cx.local("owner"), cx.local(card.kind.word)
    you, subject = Value(t.PLAYER, owner), Value(t.Piece(frozenset({card.kind.name})), piece)
    everyone = isinstance(modifier.whom, e.Word) and modifier.whom.name == "everyone"
    if modifier.whom is not None and not everyone:
        help = "Leave this out, and it changes for the owner of the card; or write `for everyone`."
        cx.error(codes.WRONG_ARGUMENTS, "Whose value changes?", modifier.whom.span, help)
        return None
    inner = replace(cx, this=subject, card=card, player=you, hidden=False)
    clauses = lower.for_whom(cx.world, owner, asks, everyone)
    lower.lying(cx.world, clauses, card.kind, owner, piece)
    lower.only(clauses, is_card(inner, subject, card, modifier.span))
    first = sym.params[0] if sym.params else None
    if modifier.about is not None:
        if first is None:
            help = f"Write `{modifier.word} {sym.name} by …`."
            cx.error(codes.WRONG_ARGUMENTS, f"`{sym.name}` is not about anything, so it is the same for all.", modifier.about.span, help)
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
            lower.only_about(clauses, mine, found)
    if modifier.where is not None:
        lower.only(clauses, test(inner, modifier.where))
    wanted_type: t.Type = type if isinstance(type, t.BagOf) else t.ANY_NUMBER
    amount = coerce.convert(cx, expr(inner, modifier.amount, wanted_type), wanted_type, modifier.amount.span)
    if coerce.is_poison(amount) or amount.expr is None:
        return None
    return lower.change(cx.world, clauses, amount, type)
