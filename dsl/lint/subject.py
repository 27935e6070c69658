"""What the lint passes look at: the world, the program, and what each declaration mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from rulewright.core import ir
from rulewright.core.effects import Effects, callees
from rulewright.core.program import Proc, Program
from rulewright.core.walk import expressions, parts, statements
from rulewright.dsl.diagnostics import Code, Label
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.values import VALUES
from rulewright.dsl.syntax.walk import everything
from rulewright.dsl.world import World

NAMING = frozenset(
    {e.Word, e.Kind, e.Dot, e.Compare, d.Decision, d.Hook, d.Card, d.Piece, d.Place, d.Attribute, d.Has, d.Param, d.Prose}
)  # nodes that mention names


class Subject:
    """A game to be looked over. What several passes need is worked out once."""

    def __init__(self, world: World, program: Program) -> None:
        self.world = world
        self.program = program
        self._inside: dict[int, list[object]] = {}

    def warn(self, code: Code, message: str, span: Span, *, help: str = "", others: tuple[Label, ...] = ()) -> None:
        self.world.findings.add(code, message, span, help=help, others=others)

    # ------------------------------------------------------------ the text

    @cached_property
    def body(self) -> list[d.Decl | d.Prose]:
        return self.world.chapters

    def inside(self, decl: d.Decl | d.Prose) -> list[object]:
        """Every node of a declaration, outer ones first. All passes look at them, so the walk is made once."""
        found = self._inside.get(id(decl))
        if found is None:
            found = self._inside[id(decl)] = list(everything(decl))
        return found

    @cached_property
    def _sorts(self) -> tuple[dict[type, list[Any]], dict[type, list[Any]]]:
        """The nodes of the text by their classes: of the rules, and of the examples."""
        rules: dict[type, list[Any]] = {}
        examples: dict[type, list[Any]] = {}
        for decl in self.body:
            found = examples if isinstance(decl, d.Example) else rules
            for node in self.inside(decl):
                found.setdefault(node.__class__, []).append(node)
        return rules, examples

    def rules(self, *kinds: type) -> list[Any]:
        """The nodes of some classes, outside of examples."""
        return [node for kind in kinds for node in self._sorts[0].get(kind, ())]

    def everywhere(self, *kinds: type) -> list[Any]:
        """The nodes of some classes, also in examples."""
        return [node for kind in kinds for sorts in self._sorts for node in sorts.get(kind, ())]

    @cached_property
    def mentions(self) -> list[tuple[d.Decl | d.Prose, frozenset[str]]]:
        """For each declaration the names it mentions: words, kinds, attributes, values in prose."""
        return [(decl, names_of(self.inside(decl))) for decl in self.body]

    @cached_property
    def _mentioning(self) -> dict[str, list[d.Decl | d.Prose]]:
        """For each name the declarations that mention it."""
        found: dict[str, list[d.Decl | d.Prose]] = {}
        for decl, names in self.mentions:
            for name in names:
                found.setdefault(name, []).append(decl)
        return found

    def mentioned(self, name: str, besides: object = None) -> bool:
        """Whether any declaration besides one mentions a name."""
        return any(decl is not besides for decl in self._mentioning.get(name, ()))

    # ------------------------------------------------------------ the program

    @cached_property
    def effects(self) -> Effects:
        return Effects(self.program)

    @cached_property
    def called(self) -> dict[Proc, set[Proc]]:
        """For each procedure those that it calls or tries out."""
        return {p: callees(p.body) | self._tried([x for s in statements(p.body) for x in parts(s)]) for p in self.program.procs}

    def _tried(self, trees: list[ir.Expr]) -> set[Proc]:
        if not self.world.tried:
            return set()
        return {node.proc for tree in trees for node in expressions(tree) if isinstance(node, ir.Would)}

    @cached_property
    def reachable(self) -> frozenset[Proc]:
        """Everything the match can come to, also what is only tried out."""
        program = self.program
        waiting = [p for p in (program.main, program.finish, *program.extra) if p is not None]
        waiting += self._tried([f.body for f in program.funcs if f.body is not None])
        found: set[Proc] = set()
        while waiting:
            proc = waiting.pop()
            if proc not in found:
                found.add(proc)
                waiting += self.called[proc]
        return frozenset(found)

    def span(self, number: int) -> Span | None:
        return Span(*self.program.spans[number]) if number >= 0 else None


def names_in(tree: object) -> frozenset[str]:
    """All names that a part of the text mentions."""
    return names_of(everything(tree))


def names_of(nodes: Iterable[object]) -> frozenset[str]:
    """The names that nodes of the text mention by themselves."""
    found: set[str] = set()
    for node in nodes:
        if node.__class__ not in NAMING:
            continue
        match node:
            case e.Word(_, name) | e.Kind(_, name) | e.Dot(_, _, name, _):
                found.add(name)
            case e.Compare():
                found.add(node.relation)
            case d.Decision():
                found.update(verb for verb, _ in node.verbs)
            case d.Hook():
                found.add(node.signature.name)
            case d.Card():
                found.add(node.kind)
            case d.Piece() | d.Place() | d.Attribute() if node.per is not None:
                found.add(node.per)
            case d.Has() if node.owner is not None:
                found.add(node.owner)
            case d.Param():
                found.add(node.name)
            case d.Prose():
                for inner in VALUES.findall(node.text):
                    found.update(re.findall(r"[A-Za-z_][A-Za-z_0-9]*", inner))
    return frozenset(found)
