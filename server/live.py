"""One match while people look at it: the course of decisions, secret rounds, taking back, and what each viewer has been sent.

`Course` is the match and its record without anybody looking: whatever happens is an entry, and reading the entries again gives the same
match, log and questions. `server.table` shows it to viewers.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.core.program import Choice
from rulewright.dsl.words import counted, seats_apart
from rulewright.play.errors import PlayError
from rulewright.play.match import Event, Match
from rulewright.play.models import Outcome
from rulewright.rulebook.english.telling import headline, sentence
from rulewright.server.clock import GIFT, Clock, wound
from rulewright.server.gathering import joined
from rulewright.server.shelf import Box
from rulewright.server.sight import Glance, glance
from rulewright.server.store import Entry, Head


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the log: what each seat reads of it, and at last an onlooker; nothing for those who do not notice it."""

    kind: str
    who: str | None
    texts: tuple[str, ...]
    at: Moment | None  # the table as it stood then
    title: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision and those before it: also those that were taken back later can be looked at again."""

    before: Moment | None
    number: int

    def choices(self) -> list[int]:
        found: list[int] = []
        at: Moment | None = self
        while at is not None:
            found.append(at.number)
            at = at.before
        return found[::-1]


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision as it stands in the record."""

    seat: str
    number: int
    at: float
    forced: bool = False
    chance: int = 0  # how many times chance spoke after it
    silent: bool = False  # nobody else learns that it was decided
    joined: bool = False  # part of what was decided just before: a group is taken back as a whole
    moment: Moment | None = None


@dataclass(slots=True)
class Request:
    """Something that others must agree to."""

    what: str
    by: str
    to: int
    sentence: str
    yes: set[str] = field(default_factory=set)


class Course:
    """A match as its record tells it."""

    def __init__(self, box: Box, head: Head) -> None:
        self.box, self.head, self.game = box, head, box.game
        self.match: Match = self.begin()
        self.taken: list[Taken] = []
        self.held: dict[str, int] = {}  # answers to a secret question that not all have answered
        self.log: list[Told] = []
        self.entries = 0
        self.step = 0  # counts decisions and what was taken back
        self.quiet: dict[str, int] = {}  # seat -> how many of them nobody else noticed
        self.called: dict[str, str] = {}
        self.keys: dict[str, str] = dict(head.settings.get("keys", {}))  # seat -> digest of its secret
        self.machines: dict[str, str] = {s: w for s, w in head.settings.get("who", {}).items() if w not in {"here", "link"}}
        self.resigned = ""
        self.request: Request | None = None
        self.next = ""
        self.notes: list[dict[str, Any]] = []
        self.clock = wound(head.settings, self.game.deciding, self.machines)
        self.flagged = False  # whether it was the clock that ended the match
        self.answered: dict[str, list[int]] = {}  # seat -> messages that are in the record
        self.begun = head.made
        self._heard = 0
        self._outcome: Outcome | None = None
        self._sealed: list[Told] = []  # what was chosen in secret by those who answered first
        self._asked: list[tuple[str, Match]] | None = None
        self._glances: dict[int | None, Glance] = {}
        self._read: dict[str | None, tuple[int, list[tuple[Told, str]]]] = {}  # viewer -> lines of the log that were looked at, its own
        self._listen()

    def begin(self) -> Match:
        """The match before anything was decided."""
        return self.game.start(self.head.seed)

    # ------------------------------------------------------------ the record

    def entry(self, kind: str, at: float, **data: Any) -> Entry:
        """The next entry of the record."""
        return Entry(self.entries, at, kind, data)

    def apply(self, entry: Entry) -> None:
        """Something has happened. Raises `PlayError` and changes nothing if it cannot have happened."""
        data = entry.data
        match entry.kind:
            case "decide":
                self._decide(data["seat"], data["number"], entry.at, data.get("forced", False), data.get("joined", False))
            case "hold":
                self.held[data["seat"]] = data["number"]
                self._say("word", data["seat"], f"{seats_apart(data['seat'])} has chosen.")
            case "undo":
                self._undo(data["to"], data["by"])
            case "say":
                self._say("say", data.get("seat"), data["text"])
            case "resign":
                self._resign(data["seat"], "resigns")
            case "flag":
                self.flagged = True
                self._resign(data["seat"], "has no time left")
            case "time":
                if self.clock is not None and data["to"] in self.clock.left:
                    self.clock.left[data["to"]] += GIFT
                    self._say("word", data["seat"], f"{seats_apart(data['seat'])} gives {seats_apart(data['to'])} a minute more.")
            case "wake":
                if self.clock is not None:
                    self.clock.wake(entry.at)
            case "name":
                self.called[data["seat"]] = data["text"]
            case "key":
                self.keys[data["seat"]] = data["digest"]
                self.called.pop(data["seat"], None)
            case "note":
                self.notes.append({**data, "time": entry.at})
            case "ask":
                self.request = Request(data["what"], data["seat"], data.get("to", 0), self._wish(data["seat"], data.get("to", 0)))
            case "answer":
                if self.request is not None and data["yes"]:
                    self.request.yes.add(data["seat"])
                else:
                    self.request = None
            case "next":
                self.next = data["match"]
        if self.clock is not None and self.taken:
            self._tick(self.clock, entry)
        if "re" in data:
            self.answered.setdefault(data["seat"], []).append(data["re"])
            del self.answered[data["seat"]][:-32]
        self.entries = entry.number + 1

    def _tick(self, clock: Clock, entry: Entry) -> None:
        if entry.kind in {"decide", "hold"}:
            clock.decided(entry.data["seat"], entry.at)
        clock.run([] if self.over else [seat for seat, _ in self.asked()], entry.at)

    def _decide(self, seat: str, number: int, at: float, forced: bool, joined: bool = False) -> None:
        before = len(self.match.moves)
        asked = self.match.choice
        silent = self._silent(number)
        self.match.choose(number, seat=seat)
        self.held.pop(seat, None)
        moment = Moment(self.moment, number)
        self.taken.append(Taken(seat, number, at, forced, len(self.match.moves) - before - 1, silent, joined, moment))
        if silent:
            self.quiet[seat] = self.quiet.get(seat, 0) + 1
        self._changed()
        self._listen(asked if asked is not None and asked.secret else None)

    def _wish(self, seat: str, to: int) -> str:
        many = sum(not t.silent for t in self.taken[to:])
        return f"{seats_apart(seat)} would like to take back {counted(many, 'decision')}."

    def _silent(self, number: int) -> bool:
        """Whether only the seat itself learns of an option: somebody goes on who could have interrupted."""
        choice, options = self.match.choice, self.match.raw_options
        return choice is not None and 0 <= number < len(options) and choice.alts[options[number][0]].role == "go_on"

    def _undo(self, to: int, by: str) -> None:
        while len(self.taken) > to:
            self.taken.pop()
            self.match.undo(force=True)
        self.held.clear()
        self._sealed = []
        self._heard = len(self.match.events())
        self._changed()
        self._say("undo", by, f"{seats_apart(by)} takes back. The table is as it was before.")
        self._heard_again()

    def _resign(self, seat: str, how: str) -> None:
        name = seats_apart(seat)
        if len(self.people_and_machines()) > 2:
            self.machines[seat] = "greedy"
            if self.clock is not None:
                self.clock.left.pop(seat, None)
                self.clock.since.pop(seat, None)
            self._say("word", seat, f"{name} {how} and leaves the table. A machine plays on.")
        else:
            self.resigned = seat
            self._say("end", seat, f"{name} {how}.")
        self._changed()

    def _changed(self) -> None:
        self.step += 1
        self._asked = None
        self._glances = {}
        self._outcome = None
        self.request = None

    @property
    def moment(self) -> Moment | None:
        return self.taken[-1].moment if self.taken else None

    def at(self, moment: Moment | None) -> Match:
        """The match as it stood at a moment."""
        match = self.begin()
        for number in moment.choices() if moment is not None else ():
            match.choose(number)
        return match

    # ------------------------------------------------------------ the log

    def _listen(self, asked: Choice | None = None) -> None:
        """What the match has to tell since it was last asked; `asked` if it is the answer to a secret question."""
        whole = self.match.all_events()
        fresh = [told for event in whole[self._heard :] if (told := self._told(event)) is not None]
        if asked is not None:  # that something was chosen has been told when it was; what it was, when all have chosen
            self._sealed += [line for line in fresh if line.kind == "move" and line.who is not None]
            fresh = [line for line in fresh if line not in self._sealed]
        if self._sealed and self.match.choice is not asked:
            shown = {line.who for line in fresh if line.kind == "reveal"}
            fresh = [self._for_himself(line) for line in self._sealed if line.who not in shown] + fresh
            self._sealed = []
        self.log += joined([replace(line, kind="move") if line.kind == "reveal" else line for line in fresh])
        self._heard = len(whole)
        if self.match.over:
            outcome = self.outcome()
            assert outcome is not None
            self._say("end", None, headline(outcome))

    def _told(self, event: Event) -> Told | None:
        seats = range(len(self.game.seats) + 1)
        keys = [(event.veiled[n], event.came[n : n + 1]) for n in seats]  # most lines read the same for all
        said = {key: sentence(self.game, event.for_reader(n)) if key[0] else ("", None, "") for n, key in zip(seats, keys, strict=True)}
        lines = [said[key] for key in keys]
        kind, who, _ = next((line for line in lines if line[2]), ("", None, ""))
        return Told(kind, who, tuple(text for _, _, text in lines), self.moment, event.title) if kind else None

    def _for_himself(self, line: Told) -> Told:
        """What somebody chose in secret, and nobody learns."""
        texts = tuple(t if s == line.who else "" for t, s in zip(line.texts, [*self.game.seats, None], strict=True))
        return replace(line, texts=texts)

    def _heard_again(self) -> None:
        self._heard = len(self.match.all_events())

    def _say(self, kind: str, who: str | None, text: str) -> None:
        self.log.append(Told(kind, who, (text,) * (len(self.game.seats) + 1), self.moment))

    def lines(self, seat: str | None) -> list[tuple[Told, str]]:
        """The log as a viewer reads it."""
        index = self.index(seat)
        count, found = self._read.get(seat, (0, []))
        if count < len(self.log):
            found = [*found, *((told, told.texts[index]) for told in self.log[count:] if told.texts[index])]
            self._read[seat] = (len(self.log), found)
        return found

    def glance(self, seat: int | None) -> Glance:
        """The position as a viewer knows it now."""
        if seat not in self._glances:
            self._glances[seat] = glance(self.match, seat)
        return self._glances[seat]

    def index(self, seat: str | None) -> int:
        return self.game.seats.index(seat) if seat is not None else len(self.game.seats)

    # ------------------------------------------------------------ who is asked

    @property
    def over(self) -> bool:
        return self.match.over or bool(self.resigned)

    def people_and_machines(self) -> tuple[str, ...]:
        return self.game.deciding

    def asked(self) -> list[tuple[str, Match]]:
        """The seats that have something to decide now, each with the match as it is put to it.

        A secret question is put to all at once: those who are asked later see it in a copy in which the earlier ones chose anything.
        """
        if self._asked is None:
            self._asked = [] if self.over else self._find_asked()
        return [(seat, match) for seat, match in self._asked if seat not in self.held]

    def _find_asked(self) -> list[tuple[str, Match]]:
        choice = self.match.choice
        assert choice is not None
        found = [(self.game.seats[self.match.decider], self.match)]
        if not choice.secret:
            return found
        other = self.match
        while len(found) < len(self.game.seats):
            other = other.clone()
            try:
                other.choose(0)
            except PlayError:
                break
            later = self.game.seats[other.decider] if other.choice is choice else None
            if later is None or later in {s for s, _ in found}:
                break
            found.append((later, other))
        return found

    def asked_before(self, seat: str) -> int:
        """How many are asked the same secret question before a seat."""
        return next((n for n, (s, _) in enumerate(self._asked or ()) if s == seat), 0)

    def silent(self, match: Match) -> None:
        """Show another position of the same match, in which nobody is asked anything."""
        self.match, self._asked, self._glances = match, [], {}

    def round_ready(self) -> list[tuple[str, int]]:
        """The answers to a secret question in the order of the rules, once all have answered."""
        if not self.held or self._asked is None or any(seat not in self.held for seat, _ in self._asked):
            return []
        return [(seat, self.held[seat]) for seat, _ in self._asked]

    def forced(self, match: Match) -> int | None:
        """The only thing that can be chosen, if it is of the sort that nobody need be asked about."""
        choice, options = match.choice, match.raw_options
        if choice is None or choice.secret or len(options) != 1 or self.box.tale:
            return None
        alt = choice.alts[options[0][0]]
        if alt.role != "act" or alt.name != "choose":
            return None
        hidden = match.hidden_from(None)
        return None if any(s.sort == "piece" and a in hidden for s, a in zip(alt.shown, options[0][1], strict=True)) else 0

    def name_of_question(self, seat: str | None) -> str:
        """A name for the present question that tells nothing else: it counts what the seat has noticed."""
        unnoticed = sum(count for other, count in self.quiet.items() if other != seat)
        said = f"{seat}|{self.step - unnoticed}".encode()
        return hmac.new(self.head.key, said, hashlib.sha256).hexdigest()[:12]

    # ------------------------------------------------------------ taking back

    def last_own(self, seat: str) -> int | None:
        """How many decisions are left if a seat takes its last one back; None if it has taken none."""
        for number in range(len(self.taken) - 1, -1, -1):
            if self.taken[number].seat == seat and not self.taken[number].forced and not self.taken[number].joined:
                return number
        return None

    def turn_begun(self, seat: str) -> int | None:
        """How many decisions are left if a seat takes back all it has decided since somebody else did."""
        found = None
        for number in range(len(self.taken) - 1, -1, -1):
            taken = self.taken[number]
            if taken.seat != seat and not taken.silent:
                break
            if taken.seat == seat and not taken.forced and not taken.silent:
                found = number
        return found

    def whole_turn(self, seat: str) -> bool:
        """Whether taking back the whole turn is possible, and more than taking back the last step."""
        to = self.turn_begun(seat)
        return to is not None and to != self.last_own(seat) and not self.held and not any(t.chance for t in self.taken[to:])

    def free_to_undo(self, seat: str) -> bool:
        """Whether a seat's last decision is the last of all, as far as it knows, and nothing has been learned from it by chance."""
        to = self.last_own(seat)
        return to is not None and not self.others_since(seat, to) and not any(t.chance for t in self.taken[to:]) and not self.held

    def others_since(self, seat: str, to: int) -> set[str]:
        """Who else has decided something since. That somebody could have interrupted, and did not, is nobody's business."""
        return {t.seat for t in self.taken[to:] if not t.silent} - {seat}

    def learned_since(self, to: int) -> bool:
        """Whether anybody has seen something since that cannot be unseen."""
        if any(t.chance for t in self.taken[to:]):
            return True
        if not self.box.hides:
            return False
        earlier = self.match.clone()
        for _ in range(len(self.taken) - to):
            earlier.undo(force=True)
        return learned(earlier, self.match)

    def outcome(self) -> Outcome | None:
        if self.resigned:
            others = tuple(s for s in self.people_and_machines() if s != self.resigned)
            return Outcome(kind="win", winners=others)
        if self._outcome is None:
            self._outcome = self.match.outcome
        return self._outcome


def learned(before: Match, after: Match) -> bool:
    """Whether anybody sees the face of something that was out of sight before."""
    seats = [*range(len(before.game.seats)), None]
    return any(set(before.hidden_from(seat)) - set(after.hidden_from(seat)) for seat in seats)
