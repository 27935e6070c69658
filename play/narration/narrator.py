"""Puts together what each reader is told of a step: whose chance it was and what for, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.core.program import Choice
from rulewright.play.names import one
from rulewright.play.narration.changes import Changes, Moved
from rulewright.play.narration.purpose import Purposes, Under
from rulewright.play.narration.words import capital, listed, spaced

if TYPE_CHECKING:
    from rulewright.play.game import Game
    from rulewright.play.telling import Step


class Narrator:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.changes = Changes(game)
        self.purposes = Purposes(game)
        self._rollers = {c.number: self._members(c) for c in game.program.choices if c.decider is None and c.source is not None}

    def _members(self, choice: Choice) -> list[str]:
        assert choice.source is not None
        return [next((s for s in self.game.seats if m.endswith(f" of {s}")), "") for m in choice.source.members]

    # ------------------------------------------------------------ chance

    def roller(self, step: Step) -> str:
        """Who rolls, or whose deck it is; nothing if it is nobody's."""
        choice = step.choice
        members = self._rollers.get(choice.number)
        if not members or choice.stream is None or len(members) == 1:
            return ""
        machine = self.game.interpreter.machine
        assert choice.source is not None
        number = machine.eval(choice.stream, step.before, machine._frame(step.before)[1])
        name = self.game.program.streams[number] if 0 <= number < len(self.game.program.streams) else ""
        return next((s for s in self.game.seats if name.endswith(f" of {s}")), "")

    def chance(self, step: Step, title: str, seat: int | None, everything: bool = False) -> str:
        """What chance brought, whose it was and what for: `Red rolls 4 (who falls: Medusa)`."""
        choice = step.choice
        text = title
        if choice.prompt == "roll":
            who = self.roller(step)
            text = f"{who} rolls {title}" if who else f"a roll of {title}"
        elif choice.prompt == "lot":
            text = f"the lot falls on {title}"
        purpose = self.purpose(step.before, seat, everything)
        return f"{text} ({purpose})" if purpose else text

    def purpose(self, state: list[int], seat: int | None, everything: bool = False) -> str:
        """The innermost routine that is under way, and what it is about."""
        under = self.purposes.under_way(state)
        if not under:
            return ""
        about = next((text for u in under[::-1] if (text := self._about(u, state, seat, everything))), "")
        return f"{under[-1].name}: {about}" if about else under[-1].name

    def question(self, state: list[int], seat: int | None) -> str:
        """What a decision is about, if the routine that asks for it is about something."""
        under = self.purposes.under_way(state)[-1:]
        about = self._about(under[0], state, seat) if under else ""
        return f"{under[0].name}: {about}" if about else ""

    def _about(self, under: Under, state: list[int], seat: int | None, everything: bool = False) -> str:
        parts = []
        for shown, value in under.about:
            if shown.sort == "piece":
                seen = everything or self.changes.sight.sees(state, seat, value)
                parts.append(self.changes.piece(value, state) if seen else one(self.game.program.kind_of_piece(value).name))
            elif shown.sort == "cell":
                parts.append(self.changes.site(value))
            else:
                parts.append(spaced(self.game.names.value(shown, value, state)))
        return listed(list(dict.fromkeys(parts))) if parts else ""

    # ------------------------------------------------------------ what came of it

    def came(self, step: Step) -> tuple[tuple[str, ...], ...]:
        """What each seat, and then whoever looks on, is told of what came of a step."""
        moved, valued = self.changes.between(step.before, step.after)
        moved = [m for m in moved if not self._said(m, step, len(moved) == 1)]
        begun = self._begun(step)
        named = [arg for shown, arg in zip(step.alt.shown, step.raw[1], strict=False) if shown.sort == "piece"]
        readers: list[int | None] = [*range(len(self.game.seats)), None]
        heaps = self.changes.heaps(step.before, step.after)
        if not moved and not valued and not begun and not heaps:
            return ((),) * len(readers)
        return tuple(
            (
                *self._heads(begun, step.after, seat),
                *self.changes.moves(moved, step.before, step.after, seat, named),
                *heaps,
                *self.changes.values(valued, step.before, step.after, seat),
            )
            for seat in readers
        )

    def _said(self, move: Moved, step: Step, alone: bool) -> bool:
        """Whether the line of the log says where a piece went: its goal stands there, and the piece, or it can only be the player's own."""
        shown = {(s.sort, a) for s, a in zip(step.alt.shown, step.raw[1], strict=False)}
        if ("cell", move.goal) not in shown:
            return False
        if ("piece", move.piece) in shown:
            return True
        owner = self.game.program.owner
        if not alone or owner is None or step.who is None:
            return False
        kind = self.game.program.kind_of_piece(move.piece)
        number = step.before[owner.at + move.piece]
        return number >= 0 and self.game.names.owner(kind, number) == step.who

    def _begun(self, step: Step) -> list[Under]:
        """Routines that have begun with this step. What chance is asked next is told with what it brings."""
        program = self.game.program
        assert program.over is not None
        if step.after[program.over.at]:
            return []
        before = {(u.proc, u.about) for u in self.purposes.under_way(step.before)}
        abouts = {u.about for u in self.purposes.under_way(step.before) if u.about}
        after = self.purposes.under_way(step.after)
        if after and self._chance_next(step.after):
            after = after[:-1]
        if self.purposes.in_a_turn(step.after):
            after = [u for u in after if u.about and u.proc not in self.purposes.chosen]
        found = [u for u in after if (u.proc, u.about) not in before and u.about not in abouts]
        plain = [u for u in found if not u.about][1:]  # of routines that are about nothing the outermost says enough
        return [u for u in found if u not in plain]

    def _chance_next(self, state: list[int]) -> bool:
        program = self.game.program
        assert program.pending is not None
        number = state[program.pending.at]
        return number >= 0 and program.choices[number].decider is None

    def _heads(self, begun: list[Under], state: list[int], seat: int | None) -> list[str]:
        """`One mission: Sorceress (it fails)`: routines about the same thing in one line."""
        grouped: dict[tuple[object, ...], list[Under]] = {}
        for under in begun:
            grouped.setdefault(under.about, []).append(under)
        found = []
        for unders in grouped.values():
            about = self._about(unders[0], state, seat)
            rest = ", ".join(u.name for u in unders[1:])
            head = f"{unders[0].name}: {about}" if about else f"Next: {unders[0].name}"
            found.append(capital(f"{head} ({rest})." if rest else f"{head}."))
        return found
