"""What a variant adds to the game's types, tables and score, as a table or a sentence."""

from __future__ import annotations

from rulewright.dsl.syntax import declarations as d
from rulewright.rulebook import text as x
from rulewright.rulebook.author import printed_many, valued
from rulewright.rulebook.english.domains import domain
from rulewright.rulebook.english.speech import anchor
from rulewright.rulebook.english.steps import Step
from rulewright.rulebook.model import Block, Row, Section, Table
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.scored import score_section
from rulewright.rulebook.words import listing, plural, spoken

LEFT_OUT = frozenset({"id", "at"})


def title(making: Making, decl: d.Add) -> str:
    """`More cards`, `More goods`, `Further points`."""
    if decl.name == "score":
        return "Further points"
    place = making.world.places.get(decl.name)
    return f"More {printed_many(making.world, decl.name) if place is None else plural(spoken(place.core.cell_kind))}"


def blocks(making: Making, decl: d.Add) -> list[Block]:
    """The table or sentence; the entries of a score are told by whoever tells scores."""
    sp = making.speech()
    making.record.seen.add(decl.span)
    sp.see(decl.domain, decl.file)
    if decl.domain is not None:
        return [making.exact([Step(f"added: {_values(making, decl)}", decl.span, tags=decl.tags)])]
    sheet = making.world.sheets.get(decl.span)
    if sheet is None:
        return []
    columns = [c for c in sheet.columns if c not in LEFT_OUT and any(row[c].text for row in sheet.rows)]
    rows = [
        Row(cells=tuple(x.runs(x.clean(row[c].text)) for c in columns), sources=making.sources(decl.span), tags=decl.tags)
        for row in sheet.rows
    ]
    head = tuple(x.runs(spoken(c)[:1].upper() + spoken(c)[1:]) for c in columns)
    return [Table(head=head, rows=tuple(rows), align="l" * len(columns))]


def _values(making: Making, decl: d.Add) -> str:
    """The new values of a type, by their printed names."""
    assert decl.domain is not None
    words = [low.name for low, high in decl.domain.parts if high is None and hasattr(low, "name")]
    if len(words) == len(decl.domain.parts):
        return listing([valued(making.world, word) or spoken(word) for word in words])
    return f"{spoken(decl.name)}: {domain(making.speech(), making.world.enums[decl.name])}"


def section(making: Making, decl: d.Add) -> Section:

    if decl.entries:
        made = score_section(making, d.Score(decl.span, decl.entries, decl.prose, decl.tags))
        return made.model_copy(update={"title": title(making, decl), "kind": "added"})
    return Section(
        id=making.unique(anchor(f"added to {decl.name}")),
        title=title(making, decl),
        blocks=(*making.prose(decl.prose), *blocks(making, decl)),
        kind="added",
        sources=making.sources(decl.span),
        tags=decl.tags,
    )
