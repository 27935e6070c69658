"""A match: who decides what, what happened, who sees what, how it ended. It can be copied, undone, saved and replayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

from rulewright.core.layout import pack, unpack
from rulewright.core.program import Choice
from rulewright.interpreter.errors import REASONS
from rulewright.play import saving
from rulewright.play.engines import Option as RawOption
from rulewright.play.errors import PlayError
from rulewright.play.invariants import problems
from rulewright.play.knowledge.memory import Memory, Spot
from rulewright.play.knowledge.order import in_order
from rulewright.play.knowledge.packet import Guise, Knowledge, World
from rulewright.play.models import Argument, ChanceOutcome, Decision, Move, Option, Outcome, Refusal, Transcript, View
from rulewright.play.outcomes import outcome_of
from rulewright.play.reader import Reader
from rulewright.play.refusals import why_not
from rulewright.play.telling import Event as Event
from rulewright.play.telling import Step, revealed, several, told
from rulewright.play.views import view

if TYPE_CHECKING:
    from rulewright.play.game import Game


@dataclass(slots=True)
class Snapshot:
    state: Any
    moves: int
    events: int
    decision: int
    revealed: bool  # whether chance has spoken since
    memory: Memory
    sealed: list[Step]  # what was chosen in secret and is not yet told


class Match:
    def __init__(self, game: Game, seed: int, chance: str = "auto") -> None:
        if chance not in {"auto", "ask"}:
            raise PlayError(f"Chance can be auto or ask, not {chance}.")
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise PlayError(f"A seed is a whole number, not {seed!r}.")
        self.game = game
        self.seed = seed
        self._chance = chance
        self._engine = game.engine
        self._moves: list[Move] = []
        self._iterations: dict[int, int] = {}
        self._events: list[Event] = []
        self._past: list[Snapshot] = []
        self._number = 0
        self._decision: Decision | None = None
        self._raw: list[RawOption] | None = None  # the options of the present decision, once they were asked for
        self._guises: list[tuple[dict[int, frozenset[Spot]], Guise]] = []  # the state as those know it who saw this
        self._memory = Memory(game.names.sight)
        self._sealed: list[Step] = []
        self._engine.told()
        self._state = self._guarded(lambda: self._engine.start(seed))
        self._memory.follow(self._engine.as_list(self._state))
        self._listen()
        self._settle()

    # ------------------------------------------------------------ deciding

    @property
    def over(self) -> bool:
        return self._engine.choice(self._state) is None

    @property
    def choice(self) -> Choice | None:
        """The point of the rules at which the match stands: who is asked there, and between what."""
        return self._engine.choice(self._state)

    @property
    def decision(self) -> Decision | None:
        """What is to be decided now; None if the match is over."""
        choice = self._engine.choice(self._state)
        if choice is None:
            return None
        if self._decision is None or self._decision.number != self._number:
            self._decision = self._describe(choice)
        return self._decision

    @property
    def raw_options(self) -> list[RawOption]:
        """The options as the engine has them: alternative and arguments. Their order tells whoever decides nothing new."""
        if self._raw is None:
            found: list[RawOption] = self._guarded(lambda: self._engine.options(self._state))
            choice = self._engine.choice(self._state)
            if choice is not None and choice.decider is not None and self.game.names.sight.hides:
                found = in_order(self, choice, found)
            self._raw = found
        return self._raw

    @property
    def decider(self) -> int:
        """The number of the seat that decides; -1 is chance."""
        return self._engine.decider(self._state)

    @property
    def number(self) -> int:
        """Of the present decision."""
        return self._number

    def as_list(self) -> list[int]:
        """The whole state; for those who make of it what a seat may know."""
        return self._engine.as_list(self._state)

    def hidden_from(self, seat: int | None) -> Collection[int]:
        """Pieces whose faces a seat does not see now."""
        return self._memory.of(seat) if not self.over else ()

    def _describe(self, choice: Choice) -> Decision:
        names = self.game.names
        state = self._engine.as_list(self._state)
        who = self._engine.decider(self._state)
        hidden = self.hidden_from(who) if who >= 0 else ()
        options = []
        for number, (alternative, args) in enumerate(self.raw_options):
            alt = choice.alts[alternative]
            words = alt.words or ("",) * len(args)
            arguments = tuple(
                Argument(preposition=w, sort=s.sort, value=a, name=names.told(s, a, state, hidden))
                for w, s, a in zip(words, alt.shown, args, strict=False)
            )
            title = names.title(choice, alt, args, state, hidden)
            options.append(Option(number=number, title=title, role=alt.role, action=alt.name, arguments=arguments))
        outcomes = _outcomes(options) if who < 0 else ()
        for telling in (names.marks, names.where) if who >= 0 else ():
            options = [_told_apart(o, telling, state, hidden) if n > 1 else o for o, n in _doubled(options)]
        return Decision(
            number=self._number,
            seat=None if who < 0 else names.seat(who),
            prompt=choice.prompt.replace("_", " "),
            options=tuple(options),
            outcomes=outcomes,
        )

    def choose(self, option: int | Option | str, *, seat: str | None = None, decision: int | None = None) -> None:
        """Decide. An option is given by its number, itself, or its title; a wrong or old one is refused and changes nothing."""
        choice = self.choice
        if choice is None:
            raise PlayError("The match is over.")
        if decision is not None and decision != self._number:
            raise PlayError(f"Decision {decision} is not the present one, which is {self._number}.", "Ask for the decision again.")
        who = self._asked()
        if seat is not None and seat != who:
            raise PlayError(f"{seat} has nothing to decide now; {who or 'chance'} does.")
        number = self._number_of(option)
        if self.game.most_decisions is not None and self._number >= self.game.most_decisions:
            raise PlayError(f"This match has had {self.game.most_decisions:,} decisions, which is as many as are allowed here.")
        self._remember()
        try:
            self._go(number, who, self._title(choice, number))
            self._settle()
        except BaseException:  # also when somebody presses Ctrl-C in the middle
            last = self._past.pop()
            self._restore(last)
            raise

    def choose_made(self, number: int) -> None:
        """Decide by the number that an option has where engines make them, as agents' matches are noted."""
        made = self._guarded(lambda: self._engine.options(self._state))[number]
        self.choose(self.raw_options.index(made))

    def _remember(self) -> None:
        """Keep what is needed to come back here."""
        now = self._engine.copy(self._state), len(self._moves), len(self._events), self._number
        self._past.append(Snapshot(*now, False, self._memory.copy(), self._sealed[:]))

    def _asked(self) -> str | None:
        """The seat that decides; None is chance."""
        who = self._engine.decider(self._state)
        return None if who < 0 else self.game.names.seat(who)

    def _number_of(self, option: int | Option | str) -> int:
        if isinstance(option, int) and not isinstance(option, bool):  # then the others need not be described
            if not 0 <= option < len(self.raw_options):
                raise PlayError(f"There is no option {option}.", f"There are {len(self.raw_options)}, numbered from 0.")
            return option
        now = self.decision
        assert now is not None
        if isinstance(option, Option):
            if option.number >= len(now.options) or now.options[option.number] != option:
                raise PlayError(f"“{option.title}” is not among the options now.")
            return option.number
        if isinstance(option, str):
            found = [o.number for o in now.options if o.title == option]
            if not found:
                raise PlayError(f"“{option}” is not among the options now.", _some_options(now))
            return found[0]
        raise PlayError(f"There is no option {option}.", f"There are {len(now.options)}, numbered from 0.")

    def _title(self, choice: Choice, number: int) -> str:
        """What an option is called. Those of a player are told apart if they are called the same."""
        if self._decision is not None and self._decision.number == self._number:
            return self._decision.options[number].title
        names, state, who = self.game.names, self._engine.as_list(self._state), self._engine.decider(self._state)
        hidden = self.hidden_from(who) if who >= 0 else ()
        alternative, args = self.raw_options[number]
        title = names.title(choice, choice.alts[alternative], args, state, hidden)
        if who >= 0 and any(
            names.title(choice, choice.alts[a], b, state, hidden) == title for n, (a, b) in enumerate(self.raw_options) if n != number
        ):
            return self._describe(choice).options[number].title
        return title

    def _go(self, number: int, seat: str | None, title: str) -> None:
        """Let the match go on with an option, to its next stop."""
        raw = self.raw_options[number]
        before = self._engine.as_list(self._state)[:]  # a copy: the choice changes the state
        choice = self._engine.choice(self._state)
        assert choice is not None
        self._guarded(lambda: self._engine.choose(self._state, raw))
        self._number += 1
        self._decision, self._raw, self._guises = None, None, []
        self._moves.append(Move(who=seat or "chance", choice=title, number=number))
        self._note(Step(choice, raw, seat, before, self._engine.as_list(self._state)))
        self._listen()

    def _note(self, step: Step) -> None:
        """Write the log, and remember what was seen. Secret choices are told once all are made."""
        self._memory.follow(step.after)
        self._events.append(told(self.game, step))
        if step.choice.secret:
            self._sealed.append(step)
        if self._sealed and self._all_have_chosen():
            self._events += revealed(self.game, self._sealed, step.after)
            self._sealed = []
        if not self._sealed:
            self._events[-1] = replace(self._events[-1], came=self.game.narrator.came(step))

    def _all_have_chosen(self) -> bool:
        """Whether a secret round is over: something else is asked, or somebody is asked again who had finished."""
        last = self._sealed[-1]
        if self._engine.choice(self._state) is not last.choice:
            return True
        who = self._asked()
        return any(step.who == who for step in self._sealed) and not (who == last.who and several(last.choice))

    def _listen(self) -> None:
        """What cards have told goes into the log, for everybody."""
        for number in self._engine.told():
            text = self.game.program.texts[number]
            title = self.game.program.titles.get(number, "")
            self._events.append(Event(text, (text,) * (len(self.game.seats) + 1), story=True, title=title))

    def _settle(self) -> None:
        """Let chance speak until a player has to decide."""
        while self._chance == "auto":
            choice = self._engine.choice(self._state)
            if choice is None or choice.decider is not None:
                return
            number = self._engine.chance(self._state)
            self._go(number, None, self._title(choice, number))
            if self._past:
                self._past[-1].revealed = True

    def _guarded(self, run: Any) -> Any:
        """Rules that cannot be carried out become an error that names their place."""
        try:
            return run()
        except Exception as error:
            broken = self.game.broken(error)
            if broken is None:
                raise
            raise broken from None

    def place(self, span: int) -> tuple[str, str]:
        """File, line and column of a place in the rules, and its words."""
        return self.game.place(span)

    # ------------------------------------------------------------ the log

    def _reader(self) -> Reader:
        return Reader(self.game.program, self.game.names, self._engine.as_list(self._state))

    def log(self, seat: str | None = None) -> tuple[str, ...]:
        """What has happened, as a seat (or an onlooker) could follow it."""
        index = self.seat_number(seat) if seat is not None else len(self.game.seats)
        return tuple(line for e in self._events if (line := e.veiled[index]))

    def events(self, seat: str | None = None) -> tuple[Event, ...]:
        """What has happened, with what a seat reads of it."""
        index = self.seat_number(seat) if seat is not None else len(self.game.seats)
        return tuple(e.for_reader(index) for e in self._events if e.veiled[index])

    def all_events(self) -> tuple[Event, ...]:
        """Everything that has happened, with what each seat reads of it: for whoever shows it to several."""
        return tuple(self._events)

    @property
    def full_log(self) -> tuple[str, ...]:
        return tuple(e.text for e in self._events)

    def seat_number(self, seat: str) -> int:
        if seat not in self.game.seats:
            raise PlayError(f"Nobody is called {seat} here.", f"Choose one of: {', '.join(self.game.seats)}.")
        return self.game.seats.index(seat)

    # ------------------------------------------------------------ seeing

    def view(self, seat: str | None = None) -> View:
        """What a seat may know; without a seat, what an onlooker may."""
        number = self.seat_number(seat) if seat is not None else None
        return view(self.seen_by(number), number, self.deciding(seat), self.log(seat))

    def deciding(self, seat: str | None) -> str | None:
        """Who decides now, as far as a seat may know: not who could interrupt, since that would tell what he holds."""
        choice = self._engine.choice(self._state)
        if choice is None:
            return None
        who = self._engine.decider(self._state)
        if who < 0:
            return "chance"
        secretly = any(alt.role == "go_on" for alt in choice.alts) and self.game.names.sight.hides
        return None if secretly and self.game.seats[who] != seat else self.game.seats[who]

    def seen_by(self, seat: int | None) -> Reader:
        """The state in the guise in which a seat knows it; everything that is shown to the seat is read off this."""
        guise = self.game.knower.guise(self._engine.as_list(self._state), seat, self._memory)
        return Reader(self.game.program, self.game.names, guise.state)

    def worlds(self, seat: int | None, count: int) -> list[World]:
        """The state as a seat knows it, and some others that it cannot tell from it."""
        guise = self._guise(seat)
        return [World(guise.state, guise.names), *self.game.knower.worlds(guise, count, Random(self._number))]

    def _guise(self, seat: int | None) -> Guise:
        """The state as a seat knows it; for seats that know the same it is worked out once."""
        knower, spots, state = self.game.knower, self._memory.of(seat), self.as_list()
        if not knower.alike(state):
            return knower.guise(state, seat, self._memory)
        for known, guise in self._guises:
            if known == spots:
                return guise
        guise = knower.guise(state, seat, self._memory)
        self._guises.append((spots, guise))
        return guise

    def options_in(self, world: World) -> list[RawOption]:
        """What would be offered in another world."""
        try:
            return self._engine.options(self._engine.unpack(pack(self.game.program, world.state)))
        except Exception as error:
            if getattr(error, "reason", None) not in REASONS:
                raise
            return []

    @property
    def memory(self) -> Memory:
        """What the seats have seen on the way."""
        return self._memory

    def knowledge(self, seat: str | None) -> Knowledge:
        """What a seat knows, for agents: equal byte by byte for all states that the seat cannot tell apart."""
        number = self.seat_number(seat) if seat is not None else None
        return self.game.knower.packet(self._engine.as_list(self._state), number, self._memory)

    def reader(self) -> Reader:
        """The whole state, for those who may see everything."""
        return self._reader()

    def why_not(self, action: str, arguments: Mapping[str, str | int] | None = None, seat: str | None = None) -> Refusal:
        """Why an action is not allowed now: the first of its demands that fails, with its values and its printed rule."""
        return why_not(self, action, arguments or {}, seat)

    def score(self) -> dict[str, dict[str, int]]:
        """The present score of every seat, entry by entry."""
        state = self._engine.as_list(self._state)

        def entries(number: int) -> dict[str, int]:
            return {name: self.game.interpreter.ask(func, state, number) for name, func in self.game.program.scores}

        found: dict[str, dict[str, int]] = self._guarded(lambda: {seat: entries(n) for n, seat in enumerate(self.game.seats)})
        return found

    @property
    def outcome(self) -> Outcome | None:
        return outcome_of(self) if self.over else None

    @property
    def cause(self) -> int:
        """The place of the rule that ended the match, by its number among the places of the program; -1 if no rule did."""
        cause = self.game.program.cause
        assert cause is not None
        return self.as_list()[cause.at]

    @property
    def position(self) -> int:
        """A number for the position: the same for equal positions, whatever led to them."""
        return self._engine.position(self._state)

    @property
    def state(self) -> bytes:
        return self._engine.pack(self._state)

    # ------------------------------------------------------------ copies, undo, files

    def clone(self) -> Match:
        other = object.__new__(Match)
        other.game, other.seed, other._chance, other._engine = self.game, self.seed, self._chance, self._engine
        other._iterations = dict(self._iterations)
        other._moves, other._events, other._past = self._moves[:], self._events[:], self._past[:]
        other._number, other._decision, other._raw, other._guises = self._number, self._decision, self._raw, self._guises
        other._memory, other._sealed = self._memory.copy(), self._sealed[:]
        other._state = self._engine.copy(self._state)
        return other

    def undo(self, *, force: bool = False) -> None:
        """Take the last decision back. What chance has revealed since is not unlearned, unless it is forced."""
        if not self._past:
            raise PlayError("There is nothing to take back.")
        if self._past[-1].revealed and not force:
            raise PlayError("Chance has spoken since, so that decision stays.", "Something new has been seen that cannot be unseen.")
        if not force and (learnt := self._learnt(self._past[-1])):
            raise PlayError(f"{learnt} since, so that decision stays.", "What has been seen cannot be unseen.")
        self._restore(self._past.pop())

    def _learnt(self, goal: Snapshot) -> str:
        """What somebody has come to know since a moment, as the beginning of a sentence; nothing if nobody has."""
        if any(line.startswith(f"{seat} has chosen ") for line in self.full_log[goal.events :] for seat in self.game.seats):
            return "Secret choices have been shown"
        for number in range(len(goal.memory.seats)):
            if set(goal.memory.spots[number]) - set(self._memory.spots[number]):
                return "Somebody has seen something new"
        return ""

    def _restore(self, snapshot: Snapshot) -> None:
        self._state = self._engine.copy(snapshot.state)  # a copy of this match may still look back at the snapshot
        del self._moves[snapshot.moves :]
        del self._events[snapshot.events :]
        self._number, self._decision, self._raw, self._guises = snapshot.decision, None, None, []
        self._memory, self._sealed = snapshot.memory.copy(), snapshot.sealed[:]

    @property
    def moves(self) -> tuple[Move, ...]:
        """What was decided until now, chance included."""
        return tuple(self._moves)

    def transcript(self) -> Transcript:
        return Transcript(
            game=self.game.name,
            title=self.game.title,
            fingerprint=self.game.fingerprint,
            options=self.game.options,
            players=len(self.game.seats),
            variants=self.game.variants,
            seed=self.seed,
            moves=tuple(self._moves),
            outcome=self.outcome,
            iterations={at: number for at, number in self._iterations.items() if at < len(self._moves)},
        )

    def searched(self, iterations: int, at: int | None = None) -> None:
        """Note how many iterations somebody made who searched for a time: for the move that is due, or the one at a place."""
        self._iterations[len(self._moves) if at is None else at] = iterations

    def save(self) -> str:
        """The match as text, to be loaded again, here or elsewhere."""
        return saving.save(self)

    @staticmethod
    def load(game: Game, text: str, chance: str = "auto") -> Match:
        """Go on with a saved match. It must be one of these rules with these options."""
        return saving.load(game, text, chance)

    @staticmethod
    def at(game: Game, state: bytes, chance: str = "auto") -> Match:
        """A match that goes on from a state laid out by hand. Nobody remembers how it came to be, so what is hidden can be anywhere."""
        if len(state) != game.program.size:
            raise PlayError("That is no state of this game: it has the wrong length.")
        values = unpack(game.program, state)
        found = problems(game.program, values)
        if found:
            raise PlayError("That state cannot be.", found[0])
        match = object.__new__(Match)
        match.game, match.seed, match._chance, match._engine = game, 0, chance, game.engine
        match._moves, match._events, match._past, match._sealed = [], [], [], []
        match._iterations = {}
        match._number, match._decision, match._raw, match._guises = 0, None, None, []
        match._state = game.engine.unpack(state)
        match._memory = Memory(game.names.sight)
        match._memory.follow(values)
        match._memory.loosen()
        return match

    def replay(self, move: Move) -> None:
        """Take a recorded move once more, chance included."""
        choice = self._engine.choice(self._state)
        if choice is None:
            raise PlayError("The match is over there.")
        who = self._engine.decider(self._state)
        name = "chance" if who < 0 else self.game.seats[who]
        if name != move.who:
            raise PlayError(f"{name} decides there, not {move.who}.")
        if not 0 <= move.number < len(self.raw_options):
            raise PlayError(f"There are only {len(self.raw_options)} options there.")
        if who < 0:
            self._engine.chance(self._state)
            if self._past:
                self._past[-1].revealed = True
        else:
            self._remember()
        self._go(move.number, None if who < 0 else name, move.choice)

    def compare(self, state: bytes) -> None:
        """What a save says of the state is what its moves led to; but how far chance's generators are is taken from it."""
        program = self.game.program
        if len(state) != program.size:
            raise PlayError("The saved match is damaged.", "Its state has the wrong length.")
        assert program.rng is not None
        written, mine = unpack(program, state), self._engine.as_list(self._state)[:]
        mine[program.rng.at : program.rng.at + program.rng.count] = written[program.rng.at : program.rng.at + program.rng.count]
        if pack(program, mine) != state:
            raise PlayError("The saved match is damaged.", "Its state is not the one that its moves lead to.")
        self._state, self._guises = self._engine.unpack(state), []

    def let_chance(self, chance: str) -> None:
        """From now on chance speaks for itself (`auto`), or is asked (`ask`)."""
        self._chance = chance


def _doubled(options: list[Option]) -> list[tuple[Option, int]]:
    """Each option with how many are titled like it."""
    titles = Counter(o.title for o in options)
    return [(o, titles[o.title]) for o in options]


def _told_apart(option: Option, telling: Callable[[int, list[int]], str], state: list[int], hidden: Collection[int]) -> Option:
    """An option that is titled like another one, with something more about its pieces: what is true of them, where they are."""
    title, arguments = option.title, []
    for argument in option.arguments:
        open_ = argument.sort == "piece" and argument.value not in hidden
        name = argument.name + (telling(argument.value, state) if open_ else "")
        title = title.replace(argument.name, name, 1)
        arguments.append(argument.model_copy(update={"name": name}))
    return option.model_copy(update={"title": title, "arguments": tuple(arguments)})


def _outcomes(options: list[Option]) -> tuple[ChanceOutcome, ...]:
    """Options of chance that look the same are one outcome."""
    counts = Counter(o.title for o in options)
    total = len(options)
    found = []
    for title in dict.fromkeys(o.title for o in options):
        share = Fraction(counts[title], total)
        numbers = tuple(o.number for o in options if o.title == title)
        found.append(ChanceOutcome(options=numbers, title=title, numerator=share.numerator, denominator=share.denominator))
    return tuple(found)


def _some_options(now: Decision) -> str:
    titles = [o.title for o in now.options[:6]]
    more = len(now.options) - len(titles)
    return f"Choose one of: {', '.join(titles)}{f' and {more} more' if more > 0 else ''}."
