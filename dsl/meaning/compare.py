"""What two versions of a game mean, compared part by part.

A part is what one name of the rules stands for: an action, a kind with its table, a place, an entry of the score. Two parts are the
same if their trees are; where something stands, what prose says and what names are called inside of a body do not matter.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from difflib import SequenceMatcher

from rulewright.core.record import record
from rulewright.core.types import Bag, Set
from rulewright.dsl import types as t
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import rules as r
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.meaning.show import Line, Show, constant
from rulewright.dsl.source import NOWHERE, Span
from rulewright.dsl.world import AttrSym, KindSym, World

Block = s.Block
ALIKE = 0.7  # from this likeness on, a part under another name is the same one


@record
class Part:
    """One thing of the rules: `told` to compare lines by, `exactly` to compare the whole."""

    name: str
    told: tuple[Line, ...]
    exactly: tuple[str, ...]


@record
class Hunk:
    """Lines that are gone, and those in their place."""

    old: tuple[Line, ...]
    new: tuple[Line, ...]


@record
class Change:
    """A part that was added (no `old` lines), removed (no `new` ones) or changed, perhaps under another name."""

    name: str
    how: str  # added, removed, changed; or what it was called before
    hunks: tuple[Hunk, ...]


def changes(old: tuple[World, r.Rules], new: tuple[World, r.Rules]) -> list[Change]:
    """Everything in which two games differ, in the order of the rules: the new ones first, then what is gone."""
    before, after = parts(*old), parts(*new)
    gone = {name: part for name, part in before.items() if name not in after}
    found: list[Change] = []
    for name, part in after.items():
        was = before.get(name) or _likest(part, gone)
        if was is None:
            found.append(Change(name, "added", (Hunk((), part.told),)))
            continue
        if was.name != name:
            del gone[was.name]
        hunks = tuple(_hunks(was.told, part.told))
        if was.exactly != part.exactly or was.name != name:
            found.append(Change(name, "changed" if was.name == name else f"before: {was.name}", hunks))
    return found + [Change(name, "removed", (Hunk(part.told, ()),)) for name, part in gone.items()]


def _likest(part: Part, others: dict[str, Part]) -> Part | None:
    """A part of the same sort that was called otherwise and says nearly the same."""
    sort = part.name.split(" ")[0]
    alike = [(_likeness(x, part), x) for x in others.values() if x.name.split(" ")[0] == sort]
    best = max(alike, key=lambda found: found[0], default=None)
    return best[1] if best is not None and best[0] >= ALIKE else None


def _likeness(one: Part, other: Part) -> float:
    a, b = (" ".join(line.text for line in part.told).split() for part in (one, other))
    return SequenceMatcher(None, a, b, autojunk=False).ratio()


def same(old: tuple[World, r.Rules], new: tuple[World, r.Rules]) -> bool:
    """Whether two games mean the same."""
    before, after = parts(*old), parts(*new)
    return list(before) == list(after) and all(before[name].exactly == after[name].exactly for name in before)


def _hunks(old: tuple[Line, ...], new: tuple[Line, ...]) -> Iterator[Hunk]:
    before, after = _units(old), _units(new)
    keys = [[tuple((line.depth, line.text) for line in unit) for unit in units] for units in (before, after)]
    for how, i, j, k, n in SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_opcodes():
        if how != "equal":
            yield Hunk(tuple(line for unit in before[i:j] for line in unit), tuple(line for unit in after[k:n] for line in unit))


def _units(lines: tuple[Line, ...]) -> list[list[Line]]:
    """Lines that are said in one sentence belong together: a decision with what it offers."""
    found: list[list[Line]] = []
    for line in lines:
        if found and found[-1][0].span == line.span and line.depth > found[-1][0].depth:
            found[-1].append(line)
        else:
            found.append([line])
    return found


# ---------------------------------------------------------------- parts


def parts(world: World, rules: r.Rules) -> dict[str, Part]:
    """Everything that a game says, by name."""
    named, exact = (_written(world, rules, Show(world, named=named)) for named in (True, False))
    return {name: Part(name, tuple(lines), tuple(f"{line.depth} {line.text}" for line in exact[name])) for name, lines in named.items()}


def _written(world: World, rules: r.Rules, show: Show) -> dict[str, list[Line]]:
    found: dict[str, list[Line]] = {}
    for name, lines in _parts(world, rules, show):
        number = next(n for n in itertools.count(1) if (name if n == 1 else f"{name} ({n})") not in found)
        found[name if number == 1 else f"{name} ({number})"] = lines
        show.numbers.clear()  # what is bound in one part is of no interest to the next
    return found


def _parts(world: World, rules: r.Rules, show: Show) -> Iterator[tuple[str, list[Line]]]:
    starts = {id(attr): show.expr(value) for attr, value in rules.starts}
    yield "the game", [Line(f"players: {', '.join(world.program.seats)}", world.game.span)]
    for option in world.options.values():
        value = constant(world, option.type, option.value) if not hasattr(option.type, "elem") else str(option.value)
        yield f"option {option.name}", [Line(f"{value}, out of {option.type}", option.said.span)]
    for name, type in world.enums.items():
        yield f"type {name}", [Line(", ".join(getattr(type, "members", ())) or str(type), NOWHERE)]
    for kind in world.kinds.values():
        yield f"piece {kind.name}", list(_kind(kind, world, starts))
    for place in world.places.values():
        core = place.core
        sites = f" with {core.sites} sites" if core.sites > 1 else ""
        facts = [f"{core.shape.replace('_', ' ')}{sites}", f"seen by {core.seen}"]
        facts += [f"{world.program.kinds[n].name} seen by {seer}" for n, seer in core.seen_kinds.items()]
        facts += [f"holds {core.limit} at most"] if core.limit >= 0 else []
        facts += [f"shows {', '.join(core.showing)} of its top"] if core.showing else []
        facts += [f"one of each {place.family}"] if place.family is not None else []
        facts += [f"filled again from {place.reshuffling}"] if place.reshuffling else []
        facts += ["active"] if place.active else []
        held = [f"holds {world.program.kinds[n].name}" + (f", at most {most}" if most >= 0 else "") for n, most in core.limits.items()]
        span = place.said.span if place.said is not None else NOWHERE
        yield f"place {place.name}", [Line(text, span) for text in (*facts, *held)] + _attributes(place.attrs.values(), starts)
    yield "every player", _attributes(world.player_attrs.values(), starts)
    yield "what the game keeps", _attributes(world.game_attrs.values(), starts)
    for name, attrs in world.enum_attrs.items():
        yield f"every {name}", _attributes(attrs.values(), starts)
    yield from _bodies(rules, show)


def _attributes(attrs: object, starts: dict[int, str]) -> list[Line]:
    found = []
    for attr in attrs:  # type: ignore[attr-defined]
        assert isinstance(attr, AttrSym)
        nature = f"{attr.nature} " if attr.nature else ""
        per = f" of each {attr.per}" if attr.per is not None else ""
        start = f", {starts[id(attr)]} at the start" if id(attr) in starts else ""
        text = f"{nature}{attr.name}{per}: {attr.type}{' clamped' if attr.clamped else ''}{start}"
        found.append(Line(text, attr.said.span if attr.said is not None else NOWHERE))
    return found


def _kind(kind: KindSym, world: World, starts: dict[int, str]) -> Iterator[Line]:
    """A kind: how many, what each has, and the table of what is printed on each."""
    number = f"{kind.core.count} pieces" if kind.limited else "as many as needed"
    yield Line(f"{number}{', each with an owner' if kind.core.owners else ''}", kind.said.span)
    yield from _attributes(kind.attrs.values(), starts)
    printed = [
        a
        for a in kind.attrs.values()
        if a.nature == "printed" and a.core is not None and a.core.table is not None and a.per is None and a.name != "name"
    ]
    seen: dict[str, int] = {}
    for index, name in enumerate(kind.core.names):
        called = name or f"{kind.name} {index + 1}"
        seen[called] = seen.get(called, 0) + 1
        if seen[called] > 1:
            continue
        copies = sum(1 for other in kind.core.names if other == name) if name else 1
        cells = (f"{a.name} {_cell(world, a, index)}" for a in printed)
        yield Line(f"{called}: {', '.join([*([f'{copies} copies'] if copies > 1 else []), *cells])}", kind.said.span)


def _cell(world: World, attr: AttrSym, index: int) -> str:
    """What is printed in one cell of a table."""
    assert attr.core is not None and attr.core.table is not None
    value, core, elem = attr.core.table.values[index], attr.core.table.type, t.element(attr.type)
    if elem is None or not isinstance(core, Set | Bag):
        return constant(world, attr.type, value) if isinstance(value, int) else str(value)
    if isinstance(value, int):
        held = [constant(world, elem, core.base + n) for n in range(core.size) if value >> n & 1]
    else:
        held = [f"{constant(world, elem, core.base + n)} {amount}" for n, amount in enumerate(value) if amount]
    return f"{{{', '.join(held)}}}"


def _bodies(rules: r.Rules, show: Show) -> Iterator[tuple[str, list[Line]]]:
    for define in rules.definitions:
        yield f"definition {define.symbol.name}", list(_definition(define, show))
    for routine in rules.routines:
        about = _about(routine, show)
        head = [Line(about, _head(routine))] if about else []
        lines = [*head, *_block(show, routine.body)]
        for by in routine.cards:
            lines += [Line(f'for "{by.card.title}"', by.card.said.span), *_block(show, by.value, 1)]
        for hook in routine.hooks:
            when = f"{hook.word} {hook.head}" + (f' on "{hook.card.title}"' if hook.card is not None else "")
            lines += [Line(when, hook.span), *_block(show, hook.body, 1)]
        yield f"{_sort(routine)} {routine.symbol.name}", lines
    for standing in rules.standings:
        word = "as soon as" if standing.at_once else "when"
        card = f" ({standing.card.title})" if standing.card is not None else ""
        lines = [Line(f"{word} {show.expr(standing.test)}", standing.span), *_block(show, standing.body, 1)]
        yield f"{word} {show.world.sources.text(standing.test.span)}{card}", lines
    for text in rules.texts:
        yield f'{text.card.kind.name} "{text.card.title}"', list(_block(show, text.value))
    for name, value in rules.scoring.entries:
        yield f"score {name}", [Line(show.expr(value), value.span)]
    among = [Line(f"among {show.selection(rules.scoring.among)}", rules.scoring.among.span)] if rules.scoring.among is not None else []
    yield "winner", among + [Line(f"{c.extreme} {show.expr(c.value)}".strip(), c.value.span) for c in rules.scoring.criteria]


def _sort(routine: r.Routine) -> str:
    """What a routine is called in front of its name; overloads of a verb are told apart by their prepositions."""
    sort = {"to": "verb", "setup": "the", "turn": "the", "play": "the"}.get(routine.symbol.sort, routine.symbol.sort)
    preps = " ".join(p.prep for p in routine.params if p.prep)
    return f"{sort} ({preps})" if preps and routine.symbol.sort == "to" else sort


def _about(routine: r.Routine, show: Show) -> str:
    words = [f"{p.prep} {show.selection(p.among) if p.among is not None else show.binding(p.binding)}".strip() for p in routine.params]
    return " ".join([*words, *(["during", routine.during] if routine.during else [])])


def _head(routine: r.Routine) -> Span:
    """The line that says what a routine is about."""
    return routine.symbol.head or routine.symbol.said.span


def _definition(define: r.Definition, show: Show) -> Iterator[Line]:
    about = f"of {', '.join(show.binding(b) for b in define.params)}: " if define.params else ""
    value, span = define.value, define.symbol.said.span
    if isinstance(value, m.Cases) and define.symbol.formula is None:
        yield Line(f"{about}by cases", span)
        for test, result in value.cases:
            yield Line(f"{show.expr(test)}: {show.expr(result)}", test.span, 1)
        if value.otherwise is not None:
            yield Line(f"else: {show.expr(value.otherwise)}", value.otherwise.span, 1)
    else:
        yield Line(f"{about}{show.expr(value)}", span)
    for by in define.cards:
        if not isinstance(by.value, tuple):
            yield Line(f'for "{by.card.title}": {show.expr(by.value)}', by.value.span)
    for x in define.modifiers:
        where = f" where {show.expr(x.where)}" if x.where is not None else ""
        yield Line(f'"{x.card.title}" {x.word} it {x.about} by {show.expr(x.amount)}{where}', x.amount.span)


def _block(show: Show, body: m.Expr | Block, depth: int = 0) -> Iterator[Line]:
    """The statements of a body without prose, which means nothing in play."""
    if isinstance(body, tuple):
        yield from (line for line in show.told(body, depth) if not line.text.startswith("> "))
    else:
        yield Line(show.expr(body), body.span, depth)
