"""Which declaration goes where: the author's chapters, what belongs to the setup, what ends the game."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.dsl.check.phrases import singulars
from rulewright.dsl.source import NOWHERE, Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import World

ENDINGS = frozenset({"win", "wins", "lose", "loses", "finish", "conclude", "draw"})
MATERIAL = frozenset({"components", "material", "contents", "what there is", "parts", "pieces", "in the box"})
RULINGS = frozenset({"rulings", "clarifications", "questions", "questions and answers", "frequent questions", "faq"})


@dataclass(slots=True)
class Chapter:
    """A stretch of the text under one of the author's titles; the first may have none."""

    title: str
    span: Span
    tags: tuple[str, ...] = ()
    prose: list[d.Prose] = field(default_factory=list)
    decls: list[d.Decl] = field(default_factory=list)
    index: int = 0
    belongs: str = ""  # in, after: how it stands to another chapter
    other: str = ""

    @property
    def has_cards(self) -> bool:
        return any(isinstance(x, d.Card) for x in self.decls)

    @property
    def is_scoring(self) -> bool:
        """Whether it is about points, and not also about what is done in the game."""
        decls = [inner(x) for x in self.decls]
        return any(isinstance(x, d.Score) for x in decls) and not any(isinstance(x, d.Procedure | d.Action | d.Interrupt) for x in decls)

    @property
    def is_material(self) -> bool:
        return self.title.strip().lower() in MATERIAL

    @property
    def sets_up(self) -> bool:
        """Whether it is about the setup: it has the setup itself, and not how turns go."""
        words = {decl.word for decl in map(inner, self.decls) if isinstance(decl, d.Procedure)}
        return "setup" in words and not words & {"turn", "play"}

    @property
    def is_rulings(self) -> bool:
        return self.title.strip().lower() in RULINGS


def chapters(body: list[d.Decl | d.Prose]) -> list[Chapter]:
    found = [Chapter("", NOWHERE)]
    for decl in body:
        if isinstance(decl, d.Chapter):
            found.append(
                Chapter(decl.title, decl.span, decl.tags, list(decl.prose), index=len(found), belongs=decl.belongs, other=decl.other)
            )
        elif isinstance(decl, d.Prose):
            found[-1].prose.append(decl)
        else:
            found[-1].decls.append(decl)
    return found


def inner(decl: d.Decl) -> d.Decl:
    return inner(decl.declaration) if isinstance(decl, d.Replace) else decl


def called(world: World, body: object) -> set[str]:
    """The names of routines that a body mentions in its sentences."""
    found: set[str] = set()
    for phrase in nodes(body, e.Phrase):
        for word in [w for a in phrase.arguments for w in nodes(a, e.Word)]:
            found |= {n for n in (word.name, *singulars(word.name)) if n in world.routines}
    for decision in nodes(body, d.Decision):
        found |= {name for name, _ in decision.verbs if name in world.routines}
    for offer in nodes(body, d.Offer):
        found |= called(world, offer.phrase)
    return found


def reached(world: World, start: str, leave: frozenset[str] = frozenset()) -> set[str]:
    """All routines that can be reached from one, itself included."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name in found or name in leave:
            continue
        found.add(name)
        for routine in world.routines.get(name, ()):
            waiting += called(world, routine.decl.body)
    return found


def of_setup(world: World) -> list[str]:
    """Phases that serve the setup alone."""
    known = _KNOWN.get(id(world))
    if known is None or known[0] is not world:
        _KNOWN.clear()  # one book at a time
        known = _KNOWN[id(world)] = (world, _of_setup(world))
    return known[1]


_KNOWN: dict[int, tuple[World, list[str]]] = {}


def _of_setup(world: World) -> list[str]:
    setup = world.routine("setup", "setup")
    if setup is None:
        return []
    from_setup = reached(world, "setup")
    others: set[str] = set()
    roots = [
        n
        for n, rs in world.routines.items()
        if n != "setup" and (n not in from_setup or any(r.sort in {"turn", "play", "action", "interrupt"} for r in rs))
    ]
    for root in roots:
        others |= reached(world, root)
    order = [n for n in world.routines if n in from_setup and n not in others and n != "setup"]
    return [n for n in order if any(r.sort in {"phase", "to"} for r in world.routines[n])]


def ends_game(decl: d.Standing | d.Hook) -> bool:
    """Whether a standing condition can end the match by itself, or what stands before or after a rule does nothing else."""
    if isinstance(decl, d.Hook):
        deeds = [stmt for stmt in decl.body if not isinstance(stmt, d.Prose)]
        return bool(deeds) and all(ends(stmt) for stmt in deeds)
    return ends(decl.body)


def ends(node: object) -> bool:
    """Whether something in here ends the match: `White wins`, `everyone loses`, `draw`; not `draw 3 cards` or `lose 2 crowns`."""
    for sentence in nodes(node, d.Sentence):
        arguments = sentence.phrase.arguments
        words = [a.name if isinstance(a, e.Word) else "" for a in arguments[:2]]
        at = next((n for n, w in enumerate(words) if w in ENDINGS), -1)
        more = len(arguments) > at + 1 or sentence.phrase.tails
        if at >= 0 and not (words[at] in {"draw", "lose", "loses"} and more):
            return True
    return False
