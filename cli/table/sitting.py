"""One sitting: decisions are asked for in turn, people at the keyboard, agents by themselves, until the match is over.

Whatever ends it early (quit, Ctrl-C, the end of the input), the match is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from rulewright.agents.contract import Verdict
from rulewright.agents.registry import Player, player
from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.scene import scene
from rulewright.cli.failure import STOPPED, Failure
from rulewright.cli.table.asking import joined, told
from rulewright.cli.table.ending import ending
from rulewright.cli.table.keeping import Journal, save_somewhere
from rulewright.cli.table.menu import menu
from rulewright.cli.table.prompt import Left, Prompt
from rulewright.cli.table.prose import explanation, filled
from rulewright.cli.table.seats import HUMAN, RULES, secretive
from rulewright.cli.table.tale import is_tale, margin, paragraphs
from rulewright.play.errors import PlayError, RulesBroken
from rulewright.play.groups import Group
from rulewright.play.invariants import problems
from rulewright.play.knowing import known
from rulewright.play.match import Event, Match
from rulewright.play.models import Decision
from rulewright.play.narration.words import gathered
from rulewright.play.questions import question


class Sitting:
    def __init__(
        self, match: Match, who: Mapping[str, str], console: Console, *, paranoid: bool = False, load: str = "", memory: int | None = None
    ) -> None:
        self.match = match
        self.game = match.game
        self.who = dict(who)
        self.console = console
        self.marks = Marks(self.game, console.color_system is not None)
        self.paranoid = paranoid
        self.load = load  # how the rules are named on the command line, to tell how to go on
        self.humans = [s for s, w in self.who.items() if w == HUMAN]
        self.agents: dict[str, Player] = {
            s: player(w, match.seed * 31 + number, memory) for number, (s, w) in enumerate(self.who.items()) if w not in {HUMAN, RULES}
        }
        self.secretive = secretive(self.game)
        self.seen: dict[str | None, int] = {}  # lines of the log that a seat has been shown
        self.pictured: tuple[object, ...] | None = None  # what was drawn last, and for whom
        self.pictured_at = 0  # the lines of the log there were then
        self.viewer: str | None = self.humans[0] if len(self.humans) == 1 else None
        self.written: set[Path] = set()
        self.saved_at = -1  # the number of moves at the last save
        self.saved_in = Path()
        self.unasked: set[int] = set()  # lines of the log with what somebody did because nothing else was possible
        self.explained: set[int] = set()  # choices of which it was said what they are about
        self.group: Group | None = None  # what somebody is picking just now
        self.journal = Journal(match) if self.humans else None

    # ------------------------------------------------------------ the course of a sitting

    def run(self) -> int:
        """Play to the end, or until somebody leaves; the exit code."""
        self._welcome()
        try:
            while (now := self.match.decision) is not None:
                assert now.seat is not None  # chance speaks by itself
                if self.forced(now):
                    self.unasked.add(len(self.match.all_events()))
                    self.take(0)
                elif self.who[now.seat] == HUMAN:
                    self._human(now, now.seat)
                else:
                    self.take(self._thought(now.seat))
                    if not self.humans:
                        self.news(None)
        except (Left, EOFError):
            self._keep("Left.")
            self._close()
            return 0
        except KeyboardInterrupt:
            self._keep("Stopped.")
            self._close()
            raise Failure("", code=STOPPED) from None  # it has been said
        except PlayError:
            self._keep("")
            raise
        self._finish()
        self._close()
        return 0

    def _close(self) -> None:
        if self.journal is not None:
            self.journal.close()

    def _thought(self, seat: str) -> int:
        """What an agent chooses; whoever waits sees that it thinks, and Ctrl-C makes it take the best so far."""
        agent = self.agents[seat]
        if not self.console.is_terminal:
            return self._noted(agent, agent.decide(self.match))
        with self.console.status(Text.assemble((f" {seat} ", self.marks.palette.chip(seat)), " thinks …")) as status:

            def watch(iterations: int, seconds: float) -> bool:
                if seconds > 1:
                    said = f" thinks: {iterations:,} tries in {seconds:.0f} s (Ctrl-C: take the best so far)"
                    status.update(Text.assemble((f" {seat} ", self.marks.palette.chip(seat)), said))
                return True

            return self._noted(agent, agent.decide(self.match, watch))

    def _noted(self, agent: Player, verdict: Verdict) -> int:
        """What was chosen; how many iterations it took is noted where that cannot be told from the budget."""
        if agent.spec.budget.seconds is not None and verdict.reasons.iterations:
            self.match.searched(verdict.reasons.iterations)
        return verdict.option

    def forced(self, now: Decision) -> bool:
        """Whether there is only one thing to do: nobody is asked for that. What a story asks is read, and answered."""
        return len(now.options) == 1 and (now.options[0].role != "label" or not is_tale(self.game))

    def take(self, number: int) -> None:
        """Decide, and look after it if that was asked for."""
        self.match.choose(number)
        if self.journal is not None:
            self.journal.keep(self.match)
        if self.paranoid:
            found = problems(self.game.program, self.match.reader().state)
            if found:
                raise PlayError(
                    f"After decision {self.match.transcript().moves[-1].choice}: {found[0]}", "The engine or the rules are at fault."
                )

    def _human(self, now: Decision, seat: str) -> None:
        if len(self.humans) > 1 and self.secretive and self.viewer != seat:
            self._hand_over(seat)
        self.viewer = seat
        self.news(seat)
        if self._unchanged(seat):
            self._so_far(seat)
        else:
            self.draw(seat, everything=False)
        if Group.begins(self.match):
            self._gather(seat)
            return
        self.ask(now)
        number = Prompt(self, now, seat).choice()
        if number is None:
            return
        try:
            self.take(number)
        except RulesBroken as error:  # rules that cannot be carried out: the match is as it was, another option may do
            self.console.print(Text(error.message, style="warning"))
            self.console.print(Text(error.help, style="faint"))

    def _gather(self, seat: str) -> None:
        """Let somebody pick the members of a group in any order; the match is told when all are there."""
        self.group = Group(self.match)
        while self.group is not None and not self.group.full():
            if self.group.picked:
                self.console.print(Text(f"so far: {', '.join(self.group.titles())}", style="faint"))
            now = self.group.decision()
            self.ask(now)
            number = Prompt(self, now, seat).choice()
            if number is None:
                continue  # something was taken back
            if now.options[number].role == "done":
                break
            self.group.pick(now.options[number].title)
        group, self.group = self.group, None
        if group is None:
            return
        for step in group.steps():
            self.take(self.match.raw_options.index(step))
        now_ = self.match.decision
        if now_ is not None and self.match.choice is group.choice and not Group.begins(self.match):
            self.take(next(o.number for o in now_.options if o.role == "done"))

    def _hand_over(self, seat: str) -> None:
        """Nobody may see the other's things: the screen is emptied before the keyboard goes on."""
        self.pictured = None
        if self.viewer is not None:
            self.console.clear()
            if not self.console.is_terminal:
                self.console.print("\n" * 3)
        self.console.print(
            Text.assemble("Pass the keyboard to ", (f" {seat} ", self.marks.palette.chip(seat)), ", and let nobody else look.")
        )
        input("Press Enter when you are there. ")

    # ------------------------------------------------------------ what is shown

    def _welcome(self) -> None:
        console = self.console
        console.print(Rule(Text(self.game.title, style="title"), style="frame"))
        goal = " ".join(filled(self.game, p.text) for p in self.game.world.about)
        if goal:
            console.print(Text(goal))
        seats = Text(" · ").join(
            Text.assemble((f" {s} ", self.marks.palette.chip(s)), " you" if self.humans == [s] else f" {w}") for s, w in self.who.items()
        )
        console.print(seats)
        console.print(Text(f"seed {self.match.seed}", style="faint"))

    def _unchanged(self, seat: str) -> bool:
        """Whether the table looks as it was drawn last: somebody is in the middle of choosing."""
        return self.pictured == self._picture(seat) and not is_tale(self.game)

    def _picture(self, seat: str | None) -> tuple[object, ...]:
        view = self.match.view(seat)
        return seat, view.places, view.players, view.game

    def _so_far(self, seat: str) -> None:
        """What a seat has chosen since the table was drawn."""
        own = [event.text for event in self.match.events(seat)[self.pictured_at :] if self._own(event, seat)]
        if own:
            self.console.print()
            self.console.print(Text(f"so far: {', '.join(text.removeprefix(f'{seat}: ') for text in own)}", style="faint"))

    def draw(self, seat: str | None, everything: bool = True) -> None:
        """The table as a seat sees it; beside a story only what it needs, unless everything is asked for."""
        self.pictured, self.pictured_at = self._picture(seat), len(self.match.events(seat))
        self.console.print()
        if not everything and is_tale(self.game):
            self.console.print(margin(self.game, self.match.view(seat), self.marks))
            return
        self.console.print(scene(self.game, self.match.view(seat), self.marks, self.console, known(self.match, seat)))

    def ask(self, now: Decision, everything: bool = False) -> None:
        """The decision: whose, about what, and the options."""
        chip = self.marks.palette.chip(now.seat)
        self.console.print()
        about = self.game.narrator.question(self.match.as_list(), self.game.seats.index(now.seat)) if now.seat is not None else ""
        choice = self.match.choice
        asked = question(self.game, choice) if choice is not None else now.prompt
        self.console.print(Text.assemble((f" {now.seat} ", chip), " ", (asked, "title"), (f"  {about}" if about else "", "faint")))
        if choice is not None and choice.number not in self.explained and not is_tale(self.game):
            self.explained.add(choice.number)
            for line in explanation(self.game, choice):
                self.console.print(Padding(Text(line, style="faint"), (0, 0, 0, 2)))
        self.console.print(menu(now, self.console.width, everything))

    def news(self, seat: str | None) -> None:
        """What has happened since this seat last looked. Its own doings it knows already, but not what came of them."""
        reader = self.match.seat_number(seat) if seat is not None else len(self.game.seats)
        events = [
            (event.for_reader(reader), event.text, number in self.unasked)
            for number, event in enumerate(self.match.all_events())
            if event.veiled[reader]
        ]
        fresh = events[self.seen.get(seat, 0) :]
        for story, group in groupby(fresh, lambda entry: entry[0].story):
            if story:
                self.console.print(paragraphs([event for event, _, _ in group], self.console))
                continue
            lines = list(self._lines(list(group), seat))
            if lines and seat is not None:
                self.console.print()
            for line in lines:
                self.console.print(line)
        self.seen[seat] = len(events)

    def _lines(self, events: list[tuple[Event, str, bool]], seat: str | None) -> Iterator[RenderableType]:
        """What was done, and under it what came of it; what came of several things in the same words is said once."""
        spoken: list[Event] = []
        came: list[str] = []
        shown = {f"{seat}: has chosen" for seat in self.game.seats if any(e.text.startswith(f"{seat} has chosen ") for e, _, _ in events)}
        for event, full, unasked in events:
            silent = (
                event.text in shown
                or (self._own(event, seat) and not unasked)
                or (event.chance and (event.text != full or (event.piece and bool(event.sentences))))
            )
            if not silent:
                if came:
                    yield from self._came(came)
                    came = []
                spoken.append(event)
            if event.sentences:
                yield from (told(line, self.marks, named) for line, named in joined(spoken))
                spoken = []
                came += event.sentences
        yield from self._came(came)
        yield from (told(line, self.marks, named) for line, named in joined(spoken))

    @staticmethod
    def _came(sentences: list[str]) -> Iterator[RenderableType]:
        return (Padding(Text(sentence, style="faint"), (0, 0, 0, 4), expand=False) for sentence in gathered(sentences))

    @staticmethod
    def _own(event: Event, seat: str | None) -> bool:
        return seat is not None and event.text.startswith(f"{seat}: ")

    def forget(self) -> None:
        """After something was taken back: nobody has seen more than has now happened."""
        for seat, count in self.seen.items():
            self.seen[seat] = min(count, len(self.match.log(seat)))
        self.unasked = {number for number in self.unasked if number < len(self.match.all_events())}

    def _finish(self) -> None:
        outcome = self.match.outcome
        assert outcome is not None
        seat = self.humans[0] if len(self.humans) == 1 else None
        self.news(seat)
        self.draw(seat, everything=False)
        self.console.print()
        self.console.print(ending(self.match, outcome))

    # ------------------------------------------------------------ leaving

    def _keep(self, word: str) -> None:
        """Save what has been decided, unless that is nothing, or has been saved already."""
        moves = len(self.match.transcript().moves)
        self.console.print()
        if self.saved_at == moves:
            self.console.print(f"{word} The match is kept in {self.saved_in}".strip(), soft_wrap=True)
            return
        if not any(m.who != "chance" for m in self.match.transcript().moves):
            self.console.print(f"{word} Nothing has been decided yet, so nothing is saved.".strip())
            return
        path = save_somewhere(self.match)
        self.console.print(f"{word} The match is kept in {path}".strip(), soft_wrap=True)
        self.console.print(
            Text(f"Go on: rulewright play {self.load + ' ' if self.load else ''}--load {path}", style="faint"), soft_wrap=True
        )
