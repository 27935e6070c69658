"""What crosses the border of a match: plain models, ready for JSON."""

from __future__ import annotations

import hashlib
from fractions import Fraction

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Argument(Model):
    """One thing chosen as part of an option."""

    preposition: str
    sort: str  # piece, cell, player, number, ...
    value: int
    name: str


class Option(Model):
    number: int
    title: str
    role: str  # act, label, done, decline, go_on, chance
    action: str
    arguments: tuple[Argument, ...] = ()


class ChanceOutcome(Model):
    """Something chance can bring, with its exact probability."""

    options: tuple[int, ...]
    title: str
    numerator: int
    denominator: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.numerator, self.denominator)


class Decision(Model):
    """What is to be decided now, and by whom."""

    number: int  # counts the decisions of the match; an answer to an old one is refused
    seat: str | None  # None: chance
    prompt: str
    options: tuple[Option, ...]
    outcomes: tuple[ChanceOutcome, ...] = ()
    rule: str = ""


class Line(Model):
    """An entry of the score."""

    name: str
    points: int


class Outcome(Model):
    """How a match ended."""

    kind: str  # win, loss, draw, shared, none, ending, cut
    winners: tuple[str, ...]
    ending: str = ""
    reason: str = ""
    deciding: str = ""  # the criterion that decided, if it was a tie-breaker
    scores: dict[str, tuple[Line, ...]] = Field(default_factory=dict)

    def points(self, seat: str) -> int:
        return sum(line.points for line in self.scores.get(seat, ()))


class Refusal(Model):
    """Why an action is not allowed now."""

    allowed: bool
    action: str
    reason: str = ""
    rule: str = ""  # the words of the rule
    prose: str = ""
    place: str = ""  # file, line and column
    values: dict[str, str] = Field(default_factory=dict)
    coded: bool = Field(default=False, exclude=True, repr=False)  # the reason quotes the rules; `rulebook.english.refusing` has the words
    span: int = Field(default=-1, exclude=True, repr=False)


class PieceView(Model):
    kind: str
    name: str | None = None  # None: this seat does not know
    id: str | None = None
    owner: str | None = None
    attributes: dict[str, str] = Field(default_factory=dict)


class CellView(Model):
    name: str
    pieces: tuple[PieceView, ...] = ()
    counts: dict[str, int] = Field(default_factory=dict)  # equal pieces: "Seed", or "Checker of White"
    attributes: dict[str, str] = Field(default_factory=dict)


class PlaceView(Model):
    name: str
    shape: str
    owner: str | None = None
    width: int = 0
    height: int = 0
    cells: tuple[CellView, ...] = ()
    hidden: dict[str, int] = Field(default_factory=dict)  # pieces of which only the number is known, by kind


class View(Model):
    """What one seat (or an onlooker) may know."""

    seat: str | None
    deciding: str | None
    places: tuple[PlaceView, ...]
    players: dict[str, dict[str, str]]
    game: dict[str, str]
    log: tuple[str, ...]
    over: bool


class Move(Model):
    """A decision as it was taken."""

    who: str  # a seat, or chance
    choice: str
    number: int


class Transcript(Model):
    """A whole match, to be replayed."""

    game: str
    title: str
    fingerprint: str  # of the rules; empty: whatever they are now, as long as every move is possible
    options: dict[str, str] = Field(default_factory=dict)
    players: int
    variants: tuple[str, ...] = ()
    seed: int | None = None
    moves: tuple[Move, ...]
    outcome: Outcome | None = None
    iterations: dict[int, int] = Field(default_factory=dict)  # made before a move, by its place, where the budget of a search was time

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, object]:
        """Without the iterations, if nobody searched for a time: as all records were written before."""
        data: dict[str, object] = write(self)
        if not self.iterations:
            data.pop("iterations", None)
        return data


class SavedMatch(Model):
    rulewright: int = 2
    transcript: Transcript
    state: str  # base64
    decision: int
    form: str = ""  # how the state is laid out
    rules: str = ""  # the files of the rules, packed
    version: str = ""  # of the program that wrote it
    digest: str = ""  # of all the rest, so that damage is noticed

    def sealed(self) -> SavedMatch:
        """The same with its digest."""
        return self.model_copy(update={"digest": self._digest()})

    @property
    def whole(self) -> bool:
        """Whether it is as it was written."""
        return self.digest == self._digest()

    def _digest(self) -> str:
        left_out = {"digest"} if self.version else {"digest", "version"}  # older saves do not name it
        return hashlib.sha256(self.model_dump_json(exclude=left_out).encode()).hexdigest()[:24]
