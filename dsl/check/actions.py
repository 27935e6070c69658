"""Actions: the ways in which one can be done, as clauses; and whether there is one at all.

An option of an action is a choice of its parameters for which its `requires` hold, for which what it pays can be paid, and
after which (tried out, never shown) its `ensures` hold.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.core.program import Proc
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.expressions import expr, test
from rulewright.dsl.check.library.moving import numbered, numbered_piece
from rulewright.dsl.check.library.verbs_values import affordable
from rulewright.dsl.check.limits import of_action
from rulewright.dsl.check.phrases import Argument, Parts, form, pick_routine, take_apart
from rulewright.dsl.check.roles import action_words, fits
from rulewright.dsl.check.selections import Selection, is_kind, select
from rulewright.dsl.check.statements import block
from rulewright.dsl.check.steps import note_offer
from rulewright.dsl.check.understood import bound, doer, parameter
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import ways as lower
from rulewright.dsl.lower.limits import unused
from rulewright.dsl.lower.routines import begin, can_stop, complete
from rulewright.dsl.lower.routines import parameter as own_parameter
from rulewright.dsl.lower.values import ZERO, Clauses, Code, Routine, Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import everything, nodes
from rulewright.dsl.world import ParamSym, RoutineSym, World


@dataclass(slots=True)
class Ways:
    """All ways to do something, and what the names mean for whoever runs through them."""

    cx: Context
    made: lower.Made = field(default_factory=lower.Made)


def ways_of(cx: Context, routine: RoutineSym, who: Value, given: dict[str, list[Argument]], asking: bool = False) -> Ways | None:
    """The ways in which somebody can do an action; `given` are arguments already written, by preposition.

    What is demanded `if possible` is measured by what else could be done: in a decision by its own options; if somebody is only
    `asking` whether an action can be done with something, by everything it could be done with.
    """
    ways = Ways(Context(cx.world, cx.routine, {}, doer(cx, routine, who)))
    for param in routine.params:
        if not _param(cx, ways, param, given.get(param.prep)):
            return None
    _conditions(ways, routine)
    _if_possible(cx, ways, routine, who, {} if asking else given)
    return ways


def _if_possible(cx: Context, ways: Ways, routine: RoutineSym, who: Value, given: dict[str, list[Argument]]) -> None:
    """`requires … if possible`: of the ways that meet everything else, only those that meet this, if there are some.

    Several such lines apply one after the other. Whether some way meets one is asked once, before the ways are run through.
    """
    lenient = [s for s in routine.decl.body if isinstance(s, d.Demand) and s.lenient]
    for number, stmt in enumerate(lenient):
        some = can_be_met(cx, routine, who, given, lenient[: number + 1])
        if some is None:
            return
        flag = ways.cx.local("possible")
        lower.prefer(ways.made, number, flag, some, test(ways.cx, stmt.test))


def can_be_met(cx: Context, routine: RoutineSym, who: Value, given: dict[str, list[Argument]], lenient: list[d.Demand]) -> Code | None:
    """Whether some way to do an action meets the last of its `if possible`, besides everything else and those before it."""
    others = Ways(Context(cx.world, cx.routine, {}, doer(cx, routine, who)))
    for param in routine.params:
        if not _param(cx, others, param, given.get(param.prep)):
            return None
    _conditions(others, routine)
    *earlier, last = lenient
    flags: Clauses = []
    for number, stmt in enumerate(earlier):
        some = can_be_met(cx, routine, who, given, earlier[: number + 1])
        if some is None:
            return None
        flag = cx.local("possible")
        lower.preferred(flags, others.made, flag, some, test(others.cx, stmt.test))
    lower.demand(others.made, test(others.cx, last.test))
    return lower.exists(others.made, flags)


def _param(cx: Context, ways: Ways, param: ParamSym, given: list[Argument] | None) -> bool:
    ways.made.words.append(param.prep)
    sel = param.sel
    assert isinstance(sel, e.Sel)
    if given:
        node = given[-1]
        if selects(cx, node) and len(given) == 1:
            found = select(cx, as_sel(node))
            return found is not None and chosen(ways, found, param.name, meaning=parameter(cx, param))
        if len(given) == 2 and isinstance(given[0], e.Kind) and not isinstance(node, e.Sel):
            piece = numbered_piece(cx, given[0], node)
            value = numbered(cx, given[0], node, piece) if piece is not None else coerce.poison()
        else:
            value = coerce.convert(cx, expr(cx, node, param.type), param.type, node.span)
        if coerce.is_poison(value) or value.expr is None:
            return False
        fixed = lower.named(cx, ways.made, param.name, value)
        return _must_be(ways, param, sel, Value(param.type, fixed, meaning=parameter(cx, param)))
    if isinstance(param.type, t.SetOf | t.ListOf | t.BagOf) or any_number(param):
        help = "Write it where the action is offered."
        if any_number(param):
            name = param.name.capitalize()
            help = f"Declare a range, like `type {name}: 1 to 3`, and write `{name}` here; or say which where the action is offered."
        cx.error(codes.WRONG_ARGUMENTS, f"Which {param.name}?", param.span or cx.world.game.span, help)
        return False
    found = select(ways.cx, sel)
    return found is not None and chosen(ways, found, param.name, meaning=parameter(cx, param))


def any_number(param: ParamSym) -> bool:
    """Whether a parameter is a number of which nothing else is said."""
    sel = param.sel
    return isinstance(param.type, t.Number) and not param.type.bounded and isinstance(sel, e.Sel) and isinstance(sel.source, e.Kind)


def _must_be(ways: Ways, param: ParamSym, sel: e.Sel, value: Value) -> bool:
    """A given argument has to be one of those the action is about."""
    plain = isinstance(sel.source, e.Kind) and sel.where is None and sel.best is None
    if not plain and isinstance(value.type, t.Scalar | t.Maybe):
        found = select(ways.cx, sel)
        if found is None:
            return False
        assert value.expr is not None
        wanted = value.expr
        if isinstance(t.bare(found.value.type), t.Piece) and isinstance(t.bare(value.type), t.Cell):
            wanted = coerce.scalar(ways.cx, coerce.piece(ways.cx, value, sel.span), sel.span)
        lower.demand(ways.made, lower.one_of(found, wanted))
    ways.cx = ways.cx.bind(param.name, value)
    lower.settled(ways.cx.world, ways.made, value)
    return True


def chosen(ways: Ways, found: Selection, name: str, dedupe: bool = True, meaning: m.Local | None = None) -> bool:
    """The decider picks an element of a selection."""
    value = lower.chosen(ways.cx, ways.made, found, name, ways.cx.player if dedupe else None, dedupe, meaning or found.value.meaning)
    inner = ways.cx.bind(name, value)
    ways.cx = replace(inner, player=ways.cx.player) if name == "player" else inner
    return True


# ---------------------------------------------------------------- conditions


def _conditions(ways: Ways, routine: RoutineSym) -> None:
    """What must hold before, and what must hold after."""
    acting = False
    for stmt in routine.decl.body:
        match stmt:
            case d.Prose():
                continue
            case d.Let() if not acting:
                value = coerce.as_elements(ways.cx, expr(ways.cx, stmt.value), stmt.value.span)
                if value.expr is None or coerce.is_poison(value):
                    return
                local = lower.named(ways.cx, ways.made, stmt.name, value)
                type = value.type
                if isinstance(type, t.Number):
                    type = t.Number(min(type.low, -(2**40)), max(type.high, 2**40))
                ways.cx = ways.cx.bind(stmt.name, Value(type, local, meaning=bound(ways.cx, stmt, stmt.name, type)))
            case d.Demand(word="once"):
                limit = of_action(ways.cx, routine, stmt)
                if limit is not None:
                    lower.demand(ways.made, unused(limit), ways.cx.span(stmt.span))
            case d.Demand(word="ensures", lenient=True):
                ways.cx.error(
                    codes.MISPLACED,
                    "`if possible` goes with `requires`: what comes of an action cannot be preferred, only demanded.",
                    stmt.span,
                    "Leave `if possible` out, or say beforehand what to prefer.",
                )
            case d.Demand(lenient=True) if not acting:
                continue  # when everything else is known
            case d.Demand(word="requires"):
                if acting:
                    ways.cx.error(
                        codes.MISPLACED,
                        "`requires` stands before the first thing an action does.",
                        stmt.span,
                        "Move it up, or write `ensures` for what must hold afterwards.",
                    )
                lower.demand(ways.made, test(ways.cx, stmt.test), ways.cx.span(stmt.span))
            case d.Demand():
                lower.demand(ways.made, _afterwards(ways, routine, stmt), ways.cx.span(stmt.span))
            case _:
                acting = True
                price = price_of(ways.cx, stmt)
                if price is None:
                    price = text_of(ways.cx, stmt)
                if price is not None:
                    lower.demand(ways.made, price, ways.cx.span(stmt.span))


def conditional(world: World) -> set[Span]:
    """The sentences of which it is known that they can be paid: those directly in an action, those that somebody decides about, those
    with which a line of a menu begins, and those below `if player can pay …` with the same words."""
    bodies = [r.decl.body for rs in world.routines.values() for r in rs if r.sort in {"action", "interrupt"}]
    bodies += [card.decl.body for card in world.cards]  # the text of a card is asked with the action that resolves it
    found = {stmt.phrase.span for body in bodies for stmt in body if isinstance(stmt, d.Sentence)}
    for node in everything(world.chapters):
        if isinstance(node, d.Decision | d.Offer):
            if node.phrase is not None:
                found.add(node.phrase.span)
        elif isinstance(node, d.Choice):
            found |= {price.phrase.span for price in prices_first(node.body)}
        elif isinstance(node, d.If):
            for condition, body in node.branches:
                can = {world.sources.text(x.phrase.span) for x in nodes(condition, e.Can)}
                found |= {s.phrase.span for s in body if isinstance(s, d.Sentence) and world.sources.text(s.phrase.span) in can}
    return found


def prices_first(body: list[d.Stmt]) -> list[d.Sentence]:
    """What has to be paid before a line of a menu does anything else."""
    found: list[d.Sentence] = []
    for stmt in body:
        match stmt:
            case d.Sentence(phrase=e.Phrase(each=None, arguments=[e.Word(_, "pay"), *_])):
                found.append(stmt)
            case d.Prose():
                continue
            case _:
                break
    return found


def price_of(cx: Context, stmt: d.Stmt) -> Code | None:
    """`pay 3 crowns` is allowed only to those who have them."""
    if not isinstance(stmt, d.Sentence):
        return None
    first = stmt.phrase.arguments[0] if stmt.phrase.arguments else None
    if not isinstance(first, e.Word) or first.name != "pay" or stmt.phrase.each is not None:
        return None
    parts = take_apart(cx, stmt.phrase)
    return affordable(cx, parts) if parts is not None and fits(parts) else None


def text_of(cx: Context, stmt: d.Stmt) -> Code | None:
    """`resolve card`: what the text of the card demands is demanded by the action."""
    from rulewright.dsl.check.cards import text_conditions

    match stmt:
        case d.Sentence(phrase=e.Phrase(each=None, arguments=[e.Word(_, "resolve"), e.Word() as node], tails=[])):
            value = cx.names.get(node.name)
            elem = t.bare(value.type) if value is not None else None
            if value is not None and isinstance(elem, t.Piece) and len(elem.kinds) == 1:
                return text_conditions(cx, cx.world.kinds[next(iter(elem.kinds))], value)
    return None


def _afterwards(ways: Ways, routine: RoutineSym, stmt: d.Demand) -> Code:
    proc = trial(ways.cx, routine)
    if can_stop(proc):
        return ZERO  # reported when all bodies are known
    who = ways.cx.player
    assert who is not None
    return lower.afterwards(proc, who, ways.made.values, test(ways.cx, stmt.test))


def trial(cx: Context, routine: RoutineSym) -> Proc:
    """What an action does up to its `ensures`, to be tried out."""
    if routine.trial is not None:
        return routine.trial
    core = Routine()
    hidden = core.new("player")
    inner = Context(cx.world, core, {}, Value(t.PLAYER, hidden), False, routine)
    params = [hidden]
    for param in routine.params:
        local = own_parameter(inner, param.name, param.type)
        params.append(local)
        inner = inner.bind(param.name, Value(param.type, local, meaning=parameter(cx, param)))
    body: list[d.Stmt] = []
    for stmt in routine.decl.body:
        if isinstance(stmt, d.Demand) and stmt.word == "ensures":
            break
        if not isinstance(stmt, d.Demand):
            body.append(stmt)
    proc = begin(f"{routine.name} tried", params)
    routine.trial = proc
    cx.world.tried.append(proc)
    complete(proc, params, core, block(inner, body))
    cx.world.program.add_proc(proc)
    return proc


# ---------------------------------------------------------------- asking


def possible(cx: Context, phrase: e.Phrase) -> Code:
    """Whether the acting player can do an action (with these arguments)."""
    parts = take_apart(cx, phrase)
    if parts is None:
        return ZERO
    routine = action_named(cx, parts)
    if routine is None or not action_words(cx, parts, routine):
        return ZERO
    if routine.asked:
        help = "Whether an action is possible cannot depend on itself."
        cx.error(codes.CIRCULAR, f"Whether somebody can {routine.name} depends on itself.", parts.span, help)
        return ZERO
    who = cx.the_player(parts.span)
    routine.asked = True
    ways = ways_of(cx, routine, who, given(parts), asking=True)
    routine.asked = False
    if ways is None:
        return ZERO
    note_offer(cx, phrase, routine, given(parts))
    return lower.exists(ways.made)


def action_named(cx: Context, parts: Parts) -> RoutineSym | None:
    """The action a sentence names; its words may be left out, since the decider chooses them."""
    actions = [r for r in parts.routines if r.sort in {"action", "interrupt"}]
    exact = pick_routine(cx, parts)
    if exact is not None and exact.sort in {"action", "interrupt"}:
        exact.offered = True
        return exact
    preps = ({""} if parts.arguments else set()) | {p for p, _ in parts.tails}
    loose = [r for r in actions if preps <= {p.prep for p in r.params}]
    if loose:
        loose[0].offered = True
        return loose[0]
    known = [n for n, rs in cx.world.routines.items() if any(r.sort in {"action", "interrupt"} for r in rs)]
    if actions and not cx.newcomer(codes.WRONG_ARGUMENTS, parts.span):
        cx.error(codes.WRONG_ARGUMENTS, f"`{parts.verb}` does not take these words.", parts.span, f"It is `{form(actions[0])}`.")
    elif not actions:
        cx.world.unknown(codes.UNKNOWN_VERB, f"`{parts.verb}` is not an action.", parts.verb, parts.verb_span, known)
    return None


def given(parts: Parts) -> dict[str, list[Argument]]:
    found = dict(parts.tails)
    if parts.arguments:
        found[""] = parts.arguments
    return found


def selects(cx: Context, node: Argument) -> bool:
    """Whether an argument is a choice among several: `Tile in hand of player`, `hero in group where …`."""
    if isinstance(node, e.Sel):
        return True
    head: e.Expr = node
    if isinstance(head, e.In):
        return True
    if isinstance(head, e.Of):
        head = head.left
    return isinstance(head, e.Kind) and is_kind(cx, head.name) and head.name not in cx.world.program.seats


def as_sel(node: Argument) -> e.Sel:
    return node if isinstance(node, e.Sel) else e.Sel(node.span, node, None, None, None, None)
