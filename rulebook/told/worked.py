"""`picture reach with 2, 1, 0 Troop in court`: a definition worked out for several numbers of pieces, as a small table."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.layout import initial
from rulewright.core.program import Func, Kind, Place
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.rulebook import text as x
from rulewright.rulebook.author import printed, printed_many
from rulewright.rulebook.english.picks import pick
from rulewright.rulebook.model import Block, Row, Table
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import spoken


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
    rows = []
    for amount in decl.amounts:
        found = _value(making, sym.func, len(sym.params), kind, place, amount)
        if found is not None:
            rows.append(Row(cells=(x.runs(str(amount)), x.runs(str(found)))))
    where = pick(making.speech(), decl.what).bare(True)
    name = printed(world, decl.name) or spoken(decl.name)
    head = (
        x.runs(x.capital(x.plain(where)) or printed_many(world, kinds[0])),
        x.runs(x.capital(name if name.startswith("your ") else f"your {name}")),
    )
    caption = tuple(run for p in making.prose(decl.prose) for run in p.text)
    sources = making.sources(decl.span)
    rows = [row.model_copy(update={"sources": sources}) for row in rows]
    return [Table(head=head, rows=tuple(rows), align="cc", caption=caption)] if rows else []


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
