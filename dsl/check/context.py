"""What the names mean at one place of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core.types import INT
from rulewright.core.types import Type as CoreType
from rulewright.dsl.diagnostics import Code
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.calls import name_shown, whoever
from rulewright.dsl.lower.values import Code as Made
from rulewright.dsl.lower.values import Routine, Slot, Value, wrong
from rulewright.dsl.meaning.expressions import Binding, Local
from rulewright.dsl.source import NOWHERE, Span
from rulewright.dsl.syntax.beginners import beginner, to_write
from rulewright.dsl.world import CardSym, DefineSym, RoutineSym, World


@dataclass(slots=True)
class Context:
    world: World
    routine: Routine
    names: dict[str, Value] = field(default_factory=dict)
    player: Value | None = None
    hidden: bool = False  # `player` came as a hidden parameter: using it makes the routine need one
    subject: DefineSym | RoutineSym | None = None  # whose body this is
    card: CardSym | None = None
    this: Value | None = None
    telling: bool = False  # inside the text of a card: prose is told while it is resolved
    quiet: bool = False  # a selection whose element is not used by name may bind a name that is taken

    def bind(self, name: str, value: Value) -> Context:
        """The same place with one more name."""
        names = dict(self.names)
        names[name] = value
        if value.meaning is None:
            value.meaning = Local(NOWHERE, value.type, Binding(name, value.type))
        name_shown(self.routine, value)
        if name == "player":
            return self._with(names, value, False)
        return self._with(names, self.player, self.hidden)

    def newcomer(self, code: Code, span: Span) -> bool:
        """Tells of a line that newcomers are known to write, if something is wrong in one."""
        text = self.world.sources[span.file].text
        start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
        line = text[start : end if end >= 0 else len(text)].split(" #")[0]
        found = beginner(line.strip())
        if found is None:
            return False
        start += len(line) - len(line.lstrip())
        self.error(code, found[0], Span(span.file, start, start + len(line.strip())), to_write(found[1]))
        return True

    def acting(self, player: Value) -> Context:
        """The same place with somebody else acting: from here on he is the player."""
        names = {**self.names, "player": player} if "player" in self.names else self.names
        return self._with(names, player, False)

    def noticing(self, quiet: bool) -> Context:
        """The same place, whether or not a selection in it may bind a name that is taken."""
        if quiet == self.quiet:
            return self
        found = self._with(self.names, self.player, self.hidden)
        found.quiet = quiet
        return found

    def _with(self, names: dict[str, Value], player: Value | None, hidden: bool) -> Context:
        """The same place with other names; what `replace` does, several times as fast."""
        return Context(self.world, self.routine, names, player, hidden, self.subject, self.card, self.this, self.telling, self.quiet)

    def local(self, name: str, type: CoreType = INT) -> Slot:
        return self.routine.new(name, type)

    def the_player(self, span: Span) -> Value:
        if self.player is None:
            self.world.error(
                codes.NO_PLAYER,
                "Nobody is acting here, so nobody is `player`.",
                span,
                help="Say who: begin the sentence with `each Player`, or name a player.",
            )
            return wrong()
        if self.hidden and self.subject is not None:
            self.subject.needs_player = True
        if self.player.meaning is None:
            self.player.meaning = Local(NOWHERE, self.player.type, Binding("player", self.player.type, actor=True))
        return self.player

    def error(self, code: Code, message: str, span: Span, help: str = "") -> Value:
        self.world.error(code, message, span, help=help)
        return wrong()

    def span(self, span: Span) -> int:
        return self.world.span_number(span)


def player_expr(cx: Context) -> Made:
    """The acting player to hand on to a routine; -1 if there is none (the routine may not need one)."""
    return whoever(cx.player)
