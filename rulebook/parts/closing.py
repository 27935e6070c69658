"""The end of a book: rulings, how to read the exact rules, version and credits."""

from __future__ import annotations

import re
from dataclasses import replace

from rulewright.dsl import types as t
from rulewright.dsl.declare.options import written
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import OptionSym
from rulewright.rulebook import text as x
from rulewright.rulebook.english.domains import option
from rulewright.rulebook.english.speech import Speech
from rulewright.rulebook.model import Exact, Item, Note, Plain, Row, Section, Table
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, inner
from rulewright.rulebook.words import counted, listing, spoken

MOST = 170  # letters of a question
_SENTENCE = re.compile(r"(?<=[.!?]) ")

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
    head = making.head([c for c in chapters if c.is_rulings])
    blocks = head.blocks
    if making.world.options:
        said = "How this book settles what can be played in more than one way. To agree on something else changes the rules named last."
        blocks = [*blocks, Plain(text=x.runs(said)), _settled(making)]
    if not blocks:
        return None
    return Section(id=making.unique("rulings"), title="Rulings", blocks=tuple(blocks), sources=making.sources(*head.spans), tags=head.tags)


def _settled(making: Making) -> Table:
    """Question by question: how it is settled, what else there is, and which rules it changes."""
    sp = making.speech()
    rows = []
    for name, sym in making.world.options.items():
        question = [_short(x.joined(p.text)) for p in making.prose(sym.said.prose, sp)]
        title = sp.term(name, spoken(name)[:1].upper() + spoken(name)[1:])
        chosen, usual = _shown(making.game.options[name]), _shown(_default(making, sym))
        here = x.strong(x.clean(chosen)) + (f" (usually {x.clean(usual)})" if usual != chosen else "")
        touched = listing(_touched(making, name)) or ("who takes part" if sym.seating else "the game as a whole")
        cells = (f"{title}: {question[0]}" if question else title, here, _others(sp, sym, chosen), touched)
        rows.append(Row(cells=tuple(x.runs(c) for c in cells), sources=making.sources(sym.said.span), tags=sym.said.tags))
    head = (x.runs("Question"), x.runs("Settled as"), x.runs("Otherwise"), x.runs("Changes"))
    return Table(head=head, rows=tuple(rows), align="llll", weights=(3.2, 1.0, 1.4, 1.7), span="page")


def _short(text: str) -> str:
    """The first sentence, and the second one if both are short."""
    first, *rest = _SENTENCE.split(text)
    return f"{first} {rest[0]}" if rest and len(first) + len(rest[0]) < MOST else first


def _shown(value: str) -> str:
    return value.replace("_", " ").replace(",", ", ")


def _default(making: Making, sym: OptionSym) -> str:
    """The value of an option if nothing is said."""
    return written(making.world, replace(sym, value=sym.default))


def _others(sp: Speech, sym: OptionSym, chosen: str) -> str:
    """The other values of an option; of many, all there are."""
    match sym.type:
        case t.Flag():
            return "no" if chosen == "yes" else "yes"
        case t.Enum(_, members):
            return listing([spoken(m) for m in members if spoken(m) != chosen], "or")
        case _:
            return option(sp, sym.type, sym.exactly)


def _touched(making: Making, name: str) -> list[str]:
    """The rules that speak of an option, by their names, each leading there."""
    sp = making.speech()
    found: dict[str, None] = {}
    for outer in making.world.chapters:
        decl = inner(outer) if not isinstance(outer, d.Prose) else outer
        if any(word.name == name for word in nodes(decl, e.Word)):
            match decl:
                case d.Define() | d.Procedure() if decl.name:
                    text = "course of play" if decl.name == "play" else spoken(decl.name).removesuffix(" of")
                    found[sp.term(decl.name, text)] = None
                case d.Action() | d.Interrupt() | d.Hook():
                    found[sp.term(decl.signature.name)] = None
                case d.Piece() | d.Place():
                    found[sp.term(decl.name)] = None
                case d.Card():
                    found |= {x.clean(card): None for card in decl.names}
                case d.Score():
                    found["scoring"] = None
                case d.Winner():
                    found["who wins"] = None
    return list(found)


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
