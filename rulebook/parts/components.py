"""What is in the box: kinds of pieces with their number and picture, boards and other places, what players keep track of."""

from __future__ import annotations

from rulewright.core.layout import initial
from rulewright.dsl.check.examples import signs
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import KindSym, PlaceSym
from rulewright.faces import boards, pieces
from rulewright.faces.front import back, face
from rulewright.faces.painter import Painter
from rulewright.faces.svg import Drawing, in_rows
from rulewright.play.reader import Reader
from rulewright.rulebook import text as x
from rulewright.rulebook.english.domains import place_traits, shape
from rulewright.rulebook.english.speech import anchor
from rulewright.rulebook.english.steps import Step
from rulewright.rulebook.model import Block, Component, Components, Exact, Figure, Item, Section
from rulewright.rulebook.parts.declared import has_items, members, printed_and_state, split_prose, thing_lines, type_step
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, inner
from rulewright.rulebook.words import counted, plural, spoken

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


def section(making: Making, painter: Painter, decls: list[d.Decl], chapters: list[Chapter]) -> Section:
    """Everything in the box, in the order of the text."""
    things = [inner(x_) for x_ in decls]
    kinds = [x_ for x_ in things if isinstance(x_, d.Piece)]
    places = [x_ for x_ in things if isinstance(x_, d.Place)]
    head = making.head(chapters)
    with making.listening() as heard:
        found = [_kind(making, painter, decl) for decl in kinds] + [_place(making, painter, decl) for decl in places]
        sections = _kept(making, things)
    return Section(
        id=making.unique("components"),
        title="Components",
        blocks=(*head.blocks, Components(items=tuple(found))),
        sections=tuple(sections),
        sources=making.sources(*head.spans),
        tags=head.tags,
        index=tuple(sorted(heard)),
    )


# ---------------------------------------------------------------- pieces


def _kind(making: Making, painter: Painter, decl: d.Piece) -> Component:
    sp = making.speech()
    sym = making.world.kinds[decl.name]
    text, number = how_many(making, sym)
    own, details = printed_and_state(making, sp, decl, sym.attrs)
    lines = thing_lines(making, sp, decl)
    steps = making.items([Step(line, decl.span) for line in lines], sp)
    name = spoken(decl.name)
    title = name if number == 1 else plural(name)
    spans = [decl.span, *(t.span for t in decl.traits), *(r.span for r in decl.rows)]
    return Component(
        id=making.unique(anchor(decl.name)),
        name=title[:1].upper() + title[1:],
        count=text,
        number=number,
        details=(*steps, *details),
        prose=making.prose(own, sp),
        pictures=tuple(kind_pictures(making, painter, sym)),
        sources=making.sources(*spans),
        tags=decl.tags,
    )


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


def _place(making: Making, painter: Painter, decl: d.Place) -> Component:
    sp = making.speech()
    sym = making.world.places[decl.name]
    making.record.seen.add(decl.span)
    own, details = printed_and_state(making, sp, decl, sym.attrs)
    steps = making.items([Step(line, decl.span) for line in place_traits(sp, sym)], sp)
    name = spoken(decl.name)
    spans = [decl.span, *(t.span for t in decl.traits), *(r.span for r in decl.rows)]
    return Component(
        id=making.unique(anchor(decl.name)),
        name=name[:1].upper() + name[1:],
        count="one for each player" if decl.per == "Player" else "1" if sym.board is not None else "",
        number=sym.core.copies if sym.board is not None else 0,
        text=x.runs(x.sentence(shape(sp, sym).removesuffix("; each player has one"))),
        details=(*steps, *details),
        prose=making.prose(own, sp),
        pictures=tuple(_board_picture(making, painter, sym)),
        sources=making.sources(*spans),
        tags=decl.tags,
    )


def _board_picture(making: Making, painter: Painter, sym: PlaceSym) -> list[Figure]:
    if sym.board is None or sym.core.shape == "open_grid":
        return []
    reader = Reader(making.game.program, making.game.names, initial(making.game.program))
    board = boards.Board(painter, reader, sym.core, 0, making.checkered, making.uses("sides"))
    wide = {"track": 76, "ring": 56, "hex_grid": 66}.get(sym.core.shape, 42)
    drawn = boards.draw(board, 78 if sym.core.shape == "graph" and any(sym.core.edges) else wide)
    alt = f"The empty {spoken(sym.name)}: {counted(sym.core.cells, spoken(sym.core.cell_kind))}."
    return [Figure(id=making.picture_id("board"), svg=drawn.render(alt), alt=alt, width=drawn.width, height=drawn.height, span="inline")]


# ---------------------------------------------------------------- values and counters


def _kept(making: Making, things: list[d.Decl]) -> list[Section]:
    found = []
    types = [x_ for x_ in things if isinstance(x_, d.TypeDecl)]
    if types:
        blocks: list[Block] = []
        for decl in types:
            blocks += making.prose(decl.prose)
        steps = [type_step(making, decl) for decl in types]
        ids = making.unique(anchor(types[0].name))
        for decl in types[1:]:
            making.ids.add(anchor(decl.name))
        found.append(
            Section(
                id=ids,
                title="Values",
                blocks=(*blocks, making.exact(steps)),
                kind="values",
                sources=making.sources(*(t.span for t in types)),
                index=tuple(t.name for t in types),
            )
        )
    found += _counters(making, things)
    return found


def _counters(making: Making, things: list[d.Decl]) -> list[Section]:
    """What players and the game keep track of."""
    has = [x_ for x_ in things if isinstance(x_, d.Has)]
    game = making.world.game
    owned: dict[str, list[Item]] = {}
    spans = []
    if game.attributes:
        _, of = split_prose(game.prose, game.attributes)
        owned["For the whole game:"] = list(members(making, making.speech(), game.attributes, making.world.game_attrs, of))
    for decl in has:
        owner = "For the whole game:" if decl.owner is None else f"For each {spoken(decl.owner)}:"
        owned.setdefault(owner, []).extend(has_items(making, decl))
        spans.append(decl.span)
    if not owned:
        return []
    items = [Item(text=x.runs(owner), items=tuple(found)) for owner, found in owned.items()]
    return [
        Section(
            id=making.unique("kept"),
            title="What is kept track of",
            blocks=(Exact(items=tuple(items)),),
            kind="counters",
            sources=making.sources(*spans),
        )
    ]
