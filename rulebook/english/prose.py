"""The author's prose with its values filled in: what is known before a match as a number or name, everything else in words."""

from __future__ import annotations

import re

from rulewright.core import ir
from rulewright.core.constant import NotConstant, evaluate
from rulewright.dsl import types as t
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.expressions import expr as checked
from rulewright.dsl.declare.options import written
from rulewright.dsl.lower.values import Routine
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.values import VALUES, parsed_value
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import World
from rulewright.rulebook.english.speech import Record, Speech
from rulewright.rulebook.english.values import value
from rulewright.rulebook.text import clean, plain
from rulewright.rulebook.words import listing, spoken

HOW_MANY = "…"  # a number that only the match knows
LEADS = re.compile(r"(Goal|Remember|Note|Tip|First game|Your first game): ")  # what begins a paragraph of its own


def paragraphs(prose: list[d.Prose]) -> list[list[d.Prose]]:
    """Lines that follow each other are one paragraph; an empty line ends it, and `Remember:` and the like begin another."""
    found: list[list[d.Prose]] = []
    last: d.Prose | None = None
    for line in prose:
        if not line.text.strip():
            last = None
            continue
        if (
            last is not None
            and not LEADS.match(line.text.strip())
            and 0 <= line.span.start - last.span.end <= 400
            and line.span.file == last.span.file
            and _adjacent(last, line)
        ):
            found[-1].append(line)
        else:
            found.append([line])
        last = line
    return found


def _adjacent(one: d.Prose, other: d.Prose) -> bool:
    """Whether only blanks can stand between two lines: a tag of the first line is part of it."""
    return other.span.start - one.span.end <= 40


def fill(sp: Speech, text: str) -> str:
    """Prose with `{…}` replaced."""
    found, at = "", 0
    for hole in VALUES.finditer(text):
        found += clean(text[at : hole.start()]) + _said(sp, hole.group(1), hole.group(0))
        at = hole.end()
    return found + clean(text[at:])


def _said(sp: Speech, code: str, raw: str) -> str:
    node = parsed_value(code)
    if node is None:
        return clean(raw)
    known = constant(sp, node)
    if known is not None:
        return _for_others(sp, node, known)
    if isinstance(node, e.Call) and all(isinstance(one, e.Num) for one in node.arguments):
        for _, other in SEATINGS.get(id(sp.world), (None, 0, []))[2]:  # a table may hold only what this number of players can ask for
            known = constant(Speech(other, Record()), node)
            if known is not None:
                return known
    return _in_words(sp, node)


SEATINGS: dict[
    int, tuple[World, int, list[tuple[int, World]]]
] = {}  # of the book that is being made: its game with other numbers of players


def seat(world: World, players: int, others: list[tuple[int, World]]) -> None:
    """From now on values in prose are told for every number of players."""
    SEATINGS.clear()  # one book at a time
    SEATINGS[id(world)] = (world, players, others)


def _for_others(sp: Speech, node: e.Expr, known: str) -> str:
    """A value that depends on the number of players is told for each of them."""
    world, players, others = SEATINGS.get(id(sp.world), (None, 0, []))
    if world is not sp.world or not others or any(word.name in sp.names for word in nodes(node, e.Word)):
        return known
    by_value: dict[str, list[int]] = {known: [players]}
    for number, other in others:
        value = constant(Speech(other, Record()), node)
        if value is not None:
            by_value.setdefault(value, []).append(number)
    if len(by_value) == 1:
        return known
    ordered = sorted((sorted(numbers), value) for value, numbers in by_value.items())
    return ", ".join(f"{value} (with {listing([str(n) for n in numbers], 'or')} players)" for numbers, value in ordered)


def _in_words(sp: Speech, node: e.Expr) -> str:
    if isinstance(node, e.Word) and node.name in sp.names:
        return spoken(node.name) if not isinstance(sp.names[node.name].type, t.Number) else HOW_MANY
    if isinstance(node, e.Dot) and isinstance(node.base, e.Word) and node.base.name == "player":
        own = sp.world.player_attrs.get(node.name)
        if own is not None and isinstance(own.type, t.Number):
            return HOW_MANY
    if isinstance(node, e.Word) and node.name not in sp.world.defines and node.name not in sp.world.game_attrs:
        return spoken(node.name)
    quietly = Speech(sp.world, Record(), sp.names, sp.player, sp.this, sp.routine)
    return plain(value(quietly, node).text)


def constant(sp: Speech, node: e.Expr) -> str | None:
    """The value that an expression has before every match, as text."""
    if isinstance(node, e.Word) and node.name in sp.world.options and node.name not in sp.names:
        return clean(written(sp.world, sp.world.options[node.name]).replace(",", ", ").replace("_", " "))
    quiet = len(sp.world.findings.all)
    try:
        value = checked(Context(sp.world, Routine()), node)
        if value.expr is None or len(sp.world.findings.all) > quiet:
            return None
        number = evaluate(_unfolded(value.expr))
    except (NotConstant, RecursionError):
        return None
    finally:
        del sp.world.findings.all[quiet:]
    if not isinstance(number, int):
        return None
    match t.bare(value.type):
        case t.Number():
            return str(number)
        case t.Flag():
            return "yes" if number else "no"
        case t.Enum(_, members) if 0 <= number < len(members):
            return clean(members[number].replace("_", " "))
        case t.Player() if 0 <= number < len(sp.world.program.seats):
            return clean(sp.world.program.seats[number])
        case _:
            return None


def _unfolded(node: ir.Expr) -> ir.Expr:
    """A call of a function without state is what its body says."""
    if isinstance(node, ir.Call) and node.func.body is not None and not node.func.locals[1:]:
        return _unfolded(node.func.body)
    return node
