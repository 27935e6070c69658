"""The parser's inner loop: Lark's tables and Lark's scanners, driven without the cost of Lark's general machinery.

Lark compiles the grammar; from what it made we take the LALR table, the scanner of each state and the shape of each rule.
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

from lark import Lark, Token
from lark.lexer import BasicLexer, PatternStr
from lark.parsers.lalr_analysis import Shift

from rulewright.dsl.source import Span
from rulewright.dsl.syntax.layout import CLOSING, OPENING, LayoutError, steps

Values = list[Any]
Reduce = Callable[[Values], Any]
Leaf = Callable[[Span, str], Any]
Action = int | tuple[int, str, Reduce] | None
Chain = tuple[Leaf | None, tuple[Reduce, ...], int, Action]

END = "$END"
RUN = re.compile(r"[ \t]*([A-Za-z_0-9]*)")
LETTERS = re.compile(r"[A-Za-z_]+")
SPACED = re.compile(r"\[ |\\s|\(\?[=!<]")
DEEPEST = 600  # states on the stack: some two hundred brackets or blocks inside each other
REMEMBERED = 4000  # words that one scanner remembers, so that a text of nothing but new words does not fill the memory


class Tok(Token):
    """A token that a rule keeps: its text, its type and where it stands."""

    __slots__ = ("span",)
    span: Span


class Scanner:
    """One of Lark's contextual scanners, with the words it has met."""

    __slots__ = ("ignored", "match", "never", "plain", "strings", "types")

    def __init__(self, lexer: BasicLexer, volatile: frozenset[str], simple: frozenset[str]) -> None:
        scanner = lexer.scanner
        assert len(scanner._mres) == 1  # one expression holds all terminals
        self.match = scanner._mres[0].match
        self.ignored = lexer.ignore_types
        self.types: dict[str, str] = {}
        self.never = volatile
        self.plain = simple
        # A keyword is a name that is spelled so: Lark asks a second scanner, a dictionary does as well.
        self.strings: dict[str, dict[str, str]] = {}
        callbacks: dict[str, Any] = dict(lexer.callback)
        for name, callback in callbacks.items():
            self.strings[name] = {t.pattern.value: t.name for t in callback.scanner.terminals}

    def read(self, text: str, at: int) -> tuple[str, int] | None:
        """The type and end of the token at an offset, as Lark tells it; None if there is none."""
        found = self.match(text, at)
        if found is None:
            return None
        name = found.lastgroup
        end = found.end()
        keywords = self.strings.get(name)
        if keywords is not None:
            name = keywords.get(text[at:end], name)
        return name, end


class Machine:
    def __init__(self, lark: Lark, builder: Any) -> None:
        frontend: Any = lark.parser
        self.table = frontend.parser._parse_table
        self.lexers = frontend.lexer.lexer.lexers
        self.builder = builder
        self.start = self.table.start_states["start"]
        self.end = self.table.end_states["start"]
        self.volatile, self.simple = _lexemes(lark)
        self.single, self.dropped = _shapes(lark)
        self.rules = frozenset(r.origin.name for r in lark.rules)
        self.scanners: dict[int, Scanner] = {}
        self.by_lexer: dict[int, Scanner] = {}
        self.chains: dict[tuple[int, str, str], Chain] = {}
        self.reducers: dict[int, Reduce | None] = {}

    # ------------------------------------------------------------ what is worked out once

    def scanner(self, state: int) -> Scanner:
        lexer = self.lexers[state]
        found = self.by_lexer.get(id(lexer))
        if found is None:
            found = self.by_lexer[id(lexer)] = Scanner(lexer, self.volatile, self.simple)
        self.scanners[state] = found
        return found

    def action(self, state: int, ahead: str) -> Action:
        """What a state does: a number is the state to shift to, a tuple is a rule to reduce."""
        entry = self.table.states[state].get(ahead)
        if entry is None:
            return None
        if entry[0] is Shift:
            shifted: int = entry[1]
            return shifted
        rule = entry[1]
        return len(rule.expansion), rule.origin.name, self.reducer(rule) or _first

    def chain(self, state: int, symbol: str, ahead: str) -> Chain:
        """Where a symbol above a state leads when only rules of one child are reduced, what builds on the way, what is next."""
        states = self.table.states
        reached = states[state][symbol][1]
        leaf = None if symbol in self.dropped or symbol in self.rules else _token(symbol)
        builds: list[Reduce] = []
        while reached != self.end:
            entry = states[reached].get(ahead)
            if entry is None or entry[0] is Shift or len(entry[1].expansion) != 1:
                break
            name = entry[1].origin.name
            build = self.reducer(entry[1])
            if name in self.builder.leaves and not builds:
                leaf = self.builder.leaves[name]
            elif build is not None:
                builds.append(build)
            reached = states[state][name][1]
        found = self.chains[state, symbol, ahead] = (leaf, tuple(builds), reached, self.action(reached, ahead))
        return found

    def reducer(self, rule: Any) -> Reduce | None:
        """What turns the children of a rule into its value; None if that is the only child itself."""
        key = id(rule)
        if key not in self.reducers:
            self.reducers[key] = _reducer(rule, self.builder, self.single)
        return self.reducers[key]

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


def _reducer(rule: Any, builder: Any, single: frozenset[str]) -> Reduce | None:
    """Like Lark's own tree builder: filtered tokens fall out, `_rules` spill into their parent, `[…]` leaves None behind."""
    name = rule.alias or rule.origin.name
    empty = rule.options.empty_indices
    nones = [len(run) for run in "".join(str(int(b)) for b in empty).split("0")] if empty else [0] * (len(rule.expansion) + 1)
    plan: list[tuple[int, bool, int]] = []
    waiting = 0
    for i, symbol in enumerate(rule.expansion):
        waiting += nones[i]
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            spills = not symbol.is_term and symbol.name.startswith("_") and symbol.name not in single
            plan.append((i, spills, waiting))
            waiting = 0
    waiting += nones[len(rule.expansion)]
    gather = _gather(plan, waiting, len(rule.expansion))
    if name in single or (rule.options.expand1 and not rule.alias):
        only = plan[0][0]
        return None if len(rule.expansion) == 1 else lambda values: values[only]
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


def _shapes(lark: Lark) -> tuple[frozenset[str], frozenset[str]]:
    """Which `_rules` always have exactly one child, and which terminals no rule keeps."""
    rules: list[Any] = lark.rules
    single = {r.origin.name for r in rules if r.origin.name.startswith("_")}
    changed = True
    while changed:
        changed = False
        for rule in rules:
            name = rule.origin.name
            if name not in single:
                continue
            kept = [s for s in rule.expansion if not (s.is_term and s.filter_out)]
            several = any(not s.is_term and s.name.startswith("_") and s.name not in single for s in kept)
            if len(kept) != 1 or several or any(rule.options.empty_indices):
                single.discard(name)
                changed = True
    kept_terminals = {s.name for r in rules for s in r.expansion if s.is_term and (r.options.keep_all_tokens or not s.filter_out)}
    return frozenset(single), frozenset({t.name for t in lark.terminals} | {"_INDENT", "_DEDENT", END}) - kept_terminals


def _lexemes(lark: Lark) -> tuple[frozenset[str], frozenset[str]]:
    """Words whose type depends on what stands around them, and signs whose type does not."""
    volatile: set[str] = set()
    patterns = []
    texts: list[str] = []
    for terminal in lark.terminals:
        if isinstance(terminal.pattern, PatternStr):
            texts.append(terminal.pattern.value)
        else:
            source = terminal.pattern.to_regexp()
            patterns.append(re.compile(source))
            if SPACED.search(source):
                volatile.update(LETTERS.findall(source))
    simple = set()
    for sign in {t for t in texts if len(t) == 1 and not t.isalnum()}:
        probes = ["a" + sign + after for after in ("", sign, "=", " ", "a", "A", "1", "\n")]
        alone = sum(t.startswith(sign) for t in texts) == 1
        if alone and not any(p.match(probe, 1) for p in patterns for probe in probes):
            simple.add(sign)
    return frozenset(volatile), frozenset(simple)
