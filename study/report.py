"""The report: one self-contained page, a text, or data."""

from __future__ import annotations

from itertools import groupby

from jinja2 import Environment, PackageLoader, StrictUndefined

from rulewright.study.model import Figure, Study
from rulewright.study.pictures import heat, picture, told

FORMATS = ("html", "md", "json")
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
    room.filters.update(told=told, picture=picture, heat=heat)
    return room.get_template(f"report.{format}.j2").render(study=study, chapters=_chapters(study), words=WORDS, verdict=verdict(study))


def _chapters(study: Study) -> list[tuple[str, list[Figure]]]:
    return [(name, list(figures)) for name, figures in groupby(sorted(study.figures, key=_place), key=lambda f: f.chapter)]


ORDER = ("Fairness", "Length and pace", "Tension", "Skill and luck", "Pieces and actions", "Endings", "Rules", "Two versions")


def _place(figure: Figure) -> int:
    return ORDER.index(figure.chapter)


def verdict(study: Study) -> str:
    """The first sentence."""
    serious = sum(f.severity == "serious" for f in study.findings)
    looks = len(study.findings) - serious
    if not study.findings:
        return "Nothing stands out: no figure that was looked at gives an alarm."
    counts = [f"{n} {word}" for n, word in ((serious, "serious"), (looks, "worth a look")) if n]
    number = f"{len(study.findings)} {'finding' if len(study.findings) == 1 else 'findings'}"
    return f"{number}: {', '.join(counts)}. Each says where it stands in the rules and what to try first."
