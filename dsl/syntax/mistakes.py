"""Sentences for common mistakes of form, told by what stands where the parser gave up."""

from __future__ import annotations

import re

from lark import Token

STARTS = {
    "include": 'include "file.rules"',
    "chapter": 'chapter "Title"',
    "game": 'game "Title" for White, Black',
    "option": "option name: values = default",
    "type": "type Terrain: wood or stone",
    "piece": "piece Pawn of each Player: 8 per Player",
    "place": "place board: grid 8 by 8",
    "define": "define reach(player) = 1 + count Troop of player in court",
    "phase": "phase name",
    "action": "action march Troop of player to Cell in around(troop)",
    "interrupt": "interrupt cast Card in hand of player during turn of player",
    "winner": "winner: most score, then shared",
    "example": 'example "Title"',
    "variant": 'variant "Title"',
}
KNOWN = {
    "_NL": "the end of the line",
    "_INDENT": "a deeper line",
    "_DEDENT": "the end of a block",
    "NAME": "a word",
    "UNAME": "a capital word",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "RPAR": "`)`",
    "RBRACE": "`}`",
    "COLON": "`:`",
    "EQUAL": "`=`",
    "COMMA": "`,`",
    "PROSE": "prose",
    "TAG": "a tag",
    "LPAR": "`(`",
    "LBRACE": "`{`",
    "IS": "`is`",
    "MODAL": "`must` or `may`",
    "WHERE": "`where`",
    "FOR": "`for`",
    "OF": "`of`",
    "TO": "`to`",
}


def explain(text: str, at: int, token: Token | None, expected: set[str]) -> tuple[str, str]:
    """A message and a help sentence for a parser that gave up at offset `at`."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start : len(text) if end < 0 else end]
    first = re.match(r"\s*(\w+)", line)
    word = first.group(1) if first else ""
    before = text[start:at]
    found = str(token).strip() if token is not None else text[at : at + 1]
    if token is not None and token.type == "_INDENT":
        return (
            "This line is indented, but the line before it begins no block.",
            "Move it to the left, or add a `:`-less line that begins a block above it.",
        )
    if line.count('"') % 2:
        return "A text in quotes is not closed on this line.", 'End it with `"`.'
    if before.count("(") > before.count(")") and token is not None and token.type in {"_NL", "$END"}:
        return "A bracket is not closed.", "Add `)`."
    if found == "=" and "let" not in line and "define" not in line and "option" not in line:
        return (
            "`=` does not compare and does not change anything here.",
            "Write `is` to compare, `set x to …` to change, `let x = …` to name a value.",
        )
    if found in {"==", "!="} or "==" in line or "!=" in line:
        return "Rules compare with words.", "Write `is` or `is not`."
    if found == ":" and re.search(r"\b(must|may)\s*:$", line.rstrip()):
        return "A menu has no colon.", "Put its choices, each in quotes, on the lines below, indented."
    if found == "-" and token is not None:
        return "A minus in the middle of a sentence needs brackets.", "Write `(-3)` or `(a - b)`."
    if found == "'":
        return "Text stands in double quotes.", "Write \"…\" instead of '…'."
    if token is not None and token.type in {"_NL", "$END", "_DEDENT"}:
        if word in STARTS and not line.startswith(" "):
            return f"Something is missing at the end of this `{word}` line.", f"A line like this: `{STARTS[word]}`"
        if re.search(r"\bif\b", line) and "else" not in line and word not in {"if", "else"}:
            return "The sentence ends too early.", "`a if c else b` needs its `else`."
        return "The sentence ends too early.", _wanted(expected)
    if word in STARTS and not line.startswith(" ") and before.strip() == word:
        return f"`{found}` cannot follow `{word}` here.", f"A line like this: `{STARTS[word]}`"
    if not line.startswith(" ") and before.strip() == "":
        return (
            f"`{found}` begins no declaration.",
            "A declaration begins with a word like game, piece, place, action, phase, define, to, when or example.",
        )
    return f"`{found}` does not fit here.", _wanted(expected)


def _wanted(expected: set[str]) -> str:
    words = [KNOWN[e] for e in ("COLON", "EQUAL", "RPAR", "RBRACE", "STRING", "UNAME", "FOR", "TO", "OF") if e in expected]
    return f"Perhaps {' or '.join(words[:3])} is missing." if 0 < len(words) <= 4 else ""
