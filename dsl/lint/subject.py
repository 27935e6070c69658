"""What the lint passes look at: the world, the program, and what each declaration mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from rulewright.core import ir
from rulewright.core.effects import Effects, callees
from rulewright.core.program import Proc, Program
from rulewright.core.walk import expressions, parts, statements
from rulewright.dsl.diagnostics import Code, Label
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import everything
from rulewright.dsl.world import World

VALUES = re.compile(r"\{([^{}]*)\}")


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
    def reachable(self) -> frozenset[Proc]:
        """Everything the match can come to, also what is only tried out."""
        program = self.program
        waiting = [p for p in (program.main, program.finish, *program.extra) if p is not None]
        waiting += tried_by([f.body for f in program.funcs if f.body is not None])
        found: set[Proc] = set()
        while waiting:
            proc = waiting.pop()
            if proc in found:
                continue
            found.add(proc)
            waiting += callees(proc.body)
            waiting += tried_by([x for s in statements(proc.body) for x in parts(s)])
        return frozenset(found)

    def span(self, number: int) -> Span | None:
        return Span(*self.program.spans[number]) if number >= 0 else None


def tried_by(trees: list[ir.Expr]) -> list[Proc]:
    return [node.proc for tree in trees for node in expressions(tree) if isinstance(node, ir.Would)]


def names_in(tree: object) -> frozenset[str]:
    """All names that a part of the text mentions."""
    return names_of(everything(tree))


def names_of(nodes: Iterable[object]) -> frozenset[str]:
    """The names that nodes of the text mention by themselves."""
    found: set[str] = set()
    for node in nodes:
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
