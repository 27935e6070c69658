"""A line of rules explained: the rule it stands in, what it means in the words of the book, and the tree that is played.

A line that declares something is explained word by word: what is declared, and what the library has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from rulewright.cli.facts import print_facts
from rulewright.cli.failure import usage
from rulewright.cli.loading import find
from rulewright.cli.lookup import meaning
from rulewright.cli.screen import out
from rulewright.cli.words import counted
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.declare.saying import parts
from rulewright.dsl.diagnostics.render import short
from rulewright.dsl.driver import Loaded
from rulewright.dsl.driver import load as load_rules
from rulewright.dsl.meaning.label import Branch, at_line, branch
from rulewright.dsl.source import Source, Span
from rulewright.dsl.text import Part, all_parts
from rulewright.dsl.world import World
from rulewright.rulebook.english.aloud import aloud

WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
Heard = dict[Span, list[str]]


@dataclass(frozen=True, slots=True)
class Explained:
    """A line of rules, and everything that is known of it."""

    place: str
    text: str
    stands: tuple[str, ...] = ()  # in which rule, and its tags
    said: tuple[str, ...] = ()  # in the words of the book
    trees: tuple[Branch, ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    errors: int = 0


def explain_line(
    name: str, line: int, options: dict[str, str], players: int | None, variants: tuple[str, ...], as_json: bool = False
) -> None:
    """Write the line, where it stands, and the meaning of its words."""
    path = find(name)
    loaded = load_rules(path, options, players, variants, lint=False, examples=True)
    found = _explained(loaded, _source(loaded, path), line)
    if as_json:
        print_facts(_facts(loaded, found))
    else:
        _show(loaded, found, name)


def _explained(loaded: Loaded, source: Source, line: int) -> Explained:
    if not 1 <= line <= len(source.starts()) or (line == len(source.starts()) and not source.line_text(line)):
        raise usage(f"{short(source.path)} has no line {line}; it ends with line {len(source.text.splitlines())}.")
    text = source.line_text(line).strip()
    errors = len(loaded.findings.errors)
    found = Explained(f"{short(source.path)}:{line}", text, _stands(loaded, source, line), errors=errors if loaded.program is None else 0)
    if text.startswith((">", "#", "|")):
        return replace(found, errors=0)
    if loaded.world is not None and not errors:
        found = replace(found, **_meant(loaded.world, source, line))
    return found if found.trees else replace(found, words=tuple(_words(loaded, source, line, _heard(loaded))))


def _meant(world: World, source: Source, line: int) -> dict[str, Any]:
    """What a line of a body says, in the words of the book, and as the tree that is played; nothing if it is no line of a body."""
    start = source.starts()[line - 1]
    here = Span(source.number, start, start + len(source.line_text(line)) + 1)
    found = at_line(rules_of(world), here)
    if not found:
        return {}
    said = [x.text for x in aloud(world) if x.span.file == here.file and here.start <= x.span.start < here.end]
    return {"said": tuple(dict.fromkeys(said)), "trees": tuple(branch(world, node, here) for node in found)}


def _show(loaded: Loaded, found: Explained, name: str) -> None:
    console = out()
    console.print(Text(found.place, style="place"))
    console.print(Padding(Text(found.text or "(an empty line)", style="title"), (0, 0, 0, 2)))
    for stands in found.stands:
        head, colon, rest = stands.partition(": ")
        console.print(
            Padding(Text.assemble((head + colon, "faint"), (rest, "faint" if stands is not found.stands[0] else "")), (0, 0, 0, 2))
        )
    for text in found.said:
        console.print(Padding(Text(text), (1, 0, 0, 2)))
    if found.trees:
        console.print()
    for tree in found.trees:
        console.print(Padding(_tree(loaded, tree), (0, 0, 0, 2)))
    if found.words:
        table = Table.grid(padding=(0, 2))
        for word, meant in found.words:
            table.add_row(Text(word, style="word"), Text(meant))
        console.print(Padding(table, (1, 0, 0, 2)))
    if found.errors:
        errors = counted(found.errors, "error")
        console.print(Text(f"\nThe file has {errors}, so that words may be missing here: rulewright check {name}", style="warning"))


def _facts(loaded: Loaded, found: Explained) -> dict[str, Any]:
    return {
        "place": found.place,
        "text": found.text,
        "stands": list(found.stands),
        "said": list(found.said),
        "tree": [_tree_facts(loaded, tree) for tree in found.trees],
        "words": [{"word": word, "meaning": meant} for word, meant in found.words],
        "errors": found.errors,
    }


def _tree_facts(loaded: Loaded, found: Branch) -> dict[str, Any]:
    inner = [_tree_facts(loaded, child) for child in found.inner]
    return {"text": found.text, "type": found.type, "declared": _place(loaded, found.declared), "inner": inner}


def _tree(loaded: Loaded, found: Branch, inside: Tree | None = None) -> Tree:
    place = _place(loaded, found.declared)
    label = Text.assemble((found.text, "word"), (f" — {found.type}" if found.type else "", ""), (f"  ({place})" if place else "", "faint"))
    tree = inside.add(label) if inside is not None else Tree(label, guide_style="faint")
    for child in found.inner:
        _tree(loaded, child, tree)
    return tree


def _place(loaded: Loaded, span: Span | None) -> str:
    """Where something is declared."""
    if span is None or span.file < 0:
        return ""
    source = loaded.sources[span.file]
    return f"{source.path.name}:{source.position(span.start).line}"


def _heard(loaded: Loaded) -> Heard:
    """What the checker took each word for."""
    heard: Heard = {}
    for _, meant in loaded.world.understood.values() if loaded.world is not None else ():
        types = heard.setdefault(meant.span, [])
        if str(meant.type) not in types:
            types.append(str(meant.type))
    return heard


def _source(loaded: Loaded, path: Path) -> Source:
    for source in loaded.sources:
        if source.path.resolve() == path.resolve() and isinstance(source, Source):
            return source
    raise usage(f"{path} cannot be read.")


# ---------------------------------------------------------------- where the line stands

NAMED = {
    "game": "game",
    "option": "option",
    "type": "type",
    "piece": "piece",
    "place": "place",
    "has": "attributes",
    "define": "definition",
    **dict.fromkeys(("setup", "turn", "play", "phase", "to"), "procedure"),
    "action": "action",
    "interrupt": "interrupt",
    **dict.fromkeys(("before", "after", "instead of"), "hook"),
    **dict.fromkeys(("when", "as soon as"), "condition that is always watched"),
    "score": "score",
    "winner": "winner",
    "card": "cards",
    "example": "example",
    "variant": "variant",
}


def _declarations(loaded: Loaded) -> tuple[Part, ...]:
    if loaded.gathered is None:
        return ()
    return parts([*loaded.gathered.body, *loaded.gathered.variants], loaded.sources)


def _stands(loaded: Loaded, source: Source, line: int) -> tuple[str, ...]:
    """The declaration a line belongs to: the last one that begins at or before it."""
    begun = [
        (source.position(part.span.start).line, part)
        for part in all_parts(_declarations(loaded))
        if part.sort in NAMED and part.span.file == source.number and source.position(part.span.start).line <= line
    ]
    if not begun:
        return ()
    at, part = max(begun, key=lambda x: x[0])
    word = NAMED[part.sort]
    head = f"in the {word} of line {at}: {source.line_text(at).strip()}" if at != line else f"here begins: {word}"
    return (head, f"rules of the ledger: {', '.join(part.tags)}") if part.tags else (head,)


# ---------------------------------------------------------------- its words


def _words(loaded: Loaded, source: Source, line: int, heard: Heard) -> Iterator[tuple[str, str]]:
    text = re.sub(r'"[^"]*"|#.*|\[[A-Z][^\]]*\]\s*$', lambda m: " " * len(m[0]), source.line_text(line))
    start = source.starts()[line - 1]
    seen = set()
    for found in WORD.finditer(text):
        span = Span(source.number, start + found.start(), start + found.end())
        meant = "; ".join(heard[span]) if span in heard else ""
        known = meaning(loaded, found[0], text[found.end() :])
        if meant and known:
            meant = f"{known} ({meant})" if meant not in known else known
        meant = meant or known
        if meant and (found[0], meant) not in seen:
            seen.add((found[0], meant))
            yield found[0], meant
