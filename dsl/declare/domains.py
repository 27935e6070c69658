"""What the words after a colon mean: `0 to 15 clamped`, `Cell or none`, `up or down`, `set of Fact`."""

from __future__ import annotations

from rulewright.core.boards import HEX_WAYS, SQUARE_WAYS
from rulewright.dsl import types as t
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import World

LIBRARY_TYPES = ("Player", "Cell", "Way", "Name", "Number", "Piece", "Place", "Section", "Row", "Column")
WIDEST = 100_000
WORDS = frozenset({"nobody", "nothing", "everyone", "box"})  # they mean something wherever they stand


def constant(world: World, node: e.Expr) -> int | None:
    """The number an expression has before the match begins; reports and gives None if it has none."""
    match node:
        case e.Num(_, value):
            return value
        case e.Minus(_, operand):
            inner = constant(world, operand)
            return None if inner is None else -inner
        case e.Arith(_, operator, left, right):
            a, b = constant(world, left), constant(world, right)
            if a is None or b is None:
                return None
            if operator in "/%" and b == 0:
                world.error(codes.NOT_CONSTANT, "This divides by zero.", node.span)
                return None
            return {"+": a + b, "-": a - b, "*": a * b}.get(operator, a // b if operator == "/" and b else a % b if b else 0)
        case e.Word(_, "player_count"):
            return world.seats
        case e.Many(_, "count", _, e.Sel(source=e.Kind(name="Player"), where=None)):
            return world.seats
        case e.Word(_, name) if name in world.options:
            option = world.options[name]
            if isinstance(option.type, t.Number | t.Flag):
                return option.value
        case e.Word(_, name) if name in world.defines:
            decl = world.defines[name].decl
            if decl.value is not None and not decl.params:
                return constant(world, decl.value)
        case e.Ternary(_, then, test, other):
            chosen = condition(world, test)
            if chosen is not None:
                return constant(world, then if chosen else other)
    world.error(
        codes.NOT_CONSTANT,
        "This has to be a number that is known before the match begins.",
        node.span,
        help="Write a number, an option, or a `define` made of those.",
    )
    return None


def condition(world: World, node: e.Expr) -> bool | None:
    match node:
        case e.Compare(_, "is" | "is not" as relation, _, e.Word(_, name), e.Word(_, member)) if name in world.options:
            option = world.options[name]
            if isinstance(option.type, t.Enum) and member in option.type.members:
                same = option.value == option.type.members.index(member)
                return same if relation == "is" else not same
        case e.Compare(_, relation, _, left, right):
            a, b = constant(world, left), constant(world, right)
            if a is None or b is None:
                return None
            return {"is": a == b, "is not": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}.get(relation)
        case e.Word(_, name) if name in world.options and isinstance(world.options[name].type, t.Flag):
            return bool(world.options[name].value)
        case e.Not(_, operand):
            inner = condition(world, operand)
            return None if inner is None else not inner
    return None


def domain_type(world: World, domain: d.Domain, name: str = "") -> t.Type:
    """The type that a domain names. An inline enumeration is called after the attribute it belongs to."""
    parts: list[t.Type] = []
    members: list[str] = []
    optional = False
    for low, high in domain.parts:
        if high is not None:
            a, b = constant(world, low), constant(world, high)
            if a is None or b is None:
                parts.append(t.POISON)
            elif a > b:
                world.error(codes.OUT_OF_RANGE, f"The range from {a} to {b} is empty.", domain.span, help="The smaller number comes first.")
                parts.append(t.POISON)
            elif b - a > 2**53 or max(abs(a), abs(b)) > 2**53:
                world.error(codes.NOT_FINITE, f"The range from {a} to {b} is too wide.", domain.span)
                parts.append(t.POISON)
            else:
                parts.append(t.Number(a, b))
        elif isinstance(low, e.Word) and low.name == "none":
            optional = True
        elif isinstance(low, e.Word) and low.name not in {"flag", "number"}:
            if low.name in WORDS:
                help = "Choose another name for the value, or write `none` for nothing at all."
                world.error(codes.RESERVED_NAME, f"`{low.name}` is a word of the language, not a value.", low.span, help=help)
            members.append(low.name)
        else:
            parts.append(_single(world, low))
    if len(members) == 2 and set(members) == {"yes", "no"}:
        parts.append(t.FLAG)
    elif members:
        known = [x for x in world.enums.values() if isinstance(x, t.Enum) and x.members == tuple(members)]
        parts.append(known[0] if known else t.Enum(name or "choice", tuple(members)))
        doubled = [m for m in members if members.count(m) > 1]
        if doubled:
            world.error(codes.DUPLICATE_NAME, f"`{doubled[0]}` is listed twice.", domain.span)
    if not parts:
        world.error(codes.TYPE_MISMATCH, "`none` alone is not a type.", domain.span, help="Write what it can be, too: `Player or none`.")
        return t.POISON
    result = parts[0]
    for part in parts[1:]:
        joined = t.join(result, part)
        if joined is None:
            world.error(codes.TYPE_MISMATCH, f"This cannot be {result} and also {part}.", domain.span)
            return t.POISON
        result = joined
    if optional and isinstance(result, t.Scalar):
        return t.Maybe(result)
    return result


def _single(world: World, node: e.Expr) -> t.Type:
    match node:
        case e.Word(_, "flag"):
            return t.FLAG
        case e.Word(_, "number"):
            return t.ANY_NUMBER
        case e.Kind(_, name):
            return named_type(world, name, node)
        case e.Of(_, e.Word(_, "set" | "bag" | "list" as word), right):
            elem = _single(world, right)
            if not isinstance(elem, t.Scalar):
                return t.POISON
            if word == "set":
                return t.SetOf(elem)
            return t.BagOf(elem) if word == "bag" else t.ListOf(elem, 64)
        case e.Of(_, e.Num(), right):
            elem = _single(world, right)
            return t.SetOf(elem) if isinstance(elem, t.Scalar) else t.POISON
        case e.Num(_, value):
            return t.Number(value, value)
    world.error(
        codes.TYPE_MISMATCH,
        "This is not a type.",
        node.span,
        help="A type is a range (`0 to 9`), a list (`up or down`), `flag`, a kind, or a `set of` or `bag of` something.",
    )
    return t.POISON


def countable_type(world: World, name: str) -> t.Type | None:
    """The type of this name of which there are a known number: players, members of a list, pieces, cells."""
    if name == "Player":
        return t.PLAYER
    if name in world.enums:
        return world.enums[name]
    if name in world.kinds:
        return t.Piece(frozenset({name}))
    boards = [p.name for p in world.boards() if p.core.cell_kind == name]
    return t.Cell(frozenset(boards), name) if boards else None


def named_type(world: World, name: str, node: e.Kind) -> t.Type:
    found = countable_type(world, name)
    if found is not None:
        return found
    match name:
        case "Cell" | "Place":
            return t.Cell(frozenset(), "Place")
        case "Way":
            hexagonal = any(p.board is not None and p.board.shape == "hex_grid" for p in world.places.values())
            return t.Way(HEX_WAYS if hexagonal else SQUARE_WAYS)
        case "Name":
            return t.Name("")
        case "Number":
            return t.ANY_NUMBER
        case "Piece":
            return t.Piece(frozenset())
        case "Section":
            return t.Section()
    known = [*world.enums, *world.kinds, *world.cell_kinds(), *LIBRARY_TYPES]
    help = "A player is no value of a type; to let one be chosen, write `Player`." if name in world.program.seats else ""
    world.unknown(codes.UNKNOWN_NAME, f"There is no type or kind `{name}`.", name, node.span, known, help=help)
    return t.POISON


def bounds(type: t.Type) -> tuple[int, int]:
    """The numbers a scalar can be, `none` included."""
    match type:
        case t.Maybe(inner):
            low, high = bounds(inner)
            return min(low, -1), high
        case t.Number(low, high):
            return low, high
        case t.Flag():
            return 0, 1
        case t.Enum(_, members):
            return 0, len(members) - 1
        case t.Way(names):
            return 0, len(names) - 1
        case t.Line(_, _, count):
            return 0, count - 1
        case t.Section():
            return 0, 15
        case t.Poison():
            return 0, 0
        case _:
            return -1, 2**31 - 1
