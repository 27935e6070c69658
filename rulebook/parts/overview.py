"""The opening of a book: what the game is about, for how many, and how it is won."""

from __future__ import annotations

from rulewright.dsl.syntax import declarations as d
from rulewright.rulebook import text as x
from rulewright.rulebook.english import rules, scoring
from rulewright.rulebook.model import Block, Exact, Item, Section
from rulewright.rulebook.parts.closing import how_to_read
from rulewright.rulebook.parts.declared import split_prose
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, ends_game, inner
from rulewright.rulebook.words import counted, listing


def players(making: Making, game: d.Game) -> str:
    """For how many the game is. Seats that the rules move do not count."""
    if game.fewest != game.most:
        return f"{game.fewest} to {game.most} players"
    return counted(game.most - len(_moved(making, game)), "player")


def _moved(making: Making, game: d.Game) -> list[str]:
    """The seats of this game that the rules themselves move; those of another game are not known here."""
    return [s for s in making.game.seats if s not in making.game.deciding] if game is making.world.game else []


def who(making: Making, game: d.Game) -> Item:
    """For how many the game is, and what they are called."""
    moved = _moved(making, game)
    seats = [x.clean(s) for s in game.names[: game.most] if s not in moved]
    text = f"{x.strong('Players:')} {players(making, game)}, called {listing(seats)}."
    if moved:
        text += f" The rules move {listing([x.clean(s) for s in moved])}."
    return Item(
        text=x.runs(text),
        sources=making.sources(game.span, *game.names_spans),
        tags=game.tags,
    )


def section(making: Making, chapters: list[Chapter]) -> Section:
    game = making.world.game
    making.record.seen.add(game.span)
    own, _ = split_prose(game.prose, game.attributes)
    blocks: list[Block] = [*making.prose(own)]
    if not chapters[0].title:
        blocks += making.prose(chapters[0].prose)
    items = [who(making, game), *_goal(making, chapters)]
    return Section(
        id=making.unique("overview"),
        title="Overview",
        blocks=(*blocks, Exact(items=tuple(items)), how_to_read()),
        sources=making.sources(game.span),
        tags=game.tags,
    )


def _goal(making: Making, chapters: list[Chapter]) -> list[Item]:
    """How the game is won, in one line each; the chapter on the end says it in full."""
    found: list[Item] = []
    world = making.world
    for chapter in chapters:
        for decl in (inner(x_) for x_ in chapter.decls):
            if isinstance(decl, d.Standing) and ends_game(decl):
                rule = rules.standing(world, making.record, decl)
                for step in rule.steps:
                    text = x.sentence(f"{x.strong('Goal:')} {step.lead.lower()} {step.text}")
                    if "win" in x.plain(step.text) and not step.steps:
                        found.append(Item(text=x.runs(text), sources=making.sources(*step.sources)))
    if world.winner is not None:
        first = scoring.criteria(world, making.record, world.winner)[0]
        found.append(Item(text=x.runs(x.sentence(f"{x.strong('Goal:')} {first.text}")), sources=making.sources(first.span)))
    return found[:2]
