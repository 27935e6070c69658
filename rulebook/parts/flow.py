"""The flow of play as nodes of a chart, from the procedures of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes as all_nodes
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.deeds import take_apart, title
from rulewright.rulebook.english.picks import pick
from rulewright.rulebook.english.speech import Record, Speech, addressed
from rulewright.rulebook.english.steps import block, decider, step
from rulewright.rulebook.english.verbs import takes_phase
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.pictures.flowchart import Node
from rulewright.rulebook.text import capital, clean, plain
from rulewright.rulebook.words import listing

LONGEST = 92
QUIET = frozenset({"set", "pass", "gain", "lose", "stop", "reset"})
DEEPEST = 3


@dataclass(slots=True)
class Flow:
    making: Making
    deepest: int = DEEPEST
    expanded: set[str] = field(default_factory=set)

    def block(self, sp: Speech, body: list[d.Stmt], depth: int) -> list[Node]:
        found: list[Node] = []
        for stmt in body:
            found += self.stmt(sp, stmt, depth)
            sp, _ = step(sp, stmt)
        return found

    def stmt(self, sp: Speech, stmt: d.Stmt, depth: int) -> list[Node]:
        match stmt:
            case d.Prose() | d.Let() | d.Demand():
                return []
            case d.Sentence(_, phrase, _):
                return self._sentence(sp, stmt, phrase, depth)
            case d.If(_, branches, otherwise):
                return self._if(sp, branches, otherwise, depth)
            case d.Loop(_, _, body) | d.While(_, _, body) | d.Repeat(_, _, _, body):
                head = _first(sp, stmt)
                inner = self.block(_inside(sp, stmt), body, depth + 1)
                if not inner:
                    return [Node("step", _cut(head))]
                return [Node("frame", _cut(head.split(":")[0].split(", ")[0] if ":" in head else head), inner)]
            case d.AnyOrder(_, body):
                return [Node("any", "In any order", self.block(sp, body, depth + 1))]
            case d.Decision():
                return self._decision(sp, stmt)
            case d.Menu():
                labels = [Node("may", clean(i.label)) for i in stmt.items if isinstance(i, d.Choice)]
                offers = [Node("may", _name(i.phrase)) for i in stmt.items if isinstance(i, d.Offer)]
                word = "must choose one" if stmt.word == "must" else "may choose one"
                return [Node("any", _cut(f"{_who(sp, stmt.who)} {word}"), [*labels, *offers])]
            case _:
                assert_never(stmt)

    def _sentence(self, sp: Speech, stmt: d.Sentence, phrase: e.Phrase, depth: int) -> list[Node]:
        world = self.making.world
        deed = take_apart(sp, phrase)
        name = deed.verb
        if takes_phase(sp, deed) and isinstance(deed.arguments[0], e.Word):
            return self._routine(deed.arguments[0].name, depth, _first(sp, stmt))
        if name in world.routines and not (deed.library and not deed.routines):
            sorts = {r.sort for r in world.routines[name]}
            if sorts & {"phase", "turn"}:
                return self._routine(name, depth, "")
            return [Node("step", title(name))]
        if name in QUIET:
            return []
        return [
            Node(
                "end" if name in {"win", "finish", "conclude"} or (name == "draw" and not deed.arguments) else "step",
                _cut(_first(sp, stmt)),
            )
        ]

    def _routine(self, name: str, depth: int, text: str) -> list[Node]:
        """A phase that is carried out: opened up where it is first met, if there is something in it to see."""
        world = self.making.world
        routine = next(iter(world.routines[name]))
        label = "Turn" if name == "turn" else title(name)
        body = routine.decl.body
        busy = any(True for kind in (d.Decision, d.Menu, d.Loop, d.Repeat, d.While) for _ in all_nodes(body, kind))
        if name in self.expanded or depth >= self.deepest or not busy:
            return [Node("step", _cut(text) if text else label)]
        self.expanded.add(name)
        inner = self.block(addressed(world, Record()), body, depth + 1)
        return [Node("branch", _cut(text) if text else label, inner)] if inner else [Node("step", label)]

    def _if(self, sp: Speech, branches: list[tuple[e.Expr, list[d.Stmt]]], otherwise: list[d.Stmt] | None, depth: int) -> list[Node]:
        found: list[Node] = []
        for number, (test, body) in enumerate(branches):
            inner = self.block(sp, body, depth + 1)
            if inner:
                word = "If" if number == 0 else "Otherwise, if"
                found.append(Node("branch", _cut(f"{word} {plain(clause(sp, test).text())}"), inner, otherwise=bool(found)))
        if otherwise is not None:
            inner = self.block(sp, otherwise, depth + 1)
            if inner:
                found.append(Node("branch", "Otherwise", inner, otherwise=bool(found)))
        return found

    def _decision(self, sp: Speech, stmt: d.Decision) -> list[Node]:
        who = _who(sp, stmt.who)
        if stmt.word == "chooses":
            return [Node("must", _cut(_first(sp, stmt)))]
        names = [title(v) for v, _ in stmt.verbs]
        if not names and stmt.phrase is not None:
            names = [_name(stmt.phrase)]
        text = listing(names, "or")
        note = "" if who in {"You", ""} else f"{who} {stmt.word}"
        if stmt.once:
            note = f"{note} once".strip()
        found = [Node("must" if stmt.word == "must" else "may", _cut(text), note=note)]
        if stmt.otherwise is not None:
            inner = self.block(sp, stmt.otherwise, self.deepest)
            if inner:
                found.append(Node("branch", "If that is impossible" if stmt.word == "must" else "If not", inner, otherwise=True))
        return found


def _name(phrase: e.Phrase) -> str:
    first = phrase.arguments[0] if phrase.arguments else None
    return title(first.name) if isinstance(first, e.Word) else "Decide"


def _who(sp: Speech, who: d.Who) -> str:
    return capital(plain(decider(sp, who)[0].text))


def _first(sp: Speech, stmt: d.Stmt) -> str:
    _, steps = step(sp, stmt)
    return capital(plain(steps[0].text)) if steps else ""


def _inside(sp: Speech, stmt: d.Loop | d.While | d.Repeat) -> Speech:
    if isinstance(stmt, d.Loop):
        return pick(sp, stmt.selection).inner
    return sp


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0] + " …"


def chart(making: Making, deepest: int = DEEPEST) -> tuple[list[Node], str]:
    """The whole course as nodes, and the same in words; phases are opened down to a depth."""
    world = making.world
    flow = Flow(making, deepest)
    nodes: list[Node] = []
    if world.routine("setup", "setup") is not None:
        nodes.append(Node("start", "Setup"))
    play, turn = world.routine("play", "play"), world.routine("turn", "turn")
    before = [
        Node("step", f"Before the turn: {_hook(making, h)}") for h in world.hooks if h.signature.name == "turn" and h.word == "before"
    ]
    if play is not None:
        nodes += flow.block(Speech(world, Record()), play.decl.body, 0)
    elif turn is not None:
        inside = flow.block(addressed(world, Record()), turn.decl.body, 1)
        nodes.append(Node("frame", f"Each player in turn: {listing([clean(s) for s in making.game.seats], 'then')}", [*before, *inside]))
    nodes.append(Node("end", "End of the game"))
    return nodes, _words(nodes)


def _hook(making: Making, hook: d.Hook) -> str:
    _, steps = block(addressed(making.world, Record()), hook.body)
    text = plain(steps[0].text) if steps else ""
    return _cut(text)


def _words(nodes: list[Node]) -> str:
    found = []
    for node in nodes:
        text = node.text + (f" ({node.note})" if node.note else "")
        if node.nodes:
            text += f" ({_words(node.nodes).rstrip('.')})"
        found.append(text)
    return "; then ".join(found) + "."
