"""The cards, squares and lands as the ledger has them, and what its short effect scripts mean. Nothing here reads the rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

TABLE = """
AR1;Arming;Knife;4;A+1
AR2;Arming;Sling;4;A+2
AR3;Arming;Short Sword;3;A+3
AR4;Arming;Boar Spear;3;A+4
AR5;Arming;Broadsword;2;A+5
AR6;Arming;Battle-axe;2;A+6
PO1;Potion;Detox;3;cure
PO2;Potion;Healing Draught;3;H+4
PO3;Potion;Elixir of Life;1;H=15
PO4;Potion;Ox Blood;2;S+1
PO5;Potion;Giant's Brew;1;S+2
PO6;Potion;Witch's Bile;2;poison
PO7;Potion;Sour Wine;1;H-3
PO8;Potion;Milk of Sloth;1;S-1
PO9;Potion;Quicksilver;1;H/2
PO10;Potion;Liquid Gold;1;G+4
TR1;Trap;Poison Thorns;4;poison
TR2;Trap;Pitfall;3;H-3
TR3;Trap;Spiked Pit;2;H-6
TR4;Trap;Cutpurse;2;G/2
TR5;Trap;Toll Snare;1;G-3
TR6;Trap;Rust Cloud;1;A=0
TR7;Trap;Acid Spray;2;A/2
TR8;Trap;Iron Shackle;1;S-1
SI1;Site;Portal;3;
SI2;Site;Healing Spring;2;H+3
SI3;Site;Hermit;1;G-2 cure
SI4;Site;Gold Mine;2;H-2 G+3
SI5;Site;Sparring Ring;1;G-2 S+1
SI6;Site;Field Forge;1;G-1 A+2
SI7;Site;Strongbox;2;G+5
SI8;Site;Mercenary Camp;1;G-4 A=5
SI9;Site;Shrine of Rest;1;H=12
VI02;Villain;Bandit;3;power 2 gold 1
VI03;Villain;Poacher;2;power 3 gold 2
VI04;Villain;Wolf Pack;2;power 4 gold 0
VI05;Villain;Deserter;2;power 5 gold 3
VI06;Villain;Assassin;2;power 6 gold 4 poison
VI07;Villain;Giant Spider;1;power 7 gold 2 poison
VI08;Villain;Robber Knight;2;power 8 gold 5
VI10;Villain;Troll;2;power 10 gold 6
VI12;Villain;Warlock;1;power 12 gold 7 rust
VI14;Villain;Ogre;1;power 14 gold 8
VI16;Villain;Wyvern;1;power 16 gold 10 poison
VI20;Villain;War-Pig;1;power 20 gold 12
SP1;Spell;Paralyze;2;fighting
SP2;Spell;Teleportation;2;calm
SP3;Spell;Clairvoyance;3;always
SP4;Spell;Banishment;1;always
SP5;Spell;Haste;2;marching
SP6;Spell;Mend;1;always
SP7;Spell;Antidote;1;always
SP8;Spell;Fury;1;fighting
SP9;Spell;Shifting Soil;1;always
"""
PRICES = {"SI3": 2, "SI5": 2, "SI6": 1, "SI8": 4}
ROAD = ["A6", "A5", "B5", "B4", "C4", "D4", "G5", "H5", "I5", "I4", "J4", "J3"]
RIVER = ["F0", "F1", "G1", "G2", "G3", "F3", "E6", "D6", "D7", "D8", "E8", "E9"]
CITY = {"E4": "tavern", "E5": "healer", "F4": "gym", "F5": "blacksmith"}
CASTLES = {"A0": "Red", "A9": "Blue", "J0": "Green", "J9": "Yellow"}
SQUARES = [f"{letter}{digit}" for digit in range(10) for letter in "ABCDEFGHIJ"]
PORTAL = {2: "red", 3: "green", 4: "blue", 5: "yellow"}


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    type: str
    name: str
    copies: int
    script: str

    def number(self, word: str) -> int:
        found = re.search(rf"\b{word} (\d+)", self.script)
        return int(found[1]) if found is not None else 0


CARDS = {c.id: c for c in (Card(i, t, n, int(k), s) for i, t, n, k, s in (line.split(";") for line in TABLE.split("\n") if line))}
CARDS |= {f"MA_{spot}": Card(f"MA_{spot}", "Map", f"Map of {spot}", 1, spot) for spot in ROAD + RIVER}


def copies(id: str) -> list[str]:
    """The single cards: `AR1_1` and so on; a card that is there once has no number."""
    number = CARDS[id].copies
    return [id] if number == 1 else [f"{id}_{n}" for n in range(1, number + 1)]


ALL = [name for id in CARDS for name in copies(id)]
OF = {name: CARDS[id] for id in CARDS for name in copies(id)}


def land(square: str) -> str | None:
    """The land a square belongs to; the city is in none."""
    if square in CITY:
        return None
    west, south = square[0] <= "E", square[1] <= "4"
    return {(True, True): "red", (True, False): "blue", (False, True): "green", (False, False): "yellow"}[west, south]


def apart(a: str, b: str) -> int:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1]))


# ---------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class State:
    """The attributes of a henchman. All lie within 0 and 15; a henchman without health is dead."""

    H: int = 15
    G: int = 5
    S: int = 2
    A: int = 0
    psn: bool = False


def apply(script: str, state: State) -> State:
    """What an effect makes of a henchman. Nothing more happens to one who has died of it."""
    for word in script.split():
        if state.H == 0:
            break
        if word == "cure":
            state = replace(state, psn=False)
        elif word == "poison":
            state = replace(state, psn=True)
        else:
            letter, sign, number = word[0], word[1], int(word[2:])
            old = getattr(state, letter)
            new = {"+": old + number, "-": old - number, "=": number, "/": old // max(1, number)}[sign]
            state = replace(state, **{letter: min(15, max(0, new))})
    return state
