"""Verbs that change values, in words: what is set, gained, lost, paid, reset and rolled."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.syntax import expressions as e
from rulewright.faces.icons import known
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.deeds import Act, Argument, Deed
from rulewright.rulebook.english.functions import alike
from rulewright.rulebook.english.meant import type_of
from rulewright.rulebook.english.nouns import Noun, of
from rulewright.rulebook.english.picks import looks_plural, some_of
from rulewright.rulebook.english.speech import Speech
from rulewright.rulebook.english.values import items_of, value
from rulewright.rulebook.english.verbs import SAYINGS, Say, as_written, goods, object_of, verb
from rulewright.rulebook.text import mark
from rulewright.rulebook.words import is_quality, named, spoken, the, third


@verb("set")
def _set(sp: Speech, deed: Deed) -> Act:
    what, new = deed.arguments[0], next(iter(deed.tail("to") or ()), None)
    if isinstance(what, e.Sel) or new is None or isinstance(new, e.Sel):
        return as_written(sp, deed)
    type = type_of(sp, what)
    if isinstance(what, e.Word) and what.name in sp.world.player_attrs and what.name not in sp.names | sp.world.game_attrs.keys():
        sp.see(what)
        what = e.Dot(what.span, e.Word(what.span, "player"), what.name, what.span)  # the acting player's own
    change = _changed(sp, what, type, new)
    if change is not None:
        return change
    if isinstance(what, e.Dot) and what.name == "owner":
        sp.record.seen.add(what.span)
        thing, owner = value(sp, what.base), value(sp, new)
        if isinstance(new, e.Word) and new.name in {"none", "nobody"}:
            return Act("", whole=f"{thing.text} now belongs to nobody")
        return Act("", whole=f"{thing.text} {'is now yours' if owner.second else f'now belongs to {owner.text}'}")
    if isinstance(type, t.Flag):
        return _set_flag(sp, what, new)
    if isinstance(what, e.Dot) and what.name == "face" and isinstance(new, e.Word) and new.name in {"up", "down"}:
        sp.see(new)
        sp.record.seen.add(what.span)
        return Act("turn", f" {value(sp, what.base).text} face {new.name}")
    if isinstance(new, e.Word) and new.name == "none" and isinstance(type, t.Maybe):
        sp.see(new)
        return Act("clear", f" {value(sp, what).text}")
    return Act("set", f" {value(sp, what).text} to {value(sp, new).text}")


def _changed(sp: Speech, what: e.Expr, type: t.Type | None, new: e.Expr) -> Act | None:
    """`set quiet to quiet + 1`: increase it by 1. `set gold to gold / 2`: halve it."""
    if not (isinstance(new, e.Arith) and new.operator in "+-*/" and alike(what, new.left)):
        return None
    if new.operator in "*/":
        sp.see(new.left)
        sp.record.seen.add(new.span)
        by, rounded = value(sp, new.right), ", rounded down" if new.operator == "/" else ""
        word = {"2": "double" if new.operator == "*" else "halve"}.get(by.text, "")
        if word:
            return Act(word, f" {value(sp, what).text}{rounded}")
        return Act("multiply" if new.operator == "*" else "divide", f" {value(sp, what).text} by {by.pron}{rounded}")
    if not isinstance(type, t.Number):
        if isinstance(type, t.SetOf) and new.operator == "+":
            sp.see(new.left)
            sp.record.seen.add(new.span)
            return Act("add", f" {value(sp, new.right).text} to {value(sp, what).text}")
        return None
    sp.see(new.left)
    sp.record.seen.add(new.span)
    word = "increase" if new.operator == "+" else "reduce"
    return Act(word, f" {value(sp, what).text} by {value(sp, new.right).pron}")


def _set_flag(sp: Speech, what: e.Expr, new: e.Expr) -> Act:
    if isinstance(what, e.Dot):
        sp.record.seen.add(what.span)
        thing, name = value(sp, what.base), spoken(what.name)
        if isinstance(new, e.Word) and new.name in {"yes", "no"}:
            sp.see(new)
            if new.name == "yes":
                return Act("mark", f" {'yourself' if thing.second else thing.text} “{name}”")
            return Act("take", f" the mark “{name}” off {'yourself' if thing.second else thing.text}")
        return Act("mark", f" {thing.text} “{name}” if {clause(sp, new).text()}, and take that mark off otherwise")
    sp.see(what)
    name = sp.term(what.name) if isinstance(what, e.Word) else value(sp, what).text
    if isinstance(what, e.Word) and not is_quality(what.name):  # there is success, or none
        if isinstance(new, e.Word) and new.name in {"yes", "no"}:
            sp.see(new)
            return Act("", whole=f"there is {name} now" if new.name == "yes" else f"there is no {name} any more")
        return Act("", whole=f"there is {name} if {clause(sp, new).text()}, otherwise there is none")
    if isinstance(new, e.Word) and new.name in {"yes", "no"}:
        sp.see(new)
        return Act("set", f" the mark {name}") if new.name == "yes" else Act("take", f" the mark {name} away")
    return Act("set", f" the mark {name} if {clause(sp, new).text()}, and take it away otherwise")


def _amount(sp: Speech, deed: Deed) -> tuple[Noun, str, Noun | None, e.Expr | None]:
    """How much, of what, and whose: None if it is the acting player’s own."""
    number = value(sp, deed.arguments[0]) if deed.arguments else Noun("1")
    node = deed.arguments[1] if len(deed.arguments) > 1 else None
    who = deed.tail("for")
    owner = value(sp, who[0]) if who and not isinstance(who[0], e.Sel) else None
    if node is None or isinstance(node, e.Sel):
        return number, "", owner, None
    own = isinstance(node, e.Word) and node.name in sp.world.player_attrs and node.name not in sp.names
    if own and isinstance(node, e.Word) and node.name not in sp.world.game_attrs:
        sp.see(node)
        sp.record.terms.add(node.name)
        return number, some_of(spoken(node.name), number), owner, None
    if isinstance(node, e.Dot) and isinstance(type_of(sp, node.base), t.Player) and node.name in sp.world.player_attrs:
        sp.record.seen.add(node.span)
        sp.record.terms.add(node.name)
        base = value(sp, node.base)
        return number, some_of(spoken(node.name), number), (owner if base == sp.who else base), None
    if isinstance(node, e.Dot) and _is_goods(sp, node.name) and isinstance(t.bare(type_of(sp, node.base) or t.FLAG), t.Piece | t.Enum):
        sp.record.seen.add(node.span)
        return number, some_of(spoken(node.name), number), value(sp, node.base), None
    if isinstance(node, e.Word) and owner is not None and _is_goods(sp, node.name) and node.name not in sp.world.game_attrs:
        sp.see(node)
        return number, some_of(spoken(node.name), number), owner, None
    return number, "", owner, node


def _is_goods(sp: Speech, name: str) -> bool:
    """Whether it is something one has more or less of: 4 health, 3 crowns. Other numbers are added to."""
    groups = [*(k.attrs for k in sp.world.kinds.values()), *sp.world.enum_attrs.values()]
    return any(name in group for group in groups) and (known(name) is not None or looks_plural(name))


def _much(number: Noun, noun: str, whose: str = "") -> str:
    """`3 crowns`, `crowns equal to the site’s wage`"""
    return f"{number.text} {noun}{whose}" if number.text.isdigit() else f"{noun}{whose} equal to {number.text}"


def _clamped(sp: Speech, node: Argument | None, word: str) -> str:
    """What cuts a gain or loss off; a price has to be paid in full."""
    if word == "pay":
        return ""
    name = node.name if isinstance(node, e.Word | e.Dot) else ""
    attributes = [*sp.world.game_attrs.values(), *sp.world.player_attrs.values()]
    attributes += [x for k in sp.world.kinds.values() for x in k.attrs.values()]
    for attr in attributes:
        if attr.name == name and attr.clamped:
            return f" (never {'above' if word == 'gain' else 'below'} {attr.high if word == 'gain' else attr.low})"
    return ""


def says_any(deed: Deed) -> bool:
    """`pay any 2 goods`"""
    first = deed.arguments[0]
    return len(deed.arguments) == 3 and isinstance(first, e.Word) and first.name == "any"


def _bag(sp: Speech, deed: Deed, word: str) -> Act:
    """A bag that is paid, gained or lost; or any so many of somebody’s goods."""
    who = deed.tail("for")
    owner = value(sp, who[0]) if who and not isinstance(who[0], e.Sel) else None
    if says_any(deed):
        sp.see(deed.arguments[0])
        number, node = deed.arguments[1], deed.arguments[2]
        assert not isinstance(number, e.Sel) and not isinstance(node, e.Sel)
        sp.see(node)
        name = node.name if isinstance(node, e.Word | e.Dot) else "goods"
        sp.record.terms.add(name)
        whose = owner.poss if owner is not None else sp.who.poss
        amount = value(sp, number)
        own = f"{whose} {spoken(name)}"
        what = f" any {amount.text} of {own}" if amount.is_figure else f" any of {own}, {amount.text} in all"
    else:
        node = deed.arguments[0]
        what = f" {value(sp, node).pron}" if not isinstance(node, e.Sel) else " it"
        purse = next(iter((deed.tail("from") or []) + (deed.tail("into") or [])), None)
        if isinstance(purse, e.Word):
            sp.see(purse)
            sp.record.terms.add(purse.name)
            what += f" {'into' if deed.tail('into') else 'from'} {sp.who.poss} {spoken(purse.name)}"
    if owner is None:
        return Act(word, what)
    return Act("", whole=f"{owner.text} {word if owner.second or owner.many else third(word)}{what}")


def _change(word: str, onto: str, off: str) -> Say:
    def say(sp: Speech, deed: Deed) -> Act:
        if not deed.arguments:
            who = value(sp, deed.subject) if deed.subject is not None else sp.who
            return Act("", whole=f"{who.text} {'lose' if who.second or who.many else 'loses'} the game")
        if len(deed.arguments) == 1 or says_any(deed):
            return _bag(sp, deed, word)
        number, noun, owner, node = _amount(sp, deed)
        if noun and word == "pay" and owner is not None:
            return Act(word, f" {_much(number, noun, f' of {owner.text}')}")
        if noun:
            cut = _clamped(sp, deed.arguments[1], word)
            if owner is None:
                return Act(word, f" {_much(number, noun)}{cut}")
            return Act("", whole=f"{owner.text} {word if owner.second or owner.many else third(word)} {_much(number, noun)}{cut}")
        thing = value(sp, node).text if node is not None else "it"
        if owner is not None and isinstance(node, e.Word):
            thing = of(owner, spoken(node.name)).text
        return Act(onto, f" {number.pron} {off} {thing}{_clamped(sp, node, word)}")

    return say


SAYINGS["gain"] = _change("gain", "add", "to")
SAYINGS["lose"] = _change("lose", "take", "off")
SAYINGS["pay"] = _change("pay", "pay", "from")


@verb("reset")
def _reset(sp: Speech, deed: Deed) -> Act:
    return Act("give", f" {goods(sp, deed.arguments, False)} back all the values it had at the start")


@verb("roll")
def _roll(sp: Speech, deed: Deed) -> Act:
    node = deed.arguments[0]
    called = f"; the result is {the(named(deed.giving), mark('name', named(deed.giving)))}" if deed.giving else ""
    if isinstance(node, e.Braces):
        return Act("roll", f" a die with the faces {items_of(sp, node, 'and')}{called}")
    return Act("roll", f" {object_of(sp, node).text}{called}")
