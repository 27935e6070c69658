"""Examples: a position, what is played, and what must follow, as code that can be run.

An example begins with everything in the box and every attribute at its start. `given` makes things so. `when` makes a choice,
or performs a sentence; if nothing is running, a choice begins the play with the player who makes it. `then` must hold.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core import ir
from rulewright.core.program import BOX, Func, Proc, Shown
from rulewright.core.types import INT, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.actions import action_named, shown_as
from rulewright.dsl.check.actions import given as given_arguments
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.expressions import expr, test
from rulewright.dsl.check.phrases import Parts, pick_routine, take_apart
from rulewright.dsl.check.purses import named_purse
from rulewright.dsl.check.roles import action_words, giving_words, says_nothing
from rulewright.dsl.check.routines import begin_turn
from rulewright.dsl.check.standings import players_from
from rulewright.dsl.check.statements import sentence
from rulewright.dsl.check.targets import target, target_of
from rulewright.dsl.check.turns import taken
from rulewright.dsl.declare.options import read_value
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.moving import numbered_piece
from rulewright.dsl.lower import state
from rulewright.dsl.lower.moving import from_supply, in_box, move_piece, put_tokens, take_tokens
from rulewright.dsl.lower.purses import Purse
from rulewright.dsl.lower.values import ONE, ZERO, Routine, Value, const, prim
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, PlaceSym, World

Out = list[ir.Stmt]


@dataclass(slots=True)
class Make:
    """Statements that make the position."""

    proc: Proc
    text: str
    span: int


@dataclass(slots=True)
class Perform:
    """A sentence to be carried out, decisions in it included."""

    proc: Proc
    text: str
    span: int


@dataclass(slots=True)
class Choose:
    """A choice: who, which action or label, and the values of arguments by preposition."""

    who: Func | None  # None: chance
    verb: str
    arguments: list[tuple[str, Func]]
    chosen: Func | None  # for `chooses`: a value or a set of values
    label: str | None
    text: str
    span: int
    several: bool = False


@dataclass(slots=True)
class Expect:
    """A condition that must hold; or a question about the end of the match."""

    func: Func | None
    ending: str
    who: Func | None
    text: str
    span: int
    shown: Shown | None = None
    value: Func | None = None  # the left side of a comparison, to tell what was found instead


Step = Make | Perform | Choose | Expect


@dataclass(slots=True)
class ExampleCode:
    title: str
    decl: d.Example
    steps: list[Step] = field(default_factory=list)


def check_examples(world: World) -> dict[int, ExampleCode]:
    """The code of the examples that play with the present options, by number."""
    for decl in world.examples:
        _check_players(world, decl)
    return {n: _example(world, decl) for n, decl in enumerate(world.examples) if suits(world, decl)}


def rehearse_examples(world: World) -> None:
    """Check the examples for mistakes, and leave the program as it was: whoever plays needs no code of them."""
    program = world.program
    kept = {name: list(getattr(program, name)) for name in KEPT}
    spans, told, titles = dict(world.spans), dict(world.told), dict(program.titles)
    ordered = [place.core.ordered for place in world.places.values()]
    check_examples(world)
    for name, items in kept.items():
        getattr(program, name)[:] = items
    world.spans, world.told, program.titles = spans, told, titles
    for place, was in zip(world.places.values(), ordered, strict=True):
        place.core.ordered = was


KEPT = ("procs", "funcs", "tables", "fields", "indexes", "extra", "rules", "endings", "texts", "spans", "choices")


def other_settings(world: World) -> list[tuple[dict[str, str], int | None]]:
    """The options and numbers of players of those examples that do not play with the present ones, each once."""
    found: dict[tuple[tuple[tuple[str, str], ...], int | None], None] = {}
    for decl in world.examples:
        if not suits(world, decl):
            found[tuple(sorted(option_givens(decl, set(world.options)).items())), players_given(decl)] = None
    return [(dict(options), players) for options, players in found]


def suits(world: World, decl: d.Example) -> bool:
    """Whether the options and the number of players of an example are those with which the game is loaded."""
    if players_given(decl) not in (None, world.seats):
        return False
    wanted = option_givens(decl, set(world.options))
    for name, option in world.options.items():
        value = read_value(world, option, wanted[name]) if name in wanted else option.default
        if value != option.value:
            return False
    return True


def option_givens(decl: d.Example, names: set[str]) -> dict[str, str]:
    """Options that an example sets: `given sets is {travel, war, crafts}`."""
    found = {}
    for step in decl.steps:
        if isinstance(step, d.Given) and isinstance(step.left, e.Word) and step.left.name in names and step.right is not None:
            found[step.left.name] = _plain_text(step.right)
    return found


def players_given(decl: d.Example) -> int | None:
    """`given 5 players`: how many take part."""
    return next((n for step in decl.steps if (n := players_in(step)) is not None), None)


def players_in(step: object) -> int | None:
    match step:
        case d.Given(phrase=e.Phrase(each=None, arguments=[e.Num(_, number), e.Word(_, "players" | "player")], tails=[])):
            return number
    return None


def _check_players(world: World, decl: d.Example) -> None:
    said = [s for s in decl.steps if players_in(s) is not None]
    for step in said[1:]:
        world.error(codes.DUPLICATE_NAME, "The number of players is given twice.", step.span, help="Leave one of the lines out.")
    for step in said[:1]:
        number, game = players_in(step), world.game
        if number is not None and not game.fewest <= number <= game.most:
            wanted = f"{game.fewest}" if game.fewest == game.most else f"{game.fewest} to {game.most}"
            world.error(codes.BAD_PLAYERS, f"The game is for {wanted} players, not for {number}.", step.span)


def _plain_text(node: e.Expr) -> str:
    match node:
        case e.Word(_, name) | e.Kind(_, name):
            return name
        case e.Num(_, value):
            return str(value)
        case e.Minus(_, e.Num(_, value)):
            return str(-value)
        case e.Braces(_, items):
            return ",".join(_plain_text(i) for i, _ in items)
        case _:
            return ""


def _example(world: World, decl: d.Example) -> ExampleCode:
    code = ExampleCode(decl.title, decl)
    for step in decl.steps:
        match step:
            case d.Prose():
                continue
            case d.Given() if players_in(step) is not None:
                continue
            case d.Given():
                if isinstance(step.left, e.Word) and step.left.name in world.options:
                    continue
                code.steps.append(_given(world, step))
            case d.Played():
                code.steps.append(_played(world, step))
            case d.Then():
                code.steps.append(_then(world, step))
    return code


def _proc(world: World, name: str, build) -> Proc:  # type: ignore[no-untyped-def]
    routine = Routine()
    cx = Context(world, routine)
    body: Out = []
    build(cx, body)
    proc = Proc(name, (), routine.locals, routine.names, tuple(body), sorts=routine.sorts)
    world.program.add_proc(proc)
    world.program.extra.append(proc)
    return proc


def _func(world: World, value, type: Set | None = None) -> Func:  # type: ignore[no-untyped-def]
    routine = Routine()
    cx = Context(world, routine)
    func = Func("example", (), routine.locals, routine.names, sorts=routine.sorts)
    func.body = value(cx)
    func.type = func.body.type if func.body is not None else INT
    world.program.funcs.append(func)
    return func


# ---------------------------------------------------------------- given


def _given(world: World, step: d.Given) -> Make:
    def build(cx: Context, out: Out) -> None:
        if step.rows:
            _picture(cx, step, out)
        elif step.phrase is not None:
            sentence(cx, step.phrase, out)
        elif step.left is not None and step.right is not None:
            _equation(cx, step.left, step.right, out)

    return Make(_proc(world, "given", build), world.sources.text(step.span), world.span_number(step.span))


def _equation(cx: Context, left: e.Expr, right: e.Expr, out: Out) -> None:
    """Make an equation true: the contents of a place, or the value of an attribute."""
    purse = named_purse(cx, left)
    if purse is not None:
        _fill(cx, purse, right, out)
        return
    quiet = len(cx.world.findings.all)
    value = expr(cx, left)
    place = value.whole or coerce.place_of_type(cx, value.type)
    if place is not None and not _is_attribute(cx, left):
        _contents(cx, value, place, right, out)
        return
    del cx.world.findings.all[quiet:]
    goal = target(cx, left)
    if goal is None:
        return
    new = coerce.convert(cx, expr(cx, right, goal.type), goal.type, right.span)
    if new.expr is None or coerce.is_poison(new):
        return
    if goal.owner_of is not None:
        assert goal.owner_of.expr is not None
        out.append(ir.Effect("set_owner", (goal.owner_of.expr, new.expr), cx.span(left.span)))
    else:
        out.append(goal.store(new.expr, cx.span(left.span)))


def _fill(cx: Context, purse: Purse, right: e.Expr, out: Out) -> None:
    """`given Red.goods is {wood 2}`: so many of each, and nothing else."""
    wanted = t.BagOf(purse.elem)
    bag = coerce.convert(cx, expr(cx, right, wanted), wanted, right.span)
    if coerce.is_poison(bag) or bag.expr is None:
        return
    type = state.set_type(cx.world, purse.elem)
    member = cx.local("good")
    stored = purse.store(cx.world, member, prim("bag_count", bag.expr, member), right.span)
    out.append(ir.For(member, ir.SetConst(type.full, type), (stored,)))


def _is_attribute(cx: Context, node: e.Expr) -> bool:
    if isinstance(node, e.Dot):
        return True
    return isinstance(node, e.Word) and (node.name in cx.world.game_attrs)


def _contents(cx: Context, value: Value, place: PlaceSym, right: e.Expr, out: Out) -> None:
    """What lies in a place: cell by cell for a board, all together for a pile or hand."""
    site = (
        None
        if value.whole is not None and value.whole.board is not None
        else coerce.scalar(cx, coerce.site(cx, value, right.span), right.span)
    )
    kinds = [cx.world.kinds[cx.world.program.kinds[n].name] for n in place.core.limits]
    for sym in kinds:
        if not sym.core.counted and sym.core.count:
            piece = cx.local("piece")
            there = state.members(cx.world, sym, place, site) if site is not None else state.pieces_inside(cx.world, sym, place)
            out.append(ir.For(piece, there, (move_piece(cx, piece, const(BOX), right.span),)))
    items = right.items if isinstance(right, e.Braces) else [(right, None)]
    expected = t.Piece(frozenset(s.name for s in kinds if not s.core.counted and s.core.count))
    for number, (node, amount) in enumerate(items):
        goal = site if site is not None else const(place.core.base + number)
        if isinstance(node, e.Word) and node.name in {"none", "nothing", "empty"}:
            continue
        if amount is not None or (isinstance(node, e.Kind) and node.name in cx.world.kinds):
            _some_of_kind(cx, node, amount, goal, out)
            continue
        if isinstance(node, e.Num) and kinds and kinds[0].core.heaped:
            _heap(cx, kinds[0], goal, node.value, out)
            continue
        piece_value = coerce.piece(cx, expr(cx, node, expected), node.span)
        if piece_value.expr is not None and not coerce.is_poison(piece_value):
            out.append(move_piece(cx, piece_value.expr, goal, node.span))


def _some_of_kind(cx: Context, node: e.Expr, amount: e.Expr | None, site: ir.Expr, out: Out) -> None:
    """`{Adventurer 3}`, `{Shield}`: so many pieces of a kind from the box."""
    sym = cx.world.kinds.get(node.name) if isinstance(node, e.Kind) else None
    if sym is None:
        cx.error(codes.UNKNOWN_NAME, "Name a kind of piece here.", node.span)
        return
    count = coerce.number(cx, expr(cx, amount), amount.span) if amount is not None else ONE
    if sym.core.counted:
        out.append(put_tokens(cx, sym, site, ZERO, count, node.span))
        return
    piece, left = cx.local("piece"), cx.local("left")
    out.append(ir.Assign(left, count))
    body = (
        ir.Assign(piece, prim("first", in_box(sym))),
        move_piece(cx, piece, site, node.span),
        ir.Assign(left, prim("sub", left, ONE)),
    )
    out.append(ir.While(prim("gt", left, ZERO), body, -1))


def _heap(cx: Context, sym: KindSym, site: ir.Expr, amount: int, out: Out) -> None:
    low = state.span_of(cx.world, t.Piece(frozenset({sym.name})))[0]
    now = cx.local("now")
    out.append(ir.Assign(now, state.heap(sym, site, ZERO if sym.core.owners else None, low)))
    out.append(take_tokens(cx, sym, site, now, cx.world.game.span))
    out.append(put_tokens(cx, sym, site, ZERO, const(amount), cx.world.game.span))


def _picture(cx: Context, step: d.Given, out: Out) -> None:
    """A board set from a picture, its first line at the top."""
    node = step.left or (step.phrase.arguments[0] if step.phrase is not None and step.phrase.arguments else None)
    if node is None or isinstance(node, e.Sel):
        return
    if step.left is None and step.phrase is not None:
        _no_more(cx.world, step.phrase, 1, "given", "given board")
    value = expr(cx, node)
    place = value.whole
    if place is None or place.board is None:
        cx.error(codes.TYPE_MISMATCH, "Only a board can be set from a picture.", step.span)
        return
    board = place.board
    rows = [row.text.strip().strip("|").split() for row in step.rows]
    wide = [r for r, row in zip(step.rows, rows, strict=True) if len(row) != board.width]
    if len(rows) != board.height or wide:
        span = wide[0].span if wide else step.span
        help = "Each sign is one cell, from the top row down: a letter for a piece, a dot for an empty cell."
        cx.error(codes.BAD_TABLE, f"The picture of `{place.name}` needs {board.height} lines of {board.width} signs.", span, help)
        return
    kinds = [cx.world.kinds[cx.world.program.kinds[n].name] for n in place.core.limits]
    for line, row in enumerate(rows):
        for column, sign in enumerate(row):
            if sign in {".", "-", "·"}:
                continue
            site = place.core.base + (board.height - 1 - line) * board.width + column
            if not any(_place_sign(cx, sym, sign, site, step, out) for sym in kinds):
                cx.error(codes.UNKNOWN_NAME, f"No piece is drawn as `{sign}`.", step.rows[line].span)
                return


def _place_sign(cx: Context, sym: KindSym, sign: str, site: int, step: d.Given, out: Out) -> bool:
    found = read_sign(cx.world, sym, sign)
    if found is None:
        return False
    owner, attribute, member = found
    if sym.core.counted:
        out.extend(from_supply(cx, sym, const(max(0, owner)), ONE, step.span))
        out.append(put_tokens(cx, sym, const(site), const(max(0, owner)), ONE, step.span))
        return True
    pool = in_box(sym)
    if owner >= 0 and sym.core.owners:
        pool = prim("inter", pool, state.owned(cx.world, sym, const(owner)), type=pool.type)
    piece = cx.local("piece")
    out.append(ir.Assign(piece, prim("first", pool)))
    out.append(move_piece(cx, piece, const(site), step.span))
    if attribute is not None:
        goal = target_of(cx, Value(t.Piece(frozenset({sym.name})), piece), attribute, step.span)
        if goal is not None:
            out.append(goal.store(const(member), cx.span(step.span)))
    return True


def read_sign(world: World, sym: KindSym, sign: str) -> tuple[int, str | None, int] | None:
    """What a sign in a picture stands for: the owner, and an attribute with its value."""
    letters, attribute = signs(sym)
    if attribute is not None:
        low = sign.lower()
        if low not in letters:
            return None
        return (0 if sign.isupper() else 1), attribute, letters.index(low)
    if sym.core.owners and isinstance(sym.owner_type, t.Player):
        for number, seat in enumerate(world.program.seats):
            if sign.lower() == seat[:1].lower():
                return number, None, 0
    if not sym.core.owners and sign.lower() == sym.name[:1].lower():
        return -1, None, 0
    return None


def signs(sym: KindSym) -> tuple[str, str | None]:
    """`drawn by role from "kqrbnp"`: the letters, and the attribute they stand for."""
    for trait in sym.decl.traits:
        first = trait.arguments[0] if trait.arguments else None
        if isinstance(first, e.Word) and first.name == "drawn":
            tails = dict(trait.tails)
            by, letters = tails.get("by", [None])[0], tails.get("from", [None])[0]
            if isinstance(by, e.Word) and isinstance(letters, e.Text):
                return letters.value.lower(), by.name
    return "", None


# ---------------------------------------------------------------- when


def _played(world: World, step: d.Played) -> Perform | Choose:
    text, span = world.sources.text(step.span), world.span_number(step.span)
    nobody = Context(world, Routine())
    if step.who is not None and step.chosen is not None:
        return _pledge(world, step, text, span)
    assert step.phrase is not None
    if step.phrase.giving_span is not None:
        at = giving_words(nobody, step.phrase.giving_span)
        world.error(
            codes.WRONG_ARGUMENTS, f"`{world.sources.text(at)}` says nothing here.", at, help="An example only says what is chosen."
        )
    first = step.phrase.arguments[0] if step.phrase.arguments else None
    second = step.phrase.arguments[1] if len(step.phrase.arguments) > 1 else None
    if isinstance(first, e.Word) and first.name == "chance":
        return _chance(world, step, text, span)
    if isinstance(second, e.Word) and second.name in {"declines", "stops", "ends"} and first is not None and not isinstance(first, e.Sel):
        role = "decline" if second.name == "declines" else "done"
        _no_more(world, step.phrase, 2, f"{second.name}", f"when {world.sources.text(first.span)} {second.name}")
        return Choose(_player(world, first), role, [], None, None, text, span)
    parts = take_apart(nobody, step.phrase)
    if parts is None:
        return Perform(_proc(world, "when", lambda cx, out: None), text, span)
    if parts.subject is not None and (parts.verb not in {"take", "resolve"} or pick_routine(nobody, parts) is not None):
        return Choose(_player(world, parts.subject), parts.verb, _arguments(world, parts), None, None, text, span)
    phrase = step.phrase
    return Perform(_proc(world, "when", lambda cx, out: sentence(cx, phrase, out)), text, span)


def _player(world: World, node: e.Expr) -> Func:
    return _func(world, lambda cx: coerce.player(cx, expr(cx, node, t.PLAYER), node.span))


def _arguments(world: World, parts: Parts) -> list[tuple[str, Func]]:
    """The arguments that are given, by preposition; those of an action are read as what it takes."""
    found = []
    actions = [r for r in parts.routines if r.sort in {"action", "interrupt"}]
    routine = action_named(Context(world, Routine()), parts) if actions else None
    if actions and (routine is None or not action_words(Context(world, Routine()), parts, routine)):
        return []
    for prep, nodes in given_arguments(parts).items():
        param = next((p for p in routine.params if p.prep == prep), None) if routine is not None else None
        wanted = param.type if param is not None else None

        def value(cx: Context, nodes=nodes, wanted=wanted) -> ir.Expr:  # type: ignore[no-untyped-def]
            if len(nodes) == 2 and isinstance(nodes[0], e.Kind):
                return numbered_piece(cx, nodes[0], nodes[1]) or ZERO
            found_value = expr(cx, nodes[-1], wanted)
            if isinstance(wanted, t.Line):
                return _line(cx, found_value, wanted, nodes[-1].span)
            if wanted is not None:
                found_value = coerce.convert(cx, found_value, wanted, nodes[-1].span)
            return coerce.scalar(cx, found_value, nodes[-1].span)

        found.append((prep, _func(world, value)))
    return found


def _line(cx: Context, value: Value, wanted: t.Line, span: Span) -> ir.Expr:
    """A row or column by its number, from 1: `when Yellow drops column(c1)`, `when Yellow drops 3`."""
    if isinstance(value.type, t.Number) and value.expr is not None:
        if not 1 <= value.type.low <= value.type.high <= wanted.count:
            help = f"Write a number from 1 to {wanted.count}, or `{wanted.word.lower()}(…)` of a cell."
            cx.error(codes.OUT_OF_RANGE, f"There are {wanted.count} of these, numbered from 1.", span, help)
        return prim("sub", value.expr, ONE)
    if not isinstance(value.type, t.Poison):
        coerce.mismatch(cx, value, str(wanted), span, f"Name it by a cell in it: `{wanted.word.lower()}(…)`.")
    return ZERO


def _pledge(world: World, step: d.Played, text: str, span: int) -> Choose:
    """`Red chooses "Flee"`, `Red chooses 3`, `chance chooses {HH1, HH2}`"""
    assert step.who is not None and step.chosen is not None
    who = None if isinstance(step.who, e.Word) and step.who.name == "chance" else _player(world, step.who)
    chosen = step.chosen
    if isinstance(chosen, e.Text) and not any(chosen.value in names for names in world.piece_names.values()):
        return Choose(who, "", [], None, chosen.value, text, span)
    if isinstance(chosen, e.Braces):
        return Choose(who, "choose", [], _several(world, chosen), None, text, span, several=True)

    def value(cx: Context) -> ir.Expr:
        found = expr(cx, chosen)
        if isinstance(t.bare(found.type), t.Name):
            found = coerce.piece(cx, found, chosen.span)
        return coerce.scalar(cx, found, chosen.span)

    return Choose(who, "choose", [], _func(world, value), None, text, span)


def _several(world: World, node: e.Braces) -> Func:
    """Values in the order in which they are written."""

    def value(cx: Context) -> ir.Expr:
        numbers = []
        for item, _ in node.items:
            found = expr(cx, item)
            if isinstance(t.bare(found.type), t.Name):
                found = coerce.piece(cx, found, item.span)
            one = coerce.scalar(cx, found, item.span)
            if not isinstance(one, ir.Const):
                cx.error(codes.NOT_CONSTANT, "The chosen things must be named.", item.span)
                one = ZERO
            numbers.append(one.value)
        return ir.SeqConst(tuple(numbers), Seq(INT, max(1, len(numbers))))

    return _func(world, value)


CHANCE_DOES = ("rolls", "draws", "turns", "brings", "takes", "picks", "chooses")


def _no_more(world: World, phrase: e.Phrase, words: int, verb: str, shown: str) -> None:
    """Refuse what stands behind the last word that is read."""
    spans = [a.span for a in phrase.arguments[words:]] + [tail.span for tail in phrase.tails]
    if spans:
        says_nothing(Context(world, Routine()), spans[0], verb, shown)


def _chance(world: World, step: d.Played, text: str, span: int) -> Choose:
    """`chance rolls 3`, `chance draws Bakery`"""
    assert step.phrase is not None
    nodes = step.phrase.arguments[2:]
    verb = step.phrase.arguments[1] if len(step.phrase.arguments) > 1 else None
    if isinstance(verb, e.Word) and verb.name not in CHANCE_DOES:
        world.unknown(
            codes.UNKNOWN_VERB,
            f"Chance does not `{verb.name}`.",
            verb.name,
            verb.span,
            CHANCE_DOES,
            help="Write `when chance rolls 3`, `chance draws Bakery` or `chance chooses Ann`.",
        )
    _no_more(world, step.phrase, 3, "chance", "when chance rolls 3")
    if not nodes or isinstance(nodes[0], e.Sel):
        world.error(codes.WRONG_ARGUMENTS, "What does chance bring?", step.span, help="Write `when chance rolls 3`.")
        return Choose(None, "choose", [], None, None, text, span)
    node = nodes[0]

    def value(cx: Context) -> ir.Expr:
        found = expr(cx, node)
        if isinstance(t.bare(found.type), t.Name):
            found = coerce.piece(cx, found, node.span)
        return coerce.scalar(cx, found, node.span)

    return Choose(None, "choose", [], _func(world, value), None, text, span)


# ---------------------------------------------------------------- then


MATCH_IS = ("over", "drawn", "won", "lost")


def _then(world: World, step: d.Then) -> Expect:
    text, span = world.sources.text(step.span), world.span_number(step.span)
    node = step.test
    if step.decides:
        nobody = isinstance(node, e.Word) and node.name in {"chance", "nobody"}
        return Expect(
            None,
            f"decides {node.name}" if isinstance(node, e.Word) and nobody else "decides",
            None if nobody else _player(world, node),
            text,
            span,
        )
    about = node.operand if isinstance(node, e.Not) else node
    if isinstance(about, e.Compare) and isinstance(about.left, e.Word) and about.left.name == "match" and isinstance(about.right, e.Word):
        if about.right.name not in MATCH_IS:
            known = ", ".join(f"`then match is {word}`" for word in MATCH_IS)
            world.unknown(
                codes.UNKNOWN_NAME, f"A match is never {about.right.name}.", about.right.name, about.right.span, MATCH_IS, f"Write {known}."
            )
        negated = (about.relation == "is not") != isinstance(node, e.Not)
        return Expect(None, f"{'is not' if negated else 'is'} {about.right.name}", None, text, span)
    if isinstance(node, e.Compare) and isinstance(node.left, e.Word) and node.left.name == "winner" and node.relation == "is":
        return Expect(None, "winner", _player(world, node.right), text, span)
    if isinstance(node, e.Compare) and isinstance(node.left, e.Word) and node.left.name == "ending" and isinstance(node.right, e.Text):
        return Expect(None, f"ending {node.right.value}", None, text, span)
    func = _func(world, lambda cx: test(cx, node))
    shown, value = None, None
    if isinstance(node, e.Compare):
        holder: list[t.Type] = []
        left = node.left

        def left_side(cx: Context) -> ir.Expr:
            found = coerce.as_elements(cx, expr(cx, left), left.span)
            holder.append(found.type)
            return found.expr if found.expr is not None else ZERO

        quiet = len(world.findings.all)
        value = _func(world, left_side)
        del world.findings.all[quiet:]
        shown = shown_as(world, holder[0]) if holder else None
    return Expect(func, "", None, text, span, shown, value)


# ---------------------------------------------------------------- play from a position


def resume_proc(world: World) -> Proc:
    """The course of play from a position: with the game's own `play`, or with turns beginning with a given player."""
    routine = Routine()
    first = routine.new("first")
    play, turn = world.routine("play", "play"), world.routine("turn", "turn")
    body: Out = []
    if play is not None:
        body.append(ir.Do(play.proc, (const(-1),), -1))
    elif turn is not None:
        who = routine.new("player")
        cx = Context(world, routine, {}, Value(t.PLAYER, who))
        turns = tuple(taken(world, who, [*begin_turn(cx), ir.Do(turn.proc, (who,), -1)]))
        body.append(ir.While(ONE, (ir.For(who, players_from(world, first), turns),), -1))
    body.append(ir.End("score", None, -1, world.span_number(world.game.span)))
    proc = Proc("from here", (first,), routine.locals, routine.names, tuple(body), sorts=routine.sorts)
    world.program.add_proc(proc)
    world.program.extra.append(proc)
    return proc
