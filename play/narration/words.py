"""Small words of sentences about a match."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.words import plural


def spaced(name: str) -> str:
    return name.replace("_", " ")


def listed(parts: Sequence[str]) -> str:
    """`Red, Blue and Green`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def whose(owner: str, what: str) -> str:
    """`Red's hand`."""
    return f"{owner}' {what}" if owner.endswith("s") else f"{owner}'s {what}"


def counted(names: Sequence[str]) -> list[str]:
    """Each name once, in the order of the first; `2 blue knights` if there are several."""
    found = dict.fromkeys(names)
    return [name if (n := names.count(name)) == 1 else f"{n} {plural(name)}" for name in found]


def gathered(sentences: Sequence[str]) -> list[str]:
    """Sentences in a row: things that go the same way together, and what is said several times once."""
    found: list[str] = []
    ways: dict[str, tuple[int, list[str]]] = {}
    times: dict[str, tuple[int, int]] = {}
    for sentence in sentences:
        subject, goes, way = sentence.partition(" goes ")
        if not goes:
            ways = {}
        if goes and way in ways and not subject.startswith(("A ", "An ")):
            at, subjects = ways[way]
            subjects.append(subject)
            found[at] = capital(f"{listed(counted(subjects))} go {way}")
        elif sentence in times:
            at, count = times[sentence]
            times[sentence] = at, count + 1
            found[at] = f"{sentence} ({count + 1} times)"
        else:
            if goes and not subject.startswith(("A ", "An ")):
                ways[way] = len(found), [subject]
            times[sentence] = len(found), 1
            found.append(sentence)
    return found
