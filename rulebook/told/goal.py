"""The goal of the game in a sentence or two: how one wins, never how one loses."""

from __future__ import annotations

import re

from rulewright.dsl.syntax import declarations as d
from rulewright.rulebook import text as x
from rulewright.rulebook.english import rules, scoring
from rulewright.rulebook.model import Block, Prose
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, ends_game, inner
from rulewright.rulebook.words import listing, spoken

MOST_ENTRIES = 5
LEAD = "Goal:"


def is_goal(block: Block) -> bool:
    """Whether a paragraph is the author's goal: `> Goal: …`, set apart by an empty line."""
    return isinstance(block, Prose) and x.joined(block.text).startswith(LEAD)


def without_lead(block: Block) -> Block:
    assert isinstance(block, Prose)
    first, *rest = block.text
    text = first.text.removeprefix(LEAD).lstrip()
    return block.model_copy(update={"text": (first.model_copy(update={"text": text[:1].upper() + text[1:]}), *rest)})


def goal(making: Making, chapters: list[Chapter]) -> tuple[Block, ...]:
    world = making.world
    found: list[Block] = []
    teams = world.program.teams
    two = len(teams or making.game.seats) == 2
    if teams:
        sides = " play against ".join([x.clean(title) for title, _ in teams][:2]) if two else listing([x.clean(n) for n, _ in teams])
        text = f"{sides}." if two else f"You play in teams: {sides}."
        found.append(Prose(text=x.runs(f"{text} A team wins or loses together."), sources=making.sources(world.game.span), made=True))
    score = world.score
    if score is not None and (world.winner is None or _by_points(making, world.winner)):
        text = "Score more points than your rival." if two else "Score more points than anybody else."
        text = f"Score more points than {'the other team' if two else 'any other team'}." if teams else text
        if 1 < len(score.entries) <= MOST_ENTRIES:
            text += f" Points come from {listing([spoken(entry.name) for entry in score.entries])}."
        spans = [score.span, *([world.winner.span] if world.winner is not None else [])]
        found.append(Prose(text=x.runs(text), sources=making.sources(*spans), made=True))
    elif world.winner is not None:
        steps = scoring.criteria(world, making.record, world.winner)
        most = next((s for s in steps if "can win" not in s.text), steps[0])
        found.append(Prose(text=x.runs(x.sentence(most.text)), sources=making.sources(world.winner.span), made=True))
    if world.winner is not None and world.winner.among is not None:
        only = scoring.criteria(world, making.record, world.winner)[0]
        found.append(Prose(text=x.runs(x.sentence(f"but {only.text}")), sources=making.sources(world.winner.span), made=True))
    for chapter in chapters:
        for decl in map(inner, chapter.decls):
            if isinstance(decl, d.Standing) and ends_game(decl) and not found:
                rule = rules.standing(world, making.record, decl)
                step = rule.steps[0]
                plain = x.plain(step.text)
                if re.search(r"\bwins?\b", plain) and "lose" not in plain and not step.steps:
                    own = making.prose(rule.prose, rule.speech)
                    if own and re.search(r"\bwins?\b", x.joined(own[0].text)):
                        found.append(own[0].model_copy(update={"tags": ()}))
                        continue
                    text = _winning(step.text)
                    found.append(Prose(text=x.runs(x.sentence(text)), sources=making.sources(*step.sources), made=True))
    return tuple(found)


def _by_points(making: Making, winner: d.Winner) -> bool:
    steps = scoring.criteria(making.world, making.record, winner)
    return any(x.plain(s.text).endswith(("greatest score", "most score")) for s in steps[:2])


def _winning(text: str) -> str:
    condition, _, result = text.rpartition(", ")
    return f"{result} as soon as {condition}" if condition else text
