"""Layout for Lark's own parser, which reads a text that has no tree to say why, and tells the formatter all tokens."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.lark import PostLex

from rulewright.dsl.syntax.layout import CLOSING, OPENING, LayoutError, steps


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
    """Indents and dedents in the stream of Lark's tokens."""

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
