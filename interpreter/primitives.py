"""Primitive operations that need nothing but their arguments and the program's constants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from rulewright.core import ir
from rulewright.core.boards import SQUARE_MOVES, Board
from rulewright.core.program import Place, Program
from rulewright.core.types import INT_MAX, INT_MIN, Bag, Seq, Set
from rulewright.interpreter import sets
from rulewright.interpreter.errors import RuleError

Value = Any
Function = Callable[..., Value]


def checked(value: int, span: int) -> int:
    if INT_MIN <= value <= INT_MAX:
        return value
    raise RuleError("overflow", span)


def board_of(place: Place) -> Board:
    """The geometry of a place, made once."""
    if place.board is None:
        place.board = Board(place.shape, place.width, place.height, place.edges, place.cell_names, spots=place.spots, side=place.side)
    return place.board


def simple(program: Program, node: ir.Prim) -> Function | None:
    """The function for an operation of numbers, sets, bags or lists; None if it needs the state."""
    op, span = node.op, node.span
    type = node.type
    first = node.args[0].type if node.args else None
    base = first.base if isinstance(first, Set | Bag) else 0
    match op:
        case "add":
            return lambda a, b: checked(a + b, span)
        case "sub":
            return lambda a, b: checked(a - b, span)
        case "mul":
            return lambda a, b: checked(a * b, span)
        case "div":
            return lambda a, b: a // b if b else _zero(span)
        case "mod":
            return lambda a, b: a % b if b else _zero(span)
        case "min":
            return min
        case "max":
            return max
        case "eq" | "same" | "bag_eq":
            return lambda a, b: int(a == b)
        case "lt":
            return lambda a, b: int(a < b)
        case "le":
            return lambda a, b: int(a <= b)
        case "gt":
            return lambda a, b: int(a > b)
        case "ge":
            return lambda a, b: int(a >= b)
        case "not":
            return lambda a: int(not a)
        case "has":
            return lambda s, x: s >> (x - base) & 1 if x >= base else 0
        case "union":
            return lambda a, b: a | b
        case "inter":
            return lambda a, b: a & b
        case "diff":
            return lambda a, b: a & ~b
        case "size":
            return lambda a: a.bit_count()
        case "is_empty":
            return lambda a: int(not a)
        case "first":
            return lambda a: sets.first(a, base)
        case "only":
            return lambda a: sets.first(a, base) if a and not a & (a - 1) else -1
        case "one":
            assert isinstance(type, Set)
            low, size = type.base, type.size
            return lambda x: sets.one(x, low, size)
        case "above":
            return lambda s, x: s >> max(0, x + 1 - base) << max(0, x + 1 - base)
        case "recast":
            assert isinstance(type, Set)
            shift, full = base - type.base, type.full
            return (lambda s: s << shift & full) if shift >= 0 else (lambda s: s >> -shift & full)
        case "to_set":
            assert isinstance(type, Set)
            low, size = type.base, type.size
            return lambda seq: _gather(seq, low, size)
        case "length":
            return len
        case "item":
            return lambda seq, i: seq[i] if 0 <= i < len(seq) else _missing(span)
        case "take":
            return lambda seq, n: seq[: max(0, n)]
        case "concat":
            return lambda a, b: tuple(dict.fromkeys((*a, *b)))
        case "pair":
            return lambda a, b: (a, b)
        case "row_at" | "row_set":
            return lambda row, i: row[i]
        case "bag_add" | "bag_sub" | "bag_covers" | "bag_size" | "bag_count" | "bag_one" | "bag_of_set" | "layers":
            return _bags(node)
        case "matching" | "networks" | "spread":
            return _graphs(node)
        case "cell_at" | "in_line" | "in_lines" | "slide" | "run" | "aligned" | "connects" | "fill" | "enclosed" | "enclosers":
            return _geometry(program, node)
        case "and" | "or" | "on_site" | "top" | "bottom" | "mystery" | "foremost" | "veiled" | "repeated":
            return None
        case _:
            assert_never(op)


def _zero(span: int) -> int:
    raise RuleError("division", span)


def _missing(span: int) -> int:
    raise RuleError("missing", span)


def _gather(seq: tuple[int, ...], base: int, size: int) -> int:
    bits = 0
    for x in seq:
        bits |= sets.one(x, base, size)
    return bits


# ---------------------------------------------------------------- bags and families


def _bags(node: ir.Prim) -> Function:
    type = node.type
    first = node.args[0].type if node.args else None
    base = first.base if isinstance(first, Bag) else 0
    match node.op:
        case "bag_add":
            return lambda a, b: tuple(x + y for x, y in zip(a, b, strict=True))
        case "bag_sub":
            return lambda a, b: tuple(max(0, x - y) for x, y in zip(a, b, strict=True))
        case "bag_covers":
            return lambda a, b: int(all(x >= y for x, y in zip(a, b, strict=True)))
        case "bag_size":
            return sum
        case "bag_count":
            return lambda bag, x: bag[x - base] if 0 <= x - base < len(bag) else 0
        case "bag_one" if isinstance(type, Bag):
            low, size = type.base, type.size
            return lambda x, n: tuple(n if low + i == x else 0 for i in range(size))
        case "bag_of_set" if isinstance(type, Bag):
            count = type.size
            return lambda bits: tuple(bits >> i & 1 for i in range(count))
        case "layers":
            return _layers
    raise ValueError(f"no operation of bags: {node.op}")


def _graphs(node: ir.Prim) -> Function:
    type = node.type
    match node.op:
        case "matching":
            return _matching
        case "networks" if isinstance(type, Seq) and isinstance(type.elem, Set):
            return _networks(type.elem)
        case "spread" if isinstance(type, Set):
            return _spread(type)
    raise ValueError(f"no operation of graphs: {node.op}")


def _layers(bag: tuple[int, ...]) -> tuple[int, ...]:
    """Sets of different values: the k-th has every value that occurs at least k times."""
    return tuple(sum(1 << i for i, n in enumerate(bag) if n >= k) for k in range(1, max(bag, default=0) + 1))


def _matching(families: tuple[int, ...]) -> int:
    """The most pairs of a family and one of its members, each used once (augmenting paths)."""
    matched: dict[int, int] = {}

    def place(family: int, tried: set[int]) -> bool:
        for member in sets.members(families[family], 0):
            if member in tried:
                continue
            tried.add(member)
            if member not in matched or place(matched[member], tried):
                matched[member] = family
                return True
        return False

    return sum(place(i, set()) for i in range(len(families)))


def _networks(type: Set) -> Function:
    """Sections of tiles that touch edge to edge, as sets of tiles; in the order of their first tile and section."""

    def run(tiles: int, marks: tuple[int, ...], links: tuple[int, ...]) -> tuple[int, ...]:
        order = list(sets.members(tiles, type.base))
        nodes = [(i, section) for i, mark in enumerate(marks) for section in sets.members(mark, 0)]
        index = {tile: i for i, tile in enumerate(order)}
        group = list(range(len(nodes)))

        def find(x: int) -> int:
            while group[x] != x:
                x = group[x]
            return x

        for a, (i, section) in enumerate(nodes):
            for side in range(4):
                other = links[4 * i + side]
                if section >> side & 1 and other in index:
                    opposite = (side + 2) % 4
                    for b, (j, facing) in enumerate(nodes):
                        if j == index[other] and facing >> opposite & 1:
                            x, y = find(a), find(b)
                            group[max(x, y)] = min(x, y)
        found: dict[int, int] = {}
        for a, (i, _) in enumerate(nodes):
            root = find(a)
            found[root] = found.get(root, 0) | 1 << (order[i] - type.base)
        return tuple(found[root] for root in sorted(found))

    return run


def _spread(type: Set) -> Function:
    """What hangs together with the start: `links` gives so many neighbours (or -1) for each member of `within`, upwards."""

    def run(start: int, within: int, links: tuple[int, ...], sides: int) -> int:
        order = {piece: i for i, piece in enumerate(sets.members(within, type.base))}
        reached = start & within
        waiting = list(sets.members(reached, type.base))
        while waiting:
            i = order[waiting.pop()]
            for other in links[sides * i : sides * (i + 1)]:
                if other in order and not sets.has(reached, other, type.base):
                    reached |= 1 << (other - type.base)
                    waiting.append(other)
        return reached

    return run


# ---------------------------------------------------------------- geometry


def _geometry(program: Program, node: ir.Prim) -> Function:
    match node.op:
        case "cell_at":
            return _cell_at(program, node)
        case "in_line":
            return _in_line
        case "in_lines":
            return lambda across, up, ways: int(any(_in_line(across, up, *SQUARE_MOVES[w]) for w in sets.members(ways, 0)))
        case "slide":
            return _slide(place_of(program, node))
        case "run":
            return _run(node)
        case "aligned":
            return _aligned(place_of(program, node))
        case "connects":
            return _connects(place_of(program, node))
        case "fill":
            return _fill(place_of(program, node))
        case "enclosed":
            return _enclosed(place_of(program, node))
        case "enclosers":
            return _enclosers(place_of(program, node))
    raise ValueError(f"no operation of boards: {node.op}")


def place_of(program: Program, node: ir.Prim) -> Place:
    number = node.args[-1]
    assert isinstance(number, ir.Const)
    return program.places[number.value]


def _cell_at(program: Program, node: ir.Prim) -> Function:
    place = place_of(program, node)
    return lambda x, y, _: place.base + y * place.width + x if 0 <= x < place.width and 0 <= y < place.height else -1


def _in_line(across: int, up: int, dx: int, dy: int) -> int:
    """Whether a difference of coordinates lies in a direction, at any distance."""
    far = max(abs(across), abs(up))
    return int(far > 0 and across == far * dx and up == far * dy)


def _slide(place: Place) -> Function:
    board, base = board_of(place), place.base

    def run(taken: int, site: int, ways: int, _: int) -> int:
        copy, cell = divmod(site - base, place.cells)
        shift = copy * place.cells
        bits = 0
        for way in sets.members(ways, 0):
            for other in board.ray(cell, way):
                bits |= 1 << (shift + other)
                if taken >> (shift + other) & 1:
                    break
        return bits

    return run


def _run(node: ir.Prim) -> Function:
    occupied = node.args[1].type
    assert isinstance(occupied, Set)

    def run(ray: tuple[int, ...], taken: int, most: int) -> tuple[int, ...]:
        found: list[int] = []
        for cell in ray:
            if len(found) >= most or sets.has(taken, cell, occupied.base):
                break
            found.append(cell)
        return tuple(found)

    return run


def _aligned(place: Place) -> Function:
    board = board_of(place)
    lines: dict[int, list[int]] = {}

    def run(cells: int, length: int, _: int) -> int:
        if length not in lines:
            lines[length] = [sum(1 << c for c in line) for line in board.lines(length)]
        return int(any(cells & line == line for line in lines[length]))

    return run


def flood(board: Board, start: int, within: int) -> int:
    reached = start & within
    waiting = list(sets.members(reached, 0))
    while waiting:
        for other in board.beside(waiting.pop()):
            if within >> other & 1 and not reached >> other & 1:
                reached |= 1 << other
                waiting.append(other)
    return reached


def _connects(place: Place) -> Function:
    board = board_of(place)
    return lambda cells, sides, _: int(flood(board, sides[0], cells) & sides[1] != 0)


def _fill(place: Place) -> Function:
    board = board_of(place)
    return lambda start, within, _: flood(board, start, within)


def _enclosed(place: Place) -> Function:
    board, base = board_of(place), place.base

    def run(site: int, theirs: int, mine: int, _: int) -> int:
        bits = 0
        for way in range(len(board.ways)):
            row = 0
            for cell in board.ray(site - base, way):
                if theirs >> cell & 1:
                    row |= 1 << cell
                    continue
                if mine >> cell & 1:
                    bits |= row
                break
        return bits

    return run


def _enclosers(place: Place) -> Function:
    enclosed = _enclosed(place)
    cells = board_of(place).cells

    def run(theirs: int, mine: int, number: int) -> int:
        return sum(1 << cell for cell in range(cells) if enclosed(place.base + cell, theirs, mine, number))

    return run
