"""Decisions: what is offered, by whom it is decided, and what happens then. Chance decides, too."""

from __future__ import annotations

from dataclasses import field

from rulewright.core import ir
from rulewright.core.program import Alt, Choice, Shown, Source
from rulewright.core.record import entity
from rulewright.core.types import INT, Row
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.routines import arguments_of
from rulewright.dsl.lower.several import Picking, next_ones
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Clauses, Frame, Selected, Slot, Step, Steps, Value, both, const, negate, prim
from rulewright.dsl.lower.ways import Made, shown_as
from rulewright.dsl.source import Span
from rulewright.dsl.world import RoutineSym, World


@entity
class Draft:
    """An alternative being made: its ways, and what happens when one is chosen."""

    clauses: Clauses
    args: list[Slot]
    shown: list[Shown]
    body: Steps
    role: str
    name: str
    words: list[str] = field(default_factory=list)
    must: bool = False

    def alt(self, unless: tuple[int, ...] = ()) -> Alt:
        return Alt(
            tuple(self.clauses), tuple(self.args), tuple(self.shown), tuple(self.body), self.role, self.name, tuple(self.words), unless
        )


def of_action(world: World, routine: RoutineSym, made: Made, who: Value, span: Span, must: bool) -> Draft:
    """An action is offered, in all ways in which it can be done."""
    assert who.expr is not None
    done = ir.Do(routine.proc, (who.expr, *arguments_of(made.values)), world.span_number(span))
    return Draft(made.clauses, made.args, made.shown, [done], "act", routine.name, made.words, must)


def of_sentence(made: Made, body: Steps, name: str, price: ir.Expr | None, must: bool) -> Draft:
    """A sentence is offered, some of whose words are chosen."""
    if price is not None:
        made.clauses.append(ir.Test(price))
    return Draft(made.clauses, made.args, made.shown, body, "act", name, made.words, must)


def of_label(tests: list[ir.Expr], body: Steps, label: str, must: bool) -> Draft:
    """A line of a menu."""
    return Draft([ir.Test(test) for test in tests], [], [], body, "label", label, must=must)


def declining() -> Draft:
    return Draft([], [], [], [], "decline", "decline")


# ---------------------------------------------------------------- asking


def ask(world: World, who: Value, drafts: list[Draft], word: str, prompt: str, span: Span, otherwise: Steps) -> Step:
    """One player decides."""
    alts = [x.alt() for x in drafts]
    if word == "may":
        alts.append(Alt((), (), (), tuple(otherwise), "decline", "decline"))
        otherwise = []
    return ir.Ask(Choice(who.expr, tuple(alts), prompt, world.span_number(span)), tuple(otherwise))


def by_chance(world: World, drafts: list[Draft], prompt: str, name: str, span: Span) -> Step:
    alts = tuple(x.alt() for x in drafts)
    return ir.Ask(Choice(None, alts, prompt, world.span_number(span), source=Source((f"chance {name}",))), ())


def one_after_another(local: Slot, who: Value, body: Steps) -> Step:
    """Each of several decides, in the order of the table."""
    assert who.expr is not None
    return ir.For(local, who.expr, tuple(body))


def same_decider(one: Value, other: Value) -> bool:
    return repr(one.expr) == repr(other.expr)


def only_once(frame: Frame, drafts: list[Draft]) -> Step:
    """What is offered in any order, and only until it is done."""
    done = frame.routine.new("done")
    for draft in drafts:
        draft.clauses.insert(0, ir.Test(negate(done)))
        draft.body.append(ir.Assign(done, ONE))
    return ir.Assign(done, ZERO)


def any_order(frame: Frame, who: Value, drafts: list[Draft], span: Span) -> Steps:
    """What is offered is offered again and again, until the player ends it; what must be done keeps them from ending it."""
    duties = tuple(i for i, x in enumerate(drafts) if x.must)
    alts = [x.alt() for x in drafts]
    more = frame.routine.new("more")
    alts.append(Alt((), (), (), (ir.Assign(more, ZERO),), "done", "done", (), duties))
    number = frame.world.span_number(span)
    choice = Choice(who.expr, tuple(alts), "turn", number)
    return [ir.Assign(more, ONE), ir.While(more, (ir.Ask(choice, (ir.Assign(more, ZERO),)),), number)]


# ---------------------------------------------------------------- secretly, and together


@entity
class Answers:
    """Alternatives that only note what was chosen: which, and the values of its arguments."""

    alts: list[Alt]
    which: Slot
    notes: list[Slot]


def _noting(frame: Frame, drafts: list[Draft], player: ir.Expr) -> Answers:
    seats = frame.world.seats
    which = frame.routine.new("answer", Row(seats))
    widest = max((len(x.args) for x in drafts), default=0)
    notes = [frame.routine.new(f"answer_{i}", Row(seats)) for i in range(widest)]
    alts = []
    for number, draft in enumerate(drafts):
        body: Steps = [ir.AssignAt(which, player, const(number))]
        body += [ir.AssignAt(notes[i], player, arg) for i, arg in enumerate(draft.args)]
        alts.append(
            Alt(tuple(draft.clauses), tuple(draft.args), tuple(draft.shown), tuple(body), draft.role, draft.name, tuple(draft.words))
        )
    return Answers(alts, which, notes)


def _carry_out(drafts: list[Draft], answers: Answers, row: ir.Expr) -> Steps:
    """Do what was noted."""
    result: Steps = []
    which = prim("row_at", answers.which, row)
    for number, draft in reversed(list(enumerate(drafts))):
        body: Steps = [ir.Assign(arg, prim("row_at", answers.notes[i], row)) for i, arg in enumerate(draft.args)]
        result = [ir.If(prim("eq", which, const(number)), (*body, *draft.body), tuple(result))]
    return result


def secretly(frame: Frame, local: Slot, who: Value, drafts: list[Draft], prompt: str, span: Span, out: Steps) -> Slot:
    """All choose on the same state; nobody sees another's choice; then everything happens in turn order. Gives what each chose."""
    answers = _noting(frame, drafts, local)
    assert who.expr is not None
    choice = Choice(local, tuple(answers.alts), prompt, frame.world.span_number(span), secret=True)
    out.append(ir.For(local, who.expr, (ir.Ask(choice, (ir.AssignAt(answers.which, local, NONE),)),)))
    out.append(ir.For(local, who.expr, tuple(_carry_out(drafts, answers, local))))
    return answers.which


def together(frame: Frame, local: Slot, who: Value, drafts: list[Draft], prompt: str, span: Span, out: Steps) -> None:
    """Several decide together: each says openly what to do; if they do not agree, chance takes one of their wishes."""
    answers = _noting(frame, drafts, local)
    assert who.expr is not None
    number = frame.world.span_number(span)
    choice = Choice(local, tuple(answers.alts), prompt, number)
    out.append(ir.For(local, who.expr, (ir.Ask(choice, (ir.AssignAt(answers.which, local, NONE),)),)))
    speaker, other = frame.routine.new("speaker"), frame.routine.new("other")
    out.append(ir.Assign(speaker, prim("first", who.expr)))
    same: ir.Expr = prim("eq", prim("row_at", answers.which, other), prim("row_at", answers.which, speaker))
    for note in answers.notes:
        same = both(same, prim("eq", prim("row_at", note, other), prim("row_at", note, speaker)))
    differ = ir.Fold("any", (ir.In(other, who.expr), ir.Test(negate(same))), None, None, INT)
    lot = frame.routine.new("lot")
    toss = Alt((ir.In(lot, who.expr),), (lot,), (Shown("player"),), (ir.Assign(speaker, lot),), "chance", "lot")
    out.append(ir.If(differ, (ir.Ask(Choice(None, (toss,), "lot", number, source=Source(("lot",))), ()),), ()))
    out += _carry_out(drafts, answers, speaker)


# ---------------------------------------------------------------- choosing


def _lot(decider: ir.Expr | None, name: str) -> Source | None:
    return Source((f"chance {name}",)) if decider is None else None


def choose_one(world: World, made: Made, decider: ir.Expr | None, name: str, span: Span, otherwise: Steps | None) -> tuple[Slot, Step]:
    """Somebody chooses one of them; with nothing to choose from, what stands below `else`, or there is none."""
    local = made.args[0]
    role = "chance" if decider is None else "act"
    alt = Alt(tuple(made.clauses), tuple(made.args), tuple(made.shown), (), role, "choose")
    if otherwise is None:
        otherwise = [ir.Assign(local, NONE)]
    return local, ir.Ask(Choice(decider, (alt,), f"choose {name}", world.span_number(span), source=_lot(decider, name)), tuple(otherwise))


def each_chooses(frame: Frame, made: Made, local: Slot, who: Value, name: str, span: Span, secret: bool) -> tuple[Slot, Step]:
    """One value for each player."""
    assert who.expr is not None
    row = frame.routine.new(name, Row(frame.world.seats))
    note = (ir.AssignAt(row, local, made.args[0]),)
    alt = Alt(tuple(made.clauses), tuple(made.args), tuple(made.shown), note, "act", "choose")
    choice = Choice(local, (alt,), f"choose {name}", frame.world.span_number(span), secret=secret)
    return row, ir.For(local, who.expr, (ir.Ask(choice, (ir.AssignAt(row, local, NONE),)),))


def noted(made: Made, result: Slot) -> Draft:
    """Whatever is chosen is kept."""
    return Draft(made.clauses, made.args, made.shown, [ir.Assign(result, made.args[0])], "act", "choose")


def nothing_yet(result: Slot) -> Step:
    return ir.Assign(result, NONE)


@entity
class Several:
    """Where several chosen things are kept: what is chosen, what there is to choose from, the one at hand."""

    picked: Slot
    pool: Slot
    item: Slot


def room(frame: Frame, found: Selected, name: str, item: str) -> Several:
    type = state.set_type(frame.world, found.elem)
    return Several(frame.routine.new(name, type), frame.routine.new("pool", type), frame.routine.new(item))


def choose_several(
    frame: Frame, kept: Several, found: Selected, all: Value, limits: tuple[ir.Expr, ir.Expr | None], decider: ir.Expr | None, span: Span
) -> Steps:
    """Several elements, one after the other, always upwards, so that no two orders lead to the same choice."""
    assert all.expr is not None
    new = frame.routine.new
    type = state.set_type(frame.world, found.elem)
    picked, pool, item = kept.picked, kept.pool, kept.item
    least, most = limits[0], limits[1] if limits[1] is not None else const(type.size)
    low, high, more, last = new("low"), new("high"), new("more"), new("last")
    out: Steps = [
        ir.Assign(picked, ir.SetConst(0, type)),
        ir.Assign(pool, all.expr),
        ir.Assign(last, const(type.base - 1)),
        ir.Assign(high, prim("min", most, prim("size", pool))),
        ir.Assign(low, prim("min", least, prim("size", pool))),
        ir.Assign(more, prim("gt", high, ZERO)),
    ]
    reached: ir.Expr = item
    if decider is None:
        # Chance: any element that is left, uniformly; order does not matter for what is drawn.
        clauses: Clauses = [ir.In(item, prim("diff", pool, picked, type=type))]
    else:
        elem = found.elem
        sym = frame.world.kinds[next(iter(elem.kinds))] if isinstance(elem, t.Piece) and len(elem.kinds) == 1 else None
        clauses, after, reached = next_ones(frame.world, new, sym, decider, Picking(pool, picked, item, last))
        if not isinstance(least, ir.Const) or least.value > 1:
            wanted = prim("sub", low, prim("size", picked))
            clauses.append(ir.Test(prim("ge", after, prim("sub", wanted, ONE))))
    taken: Steps = [
        ir.Assign(picked, prim("union", picked, prim("one", item, type=type), type=type)),
        ir.Assign(last, reached),
        ir.If(prim("ge", prim("size", picked), high), (ir.Assign(more, ZERO),), ()),
    ]
    shown = (shown_as(frame.world, found.elem),)
    alts = [Alt(tuple(clauses), (item,), shown, tuple(taken), "chance" if decider is None else "act", "choose")]
    if decider is not None:
        alts.append(Alt((ir.Test(prim("ge", prim("size", picked), low)),), (), (), (ir.Assign(more, ZERO),), "done", "done"))
    number, name = frame.world.span_number(span), frame.routine.names[picked.index]
    choice = Choice(decider, tuple(alts), f"choose {name}", number, source=_lot(decider, name))
    out.append(ir.While(more, (ir.Ask(choice, (ir.Assign(more, ZERO),)),), number))
    return out
