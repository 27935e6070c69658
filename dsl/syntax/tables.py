"""What Lark made of the grammar, as plain data that is kept on disk between runs.

Lark compiles the grammar once. From then on a text that has a tree is read with these tables alone, and Lark is not even
imported; only who wants to know why a text has no tree asks Lark itself.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import re
import sys
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from rulewright.dsl.cache import cache_folder

VERSION = 1  # of the layout of these tables
END = "$END"
LETTERS = re.compile(r"[A-Za-z_]+")
SPACED = re.compile(r"\[ |\\s|\(\?[=!<]")

Symbol = tuple[str, bool, bool]  # its name, whether it is a terminal, whether it falls out of the tree


class Rule(NamedTuple):
    """A rule of the grammar, as far as building trees needs it."""

    origin: str
    alias: str
    expansion: tuple[Symbol, ...]
    empty: tuple[bool, ...]
    keeps_all: bool
    passes_one: bool


class Tables(NamedTuple):
    """Plain data only, so that it can be written and read fast."""

    start: int
    end: int
    states: dict[int, dict[str, int]]  # what follows a symbol: the state to go to, or -1 - the number of the rule to reduce
    rules: list[tuple[Any, ...]]
    scanner_of: dict[int, int]  # state -> scanner
    scanners: list[tuple[str, ...]]  # the terminals each tries, in order
    keywords: list[dict[str, dict[str, str]]]  # for each scanner: a terminal, and what its text is instead if it is spelled so
    patterns: dict[str, str]
    begins: dict[str, str]  # the signs a terminal can begin with; one that is not here can begin with any
    ignored: tuple[str, ...]
    single: frozenset[str]  # rules that always have exactly one child
    dropped: frozenset[str]  # terminals that no rule keeps
    volatile: frozenset[str]  # words whose type depends on what stands around them
    simple: frozenset[str]  # signs whose type does not


def grammar_text() -> str:
    return resources.files("rulewright.grammars").joinpath("rules.lark").read_text(encoding="utf-8")


def read_tables() -> Tables:
    """The tables, from the disk if they are there and sound."""
    text = grammar_text()
    key = hashlib.sha256(f"{VERSION} {sys.version_info[:2]}\n{text}".encode()).hexdigest()[:20]
    path = cache_folder() / f"grammar-{key}.tables"
    try:
        raw = path.read_bytes()
        if hashlib.sha256(raw[32:]).digest() == raw[:32]:
            return Tables(*marshal.loads(raw[32:]))
    except (OSError, ValueError, EOFError, TypeError):
        pass
    tables = make_tables(text)
    _keep(path, marshal.dumps(tuple(tables)))
    return tables


def _keep(path: Path, raw: bytes) -> None:
    """Write the tables, whole or not at all; a folder that cannot be written to is no mistake."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.write_bytes(hashlib.sha256(raw).digest() + raw)
        fresh.replace(path)
    except OSError:
        pass


# ---------------------------------------------------------------- made by Lark


def make_tables(text: str) -> Tables:
    from lark import Lark
    from lark.parsers.lalr_analysis import Shift

    from rulewright.dsl.syntax.postlex import Layout

    lark = Lark(text, parser="lalr", lexer="contextual", postlex=Layout(), maybe_placeholders=True)
    frontend: Any = lark.parser
    table = frontend.parser._parse_table
    numbers: dict[int, int] = {id(rule): i for i, rule in enumerate(lark.rules)}
    states = {
        state: {str(s): (entry[1] if entry[0] is Shift else -1 - numbers[id(entry[1])]) for s, entry in row.items()}
        for state, row in table.states.items()
    }
    lexers = frontend.lexer.lexer.lexers
    distinct = {id(lexer): lexer for lexer in lexers.values()}
    order = {key: i for i, key in enumerate(distinct)}
    scanners, keywords = [], []
    for lexer in distinct.values():
        scanners.append(tuple(t.name for t in lexer.scanner.terminals))
        callbacks: dict[str, Any] = dict(lexer.callback)
        keywords.append({name: {t.pattern.value: t.name for t in c.scanner.terminals} for name, c in callbacks.items()})
    single, dropped = _shapes(lark)
    volatile, simple = _lexemes(lark)
    return Tables(
        table.start_states["start"],
        table.end_states["start"],
        states,
        [_rule(r) for r in lark.rules],
        {state: order[id(lexer)] for state, lexer in lexers.items()},
        scanners,
        keywords,
        {t.name: t.pattern.to_regexp() for t in lark.terminals},
        {t.name: begins for t in lark.terminals if (begins := first_signs(t.pattern.to_regexp()))},
        tuple(lark.ignore_tokens),
        single,
        dropped,
        volatile,
        simple,
    )


def _rule(rule: Any) -> tuple[Any, ...]:
    expansion = tuple((str(s.name), bool(s.is_term), bool(s.is_term and s.filter_out)) for s in rule.expansion)
    options = rule.options
    empty = tuple(bool(b) for b in options.empty_indices)
    return str(rule.origin.name), str(rule.alias or ""), expansion, empty, bool(options.keep_all_tokens), bool(options.expand1)


def _shapes(lark: Any) -> tuple[frozenset[str], frozenset[str]]:
    """Which `_rules` always have exactly one child, and which terminals no rule keeps."""
    rules: list[Any] = lark.rules
    single = {str(r.origin.name) for r in rules if r.origin.name.startswith("_")}
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
    return frozenset(single), frozenset({str(t.name) for t in lark.terminals} | {"_INDENT", "_DEDENT", END}) - kept_terminals


def _lexemes(lark: Any) -> tuple[frozenset[str], frozenset[str]]:
    """Words whose type depends on what stands around them, and signs whose type does not."""
    from lark.lexer import PatternStr

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


def first_signs(pattern: str) -> str:
    """The signs that a text can begin with which matches a pattern; nothing if that may be any sign."""
    from re import _constants as c
    from re import _parser

    def of(sequence: Any) -> tuple[set[str] | None, bool]:
        """The signs, and whether it matches an empty text."""
        signs: set[str] = set()
        for op, argument in sequence:
            more, empty = one(op, argument)
            if more is None:
                return None, False
            signs |= more
            if not empty:
                return signs, False
        return signs, True

    def one(op: Any, argument: Any) -> tuple[set[str] | None, bool]:
        if op is c.LITERAL:
            return {chr(argument)}, False
        if op is c.IN:
            signs: set[str] = set()
            for inner, value in argument:
                if inner is c.LITERAL:
                    signs.add(chr(value))
                elif inner is c.RANGE and value[1] < 128:
                    signs |= {chr(n) for n in range(value[0], value[1] + 1)}
                else:
                    return None, False
            return signs, False
        if op is c.BRANCH:
            found = [of(branch) for branch in argument[1]]
            if any(more is None for more, _ in found):
                return None, False
            return {sign for more, _ in found for sign in more or ()}, any(empty for _, empty in found)
        if op is c.SUBPATTERN:
            return of(argument[3])
        if op is c.MAX_REPEAT or op is c.MIN_REPEAT:
            more, empty = of(argument[2])
            return more, empty or argument[0] == 0
        if op is c.AT or op is c.ASSERT or op is c.ASSERT_NOT:
            return set(), True
        return None, False

    signs, empty = of(_parser.parse(pattern))
    return "" if signs is None or empty else "".join(sorted(signs))
