"""What the author says about printing and showing, checked against what there is (dsl.looks)."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.traits import TRAITS
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import World

FORM = "Write `land first`, `court inside reserve`, `supply beside land`, `won small`, `food of each Player as track` or `White at south`."
SIDES = ("south", "west", "north", "east")
LONGEST = 31  # fields of a track


def declare_looks(world: World, body: list[d.Decl | d.Prose]) -> None:
    """Reads everything about printing and showing, and tells what is wrong with it."""
    _facts(world)
    _chapters(world, body)
    for notes in nodes(body, d.Notes):
        _notes(world, notes, body)
    for decl in body:
        match decl:
            case d.TypeDecl():
                _values(world, decl)
            case d.Piece():
                _kind(world, decl)
            case d.Picture():
                _picture(world, decl)
            case d.Show():
                _show(world, decl)
            case d.Example() if decl.setting is not None:
                _example(world, decl)
            case _:
                pass


def _facts(world: World) -> None:
    seen: set[str] = set()
    for fact in world.game.facts:
        if fact.name in seen:
            world.error(codes.DUPLICATE_NAME, f"`{fact.name}` is said twice.", fact.span, help="Leave one of the lines out.")
        seen.add(fact.name)
        if fact.low > fact.high or (fact.name != "tagline" and fact.low < 1):
            world.error(codes.BAD_VALUE, f"`{world.sources.text(fact.span)}` is not a {fact.name}.", fact.span, help=_fact_form(fact.name))
        match fact.name:
            case "time":
                world.looks.time = fact.low, fact.high
            case "age":
                world.looks.age = fact.low
                if fact.high != fact.low:
                    world.error(codes.BAD_VALUE, "An age is one number: from then on.", fact.span, help="Write `age 10`.")
            case _:
                world.looks.tagline = fact.text


def _fact_form(name: str) -> str:
    return "Write `time 45 minutes` or `time 30 to 45 minutes`." if name == "time" else "Write `age 10`."


def _chapters(world: World, body: list[d.Decl | d.Prose]) -> None:
    titles = [x.title for x in body if isinstance(x, d.Chapter)]
    above = {x.title: x.other for x in body if isinstance(x, d.Chapter) and x.belongs}
    for chapter in (x for x in body if isinstance(x, d.Chapter) and x.other_span is not None):
        assert chapter.other_span is not None
        if chapter.other not in titles:
            _no_chapter(world, chapter.other, chapter.other_span, titles)
            continue
        on, seen = chapter.other, {chapter.title}
        while on in above and on not in seen:
            seen.add(on)
            on = above[on]
        if on in seen:
            message = f"The chapter “{chapter.title}” stands {chapter.belongs} itself."
            world.error(codes.CIRCULAR, message, chapter.other_span, help="Name a chapter that does not depend on this one.")


def _no_chapter(world: World, title: str, span: Span, titles: list[str]) -> None:
    there = f"Choose one of: {', '.join(titles)}." if titles else 'Begin one with `chapter "Title"`.'
    world.unknown(codes.UNKNOWN_NAME, f"There is no chapter “{title}”.", title, span, titles, help=there)


def _notes(world: World, notes: d.Notes, body: list[d.Decl | d.Prose]) -> None:
    for span in notes.twice:
        world.error(codes.DUPLICATE_NAME, "This is said twice.", span, help="Leave one of the lines out.")
    if len(notes.short) > 1:
        world.error(
            codes.DUPLICATE_NAME, "A thing has one short line.", notes.short[1].span, help="Join the two, or make one of them prose: `> …`."
        )
    for line in notes.short:
        if not line.text:
            world.error(codes.MISSING_VALUE, "The short line is empty.", line.span, help="Write half a sentence after `>>`.")
    if notes.called is not None and not notes.called.one.strip():
        world.error(codes.MISSING_VALUE, "A printed name cannot be empty.", notes.called.span, help="Leave the line out, or write a name.")
    if notes.chapter_span is not None:
        titles = [x.title for x in body if isinstance(x, d.Chapter)]
        if notes.chapter not in titles:
            _no_chapter(world, notes.chapter, notes.chapter_span, titles)


def _values(world: World, decl: d.TypeDecl) -> None:
    values = decl.notes.values if decl.notes is not None else []
    type = world.enums.get(decl.name)
    if isinstance(type, t.Enum):
        members = type.members
    elif isinstance(type, t.Number):
        members = tuple(str(n) for n in range(type.low, type.high + 1))
    else:
        return
    found = world.looks.values.setdefault(decl.name, {}) if values else {}
    for value in values:
        if value.value not in members:
            message = f"{decl.name} has no value `{value.value}`."
            world.unknown(codes.UNKNOWN_NAME, message, value.value, value.span, members, help=f"It has {', '.join(members)}.")
        elif value.value in found:
            world.error(codes.DUPLICATE_NAME, f"`{value.value}` has a printed name already.", value.span)
        else:
            found[value.value] = value.called


def _kind(world: World, decl: d.Piece) -> None:
    """`called` and `plural`, each as a line below or after the colon."""
    called = decl.notes.called if decl.notes is not None else None
    one, many = (called.one, called.many) if called is not None else ("", "")
    span = called.span if called is not None else None
    for trait in decl.traits:
        match trait.arguments:
            case [e.Word(_, "plural" | "called" as word), *rest]:
                if len(rest) != 1 or not isinstance(rest[0], e.Text) or trait.tails or not rest[0].value.strip():
                    message = f"`{word}` takes a name in quotes."
                    world.error(codes.UNKNOWN_TRAIT, message, trait.span, help=f"Write `{TRAITS[word].form}`.")
                    continue
                if (many if word == "plural" else one) != "":
                    world.error(codes.DUPLICATE_NAME, f"`{word}` is said twice.", trait.span, help="Leave one of them out.")
                    continue
                span = trait.span
                one, many = (one, rest[0].value) if word == "plural" else (rest[0].value, many)
            case _:
                continue
    if span is not None:
        world.looks.kinds[decl.name] = d.Called(span, one, many)


def _picture(world: World, decl: d.Picture) -> None:
    world.looks.pictures.append(decl)
    define = world.defines.get(decl.name)
    if define is None:
        message = f"No definition is called `{decl.name}`, so there is nothing to picture."
        world.unknown(codes.UNKNOWN_NAME, message, decl.name, decl.name_span, world.defines)
    elif any(p.name != "player" for p in define.decl.params):
        world.error(
            codes.WRONG_ARGUMENTS,
            f"`{decl.name}` depends on more than the player, so a small table cannot tell it.",
            decl.name_span,
            help="Picture a definition without parameters, or with `player` alone.",
        )
    form = f"Write `picture {decl.name} with 2, 1, 0 Troop in court`."
    match decl.what.source:
        case e.In(_, e.Kind() | e.Of(_, e.Kind()) as left, e.Word() | e.Of(_, e.Word()) as right):
            kind = left if isinstance(left, e.Kind) else left.left
            place = right if isinstance(right, e.Word) else right.left
            assert isinstance(kind, e.Kind) and isinstance(place, e.Word)
            if kind.name not in world.kinds:
                world.unknown(codes.UNKNOWN_NAME, f"There is no kind of piece `{kind.name}`.", kind.name, kind.span, world.kinds)
            if place.name not in world.places:
                world.unknown(codes.UNKNOWN_NAME, f"There is no place `{place.name}`.", place.name, place.span, world.places)
        case _:
            world.error(codes.WRONG_ARGUMENTS, "A picture counts pieces of a kind in a place.", decl.what.span, help=form)


def _example(world: World, decl: d.Example) -> None:
    assert decl.setting is not None
    if decl.beside:
        known = [*world.routines, *world.defines]
        if decl.beside not in known:
            message = f"No rule is called `{decl.beside}`."
            world.unknown(codes.UNKNOWN_NAME, message, decl.beside, decl.setting, known, help="Name an action, phase, verb or definition.")


# ---------------------------------------------------------------- the table


def _show(world: World, decl: d.Show) -> None:
    if next(x for x in world.chapters if isinstance(x, d.Show)) is not decl:
        world.error(codes.DUPLICATE_NAME, "The table is laid out twice.", decl.span, help="Write one block `show`.")
    for line in decl.lines:
        _shown(world, line)
    for side in decl.sides:
        _side(world, side)


def _shown(world: World, line: d.Shown) -> None:
    """One line. What the table does not do is refused at its word."""
    match line.word:
        case "first" | "small" if line.other:
            world.error(codes.WRONG_ARGUMENTS, f"Nothing may follow `{line.word}`.", line.other_span, help=FORM)
        case "inside" | "beside" if not line.other:
            help = f"Name a place: `{line.name} {line.word} …`."
            world.error(codes.WRONG_ARGUMENTS, f"{line.word.capitalize()} what?", line.word_span, help=help)
        case "first":
            _first(world, line)
        case "small":
            _small(world, line)
        case "inside":
            _inside(world, line)
        case "beside":
            _beside(world, line)
        case "as":
            _as_track(world, line)
        case _:
            world.error(codes.UNKNOWN_NAME, f"`{line.word}` says nothing about the table.", line.word_span, help=FORM)


def _small(world: World, line: d.Shown) -> None:
    if not _placed(world, line, line.name, line.name_span) or not _said_of_each(world, line):
        return
    if world.places[line.name].board is not None:
        world.error(codes.WRONG_ARGUMENTS, "A board cannot be a number.", line.span, help="`small` is said of piles, decks and hands.")
    else:
        world.looks.table.small.add(line.name)


def _first(world: World, line: d.Shown) -> None:
    table = world.looks.table
    if line.name not in world.places or world.places[line.name].board is None:
        boards = [p.name for p in world.boards()]
        world.unknown(codes.UNKNOWN_NAME, f"There is no board `{line.name}`.", line.name, line.name_span, boards, help=FORM)
    elif table.first:
        world.error(codes.DUPLICATE_NAME, f"`{table.first}` comes first already.", line.span, help="One board is the main one.")
    elif _said_of_each(world, line):
        table.first = line.name


def _placed(world: World, line: d.Shown, name: str, span: Span) -> bool:
    """Whether something is a place that nothing was said about yet."""
    table = world.looks.table
    if name not in world.places:
        world.unknown(codes.UNKNOWN_NAME, f"There is no place `{name}`.", name, span, list(world.places), help=FORM)
    elif name == line.name and name in {*table.inside, *table.beside, *table.small, table.first}:
        world.error(
            codes.DUPLICATE_NAME, f"Another line already says how `{name}` is shown.", line.span, help="Leave one of the lines out."
        )
    else:
        return True
    return False


def _said_of_each(world: World, line: d.Shown) -> bool:
    """Whether a line speaks of a place as it was declared: one for each player, or one for all."""
    per = world.places[line.name].core.per
    if line.family in {per, ""}:
        return True
    text = f"`{line.name}` is a place of each {per}." if per else f"There is one `{line.name}` for all."
    world.error(codes.WRONG_ARGUMENTS, text, line.span, help=f"Write `{line.name} of each {per} …`." if per else f"Write `{line.name} …`.")
    return False


def _single(world: World, line: d.Shown) -> bool:
    """Whether both things of a line are places of which there is one."""
    for name, span in ((line.name, line.name_span), (line.other, line.other_span)):
        if not _placed(world, line, name, span):
            return False
        if world.places[name].core.per or world.places[name].core.shape == "mat":
            message = f"There are several places `{name}`."
            world.error(codes.WRONG_ARGUMENTS, message, span, help=f"`{line.word}` is said of places that belong to nobody.")
            return False
    if line.name == line.other:
        world.error(codes.WRONG_ARGUMENTS, f"`{line.name}` cannot be {line.word} itself.", line.span, help=FORM)
        return False
    return _said_of_each(world, line)


def _inside(world: World, line: d.Shown) -> None:
    if not _single(world, line):
        return
    inside = world.looks.table.inside
    if world.places[line.other].core.shape != "ring":
        help = f"Write `{line.name} beside {line.other}`."
        world.error(codes.WRONG_ARGUMENTS, f"Only a ring has a middle, and `{line.other}` is not a ring.", line.other_span, help=help)
    elif world.places[line.name].board is not None:
        world.error(codes.WRONG_ARGUMENTS, "A board does not fit into the middle of a ring.", line.name_span, help=FORM)
    elif line.other in inside.values():
        world.error(codes.DUPLICATE_NAME, f"Something lies inside `{line.other}` already.", line.span, help="One place fits there.")
    else:
        inside[line.name] = line.other


def _beside(world: World, line: d.Shown) -> None:
    if not _single(world, line):
        return
    beside, at = world.looks.table.beside, line.other
    while at in beside:
        at = beside[at]
    if at == line.name:
        message = f"`{line.other}` stands beside `{line.name}` already."
        world.error(codes.WRONG_ARGUMENTS, message, line.span, help="One line says it for both.")
    else:
        beside[line.name] = line.other


def _as_track(world: World, line: d.Shown) -> None:
    form = f"Write `{line.name} of each Player as track`."
    attribute = world.player_attrs.get(line.name)
    if line.other != "track":
        world.error(codes.UNKNOWN_NAME, f"`as {line.other}` says nothing about the table.", line.other_span, help=form)
    elif line.family != "Player":
        world.error(codes.WRONG_ARGUMENTS, "Only what each player has can be drawn as a track.", line.span, help=form)
    elif attribute is None:
        message = f"No player has `{line.name}`."
        world.unknown(codes.UNKNOWN_NAME, message, line.name, line.name_span, list(world.player_attrs), help=form)
    elif not isinstance(attribute.type, t.Number) or attribute.type.high - attribute.type.low >= LONGEST:
        message = f"A track has at most {LONGEST} fields, one for each number; `{line.name}` has other values."
        world.error(codes.BAD_VALUE, message, line.name_span, help="Leave the line out: the number itself is shown.")
    elif line.name in world.looks.table.tracks:
        world.error(codes.DUPLICATE_NAME, f"`{line.name}` is drawn as a track already.", line.span, help="Leave one of the lines out.")
    else:
        world.looks.table.tracks.add(line.name)


def _side(world: World, side: d.Side) -> None:
    """`White at south`: whoever sits there has that side of the boards before it."""
    sides = world.looks.table.sides
    hexes = [p.name for p in world.boards() if p.core.shape == "hex_grid"]
    if side.seat not in world.program.seats:
        world.unknown(
            codes.UNKNOWN_NAME, f"Nobody is called `{side.seat}`.", side.seat, side.seat_span, list(world.program.seats), help=FORM
        )
    elif side.side not in SIDES:
        world.error(codes.UNKNOWN_NAME, f"The table has no side `{side.side}`.", side.side_span, help=f"Its sides are {', '.join(SIDES)}.")
    elif side.seat in sides or side.side in sides.values():
        world.error(
            codes.DUPLICATE_NAME,
            "Somebody sits there already, or this player sits somewhere else.",
            side.span,
            help="Each seat has a side of its own.",
        )
    elif hexes and side.side in {"east", "west"}:
        message = f"`{hexes[0]}` is made of hexagons and cannot be turned by a quarter."
        world.error(codes.WRONG_ARGUMENTS, message, side.side_span, help="Say `north` or `south`.")
    else:
        sides[side.seat] = side.side
