"""What declarations say beside their rules, as data of the symbols that are made of them."""

from __future__ import annotations

from itertools import takewhile

from rulewright.dsl.source import Sources
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import everything, nodes
from rulewright.dsl.text import Called, Notes, Part, Prose, Said
from rulewright.dsl.world import World, attributes

Body = list[d.Decl | Prose]
Declared = d.Attribute | d.Option | d.Piece | d.Place | d.Define | d.Procedure | d.Action | d.Interrupt | d.Card


def said(decl: Declared) -> Said:
    """Prose, tags and names of a declaration."""
    match decl:
        case d.Procedure():
            return Said(decl.span, decl.name_span, opening(decl.body), decl.tags, decl.notes)
        case d.Action() | d.Interrupt():
            return Said(decl.span, decl.signature.name_span, opening(decl.body), decl.tags, decl.notes)
        case d.Card():
            return Said(decl.span, decl.kind_span, opening(decl.body), decl.tags, decl.notes)
        case _:
            return Said(decl.span, decl.name_span, decl.prose, decl.tags, decl.notes)


def opening(body: list[d.Stmt]) -> list[Prose]:
    """The prose at the top of a body."""
    return [line for line in takewhile(lambda x: isinstance(x, Prose), body) if isinstance(line, Prose)]


def called_names(world: World) -> dict[str, Called]:
    """The printed names that declarations give, by what is called so."""
    found: dict[str, Called] = {}
    for decl in everything(world.chapters):
        notes = getattr(decl, "notes", None)
        if isinstance(notes, Notes) and notes.called is not None:
            name = decl.signature.name if isinstance(decl, d.Action | d.Interrupt) else getattr(decl, "name", "")
            if name:
                found.setdefault(name, notes.called)
    return found


def size(traits: list[d.Trait]) -> tuple[float, float] | None:
    """`size 63 by 88`: millimetres, as the rules say."""
    for trait in traits:
        match trait.arguments:
            case [e.Word(name="size"), e.Num(value=wide), *_] if trait.tails and isinstance(trait.tails[0][1][0], e.Num):
                return float(wide), float(trait.tails[0][1][0].value)
    return None


def sifted_by(traits: list[d.Trait]) -> frozenset[str]:
    """The words of the conditions in a line of pieces."""
    asked = [sel.where for sel in nodes(traits, e.Sel) if sel.where is not None]
    return frozenset(x.name for x in everything(asked) if isinstance(x, e.Word | e.Dot))


def attach(world: World, body: Body) -> None:
    """Prose below whoever has something: before the first attribute it is about the whole, then about the attribute above."""
    known = {id(attr.decl): attr for attr in attributes(world) if attr.decl is not None}
    for decl in body:
        if isinstance(decl, d.Game | d.Has | d.Piece | d.Place):
            own, of = _split(decl.prose, decl.attributes)
            if decl is world.game:
                world.about = own
            for attribute in decl.attributes:
                sym = known.get(id(attribute))
                if sym is not None:
                    sym.told = sorted([*attribute.prose, *of.get(attribute.name, [])], key=lambda line: line.span)


def _split(prose: list[Prose], attributes: list[d.Attribute]) -> tuple[list[Prose], dict[str, list[Prose]]]:
    own: list[Prose] = []
    of: dict[str, list[Prose]] = {}
    for line in prose:
        before = [a for a in attributes if a.span < line.span]
        (of.setdefault(before[-1].name, []) if before else own).append(line)
    return own, of


def parts(body: Body, sources: Sources) -> tuple[Part, ...]:
    """What the declarations of a text are, in its order."""
    return tuple(_part(decl.declaration if isinstance(decl, d.Replace) else decl, sources) for decl in body)


def parts_of(world: World) -> tuple[Part, ...]:
    """Those of a game."""
    if world.parts is None:
        world.parts = parts(world.chapters, world.sources)
    return world.parts


def _part(decl: d.Decl | Prose, sources: Sources) -> Part:
    body = decl.body if isinstance(decl, d.Procedure | d.Action | d.Interrupt | d.Standing | d.Hook | d.Card) else []
    inner: Body = []
    if isinstance(decl, d.Variant):
        inner = decl.body
    elif isinstance(decl, d.Card):
        inner = [*decl.hooks, *decl.standings, *decl.deeds]
    sort, name = _named(decl, sources)
    within = list(everything(decl))
    return Part(
        sort,
        name,
        decl.span,
        tuple(decl.names) if isinstance(decl, d.Card) else (),
        tuple(opening(body)),
        tuple(line for line in within if isinstance(line, Prose)),
        getattr(decl, "tags", ()),
        frozenset(tag for node in within for tag in getattr(node, "tags", ())),
        parts(inner, sources),
    )


def _named(decl: d.Decl | Prose, sources: Sources) -> tuple[str, str]:
    """What a declaration begins with, and what it is called."""
    match decl:
        case Prose():
            return "prose", ""
        case d.Game() | d.Chapter() | d.Variant() | d.Example():
            return type(decl).__name__.lower(), decl.title
        case d.Action() | d.Interrupt():
            return type(decl).__name__.lower(), decl.signature.name
        case d.Procedure():
            return decl.word, decl.name
        case d.Hook():
            return decl.word, decl.signature.name
        case d.Standing():
            return "as soon as" if decl.at_once else "when", sources.text(decl.test.span)
        case d.Card():
            return "card", decl.kind
        case d.Has():
            return "has", decl.owner or "game"
        case d.TypeDecl():
            return "type", decl.name
        case d.Score() | d.Winner() | d.Show():
            return type(decl).__name__.lower(), ""
        case d.Include():
            return "include", decl.path
        case d.Replace():
            return _named(decl.declaration, sources)
        case _:
            return type(decl).__name__.lower(), decl.name
