"""Functions of the library in words: as things (`the cells around the troop`) and as places (`around the troop`).

A function that is not in these tables is still printed, by its name and what it is asked of.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import types as t
from rulewright.dsl.library.functions import FUNCTIONS
from rulewright.dsl.syntax import expressions as e
from rulewright.rulebook.author import is_shared
from rulewright.rulebook.english.meant import held, type_of
from rulewright.rulebook.english.nouns import Clause, Noun, Odd, Test, rival_of
from rulewright.rulebook.english.passes import value
from rulewright.rulebook.english.picks import element_noun
from rulewright.rulebook.english.speech import Speech
from rulewright.rulebook.words import is_plural, listing, ordinal, plural, spoken, times

# Where something is, for functions that give cells: {0} is the first argument.
PLACES: dict[str, str] = {
    "around": "around {0}",
    "beside": "beside {0}",
    "neighbours": "next to {0}",
    "diagonals": "diagonally next to {0}",
    "ahead": "ahead of {0}, straight or diagonally",
    "diagonals_ahead": "diagonally ahead of {0}",
    "diagonals_behind": "diagonally behind {0}",
    "behind": "behind {0}",
    "before": "straight ahead of {0}",
    "between": "between {0} and {1}",
    "leaps": "{1} by {2} steps away from {0}, like a knight’s leap",
    "connected": "connected with {0} through {1}",
    "ends": "on either side of {0}",
    "edges_at": "around {0}",
}
COUNT = {2: "two", 3: "three", 4: "four"}
ONE_CELL = frozenset({"behind", "before"})
AXES = {
    "row": "in the row of {0}",
    "column": "in the column of {0}",
    "straight": "in the row or column of {0}",
    "diagonal": "on the diagonals of {0}",
    "everywhere": "in line with {0}",
    "compass": "in line with {0}",
}


def _cells(sp: Speech) -> str:
    boards = sp.world.boards()
    kinds = {p.core.cell_kind for p in boards}
    return plural(spoken(next(iter(kinds)))) if len(kinds) == 1 else "cells"


def _cell(sp: Speech) -> str:
    kinds = {p.core.cell_kind for p in sp.world.boards()}
    return spoken(next(iter(kinds))) if len(kinds) == 1 else "cell"


def _texts(sp: Speech, arguments: list[e.Expr]) -> list[str]:

    return [value(sp, x).text for x in arguments]


def _axis(sp: Speech, node: e.Expr, thing: str) -> str:
    if isinstance(node, e.Word) and node.name in AXES and node.name not in sp.names:
        sp.see(node)
        return AXES[node.name].format(thing)

    return f"in line with {thing} along {value(sp, node).text}"


def _way(sp: Speech, node: e.Expr, thing: str) -> str:
    """A direction, as seen from something."""

    if isinstance(node, e.Word) and node.name not in sp.names:
        if node.name == "ahead":
            sp.see(node)
            return f"straight ahead of {thing}"
        if node.name == "behind":
            sp.see(node)
            return f"straight behind {thing}"
    type = type_of(sp, node)
    if isinstance(node, e.Word) and node.name in sp.names and isinstance(type, t.Way):
        return f"from {thing} in that direction"
    if isinstance(node, e.Call) and isinstance(node.function, e.Word) and node.function.name == "toward":
        sp.see(node)
        return f"from {thing} towards {value(sp, node.arguments[1]).text}"
    if isinstance(node, e.Word) and isinstance(type, t.Way) and node.name not in sp.names:
        sp.see(node)
        return f"{node.name} of {thing}"
    return f"from {thing} in the direction {value(sp, node).text}"


def parts(node: e.Expr) -> tuple[str, list[e.Expr]] | None:
    """A function of the library with its arguments, however it is written."""
    match node:
        case e.Call(_, e.Word(_, name), arguments):
            return name, arguments
        case e.Of(_, e.Word(_, name), right):
            return name, [right]
        case e.Dot(_, base, name, _):
            return name, [base]
        case _:
            return None


def _is_library(sp: Speech, name: str, node: e.Expr) -> bool:
    if name in {"row", "column"} and not isinstance(node, e.Call):
        return False  # where something is, not a row of the board

    world = sp.world
    own = name in world.defines or name in world.places or name in world.player_attrs or name in sp.names
    if not own and isinstance(node, e.Dot | e.Of):
        own = any(name in k.attrs for k in world.kinds.values()) or any(name in p.attrs for p in world.places.values())
    return name in FUNCTIONS and not own


def location(sp: Speech, node: e.Expr) -> str | None:
    """Where something is, if the expression is a function that gives cells."""
    found = parts(node)
    if found is None or not _is_library(sp, found[0], node):
        return None
    name, arguments = found
    if name in PLACES and len(arguments) >= PLACES[name].count("{"):
        sp.see(node)
        if name == "connected":
            return PLACES[name].format(*_texts(sp, arguments[:2])) + _allowed(sp, arguments[2:])
        return PLACES[name].format(*_texts(sp, arguments))
    if not arguments:
        return None
    sp.see(node)
    thing = _texts(sp, arguments[:1])[0]
    match name:
        case "clockwise":
            return f"clockwise from {thing}"
        case "line" if len(arguments) == 2:
            return _axis(sp, arguments[1], thing)
        case "ray" if len(arguments) == 2:
            return _way(sp, arguments[1], thing)
        case "row" | "rows":
            return f"in {_rows(sp, name, arguments)}"
        case "step" if len(arguments) == 2:
            number, start = _steps(sp, arguments[0], arguments[1])
            if number > 1:
                return f"{COUNT.get(number, number)} steps {_way(sp, arguments[1], _texts(sp, [start])[0])}"
            return f"one step {_way(sp, arguments[1], thing)}"
    return None


def _steps(sp: Speech, start: e.Expr, way: e.Expr) -> tuple[int, e.Expr]:
    """`step(step(x, way), way)` is two steps from x."""
    number = 1
    while (
        isinstance(start, e.Call)
        and isinstance(start.function, e.Word)
        and start.function.name == "step"
        and alike(start.arguments[1], way)
    ):
        sp.see(start.function, start.arguments[1])
        sp.record.seen.add(start.span)
        start = start.arguments[0]
        number += 1
    return number, start


def alike(one: e.Expr, other: e.Expr) -> bool:
    """Whether two expressions are written the same."""
    match one, other:
        case e.Word(_, x), e.Word(_, y):
            return x == y
        case e.Num(_, m), e.Num(_, n):
            return m == n
        case e.Dot(_, a, x, _), e.Dot(_, b, y, _):
            return x == y and alike(a, b)
        case e.Call(_, f, xs), e.Call(_, g, ys):
            return alike(f, g) and len(xs) == len(ys) and all(alike(x, y) for x, y in zip(xs, ys, strict=True))
        case e.Of(_, a, b), e.Of(_, c, d):
            return alike(a, c) and alike(b, d)
        case _:
            return False


def _rows(sp: Speech, name: str, arguments: list[e.Expr]) -> str:

    who = value(sp, arguments[0])
    numbers = arguments[1:]
    sp.see(*numbers)
    if name == "row" and len(numbers) == 1 and isinstance(numbers[0], e.Num):
        return f"{who.poss} {ordinal(numbers[0].value)} row"
    if len(numbers) == 2 and all(isinstance(n, e.Num) for n in numbers):
        first, last = (n.value for n in numbers if isinstance(n, e.Num))
        if last == first + 1:
            return f"{who.poss} {ordinal(first)} and {ordinal(last)} rows"
        return f"{who.poss} {ordinal(first)} to {ordinal(last)} rows"
    texts = _texts(sp, numbers)
    return f"{who.poss} row {texts[0]}" if len(texts) == 1 else f"{who.poss} rows {' to '.join(texts)}"


Say = Callable[[Speech, list[e.Expr]], Noun]


def function(sp: Speech, name: str, arguments: list[e.Expr], node: e.Expr) -> Noun:
    """A function of the library as a thing."""
    say = THINGS.get(name)
    if say is not None:
        return say(sp, arguments)
    where = location(sp, node)
    if where is not None:
        if name in ONE_CELL or name == "step":
            return Noun(f"the {_cell(sp)} {where}")
        if name in {"row", "rows"}:
            return Noun(where.removeprefix("in "), name == "rows")
        if name == "clockwise" and isinstance(type_of(sp, arguments[0]), t.Player):
            return Noun(f"the players in turn order, beginning with {_texts(sp, arguments)[0]}", True)
        other = "other " if name == "line" else ""
        return Noun(f"the {other}{_cells(sp)} {where}", True)
    texts = _texts(sp, arguments)
    return Noun(f"the {spoken(name)} of {listing(texts)}" if texts else f"the {spoken(name)}", is_plural(spoken(name)))


# ---------------------------------------------------------------- things


def _min(sp: Speech, arguments: list[e.Expr]) -> Noun:
    return _limited(sp, arguments, "at most", "the smaller of", "the smallest of")


def _max(sp: Speech, arguments: list[e.Expr]) -> Noun:
    return _limited(sp, arguments, "at least", "the greater of", "the greatest of")


def _limited(sp: Speech, arguments: list[e.Expr], bound: str, two: str, more: str) -> Noun:
    """`min(3, x)` is `x, but at most 3`."""

    numbers = [x for x in arguments if isinstance(x, e.Num)]
    others = [x for x in arguments if not isinstance(x, e.Num)]
    if len(numbers) == 1 and len(others) == 1:
        sp.see(numbers[0])
        return Noun(f"{value(sp, others[0]).text}, but {bound} {numbers[0].value}", joined=True)
    texts = _texts(sp, arguments)
    return Noun(f"{two if len(texts) == 2 else more} {listing([f'({x})' if ' ' in x and ',' in x else x for x in texts])}")


def _size(sp: Speech, arguments: list[e.Expr]) -> Noun:
    node = arguments[0]
    if isinstance(node, e.Dot) and node.name in sp.world.player_attrs and sp.world.player_attrs[node.name].per is not None:
        return Noun(f"the number of {_texts(sp, arguments)[0]}")
    return Noun(f"the number of things in {_texts(sp, arguments)[0]}")


def _top(word: str) -> Say:
    def say(sp: Speech, arguments: list[e.Expr]) -> Noun:
        kind = element_noun(sp, held(sp, type_of(sp, arguments[0])))
        noun = kind if kind != "one" else "piece"
        return Noun(f"the {word} {noun} of {_texts(sp, arguments)[0]}")

    return say


def _next(word: str) -> Say:
    def say(sp: Speech, arguments: list[e.Expr]) -> Noun:
        type = type_of(sp, arguments[0])
        noun = "player" if isinstance(type, t.Player) else _cell(sp) if isinstance(t.bare(type) if type else None, t.Cell) else "one"
        return Noun(f"the {noun} {word} {_texts(sp, arguments)[0]}")

    return say


def _slides(sp: Speech, arguments: list[e.Expr]) -> Noun:
    thing = _texts(sp, arguments[:1])[0]
    ways = arguments[1] if len(arguments) > 1 else None
    line = _axis(sp, ways, thing) if ways is not None else f"in line with {thing}"
    return Noun(f"the {_cells(sp)} {line} that can be reached over empty ones, up to and including the first that is taken", True)


def _run(sp: Speech, arguments: list[e.Expr]) -> Noun:

    thing = _texts(sp, arguments[:1])[0]
    way = _way(sp, arguments[1], thing) if len(arguments) > 1 else f"from {thing}"
    limit = f", at most {value(sp, arguments[2]).text}" if len(arguments) > 2 else ""
    return Noun(f"the empty {_cells(sp)} {way}, up to the first that is taken{limit}", True)


def _distance(sp: Speech, arguments: list[e.Expr]) -> Noun:
    first, second = _texts(sp, arguments)
    return Noun(f"the distance from {first} to {second}")


def _toward(sp: Speech, arguments: list[e.Expr]) -> Noun:
    first, second = _texts(sp, arguments)
    return Noun(f"the direction from {first} to {second}")


def _opposite(sp: Speech, arguments: list[e.Expr]) -> Noun:

    if isinstance(type_of(sp, arguments[0]), t.Player):
        return rival_of(value(sp, arguments[0]), is_shared(sp.world))
    return Noun(f"the direction opposite to {_texts(sp, arguments)[0]}")


def _sides(sp: Speech, arguments: list[e.Expr]) -> Noun:

    whose = arguments[0]
    if isinstance(whose, e.Word) and whose.name in sp.world.places:
        return Noun(f"the sides of {_texts(sp, arguments)[0]} without its corners", True)
    return Noun(f"{value(sp, whose).poss} two sides of the board", True)


def _mirrored(sp: Speech, arguments: list[e.Expr]) -> Noun:
    return Noun(f"the {_cell(sp)} that mirrors {_texts(sp, arguments)[0]} (column and row exchanged)")


def _enclosed(sp: Speech, arguments: list[e.Expr]) -> Noun:
    where, theirs, mine = _texts(sp, arguments)
    return Noun(f"the unbroken rows of {theirs} between {where} and the nearest of {mine}", True)


def _area(sp: Speech, arguments: list[e.Expr]) -> Noun:
    thing = _texts(sp, arguments[:1])[0]
    sp.see(*arguments)
    noun = plural(element_noun(sp, type_of(sp, arguments[0])))
    noun = "pieces" if noun == "ones" else noun
    what = spoken(arguments[1].name) if len(arguments) > 1 and isinstance(arguments[1], e.Word) else "value"
    return Noun(f"the {noun} that hang together with {thing} across edges and have the same {what}, itself included", True)


def _networks(sp: Speech, arguments: list[e.Expr]) -> Noun:
    thing = _texts(sp, arguments[:1])[0]
    sp.see(*arguments)
    edges = arguments[1] if len(arguments) > 1 else None
    how = f", joined by their {sp.term(edges.name)}" if isinstance(edges, e.Word) and edges.name in sp.world.defines else ""
    return Noun(f"the networks that {thing} form{how}", True)


def _allowed(sp: Speech, condition: list[e.Expr]) -> str:
    """Which steps count, if a definition says it."""
    if not condition or not isinstance(condition[0], e.Word):
        return ""
    sp.see(*condition)
    return f" by steps of which “{sp.term(condition[0].name)}” is true"


def _areas(sp: Speech, arguments: list[e.Expr]) -> Noun:
    return Noun(f"the parts into which {_texts(sp, arguments[:1])[0]} fall, joined across edges{_allowed(sp, arguments[1:])}", True)


def _turned(sp: Speech, arguments: list[e.Expr]) -> Noun:
    first, second = _texts(sp, arguments)
    return Noun(f"{first}, turned towards {second}", True)


def _edges_of(sp: Speech, arguments: list[e.Expr]) -> Noun:
    return Noun(f"the edges that {_texts(sp, arguments)[0]} touch", True)


def _triangle(sp: Speech, arguments: list[e.Expr]) -> Noun:
    return Noun(f"1 + 2 + … + {_texts(sp, arguments)[0]}", joined=True)


def _abs(sp: Speech, arguments: list[e.Expr]) -> Noun:
    return Noun(f"{_texts(sp, arguments)[0]}, without its sign", joined=True)


def _layers(sp: Speech, arguments: list[e.Expr]) -> Noun:
    first = _texts(sp, arguments[:1])[0]
    sp.see(*arguments)
    what = spoken(arguments[1].name) if len(arguments) > 1 and isinstance(arguments[1], e.Word) else "value"
    return Noun(f"the sets of different {plural(what)} into which {first} can be laid, the largest first", True)


def _matched(sp: Speech, arguments: list[e.Expr]) -> Noun:
    first, second = _texts(sp, arguments[:2])
    sp.see(*arguments)
    how = arguments[2] if len(arguments) > 2 else None
    fits = f" of which {sp.term(how.name)} is true" if isinstance(how, e.Word) else ""
    return Noun(f"the largest number of pairs{fits}, each thing used once, made of one of {first} and one of {second}", joined=True)


def _ways(sp: Speech, arguments: list[e.Expr]) -> Noun:
    return Noun(f"the directions of {_texts(sp, arguments)[0]}", True)


def _spot(sp: Speech, arguments: list[e.Expr]) -> Noun:
    board, number = _texts(sp, arguments)
    return Noun(f"{_cell(sp)} {number} of {board}" if number.isdigit() else f"the {_cell(sp)} of {board} with the number {number}")


def _side(sp: Speech, arguments: list[e.Expr]) -> Noun:
    """What a tile shows on one of its sides."""

    thing, way = _texts(sp, arguments[:1])[0], arguments[1]
    sp.see(way)
    if isinstance(way, e.Word) and way.name in sp.names:
        return Noun(f"the edge of {thing} in that direction")
    if isinstance(way, e.Call) and isinstance(way.function, e.Word) and way.function.name == "opposite":
        return Noun(f"the edge of {thing} on the other side")
    return Noun(f"the edge of {thing} to the {value(sp, way).text}")


def _edge(sp: Speech, arguments: list[e.Expr]) -> Noun:
    if isinstance(t.bare(type_of(sp, arguments[0]) or t.POISON), t.Piece) and not any(p.edges_of for p in sp.world.boards()):
        return _side(sp, arguments)
    noun = element_noun(sp, _edge_type(sp, arguments[0]))
    noun = noun if noun != "one" else "edge"
    if isinstance(t.bare(type_of(sp, arguments[1]) or t.POISON), t.Way):
        sp.see(arguments[1])
        return Noun(f"the {noun} {_way(sp, arguments[1], _texts(sp, arguments[:1])[0])}")
    first, second = _texts(sp, arguments)
    return Noun(f"the {noun} between {first} and {second}")


def _edge_type(sp: Speech, node: e.Expr) -> t.Type | None:
    """What the edges of the board are called on which something lies."""
    found = [p for p in sp.world.boards() if p.edges_of is not None]
    where = t.bare(type_of(sp, node) or t.POISON)
    named = [p for p in found if isinstance(where, t.Cell) and p.edges_of is not None and p.edges_of.name in where.places]
    best = (named or found)[:1]
    return t.Cell(frozenset({best[0].name}), best[0].core.cell_kind) if best else None


def _turns(sp: Speech, arguments: list[e.Expr]) -> Noun:
    return Noun(f"the ways to turn {_texts(sp, arguments)[0]} that look different", True)


THINGS: dict[str, Say] = {
    "turns": _turns,
    "edge": _edge,
    "spot": _spot,
    "min": _min,
    "max": _max,
    "size": _size,
    "triangle": _triangle,
    "abs": _abs,
    "top": _top("top"),
    "bottom": _top("lowest"),
    "next": _next("after"),
    "previous": _next("before"),
    "slides": _slides,
    "run": _run,
    "distance": _distance,
    "toward": _toward,
    "opposite": _opposite,
    "sides": _sides,
    "mirrored": _mirrored,
    "enclosed": _enclosed,
    "area": _area,
    "networks": _networks,
    "areas": _areas,
    "turned": _turned,
    "edges_of": _edges_of,
    "layers": _layers,
    "matched": _matched,
    "ways": _ways,
    "half_ways": _ways,
}


# ---------------------------------------------------------------- conditions


def test(sp: Speech, name: str, arguments: list[e.Expr]) -> Test | None:
    """A function of the library that is true or not."""

    match name:
        case "aligned" if len(arguments) == 2:
            pieces, number = value(sp, arguments[0]), value(sp, arguments[1])
            rest = "stand in one unbroken line (a row, column or diagonal)"
            return Clause(
                Noun(f"{number.text} of {pieces.text}", True),
                "stand",
                rest.removeprefix("stand "),
                opposite=Clause(Noun(f"no {number.text} of {pieces.text}", True), "stand", rest.removeprefix("stand ")),
            )
        case "connects" if len(arguments) == 2:
            pieces, goal = value(sp, arguments[0]), value(sp, arguments[1])
            return Clause(pieces, "form", f"an unbroken chain that joins {goal.text}")
        case "repeated" if len(arguments) == 1:
            count = arguments[0]
            sp.see(count)
            often = times(count.value) if isinstance(count, e.Num) else f"{value(sp, count).text} times"
            said = f"the same position has stood {often} at the start of a turn"
            return Odd(said, f"no position has stood {often} at the start of a turn")
        case _:
            return None


def is_function(sp: Speech, node: e.Expr) -> tuple[str, list[e.Expr]] | None:
    """The library function an expression calls."""
    found = parts(node)
    return found if found is not None and _is_library(sp, found[0], node) else None
