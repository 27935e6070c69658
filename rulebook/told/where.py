"""Words for where: beside, around, in line, diagonal, each with a little picture, for games on squares that use them."""

from __future__ import annotations

from rulewright.dsl.declare.saying import parts_of
from rulewright.faces.svg import Drawing
from rulewright.rulebook import text as x
from rulewright.rulebook.model import Block, Figure, Figures
from rulewright.rulebook.parts.making import Making

SIZE, CELL = 5, 5.2
FEW = 2  # words that are worth a row of pictures
WORDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("beside", "the 4 cells at its edges", ("beside",)),
    ("around", "all 8 cells, corners included", ("around",)),
    ("in line", "its row and its column", ("line", "row", "column")),
    ("diagonal", "its two diagonals", ("diagonal", "diagonals")),
)


def panel(making: Making) -> list[Block]:
    """The pictures of the words that the rules use; nothing where boards have no squares, or where it is a word or none."""
    shapes = {place.shape for place in making.game.program.places}
    if not shapes & {"grid", "open_grid"} or shapes & {"hex_grid"}:
        return []
    said = " ".join(line.text.lower() for part in parts_of(making.world) for line in part.prose)
    used = [(word, means) for word, means, names in WORDS if making.uses(*names) and word.removeprefix("in ") in said]
    if len(used) < FEW:
        return []
    return [Figures(items=tuple(_figure(making, word, means) for word, means in used))]


def _figure(making: Making, word: str, means: str) -> Figure:
    drawn = Drawing(SIZE * CELL + 0.6, SIZE * CELL + 0.6)
    accent = making.painter().accent
    middle = SIZE // 2
    for row in range(SIZE):
        for column in range(SIZE):
            across, down = abs(column - middle), abs(row - middle)
            itself = across == down == 0
            fill = accent if itself else "#d9c9e3" if _is(word, across, down) else "#ffffff"
            drawn.rect(
                0.3 + column * CELL, 0.3 + row * CELL, CELL - 0.5, CELL - 0.5, rx=0.5, fill=fill, stroke="#b9b0a0", stroke_width=0.25
            )
            if not itself and _is(word, across, down):
                drawn.circle(0.3 + column * CELL + (CELL - 0.5) / 2, 0.3 + row * CELL + (CELL - 0.5) / 2, 0.8, fill=accent)
    alt = f"{word}: {means}"
    return Figure(
        id=making.picture_id("where"),
        svg=drawn.render(alt),
        alt=alt,
        caption=x.runs(f"{x.strong(word)}: {means}"),
        width=drawn.width,
        height=drawn.height,
    )


def _is(word: str, across: int, down: int) -> bool:
    match word:
        case "beside":
            return across + down == 1
        case "around":
            return max(across, down) == 1
        case "in line":
            return (across == 0) != (down == 0)
        case _:
            return across == down != 0
