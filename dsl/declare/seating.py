"""Who takes part: the first of those that the game names, or whom an option `set of Player` says."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.declare.options import named
from rulewright.dsl.diagnostics import Findings, Label, Stopped
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.diagnostics.suggest import nearest
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e


def seating(body: list[d.Decl | d.Prose], game: d.Game, findings: Findings) -> d.Option | None:
    """The option that says who takes part, if there is one."""
    found = [x for x in body if isinstance(x, d.Option) and says_who(x)]
    if found and game.fewest >= len(game.names):
        help = "Name more players than take part, or leave the option out."
        findings.add(codes.BAD_OPTION, "There is nobody to choose: all of them take part.", found[0].span, help=help)
    for other in found[1:]:
        message = "Another option says who takes part already."
        findings.add(codes.DUPLICATE_NAME, message, other.span, others=(Label(found[0].span, "this one"),))
    return found[0] if found else None


def says_who(option: d.Option) -> bool:
    """Whether it is an option `set of Player`."""
    match option.domain.parts:
        case [(e.Of(_, e.Word(_, "set"), e.Kind(_, "Player")), *_)]:
            return True
    return False


def chosen(option: d.Option | None, game: d.Game, options: Mapping[str, str], players: int | None, findings: Findings) -> tuple[str, ...]:
    """Those who were named, in the order in which they sit; nobody if nobody was."""
    if option is None or option.name not in options:
        return ()
    known = {name.lower(): name for name in game.names}
    wanted = named(options[option.name])
    unknown = next((name for name in wanted if name.lower() not in known), None)
    if unknown is not None or not wanted:
        near = nearest(unknown.lower(), list(known)) if unknown is not None else None
        there = f"Name some of {', '.join(game.names)}."
        message = f"Nobody is called `{unknown}`." if unknown is not None else f"`{option.name}` names nobody."
        findings.add(codes.BAD_OPTION, message, option.span, help=f"Did you mean {known[near]}? {there}" if near is not None else there)
        raise Stopped
    seats = tuple(name for name in game.names if name.lower() in {x.lower() for x in wanted})
    if players not in (None, len(seats)):
        message = f"`{option.name}` names {len(seats)} of {', '.join(game.names)}, but {players} take part."
        findings.add(codes.BAD_OPTION, message, option.span, help="Name as many as take part, or leave the number out.")
        raise Stopped
    return seats
