"""The last pages: questions that come up, terms with where they are told."""

from __future__ import annotations

import re

from rulewright.dsl.syntax import declarations as d
from rulewright.rulebook import text as x
from rulewright.rulebook.author import manner, printed, short
from rulewright.rulebook.english.speech import Record
from rulewright.rulebook.model import Block, Callout, Definition, Glance, Glossary, Model, Prose, Question, Questions, Run, Section, Text
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter
from rulewright.rulebook.told.covering import own_prose
from rulewright.rulebook.told.glance import first_sentence
from rulewright.rulebook.words import slug, spoken

MOST_WORDS = 14
MOST_ROWS = 10  # of a turn that is told once more on the last page
HEADS = frozenset(("who", "whose", "what", "where", "which", "how", "when", "does", "is", "one"))  # a head that asks is no term
_ASKED = re.compile(r"[^.?!]*\?")
WHETHER = re.compile(r"^(Whether|How|Which|Who|What|When|Where) ")


def questions(making: Making, chapters: list[Chapter], options: list[d.Option]) -> Section | None:
    """The author's questions, and each ruling as a question with its answer."""
    items: list[Question] = []
    for chapter in chapters:
        for one in making.prose(chapter.prose):
            items += _asked(one)
    for decl in options:
        items += _settled(making, decl)
    if not items:
        return None
    return Section(
        id=making.unique("questions"),
        title="Questions that come up",
        blocks=(Questions(items=tuple(items)),),
        sources=making.sources(*(c.span for c in chapters)),
        tags=tuple(t for c in chapters for t in c.tags),
        kind="questions",
    )


def _asked(prose: Prose) -> list[Question]:
    """`May I …? No, …`: pairs of a question and its answer; what asks nothing is an answer by itself."""
    text = x.joined(prose.text)
    found = []
    starts = list(_ASKED.finditer(text))
    if not starts:
        return [Question(ask=(), answer=prose.text, sources=prose.sources, tags=prose.tags)]
    if len(starts) == 1:
        end = starts[0].end()
        return [Question(ask=x.runs(text[:end]), answer=x.runs(text[end:].strip()), sources=prose.sources, tags=prose.tags)]
    for number, match in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        answer = text[match.end() : end].strip()
        found.append(Question(ask=x.runs(match.group(0).strip()), answer=x.runs(answer), sources=prose.sources, tags=prose.tags))
    return found


def _settled(making: Making, decl: d.Option) -> list[Question]:
    """How an option is settled in this book."""
    own = making.prose(decl.prose)
    if not own:
        return []
    found = _asked(own[0])
    sources = (*own[0].sources, *making.sources(decl.span))
    if decl.name in making.game.loaded.options:  # the author answers for what is usual
        found = [q.model_copy(update={"answer": x.runs(_chosen(making, decl))}) for q in found]
    return [q.model_copy(update={"sources": sources}) for q in found]


def _chosen(making: Making, decl: d.Option) -> str:
    value = making.game.options[decl.name].replace("_", " ").replace(",", ", ")
    return {"yes": "Yes.", "no": "No."}.get(value, x.sentence(x.clean(value)))


def is_agreed(decl: d.Option) -> bool:
    """Whether players may agree upon an option: it is no ruling, about which authors ask, and no step of the setup."""
    text = decl.prose[0].text if decl.prose else ""
    return "?" not in text and (bool(WHETHER.match(text)) or f"{{{decl.name}}}" in text)


def agreed(making: Making, options: list[d.Option]) -> Callout | None:
    """What this book takes as settled, and players may settle otherwise."""
    text: list[Run] = []
    found = [(decl, making.prose(decl.prose)[0]) for decl in options if decl.prose]
    for decl, own in found:
        text += x.runs(" ") if text else ()
        value = f"{x.joined(own.text).rstrip('.')}: {_chosen(making, decl).lower()}"
        text += own.text if f"{{{decl.name}}}" in decl.prose[0].text else x.runs(value)
    if not text:
        return None
    sources = tuple(s for decl, own in found for s in (*own.sources, *making.sources(decl.span)))
    return Callout(title="As you agree", text=tuple(text), sources=sources, tags=tuple(t for decl, _ in found for t in decl.tags))


# ---------------------------------------------------------------- terms


def terms(making: Making, sections: list[Section]) -> Section | None:
    """Every word with a meaning of its own, in half a sentence, and the page that tells it."""
    world = making.world
    ids, spoken_of = _ids(sections)
    entries: dict[str, Definition] = {}

    def add(name: str, decl: object, lines: list[d.Prose]) -> None:
        called = printed(world, name) or spoken(name).removeprefix("the ").removesuffix(" of")
        called = re.sub(r"^(the|an?) ", "", called)
        key = called.lower()
        if key.split()[0] in HEADS:
            return
        anchor = f"r-{slug(spoken(name))}"
        where = anchor if anchor in ids else next((i for i in spoken_of.get(key, ())), "")
        text = _half(making, decl, lines)
        if manner(decl) == "left out" and anchor not in ids:
            return
        if key in entries or not where or (not text and anchor not in ids):
            return
        sources = making.sources(*(p.span for p in short(decl)))
        others = tuple(i for i in spoken_of.get(key, ()) if i != where)[:4]
        entries[key] = Definition(id=f"g-{slug(called)}", term=called, sort_key=key, text=text, ref=where, refs=others, sources=sources)

    for kind in world.kinds.values():
        add(kind.name, kind.decl, kind.said.prose)
    for place in world.places.values():
        if place.said is not None:
            add(place.name, place.decl, place.said.prose)
    for decl in world.chapters:
        if isinstance(decl, d.TypeDecl) and short(decl):
            add(decl.name, decl, decl.prose)
    for define in world.defines.values():
        if define.said.prose or short(define.decl):
            add(define.name, define.decl, define.said.prose)
    for name, routines in world.routines.items():
        if name not in {"setup", "play", "turn"} and (own_prose(routines[0].decl) or short(routines[0].decl)):
            add(name, routines[0].decl, own_prose(routines[0].decl))
    ordered = sorted(entries.values(), key=lambda e_: e_.sort_key)
    if len(ordered) < 2:
        return None
    blocks: tuple[Block, ...] = (Glossary(items=tuple(ordered)), *_in_short(sections))
    return Section(id=making.unique("terms"), title="Terms and index", blocks=blocks, kind="terms")


def _in_short(sections: list[Section]) -> list[Callout]:
    """What a turn consists of once more, in a few lines for the last page."""
    every = [found for section in sections for found in (section, *section.sections)]
    rows = next((b.rows for s in every for b in s.blocks if isinstance(b, Glance) and len(b.rows) <= MOST_ROWS), ())
    said = [(row, first_sentence(row.text)) for row in rows]
    lines = [(f"{row.mark}. {row.name}:" if row.mark and row.span else f"{row.name}:", text) for row, text in said if text]
    if len(lines) < 2:
        return []
    runs: list[Run] = []
    for name, text in lines:
        runs += [*([Run(text=" ")] if runs else []), Run(text=name, style="strong"), Run(text=" "), *text]
    return [Callout(title="Once more, in short", text=tuple(runs), tone="remember", spare=True)]


def _half(making: Making, decl: object, lines: list[d.Prose]) -> Text:
    """The author's short line; else their first sentence, if it is short; else the page alone."""
    quiet = Making(making.game, Record(), set(), {})
    own = short(decl)
    if own:
        return tuple(run for p in quiet.prose(own) for run in p.text)
    said = quiet.prose(lines[:4])
    if not said:
        return ()
    first = first_sentence(said[0].text)
    text = x.joined(first)
    return first if len(text.split()) <= MOST_WORDS and text.endswith((".", "!")) else ()


def _ids(sections: list[Section]) -> tuple[set[str], dict[str, list[str]]]:
    """All anchors, and for every word the sections whose text has it."""
    ids: set[str] = set()
    where: dict[str, list[str]] = {}

    def walk(section: Section, around: str) -> None:
        ids.add(section.id)
        own = section.id if section.title else around
        for block in section.blocks:
            for text in _texts(block):
                for word in set(re.findall(r"[a-z]+", text.lower())):
                    found = where.setdefault(word, [])
                    if own not in found:
                        found.append(own)
            for item in getattr(block, "items", ()):
                if getattr(item, "id", ""):
                    ids.add(item.id)
            for row in getattr(block, "rows", ()):
                if getattr(row, "id", "") and not hasattr(row, "limit"):
                    ids.add(row.id)
        for inside in section.sections:
            walk(inside, own)

    for section in sections:
        walk(section, section.id)
    return ids, where


def _texts(block: Block) -> list[str]:
    found = []

    def walk(node: object) -> None:
        if isinstance(node, tuple):
            if node and all(hasattr(run, "style") and hasattr(run, "text") for run in node):
                found.append(x.joined(node))
            else:
                for inside in node:
                    walk(inside)
        elif isinstance(node, Model):
            for name in type(node).model_fields:
                if name not in {"svg", "alt", "sources"}:
                    walk(getattr(node, name))

    walk(block)
    return found
