"""Every word of a sentence has its role, or is refused where it stands.

A verb of the library has one or more forms (`library/forms.py`). For each of them the words of the sentence are handed out: the
roles without a preposition take words from the left, those with one take what follows it. The form that leaves the fewest words
over, and lacks the fewest, is the one that was meant; if something is left over or missing even so, that is told, together with
the form. Types are looked at later, by what the verb does with each word.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.dsl.check.context import Context
from rulewright.dsl.check.phrases import Argument, Parts, form
from rulewright.dsl.diagnostics import Fix
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.forms import VERB_ROWS
from rulewright.dsl.library.rows import Form, Role, spelled
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import everything
from rulewright.dsl.world import RoutineSym

Taken = tuple[Role, str, list[Argument]]  # a role, its preposition, and the words that fill it


@dataclass(slots=True)
class Fit:
    """How well a form fits a sentence: the words that nobody takes, and the roles that nothing fills."""

    form: Form
    left: list[Span] = field(default_factory=list)
    missing: list[Role] = field(default_factory=list)
    taken: list[Taken] = field(default_factory=list)

    @property
    def faults(self) -> int:
        return len(self.left) + len(self.missing)


def words_taken(cx: Context, parts: Parts) -> bool:
    """Whether a form of the library's verb takes all the words of a sentence; if none does, that is told."""
    row = VERB_ROWS[parts.verb]
    best = meant_form(parts)
    if best.left and best.left[0] == parts.giving_span:
        best.left[0] = giving_words(cx, best.left[0])
    if best.missing:
        question = f"{parts.verb.capitalize()} {best.missing[0].ask}"
        said, words = cx.world.sources.text(parts.span), best.missing[0].words
        own = words and not parts.tails and "\n" not in said  # then the sentence goes on with what is missing
        help = f"Write `{said} {words[0]} …`." if own else f"Write {spelled(best.form.shown)}."
        cx.error(codes.WRONG_ARGUMENTS, question, parts.span, help)
    elif best.left:
        says_nothing(cx, best.left[0], parts.verb, best.form.shown, row.hint)
    if parts.giving is not None and parts.giving_span is not None and best.faults == 0 and parts.giving in cx.world.player_attrs:
        hides_attribute(cx, parts.giving, parts.giving_span)
    return best.faults == 0 and not _only_if_no_tie(cx, parts)


def _only_if_no_tie(cx: Context, parts: Parts) -> bool:
    """Refuses `gain 1 coins for the Player with least player.coins`: where two are equal, there is no such player."""
    tail = parts.tail("for")
    if not tail or not ties(tail[0]):
        return False
    one, rest = cx.world.sources.text(tail[0].span), parts.tail_spans[parts.tail_number("for")]
    said, start = cx.world.sources.text(parts.span), parts.span.start
    before, after = said[: rest.start - start].strip(), said[rest.end - start :].strip()
    others = [parts.arguments, *(words for preposition, words in parts.tails if preposition != "for")]
    own = any(isinstance(x, e.Word) and x.name == "player" for x in everything(others))  # the one who acts
    write = f"{before} for {one.replace('the ', 'first ', 1)} {after}" if own else f"{one.replace('the ', 'each ', 1)}: {before} {after}"
    cx.error(codes.AMBIGUOUS, "Several players can tie for this, and then nobody is meant.", tail[0].span, f"Write `{write.strip()}`.")
    return True


def ties(node: object) -> bool:
    """Whether something is the only one that has the most or the least, which is nothing where two are equal."""
    return isinstance(node, e.Many) and node.quantifier == "the" and node.selection.best is not None


def meant_form(parts: Parts) -> Fit:
    """The form that a sentence with a verb of the library has, and which words fill its roles."""
    return min((_fit(form, parts) for form in VERB_ROWS[parts.verb].forms), key=lambda fit: fit.faults)


def fits(parts: Parts) -> bool:
    """The same question, quietly."""
    return any(_fit(form, parts).faults == 0 for form in VERB_ROWS[parts.verb].forms)


def says_nothing(cx: Context, span: Span, verb: str, shown: str, hint: str = "") -> None:
    """A word that has no meaning where it stands."""
    if cx.newcomer(codes.WRONG_ARGUMENTS, span):
        return
    text = cx.world.sources.text(span)
    alone = f"Write `{verb}` alone." if shown == verb else f"`{verb}` goes like this: {spelled(shown)}."
    if shown == verb and verb in VERB_ROWS and len(VERB_ROWS[verb].forms) > 1:  # `draw a card`: most probably the other form is meant
        alone = f"Write `{verb}` alone, or {spelled(VERB_ROWS[verb].forms[0].shown)}."
    fix = None
    if text.startswith("giving "):  # nothing can be meant by a name for what is not given
        before = cx.world.sources[span.file].text[: span.start]
        fix = Fix(Span(span.file, len(before.rstrip(" ")), span.end), "", f"Leave out `{text}`.", sure=True)
    cx.world.findings.add(codes.WRONG_ARGUMENTS, f"`{text}` says nothing here.", span, help=hint or alone, fix=fix)


def hides_attribute(cx: Context, name: str, span: Span) -> None:
    """Refuses a name that every player has something under: `gain 1 luck` after it would no longer change the player's."""
    message = f"Each player has `{name}`, so nothing else can be called that."
    cx.error(codes.SHADOWED_NAME, message, span, "Give this one another name.")


def gives_nothing(cx: Context, parts: Parts, shown: str) -> None:
    """Refuses `giving` after a verb that gives nothing."""
    if parts.giving is not None and parts.giving_span is not None:
        says_nothing(cx, giving_words(cx, parts.giving_span), parts.verb, shown)


def giving_words(cx: Context, name: Span) -> Span:
    """`giving x`, from the place of its name."""
    text = cx.world.sources[name.file].text
    start = text.rfind("giving", 0, name.start)
    return Span(name.file, start, name.end) if start >= 0 else name


# ---------------------------------------------------------------- handing out


def _fit(form: Form, parts: Parts) -> Fit:
    fit = Fit(form)
    words = list(parts.arguments)
    for role in (r for r in form.roles if not r.prepositions):
        count = _phrase_length(role, words)
        if count:
            fit.taken.append((role, "", words[:count]))
            del words[:count]
        elif role.needed:
            fit.missing.append(role)
    fit.left += [w.span for w in words]
    left = list(range(len(parts.tails)))
    for role in (r for r in form.roles if r.prepositions):
        fitting = [n for n in left if parts.tails[n][0] in role.prepositions]
        for n in fitting if role.often else fitting[:1]:
            left.remove(n)
            rest = parts.tails[n][1]
            count = _phrase_length(role, rest)
            fit.taken.append((role, parts.tails[n][0], rest[:count]))
            fit.left += [w.span for w in rest[count:]]
        if role.needed and not fitting:
            fit.missing.append(role)
    fit.left += [parts.tail_spans[n] for n in left]
    if parts.subject is not None and form.subject == "none":
        fit.left.append(parts.subject.span)
    if parts.giving_span is not None and not form.gives:
        fit.left.append(parts.giving_span)
    return fit


def _phrase_length(role: Role, words: list[Argument]) -> int:
    """How many words of a sentence one role takes; 0: the first of them is nothing for it."""
    if not words:
        return 0
    first, two = words[0], len(words) > 1
    match role.takes:
        case "pieces":
            return 2 if two and not isinstance(first, e.Sel) else 1
        case "resource":
            return 2 if two and not _says_any(first) else 0
        case "any":
            return 3 if len(words) > 2 and _says_any(first) else 0
        case "kind":
            return 1 if isinstance(first, e.Kind) else 2 if two and isinstance(words[1], e.Kind) else 0
        case "setting":
            return 2 if two else 1
        case "piece" | "place":
            return 2 if two and isinstance(first, e.Kind) and not isinstance(words[1], e.Sel) else 1
        case "title":
            return len(words) if isinstance(first, e.Text) else 0
        case "thing":
            return 1


def _says_any(word: Argument) -> bool:
    return isinstance(word, e.Word) and word.name == "any"


# ---------------------------------------------------------------- actions and own verbs


def action_words(cx: Context, parts: Parts, routine: RoutineSym) -> bool:
    """Whether an action takes each word it is offered, asked for or played with: one thing for each of its parameters."""
    shown = form(routine)
    left: list[Span] = []
    groups = [("", parts.arguments, None), *((p, a, s) for (p, a), s in zip(parts.tails, parts.tail_spans, strict=True))]
    taken: set[str] = set()
    for prep, words, span in groups:
        if not words:
            continue
        if span is not None and (prep in taken or all(p.prep != prep for p in routine.params)):
            left.append(span)
            continue
        taken.add(prep)
        numbered = len(words) == 2 and isinstance(words[0], e.Kind) and not isinstance(words[1], e.Sel)
        if len(words) > 1 and not numbered:
            left.append(words[0].span.to(words[-2].span))
    if parts.giving_span is not None:
        left.append(giving_words(cx, parts.giving_span))
    if left:
        says_nothing(cx, left[0], parts.verb, shown)
    return not left


def no_more(cx: Context, phrase: e.Phrase, words: int, verb: str, shown: str) -> None:
    """Refuse what stands behind the last word that is read."""
    spans = [a.span for a in phrase.arguments[words:]] + [tail.span for tail in phrase.tails]
    if spans:
        says_nothing(cx, spans[0], verb, shown)
