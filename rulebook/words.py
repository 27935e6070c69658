"""English words: plurals, articles, third persons, lists. Small rules and a few exceptions; whoever names pieces oddly still reads well."""

from __future__ import annotations

from rulewright.dsl.words import VOWEL_SOUNDS
from rulewright.dsl.words import as_many as as_many
from rulewright.dsl.words import counted as counted
from rulewright.dsl.words import is_plural as is_plural
from rulewright.dsl.words import listing as listing
from rulewright.dsl.words import plural as plural
from rulewright.dsl.words import seats_apart as seats_apart
from rulewright.dsl.words import slug as slug
from rulewright.dsl.words import some as some
from rulewright.dsl.words import spoken as spoken
from rulewright.rulebook.text import plain

IRREGULAR_VERBS = {"be": "is", "have": "has", "do": "does", "go": "goes"}
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


def article(noun: str) -> str:
    """`a` or `an`, as it sounds."""

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


def ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def possessive(text: str, many: bool = False) -> str:

    return text + ("’" if many and plain(text).endswith("s") else "’s")
