"""The reference of cards and tiles: every entry with its picture, what is printed on it and what it does, in words and exactly."""

from __future__ import annotations

from rulewright.core.program import Kind
from rulewright.dsl import types as t
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import CardSym, KindSym
from rulewright.faces.front import face
from rulewright.faces.painter import Painter
from rulewright.faces.svg import Drawing, in_rows
from rulewright.rulebook import text as x
from rulewright.rulebook.english import rules, scoring
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.speech import addressed, anchor
from rulewright.rulebook.english.steps import Step, block
from rulewright.rulebook.model import Block, CardEntry, Cards, Figure, Plain, Row, Section, Table, Text
from rulewright.rulebook.parts import declared
from rulewright.rulebook.parts.course import belongs
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, inner, of_setup
from rulewright.rulebook.parts.stock import Piece
from rulewright.rulebook.parts.story import told_kinds
from rulewright.rulebook.words import counted, listing, plural, spoken

MOST_PICTURES = 4

UNTITLED = "Cards"  # the heading of cards that stand in no chapter


def card_symbol(making: Making, decl: d.Card) -> CardSym | None:
    return next((c for c in making.world.cards if c.decl.span == decl.span), None)


def card_steps(making: Making, decl: d.Card, card: CardSym) -> list[Step]:
    """Everything a card says, exactly."""
    world, record = making.world, making.record
    record.seen.add(decl.span)
    found: list[Step] = []
    for member in decl.members:
        record.seen.add(member.span)
        sp = rules.for_card(addressed(world, record), card)
        name = sp.term(member.name, spoken(member.name)) if member.name in world.defines else spoken(member.name)
        define = world.defines.get(member.name)
        if define is not None and isinstance(define.type, t.Flag):
            said = clause(sp, member.value).text()
            text = {"always": f"always {name}", "never": f"never {name}"}.get(said, f"{name} if {said}")
        else:
            text = f"{name}: {scoring.worth(sp, member.value)}"
        found.append(Step(text, member.span, tags=member.tags))
    for hook in decl.hooks:
        rule = rules.hook(world, record, hook, card)
        found += [_tagged(s, rule.tags) for s in rule.steps]
    for standing in decl.standings:
        rule = rules.standing(world, record, standing, card)
        found += [_tagged(s, rule.tags) for s in rule.steps]
    for deed in decl.deeds:
        rule = rules.procedure(world, record, deed, card)
        head = f"when it is to {sp_term(making, deed.name)}"
        if len(rule.steps) == 1 and not rule.steps[0].steps and not rule.steps[0].others and not rule.steps[0].lead:
            found.append(Step(f"{head}, {rule.steps[0].text}", deed.span, spans=[*rule.spans, *rule.steps[0].sources], tags=deed.tags))
        else:
            found.append(Step(head, deed.span, rule.steps, spans=rule.spans, tags=deed.tags, numbered=len(rule.steps) > 1))
    sp = rules.for_card(addressed(world, record, "this card"), card)
    _, steps = block(sp, decl.body)
    if steps and (len(steps) > 1 or steps[0].steps or steps[0].others):
        found.append(Step("when it is resolved", decl.span, steps, numbered=len(steps) > 1))
    elif steps:
        found.append(Step(f"when it is resolved, {steps[0].text}", decl.span, spans=steps[0].sources, tags=steps[0].tags))
    return found


def sp_term(making: Making, name: str) -> str:
    return making.speech().term(name)


def _tagged(step: Step, tags: tuple[str, ...]) -> Step:
    step.tags = (*step.tags, *tags)
    return step


def card_prose(decl: d.Card) -> list[d.Prose]:
    lines = rules.prose_in([decl.body, decl.hooks, decl.standings, decl.deeds])
    lines += [p for m in decl.members for p in m.prose]
    return sorted(lines, key=lambda p: p.span)


def card_entry(making: Making, painter: Painter | None, decl: d.Card) -> CardEntry:
    card = card_symbol(making, decl)
    assert card is not None
    steps = card_steps(making, decl, card)
    sp = rules.for_card(making.speech(), card)
    title = ", ".join(x.clean(n) for n in decl.names)
    spans = [decl.span, *(m.span for m in decl.members), *(h.span for h in decl.hooks), *(s.span for s in decl.standings)]
    return CardEntry(
        id=making.unique(anchor(decl.names[0])),
        name=title,
        number=decl.number,
        facts=tuple(_facts(making.stock.named(card.kind.name, decl.names))) if painter is not None else (),
        pictures=tuple(_pictures(making, making.stock.named(card.kind.name, decl.names))) if painter is not None else (),
        prose=making.prose(card_prose(decl), sp),
        exact=making.items(steps, sp),
        sources=making.sources(*spans),
        tags=decl.tags,
    )


def card_section(making: Making, decl: d.Card) -> Section:
    entry = card_entry(making, None, decl)
    return Section(id=making.unique(f"s-{entry.id}"), title=entry.name, blocks=(Cards(items=(entry,)),), kind="card", sources=entry.sources)


def _pictures(making: Making, found: list[Piece]) -> list[Figure]:
    """One picture of all different pieces that an entry speaks of."""
    seen: dict[tuple[int, int], Piece] = {}
    for piece in found:
        seen.setdefault((id(piece.kind), piece.kind.twins[piece.index]), piece)
    chosen = list(seen.values())[:MOST_PICTURES]
    if not chosen:
        return []
    drawn = []
    for piece in chosen:
        one = face(piece.painter, piece.kind, piece.index, small=True)
        scale = 17.0 / max(one.width, one.height)
        holder = Drawing(one.width * scale, one.height * scale)
        holder.put(one, 0, 0, scale)
        drawn.append(holder)
    across = 2 if len(drawn) > 1 else 1
    picture = in_rows(drawn, across * drawn[0].width + (across - 1) * 1.2 + 0.01, 1.2)
    alt = "; ".join(_described(p) for p in chosen)
    return [
        Figure(id=making.picture_id("card"), svg=picture.render(alt), alt=alt, width=picture.width, height=picture.height, span="inline")
    ]


def _described(piece: Piece) -> str:
    facts = piece.painter.facts(piece.kind, piece.index)
    shown = [f"{spoken(f.name)} {f.text}" for f in facts if not (f.sort == "flag" and f.text == "no")]
    name = piece.painter.name(piece.kind, piece.index) or spoken(piece.kind.name)
    return f"{name}: {', '.join(shown)}" if shown else name


def _facts(found: list[Piece]) -> list[tuple[str, Text]]:
    """What is printed the same on all of them; and how many there are."""
    if not found:
        return []
    told = [("In the box", counted(len(found), spoken(found[0].kind.name)))]
    tables = [{f.name: f.text for f in p.painter.facts(p.kind, p.index)} for p in found]
    for name in tables[0]:
        values = list(dict.fromkeys(t.get(name, "") for t in tables))
        if len(values) == 1 and values[0] not in {"no", "none", "0", ""}:
            told.append((spoken(name).capitalize(), values[0]))
    return [(name, x.runs(text)) for name, text in told]


# ---------------------------------------------------------------- sections


def section(making: Making, painter: Painter, chapters: list[Chapter]) -> Section | None:
    setup = of_setup(making.world)
    inside: list[Section] = []
    told: list[Chapter] = []
    for chapter in chapters:
        if not chapter.has_cards:
            continue
        made = _chapter(making, painter, chapter, setup)
        if made is None:
            told.append(chapter)
        else:
            inside.append(made)
    inside += _tables(making, painter)
    if told:
        inside.append(_in_story(making, told))
    if not inside:
        return None
    if len(inside) == 1 and inside[0].title == UNTITLED:
        return inside[0].model_copy(update={"id": making.unique("reference"), "title": _title(making)})
    return Section(id=making.unique("reference"), title=_title(making), sections=tuple(inside))


def _title(making: Making) -> str:
    kinds = list(dict.fromkeys(c.kind.name for c in making.world.cards))
    if len(kinds) == 1:
        return f"Reference: all {plural(spoken(kinds[0]))}"
    return "Reference"


def _in_story(making: Making, chapters: list[Chapter]) -> Section:
    """Chapters whose cards are all told in the book of the story."""
    names = listing([f"“{x.clean(c.title)}”" for c in chapters])
    text = f"These cards are not listed here, because you should not know them before you meet them. The book of the story tells {names}."
    return Section(
        id=making.unique("told"),
        title="In the book of the story",
        blocks=(Plain(text=x.runs(text)),),
        sources=making.sources(*(c.span for c in chapters)),
        tags=tuple(tag for c in chapters for tag in c.tags),
    )


def _chapter(making: Making, painter: Painter, chapter: Chapter, setup: list[str]) -> Section | None:
    """The cards of a chapter, and the rules that stand among them under its title; None if all of it is told in the story."""
    with making.listening() as heard:
        decls = [decl for decl in (inner(x_) for x_ in chapter.decls) if isinstance(decl, d.Card)]
        cards = [card_entry(making, painter, decl) for decl in decls if not _is_told(making, decl)]
    rest = [declared.section(making, x_) for x_ in chapter.decls if belongs(making, x_, setup)] if chapter.title else []
    prose = chapter.prose if chapter.title else []
    if not cards and not any(rest) and not prose:
        return None
    blocks: list[Block] = [*making.prose(prose), *([Cards(items=tuple(cards))] if cards else [])]
    return Section(
        id=making.unique(f"k-{chapter.index}"),
        title=x.clean(chapter.title) or UNTITLED,
        blocks=tuple(blocks),
        sections=tuple(s for s in rest if s is not None),
        sources=making.sources(chapter.span) if chapter.title else (),
        tags=chapter.tags,
        index=tuple(sorted(heard)),
    )


def _is_told(making: Making, decl: d.Card) -> bool:
    """Cards of a story are told in the book of numbered paragraphs; here they would give it away."""
    card = card_symbol(making, decl)
    return card is not None and card.kind.name in told_kinds(making.world)


def _tables(making: Making, painter: Painter) -> list[Section]:
    """Kinds whose pieces differ, but have no entries of their own: a table."""
    with_cards = {c.kind.name for c in making.world.cards}
    found = []
    for sym in making.world.kinds.values():
        if sym.name in with_cards or sym.core.counted or len(set(sym.core.twins)) < 2:
            continue
        table = kind_table(painter, sym)
        if table is not None:
            found.append(
                Section(
                    id=making.unique(f"t-{anchor(sym.name)}"), title=f"All {plural(spoken(sym.name))}", blocks=(table,), index=(sym.name,)
                )
            )
    return found


def kind_table(painter: Painter, sym: KindSym) -> Table | None:
    core = sym.core
    per = core.count // max(1, core.owners)
    counts: dict[int, int] = {}
    for index in range(per):
        counts[core.twins[index]] = counts.get(core.twins[index], 0) + 1
    first = {twin: core.twins.index(twin) for twin in counts}
    columns = [n for n, a in core.attributes.items() if a.table is not None and n != "name"]
    columns = [c for c in columns if any(_cell(painter, core, i, c) for i in first.values())]
    if not columns and not any(core.names):
        return None
    several = any(number > 1 for number in counts.values())
    head = [x.runs(spoken(sym.name).capitalize()), *(x.runs(spoken(c).capitalize()) for c in columns)]
    head += [x.runs("Number")] if several else []
    rows = []
    for twin, index in first.items():
        name = painter.name(core, index) or (core.ids[index].split("_", 1)[-1].replace("_", " ") if core.ids else "")
        cells = [x.runs(x.strong(name)), *(x.runs(_cell(painter, core, index, c)) for c in columns)]
        cells += [x.runs(str(counts[twin]))] if several else []
        rows.append(Row(cells=tuple(cells)))
    align = "l" + "l" * len(columns) + ("r" if several else "")
    return Table(head=tuple(head), rows=tuple(rows), align=align)


def _cell(painter: Painter, kind: Kind, index: int, column: str) -> str:
    found = next((f.text for f in painter.facts(kind, index) if f.name == column), "")
    return "" if found in {"no", "none"} else found
