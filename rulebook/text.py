"""Marked text: plain strings that carry a few invisible marks, so that sentences can be put together like any other string.

What enters are words of the author or of the generator; what leaves are runs with a style and a target. Authors' words pass
through `clean` first, which takes out whatever could be mistaken for a mark or has no place in a document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.dsl.words import clean as clean
from rulewright.dsl.words import seats_apart
from rulewright.rulebook.model import Run, Style

OPEN, SPLIT, CLOSE = "\ue000", "\ue001", "\ue002"
_MARK = re.compile(f"{OPEN}([a-z]*):([^{OPEN}{SPLIT}{CLOSE}]*){SPLIT}|{CLOSE}")
_NUMBER = re.compile(r" [+−-]?\d")
_LEAD = re.compile(f"(?:{OPEN}[a-z]*:[^{SPLIT}]*{SPLIT}|[“‘(\\s])*")


def mark(style: Style, text: str, ref: str = "") -> str:
    return f"{OPEN}{style}:{ref}{SPLIT}{text}{CLOSE}"


def term(text: str, ref: str) -> str:
    """A word the rules define; it leads to its definition."""
    return mark("term", text, ref)


def strong(text: str) -> str:
    return mark("strong", text)


def quiet(text: str) -> str:
    return mark("quiet", text)


Runs = tuple[Run, ...]


def runs(text: str) -> Runs:
    """The runs of a marked text. Inside of one mark another one counts: the innermost style wins."""
    text = seats_apart(text)
    found: list[Run] = []
    stack: list[tuple[Style, str]] = [("", "")]
    at = 0
    for match in _MARK.finditer(text):
        _add(found, text[at : match.start()], stack[-1])
        at = match.end()
        if match.group(0) == CLOSE:
            if len(stack) > 1:
                stack.pop()
        else:
            stack.append((match.group(1), match.group(2)))  # type: ignore[arg-type]
    _add(found, text[at:], stack[-1])
    return tuple(found)


def _add(found: list[Run], text: str, style: tuple[Style, str]) -> None:
    if not text:
        return
    if found and (found[-1].style, found[-1].ref) == style:
        found[-1] = Run(text=found[-1].text + text, style=style[0], ref=style[1])
    else:
        found.append(Run(text=text, style=style[0], ref=style[1]))


def plain(text: str) -> str:
    return _MARK.sub("", text)


def joined(parts: tuple[Run, ...] | list[Run]) -> str:
    return "".join(run.text for run in parts)


def merged(runs: Sequence[Run]) -> list[Run]:
    """Without signs: neighbours of one style are one run again."""
    found: list[Run] = []
    for run in runs:
        _add(found, run.text, (run.style, run.ref))
    return found


def glued(runs: Sequence[Run]) -> list[Run]:
    """A number is not parted from the sign that follows it, nor a word with a sign from its number."""
    found = list(runs)
    for i, run in enumerate(found[1:]):
        if run.icon and found[i].text.endswith(" "):
            found[i] = found[i].model_copy(update={"text": found[i].text[:-1] + "\u00a0"})
        if found[i].icon and _NUMBER.match(run.text):
            found[i + 1] = run.model_copy(update={"text": "\u00a0" + run.text[1:]})
    return found


def capital(text: str) -> str:
    """With a capital first letter, marks and opening quotes passed over."""
    lead = _LEAD.match(text)
    at = lead.end() if lead else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def sentence(text: str, stop: str = ".") -> str:
    """A whole sentence: a capital at its start and a stop at its end."""
    end = plain(text).rstrip()[-1:]
    return capital(text) + ("" if end in {".", "!", "?", ":", "…"} or (end in "”’)" and plain(text).rstrip()[-2:-1] in ".!?") else stop)
