"""Decisions: must, may, chooses; menus; in any order; secretly; together; and chance, who decides too."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.core import ir
from rulewright.core.program import Alt, Choice, Shown, Source
from rulewright.core.types import INT, Row
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.actions import Ways, action_named, as_sel, chosen, given, price_of, prices_first, selects, shown_as, ways_of
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.deciding import check_words, single
from rulewright.dsl.check.expressions import expr, test
from rulewright.dsl.check.phrases import Argument, take_apart
from rulewright.dsl.check.purses import named_purse
from rulewright.dsl.check.quantify import whole
from rulewright.dsl.check.roles import action_words, giving_words
from rulewright.dsl.check.selections import select
from rulewright.dsl.check.statements import block, draw_tops, paragraphs, sentence
from rulewright.dsl.check.steps import note_chosen, note_offer
from rulewright.dsl.check.understood import bound
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower.purses import as_bag, choose_bag
from rulewright.dsl.lower.several import Picking, next_ones
from rulewright.dsl.lower.statements import tell
from rulewright.dsl.lower.values import ONE, ZERO, Clauses, Value, both, const, negate, prim
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e

Out = list[ir.Stmt]


@dataclass(slots=True)
class Draft:
    """An alternative being made: its ways, and what happens when one is chosen."""

    clauses: Clauses
    args: list[ir.Local]
    shown: list[Shown]
    body: Out
    role: str
    name: str
    words: list[str] = field(default_factory=list)
    must: bool = False
    once: ir.Local | None = None

    def alt(self, unless: tuple[int, ...] = ()) -> Alt:
        return Alt(
            tuple(self.clauses), tuple(self.args), tuple(self.shown), tuple(self.body), self.role, self.name, tuple(self.words), unless
        )


# ---------------------------------------------------------------- who


def chance_decides(who: d.Who) -> bool:
    return isinstance(who.single, e.Word) and who.single.name == "chance"


def deciders(cx: Context, who: d.Who) -> tuple[str, Value | None]:
    """Who decides: `one` player, `each` of several in turn, `all` together, or `chance`."""
    if chance_decides(who):
        return "chance", None
    if who.each is not None:
        found = select(cx, who.each)
        if found is None:
            return "one", None
        return "each", coerce.as_elements(cx, whole(cx, found), who.span)
    assert who.single is not None
    value = expr(cx, who.single, t.PLAYER)
    if isinstance(t.element(value.type), t.Player):
        return "all", coerce.as_set(cx, value, who.span)
    coerce.player(cx, value, who.span)
    return "one", value


def decision(cx: Context, stmt: d.Decision, out: Out) -> Context:
    sort, who = deciders(cx, stmt.who)
    check_words(cx, stmt, sort)
    if stmt.word == "chooses":
        return _chooses(cx, stmt, sort, who, out)
    if sort == "one" and who is not None:
        inner = cx.acting(who)
        drafts = drafts_of(inner, stmt, who)
        otherwise = block(inner, stmt.otherwise) if stmt.otherwise is not None else []
        ask(inner, who, drafts, stmt.word, prompt_of(stmt), stmt.span, otherwise, out)
        return cx
    if sort == "each" and who is not None:
        if stmt.secretly:
            _secretly(cx, who, lambda inner, player: drafts_of(inner, stmt, player), stmt.word, prompt_of(stmt), stmt.span, out)
            return cx
        local = cx.local("player")
        player = Value(t.PLAYER, local, meaning=bound(cx, stmt.who.each, "player", t.PLAYER))
        inner = cx.bind("player", player)
        body: Out = []
        drafts = drafts_of(inner, stmt, player)
        otherwise = block(inner, stmt.otherwise) if stmt.otherwise is not None else []
        ask(inner, player, drafts, stmt.word, prompt_of(stmt), stmt.span, otherwise, body)
        assert who.expr is not None
        out.append(ir.For(local, who.expr, tuple(body)))
        return cx
    if sort == "all" and who is not None:
        _together(cx, who, lambda inner, player: drafts_of(inner, stmt, player), stmt.word, prompt_of(stmt), stmt.span, out)
        return cx
    if sort == "chance":
        drafts = drafts_of(cx, stmt, None)
        alts = tuple(x.alt() for x in drafts)
        out.append(ir.Ask(Choice(None, alts, prompt_of(stmt), cx.span(stmt.span), source=Source((f"chance {prompt_of(stmt)}",))), ()))
    return cx


def prompt_of(stmt: d.Decision | d.Menu) -> str:
    if isinstance(stmt, d.Decision) and stmt.verbs:
        return " or ".join(v for v, _ in stmt.verbs)
    if isinstance(stmt, d.Decision) and stmt.phrase is not None:
        first = stmt.phrase.arguments[0]
        return first.name if isinstance(first, e.Word) else "decide"
    return "choose"


# ---------------------------------------------------------------- alternatives


def drafts_of(cx: Context, stmt: d.Decision, who: Value | None) -> list[Draft]:
    must = stmt.word == "must"
    if stmt.verbs:
        found = []
        for verb, span in stmt.verbs:
            phrase = e.Phrase(span, None, [e.Word(span, verb)], [], None, None)
            draft = draft_of(cx, phrase, who)
            if draft is not None:
                found.append(replace(draft, must=must))
        return found
    assert stmt.phrase is not None
    draft = draft_of(cx, stmt.phrase, who)
    return [replace(draft, must=must)] if draft is not None else []


def draft_of(cx: Context, phrase: e.Phrase, who: Value | None) -> Draft | None:
    """An action with what is left to choose, or any sentence some of whose words are selections."""
    parts = take_apart(cx, phrase)
    if parts is None:
        return None
    if any(r.sort in {"action", "interrupt"} for r in parts.routines):
        routine = action_named(cx, parts)
        if routine is None or who is None or not action_words(cx, parts, routine):
            return None
        ways = ways_of(cx, routine, who, given(parts))
        if ways is None:
            return None
        note_offer(cx, phrase, routine, given(parts))
        assert who.expr is not None
        arguments = (who.expr, *(v.expr if v.expr is not None else ZERO for v in ways.values))
        routine.used = True
        return Draft(
            ways.clauses, ways.args, ways.shown, [ir.Do(routine.proc, arguments, cx.span(phrase.span))], "act", routine.name, ways.words
        )
    if parts.giving_span is not None:
        cx.error(
            codes.MISPLACED,
            f"What is called `{parts.giving}` here would be known to nobody.",
            giving_words(cx, parts.giving_span),
            "Write the sentence in the body of an action, and let the player choose the action.",
        )
        return None
    return _sentence_draft(cx, phrase)


def _sentence_draft(cx: Context, phrase: e.Phrase) -> Draft | None:
    """Selections among the words of a sentence are chosen; then the sentence is done with what was chosen."""
    ways = Ways(cx)
    choices: list[m.Selection] = []

    def settle(node: Argument, prep: str) -> Argument | None:
        if not selects(ways.cx, node) or (isinstance(node, e.Word)):
            return node
        found = select(ways.cx, as_sel(node))
        if found is None:
            return None
        assert found.meaning is not None
        choices.append(found.meaning)
        name = found.name or f"choice_{len(choices)}"
        ways.words.append(prep)
        chosen(ways, found, name)
        return e.Word(node.span, name)

    first = phrase.arguments[0]
    arguments: list[Argument] = [first]
    for node in phrase.arguments[1:]:
        settled = settle(node, "")
        if settled is None:
            return None
        arguments.append(settled)
    tails = []
    for tail in phrase.tails:
        words = []
        for node in tail.arguments:
            settled = settle(node, tail.preposition)
            if settled is None:
                return None
            words.append(settled)
        tails.append(e.Tail(tail.span, tail.preposition, words))
    body: Out = []
    done = e.Phrase(phrase.span, None, arguments, tails, phrase.giving, phrase.giving_span)
    inner = replace(ways.cx, player=cx.player, hidden=cx.hidden)
    sentence(inner, done, body)
    note_chosen(inner, phrase, choices, done)
    parts = take_apart(inner, done)
    name = parts.verb if parts is not None else "do"
    price = price_of(inner, d.Sentence(done.span, done, ()))
    if price is not None:
        ways.clauses.append(ir.Test(price))
    return Draft(ways.clauses, ways.args, ways.shown, body, "act", name, ways.words)


# ---------------------------------------------------------------- asking


def ask(cx: Context, who: Value, drafts: list[Draft], word: str, prompt: str, span: Span, otherwise: Out, out: Out) -> None:
    alts = [x.alt() for x in drafts]
    if word == "may":
        alts.append(Alt((), (), (), tuple(otherwise), "decline", "decline"))
        otherwise = []
    choice = Choice(who.expr, tuple(alts), prompt, cx.span(span))
    out.append(ir.Ask(choice, tuple(otherwise)))


# ---------------------------------------------------------------- menus


def menu(cx: Context, stmt: d.Menu, out: Out) -> Context:
    if cx.telling:
        out.extend(tell(cx.world, s.Tell(item.span, item.text)) for item in paragraphs(stmt.items) if isinstance(item, d.Prose))
    sort, who = deciders(cx, stmt.who)
    check_words(cx, stmt, sort)
    if sort == "one" and who is not None:
        inner = cx.acting(who)
        otherwise = block(inner, stmt.otherwise) if stmt.otherwise is not None else []
        ask(inner, who, menu_drafts(inner, stmt, who), stmt.word, prompt_of(stmt), stmt.span, otherwise, out)
        return cx
    if sort == "each" and who is not None:
        if stmt.secretly:
            return _secret_menu(cx, stmt, who, out)
        local = cx.local("player")
        player = Value(t.PLAYER, local, meaning=bound(cx, stmt.who.each, "player", t.PLAYER))
        inner = cx.bind("player", player)
        body: Out = []
        otherwise = block(inner, stmt.otherwise) if stmt.otherwise is not None else []
        ask(inner, player, menu_drafts(inner, stmt, player), stmt.word, prompt_of(stmt), stmt.span, otherwise, body)
        assert who.expr is not None
        out.append(ir.For(local, who.expr, tuple(body)))
        return cx
    if sort == "all" and who is not None:
        _together(cx, who, lambda inner, player: menu_drafts(inner, stmt, player), stmt.word, prompt_of(stmt), stmt.span, out)
    elif sort == "chance":
        alts = tuple(x.alt() for x in menu_drafts(cx, stmt, None))
        source = Source((f"chance {prompt_of(stmt)}",))
        out.append(ir.Ask(Choice(None, alts, "chance", cx.span(stmt.span), source=source), ()))
    return cx


def menu_drafts(cx: Context, stmt: d.Menu, who: Value | None) -> list[Draft]:
    found: list[Draft] = []
    for item in stmt.items:
        match item:
            case d.Choice():
                clauses: Clauses = [ir.Test(test(cx, item.test))] if item.test is not None else []
                for price in prices_first(item.body):
                    enough = price_of(cx, price)
                    clauses += [ir.Test(enough)] if enough is not None else []
                found.append(Draft(clauses, [], [], block(cx, item.body), "label", item.label, must=stmt.word == "must"))
            case d.Offer():
                draft = draft_of(cx, item.phrase, who)
                if draft is not None:
                    found.append(replace(draft, must=stmt.word == "must"))
    return found


# ---------------------------------------------------------------- in any order


def any_order(cx: Context, stmt: d.AnyOrder, out: Out) -> None:
    """The decisions of the block are offered together, again and again, until the player ends it."""
    drafts: list[Draft] = []
    who: Value | None = None
    for inner_stmt in stmt.body:
        if isinstance(inner_stmt, d.Prose):
            continue
        if not isinstance(inner_stmt, d.Decision | d.Menu):
            cx.error(
                codes.MISPLACED,
                "Only decisions can be made in any order.",
                inner_stmt.span,
                "Each line below `in any order` says what somebody must or may do.",
            )
            continue
        sort, decider = deciders(cx, inner_stmt.who)
        if sort != "one" or decider is None or (who is not None and repr(decider.expr) != repr(who.expr)):
            cx.error(codes.MISPLACED, "All decisions made in any order are made by the same player.", inner_stmt.span)
            continue
        who = decider
        check_words(cx, inner_stmt, sort, in_any_order=True)
        inner = cx.acting(decider)
        made = drafts_of(inner, inner_stmt, decider) if isinstance(inner_stmt, d.Decision) else menu_drafts(inner, inner_stmt, decider)
        if isinstance(inner_stmt, d.Decision) and inner_stmt.once:
            done = cx.local("done")
            out.append(ir.Assign(done, ZERO))
            for draft in made:
                draft.clauses.insert(0, ir.Test(negate(done)))
                draft.body.append(ir.Assign(done, ONE))
        drafts += made
    if who is None or not drafts:
        return
    duties = tuple(i for i, x in enumerate(drafts) if x.must)
    alts = [x.alt() for x in drafts]
    more = cx.local("more")
    alts.append(Alt((), (), (), (ir.Assign(more, ZERO),), "done", "done", (), duties))
    out.append(ir.Assign(more, ONE))
    choice = Choice(who.expr, tuple(alts), "turn", cx.span(stmt.span))
    out.append(ir.While(more, (ir.Ask(choice, (ir.Assign(more, ZERO),)),), cx.span(stmt.span)))


# ---------------------------------------------------------------- secretly, and together


def _for_each(cx: Context, make, word: str) -> tuple[ir.Local, list[Draft]]:  # type: ignore[no-untyped-def]
    """Whoever is asked, and what he may do: declining is offered as well, if he `may`."""
    local = cx.local("player")
    player = Value(t.PLAYER, local)
    drafts: list[Draft] = make(cx.bind("player", player), player)
    return local, [*drafts, Draft([], [], [], [], "decline", "decline")] if word == "may" else drafts


def _answers(cx: Context, drafts: list[Draft], player: ir.Expr) -> tuple[list[Alt], ir.Local, list[ir.Local]]:
    """Alternatives that only note what was chosen: which, and the values of its arguments."""
    seats = cx.world.seats
    which = cx.local("answer", Row(seats))
    widest = max((len(x.args) for x in drafts), default=0)
    notes = [cx.local(f"answer_{i}", Row(seats)) for i in range(widest)]
    alts = []
    for number, draft in enumerate(drafts):
        body: Out = [ir.AssignAt(which, player, const(number))]
        body += [ir.AssignAt(notes[i], player, arg) for i, arg in enumerate(draft.args)]
        alts.append(
            Alt(tuple(draft.clauses), tuple(draft.args), tuple(draft.shown), tuple(body), draft.role, draft.name, tuple(draft.words))
        )
    return alts, which, notes


def _carry_out(drafts: list[Draft], which: ir.Expr, notes: list[ir.Local], row: ir.Expr) -> Out:
    """Do what was noted."""
    result: Out = []
    for number, draft in reversed(list(enumerate(drafts))):
        body: Out = [ir.Assign(arg, prim("row_at", notes[i], row)) for i, arg in enumerate(draft.args)]
        result = [ir.If(prim("eq", which, const(number)), (*body, *draft.body), tuple(result))]
    return result


def _secretly(cx: Context, who: Value, make, word: str, prompt: str, span: Span, out: Out) -> None:  # type: ignore[no-untyped-def]
    """All choose on the same state; nobody sees another's choice; then everything happens in turn order."""
    local, drafts = _for_each(cx, make, word)
    alts, which, notes = _answers(cx, drafts, local)
    assert who.expr is not None
    choice = Choice(local, tuple(alts), prompt, cx.span(span), secret=True)
    missed = (ir.AssignAt(which, local, const(-1)),)
    out.append(ir.For(local, who.expr, (ir.Ask(choice, missed),)))
    out.append(ir.For(local, who.expr, tuple(_carry_out(drafts, prim("row_at", which, local), notes, local))))


def _secret_menu(cx: Context, stmt: d.Menu, who: Value, out: Out) -> Context:
    """A secret menu; with `giving`, what each chose can be asked for afterwards, and before anything happens."""
    local = cx.local("player")
    player = Value(t.PLAYER, local, meaning=bound(cx, stmt.who.each, "player", t.PLAYER))
    inner = cx.bind("player", player)
    labels = tuple(item.label for item in stmt.items if isinstance(item, d.Choice))
    after = cx
    drafts = menu_drafts(inner, stmt, player)
    alts, which, notes = _answers(inner, drafts, local)
    assert who.expr is not None
    choice = Choice(local, tuple(alts), prompt_of(stmt), cx.span(stmt.span), secret=True)
    out.append(ir.For(local, who.expr, (ir.Ask(choice, (ir.AssignAt(which, local, const(-1)),)),)))
    if stmt.giving is not None:
        members = tuple(_word(label) for label in labels)
        after = cx.bind(stmt.giving, Value(t.PerPlayer(t.Enum(stmt.giving, members)), which))
    out.append(ir.For(local, who.expr, tuple(_carry_out(drafts, prim("row_at", which, local), notes, local))))
    return after


def _word(label: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in label.lower()).strip("_")


def _together(cx: Context, who: Value, make, word: str, prompt: str, span: Span, out: Out) -> None:  # type: ignore[no-untyped-def]
    """Several decide together: each says openly what to do; if they do not agree, chance takes one of their wishes."""
    local, drafts = _for_each(cx, make, word)
    alts, which, notes = _answers(cx, drafts, local)
    assert who.expr is not None
    choice = Choice(local, tuple(alts), prompt, cx.span(span))
    out.append(ir.For(local, who.expr, (ir.Ask(choice, (ir.AssignAt(which, local, const(-1)),)),)))
    speaker, other = cx.local("speaker"), cx.local("other")
    out.append(ir.Assign(speaker, prim("first", who.expr)))
    same: ir.Expr = prim("eq", prim("row_at", which, other), prim("row_at", which, speaker))
    for note in notes:
        same = both(same, prim("eq", prim("row_at", note, other), prim("row_at", note, speaker)))
    differ = ir.Fold("any", (ir.In(other, who.expr), ir.Test(negate(same))), None, None, INT)
    lot = cx.local("lot")
    toss = Alt((ir.In(lot, who.expr),), (lot,), (Shown("player"),), (ir.Assign(speaker, lot),), "chance", "lot")
    out.append(ir.If(differ, (ir.Ask(Choice(None, (toss,), "lot", cx.span(span), source=Source(("lot",))), ()),), ()))
    body = _carry_out(drafts, prim("row_at", which, speaker), notes, speaker)
    out += body


# ---------------------------------------------------------------- chooses


def _chooses(cx: Context, stmt: d.Decision, sort: str, who: Value | None, out: Out) -> Context:
    assert stmt.selection is not None
    draw_tops(cx, [stmt.selection], out)
    if sort == "each" and who is not None:
        return _each_chooses(cx, stmt, who, out)
    if sort == "all" and who is not None:
        return _all_choose(cx, stmt, who, out)
    decider = who.expr if who is not None else None
    if sort != "chance" and decider is None:
        return cx
    inner = cx.acting(who) if who is not None else cx
    held = _bag_to_choose_from(inner, stmt)
    if held is not None:
        return _choose_of_bag(cx, inner, stmt, held, decider, out)
    if stmt.quota is not None and not single(stmt.quota):
        return _choose_several(cx, inner, stmt, decider, out)
    return _choose_one(cx, inner, stmt, decider, out)


def _choose_one(cx: Context, inner: Context, stmt: d.Decision, decider: ir.Expr | None, out: Out) -> Context:
    assert stmt.selection is not None
    found = select(inner, stmt.selection)
    if found is None:
        return cx
    name = stmt.giving or found.name or "chosen"
    ways = Ways(inner)
    chosen(ways, found, name, dedupe=decider is not None)
    local = ways.args[0]
    role = "chance" if decider is None else "act"
    alt = Alt(tuple(ways.clauses), tuple(ways.args), tuple(ways.shown), (), role, "choose")
    otherwise = block(inner, stmt.otherwise) if stmt.otherwise is not None else [ir.Assign(local, const(-1))]
    out.append(ir.Ask(Choice(decider, (alt,), f"choose {name}", cx.span(stmt.span), source=_lot(decider, name)), tuple(otherwise)))
    if name in cx.names and name != "player":
        cx.error(codes.SHADOWED_NAME, f"`{name}` means something else here already.", stmt.span, f"Write `… as other_{name}`.")
    value = Value(found.elem, local, meaning=bound(cx, stmt, name, found.elem))
    return cx.bind(name, value) if name != "player" else cx.bind("player", value)


def _lot(decider: ir.Expr | None, name: str) -> Source | None:
    return Source((f"chance {name}",)) if decider is None else None


def _bag_to_choose_from(cx: Context, stmt: d.Decision) -> Value | None:
    """`player chooses up to 3 goods as gift`: what is chosen are goods out of a purse, or out of a bag."""
    assert stmt.selection is not None
    sel = stmt.selection
    if sel.where is not None or sel.best is not None or not isinstance(sel.source, e.Word | e.Dot | e.Of):
        return None
    purse = named_purse(cx, sel.source)
    if purse is not None:
        return as_bag(cx, purse)
    if isinstance(sel.source, e.Word) and sel.source.name in cx.names and isinstance(cx.names[sel.source.name].type, t.BagOf):
        return cx.names[sel.source.name]
    return None


def _choose_of_bag(cx: Context, inner: Context, stmt: d.Decision, held: Value, decider: ir.Expr | None, out: Out) -> Context:
    assert stmt.selection is not None
    name = stmt.giving or stmt.selection.alias
    if decider is None:
        cx.error(codes.MISPLACED, "Chance does not choose goods.", stmt.span, "Say who chooses.")
        return cx
    if name is None:
        text = cx.world.sources.text(stmt.selection.span)
        cx.error(codes.WRONG_ARGUMENTS, "Give the chosen goods a name.", stmt.span, f"Write `… {text} as gift`.")
        return cx
    quota = stmt.quota
    low = coerce.number(inner, expr(inner, quota.low), quota.low.span) if quota is not None and quota.low is not None else ZERO
    high = coerce.number(inner, expr(inner, quota.high), quota.high.span) if quota is not None and quota.high is not None else None
    return cx.bind(name, choose_bag(cx, held, low, high, decider, name, stmt.span, out))


def _choose_several(cx: Context, inner: Context, stmt: d.Decision, decider: ir.Expr | None, out: Out) -> Context:
    """Several elements, one after the other, always upwards, so that no two orders lead to the same choice."""
    assert stmt.selection is not None and stmt.quota is not None
    found = select(inner, stmt.selection)
    if found is None:
        return cx
    pool_value = coerce.as_set(inner, whole(inner, found), stmt.span)
    if coerce.is_poison(pool_value) or pool_value.expr is None:
        return cx
    type = state.set_type(cx.world, found.elem)
    name = stmt.giving or stmt.selection.alias or f"{found.name}s"
    picked, pool, item = cx.local(name, type), cx.local("pool", type), cx.local(found.name or "x")
    low_expr = coerce.number(inner, expr(inner, stmt.quota.low), stmt.quota.low.span) if stmt.quota.low is not None else ZERO
    high_expr = (
        coerce.number(inner, expr(inner, stmt.quota.high), stmt.quota.high.span) if stmt.quota.high is not None else const(type.size)
    )
    low, high, more, last = cx.local("low"), cx.local("high"), cx.local("more"), cx.local("last")
    out += [
        ir.Assign(picked, ir.SetConst(0, type)),
        ir.Assign(pool, pool_value.expr),
        ir.Assign(last, const(type.base - 1)),
        ir.Assign(high, prim("min", high_expr, prim("size", pool))),
        ir.Assign(low, prim("min", low_expr, prim("size", pool))),
        ir.Assign(more, prim("gt", high, ZERO)),
    ]
    wanted = prim("sub", low, prim("size", picked))
    reached: ir.Expr = item
    if decider is None:
        # Chance: any element that is left, uniformly; order does not matter for what is drawn.
        clauses: Clauses = [ir.In(item, prim("diff", pool, picked, type=type))]
    else:
        sym = cx.world.kinds[next(iter(found.elem.kinds))] if isinstance(found.elem, t.Piece) and len(found.elem.kinds) == 1 else None
        clauses, after, reached = next_ones(cx.world, cx.local, sym, decider, Picking(pool, picked, item, last))
        if not isinstance(low_expr, ir.Const) or low_expr.value > 1:
            clauses.append(ir.Test(prim("ge", after, prim("sub", wanted, ONE))))
    taken: Out = [
        ir.Assign(picked, prim("union", picked, prim("one", item, type=type), type=type)),
        ir.Assign(last, reached),
        ir.If(prim("ge", prim("size", picked), high), (ir.Assign(more, ZERO),), ()),
    ]
    shown = (shown_as(cx.world, found.elem),)
    alts = [Alt(tuple(clauses), (item,), shown, tuple(taken), "chance" if decider is None else "act", "choose")]
    if decider is not None:
        ready: Clauses = [ir.Test(prim("ge", prim("size", picked), low))]
        alts.append(Alt(tuple(ready), (), (), (ir.Assign(more, ZERO),), "done", "done"))
    choice = Choice(decider, tuple(alts), f"choose {name}", cx.span(stmt.span), source=_lot(decider, name))
    out.append(ir.While(more, (ir.Ask(choice, (ir.Assign(more, ZERO),)),), cx.span(stmt.span)))
    return cx.bind(name, Value(t.SetOf(found.elem), picked))


def _each_chooses(cx: Context, stmt: d.Decision, who: Value, out: Out) -> Context:
    """`each Player chooses secretly Approach`: one value for each player."""
    assert stmt.selection is not None and who.expr is not None
    local = cx.local("player")
    player = Value(t.PLAYER, local, meaning=bound(cx, stmt.who.each, "player", t.PLAYER))
    inner = cx.bind("player", player)
    found = select(inner, stmt.selection)
    if found is None:
        return cx
    name = stmt.giving or found.name
    ways = Ways(inner)
    chosen(ways, found, f"{name}_chosen")
    row = cx.local(name, Row(cx.world.seats))
    note = (ir.AssignAt(row, local, ways.args[0]),)
    alt = Alt(tuple(ways.clauses), tuple(ways.args), tuple(ways.shown), note, "act", "choose")
    choice = Choice(local, (alt,), f"choose {name}", cx.span(stmt.span), secret=stmt.secretly)
    out.append(ir.For(local, who.expr, (ir.Ask(choice, (ir.AssignAt(row, local, const(-1)),)),)))
    return cx.bind(name, Value(t.PerPlayer(found.elem), row))


def _all_choose(cx: Context, stmt: d.Decision, who: Value, out: Out) -> Context:
    """Several choose one thing together."""
    assert stmt.selection is not None and who.expr is not None
    local = cx.local("player")
    inner = cx.bind("player", Value(t.PLAYER, local))
    found = select(inner, stmt.selection)
    if found is None:
        return cx
    name = stmt.giving or found.name
    result = cx.local(name)

    def make(inside: Context, player: Value) -> list[Draft]:
        again = select(inside, stmt.selection)  # type: ignore[arg-type]
        assert again is not None
        ways = Ways(inside)
        chosen(ways, again, f"{name}_chosen")
        return [Draft(ways.clauses, ways.args, ways.shown, [ir.Assign(result, ways.args[0])], "act", "choose")]

    out.append(ir.Assign(result, const(-1)))
    _together(cx, who, make, "must", f"choose {name}", stmt.span, out)
    return cx.bind(name, Value(found.elem, result))
