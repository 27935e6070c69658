"""Whole declarations in words: actions, procedures, events and standing conditions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.dsl import types as t
from rulewright.dsl.check.phrases import singulars
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import CardSym, RoutineSym, World, snake
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.deeds import take_apart, title
from rulewright.rulebook.english.nouns import Noun, of
from rulewright.rulebook.english.picks import kind_noun, pick
from rulewright.rulebook.english.speech import Local, Record, Speech, addressed
from rulewright.rulebook.english.steps import Step, block, demand, step
from rulewright.rulebook.english.values import value
from rulewright.rulebook.english.verbs import act
from rulewright.rulebook.text import strong
from rulewright.rulebook.words import a, is_plural, listing, plural, spoken, third


@dataclass(slots=True)
class Rule:
    """A declaration, ready to be printed."""

    title: str
    kind: str
    span: Span
    tags: tuple[str, ...]
    prose: list[d.Prose]
    steps: list[Step]
    speech: Speech  # with all names bound that the prose may mention
    name: str = ""
    spans: list[Span] = field(default_factory=list)


def prose_in(body: object) -> list[d.Prose]:
    """The prose of a body in its order, wherever it stands; that of demands is printed with them."""
    owned = {id(p) for demand_ in nodes(body, d.Demand) for p in demand_.prose}
    return [p for p in nodes(body, d.Prose) if id(p) not in owned]


def _own_prose(body: list[d.Stmt]) -> list[d.Prose]:
    return sorted(prose_in(body), key=lambda p: p.span)


# ---------------------------------------------------------------- actions


def action(world: World, record: Record, decl: d.Action | d.Interrupt) -> Rule:
    sp = addressed(world, record, "this action")
    record.seen |= {decl.span, decl.signature.span}
    sp, steps = _choose(sp, decl.signature)
    if isinstance(decl, d.Interrupt):
        steps.insert(0, Step(_during(sp, decl.during), decl.during.span, lead="When"))
        record.seen.add(decl.during.span)
    after, body = _body(sp, decl.body)
    steps += body
    kind = "interrupt" if isinstance(decl, d.Interrupt) else "action"
    name = decl.signature.name
    return Rule(title(name), kind, decl.span, decl.tags, _own_prose(decl.body), steps, after, name, [decl.signature.span])


def _during(sp: Speech, node: e.Expr) -> str:
    match node:
        case e.Of(_, e.Word(_, name), right):
            sp.see(node)
            who = value(sp, right)
            return f"at any moment of {of(who, sp.term(name)).text}, even in the middle of something else"
        case e.Word(_, name):
            sp.see(node)
            return f"at any moment of {sp.term(name)}, even in the middle of something else"
        case _:
            return f"at any moment while {clause(sp, node).text()}"


def _choose(sp: Speech, signature: d.Signature) -> tuple[Speech, list[Step]]:
    """What is chosen with an action."""
    chosen = []
    selections = ([signature.first] if signature.first is not None else []) + [sel for _, sel in signature.tails]
    for sel in selections:
        found = pick(sp, sel)
        name = found.name or "chosen"
        amount = isinstance(found.type, t.Number) and is_plural(found.noun)  # coins: how many of them
        if sel.alias and spoken(sel.alias) != found.noun:
            chosen.append(f"{found.one()} (the {strong(spoken(sel.alias))})")
        else:
            chosen.append(found.one())
        noun = Noun(f"the {spoken(sel.alias) if sel.alias else found.noun}", amount and not sel.alias)
        sp = sp.bind(name, noun, found.type)
    if not chosen:
        return sp, []
    return sp, [Step(listing(chosen, "and", ";" if any("," in c for c in chosen) else ","), signature.span, lead="Choose")]


def _body(sp: Speech, body: list[d.Stmt]) -> tuple[Speech, list[Step]]:
    """Demands, price, effects and what must be so afterwards, under their own leads."""
    before: list[Step] = []
    after: list[Step] = []
    deeds: list[Step] = []
    demands = [i for i, s in enumerate(body) if isinstance(s, d.Demand) and s.word in {"requires", "once"}]
    last = demands[-1] if demands else -1
    pending: list[tuple[d.Demand, int, Speech]] = []
    for number, stmt in enumerate(body):
        if isinstance(stmt, d.Demand):
            sp.record.seen.add(stmt.span)
            if stmt.word in {"requires", "once"}:
                before.append(demand(sp, stmt))
            else:
                pending.append((stmt, len(deeds), sp))
            continue
        price = _price(sp, stmt)
        if price is not None:
            before.append(price)
            continue
        sp, steps = step(sp, stmt)
        if number < last and isinstance(stmt, d.Let):
            before += [replace(s, lead="First") for s in steps]
        else:
            deeds += steps
    for stmt, done, then in pending:
        found = demand(then, stmt)
        if done < len(deeds):
            found.lead = f"Only if after step {done}" if done > 1 else "Only if after that"
        after.append(found)
    steps_ = list(before)
    if len(deeds) == 1 and not deeds[0].steps and not deeds[0].others:
        steps_.append(replace(deeds[0], lead="Then"))
    elif deeds:
        steps_.append(Step("", deeds[0].span, deeds, lead="Then", numbered=True))
    return sp, [*steps_, *after]


def _price(sp: Speech, stmt: d.Stmt) -> Step | None:
    """`pay 3 crowns` is the cost of an action."""
    if not isinstance(stmt, d.Sentence):
        return None
    quiet = Speech(sp.world, Record(), sp.names, sp.player, sp.this, sp.routine)
    if take_apart(quiet, stmt.phrase).verb != "pay" or stmt.phrase.each is not None:
        return None
    deed = take_apart(sp, stmt.phrase)
    if deed.subject is not None or deed.routine is not None:
        return None
    sp.record.seen.add(stmt.span)
    said = act(sp, deed).base.removeprefix("pay ")
    return Step(said, stmt.span, tags=stmt.tags, lead="Cost")


# ---------------------------------------------------------------- procedures


def procedure(world: World, record: Record, decl: d.Procedure, card: CardSym | None = None) -> Rule:
    record.seen.add(decl.span)
    routine = routine_of(world, decl)
    what = {"to": "this", "phase": "this phase", "turn": "the turn", "play": "play", "setup": "the setup"}[decl.word]
    sp = addressed(world, record, what)
    if decl.word in {"setup", "play"}:
        sp = Speech(world, record, routine=what)
    if card is not None:
        sp = for_card(sp, card)
    steps: list[Step] = []
    spans: list[Span] = []
    if decl.signature is not None:
        spans.append(decl.signature.span)
        record.seen.add(decl.signature.span)
        sp, given = _given(sp, decl.signature, routine)
        steps += given
    for number, param in enumerate(decl.params):
        record.seen.add(param.span)
        sp.see(param.domain)
        type = routine.params[number].type if routine is not None and number < len(routine.params) else None
        sp = param_bound(sp, param.name, type)
        spans.append(param.span)
    if decl.params:
        named = listing([a(spoken(p.name)) for p in decl.params])
        steps.append(Step(named, decl.params[0].span, lead="For"))
    after, body = block(sp, decl.body)
    if steps:
        head = steps[0]
        if len(body) == 1 and not body[0].steps and not body[0].others:
            steps = [replace(head, text=f"{head.text}, {body[0].text}", tags=body[0].tags, spans=[*head.spans, *body[0].sources])]
        else:
            steps = [replace(head, steps=body, numbered=len(body) > 1)]
    else:
        steps = body
    heading = {"setup": "Setup", "play": "Course of play", "turn": "A turn"}.get(decl.word, title(decl.name))
    kind = {"to": "procedure", "phase": "phase"}.get(decl.word, decl.word)
    return Rule(heading, kind, decl.span, decl.tags, _own_prose(decl.body), steps, after, decl.name, spans)


def routine_of(world: World, decl: d.Procedure | d.Action | d.Interrupt) -> RoutineSym | None:
    name = decl.name if isinstance(decl, d.Procedure) else decl.signature.name
    for routine in world.routines.get(name, ()):
        if routine.said.span == decl.span:
            return routine
    return None


def param_bound(sp: Speech, name: str, type: t.Type | None) -> Speech:
    if isinstance(type, t.Player) and name == "player":
        return sp.acting(Noun("the player", owning="their"))
    many = isinstance(type, t.SetOf | t.ListOf | t.Number) and is_plural(spoken(name))
    return sp.bind(name, Noun(f"the {called(name, type)}", many), type)


def called(name: str, type: t.Type | None) -> str:
    """The name of a parameter; a single letter is told to be a number, and `what` to be a thing."""
    if name == "what":
        return "thing"
    return f"number {name}" if len(name) == 1 and isinstance(type, t.Number) else spoken(name)


def _given(sp: Speech, signature: d.Signature, routine: RoutineSym | None) -> tuple[Speech, list[Step]]:
    """What an own verb is about: `claim a tile for a player`."""
    words = [strong(spoken(signature.name))]
    params = routine.params if routine is not None else []
    parts = ([("", signature.first)] if signature.first is not None else []) + list(signature.tails)
    for number, (preposition, sel) in enumerate(parts):
        sp.see(sel)
        param = params[number] if number < len(params) else None
        name = param.name if param is not None else (sel.alias or "")
        type = param.type if param is not None else None
        noun = _param_noun(sp, sel, type)
        named = f" (the {strong(called(name, type))})" if name and spoken(name) != noun and not isinstance(type, t.Player) else ""
        words.append(f"{preposition} {noun if isinstance(type, t.SetOf) else a(noun)}{named}".strip())
        if name:
            sp = param_bound(sp, name, type)
    if not parts:
        return sp, []
    return sp, [Step(" ".join(words), signature.span, lead="To")]


def _param_noun(sp: Speech, sel: e.Sel, type: t.Type | None) -> str:
    match sel.source:
        case e.Of(_, e.Word(), e.Kind(_, name)):
            return plural(kind_noun(sp, name))
        case e.Kind(_, name) | e.In(_, e.Kind(_, name), _):
            return kind_noun(sp, name)
        case _:
            return str(type).removeprefix("a ") if type is not None else "thing"


# ---------------------------------------------------------------- hooks and standing conditions


def for_card(sp: Speech, card: CardSym) -> Speech:
    """A card speaks of itself: `this`, its own attributes bare, and its owner as you."""
    noun = Noun(f"this {spoken(card.kind.name)}", owning="its")
    return replace(sp, this=Local(noun, t.Piece(frozenset({card.kind.name}))))


def hook(world: World, record: Record, decl: d.Hook, card: CardSym | None = None) -> Rule:
    record.seen |= {decl.span, decl.signature.span}
    sp = addressed(world, record, "this")
    if card is not None:
        sp = for_card(sp, card)
    sp, head = _event(sp, decl)
    after, body = block(sp, decl.body)
    if len(body) == 1 and not body[0].steps and not body[0].others:
        steps = [Step(f"{head}, {body[0].text}", decl.span, spans=body[0].sources, tags=body[0].tags)]
    else:
        steps = [Step(head, decl.span, body, numbered=len(body) > 1)]
    name = decl.signature.name
    heading = {"after": "After", "before": "Before", "instead of": "Instead of"}[decl.word]
    words = {"turn": "each turn", "play": "play begins", "setup": "the setup"}.get(name, title(name).lower())
    return Rule(f"{heading} {words}", "event", decl.span, decl.tags, _own_prose(decl.body), steps, after, name, [decl.signature.span])


def modifier(world: World, record: Record, decl: d.Modifier, card: CardSym) -> Step:
    """`lowers cost of Card by {wood}`: while the card works, your cost of a card is wood less."""
    record.seen.add(decl.span)
    sp = for_card(addressed(world, record), card)
    whose = "everybody’s" if decl.whom is not None else "your"
    sp.see(decl.whom)
    about = ""
    if isinstance(decl.about, e.Kind):
        sp.see(decl.about)
        sp = sp.bind(snake(decl.about.name), Noun(f"the {spoken(decl.about.name)}"), None)
        about = f" of each {spoken(decl.about.name)}"
    elif decl.about is not None:
        about = f" of {value(sp, decl.about).text}"
    amount = value(sp, decl.amount).text
    only = f" if {clause(sp, decl.where).text()}" if decl.where is not None else ""
    less = "more" if decl.word == "raises" else "less"
    text = f"as long as it lies there, {whose} {sp.term(decl.name)}{about} is {amount} {less}{only}"
    return Step(text, decl.span, tags=decl.tags, prose=decl.prose)


def _event(sp: Speech, decl: d.Hook) -> tuple[Speech, str]:
    """When it happens, and the names it gives to what took part."""
    signature = decl.signature
    verb = signature.name
    if decl.actor:
        verb = next((s for s in singulars(verb) if s in sp.world.routines), verb)
        sp = sp.bind(decl.actor, Noun("that player", owning="their"), t.PLAYER)
        sp.record.seen |= {decl.actor_span} if decl.actor_span is not None else set()
    routine = sp.world.routine(verb)
    params = routine.params if routine is not None else []
    said = []
    parts = ([("", signature.first)] if signature.first is not None else []) + list(signature.tails)
    for preposition, sel in parts:
        if isinstance(sel.source, e.Word) and sel.source.name == "this" and sp.this is not None:
            sp.see(sel)
            said.append(f"{preposition} {sp.this.noun.text}".strip())
            continue
        found = pick(sp, sel)
        said.append(f"{preposition} {found.one()}".strip())
        if found.name:
            sp = sp.bind(found.name, Noun(f"the {spoken(sel.alias) if sel.alias else found.noun}"), found.type)
    for param in params:  # what the event is about may be named without being asked for
        if param.name not in sp.names:
            sp = param_bound(sp, param.name, param.type)
    rest = f" {' '.join(said)}" if said else ""
    if decl.actor:
        sp.record.terms.add(verb)
        return sp, f"{'whenever' if decl.word == 'after' else decl.word} a player {sp.term(verb, third(spoken(verb)))}{rest}"
    sp.record.terms.add(signature.name)
    if routine is not None and routine.sort in {"turn", "phase", "setup", "play"}:
        what = {"turn": f"each {sp.term('turn')}"}.get(signature.name, sp.term(signature.name))
        return sp, {"after": f"after {what}{rest}", "before": f"before {what}{rest}", "instead of": f"instead of {what}{rest}"}[decl.word]
    verb = sp.term(signature.name, third(spoken(signature.name)))
    if signature.name not in sp.world.routines:
        verb = third(spoken(signature.name))
    who = "you" if sp.this is not None else "a player"
    if who == "you":
        verb = verb if signature.name not in sp.world.routines else sp.term(signature.name)
    if decl.word == "instead of":
        return sp, f"whenever {who} would otherwise {sp.term(signature.name)}{rest}, this happens instead"
    if decl.word == "after" and sp.this is not None and not any(s == sp.this.noun.text for s in said):
        return sp, f"whenever {who} {verb}{rest}"
    return sp, f"{decl.word} {who} {verb}{rest}"


def standing(world: World, record: Record, decl: d.Standing, card: CardSym | None = None) -> Rule:
    record.seen.add(decl.span)
    sp = addressed(world, record, "this")
    if card is not None:
        sp = for_card(sp, card)
    said = clause(sp, decl.test).text()
    inner = sp
    if isinstance(decl.test, e.Many) and decl.test.quantifier == "some":
        found = pick(sp, decl.test.selection)
        if found.name:
            inner = sp.bind(found.name, Noun(f"the {spoken(found.name)}"), found.type)
    after, body = block(inner, decl.body)
    lead = "At once when" if decl.at_once else "When"
    if len(body) == 1 and not body[0].steps and not body[0].others:
        steps = [Step(f"{said}, {body[0].text}", decl.span, lead=lead, spans=body[0].sources, tags=body[0].tags)]
    else:
        steps = [Step(said, decl.span, body, lead=lead, numbered=len(body) > 1)]
    return Rule("", "standing", decl.span, decl.tags, _own_prose(decl.body), steps, after)
