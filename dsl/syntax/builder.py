"""Parser callbacks: one method for each rule of the grammar, called with the children Lark has kept.

What enters are tokens and the nodes of smaller rules; what leaves is a node of the syntax tree with its span. The test
`tests/dsl/test_grammar.py` compares the methods here with the rules of the grammar, both ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.machine import Tok

TAGS_IN_PROSE = re.compile(r"\s*\[([A-Z][A-Za-z0-9]*-?[A-Za-z0-9]+(?:[, \t]+[A-Za-z0-9-]+)*)\]")
Children = list[Any]


class Part:
    """A piece of a rule that exists only while its parent is being built. Its span is worked out only if asked for."""

    __slots__ = ("builder", "children", "name")

    def __init__(self, name: str, builder: Builder, children: Children) -> None:
        self.name, self.builder, self.children = name, builder, children

    @property
    def span(self) -> Span:
        return self.builder.span(self.children)


def split_tags(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[A-Za-z0-9-]+", text))


def only(children: Children, kind: type | frozenset[type]) -> list[Any]:
    """The children that are of a type, or of one of several. Nodes have no subtypes."""
    if isinstance(kind, frozenset):
        return [c for c in children if c.__class__ in kind]
    return [c for c in children if c.__class__ is kind]


def around(teams: list[Children]) -> Iterator[Any]:
    """The seats of teams around the table: sides alternate, so that partners sit apart."""
    for number in range(max(len(team) for team in teams)):
        yield from (team[number] for team in teams if number < len(team))


STMT = frozenset({d.Sentence, d.Let, d.Demand, d.If, d.Loop, d.While, d.Repeat, d.AnyOrder, d.Decision, d.Menu, d.Prose})
ITEMS = frozenset({d.Choice, d.Offer, d.Prose})
STEPS = frozenset({d.Given, d.Played, d.Then, d.Prose})
DECL = frozenset(
    {
        d.Include,
        d.Chapter,
        d.Game,
        d.Variant,
        d.Replace,
        d.Remove,
        d.Add,
        d.Option,
        d.TypeDecl,
        d.Piece,
        d.Place,
        d.Has,
        d.Define,
        d.Procedure,
        d.Action,
        d.Interrupt,
        d.Hook,
        d.Standing,
        d.Score,
        d.Winner,
        d.Card,
        d.Example,
        d.Picture,
        d.Show,
        d.Prose,
    }
)
SELECTION = e.Sel


class Builder:
    """Builds the tree of one text; `base` is added to every offset (a text may be parsed in parts)."""

    def __init__(self, file: int = 0, base: int = 0) -> None:
        self.file = file
        self.base = base
        # Rules of one token, made without a list of children.
        self.leaves = {"word": e.Word, "kind": e.Kind, "number": _number, "text": _text}

    # ------------------------------------------------------------ helpers

    def at(self, token: Tok) -> Span:
        return token.span

    def span(self, children: Children) -> Span:
        """From the first child to the last that is there; tags at the end do not count."""
        for first in children:
            if first is not None:
                break
        else:
            return Span(self.file, self.base, self.base)
        for last in reversed(children):
            if last is not None and not (last.__class__ is Tok and last.type == "TAG"):
                return Span(self.file, first.span.start, last.span.end)
        return Span(self.file, first.span.start, children[-1].span.end)

    def tags(self, children: Children) -> tuple[str, ...]:
        found: tuple[str, ...] = ()
        for c in children:
            if c.__class__ is Tok and c.type == "TAG":
                found += split_tags(c)
        return found

    def tags_below(self, parts: list[Part]) -> tuple[str, ...]:
        """Tags behind the heads of blocks, and behind the lines of a table."""
        found: tuple[str, ...] = ()
        for part in parts:
            found += self.tags(part.children) + self.tags_below(only(part.children, Part))
        return found

    def prep(self, children: Children) -> Tok:
        token: Tok = children[0]
        return token

    def whole_of(self, block: Part) -> tuple[list[d.Stmt], tuple[str, ...], d.Notes | None]:
        """Body, tags and notes of a declaration with a block."""
        return self.body(block), self.tags(block.children), self.notes(block.children)

    def body(self, block: Part | None) -> list[d.Stmt]:
        return [] if block is None else only(block.children, STMT)

    # ------------------------------------------------------------ lines

    def prose(self, children: Children) -> d.Prose:
        token = children[0]
        return self._told(self.at(token), token[1:].strip())

    def _told(self, span: Span, text: str) -> d.Prose:
        tags: tuple[str, ...] = ()
        for found in TAGS_IN_PROSE.findall(text):
            tags += split_tags(found)
        return d.Prose(span, TAGS_IN_PROSE.sub("", text) if tags else text, tags)

    def row(self, children: Children) -> d.Row:
        return d.Row(self.at(children[0]), children[0].strip())

    # ------------------------------------------------------------ how things are printed and shown

    def aside(self, c: Children) -> d.Notes:
        """One line about printing, as notes that say nothing else."""
        first = c[0]
        if first.__class__ is d.Called:
            return d.Notes(first.span, [], first, [], "", "", None)
        if first.type == "SHORT":
            return d.Notes(self.at(first), [self._told(self.at(first), first[2:].strip())], None, [], "", "", None)
        if c[1].type == "MANNER":
            return d.Notes(self.span(c[:2]), [], None, [], " ".join(c[1].split()), "", None)
        return d.Notes(self.span(c[:3]), [], None, [], "", unquote(c[2]), self.at(c[2]))

    def called(self, c: Children) -> d.Called:
        return d.Called(self.span(c), unquote(c[1]), unquote(c[2]) if len(c) > 2 and c[2] is not None else "")

    def valued(self, c: Children) -> d.Valued:
        many = unquote(c[2]) if c[2] is not None else ""
        return d.Valued(self.at(c[0]), str(c[0]), d.Called(self.at(c[1]), unquote(c[1]), many))

    def notes(self, c: Children) -> d.Notes | None:
        """All lines about printing of one declaration, together. Said twice, the first counts; `declare` tells of the second."""
        lines, values = only(c, d.Notes), only(c, d.Valued)
        lines += [d.Notes(x.span, [], x, [], "", "", None) for x in only(c, d.Called)]
        if not lines and not values:
            return None
        named = [x for x in lines if x.called is not None]
        placed = [x for x in lines if x.chapter_span is not None]
        manner = [x for x in lines if x.manner]
        return d.Notes(
            self.span(sorted([*lines, *values], key=lambda x: x.span)),
            [p for x in lines for p in x.short],
            named[0].called if named else None,
            values,
            manner[0].manner if manner else "",
            placed[0].chapter if placed else "",
            placed[0].chapter_span if placed else None,
            [x.span for found in (named, placed, manner) for x in found[1:]],
        )

    def fact(self, c: Children) -> d.Fact:
        name = c[0]
        if name.type == "TAGLINE":
            return d.Fact(self.span(c[:2]), "tagline", 0, 0, unquote(c[1]))
        numbers = [whole(t) for t in c if t.__class__ is Tok and t.type == "NUMBER"]
        return d.Fact(self.span(c[:2]), str(name), numbers[0], numbers[-1], "")

    def picture(self, c: Children) -> d.Picture:
        amounts = [whole(t) for t in c if t.__class__ is Tok and t.type == "NUMBER"]
        what = _plain(only(c, Part)[0])
        return d.Picture(self.at(c[1]), str(c[1]), self.at(c[1]), amounts, what, only(c, d.Prose), self.tags(c))

    def show(self, c: Children) -> d.Show:
        sides = [side for part in only(c, Part) for side in part.children]
        return d.Show(self.at(c[0]), only(c, d.Shown), sides, only(c, d.Prose), self.tags(c))

    def shown(self, c: Children) -> d.Shown:
        parts = {p.name: p for p in only(c, Part)}
        said = words(c)
        family = str(parts["owned"].children[0]) if "owned" in parts else ""
        rest = parts["drawn_as"].children if "drawn_as" in parts else said[1:]
        word, other = ("as", rest[0]) if "drawn_as" in parts else (str(rest[0]), rest[1] if len(rest) > 1 else None)
        end = rest[-1]
        return d.Shown(
            self.span([c[0], end]), str(c[0]), self.at(c[0]), family, word, self.at(rest[0]), str(other or ""), self.at(other or end)
        )

    def drawn_as(self, c: Children) -> Part:
        return Part("drawn_as", self, c)

    def seated(self, c: Children) -> Part:
        return Part("seated", self, only(c, d.Side))

    def side(self, c: Children) -> d.Side:
        return d.Side(self.span(c), str(c[0]), self.at(c[0]), str(c[1]), self.at(c[1]))

    # ------------------------------------------------------------ declarations

    def start(self, children: Children) -> list[Any]:
        return children

    def include(self, c: Children) -> d.Include:
        return d.Include(self.span(c[:1]), unquote(c[0]), only(c, d.Prose), self.tags(c))

    def chapter(self, c: Children) -> d.Chapter:
        title = token_of(c, "STRING")
        belongs = next((t for t in c if t.__class__ is Tok and t.type == "BELONGS"), None)
        other = c[c.index(belongs) + 1] if belongs is not None else None
        return d.Chapter(
            self.at(title),
            unquote(title),
            only(c, d.Prose),
            self.tags(c),
            str(belongs or ""),
            unquote(other) if other is not None else "",
            self.at(other) if other is not None else None,
        )

    def game(self, c: Children) -> d.Game:
        title = token_of(c, "STRING")
        credits = next((p for p in only(c, Part) if p.name == "credits"), None)
        players = next(p for p in only(c, Part) if p.name == "players")
        numbers = [whole(t) for t in players.children if t.__class__ is Tok and t.type == "NUMBER"]
        called = next(iter(only(players.children, Part)), None)
        teams: list[Children] = [p.children for p in called.children] if called is not None and called.name == "teams" else []
        named: Children = list(around(teams)) if teams else called.children if called is not None else []
        fewest = numbers[0] if numbers else len(named)
        most = numbers[-1] if numbers else len(named)
        names = [str(t) for t in named] or [f"Player{i + 1}" for i in range(min(most, 100))]
        return d.Game(
            self.at(title),
            unquote(title),
            [unquote(t) for t in credits.children] if credits else [],
            fewest,
            most,
            names,
            [self.at(t) for t in named] or [players.span] * min(most, 100),
            only(c, d.Attribute),
            only(c, d.Prose),
            self.tags(c),
            only(c, d.Fact),
            [[str(t) for t in team] for team in teams],
        )

    def variant(self, c: Children) -> d.Variant:
        texts = [t for t in c if t.__class__ is Tok and t.type == "STRING"]
        of = unquote(texts[1]) if len(texts) > 1 else None
        return d.Variant(self.at(texts[0]), unquote(texts[0]), of, only(c, DECL), self.tags(c), self.notes(c))

    def replace(self, c: Children) -> d.Replace:
        return d.Replace(c[0].span, c[0])

    def remove(self, c: Children) -> d.Remove:
        return d.Remove(self.at(c[0]), str(c[0]), only(c, d.Prose), self.tags(c))

    def add(self, c: Children) -> d.Add:
        drawing: Children = next((p.children for p in only(c, Part) if p.name == "drawing"), [])
        domain = next(iter(only(c, d.Domain)), None)
        file = next((x for x in c[2:] if is_expr(x)), None)
        return d.Add(
            self.at(c[1]), str(c[1]), domain, file, only(c, d.Row), only(c, d.Entry), only(drawing, d.Row), only(c, d.Prose), self.tags(c)
        )

    def option(self, c: Children) -> d.Option:
        name = words(c)[1]
        domain = only(c, d.Domain)[0]
        initial = next((x for x in c[c.index(domain) + 1 :] if is_expr(x)), None)
        return d.Option(self.at(name), str(name), self.at(name), domain, initial, only(c, d.Prose), self.tags(c), self.notes(c))

    def type(self, c: Children) -> d.TypeDecl:
        name = token_of(c, "UNAME")
        return d.TypeDecl(self.at(name), str(name), self.at(name), only(c, d.Domain)[0], only(c, d.Prose), self.tags(c), self.notes(c))

    def piece(self, c: Children) -> d.Piece:
        return d.Piece(*self._thing(c, token_of(c, "UNAME")))

    def place(self, c: Children) -> d.Place:
        drawing: Children = next((p.children for p in only(c, Part) if p.name == "drawing"), [])
        found = d.Place(*self._thing(c, words(c[1:])[0]))
        found.drawing = only(drawing, d.Row)
        return found

    def _thing(self, c: Children, name: Tok) -> tuple[Any, ...]:
        owned = next((p for p in only(c, Part) if p.name == "owned"), None)
        traits = next((p for p in only(c, Part) if p.name == "traits"), None)
        per = str(owned.children[0]) if owned else None
        return (
            self.at(name),
            str(name),
            self.at(name),
            per,
            list(traits.children) if traits else [],
            only(c, d.Attribute),
            only(c, d.Row),
            only(c, d.Prose),
            self.tags(c),
            self.notes(c),
        )

    def has(self, c: Children) -> d.Has:
        owner = next((t for t in c if t.__class__ is Tok and t.type == "UNAME"), None)
        return d.Has(self.span(c), owner and str(owner), self.at(owner) if owner else None, only(c, d.Attribute), only(c, d.Prose))

    def trait(self, c: Children) -> d.Trait:
        arguments, tails = self._tails(c)
        return d.Trait(self.span(c), arguments, [(t.preposition, t.arguments) for t in tails])

    def attribute(self, c: Children) -> d.Attribute:
        nature = next((str(t) for t in c if t.__class__ is Tok and t.type == "NATURE"), "")
        name = words(c)[0]
        owned = next((p for p in only(c, Part) if p.name == "owned"), None)
        domain = only(c, d.Domain)[0]
        initial = next((x for x in c[c.index(domain) + 1 :] if is_expr(x)), None)
        return d.Attribute(
            self.at(name),
            nature,
            str(name),
            self.at(name),
            str(owned.children[0]) if owned else None,
            domain,
            initial,
            only(c, d.Prose),
            self.tags(c),
            self.notes(c),
        )

    def domain(self, c: Children) -> d.Domain:
        parts = [(p.children[0], p.children[1] if len(p.children) > 1 else None) for p in only(c, Part)]
        return d.Domain(self.span(c), parts, any(t.__class__ is Tok and t.type == "CLAMPED" for t in c))

    def negative(self, c: Children) -> e.Minus:
        return e.Minus(self.span(c), e.Num(self.at(c[1]), whole(c[1])))

    def define(self, c: Children) -> d.Define:
        name = words(c)[0]
        parts = only(c, Part)
        params: list[d.Param] = next((p.children for p in parts if p.name == "params"), [])
        cases = [(p.children[0], p.children[1]) for p in parts if p.name == "case"]
        otherwise = next((p.children[0] for p in parts if p.name == "otherwise"), None)
        value = next((x for x in c if is_expr(x)), None)
        tags = self.tags(c) + self.tags_below(parts)
        return d.Define(self.at(name), str(name), self.at(name), params, value, cases, otherwise, only(c, d.Prose), tags, self.notes(c))

    def param(self, c: Children) -> d.Param:
        return d.Param(self.at(c[0]), str(c[0]), c[1])

    def procedure(self, c: Children) -> d.Procedure:
        block = c[-1]
        if c[0].type == "WHOLE":
            word = str(c[0])
            return d.Procedure(self.at(c[0]), word, word, self.at(c[0]), [], None, *self.whole_of(block))
        params: list[d.Param] = next((p.children for p in only(c, Part) if p.name == "params"), [])
        name = c[1]
        return d.Procedure(self.at(name), "phase", str(name), self.at(name), params, None, *self.whole_of(block))

    def deed(self, c: Children) -> d.Procedure:
        signature, block = c
        return d.Procedure(signature.span, "to", signature.name, signature.name_span, [], signature, *self.whole_of(block))

    def action(self, c: Children) -> d.Action:
        signature, block = c[-2:]
        return d.Action(signature.span, signature, *self.whole_of(block))

    def interrupt(self, c: Children) -> d.Interrupt:
        signature, during, block = c
        return d.Interrupt(signature.span, signature, during, *self.whole_of(block))

    def hook(self, c: Children) -> d.Hook:
        word, actor, signature, block = c
        found = d.Hook(self.at(word).to(signature.span), " ".join(word.split()), signature, *self.whole_of(block))
        if actor is not None:
            alias = actor.children[1]
            found.actor = str(alias.children[0]) if alias is not None else "other"
            found.actor_span = actor.span
            if str(actor.children[0]) != "Player":
                found.actor = ""  # only players do something
        return found

    def modifier(self, c: Children) -> d.Modifier:
        word, head, amount, whom, where = c[:5]
        name = head.left if isinstance(head, e.Of) else head
        about = head.right if isinstance(head, e.Of) else None
        called = name.name if isinstance(name, e.Word) else ""
        test = where.children[0] if where is not None else None
        return d.Modifier(self.span(c[:5]), str(word), called, name.span, about, amount, whom, test, only(c, d.Prose), self.tags(c))

    def standing(self, c: Children) -> d.Standing:
        word, test, block = c
        return d.Standing(self.at(word).to(test.span), word.type == "AS_SOON_AS", test, *self.whole_of(block))

    def signature(self, c: Children) -> d.Signature:
        tails = [(str(c[i]), c[i + 1]) for i in range(2, len(c), 2)]
        return d.Signature(self.span(c), str(c[0]), self.at(c[0]), c[1], tails)

    def score(self, c: Children) -> d.Score:
        return d.Score(self.at(c[0]), only(c, d.Entry), only(c, d.Prose), self.tags(c))

    def entry(self, c: Children) -> d.Entry:
        return d.Entry(self.span(c[:2]), str(c[0]), c[1], only(c, d.Prose), self.tags(c), self.notes(c))

    def winner(self, c: Children) -> d.Winner:
        among = next(iter(only(c, SELECTION)), None)
        criteria = only(c, d.Criterion)
        return d.Winner(self.at(c[0]), among, criteria, only(c, d.Prose), self.tags(c), self.notes(c))

    def criterion(self, c: Children) -> d.Criterion:
        if c[0].__class__ is Tok and c[0].type == "EXTREME":
            return d.Criterion(self.span(c), str(c[0]), c[1])
        return d.Criterion(self.at(c[0]), None, e.Word(self.at(c[0]), str(c[0])))

    def card(self, c: Children) -> d.Card:
        kind = token_of(c, "UNAME")
        number = next((whole(t) for t in c if t.__class__ is Tok and t.type == "NUMBER"), None)
        names = [t for t in c if t.__class__ is Tok and t.type == "STRING"]
        return d.Card(
            self.at(kind).to(self.at(names[-1])),
            str(kind),
            self.at(kind),
            number,
            [unquote(t) for t in names],
            [self.at(t) for t in names],
            only(c, d.Member),
            only(c, d.Hook),
            only(c, d.Standing),
            only(c, d.Procedure),
            only(c, STMT),
            self.tags(c),
            self.notes(c),
            only(c, d.Modifier),
        )

    def member(self, c: Children) -> d.Member:
        return d.Member(self.span(c[:2]), str(c[0]), self.at(c[0]), c[1], only(c, d.Prose), self.tags(c))

    def example(self, c: Children) -> d.Example:
        title = token_of(c, "STRING")
        setting = next((p for p in only(c, Part) if p.name == "setting"), None)
        beside = str(setting.children[0]) if setting is not None else ""
        return d.Example(
            self.at(title), unquote(title), only(c, STEPS), self.tags(c), beside, setting.span if setting is not None else None
        )

    def given(self, c: Children) -> d.Given:
        first = c[0]
        if isinstance(first, Part):
            left, _, right = first.children
            return d.Given(first.span, None, left, right, only(c, d.Row), self.tags(c))
        return d.Given(first.span, first, None, None, only(c, d.Row), self.tags(c))

    def played(self, c: Children) -> d.Played:
        first = c[1]
        if isinstance(first, Part):
            who, _, chosen = first.children
            return d.Played(first.span, None, who, chosen, self.tags(c))
        return d.Played(first.span, first, None, None, self.tags(c))

    def then(self, c: Children) -> d.Then:
        if isinstance(c[0], Part):
            return d.Then(c[0].span, c[0].children[0], self.tags(c), True)
        return d.Then(c[0].span, c[0], self.tags(c))

    # ------------------------------------------------------------ statements

    def sentence(self, c: Children) -> d.Sentence:
        return d.Sentence(c[0].span, c[0], self.tags(c), only(c, d.Row))

    def phrase(self, c: Children) -> e.Phrase:
        each = c[0].children[1] if c[0] is not None else None
        giving = c[-1]
        arguments, tails = self._tails(c[1:-1])
        given = giving.children[0] if giving else None
        return e.Phrase(
            self.span(c), _plain(each) if each else None, arguments, tails, given and str(given), self.at(given) if given else None
        )

    def _tails(self, c: Children) -> tuple[list[Any], list[e.Tail]]:
        """Words up to the first preposition, then each preposition with its words."""
        arguments: list[Any] = []
        tails: list[e.Tail] = []
        current = arguments
        for item in c:
            if item.__class__ is Tok:
                current = []
                tails.append(e.Tail(self.at(item), str(item), current))
            elif item is not None:
                current.append(item)
        for tail in tails:
            if tail.arguments:
                tail.span = tail.span.to(tail.arguments[-1].span)
        return arguments, tails

    def pick(self, c: Children) -> e.Sel:
        return self._sel(c)

    def either(self, c: Children) -> e.Ternary:
        return e.Ternary(self.span(c), c[0], c[1], c[2])

    def those(self, c: Children) -> e.Many:
        """A selection in brackets is the set of what it selects."""
        return e.Many(self.span(c), "all", None, self._sel([c[1].children[0], *c[2:]]))

    def let(self, c: Children) -> d.Let:
        return d.Let(self.span(c[:2]), str(c[0]), c[1], self.tags(c))

    def demand(self, c: Children) -> d.Demand:
        if c[0].type == "ONCE":
            phase, per = e.Word(self.at(c[1]), str(c[1])), c[2]
            return d.Demand(self.span(c[:3]), "once", phase, only(c, d.Prose), self.tags(c), False, str(per) if per is not None else None)
        return d.Demand(self.span(c[:3]), str(c[0]), c[1], only(c, d.Prose), self.tags(c), c[2] is not None)

    def if_(self, c: Children) -> d.If:
        branches = [(c[0], self.body(c[1]))]
        otherwise = None
        for p in only(c[2:], Part):
            if p.name == "elif":
                branches.append((p.children[0], self.body(p.children[1])))
            elif p.name == "else":
                otherwise = self.body(p.children[0])
        return d.If(c[0].span, branches, otherwise, self.tags_below(only(c, Part)))

    def if_table(self, c: Children) -> d.If:
        parts = only(c, Part)
        branches: list[tuple[e.Expr, list[d.Stmt]]] = []
        waiting: list[d.Stmt] = []  # prose above the first branch
        for one in c:
            if isinstance(one, d.Prose):
                (branches[-1][1] if branches else waiting).append(one)  # what is said below a branch belongs to it
            elif isinstance(one, Part) and one.name == "branch":
                branches.append((one.children[0], [*waiting, *self.body(one.children[1])]))
                waiting = []
        otherwise = next((self.body(p.children[0]) for p in parts if p.name == "else"), None)
        return d.If(self.span(parts), branches, otherwise, self.tags(c) + self.tags_below(parts))

    def loop(self, c: Children) -> d.Loop:
        return d.Loop(self.span(c[:2]), c[1], self.body(c[2]), self.tags(c[2].children))

    def while_(self, c: Children) -> d.While:
        return d.While(c[0].span, c[0], self.body(c[1]), self.tags(c[1].children))

    def repeat(self, c: Children) -> d.Repeat | d.AnyOrder:
        block = c[-1]
        if c[0].type == "ANY_ORDER":
            return d.AnyOrder(self.at(c[0]), self.body(block), self.tags(block.children))
        until = next((p.children[0] for p in only(c[:-1], Part) if p.name == "until"), None)
        times = next((x for x in c[:-1] if is_expr(x)), None)
        return d.Repeat(self.span(c[:-1]), times, until, self.body(block), self.tags(block.children))

    def decision(self, c: Children) -> d.Decision:
        who, word, rest = self.who(c[0]), c[1], c[2:]
        kinds = {t.type for t in rest if t.__class__ is Tok}
        parts = {p.name: p for p in only(rest, Part)}
        verbs = [(str(t), self.at(t)) for t in parts["verbs"].children] if "verbs" in parts else []
        phrase = next(iter(only(rest, e.Phrase)), None)
        giving = parts.get("giving")
        return d.Decision(
            self.span([x for x in c if not _is_tag(x)]),
            who,
            str(word),
            "SECRETLY" in kinds,
            "ONCE" in kinds,
            phrase,
            verbs,
            next(iter(only(rest, SELECTION)), None),
            next(iter(only(rest, d.Quota)), None),
            str(giving.children[0]) if giving else None,
            None,
            self.tags(c),
        )

    def decided(self, c: Children) -> d.Decision:
        decision: d.Decision = c[0]
        decision.otherwise = self.body(c[1].children[0])
        decision.tags += self.tags_below([c[1]])
        return decision

    def menu(self, c: Children) -> d.Menu:
        kinds = {t.type for t in c if t.__class__ is Tok}
        parts = {p.name: p for p in only(c[1:], Part)}
        otherwise = parts.get("else")
        giving = parts.get("giving")
        return d.Menu(
            self.span(c[:2]),
            self.who(c[0]),
            str(c[1]),
            "SECRETLY" in kinds,
            str(giving.children[0]) if giving else None,
            only(c, ITEMS),
            self.body(otherwise.children[0]) if otherwise else None,
            self.tags(c) + (self.tags_below([otherwise]) if otherwise else ()),
        )

    def choice(self, c: Children) -> d.Choice:
        block = next(iter(only(c, Part)), None)
        test = next((x for x in c if is_expr(x)), None)
        tags = self.tags(c) + (self.tags(block.children) if block else ())
        return d.Choice(self.at(c[0]), unquote(c[0]), test, self.body(block), tags)

    def offer(self, c: Children) -> d.Offer:
        verb = e.Word(self.at(c[0]), str(c[0]))
        rest = [x for x in c[1:] if not _is_tag(x)]
        arguments, tails = self._tails(rest)
        phrase = e.Phrase(self.span([c[0], *rest]), None, [verb, *arguments], tails, None, None)
        return d.Offer(phrase.span, phrase, self.tags(c))

    def who(self, item: Any) -> d.Who:
        if isinstance(item, Part):
            return d.Who(item.span, None, _plain(item.children[1]))
        return d.Who(item.span, item, None)

    def quota(self, c: Children) -> d.Quota:
        kinds = [t.type for t in c if t.__class__ is Tok]
        amounts = [x for x in c if is_expr(x)]
        if "ANY" in kinds:
            return d.Quota(self.span(c), None, None)
        if "UP_TO" in kinds:
            return d.Quota(self.span(c), None, amounts[0])
        return d.Quota(self.span(c), amounts[0], amounts[-1])

    # ------------------------------------------------------------ selections

    def src(self, c: Children) -> Part:
        return Part("src", self, c)

    def sel(self, c: Children) -> e.Sel:
        return self._sel([c[0].children[0], *c[1:]])

    def _sel(self, c: Children) -> e.Sel:
        parts = {p.name: p for p in only(c[1:], Part)}
        alias, where, best = parts.get("alias"), parts.get("where"), parts.get("best")
        name = alias.children[0] if alias else None
        return e.Sel(
            self.span(c),
            c[0],
            name and str(name),
            self.at(name) if name else None,
            where.children[0] if where else None,
            (best.children[0].split()[-1], best.children[1]) if best else None,
        )

    # ------------------------------------------------------------ expressions

    def minus(self, c: Children) -> e.Minus:
        return e.Minus(self.span(c), c[1])

    def ternary(self, c: Children) -> e.Ternary:
        return e.Ternary(self.span(c), c[0], c[1], c[2])

    def or_(self, c: Children) -> e.Logic:
        return e.Logic(Span(self.file, c[0].span.start, c[1].span.end), "or", c[0], c[1])

    def and_(self, c: Children) -> e.Logic:
        return e.Logic(Span(self.file, c[0].span.start, c[1].span.end), "and", c[0], c[1])

    def not_(self, c: Children) -> e.Not:
        return e.Not(self.span(c), c[1])

    def cmp(self, c: Children) -> e.Compare:
        return e.Compare(Span(self.file, c[0].span.start, c[2].span.end), " ".join(c[1].split()), self.at(c[1]), c[0], c[2])

    def can(self, c: Children) -> e.Can:
        return self.ability(c)

    def ability(self, c: Children) -> e.Can:
        verb = e.Word(self.at(c[2]), str(c[2]))
        arguments, tails = self._tails(c[3:])
        phrase = e.Phrase(self.span(c[2:]), None, [verb, *arguments], tails, None, None)
        return e.Can(self.span(c), c[0], str(c[1]) == "cannot", phrase)

    def sum(self, c: Children) -> e.Arith:
        return e.Arith(Span(self.file, c[0].span.start, c[2].span.end), str(c[1]), c[0], c[2])

    def product(self, c: Children) -> e.Arith:
        return e.Arith(Span(self.file, c[0].span.start, c[2].span.end), str(c[1]), c[0], c[2])

    def many(self, c: Children) -> e.Many | e.Fold:
        if isinstance(c[0], Part):
            quantifier = c[0].children
            amount = quantifier[1] if len(quantifier) > 1 else None
            sel = self._sel([c[1].children[0], *c[2:]])
            return e.Many(self.span(c), " ".join(quantifier[0].split()), amount, sel)
        return e.Fold(self.span(c), str(c[0]), c[1], self._sel([c[2].children[0], *c[3:]]))

    def every(self, c: Children) -> e.Every:
        return e.Every(self.span(c), c[1], c[2])

    def in_(self, c: Children) -> e.In:
        return e.In(Span(self.file, c[0].span.start, c[1].span.end), c[0], c[1])

    def of(self, c: Children) -> e.Of:
        return e.Of(Span(self.file, c[0].span.start, c[1].span.end), c[0], c[1])

    def dot(self, c: Children) -> e.Dot:
        name = self.at(c[1])
        return e.Dot(Span(self.file, c[0].span.start, name.end), c[0], str(c[1]), name)

    def call(self, c: Children) -> e.Call:
        arguments = [x for x in c[1:] if x is not None]
        end = arguments[-1].span.end + 1 if arguments else c[0].span.end + 2
        return e.Call(Span(self.file, c[0].span.start, end), c[0], arguments)

    def number(self, c: Children) -> e.Num:
        return e.Num(self.at(c[0]), whole(c[0]))

    def word(self, c: Children) -> e.Word:
        return e.Word(self.at(c[0]), str(c[0]))

    def kind(self, c: Children) -> e.Kind:
        return e.Kind(self.at(c[0]), str(c[0]))

    def text(self, c: Children) -> e.Text:
        return e.Text(self.at(c[0]), unquote(c[0]))

    def group(self, c: Children) -> e.Expr:
        inner: e.Expr = c[1]
        return inner

    def tuple(self, c: Children) -> e.Coords:
        return e.Coords(self.span(c), c[1:])

    def after(self, c: Children) -> e.After:
        verb = e.Word(self.at(c[2]), str(c[2]))
        arguments, tails = self._tails(c[3:])
        phrase = e.Phrase(self.span(c[2:]), None, [verb, *arguments], tails, None, None)
        return e.After(self.span(c), c[1], phrase)

    def set(self, c: Children) -> e.Braces:
        items = [(p.children[0], p.children[1]) for p in only(c, Part)]
        return e.Braces(self.span(c), items)


def whole(text: str) -> int:
    """A number as written; of one that no game can need, only that it is too large."""
    return int(text) if len(text) < 30 else 10**30


def _number(span: Span, text: str) -> e.Num:
    return e.Num(span, whole(text))


def _text(span: Span, text: str) -> e.Text:
    return e.Text(span, text[1:-1])


def _parts(name: str) -> Any:
    def method(self: Builder, children: Children) -> Part:
        return Part(name, self, children)

    return method


# Rules that make no node of their own: their parent takes them apart.
for _name in [
    "actor",
    "alias",
    "best",
    "block",
    "branch",
    "case",
    "credits",
    "decides",
    "drawing",
    "each",
    "elif",
    "else",
    "equation",
    "extent",
    "giving",
    "names",
    "teams",
    "team",
    "otherwise",
    "owned",
    "pair",
    "params",
    "players",
    "pledge",
    "quantifier",
    "setting",
    "shown_as",
    "sides",
    "traits",
    "until",
    "verbs",
    "where",
    "whole",
]:
    setattr(Builder, _name, _parts(_name))

# Rules whose names are words of Python.
for _name in ("if", "while", "or", "and", "not", "in"):
    setattr(Builder, _name, getattr(Builder, _name + "_"))


def _is_tag(item: Any) -> bool:
    return item.__class__ is Tok and item.type == "TAG"


def _plain(src: Part) -> e.Sel:
    """A source without a tail, as a selection."""
    return e.Sel(src.span, src.children[0], None, None, None, None)


EXPRESSIONS = frozenset(get_args(e.Expr))


def is_expr(item: Any) -> bool:
    return item.__class__ in EXPRESSIONS


def token_of(children: Children, kind: str) -> Tok:
    return next(t for t in children if t.__class__ is Tok and t.type == kind)


def words(children: Children) -> list[Tok]:
    """The name tokens among the children, whatever soft keyword they are."""
    return [t for t in children if t.__class__ is Tok and t.type not in {"TAG", "NATURE", "STRING", "NUMBER", "UNAME", "CLAMPED"}]


def unquote(token: Tok) -> str:
    return str(token)[1:-1]
