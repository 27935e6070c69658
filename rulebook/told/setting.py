"""The setup as lettered steps on a picture of the table."""

from __future__ import annotations

import re

from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.faces.painter import Painter
from rulewright.rulebook import text as x
from rulewright.rulebook.author import manner, printed
from rulewright.rulebook.english.rules import hook, procedure
from rulewright.rulebook.english.speech import Speech
from rulewright.rulebook.english.steps import block
from rulewright.rulebook.model import Block, Callout, Marked, Plain, Section, Steps
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, called, inner, of_setup
from rulewright.rulebook.parts.setup import pictures
from rulewright.rulebook.told.covering import covered, named_prose, own_prose, said
from rulewright.rulebook.told.voice import boxed
from rulewright.rulebook.words import is_plural, spoken

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def section(making: Making, painter: Painter, chapters: list[Chapter], options: list[d.Option], agreed: Callout | None = None) -> Section:
    world = making.world
    setup = world.routine("setup", "setup")
    head = making.head(chapters)
    blocks: list[Block] = []
    steps: list[Marked] = []
    notes: list[Block] = []
    for one in (p for c in chapters for p in making.prose(c.prose)):
        box = boxed(one)
        if box is not None:
            notes.append(box)
        else:
            steps.append(Marked(mark="", text=one.text, sources=one.sources, tags=one.tags))
    for decl in options:
        _choice(making, decl, steps, notes)
    if setup is not None and isinstance(setup.decl, d.Procedure):
        _steps(making, setup.decl, steps, notes, set())
    elif not steps:
        blocks.append(Plain(text=x.runs("Nothing needs to be set up: the places begin empty.")))
    steps = [step.model_copy(update={"mark": LETTERS[n] if n < len(LETTERS) else str(n + 1)}) for n, step in enumerate(steps)]
    letters = _letters(making, steps)
    blocks += pictures(making, painter, letters)
    if steps:
        blocks.append(Steps(items=tuple(steps)))
    blocks += [*notes, *([agreed] if agreed is not None else [])]
    seen = _seen(making)
    if seen:
        blocks.append(Callout(title="Who sees what", text=x.runs(seen)))
    spans = [*head.spans, *([setup.said.span] if setup is not None else [])]
    return Section(
        id=making.unique("r-setup"),
        title="Setting up",
        blocks=tuple(blocks),
        sources=making.sources(*spans),
        tags=head.tags,
        kind="setup",
        index=("setup",),
    )


def _choice(making: Making, decl: d.Option, steps: list[Marked], notes: list[Block]) -> None:
    """An option that is settled while the table is set up."""
    for one in making.prose(decl.prose):
        box = boxed(one)
        if box is not None:
            notes.append(box)
        elif x.joined(one.text).lower().startswith(("for a first game", "for your first game")):
            notes.append(Callout(title="Your first game", text=one.text, sources=one.sources, tags=one.tags))
        else:
            steps.append(Marked(mark="", text=one.text, sources=(*one.sources, *making.sources(decl.span)), tags=one.tags))


def _steps(making: Making, decl: d.Procedure, steps: list[Marked], notes: list[Block], done: set[str]) -> None:
    """A step for each paragraph, with the lines of the rules it stands for; a sentence for lines without one."""
    rule = procedure(making.world, making.record, decl)
    sp = rule.speech
    trusted = manner(decl) == "prose"  # the author's words are enough
    leading = bool(decl.body) and isinstance(decl.body[0], d.Prose)
    waiting: list[d.Stmt] = []
    lines: list[d.Prose] = []

    def flush() -> None:
        nonlocal waiting, lines
        if lines or (trusted and any(True for stmt in waiting for _ in nodes(stmt, d.Prose))):
            _said(making, lines, waiting, sp, steps, notes, trusted)
        elif waiting and trusted and steps:
            steps[-1] = steps[-1].model_copy(update={"sources": (*steps[-1].sources, *making.sources(*(w.span for w in waiting)))})
        elif waiting:
            _made(making, waiting, sp, steps)
        waiting, lines = [], []

    for stmt in decl.body:
        if isinstance(stmt, d.Let):
            continue
        phases = _phases(making, stmt, done)
        if phases:
            flush()
            for phase in phases:
                done.add(phase.name)
                _steps(making, phase, steps, notes, done)
                _hooked(making, phase.name, steps, notes)
            continue
        if isinstance(stmt, d.Prose):
            if leading and waiting:
                flush()
            lines.append(stmt)
            continue
        if lines and not leading:
            flush()
        waiting.append(stmt)
    flush()


def _hooked(making: Making, name: str, steps: list[Marked], notes: list[Block]) -> None:
    """What happens before or after a part of the setup is a step of it, too."""
    for decl in (inner(x_) for x_ in making.world.chapters if not isinstance(x_, d.Prose)):
        if isinstance(decl, d.Hook) and decl.signature.name == name:
            rule = hook(making.world, making.record, decl)
            waiting: list[d.Stmt] = [stmt for stmt in decl.body if not isinstance(stmt, d.Prose)]
            _said(making, rule.prose, waiting, rule.speech, steps, notes, manner(decl) == "prose")
            if steps:
                steps[-1] = steps[-1].model_copy(update={"sources": (*steps[-1].sources, *making.sources(decl.span))})


def _phases(making: Making, stmt: d.Stmt, done: set[str]) -> list[d.Procedure]:
    """The phases of the setup that a line of it calls, and does nothing else; also for each of several."""
    if not isinstance(stmt, d.Sentence | d.Loop):
        return []
    found: list[d.Procedure] = []
    for sentence in nodes(stmt, d.Sentence):
        own = [
            routine.decl
            for name in called(making.world, sentence)
            if name in of_setup(making.world) and name not in done
            for routine in making.world.routines[name]
            if isinstance(routine.decl, d.Procedure)
            and (routine.decl.word == "phase" or (routine.decl.word == "to" and own_prose(routine.decl)))
        ]
        if not own:
            return []
        found += own
    return found


def _said(
    making: Making, lines: list[d.Prose], waiting: list[d.Stmt], sp: Speech, steps: list[Marked], notes: list[Block], trusted: bool
) -> None:
    spans = [stmt.span for stmt in waiting]
    inside = [p for stmt in waiting for p in nodes(stmt, d.Prose)]
    text = said([*lines, *inside, *named_prose(making.world, waiting)])
    open_ = [stmt for stmt in waiting if not trusted and not covered(making.world, stmt, text)]
    if (open_ and len(open_) < len(waiting)) or open_:
        _made(making, open_, sp, steps)
    for one in making.prose([*lines, *inside], sp):
        box = boxed(one)
        if box is not None:
            notes.append(box)
        else:
            steps.append(Marked(mark="", text=one.text, sources=(*one.sources, *making.sources(*spans)), tags=one.tags))


def _made(making: Making, stmts: list[d.Stmt], sp: Speech, steps: list[Marked]) -> None:
    _, found = block(sp, stmts)
    for step in found:
        spans: list[Span] = [*step.sources, *(s for inner in step.steps for s in inner.sources)]
        text = x.sentence(step.text, ":" if step.steps else ".")
        if step.steps:
            text += " " + " ".join(x.sentence(inner.text) for inner in step.steps)
        if step.others:
            text += " " + " ".join(x.sentence(inner.text) for inner in step.others)
        steps.append(Marked(mark="", text=x.runs(text), sources=making.sources(*spans), tags=step.tags, made=True))


def _letters(making: Making, steps: list[Marked]) -> dict[str, str]:
    """Which letters stand at a place: each step is about the place to which something is put in its first line that names one."""
    found: dict[str, str] = {}
    names = sorted(making.world.places, key=len, reverse=True)
    if not names:
        return found
    place = re.compile(rf"(?<!top\()\b({'|'.join(map(re.escape, names))})\b")
    for step in steps:
        for source in step.sources:
            if source.file < 0:
                continue
            text = making.game.loaded.sources[source.file].text[source.start : source.end]
            at = [] if text.lstrip().startswith((">", "option", "chapter")) else place.findall(text)
            if not at and re.search(r"\bto \(-?\d|\bon \(-?\d", text):  # a cell by its numbers
                at = [n for n, sym in making.world.places.items() if sym.core.shape in {"grid", "open_grid"}][:1]
            if at and len(step.mark) == 1:
                found[at[-1]] = found.get(at[-1], "") + step.mark
                break
    return found


def _seen(making: Making) -> str:
    """Who sees what: told where something is hidden from somebody."""
    hidden = []
    for place in making.world.places.values():
        if place.decl is None:
            continue
        name = printed(making.world, place.name) or spoken(place.name)
        words = {w.name for trait in place.decl.traits for w in nodes(trait, e.Word)}
        if "seen" in words and "owner" in words:
            hidden.append(f"What is in your {name} is yours alone to see.")
        elif "seen" in words and "none" in words and "showing" not in words:
            hidden.append(f"The {name} {'stay' if is_plural(name) else 'stays'} hidden.")
        elif "seen" in words and "none" in words:
            shown = [w for w in sorted(words) if any(w in k.attrs for k in making.world.kinds.values())]
            hidden.append(f"Of the {name} you see only the {' and '.join(spoken(w) for w in shown)} on top.")
    return " ".join([*hidden, "Everything else is open to all."]) if hidden else ""
