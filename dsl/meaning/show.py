"""A tree of meaning as text. Two trees mean the same if their texts are the same.

Symbols are named in full (`attribute price of House`), bindings are numbered in the order in which they occur, so that what a name
is called does not matter; neither does where something stands in the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulewright.core.record import record
from rulewright.dsl import types as t
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.source import Span
from rulewright.dsl.world import AttrSym, World


def symbol_of(attr: AttrSym) -> str:
    return f"{attr.name} of {attr.of or attr.owner}"


def constant(world: World, type: t.Type, value: int) -> str:
    """What a value that is known before the match is called."""
    if isinstance(type, t.Maybe) and value < 0:
        return "none"
    match t.bare(type):
        case t.Flag():
            return "yes" if value else "no"
        case t.Enum(_, members) if 0 <= value < len(members):
            return members[value]
        case t.Way(names) if 0 <= value < len(names):
            return names[value]
        case t.Player() if 0 <= value < len(world.program.seats):
            return world.program.seats[value]
        case t.Nothing():
            return "none"
        case t.Name(kind):
            printed = world.piece_names.get(kind, {})
            return next((f'"{name}"' for name, number in printed.items() if number == value), str(value))
        case t.Piece():
            return _piece(world, value)
        case t.Cell():
            named = (name for name, (_, site) in world.cell_names.items() if site == value)
            return next(named, f"site {value}")
        case _:
            return str(value)


def _piece(world: World, number: int) -> str:
    for name, (sym, index) in world.piece_ids.items():
        if sym.core.base + index == number:
            return name
    for sym in world.kinds.values():
        if not sym.core.counted and sym.core.base <= number < sym.core.base + sym.core.count:
            index = number - sym.core.base
            names = sym.core.names
            return f'{sym.name} "{names[index]}"' if index < len(names) and names[index] else f"{sym.name} {index + 1}"
    return f"piece {number}"


Told = tuple[int, str, Span]  # depth, text, place


@record
class Line:
    text: str
    span: Span
    depth: int = 0


class Show:
    """Writes trees of one load; what is bound keeps its number from one tree to the next."""

    def __init__(self, world: World, named: bool = False) -> None:
        self.world = world
        self.named = named  # names of bindings instead of numbers
        self.numbers: dict[m.Binding, int] = {}

    def binding(self, binding: m.Binding) -> str:
        if binding.actor:
            return "player"
        if self.named:
            return binding.name or "it"
        return f"${self.numbers.setdefault(binding, len(self.numbers) + 1)}"

    def call(self, name: str, *parts: object) -> str:
        return f"{name}({', '.join(self.any(part) for part in parts if part is not None)})"

    def any(self, x: object) -> str:
        if isinstance(x, str):
            return x
        if isinstance(x, tuple):
            return f"[{', '.join(self.any(part) for part in x)}]"
        if isinstance(x, m.Selection):
            return self.selection(x)
        if isinstance(x, s.Do):
            given = "".join(f" {prep or 'with'} {self.any(value)}" for prep, value in x.given)
            return f"{x.routine.sort} {x.routine.name}{given}"
        if isinstance(x, s.Chosen):
            return self.call("chosen", *((x.amount,) if x.amount is not None else ()), x.choices, " ".join(self.lines((x.deed,))))
        if isinstance(x, s.Step):
            return " ".join(line.strip() for line in self.lines((x,)))  # type: ignore[arg-type]
        return self.expr(x)  # type: ignore[arg-type]

    def selection(self, x: m.Selection) -> str:
        within = f" in {self.expr(x.within)}" if x.within is not None else ""
        owner = f" of {self.expr(x.owner)}" if x.owner is not None else ""
        bound = f" as {self.binding(x.binds)}" if not self.named else ""
        where = f" where {self.expr(x.where)}" if x.where is not None else ""
        best = f" with {x.best[0]} {self.expr(x.best[1])}" if x.best is not None else ""
        return f"{{{x.kind or 'elements'}{owner}{within}{bound}{where}{best}}}"

    def expr(self, x: m.Expr) -> str:
        match x:
            case m.Const():
                return constant(self.world, x.type, x.value)
            case m.Local():
                return self.binding(x.binding)
            case m.OptionValue():
                return f"option {x.option.name}"
            case m.PlaceValue():
                name = f"place {x.place.name}" if x.place is not None else "box"
                return name if x.of is None else f"{name} of {self.expr(x.of)}"
            case m.Read():
                named = " or ".join(symbol_of(a) for a in x.attrs)
                member = f"({self.expr(x.member)})" if x.member is not None else ""
                return f"<{named}{member}>" if x.of is None else f"<{named}{member}: {self.expr(x.of)}>"
            case m.Aspect():
                return self.call(x.which, x.of)
            case m.ScoreValue():
                return self.call(f"score {x.entry}".strip(), x.of)
            case m.Defined():
                return self.call(f"definition {x.define.name}", *x.arguments, None if x.actor is None else f"by {self.expr(x.actor)}")
            case m.Apply():
                return self.call(x.function, *x.arguments)
            case m.Mention():
                return f"`{x.name}`"
            case m.OwnPiece():
                return self.call(f"own {x.kind.name}", x.of)
            case m.Numbered():
                return self.call(f"numbered {x.kind.name}", x.number)
            case m.Answer():
                return self.call("answer", x.row, x.of)
            case m.InBag():
                return self.call("times in bag", x.bag, x.item)
            case m.Listed():
                items = (self.expr(item) + (f" × {self.expr(n)}" if n is not None else "") for item, n in x.items)
                return f"{{{', '.join(items)}}}"
            case m.CellAt():
                return self.call(f"cell of {x.place.name}", x.x, x.y)
            case m.Convert():
                return self.expr(x.of) if x.how in m.KEPT else self.call(x.how, x.of)
            case m.Arith():
                return f"({self.expr(x.left)} {x.operator} {self.expr(x.right)})"
            case m.Cases():
                cases = [f"{self.expr(value)} if {self.expr(test)}" for test, value in x.cases]
                return self.call("cases", *cases, f"else {self.expr(x.otherwise)}" if x.otherwise is not None else None)
            case m.Logic():
                return "(" + f" {x.operator} ".join(self.expr(part) for part in x.parts) + ")"
            case m.Not():
                return self.call("not", x.of)
            case m.Same():
                return f"{self.expr(x.left)} is {self.expr(x.right)}"
            case m.Order():
                return f"{self.expr(x.left)} {x.relation} {self.expr(x.right)}"
            case m.Contains():
                return f"{self.expr(x.item)} among {self.expr(x.whole)}"
            case m.Stands():
                return f"{self.expr(x.piece)} stands in {self.expr(x.where)}"
            case m.IsKind():
                return f"{self.expr(x.of)} is a {x.kind}"
            case m.IsEmpty():
                return f"{self.expr(x.of)} is {'full' if x.full else 'empty'}"
            case m.Able():
                return self.call("can", x.who, x.deed)
            case m.Would():
                return self.call("after", x.value, x.deed)
            case m.Exists():
                return self.call("some", x.among)
            case m.Count():
                return self.call("count", x.among)
            case m.Every():
                return self.call("every", x.among, x.test)
            case m.Gather():
                return self.call("all", x.among)
            case m.Pick():
                return self.call(x.which, x.among, x.amount)
            case m.Fold():
                return self.call(x.operator, x.among, x.value)
            case m.Wrong():
                return "?"
            case _:
                assert_never(x)

    # ------------------------------------------------------------ statements

    def lines(self, block: s.Block, depth: int = 0) -> Iterator[str]:
        """A line for each statement; what stands below it is indented."""
        return (f"{'  ' * (depth + line.depth)}{line.text}" for line in self.told(block))

    def told(self, block: s.Block | None, depth: int = 0) -> Iterator[Line]:
        """The same, each line with the place it comes from."""
        for step in block or ():
            yield from (Line(text, span, depth + more) for more, text, span in self._step(step))

    def below(self, block: s.Block | None, depth: int = 1) -> Iterator[Told]:
        return ((line.depth, line.text, line.span) for line in self.told(block, depth))

    def _step(self, x: s.Statement) -> Iterator[Told]:
        match x:
            case s.Act():
                arguments = "".join(f" {a.role}{f' ({a.how})' if a.how else ''}: {self.any(a.words)}" for a in x.arguments)
                gives = f" giving {x.gives}" if x.gives else ""
                yield 0, f"{x.verb}{arguments}{self._by(x.subject)}{gives}", x.span
            case s.Perform():
                yield 0, f"{x.routine.sort} {x.routine.name}{self.any(x.arguments) if x.arguments else ''}{self._by(x.subject)}", x.span
            case s.Let():
                yield 0, f"let {self.binding(x.binding)} = {self.expr(x.value)}", x.span
            case s.If():
                for number, (test, body) in enumerate(x.branches):
                    yield 0, f"{'else ' if number else ''}if {self.expr(test)}", test.span
                    yield from self.below(body)
                if x.otherwise is not None:
                    yield 0, "else", x.span
                    yield from self.below(x.otherwise)
            case s.Each():
                yield 0, f"each {self.selection(x.among)}", x.span
                yield from self.below(x.body)
            case s.Loop():
                yield 0, f"{x.how} {self.expr(x.test)}" if x.test is not None else x.how, x.span
                yield from self.below(x.body)
            case s.Tell():
                yield 0, f"> {x.text}", x.span
            case s.Decide():
                words = f"{' secretly' if x.secretly else ''}{' once' if x.once else ''}"
                gives = f" giving {self.binding(x.gives)}" if x.gives is not None else ""
                yield 0, f"{self.who(x.who)} {x.word}{words}{gives}", x.span
                for offer in x.offers:
                    yield from self._offer(offer, x.span)
                if x.otherwise is not None:
                    yield 0, "else", x.span
                    yield from self.below(x.otherwise)
            case s.Choose():
                amount = "".join(f" {word} {self.expr(n)}" for word, n in (("from", x.low), ("to", x.high)) if n is not None)
                of = self.any(x.among or x.goods or "?")
                gives = f" giving {self.binding(x.gives)}" if x.gives is not None else ""
                several = " several" if x.several else ""
                yield 0, f"{self.who(x.who)} chooses{' secretly' if x.secretly else ''}{several}{amount} {of}{gives}", x.span
                if x.otherwise is not None:
                    yield 0, "else", x.span
                    yield from self.below(x.otherwise)
            case s.AnyOrder():
                yield 0, "in any order", x.span
                yield from self.below(x.decisions)
            case s.Demand():
                asked = f" {self.expr(x.test)}" if x.test is not None else ""
                yield 0, f"{x.word}{asked}{' if possible' if x.lenient else ''}{f' per {x.per}' if x.per else ''}", x.span
            case _:
                assert_never(x)

    def _offer(self, offer: s.Offer, span: Span) -> Iterator[Told]:
        match offer:
            case s.Label():
                yield 1, f'"{offer.label}"' + (f" if {self.expr(offer.test)}" if offer.test is not None else ""), span
                yield from self.below(offer.body, 2)
            case s.Do() | s.Chosen():
                yield 1, self.any(offer), span
            case _:
                assert_never(offer)

    def _by(self, subject: m.Expr | None) -> str:
        return f" by {self.expr(subject)}" if subject is not None else ""

    def who(self, who: s.Who) -> str:
        return who.how if who.whom is None else f"{who.how} {self.any(who.whom)}"
