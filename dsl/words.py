"""Names of the rules as English words: plurals, numbers, lists. Small rules and few exceptions; odd names of pieces still read well."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

MARKS = ("\ue000", "\ue002")  # first and last of the characters that carry marks of our own
VOWEL_SOUNDS = "aeiou"
_SEAT = re.compile(r"\bPlayer(\d+)\b")
IRREGULAR = {
    "die": "dice",
    "man": "men",
    "woman": "women",
    "child": "children",
    "foot": "feet",
    "tooth": "teeth",
    "goose": "geese",
    "mouse": "mice",
    "ox": "oxen",
    "person": "people",
    "leaf": "leaves",
    "knife": "knives",
    "wolf": "wolves",
    "half": "halves",
    "loaf": "loaves",
    "life": "lives",
    "thief": "thieves",
    "shelf": "shelves",
    "elf": "elves",
    "dwarf": "dwarves",
    "index": "indices",
    "sheep": "sheep",
    "fish": "fish",
    "deer": "deer",
    "dice": "dice",
    "hero": "heroes",
    "potato": "potatoes",
    "echo": "echoes",
    "cargo": "cargoes",
}
UNCOUNTED = frozenset(
    (
        *("wood", "timber", "stone", "rock", "wheat", "grain", "corn", "food", "gold", "silver", "money", "iron", "ore", "coal", "clay"),
        *("wool", "water", "blood", "magic", "fame", "honour", "glory", "health", "life", "strength", "power", "misery", "anyone", "oil"),
        *("charm", "courage", "knowledge", "physique", "arming", "armour", "defence", "fire", "glass", "cloth", "salt", "spice", "energy"),
    )
)
SINGULAR_IN_S = ("ss", "us", "is")
ALREADY_PLURAL = frozenset({"crowns", "pips", "discards", "series", "species", "people", "men", "cattle", "goods", "dice"})


def clean(text: str) -> str:
    """Words from outside, without private marks, control characters and lone surrogates."""
    found = []
    for letter in text:
        if letter in "\t\n":
            found.append(letter)
        elif MARKS[0] <= letter <= MARKS[1] or unicodedata.category(letter) in {"Cs", "Cc"}:
            found.append("\ufffd")
        else:
            found.append(letter)
    return unicodedata.normalize("NFC", "".join(found))


def spoken(name: str) -> str:
    """A name of the rules as words: hand_limit is hand limit, SiegeTower is siege tower."""
    found = ""
    for i, letter in enumerate(name):
        if letter == "_":
            found += " "
        elif letter.isupper():
            before, after = name[i - 1 : i], name[i + 1 : i + 2]
            if before.islower() or (before.isdigit() and after.islower()):
                found += " "
            found += letter if after.isupper() or (before.isupper() and not after.islower()) else letter.lower()
        else:
            found += letter
    return found.strip()


def seats_apart(text: str) -> str:
    """Players without a name of their own: Player1 is Player 1."""
    return _SEAT.sub(r"Player \1", text) if "Player" in text else text


def plural(noun: str) -> str:
    """More than one: troop is troops, pile of cards is piles of cards."""
    head, _, rest = noun.partition(" of ")
    if rest:
        return f"{plural(head)} of {rest}"
    before, _, last = head.rpartition(" ")
    word = _plural_word(last)
    return f"{before} {word}" if before else word


def _plural_word(word: str) -> str:
    low = word.lower()
    if low in ALREADY_PLURAL:
        return word
    if low in IRREGULAR:
        return _cased(word, IRREGULAR[low])
    if low.endswith("man") and len(low) > 3 and low not in {"human", "shaman", "talisman"}:
        return word[:-2] + "en"
    if low.endswith("y") and low[-2:-1] not in VOWEL_SOUNDS:
        return word[:-1] + "ies"
    if low.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"


def _cased(like: str, word: str) -> str:
    return word.capitalize() if like[:1].isupper() else word


def is_plural(noun: str) -> bool:
    """Whether a word looks like more than one thing."""
    last = noun.split(" of ")[0].split(" in ")[0].rsplit(" ", 1)[-1].lower()
    if last in ALREADY_PLURAL or last in IRREGULAR.values():
        return True
    return last.endswith("s") and not last.endswith(SINGULAR_IN_S) and len(last) > 3


def listing(items: Sequence[str], word: str = "and", several: str = ",") -> str:
    """`a, b and c`"""
    if len(items) < 2:
        return items[0] if items else ""
    return f"{f'{several} '.join(items[:-1])} {word} {items[-1]}"


def counted(number: int, noun: str) -> str:
    """`1 tile`, `3 tiles`"""
    return f"{number} {noun if number == 1 else plural(noun)}"


def as_many(number: int, noun: str) -> str:
    """`marker`, `markers`: the noun alone; one that is already plural, `faces of a die`, stays as it is."""
    return noun if number == 1 or is_plural(noun) else plural(noun)


def some(number: int, noun: str) -> str:
    """`2 knights`, but `2 wood`: what is not counted in pieces has no plural."""
    return f"{number} {noun}" if noun.lower() in UNCOUNTED else counted(number, noun)


def slug(text: str) -> str:
    """A name for links and files: letters, digits and dashes only."""
    found = "".join(c.lower() if c.isascii() and c.isalnum() else "-" for c in text)
    while "--" in found:
        found = found.replace("--", "-")
    return found.strip("-") or "x"


def singular(word: str) -> str:
    """One of them, by the plainest rules: goods is good, berries is berry."""
    found = next((one for one, many in IRREGULAR.items() if many == word), "")
    if found:
        return found
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(SINGULAR_IN_S) else word
