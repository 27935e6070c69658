"""Ways to spoil a text, for the tests of robustness."""

from __future__ import annotations

import random
import re

SIGNS = [
    "(",
    ")",
    "{",
    "}",
    '"',
    "#",
    ">",
    "|",
    ":",
    "=",
    ",",
    ".",
    "-",
    "[A-1]",
    "\t",
    "\n",
    "\n  ",
    "é",
    "\x00",
    "\ufeff",
    "\r",
    "'",
    "“",
    "\u2028",
]
WORDS = [
    "player",
    "rival",
    "each",
    "count",
    "where",
    "is",
    "not",
    "if",
    "else",
    "must",
    "may",
    "chooses",
    "none",
    "this",
    "top",
    "most",
    "Player",
]


def mutated(text: str, chance: random.Random) -> str:
    """The text with one to four things wrong with it."""
    for _ in range(chance.randrange(1, 5)):
        text = chance.choice(MUTATIONS)(text, chance)
    return text


def _words(text: str) -> list[str]:
    return re.findall(r"\s+|\w+|.", text, re.DOTALL) or [""]


def _delete_token(text: str, chance: random.Random) -> str:
    words = _words(text)
    del words[chance.randrange(len(words))]
    return "".join(words)


def _double_token(text: str, chance: random.Random) -> str:
    words = _words(text)
    at = chance.randrange(len(words))
    words[at] += " " + words[at]
    return "".join(words)


def _swap_tokens(text: str, chance: random.Random) -> str:
    words = _words(text)
    i, j = chance.randrange(len(words)), chance.randrange(len(words))
    words[i], words[j] = words[j], words[i]
    return "".join(words)


def _other_token(text: str, chance: random.Random) -> str:
    """One word for another: the text often still parses, and the checker has to cope."""
    words = _words(text)
    places = [i for i, w in enumerate(words) if w.strip() and w[0].isalpha()] or [0]
    words[chance.choice(places)] = chance.choice([words[chance.choice(places)], chance.choice(WORDS), str(chance.randrange(30))])
    return "".join(words)


def _number(text: str, chance: random.Random) -> str:
    """One number for another, perhaps a very large one."""
    words = _words(text)
    places = [i for i, w in enumerate(words) if w.isdigit()] or [0]
    words[chance.choice(places)] = str(chance.choice([0, 1, 2, 17, 300, 5_000, 10**6, 10**9, 2**31, 2**62, 10**30]))
    return "".join(words)


def _sign(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(SIGNS) + text[at:]


def _delete_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def _double_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    lines.insert(chance.choice([at, chance.randrange(len(lines))]), lines[at])
    return "\n".join(lines)


def _swap_lines(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    i, j = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    return "\n".join(lines)


def _indent(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    lines[at] = chance.choice(["", " ", "  ", "    ", "\t", " \t"]) + (lines[at].lstrip() if chance.randrange(2) else lines[at])
    return "\n".join(lines)


def _truncate(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _windows(text: str, chance: random.Random) -> str:
    return text.replace("\n", "\r\n")


def _tabs(text: str, chance: random.Random) -> str:
    return text.replace("  ", "\t", chance.randrange(1, 9))


MUTATIONS = [
    _delete_token,
    _delete_token,
    _double_token,
    _swap_tokens,
    _other_token,
    _other_token,
    _other_token,
    _number,
    _sign,
    _delete_line,
    _delete_line,
    _double_line,
    _swap_lines,
    _indent,
    _truncate,
    _windows,
    _tabs,
]


def mutated_bytes(raw: bytes, chance: random.Random) -> bytes:
    """The bytes with some of them changed, added or taken away."""
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(raw) + 1)
        more = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 9)))
        raw = raw[:at] + (more if chance.randrange(3) else b"") + raw[at + chance.randrange(9) :]
    return chance.choice([b"", b"", b"\xef\xbb\xbf", b"\xff\xfe"]) + raw


def mutated_table(text: str, chance: random.Random) -> str:
    """A table with cells, columns or rows spoilt."""
    if not chance.randrange(4):
        return mutated(text, chance)
    lines = [line.split(",") for line in text.split("\n")]
    for _ in range(chance.randrange(1, 5)):
        lines = [line or [""] for line in lines]
        row = chance.randrange(len(lines))
        column = chance.randrange(len(lines[row]))
        match chance.randrange(7):
            case 0:
                lines[row][column] = ""
            case 1:
                lines[row][column] = chance.choice(["0", "-1", "99999", "1e9", "none", '"', '"a', "é", "\x00", "=1+1", "x" * 5000, "1.5"])
            case 2:
                del lines[row][column]
            case 3:
                lines[row].insert(column, chance.choice(lines[row]))
            case 4:
                for line in lines:
                    del line[column : column + 1]
            case 5:
                lines[0][chance.randrange(len(lines[0]))] = chance.choice(["name", "id", "", "copies", "colour", lines[0][0]])
            case _:
                lines[row] = list(chance.choice(lines))
    return chance.choice(["\n", "\n", "\r\n"]).join(",".join(line) for line in lines)
