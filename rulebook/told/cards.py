"""Tables of all cards and tiles: every one of them, with all that is printed on it and what it does."""

from __future__ import annotations

from collections import Counter

from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import KindSym
from rulewright.faces.front import face
from rulewright.faces.reading import title
from rulewright.faces.svg import Drawing, in_rows
from rulewright.rulebook import text as x
from rulewright.rulebook.author import printed, printed_many, valued
from rulewright.rulebook.english import rules
from rulewright.rulebook.english.speech import anchor
from rulewright.rulebook.model import Block, CardRow, CardTable, Figure, Item, Named, Plain, Prose, Row, Section, Table, Text
from rulewright.rulebook.parts.cardrules import card_prose, card_steps, card_symbol, described
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, inner
from rulewright.rulebook.parts.stock import Piece
from rulewright.rulebook.parts.story import told_kinds
from rulewright.rulebook.told import counts
from rulewright.rulebook.told.chapters import belongs, rule_sections
from rulewright.rulebook.told.covering import covered, said
from rulewright.rulebook.told.voice import paragraphs
from rulewright.rulebook.words import counted, listing, plural, spoken

ACROSS = 3
FACE = 14.5  # millimetres of a face in a table
CARD_FACE = 17.0
MOST_FACES = 6
SMALL = 12  # different pieces whose table stands with the box
EACH = {2: "two", 3: "three", 4: "four"}
NOTHING = frozenset({"", "no", "none", "0"})


def listed(making: Making, sym: KindSym) -> bool:
    """Whether a kind has a table: its pieces differ, and it is no secret what they are."""
    core = sym.core
    if core.counted or sym.name in told_kinds(making.world):
        return False
    found = making.stock.of(sym.name)
    return len({(id(p.kind), p.kind.twins[p.index]) for p in found}) > 1 or sym.name in {c.kind.name for c in making.world.cards}


def sections(making: Making, chapters: list[Chapter]) -> list[Section]:
    """A chapter for each kind that is listed; the author's chapters of cards are its groups."""
    found = []
    for sym in making.world.kinds.values():
        if not listed(making, sym):
            continue
        own = [c for c in chapters if c.title and any(_is_card(making, decl, sym) for decl in map(inner, c.decls))]
        loose = [
            decl
            for c in chapters
            if not c.title
            for decl in map(inner, c.decls)
            if isinstance(decl, d.Card) and _is_card(making, decl, sym)
        ]
        if is_small(making, sym):
            continue
        made = _kind(making, sym, own, loose)
        if made is not None:
            found.append(made)
    return found


def names(making: Making, sym: KindSym) -> str:
    """The names of all pieces of a kind, with how many there are of each."""
    pieces = making.stock.of(sym.name)
    counts = Counter(p.kind.names[p.index] for p in pieces if p.kind.names and p.kind.names[p.index])
    return listing([f"{number} × {name}" if number > 1 else name for name, number in counts.items()])


def is_small(making: Making, sym: KindSym) -> bool:
    """A handful of pieces without texts: their table stands with the box."""
    if any(c.kind.name == sym.name for c in making.world.cards):
        return False
    different = {(id(p.kind), p.kind.twins[p.index]) for p in making.stock.of(sym.name)}
    return len(different) <= SMALL or bool(in_a_line(making, sym))


def in_a_line(making: Making, sym: KindSym) -> str:
    """All pieces of a kind whose names say all their values, in a line: from two to ace of each suit."""
    found = kind_blocks(making, sym)
    if not found or not all(isinstance(block, Prose) for block in found):
        return ""
    lines = [x.joined(block.text).rstrip(".") for block in found if isinstance(block, Prose)]
    if sym.core.owners > 1:  # how many there are of each colour is told beside it
        lines = [line.removesuffix(f", {EACH.get(sym.core.owners, sym.core.owners)} of each") for line in lines]
    parts = [line.split(": ", 1) for line in lines]
    if len(parts) > 1 and all(len(part) == 2 and part[1] == parts[0][1] for part in parts):
        label = parts[0][0].split()[0].lower()
        values = [part[0].split(" ", 1)[-1] for part in parts]
        return f"In each {label} ({listing(values)}): {parts[0][1]}."
    return ". ".join(lines) + "."


def _is_card(making: Making, decl: d.Decl, sym: KindSym) -> bool:
    if not isinstance(decl, d.Card):
        return False
    card = card_symbol(making, decl)
    return card is not None and card.kind.name == sym.name


def kind_blocks(making: Making, sym: KindSym) -> list[Block]:
    """All pieces of a kind in tables, outside of a chapter of their own."""
    loose = [c.decl for c in making.world.cards if c.kind.name == sym.name]
    found = _kind(making, sym, [], loose)
    return list(found.blocks) if found is not None else []


def _kind(making: Making, sym: KindSym, chapters: list[Chapter], loose: list[d.Card]) -> Section | None:
    blocks: list[Block] = []
    sections: list[Section] = []
    told: set[str] = set()
    name = printed(making.world, sym.name) or spoken(sym.name)
    for chapter in chapters:
        cards = [decl for decl in map(inner, chapter.decls) if isinstance(decl, d.Card) and _is_card(making, decl, sym)]
        told |= {n for decl in cards for n in decl.names}
        alike = _alike(making, sym, cards)
        rows = [_row(making, sym, decl, alike[0] if alike is not None else "") for decl in cards]
        rest = [n for n in _names(making, sym) if n not in told and alike is not None and _value(making, sym, n, alike[0]) == alike[1]]
        told |= set(rest)
        rows += _bare(making, sym, rest, alike[0] if alike is not None else "")
        number = sum(named.copies for row in rows for named in row.names)
        table = CardTable(title=x.clean(chapter.title), note=counted(number, name), rows=tuple(rows))
        rules_: list[d.Decl] = [decl for decl in map(inner, chapter.decls) if belongs(making, decl) and not isinstance(decl, d.Card)]
        inside = rule_sections(making, rules_, said(chapter.prose))
        sections.append(
            Section(
                id=making.unique(f"k-{chapter.index}"),
                title="",
                blocks=(table, *paragraphs(making, chapter.prose)),
                sections=tuple(inside),
                sources=making.sources(chapter.span),
                tags=chapter.tags,
            )
        )
    if loose:
        told |= {n for decl in loose for n in decl.names}
        rows = [_row(making, sym, decl) for decl in loose]
        blocks.append(
            CardTable(
                title=printed_many(making.world, sym.name).capitalize(),
                note=counted(sum(n.copies for r in rows for n in r.names), name),
                rows=tuple(rows),
            )
        )
    rest = [n for n in _names(making, sym) if n not in told]
    blocks += _without_text(making, sym, rest, bool(told), name)
    if not blocks and not sections:
        return None
    return Section(
        id=making.unique(f"t-{anchor(sym.name)}"),
        title=x.clean(chapters[0].other) if _gathered(chapters) else f"The {printed_many(making.world, sym.name)}",
        lead=f"every {name} of the game",
        blocks=tuple(blocks),
        sections=tuple(sections),
        index=(sym.name,),
        kind="cards",
    )


def _gathered(chapters: list[Chapter]) -> bool:
    """Whether the author puts all chapters of cards into one."""
    return bool(chapters) and all(c.belongs == "in" and c.other == chapters[0].other for c in chapters)


def _names(making: Making, sym: KindSym) -> list[str]:
    found = making.stock.of(sym.name)
    return list(dict.fromkeys(p.kind.names[p.index] for p in found if p.kind.names and p.kind.names[p.index]))


def _alike(making: Making, sym: KindSym, cards: list[d.Card]) -> tuple[str, str] | None:
    """The value of an enum that all cards of a chapter share, and not all cards of the game."""
    if len(cards) < 2:
        return None
    tables = [_facts(p) for decl in cards for p in making.stock.named(sym.name, decl.names)]
    everything = [_facts(p) for p in making.stock.of(sym.name)]
    for attribute in tables[0] if tables else ():
        values = {t.get(attribute) for t in tables}
        if len(values) == 1 and len({t.get(attribute) for t in everything}) > 1:
            value = values.pop()
            return (attribute, value) if value else None
    return None


def _value(making: Making, sym: KindSym, name: str, attribute: str) -> str:
    found = making.stock.named(sym.name, [name])
    return _facts(found[0]).get(attribute, "") if found else ""


def _facts(piece: Piece) -> dict[str, str]:
    return {f.name: f.text for f in piece.painter.facts(piece.kind, piece.index)}


# ---------------------------------------------------------------- rows


def _row(making: Making, sym: KindSym, decl: d.Card, shared: str = "") -> CardRow:
    """A row for the cards of one text; what all of their group share stands in its head alone."""
    card = card_symbol(making, decl)
    assert card is not None
    sp = rules.for_card(making.speech(), card)
    prose = making.prose(card_prose(decl), sp)
    steps = card_steps(making, decl, card)
    items: tuple[Item, ...] = ()
    if not prose or not all(covered(making.world, m.value, said(card_prose(decl))) for m in decl.members):
        items = making.items(steps, sp) if not prose else ()
    found = making.stock.named(sym.name, decl.names)
    spans = [
        decl.span,
        *(m.span for m in decl.members),
        *(m.span for m in decl.modifiers),
        *(h.span for h in decl.hooks),
        *(s.span for s in decl.standings),
    ]
    return CardRow(
        id=making.unique(anchor(decl.names[0])),
        names=_named(making, sym, decl.names, shared),
        faces=tuple(_faces(making, found)),
        prose=prose,
        exact=items,
        picture=counts.pictures(making, card) if prose else None,
        sources=making.sources(*spans),
        tags=decl.tags,
    )


def _bare(making: Making, sym: KindSym, names: list[str], shared: str) -> list[CardRow]:
    """Rows of cards without a text: their numbers are all there is to say."""
    found = []
    for name in names:
        pieces = making.stock.named(sym.name, [name])
        found.append(
            CardRow(id=making.unique(anchor(name)), names=_named(making, sym, [name], shared), faces=tuple(_faces(making, pieces)))
        )
    return found


def _named(making: Making, sym: KindSym, names: list[str], shared: str = "") -> tuple[Named, ...]:
    everything = [_facts(p) for p in making.stock.of(sym.name)]
    found = []
    for name in names:
        pieces = making.stock.named(sym.name, [name])
        tables = [_facts(p) for p in pieces]
        facts: list[Text] = []
        bags = [a for a in dict.fromkeys(n for t in tables for n in t) if pieces and any(_is_bag(p, a) for p in pieces)]
        for attribute in dict.fromkeys(n for t in tables for n in t):
            values = list(dict.fromkeys(t.get(attribute, "") for t in tables))
            constant = len({t.get(attribute) for t in everything}) == 1
            bag = attribute in bags
            if (
                constant
                or attribute == shared
                or _drawn(sym, attribute)
                or (len(values) > 1 and not bag)
                or all(v in NOTHING for v in values)
            ):
                continue
            values = [valued(making.world, v.replace(" ", "_")) or v for v in values]
            label = printed(making.world, attribute) or spoken(attribute)
            text = " or ".join(v for v in values if v not in NOTHING)
            said_ = text if bag and attribute == bags[0] else label if text == "yes" else f"{label} {text}"
            facts.append(x.runs(x.clean(said_)))
        found.append(Named(name=x.clean(name), copies=len(pieces), facts=tuple(facts)))
    return tuple(found)


def _is_bag(piece: Piece, attribute: str) -> bool:
    return any(f.name == attribute and f.sort in {"bag", "family"} for f in piece.painter.facts(piece.kind, piece.index))


def _drawn(sym: KindSym, attribute: str) -> bool:
    """What the group says already, or only a drawing can show."""
    return attribute in {"sections", "set", "suit", "deck"} or attribute in (sym.face_down or ())


def _faces(making: Making, found: list[Piece]) -> list[Figure]:
    """One picture of all different pieces that a row speaks of."""
    seen: dict[tuple[int, int], Piece] = {}
    for piece in found:
        seen.setdefault((id(piece.kind), piece.kind.twins[piece.index]), piece)
    chosen = list(seen.values())[:MOST_FACES]
    if not chosen:
        return []
    drawn = []
    for piece in chosen:
        one = face(piece.painter, piece.kind, piece.index, small=True)
        wanted = FACE if abs(one.width - one.height) < 1 else CARD_FACE
        scale = wanted / max(one.width, one.height)
        holder = Drawing(one.width * scale, one.height * scale)
        holder.put(one, 0, 0, scale)
        drawn.append(holder)
    across = min(ACROSS, len(drawn))
    picture = in_rows(drawn, across * max(o.width for o in drawn) + (across - 1) * 1.0 + 0.01, 1.0)
    alt = "; ".join(described(p) for p in chosen)
    return [
        Figure(id=making.picture_id("card"), svg=picture.render(alt), alt=alt, width=picture.width, height=picture.height, span="inline")
    ]


# ---------------------------------------------------------------- cards that are all numbers


def _without_text(making: Making, sym: KindSym, names: list[str], others: bool, name: str) -> list[Block]:
    """A plain table of numbers, one line for each different piece."""
    wanted = set(names)
    pieces = [p for p in making.stock.of(sym.name) if not p.kind.names or not p.kind.names[p.index] or p.kind.names[p.index] in wanted]
    if not pieces:
        return []
    group = _grouped_by(pieces)
    if group:
        found: list[Block] = []
        for value in dict.fromkeys(_facts(p).get(group, "") for p in pieces):
            inside = [p for p in pieces if _facts(p).get(group, "") == value]
            label = printed(making.world, group) or spoken(group)
            title = f"{label} {value.upper() if len(value) == 1 else value}" if value not in NOTHING else f"without {label}"
            found += _numbers_table(making, inside, group, name, title)
        return found
    return _numbers_table(making, pieces, "", name, f"The other {plural(name)}" if others else "")


def _grouped_by(pieces: list[Piece]) -> str:
    """The first value that parts many pieces into a few groups: a letter, a suit, a set."""
    if len(pieces) <= 2 * SMALL:
        return ""
    tables = [_facts(p) for p in pieces]
    sorts = {f.name: f.sort for p in pieces[:1] for f in p.painter.facts(p.kind, p.index)}
    for attribute in tables[0]:
        values = Counter(t.get(attribute, "") for t in tables)
        if sorts.get(attribute) == "enum" and 2 <= len(values) <= 8 and all(n > 1 for n in values.values()):
            return attribute
    return ""


def _numbers_table(making: Making, pieces: list[Piece], group: str, name: str, title: str) -> list[Block]:
    keys: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
    called = _called(pieces)
    for piece in pieces:
        own = called.get(piece.index, "") or piece.painter.name(piece.kind, piece.index)
        keys[own, tuple(_facts(piece).items())] += 1
    columns = list(dict.fromkeys(n for _, facts in keys for n, _ in facts))
    columns = [c for c in columns if any(dict(f).get(c, "") not in NOTHING for _, f in keys)]
    constant = [c for c in columns if len({dict(f).get(c, "") for _, f in keys}) == 1] if len(keys) > 2 else []
    columns = [c for c in columns if c not in constant and c != group]
    named = any(n for n, _ in keys)
    several = any(number > 1 for number in keys.values())
    if not named and not columns:
        return []
    if named and columns and all(_in_name(own, dict(facts), columns) for own, facts in keys):
        single = columns[0] if len(columns) == 1 else ""
        names_ = [(_shown(dict(facts).get(single, "")) if single else own, number) for (own, facts), number in keys.items()]
        return [Prose(text=x.runs((x.strong(x.capital(title)) + ": " if title else "") + _lined_up(names_) + "."), made=True)]
    head = ([x.runs(name.capitalize())] if named else []) + [x.runs((printed(making.world, c) or spoken(c)).capitalize()) for c in columns]
    head += [x.runs("Copies")] if several else []
    rows = []
    for (own, facts), number in keys.items():
        table = dict(facts)
        cells = ([x.runs(x.strong(own))] if named else []) + [x.runs(_shown(table.get(c, ""))) for c in columns]
        cells += [x.runs(str(number))] if several else []
        rows.append(Row(cells=tuple(cells)))
    numeric = [all(_shown(dict(f).get(c, "")).lstrip("−-").isdigit() or not _shown(dict(f).get(c, "")) for _, f in keys) for c in columns]
    align = ("l" if named else "") + "".join("r" if n else "l" for n in numeric) + ("r" if several else "")
    found: list[Block] = []
    alike = [c for c in constant if c != group and dict(next(iter(keys))[1])[c] not in NOTHING]
    caption = x.runs(x.capital(title))
    if alike or group:
        first = dict(next(iter(keys))[1])
        said_ = listing([f"{printed(making.world, c) or spoken(c)} {first[c]}" for c in alike])
        if group:
            caption = x.runs(x.strong(x.capital(title)) + (f", {said_}" if said_ else "") + f": {counted(sum(keys.values()), name)}")
        else:
            found.append(Plain(text=x.runs(x.sentence(f"on all of them: {said_}"))))
    return [*found, Table(head=tuple(head), rows=tuple(rows), align=align, caption=caption, span="page" if len(head) > 4 else "column")]


def _called(pieces: list[Piece]) -> dict[int, str]:
    """What single pieces without names are called on their faces, such as Map 1; nothing where several are alike."""
    kinds = {id(p.kind) for p in pieces}
    different = {p.kind.twins[p.index] for p in pieces}
    if len(kinds) > 1 or len(different) < len(pieces) or any(p.painter.name(p.kind, p.index) for p in pieces):
        return {}
    if any("name" not in {slot for slot, _, _ in face(p.painter, p.kind, p.index).slots} for p in pieces):
        return {}
    found = {p.index: title(p.kind, p.index) for p in pieces}
    return found if len(set(found.values())) == len(pieces) else {}


def _lined_up(names: list[tuple[str, int]]) -> str:
    """Names with how many there are of each; numbers in a row are told by their ends."""
    shown = [name for name, _ in names]
    copies = {number for _, number in names}
    numbers = [int(name) for name in shown if name.isdigit()]
    if len(numbers) == len(names) > 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        shown = [f"{numbers[0]} to {numbers[-1]}"]
    elif len(copies) > 1:
        return ", ".join(f"{name} (×{number})" if number > 1 else name for name, number in names)
    (number,) = copies if len(copies) == 1 else (1,)
    each = f", {EACH.get(number, number)} of each" if number > 1 and len(copies) == 1 else ""
    return ", ".join(shown) + each


def _in_name(name: str, facts: dict[str, str], columns: list[str]) -> bool:
    """Whether the name of a card says all its values, as two of clubs does: a table would say them twice."""
    words = name.lower().split()
    return all(_shown(facts.get(column, "")).lower() in words for column in columns)


def _shown(value: str) -> str:
    return "" if value in {"no", "none"} else "✓" if value == "yes" else value


def mostly_score(making: Making) -> bool:
    """Whether cards do nothing but score, so that their tables come after the scoring."""
    cards = making.world.cards
    acting = [
        c
        for c in cards
        if (c.decl.body and any(not isinstance(s, d.Prose) for s in c.decl.body)) or c.decl.hooks or c.decl.modifiers or c.decl.deeds
    ]
    return bool(cards) and 2 * len(acting) < len(cards) and making.world.score is not None
