"""What is done, in words: the verbs of the library and the author's own.

Each verb of the library has a function here that gives its `Act`. A verb without one is still printed, as it was written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.dsl import types as t
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import RoutineSym
from rulewright.rulebook.author import phrase
from rulewright.rulebook.english import phrases
from rulewright.rulebook.english.deeds import Act, Argument, Deed, take_apart
from rulewright.rulebook.english.meant import element, is_proper, type_of
from rulewright.rulebook.english.nouns import THAT_PLAYER, Noun
from rulewright.rulebook.english.picks import cell_preposition, kind_noun, pick, preposition
from rulewright.rulebook.english.speech import Speech, anchor
from rulewright.rulebook.english.values import items_of, value
from rulewright.rulebook.text import capital, clean
from rulewright.rulebook.words import a, plural, spoken

Say = Callable[[Speech, Deed], Act]
SAYINGS: dict[str, Say] = {}


def verb(name: str) -> Callable[[Say], Say]:
    def register(say: Say) -> Say:
        SAYINGS[name] = say
        return say

    return register


def act(sp: Speech, deed: Deed) -> Act:
    """What a sentence does, with the acting player as the speech has it."""
    routine = deed.routine
    if routine is not None:
        return _own(sp, deed, routine)
    if deed.library and deed.verb in SAYINGS:
        return SAYINGS[deed.verb](sp, deed)
    return as_written(sp, deed)


def sentence(sp: Speech, phrase: e.Phrase) -> str:
    """A whole sentence, without its capital and stop."""
    deed = take_apart(sp, phrase)
    if phrase.each is not None:
        found = pick(sp, phrase.each)
        who = Noun(f"each {found.bare()}")
        inner = found.inner
        if isinstance(found.type, t.Player):
            inner = inner.acting(THAT_PLAYER)
        if deed.subject is None:
            return f"{who.text} {act(inner, deed).third}"
    if deed.subject is not None and not (deed.library and deed.verb in {"win", "lose", "take"} and not deed.arguments):
        doer = value(sp, deed.subject)
        inner = sp.acting(doer)
        said = act(inner, deed)
        return said.whole or f"{doer.text} {said.base if doer.second or doer.many else said.third}"
    return act(sp, deed).base


def doing(sp: Speech, phrase: e.Phrase) -> str:
    return act(sp, take_apart(sp, phrase)).gerund


def base_form(sp: Speech, phrase: e.Phrase) -> str:
    return act(sp, take_apart(sp, phrase)).base


# ---------------------------------------------------------------- the author's own


def takes_phase(sp: Speech, deed: Deed) -> bool:
    """`player takes turn`: somebody goes through a phase, whatever else is called take."""
    node = deed.arguments[0] if len(deed.arguments) == 1 else None
    if deed.verb != "take" or not isinstance(node, e.Word) or node.name in sp.names:
        return False
    return any(r.sort in {"turn", "phase"} for r in sp.world.routines.get(node.name, ()))


def _own(sp: Speech, deed: Deed, routine: RoutineSym) -> Act:
    sp.record.terms.add(deed.verb)
    ref = anchor(deed.verb)
    said = phrases.in_place(sp, routine.decl, routine.params, _given(sp, deed, routine))
    if said:
        return Act("", whole=said)
    if routine.sort in {"phase", "setup", "turn", "play"}:
        about = f" for {' and '.join(n.text for n in _objects(sp, deed.arguments))}" if deed.arguments else ""
        return Act("carry out", f" {sp.term(deed.verb, capital(spoken(deed.verb)))}{about}")
    rest = "".join(f" {'yourself' if n.second else n.text}" for n in _objects(sp, deed.arguments))
    for preposition_, words in deed.tails:
        nouns = _objects(sp, words)
        rest += f" {preposition_} {' '.join('yourself' if n.second else n.text for n in nouns)}"
    return Act(spoken(deed.verb), rest, ref)


def _given(sp: Speech, deed: Deed, routine: RoutineSym) -> dict[str, Noun]:
    """What each parameter of a routine is here; nothing where it is not one thing for each."""
    if phrase(routine.decl) is None:
        return {}
    by_prep = {"": _objects(sp, deed.arguments), **{word: _objects(sp, words) for word, words in deed.tails}}
    wanted = [p.prep for p in routine.params]
    return {p.name: by_prep[p.prep][0] for p in routine.params if wanted.count(p.prep) == 1 and len(by_prep.get(p.prep, ())) == 1}


def _objects(sp: Speech, nodes: Sequence[Argument]) -> list[Noun]:
    """Arguments; a kind and a number after it are one card, which is called by both."""
    found: list[Noun] = []
    for number, node in enumerate(nodes):
        before = nodes[number - 1] if number else None
        after = nodes[number + 1] if number + 1 < len(nodes) else None
        if isinstance(node, e.Kind) and isinstance(after, e.Num):
            sp.see(node, after)
            sp.record.terms.add(node.name)
            found.append(Noun(f"{spoken(node.name)} {after.value}"))
        elif not (isinstance(node, e.Num) and isinstance(before, e.Kind)):
            found.append(object_of(sp, node))
    return found


def object_of(sp: Speech, node: Argument) -> Noun:
    """An argument; a bare selection is one of those it selects."""
    if isinstance(node, e.Sel) or _selects(sp, node):
        return Noun(pick(sp, node).one())
    return value(sp, node)


def _selects(sp: Speech, node: Argument) -> bool:
    """Whether an expression is a bare selection: a kind, of somebody, somewhere."""
    head: Argument = node
    if isinstance(head, e.In):
        if isinstance(head.left, e.Word):
            return True
        head = head.left
    if isinstance(head, e.Of):
        head = head.left
    return isinstance(head, e.Kind) and not is_proper(sp, head)


def as_written(sp: Speech, deed: Deed) -> Act:
    rest = "".join(f" {'yourself' if n.second else n.text}" for n in _objects(sp, deed.arguments))
    for preposition_, words in deed.tails:
        rest += f" {preposition_} {' '.join(n.text for n in _objects(sp, words))}"
    return Act(spoken(deed.verb), rest)


# ---------------------------------------------------------------- goods and targets


def goods(sp: Speech, arguments: list[Argument], fresh: bool) -> str:
    """What is put or moved: `4 seeds`, `one of your marks`, `all cards from your hand`."""
    if len(arguments) == 2 and isinstance(arguments[0], e.Kind) and arguments[0].name in sp.world.kinds:  # a card by its number
        sp.see(arguments[0])
        noun, own = kind_noun(sp, arguments[0].name), value(sp, arguments[1]).text
        return f"{noun} {own}" if own.isdigit() else f"the {noun} with {own}"
    if len(arguments) == 2 and not isinstance(arguments[0], e.Sel):
        number = value(sp, arguments[0])
        found = pick(sp, arguments[1])
        what = _from(found.bare(number.text != "1"), found.place)
        return f"{number.pron} {what}" if number.is_figure else f"as many {what} as {number.pron}"
    if len(arguments) != 1:
        return " ".join(object_of(sp, x).text for x in arguments)
    node = arguments[0]
    if isinstance(node, e.Many) and node.quantifier == "all":
        sp.record.seen.add(node.span)
        found = pick(sp, node.selection)
        text = f"all {found.many()}" if found.whole is None else found.many()
        return _from(text, found.place)
    if isinstance(node, e.Kind) and node.name in sp.world.kinds:
        sp.see(node)
        return _fresh(sp, node.name)
    if _selects(sp, node):
        found = pick(sp, node)
        return found.one(open=False) if fresh else _from(found.one(), found.place)
    return value(sp, node).text


def _from(text: str, place: str) -> str:
    """Pieces are moved from where they are."""
    for word in ("in ", "on "):
        if place.startswith(word):
            return text.replace(f" {place}", f" from {place.removeprefix(word)}", 1)
    return text


def _fresh(sp: Speech, kind: str) -> str:
    sym = sp.world.kinds[kind]
    noun = kind_noun(sp, kind)
    if sym.core.count == 1:
        return f"the {noun}"
    if sym.core.owners and sp.player is not None and isinstance(sym.owner_type, t.Player):
        return f"one of {sp.who.poss} {plural(noun)}"
    return a(noun)


def target(sp: Speech, words: list[Argument], word: str, each: bool = False) -> str:
    """`to your hand`, `on each cell of the board`"""
    node = words[0]
    if isinstance(node, e.Sel) or _selects(sp, node):
        return f"{word} {pick(sp, node).one()}"
    type = type_of(sp, node)
    if isinstance(node, e.Word) and node.name in sp.world.places and node.name not in sp.names:
        place = sp.world.places[node.name]
        text = value(sp, node).text
        if each and place.board is not None:
            return f"{word} each {spoken(place.core.cell_kind)} of {text}"
        return f"{preposition(place) if word == 'on' else word} {text}"
    if isinstance(node, e.Braces):
        return f"{word} each of {items_of(sp, node, 'and')}" if len(node.items) > 1 else f"{word} {items_of(sp, node, 'and')}"
    found = value(sp, node)
    if each and isinstance(type, t.SetOf) and isinstance(element(type), t.Cell):
        cell = element(type)
        noun = spoken(cell.word) if isinstance(cell, t.Cell) else "cell"
        return f"{word} each {noun} of {found.text}"
    bare = t.bare(type) if type is not None else None
    if isinstance(node, e.Coords):
        return f"{word} {found.text}"
    if isinstance(node, e.Word) and node.name == "box":
        return f"{'into' if word == 'on' else word} {found.text}"
    if isinstance(bare, t.Cell) and word == "on":
        return f"{cell_preposition(sp, bare) if not isinstance(node, e.Of) else 'in'} {found.text}"
    return f"{word} {found.text}"


def _with(sp: Speech, deed: Deed) -> str:
    """`with role pawn`, `for White`"""
    found = ""
    for preposition_, words in deed.tails:
        if preposition_ == "with" and len(words) == 2 and isinstance(words[0], e.Word):
            sp.see(words[0])
            name, what = spoken(words[0].name), words[1]
            if isinstance(what, e.Braces):
                sp.record.seen.add(what.span)
                listed = ", ".join(value(sp, x).text for x, _ in what.items)
                found += f", with the {plural(name)} {listed} in this order"
            elif isinstance(what, e.Word) and what.name in {"up", "down"} and name == "face":
                sp.see(what)
                found += f", face {what.name}"
            else:
                found += f", with the {name} {value(sp, what).text}"
        elif preposition_ == "for" and not isinstance(words[0], e.Sel):
            found += f", for {value(sp, words[0]).text}"
    return found


# ---------------------------------------------------------------- moving


@verb("put")
def _put(sp: Speech, deed: Deed) -> Act:
    word = "under" if deed.tail("under") else "on"
    where = deed.tail("on", "under", "into", "to") or []
    each = not (len(deed.arguments) == 1 and isinstance(deed.arguments[0], e.Many))
    single = len(deed.arguments) == 1 and isinstance(deed.arguments[0], e.Kind) and _single(sp, deed.arguments[0].name)
    place = f" {target(sp, where, word, each and not single)}" if where else ""
    return Act("put", f" {goods(sp, deed.arguments, True)}{place}{_with(sp, deed)}")


def _single(sp: Speech, kind: str) -> bool:
    return kind in sp.world.kinds and sp.world.kinds[kind].core.count == 1


@verb("move")
def _move(sp: Speech, deed: Deed) -> Act:
    word = "under" if deed.tail("under") else "to"
    where = deed.tail("to", "on", "into", "under") or []
    if where and isinstance(where[0], e.Word) and where[0].name == "box" and "box" not in sp.world.places:
        sp.see(where[0])
        return Act("remove", f" {goods(sp, deed.arguments, False)} from the game")
    place = f" {target(sp, where, word)}" if where else ""
    return Act("move", f" {goods(sp, deed.arguments, False)}{place}{_with(sp, deed)}")


@verb("capture")
def _capture(sp: Speech, deed: Deed) -> Act:
    node = deed.arguments[0]
    type = type_of(sp, node)
    found = object_of(sp, node)
    bare = t.bare(type) if type is not None else None
    if isinstance(bare, t.Piece) and not isinstance(node, e.Call):
        return Act("capture", f" {found.text}: it leaves the board")
    return Act("capture", f" whatever stands on {found.text}: it leaves the board")


@verb("discard")
def _discard(sp: Speech, deed: Deed) -> Act:
    ends = "" if "discard" in sp.world.places else "; it leaves the game"
    return Act("discard", f" {goods(sp, deed.arguments, False)}{ends}")


@verb("swap")
def _swap(sp: Speech, deed: Deed) -> Act:
    other = deed.tail("with") or []
    return Act("swap", f" {goods(sp, deed.arguments, False)} with {' '.join(object_of(sp, x).text for x in other)}: they change places")


@verb("turn")
def _turn(sp: Speech, deed: Deed) -> Act:
    to = deed.tail("to") or []
    return Act("turn", f" {goods(sp, deed.arguments, False)} so that its top points {' '.join(object_of(sp, x).text for x in to)}")


@verb("flip")
def _flip(sp: Speech, deed: Deed) -> Act:
    return Act("turn", f" {goods(sp, deed.arguments, False)} over")


@verb("arrange")
def _arrange(sp: Speech, deed: Deed) -> Act:
    return Act("arrange", f" {goods(sp, deed.arguments, False)} like this")


@verb("shuffle")
def _shuffle(sp: Speech, deed: Deed) -> Act:
    return Act("shuffle", f" {goods(sp, deed.arguments, False)}")


@verb("draw")
def _draw(sp: Speech, deed: Deed) -> Act:
    if not deed.arguments and not deed.tails:
        return Act("", whole="the game ends in a draw")
    deck = deed.tail("from") or []
    number, kind = Noun("1"), "card"
    for node in deed.arguments:
        if isinstance(node, e.Kind):
            sp.see(node)
            kind = kind_noun(sp, node.name)
        elif not isinstance(node, e.Sel):
            number = value(sp, node)
    who = deed.tail("for")
    extra = f" for {value(sp, who[0]).text}" if who and not isinstance(who[0], e.Sel) else ""
    source = f" from {value(sp, deck[0]).text}" if deck else ""
    noun = kind if number.text == "1" else plural(kind)
    into = deed.tail("into")
    if into and not isinstance(into[0], e.Sel):
        return Act("lay", f" {number.pron} {noun}{source} in {value(sp, into[0]).text}")
    return Act("draw", f" {number.pron} {noun}{source}{extra}")


@verb("refill")
def _refill(sp: Speech, deed: Deed) -> Act:
    place = value(sp, deed.arguments[0]).text
    to, deck = deed.tail("to") or [], deed.tail("from") or []
    goal = value(sp, to[0]).text if to else "its limit"
    return Act("refill", f" {place} from {value(sp, deck[0]).text if deck else 'the deck'} until it holds {goal}")


# ---------------------------------------------------------------- knowing


@verb("show")
def _show(sp: Speech, deed: Deed) -> Act:
    who = deed.tail("to") or []
    return Act("show", f" {goods(sp, deed.arguments, False)}" + (f" to {object_of(sp, who[0]).text}" if who else ""))


@verb("reveal")
def _reveal(sp: Speech, deed: Deed) -> Act:
    return Act("reveal", f" {goods(sp, deed.arguments, False)} to all")


@verb("conceal")
def _conceal(sp: Speech, deed: Deed) -> Act:
    return Act("hide", f" {goods(sp, deed.arguments, False)} again; whoever has seen it remembers it")


# ---------------------------------------------------------------- the course of the match


@verb("win")
def _win(sp: Speech, deed: Deed) -> Act:
    who = value(sp, deed.subject) if deed.subject is not None else sp.who
    title = next(iter(deed.tail("with") or ()), None)
    sp.see(title)
    called = f": “{clean(title.value)}”" if isinstance(title, e.Text) else ""
    return Act("", whole=f"{who.text} {'win' if who.second or who.many else 'wins'} the game{called}")


@verb("finish")
def _finish(sp: Speech, deed: Deed) -> Act:
    _ = deed
    sp.record.terms.add("winner")
    return Act("", whole="the game ends, and the winner is determined")


@verb("conclude")
def _conclude(sp: Speech, deed: Deed) -> Act:
    said = [*(deed.tail("with") or ()), *deed.arguments, *(deed.tail("worth") or ())]
    title = next(iter(said), None)
    sp.see(*said)
    return Act("", whole=f"the story ends with “{clean(title.value) if isinstance(title, e.Text) else ''}”")


@verb("pass")
def _pass(sp: Speech, deed: Deed) -> Act:
    if not deed.arguments:
        return Act("", whole="nothing happens")
    to = deed.tail("to") or []
    whom = f" to {value(sp, to[0]).text}" if to and not isinstance(to[0], e.Sel) else ""
    return Act("pass", f" {goods(sp, deed.arguments, False)}{whom}")


@verb("stop")
def _stop(sp: Speech, deed: Deed) -> Act:
    _ = deed
    return Act("", whole=f"{sp.routine or 'this'} ends here")


@verb("take")
def _take(sp: Speech, deed: Deed) -> Act:
    if len(deed.arguments) == 2:
        sp.see(deed.arguments)
        sp.record.terms.add("turn")
        return Act("take", f" another {sp.term('turn')} after this one")
    node = deed.arguments[0] if deed.arguments else None
    name = node.name if isinstance(node, e.Word) else "turn"
    sp.see(node)
    what = f"a {sp.term('turn')}" if name == "turn" else f"the phase {sp.term(name)}"
    return Act("take", f" {what}")


@verb("skip")
def _skip(sp: Speech, deed: Deed) -> Act:
    sp.see(deed.arguments)
    return Act("skip", f" the next {sp.term('turn')}")


@verb("resolve")
def _resolve(sp: Speech, deed: Deed) -> Act:
    return Act("do", f" what {goods(sp, deed.arguments, False)} says")


# The verbs that change values stand in a module of their own; it adds itself to the table above.
import rulewright.rulebook.english.changes  # noqa: E402, F401
