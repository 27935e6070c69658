"""Options that are agreed on before the game, and variants that change its rules."""

from __future__ import annotations

from rulewright.dsl.syntax import declarations as d
from rulewright.play.errors import BadGame
from rulewright.play.game import Game
from rulewright.rulebook import text as x
from rulewright.rulebook.model import Block, Section
from rulewright.rulebook.parts import declared
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import slug


def offered(making: Making) -> list[d.Variant]:
    """The variants that this book speaks of: those that go together with the ones it is printed for."""
    gathered = making.game.loaded.gathered
    if gathered is None:
        return []
    others = [v for v in gathered.variants if v.title not in gathered.chosen]
    return [v for v in others if _goes_along(making, v)] if gathered.chosen else others


def _goes_along(making: Making, variant: d.Variant) -> bool:
    try:
        _with(making, variant)
    except BadGame:
        return False
    return True


def _with(making: Making, variant: d.Variant) -> Game:
    """The game of this book with one more variant."""
    chosen = {n: v for n, v in making.game.loaded.options.items() if not _removes(variant, n)}
    return making.loads(making.game.path, chosen, None, (*making.game.variants, variant.title), examples=True)


def variant(making: Making, variant_: d.Variant) -> Section:
    """A variant in the words of the game with it: its own declarations, one after the other."""
    making.record.seen.add(variant_.span)
    game, body = loaded_with(making, variant_)
    other = Making(game, making.record, making.ids, making.pictured, loads=making.loads, painters=making.painters)
    blocks: list[Block] = []
    inside: list[Section] = []
    prose: list[d.Prose] = []
    for decl in body:
        match decl:
            case d.Prose():
                prose.append(decl)
            case d.Chapter():
                inside.append(
                    Section(
                        id=making.unique(f"v-{slug(decl.title)}"),
                        title=x.clean(decl.title),
                        blocks=other.prose(decl.prose),
                        kind="chapter",
                        sources=other.sources(decl.span),
                        tags=decl.tags,
                    )
                )
            case d.Example():
                continue
            case _:
                made = declared.section(other, decl)
                if made is not None:
                    inside.append(made)
    blocks += other.prose(prose)
    return Section(
        id=making.unique(f"v-{slug(variant_.title)}"),
        title=f"Variant: {x.clean(variant_.title)}",
        blocks=tuple(blocks),
        sections=_folded(inside),
        kind="variant",
        sources=making.sources(variant_.span),
        tags=variant_.tags,
        index=(variant_.title,),
    )


def loaded_with(making: Making, variant_: d.Variant) -> tuple[Game, list[d.Decl | d.Prose]]:
    """The game with a variant, and what the variant says in it."""
    game = _with(making, variant_)
    return game, _as_loaded(game.loaded.gathered.variants if game.loaded.gathered else [], variant_)


def _removes(variant: d.Variant, name: str) -> bool:
    return any(isinstance(x_, d.Remove) and x_.name == name for x_ in variant.body)


def _as_loaded(variants: list[d.Variant], wanted: d.Variant) -> list[d.Decl | d.Prose]:
    """The same variant as the other load has it; its body is told by its place in the text."""
    for variant in variants:
        if variant.span == wanted.span:
            return list(variant.body)
    return list(wanted.body)


def _folded(inside: list[Section]) -> tuple[Section, ...]:
    """What follows a chapter of the variant belongs under it."""
    found: list[Section] = []
    for made in inside:
        if made.kind == "chapter":
            found.append(made.model_copy(update={"kind": "group"}))
        elif found and found[-1].kind == "group" and not made.id.endswith("-examples"):
            last = found[-1]
            found[-1] = last.model_copy(update={"sections": (*last.sections, made)})
        else:
            found.append(made)
    return tuple(
        s.model_copy(update={"kind": ""}) if s.kind == "group" else s for s in found if s.kind != "group" or s.sections or s.blocks
    )
