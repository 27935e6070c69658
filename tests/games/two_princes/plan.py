"""The content of the game as it was planned, read from `plan.txt`, and what it means for a scene.

What a card does is written in small orders separated by `;`: `gain(K,both)`, `item(I10,choose)`, `lose(I16)`, `cond(Ti,self)` and
`uncond(Ti,self)` for conditions, `chal(70)`, `mis(1)`, `fact(GA)`, `extra(both)`, `enc(SA1)`, `look(self)`, `escape`, `partB`,
`end(S2)`. `-` is nothing. `self` is the prince who acts (or all who chose a box), `other` his brother, `choose` whoever the
princes agree on.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from tests.games.two_princes.table import ATTRIBUTES, EDWARD, PRINCES, RICHARD, Scene

SHORT = dict(zip(("P", "Ch", "Co", "K"), ATTRIBUTES, strict=True))
TYPES = {"HH": "HH", "Ti": "TI", "Si": "SI", "Af": "AF", "Wo": "WO", "Ha": "HA"}
SECTIONS = {"S1": "ruin", "S2": "boat", "S3": "streets", "S4": "parted", "S5": "surrender"}
ORDER = re.compile(r"(\w+)(?:\(([^)]*)\))?")


@lru_cache(maxsize=1)
def plan() -> dict[str, list[list[str]]]:
    """The rows of each block."""
    found: dict[str, list[list[str]]] = {}
    for line in Path(__file__).with_name("plan.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            rows = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            rows.append(line.split("|" if "|" in line and found and list(found)[-1] == "challenges" else ";"))
    return found


@lru_cache(maxsize=1)
def facts() -> dict[str, str]:
    """The facts by their keys, as the rules spell them."""
    return {key: re.sub(r"\W+", "_", text.lower().replace("'", "")) for key, text in plan()["facts"]}


@lru_cache(maxsize=1)
def items() -> dict[str, str]:
    """The id of the first copy of each item, by its code."""
    found = {}
    for code, name, _, copies, *_ in plan()["items"]:
        found[code] = id_of(name) + ("_1" if int(copies) > 1 else "")
    return found


def id_of(name: str) -> str:
    return name.replace(" ", "_").replace("'", "")


@lru_cache(maxsize=1)
def challenges() -> dict[int, str]:
    return {int(row[0]): id_of(row[2]) for row in plan()["challenges"]}


def labelled(parts: list[str], labels: tuple[str, ...]) -> dict[str, str]:
    """`["A gain(K,both)", "chal(3)", "B -"]` by labels: what stands before the next label belongs to the one before."""
    found: dict[str, list[str]] = {}
    at = ""
    for part in parts:
        head, _, rest = part.partition(" ")
        if head in labels:
            at, part = head, rest
        found.setdefault(at, []).append(part)
    return {label: ";".join(orders) for label, orders in found.items()}


@dataclass
class Change:
    """What is different after a card."""

    skills: Counter[tuple[str, str]] = field(default_factory=Counter)
    caught: Counter[tuple[str, str]] = field(default_factory=Counter)  # prince and type
    shed: Counter[tuple[str, str]] = field(default_factory=Counter)
    added: set[str] = field(default_factory=set)
    gained: set[tuple[str, str]] = field(default_factory=set)  # prince and item
    lost: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    misery: int = 0
    extra: bool = False
    part: str = ""
    section: str = ""
    shrine: bool = False

    def order(self, text: str, princes: list[str], keeper: str = EDWARD) -> Change:
        """Add what a line of orders does; `self` are these princes."""
        for name, arguments in ORDER.findall(text):
            what, _, who = arguments.partition(",")
            groups = {"E": [EDWARD], "R": [RICHARD], "both": list(PRINCES), "self": princes, "choose": [keeper]}
            groups["other"] = [p for p in PRINCES if p not in princes]
            whom = groups.get(who, [])
            match name:
                case "gain":
                    self.skills.update((p, SHORT[what]) for p in whom)
                case "cond":
                    self.caught.update((p, TYPES[what]) for p in whom)
                case "uncond":
                    self.shed.update((p, TYPES[what]) for p in whom)
                case "item":
                    self.gained |= {(p, items()[what]) for p in whom}
                case "lose":
                    self.lost.add(items()[what])
                case "chal":
                    self.added.add(challenges()[int(what)])
                case "mis":
                    self.misery += int(what)
                case "fact":
                    self.facts.add(facts()[what])
                case "extra":
                    self.extra = True
                case "enc":
                    self.shrine = True
                case "escape":
                    self.part = "part_a"
                case "partB":
                    self.part = "part_b"
                case "end":
                    self.section = SECTIONS[what]
                case "look":
                    pass
                case _:
                    raise AssertionError(f"{name} is no order")
        return self


def change(before: Scene, after: Scene, carried: dict[str, str]) -> Change:
    """What is different between two scenes; `carried` are items that somebody had before."""
    found = Change()
    for prince in PRINCES:
        for attribute in ATTRIBUTES:
            found.skills[prince, attribute] = after.skill(prince, attribute) - before.skill(prince, attribute)
        for card in after.discard(prince):
            found.caught[prince, card[:2]] += 1
        for card in before.hand(prince):
            if after.where(card) == "stock":
                found.shed[prince, card[:2]] += 1
        found.gained |= {(prince, item) for item in after.pile(f"bag {prince}") if item not in carried}
    found.lost = {item for item in carried if after.where(item) == "box"}
    program = after.eyes.program
    drawn = {id for id in challenges().values() if after.where(id) == "trail"}
    found.added = set(after.pile("added")) | drawn
    found.facts = after.facts - before.facts
    found.misery = after.misery - before.misery
    found.extra = any(after.own(prince, "third_visit") for prince in PRINCES)
    found.part = after.value("part") if after.value("part") != before.value("part") else ""
    if after.ending is not None:
        numbers = {row[2]: SECTIONS[row[0]] for row in plan()["endings"]}
        found.section = numbers[after.ending]
    found.shrine = after.where("SA1") == "table"
    found.skills, found.caught, found.shed = +found.skills, +found.caught, +found.shed
    assert program is before.eyes.program
    return found
