"""The parser's inner loop: Lark's tables, driven without the cost of Lark's general machinery.

Lark compiles the grammar; what it made is kept as plain tables (dsl.syntax.tables): the LALR table, what each state scans
for, the shape of each rule.
A text goes in, the children of the start rule come out, or None if the text has no tree: then Lark itself reads it again
and says what was expected where. The two must always agree; `tests/dsl/test_machine.py` compares them.

What makes it fast: a word that a state has met before is told by one look into a dictionary; chains of rules with a single
child (`_atom`, `_access`, `_of`, …) are followed once for each state and lookahead and then taken in one step; a rule that
only passes its child on builds nothing; layout is decided here instead of in a generator between lexer and parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rulewright.dsl.source import Span
from rulewright.dsl.syntax.layout import CLOSING, OPENING, LayoutError, steps
from rulewright.dsl.syntax.tables import END, Rule, Tables

Values = list[Any]
Reduce = Callable[[Values], Any]
Leaf = Callable[[Span, str], Any]
Action = int | tuple[int, str, Reduce] | None
Chain = tuple[Leaf | None, tuple[Reduce, ...], int, Action]

Match = Callable[[str, int], "re.Match[str] | None"]

RUN = re.compile(r"[ \t]*([A-Za-z_0-9]*)")
DEEPEST = 600  # states on the stack: some two hundred brackets or blocks inside each other
REMEMBERED = 4000  # words that one scanner remembers, so that a text of nothing but new words does not fill the memory


class Tok(str):
    """A token that a rule keeps: its text, its type and where it stands."""

    __slots__ = ("span", "type")
    span: Span
    type: str


class Scanner:
    """What one state of the parser scans for, with the words it has met."""

    __slots__ = ("begins", "by_sign", "ignored", "never", "plain", "strings", "tried", "types")

    def __init__(self, tried: list[tuple[str, Match]], strings: dict[str, dict[str, str]], tables: Tables) -> None:
        self.tried = tried
        self.strings = strings  # a keyword is a name that is spelled so
        self.ignored = frozenset(tables.ignored)
        self.never = tables.volatile
        self.plain = tables.simple
        self.types: dict[str, str] = {}
        self.begins = tables.begins
        self.by_sign: dict[str, list[tuple[str, Match]]] = {}

    def read(self, text: str, at: int) -> tuple[str, int] | None:
        """The type and end of the token at an offset, as Lark tells it; None if there is none."""
        if at >= len(text):
            return None
        sign = text[at]
        for name, match in self.by_sign.get(sign) or self._that_begin(sign):
            found = match(text, at)
            if found is not None:
                end = found.end()
                keywords = self.strings.get(name)
                if keywords is not None:
                    name = keywords.get(text[at:end], name)
                return name, end
        return None

    def _that_begin(self, sign: str) -> list[tuple[str, Match]]:
        """The terminals that can begin with a sign."""
        found = [(name, match) for name, match in self.tried if sign in self.begins.get(name, sign)]
        if len(self.by_sign) < REMEMBERED:
            self.by_sign[sign] = found
        return found


class Machine:
    def __init__(self, tables: Tables, builder: Any) -> None:
        self.tables = tables
        self.builder = builder
        self.start = tables.start
        self.end = tables.end
        self.states = tables.states
        self.single, self.dropped = tables.single, tables.dropped
        self.rules = [Rule(*r) for r in tables.rules]
        self.origins = frozenset(r.origin for r in self.rules)
        self.matches: dict[str, Match] = {}
        self.scanners: dict[int, Scanner] = {}
        self.by_number: dict[int, Scanner] = {}
        self.chains: dict[tuple[int, str, str], Chain] = {}
        self.reducers: dict[int, Reduce | None] = {}

    # ------------------------------------------------------------ what is worked out once

    def scanner(self, state: int) -> Scanner:
        number = self.tables.scanner_of[state]
        found = self.by_number.get(number)
        if found is None:
            tried = [(name, self.match(name)) for name in self.tables.scanners[number]]
            found = self.by_number[number] = Scanner(tried, self.tables.keywords[number], self.tables)
        self.scanners[state] = found
        return found

    def match(self, terminal: str) -> Match:
        """What finds a terminal; all scanners share it."""
        found = self.matches.get(terminal)
        if found is None:
            found = self.matches[terminal] = re.compile(self.tables.patterns[terminal]).match
        return found

    def action(self, state: int, ahead: str) -> Action:
        """What a state does: a number is the state to shift to, a tuple is a rule to reduce."""
        entry = self.states[state].get(ahead)
        if entry is None or entry >= 0:
            return entry
        rule = self.rules[-1 - entry]
        return len(rule.expansion), rule.origin, self.reducer(-1 - entry) or _first

    def chain(self, state: int, symbol: str, ahead: str) -> Chain:
        """Where a symbol above a state leads when only rules of one child are reduced, what builds on the way, what is next."""
        states = self.states
        reached = states[state][symbol]
        leaf = None if symbol in self.dropped or symbol in self.origins else _token(symbol)
        builds: list[Reduce] = []
        while reached != self.end:
            entry = states[reached].get(ahead)
            if entry is None or entry >= 0 or len(self.rules[-1 - entry].expansion) != 1:
                break
            name = self.rules[-1 - entry].origin
            build = self.reducer(-1 - entry)
            if name in self.builder.leaves and not builds:
                leaf = self.builder.leaves[name]
            elif build is not None:
                builds.append(build)
            reached = states[state][name]
        found = self.chains[state, symbol, ahead] = (leaf, tuple(builds), reached, self.action(reached, ahead))
        return found

    def reducer(self, number: int) -> Reduce | None:
        """What turns the children of a rule into its value; None if that is the only child itself."""
        if number not in self.reducers:
            self.reducers[number] = _reducer(self.rules[number], self.builder, self.single)
        return self.reducers[number]

    # ------------------------------------------------------------ parsing

    def parse(self, text: str, file: int, base: int) -> Values | None:
        """The children of the start rule, or None if the text has no tree. Raises LayoutError if it is nested too deeply."""
        try:
            return self._parse(text, file, base)
        except LayoutError as error:
            if error.reason == "deep":
                raise
            return None

    def _parse(self, text: str, file: int, base: int) -> Values | None:
        chains, scanners = self.chains, self.scanners
        new, run = tuple.__new__, RUN.match
        end_state = self.end
        states, values = [self.start], []
        state = lexing = self.start
        pending: list[str] = []  # indents and dedents that follow a line break
        levels = [0]
        depth = at = first = last = 0
        size = len(text)
        symbol = ""
        value: Any = None
        while True:
            # ---- the next token, as the scanner of the state `lexing` sees it
            start = at
            if pending:
                ahead = pending.pop()
            else:
                scanner = scanners.get(lexing) or self.scanner(lexing)
                while True:
                    found = run(text, at)
                    start, at = found.span(1)  # type: ignore[union-attr]
                    if start < at:
                        word = text[start:at]
                        ahead = scanner.types.get(word)  # type: ignore[assignment]
                        if ahead is not None:
                            break
                        read = scanner.read(text, start)
                        if read is None:
                            return None
                        ahead, stop = read
                        if stop < at:
                            return None  # `whenever` is not `when ever`
                        if stop == at and word not in scanner.never and len(scanner.types) < REMEMBERED:
                            scanner.types[word] = ahead
                        at = stop
                        break
                    if at >= size:
                        ahead = END
                        if len(levels) > 1:
                            levels.pop()
                            ahead = "_DEDENT"
                        break
                    sign = text[at]
                    if sign in scanner.plain:
                        ahead = scanner.types.get(sign)  # type: ignore[assignment]
                        if ahead is not None:
                            at += 1
                            if ahead in CLOSING and depth:
                                depth -= 1
                            elif ahead in OPENING:
                                depth += 1
                            break
                    read = scanner.read(text, at)
                    if read is None:
                        return None
                    ahead, at = read
                    if ahead in scanner.ignored:
                        continue
                    if ahead in OPENING:
                        depth += 1
                    elif ahead in CLOSING:
                        if depth:
                            depth -= 1
                    elif ahead == "_NL":
                        if depth:
                            continue
                        pending = steps(text[start:at], levels)
                    if sign in scanner.plain:
                        scanner.types[sign] = ahead
                    break
            # ---- take what waits one step further, now that it is known what follows
            while True:
                if symbol:
                    key = states[-1], symbol, ahead
                    leaf, builds, state, action = chains.get(key) or self.chain(*key)
                    if leaf is not None:
                        value = leaf(new(Span, (file, first + base, last + base)), text[first:last])
                    for build in builds:
                        value = build([value])
                    states.append(state)
                    values.append(value)
                    if state == end_state:
                        return value  # type: ignore[no-any-return]
                else:
                    action = self.action(state, ahead)
                if action.__class__ is int:
                    break
                if action is None:
                    return None
                count, symbol, build = action  # type: ignore[misc]
                if count:
                    value = build(values[-count:])
                    del values[-count:], states[-count:]
                else:
                    value = build([])
            # ---- shift
            if len(states) > DEEPEST:
                raise _deep(start)
            lexing, symbol, first, last, value = action, ahead, start, at, None


def _deep(at: int) -> LayoutError:
    error = LayoutError("deep")
    error.at = at
    return error


def _token(type: str) -> Leaf:
    """What makes a token of a type that some rule keeps."""

    def make(span: Span, text: str) -> Tok:
        found = str.__new__(Tok, text)
        found.type, found.span = type, span
        return found

    return make


def _first(values: Values) -> Any:
    return values[0]


def _reducer(rule: Rule, builder: Any, single: frozenset[str]) -> Reduce | None:
    """Like Lark's own tree builder: filtered tokens fall out, `_rules` spill into their parent, `[…]` leaves None behind."""
    name = rule.alias or rule.origin
    size = len(rule.expansion)
    nones = [len(run) for run in "".join(str(int(b)) for b in rule.empty).split("0")] if rule.empty else [0] * (size + 1)
    plan: list[tuple[int, bool, int]] = []
    waiting = 0
    for i, (symbol, is_terminal, falls_out) in enumerate(rule.expansion):
        waiting += nones[i]
        if rule.keeps_all or not falls_out:
            spills = not is_terminal and symbol.startswith("_") and symbol not in single
            plan.append((i, spills, waiting))
            waiting = 0
    waiting += nones[size]
    gather = _gather(plan, waiting, size)
    if name in single or (rule.passes_one and not rule.alias):
        only = plan[0][0]
        return None if size == 1 else lambda values: values[only]
    if name.startswith("_"):
        return gather or list
    build: Reduce = getattr(builder, name)
    if gather is None:
        return build
    return lambda values: build(gather(values))


def _gather(plan: list[tuple[int, bool, int]], last: int, size: int) -> Reduce | None:
    """The children that are kept; None if these are all, as they are."""
    if not last and not any(spills or nones for _, spills, nones in plan):
        kept = [i for i, _, _ in plan]
        if kept == list(range(size)):
            return None
        if len(kept) == 1:
            (a,) = kept
            return lambda values: [values[a]]
        if len(kept) == 2:
            a, b = kept
            return lambda values: [values[a], values[b]]
        return lambda values: [values[i] for i in kept]
    if plan and plan[0] == (0, True, 0) and not last and all(not nones for _, _, nones in plan):
        rest = [(i, spills) for i, spills, _ in plan[1:]]

        def grow(values: Values) -> Values:
            found: Values = values[0]  # nobody else holds this list
            for i, spills in rest:
                if spills:
                    found += values[i]
                else:
                    found.append(values[i])
            return found

        return grow

    def collect(values: Values) -> Values:
        found: Values = []
        for i, spills, nones in plan:
            if nones:
                found += [None] * nones
            if spills:
                found += values[i]
            else:
                found.append(values[i])
        if last:
            found += [None] * last
        return found

    return collect
