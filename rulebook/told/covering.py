"""What the author's words already say: a condition, a cost or an effect is covered if its nouns and numbers occur in them.

A rulebook prints prose alone where it covers what stands below it, and makes sentences only for the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import pairwise

from rulewright.dsl import types as t
from rulewright.dsl.check.phrases import singulars
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import AttrSym, RoutineSym, World
from rulewright.rulebook.author import printed
from rulewright.rulebook.english.rules import prose_in
from rulewright.rulebook.told.claims import Claim, meant
from rulewright.rulebook.told.deeds import is_done, stem, verb
from rulewright.rulebook.words import spoken

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth")
TIMES = {2: ("twice", "double", "doubled", "both", "pair", "other"), 1: ("once", "one", "a", "an", "single")}
_WORD = re.compile(r"[A-Za-z]+|\d+")
_POINTING = frozenset(map(stem, ("it", "its", "them", "they", "their", "those", "these", "one", "ones", "both", "rest", "other")))
_SENTENCE = re.compile(r"(?<=[.!?;:])\s+")
SILENT = frozenset(
    {
        "player",
        "rival",
        "owner",
        "place",
        "cell",
        "set",
        "get",
        "mov",
        "put",
        "tak",
        "all",
        "top",
        "yes",
        "no",
        "none",
        "this",
        "up",
        "down",
    }
)
HALF = 0.5  # share of what a rule speaks of


class Said(frozenset[str]):
    """The words of some prose, and those of each of its sentences."""

    sentences: tuple[frozenset[str], ...] = ()

    def __or__(self, other: AbstractSet[str]) -> Said:  # type: ignore[override]
        found = Said(self.union(other))
        found.sentences = (*self.sentences, *getattr(other, "sentences", ()))
        return found

    def windows(self) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
        """Each sentence, and what it may speak of: where it has a word for it (them, those, the rest), also what its neighbours name."""
        for number, one in enumerate(self.sentences):
            yield one, one.union(*self.sentences[max(0, number - 1) : number + 2]) if _POINTING & one else one


NOTHING = Said()


def words(text: str) -> Said:
    sentences = tuple(_words(one) for one in _SENTENCE.split(text) if one.strip())
    found = Said(frozenset().union(*sentences))
    found.sentences = sentences
    return found


def _words(text: str) -> frozenset[str]:
    found = set()
    every = _WORD.findall(text)
    for word in every:
        found.add(word if word.isdigit() else stem(word))
        if word.lower() in NUMBERS:
            found.add(str(NUMBERS.index(word.lower())))
        if word.lower() in ORDINALS:
            found.add(str(ORDINALS.index(word.lower()) + 2))
        found |= {str(n) for n, forms in TIMES.items() if word.lower() in forms}
    found |= {f"{one}_{two}".lower() for one, two in pairwise(every)}
    return frozenset(found)


def said(lines: list[d.Prose]) -> Said:
    return words(" ".join(line.text for line in lines))


def own_prose(decl: object) -> list[d.Prose]:
    """Everything an author says in a declaration, refusals apart."""
    return [*getattr(decl, "prose", []), *prose_in(getattr(decl, "body", []))]


def named_prose(world: World, node: object) -> list[d.Prose]:
    """What authors say about the attributes that a rule names: it is told with the pieces that have them."""
    found: list[d.Prose] = []
    for name in sorted({w.name for w in nodes(node, e.Word)} | {x.name for x in nodes(node, e.Dot)}):
        found += _attribute_prose(world, name)
    return found


def _attribute_prose(world: World, name: str) -> list[d.Prose]:
    found = []
    for decl in world.chapters:
        for attribute in getattr(decl, "attributes", []):
            if attribute.name == name:
                found += attribute.prose
    return found


def content(world: World, node: object, known: frozenset[str] = frozenset()) -> tuple[set[str], set[str]]:
    """The stems of a rule that carry its meaning, and its numbers."""
    stems: set[str] = set()
    numbers: set[str] = set()
    for leaf in nodes(node, object):
        match leaf:
            case e.Num(_, value) if abs(value) > 1:
                numbers.add(str(abs(value)))
            case e.Word(_, name) if name not in world.options and name not in known and not _is_helper(world, name):
                stems |= {stem(w) for w in spoken(name).split()[-1:]}
            case e.Dot(_, _, name, _) if name not in known:
                stems |= {stem(w) for w in spoken(name).split()[-1:]}
            case e.Kind(_, name):
                stems.add(stem(spoken(name).split()[-1]))
            case e.Text(_, text):
                stems |= {stem(w) for w in text.split()[-1:]}
    return stems - SILENT, numbers


def _is_helper(world: World, name: str) -> bool:
    """A definition without words of its own, or a function of the library: what it means is said by what it is asked of."""
    if name in world.defines:
        return not world.defines[name].said.prose
    kinds = {kind.lower() for kind in world.kinds}
    return not (
        name.replace("_", "") in kinds
        or name in world.places
        or name in world.player_attrs
        or name in world.game_attrs
        or name in world.routines
        or any(name in getattr(enum, "members", ()) for enum in world.enums.values())
        or any(name in kind.attrs for kind in world.kinds.values())
    )


def _called(world: World, stmt: d.Sentence) -> list[RoutineSym]:
    """The rules that a sentence calls by its first words."""
    names = [w.name for a in stmt.phrase.arguments[:2] for w in [a] if isinstance(w, e.Word)]
    return [routine for name in names for form in (name, *singulars(name)) for routine in world.routines.get(form, ())]


def is_bookkeeping(world: World, node: object) -> bool:
    """Whether a rule only sets or asks marks and stages that no author explains: nothing is done with hands."""
    if not isinstance(node, d.Sentence | d.Demand):
        return False
    body = node.test if isinstance(node, d.Demand) else node
    names = {w.name for w in nodes(body, e.Word)} | {x.name for x in nodes(body, e.Dot)}
    if any(True for _ in nodes(body, e.Kind)) or (isinstance(node, d.Sentence) and not names & {"set", "gain", "lose"}):
        return False
    attrs = {**world.game_attrs, **world.player_attrs}
    if isinstance(node, d.Sentence) and _is_memory(world, node, attrs):
        return True
    own = [attrs[n] for n in names if n in attrs]
    if not own or any(not isinstance(a.type, t.Flag | t.Enum) or _attribute_prose(world, a.name) or printed(world, a.name) for a in own):
        return False
    values = {m for a in own for m in getattr(a.type, "members", ())}
    rest = names - {a.name for a in own} - values - {"set", "to", "yes", "no", "player", "is", "not"}
    return not rest


def _is_memory(world: World, stmt: d.Sentence, attrs: dict[str, AttrSym]) -> bool:
    """Whether a sentence only keeps in mind a cell or a piece under a name that no author ever says."""
    words_ = stmt.phrase.arguments
    if len(words_) < 2 or not (isinstance(words_[0], e.Word) and words_[0].name == "set" and isinstance(words_[1], e.Word)):
        return False
    found = attrs.get(words_[1].name)
    if found is None or not isinstance(t.bare(found.type), t.Cell | t.Piece) or printed(world, found.name):
        return False
    return stem(spoken(found.name).split()[-1]) not in words(" ".join(line.text for line in nodes(world.chapters, d.Prose)))


def switched_off(world: World, node: object) -> bool:
    """Whether something asks for an option that is off in this book: it is told nowhere but in the reference."""
    return any(world.options[w.name].value == 0 for w in nodes(node, e.Word) if w.name in world.options)


def covered(world: World, node: object, text: Said, known: frozenset[str] = frozenset()) -> bool:
    """Whether words say what a rule says: its numbers, and at least half of what it speaks of."""
    if isinstance(node, d.Sentence) and any(own_prose(routine.decl) for routine in _called(world, node)):
        return True  # what it calls upon is told in its own words
    if isinstance(node, d.Decision) and isinstance(node.who.single, e.Word) and node.who.single.name == "chance":
        return True  # whoever tells it tells how it is drawn
    if is_bookkeeping(world, node):
        return True
    if isinstance(node, d.If) and node.otherwise is None and all(switched_off(world, test) for test, _ in node.branches):
        return True
    if not all(_done(world, stmt, text, known) for stmt in nodes(node, d.Sentence)):
        return False
    if isinstance(node, d.Demand | d.Sentence) and (parts := meant(world).claims(node.span)):
        return not unclaimed(parts, text)
    stems, numbers = content(world, node, known)
    if numbers - text:
        return False
    if isinstance(node, d.Sentence) and node.phrase.arguments and isinstance(node.phrase.arguments[0], e.Word):
        stems |= {stem(node.phrase.arguments[0].name)} & text - SILENT  # shuffle, draw, discard: the verb says a good deal
    return not stems or len(stems & text) >= HALF * len(stems)


def unclaimed(parts: list[list[Claim]], text: Said, trusted: bool = False) -> list[Claim]:
    """What words leave out of a condition or a change. All names have to be there, and numbers, comparisons, denials and whose it is in a
    sentence about one of them; where the author says that prose is enough, names may be others, and the rest may stand in any sentence."""
    found: list[Claim] = []
    for part in parts:
        names = [] if trusted else [claim for claim in part if claim.is_name]
        open_ = [claim for claim in names if not claim.words & text]
        hard = [claim for claim in part if not claim.is_name]
        about = [near for _, near in text.windows() if not names or any(claim.words & near for claim in names)]
        left = [[claim for claim in hard if not claim.words & near] for near in about]
        found += [*open_, *min(left, key=len, default=hard)]
    return found


def _done(world: World, stmt: d.Sentence, text: Said, known: frozenset[str]) -> bool:
    """Whether one sentence says what is done, with what and where to: verb and nouns that stand far apart say something else."""
    if not verb(stmt) or is_bookkeeping(world, stmt) or any(own_prose(routine.decl) for routine in _called(world, stmt)):
        return True
    stems, _ = content(world, [*stmt.phrase.arguments[1:]], known)
    from_ = {w.name for w in nodes(stmt.phrase.arguments[1:], e.Word)} & set(world.places)
    if stems and stems <= {stem(spoken(name).split()[-1]) for name in from_}:  # top(deck): a card is what it is about
        kinds = {stem(spoken(k.name).split()[-1]) for name in from_ for k in nodes(getattr(world.places[name].decl, "traits", []), e.Kind)}
        return any(is_done(world, stmt, one, near) and bool((stems | kinds) & near) for one, near in text.windows())
    return any(is_done(world, stmt, one, near) and (not stems or len(stems & near) >= HALF * len(stems)) for one, near in text.windows())
