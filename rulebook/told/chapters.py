"""The chapters of the rules as they are taught: the author's words and order, each action under its head, helpers nowhere by themselves."""

from __future__ import annotations

from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.rulebook import text as x
from rulewright.rulebook.author import manner, notes, printed
from rulewright.rulebook.english import definitions, rules
from rulewright.rulebook.english.speech import anchor
from rulewright.rulebook.model import Block, Callout, Section
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, ends_game, inner, of_setup
from rulewright.rulebook.told.covering import Said, own_prose, said
from rulewright.rulebook.told.glance import glance, heading, short_line
from rulewright.rulebook.told.voice import paragraphs, told
from rulewright.rulebook.told.worked import table
from rulewright.rulebook.words import spoken

RULES = (d.Procedure, d.Action, d.Interrupt, d.Hook, d.Standing, d.Define)


def belongs(making: Making, decl: d.Decl) -> bool:
    """Whether a declaration is told in the chapters of the rules."""
    if not isinstance(decl, RULES) or manner(decl) == "left out":
        return False
    if isinstance(decl, d.Standing):
        return not ends_game(decl)
    if isinstance(decl, d.Hook):
        return decl.signature.name not in of_setup(making.world) and not ends_game(decl)
    if isinstance(decl, d.Procedure):
        return decl.word not in {"setup", "play"} and decl.name not in of_setup(making.world)
    return True


def chapter(making: Making, part: Chapter, title: str = "") -> Section | None:
    """A chapter of the author with everything in it that players need."""
    decls = [decl for decl in map(inner, part.decls) if belongs(making, decl)]
    blocks = paragraphs(making, part.prose)
    context = said(part.prose)
    sections = rule_sections(making, decls, context)
    if not blocks and not sections:
        return None
    return Section(
        id=making.unique(f"c-{part.index}"),
        title=title or x.clean(part.title),
        blocks=tuple(blocks),
        sections=tuple(sections),
        sources=making.sources(part.span),
        tags=part.tags,
    )


def rule_sections(making: Making, decls: list[d.Decl], context: Said) -> list[Section]:
    """The rules of a chapter: what a definition means stands before the first rule that needs it."""
    found: list[Section] = []
    folded = _folded(making, decls)
    for decl in _taught(decls):
        if decl.span in folded:
            continue
        inside = [x_ for x_ in decls if x_ is not decl and folded.get(x_.span) == decl.span]
        made = rule_section(making, decl, context, inside)
        if made is not None:
            found.append(made)
    return found


def _taught(decls: list[d.Decl]) -> list[d.Decl]:
    """The turn first; else as written."""
    return sorted(decls, key=lambda decl: 0 if isinstance(decl, d.Procedure) and decl.word == "turn" else 1)


def _folded(making: Making, decls: list[d.Decl]) -> dict[object, object]:
    """Verbs that one rule alone calls are told with it, and so are definitions with the first rule of their chapter that needs them.
    Definitions without words of their own are not told at all, and those with a printed name have a head."""
    found: dict[object, object] = {}
    for decl in decls:
        if isinstance(decl, d.Define) and not decl.prose:
            found[decl.span] = None
        elif isinstance(decl, d.Define) and not printed(making.world, decl.name):
            user = _first_user(making, decl.name, decls)
            if user is not None:
                found[decl.span] = user.span
        elif isinstance(decl, d.Procedure) and decl.word == "to":
            users = [u for u in making.world.chapters if not isinstance(u, d.Prose) and u is not decl and _speaks(inner(u), decl.name)]
            near = [u for u in users if any(u.span == x_.span for x_ in decls)]
            if len(users) == 1 and near and near[0].span not in found:
                found[decl.span] = near[0].span
    return found


def _first_user(making: Making, name: str, decls: list[d.Decl]) -> d.Decl | None:
    """The first rule of a chapter that needs a definition, perhaps by way of others."""
    needed = {name}
    grown = True
    while grown:  # definitions that speak of it are needed where it is
        more = {n for n, sym in making.world.defines.items() if n not in needed and any(_speaks(sym.decl, x_) for x_ in needed)}
        grown = bool(more)
        needed |= more
    for decl in decls:
        if not isinstance(decl, d.Define) and any(_speaks(decl, x_) for x_ in needed):
            return decl
    return None


def _speaks(decl: d.Decl, name: str) -> bool:
    return not isinstance(decl, d.Example) and any(word.name == name for word in nodes(decl, e.Word))


def rule_section(making: Making, decl: d.Decl, context: Said, inside: list[d.Decl] | None = None) -> Section | None:
    rule = _rule(making, decl)
    if rule is None:
        return None
    more = inside or []
    text = context | said([p for x_ in more for p in own_prose(x_)])
    overview = glance(making, decl) if isinstance(decl, d.Procedure) and decl.word == "turn" else None
    if overview is not None:
        deeds = {stmt.span for stmt in getattr(decl, "body", ()) if isinstance(stmt, d.Sentence)}  # the rest is in the overview
        rule.steps = [step for step in rule.steps if step.span in deeds]
    before: list[Block] = []
    after: list[Block] = []
    for other in more:
        own = _rule(making, other)
        if own is not None:
            made = told(making, other, own, context | said(own_prose(decl)))
            if isinstance(other, d.Define) and other.span > decl.span:
                after += [*made, *_worked(making, other.name)]  # as its author has it: after the rule
            elif isinstance(other, d.Define):
                made += _worked(making, other.name)
                before += [b.model_copy(update={"id": making.unique(anchor(other.name))}) if n == 0 else b for n, b in enumerate(made)]
            else:
                after += made
    own_pictures = _worked(making, decl.name) if isinstance(decl, d.Define) else []
    blocks = [*before, *told(making, decl, rule, text), *own_pictures, *([overview] if overview is not None else []), *after]
    if not blocks:
        return None
    spans = [rule.span, *rule.spans, *(x_.span for x_ in more)]
    return Section(
        id=making.unique(anchor(rule.name or rule.title)),
        title=_title(making, decl, rule),
        blocks=_boxes_last(blocks),
        sources=making.sources(*spans),
        tags=rule.tags,
        kind=rule.kind,
        index=(rule.name,) if rule.name else (),
        short=short_line(making, decl),
    )


def _worked(making: Making, name: str) -> list[Block]:
    """The pictures that the author wants of a definition."""
    return [block for p in making.world.looks.pictures if p.name == name for block in table(making, p)]


def _boxes_last(blocks: list[Block]) -> tuple[Block, ...]:
    """Boxes stand below what they remind of."""
    return (*(b for b in blocks if not isinstance(b, Callout)), *(b for b in blocks if isinstance(b, Callout)))


def _rule(making: Making, decl: d.Decl) -> rules.Rule | None:
    world, record = making.world, making.record
    match decl:
        case d.Action() | d.Interrupt():
            return rules.action(world, record, decl)
        case d.Procedure():
            return rules.procedure(world, record, decl)
        case d.Hook():
            return rules.hook(world, record, decl)
        case d.Standing():
            found = rules.standing(world, record, decl)
            found.title = "At all times"
            return found
        case d.Define():
            found = definitions.define(world, record, decl)
            found.steps = found.steps if manner(decl) == "exact" else []
            return found
        case _:
            return None


def _title(making: Making, decl: d.Decl, rule: rules.Rule) -> str:
    own = notes(decl)
    if own is not None and own.called is not None and not isinstance(decl, d.Define):  # several rules may share a verb, not a name
        return x.capital(x.clean(own.called.one))
    if isinstance(decl, d.Define):
        name = spoken(decl.name).removeprefix("the ").removesuffix(" of")
        called = heading(making, decl.name)
        return called if called != name else name[:1].upper() + name[1:]
    if isinstance(decl, d.Action | d.Interrupt | d.Procedure) and rule.name:
        return heading(making, rule.name)
    return rule.title
