"""Kinds of pieces: how many there are, what is printed on them, what can change about them.

A kind without attributes is a supply of equal things, like seeds or stones: only where they are and whose they are matters,
and they are counted; unless there is only one. Any other kind is made of individual pieces with numbers of their own.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.core.program import Attribute, Kind, Table, int_field, set_field
from rulewright.core.types import INT, Bag, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.declare.adding import added_sheets, join_rows
from rulewright.dsl.declare.decks import bring_attributes, deck_rows, give_names, per_types, template
from rulewright.dsl.declare.dice import bring_face
from rulewright.dsl.declare.domains import bounds, constant, domain_type
from rulewright.dsl.declare.saying import said, sifted_by, size
from rulewright.dsl.declare.sides import bring_top, by_side, sides_parser, ways
from rulewright.dsl.declare.tables import Sheet, parser_for, read_file, read_rows, told_apart, validate
from rulewright.dsl.declare.trait_words import once_each, words_taken
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.traits import TRAITS
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import AttrSym, KindSym, World

BUILT_IN_COLUMNS = ("id", "name", "copies", "text", "art", "owner")
MOST_PIECES = 4000
MOST_VALUES = 1_000_000  # of one attribute, for all that have it
COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "is": operator.eq,
    "is not": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(slots=True)
class Plan:
    """What the traits of a piece say."""

    sheet: Sheet | None = None
    where: e.Expr | None = None
    number: int | None = None
    per: list[tuple[str, t.Type]] = field(default_factory=list)  # the types of `1 per Suit per Rank`
    named: str = ""  # how names are made of what is printed
    named_span: Span | None = None
    holding: list[tuple[int, str | None]] = field(default_factory=list)
    added: list[Sheet] = field(default_factory=list)  # the tables of the chosen variants
    broken: bool = False  # something is wrong with the table, and has been told


def shell(world: World, decl: d.Piece) -> KindSym:
    core = Kind(decl.name, len(world.program.kinds), 0)
    world.program.kinds.append(core)
    sym = KindSym(decl.name, decl, said(decl), core, size=size(decl.traits), sifted_by=sifted_by(decl.traits))
    world.kinds[decl.name] = sym
    return sym


def attributes(world: World, sym: KindSym, extra: list[d.Attribute]) -> None:
    """The types of what a piece has."""
    for decl in (*sym.decl.attributes, *extra):
        if decl.name in sym.attrs:
            world.error(
                codes.DUPLICATE_NAME, f"A {sym.name} has `{decl.name}` twice.", decl.name_span, others=earlier(sym.attrs[decl.name])
            )
            continue
        sym.attrs[decl.name] = attribute(world, decl, "kind", sym.name)


def earlier(attr: AttrSym) -> tuple[Label, ...]:
    """Where an attribute was declared before."""
    return (Label(attr.decl.name_span, "declared here first"),) if attr.decl is not None else ()


def attribute(world: World, decl: d.Attribute, owner: str, of: str) -> AttrSym:
    type = domain_type(world, decl.domain, decl.name)
    per: t.Type | None = None
    if decl.per is not None:
        per = t.PLAYER if decl.per == "Player" else world.enums.get(decl.per)
        if decl.per == "Way" and owner == "kind" and decl.nature == "printed":
            per, type = t.Way(ways(world)), by_side(world, type)
        elif per is None:
            world.unknown(codes.UNKNOWN_NAME, f"There is no type `{decl.per}`.", decl.per, decl.span, [*world.enums, "Player"])
    low, high = bounds(type) if isinstance(type, t.Scalar | t.Maybe) else (0, 0)
    return AttrSym(decl.name, type, decl.nature, owner, of, decl, said(decl), None, per, decl.domain.clamped, low, high)


def plan(world: World, sym: KindSym) -> Plan:
    decl = sym.decl
    found, before = Plan(), len(world.findings.all)
    if decl.per is not None:
        sym.owner_type = t.PLAYER if decl.per == "Player" else world.enums.get(decl.per)
        if sym.owner_type is None:
            world.unknown(codes.UNKNOWN_NAME, f"There is no type `{decl.per}`.", decl.per, decl.span, [*world.enums, "Player"])
    once_each(world, decl.traits, "piece")
    for trait in decl.traits:
        if not words_taken(world, trait, "piece"):
            continue
        first = trait.arguments[0] if trait.arguments else None
        tails = dict(trait.tails)
        match first:
            case None if "from" in tails:
                _from(world, found, tails["from"][0])
            case e.Num() | e.Word() | e.Arith() if "per" in tails and len(trait.arguments) == 1:
                found.number = constant(world, first)
                found.per = per_types(world, sym, trait)
            case e.Word(_, "named"):
                found.named, found.named_span = template(world, trait), trait.span
            case e.Word(_, "faces"):
                bring_face(world, sym, trait)
            case e.Word(_, "turning"):
                bring_top(world, sym, trait)
            case e.Word(_, "holding"):
                found.holding.append(holding_of(world, trait))
            case e.Word(_, "face_down"):
                rest = [a.name for a in trait.arguments[1:] if isinstance(a, e.Word)]
                sym.face_down = tuple(w for w in rest if w not in {"showing", "and"})
            case e.Word(_, "drawn" | "size" | "plural" | "called"):
                pass  # how it is drawn and printed: read by the presentation
            case e.Num() | e.Arith() | e.Word() if len(trait.arguments) == 1 and not trait.tails:
                found.number = constant(world, first)
            case _:
                unknown_trait(world, trait, "piece")
    if decl.rows:
        found.sheet = read_rows(world, decl.rows)
    found.added = added_sheets(world, decl, found.sheet)
    if found.per and found.sheet is not None:
        help = "Leave the table out, or the `per`."
        world.error(codes.BAD_TABLE, f"A table and `per` both say which {decl.name} pieces there are.", found.sheet.span, help=help)
    elif found.per:
        bring_attributes(world, sym, found.per)
    if found.named_span is not None and found.sheet is None and not found.per:
        world.error(codes.UNKNOWN_TRAIT, "Nothing is printed that could make a name.", found.named_span, help="Add a table.")
        found.named = ""
    found.broken = len(world.findings.all) > before
    return found


def _from(world: World, found: Plan, source: Any) -> None:
    if isinstance(source, e.Sel):
        found.where = source.where
        source = source.source
    found.sheet = read_file(world, source)


def holding_of(world: World, trait: d.Trait) -> tuple[int, str | None]:
    rest = trait.arguments[1:]
    amount = -1
    if rest and not (isinstance(rest[0], e.Word) and rest[0].name == "any") and not isinstance(rest[0], e.Kind):
        amount = constant(world, rest[0]) or 0  # type: ignore[arg-type]
    kind = next((a.name for a in rest if isinstance(a, e.Kind)), None)
    return amount, kind


def unknown_trait(world: World, trait: d.Trait, what: str) -> None:
    first = trait.arguments[0] if trait.arguments else None
    word = (
        first.name if isinstance(first, e.Word) else first.left.name if isinstance(first, e.Of) and isinstance(first.left, e.Word) else ""
    )
    known = [name for name, row in TRAITS.items() if what in row.of]
    text = world.sources.text(trait.span)
    if text.startswith("of each"):
        world.error(codes.UNKNOWN_TRAIT, f"`{text}` stands before the colon.", trait.span, help=f"Write `{what} … {text}: …`.")
        return
    world.unknown(
        codes.UNKNOWN_TRAIT,
        f"`{text}` says nothing about a {what}.",
        word,
        trait.span,
        known,
        help=f"A {what} can be: {', '.join(known)}.",
    )


def pieces(world: World, sym: KindSym, plan: Plan) -> None:
    """How many pieces there are, their names, and the tables of what is printed on them."""
    kind = sym.core
    owners = _owners(world, sym.owner_type)
    kind.owners = owners
    has_table = plan.sheet is not None or bool(plan.per)
    only_one = plan.number == 1  # one piece, or one for each owner, can be named without selecting: it is somebody
    kind.counted = not sym.attrs and not has_table and not plan.holding and not only_one
    if plan.number is not None and plan.number < 1:
        world.error(
            codes.OUT_OF_RANGE, f"There would be no {sym.name} at all.", sym.decl.span, help="Write how many there are, at least 1."
        )
        plan.number = 1
    if kind.counted:
        kind.count = plan.number if plan.number is not None else 0
        sym.limited = plan.number is not None
        return
    names: dict[str, int] = {}

    def number_of(text: str) -> int:
        return names.setdefault(text.strip(), len(names))

    before = len(world.findings.all)
    rows: list[dict[str, Any]] = _rows(world, sym, plan, number_of)
    if plan.named:
        give_names(world, sym, plan.named, rows, plan.named_span)
    printed = [a for a in sym.attrs.values() if a.nature == "printed"]
    per_owner = max(1, owners)
    values: list[dict[str, Any]] = []
    ids: list[str] = []
    wanted = per_owner * sum(row.get("copies") or 1 for row in rows)
    if wanted > MOST_PIECES:
        world.error(codes.NOT_FINITE, f"That makes {wanted:,} {sym.name} pieces; at most {MOST_PIECES:,} are possible.", sym.decl.span)
        return
    for owner in range(per_owner):
        for row in rows:
            for copy in range(row.get("copies") or 1):
                values.append(row)
                ids.append(_id(world, sym, row, owner if owners else -1, copy))
    kind.count = len(values)
    if not kind.count:
        if len(world.findings.all) == before and not plan.broken:
            world.error(
                codes.MISSING_VALUE,
                f"There would be no {sym.name} at all.",
                sym.decl.span,
                help="Its table has no rows, or none is chosen.",
            )
        return
    kind.base = world.program.pieces
    world.program.pieces += kind.count
    kind.ids = tuple(ids)
    kind.names = tuple(str(row.get("name") or "") for row in values)
    sym.art = tuple(str(row.get("art") or "") for row in values) if "art" not in sym.attrs else ()
    for name in kind.names:
        if name:
            number_of(name)
    world.piece_names[sym.name] = names
    kind.twins = _twins(list(values))
    for index, id in enumerate(ids):
        if id and id not in world.piece_ids:
            world.piece_ids[id] = (sym, index)
    numbers = sym.attrs.get("number")
    if numbers is not None and numbers.nature == "printed":
        sym.numbers = {row["number"]: i for i, row in reversed(list(enumerate(values))) if row.get("number") is not None}
    _check_letters(world, sym)
    for attr in printed:
        if len(world.findings.all) == before and not plan.broken:
            unfilled(world, attr, f"a {sym.name}", values)
        attr.core = _printed(world, sym, attr, values)
    if any(kind.names):
        table = world.program.add_table(Table(f"{sym.name}.name", INT, tuple(names.get(n, -1) for n in kind.names)))
        shown = t.shown(t.Name(sym.name))
        sym.attrs["name"] = AttrSym("name", t.Name(sym.name), "printed", "kind", sym.name, None, core=Attribute("name", shown, table))
        kind.attributes["name"] = sym.attrs["name"].core  # type: ignore[assignment]


def _owners(world: World, type: t.Type | None) -> int:
    match type:
        case t.Player():
            return world.seats
        case t.Enum(_, members):
            return len(members)
        case _:
            return 0


def _rows(world: World, sym: KindSym, plan: Plan, number_of: Any) -> list[dict[str, Any]]:
    if plan.per:
        return deck_rows(sym, plan.per, plan.number or 1)
    if plan.sheet is None:
        number = plan.number if plan.number is not None else 1
        if plan.number is None and not sym.decl.traits and not sym.decl.rows:
            world.error(
                codes.NOT_FINITE,
                f"How many {sym.name} pieces are there?",
                sym.decl.span,
                help=f'Write `piece {sym.name}: 12`, `16 per Player`, or `from "file.csv"`.',
            )
        named = {"id": sym.name} if sym.dice else {}  # a die of several is told from the others by its number
        return [{"copies": number, **named}] if number else []
    rows = _read(world, sym, plan.sheet, number_of)
    for sheet in plan.added:
        before = len(world.findings.all)
        more = _read(world, sym, sheet, number_of)
        if len(world.findings.all) == before:
            join_rows(world, sym, rows, more, sheet)
    return [row for row in rows if _kept(world, sym, plan.where, row)] if plan.where is not None else rows


def _read(world: World, sym: KindSym, sheet: Sheet, number_of: Any) -> list[dict[str, Any]]:
    printed = {a.name: a for a in sym.attrs.values() if a.nature == "printed"}
    families = {a.name: a for a in printed.values() if a.per is not None}
    parsers: dict[str, Any] = {
        "id": (str, False),
        "name": (str, False),
        "text": (str, False),
        "art": (str, False),
        "copies": (parser_for(world, t.Number(0, MOST_PIECES), number_of), False),
    }
    member_of: dict[str, tuple[str, int]] = {}
    for column, span in sheet.columns.items():
        if column in printed or column in BUILT_IN_COLUMNS:
            continue
        family = next((f for f in families.values() if isinstance(f.per, t.Enum) and column in f.per.members), None)
        if family is not None and isinstance(family.per, t.Enum):
            member_of[column] = (family.name, family.per.members.index(column))
            parsers[column] = (parser_for(world, family.type, number_of), False)
            continue
        world.unknown(
            codes.UNKNOWN_COLUMN,
            f"The table of {sym.name} has a column `{column}`, but a {sym.name} has no such attribute.",
            column,
            span,
            [*printed, *BUILT_IN_COLUMNS],
            help=f"Add `printed {column}: …` to `piece {sym.name}`.",
        )
    for name, attr in printed.items():
        if isinstance(attr.per, t.Way) and name in sheet.columns:
            parsers[name] = (sides_parser(world, attr, parser_for(world, attr.type, number_of)), True)
        if name in families:
            continue
        collection = isinstance(attr.type, t.SetOf | t.BagOf | t.ListOf | t.Maybe | t.Flag)
        has_default = attr.decl is not None and attr.decl.initial is not None
        if name not in sheet.columns:
            continue  # given by card entries or by its default
        parsers[name] = (parser_for(world, attr.type, number_of), not collection and not has_default)
    told_apart(world, sheet, "id", f"{sym.name} pieces")
    rows = validate(world, parsers, sheet)
    for row in rows:
        for column, (family_name, index) in member_of.items():
            row.setdefault(family_name, {})[index] = row.pop(column)
    for row in rows:
        if row.get("name"):
            number_of(row["name"])  # what is not in the game is known by name all the same
    return rows


def _kept(world: World, sym: KindSym, node: e.Expr, row: dict[str, Any]) -> bool:
    """Whether a row belongs to the game: `where tile.set in sets`, and the like."""
    match node:
        case e.Logic(_, "and", left, right):
            return _kept(world, sym, left, row) and _kept(world, sym, right, row)
        case e.Logic(_, "or", left, right):
            return _kept(world, sym, left, row) or _kept(world, sym, right, row)
        case e.Not(_, operand):
            return not _kept(world, sym, operand, row)
        case e.In(_, e.Dot(_, e.Word(), name, _), e.Word(_, option)) if option in world.options and name in row:
            return bool(world.options[option].value >> row[name] & 1)
        case e.Compare(_, relation, _, e.Dot(_, e.Word(), name, _), right) if relation in COMPARED and name in row:
            attr = sym.attrs.get(name)
            wanted: int | None = None
            if isinstance(right, e.Word) and right.name in world.options:
                wanted = world.options[right.name].value
            elif isinstance(right, e.Word) and attr is not None and isinstance(attr.type, t.Enum) and right.name in attr.type.members:
                wanted = attr.type.members.index(right.name)
            elif isinstance(right, e.Num):
                wanted = right.value
            if wanted is not None:
                blank = 0 if attr is not None and isinstance(attr.type, t.Number) else -1  # nothing is less than anything
                return COMPARED[relation](blank if row[name] is None else row[name], wanted)
        case e.Dot(_, e.Word(), name, _) if name in row:
            return bool(row[name])
        case e.Word(_, name) if name in world.options:
            return bool(world.options[name].value)
    world.error(
        codes.NOT_CONSTANT,
        "Only what is printed on a piece and the options can say which pieces belong to the game.",
        node.span,
    )
    return True


def _id(world: World, sym: KindSym, row: dict[str, Any], owner: int, copy: int) -> str:
    id = row.get("id") or (row.get("name") or "").replace(" ", "_").replace("'", "")
    if not id:
        return ""
    id = str(id)
    if owner >= 0:
        match sym.owner_type:
            case t.Player():
                id = f"{world.program.seats[owner]}_{id}"
            case t.Enum(_, members):
                id = f"{members[owner].capitalize()}_{id}"
            case _:
                id = f"{id}_{owner + 1}"
    return f"{id}_{copy + 1}" if (row.get("copies") or 1) > 1 else id


def _twins(rows: list[dict[str, Any]]) -> tuple[int, ...]:
    seen: dict[str, int] = {}
    return tuple(
        seen.setdefault(repr(sorted((k, repr(v)) for k, v in row.items() if k not in {"id", "copies"})), len(seen)) for row in rows
    )


def _check_letters(world: World, sym: KindSym) -> None:
    """`drawn by role from "kqrbnp"`: an attribute of the piece, and a letter for each of its values."""
    for trait in sym.decl.traits:
        tails = dict(trait.tails)
        by, letters = tails.get("by", [None])[0], tails.get("from", [None])[0]
        first = trait.arguments[0] if trait.arguments else None
        if not (isinstance(first, e.Word) and first.name == "drawn" and isinstance(by, e.Word) and isinstance(letters, e.Text)):
            continue
        attr = sym.attrs.get(by.name)
        type = t.bare(attr.type) if attr is not None else None
        if attr is None:
            world.unknown(codes.UNKNOWN_NAME, f"A {sym.name} has no `{by.name}`.", by.name, by.span, sym.attrs)
        elif not isinstance(type, t.Enum) or len(letters.value) != len(type.members):
            number = len(type.members) if isinstance(type, t.Enum) else 0
            message = (
                f"`{by.name}` has {number} values, so {number} letters are needed." if number else f"`{by.name}` has no values with names."
            )
            world.error(codes.UNKNOWN_TRAIT, message, letters.span, help='Write one letter for each value: `drawn by role from "kqrbnp"`.')


def unfilled(world: World, attr: AttrSym, what: str, rows: list[dict[str, Any]]) -> None:
    """A printed attribute that nothing fills in would silently be the first of its values. One with a value of its own gets that."""
    if attr.decl is None:
        return
    if attr.decl.initial is not None:
        value = _default(world, attr, attr.decl.initial)
        for number, row in enumerate(rows):
            if row.get(attr.name) is None:
                rows[number] = {**row, attr.name: value}
        return
    if isinstance(attr.type, t.SetOf | t.BagOf | t.ListOf | t.Maybe | t.Flag | t.Poison) or attr.per is not None:
        return
    if all(row.get(attr.name) is None for row in rows):
        kind = f", or write `1 per {attr.type.name}`" if isinstance(attr.type, t.Enum) and attr.type.name in world.enums else ""
        help = f"Add a column `{attr.name}` to the table{kind}."
        world.error(codes.MISSING_VALUE, f"Nothing says which `{attr.name}` {what} has.", attr.decl.name_span, help=help)


def _default(world: World, attr: AttrSym, node: e.Expr) -> int | None:
    """The value that is printed where the table says nothing: a plain number or word."""
    inner = t.bare(attr.type)
    match node:
        case e.Word(_, name) if isinstance(inner, t.Enum) and name in inner.members:
            return inner.members.index(name)
        case e.Word(_, "yes" | "no" as word) if isinstance(inner, t.Flag):
            return int(word == "yes")
        case e.Word(_, "none" | "nobody" | "nothing") if isinstance(attr.type, t.Maybe):
            return -1
        case _ if isinstance(inner, t.Number):
            return constant(world, node)
    world.error(codes.NOT_CONSTANT, "What is printed must be a plain number or word.", node.span, help="Give it in the table instead.")
    return None


def _printed(world: World, sym: KindSym, attr: AttrSym, rows: list[dict[str, Any]]) -> Attribute:
    shown = t.shown(attr.type)
    if shown.sort == "name" and not shown.name:
        shown = t.shown(t.Name(sym.name))  # `Name` alone means a name of this kind
    name = f"{sym.name}.{attr.name}"
    values = [row.get(attr.name) for row in rows]
    if attr.per is not None:
        low, high = bounds(attr.per)
        members = high - low + 1
        flat: list[int] = []
        for value in values:
            given = value or {}
            nothing = -1 if isinstance(attr.per, t.Way) else 0
            flat += [given.get(i) or 0 if i in given else nothing for i in range(members)]
        family = tuple(str(low + i) for i in range(members))
        if isinstance(attr.per, t.Enum | t.Way):
            family = attr.per.members if isinstance(attr.per, t.Enum) else attr.per.names
        core = Attribute(attr.name, shown, world.program.add_table(Table(name, INT, tuple(flat))), family=family)
    else:
        core = Attribute(attr.name, shown, world.program.add_table(Table(name, *column(world, attr, values))))
    sym.core.attributes[attr.name] = core
    return core


def column(world: World, attr: AttrSym, values: list[Any]) -> tuple[Any, Any]:
    """The core type and the values of a printed column; what is not given is 0, none or empty."""
    match attr.type:
        case t.SetOf(elem):
            low, size = span_of(world, elem)
            type = Set(low, size)
            return type, tuple(sum(1 << (v - low) for v in value or ()) for value in values)
        case t.BagOf(elem):
            low, size = span_of(world, elem)
            return Bag(low, size), tuple(tuple((value or {}).get(low + i, 0) for i in range(size)) for value in values)
        case t.ListOf():
            cap = max([1, *(len(v or ()) for v in values)])
            attr.type = t.ListOf(attr.type.elem, cap)
            return Seq(INT, cap), tuple(tuple(v or ()) for v in values)
        case t.Maybe():
            return INT, tuple(-1 if v is None else v for v in values)
        case _:
            return INT, tuple(0 if v is None else v for v in values)


def span_of(world: World, type: t.Type) -> tuple[int, int]:
    """The stretch of numbers that stands for the values of a scalar type: its first, and how many."""
    match type:
        case t.Player():
            return 0, world.seats
        case t.Piece(kinds):
            syms = [world.kinds[k] for k in kinds if k in world.kinds]
            if syms and all(s.core.counted for s in syms):
                return token_span(world, syms[0])
            bases = [s.core.base for s in syms if not s.core.counted]
            ends = [s.core.base + s.core.count for s in syms if not s.core.counted]
            return (min(bases), max(ends) - min(bases)) if bases else (0, max(1, world.program.pieces))
        case t.Cell(places):
            syms_ = [world.places[p] for p in places if p in world.places]
            if not syms_:
                return 0, world.program.sites
            low = min(p.core.base for p in syms_)
            return low, max(p.core.base + p.core.sites for p in syms_) - low
        case t.Name(kind):
            return 0, max(1, len(world.piece_names.get(kind, {})))
        case t.Maybe(inner):
            return span_of(world, inner)
        case _:
            low, high = bounds(type)
            return low, high - low + 1


def token_span(world: World, sym: KindSym) -> tuple[int, int]:
    """The numbers by which counted pieces are known: their site, or their site and owner if a site may hold several."""
    holders = [p.core for p in world.places.values() if sym.core.number in p.core.limits]
    if not holders:
        return 0, 1
    low = min(p.base for p in holders)
    high = max(p.base + p.sites for p in holders)
    owners = max(1, sym.core.owners) if sym.core.heaped else 1
    return low * owners, (high - low) * owners


def fields(world: World, sym: KindSym) -> None:
    """Fields for what can change about individual pieces, and for where counted ones are."""
    kind = sym.core
    program = world.program
    if kind.counted:
        low, size = token_span(world, sym)
        owners = max(1, kind.owners)
        holders = [p.core for p in world.places.values() if kind.number in p.core.limits]
        if kind.heaped:
            most = kind.count if sym.limited else 10_000
            most *= owners if sym.limited and kind.owners else 1
            kind.tokens = program.add_field(int_field(f"{sym.name}.heap", 0, max(1, most), size))
        else:
            kind.tokens = program.add_field(set_field(f"{sym.name}.on", Set(low, size), owners))
        if sym.limited:
            kind.supply = program.add_field(int_field(f"{sym.name}.box", 0, max(1, kind.count), owners, (kind.count,) * owners))
        if not holders:
            world.error(
                codes.CANNOT_HOLD,
                f"No place can hold a {sym.name}.",
                sym.decl.span,
                help=f"Declare one, like `place supply: pile of {sym.name}`, or let a board hold it: `holding 1 {sym.name}`.",
            )
        return
    for attr in sym.attrs.values():
        if attr.nature == "printed":
            continue
        attr.core = state_attribute(world, attr, f"{sym.name}.{attr.name}", kind.count, kind.base)
        kind.attributes[attr.name] = attr.core


def state_attribute(world: World, attr: AttrSym, name: str, count: int, base: int) -> Attribute:
    """A field for one attribute of `count` owners."""
    shown = t.shown(attr.type)
    program = world.program
    family: tuple[str, ...] = ()
    if attr.per is not None:
        low, size = span_of(world, attr.per)
        if size * count > MOST_VALUES:
            span = attr.decl.span if attr.decl else world.game.span
            world.error(
                codes.NOT_FINITE, f"That makes {size * count:,} values of `{attr.name}`; at most {MOST_VALUES:,} are possible.", span
            )
            size = 1
        family = attr.per.members if isinstance(attr.per, t.Enum) else tuple(str(low + i) for i in range(size))
        count *= size
    compared = attr.nature != "counter"
    secret = attr.nature == "secret"
    match attr.type:
        case t.SetOf(elem):
            low, size = span_of(world, elem)
            field = program.add_field(set_field(name, Set(low, size), count))
            return Attribute(attr.name, shown, None, field, False, secret, family)
        case t.Flag() if attr.owner == "kind" and attr.per is None:
            field = program.add_field(set_field(name, Set(base, max(1, count)), 1))
            return Attribute(attr.name, shown, None, field, True, secret, family)
        case t.BagOf() | t.ListOf() | t.GroupsOf() | t.PerPlayer():
            world.error(
                codes.NOT_FINITE,
                f"`{attr.name}` would have to remember {attr.type}.",
                attr.decl.span if attr.decl else world.game.span,
                help="What changes can be a number, a value, a piece, a place or a set. For amounts, write `name of each Type: 0 to 9`.",
            )
        case t.Number(low, high) if attr.nature != "printed" and not attr.type.bounded:
            world.error(
                codes.NOT_FINITE,
                f"`{attr.name}` is a number without limits.",
                attr.decl.span if attr.decl else world.game.span,
                help="Say how far it can go: `0 to 200`.",
            )
    low, high = attr.low, attr.high
    if isinstance(t.bare(attr.type), t.Player | t.Piece | t.Cell | t.Name):
        first, size = span_of(world, attr.type)
        low, high = min(first, -1) if isinstance(attr.type, t.Maybe) else first, first + size - 1
        attr.low, attr.high = low, high
    field = program.add_field(int_field(name, low, high, count, (), compared))
    return Attribute(attr.name, shown, None, field, False, secret, family)
