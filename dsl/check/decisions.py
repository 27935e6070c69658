"""Decisions: must, may, chooses; menus; in any order; secretly; together; and chance, who decides too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.actions import Ways, action_named, as_sel, chosen, given, prices_first, selects, ways_of
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.deciding import check_words, single
from rulewright.dsl.check.demands import price_of
from rulewright.dsl.check.many import does_with_several, each_chooses, refuse_in_menus
from rulewright.dsl.check.passes import block, expr, sentence, test
from rulewright.dsl.check.phrases import Argument, take_apart
from rulewright.dsl.check.purses import named_purse
from rulewright.dsl.check.quantify import whole
from rulewright.dsl.check.roles import action_words, giving_words
from rulewright.dsl.check.selections import select
from rulewright.dsl.check.steps import note_chosen, note_offer, paragraphs
from rulewright.dsl.check.tops import draw_tops
from rulewright.dsl.check.understood import bound
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import decisions as lower
from rulewright.dsl.lower.decisions import Draft
from rulewright.dsl.lower.purses import as_bag, choose_bag
from rulewright.dsl.lower.statements import tell
from rulewright.dsl.lower.values import ZERO, Code, Slot, Steps, Value, slot
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e

Make = Callable[[Context, Value], list[Draft]]  # what somebody may do, there


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


def decision(cx: Context, stmt: d.Decision, out: Steps) -> Context:
    sort, who = deciders(cx, stmt.who)
    check_words(cx, stmt, sort)
    if stmt.word == "chooses":
        return _chooses(cx, stmt, sort, who, out)

    def make(inner: Context, player: Value) -> list[Draft]:
        return drafts_of(inner, stmt, player)

    if sort in {"one", "each"} and who is not None and does_with_several(cx, stmt, _each_player(cx, stmt), who, out):
        return cx
    if sort == "one" and who is not None:
        _asked(cx.acting(who), stmt, who, make, out)
    elif sort == "each" and who is not None:
        if stmt.secretly:
            local, drafts = _for_each(cx, make, stmt.word)
            lower.secretly(cx, local, who, drafts, prompt_of(stmt), stmt.span, out)
        else:
            _one_after_another(cx, stmt, who, make, out)
    elif sort == "all" and who is not None:
        _together(cx, who, make, stmt.word, prompt_of(stmt), stmt.span, out)
    elif sort == "chance":
        out.append(lower.by_chance(cx.world, drafts_of(cx, stmt, None), prompt_of(stmt), prompt_of(stmt), stmt.span))
    return cx


def _asked(cx: Context, stmt: d.Decision | d.Menu, who: Value, make: Make, out: Steps) -> None:
    """One player decides."""
    otherwise: Steps = []
    if isinstance(stmt, d.Menu):
        otherwise = block(cx, stmt.otherwise) if stmt.otherwise is not None else []
    drafts = make(cx, who)
    if isinstance(stmt, d.Decision):
        otherwise = block(cx, stmt.otherwise) if stmt.otherwise is not None else []
    out.append(lower.ask(cx.world, who, drafts, stmt.word, prompt_of(stmt), stmt.span, otherwise))


def _one_after_another(cx: Context, stmt: d.Decision | d.Menu, who: Value, make: Make, out: Steps) -> None:
    player = _each_player(cx, stmt)
    body: Steps = []
    _asked(cx.bind("player", player), stmt, player, make, body)
    out.append(lower.one_after_another(slot(player), who, body))


def _each_player(cx: Context, stmt: d.Decision | d.Menu) -> Value:
    """Whoever of several decides."""
    return Value(t.PLAYER, cx.local("player"), meaning=bound(cx, stmt.who.each, "player", t.PLAYER))


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
        phrases = [e.Phrase(span, None, [e.Word(span, verb)], [], None, None) for verb, span in stmt.verbs]
        return [draft for phrase in phrases if (draft := draft_of(cx, phrase, who, must)) is not None]
    assert stmt.phrase is not None
    draft = draft_of(cx, stmt.phrase, who, must)
    return [draft] if draft is not None else []


def draft_of(cx: Context, phrase: e.Phrase, who: Value | None, must: bool) -> Draft | None:
    """An action with what is left to choose, or any sentence some of whose words are selections."""
    parts = take_apart(cx, phrase)
    if parts is None or refuse_in_menus(cx, phrase):
        return None
    if any(r.sort in {"action", "interrupt"} for r in parts.routines):
        routine = action_named(cx, parts)
        if routine is None or who is None or not action_words(cx, parts, routine):
            return None
        ways = ways_of(cx, routine, who, given(parts))
        if ways is None:
            return None
        note_offer(cx, phrase, routine, given(parts))
        routine.used = True
        return lower.of_action(cx.world, routine, ways.made, who, phrase.span, must)
    if parts.giving_span is not None:
        cx.error(
            codes.MISPLACED,
            f"Nobody would ever learn what `{parts.giving}` is.",
            giving_words(cx, parts.giving_span),
            "Write the sentence in the body of an action, and let the player choose the action.",
        )
        return None
    return _sentence_draft(cx, phrase, must)


def _sentence_draft(cx: Context, phrase: e.Phrase, must: bool) -> Draft | None:
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
        ways.made.words.append(prep)
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
    body: Steps = []
    done = e.Phrase(phrase.span, None, arguments, tails, phrase.giving, phrase.giving_span)
    inner = replace(ways.cx, player=cx.player, hidden=cx.hidden)
    sentence(inner, done, body)
    note_chosen(inner, phrase, choices, done)
    parts = take_apart(inner, done)
    name = parts.verb if parts is not None else "do"
    price = price_of(inner, d.Sentence(done.span, done, ()))
    return lower.of_sentence(ways.made, body, name, price, must)


# ---------------------------------------------------------------- menus


def menu(cx: Context, stmt: d.Menu, out: Steps) -> Context:
    if cx.telling:
        out.extend(tell(cx.world, s.Tell(item.span, item.text)) for item in paragraphs(stmt.items) if isinstance(item, d.Prose))
    sort, who = deciders(cx, stmt.who)
    check_words(cx, stmt, sort)

    def make(inner: Context, player: Value) -> list[Draft]:
        return menu_drafts(inner, stmt, player)

    if sort == "one" and who is not None:
        _asked(cx.acting(who), stmt, who, make, out)
    elif sort == "each" and who is not None:
        if stmt.secretly:
            return _secret_menu(cx, stmt, who, out)
        _one_after_another(cx, stmt, who, make, out)
    elif sort == "all" and who is not None:
        _together(cx, who, make, stmt.word, prompt_of(stmt), stmt.span, out)
    elif sort == "chance":
        out.append(lower.by_chance(cx.world, menu_drafts(cx, stmt, None), "chance", prompt_of(stmt), stmt.span))
    return cx


def menu_drafts(cx: Context, stmt: d.Menu, who: Value | None) -> list[Draft]:
    found: list[Draft] = []
    must = stmt.word == "must"
    for item in stmt.items:
        match item:
            case d.Choice():
                conditions = [test(cx, item.test)] if item.test is not None else []
                prices = [price_of(cx, price) for price in prices_first(item.body)]
                conditions += [price for price in prices if price is not None]
                found.append(lower.of_label(conditions, block(cx, item.body), item.label, must))
            case d.Offer():
                draft = draft_of(cx, item.phrase, who, must)
                if draft is not None:
                    found.append(draft)
    return found


# ---------------------------------------------------------------- in any order


def any_order(cx: Context, stmt: d.AnyOrder, out: Steps) -> None:
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
        if sort != "one" or decider is None or (who is not None and not lower.same_decider(decider, who)):
            cx.error(codes.MISPLACED, "All decisions made in any order are made by the same player.", inner_stmt.span)
            continue
        who = decider
        check_words(cx, inner_stmt, sort, in_any_order=True)
        inner = cx.acting(decider)
        made = drafts_of(inner, inner_stmt, decider) if isinstance(inner_stmt, d.Decision) else menu_drafts(inner, inner_stmt, decider)
        if isinstance(inner_stmt, d.Decision) and inner_stmt.once:
            out.append(lower.only_once(cx, made))
        drafts += made
    if who is None or not drafts:
        return
    out += lower.any_order(cx, who, drafts, stmt.span)


# ---------------------------------------------------------------- secretly, and together


def _for_each(cx: Context, make: Make, word: str) -> tuple[Slot, list[Draft]]:
    """Whoever is asked, and what they may do: declining is offered as well, if they `may`."""
    local = cx.local("player")
    player = Value(t.PLAYER, local)
    drafts = make(cx.bind("player", player), player)
    return local, [*drafts, lower.declining()] if word == "may" else drafts


def _secret_menu(cx: Context, stmt: d.Menu, who: Value, out: Steps) -> Context:
    """A secret menu; with `giving`, what each chose can be asked for afterwards, and before anything happens."""
    player = _each_player(cx, stmt)
    drafts = menu_drafts(cx.bind("player", player), stmt, player)
    which = lower.secretly(cx, slot(player), who, drafts, prompt_of(stmt), stmt.span, out)
    if stmt.giving is None:
        return cx
    members = tuple(_word(item.label) for item in stmt.items if isinstance(item, d.Choice))
    return cx.bind(stmt.giving, Value(t.PerPlayer(t.Enum(stmt.giving, members)), which))


def _word(label: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in label.lower()).strip("_")


def _together(cx: Context, who: Value, make: Make, word: str, prompt: str, span: Span, out: Steps) -> None:
    """Several decide together."""
    local, drafts = _for_each(cx, make, word)
    lower.together(cx, local, who, drafts, prompt, span, out)


# ---------------------------------------------------------------- chooses


def _chooses(cx: Context, stmt: d.Decision, sort: str, who: Value | None, out: Steps) -> Context:
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


def _choose_one(cx: Context, inner: Context, stmt: d.Decision, decider: Code | None, out: Steps) -> Context:
    assert stmt.selection is not None
    found = select(inner, stmt.selection)
    if found is None:
        return cx
    name = stmt.giving or found.name or "chosen"
    ways = Ways(inner)
    chosen(ways, found, name, dedupe=decider is not None)
    otherwise = block(inner, stmt.otherwise) if stmt.otherwise is not None else None
    local, asked = lower.choose_one(cx.world, ways.made, decider, name, stmt.span, otherwise)
    out.append(asked)
    if name in cx.names and name != "player":
        cx.error(codes.SHADOWED_NAME, f"`{name}` means something else here already.", stmt.span, f"Write `… as other_{name}`.")
    value = Value(found.elem, local, meaning=bound(cx, stmt, name, found.elem))
    return cx.bind(name, value) if name != "player" else cx.bind("player", value)


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


def _choose_of_bag(cx: Context, inner: Context, stmt: d.Decision, held: Value, decider: Code | None, out: Steps) -> Context:
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


def _choose_several(cx: Context, inner: Context, stmt: d.Decision, decider: Code | None, out: Steps) -> Context:
    """Several elements, one after the other, always upwards, so that no two orders lead to the same choice."""
    assert stmt.selection is not None and stmt.quota is not None
    found = select(inner, stmt.selection)
    if found is None:
        return cx
    pool_value = coerce.as_set(inner, whole(inner, found), stmt.span)
    if coerce.is_poison(pool_value) or pool_value.expr is None:
        return cx
    name = stmt.giving or stmt.selection.alias or f"{found.name}s"
    kept = lower.room(cx, found, name, found.name or "x")
    low = coerce.number(inner, expr(inner, stmt.quota.low), stmt.quota.low.span) if stmt.quota.low is not None else ZERO
    high = coerce.number(inner, expr(inner, stmt.quota.high), stmt.quota.high.span) if stmt.quota.high is not None else None
    out += lower.choose_several(cx, kept, found, pool_value, (low, high), decider, stmt.span)
    return cx.bind(name, Value(t.SetOf(found.elem), kept.picked))


def _each_chooses(cx: Context, stmt: d.Decision, who: Value, out: Steps) -> Context:
    """`each Player chooses secretly Approach`: one value for each player."""
    assert stmt.selection is not None
    player = _each_player(cx, stmt)
    if stmt.quota is not None and not single(stmt.quota):
        return each_chooses(cx, stmt, player, who, out)
    inner = cx.bind("player", player)
    found = select(inner, stmt.selection)
    if found is None:
        return cx
    name = stmt.giving or found.name
    ways = Ways(inner)
    chosen(ways, found, f"{name}_chosen")
    row, asked = lower.each_chooses(cx, ways.made, slot(player), who, name, stmt.span, stmt.secretly)
    out.append(asked)
    return cx.bind(name, Value(t.PerPlayer(found.elem), row))


def _all_choose(cx: Context, stmt: d.Decision, who: Value, out: Steps) -> Context:
    """Several choose one thing together."""
    assert stmt.selection is not None
    inner = cx.bind("player", Value(t.PLAYER, cx.local("player")))
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
        return [lower.noted(ways.made, result)]

    out.append(lower.nothing_yet(result))
    _together(cx, who, make, "must", f"choose {name}", stmt.span, out)
    return cx.bind(name, Value(found.elem, result))
