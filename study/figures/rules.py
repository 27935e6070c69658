"""Rules: what is never done, what only random players do, what never refuses, and the text with its heat beside it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.play.coverage import Coverage, Tally
from rulewright.study import places
from rulewright.study.model import Estimate, Figure, Finding, Listed
from rulewright.study.rows import Rows
from rulewright.study.words import player

if TYPE_CHECKING:
    from rulewright.play.game import Game

ASKED = 100  # of a demand, before it is said that it never refuses
ENOUGH = 100  # matches between players who think, before it is said that they avoid something
TAGS = re.compile(r"\s+\[[A-Z]+-.*\]\s*$")  # of a ledger, at the end of a line
LONG = 1500  # lines of rules
THINKING, RANDOM = 300, 10_000  # matches, before a rule that nobody met is worth more than a note
TOLD_TOGETHER = 8
TOLD = 3  # notes of a kind that reach the verdict


@dataclass(slots=True)
class Place:
    """A line of the rules with the counters that stand on it."""

    played: int = 0  # by players who think
    random: int = 0
    counted: bool = False
    deed: bool = False
    cases: list[tuple[str, int, int, int, int]] = field(default_factory=list)  # text; come to, held: by players, at random


def rules(rows: Rows, played: Coverage | None, random: Coverage, refusals: Mapping[int, Tally]) -> Figure:
    game = rows.game
    lines = by_line(game, played, random)
    met = {title for n, title in enumerate(game.program.rules) if random.fired[n] or (played is not None and played.fired[n])}
    counted = [title for title in game.program.rules if title in met or places.rule(game, title) is not None]
    dead = set(counted) - met
    findings = _dead_rules(game, dead) + _dead_lines(game, lines, dead) + _dead_cases(game, lines)
    if random.matches < RANDOM or (played is not None and played.matches < THINKING):
        findings = _together([f.model_copy(update={"severity": "note"}) for f in findings])
    findings += _deterring(game, played, random)
    idle = [(span, t) for span, t in sorted(refusals.items()) if t.reached >= ASKED and not t.refused]
    findings += [_idle(game, span, tally) for span, tally in idle][:TOLD]
    told = {line for f in findings for line in f.lines}
    count = random.matches
    between = f", and in {played.matches:,} by {player(rows.level)}" if played is not None else ""
    return Figure(
        id="rules",
        chapter="Rules",
        title="Rules at their lines",
        shows=f"{len(counted) - len(dead)} of {len(counted)} counted rules were applied in {count:,} random matches{between}.",
        sure=f"A rule that was not met comes up in at most {300 / max(1, count):.2g} % of random matches. Who tries for it may still. The "
        "bar beside a line: how often a match comes to it. Demands are asked for everything of the right sort that could have been tried.",
        estimates=(Estimate(name="a rule that nobody met, in a match", value=0.0, low=0.0, high=min(1.0, 3 / max(1, count)), count=count),),
        table=_refused(game, refusals),
        listing=_listing(game, lines, played, random, told, refusals),
        wide=True,
        findings=tuple(findings),
    )


def by_line(game: Game, played: Coverage | None, random: Coverage) -> dict[tuple[int, int], Place]:
    """Counters by file and line: the most of those that stand on it."""
    found: dict[tuple[int, int], Place] = defaultdict(Place)
    counted = random.counted
    for number in sorted(counted.places | counted.asked):
        file, start, end = game.program.spans[number]
        if file < 0:
            continue
        source = game.loaded.sources[file]
        place = found[file, source.position(start).line]
        place.counted = True
        place.deed |= number in counted.deeds
        mine = int(played.reached[number]) if played is not None else 0
        place.played, place.random = max(place.played, mine), max(place.random, int(random.reached[number]))
        if number in counted.asked and number not in counted.deeds:
            held = int(played.held[number]) if played is not None else 0
            place.cases.append((source.text[start:end], mine, held, int(random.reached[number]), int(random.held[number])))
    return found


def parts(found: Coverage, number: int) -> str:
    """What a place is: something done, something asked, or part of an expression."""
    if number in found.counted.deeds:
        return "deed"
    return "condition" if number in found.counted.asked else "expression"


def _dead_rules(game: Game, dead: set[str]) -> list[Finding]:
    found = []
    for title in sorted(dead):
        where = places.rule(game, title)
        if where is not None:
            says = f"Nobody ever met this rule: {title.replace('_', ' ')}."
            found.append(_finding("dead_rule", "look", says, where, "Try to bring it about yourself; if you cannot, leave it out."))
    return found


def _together(findings: list[Finding]) -> list[Finding]:
    """Where little was played many rules were not met: that is one note, not ten."""
    found: list[Finding] = []
    for kind in dict.fromkeys(f.kind for f in findings):
        same = [f for f in findings if f.kind == kind]
        if len(same) > TOLD:
            told = "; ".join(f.says.partition(": ")[2].rstrip(".") for f in same[:TOLD_TOGETHER])
            more = f" and {len(same) - TOLD_TOGETHER} more" if len(same) > TOLD_TOGETHER else ""
            says = f"So far nobody met {len(same)} places of the rules: {told}{more}."
            lines = tuple(f.lines[0] for f in same[:TOLD_TOGETHER])
            tries = f"Play more: {THINKING} matches and {RANDOM:,} random ones tell what is dead."
            same = [same[0].model_copy(update={"says": says, "lines": lines, "try_": tries})]
        found += same
    return found


def _dead_lines(game: Game, lines: Mapping[tuple[int, int], Place], dead: set[str]) -> list[Finding]:
    """Deeds that were never done within rules that were applied; of several one after the other, the first is told."""
    within = _bodies(game, dead)
    found: list[Finding] = []
    last: tuple[int, int] | None = None
    for file, number in sorted(lines):
        place = lines[file, number]
        if not place.deed or game.loaded.sources[file].line_text(number).strip().startswith(">"):
            continue  # what is told is no deed: the text of a card whose rules are abilities is never read out
        quiet = not place.played and not place.random
        inside = any(f == file and first <= number <= end for f, first, end in within)
        if quiet and not inside and last is None and not _optional(game, file, number):
            source = game.loaded.sources[file]
            says = f"This is never done: {TAGS.sub('', source.line_text(number)).strip()}"
            where = f"{source.path.name}:{number}"
            found.append(_finding("dead_line", "look", says, where, "Look whether its condition can ever hold; if not, leave it out."))
        last = (file, number) if quiet else None
    return found


def _dead_cases(game: Game, lines: Mapping[tuple[int, int], Place]) -> list[Finding]:
    found = []
    for (file, number), place in sorted(lines.items()):
        for text, came, held, random, luckily in place.cases:
            source = game.loaded.sources[file]
            line = source.line_text(number).strip()
            if came + random >= ASKED and not held + luckily and not line.startswith("requires") and not _optional(game, file, number):
                says = f"This case never holds, though it was asked {came + random:,} times: {text}."
                where = f"{source.path.name}:{number}"
                found.append(_finding("dead_rule", "look", says, where, "Leave it out, or move its bound."))
    return found


def _deterring(game: Game, played: Coverage | None, random: Coverage) -> list[Finding]:
    """Rules that random players meet and players who think do not."""
    if played is None or played.matches < ENOUGH:
        return []
    found = []
    for number, title in enumerate(game.program.rules):
        where = places.rule(game, title)
        if random.fired[number] and not played.fired[number] and where is not None:
            share = int(random.fired[number]) / random.matches
            says = (
                f"Players who think never meet this rule: {title.replace('_', ' ')}. It can happen ({share:.2g}× a random match), so it is "
            )
            says += "not dead: it deters, or nobody wants it."
            found.append(_finding("deterring", "note", says, where, "Ask whether it is meant to be only a threat."))
    return found[:TOLD]


def _idle(game: Game, span: int, tally: Tally) -> Finding:
    text, where = _text(game, span)
    says = f"This demand never refuses anything: {text}. It was asked {tally.reached:,} times."
    return _finding("idle_demand", "note", says, where, "Leave it out if something else makes sure of it already.")


def _finding(kind: str, severity: str, says: str, where: str, tries: str) -> Finding:
    assert severity in ("look", "note")
    return Finding(kind=kind, severity="look" if severity == "look" else "note", says=says, lines=(where,), try_=tries, figure="rules")


def _text(game: Game, span: int) -> tuple[str, str]:
    file, start, end = game.program.spans[span]
    source = game.loaded.sources[file]
    return " ".join(source.text[start:end].split()), f"{source.path.name}:{source.position(start).line}"


def _bodies(game: Game, dead: set[str]) -> list[tuple[int, int, int]]:
    """The lines of rules that were never applied: what stands in them need not be told once more."""
    found = []
    for title in dead:
        sort, _, name = title.partition(" ")
        spans = [r.said.span for r in game.world.routines.get(name, ()) if r.sort == sort]
        spans += [d.span for d, _ in game.world.standings if title.endswith(game.world.sources.text(d.test.span))]
        spans += [c.said.span for c in game.world.cards if title == f"{c.kind.name} {c.title}"]
        for span in spans:
            first = game.loaded.sources[span.file].position(span.start).line
            found.append((span.file, first, places.last(game, span.file, first)))
    return found


def _optional(game: Game, file: int, number: int) -> bool:
    """Whether a line stands under a condition that names an option: it is another game that would do it."""
    source = game.loaded.sources[file]
    names = set(game.world.options) | {"players"}
    indent = places.indent(source.line_text(number))
    for above in range(number, 0, -1):
        text = source.line_text(above)
        if not text.strip() or (above != number and places.indent(text) > indent):
            continue
        words = set(text.replace(":", " ").replace("(", " ").replace(")", " ").split())
        if ("if" in words or "else" in words) and places.indent(text) <= indent and (words & names or words == {"else"}):
            if words & names:
                return True
            indent = places.indent(text)  # what `else` belongs to stands above it, at the same depth
            continue
        if above != number and places.indent(text) < indent:
            indent = places.indent(text)
        if indent == 0:
            return False
    return False


def _refused(game: Game, refusals: Mapping[int, Tally]) -> tuple[tuple[str, ...], ...]:
    rows = [("demand", "where", "asked", "refused")]
    for span, tally in sorted(refusals.items(), key=lambda t: (-t[1].refused / max(1, t[1].reached), t[0])):
        text, where = _text(game, span)
        rows.append((text[:80], where, f"{tally.reached:,}", f"{100 * tally.refused / tally.reached:.0f} %"))
    return tuple(rows) if len(rows) > 1 else ()


def _listing(
    game: Game,
    lines: Mapping[tuple[int, int], Place],
    played: Coverage | None,
    random: Coverage,
    told: set[str],
    refusals: Mapping[int, Tally],
) -> tuple[Listed, ...]:
    """Every line of the rules that is no prose, with how often a match comes to it; of a very long text only lines that are counted."""
    long = sum(len(game.loaded.sources[file].starts()) for file in {f for f, _ in lines}) > LONG
    found = []
    shares: dict[tuple[int, int], float] = {}
    for span, tally in refusals.items():
        at, start, _ = game.program.spans[span]
        if at >= 0 and tally.reached:
            here = (at, game.loaded.sources[at].position(start).line)
            shares[here] = max(shares.get(here, 0.0), tally.refused / tally.reached)
    for file in sorted({f for f, _ in lines}):
        source = game.loaded.sources[file]
        for number in range(1, len(source.starts()) + 1):
            text = source.line_text(number).rstrip()
            bare = text.strip()
            if not bare or bare.startswith((">", "#")):
                continue
            place = lines.get((file, number))
            times = -1.0
            if place is not None and place.counted:
                times = place.played / played.matches if played is not None else place.random / max(1, random.matches)
            elif long:
                continue
            refuses = shares.get((file, number))
            note = "" if f"{source.path.name}:{number}" not in told else "never" if refuses is None else "refuses never"
            found.append(Listed(file=source.path.name, line=number, text=text, times=round(times, 3), note=note, refuses=refuses))
    return tuple(found)
