"""Layout: turns line breaks with their indentation into INDENT and DEDENT tokens.

A line break inside brackets is no line break. Indentation is made of spaces; a tab is an error, since no two people agree
on its width.
"""

from __future__ import annotations

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
