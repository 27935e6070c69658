"""The story in the rules of a game: which card brings which other, what is learned from it, who asks for that, where it ends.

Nothing of this is written down anywhere; it follows from what the rules do. The texts of cards are procedures of the program. They
are followed through everything they call, with the values that are known beforehand: whatever moves, resolves or ends something
named is seen where it happens. A *fact* is a member of a set that the game itself keeps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.core import ir
from rulewright.core.constant import NotConstant, evaluate
from rulewright.core.program import Field, Proc, Program
from rulewright.core.walk import children, statements, substitute
from rulewright.play.game import Game

COURSE = "the course of play"
MOVES = frozenset({"move", "move_under"})
SMALL = 12  # a loop over at most so many known values is followed value by value


@dataclass(frozen=True, slots=True)
class Node:
    """A card with a text, a fact, an ending that no card tells, or a rule that goes on by itself."""

    sort: str  # card, ending, fact, rule
    name: str
    kind: str = ""  # of a card
    number: str = ""  # printed on it


@dataclass(frozen=True, slots=True)
class Link:
    source: Node
    target: Node
    sort: str  # adds, draws (one of several, by chance or choice), leads, learns, asks


@dataclass(slots=True)
class Story:
    title: str
    nodes: list[Node] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    silent: list[Node] = field(default_factory=list)  # cards of a kind whose cards have texts, without one

    def of(self, sort: str) -> list[Node]:
        return [node for node in self.nodes if node.sort == sort]

    def targets(self, node: Node, sort: str) -> list[Node]:
        return [link.target for link in self.links if link.source == node and link.sort == sort]

    def sources(self, node: Node, sort: str) -> list[Node]:
        return [link.source for link in self.links if link.target == node and link.sort == sort]

    def problems(self) -> list[str]:
        """What is wrong with the story as it stands in the rules."""
        found = [f"{node.kind} “{node.name}” has no text." for node in self.silent]
        for fact in self.of("fact"):
            learned, asked = self.sources(fact, "learns"), self.targets(fact, "asks")
            if asked and not learned:
                found.append(f"“{spoken(fact.name)}” is asked for by {_listed(asked)}, but nothing ever brings it about.")
            elif learned and not asked:
                found.append(f"“{spoken(fact.name)}” is brought about by {_listed(learned)}, but nothing ever asks for it.")
            elif not learned:
                found.append(f"“{spoken(fact.name)}” is neither brought about nor asked for.")
        for ending in self.of("ending"):
            if not self.sources(ending, "leads"):
                found.append(f"Nothing leads to the ending “{ending.name}”.")
        return found


def spoken(name: str) -> str:
    return name.replace("_", " ")


def _listed(nodes: list[Node]) -> str:
    names = [f"“{n.name}”" for n in nodes]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def story_of(game: Game) -> Story:
    """The story of a game; without cards that tell something it is empty."""
    return _Reading(game).story()


# ---------------------------------------------------------------- reading the program


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known at a point: values of locals, the possible values of chosen ones, and whose text this is."""

    owner: Node
    depth: int  # calls below the text of the card itself
    values: dict[ir.Local, ir.Expr]
    chosen: dict[ir.Local, frozenset[int]]
    given: frozenset[Node]  # facts that hold here

    def seen(self, node: ir.Expr) -> ir.Expr:
        return substitute(node, self.values)


class _Reading:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.program: Program = game.program
        self.texts: dict[Proc, list[int]] = {}  # the procedure that is the text of these cards
        self.cards: dict[int, Node] = {}
        self.facts: dict[Field, tuple[Node, ...]] = {}
        self.endings: dict[int, Node] = {}
        self.links: dict[Link, None] = {}
        self.silent: list[Node] = []
        self._been: set[tuple[Proc, tuple[int | None, ...], Node, frozenset[Node]]] = set()

    def story(self) -> Story:
        self._find_cards()
        self._find_facts()
        told = {self.program.endings.index(n.name): n for n in self.cards.values() if n.sort == "ending"}
        self.endings = {i: told.get(i) or Node("ending", title) for i, title in enumerate(self.program.endings)}
        rules = self._standing()
        for proc, pieces in self.texts.items():
            for piece in pieces:
                values: dict[ir.Local, ir.Expr] = {proc.params[1]: ir.Const(piece)}
                self._walk(proc.body, _Known(self.cards[piece], 0, values, {}, frozenset()))
        for node, standing in rules.items():
            self._walk(standing.body, _Known(node, 0, {}, {}, frozenset()))
        course = Node("rule", COURSE)
        if self.program.main is not None:
            self._walk(self.program.main.body, _Known(course, 0, {}, {}, frozenset()))
        linked = {node for link in self.links for node in (link.source, link.target)}
        nodes = [*dict.fromkeys(self.cards.values()), *(f for group in self.facts.values() for f in group)]
        nodes += [n for n in self.endings.values() if n not in nodes]
        nodes += [n for n in (course, *rules) if n in linked]
        return Story(self.game.title, nodes, list(self.links), self.silent)

    # ------------------------------------------------------------ what there is

    def _find_cards(self) -> None:
        procs = {p.name: p for p in self.program.procs}
        for card in self.game.world.cards:
            proc = procs.get(f"{card.kind.name} {card.title}")
            if proc is None or len(proc.params) < 2:
                continue
            kind = card.kind.core
            ends = {s.ending for s in statements(proc.body) if isinstance(s, ir.End) and s.how == "ending"}
            for index, name in enumerate(kind.names):
                if name in card.printed:
                    number = "" if card.number is None else str(card.number)
                    sort = "ending" if any(self.program.endings[e] == name for e in ends) else "card"
                    self.cards[kind.base + index] = Node(sort, name, kind.name, number)
                    self.texts.setdefault(proc, []).append(kind.base + index)
        self.silent = list(dict.fromkeys(self._without_text()))

    def _without_text(self) -> Iterator[Node]:
        telling = {self.program.kind_of_piece(p).name for p in self.cards}
        for kind in self.program.kinds:
            for index, name in enumerate(kind.names if kind.name in telling else ()):
                if kind.base + index not in self.cards and name:
                    yield Node("card", name, kind.name)

    def _find_facts(self) -> None:
        for attribute in self.game.world.game_attrs.values():
            core = attribute.core
            if core is not None and core.field is not None and core.shown.sort == "set:enum":
                members = self.program.enums[core.shown.name]
                self.facts[core.field] = tuple(Node("fact", m) for m in members)

    def _standing(self) -> dict[Node, Proc]:
        found = {}
        sources = self.game.loaded.sources
        for proc in self.program.procs:
            word = proc.name.rpartition(" ")[0]
            if word in {"when", "as soon as"} and proc.span >= 0:
                file, start, end = self.program.spans[proc.span]
                text = sources[file].text[start:end]
                found[Node("rule", text if text.startswith(word) else f"{word} {text}")] = proc
        return found

    # ------------------------------------------------------------ what happens

    def _walk(self, body: tuple[ir.Stmt, ...], known: _Known) -> None:
        for stmt in body:
            match stmt:
                case ir.Assign(local, value):
                    seen = known.seen(value)
                    known.values.pop(local, None)
                    known.chosen.pop(local, None)
                    if _constant(seen) is not None:
                        known.values[local] = seen
                    elif isinstance(seen, ir.Local) and seen in known.chosen:
                        known.chosen[local] = known.chosen[seen]
                case ir.Store(state, _, value) if state in self.facts:
                    for member in _members(known.seen(value)):
                        self._link(known.owner, self.facts[state][member], "learns")
                case ir.StoreBit(state, _, member, value) if state in self.facts:
                    found = _constant(known.seen(member))
                    if found is not None and _constant(value) != 0:
                        self._link(known.owner, self.facts[state][found], "learns")
                case ir.Effect(op, (what, *_)) if op in MOVES:
                    self._moved(known.seen(what), known)
                case ir.If(test, then, other):
                    self._branch(known.seen(test), then, other, known)
                case ir.While(test, inner):
                    _forget(inner, known)
                    self._asked(known.seen(test), known)
                    self._walk(inner, known)
                case ir.For(local, over, inner):
                    _forget(inner, known)
                    for one in _few(known.seen(over)):
                        known.values.pop(local, None)
                        if one is not None:
                            known.values[local] = ir.Const(one)
                        self._walk(inner, known)
                    known.values.pop(local, None)
                case ir.Ask(choice, otherwise):
                    for alt in choice.alts:
                        within = self._choosing(alt.clauses, known)
                        self._walk(alt.body, within)
                        known.chosen.update(within.chosen)  # what was chosen is used after the choice
                    self._walk(otherwise, _copy(known, known.given))
                case ir.Do(proc, args):
                    self._called(proc, args, known)
                case ir.End("ending", _, ending) if self.endings[ending] != known.owner:
                    self._leads(known, self.endings[ending])
                case _:
                    pass

    def _branch(self, test: ir.Expr, then: tuple[ir.Stmt, ...], other: tuple[ir.Stmt, ...], known: _Known) -> None:
        settled = _constant(test)
        if settled is not None:
            self._walk(then if settled else other, known)
            return
        asked = frozenset(self._asked_in(test))
        if known.depth == 0 or not (self._names(then, known) or self._names(other, known)):
            for fact in asked:
                self._link(fact, known.owner, "asks")
        self._walk(then, _copy(known, known.given | asked if known.depth > 0 else known.given))
        self._walk(other, _copy(known, known.given))

    def _called(self, proc: Proc, args: tuple[ir.Expr, ...], known: _Known) -> None:
        if proc.name.rpartition(" ")[0] in {"when", "as soon as"}:
            return  # looked at by themselves
        given = [known.seen(a) for a in args]
        if proc in self.texts:
            piece = _constant(given[1])
            if piece in self.cards and self.cards[piece] != known.owner:
                self._leads(known, self.cards[piece])
            return
        constants = tuple(_constant(g) for g in given)
        if (proc, constants, known.owner, known.given) in self._been:
            return
        self._been.add((proc, constants, known.owner, known.given))
        values: dict[ir.Local, ir.Expr] = {p: g for p, g, c in zip(proc.params, given, constants, strict=True) if c is not None}
        self._walk(proc.body, _Known(known.owner, known.depth + 1, values, {}, known.given))

    def _choosing(self, clauses: tuple[ir.Clause, ...], known: _Known) -> _Known:
        found = _copy(known, known.given)
        for clause in clauses:
            if isinstance(clause, ir.In):
                among = _among(known.seen(clause.over))
                if among is not None:
                    found.chosen[clause.local] = among
        return found

    def _moved(self, what: ir.Expr, known: _Known) -> None:
        piece = _constant(what)
        if piece in self.cards:
            self._leads(known, self.cards[piece], "adds")
        elif isinstance(what, ir.Local):
            for one in sorted(known.chosen.get(what, frozenset())):
                if one in self.cards:
                    self._leads(known, self.cards[one], "draws")

    def _leads(self, known: _Known, target: Node, sort: str = "leads") -> None:
        self._link(known.owner, target, sort)
        if known.depth > 0:
            for fact in known.given:
                self._link(fact, target, "asks")

    def _link(self, source: Node, target: Node, sort: str) -> None:
        self.links[Link(source, target, sort)] = None

    # ------------------------------------------------------------ what is asked

    def _asked(self, test: ir.Expr, known: _Known) -> None:
        for fact in self._asked_in(test):
            self._link(fact, known.owner, "asks")

    def _asked_in(self, node: ir.Expr) -> Iterator[Node]:
        match node:
            case ir.Prim("has", (ir.Load(state, _), member)) if state in self.facts:
                found = _constant(member)
                if found is not None:
                    yield self.facts[state][found]
                return
            case ir.Prim(_, args) if any(isinstance(a, ir.Load) and a.field in self.facts for a in args):
                state = next(a.field for a in args if isinstance(a, ir.Load) and a.field in self.facts)
                for arg in args:
                    yield from (self.facts[state][m] for m in _members(arg))
            case ir.Call(func, args) if func.body is not None:
                yield from self._asked_in(substitute(func.body, dict(zip(func.params, args, strict=True))))
        for child in children(node):
            yield from self._asked_in(child)

    def _names(self, body: tuple[ir.Stmt, ...], known: _Known) -> bool:
        """Whether a block moves, resolves or ends something named, so that what is asked before it is asked for that."""
        for stmt in statements(body):
            match stmt:
                case ir.End("ending"):
                    return True
                case ir.Do(_, args):
                    if any(_constant(known.seen(a)) in self.cards for a in args):
                        return True
                case ir.Effect(op, (what, *_)) if op in MOVES:
                    if _constant(known.seen(what)) in self.cards:
                        return True
        return False


def _copy(known: _Known, given: frozenset[Node]) -> _Known:
    return _Known(known.owner, known.depth, dict(known.values), dict(known.chosen), given)


def _forget(body: tuple[ir.Stmt, ...], known: _Known) -> None:
    """What a loop assigns is not known in it: it may be another round."""
    for stmt in statements(body):
        if isinstance(stmt, ir.Assign):
            known.values.pop(stmt.local, None)


def _constant(node: ir.Expr) -> int | None:
    try:
        found = evaluate(node)
    except NotConstant:
        return None
    return found if isinstance(found, int) else None


def _members(node: ir.Expr) -> Iterator[int]:
    """The numbers that an expression puts into a set, as far as they are known."""
    match node:
        case ir.SetConst(bits, type):
            yield from (type.base + i for i in range(type.size) if bits >> i & 1)
        case ir.Prim("one", (member,)):
            found = _constant(member)
            if found is not None:
                yield found
        case ir.Prim("diff", (first, *_)):
            yield from _members(first)
        case ir.Load():
            return
        case _:
            for child in children(node):
                yield from _members(child)


def _among(node: ir.Expr) -> frozenset[int] | None:
    """What a set can have at most, if its printed values say so; None if anything is possible."""
    match node:
        case ir.SetConst(bits, type):
            return frozenset(type.base + i for i in range(type.size) if bits >> i & 1)
        case ir.Prim("inter", (a, b)):
            found = [x for x in (_among(a), _among(b)) if x is not None]
            return frozenset.intersection(*found) if found else None
        case ir.Prim("diff", (a, _)):
            return _among(a)
        case ir.Call(func, args) if func.body is not None:
            return _among(substitute(func.body, dict(zip(func.params, args, strict=True))))
        case _:
            return None


def _few(node: ir.Expr) -> list[int | None]:
    """The members of a small set that is known, one by one; otherwise nothing is known about the one at hand."""
    found = _among(node) if isinstance(node, ir.SetConst) else None
    return [None] if found is None or len(found) > SMALL else [*sorted(found)]
