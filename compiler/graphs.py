"""Small graph algorithms in native code: matching, networks of tiles, areas of pieces."""

from __future__ import annotations

from rulewright.compiler import sets
from rulewright.compiler.build import Build
from rulewright.compiler.emitter import Emitter
from rulewright.compiler.expressions import expr
from rulewright.compiler.folds import append, item
from rulewright.compiler.frame import Frame
from rulewright.compiler.shapes import I64, PTR, shape, size_in_words
from rulewright.core import ir
from rulewright.core.types import Seq, Set, words


def graph(build: Build, f: Frame, node: ir.Prim) -> str:
    match node.op:
        case "matching":
            return _matching(build, f, node)
        case "spread":
            return _spread(build, f, node)
        case _:
            return _networks(build, f, node)


def _group(e: Emitter, families: str, index: str, type: Seq) -> str:
    assert isinstance(type.elem, Set)
    pointer = e.element(e.offset(families, 8), f"[{words(type.elem)} x i64]", index)
    form = shape(type.elem)
    return pointer if form == PTR else e.load(form, pointer, 8)


def _matching(build: Build, f: Frame, node: ir.Prim) -> str:
    """The most pairs of a family and one of its members: augmenting paths, one family after the other."""
    e = f.e
    type = node.args[0].type
    assert isinstance(type, Seq) and isinstance(type.elem, Set)
    families = expr(build, f, node.args[0])
    name = _augment(build, type)
    size = type.elem.size
    matched, tried = e.temp(I64, size), e.temp(I64, type.elem.words)
    with e.counting(str(size)) as i:
        e.store(I64, "-1", e.element(matched, I64, i))
    total = e.temp(I64)
    e.store(I64, "0", total)
    with e.counting(e.load(I64, families)) as i:
        e.zero(tried, type.elem.words)
        placed = e.call(name, I64, [(PTR, families), (PTR, matched), (PTR, tried), (I64, i)])
        e.store(I64, e.op("add", I64, e.load(I64, total), placed), total)
    return e.load(I64, total)


def _augment(build: Build, type: Seq) -> str:
    elem = type.elem
    assert isinstance(elem, Set)
    name = f"augment_{elem.base}_{elem.size}_{type.cap}"

    def write() -> None:
        e = Emitter(name, I64, [(PTR, "%families"), (PTR, "%matched"), (PTR, "%tried"), (I64, "%family")], "nounwind")
        group = _group(e, "%families", "%family", type)
        result = e.temp(I64)
        e.store(I64, "0", result)
        local = Set(0, elem.size)
        with sets.each(e, group, local) as member:
            word = e.element("%tried", I64, e.op("lshr", I64, member, "6"))
            bit = e.op("shl", I64, "1", e.op("and", I64, member, "63"))
            fresh = e.icmp("eq", e.op("and", I64, e.load(I64, word), bit), "0")
            with e.when(fresh):
                e.store(I64, e.op("or", I64, e.load(I64, word), bit), word)
                holder = e.element("%matched", I64, member)
                now = e.load(I64, holder)

                def moved(now: str = now) -> str:
                    return e.call(name, I64, [(PTR, "%families"), (PTR, "%matched"), (PTR, "%tried"), (I64, now)])

                free = e.choose(e.icmp("slt", now, "0"), I64, lambda: "1", moved)
                with e.when(e.truth(free)):
                    e.store(I64, "%family", holder)
                    e.store(I64, "1", result)
                    e.br(e.breaks[-1])
        e.ret(e.load(I64, result))
        build.add(e)

    return build.helper(name, write)


def _order(e: Emitter, pool: str, type: Set) -> tuple[str, str]:
    """For each element its rank in the set (or -1), and the elements in order."""
    ranks, order = e.temp(I64, type.size), e.temp(I64, type.size)
    with e.counting(str(type.size)) as i:
        e.store(I64, "-1", e.element(ranks, I64, i))
    count = e.temp(I64)
    e.store(I64, "0", count)
    with sets.each(e, pool, type) as x:
        n = e.load(I64, count)
        e.store(I64, n, e.element(ranks, I64, e.op("sub", I64, x, str(type.base))))
        e.store(I64, x, e.element(order, I64, n))
        e.store(I64, e.op("add", I64, n, "1"), count)
    return ranks, order


def _rank(e: Emitter, ranks: str, piece: str, type: Set) -> str:
    """The rank of a piece, -1 if it is none or not in the set."""
    at = e.op("sub", I64, piece, str(type.base))
    inside = e.icmp("ult", at, str(type.size))
    value = e.load(I64, e.element(ranks, I64, e.select(inside, I64, at, "0")))
    return e.select(inside, I64, value, "-1")


def _spread(build: Build, f: Frame, node: ir.Prim) -> str:
    e = f.e
    type = node.type
    assert isinstance(type, Set)
    start, pool, links, sides = (expr(build, f, a) for a in node.args)
    links_type = node.args[2].type
    assert isinstance(links_type, Seq)
    ranks, _ = _order(e, pool, type)
    reached = sets.empty_buffer(e, type)
    stack = e.temp(I64, type.size + 1)
    height = e.temp(I64)
    e.store(I64, "0", height)

    def push(piece: str) -> None:
        sets.add_to(e, reached, piece, type)
        n = e.load(I64, height)
        e.store(I64, piece, e.element(stack, I64, n))
        e.store(I64, e.op("add", I64, n, "1"), height)

    with sets.each(e, sets.binary(e, "inter", start, pool, type), type) as x:
        push(x)
    head, body, end = e.label("spread"), e.label("body"), e.label("end")
    e.start(head)
    n = e.load(I64, height)
    e.cond_br(e.icmp("sgt", n, "0"), body, end)
    e.start(body)
    less = e.op("sub", I64, n, "1")
    e.store(I64, less, height)
    piece = e.load(I64, e.element(stack, I64, less))
    first = e.op("mul", I64, _rank(e, ranks, piece, type), sides)
    with e.counting(sides) as side:
        other = item(f, links, e.op("add", I64, first, side), links_type)
        known = e.icmp("sge", _rank(e, ranks, other, type), "0")
        fresh = e.op("xor", "i1", sets.has(e, sets.taken(e, reached, type), other, type), "true")
        with e.when(e.op("and", "i1", known, fresh)):
            push(other)
    e.br(head)
    e.start(end)
    return sets.taken(e, reached, type)


def _networks(build: Build, f: Frame, node: ir.Prim) -> str:
    """Sections that touch edge to edge are joined; each group becomes the set of its tiles."""
    e = f.e
    type = node.type
    assert isinstance(type, Seq) and isinstance(type.elem, Set)
    tiles = type.elem
    pool, marks, links = (expr(build, f, a) for a in node.args)
    marks_type, links_type = node.args[1].type, node.args[2].type
    assert isinstance(marks_type, Seq) and isinstance(links_type, Seq)
    ranks, order = _order(e, pool, tiles)
    most = 4 * tiles.size
    # A node for every section: its tile (by rank), its edges, its group.
    owner, edges, group = e.temp(I64, most), e.temp(I64, most), e.temp(I64, most)
    firsts = e.temp(I64, tiles.size + 1)
    count = e.temp(I64)
    e.store(I64, "0", count)
    with e.counting(e.load(I64, marks)) as tile:
        e.store(I64, e.load(I64, count), e.element(firsts, I64, tile))
        with sets.each(e, item(f, marks, tile, marks_type), Set(0, 16)) as section:
            n = e.load(I64, count)
            with e.when(e.icmp("slt", n, str(most))):
                e.store(I64, tile, e.element(owner, I64, n))
                e.store(I64, section, e.element(edges, I64, n))
                e.store(I64, n, e.element(group, I64, n))
                e.store(I64, e.op("add", I64, n, "1"), count)
    e.store(I64, e.load(I64, count), e.element(firsts, I64, e.load(I64, marks)))
    total = e.load(I64, count)
    find = _find(build)
    with e.counting(total) as a:
        tile = e.load(I64, e.element(owner, I64, a))
        mine = e.load(I64, e.element(edges, I64, a))
        with e.counting("4") as side:
            open_ = e.op("and", I64, e.op("lshr", I64, mine, side), "1")
            with e.when(e.truth(open_)):
                piece = item(f, links, e.op("add", I64, e.op("mul", I64, tile, "4"), side), links_type)
                other = _rank(e, ranks, piece, tiles)
                with e.when(e.icmp("sge", other, "0")):
                    facing = e.op("and", I64, e.op("add", I64, side, "2"), "3")
                    start = e.load(I64, e.element(firsts, I64, other))
                    stop = e.load(I64, e.element(firsts, I64, e.op("add", I64, other, "1")))
                    with e.counting(stop, start) as b:
                        theirs = e.load(I64, e.element(edges, I64, b))
                        meets = e.op("and", I64, e.op("lshr", I64, theirs, facing), "1")
                        with e.when(e.truth(meets)):
                            x = e.call(find, I64, [(PTR, group), (I64, a)])
                            y = e.call(find, I64, [(PTR, group), (I64, b)])
                            low = e.call("llvm.smin.i64", I64, [(I64, x), (I64, y)])
                            high = e.call("llvm.smax.i64", I64, [(I64, x), (I64, y)])
                            e.store(I64, low, e.element(group, I64, high))
    buffer = e.temp(I64, size_in_words(type))
    e.store(I64, "0", buffer)
    # The root of a group is its first node, so groups come out in the order of their roots.
    number = e.temp(I64, most)
    with e.counting(total) as a:
        root = e.call(find, I64, [(PTR, group), (I64, a)])
        with e.when(e.icmp("eq", root, a)):
            e.store(I64, e.load(I64, buffer), e.element(number, I64, a))
            append(f, buffer, sets.literal(e, 0, tiles), type)
        at = e.load(I64, e.element(number, I64, root))
        pointer = e.element(e.offset(buffer, 8), f"[{words(tiles)} x i64]", at)
        piece = e.load(I64, e.element(order, I64, e.load(I64, e.element(owner, I64, a))))
        sets.add_to(e, pointer, piece, tiles)
    return buffer


def _find(build: Build) -> str:
    def write() -> None:
        e = Emitter("find_root", I64, [(PTR, "%group"), (I64, "%x")], "nounwind")
        at = e.temp(I64)
        e.store(I64, "%x", at)
        head, more, end = e.label("find"), e.label("more"), e.label("end")
        e.start(head)
        x = e.load(I64, at)
        up = e.load(I64, e.element("%group", I64, x))
        e.cond_br(e.icmp("eq", up, x), end, more)
        e.start(more)
        e.store(I64, up, at)
        e.br(head)
        e.start(end)
        e.ret(x)
        build.add(e)

    return build.helper("find_root", write)
