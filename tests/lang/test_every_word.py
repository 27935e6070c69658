"""Every word counts: a word added, deleted, doubled or exchanged is refused, or changes what the rules mean.

What still checks and means the same must be one of the synonyms in `dsl/library/synonyms.py`. A sample of the words of all small
games is tried in each run, with RULEWRIGHT_LONG all of them.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.check.library.verbs import VERBS
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.driver import Loaded, load
from rulewright.dsl.library.forms import ROWS
from rulewright.dsl.library.synonyms import SYNONYMS
from rulewright.dsl.library.traits import TRAITS, WORDS
from rulewright.dsl.meaning.compare import parts
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from tests.same.dump import ROOT, Writer

FILES = sorted((ROOT / "tests" / "lang").glob("*/*.rules"))
ADDED = (" for everyone", " against box", " through 3", " under 2", " at 7", " 5", " quickly", " giving surplus", " by gone")
TOKEN = re.compile(r'"[^"]*"|[A-Za-z_][A-Za-z_0-9]*|\d+|[^\sA-Za-z0-9_]')
LONG = bool(os.environ.get("RULEWRIGHT_LONG"))
FILES_A_RUN, MUTANTS_A_FILE = (len(FILES), 10_000) if LONG else (16, 12)


class Meaning(Writer):
    """A program without the places of its words."""

    def __init__(self) -> None:
        self.spans = []

    def show(self, x: Any, field: str = "") -> str:
        return "" if field in {"span", "text"} else super().show(x, field)


def meaning(loaded: Loaded) -> str:
    assert loaded.world is not None
    program, writer = loaded.world.program, Meaning()
    lines: list[str] = []
    for group in (program.fields, program.tables, program.funcs, program.procs, program.actions.values()):
        lines += [f"{type(x).__name__} {writer.whole(x)}" for x in group]
    lines += [writer.show(getattr(program, name)) for name in ("scores", "criteria", "endings", "kinds", "places")]
    for code in loaded.world.example_code.values():
        lines += [writer.show([getattr(s, f.name) for f in fields(s) if f.name not in {"text", "span"}]) for s in code.steps]
    return "\n".join(lines)


def tree(loaded: Loaded) -> list[tuple[str, tuple[str, ...]]]:
    """The tree of meaning, which readers go by, as text."""
    assert loaded.world is not None
    return [(name, part.exactly) for name, part in parts(loaded.world, rules_of(loaded.world)).items()]


def rehearsed(path: Path, text: str) -> Loaded:
    def provide(file: Path) -> bytes:
        return text.encode() if file == path else file.read_bytes()

    return load(path, lint=False, examples=True, playable=False, provider=provide)


def sentences(loaded: Loaded) -> Iterator[Span]:
    """The sentences, decisions, traits and heads of actions and hooks; of examples, those that play with the options at hand."""
    assert loaded.gathered is not None and loaded.world is not None
    checked = {id(code.decl) for code in loaded.world.example_code.values()}
    body = [x for x in loaded.gathered.body if not isinstance(x, d.Example) or id(x) in checked]
    for phrase in nodes(body, e.Phrase):
        yield phrase.span
    for decision in nodes(body, d.Decision):
        yield decision.span
    for trait in nodes(body, d.Trait):
        yield trait.span
    for head in (*nodes(body, d.Action), *nodes(body, d.Hook)):
        yield head.signature.span


def mutants(text: str, span: Span) -> Iterator[str]:
    said = text[span.start : span.end]
    words = [m.span() for m in TOKEN.finditer(said)]
    for more in ADDED:
        yield said + more
    for number, (start, end) in enumerate(words):
        if number:
            yield said[:start] + said[end:]
        yield f"{said[:end]} {said[start:end]}{said[end:]}"
        if number + 1 < len(words):
            after, last = words[number + 1]
            yield said[:start] + said[after:last] + said[end:after] + said[start:end] + said[last:]


def line_of(text: str, at: int) -> str:
    """The line of the text at a place, its words one space apart, as the synonyms read it."""
    line = " ".join(TOKEN.findall(text[text.rfind("\n", 0, at) + 1 : text.find("\n", at)]))
    line = re.sub(r" ?\. ?", ".", line)
    for synonym in SYNONYMS:
        line = re.sub(synonym.one, synonym.other, line)
    return " ".join(line.split())


@pytest.mark.parametrize("path", random.Random(14).sample(FILES, FILES_A_RUN), ids=lambda p: p.stem)
def test_every_word_counts(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    loaded = rehearsed(path, text)
    assert loaded.world is not None and not loaded.findings.errors
    if len(loaded.sources) != 1:
        pytest.skip("The rules stand in several files.")
    known, said_so = meaning(loaded), tree(loaded)
    examples = {phrase.span for phrase in nodes(loaded.world.examples, e.Phrase)}
    found = [(span, said) for span in sentences(loaded) for said in mutants(text, span)]
    silent, unseen = [], []
    for span, said in random.Random(path.stem).sample(found, min(MUTANTS_A_FILE, len(found))):
        other = text[: span.start] + said + text[span.end :]
        again = rehearsed(path, other)
        if again.world is None or again.findings.errors:
            continue
        if meaning(again) != known:
            if tree(again) == said_so and span not in examples:
                unseen.append(f"{text[span.start : span.end]}  →  {said}")
            continue
        if line_of(text, span.start) != line_of(other, span.start):
            silent.append(f"{text[span.start : span.end]}  →  {said}")
    assert silent == []
    assert unseen == [], "these are played otherwise, but the tree of meaning, and so the book and `diff`, does not tell them apart"


def test_synonyms_say_why() -> None:
    for synonym in SYNONYMS:
        re.compile(synonym.one)
        assert synonym.why.endswith(".")


def test_every_row_has_its_words() -> None:
    """A row without code, code without a row, or a trait without its words is a verb or trait that is not done."""
    assert {row.name for row in ROWS} == set(VERBS)
    assert set(WORDS) == set(TRAITS)
    for row in ROWS:
        assert row.forms and row.help.endswith(".")
        assert all(role.ask or not role.needed for form in row.forms for role in form.roles), row.name


def test_what_used_to_be_dropped_is_refused(tmp_path: Path) -> None:
    """The test above can fail: a game without findings, then one word more in each of its sentences."""
    base = (
        'game "W" for A, B\n  n: 0 to 9 = 0\n\npiece Card: 4\n  | name | copies |\n  | One  | 4      |\n\n'
        "place deck: deck of Card\nplace gone: pile of Card\nplace hand of each Player: hand of Card\n\n"
        "setup\n  put all Card on deck\n\nturn\n  LINE\n  player must go\n\naction go: pass\n\nwhen turn_number > 3\n  draw\n"
    )
    path = tmp_path / "w.rules"
    for right, wrong in (
        ("draw 1 Card from deck", "draw 1 Card from deck into gone quickly"),
        ("draw 1 Card from deck", "draw 1 Player from deck"),
        ("shuffle deck", "shuffle deck by gone"),
        ("gain 1 n", "gain 1 n under B"),
        ("set n to 3", "set n to 3 for B"),
        ("stop", "stop the turn"),
        ("pass", "pass the turn to rival"),
        ("player wins", "player wins twice rival"),
    ):
        assert not rehearsed(path, base.replace("LINE", right)).findings.errors, right
        assert rehearsed(path, base.replace("LINE", wrong)).findings.errors, wrong
