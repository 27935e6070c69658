"""What the words mean at one place of the rules, for whoever speaks about them: names in scope, who `you` is, what was said so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.dsl import types as t
from rulewright.dsl.source import Span
from rulewright.dsl.world import World
from rulewright.rulebook.author import printed
from rulewright.rulebook.english.nouns import THAT_PLAYER, YOU, Noun
from rulewright.rulebook.text import term
from rulewright.rulebook.words import slug, spoken


@dataclass(slots=True)
class Record:
    """What has been said: every node of the rules that went into a sentence, and every term that was named."""

    seen: set[Span] = field(default_factory=set)
    terms: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Local:
    noun: Noun
    type: t.Type | None


@dataclass(frozen=True, slots=True)
class Speech:
    world: World
    record: Record
    names: dict[str, Local] = field(default_factory=dict)
    player: Noun | None = None
    this: Local | None = None
    routine: str = ""  # what `stop` leaves: this phase, this action

    def bind(self, name: str, noun: Noun, type: t.Type | None) -> Speech:
        names = {**self.names, name: Local(noun, type)}
        if name == "player":
            return replace(self, names=names, player=noun)
        return replace(self, names=names)

    def acting(self, noun: Noun) -> Speech:
        """The same with another acting player. A player bound by name stays who they are."""
        return replace(self, player=noun)

    @property
    def who(self) -> Noun:
        """The acting player; who reads the rules, if nobody else is meant."""
        return self.player if self.player is not None else YOU

    def see(self, *nodes: object) -> None:
        """Remember that these nodes, and all within them, have been put into words."""
        for node in nodes:
            _see(self.record.seen, node)

    def term(self, name: str, text: str = "") -> str:
        """A term the rules define, marked so that it leads there."""
        self.record.terms.add(name)
        return term(text or printed(self.world, name) or spoken(name).removeprefix("the "), anchor(name))


def _see(seen: set[Span], node: object) -> None:
    if isinstance(node, Span):
        return
    if isinstance(node, list | tuple):
        for item in node:
            _see(seen, item)
    elif hasattr(node, "__dataclass_fields__"):
        span = getattr(node, "span", None)
        if span is not None:
            seen.add(span)
        for name in node.__dataclass_fields__:
            if "span" not in name:
                _see(seen, getattr(node, name))


def anchor(name: str) -> str:
    """Where a name of the rules is explained."""
    return f"r-{slug(spoken(name))}"


def begin(world: World, record: Record) -> Speech:
    return Speech(world, record)


def addressed(world: World, record: Record, routine: str = "") -> Speech:
    """Speech to the acting player."""
    return Speech(world, record, {}, YOU, None, routine)


def third_person(speech: Speech) -> Speech:
    return speech.acting(THAT_PLAYER)
