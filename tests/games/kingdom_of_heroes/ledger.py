"""Board and cards as the ledger lists them: the data that tests believe in, apart from the tables the game reads."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

# ---------------------------------------------------------------- the board

REGIONS = {  # from west to east
    "Saltcoast": "DE LI",
    "Westwood": "FO LI",
    "Gullmeadow": "ME LI",
    "Lowdunes": "DE LI",
    "Ironpeaks": "MO",
    "Kingsmeadow": "ME",
    "Northwood": "FO",
    "Greyridge": "MO",
    "Owlwood": "FO",
    "Dawnpeaks": "MO EA",
    "Ashlands": "DE EA",
    "Steppe": "ME EA",
}
IDS = dict(zip(["DE1", "FO1", "ME1", "DE2", "MO1", "ME2", "FO2", "MO2", "FO3", "MO3", "DE3", "ME3"], REGIONS, strict=True))
VILLAGES = {
    "Fernham": {"Westwood", "Gullmeadow"},
    "Millbrook": {"Ironpeaks", "Kingsmeadow"},
    "Sandford": {"Lowdunes", "Greyridge"},
    "Eastwick": {"Ashlands", "Steppe"},
}
AROUND_THE_CAPITAL = {"Kingsmeadow", "Northwood", "Owlwood", "Greyridge"}
BORDERS = [
    "DE1-FO1",
    "DE1-FO2",
    "FO1-ME1",
    "FO1-MO1",
    "ME1-ME2",
    "ME1-DE2",
    "DE2-MO2",
    "MO1-FO2",
    "MO1-ME2",
    "ME2-FO2",
    "ME2-MO2",
    "FO2-MO3",
    "FO2-FO3",
    "FO3-DE3",
    "FO3-MO2",
    "FO3-ME3",
    "MO2-ME3",
    "MO3-DE3",
    "DE3-ME3",
]
PORTALS = {"Saltcoast", "Steppe"}
MINES = {"Lowdunes": "Sandmine", "Ironpeaks": "Ironmine", "Dawnpeaks": "Dawnmine"}
TOWER = {"Westwood": "Tower"}
POSTS = MINES | TOWER


def neighbours(place: str) -> set[str]:
    """Where a common border, or a bridge, leads: regions, villages, and the capital."""
    found = {IDS[b] for pair in BORDERS for a, b in [pair.split("-"), pair.split("-")[::-1]] if IDS[a] == place}
    found |= {village for village, around in VILLAGES.items() if place in around} | VILLAGES.get(place, set())
    found |= {"Capital"} if place in AROUND_THE_CAPITAL else set()
    return AROUND_THE_CAPITAL if place == "Capital" else found


# ---------------------------------------------------------------- map cards

CHARTS = {  # numbers of DE1 DE2 DE3, FO1 FO2 FO3, ME1 ME2 ME3, MO1 MO2 MO3; a star is a circle
    "Map_1": "1 2* 3 2 1 3 1* 3 2 2 3 1",
    "Map_2": "3 1 2 3* 2 1 2 3 1 1 2 3",
    "Map_3": "2 3* 1 1 3 2 3 1 2 1 2 3",
    "Map_4": "1 3 2 3* 1 2 2 1 3 3 2 1",
    "Map_5": "2 1* 3 1 2 3 3 2 1 3 1 2",
}
COLUMNS = ["DE1", "DE2", "DE3", "FO1", "FO2", "FO3", "ME1", "ME2", "ME3", "MO1", "MO2", "MO3"]


def chart(name: str) -> dict[str, tuple[int, bool]]:
    """For each region its number on a map card, and whether it is circled."""
    return {IDS[id]: (int(text[0]), text.endswith("*")) for id, text in zip(COLUMNS, CHARTS[name].split(), strict=True)}


# ---------------------------------------------------------------- mission cards

TABLE = """
Bewitched Princess | A | FO | princess | 1M 1A 1* | 4c | heart
Tower of Despair | A | MO | princess | 1K 2A | 5c | heart
Giant Spider | A | FO | creature | 2A 1* | 6c |
Troll | A | ME | creature | 1K 1A | 3c 1A |
Desert Assassin | A | DE | enemy | 1K 1A 1* | 7c |
Warriors from the East | A | EA | war | 1K 2A | 2A |
Orcs | A | MO | war | 3A | 6c |
Medusa | A | LI | creature | 1M 1A | 5c |
Fortress of the Beast | B | ME | princess | 1K 1A 1* | 4c | heart
The Blue Rose | B | FO | relic | 1M 1A | 6c |
Cursed Forest | B | FO | prowess | 1M 2* | 4c 1A |
The Shield in the Tomb | B | DE | relic | 2A 1* | 2c ringA |
Black Knight | B | ME | enemy | 1K 1A | 1K |
Mountain of the Griffin | B | MO | creature | 2A | 5c |
Scepter of the Dead King | B | EA | relic | 1M 1A 1* | 8c |
Lizard Men | B | DE | war | 1K 2A | 7c |
Sorceress | C | FO | enemy | 1K 1M 1A | 10c |
Army of Skeletons | C | ME | war | 1K 2A 1* | 4c 2A |
Excalibur | C | ME | relic | 2K 1A | 4c ringK |
The Necronomicon | C | DE | relic | 1M 2A 1* | 10c |
Ghost Ship | C | LI | prowess | 1K 1M 1A | 11c | move
Minotaur | C | MO | creature | 1K 3A | 9c |
Green Dragon | C | FO | dragon | 1K 1M 2* | 12c |
Succubus | C | EA | prowess | 1M 2A | 1M |
Temple of the Serpent | D | DE | princess | 1K 1M 2A | 8c | heart
The Archmage's Staff | D | MO | relic | 2M 1A | 4c ringM |
Talisman of Enlightenment | D | MO | relic | 1K 1M 1A 1* | 5c ringM |
Castle of the Traitor | D | ME | enemy | 2K 2A | 13c |
City of the Gorillas | D | FO | war | 4A 1* | 1K 2A |
Two-Headed Ogre | D | ME | creature | 2A 3* | 13c |
Vampires | D | EA | enemy | 1K 1M 1A | 10c |
Demon from the Deep | D | LI | prowess | 2M 1* | 12c |
Bone Dragon | E | FO | dragon | 2K 1M 2A | 16c |
Black Dragon | E | MO | dragon | 2K 3A | 15c |
Red Dragon | E | MO | dragon | 2K 1M 3* | 18c | move
Barbarian Invasion | E | ME | war | 2K 4A | 14c | move
Pyramid of the Dark Sun | E | DE | prowess | 1K 2M 2A | 15c |
Demon of Fire and Shadow | E | MO | prowess | 2K 2M 1* | 17c |
Worm of Fear | E | DE | creature | 1K 1M 3A | 1M 3A | move
Monster of the Abyss | E | LI | creature | 2K 1M 2* | 16c |
Princess Sapphire |  |  | princess |  |  | heart
Royal Wizard Zatorius |  |  | prowess |  |  |
"""
HUES = {"A": "blue", "B": "blue", "C": "yellow", "D": "yellow", "E": "red", "": ""}


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a mission card. A, K and M are adventurers, knights and mages, * is any hero."""

    name: str
    letter: str
    icon: str
    type: str
    symbols: str  # one letter for each: AA*
    crowns: int
    heroes: str  # likewise
    ring: str  # the class that can wear it
    heart: bool
    moves: bool

    @property
    def id(self) -> str:
        return self.name.replace(" ", "_").replace("'", "").replace("-", "_")

    @property
    def hue(self) -> str:
        return HUES[self.letter]

    @property
    def regions(self) -> list[str]:
        return [region for region, icons in REGIONS.items() if self.icon in icons.split()]


def _card(line: str) -> Card:
    name, letter, icon, type, symbols, reward, note = (part.strip() for part in line.split("|"))
    gained = Counter[str]()
    crowns, ring = 0, ""
    for part in reward.split():
        if part.endswith("c"):
            crowns = int(part[:-1])
        elif part.startswith("ring"):
            ring = part[-1]
        else:
            gained[part[1]] += int(part[0])
    return Card(
        name,
        letter,
        icon,
        type,
        "".join(part[1] * int(part[0]) for part in symbols.split()),
        crowns,
        "".join(gained.elements()),
        ring,
        note == "heart",
        note == "move",
    )


CARDS = {card.id: card for card in map(_card, TABLE.strip().splitlines())}
