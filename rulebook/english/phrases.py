"""A short line without a stop at its end is said where its rule is used: `>> {princes} gain a {condition} card`.

Its holes are the parameters of the rule. Where it begins with somebody, the verb after them agrees: gain, Edward gains, you both gain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulewright.dsl import types as t
from rulewright.dsl.world import ParamSym
from rulewright.rulebook.author import phrase
from rulewright.rulebook.english.meant import element
from rulewright.rulebook.english.nouns import Noun, Odd
from rulewright.rulebook.english.speech import Speech
from rulewright.rulebook.text import clean, plain
from rulewright.rulebook.words import article, third

HOLE = re.compile(r"(\b[Aa] )?\{(\w+)\}")
DOES = re.compile(r"\{(\w+)\} (\w+)")
BENT = {"is": "are", "has": "have"}  # of one, and of you or of several
LINKS = (" is ", " are ", " has ", " have ", " can ")  # after which a not can stand


def in_place(sp: Speech, decl: object, params: list[ParamSym], given: Mapping[str, Noun]) -> str:
    """What is said instead of a rule and what it is given; empty if the author has no such line, or it asks for something else."""
    line = phrase(decl)
    if line is None:
        return ""
    types = {p.name: p.type for p in params}
    text = clean(line.text.strip())
    if any(name not in given for _, name in HOLE.findall(text)):
        return ""
    sp.record.seen.add(line.span)
    head = DOES.match(text)
    begun = ""
    if head is not None and head[1] in given and _somebody(types.get(head[1])):
        who, verb = together(sp, given[head[1]]), head[2]
        if verb in BENT:
            begun = f"{who.text} {BENT[verb] if who.second or who.many else verb}"
        else:
            begun = verb if who.second else f"{who.text} {verb if who.many else third(verb)}"
        text = text[head.end() :]
    return begun + HOLE.sub(lambda hole: _filled(sp, hole, given), text)


def test(said: str) -> Odd:
    """A condition as the author says it, and the contrary."""
    link = next((word for word in LINKS if word in said), "")
    return Odd(said, said.replace(link, f"{link}not ", 1) if link else f"it is not so that {said}")


def together(sp: Speech, who: Noun) -> Noun:
    """Two players are you both."""
    return Noun("you both", many=True) if who.text == "all players" and len(sp.world.program.seats) == 2 else who


def _somebody(type: t.Type | None) -> bool:
    return isinstance(type, t.Player) or isinstance(element(type), t.Player)


def _filled(sp: Speech, hole: re.Match[str], given: Mapping[str, Noun]) -> str:
    found = together(sp, given[hole[2]]).text
    if not hole[1]:
        return found
    lead = article(plain(found))
    return f"{lead if hole[1][0].islower() else lead.capitalize()} {found}"
