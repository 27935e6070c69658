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

    def __init__(self, reason: str, token: Token) -> None:
        super().__init__(reason)
        self.reason = reason
        self.token = token


class Layout(PostLex):
    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        depth = 0
        levels = [0]
        for token in stream:
            kind = token.type
            if kind == "_NL":
                if depth:
                    continue
                yield token
                tail = token.rsplit("\n", 1)[1]
                blank = tail.split("#", 1)[0]
                if "\t" in blank:
                    raise LayoutError("tab", token)
                width = len(blank)
                if width > levels[-1]:
                    levels.append(width)
                    yield Token.new_borrow_pos("_INDENT", blank, token)
                else:
                    while width < levels[-1]:
                        levels.pop()
                        yield Token.new_borrow_pos("_DEDENT", blank, token)
                    if width != levels[-1]:
                        raise LayoutError("dedent", token)
            else:
                if kind in OPENING:
                    depth += 1
                elif kind in CLOSING and depth:
                    depth -= 1
                yield token
        while len(levels) > 1:
            levels.pop()
            yield Token("_DEDENT", "")
