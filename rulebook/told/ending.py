"""How the game ends, in every way it can; what is scored; who wins."""

from __future__ import annotations

import re

from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.walk import nodes
from rulewright.rulebook import text as x
from rulewright.rulebook.author import manner
from rulewright.rulebook.english import rules, scoring
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.speech import Record, Speech, anchor
from rulewright.rulebook.english.steps import repeat_head, step
from rulewright.rulebook.model import Block, Callout, Item, Marked, Prose, Section, Steps, Text
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, ends, ends_game, inner
from rulewright.rulebook.told.chapters import belongs, rule_sections
from rulewright.rulebook.told.covering import covered, own_prose, said, switched_off
from rulewright.rulebook.told.glance import heading
from rulewright.rulebook.told.voice import boxed, paragraphs, sentences, told
from rulewright.rulebook.words import listing, spoken

ENDING = re.compile(r"\b(wins?|won|loses?|lost|draw|drawn|game (ends|is over)|end of the game)\b")


def sections(making: Making, chapters: list[Chapter], after: list[d.Prose]) -> list[Section]:
    """`after`: what the course of play says about its end."""
    found: list[Section] = []
    end = _end(making, chapters, after)
    if end is not None:
        found.append(end)
    score = _scoring(making, chapters)
    if score is not None:
        found.append(score)
    win = _winner(making)
    if win is not None:
        found.append(win)
    part = next((c for c in chapters if c.is_scoring and c.title and not c.has_cards), None)
    if part is not None:
        decls = [decl for decl in map(inner, part.decls) if belongs(making, decl)]
        found += rule_sections(making, decls, said(part.prose))
    return found


def _standings(chapters: list[Chapter]) -> list[d.Standing]:
    return [s for c in chapters for s in (inner(x_) for x_ in c.decls) if isinstance(s, d.Standing) and ends_game(s)]


def _hooks(chapters: list[Chapter]) -> list[d.Hook]:
    found = [h for c in chapters for h in (inner(x_) for x_ in c.decls) if isinstance(h, d.Hook) and ends_game(h)]
    return [h for h in found if manner(h) != "left out"]


def _end(making: Making, chapters: list[Chapter], after: list[d.Prose]) -> Section | None:
    world = making.world
    blocks: list[Block] = list(paragraphs(making, after))
    spans: list[Span] = []
    play = world.routine("play", "play")
    if play is not None and isinstance(play.decl, d.Procedure):
        blocks += _course(making, play.decl, after)
        spans.append(play.said.span)
    for decl in _standings(chapters):
        rule = rules.standing(world, making.record, decl)
        spans.append(rule.span)
        own = paragraphs(making, rule.prose, rule)
        if own and (manner(decl) == "prose" or all(covered(world, x_, said(rule.prose)) for x_ in (decl.test, decl.body))):
            blocks += own
            continue
        blocks += own
        for item in sentences(making, rule.steps, rule):
            blocks.append(Prose(text=_flat(item), sources=item.sources, made=True))
    for hook in _hooks(chapters):
        rule = rules.hook(world, making.record, hook)
        spans.append(rule.span)
        blocks += told(making, hook, rule)
    blocks += _elsewhere(making, chapters, bool(blocks))
    blocks = _once(blocks)
    if not blocks:
        return None
    return Section(
        id=making.unique("end"),
        title="The end",
        blocks=tuple(blocks),
        sources=making.sources(*spans),
        kind="end",
        index=("end of the game",),
    )


def _once(blocks: list[Block]) -> list[Block]:
    """Several rules may say the same of the end: it is told once, for all of them."""
    found: dict[str, Block] = {}
    for number, block in enumerate(blocks):
        key = x.joined(block.text) if isinstance(block, Prose) else str(number)
        known = found.get(key)
        if isinstance(block, Prose) and isinstance(known, Prose):
            block = known.model_copy(update={"sources": (*known.sources, *block.sources)})
        found[key] = block
    return list(found.values())


def _flat(item: object) -> Text:
    """A sentence with everything under it in one paragraph."""

    assert isinstance(item, Item)
    found = item.text
    for inside in (*item.items, *item.others):
        found = (*found, *x.runs(" "), *_flat(inside))
    return found


def _course(making: Making, decl: d.Procedure, after: list[d.Prose]) -> list[Block]:
    """What the course of play says about the end, where its author says nothing: how long rounds are played."""
    sp = Speech(making.world, making.record, routine="play")
    text = said([*after, *own_prose(decl)])
    found: list[Block] = []
    if after and manner(decl) == "prose":
        return found
    loops = [stmt for stmt in decl.body if isinstance(stmt, d.Repeat | d.While)]
    for stmt in loops:
        test = stmt.test if isinstance(stmt, d.While) else (stmt.until or stmt.times)
        if test is not None and (switched_off(making.world, test) or (own_prose(decl) and covered(making.world, test, text))):
            continue
        sources = making.sources(stmt.span)
        if isinstance(stmt, d.While):
            found.append(
                Prose(text=x.runs(x.sentence(f"this goes on as long as {clause(sp, stmt.test).text()}")), sources=sources, made=True)
            )
        elif stmt.until is not None:
            found.append(Prose(text=x.runs(x.sentence(f"this goes on until {clause(sp, stmt.until).text()}")), sources=sources, made=True))
        elif stmt.times is not None:
            often = repeat_head(sp, stmt).removeprefix("do this ").removesuffix(" times")
            number = {"once": "one round", "twice": "two rounds"}.get(x.plain(often), f"{often} rounds")
            found.append(Prose(text=x.runs(x.sentence(f"the game lasts {number}")), sources=sources, made=True))
    return found


def _elsewhere(making: Making, chapters: list[Chapter], others: bool) -> list[Block]:
    """Endings inside of other rules: what happens if somebody cannot do what they must, and where else to look."""
    found: dict[str, Span] = {}
    made: list[Block] = []
    quoted: list[Block] = []
    for part in chapters:
        for decl in map(inner, part.decls):
            if isinstance(decl, d.Standing | d.Example | d.Define) or not ends(decl):
                continue
            stuck = _stuck(making, decl)
            made += stuck
            match decl:
                case _ if stuck:
                    continue
                case d.Action() | d.Interrupt() | d.Procedure() if not isinstance(decl, d.Procedure) or decl.word != "play":
                    routine = decl.name if isinstance(decl, d.Procedure) else decl.signature.name
                    name = x.term(heading(making, routine), anchor(routine))
                    said_ = _sentence_of_end(making, decl)
                    if said_:
                        text_ = x.runs(f"{x.strong(name)}: {x.clean(said_)}")
                        quoted.append(Prose(text=text_, sources=making.sources(decl.span), made=True))
                    else:
                        found[name] = decl.span
                case d.Card():
                    found[x.clean(decl.names[0])] = decl.span
    made += quoted
    if not found:
        return made
    names = list(found)
    also = "The game can also end as told under" if others or made else "The game ends as told under"
    text = f"{also} {listing(names, 'or')}." if len(names) < 9 else "Some cards can end the game, too: they say so."
    return [*made, Prose(text=x.runs(text), sources=making.sources(*found.values()), made=True)]


def _sentence_of_end(making: Making, decl: d.Action | d.Interrupt | d.Procedure) -> str:
    """What the author of a rule says in it about the end of the game."""
    quiet = Making(making.game, Record(), set(), {})
    own = " ".join(x.joined(one.text) for one in quiet.prose(own_prose(decl)))
    return " ".join(line for line in re.split(r"(?<=[.!?]) ", own) if ENDING.search(line))


def _stuck(making: Making, decl: d.Decl) -> list[Block]:
    """`player must go` … `else` somebody wins: what happens to those who cannot."""
    if not isinstance(decl, d.Procedure):
        return []
    rule = rules.procedure(making.world, making.record, decl)
    text = said(rule.prose)
    found: list[Block] = []
    for stmt in nodes(decl.body, d.Decision):
        if stmt.otherwise is None or not ends(stmt.otherwise):
            continue
        inside = list(nodes(stmt.otherwise, d.Prose))
        if rule.prose and covered(making.world, stmt.otherwise, text | said(inside)):
            found += paragraphs(making, inside, rule)
            continue
        _, steps = step(rule.speech, stmt)
        for one in steps:
            for other in one.others:
                words = " ".join(x.sentence(s.text) for s in (other, *other.steps, *other.others))
                words = words.replace("If that is impossible, if ", "If you cannot do what you must, and ", 1).replace(
                    "If that is impossible", "If you cannot do what you must", 1
                )
                found.append(Prose(text=x.runs(words), sources=making.sources(stmt.span), made=True))
    return found


# ---------------------------------------------------------------- points


def _scoring(making: Making, chapters: list[Chapter]) -> Section | None:
    decl = making.world.score
    if decl is None:
        return None
    part = next((c for c in chapters if c.is_scoring and c.title and not c.has_cards), None)
    blocks: list[Block] = [*(paragraphs(making, part.prose) if part is not None else []), *paragraphs(making, decl.prose)]
    items: list[Marked] = []
    notes: list[Block] = []
    for number, entry in enumerate(decl.entries):
        own = making.prose(entry.prose)
        made = scoring.points(making.world, making.record, entry)
        name = spoken(entry.name)
        text: Text = x.runs(x.strong(name[:1].upper() + name[1:] + ". "))
        spans = [entry.span, *(p.span for p in entry.prose)]
        for one in own:
            box = boxed(one)
            if box is not None:
                notes.append(box)
            else:
                text = (*text, *one.text, *x.runs(" "))
        if not own:
            text = (*text, *x.runs(x.sentence(made)))
        tags = (*entry.tags, *(t for p in entry.prose for t in p.tags))
        items.append(Marked(mark=str(number + 1), text=text, sources=making.sources(*spans), tags=tags, made=not own))
    if len(items) == 1:
        items = [items[0].model_copy(update={"mark": ""})]
    blocks.append(Steps(items=tuple(items)))
    spans = [decl.span, *([part.span] if part is not None else [])]
    return Section(
        id=making.unique(anchor("score")),
        title="What you score",
        blocks=(*blocks, *notes),
        kind="score",
        sources=making.sources(*spans),
        tags=(*decl.tags, *(part.tags if part is not None else ())),
        index=("score",),
    )


def _winner(making: Making) -> Section | None:
    decl = making.world.winner
    if decl is None:
        if making.world.score is None:
            return None
        several = "teams" if making.world.program.teams else "players"
        text = f"Whoever has the highest score wins; {several} with equal scores share the victory."
        block = Callout(title="", text=x.runs(text), tone="remember")  # below a head of that name
        return Section(id=making.unique(anchor("winner")), title="The winner", blocks=(block,), kind="winner", index=("winner",))
    block = winner_block(making, decl)
    return Section(
        id=making.unique(anchor("winner")),
        title="The winner",
        blocks=(block.model_copy(update={"title": ""}),),  # the head has it
        kind="winner",
        sources=block.sources,
        index=("winner",),
    )


def winner_block(making: Making, decl: d.Winner) -> Callout:
    """Who wins, ties and all."""
    two = len(making.world.program.teams or making.game.seats) == 2
    own = making.prose(decl.prose)
    sources = making.sources(decl.span, *(c.span for c in decl.criteria), *([decl.among.span] if decl.among is not None else []))
    if own:
        text_ = tuple(run for p in own for run in (*p.text, *x.runs(" ")))
        sources = (*sources, *(s for p in own for s in p.sources))
    else:
        text_ = x.runs(" ".join(x.sentence(step) for step in _criteria(making, decl, two)))
    return Callout(title="The winner", text=text_, tone="remember", sources=sources, tags=decl.tags)


def _criteria(making: Making, decl: d.Winner, two: bool) -> list[str]:
    """Ties speak of ties; of two players one has more."""
    found = []
    one, several = ("team", "teams") if making.world.program.teams else ("player", "players")
    for number, criterion in enumerate(scoring.criteria(making.world, making.record, decl)):
        text = criterion.text
        if number == 0 and x.plain(text) == f"the winner is the {one} with the greatest score":
            text = f"the {one} with more points wins" if two else f"the {one} with the most points wins"
        text = text.replace(
            "if that leaves several, the one of them with",
            f"if you are tied, the winner is the {one} with" if two else f"among tied {several}, the winner is the one with",
        )
        text = text.replace("if that leaves several, they share the victory", "if that is equal, too, the victory is shared")
        text = text.replace("if that leaves several, nobody wins", "if that is equal, too, nobody wins")
        text = text.replace("if that leaves several,", f"among tied {several},")
        if two:
            text = (
                text.replace("with the greatest ", "with the greater ")
                .replace("with the most ", "with more ")
                .replace("with the fewest ", "with fewer ")
            )
        found.append(text)
    return found
