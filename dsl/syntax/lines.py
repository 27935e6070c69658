"""A text as its sentences: for each line of rules its tokens, its level, and the comments and blank lines around it.

The formatter works on these. Nothing is lost on the way: what the parser skips (comments, blank lines, breaks inside a
sentence) is taken from the gaps between the tokens.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lark import Token

from rulewright.dsl.syntax.parser import grammar


@dataclass(slots=True)
class Note:
    """A comment on a line of its own, or (without text) a blank line. `level` is how deep it belongs."""

    text: str
    level: int = 0


@dataclass(slots=True)
class Gap:
    """What stands between two tokens of one sentence."""

    broken: bool = False
    beside: str = ""  # a comment after the first of the two
    below: list[str] = field(default_factory=list)  # comments on lines of their own


@dataclass(slots=True)
class Line:
    """One sentence or declaration line, over however many lines of text it goes."""

    level: int
    tokens: list[Token] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)  # before each token; the first is empty
    before: list[Note] = field(default_factory=list)
    comment: str = ""  # at its end


def read_lines(text: str) -> tuple[list[Line], list[Note]]:
    """The lines of a text that parses, and the notes after the last one. Raises Lark's or the layout's error otherwise."""
    tools = grammar()
    text += "\n"
    heard: list[Token] = []
    tools.layout.heard = heard
    try:
        tools.lark.parse(text)
    finally:
        tools.layout.heard = None
    return _Reader(text).read(heard)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.widths = [0]  # how far each open level is indented in the text
        self.lines: list[Line] = []
        self.at = 0

    def read(self, tokens: list[Token]) -> tuple[list[Line], list[Note]]:
        line: Line | None = None
        first = next((t.start_pos or 0 for t in tokens if t.type not in {"_INDENT", "_DEDENT"}), len(self.text))
        opening = self.text[:first]
        waiting: list[tuple[int, str]] = _notes("\n" + opening) if "#" in opening else []  # a comment in the very first line
        for token in tokens:
            match token.type:
                case "_INDENT" | "_DEDENT":
                    continue
                case "_NL":
                    if line is not None:
                        line.comment = _comment(self.text[self.at : token.start_pos])
                    line = None
                    waiting += _notes(token)
                    self.at = token.end_pos or 0
                case _:
                    if line is None:
                        line = self._begin(token, waiting)
                        waiting = []
                    else:
                        line.gaps.append(_gap(self.text[self.at : token.start_pos]))
                    line.tokens.append(token)
                    self.at = token.end_pos or 0
        return self.lines, self._placed(waiting, [0])

    def _begin(self, token: Token, waiting: list[tuple[int, str]]) -> Line:
        start = token.start_pos or 0
        width = start - (self.text.rfind("\n", 0, start) + 1)
        widths = [w for w in self.widths if w < width] + [width]
        notes = self._placed(waiting, widths)
        self.widths = widths
        line = Line(len(widths) - 1, gaps=[Gap()], before=notes)
        self.lines.append(line)
        return line

    def _placed(self, waiting: list[tuple[int, str]], after: list[int]) -> list[Note]:
        """Comments between two lines belong as deep as they are indented, but no less deep than the line that follows."""
        lowest = len(after) - 1
        found = []
        for width, text in waiting:
            level = sum(w <= width for w in self.widths) - 1
            found.append(Note(text, max(lowest, level)))
        return found


def _notes(line_break: str) -> list[tuple[int, str]]:
    """The comments and blank lines inside a line break, each with its indentation."""
    found = []
    pieces = line_break.split("\n")[1:]
    for i, piece in enumerate(pieces):
        stripped = piece.strip()
        if stripped or i < len(pieces) - 1:
            found.append((len(piece) - len(piece.lstrip()), stripped))
    return found


def _comment(gap: str) -> str:
    return gap[gap.index("#") :].strip() if "#" in gap else ""


def _gap(text: str) -> Gap:
    if "\n" not in text:
        return Gap()
    beside, *rest = text.split("\n")
    return Gap(True, _comment(beside), [x.strip() for x in rest if x.strip()])
