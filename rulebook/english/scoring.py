"""Scores and winners in words."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import World
from rulewright.rulebook import text as x
from rulewright.rulebook.author import printed
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.meant import type_of
from rulewright.rulebook.english.nouns import THAT_PLAYER, Noun
from rulewright.rulebook.english.picks import pick
from rulewright.rulebook.english.speech import Record, Speech, addressed
from rulewright.rulebook.english.steps import Step
from rulewright.rulebook.english.values import value
from rulewright.rulebook.words import spoken


def worth(sp: Speech, node: e.Expr) -> str:
    """A number of points: sums are said as `for each`."""
    sp.record.seen.add(node.span)
    match node:
        case e.Many(_, "count", _, selection):
            return f"1 for each {pick(sp, selection).bare()}"
        case e.Fold(_, "sum", inner, selection) if not isinstance(inner, e.Braces):
            found = pick(sp, selection)
            return f"for each {found.bare()}: {worth(found.inner, inner)}"
        case e.Arith(_, "+", left, right):
            return f"{worth(sp, left)}, and {worth(sp, right)}"
        case e.Arith(_, "*", left, e.Ternary(_, then, test, other)) if isinstance(then, e.Num) and isinstance(other, e.Num):
            sp.see(then, other)
            sp.record.seen.add(node.right.span)
            factor = {1: "", 2: "twice "}.get(then.value, f"{then.value} times ")
            base = value(sp, left).text
            usual = base if other.value == 1 else f"{other.value} times {base}"
            return f"{usual}; {factor}that if {clause(sp, test).text()}"
        case _:
            return value(sp, node).text


def points(world: World, record: Record, item: d.Entry) -> str:
    """An entry of the score as a rulebook tells it: points have their unit, and what is divided comes in lots."""
    record.seen.add(item.span)
    sp = addressed(world, record)
    match item.value:
        case e.Many(_, "count", _, selection):
            record.seen.add(item.value.span)
            return f"1 point for each {pick(sp, selection).bare()}"
        case e.Arith(_, "*", e.Num() as times, e.Many(_, "count", _, selection)) | e.Arith(
            _, "*", e.Many(_, "count", _, selection), e.Num() as times
        ):
            sp.see(times)
            record.seen |= {node.span for node in (item.value, item.value.left, item.value.right)}
            return f"{times.value} point{'' if times.value == 1 else 's'} for each {pick(sp, selection).bare()}"
        case e.Fold(_, "sum", e.Dot(_, _, name, _) as inner, selection):
            record.seen.add(item.value.span)
            found = pick(sp, selection)
            value(found.inner, inner)  # seen
            return f"add up the {printed(world, name) or spoken(name)} of all {found.bare(True)}"
        case e.Arith(_, "/", left, e.Num(_, n) as lot):
            sp.see(lot)
            record.seen.add(item.value.span)
            base = value(sp, left).text
            of = base.removeprefix("your ") if base.startswith("your ") else base
            return f"1 point for every {n} {of}" if base.startswith("your ") else f"1 point for every {n} of {of}"
        case _:
            return worth(sp, item.value)


def entry(world: World, record: Record, item: d.Entry) -> Step:
    record.seen.add(item.span)
    sp = addressed(world, record)
    return Step(worth(sp, item.value), item.span, tags=item.tags, prose=item.prose)


def criteria(world: World, record: Record, decl: d.Winner) -> list[Step]:
    """Who wins, and what decides between equals."""
    record.seen.add(decl.span)
    sp = addressed(world, record)
    found: list[Step] = []
    if decl.among is not None:
        eligible = pick(sp, decl.among)
        found.append(Step(f"only {eligible.bare(True)} can win", decl.among.span))
    for number, criterion in enumerate(decl.criteria):
        record.seen.add(criterion.span)
        if criterion.extreme is not None:
            if type_of(sp, criterion.value) == t.FLAG:
                said = clause(sp.acting(Noun("who", True, owning="whose")), criterion.value).text()
                rank = "come before the others" if criterion.extreme == "most" else "come after the others"
                lead = "players" if number == 0 else "if that leaves several, those"
                found.append(Step(f"{lead} {said} {rank}", criterion.span))
                continue
            measured = _measure(sp, criterion)
            lead = "the winner is the player with" if number == 0 else "if that leaves several, the one of them with"
            if number == 0 and world.program.teams:
                lead = "the winner is the team with"
            found.append(Step(f"{lead} {measured}", criterion.span))
        else:
            sp.see(criterion.value)
            name = criterion.value.name if isinstance(criterion.value, e.Word) else ""
            last = {
                "shared": "if that leaves several, they share the victory",
                "none": "if that leaves several, nobody wins",
                "nobody": "if that leaves several, nobody wins",
            }.get(name)
            found.append(Step(last or f"if that leaves several, {value(sp, criterion.value).text} wins", criterion.span))
    return found


def _measure(sp: Speech, criterion: d.Criterion) -> str:
    """`the most troops at court`"""
    what, many = _criterion(sp.acting(THAT_PLAYER), criterion)
    word = ("most" if many else "greatest") if criterion.extreme == "most" else "fewest" if many else "least"
    return f"the {word} {what}"


def tie_broken(world: World, number: int) -> str:
    """What broke a tie, as a sentence; the number counts the criteria that measure something."""
    criteria = [c for c in world.winner.criteria if c.extreme is not None] if world.winner is not None else []
    if not 0 <= number < len(criteria):
        return ""
    sp = addressed(world, Record())
    if type_of(sp, criteria[number].value) == t.FLAG:
        said = clause(sp.acting(Noun("who", True, owning="whose")), criteria[number].value).text()
        rank = "before" if criteria[number].extreme == "most" else "after"
        return x.plain(x.sentence(f"the tie is broken: those {said} come {rank} the others"))
    return x.plain(x.sentence(f"the tie is broken by {_measure(sp, criteria[number])}"))


def _criterion(sp: Speech, criterion: d.Criterion) -> tuple[str, bool]:
    """What decides, and whether it is counted in pieces."""
    if isinstance(criterion.value, e.Many | e.Fold):
        return value(sp, criterion.value).text.removeprefix("the "), False
    match criterion.value:
        case e.Arith(_, "+", left, right):
            sp.record.seen.add(criterion.value.span)
            return f"total of {value(sp, left).text} and {value(sp, right).text}", False
        case e.Arith(_, "-", left, right):
            sp.record.seen.add(criterion.value.span)
            return f"difference of {value(sp, left).text} minus {value(sp, right).text}", False
    found = value(sp, criterion.value)
    return found.text.removeprefix("the ").removeprefix("their "), found.many and not found.joined
