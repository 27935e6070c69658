"""Values in words: what a number, a thing or a set of things is called."""

from __future__ import annotations

import re
from typing import assert_never

from rulewright.dsl import types as t
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import DefineSym, KindSym
from rulewright.rulebook.author import is_shared, valued
from rulewright.rulebook.english import functions, phrases
from rulewright.rulebook.english.meant import meaning_of, type_of
from rulewright.rulebook.english.nouns import Noun, of, rival_of
from rulewright.rulebook.english.passes import clause, doing
from rulewright.rulebook.english.picks import kind_noun, looks_plural, pick
from rulewright.rulebook.english.speech import Speech
from rulewright.rulebook.text import clean
from rulewright.rulebook.words import PREPOSITIONS, is_plural, listing, plural, possessive, spoken

COORDINATE = re.compile(r"[A-Za-z]{1,2}\d{1,2}")
WORDS = {
    "none": "none",
    "nobody": "nobody",
    "nothing": "nothing",
    "yes": "yes",
    "no": "no",
    "everyone": "all players",
    "box": "the box",
    "turn_number": "the number of this turn",
    "player_count": "the number of players",
    "everywhere": "all directions",
    "compass": "all directions",
    "straight": "row and column",
    "diagonal": "the diagonals",
    "die": "a die",
    "chance": "chance",
}


def value(sp: Speech, node: e.Expr | e.Sel) -> Noun:
    """What an expression stands for."""
    sp.record.seen.add(node.span)
    match node:
        case e.Sel():
            found = pick(sp, node)
            return Noun(found.many(), True)
        case e.Num(_, number):
            return Noun(str(number), number != 1)
        case e.Word():
            return _word(sp, node)
        case e.Kind():
            return _kind(sp, node)
        case e.Text(_, text):
            return Noun(f"“{clean(text)}”")
        case e.Braces():
            return Noun(items_of(sp, node, "and"), len(node.items) != 1)
        case e.Coords(_, items):
            return Noun(f"({', '.join(value(sp, x).text for x in items)})")
        case e.Call():
            return _call(sp, node)
        case e.Dot(_, base, name, _):
            return _dot(sp, node, base, name)
        case e.Of(_, left, right):
            match left:
                case e.Kind():
                    return Noun(pick(sp, node).many(), True)
                case _ if isinstance(meaning_of(sp, node), m.Const):
                    sp.see(node)
                    return Noun(f"the {value(sp, left).text} of {value(sp, right).text}")
                case e.Word(_, name):
                    sp.see(left)
                    return _has(sp, node, right, name)
                case _:
                    return Noun(f"{value(sp, left).text} of {value(sp, right).text}")
        case e.In(_, left, _):
            head = left.left if isinstance(left, e.Of) else left
            if isinstance(head, e.Kind):
                return Noun(pick(sp, node).many(), True)
            return _flag(sp, node)
        case e.Compare() | e.Logic() | e.Not() | e.Every() | e.Can():
            return _flag(sp, node)
        case e.Arith():
            return _arith(sp, node)
        case e.Minus(_, operand):
            if isinstance(operand, e.Num):
                sp.see(operand)
                return Noun(f"−{operand.value}")
            return Noun(f"minus {value(sp, operand).pron}")
        case e.Ternary(_, then, test, other):
            said = clause(sp, test).text()
            return Noun(f"{value(sp, then).pron} if {said}, otherwise {value(sp, other).text}", joined=True)
        case e.Many():
            return _many(sp, node)
        case e.Fold():
            return _fold(sp, node)
        case e.After(_, inner, phrase):
            return Noun(f"{value(sp, inner).pron} as it would be after {doing(sp, phrase)}", joined=True)
        case _:
            assert_never(node)


def _flag(sp: Speech, node: e.Expr) -> Noun:
    """A condition where a number is wanted: it counts 1 if it holds."""

    return Noun(f"1 if {clause(sp, node).text()}, otherwise 0", joined=True)


# ---------------------------------------------------------------- words


def _word(sp: Speech, node: e.Word) -> Noun:
    """A small word, by what it refers to. What was never checked (a word in a row of a table, a part of prose) is a name or itself."""
    name, meant = node.name, meaning_of(sp, node)
    if name in sp.names and (meant is None or isinstance(meant, m.Local) or name == "player"):
        return sp.names[name].noun
    if name == "player":
        return sp.who
    if name in {"team", "partner"} and sp.world.program.teams:
        return of(sp.who, name)
    if name == "this" and sp.this is not None:
        return itself(sp)
    match meant:
        case m.Local():
            return Noun(f"the {spoken(name)}")
        case m.Aspect(which="rival"):
            return rival_of(sp.who, is_shared(sp.world))
        case m.ScoreValue():
            return of(sp.who, "score")
        case m.Read(of=None):
            return Noun(f"the {sp.term(name)}" if _takes_article(name) else sp.term(name), looks_plural(name))
        case m.Read() if sp.this is not None:
            return of(itself(sp), spoken(name), looks_plural(name))
        case m.OptionValue(option=option) if isinstance(option.type, t.Number):
            return Noun(f"{option.value} (option {sp.term(name)})", option.value != 1)
        case m.OptionValue(option=option):
            return Noun(f"{'the' if isinstance(option.type, t.Player) else 'the option'} {sp.term(name)}", False)
        case m.Defined(define=define):
            return defined(sp, define, [])
        case m.PlaceValue(place=place) if place is not None:
            return place_noun(sp, name)
        case m.OwnPiece(kind=kind):
            sp.record.terms.add(kind.name)
            return of(sp.who, spoken(name))
        case m.Const(type=t.Piece(kinds)):
            sp.record.terms |= kinds
            return Noun(f"the {spoken(name)}")
        case m.Const(type=t.Cell() | t.Way()):
            return Noun(name)
        case m.Apply() if name in {"ahead", "behind"}:
            return Noun({"ahead": "straight ahead", "behind": "straight back"}[name])
    return Noun(WORDS[name], name == "everyone") if name in WORDS else _unchecked(sp, name) if meant is None else Noun(member(sp, name))


def _unchecked(sp: Speech, name: str) -> Noun:
    """A word that stands where nothing is checked: a value, a place or a definition by its name."""
    if name in sp.world.places:
        return place_noun(sp, name)
    if name in sp.world.defines:
        return defined(sp, sp.world.defines[name], [])
    if name in sp.world.game_attrs or name in sp.world.options:
        return Noun(f"the {sp.term(name)}", looks_plural(name))
    return Noun(member(sp, name))


def member(sp: Speech, name: str) -> str:
    """A value of a type: a word or two; what is a whole sentence stands between quotation marks."""
    words = (valued(sp.world, name) or spoken(name)).split(" ")
    if len(words) < 3 or valued(sp.world, name)[:1].isupper():
        return " ".join(words)
    seats = {seat.lower(): seat for seat in sp.world.program.seats}
    return f"“{' '.join(seats.get(word, word) for word in words)}”"


def itself(sp: Speech) -> Noun:
    """The card that speaks. Among other things named here, `its` could be anybody's."""
    assert sp.this is not None
    return Noun(sp.this.noun.text) if sp.names else sp.this.noun


def _takes_article(name: str) -> bool:
    return not name.endswith("s") or is_plural(spoken(name))


def place_noun(sp: Speech, name: str) -> Noun:
    """A place by its name; a family of places without an owner is all of them together."""
    sp.record.terms.add(name)
    place = sp.world.places[name]
    if place.core.per:
        owner = "any player’s" if place.core.per == "Player" else f"any {spoken(place.core.per)}’s"
        return Noun(f"{owner} {spoken(name)}")
    return Noun(f"the {spoken(name)}", looks_plural(name))


def _kind(sp: Speech, node: e.Kind) -> Noun:
    world = sp.world
    if node.name in world.program.seats:
        return Noun(clean(node.name))
    if node.name in world.piece_ids:
        return Noun(piece_name(sp, node.name))
    if node.name in world.cell_names and node.name not in world.kinds:
        return Noun(clean(node.name) if COORDINATE.fullmatch(node.name) else f"the {clean(node.name)}")
    if node.name in world.kinds and world.kinds[node.name].core.count == 1 and not world.kinds[node.name].core.counted:
        return Noun(f"the {kind_noun(sp, node.name)}")
    return Noun(plural(kind_noun(sp, node.name)), True)


def piece_name(sp: Speech, id: str) -> str:
    """A piece by its printed name, with its sign where several bear the name."""
    kind, index = sp.world.piece_ids[id]
    name = kind.core.names[index] if kind.core.names else ""
    if kind.core.owners > 1:
        return _owned_piece(sp, kind, index, name, id)
    if not name:
        return spoken(id)
    twins = {kind.core.twins[i] for i, n in enumerate(kind.core.names) if n == name}
    own = id.replace("_", " ")
    return clean(name) if len(twins) == 1 or own == name else f"{clean(name)} ({own})"


def _owned_piece(sp: Speech, kind: KindSym, index: int, name: str, id: str) -> str:
    """A piece that belongs to somebody: White’s first troop, one of Red’s adventurers."""
    core = kind.core
    each = max(1, core.count // core.owners)
    number = index // each
    seats = sp.world.program.seats
    owner = kind.owner_type.members[number] if isinstance(kind.owner_type, t.Enum) else seats[number] if number < len(seats) else ""
    whose = possessive(clean(owner[:1].upper() + owner[1:]))
    alike = [i for i in range(number * each, (number + 1) * each) if core.twins[i] == core.twins[index]]
    if name and len(alike) > 1:
        return f"one of {whose} {plural(clean(name))}"
    own = clean(name) or spoken(id.removeprefix(f"{owner}_").removeprefix(f"{owner.capitalize()}_"))
    noun = kind_noun(sp, kind.name)
    return f"{whose} {own}" if own.endswith(noun) or (name and own == name) else f"{whose} {own} {noun}"


def items_of(sp: Speech, node: e.Braces, word: str) -> str:
    """`wood and 2 stone`"""
    sp.record.seen.add(node.span)
    found = []
    for item, amount in node.items:
        text = value(sp, item).text
        found.append(f"{value(sp, amount).text} {text}" if amount is not None else text)
    return listing(found, word) if found else "nothing"


# ---------------------------------------------------------------- what things have


def _call(sp: Speech, node: e.Call) -> Noun:
    library = functions.is_function(sp, node)
    if library is not None:
        sp.see(node.function)
        if type_of(sp, node) == t.FLAG:
            return _flag(sp, node)
        return functions.function(sp, library[0], library[1], node)
    match node.function:
        case e.Word(_, name) if name in sp.world.defines:
            sp.see(node.function)
            if isinstance(sp.world.defines[name].type, t.Flag):
                return _flag(sp, node)
            return defined(sp, sp.world.defines[name], node.arguments)
        case e.Word(_, name) if len(node.arguments) == 1 and name not in sp.world.player_attrs:
            sp.see(node.function)
            return _has(sp, node, node.arguments[0], name)
        case e.Word(_, name):
            sp.see(node.function)
            owner = value(sp, node.arguments[0]) if len(node.arguments) == 2 else sp.who
            return of(owner, f"{spoken(name)} of {value(sp, node.arguments[-1]).text}")
        case e.Kind(_, name) if name in sp.world.kinds and len(node.arguments) == 1:  # a card by its number
            sp.see(node.function)
            return Noun(f"{kind_noun(sp, name)} {value(sp, node.arguments[0]).text}")
        case e.Dot(_, base, name, _):
            sp.record.seen.add(node.function.span)
            return of(value(sp, base), f"{spoken(name)} of {value(sp, node.arguments[0]).text}")
        case other:
            return Noun(f"{value(sp, other).text} of {listing([value(sp, x).text for x in node.arguments])}")


def defined(sp: Speech, sym: DefineSym, arguments: list[e.Expr]) -> Noun:
    """Something the rules define: its number if it never changes, otherwise its name."""
    number = fixed_number(sp, sym)
    many = looks_plural(sym.name) or isinstance(sym.type, t.SetOf | t.ListOf | t.GroupsOf | t.BagOf)
    if number is not None:
        sp.record.terms.add(sym.name)
        return Noun(str(number), number != 1)
    said = phrases.in_place(sp, sym.decl, sym.params, {p.name: value(sp, x) for p, x in zip(sym.params, arguments, strict=False)})
    if said:
        sp.record.terms.add(sym.name)
        return Noun(said)
    name = sp.term(sym.name)
    if not arguments and isinstance(sym.type, t.Player):
        return Noun(sp.term(sym.name, spoken(sym.name).title()))
    if not arguments:
        if sym.needs_player and sp.player is not None:
            return of(sp.who, name, many)
        return Noun(f"the {name}", many)
    first = value(sp, arguments[0])
    if len(arguments) == 1:
        return of(first, name, many)
    players = [x for x in arguments if isinstance(type_of(sp, x), t.Player)]
    others = [x for x in arguments if x not in players]
    if len(players) == 1 and others:
        rest = listing([value(sp, x).text for x in others])
        return of(value(sp, players[0]), f"{name} for {rest}", many)
    return Noun(f"the {name} of {listing([value(sp, x).text for x in arguments])}", many)


def fixed_number(sp: Speech, sym: DefineSym) -> int | None:
    """The number a definition always is, whatever the options."""
    decl = sym.decl
    return decl.value.value if not decl.params and isinstance(decl.value, e.Num) else None


def _dot(sp: Speech, node: e.Dot, base: e.Expr, name: str) -> Noun:
    if isinstance(base, e.Dot) and base.name == "score":
        sp.see(base)
        return of(value(sp, base.base), f"points for {spoken(name)}", True)
    return _has(sp, node, base, name)


def _has(sp: Speech, node: e.Expr, base: e.Expr, name: str) -> Noun:
    """`x.a`, `a of x` and `a(x)` mean the same."""
    world = sp.world
    library = functions.is_function(sp, node)
    if library is not None:
        return functions.function(sp, library[0], library[1], node)
    if name == "rival":
        return rival_of(value(sp, base), is_shared(world))
    if name in {"team", "partner"} and world.program.teams:
        return of(value(sp, base), name)
    define = world.defines.get(name)
    if define is not None:
        if isinstance(define.type, t.Flag):
            return _flag(sp, node)
        if not define.params:
            return of(value(sp, base), sp.term(name), looks_plural(name))
        return defined(sp, define, [base])
    owner = value(sp, base)
    if name in world.places and world.places[name].core.per:
        sp.record.terms.add(name)
        return of(owner, spoken(name), looks_plural(name))
    if name == "place":
        return Noun(f"the place of {owner.text}")
    if name == "face" and not owner.second:
        return of(owner, "face")
    type = type_of(sp, node)
    if isinstance(type, t.Flag):
        return _flag(sp, node)
    return of(owner, own_name(name, type), looks_plural(name) and not _single(type))


def _single(type: t.Type | None) -> bool:
    """Whether it is one thing, whatever its name looks like."""
    return isinstance(t.bare(type) if type is not None else None, t.Enum | t.Name | t.Cell | t.Piece | t.Player)


def own_name(name: str, type: t.Type | None) -> str:
    """What something has, by its name; between quotation marks if that is no word for a thing: its “struck by”, its “counts”."""
    own = spoken(name)
    odd = own.endswith("ed") or own.rsplit(" ", 1)[-1] in PREPOSITIONS or (_single(type) and looks_plural(name))
    return f"“{own}”" if odd else own


# ---------------------------------------------------------------- sums and sets


def flat(node: e.Expr, operator: str) -> list[e.Expr]:
    """The operands of a chain: a + b + c."""
    if isinstance(node, e.Arith) and node.operator == operator:
        return [*flat(node.left, operator), *flat(node.right, operator)] if operator in "+*" else [node.left, node.right]
    return [node]


def _arith(sp: Speech, node: e.Arith) -> Noun:
    type = type_of(sp, node)
    if node.operator == "+":
        operands = flat(node, "+")
        for operand in operands:
            sp.record.seen.add(operand.span)
        found = [value(sp, x) for x in operands]
        if isinstance(type, t.SetOf | t.ListOf):
            return Noun(", then ".join(x.text for x in found), True, joined=True)
        if isinstance(type, t.BagOf):
            return Noun(", plus ".join(x.text for x in found), True, joined=True)
        if len(found) == 2:
            return Noun(f"{found[0].pron} plus {found[1].pron}", joined=True)
        return Noun(", plus ".join(x.text for x in found), joined=True)
    if node.operator == "-":
        if isinstance(type, t.SetOf | t.ListOf | t.BagOf):
            return Noun(f"{value(sp, node.left).text} without {value(sp, node.right).text}", True, joined=True)
        return Noun(f"{value(sp, node.left).pron} minus {value(sp, node.right).pron}", joined=True)
    if node.operator == "*":
        return _product(sp, node)
    if node.operator == "/":
        return Noun(f"{value(sp, node.left).pron} divided by {value(sp, node.right).pron}, rounded down", joined=True)
    return Noun(f"the remainder of {value(sp, node.left).pron} divided by {value(sp, node.right).pron}", joined=True)


def _product(sp: Speech, node: e.Arith) -> Noun:
    """`2 * count Tile …` is `2 for each tile …`."""
    for factor, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(other, e.Many) and other.quantifier == "count" and not isinstance(factor, e.Many):
            sp.record.seen.add(other.span)
            found = pick(sp, other.selection)
            return Noun(f"{value(sp, factor).pron} for each {found.bare()}", joined=True)
    return Noun(f"{value(sp, node.left).pron} times {value(sp, node.right).pron}", joined=True)


def _many(sp: Speech, node: e.Many) -> Noun:
    match node.quantifier:
        case "some" | "no" | "at least" | "at most" | "exactly":
            return _flag(sp, node)
    found = pick(sp, node.selection)
    match node.quantifier:
        case "count":
            return Noun(f"the number of {found.many()}")
        case "all":
            return Noun(f"all {found.many()}" if found.whole is None else found.many(), True)
        case "the first":
            assert node.amount is not None
            amount = value(sp, node.amount)
            if isinstance(node.amount, e.Num):
                return Noun(f"the first {amount.text} {found.bare(True)}", True)
            return Noun(f"the first {found.bare(True)}, as many as {amount.pron}", True)
        case "first" | "last":
            if found.whole is not None:
                return Noun(f"the {node.quantifier} of {found.many()}")
            if found.owner is not None:
                return Noun(f"the {node.quantifier} of {found.many()}")
            return Noun(f"the {node.quantifier} {found.bare()}")
        case _:
            text = found.the()
            return Noun(f"{text} (none if several are equal)" if node.selection.best is not None else text)


def _fold(sp: Speech, node: e.Fold) -> Noun:
    found = pick(sp, node.selection)
    if isinstance(node.value, e.Braces) and len(node.value.items) == 1 and node.value.items[0][1] is None and node.operator == "sum":
        sp.record.seen.add(node.value.span)
        return Noun(f"{value(found.inner, node.value.items[0][0]).text} for each {found.bare(named=True)}", True, joined=True)
    inner = value(found.inner, node.value)
    match node.operator:
        case "sum" if isinstance(type_of(sp, node), t.SetOf):
            return Noun(f"{inner.text} for any {found.bare(named=True)}", True, joined=True)
        case "sum":
            return Noun(f"the sum of {inner.pron} for each {found.bare(named=True)}", joined=True)
        case "most" | "least":
            return Noun(
                f"the {'greatest' if node.operator == 'most' else 'least'} value of {inner.pron} for any {found.bare(named=True)}",
                joined=True,
            )
        case "ranked":
            return Noun(f"{found.many()} in the order of {inner.pron}, greatest first", True, joined=True)
        case _:
            return Noun(f"{found.many()} in groups of equal {inner.text.removeprefix('the ')}, greatest first", True, joined=True)
