"""What a study says: estimates with ranges, figures with a sentence, findings with a line. JSON has exactly this."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Severity = Literal["serious", "look", "note"]
RANK: dict[str, int] = {"serious": 0, "look": 1, "note": 2}


class Record(BaseModel):
    model_config = ConfigDict(frozen=True)


class Estimate(Record):
    """A number with its range: in 95 of 100 such studies the truth lies in it."""

    name: str
    value: float
    low: float
    high: float
    count: int
    unit: Literal["share", "number", "points"] = "share"  # points are drawn on a scale of their own, numbers only told
    fair: tuple[float, float] | None = None  # what nobody would notice, if there is such a band


class Finding(Record):
    """Something a designer should know: what, how bad, where in the rules, what to try."""

    kind: str
    severity: Severity  # of a test: how bad it can be at most
    says: str
    lines: tuple[str, ...]  # file:line
    try_: str = ""
    figure: str = ""
    p: float | None = None  # of a test: the chance of such a figure where nothing is wrong; a fact has none
    beyond: float | None = None  # the same where what is wrong is as large as nobody would notice
    held: float | None = None  # `p` when all tests of the family are taken together
    count: int = 0  # matches of the test
    least: str = ""  # what says how many a serious one takes, if that is not the kind
    family: str = "verdict"


class Listed(Record):
    """A line of the rules: how often a match comes to it, and what is to be said of it."""

    file: str
    line: int
    text: str
    times: float  # in a match; -1 where nothing is counted
    note: str = ""
    refuses: float | None = None  # of a demand: the share of those asked that it refuses


class Figure(Record):
    """One picture: what it shows, how sure that is, its numbers."""

    id: str
    chapter: str
    title: str
    shows: str
    sure: str
    estimates: tuple[Estimate, ...] = ()
    bars: tuple[tuple[str, float], ...] = ()  # shares that are shown side by side
    table: tuple[tuple[str, ...], ...] = ()  # the first row has the titles
    listing: tuple[Listed, ...] = ()
    drawing: str = Field(default="", exclude=True)  # a picture of its own, as SVG, beside its numbers in a table; data do without it
    matches: tuple[int, ...] = ()  # those that are shown one by one
    wide: bool = False  # whether it takes the whole width of a page
    findings: tuple[Finding, ...] = ()
    certain: bool = True  # whether what it shows is known well enough to be told as a fact
    unable: str = ""  # why it could not be worked out, if so
    lines: tuple[str, ...] = ()  # file:line of the rules it is about


class Study(Record):
    """Everything the report prints."""

    title: str
    game: str
    version: str
    fingerprint: str
    options: dict[str, str]
    seats: tuple[str, ...]
    command: str
    seed: int
    level: str
    matches: int
    random_matches: int
    complete: bool  # whether all matches that were wished for were played
    findings: tuple[Finding, ...]
    fine: tuple[str, ...]  # what was looked at and is as it should be
    unsure: tuple[str, ...]  # what cannot be told from so many matches
    figures: tuple[Figure, ...]
    left_out: tuple[str, ...]  # what this study does not measure
    checks: tuple[str, ...] = ()  # whether its parts agree with each other
