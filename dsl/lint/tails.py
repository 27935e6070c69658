"""Conditions that a `where` takes in, although they say nothing about what is selected.

`no Card in hand where card.sort is wood and player.coins > 9` asks for cards that are wood while somebody has more than 9 coins: it
holds as well if nobody has. Where it makes a difference, brackets have to say which is meant.
"""

from __future__ import annotations

from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lint.subject import Subject
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning.walk import nodes
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e

ASKING = frozenset({"no", "some", "at least", "at most", "exactly"})
# Of these a condition that has nothing to do with the things may stand inside or outside of the selection: `and` is the same.
SAME_WITH_AND = frozenset({"some", "at least"})


def swallowed_conditions(subject: Subject) -> None:
    for node in subject.everywhere(e.Many):
        where = node.selection.where
        found = subject.world.selections.get(id(node.selection))
        if node.quantifier in ASKING and isinstance(where, e.Logic) and found is not None and found[0] is node.selection:
            _look(subject, node, where, found[1])


def _look(subject: Subject, node: e.Many, where: e.Logic, selection: m.Selection) -> None:
    if where.operator == "and" and node.quantifier in SAME_WITH_AND:
        return
    text, tail = subject.world.sources[where.span.file].text, where.right
    understood = subject.world.understood.get(id(tail))
    if _in_brackets(text, where.span, "where") or understood is None or understood[0] is not tail:
        return
    if any(local.binding is selection.binds for local in nodes(understood[1], m.Local)):
        return
    joined = text.rindex(where.operator, where.left.span.end, tail.span.start)
    inside, rest = text[node.span.start : joined].rstrip(), text[joined : node.span.end]
    rest += ")" * (rest.count("(") - rest.count(")"))  # a span ends before the brackets that close after it
    subject.warn(
        codes.UNRELATED_CONDITION,
        f"This is asked of each {selection.binds.name.replace('_', ' ')}, but says nothing about it.",
        tail.span,
        help=f"Write `{' '.join(f'({inside}) {rest}'.split())}`. If it belongs to the `where`, put brackets around all that follows it.",
    )


def _in_brackets(text: str, span: Span, word: str) -> bool:
    """Whether brackets that open right after a word go around all of something."""
    start = text.rindex(word, 0, span.start + 1) + len(word)
    opened = text[start : span.start].strip() or text[start : span.end].strip()
    if not opened.startswith("("):
        return False
    depth = 0
    for at in range(text.index("(", start), len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at >= span.end - 1
    return False
