"""From typed text to an option: a number, or words of its title."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.play.models import Decision, Option

PLAIN = {"label", "done", "decline", "go_on"}


def numbers(decision: Decision) -> dict[int, Option]:
    """The numbers that options are chosen by: 1, 2, 3, …; but if every option is about a number, that number itself."""
    acts = [o for o in decision.options if o.role not in PLAIN]
    names = [o.arguments[0].name if len(o.arguments) == 1 else "" for o in acts]
    telling = bool(acts) and all(n.isdigit() for n in names) and len(set(names)) == len(names) and len({o.action for o in acts}) == 1
    if not telling:
        return {o.number + 1: o for o in decision.options}
    found = {int(n): o for n, o in zip(names, acts, strict=True)}
    free = max(found) + 1
    for option in decision.options:
        if option.role in PLAIN:
            found[free] = option
            free += 1
    return found


def matching(options: Iterable[Option], text: str) -> list[Option]:
    """The options that some words mean: those titled exactly so, or else those with these words, these beginnings, this text."""
    options = list(options)
    wanted = text.lower().replace(",", ", ").split()
    if not wanted:
        return []
    whole = " ".join(wanted)
    tests: tuple[Callable[[str], bool], ...] = (
        lambda title: " ".join(title.split()) == whole,
        lambda title: _in_order(wanted, title.split(), exact=True),
        lambda title: _in_order(wanted, title.split(), exact=False),
        lambda title: whole in title,
    )
    for test in tests:
        found = [o for o in options if test(o.title.lower())]
        if found:
            return found[:1] if len({o.title for o in found}) == 1 else found
    return []


def _in_order(wanted: list[str], words: list[str], *, exact: bool) -> bool:
    """Whether all wanted words (or beginnings) occur among the words, in their order."""
    at = 0
    for word in words:
        bare = word.strip("(),.")
        if at < len(wanted) and (wanted[at].strip("(),.") == bare if exact else bare.startswith(wanted[at].strip("(),."))):
            at += 1
    return at == len(wanted)
