"""From a list of declarations to the world: the order in which things are declared, so that each finds what it needs."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from rulewright.core.program import Func, Program, int_field, set_field
from rulewright.core.types import Set
from rulewright.dsl import types as t
from rulewright.dsl.declare import edges as edges_
from rulewright.dsl.declare import kinds as kinds_
from rulewright.dsl.declare import places as places_
from rulewright.dsl.declare import seating
from rulewright.dsl.declare.adding import added_values
from rulewright.dsl.declare.domains import LIBRARY_TYPES, constant, domain_type
from rulewright.dsl.declare.gather import Gathered, replaced, settled
from rulewright.dsl.declare.looks import declare_looks
from rulewright.dsl.declare.options import default_value, read_value
from rulewright.dsl.declare.reserved import refuse_reserved
from rulewright.dsl.declare.routines import declare_routines
from rulewright.dsl.declare.saying import attach, said
from rulewright.dsl.declare.teams import declare_teams
from rulewright.dsl.diagnostics import Findings, Label, Stopped
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.source import NOWHERE, Sources, Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import DefineSym, OptionSym, World

MOST_VALUES = 1000  # of a type
T = TypeVar("T")
Body = list[d.Decl | d.Prose]


def declare(
    gathered: Gathered, sources: Sources, findings: Findings, folder: Path, options: Mapping[str, str], players: int | None
) -> World:
    body = settled(gathered)
    game = _game(body, findings)
    named = seating.chosen(seating.seating(body, game, findings), game, options, players, findings)
    seats = _seats(game, len(named) or players, findings)
    program = Program(game.title, named or tuple(game.names[:seats]))
    world = World(sources, findings, folder, program, game, seats)
    world.chapters = body
    world.removed = gathered.removed
    world.replaced = replaced(gathered)
    refuse_reserved(world, body)
    _unique(world, body)
    _types(world, body)
    declare_teams(world, body)
    for decl in _of(body, d.Define):
        world.defines.setdefault(
            decl.name,
            DefineSym(decl.name, decl, said(decl), [], Func(decl.name), formula=decl.value.span if decl.value is not None else None),
        )
    for piece in _of(body, d.Piece):
        if piece.name not in world.kinds:
            kinds_.shell(world, piece)
    _options(world, body, options)
    _things(world, body)
    _player_and_game(world, body)
    attach(world, body)
    _machinery(world, _tells(world, body))
    declare_routines(world, body)
    _shuffled(world, body)
    declare_looks(world, body)
    findings.stop_on_errors()
    return world


def _of(body: Body, kind: type[T]) -> list[T]:
    return [x for x in body if isinstance(x, kind)]


def _game(body: Body, findings: Findings) -> d.Game:
    games = _of(body, d.Game)
    if not games:
        first = next(iter(body), None)
        findings.add(
            codes.NO_GAME,
            "The file does not say which game it is.",
            first.span if first else NOWHERE,
            help='Begin it with a line like `game "Tic-Tac-Toe" for X, O`.',
        )
        raise Stopped
    if len(games) > 1:
        findings.add(codes.TWO_GAMES, "A second game begins here.", games[1].span, others=(Label(games[0].span, "the first one"),))
    return games[0]


def _seats(game: d.Game, players: int | None, findings: Findings) -> int:
    if len(set(game.names)) < len(game.names):
        at = next(i for i, name in enumerate(game.names) if name in game.names[:i])
        first = game.names_spans[game.names.index(game.names[at])]
        findings.add(
            codes.DUPLICATE_NAME, f"Two players are called {game.names[at]}.", game.names_spans[at], others=(Label(first, "the first one"),)
        )
    span = game.names_spans[0].to(game.names_spans[-1]) if game.names_spans else game.span
    if game.fewest < 1 or game.most > 16:
        findings.add(codes.BAD_PLAYERS, "A game is for at least 1 and at most 16 players.", span)
        raise Stopped
    if game.most < game.fewest:
        findings.add(
            codes.BAD_PLAYERS,
            f"{game.fewest} to {game.most} is not a number of players.",
            span,
            help=f"The smaller number comes first: `for {game.most} to {game.fewest} players`.",
        )
        raise Stopped
    if len(game.names) < game.most:
        findings.add(
            codes.BAD_PLAYERS,
            f"The game is for up to {game.most} players, but only {len(game.names)} have names.",
            span,
            help="Name as many players as can take part, or none of them.",
        )
        raise Stopped
    if players is None:
        return game.fewest
    if not game.fewest <= players <= game.most:
        wanted = f"{game.fewest}" if game.fewest == game.most else f"{game.fewest} to {game.most}"
        findings.add(codes.BAD_PLAYERS, f"“{game.title}” is for {wanted} players, not for {players}.", game.span)
        raise Stopped
    return players


def _unique(world: World, body: Body) -> None:
    """No two things, and no two routines of the same form, have one name."""
    seen: dict[str, Span] = {}
    for decl in body:
        match decl:
            case d.Option() | d.TypeDecl() | d.Piece() | d.Place() | d.Define():
                name, span = decl.name, decl.name_span
            case d.Procedure() if decl.word == "phase":
                name, span = decl.name, decl.name_span
            case d.Procedure() if decl.word in {"setup", "turn", "play"}:
                name, span = decl.word, decl.name_span
            case d.Score():
                name, span = "score", decl.span
            case d.Winner():
                name, span = "winner", decl.span
            case _:
                continue
        if name in seen:
            world.error(codes.DUPLICATE_NAME, f"`{name}` is declared twice.", span, others=(Label(seen[name], "declared here first"),))
        seen.setdefault(name, span)
        if name in LIBRARY_TYPES and isinstance(decl, d.Piece | d.TypeDecl):
            world.error(codes.RESERVED_NAME, f"`{name}` is a word of the language.", span, help="Choose another name.")
        if name in world.game.names:
            world.error(codes.DUPLICATE_NAME, f"`{name}` is the name of a player already.", span)


def _types(world: World, body: Body) -> None:
    for decl in _of(body, d.TypeDecl):
        type = domain_type(world, decl.domain, decl.name)
        type = added_values(world, decl, type)
        if isinstance(type, t.Number) and type.high - type.low >= MOST_VALUES:
            world.error(
                codes.NOT_FINITE,
                f"A type cannot have {type.high - type.low + 1:,} values.",
                decl.domain.span,
                help=f"At most {MOST_VALUES:,}. For an amount, write its range where it is needed: `gold: {type.low} to {type.high}`.",
            )
            type = t.POISON
        if isinstance(type, t.Enum):
            type = t.Enum(decl.name, type.members)
        world.enums.setdefault(decl.name, type)
        if isinstance(type, t.Enum):
            world.program.enums[decl.name] = type.members


def _options(world: World, body: Body, chosen: Mapping[str, str]) -> None:
    known = {decl.name for decl in _of(body, d.Option)}
    there = f"Choose one of: {', '.join(sorted(known))}." if known else "The game has no options."
    for name in chosen:
        if name in world.removed:
            world.error(codes.BAD_OPTION, f"There is no option `{name}`: a variant removes it.", world.game.span, help=there)
        elif name not in known:
            world.unknown(codes.BAD_OPTION, f"There is no option `{name}`.", name, world.game.span, known, help=there)
    for decl in _of(body, d.Option):
        if decl.name in world.options:
            continue
        exactly = None
        first = decl.domain.parts[0][0]
        if isinstance(first, e.Of) and not isinstance(first.left, e.Word):
            exactly = constant(world, first.left)
        type = domain_type(world, decl.domain, decl.name)
        option = OptionSym(decl.name, type, 0, exactly, decl, said(decl), seating=seating.says_who(decl))
        option.value = option.default = default_value(world, option)
        if decl.name in chosen:
            option.value = read_value(world, option, chosen[decl.name])
        world.options[decl.name] = option


def _things(world: World, body: Body) -> None:
    """Kinds and places need each other: shapes first, then pieces, then what depends on how many there are."""
    extra: dict[str, list[d.Attribute]] = {}
    for has in _of(body, d.Has):
        if has.owner is not None and has.owner != "Player":
            extra.setdefault(has.owner, []).extend(has.attributes)
    plans = {}
    for decl in _of(body, d.Place):
        if decl.name not in world.places:
            plans[decl.name] = places_.shell(world, decl)
    edges_.join(world, plans)
    late = [p for p, plan in plans.values() if plan.shape == "open_grid" or (p.decl is not None and p.decl.per in world.kinds)]
    kind_plans: dict[str, kinds_.Plan] = {}
    # Boards whose size is known already, in the order of the text; families of their cells after them.
    waiting = [s for s, _ in plans.values() if s not in late]
    families = (None, "Player", *world.enums)
    for sym in sorted(waiting, key=lambda s: (s.decl is not None and s.decl.per not in families, s.edges_of is not None)):
        places_.number_sites(world, sym, plans[sym.name][1], kind_plans)
    for kind in world.kinds.values():
        kinds_.attributes(world, kind, extra.pop(kind.name, []))
        kind_plans[kind.name] = kinds_.plan(world, kind)
        kinds_.pieces(world, kind, kind_plans[kind.name])
    for sym in late:
        places_.number_sites(world, sym, plans[sym.name][1], kind_plans)
    for sym, plan in plans.values():
        places_.limits(world, sym, plan)
    places_.mats(world, kind_plans)
    for kind in world.kinds.values():
        kinds_.fields(world, kind)
    for sym, plan in plans.values():
        places_.cell_attributes(world, sym, plan, extra.pop(sym.core.cell_kind, []) if sym.board is not None else [])
    for name, attributes in extra.items():
        if name in world.enums:
            _enum_attributes(world, name, attributes)
        else:
            known = [*world.enums, *world.kinds, *world.cell_kinds(), "Player"]
            world.unknown(codes.UNKNOWN_NAME, f"There is no kind or type `{name}`.", name, attributes[0].span, known)


def _enum_attributes(world: World, name: str, attributes: list[d.Attribute]) -> None:
    found = world.enum_attrs.setdefault(name, {})
    _, size = kinds_.span_of(world, world.enums[name])
    for decl in attributes:
        attr = kinds_.attribute(world, decl, "enum", name)
        attr.core = kinds_.state_attribute(world, attr, f"{name}.{decl.name}", size, 0)
        found[decl.name] = attr


def _player_and_game(world: World, body: Body) -> None:
    for decl in world.game.attributes:
        _game_attribute(world, decl)
    for has in _of(body, d.Has):
        if has.owner is None:
            for decl in has.attributes:
                _game_attribute(world, decl)
        elif has.owner == "Player":
            for decl in has.attributes:
                if decl.name in world.player_attrs:
                    earlier = kinds_.earlier(world.player_attrs[decl.name])
                    world.error(codes.DUPLICATE_NAME, f"A player has `{decl.name}` twice.", decl.name_span, others=earlier)
                    continue
                attr = kinds_.attribute(world, decl, "player", "")
                attr.core = kinds_.state_attribute(world, attr, f"Player.{decl.name}", world.seats, 0)
                world.player_attrs[decl.name] = attr


def _game_attribute(world: World, decl: d.Attribute) -> None:
    if decl.name in world.game_attrs:
        earlier = kinds_.earlier(world.game_attrs[decl.name])
        world.error(codes.DUPLICATE_NAME, f"The game has `{decl.name}` twice.", decl.name_span, others=earlier)
        return
    attr = kinds_.attribute(world, decl, "game", "")
    attr.core = kinds_.state_attribute(world, attr, f"game.{decl.name}", 1, 0)
    world.game_attrs[decl.name] = attr


def _machinery(world: World, telling: bool) -> None:
    """Fields that every match has: where the pieces are, whose turn it is, how it ended, the generator; and who knows a piece, if
    some sentence tells."""
    program = world.program
    program.turns = program.add_field(int_field("turns", 0, 10_000_000, compared=False))
    program.actor = program.add_field(int_field("actor", -1, world.seats - 1, 1, (-1,)))
    if program.pieces:
        program.loc = program.add_field(int_field("loc", 0, program.sites, program.pieces))
        owners = max((k.owners for k in program.kinds), default=0)
        start: list[int] = []
        for kind in program.kinds:
            if not kind.counted:
                each = kind.count // max(1, kind.owners)
                start += [i // each if kind.owners and each else -1 for i in range(kind.count)]
        program.owner = program.add_field(int_field("owner", -1, max(owners, world.seats) - 1, program.pieces, tuple(start)))
        if telling or any(p.seen == "witnesses" or "witnesses" in p.seen_kinds.values() for p in program.places):
            program.known = program.add_field(set_field("known", Set(0, world.seats), program.pieces))
            program.known.compared = False
    program.over = program.add_field(int_field("over", 0, 9, compared=False))
    program.winners = program.add_field(set_field("winners", Set(0, world.seats)))
    program.winners.compared = False
    program.ending = program.add_field(int_field("ending", -1, 32_000, 1, (-1,), compared=False))
    program.cause = program.add_field(int_field("cause", -1, 2**31 - 1, 1, (-1,), compared=False))


def _tells(world: World, body: Body) -> bool:
    """Whether some sentence shows a piece that lies hidden, so that it must be kept who knows it."""
    if all(p.seen == "all" and not p.seen_kinds for p in world.program.places):
        return False
    said = nodes(_with_text(world, body, r"\b(show|reveal)s?\b"), e.Phrase)
    return any(isinstance(a, e.Word) and a.name in {"show", "shows", "reveal", "reveals"} for phrase in said for a in phrase.arguments[:2])


def _shuffled(world: World, body: Body) -> None:
    """The places that some sentence shuffles: the order of what lies there may be unknown."""
    world.shuffled = {p.name for p in world.places.values() if p.core.shape == "deck"}
    for phrase in nodes(_with_text(world, body, "shuffle"), e.Phrase):
        words = [a for a in phrase.arguments if isinstance(a, e.Word)]
        if any(w.name in {"shuffle", "shuffles"} for w in words[:2]):
            world.shuffled |= {w.name for w in nodes(phrase.arguments, e.Word) if w.name in world.places}


def _with_text(world: World, body: Body, text: str) -> Body:
    """The declarations in which a piece of text stands: each reaches to the next one of its file."""
    starts = sorted((decl.span.file, decl.span.start, number) for number, decl in enumerate(body))
    found = set()
    for source in world.sources:
        for match in re.finditer(text, source.text):
            at = bisect(starts, (source.number, match.start(), len(body))) - 1
            if at >= 0 and starts[at][0] == source.number:
                found.add(starts[at][2])
    return [body[number] for number in sorted(found)]
