"""`given` in an example: the contents of a place, the value of an attribute, a board by its picture."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr, sentence
from rulewright.dsl.check.phrases import take_apart
from rulewright.dsl.check.purses import named_purse
from rulewright.dsl.check.roles import no_more, words_taken
from rulewright.dsl.check.steps import note_act
from rulewright.dsl.check.targets import target, target_of
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import examples as lower
from rulewright.dsl.lower.moving import move_piece
from rulewright.dsl.lower.purses import Purse
from rulewright.dsl.lower.values import ONE, Code, Steps, Value
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, PlaceSym, World


def given(cx: Context, step: d.Given, out: Steps) -> None:
    """Make it so."""
    if step.rows:
        _picture(cx, step, out)
    elif step.phrase is not None:
        sentence(cx, step.phrase, out)
    elif step.left is not None and step.right is not None:
        _equation(cx, step.left, step.right, out)


def _equation(cx: Context, left: e.Expr, right: e.Expr, out: Steps) -> None:
    """Make an equation true: the contents of a place, or the value of an attribute."""
    purse = named_purse(cx, left)
    if purse is not None:
        _fill(cx, purse, right, out)
        return
    if not _is_attribute(cx, left):
        value = expr(cx, left)
        place = value.whole or coerce.place_of_type(cx, value.type)
        if coerce.is_poison(value):
            return
        if place is not None:
            _contents(cx, value, place, right, out)
            return
    goal = target(cx, left)
    if goal is None:
        return
    new = coerce.convert(cx, expr(cx, right, goal.type), goal.type, right.span)
    if new.expr is None or coerce.is_poison(new):
        return
    out.append(lower.given(cx.world, goal, new, left.span))


def _fill(cx: Context, purse: Purse, right: e.Expr, out: Steps) -> None:
    """`given Red.goods is {wood 2}`: so many of each, and nothing else."""
    wanted = t.BagOf(purse.elem)
    bag = coerce.convert(cx, expr(cx, right, wanted), wanted, right.span)
    if coerce.is_poison(bag) or bag.expr is None:
        return
    out.append(lower.fill(cx, purse, bag, right.span))


def _is_attribute(cx: Context, node: e.Expr) -> bool:
    if isinstance(node, e.Dot):
        return True
    return isinstance(node, e.Word) and (node.name in cx.world.game_attrs)


def _contents(cx: Context, value: Value, place: PlaceSym, right: e.Expr, out: Steps) -> None:
    """What lies in a place: cell by cell for a board, all together for a pile or hand."""
    site = (
        None
        if value.whole is not None and value.whole.board is not None
        else coerce.scalar(cx, coerce.site(cx, value, right.span), right.span)
    )
    kinds = [cx.world.kinds[cx.world.program.kinds[n].name] for n in place.core.limits]
    out += lower.clear(cx, kinds, place, site, right.span)
    items = right.items if isinstance(right, e.Braces) else [(right, None)]
    expected = t.Piece(frozenset(s.name for s in kinds if not s.core.counted and s.core.count))
    for number, (node, amount) in enumerate(items):
        goal = site if site is not None else lower.site_number(place, number)
        if isinstance(node, e.Word) and node.name in {"none", "nothing", "empty"}:
            continue
        if amount is not None or (isinstance(node, e.Kind) and node.name in cx.world.kinds):
            _some_of_kind(cx, node, amount, goal, out)
            continue
        if isinstance(node, e.Num) and kinds and kinds[0].core.heaped:
            out += lower.heap(cx, kinds[0], goal, node.value)
            continue
        piece_value = coerce.piece(cx, expr(cx, node, expected), node.span)
        if piece_value.expr is not None and not coerce.is_poison(piece_value):
            out.append(move_piece(cx, piece_value.expr, goal, node.span))


def _some_of_kind(cx: Context, node: e.Expr, amount: e.Expr | None, site: Code, out: Steps) -> None:
    """`{Adventurer 3}`, `{Shield}`: so many pieces of a kind from the box."""
    sym = cx.world.kinds.get(node.name) if isinstance(node, e.Kind) else None
    if sym is None:
        cx.error(codes.UNKNOWN_NAME, "Name a kind of piece here.", node.span)
        return
    count = coerce.number(cx, expr(cx, amount), amount.span) if amount is not None else ONE
    out += lower.some_of_kind(cx, sym, count, site, node.span)


def _picture(cx: Context, step: d.Given, out: Steps) -> None:
    """A board set from a picture, its first line at the top."""
    node = step.left or (step.phrase.arguments[0] if step.phrase is not None and step.phrase.arguments else None)
    if node is None or isinstance(node, e.Sel):
        return
    if step.left is None and step.phrase is not None:
        no_more(cx, step.phrase, 1, "given", "given board")
    _as_drawn(cx, node, step, out)


def arrange(cx: Context, stmt: d.Sentence, out: Steps) -> None:
    """`arrange board`, and below it where the pieces stand."""
    parts = take_apart(cx, stmt.phrase)
    if parts is None:
        return
    if parts.verb != "arrange" or not parts.library or parts.subject is not None or stmt.phrase.each is not None:
        cx.error(
            codes.MISPLACED, "A picture stands below `arrange board` only.", stmt.rows[0].span, "Leave it out, or write `arrange board`."
        )
        return
    if not words_taken(cx, parts):
        return
    node = parts.arguments[0]
    if isinstance(node, e.Sel):
        cx.error(codes.TYPE_MISMATCH, "Only a board can be set from a picture.", node.span)
        return
    note_act(cx, stmt.phrase, parts, None)
    _as_drawn(cx, node, stmt, out)


def _as_drawn(cx: Context, node: e.Expr, step: d.Given | d.Sentence, out: Steps) -> None:
    value = expr(cx, node)
    place = value.whole
    if place is None or place.board is None:
        if not coerce.is_poison(value):
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
    if isinstance(step, d.Sentence) and not _enough(cx, kinds, rows, step):
        return
    for line, row in enumerate(rows):
        for column, sign in enumerate(row):
            if sign in {".", "-", "·"}:
                continue
            at = board.at(column, board.height - 1 - line)
            if at < 0:
                cx.error(
                    codes.BAD_TABLE, f"There is no cell where `{sign}` stands.", step.rows[line].span, "Write `-` where there is none."
                )
                return
            site = place.core.base + at
            if not any(_place_sign(cx, sym, sign, site, step, out) for sym in kinds):
                known = letters_of(cx.world, kinds)
                help = f"There are {', '.join(known)}." if known else 'Say so with the piece: `drawn by role from "kqrbnp"`.'
                cx.error(codes.UNKNOWN_NAME, f"No piece is drawn as `{sign}`.", step.rows[line].span, help)
                return


def _enough(cx: Context, kinds: list[KindSym], rows: list[list[str]], step: d.Sentence) -> bool:
    """Whether there are as many single pieces as the picture shows."""
    for sym in kinds:
        if sym.core.counted:
            continue
        found = [read_sign(cx.world, sym, sign) for row in rows for sign in row]
        owners = [owner for owner, _, _ in filter(None, found)]
        there = sym.core.count // max(1, sym.core.owners)
        most = max((owners.count(owner) for owner in set(owners)), default=0)
        if most > there:
            whose = " of one player" if sym.core.owners else ""
            text = f"The picture shows {most} pieces of the kind {sym.name}{whose}, and there are {there}."
            cx.error(codes.BAD_TABLE, text, step.rows[0].span.to(step.rows[-1].span))
            return False
    return True


def _place_sign(cx: Context, sym: KindSym, sign: str, site: int, step: d.Given | d.Sentence, out: Steps) -> bool:
    found = read_sign(cx.world, sym, sign)
    if found is None:
        return False
    owner, attribute, member = found
    piece = lower.drawn(cx, sym, owner, site, step.span, out)
    if piece is not None and attribute is not None:
        goal = target_of(cx, Value(t.Piece(frozenset({sym.name})), piece), attribute, step.span)
        if goal is not None:
            out.append(lower.showing(cx.world, goal, member, step.span))
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


def letters_of(world: World, kinds: list[KindSym]) -> list[str]:
    """The letters that stand for pieces in pictures of a board."""
    found: list[str] = []
    for sym in kinds:
        letters, attribute = signs(sym)
        if attribute is not None:
            found += [*letters.upper(), *letters]
        elif sym.core.owners and isinstance(sym.owner_type, t.Player):
            found += [seat[:1].lower() for seat in world.program.seats]
        elif not sym.core.owners:
            found.append(sym.name[:1].lower())
    return list(dict.fromkeys(found))


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
