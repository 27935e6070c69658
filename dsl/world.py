"""The declared world of a game: its options, types, kinds, places, attributes and routines, by name.

`dsl.declare` fills it from the syntax tree; `dsl.check` reads it. A symbol has what its declaration says beside the rule (`said`), for
whoever prints; the declaration itself is there for `dsl.check` alone.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from rulewright.core.boards import Board
from rulewright.core.ir import Expr, Stmt
from rulewright.core.program import Attribute, Field, Func, Kind, Place, Proc, Program
from rulewright.core.record import entity
from rulewright.dsl.diagnostics import Code, Findings, Fix, Label
from rulewright.dsl.diagnostics.suggest import nearest
from rulewright.dsl.looks import Looks
from rulewright.dsl.source import Sources, Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.text import Part, Prose, Said
from rulewright.dsl.types import Enum, Type

if TYPE_CHECKING:
    from pathlib import Path

    from rulewright.dsl.lower.values import Value
    from rulewright.dsl.meaning import expressions as m
    from rulewright.dsl.meaning.rules import Rules
    from rulewright.dsl.meaning.sentences import Chosen, Do, Sentence, Statement


@entity
class AttrSym:
    name: str
    type: Type
    nature: str  # "", printed, counter, secret
    owner: str  # game, player, kind, cell, enum
    of: str  # name of the kind, place or type that has it; empty for the game and for players
    decl: d.Attribute | None
    said: Said | None = None  # what its declaration says beside the rule; nothing is said of what the library gives
    core: Attribute | None = None
    per: Type | None = None  # "of each": the type it has one value for
    clamped: bool = False
    low: int = 0
    high: int = 0
    told: list[Prose] = field(default_factory=list)  # what prose says about it, also below whatever has it


@entity
class OptionSym:
    name: str
    type: Type
    value: int  # a number, the number of a member, or the bits of a set
    exactly: int | None  # for `3 of TileSet`
    decl: d.Option
    said: Said
    default: int = 0
    seating: bool = False  # it says which players take part


@entity
class KindSym:
    name: str
    decl: d.Piece
    said: Said
    core: Kind
    attrs: dict[str, AttrSym] = field(default_factory=dict)
    owner_type: Type | None = None
    face_down: tuple[str, ...] | None = None  # what a face-down piece still shows
    limited: bool = True
    numbers: dict[int, int] = field(default_factory=dict)  # printed number -> piece
    turning: bool = False  # it has a `top`, and what is printed of each direction turns along
    dice: tuple[int, ...] = ()  # the faces, if it is rolled
    deck: list[str] = field(default_factory=list)  # what tells the pieces of `1 per Suit per Rank` apart
    size: tuple[float, float] | None = None  # millimetres, if the rules say so
    sifted_by: frozenset[str] = frozenset()  # the words of the conditions that leave pieces out: `1 per Suit per Rank where …`
    art: tuple[str, ...] = ()  # the picture of each piece, by the file that the column `art` names; look only

    @property
    def word(self) -> str:
        return snake(self.name)


@entity
class PlaceSym:
    name: str
    decl: d.Place | None
    said: Said | None
    core: Place
    board: Board | None = None
    attrs: dict[str, AttrSym] = field(default_factory=dict)
    family: Type | None = None
    sides: int = 0  # cells for each player, if the cells are shared out
    reshuffling: str = ""
    edges: PlaceSym | None = None  # of a board: the place of its edges
    edges_of: PlaceSym | None = None  # of edges: their board
    active: bool = False  # abilities of the cards that lie here work
    size: tuple[float, float] | None = None
    picture: tuple[str, ...] = ()  # the lines of `drawn`, for whoever prints text


@entity
class ParamSym:
    name: str
    type: Type
    prep: str  # "" for the first
    sel: object = None  # e.Sel for selections
    span: Span | None = None


@entity
class DefineSym:
    name: str
    decl: d.Define
    said: Said
    params: list[ParamSym]
    func: Func
    type: Type | None = None
    needs_player: bool = False
    busy: bool = False
    done: bool = False
    cards: list[tuple[CardSym, d.Member]] = field(default_factory=list)
    modifiers: list[tuple[CardSym, d.Modifier]] = field(default_factory=list)
    formula: Span | None = None  # its value, if it is no table
    used: bool = False


@entity
class RoutineSym:
    """A phase, own verb, action or interrupt."""

    name: str
    sort: str  # setup, turn, play, phase, to, action, interrupt
    decl: d.Procedure | d.Action | d.Interrupt
    said: Said
    params: list[ParamSym]
    proc: Proc
    needs_player: bool = False
    used: bool = False
    offered: bool = False
    asked: bool = False  # whether it is possible is being worked out just now
    hooks: list[tuple[d.Hook, CardSym | None]] = field(default_factory=list)
    cards: list[tuple[CardSym, d.Procedure]] = field(default_factory=list)
    head: Span | None = None  # what it is about, if it says so
    trial: Proc | None = None  # of an action with `ensures`: the lines above it

    @property
    def body(self) -> list[d.Stmt]:
        return self.decl.body


@entity
class CardSym:
    decl: d.Card
    said: Said
    kind: KindSym
    names: tuple[int, ...]  # numbers of the names it speaks of
    printed: tuple[str, ...]  # those names
    number: int | None  # printed on it
    acts: bool  # it has sentences of its own
    resolve: Proc | None = None

    @property
    def title(self) -> str:
        """The first of its names: it stands for all."""
        return self.printed[0]


@dataclass(slots=True)
class World:
    """Everything declared, and the program being built from it."""

    sources: Sources
    findings: Findings
    folder: Path
    program: Program
    game: d.Game
    seats: int
    options: dict[str, OptionSym] = field(default_factory=dict)
    enums: dict[str, Type] = field(default_factory=dict)
    kinds: dict[str, KindSym] = field(default_factory=dict)
    places: dict[str, PlaceSym] = field(default_factory=dict)
    game_attrs: dict[str, AttrSym] = field(default_factory=dict)
    player_attrs: dict[str, AttrSym] = field(default_factory=dict)
    enum_attrs: dict[str, dict[str, AttrSym]] = field(default_factory=dict)
    defines: dict[str, DefineSym] = field(default_factory=dict)
    routines: dict[str, list[RoutineSym]] = field(default_factory=dict)
    cards: list[CardSym] = field(default_factory=list)
    standings: list[tuple[d.Standing, CardSym | None]] = field(default_factory=list)
    hooks: list[d.Hook] = field(default_factory=list)
    score: d.Score | None = None
    winner: d.Winner | None = None
    examples: list[d.Example] = field(default_factory=list)
    chapters: list[d.Decl | d.Prose] = field(default_factory=list)  # everything in the order of the text
    piece_ids: dict[str, tuple[KindSym, int]] = field(default_factory=dict)
    piece_names: dict[str, dict[str, int]] = field(default_factory=dict)  # kind -> printed name -> number of the name
    cell_names: dict[str, tuple[PlaceSym, int]] = field(default_factory=dict)
    constants: dict[str, Value] = field(default_factory=dict)
    spans: dict[Span, int] = field(default_factory=dict)
    pointed: dict[int, Stmt] = field(default_factory=dict)  # statements in which everything that can fail has its place, by identity
    resume: Proc | None = None  # play from a position, for examples
    enum_types: list[Enum] = field(default_factory=list)  # those of words that stand for themselves
    tried: list[Proc] = field(default_factory=list)  # procedures that exist only to be tried out
    told: dict[str, int] = field(default_factory=dict)  # paragraphs of cards, and their numbers
    example_code: dict[int, Any] = field(default_factory=dict)
    understood: dict[int, tuple[object, m.Expr]] = field(default_factory=dict)  # what each expression of the text means, by its identity
    selections: dict[int, tuple[object, m.Selection]] = field(default_factory=dict)  # and each selection
    about: list[Prose] = field(default_factory=list)  # what is said of the whole game
    parts: tuple[Part, ...] | None = None  # the declarations as text, once somebody has asked
    rules: Rules | None = None  # what all of it means, once somebody has asked
    steps: dict[int, tuple[object, Statement]] = field(default_factory=dict)  # and each statement
    deeds: dict[int, tuple[object, Sentence | Do | Chosen]] = field(default_factory=dict)  # and each sentence, done or offered
    bindings: dict[int, tuple[object, m.Binding]] = field(default_factory=dict)  # what each place of the text binds, by its identity
    verdicts: list[tuple[Span, Expr]] = field(default_factory=list)  # what each condition of the text has become
    limits: dict[int, tuple[RoutineSym, Field]] = field(default_factory=dict)  # bits of each `once per …`, and what clears them
    again: Field | None = None  # how many further turns each player has earned, if some sentence gives one
    skipped: Field | None = None  # how many turns each player has to skip
    sheets: dict[Span, Any] = field(default_factory=dict)  # the tables that variants add, by where they stand
    demands: dict[RoutineSym, Any] = field(default_factory=dict)  # what each action demands, checked once
    texts: dict[CardSym, Any] = field(default_factory=dict)  # and the text of each card
    told_limits: set[int] = field(default_factory=set)
    looks: Looks = field(default_factory=Looks)  # how the author wants it printed and shown
    removed: dict[str, Span] = field(default_factory=dict)  # names that a variant took out
    replaced: frozenset[str] = frozenset()  # names that mean something else than without the chosen variants
    settled: set[Span] = field(default_factory=set)  # where the top of a shuffled deck is asked for after chance has decided it
    shuffled: set[str] = field(default_factory=set)  # places that some sentence shuffles
    prices: set[Span] = field(default_factory=set)  # the sentences whose `pay` is a condition of an action
    kept_secret: dict[tuple[RoutineSym, str], str] = field(default_factory=dict)  # what routines keep secret of what they are handed
    rolls_handed: list[tuple[RoutineSym, str, Span]] = field(default_factory=list)  # what everybody has seen, handed to a routine
    endless: list[tuple[Type, int, int]] = field(default_factory=list)  # sets that would have too many members: of what, from, how many
    calls: list[tuple[RoutineSym, DefineSym | RoutineSym | None, Span]] = field(default_factory=list)  # callee, who hands the player on

    # ------------------------------------------------------------ findings

    def error(self, code: Code, message: str, span: Span, *, label: str = "", help: str = "", others: tuple[Label, ...] = ()) -> None:
        self.findings.add(code, message, span, label=label, help=help, others=others)

    def unknown(self, code: Code, message: str, word: str, span: Span, known: object, help: str = "") -> None:
        """A word that nothing declares: with the nearest one that is known, or with the variant that took it away."""
        if word in self.removed:
            others = (Label(self.removed[word], "removed here"),)
            self.findings.add(code, f"`{word}` is still needed, but a variant removes it.", span, others=others)
            return
        nearest_word = nearest(word, known)  # type: ignore[arg-type]
        if nearest_word is None:
            self.findings.add(code, message, span, help=help)
            return
        fix = Fix(span, nearest_word, f"Write `{nearest_word}`.") if self.sources.text(span) == word else None
        self.findings.add(code, message, span, help=f"Did you mean `{nearest_word}`?", fix=fix)

    def type_of(self, node: object) -> Type | None:
        """What the checker found an expression of the text to be. Whoever prints or explains asks here, and guesses nothing."""
        found = self.understood.get(id(node))
        return found[1].type if found is not None else None

    def span_number(self, span: Span) -> int:
        number = self.spans.get(span)
        if number is None:
            number = self.spans[span] = len(self.program.spans)
            self.program.spans.append((span.file, span.start, span.end))
        return number

    # ------------------------------------------------------------ look-ups

    def cell_kinds(self) -> set[str]:
        return {p.core.cell_kind for p in self.places.values() if p.board is not None}

    def boards(self) -> list[PlaceSym]:
        return [p for p in self.places.values() if p.board is not None]

    def routine(self, name: str, sort: str | None = None) -> RoutineSym | None:
        for routine in self.routines.get(name, ()):
            if sort is None or routine.sort == sort:
                return routine
        return None


def attributes(world: World) -> list[AttrSym]:
    """Everything that has a value of its own: of the game, of players, of pieces, of places, of types."""
    groups = [world.game_attrs, world.player_attrs, *world.enum_attrs.values()]
    groups += [k.attrs for k in world.kinds.values()] + [p.attrs for p in world.places.values()]
    return [attr for group in groups for attr in group.values()]


def explained(attrs: dict[str, AttrSym]) -> set[str]:
    """Those of the attributes of something that the rules explain in prose; the others are bookkeeping."""
    return {name for name, attr in attrs.items() if attr.told}


@cache
def snake(name: str) -> str:
    """The small word for a kind: Troop is troop, SiegeTower is siege_tower."""
    found = name[:1].lower()
    for before, letter in itertools.pairwise(name):
        found += "_" + letter.lower() if letter.isupper() and before.islower() else letter.lower()
    return found
