"""`picture reach with 2, 1, 0 Troop in court`: a definition worked out for several numbers of pieces, as a picture or a small table."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.layout import initial
from rulewright.core.program import Func, Kind, Place
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.faces.contents import disc
from rulewright.faces.front import counter
from rulewright.faces.svg import Drawing
from rulewright.rulebook import text as x
from rulewright.rulebook.author import printed, printed_many
from rulewright.rulebook.english.picks import pick
from rulewright.rulebook.model import Block, Figure, Row, Table, Text
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import listing, spoken

MOST = 7  # of pieces and of boxes that a picture shows
PIECE = 7.6  # millimetres
ALLOWED, REACHED = "#dcecd9", "#2c6e3f"


def table(making: Making, decl: d.Picture) -> list[Block]:
    """The numbers of pieces, and what comes of each."""
    world = making.world
    sym = world.defines.get(decl.name)
    kinds = [n.name for n in nodes(decl.what, e.Kind) if n.name in world.kinds]
    places = [n.name for n in nodes(decl.what, e.Word) if n.name in world.places]
    making.speech().see(decl.what)
    making.record.seen.add(decl.span)
    if sym is None or not kinds or not places:
        return []
    kind = world.kinds[kinds[0]].core
    place = world.places[places[0]].core
    values = [(amount, _value(making, sym.func, len(sym.params), kind, place, amount)) for amount in decl.amounts]
    pairs = [(amount, found) for amount, found in values if found is not None]
    rows = [Row(cells=(x.runs(str(amount)), x.runs(str(found)))) for amount, found in pairs]
    where = pick(making.speech(), decl.what).bare(True)
    name = printed(world, decl.name) or spoken(decl.name)
    head = (
        x.runs(x.capital(x.plain(where)) or printed_many(world, kinds[0])),
        x.runs(x.capital(name if name.startswith("your ") else f"your {name}")),
    )
    caption = tuple(run for p in making.prose(decl.prose) for run in p.text)
    sources = making.sources(decl.span)
    words = caption or (*head[0], *x.runs(", and "), *x.runs(x.joined(head[1])[:1].lower() + x.joined(head[1])[1:]), *x.runs("."))
    if pairs and all(amount <= MOST and found <= MOST for amount, found in pairs) and making.painter().sort(kind.name) == "token":
        return [_figure(making, kind, pairs, words).model_copy(update={"sources": sources})]
    rows = [row.model_copy(update={"sources": sources}) for row in rows]
    return [Table(head=head, rows=tuple(rows), align="cc", caption=caption)] if rows else []


def _figure(making: Making, kind: Kind, pairs: list[tuple[int, int]], words: Text) -> Figure:
    """Each number of pieces as pieces, and what comes of it as so many of the boxes beside them."""
    painter = making.painter()
    largest, widest = max(found for _, found in pairs), max(amount for amount, _ in pairs)
    left = widest * PIECE + 12.0
    own = kind.count // max(1, kind.owners)  # the last of them: the first may be special
    d_ = Drawing(left + largest * PIECE, len(pairs) * (PIECE + 2.0))
    for row, (amount, found) in enumerate(pairs):
        y = row * (PIECE + 2.0) + PIECE / 2 + 1.0
        for n in range(amount):
            at = (widest - amount + n + 0.5) * PIECE
            if painter.round(kind.name):
                disc(d_, painter, kind, own - 1 - n, at, y, PIECE * 0.44)
            else:
                drawn = counter(painter, kind, own - 1 - n)
                d_.put(drawn, at - PIECE * 0.44, y - PIECE * 0.44, PIECE * 0.88 / max(drawn.width, drawn.height))
        d_.middle(left - 6.0, y, "→", 6.0, fill=painter.accent)
        for n in range(largest):
            counts = n < found
            x_, y_ = left + n * PIECE + 0.4, y - PIECE * 0.44
            fill, rim = (ALLOWED, REACHED) if counts else ("#f6f1e4", "#cfc7b4")
            d_.rect(x_, y_, PIECE * 0.88, PIECE * 0.88, rx=0.8, fill=fill, stroke=rim, stroke_width=0.4)
            if counts:
                d_.middle(x_ + PIECE * 0.44, y, str(n + 1), 4.0, bold=True, fill=REACHED)
    alt = f"{x.joined(words).rstrip('.')}: {listing([f'{amount}: {found}' for amount, found in pairs])}"
    return Figure(id=making.picture_id("worked"), svg=d_.render(alt), alt=alt, caption=words, width=d_.width, height=d_.height)


def _value(making: Making, func: Func, params: int, kind: Kind, place: Place, amount: int) -> int | None:
    """What the definition gives the first player with that many pieces there, and the others nowhere."""
    program = making.game.program
    state = initial(program)
    if kind.counted or program.loc is None or params > 1:
        return None
    own = kind.count // max(1, kind.owners)
    if amount > own:
        return None
    for index in range(amount):
        making.game.interpreter.machine.pieces.move(state, kind.base + index, place.base + (index if place.cells > 1 else 0), -1)
    arguments = tuple(ir.Const(0) for _ in func.params)
    found = making.game.interpreter.machine.eval(ir.Call(func, arguments), state, [])
    return found if isinstance(found, int) else None
