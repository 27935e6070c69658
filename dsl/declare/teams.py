"""Teams: `for North and South against East and West`. They are open and fixed; what is hidden or changes are roles, in the rules.

A team is a value of the type `Team`, which such a game has without declaring it. Its players sit apart from each other, so that the
sides alternate around the table.
"""

from __future__ import annotations

from rulewright.core.program import Table
from rulewright.core.types import INT
from rulewright.dsl import types as t
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import World

WORDS = frozenset({"team", "partner"})


def declare_teams(world: World, body: list[d.Decl | d.Prose]) -> None:
    """The type of the teams, and who is in which."""
    game = world.game
    if not game.teams:
        return
    span = game.names_spans[0].to(game.names_spans[-1])
    if all(len(team) == 1 for team in game.teams):
        help = f"Write `for {', '.join(game.names)}`, or who plays together: `for Ann and Bob against Cid and Dee`."
        world.error(codes.BAD_PLAYERS, "This way everybody plays alone.", span, help=help)
    _refuse_names(world, body)
    members = tuple("_and_".join(name.lower() for name in team) for team in game.teams)
    world.enums["Team"] = t.Enum("Team", members)
    world.program.enums["Team"] = members
    seats = world.program.seats
    for team in game.teams:
        world.program.teams.append((_title(team), sum(1 << seats.index(name) for name in dict.fromkeys(team))))
    world.looks.values["Team"] = {m: d.Called(span, _title(team), "") for m, team in zip(members, game.teams, strict=True)}
    whose = tuple(next(i for i, team in enumerate(game.teams) if seat in team) for seat in seats)
    world.program.add_table(Table("Player.team", INT, whose))


def _title(team: list[str]) -> str:
    return " and ".join([", ".join(team[:-1]), team[-1]]) if len(team) > 1 else team[0]


def _refuse_names(world: World, body: list[d.Decl | d.Prose]) -> None:
    """What teams bring cannot be declared once more."""
    others = (Label(world.game.span, "this game has teams"),)
    for decl in body:
        if isinstance(decl, d.TypeDecl | d.Piece) and decl.name == "Team":
            help = "Leave it out: who plays together is said in the first line."
            world.error(codes.DUPLICATE_NAME, "A game of teams has a type `Team` already.", decl.name_span, others=others, help=help)
    for named in (*(x for x in body if isinstance(x, d.Option | d.Place | d.Define)), *nodes(body, d.Attribute)):
        if named.name in WORDS:
            message = f"`{named.name}` means the {named.name} of a player here."
            world.error(codes.RESERVED_NAME, message, named.name_span, others=others, help="Choose another name.")
