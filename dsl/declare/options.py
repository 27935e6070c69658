"""Options: what is chosen before the match, read and refused with the list of what is possible."""

from __future__ import annotations

import re

from rulewright.dsl import types as t
from rulewright.dsl.declare.domains import constant
from rulewright.dsl.declare.kinds import span_of
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.diagnostics.suggest import did_you_mean, nearest
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import OptionSym, World


def possible(option: OptionSym, world: World) -> str:
    """What an option can be, in words."""
    match option.type:
        case t.Number(low, high):
            return f"a number from {low} to {high}"
        case t.Flag():
            return "yes or no"
        case t.Enum(_, members):
            return ", ".join(members)
        case t.Player():
            return ", ".join(world.program.seats)
        case t.SetOf(t.Player()):
            number = str(world.game.fewest) if world.game.fewest == world.game.most else f"{world.game.fewest} to {world.game.most}"
            return f"{number} of {', '.join(world.game.names)}"
        case t.SetOf(t.Enum(_, members)):
            number = f"{option.exactly} of " if option.exactly is not None else "any of "
            return number + ", ".join(members)
        case _:
            return str(option.type)


def default_value(world: World, option: OptionSym) -> int:
    """The value written after `=`, or the first that is possible."""
    initial = option.decl.initial
    if isinstance(option.type, t.SetOf) and isinstance(option.type.elem, t.Player):
        if initial is not None:
            help = "Leave it out: unless somebody chooses, the first of them take part."
            world.error(codes.BAD_OPTION, f"`{option.name}` says who takes part, so it has no value here.", initial.span, help=help)
        return (1 << world.seats) - 1
    if initial is None:
        match option.type:
            case t.Number(low, _):
                return low
            case t.SetOf(elem):
                return (1 << (option.exactly if option.exactly is not None else span_of(world, elem)[1])) - 1
            case _:
                return 0
    match option.type, initial:
        case t.SetOf(t.Enum(_, members)), e.Braces(_, items):
            bits = 0
            for item, _amount in items:
                name = item.name if isinstance(item, e.Word) else ""
                if name not in members:
                    text = world.sources.text(item.span)
                    world.unknown(codes.BAD_OPTION, f"`{text}` is not one of {', '.join(members)}.", name, item.span, members)
                else:
                    bits |= 1 << members.index(name)
            return _checked(world, option, bits) if bits.bit_count() == len(items) else bits
        case t.Enum(_, members), e.Word(_, name) if name in members:
            return members.index(name)
        case t.Flag(), e.Word(_, "yes" | "no" as name):
            return int(name == "yes")
        case t.Player(), e.Kind(_, name) if name in world.program.seats:
            return world.program.seats.index(name)
        case t.Number(low, high), _:
            value = constant(world, initial)
            if value is not None and not low <= value <= high:
                world.error(codes.BAD_OPTION, f"`{option.name}` goes from {low} to {high}, so it cannot be {value}.", initial.span)
            return value or 0
        case t.Poison(), _:
            return 0
    text = world.sources.text(initial.span)
    near = did_you_mean(text, option.type.members) if isinstance(option.type, t.Enum) else ""
    help = f"{near} " if near else ""
    world.error(codes.BAD_OPTION, f"`{option.name}` cannot be `{text}`.", initial.span, help=f"{help}It can be: {possible(option, world)}.")
    return 0


def read_value(world: World, option: OptionSym, text: str) -> int:
    """A value given from outside, as text."""
    cleaned = text.strip()
    match option.type:
        case t.SetOf(t.Player()):
            found = [name.lower() for name in world.game.names]
            return sum(1 << found.index(name) for name in {x.lower() for x in named(cleaned)} if name in found)
        case t.Number(low, high) if re.fullmatch(r"-?\d{1,18}", cleaned) and low <= int(cleaned) <= high:
            return int(cleaned)
        case t.Flag() if cleaned.lower() in {"yes", "no", "true", "false", "on", "off"}:
            return int(cleaned.lower() in {"yes", "true", "on"})
        case t.Enum(_, members) if cleaned.lower() in members:
            return members.index(cleaned.lower())
        case t.Player():
            for i, seat in enumerate(world.program.seats):
                if seat.lower() == cleaned.lower():
                    return i
        case t.SetOf(t.Enum(_, members)):
            names = [x.lower().replace(" ", "_") for x in named(cleaned)]
            bad = [n for n in names if n not in members]
            if not bad:
                return _checked(world, option, sum(1 << members.index(n) for n in set(names)))
            near = nearest(bad[0], members)
            help = f"Possible: {possible(option, world)}."
            help = f"Did you mean `{near}`? {help}" if near is not None else help
            world.error(codes.BAD_OPTION, f"`{option.name}` cannot have `{bad[0]}`.", option.decl.span, help=help)
            return option.value
    world.error(codes.BAD_OPTION, f"`{option.name}` cannot be `{text}`.", option.decl.span, help=f"Possible: {possible(option, world)}.")
    return option.value


def named(text: str) -> list[str]:
    """The members of a set that was given as text."""
    return [x for x in re.split(r"\s*[,+;]\s*", text.strip("{} ")) if x]


def _checked(world: World, option: OptionSym, bits: int) -> int:
    given = bits.bit_count()
    if option.exactly is not None and given != option.exactly:
        world.error(
            codes.BAD_OPTION,
            f"`{option.name}` needs exactly {option.exactly}, but {given} {'is' if given == 1 else 'are'} given.",
            option.decl.span,
            help=f"Possible: {possible(option, world)}.",
        )
    return bits


def written(world: World, option: OptionSym) -> str:
    """The present value, as it would be given."""
    match option.type:
        case t.Flag():
            return "yes" if option.value else "no"
        case t.Enum(_, members):
            return members[option.value]
        case t.Player():
            return world.program.seats[option.value]
        case t.SetOf(t.Player()):
            return ",".join(name for i, name in enumerate(world.game.names) if option.value >> i & 1)
        case t.SetOf(t.Enum(_, members)):
            return ",".join(m for i, m in enumerate(members) if option.value >> i & 1)
        case _:
            return str(option.value)
