"""Layout: turns line breaks with their indentation into INDENT and DEDENT tokens.

A line break inside brackets is no line break. Indentation is made of spaces; a tab is an error, since no two people agree
on its width.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.lark import PostLex

OPENING = frozenset({"LPAR", "_CALL", "LBRACE"})
CLOSING = frozenset({"RPAR", "RBRACE"})


class LayoutError(Exception):
    """Indentation that cannot be understood, at the line break before it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = 0  # the offset up to which the line break and its indentation reach


def steps(line_break: str, levels: list[int]) -> list[str]:
    """The tokens that follow a line break: one _INDENT, or as many _DEDENT as blocks end. `levels` is kept up to date."""
    blank = line_break.rsplit("\n", 1)[1].split("#", 1)[0]
    if "\t" in blank:
        raise LayoutError("tab")
    width = len(blank)
    if width > levels[-1]:
        levels.append(width)
        return ["_INDENT"]
    found = []
    while width < levels[-1]:
        levels.pop()
        found.append("_DEDENT")
    if width != levels[-1]:
        raise LayoutError("dedent")
    return found


def _whole_words(stream: Iterator[Token]) -> Iterator[Token]:
    """Refuses a word that was cut in two because its beginning is a keyword: `whenever` is not `when ever`."""
    end, wordy = -1, False
    for token in stream:
        if wordy and token.start_pos == end and _is_word(token[:1]):
            error = LayoutError("word")
            error.at = end - 1
            raise error
        yield token
        end, wordy = token.end_pos or 0, _is_word(token[-1:])


def _is_word(character: str) -> bool:
    return character == "_" or (character.isascii() and character.isalnum())


class Layout(PostLex):
    """The same for Lark's own parser, which reads what has no tree to say why."""

    always_accept = ("_NL",)

    def __init__(self) -> None:
        self.heard: list[Token] | None = None  # every token that passes, for who asks (the formatter)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        for token in self._process(_whole_words(stream)):
            if self.heard is not None:
                self.heard.append(token)
            yield token

    def _process(self, stream: Iterator[Token]) -> Iterator[Token]:
        depth = 0
        levels = [0]
        for token in stream:
            kind = token.type
            if kind == "_NL":
                if depth:
                    continue
                yield token
                try:
                    following = steps(token, levels)
                except LayoutError as error:
                    error.at = token.end_pos or 0
                    raise
                for step in following:
                    yield Token.new_borrow_pos(step, "", token)
            else:
                if kind in OPENING:
                    depth += 1
                elif kind in CLOSING and depth:
                    depth -= 1
                yield token
        while len(levels) > 1:
            levels.pop()
            yield Token("_DEDENT", "")
