"""Rules in the voice of a rulebook: the author's paragraphs, and sentences for what they leave unsaid."""

from __future__ import annotations

import re
from dataclasses import replace

from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.walk import nodes
from rulewright.rulebook import text as x
from rulewright.rulebook.author import manner
from rulewright.rulebook.english.rules import Rule
from rulewright.rulebook.english.steps import Step
from rulewright.rulebook.model import Block, Callout, Item, Prose, Told
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.told.covering import NOTHING, Said, covered, named_prose, said
from rulewright.rulebook.told.glance import is_rule
from rulewright.rulebook.words import listing

CALLOUTS = {"remember": "remember", "note": "note", "first game": "note", "your first game": "note", "tip": "note"}
_CALLOUT = re.compile(r"^(Remember|Note|First game|Your first game|Tip): ?")
_LET = re.compile(r"^let (the )?(.*?) be ")


def paragraphs(making: Making, lines: list[d.Prose], rule: Rule | None = None) -> list[Block]:
    """The author's words; those that begin with `Remember:` and the like stand in a box."""
    found: list[Block] = []
    for one in making.prose(lines, rule.speech if rule is not None else None):
        found.append(boxed(one) or one)
    return found


def boxed(prose: Prose) -> Callout | None:
    text = x.joined(prose.text)
    match = _CALLOUT.match(text)
    if match is None:
        return None
    title = match.group(1)
    rest = _without(prose.text, match.end())
    tone = CALLOUTS[title.lower()]
    return Callout(
        title="Your first game" if "irst game" in title else title,
        text=rest,
        tone="remember" if tone == "remember" else "note",
        sources=prose.sources,
        tags=prose.tags,
    )


def _without(text: x.Runs, letters: int) -> x.Runs:
    found = []
    for run in text:
        if letters >= len(run.text):
            letters -= len(run.text)
            continue
        found.append(run.model_copy(update={"text": run.text[letters:]}))
        letters = 0
    if found:
        first = found[0]
        found[0] = first.model_copy(update={"text": first.text[:1].upper() + first.text[1:]})
    return tuple(found)


# ---------------------------------------------------------------- what nobody has said


def told(making: Making, decl: object, rule: Rule, context: Said = NOTHING) -> list[Block]:
    """A rule: the author's words, then the uncovered rest of it, in one voice."""
    found = paragraphs(making, rule.prose, rule)
    how = manner(decl)
    rest = rule.steps if how == "exact" else [] if how == "prose" and rule.prose else remainder(making, decl, rule, context)
    if how != "exact" and _is_told_below(making, decl, rule):
        rest = []
    items = sentences(making, rest, rule)
    return [*found, Told(items=tuple(items))] if items else found


def _is_told_below(making: Making, decl: object, rule: Rule) -> bool:
    """Whether a turn is but one thing that has to be done: its author speaks of the turn, and what is done has its own head."""
    if not (isinstance(decl, d.Procedure) and decl.word == "turn" and rule.prose):
        return False
    deeds = [stmt for stmt in decl.body if not isinstance(stmt, d.Prose | d.Let)]
    if len(deeds) != 1 or not isinstance(deeds[0], d.Decision) or len(deeds[0].verbs) > 1:
        return False
    otherwise = deeds[0].otherwise
    return otherwise is None or covered(making.world, otherwise, said(rule.prose))


def remainder(making: Making, decl: object, rule: Rule, context: Said) -> list[Step]:
    """The steps of a rule that its prose does not say; all of them where there is none."""
    world = making.world
    if not rule.prose:
        whole = isinstance(decl, d.Hook) and bool(context) and all(covered(world, stmt, context) for stmt in decl.body)
        return [] if whole else rule.steps  # what a variant says of itself may be all there is to say
    text = said([*rule.prose, *named_prose(world, decl)]) | context
    by_span = {stmt.span: stmt for stmt in nodes(getattr(decl, "body", []), object) if isinstance(stmt, STATEMENTS)}
    lets = frozenset(stmt.name for stmt in by_span.values() if isinstance(stmt, d.Let))

    def open_(step: Step) -> Step | None:
        if step.lead in {"Choose", "First", "To", "For"}:
            inner = [s for s in map(open_, step.steps) if s is not None]
            return replace(step, text="", lead="", steps=inner, numbered=False) if inner else None
        stmt = by_span.get(step.span)
        if isinstance(stmt, d.Let):
            return None
        if stmt is not None and covered(world, stmt, text, lets):
            return None
        if step.steps and not step.text:
            inner = [s for s in map(open_, step.steps) if s is not None]
            return replace(step, steps=inner) if inner else None
        return step

    return [s for s in map(open_, rule.steps) if s is not None]


STATEMENTS = (d.Sentence, d.Let, d.Demand, d.If, d.Loop, d.While, d.Repeat, d.AnyOrder, d.Decision, d.Menu)


def sentences(making: Making, steps: list[Step], rule: Rule) -> list[Item]:
    found: list[Item] = []
    for step in steps:
        found += _lines(making, step, rule)
    return found


def _lines(making: Making, step: Step, rule: Rule) -> list[Item]:
    lead = step.lead
    if lead in {"To", "For"} and step.steps:
        return [_numbered(making, step, rule)] if len(step.steps) > 2 else [i for s in step.steps for i in _lines(making, s, rule)]
    if not step.text and not lead.startswith(("Allowed", "Only")):
        if step.numbered and len(step.steps) > 2:
            return [Item(text=x.runs(""), numbered=True, items=making.items(step.steps, rule.speech))]
        return [i for s in step.steps for i in _lines(making, s, rule)]
    text = _worded(step)
    refused = _refusal(making, step, rule)
    if refused is not None:
        return [refused]
    inside = making.items(step.steps, rule.speech) if step.steps and not lead.startswith(("Allowed", "Only")) else ()
    return [
        Item(
            text=x.runs(x.sentence(text, ":" if inside else ".")),
            numbered=step.numbered,
            items=inside,
            others=making.items(step.others, rule.speech),
            sources=making.sources(*_spans(step)),
            tags=step.tags,
        )
    ]


def _numbered(making: Making, step: Step, rule: Rule) -> Item:
    return Item(text=x.runs(""), numbered=True, items=making.items(step.steps, rule.speech), sources=making.sources(*_spans(step)))


def _worded(step: Step) -> str:
    """A line of an exact rule as a sentence."""
    text = step.text
    conditions = [text] if text else [s.text for s in step.steps]
    match step.lead:
        case "Allowed only if":
            return f"you may do this only if {listing(conditions)}"
        case "Choose":
            return f"choose {text}"
        case "Cost":
            return f"pay {text}"
        case "First":
            match = _LET.match(text)
            return f"the {match.group(2)} is {text[match.end() :]}" if match else text
        case "Then" | "":
            return text
        case lead if lead.startswith("Only if"):
            return f"you may not do this unless {listing(conditions)} afterwards"
        case lead:
            return f"{lead.lower()} {text}"


def _refusal(making: Making, step: Step, rule: Rule) -> Item | None:
    """What the author tells players who try what is not allowed, if it is a rule and not about this moment."""
    if not step.lead.startswith("Allowed") or not step.prose:
        return None
    text = " ".join(line.text.strip() for line in step.prose)
    if not is_rule(text):
        return None
    found = making.prose(step.prose, rule.speech)
    spans: list[Span] = [*_spans(step), *(line.span for line in step.prose)]
    return Item(text=found[0].text, sources=making.sources(*spans), tags=step.tags) if found else None


def _spans(step: Step) -> list[Span]:
    return [*step.sources, *(s for inside in (*step.steps, *step.others) for s in _spans(inside))]
