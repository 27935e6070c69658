"""Scoring, the end of the game, and who wins."""

from __future__ import annotations

from rulewright.dsl.syntax import declarations as d
from rulewright.rulebook import text as x
from rulewright.rulebook.english import rules
from rulewright.rulebook.model import Block, Plain, Section
from rulewright.rulebook.parts import declared
from rulewright.rulebook.parts.course import belongs
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, ends_game, inner, of_setup


def sections(making: Making, chapters: list[Chapter]) -> list[Section]:
    found: list[Section] = []
    world = making.world
    if world.score is not None:
        found.append(_scoring(making, chapters))
    end = _end(making, chapters)
    if end is not None:
        found.append(end)
    return found


def _scoring(making: Making, chapters: list[Chapter]) -> Section:
    """The table of points, and the terms that the author defines beside it."""
    assert making.world.score is not None
    table = declared.score_section(making, making.world.score)
    chapter = next((c for c in chapters if c.is_scoring and c.title and not c.has_cards), None)
    if chapter is None:
        return table
    setup = of_setup(making.world)
    inside = [declared.section(making, x_) for x_ in chapter.decls if belongs(making, x_, setup)]
    return table.model_copy(
        update={
            "title": x.clean(chapter.title),
            "kind": "score",
            "blocks": (*making.prose(chapter.prose), *table.blocks),
            "sections": tuple(s for s in inside if s is not None),
            "sources": (*table.sources, *making.sources(chapter.span)),
            "tags": (*table.tags, *chapter.tags),
        }
    )


def _end(making: Making, chapters: list[Chapter]) -> Section | None:
    world = making.world
    standings = [s for c in chapters for s in (inner(x_) for x_ in c.decls) if isinstance(s, d.Standing) and ends_game(s)]
    blocks: list[Block] = []
    spans, tags = [], []
    with making.listening() as heard:
        for decl in standings:
            rule = rules.standing(world, making.record, decl)
            blocks += making.prose(rule.prose, rule.speech)
            blocks.append(making.exact(rule.steps, rule.speech))
            spans.append(rule.span)
            tags += list(rule.tags)
    if standings and not any(s.at_once for s in standings):
        blocks.append(Plain(text=x.runs("These conditions are checked whenever an action has been carried out in full.")))
    inside: list[Section] = []
    if world.winner is not None:
        inside.append(declared.winner_section(making, world.winner))
    elif world.score is not None:
        blocks.append(Plain(text=x.runs("Whoever has the highest score wins; players with equal scores share the victory.")))
    if not blocks and len(inside) == 1:
        return inside[0].model_copy(update={"title": "End of the game", "kind": ""})
    if not blocks and not inside:
        return None
    return Section(
        id=making.unique("end"),
        title="End of the game",
        blocks=tuple(blocks),
        sections=tuple(inside),
        sources=making.sources(*spans),
        tags=tuple(tags),
        index=tuple(sorted(heard)),
    )
