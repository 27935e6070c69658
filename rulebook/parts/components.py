"""What is in the box: kinds of pieces with their number and picture, boards and other places, what players keep track of."""

from __future__ import annotations

from rulewright.core.layout import initial
from rulewright.dsl.check.positions import signs
from rulewright.dsl.world import KindSym, PlaceSym
from rulewright.faces import boards, contents, pieces
from rulewright.faces.front import back, counter, face
from rulewright.faces.painter import Painter
from rulewright.faces.svg import Drawing, in_rows
from rulewright.play.reader import Reader
from rulewright.rulebook.model import Figure
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import counted, spoken

SHOWN = 4  # pieces of a kind that are pictured


def how_many(making: Making, sym: KindSym) -> tuple[str, int]:
    """How many pieces of a kind there are, as printed and as counted (-1: as many as needed)."""
    core = sym.core
    seats = making.game.seats
    extra = making.stock.extra(sym)
    if extra > 0:
        return f"{core.count + extra}, of which {core.count} are in play", core.count + extra
    if core.counted:
        if not sym.limited:
            each = " in each colour" if core.owners else ""
            return f"as many as needed{each}", -1
        total = core.count * max(1, core.owners)
        return (f"{core.count} in each of {core.owners} colours" if core.owners > 1 else str(core.count)), total
    if core.owners > 1:
        own = core.count // core.owners
        whose = "for each player" if core.owners == len(seats) else "in each colour"
        return f"{core.count}: {own} {whose}", core.count
    return str(core.count), core.count


def kind_pictures(making: Making, painter: Painter, sym: KindSym) -> list[Figure]:
    """A few pieces of a kind, as they look."""
    core = sym.core
    if core.count == 0 and not core.counted:
        return []
    if core.counted or painter.sort(sym.name) == "token":
        drawn = _tokens(making, painter, sym)
    else:
        drawn = _samples(painter, sym)
    if drawn is None:
        return []
    alt = f"{spoken(sym.name)}: {_alt(painter, sym)}"
    return [Figure(id=making.picture_id("piece"), svg=drawn.render(alt), alt=alt, width=drawn.width, height=drawn.height, span="inline")]


def _alt(painter: Painter, sym: KindSym) -> str:
    core = sym.core
    if core.counted or painter.sort(sym.name) == "token":
        owners = [painter.game.names.owner(core, i) for i in range(core.owners)]
        return f"a token for {', '.join(owners)}" if owners else "a token"
    names = list(dict.fromkeys(n for n in core.names if n))
    return f"fronts of {', '.join(names[:SHOWN])}" if names else "its front and back"


def _tokens(making: Making, painter: Painter, sym: KindSym) -> Drawing | None:
    core = sym.core
    if sym.dice:
        one = face(painter, core, 0, small=True)
        holder = Drawing(9, 9)
        holder.put(one, 0, 0, 9 / max(one.width, one.height))
        return holder
    each = max(1, core.count // max(1, core.owners)) if not core.counted else 1
    distinct = list(dict.fromkeys(core.twins[:each])) if not core.counted else [0]
    drawn = []
    for owner in range(max(1, core.owners)):
        look = painter.look(core, owner if core.owners else -1)
        roles = _roles(making, painter, sym)
        if roles:
            for role in roles:
                d_ = Drawing(9, 9)
                pieces.man(d_, 4.5, 4.5, 9, look, role)
                drawn.append(d_)
            continue
        for twin in distinct[:3]:
            index = core.twins.index(twin) + owner * each if not core.counted else 0
            d_ = Drawing(9, 9)
            sign = painter.sign(None, core, core.base + index) if not core.counted else ""
            if contents.has_face(painter, core):
                contents.disc(d_, painter, core, index, 4.5, 4.5, 4.3)
                drawn.append(d_)
                continue
            if contents.is_square(painter, core):
                printed = counter(painter, core, index)
                d_.put(printed, 0, 0, 9 / max(printed.width, printed.height))
                drawn.append(d_)
                continue
            name = painter.game.names.owner(core, owner) if core.owners else ""
            if core.counted and pieces.mark(d_, 4.5, 4.5, 4.2, look, name):
                drawn.append(d_)
                continue
            (pieces.token(d_, 4.5, 4.5, 4.3, look, sign) if sign else pieces.ring(d_, 4.5, 4.5, 4.3, look))
            drawn.append(d_)
    across = min(len(drawn), 6)
    return in_rows(drawn, across * 10.0 - 1 + 0.01, 1) if drawn else None


def _roles(making: Making, painter: Painter, sym: KindSym) -> list[str]:
    """The shapes of a kind that is drawn by a role, if all of them have one."""
    _, attribute = signs(sym)
    if attribute is None or attribute not in sym.attrs:
        return []
    type = sym.attrs[attribute].type
    members = list(getattr(type, "members", ()))
    return members if members and all(pieces.ALIASES.get(m, m) in pieces.SHAPES for m in members) else []


def _samples(painter: Painter, sym: KindSym) -> Drawing | None:
    """Fronts of a few different pieces, and a back."""
    core = sym.core
    seen: dict[str, int] = {}
    for index in range(core.count):
        seen.setdefault(core.names[index] if core.names else str(core.twins[index]), index)
    chosen = list(seen.values())[: SHOWN - 1]
    drawn = [face(painter, core, i, small=True) for i in chosen]
    if core.count > 1:
        drawn.append(back(painter, core, chosen[0]))
    scaled = []
    for one in drawn:
        scale = 15.0 / max(one.width, one.height)
        holder = Drawing(one.width * scale, one.height * scale)
        holder.put(one, 0, 0, scale)
        scaled.append(holder)
    return in_rows(scaled, sum(s.width for s in scaled) + 1.2 * (len(scaled) - 1) + 0.01, 1.2) if scaled else None


# ---------------------------------------------------------------- places


def board_picture(making: Making, painter: Painter, sym: PlaceSym) -> list[Figure]:
    if sym.board is None or sym.core.shape in {"open_grid", "edges"}:
        return []
    reader = Reader(making.game.program, making.game.names, initial(making.game.program))
    board = boards.Board(painter, reader, sym.core, 0, making.checkered, making.uses("sides"))
    wide = {"track": 76, "ring": 56, "hex_grid": 66}.get(sym.core.shape, 42)
    drawn = boards.draw(board, 78 if sym.core.shape == "graph" and any(sym.core.edges) else wide)
    alt = f"The empty {spoken(sym.name)}: {counted(sym.core.cells, spoken(sym.core.cell_kind))}."
    return [Figure(id=making.picture_id("board"), svg=drawn.render(alt), alt=alt, width=drawn.width, height=drawn.height, span="inline")]
