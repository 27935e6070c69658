"""Differences as pages: for whoever writes the rules, with the lines of both; for players, what to know who has the older book."""

from __future__ import annotations

from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

# What comes first: what players do otherwise, then what there is, then numbers, then the end. The first word of a part tells its sort.
GROUPS = (
    ("What you do", ("the", "action", "phase", "menu", "verb", "when", "as", "before", "after", "interrupt", "every", "what")),
    ("What there is", ("piece", "place", "type")),
    ("Numbers and options", ("definition", "option")),
    ("Points and the end", ("score", "winner")),
)
OTHERS = "Cards and their texts"
NAMED = {"winner": "Who wins", "the play": "The course of play", "the game": "Who plays", "what the game keeps": "What is kept track of"}


@dataclass(frozen=True, slots=True)
class Told:
    """One part that differs: what was said and what is said now, hunk by hunk, and where each stands."""

    name: str
    how: str  # added, removed, changed; or what it was called before
    sides: tuple[tuple[list[str], list[str]], ...]
    before: str = ""  # file:line
    now: str = ""

    @property
    def title(self) -> str:
        """The part as players call it."""
        sort, _, rest = self.name.partition(" ")
        if self.name in NAMED or not rest:
            return NAMED.get(self.name, self.name.capitalize())
        if sort == "score":
            return f"Points: {rest.replace('_', ' ')}"
        plain = rest if sort in SORTS and sort not in KEPT else self.name
        return plain.replace("_", " ")[:1].upper() + plain.replace("_", " ")[1:]


SORTS = {sort for _, sorts in GROUPS for sort in sorts}
KEPT = {"the", "when", "as", "every", "before", "after"}


def grouped(told: list[Told]) -> list[tuple[str, list[Told]]]:
    """Parts by what they are, in the order in which somebody wants to know."""
    names = [name for name, _ in GROUPS]
    names.insert(2, OTHERS)
    by: dict[str, list[Told]] = {name: [] for name in names}
    for part in told:
        sort = part.name.split(" ")[0]
        by[next((name for name, sorts in GROUPS if sort in sorts), OTHERS)].append(part)
    return [(name, parts) for name, parts in by.items() if parts]


def page(told: list[Told], title: str, old: str, new: str, players: bool) -> str:
    """One self-contained page without script."""
    room = Environment(
        loader=PackageLoader("rulewright.cli", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    given = {"title": title, "old": old, "new": new, "groups": grouped(told), "count": len(told)}
    return room.get_template("errata.html.j2" if players else "diff.html.j2").render(**given)
