"""Reading on after a mistake, so that all mistakes of form in a text are reported in one go.

A text that has no tree is cut into its declarations. Each is parsed by itself; where that fails, the mistake is reported,
the line it stands in is replaced by a harmless one of the same length (so that every offset stays true) and the rest is
read again. Whatever comes of it is only looked at for further mistakes: a text with one is never run.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from rulewright.dsl.diagnostics import Findings, Fix
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.source import Span
from rulewright.dsl.syntax.layout import LayoutError
from rulewright.dsl.syntax.mistakes import STARTS, Advice, Fault, begins_declaration, explain, indentation

TRIES = 12
BUDGET = 1_000_000  # characters read again and again within one declaration
MOST = 40  # mistakes reported for one file
ROUTINES = frozenset({"action", "phase", "to", "turn", "setup", "play", "interrupt", "after", "before", "instead", "when", "as"})


def read_on(text: str, file: int, findings: Findings, attempt: Any) -> list[Any]:
    """What can be read of a text with mistakes; the mistakes go to the findings."""
    found: list[Any] = []
    before = len(findings.all)
    chunks = _chunks(text)
    swallowed = False
    for (start, text_of), (_, following) in itertools.pairwise([*chunks, (len(text), "")]):
        if swallowed and not begins_declaration(text_of):
            continue
        chunk = _Chunk(text_of, following, file, start, findings, attempt)
        found += chunk.read()
        swallowed = chunk.swallows
        if len(findings.all) - before >= MOST:
            at = start + len(text_of)
            if at < len(text):
                findings.add(
                    codes.SYNTAX,
                    f"At most {MOST} mistakes are shown at a time; the text from here on has not been read.",
                    Span(file, at, at + 1),
                )
            break
    return found


def _chunks(text: str) -> list[tuple[int, str]]:
    """The text cut before every unindented line that is not blank and not a comment."""
    cuts = [0]
    at = 0
    for line in text.split("\n"):
        if line[:1] not in ("", " ", "\t", "#", "\r") and at:
            cuts.append(at)
        at += len(line) + 1
    cuts.append(len(text))
    return [(a, text[a:b]) for a, b in itertools.pairwise(cuts)]


class _Chunk:
    """One declaration that may have mistakes."""

    def __init__(self, text: str, following: str, file: int, base: int, findings: Findings, attempt: Any) -> None:
        self.original = self.text = text
        self.following = following.split("\n", 1)[0]
        self.swallows = False  # whether the unindented lines after it belong to it, if only they were indented
        self.file, self.base, self.findings, self.attempt = file, base, findings, attempt
        self.replaced: dict[int, int] = {}  # start of a line -> how many of its stand-ins have been tried

    def read(self) -> list[Any]:
        tries = max(1, min(TRIES, BUDGET // max(1, len(self.text))))
        reported = 0
        for _ in range(3 * tries):
            body, failed = self.attempt(self.text, self.file, self.base)
            if failed is None:
                return list(body)
            fault = self._fault(failed)
            advice = indentation(fault) if fault.reason in {"tab", "dedent"} else explain(fault)
            start = self.text.rfind("\n", 0, advice.start) + 1
            if start in self.replaced or self._caused(fault, start):
                if not self._replace(start):
                    return []
                continue
            self._report(fault, advice)
            reported += 1
            if reported >= tries or fault.reason == "deep" or not self._replace(start):
                return []
        return []

    # ------------------------------------------------------------ what went wrong

    def _fault(self, error: Exception) -> Fault:
        text = self.text
        if isinstance(error, LayoutError):
            return Fault(text, min(error.at, max(0, len(text) - 1)), reason=error.reason, following=self.following)
        if isinstance(error, UnexpectedCharacters):
            at = error.pos_in_stream or 0
            return Fault(text, at, at + 1, "", text[at : at + 1], frozenset(error.allowed or ()), following=self.following)
        if isinstance(error, UnexpectedToken):
            token = error.token
            at = token.start_pos if token.start_pos is not None else len(text)
            end = token.end_pos if token.end_pos is not None else at
            expected = frozenset(error.accepts or error.expected or ())
            if token.type in {"_NL", "_DEDENT", "$END"}:
                # Something is missing: the end of what is there.
                at = end = len(text[:at].rstrip())
                at = max(0, at - 1)
            elif token.type == "_INDENT":
                at = min(end, len(text) - 1)
            return Fault(text, at, end, token.type, str(token).strip(), expected, following=self.following)
        assert isinstance(error, UnexpectedEOF | RecursionError)
        return Fault(text, max(0, len(text.rstrip()) - 1), reason="end")

    def _caused(self, fault: Fault, start: int) -> bool:
        """Whether a fault only follows from a line that was replaced above it."""
        above = self.text.rfind("\n", 0, max(0, start - 1)) + 1
        return above in self.replaced and (fault.type == "_INDENT" or fault.word == "else" or fault.expected <= {"PROSE", "ROW"})

    def _report(self, fault: Fault, advice: Advice) -> None:
        code = {"tab": codes.TAB, "dedent": codes.INDENTATION, "deep": codes.NESTING}.get(fault.reason, codes.SYNTAX)
        start, end = advice.start, max(advice.end, advice.start + 1)
        fix = None
        if advice.replacement is not None:
            fix = Fix(Span(self.file, self.base + start, self.base + end), advice.replacement, advice.help or advice.message)
        self.findings.add(code, advice.message, Span(self.file, self.base + start, self.base + end), help=advice.help, fix=fix)
        self.swallows = self.swallows or advice.swallows

    # ------------------------------------------------------------ reading on

    def _replace(self, start: int) -> bool:
        """Put the next stand-in for a line into the text; False if there is none left."""
        tried = self.replaced.get(start, 0)
        end = self.text.find("\n", start)
        end = len(self.text) if end < 0 else end
        line = self.original[start:end]
        indent = len(line) - len(line.lstrip())
        stand_ins = _stand_ins(line.strip(), self._deeper(start, indent), start == 0)
        if tried >= len(stand_ins):
            return False
        self.replaced[start] = tried + 1
        text = stand_ins[tried]
        width = end - start - indent
        if len(text) > width:
            return self._replace(start)
        filled = text.ljust(width, "~") if text[0] in ">#" else text.ljust(width)
        self.text = self.text[:start] + self.original[start : start + indent].replace("\t", " ") + filled + self.text[end:]
        if text[0] in ">#":
            self._fill_deeper(start, indent)
        return True

    def _deeper(self, start: int, indent: int) -> bool:
        """Whether the next line that is not blank is indented further."""
        following = self.original.find("\n", start)
        while 0 <= following < len(self.original):
            end = self.original.find("\n", following + 1)
            line = self.original[following + 1 : end if end >= 0 else len(self.original)]
            if line.strip() and not line.strip().startswith("#"):
                return len(line) - len(line.lstrip()) > indent
            if end < 0:
                break
            following = end
        return False

    def _fill_deeper(self, start: int, indent: int) -> None:
        """Make comments of the lines that belonged to a line that is no longer there."""
        at = self.text.find("\n", start)
        while 0 <= at < len(self.text) - 1:
            end = self.text.find("\n", at + 1)
            line = self.text[at + 1 : end if end >= 0 else len(self.text)]
            if line.strip():
                if len(line) - len(line.lstrip()) <= indent:
                    return
                self._fill(at + 1, "#")
            at = end

    def _fill(self, start: int, sign: str) -> None:
        end = self.text.find("\n", start)
        end = len(self.text) if end < 0 else end
        line = self.text[start:end]
        if line.strip():
            indent = len(line) - len(line.lstrip())
            self.text = self.text[:start] + " " * indent + sign.ljust(end - start - indent, "~") + self.text[end:]
            self.replaced[start] = 99


def _stand_ins(line: str, deeper: bool, first: bool) -> list[str]:
    """Harmless lines that can stand for one that was not understood, the best first."""
    word = re.match(r"\w*", line)
    name = word.group() if word else ""
    if first:
        if not deeper:
            return []
        if name in STARTS and name not in ROUTINES:
            heads = {"define": "define x", "score": "score", "example": 'example "x"', "variant": 'variant "x"'}
            return [heads.get(name, "piece X"), "#"]
        return ["turn", "#"]
    if name == "if" or line.startswith("else if"):
        head = "if yes" if name == "if" else "else if yes"
        return [head if deeper else f"{head}: pass", ">", "#"]
    if name == "else":
        return ["else" if deeper else "else: pass", ">", "#"]
    if deeper:
        if line.startswith('"'):
            return ['"x"', "repeat", ">", "#"]
        if re.search(r"\b(must|may)\b", line):
            return ["x must", "repeat", ">", "#"]
        if name in {"requires", "ensures"}:
            return ["requires yes", ">", "#"]
        return ["repeat", ">", "#"]
    return [">", "#"]
