"""Definitions in words: what is meant by a term, in one sentence or by cases."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import World
from rulewright.rulebook.english.clauses import IN_STATE, clause, is_verb, standing_at, verbal
from rulewright.rulebook.english.deeds import title
from rulewright.rulebook.english.nouns import Noun
from rulewright.rulebook.english.picks import element_noun, kind_noun, looks_plural
from rulewright.rulebook.english.rules import Rule, called, param_bound
from rulewright.rulebook.english.speech import Record, Speech, addressed
from rulewright.rulebook.english.steps import Step
from rulewright.rulebook.english.values import value
from rulewright.rulebook.text import strong
from rulewright.rulebook.words import a, is_plural, is_quality, listing, plural, spoken


def define(world: World, record: Record, decl: d.Define) -> Rule:
    record.seen.add(decl.span)
    sym = world.defines[decl.name]
    sp = addressed(world, record)
    subject: Noun | None = None
    more: list[str] = []
    asked = [p for p in sym.params if not (isinstance(p.type, t.Player) and p.name == "player")]
    for number, param in enumerate(sym.params):
        told = ""
        if number < len(decl.params):
            record.seen.add(decl.params[number].span)
            if decl.params[number].domain is not None:
                sp.see(decl.params[number].domain)
                told = f" ({values_of(sp, param.type)})"
        if isinstance(param.type, t.Player) and param.name == "player":
            continue
        sp = param_bound(sp, param.name, param.type)
        if subject is None:
            own = called(param.name, param.type)
            subject = Noun((own if isinstance(param.type, t.Number) and is_plural(own) else a(own)) + told)
        else:
            more.append(f"the {called(param.name, param.type)}{told}")
    name = strong(spoken(decl.name).removeprefix("the "))
    if isinstance(sym.type, t.Player) and not sym.params:
        return Rule(
            title(decl.name),
            "definition",
            decl.span,
            decl.tags,
            decl.prose,
            _defined(sp, decl, sym.type, strong(spoken(decl.name).title()), None, [], False, article=False),
            sp,
            decl.name,
        )
    if isinstance(sym.type, t.Flag) and decl.name in IN_STATE:
        name = f"in {name}"
    mine = len(asked) < len(sym.params) or (sym.needs_player and not sym.params)
    steps = _defined(sp, decl, sym.type, name, subject, more, mine)
    spans = [p.span for p in decl.params]
    return Rule(title(decl.name), "definition", decl.span, decl.tags, decl.prose, steps, sp, decl.name, spans)


def values_of(sp: Speech, type: t.Type) -> str:
    """What a parameter can be, where its name does not say it."""
    match type:
        case t.SetOf(elem) | t.ListOf(elem, _):
            return plural(element_noun(sp, elem))
        case t.Number(low, high) if type.bounded:
            return f"{low} to {high}"
        case t.Piece(kinds) if len(kinds) > 1:
            return listing([kind_noun(sp, k) for k in sorted(kinds)], "or")
        case _:
            return element_noun(sp, type) if not isinstance(type, t.Cell) or type.places else "a place"


def _defined(
    sp: Speech, decl: d.Define, type: t.Type | None, name: str, subject: Noun | None, more: list[str], mine: bool, article: bool = True
) -> list[Step]:
    flag = isinstance(type, t.Flag)
    many = looks_plural(decl.name)
    group = isinstance(type, t.SetOf | t.ListOf | t.GroupsOf) and not many
    verb = "consists of" if group and decl.value is not None else "are" if many else "is"
    extra = f" for {listing(more)}" if more else ""
    if flag:
        head = _flag_head(decl.name, name, subject, extra, mine, len(decl.params))
    elif subject is not None:
        link = "" if decl.name.endswith("_of") else " for" if mine else " of"
        owner = f"{'your ' if mine else 'the '}{name}{link} {subject.text}{extra}"
        head = f"{owner} {verb}"
    else:
        own = strong(spoken(decl.name).removesuffix(" of")) if mine and decl.name.endswith("_of") else name
        head = f"{'your ' if mine else 'the ' if article else ''}{own} {verb}"
    if decl.value is not None and isinstance(type, t.Number) and many and subject is None and not mine and isinstance(decl.value, e.Num):
        sp.see(decl.value)
        return [Step(f"there are {decl.value.value} {name}", decl.span)]
    if decl.value is not None:
        if flag:
            return [Step(f"{_unless(sp, decl)}{_if(head, clause(sp, decl.value).text())}", decl.span)]
        return [Step(f"{_unless(sp, decl)}{head} {value(sp, decl.value).text}", decl.span)]
    rows = []
    for test, what in decl.cases:
        said = _verdict(sp, what) if flag else value(sp, what).text
        rows.append(Step(f"if {clause(sp, test).text()}: {said}", test.span, spans=[what.span]))
    if decl.otherwise is not None:
        said = _verdict(sp, decl.otherwise) if flag else value(sp, decl.otherwise).text
        rows.append(Step(f"otherwise: {said}", decl.otherwise.span))
    if flag:
        return [Step(f"whether {head.removesuffix(' if')}, by the first line that applies", decl.span, rows)]
    return [Step(f"{head} the first of these that applies", decl.span, rows)]


def _if(head: str, said: str) -> str:
    """`a tile is guarded if …`; what is always or never so is said as such."""
    bare = head.removesuffix(" if")
    if said == "always":
        return bare
    if said == "never":
        for verb in (" is ", " are ", " can ", " may "):
            if verb in bare:
                return bare.replace(verb, f"{verb}never ", 1)
        return bare.replace(" has ", " never has ", 1).replace(" applies", " never applies", 1)
    return f"{head} {said}"


def _unless(sp: Speech, decl: d.Define) -> str:
    """Cards may say of themselves what a definition says of all others."""
    kinds = dict.fromkeys(c.kind.name for c in sp.world.cards if any(m.name == decl.name for m in c.decl.members))
    return f"unless {listing([f'the {kind_noun(sp, k)}' for k in kinds], 'or')} itself says otherwise, " if kinds else ""


def _verdict(sp: Speech, node: e.Expr) -> str:
    said = clause(sp, node).text()
    return {"always": "yes", "never": "no"}.get(said, f"yes if {said}")


def _flag_head(own: str, name: str, subject: Noun | None, extra: str, mine: bool, params: int) -> str:
    if subject is not None and params > 1 and is_verb(own):
        return f"{subject.text} {name}{extra.replace(' for ', ' ', 1) if params == 2 else extra} if"
    if subject is not None and standing_at(own):
        return f"you {strong(spoken(own).split(' ')[0][:-1])} {spoken(own).split(' ', 1)[1]} {subject.text} if"
    bent, rest = verbal(own)
    if bent != "be":
        who = subject.text if subject is not None else "you"
        word = {"have": "has"}.get(bent, bent) if subject is not None else bent
        return f"{who} {word} {strong(rest)}{extra} if"
    if subject is not None:
        whose = " for you" if mine else ""
        verb = "is" if is_quality(own) or own in IN_STATE else "counts as"
        return f"{subject.text} {verb} {name}{extra}{whose} if"
    return f"you are {name} if" if mine else f"{name} applies if"
