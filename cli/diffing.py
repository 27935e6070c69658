"""What `diff` does: two games are loaded, their meanings compared, and the differences told in the English of the book."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from json import dumps
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from rulewright.cli.diffpages import Told, page
from rulewright.cli.failure import USAGE, Failure, usage
from rulewright.cli.loading import ASKED
from rulewright.cli.revisions import REVISION, version
from rulewright.cli.screen import out
from rulewright.cli.words import counted
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.driver import load as load_rules
from rulewright.dsl.meaning.compare import Change, changes
from rulewright.dsl.meaning.show import Line
from rulewright.dsl.source import NOWHERE, Span
from rulewright.dsl.world import World
from rulewright.rulebook.english import aloud

Sides = tuple[list[str], list[str]]  # sentences that are gone, and those in their place


FORMATS = ("text", "html", "errata")


@dataclass(frozen=True, slots=True)
class Wish:
    """Two versions, or one game and how else it is played; and how the differences are to be told."""

    old: str
    new: str | None
    players: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    json: bool = False
    format: str = "text"
    target: Path | None = None


def diff(wish: Wish) -> int:
    """Tell the differences; 1 if there are some."""
    format = "html" if wish.format == "text" and wish.target is not None else wish.format
    if format not in FORMATS:
        raise usage(f"Differences cannot be written as {format}.", f"Choose from: {', '.join(FORMATS)}.")
    revised = REVISION.fullmatch(wish.old) if wish.new is None and not Path(wish.old).exists() else None
    new = revised[2] if revised is not None else wish.new
    if new is None and not (wish.options or wish.variants):
        raise usage("Compare it with what?", "Name a second rules file, or a --variant or --option of this game.")
    alone = new is None
    before = _load(wish.old, wish.players, {} if alone else wish.options, () if alone else wish.variants)
    after = _load(new or wish.old, wish.players, wish.options, wish.variants)
    found = changes((before, rules_of(before)), (after, rules_of(after)))
    told = [(change, _told(change, Reader(before), Reader(after))) for change in found]
    if wish.json:
        facts = [{"rule": c.name, "how": c.how, "old": o, "new": n} for c, sides in told for o, n in sides]
        out().print(dumps(facts, indent=2, ensure_ascii=False), soft_wrap=True)
    elif format == "text":
        _print(told, out())
    else:
        names = (wish.old, new or ", ".join((*wish.variants, *(f"{k} = {v}" for k, v in wish.options.items()))))
        _write([_part(c, sides, before, after) for c, sides in told], after, names, format, wish.target)
    return 1 if found else 0


def _part(change: Change, sides: list[Sides], before: World, after: World) -> Told:
    places = (_place(before, [line for hunk in change.hunks for line in hunk.old]), _place(after, [x for h in change.hunks for x in h.new]))
    return Told(change.name, change.how, tuple(sides), *places)


def _place(world: World, lines: list[Line]) -> str:
    """Where the first of some lines stands."""
    span = next((line.span for line in lines if line.span is not NOWHERE and line.span.file >= 0), None)
    return f"{world.sources[span.file].path.name}:{world.sources.position(span).line}" if span is not None else ""


def _write(told: list[Told], world: World, names: tuple[str, str], format: str, target: Path | None) -> None:
    path = target or Path(f"{world.sources[0].path.stem}.{'errata' if format == 'errata' else 'diff'}.html")
    try:
        path.write_text(page(told, world.game.title, *names, players=format == "errata"), encoding="utf-8")
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror or error}.") from None
    out().print(
        Text(f"{'Both mean the same' if not told else counted(len(told), 'rule') + ' told'}: {path}", style="faint"), soft_wrap=True
    )


def _load(name: str, players: int | None, options: dict[str, str], variants: tuple[str, ...]) -> World:
    loaded = load_rules(version(name), options, players, variants, lint=False, playable=False)
    if loaded.world is None or loaded.findings.errors:
        wrong = loaded.findings.errors
        if wrong and all(e.code.word in ASKED for e in wrong):
            raise Failure(wrong[0].message, wrong[0].help, USAGE)
        errors = counted(len(wrong), "error")
        raise Failure(f"The rules of {name} have {errors}, so that there is nothing to compare.", f"See: rulewright check {name}", USAGE)
    return loaded.world


class Reader:
    """The sentences of the book for the lines of a game."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.by_span: dict[Span, list[str]] = {}
        for line in aloud.aloud(world):
            for span in (line.span, *line.spans):
                self.by_span.setdefault(span, []).append(line.text)

    def say(self, lines: tuple[Line, ...]) -> list[str]:
        """Lines in the words of the book; what the book does not say in a sentence of its own is told as it is."""
        found: list[str] = []
        for line in lines:
            said = self.by_span.get(line.span) or self._around(line)
            found += said
        return list(dict.fromkeys(found))

    def _around(self, line: Line) -> list[str]:
        inside = [s for s in self.by_span if s.file == line.span.file and s.start <= line.span.start and line.span.end <= s.end]
        if line.span is NOWHERE or not inside:
            return [line.text]
        return self.by_span[min(inside, key=lambda s: s.end - s.start)]


def _told(change: Change, before: Reader, after: Reader) -> list[Sides]:
    """A change in sentences; where the book would say the same of both, in the words of the rules."""
    found: list[Sides] = []
    for hunk in change.hunks:
        old, new = before.say(hunk.old), after.say(hunk.new)
        if old == new:
            old, new = [line.text for line in hunk.old], [line.text for line in hunk.new]
        found.append(([x for x in old if x not in new], [x for x in new if x not in old]))
    return found


def _print(told: list[tuple[Change, list[Sides]]], console: Console) -> None:
    if not told:
        console.print(Text("Both mean the same.", style="good"))
        return
    for change, sides in told:
        style = {"added": "good", "removed": "error"}.get(change.how, "title")
        words = f" ({change.how})" if change.how != "changed" else ""
        console.print(Text(f"{change.name}{words}", style=style))
        for old, new in sides:
            for sign, lines, colour in (("−", old, "red"), ("+", new, "green")):
                for line in lines:
                    console.print(Padding(Text(f"{sign} {line}", style=colour), (0, 0, 0, 2)))
    counts = Counter(c.how if c.how in {"added", "removed"} else "changed" for c, _ in told)
    kinds = ", ".join(f"{counts[how]} {how}" for how in ("changed", "added", "removed") if counts[how])
    differ = "differs" if len(told) == 1 else "differ"
    console.print(Text(f"\n{counted(len(told), 'rule')} {differ}: {kinds}.", style="faint"))
