"""Statements: sentences, conditions, loops, names for values. Decisions have a module of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, assert_never

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce, decisions
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.verbs import VERBS
from rulewright.dsl.check.passes import expr, test
from rulewright.dsl.check.passing import pass_around
from rulewright.dsl.check.phrases import Parts, form, pick_routine, take_apart
from rulewright.dsl.check.positions import arrange
from rulewright.dsl.check.quantify import whole
from rulewright.dsl.check.roles import gives_nothing, hides_attribute, words_taken
from rulewright.dsl.check.routines import arguments_of, call_routine
from rulewright.dsl.check.secrets import follow, hand_on
from rulewright.dsl.check.selections import Selection, select
from rulewright.dsl.check.steps import note_act, note_each, note_perform, note_step, paragraphs
from rulewright.dsl.check.tops import draw_tops, show_tops
from rulewright.dsl.check.understood import bound
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import statements as lower
from rulewright.dsl.lower.values import Code, Slot, Steps, Value, wrong
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e

Tree = e.Expr | e.Sel | e.Phrase
Told = TypeVar("Told")  # statements, or lines of a menu


def block(cx: Context, body: list[d.Stmt]) -> Steps:
    out: Steps = []
    for stmt in paragraphs(body) if cx.telling else body:
        start = len(out)
        cx = statement(cx, stmt, out)
        lower.finished(cx.world, stmt.span, out, start, isinstance(stmt, d.Prose))
    return out


def statement(cx: Context, stmt: d.Stmt, out: Steps) -> Context:
    """One statement; the context after it may know more names."""

    after = cx
    match stmt:
        case d.Prose():
            node = note_step(cx, cx, stmt)
            if cx.telling and isinstance(node, s.Tell):
                out.append(lower.tell(cx.world, node))
            return cx
        case d.If():
            _if(cx, stmt, out)
            return cx
        case d.Loop():
            _loop(cx, stmt, out)
            return cx
        case d.While() | d.Repeat():
            _repeat(cx, stmt, out)
            return cx
        case d.Sentence():
            if stmt.rows:
                arrange(cx, stmt, out)
            else:
                after = sentence(cx, stmt.phrase, out)
        case d.Let():
            after = _let(cx, stmt, out)
        case d.Demand():
            after = _demand(cx, stmt)
        case d.AnyOrder():
            decisions.any_order(cx, stmt, out)
        case d.Decision():
            after = decisions.decision(cx, stmt, out)
        case d.Menu():
            after = decisions.menu(cx, stmt, out)
        case _:
            assert_never(stmt)
    note_step(cx, after, stmt)
    return after


def _let(cx: Context, stmt: d.Let, out: Steps) -> Context:
    draw_tops(cx, [stmt.value], out)
    value = coerce.as_elements(cx, expr(cx, stmt.value), stmt.value.span)
    if stmt.name in cx.names and stmt.name != "player":
        cx.error(codes.SHADOWED_NAME, f"`{stmt.name}` means something else here already.", stmt.span, "To change it, write `set … to …`.")
    elif stmt.name in cx.world.player_attrs:
        hides_attribute(cx, stmt.name, stmt.span)
    if coerce.is_poison(value) or value.expr is None or coerce.refuse_heap(cx, value, stmt.value.span):
        return cx.bind(stmt.name, wrong())
    local = lower.named(cx, stmt.name, value, out)
    follow(cx, local, value.expr)
    type = value.type
    if isinstance(type, t.Number):
        type = t.Number(min(type.low, -(2**40)), max(type.high, 2**40))  # it may be set to something else
    if isinstance(type, t.Nothing):
        cx.error(codes.TYPE_MISMATCH, "`none` alone does not say what this is.", stmt.span)
    return cx.bind(stmt.name, Value(type, local, meaning=bound(cx, stmt, stmt.name, type)))


def _demand(cx: Context, stmt: d.Demand) -> Context:
    if stmt.word == "once":
        message = "`once per …` limits an action, an interrupt or an ability of a card, so put it directly below the head."
        cx.error(codes.MISPLACED, message, stmt.span, "Anywhere else, keep a flag and ask with `if`.")
        return cx
    cx.error(
        codes.MISPLACED,
        f"`{stmt.word}` says when an action is allowed, so it stands directly below its `action` line.",
        stmt.span,
        "Anywhere else, ask with `if`; `stop` leaves a phase.",
    )
    return cx


def _if(cx: Context, stmt: d.If, out: Steps) -> None:
    draw_tops(cx, [c for c, _ in stmt.branches], out)
    other = block(cx, stmt.otherwise) if stmt.otherwise is not None else []
    parts = [(test(cx, condition), block(cx, body)) for condition, body in reversed(stmt.branches)]
    node = note_step(cx, cx, stmt)
    assert isinstance(node, s.If)
    out += lower.branches(node, parts[::-1], other)


def _loop(cx: Context, stmt: d.Loop, out: Steps) -> None:
    found = select(cx, stmt.selection)
    if found is None:
        return
    if found.weight is not None and isinstance(found.elem, t.Piece):
        _heaped_loop(cx, stmt, found, out)
        return
    gathered = coerce.as_elements(cx, whole(cx, found), stmt.span)
    if coerce.is_poison(gathered) or gathered.expr is None:
        return
    is_group = isinstance(found.value.type, t.SetOf)
    local = cx.local(found.name or "x", found.element.type)
    value = Value(found.value.type, local, meaning=found.value.meaning)
    inner = cx.bind(found.name, value) if found.name else cx
    if not is_group and isinstance(found.elem, t.Player) and found.name == "player":
        inner = inner.acting(value)
    body = block(inner, stmt.body)
    note_step(cx, cx, stmt)
    out.append(lower.each(local, gathered, body))


def _heaped_loop(cx: Context, stmt: d.Loop, found: Selection, out: Steps) -> None:
    """Each of several equal pieces on a site."""
    local, left, ref = cx.local(found.name), cx.local("left"), cx.local("ref")
    body = block(cx.bind(found.name, Value(found.elem, local, meaning=found.value.meaning)), stmt.body)
    node = note_step(cx, cx, stmt)
    assert isinstance(node, s.Each)
    out.append(lower.each_of_equals(cx, node, found, (local, left, ref), body))


def _repeat(cx: Context, stmt: d.While | d.Repeat, out: Steps) -> None:
    code: Code | None = None
    slot: Slot | None = None
    if isinstance(stmt, d.While):
        code = test(cx, stmt.test)
    elif stmt.times is not None:
        slot = cx.local("left")
        code = coerce.number(cx, expr(cx, stmt.times), stmt.times.span)
    elif stmt.until is not None:
        slot = cx.local("more")
        code = test(cx, stmt.until)
    body = block(cx, stmt.body)
    node = note_step(cx, cx, stmt)
    assert isinstance(node, s.Loop)
    out += lower.loop(cx.world, node, code, body, slot)


# ---------------------------------------------------------------- sentences


def sentence(cx: Context, phrase: e.Phrase, out: Steps) -> Context:
    if phrase.each is not None:
        return _each(cx, phrase, out)
    parts = take_apart(cx, phrase)
    if parts is None:
        return cx
    inner = cx
    asks_itself = parts.verb in {"win", "take"} or (parts.verb == "lose" and not parts.arguments)  # who wins may be a set
    of_library = parts.library and asks_itself and pick_routine(cx, parts) is None
    if parts.subject is not None and not of_library:
        who = expr(cx, parts.subject, t.PLAYER)
        if isinstance(who.type, t.SetOf) and cx.newcomer(codes.TYPE_MISMATCH, parts.subject.span):
            return cx
        coerce.player(cx, who, parts.subject.span)
        inner = cx.acting(who)
    draw_tops(inner, [phrase], out)
    routine = pick_routine(inner, parts)
    if routine is not None and parts.library and routine.sort in {"action", "interrupt"}:
        routine = None  # an action may be called like a verb of the library; a sentence means the verb
    if routine is not None:
        if routine.sort in {"action", "interrupt"}:
            # An action done without being asked: its conditions are the author's business.
            routine.offered = True

        gives_nothing(inner, parts, form(routine))
        arguments = arguments_of(inner, routine, parts)
        note_perform(inner, phrase, routine, parts.subject, arguments)
        if arguments is not None:
            hand_on(cx, routine, arguments)
            call_routine(inner, routine, arguments, parts.span, out)
        show_tops(inner, [phrase], out)
        return cx
    if parts.library:
        if not words_taken(inner, parts):
            return _given_nothing(cx, parts)
        after = VERBS[parts.verb].run(inner, parts, out)
        note_act(inner, phrase, parts, parts.subject)
        show_tops(inner, [phrase], out)
        names = after.names if inner is cx else {**cx.names, **{n: v for n, v in after.names.items() if n not in inner.names}}
        return replace(cx, names=names) if names is not cx.names else cx
    if cx.newcomer(codes.WRONG_ARGUMENTS, parts.span):
        return cx
    forms = "; ".join(f"`{form(r)}`" for r in parts.routines)
    cx.error(codes.WRONG_ARGUMENTS, f"`{parts.verb}` does not take these words.", parts.span, f"It is {forms}.")
    return cx


def _given_nothing(cx: Context, parts: Parts) -> Context:
    """After a sentence that is refused, what it would have given is known by name, so that the mistake is told once."""
    return cx.bind(parts.giving, wrong()) if parts.giving is not None else cx


def _ended_by_the_first(cx: Context, phrase: e.Phrase, verb: str) -> Context:
    """`each Player wins`: with the first of them the match is over."""
    assert phrase.each is not None
    among = cx.world.sources.text(phrase.each.span)
    help = f"Write `everyone {verb}`."
    if among != "Player":
        help = f"Write `let these = all {among}`, and `these {verb[:-1]}` in the next line."
    cx.error(codes.WRONG_ARGUMENTS, "The match would end with the first of them.", phrase.span, help)
    return cx


def _each(cx: Context, phrase: e.Phrase, out: Steps) -> Context:
    """`each Player draws 5 Card from deck`"""
    assert phrase.each is not None
    found = select(cx, phrase.each)
    if found is None:
        return cx
    gathered = coerce.as_elements(cx, whole(cx, found), phrase.each.span)
    if gathered.expr is None:
        return cx
    name = found.name or "x"
    local = cx.local(name)
    inner = cx.bind(name, Value(found.elem, local, meaning=found.value.meaning))
    if isinstance(found.elem, t.Player):
        inner = inner.acting(Value(t.PLAYER, local, meaning=found.value.meaning))
    subject = e.Word(phrase.each.span, name)
    rest = e.Phrase(phrase.span, None, [subject, *phrase.arguments], phrase.tails, phrase.giving, phrase.giving_span)
    parts = take_apart(inner, rest) if isinstance(found.elem, t.Player) else None
    if parts is not None and parts.library and parts.verb in {"win", "lose"} and not parts.arguments:
        return _ended_by_the_first(cx, phrase, f"{parts.verb}s")
    if parts is not None and parts.verb == "pass" and parts.arguments and pick_routine(inner, parts) is None and words_taken(inner, parts):
        everybody = coerce.as_set(cx, gathered, phrase.each.span)
        if everybody.expr is not None:
            pass_around(cx, name, everybody, lambda place: take_apart(place, rest), phrase.span, out)
            note_act(inner, rest, parts, parts.subject)
            note_each(cx, phrase, rest)
        return cx
    body: Steps = []
    sentence(inner, rest, body)
    note_each(cx, phrase, rest)
    out.append(lower.each(local, gathered, body))
    return cx
