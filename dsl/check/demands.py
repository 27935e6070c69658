"""What an action demands, checked once: which arguments it is about, what must hold before and after, and what is to be paid.

Each line is checked in a routine of its own, whose locals are the player and the arguments. Whoever offers the action, refuses it
or tells why it is refused puts the code where it is needed (`lower.asked`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.core.program import Proc
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import is_card
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.verbs_values import Priced, priced
from rulewright.dsl.check.limits import of_action
from rulewright.dsl.check.passes import block, expr, test
from rulewright.dsl.check.phrases import take_apart
from rulewright.dsl.check.roles import fits
from rulewright.dsl.check.selections import Selection, select
from rulewright.dsl.check.understood import bound, doer, parameter
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import asked, routines
from rulewright.dsl.lower.asked import Part, Placing, since
from rulewright.dsl.lower.cards import if_it_is
from rulewright.dsl.lower.limits import unused
from rulewright.dsl.lower.values import Code, Routine, Slot, Value
from rulewright.dsl.lower.verbs_values import held as what_there_is
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.values import VALUES, parsed_value
from rulewright.dsl.world import CardSym, KindSym, ParamSym, RoutineSym, World


@dataclass(slots=True)
class Side:
    """What a condition compares, to be told."""

    label: str
    type: t.Type
    part: Part


@dataclass(slots=True)
class Line:
    """One line of an action before or between what it does."""

    stmt: d.Stmt
    sort: str  # let, requires, if possible, once, ensures, price, text
    part: Part
    local: Slot | None = None  # of a `let`
    value: Value | None = None
    sides: list[Side] = field(default_factory=list)
    bill: tuple[Part, Part, str, t.Type] | None = None  # what is to be paid, and what there is


@dataclass(slots=True)
class Head:
    """What an argument has to be one of."""

    found: Selection
    own: tuple[Slot, ...]


@dataclass(slots=True)
class Text:
    """What the text of a card demands of whoever resolves it."""

    routine: Routine
    who: Slot
    subject: Slot
    parts: list[Part] = field(default_factory=list)


@dataclass(slots=True)
class Demands:
    """All that an action demands."""

    routine: Routine
    who: Slot
    params: list[Slot]
    heads: list[Head | None]
    lines: list[Line] = field(default_factory=list)

    def placing(self, cx: Context, who: Value) -> Placing:
        assert who.expr is not None
        return Placing(self.routine, cx.routine, {self.who: who.expr})

    def select(self, place: Placing, cx: Context, number: int) -> Selection | None:
        """The selection of a parameter, where it is needed."""
        head = self.heads[number]
        if head is None:
            return None
        found = head.found
        clauses = place.clauses(found.clauses, head.own)
        weight = place.again(found.weight) if found.weight is not None else None
        return replace(found, cx=cx, clauses=clauses, value=replace(found.value, expr=place.again(found.element)), weight=weight)

    def above(self, until: d.Stmt) -> list[Line]:
        """The lines that give names to what a line speaks of."""
        before = self.lines[: next((n for n, x in enumerate(self.lines) if x.stmt is until), len(self.lines))]
        return [x for x in before if x.sort == "let"]

    def line(self, stmt: d.Stmt) -> Line | None:
        return next((x for x in self.lines if x.stmt is stmt), None)

    def of_sort(self, sort: str) -> list[Line]:
        return [x for x in self.lines if x.sort == sort]


def demands(world: World, routine: RoutineSym) -> Demands | None:
    """What an action demands; None if there is a mistake in it, which is told when it is first looked at."""
    if routine not in world.demands:
        world.demands[routine] = None
        routine.asked = True
        world.demands[routine] = _checked(world, routine)
        routine.asked = False
    found = world.demands[routine]
    assert found is None or isinstance(found, Demands)
    return found


def any_number(param: ParamSym) -> bool:
    """Whether a parameter is a number of which nothing else is said."""
    sel = param.sel
    return isinstance(param.type, t.Number) and not param.type.bounded and isinstance(sel, e.Sel) and isinstance(sel.source, e.Kind)


def is_plain(sel: e.Sel) -> bool:
    return isinstance(sel.source, e.Kind) and sel.where is None and sel.best is None


def _checked(world: World, routine: RoutineSym) -> Demands | None:
    core = Routine()
    who = core.new("player")
    cx = Context(world, core, {}, Value(t.PLAYER, who))
    cx.player = doer(cx, routine, Value(t.PLAYER, who))
    found = Demands(core, who, [routines.parameter(cx, p.name, p.type) for p in routine.params], [])
    for param, local in zip(routine.params, found.params, strict=True):
        type, sel = param.type, param.sel
        head: Head | None = None
        given = isinstance(type, t.SetOf | t.ListOf | t.BagOf) or any_number(param)  # there is nothing to choose from
        if isinstance(sel, e.Sel) and not (given and is_plain(sel)) and not isinstance(type, t.SetOf | t.ListOf | t.BagOf):
            before = len(core.locals)
            chosen = select(cx, sel)
            if chosen is None:
                return None
            head, type = Head(chosen, since(core, before)), chosen.value.type
        found.heads.append(head)
        inner = cx.bind(param.name, Value(type, local, meaning=parameter(cx, param)))
        cx = replace(inner, player=cx.player) if param.name == "player" else inner
    return found if _lines(cx, routine, found) else None


def _lines(cx: Context, routine: RoutineSym, found: Demands) -> bool:
    """What must hold before, and what must hold after."""
    acting = False
    core = cx.routine
    for stmt in routine.decl.body:
        before = len(core.locals)
        match stmt:
            case d.Prose():
                continue
            case d.Let() if not acting:
                value = coerce.as_elements(cx, expr(cx, stmt.value), stmt.value.span)
                if value.expr is None or coerce.is_poison(value):
                    return False
                part = Part(value.expr, since(core, before))
                local = core.new(stmt.name, value.expr.type)
                type = value.type
                if isinstance(type, t.Number):
                    type = t.Number(min(type.low, -(2**40)), max(type.high, 2**40))
                named = Value(type, local, meaning=bound(cx, stmt, stmt.name, type))
                cx = cx.bind(stmt.name, named)
                found.lines.append(Line(stmt, "let", part, local, named))
            case d.Demand(word="once"):
                limit = of_action(cx, routine, stmt)
                if limit is not None:
                    found.lines.append(Line(stmt, "once", Part(unused(limit), since(core, before))))
            case d.Demand(word="ensures", lenient=True):
                cx.error(
                    codes.MISPLACED,
                    "`if possible` goes with `requires`: what comes of an action cannot be preferred, only demanded.",
                    stmt.span,
                    "Leave `if possible` out, or say beforehand what to prefer.",
                )
            case d.Demand(word="ensures") if routines.can_stop(trial(cx, routine)):
                continue  # told when all bodies are known
            case d.Demand():
                if acting and stmt.word == "requires":
                    cx.error(
                        codes.MISPLACED,
                        "`requires` stands before the first thing an action does.",
                        stmt.span,
                        "Move it up, or write `ensures` for what must hold afterwards.",
                    )
                found.lines.append(_condition(cx, stmt))
            case _:
                acting = True
                line = _price(cx, stmt) or _text(cx, stmt)
                if line is not None:
                    found.lines.append(line)
    return True


def _condition(cx: Context, stmt: d.Demand) -> Line:
    core = cx.routine
    before = len(core.locals)
    sides = compared(stmt.test) if stmt.word == "requires" else []
    core.kept = {id(node): None for node in sides}
    code = test(cx, stmt.test)
    kept, core.kept = core.kept, {}
    part = Part(code, since(core, before))
    line = Line(stmt, "if possible" if stmt.lenient else stmt.word, part)
    for node in sides:
        value = kept[id(node)]
        if value is None and id(node) in cx.world.understood:  # part of a comparison that asks otherwise, as `cell.owner is player`
            value = expr(cx, node)
        if value is not None and value.expr is not None and isinstance(value.type, t.Scalar | t.Maybe):
            line.sides.append(Side(cx.world.sources.text(node.span), value.type, asked.of_its_own(value.expr, before)))
    for prose in stmt.prose:
        line.sides += _holes(cx, prose, {x.label for x in line.sides})
    return line


def _holes(cx: Context, prose: d.Prose, known: set[str]) -> list[Side]:
    """The values that the prose of a condition speaks of."""
    sides = []
    text = cx.world.sources.text(prose.span)
    for hole in VALUES.finditer(text):
        node = parsed_value(hole.group(1)) if hole.group(1) not in known else None
        if node is None:
            continue
        before, findings = len(cx.routine.locals), len(cx.world.findings.all)
        value = expr(cx, node)
        at = Span(prose.span.file, prose.span.start + hole.start(), prose.span.start + hole.end())
        cx.world.findings.stand_at(findings, at)
        if value.expr is not None and isinstance(value.type, t.Scalar | t.Maybe):
            sides.append(Side(hole.group(1), value.type, asked.of_its_own(value.expr, before)))
    return sides


def compared(node: e.Expr) -> list[e.Expr]:
    """The sides of the comparisons in a condition that are worth showing."""
    match node:
        case e.Logic(_, _, left, right):
            return compared(left) + compared(right)
        case e.Not(_, operand):
            return compared(operand)
        case e.Compare(_, _, _, left, right):
            return [x for x in (left, right) if not isinstance(x, e.Num | e.Text)]
        case e.Many(_, "at least" | "at most" | "exactly", _, _):
            return []
        case _:
            return []


# ---------------------------------------------------------------- what is tried out


def trial(cx: Context, routine: RoutineSym) -> Proc:
    """What an action does up to its `ensures`, to be tried out."""
    if routine.trial is not None:
        return routine.trial
    core = Routine()
    hidden = core.new("player")
    inner = Context(cx.world, core, {}, Value(t.PLAYER, hidden), False, routine)
    params = [hidden]
    for param in routine.params:
        local = routines.parameter(inner, param.name, param.type)
        params.append(local)
        inner = inner.bind(param.name, Value(param.type, local, meaning=parameter(cx, param)))
    body: list[d.Stmt] = []
    for stmt in routine.decl.body:
        if isinstance(stmt, d.Demand) and stmt.word == "ensures":
            break
        if not isinstance(stmt, d.Demand):
            body.append(stmt)
    proc = routines.begin(f"{routine.name} tried", params)
    routine.trial = proc
    cx.world.tried.append(proc)
    routines.complete(proc, params, core, block(inner, body))
    cx.world.program.add_proc(proc)
    return proc


# ---------------------------------------------------------------- prices


def is_price(phrase: e.Phrase) -> bool:
    """`pay 3 crowns`, `player pays 3 crowns`."""
    match phrase:
        case e.Phrase(each=None, arguments=[e.Word(_, "pay"), *_] | [e.Word(_, "player"), e.Word(_, "pays"), *_]):
            return True
    return False


def price(cx: Context, stmt: d.Stmt) -> Priced | None:
    """`pay 3 crowns` is allowed only to those who have them."""
    if not isinstance(stmt, d.Sentence) or not is_price(stmt.phrase):
        return None
    parts = take_apart(cx, stmt.phrase)
    return priced(cx, parts) if parts is not None and fits(parts) else None


def price_of(cx: Context, stmt: d.Stmt) -> Code | None:
    found = price(cx, stmt)
    return found.covered if found is not None else None


def _price(cx: Context, stmt: d.Stmt) -> Line | None:
    before = len(cx.routine.locals)
    found = price(cx, stmt)
    if found is None:
        return None
    part = Part(found.covered, since(cx.routine, before))
    held = asked.of_its_own(what_there_is(cx, found.cost), before)
    bill = asked.of_its_own(found.cost.amount, before), held, found.called, found.type
    return Line(stmt, "price", part, bill=bill)


# ---------------------------------------------------------------- texts of cards


def _text(cx: Context, stmt: d.Stmt) -> Line | None:
    """`resolve card`: what the text of the card demands is demanded by the action."""
    match stmt:
        case d.Sentence(phrase=e.Phrase(each=None, arguments=[e.Word(_, "resolve"), e.Word() as node], tails=[])):
            value = cx.names.get(node.name)
            elem = t.bare(value.type) if value is not None else None
            if value is not None and isinstance(elem, t.Piece) and len(elem.kinds) == 1:
                before = len(cx.routine.locals)
                code = _text_conditions(cx, cx.world.kinds[next(iter(elem.kinds))], value)
                return Line(stmt, "text", Part(code, since(cx.routine, before))) if code is not None else None
    return None


def _text_conditions(cx: Context, kind: KindSym, piece: Value) -> Code | None:
    """What the head of a card's text demands of whoever resolves it: `requires` and `pay` before anything else; None if nothing."""
    assert cx.player is not None and cx.player.expr is not None and piece.expr is not None
    found: Code | None = None
    for card in (c for c in cx.world.cards if c.kind is kind):
        text = text_of(cx.world, card)
        place = Placing(text.routine, cx.routine, {text.who: cx.player.expr, text.subject: piece.expr})
        for part in text.parts:
            demand = place.code(part)
            found = if_it_is(found, is_card(cx, piece, card, card.decl.span), demand)
    return found


def text_of(world: World, card: CardSym) -> Text:
    """The conditions of a card's text, checked once."""
    if card not in world.texts:
        core = Routine()
        who, subject = core.new("player"), core.new(card.kind.word)
        piece = Value(t.Piece(frozenset({card.kind.name})), subject)
        cx = Context(world, core, {card.kind.word: piece}, Value(t.PLAYER, who), False, None, card, piece)
        world.texts[card] = found = Text(core, who, subject)
        for stmt in card.decl.body:
            before = len(core.locals)
            match stmt:
                case d.Prose():
                    continue
                case d.Demand(word="requires", lenient=False):
                    found.parts.append(Part(test(cx, stmt.test), since(core, before)))
                case _:
                    paid = price_of(cx, stmt)
                    if paid is None:
                        break
                    found.parts.append(Part(paid, since(core, before)))
    text = world.texts[card]
    assert isinstance(text, Text)
    return text
