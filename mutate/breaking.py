"""The ways to break rules: small changes of the syntax tree of one file, always listed in the same order.

A change is made in the tree, not in the text: so every other line stays where it is, and nothing is said that the language cannot say.
What the checker refuses afterwards counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import inner_fields

# What is no rule: prose, looks, examples; and how wide a value may be, which no match shows.
SILENT = (d.Prose, d.Notes, d.Example, d.Show, d.Picture, d.Fact, d.Chapter, d.Include, d.Domain, d.TypeDecl, d.Remove, d.Row, d.Param)
STEPS = (d.Sentence, d.If, d.Loop, d.While, d.Repeat, d.AnyOrder, d.Decision, d.Menu)
OTHER_RELATION = {"is": "is not", "is not": "is", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OTHER_SIGN = {"+": "-", "-": "+", "*": "+", "/": "*"}
OTHER_WORD = {"yes": "no", "no": "yes", "player": "rival", "rival": "player", "true": "false", "false": "true"}
OTHER_QUANTIFIER = {"some": "no", "no": "some", "first": "last", "last": "first", "at least": "at most", "at most": "at least"}
OTHER_EXTREME = {"most": "least", "least": "most"}
OTHER_MODAL = {"must": "may", "may": "must"}
SELF_NEGATING = (e.Compare, e.Not, e.Can)


@dataclass(slots=True)
class Change:
    """One way to break a file: what it is called, where it is, and how the tree is changed."""

    sort: str  # requirement, number, order, line, condition, rival, choice
    says: str
    span: Span
    make: Callable[[], None]


Put = Callable[[Any], None]


def changes(file: d.File) -> list[Change]:
    """All ways to break a file that has just been read, in the order of its lines."""
    found = [*_block(file.body), *(c for decl in list(file.body) for c in _inside(decl))]
    return sorted(found, key=lambda c: c.span.start)


def _inside(node: Any) -> Iterator[Change]:
    """Changes of a node's parts, and of theirs."""
    if isinstance(node, SILENT):
        return
    yield from _own(node)
    for name in reversed(inner_fields(type(node)) or ()):
        value = getattr(node, name)
        if isinstance(value, list):
            yield from _list(value)
        elif isinstance(value, tuple):  # the measure of `with most …`
            yield from _pair(value, _setter(node, name))
        elif value is not None:
            yield from _at(value, _setter(node, name))


def _list(items: list[Any]) -> Iterator[Change]:
    for number, item in enumerate(list(items)):
        if isinstance(item, tuple):
            yield from _pair(item, _setter_at(items, number))
        elif item is not None:
            yield from _at(item, _setter_at(items, number))


def _pair(pair: tuple[Any, ...], put: Put) -> Iterator[Change]:
    for place, part in enumerate(pair):
        if isinstance(part, list):
            yield from _block(part)
            yield from _list(part)
        elif part is not None and not isinstance(part, str):

            def at(new: Any, place: int = place) -> None:
                put((*pair[:place], new, *pair[place + 1 :]))

            yield from _at(part, at)


def _at(node: Any, put: Put) -> Iterator[Change]:
    """What can stand in the place of a node, and changes inside it."""
    yield from _instead(node, put)
    yield from _inside(node)


def _setter(owner: Any, name: str) -> Put:
    return lambda new: setattr(owner, name, new)


def _setter_at(items: list[Any], number: int) -> Put:
    old = items[number]

    def put(new: Any) -> None:
        items[items.index(old)] = new

    return put


# ---------------------------------------------------------------- expressions


def _instead(node: Any, put: Put) -> Iterator[Change]:
    """Other expressions in the place of one."""

    def other(sort: str, says: str, new: Any) -> Change:
        return Change(sort, says, node.span, lambda: put(new))

    match node:
        case e.Num(span, value):
            yield other("number", f"{value} becomes {value + 1}", e.Num(span, value + 1))
            if value > 0:
                yield other("number", f"{value} becomes {value - 1}", e.Num(span, value - 1))
        case e.Word(span, name) if name in OTHER_WORD:
            sort = "rival" if name in {"player", "rival"} else "condition"
            yield other(sort, f"`{name}` becomes `{OTHER_WORD[name]}`", e.Word(span, OTHER_WORD[name]))
        case e.Call(_, e.Word(_, "next"), [e.Word(_, "player") as player]):
            yield other("rival", "`next(player)` becomes `player`", player)
        case e.Compare(span, relation, where, left, right) if relation in OTHER_RELATION:
            new = OTHER_RELATION[relation]
            yield other("condition", f"`{relation}` becomes `{new}`", e.Compare(span, new, where, left, right))
        case e.Logic(span, operator, left, right):
            swapped = "or" if operator == "and" else "and"
            yield other("condition", f"`{operator}` becomes `{swapped}`", e.Logic(span, swapped, left, right))
            yield Change("condition", f"what stands before `{operator}` is dropped", left.span, lambda: put(right))
            yield Change("condition", f"what stands after `{operator}` is dropped", right.span, lambda: put(left))
        case e.Not(_, operand):
            yield other("condition", "`not` is dropped", operand)
        case e.Arith(span, operator, left, right) if operator in OTHER_SIGN:
            sign = OTHER_SIGN[operator]
            yield other("number", f"`{operator}` becomes `{sign}`", e.Arith(span, sign, left, right))
        case e.Ternary(span, then, test, otherwise):
            yield other("condition", "`if` and `else` change places", e.Ternary(span, otherwise, test, then))
        case e.Many(span, quantifier, amount, selection) if quantifier in OTHER_QUANTIFIER:
            word = OTHER_QUANTIFIER[quantifier]
            sort = "order" if word in {"first", "last"} else "condition"
            yield other(sort, f"`{quantifier}` becomes `{word}`", e.Many(span, word, amount, selection))
        case e.Fold(span, operator, value, selection) if operator in OTHER_EXTREME:
            word = OTHER_EXTREME[operator]
            yield other("order", f"`{operator}` becomes `{word}`", e.Fold(span, word, value, selection))
        case e.Can(span, subject, negated, phrase):
            says = "`cannot` becomes `can`" if negated else "`can` becomes `cannot`"
            yield other("condition", says, e.Can(span, subject, not negated, phrase))


def _own(node: Any) -> Iterator[Change]:
    """Changes of a node itself: what it leaves out, turns round or puts in another order."""
    match node:
        case e.Sel():
            yield from _selection(node)
        case d.Demand() | d.While() | d.Standing() | d.Repeat():
            yield from _tests(node)
        case d.If():
            yield from _branches(node)
        case d.Choice():
            if node.test is not None:
                yield Change("requirement", "the condition of this choice is dropped", node.test.span, _setting(node, "test", None))
        case d.Decision() | d.Menu() if node.word in OTHER_MODAL:
            word = OTHER_MODAL[node.word]
            yield Change("choice", f"`{node.word}` becomes `{word}`", node.span, _setting(node, "word", word))
            if isinstance(node, d.Menu):
                yield from _without(node.items, lambda item: item.span, "this choice is left out", keep=1)
        case d.Define() if node.cases:
            yield from _order(node.cases, lambda case: case[0].span, "these two cases change places")
            yield from _without(node.cases, lambda case: case[0].span, "this case is left out")
        case d.Score() if len(node.entries) > 1:
            yield from _without(node.entries, lambda entry: entry.span, "this entry is left out")
        case d.Winner():
            yield from _order(node.criteria, lambda c: c.span, "these two criteria change places")
            yield from _without(node.criteria, lambda c: c.span, "this criterion is left out", keep=1)
        case d.Criterion() if node.extreme is not None:
            word = OTHER_EXTREME[node.extreme]
            yield Change("order", f"`{node.extreme}` becomes `{word}`", node.span, _setting(node, "extreme", word))
        case d.Modifier():
            word = {"raises": "lowers", "lowers": "raises"}[node.word]
            yield Change("number", f"`{node.word}` becomes `{word}`", node.span, _setting(node, "word", word))
    for name in ("body", "otherwise", "standings", "hooks", "modifiers"):
        block = getattr(node, name, None)
        if isinstance(block, list) and not isinstance(node, d.File):
            yield from _block(block)


def _setting(owner: Any, name: str, value: Any) -> Callable[[], None]:
    return lambda: setattr(owner, name, value)


def _selection(node: e.Sel) -> Iterator[Change]:
    if node.where is not None:
        yield Change("requirement", "`where …` is dropped", node.where.span, _setting(node, "where", None))
        if not isinstance(node.where, (*SELF_NEGATING, e.Logic)):
            yield Change(
                "condition", "the condition is negated", node.where.span, _setting(node, "where", e.Not(node.where.span, node.where))
            )
    if node.best is not None:
        word, measure = node.best
        new = OTHER_EXTREME[word]
        yield Change("order", f"`with {word}` becomes `with {new}`", measure.span, _setting(node, "best", (new, measure)))


def _tests(node: Any) -> Iterator[Change]:
    name = "until" if isinstance(node, d.Repeat) else "test"
    test = getattr(node, name)
    if test is None or getattr(node, "word", "") == "once" or isinstance(test, SELF_NEGATING):
        return
    yield Change("condition", "the condition is negated", test.span, _setting(node, name, e.Not(test.span, test)))


def _branches(node: d.If) -> Iterator[Change]:
    for number, (test, body) in enumerate(node.branches):

        def negate(number: int = number, test: Any = test, body: Any = body) -> None:
            node.branches[number] = (e.Not(test.span, test), body)

        if not isinstance(test, SELF_NEGATING):
            yield Change("condition", "the condition is negated", test.span, negate)
    if len(node.branches) > 1:
        yield from _order(node.branches, lambda branch: branch[0].span, "these two cases change places")
        yield from _without(node.branches, lambda branch: branch[0].span, "this case is left out")
    if node.otherwise:
        yield Change("line", "`else` is left out", node.otherwise[0].span, _setting(node, "otherwise", None))


# ---------------------------------------------------------------- lines


def _block(body: list[Any]) -> Iterator[Change]:
    """Lines left out, and lines that change places."""
    for item in body:
        if isinstance(item, d.Demand):
            says = "this limit is dropped" if item.word == "once" else "this requirement is dropped"
            yield Change("requirement", says, item.span, _leaving_out(body, item))
        elif isinstance(item, STEPS):
            yield Change("line", "this line is left out", item.span, _leaving_out(body, item))
        elif isinstance(item, d.Standing | d.Hook | d.Interrupt | d.Modifier):
            yield Change("line", "this rule is left out", item.span, _leaving_out(body, item))
    steps = [item for item in body if isinstance(item, STEPS)]
    for one, two in pairwise(steps):
        if not any(isinstance(x, d.Let) for x in body[body.index(one) : body.index(two)]):
            yield Change("order", "this line and the next change places", one.span, _exchanging(body, one, two))


def _leaving_out(body: list[Any], item: Any) -> Callable[[], None]:
    def make() -> None:
        at = body.index(item)
        if isinstance(item, STEPS):
            span = item.span
            body[at] = d.Sentence(span, e.Phrase(span, None, [e.Word(span, "pass")], [], None, None), ())
        else:
            del body[at]

    return make


def _exchanging(items: list[Any], one: Any, two: Any) -> Callable[[], None]:
    def make() -> None:
        i, j = (next(n for n, x in enumerate(items) if x is wanted) for wanted in (one, two))
        items[i], items[j] = items[j], items[i]

    return make


def _order(items: list[Any], span: Callable[[Any], Span], says: str) -> Iterator[Change]:
    for one, two in pairwise(items):
        yield Change("order", says, span(one), _exchanging(items, one, two))


def _without(items: list[Any], span: Callable[[Any], Span], says: str, keep: int = 0) -> Iterator[Change]:
    real = [item for item in items if not isinstance(item, d.Prose)]
    for item in real if len(real) > keep else []:

        def make(item: Any = item) -> None:
            del items[next(n for n, x in enumerate(items) if x is item)]

        yield Change("line", says, span(item), make)
