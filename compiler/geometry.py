"""Boards in native code: where the cells fit into one or two machine words, rays are table entries and steps are shifts."""

from __future__ import annotations

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import expr
from rulewright.compiler.frame import Frame
from rulewright.compiler.shapes import I64, I128, PTR, constant, shape
from rulewright.core import ir
from rulewright.core.boards import SQUARE_MOVES, Board
from rulewright.core.program import Place, Table
from rulewright.core.types import INT, Set

SMALL = 12  # cells, for which a table of all sets is made
WIDEST = 512  # cells of a board whose sets are worked on by shifts of one number


def geometry(build: Build, f: Frame, node: ir.Prim) -> str:
    match node.op:
        case "cell_at":
            return _cell_at(build, f, node)
        case "in_line":
            args = [expr(build, f, a) for a in node.args]
            return f.e.flag(_in_line(f.e, *args))
        case "in_lines":
            return _in_lines(build, f, node)
        case "slide":
            return _slide(build, f, node)
        case "aligned":
            return _aligned(build, f, node)
        case "connects":
            return _connects(build, f, node)
        case "fill":
            return _fill_prim(build, f, node)
        case "enclosed":
            return _enclosed(build, f, node)
        case "enclosers":
            return _enclosers(build, f, node)
    raise ValueError(f"no operation of boards: {node.op}")


def place_of(build: Build, node: ir.Prim) -> tuple[Place, Board]:
    number = node.args[-1]
    assert isinstance(number, ir.Const)
    place = build.program.places[number.value]
    assert place.board is not None
    return place, place.board


def set_of(place: Place) -> Set:
    return Set(place.base, place.sites)


def _cell_at(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    place, board = place_of(build, node)
    x, y = expr(build, f, node.args[0]), expr(build, f, node.args[1])
    inside = e.op("and", "i1", e.icmp("ult", x, str(board.width)), e.icmp("ult", y, str(board.height)))
    cell = e.op("add", I64, e.op("add", I64, e.op("mul", I64, y, str(board.width)), x), str(place.base))
    return e.select(inside, I64, cell, "-1")


def _abs(e: Emitter, value: str) -> str:
    return e.call("llvm.smax.i64", I64, [(I64, value), (I64, e.op("sub", I64, "0", value))])


def _in_line(e: Emitter, across: str, up: str, dx: str, dy: str) -> str:
    far = e.call("llvm.smax.i64", I64, [(I64, _abs(e, across)), (I64, _abs(e, up))])
    test = e.icmp("sgt", far, "0")
    test = e.op("and", "i1", test, e.icmp("eq", across, e.op("mul", I64, far, dx)))
    return e.op("and", "i1", test, e.icmp("eq", up, e.op("mul", I64, far, dy)))


def _in_lines(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    across, up, ways = (expr(build, f, a) for a in node.args)
    result = "false"
    for way, (dx, dy) in enumerate(SQUARE_MOVES):
        wanted = e.icmp("ne", e.op("and", I64, ways, str(1 << way)), "0")
        result = e.op("or", "i1", result, e.op("and", "i1", wanted, _in_line(e, across, up, str(dx), str(dy))))
    return e.flag(result)


# ---------------------------------------------------------------- rays


def table_named(build: Build, name: str, type: Set, values: tuple[int, ...]) -> tuple[str, str]:
    for table in build.program.tables:
        if table.name == name and table.type == type:
            return build.table(table)
    return build.table(build.program.add_table(Table(name, type, values)))


def ray_table(build: Build, place: Place, board: Board) -> tuple[str, str]:
    return table_named(build, f"{place.name}.ray_sets", set_of(place), board.ray_sets(place.copies))


def upward(board: Board, way: int) -> bool:
    """Whether a direction leads to cells with greater numbers."""
    return any(board.steps[way][c] > c for c in range(board.cells))


def _ray(e: Emitter, table: tuple[str, str], place: Place, way: int, index: str) -> str:
    name, entry = table
    at = e.op("add", I64, index, str(way * place.sites)) if way else index
    return e.load(entry, e.element(name, entry, at), 16 if entry == I128 else 8)


def _one_ray(e: Emitter, table: tuple[str, str], place: Place, board: Board, way: int, index: str, taken: str, form: str) -> str:
    """The cells in one direction, to the first that is taken, included."""
    ray = _ray(e, table, place, way, index)
    blockers = e.op("and", form, ray, taken)
    bits = 64 if form == I64 else 128
    if upward(board, way):
        # The last cell of the board has no ray upwards, so it can stand for "no blocker".
        nearest = sets.lowest_bit(e, e.op("or", form, blockers, constant(1 << (place.sites - 1), bits)), form)
    else:
        nearest = sets.highest_bit(e, e.op("or", form, blockers, "1"), form)
    return e.op("xor", form, ray, _ray(e, table, place, way, nearest))


def _slide(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    place, board = place_of(build, node)
    type = set_of(place)
    form = shape(type)
    if form == PTR or place.copies > 1:
        return _slide_slowly(build, f, node)
    table = ray_table(build, place, board)
    taken, site = expr(build, f, node.args[0]), expr(build, f, node.args[1])
    index = sets.relative(e, site, type)
    ways = node.args[2]
    if isinstance(ways, ir.SetConst):
        result = "0"
        for way in range(len(board.ways)):
            if ways.bits >> way & 1:
                result = e.op("or", form, result, _one_ray(e, table, place, board, way, index, taken, form))
        return result
    chosen = expr(build, f, ways)
    result = "0"
    for way in range(len(board.ways)):
        part = _one_ray(e, table, place, board, way, index, taken, form)
        wanted = e.icmp("ne", e.op("and", I64, chosen, str(1 << way)), "0")
        result = e.op("or", form, result, e.select(wanted, form, part, "0"))
    return result


def _slide_slowly(build: Build, f: Frame, node: ir.Prim) -> str:
    """On a large board: step by step."""
    e = f.e
    place, board = place_of(build, node)
    type = set_of(place)
    taken, site, ways = (expr(build, f, a) for a in node.args[:3])
    steps = step_table(build, place, board)
    buffer = sets.empty_buffer(e, type)
    at = e.temp(I64)
    with e.counting(str(len(board.ways))) as way:
        wanted = e.op("and", I64, e.op("lshr", I64, ways, way), "1")
        with e.when(e.icmp("ne", wanted, "0")):
            e.store(I64, site, at)
            head, body, end = e.label("slide"), e.label("body"), e.label("end")
            e.start(head)
            to = _step(e, steps, place, way, e.load(I64, at))
            e.store(I64, to, at)
            e.cond_br(e.icmp("sge", to, "0"), body, end)
            e.start(body)
            sets.add_to(e, buffer, to, type)
            e.cond_br(sets.has(e, taken, to, type), end, head)
            e.start(end)
    return sets.taken(e, buffer, type)


def step_table(build: Build, place: Place, board: Board) -> tuple[str, str]:
    values = []
    for way in range(len(board.ways)):
        for site in range(place.sites):
            copy, cell = divmod(site, place.cells)
            to = board.steps[way][cell]
            values.append(place.base + copy * place.cells + to if to >= 0 else -1)
    name = f"{place.name}.step"
    for table in build.program.tables:
        if table.name == name and table.values == tuple(values):
            return build.table(table)
    return build.table(build.program.add_table(Table(name, INT, tuple(values))))


def _step(e: Emitter, table: tuple[str, str], place: Place, way: str, site: str) -> str:
    name, entry = table
    index = e.op("add", I64, e.op("mul", I64, way, str(place.sites)), e.op("sub", I64, site, str(place.base)))
    value = e.load(entry, e.element(name, entry, index), int(entry[1:]) // 8)
    return e.cast("sext", value, entry, I64)


Move = list[tuple[int, int]]


def moves(board: Board) -> list[Move]:
    """The steps in each direction as shifts of a word, with the cells that are shifted so: on a rectangle one for each direction."""
    found: list[Move] = []
    for way in range(len(board.ways)):
        by: dict[int, int] = {}
        for cell, to in enumerate(board.steps[way]):
            if to >= 0:
                by[to - cell] = by.get(to - cell, 0) | 1 << cell
        found.append(list(by.items()))
    return found


def shift(e: Emitter, value: str, by: int, form: str) -> str:
    if by == 0:
        return value
    return e.op("shl" if by > 0 else "lshr", form, value, str(abs(by)))


def stepped(e: Emitter, cells: str, move: Move, form: str, bits: int) -> str:
    """All cells one step on, at once."""
    parts = [shift(e, e.op("and", form, cells, constant(stay, bits)), by, form) for by, stay in move]
    found = parts[0] if parts else "0"
    for part in parts[1:]:
        found = e.op("or", form, found, part)
    return found


def plain(build: Build, node: ir.Prim) -> tuple[Place, Board, str, int] | None:
    """The board, if its cells fit into a word or two and steps are shifts."""
    place, board = place_of(build, node)
    type = set_of(place)
    if type.size > WIDEST or place.copies > 1 or board.shape not in {"grid", "hex_grid"}:
        return None
    bits = 64 * type.words
    return place, board, f"i{bits}", bits


def narrow(build: Build, node: ir.Prim) -> bool:
    """Whether the cells of the board fit into one or two machine words, and steps are shifts."""
    found = plain(build, node)
    return found is not None and found[3] <= 128


def as_word(e: Emitter, value: str, type: Set) -> str:
    """A set as one number, however wide."""
    return e.load(f"i{64 * type.words}", value, 8) if shape(type) == PTR else value


def from_word(e: Emitter, value: str, type: Set) -> str:
    """A number as a set."""
    if shape(type) != PTR:
        return value
    buffer = e.temp(I64, type.words)
    e.store(f"i{64 * type.words}", value, buffer, 8)
    return buffer


def _aligned(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    found = plain(build, node)
    length = node.args[1]
    assert isinstance(length, ir.Const)
    cells = expr(build, f, node.args[0])
    if place_of(build, node)[0].sites <= SMALL and place_of(build, node)[0].copies == 1:
        return _aligned_by_table(build, f, node, cells, length.value)
    if found is None:
        return _aligned_slowly(build, f, node, cells, length.value)
    place, board, form, bits = found
    cells = as_word(e, cells, set_of(place))
    result = "0"
    for way in range(len(board.ways) // 2):
        starts = [line[0] for line in board.lines(length.value) if len(line) > 1 and board.steps[way][line[0]] == line[1]]
        if not starts:
            continue
        by = next(to - c for c, to in enumerate(board.steps[way]) if to >= 0)
        row = cells
        for i in range(1, length.value):
            row = e.op("and", form, row, shift(e, cells, -by * i, form))
        result = e.op("or", form, result, e.op("and", form, row, constant(sum(1 << c for c in starts), bits)))
    if length.value == 1:
        result = cells
    return e.flag(e.icmp("ne", result, "0", form))


def _aligned_by_table(build: Build, f: Frame, node: ir.Prim, cells: str, length: int) -> str:
    """On few cells: an entry for every set of them."""
    place, board = place_of(build, node)
    lines = [sum(1 << c for c in line) for line in board.lines(length)]
    rows = tuple(int(any(s & line == line for line in lines)) for s in range(1 << place.sites))
    name, entry = build.own_table(Table(f"{place.name}.aligned{length}", INT, rows))
    return f.e.cast("zext", f.e.load(entry, f.e.element(name, entry, cells), 1), entry, I64)


def _aligned_slowly(build: Build, f: Frame, node: ir.Prim, cells: str, length: int) -> str:
    e = f.e
    place, board = place_of(build, node)
    type = set_of(place)
    lines = board.lines(length)
    flat = tuple(place.base + c for line in lines for c in line) or (0,)
    name, entry = build.table(build.program.add_table(Table(f"{place.name}.lines{length}", INT, flat)))
    found = e.temp(I64)
    e.store(I64, "0", found)
    with e.counting(str(len(lines))) as line:
        whole = e.temp(I64)
        e.store(I64, "1", whole)
        start = e.op("mul", I64, line, str(length))
        with e.counting(str(length)) as i:
            cell = e.cast("sext", e.load(entry, e.element(name, entry, e.op("add", I64, start, i)), int(entry[1:]) // 8), entry, I64)
            with e.when(e.op("xor", "i1", sets.has(e, cells, cell, type), "true")):
                e.store(I64, "0", whole)
                e.br(e.breaks[-1])
        with e.when(e.truth(e.load(I64, whole))):
            e.store(I64, "1", found)
            e.br(e.breaks[-1])
    return e.load(I64, found)


def flood(build: Build, f: Frame, node: ir.Prim, start: str, within: str) -> str:
    """What can be reached from the start across edges without leaving `within`."""
    e = f.e
    place, board = place_of(build, node)
    type = set_of(place)
    found = plain(build, node)
    if found is None:
        return _flood_slowly(build, f, place, board, start, within)
    _, _, form, bits = found
    start, within = as_word(e, start, type), as_word(e, within, type)
    ways = range(len(board.ways)) if board.shape == "hex_grid" else (0, 2, 4, 6)
    steps = [moves(board)[w] for w in ways]
    reached = e.temp(form)
    e.store(form, e.op("and", form, start, within), reached)
    head, end = e.label("flood"), e.label("end")
    e.start(head)
    now = e.load(form, reached)
    wider = now
    for move in steps:
        wider = e.op("or", form, wider, stepped(e, now, move, form, bits))
    wider = e.op("and", form, wider, within)
    e.store(form, wider, reached)
    e.cond_br(e.icmp("eq", wider, now, form), end, head)
    e.start(end)
    return from_word(e, e.load(form, reached), type)


def _flood_slowly(build: Build, f: Frame, place: Place, board: Board, start: str, within: str) -> str:
    """Over a graph or a large board: widen until nothing is added."""
    e = f.e
    type = set_of(place)
    cells = place.cells
    values = []
    for site in range(place.sites):
        copy, cell = divmod(site, cells)
        values.append(sum(1 << (copy * cells + c) for c in board.beside(cell)))
    table = next((t for t in build.program.tables if t.name == f"{place.name}.beside" and t.type == type), None)
    table = table or build.program.add_table(Table(f"{place.name}.beside", type, tuple(values)))
    name, entry = build.table(table)
    form = shape(type)
    buffer = e.temp(I64, type.words) if form == PTR else e.temp(form)
    first = sets.binary(e, "inter", start, within, type)
    _put(e, buffer, first, type)
    head, end = e.label("flood"), e.label("end")
    e.start(head)
    now = e.temp(I64, type.words) if form == PTR else e.temp(form)
    _put(e, now, sets.taken(e, buffer, type), type)
    with sets.each(e, sets.taken(e, now, type), type) as x:
        pointer = e.element(name, entry, e.op("sub", I64, x, str(type.base)))
        near = pointer if form == PTR else e.load(entry, pointer, 16 if entry == I128 else 8)
        wider = sets.binary(e, "union", sets.taken(e, buffer, type), sets.binary(e, "inter", near, within, type), type)
        _put(e, buffer, wider, type)
    e.cond_br(sets.same(e, sets.taken(e, buffer, type), sets.taken(e, now, type), type), end, head)
    e.start(end)
    return sets.taken(e, buffer, type)


def _put(e: Emitter, pointer: str, value: str, type: Set) -> None:
    form = shape(type)
    if form == PTR:
        e.copy(pointer, value, type.words)
    else:
        e.store(form, value, pointer)


def _fill_prim(build: Build, f: Frame, node: ir.Prim) -> str:
    return flood(build, f, node, expr(build, f, node.args[0]), expr(build, f, node.args[1]))


def _connects(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    place, _ = place_of(build, node)
    type = set_of(place)
    form = shape(type)
    cells, sides = expr(build, f, node.args[0]), expr(build, f, node.args[1])
    size = type.words

    def side(i: int) -> str:
        pointer = e.offset(sides, 8 + 8 * size * i)
        return pointer if form == PTR else e.load(form, pointer, 8)

    reached = flood(build, f, node, side(0), cells)
    meeting = sets.binary(e, "inter", reached, side(1), type)
    return e.flag(e.op("xor", "i1", sets.is_empty(e, meeting, type), "true"))


def _enclosed(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    place, board = place_of(build, node)
    type = set_of(place)
    form = shape(type)
    site, theirs, mine = (expr(build, f, a) for a in node.args[:3])
    if not narrow(build, node):
        return _enclosed_slowly(build, f, place, board, site, theirs, mine)
    table = ray_table(build, place, board)
    index = sets.relative(e, site, type)
    result = "0"
    for way in range(len(board.ways)):
        ray = _ray(e, table, place, way, index)
        others = e.op("and", form, ray, e.op("xor", form, theirs, "-1"))
        some = e.icmp("ne", others, "0", form)
        safe = e.select(some, form, others, "1")
        nearest = sets.lowest_bit(e, safe, form) if upward(board, way) else sets.highest_bit(e, safe, form)
        stone = sets.shifted(e, nearest, form)
        closed = e.op("and", "i1", some, e.icmp("ne", e.op("and", form, stone, mine), "0", form))
        beyond = e.op("or", form, _ray(e, table, place, way, nearest), stone)
        row = e.op("and", form, ray, e.op("xor", form, beyond, "-1"))
        result = e.op("or", form, result, e.select(closed, form, row, "0"))
    return result


def _enclosed_slowly(build: Build, f: Frame, place: Place, board: Board, site: str, theirs: str, mine: str) -> str:
    e = f.e
    type = set_of(place)
    steps = step_table(build, place, board)
    result = sets.empty_buffer(e, type)
    at, row = e.temp(I64), sets.empty_buffer(e, type)
    with e.counting(str(len(board.ways))) as way:
        _put(e, row, sets.literal(e, 0, type), type)
        e.store(I64, site, at)
        head, body, end = e.label("row"), e.label("body"), e.label("end")
        e.start(head)
        to = _step(e, steps, place, way, e.load(I64, at))
        e.store(I64, to, at)
        e.cond_br(e.icmp("sge", to, "0"), body, end)
        e.start(body)
        enemy, own, no = e.label("enemy"), e.label("own"), e.label("no")
        e.cond_br(sets.has(e, theirs, to, type), enemy, no)
        e.start(enemy)
        sets.add_to(e, row, to, type)
        e.br(head)
        e.start(no)
        e.cond_br(sets.has(e, mine, to, type), own, end)
        e.start(own)
        both = sets.binary(e, "union", sets.taken(e, result, type), sets.taken(e, row, type), type)
        _put(e, result, both, type)
        e.br(end)
        e.start(end)
    return sets.taken(e, result, type)


def _enclosers(build: Build, f: Frame, node: ir.Prim) -> str:
    """All cells from which something is enclosed, at once: rows of theirs grow from mine in every direction."""
    e = f.e
    found = plain(build, node)
    assert found is not None
    _, board, form, bits = found
    theirs, mine = expr(build, f, node.args[0]), expr(build, f, node.args[1])
    result = "0"
    longest = max(board.width, board.height) - 2
    for move in moves(board):
        row = e.op("and", form, stepped(e, mine, move, form, bits), theirs)
        for _ in range(longest - 1):
            row = e.op("or", form, row, e.op("and", form, stepped(e, row, move, form, bits), theirs))
        result = e.op("or", form, result, stepped(e, row, move, form, bits))
    return result
