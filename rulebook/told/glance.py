"""The turn at a glance: a row for everything that is done or may be done in it, before any of it is told in full."""

from __future__ import annotations

import re
from itertools import groupby

from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import RoutineSym
from rulewright.rulebook import text as x
from rulewright.rulebook.author import manner, printed, short
from rulewright.rulebook.english import rules
from rulewright.rulebook.english.deeds import take_apart, title
from rulewright.rulebook.english.speech import Record, addressed, anchor
from rulewright.rulebook.english.steps import Step
from rulewright.rulebook.model import Deed, Glance, Text
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import chapters, inner
from rulewright.rulebook.told.covering import own_prose
from rulewright.rulebook.words import listing

RULE_LIKE = frozenset(("only", "never", "must", "may", "cannot", "once", "each", "always"))
ONE = frozenset(("one of these", "may, one of these"))
LONGEST = 190  # letters of a line


def glance(making: Making, decl: d.Procedure) -> Glance | None:
    """Rows for what a turn or the course of play offers; None where there is only one thing to do."""
    rows: list[Deed] = []
    if decl.word == "play":
        _course(making, decl.body, rows)
    else:
        _gather(making, decl.body, rows, False)
    rows = list({row.id: row for row in reversed(rows)}.values())[::-1]
    if len(rows) < 2:
        return None
    rows = _lettered(making, rows)
    free = any(isinstance(stmt, d.AnyOrder) for stmt in decl.body)
    lead = ""
    if decl.word == "turn":
        lead = "In your turn do these things in any order, as often as the second column says:" if free else "Your turn, step by step:"
        if free and any("one of these" in row.limit for row in rows):
            lead = "In your turn do these things in any order:"
        if all(row.limit in ONE for row in rows) and len([s_ for s_ in decl.body if isinstance(s_, d.Decision | d.Menu)]) == 1:
            lead = "In your turn do one of these:" if rows[0].must else "In your turn you may do one of these:"
            rows = [row.model_copy(update={"limit": ""}) for row in rows]
    elif decl.word == "play":
        lead = "Each round goes like this:" if len(_loops(decl.body)) == 1 else "The game goes like this:"
    return Glance(lead=x.runs(lead), rows=tuple(rows))


def _lettered(making: Making, rows: list[Deed]) -> list[Deed]:
    """A letter for each row, or for those that their author tells in one chapter."""
    titles = {
        anchor(decl.signature.name): chapter.title
        for chapter in chapters(making.world.chapters)
        for decl in map(inner, chapter.decls)
        if isinstance(decl, d.Action | d.Interrupt)
    }
    groups = [list(found) for _, found in groupby(enumerate(rows), key=lambda pair: titles.get(pair[1].id) or str(pair[0]))]
    if len(groups) < 2:
        groups = [[(n, row)] for n, row in enumerate(rows)]
    if len(groups) > 26:
        return rows
    found: list[Deed] = []
    for number, group in enumerate(groups):
        shared = _shared([row for _, row in group])
        for n, (_, row) in enumerate(group):
            own: dict[str, object] = {"span": 0 if n else len(group), "shared": () if n else shared}
            found.append(row.model_copy(update={"mark": chr(65 + number), **own}))
    return found


def _shared(rows: list[Deed]) -> Text:
    """What several rows need in the same words, and after the name of one what it needs besides."""
    lines = [re.split(r"(?<=[.!?]) ", x.joined(row.needs)) if row.needs else [] for row in rows]
    common = [line for line in lines[0] if all(line in other for other in lines)]
    if len(rows) < 2 or not common:
        return ()
    besides = [
        f"{x.strong(row.name)}: {' '.join(line for line in own if line not in common)}"
        for row, own in zip(rows, lines, strict=True)
        if set(own) - set(common)
    ]
    return x.runs(" ".join([*common, *besides]))


def _course(making: Making, body: list[d.Stmt], rows: list[Deed]) -> None:
    """The course of play: what is done once says so, beside what is done in every round."""
    loops = _loops(body)
    for number, stmt in enumerate(body):
        found: list[Deed] = []
        _gather(making, [stmt], found, False)
        when = "" if len(loops) != 1 or number in loops else "before the first round" if number < loops[0] else "after the last round"
        rows += [row.model_copy(update={"limit": when}) if when and not row.limit else row for row in found]


def _loops(body: list[d.Stmt]) -> list[int]:
    return [n for n, stmt in enumerate(body) if isinstance(stmt, d.Repeat | d.While | d.Loop)]


def _gather(making: Making, body: list[d.Stmt], rows: list[Deed], free: bool) -> None:
    for stmt in body:
        match stmt:
            case d.AnyOrder(_, inside):
                _gather(making, inside, rows, True)
            case d.Loop() | d.While() | d.Repeat():
                _gather(making, stmt.body, rows, free)
            case d.If():
                for _, inside in stmt.branches:
                    _gather(making, inside, rows, free)
                _gather(making, stmt.otherwise or [], rows, free)
            case d.Decision():
                offered = _offered(making, stmt)
                for name in offered:
                    rows += _row(making, name, stmt, free, len(offered) > 1)
            case d.Menu():
                named = [_verb(making, item.phrase) for item in stmt.items if isinstance(item, d.Offer)]
                for name in named:
                    rows += _row(making, name, stmt, free, len(stmt.items) > 1) if name else []
            case d.Sentence():
                name = _verb(making, stmt.phrase)
                if name == "turn" or (name and any(r.sort in {"phase", "turn"} for r in making.world.routines[name])):
                    rows += _row(making, name, None, free)


def _offered(making: Making, stmt: d.Decision) -> list[str]:
    if stmt.verbs:
        return [name for name, _ in stmt.verbs if name in making.world.routines]
    name = _verb(making, stmt.phrase) if stmt.phrase is not None else ""
    return [name] if name else []


def _verb(making: Making, phrase: e.Phrase) -> str:
    """The routine that a sentence calls, however it calls it."""
    deed = take_apart(addressed(making.world, Record()), phrase)
    name = deed.verb
    if name in {"take", "takes"} and name not in making.world.routines:
        words = [a.name for a in deed.arguments if isinstance(a, e.Word)]
        name = next((w for w in words if w in making.world.routines), "")
    return name if name in making.world.routines else ""


def _row(making: Making, name: str, offer: d.Decision | d.Menu | None, free: bool, several: bool = False) -> list[Deed]:
    """`several`: it is one of several things of which one is done."""
    routine = next((r for r in making.world.routines[name] if r.sort != "setup"), None)
    if routine is None:
        return []
    must = offer is not None and offer.word == "must"
    once = isinstance(offer, d.Decision) and offer.once
    if offer is None:
        limit = ""
    elif several and must and free:
        limit = "must, one of these" + (" once" if once else "")
    elif several and not free:
        limit = "one of these" if must else "may, one of these"
    elif must:
        limit = "must, once" if once or (free and _single(routine)) else "must"
    else:
        limit = "may, once" if once else "any number" if free else "may"
    return [
        Deed(
            id=anchor(name),
            name=heading(making, name),
            limit=limit,
            must=must,
            text=line(making, routine),
            needs=_needs(making, routine) if offer is not None else (),
            sources=making.sources(*([offer.span] if offer is not None else []), *(p.span for p in short(routine.decl))),
        )
    ]


def is_rule(text: str) -> bool:
    """Whether what players are told who try something is a rule, and not about this moment."""
    return "{" not in text and bool(RULE_LIKE & {w.lower() for w in re.findall(r"\w+", text)})


def _single(routine: RoutineSym) -> bool:
    return any(isinstance(stmt, d.Demand) for stmt in routine.decl.body)


def heading(making: Making, name: str) -> str:
    """The head of a rule: what the author calls it, else its name."""
    if name == "turn":
        return "Your turn"
    if name == "play":
        return "Course of the game"
    called = printed(making.world, name)
    return called[:1].upper() + called[1:] if called else title(name)


def line(making: Making, routine: RoutineSym) -> Text:
    """A rule in one line: the author's short one, else their first sentence, else what is done, from the rules."""
    own = short_line(making, routine.decl)
    quiet = Making(making.game, Record(), set(), {})
    if own:
        return own
    rule = whole(quiet, routine)
    if rule is None:
        return ()
    spoken = list(quiet.prose(own_prose(routine.decl)[:6], rule.speech))
    if spoken:
        return first_sentence(spoken[0].text)
    done = [text for step in rule.steps for text in _deeds(step)]
    said = ""
    for text in done:
        if said and len(said) + len(text) > LONGEST:
            break
        said = f"{said}; {text}" if said else text
    return x.runs(x.sentence(x.plain(said))) if said else ()


def short_line(making: Making, decl: object) -> Text:
    """The author's short line of a rule, if there is one."""
    own = short(decl)
    return tuple(run for p in Making(making.game, Record(), set(), {}).prose(own) for run in p.text) if own else ()


def whole(making: Making, routine: RoutineSym) -> rules.Rule | None:
    decl = routine.decl
    if isinstance(decl, d.Action | d.Interrupt):
        return rules.action(making.world, making.record, decl)
    if isinstance(decl, d.Procedure):
        return rules.procedure(making.world, making.record, decl)
    return None


def _deeds(step: Step) -> list[str]:
    if step.lead in {"Choose", "First"} or step.lead.startswith(("Allowed", "Only", "If not")):
        return [f"choose {step.text}"] if step.lead == "Choose" else []
    if step.lead == "Cost":
        return [f"pay {step.text}"]
    if not step.text or (step.steps and step.lead in {"Then", "To"}):
        return [t for s in step.steps for t in _deeds(s)]
    return [step.text]


def first_sentence(text: Text) -> Text:
    """The first sentence of a paragraph."""
    found = []
    for run in text:
        at = next((i for i, letter in enumerate(run.text) if letter in ".!?" and run.text[i + 1 : i + 2] in {" ", ""}), -1)
        if at >= 0 and not run.text[at + 1 : at + 2].strip():
            found.append(run.model_copy(update={"text": run.text[: at + 1]}))
            return tuple(found)
        found.append(run)
    return tuple(found)


def _needs(making: Making, routine: RoutineSym) -> Text:
    """What an action needs, in a few words."""
    quiet = Making(making.game, Record(), set(), {})
    rule = whole(quiet, routine)
    if rule is None:
        return ()
    found = []
    told = manner(routine.decl) == "prose"
    for step in rule.steps:
        if step.lead == "Allowed only if":
            refused = " ".join(line.text.strip() for line in step.prose)
            if refused and is_rule(refused):
                found.append(refused.rstrip("."))
            elif not told:
                found += [step.text] if step.text else [s.text for s in step.steps]
        elif step.lead == "Cost":
            found.append(f"you pay {step.text}")
    if any(step.lead == "First" for step in rule.steps):  # what depends on a number worked out before is told in full below
        found = [f for f in found if f[:1].isupper()]
    found = [x.plain(f) for f in dict.fromkeys(found)]
    if any(f[:1].isupper() for f in found):
        return x.runs(" ".join(x.sentence(f) for f in found))
    return x.runs(listing(found, "and", ";"))
