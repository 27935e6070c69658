"""Values in prose: `{hand_limit}` has to be an expression, and its words have to mean something where it stands."""

from __future__ import annotations

from difflib import get_close_matches

from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.functions import FUNCTIONS
from rulewright.dsl.lint.subject import Subject, names_in
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.values import VALUES, parsed_value
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import snake

ALWAYS = frozenset(
    {"player", "rival", "team", "partner", "this", "none", "nobody", "everyone", "yes", "no", "player_count", "turn_number", "score", "box"}
)


def prose_values(subject: Subject) -> None:
    known: frozenset[str] | None = None
    for decl in subject.body:
        for prose in subject.inside(decl):
            if not isinstance(prose, d.Prose) or ("{" not in prose.text and "}" not in prose.text):
                continue
            known = known or _known(subject)
            _look(subject, decl, prose, known)


def _look(subject: Subject, decl: d.Decl | d.Prose, prose: d.Prose, known: frozenset[str]) -> None:
    text = subject.world.sources.text(prose.span)
    for found in VALUES.finditer(text):
        inside = found.group(1)
        span = Span(prose.span.file, prose.span.start + found.start(), prose.span.start + found.end())
        node = parsed_value(inside)
        if node is None:
            subject.warn(
                codes.PROSE_VALUE, f"`{found.group()}` in prose is no value.", span, help="Write a name or a formula between braces."
            )
            continue
        here = known | _bound(subject.inside(decl))
        for word in nodes(node, e.Word):
            if word.name in here or word.name in subject.world.cell_names:
                continue
            near = get_close_matches(word.name, here, 1)
            subject.warn(
                codes.PROSE_VALUE,
                f"`{word.name}` in prose means nothing here.",
                span,
                help=f"Did you mean `{near[0]}`?" if near else "Name a definition, an option, or something the rule speaks of.",
            )
    rest = VALUES.sub("", text)
    if "{" in rest or "}" in rest:
        at = text.index("{" if "{" in rest else "}")
        span = Span(prose.span.file, prose.span.start + at, prose.span.start + at + 1)
        subject.warn(codes.PROSE_VALUE, "This brace in prose has no partner.", span, help="Put a value between `{` and `}`.")


def _known(subject: Subject) -> frozenset[str]:
    """All names that mean something everywhere."""
    world = subject.world
    found = {*ALWAYS, *FUNCTIONS, *world.options, *world.defines, *world.places, *world.game_attrs, *world.player_attrs}
    found |= {k.word for k in world.kinds.values()}
    groups = [k.attrs for k in world.kinds.values()] + [p.attrs for p in world.places.values()] + list(world.enum_attrs.values())
    found |= {name for group in groups for name in group}
    for decl in subject.body:
        for domain in subject.inside(decl):
            if isinstance(domain, d.Domain):
                found |= names_in(domain)
    return frozenset(found)


def _bound(inside: list[object]) -> frozenset[str]:
    """The names that a declaration gives to things: parameters, `let`, `as`, `giving`, and the small words of its kinds."""
    found: set[str] = set()
    for node in inside:
        match node:
            case d.Let() | d.Param():
                found.add(node.name)
            case e.Sel() if node.alias:
                found.add(node.alias)
            case e.Kind():
                found.add(snake(node.name))
            case e.Phrase() | d.Decision() | d.Menu() if node.giving:
                found.add(node.giving)
            case e.In(_, e.Word(_, name), _):
                found.add(name)
    return frozenset(found)
