"""A worked count: the example with most points in it, every entry of the score with its numbers filled in by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rulewright.core import ir
from rulewright.core.program import Func, Shown
from rulewright.core.types import Set
from rulewright.dsl.check.phrases import singulars
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.faces.marks import Mark
from rulewright.play.examples import ExampleResult
from rulewright.play.game import Game
from rulewright.rulebook import text as x
from rulewright.rulebook.author import printed, printed_many
from rulewright.rulebook.model import Count, ScoreSheet, Section, Tally
from rulewright.rulebook.parts import positions
from rulewright.rulebook.parts.examples import lines
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.told.reasons import worked
from rulewright.rulebook.words import spoken

LEAST = 3  # lines of a sheet that is worth a chapter
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Line:
    """What one thing brings: its name, how that is worked out, the points, and the pieces it is made of."""

    name: str
    reason: str
    points: int
    pieces: tuple[int, ...] = ()


def chosen(results: list[ExampleResult]) -> ExampleResult | None:
    """The example with the most to count, of those that ask for a score; none if that is too little for a sheet."""
    best, most = None, LEAST - 1
    for result in results:
        if result.game is None or result.after is None or not result.game.program.scores or not _asks(result.decl):
            continue
        lines = sum(len(found) for seat in range(len(result.game.seats)) for _, found, _ in _entries(result.game, result.after, seat))
        if lines > most:
            best, most = result, lines
    return best


def _asks(decl: d.Example) -> bool:
    return any(node.name == "score" for step in decl.steps if isinstance(step, d.Then) for node in nodes(step, e.Dot))


def section(making: Making, result: ExampleResult) -> Section:
    game, state = result.game, result.after
    assert game is not None and state is not None
    own = Making(game, making.record, making.ids, making.pictured, loads=making.loads, painters=making.painters)
    making.record.seen.add(result.decl.span)
    painter = own.painter()
    counts: list[Count] = []
    marks: list[Mark] = []
    names: dict[tuple[int, ...], str] = {}
    for seat, name in enumerate(game.seats):
        rows: list[Tally] = []
        total = 0
        found = _entries(game, state, seat)
        for entry, own_lines, points in found:
            said = printed(making.world, entry) or spoken(entry)
            alone = len(own_lines) == 1 and not own_lines[0].name
            one = next(iter(singulars(entry)), entry)
            for number, line in enumerate(() if alone else own_lines):
                label = line.name or f"{spoken(one).capitalize()} {number + 1}"
                if len(line.pieces) > 1:  # a thing made of several pieces: its letter is on the picture
                    letter = names.setdefault(line.pieces, LETTERS[len(names) % 26])
                    label = f"{line.name} {letter}"
                    marks += [Mark(piece=piece, sign=letter) for piece in line.pieces]
                rows.append(Tally(name=x.runs(x.clean(label)), reason=x.runs(x.clean(line.reason)), points=str(line.points)))
            if len(found) > 1 or not own_lines or alone:
                reason = own_lines[0].reason if alone else ""
                sum_ = bool(own_lines) and not alone
                rows.append(Tally(name=x.runs(x.capital(x.clean(said))), reason=x.runs(reason), points=str(points), sum=sum_))
            total += points
        if not total and not any(own_lines for _, own_lines, _ in found):
            continue  # nothing to be learnt from
        rows.append(Tally(name=x.runs("Total"), points=str(total), sum=True))
        look = painter.seats[seat]
        counts.append(Count(player=x.clean(name.replace("_", " ")), fill=look.fill, ink=look.ink, rows=tuple(rows)))
    prose = own.prose([s for s in result.decl.steps if isinstance(s, d.Prose)])
    sheet = ScoreSheet(
        title=x.clean(result.title),
        prose=prose,
        steps=tuple(lines(own, result.decl, result.steps)),
        picture=tuple(f.model_copy(update={"caption": ()}) for f in positions.pictures(own, result, tuple(dict.fromkeys(marks)))[-1:]),
        counts=tuple(counts),
        sources=making.sources(result.decl.span, *(_spans(result.decl))),
    )
    return Section(
        id=making.unique("c-count"),
        title="A worked count",
        blocks=(sheet,),
        sources=making.sources(result.decl.span),
        tags=result.decl.tags,
    )


def _spans(decl: d.Example) -> Iterator[Span]:
    for step in decl.steps:
        yield step.span


# ---------------------------------------------------------------- what makes up a score


def _entries(game: Game, state: list[int], seat: int) -> list[tuple[str, list[Line], int]]:
    """Each entry of the score of a seat: its name, its lines, its points."""
    return [(name, _lines(game, func, state, seat), int(game.interpreter.ask(func, state, seat))) for name, func in game.program.scores]


def _lines(game: Game, func: Func, state: list[int], seat: int) -> list[Line]:
    """A sum thing by thing; else how the number comes about."""
    body = func.body
    machine = game.interpreter.machine
    if not isinstance(body, ir.Fold) or body.op not in {"sum", "count"} or not isinstance(body.clauses[0], ir.In):
        points = int(game.interpreter.ask(func, state, seat))
        return [Line("", worked(game, body, state, _room(func, seat)), points)] if isinstance(body, ir.Prim) and points else []
    first = body.clauses[0]
    room = _room(func, seat)
    found = []
    for element in _elements(first.over, machine.eval(first.over, state, room)):
        local = first.local
        value: ir.Expr = ir.SetConst(element, local.type) if isinstance(local.type, Set) else ir.Const(element)
        one = replace(body, clauses=(ir.Be(local, value), *body.clauses[1:]))
        points = int(machine.eval(one, state, _room(func, seat)))
        if not points:
            continue
        within = _filled(game, body, state, _room(func, seat), element)
        reason = worked(game, body.value, state, within) if body.value is not None and within is not None else ""
        name, pieces = _named(game, func, local, element)
        if isinstance(local.type, Set) and not pieces:  # a set of values: how many there are
            name, reason = "", f"{element.bit_count()} different"
        elif len(pieces) > 1 and not reason:
            reason = f"{len(pieces)} {printed_many(game.world, game.program.kind_of_piece(pieces[0]).name)}"
        found.append(Line(name, reason, points, pieces))
    return found


def _filled(game: Game, body: ir.Fold, state: list[int], room: list[Any], element: int) -> list[Any] | None:
    """The locals of a sum for one of its things; nothing if there is a sum within the sum, of which no single formula tells."""
    for clause in body.clauses:
        if clause is body.clauses[0] and isinstance(clause, ir.In):
            room[clause.local.index] = element
        elif isinstance(clause, ir.Be):
            room[clause.local.index] = game.interpreter.machine.eval(clause.value, state, list(room))
        elif isinstance(clause, ir.In):
            return None
    return room


def _room(func: Func, seat: int) -> list[Any]:
    return [seat, *([0] * (len(func.locals) - 1))]


def _elements(over: ir.Expr, value: Any) -> list[int]:
    """What a set or a list holds."""
    if isinstance(value, int):
        type = over.type if not isinstance(over, ir.Call) else over.func.type
        base = type.base if isinstance(type, Set) else 0
        return [base + n for n in range(value.bit_length()) if value >> n & 1]
    return list(value)


def _named(game: Game, func: Func, local: ir.Local, element: int) -> tuple[str, tuple[int, ...]]:
    shown: Shown | None = func.sorts.get(local.index)
    word = spoken(func.names[local.index]) if local.index < len(func.names) else "line"
    if isinstance(local.type, Set):
        held, size = local.type.base, local.type.size
        of_pieces = any(kind.base == held and kind.count == size and not kind.counted for kind in game.program.kinds)
        pieces = tuple(held + n for n in range(element.bit_length()) if element >> n & 1)
        return word.capitalize(), pieces if of_pieces else ()
    if shown is None:
        return word.capitalize(), ()
    if shown.sort == "piece":
        kind = game.program.kind_of_piece(element)
        name = kind.names[element - kind.base] if kind.names else ""
        return name or spoken(kind.name).capitalize(), (element,)
    return game.names.value(shown, element).replace("_", " ").capitalize(), ()
