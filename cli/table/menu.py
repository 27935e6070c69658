"""The options of a decision, numbered and grouped by action; many of one action are grouped by what comes first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rulewright.cli.table.choosing import PLAIN, numbers
from rulewright.play.models import Decision, Option

FEW = 6  # options of an action that are shown in full words
MANY = 240  # options of an action that are still all shown

Item = tuple[int, str]


@dataclass(slots=True)
class Offer:
    """An action with its options: in rows by first argument, or all in one row without a head."""

    title: str
    rows: list[tuple[str, list[Item]]] = field(default_factory=list)

    @property
    def count(self) -> int:
        return sum(len(items) for _, items in self.rows)


def offers(decision: Decision) -> list[Offer]:
    """The options by action, in the order the rules offer them; plain words (yes, done) come last, together."""
    by_number = {o.number: n for n, o in numbers(decision).items()}
    by_action: dict[str, list[Option]] = {}
    plain: list[Option] = []
    for option in decision.options:
        if option.role in PLAIN or (not option.arguments and option.role != "chance"):
            plain.append(option)
        else:
            by_action.setdefault(option.action, []).append(option)
    found = [_offer(action, options, by_number) for action, options in by_action.items()]
    if plain:
        found.append(Offer("", [("", [(by_number[o.number], o.title) for o in plain])]))
    return found


def _offer(action: str, options: list[Option], by_number: dict[int, int]) -> Offer:
    title = "" if action == "choose" else action.replace("_", " ")
    firsts = {o.arguments[0].name for o in options}
    several = any(len(o.arguments) > 1 for o in options)
    if not several:
        return Offer(title, [("", [(by_number[o.number], o.arguments[0].name) for o in options])])
    if len(options) <= FEW or len(firsts) == len(options):
        cut = f"{title} "
        return Offer(title, [("", [(by_number[o.number], o.title.removeprefix(cut)) for o in options])])
    rows: dict[str, list[Item]] = {}
    links = {a.preposition for o in options for a in o.arguments[1:]}
    common = next(iter(links)) if len(links) == 1 and all(len(o.arguments) == 2 for o in options) else ""
    for option in options:
        first, rest = option.arguments[0], option.arguments[1:]
        head = f"{first.preposition} {first.name}".strip()
        words = " ".join(a.name if common else f"{a.preposition} {a.name}".strip() for a in rest)
        rows.setdefault(head, []).append((by_number[option.number], words))
    return Offer(f"{title} … {common} …" if common else title, list(rows.items()))


def menu(decision: Decision, width: int, everything: bool = False) -> RenderableType:
    """All options, as they are shown above the prompt."""
    parts: list[RenderableType] = []
    for offer in offers(decision):
        if offer.title:
            parts.append(Text(offer.title, style="title"))
        if offer.count > MANY and not everything:
            parts.append(Padding(_summary(offer), (0, 0, 0, 2)))
            continue
        digits, longest = _widths(offer)
        parts += [_row(head, items, width, digits, longest) for head, items in _blocks(offer)]
    return Group(*parts)


def narrowed(options: Iterable[Option], decision: Decision, width: int) -> RenderableType:
    """Some options, in full, with their numbers."""
    by_number = {o.number: n for n, o in numbers(decision).items()}
    items = [(by_number[o.number], o.title) for o in options]
    return _row("", items, width, *_widths(Offer("", [("", items)])))


def _blocks(offer: Offer) -> list[tuple[str, list[Item]]]:
    wide = max((len(head) for head, _ in offer.rows), default=0)
    return [(head.ljust(wide) if head else "", items) for head, items in offer.rows]


def _widths(offer: Offer) -> tuple[int, int]:
    """How wide the numbers and the words of an offer are, so that its rows stand in line."""
    items = [item for _, row in offer.rows for item in row]
    return max(len(str(n)) for n, _ in items), max(0 if text == str(n) else len(text) for n, text in items)


def _row(head: str, items: list[Item], width: int, digits: int, longest: int) -> RenderableType:
    """Numbered things in columns of equal width."""
    need = digits + 1 + longest + 2
    room = max(need, width - 2 - (len(head) + 2 if head else 0))
    columns = max(1, room // need)
    grid = Table.grid()
    for _ in range(min(columns, len(items))):
        grid.add_column(width=min(need, room), no_wrap=columns > 1, overflow="fold")
    cells = [Text.assemble((f"{n:>{digits}}", "number"), "" if text == str(n) else f" {text}") for n, text in items]
    for at in range(0, len(cells), columns):
        grid.add_row(*cells[at : at + columns])
    if not head:
        return Padding(grid, (0, 0, 0, 2))
    outer = Table.grid()
    outer.add_column(width=len(head) + 2, no_wrap=True)
    outer.add_column()
    outer.add_row(Text(head), grid)
    return Padding(outer, (0, 0, 0, 2))


def _summary(offer: Offer) -> Text:
    """More options than anybody reads: how many, and how to get at them."""
    heads = [head for head, _ in offer.rows if head][:12]
    example = offer.rows[0][1][0][1]
    by = f", by what comes first: {', '.join(heads)}{', …' if len(offer.rows) > 12 else ''}" if heads else ""
    words = f"{heads[0]} {example}" if heads else example
    return Text(f"{offer.count} possibilities{by}. Type words of one, such as “{offer.title} {words}”, or `list`.")
