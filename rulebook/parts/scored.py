"""What counts at the end, as a table: each entry with what its author says and what it comes to."""

from __future__ import annotations

from rulewright.dsl.syntax import declarations as d
from rulewright.rulebook import text as x
from rulewright.rulebook.english import scoring
from rulewright.rulebook.english.speech import anchor
from rulewright.rulebook.model import Row, Section, Table
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import spoken


def score_section(making: Making, decl: d.Score) -> Section:
    making.record.seen.add(decl.span)
    rows = []
    with making.listening() as heard:
        for item in decl.entries:
            step = scoring.entry(making.world, making.record, item)
            said = making.prose(item.prose)
            text = tuple(run for p in said for run in p.text)
            exact = x.runs(x.sentence(step.text))
            name = spoken(item.name)
            cell = (*text, *x.runs(" " if text else ""), *((r.model_copy(update={"style": r.style or "quiet"})) for r in exact))
            spans = [item.span, *(p.span for p in item.prose)]
            tags = (*item.tags, *(t for p in item.prose for t in p.tags))
            rows.append(Row(cells=(x.runs(x.strong(name[:1].upper() + name[1:])), cell), sources=making.sources(*spans), tags=tags))
    head = (x.runs("For"), x.runs("Points"))
    table = Table(head=head, rows=tuple(rows), align="ll", weights=(1.0, 3.4))
    return Section(
        id=making.unique(anchor("score")),
        title="Scoring",
        blocks=(*making.prose(decl.prose), table),
        kind="score",
        sources=making.sources(decl.span),
        tags=decl.tags,
        index=(*sorted(heard), "score"),
    )
