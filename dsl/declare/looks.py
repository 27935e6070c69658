"""What the author says about printing and showing, checked against what there is (dsl.looks)."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import types as t
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.traits import TRAITS
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import World

SIDES = ("north", "east", "south", "west")
LINES = ("first", "small", "inside", "beside", "as")
FORM = "A line of `show` goes like this: `land first`, `won of each Player small`, `court inside reserve`, `health as track`."


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
    roles = [x for x in world.examples if x.role == "cover"]
    for second in roles[1:]:
        world.error(codes.DUPLICATE_NAME, "Two examples are for the cover.", second.setting or second.span, help="A book has one cover.")


def _facts(world: World) -> None:
    seen: set[str] = set()
    for fact in world.game.facts:
        if fact.name in seen:
            world.error(codes.DUPLICATE_NAME, f"`{fact.name}` is said twice.", fact.span, help="Leave one of the lines out.")
        seen.add(fact.name)
        if fact.low > fact.high or (fact.name != "tagline" and fact.low < 1):
            world.error(codes.BAD_VALUE, f"`{world.sources.text(fact.span)}` is no {fact.name}.", fact.span, help=_fact_form(fact.name))
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
    there = f"There is: {', '.join(titles)}." if titles else 'Begin one with `chapter "Title"`.'
    world.unknown(codes.UNKNOWN_NAME, f"There is no chapter “{title}”.", title, span, titles, help=there)


def _notes(world: World, notes: d.Notes, body: list[d.Decl | d.Prose]) -> None:
    for span in notes.twice:
        world.error(codes.DUPLICATE_NAME, "This is said twice about one thing.", span, help="Leave one of the lines out.")
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
            message = f"`{value.value}` is no value of {decl.name}."
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
        message = f"There is no definition `{decl.name}` to be pictured."
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
            message = f"There is no rule `{decl.beside}` to stand beside."
            world.unknown(codes.UNKNOWN_NAME, message, decl.beside, decl.setting, known, help="Name an action, phase, verb or definition.")
    if decl.role == "score sheet" and world.score is None:
        world.error(
            codes.MISPLACED, "The game has no score, so no example can show a score sheet.", decl.setting, help="Add a `score` block."
        )


# ---------------------------------------------------------------- the table


def _show(world: World, decl: d.Show) -> None:
    if next(x for x in world.chapters if isinstance(x, d.Show)) is not decl:
        world.error(codes.DUPLICATE_NAME, "The table is laid out twice.", decl.span, help="Write one block `show`.")
    for line in decl.lines:
        _shown(world, line)
    for side in decl.sides:
        _side(world, side)


def _attributes(world: World) -> Iterator[str]:
    yield from world.game_attrs
    yield from world.player_attrs


def _shown(world: World, line: d.Shown) -> None:
    table = world.looks.table
    if line.word not in LINES:
        world.unknown(codes.UNKNOWN_NAME, f"`{line.word}` says nothing about the table.", line.word, line.span, LINES, help=FORM)
        return
    known = list(_attributes(world)) if line.word == "as" else list(world.places)
    sort = "number of a player or of the game" if line.word == "as" else "place"
    if line.name not in known:
        world.unknown(codes.UNKNOWN_NAME, f"There is no {sort} `{line.name}`.", line.name, line.name_span, known, help=FORM)
        return
    if line.per is not None and line.word != "as":
        declared = world.places[line.name].decl
        if declared is None or declared.per != line.per:
            world.error(
                codes.UNKNOWN_NAME, f"There is not one `{line.name}` of each {line.per}.", line.name_span, help="Leave `of each` out."
            )
    match line.word:
        case "first" if line.other:
            world.error(codes.WRONG_ARGUMENTS, f"`{line.other}` says nothing after `first`.", line.other_span or line.span, help=FORM)
        case "small" if line.other:
            world.error(codes.WRONG_ARGUMENTS, f"`{line.other}` says nothing after `small`.", line.other_span or line.span, help=FORM)
        case "first" if table.first:
            world.error(codes.DUPLICATE_NAME, f"`{table.first}` comes first already.", line.span, help="One place is the main one.")
        case "first":
            table.first = line.name
        case "small":
            table.small.add(line.name)
        case "as" if line.other != "track":
            world.error(codes.WRONG_ARGUMENTS, f"A number cannot be shown as `{line.other}`.", line.span, help="Write `health as track`.")
        case "as":
            table.tracks.add(line.name)
        case _:
            _beside(world, line)


def _beside(world: World, line: d.Shown) -> None:
    table = world.looks.table
    if line.other not in world.places:
        message = f"There is no place `{line.other}`." if line.other else f"It is not said what `{line.name}` lies {line.word}."
        world.unknown(codes.UNKNOWN_NAME, message, line.other, line.other_span or line.span, world.places, help=FORM)
        return
    if line.name in table.inside or line.name in table.beside:
        world.error(codes.DUPLICATE_NAME, f"It is said twice where `{line.name}` lies.", line.span, help="Leave one of the lines out.")
        return
    (table.inside if line.word == "inside" else table.beside)[line.name] = line.other
    on, seen = line.other, {line.name}
    while on not in seen and (on in table.inside or on in table.beside):
        seen.add(on)
        on = table.inside.get(on) or table.beside[on]
    if on == line.name:
        world.error(codes.CIRCULAR, f"`{line.name}` would lie {line.word} itself.", line.span, help="Name another place.")


def _side(world: World, side: d.Side) -> None:
    sides = world.looks.table.sides
    if side.player not in world.game.names:
        world.unknown(codes.UNKNOWN_NAME, f"Nobody is called {side.player}.", side.player, side.span, world.game.names)
    elif side.side not in SIDES:
        world.error(codes.UNKNOWN_NAME, f"`{side.side}` is no side of the table.", side.span, help=f"The sides are {', '.join(SIDES)}.")
    elif side.player in sides:
        world.error(codes.DUPLICATE_NAME, f"{side.player} sits somewhere already.", side.span)
    else:
        sides[side.player] = side.side
