"""Decisions about several things at once: `player must discard 2 Card in hand of player`, `each Player must secretly pass 3 Card …`,
`each Player chooses secretly 2 Card in hand of player as gift`."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import block, expr, sentence
from rulewright.dsl.check.phrases import take_apart
from rulewright.dsl.check.quantify import whole
from rulewright.dsl.check.selections import Selection, select
from rulewright.dsl.check.steps import note_chosen
from rulewright.dsl.check.understood import bound, understood
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.forms import GOODS, VERB_ROWS
from rulewright.dsl.lower import many as lower
from rulewright.dsl.lower.values import ONE, ZERO, Code, Slot, Steps, Value, slot
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e

Limits = tuple[Code, Code | None]


def limits(cx: Context, quota: d.Quota | None) -> Limits:
    """How many are chosen: at least and at most."""
    if quota is None:
        return ONE, ONE
    low = coerce.number(cx, expr(cx, quota.low), quota.low.span) if quota.low is not None else ZERO
    high = coerce.number(cx, expr(cx, quota.high), quota.high.span) if quota.high is not None else None
    return low, high


def each_chooses(cx: Context, stmt: d.Decision, player: Value, who: Value, out: Steps) -> Context:
    """`each Player chooses [secretly] 2 Card in hand of player as gift`: a set for each player."""
    assert stmt.selection is not None
    inner = cx.bind("player", player).acting(player)
    found = select(inner, stmt.selection)
    if found is None:
        return cx
    pool = coerce.as_set(inner, whole(inner, found), stmt.span)
    if pool.expr is None:
        return cx
    name = stmt.giving or stmt.selection.alias or f"{found.name}s"
    row, asked = lower.choosing(cx, found, pool, limits(inner, stmt.quota), slot(player), name, stmt.span, stmt.secretly)
    out += lower.by_whom(slot(player), who, asked)
    return cx.bind(name, Value(t.PerPlayer(t.SetOf(found.elem)), row))


def amount_in(cx: Context, phrase: e.Phrase) -> tuple[e.Expr, e.Sel] | None:
    """`discard 2 Card in hand of player`, where somebody decides: how many are chosen, and out of what."""
    if len(phrase.arguments) != 3:
        return None
    verb, amount, sel = phrase.arguments
    if not isinstance(verb, e.Word) or isinstance(amount, e.Sel) or verb.name in cx.world.routines:
        return None
    row = VERB_ROWS.get(verb.name)
    if row is None or verb.name == "put" or not any(GOODS in form.roles for form in row.forms):
        return None
    picked = sel if isinstance(sel, e.Sel) else e.Sel(sel.span, sel, None, None, None, None) if isinstance(sel, e.In) else None
    kind = _kind_of(picked.source) if picked is not None else None
    sym = cx.world.kinds.get(kind.name) if kind is not None else None
    return (amount, picked) if picked is not None and sym is not None and not sym.core.counted else None


def _kind_of(node: e.Expr) -> e.Kind | None:
    while isinstance(node, e.In | e.Of):
        node = node.left
    return node if isinstance(node, e.Kind) else None


def does_with_several(cx: Context, stmt: d.Decision, player: Value, who: Value, out: Steps) -> bool:
    """`player must discard 2 Card in hand of player`: the player chooses them, and then the sentence is done with all of them. Says
    whether the decision is of this sort."""
    asked = amount_in(cx, stmt.phrase) if stmt.phrase is not None else None
    if asked is None:
        return False
    assert stmt.phrase is not None
    amount, sel = asked
    if not _only_these(cx, stmt, sel):
        return True
    inner = cx.bind("player", player).acting(player)
    found = select(inner, sel)
    if found is None:
        return True
    pool = coerce.as_set(inner, whole(inner, found), sel.span)
    number = coerce.number(inner, expr(inner, amount), amount.span)
    if pool.expr is None:
        return True
    name = found.name or "x"
    local, may = slot(player), stmt.word == "may"
    row, asked_for = lower.choosing(cx, found, pool, (number, number), local, name, stmt.span, stmt.secretly, may)
    kept = lower.kept(cx, found, name)
    otherwise = block(inner, stmt.otherwise) if stmt.otherwise is not None else []
    then = lower.done_with(kept, row, local, _deed(inner, stmt, found, amount, sel, kept), otherwise)
    if stmt.secretly:
        out += lower.by_whom(local, who, asked_for)
        asked_for = []
    out += lower.by_whom(local, who, [*asked_for, *then])
    return True


def _deed(cx: Context, stmt: d.Decision, found: Selection, amount: e.Expr, sel: e.Sel, kept: Slot) -> Steps:
    """The sentence, done with what has been chosen."""
    assert stmt.phrase is not None
    phrase, name = stmt.phrase, f"{found.name}s_chosen"
    many = t.SetOf(found.elem)
    inner = cx.bind(name, Value(many, kept, meaning=bound(cx, sel, name, many)))
    arguments: list[e.Expr | e.Sel] = [phrase.arguments[0], e.Word(sel.span, name)]
    done = e.Phrase(phrase.span, None, arguments, phrase.tails, phrase.giving, phrase.giving_span)
    body: Steps = []
    if take_apart(inner, done) is not None:
        sentence(inner, done, body)
        assert found.meaning is not None
        note_chosen(inner, phrase, [found.meaning], done, understood(cx, amount))
    return body


def _only_these(cx: Context, stmt: d.Decision, sel: e.Sel) -> bool:
    """Nothing else is chosen in the same sentence."""
    assert stmt.phrase is not None
    for tail in stmt.phrase.tails:
        for node in tail.arguments:
            if isinstance(node, e.Sel):
                text = cx.world.sources.text(sel.span)
                help = f"Let them be chosen first: `player chooses 2 {text} as chosen`, and then the rest."
                cx.error(codes.WRONG_ARGUMENTS, "Several things and one more cannot be chosen in one sentence.", node.span, help)
                return False
    return True


def refuse_in_menus(cx: Context, phrase: e.Phrase) -> bool:
    """In a menu, in any order and together, one thing is chosen in a line."""
    if amount_in(cx, phrase) is None:
        return False
    text = cx.world.sources.text(phrase.span)
    help = f"Give the choice a line of its own: `player must {text}`; in a menu, below the words in quotes."
    cx.error(codes.WRONG_ARGUMENTS, "Several things cannot be chosen in one line among others.", phrase.span, help)
    return True
