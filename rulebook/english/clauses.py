"""Conditions in words: what must be so, as clauses that can be negated, joined, made relative or hypothetical."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulewright.dsl import types as t
from rulewright.dsl.syntax import expressions as e
from rulewright.rulebook.english import functions, phrases
from rulewright.rulebook.english.meant import is_proper, type_of
from rulewright.rulebook.english.nouns import THAT_PLAYER, YOU, Both, Clause, Noun, Odd, Test
from rulewright.rulebook.english.passes import base_form, doing
from rulewright.rulebook.english.picks import Pick, inside, looks_plural, pick, some_of, there_are
from rulewright.rulebook.english.speech import Speech
from rulewright.rulebook.english.values import items_of, member, own_name, value
from rulewright.rulebook.text import clean
from rulewright.rulebook.words import a, is_quality, listing, spoken

ORDER = {">=": "at least", ">": "more than", "<": "less than", "<=": "at most"}
IN_STATE = frozenset({"check", "danger", "trouble", "need", "debt", "command", "range", "sight"})
VERBAL = {"has": "have", "can": "can", "may": "may", "is": "be"}
WHERE = frozenset({"at", "on", "in", "beside", "near", "under", "behind"})
FEWER = {**ORDER, "<": "fewer than", "is": "exactly"}
COMPARED = {
    "<": ("fewer", "than"),
    "<=": ("at most as many", "as"),
    ">": ("more", "than"),
    ">=": ("at least as many", "as"),
    "is": ("exactly as many", "as"),
}


def clause(sp: Speech, node: e.Expr) -> Test:
    """An expression as something that is so or not."""
    sp.record.seen.add(node.span)
    match node:
        case e.Logic(_, operator, _, _):
            parts = tuple(clause(sp, x) for x in _chain(node, operator))
            for inner in _chain(node, operator):
                sp.record.seen.add(inner.span)
            return Both(operator, parts)
        case e.Not(_, operand):
            return clause(sp, operand).negative()
        case e.Compare():
            return _compare(sp, node)
        case e.In(_, left, right):
            return _in(sp, left, right)
        case e.Many():
            return _many(sp, node)
        case e.Every(_, selection, test):
            found = pick(sp, selection)
            every = clause(found.inner, test)
            return Odd(
                f"for every {found.bare(named=True)}, {every.text()}",
                f"for at least one {found.bare(named=True)}, {every.negative().text()}",
                f"for every {found.bare(named=True)}, {every.text(True)}",
            )
        case e.Can(_, somebody, negated, phrase):
            return _can(sp, somebody, negated, phrase)
        case e.After(_, inner, phrase):
            told = clause(sp, inner)
            after = doing(sp, phrase)
            return Odd(f"{told.text(True)} after {after}", f"{told.negative().text(True)} after {after}")
        case e.Call() | e.Dot() | e.Of() | e.Word():
            return _flag(sp, node)
        case e.Num(_, number):
            return Odd("always" if number else "never", "never" if number else "always")
        case e.Ternary(_, then, test, other):
            condition = clause(sp, test)
            yes, no = clause(sp, then), clause(sp, other)
            return Odd(
                f"{yes.text()} (if {condition.text()}; otherwise, if {no.text()})",
                f"{yes.negative().text()} (if {condition.text()}; otherwise, if {no.negative().text()})",
            )
        case e.Kind() | e.Text() | e.Braces() | e.Coords() | e.Arith() | e.Minus() | e.Fold():
            found_noun = value(sp, node)
            return Clause(found_noun, "be", "not 0")
        case _:
            assert_never(node)


def _chain(node: e.Expr, operator: str) -> list[e.Expr]:
    if isinstance(node, e.Logic) and node.operator == operator:
        return [*_chain(node.left, operator), *_chain(node.right, operator)]
    return [node]


def subject(sp: Speech, node: e.Expr) -> dict[str, str]:
    """Which bound thing a clause is about: itself, or something it has."""
    match node:
        case e.Word(_, name) if _is_bound(sp, name):
            return {"about": name}
        case e.Dot(_, e.Word(_, name), attribute, _) if _is_bound(sp, name) and not functions.is_function(sp, node):
            own = sp.term(attribute) if attribute in sp.world.defines else own_name(attribute, type_of(sp, node))
            return {"whose": name, "own": own}
        case e.Call(_, e.Word(_, define), [e.Word(_, name)]) if _is_bound(sp, name) and define in sp.world.defines:
            return {"whose": name, "own": sp.term(define)}
        case _:
            return {}


def _is_bound(sp: Speech, name: str) -> bool:
    """Whether a name stands for one thing after another; a player may also be you."""
    return name in sp.names and (name != "player" or sp.names[name].noun == THAT_PLAYER)


def about(sp: Speech, node: e.Expr, verb: str, rest: str, noun: Noun | None = None) -> Clause:
    """A clause whose subject is an expression."""
    found = subject(sp, node)
    whom = noun or value(sp, node)
    if "whose" in found:
        sp.see(node)
        return Clause(Noun(whom.text, whom.many, whom.second, found["own"]), verb, rest, whose=found["whose"])
    return Clause(whom, verb, rest, about=found.get("about", ""))


# ---------------------------------------------------------------- marks and definitions


def _flag(sp: Speech, node: e.Expr) -> Test:
    world = sp.world
    library = functions.is_function(sp, node)
    if library is not None:
        sp.see(node.function if isinstance(node, e.Call) else node)
        said = functions.test(sp, library[0], library[1])
        if said is not None:
            return said
    match node:
        case e.Call(_, e.Word(_, name), arguments) if name in world.defines:
            sp.see(node.function)
            return _defined(sp, name, arguments)
        case e.Dot(_, base, name, _) if name in world.defines and not _is_attribute(sp, base, name):
            return _defined(sp, name, [base])
        case e.Of(_, e.Word(_, name), base) if name in world.defines:
            sp.see(node)
            return _defined(sp, name, [base])
        case e.Dot(_, base, name, _):
            return _marked(sp, base, name, _printed(sp, base, name))
        case e.Of(_, e.Word(_, name), base):
            sp.see(node)
            return _marked(sp, base, name, _printed(sp, base, name))
        case e.Word(_, name):
            return _flag_word(sp, node, name)
        case _:
            return Clause(value(sp, node), "hold")


def _is_attribute(sp: Speech, base: e.Expr, name: str) -> bool:
    inner = type_of(sp, base)
    bare = t.bare(inner) if inner is not None else None
    return isinstance(bare, t.Piece) and any(name in sp.world.kinds[k].attrs for k in bare.kinds)


def _printed(sp: Speech, base: e.Expr, name: str) -> bool:
    inner = type_of(sp, base)
    bare = t.bare(inner) if inner is not None else None
    match bare:
        case t.Piece(kinds):
            return any(sp.world.kinds[k].attrs[name].nature == "printed" for k in kinds if name in sp.world.kinds[k].attrs)
        case t.Cell(places):
            return any(sp.world.places[p].attrs[name].nature == "printed" for p in places if name in sp.world.places[p].attrs)
        case _:
            return False


def _marked(sp: Speech, base: e.Expr, name: str, printed: bool) -> Clause:
    """A flag that something has: it shows the mark, or is marked."""
    owner = value(sp, base)
    found = subject(sp, base)
    word = f"“{spoken(name)}”"
    if printed:
        return Clause(owner, "show", word, about=found.get("about", ""))
    return Clause(owner, "be", f"marked {word}", about=found.get("about", ""))


def _flag_word(sp: Speech, node: e.Word, name: str) -> Test:
    world = sp.world
    if name in sp.names:
        return Clause(sp.names[name].noun, "be", "true")
    if name in {"yes", "no"}:
        yes = name == "yes"
        return Odd("always" if yes else "never", "never" if yes else "always")
    if sp.this is not None and isinstance(sp.this.type, t.Piece) and any(name in world.kinds[k].attrs for k in sp.this.type.kinds):
        return Clause(sp.this.noun, "be", f"marked “{spoken(name)}”")
    if name in world.defines:
        sym = world.defines[name]
        said = _in_place(sp, name, [])
        if said is not None:
            return said
        if sym.needs_player and sp.player is not None:
            return Clause(sp.who, *being(sp, name))
        return Clause(Noun(sp.term(name)), "apply")
    if name in world.options:
        return Clause(Noun(f"the option {sp.term(name)}"), "be", "in use")
    if name in world.game_attrs:
        own = phrases.in_place(sp, world.game_attrs[name].decl, [], {})
        if own:
            sp.record.terms.add(name)
            return phrases.test(own)
        if not is_quality(name):  # if there is success
            return Clause(Noun("there"), "be", sp.term(name), Clause(Noun("there"), "be", f"no {sp.term(name)}"))
        return Clause(Noun(f"the mark {sp.term(name)}"), "be", "set")
    return Clause(value(sp, node), "hold")


def _defined(sp: Speech, name: str, arguments: list[e.Expr]) -> Test:
    """`guarded(tile)`: the tile is guarded. What more it is asked of follows in brackets."""
    said = _in_place(sp, name, arguments)
    if said is not None:
        return said
    if len(arguments) == 2 and is_verb(name):
        return about(sp, arguments[0], "do", f"{sp.term(name, spoken(name)[:-1])} {value(sp, arguments[1]).text}")
    if len(arguments) > 2 and is_verb(name):
        others = listing([value(sp, x).text for x in arguments[1:]])
        return about(sp, arguments[0], "do", f"{sp.term(name, spoken(name)[:-1])} for {others}")
    if not arguments:
        return Clause(Noun(state(sp, name)), "apply")
    if standing_at(name) and len(arguments) == 1:
        verb, where = spoken(name).split(" ", 1)
        return Clause(sp.who, "do", f"{sp.term(name, verb[:-1])} {where} {value(sp, arguments[0]).text}")
    rest = [value(sp, x) for x in arguments[1:]]
    more = f" for {' and '.join(x.text for x in rest)}" if rest else ""
    verb, word = being(sp, name)
    return about(sp, arguments[0], verb, f"{word}{more}")


def _in_place(sp: Speech, name: str, arguments: list[e.Expr]) -> Test | None:
    """A condition in the words that the author has for it."""
    sym = sp.world.defines[name]
    said = phrases.in_place(sp, sym.decl, sym.params, {p.name: value(sp, x) for p, x in zip(sym.params, arguments, strict=False)})
    if not said:
        return None
    sp.record.terms.add(name)
    return phrases.test(said)


def is_verb(name: str) -> bool:
    """A definition that is named like what somebody does: fits, beats."""
    return name.endswith("s") and not name.endswith(("ss", "us", "is")) and "_" not in name


def standing_at(name: str) -> bool:
    """A definition that is named like where somebody is: stands_at a place."""
    first, _, rest = name.partition("_")
    return is_verb(first) and rest in WHERE


def verbal(name: str) -> tuple[str, str]:
    """The verb that a name begins with, if it does (has_heart: have heart, can_move: can move), and the rest; else `be`."""
    first, _, rest = spoken(name).partition(" ")
    return (VERBAL[first], rest) if rest and first in VERBAL else ("be", spoken(name))


def being(sp: Speech, name: str) -> tuple[str, str]:
    """Verb and rest of what somebody is by a definition: be guarded, have a heart, be in check."""
    verb, rest = verbal(name)
    if verb == "be" and rest == spoken(name) and name not in IN_STATE and not is_quality(name):
        return "count", f"as {sp.term(name)}"
    return (verb, sp.term(name, rest)) if verb != "be" or rest != spoken(name) else ("be", state(sp, name))


def state(sp: Speech, name: str) -> str:
    """What something is by a definition: guarded, free; but in check."""
    return f"in {sp.term(name)}" if name in IN_STATE else sp.term(name)


# ---------------------------------------------------------------- comparisons


def _compare(sp: Speech, node: e.Compare) -> Test:
    left, right, relation = node.left, node.right, node.relation
    if relation in {"is", "is not"}:
        said = _is(sp, left, right)
        return said.negative() if relation == "is not" else said
    if relation in ORDER:
        return _order(sp, left, relation, right)
    match relation:
        case "becomes":
            return about(sp, left, "become", value(sp, right).text)
        case "covers":
            return about(sp, left, "include", f"all of {value(sp, right).text}")
        case "touches":
            return about(sp, left, "have", f"something in common with {value(sp, right).text}")
        case "mentions":
            text = right.value if isinstance(right, e.Text) else ""
            sp.see(right)
            return Clause(Noun(f"the name of {value(sp, left).text}"), "contain", f"“{clean(text)}”")
        case _:
            return Clause(value(sp, left), spoken(relation), value(sp, right).text)


def _counted(sp: Speech, node: e.Expr) -> Pick | None:
    if isinstance(node, e.Many) and node.quantifier == "count":
        sp.record.seen.add(node.span)
        return pick(sp, node.selection)
    return None


def _quantity(sp: Speech, found: Pick, relation: str, amount: e.Expr) -> Clause:
    sp.record.seen.add(amount.span)
    number = amount.value if isinstance(amount, e.Num) else None
    if number == 0 and relation == "is":
        who, verb, rest = there_are(sp, found, "no", False)
        return Clause(who, verb, rest, opposite=_some(sp, found))
    if number == 0 and relation == ">":
        return _some(sp, found)
    said = value(sp, amount)
    if said.is_figure:
        who, verb, rest = there_are(sp, found, f"{FEWER[relation]} {said.pron}", said.text != "1")
        return Clause(who, verb, rest)
    more, than = COMPARED[relation]
    who, verb, rest = there_are(sp, found, more, True)
    return Clause(who, verb, f"{rest} {than} {said.pron}")


def _some(sp: Speech, found: Pick) -> Clause:
    who, verb, rest = there_are(sp, found, "at least one", False)
    _, _, none = there_are(sp, found, "no", False)
    return Clause(who, verb, rest, opposite=Clause(who, verb, none))


def _order(sp: Speech, left: e.Expr, relation: str, right: e.Expr) -> Test:
    found = _counted(sp, left)
    if found is not None and _counted_simply(right):
        return _quantity(sp, found, relation, right)
    if found is not None:
        return Clause(Noun(f"the number of {found.many()}"), "be", f"{ORDER[relation]} {value(sp, right).pron}")
    if isinstance(left, e.Word) and left.name in sp.world.options and left.name not in sp.names:
        sp.see(left)
        return Clause(Noun(f"the option {sp.term(left.name)}"), "be", f"{ORDER[relation]} {value(sp, right).pron}")
    goods = _goods(sp, left)
    if goods is not None:
        owner, noun, name = goods
        many = value(sp, right)
        return Clause(owner, "have", f"{FEWER[relation]} {many.pron} {some_of(noun, many)}", about=name)
    return about(sp, left, "be", f"{ORDER[relation]} {value(sp, right).pron}")


def _counted_simply(node: e.Expr) -> bool:
    return isinstance(node, e.Num | e.Word | e.Dot)


def _goods(sp: Speech, node: e.Expr) -> tuple[Noun, str, str] | None:
    """`player.crowns`: who has how much, where that reads better than what it is; what is had, and the name he is bound to."""
    if not (isinstance(node, e.Dot) and isinstance(type_of(sp, node.base), t.Player) and looks_plural(node.name)):
        return None
    if node.name not in sp.world.player_attrs or sp.world.player_attrs[node.name].per is not None:
        return None
    sp.see(node)
    sp.record.terms.add(node.name)
    return value(sp, node.base), spoken(node.name), subject(sp, node.base).get("about", "")


def _is(sp: Speech, left: e.Expr, right: e.Expr) -> Test:
    world = sp.world
    sp.record.seen.add(right.span)
    found = _counted(sp, left)
    if found is not None:
        return _quantity(sp, found, "is", right)
    left_type = type_of(sp, left)
    if isinstance(right, e.Braces) and not right.items and isinstance(left, e.Dot) and left.name in world.player_attrs:
        sp.see(left)
        sp.record.terms.add(left.name)
        return about(sp, left.base, "have", f"no {spoken(left.name)}")
    if isinstance(right, e.Word) and right.name not in sp.names:
        if right.name in {"empty", "full"}:
            return about(sp, left, "be", right.name)
        define = world.defines.get(right.name)
        if define is not None and len(define.params) == 1 and isinstance(define.type, t.Flag):
            said = _in_place(sp, right.name, [left])
            if said is not None:
                return said
            return about(sp, left, *being(sp, right.name))
        if right.name in {"none", "nobody", "nothing"}:
            return _is_none(sp, left)
        if right.name in {"yes", "no"} and isinstance(left_type, t.Flag):
            asked = clause(sp, left)
            return asked if right.name == "yes" else asked.negative()
    owner = _owned(sp, left, right)
    if owner is not None:
        return owner
    if isinstance(right, e.Word) and _is_member(sp, left_type, right):
        return about(sp, left, "be", member(sp, right.name))
    if isinstance(right, e.Kind) and not is_proper(sp, right):
        return about(sp, left, "be", a(spoken(right.name)))
    if isinstance(right, e.Text):
        return about(sp, left, "be", f"“{clean(right.value)}”")
    if isinstance(left, e.Arith) and left.operator == "%" and _is_number(left.right, 2) and (_is_number(right, 0) or _is_number(right, 1)):
        sp.see(left.right, right)
        return Clause(value(sp, left.left), "be", "even" if _is_number(right, 0) else "odd")
    goods = _goods(sp, left)
    if goods is not None:
        many = value(sp, right)
        who_has, noun, name = goods
        return Clause(who_has, "have", f"exactly {many.pron} {some_of(noun, many)}", about=name)
    if isinstance(left, e.Dot) and isinstance(t.bare(left_type) if left_type else None, t.Player) and left.name != "rival":
        who = value(sp, right)
        return about(sp, left, "be", "yours" if who.second else who.poss if who.text.endswith(" rival") else who.text)
    if isinstance(left_type, t.Number) and not isinstance(right, e.Num):
        return about(sp, left, "be", f"equal to {value(sp, right).pron}")
    return about(sp, left, "be", value(sp, right).text)


def _is_number(node: e.Expr, number: int) -> bool:
    return isinstance(node, e.Num) and node.value == number


def _is_member(sp: Speech, wanted: t.Type | None, right: e.Word) -> bool:
    """`rook.role is rook`: the value that is wanted here, not the thing of that name."""
    inner = t.bare(wanted) if wanted is not None else None
    if not isinstance(inner, t.Enum) or right.name not in inner.members:
        return False
    return right.name not in sp.names or not isinstance(sp.names[right.name].type, t.Enum)


def _is_none(sp: Speech, left: e.Expr) -> Test:
    if isinstance(left, e.Dot) and _is_owner(sp, left):
        sp.see(left)
        nobody = about(sp, left.base, "belong", "to nobody")
        return replace(nobody, opposite=replace(nobody, rest="to somebody"))
    noun = value(sp, left)
    if isinstance(left, e.Word) and left.name in sp.names:
        what = noun.text.removeprefix("the ")
        return Clause(Noun("there"), "be", f"no {what}", opposite=Clause(Noun("there"), "be", f"{a(what)}"))
    return about(sp, left, "be", "none", noun)


def _is_owner(sp: Speech, node: e.Expr) -> bool:
    """Whether something is whose another thing is: `tile.owner`, `cell.side`, unless an attribute of that name is no player."""
    if not (isinstance(node, e.Dot) and node.name in {"owner", "side"}):
        return False
    told, base = sp.world.type_of(node), type_of(sp, node.base)
    if told is None or isinstance(t.bare(told), t.Player):
        return True
    bare = t.bare(base) if base is not None else None
    names = bare.kinds if isinstance(bare, t.Piece) else frozenset()
    return bool(names) and not any(node.name in sp.world.kinds[k].attrs for k in names)  # what the rules declare is what they say


def _owned(sp: Speech, left: e.Expr, right: e.Expr) -> Clause | None:
    """`cell.owner is player`: the cell holds one of your pieces; the tile is yours."""
    if not _is_owner(sp, left):
        return None
    assert isinstance(left, e.Dot)
    sp.record.seen.add(left.span)
    base = type_of(sp, left.base)
    who = value(sp, right)
    bare = t.bare(base) if base is not None else None
    if isinstance(bare, t.Cell) and left.name == "owner":
        pieces = "one of your pieces" if who.second else f"a piece of {who.text}"
        return about(sp, left.base, "hold", pieces)
    if who is YOU or who.second:
        return about(sp, left.base, "be", "yours" if left.name == "owner" else "on your side")
    return about(sp, left.base, "belong", f"to {who.text}")


def _in(sp: Speech, left: e.Expr, right: e.Expr) -> Test:
    head = left.left if isinstance(left, e.Of) else left
    if isinstance(head, e.Kind) and not is_proper(sp, head):
        return _some(sp, pick(sp, e.In(left.span.to(right.span), left, right)))
    found = _counted(sp, left)
    if isinstance(right, e.Braces):
        sp.record.seen.add(right.span)
        options = items_of(sp, right, "or")
        if found is not None:
            who, verb, rest = there_are(sp, found, options, True)
            return Clause(who, verb, rest)
        owner = _owner_among(sp, left, right)
        if owner is not None:
            return owner
        return about(sp, left, "be", options)
    return about(sp, left, "be", inside(sp, right))


def _owner_among(sp: Speech, left: e.Expr, right: e.Braces) -> Clause | None:
    if not _is_owner(sp, left):
        return None
    assert isinstance(left, e.Dot)
    sp.see(left)
    return about(sp, left.base, "belong", f"to {items_of(sp, right, 'or').replace('none', 'nobody')}")


# ---------------------------------------------------------------- how many, and who can


def _many(sp: Speech, node: e.Many) -> Test:
    match node.quantifier:
        case "some":
            return _some(sp, pick(sp, node.selection))
        case "no":
            return _some(sp, pick(sp, node.selection)).negative()
        case "at least" | "at most" | "exactly":
            found = pick(sp, node.selection)
            assert node.amount is not None
            said = value(sp, node.amount)
            who, verb, rest = there_are(sp, found, f"{node.quantifier} {said.pron}", said.text != "1")
            return Clause(who, verb, rest)
        case _:
            return Clause(value(sp, node), "be", "there")


def _can(sp: Speech, somebody: e.Expr, negated: bool, phrase: e.Phrase) -> Test:

    sp.record.seen.add(phrase.span)
    if isinstance(somebody, e.Many) and somebody.quantifier == "no":
        sp.see(somebody)
        who = pick(sp, somebody.selection)
        deed = base_form(who.inner, phrase)
        nobody = Clause(Noun(f"no {who.bare()}"), "can", deed)
        anybody = Clause(Noun(f"at least one {who.bare()}"), "can", deed, opposite=nobody)
        return anybody if negated else Clause(nobody.subject, "can", deed, opposite=anybody)
    who_noun = value(sp, somebody)
    found = Clause(who_noun, "can", base_form(sp.acting(who_noun), phrase), about=subject(sp, somebody).get("about", ""))
    return found.negative() if negated else found
