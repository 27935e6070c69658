"""Examples: a position, what is played, and what must follow, as code that can be run.

An example begins with everything in the box and every attribute at its start. `given` makes things so. `when` makes a choice,
or performs a sentence; if nothing is running, a choice begins the play with the player who makes it. `then` must hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.core.program import Func, Proc
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.actions import action_named
from rulewright.dsl.check.actions import given as given_arguments
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.moving import numbered_piece
from rulewright.dsl.check.passes import expr, sentence, test
from rulewright.dsl.check.phrases import Parts, pick_routine, take_apart
from rulewright.dsl.check.positions import given
from rulewright.dsl.check.roles import action_words, giving_words, no_more
from rulewright.dsl.check.steps import note_act, note_offer
from rulewright.dsl.declare.options import read_value
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.forms import VERB_ROWS
from rulewright.dsl.lower import examples as lower
from rulewright.dsl.lower.examples import Choose, Expect, Line, Make, Perform
from rulewright.dsl.lower.routines import function
from rulewright.dsl.lower.values import ZERO, Code, Routine, Steps, Value, known_number
from rulewright.dsl.lower.ways import shown_as
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import World


@dataclass(slots=True)
class ExampleCode:
    title: str
    decl: d.Example
    steps: list[Line] = field(default_factory=list)


def check_examples(world: World) -> dict[int, ExampleCode]:
    """The code of the examples that play with the present options, by number."""
    for decl in world.examples:
        _check_players(world, decl)
    return {n: _example(world, decl) for n, decl in enumerate(world.examples) if suits(world, decl)}


def rehearse_examples(world: World) -> None:
    """Check the examples for mistakes, and leave the program as it was: whoever plays needs no code of them."""
    program = world.program
    kept = {name: list(getattr(program, name)) for name in KEPT}
    spans, told, titles = dict(world.spans), dict(world.told), dict(program.titles)
    ordered = [place.core.ordered for place in world.places.values()]
    check_examples(world)
    for name, items in kept.items():
        getattr(program, name)[:] = items
    world.spans, world.told, program.titles = spans, told, titles
    for place, was in zip(world.places.values(), ordered, strict=True):
        place.core.ordered = was


KEPT = ("procs", "funcs", "tables", "fields", "indexes", "extra", "rules", "endings", "texts", "spans", "choices")


def other_settings(world: World) -> list[tuple[dict[str, str], int | None]]:
    """The options and numbers of players of those examples that do not play with the present ones, each once."""
    found: dict[tuple[tuple[tuple[str, str], ...], int | None], None] = {}
    for decl in world.examples:
        if not suits(world, decl):
            found[tuple(sorted(option_givens(decl, set(world.options)).items())), players_given(decl)] = None
    return [(dict(options), players) for options, players in found]


def suits(world: World, decl: d.Example) -> bool:
    """Whether the options and the number of players of an example are those with which the game is loaded."""
    if players_given(decl) not in (None, world.seats):
        return False
    wanted = option_givens(decl, set(world.options))
    for name, option in world.options.items():
        value = read_value(world, option, wanted[name]) if name in wanted else option.default
        if value != option.value:
            return False
    return True


def option_givens(decl: d.Example, names: set[str]) -> dict[str, str]:
    """Options that an example sets: `given sets is {travel, war, crafts}`."""
    found = {}
    for step in decl.steps:
        if isinstance(step, d.Given) and isinstance(step.left, e.Word) and step.left.name in names and step.right is not None:
            found[step.left.name] = _plain_text(step.right)
    return found


def players_given(decl: d.Example) -> int | None:
    """`given 5 players`: how many take part."""
    return next((n for step in decl.steps if (n := players_in(step)) is not None), None)


def players_in(step: object) -> int | None:
    match step:
        case d.Given(phrase=e.Phrase(each=None, arguments=[e.Num(_, number), e.Word(_, "players" | "player")], tails=[])):
            return number
    return None


def _check_players(world: World, decl: d.Example) -> None:
    said = [s for s in decl.steps if players_in(s) is not None]
    for step in said[1:]:
        world.error(codes.DUPLICATE_NAME, "The number of players is given twice.", step.span, help="Leave one of the lines out.")
    for step in said[:1]:
        number, game = players_in(step), world.game
        if number is not None and not game.fewest <= number <= game.most:
            wanted = f"{game.fewest}" if game.fewest == game.most else f"{game.fewest} to {game.most}"
            world.error(codes.BAD_PLAYERS, f"The game is for {wanted} players, not for {number}.", step.span)


def _plain_text(node: e.Expr) -> str:
    match node:
        case e.Word(_, name) | e.Kind(_, name):
            return name
        case e.Num(_, value):
            return str(value)
        case e.Minus(_, e.Num(_, value)):
            return str(-value)
        case e.Braces(_, items):
            return ",".join(_plain_text(i) for i, _ in items)
        case _:
            return ""


def _example(world: World, decl: d.Example) -> ExampleCode:
    code = ExampleCode(decl.title, decl)
    for step in decl.steps:
        match step:
            case d.Prose():
                continue
            case d.Given() if players_in(step) is not None:
                continue
            case d.Given():
                if isinstance(step.left, e.Word) and step.left.name in world.options:
                    continue
                proc = _proc(world, "given", lambda cx, out, step=step: given(cx, step, out))  # type: ignore[misc]
                code.steps.append(Make(proc, world.sources.text(step.span), world.span_number(step.span)))
            case d.Played():
                code.steps.append(_played(world, step))
            case d.Then():
                code.steps.append(_then(world, step))
    return code


def _proc(world: World, name: str, build: Callable[[Context, Steps], object]) -> Proc:
    cx = Context(world, Routine())
    body: Steps = []
    build(cx, body)
    return lower.procedure(world, name, cx.routine, body)


def _func(world: World, value: Callable[[Context], Code]) -> Func:
    cx = Context(world, Routine())
    return function(world, "example", (), cx.routine, value(cx))


# ---------------------------------------------------------------- when


def _played(world: World, step: d.Played) -> Perform | Choose:
    text, span = world.sources.text(step.span), world.span_number(step.span)
    nobody = Context(world, Routine())
    if step.who is not None and step.chosen is not None:
        return _pledge(world, step, text, span)
    assert step.phrase is not None
    if step.phrase.giving_span is not None:
        at = giving_words(nobody, step.phrase.giving_span)
        world.error(
            codes.WRONG_ARGUMENTS, f"`{world.sources.text(at)}` says nothing here.", at, help="An example only says what is chosen."
        )
    first = step.phrase.arguments[0] if step.phrase.arguments else None
    second = step.phrase.arguments[1] if len(step.phrase.arguments) > 1 else None
    if isinstance(first, e.Word) and first.name == "chance":
        return _chance(world, step, text, span)
    if isinstance(second, e.Word) and second.name in {"declines", "stops", "ends"} and first is not None and not isinstance(first, e.Sel):
        role = "decline" if second.name == "declines" else "done"
        no_more(nobody, step.phrase, 2, f"{second.name}", f"when {world.sources.text(first.span)} {second.name}")
        return Choose(_player(world, first), role, [], None, None, text, span)
    parts = take_apart(nobody, step.phrase)
    if parts is None:
        return Perform(_proc(world, "when", lambda cx, out: None), text, span)
    if parts.subject is not None and (parts.verb not in {"take", "resolve"} or pick_routine(nobody, parts) is not None):
        return Choose(_player(world, parts.subject), parts.verb, _arguments(world, parts, step.phrase), None, None, text, span)
    phrase = step.phrase
    return Perform(_proc(world, "when", lambda cx, out: sentence(cx, phrase, out)), text, span)


def _player(world: World, node: e.Expr) -> Func:
    return _func(world, lambda cx: coerce.player(cx, expr(cx, node, t.PLAYER), node.span))


def _arguments(world: World, parts: Parts, phrase: e.Phrase) -> list[tuple[str, Func]]:
    """The arguments that are given, by preposition; those of an action are read as what it takes."""
    found = []
    actions = [r for r in parts.routines if r.sort in {"action", "interrupt"}]
    routine = action_named(Context(world, Routine()), parts) if actions else None
    if actions and (routine is None or not action_words(Context(world, Routine()), parts, routine)):
        return []
    for prep, nodes in given_arguments(parts).items():
        param = next((p for p in routine.params if p.prep == prep), None) if routine is not None else None
        wanted = param.type if param is not None else None

        def value(cx: Context, nodes=nodes, wanted=wanted) -> Code:  # type: ignore[no-untyped-def]
            if len(nodes) == 2 and isinstance(nodes[0], e.Kind):
                return numbered_piece(cx, nodes[0], nodes[1]) or ZERO
            found_value = expr(cx, nodes[-1], wanted)
            if isinstance(wanted, t.Line):
                return _line(cx, found_value, wanted, nodes[-1].span)
            if wanted is not None:
                found_value = coerce.convert(cx, found_value, wanted, nodes[-1].span)
            return coerce.scalar(cx, found_value, nodes[-1].span)

        found.append((prep, _func(world, value)))
    nobody = Context(world, Routine())
    meant = routine or pick_routine(nobody, parts)
    if meant is not None:
        note_offer(nobody, phrase, meant, {})
    elif parts.verb in VERB_ROWS:
        note_act(nobody, phrase, parts, parts.subject)
    return found


def _line(cx: Context, value: Value, wanted: t.Line, span: Span) -> Code:
    """A row or column by its number, from 1: `when Yellow drops column(c1)`, `when Yellow drops 3`."""
    if isinstance(value.type, t.Number) and value.expr is not None:
        if not 1 <= value.type.low <= value.type.high <= wanted.count:
            help = f"Write a number from 1 to {wanted.count}, or `{wanted.word.lower()}(…)` of a cell."
            cx.error(codes.OUT_OF_RANGE, f"There are {wanted.count} of these, numbered from 1.", span, help)
        return lower.line_number(value)
    if not isinstance(value.type, t.Poison):
        coerce.mismatch(cx, value, str(wanted), span, f"Name it by a cell in it: `{wanted.word.lower()}(…)`.")
    return ZERO


def _pledge(world: World, step: d.Played, text: str, span: int) -> Choose:
    """`Red chooses "Flee"`, `Red chooses 3`, `chance chooses {HH1, HH2}`"""
    assert step.who is not None and step.chosen is not None
    who = None if isinstance(step.who, e.Word) and step.who.name == "chance" else _player(world, step.who)
    chosen = step.chosen
    if isinstance(chosen, e.Text) and not any(chosen.value in names for names in world.piece_names.values()):
        return Choose(who, "", [], None, chosen.value, text, span)
    if isinstance(chosen, e.Braces):
        return Choose(who, "choose", [], _several(world, chosen), None, text, span, several=True)

    def value(cx: Context) -> Code:
        found = expr(cx, chosen)
        if isinstance(t.bare(found.type), t.Name):
            found = coerce.piece(cx, found, chosen.span)
        return coerce.scalar(cx, found, chosen.span)

    return Choose(who, "choose", [], _func(world, value), None, text, span)


def _several(world: World, node: e.Braces) -> Func:
    """Values in the order in which they are written."""

    def value(cx: Context) -> Code:
        numbers = []
        for item, _ in node.items:
            found = expr(cx, item)
            if isinstance(t.bare(found.type), t.Name):
                found = coerce.piece(cx, found, item.span)
            one = coerce.scalar(cx, found, item.span)
            number = known_number(one)
            if number is None:
                cx.error(codes.NOT_CONSTANT, "The chosen things must be named.", item.span)
            numbers.append(number or 0)
        return lower.listed(numbers)

    return _func(world, value)


CHANCE_DOES = ("rolls", "draws", "turns", "brings", "takes", "picks", "chooses")


def _chance(world: World, step: d.Played, text: str, span: int) -> Choose:
    """`chance rolls 3`, `chance draws Bakery`"""
    assert step.phrase is not None
    nobody = Context(world, Routine())
    nodes = step.phrase.arguments[2:]
    verb = step.phrase.arguments[1] if len(step.phrase.arguments) > 1 else None
    if isinstance(verb, e.Word) and verb.name not in CHANCE_DOES:
        world.unknown(
            codes.UNKNOWN_VERB,
            f"Chance does not `{verb.name}`.",
            verb.name,
            verb.span,
            CHANCE_DOES,
            help="Write `when chance rolls 3`, `chance draws Bakery` or `chance chooses Ann`.",
        )
    no_more(nobody, step.phrase, 3, "chance", "when chance rolls 3")
    if not nodes or isinstance(nodes[0], e.Sel):
        world.error(codes.WRONG_ARGUMENTS, "What does chance bring?", step.span, help="Write `when chance rolls 3`.")
        return Choose(None, "choose", [], None, None, text, span)
    node = nodes[0]

    def value(cx: Context) -> Code:
        found = expr(cx, node)
        if isinstance(t.bare(found.type), t.Name):
            found = coerce.piece(cx, found, node.span)
        return coerce.scalar(cx, found, node.span)

    return Choose(None, "choose", [], _func(world, value), None, text, span)


# ---------------------------------------------------------------- then


MATCH_IS = ("over", "drawn", "won", "lost")


def _then(world: World, step: d.Then) -> Expect:
    text, span = world.sources.text(step.span), world.span_number(step.span)
    node = step.test
    if step.decides:
        nobody = isinstance(node, e.Word) and node.name in {"chance", "nobody"}
        return Expect(
            None,
            f"decides {node.name}" if isinstance(node, e.Word) and nobody else "decides",
            None if nobody else _player(world, node),
            text,
            span,
        )
    about = node.operand if isinstance(node, e.Not) else node
    if isinstance(about, e.Compare) and isinstance(about.left, e.Word) and about.left.name == "match" and isinstance(about.right, e.Word):
        if about.relation not in {"is", "is not"}:
            help = f"Write `match is {about.right.name}`, or `match is not {about.right.name}`."
            world.error(codes.WRONG_ARGUMENTS, f"`{about.relation}` says nothing about a match.", about.relation_span, help=help)
        if about.right.name not in MATCH_IS:
            known = ", ".join(f"`then match is {word}`" for word in MATCH_IS)
            world.unknown(
                codes.UNKNOWN_NAME, f"A match is never {about.right.name}.", about.right.name, about.right.span, MATCH_IS, f"Write {known}."
            )
        negated = (about.relation == "is not") != isinstance(node, e.Not)
        return Expect(None, f"{'is not' if negated else 'is'} {about.right.name}", None, text, span)
    if isinstance(node, e.Compare) and isinstance(node.left, e.Word) and node.left.name == "winner" and node.relation == "is":
        return Expect(None, "winner", _player(world, node.right), text, span)
    if isinstance(node, e.Compare) and isinstance(node.left, e.Word) and node.left.name == "ending" and isinstance(node.right, e.Text):
        return Expect(None, f"ending {node.right.value}", None, text, span)
    cx = Context(world, Routine())
    left = node.left if isinstance(node, e.Compare) else None
    if left is not None:
        cx.routine.kept = {id(left): None}
    func = function(world, "example", (), cx.routine, test(cx, node))
    shown, value = None, None
    if left is not None:
        side = coerce.as_elements(cx, cx.routine.kept[id(left)] or expr(cx, left), left.span)
        value, shown = lower.side(world, cx.routine, side), shown_as(world, side.type)
    return Expect(func, "", None, text, span, shown, value)


# ---------------------------------------------------------------- play from a position


def resume_proc(world: World) -> Proc:
    """The course of play from a position: with the game's own `play`, or with turns beginning with a given player."""
    return lower.resume(world, world.routine("play", "play"), world.routine("turn", "turn"))
