"""The one canonical layout of rules.

Text goes in, text comes out, with the same meaning: the same tokens in the same order, the same prose and comments. What is
settled here is only white space: two spaces for each level, single spaces inside a sentence, one blank line between
declarations, tags in a column of their own, long sentences broken before `and`, `or`, `where`, `with most`, `+` or `*`.
A break that the author made at such a word is kept.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from lark import Token

from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.source import Source, Span
from rulewright.dsl.syntax.lines import Line, Note, read_lines
from rulewright.dsl.syntax.parser import grammar, parse

WIDEST = 120
WIDEST_INSIDE = 135  # before a break inside brackets, which is harder to read
TAG_COLUMN = 75
BREAKS = frozenset({"AND", "OR", "WHERE", "BEST", "PLUS"})
OPENS = frozenset({"LPAR", "_CALL", "LBRACE"})
CLOSES = frozenset({"RPAR", "RBRACE"})
TIGHT_BEFORE = frozenset({"COMMA", "COLON", "DOT", "_CALL", *CLOSES})
TIGHT_AFTER = frozenset({"DOT", *OPENS})
THINGS = frozenset({"TYPE", "OPTION", "PIECE", "PLACE", "EACH", "INCLUDE"})


class FormatError(Exception):
    """The text cannot be laid out because it cannot be read."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def format_text(text: str) -> str:
    """The text in canonical layout. Raises FormatError if it is not a text of rules."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    before = _tree(text)
    lines, rest = read_lines(text)
    result = "\n".join(_arranged(lines, rest)).strip("\n")
    result = result + "\n" if result else ""
    if before != _tree(result):
        raise FormatError("This text cannot be laid out without changing what it means.", 1)
    return result


def _tree(text: str) -> Any:
    source, findings = Source(0, Path("text.rules"), text), Findings()
    file = parse(source, findings)
    if findings.all:
        first = min(findings.all, key=lambda f: f.primary.span.start)
        raise FormatError(first.message, source.position(first.primary.span.start).line)
    return meaning(file.body)


def meaning(node: Any) -> Any:
    """A syntax tree as one row of plain data, without the places where things stand. However deep it is, this goes no deeper."""
    found: list[Any] = []
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Span):
            continue
        if isinstance(node, list | tuple):
            found.append(("several", len(node)))
            waiting.extend(reversed(node))
        elif hasattr(node, "__dataclass_fields__"):
            found.append(("a", type(node).__name__))
            waiting.extend(getattr(node, name) for name in reversed(node.__dataclass_fields__))
        else:
            found.append(node)
    return found


# ---------------------------------------------------------------- lines and blank lines


def _arranged(lines: list[Line], rest: list[Note]) -> list[str]:
    out: list[str] = []
    declared = _declarations(lines)
    previous: int | None = None  # the declaration above, at the same level
    for i, line in enumerate(lines):
        deeper = i > 0 and line.level > lines[i - 1].level
        wanted = False
        if i in declared:
            if previous is not None and lines[previous].level == line.level:
                wanted = not _together(lines, previous, i)
            elif previous is not None and lines[previous].level > line.level:
                wanted = True
            previous = i
        _notes(out, line.before, line.level, wanted, deeper)
        out += laid_out(line)
    _notes(out, rest, 0, bool(rest) and bool(out), False)
    return out


def _declarations(lines: list[Line]) -> set[int]:
    """Which lines begin a declaration: those at the left, and those directly inside a variant."""
    found = set()
    variant = False
    for i, line in enumerate(lines):
        if line.level == 0:
            variant = line.tokens[0].type == "VARIANT"
            found.add(i)
        elif line.level == 1 and variant:
            found.add(i)
    return found


def _together(lines: list[Line], above: int, below: int) -> bool:
    """Whether two declarations may stand without a blank line between them: short ones of the same sort, and prose."""
    a, b = lines[above].tokens[0].type, lines[below].tokens[0].type
    if "PROSE" in (a, b):
        return True
    short = below == above + 1 and (below + 1 == len(lines) or lines[below + 1].level <= lines[below].level)
    return short and _sort(lines[above]) == _sort(lines[below])


def _sort(line: Line) -> str:
    first = line.tokens[0].type
    if first == "GAME" and any(t.type == "HAS" for t in line.tokens[:2]):
        return "things"
    return "things" if first in THINGS else first


def _notes(out: list[str], notes: list[Note], level: int, wanted: bool, deeper: bool) -> None:
    """Comments and blank lines before a line: never two blank lines, none at the beginning of a block."""
    blank = False
    for note in notes:
        if not note.text:
            blank = True
            continue
        if note.level <= level:
            blank, wanted = blank or wanted, False
        if blank and out and not deeper:
            out.append("")
        out.append("  " * note.level + note.text)
        blank = deeper = False
    if (blank or wanted) and out and not deeper:
        out.append("")


# ---------------------------------------------------------------- one sentence


def laid_out(line: Line) -> list[str]:
    """A sentence on one line, or on several if the author broke it or it is too long."""
    indent = "  " * line.level
    body = [t for t in line.tokens if t.type != "TAG"]
    tags = [_tag(t) for t in line.tokens if t.type == "TAG"]
    rows: list[list[Token]] = [[]]
    comments: dict[int, list[str]] = {}
    beside: dict[int, str] = {}
    for token, gap in zip(body, line.gaps, strict=False):
        noted = gap.beside or gap.below
        if rows[-1] and (noted or (gap.broken and _breakable(token))):
            if gap.beside:
                beside[len(rows) - 1] = gap.beside
            if gap.below:
                comments[len(rows)] = gap.below
            rows.append([])
        rows[-1].append(token)
    out: list[str] = []
    depth = 0
    for number, row in enumerate(rows):
        out += [f"{indent}    {c}" for c in comments.get(number, ())]
        for part in _wrapped(row, len(indent), depth, number > 0):
            out.append(indent + ("    " if out else "") + spaced(part))
        depth += _depth(row)
        if number in beside:
            out[-1] += f"  {beside[number]}"
    if tags:
        out[-1] = out[-1].ljust(TAG_COLUMN - 2) + "  " + " ".join(tags)
    if line.comment:
        out[-1] += f"  {line.comment}"
    return out


def _tag(token: Token) -> str:
    return "[" + ", ".join(re.findall(r"[A-Za-z0-9-]+", token)) + "]"


def _breakable(token: Token) -> bool:
    return token.type in BREAKS or (token.type == "TIMES" and str(token) == "*")


def _depth(tokens: list[Token]) -> int:
    return sum((t.type in OPENS) - (t.type in CLOSES) for t in tokens)


def _wrapped(row: list[Token], indent: int, depth: int, further: bool) -> list[list[Token]]:
    """A row that is too long, broken at the words that can begin a line: the outermost first, and `and` before `+`."""
    rows = [row]
    cuts: dict[tuple[int, bool], set[int]] = {}
    head = row[0].type == "DEFINE" and not further  # what a definition is about stays on one line
    for token in row[1:]:
        head = head and token.type != "EQUAL"
        if _breakable(token) and not head:
            cuts.setdefault((depth, token.type in {"PLUS", "TIMES"}), set()).add(id(token))
        depth += (token.type in OPENS) - (token.type in CLOSES)
    for level in sorted(cuts):
        room = (WIDEST_INSIDE if level[0] > 0 else WIDEST) - indent
        rows = [part for i, long in enumerate(rows) for part in _filled(long, cuts[level], room, further or i > 0)]
    return rows


def _filled(row: list[Token], cuts: set[int], room: int, further: bool) -> list[list[Token]]:
    """As much on each line as fits, if the row is too long at all."""

    def fits(tokens: list[Token]) -> bool:
        return (4 if further else 0) + len(spaced(tokens)) <= room

    if fits(row):
        return [row]
    pieces: list[list[Token]] = [[]]
    for token in row:
        if id(token) in cuts and pieces[-1]:
            pieces.append([])
        pieces[-1].append(token)
    found = [pieces[0]]
    for piece in pieces[1:]:
        if fits(found[-1] + piece):
            found[-1] = found[-1] + piece
        else:
            found.append(piece)
            further = True
    return found


def spaced(tokens: list[Token]) -> str:
    """Tokens with one space between them, or none where none belongs."""
    text = ""
    before: Token | None = None
    signed = False
    for token in tokens:
        word = _word(token)
        tight = before is None or token.type in TIGHT_BEFORE or before.type in TIGHT_AFTER or signed
        tight = tight or (token.type == "LPAR" and before is not None and str(before) in {"first", "last"})
        signed = token.type == "MINUS" and (before is None or before.type not in _operands())
        text += word if tight else " " + word
        before = token
    return text


def _word(token: Token) -> str:
    text = str(token)
    match token.type:
        case "PROSE":
            inner = text[1:].strip()
            return f"> {inner}" if inner else ">"
        case "SHORT":
            return f">> {text[2:].strip()}".rstrip()
        case "ROW":
            return text.rstrip()
        case "STRING":
            return text
        case _:
            return " ".join(text.split())


@cache
def _operands() -> frozenset[str]:
    """The tokens that can end an operand: a minus after one of them subtracts, after any other it is a sign."""
    names = {s.name for rule in grammar().lark.rules if rule.origin.name == "_name" for s in rule.expansion}
    return frozenset({"NUMBER", "STRING", "UNAME", *CLOSES, *names})
