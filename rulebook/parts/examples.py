"""Worked examples as they were run: the position drawn from the state itself, every result filled in by the engine."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check.examples import players_in
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.play.errors import PlayError
from rulewright.play.examples import ExampleResult, StepResult, run_examples
from rulewright.rulebook import text as x
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.meant import element, type_of
from rulewright.rulebook.english.nouns import Noun
from rulewright.rulebook.english.speech import Speech
from rulewright.rulebook.english.values import items_of, value
from rulewright.rulebook.english.verbs import sentence
from rulewright.rulebook.model import Block, Example, ExampleStep
from rulewright.rulebook.parts import positions
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import slug, spoken

NARROW = 74.0  # millimetres of pictures that fit into a column


class ExampleFails(PlayError):
    """An example of the rules does not hold; a book may not print it."""


def run(making: Making, variants: tuple[str, ...], wanted: set[Span] | None = None) -> list[ExampleResult]:
    """The examples with what became of them. One that does not hold stops the book."""
    found = run_examples(making.game.path, variants, wanted_only=lambda d_: wanted is None or d_.span in wanted, loading=making.loads)
    return [_held(result) for result in found]


def _held(result: ExampleResult) -> ExampleResult:
    if not result.passed:
        raise ExampleFails(f"The example “{result.title}” does not hold (line {result.line}): {result.message}")
    return result


def of_book(making: Making) -> list[ExampleResult]:
    """The examples of this book. With a variant, those that were written for the game without it, and hold only there, are left out."""
    found = run_examples(making.game.path, making.game.variants, loading=making.loads)
    gathered = making.game.loaded.gathered
    if gathered is not None and gathered.chosen:
        chosen = [v for v in gathered.variants if v.title in gathered.chosen]
        own = {x_.span for variant in chosen for x_ in variant.body if isinstance(x_, d.Example)}
        making.left_out = {r.decl.span for r in found if not r.passed} - own
    return [_held(result) for result in found if result.decl.span not in making.left_out]


def blocks(making: Making, results: list[ExampleResult]) -> list[Block]:
    return [_example(making, result) for result in results]


def _example(making: Making, result: ExampleResult) -> Example:
    decl = result.decl
    assert result.game is not None
    own = Making(result.game, making.record, making.ids, making.pictured, loads=making.loads, painters=making.painters)
    making.record.seen.add(decl.span)
    figures = positions.pictures(own, result)
    prose = [s for s in decl.steps if isinstance(s, d.Prose)]
    return Example(
        id=making.unique(f"e-{slug(decl.title)}"),
        title=x.clean(decl.title),
        prose=own.prose(prose),
        steps=tuple(lines(own, decl, result.steps)),
        before=figures[:1],
        after=figures[1:],
        wide=sum(figure.width for figure in figures) > NARROW,
        passed=result.passed,
        message=result.message,
        sources=making.sources(decl.span),
        tags=decl.tags,
    )


# ---------------------------------------------------------------- lines


def lines(making: Making, decl: d.Example, results: list[StepResult]) -> list[ExampleStep]:
    found = []
    waiting = list(results)
    options = making.world.options
    for step in decl.steps:
        match step:
            case d.Prose():
                continue
            case d.Given():
                ran = not (isinstance(step.left, e.Word) and step.left.name in options) and players_in(step) is None
                if ran and waiting:
                    waiting.pop(0)
                spans = [step.span, *(r.span for r in step.rows)]
                found.append(_line(making, "given", _given(making, step), "", spans, step.tags))
            case d.Played():
                if waiting:
                    waiting.pop(0)
                found.append(_line(making, "when", _played(making, step), "", [step.span], step.tags))
            case d.Then():
                outcome = waiting.pop(0).found if waiting else ""
                found.append(_line(making, "then", _then(making, step), outcome, [step.span], step.tags))
    return found


def _line(making: Making, kind: str, text: str, result: str, spans: list[Span], tags: tuple[str, ...]) -> ExampleStep:
    shown = spoken(result) if result else ""
    extra = "" if _is_said(shown, x.plain(text)) else shown
    return ExampleStep(
        kind="given" if kind == "given" else "when" if kind == "when" else "then",
        text=x.runs(x.sentence(text)),
        result=x.runs(x.clean(extra)),
        sources=making.sources(*spans),
        tags=tags,
    )


def _is_said(result: str, text: str) -> bool:
    """Whether a line says its result already, in whatever order."""
    low = text.lower().replace("−", "-")
    return all(part.strip() in low for part in result.lower().replace(" and ", ", ").split(","))


def _speech(making: Making) -> Speech:
    sp = Speech(making.world, making.record)
    for name, noun in (("match", "the game"), ("winner", "the winner"), ("ending", "the ending")):
        sp = sp.bind(name, Noun(noun), None)
    return sp


def _given(making: Making, step: d.Given) -> str:
    sp = _speech(making)
    making.record.seen.add(step.span)
    number = players_in(step)
    if number is not None:
        sp.see(step.phrase)
        return f"{number} take part" if number != 1 else "one player takes part"
    if step.rows:
        sp.see(step.rows)
        name = step.phrase.arguments[0] if step.phrase is not None and step.phrase.arguments else None
        sp.see(step.phrase)
        where = f"the {spoken(name.name)}" if isinstance(name, e.Word) else "the board"
        return f"{where} is set as drawn"
    if step.phrase is not None:
        return sentence(sp, step.phrase)
    assert step.left is not None and step.right is not None
    left, right = step.left, step.right
    if isinstance(right, e.Braces) and _is_place(sp, left):
        sp.record.seen.add(right.span)
        return f"{value(sp, left).text} holds {items_of(sp, right, 'and')}"
    if isinstance(left, e.Word) and left.name in making.world.options:
        sp.see(left)
        return f"the option {sp.term(left.name)} is {value(sp, right).text}"
    return clause(sp, e.Compare(step.span, "is", left.span, left, right)).text().replace(" exactly ", " ")


def _is_place(sp: Speech, node: e.Expr) -> bool:
    type = type_of(sp, node)
    return isinstance(t.bare(type) if type is not None else None, t.Cell) or isinstance(element(type), t.Cell)


def _played(making: Making, step: d.Played) -> str:
    sp = _speech(making)
    making.record.seen.add(step.span)
    if step.who is not None and step.chosen is not None:
        who = "chance" if isinstance(step.who, e.Word) and step.who.name == "chance" else value(sp, step.who).text
        sp.see(step.who)
        return f"{who} chooses {value(sp, step.chosen).text}"
    assert step.phrase is not None
    first = step.phrase.arguments[0] if step.phrase.arguments else None
    second = step.phrase.arguments[1] if len(step.phrase.arguments) > 1 else None
    if isinstance(first, e.Word) and first.name == "chance":
        sp.see(step.phrase)
        rest = [value(sp, a).text for a in step.phrase.arguments[2:]]
        word = second.name if isinstance(second, e.Word) else "chooses"
        return f"chance {word} {' and '.join(rest)}"
    if isinstance(second, e.Word) and second.name in {"declines", "stops", "ends"} and isinstance(first, e.Kind | e.Word):
        sp.see(step.phrase)
        return f"{value(sp, first).text} {second.name}"
    return sentence(sp, step.phrase)


def _then(making: Making, step: d.Then) -> str:
    making.record.seen.add(step.span)
    sp = _speech(making)
    if step.decides:
        return f"{value(sp, step.test).text} decides next"
    return clause(sp, step.test).text()
