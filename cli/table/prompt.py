"""The prompt: reads lines until one of them decides. Everything else that can be typed is answered here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from rulewright.cli.table.asking import log, look, take_apart, why
from rulewright.cli.table.choosing import matching, numbers
from rulewright.cli.table.hinting import hint
from rulewright.cli.table.keeping import save
from rulewright.cli.table.menu import narrowed
from rulewright.cli.table.prose import rules
from rulewright.cli.table.seats import HUMAN
from rulewright.play.errors import PlayError
from rulewright.play.knowing import known
from rulewright.play.models import Decision, Option

if TYPE_CHECKING:
    from rulewright.cli.table.sitting import Sitting

HELP = (
    ("NUMBER", "choose the option of that number"),
    ("WORDS", "choose the option with these words; parts are enough, as in `e2 e4`"),
    ("why ACTION …", "why something is not allowed; `why` alone: everything that is not offered"),
    ("look [WHAT]", "draw the table again, or tell all about a place, a cell or a piece"),
    ("list", "show the options again, all of them"),
    ("log [all]", "what has happened so far"),
    ("rules [WORD]", "the printed rules, or those that a word occurs in"),
    ("hint", "the best options as the machine sees them, with your chance of winning"),
    ("undo", "take your last decision back, and what followed from it"),
    ("save NAME", "write the match to a file"),
    ("quit", "leave; the match is kept"),
)
SHORT = {"?": "help", "exit": "quit", "q": "quit", "h": "help", "l": "look"}


class Left(Exception):
    """Somebody has left the table."""


class Prompt:
    """Asks one seat for one decision."""

    def __init__(self, sitting: Sitting, now: Decision, seat: str) -> None:
        self.sitting = sitting
        self.now = now
        self.seat = seat
        self.console = sitting.console
        self.narrow: list[Option] = []  # the options that the last words left open
        self.commands: dict[str, Callable[[str], bool | None]] = {
            "why": self._why,
            "look": self._look,
            "list": self._list,
            "log": self._log,
            "rules": self._rules,
            "hint": self._hint,
            "undo": self._undo,
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
        }

    def choice(self) -> int | None:
        """The number of the option that was chosen; None if the match itself was changed, by taking something back."""
        while True:
            text = input(f"{self.seat}> ").strip()
            if not text:
                self._say(f"Type a number or some words of an option; help tells the rest. There are {len(self.now.options)} options.")
                continue
            try:
                option = self._option(text)
                if option is not None:
                    return option.number
                if self._command(text):
                    return None
            except PlayError as error:
                self._say(error.message, error.help)

    def _option(self, text: str) -> Option | None:
        """The option that a text means; None if it is something else."""
        exact = [o for o in self.now.options if o.title.lower() == text.lower()]
        if exact:
            return exact[0]
        if self._word(text) is not None:
            return None
        number = text.lstrip("#")
        if number.isdecimal():
            found = numbers(self.now).get(int(number)) if len(number) < 10 else None
            if found is None:
                raise PlayError(f"There is no option {number}.", f"There are {len(self.now.options)}; list shows them.")
            return found
        options = matching(self.narrow, text) or matching(self.now.options, text)
        if len(options) == 1:
            return options[0]
        self.narrow = options
        if options:
            self._say(f"{len(options)} options have these words; which one?")
            self.console.print(narrowed(options, self.now, self.console.width))
            return None
        self._not_there(text)
        return None

    def _not_there(self, text: str) -> None:
        """Something that is no option: if it names an action, the rules say why."""
        action, _ = take_apart(self.sitting.match, text)
        if action in self.sitting.match.game.program.actions:
            self.console.print(why(self.sitting.match, self.seat, text))
            return
        self._say(f"“{text}” is not one of the options.", "list shows the options, help tells what else can be typed.")

    def _say(self, message: str, help: str = "") -> None:
        self.console.print(Text(message, style="warning"))
        if help:
            self.console.print(Text(help, style="faint"))

    # ------------------------------------------------------------ commands

    def _word(self, text: str) -> str | None:
        """The command that a text begins with."""
        first = text.split()[0].lower().lstrip("/")
        first = SHORT.get(first, first) if len(text.split()) == 1 or first not in SHORT else first
        return first if first in self.commands else None

    def _command(self, text: str) -> bool:
        """Carry out a command; whether the decision is another one now."""
        word = self._word(text)
        if word is None:
            return False  # it has been answered already
        _, _, rest = text.partition(" ")
        return bool(self.commands[word](rest.strip()))

    def _why(self, text: str) -> None:
        self.console.print(why(self.sitting.match, self.seat, text))

    def _look(self, text: str) -> None:
        if text:
            self.sitting.marks.known = known(self.sitting.match, self.seat)
            self.console.print(look(self.sitting.match.view(self.seat), text, self.sitting.marks))
            return
        self.sitting.draw(self.seat)
        self.sitting.ask(self.now)

    def _list(self, text: str) -> None:
        self.sitting.ask(self.now, everything=True)

    def _log(self, text: str) -> None:
        self.console.print(log(self.sitting.match.events(self.seat), text == "all", self.sitting.marks))

    def _rules(self, text: str) -> None:
        found = rules(self.sitting.game, text)
        if found is None:
            raise PlayError(f"No printed rule has the word {text}." if text else "These rules have no prose.")
        self.console.print(found)

    def _hint(self, text: str) -> None:
        with self.console.status("thinking …"):
            found = hint(self.sitting.match)
        self.console.print(found)

    def _undo(self, text: str) -> bool:
        """Take back up to the last decision of a person, with what agents and chance did since; all of it or nothing."""
        group = self.sitting.group
        if group is not None and group.picked:
            group.picked.pop()
            self.console.print(Text("Taken back.", style="good"))
            return True
        trial = self.sitting.match.clone()
        while True:
            trial.undo()
            now = trial.decision
            if now is not None and now.seat is not None and self.sitting.who[now.seat] == HUMAN and not self.sitting.forced(now):
                break
        self.sitting.match, self.sitting.group = trial, None
        self.sitting.forget()
        self.console.print(Text("Taken back.", style="good"))
        return True

    def _save(self, text: str) -> None:
        path = save(self.sitting.match, text, self.sitting.written)
        self.sitting.saved_at, self.sitting.saved_in = len(self.sitting.match.transcript().moves), path
        self.console.print(Text(f"Saved in {path}", style="good"), soft_wrap=True)

    def _help(self, text: str) -> None:
        table = Table.grid(padding=(0, 2))
        for word, meaning in HELP:
            table.add_row(Text(word, style="word"), meaning)
        self.console.print(table)

    def _quit(self, text: str) -> None:
        raise Left
