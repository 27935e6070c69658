"""Every word of every body is claimed by exactly one node of the tree of meaning, and that node has a use for it.

A word belongs to the innermost node that it stands in. A node may claim the words that name what it refers to, and no others: whatever is
read and then dropped has nobody to claim it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.dsl import types as t
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.driver import Loaded, load
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import rules as r
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.meaning.walk import children, everything
from rulewright.dsl.source import NOWHERE, Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.parser import grammar
from rulewright.dsl.syntax.walk import nodes as surface
from rulewright.dsl.world import World, snake
from tests.same.dump import programs

WORDS = {"NAME", "UNAME", "NUMBER", "STRING"}
SAMPLE = [p for n, p in enumerate(programs()) if n % 4 == 1]


def inflected(verb: str) -> set[str]:
    return {verb, f"{verb}s", f"{verb}es", f"{verb[:-1]}ies"}


STATEMENTS = (d.Sentence, d.Let, d.Demand, d.If, d.Loop, d.While, d.Repeat, d.AnyOrder, d.Decision, d.Menu, d.Choice, d.Offer)


def bodies(world: World) -> Iterator[Span]:
    """Where sentences and expressions of this load stand."""
    for group in world.routines.values():
        for routine in group:
            for body in (routine.decl.body, *(deed.body for _, deed in routine.cards), *(hook.body for hook, _ in routine.hooks)):
                yield from said(body)
    for define in world.defines.values():
        yield from (x.span for x in [define.decl.value, define.decl.otherwise, *(y for case in define.decl.cases for y in case)] if x)
        yield from (member.value.span for _, member in define.cards)
    for standing, _ in world.standings:
        yield standing.test.span
        yield from said(standing.body)
    for card in world.cards:
        yield from said(card.decl.body)
    yield from (x.value.span for x in world.score.entries) if world.score is not None else ()


def said(body: list[d.Stmt]) -> Iterator[Span]:
    for kind in STATEMENTS:
        yield from (x.span for x in surface(body, kind))


def of_sort(type: object) -> set[str]:
    """The words of a type: its members, its name, its kinds."""
    inner = getattr(type, "inner", getattr(type, "elem", type))
    named = {str(getattr(inner, x)) for x in ("name", "kind") if getattr(inner, x, "")}
    return {*getattr(inner, "members", ()), *getattr(inner, "names", ()), *named, *getattr(inner, "kinds", ())}


class Claims:
    """Which words each node has a use for."""

    def __init__(self, world: World) -> None:
        self.world = world

    def may(self, node: object, word: str) -> bool:
        """Whether a node has a use for a word. Whoever acts is `player`, however they came to act: `rival must …`."""
        here = [node, *self.unplaced(node)]
        return any(word in self.own(x) or (word == "player" and isinstance(getattr(x, "type", None), t.Player)) for x in here)

    def unplaced(self, node: object) -> Iterator[object]:
        """Nodes below that stand nowhere else in it: whoever acts, what is handed on, roles and offers."""
        here = getattr(node, "span", NOWHERE)
        for child in [x for inner in children(node) for x in everything(inner)]:
            span = getattr(child, "span", NOWHERE)
            if span in {NOWHERE, here} or span.file != here.file or not (here.start <= span.start and span.end <= here.end):
                yield child

    def own(self, node: object) -> set[str]:
        match node:
            case m.Const():
                return self.constant(node)
            case m.Local():
                return {node.binding.name, "this", "player" if node.binding.actor else ""}
            case m.OptionValue():
                return {node.option.name}
            case m.PlaceValue():
                return {node.place.name} if node.place is not None else {"box"}
            case m.Read():
                return {a.name for a in node.attrs}
            case m.Aspect():
                return {"owner" if node.which == "keeper" else node.which}
            case m.ScoreValue():
                return {"score", node.entry}
            case m.Defined():
                return {node.define.name}
            case m.Apply():
                return {node.function}
            case m.Mention():
                return {node.name, f'"{node.name}"', *node.name.split()}
            case m.OwnPiece():
                return {node.kind.word}
            case m.Numbered():
                return {node.kind.name}
            case m.IsEmpty():
                return {"empty", "full"}
            case m.IsKind():
                return {node.kind}
            case m.Selection():
                sort = {"way"} if isinstance(node.elem, t.Way) else {snake(x) for x in of_sort(node.elem)}
                return {node.kind, node.binds.name, *sort}
            case s.Act():
                preps = {w for role in node.form.roles for w in (*role.words, *role.apart)}
                return {*inflected(node.verb), *preps, node.gives}
            case s.Perform() | s.Do():
                return {*inflected(node.routine.name), *(p.prep for p in node.routine.params)}
            case s.Let():
                return {node.binding.name}
            case s.Decide() | s.Choose():
                return {node.gives.name if node.gives is not None else "", "chance" if node.who.how == "chance" else ""}
            case s.Label():
                return {f'"{node.label}"'}
            case s.Demand():
                return {node.per}
            case m.Answer():
                return {node.row.binding.name} if isinstance(node.row, m.Local) else set()
            case _:
                return set()

    def constant(self, node: m.Const) -> set[str]:
        world, value = self.world, node.value
        row = {str(abs(n)) for n in range(-40, 41)} if isinstance(node.type, t.Cell) else set()  # `(0, -1)`
        ranks = {str(n) for n in range(40)} if isinstance(node.type, t.Piece) else set()  # `9 of moon`
        names = row | ranks | {str(value), str(-value), "yes", "no", "none", "nobody", "nothing"} | of_sort(node.type)
        names |= set(world.program.seats) | {n for n, (_, site) in world.cell_names.items() if site == value}
        names |= {n for n, (kind, i) in world.piece_ids.items() if kind.core.base + i == value} | {k.word for k in world.kinds.values()}
        named = {n for known in world.piece_names.values() for n in known}
        members = {n for x in world.enum_types for n in x.members}  # `9 of moon` is one card
        return names | named | {f'"{n}"' for n in named} | members


def unclaimed(loaded: Loaded, rules: r.Rules) -> list[str]:
    world = loaded.world
    assert world is not None
    claims, found = Claims(world), []
    placed: dict[int, list[tuple[int, int, object]]] = {}
    for node in everything(rules):
        span = getattr(node, "span", NOWHERE)
        if span != NOWHERE and not isinstance(node, r.Hook | r.Standing):
            placed.setdefault(span.file, []).append((span.start, span.end, node))
    regions = list(bodies(world))
    for source in loaded.sources:
        here = [x for x in regions if x.file == source.number]
        if not here:
            continue
        for token in grammar().lark.parse_interactive(source.text).exhaust_lexer():
            start, end = token.start_pos, token.end_pos
            if token.type not in WORDS or not any(x.start <= start and end <= x.end for x in here):
                continue
            around = [x for x in placed.get(source.number, ()) if x[0] <= start and end <= x[1]]
            least = min((x[1] - x[0] for x in around), default=0)
            inner = [x[2] for x in around if x[1] - x[0] == least]
            if not any(claims.may(node, str(token)) for node in inner):
                line = source.text.count("\n", 0, start) + 1
                found.append(f"{source.path.name}:{line}: {token} ({', '.join(type(x).__name__ for x in inner) or 'nobody'})")
    return found


def understood(path: Path) -> tuple[Loaded, r.Rules]:
    loaded = load(path, lint=False, playable=False)
    assert not loaded.findings.errors and loaded.world is not None
    return loaded, rules_of(loaded.world)


@pytest.mark.parametrize("path", SAMPLE, ids=lambda p: p.stem)
def test_every_word_of_a_body_is_claimed(path: Path) -> None:
    assert unclaimed(*understood(path)) == []


GAME = """
game "Drawing" for 2 players: Ada, Ben

piece Card: 20
  worth: 0 to 3 = 1
place deck: deck of Card
place hand of each Player: hand of Card, seen by owner

setup
  put all Card on deck
  shuffle deck

turn
  draw 2 Card from deck
  if count Card in hand of player > 7: player wins
"""


@pytest.mark.parametrize(("dropped", "words"), [(0, {"2", "Card"}), (1, {"deck"})])
def test_a_word_that_is_dropped_is_missed(dropped: int, words: set[str], tmp_path: Path) -> None:
    """What the tree leaves out, nobody claims: the test above would see it."""
    path = tmp_path / "game.rules"
    path.write_text(GAME, encoding="utf-8")
    loaded, rules = understood(path)
    assert unclaimed(loaded, rules) == []
    act = next(x for x in everything(rules) if isinstance(x, s.Act) and x.verb == "draw")
    object.__setattr__(act, "arguments", tuple(x for n, x in enumerate(act.arguments) if n != dropped))
    assert {x.split()[1] for x in unclaimed(loaded, rules)} == words
