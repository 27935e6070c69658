"""English words: plurals, articles, third persons, lists. Small rules and a few exceptions; whoever names pieces oddly still reads well."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SEAT = re.compile(r"\bPlayer(\d+)\b")
IRREGULAR = {
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
IRREGULAR_VERBS = {"be": "is", "have": "has", "do": "does", "go": "goes"}
VOWEL_SOUNDS = "aeiou"
NOT_VOWELS = ("uni", "eu", "one", "use", "usu", "ute")
OWNING = frozenset({"my", "mine", "your", "yours", "their", "theirs", "his", "her", "hers", "its", "this", "that", "these", "those"})
SILENT_H = ("hour", "heir", "honest", "honour", "honor")


# Endings and words by which a name is taken for a quality: something is guarded, free. Other names are called by as they are.
QUALITIES = ("ed", "able", "ible", "ful", "less", "ing", "ous", "ive", "ish", "ly", "al", "en", "ic", "ant", "ent", "bound", "y")
ADJECTIVES = frozenset(
    (
        *("bold", "brave", "calm", "fast", "slow", "wild", "tame", "ripe", "raw", "wise", "loud", "odd", "even", "pure", "rare", "firm"),
        *("flat", "long", "short", "wide", "narrow", "thick", "thin", "tall", "great", "clear", "clean", "loose", "tight", "just"),
        *("free", "ready", "bad", "good", "black", "white", "red", "blue", "green", "yellow", "grey", "dark", "light", "full"),
        *("empty", "open", "shut", "safe", "alone", "foreign", "alive", "dead", "welcome", "mixed", "split", "both", "there"),
        *("held", "fit", "ill", "sick", "well", "unwell", "wet", "dry", "hot", "cold", "strong", "weak", "near", "far", "high"),
        *("low", "big", "small", "old", "new", "young", "rich", "poor", "whole", "due", "late", "early", "absent", "equal"),
        *("secret", "sure", "done", "gone", "lost", "won", "worn", "drawn", "known", "shown", "overcome", "mobile", "found"),
        *("built", "sold", "told", "kept", "left", "met", "sent", "spent", "hurt", "cut", "hit", "bound", "struck"),
    )
)
NOT_QUALITIES = frozenset({"city", "army", "enemy", "ally", "body", "party", "key", "duty", "penalty", "ring", "king", "wing"})
WHOSE = {"mine": "your", "yours": "their", "theirs": "their", "his": "his", "hers": "her"}
PREPOSITIONS = frozenset({"for", "of", "to", "in", "at", "from", "with", "by", "on", "after", "before"})


def is_quality(name: str) -> bool:
    """Whether something can be said to be it, as it can be free or guarded; else it only counts as it."""
    first, _, rest = spoken(name).lower().partition(" ")
    last = (rest or first).rsplit(" ", 1)[-1]
    if first in PREPOSITIONS or last in ADJECTIVES:
        return True
    return last not in NOT_QUALITIES and last.endswith(QUALITIES)


def named(name: str) -> str:
    """A name that a rule gives to something while it is carried out: my_impact is your impact, for_health the number for health.

    The rules speak of the acting player as I, and of others as you or they; a book calls them you and they."""
    words = spoken(name)
    first, _, rest = words.partition(" ")
    if words in WHOSE:
        return f"{WHOSE[words]} number"
    if first in {"my", "your"} and rest:
        return f"{'your' if first == 'my' else 'their'} {rest}"
    return f"number {words}" if first in PREPOSITIONS and rest else words


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


def article(noun: str) -> str:
    """`a` or `an`, as it sounds."""
    from rulewright.rulebook.text import plain

    low = plain(noun).lstrip("“‘( ").lower()
    if low.startswith(SILENT_H):
        return "an"
    if low[:1] in VOWEL_SOUNDS and not low.startswith(NOT_VOWELS):
        return "an"
    if low[:1] == "8" or low.startswith(("11 ", "18 ")):
        return "an"
    return "a"


def the(name: str, shown: str = "") -> str:
    """With an article, unless the name says already whose it is: the lead, but their lead. `shown`: the name as it is printed."""
    return shown or name if name.split(" ")[0] in OWNING else f"the {shown or name}"


def a(noun: str) -> str:
    return f"{article(noun)} {noun}"


def third(verb: str) -> str:
    """What somebody else does: go is goes, carry is carries. Only the first word is changed."""
    head, space, rest = verb.partition(" ")
    if head in IRREGULAR_VERBS:
        found = IRREGULAR_VERBS[head]
    elif head.endswith("y") and head[-2:-1] not in VOWEL_SOUNDS:
        found = head[:-1] + "ies"
    elif head.endswith(("s", "x", "z", "ch", "sh", "o")):
        found = head + "es"
    else:
        found = head + "s"
    return found + space + rest


def listing(items: Sequence[str], word: str = "and", several: str = ",") -> str:
    """`a, b and c`"""
    if len(items) < 2:
        return items[0] if items else ""
    return f"{f'{several} '.join(items[:-1])} {word} {items[-1]}"


def ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def counted(number: int, noun: str) -> str:
    """`1 tile`, `3 tiles`"""
    return f"{number} {noun if number == 1 else plural(noun)}"


def some(number: int, noun: str) -> str:
    """`2 knights`, but `2 wood`: what is not counted in pieces has no plural."""
    return f"{number} {noun}" if noun.lower() in UNCOUNTED else counted(number, noun)


def times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def possessive(text: str, many: bool = False) -> str:
    from rulewright.rulebook.text import plain

    return text + ("’" if many and plain(text).endswith("s") else "’s")


def slug(text: str) -> str:
    """A name for links and files: letters, digits and dashes only."""
    found = "".join(c.lower() if c.isascii() and c.isalnum() else "-" for c in text)
    while "--" in found:
        found = found.replace("--", "-")
    return found.strip("-") or "x"
