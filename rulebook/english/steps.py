"""Blocks of the rules in words: steps with steps below them, each with the place in the rules it comes from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from rulewright.dsl import types as t
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.rulebook.english.arranging import arranged
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.deeds import take_apart
from rulewright.rulebook.english.meant import type_of
from rulewright.rulebook.english.nouns import THAT_PLAYER, Noun, conjuncts
from rulewright.rulebook.english.picks import pick
from rulewright.rulebook.english.speech import Speech
from rulewright.rulebook.english.values import value
from rulewright.rulebook.english.verbs import act, sentence
from rulewright.rulebook.text import capital, clean, mark, plain, strong
from rulewright.rulebook.words import is_plural, listing, named, plural, spoken, the, times

SHORT = 90  # letters up to which a single step stays on the line of its condition


@dataclass(slots=True)
class Step:
    """A line of an exact rule, still without capital and stop."""

    text: str
    span: Span
    steps: list[Step] = field(default_factory=list)
    tags: tuple[str, ...] = ()
    lead: str = ""
    numbered: bool = False
    spans: list[Span] = field(default_factory=list)  # further constructs that went into it
    prose: list[d.Prose] = field(default_factory=list)  # what the author says beside it
    others: list[Step] = field(default_factory=list)  # what is done otherwise

    @property
    def sources(self) -> list[Span]:
        return [self.span, *self.spans]


def block(sp: Speech, body: list[d.Stmt]) -> tuple[Speech, list[Step]]:
    """The steps of a block, and the speech with the names it has bound. Prose is not among them; it is printed before."""
    found: list[Step] = []
    for stmt in body:
        sp, steps = step(sp, stmt)
        found += steps
    return sp, found


def step(sp: Speech, stmt: d.Stmt) -> tuple[Speech, list[Step]]:
    if not isinstance(stmt, d.Prose):
        sp.record.seen.add(stmt.span)
    match stmt:
        case d.Prose():
            return sp, []
        case d.Sentence(span, phrase, tags, rows):
            text = sentence(sp, phrase)
            sp.record.seen |= {row.span for row in rows}
            if rows:
                text = f"{text.removesuffix('.')}: {arranged(sp.world, phrase, rows)}."
            return _given(sp, phrase), [Step(text, span, tags=tags)]
        case d.Let(span, name, node, tags):
            return _let(sp, span, name, node, tags)
        case d.Demand():
            return sp, [demand(sp, stmt)]
        case d.If():
            return sp, _if(sp, stmt)
        case d.Loop():
            return sp, [_loop(sp, stmt)]
        case d.While(span, test, body):
            return sp, [_under(sp, f"as long as {clause(sp, test).text()}", span, body)]
        case d.Repeat():
            return sp, [_repeat(sp, stmt)]
        case d.AnyOrder(span, body):
            _, steps = block(sp, body)
            head = "in any order, as often as you like where nothing else is said"
            if not sp.who.second:
                head = "in any order, as often as wished where nothing else is said"
            return sp, [Step(head, span, [_often(s) for s in steps])]
        case d.Decision():
            return _decision(sp, stmt)
        case d.Menu():
            return _menu(sp, stmt)
        case _:
            assert_never(stmt)


def _often(step_: Step) -> Step:
    return step_


def _let(sp: Speech, span: Span, name: str, node: e.Expr, tags: tuple[str, ...]) -> tuple[Speech, list[Step]]:
    type = type_of(sp, node)
    called = named(name)
    if isinstance(type, t.Flag):
        text = f"note whether {clause(sp, node).text()} ({strong(called)})"
        noun = Noun(mark("name", f"“{called}”"))
        return sp.bind(name, noun, type), [Step(text, span, tags=tags)]
    found = value(sp, node)
    text = f"let {the(called, strong(called))} be {found.text}"
    return sp.bind(name, Noun(the(called, mark("name", called)), is_plural(called)), type), [Step(text, span, tags=tags)]


def _given(sp: Speech, phrase: e.Phrase) -> Speech:
    """A sentence with `giving` binds its result."""
    if phrase.giving is None:
        return sp
    deed = take_apart(sp, phrase)
    type: t.Type | None = None
    if deed.verb == "roll":
        type = t.Number(1, 6)
    called = named(phrase.giving)
    return sp.bind(phrase.giving, Noun(the(called, mark("name", called)), is_plural(called)), type)


# ---------------------------------------------------------------- conditions


def demand(sp: Speech, stmt: d.Demand) -> Step:
    """`requires` and `ensures`: one line, or one for each thing demanded."""
    if stmt.word == "once":
        sp.see(stmt.test)
        assert isinstance(stmt.test, e.Word)
        sp.record.terms.add(stmt.test.name)
        each = f", for each {spoken(stmt.per)}" if stmt.per is not None else ""
        return Step(f"once in each {sp.term(stmt.test.name)}{each}", stmt.span, tags=stmt.tags, lead="Only", prose=stmt.prose)
    parts = conjuncts(clause(sp, stmt.test))
    lead = "Allowed only if" if stmt.word == "requires" else "Only if afterwards"
    if stmt.lenient:
        text = " and ".join(p.text() for p in parts)
        return Step(f"{text}, if you can", stmt.span, tags=stmt.tags, lead=lead, prose=stmt.prose)
    found = Step(parts[0].text(), stmt.span, tags=stmt.tags, lead=lead, prose=stmt.prose)
    if len(parts) > 1:
        found.text = ""
        found.steps = [Step(p.text(), stmt.span) for p in parts]
    return found


def _if(sp: Speech, stmt: d.If) -> list[Step]:
    found: list[Step] = []
    for number, (test, body) in enumerate(stmt.branches):
        word = "if" if number == 0 else "otherwise, if"
        found.append(_under(sp, f"{word} {clause(sp, test).text()}", stmt.span, body))
    if stmt.otherwise is not None:
        found.append(_under(sp, "otherwise", stmt.span, stmt.otherwise))
    return [_chain(found)]


def _chain(found: list[Step]) -> Step:
    """Alternatives are one step: on one line if they are short, otherwise one below the other under the same number."""
    first, *rest = found
    simple = all(not s.steps and not s.others for s in found)
    if rest and simple and sum(len(plain(s.text)) for s in found) < SHORT * 2:
        text = ". ".join([first.text, *(capital(s.text) for s in rest)])
        tags = tuple(t_ for s in found for t_ in s.tags)
        return Step(text, first.span, tags=tags, spans=[x for s in found for x in s.sources])
    first.others = rest
    return first


def _under(sp: Speech, head: str, span: Span, body: list[d.Stmt], numbered: bool = True) -> Step:
    """A head with its block: on one line if that is short, otherwise as steps below."""
    _, steps = block(sp, body)
    if (
        len(steps) == 1
        and not steps[0].steps
        and not steps[0].others
        and not steps[0].lead
        and len(plain(head)) + len(plain(steps[0].text)) < SHORT * 2
    ):
        only = steps[0]
        return Step(f"{head}, {only.text}", span, tags=only.tags, spans=only.sources)
    return Step(head, span, steps, numbered=numbered and len(steps) > 1)


def _loop(sp: Speech, stmt: d.Loop) -> Step:
    head, inner = loop_head(sp, stmt)
    return _under(inner, head, stmt.span, stmt.body)


def loop_head(sp: Speech, stmt: d.Loop) -> tuple[str, Speech]:
    """For whom or what something is done, and the speech about each of them."""
    found = pick(sp, stmt.selection)
    inner = found.inner
    if isinstance(found.type, t.Player) and found.name == "player":
        inner = inner.acting(THAT_PLAYER)
        head = f"for each {found.bare()}" if not found.plain else "for each player in turn"
    elif isinstance(found.type, t.SetOf):
        head = f"for each {found.bare(named=True)}"
    else:
        head = f"for each {found.bare(named=True)}" if found.whole is None else f"for each one of {found.whole.text}{found.tail(False)}"
    return head, inner


def _repeat(sp: Speech, stmt: d.Repeat) -> Step:
    head = repeat_head(sp, stmt)
    _, steps = block(sp, stmt.body)
    return Step(head, stmt.span, steps, numbered=len(steps) > 1)


def repeat_head(sp: Speech, stmt: d.Repeat) -> str:
    """How often something is done."""
    if stmt.times is not None:
        number = value(sp, stmt.times)
        often = times(int(number.text)) if number.text.isdigit() else f"{number.pron} times"
        return f"do this {often}"
    if stmt.until is not None:
        return f"repeat until {clause(sp, stmt.until).text()}"
    return "repeat, until something in it ends it"


# ---------------------------------------------------------------- decisions


def decider(sp: Speech, who: d.Who) -> tuple[Noun, Speech, str]:
    """Who decides, the speech about them, and how: one, each, all or chance."""
    sp.record.seen.add(who.span)
    if who.each is not None:
        found = pick(sp, who.each)
        inner = found.inner.acting(THAT_PLAYER)
        return Noun(f"each {found.bare()}"), inner, "each"
    assert who.single is not None
    if isinstance(who.single, e.Word) and who.single.name == "chance":
        sp.see(who.single)
        return Noun("chance"), sp, "chance"
    noun = value(sp, who.single)
    if isinstance(type_of(sp, who.single), t.SetOf):
        return noun, sp.acting(THAT_PLAYER), "all"
    return noun, sp.acting(noun), "one"


def _decision(sp: Speech, stmt: d.Decision) -> tuple[Speech, list[Step]]:
    who, inner, how = decider(sp, stmt.who)
    if stmt.word == "chooses":
        return _chooses(sp, inner, stmt, who, how)
    if stmt.verbs:
        texts = []
        for name, _ in stmt.verbs:
            texts.append(sp.term(name))
        deeds = listing(texts, "or")
    else:
        assert stmt.phrase is not None
        deeds = act(inner, take_apart(inner, stmt.phrase)).base
    secretly = "secretly " if stmt.secretly else ""
    together = "together " if how == "all" else ""
    once = ", once" if stmt.once else ""
    text = f"{who.text} {stmt.word} {secretly}{together}{deeds}{once}"
    if stmt.secretly:
        text += "; nobody sees the others’ choices before all have chosen"
    found = Step(text, stmt.span, tags=stmt.tags)
    if stmt.otherwise is not None:
        head = "if not" if stmt.word == "may" else "if that is impossible"
        found.others = [_under(inner, head, stmt.span, stmt.otherwise)]
        return sp, [found]
    return sp, [found]


def _chooses(sp: Speech, inner: Speech, stmt: d.Decision, who: Noun, how: str) -> tuple[Speech, list[Step]]:
    assert stmt.selection is not None
    found = pick(inner, stmt.selection)
    number, several = _quota(inner, stmt.quota)
    name = stmt.giving or (stmt.selection.alias or f"{found.name}s" if several else found.name)
    what = f"{number} {found.bare(True)}" if several else found.one()
    told = ""
    if name and spoken(name) not in {found.noun, plural(found.noun)}:
        told = f" ({the(named(name), strong(named(name)))})"
    if how == "chance":
        text = f"{what} {'are' if several else 'is'} chosen at random{told}, each with the same chance"
    else:
        secretly = " secretly" if stmt.secretly else ""
        verb = "choose" if who.second or who.many else "chooses"
        text = f"{who.text} {verb}{secretly} {what}{told}"
        if how == "all":
            text = f"{who.text} choose together {what}{told}; if they do not agree, one of their wishes is drawn by lot"
    step_ = Step(text, stmt.span, tags=stmt.tags)
    after = sp
    if name:
        noun = Noun(the(named(name)), several)
        type: t.Type | None = found.type
        if several and isinstance(type, t.Scalar):
            type = t.SetOf(type)
        if name == "player":
            after = sp.acting(THAT_PLAYER)
        else:
            after = sp.bind(name, noun, type)
    if stmt.otherwise is not None:
        step_.others = [_under(inner, "if that is impossible", stmt.span, stmt.otherwise)]
        return after, [step_]
    return after, [step_]


def _quota(sp: Speech, quota: d.Quota | None) -> tuple[str, bool]:
    if quota is None:
        return "", False
    low, high = quota.low, quota.high
    if low is None and high is None:
        return "any number of", True
    sp.record.seen.add(quota.span)
    if isinstance(low, e.Num) and isinstance(high, e.Num) and low.value == high.value == 1:
        sp.see(low, high)
        return "", False
    if low is None and high is not None:
        return f"up to {value(sp, high).pron}", True
    if low is not None and high is not None:
        first, last = value(sp, low), value(sp, high)
        return (first.pron if first.text == last.text else f"{first.pron} to {last.pron}"), True
    return "any number of", True


def _menu(sp: Speech, stmt: d.Menu) -> tuple[Speech, list[Step]]:
    who, inner, how = decider(sp, stmt.who)
    secretly = " secretly" if stmt.secretly else ""
    together = " together" if how == "all" else ""
    verb = "must choose" if stmt.word == "must" else "may choose"
    head = Step(f"{who.text} {verb}{secretly}{together} one of these", stmt.span, tags=stmt.tags)
    if stmt.secretly:
        head.text = f"{who.text} {verb} secretly one of these; nobody sees the others’ choices before all have chosen"
    for item in stmt.items:
        match item:
            case d.Prose():
                continue
            case d.Choice(span, label, test, body, tags):
                sp.record.seen.add(span)
                only = f" (only if {clause(inner, test).text()})" if test is not None else ""
                head.steps.append(_choice(inner, f"“{clean(label)}”{only}", span, body, tags))
            case d.Offer(span, phrase, tags):
                sp.record.seen.add(span)
                head.steps.append(Step(act(inner, take_apart(inner, phrase)).base, span, tags=tags))
            case _:
                assert_never(item)
    after = sp
    if stmt.giving is not None:
        after = sp.bind(stmt.giving, Noun(the(named(stmt.giving))), None)
    found = [head]
    if stmt.otherwise is not None:
        head.others = [_under(inner, "if none is possible" if stmt.word == "must" else "if not", stmt.span, stmt.otherwise)]
    return after, found


def _choice(sp: Speech, head: str, span: Span, body: list[d.Stmt], tags: tuple[str, ...]) -> Step:
    _, steps = block(sp, body)
    if not steps:
        return Step(head, span, tags=tags)
    if len(steps) == 1 and not steps[0].steps and not steps[0].others and len(plain(steps[0].text)) < SHORT * 2:
        return Step(f"{head}: {steps[0].text}", span, tags=(*tags, *steps[0].tags), spans=steps[0].sources)
    return Step(head, span, steps, tags=tags, numbered=len(steps) > 1)
