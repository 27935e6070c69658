"""The pictures of an example: the position before, with what is about to move, and what has changed afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from rulewright.core.program import Attribute
from rulewright.faces.marks import Mark
from rulewright.faces.metrics import width as text_width
from rulewright.faces.scenes import Scene, differences
from rulewright.faces.svg import Drawing, in_rows, stacked
from rulewright.play.examples import ExampleResult
from rulewright.play.reader import Reader
from rulewright.rulebook import text as x
from rulewright.rulebook.author import printed
from rulewright.rulebook.model import Figure
from rulewright.rulebook.parts.focus import focus, spots
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import spoken

ROOM, GAP = 166.0, 7.0  # millimetres within the box of an example, and between its pictures
TALLEST = 72.0
CELL = 16.0
MOST_FRAMES = 6
MOST_NUMBERS = 5
WIDTHS = (40.0, 70.0, 100.0, 130.0, 166.0)
Parts = tuple[list[Drawing], list[Drawing], list[str]]


def pictures(making: Making, result: ExampleResult, more: tuple[Mark, ...] = ()) -> tuple[Figure, ...]:
    """One picture, or two if something moved; `more`: marks besides those of its own lines."""
    game = making.game
    if result.before is None:
        return ()
    before = Reader(game.program, game.names, result.before)
    after = Reader(game.program, game.names, result.after) if result.after is not None and result.after != result.before else None
    about = focus(game, result.decl, before, after)
    (about.first if after is None else about.last).extend(more)
    moved = list(differences(before, after)) if after is not None else []
    moves = {piece: new for piece, old, new in moved if old != new}
    called = {name: printed(making.world, name) for name in making.world.places}
    first = Scene(
        making.painter(),
        before,
        ROOM,
        open=True,
        checkered=making.checkered,
        sides=making.uses("sides"),
        cell=CELL,
        called=called,
        shown=spots(about, before, after, True),
        chosen=frozenset(about.pieces),
        marks=about.first,
        moves=moves,
        high=CELL,
    )
    numbers: list[str] = []
    made = [("Before" if after is not None else "The position", first.parts())]
    if after is not None:
        frames = [Mark(piece=piece, sign="moved") for piece, _, _ in moved]
        last = Scene(
            making.painter(),
            after,
            ROOM,
            open=True,
            checkered=making.checkered,
            sides=making.uses("sides"),
            cell=CELL,
            called=called,
            since=before,
            shown=spots(about, after, None, False),
            chosen=frozenset(about.pieces),
            marks=[*(frames if len(frames) <= MOST_FRAMES else ()), *about.last],
            high=CELL,
        )
        made.append(("Afterwards", last.parts()))
        numbers = _numbers(making, before, after, [piece for piece, _, _ in moved], about.numbers)
        if numbers:
            made[-1][1][1].append(_list(numbers))
    made = [(title, parts) for title, parts in made if parts[0] or parts[1]]
    alone = len(made) == 2 and not moved and not made[1][1][0] and len(made[1][1][1]) == bool(numbers)
    if alone or (len(made) == 2 and moved and not moves and not _turned(before, after, moved)):  # nothing to be seen but numbers
        made[0][1][1].extend(made[1][1][1][-1:] if numbers else [])
        made = made[:1]
    drawn = _arranged([parts for _, parts in made])
    if len(made) == 1 and made[0][0] == "Before":
        made = [("The position", made[0][1])]
    return tuple(
        Figure(
            id=making.picture_id("example"),
            svg=one.render(" ".join(w for w in parts[2] if w)),
            alt=f"{title}. {' '.join(w for w in parts[2] if w)}",
            caption=x.runs(title) if len(made) > 1 else (),
            width=one.width,
            height=one.height,
            marks=count,
        )
        for one, (title, parts), count in zip(drawn, made, (len(about.first) + len(moves), len(about.last) + len(moved)), strict=False)
    )


def _turned(before: Reader, after: Reader | None, moved: list[tuple[int, int, int]]) -> bool:
    """Whether some piece looks otherwise than before."""
    assert after is not None
    for piece, _, _ in moved:
        kind = before.program.kind_of_piece(piece)
        for core in kind.attributes.values():
            if core.field is None or core.shown.sort == "number":
                continue
            if before.attribute(kind, piece - kind.base, core) != after.attribute(kind, piece - kind.base, core):
                return True
    return False


def _numbers(making: Making, before: Reader, after: Reader, moved: list[int], asked: set[str]) -> list[str]:
    """What changed in the numbers that the example looks at, and that the table keeps: `gold 5 → 7`."""
    kept = {(one.owner, one.attribute) for one in making.painter().kept if one.printed and one.attribute in asked}
    world = making.world
    found: list[str] = []
    for seat, name in enumerate(making.game.seats):
        for attr in world.player_attrs.values():
            core = attr.core
            if core is None or core.field is None or ("player", attr.name) not in kept or core.bits:
                continue
            old, new = (_held(r, core, seat) for r in (before, after))
            if old != new:
                found.append(f"{name}: {printed(world, attr.name) or spoken(attr.name)} {old} → {new}")
    for piece in moved:
        kind = before.program.kind_of_piece(piece)
        for attribute in kind.attributes:
            core_ = kind.attributes[attribute]
            if core_.field is None or (kind.name, attribute) not in kept or core_.shown.sort != "number":
                continue
            old, new = (r.attribute(kind, piece - kind.base, core_) for r in (before, after))
            if old != new:
                whose = before.names.piece(piece)
                found.append(f"{whose}: {printed(world, attribute) or spoken(attribute)} {old} → {new}")
    return [x.clean(line).replace("_", " ") for line in found[:MOST_NUMBERS]]


def _held(reader: Reader, core: Attribute, seat: int) -> str:
    """A number of a player; of several goods, those that there are."""
    assert core.field is not None
    if not core.family:
        return reader.names.value(core.shown, reader.element(core.field, seat))
    values = [(reader.element(core.field, seat * len(core.family) + n), name) for n, name in enumerate(core.family)]
    return ", ".join(f"{value} {name}" for value, name in values if value) or "nothing"


def _list(lines: list[str]) -> Drawing:
    wide = max(text_width(line, 3.4) for line in lines)
    found = Drawing(wide + 6, 5.0 * len(lines) + 2.4)
    found.rect(0.2, 0.2, found.width - 0.4, found.height - 0.4, rx=1.4, fill="#ffffff", stroke="#b07d1e", stroke_width=0.35)
    for number, line in enumerate(lines):
        found.text(3, 4.6 + number * 5.0, line, 3.4, anchor="start")
    return found


def _arranged(found: list[Parts]) -> list[Drawing]:
    """Each picture laid out in such a way that all of them together can be as large as possible."""
    ways = [_ways(big, small) for big, small, _ in found]
    return list(max(product(*ways), key=_scale)) if ways else []


def _scale(found: Iterable[Drawing]) -> float:
    drawn = list(found)
    room = ROOM - GAP * (len(drawn) - 1)
    scale = min(1.0, room / sum(d.width for d in drawn), *(TALLEST / d.height for d in drawn))
    return scale - 1e-5 * sum(d.width * d.height for d in drawn)  # the smaller of equals


def _ways(big: list[Drawing], small: list[Drawing]) -> list[Drawing]:
    """Boards beside each other or in rows; what lies beside them below or at the right."""
    found: list[Drawing] = []
    for width in WIDTHS:
        boards = in_rows(big, width, 5, trim=True) if big else None
        piles = in_rows(small, width, 5, trim=True) if small else None
        if boards is None or piles is None:
            found += [d for d in (boards, piles) if d is not None]
            continue
        found.append(stacked([boards, piles], 4))
        column = stacked(small, 3)
        found.append(in_rows([boards, column], boards.width + column.width + 7, 6, trim=True))
    return found
