"""Groups that are chosen piece by piece. The rules ask for their members in a fixed order, so that no group can be chosen in two ways;
whoever sits at a table picks them in any order, and the match is told when the group is complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.core import ir
from rulewright.core.program import Choice
from rulewright.core.types import Set
from rulewright.play.engines import Option as RawOption
from rulewright.play.models import Decision, Option

if TYPE_CHECKING:
    from rulewright.play.match import Match


class Group:
    """The members of a group, picked in any order, on a copy of the match."""

    def __init__(self, match: Match) -> None:
        assert match.choice is not None and match.decision is not None
        self.start = match.clone()
        self.choice = match.choice
        self.now = match.decision
        self.picked: list[RawOption] = []
        self._known: dict[RawOption, Option] = {}
        self.least, self.most = self._look_ahead()

    @staticmethod
    def begins(match: Match) -> bool:
        """Whether somebody begins to choose a group now."""
        choice = match.choice
        return choice is not None and choice.decider is not None and not choice.secret and _picked(match, choice) == 0

    # ------------------------------------------------------------ asking

    def decision(self) -> Decision:
        """What can join the group, whatever was picked first; and `done`, if it may stay as it is."""
        offered = [o for raw, o in self._offers() if self._reached([*self.picked, raw]) is not None]
        options = [o.model_copy(update={"number": n}) for n, o in enumerate(offered)]
        if self.complete():
            options.append(Option(number=len(options), title="done", role="done", action="done", arguments=()))
        return self.now.model_copy(update={"options": tuple(options)})

    def pick(self, title: str) -> None:
        self.picked.append(next(raw for raw, option in self._offers() if option.title == title))

    def complete(self) -> bool:
        """Whether the group may stay as it is."""
        match = self._reached(self.picked, exactly=True)
        return match is not None and (not self._asks(match, len(self.picked)) or any(raw[0] == 1 for raw in match.raw_options))

    def full(self) -> bool:
        """Whether nothing more can join."""
        return [o.role for o in self.decision().options] == ["done"]

    def titles(self) -> list[str]:
        return [self._known[raw].title for raw in self.picked]

    def steps(self) -> list[RawOption]:
        """The group in the order in which the rules ask for it."""
        return sorted(self.picked, key=lambda raw: raw[1])

    def members(self) -> list[RawOption]:
        """Everything that can be in the group."""
        return sorted(self._known, key=lambda raw: raw[1])

    def numbers(self, wanted: list[RawOption]) -> list[int] | None:
        """The options to choose one after the other for exactly this group; None if it is no group that can be chosen.

        Of things that are all the same the rules offer only the first: any of them stands for it.
        """
        exact = self._reached(wanted, exactly=True) is not None
        match, found = self.start.clone(), list[int]()
        left = [raw if exact else self._known[raw].title for raw in wanted]
        while left and self._asks(match, len(found)):
            ways = sorted(self._seen(match), key=lambda raw: raw[1])
            way = next((raw for raw in ways if (raw if exact else self._known[raw].title) in left), None)
            if way is None:
                return None
            left.remove(way if exact else self._known[way].title)
            found.append(match.raw_options.index(way))
            match.choose(found[-1])
        if left:
            return None
        if self._asks(match, len(found)):
            done = next((n for n, raw in enumerate(match.raw_options) if raw[0] == 1), None)
            return None if done is None else [*found, done]
        return found

    # ------------------------------------------------------------ trying

    def _offers(self) -> list[tuple[RawOption, Option]]:
        """Everything that has been seen on offer and is not picked; of what reads the same the first."""
        self._reached(self.picked)
        found: dict[str, tuple[RawOption, Option]] = {}
        for raw in sorted(self._known, key=lambda raw: raw[1]):
            if raw not in self.picked:
                found.setdefault(self._known[raw].title, (raw, self._known[raw]))
        return list(found.values())

    def _look_ahead(self) -> tuple[int, int]:
        """See all that can be offered, by always taking what comes first; how many must and how many may be taken."""
        match, count = self.start.clone(), 0
        least: int | None = None
        while self._asks(match, count):
            if least is None and any(raw[0] == 1 for raw in match.raw_options):
                least = count
            if not (ways := self._seen(match)):
                break
            match.choose(match.raw_options.index(ways[0]))
            count += 1
        return (count if least is None else least), count

    def _seen(self, match: Match) -> list[RawOption]:
        now = match.decision
        assert now is not None
        for raw, option in zip(match.raw_options, now.options, strict=True):
            if raw[0] == 0:
                self._known.setdefault(raw, option)
        return [raw for raw in match.raw_options if raw[0] == 0]

    def _reached(self, wanted: list[RawOption], exactly: bool = False) -> Match | None:
        """The match after these were chosen, with others before them where the rules need more; None if that cannot be."""
        match, left, count = self.start.clone(), sorted(wanted, key=lambda raw: raw[1]), 0
        while self._asks(match, count):
            ways = self._seen(match)
            if not left:
                break
            fillers = [raw for raw in ways if raw[1] < left[0][1] and raw not in wanted] if not exactly else []
            if left[0] in ways:
                match.choose(match.raw_options.index(left.pop(0)))
            elif fillers:
                match.choose(match.raw_options.index(fillers[0]))
            else:
                return None
            count += 1
        return match if not left else None

    def _asks(self, match: Match, count: int) -> bool:
        """Whether the match still asks for members of this group."""
        return match.choice is self.choice and _picked(match, self.choice) == count


def _picked(match: Match, choice: Choice) -> int | None:
    """How many were picked so far; None if no group is being chosen."""
    if len(choice.alts) != 2 or choice.alts[0].name != "choose" or choice.alts[1].role != "done" or not choice.alts[0].body:
        return None
    first = choice.alts[0].body[0]
    if not isinstance(first, ir.Assign) or not isinstance(first.local.type, Set):
        return None
    state = match.as_list()
    code, frame = next(match.game.knower.exchange.frames(state))
    slot = code.slots.get(first.local.index)
    if slot is None:
        return None
    return sum((state[frame + slot + i] & (1 << 64) - 1).bit_count() for i in range(first.local.type.words))
