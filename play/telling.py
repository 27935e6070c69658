"""The log: what each seat reads of what was done. Whoever sees a piece neither before nor after does not read its name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulewright.core import ir
from rulewright.core.program import Alt, Choice
from rulewright.core.sight import rolled
from rulewright.core.types import Row, Set
from rulewright.core.walk import statements
from rulewright.dsl.words import spoken
from rulewright.play.engines import Option as RawOption
from rulewright.play.questions import chosen_as

if TYPE_CHECKING:
    from rulewright.play.game import Game


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the log: the full text, and what each seat that does not see everything reads instead."""

    text: str
    veiled: tuple[str, ...]  # one for each seat, then one for onlookers; nothing for those who do not notice it
    chance: bool = False
    story: bool = False  # told by a card, not done by anybody
    title: str = ""  # of the card that begins with this
    piece: bool = False  # chance brought a piece: where it went stands in what came of it
    named: str = ""  # what the rules call what was chosen, if that is not what it is; what somebody declined to do
    came: tuple[tuple[str, ...], ...] = ()  # what came of it, in sentences: for each seat, then for onlookers

    def for_reader(self, number: int) -> Event:
        """The line as a seat reads it; the number after the last seat's is an onlooker's."""
        return replace(self, text=self.veiled[number], came=self.came[number : number + 1])

    @property
    def sentences(self) -> tuple[str, ...]:
        """What came of it, as the first of its readers is told."""
        return self.came[0] if self.came else ()


@dataclass(frozen=True, slots=True)
class Step:
    """What was chosen, by whom (None: chance), and the states around it."""

    choice: Choice
    raw: RawOption
    who: str | None
    before: list[int]
    after: list[int]

    @property
    def alt(self) -> Alt:
        return self.choice.alts[self.raw[0]]


def told(game: Game, step: Step) -> Event:
    """The line of the log for a step."""
    who = step.who or "chance"
    full = game.names.title(step.choice, step.alt, step.raw[1], step.before)
    if step.who is None:
        full = game.narrator.chance(step, full, None, everything=True)
    seats = [*range(len(game.seats)), None]
    if step.choice.secret:
        own = [s is not None and game.seats[s] == who for s in seats]
        going_on = several(step.choice) and _asked_again(game, step)  # how many somebody takes would tell what he takes
        said = "" if going_on else f"{who}: has chosen"
        return Event(f"{who}: {full}", tuple(f"{who}: {_title(game, step, s)}" if o else said for s, o in zip(seats, own, strict=True)))
    lines = []
    for seat in seats:
        if step.alt.role == "go_on" and (seat is None or game.seats[seat] != who):
            lines.append("")  # that somebody could have interrupted would tell what he holds
        elif seat in (secret := _kept_secret(game, step)) or not secret:
            die = _unseen_die(game, step, seat)
            title = f"a {die}" if die else _title(game, step, seat)
            lines.append(f"{who}: {game.narrator.chance(step, title, seat) if step.who is None else title}")
        else:
            lines.append(f"{who}: a secret {step.alt.name.replace('_', ' ')}")
    piece = step.who is None and [s.sort for s in step.alt.shown] == ["piece"]
    return Event(f"{who}: {full}", tuple(lines), step.who is None, piece=piece, named=_named(game, step))


def several(choice: Choice) -> bool:
    """Whether each of those who choose in secret chooses several things, one after the other."""
    return choice.secret and any(isinstance(s, ir.AssignAt) and _of_sets(s) for alt in choice.alts for s in statements(alt.body))


def _of_sets(stmt: ir.AssignAt) -> bool:
    return isinstance(stmt.local.type, Row) and isinstance(stmt.local.type.elem, Set)


def _asked_again(game: Game, step: Step) -> bool:
    """Whether whoever chose goes on choosing."""
    machine = game.interpreter.machine
    return machine.choice(step.after) is step.choice and machine.decider(step.before) == machine.decider(step.after)


def revealed(game: Game, steps: list[Step], after: list[int]) -> list[Event]:
    """Everybody has chosen in secret: what each of them chose, but for what still nobody else sees."""
    found = []
    for step in steps:
        shown = replace(step, after=after)
        if (
            step.who is None
            or step.alt.role == "done"
            or _own_secrets(game, game.seats.index(step.who), step.before) != _own_secrets(game, game.seats.index(step.who), after)
        ):
            continue  # it went into a secret attribute, and stays secret
        full = game.names.title(step.choice, step.alt, step.raw[1], step.before)
        lines = tuple(f"{step.who} has chosen {_title(game, shown, seat)}" for seat in [*range(len(game.seats)), None])
        found.append(Event(f"{step.who} has chosen {full}", lines, named=_named(game, step)))
    return found


def _named(game: Game, step: Step) -> str:
    """What the rules call what was chosen, or what somebody did not want to do."""
    if step.who is not None and step.alt.role == "decline":
        verb = spoken(step.choice.prompt)
        return verb if step.choice.prompt in game.program.actions else ""
    return chosen_as(game, step.choice, step.alt) if step.who is not None else ""


def _title(game: Game, step: Step, seat: int | None) -> str:
    """The title of what was chosen, as a seat can know it."""
    sight = game.names.sight
    pieces = [arg for shown, arg in zip(step.alt.shown, step.raw[1], strict=True) if shown.sort == "piece" and arg >= 0]
    hidden = {p for p in pieces if not sight.sees(step.before, seat, p) and not sight.sees(step.after, seat, p)}
    if step.who is not None and seat is not None and game.seats[seat] == step.who:
        return game.names.title(step.choice, step.alt, step.raw[1], step.before, hidden)
    return game.names.title(step.choice, step.alt, step.raw[1], step.before, hidden, plainly=True)


def _unseen_die(game: Game, step: Step, seat: int | None) -> str:
    """The kind of a die that chance has rolled, if a seat does not see what it shows."""
    if not rolled(step.alt) or game.names.sight.sees(step.after, seat, step.raw[1][1]):
        return ""
    return game.program.kind_of_piece(step.raw[1][1]).name


def _kept_secret(game: Game, step: Step) -> set[int | None]:
    """If chance brought what went straight into secret attributes: the seats that may know; else nobody has to be kept from it."""
    if step.who is not None or not step.raw[1] or rolled(step.alt):
        return set()
    found: set[int | None] = set()
    for seat in range(len(game.seats)):
        before, after = _own_secrets(game, seat, step.before), _own_secrets(game, seat, step.after)
        if any(new != old and new == step.raw[1][0] for old, new in zip(before, after, strict=True)):
            found.add(seat)
    return found


def _own_secrets(game: Game, seat: int, state: list[int]) -> list[int]:
    """The secret attributes of a player."""
    found = []
    for symbol in game.world.player_attrs.values():
        core = symbol.core
        if core is not None and core.field is not None and core.secret:
            per = max(1, len(core.family))
            found += state[core.field.at + seat * per : core.field.at + (seat + 1) * per]
    return found
