"""What a finding is.

A diagnostic has a code (a word, declared once in the catalogue), a message for a board-game designer, a primary label and
perhaps further ones, a help sentence and a fix an editor can apply. Passes add to a `Findings`; a pass that cannot go on
raises `Stopped`, and only the driver catches it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

from rulewright.core.record import record
from rulewright.dsl.source import Span

# Names of the rules come into messages as they are; the article before one goes by its sound: an Edge, a Unit, an Heir.
_ARTICLE = re.compile(r"(?<!`)\b([Aa]) (?=(?:[AEIO]|U(?!ni|se|su|te)|Hour|Heir|Hono)[a-z])(?!Eu|One)")


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@record
class Code:
    """One kind of finding: its word, how grave it is, and what it means in one sentence."""

    word: str
    severity: Severity
    title: str


@record
class Label:
    """A place in a text, and what is to be said about it there."""

    span: Span
    text: str = ""


@record
class Fix:
    """A change of text that would mend the finding. `sure`: the text has only this one meaning, so that it can be made unasked."""

    span: Span
    replacement: str
    title: str
    sure: bool = False


@record
class Diagnostic:
    """What was found: at its place, with what to do about it."""

    code: Code
    message: str
    primary: Label
    others: tuple[Label, ...] = ()
    help: str = ""
    fix: Fix | None = None

    @property
    def severity(self) -> Severity:
        return self.code.severity


class Stopped(Exception):
    """The text cannot be understood any further; the findings say why."""


@dataclass(slots=True)
class Findings:
    """The diagnostics of one load, in the order they were found; the same finding at the same place counts once."""

    all: list[Diagnostic] = field(default_factory=list)
    _seen: dict[tuple[str, Span], int] = field(default_factory=dict)

    def add(
        self,
        code: Code,
        message: str,
        span: Span,
        *,
        label: str = "",
        others: tuple[Label, ...] = (),
        help: str = "",
        fix: Fix | None = None,
    ) -> None:
        key = (code.word, span)
        at = self._seen.get(key, len(self.all))
        if at < len(self.all) and (self.all[at].code.word, self.all[at].primary.span) == key:
            return
        self._seen[key] = len(self.all)  # findings may be taken back by cutting the list, and then be made again
        message = _ARTICLE.sub(r"\1n ", message)
        self.all.append(Diagnostic(code, message, Label(span, label), others, help, fix))

    def stand_at(self, before: int, span: Span) -> None:
        """What was found since there were so many stands at this place: it was found in a text that is read by itself."""
        found, self.all[before:] = self.all[before:], []
        for one in found:
            self.add(one.code, one.message, span, help=one.help)

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.all if d.severity is Severity.ERROR]

    @property
    def warnings(self) -> list[Diagnostic]:
        return [d for d in self.all if d.severity is Severity.WARNING]

    def stop_on_errors(self) -> None:
        """The border of a pass: go on only if nothing is wrong."""
        if self.errors:
            raise Stopped
