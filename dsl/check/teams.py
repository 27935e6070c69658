"""Teams: who has a partner, and whether a score is about a player or about the team."""

from __future__ import annotations

from rulewright.core.program import Func
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.teams import added_up
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import World

OWN = frozenset({"player", "rival", "partner", "ahead", "behind"})  # words that mean one player


def has_partner(world: World, span: Span) -> bool:
    """Whether everybody has exactly one partner; told if not."""
    teams = world.program.teams
    if not teams:
        help = "Say who plays together: `game … for North and South against East and West`."
        world.error(codes.UNKNOWN_NAME, "Nobody has a partner here: the game has no teams.", span, help=help)
        return False
    odd = next((title for title, bits in teams if bits.bit_count() != 2), "")
    if odd:
        alone = " and " not in odd
        name = odd.split(", ")[0].split(" and ")[0]
        message = f"{name} plays alone." if alone else f"{name} has several partners."
        help = "Say which player is meant: `first Player in team where …`."
        world.error(codes.AMBIGUOUS, message, span, help=help)
    return not odd


def for_team(world: World, name: str, func: Func, node: e.Expr, span: Span) -> Func:
    """A number for each player as the number of the team: added up if it is about `player`, else as it is."""
    if not world.program.teams:
        return func
    one, team = spoken_of(world, node)
    if one and team:
        help = "Write two entries: one about `player`, which is added up over the players of a team, and one about `team`."
        world.error(codes.AMBIGUOUS, "This is about a player and about the team at once.", span, help=help)
    return added_up(world, name, func) if one else func


def spoken_of(world: World, node: object, seen: frozenset[str] = frozenset()) -> tuple[bool, bool]:
    """Whether something is about the player who acts, and whether about their team; also by way of definitions."""
    one = team = False
    hidden: set[int] = set()
    for found in nodes(node, e.Dot | e.Of):  # type: ignore[arg-type]
        match found:
            case e.Dot(_, e.Word(_, "player") as word, "team") | e.Of(_, e.Word(_, "team"), e.Word(_, "player") as word):
                hidden.add(id(word))
                team = True
    for binding in nodes(node, e.Many | e.Fold | e.Every):  # type: ignore[arg-type]
        head = binding.selection.source
        head = head.left if isinstance(head, e.In) else head
        if isinstance(head, e.Kind) and binding.selection.alias is None and head.name in {"Player", "Team"}:
            hidden |= {id(word) for word in nodes(binding, e.Word) if word.name == head.name.lower()}
    for word in nodes(node, e.Word):
        if id(word) in hidden:
            continue
        sole = next((k for k in world.kinds.values() if k.word == word.name and not k.core.counted and k.core.count == k.core.owners), None)
        if word.name in OWN or sole is not None:
            one = True
        elif word.name == "team":
            team = True
        elif word.name in world.defines and word.name not in seen:
            decl = world.defines[word.name].decl
            own = {p.name for p in decl.params}
            if not own & {"player"}:
                inner = spoken_of(world, [decl.value, decl.cases, decl.otherwise], seen | {word.name})
                one, team = one or inner[0], team or (inner[1] and "team" not in own)
    return one, team
