"""Routines: calls of phases and own verbs, and the procedures their bodies become."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.abilities import answers, is_ability
from rulewright.dsl.check.attributes import is_card
from rulewright.dsl.check.calls import card_context
from rulewright.dsl.check.context import Context, player_expr
from rulewright.dsl.check.library.moving import numbered, numbered_piece
from rulewright.dsl.check.limits import limits_in, of_action
from rulewright.dsl.check.passes import block, expr
from rulewright.dsl.check.passes import test as check
from rulewright.dsl.check.phrases import Argument, Parts, form, singulars
from rulewright.dsl.check.selections import is_kind, select
from rulewright.dsl.check.understood import parameter, understood
from rulewright.dsl.declare.routines import name_type
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.dsl.library.forms import VERB_ROWS
from rulewright.dsl.lower import routines as lower
from rulewright.dsl.lower.limits import mark
from rulewright.dsl.lower.selections import in_kind
from rulewright.dsl.lower.values import Code, Routine, Slot, Steps, Value
from rulewright.dsl.lower.ways import one_of
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import CardSym, ParamSym, RoutineSym, World, snake


def call_routine(cx: Context, routine: RoutineSym, arguments: list[tuple[Value, Span]], span: Span, out: Steps) -> None:
    """A call with its arguments in the order of the parameters."""
    routine.used = True
    if len(arguments) != len(routine.params):
        cx.error(
            codes.WRONG_ARGUMENTS,
            f"`{routine.name}` takes {len(routine.params)} things, but gets {len(arguments)} here.",
            span,
            f"Write `{form(routine)}`.",
        )
        return
    handed: list[Code] = [player_expr(cx)]
    if cx.player is None or cx.hidden:
        # Whether the routine minds that nobody acts is known only when all bodies are.
        cx.world.calls.append((routine, cx.subject if cx.player is not None else None, span))
    for param, (value, at) in zip(routine.params, arguments, strict=True):
        converted = coerce.convert(cx, value, param.type, at)
        if coerce.is_poison(converted) or converted.expr is None or coerce.refuse_heap(cx, converted, at):
            return
        handed.append(converted.expr)
    out.extend(lower.call(cx.world, routine, handed, span))


def arguments_of(cx: Context, routine: RoutineSym, parts: Parts) -> list[tuple[Value, Span]] | None:
    """The words of a sentence as arguments of a routine."""
    nodes: list[tuple[list[Argument], Span]] = []
    if routine.sort in {"phase", "turn", "setup", "play"}:
        nodes = [([a], a.span) for a in parts.arguments]
    else:
        said = [("", parts.arguments), *parts.tails] if parts.arguments else list(parts.tails)
        for param in routine.params:
            group = next((x for x in said if x[0] == param.prep), None)
            if group is not None:
                said.remove(group)
                nodes.append((group[1], parts.span))
    if len(nodes) != len(routine.params):
        cx.error(codes.WRONG_ARGUMENTS, f"`{routine.name}` does not take these words.", parts.span, f"Write `{form(routine)}`.")
        return None
    found = []
    for (words, span), param in zip(nodes, routine.params, strict=True):
        if len(words) == 2 and isinstance(words[0], e.Kind) and not isinstance(words[1], e.Sel):
            piece = numbered_piece(cx, words[0], words[1])
            if piece is None:
                return None
            found.append((numbered(cx, words[0], words[1], piece), span))
            continue
        if len(words) != 1:
            cx.error(codes.WRONG_ARGUMENTS, "This sentence has more words than its verb takes.", span, f"Write `{form(routine)}`.")
            return None
        found.append((expr(cx, words[0], param.type), words[0].span))
    return found


# ---------------------------------------------------------------- bodies


def check_routine(world: World, routine: RoutineSym) -> None:
    """The procedure of a phase, own verb, action or interrupt."""
    core = Routine()
    hidden = core.new("player")
    cx = Context(world, core, {}, Value(t.PLAYER, hidden), True, routine)
    if routine.sort in {"setup", "play"}:
        cx = replace(cx, player=None, hidden=False)
    params = [hidden]
    for param in routine.params:
        local = lower.parameter(cx, param.name, param.type)
        params.append(local)
        cx = cx.bind(param.name, Value(param.type, local, meaning=parameter(cx, param)))
    if routine.sort in {"action", "interrupt", "turn"}:
        cx = replace(cx, hidden=False)
    body = effects_of(routine.decl.body) if routine.sort in {"action", "interrupt"} else routine.decl.body
    out: Steps = [lower.fired(world, f"{routine.sort} {routine.name}")]
    if routine.sort in {"action", "interrupt"}:
        out += [mark(limit) for stmt in limits_in(routine.decl.body) if (limit := of_action(cx, routine, stmt)) is not None]
    general = block(cx, body)
    out += _by_cards(cx, routine, general)
    lower.complete(routine.proc, params, core, _hooked(cx, routine, params, out))


def effects_of(body: list[d.Stmt]) -> list[d.Stmt]:
    """The body of an action without its conditions, which have been tested before it was offered."""
    return [s for s in body if not isinstance(s, d.Demand)]


def _by_cards(cx: Context, routine: RoutineSym, general: Steps) -> Steps:
    """What single cards do instead."""
    if not routine.cards:
        return general
    first = routine.params[0]
    subject = cx.names[first.name]
    result = general
    for card, deed in reversed(routine.cards):
        inner = replace(cx, this=subject, card=card)
        if cx.player is None:
            inner = card_context(cx, card.kind.name, subject)
        inner = _deed_names(inner, routine, deed)
        test = is_card(cx, subject, card, deed.span)
        result = lower.instead(test, block(inner, deed.body), result)
    return result


def _deed_names(cx: Context, routine: RoutineSym, deed: d.Procedure) -> Context:
    """A card may give the things a verb is about other names, in the same order of prepositions."""
    signature = deed.signature
    if signature is None:
        return cx
    for prep, sel in signature.tails:
        param = next((p for p in routine.params if p.prep == prep), None)
        if param is not None and sel.alias:
            cx = cx.bind(sel.alias, cx.names[param.name])
    return cx


# ---------------------------------------------------------------- hooks


def _hooked(cx: Context, routine: RoutineSym, params: list[Slot], body: Steps) -> Steps:
    """The body with what comes before, after or instead of it."""
    before: Steps = []
    after: Steps = []
    for hook, card in routine.hooks:
        if card is not None and is_ability(hook, card):
            continue
        test, inner = _matches(cx, routine, hook, card)
        statements = block(inner, hook.body)
        match hook.word:
            case "before":
                before += lower.instead(test, statements, [])
            case "after":
                after += lower.instead(test, statements, [])
            case _:
                body = lower.instead(test, statements, body)
    abilities = [(hook, card) for hook, card in routine.hooks if card is not None and is_ability(hook, card)]
    if (after or abilities) and lower.can_be_left(body):
        # A routine that can be left early still has its aftermath: the body becomes a procedure of its own.
        body = lower.apart(cx, routine, params, body)
    woven = [*before, *body, *after]
    for word in ("instead of", "before", "after"):  # the rules of the game first, then cards, as written
        chosen = [(hook, card) for hook, card in abilities if hook.word == word]
        for hook, card in chosen if word == "after" else reversed(chosen):
            woven = answers(cx, routine, hook, card, _matching(routine, hook, card), woven)
    return woven


def _matching(routine: RoutineSym, hook: d.Hook, card: CardSym) -> Callable[[Context], tuple[Code | None, Context]]:
    return lambda place: _matches(place, routine, hook, card)


def _matches(cx: Context, routine: RoutineSym, hook: d.Hook, card: CardSym | None) -> tuple[Code | None, Context]:
    """When a hook applies, and what its words mean."""
    tests: list[Code] = []
    inner = cx
    parts: list[tuple[str, e.Sel]] = [("", hook.signature.first)] if hook.signature.first is not None else []
    parts += hook.signature.tails
    for prep, sel in parts:
        param = next((p for p in routine.params if p.prep == prep), None)
        if param is None and not prep and len(routine.params) == 1:
            param = routine.params[0]
        if param is None:
            cx.error(codes.WRONG_ARGUMENTS, f"`{routine.name}` has nothing after `{prep}`.", sel.span, f"It is `{form(routine)}`.")
            continue
        value = cx.names[param.name]
        source = sel.source
        if isinstance(source, e.Word) and source.name == "this" and card is not None:
            tests.append(is_card(cx, value, card, sel.span))
            inner = replace(inner, this=value, card=card)
            continue
        name = sel.alias
        if not isinstance(source, e.Kind):
            test = _among(inner, routine, param, sel, value)
            if test is None:
                continue
            tests.append(test)
            among = inner.world.selections[id(sel)][1]
            value = Value(among.elem, value.expr, meaning=value.meaning)
            inner = inner.bind(name or among.binds.name, value) if name or among.binds.name else inner
            continue
        name = name or snake(source.name)
        if not is_kind(cx, source.name) or t.join(name_type(cx.world, snake(source.name)) or value.type, t.bare(value.type)) is None:
            _not_about(inner, routine, param, sel)
            continue
        if source.name in cx.world.kinds:
            wanted = frozenset({source.name})
            given = t.bare(value.type)
            if isinstance(given, t.Piece) and given.kinds != wanted and value.expr is not None:
                tests.append(in_kind(cx.world.kinds[source.name], value.expr))
                value = Value(t.Piece(wanted), value.expr, meaning=value.meaning)
        inner = inner.bind(name, value)
        if sel.where is not None:
            tests.append(check(inner, sel.where))
        if isinstance(value.meaning, m.Local) and isinstance(t.bare(value.type), t.Scalar):
            where = understood(inner, sel.where) if sel.where is not None else None
            binds = m.Binding(name, value.type)
            meant = m.Selection(sel.span, source.name, None, None, binds, t.bare(value.type), where, None)  # type: ignore[arg-type]
            cx.world.selections[id(sel)] = (sel, meant)
    return lower.all_hold(tests), inner


def _among(cx: Context, routine: RoutineSym, param: ParamSym, sel: e.Sel, value: Value) -> Code | None:
    """`after build Tile of rival in land`: whether what it was done with is one of those; None if it cannot be."""
    if not _selecting(cx, sel.source):
        _not_about(cx, routine, param, sel)
        return None
    found = select(cx.noticing(True), sel)
    if found is None or value.expr is None:
        return None
    if t.join(t.bare(value.type), found.elem) is None:
        _not_about(cx, routine, param, sel)
        return None
    return one_of(found, value.expr)


def _selecting(cx: Context, source: e.Expr) -> bool:
    """Whether the head of a hook says which: a kind of somebody, or somewhere, or the elements of something."""
    head = source.left if isinstance(source, e.In) else source
    head = head.left if isinstance(head, e.Of) else head
    return isinstance(head, e.Kind) or (isinstance(source, e.In) and isinstance(head, e.Word))


def _not_about(cx: Context, routine: RoutineSym, param: ParamSym, sel: e.Sel) -> None:
    text = cx.world.sources.text(sel.source.span)
    message = f"`{routine.name}` is never about `{text}`, but about {param.type}."
    signature = routine.decl.signature
    declared = cx.world.sources.text(signature.span) if signature is not None else form(routine)
    cx.error(codes.WRONG_ARGUMENTS, message, sel.source.span, f"Name the kind, as its own head does: `{declared}`.")


def check_players(world: World) -> None:
    """A routine that needs a player must get one, perhaps from the routine that calls it."""
    changed = True
    while changed:
        changed = False
        for routine, giver, _ in world.calls:
            if routine.needs_player and giver is not None and not giver.needs_player:
                giver.needs_player = changed = True
    for routine, giver, span in world.calls:
        if routine.needs_player and giver is None:
            world.error(
                codes.NO_PLAYER,
                f"`{routine.name}` speaks of the player, but nobody is acting here.",
                span,
                help=f"Say who: `each Player takes {routine.name}`.",
            )


def _hookable(name: str, world: World) -> str:
    if name in VERB_ROWS:
        return f"`{name}` is a verb of the library. Name what happens (`to harvest Good`) and write `after harvest Good`."
    return did_you_mean(name, world.routines) or "Only what the rules declare can be hooked."


def attach_hooks(world: World) -> None:
    """Find the routine that each hook is about."""
    for hook, card in [*((h, None) for h in world.hooks), *((h, c) for c in world.cards for h in c.decl.hooks)]:
        name = hook.signature.name
        if hook.actor is not None:
            name = next((s for s in singulars(name) if s in world.routines), name)
            if card is None or not is_ability(hook, card) or not hook.actor:
                help = "Only on a card: `after Player as other builds …`. Elsewhere `player` is whoever does it."
                world.error(codes.WRONG_ARGUMENTS, "Who does it?", hook.actor_span or hook.span, help=help)
                continue
        preps = [p for p, _ in hook.signature.tails]
        found = [r for r in world.routines.get(name, ()) if all(any(q.prep == p for q in r.params) for p in preps)]
        if not found:
            world.error(
                codes.UNKNOWN_VERB,
                f"No phase, action or verb `{name}` is declared.",
                hook.signature.name_span,
                help=_hookable(name, world),
            )
            continue
        found[0].hooks.append((hook, card))
