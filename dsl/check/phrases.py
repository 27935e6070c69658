"""Which word of a sentence is its verb, and which routine or library verb it names."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.dsl import types as t
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.forms import VERB_ROWS
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import RoutineSym

Argument = e.Expr | e.Sel
# Words of decisions that stand alone, and words that people try instead of them.
DECIDING = {word: f"`{word}` needs somebody who decides." for word in ("must", "may", "chooses")}
DECIDING |= {word: f"`{word}` makes no decision." for word in ("should", "shall", "can", "could", "might", "has", "needs", "choose")}
# Verbs that people try, and the sentences they mean.
MEANT = {
    "add": "`gain 2 gold` for a number, `put Mark on cell` for a piece",
    "advance": "`move pawn to cell`",
    "deal": "`each Player draws 5 Card from deck`",
    "decrease": "`lose 1 health`",
    "destroy": "`move tile to box`",
    "earn": "`gain 2 gold`",
    "end": "`stop` to leave the turn, or `finish` to end the match",
    "exchange": "`swap hero with other`",
    "get": "`gain 2 gold` for a number, `draw 2 Card from deck` for cards",
    "give": "`move card to hand of rival` for a piece, `gain 2 gold for rival` for a number",
    "increase": "`gain 1 health`",
    "lay": "`put Tile on cell`",
    "place": "`put Tile on cell`",
    "play": "`move card to discard` for where it goes, `resolve card` for what it says",
    "receive": "`gain 2 gold`",
    "remove": "`move tile to box`",
    "return": "`move card to hand of player`",
    "score": "`gain 2 points`",
    "spend": "`pay 3 gold`",
    "steal": "`move card to hand of player`",
    "subtract": "`lose 1 health`",
    "trade": "`swap hero with other`",
}


@dataclass(slots=True)
class Parts:
    """A sentence taken apart: who, does what, with what."""

    verb: str
    verb_span: Span
    subject: e.Expr | None
    arguments: list[Argument]
    tails: list[tuple[str, list[Argument]]]
    span: Span
    giving: str | None = None
    giving_span: Span | None = None
    routines: list[RoutineSym] = field(default_factory=list)
    library: bool = False
    tail_spans: list[Span] = field(default_factory=list)  # each preposition with its words

    def tail(self, preposition: str) -> list[Argument] | None:
        return next((a for p, a in self.tails if p == preposition), None)

    def tail_number(self, preposition: str) -> int:
        return next(n for n, (p, _) in enumerate(self.tails) if p == preposition)


def singulars(word: str) -> list[str]:
    """What a verb or noun without its ending may be: goes is go, carries is carry, wins is win, duties is duty."""
    found = []
    if word.endswith("ies"):
        found.append(word[:-3] + "y")
    if word.endswith("es"):
        found.append(word[:-2])
    if word.endswith("s"):
        found.append(word[:-1])
    return found


def third_person(verb: str) -> str:
    """How a verb is written after somebody who does it."""
    if verb.endswith("y") and verb[-2:-1] not in set("aeiou"):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o")) else f"{verb}s"


def is_verb(cx: Context, word: str) -> bool:
    return word in VERB_ROWS or word in cx.world.routines


def take_apart(cx: Context, phrase: e.Phrase) -> Parts | None:
    """Find the verb: the first word, or else the second in the third person."""
    arguments = phrase.arguments
    tails = [(t.preposition, t.arguments) for t in phrase.tails]
    first = arguments[0] if arguments else None
    name = ""
    if isinstance(first, e.Word) and first.name not in cx.names and is_verb(cx, first.name):
        return _parts(cx, phrase, first.name, first.span, None, arguments[1:], tails)
    called = _phase_call(cx, first)
    if called is not None and len(arguments) == 1:
        word, inner = called
        return _parts(cx, phrase, word.name, word.span, None, inner, tails)
    second = arguments[1] if len(arguments) > 1 else None
    if isinstance(second, e.Word) and not isinstance(first, e.Sel | None):
        for candidate in [*singulars(second.name), *({second.name} & {"win", "lose"})]:
            if is_verb(cx, candidate):
                return _parts(cx, phrase, candidate, second.span, first, arguments[2:], tails)
        name = second.name if not isinstance(first, e.Word) or _is_thing(cx, first) else first.name
    elif isinstance(first, e.Word):
        name = first.name
    if name:
        span = second.span if isinstance(second, e.Word) and second.name == name else (first.span if first is not None else phrase.span)
        known = [*VERB_ROWS, *cx.world.routines]
        if second is not None and span == second.span:
            known = [third_person(verb) for verb in known]
        last = phrase.arguments[-1] if len(phrase.arguments) == 3 else None
        if name == "has" and isinstance(last, e.Word) and last.name in {"won", "lost"}:
            ends = "wins" if last.name == "won" else "loses"
            cx.error(codes.UNKNOWN_VERB, "A sentence says what happens now.", phrase.span, f"Write `… {ends}`.")
            return None
        if cx.newcomer(codes.UNKNOWN_VERB, span):
            return None
        if name in DECIDING:
            cx.error(codes.UNKNOWN_VERB, DECIDING[name], span, "Write `player must …`, `player may …` or `player chooses …`.")
            return None
        message = f"Neither the rules nor the library has a verb `{name}`."
        meant = next((MEANT[verb] for verb in (name, *singulars(name)) if verb in MEANT), None)
        if meant is not None:
            cx.error(codes.UNKNOWN_VERB, message, span, f"Perhaps {meant}.")
            return None
        cx.world.unknown(
            codes.UNKNOWN_VERB,
            message,
            name,
            span,
            known,
            help="A sentence begins with its verb (`move tile to box`) or with somebody who does it (`player draws 2 Card from deck`).",
        )
    elif not cx.newcomer(codes.UNKNOWN_VERB, phrase.span):
        cx.error(codes.UNKNOWN_VERB, "This sentence has no verb.", phrase.span)
    return None


def _is_thing(cx: Context, word: e.Word) -> bool:
    return (
        word.name in cx.names
        or word.name in {"player", "rival", "everyone", "chance", "team", "partner"}
        or word.name in cx.world.game_attrs
    )


def _phase_call(cx: Context, node: Argument | None) -> tuple[e.Word, list[Argument]] | None:
    """`casualties of mission`, `casualties(mission)`: a phase with what it is about."""
    if isinstance(node, e.Of) and isinstance(node.left, e.Word) and node.left.name in cx.world.routines:
        return node.left, [node.right]
    if isinstance(node, e.Call) and isinstance(node.function, e.Word) and node.function.name in cx.world.routines:
        return node.function, list(node.arguments)
    return None


def _parts(
    cx: Context,
    phrase: e.Phrase,
    verb: str,
    span: Span,
    subject: e.Expr | None,
    arguments: list[Argument],
    tails: list[tuple[str, list[Argument]]],
) -> Parts:
    return Parts(
        verb,
        span,
        subject,
        arguments,
        tails,
        phrase.span,
        phrase.giving,
        phrase.giving_span,
        cx.world.routines.get(verb, []),
        verb in VERB_ROWS,
        [tail.span for tail in phrase.tails],
    )


def suits(routine: RoutineSym, parts: Parts) -> bool:
    """Whether the prepositions of a sentence are those of a routine."""
    wanted = [p.prep for p in routine.params]
    if routine.sort in {"phase", "setup", "turn", "play"}:
        return not parts.tails and len(parts.arguments) <= len(wanted)
    given = ([""] if parts.arguments else []) + [p for p, _ in parts.tails]
    return sorted(given) == sorted(wanted)


def pick_routine(cx: Context, parts: Parts) -> RoutineSym | None:
    """The routine that a sentence means, told by its prepositions and then by the types of its words."""
    first = parts.arguments[0] if len(parts.arguments) == 1 else None
    if (
        parts.verb == "take"
        and isinstance(first, e.Word)
        and any(r.sort in {"turn", "phase"} for r in cx.world.routines.get(first.name, ()))
    ):
        return None  # `player takes turn` is the library's, whatever the rules call `take`
    found = [r for r in parts.routines if suits(r, parts)]
    if len(found) > 1:
        given = ([("", parts.arguments[0])] if parts.arguments else []) + [(p, a[0]) for p, a in parts.tails]
        types = {p: _sort(cx, n) for p, n in given}
        fitting = [r for r in found if all(_fits(types.get(p.prep, t.POISON), p.type) for p in r.params)]
        return fitting[0] if fitting else found[0]
    return found[0] if found else None


def _sort(cx: Context, node: Argument) -> t.Type:
    """What a word is, if that does not depend on what is wanted there: such a word suits any routine."""

    members = {name for x in cx.world.enum_types for name in x.members} | {n for names in cx.world.piece_names.values() for n in names}
    wanting = any(w.name in members and w.name not in cx.names for w in nodes(node, e.Word))
    if wanting or isinstance(node, e.Sel | e.Braces | e.Coords | e.Ternary | e.Text):
        return t.POISON
    return expr(cx, node).type


def _fits(given: object, wanted: object) -> bool:
    a, b = t.bare(given), t.bare(wanted)  # type: ignore[arg-type]
    if isinstance(a, t.Poison) or isinstance(b, t.Poison):
        return True
    if isinstance(a, t.Piece) and isinstance(b, t.Piece):
        return not a.kinds or not b.kinds or bool(a.kinds & b.kinds)
    return type(a) is type(b)


def form(routine: RoutineSym) -> str:
    """How a routine is called, for messages."""
    if routine.sort in {"phase", "turn", "setup", "play"}:
        return routine.name + (f" of {routine.params[0].name}" if len(routine.params) == 1 else "")
    words = [routine.name]
    for param in routine.params:
        if param.prep:
            words.append(param.prep)
        words.append(param.name)
    return " ".join(words)
