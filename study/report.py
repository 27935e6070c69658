"""The report: one self-contained page, a text, or data."""

from __future__ import annotations

import re
from itertools import groupby

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from rulewright.study.model import Estimate, Figure, Listed, Study
from rulewright.study.pictures import heat, picture, small, told
from rulewright.study.words import BESIDE, player

FORMATS = ("html", "md", "json")
FEW = 8  # numbers that stand beside a drawing
WHOLE = {"worth", "forced", "taken", "calibration", "extremes"}  # drawings in which each number can be read
SQUARES = {"serious": "■■■", "look": "■■□", "note": "■□□"}
WORDS = {"serious": "serious", "look": "worth a look", "note": "note"}


def render(study: Study, format: str) -> str:
    """The study in one of the formats. The same study gives the same bytes."""
    if format == "json":
        return study.model_dump_json(indent=1) + "\n"
    room = Environment(
        loader=PackageLoader("rulewright.study", "templates"),
        autoescape=format == "html",
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    room.filters.update(told=told, picture=picture, heat=heat, small=small, margin=margin, player=player, coded=coded, split=split)
    given = {"study": study, "chapters": _chapters(study), "words": WORDS, "squares": SQUARES, "shown": shown}
    given["numbers"] = {f.id: f"{c}.{n}" for c, (_, figures) in enumerate(_chapters(study), 2) for n, f in enumerate(figures, 1)}
    return room.get_template(f"report.{format}.j2").render(**given, verdict=verdict(study), keys=keys(study))


def shown(figure: Figure) -> list[Estimate]:
    """The numbers that stand in a table beside a drawing; where a drawing tells all of many, none."""
    if not figure.drawing:
        return [e for e in figure.estimates if e.unit == "number"]
    return list(figure.estimates) if len(figure.estimates) <= FEW and figure.id not in WHOLE else []


def margin(row: Listed) -> str:
    """What stands beside a line of the rules: how often a match comes to it, how often it refuses."""
    if row.note or row.refuses is not None:
        return row.note or f"refuses {100 * (row.refuses or 0):.0f} %"
    times = f"{row.times:,.0f}" if row.times >= 100 else f"{row.times:.3g}"
    return f"{times} a match" if row.times > 0 else "0" if row.times == 0 else ""


def coded(text: str) -> Markup:
    """A sentence in which what stands between backquotes is code."""
    return Markup(re.sub(r"`([^`]*)`", r"<code>\1</code>", str(escape(text))))


def split(text: str) -> tuple[str, str]:
    """The first sentence, or what stands before its colon or semicolon, and the rest."""
    found = re.search(r"(?<=\))\. |[.:;] (?=\D)", text)
    return (text[: found.end()].rstrip(), text[found.end() :]) if found else (text, "")


def keys(study: Study) -> list[tuple[str, str, Estimate | None, str]]:
    """The few numbers that somebody looks at first: what, how much, with its range, and a word on it."""
    by = {f.id: f for f in study.figures}
    found: list[tuple[str, str, Estimate | None, str]] = []

    def enter(id: str, number: int, label: str, note: str) -> None:
        if id in by and len(by[id].estimates) > number:
            e = by[id].estimates[number]
            value = f"{100 * e.value:.0f} %" if e.unit == "share" else f"{e.value:.0f}"
            found.append((label, value, e if e.unit == "share" else None, note))

    if "start" in by:
        enter("start", 0, "who begins wins", "hatched: even")
    elif "seats" in by:
        best = max(by["seats"].estimates, key=lambda e: e.value)
        found.append((f"{best.name} {'win' if ' and ' in best.name else 'wins'}", f"{100 * best.value:.0f} %", best, "hatched: even"))
    enter("won", 0, "won", "all win together, or lose")
    enter("length", 0, "decisions in a match", "at the median")
    enter("leader", 1, "leader at half time wins", "50: open, 100: decided")
    enter("luck", 0, "luck", "of who wins, between equals")
    if "ladder" in by and by["ladder"].estimates:
        best = by["ladder"].estimates[-1]
        found.append(("more thought wins", f"{100 * best.value:.0f} %", best, best.name))
    if "worth" in by and by["worth"].estimates:
        best = by["worth"].estimates[0]
        found.append(("worth most", best.name, None, f"{told(best)} of lead" if best.value >= 1 else told(best)))
    return found[:6]


def _chapters(study: Study) -> list[tuple[str, list[Figure]]]:
    return [(name, list(figures)) for name, figures in groupby(sorted(study.figures, key=_place), key=lambda f: f.chapter)]


ORDER = ("Fairness", "Length and pace", "Tension", "Skill and luck", "Pieces and actions", "Endings", "Rules", "Two versions")


def _place(figure: Figure) -> int:
    return ORDER.index(figure.chapter)


def verdict(study: Study) -> str:
    """The first sentence."""
    counts = {word: sum(f.severity == word for f in study.findings) for word in WORDS}
    if not study.findings:
        alone = " What lies beside fair by itself is told below." if any(BESIDE in s for s in study.unsure) else ""
        return f"Nothing stands out: no figure gives an alarm that holds when all are taken together.{alone}"
    told = [f"{counts['serious']} serious"] if counts["serious"] else ["nothing serious"]
    told += [f"{counts['look']} worth a look"] if counts["look"] else []
    told += [f"{counts['note']} to note"] if counts["note"] else []
    number = f"{len(study.findings)} {'finding' if len(study.findings) == 1 else 'findings'}"
    return f"{number}: {', '.join(told)}. Each says where it stands in the rules and what to try first."
