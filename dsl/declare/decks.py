"""Decks in one line: `1 per Suit per Rank, named "{rank} of {suit}"`.

One piece for each combination of values, the first type changing slowest; each type brings a printed attribute. A name may also
be made of the columns of a table: `named "{start} to {goal}"`.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

from rulewright.dsl import types as t
from rulewright.dsl.declare.domains import bounds
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import AttrSym, KindSym, World, snake

FIELD = re.compile(r"\{([^{}]*)\}")


def per_types(world: World, sym: KindSym, trait: d.Trait) -> list[tuple[str, t.Type]]:
    """The types of `3 per Suit per Rank`; a type that says whose a piece is does not count."""
    found: list[tuple[str, t.Type]] = []
    for word, arguments in trait.tails:
        node = arguments[0] if len(arguments) == 1 else None
        if word != "per" or not isinstance(node, e.Kind):
            text = world.sources.text(trait.span)
            help = "Write how many there are of each: `1 per Suit per Rank`."
            world.error(codes.UNKNOWN_TRAIT, f"`{text}` does not say how many pieces there are.", trait.span, help=help)
            return []
        if node.name == "Player" or (sym.owner_type is not None and node.name == sym.decl.per):
            continue
        type = world.enums.get(node.name)
        if type is None:
            world.unknown(codes.UNKNOWN_NAME, f"There is no type `{node.name}`.", node.name, node.span, [*world.enums, "Player"])
        elif node.name in {name for name, _ in found}:
            world.error(codes.DUPLICATE_NAME, f"`{node.name}` is named twice.", node.span, help="Name each type once.")
        elif not isinstance(type, t.Poison):
            found.append((node.name, type))
    return found


def bring_attributes(world: World, sym: KindSym, types: list[tuple[str, t.Type]]) -> None:
    """What tells the pieces of a deck apart is printed on them: `card.suit`, unless an attribute of that type has another name."""
    sym.deck = []
    for name, type in types:
        printed = [a for a in sym.attrs.values() if a.nature == "printed" and a.type == type and a.name not in sym.deck]
        same = next((a for a in printed if a.name == snake(name)), None) or next(iter(printed), None)
        if same is not None:
            sym.deck.append(same.name)
            continue
        word = snake(name)
        if word in sym.attrs:
            attr = sym.attrs[word]
            span = attr.decl.name_span if attr.decl is not None else sym.decl.span
            help = f"Give it another name, or write `printed {word}: {name}`."
            world.error(codes.DUPLICATE_NAME, f"`{word}` is what `per {name}` prints on a {sym.name}.", span, help=help)
            continue
        low, high = bounds(type)
        sym.attrs[word] = AttrSym(word, type, "printed", "kind", sym.name, None, low=low, high=high)
        sym.deck.append(word)


def values_of(type: t.Type) -> list[tuple[int, str]]:
    """The values of a type, each with the word for it."""
    low, high = bounds(type)
    members = type.members if isinstance(type, t.Enum) else tuple(str(n) for n in range(low, high + 1))
    return [(low + i, word.replace("_", " ")) for i, word in enumerate(members)]


def deck_rows(sym: KindSym, types: list[tuple[str, t.Type]], copies: int) -> list[dict[str, Any]]:
    """A row for each combination; without `named` its values are its name."""
    rows = []
    for combination in itertools.product(*(values_of(type) for _, type in types)):
        row: dict[str, Any] = {"name": " ".join(word for _, word in combination), "copies": copies}
        row |= {attr: value for attr, (value, _) in zip(sym.deck, combination, strict=False)}
        rows.append(row)
    return rows


# ---------------------------------------------------------------- names


def template(world: World, trait: d.Trait) -> str:
    """`named "{rank} of {suit}"`: the text; empty if it is none."""
    rest = trait.arguments[1:]
    if len(rest) != 1 or not isinstance(rest[0], e.Text) or trait.tails or not rest[0].value.strip():
        help = 'Write `named "{rank} of {suit}"`.'
        world.error(codes.UNKNOWN_TRAIT, "`named` takes a text in quotes, with what is printed in braces.", trait.span, help=help)
        return ""
    return rest[0].value


def give_names(world: World, sym: KindSym, text: str, rows: list[dict[str, Any]], span: Any) -> None:
    """Fill the name of each row from its values."""
    fields = [f.strip() for f in FIELD.findall(text)]
    printed = {a.name: a for a in sym.attrs.values() if a.nature == "printed" and a.per is None}
    if not fields:
        world.error(codes.BAD_VALUE, f"Every {sym.name} would be called “{text}”.", span, help="Put what is printed in braces: `{rank}`.")
        return
    for field in fields:
        if field not in printed:
            help = did_you_mean(field, printed) or (f"Choose one of: {', '.join(printed)}." if printed else f"Write `printed {field}: …`.")
            world.error(codes.UNKNOWN_ATTRIBUTE, f"A {sym.name} has no printed `{field}`.", span, help=help)
            return
        if isinstance(printed[field].type, t.SetOf | t.BagOf | t.ListOf):
            world.error(codes.TYPE_MISMATCH, f"`{field}` is several things, so no name can be made of it.", span)
            return
    if any(row.get("name") for row in rows) and not sym.deck:
        world.error(codes.DUPLICATE_NAME, "The pieces have a column `name` and a `named`.", span, help="Leave one of them out.")
        return
    for row in rows:
        name = FIELD.sub(lambda m: _word(world, printed[m[1].strip()].type, row.get(m[1].strip())), text)
        row["name"] = name
        row["id"] = row.get("id") or _id(name)


def _id(name: str) -> str:
    """How rules call it: `Queen_of_spades`."""
    word = re.sub(r"\W+", "_", name).strip("_")
    return word[:1].upper() + word[1:]


def _word(world: World, type: t.Type, value: Any) -> str:
    match t.bare(type):
        case _ if value is None or (isinstance(value, int) and value < 0 and not isinstance(type, t.Number)):
            return "none"
        case t.Enum(_, members) | t.Way(members):
            return str(members[value]).replace("_", " ")
        case t.Player():
            return str(world.program.seats[value])
        case t.Flag():
            return "yes" if value else "no"
        case t.Cell():
            place = next(p for p in world.places.values() if p.core.base <= value < p.core.base + p.core.sites)
            return place.core.cell_names[value - place.core.base] if place.core.cell_names else place.name
        case _:
            return str(value)
