"""What things can be, in words: domains of attributes, traits of pieces and places."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import AttrSym, KindSym, PlaceSym, World
from rulewright.rulebook.english.picks import kind_noun
from rulewright.rulebook.english.speech import Speech
from rulewright.rulebook.english.values import value
from rulewright.rulebook.text import clean
from rulewright.rulebook.words import a, counted, listing, plural, spoken

NATURES = {"": "changes", "printed": "printed", "counter": "counter", "secret": "secret"}


def domain(sp: Speech, type: t.Type, clamped: bool = False) -> str:
    """`0 to 15`, `wood, stone or wheat`, `a tile, or none`"""
    match type:
        case t.Number(low, high) if type.bounded:
            return f"{low} to {high}".replace("-", "−") + (", cut off at both ends" if clamped else "")
        case t.Number():
            return "a number"
        case t.Flag():
            return "yes or no"
        case t.Enum(name, members):
            listed = listing([spoken(m) for m in members], "or")
            if name in sp.world.enums:
                sp.record.terms.add(name)
            return listed
        case t.Player():
            return "a player"
        case t.Piece(kinds):
            return listing([a(kind_noun(sp, k)) for k in sorted(kinds)], "or") if kinds else "a piece"
        case t.Cell(_, word):
            return a(spoken(word))
        case t.Way():
            return "a direction"
        case t.Line(_, word, _):
            return f"a {word.lower()}"
        case t.Name(kind):
            return f"the name of {a(kind_noun(sp, kind))}" if kind else "a name"
        case t.Section():
            return "a section of road"
        case t.Maybe(inner):
            return f"{domain(sp, inner)}, or none"
        case t.SetOf(t.Section()):
            return "sections of road, each joining edges of the tile"
        case t.SetOf(elem) | t.ListOf(elem, _):
            return f"any of: {domain(sp, elem)}"
        case t.BagOf(elem):
            return f"any number each of {domain(sp, elem)}".replace(" or ", " and ")
        case _:
            return str(type)


def attribute(sp: Speech, attr: AttrSym, decl: d.Attribute) -> str:
    """One line about what something has: its name, its values, its value at the start."""
    sp.record.seen |= {decl.span, decl.domain.span}
    sp.see(decl.domain)
    family = f" for each {spoken(decl.per)}" if decl.per else ""
    text = f"{spoken(decl.name)}{family}: {domain(sp, attr.type, attr.clamped)}"
    if decl.initial is not None:
        start = value(sp, decl.initial).text
        text += f"; {start} at the start" if attr.nature != "printed" else f"; {start} if nothing else is printed"
    if decl.nature == "secret":
        text += "; known to its owner only"
    return text


def shape(sp: Speech, place: PlaceSym) -> str:
    """What kind of place it is."""
    core = place.core
    cell = spoken(core.cell_kind)
    match core.shape:
        case "grid" | "hex_grid" if core.side:
            text = f"a hexagon of {counted(core.cells, f'hexagonal {cell}')}, {core.side} on each side"
        case "grid" | "hex_grid" if core.spots:
            text = f"a board of {counted(core.cells, f'hexagonal {cell}' if core.shape == 'hex_grid' else cell)}, as in the picture"
        case "grid":
            text = f"a board of {core.width} by {core.height} {plural(cell)}"
        case "hex_grid":
            text = f"a board of {core.width} by {core.height} hexagonal {plural(cell)}"
        case "open_grid":
            text = f"square {plural(cell)} without an edge; its middle is (0, 0)"
        case "ring":
            text = f"a ring of {counted(core.cells, cell)}, numbered clockwise"
        case "track":
            text = f"a track of {counted(core.cells, cell)}"
        case "graph":
            text = f"a map of {counted(core.cells, cell)}"
        case "edges":
            rim = any(b < 0 for _, b in core.board.ends) if core.board is not None else False
            text = f"the {plural(cell)} between the {plural(spoken(sp.world.places[core.of].core.cell_kind))} of the {spoken(core.of)}"
            text += ", also those of its rim" if rim else ""
        case "deck":
            text = "a deck, face down"
        case "hand":
            text = "a hand"
        case _:
            text = "a pile"
    if core.per:
        owner = "each player has one" if core.per == "Player" else f"one for each {spoken(core.per)}"
        text += f"; {owner}"
    return text


def place_traits(sp: Speech, place: PlaceSym) -> list[str]:
    """What it holds, and who sees it."""
    core, world = place.core, sp.world
    found = []
    if place.decl is not None:
        sp.see(place.decl.traits)
    limits = {k: n for k, n in core.limits.items() if k < len(world.program.kinds)}
    everything = len(limits) == len(world.program.kinds) and core.limit != -1
    if core.board is not None or core.limit > 0:
        if everything and core.limit > 0:
            found.append(f"each {spoken(core.cell_kind)} holds {counted(core.limit, 'piece')} at most")
        else:
            held = [_held(sp, world, k, n) for k, n in limits.items()]
            found.append(f"each {spoken(core.cell_kind)} holds {listing(held)}")
    else:
        kinds = [plural(kind_noun(sp, world.program.kinds[k].name)) for k in limits]
        if len(kinds) < len(world.program.kinds) or len(kinds) == 1:
            found.append(f"holds {listing(kinds)}")
    seen = {
        "owner": "its owner alone sees what is in it",
        "others": "all but its owner see what is in it",
        "none": "nobody sees what is in it",
        "witnesses": "only those who have seen a piece on its way here know it",
    }.get(core.seen)
    if seen:
        shown = (
            f", except for the {listing([spoken(s) for s in core.showing])} {'of the topmost' if core.shape != 'hand' else 'of it'}"
            if core.showing
            else ""
        )
        found.append(seen + shown)
    for kind, seer in core.seen_kinds.items():
        name = plural(kind_noun(sp, world.program.kinds[kind].name))
        who = {
            "owner": "by their owner only",
            "others": "by all but their owner",
            "none": "by nobody",
            "witnesses": "only by those who saw them placed",
        }.get(seer, "by all")
        found.append(f"{name} here are seen {who}")
    if place.reshuffling:
        found.append(f"when it runs out, the {spoken(place.reshuffling)} is shuffled and becomes the new deck")
    if place.sides:
        found.append(f"{counted(place.sides, spoken(core.cell_kind))} belong to each player, counted from the first")
    return found


def _held(sp: Speech, world: World, kind: int, number: int) -> str:
    noun = kind_noun(sp, world.program.kinds[kind].name)
    return f"any number of {plural(noun)}" if number < 0 else f"at most {counted(number, noun)}"


def piece_traits(sp: Speech, kind: KindSym) -> list[str]:
    found = []
    sp.see(kind.decl.traits)
    for trait in kind.decl.traits:
        first = trait.arguments[0] if trait.arguments else None
        tails = dict(trait.tails)
        match first:
            case e.Word(_, "face_down"):
                shown = listing([spoken(s) for s in kind.face_down or ()])
                found.append(f"lying face down it shows {f'only its {shown}' if shown else 'nothing'} and has nothing else")
            case e.Word(_, "faces"):
                found.append(f"it is rolled; its faces are {_die_faces(kind)}")
            case e.Word(_, "holding"):
                held = [k for k in sp.world.program.places if k.shape == "mat" and k.per == kind.name]
                lines = [f"it holds {listing([_held(sp, sp.world, k, n) for k, n in place.limits.items()])}" for place in held]
                found += [line for line in dict.fromkeys(lines) if line not in found]
            case e.Word(_, "size"):
                wide = trait.arguments[1] if len(trait.arguments) > 1 else None
                high = tails.get("by", [None])[0]
                if isinstance(wide, e.Num) and isinstance(high, e.Num):
                    found.append(f"{wide.value} by {high.value} mm")
            case _:
                pass
    return found


def _die_faces(kind: KindSym) -> str:
    """`1 to 6`, `1, 2, 2, 3, 3 and 4`, `sword, shield and blank`"""
    faces, type = kind.dice, kind.attrs["face"].type
    if isinstance(type, t.Enum):
        return listing([spoken(type.members[n]) for n in faces])
    if faces == tuple(range(faces[0], faces[0] + len(faces))):
        return f"{faces[0]} to {faces[-1]}"
    return listing([str(n) for n in faces])


def option(sp: Speech, type: t.Type, exactly: int | None) -> str:
    match type:
        case t.SetOf(t.Enum(_, members)):
            listed = listing([spoken(m) for m in members])
            return f"{exactly} of {listed}" if exactly is not None else f"any of {listed}"
        case t.Player():
            return listing([clean(s) for s in sp.world.program.seats], "or")
        case t.SetOf(t.Player()):
            return f"any of {listing([clean(s) for s in sp.world.game.names])}"
        case _:
            return domain(sp, type)
