"""Routines: definitions, phases, own verbs, actions, interrupts, and what cards add to them. Only their forms; no bodies."""

from __future__ import annotations

from rulewright.core.program import Proc
from rulewright.dsl import types as t
from rulewright.dsl.declare.domains import domain_type, named_type
from rulewright.dsl.declare.saying import said
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import CardSym, DefineSym, ParamSym, PlaceSym, RoutineSym, World, snake


def declare_routines(world: World, body: list[d.Decl | d.Prose]) -> None:
    for decl in body:
        match decl:
            case d.Define():
                _define(world, decl)
            case d.Procedure():
                name = decl.name if decl.word in {"phase", "to"} else decl.word
                params = _signature_params(world, decl.signature) if decl.signature is not None else _params(world, decl.params)
                _routine(world, name, decl.word, decl, params)
            case d.Action():
                _routine(world, decl.signature.name, "action", decl, _signature_params(world, decl.signature))
            case d.Interrupt():
                _routine(world, decl.signature.name, "interrupt", decl, _signature_params(world, decl.signature))
            case d.Standing():
                world.standings.append((decl, None))
            case d.Hook():
                world.hooks.append(decl)
            case d.Score():
                world.score = decl
            case d.Winner():
                world.winner = decl
            case d.Example():
                world.examples.append(decl)
    for decl in body:
        if isinstance(decl, d.Card):
            _card(world, decl)


def name_type(world: World, name: str) -> t.Type | None:
    """The type that a small word has by itself: `player` is a Player, `tile` a Tile, `pips` nothing in particular."""
    if name in {"player", "rival"}:
        return t.PLAYER
    for kind in world.kinds.values():
        if kind.word == name:
            return t.Piece(frozenset({kind.name}))
    for type_name, type in world.enums.items():
        if snake(type_name) == name:
            return type
    boards = [p for p in world.boards() if snake(p.core.cell_kind) == name]
    if boards:
        return t.Cell(frozenset(p.name for p in boards), boards[0].core.cell_kind)
    if name == "cell":
        return t.Cell(frozenset(), "Place")
    if name == "way":
        return named_type(world, "Way", e.Kind(world.game.span, "Way"))
    if name in {"number", "n", "amount", "count", "points", "pips"}:
        return t.ANY_NUMBER
    return None


def _param_type(world: World, param: d.Param) -> t.Type:
    if param.domain is not None:
        return domain_type(world, param.domain, param.name)
    type = name_type(world, param.name)
    if type is None:
        world.error(
            codes.UNKNOWN_NAME,
            f"It is not clear what `{param.name}` is.",
            param.span,
            help=f"Write its type, like `{param.name}: {'Piece' if param.name == 'piece' else '0 to 9'}`, or name it after a kind.",
        )
        return t.POISON
    return type


def _params(world: World, params: list[d.Param]) -> list[ParamSym]:
    seen: set[str] = set()
    found = []
    for param in params:
        if param.name in seen:
            world.error(codes.DUPLICATE_NAME, f"Two parameters are called `{param.name}`.", param.span)
        seen.add(param.name)
        found.append(ParamSym(param.name, _param_type(world, param), "", None, param.span))
    return found


def _define(world: World, decl: d.Define) -> None:
    sym = world.defines[decl.name]
    if sym.decl is not decl:
        return
    sym.params = _params(world, decl.params)


def _routine(world: World, name: str, sort: str, decl: d.Procedure | d.Action | d.Interrupt, params: list[ParamSym]) -> RoutineSym:
    span = decl.span
    sym = RoutineSym(
        name,
        sort,
        decl,
        said(decl),
        params,
        Proc(name, span=world.span_number(span)),
        head=decl.signature.span if decl.signature is not None else None,
    )
    others = world.routines.setdefault(name, [])
    for other in others:
        same = [p.prep for p in other.params] == [p.prep for p in params]
        if same and (other.sort in {"action", "interrupt"} or sort in {"action", "interrupt"} or _same_types(other.params, params)):
            world.error(
                codes.DUPLICATE_NAME,
                f"`{name}` is declared twice with the same words.",
                span,
                help="Give one of them another name.",
                others=(Label(other.decl.span, "declared here first"),),
            )
    others.append(sym)
    world.program.add_proc(sym.proc)
    return sym


def _same_types(a: list[ParamSym], b: list[ParamSym]) -> bool:
    return all(x.type == y.type for x, y in zip(a, b, strict=True))


def _signature_params(world: World, signature: d.Signature | None) -> list[ParamSym]:
    if signature is None:
        return []
    found: list[ParamSym] = []
    parts: list[tuple[str, e.Sel]] = [("", signature.first)] if signature.first is not None else []
    parts += signature.tails
    if _refuses_range(world, signature.name, parts):
        return []
    for prep, sel in parts:
        name, type = selection_head(world, sel)
        if any(p.name == name for p in found):
            world.error(codes.SHADOWED_NAME, f"Two things in this line are called `{name}`.", sel.span, help=f"Write `… as other_{name}`.")
        found.append(ParamSym(name, type, prep, sel, sel.span))
    return found


def _refuses_range(world: World, verb: str, parts: list[tuple[str, e.Sel]]) -> bool:
    """Refuse `take 1 to 3` and `take Number in 1 to 3`: a choice among numbers needs a type. Whether that was written."""
    match parts:
        case [
            ("", e.Sel(source=e.Num(value=low) | e.In(left=e.Kind(), right=e.Num(value=low))) as first),
            ("to", e.Sel(source=e.Num(value=high)) as last),
        ]:
            name = (last.alias or "amount").capitalize()
            world.error(
                codes.WRONG_ARGUMENTS,
                "Numbers to choose among have a type with a name.",
                first.span.to(last.span),
                help=f"Declare `type {name}: {low} to {high}`, and write `{verb} {name}` here.",
            )
            return True
    return False


def selection_head(world: World, sel: e.Sel) -> tuple[str, t.Type]:
    """The name that a selection in a signature binds, and the type of what it binds as far as the words tell."""
    node: e.Expr = sel.source
    while isinstance(node, e.In):
        node = node.left
    if isinstance(node, e.Of) and isinstance(node.left, e.Word) and node.left.name in {"set", "bag", "list"}:
        type = domain_type(world, d.Domain(node.span, [(node, None)], False))
        return sel.alias or "group", type
    if isinstance(node, e.Of):
        node = node.left
    if isinstance(node, e.Kind):
        if node.name in {"Row", "Column"}:
            return sel.alias or snake(node.name), line_type(world, sel, node)
        return sel.alias or snake(node.name), _of_the_place(world, sel, named_type(world, node.name, node))
    if isinstance(node, e.Word):
        return sel.alias or node.name, name_type(world, node.name) or _element_of(world, sel, node)
    world.error(codes.WRONG_ARGUMENTS, "Name a kind here, like `Tile` or `Cell in board`.", sel.span)
    return "thing", t.POISON


def _element_of(world: World, sel: e.Sel, node: e.Word) -> t.Type:
    """`target in board`: a cell of that board. Of anything else the word alone does not say what it is."""
    place = _named_place(world, sel)
    if place is not None and place.board is not None:
        return t.Cell(frozenset({place.name}), place.core.cell_kind)
    world.error(
        codes.UNKNOWN_NAME,
        f"It is not clear what `{node.name}` is.",
        sel.span,
        help=f"Name the kind, and then the thing: `Cell in … as {node.name}`.",
    )
    return t.POISON


def _named_place(world: World, sel: e.Sel) -> PlaceSym | None:
    """The place of `… in board`."""
    within = sel.source.right if isinstance(sel.source, e.In) else None
    return world.places.get(within.name) if isinstance(within, e.Word) else None


def _of_the_place(world: World, sel: e.Sel, type: t.Type) -> t.Type:
    """`Cell in board`: a cell of that board, though there be others."""
    place = _named_place(world, sel)
    if isinstance(type, t.Cell) and place is not None and place.name in type.places:
        return t.Cell(frozenset({place.name}), type.word)
    return type


def line_type(world: World, sel: e.Sel, node: e.Kind) -> t.Type:
    """`Column in board`: a line of the board that is named, or of the only one."""
    place = _named_place(world, sel)
    if place is None and len(world.boards()) == 1:
        place = world.boards()[0]
    if place is None or place.board is None:
        return t.POISON
    return t.Line(place.name, node.name, place.board.height if node.name == "Row" else place.board.width)


def _card(world: World, decl: d.Card) -> None:
    kind = world.kinds.get(decl.kind)
    if kind is None:
        places = [p for p in world.boards() if p.core.cell_kind == decl.kind]
        known = [*world.kinds, *(p.core.cell_kind for p in places)]
        world.unknown(codes.UNKNOWN_NAME, f"There is no kind of piece `{decl.kind}`.", decl.kind, decl.kind_span, known)
        return
    names = world.piece_names.get(kind.name, {})
    numbers = []
    for name, span in zip(decl.names, decl.names_spans, strict=True):
        if name not in names:
            world.unknown(codes.UNKNOWN_NAME, f"No {kind.name} is called “{name}”.", name, span, names)
            continue
        numbers.append(names[name])
    card = CardSym(
        decl, said(decl), kind, tuple(numbers), tuple(decl.names), decl.number, any(not isinstance(x, d.Prose) for x in decl.body)
    )
    world.cards.append(card)
    for member in decl.members:
        define = world.defines.get(member.name)
        if define is None:
            known = [*world.defines]
            world.unknown(codes.UNKNOWN_NAME, f"No definition is called `{member.name}`.", member.name, member.name_span, known)
            continue
        _check_subject(world, define, card, member.name_span)
        define.cards.append((card, member))
    for deed in decl.deeds:
        routine = next((r for r in world.routines.get(deed.name, ()) if r.params and r.sort in {"to", "phase", "action"}), None)
        if routine is None:
            world.unknown(
                codes.UNKNOWN_VERB,
                f"No verb `{deed.name}` is declared that a {kind.name} could replace.",
                deed.name,
                deed.name_span,
                world.routines,
                help=f"Declare it in general first: `to {deed.name} {kind.name}: pass`.",
            )
            continue
        routine.cards.append((card, deed))
    for standing in decl.standings:
        world.standings.append((standing, card))


def _check_subject(world: World, define: DefineSym, card: CardSym, span: Span) -> None:
    first = define.params[0].type if define.params else None
    if not isinstance(first, t.Piece) or card.kind.name not in first.kinds:
        world.error(
            codes.WRONG_ARGUMENTS,
            f"`{define.name}` is not about a {card.kind.name}, so a card cannot say what it is.",
            span,
            help=f"Its first parameter must be `{card.kind.word}`.",
        )
