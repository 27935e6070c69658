"""The course of play: a flow chart, and every phase, action and definition in the author's chapters or in ours."""

from __future__ import annotations

from rulewright.dsl.syntax import declarations as d
from rulewright.faces.palette import accent
from rulewright.rulebook import text as x
from rulewright.rulebook.model import Block, Figure, Plain, Section
from rulewright.rulebook.parts import declared
from rulewright.rulebook.parts.flow import chart
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, ends_game, inner, of_setup
from rulewright.rulebook.pictures.flowchart import Chart
from rulewright.rulebook.words import listing

RULES = (d.Procedure, d.Action, d.Interrupt, d.Hook, d.Standing, d.Define)
TALLEST = 200.0
HEADINGS = ("Course of play", "Actions", "Standing rules", "Terms")


def belongs(making: Making, decl: d.Decl, setup: list[str]) -> bool:
    """Whether a declaration is printed in the chapters of the rules."""
    decl = inner(decl)
    if not isinstance(decl, RULES):
        return False
    if isinstance(decl, d.Standing):
        return not ends_game(decl)
    if isinstance(decl, d.Procedure):
        return decl.word != "setup" and decl.name not in setup
    return True


def sections(making: Making, chapters: list[Chapter]) -> list[Section]:
    setup = of_setup(making.world)
    titled = any(c.title and not c.is_material and not c.is_scoring and any(belongs(making, x_, setup) for x_ in c.decls) for c in chapters)
    found = _by_chapter(making, chapters, setup) if titled else _by_sort(making, chapters, setup)
    return _with_chart(making, found)


def _by_chapter(making: Making, chapters: list[Chapter], setup: list[str]) -> list[Section]:
    """The author's own chapters, in their order. Those with cards are printed with the reference."""
    found = []
    loose: list[Section] = []
    for chapter in chapters:
        if chapter.is_scoring or (chapter.title and (chapter.has_cards or chapter.sets_up)):
            continue
        decls = [x_ for x_ in chapter.decls if belongs(making, x_, setup)]
        if not decls:
            continue
        inside = [s for s in (declared.section(making, x_) for x_ in decls) if s is not None]
        if not chapter.title or chapter.is_material:
            loose += inside
            continue
        found.append(
            Section(
                id=making.unique(f"c-{chapter.index}"),
                title=x.clean(chapter.title),
                blocks=making.prose(chapter.prose),
                sections=tuple(inside),
                sources=making.sources(chapter.span),
                tags=chapter.tags,
            )
        )
    if loose:
        found.append(Section(id=making.unique("c-terms"), title="Further terms", sections=tuple(loose)))
    return found


def _by_sort(making: Making, chapters: list[Chapter], setup: list[str]) -> list[Section]:
    groups: dict[str, list[Section]] = {heading: [] for heading in HEADINGS}
    for chapter in chapters:
        for decl in chapter.decls:
            if not belongs(making, decl, setup):
                continue
            made = declared.section(making, decl)
            if made is not None:
                groups[_heading(inner(decl))].append(made)
    found = []
    for number, (heading, inside) in enumerate(groups.items()):
        if inside or heading == "Course of play":
            found.append(Section(id=making.unique(f"c-{number}"), title=heading, sections=tuple(inside)))
    return found


def _heading(decl: d.Decl) -> str:
    match decl:
        case d.Procedure(word="turn" | "play" | "phase") | d.Hook():
            return HEADINGS[0]
        case d.Action() | d.Interrupt() | d.Procedure():
            return HEADINGS[1]
        case d.Standing():
            return HEADINGS[2]
        case _:
            return HEADINGS[3]


def _with_chart(making: Making, found: list[Section]) -> list[Section]:
    """The flow chart stands before the turn, and so does who plays after whom."""
    at = next((i for i, s in enumerate(found) if any(inside.kind in {"turn", "play"} for inside in s.sections)), 0)
    if not found:
        return found
    section = found[at]
    ordered = sorted(section.sections, key=lambda s: {"play": 0, "turn": 1}.get(s.kind, 2))
    blocks: list[Block] = [*section.blocks, *_order(making), *_chart(making)]
    found[at] = section.model_copy(update={"blocks": tuple(blocks), "sections": tuple(ordered)})
    return found


def _order(making: Making) -> list[Block]:
    if making.world.routine("play", "play") is not None:
        return []
    seats = listing([x.clean(s) for s in making.game.seats], "then")
    return [Plain(text=x.runs(f"The players take turns, {seats}, round after round, until the game ends."))]


def _chart(making: Making) -> list[Block]:
    nodes, words = chart(making)
    drawn = Chart(_accent(making), 82.0).draw(nodes)
    for depth in (2, 1, 0):  # a chart that fills more than a page shows less of what is inside
        if drawn.height <= TALLEST:
            break
        nodes, words = chart(making, depth)
        drawn = Chart(_accent(making), 82.0).draw(nodes)
    alt = f"Flow of play: {words}"
    wide = "page" if drawn.width > 90 else "column"
    return [
        Figure(
            id=making.picture_id("flow"),
            svg=drawn.render(alt),
            alt=alt,
            caption=x.runs("The flow of play. Solid boxes must be done, dashed ones may be."),
            width=drawn.width,
            height=drawn.height,
            span="page" if wide == "page" else "column",
        )
    ]


def _accent(making: Making) -> str:
    return accent(making.game.title)
