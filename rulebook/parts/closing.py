"""The end of a book: rulings, how to read the exact rules, version and credits."""

from __future__ import annotations

from rulewright.rulebook import text as x
from rulewright.rulebook.english.domains import option
from rulewright.rulebook.model import Block, Exact, Item, Note, Plain, Row, Section, Table
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter
from rulewright.rulebook.words import counted, spoken

SEVERAL = 3  # options, from which on they are listed at a glance

READING = (
    ("Must", "it has to be done if it is possible at all; if it is not, it is passed over, unless the rule says what happens then."),
    ("May", "you can leave it."),
    ("Allowed only if", "whoever chooses something for which this does not hold has to choose something else."),
    ("Only if afterwards", "imagine it done; if this does not hold then, it is not allowed."),
    ("When", "checked each time an action has been carried out in full. “At once when” is checked after every single change."),
    ("Numbered lines", "are carried out in their order, one after the other."),
    ("Divisions", "are rounded down."),
)


def how_to_read() -> Note:
    items = tuple(x.runs(f"{x.strong(word)}: {text}") for word, text in READING)
    return Note(title="How to read the exact rules", items=items)


def rulings(making: Making, chapters: list[Chapter]) -> Section | None:
    """What authors have settled where a rule can be read in two ways: their own words, and how every open question is answered here."""
    found = [c for c in chapters if c.is_rulings]
    blocks: list[Block] = []
    for chapter in found:
        blocks += making.prose(chapter.prose)
    if len(making.world.options) >= SEVERAL:
        blocks += [Plain(text=x.runs("How this book answers what players may settle for themselves, at a glance:")), _settled(making)]
    if not blocks:
        return None
    return Section(
        id=making.unique("rulings"),
        title="Rulings",
        blocks=tuple(blocks),
        sources=making.sources(*(c.span for c in found)),
        tags=tuple(t for c in found for t in c.tags),
    )


def _settled(making: Making) -> Table:
    sp = making.speech()
    rows = []
    for name, sym in making.world.options.items():
        settled = making.game.options[name].replace("_", " ").replace(",", ", ")
        cells = (sp.term(name, spoken(name)[:1].upper() + spoken(name)[1:]), x.strong(x.clean(settled)), option(sp, sym.type, sym.exactly))
        rows.append(Row(cells=tuple(x.runs(c) for c in cells), sources=making.sources(sym.decl.span), tags=sym.decl.tags))
    head = (x.runs("Question"), x.runs("This book"), x.runs("Possible"))
    return Table(head=head, rows=tuple(rows), align="lll", weights=(1.5, 1.2, 2.0))


def colophon(making: Making) -> Section:
    """Which rules exactly this is a book of."""
    game = making.game
    players = counted(len(game.seats), "player")
    items = [
        Item(text=x.runs(f"{x.strong('Rules:')} {x.clean(game.title)}, fingerprint {x.mark('value', game.fingerprint)} (for {players})."))
    ]
    if game.options:
        said = "; ".join(f"{n.replace('_', ' ')}: {v.replace('_', ' ').replace(',', ', ')}" for n, v in game.options.items())
        items.append(Item(text=x.runs(f"{x.strong('Options:')} {x.clean(said)}.")))
    if game.variants:
        items.append(Item(text=x.runs(f"{x.strong('Variants:')} {x.clean(', '.join(game.variants))}.")))
    credits = making.world.game.credits
    if credits:
        items.append(Item(text=x.runs(f"{x.strong('Game by:')} {x.clean(', '.join(credits))}.")))
    text = "This book was printed from the same text that the game is played from. Other rules have another fingerprint."
    return Section(
        id=making.unique("colophon"),
        title="Version and credits",
        blocks=(Exact(items=tuple(items)), Plain(text=x.runs(text))),
    )
