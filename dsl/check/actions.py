"""Actions: the ways in which one can be done, as clauses; and whether there is one at all.

An option of an action is a choice of its parameters for which its `requires` hold, for which what it pays can be paid, and
after which (tried out, never shown) its `ensures` hold.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.demands import Demands, Line, any_number, demands, is_plain, is_price, trial
from rulewright.dsl.check.library.moving import numbered, numbered_piece
from rulewright.dsl.check.passes import expr
from rulewright.dsl.check.phrases import Argument, Parts, form, pick_routine, take_apart
from rulewright.dsl.check.roles import action_words
from rulewright.dsl.check.selections import Selection, is_kind, select
from rulewright.dsl.check.steps import note_offer
from rulewright.dsl.check.understood import doer, parameter
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import ways as lower
from rulewright.dsl.lower.asked import Placing
from rulewright.dsl.lower.values import ZERO, Clauses, Code, Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import everything
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
    asked = demands(cx.world, routine)
    if asked is None:
        return None
    found = _arguments(cx, routine, asked, who, given)
    if found is None:
        return None
    ways, place = found
    _conditions(ways, place, routine, asked)
    _if_possible(ways, place, routine, asked, who, {} if asking else given)
    return ways


def _arguments(
    cx: Context, routine: RoutineSym, asked: Demands, who: Value, given: dict[str, list[Argument]]
) -> tuple[Ways, Placing] | None:
    """What an action is done with."""
    ways, place = Ways(Context(cx.world, cx.routine, {}, doer(cx, routine, who))), asked.placing(cx, who)
    for number, param in enumerate(routine.params):
        value = _param(cx, ways, place, asked, number, param, given.get(param.prep))
        if value is None or value.expr is None:
            return None
        place.knows(asked.params[number], value.expr)
    return ways, place


def _if_possible(ways: Ways, place: Placing, routine: RoutineSym, asked: Demands, who: Value, given: dict[str, list[Argument]]) -> None:
    """`requires … if possible`: of the ways that meet everything else, only those that meet this, if there are some.

    Several such lines apply one after the other. Whether some way meets one is asked once, before the ways are run through.
    """
    lenient = asked.of_sort("if possible")
    for number, line in enumerate(lenient):
        some = can_be_met(ways.cx, routine, asked, who, given, lenient[: number + 1])
        if some is None:
            return
        flag = ways.cx.local("possible")
        lower.prefer(ways.made, number, flag, some, place.code(line.part))


def can_be_met(
    cx: Context, routine: RoutineSym, asked: Demands, who: Value, given: dict[str, list[Argument]], lenient: list[Line]
) -> Code | None:
    """Whether some way to do an action meets the last of its `if possible`, besides everything else and those before it."""
    found = _arguments(cx, routine, asked, who, given)
    if found is None:
        return None
    others, place = found
    _conditions(others, place, routine, asked)
    *earlier, last = lenient
    flags: Clauses = []
    for number, line in enumerate(earlier):
        some = can_be_met(cx, routine, asked, who, given, earlier[: number + 1])
        if some is None:
            return None
        flag = cx.local("possible")
        lower.preferred(flags, others.made, flag, some, place.code(line.part))
    lower.demand(others.made, place.code(last.part))
    return lower.exists(others.made, flags)


def _param(
    cx: Context, ways: Ways, place: Placing, asked: Demands, number: int, param: ParamSym, given: list[Argument] | None
) -> Value | None:
    ways.made.words.append(param.prep)
    sel = param.sel
    assert isinstance(sel, e.Sel)
    if given:
        node = given[-1]
        if selects(cx, node) and len(given) == 1:
            found = select(cx, as_sel(node))
            return chosen(ways, found, param.name, meaning=parameter(cx, param)) if found is not None else None
        if len(given) == 2 and isinstance(given[0], e.Kind) and not isinstance(node, e.Sel):
            piece = numbered_piece(cx, given[0], node)
            value = numbered(cx, given[0], node, piece) if piece is not None else coerce.poison()
        else:
            value = coerce.convert(cx, expr(cx, node, param.type), param.type, node.span)
        if coerce.is_poison(value) or value.expr is None:
            return None
        fixed = lower.named(cx, ways.made, param.name, value)
        return _must_be(ways, place, asked, number, param, Value(param.type, fixed, meaning=parameter(cx, param)))
    if isinstance(param.type, t.SetOf | t.ListOf | t.BagOf) or any_number(param):
        help = "Write it where the action is offered."
        if any_number(param):
            name = param.name.capitalize()
            help = f"Declare a range, like `type {name}: 1 to 3`, and write `{name}` here; or say which where the action is offered."
        cx.error(codes.WRONG_ARGUMENTS, f"Which {param.name}?", param.span or cx.world.game.span, help)
        return None
    found = asked.select(place, ways.cx, number)
    return chosen(ways, found, param.name, meaning=parameter(cx, param)) if found is not None else None


def _must_be(ways: Ways, place: Placing, asked: Demands, number: int, param: ParamSym, value: Value) -> Value:
    """A given argument has to be one of those the action is about."""
    sel = param.sel
    assert isinstance(sel, e.Sel)
    found = asked.select(place, ways.cx, number) if not is_plain(sel) and isinstance(value.type, t.Scalar | t.Maybe) else None
    if found is not None:
        assert value.expr is not None
        wanted = value.expr
        if isinstance(t.bare(found.value.type), t.Piece) and isinstance(t.bare(value.type), t.Cell):
            wanted = coerce.scalar(ways.cx, coerce.piece(ways.cx, value, sel.span), sel.span)
        lower.demand(ways.made, lower.one_of(found, wanted))
    ways.cx = ways.cx.bind(param.name, value)
    lower.settled(ways.cx.world, ways.made, value)
    return value


def chosen(ways: Ways, found: Selection, name: str, dedupe: bool = True, meaning: m.Local | None = None) -> Value:
    """The decider picks an element of a selection."""
    value = lower.chosen(ways.cx, ways.made, found, name, ways.cx.player if dedupe else None, dedupe, meaning or found.value.meaning)
    inner = ways.cx.bind(name, value)
    ways.cx = replace(inner, player=ways.cx.player) if name == "player" else inner
    return value


# ---------------------------------------------------------------- conditions


def _conditions(ways: Ways, place: Placing, routine: RoutineSym, asked: Demands) -> None:
    """What must hold before, and what must hold after."""
    for line in asked.lines:
        span = line.stmt.span
        match line.sort:
            case "let":
                assert isinstance(line.stmt, d.Let) and line.value is not None and line.local is not None
                local = lower.named(ways.cx, ways.made, line.stmt.name, Value(line.value.type, place.code(line.part)))
                place.knows(line.local, local)
                ways.cx = ways.cx.bind(line.stmt.name, Value(line.value.type, local, meaning=line.value.meaning))
            case "if possible":
                continue  # when everything else is known
            case "ensures":
                lower.demand(ways.made, _afterwards(ways, place, routine, line), ways.cx.span(span))
            case _:
                lower.demand(ways.made, place.code(line.part), ways.cx.span(span))


def conditional(world: World) -> set[Span]:
    """The sentences of which it is known that they can be paid: those of the player directly in an action, those that somebody decides
    about, those with which a line of a menu begins, and those for which `can pay` with the same words was asked or demanded before."""
    bodies = [r.decl.body for rs in world.routines.values() for r in rs if r.sort in {"action", "interrupt"}]
    bodies += [card.decl.body for card in world.cards]  # the text of a card is asked with the action that resolves it
    found: set[Span] = set()
    for body in bodies:
        asked = [x for s in body if isinstance(s, d.Demand) and s.word == "requires" and not s.lenient for x in _payments(world, s.test)]
        for stmt in body:
            if isinstance(stmt, d.Sentence):
                who, _ = price = _price(world, stmt.phrase)
                if who in {"", "player"} or price in asked:
                    found.add(stmt.phrase.span)
    for node in everything(world.chapters):
        if isinstance(node, d.Decision | d.Offer):
            if node.phrase is not None:
                found.add(node.phrase.span)
        elif isinstance(node, d.Choice):
            found |= {price.phrase.span for price in prices_first(node.body)}
        elif isinstance(node, d.If):
            for condition, body in node.branches:
                asked = _payments(world, condition)
                found |= {s.phrase.span for s in body if isinstance(s, d.Sentence) and _price(world, s.phrase) in asked}
    return found


def _price(world: World, phrase: e.Phrase) -> tuple[str, str]:
    """Who pays (nothing if that is not said), and the words of the price."""
    text = " ".join(world.sources.text(phrase.span).split())
    told = re.fullmatch(r"(?:(.+?) )?pays? (.+)", text)
    return (told[1] or "", told[2]) if told else ("", text)


def _payments(world: World, condition: e.Expr) -> list[tuple[str, str]]:
    """What can be paid, and by whom, if a condition holds."""
    match condition:
        case e.Logic(_, "and", left, right):
            return _payments(world, left) + _payments(world, right)
        case e.Can(_, subject, False, phrase):
            who, price = world.sources.text(subject.span), _price(world, phrase)[1]
            return [(who, price), *([("", price)] if who == "player" else [])]
        case _:
            return []


def prices_first(body: list[d.Stmt]) -> list[d.Sentence]:
    """What has to be paid before a line of a menu does anything else."""
    found: list[d.Sentence] = []
    for stmt in body:
        match stmt:
            case d.Sentence(phrase=phrase) if is_price(phrase):
                found.append(stmt)
            case d.Prose():
                continue
            case _:
                break
    return found


def _afterwards(ways: Ways, place: Placing, routine: RoutineSym, line: Line) -> Code:
    proc = trial(ways.cx, routine)
    who = ways.cx.player
    assert who is not None
    return lower.afterwards(proc, who, ways.made.values, place.code(line.part))


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
