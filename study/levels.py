"""Whether another level of players says the same of who wins: what turns with the level is told as what cannot be told."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.agents.intervals import Z
from rulewright.study.figures.fairness import by_seat, by_start
from rulewright.study.model import Estimate, Finding
from rulewright.study.pictures import told
from rulewright.study.rows import Rows
from rulewright.study.stats import difference, holm, two_sided
from rulewright.study.words import short

LESS = 3  # the looks of the other level: one of so many
HOLDS = 0.05
ONE_LEVEL = "Only one level was played, so that nothing says whether another would agree."


@dataclass(frozen=True, slots=True)
class Agreement:
    """What two levels say of the same shares: a sentence, and the figures that say the contrary at the other level."""

    says: str
    turned: tuple[str, ...] = ()

    def tempered(self, finding: Finding) -> Finding:
        """An alarm that another level turns round is none."""
        if finding.figure not in self.turned:
            return finding
        return finding.model_copy(update={"severity": "note", "says": f"{finding.says} With fewer looks it is the other way round."})


def agreement(main: Rows, other: Rows | None) -> Agreement:
    """Shares of wins at both levels, all comparisons taken together."""
    if other is None or not other.whole or not main.whole:
        return Agreement(ONE_LEVEL)
    found: list[tuple[str, Estimate, Estimate, float]] = []
    for make in (by_seat, by_start):
        here, there = make(main), make(other)
        if here is not None and there is not None:
            both = list(zip(here.estimates, there.estimates, strict=False))
            found += [(here.id, a, b, _differ(a, b)) for a, b in (both if here.id == "seats" else both[:1])]
    together = holm([p for *_, p in found])
    differ = [(id, a, b) for (id, a, b, _), p in zip(found, together, strict=True) if p < HOLDS]
    levels = f"{short(main.level)} and at {short(other.level)} ({len(other.whole)} matches)"
    if not differ:
        all_ = "; ".join(_told(a, b) for _, a, b, _ in _shown(found))
        return Agreement(f"Two levels agree on who wins, at {levels}: {all_}.")
    all_ = "; ".join(_told(a, b) for _, a, b in differ)
    turned = tuple(dict.fromkeys(id for id, a, b in differ if _turns(a, b)))
    return Agreement(f"Two levels disagree on who wins, at {levels}: {all_}. What is said of fairness is about the first only.", turned)


def _shown(found: list[tuple[str, Estimate, Estimate, float]]) -> list[tuple[str, Estimate, Estimate, float]]:
    """Of two seats one is enough: the other has the rest."""
    seats = [f for f in found if f[0] == "seats"]
    return [f for f in found if f[0] != "seats" or len(seats) > 2 or f is seats[0]]


def _told(a: Estimate, b: Estimate) -> str:
    return f"{a.name} {told(a)} and {told(b)}"


def _differ(a: Estimate, b: Estimate) -> float:
    """The chance of such a difference between two levels that agree."""
    gap, low, high = difference(a, b)
    return two_sided(gap, (high - low) / (2 * Z)) if high > low else 1.0


def _turns(a: Estimate, b: Estimate) -> bool:
    """Whether one lies above what is fair and the other below."""
    assert a.fair is not None
    fair = sum(a.fair) / 2
    return (a.value - fair) * (b.value - fair) < 0
