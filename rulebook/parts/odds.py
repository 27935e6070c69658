"""Odds: exact probabilities of what the rules make depend on dice.

For every routine that rolls, each condition or number that depends on the roll is taken as it is written. What else occurs in it is
a parameter, tabulated over the values it can have; with more than one parameter nothing is tabulated. All outcomes are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from rulewright.dsl import types as t
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import RoutineSym
from rulewright.rulebook import text as x
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.deeds import title
from rulewright.rulebook.english.meant import meaning_of, type_of
from rulewright.rulebook.english.nouns import Noun
from rulewright.rulebook.english.speech import Record, Speech, addressed
from rulewright.rulebook.english.values import value
from rulewright.rulebook.model import Block, Plain, Row, Section, Table, Text
from rulewright.rulebook.parts.formulas import Compute, Formula, Roll, Unknown, Values
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import counted, is_plural, listing, named, spoken, the

MOST_OUTCOMES = 1296
MOST_ROWS = 13
MOST_COLUMNS = 9
WIDEST = 12

# ---------------------------------------------------------------- where dice are rolled


def section(making: Making) -> Section | None:
    inside = []
    for name, routines in making.world.routines.items():
        for routine in routines:
            found = _routine(making, name, routine)
            if found is not None:
                inside.append(found)
    if not inside:
        return None
    note = "Every table counts all outcomes of the dice; each face of a die is equally likely. "
    note += "Chances are given as fractions and rounded to whole percent."
    return Section(id=making.unique("odds"), title="Odds", blocks=(Plain(text=x.runs(note)),), sections=tuple(inside))


def rolls_in(making: Making, body: list[d.Stmt]) -> dict[str, Roll]:
    """Named rolls of a body whose faces are known."""
    found: dict[str, Roll] = {}
    for sentence in nodes(body, d.Sentence):
        phrase = sentence.phrase
        words = [a.name if isinstance(a, e.Word) else "" for a in phrase.arguments]
        at = next((i for i, w in enumerate(words[:2]) if w in {"roll", "rolls"}), None)  # roll die, or somebody rolls die
        if phrase.giving is None or at is None or len(phrase.arguments) != at + 2:
            continue
        die = _die(making, phrase.arguments[at + 1])
        if isinstance(die, e.Word) and die.name == "die":
            found[phrase.giving] = Roll(phrase.giving, list(range(1, 7)), "a die with six faces")
        elif isinstance(die, e.Braces) and all(isinstance(i, e.Num) for i, _ in die.items):
            faces = [i.value for i, a in die.items if isinstance(i, e.Num) for _ in range(a.value if isinstance(a, e.Num) else 1)]
            found[phrase.giving] = Roll(phrase.giving, faces, f"a die with the faces {listing([str(f) for f in faces])}")
    return found


def _die(making: Making, node: e.Expr | e.Sel) -> e.Expr | e.Sel:
    """What is rolled: by its own name, or by that of a definition; a die that is rolled only at times, when it is."""
    match node:
        case e.Word(_, name) if name in making.world.defines and making.world.defines[name].decl.value is not None:
            inner = making.world.defines[name].decl.value
            return _die(making, inner) if inner is not None else node
        case e.Ternary(_, then, _, e.Braces(_, [])):
            return _die(making, then)
        case e.Braces(_, [(e.Word(_, "die") as die, None)]):
            return die
        case _:
            return node


def _changed(body: list[d.Stmt]) -> set[str]:
    """Names that get another value later on: what they stand for cannot be told beforehand."""
    names = [let.name for let in nodes(body, d.Let)]
    found = {name for name in names if names.count(name) > 1}
    for sentence in nodes(body, d.Sentence):  # `set x to …`, `reduce x by …`, `add … to x`
        direct = [*sentence.phrase.arguments[1:2], *(a for tail in sentence.phrase.tails for a in tail.arguments)]
        found |= {a.name for a in direct if isinstance(a, e.Word)}
    return found


def _routine(making: Making, name: str, routine: RoutineSym) -> Section | None:
    body = routine.decl.body
    rolls = rolls_in(making, body)
    if not rolls:
        return None
    sp = addressed(making.world, Record())
    for param in routine.params:
        sp = sp.bind(param.name, Noun(f"the {spoken(param.name)}"), param.type)
    for roll in rolls.values():
        sp = sp.bind(roll.name, Noun(the(named(roll.name)), is_plural(named(roll.name))), t.Number(min(roll.faces), max(roll.faces)))
    lets = {let.name: let.value for let in nodes(body, d.Let)}
    changed = {name for name in _changed(body) & set(lets) if not _used(lets[name], rolls, lets)}
    lets = {name: value_ for name, value_ in lets.items() if name not in changed}
    for let_name in lets:
        sp = sp.bind(let_name, Noun(the(named(let_name)), is_plural(named(let_name))), t.ANY_NUMBER)
    tables: list[Block] = []
    for group in _questions(body, rolls, lets):
        if any(w.name in changed for test in group for w in nodes(test, e.Word)):
            continue  # it depends on what was rolled before
        made = _table(making, sp, rolls, lets, group)
        if made is not None:
            tables.append(made)
    for number_name, node in lets.items():
        made = _spread(making, sp, rolls, lets, number_name, node)
        if made is not None:
            tables.append(made)
    if not tables:
        return None
    dice = listing([f"{the(named(r.name))} on {r.text}" for r in rolls.values()])
    return Section(
        id=making.unique(f"o-{name}"),
        title=title(name),
        blocks=(Plain(text=x.runs(f"Rolled: {dice}.")), *tables),
        index=(name,),
    )


def _questions(body: list[d.Stmt], rolls: dict[str, Roll], lets: dict[str, e.Expr]) -> Iterator[list[e.Expr]]:
    """Conditions that depend on a roll; the branches of one `if` belong together."""

    def asks(node: e.Expr) -> bool:
        words = {w.name for w in nodes(node, e.Word)}
        return bool(words & set(rolls)) or any(asks(lets[w]) for w in words & set(lets) if lets[w] is not node)

    for stmt in nodes(body, d.If):
        tests = [test for test, _ in stmt.branches if asks(test)]
        if tests:
            yield tests
    for stmt_ in nodes(body, d.While):
        if asks(stmt_.test):
            yield [stmt_.test]


# ---------------------------------------------------------------- tables


def _outcomes(rolls: dict[str, Roll], used: set[str]) -> list[Values]:
    chosen = [r for r in rolls.values() if r.name in used]
    total = 1
    for roll in chosen:
        total *= len(roll.faces)
    if total > MOST_OUTCOMES:
        raise Unknown
    return [dict(zip([r.name for r in chosen], faces, strict=True)) for faces in product(*(r.faces for r in chosen))]


def _used(node: e.Expr, rolls: dict[str, Roll], lets: dict[str, e.Expr]) -> set[str]:
    found: set[str] = set()
    for word in nodes(node, e.Word):
        if word.name in rolls:
            found.add(word.name)
        elif word.name in lets:
            found |= _used(lets[word.name], rolls, lets)
    return found


def _share(chance: Fraction) -> str:
    if chance in {0, 1}:
        return "never" if chance == 0 else "always"
    return f"{chance.numerator}/{chance.denominator} ({round(float(chance) * 100)} %)"


def _parameter_rows(sp: Speech, formula: Formula) -> tuple[str, list[tuple[str, Values]]]:
    """The values of the only parameter, with its name; without one, a single row."""
    if not formula.parameters:
        return "", [("", {})]
    if len(formula.parameters) > 1:
        raise Unknown
    node, name = formula.parameters[0]
    low, high = _range(sp, node)
    step = 1
    label = x.plain(value(Speech(sp.world, Record(), sp.names, sp.player, sp.this, sp.routine), node).text)
    return label, [(str(n).replace("-", "−"), {name: n}) for n in range(low, high + 1, step)]


def _range(sp: Speech, node: e.Expr) -> tuple[int, int]:
    type, meant = type_of(sp, node), meaning_of(sp, node)
    if isinstance(meant, m.Read):
        type = meant.attrs[0].type
    if isinstance(type, t.Number) and type.bounded and type.high - type.low < MOST_ROWS:
        return type.low, type.high
    return 1, WIDEST


def _collapse(formula: Formula, node: e.Expr, sp: Speech) -> tuple[str, list[tuple[str, Values]]] | None:
    """Several parameters that are only added and subtracted are one: how far one side is ahead."""
    terms: list[tuple[int, e.Expr]] = []

    def walk(x_: e.Expr, sign: int) -> bool:
        if isinstance(x_, e.Word) and x_.name in formula.lets:
            return walk(formula.lets[x_.name], sign)
        if isinstance(x_, e.Arith) and x_.operator in "+-":
            return walk(x_.left, sign) and walk(x_.right, sign if x_.operator == "+" else -sign)
        if isinstance(x_, e.Word) and x_.name in formula.rolls:
            return True
        if isinstance(x_, e.Ternary) and formula.is_mark(x_.test):
            return walk(x_.other, sign)  # the mark is taken as not set
        if isinstance(x_, e.Num) and x_.value == 0:
            return True
        if formula.depends(x_):
            return False
        terms.append((sign, x_))
        return True

    if not walk(node, 1) or len(terms) < 2:
        return None
    quiet = Speech(sp.world, Record(), sp.names, sp.player, sp.this, sp.routine)
    said = ""
    for sign, term in terms:
        word = x.plain(value(quiet, term).text)
        said += f"{'' if not said and sign > 0 else ' plus ' if sign > 0 else ' minus '}{word}"
    signs = [s for s, _ in terms]
    names = [name for _, name in formula.parameters]
    if len(names) != len(terms):
        return None
    rows = []
    for n in range(-6, 7):
        values = dict.fromkeys(names, 0)
        values[names[0]] = n * signs[0]
        rows.append((f"{n:+d}".replace("-", "−") if n else "0", values))
    return said.strip(), rows


def _table(making: Making, sp: Speech, rolls: dict[str, Roll], lets: dict[str, e.Expr], tests: list[e.Expr]) -> Table | None:
    """How likely each of several conditions is; the first that holds counts."""
    formula = Formula(sp, rolls, lets)
    try:
        used = set().union(*(_used(test, rolls, lets) for test in tests))
        outcomes = _outcomes(rolls, used)
        computed = [formula.compute(test) for test in tests]
        label, rows = _rows(formula, sp, tests)
    except Unknown:
        return None
    quiet = Speech(sp.world, Record(), sp.names, sp.player, sp.this, sp.routine)
    heads = [x.plain(clause(quiet, _core(formula, test)).text()) for test in tests]
    complete = False
    made = []
    for said, values in rows:
        counts = [0] * (len(tests) + 1)
        for outcome in outcomes:
            at = next((i for i, c in enumerate(computed) if c({**values, **outcome})), len(tests))
            counts[at] += 1
        complete = complete or counts[-1] > 0
        made.append((said, [Fraction(c, len(outcomes)) for c in counts]))
    columns = [*heads, "none of these" if len(heads) > 1 else "not so"] if complete else heads
    if not label:
        body = [Row(cells=(_text(h), _text(_share(made[0][1][i])))) for i, h in enumerate(columns)]
        return Table(
            caption=_caption(sp, formula, outcomes), head=(_text("If"), _text("Chance")), rows=tuple(body), align="lr", weights=(3, 1.6)
        )
    head = (_text(label[:1].upper() + label[1:]), *(_text(c) for c in columns))
    shown = [[said, *(_share(f) for f in shares[: len(columns)])] for said, shares in made]
    body = [Row(cells=tuple(_text(cell) for cell in line)) for line in _shortened(shown)]
    return Table(caption=_caption(sp, formula, outcomes), head=head, rows=tuple(body), align="r" * len(head))


def _shortened(lines: list[list[str]]) -> list[list[str]]:
    """Lines at the end that say the same as the one before them are left out; that one says so."""
    last = len(lines) - 1
    while last > 0 and lines[last][1:] == lines[last - 1][1:]:
        last -= 1
    found = lines[: last + 1]
    return found if last == len(lines) - 1 else [*found[:-1], [f"{found[-1][0]} or more", *found[-1][1:]]]


def _difference(test: e.Compare) -> e.Expr:
    """What has to be more or less than a number: one side, or how far it is ahead of the other."""
    return test.left if isinstance(test.right, e.Num) else e.Arith(test.span, "-", test.left, test.right)


def _core(formula: Formula, test: e.Expr) -> e.Expr:
    """The part of a condition that depends on the roll, if it is one part."""
    match test:
        case e.Logic(_, "and", left, right) if not formula.depends(left):
            return _core(formula, right)
        case e.Logic(_, "and", left, right) if not formula.depends(right):
            return _core(formula, left)
        case _:
            return test


def _rows(formula: Formula, sp: Speech, tests: list[e.Expr]) -> tuple[str, list[tuple[str, Values]]]:
    if len(formula.parameters) > 1 and len(tests) <= 3:
        cores = [_core(formula, test) for test in tests]
        sides = [_difference(t_) for t_ in cores if isinstance(t_, e.Compare)]
        if len(sides) == len(tests):
            collapsed = _collapse(formula, sides[0], sp)
            if collapsed is not None:
                return collapsed
    return _parameter_rows(sp, formula)


def _spread(making: Making, sp: Speech, rolls: dict[str, Roll], lets: dict[str, e.Expr], name: str, node: e.Expr) -> Table | None:
    """How a number that depends on a roll is spread."""
    formula = Formula(sp, rolls, {k: v for k, v in lets.items() if k != name})
    try:
        if not formula.depends(node):
            return None
        outcomes = _outcomes(rolls, _used(node, rolls, lets))
        computed = formula.compute(node)
        label, rows = _parameter_rows(sp, formula)
    except Unknown:
        return None
    if label and not any(a.operator not in "+-" for a in nodes(node, e.Arith)):
        return None  # a roll and something added to it: everybody can do that sum
    spread = [(said, _counts(computed, values, outcomes)) for said, values in rows]
    columns = sorted({v for _, counts in spread for v in counts})
    if len(columns) > MOST_COLUMNS and label and len(_used(node, rolls, lets)) == 1:
        return _by_roll(computed, rolls[next(iter(_used(node, rolls, lets)))], name, label, rows)
    if len(columns) > MOST_COLUMNS or len(columns) < 2:
        return None
    if not label:
        counts = spread[0][1]
        body = [Row(cells=(_text(str(c)), _text(_share(Fraction(counts[c], len(outcomes)))))) for c in columns]
        return Table(caption=_text(_of(outcomes)), head=(_text(named(name).capitalize()), _text("Chance")), rows=tuple(body), align="rr")
    head = (_text(label), *(_text(f"{named(name)} {c}".replace("-", "−")) for c in columns))
    body = [
        Row(cells=(_text(said), *(_text(_share(Fraction(counts.get(c, 0), len(outcomes))).replace("never", "")) for c in columns)))
        for said, counts in spread
    ]
    return Table(caption=_text(_of(outcomes)), head=head, rows=tuple(body), align="r" * len(head), span="page")


def _by_roll(computed: Compute, roll: Roll, name: str, label: str, rows: list[tuple[str, Values]]) -> Table:
    """What a number is for each face that can be rolled, and how likely that face is."""
    faces = sorted(set(roll.faces))
    chances = [_share(Fraction(roll.faces.count(f), len(roll.faces))) for f in faces]
    head = (_text(label[:1].upper() + label[1:]), *(_text(f"{f}: {c}") for f, c in zip(faces, chances, strict=True)))
    body = [Row(cells=(_text(said), *(_text(str(computed({**values, roll.name: f}))) for f in faces))) for said, values in rows]
    return Table(caption=_text(f"{the(named(name)).capitalize()}, by what is rolled:"), head=head, rows=tuple(body), align="r" * len(head))


def _counts(computed: Compute, values: Values, outcomes: list[Values]) -> dict[int, int]:
    found: dict[int, int] = {}
    for outcome in outcomes:
        result = computed({**values, **outcome})
        found[result] = found.get(result, 0) + 1
    return found


def _caption(sp: Speech, formula: Formula, outcomes: list[Values]) -> Text:
    """How many outcomes were counted, and what was taken for granted."""
    quiet = Speech(sp.world, Record(), sp.names, sp.player, sp.this, sp.routine)
    taken = [x.plain(clause(quiet, node).negative().text()) for node in formula.unmarked]
    return _text(_of(outcomes).removesuffix(".") + (f", if {listing(taken)}." if taken else "."))


def _of(outcomes: list[Values]) -> str:
    return f"Out of {counted(len(outcomes), 'outcome')}."


def _text(text: str) -> Text:
    return x.runs(x.clean(text))
