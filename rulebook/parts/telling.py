"""How a card becomes paragraphs: what it tells, who decides what, and for every outcome a paragraph of its own.

A block of the rules is one paragraph as far as nothing in it has to stay unread. A choice leads to another paragraph, and so does a
branch of a condition that has a text. What follows a choice in the same block is read when it has been made. A choice that tells
nothing by itself, because its outcome is told afterwards, stays where it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import CardSym, World
from rulewright.rulebook import text as x
from rulewright.rulebook.english import rules, scoring
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.deeds import take_apart, title
from rulewright.rulebook.english.phrases import together as as_one
from rulewright.rulebook.english.speech import Record, Speech, addressed
from rulewright.rulebook.english.steps import Step, block, decider, loop_head, repeat_head, step
from rulewright.rulebook.english.verbs import act
from rulewright.rulebook.model import Item, Prose, Text
from rulewright.rulebook.parts.making import Making

REF = "told:"  # before the key of a paragraph that has no number yet


@dataclass(slots=True)
class Draft:
    """A paragraph that has no number yet; `key` is what others refer to."""

    key: str
    card: str  # the key of the card it belongs to
    kind: str
    title: str = ""
    prose: tuple[Prose, ...] = ()
    asks: Text = ()
    choices: list[tuple[Text, str]] = field(default_factory=list)
    then: str = ""
    exact: tuple[Item, ...] = ()
    spans: list[Span] = field(default_factory=list)
    tags: tuple[str, ...] = ()


def tell(making: Making, card: CardSym, named: bool, alone: set[str]) -> list[Draft]:
    """All paragraphs of a card, the one that opens it first. `alone`: kinds that only the book has."""
    return _Teller(making, card, alone).card(named)


def tell_way(making: Making, decl: d.Procedure, alone: set[str]) -> list[Draft]:
    """A verb that does nothing but choose between cards that only the book has: its conditions are read there, too."""
    return _Teller(making, None, alone).way(decl)


def ways(world: World, alone: set[str]) -> list[d.Procedure]:
    """The verbs that only lead from the rules into the book: every sentence of them resolves a card that nothing but the book has."""
    found = []
    for routines in world.routines.values():
        for routine in routines:
            decl = routine.decl
            if isinstance(decl, d.Procedure) and decl.word == "to":
                sentences = list(nodes(decl.body, d.Sentence))
                if len(sentences) > 1 and all(resolved(world, s.phrase, alone) for s in sentences):
                    found.append(decl)
    return found


def resolved(world: World, phrase: e.Phrase, alone: set[str]) -> str:
    """The key of the card that a sentence resolves, if only the book has it."""
    match phrase.arguments:
        case [e.Word(_, "resolve"), e.Kind(_, kind), e.Num(_, number)] if kind in alone:
            return next((f"{kind}/{c.title}" for c in world.cards if c.kind.name == kind and c.number == number), "")
        case [e.Word(_, "resolve"), e.Text(_, name)]:
            return next((f"{c.kind.name}/{c.title}" for c in world.cards if c.kind.name in alone and name in c.printed), "")
        case _:
            return ""


def _is_told(body: list[d.Stmt]) -> bool:
    """Whether a block tells something, or asks for a choice."""
    return any(isinstance(s, d.Prose | d.Menu) for s in body)


def _tells(body: object) -> bool:
    """Whether something is told anywhere in it."""
    return any(True for _ in nodes(body, d.Prose)) or any(True for _ in nodes(body, d.Menu))


@dataclass(slots=True)
class _Teller:
    making: Making
    symbol: CardSym | None
    alone: set[str]
    drafts: list[Draft] = field(default_factory=list)

    def way(self, decl: d.Procedure) -> list[Draft]:
        world, record = self.making.world, self.making.record
        record.seen.add(decl.span)
        rule = rules.procedure(world, record, decl)
        head = Draft(way_key(decl), way_key(decl), "", title(decl.name), spans=[decl.span, *rule.spans], tags=decl.tags)
        self.drafts.append(head)
        self.body(head, rule.speech, decl.body)
        return self.drafts

    def card(self, named: bool) -> list[Draft]:
        assert self.symbol is not None
        decl = self.symbol.decl
        key = f"{self.symbol.kind.name}/{decl.names[0]}"
        name = ", ".join(x.clean(n) for n in decl.names)
        head = Draft(key, key, self.symbol.kind.name, name if named else "", spans=[decl.span], tags=decl.tags)
        self.making.record.seen.add(decl.span)
        self.drafts.append(head)
        extra = self._beside(self.symbol, head)
        speech = rules.for_card(addressed(self.making.world, self.making.record, "this card"), self.symbol)
        self.body(head, speech, decl.body, extra)
        return self.drafts

    def _beside(self, card: CardSym, head: Draft) -> list[Step]:
        """What a card says besides: its own values, what it does at certain moments, own verbs as paragraphs."""
        world, record, decl = self.making.world, self.making.record, card.decl
        found: list[Step] = []
        for member in decl.members:
            record.seen.add(member.span)
            worth = scoring.worth(rules.for_card(self.making.speech(), card), member.value)
            found.append(Step(f"{member.name.replace('_', ' ')}: {worth}", member.span, tags=member.tags))
            head.spans += [p.span for p in member.prose]
            head.prose = (*head.prose, *self.making.prose(list(member.prose)))
        for modifier in decl.modifiers:
            found.append(rules.modifier(world, record, modifier, card))
        for hook in decl.hooks:
            rule = rules.hook(world, record, hook, card)
            head.prose = (*head.prose, *self.making.prose(rule.prose, rule.speech))
            found += rule.steps
        for standing in decl.standings:
            rule = rules.standing(world, record, standing, card)
            head.prose = (*head.prose, *self.making.prose(rule.prose, rule.speech))
            found += rule.steps
        for deed in decl.deeds:
            rule = rules.procedure(world, record, deed, card)
            inner = self._new(head, [deed.span, *rule.spans], deed.tags)
            inner.prose = self.making.prose(rule.prose, rule.speech)
            inner.exact = self.making.items(rule.steps, rule.speech)
            head.choices.append((x.runs(title(deed.name)), inner.key))
        return found

    # ------------------------------------------------------------ blocks

    def _new(self, owner: Draft, spans: list[Span], tags: tuple[str, ...] = ()) -> Draft:
        made = Draft(f"{owner.card}/{len(self.drafts)}", owner.card, owner.kind, spans=spans, tags=tags)
        self.drafts.append(made)
        return made

    def body(self, draft: Draft, sp: Speech, body: list[d.Stmt], before: list[Step] | None = None) -> None:
        """A block as one paragraph, up to its first choice; the rest of it is another one."""
        steps = list(before or [])
        prose: list[d.Prose] = []
        for number, stmt in enumerate(body):
            if isinstance(stmt, d.Prose):
                prose.append(stmt)
            elif isinstance(stmt, d.Menu):
                rest = body[number + 1 :]
                after = self.menu(draft, sp, stmt, bool(rest))
                if rest:
                    following = self._new(draft, [])
                    draft.then = following.key
                    for _, key in draft.choices:
                        inner = next((one for one in self.drafts if one.key == key), None)
                        if inner is not None:
                            inner.then = following.key
                    self.body(following, after, rest)
                break
            else:
                sp, made = self.stmt(draft, sp, stmt)
                steps += made
        draft.prose = (*draft.prose, *self.making.prose(prose, sp))
        if len(steps) > 1:
            draft.exact = (*draft.exact, Item(text=(), numbered=True, items=self.making.items(steps, sp)))
        else:
            draft.exact = (*draft.exact, *self.making.items(steps, sp))

    def stmt(self, draft: Draft, sp: Speech, stmt: d.Stmt) -> tuple[Speech, list[Step]]:
        """A statement in words; what is told inside of it becomes paragraphs."""
        if isinstance(stmt, d.Sentence) and (key := resolved(sp.world, stmt.phrase, self.alone)):
            sp.see(stmt.phrase)
            sp.record.seen.add(stmt.span)
            return sp, [Step(f"read {x.term('0', REF + key)}", stmt.span, tags=stmt.tags)]
        if not self.is_fork(stmt):
            after, made = step(sp, stmt)
            if isinstance(stmt, d.Sentence) and (key := self._way(stmt)) and made:
                made[0].text = f"{made[0].text}: read {x.term('0', REF + key)}"
            return after, made
        match stmt:
            case d.If():
                sp.record.seen.add(stmt.span)
                return sp, [self._if(draft, sp, stmt)]
            case d.Loop():
                sp.record.seen.add(stmt.span)
                head, inner = loop_head(sp, stmt)
                return sp, [self._branch(draft, inner, head, stmt.span, stmt.body)]
            case d.While(span, test, body):
                sp.record.seen.add(span)
                return sp, [self._branch(draft, sp, f"as long as {clause(sp, test).text()}", span, body)]
            case d.Repeat():
                sp.record.seen.add(stmt.span)
                return sp, [self._branch(draft, sp, repeat_head(sp, stmt), stmt.span, stmt.body)]
            case _:
                return step(sp, stmt)

    def is_fork(self, stmt: d.Stmt) -> bool:
        """Whether something in it is told, or leads to a card that only the book has."""
        return _tells(stmt) or any(resolved(self.making.world, s.phrase, self.alone) for s in nodes(stmt, d.Sentence))

    def _way(self, stmt: d.Sentence) -> str:
        """The key of the way into the book that a sentence takes."""
        first = stmt.phrase.arguments[0] if stmt.phrase.arguments else None
        found = ways(self.making.world, self.alone) if isinstance(first, e.Word) else []
        return next((way_key(decl) for decl in found if isinstance(first, e.Word) and decl.name == first.name), "")

    def _if(self, draft: Draft, sp: Speech, stmt: d.If) -> Step:
        """Alternatives; if one of them is told, all of them are read elsewhere."""
        told = any(_is_told(body) for _, body in stmt.branches) or _is_told(stmt.otherwise or [])
        told = told or (self.symbol is None and any(isinstance(s, d.If) for _, body in stmt.branches for s in body))
        found = []
        for number, (test, body) in enumerate(stmt.branches):
            word = "if" if number == 0 else "otherwise, if"
            found.append(self._branch(draft, sp, f"{word} {clause(sp, test).text()}", stmt.span, body, told))
        if stmt.otherwise is not None:
            found.append(self._branch(draft, sp, "otherwise", stmt.span, stmt.otherwise, told))
        first, *rest = found
        first.others = rest
        first.tags = (*first.tags, *stmt.tags)
        return first

    def _branch(self, draft: Draft, sp: Speech, head: str, span: Span, body: list[d.Stmt], told: bool = False) -> Step:
        if told or _is_told(body):
            inner = self._new(draft, [])
            self.body(inner, sp, body)
            return Step(f"{head}, read {x.term('0', REF + inner.key)}", span)
        steps: list[Step] = []
        for stmt in body:
            sp, made = self.stmt(draft, sp, stmt)
            steps += made
        if len(steps) == 1 and not steps[0].steps and not steps[0].others:
            return Step(f"{head}, {steps[0].text}", span, spans=steps[0].sources, tags=steps[0].tags)
        return Step(head, span, steps, numbered=len(steps) > 1)

    # ------------------------------------------------------------ choices

    def menu(self, draft: Draft, sp: Speech, menu: d.Menu, followed: bool) -> Speech:
        """Who chooses, and where each choice leads; the speech afterwards."""
        who, inner, how = decider(sp, menu.who)
        who = as_one(sp, who)
        sp.record.seen.add(menu.span)
        draft.spans.append(menu.span)
        draft.tags = (*draft.tags, *menu.tags)
        secretly = " secretly" if menu.secretly else ""
        together = " together" if how == "all" else ""
        verb = "choose" if who.second or who.many else "chooses"
        if menu.word == "may":
            verb = "may choose"
        draft.asks = x.runs(x.sentence(f"{who.text} {verb}{secretly}{together}", ":"))
        for item in menu.items:
            match item:
                case d.Prose():
                    draft.prose = (*draft.prose, *self.making.prose([item], inner))
                case d.Choice():
                    self._choice(draft, inner, item, followed)
                case d.Offer(span, phrase, tags):
                    sp.record.seen.add(span)
                    draft.spans.append(span)
                    draft.choices.append((x.runs(x.capital(act(inner, take_apart(inner, phrase)).base)), ""))
                    draft.tags = (*draft.tags, *tags)
        if menu.otherwise is not None:
            other = self._new(draft, [])
            self.body(other, inner, menu.otherwise)
            draft.choices.append((x.runs("None of these"), other.key))
        return sp

    def _is_test(self, sp: Speech, body: list[d.Stmt]) -> bool:
        """Whether a choice is a test of which everybody may know: something that depends on chance, and then its outcomes."""
        if len(body) != 2 or not isinstance(body[0], d.Sentence) or not isinstance(body[1], d.If) or not _tells(body[1]):
            return False
        quiet = Speech(sp.world, Record(), sp.names, sp.player, sp.this, sp.routine)
        verb = take_apart(quiet, body[0].phrase).verb
        return chancy(sp.world, verb, set())

    def _choice(self, draft: Draft, sp: Speech, item: d.Choice, followed: bool) -> None:
        sp.record.seen.add(item.span)
        only = f" (only if {clause(sp, item.test).text()})" if item.test is not None else ""
        label = f"{x.clean(item.label)}{only}"
        if followed and not _tells(item.body):
            _, steps = block(sp, item.body)
            draft.spans += [item.span, *(s for one in steps for s in _spans(one))]
            done = "; ".join(one.text for one in steps)
            draft.choices.append((x.runs(f"{x.strong(label)}: {done}." if done else x.strong(label)), ""))
            return
        if self._is_test(sp, item.body):
            steps = []
            for stmt in item.body:
                sp, made = self.stmt(draft, sp, stmt)
                steps += made
            draft.spans += [item.span, *(s for one in steps for s in _spans(one))]
            done = " ".join(x.sentence(text) for one in steps for text in (one.text, *(other.text for other in one.others)))
            draft.choices.append((x.runs(f"{x.strong(label)}: {done}"), ""))
            return
        inner = self._new(draft, [item.span], item.tags)
        self.body(inner, sp, item.body)
        draft.choices.append((x.runs(x.strong(label)), inner.key))


def way_key(decl: d.Procedure) -> str:
    return f"to/{decl.name}"


def chancy(world: World, verb: str, seen: set[str]) -> bool:
    """Whether chance has a hand in what a verb does, or in what it calls upon."""
    if verb in seen:
        return False
    seen.add(verb)
    for routine in world.routines.get(verb, ()):
        words = {word.name for word in nodes(routine.decl.body, e.Word)}
        if words & {"chance", "roll", "die"} or any(chancy(world, name, seen) for name in sorted(words & set(world.routines))):
            return True
    return False


def _spans(one: Step) -> list[Span]:
    return [*one.sources, *(s for inside in (*one.steps, *one.others) for s in _spans(inside))]
