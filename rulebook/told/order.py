"""The rulebook in the order in which one learns a game.

About and goal, the box, the setup, the turn, the actions, the cards if they act, the end and the points, the cards if they only score,
a worked count, variants, questions, terms and index. Examples stand in the chapter of the last rule they need.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.dsl.check.phrases import singulars
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.faces.painter import Painter
from rulewright.play.examples import ExampleResult
from rulewright.rulebook import text as x
from rulewright.rulebook.author import manner, notes
from rulewright.rulebook.model import Block, Prose, Section
from rulewright.rulebook.parts import examples
from rulewright.rulebook.parts.declared import split_prose
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, inner, of_setup
from rulewright.rulebook.told import box, cards, chapters, count, ending, last, setting, variants
from rulewright.rulebook.told.covering import content, covered, own_prose, said
from rulewright.rulebook.told.glance import glance
from rulewright.rulebook.told.goal import goal, is_goal, without_lead
from rulewright.rulebook.told.voice import paragraphs

END = "End of the game"
ENDED = re.compile(r"\b(winners? (is|are)|match is (over|won|lost|drawn))\b")  # what an example of the end says of the match
AGREED = ("Agree on ", "Choose ", "You may agree ")
QUESTIONS = frozenset(
    {"questions", "questions and answers", "frequent questions", "faq", "rulings", "clarifications", "questions that come up"}
)


def about(making: Making, parts: list[Chapter]) -> tuple[Block, ...]:
    """What the game is about: the author's words before anything else."""

    game = making.world.game
    own, _ = split_prose(game.prose, game.attributes)
    found = (*paragraphs(making, own), *(paragraphs(making, parts[0].prose) if not parts[0].title else ()))
    return tuple(block for block in found if not is_goal(block))


def aim(making: Making, parts: list[Chapter]) -> tuple[Block, ...]:
    """The goal: what the author says after `Goal:`; else what follows from scores and winners."""

    own, _ = split_prose(making.world.game.prose, making.world.game.attributes)
    said = [block for block in paragraphs(making, own) if is_goal(block)]
    return tuple(without_lead(block) for block in said) or goal(making, parts)


def arranged(parts: list[Chapter]) -> list[Chapter]:
    """The chapters as the author arranges them: behind others, and with rules that were written elsewhere."""
    found = list(parts)
    for part in parts:
        if part.belongs == "after":
            at = next((n for n, p in enumerate(found) if p.title == part.other), None)
            if at is not None:
                found.remove(part)
                at = next(n for n, p in enumerate(found) if p.title == part.other)
                found.insert(at + 1, part)
    by_title = {part.title: part for part in found if part.title}
    for part in found:
        for decl in list(part.decls):
            own = notes(inner(decl))
            goal_ = by_title.get(own.chapter) if own is not None and own.chapter else None
            if goal_ is not None and goal_ is not part:
                part.decls.remove(decl)
                goal_.decls.append(decl)
    return found


def nested(found: list[Section], parts: list[Chapter]) -> list[Section]:
    """Chapters that belong in others stand in them."""
    inside = {x.clean(p.title): x.clean(p.other) for p in parts if p.belongs == "in"}
    roots: list[Section] = []
    kept: dict[str, list[Section]] = {}
    titles = {s.title for s in found}
    for section in found:
        home = inside.get(section.title)
        if home is not None and home in titles and home != section.title:
            kept.setdefault(home, []).append(section)
        else:
            roots.append(section)
    return [s.model_copy(update={"sections": (*s.sections, *kept[s.title])}) if s.title in kept else s for s in roots]


def sections(making: Making, painter: Painter, parts: list[Chapter]) -> list[Section]:
    parts = arranged(parts)
    body = [decl for part in parts for decl in part.decls]
    options = [decl for decl in map(inner, body) if isinstance(decl, d.Option)]
    early = [decl for decl in options if _settles_setup(making, decl) and not last.is_agreed(decl)]
    open_ = [decl for decl in options if decl not in early and not any("?" in line.text for line in decl.prose)]
    play = making.world.routine("play", "play")
    before, after = _around(making, play.decl) if play is not None and isinstance(play.decl, d.Procedure) else ([], [])
    sort = _sorted(making, parts)
    found: list[Section] = [
        box.section(making, painter, body, sort["box"]),
        setting.section(making, painter, sort["setup"], early, last.agreed(making, open_)),
        *_rules(making, sort["rules"], before),
    ]
    listed = [_opened(making, section, parts) for section in cards.sections(making, sort["cards"])]
    if not cards.mostly_score(making):
        found += listed
    found += _ending(making, parts, after, sort["end"])
    if cards.mostly_score(making):
        found += listed
    results = examples.of_book(making) if making.world.examples else []
    making.played = results
    worked = count.chosen(results)
    found += [count.section(making, worked)] if worked is not None else []
    found += [variants.section(making, v) for v in making.offered if manner(v) != "left out"]
    asked = last.questions(making, sort["questions"], [o for o in options if o not in early and o not in open_])
    found += [asked] if asked is not None else []
    found = nested(_with_examples(making, found, sort["examples"], parts, [r for r in results if r is not worked]), parts)
    terms = last.terms(making, found)
    return [*found, *([terms] if terms is not None else [])]


def _sorted(making: Making, parts: list[Chapter]) -> dict[str, list[Chapter]]:
    """Which chapter of the author goes where."""
    found: dict[str, list[Chapter]] = {n: [] for n in ("box", "setup", "rules", "cards", "end", "questions", "examples")}
    homes = {part.other for part in parts if part.belongs == "in" and part.has_cards}
    for part in parts:
        decls = [inner(x_) for x_ in part.decls]
        if part.title in homes and not decls:
            continue
        if part.title.strip().lower() in QUESTIONS:
            found["questions"].append(part)
        elif part.has_cards:
            found["cards"].append(part)
            if not part.title:
                found["rules"].append(part)
        elif part.is_scoring:
            found["end"].append(part)
        elif part.is_material:
            found["box"].append(part)
        elif decls and all(isinstance(x_, d.Example) for x_ in decls):
            found["examples"].append(part)
        elif part.sets_up:
            found["setup"].append(part)
            if any(chapters.belongs(making, x_) for x_ in decls if not isinstance(x_, d.Define)):
                found["rules"].append(Chapter(part.title, part.span, part.tags, [], part.decls, part.index))
        elif (part.title and any(chapters.belongs(making, x_) or _is_play(x_) for x_ in decls)) or not part.title:
            found["rules"].append(part)
        elif any(isinstance(x_, d.Piece | d.Place | d.Has | d.TypeDecl) for x_ in decls):
            found["box"].append(part)
        elif any(isinstance(x_, d.Procedure) and x_.name in of_setup(making.world) for x_ in decls):
            found["setup"].append(part)
        else:
            found["end"].append(part)
    return found


def _opened(making: Making, section: Section, parts: list[Chapter]) -> Section:
    """A chapter of cards with what the author says at its head."""
    part = next((p for p in parts if p.title and x.clean(p.title) == section.title), None)
    if part is None:
        return section
    inside = {p.sources for one in section.sections for p in one.blocks if isinstance(p, Prose)}  # below its tables already
    own = [block for block in paragraphs(making, part.prose) if not (isinstance(block, Prose) and block.sources in inside)]
    blocks = (*own, *section.blocks)
    return section.model_copy(update={"blocks": blocks, "sources": making.sources(part.span), "tags": part.tags})


def _is_play(decl: d.Decl) -> bool:
    return isinstance(decl, d.Procedure) and decl.word in {"play", "turn"}


def _settles_setup(making: Making, decl: d.Option) -> bool:
    """Whether an option decides what is put on the table, or is about a first game."""
    if any("first game" in line.text.lower() for line in decl.prose):
        return True
    if any(f"{{{decl.name}}}" in line.text or line.text.startswith(AGREED) for line in decl.prose):
        return True  # it says how it is settled, or that players agree on it
    world = making.world
    places: list[object] = [k.decl.traits for k in world.kinds.values()]
    places += [r.decl for name in ("setup", *of_setup(world)) for r in world.routines.get(name, ())]
    return any(word.name == decl.name for word in nodes(places, e.Word))


def _around(making: Making, decl: d.Procedure) -> tuple[list[d.Prose], list[d.Prose]]:
    """What the course of play says before its first loop, and what it says after: that is about the end. Where nothing stands after,
    what tells how long the loop goes on is about the end, too."""
    first = next((stmt for stmt in decl.body if isinstance(stmt, d.Repeat | d.While)), None)
    lines = own_prose(decl)
    if first is None:
        return lines, []
    loop = first.span
    inside = [p for p in lines if loop.start <= p.span.start <= loop.end]
    before, after = [p for p in lines if p.span < loop or p in inside], [p for p in lines if p.span > loop and p not in inside]
    test = first.test if isinstance(first, d.While) else first.until or first.times
    if not after and test is not None and content(making.world, test)[0]:
        after = [p for group in _whole(before) if covered(making.world, test, said(group)) for p in group]
        before = [p for p in before if p not in after]
    return before, after


def _rules(making: Making, parts: list[Chapter], before: list[d.Prose]) -> list[Section]:
    """The chapters of the rules. What the course of play says opens the first of them; chapters without a title follow."""
    made: list[tuple[Chapter, Section]] = []
    loose: list[Chapter] = []
    for part in parts:
        if not part.title:
            loose.append(part)
            continue
        found = chapters.chapter(making, part)
        if found is not None:
            made.append((part, found))
        elif any(_is_play(inner(x_)) for x_ in part.decls):
            made.append((part, Section(id=making.unique(f"c-{part.index}"), title=x.clean(part.title), sources=making.sources(part.span))))
    sections_ = [s for _, s in made]
    for part in loose:
        found = chapters.chapter(making, part, "Your turn" if not sections_ else "Further rules")
        if found is not None:
            sections_ = [found, *sections_] if found.title == "Your turn" else [*sections_, found]
    play = making.world.routine("play", "play")
    opening: list[Block] = list(paragraphs(making, before))
    spans: list[Span] = []
    if play is not None and isinstance(play.decl, d.Procedure):
        spans.append(play.said.span)
        overview = glance(making, play.decl)
        if overview is not None and not _only_turns(overview.rows[0].id, len(overview.rows)):
            opening.append(overview)
    elif not opening and not _begins(making):
        seats = [x.clean(s) for s in making.game.seats]
        opening.append(Prose(text=x.runs(f"The players take turns. {seats[0]} begins."), made=True))
    if not sections_:
        return (
            [Section(id=making.unique("c-0"), title="Your turn", blocks=tuple(opening), sources=making.sources(*spans))] if opening else []
        )
    at = next((i for i, s in enumerate(sections_) if any(inside.kind == "turn" for inside in s.sections)), 0)
    home = next((i for i, (p, _) in enumerate(made) if any(_plays(x_) for x_ in p.decls)), at)
    home = min(home, len(sections_) - 1)
    first = sections_[home]
    sections_[home] = first.model_copy(update={"blocks": (*first.blocks, *opening), "sources": (*first.sources, *making.sources(*spans))})
    return sections_


def _begins(making: Making) -> bool:
    """Whether the author says who begins."""
    turn = making.world.routine("turn", "turn")
    return turn is not None and any("begins" in p.text for p in own_prose(turn.decl))


def _plays(decl: d.Decl) -> bool:
    own = inner(decl)
    return isinstance(own, d.Procedure) and own.word == "play"


def _only_turns(first: str, rows: int) -> bool:
    return rows == 1 and first == "r-turn"


def _whole(lines: list[d.Prose]) -> list[list[d.Prose]]:
    """Lines of prose, those together that are one sentence."""
    found: list[list[d.Prose]] = []
    for line in lines:
        if found and found[-1][-1].text.rstrip()[-1:] not in set('.!?:…"”’)'):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _ending(making: Making, parts: list[Chapter], after: list[d.Prose], loose: list[Chapter]) -> list[Section]:
    inside = ending.sections(making, parts, after)
    blocks: list[Block] = []
    spans: list[Span] = []
    tags: tuple[str, ...] = ()
    for part in loose:
        if part.is_scoring:
            continue
        blocks += paragraphs(making, part.prose)
        spans.append(part.span)
        tags = (*tags, *part.tags)
    if not inside and not blocks:
        return []
    scored = making.world.score is not None
    title = f"{END} and scoring" if scored else END
    return [
        Section(
            id=making.unique("c-end"), title=title, blocks=tuple(blocks), sections=tuple(inside), sources=making.sources(*spans), tags=tags
        )
    ]


# ---------------------------------------------------------------- examples


def _with_examples(
    making: Making, found: list[Section], heads: list[Chapter], parts: list[Chapter], results: list[ExampleResult]
) -> list[Section]:
    """Each example at the foot of the chapter of the last rule it needs."""
    if not results:
        return found
    homes = {name: number for number, section in enumerate(found) if section.kind != "variant" for name in _names(section)}
    by_id = {section.id: number for number, section in enumerate(found)}
    for part in parts:  # what a chapter declares without a head of its own is told in it
        for decl in map(inner, part.decls):
            name = decl.signature.name if isinstance(decl, d.Action | d.Interrupt) else getattr(decl, "name", "")
            if name and f"c-{part.index}" in by_id and isinstance(decl, chapters.RULES):
                homes.setdefault(name, by_id[f"c-{part.index}"])
    placed: dict[int, list[Block]] = {}
    for result in results:
        if _is_setup(result.decl):  # its position is the picture of the setup
            making.left_out = {*making.left_out, result.decl.span}
            continue
        block = examples.blocks(making, [result])[0]
        at = _home(making, result.decl, homes, len(found))
        placed.setdefault(at, []).append(block)
    prose: list[Block] = [b for c in heads for b in paragraphs(making, c.prose)]
    made = []
    for number, section in enumerate(found):
        own = placed.get(number, [])
        if own:
            lead = prose if number == min(placed) else []
            box_ = Section(
                id=making.unique(f"x-{number}"), title="", blocks=(*lead, *own), sources=making.sources(*(c.span for c in heads))
            )
            section = section.model_copy(update={"sections": (*section.sections, box_)})
        made.append(section)
    return made


def _is_setup(decl: d.Example) -> bool:
    """Whether an example only looks at the table after setup, and at nobody's choice."""
    given = [step for step in decl.steps if isinstance(step, d.Given)]
    then = [step for step in decl.steps if isinstance(step, d.Then)]
    words = {w.name for step in given for w in nodes(step.phrase, e.Word)} if all(step.left is None for step in given) else {"given"}
    asks = any(step.decides or any(True for _ in nodes(step, e.Can)) for step in then)
    return not asks and words <= {"setup"} and not any(isinstance(step, d.Played) for step in decl.steps)


def _ends(making: Making, decl: d.Example) -> bool:
    return any(ENDED.search(making.world.sources.text(step.span)) for step in decl.steps if isinstance(step, d.Then))


def _names(section: Section) -> Iterator[str]:
    yield from section.index
    for inside in section.sections:
        yield from _names(inside)


def _home(making: Making, decl: d.Example, homes: dict[str, int], chapters_: int) -> int:
    if decl.beside in homes:
        return homes[decl.beside]
    words = [w.name for step in decl.steps if isinstance(step, d.Played | d.Then) for w in nodes(step, e.Word)]
    words += [w.name for step in decl.steps if isinstance(step, d.Played | d.Then) for w in nodes(step, e.Dot)]

    found = [homes[n] for w in words for n in (w, *singulars(w)) if n in homes]
    if _ends(making, decl) and "end of the game" in homes:
        return homes["end of the game"]
    if found:
        return max(found)
    return next((homes[n] for n in ("turn", "score", "winner", "end of the game") if n in homes), min(2, chapters_ - 1))


__all__ = ["about", "aim", "sections"]
