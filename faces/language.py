"""The face language: text to lines, lines to trees. A `.faces` file lies beside the rules and never reaches the program.

What enters is a text, what leaves are heads with their indented lines, each parsed by itself (`grammars/faces.lark`), and findings at
the places of what cannot be read. `faces.author` makes sense of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from rulewright.dsl.diagnostics import Findings, Fix
from rulewright.dsl.diagnostics.catalogue import INDENTATION, SYNTAX, TAB
from rulewright.dsl.diagnostics.suggest import nearest
from rulewright.dsl.source import Source, Span
from rulewright.faces.plan import SPOTS

HEADS = ("face", "icon", "colour", "board", "marker", "no marker", "theme")
Node = Tree[Token]


@dataclass(slots=True)
class Line:
    """A line that could be read, and those below it."""

    tree: Node
    span: Span
    offset: int  # of its first character in the text
    lines: list[Line] = field(default_factory=list)


@cache
def _parser() -> Lark:
    text = resources.files("rulewright.grammars").joinpath("faces.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", start=["head", "slot", "settings"], propagate_positions=True, maybe_placeholders=False)


def parsed(source: Source, findings: Findings) -> list[Line]:
    """The blocks of a text."""
    found: list[Line] = []
    at = 0
    inside = False
    for raw in source.text.splitlines(keepends=True):
        line = raw.rstrip("\r\n")
        start, at = at, at + len(raw)
        bare = line.split("#")[0] if '"' not in line else line
        if not bare.strip() or line.lstrip().startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        span = Span(source.number, start + indent, start + len(line.rstrip()))
        if "\t" in line[:indent]:
            findings.add(TAB, "This line is indented with a tab.", span, help="Indent with two spaces.")
            continue
        if indent == 0:
            tree = _read(line, "head", span, findings)
            inside = tree is not None
            if tree is not None:
                found.append(Line(tree, span, start))
        elif not found or not inside:
            if not found:
                findings.add(INDENTATION, "This line stands below nothing.", span, help="Begin with `face` and the name of a kind.")
        else:
            head = found[-1]
            rule = "settings" if head.tree.data == "theme" else "slot"
            if head.tree.data not in {"theme", "face"}:
                findings.add(INDENTATION, f"Nothing stands below a line of `{head.tree.data}`.", span)
                continue
            tree = _read(line, rule, span, findings)
            if tree is not None:
                head.lines.append(Line(tree, span, start))
    return found


def _read(line: str, rule: str, span: Span, findings: Findings) -> Node | None:
    try:
        tree = _parser().parse(line, start=rule)
    except UnexpectedInput as error:
        column = max(0, (error.column if error.column > 0 else len(line.rstrip()) + 1) - 1)
        begin = span.start - (len(line) - len(line.lstrip()))
        at = Span(span.file, min(begin + column, span.end), span.end) if begin + column < span.end else span
        _say(line, rule, span, at, findings)
        return None
    return tree


def _say(line: str, rule: str, span: Span, at: Span, findings: Findings) -> None:
    """What is wrong with a line: a slot that does not exist with the nearest one, else where it stops making sense."""
    text = line.strip()
    before = text.split(":")[0].strip()
    if rule == "slot":
        words = before.split('"')[0].strip()
        known = [*SPOTS, *(f"no {spot}" for spot in SPOTS)]
        if words not in known and not any(words.startswith(f"{spot} ") for spot in known):
            like = nearest(words, known)
            fix = Fix(Span(span.file, span.start, span.start + len(words)), like, f"Write `{like}`.") if like else None
            help = f"Did you mean `{like}`?" if like else f"Slots are: {', '.join(SPOTS)}."
            findings.add(SYNTAX, f"There is no slot `{words}`.", Span(span.file, span.start, span.start + len(words)), help=help, fix=fix)
            return
    if rule == "head" and before.split(" ")[0] not in {h.split(" ")[0] for h in HEADS}:
        like = nearest(before.split(" ")[0], HEADS)
        help = f"Did you mean `{like}`?" if like else f"A line begins with one of: {', '.join(HEADS)}."
        findings.add(SYNTAX, f"A line about faces does not begin with `{before.split(' ')[0]}`.", span, help=help)
        return
    help = {
        "slot": "A line is a slot, a colon and what stands there: `corner top left: cost`.",
        "head": 'Lines look like `face Card`, `icon wood "tree"`, `colour red gold circle`, `marker fire: "fire", 12`.',
        "settings": "A line of a theme is a name and a value: `paper cream, corners 3`.",
    }[rule]
    findings.add(SYNTAX, "This line cannot be read from here on.", at, help=help)
